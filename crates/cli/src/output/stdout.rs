//! Standard output in large pieces, and in the right order with standard error.

use std::cell::RefCell;
use std::io::{self, BufWriter, Write};

thread_local! {
    /// What is not written yet. All that goes to standard output is written by the main thread.
    static BUFFER: RefCell<BufWriter<io::Stdout>> = RefCell::new(BufWriter::with_capacity(1 << 16, io::stdout()));
}

/// Standard output.
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
        // An output that is given up shows how far it came.
        let _ = self.flush();
    }
}

/// Writes out what is buffered, before something goes to standard error. Where that fails, the next write says so.
pub(crate) fn flush() {
    let _ = BUFFER.with_borrow_mut(Write::flush);
}
