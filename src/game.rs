//! The referee: ties the hands, the rules and the irregularities together.
//!
//! ```text
//!                    irregular at the press           his press, MINUS
//!        Playing ------------------------> Choosing ------------------> Restoring
//!         ^ ^ |   <------------------------        |                        |
//!         | | |     keep: he touches a movable piece, PLUS                  |
//!         | | +--- knock (7.8) ---> Halted --- the board is restored ---+   |
//!         | +-----------------------------------------------------------+   |
//!         +-------------------- the board shows what it should -------------+
//!
//!        Playing, Choosing, Halted --- cannot be known ---> Arbiter
//! ```

mod judge;
mod record;

use heapless::Vec;

pub use record::{Phase, Record};

use crate::event::{Breach, Decision, Event, Irregularity, Removal, Target, What};
use crate::rules::{
    Article, Cell, Colour, Edition, Move, MoveList, Opening, Outcome, Position, Square, Squares,
};
use crate::sense::{Cells, Contact, Edge, Key, Side};
use crate::time::{Micros, Span};
use crate::tracker::{Manners, Tracker, Turn, Verdict};
use judge::{Afterwards, Judgement, Scene};

/// How a game is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How irregularities are numbered.
    pub edition: Edition,
    /// Without a clock: a complete move counts after this quiet time, or when
    /// the opponent lifts a piece.
    pub casual: Option<Span>,
    /// Where White sits; else the first press names Black's side.
    pub white: Option<Side>,
    /// How the hands are read.
    pub manners: Manners,
}

impl Default for Settings {
    fn default() -> Self {
        Self { edition: Edition::Year2008, casual: None, white: None, manners: Manners::default() }
    }
}

/// Something that reaches the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A contact opened or closed.
    Edge(Edge),
    /// From now on the reeds of these cells cannot be trusted.
    Distrust(Cells),
    /// A new game, from this position.
    NewGame {
        /// Where it begins.
        position: Position,
        /// The opening drawn.
        opening: Option<Opening>,
    },
    /// A player, or with `None` the arbiter, says what reeds cannot see: a king
    /// moved unmarked (8.1.16) or a wrong man marked (8.1.17).
    Declare {
        /// Which of the two.
        breach: Breach,
        /// Who says so.
        by: Option<Colour>,
    },
    /// The deadline has come.
    Wake,
}

/// The most events one input can cause: a move made good by its reply, what was
/// noticed about it, a touch, and the change-over, with room to spare.
pub const MAX_EFFECTS: usize = 8;

/// What an input caused, in order.
pub type Effects = Vec<Event, MAX_EFFECTS>;

/// A game on the board.
#[derive(Clone, Debug)]
pub struct Game {
    settings: Settings,
    record: Record,
    tracker: Tracker,
    /// When the game's own line of time began.
    began: Micros,
    white: Side,
    /// A side is known by the settings or by the first press.
    white_known: bool,
    legal: MoveList,
    /// The complete move that the board showed last, and how it was made.
    standing: Option<Standing>,
    /// A press is waiting for a piece to leave one of two squares (7.7).
    waiting: bool,
    /// The side on move has said "accomodo" (3.9).
    adjusting: bool,
    /// When the first press started a clock.
    started: Option<Micros>,
    /// 7.2 and 7.3 are told once.
    quarter_turned: bool,
    swapped: bool,
    /// The first piece taken up in this game, if it was Black's, and when.
    black_first: Option<(Square, Micros)>,
    last_edge: Micros,
    effects: Effects,
}

/// A complete lawful move that nobody has pressed for yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Standing {
    played: Move,
    removal: Removal,
    /// When it was completed.
    since: Micros,
    /// When the board ceased to show it.
    until: Option<Micros>,
    /// It was knocked over and has to be set up again.
    knocked: bool,
}

/// A lawful move on its way into the record.
#[derive(Clone, Copy)]
struct Counting {
    played: Move,
    removal: Removal,
    unpressed: bool,
    absent: Option<Square>,
}

impl Counting {
    const fn plain(played: Move, removal: Removal) -> Self {
        Self { played, removal, unpressed: false, absent: None }
    }
}

impl Game {
    /// A board on which no game has begun.
    pub fn new(settings: Settings) -> Self {
        let record = Record::new();
        let legal = record.position().legal_moves();
        Self {
            settings,
            record,
            tracker: Tracker::new(),
            began: Micros::default(),
            white: settings.white.unwrap_or(Side::South),
            white_known: settings.white.is_some(),
            legal,
            standing: None,
            waiting: false,
            adjusting: false,
            started: None,
            quarter_turned: false,
            swapped: false,
            black_first: None,
            last_edge: Micros::default(),
            effects: Effects::new(),
        }
    }

    /// What outlives a power cut: the fold of all events.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The board as the reeds see it.
    pub fn tracker(&self) -> &Tracker {
        &self.tracker
    }

    /// What the hands are doing, compared with the position.
    pub fn verdict(&self) -> Verdict {
        self.tracker.verdict(self.record.position(), &self.legal)
    }

    /// The squares that differ from what the board should show now: those to
    /// set up, to restore or to put right.
    pub fn to_put_right(&self) -> Squares {
        match (self.record.phase(), self.verdict()) {
            (Phase::Playing, Verdict::Complete(_) | Verdict::Replied(..)) => Squares::EMPTY,
            _ => self.tracker.differs(self.expected()),
        }
    }

    /// Whether the game is over on the board.
    pub fn outcome(&self) -> Option<Outcome> {
        self.record.position().outcome()
    }

    /// One input, at this time. Decides what happens, then applies it.
    pub fn step(&mut self, input: Input, now: Micros) -> Effects {
        self.effects.clear();
        match input {
            Input::NewGame { position, opening } => self.new_game(position, opening, now),
            Input::Distrust(cells) => {
                let turned = self.white == Side::North;
                self.tracker.distrust(if turned { cells.turned() } else { cells });
                self.board_changed(now);
            }
            Input::Edge(edge) => self.edge(edge),
            Input::Declare { breach, by } => self.declared(breach, by, now),
            Input::Wake => self.time_passed(now),
        }
        self.effects.clone()
    }

    /// When to be woken if nothing happens before.
    pub fn next_deadline(&self) -> Option<Micros> {
        let quiet = self.settings.casual.map(|quiet| self.last_edge + quiet);
        let quiet = quiet.filter(|_| self.can_be_judged());
        let touch = self.tracker.touch_deadline(&self.settings.manners);
        match self.record.phase() {
            Phase::Playing | Phase::Choosing(_) => {
                let first = self.black_first.map(|(_, at)| at + self.settings.manners.brush);
                [quiet, touch, first].into_iter().flatten().min()
            }
            _ => None,
        }
    }

    fn new_game(&mut self, position: Position, opening: Option<Opening>, now: Micros) {
        self.began = now;
        self.started = None;
        self.tracker.new_turn();
        self.standing = None;
        self.waiting = false;
        self.adjusting = false;
        let edition = self.settings.edition;
        self.swapped = false;
        self.black_first = None;
        self.quarter_turned = false;
        self.emit(What::Started { position, edition, opening }, now);
        self.board_changed(now);
    }

    /// 7.2 to 7.4: whether a game begun on a turned board, or with the colours
    /// swapped, may be begun again. The times already used stay.
    pub fn may_restart(&self, now: Micros) -> bool {
        let early = self.record.half_moves() < 10;
        match self.record.edition() {
            Edition::Year2006 => early,
            Edition::Year2008 => {
                let since = self.started.map(|started| now.saturating_since(started));
                early && since.is_none_or(|since| since < Span::from_secs(600))
            }
        }
    }

    /// 8.1.16, 8.1.17: before the opponent has touched a movable piece (8.3).
    fn declared(&mut self, breach: Breach, by: Option<Colour>, now: Micros) {
        let position = *self.record.position();
        let offender = position.turn().opponent();
        let in_time = *self.record.phase() == Phase::Playing
            && self.record.touched().is_none()
            && by.is_none_or(|by| by == position.turn());
        let (squares, keep) = match breach {
            Breach::UnmarkedKing => match self.record.last() {
                // Only the king just moved, and not the one just made.
                Some(last)
                    if position.kings(offender).contains(last.to())
                        && self.record.crowned().is_none() =>
                {
                    (Squares::of(last.from()).with(last.to()), Some(position))
                }
                _ => return,
            },
            Breach::WronglyMarked => (Squares::EMPTY, None),
            _ => return,
        };
        if in_time {
            let correct = Target::Position(position);
            let light = None;
            self.irregular(Irregularity { offender, breach, squares, light, correct, keep }, now);
        }
    }

    fn edge(&mut self, edge: Edge) {
        let now = edge.at;
        self.last_edge = now;
        match edge.contact {
            Contact::Key(key) if edge.closed => self.key(key, now),
            Contact::Key(_) => {}
            Contact::Cell(cell) => {
                let cell = self.on_diagram(cell);
                match cell.dark().filter(|_| self.tracker.trusts(cell)) {
                    None => self.tracker.other_edge(cell, edge.closed),
                    Some(square) if edge.closed => {
                        let brush = self.settings.manners.brush;
                        self.black_first = self
                            .black_first
                            .filter(|(s, at)| *s != square || now.saturating_since(*at) >= brush);
                        let turn = self.turn();
                        self.tracker.drop(square, now, &turn, &self.settings.manners);
                    }
                    Some(square) => self.lift(square, now),
                }
                self.board_changed(now);
            }
        }
    }

    /// A board turned by half is the same to reeds: White may sit anywhere.
    fn on_diagram(&self, cell: Cell) -> Cell {
        match self.white {
            Side::South => cell,
            Side::North => cell.turned(),
        }
    }

    fn lift(&mut self, square: Square, now: Micros) {
        // Casual play: the opponent's lift makes a complete move count.
        if self.settings.casual.is_some()
            && *self.record.phase() == Phase::Playing
            && let Some(standing) = self.standing.filter(|standing| standing.until.is_none())
        {
            let after = self.record.position().after(standing.played);
            if playable(&after.legal_moves()).contains(square) {
                self.count(Counting::plain(standing.played, standing.removal), now);
            }
        }
        self.watch_first_lift(square, now);
        let turn = self.turn();
        self.tracker.lift(square, now, &turn, &self.settings.manners);
    }

    /// Whose pieces bind, whose come back.
    fn turn(&self) -> Turn {
        let position = match self.record.phase() {
            Phase::Choosing(irregularity) => self.base_of_choice(irregularity),
            _ => *self.record.position(),
        };
        let touchable = match self.record.phase() {
            Phase::Playing if self.adjusting => Squares::EMPTY,
            Phase::Playing => playable(&self.legal),
            Phase::Choosing(_) => playable(&position.legal_moves()),
            _ => Squares::EMPTY,
        };
        Turn {
            own: position.pieces(position.turn()),
            foreign: position.pieces(position.turn().opponent()),
            touchable,
        }
    }

    /// The position whose movable pieces decide for "keep" when touched.
    fn base_of_choice(&self, irregularity: &Irregularity) -> Position {
        let chooser = irregularity.offender.opponent();
        irregularity
            .keep
            .filter(|kept| kept.turn() == chooser)
            .unwrap_or_else(|| self.record.position().with_turn(chooser))
    }

    /// What the dark squares should show.
    fn expected(&self) -> Squares {
        match self.record.phase() {
            Phase::Halted(occupied) => *occupied,
            Phase::Restoring(irregularity) => match irregularity.correct {
                Target::Position(position) => position.occupied(),
                Target::Move(played) => self.record.position().after(played).occupied(),
            },
            _ => self.record.position().occupied(),
        }
    }

    fn time_passed(&mut self, now: Micros) {
        self.touched(now);
        self.colours_swapped(now);
        let quiet = self.settings.casual.is_some_and(|quiet| now >= self.last_edge + quiet);
        if quiet && *self.record.phase() == Phase::Playing && self.can_be_judged() {
            self.judge(now);
        }
    }

    /// Casual play: whether the board, left quiet, calls for a judgement.
    fn can_be_judged(&self) -> bool {
        match self.verdict() {
            Verdict::AtRest | Verdict::Replied(..) => false,
            Verdict::Complete(_) => true,
            Verdict::InHand(_) | Verdict::Off(_) => !self.own_in_the_air(),
        }
    }

    fn own_in_the_air(&self) -> bool {
        let position = self.record.position();
        let off = self.tracker.differs(position.occupied());
        let own_off = off & position.pieces(position.turn());
        own_off.len() > (off - position.occupied()).len() + self.tracker.light().len()
    }

    /// The board is different: what follows without a press?
    fn board_changed(&mut self, now: Micros) {
        match *self.record.phase() {
            Phase::Arbiter => {}
            Phase::Setup => self.set_up(now),
            Phase::Halted(occupied) => {
                if self.tracker.shows(occupied) {
                    self.emit(What::Restored, now);
                }
            }
            Phase::Restoring(irregularity) => {
                // The target, or at once the lawful move that follows from it.
                if self.tracker.shows(self.expected()) {
                    self.emit(What::Restored, now);
                } else if self.corrected_by_a_move(irregularity.offender, now).is_some() {
                    self.emit(What::Restored, now);
                    self.stands(now);
                }
            }
            Phase::Choosing(_) => self.touched(now),
            Phase::Playing => self.played_on(now),
        }
    }

    /// 7.1, 7.2: compares the board with the start, square by square.
    fn set_up(&mut self, now: Micros) {
        if self.record.number() == 0 {
            return;
        }
        if self.tracker.shows(self.expected()) && self.tracker.light().is_empty() {
            self.emit(What::Restored, now);
            return;
        }
        // A quarter turn: the men stand along the sides, on dark squares.
        let sides = |square: &Square| !(3..5).contains(&square.column());
        let turned: Squares = Square::all().filter(sides).collect();
        if !self.quarter_turned && self.tracker.shows(turned) {
            self.quarter_turned = true;
            let squares = self.tracker.board();
            self.emit(What::Notice { article: Article::new(7, 2), squares, light: None }, now);
        }
    }

    /// 7.3: the first piece of the game that is taken up is Black's.
    fn colours_swapped(&mut self, now: Micros) {
        let Some((square, at)) = self.black_first else {
            return;
        };
        let elsewhere = !(self.tracker.board() - self.record.position().occupied()).is_empty();
        if elsewhere || now.saturating_since(at) >= self.settings.manners.brush {
            self.black_first = None;
            self.swapped = true;
            let squares = Squares::of(square);
            self.emit(What::Notice { article: Article::new(7, 3), squares, light: None }, now);
        }
    }

    /// Watches for the first lift of a game from the wrong side.
    fn watch_first_lift(&mut self, square: Square, now: Micros) {
        let position = self.record.position();
        let first = self.record.half_moves() == 0
            && *position == Position::start()
            && *self.record.phase() == Phase::Playing
            && self.tracker.shows(position.occupied())
            && !self.swapped;
        if first && position.pieces(Colour::Black).contains(square) {
            self.black_first = Some((square, now));
        }
    }

    fn played_on(&mut self, now: Micros) {
        if self.waiting {
            self.judge(now);
            return;
        }
        let verdict = self.verdict();
        if let Some(first) = self.tracker.many_at_once(now, &self.settings.manners)
            && matches!(verdict, Verdict::Off(_))
        {
            self.knocked(first, now);
            return;
        }
        if !matches!(verdict, Verdict::Complete(_))
            && let Some(standing) = &mut self.standing
        {
            standing.until.get_or_insert(now);
        }
        self.touched(now);
        self.colours_swapped(now);
        match verdict {
            Verdict::Complete(_) => self.stands(now),
            Verdict::Replied(played, _) => {
                let removal = self.removal_of(played);
                self.count(Counting { unpressed: true, ..Counting::plain(played, removal) }, now);
                // The reply is complete, and waits for its own press.
                if let Verdict::Complete(_) = self.verdict() {
                    self.stands(now);
                }
            }
            _ => {
                if let Some(irregularity) = self.afterwards().and_then(|after| after.withdrawn()) {
                    self.irregular(irregularity, now);
                }
            }
        }
    }

    /// Remembers the complete move on the board, and how it was made.
    fn stands(&mut self, now: Micros) {
        if let Judgement::Lawful { played, removal, .. } = self.judgement(now) {
            // A move that was knocked over and set up again was made only once.
            self.standing = match self.standing {
                Some(standing) if standing.played == played && standing.knocked => {
                    Some(Standing { until: None, ..standing })
                }
                _ => Some(Standing { played, removal, since: now, until: None, knocked: false }),
            };
        }
    }

    fn removal_of(&self, played: Move) -> Removal {
        match self.standing {
            _ if self.record.correcting() => Removal::Regular,
            Some(standing) if standing.played == played && standing.knocked => standing.removal,
            _ if self.tracker.removed_regularly(played, &self.settings.manners) => Removal::Regular,
            _ => Removal::Irregular,
        }
    }

    /// 7.8: play halts until the last position, or it and the complete move,
    /// is on the board again.
    fn knocked(&mut self, first: Micros, now: Micros) {
        self.tracker.untouch();
        let position = *self.record.position();
        // The move that was complete when the first piece jumped.
        self.standing = self
            .standing
            .filter(|s| s.since < first && s.until.is_none_or(|until| until >= first))
            .map(|standing| Standing { knocked: true, ..standing });
        let occupied = match self.standing {
            Some(standing) => position.after(standing.played).occupied(),
            None => position.occupied(),
        };
        let squares = self.tracker.differs(occupied);
        self.emit(What::Notice { article: Article::new(7, 8), squares, light: None }, now);
        self.emit(What::Halted(occupied), now);
    }

    /// Tells of the first playable piece touched; in a choice, it keeps.
    fn touched(&mut self, now: Micros) {
        let Some(square) = self.tracker.touched(now, &self.settings.manners) else {
            return;
        };
        match *self.record.phase() {
            Phase::Playing if self.record.touched().is_none() => {
                self.emit(What::Touched(square), now);
            }
            Phase::Choosing(irregularity) => {
                self.keep(irregularity, now);
                if *self.record.phase() == Phase::Playing {
                    self.emit(What::Touched(square), now);
                }
            }
            _ => {}
        }
    }

    fn key(&mut self, key: Key, now: Micros) {
        match key {
            Key::Player(side) => {
                if !self.white_known {
                    // Free start: the first press names Black's side.
                    self.white_known = true;
                    self.white = side.other();
                    self.turn_the_board();
                }
                let colour = if side == self.white { Colour::White } else { Colour::Black };
                self.press(colour, now);
            }
            Key::Minus => match *self.record.phase() {
                Phase::Choosing(irregularity) => self.correct(irregularity, now),
                Phase::Playing if self.reply_was_taken_off() => self.taken_off(now),
                Phase::Playing => self.adjusting = true,
                _ => {}
            },
            Key::Plus => {
                if let Phase::Choosing(irregularity) = *self.record.phase() {
                    self.keep(irregularity, now);
                }
            }
            Key::Menu => {}
        }
    }

    /// White turned out to sit on the other side.
    fn turn_the_board(&mut self) {
        if self.white == Side::North {
            self.tracker.turn_by_half();
        }
    }

    fn press(&mut self, colour: Colour, now: Micros) {
        match *self.record.phase() {
            Phase::Setup => {
                if colour != self.record.position().turn() {
                    self.change_over(colour, now);
                }
            }
            Phase::Choosing(irregularity) => {
                if colour != irregularity.offender {
                    self.correct(irregularity, now);
                }
            }
            Phase::Restoring(irregularity) => self.press_while_restoring(irregularity, colour, now),
            Phase::Halted(_) => {
                let squares = self.to_put_right();
                self.change_over(colour, now);
                self.emit(What::AskedArbiter(squares), now);
            }
            Phase::Arbiter => self.change_over(colour, now),
            Phase::Playing => self.press_in_play(colour, now),
        }
    }

    fn press_in_play(&mut self, colour: Colour, now: Micros) {
        let position = *self.record.position();
        if self.reply_was_taken_off() && colour == position.turn() {
            self.taken_off(now);
        } else if colour == position.turn() {
            // Before the clocks run, the player on move has nothing to press for
            // as long as he has not moved.
            let begun = self.record.running().is_some();
            if begun || self.verdict() != Verdict::AtRest {
                self.judge(now);
            }
        } else if self.record.running() != Some(colour.opponent()) {
            // The first press starts the clock; a late one belongs to the move
            // that has counted already.
            self.change_over(colour, now);
        } else if let Some(irregularity) =
            self.afterwards().and_then(|afterwards| afterwards.second_press())
        {
            self.irregular(irregularity, now);
        }
    }

    /// Whether the opponent's piece that was off when the last move counted is
    /// still off, and nothing else has happened.
    fn reply_was_taken_off(&self) -> bool {
        let occupied = self.record.position().occupied();
        self.record.absent().is_some_and(|absent| {
            occupied.contains(absent) && self.tracker.shows(occupied.without(absent))
        })
    }

    /// It was no reply in hand: the opponent asks for his piece back.
    fn taken_off(&mut self, now: Micros) {
        let position = *self.record.position();
        let (Some(absent), Some(last)) = (self.record.absent(), self.record.last()) else {
            return;
        };
        let breach = if last.is_capture() { Breach::NotCaptured } else { Breach::PiecesOff };
        let ends = [absent, last.from(), last.to()].into_iter().collect::<Squares>();
        let irregularity = Irregularity {
            offender: position.turn().opponent(),
            breach,
            squares: ends | last.captured(),
            light: None,
            correct: Target::Position(position),
            keep: None,
        };
        self.irregular(irregularity, now);
        self.correct(irregularity, now);
    }

    fn press_while_restoring(&mut self, irregularity: Irregularity, colour: Colour, now: Micros) {
        // Nothing new is reported while a correction is carried out.
        if colour == irregularity.offender
            && let Some(played) = self.corrected_by_a_move(colour, now)
        {
            self.count(Counting::plain(played, Removal::Regular), now);
        }
        self.change_over(colour, now);
    }

    /// The lawful move on the board that makes a correction whole. The piece
    /// touched first still binds: any other move is not lawful.
    fn corrected_by_a_move(&mut self, offender: Colour, now: Micros) -> Option<Move> {
        if self.record.position().turn() != offender {
            return None;
        }
        match self.judgement(now) {
            Judgement::Lawful { played, beside: None, absent: None, .. } => Some(played),
            _ => None,
        }
    }

    /// The press of the player on move, or what stands for it.
    fn judge(&mut self, now: Micros) {
        let colour = self.record.position().turn();
        let judgement = self.judgement(now);
        self.waiting = false;
        match judgement {
            Judgement::Lawful { played, beside, absent, .. } => {
                let removal = self.removal_of(played);
                self.count(Counting { played, removal, unpressed: false, absent }, now);
                if let Some(cell) = beside {
                    let squares = self.to_put_right();
                    let article = Article::new(7, 5);
                    self.emit(What::Notice { article, squares, light: Some(cell) }, now);
                }
                self.change_over(colour, now);
            }
            Judgement::Irregular(irregularity) => {
                self.change_over(colour, now);
                // 7.3, never 8.1.5: the first piece of the game was Black's.
                if !(self.swapped && irregularity.breach == Breach::ForeignPiece) {
                    self.irregular(irregularity, now);
                }
            }
            Judgement::Waits(squares) => {
                self.waiting = true;
                self.change_over(colour, now);
                let article = Article::new(7, 7);
                self.emit(What::Notice { article, squares, light: None }, now);
            }
            Judgement::Arbiter(squares) => {
                self.change_over(colour, now);
                self.emit(What::AskedArbiter(squares), now);
            }
        }
    }

    fn judgement(&mut self, now: Micros) -> Judgement {
        let manners = self.settings.manners;
        let touched = self.record.touched().or_else(|| self.tracker.touched(now, &manners));
        Scene {
            position: self.record.position(),
            legal: &self.legal,
            tracker: &self.tracker,
            manners: &manners,
            touched,
            absent: self.record.absent(),
            crowning: self.record.crowned(),
        }
        .judge()
    }

    fn afterwards(&self) -> Option<Afterwards<'_>> {
        Some(Afterwards {
            before: self.record.pressed_from()?,
            position: self.record.position(),
            tracker: &self.tracker,
        })
    }

    /// A lawful move counts.
    fn count(&mut self, counting: Counting, now: Micros) {
        let Counting { played, removal, unpressed, absent } = counting;
        self.emit(What::Moved { played, removal, unpressed, absent }, now);
        if removal == Removal::Irregular {
            let squares = played.captured();
            self.emit(What::Notice { article: Article::new(5, 12), squares, light: None }, now);
        }
    }

    fn irregular(&mut self, irregularity: Irregularity, now: Micros) {
        self.emit(What::Irregularity(irregularity), now);
    }

    fn correct(&mut self, _: Irregularity, now: Micros) {
        self.emit(What::Decided(Decision::Correct), now);
        if self.tracker.shows(self.expected()) {
            self.emit(What::Restored, now);
        }
    }

    fn keep(&mut self, irregularity: Irregularity, now: Micros) {
        self.emit(What::Decided(Decision::Keep), now);
        if irregularity.keep.is_none() {
            self.emit(What::AskedArbiter(irregularity.squares), now);
        }
    }

    /// The clock of this player stops, the other's runs.
    fn change_over(&mut self, colour: Colour, now: Micros) {
        if self.record.running() != Some(colour.opponent()) {
            self.started.get_or_insert(now);
            self.emit(What::Pressed(colour), now);
        }
    }

    /// Applies an event and hands it out.
    fn emit(&mut self, what: What, now: Micros) {
        let at = now.saturating_since(self.began).as_millis() as u32;
        let event = self.record.next(at, what);
        self.record.apply(&event);
        self.legal = self.record.position().legal_moves();
        match what {
            What::Moved { unpressed, .. } => {
                self.standing = None;
                self.adjusting = false;
                if unpressed { self.tracker.untouch() } else { self.tracker.new_turn() }
            }
            What::Irregularity(_) => {
                self.standing = None;
                self.adjusting = false;
                self.tracker.new_turn();
            }
            What::Decided(Decision::Correct) => self.tracker.new_turn(),
            _ => {}
        }
        // MAX_EFFECTS is argued for; a test attacks it.
        let kept = self.effects.push(event);
        debug_assert!(kept.is_ok(), "more effects than MAX_EFFECTS");
    }
}

/// The pieces with a legal move.
fn playable(legal: &[Move]) -> Squares {
    legal.iter().map(|legal| legal.from()).collect()
}
