use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use axum::Router;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use super::visitors::Visitors;
use super::{Limits, connection};

/// Connections that the system accepts before this program does: those that come while a flood of
/// others is being refused.
const BACKLOG: u32 = 1_024;
/// Bytes that the system keeps for a reader, besides what the reader's own system keeps: the state
/// of forty boards. The usual megabytes would all be used by readers that read nothing.
const SEND_BUFFER: u32 = 64 << 10;
/// Refused connections that are closed with care at a time; others just end.
const REFUSED: usize = 64;
/// Wait after a connection could not be accepted, because too many files are open.
const ACCEPT_RETRY: Duration = Duration::from_millis(50);
/// Time for the connections that are open when the server ends.
const END_LIMIT: Duration = Duration::from_secs(2);

/// A web server. It answers when it has been [started](Server::start).
pub(crate) struct Server {
    runtime: Runtime,
    listener: TcpListener,
    limits: Limits,
}

/// A server that answers. Dropping it ends the server.
pub(crate) struct Running {
    stop: watch::Sender<bool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Listens at an address.
    pub(crate) fn listen(address: SocketAddr, mut limits: Limits) -> io::Result<Self> {
        limits.fit_open_files();
        let runtime = Builder::new_current_thread().enable_io().enable_time().build()?;
        let listener = {
            let _entered = runtime.enter();
            let socket = match address {
                SocketAddr::V4(_) => TcpSocket::new_v4()?,
                SocketAddr::V6(_) => TcpSocket::new_v6()?,
            };
            // As in the standard library: elsewhere it would let two programs share the port.
            #[cfg(unix)]
            socket.set_reuseaddr(true)?;
            // Inherited by the connections.
            socket.set_send_buffer_size(SEND_BUFFER)?;
            socket.bind(address)?;
            socket.listen(BACKLOG)?
        };
        Ok(Self { runtime, listener, limits })
    }

    /// The address at which it listens.
    pub(crate) fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers requests on a thread of its own.
    pub(crate) fn start(self, router: Router) -> io::Result<Running> {
        let Self { runtime, listener, limits } = self;
        let (stop, stopping) = watch::channel(false);
        let visitors = Visitors::new(limits, stopping.clone());
        let thread = thread::Builder::new()
            .name("web".to_owned())
            .spawn(move || runtime.block_on(serve(listener, &visitors, &router, stopping)))?;
        Ok(Running { stop, thread: Some(thread) })
    }
}

impl Drop for Running {
    /// Ends event streams, lets other answers finish, and waits for that.
    fn drop(&mut self) {
        self.stop.send_replace(true);
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has printed its message.
            let _ = thread.join();
        }
    }
}

async fn serve(
    listener: TcpListener,
    visitors: &Arc<Visitors>,
    router: &Router,
    mut stopping: watch::Receiver<bool>,
) {
    let refused = Arc::new(Semaphore::new(REFUSED));
    let mut open = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            _ = stopping.wait_for(|stopping| *stopping) => break,
            Some(_) = open.join_next() => continue,
            accepted = listener.accept() => accepted,
        };
        let Ok((stream, peer)) = accepted else {
            tokio::time::sleep(ACCEPT_RETRY).await;
            continue;
        };
        // Moves are a few bytes and must not wait for more.
        let _ = stream.set_nodelay(true);
        match visitors.admit(peer.ip()) {
            Ok(visitor) => {
                open.spawn(connection::answer(stream, visitor, router.clone()));
            }
            Err(refusal) => {
                let place = Arc::clone(&refused).try_acquire_owned().ok();
                open.spawn(refuse(stream, refusal, place));
            }
        }
    }
    drop(listener);
    let ended = async { while open.join_next().await.is_some() {} };
    let _ = tokio::time::timeout(END_LIMIT, ended).await;
}

async fn refuse(
    stream: TcpStream,
    refusal: super::Refusal,
    place: Option<tokio::sync::OwnedSemaphorePermit>,
) {
    connection::refuse(stream, &refusal, place.is_some()).await;
}
