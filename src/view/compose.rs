//! The screens on which a position is composed by hand.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;

use super::board::{self, Mark};
use super::font::{BOLD, PLAIN, SMALL};
use super::painter::{LIT, Painter, line};
use super::symbols;
use super::texts;
use crate::menu::snapshot::{Compose, ComposeStage, Entry};
use crate::rules::{Colour, Rank};

/// Column where the texts right of the board begin: one pixel further than elsewhere, where the
/// longest hint still fits.
const TEXT_X: i32 = 68;

/// Draws the board as it stands, and the question that is asked about it.
pub(super) fn draw<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    compose: &Compose,
) -> Result<(), D::Error> {
    draw_board(painter, compose)?;
    painter.draw_text(texts::COMPOSE, BOLD.at(TEXT_X, 0))?;
    match compose.stage {
        ComposeStage::Place { refused } => {
            let text = if refused { texts::NO_POSITION } else { texts::PLACE };
            painter.draw_wrapped(painter.translate(text), SMALL.at(TEXT_X, 16))?;
            let pieces = compose.board.dark().len();
            return painter.draw_line(&line!("{pieces}"), BOLD.at(TEXT_X, 50));
        }
        ComposeStage::Mark { square, piece } => {
            painter.draw_line(&line!("{square}"), BOLD.at(TEXT_X, 11))?;
            symbols::draw_piece(painter, (TEXT_X + 22, 14), piece.colour, LIT)?;
            if piece.rank == Rank::King {
                symbols::draw_piece(painter, (TEXT_X + 31, 14), piece.colour, LIT)?;
            }
            let colour = match piece.colour {
                Colour::White => Entry::White,
                Colour::Black => Entry::Black,
            };
            let rank = match piece.rank {
                Rank::Man => Entry::Man,
                Rank::King => Entry::King,
            };
            painter.draw_text(texts::entry(colour), SMALL.at(TEXT_X, 23))?;
            painter.draw_text(texts::entry(rank), SMALL.at(TEXT_X, 31))?;
            painter.draw_text(texts::MARK_COLOUR, SMALL.at(TEXT_X, 40))?;
            painter.draw_text(texts::MARK_RANK, SMALL.at(TEXT_X, 48))?;
        }
        ComposeStage::Turn(colour) => {
            painter.draw_text(texts::WHOSE_MOVE, PLAIN.at(TEXT_X, 18))?;
            symbols::draw_piece(painter, (TEXT_X, 32), colour, LIT)?;
            painter.draw_text(texts::colour(colour), BOLD.at(TEXT_X + 9, 29))?;
        }
    }
    painter.draw_text(texts::MARK_NEXT, SMALL.at(TEXT_X, 56))
}

/// Draws the pieces on the board; the one that is being marked blinks.
fn draw_board<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    compose: &Compose,
) -> Result<(), D::Error> {
    let marked = match compose.stage {
        ComposeStage::Mark { square, .. } => Some(square),
        _ => None,
    };
    // Colours are known only once all pieces stand on the board.
    let coloured = matches!(compose.stage, ComposeStage::Mark { .. } | ComposeStage::Turn(_));
    let turned = painter.snapshot.facing != painter.snapshot.white;
    board::draw(painter, turned, |cell| {
        if !compose.board.contains(cell) {
            return Mark::None;
        }
        match cell.dark() {
            None => Mark::Extra,
            Some(square) if marked == Some(square) => Mark::Missing,
            Some(square) if coloured && compose.black.contains(square) => Mark::Dot,
            Some(_) => Mark::Piece,
        }
    })
}
