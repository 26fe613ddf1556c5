//! Spells names, strings and floating-point numbers in LLVM assembly.

use std::io::Write as _;

use super::out::{Out, hex_digit};

/// Prefix of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sigil {
    /// Functions and variables of the module.
    Global,
    /// Values of a function, and types.
    Local,
    /// Labels, which have no prefix at their definition.
    None,
}

/// Writes a name with its sigil, quoted if it contains more than letters, digits, `-`, `.` and `_`.
pub(crate) fn name(out: &mut Out, sigil: Sigil, name: &[u8]) {
    match sigil {
        Sigil::Global => out.byte(b'@').end(),
        Sigil::Local => out.byte(b'%').end(),
        Sigil::None => {}
    }
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    let quoted = name.first().is_none_or(u8::is_ascii_digit) || !name.iter().all(plain);
    if quoted {
        out.byte(b'"');
        escaped(out, name);
        out.byte(b'"');
    } else {
        out.raw(name);
    }
}

/// Writes the characters of a string, escaping unprintable ones and the quote as two hexadecimal digits.
pub(crate) fn escaped(out: &mut Out, text: &[u8]) {
    let mut rest = text;
    while !rest.is_empty() {
        let plain = |byte: &u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'\\' | b'"');
        let run = rest.iter().position(|byte| !plain(byte)).unwrap_or(rest.len());
        let (before, after) = rest.split_at(run);
        out.raw(before);
        rest = after;
        if let Some((&byte, after)) = rest.split_first() {
            escape(out, byte);
            rest = after;
        }
    }
}

fn escape(out: &mut Out, byte: u8) {
    out.byte(b'\\').byte(hex_digit(byte >> 4, b'A')).byte(hex_digit(byte, b'A'));
}

/// Writes the name of a named node, after its `!`.
pub(crate) fn metadata_name(out: &mut Out, name: &[u8]) {
    if name.is_empty() {
        out.text("<empty name> ");
        return;
    }
    for (place, &byte) in name.iter().enumerate() {
        let letter = byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'$' | b'.' | b'_');
        if letter || place > 0 && byte.is_ascii_digit() {
            out.byte(byte);
        } else {
            escape(out, byte);
        }
    }
}

/// Writes a `float` or `double`: with six decimals if exact, otherwise as the bits of the equal double.
pub(crate) fn double(out: &mut Out, value: f64) {
    if value.is_finite() {
        let start = out.len();
        scientific(out, value);
        let written = out.as_bytes().get(start..).unwrap_or_default();
        let exact = std::str::from_utf8(written)
            .ok()
            .and_then(|text| text.parse::<f64>().ok())
            .is_some_and(|again| again == value);
        if exact {
            return;
        }
        out.truncate(start);
    }
    out.text("0x").hex(value.to_bits());
}

/// Writes a `float` by its bits. A NaN keeps its payload, which a conversion by the processor may change.
pub(crate) fn float(out: &mut Out, bits: u32) {
    let value = f32::from_bits(bits);
    if !value.is_nan() {
        return double(out, value.into());
    }
    let (sign, fraction) = (u64::from(bits >> 31), u64::from(bits & 0x7f_ffff));
    out.text("0x").hex(sign << 63 | 0x7ff << 52 | fraction << 29);
}

/// Writes a number like C's conversion `%e`.
fn scientific(out: &mut Out, value: f64) {
    // At most a sign, a digit, a point, six digits, `e`, a sign and three digits.
    let mut buffer = [0u8; 32];
    let mut free = &mut buffer[..];
    let written = write!(free, "{value:.6e}");
    let left = free.len();
    let text = buffer.get(..32 - left).unwrap_or_default();
    let exponent_at = text.iter().position(|&byte| byte == b'e');
    let (Ok(()), Some(at)) = (written, exponent_at) else {
        return;
    };
    let (digits, exponent) = text.split_at(at);
    let exponent = exponent.get(1..).unwrap_or_default();
    let (sign, exponent) = match exponent.split_first() {
        Some((b'-', rest)) => (b'-', rest),
        _ => (b'+', exponent),
    };
    out.raw(digits).byte(b'e').byte(sign);
    if exponent.len() < 2 {
        out.byte(b'0');
    }
    out.raw(exponent);
}

/// Writes a `half` by its bits.
pub(crate) fn half(out: &mut Out, bits: u16) {
    out.text("0xH");
    for place in (0..4).rev() {
        out.byte(hex_digit((bits >> (4 * place)) as u8, b'A'));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(write: impl FnOnce(&mut Out)) -> String {
        let mut out = Out::default();
        write(&mut out);
        String::from_utf8(out.into_bytes()).unwrap()
    }

    #[test]
    fn numbers() {
        let cases = [
            (0.0, "0.000000e+00"),
            (-0.0, "-0.000000e+00"),
            (1.0, "1.000000e+00"),
            (10000.0, "1.000000e+04"),
            (0.5, "5.000000e-01"),
            (-2.5e-7, "-2.500000e-07"),
            (1e100, "1.000000e+100"),
            (f64::from(0.01f32), "0x3F847AE140000000"),
            (f64::INFINITY, "0x7FF0000000000000"),
            (f64::from_bits(1), "4.940656e-324"),
            (f64::from_bits(0xF_FFFF_FFFF_FFFF), "0xFFFFFFFFFFFFF"),
        ];
        for (value, text) in cases {
            assert_eq!(shown(|out| double(out, value)), text);
        }
        assert_eq!(shown(|out| half(out, 0x3C00)), "0xH3C00");
        assert_eq!(shown(|out| float(out, 0x3F80_0000)), "1.000000e+00");
        assert_eq!(shown(|out| float(out, 0x7F80_0001)), "0x7FF0000020000000");
    }

    #[test]
    fn names() {
        let cases: [(&[u8], &str); 6] = [
            (b"main", "@main"),
            (b"dx.op.x-y_z", "@dx.op.x-y_z"),
            (b"\x01?f@@YAXXZ", "@\"\\01?f@@YAXXZ\""),
            (b"4x", "@\"4x\""),
            (b"a\"\\b", "@\"a\\22\\5Cb\""),
            (b"", "@\"\""),
        ];
        for (bytes, text) in cases {
            assert_eq!(shown(|out| name(out, Sigil::Global, bytes)), text);
        }
        assert_eq!(shown(|out| metadata_name(out, b"7 up\xff")), "\\37\\20up\\FF");
    }
}
