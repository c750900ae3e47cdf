use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use tokio::sync::watch;

use super::visitors::Stream;
use super::{Refusal, Visitor};

/// Silence after which a comment is sent: page and server notice a connection that is gone.
const ALIVE: Duration = Duration::from_secs(10);

/// What an event stream sends.
pub(crate) trait EventSource: Send + 'static {
    /// Waits for the next server-sent events; `None` ends the stream. A call that is dropped before
    /// it is ready loses nothing.
    fn next(&mut self) -> impl Future<Output = Option<Bytes>> + Send;
}

impl Visitor {
    /// Answers with an event stream. The next events are taken from the source when the connection
    /// has room for them.
    pub(crate) fn events(&self, source: impl EventSource) -> Result<Response, Refusal> {
        let following =
            Following { stream: self.open_stream()?, stopping: self.stopping(), source };
        let body = futures_util::stream::unfold(following, Following::step);
        let headers =
            [(CONTENT_TYPE, "text/event-stream; charset=utf-8"), (CACHE_CONTROL, "no-store")];
        Ok((headers, Body::from_stream(body)).into_response())
    }
}

/// An event stream that is open.
struct Following<S> {
    stream: Stream,
    stopping: watch::Receiver<bool>,
    source: S,
}

impl<S: EventSource> Following<S> {
    async fn step(mut self) -> Option<(Result<Bytes, Infallible>, Self)> {
        let Self { stream, stopping, source } = &mut self;
        let news = async {
            stream.visitor().wait_for_budget().await;
            match tokio::time::timeout(ALIVE, source.next()).await {
                Ok(news) => news,
                Err(_) => Some(Bytes::from_static(b": still here\n\n")),
            }
        };
        let news = tokio::select! {
            // An error means that the server is gone.
            _ = stopping.wait_for(|stopping| *stopping) => None,
            news = news => news,
        };
        Some((Ok(news?), self))
    }
}
