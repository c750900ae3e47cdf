//! A board as JSON, for the page. The names of the fields are read by `assets/hall/hall.js`.

use std::time::Instant;

use damiera::event::Tag;
use damiera::game::Phase;
use damiera::rules::{Article, Colour, Position, Rank, Square, Squares};
use damiera::view::texts;
use serde::Serialize;
use serde_json::Value;

use crate::hall::{BoardView, Past, Remark};
use crate::link::Fault;
use crate::pdn::{Ply, Step};

/// Number of last half-moves in the overview.
const TAIL: usize = 8;

/// The overview of a board: everything but the steps of its game.
#[derive(Serialize)]
struct BoardJson<'a> {
    id: usize,
    port: String,
    serial: Option<String>,
    bond: &'static str,
    /// Kind of the connection fault, and time of the last change of the connection in milliseconds.
    fault: Option<&'static str>,
    since: u64,
    events: u64,
    returns: u32,
    /// Number of the game; 0 before the first.
    game: u32,
    white: Option<&'a str>,
    black: Option<&'a str>,
    event: Option<&'a str>,
    round: Option<&'a str>,
    table: Option<&'a str>,
    opening: Option<u16>,
    control: Option<String>,
    board: String,
    turn: Side,
    phase: &'static str,
    paused: bool,
    clock: Option<ClockJson>,
    /// Numbers of moves by White and Black.
    moves: [u16; 2],
    /// The count towards a draw: White's, Black's and the limit.
    count: Option<(Option<u8>, Option<u8>, u8)>,
    /// Number of occurrences of the position.
    occurrences: usize,
    alert: Option<Alert>,
    result: Option<ResultJson>,
    /// Number of faulty contacts.
    broken: usize,
    irregularities: usize,
    steps: usize,
    /// The last steps: move number, side, text.
    tail: Vec<(u16, Side, Option<&'a str>)>,
    /// Squares of the last step.
    last: Vec<u8>,
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    White,
    Black,
}

impl From<Colour> for Side {
    fn from(colour: Colour) -> Self {
        match colour {
            Colour::White => Self::White,
            Colour::Black => Self::Black,
        }
    }
}

#[derive(Serialize)]
struct ClockJson {
    /// Time of `left` on the scale of `now`, in milliseconds; `None` while not connected.
    at: Option<u64>,
    left: [u32; 2],
    running: Option<Side>,
    flag: Option<Side>,
    up: [bool; 2],
    /// Threshold of the low-time warning, in milliseconds.
    low: u64,
    period: Option<[u16; 2]>,
}

/// A message that is shown prominently until play goes on.
#[derive(Serialize)]
struct Alert {
    article: Option<String>,
    of: Option<Side>,
    squares: Vec<u8>,
    words: [String; 2],
}

#[derive(Serialize)]
struct ResultJson {
    winner: Option<Side>,
    /// Broken off: neither won nor drawn.
    open: bool,
    article: Option<String>,
    words: [String; 2],
}

#[derive(Serialize)]
struct PastGameJson<'a> {
    game: u32,
    white: Option<&'a str>,
    black: Option<&'a str>,
    winner: Option<Side>,
    open: bool,
    moves: u16,
}

#[derive(Serialize)]
struct Brief<'a> {
    n: u16,
    by: Side,
    /// `None` if a position was set.
    text: Option<&'a str>,
}

/// One step of a game, with the remarks after it.
#[derive(Serialize)]
struct Full<'a> {
    #[serde(flatten)]
    brief: Brief<'a>,
    board: String,
    turn: Side,
    squares: Vec<u8>,
    /// Seconds of White and Black.
    clock: Option<[u32; 2]>,
    remarks: Vec<Note<'a>>,
}

#[derive(Serialize)]
struct Note<'a> {
    grave: bool,
    article: Option<String>,
    of: Option<Side>,
    squares: Vec<u8>,
    words: &'a [String; 2],
}

/// Milliseconds from `epoch` to `at`.
pub(super) fn millis(epoch: Instant, at: Instant) -> u64 {
    u64::try_from(at.saturating_duration_since(epoch).as_millis()).unwrap_or(u64::MAX)
}

/// Returns the overview of a board as JSON.
pub(super) fn of(id: usize, view: &BoardView, epoch: Instant) -> String {
    let record = view.record();
    let score = &view.score;
    let position = record.position();
    let plies = score.plies();
    let moves = [Colour::White, Colour::Black];
    let board = BoardJson {
        id,
        port: view.address.to_string(),
        serial: view.hello.map(|hello| format!("{:016X}", hello.id)),
        bond: view.connection.name(),
        fault: view.connection.fault().map(fault),
        since: millis(epoch, view.since),
        events: view.events,
        returns: view.returns,
        game: record.game(),
        white: score.tag(Tag::White),
        black: score.tag(Tag::Black),
        event: score.tag(Tag::Event),
        round: score.tag(Tag::Round),
        table: score.tag(Tag::Table),
        opening: record.opening().map(|opening| opening.number().into()),
        control: record.clock().map(|clock| clock.control().to_string()),
        board: letters(position),
        turn: position.turn().into(),
        phase: phase(record.phase()),
        paused: record.paused(),
        clock: clock(view, epoch),
        moves: moves.map(|colour| made(view, colour)),
        count: record
            .count()
            .filter(|count| count.is_running())
            .map(|count| (count.moves(Colour::White), count.moves(Colour::Black), count.limit())),
        occurrences: record.history().occurrences(position),
        alert: alert(view),
        result: record.result().map(|ending| ResultJson {
            winner: ending.winner.map(Side::from),
            open: is_open(ending),
            article: ending.reason.article(record.edition()).map(|article| article.to_string()),
            words: view.ending().unwrap_or_default(),
        }),
        broken: view.faults.len(),
        irregularities: view.remarks.iter().filter(|remark| is_breach(remark)).count(),
        steps: plies.len(),
        tail: plies.iter().skip(plies.len().saturating_sub(TAIL)).map(short).collect(),
        last: last(view, plies.len()),
    };
    json(&board)
}

/// Returns the steps of the game as JSON, one text each; the first is the start position.
pub(super) fn steps(view: &BoardView) -> Vec<String> {
    let start = view.score.start();
    let first = Full {
        brief: Brief { n: 0, by: start.turn().into(), text: None },
        board: letters(start),
        turn: start.turn().into(),
        squares: Vec::new(),
        clock: None,
        remarks: notes(&view.remarks, 0),
    };
    let mut texts = vec![json(&first)];
    texts.extend(view.score.plies().iter().enumerate().map(|(n, ply)| {
        json(&Full {
            brief: brief(ply),
            board: letters(&ply.after),
            turn: ply.after.turn().into(),
            squares: last(view, n + 1),
            clock: ply.clock.map(|clock| clock.seconds),
            remarks: notes(&view.remarks, n + 1),
        })
    }));
    texts
}

/// Returns the steps of a game from index `from` on; the page keeps those before it.
pub(super) fn game(id: usize, view: &BoardView, from: usize, steps: &[String]) -> String {
    let game = view.record().game();
    let changed = steps[from..].join(",");
    let past = json(&view.past.iter().map(past).collect::<Vec<_>>());
    format!(r#"{{"id":{id},"game":{game},"past":{past},"from":{from},"steps":[{changed}]}}"#)
}

/// Formats a value as JSON without its null members.
fn json(what: &impl Serialize) -> String {
    // All keys are strings, so this cannot fail.
    let mut value = serde_json::to_value(what).unwrap_or_default();
    leave_out_nulls(&mut value);
    value.to_string()
}

fn leave_out_nulls(value: &mut Value) {
    if let Value::Object(members) = value {
        members.retain(|_, member| !member.is_null());
        members.values_mut().for_each(leave_out_nulls);
    }
}

/// One character for each of the 32 squares: `w`, `W`, `b`, `B` or a dot.
fn letters(position: &Position) -> String {
    Square::all()
        .map(|square| match position.piece_at(square) {
            None => '.',
            Some(piece) => {
                let letter = match piece.colour {
                    Colour::White => 'w',
                    Colour::Black => 'b',
                };
                if piece.rank == Rank::King { letter.to_ascii_uppercase() } else { letter }
            }
        })
        .collect()
}

fn numbers(squares: Squares) -> Vec<u8> {
    squares.iter().map(|square| square.number()).collect()
}

/// Returns the start and end squares of a step, counted from 1.
fn last(view: &BoardView, step: usize) -> Vec<u8> {
    let plies = view.score.plies();
    let Some(Ply { what: Step::Move { by, .. }, after, .. }) =
        step.checked_sub(1).and_then(|step| plies.get(step))
    else {
        return Vec::new();
    };
    let before = step.checked_sub(2).map_or(view.score.start(), |step| &plies[step].after);
    numbers(before.pieces(*by) ^ after.pieces(*by))
}

fn made(view: &BoardView, colour: Colour) -> u16 {
    let by_clock = view.record().clock().map(|clock| clock.moves(colour));
    by_clock.unwrap_or_else(|| {
        let half_moves = view.record().half_moves();
        let first = view.score.start().turn() == colour;
        if first { half_moves.div_ceil(2) } else { half_moves / 2 }
    })
}

fn brief(ply: &Ply) -> Brief<'_> {
    let (by, text) = match &ply.what {
        Step::Move { by, written } => (*by, Some(written.as_str())),
        Step::Set { from } => (*from, None),
    };
    Brief { n: ply.number, by: by.into(), text }
}

/// The same as a tuple: fewer bytes in the overview.
fn short(ply: &Ply) -> (u16, Side, Option<&str>) {
    let Brief { n, by, text } = brief(ply);
    (n, by, text)
}

fn is_breach(remark: &Remark) -> bool {
    remark.grave && remark.article.is_some() && remark.of.is_some()
}

fn notes(remarks: &[Remark], after: usize) -> Vec<Note<'_>> {
    let these = remarks.iter().filter(|remark| remark.after == after);
    these
        .map(|remark| Note {
            grave: remark.grave,
            article: remark.article.map(|article| article.to_string()),
            of: remark.of.map(Side::from),
            squares: numbers(remark.squares),
            words: &remark.words,
        })
        .collect()
}

fn is_open(ending: damiera::game::Ending) -> bool {
    ending.winner.is_none() && ending.reason == damiera::event::Reason::BrokenOff
}

fn past(past: &Past) -> PastGameJson<'_> {
    PastGameJson {
        game: past.game,
        white: past.names[0].as_deref(),
        black: past.names[1].as_deref(),
        winner: past.ending.and_then(|ending| ending.winner).map(Side::from),
        open: past.ending.is_none_or(is_open),
        moves: past.half_moves,
    }
}

fn clock(view: &BoardView, epoch: Instant) -> Option<ClockJson> {
    let times = view.times?;
    let now = Instant::now();
    let clock = view.record().clock()?;
    let periods = [Colour::White, Colour::Black].map(|colour| clock.read().period(colour));
    Some(ClockJson {
        at: times.is_known().then(|| millis(epoch, now).saturating_sub(millis_of(times.age(now)))),
        left: times.written(),
        running: times.running.map(Side::from),
        flag: times.flag.map(Side::from),
        up: times.up,
        low: clock.settings().low.duration().as_millis(),
        period: (periods != [1, 1]).then_some(periods),
    })
}

fn millis_of(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

const fn phase(phase: &Phase) -> &'static str {
    match phase {
        Phase::Setup => "setup",
        Phase::Playing => "playing",
        Phase::Choosing(_) => "choosing",
        Phase::Restoring(_) => "restoring",
        Phase::Halted { .. } => "halted",
        Phase::Arbiter => "arbiter",
        Phase::Over => "over",
    }
}

/// Returns what interrupts the game at present.
fn alert(view: &BoardView) -> Option<Alert> {
    let record = view.record();
    match record.phase() {
        Phase::Choosing(irregularity) | Phase::Restoring(irregularity) => {
            let article = irregularity.breach.article(record.edition());
            let priority = irregularity.breach.priority();
            let text = texts::breach(irregularity.breach);
            Some(Alert {
                article: Some(match priority {
                    Some(priority) => format!("{article}, {priority}"),
                    None => article.to_string(),
                }),
                of: Some(irregularity.offender.into()),
                squares: numbers(irregularity.squares),
                words: say(text),
            })
        }
        Phase::Halted { .. } => Some(Alert {
            article: Some(Article::new(7, 8).to_string()),
            of: None,
            squares: Vec::new(),
            words: ["Rimettere a posto i pezzi".to_owned(), "Set the pieces right".to_owned()],
        }),
        Phase::Arbiter => {
            let asked = view.remarks.iter().rev().find(|remark| remark.grave);
            Some(Alert {
                article: None,
                of: None,
                squares: asked.map(|remark| numbers(remark.squares)).unwrap_or_default(),
                words: ["Si chiama l’arbitro".to_owned(), "The arbiter is called".to_owned()],
            })
        }
        Phase::Setup | Phase::Playing | Phase::Over => None,
    }
}

fn say(text: texts::Text) -> [String; 2] {
    use damiera::view::Language;
    [Language::Italian, Language::English].map(|language| text.say(language).to_owned())
}

/// Name of the fault; hall.js has the texts.
const fn fault(fault: &Fault) -> &'static str {
    match fault {
        Fault::NoBoard | Fault::NoPort(_) => "absent",
        Fault::Busy(_) => "busy",
        Fault::Denied { .. } => "denied",
        Fault::WrongDevice(_) => "stranger",
        Fault::Protocol { .. } => "protocol",
        _ => "broken",
    }
}
