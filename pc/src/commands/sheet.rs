//! `damiera sheet`: prints a game on the federation's score sheet (table 27) as HTML for A4 paper.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;

use anyhow::{Context, Result};
use damiera::rules::Colour;

use crate::archive::replace;
use crate::cli::SheetArgs;
use crate::exit_status::ExitStatus;
use crate::link::Fault;
use crate::pdn::{self, Game, Outcome, Shown, Step};

/// Moves in a column; a page has three columns.
const COLUMN: usize = 25;
const PAGE: usize = 3 * COLUMN;

const STYLE: &str = "\
@page{size:A4;margin:12mm}\
*{box-sizing:border-box}\
body{font:10pt/1.25 'Liberation Sans',Arial,sans-serif;color:#000;background:#fff;margin:0}\
section{width:186mm;height:270mm;margin:0 auto;break-after:page;display:flex;flex-direction:column}\
section:last-child{break-after:auto}\
h1{font-size:14pt;text-align:center;margin:0 0 3mm;letter-spacing:.05em}\
.head{display:flex;gap:6mm}.lines{flex:1}.lines p,.judge p{border-bottom:.3mm solid #000;margin:0 0 1mm;height:7mm;padding-top:2mm}\
.judge{width:50mm}\
table{border-collapse:collapse;width:100%}td,th{border:.2mm solid #000;padding:0 1mm;height:7.2mm;text-align:center}\
th{font-size:8pt;background:#eee;-webkit-print-color-adjust:exact;print-color-adjust:exact}\
.who{margin:3mm 0}.who td{height:9mm}.who td:nth-child(2){text-align:left;width:60mm}.who td:nth-child(4){width:50mm}\
.numbers{display:flex;gap:20mm;margin:0 0 3mm}\
.moves{display:flex;gap:3mm;flex:1}.moves table{flex:1;table-layout:fixed;font-size:9pt;height:100%}\
.moves .n{width:8mm;font-size:8pt}.moves .t{width:5mm}\
.moves tfoot td{font-size:8.5pt}";

pub(crate) fn run(args: &SheetArgs, _out: &mut impl Write) -> Result<ExitStatus> {
    let name = args.game.display();
    let text = fs::read_to_string(&args.game).with_context(|| name.to_string())?;
    let game = pdn::read(&text).with_context(|| name.to_string())?;
    replace(&args.output, page(&game).as_bytes())
        .map_err(|error| Fault::of_writing(args.output.clone(), error))?;
    Ok(ExitStatus::Success)
}

/// A numbered move: the texts of White and Black, and the clocks after it.
#[derive(Clone, Default)]
struct Row {
    sides: [String; 2],
    clock: Option<Shown>,
}

fn rows(game: &Game) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for ply in &game.plies {
        let by = match &ply.what {
            Step::Move { by, .. } => *by,
            Step::Set { from } => *from,
        };
        let index = usize::from(ply.number.saturating_sub(1));
        if rows.len() <= index {
            rows.resize(index + 1, Row::default());
        }
        let row = &mut rows[index];
        let side = &mut row.sides[usize::from(by == Colour::Black)];
        match &ply.what {
            Step::Move { written, .. } => side.push_str(written),
            // A position that no move led to: the comments of the PDN file give the reason.
            Step::Set { .. } => side.push_str(" *"),
        }
        row.clock = ply.clock.or(row.clock);
    }
    rows
}

fn page(game: &Game) -> String {
    let rows = rows(game);
    let mut html = String::from("<!DOCTYPE html>\n<html lang=\"it\">\n<meta charset=\"utf-8\">\n");
    // Writing to a String cannot fail.
    let _ = writeln!(html, "<title>{}</title>\n<style>{STYLE}</style>", title(game));
    for first in (0..rows.len().max(1)).step_by(PAGE) {
        let _ = section(&mut html, game, &rows, first);
    }
    html
}

fn tag(game: &Game, name: &str) -> String {
    escape(game.tag(name).filter(|value| !value.contains('?')).unwrap_or(""))
}

fn title(game: &Game) -> String {
    format!("{} – {}", tag(game, "White"), tag(game, "Black"))
}

fn section(
    html: &mut String,
    game: &Game,
    rows: &[Row],
    first: usize,
) -> Result<(), std::fmt::Error> {
    writeln!(html, "<section>\n<h1>FEDERAZIONE ITALIANA DAMA</h1>\n<div class=\"head\">")?;
    write!(html, "<div class=\"lines\">")?;
    for line in ["Event", "Date", "Site"] {
        write!(html, "<p>{}</p>", tag(game, line))?;
    }
    writeln!(html, "</div><div class=\"judge\">Arbitro<p></p></div></div>")?;
    writeln!(html, "<table class=\"who\"><tr><th><th>Giocatori<th>Ris.<th>Firme<th>Tempo</tr>")?;
    let last = rows.iter().rev().find_map(|row| row.clock);
    for (colour, word, name) in
        [(Colour::White, "Bianco", "White"), (Colour::Black, "Nero", "Black")]
    {
        let points = match game.result {
            Outcome::Won(winner) => {
                if winner == colour {
                    "2"
                } else {
                    "0"
                }
            }
            Outcome::Drawn => "1",
            Outcome::Open => "",
        };
        let time = used(game, last, colour);
        writeln!(html, "<tr><td>{word}<td>{}<td>{points}<td><td>{time}</tr>", tag(game, name))?;
    }
    writeln!(
        html,
        "</table>\n<div class=\"numbers\"><span>Apertura N° <b>{}</b></span><span>Turno N° <b>{}</b></span></div>",
        tag(game, "Opening"),
        tag(game, "Round")
    )?;
    writeln!(html, "<div class=\"moves\">")?;
    for column in 0..3 {
        let from = first + column * COLUMN;
        writeln!(
            html,
            "<table><thead><tr><th>BIANCO<th class=\"t\"><th class=\"n\">T<th class=\"t\"><th>NERO</tr></thead><tbody>"
        )?;
        for index in from..from + COLUMN {
            let [white, black] = rows.get(index).map(|row| row.sides.clone()).unwrap_or_default();
            let number = index + 1;
            writeln!(html, "<tr><td>{white}<td><td class=\"n\">{number}<td><td>{black}</tr>")?;
        }
        // (9): the time used by the end of this column, if the game has so many moves.
        let reached = rows.get(from + COLUMN - 1).and_then(|row| row.clock);
        let [white, black] =
            [Colour::White, Colour::Black].map(|colour| used(game, reached, colour));
        writeln!(
            html,
            "</tbody><tfoot><tr><td colspan=\"2\">{white}<td><td colspan=\"2\">{black}</tr></tfoot></table>"
        )?;
    }
    writeln!(html, "</div>\n</section>")
}

/// (6): the time used. A PDN file has the time left, which gives the time used only if no time is
/// added during the game; otherwise the field is left blank for the arbiter.
fn used(game: &Game, shown: Option<Shown>, colour: Colour) -> String {
    let whole: Option<u32> = game.tag("TimeControl").and_then(|control| control.parse().ok());
    let used = shown.zip(whole).and_then(|(shown, whole)| {
        whole.checked_sub(shown.seconds[usize::from(colour == Colour::Black)])
    });
    used.map_or_else(
        || "__h,__".to_owned(),
        |seconds| format!("{}h,{:02}", seconds / 3600, seconds / 60 % 60),
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
