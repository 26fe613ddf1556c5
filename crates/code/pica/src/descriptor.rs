//! Decodes operand descriptors: destination mask, component selection and negation, shared by instructions.
//!
//! An arithmetic instruction has no room for these, so it names an entry of a table of up to 128 descriptors
//! (MAD and MADI reach the first 32).
//!
//! Facts: PICA200 instruction set notes, section 2.

use std::fmt;

/// Bit fields of a descriptor, low bit first, with their widths. They cover all 32 bits.
pub const FIELDS: [(&str, u8); 8] = [
    ("mask", 4),
    ("negate1", 1),
    ("select1", 8),
    ("negate2", 1),
    ("select2", 8),
    ("negate3", 1),
    ("select3", 8),
    ("bit31", 1),
];

/// A destination mask: bit 3 = x, bit 2 = y, bit 1 = z, bit 0 = w.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mask(pub u8);

impl Mask {
    /// All four components.
    pub const ALL: Mask = Mask(0xF);

    /// True if component 0 (x) to 3 (w) is in the mask.
    #[must_use]
    pub const fn contains(self, component: u8) -> bool {
        component < 4 && self.0 & (8 >> component) != 0
    }

    /// The same set with bit 0 for x up to bit 3 for w, as in output tables. Its own inverse.
    #[must_use]
    pub const fn reversed(self) -> u8 {
        (self.0 & 0xF).reverse_bits() >> 4
    }
}

/// Writes the components in order, without a period; nothing for an empty mask.
impl fmt::Display for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (component, letter) in ["x", "y", "z", "w"].into_iter().enumerate() {
            if self.contains(component as u8) {
                f.write_str(letter)?;
            }
        }
        Ok(())
    }
}

/// A component selection: bits 6-7 select component 0, bits 0-1 component 3; 0 x, 1 y, 2 z, 3 w.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Swizzle(pub u8);

impl Swizzle {
    /// `xyzw`: the identity.
    pub const IDENTITY: Swizzle = Swizzle(0x1B);

    /// Source component (0-3) for component 0-3; the argument is taken modulo 4.
    #[must_use]
    pub const fn component(self, component: u8) -> u8 {
        (self.0 >> (6 - 2 * (component & 3))) & 3
    }

    /// Letter for component 0-3; the argument is taken modulo 4.
    #[must_use]
    pub const fn letter(self, component: u8) -> char {
        ['x', 'y', 'z', 'w'][self.component(component) as usize]
    }

    /// Parses four letters of `xyzw`; `None` for anything else.
    #[must_use]
    pub fn parse(letters: &str) -> Option<Swizzle> {
        if letters.len() != 4 {
            return None;
        }
        let mut bits = 0;
        for letter in letters.bytes() {
            let component = b"xyzw".iter().position(|&known| known == letter)?;
            bits = bits << 2 | component as u8;
        }
        Some(Swizzle(bits))
    }
}

/// Writes all four letters, without a period.
impl fmt::Display for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..4).try_for_each(|component| write!(f, "{}", self.letter(component)))
    }
}

/// Selection and negation of a source operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Selection {
    /// True to negate all components, after selection.
    pub negate: bool,
    /// Component selection.
    pub swizzle: Swizzle,
}

impl Selection {
    /// Identity: `xyzw`, not negated.
    pub const IDENTITY: Selection = Selection { negate: false, swizzle: Swizzle::IDENTITY };
}

/// A decoded operand descriptor (the first of the two words of a table entry).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Descriptor {
    /// Destination components written.
    pub mask: Mask,
    /// One selection per source, by operand position.
    pub sources: [Selection; 3],
    /// Bit 31: ignored by the hardware, but set by some tools.
    pub bit31: bool,
}

impl Descriptor {
    /// All components written, all sources unchanged.
    pub const IDENTITY: Descriptor =
        Descriptor { mask: Mask::ALL, sources: [Selection::IDENTITY; 3], bit31: false };

    /// Decodes a word. Every word is a descriptor.
    #[must_use]
    pub const fn decode(word: u32) -> Descriptor {
        Descriptor {
            mask: Mask((word & 0xF) as u8),
            sources: [select(word >> 4), select(word >> 13), select(word >> 22)],
            bit31: word >> 31 != 0,
        }
    }

    /// Encodes the descriptor. Mask bits above the fourth are dropped.
    #[must_use]
    pub const fn encode(&self) -> u32 {
        let [first, second, third] = &self.sources;
        (self.mask.0 & 0xF) as u32
            | place(first) << 4
            | place(second) << 13
            | place(third) << 22
            | (self.bit31 as u32) << 31
    }
}

const fn select(bits: u32) -> Selection {
    Selection { negate: bits & 1 != 0, swizzle: Swizzle((bits >> 1) as u8) }
}

const fn place(selection: &Selection) -> u32 {
    selection.negate as u32 | (selection.swizzle.0 as u32) << 1
}

/// Writes `xy, -xyzw, xxxx, xxxx`: the mask, then the three selections. An empty mask is `-`, bit 31 a
/// trailing `!`.
impl fmt::Display for Descriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.mask.0 & 0xF == 0 {
            f.write_str("-")?
        } else {
            write!(f, "{}", self.mask)?
        }
        for source in &self.sources {
            write!(f, ", {}{}", if source.negate { "-" } else { "" }, source.swizzle)?;
        }
        f.write_str(if self.bit31 { ", !" } else { "" })
    }
}
