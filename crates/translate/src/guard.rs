//! Code of others on a thread of its own: a large stack, because it recurses over what it reads, and an end to what it throws.

/// Bytes of stack. Only what is touched takes memory.
const STACK: usize = 256 << 20;

/// What the call gives.
///
/// # Errors
/// A sentence, where no thread could be started or the call panicked.
pub(crate) fn run<T: Send>(call: impl FnOnce() -> T + Send) -> Result<T, String> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("compiler".to_owned())
            .stack_size(STACK)
            .spawn_scoped(scope, call)
            .map_err(|error| format!("no thread for the compiler could be started: {error}"))?;
        thread
            .join()
            .map_err(|_| "the compiler failed without a message".to_owned())
    })
}
