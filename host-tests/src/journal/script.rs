//! Scripts of calls that a board makes to its journal.

use damiera::journal::Geometry;
use damiera_sim::nor::SECTOR;
use damiera_sim::random::Random;

/// One call of a board to its journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Begins the next game.
    Begin,
    /// Stores a record of this many bytes.
    Append(usize),
    /// Counts this many seconds.
    Pass(u32),
    /// Ends the game.
    End,
    /// Stores settings of this many bytes.
    Store(usize),
    /// A clock begins to run or stops.
    Clock(bool),
    /// Calls `prepare` until it is done, if no clock runs.
    Prepare,
    /// Reopens the journal without an interrupted call.
    Reboot,
}

/// A region with slots so small that a script fills them: 8 KiB each, 3 KiB of it for
/// records, and seven of them.
pub const SMALL: Geometry = Geometry {
    start: SECTOR as u32,
    length: 2 * SECTOR as u32 + 7 * 8192,
    settings: 2 * SECTOR as u32,
    slot: 8192,
    front: 5 * 1024,
};

/// Pseudo-random bytes from these numbers, different for each record.
pub fn bytes(game: u32, number: u32, length: usize) -> Vec<u8> {
    let mut random = Random::new(u64::from(game) << 32 | u64::from(number));
    (0..length).map(|_| random.number() as u8).collect()
}

/// A few games with everything in them: changed settings, pauses, a tally at its end,
/// overflows into a second and a third slot, reboots, a game cut off, and oldest games
/// dropped, one of them with two slots.
pub fn scripted() -> Vec<Act> {
    use Act::{Append, Begin, Clock, End, Pass, Prepare, Reboot, Store};
    let mut script = vec![Prepare, Store(20), Prepare, Begin, Append(90), Clock(true)];
    let half_moves = |script: &mut Vec<Act>, number: usize, length: usize| {
        for half_move in 0..number {
            script.extend([Pass(1), Pass(1 + half_move as u32 % 3)]);
            script.push(Append(length + 7 * (half_move % 5)));
        }
    };
    half_moves(&mut script, 12, 30);
    script.extend([Clock(false), Append(9), Store(400), Prepare, Append(9), Clock(true)]);
    // Over the edge of the first slot.
    half_moves(&mut script, 64, 60);
    script.extend([Pass(20), Pass(1), Append(512), Clock(false), Append(5), End, Prepare]);

    script.extend([Store(401), Begin, Append(90), Clock(true)]);
    half_moves(&mut script, 5, 40);
    script.extend([Clock(false), Reboot, Append(4), Store(402), Store(402), Prepare, Clock(true)]);
    half_moves(&mut script, 3, 40);
    // Longer than a tally counts.
    script.extend([Pass(1), Pass(39_000), Pass(5), Append(30), Clock(false), End, Prepare]);

    for game in 0..3 {
        script.extend([Begin, Append(0), Clock(true)]);
        half_moves(&mut script, 3 + game, 50);
        script.extend([Append(512), Clock(false)]);
        if game == 1 {
            // This game is not ended.
            script.extend([Reboot, Store(300 + game)]);
        } else {
            script.extend([Append(3), End, Store(300 + game)]);
        }
        script.push(Prepare);
    }
    script
}

/// Games as they are played on the shipped slots: a record of a move and one of a
/// press each half-move, until the first game overflows; then short ones until it is
/// dropped.
pub fn shipped_script() -> Vec<Act> {
    let mut script = vec![Act::Prepare, Act::Store(300), Act::Prepare];
    for half_moves in [190, 20, 20, 20] {
        script.extend([Act::Begin, Act::Append(120), Act::Clock(true)]);
        for half_move in 0..half_moves {
            script.extend([Act::Pass(1), Act::Append(60 + half_move % 30), Act::Append(14)]);
        }
        script.extend([Act::Clock(false), Act::Append(20), Act::End, Act::Store(half_moves)]);
        script.push(Act::Prepare);
    }
    script
}

/// Random acts, weighted by how often a board makes them.
pub fn random_script(random: &mut Random, length: usize) -> Vec<Act> {
    (0..length)
        .map(|_| match random.below(40) {
            0..3 => Act::Begin,
            3 => Act::Append(512),
            4..20 => Act::Append(random.below(200)),
            20..28 => Act::Pass(1 + random.below(3) as u32),
            28 => Act::Pass(random.below(200) as u32),
            29 => Act::Pass(random.below(45_000) as u32),
            30 => Act::End,
            31..33 => Act::Store(random.below(513)),
            33 | 34 => Act::Clock(true),
            35 | 36 => Act::Clock(false),
            37 | 38 => Act::Prepare,
            _ => Act::Reboot,
        })
        .collect()
}
