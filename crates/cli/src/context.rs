//! State shared by all commands: terminal styles, limits, messages on standard error, exit status.

use std::error::Error;
use std::fmt;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::process::ExitCode;

use anstream::ColorChoice;
use glassbox_core::limits::Limits;
use glassbox_report::terminal::{Painted, Screen, Style, clean};

use crate::args::Globals;
use crate::reports::Reports;

use crate::output::flush_stdout;

/// Exit status of a command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) enum Status {
    /// Success, and the input is fine.
    #[default]
    Fine,
    /// Success, but the input has errors; for `diff`, the inputs differ.
    Errors,
    /// Failed for at least part of the input.
    Failed,
}

/// The input has mistakes, which have been reported: the command ends with [`Status::Errors`].
#[derive(Debug)]
pub(crate) struct Mistaken;

impl fmt::Display for Mistaken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the input has mistakes")
    }
}

impl Error for Mistaken {}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(match status {
            Status::Fine => 0,
            Status::Errors => 1,
            Status::Failed => 2,
        })
    }
}

/// Shared state of a run.
pub(crate) struct Context {
    /// Colours of standard output.
    pub(crate) style: Style,
    /// Colours of standard error.
    pub(crate) error_style: Style,
    /// Set by `--color always`.
    always: bool,
    /// Limits for reading a file.
    pub(crate) limits: Limits,
    /// Set if only findings are shown.
    pub(crate) is_quiet: bool,
    /// Findings so far.
    pub(crate) reports: Reports,
}

impl Context {
    pub(crate) fn new(globals: &Globals) -> Context {
        let choice = globals.color.into();
        Context {
            style: style(choice, &std::io::stdout()),
            error_style: style(choice, &std::io::stderr()),
            always: matches!(choice, ColorChoice::Always | ColorChoice::AlwaysAnsi),
            limits: Limits { expanded_size: globals.max_decompressed_size, ..Limits::default() },
            is_quiet: globals.quiet,
            reports: Reports::default(),
        }
    }

    /// Styles for an output: plain for files unless colours are forced.
    pub(crate) fn style_of(&self, path: Option<&Path>) -> Style {
        match path {
            Some(path) if path.as_os_str() != "-" && !self.always => Style::plain(),
            _ => self.style,
        }
    }

    /// Prints an error message on standard error, in one line.
    pub(crate) fn print_error(&self, message: &str) {
        let head = Painted(self.error_style.severity(glassbox_core::diagnostic::Severity::Error), "error");
        self.write_stderr(format!("{head}: {}\n", clean(message)).as_bytes());
    }

    /// Prints a note on standard error unless `--quiet` is given.
    pub(crate) fn print_note(&self, line: &str) {
        if self.is_quiet {
            return;
        }
        self.write_stderr(format!("{}\n", clean(line)).as_bytes());
    }

    /// Writes rendered text to standard error.
    pub(crate) fn write_stderr(&self, text: &[u8]) {
        to_stderr(text, self.error_style.coloured);
    }
}

/// Writes text to standard error, with control characters escaped. Failures are ignored: there is no other channel to
/// report them.
pub(crate) fn to_stderr(text: &[u8], is_coloured: bool) {
    if text.is_empty() {
        return;
    }
    flush_stdout();
    let mut safe = Screen::new(Vec::with_capacity(text.len()), is_coloured);
    let _ = safe.write_all(text);
    if let Ok(safe) = safe.finish() {
        let _ = io::stderr().write_all(&safe);
    }
}

fn style(choice: ColorChoice, stream: &impl anstream::stream::RawStream) -> Style {
    let choice = match choice {
        ColorChoice::Auto => anstream::AutoStream::choice(stream),
        stated => stated,
    };
    match choice {
        ColorChoice::Never => Style::plain(),
        ColorChoice::Auto if !stream.is_terminal() => Style::plain(),
        _ => Style::colour(),
    }
}

/// True if standard output is a terminal.
pub(crate) fn stdout_is_terminal() -> bool {
    std::io::stdout().is_terminal()
}
