//! Defines the register numbering of uniform tables.
//!
//! A single number space holds the inputs and the float, integer and bool uniforms (brief, section 1.7). It
//! differs from the operand encoding of instructions.

use std::fmt;

use glassbox_core::value::{FieldFormat, Scalar, Type, Value};

/// Register classes in a uniform table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// Vertex inputs v0 to v15.
    Input,
    /// Float vectors c0 to c95.
    Float,
    /// Integer vectors i0 to i3.
    Int,
    /// Bools b0 to b15.
    Bool,
}

impl Class {
    /// All classes, by number.
    pub const ALL: [Class; 4] = [Class::Input, Class::Float, Class::Int, Class::Bool];

    /// Number of its first register.
    pub const fn base(self) -> u16 {
        match self {
            Class::Input => 0,
            Class::Float => 0x10,
            Class::Int => 0x70,
            Class::Bool => 0x78,
        }
    }

    /// Number of registers.
    pub const fn count(self) -> u16 {
        match self {
            Class::Input | Class::Bool => 16,
            Class::Float => 96,
            Class::Int => 4,
        }
    }

    /// Letter in assembly syntax.
    pub const fn letter(self) -> char {
        match self {
            Class::Input => 'v',
            Class::Float => 'c',
            Class::Int => 'i',
            Class::Bool => 'b',
        }
    }
}

/// A register of a uniform table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Register(pub u16);

impl Register {
    /// Size of the number space; the four numbers from 0x74 on are unused.
    pub const LIMIT: u16 = 0x88;

    /// Register `index` of a class; `None` if out of range.
    pub const fn new(class: Class, index: u16) -> Option<Register> {
        if index < class.count() { Some(Register(class.base() + index)) } else { None }
    }

    /// Class and index in the class; `None` for the gap and out of range.
    ///
    /// ```
    /// use glassbox_shbin::register::{Class, Register};
    ///
    /// assert_eq!(Register(0x10).split(), Some((Class::Float, 0)));
    /// assert_eq!(Register(0x74).split(), None);
    /// ```
    pub const fn split(self) -> Option<(Class, u16)> {
        match self.0 {
            0x00..=0x0F => Some((Class::Input, self.0)),
            0x10..=0x6F => Some((Class::Float, self.0 - 0x10)),
            0x70..=0x73 => Some((Class::Int, self.0 - 0x70)),
            0x78..=0x87 => Some((Class::Bool, self.0 - 0x78)),
            _ => None,
        }
    }

    /// Class of the register.
    pub fn class(self) -> Option<Class> {
        self.split().map(|(class, _)| class)
    }

    /// Formats an inclusive range, such as `c0-c3`; a range of one register as that register.
    pub fn range(self, last: Register) -> String {
        if self == last { self.to_string() } else { format!("{self}-{last}") }
    }
}

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.split() {
            Some((class, index)) => write!(f, "{}{index}", class.letter()),
            None => write!(f, "{:#04x}", self.0),
        }
    }
}

impl Value for Register {
    const FORM: FieldFormat =
        FieldFormat { hex: true, meaning: Some(meaning), ..FieldFormat::plain(Type::One(Scalar::U16)) };

    #[inline(always)]
    fn load(bytes: &[u8]) -> Self {
        Register(u16::load(bytes))
    }

    #[inline(always)]
    fn store(self, out: &mut [u8]) {
        self.0.store(out);
    }
}

fn meaning(bits: u64) -> Option<String> {
    let register = Register(u16::try_from(bits).ok()?);
    register.split().map(|_| register.to_string())
}
