//! A screen as plain data: no text in it but short labels, so that the code that fills it in
//! depends on no language and no font.

use core::fmt;

use crate::event::{Breach, Cause, Reason, StorageFault};
pub use crate::game::{CodeAttempts, Language, Played};
use crate::rules::{Article, Cell, Colour, CountOfMoves, Edition, Opening, Piece, Square, Squares};
use crate::sense::{Cells, Fault, Keys, Side};
use crate::text::Text;

/// Everything that one display shows at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// In which language.
    pub language: Language,
    /// From which side of the board this display is read. Its player's clock is
    /// at the left, and the maps lie as this player sees the board.
    pub facing: Side,
    /// Where White sits.
    pub white: Side,
    /// The phase of what blinks. About twice a second is seen by everybody.
    pub blink: bool,
    /// What.
    pub screen: Screen,
}

impl Snapshot {
    /// Who sits where this display is read.
    pub fn own(&self) -> Colour {
        if self.facing == self.white { Colour::White } else { Colour::Black }
    }
}

/// One of the screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// The board has just woken up.
    Start {
        /// Of the firmware.
        version: Label,
    },
    /// The firmware has started again after a fault of its own, and says which. The text
    /// lies elsewhere: within, it would make every snapshot three times as large.
    Crashed(&'static str),
    /// The pieces come to their squares, and every reed is seen to work (7.1).
    SetUp(SetUp),
    /// All stands as it should: the first press starts the game.
    Ready(Ready),
    /// A clock runs.
    Running(Running),
    /// No clock runs.
    Paused(Running),
    /// What there is to know about the game, for three seconds.
    Info(Info),
    /// An irregularity waits for the opponent's choice (8.2).
    Irregularity(Irregularity),
    /// Something to know that asks for no choice.
    Notice(Notice),
    /// The board has to be put right.
    Restore(Restore),
    /// Only a person can go on from here.
    Arbiter(Arbiter),
    /// A man has become a king (4.2).
    Crowning(Crowning),
    /// Somebody claims or offers something.
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
    /// A contact does what no hand can explain.
    SensorFault(SensorFault),
    /// The log cannot be kept.
    StorageFault(StorageFault),
    /// The code that allows a PC to change a running game.
    PcCode(PcCode),
    /// The game that a power cut interrupted.
    Resume(Resume),
    /// For whoever builds or repairs a board.
    Diagnostics(Diagnostics),
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
    /// Available for the next move.
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
#[repr(align(4))] // Nearly every screen has them: they are copied by words, not by bytes.
pub struct Clocks {
    /// White's.
    pub white: ClockFace,
    /// Black's.
    pub black: ClockFace,
    /// Whose runs.
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
}

/// The pieces come to their squares (7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetUp {
    /// What stands where, and what should.
    pub map: Map,
    /// Reeds that have not been felt yet.
    pub silent: Cells,
    /// The board is turned (7.2) or the colours are swapped (7.3).
    pub notice: Option<Article>,
}

/// What stands where, and what should, as White sees the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Map {
    /// Pieces that stand where they should.
    pub present: Cells,
    /// Squares where a piece should stand.
    pub missing: Cells,
    /// Pieces where none should stand.
    pub extra: Cells,
}

/// Everything is ready for the first press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ready {
    /// The opening drawn.
    pub opening: Option<Opening>,
    /// How many of its half-moves are on the board.
    pub on_board: u8,
    /// Whose press starts the other's clock.
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
}

/// What there is to know about the game.
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
    /// Who did it.
    pub offender: Colour,
    /// Which kind.
    pub breach: Breach,
    /// By which text it is numbered.
    pub edition: Edition,
    /// What took part in it.
    pub squares: Squares,
    /// The light cell on which the piece stands, if it does.
    pub light: Option<Cell>,
    /// Whether it can be kept: without the arbiter not everything can.
    pub can_keep: bool,
}

/// Something to know that asks for no choice: 5.12, 7.2, 7.3, 7.5, 7.7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Both clocks.
    pub clocks: Clocks,
    /// Which rule speaks of it.
    pub article: Article,
    /// Where.
    pub squares: Squares,
    /// The light cell concerned.
    pub light: Option<Cell>,
}

/// The board has to be put right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restore {
    /// Both clocks.
    pub clocks: Clocks,
    /// What stands where, and what should.
    pub map: Map,
    /// Why: 7.8 after a knock, 8.4 after an irregularity.
    pub article: Option<Article>,
}

/// Only a person can go on from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arbiter {
    /// Both clocks.
    pub clocks: Clocks,
    /// What is in doubt.
    pub squares: Squares,
}

/// A man has become a king: a second piece belongs on it (4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crowning {
    /// Both clocks.
    pub clocks: Clocks,
    /// Whose king.
    pub colour: Colour,
    /// Where.
    pub square: Square,
}

/// Somebody claims or offers something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Both clocks.
    pub clocks: Clocks,
    /// Who; nobody if the arbiter does, or as long as nobody has confirmed.
    pub by: Option<Colour>,
    /// What.
    pub what: Claimed,
    /// How far it has come.
    pub stage: ClaimStage,
}

/// What can be claimed.
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
}

/// How far a claim has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimStage {
    /// The player, or both, have to confirm by their buttons.
    Confirm,
    /// It is being verified; the clocks stand.
    Checking,
    /// It holds.
    Accepted,
    /// It does not hold, and so much time is charged (9.3 b2).
    Refused(Option<Time>),
}

/// A flag has fallen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flag {
    /// Both clocks; the other flag may have fallen too.
    pub clocks: Clocks,
    /// Whose fell first.
    pub first: Colour,
}

/// The game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Both clocks.
    pub clocks: Clocks,
    /// Who has won; nobody in a draw.
    pub winner: Option<Colour>,
    /// Why.
    pub reason: Reason,
    /// Moves played.
    pub moves: u16,
}

/// Rows of a menu on the display at once.
pub const MENU_ROWS: usize = 5;

/// A list to choose from: the part of it that fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Menu {
    /// What it is about.
    pub title: Entry,
    /// The rows on the display.
    pub rows: [Option<Item>; MENU_ROWS],
    /// Which of them is chosen.
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
    /// What can be chosen.
    pub entry: Entry,
    /// How it stands.
    pub value: Value,
}

/// How a setting stands.
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
    /// Something with a spelling of its own, like a time control.
    Label(Label),
}

/// One value to set. MINUS and PLUS change it, MENU goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Editor {
    /// Which.
    pub title: Entry,
    /// As it stands now.
    pub field: Field,
}

/// A value that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Hours, minutes and seconds.
    Time {
        /// As it stands now; tenths are not set.
        time: Time,
        /// 0 for the hours, then the digits of minutes and seconds.
        cursor: u8,
    },
    /// A number, whole.
    Number {
        /// As it stands now.
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
    /// What was told of the pieces: these are Black's.
    pub black: Squares,
    /// These are kings.
    pub kings: Squares,
    /// What is asked for.
    pub stage: ComposeStage,
}

/// What is asked for while a position is put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComposeStage {
    /// The pieces.
    Place {
        /// What was told before is no position to play from.
        refused: bool,
    },
    /// The colour and the rank of one of them.
    Mark {
        /// Where it stands.
        square: Square,
        /// What it is taken for.
        piece: Piece,
    },
    /// Whose move it is.
    Turn(Colour),
}

/// A contact does what no hand can explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SensorFault {
    /// Both clocks.
    pub clocks: Clocks,
    /// The first fault.
    pub fault: Fault,
    /// The cells of all of them, as the reeds lie.
    pub cells: Cells,
    /// How many more there are.
    pub more: u8,
}

/// The code that allows a PC to change a running game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PcCode {
    /// Each 0 to 9; none once it has been used.
    pub digits: Option<[u8; 6]>,
    /// What a PC has made of it.
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
    /// Why the board started again: a cut, or a fault in its own program.
    pub cause: Cause,
}

/// A page for whoever builds or repairs a board.
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
    /// What this board is.
    About(About),
}

/// How a reed has behaved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weak {
    /// Which.
    pub cell: Cell,
    /// How often it closed.
    pub closures: u16,
    /// How often it bounced.
    pub bounces: u16,
}

/// What this board is.
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

/// A short text with a spelling of its own: a version, a time control.
pub type Label = Text<MAX_LABEL>;

/// Declares the entries once, for the type and for the list of all of them.
macro_rules! entries {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// What a menu speaks of: its title, its rows, and the words for their values.
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
    /// By itself.
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
    /// The first press tells.
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
}
