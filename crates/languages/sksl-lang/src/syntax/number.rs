//! Number literals: a fast scanner for common ones, and values.

use super::classes::{CLASSES, DIGIT, LETTER, behind};
use super::token::TokenKind;

/// Scans a number without prefix, exponent or suffix. Returns its kind and end.
#[inline(always)]
pub(super) fn plain_number(bytes: &[u8], start: usize) -> Option<(TokenKind, usize)> {
    let digits = behind(bytes, start + 1, DIGIT);
    let (kind, end) = match bytes.get(digits) {
        Some(b'.') => (TokenKind::Float, behind(bytes, digits + 1, DIGIT)),
        _ if digits > start + 1 && bytes.get(start) == Some(&b'0') => return None,
        _ => (TokenKind::Int, digits),
    };
    let is_followed = bytes.get(end).is_some_and(|&next| CLASSES[usize::from(next)] & LETTER != 0);
    (!is_followed).then_some((kind, end))
}

/// Value of an integer literal: decimal, octal or hexadecimal, with an optional `u`. `None` if it exceeds 32 bits.
pub(super) fn integer(text: &str) -> Option<i64> {
    let digits = text.strip_suffix(['u', 'U']).unwrap_or(text);
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16),
        None if digits.starts_with('0') => u64::from_str_radix(digits, 8),
        None => digits.parse(),
    };
    let value = u32::try_from(value.ok()?).ok()?;
    Some(i64::from(value))
}

/// Value of a float literal in single precision. `None` on overflow.
pub(super) fn float(text: &str) -> Option<f64> {
    let value: f32 = text.parse().ok()?;
    value.is_finite().then_some(f64::from(value))
}

#[cfg(test)]
mod tests {
    use super::{float, integer};

    #[test]
    fn integers() {
        for (text, value) in [
            ("0", Some(0)),
            ("0u", Some(0)),
            ("017", Some(15)),
            ("42U", Some(42)),
            ("0xfF", Some(255)),
            ("0X10u", Some(16)),
            ("4294967295", Some(4_294_967_295)),
            ("4294967296", None),
            ("037777777777", Some(4_294_967_295)),
            ("0x100000000", None),
            ("99999999999999999999999", None),
        ] {
            assert_eq!(integer(text), value, "{text}");
        }
    }

    #[test]
    fn floats() {
        for (text, value) in [
            ("1.", Some(1.0)),
            (".5", Some(0.5)),
            ("00012.5", Some(12.5)),
            ("1.e2", Some(100.0)),
            ("1e-50", Some(0.0)),
            ("0.1", Some(f64::from(0.1_f32))),
            ("3.4028235e38", Some(f64::from(f32::MAX))),
            ("3.4028236e38", None),
            ("1e999", None),
        ] {
            assert_eq!(float(text), value, "{text}");
        }
        for digits in (0..1 << 25).step_by(9973) {
            for point in 0..=8 {
                let text = format!("{digits:09}");
                let text = format!("{}.{}", &text[..point], &text[point..]);
                let value: f32 = text.parse().unwrap_or_default();
                assert_eq!(float(&text), Some(f64::from(value)), "{text}");
            }
        }
    }
}
