//! Formats and parses numbers of the assembly.
//!
//! The legacy compiler prints floats with six decimals, which loses bits; [`exact_float`] prints the shortest
//! digits that round-trip. Words of unknown type are printed by appearance: an integer near zero, a float of
//! ordinary magnitude, otherwise bits.
//!
//! Source: listings of the legacy compiler; its output for infinities and NaNs was found in third-party
//! disassemblies.

use std::fmt::Write as _;

/// Integers of larger magnitude print as 0x and eight digits.
pub(crate) const LARGEST_DECIMAL: u32 = 10_000;

/// The bits of -0.0.
const SIGN: u32 = 1 << 31;

/// Significant digits computed by the C library of release 6.3; the rest are zeros.
const DIGITS: usize = 17;

/// Apparent type of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// An integer near zero.
    Integer,
    /// A float of ordinary magnitude.
    Float,
    /// Neither.
    Bits,
}

/// Apparent type of a word. Release 10 treats the sign bit alone as a float.
pub fn look(word: u32, release: Release) -> Look {
    if (word as i32).unsigned_abs() <= LARGEST_DECIMAL {
        Look::Integer
    } else if f32::from_bits(word).is_normal() || word == SIGN && release == Release::V10 {
        Look::Float
    } else {
        Look::Bits
    }
}

/// Prints an integer as the legacy compiler does: signed or, far from zero, as bits.
pub(crate) fn fxc_integer(out: &mut String, word: u32) {
    let _ = if (word as i32).unsigned_abs() <= LARGEST_DECIMAL {
        write!(out, "{}", word as i32)
    } else {
        write!(out, "0x{word:08x}")
    };
}

/// Prints a number with six decimals, as the legacy compiler's C library does.
pub(crate) fn fxc_float(out: &mut String, value: f64, release: Release) {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let _ = if value.is_infinite() {
        write!(out, "{sign}1.#INF00")
    } else if value.is_nan() {
        // The NaN produced by invalid operations has its own name.
        if value.to_bits() == 0xfff8_0000_0000_0000 {
            write!(out, "-1.#IND00")
        } else {
            write!(out, "{sign}1.#QNAN0")
        }
    } else if value.abs() < 1e17 || release == Release::V10 {
        write!(out, "{value:.6}")
    } else {
        let text = format!("{:.*e}", DIGITS - 1, value.abs());
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let zeros = exponent.parse::<usize>().unwrap_or(0).saturating_sub(DIGITS - 1);
        write!(out, "{sign}{}{}.000000", digits.replace('.', ""), "0".repeat(zeros))
    };
}

/// Prints the shortest digits that round-trip; NaNs and infinities as bits.
pub fn exact_float(out: &mut String, word: u32) {
    let value = f32::from_bits(word);
    let _ = if value.is_finite() { write!(out, "{value:?}") } else { write!(out, "0x{word:08x}") };
}

/// Prints the shortest digits that round-trip, with a trailing `l`; NaNs and infinities as bits.
pub(crate) fn exact_double(out: &mut String, bits: u64) {
    let value = f64::from_bits(bits);
    let _ = if value.is_finite() { write!(out, "{value:?}l") } else { write!(out, "0x{bits:016x}l") };
}

/// Reason for rejecting a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberError {
    /// Not a number.
    Malformed,
    /// Out of range.
    TooLarge,
}

impl std::fmt::Display for NumberError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            NumberError::Malformed => "the text is not a number",
            NumberError::TooLarge => "the number does not fit",
        })
    }
}

impl std::error::Error for NumberError {}

/// True if a text is a float: it has a point or an exponent and no 0x.
fn is_float(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.starts_with("0x") && !digits.starts_with("0X") && digits.contains(['.', 'e', 'E', '#'])
}

/// Special values of the legacy compiler's C library, possibly truncated.
fn special(text: &str) -> Option<f64> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text),
    };
    let rest = rest.strip_prefix("1.#")?;
    if rest.starts_with("INF") {
        return Some(sign * f64::INFINITY);
    }
    if rest.starts_with("IND") || rest.starts_with("QNAN") || rest.starts_with("SNAN") {
        return Some(f64::NAN.copysign(sign));
    }
    None
}

/// Parses a 32-bit number: an integer with or without sign, bits after 0x, or a float.
pub fn parse_word(text: &str) -> Result<u32, NumberError> {
    if is_float(text) {
        let value = match special(text) {
            Some(value) => value as f32,
            None => text.parse().map_err(|_| NumberError::Malformed)?,
        };
        return Ok(value.to_bits());
    }
    integer(text).and_then(|(negative, value)| {
        if negative {
            if value <= 1 << 31 { Ok((value as u32).wrapping_neg()) } else { Err(NumberError::TooLarge) }
        } else {
            u32::try_from(value).map_err(|_| NumberError::TooLarge)
        }
    })
}

/// Parses a double as bits; a trailing `l` is optional.
pub(crate) fn parse_double(text: &str) -> Result<u64, NumberError> {
    let text = text.strip_suffix(['l', 'L']).unwrap_or(text);
    if let Some(value) = special(text) {
        return Ok(value.to_bits());
    }
    if text.starts_with("0x") || text.starts_with("0X") {
        return integer(text).map(|(_, bits)| bits);
    }
    let value: f64 = text.parse().map_err(|_| NumberError::Malformed)?;
    Ok(value.to_bits())
}

/// Parses an integer and its sign; true if negative.
fn integer(text: &str) -> Result<(bool, u64), NumberError> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let (radix, digits) = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => (16, digits),
        None => (10, digits),
    };
    if digits.is_empty() || !digits.bytes().all(|digit| char::from(digit).is_digit(radix)) {
        return Err(NumberError::Malformed);
    }
    match u64::from_str_radix(digits, radix) {
        Ok(value) => Ok((negative, value)),
        Err(_) => Err(NumberError::TooLarge),
    }
}

/// Release of the legacy disassembler, whose output changed over time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Release {
    /// Version 6.3, of Windows 8.1.
    V6_3,
    /// Version 10, of Windows 10: constant buffers are declared in capitals.
    #[default]
    V10,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(value: f32) -> String {
        let mut out = String::new();
        fxc_float(&mut out, f64::from(value), Release::V6_3);
        out
    }

    #[test]
    fn release_10_prints_all_digits_and_knows_the_sign_of_zero() {
        let mut out = String::new();
        fxc_float(&mut out, 1e20f32.into(), Release::V10);
        assert_eq!(out, "100000002004087734272.000000");
        assert_eq!(look(1 << 31, Release::V10), Look::Float);
        assert_eq!(look(1 << 31, Release::V6_3), Look::Bits);
        for word in [0x8000_0001, 0x0080_0000 - 1, 0x7f80_0000, 0xffc0_0000] {
            assert_eq!(look(word, Release::V10), Look::Bits);
        }
    }

    #[test]
    fn floats_are_printed_like_those_of_the_c_library() {
        let cases = [
            (1.0, "1.000000"),
            (-0.0, "-0.000000"),
            (1.0 / 3.0, "0.333333"),
            (1e-8, "0.000000"),
            (16_777_216.0, "16777216.000000"),
            (f32::MAX, "340282346638528860000000000000000000000.000000"),
            (f32::INFINITY, "1.#INF00"),
            (f32::NEG_INFINITY, "-1.#INF00"),
            (f32::from_bits(0xffc0_0000), "-1.#IND00"),
            (f32::from_bits(0x7fc0_0000), "1.#QNAN0"),
        ];
        for (value, expected) in cases {
            assert_eq!(fixed(value), expected);
        }
    }

    #[test]
    fn exact_numbers_come_back() {
        for word in [0, 1, 0x3f80_0000, 0xbf80_0001, 0x7f7f_ffff, 0x8000_0000, 0x7f80_0000, 0x7fa0_0001] {
            let mut out = String::new();
            exact_float(&mut out, word);
            assert_eq!(parse_word(&out), Ok(word), "{out}");
        }
        for bits in [0, 1, 0x3ff0_0000_0000_0000, 0x7ff0_0000_0000_0001, 1 << 63] {
            let mut out = String::new();
            exact_double(&mut out, bits);
            assert_eq!(parse_double(&out), Ok(bits), "{out}");
        }
    }

    #[test]
    fn number_texts_are_parsed_or_rejected() {
        let words = [
            ("-1", Ok(u32::MAX)),
            ("4294967295", Ok(u32::MAX)),
            ("4294967296", Err(NumberError::TooLarge)),
            ("-2147483649", Err(NumberError::TooLarge)),
            ("0x3f8", Ok(0x3f8)),
            ("1.#INF00", Ok(0x7f80_0000)),
            ("-1.#IND00", Ok(0xffc0_0000)),
            ("1e1", Ok(0x4120_0000)),
            ("", Err(NumberError::Malformed)),
            ("0x", Err(NumberError::Malformed)),
            ("1.0.0", Err(NumberError::Malformed)),
        ];
        for (text, expected) in words {
            assert_eq!(parse_word(text), expected, "{text}");
        }
    }
}
