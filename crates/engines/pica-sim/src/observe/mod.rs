//! Watching a run.
//!
//! An [`Observer`] is told of every instruction after it ran. The observer `()` watches nothing and costs nothing; a pair of
//! observers watches with both.

mod hazards;
mod profile;
mod trace;

pub use hazards::Hazards;
pub use profile::{Profile, WordCount};
pub use trace::Trace;

use crate::control::Flow;
use crate::geometry::Latch;
use crate::operation::Operation;
use crate::state::State;
use crate::stop::Stop;

/// An instruction that ran.
#[derive(Clone, Copy, Debug)]
pub struct Event<'a> {
    /// Its word.
    pub word: u32,
    /// What it is.
    pub operation: &'a Operation,
    /// Its operands after indexing, selection and negation; zero where it has none.
    pub sources: [[f32; 4]; 3],
    /// The value of the index register that it used.
    pub index: Option<i32>,
    /// The vector it computed, before the mask.
    pub result: Option<[f32; 4]>,
    /// What it did to the flow of control.
    pub flow: Flow,
    /// What SETEMIT has set, for EMIT.
    pub latch: Latch,
    /// The registers after it.
    pub state: &'a State,
    /// Why the run ends with it.
    pub stop: Option<Stop>,
}

/// Something that watches a run.
pub trait Observer {
    /// Whether it wants to know anything at all.
    const WATCHES: bool = true;

    /// An instruction ran, or trapped.
    fn executed(&mut self, event: &Event<'_>);

    /// The run ended, in this state.
    fn stopped(&mut self, stop: Stop, state: &State) {
        let _ = (stop, state);
    }
}

impl Observer for () {
    const WATCHES: bool = false;

    #[inline(always)]
    fn executed(&mut self, _: &Event<'_>) {}
}

impl<A: Observer, B: Observer> Observer for (A, B) {
    const WATCHES: bool = A::WATCHES || B::WATCHES;

    fn executed(&mut self, event: &Event<'_>) {
        self.0.executed(event);
        self.1.executed(event);
    }

    fn stopped(&mut self, stop: Stop, state: &State) {
        self.0.stopped(stop, state);
        self.1.stopped(stop, state);
    }
}

impl<O: Observer> Observer for &mut O {
    const WATCHES: bool = O::WATCHES;

    fn executed(&mut self, event: &Event<'_>) {
        (**self).executed(event);
    }

    fn stopped(&mut self, stop: Stop, state: &State) {
        (**self).stopped(stop, state);
    }
}

impl<O: Observer> Observer for Option<O> {
    fn executed(&mut self, event: &Event<'_>) {
        if let Some(observer) = self {
            observer.executed(event);
        }
    }

    fn stopped(&mut self, stop: Stop, state: &State) {
        if let Some(observer) = self {
            observer.stopped(stop, state);
        }
    }
}
