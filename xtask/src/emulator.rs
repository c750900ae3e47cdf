//! Installs the emulator's npm packages and builds the images that it runs.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::firmware::{self, Image};
use crate::shell::{self, Call};

/// Oldest major version of Node.js that is supported, as in `emulator/package.json`.
const NODE: u32 = 20;

/// The images of all boards, in the folder where the tests look for them.
pub(crate) struct Images {
    folder: PathBuf,
    version: String,
}

/// Returns a sentence about the first requirement of the emulator that is missing; `None` if it can
/// run.
pub(crate) fn missing() -> Option<String> {
    let version = Call::new("node").args(["--version"]).output().ok();
    let Some(version) = version else {
        return Some(format!("Node.js {NODE} or newer is missing: the emulator cannot run"));
    };
    let major = version.trim().trim_start_matches('v').split('.').next().map(str::parse::<u32>);
    match major {
        Some(Ok(major)) if major >= NODE => {}
        _ => return Some(format!("Node.js is {}, but must be {NODE} or newer", version.trim())),
    }
    if !installed() && Call::new("npm").args(["--version"]).output().is_err() {
        return Some("npm is missing: the emulator's packages cannot be installed".to_owned());
    }
    None
}

/// Installs the emulator's packages if they are not those of its lock file, and builds the image
/// of every board.
pub(crate) fn prepare() -> Result<Images> {
    install()?;
    let mut versions = Vec::new();
    for board in firmware::boards()? {
        versions.push(build(&board)?.1);
    }
    of_one_version(versions)
}

/// Does the same as [`prepare`], and builds for the first board also an image with each of
/// [`firmware::DISPLAYS`].
pub(crate) fn prepare_with_displays() -> Result<Images> {
    let images = prepare()?;
    let boards = firmware::boards()?;
    let board = boards.first().context("there is no board")?;
    let mut versions = vec![images.version];
    for display in firmware::DISPLAYS {
        let image = firmware::build_for_display(board, display)?;
        versions.push(write(&format!("{board}-{display}"), image)?.1);
    }
    of_one_version(versions)
}

/// Checks that all images have the same version.
fn of_one_version(mut versions: Vec<String>) -> Result<Images> {
    let version = versions.pop().context("there is no board")?;
    ensure!(
        versions.iter().all(|other| *other == version),
        "the sources changed while the images were built"
    );
    Ok(Images { folder: folder(), version })
}

/// Installs the packages and builds the image of one board. Returns its path.
pub(crate) fn image(board: &str) -> Result<PathBuf> {
    install()?;
    let boards = firmware::boards()?;
    ensure!(
        boards.iter().any(|known| known == board),
        "there is no board {board}: boards/ has {}",
        boards.join(", ")
    );
    build(board).map(|(file, _)| file)
}

/// Installs the emulator's npm packages if they are not those of its lock file.
fn install() -> Result<()> {
    if let Some(missing) = missing() {
        anyhow::bail!(missing);
    }
    if !installed() {
        Call::new("npm")
            .args(["ci", "--prefix", "emulator", "--no-audit", "--no-fund"])
            .run()
            .context("the emulator's packages cannot be installed")?;
        fs::copy(lock(), stamp()).context("the folder of packages cannot be written")?;
    }
    Ok(())
}

/// Builds the image of a board. Returns its path and version.
fn build(board: &str) -> Result<(PathBuf, String)> {
    write(board, firmware::build(board)?)
}

/// Writes an image to the folder where the tests look for it. Returns its path and version.
fn write(name: &str, image: Image) -> Result<(PathBuf, String)> {
    let folder = folder();
    fs::create_dir_all(&folder)
        .with_context(|| format!("the folder {} cannot be made", folder.display()))?;
    let file = folder.join(format!("{name}.elf"));
    fs::write(&file, image.elf())
        .with_context(|| format!("{} cannot be written", file.display()))?;
    Ok((file, image.version))
}

fn folder() -> PathBuf {
    shell::target_dir().join("images")
}

impl Images {
    /// Returns a call of Cargo with the folder and the version of the images in its environment.
    pub(crate) fn call(&self, line: &str) -> Call {
        Call::cargo(line)
            .variable("DAMIERA_IMAGES", self.folder.display().to_string())
            .variable("DAMIERA_IMAGE_VERSION", &self.version)
    }
}

/// Path of npm's lock file.
fn lock() -> PathBuf {
    shell::root().join("emulator/package-lock.json")
}

/// Path of a copy of the lock file, written when its packages were installed.
fn stamp() -> PathBuf {
    shell::root().join("emulator/node_modules/.installed-lock.json")
}

/// Returns whether the installed packages are those of the lock file.
fn installed() -> bool {
    match (fs::read(lock()), fs::read(stamp())) {
        (Ok(lock), Ok(stamp)) => lock == stamp,
        _ => false,
    }
}
