//! Processes many items in parallel and delivers the results in order.
//!
//! A slow item blocks nothing: the others are processed meanwhile, and their results are queued. The queue is bounded
//! by size, not by count, so that a slow item does not stop the others early.

use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use glassbox_core::diagnostic::Diagnostic;

/// Maximum size of queued results, in bytes.
const WAITING: usize = 24 << 20;
/// Minimum number of results for an immediate delivery.
const WORTHWHILE: usize = 64;
/// Delay before results are delivered in a batch.
const MOMENT: Duration = Duration::from_millis(40);
/// Stack size of a thread: the usual size of the main thread's.
const STACK: usize = 8 << 20;

/// Limits on concurrent work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Threads that work.
    pub(crate) threads: usize,
    /// Maximum size of queued results, in bytes; each thread may exceed it by one result.
    pub(crate) waiting: usize,
}

impl Bounds {
    /// One thread per processor.
    pub(crate) fn usual() -> Bounds {
        Bounds { threads: thread::available_parallelism().map_or(1, usize::from), waiting: WAITING }
    }
}

/// A result that may have to wait for delivery.
pub(crate) trait Waiting: Send {
    /// Approximate memory use in bytes.
    fn held(&self) -> usize;
}

/// Approximate memory use of findings in bytes.
pub(crate) fn held_by(findings: &[Diagnostic]) -> usize {
    let texts = |finding: &Diagnostic| {
        let notes: usize = finding.notes.iter().map(String::len).sum();
        finding.message.len() + notes
    };
    let own = size_of_val(findings);
    own + findings.iter().map(texts).sum::<usize>() + 64 * findings.len()
}

/// Processes the items `0..count`; `report` receives the results in order, on the calling thread. An error of
/// `report` ends the run.
pub(crate) fn in_order<T: Waiting, E>(
    count: usize,
    bounds: Bounds,
    work: impl Fn(usize) -> T + Sync,
    mut report: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let threads = bounds.threads.min(count);
    if threads < 2 {
        // A single item stays on the main thread and its stack.
        return (0..count).try_for_each(|item| report(work(item)));
    }
    let line = Line {
        state: Mutex::new(State {
            next: 0,
            reported: 0,
            done: VecDeque::new(),
            finished: 0,
            held: 0,
            full: 0,
            is_over: false,
        }),
        ready: Condvar::new(),
        room: Condvar::new(),
        count,
        waiting: bounds.waiting,
    };
    let (line, work) = (&line, &work);
    thread::scope(|scope| {
        let start = || {
            let thread = thread::Builder::new().stack_size(STACK);
            thread.spawn_scoped(scope, move || line.run(work))
        };
        let workers: Vec<_> = (0..threads).map_while(|_| start().ok()).collect();
        if workers.is_empty() {
            return (0..count).try_for_each(|item| report(work(item)));
        }
        let done = line.hand_on(&mut report);
        line.end();
        for worker in workers {
            worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        done
    })
}

/// Items and queued results.
struct Line<T> {
    state: Mutex<State<T>>,
    /// Signals that results can be delivered.
    ready: Condvar,
    /// Signals that there is room for results.
    room: Condvar,
    count: usize,
    waiting: usize,
}

struct State<T> {
    /// Next item to process.
    next: usize,
    /// Number of items whose results were delivered.
    reported: usize,
    /// Results from that item on, with their sizes.
    done: VecDeque<Option<(T, usize)>>,
    /// Number of finished items.
    finished: usize,
    /// Size of the queued results in bytes.
    held: usize,
    /// Number of threads waiting for room.
    full: usize,
    /// True if no further item is started.
    is_over: bool,
}

impl<T> State<T> {
    fn is_ready(&self) -> bool {
        self.done.front().is_some_and(Option::is_some)
    }
}

impl<T: Waiting> Line<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Body of a worker thread.
    fn run(&self, work: &impl Fn(usize) -> T) {
        // A panic must not leave the others waiting for a result that never comes.
        let _guard = EndOnPanic(self);
        while let Some(item) = self.take() {
            let result = work(item);
            let size = size_of::<Option<(T, usize)>>() + result.held();
            let mut state = self.lock();
            let place = item - state.reported;
            if state.done.len() <= place {
                state.done.resize_with(place + 1, || None);
            }
            state.done[place] = Some((result, size));
            state.finished += 1;
            state.held += size;
            if self.is_worthwhile(&state) {
                self.ready.notify_one();
            }
        }
    }

    /// Takes the next item; waits while there is no room for its result. The next item to be delivered is always taken,
    /// since items are taken in order.
    fn take(&self) -> Option<usize> {
        let mut state = self.lock();
        while state.held >= self.waiting && !state.is_over && state.next < self.count {
            state.full += 1;
            self.ready.notify_one();
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.full -= 1;
        }
        if state.is_over || state.next >= self.count {
            return None;
        }
        state.next += 1;
        Some(state.next - 1)
    }

    /// True if results should be delivered without waiting for more.
    fn is_worthwhile(&self, state: &State<T>) -> bool {
        let is_last = state.reported + state.finished == self.count;
        state.is_ready() && (is_last || state.full > 0 || state.finished >= WORTHWHILE)
    }

    /// Delivers results until there are no more.
    fn hand_on<E>(&self, report: &mut impl FnMut(T) -> Result<(), E>) -> Result<(), E> {
        let mut batch = Vec::new();
        loop {
            {
                let mut state = self.lock();
                while !self.is_worthwhile(&state) && !state.is_over && state.reported < self.count {
                    let waited = self.ready.wait_timeout(state, MOMENT);
                    let (woken, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
                    state = woken;
                    if timeout.timed_out() && state.is_ready() {
                        break;
                    }
                }
                if state.is_over || state.reported == self.count {
                    return Ok(());
                }
                while state.is_ready()
                    && let Some(Some((result, size))) = state.done.pop_front()
                {
                    state.reported += 1;
                    state.finished -= 1;
                    state.held -= size;
                    batch.push(result);
                }
                if state.full > 0 {
                    self.room.notify_all();
                }
            }
            for result in batch.drain(..) {
                report(result)?;
            }
        }
    }

    /// Lets all threads finish.
    fn end(&self) {
        self.lock().is_over = true;
        self.room.notify_all();
        self.ready.notify_all();
    }
}

/// Ends the run when the thread panics.
struct EndOnPanic<'l, T: Waiting>(&'l Line<T>);

impl<T: Waiting> Drop for EndOnPanic<'_, T> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.end();
        }
    }
}

#[cfg(test)]
mod tests;
