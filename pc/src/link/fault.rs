use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use damiera::protocol::{Answer, NEWEST};

/// An error of a connection, a recording or an output file. `Display` gives one sentence.
#[derive(Debug)]
pub(crate) enum Fault {
    /// No board is plugged in.
    NoBoard,
    /// The named port does not exist.
    NoPort(String),
    /// Another program has the port open.
    Busy(String),
    /// This user may not open it.
    Denied {
        /// The port.
        port: String,
        /// The group whose members may.
        group: String,
    },
    /// The device at the port does not answer as a board does.
    WrongDevice(String),
    /// The board and this program have no protocol version in common.
    Protocol {
        /// The port.
        port: String,
        /// The oldest version that the board understands.
        oldest: u16,
    },
    /// The connection broke.
    Broken(String, io::Error),
    /// A recording ends within a frame, or frames in it are damaged.
    Torn {
        /// The file.
        file: String,
        /// Number of frames that could not be decoded.
        frames: u32,
    },
    /// A file that begins like a capture and is damaged.
    Unread(String, anyhow::Error),
    /// Events are missing in a recording.
    Missing {
        /// The file.
        file: String,
        /// Number of events behind a gap.
        events: u32,
    },
    /// The disk is full.
    DiskFull(PathBuf),
    /// A file cannot be written for another reason.
    Unwritten(PathBuf, io::Error),
    /// The board has refused the command.
    Refused(Answer),
}

impl Fault {
    /// Exit code, as `--help` lists it.
    pub(crate) const fn exit_code(&self) -> u8 {
        match self {
            Self::NoBoard | Self::NoPort(_) => 3,
            Self::Busy(_) | Self::Denied { .. } => 4,
            Self::WrongDevice(_) | Self::Protocol { .. } => 5,
            Self::Broken(..) | Self::Torn { .. } | Self::Unread(..) | Self::Missing { .. } => 6,
            Self::DiskFull(_) | Self::Unwritten(..) => 7,
            Self::Refused(_) => 8,
        }
    }

    /// The user may not open a port: names the group to join.
    pub(crate) fn denied(port: String) -> Self {
        // Debian's name; other systems call it uucp.
        let group = group(Path::new(&port)).unwrap_or_else(|| "dialout".to_owned());
        Self::Denied { port, group }
    }

    /// Converts an error of writing a file.
    pub(crate) fn of_writing(path: PathBuf, error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::DiskFull(path),
            _ => Self::Unwritten(path, error),
        }
    }
}

/// Returns the name of the group that owns a port.
#[cfg(unix)]
fn group(port: &Path) -> Option<String> {
    use std::os::unix::fs::MetadataExt;
    let id = std::fs::metadata(port).ok()?.gid().to_string();
    let groups = std::fs::read_to_string("/etc/group").ok()?;
    groups.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)? == id).then(|| name.to_owned())
    })
}

#[cfg(not(unix))]
fn group(_: &Path) -> Option<String> {
    None
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoBoard => {
                f.write_str("no board is plugged in: none of the serial ports belongs to a Damiera")
            }
            Self::NoPort(port) => write!(f, "{port}: there is no such port"),
            Self::Busy(port) => write!(f, "{port}: another program uses this port"),
            Self::Denied { port, group } => write!(
                f,
                "{port}: permission denied: join the group {group} (sudo usermod -aG {group} $USER) and log in again"
            ),
            Self::WrongDevice(port) => {
                write!(f, "{port}: the device there does not answer as a Damiera board")
            }
            Self::Protocol { port, oldest } if *oldest > NEWEST => write!(
                f,
                "{port}: the board speaks protocol {oldest} or newer, this program only {NEWEST}: update the program"
            ),
            Self::Protocol { port, .. } => write!(
                f,
                "{port}: the board speaks only protocols that are too old: update its firmware"
            ),
            Self::Broken(port, error) => write!(f, "{port}: the connection broke: {error}"),
            Self::Torn { file, frames } => write!(
                f,
                "{file}: {frames} incomplete or damaged frames were skipped; all others were read"
            ),
            Self::Missing { file, events } => {
                write!(f, "{file}: events are missing; {events} events behind the gap were skipped")
            }
            Self::DiskFull(path) => write!(f, "{}: the disk is full", path.display()),
            Self::Unread(file, error) => write!(f, "{file}: {error:#}"),
            Self::Unwritten(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Refused(answer) => write!(f, "the board refused the command: {answer}"),
        }
    }
}

impl std::error::Error for Fault {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        // `Display` includes the cause.
        None
    }
}
