//! Buffers standard output, and keeps its order relative to standard error.

use std::cell::RefCell;
use std::io::{self, BufWriter, Write};

thread_local! {
    /// Unwritten output. Only the main thread writes to standard output.
    static BUFFER: RefCell<BufWriter<io::Stdout>> = RefCell::new(BufWriter::with_capacity(1 << 16, io::stdout()));
}

/// Handle to buffered standard output.
#[derive(Default)]
pub(crate) struct Stdout(());

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        BUFFER.with_borrow_mut(|buffer| buffer.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        BUFFER.with_borrow_mut(Write::flush)
    }
}

impl Drop for Stdout {
    fn drop(&mut self) {
        // Cancelled output is still shown as far as it got.
        let _ = self.flush();
    }
}

/// Flushes the buffer, before anything goes to standard error. If that fails, the next write reports it.
pub(crate) fn flush() {
    let _ = BUFFER.with_borrow_mut(Write::flush);
}
