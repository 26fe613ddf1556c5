//! Shows a progress bar on standard error: only on a terminal, and only during long runs.

use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Runs shorter than this show no progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// Progress of a run; any thread may advance it.
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
    /// Maximum reached so far.
    reached: AtomicU64,
    wanted: bool,
}

impl Progress {
    /// A bar that counts files; nothing is shown for a single one.
    pub(crate) fn files(count: usize) -> Progress {
        Progress::new(count as u64, "{bar:40} {pos}/{len} files, {eta} left", count > 1)
    }

    /// A bar that counts bytes.
    pub(crate) fn bytes(count: u64) -> Progress {
        let template = "{bar:40} {binary_bytes}/{binary_total_bytes}, {eta} left";
        Progress::new(count, template, true)
    }

    /// Counts rows of a picture.
    pub(crate) fn rows(count: u32) -> Progress {
        Progress::new(u64::from(count), "{bar:40} {pos}/{len} rows, {eta} left", true)
    }

    fn new(count: u64, template: &str, wanted: bool) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(count), ProgressDrawTarget::hidden());
        let wanted = wanted && std::io::stderr().is_terminal();
        if wanted && let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Progress { bar, started: Instant::now(), reached: AtomicU64::new(0), wanted }
    }

    /// Adds to the progress.
    pub(crate) fn advance(&self, more: u64) {
        self.bar.inc(more);
        if self.wanted && self.bar.is_hidden() && self.started.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Sets the total progress. Threads may report out of order.
    pub(crate) fn reach(&self, done: u64) {
        let before = self.reached.fetch_max(done, Ordering::Relaxed);
        self.advance(done.saturating_sub(before));
    }

    /// Hides the bar while other output is written.
    pub(crate) fn suspend<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.suspend(work)
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
