//! Every fault gives one sentence and its exit code, and no recorded data is lost.

mod bench;
mod program;

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::Command;
use std::thread;

use bench::Bench;
use damiera::protocol::{Hello, ToPc};
use damiera_sim::wire;
use program::{Run, command, folder, interrupt, run, text};

/// Checks the exit code, and that standard error is one line with this text.
#[track_caller]
fn assert_said(run: &Run, code: i32, wanted: &str) {
    assert_eq!(run.code, Some(code), "{}", run.err);
    assert!(run.err.contains(wanted), "{wanted:?} in {}", run.err);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
}

/// A TCP server that sends these bytes to every client and ignores what it receives.
fn speaker(bytes: Vec<u8>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("tcp:{}", listener.local_addr().expect("bound"));
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.write_all(&bytes);
            // Until the client disconnects.
            let _ = stream.read_to_end(&mut Vec::new());
        }
    });
    address
}

#[test]
fn no_board_and_no_port() {
    let out = folder("nobody");
    let none = run(&["record", "-o", text(&out)]);
    // Skipped on a computer with a board.
    if none.code == Some(3) {
        assert_said(&none, 3, "no board is plugged in");
    }
    for command in ["games", "dump"] {
        let extra: &[&str] = if command == "dump" { &["-o", "nowhere.capture"] } else { &[] };
        let run = run(&[&[command, "/dev/ttyACM99"], extra].concat());
        assert_said(&run, 3, "/dev/ttyACM99: there is no such port");
    }
}

#[test]
fn something_else_is_there() {
    let out = folder("else");
    assert_said(
        &run(&["record", "/dev/null", "-o", text(&out)]),
        5,
        "does not answer as a Damiera board",
    );
    let printer = speaker(b"READY\r\n".to_vec());
    assert_said(
        &run(&["record", &printer, "-o", text(&out)]),
        5,
        "does not answer as a Damiera board",
    );
}

#[test]
fn a_board_of_the_future_is_there() {
    let hello = Hello { oldest: 7, newest: 9, ..bench::hello() };
    let board = speaker(wire::frame(&wire::bytes(&ToPc::Hello(hello))));
    let out = folder("future");
    let capture = out.join("future.capture");
    for args in [
        &["record", &board, "-o", text(&out)] as &[&str],
        &["games", &board],
        &["send", &board, "hello"],
        &["dump", &board, "-o", text(&capture)],
    ] {
        let wanted =
            "the board speaks protocol 7 or newer, this program only 2: update the program";
        assert_said(&run(args), 5, wanted);
    }
}

#[cfg(unix)]
#[test]
fn another_program_is_there() {
    use serialport::{SerialPort, TTYPort};
    let (_ours, theirs) = TTYPort::pair().expect("a pseudo-terminal");
    let name = theirs.name().expect("a name");
    let _held = serialport::new(&name, 115_200).open().expect("it is free");
    assert_said(&run(&["games", &name]), 4, "another program uses this port");
}

/// A port without any permissions; as root the program runs under another user.
#[cfg(unix)]
#[test]
fn the_port_belongs_to_others() {
    use serialport::{SerialPort, TTYPort};
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;

    let (_ours, theirs) = TTYPort::pair().expect("a pseudo-terminal");
    let name = theirs.name().expect("a name");
    fs::set_permissions(&name, fs::Permissions::from_mode(0o000)).expect("it is ours");
    let folder = folder("others");
    let is_root = fs::metadata(&folder).expect("a folder").uid() == 0;
    let mut child = if is_root {
        // A folder that every user can enter.
        let program = std::env::temp_dir().join(format!("damiera-{}", std::process::id()));
        fs::copy(env!("CARGO_BIN_EXE_damiera"), &program).expect("a copy");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("it is ours");
        let mut child = Command::new(program);
        child.uid(65_534).gid(65_534).current_dir("/");
        child
    } else {
        Command::new(env!("CARGO_BIN_EXE_damiera"))
    };
    let run: Run = child.args(["games", &name]).output().expect("it starts").into();
    if is_root {
        fs::remove_file(child.get_program()).expect("it is ours");
    }
    let id = fs::metadata(&name).expect("a port").gid();
    let groups = fs::read_to_string("/etc/group").expect("groups");
    let group = groups.lines().find_map(|line| {
        let fields: Vec<_> = line.split(':').collect();
        (fields[2] == id.to_string()).then(|| fields[0].to_owned())
    });
    let group = group.unwrap_or_else(|| "dialout".to_owned());
    assert_said(&run, 4, &format!("permission denied: join the group {group} "));
}

/// The disk is full during a game, and has room again later.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_survived() {
    let out = folder("full");
    let file = out.join(format!("{:016X}-00001.pdn", bench::ID));
    std::os::unix::fs::symlink("/dev/full", file.with_extension("part")).expect("a link");
    let mut bench = Bench::new();
    let child = command(&["record", &bench.address(), "-o", text(&out)]).spawn().expect("it");
    bench.begin();
    bench.play("21-17");
    let has = |wanted: &str| fs::read_to_string(&file).is_ok_and(|text| text.contains(wanted));
    bench.serve_until("room again", || has("21-17"));
    bench.play("10-13");
    bench.serve_until("the reply", || has("10-13"));
    let run = interrupt(child);
    assert_said(&run, 0, "the disk is full; the board keeps the game; retrying");
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_stays_full() {
    let mut bench = Bench::new();
    bench.begin();
    bench.play("21-17");
    let mut child = command(&["dump", &bench.address(), "-o", "/dev/full"]).spawn().expect("it");
    bench.serve_until("the end", || child.try_wait().expect("it can be asked").is_some());
    let run: Run = child.wait_with_output().expect("it ends").into();
    assert_said(&run, 7, "/dev/full: the disk is full");

    // Standard output is full, but the game is in its file.
    bench.unplug();
    let out = folder("no_lines");
    let full = fs::File::options().write(true).open("/dev/full").expect("it is there");
    let mut child = command(&["record", &bench.address(), "-o", text(&out), "--json"])
        .stdout(full)
        .spawn()
        .expect("it starts");
    bench.serve_until("the end", || child.try_wait().expect("it can be asked").is_some());
    let run: Run = child.wait_with_output().expect("it ends").into();
    assert_said(&run, 1, "No space left on device");
    let file = out.join(format!("{:016X}-00001.pdn", bench::ID));
    assert!(fs::read_to_string(file).expect("a game").contains("21-17"));
}
