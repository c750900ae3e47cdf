//! Knocks (7.8): three or more changes in one debounce window that no lawful collection explains.
//!
//! ```text
//!   Watched ---- three cells in one window, and a brush later no lawful move, reply or
//!      ^         collection explains the board ----> Halted
//!      |                                               |
//!      +---- the board shows the last position, or that and a lawful move complete by then
//! ```

use super::reading::Reading;
use super::{Game, Phase};
use crate::event::{EventKind, Removal};
use crate::rules::{Article, Move, Squares};
use crate::sense::Cells;
use crate::time::{Duration, Instant};
use crate::worlds::{Lift, Stamp, World};

/// 7.8: so many cells that change at once are more than a hand does.
const KNOCK: usize = 3;

/// What is known of a knock, or of changes that may become one.
#[derive(Clone, Debug)]
pub(super) enum Knock {
    /// Nothing has changed.
    None,
    /// Cells changed in one debounce window.
    Watched {
        /// The best world before the first of them.
        before: World,
        first: Instant,
        /// The latest change since.
        last: Instant,
        cells: Cells,
        /// The closed cells before them.
        closed: Cells,
        /// Whether it was told while a choice is open, and did not halt the game.
        told: bool,
    },
    /// Play has halted.
    Halted {
        /// The best world before the knock; it goes on when the board is restored.
        before: World,
        /// The latest change.
        last: Instant,
        /// What the knock has left wrong: known with the first change after a pause, since from
        /// then on hands are at work.
        left_wrong: Option<Squares>,
    },
}

impl Knock {
    /// Whether these changes are a knock, unless the board is explained.
    const fn may_be_one(&self) -> Option<(Instant, Instant)> {
        match self {
            Self::Watched { first, last, cells, told: false, .. } if cells.len() >= KNOCK => {
                Some((*first, *last))
            }
            _ => None,
        }
    }

    /// Whether an edge begins a new window.
    fn is_over(&self, now: Instant, window: Duration) -> bool {
        match self {
            Self::None => true,
            Self::Watched { first, last, cells, told, .. } => {
                now > *first + window && (cells.len() < KNOCK || (*told && now > *last + window))
            }
            Self::Halted { .. } => false,
        }
    }
}

impl Game {
    /// An edge of this cell comes: it begins a window or belongs to one.
    pub(super) fn watch_for_knock(&mut self, cell: crate::rules::Cell) {
        let (now, window) = (self.now, self.window);
        if self.knock.is_over(now, window) {
            let Some(before) = self.worlds.best().cloned() else { return };
            let closed = self.worlds.contacts().cells();
            let (first, last) = (now, now);
            self.knock =
                Knock::Watched { before, first, last, cells: Cells::EMPTY, closed, told: false };
        }
        if let Knock::Watched { first, last, cells, .. } = &mut self.knock {
            *last = now;
            if now <= *first + window {
                *cells = cells.with(cell);
            }
        }
    }

    /// Whether play has halted because of a knock.
    pub(super) const fn is_halted_by_a_knock(&self) -> bool {
        matches!(self.knock, Knock::Halted { .. })
    }

    /// When a knock has settled.
    pub(super) fn knock_deadline(&self) -> Option<Instant> {
        let (_, last) = self.knock.may_be_one()?;
        let settled = last + self.settings.brush;
        (settled > self.latest).then_some(settled)
    }

    /// Halts the game after a knock. Returns whether it did, or may still do so.
    pub(super) fn knocked(&mut self) -> bool {
        let Some((first, last)) = self.knock.may_be_one() else { return false };
        let explained = !self.are_still_changed() || self.is_explained();
        if self.now >= last + self.settings.brush {
            if explained {
                self.knock = Knock::None;
            } else {
                self.halt_after_knock(first);
            }
        }
        !explained
    }

    /// Whether three of the cells have changed and are wrong now.
    fn are_still_changed(&self) -> bool {
        match &self.knock {
            Knock::Watched { cells, closed, .. } => {
                // A brush that ends within the window is no change.
                let contacts = self.worlds.contacts();
                let off = Cells::from(contacts.differs(self.record.position().occupied()));
                let wrong = (off | contacts.light()) & (*closed ^ contacts.cells());
                (wrong & *cells).len() >= KNOCK
            }
            _ => false,
        }
    }

    /// Whether a lawful move, begun or complete, with a reply and with the pieces it captures,
    /// explains the board. So does one but for a piece that tilts, and a complete one but for a piece
    /// that is off or beside its square: so much a sleeve does.
    fn is_explained(&self) -> bool {
        let turn = self.turn();
        let is_made = |world: &World| {
            let lawful = self.reader(world, &turn, self.now).lawful(0);
            lawful.is_some_and(|lawful| lawful.is_certain() || lawful.beside.is_some())
        };
        let is_lawful = |world: &World| {
            let reader = self.reader(world, &turn, self.now);
            reader.begun().is_some() || is_made(world) || reader.is_collecting()
        };
        self.worlds.iter().any(|world| {
            world.is_at_rest() || is_lawful(world) || {
                // Without one of its pieces a world makes no move that it does not make with it.
                let makes = |m: &Move| world.makes(*m, &turn) || !turn.trusted.contains(m.from());
                let made = turn.legal.iter().any(makes);
                let mut off = world.pieces().iter().filter(|piece| piece.is_in_hand());
                off.any(|piece| {
                    let tilts = piece.lifted.is_after(self.brush_ago());
                    (made || tilts) && {
                        let others = world.without(Squares::of(piece.home));
                        made && is_made(&others) || tilts && is_lawful(&others)
                    }
                })
            }
        })
    }

    fn halt_after_knock(&mut self, first: Instant) {
        let Knock::Watched { before, last, .. } = core::mem::replace(&mut self.knock, Knock::None)
        else {
            return;
        };
        let turn = self.turn();
        let standing: Option<(Move, Removal)> = match self.reader(&before, &turn, first).read() {
            Reading::Lawful(lawful) => Some((lawful.played, lawful.removal)),
            _ => None,
        };
        let position = *self.record.position();
        let occupied = match standing {
            Some((played, _)) => position.play_unchecked(played).occupied(),
            None => position.occupied(),
        };
        let touched = before.touched(Stamp::of(first), self.settings.brush);
        if self.record.touched().is_none()
            && touched.len() == 1
            && let Some(square) = touched.first()
        {
            self.emit(EventKind::Touched(square));
        }
        let squares = self.worlds.contacts().differs(occupied);
        self.emit(EventKind::Notice { article: Article::new(7, 8), squares, light: None });
        self.pending = None;
        self.emit(EventKind::Halted { occupied, standing });
        self.knock = Knock::Halted { before, last, left_wrong: None };
    }

    /// 7.8 in a choice: knocked pieces are not touched, and the choice stays open. Returns whether
    /// there was a knock, or may still be one.
    pub(super) fn knocked_in_choice(&mut self) -> bool {
        let Some((_, last)) = self.knock.may_be_one() else { return false };
        if self.now < last + self.settings.brush {
            return true;
        }
        let Knock::Watched { told, cells, .. } = &mut self.knock else { return false };
        *told = true;
        let changed = *cells;
        let missing = self.worlds.best().is_some_and(|best| {
            let lifted = best.pieces().iter().filter(|piece| piece.lift != Lift::NeverThere);
            lifted.filter(|piece| changed.contains(piece.home.cell())).count() >= KNOCK
        });
        if missing {
            self.worlds.forget_lifts();
            let squares = self.worlds.contacts().differs(self.expected());
            self.emit(EventKind::Notice { article: Article::new(7, 8), squares, light: None });
        }
        missing
    }

    /// The game goes on when the board shows the last position, or that and a lawful move complete
    /// by then.
    pub(super) fn restored_after_knock(&mut self) {
        self.note_what_the_knock_left();
        let contacts = *self.worlds.contacts();
        let position = *self.record.position();
        let Phase::Halted { occupied, .. } = *self.record.phase() else { return };
        // A move that was on its way when the pieces were knocked may be complete by now.
        let begun = match &self.knock {
            Knock::Halted { before, .. } => before.away(),
            _ => Squares::EMPTY,
        };
        let shows = |m: &Move| {
            let after = position.play_unchecked(*m).occupied();
            (begun.contains(m.from()) || after == occupied) && contacts.shows(after)
        };
        if !contacts.shows(position.occupied()) && !self.legal.iter().any(shows) {
            return;
        }
        let knock = core::mem::replace(&mut self.knock, Knock::None);
        self.emit(EventKind::Restored { by_move: false });
        let now = Stamp::of(self.now);
        match knock {
            Knock::Halted { before, .. } => {
                self.with_worlds(|worlds, turn| worlds.begin_with(before, now, turn));
            }
            _ => self.begin_worlds(),
        }
        self.press_again();
    }

    fn note_what_the_knock_left(&mut self) {
        let Phase::Halted { occupied, .. } = *self.record.phase() else { return };
        let wrong = self.worlds.contacts().differs(occupied);
        let (now, brush) = (self.now, self.settings.brush);
        if let Knock::Halted { last, left_wrong, .. } = &mut self.knock {
            if left_wrong.is_none() && now >= *last + brush {
                *left_wrong = Some(wrong);
            }
            *last = now;
        }
    }

    /// Whether a piece that the knock had left in its place has gone elsewhere since: a player has
    /// moved on, and without clocks no press tells.
    pub(super) fn is_played_on_after_knock(&self) -> bool {
        let Phase::Halted { occupied, .. } = *self.record.phase() else { return false };
        let Knock::Halted { left_wrong: Some(wrong), .. } = &self.knock else { return false };
        let since = self.worlds.contacts().differs(occupied) - *wrong;
        since.meets(occupied) && !(since - occupied).is_empty()
    }
}
