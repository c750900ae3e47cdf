use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;

use anyhow::{Context, Result};

#[cfg(unix)]
mod pty;

#[cfg(unix)]
use pty::Pty;

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
            let gone = !self.take_in();
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
            self.line = Some(Line::Pty);
            return true;
        }
        if let Some(Ok((stream, _))) = self.listener.as_ref().map(TcpListener::accept)
            && stream.set_nonblocking(true).is_ok()
        {
            // Messages are short and must not wait for Nagle's algorithm.
            let _ = stream.set_nodelay(true);
            self.line = Some(Line::Tcp(stream));
            return true;
        }
        false
    }

    /// Bytes received from the reader; [`taken`](Self::taken) removes those that were consumed.
    pub(crate) fn input(&self) -> &[u8] {
        &self.waiting
    }

    /// Removes the first `bytes` of [`input`](Self::input).
    pub(crate) fn taken(&mut self, bytes: usize) {
        self.waiting.drain(..bytes);
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
        // `poll` notices a disconnected reader.
        written.unwrap_or(0)
    }

    /// Disconnects the reader, as when the board loses its power. A pseudo-terminal stays open.
    pub(crate) fn unplug(&mut self) {
        self.line = None;
        self.waiting.clear();
    }

    /// Receives bytes; returns false if the reader has disconnected.
    fn take_in(&mut self) -> bool {
        let mut buffer = [0; 512];
        // Bounds the buffer: the rest stays in the system's buffer.
        while self.waiting.len() < 4_096 {
            let read = match &mut self.line {
                #[cfg(unix)]
                Some(Line::Pty) => match &mut self.pty {
                    Some(pty) if pty.is_open() => pty.read(&mut buffer),
                    _ => return false,
                },
                Some(Line::Tcp(stream)) => stream.read(&mut buffer),
                None => return false,
            };
            match read {
                Ok(0) => return false,
                Ok(read) => self.waiting.extend_from_slice(&buffer[..read]),
                Err(error) => {
                    return matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted);
                }
            }
        }
        true
    }
}
