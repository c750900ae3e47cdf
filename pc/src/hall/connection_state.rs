use crate::link::Fault;

/// State of the connection with a board.
#[derive(Debug)]
pub(crate) enum ConnectionState {
    /// No answer yet.
    Awaited,
    /// The board has sent its greeting.
    Live,
    /// Not connected; the port is tried again.
    Lost(Fault),
    /// No usable board at the port; it is not tried again.
    Failed(Fault),
    /// A recording that was read to its end.
    Over,
}

impl ConnectionState {
    /// Name of the state in the JSON of `serve`.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Awaited => "awaited",
            Self::Live => "live",
            Self::Lost(_) => "lost",
            Self::Failed(_) => "failed",
            Self::Over => "over",
        }
    }

    pub(crate) const fn is_live(&self) -> bool {
        matches!(self, Self::Live)
    }

    /// Why there is no connection.
    pub(crate) const fn fault(&self) -> Option<&Fault> {
        match self {
            Self::Lost(fault) | Self::Failed(fault) => Some(fault),
            Self::Awaited | Self::Live | Self::Over => None,
        }
    }
}
