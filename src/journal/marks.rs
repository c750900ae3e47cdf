//! The marks at the start of a slot and of a sector of settings.
//!
//! ```text
//! 0   ready    magic, format, size, highest game number, CRC-32    once all is erased
//! 16  opened   game, part, first number, carried seconds, CRC-32   when a game takes it
//! 48  ended    0 0 0 0                                             when the game is over
//! ```
//!
//! Before a slot is erased its marks are invalidated: all 64 bytes become zero. Otherwise an
//! interrupted erase could leave a slot with valid marks and half of its records. A boot also
//! invalidates marks that it cannot read, since half cleared bits may read differently later. The
//! ready mark has the same layout in every format, so that a firmware recognises other formats.

use embedded_storage::nor_flash::{MultiwriteNorFlash, ReadNorFlash};

use super::log::holds;
use super::words::{self, check};

/// Version of the layout. A region with another version is not written until
/// [`Journal::prepare`](super::Journal::prepare) erases it.
pub const FORMAT: u16 = 1;

const LENGTH: usize = 64;
const READY: usize = 16;
const OPENED: usize = 20;
const OPENED_AT: u32 = 16;
const ENDED: usize = 4;
const ENDED_AT: u32 = 48;

/// Length of the ready mark, in bytes; a ready slot is erased from here on.
pub(super) const MARKED: u32 = READY as u32;

/// The use of a range of flash, with its magic number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum Kind {
    Slot = u32::from_le_bytes(*b"DAM\x01"),
    Settings = u32::from_le_bytes(*b"DAM\x02"),
}

/// The ready mark: everything behind it is erased.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ready {
    pub(super) kind: Kind,
    /// Length of the slot or sector in pages; another length counts as another format.
    pub(super) pages: u16,
    /// The highest game number used when the range was erased.
    pub(super) highest: u32,
}

/// The opened mark: the part of a game that a slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Opened {
    pub(super) game: u32,
    /// Number of the slot in its game, from 0.
    pub(super) part: u32,
    /// Number of the first record in the slot.
    pub(super) first: u32,
    /// Seconds since the last record when the slot was opened.
    pub(super) carried: u32,
}

/// The marks of a slot or of a sector of settings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marks {
    pub(super) state: State,
    /// The highest game number in the marks; 0 if they are not valid.
    pub(super) highest: u32,
    /// The opened mark; valid only in [`State::Used`].
    pub(super) opened: Opened,
}

/// The state of a slot or sector according to its marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Erased, without a ready mark.
    Blank,
    /// The ready mark is damaged.
    Unreadable,
    /// Struck by [`invalidate`].
    Struck,
    /// The ready mark is valid, the opened mark is not.
    Torn,
    /// Marks of another format or of another length.
    Foreign(u16),
    /// Erased and marked so.
    Ready,
    /// A slot of a game, which may have ended.
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

/// Writes the ready mark; returns whether it reads back.
pub(super) fn write_ready<F: MultiwriteNorFlash>(
    flash: &mut F,
    start: u32,
    ready: &Ready,
) -> Result<bool, F::Error> {
    let packed = u32::from(FORMAT) | u32::from(ready.pages) << 16;
    write(flash, start, &[ready.kind as u32, packed, ready.highest])
}

/// Writes the opened mark; returns whether it reads back. Writing the same mark again changes
/// nothing.
pub(super) fn write_opened<F: MultiwriteNorFlash>(
    flash: &mut F,
    start: u32,
    opened: &Opened,
) -> Result<bool, F::Error> {
    let Opened { game, part, first, carried } = *opened;
    write(flash, start + OPENED_AT, &[game, part, first, carried])
}

/// Writes a mark and its CRC-32 behind it; returns whether they read back.
fn write<F: MultiwriteNorFlash>(flash: &mut F, at: u32, mark: &[u32]) -> Result<bool, F::Error> {
    let mut bytes = [0; OPENED];
    let length = 4 * mark.len();
    words::put(mark, &mut bytes);
    words::put(&[check(mark, &[])], bytes.get_mut(length..).unwrap_or_default());
    let bytes = bytes.get(..length + 4).unwrap_or_default();
    flash.write(at, bytes)?;
    holds(flash, at, bytes)
}

/// Writes the ended mark.
pub(super) fn write_ended<F: MultiwriteNorFlash>(
    flash: &mut F,
    start: u32,
) -> Result<(), F::Error> {
    flash.write(start + ENDED_AT, &[0; ENDED])
}

/// Clears all bits of the marks, so that they never read as valid again.
pub(super) fn invalidate<F: MultiwriteNorFlash>(flash: &mut F, start: u32) -> Result<(), F::Error> {
    flash.write(start, &[0; LENGTH])
}
