//! Formats constants as decimal numbers.

use glassbox_pica::float24::{Rounding, encode};

/// The shortest decimal that assembles to a float24; bits above the 24th are ignored.
///
/// The assembler parses a double, rounds it to single precision and truncates that to 24 bits, so every
/// pattern has a decimal: subnormal patterns come from numbers around 2^-63, NaNs from numbers around 2^64.
pub(crate) fn float(bits: u32) -> String {
    let bits = bits & 0x00FF_FFFF;
    let sign = if bits >> 23 == 1 { "-" } else { "" };
    let magnitude = bits & 0x7F_FFFF;
    match magnitude {
        0 => return format!("{sign}0.0"),
        0x7F_0000 => return format!("{sign}inf"),
        _ => {}
    }
    // Lowest number that truncates to the pattern, whatever the pattern means.
    let lowest = f64::from(f32::from_bits(((magnitude >> 16) + 64) << 23 | (magnitude & 0xFFFF) << 7));
    let gives = |text: &str| {
        let value = text.parse::<f64>().unwrap_or(0.0) as f32;
        encode(value, Rounding::TruncatePicasso) == magnitude
    };
    // Nine digits distinguish all singles, so the loop ends early.
    for digits in 0..17 {
        let nearest = format!("{lowest:.digits$e}");
        let candidates = [step_up(&nearest), nearest];
        let fitting = candidates.into_iter().filter(|text| gives(text));
        // The smaller of two candidates is closer to the stored value.
        let value = |text: &String| text.parse::<f64>().unwrap_or(0.0);
        if let Some(text) = fitting.min_by(|one, other| value(one).total_cmp(&value(other))) {
            return format!("{sign}{}", plain(&text));
        }
    }
    format!("{sign}{lowest:e}")
}

/// Increments the last digit: `1.99e5` becomes `2.00e5`.
fn step_up(text: &str) -> String {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let mut digits: Vec<u8> = mantissa.bytes().collect();
    for digit in digits.iter_mut().rev().filter(|digit| digit.is_ascii_digit()) {
        if *digit == b'9' {
            *digit = b'0';
        } else {
            *digit += 1;
            return format!("{}e{exponent}", String::from_utf8_lossy(&digits));
        }
    }
    format!("1{}e{exponent}", String::from_utf8_lossy(&digits))
}

/// Removes the exponent if the result stays readable.
fn plain(text: &str) -> String {
    let exponent: i32 = text.split_once('e').map_or(0, |(_, exponent)| exponent.parse().unwrap_or(0));
    if !(-5..10).contains(&exponent) {
        return text.to_owned();
    }
    let value: f64 = text.parse().unwrap_or(0.0);
    format!("{value:?}")
}

/// Formats four floats: `(1.0, 0.0, 0.0, 1.0)`.
pub(crate) fn floats(words: [u32; 4]) -> String {
    let [x, y, z, w] = words.map(float);
    format!("({x}, {y}, {z}, {w})")
}

#[cfg(test)]
mod tests {
    use super::float;
    use glassbox_pica::float24::{Rounding, encode};

    #[test]
    fn known_patterns() {
        let cases = [
            (0x3F_0000, "1.0"),
            (0xBF_0000, "-1.0"),
            (0x3E_0000, "0.5"),
            (0x40_8000, "3.0"),
            (0, "0.0"),
            (0x80_0000, "-0.0"),
            (0x7F_0000, "inf"),
            (0xFF_0000, "-inf"),
            (encode(0.1, Rounding::TruncatePicasso), "0.1"),
            (encode(1.0 / 128.0, Rounding::TruncatePicasso), "0.0078125"),
            (encode(1e-7, Rounding::TruncatePicasso), "1e-7"),
            (encode(65536.0, Rounding::TruncatePicasso), "65536.0"),
        ];
        for (bits, text) in cases {
            assert_eq!(float(bits), text);
        }
    }

    #[test]
    fn every_pattern_has_a_decimal() {
        let step = if cfg!(debug_assertions) { 1009 } else { 7 };
        for bits in (0..1 << 24).step_by(step).chain([1, 0xFFFF, 0x7F_0001, 0x7F_FFFF, 0x7E_FFFF]) {
            let text = float(bits);
            let value = text.parse::<f64>().unwrap() as f32;
            assert_eq!(encode(value, Rounding::TruncatePicasso), bits, "{text}");
            assert!(text.len() <= 16, "{text}");
        }
    }
}
