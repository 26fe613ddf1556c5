//! The word in front of an instruction: the opcode and the endings behind it.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use super::cursor::Read;
use super::error::AssembleError;
use super::rules;
use crate::opcode::Opcode;

/// The opcodes by their names.
static OPCODES: LazyLock<HashMap<&'static str, Opcode>> = LazyLock::new(|| {
    let named = |opcode: &Opcode| Some((opcode.info()?.mnemonic, *opcode));
    Opcode::ALL
        .iter()
        .filter(|opcode| !opcode.is_reserved())
        .filter_map(named)
        .collect()
});

/// A mnemonic taken apart.
pub(super) struct Mnemonic<'t> {
    pub(super) opcode: Opcode,
    /// What follows the name, without the first underscore; empty when nothing does.
    pub(super) endings: &'t str,
    pub(super) span: Range<usize>,
}

impl<'t> Mnemonic<'t> {
    /// The opcode with the longest name that the word begins with.
    pub(super) fn read(word: &'t str, span: Range<usize>) -> Read<Mnemonic<'t>> {
        let mut name = word;
        loop {
            if let Some(opcode) = OPCODES.get(name) {
                let endings = word.get(name.len()..).unwrap_or_default();
                return Ok(Mnemonic {
                    opcode: *opcode,
                    endings: endings.strip_prefix('_').unwrap_or(endings),
                    span,
                });
            }
            match name.rfind('_') {
                Some(end) => name = name.get(..end).unwrap_or_default(),
                None => break,
            }
        }
        let known = OPCODES.keys().copied().chain(super::DIRECTIVES);
        Err(AssembleError::unknown(
            &rules::MNEMONIC,
            span,
            word,
            "an instruction or a declaration",
            known,
        ))
    }

    /// The endings one by one.
    pub(super) fn endings(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        self.endings.split('_').filter(|ending| !ending.is_empty())
    }

    /// Says that an ending is none of the instruction's.
    pub(super) fn wrong_ending(&self, ending: &str, help: impl Into<String>) -> AssembleError {
        let message = format!("`_{ending}` is no ending of `{}`", self.opcode);
        AssembleError::new(&rules::SUFFIX, self.span.clone(), message).help(help)
    }

    /// Says that nothing can follow the name, if something does.
    pub(super) fn no_ending(&self) -> Read<()> {
        match self.endings().next() {
            None => Ok(()),
            Some(ending) => Err(self.wrong_ending(ending, "it has none")),
        }
    }
}
