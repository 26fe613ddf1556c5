//! Compiles again whenever a file changes that the last run looked for.
//!
//! Each run is a process of its own, so that nothing of one is left in the next, and a run that fails ends only itself.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context as _, Result, bail};
use glassbox::programs::state::Stamp;

use super::Arguments;
use crate::context::{Context, Status};
use crate::watch::wait_for_change;

/// Runs until it is interrupted.
pub(super) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    if arguments.files.is_empty() || arguments.files.iter().any(|file| file.as_os_str() == "-") {
        bail!("--watch is for files; standard input does not change");
    }
    let program = std::env::current_exe().context("the path of this program cannot be determined")?;
    let list = tempfile::NamedTempFile::new().context("the list of files cannot be written")?;
    let mut call: Vec<OsString> =
        std::env::args_os().skip(1).filter(|argument| argument != "--watch").collect();
    let separator = call.iter().position(|argument| argument == "--").unwrap_or(call.len());
    call.splice(separator..separator, ["--watch-list".into(), list.path().into()]);
    loop {
        // What is written before the run ends counts as a change.
        let before = stamps(arguments, list.path());
        let began = SystemTime::now();
        let status = Command::new(&program).args(&call).status().context("the compiler cannot be started")?;
        if status.code().is_none_or(|code| code > 2) {
            bail!("the compiler ended with {status}");
        }
        let known = stamps(arguments, list.path());
        let is_old = known.iter().all(|(path, stamp)| match before.iter().find(|(other, _)| other == path) {
            Some((_, before)) => before == stamp,
            None => !is_written_since(path, began),
        });
        if !is_old {
            continue;
        }
        context.print_note(&format!("watching {} files", known.len()));
        wait_for_change(&known, || stamps(arguments, list.path()));
    }
}

/// Whether a file that no earlier run looked for was written after a time.
fn is_written_since(path: &str, time: SystemTime) -> bool {
    let modified = std::fs::metadata(path).and_then(|metadata| metadata.modified());
    modified.is_ok_and(|modified| modified >= time)
}

/// The files to watch with their stamps; before the first run those of the command line.
fn stamps(arguments: &Arguments, list: &Path) -> Vec<(String, Option<Stamp>)> {
    let listed = std::fs::read_to_string(list).unwrap_or_default();
    let named = arguments.files.iter().map(|path| path.to_string_lossy().into_owned());
    let mut paths: Vec<String> = named.collect();
    paths.extend(listed.split('\0').filter(|path| !path.is_empty()).map(str::to_owned));
    paths.sort();
    paths.dedup();
    let stamp = |path: String| (Stamp::of(Path::new(&path)), path);
    paths.into_iter().map(stamp).map(|(stamp, path)| (path, stamp)).collect()
}
