use crate::link::Fault;

/// How things stand between this program and a board.
#[derive(Debug)]
pub(crate) enum ConnectionState {
    /// It has not answered yet.
    Awaited,
    /// It speaks.
    Live,
    /// It did, and is waited for; or it is not there.
    Lost(Fault),
    /// No board is there with which one could speak.
    Failed(Fault),
    /// A recording, read to its end.
    Over,
}

impl ConnectionState {
    /// A word for programs.
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

    /// What is wrong.
    pub(crate) const fn fault(&self) -> Option<&Fault> {
        match self {
            Self::Lost(fault) | Self::Failed(fault) => Some(fault),
            Self::Awaited | Self::Live | Self::Over => None,
        }
    }
}
