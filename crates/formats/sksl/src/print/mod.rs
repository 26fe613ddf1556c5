//! Prints programs as text, in two styles.
//!
//! [`Style::Description`] is the output of Skia's compiler, character for character, for comparison. It drops
//! modifiers, so some programs change their meaning when recompiled. [`Style::Source`] is readable text for
//! recompilation: it keeps the modifiers and prints numbers so that they round-trip.
//!
//! Both stream their output, need no recursion, and stop when the text is out of proportion to the file, as
//! with hostile files that reference a long declaration repeatedly.
//!
//! Source: the printing rules of the language.

mod base;
mod description;
mod literal;
mod number;
mod precedence;

mod sink;
mod source;

use std::io;

pub use base::spaced;
pub use number::described;

use crate::model::Model;

/// Printing style.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// Source for recompilation.
    #[default]
    Source,
    /// Output of Skia's compiler.
    Description,
}

impl Style {
    /// All styles, the default first.
    pub const ALL: [Style; 2] = [Style::Source, Style::Description];

    /// Name of the style, as in `--style`.
    pub const fn name(self) -> &'static str {
        match self {
            Style::Source => "source",
            Style::Description => "description",
        }
    }

    /// Style with this name.
    pub fn from_name(name: &str) -> Option<Style> {
        Style::ALL.into_iter().find(|style| style.name() == name)
    }
}

impl std::fmt::Display for Style {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Writes a program or module in a style. Missing parts of damaged files are marked.
pub fn listing(model: &Model<'_>, style: Style, out: &mut dyn io::Write) -> io::Result<()> {
    match style {
        Style::Source => source(model, out),
        Style::Description => description(model, out),
    }
}

/// Writes a program or module as Skia describes it; each element of a module ends with a line feed.
pub fn description(model: &Model<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    sink::finish(model, out, description::print)
}

/// Writes a program or module as source for recompilation.
pub fn source(model: &Model<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    sink::finish(model, out, source::print)
}
