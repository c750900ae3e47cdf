use damiera::rules::Colour;

use super::{Game, Ply, Step};

/// Maximal length of a line in bytes.
const LINE: usize = 80;

/// Formats a game, ending with a new line.
pub(crate) fn write(game: &Game) -> String {
    let mut text = String::new();
    for (name, value) in &game.tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    }
    text.push('\n');
    let mut line = 0;
    for word in words(game) {
        if line > 0 && line + 1 + word.len() > LINE {
            text.push('\n');
            line = 0;
        } else if line > 0 {
            text.push(' ');
            line += 1;
        }
        text.push_str(&word);
        line += word.len();
    }
    text.push('\n');
    text
}

/// Returns the parts of the text between which a line may be broken.
fn words(game: &Game) -> Vec<String> {
    let mut words: Vec<String> = game.comments.iter().map(|text| braces(text)).collect();
    // Whether the last part is White's move, so that Black's needs no number.
    let mut follows = false;
    for Ply { what, after, number, clock, comments } in &game.plies {
        match what {
            Step::Move { by, written } => {
                match by {
                    Colour::White => words.push(format!("{number}. {written}")),
                    Colour::Black if follows => words.push(written.clone()),
                    Colour::Black => words.push(format!("{number}... {written}")),
                }
                follows = *by == Colour::White;
            }
            Step::Set { .. } => {
                words.push(format!("/FEN \"{after}\"/"));
                follows = false;
            }
        }
        words.extend(clock.map(|clock| braces(&clock.to_string())));
        words.extend(comments.iter().map(|text| braces(text)));
    }
    words.push(game.result.text().to_owned());
    words
}

fn braces(text: &str) -> String {
    format!("{{{text}}}")
}
