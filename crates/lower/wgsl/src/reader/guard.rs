//! Runs the code of other libraries on a thread with a large stack, because it recurses over its input, and turns its panics into
//! errors.

use std::any::Any;
use std::cell::Cell;
use std::panic;
use std::sync::Once;

/// Bytes of stack. Only what is touched takes memory.
const STACK: usize = 256 << 20;

/// Letters of a panic's message that are shown.
const LONGEST: usize = 120;

thread_local! {
    /// Whether a panic on this thread becomes an error, so that the hook has nothing to print.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// The result of the call.
///
/// # Errors
/// A sentence, where no thread could be started or the call panicked. Nothing is printed then.
pub fn run<T: Send>(call: impl FnOnce() -> T + Send) -> Result<T, String> {
    // WebAssembly has no threads: the host gives the stack, and a panic ends the module.
    if cfg!(target_family = "wasm") {
        return Ok(call());
    }
    keep_quiet();
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("compiler".to_owned())
            .stack_size(STACK)
            .spawn_scoped(scope, || {
                IS_GUARDED.set(true);
                call()
            })
            .map_err(|error| format!("no thread for the compiler could be started: {error}"))?;
        thread.join().map_err(|payload| reason(payload.as_ref()))
    })
}

/// Leaves panics of guarded threads out of what the panic hook prints.
fn keep_quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_GUARDED.get() {
                print(info);
            }
        }));
    });
}

/// What a panic says, on one line.
fn reason(payload: &(dyn Any + Send)) -> String {
    let text = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    match text {
        Some(text) => {
            let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let dots = if line.chars().count() > LONGEST { "…" } else { "" };
            let line: String = line.chars().take(LONGEST).collect();
            format!("it stopped with \"{line}{dots}\"")
        }
        None => "it stopped without a message".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::run;

    #[test]
    fn panics_become_errors() {
        assert_eq!(run(|| 7), Ok(7));
        let literal = run(|| panic!("entered\n  unreachable code"));
        assert_eq!(literal, Err::<(), _>("it stopped with \"entered unreachable code\"".to_owned()));
        let number = 3;
        let formatted = run(|| panic!("index {number}"));
        assert_eq!(formatted, Err::<(), _>("it stopped with \"index 3\"".to_owned()));
    }
}
