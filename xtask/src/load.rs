//! `cargo xtask load`: measures `damiera serve` with forty virtual boards and one page.

use anyhow::Result;

use crate::browser;
use crate::shell::{self, Call};

pub(crate) fn run(screenshot: bool) -> Result<()> {
    let load = Call::cargo(
        "test --profile checked --package damiera-pc --test load --target host-tuple --",
    )
    .args(["--ignored", "--nocapture"]);
    match browser::ready() {
        Ok(browser) => {
            let load = load.variable("LOAD_BROWSER", browser);
            if screenshot {
                let picture = shell::root().join("docs/hall-forty.png");
                load.variable("LOAD_PICTURE", picture.display().to_string()).run()
            } else {
                load.run()
            }
        }
        Err(missing) => {
            println!("{missing:#}: the frame rate of the page is not measured");
            load.run()
        }
    }
}
