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
    if let Some(value) = short_float(text) {
        return Some(f64::from(value));
    }
    let value: f32 = text.parse().ok()?;
    value.is_finite().then_some(f64::from(value))
}

/// Powers of ten that are exact in single precision.
const TENS: [f32; 11] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10];

/// Value of a short float literal without exponent. Both operands of the division are exact, so it rounds once, like
/// parsing the digits.
fn short_float(text: &str) -> Option<f32> {
    let (mut digits, mut behind, mut has_point) = (0_u32, 0, false);
    for byte in text.bytes() {
        match byte {
            b'0'..=b'9' => {
                digits = digits * 10 + u32::from(byte - b'0');
                behind += usize::from(has_point);
            }
            b'.' => has_point = true,
            _ => return None,
        }
        if digits >= 1 << f32::MANTISSA_DIGITS {
            return None;
        }
    }
    TENS.get(behind).map(|ten| digits as f32 / ten)
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
