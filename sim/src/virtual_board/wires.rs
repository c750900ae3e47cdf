use damiera::rules::Cell;
use damiera::sense::{Cells, Contact, Frame, Line};

/// The contacts and wires between the pieces and a frame: contacts bounce or stick, lines are broken
/// or shorted.
#[derive(Clone, Debug)]
pub(super) struct Wires {
    /// The contacts as pieces and fingers close them.
    pub(super) contacts: Frame,
    /// Milliseconds for which a contact bounces when it changes.
    pub(super) bounce: u64,
    bouncing: Vec<Bouncing>,
    stuck_closed: Cells,
    stuck_open: Cells,
    broken: Vec<(Line, bool)>,
    shorted: Cells,
    cut: Cells,
}

#[derive(Clone, Copy, Debug)]
struct Bouncing {
    contact: Contact,
    from: u64,
    until: u64,
}

impl Wires {
    pub(super) fn new() -> Self {
        Self {
            contacts: Frame::OPEN,
            bounce: 0,
            bouncing: Vec::new(),
            stuck_closed: Cells::EMPTY,
            stuck_open: Cells::EMPTY,
            broken: Vec::new(),
            shorted: Cells::EMPTY,
            cut: Cells::EMPTY,
        }
    }

    /// Changes a contact from this frame on.
    pub(super) fn change(&mut self, contact: Contact, closed: bool, frame: u64) {
        self.contacts = self.contacts.with(contact, closed);
        self.bouncing.retain(|old| old.contact != contact && old.until > frame);
        if self.bounce > 0 {
            let until = frame + self.bounce;
            self.bouncing.push(Bouncing { contact, from: frame, until });
        }
    }

    pub(super) fn stick(&mut self, cell: Cell, closed: Option<bool>) {
        let put =
            |cells: Cells, within| if within { cells.with(cell) } else { cells.without(cell) };
        self.stuck_closed = put(self.stuck_closed, closed == Some(true));
        self.stuck_open = put(self.stuck_open, closed == Some(false));
    }

    pub(super) fn break_line(&mut self, line: Line, closed: Option<bool>) {
        self.broken.retain(|(broken, _)| *broken != line);
        self.broken.extend(closed.map(|closed| (line, closed)));
        let reading = |wanted| {
            let lines = self.broken.iter().filter(move |(_, closed)| *closed == wanted);
            lines.fold(Cells::EMPTY, |cells, (line, _)| cells | line.cells())
        };
        (self.shorted, self.cut) = (reading(true), reading(false));
    }

    /// The contacts as the scanner reads them in this frame.
    pub(super) fn frame(&self, frame: u64) -> Frame {
        let mut seen = self.contacts;
        for bouncing in &self.bouncing {
            // The first frame shows the change, then every second one the state before.
            let swings = (bouncing.from..bouncing.until).contains(&frame);
            if swings && (frame - bouncing.from) % 2 == 1 {
                let contact = bouncing.contact;
                seen = seen.with(contact, !self.contacts.is_closed(contact));
            }
        }
        let contacts = (seen.cells | self.stuck_closed) - self.stuck_open;
        seen.cells = (contacts | self.shorted) - self.cut;
        seen
    }
}
