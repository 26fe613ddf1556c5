//! For people, at a terminal or in a log.
//!
//! Everything is written to a sink as it is made. Colours are in a [`Style`]; the plain one writes none.

mod answers;
mod diagnostic;
mod diff;
mod explain;
mod hex;
mod interface;
mod plan;
mod source;
mod style;
mod symbols;

pub use answers::{finds, parts, pieces, repairs, strings, summary};
pub use diagnostic::{among, diagnostic, tally, unplaced};
pub use diff::diff;
pub use explain::{rule, rule_line};
pub use interface::{interface, type_name};
pub use plan::plan;
pub use style::{Painted, Style};
pub use symbols::{NameStyle, SymbolView, symbols};

/// Text from a file, fit for one line of a terminal: control characters are written as escapes.
pub fn clean(text: &str) -> std::borrow::Cow<'_, str> {
    let odd = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(odd) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if odd(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out.into()
}
