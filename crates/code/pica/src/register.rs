//! Defines registers, conditions and comparison operators, as numbered in code words.
//!
//! The uniform table of the container numbers registers differently.
//!
//! Facts: PICA200 instruction set notes, sections 1, 3 and 4.

use std::fmt;

/// A source register: 0x00-0x0F `v`, 0x10-0x1F `r`, 0x20-0x7F `c`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Source(pub u8);

impl Source {
    /// Input register `v0`-`v15`.
    #[must_use]
    pub const fn input(number: u8) -> Option<Source> {
        if number < 16 { Some(Source(number)) } else { None }
    }

    /// Temporary register `r0`-`r15`.
    #[must_use]
    pub const fn temporary(number: u8) -> Option<Source> {
        if number < 16 { Some(Source(0x10 + number)) } else { None }
    }

    /// Float uniform `c0`-`c95`.
    #[must_use]
    pub const fn uniform(number: u8) -> Option<Source> {
        if number < 96 { Some(Source(0x20 + number)) } else { None }
    }

    /// Number of an input register.
    #[must_use]
    pub const fn as_input(self) -> Option<u8> {
        if self.0 < 0x10 { Some(self.0) } else { None }
    }

    /// Number of a temporary register.
    #[must_use]
    pub const fn as_temporary(self) -> Option<u8> {
        if self.0 >= 0x10 && self.0 < 0x20 { Some(self.0 - 0x10) } else { None }
    }

    /// Number of a float uniform.
    #[must_use]
    pub const fn as_uniform(self) -> Option<u8> {
        if self.0 >= 0x20 && self.0 < 0x80 { Some(self.0 - 0x20) } else { None }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0..0x10 => write!(f, "v{}", self.0),
            0x10..0x20 => write!(f, "r{}", self.0 - 0x10),
            _ => write!(f, "c{}", self.0 - 0x20),
        }
    }
}

/// A destination register: 0x00-0x0F `o`, 0x10-0x1F `r`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Destination(pub u8);

impl Destination {
    /// Output register `o0`-`o15`.
    #[must_use]
    pub const fn output(number: u8) -> Option<Destination> {
        if number < 16 { Some(Destination(number)) } else { None }
    }

    /// Temporary register `r0`-`r15`.
    #[must_use]
    pub const fn temporary(number: u8) -> Option<Destination> {
        if number < 16 { Some(Destination(0x10 + number)) } else { None }
    }

    /// Number of an output register.
    #[must_use]
    pub const fn as_output(self) -> Option<u8> {
        if self.0 < 0x10 { Some(self.0) } else { None }
    }
}

impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0..0x10 => write!(f, "o{}", self.0),
            _ => write!(f, "r{}", self.0 - 0x10),
        }
    }
}

/// Register added to the number of a wide source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Index {
    /// No index.
    None,
    /// `a0.x`, written by MOVA.
    AddressX,
    /// `a0.y`, written by MOVA.
    AddressY,
    /// `aL`, the loop counter.
    Loop,
}

impl Index {
    /// Decodes the two-bit field; higher bits are ignored.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Index {
        match bits & 3 {
            0 => Index::None,
            1 => Index::AddressX,
            2 => Index::AddressY,
            _ => Index::Loop,
        }
    }

    /// Encodes the two-bit field.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self as u32
    }

    /// Name without brackets; empty for no index.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["", "a0.x", "a0.y", "aL"][self as usize]
    }
}

impl fmt::Display for Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A three-bit comparison operator of CMP.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Comparison(pub u8);

impl Comparison {
    /// Equal.
    pub const EQ: Comparison = Comparison(0);
    /// Not equal.
    pub const NE: Comparison = Comparison(1);
    /// Less than.
    pub const LT: Comparison = Comparison(2);
    /// Less than or equal.
    pub const LE: Comparison = Comparison(3);
    /// Greater than.
    pub const GT: Comparison = Comparison(4);
    /// Greater than or equal.
    pub const GE: Comparison = Comparison(5);
    /// Names of all eight values. 6 and 7 have no assembler name; they appear to be always true.
    pub const NAMES: [&'static str; 8] = ["eq", "ne", "lt", "le", "gt", "ge", "op6", "op7"];

    /// Name of the operator.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[(self.0 & 7) as usize]
    }
}

/// Combination of the two flags of a condition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Combine {
    /// Either flag equals its reference.
    Or,
    /// Both flags equal their references.
    And,
    /// Only `cmp.x`.
    X,
    /// Only `cmp.y`.
    Y,
}

/// A condition on the compare flags: each flag is compared with a reference value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Condition {
    /// Combination of the flags.
    pub combine: Combine,
    /// Reference for `cmp.x`; stored even if unused.
    pub x: bool,
    /// Reference for `cmp.y`; stored even if unused.
    pub y: bool,
}

impl Condition {
    /// Decodes bits 22-25 of a code word, shifted down.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Condition {
        let combine = match bits & 3 {
            0 => Combine::Or,
            1 => Combine::And,
            2 => Combine::X,
            _ => Combine::Y,
        };
        Condition { combine, x: bits & 8 != 0, y: bits & 4 != 0 }
    }

    /// Encodes bits 22-25 of a code word, shifted down.
    #[must_use]
    pub const fn bits(self) -> u32 {
        (self.combine as u32) | (self.y as u32) << 2 | (self.x as u32) << 3
    }
}

/// Writes `cmp.x && !cmp.y`. A single flag whose unused reference is 0 adds it after a slash (`cmp.x /
/// !cmp.y`), because assemblers leave it at 1.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let x = if self.x { "cmp.x" } else { "!cmp.x" };
        let y = if self.y { "cmp.y" } else { "!cmp.y" };
        match self.combine {
            Combine::Or => write!(f, "{x} || {y}"),
            Combine::And => write!(f, "{x} && {y}"),
            Combine::X if self.y => f.write_str(x),
            Combine::Y if self.x => f.write_str(y),
            Combine::X => write!(f, "{x} / {y}"),
            Combine::Y => write!(f, "{y} / {x}"),
        }
    }
}
