//! Writes text with a size limit.

use std::io;

use crate::model::Model;

/// Size of the text allowed for any file, in bytes.
const FREE_TEXT: u64 = 4 << 20;

/// Maximum ratio of text to nodes and characters. Real files stay below ten.
const TEXT_PER_NODE: u64 = 256;

/// Reason why printing stopped.
pub(super) enum PrintError {
    /// The writer failed.
    Failed(io::Error),
    /// The text is out of proportion to the file.
    TooLong,
}

impl From<io::Error> for PrintError {
    fn from(error: io::Error) -> PrintError {
        PrintError::Failed(error)
    }
}

/// Result whose error is [`PrintError`] unless stated.
pub(super) type Result<T = (), E = PrintError> = std::result::Result<T, E>;

/// A writer with a limit.
pub(super) struct Sink<'w> {
    out: &'w mut dyn io::Write,
    left: u64,
}

impl Sink<'_> {
    /// Writes text.
    pub(super) fn text(&mut self, text: &str) -> Result {
        self.left = self.left.checked_sub(text.len() as u64).ok_or(PrintError::TooLong)?;
        self.out.write_all(text.as_bytes()).map_err(PrintError::Failed)
    }

    /// Writes a displayable value.
    pub(super) fn show(&mut self, value: impl std::fmt::Display) -> Result {
        self.text(&value.to_string())
    }
}

/// Runs a printer over a model; notes a truncation at the end of the text.
pub(super) fn finish<'m>(
    model: &'m Model<'_>,
    out: &mut dyn io::Write,
    print: fn(&'m Model<'_>, &mut Sink<'_>) -> Result,
) -> io::Result<()> {
    let size = (model.nodes().len() + model.strings.len()) as u64;
    let mut sink = Sink { out, left: FREE_TEXT.saturating_add(size.saturating_mul(TEXT_PER_NODE)) };
    match print(model, &mut sink) {
        Ok(()) => Ok(()),
        Err(PrintError::Failed(error)) => Err(error),
        Err(PrintError::TooLong) => {
            sink.out.write_all(b"\n/* the rest is left out: the text is out of proportion to its file */\n")
        }
    }
}
