use std::borrow::Cow;
use std::fmt::Write;

use axum::http::header::{ALLOW, CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

/// Seconds after which a reader that was one too many may try again.
const RETRY: &str = "10";
const PLAIN: &str = "text/plain; charset=utf-8";

/// A request that is not answered: a status, and a sentence that says why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    why: Cow<'static, str>,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, why: impl Into<Cow<'static, str>>) -> Self {
        Self { status, why: why.into() }
    }

    /// One address has or takes too much.
    pub(super) fn too_many(why: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, why)
    }

    /// All addresses together have too much.
    pub(super) fn busy(why: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, why)
    }

    /// The headers of its own, besides those of all answers.
    fn headers(&self) -> Vec<(axum::http::HeaderName, &'static str)> {
        let mut headers = vec![(CONTENT_TYPE, PLAIN)];
        match self.status {
            StatusCode::METHOD_NOT_ALLOWED => headers.push((ALLOW, "GET, HEAD")),
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                headers.push((RETRY_AFTER, RETRY));
            }
            _ => {}
        }
        headers
    }

    /// The whole answer as bytes, for a connection whose request is not read.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let text = format!("{}\n", self.why);
        let mut head = format!("HTTP/1.1 {}\r\n", self.status);
        let length = text.len().to_string();
        let more = [(CONTENT_LENGTH, length.as_str()), (CONNECTION, "close")];
        for (name, value) in self.headers().into_iter().chain(more) {
            // Writing to a string does not fail.
            let _ = write!(head, "{name}: {value}\r\n");
        }
        format!("{head}\r\n{text}").into_bytes()
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let headers = self.headers();
        let mut response = (self.status, format!("{}\n", self.why)).into_response();
        for (name, value) in headers {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        response
    }
}
