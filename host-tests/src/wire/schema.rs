//! The schema of every message, traced from the types by `serde_reflection`: as JSON for programs in
//! other languages, as tables for `docs/PROTOCOL.md`, and as maximum lengths.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use damiera::clock::{AfterFlag, Award, Cadence, Pace, Period, Seconds, TimeControl};
use damiera::event::{
    Account, AccountEdge, Breach, Cause, ClockChange, CountNews, Decision, EventKind, Reason,
    Removal, Rival, StorageFault, Tag, Target,
};
use damiera::protocol::{
    Answer, Command, Correction, Denied, Invalid, Level, Ruling, ToBoard, ToPc,
};
use damiera::rules::{
    Article, Cell, Colour, Edition, Opening, OpeningTable, Position, Side, Square, Squares,
};
use damiera::sense::{Contact, Fault, Key, Line};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use serde_reflection::{
    ContainerFormat, Format, Named, Registry, Samples, Tracer, TracerConfig, VariantFormat,
};

/// Maximum number of elements of a list, or of bytes of a text, by its path: the tracer cannot see
/// them.
const BOUNDS: &[(&str, usize)] = &[
    ("Account.edges", Account::CAPACITY),
    ("Cadence.periods", 4),
    ("Command.Hello.program", 32),
    ("Hello.board", 16),
    ("Hello.build", 24),
    ("LogLine.text", 120),
    ("Move", 10),
    ("Names.black", 40),
    ("Names.white", 40),
    ("Sitting.event", 40),
    ("What.Tagged.text", 40),
];

/// The shapes of all types that go over the wire, by name.
pub fn registry() -> Registry {
    let config = TracerConfig::default().record_samples_for_structs(true).is_human_readable(false);
    let mut traced = Traced { tracer: Tracer::new(config), samples: Samples::new() };
    // Types that validate on decoding need a valid example.
    let start = Position::start();
    let [first, ..] = start.legal_moves()[..] else { unreachable!("the game begins") };
    traced.example(&Square::all().next());
    traced.example(&Cell::all().next());
    traced.example(&Opening::new(1));
    traced.example(&Article::new(6, 9));
    traced.example(&start);
    traced.example(&first);
    let edge = Square::all().next().map(|square| AccountEdge {
        before: 1,
        cell: square.cell(),
        closed: true,
        piece: Some(square),
    });
    let rival = Rival { breach: Some(Breach::TwoMoves), squares: Squares::EMPTY };
    traced.example(&Account::latest(edge.into_iter(), Some(rival)));
    let cadence = Cadence::new(&[Period::of(40, Seconds::new(3_600))], Award::AtPress);
    let cadence = Pace::Cadence(cadence.expect("a cadence"));
    traced.example(&TimeControl::same(cadence).expect("a time control"));
    // The tracer sees every variant of a nested enum only if the enum is traced by itself.
    traced.every_variant_of::<Colour>();
    traced.every_variant_of::<Side>();
    traced.every_variant_of::<Edition>();
    traced.every_variant_of::<OpeningTable>();
    traced.every_variant_of::<Key>();
    traced.every_variant_of::<Contact>();
    traced.every_variant_of::<Award>();
    traced.every_variant_of::<Pace>();
    traced.every_variant_of::<Removal>();
    traced.every_variant_of::<Breach>();
    traced.every_variant_of::<Target>();
    traced.every_variant_of::<Decision>();
    traced.every_variant_of::<Tag>();
    traced.every_variant_of::<Reason>();
    traced.every_variant_of::<CountNews>();
    traced.every_variant_of::<ClockChange>();
    traced.every_variant_of::<AfterFlag>();
    traced.every_variant_of::<Line>();
    traced.every_variant_of::<Fault>();
    traced.every_variant_of::<StorageFault>();
    traced.every_variant_of::<Cause>();
    traced.every_variant_of::<EventKind>();
    traced.every_variant_of::<Level>();
    traced.every_variant_of::<Denied>();
    traced.every_variant_of::<Invalid>();
    traced.every_variant_of::<Answer>();
    traced.every_variant_of::<Correction>();
    traced.every_variant_of::<Ruling>();
    traced.every_variant_of::<Command>();
    traced.every_variant_of::<ToPc>();
    traced.every_variant_of::<ToBoard>();
    traced.tracer.registry().unwrap_or_else(|error| {
        panic!("{error}\nadd the enums to the list in host-tests/src/wire/schema.rs")
    })
}

struct Traced {
    tracer: Tracer,
    samples: Samples,
}

impl Traced {
    fn example(&mut self, value: &impl Serialize) {
        if let Err(error) = self.tracer.trace_value(&mut self.samples, value) {
            panic!("{error}: {}", error.explanation());
        }
    }

    fn every_variant_of<T: DeserializeOwned>(&mut self) {
        if let Err(error) = self.tracer.trace_type::<T>(&self.samples) {
            let name = std::any::type_name::<T>();
            panic!("{name}: {error}: {}", error.explanation());
        }
    }
}

/// The names of an enum's variants, in order.
pub fn variants(registry: &Registry, name: &str) -> Vec<String> {
    match registry.get(name) {
        Some(ContainerFormat::Enum(variants)) => {
            variants.values().map(|variant| variant.name.clone()).collect()
        }
        _ => panic!("{name} is no enum on the wire"),
    }
}

/// The schema as JSON, for `docs/examples/read_stream.py` and other programs.
pub fn as_json(registry: &Registry) -> String {
    // One type a line, so that a change is one line in a diff.
    let lines: Vec<_> = sorted(registry)
        .map(|(name, container)| format!("  {}: {}", json!(name), container_json(container)))
        .collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

fn sorted(registry: &Registry) -> impl Iterator<Item = (&String, &ContainerFormat)> {
    registry.iter().collect::<BTreeMap<_, _>>().into_iter()
}

fn container_json(container: &ContainerFormat) -> Value {
    match container {
        ContainerFormat::UnitStruct => json!("unit"),
        ContainerFormat::NewTypeStruct(inner) => json!({ "newtype": format_json(inner) }),
        ContainerFormat::TupleStruct(parts) => json!({ "tuple": formats_json(parts) }),
        ContainerFormat::Struct(fields) => json!({ "struct": fields_json(fields) }),
        ContainerFormat::Enum(variants) => {
            let variants = variants.values().map(|variant| {
                let shape = match &variant.value {
                    VariantFormat::Unit => json!("unit"),
                    VariantFormat::NewType(inner) => json!({ "newtype": format_json(inner) }),
                    VariantFormat::Tuple(parts) => json!({ "tuple": formats_json(parts) }),
                    VariantFormat::Struct(fields) => json!({ "struct": fields_json(fields) }),
                    VariantFormat::Variable(_) => unreachable!("the registry is complete"),
                };
                json!([variant.name, shape])
            });
            json!({ "enum": variants.collect::<Vec<_>>() })
        }
    }
}

fn fields_json(fields: &[Named<Format>]) -> Vec<Value> {
    fields.iter().map(|field| json!([field.name, format_json(&field.value)])).collect()
}

fn formats_json(formats: &[Format]) -> Vec<Value> {
    formats.iter().map(format_json).collect()
}

fn format_json(format: &Format) -> Value {
    match format {
        Format::TypeName(name) => json!(name),
        Format::Option(inner) => json!({ "option": format_json(inner) }),
        Format::Seq(inner) => json!({ "list": format_json(inner) }),
        Format::Tuple(parts) => json!({ "tuple": formats_json(parts) }),
        Format::TupleArray { content, size } => {
            json!({ "tuple": vec![format_json(content); *size] })
        }
        primitive => json!(primitive_name(primitive)),
    }
}

fn primitive_name(format: &Format) -> &'static str {
    match format {
        Format::Bool => "bool",
        Format::U8 => "u8",
        Format::I8 => "i8",
        Format::U16 => "u16",
        Format::I16 => "i16",
        Format::U32 => "u32",
        Format::I32 => "i32",
        Format::U64 => "u64",
        Format::I64 => "i64",
        Format::Str => "text",
        other => panic!("nothing on the wire is a {other:?}"),
    }
}

/// The schema as Markdown tables: first the messages, then the other types by name.
pub fn as_tables(registry: &Registry) -> String {
    let first = ["ToPc", "ToBoard", "Command", "Event", "What"];
    let rest = sorted(registry).map(|(name, _)| name.as_str());
    let rest: Vec<_> = rest.filter(|name| !first.contains(name)).collect();
    let mut text = String::new();
    for name in first.into_iter().chain(rest) {
        let longest = longest(registry, name);
        let bytes = if longest == 1 { "byte" } else { "bytes" };
        let _ = writeln!(text, "#### {name}\n\nAt most {longest} {bytes}.\n");
        table(name, &registry[name], &mut text);
    }
    text
}

fn table(name: &str, container: &ContainerFormat, text: &mut String) {
    match container {
        ContainerFormat::UnitStruct => text.push_str("Nothing.\n\n"),
        ContainerFormat::NewTypeStruct(inner) => {
            let _ = writeln!(text, "{}\n", format_text(name, inner));
        }
        ContainerFormat::TupleStruct(parts) => {
            let _ = writeln!(text, "{}\n", formats_text(name, parts));
        }
        ContainerFormat::Struct(fields) => {
            text.push_str("| field | type |\n| --- | --- |\n");
            for field in fields {
                let place = format!("{name}.{}", field.name);
                let _ =
                    writeln!(text, "| `{}` | {} |", field.name, format_text(&place, &field.value));
            }
            text.push('\n');
        }
        // An enum of bare names fits on a line.
        ContainerFormat::Enum(variants)
            if variants.values().all(|variant| variant.value == VariantFormat::Unit) =>
        {
            let each = variants.iter();
            let each = each.map(|(number, variant)| format!("{number} `{}`", variant.name));
            let _ = writeln!(text, "{}.\n", each.collect::<Vec<_>>().join(", "));
        }
        ContainerFormat::Enum(variants) => {
            text.push_str("| number | variant | holds |\n| --- | --- | --- |\n");
            for (number, variant) in variants {
                let place = format!("{name}.{}", variant.name);
                let holds = match &variant.value {
                    VariantFormat::Unit => String::new(),
                    VariantFormat::NewType(inner) => format_text(&place, inner),
                    VariantFormat::Tuple(parts) => formats_text(&place, parts),
                    VariantFormat::Struct(fields) => fields_text(&place, fields),
                    VariantFormat::Variable(_) => unreachable!("the registry is complete"),
                };
                let _ = writeln!(text, "| {number} | `{}` | {holds} |", variant.name);
            }
            text.push('\n');
        }
    }
}

fn fields_text(place: &str, fields: &[Named<Format>]) -> String {
    let each = fields.iter().map(|field| {
        let place = format!("{place}.{}", field.name);
        format!("`{}` {}", field.name, format_text(&place, &field.value))
    });
    each.collect::<Vec<_>>().join(", ")
}

fn formats_text(place: &str, formats: &[Format]) -> String {
    formats.iter().map(|format| format_text(place, format)).collect::<Vec<_>>().join(", ")
}

fn format_text(place: &str, format: &Format) -> String {
    match format {
        Format::TypeName(name) => format!("[{name}](#{})", name.to_lowercase()),
        Format::Option(inner) => format!("option of {}", format_text(place, inner)),
        Format::Seq(inner) => {
            format!("list of at most {} {}", bound(place), format_text(place, inner))
        }
        Format::Str => format!("text of at most {} bytes", bound(place)),
        Format::Tuple(parts) => format!("({})", formats_text(place, parts)),
        Format::TupleArray { content, size } => {
            format!("{size} times {}", format_text(place, content))
        }
        primitive => primitive_name(primitive).to_owned(),
    }
}

fn bound(place: &str) -> usize {
    BOUNDS.iter().find(|(name, _)| *name == place).map(|(_, bound)| *bound).unwrap_or_else(|| {
        panic!("how long can {place} be? add it to BOUNDS in host-tests/src/wire/schema.rs")
    })
}

/// Maximum length of a value of this type, in bytes.
pub fn longest(registry: &Registry, name: &str) -> usize {
    longest_container(registry, name, &mut BTreeSet::new())
}

fn longest_container<'a>(
    registry: &'a Registry,
    name: &'a str,
    within: &mut BTreeSet<&'a str>,
) -> usize {
    assert!(within.insert(name), "{name} holds itself");
    let longest = match &registry[name] {
        ContainerFormat::UnitStruct => 0,
        ContainerFormat::NewTypeStruct(inner) => longest_format(registry, name, inner, within),
        ContainerFormat::TupleStruct(parts) => {
            parts.iter().map(|part| longest_format(registry, name, part, within)).sum()
        }
        ContainerFormat::Struct(fields) => longest_fields(registry, name, fields, within),
        ContainerFormat::Enum(variants) => {
            assert!(variants.len() <= 128, "a variant's number takes a byte");
            let each = variants.values().map(|variant| {
                let place = format!("{name}.{}", variant.name);
                match &variant.value {
                    VariantFormat::NewType(inner) => {
                        longest_format(registry, &place, inner, within)
                    }
                    VariantFormat::Tuple(parts) => {
                        let each = parts.iter();
                        each.map(|part| longest_format(registry, &place, part, within)).sum()
                    }
                    VariantFormat::Struct(fields) => {
                        longest_fields(registry, &place, fields, within)
                    }
                    _ => 0,
                }
            });
            1 + each.max().unwrap_or_default()
        }
    };
    within.remove(name);
    longest
}

fn longest_fields<'a>(
    registry: &'a Registry,
    place: &str,
    fields: &'a [Named<Format>],
    within: &mut BTreeSet<&'a str>,
) -> usize {
    let each = fields.iter().map(|field| {
        longest_format(registry, &format!("{place}.{}", field.name), &field.value, within)
    });
    each.sum()
}

fn longest_format<'a>(
    registry: &'a Registry,
    place: &str,
    format: &'a Format,
    within: &mut BTreeSet<&'a str>,
) -> usize {
    match format {
        Format::TypeName(name) => longest_container(registry, name, within),
        Format::Bool | Format::U8 | Format::I8 => 1,
        Format::U16 | Format::I16 => 3,
        Format::U32 | Format::I32 => 5,
        Format::U64 | Format::I64 => 10,
        // Lengths stay below 128, which take a byte.
        Format::Str => 1 + bound(place),
        Format::Seq(inner) => 1 + bound(place) * longest_format(registry, place, inner, within),
        Format::Option(inner) => 1 + longest_format(registry, place, inner, within),
        Format::Tuple(parts) => {
            parts.iter().map(|part| longest_format(registry, place, part, within)).sum()
        }
        Format::TupleArray { content, size } => {
            size * longest_format(registry, place, content, within)
        }
        other => panic!("nothing on the wire is a {other:?}"),
    }
}

/// Checks that the new schema only extends the old one: types do not change, but an enum may have
/// more variants behind its last one.
pub fn extends(old: &str, new: &str) -> Result<(), String> {
    let read = |text| serde_json::from_str::<BTreeMap<String, Value>>(text);
    let old = read(old).map_err(|error| format!("the old schema: {error}"))?;
    let new = read(new).map_err(|error| format!("the new schema: {error}"))?;
    for (name, old) in &old {
        let new = new.get(name).ok_or_else(|| format!("{name} is gone"))?;
        let same = match (old["enum"].as_array(), new["enum"].as_array()) {
            (Some(old), Some(new)) => new.starts_with(old),
            _ => old == new,
        };
        if !same {
            return Err(format!("{name} was {old}, and is {new}"));
        }
    }
    Ok(())
}
