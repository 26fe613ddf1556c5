//! Prints trees as text.

mod argument;
mod hlsl;
mod literal;
mod name;
mod symbol;
mod types;

use crate::MAX_TEXT;
use crate::tree::{Name, Symbol};

/// Style of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// As C++ tools print it, in full.
    Undname,
    /// As shader authors write it.
    Hlsl,
}

/// Text of a symbol.
pub(crate) fn text(symbol: &Symbol, style: Style) -> String {
    let mut printer = Printer::new(style);
    printer.symbol(symbol);
    printer.finish()
}

/// Text of a name.
pub(crate) fn name(name: &Name, style: Style) -> String {
    let mut printer = Printer::new(style);
    printer.name(name);
    printer.finish()
}

/// Text of bounded size. Constructors repeat the name of their class, so a small tree may print as a large
/// text.
struct Printer {
    out: String,
    style: Style,
    is_full: bool,
}

impl Printer {
    fn new(style: Style) -> Printer {
        Printer { out: String::new(), style, is_full: false }
    }

    fn finish(mut self) -> String {
        if self.is_full {
            self.out.push('…');
        }
        self.out
    }

    fn put(&mut self, text: &str) {
        if self.is_full || self.out.len() + text.len() > MAX_TEXT {
            self.is_full = true;
        } else {
            self.out.push_str(text);
        }
    }

    /// Adds a space if the text so far ends in a word.
    fn space(&mut self) {
        let ends_in_word = self
            .out
            .chars()
            .next_back()
            .is_some_and(|last| last.is_ascii_alphanumeric() || matches!(last, '>' | ')'));
        if ends_in_word {
            self.put(" ");
        }
    }

    /// Prints items separated by commas.
    fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        for (index, item) in items.iter().enumerate() {
            if self.is_full {
                return;
            }
            if index > 0 {
                self.put(", ");
            }
            each(self, item);
        }
    }
}
