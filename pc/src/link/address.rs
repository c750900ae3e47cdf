use std::convert::Infallible;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serialport::{SerialPortType, available_ports};

/// The product string by which a board is known, whatever its USB ids.
const PRODUCT: &str = "Damiera";

/// Where a board is, or a recording of one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Address {
    /// A serial port by its name.
    Serial(String),
    /// A board by its serial number, at whatever port it turns up.
    Number(String),
    /// `tcp:HOST:PORT`.
    Tcp(String),
    /// Bytes as a board sent them.
    File(PathBuf),
}

impl FromStr for Address {
    type Err = Infallible;

    /// A file is told from a port by what is there; a name that is neither, nor a
    /// path, is a serial number.
    fn from_str(text: &str) -> Result<Self, Infallible> {
        let path = Path::new(text);
        Ok(if let Some(peer) = text.strip_prefix("tcp:") {
            Self::Tcp(peer.to_owned())
        } else if path.is_file() {
            Self::File(path.to_owned())
        } else if text.chars().all(|c| c.is_ascii_hexdigit()) && text.len() >= 8 {
            Self::Number(text.to_ascii_uppercase())
        } else {
            Self::Serial(text.to_owned())
        })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Serial(name) => f.write_str(name),
            Self::Number(number) => write!(f, "board {number}"),
            Self::Tcp(peer) => write!(f, "tcp:{peer}"),
            Self::File(path) => write!(f, "{}", path.display()),
        }
    }
}

impl Address {
    /// The boards that are plugged in, by serial number where they have one: such a
    /// board is found again at another port.
    pub(crate) fn plugged_in() -> Vec<Self> {
        boards().map(|(name, number)| number.map_or(Self::Serial(name), Self::Number)).collect()
    }

    /// The name of the serial port, if there is one for it now.
    pub(super) fn port_name(&self) -> Option<String> {
        match self {
            Self::Serial(name) => Some(name.clone()),
            Self::Number(wanted) => {
                boards().find(|(_, number)| number.as_deref() == Some(wanted)).map(|(name, _)| name)
            }
            Self::Tcp(_) | Self::File(_) => None,
        }
    }
}

/// Port and serial number of every board. No list at all is an empty one: it is
/// looked at again soon.
fn boards() -> impl Iterator<Item = (String, Option<String>)> {
    // The crate takes this folder for granted; a container may lack it.
    let listed = !cfg!(target_os = "linux") || Path::new("/sys/class/tty").is_dir();
    let ports = if listed { available_ports().unwrap_or_default() } else { Vec::new() };
    ports.into_iter().filter_map(|port| match port.port_type {
        SerialPortType::UsbPort(usb) if usb.product.as_deref() == Some(PRODUCT) => {
            Some((port.port_name, usb.serial_number.map(|number| number.to_ascii_uppercase())))
        }
        _ => None,
    })
}
