//! Parses numbers as the C library does.
//!
//! picasso uses `atoi`, `strtoll` and `atof`: leading white space is skipped, the longest numeric prefix is
//! converted and the rest ignored. The functions return that rest, so that callers can reject it.

/// White space of the C locale.
pub(crate) const fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\x0B' | '\x0C' | '\r')
}

/// Trims white space on both sides.
pub(crate) fn trim(text: &str) -> &str {
    let bytes = text.as_bytes();
    let is_text = |byte: &u8| !is_space(char::from(*byte));
    // White space is single bytes, so cuts fall between characters.
    let start = bytes.iter().position(is_text).unwrap_or(bytes.len());
    let end = bytes.iter().rposition(is_text).map_or(start, |last| last + 1);
    &text[start..end]
}

/// Position of an ASCII character. A loop beats a prepared search on short text.
pub(crate) fn find(text: &str, ascii: u8) -> Option<usize> {
    text.bytes().position(|byte| byte == ascii)
}

/// Text before the first `ascii`, or all of it.
pub(crate) fn before(text: &str, ascii: u8) -> &str {
    &text[..find(text, ascii).unwrap_or(text.len())]
}

/// Splits at the first `ascii`.
pub(crate) fn cut(text: &str, ascii: u8) -> Option<(&str, &str)> {
    let at = find(text, ascii)?;
    Some((&text[..at], &text[at + 1..]))
}

/// A value and the unread text, which is the whole text if there was no number.
pub(crate) type Read<'a, T> = (T, &'a str);

/// `strtoll` with base 0: decimal, `0x` hexadecimal or `0` octal; saturates.
pub(crate) fn integer(text: &str) -> Read<'_, i64> {
    let (negative, digits) = sign(text);
    let hexadecimal = digits.strip_prefix("0x").or(digits.strip_prefix("0X"));
    let read = match hexadecimal {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_hexdigit()) => radix(rest, 16),
        _ if digits.starts_with('0') => radix(digits, 8),
        _ => radix(digits, 10),
    };
    match read {
        Some((value, rest)) => (signed(negative, value), rest),
        None => (0, text),
    }
}

/// `atoi`: decimal, 0 if not a number. Long values are truncated to 32 bits, as in the C library.
pub(crate) fn decimal(text: &str) -> Read<'_, i32> {
    let (negative, digits) = sign(text);
    match radix(digits, 10) {
        Some((value, rest)) => (signed(negative, value) as i32, rest),
        None => (0, text),
    }
}

/// `atof`, rounded to single precision: decimal or hexadecimal, `inf`, `nan`; 0 if not a number.
pub(crate) fn float(text: &str) -> Read<'_, f32> {
    let (negative, digits) = sign(text);
    let (value, rest) = match unsigned_float(digits) {
        Some(read) => read,
        None => return (0.0, text),
    };
    let value = if negative { -value } else { value };
    (value as f32, rest)
}

fn sign(text: &str) -> (bool, &str) {
    let text = text.trim_start_matches(is_space);
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

fn radix(text: &str, radix: u32) -> Option<Read<'_, u64>> {
    let digits = text.bytes().map_while(|byte| char::from(byte).to_digit(radix));
    let (value, end) = digits.fold((0u64, 0), |(value, end), digit| {
        let value = value.saturating_mul(u64::from(radix)).saturating_add(u64::from(digit));
        (value, end + 1)
    });
    (end > 0).then(|| (value, &text[end..]))
}

fn signed(negative: bool, value: u64) -> i64 {
    match (negative, i64::try_from(value)) {
        (false, Ok(value)) => value,
        (true, Ok(value)) => -value,
        (false, Err(_)) => i64::MAX,
        (true, Err(_)) => i64::MIN,
    }
}

fn unsigned_float(text: &str) -> Option<Read<'_, f64>> {
    if let Some(rest) = text.strip_prefix("0x").or(text.strip_prefix("0X"))
        && let Some(read) = hexadecimal_float(rest)
    {
        return Some(read);
    }
    let folded = |word: &str| {
        let head = text.get(..word.len())?;
        head.eq_ignore_ascii_case(word).then(|| &text[word.len()..])
    };
    if let Some(rest) = folded("infinity").or_else(|| folded("inf")) {
        return Some((f64::INFINITY, rest));
    }
    if let Some(rest) = folded("nan") {
        let payload = rest.strip_prefix('(').and_then(|inner| inner.split_once(')'));
        let rest = match payload {
            Some((name, rest)) if name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') => rest,
            _ => rest,
        };
        return Some((f64::NAN, rest));
    }
    let digits = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let whole = digits(text);
    let mut end = whole;
    let mut count = whole;
    if text[end..].starts_with('.') {
        let fraction = digits(&text[end + 1..]);
        count += fraction;
        if count > 0 {
            end += 1 + fraction;
        }
    }
    if count == 0 {
        return None;
    }
    end += exponent(&text[end..], ['e', 'E']);
    Some((text[..end].parse().unwrap_or(0.0), &text[end..]))
}

/// Length of an exponent with one of two markers; 0 if there is none.
fn exponent(text: &str, markers: [char; 2]) -> usize {
    let Some(rest) = text.strip_prefix(markers) else {
        return 0;
    };
    let sign = usize::from(rest.starts_with(['+', '-']));
    let digits = rest[sign..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - sign);
    if digits == 0 { 0 } else { 1 + sign + digits }
}

/// Hexadecimal float after `0x`, rounded to the nearest double.
fn hexadecimal_float(text: &str) -> Option<Read<'_, f64>> {
    let mut mantissa = 0u64;
    let mut scale = 0i32;
    let mut digits = 0usize;
    let mut end = 0;
    let mut point = false;
    for (at, c) in text.char_indices() {
        match c.to_digit(16) {
            Some(digit) => {
                digits += 1;
                if mantissa >> 59 == 0 {
                    mantissa = mantissa << 4 | u64::from(digit);
                    scale -= 4 * i32::from(point);
                } else {
                    // Digits beyond the precision are only a sticky bit.
                    mantissa |= u64::from(digit != 0);
                    scale = scale.saturating_add(4 * i32::from(!point));
                }
            }
            None if c == '.' && !point => point = true,
            None => break,
        }
        end = at + 1;
    }
    if digits == 0 {
        return None;
    }
    let length = exponent(&text[end..], ['p', 'P']);
    if length > 0 {
        scale = scale.saturating_add(decimal(&text[end + 1..end + length]).0);
    }
    end += length;
    // Multiplying a 53-bit value by two powers of two rounds once, as long as only the last step can be
    // subnormal.
    let half = scale / 2;
    let power = |by: i32| f64::powi(2.0, by.clamp(-1000, 1000));
    Some((mantissa as f64 * power(half) * power(scale - half), &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::{decimal, float, integer};

    #[test]
    fn integers_take_the_longest_prefix() {
        let cases: &[(&str, i64, &str)] = &[
            ("12", 12, ""),
            (" -12x", -12, "x"),
            ("0x1F,", 31, ","),
            ("0x", 0, "x"),
            ("010", 8, ""),
            ("08", 0, "8"),
            ("", 0, ""),
            ("x", 0, "x"),
            ("-", 0, "-"),
            ("99999999999999999999", i64::MAX, ""),
            ("-99999999999999999999", i64::MIN, ""),
        ];
        for &(text, value, rest) in cases {
            assert_eq!(integer(text), (value, rest), "{text:?}");
        }
    }

    #[test]
    fn decimals_are_cut_to_32_bits() {
        let cases: &[(&str, i32, &str)] = &[
            ("7]", 7, "]"),
            ("010", 10, ""),
            ("4294967297", 1, ""),
            ("99999999999999999999", -1, ""),
            ("+3", 3, ""),
            ("a0", 0, "a0"),
        ];
        for &(text, value, rest) in cases {
            assert_eq!(decimal(text), (value, rest), "{text:?}");
        }
    }

    #[test]
    fn floats_stop_where_the_number_does() {
        let cases: &[(&str, f32, &str)] = &[
            ("1.0/128.0", 1.0, "/128.0"),
            (" .5", 0.5, ""),
            ("5.", 5.0, ""),
            ("-1e3", -1000.0, ""),
            ("1e", 1.0, "e"),
            ("1e+", 1.0, "e+"),
            (".", 0.0, "."),
            ("1.5f", 1.5, "f"),
            ("inf", f32::INFINITY, ""),
            ("-Infinity!", f32::NEG_INFINITY, "!"),
            ("0x1.8p1", 3.0, ""),
            ("0x10", 16.0, ""),
            ("0x.8", 0.5, ""),
            ("0x", 0.0, "x"),
            ("1e99", f32::INFINITY, ""),
            ("", 0.0, ""),
        ];
        for &(text, value, rest) in cases {
            assert_eq!(float(text), (value, rest), "{text:?}");
        }
        assert!(float("nan(12)").0.is_nan());
    }
}
