//! Converts between words, bytes and strings of modules.

/// The words of a string, with its zero.
pub(crate) fn string(text: &str) -> Vec<u32> {
    let mut bytes: Vec<u8> = text.bytes().filter(|&byte| byte != 0).collect();
    bytes.push(0);
    bytes
        .chunks(4)
        .map(|chunk| {
            let mut word = [0; 4];
            for (to, from) in word.iter_mut().zip(chunk) {
                *to = *from;
            }
            u32::from_le_bytes(word)
        })
        .collect()
}

/// The bytes of words, low byte first, as the reflection reads them.
pub(crate) fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
