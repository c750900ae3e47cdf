//! Explains a message byte by byte, for `docs/PROTOCOL.md`.

use serde_reflection::{ContainerFormat, Format, Named, Registry, VariantFormat};

use super::golden::hex;

/// Bytes of a message and their meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The bytes as hexadecimal digits.
    pub(super) bytes: String,
    /// Their meaning.
    pub(super) says: String,
}

/// Explains each byte of a value of this type; panics if the bytes are no such value.
pub(super) fn explain(registry: &Registry, name: &str, bytes: &[u8]) -> Vec<Line> {
    let mut explained = Explained { registry, left: bytes, lines: Vec::new() };
    explained.container(name, name);
    assert!(explained.left.is_empty(), "{:?} is left", explained.left);
    explained.lines
}

struct Explained<'a> {
    registry: &'a Registry,
    left: &'a [u8],
    lines: Vec<Line>,
}

impl<'a> Explained<'a> {
    fn take(&mut self, number: usize) -> &'a [u8] {
        let (taken, left) = self.left.split_at(number);
        self.left = left;
        taken
    }

    fn say(&mut self, bytes: &[u8], says: String) {
        self.lines.push(Line { bytes: hex(bytes), says });
    }

    /// Takes a variable-length integer: groups of seven bits, the lowest first.
    fn number(&mut self) -> (&'a [u8], u64) {
        let length = 1 + self.left.iter().take_while(|byte| **byte >= 0x80).count();
        let bytes = self.take(length);
        let add = |number, byte: &u8| number << 7 | u64::from(byte & 0x7f);
        (bytes, bytes.iter().rev().fold(0, add))
    }

    fn container(&mut self, place: &str, name: &str) {
        match &self.registry[name] {
            ContainerFormat::UnitStruct => {}
            ContainerFormat::NewTypeStruct(inner) => self.format(place, inner, name),
            ContainerFormat::TupleStruct(parts) => self.formats(place, parts),
            ContainerFormat::Struct(fields) => self.fields(place, fields),
            ContainerFormat::Enum(variants) => {
                let (bytes, number) = self.number();
                let variant = &variants[&(number as u32)];
                self.say(
                    bytes,
                    format!("`{place}`: variant {number} of {name}, `{}`", variant.name),
                );
                let place = format!("{place}.{}", variant.name);
                match &variant.value {
                    VariantFormat::NewType(inner) => self.format(&place, inner, ""),
                    VariantFormat::Tuple(parts) => self.formats(&place, parts),
                    VariantFormat::Struct(fields) => self.fields(&place, fields),
                    _ => {}
                }
            }
        }
    }

    fn fields(&mut self, place: &str, fields: &[Named<Format>]) {
        for field in fields {
            self.format(&format!("{place}.{}", field.name), &field.value, "");
        }
    }

    fn formats(&mut self, place: &str, formats: &[Format]) {
        for (n, format) in formats.iter().enumerate() {
            self.format(&format!("{place}[{n}]"), format, "");
        }
    }

    /// Explains a value; `of` is the name of the enclosing newtype, or empty.
    fn format(&mut self, place: &str, format: &Format, of: &str) {
        let of = if of.is_empty() { String::new() } else { format!("{of} ") };
        match format {
            Format::TypeName(name) => self.container(place, name),
            Format::Bool => {
                let byte = self.take(1);
                let says = if byte == [0] { "no" } else { "yes" };
                self.say(byte, format!("`{place}`: {says}"));
            }
            Format::U8 => {
                let byte = self.take(1);
                self.say(byte, format!("`{place}`: {of}{}", byte[0]));
            }
            Format::U16 | Format::U32 | Format::U64 => {
                let (bytes, number) = self.number();
                self.say(bytes, format!("`{place}`: {of}{number}"));
            }
            Format::Str => {
                let (bytes, length) = self.number();
                self.say(bytes, format!("`{place}`: a text of {length} bytes"));
                let text = self.take(length as usize);
                self.say(text, format!("`{}`", String::from_utf8_lossy(text)));
            }
            Format::Option(inner) => {
                let byte = self.take(1);
                let says = if byte == [0] { "nothing" } else { "there is one" };
                self.say(byte, format!("`{place}`: {says}"));
                if byte != [0] {
                    self.format(place, inner, "");
                }
            }
            Format::Seq(inner) => {
                let (bytes, length) = self.number();
                self.say(bytes, format!("`{place}`: {of}a list of {length}"));
                for n in 0..length {
                    self.format(&format!("{place}[{n}]"), inner, "");
                }
            }
            Format::Tuple(parts) => self.formats(place, parts),
            Format::TupleArray { content, size } => {
                for n in 0..*size {
                    self.format(&format!("{place}[{n}]"), content, "");
                }
            }
            other => panic!("{other:?} is not explained yet"),
        }
    }
}
