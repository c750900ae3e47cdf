//! The account of the hands in an event: its capacity, and its bytes.

use damiera::event::{Account, AccountEdge, Breach, Rival};
use damiera::rules::{Cell, Square, Squares};

fn edge(before: u16) -> AccountEdge {
    let cell = Cell::from_index((before % 64) as u8).expect("a cell");
    let piece = Square::new(1 + (before % 33) as u8);
    AccountEdge { before, cell, closed: before.is_multiple_of(2), piece }
}

#[test]
fn it_holds_the_latest_edges_the_oldest_first() {
    let more = Account::CAPACITY as u16 + 10;
    // Given the latest first.
    let account = Account::latest((0..more).map(edge), None);
    let before: Vec<_> = account.edges().iter().map(|edge| edge.before).collect();
    let expected: Vec<_> = (0..Account::CAPACITY as u16).rev().collect();
    assert_eq!(before, expected);
}

#[test]
fn its_bytes_and_its_json_read_back_the_same() {
    let rivals = [
        None,
        Some(Rival { breach: None, squares: Squares::EMPTY }),
        Some(Rival { breach: Some(Breach::Impossible { own: true }), squares: !Squares::EMPTY }),
    ];
    for len in 0..=Account::CAPACITY as u16 {
        for rival in rivals {
            let account = Account::latest((0..len).map(|n| edge(n * 2_500)), rival);
            let bytes = postcard::to_stdvec(&account).expect("bytes");
            assert_eq!(postcard::from_bytes(&bytes), Ok(account));
            let json = serde_json::to_string(&account).expect("JSON");
            assert_eq!(serde_json::from_str::<Account>(&json).expect("an account"), account);
        }
    }
}

#[test]
fn json_names_the_parts_of_an_edge() {
    let piece = Square::new(22);
    let edge = AccountEdge { before: 420, cell: Cell::FIRST, closed: false, piece };
    let account = Account::latest([edge].into_iter(), None);
    assert_eq!(
        serde_json::to_string(&account).expect("JSON"),
        r#"{"edges":[{"before":420,"cell":0,"closed":false,"piece":22}],"rival":null}"#
    );
}

#[test]
fn a_list_that_is_too_long_is_refused() {
    let edges: Vec<_> = (0..Account::CAPACITY as u16 + 1).map(edge).collect();
    let bytes = postcard::to_stdvec(&(edges, None::<Rival>)).expect("bytes");
    assert!(postcard::from_bytes::<Account>(&bytes).is_err());
}
