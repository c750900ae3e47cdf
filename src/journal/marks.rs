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

use super::check::crc;
use super::log::holds;

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

/// What an erased stretch is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Slot,
    Settings,
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

/// What the marks say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marks {
    /// Nothing: erased, but nobody has said so.
    Blank,
    /// No mark that can be read.
    Unreadable,
    /// Made unreadable on purpose.
    Struck,
    /// Erased once, and half given to somebody.
    Torn { highest: u32 },
    /// Marks of another version or division.
    Foreign(u16),
    /// Erased.
    Ready { highest: u32 },
    /// Somebody's.
    Used { highest: u32, opened: Opened, ended: bool },
}

impl Ready {
    fn encode(&self, format: u16) -> [u8; READY] {
        let magic = match self.kind {
            Kind::Slot => *b"DAM\x01",
            Kind::Settings => *b"DAM\x02",
        };
        let mut mark = [0; READY];
        mark[..4].copy_from_slice(&magic);
        mark[4..6].copy_from_slice(&format.to_le_bytes());
        mark[6..8].copy_from_slice(&self.pages.to_le_bytes());
        mark[8..12].copy_from_slice(&self.highest.to_le_bytes());
        let check = crc(&[&mark[..12]]);
        mark[12..].copy_from_slice(&check.to_le_bytes());
        mark
    }
}

impl Opened {
    fn encode(&self) -> [u8; OPENED] {
        let mut mark = [0; OPENED];
        let fields = [self.game, self.part, self.first, self.carried];
        for (place, field) in mark.chunks_exact_mut(4).zip(fields) {
            place.copy_from_slice(&field.to_le_bytes());
        }
        let check = crc(&[&mark[..16]]);
        mark[16..].copy_from_slice(&check.to_le_bytes());
        mark
    }
}

impl Marks {
    /// The highest number of a game that they know of.
    pub(super) fn highest(&self) -> u32 {
        match *self {
            Self::Blank | Self::Unreadable | Self::Struck | Self::Foreign(_) => 0,
            Self::Torn { highest } | Self::Ready { highest } => highest,
            Self::Used { highest, opened, .. } => highest.max(opened.game),
        }
    }
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
    if raw == [0xff; LENGTH] {
        return Ok(Marks::Blank);
    }
    if raw == [0; LENGTH] {
        return Ok(Marks::Struck);
    }
    let word =
        |at: usize| raw.get(at..at + 4).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes);
    let (Some(packed), Some(highest)) = (word(4), word(8)) else { return Ok(Marks::Unreadable) };
    let (format, written_pages) = (packed as u16, (packed >> 16) as u16);
    let ready = Ready { kind, pages: written_pages, highest };
    if !raw.starts_with(&ready.encode(format)) {
        return Ok(Marks::Unreadable);
    }
    if format != FORMAT || written_pages != pages {
        return Ok(Marks::Foreign(format));
    }
    if raw.iter().skip(READY).all(|&byte| byte == 0xff) {
        return Ok(Marks::Ready { highest });
    }
    let (Some(game), Some(part), Some(first), Some(carried)) =
        (word(16), word(20), word(24), word(28))
    else {
        return Ok(Marks::Torn { highest });
    };
    let opened = Opened { game, part, first, carried };
    // Games are numbered from 1.
    if kind == Kind::Slot
        && game != 0
        && raw.get(OPENED_AT as usize..).is_some_and(|raw| raw.starts_with(&opened.encode()))
    {
        let ended = word(ENDED_AT as usize) == Some(0);
        return Ok(Marks::Used { highest, opened, ended });
    }
    Ok(Marks::Torn { highest })
}

/// Marks a stretch as erased; tells whether it holds the mark.
pub(super) fn write_ready<F: MultiwriteNorFlash>(
    flash: &mut F,
    start: u32,
    ready: &Ready,
) -> Result<bool, F::Error> {
    let mark = ready.encode(FORMAT);
    flash.write(start, &mark)?;
    holds(flash, start, &mark)
}

/// Gives a slot to a game; tells whether it holds the mark. Written again over
/// itself it does no harm.
pub(super) fn write_opened<F: MultiwriteNorFlash>(
    flash: &mut F,
    start: u32,
    opened: &Opened,
) -> Result<bool, F::Error> {
    let mark = opened.encode();
    flash.write(start + OPENED_AT, &mark)?;
    holds(flash, start + OPENED_AT, &mark)
}

/// Marks the game of a slot as over.
pub(super) fn write_ended<F: MultiwriteNorFlash>(
    flash: &mut F,
    start: u32,
) -> Result<(), F::Error> {
    flash.write(start + ENDED_AT, &[0; ENDED])
}

/// Makes the marks unreadable for good.
pub(super) fn strike<F: MultiwriteNorFlash>(flash: &mut F, start: u32) -> Result<(), F::Error> {
    flash.write(start, &[0; LENGTH])
}
