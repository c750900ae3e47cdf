use crate::event::{Decision, Event, Irregularity, Target, What};
use crate::rules::{Colour, Edition, History, Move, Opening, Position, Square, Squares};

/// What outlives a power cut: the fold of a game's events, and nothing else.
#[derive(Clone, Debug)]
pub struct Record {
    game: u32,
    /// The number of the next event.
    number: u32,
    edition: Edition,
    opening: Option<Opening>,
    position: Position,
    phase: Phase,
    /// Whose clock runs.
    running: Option<Colour>,
    /// The position before the last move, if its player has pressed for it.
    pressed_from: Option<Position>,
    touched: Option<Square>,
    crowned: Option<Square>,
    absent: Option<Square>,
    last: Option<Move>,
    /// An irregularity is being corrected: nothing new is reported (8.4).
    correcting: bool,
    history: History,
    half_moves: u16,
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
    /// These squares to be occupied again after a knock (7.8).
    Halted(Squares),
    /// A person.
    Arbiter,
}

impl Default for Record {
    fn default() -> Self {
        Self::new()
    }
}

impl Record {
    /// Before the first game.
    pub const fn new() -> Self {
        Self {
            game: 0,
            number: 0,
            edition: Edition::Year2008,
            opening: None,
            position: Position::start(),
            phase: Phase::Setup,
            running: None,
            pressed_from: None,
            touched: None,
            crowned: None,
            absent: None,
            last: None,
            correcting: false,
            history: History::new(),
            half_moves: 0,
        }
    }

    /// The agreed position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// What the game waits for.
    pub const fn phase(&self) -> &Phase {
        &self.phase
    }

    /// Whose clock runs.
    pub const fn running(&self) -> Option<Colour> {
        self.running
    }

    /// The piece that has to be played (3.7).
    pub const fn touched(&self) -> Option<Square> {
        self.touched
    }

    /// By which text irregularities are numbered.
    pub const fn edition(&self) -> Edition {
        self.edition
    }

    /// The opening drawn.
    pub const fn opening(&self) -> Option<Opening> {
        self.opening
    }

    /// Half-moves that count so far.
    pub const fn half_moves(&self) -> u16 {
        self.half_moves
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
    pub(super) const fn last(&self) -> Option<Move> {
        self.last
    }

    /// Whether an irregularity is being corrected.
    pub(super) const fn correcting(&self) -> bool {
        self.correcting
    }

    /// The king that the last move made.
    pub(super) const fn crowned(&self) -> Option<Square> {
        self.crowned
    }

    /// The opponent's piece that was off when the last move counted.
    pub(super) const fn absent(&self) -> Option<Square> {
        self.absent
    }

    pub(super) const fn pressed_from(&self) -> Option<&Position> {
        self.pressed_from.as_ref()
    }

    /// The next event of this log.
    pub(super) fn next(&self, at: u32, what: What) -> Event {
        match what {
            What::Started { .. } => Event { game: self.game + 1, number: 0, at, what },
            _ => Event { game: self.game, number: self.number, at, what },
        }
    }

    /// Takes one event in. The same events always give the same record.
    pub fn apply(&mut self, event: &Event) {
        self.game = event.game;
        self.number = event.number + 1;
        match event.what {
            What::Started { position, edition, opening } => {
                *self = Self {
                    game: event.game,
                    number: event.number + 1,
                    edition,
                    opening,
                    position,
                    phase: Phase::Setup,
                    ..Self::new()
                };
            }
            What::Pressed(colour) => {
                self.running = Some(colour.opponent());
                // 7.1: faults of the setup are shown, not blocked.
                if self.phase == Phase::Setup {
                    self.phase = Phase::Playing;
                }
            }
            What::Touched(square) => self.touched = Some(square),
            What::Moved { played, unpressed, absent, .. } => {
                let before = self.position;
                let after = before.after(played);
                self.crowned = (before.men(before.turn()).contains(played.from())
                    && after.kings(before.turn()).contains(played.to()))
                .then_some(played.to());
                self.go_to(after);
                self.half_moves = self.half_moves.saturating_add(1);
                self.absent = absent;
                self.last = Some(played);
                self.correcting = false;
                self.pressed_from = (!unpressed).then_some(before);
                self.phase = Phase::Playing;
            }
            What::Irregularity(irregularity) => self.phase = Phase::Choosing(irregularity),
            What::Decided(decision) => {
                if let Phase::Choosing(irregularity) = self.phase {
                    self.decide(irregularity, decision);
                }
            }
            What::Halted(occupied) => self.phase = Phase::Halted(occupied),
            What::Restored => self.phase = Phase::Playing,
            What::AskedArbiter(_) => self.phase = Phase::Arbiter,
            What::Notice { .. } => {}
        }
    }

    fn decide(&mut self, irregularity: Irregularity, decision: Decision) {
        match decision {
            Decision::Correct => {
                if let Target::Position(position) = irregularity.correct {
                    self.position = position;
                }
                // He has something to do, on his own time.
                self.running = Some(irregularity.offender);
                self.correcting = true;
                self.phase = Phase::Restoring(irregularity);
            }
            Decision::Keep => {
                if let Some(kept) = irregularity.keep {
                    self.go_to(kept);
                    self.running = Some(kept.turn());
                }
                self.pressed_from = None;
                self.crowned = None;
                self.absent = None;
                self.last = None;
                self.correcting = false;
                self.phase = Phase::Playing;
            }
        }
    }

    fn go_to(&mut self, position: Position) {
        self.history.record(&self.position, &position);
        self.position = position;
        self.touched = None;
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        let shallow = |record: &Self| {
            (
                (record.game, record.number, record.edition, record.opening),
                (record.position, record.phase, record.running, record.pressed_from),
                (
                    record.touched,
                    record.crowned,
                    record.absent,
                    record.last,
                    record.correcting,
                    record.half_moves,
                ),
            )
        };
        shallow(self) == shallow(other)
            && self.history.back_from(&self.position).eq(other.history.back_from(&other.position))
    }
}
