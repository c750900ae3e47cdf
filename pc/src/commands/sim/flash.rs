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

/// Length of the journal at the end of the chip, in bytes.
pub(super) const LENGTH: u32 = Geometry::SHIPPED.length;
/// Erase size in bytes.
const SECTOR: usize = 4_096;

/// The flash chip of a virtual board. It keeps its contents without power; every clone refers to
/// the same chip.
#[derive(Clone, Debug)]
pub(super) struct Flash {
    chip: Arc<Mutex<Chip>>,
}

#[derive(Debug)]
struct Chip {
    bytes: Vec<u8>,
    /// File with a copy of the bytes.
    file: Option<File>,
}

impl Flash {
    /// Returns an erased chip with the journal only.
    pub(super) fn new() -> Self {
        Self::with(vec![0xff; LENGTH as usize], None)
    }

    /// Returns an erased chip with the image region before the journal: journal records contain
    /// their addresses.
    pub(super) fn with_room() -> Self {
        Self::with(vec![0xff; CHIP_SIZE as usize], None)
    }

    /// Opens the chip in a file; creates the file if it does not exist, and returns whether it did.
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
                    "the file has {length} bytes; the flash of a board has {LENGTH}"
                );
                file.read_exact(&mut bytes)?;
            }
            Ok((Self::with(bytes, Some(file)), new))
        };
        open().with_context(|| path.display().to_string())
    }

    /// Returns a copy of its contents.
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
    /// Writes changed bytes to the file.
    fn keep(&mut self, from: usize, to: usize) -> Result<(), NorFlashErrorKind> {
        let Self { bytes, file } = self;
        let Some(file) = file else { return Ok(()) };
        let written =
            file.seek(SeekFrom::Start(from as u64)).and_then(|_| file.write_all(&bytes[from..to]));
        // An error of the file is a write error of the chip, which the board shows on its display.
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

/// Writing again only clears more bits.
impl MultiwriteNorFlash for Flash {}
