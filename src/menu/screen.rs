//! The game and the menu as snapshots for the displays.

use super::game_screen::{clocks, game_screen, info};
use super::overlay::{Message, Overlay};
use super::pages::{Page, Welcome};
use super::{DeviceStatus, Menu};
use crate::event::Phase;
use crate::game::Game;
use crate::menu::snapshot::{
    self, About, Clocks, Crowning, Diagnostics, Entry, Flag, Item, Notice, Resume, Screen,
    SensorFault, Snapshot, Value,
};
use crate::rules::Side;
use crate::sense::Cells;
use crate::time::{Duration, Instant};

/// How long the version is shown after the board woke up.
const START: Duration = Duration::from_millis(1_200);

/// Half a period of the blinking in milliseconds: one blink a second.
const BLINK: u16 = 500;

impl Menu {
    /// The snapshot for the display that is read from this side.
    pub(super) fn snapshot(
        &self,
        game: &Game,
        now: Instant,
        facing: Side,
        device_status: &DeviceStatus,
    ) -> Snapshot {
        let screen = self.screen(game, now, device_status);
        Snapshot {
            language: game.settings().language,
            facing,
            white: game.white(),
            blink: screen.blinks() && now.stretches(BLINK) % 2 == 1,
            screen,
        }
    }

    fn screen(&self, game: &Game, now: Instant, device_status: &DeviceStatus) -> Screen {
        if self.shows_version(game, now) {
            return Screen::Start { version: device_status.version };
        }
        match &self.page {
            Page::Closed => match self.overlay_screen(game, now) {
                Some(message) => message,
                None => game_screen(game, now, device_status),
            },
            Page::List(list, at) => {
                let items = list.items(game);
                Screen::Menu(snapshot::Menu::around(list.title(), &items, usize::from(*at)))
            }
            Page::Edit(edit) => Screen::Editor(edit.editor(&self.draft)),
            Page::Claim(claim) => Screen::Claim(claim.screen(game, now)),
            Page::ClaimResult(result) => Screen::Claim(result.screen(game, now)),
            Page::Compose(compose) => Screen::Compose(compose.screen(game)),
            Page::Code => Screen::PcCode(self.pc_code(game)),
            Page::Diagnostics(page) => Screen::Diagnostics(diagnostics(*page, device_status)),
            Page::Resume(cause) => Screen::Resume(Resume {
                clocks: clocks(game, now),
                game: game.record().game(),
                last: game.last_played(),
                cause: *cause,
            }),
            Page::Welcome(step) => match self.overlay_screen(game, now) {
                Some(message) => message,
                None => Screen::Menu(welcome(*step, game)),
            },
        }
    }

    /// Whether a page of diagnostics is open.
    pub(super) const fn shows_diagnostics(&self) -> bool {
        matches!(self.page, Page::Diagnostics(_))
    }

    /// Whether the board has just woken up and no game is being played.
    fn shows_version(&self, game: &Game, now: Instant) -> bool {
        let no_play = game.record().number() == 0 || matches!(self.page, Page::Resume(_));
        now < self.woke + START && no_play
    }

    fn overlay_screen(&self, game: &Game, now: Instant) -> Option<Screen> {
        let Overlay { what, until } = self.overlay?;
        // While the board is set up, only these are shown.
        let matters = matches!(what, Message::Storage(_) | Message::WrongCode);
        if now >= until || (game.is_idle() && !matters) {
            return None;
        }
        let clocks = clocks(game, now);
        Some(match what {
            Message::Info => info(game, clocks),
            Message::Crowning(square) => {
                let colour = game.record().position().piece_at(square)?.colour;
                Screen::Crowning(Crowning { clocks, colour, square })
            }
            Message::Notice { article, squares, light } => Screen::Notice(Notice {
                clocks,
                article,
                edition: game.record().edition(),
                squares,
                light,
            }),
            Message::Flag(first) => Screen::Flag(Flag { clocks, first }),
            Message::Fault => return self.fault_screen(clocks),
            Message::Storage(fault) => Screen::StorageFault(fault),
            Message::WrongCode => Screen::PcCode(self.pc_code(game)),
        })
    }

    fn fault_screen(&self, clocks: Clocks) -> Option<Screen> {
        let mut faults = self.faults.iter();
        let fault = faults.next()?;
        let more = faults.count().min(u8::MAX.into()) as u8;
        let cells = self.faults.iter().fold(Cells::EMPTY, |all, f| all | f.cells());
        Some(Screen::SensorFault(SensorFault { clocks, fault, cells, more }))
    }

    /// Whether a part of the display may blink. It is asked after every step, so it builds no screen as
    /// [`Screen::blinks`] needs one; a wake without a blink changes nothing.
    fn may_blink(&self, game: &Game) -> bool {
        let record = game.record();
        let low = || {
            let clock = record.clock()?;
            Some(clock.face(clock.running()?, game.to_game_time(game.latest())).low)
        };
        let map = match record.phase() {
            Phase::Setup | Phase::Over | Phase::Halted { .. } | Phase::Restoring(_) => true,
            Phase::Arbiter => record.paused(),
            Phase::Playing | Phase::Choosing(_) => false,
        };
        let page = matches!(self.page, Page::Diagnostics(Entry::DisplayTest) | Page::Compose(_));
        map || self.shows_fault() || page || low().unwrap_or(false)
    }

    /// When MENU has been held, a message has been shown long enough, or a blink changes.
    pub(super) fn next_deadline(&self, game: &Game) -> Option<Instant> {
        let latest = game.latest();
        let blink = self
            .may_blink(game)
            .then(|| Instant::from_millis((latest.stretches(BLINK) + 1) * u64::from(BLINK)));
        let version = self.shows_version(game, latest).then_some(self.woke + START);
        let overlay = self.overlay.map(|overlay| overlay.until);
        Instant::first_of(&[self.held_deadline(), overlay, blink, version])
    }
}

fn welcome(step: Welcome, game: &Game) -> snapshot::Menu {
    let settings = game.settings();
    let (title, entries, at) = match step {
        Welcome::Language => {
            (Entry::Language, [Entry::Italian, Entry::English], settings.language as usize)
        }
        Welcome::Orientation => {
            (Entry::Orientation, [Entry::South, Entry::North], settings.facing as usize)
        }
    };
    let items = entries.map(|entry| Item { entry, value: Value::None });
    snapshot::Menu::around(title, &items, at)
}

fn diagnostics(page: Entry, device_status: &DeviceStatus) -> Diagnostics {
    match page {
        Entry::WeakestSquares => Diagnostics::Weakest(device_status.weakest),
        Entry::KeyTest => Diagnostics::Keys(device_status.keys),
        Entry::DisplayTest => Diagnostics::Display,
        Entry::About => Diagnostics::About(About {
            version: device_status.version,
            protocol: device_status.protocol,
            id: device_status.id,
            games: device_status.games,
            full: device_status.full,
        }),
        _ => Diagnostics::Live {
            closed: device_status.closed,
            working: device_status.working,
            rate: device_status.rate,
        },
    }
}
