//! Colours of terminal output.

use std::fmt;

use anstyle::{AnsiColor, Style as Ansi};
use glassbox_core::diagnostic::Severity;

/// The colours of each kind of text.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// True if colours are enabled.
    pub coloured: bool,
    error: Ansi,
    warning: Ansi,
    info: Ansi,
    /// Messages and names.
    pub strong: Ansi,
    /// Offsets and other things of second rank.
    pub dim: Ansi,
    /// The words `note`, `help` and `also`.
    pub aside: Ansi,
}

impl Style {
    /// Disables colours.
    pub const fn plain() -> Style {
        let none = Ansi::new();
        Style {
            coloured: false,
            error: none,
            warning: none,
            info: none,
            strong: none,
            dim: none,
            aside: none,
        }
    }

    /// The usual colours.
    pub const fn colour() -> Style {
        Style {
            coloured: true,
            error: AnsiColor::Red.on_default().bold(),
            warning: AnsiColor::Yellow.on_default().bold(),
            info: AnsiColor::Cyan.on_default().bold(),
            strong: Ansi::new().bold(),
            dim: Ansi::new().dimmed(),
            aside: AnsiColor::Green.on_default().bold(),
        }
    }

    /// The style of a severity.
    pub const fn severity(&self, severity: Severity) -> Ansi {
        match severity {
            Severity::Error => self.error,
            Severity::Warning => self.warning,
            Severity::Info => self.info,
        }
    }
}

/// A text in a style.
#[derive(Clone, Copy, Debug)]
pub struct Painted<T>(pub Ansi, pub T);

impl<T: fmt::Display> fmt::Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.0.render(), self.1, self.0.render_reset())
    }
}
