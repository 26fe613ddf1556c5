//! Many files: worked on side by side, reported in the order in which they were given.

use anyhow::Result;
use glassbox::File;
use glassbox_core::format::Format;

use crate::context::{Context, Status};
use crate::input::{Input, Source, Sources};
use crate::pipeline::{Bounds, Waiting, in_order};
use crate::progress::Progress;

/// What became of a file.
pub(crate) enum Done<T> {
    /// It was worked on.
    Result(T, Status),
    /// It was found in a directory and is none of our kinds.
    Skipped,
}

/// Whether a file is left out: it was found in a directory and neither its bytes nor its name are of a kind that is known.
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

/// What the report of a file is made of: what became of it, or why it cannot be read.
type Outcome<T> = Result<Done<T>, String>;

impl<T: Waiting> Waiting for Outcome<T> {
    fn held(&self) -> usize {
        match self {
            Ok(Done::Result(result, _)) => result.held(),
            Ok(Done::Skipped) => 0,
            Err(reason) => reason.len(),
        }
    }
}

/// Works on every source; `report` gets the results in order. A file that cannot be read never stops the rest:
/// `unreadable` hears of it.
pub(crate) fn each<T: Waiting>(
    context: &Context,
    sources: &Sources,
    work: impl Fn(&Source, &Input) -> Done<T> + Sync,
    mut report: impl FnMut(T) -> Result<()>,
    mut unreadable: impl FnMut(&str),
) -> Result<Status> {
    let mut tally = Tally::default();
    let progress = Progress::files(sources.len());
    let one = |number: usize| -> Outcome<T> {
        let outcome = match sources.get(number) {
            Some(source) => read(source).map(|(source, input)| {
                let done = work(&source, &input);
                if matches!(done, Done::Result(..)) {
                    input.claim();
                }
                done
            }),
            None => Ok(Done::Skipped),
        };
        progress.advance(1);
        outcome
    };
    in_order(sources.len(), Bounds::usual(), one, |outcome| -> Result<()> {
        match outcome {
            Ok(Done::Skipped) => tally.skipped += 1,
            Ok(Done::Result(result, status)) => {
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

/// Works on one source after the other, for commands that write as they go. An error of `work` ends the run.
pub(crate) fn in_turn(
    context: &Context,
    sources: &Sources,
    mut work: impl FnMut(&Source, &Input) -> Result<Done<()>>,
) -> Result<Status> {
    in_turn_by(context, sources, Source::read, |source, input| {
        let done = work(source, &input)?;
        if matches!(done, Done::Result(..)) {
            input.claim();
        }
        Ok(done)
    })
}

/// The same for commands that read the sources in a way of their own.
pub(crate) fn in_turn_by<I>(
    context: &Context,
    sources: &Sources,
    read: impl Fn(&Source) -> Result<I>,
    mut work: impl FnMut(&Source, I) -> Result<Done<()>>,
) -> Result<Status> {
    let mut tally = Tally::default();
    for source in sources.iter() {
        let source_and_input = source.and_then(|source| {
            let input = read(&source).map_err(|error| format!("{error:#}"))?;
            Ok((source, input))
        });
        match source_and_input {
            Ok((source, input)) => match work(&source, input)? {
                Done::Skipped => tally.skipped += 1,
                Done::Result((), status) => tally.count(status),
            },
            Err(reason) => {
                tally.count(Status::Failed);
                context.unreadable(&reason);
            }
        }
    }
    Ok(tally.close(context, sources.len()))
}

/// Reads a source; `Err` says why that cannot be done.
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
