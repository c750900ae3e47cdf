//! The golden vectors of `data/wire`, whose bytes never change their meaning.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use damiera_sim::wire::{bytes, frame};
use serde_json::Value;

use super::samples::{Message, Sample, samples};
use crate::data;

/// A message as title, JSON and bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vector {
    /// Description, unique in its file.
    pub title: String,
    /// The message as `serde_json` writes it.
    pub json: String,
    /// The encoded message.
    pub message: Vec<u8>,
    /// The message as a frame.
    pub frame: Vec<u8>,
}

/// All vectors of one kind of message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// Name without folder and extension.
    pub name: String,
    /// In the order in which they were added.
    pub vectors: Vec<Vector>,
}

/// The folder of the vectors.
pub fn folder() -> PathBuf {
    data::path("data/wire")
}

impl Sample {
    /// The name of its file.
    pub fn file(&self) -> String {
        let json = self.json();
        match self.message {
            Message::ToPc(_) => match kind(&json).as_str() {
                "event" => format!("event-{}", kind(&json["Event"]["what"])),
                other => other.to_owned(),
            },
            Message::ToBoard(_) => format!("command-{}", kind(&json["command"])),
        }
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.vector().json).expect("JSON just written")
    }

    /// The vector of this sample.
    pub fn vector(&self) -> Vector {
        let (json, message) = match &self.message {
            Message::ToPc(message) => (serde_json::to_string(message), bytes(message)),
            Message::ToBoard(message) => (serde_json::to_string(message), bytes(message)),
        };
        let json = json.expect("every message has a JSON");
        Vector { title: self.title.to_owned(), json, frame: frame(&message), message }
    }
}

/// The variant of an enum in JSON, in small letters: `SetNames` → `set-names`.
fn kind(json: &Value) -> String {
    let variant = match json {
        Value::String(name) => name.as_str(),
        Value::Object(fields) => fields.keys().next().map_or("", String::as_str),
        _ => "",
    };
    let mut kind = String::new();
    for (n, letter) in variant.chars().enumerate() {
        if letter.is_uppercase() && n > 0 {
            kind.push('-');
        }
        kind.extend(letter.to_lowercase());
    }
    kind
}

/// The files, by name.
pub fn files() -> Result<Vec<File>, String> {
    let folder = folder();
    let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(|e| e.to_string())?.path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let text = fs::read_to_string(&path).map_err(|e| format!("{name}: {e}"))?;
            let vectors = read(&text).map_err(|problem| format!("{name}: {problem}"))?;
            files.push(File { name, vectors });
        }
    }
    files.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(files)
}

fn read(text: &str) -> Result<Vec<Vector>, String> {
    let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let blocks = lines.split(|line| line.is_empty()).filter(|block| !block.is_empty());
    blocks.map(vector).collect()
}

fn vector(block: &[&str]) -> Result<Vector, String> {
    let [title, json, message, frame] = block else {
        return Err(format!("a vector is a title and three lines: {block:?}"));
    };
    let after = |line: &str, word: &str| {
        let rest = line.trim().strip_prefix(word).map(str::trim).map(str::to_owned);
        rest.ok_or_else(|| format!("`{line}` should begin with `{word}`"))
    };
    Ok(Vector {
        title: (*title).to_owned(),
        json: after(json, "json")?,
        message: from_hex(&after(message, "message")?)?,
        frame: from_hex(&after(frame, "frame")?)?,
    })
}

/// Adds a vector for each sample without one, and keeps the existing vectors. Returns the number
/// of vectors added.
pub fn append() -> Result<usize, String> {
    let mut added = 0;
    for sample in samples() {
        let name = sample.file();
        let path = folder().join(format!("{name}.txt"));
        let mut text = fs::read_to_string(&path).unwrap_or_else(|_| {
            format!("# Golden vectors of `{name}`: never edit one, only add. See README.md.\n")
        });
        let there = read(&text).map_err(|problem| format!("{name}: {problem}"))?;
        if there.iter().any(|vector| vector.title == sample.title) {
            continue;
        }
        let Vector { title, json, message, frame } = sample.vector();
        let (message, frame) = (hex(&message), hex(&frame));
        let _ =
            write!(text, "\n{title}\n  json    {json}\n  message {message}\n  frame   {frame}\n");
        fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        added += 1;
    }
    Ok(added)
}

/// `01 0a ff`.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

fn from_hex(text: &str) -> Result<Vec<u8>, String> {
    let byte = |word| u8::from_str_radix(word, 16).map_err(|_| format!("`{word}` is no byte"));
    text.split_whitespace().map(byte).collect()
}
