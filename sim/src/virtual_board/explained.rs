//! Check that no cell that differs from the agreed position is ignored: a lawful move under way
//! explains it, or an event or the display names it; and that every world explains the board.

use damiera::event::{Event, EventKind};
use damiera::game::{Game, Hands, Phase};
use damiera::rules::{Cell, Squares};
use damiera::sense::Cells;
use damiera::time::Instant;
use damiera::worlds::{MAX_PIECES, Stamp, World};

/// Checks after an input with these events that every cell that differs from the agreed position is
/// accounted for; the error lists those that are not. Only inputs with a counted move are checked.
///
/// A cell may differ because
/// - the player now on move has lifted or displaced the piece of this square, or put one there;
/// - the king just made is being stacked;
/// - the piece of this square was lifted less than a brush ago;
/// - an event of this input names it: a report, a notice, a request to the arbiter;
/// - an irregularity that waits for the opponent, or is being corrected, names it;
/// - the display asks to put it right;
/// - its reed is known to be faulty (`Contacts::differs` leaves it out).
///
/// Besides, every world has exactly the board's cells closed.
pub fn explained(game: &Game, now: Instant, events: &[Event]) -> Result<(), String> {
    worlds_explain(game)?;
    let counted = events.iter().any(|event| matches!(event.what, EventKind::Moved { .. }));
    let record = game.record();
    let phase = record.phase();
    if !counted || *phase != Phase::Playing {
        return Ok(());
    }
    let differs = Cells::from(game.contacts().differs(record.position().occupied()));
    let mut accounted: Cells =
        events.iter().map(|event| named(event.what)).fold(Cells::EMPTY, |all, named| all | named);
    let position = record.position();
    for world in game.worlds().iter() {
        for piece in world.pieces() {
            let his = position.pieces(position.turn()).contains(piece.home);
            let stacked = record.last().is_some_and(|last| last.to() == piece.home);
            let brushed = !Stamp::of(now).is_past(piece.lifted, game.settings().brush);
            if his || stacked || brushed {
                accounted = accounted.with(piece.home.cell());
                accounted |= piece.place.map_or(Cells::EMPTY, Cells::of);
            }
        }
        // What he captures goes with his move.
        for legal in position.legal_moves() {
            if world.piece(legal.from()).is_some() {
                accounted |= Cells::from(legal.captured());
            }
        }
    }
    accounted |= Cells::from(game.to_put_right() & game.asked_about());
    let left = differs - accounted;
    // A third half-move may have begun, or be complete.
    if left.is_empty() || game.hands() != Hands::Off {
        Ok(())
    } else {
        Err(format!("no event names {left:?}, which differ from {position}"))
    }
}

/// Whether every world has the cells closed that the board has, as far as they can be trusted.
pub fn worlds_explain(game: &Game) -> Result<(), String> {
    if !matches!(game.record().phase(), Phase::Playing | Phase::Choosing(_) | Phase::Restoring(_))
        || game.record().paused()
    {
        return Ok(());
    }
    let contacts = game.contacts();
    // Of a board on which more pieces are away than a world has room for, the rest is not known.
    let known =
        |world: &&World| world.pieces().len() < MAX_PIECES && !game.worlds().is_incomplete();
    for world in game.worlds().iter().filter(known) {
        let closed: Cells =
            Cell::all().filter(|cell| world.closes(*cell, game.record().position())).collect();
        let differs = (closed ^ contacts.cells()) - contacts.untrusted();
        if !differs.is_empty() {
            return Err(format!("a world does not explain the board on {differs:?}"));
        }
    }
    Ok(())
}

/// The cells named by an event.
fn named(what: EventKind) -> Cells {
    let cells = |squares: Squares, light: Option<_>| {
        Cells::from(squares) | light.map_or(Cells::EMPTY, Cells::of)
    };
    match what {
        EventKind::Irregularity(irregularity, _) => cells(irregularity.squares, irregularity.light),
        EventKind::Notice { squares, light, .. } => cells(squares, light),
        EventKind::AskedArbiter { squares, .. } => cells(squares, None),
        _ => Cells::EMPTY,
    }
}
