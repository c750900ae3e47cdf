//! DO NOT EDIT the files that these tests compare with.
//!
//! The vectors of `data/wire` and the types in `docs/protocol.json` were published: boards have them
//! in flash. If a test fails here, the code has changed the meaning of bytes: fix the code. A new
//! type is a new variant behind the last one; `cargo xtask protocol` adds its vectors and lines.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command as Process;

use damiera::protocol::{
    Command, Deframed, Deframer, EventPosition, NEWEST, OLDEST, ToBoard, ToPc,
};
use damiera::text::Text;
use damiera_sim::wire::{bytes, frame};
use host_tests::data;
use host_tests::wire::golden::{File, Vector, files};
use host_tests::wire::samples::samples;
use host_tests::wire::{generated, schema};
use serde_json::Value;

const DO_NOT_EDIT: &str = "\nDO NOT EDIT the golden vector: published bytes keep their meaning. Fix \
                           the code, or add a new variant.";

fn golden() -> Vec<File> {
    files().unwrap_or_else(|problem| panic!("{problem}"))
}

fn is_command(file: &File) -> bool {
    file.name.starts_with("command-")
}

/// The JSON of a vector's bytes, and the bytes of its JSON.
fn both_ways(file: &File, vector: &Vector) -> (String, Vec<u8>) {
    let name = || format!("{}, {}{DO_NOT_EDIT}", file.name, vector.title);
    if is_command(file) {
        let read = ToBoard::read(&vector.message).unwrap_or_else(|e| panic!("{e:?}: {}", name()));
        let written: ToBoard =
            serde_json::from_str(&vector.json).unwrap_or_else(|e| panic!("{e}: {}", name()));
        (serde_json::to_string(&read).expect("JSON"), bytes(&written))
    } else {
        let read = ToPc::read(&vector.message).unwrap_or_else(|e| panic!("{e}: {}", name()));
        let written: ToPc =
            serde_json::from_str(&vector.json).unwrap_or_else(|e| panic!("{e}: {}", name()));
        (serde_json::to_string(&read).expect("JSON"), bytes(&written))
    }
}

#[test]
fn do_not_edit_me_the_bytes_mean_what_they_always_meant() {
    let mut vectors = 0;
    for file in golden() {
        for vector in &file.vectors {
            let (json, message) = both_ways(&file, vector);
            let name = format!("{}, {}", file.name, vector.title);
            assert_eq!(json, vector.json, "{name}{DO_NOT_EDIT}");
            assert_eq!(message, vector.message, "{name}{DO_NOT_EDIT}");
            assert_eq!(frame(&message), vector.frame, "{name}{DO_NOT_EDIT}");
            vectors += 1;
        }
    }
    assert!(vectors >= 61, "{vectors} vectors: some are gone{DO_NOT_EDIT}");
}

#[test]
fn do_not_edit_me_the_frames_are_read() {
    for file in golden() {
        let mut deframer = Deframer::new();
        for vector in &file.vectors {
            let ends: Vec<_> = vector
                .frame
                .iter()
                .filter_map(|byte| match deframer.push(*byte)? {
                    Deframed::Message(message) => Some(message.to_vec()),
                    Deframed::Start => None,
                })
                .collect();
            assert_eq!(
                ends,
                std::slice::from_ref(&vector.message),
                "{}{DO_NOT_EDIT}",
                vector.title
            );
        }
    }
}

#[test]
fn every_sample_has_its_vector() {
    let files = golden();
    for sample in samples() {
        let name = sample.file();
        let file = files.iter().find(|file| file.name == name);
        let vector = file.and_then(|file| file.vectors.iter().find(|v| v.title == sample.title));
        let Some(vector) = vector else {
            panic!("{name} has no vector `{}`: run `cargo xtask protocol`", sample.title)
        };
        assert_eq!(*vector, sample.vector(), "{name}{DO_NOT_EDIT}");
    }
}

#[test]
fn every_kind_has_a_vector() {
    let registry = schema::registry();
    let files: BTreeSet<_> = samples().iter().map(|sample| sample.file()).collect();
    let mut kinds = Vec::new();
    for (prefix, name) in [("", "ToPc"), ("event-", "What"), ("command-", "Command")] {
        let variants = schema::variants(&registry, name);
        kinds.extend(variants.iter().map(|variant| format!("{prefix}{}", in_small(variant))));
    }
    let missing: Vec<_> =
        kinds.iter().filter(|kind| **kind != "event" && !files.contains(*kind)).collect();
    assert!(
        missing.is_empty(),
        "no golden vectors of {missing:?}: add samples to host-tests/src/wire/samples.rs, then run \
         `cargo xtask protocol`"
    );
}

/// `SetNames` → `set-names`.
fn in_small(name: &str) -> String {
    let mut small = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !small.is_empty() {
            small.push('-');
        }
        small.extend(letter.to_lowercase());
    }
    small
}

#[test]
fn do_not_edit_me_no_shape_changes() {
    let [json, _] = generated().unwrap_or_else(|problem| panic!("{problem}"));
    let old = json.is.unwrap_or_else(|| panic!("{} is missing", json.path.display()));
    if let Err(difference) = schema::extends(&old, &json.should_be) {
        panic!("{difference}{DO_NOT_EDIT}");
    }
}

#[test]
fn the_document_is_up_to_date() {
    for file in generated().unwrap_or_else(|problem| panic!("{problem}")) {
        assert!(
            file.is.as_deref() == Some(file.should_be.as_str()),
            "{} is out of date: run `cargo xtask protocol`",
            file.path.display()
        );
    }
}

#[test]
fn a_shape_that_changes_is_noticed() {
    let old = r#"{"A": {"enum":[["X","unit"]]}, "B": {"struct":[["a","u8"]]}}"#;
    let extends = |new| schema::extends(old, new);
    assert_eq!(extends(old), Ok(()));
    let longer = r#"{"A": {"enum":[["X","unit"],["Y","unit"]]}, "B": {"struct":[["a","u8"]]}}"#;
    assert_eq!(extends(longer), Ok(()));
    for changed in [
        r#"{"A": {"enum":[["Y","unit"],["X","unit"]]}, "B": {"struct":[["a","u8"]]}}"#,
        r#"{"A": {"enum":[]}, "B": {"struct":[["a","u8"]]}}"#,
        r#"{"A": {"enum":[["X","unit"]]}, "B": {"struct":[["a","u8"],["b","u8"]]}}"#,
        r#"{"A": {"enum":[["X","unit"]]}}"#,
    ] {
        assert!(extends(changed).is_err(), "{changed}");
    }
}

/// The decoder in Python reads every vector, in both directions.
#[test]
fn python_reads_the_vectors() {
    if Process::new("python3").arg("--version").output().is_err() {
        println!("python3 is missing: the example in Python is not tested");
        return;
    }
    let script = data::path("../docs/examples/read_stream.py");
    for (of_pc, kind) in [(false, "ToPc"), (true, "ToBoard")] {
        let files: Vec<_> = golden().into_iter().filter(|file| is_command(file) == of_pc).collect();
        let vectors: Vec<_> = files.iter().flat_map(|file| &file.vectors).collect();
        // A lone zero and a damaged frame come first, an event and a message of unknown kinds last.
        let mut stream = vec![0, 17, 3, 0];
        for vector in &vectors {
            stream.extend(&vector.frame);
        }
        if !of_pc {
            stream.extend(frame(&[1, 130, 1, 8, 9, 100, 1, 2, 3]));
            stream.extend(frame(&[100, 1, 2, 3]));
        }
        let recorded = std::env::temp_dir().join(format!("damiera-{}-{kind}", std::process::id()));
        fs::write(&recorded, &stream).expect("a temporary file");
        let ran = Process::new("python3")
            .arg(&script)
            .arg(&recorded)
            .args(["--type", kind])
            .output()
            .expect("python3 runs");
        fs::remove_file(&recorded).expect("the temporary file");
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(ran.status.success(), "{said}");
        let output = String::from_utf8(ran.stdout).expect("UTF-8");
        let mut lines = output.lines();
        for vector in &vectors {
            let line = lines.next().unwrap_or_else(|| panic!("no line for {}", vector.title));
            let json = |text| serde_json::from_str::<Value>(text).expect("JSON");
            assert_eq!(json(line), json(&vector.json), "{}", vector.title);
        }
        if !of_pc {
            let event =
                r#"{"UnknownEvent": {"game": 130, "number": 8, "at": 9, "bytes": "82010809640102"#;
            let line = lines.next().expect("a line for the event of a newer board");
            assert!(line.starts_with(event), "{line}");
            assert!(said.contains("1 damaged frames, 2 unknown messages"), "{said}");
        }
        assert_eq!(lines.next(), None);
    }
}

/// A board decodes the commands of the example in Python.
#[test]
fn python_is_understood() {
    let folder = data::path("../docs/examples");
    let script = "import sys; sys.path.insert(0, sys.argv[1]); import read_stream; \
                  sys.stdout.buffer.write(read_stream.greeting(3, 300))";
    // -B: no compiled files beside the example.
    let Ok(ran) = Process::new("python3").args(["-B", "-c", script]).arg(folder).output() else {
        println!("python3 is missing: the example in Python is not tested");
        return;
    };
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert_eq!(ran.stdout.first(), Some(&0), "a zero starts a connection");
    let mut deframer = Deframer::new();
    let commands: Vec<_> = ran
        .stdout
        .iter()
        .filter_map(|byte| match deframer.push(*byte)? {
            Deframed::Message(message) => Some(ToBoard::read(message).expect("a command").command),
            Deframed::Start => None,
        })
        .collect();
    let program = Text::cut("read_stream.py");
    let hello = Command::Hello { oldest: OLDEST, newest: NEWEST, program };
    assert_eq!(commands, [hello, Command::Replay(EventPosition { game: 3, number: 300 })]);
}
