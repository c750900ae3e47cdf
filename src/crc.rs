//! The check behind every frame, and behind everything that is stored in one piece.

use crc::{CRC_32_ISO_HDLC, Crc, Table};

/// The CRC-32 of Ethernet, zip and Python's `zlib`: one for all, since its table takes 1 KiB.
pub(crate) static CRC_32: Crc<u32, Table<1>> = Crc::<u32, Table<1>>::new(&CRC_32_ISO_HDLC);
