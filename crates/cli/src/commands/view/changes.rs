//! Which files have changed, for any number of readers.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use glassbox::programs::state::Stamp;

use super::files::Files;
use crate::watch::wait_for_change;

/// Counts the changes of each file, so that a reader that is late misses none and none waits for it.
pub(super) struct Changes {
    counts: Mutex<Vec<u64>>,
    changed: Condvar,
}

/// The changes that one reader knows of.
pub(super) struct Known(Vec<u64>);

impl Changes {
    pub(super) fn new(files: usize) -> Changes {
        Changes { counts: Mutex::new(vec![0; files]), changed: Condvar::new() }
    }

    /// A reader that knows of all changes so far.
    pub(super) fn reader(&self) -> Known {
        Known(self.counts.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }

    /// Waits for changes; gives the numbers of the files, none if nothing changes for some time.
    pub(super) fn next(&self, known: &mut Known, patience: Duration) -> Vec<usize> {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(counts, patience, |counts| *counts == known.0);
        let (counts, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let numbers = differences(&known.0, &counts);
        known.0.clone_from(&counts);
        numbers
    }

    /// Watches files until the process ends.
    pub(super) fn watch(&self, files: &Files, mut known: Stamps) {
        loop {
            wait_for_change(&known, || stamps(files));
            let now = stamps(files);
            let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
            for number in differences(&known, &now) {
                counts[number] += 1;
            }
            drop(counts);
            self.changed.notify_all();
            known = now;
        }
    }
}

/// The stamps of files; `None` where there is none.
pub(super) type Stamps = Vec<Option<Stamp>>;

/// The stamps that files have now.
pub(super) fn stamps(files: &Files) -> Stamps {
    (0..files.len()).map(|number| files.path(number).and_then(Stamp::of)).collect()
}

/// Where two lists of one length differ.
fn differences<T: PartialEq>(old: &[T], new: &[T]) -> Vec<usize> {
    (0..new.len()).filter(|&number| old.get(number) != new.get(number)).collect()
}
