use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

#[cfg(unix)]
mod pty;

#[cfg(unix)]
use pty::Pty;

/// Length of the input buffer from which nothing more is received. The rest stays in the system's
/// buffer: a reader that sends and does not wait for answers is held up.
const INPUT_MAX: usize = 4_096;
/// Bytes that the system keeps for a reader at TCP, as little as a serial port: with the megabytes
/// that are usual a reader that reads nothing would hold the port for minutes.
#[cfg(unix)]
const SEND_BUFFER: usize = 16 << 10;
/// A reader whose input is full and for which no byte has moved for so long does not read what it
/// is sent, and the board waits for it. It is disconnected; a board at USB is set free when the
/// program is ended. An answer takes some milliseconds.
const STALL_LIMIT: Duration = Duration::from_secs(2);

/// The USB port of a simulated or replayed board: a pseudo-terminal and optionally a TCP port, for
/// one reader at a time.
#[derive(Debug)]
pub(crate) struct Cable {
    #[cfg(unix)]
    pty: Option<Pty>,
    listener: Option<TcpListener>,
    /// The reader that is connected.
    line: Option<Line>,
    /// Bytes received from the reader and not yet consumed.
    waiting: Vec<u8>,
    /// Time at which the board last took a byte, or the reader one.
    moved_at: Instant,
    /// Whether sending to the reader has failed.
    broken: bool,
}

#[derive(Debug)]
enum Line {
    #[cfg(unix)]
    Pty,
    Tcp(TcpStream),
}

impl Cable {
    /// Opens a pseudo-terminal, where the system has them, and listens at `tcp` if given.
    pub(crate) fn open(tcp: Option<SocketAddr>) -> Result<Self> {
        let listener = match tcp {
            Some(address) => {
                let listen = || -> std::io::Result<TcpListener> {
                    let listener = TcpListener::bind(address)?;
                    // Inherited by the connections.
                    #[cfg(unix)]
                    rustix::net::sockopt::set_socket_send_buffer_size(&listener, SEND_BUFFER)?;
                    listener.set_nonblocking(true)?;
                    Ok(listener)
                };
                Some(listen().with_context(|| address.to_string())?)
            }
            None => None,
        };
        Ok(Self {
            // Optional: `path` returns `None` without it.
            #[cfg(unix)]
            pty: Pty::open().ok(),
            listener,
            line: None,
            waiting: Vec::new(),
            moved_at: Instant::now(),
            broken: false,
        })
    }

    /// Path of the pseudo-terminal.
    pub(crate) fn path(&self) -> Option<&Path> {
        #[cfg(unix)]
        return self.pty.as_ref().map(Pty::path);
        #[cfg(not(unix))]
        None
    }

    /// Local address of the TCP port.
    pub(crate) fn address(&self) -> Option<SocketAddr> {
        self.listener.as_ref()?.local_addr().ok()
    }

    /// Which kind of reader is connected: `pty`, `tcp` or none.
    pub(crate) fn reader(&self) -> Option<&'static str> {
        match self.line.as_ref()? {
            #[cfg(unix)]
            Line::Pty => Some("pty"),
            Line::Tcp(_) => Some("tcp"),
        }
    }

    /// Accepts a new reader, receives the bytes of the connected one, and notices when it has
    /// disconnected. Returns whether a reader has connected or disconnected.
    pub(crate) fn poll(&mut self) -> bool {
        if self.line.is_some() {
            let gone = self.broken || !self.take_in() || self.is_stalled();
            if gone {
                // The next reader gets the greeting first. A reader that opens the terminal again
                // before `poll` has seen it closed sends a zero first, as the protocol demands,
                // and is greeted because of that.
                #[cfg(unix)]
                if let (Some(Line::Pty), Some(pty)) = (&self.line, &self.pty) {
                    let _ = pty.forget();
                }
                self.unplug();
            }
            return gone;
        }
        #[cfg(unix)]
        if self.pty.as_ref().is_some_and(Pty::is_open) {
            self.connect(Line::Pty);
            return true;
        }
        if let Some(Ok((stream, _))) = self.listener.as_ref().map(TcpListener::accept)
            && stream.set_nonblocking(true).is_ok()
        {
            // Messages are short and must not wait for Nagle's algorithm.
            let _ = stream.set_nodelay(true);
            self.connect(Line::Tcp(stream));
            return true;
        }
        false
    }

    fn connect(&mut self, line: Line) {
        self.line = Some(line);
        self.moved_at = Instant::now();
        self.broken = false;
    }

    fn is_stalled(&self) -> bool {
        self.waiting.len() >= INPUT_MAX && self.moved_at.elapsed() > STALL_LIMIT
    }

    /// Bytes received from the reader; [`taken`](Self::taken) removes those that were consumed.
    pub(crate) fn input(&self) -> &[u8] {
        &self.waiting
    }

    /// Removes the first `bytes` of [`input`](Self::input).
    pub(crate) fn taken(&mut self, bytes: usize) {
        self.waiting.drain(..bytes);
        if bytes > 0 {
            self.moved_at = Instant::now();
        }
    }

    /// Sends as many bytes as the reader accepts now and returns their number; without a reader all
    /// bytes are discarded.
    pub(crate) fn send(&mut self, bytes: &[u8]) -> usize {
        let written = match &mut self.line {
            #[cfg(unix)]
            Some(Line::Pty) => self.pty.as_mut().map_or(Ok(0), |pty| pty.write(bytes)),
            Some(Line::Tcp(stream)) => stream.write(bytes),
            None => return bytes.len(),
        };
        match written {
            Ok(0) => 0,
            Ok(written) => {
                self.moved_at = Instant::now();
                written
            }
            Err(error) => {
                // `poll` disconnects the reader.
                self.broken |= !is_temporary(&error);
                0
            }
        }
    }

    /// Disconnects the reader, as when the board loses its power. A pseudo-terminal stays open.
    pub(crate) fn unplug(&mut self) {
        self.line = None;
        self.waiting.clear();
    }

    /// Receives bytes; returns false if the reader has disconnected.
    fn take_in(&mut self) -> bool {
        // Also with a full input: the reader may be gone for good.
        #[cfg(unix)]
        if matches!(self.line, Some(Line::Pty)) && !self.pty.as_ref().is_some_and(Pty::is_open) {
            return false;
        }
        let mut buffer = [0; 512];
        while self.waiting.len() < INPUT_MAX {
            let read = match &mut self.line {
                #[cfg(unix)]
                Some(Line::Pty) => match &mut self.pty {
                    Some(pty) => pty.read(&mut buffer),
                    None => return false,
                },
                Some(Line::Tcp(stream)) => stream.read(&mut buffer),
                None => return false,
            };
            match read {
                Ok(0) => return false,
                Ok(read) => self.waiting.extend_from_slice(&buffer[..read]),
                Err(error) => return is_temporary(&error),
            }
        }
        true
    }
}

fn is_temporary(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}
