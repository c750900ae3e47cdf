use std::path::PathBuf;

use clap::builder::Styles;
use clap::builder::styling::AnsiColor;
use clap::{Args, ColorChoice, CommandFactory, Parser, Subcommand, ValueEnum, value_parser};
use damiera::rules::OpeningTable;

const EXIT_CODES: &str = "\
Exit codes:
  0  everything was read and done
  1  some input was bad, or a check failed
  2  the command line was not understood
  3  no board is plugged in, or the port is not there
  4  the port is busy, or this user may not open it
  5  what answers there is no board, or speaks another protocol
  6  the connection broke, or a recording is damaged; what was whole is kept
  7  a file could not be written
  8  the board refused";

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Yellow.on_default().bold())
    .usage(AnsiColor::Yellow.on_default().bold())
    .literal(AnsiColor::Green.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default())
    .valid(AnsiColor::Green.on_default())
    .invalid(AnsiColor::Magenta.on_default())
    .error(AnsiColor::Red.on_default().bold());

/// The deepest tree anybody may ask for. No machine finishes one of this size
/// unless hardly any move is possible, and then it still fits the stack.
pub(crate) const MAX_DEPTH: u32 = 99;

/// More threads than that only wait for each other.
const MAX_THREADS: i64 = 256;

/// Dama italiana at the command line: legal moves, move counts, openings and
/// drawings of positions
///
/// A position is a FEN of Portable Draughts Notation, such as
/// W:W30:B18,19,26,27 or W:W21-32:B1-12, or the word `start`.
#[derive(Debug, Parser)]
#[command(name = "damiera", version, styles = STYLES, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The whole command line; every help page ends with the exit codes.
pub(crate) fn command() -> clap::Command {
    Cli::command()
        .after_help(EXIT_CODES)
        .mut_subcommands(|subcommand| subcommand.after_help(EXIT_CODES))
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the legal moves of positions
    ///
    /// Every capture path is a move of its own. A position that cannot be read
    /// is answered with an error that names the column, and the others go on.
    Moves(MovesArgs),
    /// Count the move sequences of each length up to a depth
    Perft(PerftArgs),
    /// Count the move sequences of one length, first move by first move
    Divide(PerftArgs),
    /// Compare move counts with those of a table
    PerftCheck(PerftCheckArgs),
    /// List the federation's 174 openings, or draw one by lot
    Openings(OpeningsArgs),
    /// Draw a position in the terminal or as an SVG picture
    Board(BoardArgs),
    /// Play scenario files on a board in virtual time and tell what came of them
    ///
    /// A scenario says what hands and keys do and what must come out. The
    /// account lists acts, what happened and what was expected, each with its
    /// time in milliseconds; a failure names the file, the line and the column.
    Scenario(ScenarioArgs),
    /// Record every game of one or more boards, a PDN file each
    ///
    /// Files are written as the game goes, and always whole. What a board played
    /// without a PC is fetched first; after any interruption recording goes on
    /// where it was. Ctrl-C ends it.
    Record(RecordArgs),
    /// List the games that a board keeps, or fetch some of them
    Games(GamesArgs),
    /// Send a command to a board, and print its answer
    Send(SendArgs),
    /// Capture the bytes of a board with their times, for `replay`
    ///
    /// Everything that the board keeps is asked for first, so that the capture can
    /// stand for the board. Ctrl-C ends it.
    Dump(DumpArgs),
    /// Play a capture once more: as lines to read, or as a board at a port of its own
    Replay(ReplayArgs),
    /// Print a recorded game on the federation's score sheet, as an HTML page for A4
    Sheet(SheetArgs),
    /// Show boards in the terminal: positions, clocks, moves and irregularities
    ///
    /// Several stand side by side; those for which there is no room come with the
    /// arrow keys. Boards may come, go and come back at any time. q ends it.
    Monitor(MonitorArgs),
    /// Show the boards of a hall on a live page, for browsers near and far
    ///
    /// Every board with its position, clocks, last moves and result; one of them in
    /// full, with all its positions. The page is read-only and needs nothing from
    /// outside. Boards may come, go and come back at any time. Ctrl-C ends it.
    Serve(ServeArgs),
    /// Open a virtual board in the browser: pieces, keys, displays and stream
    ///
    /// The whole board runs in this program in real time. Its USB port is a
    /// pseudo-terminal, whose path is printed, and every other command works on it
    /// as on a real one. Ctrl-C ends it.
    Sim(SimArgs),
}

#[derive(Args, Debug)]
pub(crate) struct MovesArgs {
    /// Positions; without any, one a line is read from standard input
    #[arg(value_name = "FEN")]
    pub(crate) fens: Vec<String>,
    /// Answer each position with one line of JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    /// A FEN, or `start`
    #[arg(value_name = "FEN|start")]
    pub(crate) fen: String,
    /// How many half-moves deep
    #[arg(value_parser = value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    pub(crate) depth: u32,
    /// Count the last moves instead of playing them: same numbers, sooner
    #[arg(long)]
    pub(crate) bulk: bool,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ThreadsArg {
    /// Share the work among so many threads
    #[arg(long = "threads", value_name = "N", default_value_t = 1)]
    #[arg(value_parser = value_parser!(u16).range(1..=MAX_THREADS))]
    pub(crate) number: u16,
}

#[derive(Args, Debug)]
pub(crate) struct PerftCheckArgs {
    /// A CSV table whose header names the columns fen, depth and nodes, and
    /// perhaps id
    pub(crate) file: PathBuf,
    /// Skip the rows that expect more than so many
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    pub(crate) max_nodes: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
}

#[derive(Args, Debug)]
pub(crate) struct OpeningsArgs {
    /// Which openings: by default all, or table B when one is drawn
    #[arg(long, ignore_case = true)]
    pub(crate) table: Option<Table>,
    /// Draw one of them by lot
    #[arg(long)]
    pub(crate) draw: bool,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// The tables of Capo IV as one types them.
#[derive(Clone, Copy, Debug, ValueEnum)]
#[value(rename_all = "verbatim")]
pub(crate) enum Table {
    /// The 48 most unbalanced
    A,
    /// The 126 others, for most competitions
    B,
    /// The 83 that favour nobody, or one side slightly
    C,
    /// All 174
    #[value(name = "general")]
    General,
}

impl From<Table> for OpeningTable {
    fn from(table: Table) -> Self {
        match table {
            Table::A => Self::A,
            Table::B => Self::B,
            Table::C => Self::C,
            Table::General => Self::General,
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct BoardArgs {
    /// A FEN, or `start`
    #[arg(value_name = "FEN|start")]
    pub(crate) fen: String,
    /// Write an SVG picture to this file instead, or to standard output for -
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Whether to use colours in the terminal
    #[arg(long, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub(crate) color: ColorChoice,
}

#[derive(Args, Debug)]
pub(crate) struct ScenarioArgs {
    /// Scenario files, or folders with such files below them
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Print one JSON object a line for each file
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct SimArgs {
    /// The port of the page, on this computer only; any free one when left out
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) port: u16,
    /// Only print the address, and open no browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Let two pairs of hands play game after game
    #[arg(long, conflicts_with = "play")]
    pub(crate) demo: bool,
    /// Play the hands of a scenario, or a game in PDN (a file that ends in .pdn)
    #[arg(long, value_name = "FILE")]
    pub(crate) play: Option<PathBuf>,
    /// How fast time goes for the board, its clock and the hands
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = speed)]
    pub(crate) speed: f64,
    /// Offer the stream at a TCP address too, such as 127.0.0.1:7032
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) tcp: Option<std::net::SocketAddr>,
    /// Keep the flash of the board in this file, and begin with what it holds
    #[arg(long, value_name = "FILE", conflicts_with_all = ["demo", "play"])]
    pub(crate) flash: Option<PathBuf>,
    /// Run this firmware image in the emulator instead of the core: needs Node.js
    #[arg(long, value_name = "ELF", conflicts_with_all = ["demo", "flash"])]
    pub(crate) image: Option<PathBuf>,
    /// The board that the image was built for
    #[arg(long, value_name = "NAME", default_value = "pico", requires = "image")]
    pub(crate) board: String,
    /// Print every change of the game's phase, with its reason, to standard error
    #[arg(short, long, conflicts_with = "image")]
    pub(crate) verbose: bool,
}

/// Faster than that, a PC would not follow; slower, nobody would.
fn speed(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(speed) if (0.1..=100.0).contains(&speed) => Ok(speed),
        _ => Err("a number from 0.1 to 100 is needed".to_owned()),
    }
}

#[derive(Args, Debug)]
pub(crate) struct RecordArgs {
    /// Serial ports, serial numbers of boards, tcp:HOST:PORT, captures, or files of
    /// recorded bytes; without any, all boards that are plugged in
    #[arg(value_name = "PORT")]
    pub(crate) ports: Vec<String>,
    /// The folder for the files
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// Print every event as a line of JSON too; docs/FILES.md says what is in it
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct MonitorArgs {
    /// Serial ports, serial numbers of boards, tcp:HOST:PORT, or files of recorded
    /// bytes; without any, all boards that are plugged in, now and later
    #[arg(value_name = "PORT")]
    pub(crate) ports: Vec<String>,
}

#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// Serial ports, serial numbers of boards, tcp:HOST:PORT, or files of recorded
    /// bytes; without any, all boards that are plugged in, now and later
    #[arg(value_name = "PORT")]
    pub(crate) ports: Vec<String>,
    /// Where browsers find the page; 0.0.0.0:7064 shows it to the whole network
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7064")]
    pub(crate) listen: std::net::SocketAddr,
}

#[derive(Args, Debug)]
pub(crate) struct GamesArgs {
    /// The board: a serial port, a serial number, or tcp:HOST:PORT
    #[arg(value_name = "PORT")]
    pub(crate) port: String,
    /// Fetch these games instead of listing all
    #[arg(value_name = "GAME", requires = "output")]
    pub(crate) games: Vec<u32>,
    /// The folder for what is fetched: without numbers, all games
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct SendArgs {
    /// The board: a serial port, a serial number, or tcp:HOST:PORT
    #[arg(value_name = "PORT")]
    pub(crate) port: String,
    /// The six digits that the arbiter makes the display show
    #[arg(long, value_name = "DIGITS", value_parser = value_parser!(u32).range(0..1_000_000))]
    pub(crate) code: Option<u32>,
    #[command(subcommand)]
    pub(crate) order: SendOrder,
}

/// The commands of the protocol that change something.
#[derive(Debug, Subcommand)]
pub(crate) enum SendOrder {
    /// Say who the board is
    Hello,
    /// Who plays the next game
    Names { white: String, black: String },
    /// Which game of which event; 0 where there are no rounds or tables
    Sitting { event: String, round: u16, table: u16 },
    /// The time control of the next game, such as 4m+3s or 40/60m
    TimeControl { control: String },
    /// Begin a game
    NewGame {
        /// Where it begins
        #[arg(default_value = "start")]
        fen: String,
        /// The number of the opening drawn
        #[arg(long)]
        opening: Option<u8>,
    },
    /// Draw an opening for the next game
    DrawOpening {
        #[arg(long, ignore_case = true, default_value = "B")]
        table: Table,
    },
    /// Stop both clocks
    Pause,
    /// Let the clocks run on
    Resume,
    /// Set the time of a player, in seconds
    SetTime { player: Player, seconds: u32 },
    /// Set the move counter of a player
    SetMoves { player: Player, moves: u16 },
    /// Set the period of a player, from 1
    SetPeriod { player: Player, period: u16 },
    /// Take half-moves back
    TakeBack { half_moves: u16 },
    /// End the game
    Declare { result: Declared },
    /// Set the clock of day to that of this computer
    DayClock {
        /// Minutes by which the local time is ahead of UTC
        #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
        offset: i16,
    },
    /// Restart into the bootloader
    Reboot,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Player {
    White,
    Black,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Declared {
    White,
    Black,
    Draw,
    BrokenOff,
}

#[derive(Args, Debug)]
pub(crate) struct DumpArgs {
    /// The board: a serial port, a serial number, or tcp:HOST:PORT
    #[arg(value_name = "PORT")]
    pub(crate) port: String,
    /// The capture; a file that is there already is left alone
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Say nothing to the board, and take down what it says from now on
    #[arg(long)]
    pub(crate) listen: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    /// A capture of `dump`, or a file of bytes as a board sent them
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// How fast time goes; left out, a board lives at its own speed and lines come at once
    #[arg(long, value_name = "X", value_parser = speed)]
    pub(crate) speed: Option<f64>,
    /// Be a board at a pseudo-terminal, whose path is printed
    #[arg(long)]
    pub(crate) pty: bool,
    /// Be a board at a TCP address, such as 127.0.0.1:7032, and at a pseudo-terminal
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) tcp: Option<std::net::SocketAddr>,
}

#[derive(Args, Debug)]
pub(crate) struct SheetArgs {
    /// A game in PDN, as `record` writes it
    #[arg(value_name = "GAME.pdn")]
    pub(crate) game: PathBuf,
    /// The page
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}
