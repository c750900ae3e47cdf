//! `cargo xtask size`: prints the flash and RAM that the firmware uses, and checks the budgets.

use anyhow::{Result, ensure};

use crate::firmware::{self, Image, Section};

const KIB: u32 = 1024;

/// Flash budget of the image. The linker's own limit is the 512 KiB of `memory.x`; this one is
/// tighter so that growth is a decision.
const FLASH_BUDGET: u32 = 384 * KIB;

/// Budget of static RAM: .data, .bss and .uninit, all of the RAM region of `memory.x`.
const RAM_BUDGET: u32 = 96 * KIB;

/// Minimum of the stack region in `memory.x`.
const STACK_MIN: u32 = 128 * KIB;

pub(crate) fn run() -> Result<()> {
    for board in firmware::boards()? {
        report(&board, &firmware::build(&board)?)?;
    }
    Ok(())
}

/// Returns the bytes of flash and of static RAM that an image uses.
pub(crate) fn of(image: &Image) -> Result<(u32, u32)> {
    let sections = image.sections()?;
    let sum = |counts: fn(&Section) -> bool| {
        sections.iter().filter(|section| counts(section)).map(|section| section.size).sum()
    };
    Ok((sum(|section| section.in_flash), sum(|section| section.in_ram)))
}

fn report(board: &str, image: &Image) -> Result<()> {
    println!("firmware for {board}, version {}", image.version);
    for section in image.sections()? {
        let place = match (section.in_flash, section.in_ram) {
            (true, true) => "flash and RAM",
            (true, false) => "flash",
            (false, _) => "RAM",
        };
        println!("  {:<16} {:#010x} {:>8} B  {place}", section.name, section.address, section.size);
    }
    let (flash, ram) = of(image)?;
    let stack = image.stack()?;
    println!("  flash      {}", share(flash, FLASH_BUDGET));
    println!("  static RAM {}", share(ram, RAM_BUDGET));
    println!("  stack      {:>7} B", stack.top - stack.bottom);

    ensure!(
        stack.top - stack.bottom >= STACK_MIN,
        "the stack of {board} has {} bytes, and it needs {STACK_MIN}",
        stack.top - stack.bottom
    );
    ensure!(
        flash <= FLASH_BUDGET,
        "the firmware for {board} takes {flash} bytes of flash, {} over its budget",
        flash - FLASH_BUDGET
    );
    ensure!(
        ram <= RAM_BUDGET,
        "the firmware for {board} takes {ram} bytes of static RAM, {} over its budget",
        ram - RAM_BUDGET
    );
    Ok(())
}

fn share(used: u32, budget: u32) -> String {
    let percent = 100.0 * f64::from(used) / f64::from(budget);
    format!("{used:>7} B of {budget} B ({percent:.0} %)")
}
