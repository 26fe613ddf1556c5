//! Scans numbers and classifies them; suggests spellings for literals of other languages.
//!
//! Facts: VSL brief, section 2.

use super::tree::LiteralKind;

/// Scans the number at the start of a text: its length, and its kind or help on fixing it. Letters, digits
/// and dots that directly follow are included, since nothing valid can start with them there.
pub(super) fn scan(text: &str) -> (usize, Result<LiteralKind, String>) {
    let bytes = text.as_bytes();
    let is_hexadecimal = matches!(bytes, [b'0', b'x' | b'X', ..]);
    let mut length = 0;
    while let Some(&byte) = bytes.get(length) {
        let behind_exponent = !is_hexadecimal
            && length > 0
            && matches!(bytes.get(length - 1), Some(b'e' | b'E'))
            && bytes.get(length + 1).is_some_and(u8::is_ascii_digit);
        match byte {
            b'.' | b'_' => {}
            b'+' | b'-' if behind_exponent => {}
            _ if byte.is_ascii_alphanumeric() => {}
            _ => break,
        }
        length += 1;
    }
    let number = text.get(..length).unwrap_or_default();
    (length, kind(number).ok_or_else(|| help(number)))
}

/// The kind of a number; `None` if malformed.
fn kind(number: &str) -> Option<LiteralKind> {
    let all = |digits: &str, is_digit: fn(&u8) -> bool| {
        !digits.is_empty() && digits.as_bytes().iter().all(is_digit)
    };
    let decimal = |digits: &str| all(digits, u8::is_ascii_digit);
    if let Some(digits) = number.strip_prefix("0x") {
        return all(digits, u8::is_ascii_hexdigit).then_some(LiteralKind::Hexadecimal);
    }
    if decimal(number) {
        return Some(LiteralKind::Int);
    }
    if let Some(digits) = number.strip_suffix(['u', 'U']) {
        return decimal(digits).then_some(LiteralKind::Uint);
    }
    let (mantissa, exponent) = match number.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (number, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_float =
        decimal(whole) && (fraction.is_empty() || decimal(fraction)) && exponent.is_none_or(decimal);
    is_float.then_some(LiteralKind::Float)
}

/// Help on a malformed number.
fn help(number: &str) -> String {
    let right = |number: &str| kind(number).is_some();
    let zero = format!("0{number}");
    if number.starts_with('.') && right(&zero) {
        return format!("write `{zero}`");
    }
    if let Some(digits) = number.strip_prefix("0X") {
        let lower = format!("0x{digits}");
        if right(&lower) {
            return format!("write `{lower}`, with a small `x`");
        }
    }
    if let Some(digits) = number.strip_prefix("0b").or(number.strip_prefix("0B"))
        && let Ok(value) = u32::from_str_radix(digits, 2)
    {
        return format!("there are no binary numbers: write `0x{value:X}`");
    }
    // Hexadecimal digits are not a suffix.
    let plain = match number.strip_prefix("0x") {
        Some(_) => number.trim_end_matches(['l', 'L', 'u', 'U']),
        None => number.trim_end_matches(['f', 'F', 'l', 'L', 'h', 'H', 'u', 'U']),
    };
    for known in [plain, &format!("0{plain}")] {
        let suffix = number.get(plain.len()..).unwrap_or_default();
        match kind(known) {
            Some(LiteralKind::Hexadecimal) => {
                return format!("write `{known}`: hexadecimal numbers are unsigned without a suffix");
            }
            Some(LiteralKind::Float) => return format!("write `{known}`: floats have no suffix"),
            Some(LiteralKind::Int) if suffix.contains(['f', 'F', 'h', 'H']) => {
                return format!("write `{known}.0`: floats have no suffix");
            }
            Some(LiteralKind::Int) => return format!("write `{known}` or `{known}u`"),
            _ => {}
        }
    }
    if number.contains('_') && right(&number.replace('_', "")) {
        return format!("write `{}`, digits are not grouped", number.replace('_', ""));
    }
    "numbers are `12`, `12u`, `0x1F`, `1.5` or `1.5e3`; names begin with a letter or `_`".to_owned()
}
