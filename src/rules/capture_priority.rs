use super::Article;

/// Rank of a capture among competing captures (6.6 to 6.9): of two, the
/// greater must be played.
///
/// One number, the article that speaks first in its highest bits, so that
/// comparing two captures is comparing two numbers:
///
/// ```text
///  bit 17..14   13              12..9             8..0
///  +---------+----------------+-----------------+--------------------------+
///  | pieces  | taken by a     | kings among     | a bit a piece, first     |
///  | taken   | king           | them            | taken highest: is it one |
///  | 6.6     | 6.7            | 6.8             | 6.9                      |
///  +---------+----------------+-----------------+--------------------------+
/// ```
///
/// The last field is compared only between captures of equal length, where
/// its bits stand above each other: at the first difference the king wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CapturePriority(u32);

const ONE_PIECE: u32 = 1 << 14;
const BY_KING: u32 = 1 << 13;
const ONE_KING: u32 = 1 << 9;
const ORDER: u32 = ONE_KING - 1;

impl CapturePriority {
    /// Lower than the priority of any capture.
    pub(super) const NONE: Self = Self(0);

    /// The priority of a capture before its first jump.
    pub(super) const fn begun(by_king: bool) -> Self {
        Self(if by_king { BY_KING } else { 0 })
    }

    /// The priority after one more piece.
    #[must_use]
    #[inline]
    pub(super) const fn taking(self, a_king: bool) -> Self {
        let king = a_king as u32;
        let order = self.0 & ORDER;
        // Adding the order to itself shifts it by one, inside its own field.
        Self(self.0 + ONE_PIECE + king * ONE_KING + order + king)
    }

    /// The number of pieces taken.
    pub const fn pieces(self) -> u32 {
        self.0 / ONE_PIECE
    }

    /// The article by which `other` goes before this capture, `None` where
    /// the choice is free (6.10) or this one goes first.
    pub const fn surpassed_by(self, other: Self) -> Option<Article> {
        if other.0 <= self.0 {
            return None;
        }
        // The highest bit in which they differ lies in the field that decides.
        let difference = self.0 ^ other.0;
        Some(Article::new(
            6,
            if difference >= ONE_PIECE {
                6
            } else if difference >= BY_KING {
                7
            } else if difference >= ONE_KING {
                8
            } else {
                9
            },
        ))
    }
}
