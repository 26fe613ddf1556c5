//! Prints string literals.

use super::Printer;
use crate::tree::Literal;

impl Printer {
    pub(super) fn literal(&mut self, literal: &Literal) {
        self.put(match (literal.is_wide, literal.width) {
            (true, _) => "L\"",
            (_, 2) => "u\"",
            (_, 4) => "U\"",
            _ => "\"",
        });
        for &character in &literal.characters {
            self.character(character);
        }
        self.put("\"");
        if literal.is_truncated {
            self.put("...");
        }
    }

    fn character(&mut self, character: u32) {
        let escape = match character {
            0 => "\\0",
            7 => "\\a",
            8 => "\\b",
            9 => "\\t",
            10 => "\\n",
            11 => "\\v",
            12 => "\\f",
            13 => "\\r",
            0x22 => "\\\"",
            0x27 => "\\'",
            0x5C => "\\\\",
            0x20..=0x7E => {
                let plain = char::from_u32(character).unwrap_or_default();
                return self.put(plain.encode_utf8(&mut [0; 4]));
            }
            _ => {
                let digits = format!("{character:X}");
                let zero = if digits.len().is_multiple_of(2) { "" } else { "0" };
                return self.put(&format!("\\x{zero}{digits}"));
            }
        };
        self.put(escape);
    }
}
