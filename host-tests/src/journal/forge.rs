//! Forged regions: fuzz input becomes damage, and marks and records with right CRCs, in an erased,
//! zeroed, random or played region.
//!
//! The layout is implemented here a second time, from `docs/JOURNAL.md`.

use std::sync::LazyLock;

use damiera::journal::Geometry;
use damiera_sim::nor::Nor;
use damiera_sim::random::Random;

use super::script::{SMALL, scripted};
use super::sweep::Player;

/// The content of a region in which two thirds of the script were played.
static PLAYED: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut player = Player::new(Nor::new(length(&SMALL)), SMALL);
    let script = scripted();
    for act in &script[..script.len() * 2 / 3] {
        player.act(*act).expect("power");
    }
    player.flash().content().to_vec()
});

fn length(geometry: &Geometry) -> usize {
    (geometry.start + geometry.length) as usize
}

/// Makes a chip from fuzz input, and returns the unused bytes.
///
/// The first byte chooses the content at the start. Then follow edits: a byte for the kind, two for
/// the position, and the arguments.
pub fn region(bytes: &[u8]) -> (Nor, &[u8]) {
    let mut reader = Reader { bytes };
    let mut content = match reader.byte() % 4 {
        0 => vec![0xff; length(&SMALL)],
        1 => vec![0; length(&SMALL)],
        2 => {
            let mut random = Random::new(u64::from(reader.byte()));
            (0..length(&SMALL)).map(|_| random.number() as u8).collect()
        }
        _ => PLAYED.clone(),
    };
    for _ in 0..40 {
        if reader.bytes.is_empty() || !edit(&mut content, &mut reader) {
            break;
        }
    }
    (Nor::with_content(content), reader.bytes)
}

/// Makes one edit; returns false at the end of the edits.
fn edit(content: &mut [u8], reader: &mut Reader) -> bool {
    let kind = reader.byte() % 9;
    let place = usize::from(reader.word());
    let slot = SMALL.start as usize
        + SMALL.settings as usize
        + place % SMALL.slots() * SMALL.slot as usize;
    match kind {
        0 => return false,
        // Damage: a run of one byte, or bytes as they come.
        1 => {
            let (value, run) = (reader.byte(), 1 + usize::from(reader.byte()));
            let at = place % content.len();
            let end = (at + run).min(content.len());
            content[at..end].fill(value);
        }
        2 => {
            let at = place % (content.len() - 16);
            let run = usize::from(reader.byte() % 16);
            for byte in &mut content[at..at + run] {
                *byte = reader.byte();
            }
        }
        // One bit.
        3 => content[place % length(&SMALL)] ^= 1 << (reader.byte() % 8),
        // A slot or a sector erased.
        4 => content[slot..slot + SMALL.slot as usize].fill(0xff),
        // Marks, of this format or another.
        5 => {
            let odd = reader.byte();
            let pages = if odd & 1 == 0 { 32 } else { u16::from(reader.byte()) };
            let format = if odd & 2 == 0 { 1 } else { reader.word() };
            put(content, slot, &ready(*b"DAM\x01", format, pages, reader.number()));
        }
        6 => {
            let (game, part) = (reader.number(), reader.number());
            let (first, carried) = (reader.number(), reader.number());
            put(content, slot + 16, &opened(game, part, first, carried));
        }
        // A record in a slot, of the game in its opened mark.
        7 => {
            let owner = [number_at(content, slot + 16), number_at(content, slot + 20)];
            let start = slot + SMALL.front as usize;
            let at = usize::from(reader.word()) % (SMALL.slot - SMALL.front - 64) as usize / 8 * 8;
            let record = record(owner, at as u32, reader.word(), reader.number(), reader.byte());
            put(content, start + at, &record);
        }
        // Settings.
        _ => {
            let sector = SMALL.start as usize + place % 2 * 4096;
            put(content, sector, &ready(*b"DAM\x02", 1, 16, reader.number()));
            let at = usize::from(reader.word()) % (4096 - 256 - 64) / 8 * 8;
            let owner = [u32::MAX, sector as u32];
            let record = record(owner, at as u32, reader.word(), reader.number(), reader.byte());
            put(content, sector + 256 + at, &record);
        }
    }
    true
}

fn put(content: &mut [u8], at: usize, bytes: &[u8]) {
    content[at..at + bytes.len()].copy_from_slice(bytes);
}

fn number_at(content: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(content[at..at + 4].try_into().expect("four bytes"))
}

/// The ready mark of a slot or of a sector of settings.
pub fn ready(magic: [u8; 4], format: u16, pages: u16, highest: u32) -> Vec<u8> {
    let mut mark = magic.to_vec();
    mark.extend(format.to_le_bytes());
    mark.extend(pages.to_le_bytes());
    mark.extend(highest.to_le_bytes());
    checked(mark)
}

/// The opened mark of a slot.
pub fn opened(game: u32, part: u32, first: u32, carried: u32) -> Vec<u8> {
    checked([game, part, first, carried].iter().flat_map(|n| n.to_le_bytes()).collect())
}

/// A record whose bytes are all `fill`.
fn record(owner: [u32; 2], at: u32, note: u16, number: u32, fill: u8) -> Vec<u8> {
    let length = u16::from(fill % 50);
    let mut header = length.to_le_bytes().to_vec();
    header.extend(note.to_le_bytes());
    header.extend(number.to_le_bytes());
    let bytes = vec![fill; usize::from(length)];
    let place = [owner[0], owner[1], at].into_iter().flat_map(u32::to_le_bytes);
    let all: Vec<u8> = place.chain(header.iter().copied()).chain(bytes.iter().copied()).collect();
    header.extend(crc(&all).to_le_bytes());
    header.extend(bytes);
    header
}

fn checked(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(crc(&bytes).to_le_bytes());
    bytes
}

/// CRC-32 as Ethernet has it, bit by bit.
fn crc(bytes: &[u8]) -> u32 {
    let mut crc = !0_u32;
    for &byte in bytes {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
        }
    }
    !crc
}

/// Reads fuzz input; returns zeroes behind its end.
struct Reader<'a> {
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        *first
    }

    fn word(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    /// A number that is mostly small and sometimes huge.
    fn number(&mut self) -> u32 {
        match self.byte() {
            255 => u32::MAX,
            254 => u32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()]),
            small => u32::from(small),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::crc;

    #[test]
    fn the_check_value_of_the_crc() {
        assert_eq!(crc(b"123456789"), 0xcbf4_3926);
    }
}
