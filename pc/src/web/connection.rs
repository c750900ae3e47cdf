use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep, timeout};
use tower::ServiceExt;

use super::{Refusal, Visitor};

/// A reader that has not taken what was sent to it within this time is disconnected. A page opens
/// the event stream again by itself.
const WRITE_DEADLINE: Duration = Duration::from_secs(10);
/// Time for an answer in progress when the server ends.
const GRACE: Duration = Duration::from_secs(1);
/// Time and number of reads for the rest of a request after its answer: closing a connection with
/// unread bytes would take the answer away.
const LINGER: Duration = Duration::from_millis(500);
const LINGER_READS: usize = 64;

/// Answers the request of a connection, and closes it.
pub(super) async fn answer(stream: TcpStream, visitor: Visitor, router: Router) {
    let stream = Arc::new(stream);
    let limits = visitor.limits();
    let service = {
        let visitor = visitor.clone();
        service_fn(move |request| route(request, visitor.clone(), router.clone()))
    };
    let io = CountedStream { stream: Arc::clone(&stream), visitor: visitor.clone(), late: None };
    let mut stopping = visitor.stopping();
    let ended = {
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.header_time)
            .max_buf_size(limits.header_bytes)
            .keep_alive(false)
            .title_case_headers(true)
            .serve_connection(TokioIo::new(io), service);
        let mut connection = std::pin::pin!(connection);
        let ended = tokio::select! {
            answered = connection.as_mut() => Ended::Answered(answered),
            refusal = visitor.evicted() => Ended::Evicted(refusal),
            _ = stopping.wait_for(|stopping| *stopping) => Ended::Stopping,
        };
        if let Ended::Stopping = ended {
            connection.as_mut().graceful_shutdown();
            Ended::Answered(timeout(GRACE, connection).await.unwrap_or(Ok(())))
        } else {
            ended
        }
    };
    let Ok(stream) = Arc::try_unwrap(stream).map_err(drop) else { return };
    match ended {
        Ended::Answered(answered) => {
            visitor.answered();
            tokio::select! {
                () = finish(stream, answered) => {}
                _ = visitor.evicted() => {}
            }
        }
        // Without lingering: its place has been given away.
        Ended::Evicted(refusal) => refuse(stream, &refusal, false).await,
        Ended::Stopping => {}
    }
}

/// Closes a connection so that its reader gets the answer.
async fn finish(stream: TcpStream, answered: hyper::Result<()>) {
    match answered {
        Ok(()) => close(stream).await,
        Err(error) if error.is_timeout() => {
            let late =
                Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request did not come in time");
            refuse(stream, &late, true).await;
        }
        Err(error) if error.is_parse() => close(stream).await,
        // The reader is gone, or did not read.
        Err(_) => {}
    }
}

/// How the work on a connection has ended.
enum Ended {
    /// By an answer, or an error.
    Answered(hyper::Result<()>),
    /// It has to make room for another connection.
    Evicted(Refusal),
    /// The server ends.
    Stopping,
}

/// Sends a refusal without reading a request. `linger` as in [`close`].
pub(super) async fn refuse(stream: TcpStream, refusal: &Refusal, linger: bool) {
    // A new connection has room for it.
    let _ = stream.try_write(&refusal.bytes());
    if linger {
        close(stream).await;
    }
}

async fn route(
    mut request: Request<Incoming>,
    visitor: Visitor,
    router: Router,
) -> Result<axum::response::Response, Infallible> {
    if let Err(refusal) = visitor.accept_request() {
        return Ok(refusal.into_response());
    }
    let time = visitor.limits().header_time;
    request.extensions_mut().insert(visitor);
    match timeout(time, router.oneshot(request.map(Body::new))).await {
        Ok(response) => response,
        Err(_) => {
            let late = "the body of the request did not come in time";
            Ok(Refusal::new(StatusCode::REQUEST_TIMEOUT, late).into_response())
        }
    }
}

/// Ends the answer, and takes the rest of the request for a moment.
async fn close(mut stream: TcpStream) {
    let rest = async {
        stream.shutdown().await?;
        let mut buffer = [0; 4_096];
        for _ in 0..LINGER_READS {
            stream.readable().await?;
            match stream.try_read(&mut buffer) {
                Ok(0) => break,
                Err(error) if error.kind() != io::ErrorKind::WouldBlock => return Err(error),
                Ok(_) | Err(_) => {}
            }
        }
        Ok(())
    };
    let _ = timeout(LINGER, rest).await;
}

/// A connection whose bytes are counted, and that fails when its reader does not read.
struct CountedStream {
    stream: Arc<TcpStream>,
    visitor: Visitor,
    /// Runs from the first byte that found no room until everything is written.
    late: Option<Pin<Box<Sleep>>>,
}

impl AsyncRead for CountedStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.stream.poll_read_ready(context))?;
            match self.stream.try_read(buffer.initialize_unfilled()) {
                Ok(number) => {
                    buffer.advance(number);
                    self.visitor.spend(number);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl AsyncWrite for CountedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        loop {
            if self.stream.poll_write_ready(context)?.is_pending() {
                let late = self.late.get_or_insert_with(|| Box::pin(sleep(WRITE_DEADLINE)));
                ready!(late.as_mut().poll(context));
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            match self.stream.try_write(bytes) {
                Ok(number) => {
                    self.visitor.spend(number);
                    return Poll::Ready(Ok(number));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }

    /// Called when everything is written.
    fn poll_flush(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.late = None;
        Poll::Ready(Ok(()))
    }

    /// `close` does it.
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
