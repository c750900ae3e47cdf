//! A screen as plain data: no text in it but short labels, so that the code that fills it in
//! depends on no language and no font.

use core::fmt;

use crate::event::{Breach, Cause, Reason, RemovalOrder, StorageFault};
pub use crate::game::{CodeAttempts, Language, Played};
use crate::rules::{Article, Cell, Colour, CountOfMoves, Edition, Opening, Piece, Square, Squares};
use crate::sense::{Cells, Fault, Keys, Side};
use crate::text::Text;

/// Everything that one display shows at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The language of its texts.
    pub language: Language,
    /// The side of the board from which this display is read. The clock of the player on that
    /// side is at the left, and the maps lie as that player sees the board.
    pub facing: Side,
    /// Where White sits.
    pub white: Side,
    /// Which phase of a blink it is; always `false` while nothing of the screen [blinks](Screen::blinks),
    /// so that a still screen is not drawn again.
    pub blink: bool,
    /// The screen.
    pub screen: Screen,
}

impl Snapshot {
    /// The player who sits where this display is read.
    pub fn own(&self) -> Colour {
        if self.facing == self.white { Colour::White } else { Colour::Black }
    }
}

/// One of the screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// The board has just woken up: the version.
    Start {
        /// Of the firmware.
        version: Label,
    },
    /// The firmware has restarted after a crash, with its message. The text is a reference:
    /// held by value, it would make every snapshot three times as large.
    Crashed(&'static str),
    /// The pieces come to their squares, and every reed is seen to work (7.1).
    SetUp(SetUp),
    /// The board is set up: the first press starts the game.
    Ready(Ready),
    /// A clock runs.
    Running(Running),
    /// No clock runs.
    Paused(Running),
    /// Moves, opening and counters of the game, for three seconds.
    Info(Info),
    /// An irregularity waits for the opponent's choice (8.2).
    Irregularity(Irregularity),
    /// A notice that asks for no choice.
    Notice(Notice),
    /// The board has to be put right.
    Restore(Restore),
    /// Only a person can go on from here.
    Arbiter(Arbiter),
    /// A man has become a king (4.2).
    Crowning(Crowning),
    /// A claim or an offer.
    Claim(Claim),
    /// A flag has fallen.
    Flag(Flag),
    /// The game is over.
    Result(GameResult),
    /// A list to choose from.
    Menu(Menu),
    /// One value to set.
    Editor(Editor),
    /// Any position, by hand.
    Compose(Compose),
    /// A fault of a contact.
    SensorFault(SensorFault),
    /// A fault of the log.
    StorageFault(StorageFault),
    /// The code that allows a PC to change a running game.
    PcCode(PcCode),
    /// The game that a power cut interrupted.
    Resume(Resume),
    /// A page for building or repairing a board.
    Diagnostics(Diagnostics),
}

impl Screen {
    /// Whether the two phases of [`Snapshot::blink`] have different pictures
    /// (`host-tests/tests/view_redraw.rs::only_screens_that_blink_have_two_phases`).
    pub fn blinks(&self) -> bool {
        match self {
            Self::SetUp(set_up) => set_up.map.blinks(),
            Self::Restore(restore) => restore.map.blinks() || restore.clocks.blink(),
            Self::SensorFault(fault) => !fault.cells.is_empty() || fault.clocks.blink(),
            Self::Compose(compose) => compose.blinks(),
            Self::Diagnostics(page) => *page == Diagnostics::Display,
            Self::Running(game) => game.clocks.blink(),
            Self::Info(info) => info.clocks.blink(),
            Self::Irregularity(irregular) => irregular.clocks.blink(),
            Self::Notice(notice) => notice.clocks.blink(),
            Self::Arbiter(arbiter) => arbiter.clocks.blink(),
            Self::Crowning(crowning) => crowning.clocks.blink(),
            Self::Claim(claim) => claim.clocks.blink(),
            Self::Flag(flag) => flag.clocks.blink(),
            Self::Result(result) => result.clocks.blink(),
            Self::Resume(resume) => resume.clocks.blink(),
            Self::Start { .. }
            | Self::Crashed(_)
            | Self::Ready(_)
            | Self::Paused(_)
            | Self::Menu(_)
            | Self::Editor(_)
            | Self::StorageFault(_)
            | Self::PcCode(_) => false,
        }
    }
}

/// A time as it is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Time {
    /// 0 to 99; 0 is not shown.
    pub hours: u8,
    /// 0 to 59.
    pub minutes: u8,
    /// 0 to 59.
    pub seconds: u8,
    /// 0 to 9, where little is left.
    pub tenths: Option<u8>,
}

/// `1:20:00`, `4:59`, `0:19.9`.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [hours, minutes, seconds] = [self.hours, self.minutes, self.seconds].map(u32::from);
        match (hours, self.tenths.map(u32::from)) {
            (0, Some(tenths)) => write!(f, "{minutes}:{seconds:02}.{tenths}"),
            (0, None) => write!(f, "{minutes}:{seconds:02}"),
            _ => write!(f, "{hours}:{minutes:02}:{seconds:02}"),
        }
    }
}

/// One player's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ClockFace {
    /// The time available for the next move.
    pub time: Time,
    /// Little time is left.
    pub low: bool,
    /// No time is left.
    pub flagged: bool,
    /// The delay of this turn is not over yet.
    pub delaying: bool,
    /// Which period of the time control, counted from 1, where it has several.
    pub period: Option<u8>,
}

/// Both clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Clocks {
    /// White's.
    pub white: ClockFace,
    /// Black's.
    pub black: ClockFace,
    /// The player whose clock runs.
    pub running: Option<Colour>,
}

impl Clocks {
    /// This player's clock.
    pub const fn of(&self, colour: Colour) -> &ClockFace {
        match colour {
            Colour::White => &self.white,
            Colour::Black => &self.black,
        }
    }

    /// Whether the running clock blinks: it has little time left.
    fn blink(&self) -> bool {
        self.running.is_some_and(|colour| self.of(colour).low)
    }
}

/// The pieces come to their squares (7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetUp {
    /// The pieces on the board, compared with those that should be there.
    pub map: Map,
    /// Reeds that have not changed since the board woke up.
    pub silent: Cells,
    /// The board is turned (7.2) or the colours are swapped (7.3).
    pub notice: Option<Article>,
}

/// The pieces on the board, compared with those that should be there, as White sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Map {
    /// Pieces on squares where one should stand.
    pub present: Cells,
    /// Empty squares where a piece should stand.
    pub missing: Cells,
    /// Pieces where none should stand.
    pub extra: Cells,
}

impl Map {
    /// Whether a square blinks: a piece is missing or where none belongs.
    fn blinks(&self) -> bool {
        !(self.missing | self.extra).is_empty()
    }
}

/// The board is set up and waits for the first press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ready {
    /// The opening drawn.
    pub opening: Option<Opening>,
    /// Number of its half-moves on the board.
    pub on_board: u8,
    /// The player whose press starts the other's clock.
    pub starter: Colour,
    /// The time control.
    pub control: Label,
}

/// The game is on, with its clocks running or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    /// Both clocks.
    pub clocks: Clocks,
    /// Whose move it is.
    pub turn: Colour,
    /// The last move.
    pub last: Option<Played>,
    /// The count of moves, if one was claimed (Art. 10).
    pub count: Option<CountOfMoves>,
    /// How often the position has been on the board (9.3 b), from 2 up.
    pub repetition: Option<u8>,
    /// "Accomodo" was said: pieces may be adjusted (3.9).
    pub adjusting: bool,
    /// A man on the far base that was not crowned (4.5).
    pub uncrowned: Option<Square>,
}

/// Moves, opening and counters of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info {
    /// Both clocks.
    pub clocks: Clocks,
    /// Which game of this board.
    pub game: u32,
    /// Moves played by White and by Black.
    pub moves: [u16; 2],
    /// The opening drawn.
    pub opening: Option<Opening>,
    /// The last two half-moves, the last one second.
    pub last: [Option<Played>; 2],
    /// The captured pieces of the last one in the order in which they came off (5.12).
    pub removed: RemovalOrder,
    /// The count of moves, if one was claimed.
    pub count: Option<CountOfMoves>,
    /// How often the position has been on the board, from 2 up.
    pub repetition: Option<u8>,
}

/// An irregularity waits for the opponent's choice (8.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Irregularity {
    /// Both clocks: one goes on running.
    pub clocks: Clocks,
    /// The player who committed it.
    pub offender: Colour,
    /// Its kind.
    pub breach: Breach,
    /// The edition of the regulations that numbers it.
    pub edition: Edition,
    /// The squares that took part in it.
    pub squares: Squares,
    /// The light cell on which the piece stands, if it is on one.
    pub light: Option<Cell>,
    /// Whether it can be kept without the arbiter.
    pub can_keep: bool,
}

/// A notice that asks for no choice: 5.12, 7.2, 7.3, 7.5, 7.7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Both clocks.
    pub clocks: Clocks,
    /// The article it follows from, by its number of 2008.
    pub article: Article,
    /// The edition of the regulations that numbers it.
    pub edition: Edition,
    /// The squares concerned.
    pub squares: Squares,
    /// The light cell concerned.
    pub light: Option<Cell>,
}

/// The board has to be put right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restore {
    /// Both clocks.
    pub clocks: Clocks,
    /// The pieces on the board, compared with those that should be there.
    pub map: Map,
    /// The article: 7.8 after a knock, 8.4 after an irregularity.
    pub article: Option<Article>,
}

/// Only a person can go on from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arbiter {
    /// Both clocks.
    pub clocks: Clocks,
    /// The squares in doubt.
    pub squares: Squares,
}

/// A man has become a king: a second piece belongs on it (4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crowning {
    /// Both clocks.
    pub clocks: Clocks,
    /// Whose king.
    pub colour: Colour,
    /// The square of the king.
    pub square: Square,
}

/// A claim or an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Both clocks.
    pub clocks: Clocks,
    /// The claimant; `None` for the arbiter, and until a player has confirmed.
    pub by: Option<Colour>,
    /// The claim.
    pub what: Claimed,
    /// Its stage.
    pub stage: ClaimStage,
}

/// The claims and offers there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// The game is given up (9.2.1).
    Resignation,
    /// A draw by agreement (9.3 a), and which of White and Black has confirmed.
    Agreement([bool; 2]),
    /// The position is on the board for the fourth time (9.3 b); how often it was.
    Repetition(u8),
    /// The count of moves shall begin (10.2), or goes on.
    CountOfMoves(Option<CountOfMoves>),
    /// 8.1.16 or 8.1.17, which reeds cannot see.
    King(Breach),
    /// Casual play: the last move comes back, and who has confirmed.
    TakeBack([bool; 2]),
    /// The game begins again: 7.2 or 7.3, and who has confirmed.
    Restart(Article, [bool; 2]),
    /// The seconds of a move of mosse lampo are annulled (3.11).
    AnnulSeconds,
    /// The piece that has just reached the far base was not crowned (4.5).
    NotCrowned,
    /// It was crowned late (4.4).
    CrownLate,
}

/// The stage of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimStage {
    /// The player, or both, have to confirm by their buttons.
    Confirm,
    /// It is being verified; the clocks stand.
    Checking,
    /// It holds.
    Accepted,
    /// It does not hold; the time charged, if any (9.3 b2).
    Refused(Option<Time>),
}

/// A flag has fallen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flag {
    /// Both clocks; the other flag may have fallen too.
    pub clocks: Clocks,
    /// The player whose flag fell first.
    pub first: Colour,
}

/// The game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Both clocks.
    pub clocks: Clocks,
    /// The winner; `None` in a draw.
    pub winner: Option<Colour>,
    /// Why it ended.
    pub reason: Reason,
    /// The edition of the regulations that numbers the reason.
    pub edition: Edition,
    /// Moves played.
    pub moves: u16,
}

/// Rows of a menu on the display at once.
pub const MENU_ROWS: usize = 5;

/// A list to choose from: the part of it that fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Menu {
    /// The title of the list.
    pub title: Entry,
    /// The rows on the display.
    pub rows: [Option<Item>; MENU_ROWS],
    /// The index of the chosen row.
    pub selected: u8,
    /// Whether the list goes on above.
    pub above: bool,
    /// Whether it goes on below.
    pub below: bool,
}

impl Menu {
    /// The part of a list around the chosen item.
    pub fn around(title: Entry, items: &[Item], selected: usize) -> Self {
        let selected = selected.min(items.len().saturating_sub(1));
        let first =
            selected.saturating_sub(MENU_ROWS / 2).min(items.len().saturating_sub(MENU_ROWS));
        let mut rows = [None; MENU_ROWS];
        for (row, item) in rows.iter_mut().zip(&items[first..]) {
            *row = Some(*item);
        }
        Self {
            title,
            rows,
            selected: (selected - first) as u8,
            above: first > 0,
            below: first + MENU_ROWS < items.len(),
        }
    }
}

/// A row of a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// The entry.
    pub entry: Entry,
    /// Its present value.
    pub value: Value,
}

/// The present value of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// It has no value.
    None,
    /// On or off.
    Switch(bool),
    /// A number.
    Number(u16),
    /// One of several words.
    Word(Entry),
    /// A time.
    Time(Time),
    /// A short text, like a time control.
    Label(Label),
}

/// One value to set. MINUS and PLUS change it, MENU goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Editor {
    /// The name of the value.
    pub title: Entry,
    /// Its present state.
    pub field: Field,
}

/// A value that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Hours, minutes and seconds.
    Time {
        /// The present value; tenths are not set.
        time: Time,
        /// 0 for the hours, then the digits of minutes and seconds.
        cursor: u8,
    },
    /// A number, whole.
    Number {
        /// The present value.
        value: u16,
        /// The smallest and the largest.
        range: (u16, u16),
        /// Which digit is being set, if it is not counted through: 0 for the
        /// first of as many as the largest has.
        cursor: Option<u8>,
    },
}

/// Any position, by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compose {
    /// Closed now.
    pub board: Cells,
    /// The pieces marked as Black's.
    pub black: Squares,
    /// The pieces marked as kings.
    pub kings: Squares,
    /// The question being asked.
    pub stage: ComposeStage,
}

impl Compose {
    /// Whether a square blinks: the marked piece, or one on a light square.
    fn blinks(&self) -> bool {
        let marked = match self.stage {
            ComposeStage::Mark { square, .. } => self.board.contains(square.cell()),
            ComposeStage::Place { .. } | ComposeStage::Turn(_) => false,
        };
        marked || !self.board.light().is_empty()
    }
}

/// The questions asked while a position is put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComposeStage {
    /// The pieces.
    Place {
        /// The last try was no position to play from.
        refused: bool,
    },
    /// The colour and the rank of one of them.
    Mark {
        /// Where it stands.
        square: Square,
        /// Its present colour and rank.
        piece: Piece,
    },
    /// Whose move it is.
    Turn(Colour),
}

/// Faults of contacts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SensorFault {
    /// Both clocks.
    pub clocks: Clocks,
    /// The first fault.
    pub fault: Fault,
    /// The cells of all of them, as the reeds lie.
    pub cells: Cells,
    /// Number of further faults.
    pub more: u8,
}

/// The code that allows a PC to change a running game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PcCode {
    /// Each 0 to 9; none once it has been used.
    pub digits: Option<[u8; 6]>,
    /// The attempts of a PC.
    pub attempts: CodeAttempts,
}

/// The game that a power cut interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resume {
    /// Both clocks as they were, a second at most too early.
    pub clocks: Clocks,
    /// Which game of this board.
    pub game: u32,
    /// The last move.
    pub last: Option<Played>,
    /// Why the board restarted: a power cut, or a crash.
    pub cause: Cause,
}

/// A page for building or repairing a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diagnostics {
    /// The reeds as they are now, as they lie.
    Live {
        /// Closed now.
        closed: Cells,
        /// Seen both ways since the board woke up.
        working: Cells,
        /// Frames a second.
        rate: u16,
    },
    /// The weakest squares, the worst first.
    Weakest([Option<Weak>; 5]),
    /// The keys as they are now.
    Keys(Keys),
    /// Every second pixel lit, or in the other phase the others.
    Display,
    /// Versions and contents of this board.
    About(About),
}

/// Counts of one reed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weak {
    /// Its cell.
    pub cell: Cell,
    /// Number of closures.
    pub closures: u16,
    /// Number of bounces.
    pub bounces: u16,
}

/// Versions and contents of this board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
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
}

/// Bytes of a [`Label`]: with a word before it, a line holds no more.
pub const MAX_LABEL: usize = 16;

/// A short text that is the same in every language: a version, a time control.
pub type Label = Text<MAX_LABEL>;

/// Declares the entries once, for the type and for the list of all of them.
macro_rules! entries {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// An entry of a menu: a title, a row, or the word for a value.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Entry {
            $($(#[$doc])* $name,)*
        }

        impl Entry {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name,)*];
        }
    };
}

entries! {
    /// The first page, where there is no game.
    Damiera,
    /// Begin a game.
    NewGame,
    /// Again, with colours reversed.
    Rematch,
    /// Draw an opening.
    DrawOpening,
    /// Choose an opening by its number.
    OpeningNumber,
    /// The page of settings.
    Settings,
    /// The page of diagnostics.
    Diagnostics,
    /// The time control.
    TimeControl,
    /// From which list openings are drawn.
    OpeningTable,
    /// By which text irregularities are numbered.
    Edition,
    /// The language of the display.
    Language,
    /// The buzzer.
    Sound,
    /// The display's brightness.
    Contrast,
    /// From where the display is read.
    Orientation,
    /// Where White sits.
    WhiteSits,
    /// Without a clock.
    Casual,
    /// *Trascrizione obbligatoria*.
    Transcription,
    /// Whether players are told of irregularities at once.
    Announcement,
    /// How a fourfold repetition ends the game.
    RepetitionRule,
    /// How many moves the count of moves has (Art. 11).
    CountLimit,
    /// The number of the table.
    TableNumber,
    /// The page of a game that is halted.
    GamePage,
    /// 9.2.1.
    Resign,
    /// 9.3 a.
    OfferDraw,
    /// 9.3 b.
    ClaimRepetition,
    /// 10.2.
    ClaimCount,
    /// 8.1.16.
    UnmarkedKing,
    /// 8.1.17.
    WronglyMarked,
    /// The page of the arbiter.
    Arbiter,
    /// The clocks go on.
    Resume,
    /// White's time.
    WhiteTime,
    /// Black's time.
    BlackTime,
    /// White's moves.
    WhiteMoves,
    /// Black's moves.
    BlackMoves,
    /// White's period.
    WhitePeriod,
    /// Black's period.
    BlackPeriod,
    /// The last half-move comes back.
    TakeBack,
    /// The arbiter gives a result.
    GiveResult,
    /// Any position, by hand.
    SetPosition,
    /// The game is broken off.
    BreakOff,
    /// Show the code for the PC.
    PcCode,
    /// One page back.
    Back,
    /// A page of diagnostics: the reeds.
    LiveMap,
    /// A page of diagnostics: the weakest squares.
    WeakestSquares,
    /// A page of diagnostics: the keys.
    KeyTest,
    /// A page of diagnostics: the display.
    DisplayTest,
    /// A page of diagnostics: the buzzer.
    BuzzerTest,
    /// A page of diagnostics: versions.
    About,
    /// A time control of one's own.
    OwnControl,
    /// The seconds given back after a move.
    Increment,
    /// Yes.
    Yes,
    /// No.
    No,
    /// A language.
    Italian,
    /// A language.
    English,
    /// All 174 openings.
    General,
    /// The most unbalanced.
    TableA,
    /// The others.
    TableB,
    /// The most balanced.
    TableC,
    /// No opening is drawn.
    Free,
    /// The regulations of 2008.
    Year2008,
    /// The regulations of 2006.
    Year2006,
    /// Without a claim.
    Automatic,
    /// When a player claims it.
    OnClaim,
    /// At the bottom of the diagram.
    South,
    /// At its top.
    North,
    /// 1-0.
    WhiteWins,
    /// 0-1.
    BlackWins,
    /// Half each.
    Draw,
    /// A place for a man.
    Man,
    /// A place for a king.
    King,
    /// The colour.
    White,
    /// The colour.
    Black,
    /// A preset.
    Lampo,
    /// A preset.
    LampoFischer,
    /// A preset.
    Semilampo,
    /// A preset.
    SemilampoFischer,
    /// A preset.
    Club,
    /// A preset.
    FortyMoves,
    /// A preset.
    International,
    /// A preset.
    LongFischer,
    /// A kind of time control.
    Fischer,
    /// A kind of time control.
    MosseLampo,
    /// A kind of time control.
    Cadence,
    /// A kind of time control.
    Bronstein,
    /// A kind of time control, and its seconds.
    Delay,
    /// A kind of time control.
    CountUp,
    /// How many moves a period asks for.
    MovesInPeriod,
    /// The seconds of each move in mosse lampo.
    PerMove,
    /// Whether Black has the time that White has.
    SameForBoth,
    /// Put a time control of one's own together again.
    ChangeOwn,
    /// What a flag does to the clocks.
    AfterFlag,
    /// Both clocks stand.
    Stop,
    /// The other clock runs on.
    RunOn,
    /// The first press names the side.
    FirstPress,
    /// The arbiter has an irregularity corrected.
    CorrectIt,
    /// The arbiter lets it stand.
    KeepIt,
    /// The last position is set up again.
    RestorePosition,
    /// The arbiter begins a count of moves (10.2).
    ImposeCount,
    /// 9.2.5.
    WhiteRefuses,
    /// 9.2.5.
    BlackRefuses,
    /// The game begins again, by 7.4 of 2008.
    Restart,
    /// The game begins again, by 7.2 or 7.3 of 2006.
    RestartIn2006,
    /// 7.4.3.
    RestartWithFullTimes,
    /// 3.11: the seconds of a move of mosse lampo begin anew.
    AnnulSeconds,
    /// 4.5: the piece that has just reached the far base was not crowned.
    NotCrowned,
    /// 4.4: it was crowned late.
    CrownLate,
    /// Whether this is a match of two games, of pairs or of teams, as the general table and table A
    /// ask for.
    TwoGames,
}
