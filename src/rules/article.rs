use core::fmt::{self, Write};

use serde::{Deserialize, Serialize};

use super::Edition;

/// The number of a rule, by which both players can look up a refusal.
///
/// Displays as the regulations print it: `6.9`, `5.3 b`, `8.1.15`, and
/// `III 4.4.5` where it is not of Capo I.
///
/// Serialized as its five parts, a byte each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "Parts")]
pub struct Article {
    /// 1 or 3.
    chapter: u8,
    article: u8,
    paragraph: u8,
    /// 0 where the paragraph is not divided further.
    point: u8,
    /// A small letter; a NUL where there is none.
    letter: u8,
}

/// An article as it is read back, before it is checked.
#[derive(Deserialize)]
#[serde(rename = "Article")]
struct Parts {
    chapter: u8,
    article: u8,
    paragraph: u8,
    point: u8,
    letter: u8,
}

impl TryFrom<Parts> for Article {
    type Error = &'static str;

    fn try_from(parts: Parts) -> Result<Self, Self::Error> {
        let Parts { chapter, article, paragraph, point, letter } = parts;
        if !matches!((chapter, letter), (1 | 3, 0 | b'a'..=b'z')) {
            return Err("no article of Capo I or III");
        }
        Ok(Self { chapter, article, paragraph, point, letter })
    }
}

impl Article {
    /// An article and its paragraph: 6.9.
    pub const fn new(article: u8, paragraph: u8) -> Self {
        Self { chapter: 1, article, paragraph, point: 0, letter: 0 }
    }

    /// An article of Capo III, the regulations of competitions.
    pub const fn of_chapter_three(article: u8, paragraph: u8) -> Self {
        Self { chapter: 3, ..Self::new(article, paragraph) }
    }

    /// The numbered point of this paragraph: 8.1 → 8.1.15.
    #[must_use]
    pub const fn point(self, point: u8) -> Self {
        Self { point, ..self }
    }

    /// The lettered part of this paragraph: 5.3 → 5.3 b.
    #[must_use]
    pub const fn letter(self, letter: char) -> Self {
        Self { letter: letter as u8, ..self }
    }
}

/// The results and notices whose numbers differ: of 2008, then of 2006; `None` where 2006 has no such
/// article. `host-tests/tests/article_numbers.rs` quotes the texts.
const RENUMBERED: [(Article, Option<Article>); 9] = {
    let (won, drawn) = (Article::new(9, 2), Article::new(9, 3));
    [
        (won.point(1), Some(won.letter('a'))),
        (won.point(2), Some(won.letter('b'))),
        (won.point(3), Some(won.letter('c'))),
        (won.point(4), Some(won.letter('d'))),
        (won.point(5), Some(won.letter('e'))),
        // 2006 has no draw by repetition.
        (drawn.letter('b'), None),
        (drawn.letter('c'), Some(drawn.letter('b'))),
        (Article::new(7, 5), Some(Article::new(7, 4))),
        (Article::new(3, 11), Some(Article::new(3, 12))),
    ]
};

impl Article {
    /// The number in an edition of a result or notice, given by its number of 2008. `None` where the
    /// edition has no such article.
    pub fn in_edition(self, edition: Edition) -> Option<Self> {
        let renumbered = RENUMBERED.iter().find(|(of_2008, _)| *of_2008 == self);
        match (edition, renumbered) {
            (Edition::Year2006, Some((_, of_2006))) => *of_2006,
            _ => Some(self),
        }
    }
}

impl fmt::Display for Article {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.chapter == 3 {
            f.write_str("III ")?;
        }
        // As numbers of 32 bits, which the chip can write anyway.
        write!(f, "{}.{}", u32::from(self.article), u32::from(self.paragraph))?;
        if self.point > 0 {
            write!(f, ".{}", u32::from(self.point))?;
        }
        if self.letter > 0 {
            f.write_str(" ")?;
            f.write_char(self.letter.into())?;
        }
        Ok(())
    }
}
