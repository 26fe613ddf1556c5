//! Encodes instructions and strings as words.

/// Appends an instruction. One too long for its length field is dropped and recorded.
pub(super) fn write(
    section: &mut Vec<u32>,
    overlong: &mut Option<u16>,
    opcode: u16,
    operands: impl IntoIterator<Item = u32>,
) {
    let start = section.len();
    section.push(0);
    section.extend(operands);
    let count = section.len() - start;
    if count > usize::from(u16::MAX) {
        section.truncate(start);
        overlong.get_or_insert(opcode);
    } else {
        section[start] = (count as u32) << 16 | u32::from(opcode);
    }
}

/// Encodes a string: four bytes per word, first byte lowest, with at least one terminating zero. An embedded
/// zero ends it.
pub(super) fn string(text: &str) -> Vec<u32> {
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
