use std::fs;
use std::path::PathBuf;

use serde_reflection::Registry;

use super::explain::explain;
use super::golden::{self, hex};
use super::schema;
use crate::data;

/// A generated file of `docs/`.
#[derive(Clone, Debug)]
pub struct Generated {
    /// Path of the file.
    pub path: PathBuf,
    /// Present content; `None` if the file is missing.
    pub is: Option<String>,
    /// Generated content.
    pub should_be: String,
}

/// File and title of the vector that the document explains byte by byte.
const EXPLAINED: (&str, &str) = ("event-moved", "A simple move");

/// `docs/protocol.json`, and `docs/PROTOCOL.md` with its generated parts.
pub fn generated() -> Result<[Generated; 2], String> {
    let registry = schema::registry();
    let json = data::path("../docs/protocol.json");
    let text = data::path("../docs/PROTOCOL.md");
    let document = fs::read_to_string(&text).map_err(|e| format!("{}: {e}", text.display()))?;
    let with_tables = between(&document, "schema", &schema::as_tables(&registry))?;
    let should_be = between(&with_tables, "example", &example(&registry)?)?;
    Ok([
        Generated {
            is: fs::read_to_string(&json).ok(),
            path: json,
            should_be: schema::as_json(&registry),
        },
        Generated { is: Some(document), path: text, should_be },
    ])
}

/// The text with `part` between the two marks.
fn between(text: &str, mark: &str, part: &str) -> Result<String, String> {
    let begin = format!("<!-- generated: {mark} -->\n");
    let end = format!("<!-- end of {mark} -->");
    let marked = text.split_once(&begin).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(&end)?;
        Some(format!("{before}{begin}\n{part}{end}{after}"))
    });
    marked.ok_or_else(|| format!("the marks of the {mark} are missing in docs/PROTOCOL.md"))
}

/// Explains a frame byte by byte.
fn example(registry: &Registry) -> Result<String, String> {
    let (name, title) = EXPLAINED;
    let files = golden::files()?;
    let file = files.iter().find(|file| file.name == name);
    let vector = file.and_then(|file| file.vectors.iter().find(|vector| vector.title == title));
    let vector = vector.ok_or_else(|| format!("{name} has no vector `{title}`"))?;
    let mut text = format!("```text\n{}\n```\n\n", hex(&vector.frame));
    text.push_str(
        "The final zero ends the frame. COBS, with the bytes between its own left out:\n\n",
    );
    text.push_str("| byte | meaning |\n| --- | --- |\n");
    text.push_str(&cobs(&vector.frame));
    text.push_str("\nSo this was sent:\n\n");
    let crc = decoded(&vector.frame)?;
    let (message, crc) = crc.split_at(crc.len().saturating_sub(4));
    text.push_str(&format!("```text\n{} {}\n```\n\n", hex(message), hex(crc)));
    text.push_str("| bytes | meaning |\n| --- | --- |\n");
    for line in explain(registry, "ToPc", message) {
        text.push_str(&format!("| `{}` | {} |\n", line.bytes, line.says));
    }
    text.push_str(&format!("| `{}` | CRC-32 of the bytes before, low byte first |\n\n", hex(crc)));
    Ok(text)
}

/// A table of the bytes that COBS added or changed.
fn cobs(frame: &[u8]) -> String {
    let (mut text, mut at) = (String::new(), 0);
    while frame[at] != 0 {
        let run = usize::from(frame[at]) - 1;
        let then = if frame[at + run + 1] == 0 { "the end" } else { "a zero" };
        text.push_str(&format!("| `{:02x}` | {run} bytes as they are, then {then} |\n", run + 1));
        at += run + 1;
    }
    text
}

/// Decodes COBS, independently of `Deframer`.
fn decoded(frame: &[u8]) -> Result<Vec<u8>, String> {
    let mut left = frame.strip_suffix(&[0]).ok_or("a frame ends with a zero")?;
    let mut decoded = Vec::new();
    while let Some((code, rest)) = left.split_first() {
        let (run, rest) = rest.split_at_checked(usize::from(*code) - 1).ok_or("a run too long")?;
        decoded.extend(run);
        if *code < 0xff && !rest.is_empty() {
            decoded.push(0);
        }
        left = rest;
    }
    Ok(decoded)
}
