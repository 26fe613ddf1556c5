//! Processes many input files in parallel and reports them in input order.

use anyhow::Result;
use glassbox::File;
use glassbox_core::format::Format;

use crate::context::{Context, Status};
use crate::input::{Input, Source, Sources};
use crate::pipeline::{Bounds, Waiting, in_order};
use crate::progress::Progress;

/// Outcome of processing one input file.
pub(crate) enum FileOutcome<T> {
    /// Processed, with its result and status.
    Result(T, Status),
    /// Found in a directory and of no known kind.
    Skipped,
}

/// True if a file is skipped: found in a directory, with neither the contents nor the name of a known format.
pub(crate) fn is_foreign(source: &Source, as_format: Option<&'static dyn Format>, file: &File<'_>) -> bool {
    source.found && as_format.is_none() && !file.is_known() && !file.has_telling_name()
}

/// Counts of a run.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    files: usize,
    errors: usize,
    unreadable: usize,
    skipped: usize,
}

/// Outcome for a file, or the reason it could not be read.
type Outcome<T> = Result<FileOutcome<T>, String>;

impl<T: Waiting> Waiting for Outcome<T> {
    fn held(&self) -> usize {
        match self {
            Ok(FileOutcome::Result(result, _)) => result.held(),
            Ok(FileOutcome::Skipped) => 0,
            Err(reason) => reason.len(),
        }
    }
}

/// Processes every source in parallel; `report` receives the results in input order, `unreadable` the reason for each file that
/// cannot be read. Such a file does not stop the others.
pub(crate) fn each<T: Waiting>(
    context: &Context,
    sources: &Sources,
    work: impl Fn(&Source, &Input) -> FileOutcome<T> + Sync,
    mut report: impl FnMut(T) -> Result<()>,
    mut unreadable: impl FnMut(&str),
) -> Result<Status> {
    let mut tally = Tally::default();
    let progress = Progress::files(sources.len());
    let one = |number: usize| -> Outcome<T> {
        let outcome = match sources.get(number) {
            Some(source) => read(source).map(|(source, input)| {
                let done = work(&source, &input);
                if matches!(done, FileOutcome::Result(..)) {
                    input.claim();
                }
                done
            }),
            None => Ok(FileOutcome::Skipped),
        };
        progress.advance(1);
        outcome
    };
    in_order(sources.len(), Bounds::usual(), one, |outcome| -> Result<()> {
        match outcome {
            Ok(FileOutcome::Skipped) => tally.skipped += 1,
            Ok(FileOutcome::Result(result, status)) => {
                tally.count(status);
                progress.suspend(|| report(result))?;
            }
            Err(reason) => {
                tally.count(Status::Failed);
                progress.suspend(|| {
                    context.unreadable(&reason);
                    unreadable(&reason);
                });
            }
        }
        Ok(())
    })?;
    progress.finish();
    Ok(tally.close(context, sources.len()))
}

/// Processes one source after another, for commands that write as they go. An error of `work` ends the run.
pub(crate) fn each_sequential(
    context: &Context,
    sources: &Sources,
    mut work: impl FnMut(&Source, &Input) -> Result<FileOutcome<()>>,
) -> Result<Status> {
    each_sequential_with(context, sources, Source::read, |source, input| {
        let done = work(source, &input)?;
        if matches!(done, FileOutcome::Result(..)) {
            input.claim();
        }
        Ok(done)
    })
}

/// Same as [`each_sequential`], with a custom function that reads.
pub(crate) fn each_sequential_with<I>(
    context: &Context,
    sources: &Sources,
    read: impl Fn(&Source) -> Result<I>,
    mut work: impl FnMut(&Source, I) -> Result<FileOutcome<()>>,
) -> Result<Status> {
    let mut tally = Tally::default();
    for source in sources.iter() {
        let source_and_input = source.and_then(|source| {
            let input = read(&source).map_err(|error| format!("{error:#}"))?;
            Ok((source, input))
        });
        match source_and_input {
            Ok((source, input)) => match work(&source, input)? {
                FileOutcome::Skipped => tally.skipped += 1,
                FileOutcome::Result((), status) => tally.count(status),
            },
            Err(reason) => {
                tally.count(Status::Failed);
                context.unreadable(&reason);
            }
        }
    }
    Ok(tally.close(context, sources.len()))
}

/// Reads a source; `Err` holds the reason if that fails.
fn read(source: Result<Source, String>) -> Result<(Source, Input), String> {
    let source = source?;
    let input = source.read().map_err(|error| format!("{error:#}"))?;
    Ok((source, input))
}

impl Tally {
    fn count(&mut self, status: Status) {
        self.files += 1;
        self.errors += usize::from(status == Status::Errors);
        self.unreadable += usize::from(status == Status::Failed);
    }

    /// Prints the counts if there is more than one file, and returns the exit status.
    fn close(self, context: &Context, sources: usize) -> Status {
        if sources > 1 || self.skipped > 0 {
            context.print_note(&self.line());
        }
        self.status()
    }

    /// The summary line.
    fn line(&self) -> String {
        let plural = if self.files == 1 { "file" } else { "files" };
        let mut line =
            format!("{} {plural}: {} with errors, {} unreadable", self.files, self.errors, self.unreadable);
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
