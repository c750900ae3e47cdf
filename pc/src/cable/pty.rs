use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, QueueSelector, tcflush, tcgetattr, tcsetattr};

/// The master end of a pseudo-terminal, whose other end is a serial port to other programs.
#[derive(Debug)]
pub(super) struct Pty {
    master: File,
    path: PathBuf,
}

impl Pty {
    pub(super) fn open() -> io::Result<Self> {
        let master: OwnedFd = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
        grantpt(&master)?;
        unlockpt(&master)?;
        let path = PathBuf::from(OsString::from_vec(ptsname(&master, Vec::new())?.into_bytes()));
        fcntl_setfl(&master, fcntl_getfl(&master)? | OFlags::NONBLOCK)?;
        let pty = Self { master: master.into(), path };
        // Raw mode, as at a USB port: no echo, line ends unchanged. Opening and closing it once
        // makes the system report HUP while no program has it open: see `is_open`.
        let port = pty.other_end()?;
        let mut attributes = tcgetattr(&port)?;
        attributes.make_raw();
        tcsetattr(&port, OptionalActions::Now, &attributes)?;
        Ok(pty)
    }

    /// Discards bytes that were sent and not read, in both directions. A terminal keeps them for
    /// the next program that opens it; a serial port does not.
    pub(super) fn forget(&self) -> io::Result<()> {
        // First the output queues of both ends, then their input queues.
        let other = self.other_end()?;
        tcflush(&self.master, QueueSelector::OFlush)?;
        tcflush(&other, QueueSelector::IOFlush)?;
        tcflush(&self.master, QueueSelector::IFlush)?;
        Ok(())
    }

    fn other_end(&self) -> io::Result<File> {
        let flags = OFlags::NOCTTY.bits().cast_signed();
        OpenOptions::new().read(true).write(true).custom_flags(flags).open(&self.path)
    }

    /// Path of the other end, for a program to open.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a program has it open.
    pub(super) fn is_open(&self) -> bool {
        let mut fds = [PollFd::new(&self.master, PollFlags::empty())];
        let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
        poll(&mut fds, Some(&at_once)).is_ok()
            && !fds[0].revents().intersects(PollFlags::HUP | PollFlags::ERR)
    }

    pub(super) fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.master.read(buffer)
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.master.write(bytes)
    }
}
