//! The scenario files of a folder. The scenarios themselves are in `sim/`, which reads no files.

use std::io;
use std::path::{Path, PathBuf};

/// A scenario file, or all of them below a folder, in the order of their names.
pub fn scenario_files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    let mut entries = path.read_dir()?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(|entry| entry.file_name());
    for path in entries.into_iter().map(|entry| entry.path()) {
        if path.is_dir() {
            files.extend(scenario_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "scn") {
            files.push(path);
        }
    }
    Ok(files)
}
