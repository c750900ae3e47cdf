//! Draws every picture of a running game once, for a program such as callgrind
//! that counts instructions inside [`measured_redraw`] and [`measured_diff`].

use std::hint::black_box;

use damiera::view::{self, Canvas, Screen, Snapshot};
use host_tests::picture::samples;

/// What is counted: neither inlined nor renamed, and nothing else in it.
// SAFETY: the name is unlike any symbol of the system's libraries.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn measured_redraw(snapshot: &Snapshot, canvas: &mut Canvas) {
    let Ok(()) = view::draw(snapshot, canvas);
}

/// The same for what follows a redraw: which bytes have to be sent.
// SAFETY: the name is unlike any symbol of the system's libraries.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn measured_diff(next: &Canvas, shown: &Canvas) -> usize {
    next.diff(shown).bytes()
}

fn main() {
    let (mut shown, mut next) = (Canvas::new(), Canvas::new());
    let (mut pictures, mut bytes) = (0, 0);
    for sample in samples() {
        if matches!(sample.snapshot.screen, Screen::Running(_)) {
            measured_redraw(black_box(&sample.snapshot), black_box(&mut next));
            bytes += measured_diff(black_box(&next), black_box(&shown));
            shown.clone_from(&next);
            pictures += 1;
        }
    }
    println!("{pictures} pictures, {bytes} bytes");
}
