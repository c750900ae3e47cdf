//! `cargo xtask noise`: plays every scenario of acts many times with the noise of hands mixed in and
//! prints one table. The runs that change are written to `target/noise` as scenarios with no more
//! noise than they need.

use std::path::Path;

use anyhow::Result;

use crate::cargo;
use crate::shell::{self, Call};

pub(crate) fn run(times: u32, seed: u32, out: Option<&Path>, threads: Option<u32>) -> Result<()> {
    let built = cargo::build(Call::cargo(
        "build --release --package host-tests --target host-tuple --bin noise",
    ))?;
    let folder = out.map_or_else(|| shell::target_dir().join("noise"), Path::to_path_buf);
    let mut call = Call::new(&built.executable)
        .args(["--times", &times.to_string(), "--seed", &seed.to_string()])
        .args(["--out", &folder.to_string_lossy()]);
    if let Some(threads) = threads {
        call = call.args(["--threads", &threads.to_string()]);
    }
    call.run()
}
