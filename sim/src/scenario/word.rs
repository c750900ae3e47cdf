use damiera::rules::Edition;

use super::{Place, Problem};

/// A word of a line, and the column of its first character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) column: u32,
}

/// The words of a line, taken from the left.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    /// The rest of the line, without its comment.
    rest: &'a str,
    line: u32,
    /// The edition of the file, which numbers the articles.
    pub(super) edition: Edition,
    /// The column in which the rest begins.
    column: u32,
}

impl<'a> Words<'a> {
    /// The words of a line, without its comment.
    pub(super) fn of(line: &'a str, number: u32, edition: Edition) -> Self {
        let rest = line.split_once('#').map_or(line, |(before, _)| before).trim_end();
        Self { rest, line: number, edition, column: 1 }
    }

    /// The number of the line.
    pub(super) fn number_of_line(&self) -> u32 {
        self.line
    }

    /// The next word, without taking it.
    pub(super) fn peek(&self) -> Option<Word<'a>> {
        self.clone().take()
    }

    /// Takes the next word.
    pub(super) fn take(&mut self) -> Option<Word<'a>> {
        self.skip_spaces();
        if self.rest.is_empty() {
            return None;
        }
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        let word = Word { text, column: self.column };
        self.rest = rest;
        self.column += text.chars().count() as u32;
        Some(word)
    }

    /// Takes the next word if it is this one.
    pub(super) fn take_if(&mut self, text: &str) -> Option<Word<'a>> {
        self.peek().filter(|word| word.text == text)?;
        self.take()
    }

    /// Takes the next word; `wanted` names it in the error if there is none.
    pub(super) fn need(&mut self, wanted: &str) -> Result<Word<'a>, Problem> {
        self.take().ok_or_else(|| {
            let message = format!("the line ends here, and {wanted} is missing");
            Problem::syntax(Place { line: self.line, column: self.column + 1 }, message)
        })
    }

    /// Takes the rest of the line as one word.
    pub(super) fn need_rest(&mut self, wanted: &str) -> Result<Word<'a>, Problem> {
        self.skip_spaces();
        if self.rest.is_empty() {
            return self.need(wanted);
        }
        let word = Word { text: self.rest, column: self.column };
        self.column += self.rest.chars().count() as u32;
        self.rest = "";
        Ok(word)
    }

    /// Takes the next word, which must be one of these.
    pub(super) fn one_of<T: Copy>(
        &mut self,
        what: &str,
        known: &[(&str, T)],
    ) -> Result<T, Problem> {
        let names: Vec<_> = known.iter().map(|(name, _)| *name).collect();
        let word = self.need(&format!("{what} ({})", listed(&names)))?;
        let found = known.iter().find(|(name, _)| *name == word.text);
        found.map(|(_, value)| *value).ok_or_else(|| self.unknown(word, what, &names))
    }

    /// The error for a word that is none of the known ones, with a hint.
    pub(super) fn unknown(&self, word: Word<'_>, what: &str, known: &[&str]) -> Problem {
        let text = word.text;
        let hint = match nearest(text, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", listed(known)),
        };
        self.problem(word, format!("`{text}` is not {what}: {hint}"))
    }

    /// An error at the column of a word.
    pub(super) fn problem(&self, word: Word<'_>, message: String) -> Problem {
        Problem::syntax(Place { line: self.line, column: word.column }, message)
    }

    /// Checks that the line ends here.
    pub(super) fn end(&mut self) -> Result<(), Problem> {
        match self.take() {
            None => Ok(()),
            Some(word) => {
                let message =
                    format!("`{}` is too much: the line is complete before it", word.text);
                Err(self.problem(word, message))
            }
        }
    }

    fn skip_spaces(&mut self) {
        let rest = self.rest.trim_start();
        let skipped = &self.rest[..self.rest.len() - rest.len()];
        self.column += skipped.chars().count() as u32;
        self.rest = rest;
    }
}

/// `` `a`, `b` and `c` ``.
fn listed(names: &[&str]) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// The known word that the text is probably a misspelling of.
fn nearest<'a>(text: &str, known: &[&'a str]) -> Option<&'a str> {
    let text = text.to_lowercase();
    if let Some(beginning) = known.iter().find(|name| name.len() > 2 && text.starts_with(**name)) {
        return Some(beginning);
    }
    let distance = |name: &&str| strsim::osa_distance(&text, name);
    let near = known.iter().copied().min_by_key(distance)?;
    // At most half of the word, and at most three characters, may be wrong.
    let allowed = (near.chars().count() / 2).clamp(1, 3);
    (distance(&near) <= allowed).then_some(near)
}
