//! Guards the outputs of a run: no file that it reads is overwritten, and no file is written twice.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use anyhow::{Result, bail};

use crate::identity::Identity;

/// Files of this run.
#[derive(Default)]
struct Files {
    inputs: HashSet<Identity>,
    outputs: HashSet<PathBuf>,
}

static FILES: LazyLock<Mutex<Files>> = LazyLock::new(Mutex::default);

fn files() -> MutexGuard<'static, Files> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Records an input.
pub(crate) fn add_input(input: Option<Identity>) {
    if let Some(input) = input {
        files().inputs.insert(input);
    }
}

/// Rejects an output that is also an input; `name` is the user's name for it.
pub(crate) fn refuse_input(path: &Path, name: &str) -> Result<()> {
    if Identity::at(path).is_some_and(|identity| files().inputs.contains(&identity)) {
        bail!("{name} is an input; name another file");
    }
    Ok(())
}

/// Rejects standard output if it is redirected to an input.
pub(crate) fn refuse_stdout() -> Result<()> {
    let inputs = !files().inputs.is_empty();
    if inputs && Identity::of_stdout().is_some_and(|identity| files().inputs.contains(&identity)) {
        bail!("standard output goes to a file that is an input; name another file");
    }
    Ok(())
}

/// Records an output by its path without links. Rejects one that the run writes already.
pub(crate) fn add_output(path: PathBuf, name: &str) -> Result<()> {
    if files().outputs.insert(path) {
        return Ok(());
    }
    bail!("{name} would be written twice; give each output a name of its own")
}
