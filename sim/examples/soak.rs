use damiera_sim::hands::*;
use std::collections::BTreeMap;
fn main() {
    let a: Vec<u64> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    let (from, n) = (a[0], a[1]);
    std::panic::set_hook(Box::new(|_| {}));
    let (mut fails, mut half) = (BTreeMap::<String, Vec<(u64, String)>>::new(), 0);
    for seed in from..from + n {
        let game = Game::random(seed, Kind::random(seed));
        half += game.turns.len();
        if let Some(f) = try_out(&game) { fails.entry(f.difference.kind()).or_default().push((seed, f.to_string())); }
    }
    println!("{n} games {half} half-moves, {} failed", fails.values().map(|v| v.len()).sum::<usize>());
    for (k, v) in &fails { println!("{} {k}: {:?}", v.len(), v.iter().take(2).collect::<Vec<_>>());
      if a.len() > 2 { for (seed, _) in v.iter().take(1) { let game = Game::random(*seed, Kind::random(*seed)); let game = shrink(&game).unwrap_or(game); let f = try_out(&game); println!("{:?}\n{}", f, Performance::of(&game).scenario(&game)); } } }
}
