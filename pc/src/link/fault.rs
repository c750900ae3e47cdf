use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use damiera::protocol::{Answer, NEWEST};

/// What can go wrong between a board and a file, one sentence each.
#[derive(Debug)]
pub(crate) enum Fault {
    /// No board is plugged in.
    NoBoard,
    /// The port that was named is not there.
    NoPort(String),
    /// Another program has it.
    Busy(String),
    /// This user may not open it.
    Denied {
        /// Which port.
        port: String,
        /// Whose members may.
        group: String,
    },
    /// Something answers, but no board; or nothing does.
    WrongDevice(String),
    /// The board speaks none of our protocols.
    Protocol {
        /// At which port.
        port: String,
        /// The oldest that it understands: newer than ours, or older.
        oldest: u16,
    },
    /// The connection broke.
    Broken(String, io::Error),
    /// A recording ends within a frame, or frames in it are damaged.
    Torn {
        /// Which file.
        file: String,
        /// How many runs of bytes were no frames.
        frames: u32,
    },
    /// A capture that is none.
    Unread(String, anyhow::Error),
    /// Events are missing in a recording.
    Missing {
        /// Which file.
        file: String,
        /// How many events had no predecessor.
        events: u32,
    },
    /// No room for a file.
    DiskFull(PathBuf),
    /// A file cannot be written for another reason.
    Unwritten(PathBuf, io::Error),
    /// The board has answered, and not by doing it.
    Refused(Answer),
}

impl Fault {
    /// As the help pages list them.
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

    /// This user may not open a port.
    pub(crate) fn denied(port: String) -> Self {
        // As Debian has it; others call it uucp.
        let group = group(Path::new(&port)).unwrap_or_else(|| "dialout".to_owned());
        Self::Denied { port, group }
    }

    /// Why a file could not be written.
    pub(crate) fn of_writing(path: PathBuf, error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::DiskFull(path),
            _ => Self::Unwritten(path, error),
        }
    }
}

/// The name of the group that a port belongs to.
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
            Self::WrongDevice(port) => write!(f, "{port}: no Damiera answers there"),
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
                "{file}: {frames} torn or damaged frames were left out; all others were read"
            ),
            Self::Missing { file, events } => {
                write!(f, "{file}: {events} events stand behind a gap and were left out")
            }
            Self::DiskFull(path) => write!(f, "{}: the disk is full", path.display()),
            Self::Unread(file, error) => write!(f, "{file}: {error:#}"),
            Self::Unwritten(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Refused(answer) => write!(f, "the board has not done it: {answer}"),
        }
    }
}

impl std::error::Error for Fault {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        // Their causes stand in their sentences already.
        None
    }
}
