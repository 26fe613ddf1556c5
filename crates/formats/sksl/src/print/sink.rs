//! Where text goes, and how much of it may.

use std::io;

use crate::model::Model;

/// Text that a file of any size may give.
const FREE_TEXT: u64 = 4 << 20;

/// How much more text than nodes and characters a file may give. Real ones stay below ten.
const TEXT_PER_NODE: u64 = 256;

/// Why printing stopped.
pub(super) enum Stop {
    /// The writer failed.
    Failed(io::Error),
    /// The text is out of proportion.
    TooLong,
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Failed(error)
    }
}

/// What printing functions return.
pub(super) type Printed = Result<(), Stop>;

/// A writer with a limit.
pub(super) struct Sink<'w> {
    out: &'w mut dyn io::Write,
    left: u64,
}

impl Sink<'_> {
    /// Writes text.
    pub(super) fn text(&mut self, text: &str) -> Printed {
        self.left = self.left.checked_sub(text.len() as u64).ok_or(Stop::TooLong)?;
        self.out.write_all(text.as_bytes()).map_err(Stop::Failed)
    }

    /// Writes anything that shows itself.
    pub(super) fn show(&mut self, value: impl std::fmt::Display) -> Printed {
        self.text(&value.to_string())
    }
}

/// Runs a printer over a model and says at the end of the text if it is not all.
pub(super) fn finish<'m>(
    model: &'m Model<'_>,
    out: &mut dyn io::Write,
    print: fn(&'m Model<'_>, &mut Sink<'_>) -> Printed,
) -> io::Result<()> {
    let size = (model.nodes().len() + model.strings.len()) as u64;
    let mut sink = Sink {
        out,
        left: FREE_TEXT.saturating_add(size.saturating_mul(TEXT_PER_NODE)),
    };
    match print(model, &mut sink) {
        Ok(()) => Ok(()),
        Err(Stop::Failed(error)) => Err(error),
        Err(Stop::TooLong) => sink
            .out
            .write_all(b"\n/* the rest is left out: the text is out of proportion to its file */\n"),
    }
}
