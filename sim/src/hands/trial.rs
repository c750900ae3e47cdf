//! Plays a game on a board and compares what came with what had to come.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use damiera::event::{Breach, Decision, EventKind, Irregularity, Removal};
use damiera::game::Settings;
use damiera::rules::{Article, Cell, Edition, Move};
use damiera::sense::Cells;

use super::game::{Game, Intent, Turn};
use super::offence::{Choice, Offence, OffenceKind};
use super::perform::Performance;
use super::truth::{CannotTell, Order, Truth, truths};
use crate::scenario::Scenario;
use crate::virtual_board::{Mismatch, OutputKind, VirtualBoard};

/// How long after the last contact the board is watched, in ms.
const AFTERWARDS: u64 = 1_000;

/// What a game came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// Half-moves up to the first failure.
    pub half_moves: u64,
    /// Notices of 5.12 against players who kept it.
    pub false_order: u64,
    /// Breaches of 5.12 that were not reported.
    pub missed_order: u64,
    /// Breaches of 5.12 that were reported.
    pub named_order: u64,
    /// What reeds could not tell.
    pub cannot_tell: Vec<CannotTell>,
    /// What came of the offence.
    pub offence: Option<(OffenceKind, Article, Named)>,
    /// The first failure.
    pub failure: Option<Failure>,
}

/// What came of an offence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Named {
    /// The right article, offender and squares.
    Rightly,
    /// The right article with the wrong squares or offender.
    WrongSquares,
    /// Another article, a notice or a question to the arbiter.
    Other,
    /// Nothing.
    Missed,
    /// Reeds cannot tell.
    CannotTell(CannotTell),
}

/// The kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FailureKind {
    /// Another move than the one played counts, or none.
    Misread,
    /// A player who did nothing wrong is accused, or the game is disturbed.
    FalseAlarm,
    /// 5.12 is reported against a player who kept it.
    FalseOrder,
    /// A breach of 5.12 is not reported.
    MissedOrder,
    /// An offence is reported as something else.
    OtherArticle,
    /// An offence is not reported.
    MissedOffence,
    /// The game goes on in another way than was chosen after a report.
    Choice,
    /// The program stopped, or its events do not add up to its state.
    Broken,
}

/// The first failure of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Its kind.
    pub kind: FailureKind,
    /// Its turn, from 0.
    pub turn: usize,
    /// Time in ms of what came; 0 if nothing did.
    pub at: u64,
    /// What had to come.
    pub wanted: String,
    /// What came.
    pub came: String,
}

impl Failure {
    /// Two failures with the same text are taken to have the same cause: no squares are in it.
    pub fn group(&self) -> String {
        if self.kind == FailureKind::Broken {
            // The number of the step and the squares differ from game to game.
            let word =
                if self.came.contains("no event names") { "no event names" } else { "broken" };
            return format!("{:?}: {word}", self.kind);
        }
        let word = |text: &str| text.split(" at ").next().unwrap_or_default().to_owned();
        format!("{:?}: wanted {}, came {}", self.kind, word(&self.wanted), word(&self.came))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, turn, at, wanted, came } = self;
        write!(f, "{kind:?} in turn {}, {at} ms: wanted {wanted}, came {came}", turn + 1)
    }
}

/// What the board says about the game.
#[derive(Clone, Copy, Debug)]
enum Came {
    Moved(Move, Removal),
    Reported(Irregularity),
    Noticed(Article, Cells),
    Asked(Cells),
    Halted,
    Decided(Decision),
    Ended,
}

impl Came {
    fn text(self, edition: Edition) -> String {
        match self {
            Self::Moved(played, _) => format!("a move at {played:?}"),
            Self::Reported(irregularity) => {
                let article = irregularity.breach.article(edition);
                format!("{article} at {:?} by {:?}", irregularity.squares, irregularity.offender)
            }
            Self::Noticed(article, cells) => format!("the notice {article} at {cells:?}"),
            Self::Asked(cells) => format!("a question to the arbiter at {cells:?}"),
            Self::Halted => "a halt (7.8)".to_owned(),
            Self::Decided(Decision::Correct) => "corrected".to_owned(),
            Self::Decided(Decision::Keep(position)) => match position {
                Some(position) => format!("kept at {position}"),
                None => "kept at an unknown position".to_owned(),
            },
            Self::Ended => "the end".to_owned(),
        }
    }
}

/// Plays a game and compares.
pub fn try_out(game: &Game) -> Verdict {
    try_out_on(game, &Performance::of(game))
}

/// The same with a game that has been laid out already.
pub fn try_out_on(game: &Game, performance: &Performance) -> Verdict {
    let broken = |why: String| Verdict {
        failure: Some(Failure {
            kind: FailureKind::Broken,
            turn: game.turns.len().saturating_sub(1),
            at: 0,
            wanted: "no fault".to_owned(),
            came: why,
        }),
        ..Verdict::default()
    };
    match catch_unwind(AssertUnwindSafe(|| play(game, performance))) {
        Ok(Ok(board)) => compare(game, performance, &board),
        Ok(Err(mismatch)) => broken(mismatch.to_string()),
        Err(_) => broken("the program stopped".to_owned()),
    }
}

/// Plays a game on a board.
pub fn play(game: &Game, performance: &Performance) -> Result<VirtualBoard, Mismatch> {
    play_with(game, performance, |_| {})
}

/// The same with other settings of the board.
pub fn play_with(
    game: &Game,
    performance: &Performance,
    set: impl Fn(&mut Settings),
) -> Result<VirtualBoard, Mismatch> {
    let scenario = Scenario { settings: game.settings(), ..Scenario::default() };
    let mut settings = scenario.settings.of_game();
    set(&mut settings);
    let timing = scenario.settings.debounce;
    let mut board = VirtualBoard::new(settings, timing, game.white);
    board.begin(game.start, None, game.start.occupied(), !game.casual)?;
    for change in &performance.contacts {
        board.set(change.contact, change.closed, change.at)?;
    }
    let quiet = u64::from(scenario.settings.quiet.unwrap_or(0));
    board.run_to(performance.end + quiet + AFTERWARDS)?;
    Ok(board)
}

fn cells(squares: damiera::rules::Squares, light: Option<Cell>) -> Cells {
    Cells::from(squares) | light.map_or(Cells::EMPTY, Cells::of)
}

fn came(board: &VirtualBoard) -> Vec<(u64, Came)> {
    let event = |output: &crate::virtual_board::BoardOutput| {
        let OutputKind::Event(event) = output.what else { return None };
        let came = match event.what {
            EventKind::Moved { played, removal, .. } => Came::Moved(played, removal),
            EventKind::Irregularity(irregularity, ..) => Came::Reported(irregularity),
            EventKind::Notice { article, squares, light } => {
                Came::Noticed(article, cells(squares, light))
            }
            EventKind::AskedArbiter { squares, .. } => Came::Asked(Cells::from(squares)),
            EventKind::Halted { .. } => Came::Halted,
            EventKind::Decided { decision, .. } => Came::Decided(decision),
            EventKind::Ended { .. } => Came::Ended,
            _ => return None,
        };
        Some((output.at.as_millis(), came))
    };
    board.outputs().iter().filter_map(event).collect()
}

fn compare(game: &Game, performance: &Performance, board: &VirtualBoard) -> Verdict {
    let truths = truths(game, performance);
    let mut walk = Walk { game, came: came(board), next: 0, turn: 0, verdict: Verdict::default() };
    for (number, (turn, truth)) in game.turns.iter().zip(&truths).enumerate() {
        walk.turn = number;
        let goes_on = match &turn.intent {
            Intent::Move { played, keeps } => walk.lawful(turn, *played, *keeps, truth),
            Intent::Offence(offence) => walk.offence(offence, truth),
        };
        if !goes_on {
            return walk.verdict;
        }
    }
    while let Some((at, came)) = walk.take() {
        if !matches!(came, Came::Ended) && !walk.is_order(came) {
            walk.fail(FailureKind::FalseAlarm, at, "nothing", came);
            break;
        }
    }
    walk.verdict
}

/// A walk over what came, turn by turn.
struct Walk<'a> {
    game: &'a Game,
    came: Vec<(u64, Came)>,
    next: usize,
    turn: usize,
    verdict: Verdict,
}

impl Walk<'_> {
    fn take(&mut self) -> Option<(u64, Came)> {
        let next = self.came.get(self.next).copied();
        self.next += 1;
        next
    }

    /// Whether it is the notice of 5.12, which every irregular removal brings as well.
    fn is_order(&self, came: Came) -> bool {
        matches!(came, Came::Noticed(article, _) if article == Article::new(5, 12))
    }

    /// Notes a failure; the first one of a game stays. Returns `false` for convenience.
    fn fail(&mut self, kind: FailureKind, at: u64, wanted: &str, came: Came) -> bool {
        let came = came.text(self.game.edition);
        self.fail_with(kind, at, wanted, came)
    }

    fn fail_with(&mut self, kind: FailureKind, at: u64, wanted: &str, came: String) -> bool {
        let (turn, wanted) = (self.turn, wanted.to_owned());
        self.verdict.failure.get_or_insert(Failure { kind, turn, at, wanted, came });
        false
    }

    /// The move of a lawful turn, and nothing else.
    fn lawful(&mut self, turn: &Turn, played: Move, keeps: bool, truth: &Truth) -> bool {
        let wanted = format!("a move at {played:?}");
        let mut keeps = keeps;
        loop {
            let Some((at, came)) = self.take() else {
                if truth.blame.is_some() {
                    self.verdict.cannot_tell.extend(truth.blame);
                    return false;
                }
                return self.fail_with(FailureKind::Misread, 0, &wanted, "nothing".to_owned());
            };
            match came {
                _ if self.is_order(came) => {}
                Came::Noticed(article, _) if truth.lay_beside && is_light_notice(article) => {}
                Came::Decided(Decision::Keep(position)) if keeps => {
                    if position != Some(turn.before) {
                        return self.fail(FailureKind::Choice, at, "kept at the position", came);
                    }
                    keeps = false;
                }
                Came::Moved(seen, removal) => return self.moved(at, seen, removal, played, truth),
                Came::Ended => return false,
                _ if truth.blame.is_some() => {
                    self.verdict.cannot_tell.extend(truth.blame);
                    return false;
                }
                Came::Noticed(..) | Came::Asked(_) => {
                    self.fail(FailureKind::FalseAlarm, at, &wanted, came);
                }
                _ => return self.fail(FailureKind::FalseAlarm, at, &wanted, came),
            }
        }
    }

    fn moved(
        &mut self,
        at: u64,
        seen: Move,
        removal: Removal,
        played: Move,
        truth: &Truth,
    ) -> bool {
        let wanted = format!("a move at {played:?}");
        let shape = |m: Move| (m.from(), m.to(), m.captured());
        if seen != played {
            if shape(seen) != shape(played) || truth.path.is_ok() {
                return self.fail(FailureKind::Misread, at, &wanted, Came::Moved(seen, removal));
            }
            self.verdict.cannot_tell.extend(truth.path.err());
        }
        self.verdict.half_moves += 1;
        let broken = removal == Removal::Irregular;
        // Another path has another order.
        if seen != played {
            return true;
        }
        match truth.order {
            Order::Unclear(class) => self.verdict.cannot_tell.push(class),
            Order::Regular if broken => {
                self.verdict.false_order += 1;
                let came = "5.12".to_owned();
                self.fail_with(FailureKind::FalseOrder, at, "no breach of 5.12", came);
            }
            Order::Broken if !broken => {
                self.verdict.missed_order += 1;
                self.fail_with(FailureKind::MissedOrder, at, "5.12", "no notice".to_owned());
            }
            Order::Broken => self.verdict.named_order += 1,
            Order::Regular => {}
        }
        true
    }

    fn offence(&mut self, offence: &Offence, truth: &Truth) -> bool {
        let Some(breach) = offence.breach else { return self.out_of_order(offence, truth) };
        let edition = self.game.edition;
        let article = breach.article(edition);
        let wanted = format!("{article} at {:?} by {:?}", offence.must, offence.offender);
        let (mut counts, mut may) = (offence.counts.clone(), offence.may_count.clone());
        let named = loop {
            let Some((at, came)) = self.take() else {
                break (Named::Missed, 0, "nothing".to_owned());
            };
            let text = came.text(edition);
            match came {
                Came::Reported(seen) => break (named(offence, breach, &seen, edition), at, text),
                Came::Moved(seen, _) if counts.contains(&seen) => counts.retain(|m| *m != seen),
                Came::Moved(seen, _) if may.contains(&seen) => may.clear(),
                Came::Moved(..) | Came::Ended | Came::Decided(_) => {
                    break (Named::Missed, at, text);
                }
                Came::Noticed(article, _)
                    if self.is_order(came)
                        || offence.light.is_some() && is_light_notice(article) => {}
                _ => break (Named::Other, at, text),
            }
        };
        let (named, at, text) = match (named, truth.blame) {
            ((Named::Rightly, at, text), _) => (Named::Rightly, at, text),
            ((_, at, text), Some(class)) => (Named::CannotTell(class), at, text),
            (other, None) => other,
        };
        self.verdict.offence = Some((offence.kind, article, named));
        match named {
            Named::Rightly => {}
            Named::CannotTell(_) => return false,
            Named::Missed => return self.fail_with(FailureKind::MissedOffence, at, &wanted, text),
            _ => return self.fail_with(FailureKind::OtherArticle, at, &wanted, text),
        }
        self.decided(offence, counts)
    }

    /// The choice, and what follows from it.
    fn decided(&mut self, offence: &Offence, mut counts: Vec<Move>) -> bool {
        if offence.choice == Choice::KeepByMove {
            return true;
        }
        let keeps = offence.choice == Choice::KeepByPlus;
        let wanted = if keeps { "kept" } else { "corrected" };
        let Some((at, came)) = self.take() else {
            return self.fail_with(FailureKind::Choice, 0, wanted, "nothing".to_owned());
        };
        match came {
            Came::Decided(Decision::Correct) if !keeps => {}
            Came::Decided(Decision::Keep(position)) if keeps => {
                if position != offence.kept {
                    let wanted = "kept at the position on the board";
                    return self.fail(FailureKind::Choice, at, wanted, came);
                }
            }
            _ => return self.fail(FailureKind::Choice, at, wanted, came),
        }
        let then = match offence.then {
            super::offence::Then::Counts(played) if !keeps => Some(played),
            _ => None,
        };
        if let Some(played) = then
            && !counts.contains(&played)
            && !offence.may_count_seen(&self.came[..self.next], played)
        {
            counts.push(played);
        }
        while let Some(played) = counts.pop() {
            let wanted = format!("the completed move at {played:?}");
            let Some((at, came)) = self.take() else {
                return self.fail_with(FailureKind::Choice, 0, &wanted, "nothing".to_owned());
            };
            let same = |m: &Move| (m.from(), m.to(), m.captured());
            match came {
                Came::Moved(seen, _) if same(&seen) == same(&played) => {}
                _ if self.is_order(came) => counts.push(played),
                _ => return self.fail(FailureKind::Choice, at, &wanted, came),
            }
        }
        true
    }

    /// 5.12 by intent: the move counts, and the breach is reported.
    fn out_of_order(&mut self, offence: &Offence, truth: &Truth) -> bool {
        let Some(&played) = offence.counts.first() else { return false };
        let article = Article::new(5, 12);
        let before = (self.verdict.named_order, self.verdict.missed_order);
        let path = Truth { path: Ok(()), ..*truth };
        loop {
            let Some((at, came)) = self.take() else {
                self.verdict.offence = Some((offence.kind, article, Named::Missed));
                let wanted = format!("a move at {played:?}");
                return self.fail_with(FailureKind::Misread, 0, &wanted, "nothing".to_owned());
            };
            match came {
                _ if self.is_order(came) => {}
                Came::Moved(seen, removal) => {
                    let goes_on = self.moved(at, seen, removal, played, &path);
                    let named = match truth.order {
                        Order::Unclear(class) => Some(Named::CannotTell(class)),
                        // He meant to take a piece early, and the landing came first.
                        Order::Regular => None,
                        _ if self.verdict.named_order > before.0 => Some(Named::Rightly),
                        _ => Some(Named::Missed),
                    };
                    // Counted among the offences, not among the turns of lawful players.
                    (self.verdict.named_order, self.verdict.missed_order) = before;
                    self.verdict.offence = named.map(|named| (offence.kind, article, named));
                    return goes_on;
                }
                _ => {
                    self.verdict.offence = Some((offence.kind, article, Named::Other));
                    return self.fail(FailureKind::OtherArticle, at, "5.12", came);
                }
            }
        }
    }
}

impl Offence {
    /// Whether a move that may count before the report has counted.
    fn may_count_seen(&self, came: &[(u64, Came)], played: Move) -> bool {
        let last = came.iter().rev().take(4);
        let same = |came: &Came| matches!(came, Came::Moved(seen, _) if *seen == played);
        self.may_count.contains(&played) && last.clone().any(|(_, came)| same(came))
    }
}

/// Whether a report is the right one: article, offender, squares.
fn named(offence: &Offence, breach: Breach, seen: &Irregularity, edition: Edition) -> Named {
    let priority = breach.priority().is_none_or(|by| seen.breach.priority() == Some(by));
    if seen.breach.article(edition) != breach.article(edition) || !priority {
        return Named::Other;
    }
    let squares = (offence.must - seen.squares).is_empty()
        && (seen.squares - offence.may).is_empty()
        && offence.light.is_none_or(|light| seen.light == Some(light));
    if squares && seen.offender == offence.offender { Named::Rightly } else { Named::WrongSquares }
}

/// 7.5 of 2008, 7.4 of 2006: a piece on a light square.
fn is_light_notice(article: Article) -> bool {
    article == Article::new(7, 5) || article == Article::new(7, 4)
}
