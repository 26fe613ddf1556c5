//! Output for people, at a terminal or in a log.
//!
//! Everything is written to a sink immediately. Colours are in a [`Style`]; the plain one writes none.

mod answers;
mod diagnostic;
mod diff;
mod explain;
mod folded;
mod hex;
mod interface;
mod plan;
mod screen;
mod source;
mod style;
mod symbols;

pub use answers::{finds, needs, parts, pieces, repairs, strings, summary};
pub use diagnostic::{diagnostic, diagnostic_across_files, diagnostic_without_location};
pub use diff::diff;
pub use explain::{rule, rule_line};
pub use folded::{Show, findings, tally, tally_of};
pub use interface::{interface, type_name};
pub use plan::plan;
pub use screen::Screen;
pub use style::{Painted, Style};
pub use symbols::{NameStyle, SymbolView, symbols};

/// Text from a file, fit for one line of a terminal: control characters are written as escapes.
pub use glassbox_core::printable::escape as clean;
