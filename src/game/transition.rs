//! Changes of the phase with their reasons, for the trace that a shell logs.

use core::fmt;

use crate::event::{Breach, Decision, EventKind, Phase, Reason};

/// A change of the game's phase. It is logged, not stored and not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transition {
    /// The name of the phase before, [`Phase::name`].
    pub from: &'static str,
    /// The name of the phase after.
    pub to: &'static str,
    /// The event that caused it, in words.
    pub reason: &'static str,
}

impl Transition {
    /// The transition that an event caused, if it changed the phase.
    pub(super) fn caused(from: &Phase, what: &EventKind, to: &Phase) -> Option<Self> {
        let changed = from.name() != to.name();
        changed.then(|| Self { from: from.name(), to: to.name(), reason: reason(from, what, to) })
    }
}

/// `Playing -> Choosing: another piece touched first`.
impl fmt::Display for Transition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -> {}: {}", self.from, self.to, self.reason)
    }
}

fn reason(from: &Phase, what: &EventKind, to: &Phase) -> &'static str {
    match what {
        EventKind::Started { .. } => "a game began",
        EventKind::Pressed { .. } => "the first clock was started",
        EventKind::Moved { .. } if matches!(to, Phase::Over) => "the move leaves the opponent none",
        EventKind::Moved { .. } => "a lawful move made the correction whole",
        EventKind::Irregularity(irregularity, _) => of_breach(irregularity.breach),
        EventKind::Decided { decision: Decision::Correct, .. } => "the irregularity is corrected",
        EventKind::Decided { decision: Decision::Keep(Some(_)), .. } => "the irregularity stands",
        EventKind::Decided { decision: Decision::Keep(None), .. } => {
            "the irregularity stands in an unknown position"
        }
        EventKind::Halted { .. } => "the position has to be set up again",
        EventKind::Restored { by_move: true } => "a lawful move followed the correction",
        EventKind::Restored { .. } if matches!(from, Phase::Setup) => "the board is set up",
        EventKind::Restored { .. } => "the board is restored",
        EventKind::AskedArbiter { .. } => "the board cannot be explained",
        EventKind::NotTheOpening { .. } => "the move is not the one of the opening",
        EventKind::Resumed { .. } => "the arbiter resumed the game",
        EventKind::TakenBack { .. } => "a half-move was taken back",
        EventKind::PositionSet(_) => "a position was set",
        EventKind::Ended { reason, .. } => of_result(*reason),
        EventKind::Restarted { .. } => "the game begins again",
        // These leave the phase as it is: see `Record::apply`.
        EventKind::Seated(_)
        | EventKind::Accomodo
        | EventKind::Touched(_)
        | EventKind::Notice { .. }
        | EventKind::Paused { .. }
        | EventKind::Recovered { .. }
        | EventKind::Flag { .. }
        | EventKind::Refused { .. }
        | EventKind::Count(_)
        | EventKind::Corrected { .. }
        | EventKind::Tagged { .. }
        | EventKind::Claimed { .. }
        | EventKind::Recharged { .. }
        | EventKind::Fault { .. }
        | EventKind::Storage(_)
        | EventKind::RestartRefused { .. }
        | EventKind::EnteredByArbiter
        | EventKind::SecondsAnnulled { .. }
        | EventKind::NotCrowned { .. }
        | EventKind::CrownedLate { .. } => {
            debug_assert!(false, "an event without a reason changed the phase");
            "no reason known"
        }
    }
}

const fn of_breach(breach: Breach) -> &'static str {
    match breach {
        Breach::TwoMoves => "two moves in a row",
        Breach::Displacement => "a piece displaced irregularly",
        Breach::OtherPiece => "another piece touched first",
        Breach::Withdrawal => "a move withdrawn",
        Breach::ForeignPiece => "an opponent's piece moved",
        Breach::CaptureLeft => "a capture not made",
        Breach::PiecesOff => "pieces taken off without reason",
        Breach::TooMany => "more captured than allowed",
        Breach::Stopped => "stopped within a capture",
        Breach::OneLeftOn => "the captured piece left on",
        Breach::SomeLeftOn => "captured pieces left on",
        Breach::NotCaptured => "pieces taken off that were not captured",
        Breach::OwnOff => "own pieces taken off",
        Breach::Impossible { .. } => "an impossible capture",
        Breach::Priority(_) => "priority of captures not respected",
        Breach::UnmarkedKing => "an unmarked king moved",
        Breach::WronglyMarked => "a wrong man marked as king",
        Breach::EmptyPress => "a press without a complete move",
    }
}

const fn of_result(reason: Reason) -> &'static str {
    match reason {
        Reason::Resignation => "resignation",
        Reason::NoMove => "no legal move",
        Reason::NoPieces => "no pieces left",
        Reason::Time => "a flag fell",
        Reason::Refusal => "a player refused to follow the rules",
        Reason::Agreement => "a draw by agreement",
        Reason::Repetition => "a draw by repetition",
        Reason::CountOfMoves => "a draw by the count of moves",
        Reason::Arbiter => "the arbiter gave the result",
        Reason::BrokenOff => "the game was broken off",
    }
}
