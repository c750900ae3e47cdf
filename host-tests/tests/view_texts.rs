//! Every text fits in its screen, in both languages: no pixel lies outside the display, and no
//! text is drawn over another.

use damiera::event::Breach;
use damiera::rules::{Article, Cell, Colour, Edition, Opening, Square, Squares};
use damiera::sense::{Cells, Fault, Line, Side};
use damiera::view::{
    self, Arbiter, Canvas, Cause, Claim, ClaimStage, Claimed, ClockFace, Clocks, Crowning,
    Diagnostics, Editor, Entry, Field, Flag, GameResult, Irregularity, Item, Label, Language,
    MAX_LABEL, Map, Menu, Notice, Ready, Reason, Restore, Resume, Screen, SensorFault, SetUp,
    Snapshot, StorageFault, Time, Value,
};
use damiera_sim::picture::drawn;
use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Size};
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::primitives::{PointsIter, Rectangle};
use host_tests::screens::{running, samples};

/// A display that counts pixels outside, and pixels of a text on another text.
///
/// Texts are drawn pixel by pixel (`draw_iter`) and everything else as rectangles (`fill_solid`); so
/// a pixel that already has the colour in which a text draws it belongs to another text.
struct Strict {
    pixels: [[BinaryColor; 128]; 64],
    outside: usize,
    overwritten: usize,
}

impl Strict {
    fn new() -> Self {
        Self { pixels: [[BinaryColor::Off; 128]; 64], outside: 0, overwritten: 0 }
    }

    fn at(&mut self, x: i32, y: i32) -> Option<&mut BinaryColor> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        self.pixels.get_mut(y)?.get_mut(x)
    }
}

impl OriginDimensions for Strict {
    fn size(&self) -> Size {
        Size::new(128, 64)
    }
}

impl DrawTarget for Strict {
    type Color = BinaryColor;
    type Error = std::convert::Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<BinaryColor>>>(
        &mut self,
        pixels: I,
    ) -> Result<(), Self::Error> {
        for Pixel(at, colour) in pixels {
            match self.at(at.x, at.y) {
                Some(pixel) if *pixel == colour => self.overwritten += 1,
                Some(pixel) => *pixel = colour,
                None => self.outside += 1,
            }
        }
        Ok(())
    }

    fn fill_solid(&mut self, area: &Rectangle, colour: BinaryColor) -> Result<(), Self::Error> {
        for at in area.points() {
            match self.at(at.x, at.y) {
                Some(pixel) => *pixel = colour,
                None => self.outside += 1,
            }
        }
        Ok(())
    }
}

/// Checks a screen in both languages, from both sides, in both phases of the blinking, which differ
/// only if the screen says that it blinks.
fn check_screen(screen: Screen) {
    for language in Language::ALL {
        for facing in Side::ALL {
            let phases = [false, true].map(|blink| Snapshot {
                language,
                facing,
                white: Side::South,
                blink,
                screen,
            });
            phases.iter().for_each(check);
            let [off, on] = phases.map(|snapshot| drawn(&snapshot));
            assert_eq!(off != on, screen.blinks(), "{screen:?}");
        }
    }
}

fn check(snapshot: &Snapshot) {
    let mut strict = Strict::new();
    let Ok(()) = view::draw(snapshot, &mut strict);
    assert_eq!(strict.outside, 0, "pixels outside the display: {snapshot:?}");
    assert_eq!(strict.overwritten, 0, "pixels of a text on another text: {snapshot:?}");
}

/// Clocks with the longest times.
fn long() -> Clocks {
    let time = Time { hours: 23, minutes: 59, seconds: 59, tenths: None };
    let face = ClockFace { time, low: true, flagged: false, delaying: true, period: Some(3) };
    Clocks { white: face, black: ClockFace { flagged: true, ..face }, running: None }
}

/// Clocks in every state, with times of every length.
fn all_clocks() -> Vec<Clocks> {
    let mut all = Vec::new();
    for running in [None, Some(Colour::White), Some(Colour::Black)] {
        for (hours, minutes, seconds, tenths) in [
            (0, 0, 8, Some(8)),
            (0, 8, 8, None),
            (0, 58, 58, None),
            (8, 58, 58, None),
            (88, 58, 58, None),
        ] {
            for bits in 0..8 {
                let face = ClockFace {
                    time: Time { hours, minutes, seconds, tenths },
                    low: bits & 1 > 0,
                    flagged: bits & 2 > 0,
                    delaying: bits & 4 > 0,
                    period: (bits & 4 > 0).then_some(2),
                };
                all.push(Clocks { white: face, black: face, running });
            }
        }
    }
    all
}

/// One breach of each kind.
fn breaches() -> Vec<Breach> {
    let mut breaches = vec![
        Breach::TwoMoves,
        Breach::Displacement,
        Breach::OtherPiece,
        Breach::Withdrawal,
        Breach::ForeignPiece,
        Breach::CaptureLeft,
        Breach::PiecesOff,
        Breach::TooMany,
        Breach::Stopped,
        Breach::OneLeftOn,
        Breach::SomeLeftOn,
        Breach::NotCaptured,
        Breach::OwnOff,
        Breach::Impossible { own: false },
        Breach::Impossible { own: true },
        Breach::UnmarkedKing,
        Breach::WronglyMarked,
        Breach::EmptyPress,
    ];
    breaches.extend((6..=9).map(|paragraph| Breach::Priority(Article::new(6, paragraph))));
    breaches
}

#[test]
fn all_samples_fit() {
    for sample in samples() {
        check_screen(sample.snapshot.screen);
    }
}

#[test]
fn clocks_of_all_lengths_fit() {
    for clocks in all_clocks() {
        let game = running(clocks);
        check_screen(Screen::Running(game));
        check_screen(Screen::Paused(game));
        check_screen(Screen::Flag(Flag { clocks, first: Colour::White }));
        let square = Square::new(32).expect("a square");
        check_screen(Screen::Crowning(Crowning { clocks, colour: Colour::White, square }));
        let map = Map { missing: Cells::DARK, extra: Cells::LIGHT, ..Map::default() };
        check_screen(Screen::Restore(Restore { clocks, map, article: Some(Article::new(7, 8)) }));
    }
}

#[test]
fn every_irregularity_fits() {
    let light = Cell::new(7, 6);
    for breach in breaches() {
        for edition in [Edition::Year2008, Edition::Year2006] {
            for (squares, light) in [(Squares::EMPTY, None), (Squares::ALL, light)] {
                check_screen(Screen::Irregularity(Irregularity {
                    clocks: long(),
                    offender: Colour::White,
                    breach,
                    edition,
                    squares,
                    light,
                    can_keep: true,
                }));
            }
        }
    }
}

#[test]
fn every_notice_fits() {
    let articles = (1..=8).map(|paragraph| Article::new(7, paragraph));
    for article in articles.chain([Article::new(5, 12), Article::new(8, 4)]) {
        let (squares, light) = (Squares::ALL, Cell::new(7, 6));
        for edition in [Edition::Year2008, Edition::Year2006] {
            let clocks = long();
            check_screen(Screen::Notice(Notice { clocks, article, edition, squares, light }));
        }
        let map = Map::default();
        check_screen(Screen::Restore(Restore { clocks: long(), map, article: Some(article) }));
    }
    for notice in [None, Some(1), Some(2), Some(3)] {
        check_screen(Screen::SetUp(SetUp {
            map: Map { missing: Cells::DARK, extra: Cells::LIGHT, ..Map::default() },
            silent: Cells::ALL,
            notice: notice.map(|paragraph| Article::new(7, paragraph)),
        }));
    }
    check_screen(Screen::Arbiter(Arbiter { clocks: long(), squares: Squares::ALL }));
}

#[test]
fn every_result_and_claim_fits() {
    for reason in Reason::ALL {
        for winner in [None, Some(Colour::White), Some(Colour::Black)] {
            let (clocks, moves) = (long(), u16::MAX);
            for edition in [Edition::Year2008, Edition::Year2006] {
                let result = GameResult { clocks, winner, reason, edition, moves };
                check_screen(Screen::Result(result));
            }
        }
    }
    let charged = Time { minutes: 15, ..Time::default() };
    for what in [
        Claimed::Resignation,
        Claimed::Agreement([true, true]),
        Claimed::Agreement([false, false]),
        Claimed::Repetition(4),
        Claimed::CountOfMoves(None),
        Claimed::King(Breach::UnmarkedKing),
        Claimed::King(Breach::WronglyMarked),
        Claimed::TakeBack([true, true]),
        Claimed::Restart(Article::new(7, 2), [true, false]),
        Claimed::AnnulSeconds,
        Claimed::NotCrowned,
        Claimed::CrownLate,
    ] {
        for stage in [
            ClaimStage::Confirm,
            ClaimStage::Checking,
            ClaimStage::Accepted,
            ClaimStage::Refused(None),
            ClaimStage::Refused(Some(charged)),
        ] {
            for by in [None, Some(Colour::White), Some(Colour::Black)] {
                check_screen(Screen::Claim(Claim { clocks: long(), by, what, stage }));
            }
        }
    }
}

#[test]
fn every_menu_entry_fits() {
    let time = Time { hours: 23, minutes: 59, seconds: 59, tenths: None };
    for entry in Entry::ALL {
        let items = [Item { entry: *entry, value: Value::None }; 9];
        check_screen(Screen::Menu(Menu::around(*entry, &items, 4)));
        for field in [
            Field::Time { time, cursor: 4 },
            Field::Number { value: 65_535, range: (10_000, 65_535), cursor: Some(4) },
            Field::Number { value: 0, range: (0, 9), cursor: None },
        ] {
            check_screen(Screen::Editor(Editor { title: *entry, field }));
        }
    }
}

/// Every value of a setting, next to the setting.
#[test]
fn every_setting_value_fits() {
    let words = [
        (Entry::OpeningTable, &[Entry::General, Entry::TableA, Entry::Free, Entry::Automatic][..]),
        (Entry::Edition, &[Entry::Year2008, Entry::Year2006]),
        (Entry::Language, &[Entry::Italian, Entry::English]),
        (Entry::Orientation, &[Entry::South, Entry::North]),
        (Entry::WhiteSits, &[Entry::South, Entry::North]),
        (Entry::RepetitionRule, &[Entry::Automatic, Entry::OnClaim]),
    ];
    for (entry, values) in words {
        for word in values {
            let item = Item { entry, value: Value::Word(*word) };
            check_screen(Screen::Menu(Menu::around(Entry::Settings, &[item], 0)));
        }
    }
    let time = Time { hours: 23, minutes: 59, seconds: 59, tenths: None };
    for (entry, value) in [
        (Entry::WhiteTime, Value::Time(time)),
        (Entry::BlackTime, Value::Time(time)),
        (Entry::Increment, Value::Time(time)),
        (Entry::WhiteMoves, Value::Number(u16::MAX)),
        (Entry::BlackMoves, Value::Number(u16::MAX)),
        (Entry::WhitePeriod, Value::Number(99)),
        (Entry::BlackPeriod, Value::Number(99)),
        (Entry::Contrast, Value::Number(255)),
        (Entry::CountLimit, Value::Number(40)),
        (Entry::TableNumber, Value::Number(9_999)),
        (Entry::OpeningNumber, Value::Number(174)),
    ] {
        check_screen(Screen::Menu(Menu::around(Entry::Arbiter, &[Item { entry, value }], 0)));
    }
    let longest = Label::cut(&"8".repeat(MAX_LABEL));
    let item = Item { entry: Entry::TimeControl, value: Value::Label(longest) };
    check_screen(Screen::Menu(Menu::around(Entry::Settings, &[item], 0)));
    for entry in [
        Entry::Sound,
        Entry::Casual,
        Entry::Transcription,
        Entry::Announcement,
        Entry::Restart,
        Entry::RestartIn2006,
    ] {
        for on in [false, true] {
            let item = Item { entry, value: Value::Switch(on) };
            check_screen(Screen::Menu(Menu::around(Entry::Settings, &[item], 0)));
        }
    }
}

#[test]
fn every_opening_fits() {
    let control = Label::cut("50/120',25/60'");
    for opening in (1..=174).map(Opening::new).chain([None]) {
        for on_board in 0..=3 {
            for starter in [Colour::White, Colour::Black] {
                check_screen(Screen::Ready(Ready { opening, on_board, starter, control }));
            }
        }
    }
}

#[test]
fn every_fault_fits() {
    let cells = [Square::new(32).expect("a square").cell(), Cell::new(7, 6).expect("a cell")];
    let of_cells = cells
        .iter()
        .flat_map(|cell| [Fault::Chatter(*cell), Fault::Stuck(*cell), Fault::LightClosed(*cell)]);
    let of_lines = Line::all().flat_map(|line| [Fault::AllClosed(line), Fault::AllOpen(line)]);
    for fault in of_cells.chain(of_lines) {
        for more in [0, 99] {
            let cells = Cells::ALL;
            check_screen(Screen::SensorFault(SensorFault { clocks: long(), fault, cells, more }));
        }
    }
    for fault in StorageFault::ALL {
        check_screen(Screen::StorageFault(fault));
    }
    for cause in [Cause::Power, Cause::Fault] {
        let game = u32::MAX;
        check_screen(Screen::Resume(Resume { clocks: long(), game, last: None, cause }));
    }
    let (closed, working) = (Cells::ALL, Cells::ALL);
    check_screen(Screen::Diagnostics(Diagnostics::Live { closed, working, rate: u16::MAX }));
    check_screen(Screen::Diagnostics(Diagnostics::Weakest([None; 5])));
    let version = Label::cut(&"8".repeat(MAX_LABEL));
    check_screen(Screen::Start { version });
    // As long as the longest message that the firmware keeps of a crash.
    check_screen(Screen::Crashed("8888888888".repeat(17)[..161].to_owned().leak()));
}

/// The picture of a crash message.
fn crash_picture(message: &'static str) -> Canvas {
    let (facing, screen) = (Side::South, Screen::Crashed(message));
    drawn(&Snapshot { language: Language::English, facing, white: facing, blink: false, screen })
}

/// A panic message can have line breaks and characters that the font lacks.
#[test]
fn crash_message_shows_question_marks_for_unprintable_characters() {
    let shown = crash_picture("at line 3:\nnot a \u{1F642}\u{7f}, \u{f9}~");
    assert!(shown == crash_picture("at line 3:?not a ??, ?~"));
    assert!(shown != crash_picture("at line 3: not a ??, ?~"));
}

#[test]
fn label_is_cut_between_characters() {
    let label = Label::cut("quindici parole e più");
    assert_eq!(label.as_str(), "quindici parole ");
    let label = Label::cut("123456789012345ù");
    assert_eq!(label.as_str(), "123456789012345");
}
