//! Integer arithmetic in short names; operands are values or numbers.

use glassbox_spirv::build::{Id, op};

use crate::code::Code;

/// A value, or a number that becomes a constant.
pub(crate) trait Operand {
    /// The value.
    fn id(self, code: &mut Code) -> Id;
}

impl Operand for Id {
    fn id(self, _: &mut Code) -> Id {
        self
    }
}

impl Operand for u32 {
    fn id(self, code: &mut Code) -> Id {
        code.uint(self)
    }
}

impl Operand for i32 {
    fn id(self, code: &mut Code) -> Id {
        code.int(self)
    }
}

/// Methods for instructions of two operands, the type of the first being that of the result.
macro_rules! binary {
    ($($name:ident $opcode:ident),*) => {
        $(pub(crate) fn $name(&mut self, a: impl Operand, b: impl Operand) -> Id {
            let (a, b) = (a.id(self), b.id(self));
            self.same(op::$opcode, &[a, b])
        })*
    };
}

/// The same for comparisons, which give booleans.
macro_rules! comparisons {
    ($($name:ident $opcode:ident),*) => {
        $(pub(crate) fn $name(&mut self, a: impl Operand, b: impl Operand) -> Id {
            let (a, b) = (a.id(self), b.id(self));
            self.b.value(op::$opcode, self.types.bool, &[a, b])
        })*
    };
}

impl Code {
    binary!(
        and BITWISE_AND, or BITWISE_OR, xor BITWISE_XOR, shl SHIFT_LEFT_LOGICAL, shr SHIFT_RIGHT_LOGICAL, add I_ADD, sub I_SUB,
        mul I_MUL, div U_DIV, rem U_MOD, both LOGICAL_AND, either LOGICAL_OR
    );
    comparisons!(
        equal I_EQUAL, differs I_NOT_EQUAL, below U_LESS_THAN, at_least U_GREATER_THAN_EQUAL, above U_GREATER_THAN, s_below S_LESS_THAN,
        s_at_least S_GREATER_THAN_EQUAL, s_above S_GREATER_THAN
    );

    /// A sum with a number, which is nothing to add if it is zero.
    pub(crate) fn plus(&mut self, value: Id, number: u32) -> Id {
        if number == 0 { value } else { self.add(value, number) }
    }

    /// An index less that of the first element.
    pub(crate) fn counted_from(&mut self, index: Id, first: u8) -> Id {
        if first == 0 { index } else { self.sub(index, i32::from(first)) }
    }

    /// One of two values.
    pub(crate) fn choose(&mut self, condition: Id, yes: impl Operand, no: impl Operand) -> Id {
        let (yes, no) = (yes.id(self), no.id(self));
        self.select(condition, yes, no)
    }

    /// 1 if a condition holds, else 0.
    pub(crate) fn flag(&mut self, condition: Id) -> Id {
        self.choose(condition, 1u32, 0u32)
    }

    /// The same bits with a sign.
    pub(crate) fn signed(&mut self, value: Id) -> Id {
        self.bits(value, self.types.int)
    }

    /// The same bits without a sign.
    pub(crate) fn unsigned(&mut self, value: Id) -> Id {
        self.bits(value, self.types.uint)
    }

    /// Gives a value from the function if a condition holds.
    pub(crate) fn give_if(&mut self, condition: Id, value: impl Operand) {
        let value = value.id(self);
        self.guard(condition, value);
    }

    /// Gives a value from the function.
    pub(crate) fn give(&mut self, value: impl Operand) {
        let value = value.id(self);
        self.b.return_value(value);
    }
}
