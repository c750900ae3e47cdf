//! Before the first move: the start position, the sides, the colours (Art. 7). A game that begins
//! again is in `restart`.

use super::{Game, OpeningChoice};
use crate::event::{Cause, EventKind, Tag};
use crate::rules::{
    Article, Cell, Colour, Move, Opening, OpeningTable, Position, Side, Square, Squares,
};
use crate::time::{Duration, GameTime};
use crate::worlds::{Lift, Stamp};

/// Number of half-moves of an opening.
const OPENING_MOVES: u16 = 3;

impl Game {
    /// Begins a game from the start position.
    pub(super) fn start_game(&mut self, opening: Option<Opening>) {
        self.new_game(Position::start(), opening);
    }

    /// Begins a game from this position, with the settings and tags of the moment.
    pub(super) fn new_game(&mut self, position: Position, opening: Option<Opening>) {
        let turned = self.white() == Side::North;
        let white = self.settings.white;
        self.began = self.now;
        self.offset = GameTime::ZERO;
        self.forget_the_play();
        let edition = self.settings.edition;
        let control = self.settings.casual.is_none().then_some(self.settings.control);
        let after_flag = self.settings.after_flag;
        let date = self.date();
        self.emit(EventKind::Started {
            position,
            edition,
            opening,
            white,
            control,
            after_flag,
            date,
        });
        self.emit_tags();
        if let Some(fault) = self.pending_storage_fault.take() {
            self.emit(EventKind::Storage(fault));
        }
        self.look_at_the_board_anew(turned);
    }

    /// Forgets everything about the moves on the board.
    pub(super) fn forget_the_play(&mut self) {
        self.warned = [false; 2];
        self.changed_over = None;
    }

    /// Compares the board with the first position. `turned`: White was at the north before.
    pub(super) fn look_at_the_board_anew(&mut self, turned: bool) {
        if turned != (self.white() == Side::North) {
            self.worlds.turn_by_half();
        }
        self.board_changed();
    }

    /// Begins a game at a player's press, if the start position is on the board and no game is
    /// on.
    pub(super) fn begin_by_press(&mut self) {
        let idle = self.record.number() == 0 || self.record.is_over();
        let start = Position::start().occupied();
        if idle && !self.record.paused() && self.contacts().shows(start) {
            self.start_game(None);
        }
    }

    /// Begins a game of the same players with colours reversed and, in a match of two games, the
    /// same opening.
    pub(super) fn rematch(&mut self) {
        self.tags.swap(Tag::White as usize, Tag::Black as usize);
        // For this game only; the setting is restored below.
        let reversed = self.record.white().map(Side::other);
        let setting = core::mem::replace(&mut self.settings.white, reversed);
        self.start_game(self.record.opening());
        self.settings.white = setting;
    }

    /// The table from which the opening of the next game is drawn; `None` for a free start.
    pub(crate) fn opening_table(&self) -> Option<OpeningTable> {
        match self.settings.openings {
            OpeningChoice::Drawn(table) => Some(table),
            OpeningChoice::Free => None,
            OpeningChoice::ByOccasion => {
                let of_event = [Tag::Event, Tag::Round].iter().any(|tag| self.is_tagged(*tag));
                (of_event && self.settings.casual.is_none()).then_some(OpeningTable::B)
            }
        }
    }

    /// Whether the next games have a text for this tag.
    fn is_tagged(&self, tag: Tag) -> bool {
        self.tags[tag as usize].is_some()
    }

    /// The time of day in seconds since 1970, if a PC has set it.
    fn date(&self) -> Option<u32> {
        let (then, at) = self.day?;
        let passed = u32::try_from(self.now.saturating_since(at).as_secs()).ok()?;
        then.checked_add(passed)
    }

    /// Emits the tags: the head of the score sheet.
    fn emit_tags(&mut self) {
        for tag in Tag::ALL {
            let by_setting = if tag == Tag::Table { self.settings.table_text() } else { None };
            if let Some(text) = self.tags[tag as usize].or(by_setting) {
                self.emit(EventKind::Tagged { tag, text });
            }
        }
    }

    /// The half-move that the opening prescribes now.
    pub(super) fn prescribed(&self) -> Option<Move> {
        let number = usize::from(self.record.half_moves());
        self.record.opening()?.moves().get(number).copied()
    }

    /// Whether half-moves of an opening are still to be played, off the clock.
    pub(crate) fn opening_waits(&self) -> bool {
        self.record.opening().is_some() && self.record.half_moves() < OPENING_MOVES
    }

    /// Returns whether the opening prescribes another move than this one; if so, emits that it
    /// has to be played instead.
    pub(super) fn is_not_the_opening(&mut self, played: Move) -> bool {
        let expected = self.prescribed().filter(|expected| *expected != played);
        if let Some(expected) = expected {
            self.emit(EventKind::NotTheOpening { expected });
        }
        expected.is_some()
    }

    /// Continues the game of the record after a restart of the board, with the clocks paused.
    pub(super) fn recovered(&mut self, elapsed: Duration, cause: Cause) {
        if self.record.number() == 0 {
            return;
        }
        self.began = self.now;
        self.offset = GameTime::from_millis(self.record.at().into()) + elapsed;
        // A clock that is set to run on after a flag goes on.
        if self.record.is_over() {
            return;
        }
        let clock = self.clock_after(|clock, at| {
            clock.pause(at);
        });
        self.emit(EventKind::Recovered { cause, clock });
    }

    /// Ends the phase `Setup` when the board shows the first position (7.1), and notices a board
    /// turned by a quarter (7.2).
    pub(super) fn set_up(&mut self) {
        if self.record.number() == 0 {
            return;
        }
        let contacts = *self.contacts();
        if contacts.shows(self.expected()) && contacts.light().is_empty() {
            self.emit(EventKind::Restored { by_move: false });
            return;
        }
        // A quarter turn: the men stand along the sides, on dark squares.
        let free = Cell::SIDE / 2 - 1..Cell::SIDE / 2 + 1;
        let sides = |square: &Square| !free.contains(&square.column());
        let turned: Squares = Square::all().filter(sides).collect();
        if !self.record.quarter_turned() && contacts.shows(turned) {
            let squares = contacts.board();
            self.emit(EventKind::Notice { article: Article::new(7, 2), squares, light: None });
        }
    }

    /// Whether the next lift decides where White sits: with an opening drawn or without clocks,
    /// unless the settings or a press have decided it.
    pub(super) fn is_white_unseated(&self) -> bool {
        let by_lift = self.record.opening().is_some() || self.settings.casual.is_some();
        let begun =
            by_lift && self.record.is_playing() && *self.record.position() == Position::start();
        self.record.white().is_none() && begun
    }

    /// Seats White on this side, and turns the diagram if necessary.
    pub(super) fn sit(&mut self, white: Side) {
        if self.white() != white {
            self.worlds.turn_by_half();
        }
        // A touch before the sides were known does not bind.
        self.worlds.untouch();
        self.emit(EventKind::Seated(white));
    }

    /// Notices swapped colours: the first piece lifted in the game for longer than a brush is Black's
    /// (7.3).
    pub(super) fn colours_swapped(&mut self) {
        let position = *self.record.position();
        let first = self.record.half_moves() == 0
            && position == Position::start()
            && self.record.white().is_some()
            && self.record.swapped().is_none()
            && self.record.touched().is_none()
            && !self.record.adjusting();
        if !first {
            return;
        }
        let (now, brush) = (Stamp::of(self.now), self.settings.brush);
        let lifted = self.worlds.best().and_then(|best| {
            let pieces = best.pieces().iter().filter(|piece| piece.lift == Lift::Plain);
            pieces
                .reduce(|first, piece| if first.left.is_after(piece.left) { piece } else { first })
        });
        // A piece of Black's that is adjusted while White lifts his own is nothing.
        let white = self
            .worlds
            .best()
            .is_some_and(|best| best.away().meets(position.pieces(Colour::White)));
        if white {
            return;
        }
        if let Some(lifted) = lifted.filter(|lifted| now.is_past(lifted.left, brush))
            && position.pieces(Colour::Black).contains(lifted.home)
        {
            let squares = Squares::of(lifted.home);
            self.emit(EventKind::Notice { article: Article::new(7, 3), squares, light: None });
        }
    }
}
