//! A game of ten hours, in virtual time, on the board's own region.

use damiera::journal::{Geometry, Journal, Prepared, Report, SPARES};
use damiera_sim::nor::{Counts, Nor, SECTOR};
use damiera_sim::random::Random;

const HOURS: u32 = 10;
const BOARD: Geometry = Geometry::SHIPPED;

/// Flash operations of a call, summed over all calls.
#[derive(Default)]
struct Costs {
    calls: u64,
    programs: u64,
    bytes: u64,
}

impl Costs {
    fn add(&mut self, before: Counts, after: Counts) {
        self.calls += 1;
        self.programs += after.programs - before.programs;
        self.bytes += after.bytes - before.bytes;
        assert_eq!(after.erases, before.erases);
    }

    fn print(&self, name: &str) {
        let Self { calls, programs, bytes } = self;
        let each = *programs as f64 / *calls as f64;
        println!("{name}: {calls} calls, {programs} programs, {each:.2} each, {bytes} bytes");
    }
}

#[test]
fn ten_hours_fit_without_an_erase() {
    let mut random = Random::new(10);
    let (mut journal, _) = Journal::open(Nor::new(2 << 20), BOARD).expect("a journal");
    while journal.prepare().expect("power") == Prepared::More {}
    journal.begin_game(1).expect("a slot");
    journal.append(1, 0, &[1; 120]).expect("room");
    // From here on the model panics at an erase.
    journal.flash_mut().set_clock_running(true);
    let (mut appends, mut ticks, mut half_moves) = (Costs::default(), Costs::default(), 0_u64);
    let (mut number, mut since) = (1, 0);
    // Seconds until the next move: mostly under a minute, sometimes a quarter of an hour.
    let mut left = 0;
    for second in 1..=HOURS * 3600 {
        since += 1;
        if left == 0 {
            left = match random.below(20) {
                0 => 300 + random.below(600),
                1..5 => 60 + random.below(120),
                _ => 2 + random.below(55),
            };
            half_moves += 1;
            // A touch, the press and the move with its trace.
            for length in [8 + random.below(6), 8 + random.below(6), 30 + random.below(70)] {
                let before = journal.flash_mut().counts();
                journal.append(1, number, &vec![number as u8; length]).expect("room");
                appends.add(before, journal.flash_mut().counts());
                (number, since) = (number + 1, 0);
            }
        }
        left -= 1;
        let before = journal.flash_mut().counts();
        journal.tick(since).expect("room");
        ticks.add(before, journal.flash_mut().counts());
        if second % 1_800 == 0 {
            let (_, recovered) =
                Journal::open(journal.flash_mut().clone(), BOARD).expect("a journal");
            let last = recovered.last.expect("the game");
            assert_eq!(recovered.report, Report::Resumed);
            assert_eq!((last.next_number, last.elapsed), (number, since));
        }
    }
    let summary = journal.summary(1).expect("power").expect("the game");
    println!("{HOURS} hours, {half_moves} half-moves, {} slots", summary.slots);
    appends.print("append");
    ticks.print("tick");
    println!("{:.2} programs a half-move", appends.programs as f64 / half_moves as f64);
    println!("{} sectors erased beforehand", journal.flash_mut().counts().erases);
    assert_eq!(summary.records, number);
    // The tally costs a bit a second: a program each, and none for the seconds in which
    // a record was stored.
    assert!(ticks.programs <= u64::from(HOURS) * 3600);
    assert!(ticks.programs >= u64::from(HOURS) * 3600 - half_moves);
    assert!(appends.programs < 2 * appends.calls);
    // `SPARES` slots of eight sectors and one sector of settings were erased before the game.
    assert!(summary.slots < SPARES);
    assert_eq!(journal.flash_mut().counts().erases as usize, SPARES * (32 << 10) / SECTOR + 1);
}
