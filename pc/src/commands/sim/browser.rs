use std::process::{Command, Stdio};

/// Opens a page in the browser. Errors are ignored: the address has been printed.
pub(super) fn open(address: &str) {
    let mut command = if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else if cfg!(target_os = "macos") {
        Command::new("open")
    } else {
        // Without a graphical session, xdg-open would start a text browser in this terminal.
        let screens = ["DISPLAY", "WAYLAND_DISPLAY"];
        if screens.iter().all(|name| std::env::var_os(name).is_none()) {
            return;
        }
        Command::new("xdg-open")
    };
    let quiet = command.arg(address).stdin(Stdio::null()).stdout(Stdio::null());
    let _ = quiet.stderr(Stdio::null()).spawn();
}
