use std::process::ExitCode;

/// How a command ended, for a shell script. A usage error, 2, is clap's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Everything was read and done.
    Fine,
    /// Some input was bad, or a check failed.
    Bad,
    /// A file could not be written, which has been said.
    Unwritten,
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Fine => Self::SUCCESS,
            Verdict::Bad => Self::from(1),
            Verdict::Unwritten => Self::from(7),
        }
    }
}
