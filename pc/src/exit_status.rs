use std::process::ExitCode;

/// How a command ended, for a shell script. Exit code 2, a usage error, is clap's; the codes of
/// faults of a connection are in [`Fault::exit_code`](crate::link::Fault::exit_code).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitStatus {
    /// Everything was read and done: exit code 0.
    Success,
    /// Some input was bad, or a check failed: exit code 1.
    BadInput,
    /// A file could not be written, and the error was printed: exit code 7.
    WriteFailed,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        match status {
            ExitStatus::Success => Self::SUCCESS,
            ExitStatus::BadInput => Self::from(1),
            ExitStatus::WriteFailed => Self::from(7),
        }
    }
}
