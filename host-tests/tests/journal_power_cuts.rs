//! A power cut at any moment loses no stored record.
//!
//! `cargo xtask power-cuts` cuts at every byte; these tests cut at the ends and in the middle of
//! every operation.

use std::collections::BTreeMap;

use damiera::journal::Geometry;
use damiera_sim::nor::Nor;
use damiera_sim::random::Random;
use host_tests::journal::{Act, Depth, Player, SMALL, random_script, scripted, sweep};

fn chip(geometry: Geometry) -> Nor {
    Nor::new((geometry.start + geometry.length) as usize)
}

#[test]
fn a_cut_at_the_ends_and_in_the_middle_of_every_operation() {
    let tried = sweep(chip(SMALL), SMALL, &scripted(), Depth::Ends);
    println!("{tried:?}");
    assert!(tried.operations > 300, "{tried:?}");
    assert!(tried.cuts > 1_000, "{tried:?}");
    assert!(tried.second_cuts > 5_000, "{tried:?}");
}

/// The script of the sweep has overflows, an unfinished game, dropped games and settings in both
/// sectors.
#[test]
fn the_script_covers_all_cases() {
    let mut player = Player::new(chip(SMALL), SMALL);
    let mut known = BTreeMap::new();
    for act in scripted() {
        player.act(act).expect("power");
        known.extend(player.stored().into_iter().map(|game| (game.game, game)));
    }
    let slots: Vec<_> = known.values().map(|game| game.slots).collect();
    let ended: Vec<_> = known.values().map(|game| game.ended).collect();
    let kept: Vec<_> = player.stored().iter().map(|game| game.game).collect();
    assert_eq!(slots, [3, 2, 1, 1, 1], "overflows");
    assert_eq!(ended, [true, true, true, false, true], "a game is cut off");
    assert_eq!(kept, [3, 4, 5], "the oldest are dropped");
    let settings = &player.flash().erases()[1..3];
    assert!(settings.iter().all(|erases| *erases > 0), "both sectors of settings are used");
}

#[test]
fn random_scripts_cut_at_random() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let content = match seed % 4 {
            0 => (0..chip(SMALL).content().len()).map(|_| random.number() as u8).collect(),
            1 => vec![0; chip(SMALL).content().len()],
            _ => vec![0xff; chip(SMALL).content().len()],
        };
        let mut nor = Nor::with_content(content);
        if seed % 3 == 0 {
            nor = nor.with_weak_bits();
        }
        let mut player = Player::new(nor, SMALL);
        player.act(Act::Prepare).expect("power");
        for _ in 0..20 {
            let length = 1 + random.below(60);
            let script = random_script(&mut random, length);
            player.flash().set_seed(random.number());
            player.flash().cut_at(random.below(20_000) as u64);
            let cut = script.iter().any(|act| player.act(*act).is_err());
            if cut {
                player.recover_and_go_on();
            } else {
                player.flash().restore_power();
            }
        }
    }
}
