use damiera::game::Settings;
use damiera::journal::Geometry;
use damiera::store::Store;

use super::Stopped;
use crate::nor::Nor;

/// The whole chip.
const SIZE: u32 = 2 << 20;
/// Where the image ends, see `memory.x`.
const REGION: u32 = 256 << 10;

/// How the journal divides the chip.
pub fn geometry() -> Geometry {
    Geometry::new(REGION, SIZE - REGION)
}

/// The flash of a board that somebody has set up: with these settings, no game yet,
/// and all the room that games need.
pub(super) fn with_settings(settings: &Settings) -> Result<Vec<u8>, Stopped> {
    let refused = |why: String| Stopped::Refused(why);
    let (mut store, _) = Store::open(Nor::new(SIZE as usize), geometry())
        .map_err(|error| refused(format!("{error:?}")))?;
    while store.is_untidy() {
        store.tidy();
    }
    match store.keep_settings(settings) {
        None => Ok(store.journal_mut().flash_mut().content().to_vec()),
        Some(fault) => Err(refused(format!("{fault:?}"))),
    }
}
