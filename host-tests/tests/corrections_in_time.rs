//! An arbiter corrects any time, move counter or period within 60 seconds, from
//! a game that runs, with the keys alone.

use damiera::clock::{MAX_SET_MOVES, Pace, TimeControl};
use damiera::game::{Input, Settings};
use damiera::menu::{DeviceStatus, GameWithMenu};
use damiera::rules::{Colour, Position, Side};
use damiera::sense::{Contact, Edge, Key};
use damiera::time::{Duration, Instant};
use damiera::view::{Editor, Entry, Field, Screen, Time};
use damiera_sim::random::Random;

/// Time for one press of a key and a look at the display, without hurry.
const A_PRESS: Duration = Duration::from_millis(280);
/// Time for which MENU is held: a little more than the two seconds that open the menu.
const HELD: Duration = Duration::from_millis(2_100);
/// The longest time that a correction may take.
const ALLOWED: Duration = Duration::from_secs(60);

/// The value that the arbiter sets: hours, minutes and seconds, or a number.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    Time(u8, u8, u8),
    Number(u16),
}

/// A game operated by its keys alone.
#[derive(Clone)]
struct Keys {
    game: GameWithMenu,
    now: Instant,
}

impl Keys {
    /// A game in which White's clock runs.
    fn new(control: &str) -> Self {
        let control: TimeControl = control.parse().expect("a time control");
        let settings =
            Settings { control, white: Some(Side::South), introduced: true, ..Settings::default() };
        let mut keys = Self { game: GameWithMenu::new(settings), now: Instant::from_millis(5_000) };
        let position = Position::start();
        for square in position.occupied() {
            keys.edge(Contact::Cell(square.cell()), true);
        }
        keys.game.step(Input::NewGame { position, opening: None }, keys.now);
        keys.hold(Key::Player(Side::North), A_PRESS);
        assert_eq!(keys.game.record().running(), Some(Colour::White));
        keys
    }

    fn edge(&mut self, contact: Contact, closed: bool) {
        self.game.step(Input::Edge(Edge { at: self.now, contact, closed }), self.now);
    }

    fn hold(&mut self, key: Key, held: Duration) {
        self.edge(Contact::Key(key), true);
        let until = self.now + held;
        while let Some(due) = self.game.next_deadline().filter(|due| *due <= until) {
            self.game.step(Input::Wake, due);
        }
        self.now = until;
        self.edge(Contact::Key(key), false);
    }

    fn press(&mut self, key: Key) {
        self.hold(key, A_PRESS);
    }

    fn screen(&self) -> Screen {
        self.game.snapshot(self.now, Side::South, &DeviceStatus::default()).screen
    }

    /// Presses MINUS or PLUS, whichever takes fewer presses, until the screen is `reached`.
    fn turn_until(&mut self, reached: impl Fn(&Screen) -> bool) {
        let by = |key| {
            let mut keys = self.clone();
            let mut presses = 0;
            while !reached(&keys.screen()) {
                keys.press(key);
                presses += 1;
                assert!(presses <= 100, "not reachable from {:?}", self.screen());
            }
            (presses, keys)
        };
        let (minus, plus) = (by(Key::Minus), by(Key::Plus));
        *self = if minus.0 < plus.0 { minus.1 } else { plus.1 };
    }

    fn choose(&mut self, entry: Entry) {
        self.turn_until(|screen| match screen {
            Screen::Menu(menu) => {
                let row = menu.rows[usize::from(menu.selected)];
                row.is_some_and(|item| item.entry == entry)
            }
            _ => panic!("no list is open"),
        });
        self.press(Key::Menu);
    }

    /// Sets the value digit by digit, until the editor closes.
    fn set(&mut self, wanted: Wanted) {
        while let Screen::Editor(_) = self.screen() {
            self.turn_until(|screen| match screen {
                Screen::Editor(editor) => digit_is_right(editor, wanted),
                _ => panic!("no value is open"),
            });
            self.press(Key::Menu);
        }
    }

    /// Opens the arbiter's page from the running game.
    fn open_arbiters_page(&mut self) {
        self.hold(Key::Menu, HELD);
        self.choose(Entry::Arbiter);
    }
}

fn digit_is_right(editor: &Editor, wanted: Wanted) -> bool {
    match (editor.field, wanted) {
        (
            Field::Time { time: Time { hours, minutes, seconds, .. }, cursor },
            Wanted::Time(h, m, s),
        ) => match cursor {
            0 => hours == h,
            1 => minutes / 10 == m / 10,
            2 => minutes % 10 == m % 10,
            3 => seconds / 10 == s / 10,
            _ => seconds % 10 == s % 10,
        },
        (Field::Number { value, range, cursor }, Wanted::Number(wanted)) => match cursor {
            None => value == wanted,
            Some(cursor) => {
                let unit = 10_u16.pow(range.1.ilog10() - u32::from(cursor));
                value / unit % 10 == wanted / unit % 10
            }
        },
        _ => panic!("{editor:?} for {wanted:?}"),
    }
}

/// Opens the page, sets the value and resumes the game. Returns the time that it took.
fn correct(control: &str, entry: Entry, wanted: Wanted) -> Duration {
    let mut keys = Keys::new(control);
    let began = keys.now;
    keys.open_arbiters_page();
    keys.choose(entry);
    keys.set(wanted);
    let colour = match entry {
        Entry::WhiteTime | Entry::WhiteMoves | Entry::WhitePeriod => Colour::White,
        _ => Colour::Black,
    };
    let clock = keys.game.record().clock().copied().expect("a clock");
    let remaining = keys.game.remaining(colour, keys.now).expect("a clock");
    match (entry, wanted) {
        (_, Wanted::Time(h, m, s)) => {
            let secs = u64::from(h) * 3_600 + u64::from(m) * 60 + u64::from(s);
            assert_eq!(remaining.main, Duration::from_secs(secs), "{wanted:?}");
        }
        (Entry::WhiteMoves | Entry::BlackMoves, Wanted::Number(moves)) => {
            assert_eq!(clock.moves(colour), moves);
        }
        (_, Wanted::Number(period)) => assert_eq!(remaining.period, period),
    }
    keys.choose(Entry::Resume);
    assert_eq!(keys.game.record().running(), Some(Colour::White));
    keys.now.saturating_since(began)
}

/// The longest time of several corrections, printed with its value.
fn longest(control: &str, entry: Entry, values: &[Wanted]) -> Duration {
    let mut most = (Duration::ZERO, None);
    for wanted in values {
        let took = correct(control, entry, *wanted);
        assert!(took < ALLOWED, "{entry:?} to {wanted:?} takes {took:?}");
        if took > most.0 {
            most = (took, Some(wanted));
        }
    }
    println!("{control}, {entry:?}: at most {} ms, for {:?}", most.0.as_millis(), most.1);
    most.0
}

#[test]
fn any_time_is_set_within_a_minute() {
    let mut random = Random::new(4);
    let mut values = vec![
        Wanted::Time(0, 0, 1),
        Wanted::Time(99, 59, 59),
        // The farthest from the present digits, in both directions.
        Wanted::Time(50, 35, 35),
        Wanted::Time(51, 35, 35),
        Wanted::Time(50, 20, 24),
        Wanted::Time(49, 22, 22),
    ];
    for _ in 0..60 {
        values.push(Wanted::Time(
            random.below(100) as u8,
            random.below(60) as u8,
            random.below(60) as u8,
        ));
    }
    for control in ["5'", "40/60'", "23h59'"] {
        longest(control, Entry::WhiteTime, &values);
        longest(control, Entry::BlackTime, &values);
    }
}

#[test]
fn any_number_of_moves_is_set_within_a_minute() {
    let mut random = Random::new(5);
    let mut values = vec![Wanted::Number(1), Wanted::Number(555), Wanted::Number(MAX_SET_MOVES)];
    values.extend((0..60).map(|_| Wanted::Number(1 + random.below(999) as u16)));
    longest("40/60'", Entry::WhiteMoves, &values);
    longest("40/60'", Entry::BlackMoves, &values);
}

#[test]
fn any_period_is_set_within_a_minute() {
    let all: Vec<_> = (2..=9).map(Wanted::Number).collect();
    longest("40/60'", Entry::WhitePeriod, &all);
    longest("40/60'", Entry::BlackPeriod, &all);
    longest("15'+5s lampo", Entry::BlackPeriod, &all[..1]);
    let four = "2/1',3/1',4/1',5'";
    let control: TimeControl = four.parse().expect("a time control");
    assert!(matches!(control.of(Colour::White), Pace::Cadence(c) if c.periods().len() == 4));
    longest(four, Entry::WhitePeriod, &all[..3]);
}

/// The usual correction after a mishap: both times and both counters at once.
#[test]
fn both_clocks_are_put_right_within_a_minute() {
    let mut keys = Keys::new("40/60'");
    let began = keys.now;
    keys.open_arbiters_page();
    for (entry, wanted) in [
        (Entry::WhiteTime, Wanted::Time(0, 27, 48)),
        (Entry::BlackTime, Wanted::Time(0, 31, 16)),
        (Entry::WhiteMoves, Wanted::Number(23)),
        (Entry::BlackMoves, Wanted::Number(22)),
    ] {
        keys.choose(entry);
        keys.set(wanted);
    }
    keys.choose(Entry::Resume);
    let took = keys.now.saturating_since(began);
    println!("both times and both counters: {} ms", took.as_millis());
    assert!(took < ALLOWED, "{took:?}");
}
