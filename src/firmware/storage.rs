//! The flash chip beside the image: the journal of games, the settings, and the number of the board.

use damiera::journal::Geometry;
use damiera::store::{Found, Store};
use defmt::unwrap;
use embassy_rp::Peri;
use embassy_rp::flash::{Blocking, Flash};
use embassy_rp::peripherals::FLASH;

/// The whole chip.
const SIZE: usize = 2 * 1024 * 1024;
/// Where the image ends, see `memory.x`.
const REGION: u32 = 256 * 1024;

/// The flash chip. Blocking on purpose: the asynchronous driver reads by DMA through the cache that
/// a write has to switch off.
pub(crate) type Chip = Flash<'static, FLASH, Blocking, SIZE>;

/// The number of a flash chip. No other part of the board has one of its own.
pub(crate) type UniqueId = [u8; 8];

/// The chip, before the journal on it is opened.
pub(crate) struct Storage {
    flash: Chip,
}

impl Storage {
    pub(crate) fn new(flash: Peri<'static, FLASH>) -> Self {
        Self { flash: Flash::new_blocking(flash) }
    }

    /// The chip's number, or zeros from a chip that has none.
    pub(crate) fn unique_id(&mut self) -> UniqueId {
        let mut id = UniqueId::default();
        if self.flash.blocking_unique_id(&mut id).is_err() {
            defmt::warn!("the flash chip does not tell its number");
        }
        id
    }

    /// Opens the journal, whatever is in it.
    pub(crate) fn open(self) -> (Store<Chip>, Found) {
        let geometry = Geometry::new(REGION, SIZE as u32 - REGION);
        // The driver refuses only what lies outside the chip, and the region lies inside.
        unwrap!(Store::open(self.flash, geometry).ok())
    }
}
