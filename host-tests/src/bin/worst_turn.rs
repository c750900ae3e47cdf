//! Searches the contacts after which a step of the game takes longest.
//!
//! `worst_turn SECONDS SEED FOLDER` starts from random contacts on positions with kings and long
//! captures, changes them a little, and keeps what takes longer: first by the time on this computer.
//! The worst sequence of each position is written to the folder as a scenario, and replayed on the
//! image, which counts instructions. `worst_turn FILE…` only replays. `cargo xtask worst-turn` calls it.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs};

use damiera::game::{Input, Settings};
use damiera::menu::GameWithMenu;
use damiera::rules::{Cell, Position, Side};
use damiera::sense::{Cells, Contact, Edge, Key};
use damiera::time::Instant as Stamp;
use damiera_emulator::Replay;
use damiera_emulator::boards::BOARDS;
use damiera_sim::hands::line;
use damiera_sim::random::Random;
use damiera_sim::scenario::Scenario;
use damiera_sim::virtual_board::Change;
use host_tests::contacts::{Act, POSITIONS, WAITS};
use host_tests::worst;

/// The most acts of a sequence: a capture of nine, touched on every square, with both hands.
const LONGEST: usize = 60;
/// A contact that changes again has stood for so long before: any shorter is debounced.
const STANDS: u64 = 16;
/// Rounds without an improvement after which another random sequence is tried.
const PATIENCE: u32 = 400;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let mut files: Vec<PathBuf> = words.iter().map(PathBuf::from).collect();
    if let [seconds, seed, folder] = &words[..]
        && let (Ok(seconds), Ok(seed)) = (seconds.parse(), seed.parse())
    {
        files = search(Duration::from_secs(seconds), seed, Path::new(folder))?;
    }
    for file in files {
        println!("{}", file.display());
        println!("  {} instructions on the image", worst::replay(&BOARDS[0], &file)?);
    }
    Ok(())
}

/// Searches on each position in turn, and writes the worst sequences.
fn search(time: Duration, seed: u64, folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let mut random = Random::new(seed);
    let mut files = Vec::new();
    for (number, fen) in POSITIONS.iter().enumerate() {
        let position: Position = fen.parse()?;
        let begin = Instant::now();
        let mut best = (Duration::ZERO, Vec::new());
        while begin.elapsed() < time / POSITIONS.len() as u32 {
            let found = climb(fen, &position, &mut random);
            if found.0 > best.0 {
                best = found;
            }
        }
        let (longest, acts) = best;
        let file = folder.join(format!("{seed}-{number}.scn"));
        println!("{}: {} µs here", file.display(), longest.as_micros());
        fs::write(&file, scenario(fen, &position, &acts))?;
        files.push(file);
    }
    Ok(files)
}

/// Changes a random sequence as long as it gets worse.
fn climb(fen: &str, position: &Position, random: &mut Random) -> (Duration, Vec<Act>) {
    let mut best: Vec<Act> = (0..LONGEST / 2).map(|_| any(position, random)).collect();
    // One that the virtual board does not play counts for nothing.
    let mut longest = Duration::ZERO;
    if is_playable(fen, position, &best) {
        longest = least_cost(position, &best);
    }
    let mut failed = 0;
    while failed < PATIENCE {
        let acts = changed(position, &best, random);
        let mut needs = costs(position, &acts).into_iter().max().unwrap_or_default();
        if needs > longest {
            needs = least_cost(position, &acts);
        }
        if needs > longest && is_playable(fen, position, &acts) {
            (best, longest, failed) = (acts, needs, 0);
        } else {
            failed += 1;
        }
    }
    (longest, best)
}

/// A contact of which the hands may make use: most often a piece, or a square to which it may go.
fn any(position: &Position, random: &mut Random) -> Act {
    let cells: Vec<Cell> = Cell::all().filter(|cell| cell.dark().is_some()).collect();
    let pieces: Vec<Cell> = position.occupied().iter().map(|square| square.cell()).collect();
    let contact = match random.below(100) {
        0..45 => Contact::Cell(*random.one_of(&pieces)),
        45..90 => Contact::Cell(*random.one_of(&cells)),
        90..93 => Contact::Cell(*random.one_of(&Cell::all().collect::<Vec<_>>())),
        _ => Contact::Key(Key::Player(*random.one_of(&[Side::South, Side::North]))),
    };
    Act { wait: *random.one_of(&WAITS), contact }
}

fn changed(position: &Position, acts: &[Act], random: &mut Random) -> Vec<Act> {
    let mut acts = acts.to_vec();
    for _ in 0..=random.below(3) {
        let place = random.below(acts.len().max(1));
        match random.below(5) {
            0 if acts.len() < LONGEST => acts.insert(place, any(position, random)),
            1 if acts.len() > 4 => {
                acts.remove(place);
            }
            2 => acts[place].wait = *random.one_of(&WAITS),
            3 => {
                let other = random.below(acts.len());
                acts.swap(place, other);
            }
            _ => acts[place] = any(position, random),
        }
    }
    acts
}

/// The longest step of these contacts. Of several times of a step the shortest counts: in the others the
/// computer did something else meanwhile.
fn least_cost(position: &Position, acts: &[Act]) -> Duration {
    let mut least = costs(position, acts);
    for _ in 0..5 {
        for (least, again) in least.iter_mut().zip(costs(position, acts)) {
            *least = again.min(*least);
        }
    }
    least.into_iter().max().unwrap_or_default()
}

/// The time of each step of these contacts, with all that is asked of the game after it.
fn costs(position: &Position, acts: &[Act]) -> Vec<Duration> {
    let mut costs = Vec::new();
    let mut game = begun(position);
    let mut measured = |game: &mut GameWithMenu, input: Input, at: Stamp| {
        let begin = Instant::now();
        game.step(input, at);
        let _ = (game.next_deadline(), game.hands());
        costs.push(begin.elapsed());
    };
    for (at, contact, closed) in timed(position, acts) {
        let at = Stamp::from_millis(at);
        while let Some(due) = game.next_deadline().filter(|due| *due <= at) {
            measured(&mut game, Input::Wake, due);
        }
        measured(&mut game, Input::Edge(Edge { at, contact, closed }), at);
    }
    costs
}

/// A game from the position, its clock running.
fn begun(position: &Position) -> GameWithMenu {
    let settings = Settings { white: Some(Side::South), ..Settings::default() };
    let mut game = GameWithMenu::new(settings);
    for square in position.occupied() {
        let (at, contact, closed) = (Stamp::ZERO, Contact::Cell(square.cell()), true);
        game.step(Input::Edge(Edge { at, contact, closed }), at);
    }
    let position = *position;
    game.step(Input::NewGame { position, opening: None }, Stamp::from_millis(100));
    let side = worst::button_side(position.turn().opponent());
    for (closed, millis) in [(true, 200), (false, 280)] {
        let at = Stamp::from_millis(millis);
        let contact = Contact::Key(Key::Player(side));
        game.step(Input::Edge(Edge { at, contact, closed }), at);
    }
    game
}

/// The changes of contacts with their times, none of a contact too short after the last one.
fn timed(position: &Position, acts: &[Act]) -> Vec<(u64, Contact, bool)> {
    let mut closed = Cells::from(position.occupied());
    let mut changes: Vec<(u64, Contact, bool)> = Vec::new();
    let mut now = 1_000;
    for act in acts {
        now += u64::from(act.wait);
        let last = changes.iter().rev().find(|(_, contact, _)| *contact == act.contact);
        now = now.max(last.map_or(0, |(at, ..)| at + STANDS));
        match act.contact {
            Contact::Cell(cell) => {
                let closes = !closed.contains(cell);
                closed = if closes { closed.with(cell) } else { closed.without(cell) };
                changes.push((now, act.contact, closes));
            }
            Contact::Key(_) => {
                changes.push((now, act.contact, true));
                changes.push((now + STANDS, act.contact, false));
                now += STANDS;
            }
        }
    }
    changes
}

/// The sequence as a scenario of raw contacts.
fn scenario(fen: &str, position: &Position, acts: &[Act]) -> String {
    let mut text = format!("# Found by `cargo xtask worst-turn`.\nstart {fen}\n\n");
    for (at, contact, closed) in timed(position, acts) {
        text += &line(&Change { at, contact, closed }, Side::South);
        text.push('\n');
    }
    text
}

/// Whether the virtual board plays it: an image can then be given the same contacts.
fn is_playable(fen: &str, position: &Position, acts: &[Act]) -> bool {
    let scenario = Scenario::read(&scenario(fen, position, acts));
    scenario.is_ok_and(|scenario| Replay::recorded(&scenario).is_ok())
}
