use std::convert::Infallible;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serialport::{SerialPortType, available_ports};

/// USB product string of a board. USB ids are not compared: they differ between builders.
const PRODUCT: &str = "Damiera";

/// The address of a board, or of a recording.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Address {
    /// A serial port by its name.
    Serial(String),
    /// A board by its serial number, at any serial port.
    Number(String),
    /// `tcp:HOST:PORT`.
    Tcp(String),
    /// A capture, or a file of bytes as a board sent them.
    File(PathBuf),
}

impl FromStr for Address {
    type Err = Infallible;

    /// An existing regular file is a recording, eight or more hexadecimal digits are a serial
    /// number, and everything else is the name of a serial port.
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
    /// Returns the boards that are plugged in, by serial number where they have one, so that a
    /// board is found again at another port.
    pub(crate) fn plugged_in() -> Vec<Self> {
        boards().map(|(name, number)| number.map_or(Self::Serial(name), Self::Number)).collect()
    }

    /// Returns the name of the serial port, if the board is plugged in.
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

/// Returns port and serial number of every board. If the system gives no list, there are none.
fn boards() -> impl Iterator<Item = (String, Option<String>)> {
    // `available_ports` requires this folder; a container may lack it.
    let listed = !cfg!(target_os = "linux") || Path::new("/sys/class/tty").is_dir();
    let ports = if listed { available_ports().unwrap_or_default() } else { Vec::new() };
    ports.into_iter().filter_map(|port| match port.port_type {
        SerialPortType::UsbPort(usb) if usb.product.as_deref() == Some(PRODUCT) => {
            Some((port.port_name, usb.serial_number.map(|number| number.to_ascii_uppercase())))
        }
        _ => None,
    })
}
