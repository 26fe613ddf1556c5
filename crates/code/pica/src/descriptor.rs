//! Operand descriptors: destination mask, swizzles and negations.
//!
//! Facts: the public PICA200 shader instruction set notes (operand descriptor).

use std::fmt::Write as _;

/// An operand descriptor word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Descriptor(pub u32);

/// Component letters in order.
pub const COMPONENTS: [char; 4] = ['x', 'y', 'z', 'w'];

/// Name and width of each bit field, lowest first; they cover the word. A mask's or selector's first component is its
/// highest bit or pair of bits.
pub const FIELDS: [(&str, u32); 8] = [
    ("mask", 4),
    ("negate1", 1),
    ("selector1", 8),
    ("negate2", 1),
    ("selector2", 8),
    ("negate3", 1),
    ("selector3", 8),
    ("unused", 1),
];

impl Descriptor {
    /// The destination mask with bit 0 for x, as containers count components.
    pub const fn mask(self) -> u8 {
        let mask = self.0 as u8 & 15;
        mask >> 3 & 1 | mask >> 1 & 2 | mask << 1 & 4 | mask << 3 & 8
    }

    /// Whether source 1, 2 or 3 is negated.
    pub const fn negates(self, source: u32) -> bool {
        self.0 >> (4 + 9 * (source - 1) % 27) & 1 != 0
    }

    /// Component of source 1, 2 or 3 that stands at `position` 0 to 3: 0 is x.
    pub const fn component(self, source: u32, position: u32) -> u32 {
        let selector = self.0 >> (5 + 9 * (source - 1) % 27) & 0xff;
        selector >> (6 - 2 * (position & 3)) & 3
    }

    /// The letters of the destination mask, such as `xyz`.
    pub fn mask_text(self) -> String {
        (0..4)
            .filter(|bit| self.mask() >> bit & 1 != 0)
            .map(|bit| COMPONENTS[bit as usize])
            .collect()
    }

    /// The four letters that a source selects.
    pub fn swizzle_text(self, source: u32) -> String {
        (0..4)
            .map(|position| COMPONENTS[self.component(source, position) as usize])
            .collect()
    }

    /// The descriptor in words, such as `xyzw, -yyyy, xyzw, xxxx`.
    pub fn describe(self) -> String {
        let mut out = self.mask_text();
        if out.is_empty() {
            out.push('-');
        }
        for source in 1..=3 {
            let sign = if self.negates(source) { "-" } else { "" };
            let _ = write!(out, ", {sign}{}", self.swizzle_text(source));
        }
        out
    }
}
