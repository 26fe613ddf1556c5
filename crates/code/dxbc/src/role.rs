//! What an operand is to its instruction: what its numbers mean, and how its components are spelled.

/// The role of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// A register that is written; its components are a mask.
    Destination,
    /// Floats are read.
    Float,
    /// Integers are read, signed or not.
    Integer,
    /// Words are read, whatever they mean.
    Untyped,
    /// Doubles are read.
    Double,
    /// A resource or a view.
    Resource,
    /// A sampler.
    Sampler,
    /// The label of a subroutine.
    Label,
    /// An output stream.
    Stream,
    /// An interface whose function is called.
    Interface,
    /// A register that a declaration is about; its components are a mask.
    Declared,
}

impl Role {
    /// The role of a letter: `D` destination, `f` float, `i` integer, `t` untyped, `d` double, `r` resource, `s` sampler,
    /// `l` label, `m` stream, `p` interface, and any other one declared.
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

    /// Whether components are spelled as a mask rather than in an order.
    pub const fn takes_mask(self) -> bool {
        matches!(self, Role::Destination | Role::Declared)
    }
}
