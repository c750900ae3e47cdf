use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::link::Fault;
use crate::pdn;

/// A folder with one PDN file a game.
///
/// A file is written whole beside its place and then moved there: whoever looks, or
/// whatever fails, finds the former text or the new one.
pub(crate) struct Archive {
    folder: PathBuf,
    /// Files that this program has written already, and so knows.
    own: HashSet<PathBuf>,
}

impl Archive {
    /// Makes the folder if there is none.
    pub(crate) fn open(folder: &Path) -> Result<Self, Fault> {
        fs::create_dir_all(folder).map_err(|e| Fault::of_writing(folder.to_owned(), e))?;
        Ok(Self { folder: folder.to_owned(), own: HashSet::new() })
    }

    /// Where the game of a board lies.
    pub(crate) fn path(&self, board: u64, game: u32) -> PathBuf {
        self.folder.join(format!("{board:016X}-{game:05}.pdn"))
    }

    /// Writes a game. With `whole` unset there may be more to come that was told
    /// before, so a longer file of the same game is left alone.
    pub(crate) fn keep(&mut self, path: &Path, game: &pdn::Game, whole: bool) -> Result<(), Fault> {
        let unwritten = |error| Fault::of_writing(path.to_owned(), error);
        let text = pdn::write(game);
        let back = pdn::read(&text).map_err(|e| unwritten(io::Error::other(format!("{e:#}"))))?;
        if pdn::write(&back) != text || back.end() != game.end() {
            return Err(unwritten(io::Error::other("the game does not read back as it is")));
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
                // Another game: of a board whose memory was erased, perhaps.
                Relation::Later | Relation::Other => {
                    fs::rename(path, unused(path)).map_err(unwritten)?;
                }
            }
        }
        replace(path, text.as_bytes()).map_err(unwritten)?;
        self.own.insert(path.to_owned());
        Ok(())
    }

    /// The next game of this name is another one: what lies there is to be kept.
    pub(crate) fn forget(&mut self) {
        self.own.clear();
    }
}

/// What a file has to do with a game.
enum Relation {
    /// The same game, not so far.
    Earlier,
    /// The same game, farther.
    Later,
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

/// A name beside this one that nothing has yet.
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

/// Puts a file in its place in one step.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = path.with_extension("part");
    let written = File::create(&temporary).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    if let Err(error) = written.and_then(|()| fs::rename(&temporary, path)) {
        // It is of no use to anybody.
        let _ = fs::remove_file(&temporary);
        return Err(error);
    }
    // Where a folder can be opened, its entry is to last too.
    if let Some(folder) = path.parent()
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
    Ok(())
}
