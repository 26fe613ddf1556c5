//! Splits a mnemonic into opcode and suffixes.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use super::error::AssembleError;
use super::rules;
use crate::opcode::Opcode;

/// Opcodes by name.
static OPCODES: LazyLock<HashMap<&'static str, Opcode>> = LazyLock::new(|| {
    let named = |opcode: &Opcode| Some((opcode.info()?.mnemonic, *opcode));
    Opcode::ALL.iter().filter(|opcode| !opcode.is_reserved()).filter_map(named).collect()
});

/// A parsed mnemonic.
pub(super) struct Mnemonic<'t> {
    pub(super) opcode: Opcode,
    /// Text after the name, without the first underscore; may be empty.
    pub(super) suffixes: &'t str,
    pub(super) span: Range<usize>,
}

impl<'t> Mnemonic<'t> {
    /// Finds the opcode with the longest name that is a prefix of the word.
    pub(super) fn read(word: &'t str, span: Range<usize>) -> Result<Mnemonic<'t>, AssembleError> {
        let mut name = word;
        loop {
            if let Some(opcode) = OPCODES.get(name) {
                let suffixes = word.get(name.len()..).unwrap_or_default();
                return Ok(Mnemonic {
                    opcode: *opcode,
                    suffixes: suffixes.strip_prefix('_').unwrap_or(suffixes),
                    span,
                });
            }
            match name.rfind('_') {
                Some(end) => name = name.get(..end).unwrap_or_default(),
                None => break,
            }
        }
        let known = OPCODES.keys().copied().chain(super::DIRECTIVES);
        Err(AssembleError::unknown(&rules::MNEMONIC, span, word, "an instruction or a declaration", known))
    }

    /// The individual suffixes.
    pub(super) fn suffixes(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        self.suffixes.split('_').filter(|suffix| !suffix.is_empty())
    }

    /// Error for a suffix that the instruction does not have.
    pub(super) fn unknown_suffix(&self, suffix: &str, help: impl Into<String>) -> AssembleError {
        let message = format!("`_{suffix}` is not a suffix of `{}`", self.opcode);
        AssembleError::new(&rules::SUFFIX, self.span.clone(), message).help(help)
    }

    /// Fails if there is a suffix.
    pub(super) fn expect_no_suffix(&self) -> Result<(), AssembleError> {
        match self.suffixes().next() {
            None => Ok(()),
            Some(suffix) => Err(self.unknown_suffix(suffix, "it has none")),
        }
    }
}
