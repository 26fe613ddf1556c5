//! Parses colours as people write them.

use std::str::FromStr;

/// A colour that is not multiplied by its alpha.
///
/// ```
/// use glassbox::render::Color;
///
/// assert_eq!("#ff0000".parse(), Ok(Color([1.0, 0.0, 0.0, 1.0])));
/// assert_eq!("1, 0, 0, 0.5".parse(), Ok(Color([1.0, 0.0, 0.0, 0.5])));
/// assert_eq!(Color([1.0, 0.0, 0.0, 0.5]).multiplied(), [0.5, 0.0, 0.0, 0.5]);
/// assert!("red.png".parse::<Color>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Color(pub [f32; 4]);

impl Color {
    /// As shaders take colours.
    pub fn multiplied(self) -> [f32; 4] {
        let [red, green, blue, alpha] = self.0;
        [red * alpha, green * alpha, blue * alpha, alpha]
    }
}

impl FromStr for Color {
    type Err = &'static str;

    /// Reads `#rrggbb`, `#rrggbbaa`, or three or four numbers.
    fn from_str(text: &str) -> Result<Color, &'static str> {
        const WRONG: &str = "expected a colour such as #ff8000 or 1,0.5,0,1";
        let text = text.trim();
        let mut color = [0.0, 0.0, 0.0, 1.0];
        if let Some(digits) = text.strip_prefix('#') {
            let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            if !is_hex || !matches!(digits.len(), 6 | 8) {
                return Err(WRONG);
            }
            let number = u32::from_str_radix(digits, 16).map_err(|_| WRONG)?;
            let bytes = match digits.len() {
                6 => number << 8 | 0xff,
                _ => number,
            };
            for (part, byte) in color.iter_mut().zip(bytes.to_be_bytes()) {
                *part = f32::from(byte) / 255.0;
            }
            return Ok(Color(color));
        }
        let numbers: Option<Vec<f32>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[red, green, blue]) => Ok(Color([red, green, blue, 1.0])),
            Some(&[red, green, blue, alpha]) => Ok(Color([red, green, blue, alpha])),
            _ => Err(WRONG),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Color;

    #[test]
    fn colours_are_digits_or_numbers() {
        assert_eq!("#ff800000".parse::<Color>().map(|color| color.0[3]), Ok(0.0));
        assert_eq!("0,0,1".parse(), Ok(Color([0.0, 0.0, 1.0, 1.0])));
        for text in ["", "#ff", "#gg0000", "#+f0000", "1", "1,2", "1,2,3,4,5", "1,,2", "red"] {
            assert!(text.parse::<Color>().is_err(), "{text}");
        }
    }
}
