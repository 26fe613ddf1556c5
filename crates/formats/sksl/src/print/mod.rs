//! Programs as text, in two styles.
//!
//! [`Style::Description`] is the text that Skia's compiler makes of a program, character for character. It is for comparison: it
//! drops modifiers, so that some programs mean something else when it is compiled again. [`Style::Source`] is text that
//! compiles again: it keeps what the other drops, prints numbers so that they read back exactly, and is laid out for people.
//!
//! Both write as they go, need no recursion, and stop when a text grows out of proportion to its file, as happens when a
//! hostile file names a long declaration again and again.
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

/// How a program is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// Text that compiles again.
    #[default]
    Source,
    /// The text that Skia's compiler makes of a program.
    Description,
}

impl Style {
    /// Every style, the usual one first.
    pub const ALL: [Style; 2] = [Style::Source, Style::Description];

    /// Name of the style, as `--style` takes it.
    pub const fn name(self) -> &'static str {
        match self {
            Style::Source => "source",
            Style::Description => "description",
        }
    }

    /// The style with this name.
    pub fn from_name(name: &str) -> Option<Style> {
        Style::ALL.into_iter().find(|style| style.name() == name)
    }
}

impl std::fmt::Display for Style {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Writes a program or module in a style. What a damaged file lacks is marked where it should stand.
pub fn listing(model: &Model<'_>, style: Style, out: &mut dyn io::Write) -> io::Result<()> {
    match style {
        Style::Source => source(model, out),
        Style::Description => description(model, out),
    }
}

/// Writes a program or module as Skia describes it; an element of a module ends with a line feed.
pub fn description(model: &Model<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    sink::finish(model, out, description::print)
}

/// Writes a program or module as text that compiles again.
pub fn source(model: &Model<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    sink::finish(model, out, source::print)
}
