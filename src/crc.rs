//! The checksum of the frames on USB and of the journal's records in flash.

use crc::{CRC_32_ISO_HDLC, Crc, Table};

/// The CRC-32 of Ethernet, zip and Python's `zlib`.
pub(crate) static CRC_32: Crc<u32, Table<1>> = Crc::<u32, Table<1>>::new(&CRC_32_ISO_HDLC);
