//! Runs the command under limits that only a hang or a blow-up reaches.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

/// Result of a run.
pub(crate) struct Done {
    /// Exit status; `None` for a signal.
    pub(crate) status: Option<i32>,
    pub(crate) out: Vec<u8>,
    pub(crate) errors: Vec<u8>,
}

/// Seconds of CPU time, and KiB of address space.
const LIMITED: &str = "ulimit -t 60; ulimit -v 1048576; ulimit -c 0; exec \"$0\" \"$@\"";

/// Runs the command in a folder.
pub(crate) fn run(arguments: &[OsString], folder: &Path) -> Done {
    let done = Command::new("sh")
        .args(["-c", LIMITED, env!("CARGO_BIN_EXE_glassbox")])
        .args(arguments)
        .current_dir(folder)
        .env_remove("CLICOLOR_FORCE")
        // Two threads are enough to go wrong, and the address space of each counts.
        .env("RAYON_NUM_THREADS", "2")
        .stdin(Stdio::null())
        .output()
        .expect("the command starts");
    Done { status: done.status.code(), out: done.stdout, errors: done.stderr }
}
