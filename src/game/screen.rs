//! What there is to see at an instant.

use super::list::spelled;
use super::pages::{BLINK, Overlay, Page, Shown, Welcome};
use super::{Game, Phase};
use crate::clock::{Clock, Face, Pace};
use crate::event::{Decision, Reason, What};
use crate::game::snapshot::{
    About, Arbiter, ClockFace, Clocks, Crowning, Diagnostics, Entry, Flag, GameResult, Info,
    Irregularity, Item, Label, Map, Menu, Notice, Played, Ready, Restore, Resume, Running, Screen,
    SensorFault, SetUp, Snapshot, Time, Value, Weak,
};
use crate::rules::{Article, Colour, Move, Position, Rank, Side, Squares};
use crate::sense::{Cells, Keys, Tally};
use crate::time::{Micros, Span};
use crate::tracker::Verdict;

/// What the game does not know of the board it runs on, and a display may have to
/// show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Platform {
    /// Of the firmware.
    pub version: Label,
    /// Of the protocol.
    pub protocol: u16,
    /// Of the flash chip.
    pub id: u64,
    /// Games in the journal.
    pub games: u16,
    /// How full the journal is, in hundredths.
    pub full: u8,
    /// Frames a second.
    pub rate: u16,
    /// The keys as they are now.
    pub keys: Keys,
    /// Reeds as they are now.
    pub closed: Cells,
    /// Seen both ways since the board woke up.
    pub working: Cells,
    /// Reeds that have not been felt yet.
    pub silent: Cells,
    /// The weakest squares, the worst first.
    pub weakest: [Option<Weak>; 5],
}

impl Platform {
    /// With the reeds that bounced most.
    #[must_use]
    #[inline(never)] // So that it stays in memory.
    pub fn with_tally(mut self, tally: &Tally) -> Self {
        let weak =
            |cell| Weak { cell, closures: tally.closures(cell), bounces: tally.bounces(cell) };
        self.weakest = tally.weakest().map(|cell| cell.map(weak));
        self
    }
}

/// The version is shown for so long after the board woke up.
const START: Span = Span::from_millis(1_200);

/// A time as it is shown; one too long for the display as the longest.
pub(super) fn time_of(span: Span) -> Time {
    let face = Face::of_whole_seconds(span);
    Time { hours: face.hours, minutes: face.minutes, seconds: face.seconds, tenths: None }
}

impl Game {
    /// What a display shows that is read from this side.
    #[inline(never)] // Large, and made for each display.
    pub fn snapshot(&self, now: Micros, facing: Side, platform: &Platform) -> Snapshot {
        Snapshot {
            language: self.settings.language,
            facing,
            white: self.white(),
            blink: now.stretches(BLINK) % 2 == 1,
            screen: self.screen(now, platform),
        }
    }

    fn screen(&self, now: Micros, platform: &Platform) -> Screen {
        if self.shows_version(now) {
            return Screen::Start { version: platform.version };
        }
        match &self.page {
            Page::Closed => self.game_screen(now, platform),
            Page::List(list, at) => {
                let items = self.items(*list);
                Screen::Menu(Menu::around(list.title(), &items, usize::from(*at)))
            }
            Page::Edit(edit) => Screen::Editor(edit.editor(&self.draft)),
            Page::Claim(_) | Page::Said(_) => match self.claim_screen(now) {
                Some(claim) => Screen::Claim(claim),
                None => self.game_screen(now, platform),
            },
            Page::Compose(compose) => Screen::Compose(self.compose_screen(compose)),
            Page::Code => Screen::PcCode(self.pc_code()),
            Page::Diagnostics(page) => Screen::Diagnostics(diagnostics(*page, platform)),
            Page::Resume(cause) => Screen::Resume(Resume {
                clocks: self.clocks(now),
                game: self.record.game(),
                last: self.last_played(),
                cause: *cause,
            }),
            Page::Welcome(step) => match self.overlay_screen(now) {
                Some(fault) => fault,
                None => Screen::Menu(self.welcome(*step)),
            },
        }
    }

    /// Whether a page for whoever builds or repairs a board is open.
    pub const fn shows_diagnostics(&self) -> bool {
        matches!(self.page, Page::Diagnostics(_))
    }

    /// The board has just woken up, and nobody plays yet.
    fn shows_version(&self, now: Micros) -> bool {
        let nobody_plays = self.record.number() == 0 || matches!(self.page, Page::Resume(_));
        now < self.woke + START && nobody_plays
    }

    fn welcome(&self, step: Welcome) -> Menu {
        let (title, entries, at) = match step {
            Welcome::Language => {
                (Entry::Language, [Entry::Italian, Entry::English], self.settings.language as usize)
            }
            Welcome::Orientation => {
                (Entry::Orientation, [Entry::South, Entry::North], self.settings.facing as usize)
            }
        };
        let items = entries.map(|entry| Item { entry, value: Value::None });
        Menu::around(title, &items, at)
    }

    fn game_screen(&self, now: Micros, platform: &Platform) -> Screen {
        let clocks = self.clocks(now);
        if let Some(screen) = self.overlay_screen(now) {
            return screen;
        }
        let to_put_right = !self.to_put_right().is_empty();
        match *self.record.phase() {
            _ if self.is_idle() => self.before_a_game(platform),
            Phase::Over => match self.record.result() {
                // A clock that is set to run on goes on being seen.
                Some(ending) if ending.reason == Reason::Time && clocks.running.is_some() => {
                    let first = ending.winner.map_or(Colour::White, Colour::opponent);
                    Screen::Flag(Flag { clocks, first })
                }
                ending => Screen::Result(GameResult {
                    clocks,
                    winner: ending.and_then(|ending| ending.winner),
                    reason: ending.map_or(Reason::BrokenOff, |ending| ending.reason),
                    moves: self.record.half_moves().div_ceil(2),
                }),
            },
            Phase::Halted { .. } | Phase::Restoring(_) | Phase::Arbiter
                if self.record.paused() && to_put_right =>
            {
                Screen::Restore(self.restore(clocks))
            }
            _ if self.record.paused() => Screen::Paused(self.running_screen(clocks)),
            Phase::Setup => self.before_a_game(platform),
            Phase::Choosing(irregularity) if self.settings.announcement => {
                Screen::Irregularity(Irregularity {
                    clocks,
                    offender: irregularity.offender,
                    breach: irregularity.breach,
                    edition: self.record.edition(),
                    squares: irregularity.squares,
                    light: irregularity.light,
                    can_keep: self.kept(&irregularity, None).is_some(),
                })
            }
            Phase::Halted { .. } | Phase::Restoring(_) => Screen::Restore(self.restore(clocks)),
            Phase::Arbiter => Screen::Arbiter(Arbiter { clocks, squares: self.to_put_right() }),
            Phase::Playing if !self.is_running() => self.before_a_game(platform),
            Phase::Playing | Phase::Choosing(_) => match self.crowning_before_the_press() {
                Some((colour, square)) => Screen::Crowning(Crowning { clocks, colour, square }),
                None => Screen::Running(self.running_screen(clocks)),
            },
        }
    }

    fn overlay_screen(&self, now: Micros) -> Option<Screen> {
        let Overlay { what, until } = self.overlay?;
        // Whoever sets the board up has to know of these.
        let matters = matches!(what, Shown::Storage(_) | Shown::Tried);
        if now >= until || (self.is_idle() && !matters) {
            return None;
        }
        let clocks = self.clocks(now);
        Some(match what {
            Shown::Info => self.info(clocks),
            Shown::Crowning(square) => {
                let colour = self.record.position().piece_at(square)?.colour;
                Screen::Crowning(Crowning { clocks, colour, square })
            }
            Shown::Notice { article, squares, light } => {
                Screen::Notice(Notice { clocks, article, squares, light })
            }
            Shown::Flag(first) => Screen::Flag(Flag { clocks, first }),
            Shown::Fault => return self.fault_screen(clocks),
            Shown::Storage(fault) => Screen::StorageFault(fault),
            Shown::Tried => Screen::PcCode(self.pc_code()),
        })
    }

    #[inline(never)] // So that its caller makes its screens in memory, not in registers.
    fn info(&self, clocks: Clocks) -> Screen {
        Screen::Info(Info {
            clocks,
            game: self.record.game(),
            moves: self.moves_made(),
            opening: self.record.opening(),
            last: self.last_two,
            count: self.record.count().copied(),
            repetition: self.repetition(),
        })
    }

    fn fault_screen(&self, clocks: Clocks) -> Option<Screen> {
        let mut faults = self.faults.iter();
        let fault = faults.next()?;
        let more = faults.count().min(u8::MAX.into()) as u8;
        let cells = self.faults.iter().fold(Cells::EMPTY, |all, f| all | f.cells());
        Some(Screen::SensorFault(SensorFault { clocks, fault, cells, more }))
    }

    /// No game is on, and the board is being set up for the next one.
    fn is_idle(&self) -> bool {
        let over = self.record.is_over() && !self.record.paused();
        let start = Position::start().occupied();
        self.record.number() == 0 || (over && self.tracker.shows(start))
    }

    /// The board is being set up, or waits for the press that starts a clock.
    fn before_a_game(&self, platform: &Platform) -> Screen {
        let idle = self.is_idle();
        let expected = if idle { Position::start().occupied() } else { self.expected() };
        let waits = !idle && self.opening_waits();
        let map = self.map(expected);
        let wrong = !map.missing.is_empty() || !map.extra.is_empty();
        // The half-moves of an opening are being played.
        if wrong && !waits && !self.standing {
            let notice = (self.record.quarter_turned() && !idle).then_some(Article::new(7, 2));
            let swapped = self.record.swapped().map(|_| Article::new(7, 3));
            let notice = notice.or(swapped.filter(|_| !idle));
            return Screen::SetUp(SetUp { map, silent: platform.silent, notice });
        }
        let opening = self.record.opening().filter(|_| !idle);
        let standing = u8::from(self.standing);
        let on_board = (self.record.half_moves() as u8).saturating_add(standing).min(3);
        Screen::Ready(Ready {
            opening,
            on_board: if opening.is_some() { on_board } else { 0 },
            starter: if opening.is_some() {
                Colour::White
            } else if idle {
                Colour::Black
            } else {
                self.record.position().turn().opponent()
            },
            control: spelled(&self.settings.control),
        })
    }

    /// What stands where, and what should.
    fn map(&self, expected: Squares) -> Map {
        let (cells, expected) = (self.tracker.cells(), Cells::from(expected));
        let trusted = |cells: Cells| cells - self.tracker.untrusted();
        Map {
            present: cells & expected,
            missing: trusted(expected - cells),
            extra: trusted(cells - expected),
        }
    }

    fn restore(&self, clocks: Clocks) -> Restore {
        let article = match self.record.phase() {
            Phase::Restoring(_) => Some(Article::new(8, 4)),
            Phase::Halted { .. } if self.knocked.is_some() => Some(Article::new(7, 8)),
            _ => None,
        };
        Restore { clocks, map: self.map(self.expected()), article }
    }

    /// Whether a clock runs, or the game goes on without one.
    fn is_running(&self) -> bool {
        match self.record.clock() {
            Some(clock) => clock.turn().is_some(),
            None => true,
        }
    }

    fn running_screen(&self, clocks: Clocks) -> Running {
        Running {
            clocks,
            turn: self.record.running().unwrap_or(self.record.position().turn()),
            last: self.last_played(),
            count: self.record.count().copied().filter(|count| count.is_running()),
            repetition: self.repetition(),
            adjusting: self.record.adjusting(),
        }
    }

    fn repetition(&self) -> Option<u8> {
        Some(self.repeated).filter(|times| *times > 1)
    }

    /// A complete move that nobody has pressed for makes a king: it may be
    /// stacked already.
    fn crowning_before_the_press(&self) -> Option<(Colour, crate::rules::Square)> {
        let Verdict::Complete(played) = self.standing.then(|| self.verdict())? else {
            return None;
        };
        let piece = self.record.position().piece_at(played.from())?;
        let crowned =
            piece.rank == Rank::Man && Squares::crowning_row(piece.colour).contains(played.to());
        crowned.then_some((piece.colour, played.to()))
    }

    /// Moves played by White and by Black.
    fn moves_made(&self) -> [u16; 2] {
        let half_moves = self.record.half_moves();
        match self.record.clock() {
            Some(clock) => [clock.moves(Colour::White), clock.moves(Colour::Black)],
            None => [half_moves.div_ceil(2), half_moves / 2],
        }
    }

    fn last_played(&self) -> Option<Played> {
        let [_, last] = self.last_two;
        // After a restart only the log knows it.
        let written = self.record.last().map(|played| Played {
            by: self.record.position().turn().opponent(),
            number: self.record.half_moves().div_ceil(2),
            played,
            whole: true,
        });
        last.filter(|last| written.is_none_or(|written| written.played == last.played)).or(written)
    }

    /// Remembers the moves that are shown.
    pub(super) fn show_move(&mut self, played: Move) {
        let [_, last] = self.last_two;
        let alike = |m: &&Move| m.from() == played.from() && m.to() == played.to();
        let played = Played {
            by: self.record.position().turn(),
            number: self.record.half_moves() / 2 + 1,
            played,
            whole: self.legal.iter().filter(alike).count() > 1,
        };
        self.last_two = [last, Some(played)];
    }

    /// What an event makes of the moves that are shown.
    pub(super) fn forget_moves(&mut self, what: &What) {
        match what {
            What::Started { .. } | What::PositionSet(_) => self.last_two = [None; 2],
            What::TakenBack { .. } | What::Decided { decision: Decision::Keep(_), .. } => {
                let [before, _] = self.last_two;
                self.last_two = [None, before];
            }
            _ => {}
        }
    }

    /// Both clocks as they are shown.
    pub(super) fn clocks(&self, now: Micros) -> Clocks {
        let Some(clock) = self.record.clock() else { return Clocks::default() };
        let line = self.line(now);
        Clocks {
            white: face(clock, Colour::White, line),
            black: face(clock, Colour::Black, line),
            running: clock.running(),
        }
    }

    /// Whether something on the display blinks.
    pub(super) fn blinks(&self) -> bool {
        let low = || {
            let clock = self.record.clock()?;
            Some(clock.face(clock.running()?, self.line(self.latest)).low)
        };
        let map = match self.record.phase() {
            Phase::Setup | Phase::Over | Phase::Halted { .. } | Phase::Restoring(_) => true,
            Phase::Arbiter => self.record.paused(),
            Phase::Playing | Phase::Choosing(_) => false,
        };
        let fault = matches!(self.overlay, Some(Overlay { what: Shown::Fault, .. }));
        let page = matches!(self.page, Page::Diagnostics(Entry::DisplayTest) | Page::Compose(_));
        map || fault || page || low().unwrap_or(false)
    }

    /// When the version has been shown long enough.
    pub(super) fn version_deadline(&self) -> Option<Micros> {
        self.shows_version(self.latest).then_some(self.woke + START)
    }
}

/// Whether a player's time control has several periods.
pub(super) const fn has_periods(clock: &Clock, colour: Colour) -> bool {
    matches!(clock.control().of(colour), Pace::Cadence(_) | Pace::MosseLampo { .. })
}

fn face(clock: &Clock, colour: Colour, line: Micros) -> ClockFace {
    let Face { hours, minutes, seconds, tenths, low, flagged, waiting } = clock.face(colour, line);
    let period =
        has_periods(clock, colour).then(|| clock.period(colour, line).min(u8::MAX.into()) as u8);
    let time = Time { hours, minutes, seconds, tenths };
    ClockFace { time, low, flagged, delaying: waiting, period }
}

fn diagnostics(page: Entry, platform: &Platform) -> Diagnostics {
    match page {
        Entry::WeakestSquares => Diagnostics::Weakest(platform.weakest),
        Entry::KeyTest => Diagnostics::Keys(platform.keys),
        Entry::DisplayTest => Diagnostics::Display,
        Entry::About => Diagnostics::About(About {
            version: platform.version,
            protocol: platform.protocol,
            id: platform.id,
            games: platform.games,
            full: platform.full,
        }),
        _ => Diagnostics::Live {
            closed: platform.closed,
            working: platform.working,
            rate: platform.rate,
        },
    }
}
