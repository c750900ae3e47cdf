//! The emulator: what it needs on this machine, and the images that it runs.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::firmware::{self, Image};
use crate::shell::{self, Call};

/// The oldest Node.js that is tried.
const NODE: u32 = 20;

/// The images of all boards, ready for the tests.
pub(crate) struct Images {
    folder: PathBuf,
    version: String,
}

/// What is missing to run the emulator, as a sentence; nothing if it can run.
pub(crate) fn missing() -> Option<String> {
    let version = Call::new("node").args(["--version"]).output().ok();
    let Some(version) = version else {
        return Some(format!("Node.js {NODE} or newer is missing: nothing can be emulated"));
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

/// The same, and for the first board an image with each of the other displays besides.
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

fn of_one_version(mut versions: Vec<String>) -> Result<Images> {
    let version = versions.pop().context("there is no board")?;
    ensure!(
        versions.iter().all(|other| *other == version),
        "the sources changed while the images were built"
    );
    Ok(Images { folder: folder(), version })
}

/// The same for one board; says where its image is.
pub(crate) fn image(board: &str) -> Result<PathBuf> {
    install()?;
    let boards = firmware::boards()?;
    ensure!(
        boards.iter().any(|known| known == board),
        "there is no board {board}, but {}",
        boards.join(", ")
    );
    build(board).map(|(file, _)| file)
}

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

/// Builds the image of a board; says where it is, and which version.
fn build(board: &str) -> Result<(PathBuf, String)> {
    write(board, firmware::build(board)?)
}

/// Writes an image to where the tests look for it.
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
    /// A call that finds the images.
    pub(crate) fn call(&self, line: &str) -> Call {
        Call::cargo(line)
            .variable("DAMIERA_IMAGES", self.folder.display().to_string())
            .variable("DAMIERA_IMAGE_VERSION", &self.version)
    }
}

fn lock() -> PathBuf {
    shell::root().join("emulator/package-lock.json")
}

/// A copy of the lock file that the installed packages belong to.
fn stamp() -> PathBuf {
    shell::root().join("emulator/node_modules/.installed-lock.json")
}

fn installed() -> bool {
    match (fs::read(lock()), fs::read(stamp())) {
        (Ok(lock), Ok(stamp)) => lock == stamp,
        _ => false,
    }
}
