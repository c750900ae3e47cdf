//! Cuts the power of a board at every byte of everything that its journal writes or
//! erases, and again at every byte while it recovers.
//!
//! `cargo xtask power-cuts` builds and calls it.

use std::time::Instant;

use damiera::journal::{Geometry, IMAGE_SIZE};
use damiera_sim::nor::Nor;
use host_tests::journal::{Act, Depth, SMALL, Tried, scripted, shipped_script, sweep};

fn main() {
    // Small slots, which the script fills and overflows, and every byte.
    run("a script in small slots, every byte", SMALL, &scripted(), Depth::EveryByte);
    // The slots of the board: their erases alone have half a million bytes.
    let board = Geometry::new(IMAGE_SIZE, 7 * (32 << 10));
    run(
        "a script in the board's slots, ends of all operations",
        board,
        &shipped_script(),
        Depth::Ends,
    );
    println!("everything that had been stored was there");
}

fn run(name: &str, geometry: Geometry, script: &[Act], depth: Depth) {
    println!("{name}: {} acts", script.len());
    let begin = Instant::now();
    let flash = Nor::new((geometry.start + geometry.length) as usize);
    let tried = sweep(flash, geometry, script, depth);
    let Tried { operations, cuts, second_cuts, same, records, recovery } = tried;
    println!("  {operations} operations that change the flash, {cuts} cuts");
    println!("  {second_cuts} cuts during recovery, {same} of them like the one before");
    println!("  {records} records compared, at most {recovery} operations in a recovery");
    println!("  {:.1} s", begin.elapsed().as_secs_f64());
}
