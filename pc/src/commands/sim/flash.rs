use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};

use anyhow::{Context, Result, ensure};
use damiera::journal::{CHIP_SIZE, Geometry};
use embedded_storage::nor_flash::{
    ErrorType, MultiwriteNorFlash, NorFlash, NorFlashErrorKind, ReadNorFlash, check_erase,
    check_read, check_write,
};

/// What the firmware leaves for the log: the end of the chip.
pub(super) const LENGTH: u32 = Geometry::SHIPPED.length;
/// What is erased at once.
const SECTOR: usize = 4_096;

/// The flash chip of a virtual board. It outlives the board's power: every clone is the
/// same chip.
#[derive(Clone, Debug)]
pub(super) struct Flash {
    chip: Arc<Mutex<Chip>>,
}

#[derive(Debug)]
struct Chip {
    bytes: Vec<u8>,
    /// A copy of the bytes that outlives the program.
    file: Option<File>,
}

impl Flash {
    /// A chip fresh from the factory.
    pub(super) fn new() -> Self {
        Self::with(vec![0xff; LENGTH as usize], None)
    }

    /// The same with the room for an image before the log: what is written knows its
    /// place.
    pub(super) fn with_room() -> Self {
        Self::with(vec![0xff; CHIP_SIZE as usize], None)
    }

    /// The chip kept in a file, which is made where there is none; says whether it was.
    pub(super) fn in_file(path: &Path) -> Result<(Self, bool)> {
        let open = || -> Result<(Self, bool)> {
            let mut options = OpenOptions::new();
            let options = options.read(true).write(true);
            let (mut file, new) = match options.open(path) {
                Ok(file) => (file, false),
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    (options.create_new(true).open(path)?, true)
                }
                Err(error) => return Err(error.into()),
            };
            let mut bytes = vec![0xff; LENGTH as usize];
            if new {
                file.write_all(&bytes)?;
            } else {
                let length = file.metadata()?.len();
                ensure!(
                    length == u64::from(LENGTH),
                    "it has {length} bytes, and the flash of a board has {LENGTH}"
                );
                file.read_exact(&mut bytes)?;
            }
            Ok((Self::with(bytes, Some(file)), new))
        };
        open().with_context(|| path.display().to_string())
    }

    /// All that is in it.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.chip().bytes.clone()
    }

    fn with(bytes: Vec<u8>, file: Option<File>) -> Self {
        Self { chip: Arc::new(Mutex::new(Chip { bytes, file })) }
    }

    fn chip(&self) -> MutexGuard<'_, Chip> {
        self.chip.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Chip {
    /// These bytes have changed.
    fn keep(&mut self, from: usize, to: usize) -> Result<(), NorFlashErrorKind> {
        let Self { bytes, file } = self;
        let Some(file) = file else { return Ok(()) };
        let written =
            file.seek(SeekFrom::Start(from as u64)).and_then(|_| file.write_all(&bytes[from..to]));
        // A full disk is a chip that fails: the board says so on its display.
        written.map_err(|_| NorFlashErrorKind::Other)
    }
}

impl ErrorType for Flash {
    type Error = NorFlashErrorKind;
}

impl ReadNorFlash for Flash {
    const READ_SIZE: usize = 1;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), NorFlashErrorKind> {
        check_read(self, offset, bytes.len())?;
        let from = offset as usize;
        bytes.copy_from_slice(&self.chip().bytes[from..from + bytes.len()]);
        Ok(())
    }

    fn capacity(&self) -> usize {
        self.chip().bytes.len()
    }
}

impl NorFlash for Flash {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), NorFlashErrorKind> {
        check_erase(self, from, to)?;
        let mut chip = self.chip();
        chip.bytes[from as usize..to as usize].fill(0xff);
        chip.keep(from as usize, to as usize)
    }

    /// Programming only clears bits.
    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), NorFlashErrorKind> {
        check_write(self, offset, bytes.len())?;
        let from = offset as usize;
        let mut chip = self.chip();
        for (old, new) in chip.bytes[from..].iter_mut().zip(bytes) {
            *old &= new;
        }
        chip.keep(from, from + bytes.len())
    }
}

/// Bits that are zeroes stay zeroes, whatever is written.
impl MultiwriteNorFlash for Flash {}
