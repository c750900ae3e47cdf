//! Any position, by hand.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;

use super::board::{self, Mark};
use super::canvas::WIDTH;
use super::marks;
use super::pen::{BOLD, LIT, PLAIN, Pen, SMALL, line};
use super::texts;
use crate::game::snapshot::{Compose, ComposeStage, Entry, Snapshot};
use crate::rules::{Colour, Rank};

/// Where the words begin, right of the board.
const BESIDE: i32 = 68;

/// The board as it stands, and what is to be told of it.
pub(super) fn compose<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    snapshot: &Snapshot,
    compose: &Compose,
) -> Result<(), D::Error> {
    let marked = match compose.stage {
        ComposeStage::Mark { square, .. } => Some(square),
        _ => None,
    };
    let turned = snapshot.facing != snapshot.white;
    let told = matches!(compose.stage, ComposeStage::Mark { .. } | ComposeStage::Turn(_));
    board::draw(pen, turned, snapshot.blink, |cell| {
        let square = cell.dark();
        let black = square.is_some_and(|square| compose.black.contains(square));
        match square {
            _ if !compose.board.contains(cell) => Mark::None,
            None => Mark::Extra,
            // The one that is asked for blinks.
            Some(_) if square == marked => Mark::Missing,
            Some(_) if told && black => Mark::Dot,
            Some(_) => Mark::Piece,
        }
    })?;
    pen.words(BOLD, (BESIDE, 0), texts::COMPOSE)?;
    match compose.stage {
        ComposeStage::Place { refused } => {
            let words = if refused { texts::NO_POSITION } else { texts::PLACE };
            let words = pen.say(words);
            pen.wrapped(SMALL, (BESIDE, 16), WIDTH as i32 - BESIDE, words)?;
            let pieces = line(format_args!("{}", compose.board.dark().len()));
            pen.text(BOLD, (BESIDE, 50), LIT, &pieces)
        }
        ComposeStage::Mark { square, piece } => {
            pen.text(BOLD, (BESIDE, 11), LIT, &line(format_args!("{square}")))?;
            marks::piece(pen, (BESIDE + 22, 14), piece.colour, LIT)?;
            if piece.rank == Rank::King {
                marks::piece(pen, (BESIDE + 31, 14), piece.colour, LIT)?;
            }
            let colour = match piece.colour {
                Colour::White => Entry::White,
                Colour::Black => Entry::Black,
            };
            let rank = match piece.rank {
                Rank::Man => Entry::Man,
                Rank::King => Entry::King,
            };
            for (y, text) in [(23, texts::entry(colour)), (31, texts::entry(rank))] {
                pen.words(SMALL, (BESIDE, y), text)?;
            }
            let hints = [texts::MARK_COLOUR, texts::MARK_RANK];
            for (y, text) in [40, 48].into_iter().zip(hints) {
                pen.words(SMALL, (BESIDE, y), text)?;
            }
            pen.words(SMALL, (BESIDE, 56), texts::MARK_NEXT)
        }
        ComposeStage::Turn(colour) => {
            pen.words(PLAIN, (BESIDE, 18), texts::WHOSE_MOVE)?;
            marks::piece(pen, (BESIDE, 32), colour, LIT)?;
            pen.words(BOLD, (BESIDE + 9, 29), texts::colour(colour))?;
            pen.words(SMALL, (BESIDE, 56), texts::MARK_NEXT)
        }
    }
}
