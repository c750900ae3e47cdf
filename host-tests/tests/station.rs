//! A whole board but for its pins: what is played is in flash and on the wire, and
//! comes back after a cut.

use damiera::event::{Cause, Event, StorageFault, Tag, What};
use damiera::game::{Input, Phase, Platform};
use damiera::journal::Geometry;
use damiera::protocol::{
    Answer, Capabilities, Command, Correction, Deframed, Deframer, Denied, Hello, Invalid, Level,
    Log, LogLine, MAX_EVENT, Names, Place, Ruling, Sitting, ToBoard, ToPc, Version,
};
use damiera::rules::{Colour, Position, Square};
use damiera::sense::{Contact, Debouncer, Frame, Key, Side, Timing};
use damiera::station::Station;
use damiera::store::Store;
use damiera::text::Text;
use damiera::time::Micros;
use damiera::view::{PcCode, Screen};
use host_tests::nor::Nor;
use host_tests::random::Random;
use host_tests::wire::{Reader, bytes, frame};

const FLASH: u32 = 512 << 10;

fn hello() -> Hello {
    Hello {
        oldest: 1,
        newest: 1,
        version: Version { major: 0, minor: 1, patch: 0 },
        build: Text::EMPTY,
        board: Text::cut("test"),
        id: 7,
        capabilities: Capabilities::JOURNAL,
    }
}

/// A station in real frames and virtual time, with a PC at its port.
struct Bench {
    station: Station<Nor>,
    debouncer: Debouncer,
    frame: Frame,
    millis: u64,
    reader: Reader,
}

impl Bench {
    fn new(flash: Nor, millis: u64) -> Self {
        let now = Micros::from_millis(millis);
        let (store, found) = Store::open(flash, Geometry::new(0, FLASH)).expect("a journal");
        let station = Station::new(store, found, hello(), Cause::Power, now);
        let debouncer = Debouncer::new(Timing::default(), Frame::OPEN);
        let mut bench =
            Self { station, debouncer, frame: Frame::OPEN, millis, reader: Reader::default() };
        bench.station.connected(true, now);
        while bench.station.tidy() {}
        bench.greet();
        bench
    }

    /// The PC asks for everything that the board keeps, and for what happens from then on.
    fn greet(&mut self) {
        let greeting = self.reader.greeting();
        let mut left = greeting.as_slice();
        while !left.is_empty() {
            let taken = self.station.receive(left, self.now());
            left = &left[taken..];
            self.drain();
        }
        self.reader.replies();
    }

    fn now(&self) -> Micros {
        Micros::from_millis(self.millis)
    }

    fn run(&mut self, millis: u64) {
        for _ in 0..millis {
            let now = self.now();
            let edges = self.debouncer.sample(self.frame, now);
            let known = edges.at();
            if edges.is_quiet() {
                if self.station.next_due().is_some_and(|due| due <= known) {
                    self.station.pass(known, known);
                }
            } else {
                self.station.take(edges, known);
            }
            let runs = self.station.game().record().clock().is_some_and(|c| c.is_running());
            self.station.store_mut().journal_mut().flash_mut().set_clock_running(runs);
            if !runs {
                self.station.tidy();
            }
            self.drain();
            self.millis += 1;
        }
    }

    fn drain(&mut self) {
        loop {
            let out = self.station.output().to_vec();
            if out.is_empty() {
                return;
            }
            self.reader.read(&out);
            self.station.sent(out.len());
        }
    }

    fn set(&mut self, contact: Contact, closed: bool) {
        self.frame = self.frame.with(contact, closed);
        self.run(60);
    }

    fn set_up(&mut self) {
        for square in Position::start().occupied() {
            self.frame = self.frame.with(Contact::Cell(square.cell()), true);
        }
        self.run(100);
    }

    fn tap(&mut self, key: Key) {
        self.set(Contact::Key(key), true);
        self.set(Contact::Key(key), false);
    }

    fn press(&mut self, side: Side) {
        self.tap(Key::Player(side));
    }

    fn play(&mut self, from: u8, to: u8) {
        let cell = |number| Contact::Cell(Square::new(number).expect("a square").cell());
        self.set(cell(from), false);
        self.run(300);
        self.set(cell(to), true);
        self.run(100);
    }

    /// Asks, and waits for the answer.
    fn ask(&mut self, id: u16, command: Command) -> Answer {
        let asked = frame(&bytes(&ToBoard { id, command }));
        let mut left = asked.as_slice();
        self.reader.replies();
        for _ in 0..50 {
            let taken = self.station.receive(left, self.now());
            left = &left[taken..];
            self.run(1);
        }
        let replies = self.reader.replies();
        assert_eq!(replies.len(), 1, "one answer to each command");
        assert_eq!(replies[0].id, id);
        replies[0].answer
    }

    /// The power fails, and comes back.
    fn cut(self) -> Self {
        let Self { mut station, millis, frame, .. } = self;
        let mut flash = station.store_mut().journal_mut().flash_mut().clone();
        flash.set_clock_running(false);
        let mut bench = Self::new(flash, millis + 5_000);
        bench.frame = frame;
        bench.run(100);
        bench
    }

    fn begin(&mut self) {
        self.run(1_500);
        // A new board asks for the language and where it is read from.
        self.tap(Key::Menu);
        self.tap(Key::Menu);
        self.press(Side::North);
    }

    /// The arbiter holds MENU, and on his page calls up a code.
    fn call_code(&mut self) -> u32 {
        self.set(Contact::Key(Key::Menu), true);
        self.run(2_500);
        self.set(Contact::Key(Key::Menu), false);
        for key in [Key::Minus, Key::Menu, Key::Minus, Key::Minus, Key::Menu] {
            self.tap(key);
        }
        let digits = self.station.game().code().expect("a code on the display");
        digits.iter().fold(0, |code, digit| code * 10 + u32::from(*digit))
    }

    fn screen(&self) -> Screen {
        self.station.snapshot(self.now(), Side::South, &Platform::default()).screen
    }

    fn stored(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        let (mut place, mut buffer) = (Place::default(), [0; MAX_EVENT]);
        while let Some((at, length)) = self.station.store_mut().read(place, &mut buffer) {
            events.push(postcard::from_bytes(&buffer[..length]).expect("an event"));
            place = at.next();
        }
        events
    }
}

/// Sitting at the south, White; Black's press starts the game.
fn begun() -> Bench {
    let mut bench = Bench::new(Nor::new(FLASH as usize), 0);
    bench.set_up();
    bench.begin();
    bench
}

#[test]
fn what_is_played_is_stored_and_told() {
    let mut bench = begun();
    bench.play(22, 18);
    bench.press(Side::South);
    bench.play(11, 15);
    bench.press(Side::North);
    assert_eq!(bench.station.game().record().half_moves(), 2);
    let stored = bench.stored();
    assert_eq!(bench.reader.record, *bench.station.game().record(), "the PC has the same game");
    let bytes: Vec<_> = stored.iter().map(bytes).collect();
    assert_eq!(bench.reader.events, bytes, "and in the same bytes");
    assert!(matches!(stored[0].what, What::Started { .. }));
}

#[test]
fn a_game_comes_back_after_a_cut() {
    let mut bench = begun();
    bench.play(22, 18);
    bench.press(Side::South);
    bench.run(5_700);
    let left = bench.station.game().remaining(Colour::Black, bench.now()).expect("a clock");
    let before = bench.station.game().record().clone();

    let mut bench = bench.cut();
    let game = bench.station.game();
    assert_eq!(game.record().position(), before.position());
    assert_eq!(game.record().game(), before.game());
    assert!(game.record().paused());
    let back = game.remaining(Colour::Black, bench.now()).expect("a clock");
    let lost = back.available() - left.available();
    assert!(lost.as_millis() <= 1_000, "{} ms were given back", lost.as_millis());
    // The same game goes on, in the log too.
    bench.run(1_500);
    bench.tap(Key::Menu);
    bench.play(11, 15);
    bench.press(Side::North);
    assert_eq!(bench.station.game().record().half_moves(), 2);
    let stored = bench.stored();
    let numbers: Vec<_> = stored.iter().map(|event| event.number).collect();
    assert_eq!(numbers, (0..stored.len() as u32).collect::<Vec<_>>());
    assert!(stored.iter().any(|event| matches!(event.what, What::Recovered { .. })));
}

#[test]
fn game_numbers_go_on_after_a_cut_between_games() {
    let mut bench = begun();
    let first = bench.station.game().record().game();
    let order = Command::Declare(Ruling::Drawn);
    assert_eq!(bench.ask(1, order), Answer::Denied(Denied::NeedsCode));
    // The arbiter's hand, without the menus.
    let ask = damiera::game::GameRequest::Result {
        winner: None,
        reason: damiera::event::Reason::Arbiter,
    };
    let now = bench.now();
    bench.station.send(Input::Request(ask), now);
    bench.run(50);
    assert_eq!(*bench.station.game().record().phase(), Phase::Over);

    let mut bench = bench.cut();
    bench.run(1_500);
    bench.press(Side::North);
    assert_eq!(bench.station.game().record().game(), first + 1);
}

#[test]
fn settings_are_kept() {
    let bench = Bench::new(Nor::new(FLASH as usize), 0);
    let mut bench = bench;
    let control = "4'+3\"".parse().expect("a time control");
    assert_eq!(bench.ask(9, Command::SetTimeControl(control)), Answer::Done);
    assert_eq!(bench.station.game().settings().control, control);
    let bench = bench.cut();
    assert_eq!(bench.station.game().settings().control, control);
}

#[test]
fn every_command_is_answered() {
    let mut bench = Bench::new(Nor::new(FLASH as usize), 0);
    bench.set_up();
    let names = Names { white: Text::cut("Bianchi"), black: Text::cut("Neri") };
    let sitting = Sitting { event: Text::cut("Torneo"), round: 3, table: 12 };
    let start = Position::start();
    let time = Correction::Time { player: Colour::White, millis: 60_000 };
    let no_game = Answer::Denied(Denied::NoGame);
    let opening = damiera::rules::Opening::new(1);
    let elsewhere: Position = "W:W22:B5".parse().expect("a position");
    for (command, answer) in [
        (Command::SetNames(names), Answer::Done),
        (Command::SetSitting(sitting), Answer::Done),
        (Command::SetDayClock { unix: 1_800_000_000, offset: 60 }, Answer::Done),
        (Command::Pause, no_game),
        (Command::TakeBack(1), no_game),
        (Command::Correct(time), no_game),
        (Command::Reboot, Answer::Denied(Denied::NeedsCode)),
        (Command::Unlock(123), Answer::Denied(Denied::NoCode)),
        (Command::FetchGame(77), Answer::Invalid(Invalid::NoSuchGame)),
        (
            Command::NewGame { position: elsewhere, opening },
            Answer::Invalid(Invalid::OpeningElsewhere),
        ),
        (Command::NewGame { position: start, opening: None }, Answer::Done),
        (Command::TakeBack(2), Answer::Invalid(Invalid::TooFarBack)),
        (Command::ListGames, Answer::Done),
    ] {
        assert_eq!(bench.ask(40, command), answer, "{command:?}");
    }
    let tags = bench.stored();
    let told = tags.iter().filter(|event| matches!(event.what, What::Tagged { .. })).count();
    assert_eq!(told, 5, "names, event, round and table are in the log");
}

#[test]
fn the_code_of_the_display_unlocks_a_running_game() {
    let mut bench = begun();
    assert_eq!(bench.ask(1, Command::Pause), Answer::Denied(Denied::NeedsCode));
    let code = bench.call_code();
    let wrong = (code + 1) % 1_000_000;
    assert!(matches!(
        bench.ask(2, Command::Unlock(wrong)),
        Answer::Denied(Denied::WrongCode { tries: 1, .. })
    ));
    assert!(matches!(bench.ask(3, Command::Unlock(code)), Answer::Denied(Denied::TooSoon { .. })));
    bench.run(1_100);
    assert_eq!(bench.ask(4, Command::Unlock(code)), Answer::Done);
    assert_eq!(bench.ask(5, Command::Pause), Answer::Denied(Denied::NotRunning));
    let time = Correction::Time { player: Colour::White, millis: 61_000 };
    assert_eq!(bench.ask(6, Command::Correct(time)), Answer::Done);
    let white = bench.station.game().remaining(Colour::White, bench.now()).expect("a clock");
    assert_eq!(white.main.as_millis(), 61_000);
    assert_eq!(bench.ask(7, Command::Resume), Answer::Done);
    // It dies with the connection.
    let now = bench.now();
    bench.station.connected(false, now);
    bench.station.connected(true, now);
    bench.run(20);
    assert_eq!(bench.ask(8, Command::Pause), Answer::Denied(Denied::NeedsCode));
    assert_eq!(bench.station.game().code(), None);
}

/// The arbiter calls a code up; then somebody starts the program that uses it.
#[test]
fn a_code_waits_for_the_program_that_comes_for_it() {
    let mut bench = begun();
    let now = bench.now();
    bench.station.connected(false, now);
    let code = bench.call_code();
    let now = bench.now();
    bench.station.connected(true, now);
    bench.greet();
    assert_eq!(bench.ask(2, Command::Unlock(code)), Answer::Done);
    assert_eq!(bench.ask(3, Command::Resume), Answer::Done);
    assert_eq!(bench.ask(4, Command::Pause), Answer::Done);
}

#[test]
fn the_arbiter_sees_wrong_tries() {
    let mut bench = begun();
    let code = bench.call_code();
    let seen = |bench: &Bench| match bench.screen() {
        Screen::PcCode(PcCode { digits, tried }) => (digits.is_some(), tried.wrong, tried.unlocked),
        other => panic!("{other:?}"),
    };
    assert_eq!(seen(&bench), (true, 0, false));
    for tries in 1..=3 {
        bench.ask(2, Command::Unlock((code + 7) % 1_000_000));
        bench.run(10);
        assert_eq!(seen(&bench), (true, tries, false));
        bench.run(5_000);
    }
    assert_eq!(bench.ask(3, Command::Unlock(code)), Answer::Done);
    bench.run(10);
    assert_eq!(seen(&bench), (false, 3, true), "it is open: nobody needs the digits");
    let now = bench.now();
    bench.station.connected(false, now);
    bench.run(10);
    assert!(matches!(bench.screen(), Screen::Menu(_)), "the code is over");
}

/// A region full of something else, or of an older format: the display says so, and
/// so does the first game that is played on it.
#[test]
fn a_journal_started_anew_is_told_by_an_event() {
    let mut random = Random::new(3);
    let noise: Vec<u8> = (0..FLASH).map(|_| random.number() as u8).collect();
    for content in [noise, vec![0; FLASH as usize], vec![0x55; FLASH as usize]] {
        let mut bench = Bench::new(Nor::with_content(content), 0);
        bench.set_up();
        let shown = (0..40).any(|_| {
            bench.run(50);
            matches!(bench.screen(), Screen::StorageFault(StorageFault::Damaged))
        });
        assert!(shown, "the display says so");
        bench.begin();
        let told = |event: &Event| matches!(event.what, What::Storage(StorageFault::Damaged));
        assert_eq!(bench.stored().iter().filter(|event| told(event)).count(), 1);
    }
}

/// Two slots of which none is made ready again: what comes then waits in memory, is
/// told by a fault, can be read, and is in flash once there was a pause.
#[test]
fn an_event_that_finds_no_room_waits() {
    let geometry = Geometry::new(0, 96 << 10);
    let (mut store, _) = Store::open(Nor::new(96 << 10), geometry).expect("a journal");
    while store.tidy() {}
    let position = Position::start();
    let started = What::Started {
        position,
        edition: Default::default(),
        opening: None,
        white: None,
        control: None,
        after_flag: Default::default(),
        date: None,
    };
    let event = |number, what| Event { game: 1, number, at: number, what };
    store.journal_mut().flash_mut().set_clock_running(true);
    assert_eq!(store.keep(&event(0, started)), None);
    let what = What::Tagged { tag: Tag::White, text: Text::cut("a long name, or so it seems") };
    let mut number = 1;
    while store.keep(&event(number, what)).is_none() {
        number += 1;
    }
    let full = number;
    for _ in 0..50 {
        number += 1;
        assert_eq!(store.keep(&event(number, what)), None, "it is told once");
    }
    let read = |store: &mut Store<Nor>| {
        let (mut place, mut buffer, mut numbers) = (Place::default(), [0; MAX_EVENT], Vec::new());
        while let Some((at, _)) = store.read(place, &mut buffer) {
            numbers.push(at.number);
            place = at.next();
        }
        numbers
    };
    let before = read(&mut store);
    assert_eq!(before, (0..=number).collect::<Vec<_>>(), "nothing is missing meanwhile");
    let in_flash = store.journal_mut().summary(1).expect("power").expect("a game").records;
    assert_eq!(in_flash, full, "those before it was full");
    // One slot holds the game; the other one is free again only if the game goes, so
    // there is no room however long the pause lasts. Nothing is lost for all that.
    store.journal_mut().flash_mut().set_clock_running(false);
    for _ in 0..40 {
        store.tidy();
    }
    assert_eq!(read(&mut store), before);
    assert_eq!(store.end(), Place { game: 1, number: number + 1 });
}

/// A game that may have crashed the board is left where it is, and another one begins behind it.
#[test]
fn a_game_can_be_set_aside() {
    let mut bench = begun();
    bench.play(22, 18);
    bench.press(Side::South);
    let before = bench.stored();
    let mut flash = bench.station.store_mut().journal_mut().flash_mut().clone();
    flash.set_clock_running(false);

    let open = Store::open_aside(flash.clone(), Geometry::new(0, FLASH));
    let (mut store, found) = open.expect("a journal");
    assert_eq!((found.interrupted, found.record.number()), (None, 0));
    let started = Event { game: found.record.game() + 1, number: 0, ..before[0] };
    assert_eq!(store.keep(&started), None);
    let (_, again) = Store::open(flash, Geometry::new(0, FLASH)).expect("a journal");
    assert!(again.interrupted.is_some(), "with the next start it comes back");
    let mut buffer = [0; MAX_EVENT];
    for event in &before {
        let place = Place { game: event.game, number: event.number };
        let (at, length) = store.read(place, &mut buffer).expect("an event");
        assert_eq!((at, &buffer[..length]), (place, bytes(event).as_slice()));
    }
}

/// Why the board had to start again is told to whoever connects, also after a hello of his own.
#[test]
fn a_notice_is_told_at_every_connection() {
    let (store, found) =
        Store::open(Nor::new(FLASH as usize), Geometry::new(0, FLASH)).expect("new");
    let mut station = Station::new(store, found, hello(), Cause::Fault, Micros::ZERO);
    let line = LogLine { at: 0, level: Level::Error, text: Text::cut("start 1 after: hung") };
    station.notice(line);
    let told = |station: &mut Station<Nor>| {
        let mut deframer = Deframer::new();
        let mut lines = 0;
        loop {
            let out = station.output().to_vec();
            if out.is_empty() {
                return lines;
            }
            for byte in &out {
                if let Some(Deframed::Message(message)) = deframer.push(*byte) {
                    lines += u32::from(ToPc::read(message) == Ok(ToPc::Log(line)));
                }
            }
            station.sent(out.len());
        }
    };
    for _ in 0..2 {
        station.connected(true, Micros::ZERO);
        assert_eq!(told(&mut station), 1);
        station.receive(&[0], Micros::ZERO);
        assert_eq!(told(&mut station), 1, "who begins anew is told anew");
        station.connected(false, Micros::ZERO);
    }
}
