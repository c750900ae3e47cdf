use std::time::Duration;

use crate::cli::LimitArgs;

/// What readers may hold open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Connections of all addresses.
    pub(super) connections: usize,
    /// Connections of one address.
    pub(super) address_connections: usize,
    /// Event streams of one address.
    pub(super) address_streams: usize,
    /// Bytes a second of one address, both ways.
    pub(super) address_bytes: u64,
    /// Bytes of the head of a request.
    pub(super) header_bytes: usize,
    /// Time for the head of a request, and again for its body.
    pub(super) header_time: Duration,
}

impl From<&LimitArgs> for Limits {
    fn from(args: &LimitArgs) -> Self {
        Self {
            connections: args.connections.into(),
            address_connections: args.address_connections.into(),
            address_streams: args.address_streams.into(),
            address_bytes: u64::from(args.address_kilobytes) * 1_000,
            header_bytes: args.header_bytes as usize,
            header_time: Duration::from_secs(args.header_seconds.into()),
        }
    }
}

impl Limits {
    /// Raises the limit of open files of this process as far as the connections need it; where the
    /// system does not allow that, lowers the number of connections instead.
    pub(super) fn fit_open_files(&mut self) {
        #[cfg(unix)]
        {
            use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
            /// Files besides the connections: boards, terminals, refused connections.
            const OTHERS: u64 = 256;
            let limit = getrlimit(Resource::Nofile);
            let wanted = self.connections as u64 + OTHERS;
            let Some(now) = limit.current.filter(|now| *now < wanted) else { return };
            let raised = limit.maximum.map_or(wanted, |maximum| maximum.min(wanted));
            let raised_limit = Rlimit { current: Some(raised), ..limit };
            let open = match setrlimit(Resource::Nofile, raised_limit) {
                Ok(()) => raised,
                Err(_) => now,
            };
            let room = open.saturating_sub(OTHERS).max(open / 2);
            self.connections = self.connections.min(usize::try_from(room).unwrap_or(usize::MAX));
        }
    }
}
