use std::path::PathBuf;
fn main() {
    let mut files = Vec::new();
    let verbose = std::env::args().any(|a| a == "-v");
    for arg in std::env::args().skip(1).filter(|a| a != "-v") { walk(PathBuf::from(arg), &mut files); }
    files.sort();
    let (mut ok, mut bad) = (0, 0);
    for f in files {
        let text = std::fs::read_to_string(&f).unwrap();
        let name = f.display().to_string();
        let r = std::panic::catch_unwind(|| {
            let s = match damiera_sim::scenario::Scenario::read(&text) { Ok(s) => s, Err(e) => return Some(format!("read: {e:?}")) };
            let a = s.run();
            if verbose { println!("{a}"); }
            a.failure.map(|f| format!("{f:?}"))
        });
        match r {
            Ok(None) => ok += 1,
            Ok(Some(e)) => { bad += 1; println!("FAIL {name}: {e}"); }
            Err(_) => { bad += 1; println!("PANIC {name}"); }
        }
    }
    println!("{ok} ok, {bad} bad");
}
fn walk(p: PathBuf, out: &mut Vec<PathBuf>) {
    if p.is_dir() { for e in std::fs::read_dir(p).unwrap() { walk(e.unwrap().path(), out); } }
    else if p.extension().is_some_and(|e| e == "scn") { out.push(p); }
}
