//! Encodes strings and lists of operands.

use super::{Id, Operand};

/// Ids as operands.
pub(super) fn ids(ids: &[Id]) -> impl Iterator<Item = Operand> + Clone + '_ {
    ids.iter().map(|id| id.operand())
}

/// Words as operands that are not ids.
pub(super) fn literals(words: impl IntoIterator<Item = u32>) -> impl Iterator<Item = Operand> {
    words.into_iter().map(Operand::Literal)
}

/// Encodes a string: four bytes per word, first byte lowest, with at least one terminating zero. An embedded
/// zero ends it.
pub(crate) fn string(text: &str) -> Vec<u32> {
    let text = text.split('\0').next().unwrap_or_default();
    let mut words: Vec<u32> = text
        .as_bytes()
        .chunks(4)
        .map(|chunk| {
            let mut bytes = [0; 4];
            bytes[..chunk.len()].copy_from_slice(chunk);
            u32::from_le_bytes(bytes)
        })
        .collect();
    if text.len().is_multiple_of(4) {
        words.push(0);
    }
    words
}
