//! The flash chip beside the image: the journal of games, the settings, and the number of the board.

use damiera::journal::CHIP_SIZE;
use embassy_rp::Peri;
use embassy_rp::flash::{Blocking, ERASE_SIZE, Error, Flash, READ_SIZE, WRITE_SIZE};
use embassy_rp::peripherals::FLASH;
use embedded_storage::nor_flash::{ErrorType, MultiwriteNorFlash, NorFlash, ReadNorFlash};

/// The driver. Blocking on purpose: the asynchronous one reads by DMA through the cache that a
/// write has to switch off.
type Driver = Flash<'static, FLASH, Blocking, { CHIP_SIZE as usize }>;

/// The number of a flash chip. No other part of the board has one of its own.
pub(crate) type UniqueId = [u8; 8];

/// The flash chip, or in its place the error of a driver that is missing: a static can be
/// initialised with [`Chip::MISSING`], which [`Chip::new`] replaces at boot.
pub(crate) struct Chip {
    driver: Option<Driver>,
}

impl Chip {
    pub(crate) const MISSING: Self = Self { driver: None };

    pub(crate) fn new(flash: Peri<'static, FLASH>) -> Self {
        Self { driver: Some(Flash::new_blocking(flash)) }
    }

    /// The chip's number, or zeros from a chip that has none.
    pub(crate) fn unique_id(&mut self) -> UniqueId {
        let mut id = UniqueId::default();
        if self.driver().and_then(|driver| driver.blocking_unique_id(&mut id)).is_err() {
            defmt::warn!("the flash chip does not tell its number");
        }
        id
    }

    fn driver(&mut self) -> Result<&mut Driver, Error> {
        self.driver.as_mut().ok_or(Error::Other)
    }
}

impl ErrorType for Chip {
    type Error = Error;
}

impl ReadNorFlash for Chip {
    const READ_SIZE: usize = READ_SIZE;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Error> {
        self.driver()?.blocking_read(offset, bytes)
    }

    fn capacity(&self) -> usize {
        CHIP_SIZE as usize
    }
}

impl NorFlash for Chip {
    const WRITE_SIZE: usize = WRITE_SIZE;
    const ERASE_SIZE: usize = ERASE_SIZE;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), Error> {
        self.driver()?.blocking_erase(from, to)
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Error> {
        self.driver()?.blocking_write(offset, bytes)
    }
}

impl MultiwriteNorFlash for Chip {}
