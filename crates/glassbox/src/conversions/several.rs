//! Makes many results of one file on several threads.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Least number of results for which a thread is worth its start.
const WORTHWHILE: usize = 8;
/// Stack size of a thread: the usual size of the main thread's.
const STACK: usize = 8 << 20;

/// What `work` makes of the numbers `0..count`, in order. Each thread works on a state of its own.
pub(super) fn several<S, T: Send>(
    count: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<T> {
    let alone = || {
        let mut own = state();
        (0..count).map(|number| work(&mut own, number)).collect()
    };
    if count < WORTHWHILE {
        return alone();
    }
    let threads = thread::available_parallelism().map_or(1, usize::from).min(count / WORTHWHILE + 1);
    let next = AtomicUsize::new(0);
    let (state, work, next) = (&state, &work, &next);
    let share = move || {
        let mut own = state();
        let mut made = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return made;
            }
            made.push((number, work(&mut own, number)));
        }
    };
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, share).ok();
        // The calling thread is one of them.
        let others: Vec<_> = (1..threads).map_while(start).collect();
        let mut all = share();
        for other in others {
            all.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        all.sort_unstable_by_key(|(number, _)| *number);
        all.into_iter().map(|(_, made)| made).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::several;

    #[test]
    fn results_are_in_order_and_each_is_made_once() {
        for count in [0, 1, 7, 8, 9, 100] {
            let made = several(
                count,
                || 0,
                |seen, number| {
                    *seen += 1;
                    (number, *seen)
                },
            );
            let numbers: Vec<usize> = made.iter().map(|(number, _)| *number).collect();
            assert_eq!(numbers, (0..count).collect::<Vec<_>>(), "{count}");
            // A state sees its own numbers one after the other.
            assert!(made.iter().all(|(number, seen)| (1..=number + 1).contains(seen)), "{made:?}");
        }
    }
}
