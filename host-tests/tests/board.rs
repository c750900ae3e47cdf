//! A whole board without its pins: a game is stored in flash, sent to the PC, and recovered after a
//! power cut.

use damiera::board::Board;
use damiera::event::{Cause, Event, EventKind, Record, StorageFault, Tag};
use damiera::event_store::Store;
use damiera::game::{Effects, Game, Input, MAX_TAKE_BACK, Phase, Settings};
use damiera::journal::Geometry;
use damiera::menu::{DeviceStatus, GameWithMenu};
use damiera::protocol::{
    Answer, Command, Correction, Deframed, Deframer, Denied, EventPosition, Invalid, Level, Log,
    LogLine, MAX_EVENT, NEWEST, Names, OLDEST, Ruling, Sitting, ToBoard, ToPc,
};
use damiera::rules::{Colour, Position, Square};
use damiera::sense::{Cells, Contact, Debouncer, FaultEvent, Frame, Key, Side, Timing};
use damiera::sequencer::{MAX_WAITING, QueueFull, Sequencer, StepObserver};
use damiera::text::Text;
use damiera::time::Instant;
use damiera::view::{PcCode, Screen};
use damiera_sim::nor::Nor;
use damiera_sim::random::Random;
use damiera_sim::wire::{bytes, frame, hello};
use host_tests::wire::Reader;

const FLASH: u32 = 512 << 10;

/// A board with contact frames and virtual time, and a reader at its port.
struct Bench {
    board: Board<Nor>,
    debouncer: Debouncer,
    frame: Frame,
    millis: u64,
    reader: Reader,
    /// The code that `two_half_moves_and_unlocked` has used.
    code: u32,
}

impl Bench {
    fn new(flash: Nor, millis: u64) -> Self {
        let now = Instant::from_millis(millis);
        let store = Store::new(flash, Geometry::new(0, FLASH));
        let board = Board::open(store, hello(7), Cause::Power, now).expect("a journal");
        let debouncer = Debouncer::new(Timing::default(), Frame::OPEN);
        let mut bench = Self {
            board,
            debouncer,
            frame: Frame::OPEN,
            millis,
            reader: Reader::default(),
            code: 0,
        };
        bench.board.connected(true, now);
        while bench.board.erase_ahead() {}
        bench.greet();
        bench
    }

    /// The PC sends its greeting: `Hello`, and `Replay` from the next event on.
    fn greet(&mut self) {
        let greeting = self.reader.greeting();
        let mut left = greeting.as_slice();
        while !left.is_empty() {
            let taken = self.board.receive(left, self.now());
            left = &left[taken..];
            self.drain();
        }
        self.reader.replies();
    }

    fn now(&self) -> Instant {
        Instant::from_millis(self.millis)
    }

    fn run(&mut self, millis: u64) {
        for _ in 0..millis {
            let now = self.now();
            let edges = self.debouncer.sample(self.frame, now);
            let known = edges.at();
            if edges.is_quiet() {
                if self.board.next_due().is_some_and(|due| due <= known) {
                    self.board.advance_to(known, known);
                }
            } else {
                self.board.take(edges, known);
            }
            let runs = self.board.game().record().clock().is_some_and(|c| c.is_running());
            self.board.store_mut().journal_mut().flash_mut().set_clock_running(runs);
            if !runs {
                self.board.erase_ahead();
            }
            self.drain();
            self.millis += 1;
        }
    }

    fn drain(&mut self) {
        loop {
            let out = self.board.output().to_vec();
            if out.is_empty() {
                return;
            }
            self.reader.read(&out);
            self.board.sent(out.len());
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

    /// Plays the first legal move of the position, and presses.
    fn play_first(&mut self) {
        let position = *self.board.game().record().position();
        let played = position.legal_moves()[0];
        let mut acts = vec![(played.from(), false)];
        for stop in played.path() {
            acts.extend([(stop, true), (stop, false)]);
        }
        acts.pop();
        acts.extend(played.captured_in_order().map(|square| (square, false)));
        for (square, closed) in acts {
            self.set(Contact::Cell(square.cell()), closed);
            self.run(300);
        }
        self.press(if position.turn() == Colour::White { Side::South } else { Side::North });
    }

    /// Sends a command and waits 50 ms for its reply.
    fn ask(&mut self, id: u16, command: Command) -> Answer {
        let asked = frame(&bytes(&ToBoard { id, command }));
        let mut left = asked.as_slice();
        self.reader.replies();
        for _ in 0..50 {
            let taken = self.board.receive(left, self.now());
            left = &left[taken..];
            self.run(1);
        }
        let replies = self.reader.replies();
        assert_eq!(replies.len(), 1, "one answer to each command");
        assert_eq!(replies[0].id, id);
        replies[0].answer
    }

    /// Cuts the power, and starts a new board on the same flash.
    fn cut(self) -> Self {
        let Self { mut board, millis, frame, .. } = self;
        let mut flash = board.store_mut().journal_mut().flash_mut().clone();
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
        let digits = self.board.game().code().expect("a code on the display");
        digits.iter().fold(0, |code, digit| code * 10 + u32::from(*digit))
    }

    fn screen(&self) -> Screen {
        self.board.snapshot(self.now(), Side::South, &DeviceStatus::default()).screen
    }

    fn stored(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        let (mut place, mut buffer) = (EventPosition::default(), [0; MAX_EVENT]);
        while let Some((at, length)) = self.board.store_mut().read(place, &mut buffer) {
            events.push(postcard::from_bytes(&buffer[..length]).expect("an event"));
            place = at.next();
        }
        events
    }
}

/// A board on which the press of Black, at the north, has started a game.
fn begun() -> Bench {
    let mut bench = Bench::new(Nor::new(FLASH as usize), 0);
    bench.set_up();
    bench.begin();
    bench
}

#[test]
fn a_game_is_stored_and_sent() {
    let mut bench = begun();
    bench.play(22, 18);
    bench.press(Side::South);
    bench.play(11, 15);
    bench.press(Side::North);
    assert_eq!(bench.board.game().record().half_moves(), 2);
    let stored = bench.stored();
    assert_eq!(bench.reader.record, *bench.board.game().record(), "the PC has the same game");
    let bytes: Vec<_> = stored.iter().map(bytes).collect();
    assert_eq!(bench.reader.events, bytes, "in the same bytes");
    assert!(matches!(stored[0].what, EventKind::Started { .. }));
}

#[test]
fn changes_of_the_phase_reach_the_shell() {
    let mut bench = begun();
    let trace: Vec<_> = std::iter::from_fn(|| bench.board.next_transition()).collect();
    let lines: Vec<_> = trace.iter().map(ToString::to_string).collect();
    assert_eq!(lines, ["Setup -> Playing: the board is set up"]);
    assert_eq!(bench.board.next_transition(), None, "each is handed out once");
}

#[test]
fn a_game_comes_back_after_a_cut() {
    let mut bench = begun();
    bench.play(22, 18);
    bench.press(Side::South);
    bench.run(5_700);
    let left = bench.board.game().remaining(Colour::Black, bench.now()).expect("a clock");
    let before = bench.board.game().record().clone();

    let mut bench = bench.cut();
    let game = bench.board.game();
    assert_eq!(game.record().position(), before.position());
    assert_eq!(game.record().game(), before.game());
    assert!(game.record().paused());
    let back = game.remaining(Colour::Black, bench.now()).expect("a clock");
    let lost = back.available() - left.available();
    assert!(lost.as_millis() <= 1_000, "{} ms were given back", lost.as_millis());
    // The same game continues, also in the log.
    bench.run(1_500);
    bench.tap(Key::Menu);
    bench.play(11, 15);
    bench.press(Side::North);
    assert_eq!(bench.board.game().record().half_moves(), 2);
    let stored = bench.stored();
    let numbers: Vec<_> = stored.iter().map(|event| event.number).collect();
    assert_eq!(numbers, (0..stored.len() as u32).collect::<Vec<_>>());
    assert!(stored.iter().any(|event| matches!(event.what, EventKind::Recovered { .. })));
}

#[test]
fn game_numbers_go_on_after_a_cut_between_games() {
    let mut bench = begun();
    let first = bench.board.game().record().game();
    let order = Command::Declare(Ruling::Drawn);
    assert_eq!(bench.ask(1, order), Answer::Denied(Denied::NeedsCode));
    // The arbiter's request, without the menus.
    let ask = damiera::game::GameRequest::Result {
        winner: None,
        reason: damiera::event::Reason::Arbiter,
    };
    let now = bench.now();
    bench.board.send(Input::Request(ask), now).expect("room in the queue");
    bench.run(50);
    assert_eq!(*bench.board.game().record().phase(), Phase::Over);

    let mut bench = bench.cut();
    bench.run(1_500);
    bench.press(Side::North);
    assert_eq!(bench.board.game().record().game(), first + 1);
}

#[test]
fn settings_are_kept() {
    let bench = Bench::new(Nor::new(FLASH as usize), 0);
    let mut bench = bench;
    let control = "4'+3\"".parse().expect("a time control");
    assert_eq!(bench.ask(9, Command::SetTimeControl(control)), Answer::Done);
    assert_eq!(bench.board.game().settings().control, control);
    let bench = bench.cut();
    assert_eq!(bench.board.game().settings().control, control);
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
    let told = tags.iter().filter(|event| matches!(event.what, EventKind::Tagged { .. })).count();
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
    let white = bench.board.game().remaining(Colour::White, bench.now()).expect("a clock");
    assert_eq!(white.main.as_millis(), 61_000);
    assert_eq!(bench.ask(7, Command::Resume), Answer::Done);
    // Permission ends with the connection.
    let now = bench.now();
    bench.board.connected(false, now);
    bench.board.connected(true, now);
    bench.run(20);
    assert_eq!(bench.ask(8, Command::Pause), Answer::Denied(Denied::NeedsCode));
    assert_eq!(bench.board.game().code(), None);
}

/// A way for a connection to end.
type End = fn(&mut Bench);

#[test]
fn the_permission_ends_with_the_connection() {
    let ends: [End; 4] = [
        |bench| bench.board.connected(true, bench.now()),
        |bench| {
            bench.board.connected(false, bench.now());
            bench.run(50);
            bench.board.connected(true, bench.now());
        },
        |bench| assert_eq!(bench.board.receive(&[0], bench.now()), 1),
        |bench| {
            let hello = Command::Hello { oldest: OLDEST, newest: NEWEST, program: Text::EMPTY };
            assert_eq!(bench.ask(7, hello), Answer::Done);
        },
    ];
    for end in ends {
        let mut bench = two_half_moves_and_unlocked();
        let code = bench.code;
        end(&mut bench);
        assert_eq!(bench.ask(2, Command::Resume), Answer::Denied(Denied::NeedsCode));
        assert_eq!(bench.ask(3, Command::Unlock(code)), Answer::Denied(Denied::NoCode));
        assert!(matches!(bench.screen(), Screen::Menu(_)), "its page is closed");
    }
}

#[test]
fn an_unused_code_outlives_a_greeting_but_not_the_connection() {
    let mut bench = begun();
    let code = bench.call_code();
    let wrong = (code + 1) % 1_000_000;
    assert_eq!(bench.board.receive(&[0], bench.now()), 1);
    let hello = Command::Hello { oldest: OLDEST, newest: NEWEST, program: Text::EMPTY };
    assert_eq!(bench.ask(2, hello), Answer::Done);
    assert!(matches!(
        bench.ask(3, Command::Unlock(wrong)),
        Answer::Denied(Denied::WrongCode { tries: 1, wait: 1_000 })
    ));
    assert_eq!(bench.ask(4, hello), Answer::Done);
    assert!(
        matches!(bench.ask(5, Command::Unlock(code)), Answer::Denied(Denied::TooSoon { .. })),
        "a greeting does not shorten the wait"
    );
    bench.board.connected(false, bench.now());
    bench.board.connected(true, bench.now());
    assert_eq!(bench.ask(6, Command::Unlock(code)), Answer::Denied(Denied::NoCode));
}

/// A missing permission is reported before an invalid value.
#[test]
fn a_command_is_authorised_before_it_is_checked() {
    let mut bench = begun();
    let needs_code = Answer::Denied(Denied::NeedsCode);
    let elsewhere: Position = "W:W22:B5".parse().expect("a position");
    let opening = damiera::rules::Opening::new(1);
    for command in [
        Command::NewGame { position: elsewhere, opening },
        Command::SetDayClock { unix: u64::MAX, offset: 0 },
        Command::TakeBack(0),
        Command::TakeBack(7),
        Command::SetNames(Names::default()),
        Command::Pause,
        Command::Reboot,
    ] {
        assert_eq!(bench.ask(1, command), needs_code, "{command:?}");
    }
    assert_eq!(bench.ask(2, Command::Unlock(1_000_000)), Answer::Invalid(Invalid::Code));
    assert_eq!(bench.ask(3, Command::Unlock(1)), Answer::Denied(Denied::NoCode));
    assert!(!bench.board.wants_reboot());
    let code = bench.call_code();
    assert_eq!(bench.ask(4, Command::Unlock(code)), Answer::Done);
    let day = Command::SetDayClock { unix: u64::MAX, offset: 0 };
    assert_eq!(bench.ask(5, day), Answer::Invalid(Invalid::TooLong));
    assert_eq!(bench.ask(6, Command::Reboot), Answer::Done);
    assert!(bench.board.wants_reboot());
}

/// The arbiter calls up a code; the program that uses it connects later.
#[test]
fn a_code_can_be_used_by_a_later_connection() {
    let mut bench = begun();
    let now = bench.now();
    bench.board.connected(false, now);
    let code = bench.call_code();
    let now = bench.now();
    bench.board.connected(true, now);
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
        Screen::PcCode(PcCode { digits, attempts }) => {
            (digits.is_some(), attempts.wrong, attempts.unlocked)
        }
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
    assert_eq!(seen(&bench), (false, 3, true), "unlocked: the digits are hidden");
    let now = bench.now();
    bench.board.connected(false, now);
    bench.run(10);
    assert!(matches!(bench.screen(), Screen::Menu(_)), "the code is over");
}

/// Plays 22-18 and 11-15, and unlocks the running game.
fn two_half_moves_and_unlocked() -> Bench {
    let mut bench = begun();
    bench.play(22, 18);
    bench.press(Side::South);
    bench.play(11, 15);
    bench.press(Side::North);
    bench.code = bench.call_code();
    assert_eq!(bench.ask(1, Command::Unlock(bench.code)), Answer::Done);
    bench
}

fn taken_back(bench: &mut Bench) -> usize {
    let events = bench.stored();
    events.iter().filter(|event| matches!(event.what, EventKind::TakenBack { .. })).count()
}

#[test]
fn a_take_back_of_too_many_half_moves_changes_nothing() {
    let mut bench = two_half_moves_and_unlocked();
    for half_moves in [3, 7, 100, u16::MAX] {
        let answer = bench.ask(2, Command::TakeBack(half_moves));
        assert_eq!(answer, Answer::Invalid(Invalid::TooFarBack), "{half_moves}");
        assert_eq!(bench.board.game().record().half_moves(), 2, "{half_moves}");
    }
    assert_eq!(taken_back(&mut bench), 0);
    assert_eq!(bench.ask(3, Command::TakeBack(0)), Answer::Done);
    assert_eq!(taken_back(&mut bench), 0);
    assert_eq!(bench.ask(4, Command::TakeBack(2)), Answer::Done);
    assert_eq!(bench.board.game().record().half_moves(), 0);
    assert_eq!(taken_back(&mut bench), 2);
}

/// One command can empty the undo stack.
#[test]
fn a_take_back_reaches_as_far_as_the_game_remembers() {
    let mut bench = begun();
    let last = MAX_TAKE_BACK as u16;
    for half_moves in 1..=last + 1 {
        bench.play_first();
        assert_eq!(bench.board.game().record().half_moves(), half_moves);
    }
    let code = bench.call_code();
    assert_eq!(bench.ask(1, Command::Unlock(code)), Answer::Done);
    let too_far = Answer::Invalid(Invalid::TooFarBack);
    assert_eq!(bench.ask(2, Command::TakeBack(last + 1)), too_far);
    assert_eq!(taken_back(&mut bench), 0);
    assert_eq!(bench.ask(3, Command::TakeBack(last)), Answer::Done);
    assert_eq!(bench.board.game().record().half_moves(), 1);
    assert_eq!(taken_back(&mut bench), MAX_TAKE_BACK);
}

/// Leaves room for this many inputs in the queue of the sequencer.
fn fill_queue(bench: &mut Bench, room: usize) {
    let now = bench.now();
    for _ in room..MAX_WAITING {
        bench.board.send(Input::Random(1), now).expect("room in the queue");
    }
}

#[test]
fn a_command_that_finds_the_queue_full_changes_nothing() {
    for room in 0..3 {
        let mut bench = Bench::new(Nor::new(FLASH as usize), 0);
        bench.set_up();
        bench.run(100);
        fill_queue(&mut bench, room);
        let names = Names { white: Text::cut("Bianchi"), black: Text::cut("Neri") };
        let answer = bench.ask(1, Command::SetNames(names));
        assert_eq!(answer, if room == 0 { Answer::Busy } else { Answer::Done }, "room for {room}");
        bench.ask(2, Command::NewGame { position: Position::start(), opening: None });
        let tags = bench.stored();
        let tags =
            tags.iter().filter(|event| matches!(event.what, EventKind::Tagged { .. })).count();
        assert_eq!(tags, if room == 0 { 0 } else { 2 }, "room for {room}");
    }
}

#[test]
fn a_full_queue_is_an_error() {
    let mut bench = Bench::new(Nor::new(FLASH as usize), 0);
    bench.run(100);
    fill_queue(&mut bench, 0);
    let now = bench.now();
    assert_eq!(bench.board.send(Input::Random(2), now), Err(QueueFull));
    bench.run(100);
    assert_eq!(bench.board.send(Input::Random(2), now), Ok(()), "the queue is empty again");
}

/// The journal is damaged; the display says so although the queue was full when the board
/// started.
#[test]
fn a_fault_of_the_log_waits_for_room_in_the_queue() {
    let now = Instant::ZERO;
    let flash = Nor::with_content(vec![0x55; FLASH as usize]);
    let geometry = Geometry::new(0, FLASH);
    let (.., found) = Store::open(flash.clone(), geometry).expect("a journal");
    assert_eq!(found.fault, Some(StorageFault::Damaged));
    let store = Store::new(flash, geometry);
    let mut board = Board::open(store, hello(7), Cause::Power, now).expect("a journal");
    while board.send(Input::Random(1), now).is_ok() {}
    // A greeting tries to queue both the change of the connection and the fault.
    board.connected(true, now);
    assert_eq!(board.receive(&[0], now), 1);
    let shown = (1..100).any(|step| {
        let now = Instant::from_millis(20 * step);
        board.advance_to(now, now);
        let screen = board.snapshot(now, Side::South, &DeviceStatus::default()).screen;
        matches!(screen, Screen::StorageFault(StorageFault::Damaged))
    });
    assert!(shown);
}

/// Inputs queued with the time of the last known edge come behind one with a later time.
#[test]
fn time_does_not_go_back_for_the_game() {
    struct Times(Vec<Instant>);
    impl StepObserver for Times {
        fn stepped(&mut self, _: Input, at: Instant, _: &Effects, _: &Game) {
            self.0.push(at);
        }
        fn fault(&mut self, _: FaultEvent) {}
    }
    let mut sequencer = Sequencer::new(GameWithMenu::new(Settings::default()), Instant::ZERO);
    let at = Instant::from_millis;
    for millis in [20, 5, 30] {
        sequencer.send(Input::Random(1), at(millis)).expect("room in the queue");
    }
    let mut times = Times(Vec::new());
    sequencer.advance_to(at(10), &mut times);
    assert_eq!(times.0, []);
    sequencer.advance_to(at(40), &mut times);
    assert_eq!(times.0, [20, 20, 30].map(at));
}

#[test]
fn a_greeting_in_a_full_queue_ends_the_permission() {
    let mut bench = two_half_moves_and_unlocked();
    fill_queue(&mut bench, 0);
    let now = bench.now();
    assert_eq!(bench.board.receive(&[0], now), 1);
    assert_eq!(bench.board.receive(&[0], now), 0, "no byte before the lock knows of it");
    assert_eq!(bench.ask(2, Command::Resume), Answer::Denied(Denied::NeedsCode));
}

#[test]
fn many_greetings_do_not_fill_the_queue() {
    let mut bench = two_half_moves_and_unlocked();
    let now = bench.now();
    assert_eq!(bench.board.receive(&[0; 64], now), 64);
    for _ in 1..MAX_WAITING {
        bench.board.send(Input::Random(1), now).expect("room in the queue");
    }
    assert_eq!(bench.ask(2, Command::Resume), Answer::Busy);
    assert_eq!(bench.ask(3, Command::Resume), Answer::Denied(Denied::NeedsCode));
}

#[test]
fn a_disconnection_locks_also_when_the_queue_is_full() {
    let mut bench = begun();
    let code = bench.call_code();
    fill_queue(&mut bench, 0);
    let now = bench.now();
    bench.board.connected(false, now);
    bench.board.connected(true, now);
    assert_eq!(bench.ask(1, Command::Unlock(code)), Answer::Denied(Denied::NoCode));
    assert_eq!(bench.board.game().code(), None);
}

/// A command is on its way when its program goes and the next one comes.
#[test]
fn an_answer_does_not_reach_the_next_connection() {
    let mut bench = Bench::new(Nor::new(FLASH as usize), 0);
    bench.set_up();
    let pause = frame(&bytes(&ToBoard { id: 1, command: Command::Pause }));
    assert_eq!(bench.board.receive(&pause, bench.now()), pause.len());
    let now = bench.now();
    bench.board.connected(false, now);
    bench.board.connected(true, now);
    let control = "4'+3\"".parse().expect("a time control");
    assert_eq!(bench.ask(2, Command::SetTimeControl(control)), Answer::Done);
}

/// The board tracks which reeds have closed since it started.
#[test]
fn the_set_up_screen_names_the_squares_that_were_never_closed() {
    let mut bench = Bench::new(Nor::new(FLASH as usize), 0);
    bench.run(1_500);
    bench.tap(Key::Menu);
    bench.tap(Key::Menu);
    let silent = |bench: &Bench| match bench.screen() {
        Screen::SetUp(set_up) => set_up.silent,
        other => panic!("{other:?}"),
    };
    let all = Cells::from(Position::start().occupied());
    assert_eq!(silent(&bench), all);
    let first = Square::new(1).expect("a square").cell();
    bench.set(Contact::Cell(first), true);
    assert_eq!(silent(&bench), all.without(first));
    bench.set(Contact::Cell(first), false);
    assert_eq!(silent(&bench), all.without(first));
}

/// A region without a valid journal is reported on the display and by an event of the first game.
#[test]
fn a_journal_without_valid_marks_is_reported_by_an_event() {
    let mut random = Random::new(3);
    let noise: Vec<u8> = (0..FLASH).map(|_| random.number() as u8).collect();
    for content in [noise, vec![0; FLASH as usize], vec![0x55; FLASH as usize]] {
        let mut bench = Bench::new(Nor::with_content(content), 0);
        bench.set_up();
        let shown = (0..40).any(|_| {
            bench.run(50);
            matches!(bench.screen(), Screen::StorageFault(StorageFault::Damaged))
        });
        assert!(shown, "the display shows the fault");
        bench.begin();
        let told = |event: &Event| matches!(event.what, EventKind::Storage(StorageFault::Damaged));
        assert_eq!(bench.stored().iter().filter(|event| told(event)).count(), 1);
    }
}

/// With two slots that are not erased again, further events wait in RAM, a fault is reported once,
/// and all events can be read.
#[test]
fn an_event_that_finds_no_room_waits() {
    let geometry = Geometry::new(0, 96 << 10);
    let (mut store, ..) = Store::open(Nor::new(96 << 10), geometry).expect("a journal");
    while store.erase_ahead() {}
    let position = Position::start();
    let started = EventKind::Started {
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
    let what =
        EventKind::Tagged { tag: Tag::White, text: Text::cut("a long name, or so it seems") };
    let mut number = 1;
    while store.keep(&event(number, what)).is_none() {
        number += 1;
    }
    let full = number;
    for _ in 0..50 {
        number += 1;
        assert_eq!(store.keep(&event(number, what)), None, "the fault is reported once");
    }
    let read = |store: &mut Store<Nor>| {
        let (mut place, mut buffer, mut numbers) =
            (EventPosition::default(), [0; MAX_EVENT], Vec::new());
        while let Some((at, _)) = store.read(place, &mut buffer) {
            numbers.push(at.number);
            place = at.next();
        }
        numbers
    };
    let before = read(&mut store);
    assert_eq!(before, (0..=number).collect::<Vec<_>>(), "buffered events can be read");
    let in_flash = store.journal_mut().summary(1).expect("power").expect("a game").records;
    assert_eq!(in_flash, full, "the events before the journal was full");
    // Both slots hold the only game, which is never dropped: a pause makes no room, and the events
    // stay in RAM.
    store.journal_mut().flash_mut().set_clock_running(false);
    for _ in 0..40 {
        store.erase_ahead();
    }
    assert_eq!(read(&mut store), before);
    assert_eq!(store.end(), EventPosition { game: 1, number: number + 1 });
}

/// `open_aside` leaves the last game in the journal, and the next game begins behind it.
#[test]
fn a_game_can_be_set_aside() {
    let mut bench = begun();
    bench.play(22, 18);
    bench.press(Side::South);
    let before = bench.stored();
    let mut flash = bench.board.store_mut().journal_mut().flash_mut().clone();
    flash.set_clock_running(false);

    let mut store = Store::new(flash.clone(), Geometry::new(0, FLASH));
    let mut record = Record::new();
    let found = store.recover(&mut record, false).expect("a journal");
    assert_eq!((found.interrupted, record.number()), (None, 0));
    let started = Event { game: record.game() + 1, number: 0, ..before[0] };
    assert_eq!(store.keep(&started), None);
    let (.., again) = Store::open(flash, Geometry::new(0, FLASH)).expect("a journal");
    assert!(again.interrupted.is_some(), "`open` on the same flash resumes it");
    let mut buffer = [0; MAX_EVENT];
    for event in &before {
        let place = EventPosition { game: event.game, number: event.number };
        let (at, length) = store.read(place, &mut buffer).expect("an event");
        assert_eq!((at, &buffer[..length]), (place, bytes(event).as_slice()));
    }
}

/// The reason of a restart is sent at every connection, also after a lone zero.
#[test]
fn a_notice_is_sent_at_every_connection() {
    let store = Store::new(Nor::new(FLASH as usize), Geometry::new(0, FLASH));
    let board = Board::open(store, hello(7), Cause::Fault, Instant::ZERO);
    let mut board = board.expect("a journal");
    let line = LogLine { at: 0, level: Level::Error, text: Text::cut("start 1 after: hung") };
    board.notice(line);
    let told = |board: &mut Board<Nor>| {
        let mut deframer = Deframer::new();
        let mut lines = 0;
        loop {
            let out = board.output().to_vec();
            if out.is_empty() {
                return lines;
            }
            for byte in &out {
                if let Some(Deframed::Message(message)) = deframer.push(*byte) {
                    lines += u32::from(ToPc::read(message) == Ok(ToPc::Log(line)));
                }
            }
            board.sent(out.len());
        }
    };
    for _ in 0..2 {
        board.connected(true, Instant::ZERO);
        assert_eq!(told(&mut board), 1);
        board.receive(&[0], Instant::ZERO);
        assert_eq!(told(&mut board), 1, "sent again after a lone zero");
        board.connected(false, Instant::ZERO);
    }
}
