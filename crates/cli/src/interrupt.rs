//! Defers fatal signals while a file is moved into place.
//!
//! An output file has no name until it is complete, so an aborted process leaves nothing. While the complete file has a
//! temporary name, signals are deferred: the process terminates by them afterwards.

#[cfg(unix)]
pub(crate) use unix::Hold;

/// Deferral is not supported here.
#[cfg(not(unix))]
pub(crate) struct Hold;

#[cfg(not(unix))]
impl Hold {
    /// No signals to defer on this platform.
    pub(crate) fn new() -> Hold {
        Hold
    }
}

#[cfg(unix)]
mod unix {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::sync::{Arc, LazyLock, Mutex, PoisonError};

    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::{flag, low_level};

    /// Deferred signals.
    const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

    /// State read by the handlers.
    struct State {
        /// True if a signal terminates the process at once.
        free: Arc<AtomicBool>,
        /// Pending signal; zero for none.
        waiting: Arc<AtomicUsize>,
        /// Number of files being moved into place.
        holds: Mutex<usize>,
    }

    static STATE: LazyLock<State> = LazyLock::new(|| {
        let state =
            State { free: Arc::new(AtomicBool::new(true)), waiting: Arc::default(), holds: Mutex::new(0) };
        for signal in SIGNALS {
            // Handlers of a signal run in this order. If the system refuses them, the signal terminates the process as
            // usual.
            let _ = flag::register_conditional_default(signal, Arc::clone(&state.free));
            let number = usize::try_from(signal).unwrap_or_default();
            let _ = flag::register_usize(signal, Arc::clone(&state.waiting), number);
        }
        state
    });

    /// Defers signals until dropped.
    pub(crate) struct Hold(());

    impl Hold {
        /// Begins to defer signals.
        pub(crate) fn new() -> Hold {
            let mut holds = STATE.holds.lock().unwrap_or_else(PoisonError::into_inner);
            *holds += 1;
            STATE.free.store(false, Ordering::SeqCst);
            Hold(())
        }
    }

    impl Drop for Hold {
        fn drop(&mut self) {
            let mut holds = STATE.holds.lock().unwrap_or_else(PoisonError::into_inner);
            *holds -= 1;
            if *holds > 0 {
                return;
            }
            STATE.free.store(true, Ordering::SeqCst);
            let waiting = STATE.waiting.swap(0, Ordering::SeqCst);
            if let Some(&signal) = SIGNALS.iter().find(|&&signal| usize::try_from(signal) == Ok(waiting)) {
                // Does not return if the signal ends the process.
                let _ = low_level::emulate_default_handler(signal);
            }
        }
    }
}
