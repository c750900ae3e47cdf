//! Check that no cell that differs from the agreed position is ignored: a lawful move under way
//! explains it, or an event or the display names it.

use damiera::event::{Event, EventKind};
use damiera::game::{Game, Phase};
use damiera::rules::{Move, Squares};
use damiera::sense::Cells;
use damiera::time::Instant;
use damiera::tracker::Verdict;
use damiera::tracker::trace::Change;

/// Checks after an input with these events that every cell that differs from the agreed position is
/// accounted for; the error lists those that are not. Only inputs with a counted move or a press are
/// checked.
///
/// A cell may differ because
/// - the next lawful move is under way or complete, perhaps with the piece that replies in hand;
/// - an event of this input names it: a report, a notice, a request to the arbiter, the piece that
///   was off the board when the move counted;
/// - an irregularity that waits for the opponent, or is being corrected, names it;
/// - no move counts, and the display asks to put it right;
/// - its reed is known to be faulty (`Tracker::differs` leaves it out).
///
/// Without a clock a lift ends the turn once it is too long for a brush. By then the hand has moved
/// on, so it suffices that the board was explained when the piece was lifted.
pub fn explained(game: &Game, now: Instant, events: &[Event]) -> Result<(), String> {
    let counted = events.iter().any(|event| matches!(event.what, EventKind::Moved { .. }));
    let pressed = events.iter().any(|event| matches!(event.what, EventKind::Pressed { .. }));
    if !counted && !pressed {
        return Ok(());
    }
    let record = game.record();
    let phase = record.phase();
    let hand_timings = game.settings().hand_timings;
    let lately = |change: &&Change| {
        let long = hand_timings.brush + hand_timings.bridge;
        game.settings().casual.is_some() && now.saturating_since(change.at) <= long
    };
    let was_lawful = |change: &Change| {
        let (before, position) = (game.tracker().before(change.at), record.position());
        !matches!(before.verdict(position, &position.legal_moves()), Verdict::Off(_))
    };
    let lawful = *phase == Phase::Playing
        && (!matches!(game.verdict(), Verdict::Off(_))
            || game.tracker().trace().iter().rev().take_while(lately).any(was_lawful)
            || replied_and_next_in_hand(game));
    let differs = game.tracker().differs(record.position().occupied());
    let differs = Cells::from(differs) | game.tracker().light();
    let mut accounted: Cells =
        events.iter().map(|event| named(event.what)).fold(Cells::EMPTY, |all, named| all | named);
    if let Phase::Choosing(irregularity) | Phase::Restoring(irregularity) = phase {
        accounted |= Cells::from(irregularity.squares);
        accounted |= irregularity.light.map_or(Cells::EMPTY, Cells::of);
    }
    if !counted || *phase != Phase::Playing {
        accounted |= Cells::from(game.to_put_right()) | game.tracker().light();
    }
    let left = differs - accounted;
    if lawful || left.is_empty() {
        Ok(())
    } else {
        Err(format!("no event names {left:?}, which differ from {}", record.position()))
    }
}

/// Whether the board shows a lawful move and the reply to it under way, or one piece lifted: one of the
/// player who replies, which binds him or not (3.7, 3.10), or a new king to be stacked (4.4).
fn replied_and_next_in_hand(game: &Game) -> bool {
    let position = game.record().position();
    position.legal_moves().iter().any(|played| {
        let after = position.play_unchecked(*played);
        let off = game.tracker().differs(after.occupied());
        let stacked = after.kings(after.turn()) & Squares::crowning_row(after.turn());
        let on_its_way = |m: &Move| game.tracker().is_on_its_way(&after, *m);
        after.legal_moves().iter().any(on_its_way)
            || off.len() == 1 && (stacked | after.pieces(after.turn())).meets(off)
    })
}

/// The cells named by an event.
fn named(what: EventKind) -> Cells {
    let cells = |squares: Squares, light: Option<_>| {
        Cells::from(squares) | light.map_or(Cells::EMPTY, Cells::of)
    };
    match what {
        EventKind::Irregularity(irregularity, _) => cells(irregularity.squares, irregularity.light),
        EventKind::Notice { squares, light, .. } => cells(squares, light),
        EventKind::AskedArbiter(squares) => cells(squares, None),
        EventKind::Moved { absent, .. } => cells(absent.map_or(Squares::EMPTY, Squares::of), None),
        _ => Cells::EMPTY,
    }
}
