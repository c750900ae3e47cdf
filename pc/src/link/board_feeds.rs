use std::collections::HashSet;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

use super::port::{Got, PATIENCE};
use super::{Address, BoardUpdate, Fault, Follower, Port, Stop};

/// A board that is there says who it is in a few milliseconds.
const GREETING: Duration = Duration::from_secs(3);
/// How long to wait before a port is tried again, at first and at last.
const RETRY: [Duration; 2] = [Duration::from_millis(5), Duration::from_secs(2)];
/// How often to look whether another board was plugged in.
const LOOK: Duration = Duration::from_secs(1);

/// What one of the ports has to say.
#[derive(Debug)]
pub(crate) enum LinkEvent {
    /// What the board says, and at which port.
    Update(Address, BoardUpdate),
    /// Nothing has come for a while: whatever the board had to tell is told.
    Quiet,
    /// A connection is gone and will be tried again; the first time, why.
    Lost(Address, Fault),
    /// A recording is over, with what was wrong about it.
    Over(Option<Fault>),
    /// A port has turned out to be useless.
    Failed(Fault),
}

/// All the ports, read at once.
pub(crate) struct BoardFeeds {
    reports: Receiver<LinkEvent>,
    threads: Vec<JoinHandle<()>>,
}

impl BoardFeeds {
    /// Follows these boards, or without any all those that are plugged in, now and
    /// later. What is named and not there is an error at once.
    pub(crate) fn open(addresses: &[Address], stop: &Stop) -> Result<Self, Fault> {
        let (sender, reports) = channel();
        let mut threads = Vec::new();
        if addresses.is_empty() {
            let found = Address::plugged_in();
            if found.is_empty() {
                return Err(Fault::NoBoard);
            }
            let stop = stop.clone();
            threads.push(thread::spawn(move || watch(found, &stop, |_| into(&sender))));
        } else {
            for address in addresses {
                let port = Port::open(address)?;
                threads.push(follow(address.clone(), Some(port), stop.clone(), into(&sender)));
            }
        }
        Ok(Self { reports, threads })
    }

    /// The next report, `None` when every port is done with.
    pub(crate) fn next(&self) -> Option<LinkEvent> {
        match self.reports.recv_timeout(PATIENCE) {
            Ok(report) => Some(report),
            Err(RecvTimeoutError::Timeout) => Some(LinkEvent::Quiet),
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }

    /// Waits for the ports to be closed.
    pub(crate) fn close(self) {
        drop(self.reports);
        for thread in self.threads {
            // A thread that panicked has said so.
            let _ = thread.join();
        }
    }
}

/// Reports into a channel, as long as somebody reads it.
fn into(sender: &Sender<LinkEvent>) -> impl FnMut(LinkEvent) -> bool + Send + use<> {
    let sender = sender.clone();
    move |report| sender.send(report).is_ok()
}

/// Follows every board that is there or is plugged in later, and has each one told to
/// whoever `listener` makes for it.
pub(crate) fn watch<L>(found: Vec<Address>, stop: &Stop, mut listener: impl FnMut(&Address) -> L)
where
    L: FnMut(LinkEvent) -> bool + Send + 'static,
{
    let mut known = HashSet::new();
    let mut threads = Vec::new();
    let mut found = found;
    while !stop.is_set() {
        for address in found {
            if known.insert(address.clone()) {
                let listener = listener(&address);
                threads.push(follow(address, None, stop.clone(), listener));
            }
        }
        rest(LOOK, stop);
        found = Address::plugged_in();
    }
    for thread in threads {
        let _ = thread.join();
    }
}

/// Follows one board on a thread of its own, until it is useless or `tell` says that
/// nobody listens. A port that is not there yet is waited for.
pub(crate) fn follow(
    address: Address,
    port: Option<Port>,
    stop: Stop,
    mut tell: impl FnMut(LinkEvent) -> bool + Send + 'static,
) -> JoinHandle<()> {
    thread::spawn(move || {
        let mut follower = Follower::default();
        let mut port = port;
        let mut wait = RETRY[0];
        // Whoever names a port and opens it is told at once that no board is there; any other
        // port may be that of a board which is still waking up.
        let mut patient = port.is_none();
        while !stop.is_set() {
            let opened = port.take().map_or_else(|| Port::open(&address), Ok);
            let ended = opened.and_then(|port| {
                let is_recording = port.is_recording();
                listen(&address, port, &mut follower, &mut tell, &stop).map(|()| is_recording)
            });
            if follower.greeted() {
                (patient, wait) = (true, RETRY[0]);
            }
            let heard = match ended {
                _ if stop.is_set() => return,
                Ok(true) => {
                    let file = address.to_string();
                    let fault = match (follower.damaged(), follower.gaps()) {
                        (0, 0) => None,
                        (0, events) => Some(Fault::Missing { file, events }),
                        (frames, _) => Some(Fault::Torn { file, frames }),
                    };
                    tell(LinkEvent::Over(fault));
                    return;
                }
                Ok(false) => tell(LinkEvent::Quiet),
                // Never a board there, or none with which to speak.
                Err(fault @ Fault::Protocol { .. }) => {
                    tell(LinkEvent::Failed(fault));
                    return;
                }
                Err(fault @ Fault::WrongDevice(_)) if !patient => {
                    tell(LinkEvent::Failed(fault));
                    return;
                }
                Err(fault) => tell(LinkEvent::Lost(address.clone(), fault)),
            };
            if !heard {
                return;
            }
            rest(wait, &stop);
            wait = (wait * 2).min(RETRY[1]);
        }
    })
}

/// One connection, until it ends.
fn listen(
    address: &Address,
    mut port: Port,
    follower: &mut Follower,
    tell: &mut impl FnMut(LinkEvent) -> bool,
    stop: &Stop,
) -> Result<(), Fault> {
    let broken = |error| Fault::Broken(address.to_string(), error);
    let began = Instant::now();
    let mut buffer = [0; 4096];
    follower.connected(!port.is_recording());
    loop {
        port.write(&follower.outgoing()).map_err(broken)?;
        if stop.is_set() {
            return Ok(());
        }
        match port.read(&mut buffer).map_err(broken)? {
            Got::Bytes(number) => {
                let mut gone = false;
                follower.read(&buffer[..number], &mut |news| {
                    gone |= !tell(LinkEvent::Update(address.clone(), news));
                });
                if gone {
                    return Ok(());
                }
            }
            Got::Quiet => {}
            Got::End => return Ok(()),
        }
        if let Some(oldest) = follower.foreign() {
            return Err(Fault::Protocol { port: address.to_string(), oldest });
        }
        if !port.is_recording() && !follower.greeted() && began.elapsed() > GREETING {
            return Err(Fault::WrongDevice(address.to_string()));
        }
    }
}

/// Sleeps, but not through a Ctrl-C.
fn rest(time: Duration, stop: &Stop) {
    let until = Instant::now() + time;
    while !stop.is_set() {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        sleep(left.min(PATIENCE));
    }
}
