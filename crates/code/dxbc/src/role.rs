//! Defines operand roles: the interpretation of an operand's numbers and components.

/// Role of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// A destination register with a component mask.
    Destination,
    /// Reads floats.
    Float,
    /// Reads integers, signed or unsigned.
    Integer,
    /// Reads words of any type.
    Untyped,
    /// Reads doubles.
    Double,
    /// A resource or UAV.
    Resource,
    /// A sampler.
    Sampler,
    /// A subroutine label.
    Label,
    /// An output stream.
    Stream,
    /// An interface to call.
    Interface,
    /// A declared register with a component mask.
    Declared,
}

impl Role {
    /// Role of a letter: `D` destination, `f` float, `i` integer, `t` untyped, `d` double, `r` resource, `s`
    /// sampler, `l` label, `m` stream, `p` interface, any other declared.
    pub const fn of(letter: u8) -> Role {
        match letter {
            b'D' => Role::Destination,
            b'f' => Role::Float,
            b'i' => Role::Integer,
            b't' => Role::Untyped,
            b'd' => Role::Double,
            b'r' => Role::Resource,
            b's' => Role::Sampler,
            b'l' => Role::Label,
            b'm' => Role::Stream,
            b'p' => Role::Interface,
            _ => Role::Declared,
        }
    }

    /// True if components are a mask rather than a swizzle.
    pub const fn takes_mask(self) -> bool {
        matches!(self, Role::Destination | Role::Declared)
    }
}
