//! Numbers in scene files.

/// A number as it is written.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// An integer, `true` or `false`.
    Integer(i64),
    /// Anything with a point, an exponent or a fraction bar, `inf` and `nan`.
    Float(f64),
}

impl Number {
    /// Reads `12`, `-3`, `0xff`, `1.5`, `2e-3`, `1/3`, `inf`, `-inf`, `nan`, `true`, `false`.
    pub fn read(text: &str) -> Option<Number> {
        if let Some(hexadecimal) = text.strip_prefix("0x") {
            return i64::from_str_radix(hexadecimal, 16).ok().map(Number::Integer);
        }
        if let Some((above, below)) = text.split_once('/') {
            return Some(Number::Float(
                above.parse::<f64>().ok()? / below.parse::<f64>().ok()?,
            ));
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

    /// As a float.
    pub fn value(self) -> f64 {
        match self {
            Number::Integer(value) => value as f64,
            Number::Float(value) => value,
        }
    }

    /// As a word of memory: integers as they are, floats rounded to single.
    pub fn word(self) -> u32 {
        match self {
            Number::Integer(value) => value as u32,
            Number::Float(value) => (value as f32).to_bits(),
        }
    }

    /// As a word of memory that holds a float.
    pub fn float_word(self) -> u32 {
        (self.value() as f32).to_bits()
    }

    /// Whether a word of memory holds this number; a float may be off by `tolerance`, times its magnitude where that is over 1.
    pub fn is_word(self, word: u32, tolerance: f64) -> bool {
        match self {
            Number::Integer(_) => self.word() == word,
            Number::Float(value) => near(value, f64::from(f32::from_bits(word)), tolerance),
        }
    }
}

/// Whether a float is the expected one, off by `tolerance` at most, times the magnitude where that is over 1. Without a
/// tolerance the expected number is rounded to single first.
pub fn near(expected: f64, found: f64, tolerance: f64) -> bool {
    if expected.is_nan() {
        return found.is_nan();
    }
    let rounded = f64::from(expected as f32);
    // Nothing is near infinity.
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
