//! The format of scenarios: parsing, error messages, the times of acts and outputs, and failing
//! expectations.

use damiera::clock::{AfterFlag, PRESETS};
use damiera::event::{Breach, Event, EventKind, Reason, StorageFault};
use damiera::game::{Input, Record, Settings as GameSettings, Sound};
use damiera::menu::GameWithMenu;
use damiera::rules::{Article, Cell, Colour, Edition, Opening, OpeningTable, Position, Square};
use damiera::sense::{Cells, Contact, Key, Line as Wire, Side, Timing};
use damiera::time::{Duration, Instant};
use damiera_emulator::scenario_files;
use damiera_sim::scenario::{
    Account, Act, Button, ClockTime, Code, Expectation, FaultName, Hand, Kind, Path, Place,
    Problem, RawChange, RawContact, Report, Restart, Scenario, Set, Settings, Start, Step, White,
};
use damiera_sim::virtual_board::{Change, Mismatch, VirtualBoard, same_fold};
use host_tests::data;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

fn read(text: &str) -> Scenario {
    Scenario::read(text).unwrap_or_else(|problem| panic!("{problem} in\n{text}"))
}

fn run(text: &str) -> Account {
    read(text).run()
}

fn passes(text: &str) {
    let account = run(text);
    assert!(account.passed(), "{:?} in\n{account}", account.failure);
}

/// The failure of a scenario that is well written, as `line:column: sentence`.
fn fails(text: &str) -> String {
    let account = run(text);
    account.failure.unwrap_or_else(|| panic!("passed:\n{text}")).to_string()
}

/// Times in ms at which the acts begin.
fn begins(text: &str) -> Vec<u64> {
    let acts = |account: Account| account.entries.into_iter().filter(|e| e.kind == Kind::Act);
    acts(run(text)).map(|entry| entry.at).collect()
}

/// Times in ms of these outputs.
fn happened(text: &str, what: &str) -> Vec<u64> {
    let account = run(text);
    let is =
        |entry: &damiera_sim::scenario::Entry| entry.kind == Kind::Happened && entry.text == what;
    account.entries.into_iter().filter(is).map(|entry| entry.at).collect()
}

#[test]
fn a_line_that_cannot_be_read_is_explained() {
    #[rustfmt::skip]
    let table = [
        ("lfit 22", 1, 1, "`lfit` is not a word that begins a line: did you mean `lift`?"),
        ("expct nothing", 1, 1, "`expct` is not a word that begins a line: did you mean `expect`?"),
        ("Lift 22", 1, 1, "`Lift` is not a word that begins a line: did you mean `lift`?"),
        ("# x\n\nlift 33", 3, 6, "there is no square 33: they are numbered 1 to 32"),
        ("lift 0", 1, 6, "there is no square 0: they are numbered 1 to 32"),
        ("lift 99999999999", 1, 6, "there is no square 99999999999: they are numbered 1 to 32"),
        ("lift", 1, 6, "the line ends here, and a square, 1 to 32, or a cell like r1c2, is missing"),
        ("lift # 22", 1, 6, "the line ends here, and a square, 1 to 32, or a cell like r1c2, is missing"),
        ("lift 22 18", 1, 9, "`18` is too much: the line is complete before it"),
        ("  drop   r9c1", 1, 10, "`r9c1` is neither a square, 1 to 32, nor a cell, r1c1 to r8c8"),
        ("drop r1c0", 1, 6, "`r1c0` is neither a square, 1 to 32, nor a cell, r1c1 to r8c8"),
        ("drop à", 1, 6, "`à` is neither a square, 1 to 32, nor a cell, r1c1 to r8c8"),
        ("take 1 2 x", 1, 10, "`x` is neither a square, 1 to 32, nor a cell, r1c1 to r8c8"),
        ("move 22", 1, 6, "a move has two squares, like 22-18 or 22x15"),
        ("move 22-33", 1, 9, "there is no square 33: they are numbered 1 to 32"),
        ("move 22-18x11", 1, 6, "a move is joined by - or by x, not by both"),
        ("move 22x", 1, 9, "a square is missing in the move 22x"),
        ("slide 22 18 over 17", 1, 13, "`over` is not what follows the squares: there are `bridging` and `via`"),
        ("slide 22 18 via", 1, 17, "the line ends here, and a square, 1 to 32, or a cell like r1c2, is missing"),
        ("press whtie", 1, 7, "`whtie` is not a button: did you mean `white`?"),
        ("press", 1, 7, "the line ends here, and a button (`white`, `black`, `south`, `north` and `both`) is missing"),
        ("press white hold 5", 1, 13, "`hold` is not what follows a button: did you mean `held`?"),
        ("press south held 0", 1, 18, "`0` is not how long it is held in ms: a number from 1 to 86400000"),
        ("key menu hold 5", 1, 10, "`hold` is not what follows a key: did you mean `held`?"),
        ("key menu held long", 1, 15, "`long` is not how long it is held in ms: a number from 1 to 86400000"),
        ("stick 5 shut", 1, 9, "`shut` is not how a contact sticks: there are `closed` and `open`"),
        ("cut row 9", 1, 9, "`9` is not the number of a row or column: a number from 1 to 8"),
        ("declare 8.1.6 by white", 1, 9, "`8.1.6` is not what can be declared: did you mean `8.1.16`?"),
        ("declare uncrwoned by white", 1, 9, "`uncrwoned` is not what can be declared: did you mean `uncrowned`?"),
        ("restart", 1, 9, "the line ends here, and who lets the game begin again (`both` and `arbiter`) is missing"),
        ("restart white", 1, 9, "`white` is not who lets the game begin again: there are `both` and `arbiter`"),
        ("restart both full", 1, 14, "`full` is too much: the line is complete before it"),
        ("restart arbiter times", 1, 17, "`times` is not what follows `arbiter`: there are `full`"),
        ("annul", 1, 7, "the line ends here, and what can be annulled (`seconds`) is missing"),
        ("expect restarted", 1, 18, "the line ends here, and the article, 7.2 or 7.3, is missing"),
        ("declare 8.1.16 white", 1, 16, "`white` is not what follows the article: there are `by`"),
        ("+x lift 22", 1, 1, "`x` is not the time from the end of the act before, like +50,: a number from 0 to 86400000"),
        ("+50", 1, 5, "the line ends here, and an act behind the time is missing"),
        ("+50 expect nothing", 1, 5, "an expectation takes no time: the time belongs to an act"),
        ("@x open 22", 1, 1, "`x` is not the time of a change, like @1200,: a number from 400 to 86400000"),
        ("@399 open 22", 1, 1, "`399` is not the time of a change, like @1200,: a number from 400 to 86400000"),
        ("@+400 open 22", 1, 1, "`+400` is not the time of a change, like @1200,: a number from 400 to 86400000"),
        ("@400", 1, 6, "the line ends here, and a change of a contact (`open`, `close`, `down` and `up`) is missing"),
        ("@400 lift 22", 1, 6, "`lift` is not a change of a contact: there are `open`, `close`, `down` and `up`"),
        ("@400 open white", 1, 11, "`white` is neither a square, 1 to 32, nor a cell, r1c1 to r8c8"),
        ("@400 down south", 1, 11, "`south` is not a key: there are `white`, `black`, `menu`, `minus` and `plus`"),
        ("@400 up menu 5", 1, 14, "`5` is too much: the line is complete before it"),
        ("@500 open 22\n@500 open 23\n  @499 close 22", 3, 3, "@499 is before @500: the times do not decrease"),
        ("@500 open 22\nexpect nothing\n  lift 23", 3, 3, "line 1 is an `@` line: acts and `@` lines do not mix"),
        ("lift 23\n\n @500 open 22", 3, 2, "line 1 is an act: acts and `@` lines do not mix"),
        ("@500 open 22\nbrush 100", 2, 1, "`brush` is a setting: they come before the first act"),
        ("wait -1", 1, 6, "`-1` is not for how many ms: a number from 0 to 86400000"),
        ("wait 86400001", 1, 6, "`86400001` is not for how many ms: a number from 0 to 86400000"),
        ("expect", 1, 8, "the line ends here, and what is expected is missing"),
        ("expect noting", 1, 8, "`noting` is not an expectation: did you mean `nothing`?"),
        ("expect moved 22-18", 1, 8, "`moved` is not an expectation: did you mean `move`?"),
        ("expect move 22-18 pressed", 1, 19, "`pressed` is not what follows a move: did you mean `unpressed`?"),
        ("expect irregularity 8.1.x", 1, 21, "`8.1.x` is no article: they look like 5.12, 8.1.6 or III.4.4.5"),
        ("expect irregularity 8.1.300", 1, 21, "`8.1.300` is no article: they look like 5.12, 8.1.6 or III.4.4.5"),
        ("expect irregularity 8.1.6 square 5", 1, 27, "`square` is not what follows: did you mean `squares`?"),
        ("expect touched r1c2", 1, 16, "r1c2 is a light cell: no piece there can be played"),
        ("expect fault cut 5", 1, 14, "`cut` is not a fault: there are `chatter`, `stuck`, `light`, `row`, `column` and `cleared`"),
        ("expect position W:W22:X1", 1, 23, "a list of pieces begins with its colour, W or B"),
        ("expect hand resting", 1, 13, "`resting` is not what hands do: did you mean `rest`?"),
        ("start W:W4:B5", 1, 10, "a White man on 4 has reached the far base and is a king: write K4"),
        ("start stnadard", 1, 7, "`stnadard` is not a start, nor a FEN like W:W22,K30:B5: did you mean `standard`?"),
        ("start opening 175", 1, 15, "`175` is not the number of an opening: a number from 1 to 174"),
        ("start", 1, 7, "the line ends here, and `standard`, `opening N`, `empty`, `none` or a FEN is missing"),
        ("edition 2007", 1, 9, "`2007` is not an edition: did you mean `2006`?"),
        ("clock 5'+", 1, 7, "`5'+` is no time control: column 4: a time is missing at the end, like 5' or 30\""),
        ("set sound loud", 1, 5, "`sound` is not a setting of the board: did you mean `count`?"),
        ("set count 9", 1, 11, "`9` is not how many moves the count has: a number from 10 to 40"),
        ("expect clock white 3:70", 1, 20, "`3:70` is no time: they look like 1:20:00, 3:59, 3:59.2 or 19.9"),
        ("expect screen pause", 1, 15, "`pause` is not a screen: did you mean `paused`?"),
        ("expect result white 9.2.6", 1, 21, "`9.2.6` is not a reason: did you mean `9.2.1`?"),
        ("unplug 500 plus", 1, 12, "`plus` is not what is held: there are `menu`"),
        ("clock none", 1, 12, "the line ends here, and what follows `clock none` (`quiet`) is missing"),
        ("debounce 5 16", 1, 12, "`16` is not the time for opening in ms: a number from 1 to 15"),
        ("white north\nwhite south", 2, 1, "`white` is set already"),
        ("lift 22\nbrush 100", 2, 1, "`brush` is a setting: they come before the first act"),
    ];
    for (text, line, column, message) in table {
        let problem = Problem::syntax(Place { line, column }, message.to_owned());
        assert_eq!(Scenario::read(text), Err(problem), "{text}");
    }
}

#[test]
fn everything_in_the_document_can_be_read() {
    let document = include_str!("../data/scenarios/README.md");
    let example = document.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    read(example.expect("the document has an example"));
    // The first column of each table, where it is a line of its own.
    let mut lines = 0;
    let rows = document.lines().filter_map(|row| row.strip_prefix("| `"));
    for row in rows {
        let first = row.split(" | ").next().unwrap_or_default();
        for line in format!("`{first}").split('`').skip(1).step_by(2) {
            let line = line.replace("SQ…", "5 r1c2").replace("SQ", "9").replace("FEN", "W:W22:B5");
            let line = line.replace(" N", " 4").replace(" C O", " 4 4").replace(" A B", " 22 18");
            let line = line.replace("move M", "move 22x13");
            read(&line);
            lines += 1;
        }
    }
    assert!(lines > 60, "only {lines} lines were found in the document");
}

#[test]
fn a_scenario_is_taken_apart() {
    let scenario = read(
        "# 3.6: a title\n#   and more\n\n# no part of it\nstart B:WK1:B24 # a comment\n\
         edition 2006\n\n+30 slide 22 r1c2 via 17 bridging\n  expect wrong 5 r8c1\n",
    );
    assert_eq!(scenario.heading, ["3.6: a title", "  and more"]);
    let position: Position = "B:WK1:B24".parse().unwrap();
    assert_eq!(scenario.settings.start, Start::Position(position));
    assert_eq!(scenario.settings.edition, Edition::Year2006);
    let places: Vec<_> = scenario.lines.iter().map(|line| line.place).collect();
    assert_eq!(places, [Place { line: 8, column: 1 }, Place { line: 9, column: 3 }]);
    let slide = Act::Slide {
        from: square(22),
        to: Cell::new(0, 1).unwrap(),
        via: vec![square(17)],
        bridging: true,
    };
    assert_eq!(scenario.lines[0].step, Step::Act { after: Some(30), act: slide });
}

#[test]
fn acts_follow_each_other_as_the_document_says() {
    // The first at 1000, then 200 ms after the end of the one before.
    assert_eq!(begins("lift 22\ndrop 22\nwait 50\nlift 22"), [1000, 1200, 1400, 1650]);
    assert_eq!(begins("+5 lift 22\n+0 wait 7\n+1 drop 22"), [1005, 1005, 1013]);
    let lasts = |act: &str| {
        let begins = begins(&format!("{act}\n+0 wait 0"));
        begins[1] - begins[0]
    };
    #[rustfmt::skip]
    let table = [
        ("lift 22", 0), ("drop 18", 0), ("take 22", 0), ("take 22 23 24", 300), ("put 18 19", 150),
        ("slide 22 18", 60), ("slide 22 18 via 17", 120), ("slide 22 18 via 17 13", 180),
        ("slide 22 18 via 17 bridging", 75), ("slide 22 18 bridging", 15),
        ("move 22-18", 200), ("move 22x13", 200), ("move 22-18-14", 400), ("move 28x19", 350),
        ("press white", 80), ("press both", 80), ("press black held 7", 7), ("press both held 900", 900), ("key menu", 80), ("key menu held 2500", 2500),
        ("knock 22 23 24 5", 3), ("chatter 18 70", 70), ("flicker 22 6", 6), ("bounce 2", 0),
        ("stick 22 open", 0), ("unstick 22", 0), ("cut row 4", 0), ("short row 4", 0),
        ("mend row 4", 0), ("declare 8.1.17 by arbiter", 0), ("wait 123", 123),
    ];
    for (act, millis) in table {
        assert_eq!(lasts(act), millis, "{act}");
    }
}

/// The changes of contacts by an act: ms after its beginning, contact, closed.
fn contacts(start: &str, act: &str) -> Vec<(u64, Contact, bool)> {
    let scenario = read(&format!("{start}\n{act}"));
    let mut board = scenario.board().unwrap();
    board.record_changes();
    scenario.run_on(&mut board);
    board.changes().iter().map(|change| (change.at - 1000, change.contact, change.closed)).collect()
}

/// [`contacts`] for squares only, each behind a sign: + closes, - opens.
fn squares(start: &str, act: &str) -> String {
    let write = |(at, contact, closed): (u64, Contact, bool)| {
        let Contact::Cell(cell) = contact else { panic!("{act} is about squares") };
        let sign = if closed { '+' } else { '-' };
        match cell.dark() {
            Some(square) => format!("{at} {sign}{square}"),
            None => format!("{at} {sign}r{}c{}", cell.row() + 1, cell.column() + 1),
        }
    };
    contacts(start, act).into_iter().map(write).collect::<Vec<_>>().join(", ")
}

#[test]
fn hands_do_what_the_document_says() {
    let two_ways = "start W:WK30,32:B4,18,19,26,27";
    #[rustfmt::skip]
    let table = [
        ("", "take 22 24 23", "0 -22, 150 -24, 300 -23"),
        ("", "put 18 r5c2", "0 +18, 150 +r5c2"),
        ("", "drop 22", ""),
        ("", "slide 22 18", "0 -22, 60 +18"),
        ("", "slide 22 18 via r6c3 17", "0 -22, 60 +r6c3, 90 -r6c3, 120 +17, 150 -17, 180 +18"),
        ("", "slide 22 18 via 23", "0 -22, 120 +18"),
        ("", "slide 22 18 via r6c3 17 bridging", "0 +r6c3, 15 -22, 60 +17, 75 -r6c3, 120 +18, 135 -17"),
        ("", "slide 22 18 bridging", "0 +18, 15 -22"),
        ("", "move 22-18", "0 -22, 200 +18"),
        ("", "move 22-r5c4", "0 -22, 200 +r5c4"),
        ("start W:W30:B26,18", "move 30x21x14", "0 -30, 200 +21, 300 -21, 400 +14, 550 -26, 700 -18"),
        ("start W:W30:B26,18", "move 30x14", "0 -30, 200 +14, 350 -26, 500 -18"),
        // A captured piece that is gone already is not taken again.
        ("start W:W30:B26,18", "take 26\n+0 move 30x14", "0 -26, 0 -30, 200 +14, 350 -18"),
        // A part of the lawful capture, one over an own piece, one by a flying king.
        ("start W:W30:B26,18", "move 30x21", "0 -30, 200 +21, 350 -26"),
        ("start W:W30,26:B5", "move 30x21", "0 -30, 200 +21, 350 -26"),
        ("start W:W30,26,18:B5", "move 30x14", "0 -30, 200 +14, 350 -26, 500 -18"),
        ("start W:WK32:B23", "move 32x14", "0 -32, 200 +14, 350 -23"),
        // Nothing lies between.
        ("", "move 22x13", "0 -22, 200 +13"),
        (two_ways, "move 30x21x14x23x30", "0 -30, 200 +21, 300 -21, 400 +14, 500 -14, 600 +23, \
            700 -23, 800 +30, 950 -26, 1100 -18, 1250 -19, 1400 -27"),
        ("", "knock 22 18", "0 -22, 1 +18"),
        ("", "knock 22 18 5 6 r1c2 r1c4", "0 -22, 0 +18, 1 -5, 1 -6, 2 +r1c2, 2 +r1c4"),
        ("", "chatter 18 70", "0 +18, 20 -18, 40 +18, 60 -18"),
        ("", "chatter 18 50", "0 +18, 20 -18, 40 +18, 50 -18"),
        ("", "chatter 22 30", "0 -22, 20 +22"),
        ("", "flicker 22 4", "0 -22, 4 +22"),
        ("white north", "move 22-18", "0 -22, 200 +18"),
    ];
    for (start, act, changes) in table {
        assert_eq!(squares(start, act), changes, "{start}; {act}");
    }
}

#[test]
fn buttons_are_where_the_players_sit() {
    let press = |start: &str, button: &str| {
        let contacts = contacts(start, &format!("press {button}"));
        let keys: Vec<_> = contacts.iter().filter(|(at, ..)| *at == 0).map(|c| c.1).collect();
        assert!(contacts.iter().skip(keys.len()).all(|(at, _, closed)| *at == 80 && !closed));
        keys
    };
    let [south, north] = Side::ALL.map(|side| Contact::Key(Key::Player(side)));
    assert_eq!(press("", "white"), [south]);
    assert_eq!(press("", "black"), [north]);
    assert_eq!(press("white north", "white"), [north]);
    assert_eq!(press("white north", "south"), [south]);
    assert_eq!(press("white unknown", "black"), [north]);
    assert_eq!(press("", "both"), [south, north]);
    let held = contacts("white unknown", "press south held 300");
    assert_eq!(held, [(0, south, true), (300, south, false)]);
    assert_eq!(press("white unknown", "south held 80"), [south]);
    let held = contacts("", "key minus held 300");
    assert_eq!(held, [(0, Contact::Key(Key::Minus), true), (300, Contact::Key(Key::Minus), false)]);
}

#[test]
fn the_first_press_decides_where_white_sits() {
    // Black sits at the south, so White's pieces are those at the north.
    passes(
        "white unknown\npress south\nmove 22-18\npress north\nexpect move 22-18\nexpect turn black",
    );
    passes(
        "white unknown\npress north\nmove 22-18\npress south\nexpect move 22-18\nexpect turn black",
    );
}

#[test]
fn no_clock_runs_before_the_first_press_where_white_is_unknown() {
    let sentence = "2:1: expected `turn white`, but no clock runs";
    assert_eq!(fails("white unknown\nexpect turn white"), sentence);
    assert_eq!(fails("start empty\nexpect turn white"), sentence);
    passes("start B:W22:B5\nexpect turn black");
    passes("start opening 12\nexpect turn white");
    passes("clock none quiet 500\nexpect turn white");
}

#[test]
fn an_expectation_waits_for_the_debounce() {
    for (closing, opening) in [(5, 8), (8, 5), (1, 1), (15, 15)] {
        let delay = u64::max(closing, opening) + 2;
        let debounce = format!("debounce {closing} {opening}");
        let account = run(&format!("{debounce}\nlift 22\nexpect hand held\n+{delay} drop 22"));
        assert!(account.passed(), "{:?}", account.failure);
        assert_eq!((account.entries[0].at, account.entries[1].at), (1000, 1000 + delay));
        let early = delay - 1;
        let sentence = format!(
            "4:1: this act begins too early: the board needed until {} ms to see the one before \
             the expectation, so begin at least {delay} ms after it",
            1000 + delay,
        );
        let text = format!("{debounce}\nlift 22\nexpect hand held\n+{early} drop 22");
        assert_eq!(fails(&text), sentence);
    }
    // Before the first act there is nothing to wait for.
    passes("expect nothing\nexpect hand rest\n+0 lift 22");
    // Without an expectation between them, acts may be as close as one likes.
    passes("lift 22\n+0 drop 18\n+0 press white\nexpect move 22-18");
}

#[test]
fn an_expectation_waits_for_the_decision() {
    // The piece that replies may be brushed until 150 ms after its lift.
    let text = "start W:W22,32:B14,5\nlift 22\ndrop 18\nlift 14\n+60 drop 21\n+40 lift 18\n";
    let moved = "expect move 22-18 unpressed\n";
    passes(&format!("{text}{moved}"));
    assert_eq!(happened(&format!("{text}{moved}"), "move 22-18 unpressed"), [1550]);
    // State expectations wait as well; none moves the next act or waits longer than until it.
    passes(&format!("{text}expect turn white\nexpect hand complete\n{moved}"));
    let begins = begins(&format!("{text}expect nothing\n+20 wait 100\n{moved}"));
    assert_eq!(begins[begins.len() - 1], 1520);
    passes(&format!("{text}expect nothing\n+20 wait 100\n{moved}"));
    passes(&format!("{text}expect nothing\nexpect turn white\n+49 wait 100\n{moved}"));
    // The end of the file waits, too.
    let sentence = "8:1: `move 22-18 unpressed` happened at 1550 ms, and no line expects it";
    assert_eq!(fails(&format!("{text}+0 bounce 0\nexpect turn white")), sentence);
    // A lift that may be a brush is not waited for.
    passes("lift 22\nexpect nothing\n+20 drop 22");
    let account = run("lift 22\nexpect nothing");
    assert_eq!(account.entries[1].at, 1010);
}

#[test]
fn an_output_has_the_time_of_its_cause() {
    let text = "debounce 9 15\nbounce 3\nlift 22\n+200 drop 18\n+7 press white\nexpect move 22-18";
    assert_eq!(happened(text, "move 22-18"), [1407]);
    assert_eq!(happened(text, "touched 22"), [1350]);
    // A deadline passes although nothing moves, and not before its time.
    assert_eq!(happened("brush 5000\nlift 22\nwait 4798\nexpect nothing", "touched 22"), [0; 0]);
    assert_eq!(happened("brush 5000\nlift 22\nwait 4800\nexpect nothing", "touched 22"), [6000]);
    // A piece that is back one millisecond earlier was brushed.
    passes("lift 22\n+149 drop 22\nwait 500\nexpect nothing\nlift 23\nwait 500\nexpect touched 23");
    passes("lift 22\n+150 drop 22\nwait 500\nexpect touched 22");
}

#[test]
fn expectations_name_all_that_happened_in_order() {
    let moved = "move 22-18\npress white\n";
    let then = |lines: &str| format!("{moved}{lines}");
    passes(&then("expect move 22-18"));
    // Optional outputs may be named at any place or left out.
    passes(&then("expect touched 22\nexpect move 22-18\nexpect pressed white"));
    passes(&then("expect pressed white\nexpect move 22-18\nexpect touched 22"));
    // Expectations of the state name no output.
    passes(&then("expect turn black\nlift 10\nexpect hand held\nexpect move 22-18"));
    #[rustfmt::skip]
    let table = [
        ("expect nothing", "3:1: expected `nothing`, but there was `move 22-18` at 1400 ms"),
        ("", "2:1: `move 22-18` happened at 1400 ms, and no line expects it"),
        ("expect turn black", "3:1: `move 22-18` happened at 1400 ms, and no line expects it"),
        ("expect pressed white", "3:1: `move 22-18` happened at 1400 ms, and no line expects it"),
        ("expect pressed white\nlift 10", "3:1: `move 22-18` happened at 1400 ms, and no line expects it"),
        ("expect move 22-17", "3:1: expected `move 22-17`, but there was `move 22-18` at 1400 ms"),
        ("expect move 22x18", "3:1: expected `move 22x18`, but there was `move 22-18` at 1400 ms"),
        ("expect move 22-18 unpressed", "3:1: expected `move 22-18 unpressed`, but there was `move 22-18` at 1400 ms"),
        ("  expect move 22-18\n  expect move 10-14", "4:3: expected `move 10-14`, but nothing happened"),
        ("expect touched 23", "3:1: expected `touched 23`, but there were `touched 22` at 1150 ms, `move 22-18` at 1400 ms and `pressed white` at 1400 ms"),
        ("expect move 22-18\nexpect pressed black", "4:1: expected `pressed black`, but there were `touched 22` at 1150 ms and `pressed white` at 1400 ms"),
        ("expect move 22-18\nexpect turn white", "4:1: expected `turn white`, but it is `turn black`"),
        ("expect hand off", "3:1: expected `hand off`, but it is `hand rest`"),
        ("expect wrong 22 r1c2", "3:1: expected `wrong r1c2 22`, but it is `wrong none`"),
        ("expect outcome white 9.2.3", "3:1: expected `outcome white 9.2.3`, but the game is not over: black can move"),
        ("expect position W:W18:B5", "3:1: expected `position W:W18:B5`, but it is `position B:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12`"),
    ];
    for (lines, sentence) in table {
        assert_eq!(fails(&then(lines)), sentence, "{lines}");
    }
}

#[test]
fn a_failure_has_a_code() {
    let code = |text: &str| {
        let failure = match Scenario::read(text) {
            Ok(scenario) => scenario.run().failure.unwrap_or_else(|| panic!("passed: {text}")),
            Err(problem) => problem,
        };
        (failure.code, failure.is)
    };
    let moved = "move 22-18\npress white\n";
    #[rustfmt::skip]
    let table = [
        ("expect nothing", Code::Unexpected),
        ("expect turn black", Code::Unexpected),
        // Both came, in the other order.
        ("move 10-13\npress black\nexpect move 10-13", Code::Unexpected),
        ("expect move 22-17", Code::Missing),
        ("expect move 22-18\nexpect move 10-13", Code::Missing),
        ("expect touched 23", Code::Missing),
        ("expect move 22-18\n+5 lift 10", Code::Early),
        ("lift 22", Code::Syntax),
        ("lift 33", Code::Syntax),
    ];
    for (lines, wanted) in table {
        assert_eq!(code(&format!("{moved}{lines}")), (wanted, None), "{lines}");
    }
    // The game panics: more random numbers at one instant than its queue takes.
    assert_eq!(code(&"+0 random 1\n".repeat(1_000)), (Code::Invariant, None));
    #[rustfmt::skip]
    let table = [
        ("turn white", "black"), ("hand off", "rest"), ("wrong 22 r1c2", "none"),
        ("outcome white 9.2.3", "none"), ("screen paused", "running"), ("item Riprendi", "none"),
        ("moves white 3", "1"), ("period black 2", "1"), ("clock white 1:00", "59:58.8"),
        ("position W:W18:B5", "B:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"),
    ];
    for (expectation, is) in table {
        let text = format!("{moved}expect move 22-18\nexpect {expectation}");
        assert_eq!(code(&text), (Code::State, Some(is.to_owned())), "{expectation}");
    }
    let casual = "clock none quiet 500\nexpect clock white 1:00";
    assert_eq!(code(casual), (Code::State, Some("none".to_owned())));
    assert_eq!(code("knock 9 24\nexpect wrong none").1.as_deref(), Some("9 24"));
}

#[test]
fn raw_changes_come_at_their_times() {
    let moved = "@1000 open 22\n@1200 close 18\n@1400 down white\n";
    let expected = "expect move 22-18\nexpect turn black\n";
    passes(&format!("{moved}@1480 up white\n{expected}"));
    // As acts bring it about, at the same times, and without entries.
    let entries = |text: &str| {
        let account = run(text);
        assert!(account.passed(), "{:?}", account.failure);
        account.entries.into_iter().filter(|entry| entry.kind != Kind::Act).collect::<Vec<_>>()
    };
    let raw = run(&format!("{moved}@1480 up white")).entries;
    assert!(raw.iter().all(|entry| entry.kind == Kind::Happened && entry.line.is_none()));
    assert_eq!(raw.len(), 3);
    assert_eq!(raw, entries("move 22-18\npress white\nexpect move 22-18")[..3]);
    // From 400 on, with expectations before the first and between them.
    passes(&format!(
        "expect nothing\nexpect hand rest\n@400 open 22\n@600 close 18\nexpect hand complete\n\
         @800 down white\n{expected}"
    ));
    let sentence = "3:1: this act begins too early: the board needed until 1010 ms to see the one \
                    before the expectation, so begin at least 10 ms after it";
    assert_eq!(fails("@1000 open 22\nexpect hand held\n@1009 close 18"), sentence);
    passes("@1000 open 22\nexpect hand held\n@1010 close 22");
    // The same as before is no change; lines of one time are seen by the same frame.
    passes("@400 close 22\n@400 open 18\n@400 up menu\n@401 close 22\nexpect wrong none");
    assert_eq!(happened("@500 open 22\n@500 close 22\n@900 close 22", "touched 22"), [0; 0]);
    // A contact that bounces: debounced.
    let bounced = "@1000 open 22\n@1001 close 22\n@1002 open 22\n@1200 close 18\n@1201 open 18\n";
    passes(&format!(
        "{bounced}@1202 close 18\n@1400 down white\n@1401 up white\n@1402 down white\n{expected}"
    ));
    // The diagram is White's, and the buttons are the players'.
    for white in ["white north", "white south"] {
        passes(&format!("{white}\n{moved}{expected}@1500 open r1c1\nexpect wrong 1"));
    }
    let unknown = "@500 down black\n@600 up black\n";
    passes(&format!("white unknown\n{unknown}{moved}{expected}"));
    passes(&format!("white unknown north\n{unknown}{moved}{expected}"));
}

#[test]
fn a_raw_file_without_expectations_only_has_to_be_played() {
    let knock = "@1000 open 22\n@1000 open 23\n@1000 open 24\n@1001 close 18\n@1001 close r4c1";
    let account = run(knock);
    assert!(account.passed() && account.to_string().contains("> halted"), "{account}");
    // It is played on for a second: the lift is a touch by then.
    assert_eq!(happened("@500 open 22", "touched 22"), [650]);
    // With one, everything has to be named.
    let moved = "@1000 open 22\n@1200 close 18\n@1400 down white\n";
    assert!(run(moved).passed());
    let sentence = "4:1: `move 22-18` happened at 1400 ms, and no line expects it";
    assert_eq!(fails(&format!("{moved}expect turn black")), sentence);
    // Any density: every contact and key changes in each of 100 frames.
    let mut dense = String::new();
    for frame in 0..100 {
        let (cell, key) = if frame % 2 == 0 { ("open", "down") } else { ("close", "up") };
        for (row, column) in (1..=8).flat_map(|row| (1..=8).map(move |column| (row, column))) {
            dense += &format!("@{} {cell} r{row}c{column}\n", 400 + frame * 3);
        }
        for name in ["white", "black", "menu", "minus", "plus"] {
            dense += &format!("@{} {key} {name}\n", 400 + frame * 3);
        }
    }
    let account = run(&dense);
    assert!(account.passed(), "{:?}", account.failure);
}

#[test]
fn an_irregularity_is_compared_as_far_as_it_is_described() {
    let started = "start W:W22,30:B5,18\nmove 30-26\npress white\n";
    for line in ["irregularity 8.1.6", "irregularity 8.1.6 squares 26 30"] {
        passes(&format!("{started}expect {line}"));
    }
    let came = "but there was `irregularity 8.1.6 squares 26 30` at 1550 ms";
    for line in [
        "irregularity 8.1.5",
        "irregularity 8.1.6 squares 26",
        "irregularity 8.1.6 squares 26 30 31",
        "irregularity 8.1.6 squares r1c2 26 30",
        "irregularity 8.1.6 squares none",
        "irregularity 8.1.6 by 6.6",
        "notice 8.1.6",
        "arbiter",
    ] {
        let sentence = format!("4:1: expected `{line}`, {came}");
        assert_eq!(fails(&format!("{started}expect {line}")), sentence);
    }
    passes(
        "edition 2006\nstart W:W22,30:B5,18\nmove 30-26\npress white\nexpect irregularity 8.1.7",
    );
    let by = "start W:W30,29:B26,27,19,5\nmove 30x21\npress white\nexpect irregularity 8.1.15";
    passes(&format!("{by} by 6.6"));
    passes(by);
}

/// An act of a page opens the page of the game, goes through its items and says which one is missing.
#[test]
fn acts_of_pages_press_what_people_press() {
    let text = "annul seconds";
    let sentence = "1:1: the page that is open has no item `Annulla secondi` now";
    assert_eq!(fails(text), sentence);
    let pressed = contacts("", text);
    assert_eq!(pressed[..2], [(0, MENU, true), (2100, MENU, false)]);
    assert_eq!(pressed[2..4], [(2300, MINUS, true), (2380, MINUS, false)]);
    assert_eq!(pressed[4], (2580, MINUS, true));
    // A page that is open already is not opened again; after a pause MENU is only pressed.
    let opened = "key menu held 2100\nexpect paused\nannul seconds";
    let pressed = contacts("", opened);
    assert_eq!(pressed[2], (2300, MINUS, true));
    let closed = "key menu held 2100\nexpect paused\nkey menu held 2100\nannul seconds";
    let pressed = contacts("", closed);
    assert_eq!(pressed[4..6], [(4600, MENU, true), (4680, MENU, false)]);
    // Any other page is closed before.
    let other = "key menu held 2100\nexpect paused\nkey minus\nkey menu\nannul seconds";
    let pressed = contacts("", other);
    assert_eq!(pressed[6..8], [(2860, MENU, true), (4960, MENU, false)]);
    assert_eq!(pressed[8..10], [(5160, MENU, true), (5240, MENU, false)]);
    assert_eq!(
        fails("start none\nrestart both"),
        "2:1: the page of the game does not open: no game is on"
    );
}

const MENU: Contact = Contact::Key(Key::Menu);
const MINUS: Contact = Contact::Key(Key::Minus);

/// The acts' own changes of contacts, fed to another run of the same scenario, give the same account.
#[test]
fn a_run_can_be_fed_with_changes_of_contacts() {
    for path in scenario_files(&data::path("data/scenarios")).expect("the scenarios") {
        let scenario = read(&std::fs::read_to_string(&path).expect("a file"));
        let fed = scenario.run_mixed(|_, changes| changes.to_vec());
        assert_eq!(fed, scenario.run(), "{}", path.display());
    }
    // A tilted piece between two acts.
    let scenario = read("move 22-18\npress white\nexpect move 22-18");
    let account = scenario.run_mixed(|begins, changes| {
        assert_eq!(begins, Cells::from(Position::start().occupied()));
        let tilt = |at, closed| Change { at, contact: Contact::Cell(square(27)), closed };
        let mut mixed = changes.to_vec();
        mixed.splice(1..1, [tilt(1_050, false), tilt(1_300, true)]);
        mixed.sort_by_key(|change| change.at);
        mixed
    });
    assert!(account.passed(), "{:?}", account.failure);
}

#[test]
fn results_are_numbered_by_the_edition() {
    let resigned = "key menu held 2100\nexpect paused\nkey plus\nkey menu\npress white\n";
    let of_2006 = format!("edition 2006\n{resigned}");
    for text in [resigned, &of_2006] {
        passes(&format!("{text}expect result black 9.2.1"));
        passes(&format!("{text}expect result black 9.2.a"));
    }
    assert_eq!(happened(resigned, "result black 9.2.1").len(), 1);
    assert_eq!(happened(&of_2006, "result black 9.2.a").len(), 1);
    let sentence = "7:1: expected `result white 9.2.d`, but there was `result black 9.2.a` at ";
    let failure = fails(&format!("{of_2006}expect result white 9.2.4"));
    assert!(failure.starts_with(sentence), "{failure}");

    // 9.3 b: the repetition in 2008, the count of moves in 2006.
    let draw = |reason| Step::Expect(Expectation::Report(Report::Result { winner: None, reason }));
    #[rustfmt::skip]
    let table = [
        ("2008", "9.3.b", Reason::Repetition, "9.3.b"), ("2006", "9.3.b", Reason::CountOfMoves, "9.3.b"),
        ("2008", "9.3.c", Reason::CountOfMoves, "9.3.c"), ("2006", "9.3.c", Reason::CountOfMoves, "9.3.b"),
        ("2008", "9.3.a", Reason::Agreement, "9.3.a"), ("2006", "9.3.a", Reason::Agreement, "9.3.a"),
        ("2008", "repetition", Reason::Repetition, "9.3.b"),
        ("2006", "repetition", Reason::Repetition, "repetition"),
        ("2008", "9.2.e", Reason::Refusal, "9.2.5"), ("2006", "9.2.5", Reason::Refusal, "9.2.e"),
    ];
    for (edition, text, reason, written) in table {
        let scenario = read(&format!("edition {edition}\nexpect result draw {text}"));
        assert_eq!(scenario.lines[0].step, draw(reason), "{edition} {text}");
        let line = format!("expect result draw {written}\n");
        assert!(scenario.to_string().ends_with(&line), "{scenario}");
    }

    // 7.4 of 2006 is 7.5 of 2008.
    for (edition, written) in [("2006", "7.4"), ("2008", "7.5")] {
        for text in ["7.4", "7.5"] {
            let scenario = read(&format!("edition {edition}\nexpect notice {text} squares 5"));
            let article = Article::new(7, 5);
            let squares = Some(Cells::of(square(5)));
            assert_eq!(
                scenario.lines[0].step,
                Step::Expect(Expectation::Notice { article, squares })
            );
            let line = format!("expect notice {written} squares 5\n");
            assert!(scenario.to_string().ends_with(&line), "{scenario}");
        }
    }

    let taken = "start W:W22:B18\nmove 22x13\npress white\nexpect move 22x13\n";
    for edition in ["2006", "2008"] {
        passes(&format!("edition {edition}\n{taken}expect outcome white 9.2.3"));
        passes(&format!("edition {edition}\n{taken}expect outcome white 9.2.c"));
    }
    let failure = run(&format!("edition 2006\n{taken}expect outcome black 9.2.3")).failure.unwrap();
    assert_eq!(failure.is.as_deref(), Some("white 9.2.c"));
    assert_eq!(failure.message, "expected `outcome black 9.2.c`, but it is `outcome white 9.2.c`");
}

#[test]
fn hands_can_only_take_what_is_there() {
    let sentence = "1:1: there is no piece on 18 that a hand could move";
    for act in [
        "lift 18",
        "take 18 22",
        "slide 18 14",
        "slide 18 14 bridging",
        "move 18-14",
        "flicker 18 3",
    ] {
        assert_eq!(fails(act), sentence, "{act}");
    }
    assert_eq!(
        fails("start W:W30:B18,19,26,27\nmove 30x14"),
        "2:1: 2 ways lead along 30x14: write the squares between as well, like 30x21x14",
    );
}

#[test]
fn wires_hide_what_hands_do() {
    passes("start W:W22,32:B5\nstick 13 closed\nexpect wrong 13\nunstick 13\nexpect wrong none");
    passes(
        "start W:W22,32:B5\nstick 22 open\nlift 22\ndrop 22\nunstick 22\nwait 0\nexpect wrong none\nexpect touched 22",
    );
    passes(
        "start W:W22,32:B5\ncut row 4\nput 14 15\nexpect wrong none\nmend row 4\nexpect wrong 14 15",
    );
    passes("white north\nstart W:W22,32:B5\ncut row 4\nput 14 r4c1\nexpect wrong none");
    // Rows are those of the diagram, wherever White sits.
    for white in ["south", "north"] {
        let text = format!("white {white}\nshort row 1\nmend row 1");
        assert_eq!(happened(&text, "fault row 1"), [1000]);
        assert_eq!(happened(&text, "fault cleared row 1"), [1200]);
    }
}

#[test]
fn an_account_is_in_the_order_of_time() {
    let account = run("move 22-18\npress white\nexpect move 22-18\n+10 lift 23\nexpect nothing");
    let text = "    1000  move 22-18
    1150      > touched 22
    1400  press white
    1400      > move 22-18
    1400      > pressed white
    1490    ok expect move 22-18
    1490  +10 lift 23
    1500    ok expect nothing
";
    assert_eq!(account.to_string(), text);
    let failed = run("move 22-18\nexpect restored");
    let json = serde_json::to_string(&failed).unwrap();
    let promised = r#"{"entries":[{"at":1000,"line":1,"kind":"act","text":"move 22-18"},{"at":1150,"kind":"happened","text":"touched 22"},{"at":1210,"line":2,"kind":"failed","text":"restored"}],"failure":{"line":2,"column":1,"message":"expected `restored`, but nothing happened","code":"missing"}}"#;
    assert_eq!(json, promised);
}

#[test]
fn a_fold_that_is_not_the_game_is_noticed() {
    let mut game = GameWithMenu::new(GameSettings::default());
    let position = Position::start();
    let mut events: Vec<Event> = Vec::new();
    events.extend(game.step(Input::NewGame { position, opening: None }, Instant::ZERO));
    let last = *events.last().expect("a game has begun");
    let fold = |events: &[Event]| {
        let mut folded = Record::new();
        events.iter().for_each(|event| folded.apply(event));
        folded
    };
    assert_eq!(same_fold(&fold(&events), game.record()), Ok(()));
    assert!(same_fold(&Record::new(), game.record()).is_err());
    // An event that the game did not decide.
    let next = |what| Event { number: last.number + 1, what, ..last };
    let touched = next(EventKind::Touched(Square::new(22).unwrap()));
    let wrong = same_fold(&fold(&[&events[..], &[touched]].concat()), game.record());
    assert_eq!(
        wrong.unwrap_err(),
        "the events do not fold to the game: the touched piece is Some(#22) in the fold and None in \
         the game"
    );
    let mismatch = Mismatch {
        step: 7,
        input: Box::new(Input::Wake),
        at: Instant::from_millis(9),
        difference: "x".into(),
    };
    assert_eq!(mismatch.to_string(), "step 7 (Wake at 9 ms): x");
}

/// Skipped frames change nothing: the outputs are the same when every frame is sampled.
#[test]
fn skipping_frames_changes_nothing() {
    let mut random = damiera_sim::random::Random::new(1);
    for _ in 0..300 {
        let mut skipping =
            VirtualBoard::new(GameSettings::default(), Timing::default(), Side::South);
        let start = Position::start();
        skipping.begin(start, None, start.occupied(), true).unwrap();
        let mut patient = skipping.clone();
        patient.sample_every_frame();
        let mut at = 1000;
        for _ in 0..40 {
            at += *random.one_of(&[0, 1, 3, 7, 8, 9, 20, 150, 3000]);
            let contact = match random.below(8) {
                0 => Contact::Key(*random.one_of(&Key::ALL)),
                1 => Contact::Cell(Cell::from_index(random.below(64) as u8).unwrap()),
                _ => Contact::Cell(square(1 + random.below(32) as u8)),
            };
            let closed = random.chance(50);
            let bounce = random.below(4) as u64;
            for board in [&mut skipping, &mut patient] {
                board.bounce(bounce);
                board.set(contact, closed, at).unwrap();
            }
        }
        for board in [&mut skipping, &mut patient] {
            board.run_to(at + 20_000).unwrap();
        }
        assert_eq!(skipping.outputs(), patient.outputs());
        assert_eq!(skipping.game().record(), patient.game().record());
        assert_eq!(skipping.steps(), patient.steps());
    }
}

fn square(number: u8) -> Cell {
    Square::new(number).unwrap().cell()
}

fn cell() -> impl Strategy<Value = Cell> {
    (0..64u8).prop_map(|index| Cell::from_index(index).unwrap())
}

fn cells() -> impl Strategy<Value = Vec<Cell>> {
    prop::collection::vec(cell(), 1..5)
}

fn set() -> impl Strategy<Value = Cells> {
    any::<u64>().prop_map(Cells::from_bits)
}

fn colour() -> impl Strategy<Value = Colour> {
    prop_oneof![Just(Colour::White), Just(Colour::Black)]
}

fn wire() -> impl Strategy<Value = Wire> {
    (0..8u8, any::<bool>()).prop_map(|(n, row)| if row { Wire::Row(n) } else { Wire::Column(n) })
}

fn position() -> impl Strategy<Value = Position> {
    any::<u64>().prop_map(|seed| {
        let mut random = damiera_sim::random::Random::new(seed);
        let kind = *random.one_of(&damiera_sim::random::Kind::ALL);
        random.position(kind)
    })
}

fn article() -> impl Strategy<Value = Article> {
    let number = || 1..=20u8;
    prop_oneof![
        (number(), number()).prop_map(|(a, b)| Article::new(a, b)),
        (number(), number(), number()).prop_map(|(a, b, c)| Article::new(a, b).point(c)),
        (number(), number(), number())
            .prop_map(|(a, b, c)| Article::of_chapter_three(a, b).point(c)),
    ]
}

fn path() -> impl Strategy<Value = Path> {
    (cell(), cells(), any::<bool>()).prop_map(|(from, stops, capture)| Path {
        from,
        stops,
        capture,
    })
}

fn act() -> impl Strategy<Value = Act> {
    let millis = || 1..5000u32;
    prop_oneof![
        cell().prop_map(Act::Lift),
        cell().prop_map(Act::Drop),
        cells().prop_map(Act::Take),
        cells().prop_map(Act::Put),
        (cell(), cell(), prop::collection::vec(cell(), 0..4), any::<bool>())
            .prop_map(|(from, to, via, bridging)| Act::Slide { from, to, via, bridging }),
        path().prop_map(Act::Move),
        prop_oneof![
            colour().prop_map(Button::Of),
            Just(Button::At(Side::South)),
            Just(Button::At(Side::North)),
            Just(Button::Both),
        ]
        .prop_flat_map(|button| prop_oneof![
            Just(Act::Press(button)),
            (81..5000u32).prop_map(move |held| Act::Hold(button, held)),
        ]),
        (prop_oneof![Just(Key::Menu), Just(Key::Minus), Just(Key::Plus)], millis())
            .prop_map(|(key, held)| Act::Key { key, held }),
        cells().prop_map(Act::Knock),
        (cell(), millis()).prop_map(|(cell, millis)| Act::Chatter(cell, millis)),
        (cell(), millis()).prop_map(|(cell, millis)| Act::Flicker(cell, millis)),
        (0..=9u32).prop_map(Act::Bounce),
        (cell(), any::<bool>()).prop_map(|(cell, closed)| Act::Stick(cell, closed)),
        cell().prop_map(Act::Unstick),
        wire().prop_map(Act::Cut),
        wire().prop_map(Act::Short),
        wire().prop_map(Act::Mend),
        (
            prop_oneof![Just(Breach::UnmarkedKing), Just(Breach::WronglyMarked)],
            prop::option::of(colour())
        )
            .prop_map(|(breach, by)| Act::Declare { breach, by }),
        millis().prop_map(Act::Wait),
        prop::sample::select(vec![
            Act::Restart(Restart::Both),
            Act::Restart(Restart::Arbiter),
            Act::Restart(Restart::ArbiterWithFullTimes),
            Act::AnnulSeconds,
        ]),
        prop::option::of(colour()).prop_map(|by| Act::DeclareUncrowned { by }),
        (millis(), any::<bool>()).prop_map(|(off, menu)| Act::Unplug { off, menu }),
        any::<u32>().prop_map(Act::Random),
        prop::sample::select(StorageFault::ALL.to_vec()).prop_map(Act::Storage),
    ]
}

fn expectation() -> impl Strategy<Value = Expectation> {
    let squares = || prop::option::of(set());
    let hand =
        prop_oneof![Just(Hand::Rest), Just(Hand::Held), Just(Hand::Complete), Just(Hand::Off)];
    let fault = prop_oneof![
        cell().prop_map(FaultName::Chatter),
        cell().prop_map(FaultName::Stuck),
        cell().prop_map(FaultName::Light),
        wire().prop_map(FaultName::Line),
    ];
    prop_oneof![
        (path(), any::<bool>()).prop_map(|(path, unpressed)| Expectation::Move { path, unpressed }),
        (article(), prop::option::of(article()), squares())
            .prop_map(|(article, by, squares)| Expectation::Irregularity { article, by, squares }),
        (article().prop_filter("7.4 is read as 7.5", |a| *a != Article::new(7, 4)), squares())
            .prop_map(|(article, squares)| Expectation::Notice { article, squares }),
        prop_oneof![
            Just(Expectation::Correct),
            Just(Expectation::Keep),
            Just(Expectation::Halted),
            Just(Expectation::Restored),
            Just(Expectation::Nothing),
        ],
        squares().prop_map(|squares| Expectation::Arbiter { squares }),
        (fault, any::<bool>()).prop_map(|(fault, cleared)| Expectation::Fault { fault, cleared }),
        article().prop_map(Expectation::Restarted),
        article().prop_map(Expectation::NoRestart),
        colour().prop_map(Expectation::Pressed),
        (1..=32u8).prop_map(|number| Expectation::Touched(Square::new(number).unwrap())),
        position().prop_map(Expectation::Position),
        colour().prop_map(Expectation::Turn),
        set().prop_map(Expectation::Wrong),
        hand.prop_map(Expectation::Hand),
        (colour(), article())
            .prop_map(|(winner, article)| Expectation::Outcome { winner, article }),
        report().prop_map(Expectation::Report),
        (colour(), clock_time()).prop_map(|(colour, time)| Expectation::Clock(colour, time)),
        (colour(), 0..999u16).prop_map(|(colour, moves)| Expectation::Moves(colour, moves)),
        (colour(), 1..99u16).prop_map(|(colour, period)| Expectation::Period(colour, period)),
        Just(Expectation::Screen("running".to_owned())),
        Just(Expectation::Item("Tempo Bianco".to_owned())),
    ]
}

fn clock_time() -> impl Strategy<Value = ClockTime> {
    (0..360_000_000u64).prop_map(|millis| Duration::from_millis(millis).into())
}

fn report() -> impl Strategy<Value = Report> {
    let reason = prop::sample::select(Reason::ALL.to_vec());
    let sound = prop::sample::select(vec![Sound::Attention, Sound::Low, Sound::Flag]);
    let claimant = || prop::option::of(colour());
    prop_oneof![
        Just(Report::Paused),
        Just(Report::Resumed),
        Just(Report::TakenBack),
        Just(Report::Set),
        Just(Report::Started),
        Just(Report::Recovered),
        Just(Report::CountRestarted),
        Just(Report::CountAnnulled),
        colour().prop_map(Report::Flag),
        (claimant(), reason).prop_map(|(winner, reason)| Report::Result { winner, reason }),
        claimant().prop_map(Report::Claimed),
        (claimant(), clock_time()).prop_map(|(by, charged)| Report::Refused(by, charged)),
        (10..=40u8).prop_map(Report::CountBegun),
        (colour(), clock_time()).prop_map(|(of, time)| Report::Time(of, time)),
        (colour(), 0..999u16).prop_map(|(of, moves)| Report::Moves(of, moves)),
        (colour(), 1..99u16).prop_map(|(of, period)| Report::Period(of, period)),
        path().prop_map(Report::NotTheOpening),
        prop::sample::select(StorageFault::ALL.to_vec()).prop_map(Report::Storage),
        sound.prop_map(Report::Sound),
    ]
}

fn settings() -> impl Strategy<Value = Settings> {
    let start = prop_oneof![
        Just(Start::Standard),
        Just(Start::Empty),
        Just(Start::None),
        (1..=174u8).prop_map(|number| Start::Opening(Opening::new(number).unwrap())),
        position().prop_map(Start::Position),
    ];
    let edition = prop_oneof![Just(Edition::Year2006), Just(Edition::Year2008)];
    let white = prop_oneof![
        Just(White::South),
        Just(White::North),
        Just(White::Unknown),
        Just(White::UnknownNorth)
    ];
    let clock = prop_oneof![
        (1..9999u32).prop_map(|quiet| (Some(quiet), Settings::default().control)),
        prop::sample::select(PRESETS.to_vec()).prop_map(|preset| (None, preset.control)),
    ];
    let set = prop_oneof![
        any::<bool>().prop_map(Set::Transcription),
        any::<bool>().prop_map(Set::Announcement),
        any::<bool>().prop_map(Set::AutomaticRepetition),
        any::<bool>().prop_map(Set::Introduced),
        (10..=40u8).prop_map(Set::Count),
        Just(Set::AfterFlag(AfterFlag::RunOn)),
        Just(Set::Openings(Some(OpeningTable::C))),
        Just(Set::Openings(None)),
    ];
    let set = prop::collection::vec(set, 0..3);
    (start, edition, clock, white, (1..16u8, 1..16u8), 0..999u32, set).prop_map(
        |(start, edition, (quiet, control), white, (closing, opening), brush, set)| {
            let debounce = Timing::new(closing, opening).unwrap();
            Settings { start, edition, control, set, quiet, white, debounce, brush, noise: None }
        },
    )
}

fn raw() -> impl Strategy<Value = (RawContact, bool, u32)> {
    let contact = prop_oneof![
        cell().prop_map(RawContact::Cell),
        colour().prop_map(RawContact::Button),
        Just(RawContact::Key(Key::Menu)),
        Just(RawContact::Key(Key::Minus)),
        Just(RawContact::Key(Key::Plus)),
    ];
    (contact, any::<bool>(), 0..500u32)
}

fn scenario_of_raw_changes() -> impl Strategy<Value = Scenario> {
    let lines = prop::collection::vec((raw(), prop::option::of(expectation())), 0..20);
    (settings(), lines).prop_map(|(settings, lines)| {
        let mut scenario = Scenario { settings, ..Scenario::default() };
        let mut at = 400;
        for ((contact, closed, after), expectation) in lines {
            at += after;
            scenario.raw(RawChange { at, contact, closed });
            expectation.into_iter().for_each(|expectation| scenario.expect(expectation));
        }
        scenario
    })
}

fn scenario() -> impl Strategy<Value = Scenario> {
    let step = prop_oneof![
        (prop::option::of(0..900u32), act()).prop_map(|(after, act)| Step::Act { after, act }),
        expectation().prop_map(Step::Expect),
    ];
    let heading = prop::collection::vec("[a-z0-9#:.]( ?[a-z0-9#:.])*", 0..3);
    (heading, settings(), prop::collection::vec(step, 0..20)).prop_map(
        |(heading, settings, steps)| {
            let mut scenario = Scenario { heading, settings, lines: Vec::new() };
            for step in steps {
                match step {
                    Step::Act { after, act } => scenario.act(after, act),
                    Step::Raw(change) => scenario.raw(change),
                    Step::Expect(expectation) => scenario.expect(expectation),
                }
            }
            scenario
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        ..ProptestConfig::with_cases(512)
    })]

    #[test]
    fn a_written_scenario_is_read_again(scenario in scenario()) {
        let text = scenario.to_string();
        prop_assert_eq!(Scenario::read(&text)?, scenario, "{}", text);
    }

    #[test]
    fn written_changes_are_read_again(scenario in scenario_of_raw_changes()) {
        let text = scenario.to_string();
        prop_assert_eq!(Scenario::read(&text)?, scenario, "{}", text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(?s)([ -~à]{0,30}\n){0,5}") {
        let _ = Scenario::read(&text);
    }
}
