use std::collections::HashSet;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

use super::port::{Got, READ_TIMEOUT};
use super::{Address, BoardUpdate, Fault, Follower, Port, Stop};

/// Timeout for the greeting of a board, which takes a few milliseconds.
const GREETING_TIMEOUT: Duration = Duration::from_secs(3);
/// First and longest delay before a port is opened again; it doubles in between.
const RETRY: [Duration; 2] = [Duration::from_millis(5), Duration::from_secs(2)];
/// Interval of looking for newly plugged boards.
const SCAN_INTERVAL: Duration = Duration::from_secs(1);

/// An update of a board, or a change of its connection.
#[derive(Debug)]
pub(crate) enum LinkEvent {
    /// An update, and the address of the board.
    Update(Address, BoardUpdate),
    /// Nothing has come within the read timeout: the board has sent all its events.
    Quiet,
    /// The connection is lost, and is opened again after a delay. Sent for each failed attempt.
    Lost(Address, Fault),
    /// A recording has ended, with its defects.
    Over(Option<Fault>),
    /// There is no usable board at the port: it is not tried again.
    Failed(Fault),
}

/// Follows several boards, one thread each, into one channel.
pub(crate) struct BoardFeeds {
    events: Receiver<LinkEvent>,
    threads: Vec<JoinHandle<()>>,
}

impl BoardFeeds {
    /// Follows these boards; without any, all boards that are plugged in now or later. Fails if a
    /// named port cannot be opened, or if no board is plugged in.
    pub(crate) fn open(addresses: &[Address], stop: &Stop) -> Result<Self, Fault> {
        let (sender, events) = channel();
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
        Ok(Self { events, threads })
    }

    /// Waits for the next event, at most [`READ_TIMEOUT`]; `None` when all threads have ended.
    pub(crate) fn next(&self) -> Option<LinkEvent> {
        match self.events.recv_timeout(READ_TIMEOUT) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => Some(LinkEvent::Quiet),
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }

    /// Waits for the threads to end. [`Stop`] must be set.
    pub(crate) fn close(self) {
        drop(self.events);
        for thread in self.threads {
            // A thread that panicked has printed its message.
            let _ = thread.join();
        }
    }
}

/// Returns a listener that sends into a channel, until the receiver is dropped.
fn into(sender: &Sender<LinkEvent>) -> impl FnMut(LinkEvent) -> bool + Send + use<> {
    let sender = sender.clone();
    move |event| sender.send(event).is_ok()
}

/// Follows every board that is plugged in now or later; `listener` makes the listener for each of
/// them.
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
        rest(SCAN_INTERVAL, stop);
        found = Address::plugged_in();
    }
    for thread in threads {
        let _ = thread.join();
    }
}

/// Follows one board on its own thread, until the port proves unusable or `tell` returns false. A
/// port that does not exist yet is tried again.
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
        // A port that the caller has opened fails at once if it does not answer; any other port may
        // belong to a board that is still booting.
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
                // No board there, or none with a common protocol version.
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

/// Reads one connection until it ends.
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
                follower.read(&buffer[..number], &mut |update| {
                    gone |= !tell(LinkEvent::Update(address.clone(), update));
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
        if !port.is_recording() && !follower.greeted() && began.elapsed() > GREETING_TIMEOUT {
            return Err(Fault::WrongDevice(address.to_string()));
        }
    }
}

/// Sleeps, in slices of [`READ_TIMEOUT`], until [`Stop`] is set.
fn rest(time: Duration, stop: &Stop) {
    let until = Instant::now() + time;
    while !stop.is_set() {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        sleep(left.min(READ_TIMEOUT));
    }
}
