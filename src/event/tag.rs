use serde::{Deserialize, Serialize};

use crate::text::Text;

/// Bytes of a tag's text. A name longer than this is rare, and a score sheet has
/// no more room either.
pub const MAX_TAG: usize = 40;

/// What a tag says.
pub type TagText = Text<MAX_TAG>;

/// What a tag is about: the head of a score sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Tag {
    /// Who has the white pieces.
    White,
    /// Who has the black ones.
    Black,
    /// The competition.
    Event,
    /// Which round of it.
    Round,
    /// At which table.
    Table,
    /// In which town.
    Site,
}

impl Tag {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::White, Self::Black, Self::Event, Self::Round, Self::Table, Self::Site];
}
