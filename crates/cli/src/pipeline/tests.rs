//! Tests the order of results, the bound on waiting results, and that a slow item delays only its own result.

use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};

use super::{Bounds, Waiting, in_order};

/// A result with a stated size.
struct FileOutcome(usize, usize);

impl Waiting for FileOutcome {
    fn held(&self) -> usize {
        self.1
    }
}

const ROOMY: Bounds = Bounds { threads: 4, waiting: 1 << 30 };

fn all(count: usize, bounds: Bounds, work: impl Fn(usize) -> FileOutcome + Sync) -> Vec<usize> {
    let mut seen = Vec::new();
    let done: Result<(), Infallible> = in_order(count, bounds, work, |result| {
        seen.push(result.0);
        Ok(())
    });
    assert!(done.is_ok());
    seen
}

/// Counter that wakes threads waiting for a value.
#[derive(Default)]
struct Counter(Mutex<usize>, Condvar);

impl Counter {
    fn add(&self) {
        *self.0.lock().expect("no panic") += 1;
        self.1.notify_all();
    }

    fn wait_for(&self, count: usize) {
        let mut now = self.0.lock().expect("no panic");
        while *now < count {
            now = self.1.wait(now).expect("no panic");
        }
    }
}

#[test]
fn results_come_in_order() {
    for threads in [1, 2, 7] {
        let bounds = Bounds { threads, ..ROOMY };
        for count in [0, 1, 2, 1000] {
            // Later items finish first.
            let work = |item: usize| {
                FileOutcome(item, (0..(count - item) * 10).map(std::hint::black_box).count() % 2)
            };
            assert_eq!(all(count, bounds, work), (0..count).collect::<Vec<_>>());
        }
    }
}

#[test]
fn a_slow_item_holds_no_other_up() {
    // The first item ends only after all others. With a barrier it would never end.
    let others = Counter::default();
    let seen = all(1600, Bounds { threads: 2, ..ROOMY }, |item| {
        match item {
            0 => others.wait_for(1599),
            _ => others.add(),
        }
        FileOutcome(item, 100)
    });
    assert_eq!(seen, (0..1600).collect::<Vec<_>>());
}

#[test]
fn what_waits_is_bounded_by_its_size() {
    // While the first item is running, the others may fill the queue but not exceed it.
    let bounds = Bounds { threads: 3, waiting: 10_000 };
    let (done, held, most) = (Counter::default(), AtomicUsize::new(0), AtomicUsize::new(0));
    let result = in_order::<_, Infallible>(
        500,
        bounds,
        |item| {
            if item == 0 {
                // Ten results of 1,000 bytes fill the queue.
                done.wait_for(9);
                return FileOutcome(item, 0);
            }
            let now = held.fetch_add(1000, Ordering::SeqCst) + 1000;
            most.fetch_max(now, Ordering::SeqCst);
            done.add();
            FileOutcome(item, 1000)
        },
        |result| {
            held.fetch_sub(result.1, Ordering::SeqCst);
            Ok(())
        },
    );
    assert!(result.is_ok());
    // A batch being delivered is no longer queued but still allocated: at most the same amount again.
    let most = most.into_inner();
    assert!(most <= 2 * (10_000 + 3 * 1000), "{most} bytes waited");
}

#[test]
fn an_error_of_the_report_ends_the_run() {
    let mut reported = 0;
    let result = in_order(
        100_000,
        ROOMY,
        |item| FileOutcome(item, 0),
        |result| {
            reported += 1;
            if result.0 == 7 { Err("stop") } else { Ok(()) }
        },
    );
    assert_eq!(result, Err("stop"));
    assert_eq!(reported, 8);
}

#[test]
fn a_panic_reaches_the_caller() {
    let run = || all(50, ROOMY, |item| if item == 20 { panic!("item 20") } else { FileOutcome(item, 0) });
    let panic = std::panic::catch_unwind(run).expect_err("it panics");
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"item 20"));
}
