use crate::event::{Breach, Decision, Event, Irregularity, Removal, Target, What};
use crate::rules::{
    Article, Colour, Edition, History, Move, Opening, Position, Side, Square, Squares,
};

/// What outlives a power cut: the fold of a game's events, and nothing else.
#[derive(Clone, Debug)]
pub struct Record {
    game: u32,
    /// The number of the next event.
    number: u32,
    history: History,
    now: State,
}

/// All of a record but its log and its history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    edition: Edition,
    opening: Option<Opening>,
    white: Option<Side>,
    position: Position,
    phase: Phase,
    half_moves: u16,
    /// Whose clock runs.
    running: Option<Colour>,
    /// When the first clock was started, in milliseconds of the game.
    started: Option<u32>,
    /// The position before the last move, if its player has pressed for it.
    pressed_from: Option<Position>,
    last: Option<Move>,
    touched: Option<Square>,
    /// The player on move has said "accomodo".
    adjusting: bool,
    /// The king that the last move made.
    crowned: Option<Square>,
    /// The opponent's piece that was off when the last move counted.
    absent: Option<Square>,
    /// An irregularity is being corrected: nothing new is reported (8.4).
    correcting: bool,
    /// A move that was knocked over and set up again.
    remade: Option<(Move, Removal)>,
    /// 7.7: a press waits until one of these squares opens.
    waiting: Option<Squares>,
    /// 7.2 has been told.
    quarter_turned: bool,
    /// 7.3 has been told, of this piece.
    swapped: Option<Squares>,
}

/// What the game waits for.
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
    /// A person.
    Arbiter,
    /// Nothing: the game is over on the board (9.2.2, 9.2.3).
    Over,
}

impl Default for Record {
    fn default() -> Self {
        Self::new()
    }
}

impl Record {
    /// Before the first game.
    pub const fn new() -> Self {
        let now = State {
            edition: Edition::Year2008,
            opening: None,
            white: None,
            position: Position::start(),
            phase: Phase::Setup,
            half_moves: 0,
            running: None,
            started: None,
            pressed_from: None,
            last: None,
            touched: None,
            adjusting: false,
            crowned: None,
            absent: None,
            correcting: false,
            remade: None,
            waiting: None,
            quarter_turned: false,
            swapped: None,
        };
        Self { game: 0, number: 0, history: History::new(), now }
    }

    /// The agreed position.
    pub const fn position(&self) -> &Position {
        &self.now.position
    }

    /// What the game waits for.
    pub const fn phase(&self) -> &Phase {
        &self.now.phase
    }

    /// Whose clock runs.
    pub const fn running(&self) -> Option<Colour> {
        self.now.running
    }

    /// The piece that has to be played (3.7).
    pub const fn touched(&self) -> Option<Square> {
        self.now.touched
    }

    /// By which text irregularities are numbered.
    pub const fn edition(&self) -> Edition {
        self.now.edition
    }

    /// The opening drawn.
    pub const fn opening(&self) -> Option<Opening> {
        self.now.opening
    }

    /// Where White sits, once that is known.
    pub const fn white(&self) -> Option<Side> {
        self.now.white
    }

    /// Half-moves that count so far.
    pub const fn half_moves(&self) -> u16 {
        self.now.half_moves
    }

    /// How the game came to its position.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// How many events this log has.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// The last lawful move, unless something irregular was kept since.
    pub const fn last(&self) -> Option<Move> {
        self.now.last
    }

    pub(super) const fn started(&self) -> Option<u32> {
        self.now.started
    }

    pub(super) const fn adjusting(&self) -> bool {
        self.now.adjusting
    }

    pub(super) const fn correcting(&self) -> bool {
        self.now.correcting
    }

    pub(super) const fn crowned(&self) -> Option<Square> {
        self.now.crowned
    }

    pub(super) const fn absent(&self) -> Option<Square> {
        self.now.absent
    }

    pub(super) const fn remade(&self) -> Option<(Move, Removal)> {
        self.now.remade
    }

    pub(super) const fn waiting(&self) -> Option<Squares> {
        self.now.waiting
    }

    pub(super) const fn quarter_turned(&self) -> bool {
        self.now.quarter_turned
    }

    pub(super) const fn swapped(&self) -> Option<Squares> {
        self.now.swapped
    }

    pub(super) const fn pressed_from(&self) -> Option<&Position> {
        self.now.pressed_from.as_ref()
    }

    /// The next event of this log.
    pub(super) const fn next(&self, at: u32, what: What) -> Event {
        match what {
            What::Started { .. } => {
                Event { game: self.game.saturating_add(1), number: 0, at, what }
            }
            _ => Event { game: self.game, number: self.number, at, what },
        }
    }

    /// Takes one event in. The same events always give the same record.
    pub fn apply(&mut self, event: &Event) {
        self.game = event.game;
        self.number = event.number.saturating_add(1);
        match event.what {
            What::Started { position, edition, opening, white } => {
                self.history.clear();
                self.now = State { position, edition, opening, white, ..Self::new().now };
            }
            What::Seated(side) => self.now.white = Some(side),
            What::Pressed(colour) => {
                self.now.running = Some(colour.opponent());
                self.now.started.get_or_insert(event.at);
                // 7.1: faults of the setup are shown, not blocked.
                if self.now.phase == Phase::Setup {
                    self.play_on();
                }
            }
            What::Accomodo => self.now.adjusting = true,
            What::Touched(square) => self.now.touched = Some(square),
            What::Moved { played, unpressed, absent, .. } => self.moved(played, unpressed, absent),
            What::Irregularity(irregularity) => {
                self.now.phase = Phase::Choosing(irregularity);
                self.now.adjusting = false;
                self.now.remade = None;
                self.now.waiting = None;
            }
            What::Decided(decision) => {
                if let Phase::Choosing(irregularity) = self.now.phase {
                    self.decided(irregularity, decision);
                }
            }
            What::Halted { occupied, standing } => {
                self.now.phase = Phase::Halted { occupied, standing };
            }
            What::Restored { by_move } => self.restored(by_move),
            What::AskedArbiter(_) => self.now.phase = Phase::Arbiter,
            What::Notice { article, squares, .. } => self.noticed(article, squares),
        }
    }

    fn moved(&mut self, played: Move, unpressed: bool, absent: Option<Square>) {
        let before = self.now.position;
        // A log may come from anywhere: whatever it says, the position stays sound.
        let Ok(after) = before.play(played) else { return };
        let player = before.turn();
        let crowned =
            before.men(player).contains(played.from()) && after.kings(player).contains(played.to());
        self.go_to(after);
        self.now = State {
            half_moves: self.now.half_moves.saturating_add(1),
            pressed_from: (!unpressed).then_some(before),
            last: Some(played),
            crowned: crowned.then_some(played.to()),
            absent,
            correcting: false,
            swapped: None,
            ..self.now
        };
        self.play_on();
    }

    fn decided(&mut self, irregularity: Irregularity, decision: Decision) {
        match decision {
            Decision::Correct => {
                if let Target::Position(position) = irregularity.correct {
                    self.now.position = position;
                }
                // He has something to do, on his own time.
                self.now.running = self.now.running.map(|_| irregularity.offender);
                self.now.correcting = true;
                self.now.phase = Phase::Restoring(irregularity);
            }
            Decision::Keep(kept) => {
                if let Some(kept) = kept.filter(|kept| *kept != self.now.position) {
                    // An irregular move counts as one; a passed turn does not.
                    if irregularity.breach != Breach::EmptyPress {
                        self.now.half_moves = self.now.half_moves.saturating_add(1);
                    }
                    self.go_to(kept);
                }
                self.now = State {
                    running: self.now.running.map(|_| self.now.position.turn()),
                    pressed_from: None,
                    last: None,
                    crowned: None,
                    absent: None,
                    correcting: false,
                    ..self.now
                };
                self.play_on();
            }
        }
    }

    fn restored(&mut self, by_move: bool) {
        match self.now.phase {
            Phase::Halted { standing, .. } => self.now.remade = standing,
            // A position that is shown again ends the correction; a move does
            // when it counts.
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
        } else if article == Article::new(7, 7) {
            self.now.waiting = Some(squares);
        }
    }

    /// The game waits for a move, if there can be one.
    fn play_on(&mut self) {
        let over = self.now.position.outcome().is_some();
        self.now.phase = if over { Phase::Over } else { Phase::Playing };
    }

    fn go_to(&mut self, position: Position) {
        self.history.record(&self.now.position, &position);
        self.now = State {
            position,
            touched: None,
            adjusting: false,
            remade: None,
            waiting: None,
            ..self.now
        };
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        let position = self.position();
        (self.game, self.number, self.now) == (other.game, other.number, other.now)
            && self.history.back_from(position).eq(other.history.back_from(position))
    }
}
