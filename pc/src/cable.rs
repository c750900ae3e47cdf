use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;

use anyhow::{Context, Result};

#[cfg(unix)]
mod pty;

#[cfg(unix)]
use pty::Pty;

/// The USB cable of a board that is a program: its other end is a pseudo-terminal and
/// perhaps a TCP port, for one reader at a time.
#[derive(Debug)]
pub(crate) struct Cable {
    #[cfg(unix)]
    pty: Option<Pty>,
    listener: Option<TcpListener>,
    line: Option<Line>,
    /// What came in and was not taken yet.
    waiting: Vec<u8>,
}

#[derive(Debug)]
enum Line {
    #[cfg(unix)]
    Pty,
    Tcp(TcpStream),
}

impl Cable {
    /// Opens a pseudo-terminal, where there is such a thing, and the TCP port if asked.
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
            // Without one the board is as good as before.
            #[cfg(unix)]
            pty: Pty::open().ok(),
            listener,
            line: None,
            waiting: Vec::new(),
        })
    }

    /// Where the pseudo-terminal is.
    pub(crate) fn path(&self) -> Option<&Path> {
        #[cfg(unix)]
        return self.pty.as_ref().map(Pty::path);
        #[cfg(not(unix))]
        None
    }

    /// Where the TCP port is.
    pub(crate) fn address(&self) -> Option<SocketAddr> {
        self.listener.as_ref()?.local_addr().ok()
    }

    /// What reads at present: `pty`, `tcp` or nothing.
    pub(crate) fn reader(&self) -> Option<&'static str> {
        match self.line.as_ref()? {
            #[cfg(unix)]
            Line::Pty => Some("pty"),
            Line::Tcp(_) => Some("tcp"),
        }
    }

    /// Looks whether a reader has come or gone, and takes in what it says. True where
    /// one has come or gone.
    pub(crate) fn poll(&mut self) -> bool {
        if self.line.is_some() {
            let gone = !self.take_in();
            if gone {
                // The next reader is greeted before it hears anything. One that opens the
                // terminal before it was seen closed begins with a zero, as the protocol
                // wants, and is greeted for that.
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
            // A move is a few bytes that should not wait for more.
            let _ = stream.set_nodelay(true);
            self.line = Some(Line::Tcp(stream));
            return true;
        }
        false
    }

    /// What has come in; say by [`taken`](Self::taken) how much of it was used.
    pub(crate) fn input(&self) -> &[u8] {
        &self.waiting
    }

    pub(crate) fn taken(&mut self, bytes: usize) {
        self.waiting.drain(..bytes);
    }

    /// Sends as much as the reader takes.
    pub(crate) fn send(&mut self, bytes: &[u8]) -> usize {
        let written = match &mut self.line {
            #[cfg(unix)]
            Some(Line::Pty) => self.pty.as_mut().map_or(Ok(0), |pty| pty.write(bytes)),
            Some(Line::Tcp(stream)) => stream.write(bytes),
            None => return bytes.len(),
        };
        // That somebody has gone is seen when the port is polled.
        written.unwrap_or(0)
    }

    /// The board has lost its power: whoever reads is cut off where that can be done.
    pub(crate) fn unplug(&mut self) {
        self.line = None;
        self.waiting.clear();
    }

    /// False where the reader has gone.
    fn take_in(&mut self) -> bool {
        let mut buffer = [0; 512];
        // A reader that talks without end has to wait.
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
