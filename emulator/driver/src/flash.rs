//! Flash contents that a test starts with.

use damiera::event_store::Store;
use damiera::game::Settings;
use damiera::journal::{CHIP_SIZE, Geometry};
use damiera_sim::nor::Nor;

use crate::Stopped;

/// Returns the content of a flash with these settings, no game, and all free sectors erased.
pub(crate) fn with_settings(settings: &Settings) -> Result<Vec<u8>, Stopped> {
    let refused = |why: String| Stopped::Refused(why);
    let (mut store, ..) = Store::open(Nor::new(CHIP_SIZE as usize), Geometry::SHIPPED)
        .map_err(|error| refused(format!("{error:?}")))?;
    while store.needs_erase() {
        store.erase_ahead();
    }
    match store.keep_settings(settings) {
        None => Ok(store.journal_mut().flash_mut().content().to_vec()),
        Some(fault) => Err(refused(format!("{fault:?}"))),
    }
}
