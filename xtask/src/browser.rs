//! `cargo xtask browser`: the pages of the PC program under a real browser.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::cargo;
use crate::emulator;
use crate::shell::{self, Call};

/// Where its packages are.
const FOLDER: &str = "pc/browser";
/// What the browser is called, by Debian and by others.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// What is missing and can't be had here, as a sentence; nothing if the pages can be tried.
///
/// A browser that this user may install is not missing: then it is installed, or the test fails.
pub(crate) fn missing() -> Option<String> {
    if !Call::new("node").args(["--version"]).succeeds() {
        return Some("Node.js is missing: no page can be tried in a browser".to_owned());
    }
    if !installed() && !Call::new("npm").args(["--version"]).succeeds() {
        return Some("npm is missing: what drives the browser cannot be installed".to_owned());
    }
    if browser().is_none() && root().is_none() {
        return Some("Chromium is missing, and only root could install it".to_owned());
    }
    None
}

/// Installs what drives the browser, and says where the browser is.
pub(crate) fn ready() -> Result<String> {
    if let Some(missing) = missing() {
        bail!(missing);
    }
    if !installed() {
        Call::new("npm")
            .args(["ci", "--prefix", FOLDER, "--no-audit", "--no-fund"])
            .run()
            .context("what drives the browser cannot be installed")?;
        fs::copy(lock(), stamp()).context("the folder of packages cannot be written")?;
    }
    match browser() {
        Some(browser) => Ok(browser),
        None => install(),
    }
}

/// Plays on the virtual board by mouse, and looks at a hall of three. With `image` it plays on the
/// firmware in the emulator, and that is all.
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

/// What to put before a line of the shell so that it may install packages of Debian without
/// asking anybody; nothing where that cannot be.
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

/// Installs the browser of Debian, and says where it is.
fn install() -> Result<String> {
    let root = root().context("Chromium is missing, and only root could install it")?;
    println!("installing Chromium from Debian");
    // Packages on their own; a list that is too old, another one that installs, or a slow
    // server are no reason to give up.
    let apt = format!(
        "{root}env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300"
    );
    let line =
        format!("{apt} update && {apt} install -y --no-install-recommends chromium > /dev/null");
    Call::new("sh").args(["-c", &line]).run().context("Chromium cannot be installed")?;
    browser().context("Chromium was installed, and is not there")
}

/// Where a browser is.
fn browser() -> Option<String> {
    NAMES.into_iter().find_map(|name| {
        let found = Call::new("sh").args(["-c", &format!("command -v {name}")]);
        if !found.succeeds() {
            return None;
        }
        found.output().ok().map(|path| path.trim().to_owned())
    })
}

fn lock() -> PathBuf {
    shell::root().join(FOLDER).join("package-lock.json")
}

/// A copy of the lock file that the installed packages belong to.
fn stamp() -> PathBuf {
    shell::root().join(FOLDER).join("node_modules/.installed-lock.json")
}

fn installed() -> bool {
    match (fs::read(lock()), fs::read(stamp())) {
        (Ok(lock), Ok(stamp)) => lock == stamp,
        _ => false,
    }
}
