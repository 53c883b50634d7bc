//! Where a foreign server is.

use std::fmt;

/// A host and a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The name or number of the machine.
    pub host: String,
    /// The port.
    pub port: u16,
}

/// Why a text is not the address of a server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not an address; one is written {}", known(schemes))]
pub struct AddressError {
    /// The text.
    pub text: String,
    schemes: &'static [&'static str],
}

fn known(schemes: &[&str]) -> String {
    let written: Vec<String> =
        schemes.iter().map(|scheme| format!("{scheme}://HOST:PORT")).collect();
    written.join(" or ")
}

impl Address {
    /// Reads `scheme://host:port`, and says which of the schemes it is. Machines may be named by
    /// numbers in brackets, as `[::1]`.
    ///
    /// # Errors
    /// If it is written otherwise.
    pub fn read(
        text: &str,
        schemes: &'static [&'static str],
    ) -> Result<(&'static str, Self), AddressError> {
        let error = || AddressError { text: text.to_owned(), schemes };
        let (scheme, rest) = text.split_once("://").ok_or_else(error)?;
        let scheme = *schemes.iter().find(|known| **known == scheme).ok_or_else(error)?;
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let (host, port) = rest.rsplit_once(':').ok_or_else(error)?;
        let host = host.strip_prefix('[').map_or(Some(host), |host| host.strip_suffix(']'));
        let host = host.filter(|host| !host.is_empty() && !host.contains(['/', '@', ' ']));
        let host = host.ok_or_else(error)?.to_owned();
        let port = port.parse().map_err(|_| error())?;
        Ok((scheme, Self { host, port }))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port } = self;
        if host.contains(':') {
            write!(formatter, "[{host}]:{port}")
        } else {
            write!(formatter, "{host}:{port}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_written() {
        const SCHEMES: &[&str] = &["geister", "aiwolf"];
        for (text, scheme, host, port) in [
            ("geister://localhost:10000", "geister", "localhost", 10000),
            ("aiwolf://127.0.0.1:1/", "aiwolf", "127.0.0.1", 1),
            ("geister://[::1]:9", "geister", "::1", 9),
        ] {
            let (found, address) = Address::read(text, SCHEMES).unwrap();
            assert_eq!((found, address.host.as_str(), address.port), (scheme, host, port));
            let written = format!("{scheme}://{address}");
            assert_eq!(Address::read(&written, SCHEMES).unwrap().1, address);
        }
        for text in [
            "",
            "localhost:1",
            "geister://localhost",
            "geister://:1",
            "geister://a:b",
            "http://a:1",
            "geister://a:70000",
            "geister://[::1:5",
            "geister://u@h:1",
            "geister://a/b:1",
        ] {
            let error = Address::read(text, SCHEMES).unwrap_err().to_string();
            assert!(error.contains("geister://HOST:PORT or aiwolf://HOST:PORT"), "{error}");
        }
    }
}
