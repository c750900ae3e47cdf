use serde::{Deserialize, Serialize};

use crate::text::Text;

/// Maximum length of a tag's text, in bytes: longer names are rare, and a score sheet has no room
/// for them.
pub const MAX_TAG: usize = 40;

/// The text of a tag.
pub type TagText = Text<MAX_TAG>;

/// A field in the head of a score sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Tag {
    /// Name of the player of the white pieces.
    White,
    /// Name of the player of the black pieces.
    Black,
    /// The competition.
    Event,
    /// Number of the round.
    Round,
    /// Number of the table.
    Table,
    /// The town.
    Site,
}

impl Tag {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::White, Self::Black, Self::Event, Self::Round, Self::Table, Self::Site];
}
