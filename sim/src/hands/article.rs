//! Which article an act breaks, by the regulations alone: the table "Which article" from the top.

use damiera::event::Breach;
use damiera::rules::{Direction, Position, Rank, Square, Squares};

/// One own piece goes from a square to another one, and then these pieces come off.
#[derive(Clone, Debug)]
pub(super) struct Displacement<'a> {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) off: &'a [Square],
}

/// The irregularity of a displacement; `None` if it is lawful, or if the table leaves open what it is.
pub(super) fn breach(position: &Position, act: &Displacement<'_>) -> Option<Breach> {
    let Displacement { from, to, off } = *act;
    let us = position.turn();
    let off: Squares = off.iter().copied().collect();
    let own = off & position.pieces(us);
    let foreign = off & position.pieces(us.opponent());
    let legal = position.legal_moves();
    let ends = || legal.iter().filter(move |m| (m.from(), m.to()) == (from, to));
    let captures = || ends().filter(|m| m.is_capture());
    if ends().any(|m| m.captured() == off) {
        return None;
    }
    if captures().next().is_some() {
        if !own.is_empty() {
            return Some(Breach::OwnOff);
        }
        let forbidden = forbidden(position, from, to, off).is_some();
        if captures().all(|m| !(foreign - m.captured()).is_empty()) {
            return (!forbidden).then_some(Breach::NotCaptured);
        }
        let inner =
            legal.iter().any(|m| m.from() == from && passes(m.path(), to, m.captured().len()));
        let several = captures().next()?.captured().len() > 1;
        let left = if several { Breach::SomeLeftOn } else { Breach::OneLeftOn };
        return (!inner && !forbidden).then_some(left);
    }
    if ends().next().is_some() {
        return Some(Breach::PiecesOff);
    }
    let stopped = |m: &&_| {
        let m: &damiera::rules::Move = m;
        m.from() == from && passes(m.path(), to, m.captured().len())
    };
    if let Some(inner) = legal.iter().find(stopped) {
        let fits = own.is_empty() && (foreign - inner.captured()).is_empty();
        return fits.then_some(Breach::Stopped);
    }
    if let Some(priority) = forbidden(position, from, to, off) {
        return priority;
    }
    // 8.1.8: a whole legal capture, and one jump more.
    let farther = |m: &&damiera::rules::Move| {
        m.from() == from
            && m.is_capture()
            && (off - m.captured()).len() == 1
            && (m.captured() - off).is_empty()
            && jump(m.to(), to).is_some_and(|over| off.contains(over))
    };
    if legal.iter().any(|m| farther(&m)) {
        return Some(Breach::TooMany);
    }
    // The start of an unlawful capture, or one whose pieces were left on: the table does not say.
    let mut doubtful = false;
    position.each_capture(|m, _| doubtful |= m.from() == from && m.path().any(|stop| stop == to));
    if doubtful {
        return None;
    }
    let over = jump(from, to);
    if !off.is_empty() {
        let over = over.filter(|over| off == Squares::of(*over))?;
        return Some(Breach::Impossible { own: own.contains(over) });
    }
    if over.is_some_and(|over| position.pieces(us.opponent()).contains(over)) {
        return None;
    }
    let due = legal.first().is_some_and(|m| m.is_capture());
    let left = due && is_a_step(position, from, to);
    Some(if left { Breach::CaptureLeft } else { Breach::Displacement })
}

/// Whether a path leads over this square before its end.
fn passes(mut path: impl Iterator<Item = Square>, stop: Square, captured: usize) -> bool {
    path.position(|landing| landing == stop).is_some_and(|place| place + 1 < captured)
}

/// 8.1.15: a complete capture with these ends and pieces that a priority forbids. The inner value is
/// `None` where it cannot be told from another one.
fn forbidden(
    position: &Position,
    from: Square,
    to: Square,
    off: Squares,
) -> Option<Option<Breach>> {
    let mut best = None;
    let mut found = Vec::new();
    position.each_capture(|m, priority| {
        best = best.max(Some(priority));
        if (m.from(), m.to(), m.captured()) == (from, to, off) {
            found.push(priority);
        }
    });
    let (first, rest) = found.split_first()?;
    let by = first.surpassed_by(best?)?;
    let same = rest.iter().all(|other| best.and_then(|best| other.surpassed_by(best)) == Some(by));
    Some(same.then_some(Breach::Priority(by)))
}

/// The square jumped over between two squares.
pub(super) fn jump(from: Square, to: Square) -> Option<Square> {
    let towards = Direction::ALL.into_iter().find(|way| from.jump(*way) == Some(to))?;
    from.step(towards)
}

/// Whether it would be a simple move if no capture were due.
pub(super) fn is_a_step(position: &Position, from: Square, to: Square) -> bool {
    let Some(piece) = position.piece_at(from) else { return false };
    Direction::ALL.into_iter().any(|towards| {
        let forward = piece.rank == Rank::King || towards.is_forward_for(piece.colour);
        from.step(towards) == Some(to) && forward
    })
}
