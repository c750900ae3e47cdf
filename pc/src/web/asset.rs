use std::hash::{DefaultHasher, Hash, Hasher};

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

/// Answers with a file that is part of the program. A browser asks again each time, and gets only
/// `304 Not Modified` while it has this very text.
pub(crate) fn asset(request: &HeaderMap, kind: &'static str, text: &'static str) -> Response {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    // Weak, because the same text is sent with and without compression.
    let tag = format!("W/\"{:016x}\"", hasher.finish());
    let known = request.get(IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let known = known.is_some_and(|tags| tags.split(',').any(|known| known.trim() == tag));
    let mut response = match known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => ([(CONTENT_TYPE, kind)], text).into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::try_from(tag) {
        headers.insert(ETAG, tag);
    }
    response
}
