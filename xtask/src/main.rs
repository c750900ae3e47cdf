//! The project's own commands: `cargo xtask <command>`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod bench;
mod boards;
mod browser;
mod cargo;
mod emulator;
mod firmware;
mod fuzz;
mod hands;
mod image;
mod instructions;
mod load;
mod noise;
mod perft_deep;
mod power_cuts;
mod protocol;
mod screens;
mod shell;
mod sim;
mod size;
mod test;
mod toolchain;
mod uf2;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The commands of the Damiera project")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check everything: formatting, lints, docs, tests, firmware size, emulator, instruction counts
    Test,
    /// Open the virtual board in a browser: pieces, keys, displays and stream
    Sim {
        /// Arguments of `damiera sim`: see `cargo xtask sim -- --help`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Test the pages in Chromium: a game on the virtual board with the mouse, and a hall of boards
    Browser {
        /// Write the screenshots in docs too
        #[arg(long)]
        screenshot: bool,
        /// Only the game, on the firmware image in the emulator
        #[arg(long, conflicts_with = "screenshot")]
        image: bool,
    },
    /// Measure `damiera serve` with forty virtual boards that play
    Load {
        /// Write docs/hall-forty.png too
        #[arg(long)]
        screenshot: bool,
    },
    /// Build the firmware for every board and compare its flash and RAM with the budget
    Size,
    /// Write the file to drag onto a board: target/uf2/damiera-BOARD-VERSION.uf2
    Uf2 {
        /// A folder of boards/; every board by default
        #[arg(long)]
        board: Option<String>,
        /// The controller of the displays; that of the board's wiring.rs by default
        #[arg(long, value_parser = firmware::DISPLAYS)]
        display: Option<String>,
    },
    /// Draw the wiring of every board and update the tables in their readmes
    Boards,
    /// Run the release image of every board under the emulator and test it
    Image,
    /// Play a scenario on the image of a board and write its screens and its byte stream to files
    Emulate {
        /// A file of host-tests/data/scenarios, or a folder of them: then only a table is printed
        #[arg(required_unless_present = "all")]
        scenario: Option<PathBuf>,
        /// Play every scenario that takes at most 60 seconds (about twenty minutes on two cores)
        #[arg(long, conflicts_with = "scenario")]
        all: bool,
        /// A folder of boards/; by default the first board for a file, every board for a folder
        #[arg(long)]
        board: Option<String>,
    },
    /// Cut the power of an image in the middle of flash operations, and test that the game goes on
    ImageCuts {
        /// A folder of boards/; every board by default
        #[arg(long)]
        board: Option<String>,
        /// Number of power cuts for each board
        #[arg(long, default_value_t = 200)]
        cuts: u32,
    },
    /// Measure the images under the emulator: size, boot, latencies, sleep, stack, instructions
    BenchImage,
    /// Search the contacts after which a step of the game takes longest, and count its instructions on the
    /// image of the first board
    WorstTurn {
        /// Time of the search
        #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u32).range(8..))]
        seconds: u32,
        /// Seed of the search. What it finds depends on the computer too, since it measures time
        #[arg(long, default_value_t = 1)]
        seed: u32,
    },
    /// Measure the speed of the move generator, and of another program to compare with
    Bench {
        /// The program to compare with. It is called as `PATH bulk|plain FEN|start DEPTH` and prints
        /// `perft(DEPTH) = NODES SECONDS s SPEED Mnps`
        #[arg(long)]
        yardstick: Option<PathBuf>,
        /// Number of measurements of each position; the best time counts
        #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
        runs: u32,
    },
    /// Count with callgrind the instructions of the functions that have a budget
    Instructions,
    /// Count every position of host-tests/data/perft.csv to its full depth (takes hours)
    PerftDeep,
    /// Cut the power at every byte that the journal writes or erases, and again during recovery
    PowerCuts,
    /// Play many games with simulated hands and print one table; failures become scenarios
    #[command(visible_alias = "soak")]
    Hands {
        /// Number of games
        #[arg(long, default_value_t = 100_000)]
        games: u64,
        /// Seed of the campaign; those of two seeds have no game in common
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// One temperament, such as calm, blitz, sleeves; all of them by default
        #[arg(long)]
        temperament: Option<String>,
        /// One edition of the regulations; both by default
        #[arg(long, value_parser = ["2006", "2008"])]
        edition: Option<String>,
        /// Without a clock
        #[arg(long, conflicts_with = "offences")]
        casual: bool,
        /// With an offence in every game instead of every fourth
        #[arg(long)]
        offences: bool,
        /// Folder of the scenarios; by default target/hands
        #[arg(long)]
        out: Option<PathBuf>,
        /// Number of games at once; by default the number of processors
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
        threads: Option<u32>,
    },
    /// Play every scenario many times with tilts, slides and low carries mixed in, and print one table
    Noise {
        /// Number of times that each scenario is played
        #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..))]
        times: u32,
        /// Seed of the noise of the first time; each next time has the next one
        #[arg(long, default_value_t = 1)]
        seed: u32,
        /// Folder of the scenarios that change; by default target/noise
        #[arg(long)]
        out: Option<PathBuf>,
        /// Number of scenarios at once; by default the number of processors
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
        threads: Option<u32>,
    },
    /// Draw the pictures of the display in docs/screens and print the height of its digits
    Screens,
    /// Add missing golden vectors, and write the generated parts of docs/PROTOCOL.md
    Protocol,
    /// Run the fuzz targets of host-tests/fuzz
    Fuzz {
        /// One target; all of them by default
        target: Option<String>,
        /// Time for each target, in seconds
        #[arg(long, default_value_t = 600)]
        seconds: u32,
    },
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Test => test::run(),
        Command::Sim { arguments } => sim::run(&arguments),
        Command::Browser { screenshot, image } => browser::test(screenshot, image),
        Command::Load { screenshot } => load::run(screenshot),
        Command::Size => size::run(),
        Command::Uf2 { board, display } => uf2::run(board.as_deref(), display.as_deref()),
        Command::Boards => boards::run(),
        Command::Image => image::test(),
        Command::Emulate { scenario, board, .. } => {
            image::emulate(scenario.as_deref(), board.as_deref())
        }
        Command::ImageCuts { board, cuts } => image::cuts(board.as_deref(), cuts),
        Command::BenchImage => image::bench(),
        Command::WorstTurn { seconds, seed } => image::worst_turn(seconds, seed),
        Command::Bench { yardstick, runs } => bench::run(yardstick.as_deref(), runs),
        Command::Instructions => instructions::run().map(|_| ()),
        Command::PerftDeep => perft_deep::run(),
        Command::Protocol => protocol::run(),
        Command::PowerCuts => power_cuts::run(),
        Command::Screens => screens::run(),
        Command::Hands { games, seed, temperament, edition, casual, offences, out, threads } => {
            let mut arguments = vec![
                ("--games", Some(games.to_string())),
                ("--seed", Some(seed.to_string())),
                ("--temperament", temperament),
                ("--edition", edition),
                ("--threads", threads.map(|threads| threads.to_string())),
                ("--out", out.map(|out| out.to_string_lossy().into_owned())),
            ];
            arguments.retain(|(_, value)| value.is_some());
            let flags = [(casual, "--casual"), (offences, "--offences")];
            hands::run(arguments, flags)
        }
        Command::Noise { times, seed, out, threads } => {
            noise::run(times, seed, out.as_deref(), threads)
        }
        Command::Fuzz { target, seconds } => fuzz::run(target.as_deref(), seconds),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The chain of causes as sentences, without a backtrace.
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
