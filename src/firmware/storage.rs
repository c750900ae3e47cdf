//! The flash chip beside the image: the journal of games, the settings, and the number of the board.

use damiera::event_store::{BootState, Store};
use damiera::journal::{CHIP_SIZE, Geometry};
use defmt::unwrap;
use embassy_rp::Peri;
use embassy_rp::flash::{Blocking, Flash};
use embassy_rp::peripherals::FLASH;

/// The flash chip. Blocking on purpose: the asynchronous driver reads by DMA through the cache that
/// a write has to switch off.
pub(crate) type Chip = Flash<'static, FLASH, Blocking, { CHIP_SIZE as usize }>;

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

    /// Opens the journal, whatever is in it, with the last game or without.
    pub(crate) fn open(self, aside: bool) -> (Store<Chip>, BootState) {
        // The driver refuses only what lies outside the chip, and the region lies inside.
        let open = if aside { Store::open_aside } else { Store::open };
        unwrap!(open(self.flash, Geometry::SHIPPED).ok())
    }
}
