use std::time::Instant;

use damiera::event::Tag;
use damiera::game::Phase;
use damiera::rules::{Colour, Squares};
use damiera::view::{Language, texts};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph, Wrap};

use super::diagram::{self, Marks, Size};
use crate::hall::{BoardView, ConnectionState, Remark};
use crate::pdn::{Ply, Step};

/// Minimal columns and lines of a board: a small diagram between its players, the state, a move and
/// a warning.
pub(super) const SMALLEST: (u16, u16) = (26, 15);
/// Width in columns from which the moves stand beside the board.
const WIDE: u16 = 66;

/// Draws one board.
pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, id: usize, view: &BoardView, now: Instant) {
    let name = match view.score.tag(Tag::Table) {
        Some(table) => format!(" Table {table} "),
        None => format!(" Board {} ", id + 1),
    };
    let alarm = view.connection.fault().is_some() || alert(view).is_some();
    let edge = if alarm { Style::new().fg(Color::LightRed) } else { Style::new() };
    let block = Block::bordered()
        .border_style(edge)
        .title(Line::from(name).bold())
        .title(Line::from(format!(" {} ", connection_text(&view.connection))).right_aligned());
    let inner = block.inner(area);
    frame.render_widget(block, area);
    if inner.width >= WIDE && inner.height >= 19 {
        let [left, _, right] = Layout::horizontal([
            Constraint::Length(34),
            Constraint::Length(2),
            Constraint::Fill(1),
        ])
        .areas(inner);
        table(frame, left, view, now, Size::Large);
        course(frame, right, view);
    } else {
        // The large diagram leaves at least 8 lines for the rest.
        let large = inner.width >= 32 && inner.height >= 16 + 8;
        let size = if large { Size::Large } else { Size::Small };
        let height = size.extent().1 + 2;
        let [above, below] =
            Layout::vertical([Constraint::Length(height), Constraint::Fill(1)]).areas(inner);
        table(frame, above, view, now, size);
        brief(frame, below, view);
    }
}

/// Draws the board between its players.
fn table(frame: &mut Frame<'_>, area: Rect, view: &BoardView, now: Instant, size: Size) {
    let (columns, lines) = size.extent();
    let [black, board, white] =
        Layout::vertical([Constraint::Length(1), Constraint::Length(lines), Constraint::Length(1)])
            .areas(area);
    player(frame, black, view, Colour::Black, now);
    player(frame, white, view, Colour::White, now);
    let marks = Marks { moved: moved(view), wrong: wrong(view) };
    let [board] = Layout::horizontal([Constraint::Length(columns)])
        .flex(ratatui::layout::Flex::Center)
        .areas(board);
    let picture = diagram::lines(view.record().position(), marks, size);
    frame.render_widget(Paragraph::new(picture), board);
}

fn player(frame: &mut Frame<'_>, area: Rect, view: &BoardView, colour: Colour, now: Instant) {
    let (disc, tag, unnamed) = match colour {
        Colour::White => ("○ ", Tag::White, "White"),
        Colour::Black => ("● ", Tag::Black, "Black"),
    };
    let clock = clock(view, colour, now);
    let width = u16::try_from(clock.content.chars().count()).unwrap_or(u16::MAX);
    let [name, time] =
        Layout::horizontal([Constraint::Fill(1), Constraint::Length(width)]).areas(area);
    let text = view.score.tag(tag).unwrap_or(unnamed).to_owned();
    frame.render_widget(Line::from(vec![Span::raw(disc), Span::raw(text).bold()]), name);
    frame.render_widget(Line::from(clock), time);
}

/// A clock with its signs: `▶` running, `!` low time, `FLAG`.
fn clock(view: &BoardView, colour: Colour, now: Instant) -> Span<'static> {
    let Some(times) = view.times else { return Span::raw("") };
    let left = times.left(colour, now);
    let runs = times.running == Some(colour);
    let up = times.up[colour as usize];
    let low = view.record().clock().map_or(0, |clock| clock.settings().low.duration().as_millis());
    let low = !up && u64::from(left) < low && view.record().result().is_none();
    let flag = times.flag == Some(colour);
    let sign = match (flag, low, runs) {
        (true, ..) => "FLAG ",
        (false, true, true) => "!▶",
        (false, true, false) => "! ",
        (false, false, true) => "▶",
        (false, false, false) => "",
    };
    let style = match (flag || low, runs) {
        (true, _) => Style::new().bg(Color::Red).fg(Color::White).bold(),
        (false, true) => Style::new().add_modifier(Modifier::REVERSED).bold(),
        (false, false) => Style::new().bold(),
    };
    // Not connected: the time is not current.
    let unsure = if times.is_known() { "" } else { "?" };
    let style = if times.is_known() { style } else { style.dim() };
    Span::styled(format!(" {sign}{}{unsure} ", time(left, up)), style)
}

/// Formats a time as the board does: `1:20:00`, `4:59`, `19.9`.
fn time(millis: u32, up: bool) -> String {
    let seconds = millis / 1_000;
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60);
    if !up && millis < 20_000 {
        format!("{seconds}.{}", millis % 1_000 / 100)
    } else if hours > 0 {
        format!("{hours}:{minutes:02}:{:02}", seconds % 60)
    } else {
        format!("{minutes}:{:02}", seconds % 60)
    }
}

/// Draws the text below a narrow board.
fn brief(frame: &mut Frame<'_>, area: Rect, view: &BoardView) {
    // Warnings come first: the end of the text may be cut off.
    let mut lines = warnings(view);
    lines.push(Line::from(state(view)));
    let [text, counted] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(area);
    // Wrapped lines are not filled to the end: see the factor 4/5 below.
    let room = usize::from(text.height).saturating_sub(lines.len()) * usize::from(text.width);
    lines.push(Line::from(tail(view, room * 4 / 5)));
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), text);
    frame.render_widget(Line::from(counters(view, area.width)).dim(), counted);
}

/// Draws the text beside a wide board: event, state, warnings, moves and remarks.
fn course(frame: &mut Frame<'_>, area: Rect, view: &BoardView) {
    let mut head = Vec::new();
    let tags = [Tag::Event, Tag::Round].map(|tag| view.score.tag(tag));
    if let [Some(event), round] = tags {
        let round = round.map(|round| format!(", round {round}")).unwrap_or_default();
        head.push(Line::from(format!("{event}{round}")));
    }
    head.push(Line::from(state(view)).bold());
    head.extend(warnings(view));
    let remarks: Vec<_> = view.remarks.iter().rev().take(6).map(remark).collect();
    let height = |lines: &[Line<'_>]| {
        let width = usize::from(area.width.max(1));
        let lines = lines.iter().map(|line| line.width().div_ceil(width).max(1)).sum::<usize>();
        u16::try_from(lines).unwrap_or(u16::MAX)
    };
    let below = if remarks.is_empty() { 0 } else { height(&remarks).saturating_add(1) };
    let [top, moves, irregular, counted] = Layout::vertical([
        Constraint::Length(height(&head).saturating_add(1)),
        Constraint::Fill(1),
        Constraint::Length(below),
        Constraint::Length(1),
    ])
    .areas(area);
    frame.render_widget(Paragraph::new(head).wrap(Wrap { trim: true }), top);
    frame.render_widget(Paragraph::new(list(view, moves)), moves);
    frame.render_widget(Paragraph::new(remarks).wrap(Wrap { trim: true }), irregular);
    frame.render_widget(Line::from(counters(view, area.width)).dim(), counted);
}

/// Returns the last moves that fit, one line for each move number.
fn list(view: &BoardView, area: Rect) -> Vec<Line<'static>> {
    let mut lines: Vec<Vec<Span<'static>>> = Vec::new();
    for ply in view.score.plies() {
        let by = by(ply);
        if by == Colour::White || lines.last().is_none_or(|line| line.len() != 2) {
            let mut line = vec![Span::raw(format!("{:>3}. ", ply.number))];
            if by == Colour::Black {
                line.push(Span::raw(format!("{:<19}", "…")));
            }
            lines.push(line);
        }
        if let Some(line) = lines.last_mut() {
            line.push(Span::raw(format!("{:<19}", with_time(ply))));
        }
    }
    let skip = lines.len().saturating_sub(usize::from(area.height));
    if let Some(last) = lines.last_mut().and_then(|line| line.last_mut()) {
        *last = last.clone().bold();
    }
    lines.into_iter().skip(skip).map(Line::from).collect()
}

fn with_time(ply: &Ply) -> String {
    let left = ply.clock.map(|clock| clock.seconds[by(ply) as usize]);
    let left = left.map(|seconds| time(seconds.saturating_mul(1_000), true));
    format!("{:<9}{}", text(ply), left.unwrap_or_default())
}

const fn by(ply: &Ply) -> Colour {
    match &ply.what {
        Step::Move { by, .. } => *by,
        Step::Set { from } => *from,
    }
}

fn text(ply: &Ply) -> &str {
    match &ply.what {
        Step::Move { written, .. } => written,
        Step::Set { .. } => "(set)",
    }
}

/// Returns the last moves as running text of at most `room` bytes.
fn tail(view: &BoardView, room: usize) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut used = 0;
    for ply in view.score.plies().iter().rev() {
        let word = match by(ply) {
            // A no-break space keeps number and move together.
            Colour::White => format!("{}.\u{a0}{}", ply.number, text(ply)),
            Colour::Black => text(ply).to_owned(),
        };
        used += word.len() + 1;
        if used > room {
            break;
        }
        words.push(word);
    }
    words.reverse();
    words.join(" ")
}

fn connection_text(connection: &ConnectionState) -> &'static str {
    match connection {
        ConnectionState::Awaited => "waiting",
        ConnectionState::Live => "live",
        ConnectionState::Lost(_) => "NOT CONNECTED",
        ConnectionState::Failed(_) => "NO BOARD",
        ConnectionState::Over => "recording",
    }
}

fn state(view: &BoardView) -> String {
    let record = view.record();
    if !view.has_game() {
        return "No game yet".to_owned();
    }
    if let Some(result) = record.result() {
        let won = match result.winner {
            Some(Colour::White) => "White wins",
            Some(Colour::Black) => "Black wins",
            None if result.reason == damiera::event::Reason::BrokenOff => "Broken off",
            None => "Draw",
        };
        let article =
            result.reason.article(record.edition()).map(|a| format!(" ({a})")).unwrap_or_default();
        let reason = texts::reason(result.reason).say(Language::English);
        return format!("{won}: {reason}{article}");
    }
    let phase = match record.phase() {
        Phase::Setup => "Pieces are being set up",
        Phase::Choosing(_) => "The opponent chooses: correct or keep",
        Phase::Restoring(_) => "Being put right",
        Phase::Halted { .. } => "Play halts",
        Phase::Arbiter => "The arbiter is called",
        Phase::Playing | Phase::Over => match record.position().turn() {
            Colour::White => "White to move",
            Colour::Black => "Black to move",
        },
    };
    if record.paused() { format!("PAUSED. {phase}") } else { phase.to_owned() }
}

/// Returns the faults and the alert of the board.
fn warnings(view: &BoardView) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let mut warn = |text: String| lines.push(Line::from(text).fg(Color::LightRed).bold());
    if let Some(fault) = view.connection.fault() {
        warn(fault.to_string());
    }
    if let Some(text) = alert(view) {
        warn(text);
    }
    for fault in &view.faults {
        warn(format!("fault of a contact: {fault}"));
    }
    lines
}

fn alert(view: &BoardView) -> Option<String> {
    let record = view.record();
    match record.phase() {
        Phase::Choosing(irregularity) | Phase::Restoring(irregularity) => {
            let article = irregularity.breach.article(record.edition());
            let by = irregularity.breach.priority().map(|a| format!(", {a}")).unwrap_or_default();
            let what = texts::breach(irregularity.breach).say(Language::English);
            let squares = irregularity.squares;
            Some(format!("{article}{by} {}: {what} ({squares})", name(irregularity.offender)))
        }
        Phase::Halted { .. } => Some("7.8: set the pieces right".to_owned()),
        Phase::Arbiter => Some("The arbiter is called".to_owned()),
        Phase::Setup | Phase::Playing | Phase::Over => None,
    }
}

fn remark(remark: &Remark) -> Line<'static> {
    let article = remark.article.map(|article| article.to_string());
    let head: Vec<_> = article.into_iter().chain(remark.of.map(|of| name(of).to_owned())).collect();
    let head = if head.is_empty() { String::new() } else { format!("{}: ", head.join(" ")) };
    let squares =
        if remark.squares.is_empty() { String::new() } else { format!(" ({})", remark.squares) };
    let text = format!("{}. {head}{}{squares}", remark.after.div_ceil(2).max(1), remark.words[1]);
    if remark.grave { Line::from(text).fg(Color::LightRed) } else { Line::from(text) }
}

const fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "White",
        Colour::Black => "Black",
    }
}

/// Returns the counters: moves, count towards a draw, repetitions, game, events, reconnections; as
/// many of them as fit.
fn counters(view: &BoardView, width: u16) -> String {
    let record = view.record();
    let mut words = Vec::new();
    if let Some(clock) = record.clock() {
        words.push(format!("moves {}-{}", clock.moves(Colour::White), clock.moves(Colour::Black)));
    }
    if let Some(count) = record.count().filter(|count| count.is_running()) {
        let [white, black] = [Colour::White, Colour::Black]
            .map(|colour| count.moves(colour).map_or("-".to_owned(), |moves| moves.to_string()));
        words.push(format!("count {white}-{black}/{}", count.limit()));
    }
    let occurrences = record.history().occurrences(record.position());
    if occurrences > 1 {
        words.push(format!("rep. {occurrences}"));
    }
    if view.has_game() {
        words.push(format!("game {}", record.game()));
    }
    words.push(format!("events {}", view.events));
    if view.returns > 0 {
        words.push(format!("back {}", view.returns));
    }
    while words.len() > 1 && words.join("  ").len() > usize::from(width) {
        words.pop();
    }
    words.join("  ")
}

/// Returns the start and end squares of the last move.
fn moved(view: &BoardView) -> Squares {
    let plies = view.score.plies();
    let Some((last, before)) = plies.split_last() else { return Squares::default() };
    let Step::Move { by, .. } = &last.what else { return Squares::default() };
    let before = before.last().map_or(view.score.start(), |ply| &ply.after);
    before.pieces(*by) ^ last.after.pieces(*by)
}

fn wrong(view: &BoardView) -> Squares {
    match view.record().phase() {
        Phase::Choosing(irregularity) | Phase::Restoring(irregularity) => irregularity.squares,
        _ => Squares::default(),
    }
}
