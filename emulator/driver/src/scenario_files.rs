//! Lists the scenario files of a folder. `sim/` parses scenarios, but reads no files.

use std::io;
use std::path::{Path, PathBuf};

/// Returns the path of a scenario file, or of all files `*.scn` below a folder, sorted by name.
pub fn scenario_files(path: &Path) -> io::Result<Vec<PathBuf>> {
    each_scenario_file(path).collect()
}

/// The same one by one, with the error of each folder that cannot be read. Only the names in the
/// folders on the way to the current file are in memory.
pub fn each_scenario_file(path: &Path) -> impl Iterator<Item = io::Result<PathBuf>> + use<> {
    let mut found = Found { to_do: Vec::new() };
    let path = path.to_owned();
    let folder = path.is_dir();
    let single = (!folder).then(|| Ok(path.clone()));
    let unread = folder.then(|| found.open(&path).err()).flatten().map(Err);
    single.into_iter().chain(unread).chain(found)
}

/// A walk through folders.
struct Found {
    /// Entries of the open folders that were not visited yet, each folder's last one first.
    to_do: Vec<PathBuf>,
}

impl Found {
    fn open(&mut self, folder: &Path) -> io::Result<()> {
        let mut entries = folder.read_dir()?.collect::<io::Result<Vec<_>>>()?;
        entries.sort_by_key(|entry| entry.file_name());
        self.to_do.extend(entries.into_iter().rev().map(|entry| entry.path()));
        Ok(())
    }
}

impl Iterator for Found {
    type Item = io::Result<PathBuf>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(path) = self.to_do.pop() {
            if path.is_dir() {
                if let Err(error) = self.open(&path) {
                    return Some(Err(error));
                }
            } else if path.extension().is_some_and(|extension| extension == "scn") {
                return Some(Ok(path));
            }
        }
        None
    }
}
