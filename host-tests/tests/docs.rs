//! The documentation names files that exist.

use std::fs;
use std::path::{Path, PathBuf};

use host_tests::data;

/// Top-level folders whose files are named by their paths from the root.
const ROOTS: [&str; 9] =
    ["src/", "sim/", "pc/", "host-tests/", "emulator/", "boards/", "xtask/", "docs/", ".ci/"];

/// Every page of the documentation, from the root.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && name != "target" && name != "node_modules" {
                pages(&path, found);
            }
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

/// The texts between two signs, such as the code spans of a page.
fn between<'a>(text: &'a str, open: &'a str, close: char) -> impl Iterator<Item = &'a str> {
    text.split(open).skip(1).filter_map(move |rest| Some(rest.split_once(close)?.0))
}

#[test]
fn every_file_that_a_page_names_exists() {
    let root = data::path("..");
    let mut all = Vec::new();
    pages(&root, &mut all);
    assert!(all.len() > 10, "the pages were not found");
    let mut checked = 0;
    for page in all {
        let text = fs::read_to_string(&page).expect("a page");
        let folder = page.parent().expect("a folder");
        for target in between(&text, "](", ')') {
            let target = target.split('#').next().unwrap_or_default();
            if !target.is_empty() && !target.contains("://") {
                assert!(folder.join(target).exists(), "{}: link to {target}", page.display());
                checked += 1;
            }
        }
        for span in text.split('`').skip(1).step_by(2) {
            let path = span.split("::").next().unwrap_or_default();
            let plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
            let is_path =
                ROOTS.iter().any(|root| path.starts_with(root)) && path.chars().all(plain);
            // `boards/NAME` stands for a board that a reader adds.
            if is_path && !path.contains("NAME") {
                let exists = root.join(path).exists() || folder.join(path).exists();
                assert!(exists, "{}: there is no {path}", page.display());
                checked += 1;
            }
        }
    }
    assert!(checked > 100, "only {checked} names were found");
}
