//! Watched runs: forwards the simulator's observers to a [`Observer`].

use std::cell::RefCell;
use std::fmt;

use glassbox_pica_sim::Program;
use glassbox_pica_sim::observe::{Hazards, Profile, Trace};

use crate::run::{Observer, Step};

/// A watcher that several observers share.
pub(super) type Shared<'w> = RefCell<&'w mut dyn Observer>;

/// Observers for the runs of one program.
pub(super) struct Watch<'s, 'w, 'p> {
    watcher: &'s Shared<'w>,
    /// Observer of a run; `None` if nothing is requested.
    pub(super) observer: Option<Observers<'s, 'w, 'p>>,
}

/// The observers a watcher requests.
type Observers<'s, 'w, 'p> = (Option<Trace<'p, Lines<'s, 'w>>>, (Option<Profile>, Option<Hazards<'p>>));

impl<'s, 'w, 'p> Watch<'s, 'w, 'p> {
    pub(super) fn new(program: &'p Program, watcher: &'s Shared<'w>) -> Watch<'s, 'w, 'p> {
        let wants = watcher.borrow();
        let trace = wants.wants_steps().then(|| {
            let lines = Lines { watcher, line: String::new() };
            Trace::new(program, lines, u64::MAX)
        });
        let profile = wants.wants_counts().then(Profile::default);
        let hazards = wants.wants_findings().then(|| Hazards::new(program));
        let any = trace.is_some() || profile.is_some() || hazards.is_some();
        Watch { watcher, observer: any.then_some((trace, (profile, hazards))) }
    }

    /// A run begins.
    pub(super) fn begin(&self) {
        self.watcher.borrow_mut().begin();
    }

    /// Every run is over.
    pub(super) fn finish(self) {
        let Some((_, (profile, hazards))) = self.observer else {
            return;
        };
        let mut watcher = self.watcher.borrow_mut();
        if let Some(profile) = profile {
            for (place, word) in (0..).zip(profile.words()) {
                watcher.count(place, word.executed);
            }
        }
        for finding in hazards.into_iter().flat_map(Hazards::into_findings) {
            watcher.finding(finding);
        }
    }
}

/// A sink that forwards lines.
pub(super) struct Lines<'s, 'w> {
    watcher: &'s Shared<'w>,
    line: String,
}

impl fmt::Write for Lines<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for piece in text.split_inclusive('\n') {
            self.line.push_str(piece);
            if piece.ends_with('\n') {
                // A trace's line begins with its word, unless it is about the run.
                let line = self.line.trim_end();
                let (head, rest) = line.split_at_checked(4).unwrap_or((line, ""));
                let place: Option<u32> = head.trim().parse().ok();
                let text = if place.is_some() { rest } else { line };
                self.watcher.borrow_mut().step(&Step { place, line: text.trim_start().to_owned() });
                self.line.clear();
            }
        }
        Ok(())
    }
}
