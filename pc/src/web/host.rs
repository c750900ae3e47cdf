use std::net::Ipv4Addr;

use axum::http::HeaderMap;
use axum::http::header::HOST;

/// Whether a request names this computer as its host, or none. Another site can point a name of
/// its own to this computer, and a browser then sends that name.
pub(crate) fn is_local(headers: &HeaderMap) -> bool {
    let Some(host) = headers.get(HOST) else { return true };
    let Ok(host) = host.to_str() else { return false };
    // An IPv6 address has colons of its own, within brackets.
    let name = match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => name,
        _ => host,
    };
    name.is_empty()
        || name.eq_ignore_ascii_case("localhost")
        || name == "[::1]"
        || name.parse::<Ipv4Addr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn names_of_this_computer() {
        for (host, local) in [
            ("localhost", true),
            ("LocalHost:7064", true),
            ("127.0.0.1:80", true),
            ("127.9.9.9", true),
            ("[::1]", true),
            ("[::1]:80", true),
            ("", true),
            ("example.org", false),
            ("127.0.0.1.example.org:80", false),
            ("192.168.1.2", false),
            ("[::2]:80", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static(host));
            assert_eq!(is_local(&headers), local, "{host}");
        }
        assert!(is_local(&HeaderMap::new()));
    }
}
