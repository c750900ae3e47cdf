//! The screens of which the repository keeps a picture.

use damiera::event::Breach;
use damiera::protocol::NEWEST;
use damiera::rules::{
    Article, Cell, Colour, CountOfMoves, Edition, Opening, Piece, Position, Rank, Square, Squares,
};
use damiera::sense::{Cells, Fault, Key, Keys, Line, Side};
use damiera::view::{
    About, Arbiter, Cause, Claim, ClaimStage, Claimed, ClockFace, Clocks, CodeAttempts, Compose,
    ComposeStage, Crowning, Diagnostics, Editor, Entry, Field, Flag, GameResult, Info,
    Irregularity, Item, Label, Language, Map, Menu, Notice, PcCode, Played, Ready, Reason,
    RemovalOrder, Restore, Resume, Running, Screen, SensorFault, SetUp, Snapshot, StorageFault,
    Time, Value, Weak,
};

/// The longest message of a crash that the firmware keeps, with the sign that there was more.
const MESSAGE: &str = "record.rs:412 assertion `left == right` failed: a slot of the journal holds \
                       a record of another game   left: 3735928559  right: 4276993775, after a power \
                       cut in>";
const _: () = assert!(MESSAGE.len() == 161);

/// A screen of which the repository keeps a picture.
pub struct Sample {
    /// Name of its files.
    pub name: &'static str,
    /// The sheet with its picture.
    pub sheet: &'static str,
    /// Caption on the sheet.
    pub caption: &'static str,
    /// Whether it has a picture of its own besides the sheet.
    pub main: bool,
    /// The snapshot to draw.
    pub snapshot: Snapshot,
}

fn snapshot(screen: Screen) -> Snapshot {
    Snapshot {
        language: Language::Italian,
        facing: Side::South,
        white: Side::South,
        blink: false,
        screen,
    }
}

fn time(hours: u8, minutes: u8, seconds: u8) -> Time {
    Time { hours, minutes, seconds, tenths: None }
}

fn tenths(seconds: u8, tenths: u8) -> Time {
    Time { hours: 0, minutes: 0, seconds, tenths: Some(tenths) }
}

fn face(time: Time) -> ClockFace {
    ClockFace { time, ..ClockFace::default() }
}

fn clocks(white: Time, black: Time, running: Option<Colour>) -> Clocks {
    Clocks { white: face(white), black: face(black), running }
}

/// A lampo game in its middle.
fn usual(running: Option<Colour>) -> Clocks {
    clocks(time(0, 3, 12), time(0, 4, 5), running)
}

fn square(number: u8) -> Square {
    Square::new(number).expect("1 to 32")
}

fn squares(numbers: &[u8]) -> Squares {
    numbers.iter().copied().map(square).collect()
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn played(by: Colour, number: u16, position: &Position, text: &str) -> Played {
    let legal = position.read_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Played { by, number, played: legal, whole: false }
}

fn first_move() -> Played {
    played(Colour::White, 1, &Position::start(), "22-18")
}

fn capture() -> Played {
    let before = position("B:W18,22:BK7,10,14");
    played(Colour::Black, 38, &before, "14x21")
}

/// Two captures share both ends here, so the path is written.
fn ambiguous() -> Played {
    let before = position("W:W30:B18,19,26,27");
    Played { whole: true, ..played(Colour::White, 123, &before, "30x21x14") }
}

fn counting() -> CountOfMoves {
    let kings = position("W:WK30:BK3");
    let mut count = CountOfMoves::start(&kings, Edition::Year2008, CountOfMoves::MOVES)
        .expect("a king on either side");
    let after = |position: &Position, text: &str| {
        let legal = position.read_move(text).expect("a legal move");
        position.play(legal).unwrap_or_else(|_| panic!("{text} is legal"))
    };
    let mut here = kings;
    for text in ["30-26", "3-7", "26-30"] {
        let next = after(&here, text);
        count.played(&here, &next);
        here = next;
    }
    count
}

/// A running game with nothing special about it.
pub fn running(clocks: Clocks) -> Running {
    Running {
        clocks,
        turn: clocks.running.unwrap_or(Colour::White),
        last: Some(first_move()),
        count: None,
        repetition: None,
        adjusting: false,
        uncrowned: None,
    }
}

fn item(entry: Entry, value: Value) -> Item {
    Item { entry, value }
}

fn settings() -> Vec<Item> {
    vec![
        item(Entry::TimeControl, Value::Label(Label::cut("4'+3\""))),
        item(Entry::OpeningTable, Value::Word(Entry::TableB)),
        item(Entry::Edition, Value::Word(Entry::Year2008)),
        item(Entry::Language, Value::Word(Entry::Italian)),
        item(Entry::Sound, Value::Switch(true)),
        item(Entry::Contrast, Value::Number(7)),
        item(Entry::Orientation, Value::Word(Entry::South)),
        item(Entry::WhiteSits, Value::Word(Entry::South)),
        item(Entry::Casual, Value::Switch(false)),
        item(Entry::Transcription, Value::Switch(true)),
        item(Entry::Announcement, Value::Switch(true)),
        item(Entry::RepetitionRule, Value::Word(Entry::OnClaim)),
        item(Entry::CountLimit, Value::Number(40)),
        item(Entry::TableNumber, Value::Number(12)),
        item(Entry::Back, Value::None),
    ]
}

fn start_map(without: &[u8], extra: Cells) -> Map {
    let start = Squares::start(Colour::White) | Squares::start(Colour::Black);
    let missing = squares(without);
    Map { present: Cells::from(start - missing), missing: Cells::from(missing), extra }
}

fn light(row: u8, column: u8) -> Cell {
    Cell::new(row, column).expect("rows and columns 0 to 7")
}

fn irregularity(breach: Breach, offender: Colour) -> Irregularity {
    Irregularity {
        clocks: usual(Some(offender.opponent())),
        offender,
        breach,
        edition: Edition::Year2008,
        squares: squares(&[14, 21, 18, 30]),
        light: None,
        can_keep: true,
    }
}

fn result(winner: Option<Colour>, reason: Reason) -> GameResult {
    GameResult { clocks: usual(None), winner, reason, edition: Edition::Year2008, moves: 47 }
}

fn claim(by: Option<Colour>, what: Claimed, stage: ClaimStage) -> Claim {
    Claim { clocks: usual(None), by, what, stage }
}

/// The screens of which the repository keeps a picture, all of them, sheet by
/// sheet.
pub fn samples() -> Vec<Sample> {
    let mut album = Album { sheet: "before", samples: Vec::new() };
    before_the_game(&mut album);
    album.sheet = "game";
    during_the_game(&mut album);
    album.sheet = "referee";
    irregular(&mut album);
    album.sheet = "ends";
    ends(&mut album);
    album.sheet = "menus";
    menus(&mut album);
    album.sheet = "faults";
    faults(&mut album);
    album.samples
}

/// The pictures so far, and the sheet for the next.
struct Album {
    sheet: &'static str,
    samples: Vec<Sample>,
}

impl Album {
    fn add(&mut self, name: &'static str, caption: &'static str, screen: Screen) {
        self.push(name, caption, snapshot(screen));
    }

    /// Gives the last screen a picture of its own.
    fn front(&mut self) {
        self.samples.last_mut().expect("one was just added").main = true;
    }

    /// Adds the last screen in English.
    fn in_english(&mut self, name: &'static str) {
        let (caption, last) = self.last();
        self.push(name, caption, Snapshot { language: Language::English, ..last });
    }

    /// Adds the last screen in the other phase of blinking.
    fn blinking(&mut self, name: &'static str, caption: &'static str) {
        let (_, last) = self.last();
        self.push(name, caption, Snapshot { blink: true, ..last });
    }

    /// Adds the last screen as seen from the north.
    fn facing_north(&mut self, name: &'static str) {
        let (_, last) = self.last();
        let facing = Side::North;
        self.push(name, "the same for the player across", Snapshot { facing, ..last });
    }

    fn last(&self) -> (&'static str, Snapshot) {
        let last = self.samples.last().expect("one was just added");
        (last.caption, last.snapshot)
    }

    fn push(&mut self, name: &'static str, caption: &'static str, snapshot: Snapshot) {
        self.samples.push(Sample { name, sheet: self.sheet, caption, main: false, snapshot });
    }
}

fn before_the_game(album: &mut Album) {
    let version = Label::cut("0.1.0");
    album.add("start", "the board wakes up", Screen::Start { version });
    album.in_english("start_en");
    let extra = Cells::of(square(18).cell()) | Cells::of(light(3, 4));
    let set_up = SetUp {
        map: start_map(&[12, 22], extra),
        silent: Cells::from(squares(&[12])),
        notice: None,
    };
    album.add("set_up", "two missing, two too many", Screen::SetUp(set_up));
    album.front();
    album.blinking("set_up_blink", "the same, other phase");
    album.in_english("set_up_en");
    let map = start_map(&[], Cells::EMPTY);
    let quiet = SetUp { map, silent: Cells::EMPTY, notice: None };
    album.add("set_up_complete", "every piece in its place", Screen::SetUp(quiet));
    let turned = Cells::from_bits(!0xAA55_AA55_AA55_AA55 & 0xFFFF_FF00_00FF_FFFF);
    let map = Map { present: Cells::EMPTY, missing: map.present, extra: turned };
    let notice = Some(Article::new(7, 2));
    let set_up = SetUp { map, silent: Cells::EMPTY, notice };
    album.add("set_up_turned", "a board turned by a quarter (7.2)", Screen::SetUp(set_up));
    let ready = Ready {
        opening: Opening::new(65),
        on_board: 1,
        starter: Colour::White,
        control: Label::cut("4'+3\""),
    };
    album.add("ready_opening", "opening drawn, first half-move made", Screen::Ready(ready));
    album.front();
    album.in_english("ready_opening_en");
    let played = Ready { opening: Opening::new(4), on_board: 3, ..ready };
    album.add("ready_opening_played", "opening on the board", Screen::Ready(played));
    let control = Label::cut("40/60',40/60'");
    let free = Ready { opening: None, on_board: 0, starter: Colour::Black, control };
    album.add("ready_free", "free opening", Screen::Ready(free));
    album.in_english("ready_free_en");
}

fn during_the_game(album: &mut Album) {
    use Colour::{Black, White};

    let short = clocks(time(0, 4, 59), time(0, 5, 0), Some(White));
    album.add("running_white", "White's clock runs, lampo", Screen::Running(running(short)));
    album.front();
    album.in_english("running_white_en");
    let black = Clocks { running: Some(Black), ..short };
    let game = Running { last: Some(capture()), ..running(black) };
    album.add("running_black", "Black's clock runs", Screen::Running(game));
    album.front();
    album.facing_north("running_black_facing_north");
    let opening = Running { last: None, ..running(short) };
    album.add("running_first_move", "before the first move", Screen::Running(opening));
    let minutes = clocks(time(0, 58, 47), time(0, 36, 20), Some(White));
    album.add("running_minutes", "two digits of minutes", Screen::Running(running(minutes)));
    let mut hours = clocks(time(1, 20, 0), time(1, 5, 38), Some(White));
    hours.white.period = Some(2);
    hours.black.period = Some(1);
    let game = Running { last: Some(capture()), ..running(hours) };
    album.add("running_hours", "hours, and a time control with periods", Screen::Running(game));
    album.front();
    let long = clocks(time(23, 59, 59), time(10, 0, 8), Some(Black));
    album.add("running_many_hours", "two digits of hours", Screen::Running(running(long)));
    let mut low = clocks(tenths(19, 9), time(0, 0, 48), Some(White));
    low.white.low = true;
    low.black.low = true;
    album.add("running_low", "little time: tenths", Screen::Running(running(low)));
    album.front();
    album.blinking("running_low_blink", "little time, other phase");
    let mut low = clocks(time(0, 1, 2), tenths(3, 4), Some(Black));
    low.black.low = true;
    let game = Running { last: Some(ambiguous()), ..running(low) };
    album.add("running_low_black", "a capture with its path", Screen::Running(game));
    let mut delay = clocks(time(0, 12, 0), time(0, 9, 30), Some(White));
    delay.white.delaying = true;
    let uncrowned = Running { uncrowned: Some(square(3)), ..running(usual(Some(Black))) };
    album.add("running_uncrowned", "4.5: still to be crowned", Screen::Running(uncrowned));
    let game = Running { adjusting: true, ..running(delay) };
    album.add("running_delay", "delay not over; accomodo", Screen::Running(game));
    let counted = Running {
        last: Some(capture()),
        count: Some(counting()),
        repetition: Some(3),
        ..running(usual(Some(White)))
    };
    album.add("running_counters", "count of moves and repetition", Screen::Running(counted));
    album.front();
    album.in_english("running_counters_en");
    let game = Running { turn: Black, ..running(usual(None)) };
    album.add("paused", "no clock runs, Black to move", Screen::Paused(game));
    album.front();
    album.in_english("paused_en");
    let game = Running { turn: White, ..running(Clocks { running: None, ..hours }) };
    album.add("paused_hours", "pause with hours", Screen::Paused(game));
    let info = Info {
        clocks: usual(Some(White)),
        game: 214,
        moves: [38, 38],
        opening: Opening::new(65),
        last: [Some(first_move()), Some(first_move())],
        removed: RemovalOrder::NONE,
        count: Some(counting()),
        repetition: Some(2),
    };
    album.add("info", "MENU during the game", Screen::Info(info));
    album.in_english("info_en");
    let removed = [26, 18].into_iter().map(square).collect();
    let info = Info { last: [Some(first_move()), Some(ambiguous())], removed, ..info };
    album.add("info_capture", "MENU after a capture", Screen::Info(info));
    album.in_english("info_capture_en");
    let crowning = Crowning { clocks: usual(Some(White)), colour: White, square: square(3) };
    album.add("crowning", "a man has become a king", Screen::Crowning(crowning));
    album.front();
    album.in_english("crowning_en");
    let crowning = Crowning { clocks: usual(Some(Black)), colour: Black, square: square(30) };
    album.add("crowning_black", "a king on square 30", Screen::Crowning(crowning));
}

fn irregular(album: &mut Album) {
    use Colour::{Black, White};

    let priority = irregularity(Breach::Priority(Article::new(6, 9)), Black);
    album.add("irregularity_priority", "8.1.15", Screen::Irregularity(priority));
    album.front();
    album.in_english("irregularity_priority_en");
    let light = Irregularity {
        light: Some(light(4, 3)),
        squares: squares(&[22]),
        can_keep: false,
        ..irregularity(Breach::Displacement, White)
    };
    album.add("irregularity_light", "8.1.2 on a light square", Screen::Irregularity(light));
    let empty = Irregularity { squares: Squares::EMPTY, ..irregularity(Breach::EmptyPress, White) };
    album.add("irregularity_empty", "an empty press", Screen::Irregularity(empty));
    album.in_english("irregularity_empty_en");
    let notice = Notice {
        clocks: usual(Some(White)),
        article: Article::new(5, 12),
        edition: Edition::Year2008,
        squares: squares(&[18, 26]),
        light: None,
    };
    album.add("notice_removal", "order of removal (5.12)", Screen::Notice(notice));
    album.in_english("notice_removal_en");
    let extra = Cells::of(square(17).cell()) | Cells::of(square(19).cell());
    let mut map = start_map(&[21, 23, 6], extra);
    map.present -= Cells::of(square(9).cell());
    let restore = Restore { clocks: usual(Some(Black)), map, article: Some(Article::new(7, 8)) };
    album.add("restore", "after a knock (7.8)", Screen::Restore(restore));
    album.front();
    album.facing_north("restore_facing_north");
    album.in_english("restore_facing_north_en");
    let arbiter = Arbiter { clocks: usual(Some(White)), squares: squares(&[9, 14]) };
    album.add("arbiter", "only a person can go on", Screen::Arbiter(arbiter));
    album.in_english("arbiter_en");
}

fn ends(album: &mut Album) {
    use Colour::{Black, White};

    let repetition = claim(Some(White), Claimed::Repetition(3), ClaimStage::Checking);
    album.add("claim_repetition", "repetition is verified", Screen::Claim(repetition));
    let refused = Claim { stage: ClaimStage::Refused(Some(time(0, 1, 12))), ..repetition };
    album.add("claim_refused", "a wrong claim is charged", Screen::Claim(refused));
    album.in_english("claim_refused_en");
    let count = Claimed::CountOfMoves(Some(counting()));
    let count = claim(None, count, ClaimStage::Accepted);
    album.add("claim_count", "the count of moves begins", Screen::Claim(count));
    let draw = claim(None, Claimed::Agreement([false, true]), ClaimStage::Confirm);
    album.add("claim_agreement", "Black agrees to a draw", Screen::Claim(draw));
    album.front();
    album.in_english("claim_agreement_en");
    let resign = claim(None, Claimed::Resignation, ClaimStage::Confirm);
    album.add("claim_resignation", "who resigns?", Screen::Claim(resign));
    let restart = Claimed::Restart(Article::new(7, 3), [true, false]);
    let restart = claim(None, restart, ClaimStage::Confirm);
    album.add("claim_restart", "White would begin again", Screen::Claim(restart));
    album.in_english("claim_restart_en");
    let late = Claim { stage: ClaimStage::Refused(None), ..restart };
    album.add("claim_restart_late", "too late to begin again", Screen::Claim(late));
    let seconds = claim(None, Claimed::AnnulSeconds, ClaimStage::Confirm);
    album.add("claim_seconds", "3.11, mosse lampo", Screen::Claim(seconds));
    let king = claim(None, Claimed::King(Breach::UnmarkedKing), ClaimStage::Confirm);
    album.add("claim_king", "8.1.16, to be declared", Screen::Claim(king));
    let mut clocks = clocks(tenths(0, 0), time(0, 1, 7), None);
    clocks.white.flagged = true;
    album.add("flag", "White's flag fell first", Screen::Flag(Flag { clocks, first: White }));
    album.front();
    album.in_english("flag_en");
    clocks.black = ClockFace { flagged: true, ..face(tenths(0, 0)) };
    let mut runs_on = clocks;
    (runs_on.white, runs_on.running) = (face(time(0, 0, 31)), Some(White));
    runs_on.black = ClockFace { flagged: true, ..face(tenths(0, 0)) };
    let runs_on = Flag { clocks: runs_on, first: Black };
    album.add("flag_runs_on", "lampo set to run on", Screen::Flag(runs_on));
    let both = Flag { clocks, first: Black };
    album.add("flag_both", "both fell, Black's first", Screen::Flag(both));
    let won = result(Some(Black), Reason::NoMove);
    album.add("result_won", "Black has won", Screen::Result(won));
    album.front();
    album.in_english("result_won_en");
    let drawn = result(None, Reason::CountOfMoves);
    album.add("result_drawn", "drawn by the count of moves", Screen::Result(drawn));
    let drawn = GameResult { edition: Edition::Year2006, ..drawn };
    album.add("result_drawn_2006", "the same in 2006", Screen::Result(drawn));
    let broken = result(None, Reason::BrokenOff);
    album.add("result_broken_off", "no result", Screen::Result(broken));
}

fn menus(album: &mut Album) {
    let main = [
        item(Entry::NewGame, Value::None),
        item(Entry::Rematch, Value::None),
        item(Entry::DrawOpening, Value::None),
        item(Entry::OpeningNumber, Value::None),
        item(Entry::SetPosition, Value::None),
        item(Entry::Settings, Value::None),
        item(Entry::Diagnostics, Value::None),
        item(Entry::Back, Value::None),
    ];
    album.add("menu", "no game", Screen::Menu(Menu::around(Entry::Damiera, &main, 0)));
    album.front();
    album.in_english("menu_en");
    let middle = Menu::around(Entry::Settings, &settings(), 7);
    album.add("menu_settings", "settings go on above and below", Screen::Menu(middle));
    album.front();
    album.in_english("menu_settings_en");
    let arbiter = [
        item(Entry::Resume, Value::None),
        item(Entry::WhiteTime, Value::Time(time(1, 20, 0))),
        item(Entry::WhiteMoves, Value::Number(38)),
        item(Entry::WhitePeriod, Value::Number(1)),
        item(Entry::BlackTime, Value::Time(time(0, 4, 5))),
        item(Entry::BlackMoves, Value::Number(37)),
        item(Entry::BlackPeriod, Value::Number(1)),
        item(Entry::TakeBack, Value::None),
    ];
    let menu = Menu::around(Entry::Arbiter, &arbiter, 2);
    album.add("menu_arbiter", "corrections", Screen::Menu(menu));
    let game = [
        item(Entry::WronglyMarked, Value::None),
        item(Entry::Restart, Value::Switch(false)),
        item(Entry::Arbiter, Value::None),
    ];
    let menu = Menu::around(Entry::GamePage, &game, 1);
    album.add("menu_game", "too late to begin again", Screen::Menu(menu));
    let arbiter = [
        item(Entry::BlackPeriod, Value::Number(1)),
        item(Entry::RestartWithFullTimes, Value::None),
        item(Entry::TakeBack, Value::None),
    ];
    let menu = Menu::around(Entry::Arbiter, &arbiter, 1);
    album.add("menu_restart", "7.4.3", Screen::Menu(menu));
    let field = Field::Time { time: time(1, 20, 45), cursor: 2 };
    let editor = Editor { title: Entry::WhiteTime, field };
    album.add("editor_time", "a time to set", Screen::Editor(editor));
    album.front();
    album.in_english("editor_time_en");
    let field = Field::Number { value: 174, range: (1, 174), cursor: Some(2) };
    let editor = Editor { title: Entry::OpeningNumber, field };
    album.add("editor_number", "a number to set", Screen::Editor(editor));
    let board = Cells::from(Position::start().occupied()).without(square(22).cell());
    let board = board.with(square(18).cell());
    let black = Position::start().pieces(Colour::Black).with(square(18));
    let compose = |stage| Screen::Compose(Compose { board, black, kings: Squares::EMPTY, stage });
    let place = compose(ComposeStage::Place { refused: false });
    album.add("compose_place", "any position: the pieces", place);
    let piece = Piece { colour: Colour::Black, rank: Rank::King };
    let mark = compose(ComposeStage::Mark { square: square(18), piece });
    album.add("compose_mark", "any position: one piece", mark);
    album.in_english("compose_mark_en");
    let turn = compose(ComposeStage::Turn(Colour::Black));
    album.add("compose_turn", "any position: whose move", turn);
    let digits = [4, 0, 7, 1, 9, 3];
    let code = |digits, wrong, unlocked| {
        Screen::PcCode(PcCode { digits, attempts: CodeAttempts { wrong, unlocked } })
    };
    album.add("pc_code", "allows a PC to change the game", code(Some(digits), 0, false));
    album.in_english("pc_code_en");
    album.add("pc_code_wrong", "a PC has guessed", code(Some(digits), 3, false));
    album.in_english("pc_code_wrong_en");
    album.add("pc_code_tried", "a PC guesses, the page is closed", code(None, 4, false));
    album.add("pc_code_used", "a PC has the code", code(None, 0, true));
    album.in_english("pc_code_used_en");
}

fn faults(album: &mut Album) {
    use Colour::White;

    let fault = Fault::Chatter(square(19).cell());
    let cells = fault.cells() | Cells::of(square(4).cell());
    let sensor = SensorFault { clocks: usual(Some(White)), fault, cells, more: 1 };
    album.add("sensor_fault", "a contact chatters", Screen::SensorFault(sensor));
    album.in_english("sensor_fault_en");
    let fault = Fault::AllOpen(Line::Row(2));
    let sensor = SensorFault { fault, cells: fault.cells(), more: 0, ..sensor };
    album.add("sensor_fault_line", "a wire came off", Screen::SensorFault(sensor));
    album.add("crashed", "the firmware had to start again", Screen::Crashed(MESSAGE));
    album.in_english("crashed_en");
    album.add("storage_fault", "memory full", Screen::StorageFault(StorageFault::Full));
    album.in_english("storage_fault_en");
    let resume =
        Resume { clocks: usual(None), game: 214, last: Some(capture()), cause: Cause::Power };
    album.add("resume", "after a power cut", Screen::Resume(resume));
    album.front();
    album.in_english("resume_en");
    let fault = Resume { cause: Cause::Fault, last: None, ..resume };
    album.add("resume_fault", "after a fault of the program", Screen::Resume(fault));
    let closed = start_map(&[10], Cells::EMPTY).present;
    let working = closed | Cells::from(squares(&[13, 14, 15, 16, 17]));
    let live = Diagnostics::Live { closed, working, rate: 1_000 };
    album.add("diagnostics_live", "the reeds as they are", Screen::Diagnostics(live));
    album.in_english("diagnostics_live_en");
    let weak = |cell, closures, bounces| Some(Weak { cell, closures, bounces });
    let weakest = Diagnostics::Weakest([
        weak(square(19).cell(), 412, 1_377),
        weak(square(7).cell(), 398, 602),
        weak(light(2, 5), 3, 4),
        None,
        None,
    ]);
    album.add("diagnostics_weakest", "worst first", Screen::Diagnostics(weakest));
    album.in_english("diagnostics_weakest_en");
    let keys = Keys::of(Key::Menu);
    let keys = Diagnostics::Keys(keys);
    album.add("diagnostics_keys", "MENU is pressed", Screen::Diagnostics(keys));
    album.in_english("diagnostics_keys_en");
    let display = Diagnostics::Display;
    album.add("diagnostics_display", "every second pixel", Screen::Diagnostics(display));
    let about = Diagnostics::About(About {
        version: Label::cut("0.1.0"),
        protocol: NEWEST,
        id: 0xE661_4103_E73F_2B29,
        games: 37,
        full: 74,
    });
    album.add("diagnostics_about", "versions and memory", Screen::Diagnostics(about));
    album.in_english("diagnostics_about_en");
}
