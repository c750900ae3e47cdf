//! Builds the firmware and reads the sections, segments and symbols of its ELF file.

use std::env;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use object::elf::{PT_LOAD, SHF_ALLOC, SHT_NOBITS};
use object::read::elf::{ElfFile32, ProgramHeader as _, SectionHeader as _};
use object::{Endianness, Object as _, ObjectSection as _, ObjectSymbol as _};

use crate::shell::{self, Call};
use crate::toolchain::CHIP;
use crate::{cargo, toolchain};

const FLASH_START: u32 = 0x1000_0000;
const VECTOR_TABLE: u32 = FLASH_START + 0x100;
const RAM_START: u32 = 0x2000_0000;

/// The image of the firmware for one board.
pub(crate) struct Image {
    pub(crate) version: String,
    elf: Vec<u8>,
}

/// A section of the ELF file that occupies flash or RAM.
pub(crate) struct Section {
    pub(crate) name: String,
    pub(crate) address: u32,
    pub(crate) size: u32,
    pub(crate) in_flash: bool,
    pub(crate) in_ram: bool,
}

/// Bytes to program at an address of the flash.
pub(crate) struct Segment<'a> {
    pub(crate) address: u32,
    pub(crate) bytes: &'a [u8],
}

/// The addresses of the stack, which grows down from `top`.
pub(crate) struct Stack {
    pub(crate) top: u32,
    pub(crate) bottom: u32,
}

/// Returns the names of all boards: the folders of `boards/` with a `pins.rs`, sorted.
pub(crate) fn boards() -> Result<Vec<String>> {
    let folder = shell::root().join("boards");
    let mut boards = Vec::new();
    for entry in fs::read_dir(&folder).context("the folder boards/ cannot be read")? {
        let entry = entry?;
        if entry.path().join("pins.rs").is_file() {
            boards.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    ensure!(!boards.is_empty(), "no folder of boards/ has a pins.rs");
    boards.sort();
    Ok(boards)
}

/// The display controllers that have a feature `display-NAME` of the firmware, which replaces those in
/// the board's `wiring.rs`.
pub(crate) const DISPLAYS: [&str; 2] = ["sh1106", "ssd1309"];

/// Builds the firmware for a board and checks with [`Image::check`] that it can start.
pub(crate) fn build(board: &str) -> Result<Image> {
    build_with(board)
}

/// Does the same as [`build`], with one of [`DISPLAYS`].
pub(crate) fn build_for_display(board: &str, display: &str) -> Result<Image> {
    build_with(&format!("{board},display-{display}"))
}

fn build_with(features: &str) -> Result<Image> {
    toolchain::complete()?;
    let call = Call::cargo("build --release --package damiera --bin firmware");
    let built = cargo::build(call.args(board_arguments(features)).args(remapped_paths()?))?;
    let elf = fs::read(&built.executable)
        .with_context(|| format!("{} cannot be read", built.executable.display()))?;
    let image = Image {
        version: built
            .variable("DAMIERA_VERSION")
            .context("build.rs did not set DAMIERA_VERSION")?
            .to_owned(),
        elf,
    };
    image.check().with_context(|| format!("{} would not start", built.executable.display()))?;
    Ok(image)
}

/// Returns the arguments that remove this machine's folders from the source paths in the image (of
/// panics), so that the image is the same on every machine.
fn remapped_paths() -> Result<[String; 2]> {
    let sysroot = Call::new("rustc").args(["--print", "sysroot"]).output()?;
    let mut folders = vec![format!("{}/lib/rustlib/src/rust/", sysroot.trim())];
    let home = env::var("CARGO_HOME").ok().map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    // It exists: Cargo has unpacked the dependencies of this program there.
    let registries = home.and_then(|home| fs::read_dir(home.join("registry/src")).ok());
    for registry in registries.into_iter().flatten() {
        folders.push(format!("{}/", registry?.path().display()));
    }
    let flags = folders.into_iter().map(|folder| format!("--remap-path-prefix={folder}="));
    let flags = serde_json::to_string(&flags.collect::<Vec<_>>())?;
    // A list of strings is the same in JSON and in TOML. Cargo appends it to the list of
    // .cargo/config.toml.
    Ok(["--config".to_owned(), format!("target.{CHIP}.rustflags={flags}")])
}

/// Returns Cargo's arguments to build for one board. `features` is the name of the board; more
/// features may follow after commas.
pub(crate) fn board_arguments(features: &str) -> [&str; 5] {
    ["--no-default-features", "--features", features, "--target", CHIP]
}

impl Image {
    /// Returns the ELF file as the linker wrote it.
    pub(crate) fn elf(&self) -> &[u8] {
        &self.elf
    }

    /// Returns the sections that occupy flash or RAM, sorted by address.
    pub(crate) fn sections(&self) -> Result<Vec<Section>> {
        let file = self.file()?;
        let endian = file.endian();
        let mut sections = Vec::new();
        for section in file.sections() {
            let header = section.elf_section_header();
            let size = header.sh_size(endian);
            if !header.sh_flags(endian).contains(SHF_ALLOC) || size == 0 {
                continue;
            }
            let address = header.sh_addr(endian);
            sections.push(Section {
                name: section.name()?.to_owned(),
                address,
                size,
                // The initial values of .data are in flash too.
                in_flash: header.sh_type(endian) != SHT_NOBITS,
                in_ram: address >= RAM_START,
            });
        }
        sections.sort_by_key(|section| section.address);
        Ok(sections)
    }

    /// Returns the segments to program into the flash.
    pub(crate) fn segments(&self) -> Result<Vec<Segment<'_>>> {
        let file = self.file()?;
        let endian = file.endian();
        file.elf_program_headers()
            .iter()
            .filter(|header| header.p_type(endian) == PT_LOAD && header.p_filesz(endian) > 0)
            .map(|header| {
                let bytes = header.data(endian, self.elf.as_slice());
                Ok(Segment {
                    address: header.p_paddr(endian),
                    bytes: bytes.ok().context("a segment lies outside the ELF file")?,
                })
            })
            .collect()
    }

    /// Returns the addresses of the stack, from the linker's symbols.
    pub(crate) fn stack(&self) -> Result<Stack> {
        let file = self.file()?;
        let symbol = |name| {
            file.symbol_by_name(name)
                .map(|symbol| symbol.address() as u32)
                .with_context(|| format!("the symbol {name} is missing"))
        };
        Ok(Stack { top: symbol("_stack_start")?, bottom: symbol("_stack_end")? })
    }

    /// Checks the boot loader, the vector table and the stack. Without its scripts the linker succeeds
    /// with an image that is empty or lies at the wrong address.
    fn check(&self) -> Result<()> {
        let file = self.file()?;
        let sections = self.sections()?;
        let section = |name: &str| {
            let section = sections.iter().find(|section| section.name == name);
            section.with_context(|| format!("the section {name} is missing"))
        };
        let stack = self.stack()?;

        let boot2 = section(".boot2")?;
        ensure!(
            (boot2.address, boot2.size) == (FLASH_START, 256),
            "the boot loader is not the first 256 bytes of the flash"
        );

        ensure!(
            section(".vector_table")?.address == VECTOR_TABLE,
            "the vector table is not at {VECTOR_TABLE:#x}, where the boot loader looks for it"
        );
        let vectors = file
            .section_by_name(".vector_table")
            .context("the section .vector_table is missing")?
            .data()?;
        let (Some(stack_pointer), Some(reset)) = (word(vectors, 0), word(vectors, 1)) else {
            bail!("the vector table is too short");
        };
        ensure!(
            stack_pointer == stack.top,
            "the vector table starts the stack at {stack_pointer:#x} instead of {:#x}",
            stack.top
        );
        let text = section(".text")?;
        ensure!(
            // The lowest bit stands for Thumb instructions.
            reset & 1 == 1 && (text.address..text.address + text.size).contains(&(reset - 1)),
            "the reset vector {reset:#x} does not point into the code"
        );

        ensure!(
            stack.bottom == RAM_START && stack.bottom < stack.top,
            "the stack does not end at the bottom of RAM, where an overflow faults"
        );
        let first = sections.iter().find(|section| section.in_ram);
        ensure!(
            first.is_none_or(|section| section.address >= stack.top),
            "a section lies inside the stack"
        );
        Ok(())
    }

    fn file(&self) -> Result<ElfFile32<'_, Endianness>> {
        ElfFile32::<Endianness>::parse(self.elf.as_slice())
            .context("the firmware is not a 32-bit ELF file")
    }
}

/// Returns the 32-bit little-endian word at this index.
fn word(table: &[u8], index: usize) -> Option<u32> {
    let bytes = table.get(index * 4..)?.first_chunk()?;
    Some(u32::from_le_bytes(*bytes))
}
