//! Temporary.
use damiera::protocol::ToPc;
use damiera_sim::wire::{bytes, frame};
fn main() {
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let message: ToPc = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line}"));
        let hex: String = frame(&bytes(&message)).iter().map(|b| format!("{b:02x}")).collect();
        println!("{hex}");
    }
}
