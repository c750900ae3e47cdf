//! What stands at the head of a slot, and of a sector of settings.
//!
//! ```text
//! 0   ready    magic, format, size, highest game number, CRC-32    once all is erased
//! 16  opened   game, part, first number, carried seconds, CRC-32   when a game takes it
//! 48  ended    0 0 0 0                                             when the game is over
//! ```
//!
//! All 64 bytes become zeroes before the slot is erased: an interrupted erase can
//! then not leave a slot that looks in use with half of its records gone. A boot does
//! the same to marks that it cannot read, lest they read differently another time.
//! The first 16 bytes keep their shape in every format, so that each knows another.

use embedded_storage::nor_flash::{MultiwriteNorFlash, ReadNorFlash};

use super::log::holds;
use super::words::{self, check};

/// The version of everything in the region. A region of another is not touched
/// until it is prepared, and then started anew.
pub const FORMAT: u16 = 1;

const LENGTH: usize = 64;
const READY: usize = 16;
const OPENED: usize = 20;
const OPENED_AT: u32 = 16;
const ENDED: usize = 4;
const ENDED_AT: u32 = 48;

/// Where the marks end; from here on a ready slot is erased.
pub(super) const MARKED: u32 = READY as u32;

/// What an erased stretch is for: its magic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum Kind {
    Slot = u32::from_le_bytes(*b"DAM\x01"),
    Settings = u32::from_le_bytes(*b"DAM\x02"),
}

/// That everything behind the mark is erased.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ready {
    pub(super) kind: Kind,
    /// The size of the stretch in pages: another division is another format.
    pub(super) pages: u16,
    /// The highest number of a game when it was erased.
    pub(super) highest: u32,
}

/// Whose a slot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Opened {
    pub(super) game: u32,
    /// 0 for the slot where a game begins, then one more each.
    pub(super) part: u32,
    /// The number of the first record in it.
    pub(super) first: u32,
    /// Seconds since the last record when it was opened.
    pub(super) carried: u32,
}

/// The marks of a slot or of a sector of settings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marks {
    pub(super) state: State,
    /// The highest number of a game that they know of.
    pub(super) highest: u32,
    /// Whose it is, where it is somebody's.
    pub(super) opened: Opened,
}

/// What the marks say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Nothing: erased, but nobody has said so.
    Blank,
    /// No mark that can be read.
    Unreadable,
    /// Made unreadable on purpose.
    Struck,
    /// Erased once, and half given to somebody.
    Torn,
    /// Marks of another version or division.
    Foreign(u16),
    /// Erased.
    Ready,
    /// Somebody's, and perhaps over.
    Used { ended: bool },
}

/// Reads the marks of a slot or a sector of settings.
pub(super) fn read<F: ReadNorFlash>(
    flash: &mut F,
    start: u32,
    kind: Kind,
    pages: u16,
) -> Result<Marks, F::Error> {
    let mut raw = [0; LENGTH];
    flash.read(start, &mut raw)?;
    let mut words = [0; LENGTH / 4];
    words::get(&mut words, &raw);
    let [magic, packed, mut highest, ready_check, behind @ ..] = words;
    let [game, part, first, carried, opened_check, _, _, _, ended, ..] = behind;
    let all = |words: &[u32], value| words.iter().all(|&word| word == value);
    let (format, written_pages) = (packed as u16, (packed >> 16) as u16);
    let state = if all(&words, u32::MAX) {
        State::Blank
    } else if all(&words, 0) {
        State::Struck
    } else if magic != kind as u32 || check(&[magic, packed, highest], &[]) != ready_check {
        State::Unreadable
    } else if format != FORMAT || written_pages != pages {
        State::Foreign(format)
    } else if all(&behind, u32::MAX) {
        State::Ready
    } else if kind == Kind::Slot
        // Games are numbered from 1.
        && game != 0
        && check(&[game, part, first, carried], &[]) == opened_check
    {
        highest = highest.max(game);
        State::Used { ended: ended == 0 }
    } else {
        State::Torn
    };
    if matches!(state, State::Blank | State::Struck | State::Unreadable | State::Foreign(_)) {
        highest = 0;
    }
    Ok(Marks { state, highest, opened: Opened { game, part, first, carried } })
}

/// Marks a stretch as erased; tells whether it holds the mark.
pub(super) fn write_ready<F: MultiwriteNorFlash>(
    flash: &mut F,
    start: u32,
    ready: &Ready,
) -> Result<bool, F::Error> {
    let packed = u32::from(FORMAT) | u32::from(ready.pages) << 16;
    write(flash, start, &[ready.kind as u32, packed, ready.highest])
}

/// Gives a slot to a game; tells whether it holds the mark. Written again over
/// itself it does no harm.
pub(super) fn write_opened<F: MultiwriteNorFlash>(
    flash: &mut F,
    start: u32,
    opened: &Opened,
) -> Result<bool, F::Error> {
    let Opened { game, part, first, carried } = *opened;
    write(flash, start + OPENED_AT, &[game, part, first, carried])
}

/// Writes a mark and its check behind it; tells whether the flash holds them.
#[inline(never)]
fn write<F: MultiwriteNorFlash>(flash: &mut F, at: u32, mark: &[u32]) -> Result<bool, F::Error> {
    let mut bytes = [0; OPENED];
    let length = 4 * mark.len();
    words::put(mark, &mut bytes);
    words::put(&[check(mark, &[])], bytes.get_mut(length..).unwrap_or_default());
    let bytes = bytes.get(..length + 4).unwrap_or_default();
    flash.write(at, bytes)?;
    holds(flash, at, bytes)
}

/// Marks the game of a slot as over.
pub(super) fn write_ended<F: MultiwriteNorFlash>(
    flash: &mut F,
    start: u32,
) -> Result<(), F::Error> {
    flash.write(start + ENDED_AT, &[0; ENDED])
}

/// Makes the marks unreadable for good.
pub(super) fn invalidate<F: MultiwriteNorFlash>(flash: &mut F, start: u32) -> Result<(), F::Error> {
    flash.write(start, &[0; LENGTH])
}
