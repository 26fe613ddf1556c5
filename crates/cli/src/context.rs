//! What every command works with: colours, exit status, complaints.

use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::process::ExitCode;

use anstream::ColorChoice;
use glassbox_core::limits::Limits;
use glassbox_report::terminal::{Painted, Style};

/// How a command ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) enum Status {
    /// Done, and the input is fine.
    #[default]
    Fine,
    /// Done, and the input has errors; for `diff`, the inputs differ.
    Errors,
    /// Could not run, at least for a part of the input.
    Failed,
}

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
    /// Whether colours were asked for in so many words.
    always: bool,
    /// What reading a file may cost.
    pub(crate) limits: Limits,
}

impl Context {
    pub(crate) fn new(choice: ColorChoice, max_expanded: u64) -> Context {
        Context {
            style: style(choice, &std::io::stdout()),
            error_style: style(choice, &std::io::stderr()),
            always: matches!(choice, ColorChoice::Always | ColorChoice::AlwaysAnsi),
            limits: Limits {
                expanded_size: max_expanded,
                ..Limits::default()
            },
        }
    }

    /// Colours of an output: a file has none unless they were asked for.
    pub(crate) fn style_of(&self, path: Option<&Path>) -> Style {
        match path {
            Some(path) if path.as_os_str() != "-" && !self.always => Style::plain(),
            _ => self.style,
        }
    }

    /// Writes a line to standard error. When even that fails there is nobody left to tell.
    pub(crate) fn complain(&self, message: &str) {
        let head = Painted(
            self.error_style
                .severity(glassbox_core::diagnostic::Severity::Error),
            "error",
        );
        self.say(&format!("{head}: {message}"));
    }

    /// Writes a line to standard error as it is.
    pub(crate) fn say(&self, line: &str) {
        let _ = writeln!(std::io::stderr(), "{line}");
    }

    /// Writes a block to standard error as it is.
    pub(crate) fn say_bytes(&self, bytes: &[u8]) {
        let _ = std::io::stderr().write_all(bytes);
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

/// Whether standard output is a terminal.
pub(crate) fn stdout_is_terminal() -> bool {
    std::io::stdout().is_terminal()
}
