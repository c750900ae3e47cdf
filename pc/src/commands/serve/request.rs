use std::io::{self, Read};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// No browser asks for so much.
const LONGEST: usize = 8 << 10;
/// Whoever connects has so long to say what he wants.
const PATIENCE: Duration = Duration::from_secs(10);

/// What somebody asks for, as far as it matters here.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) method: String,
    pub(super) path: String,
    /// What follows the question mark.
    pub(super) query: String,
    /// Without the port.
    pub(super) host: String,
}

/// Why there is no request; the status says the rest.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Bad {
    /// Nobody is there any more.
    Gone,
    /// An answer, and its reason.
    Status(u16, &'static str),
}

impl Request {
    /// Reads the head of a request. The body of one is nobody's business.
    pub(super) fn read(stream: &mut TcpStream) -> Result<Self, Bad> {
        let until = Instant::now() + PATIENCE;
        let mut head = Vec::new();
        let mut buffer = [0; 1024];
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
                return Err(Bad::Status(408, "the request did not come in time"));
            }
            match stream.read(&mut buffer) {
                Ok(0) => return Err(Bad::Gone),
                Ok(number) => head.extend_from_slice(&buffer[..number]),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e)
                    if matches!(e.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {}
                Err(_) => return Err(Bad::Gone),
            }
            if let Some(end) = head.windows(4).position(|four| four == b"\r\n\r\n") {
                return Self::parse(&head[..end]);
            }
            if head.len() > LONGEST {
                return Err(Bad::Status(431, "the request is too long"));
            }
        }
    }

    fn parse(head: &[u8]) -> Result<Self, Bad> {
        const BAD: Bad = Bad::Status(400, "this is no HTTP request");
        let head = std::str::from_utf8(head).map_err(|_| BAD)?;
        let mut lines = head.split("\r\n");
        let mut words = lines.next().unwrap_or_default().split(' ');
        let (Some(method), Some(target), Some(version), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(BAD);
        };
        if method.is_empty() || !method.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-') {
            return Err(BAD);
        }
        match version {
            "HTTP/1.1" | "HTTP/1.0" => {}
            _ if version.starts_with("HTTP/") => {
                return Err(Bad::Status(505, "only HTTP/1.0 and 1.1 are spoken here"));
            }
            _ => return Err(BAD),
        }
        let mut host = None;
        for line in lines {
            let (name, value) = line.split_once(':').ok_or(BAD)?;
            if name.eq_ignore_ascii_case("host") {
                host = Some(value.trim());
            }
        }
        let host = match host {
            Some(host) => host,
            None if version == "HTTP/1.0" => "",
            None => return Err(Bad::Status(400, "the request names no host")),
        };
        // An IPv6 address has colons of its own, within brackets.
        let name = match host.rsplit_once(':') {
            Some((name, port)) if !port.contains(']') => name,
            _ => host,
        };
        // A proxy may be told the whole address.
        let target = target
            .strip_prefix("http://")
            .map_or(target, |rest| rest.find('/').map_or("/", |slash| &rest[slash..]));
        if !target.starts_with('/') {
            return Err(BAD);
        }
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        Ok(Self {
            method: method.to_owned(),
            path: path.to_owned(),
            query: query.to_owned(),
            host: name.to_owned(),
        })
    }

    /// The value of a part of the query.
    pub(super) fn asked(&self, name: &str) -> Option<&str> {
        self.query.split('&').find_map(|part| part.strip_prefix(name)?.strip_prefix('='))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests() {
        let read = |text: &str| Request::parse(text.as_bytes());
        let request = read("GET /news?board=3&x HTTP/1.1\r\nhOST: [::1]:80").expect("fine");
        assert_eq!((request.path.as_str(), request.host.as_str()), ("/news", "[::1]"));
        assert_eq!((request.asked("board"), request.asked("x")), (Some("3"), None));
        assert_eq!(read("GET http://hall/a HTTP/1.1\r\nHost: hall").expect("fine").path, "/a");
        assert_eq!(read("GET / HTTP/1.0").expect("fine").host, "");
        for (text, status) in [
            ("", 400),
            ("GET /", 400),
            ("GET / HTTP/1.1", 400),
            ("GET  / HTTP/1.1\r\nHost: a", 400),
            ("GET / HTTP/1.1\r\nHost a", 400),
            ("\u{16}\u{3}\u{1} / HTTP/1.1\r\nHost: a", 400),
            ("GET * HTTP/1.1\r\nHost: a", 400),
            ("PRI * HTTP/2.0", 505),
        ] {
            let Err(Bad::Status(said, _)) = read(text) else { panic!("{text:?} was read") };
            assert_eq!(said, status, "{text:?}");
        }
    }
}
