//! A rough scanner of Rust sources: the paths, modules and macros that a source names.

use std::iter::Peekable;

/// Every path of at least two segments, with the braces of `use` written out:
/// `crate::{a, b::c}` gives `crate::a` and `crate::b::c`.
pub fn paths(source: &str) -> Vec<Vec<String>> {
    let mut tokens = tokens(&without_comments_and_texts(source)).into_iter().peekable();
    let mut paths = Vec::new();
    let mut after_separator = false;
    while let Some(token) = tokens.next() {
        match token {
            // The end of a path such as `<T as X>::y`: its start was scanned before.
            Token::Name(name) if !after_separator => {
                after_separator = false;
                tree(&mut tokens, vec![name], &mut paths);
            }
            other => after_separator = other == Token::Separator,
        }
    }
    paths.retain(|path| path.len() > 1);
    paths
}

/// The modules that a source declares, those with a body of their own included.
pub fn modules(source: &str) -> Vec<String> {
    let tokens = tokens(&without_comments_and_texts(source));
    let declared = tokens.windows(3).filter_map(|three| match three {
        [Token::Name(keyword), Token::Name(name), Token::Other(';' | '{')] if keyword == "mod" => {
            Some(name.clone())
        }
        _ => None,
    });
    declared.collect()
}

/// The names of the macros that a source calls.
pub fn macros(source: &str) -> Vec<String> {
    let tokens = tokens(&without_comments_and_texts(source));
    let called = tokens.windows(3).filter_map(|three| match three {
        [Token::Name(name), Token::Other('!'), Token::Other('(' | '[' | '{')] => Some(name.clone()),
        _ => None,
    });
    called.collect()
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Name(String),
    /// `::`
    Separator,
    Other(char),
}

/// Follows a path, and each of its branches, to the end.
fn tree(
    tokens: &mut Peekable<impl Iterator<Item = Token>>,
    mut path: Vec<String>,
    paths: &mut Vec<Vec<String>>,
) {
    while tokens.next_if_eq(&Token::Separator).is_some() {
        match tokens.peek() {
            Some(Token::Name(name)) => {
                path.push(name.clone());
                tokens.next();
            }
            Some(Token::Other('{')) => {
                tokens.next();
                loop {
                    match tokens.next() {
                        // `Move as M`: the new name leads nowhere else.
                        Some(Token::Name(name)) if name == "as" => {
                            tokens.next();
                        }
                        Some(Token::Name(name)) => {
                            let mut branch = path.clone();
                            branch.push(name);
                            tree(tokens, branch, paths);
                        }
                        Some(Token::Other('}')) | None => return,
                        Some(_) => {}
                    }
                }
            }
            Some(Token::Other('*')) => {
                path.push("*".to_owned());
                tokens.next();
            }
            _ => break,
        }
    }
    paths.push(path);
}

fn tokens(code: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = code.chars().peekable();
    while let Some(character) = rest.next() {
        if character.is_alphanumeric() || character == '_' {
            let mut name = character.to_string();
            while let Some(more) = rest.next_if(|c| c.is_alphanumeric() || *c == '_') {
                name.push(more);
            }
            tokens.push(Token::Name(name));
        } else if character == ':' && rest.next_if_eq(&':').is_some() {
            tokens.push(Token::Separator);
        } else if !character.is_whitespace() {
            tokens.push(Token::Other(character));
        }
    }
    tokens
}

/// The code alone: a path in a comment or in a text uses nothing.
fn without_comments_and_texts(source: &str) -> String {
    let mut code = String::new();
    let mut rest = source;
    while let Some(character) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if let Some(length) = raw_text(rest, code.chars().last()) {
            length
        } else if character == '"' {
            closing(rest, '"')
        } else if character == '\'' {
            character_literal(rest)
        } else {
            0
        };
        if skipped > 0 {
            code.push(' ');
            rest = &rest[skipped..];
        } else {
            code.push(character);
            rest = &rest[character.len_utf8()..];
        }
    }
    code
}

/// The length of a comment, with the comments inside it.
fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    for (at, _) in text.char_indices() {
        if text[at..].starts_with("/*") {
            depth += 1;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            if depth == 0 {
                return at + 2;
            }
        }
    }
    text.len()
}

/// The length of `r"…"` or `r#"…"#`, if one begins here.
fn raw_text(text: &str, before: Option<char>) -> Option<usize> {
    // The r of a name is not the r of a text.
    if before.is_some_and(|before| before.is_alphanumeric() && before != 'b') {
        return None;
    }
    let hashes = text.strip_prefix('r')?;
    let number = hashes.len() - hashes.trim_start_matches('#').len();
    let inner = hashes[number..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(number));
    let length = inner.find(&end).map_or(inner.len(), |at| at + end.len());
    Some(text.len() - inner.len() + length)
}

/// The length up to a closing mark that no backslash protects.
fn closing(text: &str, mark: char) -> usize {
    let mut protected = false;
    for (at, character) in text.char_indices().skip(1) {
        if !protected && character == mark {
            return at + 1;
        }
        protected = character == '\\' && !protected;
    }
    text.len()
}

/// The length of `'x'` or `'\n'`; 0 where a lifetime begins.
fn character_literal(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    match (characters.next(), characters.next()) {
        (Some((_, '\\')), _) => closing(text, '\''),
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{macros, modules, paths};

    fn joined(source: &str) -> Vec<String> {
        paths(source).iter().map(|path| path.join("::")).collect()
    }

    #[test]
    fn paths_are_written_out() {
        let source = "use crate::{time::Instant, rules::{Square, Move as M}, view::*};
            fn f(x: super::A) -> core::fmt::Result { self::g::<u8>(crate::h::I) }";
        assert_eq!(
            joined(source),
            [
                "crate::time::Instant",
                "crate::rules::Square",
                "crate::rules::Move",
                "crate::view::*",
                "super::A",
                "core::fmt::Result",
                "self::g",
                "crate::h::I",
            ]
        );
    }

    #[test]
    fn comments_and_texts_use_nothing() {
        let source = r####"// crate::a
            /* crate::b /* crate::c */ crate::d */
            let x = ("crate::e \" crate::f", r#"crate::g " crate::h"#, '"', '\'', b"crate::i");
            fn long<'a>(x: &'a crate::j::K) {}"####;
        assert_eq!(joined(source), ["crate::j::K"]);
    }

    #[test]
    fn modules_are_listed() {
        assert_eq!(
            modules("pub mod time; // mod old;\nmod tests { mod inner; }"),
            ["time", "tests", "inner"]
        );
    }

    #[test]
    fn macros_are_found_where_they_are_called() {
        let source = r#"if a != (b) { std::println!("print!(1)"); vec![1]; } // dbg!(1)"#;
        assert_eq!(macros(source), ["println", "vec"]);
    }
}
