//! Quotes and unquotes byte strings.

/// Appends bytes as a quoted string: printable ASCII as it is, the rest with escapes.
pub fn quote(bytes: &[u8], out: &mut String) {
    out.push('"');
    for &byte in bytes {
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            0 => out.push_str("\\0"),
            0x20..=0x7e => out.push(byte as char),
            _ => {
                out.push_str("\\x");
                push_hex(byte, out);
            }
        }
    }
    out.push('"');
}

/// The two hexadecimal digits of every byte, consecutively: binary files are mostly bytes, so a byte is one
/// copy.
const PAIRS: [u8; 512] = {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut pairs = [0; 512];
    let mut byte = 0;
    while byte < 256 {
        pairs[2 * byte] = DIGITS[byte >> 4];
        pairs[2 * byte + 1] = DIGITS[byte & 15];
        byte += 1;
    }
    pairs
};
const PAIRS_TEXT: &str = match std::str::from_utf8(&PAIRS) {
    Ok(text) => text,
    Err(_) => panic!("hexadecimal digits are ASCII"),
};

/// Appends two hexadecimal digits.
#[inline]
pub fn push_hex(byte: u8, out: &mut String) {
    let at = 2 * usize::from(byte);
    out.push_str(&PAIRS_TEXT[at..at + 2]);
}

/// Appends so many blanks.
pub(crate) fn blanks(count: usize, out: &mut String) {
    const BLANKS: &str = "                                                                ";
    let mut left = count;
    while left > 0 {
        let now = left.min(BLANKS.len());
        out.push_str(&BLANKS[..now]);
        left -= now;
    }
}

/// Decodes the inside of a quoted string; `Err` gives offset and description of the mistake.
pub(super) fn unquote(inside: &str) -> Result<Vec<u8>, (usize, String)> {
    let mut out = Vec::with_capacity(inside.len());
    let bytes = inside.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte != b'\\' {
            out.push(byte);
            at += 1;
            continue;
        }
        let simple = match bytes.get(at + 1) {
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'0') => 0,
            Some(&other @ (b'"' | b'\\')) => other,
            Some(b'x') => {
                let digits =
                    inside.get(at + 2..at + 4).and_then(|digits| u8::from_str_radix(digits, 16).ok());
                let Some(byte) = digits else {
                    return Err((at, "`\\x` needs two hexadecimal digits".to_owned()));
                };
                out.push(byte);
                at += 4;
                continue;
            }
            _ => {
                return Err((
                    at,
                    "unknown escape, expected `\\n \\r \\t \\0 \\\" \\\\` or `\\xNN`".to_owned(),
                ));
            }
        };
        out.push(simple);
        at += 2;
    }
    Ok(out)
}
