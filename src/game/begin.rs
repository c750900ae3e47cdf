//! Before the first move: the start position, the sides, the colours (Art. 7).

use super::Game;
use crate::event::{Cause, EventKind, Tag};
use crate::rules::{Article, Colour, Edition, Move, Opening, Position, Side, Square, Squares};
use crate::time::{Duration, GameTime, Instant};
use crate::tracker::Tracker;

/// The half-moves of an opening.
const OPENING_MOVES: u16 = 3;

/// 7.4: until both have played five moves.
const RESTART_HALF_MOVES: u16 = 10;
/// 7.2, 7.3 of 2008: until ten minutes have passed, in milliseconds.
const RESTART_WITHIN: u64 = 600_000;

impl Game {
    /// A new game from the start position.
    pub(super) fn start_game(&mut self, opening: Option<Opening>) {
        self.new_game(Position::start(), opening);
    }

    pub(super) fn new_game(&mut self, position: Position, opening: Option<Opening>) {
        let turned = self.white() == Side::North;
        let white = self.settings.white;
        self.began = self.now;
        self.offset = GameTime::ZERO;
        self.warned = [false; 2];
        self.standing = false;
        self.answered = None;
        self.doubted = None;
        self.changed_over = None;
        self.knocked = None;
        self.settled = None;
        self.black_first = None;
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
        self.tell_tags();
        if let Some(fault) = self.pending_storage_fault.take() {
            self.emit(EventKind::Storage(fault));
        }
        if turned != (self.white() == Side::North) {
            self.tracker.turn_by_half();
        }
        self.tracker.untouch();
        self.tracker.new_turn();
        self.board_changed();
    }

    /// A board on which the start position stands and no game is on: the press
    /// that starts a clock begins a game, too.
    pub(super) fn begin_by_press(&mut self) {
        let idle = self.record.number() == 0 || self.record.is_over();
        let start = Position::start().occupied();
        if idle && !self.record.paused() && self.tracker.shows(start) {
            self.start_game(None);
        }
    }

    /// The same players once more, with colours reversed and, in a match of two
    /// games, the same opening.
    pub(super) fn rematch(&mut self) {
        self.tags.swap(Tag::White as usize, Tag::Black as usize);
        // For this game only: the next one goes by the setting again.
        let reversed = self.record.white().map(Side::other);
        let setting = core::mem::replace(&mut self.settings.white, reversed);
        self.start_game(self.record.opening());
        self.settings.white = setting;
    }

    /// The clock of day.
    fn date(&self) -> Option<u32> {
        let (then, at) = self.day?;
        let passed = u32::try_from(self.now.saturating_since(at).as_secs()).ok()?;
        then.checked_add(passed)
    }

    /// The head of the score sheet.
    fn tell_tags(&mut self) {
        for tag in Tag::ALL {
            let by_setting = if tag == Tag::Table { self.settings.table_text() } else { None };
            if let Some(text) = self.tags[tag as usize].or(by_setting) {
                self.emit(EventKind::Tagged { tag, text });
            }
        }
    }

    /// The half-move that an opening prescribes now.
    pub(super) fn prescribed(&self) -> Option<Move> {
        let number = usize::from(self.record.half_moves());
        self.record.opening()?.moves().get(number).copied()
    }

    /// Whether half-moves of an opening are still to be played, off the clock.
    pub(crate) fn opening_waits(&self) -> bool {
        self.record.opening().is_some() && self.record.half_moves() < OPENING_MOVES
    }

    /// If an opening prescribes another move than this one, it has to be played
    /// instead; says whether it does.
    pub(super) fn is_not_the_opening(&mut self, played: Move) -> bool {
        let expected = self.prescribed().filter(|expected| *expected != played);
        if let Some(expected) = expected {
            self.emit(EventKind::NotTheOpening { expected });
        }
        expected.is_some()
    }

    /// The board has woken up in the middle of a game.
    pub(super) fn recovered(&mut self, elapsed: Duration, cause: Cause) {
        if self.record.number() == 0 || self.record.is_over() {
            return;
        }
        self.began = self.now;
        self.offset = GameTime::from_millis(self.record.at().into()) + elapsed;
        let clock = self.clock_after(|clock, line| {
            clock.pause(line);
        });
        self.tracker.untouch();
        self.emit(EventKind::Recovered { cause, clock });
    }

    /// 7.2 to 7.4: whether a game begun on a turned board, or with the colours
    /// swapped, may be begun again. The times already used stay.
    pub fn may_restart(&self, now: Instant) -> bool {
        let early = self.record.half_moves() < RESTART_HALF_MOVES;
        let played = self.to_game_time(now).as_millis();
        let in_time = self
            .record
            .started()
            .is_none_or(|started| played.saturating_sub(u64::from(started)) < RESTART_WITHIN);
        early && (in_time || self.record.edition() == Edition::Year2006)
    }

    /// 7.1, 7.2: compares the board with the start, square by square.
    pub(super) fn set_up(&mut self) {
        if self.record.number() == 0 {
            return;
        }
        if self.tracker.shows(self.expected()) && self.tracker.light().is_empty() {
            self.emit(EventKind::Restored { by_move: false });
            return;
        }
        // A quarter turn: the men stand along the sides, on dark squares.
        let sides = |square: &Square| !(3..5).contains(&square.column());
        let turned: Squares = Square::all().filter(sides).collect();
        if !self.record.quarter_turned() && self.tracker.shows(turned) {
            let squares = self.tracker.board();
            self.emit(EventKind::Notice { article: Article::new(7, 2), squares, light: None });
        }
    }

    /// With an opening drawn, and without clocks, the first lift tells where White
    /// sits, unless the settings or a press have told it.
    pub(super) fn is_white_unseated(&self, tracker: &Tracker) -> bool {
        let untold = self.record.opening().is_some() || self.settings.casual.is_some();
        let begun =
            untold && self.record.is_playing() && *self.record.position() == Position::start();
        let ready = begun && tracker.shows(self.record.position().occupied());
        self.record.white().is_none() && ready
    }

    /// White sits on this side.
    pub(super) fn sit(&mut self, white: Side) {
        if self.white() != white {
            self.tracker.turn_by_half();
        }
        // What was touched before the sides were known does not bind.
        self.tracker.untouch();
        self.tracker.new_turn();
        self.emit(EventKind::Seated(white));
    }

    /// Watches for the first lift of a game from the wrong side.
    pub(super) fn watch_first_lift(&mut self, square: Square) {
        let position = self.record.position();
        let first = self.record.half_moves() == 0
            && *position == Position::start()
            && self.record.is_playing()
            && !self.record.paused()
            && self.record.white().is_some()
            && self.record.swapped().is_none()
            && self.record.touched().is_none()
            && !self.record.adjusting()
            && self.tracker.shows(position.occupied());
        if first && position.pieces(Colour::Black).contains(square) {
            self.black_first = Some((square, self.now));
        }
    }

    /// It was only brushed.
    pub(super) fn first_lift_put_back(&mut self, square: Square) {
        let brush = self.settings.hand_timings.brush;
        if let Some((first, at)) = self.black_first
            && first == square
            && self.now.saturating_since(at) < brush
        {
            self.black_first = None;
        }
    }

    /// 7.3: the first piece of the game that is taken up is Black's.
    pub(super) fn colours_swapped(&mut self) {
        let Some((square, at)) = self.black_first else {
            return;
        };
        if self.now.saturating_since(at) >= self.settings.hand_timings.brush {
            self.black_first = None;
            let squares = Squares::of(square);
            self.emit(EventKind::Notice { article: Article::new(7, 3), squares, light: None });
        }
    }
}
