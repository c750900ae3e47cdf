//! The check behind everything that is written in one piece.

use crc::{CRC_32_ISO_HDLC, Crc, Table};

static CRC: Crc<u32, Table<1>> = Crc::<u32, Table<1>>::new(&CRC_32_ISO_HDLC);

/// The CRC-32 of several pieces as if they were one.
pub(super) fn crc(pieces: &[&[u8]]) -> u32 {
    let mut digest = CRC.digest();
    for piece in pieces {
        digest.update(piece);
    }
    digest.finalize()
}
