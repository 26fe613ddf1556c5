//! Parses numbers in scene files.

/// Number as written.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// An integer, `true` or `false`.
    Integer(i64),
    /// Number with a decimal point, exponent or fraction bar, or `inf` or `nan`.
    Float(f64),
}

impl Number {
    /// Parses `12`, `-3`, `0xff`, `1.5`, `2e-3`, `1/3`, `inf`, `-inf`, `nan`, `true`, `false`.
    pub fn read(text: &str) -> Option<Number> {
        if let Some(hexadecimal) = text.strip_prefix("0x") {
            return i64::from_str_radix(hexadecimal, 16).ok().map(Number::Integer);
        }
        if let Some((above, below)) = text.split_once('/') {
            return Some(Number::Float(above.parse::<f64>().ok()? / below.parse::<f64>().ok()?));
        }
        match text {
            "true" => Some(Number::Integer(1)),
            "false" => Some(Number::Integer(0)),
            _ => match text.parse() {
                Ok(integer) => Some(Number::Integer(integer)),
                Err(_) => text.parse().ok().map(Number::Float),
            },
        }
    }

    /// Value as a float.
    pub fn value(self) -> f64 {
        match self {
            Number::Integer(value) => value as f64,
            Number::Float(value) => value,
        }
    }

    /// Memory word: integers as they are, floats rounded to single precision.
    pub fn word(self) -> u32 {
        match self {
            Number::Integer(value) => value as u32,
            Number::Float(value) => (value as f32).to_bits(),
        }
    }

    /// Memory word of a float.
    pub fn float_word(self) -> u32 {
        (self.value() as f32).to_bits()
    }

    /// True if a memory word holds this number; a float may differ by `tolerance`, times its
    /// magnitude if over 1.
    pub fn is_word(self, word: u32, tolerance: f64) -> bool {
        match self {
            Number::Integer(_) => self.word() == word,
            Number::Float(value) => near(value, f64::from(f32::from_bits(word)), tolerance),
        }
    }
}

/// True if a float differs by at most `tolerance`, times the magnitude if over 1. With no
/// tolerance, the expected number is first rounded to single precision.
pub fn near(expected: f64, found: f64, tolerance: f64) -> bool {
    if expected.is_nan() {
        return found.is_nan();
    }
    let rounded = f64::from(expected as f32);
    // Infinity has no tolerance.
    found == rounded
        || expected.is_finite() && (found - expected).abs() <= tolerance * expected.abs().max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_spellings() {
        let cases = [
            ("12", Some(Number::Integer(12))),
            ("-3", Some(Number::Integer(-3))),
            ("0xff", Some(Number::Integer(255))),
            ("true", Some(Number::Integer(1))),
            ("1.5", Some(Number::Float(1.5))),
            ("1/4", Some(Number::Float(0.25))),
            ("-inf", Some(Number::Float(f64::NEG_INFINITY))),
            ("x", None),
        ];
        for (text, number) in cases {
            assert_eq!(Number::read(text), number, "{text}");
        }
    }

    #[test]
    fn tolerances_are_relative_above_one() {
        assert!(near(1000.0, 1000.5, 1e-3));
        assert!(!near(0.001, 0.003, 1e-3));
        assert!(near(0.1, f64::from(0.1f32), 0.0));
        assert!(near(f64::NAN, f64::NAN, 0.0));
        assert!(!near(f64::INFINITY, 3.0e38, 1e-3));
    }
}
