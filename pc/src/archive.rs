use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::link::Fault;
use crate::pdn;

/// A folder with one PDN file a game.
///
/// [`replace`] writes a file beside its final name and renames it, so that a reader or a crash
/// finds either the former text or the new one.
pub(crate) struct Archive {
    folder: PathBuf,
    /// Files that this process has written: they are replaced without comparing.
    own: HashSet<PathBuf>,
}

impl Archive {
    /// Opens the folder, and creates it if it does not exist.
    pub(crate) fn open(folder: &Path) -> Result<Self, Fault> {
        fs::create_dir_all(folder).map_err(|e| Fault::of_writing(folder.to_owned(), e))?;
        Ok(Self { folder: folder.to_owned(), own: HashSet::new() })
    }

    /// Returns the path of a game: serial number of the board, number of the game.
    pub(crate) fn path(&self, board: u64, game: u32) -> PathBuf {
        self.folder.join(format!("{board:016X}-{game:05}.pdn"))
    }

    /// Writes a game. With `whole` unset, events that were already written in an earlier run may
    /// still follow, so a longer file of the same game is not replaced.
    pub(crate) fn keep(&mut self, path: &Path, game: &pdn::Game, whole: bool) -> Result<(), Fault> {
        let unwritten = |error| Fault::of_writing(path.to_owned(), error);
        let text = pdn::write(game);
        let back = pdn::read(&text).map_err(|e| unwritten(io::Error::other(format!("{e:#}"))))?;
        if pdn::write(&back) != text || back.end() != game.end() {
            return Err(unwritten(io::Error::other(
                "the written game does not read back unchanged",
            )));
        }
        if !self.own.contains(path)
            && let Ok(former) = fs::read_to_string(path)
        {
            if former == text {
                self.own.insert(path.to_owned());
                return Ok(());
            }
            match relation(&former, game) {
                Relation::Earlier => {}
                Relation::Later if !whole => return Ok(()),
                // Another game under the same name: the memory of the board was erased.
                Relation::Later | Relation::Other => {
                    fs::rename(path, unused(path)).map_err(unwritten)?;
                }
            }
        }
        replace(path, text.as_bytes()).map_err(unwritten)?;
        self.own.insert(path.to_owned());
        Ok(())
    }

    /// Treats all files as foreign again: the board's memory was erased, and its next game of the
    /// same number must not replace the former file.
    pub(crate) fn forget(&mut self) {
        self.own.clear();
    }
}

/// How the game in a file relates to the game to be written.
enum Relation {
    /// The same game with fewer or the same moves.
    Earlier,
    /// The same game with more moves.
    Later,
    /// Another game, or not a game.
    Other,
}

fn relation(former: &str, game: &pdn::Game) -> Relation {
    let Ok(former) = pdn::read(former) else { return Relation::Other };
    if former.start != game.start || former.tag("Date") != game.tag("Date") {
        return Relation::Other;
    }
    let (old, new): (Vec<_>, Vec<_>) = (former.moves().collect(), game.moves().collect());
    if new.starts_with(&old) {
        Relation::Earlier
    } else if old.starts_with(&new) {
        Relation::Later
    } else {
        Relation::Other
    }
}

/// Returns the first free name of the form `GAME.N.pdn`.
fn unused(path: &Path) -> PathBuf {
    let mut number = 1;
    loop {
        let other = path.with_extension(format!("{number}.pdn"));
        if !other.exists() {
            return other;
        }
        number += 1;
    }
}

/// Replaces a file atomically: writes `NAME.part`, syncs it and renames it.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = path.with_extension("part");
    let written = File::create(&temporary).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    if let Err(error) = written.and_then(|()| fs::rename(&temporary, path)) {
        // An incomplete file is useless.
        let _ = fs::remove_file(&temporary);
        return Err(error);
    }
    // Syncs the directory entry as well, on systems where a folder can be opened.
    if let Some(folder) = path.parent()
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
    Ok(())
}
