//! Observes runs.
//!
//! An [`Observer`] is called after every instruction. The observer `()` does nothing at no cost; a
//! pair calls both observers.

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

/// Executed instruction.
#[derive(Clone, Copy, Debug)]
pub struct Event<'a> {
    /// Word index.
    pub word: u32,
    /// Decoded word.
    pub operation: &'a Operation,
    /// Operands after indexing, selection and negation; zero if absent.
    pub sources: [[f32; 4]; 3],
    /// Value of the index register used, if any.
    pub index: Option<i32>,
    /// Computed vector, before the mask.
    pub result: Option<[f32; 4]>,
    /// Effect on control flow.
    pub flow: Flow,
    /// State set by SETEMIT, for EMIT.
    pub latch: Latch,
    /// Registers after the instruction.
    pub state: &'a State,
    /// Stop reason, if the run ends here.
    pub stop: Option<Stop>,
}

/// Observer of runs.
pub trait Observer {
    /// False if the callbacks need not be called.
    const WATCHES: bool = true;

    /// Called after an instruction ran or trapped.
    fn executed(&mut self, event: &Event<'_>);

    /// Called when the run ends, with its final state.
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
