//! Points above the board.

use damiera::rules::Cell;

/// A point above the board, in units of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Columns to the right of the centre of square 1.
    pub x: f64,
    /// Rows below the centre of square 1, on White's diagram.
    pub y: f64,
    /// Height of a piece's magnet above its height at rest.
    pub z: f64,
}

impl Point {
    /// A point with these coordinates.
    pub const fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }

    /// The centre of a cell, at rest height.
    pub fn of(cell: Cell) -> Self {
        Self::new(f64::from(cell.column()), f64::from(cell.row()), 0.0)
    }

    /// The point that far away.
    #[must_use]
    pub fn plus(self, by: Self) -> Self {
        Self::new(self.x + by.x, self.y + by.y, self.z + by.z)
    }

    /// The displacement to another point.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self::new(other.x - self.x, other.y - self.y, other.z - self.z)
    }

    /// The displacement, `share` times as long.
    #[must_use]
    pub fn times(self, share: f64) -> Self {
        Self::new(self.x * share, self.y * share, self.z * share)
    }

    /// Distance to another point.
    pub fn distance(self, other: Self) -> f64 {
        let by = self.to(other);
        (by.x * by.x + by.y * by.y + by.z * by.z).sqrt()
    }

    /// The cell below; `None` beside the board.
    pub fn cell(self) -> Option<Cell> {
        let index = |value: f64| (value + 0.5).floor();
        let (row, column) = (index(self.y), index(self.x));
        let on = |value: f64| (0.0..8.0).contains(&value);
        if on(row) && on(column) { Cell::new(row as u8, column as u8) } else { None }
    }
}
