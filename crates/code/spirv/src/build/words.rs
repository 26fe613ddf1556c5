//! Instructions as words.

/// Appends an instruction. One that is too long for its length field is left out and noted.
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

/// The words of a string: four bytes each, the first one lowest, with at least one zero at the end. A zero inside ends it.
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
