//! `cargo xtask browser`: tests the pages of the PC program in Chromium.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::cargo;
use crate::emulator;
use crate::shell::{self, Call};

/// Folder of the npm packages.
const FOLDER: &str = "pc/browser";
/// Names of the browser's program, by Debian and other distributions.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Returns a sentence about the first requirement that is missing and cannot be installed; `None` if
/// the pages can be tested.
///
/// A browser that this user can install does not count as missing: [`ready`] installs it or fails.
pub(crate) fn missing() -> Option<String> {
    if !Call::new("node").args(["--version"]).succeeds() {
        return Some("Node.js is missing: the pages cannot be tested in a browser".to_owned());
    }
    if !installed() && !Call::new("npm").args(["--version"]).succeeds() {
        return Some(
            "npm is missing: the packages that control the browser cannot be installed".to_owned(),
        );
    }
    if browser().is_none() && root().is_none() {
        return Some("Chromium is missing, and only root can install it".to_owned());
    }
    None
}

/// Installs the npm packages and the browser if they are missing. Returns the path of the browser.
pub(crate) fn ready() -> Result<String> {
    if let Some(missing) = missing() {
        bail!(missing);
    }
    if !installed() {
        Call::new("npm")
            .args(["ci", "--prefix", FOLDER, "--no-audit", "--no-fund"])
            .run()
            .context("the packages that control the browser cannot be installed")?;
        fs::copy(lock(), stamp()).context("the folder of packages cannot be written")?;
    }
    match browser() {
        Some(browser) => Ok(browser),
        None => install(),
    }
}

/// Plays on the virtual board with the mouse, and tests the page of a hall of three boards. With
/// `image` it only plays, on the firmware in the emulator.
pub(crate) fn test(screenshot: bool, image: bool) -> Result<()> {
    let browser = ready()?;
    let build = "build --profile checked --package damiera-pc --bin damiera --target host-tuple";
    let program = cargo::build(Call::cargo(build))?.executable;
    if image {
        let elf = emulator::image("pico")?.display().to_string();
        let program = program.display().to_string();
        let options = ["", "--image", &elf];
        return Call::new("node")
            .args(["pc/browser/sim.js", &program, &browser])
            .args(options)
            .run();
    }
    for (script, picture) in
        [("pc/browser/sim.js", "docs/sim.png"), ("pc/browser/serve.js", "docs")]
    {
        let call = Call::new("node").args([script, &program.display().to_string(), &browser]);
        if screenshot { call.args([picture]).run()? } else { call.run()? }
    }
    Ok(())
}

/// Returns the prefix of a shell command that installs Debian packages without a password: empty for
/// root, or `sudo -n`; `None` if neither works.
fn root() -> Option<&'static str> {
    let can = |line: &str| Call::new("sh").args(["-c", line]).succeeds();
    if !can("command -v apt-get") {
        None
    } else if can("test \"$(id -u)\" = 0") {
        Some("")
    } else if can("sudo -n true") {
        Some("sudo -n ")
    } else {
        None
    }
}

/// Installs Debian's Chromium and returns its path.
fn install() -> Result<String> {
    let root = root().context("Chromium is missing, and only root can install it")?;
    println!("installing Chromium from Debian");
    // `update` for an old package list, a lock timeout for another apt that is running, retries for
    // a slow server.
    let apt = format!(
        "{root}env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300"
    );
    let line =
        format!("{apt} update && {apt} install -y --no-install-recommends chromium > /dev/null");
    Call::new("sh").args(["-c", &line]).run().context("Chromium cannot be installed")?;
    browser().context("Chromium was installed, but is not in the PATH")
}

/// Returns the path of the first browser of [`NAMES`] in the PATH.
fn browser() -> Option<String> {
    NAMES.into_iter().find_map(|name| {
        let found = Call::new("sh").args(["-c", &format!("command -v {name}")]);
        if !found.succeeds() {
            return None;
        }
        found.output().ok().map(|path| path.trim().to_owned())
    })
}

/// Path of npm's lock file.
fn lock() -> PathBuf {
    shell::root().join(FOLDER).join("package-lock.json")
}

/// Path of a copy of the lock file, written when its packages were installed.
fn stamp() -> PathBuf {
    shell::root().join(FOLDER).join("node_modules/.installed-lock.json")
}

/// Returns whether the installed packages are those of the lock file.
fn installed() -> bool {
    match (fs::read(lock()), fs::read(stamp())) {
        (Ok(lock), Ok(stamp)) => lock == stamp,
        _ => false,
    }
}
