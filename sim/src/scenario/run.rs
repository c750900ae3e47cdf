use std::panic::{AssertUnwindSafe, catch_unwind};

use damiera::game;
use damiera::game::Hands as HandState;
use damiera::rules::{Colour, Position};
use damiera::sense::{Cells, Side};
use damiera::time::{Duration, Instant};

use super::hands::Hands;
use super::mixed::Feed;
use super::problem::Failure;
use super::raw::FIRST_CHANGE;
use super::write::colour_name;
use super::{
    Account, Act, Button, ClockTime, Code, Entry, Expectation, Hand, Kind, Place, Problem,
    RawChange, Scenario, Settings, Start, Step, White, display,
};
use crate::hands::noise;
use crate::virtual_board::VirtualBoard;

/// Time in ms at which the first act begins.
const FIRST: u64 = 1_000;
/// Default time in ms from the end of an act to the next one.
const BETWEEN: u64 = 200;
/// Frames that the board gets besides the debounce delay before an expectation is checked.
const SPARE: u64 = 2;
/// Shortest time in ms that is played after the last line of a scenario of raw changes.
const AFTER_RAW: u64 = 1_000;
/// Longest time in ms that the last expectations wait for decisions: several times longer than any
/// series of them takes.
const LONGEST_DECISION: u64 = 10_000;

impl Scenario {
    /// Runs the scenario on a new board, up to the first failure; with the noise of hands mixed in, if
    /// the settings ask for it.
    pub fn run(&self) -> Account {
        match self.settings.noise {
            Some(seed) => self.run_mixed(|begins, changes| {
                noise::mix(begins, changes, self.settings.brush, seed.into())
            }),
            None => self.run_plain(),
        }
    }

    /// Runs the scenario without noise.
    pub(super) fn run_plain(&self) -> Account {
        match caught(|| Ok(self.board()?)) {
            Ok(mut board) => self.run_on(&mut board),
            Err(failure) => {
                let failure = Some(failure.at(Place { line: 1, column: 1 }));
                Account { failure, ..Account::default() }
            }
        }
    }

    /// Runs the scenario on a board made by [`board`](Self::board), up to the first failure.
    pub fn run_on(&self, board: &mut VirtualBoard) -> Account {
        self.run_fed(board, None)
    }

    /// The same with these changes of contacts in place of those of the acts.
    pub(super) fn run_fed(&self, board: &mut VirtualBoard, feed: Option<Feed>) -> Account {
        let mut runner = Runner::new(self, board, feed);
        let ran = (0..self.lines.len()).try_for_each(|index| runner.line(index));
        let failure = ran.and_then(|()| runner.end()).err();
        Account { failure, ..runner.account }
    }

    /// A board with the settings and the started game of this scenario.
    pub fn board(&self) -> Result<VirtualBoard, crate::virtual_board::Mismatch> {
        let settings = &self.settings;
        let start = Position::start();
        let (position, opening, pieces) = match settings.start {
            Start::Standard => (start, None, start.occupied()),
            Start::Opening(opening) => (start, Some(opening), start.occupied()),
            Start::Position(position) => (position, None, position.occupied()),
            Start::Empty => (start, None, Default::default()),
            Start::None => {
                let mut board =
                    VirtualBoard::new(settings.of_game(), settings.debounce, self.white_sits());
                board.wake_up(start.occupied())?;
                return Ok(board);
            }
        };
        // The half-moves of an opening are played off the clock.
        let clock_runs = settings.quiet.is_none()
            && !matches!(settings.white, White::Unknown | White::UnknownNorth)
            && !matches!(settings.start, Start::Empty | Start::Opening(_));
        let mut board = VirtualBoard::new(settings.of_game(), settings.debounce, self.white_sits());
        board.begin(position, opening, pieces, clock_runs)?;
        Ok(board)
    }

    /// The side where White sits. With `white unknown` the first `press south` or `press north` is
    /// Black's.
    pub fn white_sits(&self) -> Side {
        let first_press = || {
            self.lines.iter().find_map(|line| match line.step {
                Step::Act { act: Act::Press(button) | Act::Hold(button, _), .. } => match button {
                    Button::At(side) => Some(side),
                    _ => None,
                },
                _ => None,
            })
        };
        match self.settings.white {
            White::South => Side::South,
            White::North | White::UnknownNorth => Side::North,
            White::Unknown => first_press().map_or(Side::South, Side::other),
        }
    }
}

impl Settings {
    /// The settings of the board on which the scenario runs.
    pub fn of_game(&self) -> game::Settings {
        let millis = |millis: u32| Duration::from_millis(millis.into());
        let mut of_game = game::Settings {
            edition: self.edition,
            control: self.control,
            introduced: true,
            casual: self.quiet.map(millis),
            white: match self.white {
                White::South => Some(Side::South),
                White::North => Some(Side::North),
                White::Unknown | White::UnknownNorth => None,
            },
            brush: millis(self.brush),
            ..game::Settings::default()
        };
        self.set.iter().for_each(|set| set.apply(&mut of_game));
        of_game
    }
}

/// Runs a part of a scenario; a panic in it becomes a failure.
pub(super) fn caught<T>(run: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    // After a panic the board is not used any more.
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let formatted = panic.downcast_ref::<String>().map(String::as_str);
        let sentence = formatted.or_else(|| panic.downcast_ref::<&str>().copied());
        let sentence = sentence.unwrap_or("without a message");
        Err(Failure::new(Code::Invariant, format!("the program panicked: {sentence}")))
    })
}

/// A run of a scenario.
pub(super) struct Runner<'a> {
    scenario: &'a Scenario,
    account: Account,
    board: &'a mut VirtualBoard,
    /// Time in ms at which the first act may begin.
    first: u64,
    /// Time in ms of the end of the last act; `None` before the first.
    ended: Option<u64>,
    /// The outputs since the last act that followed an expectation of outputs.
    observed: Vec<Observed>,
    /// The last expectation of an output since the last act.
    naming: Option<Place>,
    /// The changes of contacts in place of those of the acts.
    feed: Option<Feed>,
}

/// An output of the board, as the expectation that it meets.
struct Observed {
    at: u64,
    /// As a scenario of the game's edition writes it.
    text: String,
    what: Expectation,
    /// Whether an expectation has matched it.
    named: bool,
}

impl<'a> Runner<'a> {
    pub(super) fn new(
        scenario: &'a Scenario,
        board: &'a mut VirtualBoard,
        feed: Option<Feed>,
    ) -> Self {
        // Before the first change of a contact there is nothing to wait for.
        let first = if scenario.is_raw() { FIRST_CHANGE.into() } else { FIRST };
        let (account, observed) = (Account::default(), Vec::new());
        Self { scenario, account, board, first, ended: None, observed, naming: None, feed }
    }

    /// Time in ms of the end of the last act.
    pub(super) fn ended(&self) -> Option<u64> {
        self.ended
    }

    pub(super) fn line(&mut self, index: usize) -> Result<(), Problem> {
        let scenario = self.scenario;
        let line = &scenario.lines[index];
        let done = match &line.step {
            Step::Act { after, act } => {
                self.all_named()?;
                caught(|| self.act(*after, act, index))
            }
            Step::Raw(change) => {
                self.all_named()?;
                caught(|| self.raw(change, index))
            }
            Step::Expect(expectation) => {
                let next = scenario.lines[index..].iter().find_map(|line| match line.step {
                    Step::Act { after, .. } => Some(self.begins(after)),
                    Step::Raw(change) => Some(change.at.into()),
                    Step::Expect(_) => None,
                });
                caught(|| self.expect(expectation, line.place, next))
            }
        };
        done.map_err(|failure| failure.at(line.place))
    }

    fn act(&mut self, after: Option<u32>, act: &Act, index: usize) -> Result<(), Failure> {
        let scenario = self.scenario;
        let line = &scenario.lines[index];
        let begin = self.begins(after);
        self.not_early(begin)?;
        let text = line.step.to_string();
        self.enter(begin, Some(line.place.line), Kind::Act, text);
        self.run_to(begin)?;
        let fed = self.feed.as_ref().filter(|_| act.is_by_hand() && !matches!(act, Act::Bounce(_)));
        let ended = match fed.and_then(|feed| feed.end_of(index)) {
            Some(ended) => self.feed_until(ended).map(|()| ended),
            None => Hands(self.board).perform(act, begin),
        };
        self.collect();
        self.ended = Some(ended?);
        Ok(())
    }

    /// Changes a contact. An output has an entry, but not the change.
    fn raw(&mut self, change: &RawChange, index: usize) -> Result<(), Failure> {
        let at = change.at.into();
        self.not_early(at)?;
        self.run_to(at)?;
        if self.feed.as_ref().and_then(|feed| feed.end_of(index)).is_some() {
            self.feed_until(at)?;
        } else {
            self.board.set(change.contact.on(self.board), change.closed, at)?;
        }
        self.ended = Some(at);
        Ok(())
    }

    /// Checks that an act begins after the board has seen the one before.
    fn not_early(&self, begin: u64) -> Result<(), Failure> {
        if begin >= self.board.now() {
            return Ok(());
        }
        let message = format!(
            "this act begins too early: the board needed until {} ms to see the one before \
             the expectation, so begin at least {} ms after it",
            self.board.now(),
            self.board.now() - self.ended.unwrap_or(self.first),
        );
        Err(Failure::new(Code::Early, message))
    }

    /// The time at which an act that follows the last one begins.
    fn begins(&self, after: Option<u32>) -> u64 {
        let usual = if self.ended.is_some() { BETWEEN } else { 0 };
        self.ended.unwrap_or(self.first) + after.map_or(usual, u64::from)
    }

    /// Checks an expectation; `next` is the time at which the next act begins.
    fn expect(
        &mut self,
        expectation: &Expectation,
        place: Place,
        next: Option<u64>,
    ) -> Result<(), Failure> {
        self.run_until_decided(next)?;
        let met = if expectation.is_of_state() {
            self.is_so(expectation)
        } else {
            self.naming = Some(place);
            self.has_come(expectation)
        };
        let kind = if met.is_ok() { Kind::Met } else { Kind::Failed };
        let text = self.written(expectation);
        self.enter(self.board.now(), Some(place.line), kind, text);
        met
    }

    /// Checks that no output is left: every file ends with an implicit `expect nothing`.
    fn end(&mut self) -> Result<(), Problem> {
        let lines = &self.scenario.lines;
        let place = lines.last().map_or_else(Place::default, |line| line.place);
        let raw = self.scenario.is_raw();
        let played_on = || {
            if let Some(last) = self.feed.as_ref().and_then(Feed::last) {
                self.run_to(last + self.board.delay() + SPARE)?;
            }
            if let Some(last) = self.ended.filter(|_| raw) {
                self.run_to(last + AFTER_RAW)?;
            }
            self.run_until_decided(None)
        };
        caught(played_on).map_err(|failure| failure.at(place))?;
        // Without expectations a raw scenario only has to be played.
        if raw && !lines.iter().any(|line| matches!(line.step, Step::Expect(_))) {
            return Ok(());
        }
        self.naming = Some(place);
        self.all_named()
    }

    /// Runs the board until it has debounced the last act, then until no decision after a press or a
    /// reply is pending, but not into the next act.
    fn run_until_decided(&mut self, next: Option<u64>) -> Result<(), Failure> {
        let debounced = self.ended.map_or(self.first, |ended| ended + self.board.delay() + SPARE);
        self.run_to(debounced)?;
        let limit = next.unwrap_or(self.board.now() + LONGEST_DECISION);
        while self.board.now() < limit
            && let Some(due) = self.board.game().decides_at()
        {
            // The frame in which all edges up to the decision are known, and the one behind it.
            let frame = due.as_micros().div_ceil(1_000) + self.board.delay() + 1;
            self.run_to(frame.max(self.board.now() + 1).min(limit))?;
        }
        Ok(())
    }

    /// Makes the changes of contacts up to this time that come in place of those of the acts.
    fn feed_until(&mut self, millis: u64) -> Result<(), Failure> {
        while let Some(next) = self.feed.as_mut().and_then(|feed| feed.next_until(millis)) {
            self.board.set(next.contact, next.closed, next.at)?;
        }
        Ok(())
    }

    fn run_to(&mut self, millis: u64) -> Result<(), Failure> {
        if let Some(before) = millis.checked_sub(1) {
            self.feed_until(before)?;
        }
        let run = self.board.run_to(millis);
        self.collect();
        Ok(run?)
    }

    fn collect(&mut self) {
        // The menu may have changed the edition of the file.
        let edition = self.board.game().record().edition();
        for output in self.board.outputs() {
            let at = output.at.as_millis();
            if let Some(what) = Expectation::of(output, edition) {
                let text = what.written(edition).to_string();
                self.account.happened(at, text.clone());
                self.observed.push(Observed { at, text, what, named: false });
            }
        }
        self.board.clear_outputs();
    }

    fn enter(&mut self, at: u64, line: Option<u32>, kind: Kind, text: String) {
        self.account.entries.push(Entry { at, line, kind, text });
    }

    /// Checks before the next act that the expectations have matched every output that is not
    /// optional.
    fn all_named(&mut self) -> Result<(), Problem> {
        let Some(place) = self.naming.take() else { return Ok(()) };
        if let Some(observed) = self.first_unnamed() {
            let Observed { at, text, .. } = observed;
            let message = format!("`{text}` happened at {at} ms, and no line expects it");
            return Err(Failure::new(Code::Unexpected, message).at(place));
        }
        self.observed.clear();
        Ok(())
    }

    /// The first output that is not optional and not matched yet.
    fn first_unnamed(&mut self) -> Option<&mut Observed> {
        let mut observed = self.observed.iter_mut();
        observed.find(|observed| !observed.named && !observed.what.may_be_left_out())
    }

    fn has_come(&mut self, expectation: &Expectation) -> Result<(), Failure> {
        if expectation.may_be_left_out() {
            let mut observed = self.observed.iter_mut();
            return match observed.find(|one| !one.named && one.what == *expectation) {
                Some(observed) => {
                    observed.named = true;
                    Ok(())
                }
                None => Err(self.not_come(expectation, Code::Missing)),
            };
        }
        match (self.first_unnamed(), expectation) {
            (None, Expectation::Nothing) => Ok(()),
            (Some(observed), wanted) if wanted.agrees(&observed.what) => {
                observed.named = true;
                Ok(())
            }
            (_, Expectation::Nothing) => Err(self.not_come(expectation, Code::Unexpected)),
            _ => {
                // What comes first is the failure where the expected output follows it.
                let agrees = |one: &Observed| !one.named && expectation.agrees(&one.what);
                let later = self.observed.iter().any(agrees);
                let code = if later { Code::Unexpected } else { Code::Missing };
                Err(self.not_come(expectation, code))
            }
        }
    }

    /// An expectation as the scenario writes it.
    fn written(&self, expectation: &Expectation) -> String {
        expectation.written(self.scenario.settings.edition).to_string()
    }

    fn not_come(&self, expectation: &Expectation, code: Code) -> Failure {
        let (wanted, instead) = (self.written(expectation), self.instead(expectation));
        Failure::new(code, format!("expected `{wanted}`, {instead}"))
    }

    /// The unmatched outputs, for the message of a failed expectation.
    fn instead(&self, of: &Expectation) -> String {
        let matters = |one: &&Observed| of.may_be_left_out() || !one.what.may_be_left_out();
        let rest: Vec<_> = self
            .observed
            .iter()
            .filter(|observed| !observed.named)
            .filter(matters)
            .map(|observed| format!("`{}` at {} ms", observed.text, observed.at))
            .collect();
        match rest.split_last() {
            None => "but nothing happened".to_owned(),
            Some((only, [])) => format!("but there was {only}"),
            Some((last, others)) => format!("but there were {} and {last}", others.join(", ")),
        }
    }

    fn is_so(&self, expectation: &Expectation) -> Result<(), Failure> {
        let game = self.board.game();
        let record = game.record();
        let wanted = self.written(expectation);
        let none = |why: &str| {
            let message = format!("expected `{wanted}`, but {why}");
            Err(Failure::state(message, "none".to_owned()))
        };
        let is = match expectation {
            Expectation::Position(_) => Expectation::Position(*record.position()),
            Expectation::Turn(_) => match self.on_move() {
                Some(colour) => Expectation::Turn(colour),
                None => return none("no clock runs"),
            },
            Expectation::Wrong(_) => {
                let dark: Cells = game.to_put_right().into();
                Expectation::Wrong(dark | game.contacts().light())
            }
            Expectation::Hand(_) => Expectation::Hand(match game.hands() {
                HandState::Rest => Hand::Rest,
                HandState::Held => Hand::Held,
                HandState::Complete => Hand::Complete,
                HandState::Off => Hand::Off,
            }),
            Expectation::Outcome { .. } => match game.outcome() {
                Some(outcome) => Expectation::Outcome {
                    winner: outcome.loser.opponent(),
                    article: outcome.loss.article(),
                },
                None => {
                    let turn = colour_name(record.position().turn());
                    return none(&format!("the game is not over: {turn} can move"));
                }
            },
            Expectation::Clock(colour, time) => {
                let ended = Instant::from_millis(self.ended.unwrap_or(self.first));
                let Some(remaining) = game.remaining(*colour, ended) else {
                    return none("there is no clock");
                };
                let is: ClockTime = remaining.available().into();
                if time.agrees(&is) {
                    return Ok(());
                }
                Expectation::Clock(*colour, is)
            }
            Expectation::Moves(colour, _) => {
                let moves = record.clock().map_or(0, |clock| clock.moves(*colour));
                Expectation::Moves(*colour, moves)
            }
            Expectation::Period(colour, _) => {
                let ended = Instant::from_millis(self.ended.unwrap_or(self.first));
                let period = game.remaining(*colour, ended).map_or(0, |r| r.period);
                Expectation::Period(*colour, period)
            }
            Expectation::Screen(_) => Expectation::Screen(display::screen(self.board).to_owned()),
            Expectation::Item(_) => match display::item(self.board) {
                Some(item) => Expectation::Item(item.to_owned()),
                None => return none("no list is open"),
            },
            _ => return Ok(()),
        };
        if is == *expectation {
            Ok(())
        } else {
            let is_written = self.written(&is);
            let message = format!("expected `{wanted}`, but it is `{is_written}`");
            Err(Failure::state(message, is.value(&is_written).to_owned()))
        }
    }

    /// The player whose clock runs; without a running clock in an opening or in casual play, the player
    /// to move.
    fn on_move(&self) -> Option<Colour> {
        let record = self.board.game().record();
        match self.scenario.settings.quiet {
            Some(_) => Some(record.position().turn()),
            // The half-moves of an opening are played off the clock.
            None if record.opening().is_some() && record.running().is_none() => {
                Some(record.position().turn())
            }
            None => record.running(),
        }
    }
}
