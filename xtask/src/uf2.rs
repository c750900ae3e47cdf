//! `cargo xtask uf2`: writes the file to copy to the drive of a board in BOOTSEL mode.
//!
//! A UF2 file is a row of blocks of 512 bytes, each complete in itself, so that the order in which
//! a PC writes them does not matter. A block is eight words (little-endian), a payload and a word:
//!
//! ```text
//!   0  magic "UF2\n"           16  length of the payload: 256
//!   4  magic 0x9E5D5157        20  number of this block
//!   8  flags                   24  number of blocks
//!  12  address in flash        28  family of the chip
//!  32  payload, then zeros up to 508
//! 508  magic 0x0AB16F30
//! ```

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};

use crate::firmware::{self, Segment};
use crate::shell;

const MAGIC_FIRST: u32 = 0x0A32_4655;
const MAGIC_SECOND: u32 = 0x9E5D_5157;
const MAGIC_LAST: u32 = 0x0AB1_6F30;
/// Flag: the last word of the header is the family of the chip.
const FLAG_FAMILY: u32 = 0x0000_2000;
const FAMILY_RP2040: u32 = 0xE48B_FF56;
const BLOCK: usize = 512;
/// Bytes of a flash page, the payload of a block.
const PAGE: usize = 256;
/// A byte of erased flash.
const ERASED: u8 = 0xFF;

pub(crate) fn run(board: Option<&str>, display: Option<&str>) -> Result<()> {
    let mut boards = firmware::boards()?;
    if let Some(wanted) = board {
        if !boards.iter().any(|board| board == wanted) {
            bail!("there is no board {wanted}: boards/ has {}", boards.join(", "));
        }
        boards = vec![wanted.to_owned()];
    }
    let folder = shell::target_dir().join("uf2");
    fs::create_dir_all(&folder)
        .with_context(|| format!("the folder {} cannot be made", folder.display()))?;
    for board in boards {
        let (image, board) = match display {
            Some(display) => {
                (firmware::build_for_display(&board, display)?, format!("{board}-{display}"))
            }
            None => (firmware::build(&board)?, board),
        };
        let name = format!("damiera-{board}-{}.uf2", image.version);
        let bytes = encode(&image.segments()?);
        let file = folder.join(&name);
        fs::write(&file, &bytes)
            .with_context(|| format!("{} cannot be written", file.display()))?;
        // In the form that `sha256sum --check` reads.
        let sum = folder.join(format!("{name}.sha256"));
        fs::write(&sum, format!("{}  {name}\n", checksum(&bytes)))
            .with_context(|| format!("{} cannot be written", sum.display()))?;
        println!("{}", file.display());
    }
    Ok(())
}

/// Returns the SHA-256 of the bytes in hexadecimal.
fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the UF2 file that programs the segments.
fn encode(segments: &[Segment<'_>]) -> Vec<u8> {
    let pages = pages(segments);
    let count = pages.len() as u32;
    pages
        .iter()
        .zip(0..)
        .flat_map(|((&address, page), number)| block(address, page, number, count))
        .collect()
}

/// Returns the flash pages of the segments by address. Two segments may share a page.
fn pages(segments: &[Segment<'_>]) -> BTreeMap<u32, [u8; PAGE]> {
    let mut pages = BTreeMap::new();
    for segment in segments {
        for (address, &byte) in (segment.address..).zip(segment.bytes) {
            let offset = address % PAGE as u32;
            let page = pages.entry(address - offset).or_insert([ERASED; PAGE]);
            page[offset as usize] = byte;
        }
    }
    pages
}

/// Returns one block of the UF2 file.
fn block(address: u32, page: &[u8; PAGE], number: u32, count: u32) -> [u8; BLOCK] {
    let header = [
        MAGIC_FIRST,
        MAGIC_SECOND,
        FLAG_FAMILY,
        address,
        PAGE as u32,
        number,
        count,
        FAMILY_RP2040,
    ];
    let mut block = [0; BLOCK];
    for (bytes, word) in block.chunks_exact_mut(4).zip(header) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    block[32..32 + PAGE].copy_from_slice(page);
    block[BLOCK - 4..].copy_from_slice(&MAGIC_LAST.to_le_bytes());
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(block: &[u8], offset: usize) -> u32 {
        u32::from_le_bytes(block[offset..offset + 4].try_into().unwrap())
    }

    #[test]
    fn a_block_has_the_layout_of_the_format() {
        let page = core::array::from_fn(|i| i as u8);
        let block = block(0x1000_0100, &page, 1, 3);
        assert_eq!(&block[..4], b"UF2\n");
        assert_eq!(word(&block, 4), 0x9E5D_5157);
        assert_eq!(word(&block, 8), 0x2000);
        assert_eq!(word(&block, 12), 0x1000_0100);
        assert_eq!(word(&block, 16), 256);
        assert_eq!(word(&block, 20), 1);
        assert_eq!(word(&block, 24), 3);
        assert_eq!(word(&block, 28), 0xE48B_FF56);
        assert_eq!(block[32..288], page);
        assert!(block[288..508].iter().all(|&byte| byte == 0));
        assert_eq!(word(&block, 508), 0x0AB1_6F30);
    }

    #[test]
    fn segments_that_share_a_page_become_one_block() {
        let file = encode(&[
            Segment { address: 0x1000_0002, bytes: &[1, 2] },
            Segment { address: 0x1000_0004, bytes: &[3] },
        ]);
        assert_eq!(file.len(), BLOCK);
        assert_eq!(word(&file, 12), 0x1000_0000);
        assert_eq!(file[32..38], [ERASED, ERASED, 1, 2, 3, ERASED]);
    }

    #[test]
    fn a_segment_over_a_page_boundary_is_split_and_numbered() {
        let file = encode(&[Segment { address: 0x1000_00FF, bytes: &[7; 258] }]);
        let blocks: Vec<_> = file.chunks(BLOCK).collect();
        assert_eq!(blocks.len(), 3);
        for (number, block) in blocks.iter().enumerate() {
            assert_eq!(word(block, 12), 0x1000_0000 + 256 * number as u32);
            assert_eq!(word(block, 20), number as u32);
            assert_eq!(word(block, 24), 3);
        }
        assert_eq!((blocks[0][32 + 254], blocks[0][32 + 255]), (ERASED, 7));
        assert_eq!((blocks[2][32], blocks[2][33]), (7, ERASED));
    }

    #[test]
    fn a_checksum_is_sha256() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(checksum(b""), empty);
    }

    #[test]
    fn untouched_pages_between_segments_are_left_out() {
        let file = encode(&[
            Segment { address: 0x1000_0000, bytes: &[1] },
            Segment { address: 0x1000_1000, bytes: &[2] },
        ]);
        assert_eq!(file.len(), 2 * BLOCK);
        assert_eq!(word(&file, BLOCK + 12), 0x1000_1000);
    }
}
