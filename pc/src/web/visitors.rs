use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, watch};

use super::{Limits, Refusal};

/// Counts what every address holds open, and refuses what is beyond the limits.
///
/// A new connection for which there is no room takes the place of the oldest one that has not sent
/// its request or was answered, of the same address if that has too many: such connections do not
/// keep out a neighbour behind the same router, whose request comes within milliseconds.
pub(super) struct Visitors {
    limits: Limits,
    counts: Mutex<Counts>,
    /// Set when the server ends.
    stopping: watch::Receiver<bool>,
}

#[derive(Default)]
struct Counts {
    connections: usize,
    addresses: HashMap<Address, Account>,
    /// The connections that may be closed for another, the oldest first: those whose request has
    /// not come yet, and those that were answered.
    spare: VecDeque<Arc<Request>>,
}

/// The request of a connection.
struct Request {
    address: Address,
    /// Whether it is answered: a refusal is not counted, or a reader that asks again and again would
    /// never be out of debt, and with it all others of its address.
    answered: AtomicBool,
    /// Notified when the connection has to make room for another.
    evicted: Notify,
}

/// What counts as one address: an IPv4 address, or the upper half of an IPv6 address, since a
/// household or a router is given all addresses below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Address {
    V4([u8; 4]),
    V6([u16; 4]),
}

impl From<IpAddr> for Address {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self::V4(address.octets()),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Self::V6([a, b, c, d])
            }
        }
    }
}

/// What one address has.
struct Account {
    connections: usize,
    streams: usize,
    /// Bytes that it may still send and receive; negative after a large answer.
    budget: i64,
    /// Time up to which `budget` has grown.
    counted_at: Instant,
}

impl Account {
    /// Lets the budget grow up to the bytes of one second.
    fn grow(&mut self, limits: &Limits, now: Instant) {
        let passed = now.saturating_duration_since(self.counted_at);
        let grown = passed.as_secs_f64() * limits.address_bytes as f64;
        let full = i64::try_from(limits.address_bytes).unwrap_or(i64::MAX);
        self.budget = self.budget.saturating_add(grown as i64).min(full);
        self.counted_at = now;
    }
}

impl Counts {
    fn keep(&mut self, request: &Arc<Request>) {
        if let Some(found) = self.spare.iter().position(|spare| Arc::ptr_eq(spare, request)) {
            self.spare.remove(found);
        }
    }
}

impl Visitors {
    pub(super) fn new(limits: Limits, stopping: watch::Receiver<bool>) -> Arc<Self> {
        Arc::new(Self { limits, counts: Mutex::default(), stopping })
    }

    /// Admits a connection, or says why not.
    pub(super) fn admit(self: &Arc<Self>, address: IpAddr) -> Result<Visitor, Refusal> {
        let (limits, now) = (&self.limits, Instant::now());
        let address = Address::from(address);
        let mut counts = self.counts();
        let Counts { connections, addresses, spare } = &mut *counts;
        if addresses.len() > 2 * limits.connections {
            // Forgets the addresses without a connection that were not seen for a second.
            addresses.retain(|_, account| {
                account.grow(limits, now);
                account.connections > 0 || account.budget < limits.address_bytes as i64
            });
        }
        let account = addresses.entry(address).or_insert_with(|| Account {
            connections: 0,
            streams: 0,
            budget: i64::try_from(limits.address_bytes).unwrap_or(i64::MAX),
            counted_at: now,
        });
        // The connection that makes room is still counted until it has ended.
        let full = if account.connections >= limits.address_connections {
            let own = spare.iter().position(|request| request.address == address);
            Some((own, Refusal::too_many("this address has too many connections open")))
        } else if *connections >= limits.connections {
            let any = (!spare.is_empty()).then_some(0);
            Some((any, Refusal::busy("too many connections are open; try again later")))
        } else {
            None
        };
        if let Some((oldest, refusal)) = full {
            let oldest = oldest.and_then(|oldest| spare.remove(oldest)).ok_or(refusal)?;
            oldest.evicted.notify_one();
        }
        *connections += 1;
        account.connections += 1;
        let (answered, evicted) = (AtomicBool::new(false), Notify::new());
        let request = Arc::new(Request { address, answered, evicted });
        spare.push_back(Arc::clone(&request));
        Ok(Visitor(Arc::new(Entry { visitors: Arc::clone(self), request })))
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// A connection that was admitted. It is counted until its last clone is dropped.
#[derive(Clone)]
pub(crate) struct Visitor(Arc<Entry>);

struct Entry {
    visitors: Arc<Visitors>,
    request: Arc<Request>,
}

impl Visitor {
    /// Counts bytes that were sent or received, from the time at which the request was accepted.
    pub(super) fn spend(&self, bytes: usize) {
        if self.0.request.answered.load(Ordering::Relaxed) {
            self.with_account(|account, _| account.budget -= bytes as i64);
        }
    }

    /// Accepts a request, or refuses it while the address has used the bytes of this second.
    pub(super) fn accept_request(&self) -> Result<(), Refusal> {
        self.0.visitors.counts().keep(&self.0.request);
        if self.debt().is_some() {
            return Err(Refusal::too_many("this address has asked for too much; slow down"));
        }
        self.0.request.answered.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Waits until the address may send and receive again.
    pub(super) async fn wait_for_budget(&self) {
        while let Some(debt) = self.debt() {
            tokio::time::sleep(debt).await;
        }
    }

    /// Time until the budget is positive; `None` if it is.
    fn debt(&self) -> Option<Duration> {
        self.with_account(|account, limits| {
            account.grow(limits, Instant::now());
            (account.budget <= 0).then(|| {
                let missing = account.budget.unsigned_abs() as f64 + 1.0;
                let wait = Duration::from_secs_f64(missing / limits.address_bytes as f64);
                // The timer of the runtime counts milliseconds.
                wait + Duration::from_millis(1)
            })
        })
    }

    /// Counts an event stream of this address, or says why there may be no other.
    pub(super) fn open_stream(&self) -> Result<Stream, Refusal> {
        let taken = self.with_account(|account, limits| {
            let free = account.streams < limits.address_streams;
            account.streams += usize::from(free);
            free
        });
        match taken {
            true => Ok(Stream(self.clone())),
            false => Err(Refusal::too_many("this address follows too many times already")),
        }
    }

    /// The connection was answered: it may be closed for another.
    pub(super) fn answered(&self) {
        let mut counts = self.0.visitors.counts();
        counts.keep(&self.0.request);
        counts.spare.push_back(Arc::clone(&self.0.request));
    }

    /// Waits until this connection has to make room for another, which it never has to while its
    /// request is answered.
    pub(super) async fn evicted(&self) -> Refusal {
        self.0.request.evicted.notified().await;
        Refusal::too_many("too many connections are open, and others have asked first")
    }

    /// Whether the server ends, now or later.
    pub(super) fn stopping(&self) -> watch::Receiver<bool> {
        self.0.visitors.stopping.clone()
    }

    pub(super) fn limits(&self) -> &Limits {
        &self.0.visitors.limits
    }

    fn with_account<T>(&self, work: impl FnOnce(&mut Account, &Limits) -> T) -> T {
        let Entry { visitors, request } = &*self.0;
        let mut counts = visitors.counts();
        // `admit` keeps the account of an address that has a connection.
        let account = counts.addresses.get_mut(&request.address).expect("an account");
        work(account, &visitors.limits)
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        let mut counts = self.visitors.counts();
        counts.keep(&self.request);
        counts.connections -= 1;
        if let Some(account) = counts.addresses.get_mut(&self.request.address) {
            account.connections -= 1;
        }
    }
}

/// An event stream that is counted until it is dropped.
pub(super) struct Stream(Visitor);

impl Stream {
    pub(super) const fn visitor(&self) -> &Visitor {
        &self.0
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.0.with_account(|account, _| account.streams -= 1);
    }
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;

    use super::*;

    fn visitors(connections: usize, each: usize) -> Arc<Visitors> {
        let limits = Limits {
            connections,
            address_connections: each,
            address_streams: 1,
            address_bytes: 1_000,
            header_bytes: 8_192,
            header_time: Duration::from_secs(1),
        };
        Visitors::new(limits, watch::channel(false).1)
    }

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    /// Admits a connection whose request comes at once.
    fn admit(visitors: &Arc<Visitors>, address: &str) -> Result<Visitor, StatusCode> {
        let visitor = visitors.admit(ip(address)).map_err(|refusal| refusal.status)?;
        visitor.accept_request().expect("bytes");
        Ok(visitor)
    }

    #[test]
    fn an_address_and_all_together_have_their_limits() {
        let visitors = visitors(3, 2);
        let status = |address: &str| admit(&visitors, address).err();
        let first = admit(&visitors, "10.0.0.1");
        let _second = admit(&visitors, "10.0.0.1");
        assert_eq!(status("10.0.0.1"), Some(StatusCode::TOO_MANY_REQUESTS));
        // The same address in the form of a socket that takes both versions.
        assert_eq!(status("::ffff:10.0.0.1"), Some(StatusCode::TOO_MANY_REQUESTS));
        let _other = admit(&visitors, "10.0.0.2");
        assert_eq!(status("10.0.0.3"), Some(StatusCode::SERVICE_UNAVAILABLE));
        drop(first);
        assert_eq!(status("10.0.0.1"), None);
    }

    #[test]
    fn silent_connections_make_room() {
        let visitors = visitors(3, 2);
        let is_evicted = |visitor: &Visitor| {
            let evicted = std::pin::pin!(visitor.evicted());
            let mut context = std::task::Context::from_waker(std::task::Waker::noop());
            evicted.poll(&mut context).is_ready()
        };
        let [oldest, silent] =
            ["10.0.0.1", "10.0.0.2"].map(|a| visitors.admit(ip(a)).expect("room"));
        let third = admit(&visitors, "10.0.0.2").expect("room");
        // The address is full: it makes room itself. Then all together are.
        let fourth = admit(&visitors, "10.0.0.2").expect("the place of `silent`");
        assert!(is_evicted(&silent) && !is_evicted(&oldest));
        drop(silent);
        let fifth = admit(&visitors, "10.0.0.3").expect("the place of `oldest`");
        assert!(is_evicted(&oldest));
        drop(oldest);
        assert_eq!(admit(&visitors, "10.0.0.4").err(), Some(StatusCode::SERVICE_UNAVAILABLE));
        assert!([&third, &fourth, &fifth].into_iter().all(|visitor| !is_evicted(visitor)));
        assert!(visitors.counts().spare.is_empty());
    }

    #[test]
    fn addresses_below_the_same_64_bits_are_one() {
        let visitors = visitors(9, 1);
        let _first = admit(&visitors, "2001:db8::1");
        assert!(admit(&visitors, "2001:db8::2").is_err());
        assert!(admit(&visitors, "2001:db8:0:1::1").is_ok());
    }

    #[test]
    fn event_streams_are_counted_until_they_end() {
        let visitors = visitors(9, 9);
        let [one, two] = [(); 2].map(|()| visitors.admit(ip("10.0.0.1")).expect("room"));
        let stream = one.open_stream().ok();
        assert!(two.open_stream().is_err());
        drop(stream);
        assert!(two.open_stream().is_ok());
    }

    #[test]
    fn bytes_are_refused_until_the_second_is_over() {
        let visitors = visitors(9, 9);
        let visitor = visitors.admit(ip("10.0.0.1")).expect("room");
        assert_eq!(visitor.accept_request(), Ok(()));
        visitor.spend(1_500);
        assert!(visitor.accept_request().is_err());
        // The next connection of the address inherits the debt, another address does not.
        drop(visitor);
        let next = visitors.admit(ip("10.0.0.1")).expect("room");
        assert!(next.accept_request().is_err());
        // Refusals cost nothing.
        next.spend(1_000_000);
        let other = visitors.admit(ip("10.0.0.2")).expect("room");
        assert_eq!(other.accept_request(), Ok(()));
        let debt = next.debt().expect("a debt");
        assert!(
            (Duration::from_millis(300)..Duration::from_millis(520)).contains(&debt),
            "{debt:?}"
        );
        std::thread::sleep(debt);
        assert_eq!(next.accept_request(), Ok(()));
    }

    #[test]
    fn addresses_that_went_are_forgotten() {
        let visitors = visitors(2, 2);
        for n in 0..100_u8 {
            drop(visitors.admit(IpAddr::from([10, 0, 0, n])));
        }
        assert!(visitors.counts().addresses.len() < 10);
    }
}
