//! Delivers findings: to standard error for people, to the command's document for programs.
//!
//! A command that exits with [`Status::Errors`] has reported an error here, in every form of output: [`Context::close`]
//! enforces it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use anyhow::Result;
use glassbox_core::diagnostic::{Diagnostic, Folded, Location, Severity};
use glassbox_core::format::Format;
use glassbox_report::Subject;
use glassbox_report::json::{DiagnosticsFile, Document, KeptFile};
use glassbox_report::sarif::Sarif;
use glassbox_report::terminal::{self, Show};

use crate::context::{Context, Status};
use crate::input::Input;
use crate::output::Output;
use crate::pipeline::held_by;

/// Document that receives the findings of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Contents {
    /// JSON with results, one per file; findings are stored next to them.
    Answers,
    /// JSON with findings only: `docs/schema/diagnostics.json`.
    Findings,
    /// A SARIF log.
    Sarif,
}

/// Destination of a run's findings, and the findings so far.
#[derive(Default)]
pub(crate) struct Reports {
    /// The document with its file; findings are text when there is none.
    document: OnceLock<(Contents, Option<PathBuf>)>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Findings that no document has taken yet.
    kept: Vec<Kept>,
    unreadable: Vec<String>,
    has_errors: bool,
    is_written: bool,
}

/// Findings that wait for a document.
enum Kept {
    Json(KeptFile),
    Sarif { files: Vec<(String, u64)>, findings: Vec<Diagnostic>, dropped: usize },
}

impl Reports {
    fn state(&self) -> MutexGuard<'_, State> {
        // The list of findings remains valid after a panic elsewhere.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn contents(&self) -> Option<Contents> {
        self.document.get().map(|(contents, _)| *contents)
    }
}

/// Findings of files that were read together.
pub(crate) struct Found<'a> {
    /// Files referred to by the locations of findings, by index.
    pub(crate) subjects: &'a [Subject<'a>],
    /// Id of their format.
    pub(crate) format: Option<&'a str>,
    /// Findings in them.
    pub(crate) findings: &'a [Diagnostic],
    /// Number of findings beyond the limit, not kept.
    pub(crate) dropped: usize,
    /// Presentation of folded findings.
    pub(crate) show: Show<'a>,
}

/// Findings ready to be reported: rendering is parallel, reporting is in order.
#[must_use = "a notice is only seen when it is reported"]
pub(crate) struct Notice {
    text: Vec<u8>,
    kept: Vec<Kept>,
    has_errors: bool,
}

impl Notice {
    /// Memory use, bytes.
    pub(crate) fn held(&self) -> usize {
        let kept = self.kept.iter().map(|kept| match kept {
            Kept::Json(file) => file.size(),
            Kept::Sarif { findings, .. } => held_by(findings),
        });
        self.text.len() + kept.sum::<usize>()
    }

    /// Adds a line for people.
    pub(crate) fn line(&mut self, line: &str) {
        self.text.extend_from_slice(terminal::clean(line).as_bytes());
        self.text.push(b'\n');
    }
}

impl Context {
    /// Redirects findings to a document: the one the command writes, or a separate one at `path`, standard output if
    /// `None`. Must be called before anything is reported.
    pub(crate) fn report_in(&self, contents: Contents, path: Option<&Path>) {
        let _ = self.reports.document.set((contents, path.map(Path::to_owned)));
    }

    /// True if findings are shown to people.
    pub(crate) fn is_for_people(&self) -> bool {
        self.reports.contents().is_none()
    }

    /// Findings in bytes.
    pub(crate) fn on_bytes(&self, name: &str, bytes: &[u8], findings: &[Diagnostic]) -> Notice {
        let subject = Subject::binary(name, bytes);
        self.found(&Found {
            subjects: &[subject],
            format: glassbox::detect(bytes).map(Format::id),
            findings,
            dropped: 0,
            show: Show::Folded("`glassbox validate --all` shows them"),
        })
    }

    /// Mistakes in a text.
    pub(crate) fn in_text(&self, input: &Input, mistakes: &[Diagnostic]) -> Notice {
        let text = input.text();
        let subject = Subject { file: &input.name, bytes: input.bytes(), source: Some(&text) };
        self.found(&Found {
            subjects: &[subject],
            format: None,
            findings: mistakes,
            dropped: 0,
            show: Show::Folded(""),
        })
    }

    /// A finding about a file as a whole, or about none.
    pub(crate) fn unplaced(&self, file: Option<&str>, finding: &Diagnostic) -> Notice {
        let name = file.unwrap_or_default();
        let mut notice = self.found(&Found {
            subjects: &[Subject::binary(name, &[])],
            format: None,
            findings: std::slice::from_ref(finding),
            dropped: 0,
            show: Show::All,
        });
        notice.text.clear();
        if self.is_for_people() {
            // Writing to memory does not fail.
            let _ = terminal::diagnostic_without_location(&mut notice.text, finding, file, &self.error_style);
        }
        notice
    }

    /// Prepares findings that may refer to several files.
    pub(crate) fn found(&self, found: &Found<'_>) -> Notice {
        let mut notice =
            Notice { text: Vec::new(), kept: Vec::new(), has_errors: has_errors(found.findings) };
        let names: Vec<&str> = found.subjects.iter().map(|subject| subject.file).collect();
        match self.reports.contents() {
            None => {
                let folded = Folded::new(found.findings);
                // Writing to memory does not fail.
                let _ = terminal::findings(
                    &mut notice.text,
                    &folded,
                    found.subjects,
                    found.show,
                    &self.error_style,
                );
            }
            // Only files with findings are listed next to results.
            Some(Contents::Answers) if found.findings.is_empty() && found.dropped == 0 => {}
            Some(Contents::Answers | Contents::Findings) => {
                let entries =
                    DiagnosticsFile::of_several(&names, found.format, found.findings, found.dropped);
                notice.kept = entries.iter().map(|entry| Kept::Json(entry.keep())).collect();
            }
            Some(Contents::Sarif) => notice.kept.push(Kept::Sarif {
                files: found
                    .subjects
                    .iter()
                    .map(|subject| (subject.file.to_owned(), subject.bytes.len() as u64))
                    .collect(),
                findings: found.findings.to_vec(),
                dropped: found.dropped,
            }),
        }
        notice
    }

    /// Reports prepared findings.
    pub(crate) fn report(&self, notice: Notice) {
        self.write_stderr(&notice.text);
        let mut state = self.reports.state();
        state.has_errors |= notice.has_errors;
        for kept in notice.kept {
            state.add(kept);
        }
    }

    /// Reports an input that could not be read.
    pub(crate) fn unreadable(&self, reason: &str) {
        self.print_error(reason);
        self.reports.state().unreadable.push(reason.to_owned());
    }

    /// Records findings that the command prints itself.
    pub(crate) fn record_findings(&self, findings: &[Diagnostic]) {
        self.reports.state().has_errors |= has_errors(findings);
    }

    /// Records that the output itself is the reason for [`Status::Errors`]: the files differ.
    pub(crate) fn record_difference(&self) {
        self.reports.state().has_errors = true;
    }

    /// Ends a document of results and adds the findings so far.
    pub(crate) fn finish<W: Write>(&self, document: Document<W>) -> Result<W> {
        self.note_answer();
        let kept = self.reports.state().take();
        Ok(document.finish_with(&json(kept))?)
    }

    /// Records that the command wrote a result other than a [`Document`].
    pub(crate) fn note_answer(&self) {
        self.reports.state().is_written = true;
    }

    /// Ends every command: writes a document for pending findings, and checks that every error status was reported.
    pub(crate) fn close(&self, status: Status) -> Result<()> {
        if status == Status::Errors && !self.reports.state().has_errors {
            debug_assert!(false, "the command ended with errors that it did not report");
            let message = "the command found an error that has no description";
            let finding = Diagnostic::new(&glassbox::FAILED, Location::default(), message);
            self.report(self.unplaced(None, &finding));
        }
        let Some((contents, path)) = self.reports.document.get() else {
            return Ok(());
        };
        let (is_written, unreadable) = {
            let mut state = self.reports.state();
            (state.is_written, std::mem::take(&mut state.unreadable))
        };
        let kept = self.reports.state().take();
        if is_written || (kept.is_empty() && *contents == Contents::Answers) {
            return Ok(());
        }
        let mut output = Output::text(path.as_deref())?;
        match contents {
            Contents::Answers => {
                let document = Document::begin(output)?;
                document.finish_with(&json(kept))?.commit()
            }
            Contents::Findings => {
                let mut document = Document::begin(output)?;
                for file in json(kept) {
                    document.kept(&file)?;
                }
                document.finish()?.commit()
            }
            Contents::Sarif => {
                let mut log = Sarif::new(env!("CARGO_PKG_VERSION"));
                for kept in kept {
                    if let Kept::Sarif { files, findings, dropped } = kept {
                        let files: Vec<(&str, u64)> =
                            files.iter().map(|(name, size)| (name.as_str(), *size)).collect();
                        log.files(&files, &findings, dropped);
                    }
                }
                for reason in &unreadable {
                    log.unreadable(reason);
                }
                log.finish(&mut output)?;
                output.commit()
            }
        }
    }
}

impl State {
    /// Adds findings; later findings of the last file are merged with its entry.
    fn add(&mut self, kept: Kept) {
        let other = match (kept, self.kept.last_mut()) {
            (Kept::Json(file), Some(Kept::Json(last))) => last.join(file).map(Kept::Json),
            (kept, _) => Some(kept),
        };
        self.kept.extend(other);
    }

    fn take(&mut self) -> Vec<Kept> {
        std::mem::take(&mut self.kept)
    }
}

fn json(kept: Vec<Kept>) -> Vec<KeptFile> {
    let files = kept.into_iter().filter_map(|kept| match kept {
        Kept::Json(file) => Some(file),
        Kept::Sarif { .. } => None,
    });
    files.collect()
}

fn has_errors(findings: &[Diagnostic]) -> bool {
    findings.iter().any(|finding| finding.severity == Severity::Error)
}
