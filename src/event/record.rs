//! The record of a game: the fold of its events, the only state that survives a power cut.

use heapless::Deque;

use super::{
    Breach, CountNews, Decision, Event, EventKind, Irregularity, Reason, Removal, RemovalOrder,
    Target,
};
use crate::clock::{self, Clock, ClockState};
use crate::rules::{
    Article, Colour, CountOfMoves, Counted, Edition, History, Move, Opening, Position, Rank, Side,
    Square, Squares,
};

/// Half-moves that can be taken back with their clocks.
///
/// An arbiter undoes the few half-moves since a mistake; to go back further, the arbiter
/// sets the position.
pub const MAX_TAKE_BACK: usize = 12;

/// The state of a game as the fold of its events; it survives a power cut.
#[derive(Clone, Debug)]
pub struct Record {
    now: State,
    game: u32,
    /// The number of the next event.
    number: u32,
    /// Time of the last event, in milliseconds of game time.
    at: u32,
    /// Both clocks; `None` in casual play.
    clock: Option<Clock>,
    history: History,
    /// State before each of the latest half-moves, the oldest first.
    undo_stack: Deque<Before, MAX_TAKE_BACK>,
}

/// State at the beginning of a turn, for the undo stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Before {
    clock: Option<ClockState>,
    last: Option<Move>,
    count: Option<CountOfMoves>,
    half_moves: u16,
}

/// The part of a record that one assignment resets at the start of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    /// The clocks are stopped and moves are not judged.
    paused: bool,
    /// The player on move has said "accomodo".
    adjusting: bool,
    /// An irregularity is being corrected: nothing new is reported (8.4).
    correcting: bool,
    /// The notice of 7.2 has been given.
    quarter_turned: bool,
    white: Option<Side>,
    edition: Edition,
    /// The player whose last move counted by the reply to it and who has not pressed since.
    unpressed: Option<Colour>,
    /// Effect of the last half-move on the count of moves, until an event reports it.
    counted: Option<Counted>,
    half_moves: u16,
    touched: Option<Square>,
    /// The king that the last move made.
    crowned: Option<Square>,
    result: Option<Ending>,
    opening: Option<Opening>,
    /// Wrong claims of White and of Black (9.3 b3).
    refused: [u8; 2],
    count: Option<CountOfMoves>,
    /// The first position of the game, from which it may begin again (7.4), and the side of White
    /// then.
    start: (Position, Option<Side>),
    position: Position,
    phase: Phase,
    /// The player on move has pressed, and the meaning of the press is not decided yet.
    pressed: Option<Colour>,
    /// The notice of 7.3 has been given, for this piece.
    swapped: Option<Squares>,
    last: Option<Move>,
    /// How the captured pieces of the last move came off.
    removed: RemovalOrder,
    /// When the first clock was started, in milliseconds of game time.
    started: Option<u32>,
    /// The position before the last move, if its player has pressed for it.
    pressed_from: Option<Position>,
    /// The clocks as they were when this turn began.
    turn_began: Option<ClockState>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The winner; `None` in a draw.
    pub winner: Option<Colour>,
    /// Why the game ended.
    pub reason: Reason,
}

/// The phase of a game, named by the input that it waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The start position, or the first press.
    Setup,
    /// A move.
    Playing,
    /// The opponent's choice (8.2).
    Choosing(Irregularity),
    /// The correction of an irregularity.
    Restoring(Irregularity),
    /// The board to be set up again after a knock (7.8).
    Halted {
        /// These squares, and no others.
        occupied: Squares,
        /// The complete move among them.
        standing: Option<(Move, Removal)>,
    },
    /// The arbiter's decision.
    Arbiter,
    /// No input: the game is over.
    Over,
}

impl Phase {
    /// Name of the phase, for traces.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Setup => "Setup",
            Self::Playing => "Playing",
            Self::Choosing(_) => "Choosing",
            Self::Restoring(_) => "Restoring",
            Self::Halted { .. } => "Halted",
            Self::Arbiter => "Arbiter",
            Self::Over => "Over",
        }
    }
}

impl State {
    /// The state before the first move.
    const fn new() -> Self {
        Self {
            edition: Edition::Year2008,
            opening: None,
            white: None,
            start: (Position::start(), None),
            position: Position::start(),
            phase: Phase::Setup,
            half_moves: 0,
            turn_began: None,
            paused: false,
            result: None,
            count: None,
            counted: None,
            refused: [0; 2],
            started: None,
            pressed_from: None,
            last: None,
            removed: RemovalOrder::NONE,
            touched: None,
            adjusting: false,
            crowned: None,
            unpressed: None,
            correcting: false,
            pressed: None,
            quarter_turned: false,
            swapped: None,
        }
    }
}

impl Default for Record {
    fn default() -> Self {
        Self::new()
    }
}

impl Record {
    /// The record before the first game.
    pub const fn new() -> Self {
        Self {
            game: 0,
            number: 0,
            at: 0,
            history: History::new(),
            clock: None,
            undo_stack: Deque::new(),
            now: State::new(),
        }
    }

    /// An empty record whose next game has the number `game` + 1.
    pub fn following(game: u32) -> Self {
        Self { game, ..Self::new() }
    }

    /// Makes an empty record one of [`following`](Self::following), in place.
    pub(crate) const fn follow(&mut self, game: u32) {
        self.game = game;
    }

    /// The agreed position.
    pub const fn position(&self) -> &Position {
        &self.now.position
    }

    /// The phase of the game.
    pub const fn phase(&self) -> &Phase {
        &self.now.phase
    }

    /// Whether the game waits for a move.
    pub const fn is_playing(&self) -> bool {
        matches!(self.now.phase, Phase::Playing)
    }

    /// Whether the game is over.
    pub const fn is_over(&self) -> bool {
        matches!(self.now.phase, Phase::Over)
    }

    /// Whose clock runs, or will when the pause ends.
    pub const fn running(&self) -> Option<Colour> {
        match &self.clock {
            Some(clock) => clock.turn(),
            None => None,
        }
    }

    /// Both clocks, in game time; `None` without a clock.
    pub const fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Whether the clocks are stopped and moves are not judged.
    pub const fn paused(&self) -> bool {
        self.now.paused
    }

    /// How the game ended, if it has.
    pub const fn result(&self) -> Option<Ending> {
        self.now.result
    }

    /// The count of moves, if one was begun (Art. 10).
    pub const fn count(&self) -> Option<&CountOfMoves> {
        self.now.count.as_ref()
    }

    /// Number of the game on this board; 0 before the first.
    pub const fn game(&self) -> u32 {
        self.game
    }

    /// Time of the last event, in milliseconds of game time.
    pub const fn at(&self) -> u32 {
        self.at
    }

    /// Whether a half-move can be taken back.
    pub fn can_take_back(&self) -> bool {
        !self.undo_stack.is_empty()
    }

    /// Number of half-moves that can be taken back, at most [`MAX_TAKE_BACK`].
    pub fn undo_depth(&self) -> usize {
        self.undo_stack.len()
    }

    /// Effect of the last half-move on the count of moves, until an event reports it.
    pub(crate) const fn counted(&self) -> Option<Counted> {
        self.now.counted
    }

    /// Number of refused claims of a player (9.3 b3).
    pub(crate) const fn refused(&self, colour: Colour) -> u8 {
        self.now.refused[colour as usize]
    }

    /// The clocks as they were when the turn of the last half-move began.
    pub(crate) fn clock_to_take_back_to(&self) -> Option<&ClockState> {
        self.undo_stack.back()?.clock.as_ref()
    }

    /// The piece that has to be played (3.7).
    pub const fn touched(&self) -> Option<Square> {
        self.now.touched
    }

    /// The edition of the regulations by which irregularities are numbered.
    pub const fn edition(&self) -> Edition {
        self.now.edition
    }

    /// The opening drawn.
    pub const fn opening(&self) -> Option<Opening> {
        self.now.opening
    }

    /// The side on which White sits, once known.
    pub const fn white(&self) -> Option<Side> {
        self.now.white
    }

    /// Half-moves that count so far.
    pub const fn half_moves(&self) -> u16 {
        self.now.half_moves
    }

    /// The positions before the present one.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// Number of events folded, which is the number of the next event.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// The last lawful move; `None` if an irregularity was kept since.
    pub const fn last(&self) -> Option<Move> {
        self.now.last
    }

    /// The order in which the captured pieces of the last move came off (5.12), as far as its event
    /// has it.
    pub const fn removed(&self) -> &RemovalOrder {
        &self.now.removed
    }

    pub(crate) const fn started(&self) -> Option<u32> {
        self.now.started
    }

    pub(crate) const fn adjusting(&self) -> bool {
        self.now.adjusting
    }

    pub(crate) const fn correcting(&self) -> bool {
        self.now.correcting
    }

    pub(crate) const fn crowned(&self) -> Option<Square> {
        self.now.crowned
    }

    pub(crate) const fn unpressed(&self) -> Option<Colour> {
        self.now.unpressed
    }

    /// The player on move, if his press is not decided yet: it is judged when the game goes on.
    pub(crate) const fn pressed(&self) -> Option<Colour> {
        self.now.pressed
    }

    pub(crate) const fn quarter_turned(&self) -> bool {
        self.now.quarter_turned
    }

    pub(crate) const fn swapped(&self) -> Option<Squares> {
        self.now.swapped
    }

    pub(crate) const fn pressed_from(&self) -> Option<&Position> {
        self.now.pressed_from.as_ref()
    }

    /// The next event of this log.
    pub(crate) const fn next(&self, at: u32, what: EventKind) -> Event {
        match what {
            EventKind::Started { .. } => {
                Event { game: self.game.saturating_add(1), number: 0, at, what }
            }
            _ => Event { game: self.game, number: self.number, at, what },
        }
    }

    /// Folds one event into the record. The same events always give the same record.
    pub fn apply(&mut self, event: &Event) {
        self.game = event.game;
        self.number = event.number.saturating_add(1);
        self.at = event.at;
        match event.what {
            EventKind::Started {
                position, edition, opening, white, control, after_flag, ..
            } => {
                let settings = clock::Settings { after_flag, ..clock::Settings::default() };
                self.clock = control.map(|control| Clock::new(control, settings));
                self.begin(position, edition, opening, white);
            }
            EventKind::Seated(side) => self.now.white = Some(side),
            EventKind::Pressed { by, clock } => {
                self.set_clock(Some(clock));
                self.begin_turn();
                self.now.unpressed = self.now.unpressed.filter(|late| *late != by);
                self.now.started.get_or_insert(event.at);
                if by == self.now.position.turn() && self.is_playing() {
                    self.now.pressed = Some(by);
                }
                // 7.1: faults of the setup are shown, not blocked.
                if matches!(self.now.phase, Phase::Setup) {
                    self.play_on();
                }
            }
            EventKind::Accomodo => self.now.adjusting = true,
            EventKind::Touched(square) => self.now.touched = Some(square),
            EventKind::Moved { played, unpressed, account, .. } => {
                self.moved(played, unpressed);
                if self.now.last == Some(played) {
                    self.now.removed = RemovalOrder::of(played, &account);
                }
            }
            EventKind::Irregularity(irregularity, _) => {
                self.now.phase = Phase::Choosing(irregularity);
                self.now.adjusting = false;
                self.now.pressed = None;
            }
            EventKind::Decided { decision, clock } => {
                if let Phase::Choosing(irregularity) = self.now.phase {
                    self.decided(irregularity, decision, clock);
                }
            }
            EventKind::Halted { occupied, standing } => {
                // A press without a complete move is not judged after the board is set up again.
                self.now.pressed = self.now.pressed.filter(|_| standing.is_some());
                self.now.phase = Phase::Halted { occupied, standing };
            }
            EventKind::Restored { by_move } => self.restored(by_move),
            EventKind::AskedArbiter { plays_on, .. } => {
                if !plays_on {
                    self.now.phase = Phase::Arbiter;
                    self.now.pressed = None;
                }
            }
            EventKind::Notice { article, squares, .. } => self.noticed(article, squares),
            EventKind::NotTheOpening { .. } => self.halt(),
            EventKind::Paused { clock } | EventKind::Recovered { clock, .. } => {
                self.set_clock(clock);
                self.now.paused = true;
            }
            EventKind::Resumed { clock } => {
                self.set_clock(clock);
                self.now.paused = false;
                if self.now.result.take().is_some() {
                    self.play_on();
                }
            }
            EventKind::Recharged { of, clock } => {
                self.set_clock(Some(clock));
                self.now.unpressed = self.now.unpressed.filter(|late| *late != of);
            }
            EventKind::Flag { clock, .. } | EventKind::SecondsAnnulled { clock, .. } => {
                self.set_clock(Some(clock));
            }
            EventKind::Ended { winner, reason, clock } => {
                self.set_clock(clock);
                self.now.paused = false;
                self.now.result = Some(Ending { winner, reason });
                self.now.phase = Phase::Over;
            }
            EventKind::Refused { by, clock, .. } => {
                self.set_clock(clock);
                if let Some(by) = by {
                    let refused = &mut self.now.refused[by as usize];
                    *refused = refused.saturating_add(1);
                }
            }
            EventKind::Count(news) => self.count_news(news),
            EventKind::Corrected { clock, .. } => {
                self.set_clock(Some(clock));
                self.begin_turn();
            }
            EventKind::TakenBack { clock } => self.taken_back(clock),
            EventKind::PositionSet(position) => {
                self.undo_stack.clear();
                self.go_to(position);
                self.forget_last();
                self.play_on();
            }
            EventKind::Restarted { clock, .. } => {
                let State { start: (position, white), edition, opening, .. } = self.now;
                self.set_clock(clock);
                self.begin(position, edition, opening, white);
            }
            EventKind::NotCrowned { square, .. } => self.set_rank(square, Rank::Man),
            EventKind::CrownedLate { square, .. } => self.set_rank(square, Rank::King),
            EventKind::Tagged { .. }
            | EventKind::Claimed { .. }
            | EventKind::Fault { .. }
            | EventKind::Storage(_)
            | EventKind::RestartRefused { .. }
            | EventKind::EnteredByArbiter => {}
        }
    }

    /// Begins the game, or begins it again, with the clocks as they are.
    fn begin(
        &mut self,
        position: Position,
        edition: Edition,
        opening: Option<Opening>,
        white: Option<Side>,
    ) {
        self.history.clear();
        self.undo_stack.clear();
        self.now = State::new();
        self.now.start = (position, white);
        self.now.position = position;
        self.now.edition = edition;
        self.now.opening = opening;
        self.now.white = white;
        self.begin_turn();
    }

    fn set_clock(&mut self, reading: Option<ClockState>) {
        if let (Some(clock), Some(reading)) = (&mut self.clock, reading) {
            clock.set(&reading);
        }
    }

    /// Keeps the clocks that a take-back of the next half-move restores.
    fn begin_turn(&mut self) {
        self.now.turn_began = self.clock.as_ref().map(Clock::read);
    }

    /// Pushes the state before a half-move onto the undo stack.
    fn remember_turn(&mut self) {
        let State { turn_began: clock, last, count, half_moves, .. } = self.now;
        if self.undo_stack.is_full() {
            self.undo_stack.pop_front();
        }
        // A full stack has lost its oldest entry.
        let _ = self.undo_stack.push_back(Before { clock, last, count, half_moves });
    }

    /// Clears everything that refers to the last move.
    fn forget_last(&mut self) {
        self.now.pressed_from = None;
        self.now.last = None;
        self.now.removed = RemovalOrder::NONE;
        self.now.crowned = None;
        self.now.unpressed = None;
        self.now.correcting = false;
    }

    /// The board has to show the position before anything else happens.
    fn halt(&mut self) {
        let occupied = self.now.position.occupied();
        self.now.phase = Phase::Halted { occupied, standing: None };
    }

    fn moved(&mut self, played: Move, unpressed: bool) {
        let before = self.now.position;
        // A log may be damaged or forged: an illegal move is ignored.
        if !before.legal_moves().contains(&played) {
            return;
        }
        let after = before.play_unchecked(played);
        let player = before.turn();
        let crowned =
            before.men(player).contains(played.from()) && after.kings(player).contains(played.to());
        self.remember_turn();
        // A press that changes the clock over has already counted the move, also a move that
        // waits (7.7). Count the others here: moves of an opening are not on the clock, nor is a
        // reply that was pressed while the clock of the opponent, who has not pressed, still runs.
        let waited = self.now.pressed == Some(player);
        if let Some(clock) = &mut self.clock
            && (unpressed || (clock.turn() != Some(player) && !waited))
        {
            clock.count(player);
        }
        self.go_to(after);
        let now = &mut self.now;
        now.half_moves = now.half_moves.saturating_add(1);
        now.pressed_from = (!unpressed).then_some(before);
        now.last = Some(played);
        now.crowned = crowned.then_some(played.to());
        now.unpressed = now.unpressed.filter(|late| *late != player);
        if unpressed {
            now.unpressed = Some(player);
        }
        now.correcting = false;
        now.swapped = None;
        self.begin_turn();
        self.play_on();
    }

    fn decided(
        &mut self,
        irregularity: Irregularity,
        decision: Decision,
        clock: Option<ClockState>,
    ) {
        match decision {
            Decision::Correct => {
                if let Target::Position(position) = irregularity.correct {
                    self.now.position = position;
                }
                self.now.correcting = true;
                self.now.phase = Phase::Restoring(irregularity);
            }
            Decision::Keep(kept) => {
                if let Some(kept) = kept.filter(|kept| *kept != self.now.position) {
                    self.remember_turn();
                    // An irregular move counts as a half-move and a passed turn does not. A withdrawn
                    // move is uncounted, unless another move took its place.
                    let half_moves = &mut self.now.half_moves;
                    *half_moves = match irregularity.breach {
                        Breach::EmptyPress => *half_moves,
                        Breach::Withdrawal if kept.turn() == irregularity.offender => {
                            half_moves.saturating_sub(1)
                        }
                        Breach::Withdrawal => *half_moves,
                        _ => half_moves.saturating_add(1),
                    };
                    self.go_to(kept);
                }
                self.forget_last();
                self.play_on();
            }
        }
        self.set_clock(clock);
        self.begin_turn();
    }

    fn taken_back(&mut self, clock: Option<ClockState>) {
        let Some(before) = self.undo_stack.pop_back() else { return };
        let position = self.now.position;
        let position = self.history.take_back(&position).unwrap_or(position);
        let Before { last, count, half_moves, .. } = before;
        self.forget_last();
        self.begin_position(position);
        self.now.last = last;
        self.now.count = count;
        self.now.half_moves = half_moves;
        self.now.counted = None;
        self.now.result = None;
        self.now.paused = true;
        self.set_clock(clock);
        self.begin_turn();
        self.halt();
    }

    fn count_news(&mut self, news: CountNews) {
        self.now.counted = None;
        let CountNews::Begun { limit, .. } = news else { return };
        let position = self.now.position;
        let resumed = match &mut self.now.count {
            // 10 of 2006: an annulled count goes on, for the same player.
            Some(count) if self.now.edition == Edition::Year2006 && count.limit() == limit => {
                count.resume(&position).is_ok()
            }
            _ => false,
        };
        if !resumed {
            self.now.count = CountOfMoves::start(&position, self.now.edition, limit).ok();
        }
    }

    fn restored(&mut self, by_move: bool) {
        match self.now.phase {
            // A restored position ends the correction; a move ends it when it counts.
            Phase::Restoring(Irregularity { correct: Target::Position(_), .. }) if !by_move => {
                self.now.correcting = false;
            }
            _ => {}
        }
        self.play_on();
    }

    fn noticed(&mut self, article: Article, squares: Squares) {
        if article == Article::new(7, 2) {
            self.now.quarter_turned = true;
        } else if article == Article::new(7, 3) {
            self.now.swapped = Some(squares);
        }
    }

    /// Makes the piece on its far base a man or a king (4.5). A take-back undoes this alone.
    fn set_rank(&mut self, square: Square, rank: Rank) {
        let before = self.now.position;
        let Some(after) = before.with_rank(square, rank) else { return };
        self.remember_turn();
        self.history.record(&before, &after);
        self.now.position = after;
        self.now.crowned = None;
        // 10.1: a count needs a king on each side.
        let counted = self.now.count.as_mut().map(|count| count.played(&before, &after));
        self.now.counted =
            counted.filter(|counted| !matches!(counted, Counted::Running | Counted::Idle));
    }

    /// Waits for a move, or ends the game where none is possible. A man that its player may still
    /// crown counts as a king for this (4.5).
    fn play_on(&mut self) {
        let position = self.now.position;
        let own = position.uncrowned() & position.pieces(position.turn());
        let crowned = own.iter().fold(position, |position, square| {
            position.with_rank(square, Rank::King).unwrap_or(position)
        });
        let over = crowned.outcome().is_some();
        self.now.phase = if over { Phase::Over } else { Phase::Playing };
    }

    fn go_to(&mut self, position: Position) {
        let before = self.now.position;
        self.history.record(&before, &position);
        let counted = self.now.count.as_mut().map(|count| count.played(&before, &position));
        self.now.counted =
            counted.filter(|counted| !matches!(counted, Counted::Running | Counted::Idle));
        self.begin_position(position);
    }

    /// Sets the position and clears everything that refers to the turn before.
    fn begin_position(&mut self, position: Position) {
        self.now.position = position;
        self.now.touched = None;
        self.now.adjusting = false;
        self.now.pressed = None;
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        let position = self.position();
        (self.game, self.number, self.at, self.now)
            == (other.game, other.number, other.at, other.now)
            && self.clock == other.clock
            && self.undo_stack == other.undo_stack
            && self.history.back_from(position).eq(other.history.back_from(position))
    }
}
