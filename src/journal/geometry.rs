//! Where in the flash things lie.

/// The piece that flash chips program at once. Records may lie across its edges;
/// after a power cut, writing goes on in a page that nobody has written in.
pub const PAGE: u32 = 256;

/// Size of the flash chip of every supported board, in bytes.
pub const CHIP_SIZE: u32 = 2 << 20;

/// Bytes at the start of the chip reserved for the firmware image. FLASH in `memory.x` ends here
/// (`host-tests/tests/boards.rs::the_journal_begins_where_the_image_region_ends`).
pub const IMAGE_SIZE: u32 = 512 << 10;

/// Capacity of the table of slots. [`Geometry::SHIPPED`] has 47.
pub const MAX_SLOTS: usize = 64;

/// Where the region lies in the flash and how it is divided, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// Where the region begins.
    pub start: u32,
    /// How long it is. What does not make up a whole slot stays unused.
    pub length: u32,
    /// The part of it for the settings, at its beginning: at least two sectors.
    pub settings: u32,
    /// One slot: whole sectors.
    pub slot: u32,
    /// The part of a slot before its records, for marks and tally: whole pages.
    pub front: u32,
}

impl Geometry {
    /// The region of the shipped boards: all of the chip behind the image.
    pub const SHIPPED: Self = Self::new(IMAGE_SIZE, CHIP_SIZE - IMAGE_SIZE);

    /// The shipped division of a region: 32 KiB of settings and slots of 32 KiB,
    /// of which 6 KiB are marks and tally. That counts 13 hours a slot.
    pub const fn new(start: u32, length: u32) -> Self {
        Self { start, length, settings: 32 << 10, slot: 32 << 10, front: 6 << 10 }
    }

    /// How many slots there are.
    pub const fn slots(&self) -> usize {
        let slots = ((self.length - self.settings) / self.slot) as usize;
        if slots < MAX_SLOTS { slots } else { MAX_SLOTS }
    }

    /// Whether it makes sense on a flash with so large sectors and so many bytes.
    pub(super) fn fits(&self, sector: u32, capacity: usize) -> bool {
        let Self { start, length, settings, slot, front } = *self;
        let whole = |size: u32| size > 0 && size.is_multiple_of(sector);
        let end = u64::from(start) + u64::from(length);
        start.is_multiple_of(sector)
            && sector.is_multiple_of(PAGE)
            && end <= capacity as u64
            && end <= 1 << 31
            && whole(settings)
            && settings >= 2 * sector
            && settings < length
            && whole(slot)
            // Its pages are counted in 16 bits.
            && slot / PAGE <= u32::from(u16::MAX)
            && self.slots() >= 2
            && front.is_multiple_of(PAGE)
            // A tally byte is named in 16 bits.
            && (2 * PAGE..=1 << 16).contains(&front)
            // A slot takes the longest record even after a page was given up.
            && slot.saturating_sub(front) >= 4 * PAGE
    }

    pub(super) const fn slot_start(&self, slot: usize) -> u32 {
        self.start + self.settings + slot as u32 * self.slot
    }

    pub(super) const fn tally_start(&self, slot: usize) -> u32 {
        self.slot_start(slot) + PAGE
    }

    /// The bytes of a slot's tally, eight seconds each.
    pub(super) const fn tally(&self) -> u32 {
        self.front - PAGE
    }

    pub(super) const fn records_start(&self, slot: usize) -> u32 {
        self.slot_start(slot) + self.front
    }

    pub(super) const fn slot_end(&self, slot: usize) -> u32 {
        self.slot_start(slot) + self.slot
    }
}
