//! Runs every command over the files of the corpus, good and malformed, over the text form of each, over the fixtures and examples,
//! and over files whose names and strings hold control characters. Every eighth file of the corpus by default; an ignored test
//! takes all.
//!
//! Checked for each run: it ends with status 0, 1 or 2; status 1 comes with an error, in the requested form of output;
//! JSON follows its schema; output for people holds no control character; the process limits, which only a hang or a
//! blow-up reaches, are kept; the inputs are unchanged.
//!
//! `GLASSBOX_SWEEP` restricts the sweep to files whose paths contain its value.

mod checks;
mod commands;
mod inputs;
#[path = "../support/json_schema.rs"]
mod json_schema;
mod process;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use commands::Form;
use inputs::Input;

/// Files per worker; commands that take several get them together.
const TOGETHER: usize = 24;
/// Maximum number of problems printed.
const MAX_SHOWN: usize = 40;

#[test]
fn every_command_over_every_eighth_file() {
    run(8);
}

#[test]
#[ignore = "needs some minutes"]
fn needs_minutes_every_command_over_every_file() {
    run(1);
}

/// Sweeps one of so many files of the corpus, and everything else.
fn run(one_of: usize) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let inputs = inputs::all(folder.path(), one_of);
    let next = AtomicUsize::new(0);
    let problems = Mutex::new(Vec::new());
    let chunks: Vec<&[Input]> = inputs.chunks(TOGETHER).collect();
    std::thread::scope(|scope| {
        let workers = std::thread::available_parallelism().map_or(2, usize::from);
        for worker in 0..workers {
            let (next, problems, chunks) = (&next, &problems, &chunks);
            let folder = folder.path().join(format!("worker{worker}"));
            scope.spawn(move || {
                while let Some(chunk) = chunks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // A folder per chunk keeps the outputs of chunks apart.
                    std::fs::create_dir_all(&folder).expect("the folder can be made");
                    let found = sweep(chunk, &folder);
                    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
                    // A run over everything takes minutes: problems are printed at once.
                    found.iter().for_each(|problem| eprintln!("{problem}"));
                    problems.lock().expect("no worker panics").extend(found);
                }
            });
        }
    });
    let mut problems = problems.into_inner().expect("no worker panics");
    for input in &inputs {
        let now = std::fs::read(&input.path).unwrap_or_default();
        if now != input.bytes {
            problems.push(format!("{} is not what it was", input.path.display()));
        }
    }
    let shown: Vec<&str> = problems.iter().take(MAX_SHOWN).map(String::as_str).collect();
    assert!(
        problems.is_empty(),
        "{} problems in {} files:\n{}",
        problems.len(),
        inputs.len(),
        shown.join("\n")
    );
}

/// Runs every command over some files and their text forms; returns the problems.
fn sweep(inputs: &[Input], folder: &std::path::Path) -> Vec<String> {
    let mut problems = Vec::new();
    let mut texts = Vec::new();
    for (number, input) in inputs.iter().enumerate() {
        for task in commands::single(&input.path, input.number, folder) {
            checks::check(&task, &process::run(&task.arguments, folder), &mut problems);
        }
        texts.extend(text_form(input, number, folder, &mut problems));
    }
    let originals = inputs.iter().map(|input| input.path.as_path()).collect::<Vec<_>>();
    let texts = texts.iter().map(|path| path.as_path()).collect::<Vec<_>>();
    for files in [originals, texts] {
        for task in commands::several(&files) {
            checks::check(&task, &process::run(&task.arguments, folder), &mut problems);
        }
    }
    problems
}

/// The text form of a file, which must assemble to the same bytes.
fn text_form(
    input: &Input,
    number: usize,
    folder: &std::path::Path,
    problems: &mut Vec<String>,
) -> Option<std::path::PathBuf> {
    let text = folder.join(format!("{number}.txt"));
    let again = folder.join(format!("{number}.again"));
    let printed = commands::print(&input.path, Some(&text));
    let done = process::run(&printed.arguments, folder);
    let status = done.status;
    checks::check(&printed, &done, problems);
    if status != Some(0) {
        return None;
    }
    let parsed = commands::parse(&text, &again);
    let done = process::run(&parsed.arguments, folder);
    checks::check(&parsed, &done, problems);
    // A text form given as input is assembled first.
    let is_same = std::fs::read(&again).is_ok_and(|again| again == input.bytes);
    if !is_same && !input.is_text() {
        problems.push(format!("{}: the text form stands for other bytes", input.path.display()));
    }
    let shown = std::fs::read(&text).unwrap_or_default();
    checks::controls(&shown, Form::Listing, &format!("print {}", input.path.display()), problems);
    Some(text)
}
