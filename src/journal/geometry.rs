//! The layout of the journal's region in flash.

/// Size of the page that a flash chip programs at once, in bytes. A record may cross a page edge;
/// after a power cut, the next record begins in a page that is erased as a whole.
pub const PAGE: u32 = 256;

/// Size of the flash chip of every supported board, in bytes.
pub const CHIP_SIZE: u32 = 2 << 20;

/// Bytes at the start of the chip reserved for the firmware image. FLASH in `memory.x` ends here
/// (`host-tests/tests/boards.rs::the_journal_begins_where_the_image_region_ends`).
pub const IMAGE_SIZE: u32 = 512 << 10;

/// Capacity of the table of slots. [`Geometry::SHIPPED`] has 47; 64 is the next power of two.
pub const MAX_SLOTS: usize = 64;

/// Position and division of the region in the flash, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// Start of the region.
    pub start: u32,
    /// Length of the region. A remainder smaller than a slot is not used.
    pub length: u32,
    /// Length of the settings at the start of the region: at least two sectors.
    pub settings: u32,
    /// Length of a slot: whole sectors.
    pub slot: u32,
    /// Length of marks and tally at the start of a slot: whole pages.
    pub front: u32,
}

impl Geometry {
    /// The region of the shipped boards: the chip behind the image.
    pub const SHIPPED: Self = Self::new(IMAGE_SIZE, CHIP_SIZE - IMAGE_SIZE);

    /// The shipped division of a region: 32 KiB of settings and slots of 32 KiB, of which 6 KiB
    /// are marks and tally. The tally counts 13 hours in each slot.
    pub const fn new(start: u32, length: u32) -> Self {
        Self { start, length, settings: 32 << 10, slot: 32 << 10, front: 6 << 10 }
    }

    /// Number of slots, at most [`MAX_SLOTS`].
    pub const fn slots(&self) -> usize {
        let slots = ((self.length - self.settings) / self.slot) as usize;
        if slots < MAX_SLOTS { slots } else { MAX_SLOTS }
    }

    /// Whether the region is valid on a flash with this size of a sector and this capacity, in
    /// bytes.
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
            // `marks::Ready::pages` has 16 bits.
            && slot / PAGE <= u32::from(u16::MAX)
            && self.slots() >= 2
            && front.is_multiple_of(PAGE)
            // `log::Header::note` names a tally byte in 16 bits.
            && (2 * PAGE..=1 << 16).contains(&front)
            // The longest record fits in a slot even after a page was given up.
            && slot.saturating_sub(front) >= 4 * PAGE
    }

    pub(super) const fn slot_start(&self, slot: usize) -> u32 {
        self.start + self.settings + slot as u32 * self.slot
    }

    pub(super) const fn tally_start(&self, slot: usize) -> u32 {
        self.slot_start(slot) + PAGE
    }

    /// Length of a slot's tally in bytes, eight seconds each.
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
