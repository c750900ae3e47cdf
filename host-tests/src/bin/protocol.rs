//! Adds the golden vectors that are missing and writes the generated parts of
//! `docs/`. `cargo xtask protocol` calls it.

use std::error::Error;
use std::fs;

use host_tests::wire::{generated, golden, schema};

fn main() -> Result<(), Box<dyn Error>> {
    let added = golden::append()?;
    println!("{added} vectors added in {}", golden::folder().display());
    let files = generated()?;
    if let [schema_file, _] = &files
        && let Some(old) = &schema_file.is
    {
        schema::extends(old, &schema_file.should_be).map_err(|difference| {
            format!("{difference}\nWhat has been on the wire stays: add a variant instead.")
        })?;
    }
    for file in files {
        if file.is.as_ref() != Some(&file.should_be) {
            fs::write(&file.path, &file.should_be)?;
            println!("{} written", file.path.display());
        }
    }
    Ok(())
}
