//! The command line: arguments, their help texts and the exit codes.

use std::path::PathBuf;

use clap::builder::Styles;
use clap::builder::styling::AnsiColor;
use clap::{Args, ColorChoice, CommandFactory, Parser, Subcommand, ValueEnum, value_parser};
use damiera::rules::OpeningTable;

const EXIT_CODES: &str = "\
Exit codes:
  0  success
  1  some input was bad, or a check failed
  2  the command line was not understood
  3  no board is plugged in, or the port is not there
  4  the port is busy, or this user may not open it
  5  the device there is not a board, or speaks another protocol
  6  the connection broke, or a recording is damaged; complete data is kept
  7  a file could not be written
  8  the board refused the command";

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Yellow.on_default().bold())
    .usage(AnsiColor::Yellow.on_default().bold())
    .literal(AnsiColor::Green.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default())
    .valid(AnsiColor::Green.on_default())
    .invalid(AnsiColor::Magenta.on_default())
    .error(AnsiColor::Red.on_default().bold());

/// Maximal depth of a count: limits the recursion, and with it the stack. Counts this deep finish
/// only if hardly any move is possible.
pub(crate) const MAX_DEPTH: u32 = 99;

/// Maximal number of threads.
const MAX_THREADS: i64 = 256;

/// Dama italiana: the rules at the command line, and programs for Damiera boards
///
/// A position is a FEN of Portable Draughts Notation, such as
/// W:W30:B18,19,26,27 or W:W21-32:B1-12, or the word `start`.
#[derive(Debug, Parser)]
#[command(name = "damiera", version, styles = STYLES, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Returns the command line parser; every help page ends with the exit codes.
pub(crate) fn command() -> clap::Command {
    Cli::command()
        .after_help(EXIT_CODES)
        .mut_subcommands(|subcommand| subcommand.after_help(EXIT_CODES))
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the legal moves of positions
    ///
    /// Every capture path is a separate move. For a position that cannot be read, an error with the
    /// column is printed, and the next one is processed.
    Moves(MovesArgs),
    /// Count the move sequences of each length up to a depth
    Perft(PerftArgs),
    /// Count the move sequences of one length for each first move
    Divide(PerftArgs),
    /// Compare move counts with those of a table
    PerftCheck(PerftCheckArgs),
    /// List the federation's 174 openings, or draw one by lot
    Openings(OpeningsArgs),
    /// Draw a position in the terminal or as an SVG picture
    Board(BoardArgs),
    /// Play scenario files on a virtual board and check their expectations
    ///
    /// A scenario lists the actions of hands and keys and the expected results. The account lists
    /// actions, events and expectations with their times in milliseconds; a failure names the file,
    /// the line and the column.
    Scenario(ScenarioArgs),
    /// Record every game of one or more boards, one PDN file each
    ///
    /// Files are replaced atomically during the game. Games that a board played without a PC are
    /// fetched first; after an interruption recording continues where it stopped. Ctrl-C ends it.
    Record(RecordArgs),
    /// List the games that a board has stored, or fetch some of them
    Games(GamesArgs),
    /// Send a command to a board and print its answer
    Send(SendArgs),
    /// Write the bytes of a connection with their times to a capture, for `replay`
    ///
    /// All stored games are requested first, so that `replay` can offer them. Ctrl-C ends it.
    Dump(DumpArgs),
    /// Replay a capture: print its messages, offer it as a board at a port, or write a scenario
    Replay(ReplayArgs),
    /// Explain a recorded game or a scenario: each move and each decision with its article
    ///
    /// Sentences tell which piece left its square when, where it was put down, in which order
    /// pieces came off, what was taken for noise, and what was decided by which article. A scenario
    /// is played on a virtual board first.
    Explain(ExplainArgs),
    /// Print a recorded game on the federation's score sheet, as HTML for A4 paper
    Sheet(SheetArgs),
    /// Show boards in the terminal: positions, clocks, moves and irregularities
    ///
    /// Several boards are shown side by side; arrow keys turn the pages. Boards may be plugged in
    /// and unplugged at any time. q ends it.
    Monitor(MonitorArgs),
    /// Show the boards of a hall on a live web page
    ///
    /// The page shows every board with its position, clocks, last moves and result, and a selected
    /// board with all its positions. It is read-only and loads nothing from other servers. Boards
    /// may be plugged in and unplugged at any time. Ctrl-C ends it.
    Serve(ServeArgs),
    /// Open a virtual board in the browser: pieces, keys, displays and stream
    ///
    /// The board runs in this program in real time. Its USB port is a pseudo-terminal, whose path
    /// is printed; every other command works with it as with a real board. Ctrl-C ends it.
    Sim(SimArgs),
}

#[derive(Args, Debug)]
pub(crate) struct MovesArgs {
    /// Positions; without any, standard input is read, one position a line
    #[arg(value_name = "FEN")]
    pub(crate) fens: Vec<String>,
    /// Print one JSON object a line for each position
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    /// A FEN, or `start`
    #[arg(value_name = "FEN|start")]
    pub(crate) fen: String,
    /// Depth in half-moves
    #[arg(value_parser = value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    pub(crate) depth: u32,
    /// Count the last moves without playing them: same numbers, faster
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
    /// Number of threads
    #[arg(long = "threads", value_name = "N", default_value_t = 1)]
    #[arg(value_parser = value_parser!(u16).range(1..=MAX_THREADS))]
    pub(crate) number: u16,
}

#[derive(Args, Debug)]
pub(crate) struct PerftCheckArgs {
    /// A CSV table with the columns fen, depth, nodes and optionally id
    pub(crate) file: PathBuf,
    /// Skip the rows that expect more nodes
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    pub(crate) max_nodes: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
}

#[derive(Args, Debug)]
pub(crate) struct OpeningsArgs {
    /// The table of openings; default: general, or B with --draw
    #[arg(long, ignore_case = true)]
    pub(crate) table: Option<Table>,
    /// Draw one of them by lot
    #[arg(long)]
    pub(crate) draw: bool,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// The tables of Capo IV as command-line values.
#[derive(Clone, Copy, Debug, ValueEnum)]
#[value(rename_all = "verbatim")]
pub(crate) enum Table {
    /// The 48 most unbalanced
    A,
    /// The 126 others, for most competitions
    B,
    /// The 83 that favour no side, or one side slightly
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
    /// Write an SVG picture to this file (- for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Whether to use colours in the terminal
    #[arg(long, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub(crate) color: ColorChoice,
}

#[derive(Args, Debug)]
pub(crate) struct ScenarioArgs {
    /// Scenario files, or folders that contain them
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Print one JSON object a line for each file
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct SimArgs {
    /// TCP port of the page, on this computer only [default: any free port]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) port: u16,
    /// Print the address without opening a browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Let simulated hands play one game after the other
    #[arg(long, conflicts_with = "play")]
    pub(crate) demo: bool,
    /// Play a scenario, or a game in PDN (a file that ends in .pdn)
    #[arg(long, value_name = "FILE")]
    pub(crate) play: Option<PathBuf>,
    /// Speed of time for the board, its clock and the hands
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = speed)]
    pub(crate) speed: f64,
    /// Also offer the USB port at a TCP address, such as 127.0.0.1:7032
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) tcp: Option<std::net::SocketAddr>,
    /// Load the flash of the board from this file and keep it there
    #[arg(long, value_name = "FILE", conflicts_with_all = ["demo", "play"])]
    pub(crate) flash: Option<PathBuf>,
    /// Run this firmware image in the emulator (needs Node.js)
    #[arg(long, value_name = "ELF", conflicts_with_all = ["demo", "flash"])]
    pub(crate) image: Option<PathBuf>,
    /// The board for which the image was built
    #[arg(long, value_name = "NAME", default_value = "pico", requires = "image")]
    pub(crate) board: String,
    /// Print every change of the game's phase, with its reason, to standard error
    #[arg(short, long, conflicts_with = "image")]
    pub(crate) verbose: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Parses a speed. A PC cannot keep up with more than 100; less than 0.1 is of no use.
fn speed(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(speed) if (0.1..=100.0).contains(&speed) => Ok(speed),
        _ => Err("the speed must be a number from 0.1 to 100".to_owned()),
    }
}

#[derive(Args, Debug)]
pub(crate) struct RecordArgs {
    /// Serial ports, serial numbers of boards, tcp:HOST:PORT, captures, or files of
    /// recorded bytes; without any, all boards that are plugged in
    #[arg(value_name = "PORT")]
    pub(crate) ports: Vec<String>,
    /// Folder for the PDN files
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// Also print every event as a line of JSON, as described in docs/FILES.md
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
    /// Address of the page; 0.0.0.0:7064 makes it visible to the whole network
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7064")]
    pub(crate) listen: std::net::SocketAddr,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// What readers of a page may hold open. The defaults are for a hall whose 400 readers come from
/// behind one router: an event stream each, and a page that some of them are loading.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits for readers of the page")]
pub(crate) struct LimitArgs {
    /// Connections in all; others are answered with 503
    #[arg(long, value_name = "N", default_value_t = 1_024, value_parser = value_parser!(u16).range(1..))]
    pub(crate) connections: u16,
    /// Connections of one address; others are answered with 429
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = value_parser!(u16).range(1..))]
    pub(crate) address_connections: u16,
    /// Live pages of one address; others are answered with 429
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = value_parser!(u16).range(1..))]
    pub(crate) address_streams: u16,
    /// Kilobytes a second of one address, both ways; live pages slow down, other requests are
    /// answered with 429
    #[arg(long, value_name = "N", default_value_t = 32_000, value_parser = value_parser!(u32).range(1..))]
    pub(crate) address_kilobytes: u32,
    /// Bytes of the head of a request; longer ones are answered with 431
    #[arg(long, value_name = "N", default_value_t = 8_192, value_parser = value_parser!(u32).range(8_192..=1 << 20))]
    pub(crate) header_bytes: u32,
    /// Seconds for the head of a request, and for its body; later ones are answered with 408
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u16).range(1..=600))]
    pub(crate) header_seconds: u16,
}

#[derive(Args, Debug)]
pub(crate) struct GamesArgs {
    /// The board: a serial port, a serial number, or tcp:HOST:PORT
    #[arg(value_name = "PORT")]
    pub(crate) port: String,
    /// Numbers of games to fetch
    #[arg(value_name = "GAME", requires = "output")]
    pub(crate) games: Vec<u32>,
    /// Folder for the fetched games; without numbers all games are fetched
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct SendArgs {
    /// The board: a serial port, a serial number, or tcp:HOST:PORT
    #[arg(value_name = "PORT")]
    pub(crate) port: String,
    /// The six digits that the arbiter's menu shows on the display
    #[arg(long, value_name = "DIGITS", value_parser = value_parser!(u32).range(0..1_000_000))]
    pub(crate) code: Option<u32>,
    #[command(subcommand)]
    pub(crate) order: SendOrder,
}

/// The commands of the protocol that change something.
#[derive(Debug, Subcommand)]
pub(crate) enum SendOrder {
    /// Print serial number, kind, firmware and protocol of the board
    Hello,
    /// Set the names of the players of the next game
    Names { white: String, black: String },
    /// Set event, round and table; 0 for none
    Sitting { event: String, round: u16, table: u16 },
    /// Set the time control of the next game, such as 4m+3s or 40/60m
    TimeControl { control: String },
    /// Begin a game
    NewGame {
        /// The start position
        #[arg(default_value = "start")]
        fen: String,
        /// Number of the opening
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
    /// Let the clocks continue
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
    /// Set the time of day from this computer
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
    /// The capture file; it must not exist
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Send nothing to the board; capture only what it sends from now on
    #[arg(long)]
    pub(crate) listen: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    /// A capture of `dump`, or a file of bytes as a board sent them
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Speed of time [default: 1 for a board, unlimited for printing]
    #[arg(long, value_name = "X", value_parser = speed)]
    pub(crate) speed: Option<f64>,
    /// Offer a board at a pseudo-terminal, whose path is printed
    #[arg(long)]
    pub(crate) pty: bool,
    /// Offer a board at a TCP address, such as 127.0.0.1:7032, and at a pseudo-terminal
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) tcp: Option<std::net::SocketAddr>,
    /// Write the contacts of the last game as a scenario for `damiera scenario`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["speed", "pty", "tcp"])]
    pub(crate) scenario: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct ExplainArgs {
    /// A capture of `dump`, a file of bytes as a board sent them, lines of `record --json`, or a
    /// scenario (a file that ends in .scn)
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Language of the sentences and the articles
    #[arg(long, value_name = "LANG", default_value = "it")]
    pub(crate) lang: LanguageArg,
    /// Only this game of the file
    #[arg(long, value_name = "N")]
    pub(crate) game: Option<u32>,
    /// Only the event with this number
    #[arg(long, value_name = "N")]
    pub(crate) event: Option<u32>,
    /// Only what belongs to this half-move, counted from 1
    #[arg(long = "move", value_name = "N")]
    pub(crate) half_move: Option<u16>,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
    /// Also draw a strip of boards to this file (- for standard output, without the text)
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Milliseconds below which a piece was brushed, if the board had another value than 150
    #[arg(long, value_name = "MS")]
    pub(crate) brush: Option<u32>,
}

/// The languages of `explain`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum LanguageArg {
    /// Italian
    It,
    /// English
    En,
}

#[derive(Args, Debug)]
pub(crate) struct SheetArgs {
    /// A game in PDN, as `record` writes it
    #[arg(value_name = "GAME.pdn")]
    pub(crate) game: PathBuf,
    /// The HTML file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}
