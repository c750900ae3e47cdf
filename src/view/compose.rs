//! Any position, by hand.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;

use super::board::{self, Mark};
use super::marks;
use super::pen::{BOLD, LIT, PLAIN, Pen, SMALL};
use super::texts;
use crate::menu::snapshot::{Compose, ComposeStage, Entry};
use crate::rules::{Colour, Rank};

/// Where the words begin, right of the board.
const BESIDE: i32 = 68;

/// The board as it stands, and what is to be told of it.
pub(super) fn compose<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    compose: &Compose,
) -> Result<(), D::Error> {
    let marked = match compose.stage {
        ComposeStage::Mark { square, .. } => Some(square),
        _ => None,
    };
    let turned = pen.snapshot.facing != pen.snapshot.white;
    let told = matches!(compose.stage, ComposeStage::Mark { .. } | ComposeStage::Turn(_));
    board::draw(pen, turned, &|cell| {
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
    pen.words(texts::COMPOSE, BOLD.at(BESIDE, 0))?;
    match compose.stage {
        ComposeStage::Place { refused } => {
            let words = if refused { texts::NO_POSITION } else { texts::PLACE };
            pen.say(words).wrap(SMALL.at(BESIDE, 16))?;
            return pen.number(compose.board.dark().len() as u32).put(BOLD.at(BESIDE, 50));
        }
        ComposeStage::Mark { square, piece } => {
            pen.number(square.number().into()).put(BOLD.at(BESIDE, 11))?;
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
            for (y, text) in [
                (23, texts::entry(colour)),
                (31, texts::entry(rank)),
                (40, texts::MARK_COLOUR),
                (48, texts::MARK_RANK),
            ] {
                pen.words(text, SMALL.at(BESIDE, y))?;
            }
        }
        ComposeStage::Turn(colour) => {
            pen.words(texts::WHOSE_MOVE, PLAIN.at(BESIDE, 18))?;
            marks::piece(pen, (BESIDE, 32), colour, LIT)?;
            pen.words(texts::colour(colour), BOLD.at(BESIDE + 9, 29))?;
        }
    }
    pen.words(texts::MARK_NEXT, SMALL.at(BESIDE, 56))
}
