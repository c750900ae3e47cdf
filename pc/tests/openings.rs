//! `damiera openings`: the federation's tables, listed and drawn from.

mod program;

use program::run;

fn list(args: &[&str]) -> Vec<String> {
    let out = run(&[&["openings"], args].concat()).fine();
    out.lines().map(str::to_owned).collect()
}

#[test]
fn the_tables_have_their_sizes() {
    for (table, size) in [("general", 174), ("A", 48), ("B", 126), ("C", 83), ("c", 83)] {
        assert_eq!(list(&["--table", table]).len(), size);
        assert_eq!(list(&["--table", table, "--json"]).len(), size);
    }
    assert_eq!(list(&[]), list(&["--table", "general"]));
}

#[test]
fn captures_are_written_with_an_x() {
    let all = list(&[]);
    assert_eq!(all[0], "  1  21-17  9-13   25-21  1B");
    assert_eq!(all[3], "  4  21-17  10-13  17x10  PARI");
    let json = list(&["--json"]);
    let fourth = r#"{"number":4,"moves":["21-17","10-13","17x10"],"evaluation":"PARI","after":"B:W10,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,11,12"}"#;
    assert_eq!(json[3], fourth);
}

#[test]
fn the_list_is_that_of_the_federation() {
    let table = include_str!("../../host-tests/data/openings.csv");
    for (line, row) in list(&[]).iter().zip(table.lines().skip(1)) {
        let ours: Vec<_> = line.split_whitespace().collect();
        let theirs: Vec<_> = row.split(',').take(5).collect();
        assert_eq!(ours.join(" ").replace('x', "-"), theirs.join(" "));
    }
}

#[test]
fn a_drawn_opening_is_of_its_table() {
    for table in ["A", "B", "C", "general"] {
        let listed = list(&["--table", table, "--json"]);
        for _ in 0..20 {
            let drawn = list(&["--table", table, "--draw", "--json"]);
            assert!(drawn.len() == 1 && listed.contains(&drawn[0]), "{drawn:?}");
        }
    }
}

#[test]
fn without_a_table_one_is_drawn_from_b() {
    let listed = list(&["--table", "B"]);
    let drawn: Vec<_> = (0..40).flat_map(|_| list(&["--draw"])).collect();
    assert!(drawn.iter().all(|opening| listed.contains(opening)));
    // Forty equal draws out of 126 do not happen by chance.
    assert!(drawn.iter().any(|opening| *opening != drawn[0]));
}
