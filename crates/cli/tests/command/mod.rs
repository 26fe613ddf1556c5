//! Runs the command in a folder.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The command with arguments and an empty standard input.
#[allow(dead_code, reason = "not every test needs it")]
pub(crate) fn command(folder: &Path, arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_glassbox"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command.env_remove("CLICOLOR_FORCE");
    command
}

/// Runs the command and returns its output.
pub(crate) fn glassbox(folder: &Path, arguments: &[impl AsRef<OsStr>]) -> Output {
    command(folder, arguments).output().expect("the command runs")
}
