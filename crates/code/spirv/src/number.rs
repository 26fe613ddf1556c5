//! Reads and writes number literals: integers of 1 to 64 bits, and half, single and double floats in decimal
//! and hexadecimal.
//!
//! Floats print as in `spirv-dis`: singles with 9 significant digits, doubles with 17. Infinities, NaNs,
//! denormals and all floats of fewer than 32 bits print as hexadecimal floats in SPIR-V assembly syntax,
//! where the exponent one above the largest denotes the all-ones exponent field: `0x1.8p+128` is the quiet
//! NaN of a single float.

use std::fmt::Write;

use crate::context::{Encoding, Scalar};

/// Appends a number in decimal.
#[inline]
pub(crate) fn push_decimal(out: &mut String, value: u64) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    let mut left = value;
    loop {
        at -= 1;
        digits[at] = b'0' + (left % 10) as u8;
        left /= 10;
        if left == 0 {
            break;
        }
    }
    out.push_str(std::str::from_utf8(&digits[at..]).unwrap_or_default());
}

/// Appends a word as `0x` and eight digits.
pub(crate) fn push_hex(out: &mut String, value: u32) {
    out.push_str("0x");
    for shift in (0..32).step_by(4).rev() {
        let digit = (value >> shift & 15) as u8;
        out.push(char::from(if digit < 10 { b'0' + digit } else { b'a' + digit - 10 }));
    }
}

/// The fields of a float format.
#[derive(Clone, Copy)]
struct Format {
    mantissa: u32,
    exponent: u32,
    /// True if the all-ones exponent field means infinities and NaNs rather than larger numbers and one NaN.
    has_infinity: bool,
}

impl Format {
    const fn new(mantissa: u32, exponent: u32) -> Format {
        Format { mantissa, exponent, has_infinity: true }
    }

    fn of(width: u32) -> Format {
        match width {
            16 => Format::new(10, 5),
            32 => Format::new(23, 8),
            _ => Format::new(52, 11),
        }
    }

    fn encoded(encoding: Encoding) -> Format {
        match encoding {
            Encoding::BFloat16 => Format::new(7, 8),
            Encoding::Float8E4M3 => Format { has_infinity: false, ..Format::new(3, 4) },
            Encoding::Float8E5M2 => Format::new(2, 5),
        }
    }

    fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    fn all_ones(self) -> u64 {
        (1 << self.exponent) - 1
    }

    fn sign(self) -> u64 {
        1 << (self.mantissa + self.exponent)
    }

    fn fraction(self) -> u64 {
        (1 << self.mantissa) - 1
    }
}

/// Appends the literal for `bits`, whole words with the low word lowest. Returns false, and appends nothing,
/// if no literal of that type assembles to these bits.
pub(crate) fn push_number(out: &mut String, scalar: Scalar, bits: u64) -> bool {
    match scalar {
        Scalar::Int { width, signed } => {
            let stored = scalar.words() as u32 * 32;
            if extend(bits, width, signed, stored) != bits {
                return false;
            }
            let value = extend(bits, width, signed, 64);
            if signed && (value as i64) < 0 {
                out.push('-');
                push_decimal(out, (value as i64).unsigned_abs());
            } else {
                push_decimal(out, value);
            }
        }
        Scalar::Float { width } => {
            if width == 16 && bits >> 16 != 0 {
                return false;
            }
            push_float(out, Format::of(width), bits);
        }
        Scalar::Encoded(encoding) => {
            let format = Format::encoded(encoding);
            if bits >> (1 + format.exponent + format.mantissa) != 0 {
                return false;
            }
            push_hex_float(out, format, bits);
        }
    }
    true
}

/// Extends the low `width` bits, by sign or zeros, to `to` bits.
fn extend(bits: u64, width: u32, signed: bool, to: u32) -> u64 {
    let unused = 64 - width;
    let full = if signed { ((bits << unused) as i64 >> unused) as u64 } else { bits << unused >> unused };
    full << (64 - to) >> (64 - to)
}

fn push_float(out: &mut String, format: Format, bits: u64) {
    let exponent = bits >> format.mantissa & format.all_ones();
    let fraction = bits & format.fraction();
    let is_plain = exponent != format.all_ones() && (exponent != 0 || fraction == 0);
    match format.mantissa {
        52 if is_plain => push_general(out, f64::from_bits(bits), 17),
        23 if is_plain => push_general(out, f32::from_bits(bits as u32).into(), 9),
        _ => push_hex_float(out, format, bits),
    }
}

/// Appends a finite number with `digits` significant digits, without trailing zeros, as C's `%g` does.
fn push_general(out: &mut String, value: f64, digits: usize) {
    let text = format!("{:.*e}", digits - 1, value.abs());
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let number: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let number = match number.trim_end_matches('0') {
        "" => "0",
        number => number,
    };
    if value.is_sign_negative() {
        out.push('-');
    }
    let (first, rest) = number.split_at(1);
    match usize::try_from(exponent) {
        Ok(places) if places >= digits => push_scientific(out, first, rest, exponent),
        // All digits precede the point.
        Ok(places) if number.len() <= places + 1 => {
            out.push_str(number);
            out.extend(std::iter::repeat_n('0', places + 1 - number.len()));
        }
        Ok(places) => {
            out.push_str(&number[..places + 1]);
            out.push('.');
            out.push_str(&number[places + 1..]);
        }
        Err(_) if exponent < -4 => push_scientific(out, first, rest, exponent),
        Err(_) => {
            out.push_str("0.");
            out.extend(std::iter::repeat_n('0', exponent.unsigned_abs() as usize - 1));
            out.push_str(number);
        }
    }
}

fn push_scientific(out: &mut String, first: &str, rest: &str, exponent: i32) {
    out.push_str(first);
    if !rest.is_empty() {
        out.push('.');
        out.push_str(rest);
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    let _ = write!(out, "e{sign}{:02}", exponent.unsigned_abs());
}

fn push_hex_float(out: &mut String, format: Format, bits: u64) {
    if bits & format.sign() != 0 {
        out.push('-');
    }
    let field = bits >> format.mantissa & format.all_ones();
    let mut fraction = bits & format.fraction();
    let mut exponent = field as i64 - format.bias();
    if field == 0 && fraction == 0 {
        out.push_str("0x0p+0");
        return;
    }
    if field == 0 {
        exponent += 1;
        while fraction >> format.mantissa == 0 {
            fraction <<= 1;
            exponent -= 1;
        }
        fraction &= format.fraction();
    }
    out.push_str("0x1");
    if fraction != 0 {
        out.push('.');
        let mut left = fraction << (64 - format.mantissa);
        while left != 0 {
            let _ = write!(out, "{:x}", left >> 60);
            left <<= 4;
        }
    }
    let _ = write!(out, "p{exponent:+}");
}

/// Reason for rejecting a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BadNumber {
    /// Not a number of this type.
    Syntax,
    /// Out of the type's range.
    Range,
}

/// Parses a literal of this type into whole words, low word lowest.
pub(crate) fn parse_number(text: &str, scalar: Scalar) -> Result<u64, BadNumber> {
    match scalar {
        Scalar::Int { width, signed } => {
            let value = parse_int(text, width, signed)?;
            Ok(extend(value, width, signed, scalar.words() as u32 * 32))
        }
        Scalar::Float { width } => parse_float(text, Format::of(width)),
        Scalar::Encoded(encoding) => parse_float(text, Format::encoded(encoding)),
    }
}

/// Parses a 32-bit integer operand, signed or unsigned.
pub(crate) fn parse_word(text: &str) -> Result<u32, BadNumber> {
    let signed = text.starts_with('-');
    parse_int(text, 32, signed).map(|value| value as u32)
}

fn parse_int(text: &str, width: u32, signed: bool) -> Result<u64, BadNumber> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let hex = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let (digits, radix) = hex.map_or((digits, 10), |digits| (digits, 16));
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return Err(BadNumber::Syntax);
    }
    let value = u64::from_str_radix(digits, radix).map_err(|_| BadNumber::Range)?;
    let all = u64::MAX >> (64 - width);
    let most = match (negative, signed) {
        (true, true) => 1 << (width - 1),
        (true, false) => 0,
        // Hexadecimal digits spell the bits, so they may include the sign bit.
        (false, true) if radix == 10 => all >> 1,
        (false, _) => all,
    };
    if value > most {
        return Err(BadNumber::Range);
    }
    Ok(if negative { value.wrapping_neg() } else { value })
}

fn parse_float(text: &str, format: Format) -> Result<u64, BadNumber> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let sign = if negative { format.sign() } else { 0 };
    if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        return parse_hex_float(hex, format).map(|bits| bits | sign);
    }
    let plain = digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-'));
    if !plain || digits.starts_with(['+', '-']) {
        return Err(BadNumber::Syntax);
    }
    let bits = match format.mantissa {
        52 => {
            let value: f64 = digits.parse().map_err(|_| BadNumber::Syntax)?;
            value.is_finite().then_some(value.to_bits())
        }
        23 => {
            let value: f32 = digits.parse().map_err(|_| BadNumber::Syntax)?;
            value.is_finite().then_some(u64::from(value.to_bits()))
        }
        _ => {
            let value: f64 = digits.parse().map_err(|_| BadNumber::Syntax)?;
            return narrow(value, format).map(|bits| bits | sign);
        }
    };
    bits.map(|bits| bits | sign).ok_or(BadNumber::Range)
}

/// Rounds a non-negative double other than NaN to a smaller format.
fn narrow(value: f64, format: Format) -> Result<u64, BadNumber> {
    let bits = value.to_bits();
    let field = (bits >> 52 & 0x7ff) as i64;
    if field == 0 {
        // Zero, or so far below the smallest half float that it rounds to zero.
        return Ok(0);
    }
    if field == 0x7ff {
        return Err(BadNumber::Range);
    }
    round((bits & ((1 << 52) - 1)) | 1 << 52, field - 1023 - 52, false, format)
}

/// The float nearest to `significand * 2^scale`; `sticky` means slightly more than that.
fn round(significand: u64, scale: i64, sticky: bool, format: Format) -> Result<u64, BadNumber> {
    if significand == 0 {
        return Ok(0);
    }
    let top = 63 - i64::from(significand.leading_zeros());
    let exponent = top + scale;
    if exponent > format.bias() + i64::from(!format.has_infinity) {
        return Err(BadNumber::Range);
    }
    let lowest = 1 - format.bias();
    // Weight of the last bit kept; in the denormal range it no longer falls with the exponent.
    let last = exponent.max(lowest) - i64::from(format.mantissa);
    let drop = last - scale;
    let kept = if drop <= 0 {
        significand << -drop
    } else if drop > 64 {
        0
    } else {
        let wide = u128::from(significand);
        let half = 1u128 << (drop - 1);
        let rest = wide & ((half << 1) - 1);
        let floor = (wide >> drop) as u64;
        let up = rest > half || (rest == half && (sticky || floor & 1 == 1));
        floor + u64::from(up)
    };
    // The leading bit and a carry out of the fraction move into the exponent field by themselves.
    let bits = (((exponent.max(lowest) - lowest) as u64) << format.mantissa) + kept;
    let most = if format.has_infinity {
        (format.all_ones() << format.mantissa) - 1
    } else {
        // All ones is the only NaN.
        format.sign() - 2
    };
    if bits > most { Err(BadNumber::Range) } else { Ok(bits) }
}

fn parse_hex_float(text: &str, format: Format) -> Result<u64, BadNumber> {
    let (digits, power) = match text.find(['p', 'P']) {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, "0"),
    };
    let plain = power.strip_prefix(['+', '-']).unwrap_or(power);
    if plain.is_empty() || !plain.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(BadNumber::Syntax);
    }
    let mut scale: i64 = plain.parse::<i64>().unwrap_or(1 << 40).min(1 << 40);
    if power.starts_with('-') {
        scale = -scale;
    }
    let (mut significand, mut sticky, mut point, mut any) = (0u64, false, false, false);
    for c in digits.chars() {
        if c == '.' && !point {
            point = true;
            continue;
        }
        let digit = u64::from(c.to_digit(16).ok_or(BadNumber::Syntax)?);
        any = true;
        if significand >> 60 == 0 {
            significand = significand << 4 | digit;
            scale -= if point { 4 } else { 0 };
        } else {
            sticky |= digit != 0;
            scale += if point { 0 } else { 4 };
        }
    }
    if !any {
        return Err(BadNumber::Syntax);
    }
    if significand == 0 {
        return Ok(0);
    }
    let top = 63 - i64::from(significand.leading_zeros());
    if top + scale == format.bias() + 1 {
        let fraction = (significand << (63 - top)) << 1;
        let unused = 64 - format.mantissa;
        if sticky || fraction << format.mantissa != 0 {
            return Err(BadNumber::Range);
        }
        return Ok(format.all_ones() << format.mantissa | fraction >> unused);
    }
    round(significand, scale, sticky, format)
}

#[cfg(test)]
mod tests {
    use super::{parse_number, push_number};
    use crate::context::{Encoding, Scalar};

    fn check(scalar: Scalar, bits: u64, text: &str) {
        let mut out = String::new();
        assert!(push_number(&mut out, scalar, bits), "{bits:#x}");
        assert_eq!(out, text);
        assert_eq!(parse_number(text, scalar), Ok(bits), "{text}");
    }

    #[test]
    fn every_half_float_reads_back() {
        for bits in 0..=0xffff {
            let mut out = String::new();
            assert!(push_number(&mut out, Scalar::Float { width: 16 }, bits));
            assert_eq!(parse_number(&out, Scalar::Float { width: 16 }), Ok(bits), "{out}");
        }
    }

    #[test]
    fn every_encoded_float_reads_back() {
        for (encoding, width) in
            [(Encoding::BFloat16, 16), (Encoding::Float8E4M3, 8), (Encoding::Float8E5M2, 8)]
        {
            let scalar = Scalar::Encoded(encoding);
            for bits in 0..1 << width {
                let mut out = String::new();
                assert!(push_number(&mut out, scalar, bits));
                assert_eq!(parse_number(&out, scalar), Ok(bits), "{encoding:?} {out}");
            }
            assert!(!push_number(&mut String::new(), scalar, 1 << width));
        }
        assert_eq!(parse_number("448", Scalar::Encoded(Encoding::Float8E4M3)), Ok(0x7e));
        assert_eq!(parse_number("1.5", Scalar::Encoded(Encoding::BFloat16)), Ok(0x3fc0));
    }

    #[test]
    fn floats_of_every_exponent_read_back() {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        for step in 0..20_000u64 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let single = u64::from(state as u32 & 0x807f_ffff) | (step % 256) << 23;
            let double = state & 0x800f_ffff_ffff_ffff | (step % 2048) << 52;
            for (width, bits) in [(32, single), (64, double)] {
                let mut out = String::new();
                assert!(push_number(&mut out, Scalar::Float { width }, bits));
                assert_eq!(parse_number(&out, Scalar::Float { width }), Ok(bits), "{out}");
            }
        }
    }

    #[test]
    fn spellings() {
        let single = Scalar::Float { width: 32 };
        check(single, 0x3dcc_cccd, "0.100000001");
        check(single, 0x3f80_0000, "1");
        check(single, 0x3b5a_740e, "0.00333333341");
        check(single, 0x3727_c5ac, "9.99999975e-06");
        check(single, 0x4cbe_bc20, "100000000");
        check(single, 0x4e6e_6b28, "1e+09");
        check(single, 0x4d01_ef48, "136246400");
        check(single, 0xc2f6_e979, "-123.456001");
        check(single, 0x7f7f_ffff, "3.40282347e+38");
        check(Scalar::Float { width: 64 }, 0.1f64.to_bits(), "0.10000000000000001");
        check(Scalar::Float { width: 64 }, 1e17f64.to_bits(), "1e+17");
        check(Scalar::Float { width: 64 }, 1e16f64.to_bits(), "10000000000000000");
        check(single, 0x8000_0000, "-0");
        check(single, 0x7fc0_0000, "0x1.8p+128");
        check(single, 0xff80_0000, "-0x1p+128");
        check(single, 0x7f80_0001, "0x1.000002p+128");
        check(single, 1, "0x1p-149");
        check(Scalar::Float { width: 64 }, 0x7ff0_0000_0000_0001, "0x1.0000000000001p+1024");
        check(Scalar::Float { width: 16 }, 0x7c01, "0x1.004p+16");
        check(Scalar::Float { width: 16 }, 0x3c00, "0x1p+0");
        check(Scalar::Float { width: 16 }, 0x8000, "-0x0p+0");
        check(Scalar::Float { width: 16 }, 1, "0x1p-24");
        check(Scalar::Encoded(Encoding::BFloat16), 0x3fc0, "0x1.8p+0");
        check(Scalar::Encoded(Encoding::BFloat16), 0x7f80, "0x1p+128");
        check(Scalar::Encoded(Encoding::BFloat16), 1, "0x1p-133");
        check(Scalar::Encoded(Encoding::Float8E4M3), 0x38, "0x1p+0");
        check(Scalar::Encoded(Encoding::Float8E4M3), 0x7e, "0x1.cp+8");
        check(Scalar::Encoded(Encoding::Float8E4M3), 0xff, "-0x1.ep+8");
        check(Scalar::Encoded(Encoding::Float8E5M2), 0x7c, "0x1p+16");
        check(Scalar::Encoded(Encoding::Float8E5M2), 0x3d, "0x1.4p+0");
        check(Scalar::Int { width: 16, signed: true }, 0xffff_fffe, "-2");
        check(Scalar::Int { width: 64, signed: true }, 1 << 63, "-9223372036854775808");
        check(Scalar::Int { width: 64, signed: false }, u64::MAX, "18446744073709551615");
    }

    #[test]
    fn out_of_range_literals_are_rejected() {
        let mut out = String::new();
        assert!(!push_number(&mut out, Scalar::Int { width: 16, signed: true }, 0xfffe));
        assert!(!push_number(&mut out, Scalar::Int { width: 8, signed: false }, 0x100));
        assert!(!push_number(&mut out, Scalar::Float { width: 16 }, 0x1_0000));
        assert!(out.is_empty());
        for (text, scalar) in [
            ("256", Scalar::Int { width: 8, signed: false }),
            ("-1", Scalar::Int { width: 32, signed: false }),
            ("2147483648", Scalar::Int { width: 32, signed: true }),
            ("1e39", Scalar::Float { width: 32 }),
            ("65520", Scalar::Float { width: 16 }),
            ("480", Scalar::Encoded(Encoding::Float8E4M3)),
            ("0x1p+9", Scalar::Encoded(Encoding::Float8E4M3)),
            ("61440", Scalar::Encoded(Encoding::Float8E5M2)),
            ("0x1p+129", Scalar::Float { width: 32 }),
            ("inf", Scalar::Float { width: 32 }),
            ("", Scalar::Float { width: 64 }),
        ] {
            assert!(parse_number(text, scalar).is_err(), "{text}");
        }
        assert_eq!(parse_number("0xffff", Scalar::Int { width: 16, signed: true }), Ok(0xffff_ffff));
        assert_eq!(parse_number("0x1.0000018p+0", Scalar::Float { width: 32 }), Ok(0x3f80_0001));
    }
}
