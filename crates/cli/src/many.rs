//! Many files: worked on side by side, reported in the order in which they were given.

use anyhow::Result;
use rayon::prelude::*;

use crate::context::{Context, Status};
use crate::input::{Input, Source};
use crate::progress::Progress;

/// Files whose results may wait for their turn, for each thread.
const WAITING: usize = 8;

/// What became of a file.
pub(crate) enum Done<T> {
    /// It was worked on.
    Result(T, Status),
    /// It was found in a directory and is none of our kinds.
    Skipped,
}

/// Counts of a run.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    files: usize,
    errors: usize,
    unreadable: usize,
    skipped: usize,
}

/// Works on every source; `report` gets the results in order. A file that cannot be read never stops the rest:
/// `unreadable` hears of it.
pub(crate) fn each<T: Send>(
    context: &Context,
    sources: &[Result<Source, String>],
    work: impl Fn(&Source, &Input) -> Done<T> + Sync,
    mut report: impl FnMut(T) -> Result<()>,
    mut unreadable: impl FnMut(&str),
) -> Result<Status> {
    let mut tally = Tally::default();
    let progress = Progress::files(sources.len());
    // Asking for their number starts the threads, which a single file does without.
    let step = match sources {
        [] | [_] => 1,
        _ => rayon::current_num_threads().max(1) * WAITING,
    };
    let one = |source: &Result<Source, String>| {
        let (source, input) = read(source)?;
        Ok(work(source, &input))
    };
    for chunk in sources.chunks(step) {
        let results: Vec<Result<Done<T>, String>> = match chunk {
            // A single file keeps the main thread with its large stack.
            [only] => vec![one(only)],
            many => many.par_iter().map(one).collect(),
        };
        for result in results {
            match result {
                Ok(Done::Skipped) => tally.skipped += 1,
                Ok(Done::Result(result, status)) => {
                    tally.count(status);
                    progress.suspend(|| report(result))?;
                }
                Err(reason) => {
                    tally.count(Status::Failed);
                    progress.suspend(|| {
                        context.complain(&reason);
                        unreadable(&reason);
                    });
                }
            }
            progress.advance(1);
        }
    }
    progress.finish();
    Ok(tally.close(context, sources.len()))
}

/// Works on one source after the other, for commands that write as they go. An error of `work` ends the run.
pub(crate) fn in_turn(
    context: &Context,
    sources: &[Result<Source, String>],
    mut work: impl FnMut(&Source, &Input) -> Result<Done<()>>,
) -> Result<Status> {
    let mut tally = Tally::default();
    for source in sources {
        match read(source) {
            Ok((source, input)) => match work(source, &input)? {
                Done::Skipped => tally.skipped += 1,
                Done::Result((), status) => tally.count(status),
            },
            Err(reason) => {
                tally.count(Status::Failed);
                context.complain(&reason);
            }
        }
    }
    Ok(tally.close(context, sources.len()))
}

/// Reads a source; `Err` says why that cannot be done.
fn read(source: &Result<Source, String>) -> Result<(&Source, Input), String> {
    let source = source.as_ref().map_err(String::clone)?;
    let input = source.read().map_err(|error| format!("{error:#}"))?;
    Ok((source, input))
}

impl Tally {
    fn count(&mut self, status: Status) {
        self.files += 1;
        self.errors += usize::from(status == Status::Errors);
        self.unreadable += usize::from(status == Status::Failed);
    }

    /// Says the counts, where there is more than one file, and how the run ends.
    fn close(self, context: &Context, sources: usize) -> Status {
        if sources > 1 || self.skipped > 0 {
            context.say(&self.line());
        }
        self.status()
    }

    /// The counts in words.
    fn line(&self) -> String {
        let plural = if self.files == 1 { "file" } else { "files" };
        let mut line = format!(
            "{} {plural}: {} with errors, {} unreadable",
            self.files, self.errors, self.unreadable
        );
        if self.skipped > 0 {
            line.push_str(&format!("; {} of other kinds skipped", self.skipped));
        }
        line
    }

    fn status(&self) -> Status {
        match (self.unreadable, self.errors) {
            (0, 0) => Status::Fine,
            (0, _) => Status::Errors,
            _ => Status::Failed,
        }
    }
}
