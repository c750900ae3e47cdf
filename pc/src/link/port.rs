use std::fs;
use std::io::{self, Cursor, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use super::{Address, Fault};
use crate::capture::{self, Sender};

/// Read timeout of a port: bounds how late a loop notices `Stop`.
pub(crate) const READ_TIMEOUT: Duration = Duration::from_millis(50);

/// A stream that is read and written: serial port, TCP connection or file.
trait Duplex: Read + Write + Send {}

impl<T: Read + Write + Send> Duplex for T {}

/// An open connection.
pub(crate) struct Port {
    stream: Box<dyn Duplex>,
    /// Whether it is a recording: writes are discarded, and it has an end.
    is_recording: bool,
}

/// Result of a read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Got {
    /// This number of bytes was read.
    Bytes(usize),
    /// Nothing came within [`READ_TIMEOUT`].
    Quiet,
    /// The connection was closed, or the recording has ended.
    End,
}

impl Port {
    pub(crate) fn open(address: &Address) -> Result<Self, Fault> {
        let name = address.to_string();
        let stream: Box<dyn Duplex> = match address {
            Address::File(path) => {
                let bytes = fs::read(path).map_err(|e| of_opening(name.clone(), e))?;
                Box::new(Cursor::new(bytes_from_board(bytes).map_err(|e| Fault::Unread(name, e))?))
            }
            Address::Tcp(peer) => Box::new(connect(peer).map_err(|e| of_opening(name, e))?),
            Address::Serial(_) | Address::Number(_) => {
                let port = address.port_name().ok_or(Fault::NoPort(name.clone()))?;
                // USB ignores the baud rate.
                let opened = serialport::new(port, 115_200)
                    .timeout(READ_TIMEOUT)
                    .dtr_on_open(true)
                    .open()
                    .map_err(|error| match error.kind() {
                        // What serialport returns for a port that is locked.
                        serialport::ErrorKind::NoDevice => Fault::Busy(name.clone()),
                        _ => of_opening(name.clone(), error.into()),
                    })?;
                Box::new(opened)
            }
        };
        Ok(Self { stream, is_recording: matches!(address, Address::File(_)) })
    }

    pub(crate) const fn is_recording(&self) -> bool {
        self.is_recording
    }

    pub(crate) fn read(&mut self, into: &mut [u8]) -> io::Result<Got> {
        use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
        match self.stream.read(into) {
            Ok(0) => Ok(Got::End),
            Ok(number) => Ok(Got::Bytes(number)),
            Err(e) if matches!(e.kind(), TimedOut | WouldBlock | Interrupted) => Ok(Got::Quiet),
            Err(error) => Err(error),
        }
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.is_recording {
            return Ok(());
        }
        self.stream.write_all(bytes)?;
        self.stream.flush()
    }
}

/// Returns the bytes that the board sent in a recording.
fn bytes_from_board(bytes: Vec<u8>) -> anyhow::Result<Vec<u8>> {
    if !capture::is_capture(&bytes) {
        return Ok(bytes);
    }
    let runs = capture::runs(&bytes)?;
    Ok(runs.into_iter().filter(|run| run.by == Sender::Board).flat_map(|run| run.bytes).collect())
}

fn connect(peer: &str) -> io::Result<TcpStream> {
    let mut last = io::ErrorKind::NotFound.into();
    for address in peer.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, Duration::from_secs(3)) {
            Ok(stream) => {
                stream.set_read_timeout(Some(READ_TIMEOUT))?;
                stream.set_write_timeout(Some(Duration::from_secs(3)))?;
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn of_opening(name: String, error: io::Error) -> Fault {
    use io::ErrorKind as Kind;
    match error.kind() {
        Kind::NotFound | Kind::ConnectionRefused | Kind::InvalidInput | Kind::TimedOut => {
            Fault::NoPort(name)
        }
        Kind::PermissionDenied => Fault::denied(name),
        Kind::ResourceBusy => Fault::Busy(name),
        // A device that is not a terminal, such as /dev/null.
        _ if error.to_string().contains("Not a typewriter") => Fault::WrongDevice(name),
        _ => Fault::Broken(name, error),
    }
}
