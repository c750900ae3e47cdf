//! Lists the scenario files of a folder. `sim/` parses scenarios, but reads no files.

use std::io;
use std::path::{Path, PathBuf};

/// Returns the path of a scenario file, or of all files `*.scn` below a folder, sorted by name.
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
