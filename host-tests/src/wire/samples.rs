//! At least one realistic message of each kind. `golden::append` makes a golden vector of each; a
//! new variant needs a sample here (`wire_golden.rs::every_kind_has_a_vector`).

use damiera::clock::{
    AfterFlag, Award, Cadence, Clock, ClockState, Counts, PRESETS, Pace, Period, Seconds, Settings,
    TimeControl,
};
use damiera::event::{
    Account, AccountEdge, Breach, Cause, ClockChange, CountNews, Decision, Event, EventKind,
    Irregularity, Reason, Removal, Rival, Spent, StorageFault, Tag, Target,
};
use damiera::protocol::{
    Answer, Capabilities, Clocks, Command, ContactChange, Correction, Denied, DropCounts,
    EventPosition, Hello, Invalid, Level, LogLine, Names, Reply, Ruling, Sitting, StoredGame,
    ToBoard, ToPc, Version,
};
use damiera::rules::{
    Article, Cell, Colour, Edition, Move, Opening, OpeningTable, Position, Side, Square, Squares,
};
use damiera::sense::{Contact, Fault, Key, Line};
use damiera::text::Text;
use damiera::time::{Duration, GameTime};

/// A message and its title.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Description, unique among messages of a kind.
    pub title: &'static str,
    /// The message.
    pub message: Message,
}

/// A message in either direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The names say it all.
#[allow(clippy::large_enum_variant)] // There are few of them.
pub enum Message {
    ToPc(ToPc),
    ToBoard(ToBoard),
}

/// All samples.
pub fn samples() -> Vec<Sample> {
    let of_board = of_board().into_iter().chain(events().into_iter().map(event));
    let of_board = of_board.map(|(title, message)| (title, Message::ToPc(message)));
    let of_pc = (1..).zip(commands()).map(|(id, (title, command))| {
        // The first one has the longest id.
        let id = if id == 1 { u16::MAX } else { id };
        (title, Message::ToBoard(ToBoard { id, command }))
    });
    of_board.chain(of_pc).map(|(title, message)| Sample { title, message }).collect()
}

fn event((title, at, what): (&'static str, u32, EventKind)) -> (&'static str, ToPc) {
    (title, ToPc::Event(Event { game: 130, number: 7, at, what }))
}

fn of_board() -> Vec<(&'static str, ToPc)> {
    let reply = |id, answer| ToPc::Reply(Reply { id, answer });
    let denied = |why| reply(5, Answer::Denied(why));
    let contact = |at, contact, closed| ToPc::Contact(ContactChange { at, contact, closed });
    let clocks = Clocks {
        at: 3_601_000,
        white: 1_500_000,
        black: 4_200,
        running: Some(Colour::Black),
        flag: None,
    };
    vec![
        ("A board", ToPc::Hello(hello())),
        ("Every field at its longest", ToPc::Hello(longest_hello())),
        ("Done", reply(1, Answer::Done)),
        ("Busy", reply(300, Answer::Busy)),
        ("It needs the code", denied(Denied::NeedsCode)),
        ("A wrong code", denied(Denied::WrongCode { tries: 3, wait: 4_000 })),
        ("No such game", reply(5, Answer::Invalid(Invalid::NoSuchGame))),
        ("A game", ToPc::Stored(StoredGame { game: 130, events: 250, bytes: 3_000 })),
        ("Square 22 is lifted", contact(61_250, Contact::Cell(square(22).cell()), false)),
        ("A player presses", contact(61_900, Contact::Key(Key::Player(Side::South)), true)),
        ("Black's clock runs", ToPc::Clocks(clocks)),
        (
            "White's flag has fallen",
            ToPc::Clocks(Clocks { white: 0, running: None, flag: Some(Colour::White), ..clocks }),
        ),
        (
            "A warning",
            ToPc::Log(LogLine {
                at: 5_000,
                level: Level::Warning,
                text: Text::cut("square 14 is stuck"),
            }),
        ),
        ("A slow reader", ToPc::Lost(DropCounts { live: 12, damaged: 1, unread: 2 })),
    ]
}

fn hello() -> Hello {
    Hello {
        oldest: 2,
        newest: 2,
        version: Version { major: 0, minor: 1, patch: 0 },
        build: Text::cut("a1b2c3d4e5f6"),
        board: Text::cut("pico"),
        id: 0xe661_4103_e728_5b2f,
        capabilities: Capabilities::JOURNAL.and(Capabilities::LIGHT_CELLS),
    }
}

fn longest_hello() -> Hello {
    Hello {
        oldest: u16::MAX,
        newest: u16::MAX,
        version: Version { major: u16::MAX, minor: u16::MAX, patch: u16::MAX },
        build: Text::cut("abcdefghijklmnopqrstuvwx"),
        board: Text::cut("abcdefghijklmnop"),
        id: u64::MAX,
        capabilities: Capabilities(u32::MAX),
    }
}

/// Title, game time in milliseconds and kind of each event.
fn events() -> Vec<(&'static str, u32, EventKind)> {
    let start = Position::start();
    let ending = position("B:WK14,30:B18,K19,26");
    let simple = played(&start, "22-18");
    let capture = played(&position("W:W30:B18,19,26,27"), "30x21x14");
    let control = Some(PRESETS[1].control);
    let started = |position, edition, opening, white, control| EventKind::Started {
        position,
        edition,
        opening,
        white,
        control,
        after_flag: AfterFlag::Stop,
        date: None,
    };
    let edge = |before, number, closed, piece: Option<u8>| AccountEdge {
        before,
        cell: square(number).cell(),
        closed,
        piece: piece.map(square),
    };
    let edges = [edge(180, 18, true, Some(22)), edge(420, 22, false, Some(22))];
    let account = Account::latest(edges.into_iter(), None);
    let noise = [edge(90, 17, false, None), edge(120, 17, true, None)];
    let rival = Rival { breach: Some(Breach::CaptureLeft), squares: squares(&[18, 22]) };
    let disputed = Account::latest(noise.into_iter().chain(edges), Some(rival));
    let no_rival = Rival { breach: None, squares: squares(&[17]) };
    let unsure = Account::latest(noise.into_iter(), Some(no_rival));
    let moved = |number, played, removal, unpressed, absent, spent| EventKind::Moved {
        number,
        played,
        removal,
        unpressed,
        absent,
        spent,
        account,
    };
    let clock = clock();
    let standing = Some(clock);
    let (white, black) = (Colour::White, Colour::Black);
    let irregularity = Irregularity {
        offender: Colour::White,
        breach: Breach::Priority(Article::new(6, 9)),
        squares: squares(&[14, 18, 26, 30]),
        light: None,
        correct: Target::Position(ending),
    };
    let beside = Irregularity {
        breach: Breach::Displacement,
        light: Cell::from_index(33),
        correct: Target::Move(capture),
        ..irregularity
    };
    let impossible =
        Irregularity { breach: Breach::Impossible { own: true }, light: None, ..beside };
    vec![
        ("From the start", 0, started(start, Edition::Year2008, None, None, control)),
        (
            "With an opening, White in the north, by the text of 2006",
            0,
            started(start, Edition::Year2006, Opening::new(174), Some(Side::North), control),
        ),
        ("From a position with kings", 0, started(ending, Edition::Year2008, None, None, None)),
        ("White in the south", 1_200, EventKind::Seated(Side::South)),
        ("Black", 1_300, EventKind::Pressed { by: black, clock }),
        ("Accomodo", 4_000, EventKind::Accomodo),
        ("Square 22", 4_500, EventKind::Touched(square(22))),
        ("A simple move", 5_000, {
            let spent = Some(Spent { used: 3_700, left: [242_300, 243_000] });
            moved(1, simple, Removal::Regular, false, None, spent)
        }),
        (
            "Two pieces captured, out of order, and the reply in hand",
            600_000,
            moved(81, capture, Removal::Irregular, true, Some(square(7)), None),
        ),
        ("A capture against 6.9", 700_000, EventKind::Irregularity(irregularity, disputed)),
        ("A piece beside its square", 700_000, EventKind::Irregularity(beside, Account::EMPTY)),
        ("An own piece captured", 700_000, EventKind::Irregularity(impossible, account)),
        (
            "It is put right",
            705_000,
            EventKind::Decided { decision: Decision::Correct, clock: standing },
        ),
        ("It stands", 705_000, {
            EventKind::Decided { decision: Decision::Keep(Some(ending)), clock: standing }
        }),
        ("It stands, the arbiter will see", 705_000, {
            EventKind::Decided { decision: Decision::Keep(None), clock: None }
        }),
        (
            "Out of order",
            710_000,
            EventKind::Notice {
                article: Article::new(5, 12),
                squares: squares(&[18, 26]),
                light: None,
            },
        ),
        (
            "A piece beside square 18",
            710_000,
            EventKind::Notice {
                article: Article::new(7, 5),
                squares: squares(&[18]),
                light: Cell::from_index(33),
            },
        ),
        ("A knock", 720_000, EventKind::Halted { occupied: start.occupied(), standing: None }),
        (
            "A knock after a move",
            720_000,
            EventKind::Halted {
                occupied: squares(&[14, 19, 27]),
                standing: Some((capture, Removal::Regular)),
            },
        ),
        ("The board is right again", 730_000, EventKind::Restored { by_move: false }),
        ("Corrected by a lawful move", 730_000, EventKind::Restored { by_move: true }),
        ("Two squares", 740_000, {
            let squares = squares(&[1, 32]);
            EventKind::AskedArbiter { squares, plays_on: false, account: unsure }
        }),
        ("A piece too many, the game goes on", 740_000, {
            let squares = squares(&[17]);
            EventKind::AskedArbiter { squares, plays_on: true, account: Account::EMPTY }
        }),
        ("For a press that was late", 745_000, EventKind::Recharged { of: white, clock }),
        ("White's name", 0, EventKind::Tagged { tag: Tag::White, text: Text::cut("Bianchi") }),
        ("The opening has 22-18", 9_000, EventKind::NotTheOpening { expected: simple }),
        ("A clock stops", 750_000, EventKind::Paused { clock: standing }),
        ("A clock goes on", 760_000, EventKind::Resumed { clock: standing }),
        ("White's", 770_000, EventKind::Flag { of: white, clock }),
        ("Black has won on time", 770_000, {
            EventKind::Ended { winner: Some(black), reason: Reason::Time, clock: standing }
        }),
        ("A draw, without a clock", 770_000, {
            EventKind::Ended { winner: None, reason: Reason::Agreement, clock: None }
        }),
        ("By Black", 780_000, EventKind::Claimed { by: Some(black), occurrences: 3 }),
        ("Ninety seconds are charged", 870_000, {
            let charged = Duration::from_secs(90);
            EventKind::Refused { by: Some(black), charged, clock: standing }
        }),
        ("Begun by the arbiter", 880_000, {
            EventKind::Count(CountNews::Begun { by: None, limit: 40 })
        }),
        ("Begun again", 890_000, EventKind::Count(CountNews::Restarted)),
        ("White's time", 900_000, {
            let (before, after) = (Duration::from_millis(61_234), Duration::from_secs(300));
            EventKind::Corrected {
                of: white,
                correction: ClockChange::Time { before, after },
                clock,
            }
        }),
        ("Black's moves", 900_000, {
            let correction = ClockChange::Moves { before: 39, after: 40 };
            EventKind::Corrected { of: black, correction, clock }
        }),
        ("Black's period", 900_000, {
            let correction = ClockChange::Period { before: 1, after: 2 };
            EventKind::Corrected { of: black, correction, clock }
        }),
        ("With the clocks", 910_000, EventKind::TakenBack { clock: standing }),
        ("Another position", 920_000, EventKind::PositionSet(ending)),
        ("Square 19 chatters", 930_000, {
            EventKind::Fault { fault: Fault::Chatter(square(19).cell()), cleared: false }
        }),
        ("A row is mended", 940_000, {
            EventKind::Fault { fault: Fault::AllOpen(Line::Row(2)), cleared: true }
        }),
        ("No room", 950_000, EventKind::Storage(StorageFault::Full)),
        ("After a power cut", 960_000, {
            EventKind::Recovered { cause: Cause::Power, clock: standing }
        }),
        ("The colours were wrong", 90_000, {
            let article = Article::new(7, 3);
            EventKind::Restarted { article, full: false, clock: standing }
        }),
        ("The board was turned, without a clock", 90_000, {
            let article = Article::new(7, 2);
            EventKind::Restarted { article, full: true, clock: None }
        }),
        ("Too late", 970_000, EventKind::RestartRefused { article: Article::new(7, 3) }),
        ("The arbiter has it corrected or kept", 704_000, EventKind::EnteredByArbiter),
        ("White's, Black agrees", 980_000, {
            EventKind::SecondsAnnulled { of: white, by: Some(black), clock }
        }),
        ("Square 3, Black says", 990_000, {
            EventKind::NotCrowned { square: square(3), by: Some(black) }
        }),
        ("Square 3, the arbiter says", 995_000, {
            EventKind::CrownedLate { square: square(3), by: None }
        }),
    ]
}

/// Clocks of 4 minutes and 3 seconds a move: White has moved once.
fn clock() -> ClockState {
    let at = |millis| GameTime::from_millis(millis);
    let mut clock = Clock::new(PRESETS[1].control, Settings::default());
    clock.start(Colour::White, at(1_300));
    clock.press(Colour::White, at(5_000), Counts::Move);
    clock.read()
}

fn commands() -> Vec<(&'static str, Command)> {
    let program = Text::cut("damiera 0.1.0");
    let periods = [
        Period::of(50, Seconds::hms(2, 0, 0)),
        Period::of(25, Seconds::hms(1, 0, 0)),
        Period::of(10, Seconds::hms(0, 30, 0)),
        Period::rest(Seconds::hms(0, 15, 0)),
    ];
    let cadence = Cadence::new(&periods, Award::AtZero).expect("a cadence");
    let lampo = Pace::Lampo { time: Seconds::hms(0, 5, 0) };
    let unequal = TimeControl::new(Pace::Cadence(cadence), lampo).expect("a time control");
    let names = Names { white: Text::cut("Bianchi"), black: Text::cut("Nicolò Neri") };
    let sitting = Sitting { event: Text::cut("Campionato di circolo"), round: 3, table: 12 };
    let start = Position::start();
    let (white, black) = (Colour::White, Colour::Black);
    vec![
        ("A program", Command::Hello { oldest: 2, newest: 3, program }),
        ("From the beginning", Command::Replay(EventPosition::default())),
        ("From an event on", Command::Replay(EventPosition { game: 130, number: 8 })),
        ("All of them", Command::ListGames),
        ("Game 130", Command::FetchGame(130)),
        ("Two players", Command::SetNames(names)),
        ("Round and table", Command::SetSitting(sitting)),
        ("Fischer", Command::SetTimeControl(PRESETS[1].control)),
        ("A cadence against lampo", Command::SetTimeControl(unequal)),
        ("Free", Command::NewGame { position: start, opening: None }),
        ("With opening 42", Command::NewGame { position: start, opening: Opening::new(42) }),
        ("Of table B", Command::DrawOpening(OpeningTable::B)),
        ("Pause", Command::Pause),
        ("Resume", Command::Resume),
        ("Time", Command::Correct(Correction::Time { player: white, millis: 600_000 })),
        ("Moves", Command::Correct(Correction::Moves { player: black, moves: 41 })),
        ("Period", Command::Correct(Correction::Period { player: black, period: 2 })),
        ("Two half-moves", Command::TakeBack(2)),
        ("White has won", Command::Declare(Ruling::Won(white))),
        ("A draw", Command::Declare(Ruling::Drawn)),
        ("No result", Command::Declare(Ruling::BrokenOff)),
        ("Rome in winter", Command::SetDayClock { unix: 1_800_000_000, offset: 60 }),
        ("West of Greenwich", Command::SetDayClock { unix: 1_800_000_000, offset: -300 }),
        ("Reboot", Command::Reboot),
        ("The code 012345", Command::Unlock(12_345)),
    ]
}

fn square(number: u8) -> Square {
    Square::new(number).expect("a square")
}

fn squares(numbers: &[u8]) -> Squares {
    numbers.iter().map(|number| square(*number)).collect()
}

fn position(fen: &str) -> Position {
    fen.parse().expect("a FEN")
}

fn played(position: &Position, text: &str) -> Move {
    position.read_move(text).expect("a legal move")
}
