//! The wiring of a board as a table and as a drawing, from its constants.

use std::fmt::{self, Write};

use damiera::sense::Side;
use damiera::wiring::{Active, LINES, RowWiring, Use, Wiring};
use damiera_emulator::boards::BoardKind;

/// Stands before and after the table in a board's readme.
pub const MARKS: [&str; 2] = ["<!-- wiring: cargo xtask boards -->", "<!-- end of wiring -->"];

/// The table of all pins, in Markdown.
pub fn table(wiring: &Wiring) -> String {
    let mut text = String::from("| pin | goes to | remark |\n| --- | --- | --- |\n");
    for (pin, used) in wiring.pins() {
        writeln!(text, "| GP{pin} | {used} | {} |", remark(wiring, used))
            .expect("a text takes anything");
    }
    text
}

fn remark(wiring: &Wiring, used: Use) -> String {
    let level = |active| if active == Active::High { "high" } else { "low" };
    match used {
        Use::Row(_) => format!("{} while its reeds are read", level(wiring.row_active)),
        Use::ShiftData | Use::ShiftClock => String::new(),
        Use::ShiftLatch => "QA to QH drive rows 0 to 7".to_owned(),
        Use::Column(_) => {
            let to = if wiring.row_active == Active::High { "GND" } else { "3V3" };
            format!("{} Ω to {to}", wiring.column_resistor)
        }
        Use::Key(_) => match wiring.key_active {
            Active::Low => "to GND when held".to_owned(),
            Active::High => "to 3V3 when held".to_owned(),
        },
        Use::Sda | Use::Scl => format!("I2C{}", wiring.displays.bus),
        Use::Buzzer => "piezo to GND, 100 Ω in series".to_owned(),
        Use::Led => wiring.led.map_or(String::new(), |led| format!("{} is lit", level(led.active))),
    }
}

/// The readme with its table brought up to date, unless it has no place for one.
pub fn with_table(readme: &str, wiring: &Wiring) -> Option<String> {
    let [begin, end] = MARKS;
    let (before, rest) = readme.split_once(begin)?;
    let (_, after) = rest.split_once(end)?;
    Some(format!("{before}{begin}\n\n{}\n{end}{after}", table(wiring)))
}

const WIDTH: usize = 920;
const CELL: usize = 56;
/// The corner of the matrix.
const LEFT: usize = 330;
const TOP: usize = 110;
const PIN_HEIGHT: usize = 19;

/// The drawing of a board as an SVG file.
pub fn svg(board: &BoardKind) -> String {
    let mut drawing = String::new();
    draw(board, &mut drawing).expect("a text takes anything");
    drawing
}

fn draw(BoardKind { name, wiring }: &BoardKind, out: &mut String) -> fmt::Result {
    let pins: Vec<_> = wiring.pins().collect();
    let height = (TOP + LINES * CELL + 190).max(70 + pins.len() * PIN_HEIGHT + 30);
    writeln!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12">
<!-- Made by `cargo xtask boards` from boards/{name}/wiring.rs. -->
<style>
  .wire {{ stroke: #24292f; stroke-width: 1.5; fill: none }}
  .box {{ stroke: #24292f; stroke-width: 1.5; fill: #ffffff }}
  .dark {{ fill: #c8d3dd }} .light {{ fill: #f3f0e8 }}
  .small {{ font-size: 10px }} .title {{ font-size: 16px; font-weight: bold }}
</style>
<rect width="100%" height="100%" fill="#ffffff"/>
<text class="title" x="20" y="30">Damiera on {name}</text>"##
    )?;
    chip(out, &pins)?;
    matrix(out, wiring)?;
    crossing(out, wiring)?;
    writeln!(out, "</svg>")
}

/// The chip with its pins.
fn chip(out: &mut String, pins: &[(u8, Use)]) -> fmt::Result {
    let height = pins.len() * PIN_HEIGHT + 20;
    writeln!(out, r#"<rect class="box" x="20" y="50" width="70" height="{height}" rx="6"/>"#)?;
    for (line, (pin, used)) in pins.iter().enumerate() {
        let y = 74 + line * PIN_HEIGHT;
        let wire = y - 4;
        writeln!(
            out,
            r#"<text x="80" y="{y}" text-anchor="end">GP{pin}</text><path class="wire" d="M90 {wire}h24"/><text x="120" y="{y}">{used}</text>"#
        )?;
    }
    Ok(())
}

/// The squares, each with its number and the crossing its reed belongs to. Seen from above, square 1
/// at the top left, as in the diagrams of the federation.
fn matrix(out: &mut String, wiring: &Wiring) -> fmt::Result {
    let size = LINES * CELL;
    let (middle, caption) = (LEFT + size / 2, TOP - 60);
    writeln!(
        out,
        r#"<text x="{middle}" y="{caption}" text-anchor="middle">the board from above, north at the top: square, and row / column of its reed</text>"#
    )?;
    for (row, columns) in wiring.cells.iter().enumerate() {
        for column in 0..columns.len() {
            let cell = wiring.cell(row, column).expect("the tests see to it");
            let x = LEFT + usize::from(cell.column()) * CELL;
            let y = TOP + usize::from(cell.row()) * CELL;
            let (class, number) = match cell.dark() {
                Some(square) => ("dark", square.to_string()),
                None => ("light", String::new()),
            };
            let (text_x, number_y, crossing_y) = (x + CELL / 2, y + 26, y + 44);
            writeln!(
                out,
                r#"<rect class="{class}" x="{x}" y="{y}" width="{CELL}" height="{CELL}" stroke="gray"/><text x="{text_x}" y="{number_y}" text-anchor="middle">{number}</text><text class="small" x="{text_x}" y="{crossing_y}" text-anchor="middle">{row}/{column}</text>"#
            )?;
        }
    }
    // Every line of the matrix with the pin at its end.
    for line in 0..LINES {
        let row = wiring.cell(line, 0).expect("the tests see to it");
        let y = TOP + usize::from(row.row()) * CELL + CELL / 2 + 4;
        let pin = match wiring.rows {
            RowWiring::Direct(pins) => format!("row {line} · GP{}", pins[line]),
            RowWiring::Shifted { .. } => format!("row {line} · Q{}", char::from(b'A' + line as u8)),
        };
        let x = LEFT + size + 8;
        writeln!(out, r#"<text x="{x}" y="{y}">{pin}</text>"#)?;
        let column = wiring.cell(0, line).expect("the tests see to it");
        let x = LEFT + usize::from(column.column()) * CELL + CELL / 2;
        let (upper, lower) = (TOP - 24, TOP - 8);
        let pin = wiring.columns[line];
        writeln!(
            out,
            r#"<text x="{x}" y="{upper}" text-anchor="middle">col {line}</text><text x="{x}" y="{lower}" text-anchor="middle">GP{pin}</text>"#
        )?;
    }
    Ok(())
}

/// One crossing in full, and what else there is to know.
fn crossing(out: &mut String, wiring: &Wiring) -> fmt::Result {
    let y = TOP + LINES * CELL + 50;
    let (ohms, rail, triangle, bar) = match wiring.row_active {
        Active::High => (wiring.column_resistor, "GND", "l16 9l-16 9z", 16),
        Active::Low => (wiring.column_resistor, "3V3", "m16 0l-16 9l16 9z", 0),
    };
    let top = y - 9;
    let bar = LEFT + 80 + bar;
    let (text, below, resistor) = (y + 4, y + 34, y + 22);
    let reed = LEFT + 160;
    let column = LEFT + 250;
    writeln!(
        out,
        r##"<text x="{LEFT}" y="{text}">row</text><path class="wire" d="M{row} {y}h50"/><path d="M{diode} {top}{triangle}" fill="#24292f"/><path class="wire" d="M{bar} {top}v18"/><text class="small" x="{diode}" y="{below}">1N4148</text>"##,
        row = LEFT + 30,
        diode = LEFT + 80,
    )?;
    writeln!(
        out,
        r#"<path class="wire" d="M{from} {y}h64m0 0l34 -12m6 12h50"/><text class="small" x="{reed}" y="{below}">reed</text><text x="{end}" y="{text}">column</text><path class="wire" d="M{column} {y}v14"/><rect class="box" x="{box_x}" y="{box_y}" width="12" height="34"/><path class="wire" d="M{column} {wire}v14"/><text class="small" x="{label}" y="{resistor}">{ohms} Ω</text><text x="{column}" y="{rail_y}" text-anchor="middle">{rail}</text>"#,
        from = LEFT + 96,
        end = LEFT + 256,
        box_x = column - 6,
        box_y = y + 14,
        wire = y + 48,
        label = column + 12,
        rail_y = y + 76,
    )?;
    for (line, mount) in wiring.displays.mounts.iter().enumerate() {
        let side = match mount.facing {
            Side::South => "south",
            Side::North => "north",
        };
        let (x, y) = (LEFT + 330, y - 10 + line * 18);
        let (controller, address) = (mount.controller, mount.address);
        writeln!(
            out,
            r#"<text x="{x}" y="{y}">{side} display: {controller} at {address:#04x}</text>"#
        )?;
    }
    Ok(())
}
