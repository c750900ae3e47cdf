use anyhow::{Context, Result, anyhow, bail};
use damiera::rules::{Colour, FenError, Position, Setup};

use super::{Game, Outcome, Ply, Shown, Step};

/// Parses the first game of a text. Fails at a move that is not legal.
pub(crate) fn read(text: &str) -> Result<Game> {
    let (tags, body) = tags(text)?;
    let fen = tags.iter().find(|(name, _)| name == "FEN");
    let start = match fen {
        Some((_, fen)) => from_fen(fen).map_err(|e| anyhow!("the tag FEN: {e}"))?,
        None => Position::start(),
    };
    let mut game =
        Game { tags, start, comments: Vec::new(), plies: Vec::new(), result: Outcome::Open };
    let mut number = 1;
    let mut rest = body.trim_start();
    while let Some(first) = rest.chars().next() {
        let position = *game.end();
        if first == '{' {
            let (comment, after) = rest[1..].split_once('}').context("a comment has no end")?;
            rest = after.trim_start();
            match (Shown::read(comment), game.plies.last_mut()) {
                (Some(clock), Some(last)) => last.clock = Some(clock),
                (_, Some(last)) => last.comments.push(comment.to_owned()),
                (_, None) => game.comments.push(comment.to_owned()),
            }
        } else if first == '/' {
            let (fen, after) = rest[1..].split_once('/').context("a /FEN/ has no end")?;
            rest = after.trim_start();
            let fen =
                fen.trim().strip_prefix("FEN").context("only a FEN stands between slashes")?;
            let after = fen.trim().trim_matches('"');
            let after = from_fen(after).map_err(|e| anyhow!("{after}: {e}"))?;
            let what = Step::Set { from: position.turn() };
            game.plies.push(Ply { what, after, number, clock: None, comments: Vec::new() });
        } else {
            let end = rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            rest = after.trim_start();
            if let Some(result) = Outcome::read(word) {
                game.result = result;
                return Ok(game);
            }
            // `1.`, `1...` or `1.22-18`.
            let digits = word.find('.').unwrap_or(0);
            let word = if digits > 0 {
                number = word[..digits]
                    .parse()
                    .with_context(|| format!("{word} is not a move number"))?;
                word[digits..].trim_start_matches('.')
            } else {
                word
            };
            if word.is_empty() || word.starts_with('$') {
                continue;
            }
            let played = position
                .read_move(word)
                .map_err(|error| anyhow!("move {number} ({word}): {error}"))?;
            let by = position.turn();
            let what = Step::Move { by, written: position.write_move(played).to_string() };
            let after = position.play_unchecked(played);
            game.plies.push(Ply { what, after, number, clock: None, comments: Vec::new() });
            number += u16::from(by == Colour::Black);
        }
    }
    Ok(game)
}

type Tags = Vec<(String, String)>;

/// Parses the tags; returns them and the rest of the text.
/// Reads a position. A man on the far base is one that was not crowned (4.5).
fn from_fen(text: &str) -> Result<Position, FenError> {
    text.parse().or_else(|error| {
        let uncrowned = text.parse::<Setup>().ok().map(Position::with_uncrowned);
        uncrowned.and_then(Result::ok).ok_or(error)
    })
}

fn tags(text: &str) -> Result<(Tags, &str)> {
    let mut tags = Vec::new();
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    while let Some(inner) = rest.strip_prefix('[') {
        let (name, value) = inner.split_once('"').context("a tag has no value")?;
        let (value, after) = quoted(value).context("the value of a tag has no end")?;
        tags.push((name.trim().to_owned(), value));
        let Some(after) = after.trim_start().strip_prefix(']') else {
            bail!("the tag {} does not end with ]", name.trim());
        };
        rest = after.trim_start();
    }
    Ok((tags, rest))
}

/// Parses a quoted text with backslash escapes up to its closing quotation mark.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((value, &text[at + 1..])),
            '\\' => value.push(chars.next()?.1),
            _ => value.push(c),
        }
    }
    None
}
