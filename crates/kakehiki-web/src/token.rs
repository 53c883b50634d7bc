//! Tokens: whoever holds one may act for a seat, or for the owner of the server.
//!
//! They follow from one secret that lies beside the logs, so that nothing about a match has to be
//! kept to recognise its players after a restart, and no log holds one.

use std::{fmt, io, io::Write, path::Path, str::FromStr};

use kakehiki_core::Seat;

use crate::MatchId;

/// 128 bits that nobody can guess, written as 32 hexadecimal digits.
#[derive(Clone, Copy)]
pub struct Token([u8; 16]);

impl PartialEq for Token {
    /// Takes the same time whatever the tokens are.
    fn eq(&self, other: &Self) -> bool {
        // The hashes of this library are compared in constant time.
        blake3::Hash::from_bytes(self.widened()) == blake3::Hash::from_bytes(other.widened())
    }
}

impl Eq for Token {}

impl Token {
    fn widened(&self) -> [u8; 32] {
        let mut wide = [0; 32];
        wide[..16].copy_from_slice(&self.0);
        wide
    }

    /// What tells tokens apart in tables of this process without being one.
    pub(crate) fn fingerprint(&self) -> u64 {
        let hash = blake3::derive_key("kakehiki web token fingerprint v1", &self.0);
        u64::from_le_bytes(std::array::from_fn(|byte| hash[byte]))
    }
}

impl fmt::Display for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

/// Tokens never appear in what is printed for diagnosis.
impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Token(…)")
    }
}

/// The text is no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a token is 32 hexadecimal digits")]
pub struct NoToken;

impl FromStr for Token {
    type Err = NoToken;

    fn from_str(text: &str) -> Result<Self, NoToken> {
        let digits = text.as_bytes();
        if digits.len() != 32 || !digits.iter().all(u8::is_ascii_hexdigit) {
            return Err(NoToken);
        }
        let mut bytes = [0; 16];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            let pair = str::from_utf8(pair).map_err(|_| NoToken)?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| NoToken)?;
        }
        Ok(Self(bytes))
    }
}

/// What all tokens of a folder of logs follow from.
pub(crate) struct Secret([u8; 32]);

impl Secret {
    /// Reads the secret of a folder, or draws one and keeps it there, for nobody else to read.
    pub(crate) fn of_folder(folder: &Path) -> io::Result<Self> {
        let path = folder.join("secret");
        match fs_err::read(&path) {
            Ok(bytes) => {
                let bytes = bytes.try_into().map_err(|_| {
                    let problem = format!("{} is not a secret of 32 bytes", path.display());
                    io::Error::new(io::ErrorKind::InvalidData, problem)
                })?;
                Ok(Self(bytes))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let secret = Self(random()?);
                let mut options = fs_err::OpenOptions::new();
                options.write(true).create_new(true);
                #[cfg(unix)]
                fs_err::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
                let mut file = options.open(&path)?;
                file.write_all(&secret.0)?;
                file.sync_all()?;
                Ok(secret)
            }
            Err(error) => Err(error),
        }
    }

    fn token(&self, purpose: &str) -> Token {
        let hash = blake3::keyed_hash(&self.0, purpose.as_bytes());
        Token(std::array::from_fn(|byte| hash.as_bytes()[byte]))
    }

    /// The token of whoever started the server.
    pub(crate) fn owner(&self) -> Token {
        self.token("owner")
    }

    /// The token of something else.
    pub(crate) fn purpose(&self, purpose: &str) -> Token {
        self.token(&format!("purpose {purpose}"))
    }

    /// The token of a seat of a match.
    pub(crate) fn seat(&self, id: &MatchId, seat: Seat) -> Token {
        self.token(&format!("match {id} seat {seat}"))
    }
}

/// Random bytes of the system.
pub(crate) fn random<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(io::Error::from)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_comes_back_from_its_text_and_is_never_printed_by_accident() {
        let token = Secret([7; 32]).owner();
        assert_eq!(token.to_string().parse(), Ok(token));
        assert_eq!(format!("{token:?}"), "Token(…)");
    }

    #[test]
    fn what_is_no_token_is_refused() {
        let wrong = ["", "0", &"g".repeat(32), &"0".repeat(31), &"0".repeat(33), &"é".repeat(16)];
        for text in wrong {
            assert_eq!(text.parse::<Token>(), Err(NoToken), "{text}");
        }
    }

    #[test]
    fn tokens_differ_by_match_by_seat_and_by_secret() {
        let [one, other]: [MatchId; 2] = ["one", "other"].map(|id| id.parse().unwrap());
        let (secret, second) = (Secret([1; 32]), Secret([2; 32]));
        let tokens = [
            secret.owner(),
            secret.seat(&one, Seat::new(0)),
            secret.seat(&one, Seat::new(1)),
            secret.seat(&other, Seat::new(0)),
            second.seat(&one, Seat::new(0)),
        ];
        for (index, token) in tokens.iter().enumerate() {
            assert!(!tokens[..index].contains(token), "{index}");
        }
    }

    #[test]
    fn a_folder_keeps_its_secret_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let first = Secret::of_folder(folder.path()).unwrap().owner();
        assert_eq!(Secret::of_folder(folder.path()).unwrap().owner(), first);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = folder.path().join("secret").metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o077, 0);
        }
        std::fs::write(folder.path().join("secret"), "short").unwrap();
        assert!(Secret::of_folder(folder.path()).is_err());
    }
}
