//! Validates each container N times in one process, for measurements: prints its path, the least time in nanoseconds, and the number
//! of errors. Paths are read from the standard input, one a line.
//!
//! ```text
//! cargo build --release --example validate
//! find corpus/dxcontainer -name '*.dxil' | target/release/examples/validate 10
//! ```

use std::hint::black_box;
use std::io::BufRead as _;
use std::time::Instant;

use glassbox_core::diagnostic::Severity;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dxcontainer::{check, read};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let count: u32 = std::env::args().nth(1).ok_or("state how often")?.parse()?;
    for path in std::io::stdin().lock().lines() {
        let path = path?;
        let bytes = std::fs::read(&path)?;
        let (mut least, mut errors) = (u128::MAX, 0);
        for _ in 0..count {
            let start = Instant::now();
            let opened = read::open(Window::whole(black_box(&bytes)), &Limits::default());
            let container = opened.map_err(|finding| finding.message.clone())?;
            let findings = check::check(&container);
            drop(container);
            least = least.min(start.elapsed().as_nanos());
            errors = findings.items().iter().filter(|finding| finding.severity == Severity::Error).count();
        }
        println!("{path}\t{least}\t{errors}");
    }
    Ok(())
}
