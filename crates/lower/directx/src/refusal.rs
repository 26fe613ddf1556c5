//! A reason for which a program does not become a module, with its place.

use std::ops::Range;

use glassbox_core::diagnostic::Rule;

/// Why a program does not become a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The rule.
    pub rule: &'static Rule,
    /// Bytes of the code that it is about; empty if it is about the program as a whole.
    pub at: Range<usize>,
    /// What was found and what was expected.
    pub message: String,
    /// What to do, where more is known than the rule says.
    pub help: Option<String>,
    /// Source file and line, where the program states them.
    pub line: Option<(String, u32)>,
}

impl Refusal {
    /// A refusal without a place.
    pub fn new(rule: &'static Rule, message: impl Into<String>) -> Box<Refusal> {
        Box::new(Refusal { rule, at: 0..0, message: message.into(), help: None, line: None })
    }

    /// The same at a place, unless it has one.
    #[must_use]
    pub fn at(mut self: Box<Self>, at: Range<usize>) -> Box<Refusal> {
        if self.at.is_empty() {
            self.at = at;
        }
        self
    }

    /// The same with advice.
    #[must_use]
    pub fn help(mut self: Box<Self>, help: impl Into<String>) -> Box<Refusal> {
        self.help = Some(help.into());
        self
    }

    /// The same with a source line, unless it has one.
    #[must_use]
    pub fn line(mut self: Box<Self>, line: Option<(String, u32)>) -> Box<Refusal> {
        self.line = self.line.or(line);
        self
    }
}

/// Something, or why the program does not become a module.
pub type Outcome<T> = Result<T, Box<Refusal>>;
