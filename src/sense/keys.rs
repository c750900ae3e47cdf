use core::fmt;

use serde::{Deserialize, Serialize};

use crate::rules::Side;

/// One of the five keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Key {
    /// The button of the player who sits here.
    Player(Side),
    /// Pages and pause.
    Menu,
    /// Less, or "accomodo" (3.9).
    Minus,
    /// More.
    Plus,
}

impl Key {
    /// All five, in the order of their bits in [`Keys`].
    pub const ALL: [Self; 5] =
        [Self::Player(Side::South), Self::Player(Side::North), Self::Menu, Self::Minus, Self::Plus];

    /// Index of this key in [`Key::ALL`].
    pub const fn index(self) -> usize {
        match self {
            Self::Player(Side::South) => 0,
            Self::Player(Side::North) => 1,
            Self::Menu => 2,
            Self::Minus => 3,
            Self::Plus => 4,
        }
    }
}

/// A set of keys.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Keys(u8);

impl Keys {
    /// No key.
    pub const EMPTY: Self = Self(0);
    /// All five.
    pub const ALL: Self = Self(0b1_1111);

    /// The set in which bit *n* stands for key *n* of [`Key::ALL`]; further bits are
    /// ignored.
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// The set as bits, where bit *n* stands for key *n* of [`Key::ALL`].
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The set of one key.
    pub const fn of(key: Key) -> Self {
        Self(1 << key.index())
    }

    /// Whether the key is one of these.
    pub const fn contains(self, key: Key) -> bool {
        self.0 & Self::of(key).0 != 0
    }

    /// Whether there is no key in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many keys there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The set with this key in it.
    #[must_use]
    pub const fn with(self, key: Key) -> Self {
        Self(self.0 | Self::of(key).0)
    }

    /// The set with this key taken out.
    #[must_use]
    pub const fn without(self, key: Key) -> Self {
        Self(self.0 & !Self::of(key).0)
    }

    /// Takes the first key out.
    pub(super) fn pop(&mut self) -> Option<Key> {
        // The empty set gives index 8, which is no key.
        let first = Key::ALL.get(self.0.trailing_zeros() as usize).copied();
        self.0 &= self.0.wrapping_sub(1);
        first
    }

    /// The keys in the order of [`Key::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Key> {
        Key::ALL.into_iter().filter(move |&key| self.contains(key))
    }
}

impl FromIterator<Key> for Keys {
    fn from_iter<I: IntoIterator<Item = Key>>(keys: I) -> Self {
        keys.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
