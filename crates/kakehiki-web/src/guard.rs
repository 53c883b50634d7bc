//! Who is let in, and what every answer carries.
//!
//! A page of another site must not be able to use this server through the browser of whoever runs
//! it, whatever names it makes point here.

use axum::{
    extract::{Request, State},
    http::{
        HeaderMap, HeaderValue, Method, StatusCode, Uri,
        header::{self, HeaderName},
    },
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{AppState, Refusal, state::bearer};

/// The most bytes of a body or a message.
pub(crate) const MOST_BYTES: usize = 64 * 1024;

/// What pages may load and where they may be shown.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' \
                      data:; connect-src 'self'; form-action 'self'; base-uri 'none'; \
                      frame-ancestors 'none'";

/// Looks at every request before anything else does.
pub(crate) async fn guard(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let allowed = &state.options().allowed_hosts;
    let admitted = admit(request.method(), request.uri(), request.headers(), allowed);
    let mut response = match admitted {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    furnish(response.headers_mut());
    response
}

/// Adds what every answer carries.
fn furnish(headers: &mut HeaderMap) {
    let always: [(HeaderName, &'static str); 6] = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ];
    for (name, value) in always {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

/// Whether a request may come in at all.
fn admit(
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
    allowed: &[String],
) -> Result<(), Refusal> {
    let host = host(uri, headers, allowed)?;
    if let Some(site) = single(headers, &HeaderName::from_static("sec-fetch-site"))?
        && !matches!(site, "same-origin" | "none")
    {
        return Err(foreign("the request comes from a page of another site"));
    }
    let origin = single(headers, &header::ORIGIN)?;
    let is_own = |origin: &str| {
        let rest = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        rest.is_some_and(|name| name.eq_ignore_ascii_case(host))
    };
    let is_socket = headers.contains_key(header::UPGRADE);
    let is_safe = matches!(*method, Method::GET | Method::HEAD) && !is_socket;
    match origin {
        Some(origin) if !is_safe && !is_own(origin) => {
            Err(foreign("the request comes from a page of another site"))
        }
        // Pages always say where they come from; programs show a token instead.
        None if is_socket && bearer(headers).is_none() => {
            Err(foreign("a socket needs an Origin, or a token in Authorization"))
        }
        _ => Ok(()),
    }
}

/// The host that a request is for, if it is one by which this server may be reached.
fn host<'a>(uri: &Uri, headers: &'a HeaderMap, allowed: &[String]) -> Result<&'a str, Refusal> {
    let wrong = |text: &str| Refusal::new(StatusCode::MISDIRECTED_REQUEST, "wrong-host", text);
    let host = single(headers, &header::HOST)?.ok_or_else(|| wrong("the request has no Host"))?;
    let (name, port) = match host.rsplit_once(':') {
        // The colons of an address in brackets are not those before a port.
        Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
        _ => (host, None),
    };
    let is_port = port.is_none_or(|port| {
        !port.is_empty() && port.len() <= 5 && port.bytes().all(|byte| byte.is_ascii_digit())
    });
    let is_known = ["localhost", "127.0.0.1", "[::1]"]
        .into_iter()
        .chain(allowed.iter().map(String::as_str))
        .any(|known| known.eq_ignore_ascii_case(name));
    let is_same = uri.authority().is_none_or(|authority| authority.as_str() == host);
    if is_known && is_port && is_same {
        Ok(host)
    } else {
        Err(wrong("this server is not reached by that name; --allow-host NAME allows one"))
    }
}

/// The value of a header that may stand once.
fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, Refusal> {
    let mut values = headers.get_all(name).iter();
    let first = values.next();
    if values.next().is_some() {
        return Err(Refusal::malformed(format!("{name} stands twice")));
    }
    let text = first.map(HeaderValue::to_str).transpose();
    text.map_err(|_| Refusal::malformed(format!("{name} is not plain text")))
}

fn foreign(text: &str) -> Refusal {
    Refusal::new(StatusCode::FORBIDDEN, "foreign", text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The code with which a request is refused; nothing where it is let in.
    fn refused(method: &Method, headers: &[(&str, &str)]) -> Option<&'static str> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name: HeaderName = name.parse().unwrap();
            map.append(name, HeaderValue::from_bytes(value.as_bytes()).unwrap());
        }
        let allowed = ["table.example".to_owned()];
        admit(method, &Uri::from_static("/"), &map, &allowed).err().map(|refusal| refusal.code)
    }

    const HOST: (&str, &str) = ("host", "localhost:8000");

    #[test]
    fn only_own_names_are_hosts() {
        for host in [
            "localhost:8000",
            "LOCALHOST",
            "127.0.0.1:1",
            "[::1]",
            "[::1]:8000",
            "table.example",
            "table.example:443",
        ] {
            assert_eq!(refused(&Method::GET, &[("host", host)]), None, "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example",
            "evil.localhost",
            "localhost:",
            "localhost:80x",
            "localhost:8000:1",
            "127.0.0.2",
            "::1",
            "[::1",
            "",
            "localhost@evil.example",
        ] {
            assert_eq!(refused(&Method::GET, &[("host", host)]), Some("wrong-host"), "{host}");
        }
        assert_eq!(refused(&Method::GET, &[]), Some("wrong-host"));
        assert_eq!(refused(&Method::GET, &[HOST, HOST]), Some("malformed"));
        let map = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static("localhost"))]);
        let other = Uri::from_static("http://evil.example/");
        assert_eq!(admit(&Method::GET, &other, &map, &[]).unwrap_err().code, "wrong-host");
    }

    #[test]
    fn what_changes_something_comes_from_the_own_pages_or_from_programs() {
        let post = |origin| refused(&Method::POST, &[HOST, ("origin", origin)]);
        assert_eq!(post("http://localhost:8000"), None);
        for origin in [
            "http://localhost:8001",
            "http://evil.example",
            "null",
            "localhost:8000",
            "ftp://localhost:8000",
            "http://localhost:8000.evil.example",
            "",
        ] {
            assert_eq!(post(origin), Some("foreign"), "{origin}");
        }
        assert_eq!(refused(&Method::POST, &[HOST]), None, "programs say no origin");
        assert_eq!(refused(&Method::GET, &[HOST, ("origin", "http://evil.example")]), None);
        for method in [Method::PUT, Method::DELETE, Method::OPTIONS, Method::PATCH] {
            let headers = [HOST, ("origin", "http://evil.example")];
            assert_eq!(refused(&method, &headers), Some("foreign"));
        }
    }

    #[test]
    fn sites_that_browsers_call_others_are_refused() {
        for site in ["cross-site", "same-site", "nonsense", ""] {
            let headers = [HOST, ("sec-fetch-site", site)];
            assert_eq!(refused(&Method::GET, &headers), Some("foreign"), "{site}");
        }
        for site in ["same-origin", "none"] {
            assert_eq!(refused(&Method::GET, &[HOST, ("sec-fetch-site", site)]), None, "{site}");
        }
    }

    #[test]
    fn a_socket_says_where_it_comes_from_or_shows_a_token() {
        const UPGRADE: (&str, &str) = ("upgrade", "websocket");
        let token = format!("Bearer {}", "0".repeat(32));
        let get = |headers: &[(&str, &str)]| refused(&Method::GET, headers);
        assert_eq!(get(&[HOST, UPGRADE, ("origin", "http://localhost:8000")]), None);
        assert_eq!(get(&[HOST, UPGRADE, ("authorization", &token)]), None);
        assert_eq!(get(&[HOST, UPGRADE]), Some("foreign"));
        assert_eq!(get(&[HOST, UPGRADE, ("authorization", "Bearer x")]), Some("foreign"));
        assert_eq!(get(&[HOST, UPGRADE, ("origin", "http://evil.example")]), Some("foreign"));
        let both = [HOST, UPGRADE, ("origin", "null"), ("authorization", &token)];
        assert_eq!(get(&both), Some("foreign"), "a token does not make up for a foreign page");
    }
}
