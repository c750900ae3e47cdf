//! The flash chip beside the image: where the journal will live, and whose number is the board's.

use embassy_rp::Peri;
use embassy_rp::flash::{Blocking, Flash};
use embassy_rp::peripherals::FLASH;

/// The whole chip.
pub(crate) const SIZE: usize = 2 * 1024 * 1024;

/// The flash chip. Blocking on purpose: the asynchronous driver reads by DMA through the cache that
/// a write has to switch off.
pub(crate) struct Storage {
    flash: Flash<'static, FLASH, Blocking, SIZE>,
}

/// The number of a flash chip. No other part of the board has one of its own.
pub(crate) type UniqueId = [u8; 8];

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
}
