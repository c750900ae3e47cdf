use damiera::event::{Breach, Cause, CountNews, Decision, Event, EventKind, Reason, StorageFault};
use damiera::rules::{Article, Colour, Edition};

use crate::event_text::{correction_text, flag_text};

/// Returns the comment on an event, without braces, which would end it; `None` for events that need
/// no comment.
pub(super) fn comment(event: &Event, edition: Edition) -> Option<String> {
    Some(match &event.what {
        EventKind::Irregularity(irregularity, _) => {
            let article = irregularity.breach.article(edition);
            let what = breach(irregularity.breach);
            let by = irregularity.offender;
            let priority = irregularity.breach.priority();
            let priority = priority.map(|a| format!(" (by {a})")).unwrap_or_default();
            format!("{article}: {by} {what}{priority}; squares {}", irregularity.squares)
        }
        EventKind::Decided { decision: Decision::Correct, .. } => "corrected".to_owned(),
        EventKind::Decided { decision: Decision::Keep(Some(_)), .. } => "kept".to_owned(),
        EventKind::Decided { decision: Decision::Keep(None), .. } => {
            "kept, with a board that cannot be known".to_owned()
        }
        EventKind::Notice { article, squares, .. } => {
            let article = article.in_edition(edition).unwrap_or(*article);
            match squares.is_empty() {
                true => format!("see {article}"),
                false => format!("see {article}: squares {squares}"),
            }
        }
        EventKind::Halted { .. } => "7.8: the board was knocked, play halts".to_owned(),
        EventKind::AskedArbiter { squares, plays_on, .. } => {
            let goes_on = if *plays_on { ", the game goes on" } else { "" };
            format!("the arbiter is called{goes_on}: squares {squares}")
        }
        EventKind::Recharged { of, .. } => {
            format!("the time that the press of {of} brought is set right")
        }
        EventKind::NotTheOpening { expected } => {
            format!("not the opening drawn, which has {}-{}", expected.from(), expected.to())
        }
        EventKind::Flag { of, .. } => flag_text(*of),
        EventKind::Ended { reason, .. } => match reason.article(edition) {
            Some(article) => format!("{article}: {}", ending(*reason)),
            None => ending(*reason).to_owned(),
        },
        EventKind::Claimed { by, occurrences } => {
            format!("{} claims repetition: {occurrences} times", person(*by))
        }
        EventKind::Refused { by, charged, .. } => {
            format!("refused; {} is charged {} s", person(*by), charged.as_millis() / 1000)
        }
        EventKind::Count(CountNews::Begun { by, limit }) => {
            format!("count of moves begun by {}, to {limit}", person(*by))
        }
        EventKind::Count(CountNews::Restarted) => "count of moves begun again".to_owned(),
        EventKind::Count(CountNews::Annulled) => "count of moves annulled".to_owned(),
        EventKind::Corrected { of, correction, .. } => {
            format!("arbiter: {}", correction_text(*of, correction))
        }
        EventKind::PositionSet(_) => "arbiter: the position is set".to_owned(),
        EventKind::Fault { fault, cleared } => {
            let end = if *cleared { "over" } else { "begun" };
            format!("fault of the board, {end}: {fault}")
        }
        EventKind::Storage(fault) => match fault {
            StorageFault::Write => "the board cannot write its log",
            StorageFault::Full => "the log of the board is full",
            StorageFault::Damaged => "the log of the board is damaged",
        }
        .to_owned(),
        EventKind::Recovered { cause: Cause::Power, .. } => "goes on after a power cut".to_owned(),
        EventKind::Recovered { cause: Cause::Fault, .. } => "goes on after a restart".to_owned(),
        EventKind::Restarted { article, full: false, .. } => {
            format!("{article}: the game begins again")
        }
        EventKind::Restarted { article, full: true, .. } => {
            format!("{article}: the game begins again, with full times")
        }
        EventKind::RestartRefused { article } => {
            format!("{article}: too late for the game to begin again")
        }
        EventKind::EnteredByArbiter => "the arbiter enters the choice".to_owned(),
        EventKind::SecondsAnnulled { of, by, .. } => {
            let article = Article::new(3, 11);
            let article = article.in_edition(edition).unwrap_or(article);
            format!("{article}: the seconds of {} are annulled by {}", of, person(*by))
        }
        EventKind::NotCrowned { square, by } => {
            format!("4.5: not crowned on {square}, says {}", person(*by))
        }
        EventKind::CrownedLate { square, .. } => format!("4.4: crowned late on {square}"),
        EventKind::Started { .. }
        | EventKind::Seated(_)
        | EventKind::Pressed { .. }
        | EventKind::Accomodo
        | EventKind::Touched(_)
        | EventKind::Moved { .. }
        | EventKind::Restored { .. }
        | EventKind::Tagged { .. }
        | EventKind::Paused { .. }
        | EventKind::Resumed { .. }
        | EventKind::TakenBack { .. } => return None,
    })
}

fn person(by: Option<Colour>) -> String {
    by.map_or("the arbiter".to_owned(), |colour| colour.to_string())
}

const fn breach(breach: Breach) -> &'static str {
    match breach {
        Breach::TwoMoves => "moves twice",
        Breach::Displacement => "displaces a piece irregularly",
        Breach::OtherPiece => "touches one piece and moves another",
        Breach::Withdrawal => "withdraws a move",
        Breach::ForeignPiece => "moves a piece of the opponent",
        Breach::CaptureLeft => "does not capture",
        Breach::PiecesOff => "takes pieces off without reason",
        Breach::TooMany => "captures more than allowed",
        Breach::Stopped => "stops within a capture",
        Breach::OneLeftOn => "leaves the captured piece on",
        Breach::SomeLeftOn => "leaves captured pieces on",
        Breach::NotCaptured => "takes pieces off that were not captured",
        Breach::OwnOff => "takes own pieces off",
        Breach::Impossible { .. } => "makes an impossible capture",
        Breach::Priority(_) => "does not respect the priorities",
        Breach::UnmarkedKing => "moves a king that is not marked",
        Breach::WronglyMarked => "marks a wrong man as king",
        Breach::EmptyPress => "presses without a complete move",
    }
}

const fn ending(reason: Reason) -> &'static str {
    match reason {
        Reason::Resignation => "resignation",
        Reason::NoMove => "no move left",
        Reason::NoPieces => "no pieces left",
        Reason::Time => "time",
        Reason::Refusal => "refusal to play on",
        Reason::Agreement => "agreed",
        Reason::Repetition => "repetition",
        Reason::CountOfMoves => "count of moves",
        Reason::Arbiter => "decided by the arbiter",
        Reason::BrokenOff => "broken off",
    }
}
