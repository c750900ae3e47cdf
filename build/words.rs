//! The words of the display, made smaller.
//!
//! `src/view/texts.rs` has each text where it belongs, as `text!("Italian", "English")`. Here they are
//! collected, and the two signs that most often stand side by side become one, again and again, as
//! long as there are bytes without a meaning: a third less.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// From here up a byte stands for two others.
const FIRST_PAIR: u8 = 0x80;
/// One start is kept for so many strings; the others are counted from there.
const STRIDE: usize = 16;
/// Ends a string.
const END: u8 = 0;

/// The source of the tables, from the source of the texts.
pub(crate) fn source(texts: &str) -> String {
    let texts = collected(texts);
    let strings: Vec<&str> = texts.iter().flat_map(|(one, other)| [*one, *other]).collect();
    // ASCII stands for itself; the few letters beyond it are numbered.
    let beyond: BTreeSet<char> = strings.concat().chars().filter(|c| !c.is_ascii()).collect();
    let beyond: Vec<char> = beyond.into_iter().collect();
    for letter in &beyond {
        assert!(super::fonts::ACCENTS.contains(*letter), "no font has the {letter} of a text");
    }
    // They are numbered below the first sign of ASCII that is written, the space.
    assert!(beyond.len() < usize::from(b' ') - 1, "too many letters beyond ASCII");
    let code = |letter: char| match beyond.iter().position(|other| *other == letter) {
        Some(index) => index as u8 + 1,
        None => letter as u8,
    };
    let mut coded: Vec<u8> = Vec::new();
    for string in &strings {
        coded.extend(string.chars().map(code));
        coded.push(END);
    }
    let pairs = compress(&mut coded);

    let ends = (0..coded.len()).filter(|at| coded[*at] == END).map(|at| at + 1);
    let starts: Vec<usize> = [0].into_iter().chain(ends).step_by(STRIDE).collect();
    let letters: Vec<u8> = beyond
        .iter()
        .map(|letter| u8::try_from(*letter).expect("the fonts have the letters of ISO 8859-1"))
        .collect();

    let mut source = String::new();
    let mut table = |name: &str, kind: &str, rows: &dyn std::fmt::Debug| {
        writeln!(source, "const {name}: {kind} = {rows:?};").expect("a text can be written to");
    };
    table("TEXTS", &format!("[(&str, &str); {}]", texts.len()), &texts);
    table("STRIDE", "usize", &STRIDE);
    table("STARTS", &format!("[u16; {}]", starts.len()), &starts);
    table("CODED", &format!("[u8; {}]", coded.len()), &coded);
    table("FIRST_PAIR", "u8", &FIRST_PAIR);
    table("PAIRS", &format!("[[u8; 2]; {}]", pairs.len()), &pairs);
    table("BEYOND_ASCII", &format!("[u8; {}]", letters.len()), &letters);
    source
}

/// Every text once.
fn collected(source: &str) -> Vec<(&str, &str)> {
    let mut texts = BTreeSet::new();
    for call in source.split("text!(").skip(1) {
        // Strings are at odd places between quotes; the macro itself has none.
        let mut parts = call.split('"');
        if let (Some(before), Some(italian), Some(_), Some(english)) =
            (parts.next(), parts.next(), parts.next(), parts.next())
            && before.trim().is_empty()
        {
            texts.insert((italian, english));
        }
    }
    texts.into_iter().collect()
}

/// Puts one byte for the pair that is most frequent, until all bytes have a meaning or no pair is
/// worth its place in the table.
fn compress(coded: &mut Vec<u8>) -> Vec<[u8; 2]> {
    let mut pairs = Vec::new();
    for name in FIRST_PAIR..=u8::MAX {
        let mut counts: BTreeMap<[u8; 2], usize> = BTreeMap::new();
        for pair in coded.windows(2).filter(|pair| !pair.contains(&END)) {
            *counts.entry([pair[0], pair[1]]).or_default() += 1;
        }
        let Some((pair, count)) = counts.into_iter().max_by_key(|(_, count)| *count) else { break };
        if count < 3 {
            break;
        }
        pairs.push(pair);
        let mut rest = coded.as_slice();
        let mut shorter = Vec::new();
        while let [first, after @ ..] = rest {
            let found = rest.starts_with(&pair);
            shorter.push(if found { name } else { *first });
            rest = if found { &after[1..] } else { after };
        }
        *coded = shorter;
    }
    pairs
}
