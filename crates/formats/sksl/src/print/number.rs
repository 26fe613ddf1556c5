//! Formats numbers.

/// A 32-bit float as written by Skia: at most 17 significant digits of the value widened to a double, without
/// trailing zeros, and with `.0` if it would look like an integer.
pub fn described(bits: u32) -> String {
    let value = f64::from(f32::from_bits(bits));
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if value.is_nan() {
        return format!("{sign}nan.0");
    }
    if value.is_infinite() {
        return format!("{sign}inf.0");
    }
    let exact = format!("{:.16e}", value.abs());
    let (mantissa, exponent) = exact.split_once('e').unwrap_or((&exact, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if !(-4..17).contains(&exponent) {
        let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
        let way = if exponent < 0 { '-' } else { '+' };
        return format!("{sign}{mantissa}e{way}{:02}", exponent.abs());
    }
    let decimals = (16 - exponent) as usize;
    let fixed = format!("{:.decimals$}", value.abs());
    if !fixed.contains('.') {
        return format!("{sign}{fixed}.0");
    }
    let digits = fixed.trim_end_matches('0');
    let zero = if digits.ends_with('.') { "0" } else { "" };
    format!("{sign}{digits}{zero}")
}

/// Shortest form of a finite 32-bit float that round-trips via a double, as Skia reads it.
pub(super) fn shortest(bits: u32) -> String {
    let value = f32::from_bits(bits);
    let text = format!("{value:?}");
    // The decimal nearest to the float may lie so close to the midpoint of two floats that the intermediate
    // double rounds to the wrong one; 17 digits avoid this.
    match text.parse::<f64>() {
        Ok(double) if (double as f32).to_bits() == bits => text,
        _ => described(bits),
    }
}

/// An integer literal of a type; `is_unsigned` selects the interpretation of its 32 bits.
pub(super) fn integer(bits: u32, is_unsigned: bool) -> String {
    if is_unsigned { bits.to_string() } else { (bits as i32).to_string() }
}

#[cfg(test)]
mod tests {
    use super::{described, integer, shortest};

    fn check(value: f32, long: &str, short: &str) {
        assert_eq!(described(value.to_bits()), long);
        assert_eq!(shortest(value.to_bits()), short);
        assert_eq!(short.parse::<f64>().map(|double| double as f32), Ok(value));
    }

    #[test]
    fn floats() {
        check(0.0, "0.0", "0.0");
        check(-0.0, "-0.0", "-0.0");
        check(1.0, "1.0", "1.0");
        check(0.5, "0.5", "0.5");
        check(0.1, "0.10000000149011612", "0.1");
        check(0.0001, "9.9999997473787516e-05", "0.0001");
        check(0.00015, "0.0001500000071246177", "0.00015");
        check(-12345.679, "-12345.6787109375", "-12345.679");
        check(1e16, "10000000272564224.0", "1e16");
        check(1e17, "99999998430674944.0", "1e17");
        check(2e17, "1.9999999686134989e+17", "2e17");
        check(1e38, "9.9999996802856925e+37", "1e38");
        check(f32::MAX, "3.4028234663852886e+38", "3.4028235e38");
        check(1e-45, "1.4012984643248171e-45", "1e-45");
        check(16777216.0, "16777216.0", "16777216.0");
    }

    #[test]
    fn every_exponent_reads_back() {
        let mut mantissa = 1u32;
        for exponent in 0..255u32 {
            for _ in 0..200 {
                mantissa = mantissa.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let bits = exponent << 23 | mantissa >> 9;
                for text in [shortest(bits), described(bits)] {
                    let back = text.parse::<f64>().map(|double| (double as f32).to_bits());
                    assert_eq!(back, Ok(bits), "{text}");
                }
            }
        }
    }

    #[test]
    fn integers() {
        assert_eq!(integer(u32::MAX, true), "4294967295");
        assert_eq!(integer(u32::MAX, false), "-1");
    }
}
