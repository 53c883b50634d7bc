//! Tokens by which clients show that they belong to a team: JSON Web Tokens that are signed with a secret.

use std::fmt;

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, de::DeserializeOwned};
use sha2::{Sha256, Sha384, Sha512};

/// What tokens are signed with.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Vec<u8>);

/// It is not to be read in a log.
impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret")
    }
}

#[derive(Deserialize)]
struct Header {
    alg: String,
}

/// What a token says of who holds it.
#[derive(Deserialize)]
struct Claims {
    role: String,
    team: String,
    /// In seconds since 1970: until when it holds.
    exp: Option<f64>,
    /// From when on it holds.
    nbf: Option<f64>,
}

impl Secret {
    /// These bytes.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self(bytes.into())
    }

    /// Whether a token lets a player of this team in, `now` in milliseconds since 1970.
    pub(super) fn admits(&self, token: &str, team: &str, now: u64) -> bool {
        let now = now as f64 / 1000.0;
        self.claims(token).is_some_and(|claims| {
            claims.role == "PLAYER"
                && claims.team == team
                && claims.exp.is_none_or(|until| now < until)
                && claims.nbf.is_none_or(|from| now >= from)
        })
    }

    /// What a token says, if it was signed with this secret.
    fn claims(&self, token: &str) -> Option<Claims> {
        let (signed, signature) = token.rsplit_once('.')?;
        let (header, claims) = signed.split_once('.')?;
        let signature = BASE64_URL_SAFE_NO_PAD.decode(signature).ok()?;
        let header: Header = decoded(header)?;
        let is_signed = match header.alg.as_str() {
            "HS256" => self.is_signed::<Hmac<Sha256>>(signed, &signature),
            "HS384" => self.is_signed::<Hmac<Sha384>>(signed, &signature),
            "HS512" => self.is_signed::<Hmac<Sha512>>(signed, &signature),
            _ => false,
        };
        is_signed.then(|| decoded(claims))?
    }

    fn is_signed<M: Mac + KeyInit>(&self, text: &str, signature: &[u8]) -> bool {
        let signer = <M as KeyInit>::new_from_slice(&self.0);
        signer.is_ok_and(|signer| signer.chain_update(text).verify_slice(signature).is_ok())
    }
}

fn decoded<T: DeserializeOwned>(part: &str) -> Option<T> {
    serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(part).ok()?).ok()
}

/// The team of a client: its name without the digits at its end.
pub(super) fn team(name: &str) -> &str {
    name.trim_end_matches(|letter: char| letter.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Signed by another program with the secret `open sesame`: a player of the team `kanolab`, by each
    /// algorithm; one who may come between the seconds 1000 and 2000; a spectator; and nobody's signature.
    const BY_ALGORITHM: [&str; 3] = [
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoiUExBWUVSIiwidGVhbSI6Imthbm9sYWIifQ.\
         QN3mkC4MeUUfV_1DilRX0tDoHd_rKTEBp7ULsGaTu9Q",
        "eyJhbGciOiJIUzM4NCIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoiUExBWUVSIiwidGVhbSI6Imthbm9sYWIifQ.\
         -Vn6MpNnnsNecLz0CKWNT0LLsGUfxUwx4C7kEy6g7sSYavbZRsxY9wEXI4TfQOj0",
        "eyJhbGciOiJIUzUxMiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoiUExBWUVSIiwidGVhbSI6Imthbm9sYWIifQ.\
         h7mCia8hemZcxdi7eTkVXNEO6TImlrkM6pK-_2QovGIAWpOC-L8sJin0FgAJ_4eLi9G-yPXwueWiRLHXLpNKaA",
    ];
    const TIMED: &str = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.\
         eyJyb2xlIjoiUExBWUVSIiwidGVhbSI6Imthbm9sYWIiLCJuYmYiOjEwMDAsImV4cCI6MjAwMH0.\
         t2XcPF12u1GFxMU2z4wfuOpiJUacS5QpprcySjYIE4Y";
    const SPECTATOR: &str = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.\
         eyJyb2xlIjoiUkVDRUlWRVIiLCJ0ZWFtIjoia2Fub2xhYiJ9.\
         Ds5SqvVQFulGjnivgYpAMdl8ibErTUbCgZDDc3XxznU";
    const UNSIGNED: &str = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.\
         eyJyb2xlIjoiUExBWUVSIiwidGVhbSI6Imthbm9sYWIifQ.";

    #[test]
    fn players_of_a_team_are_let_in_by_a_token() {
        let secret = Secret::new(*b"open sesame");
        for token in BY_ALGORITHM {
            assert!(secret.admits(token, "kanolab", 0));
            assert!(!secret.admits(token, "kanola", 0));
            assert!(!Secret::new(*b"open").admits(token, "kanolab", 0));
            for cut in 0..token.len() {
                assert!(!secret.admits(&token[..cut], "kanolab", 0));
            }
        }
        for (now, is_in) in
            [(999_999, false), (1_000_000, true), (1_999_999, true), (2_000_000, false)]
        {
            assert_eq!(secret.admits(TIMED, "kanolab", now), is_in, "{now}");
        }
        for token in [SPECTATOR, UNSIGNED, "", "..", "a.b.c", &"é.".repeat(1000)] {
            assert!(!secret.admits(token, "kanolab", 0), "{token}");
        }
    }

    #[test]
    fn teams_are_names_without_their_last_digits() {
        for (name, expected) in
            [("kanolab3", "kanolab"), ("a1b22", "a1b"), ("  12", "  "), ("7", "")]
        {
            assert_eq!(team(name), expected);
        }
    }
}
