//! Lists operators and how tightly they bind.

use glassbox_spirv::grammar::op;

/// Precedence: what binds tighter is higher.
pub(crate) const POSTFIX: u8 = 16;
pub(crate) const UNARY: u8 = 15;
pub(crate) const PRODUCT: u8 = 14;
pub(crate) const SUM: u8 = 13;
pub(crate) const SHIFT: u8 = 12;
pub(super) const RELATION: u8 = 11;
pub(crate) const EQUALITY: u8 = 10;
pub(super) const BIT_AND: u8 = 9;
const BIT_XOR: u8 = 8;
pub(super) const BIT_OR: u8 = 7;
pub(super) const AND: u8 = 6;
pub(super) const OR: u8 = 4;
pub(crate) const CHOICE: u8 = 3;
/// What may stand anywhere.
pub(crate) const ANY: u8 = 2;

/// How operands of integers are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// As they are.
    Own,
    Signed,
    Unsigned,
    /// As the result.
    Result,
}

/// An infix operator.
#[derive(Clone, Copy)]
pub(crate) struct Infix {
    pub(crate) text: &'static str,
    pub(crate) precedence: u8,
    pub(crate) sign: Sign,
}

impl Infix {
    /// True for equations and the like.
    pub(crate) fn compares(&self) -> bool {
        matches!(self.precedence, RELATION | EQUALITY)
    }
}

/// Operators by opcode.
static INFIXES: [Option<Infix>; 256] = {
    let mut all = [None; 256];
    let mut opcode = 0;
    while opcode < all.len() {
        all[opcode] = infix_of(opcode as u16);
        opcode += 1;
    }
    all
};

/// The operator of an instruction.
#[inline]
pub(crate) fn infix(opcode: u16) -> Option<Infix> {
    INFIXES.get(usize::from(opcode)).copied().flatten()
}

/// True for what is an operator or a conversion between types in all languages, where it is no function of vectors.
#[inline]
pub(crate) fn is_operator(opcode: u16) -> bool {
    infix(opcode).is_some()
        || matches!(
            opcode,
            op::CONVERT_F_TO_U..=op::F_CONVERT | op::S_NEGATE | op::F_NEGATE | op::NOT | op::SELECT
        )
}

const fn infix_of(opcode: u16) -> Option<Infix> {
    let (text, precedence, sign) = match opcode {
        op::F_ADD => ("+", SUM, Sign::Own),
        op::I_ADD => ("+", SUM, Sign::Result),
        op::F_SUB => ("-", SUM, Sign::Own),
        op::I_SUB => ("-", SUM, Sign::Result),
        op::F_MUL
        | op::VECTOR_TIMES_SCALAR
        | op::MATRIX_TIMES_SCALAR
        | op::VECTOR_TIMES_MATRIX
        | op::MATRIX_TIMES_VECTOR
        | op::MATRIX_TIMES_MATRIX => ("*", PRODUCT, Sign::Own),
        op::I_MUL => ("*", PRODUCT, Sign::Result),
        op::F_DIV => ("/", PRODUCT, Sign::Own),
        op::S_DIV => ("/", PRODUCT, Sign::Signed),
        op::U_DIV => ("/", PRODUCT, Sign::Unsigned),
        op::S_MOD | op::S_REM => ("%", PRODUCT, Sign::Signed),
        op::U_MOD => ("%", PRODUCT, Sign::Unsigned),
        op::SHIFT_LEFT_LOGICAL => ("<<", SHIFT, Sign::Result),
        op::SHIFT_RIGHT_LOGICAL => (">>", SHIFT, Sign::Unsigned),
        op::SHIFT_RIGHT_ARITHMETIC => (">>", SHIFT, Sign::Signed),
        op::BITWISE_AND => ("&", BIT_AND, Sign::Result),
        op::BITWISE_OR => ("|", BIT_OR, Sign::Result),
        op::BITWISE_XOR => ("^", BIT_XOR, Sign::Result),
        op::LOGICAL_AND => ("&&", AND, Sign::Own),
        op::LOGICAL_OR => ("||", OR, Sign::Own),
        op::LOGICAL_NOT_EQUAL => ("!=", EQUALITY, Sign::Own),
        op::LOGICAL_EQUAL => ("==", EQUALITY, Sign::Own),
        op::I_EQUAL => ("==", EQUALITY, Sign::Own),
        op::I_NOT_EQUAL => ("!=", EQUALITY, Sign::Own),
        op::F_ORD_EQUAL => ("==", EQUALITY, Sign::Own),
        op::F_ORD_NOT_EQUAL | op::F_UNORD_NOT_EQUAL => ("!=", EQUALITY, Sign::Own),
        op::S_LESS_THAN => ("<", RELATION, Sign::Signed),
        op::S_LESS_THAN_EQUAL => ("<=", RELATION, Sign::Signed),
        op::S_GREATER_THAN => (">", RELATION, Sign::Signed),
        op::S_GREATER_THAN_EQUAL => (">=", RELATION, Sign::Signed),
        op::U_LESS_THAN => ("<", RELATION, Sign::Unsigned),
        op::U_LESS_THAN_EQUAL => ("<=", RELATION, Sign::Unsigned),
        op::U_GREATER_THAN => (">", RELATION, Sign::Unsigned),
        op::U_GREATER_THAN_EQUAL => (">=", RELATION, Sign::Unsigned),
        op::F_ORD_LESS_THAN => ("<", RELATION, Sign::Own),
        op::F_ORD_LESS_THAN_EQUAL => ("<=", RELATION, Sign::Own),
        op::F_ORD_GREATER_THAN => (">", RELATION, Sign::Own),
        op::F_ORD_GREATER_THAN_EQUAL => (">=", RELATION, Sign::Own),
        _ => return None,
    };
    Some(Infix { text, precedence, sign })
}

/// The ordered comparison whose opposite this is.
pub(crate) fn unordered(opcode: u16) -> Option<u16> {
    Some(match opcode {
        op::F_UNORD_LESS_THAN => op::F_ORD_GREATER_THAN_EQUAL,
        op::F_UNORD_GREATER_THAN_EQUAL => op::F_ORD_LESS_THAN,
        op::F_UNORD_GREATER_THAN => op::F_ORD_LESS_THAN_EQUAL,
        op::F_UNORD_LESS_THAN_EQUAL => op::F_ORD_GREATER_THAN,
        _ => return None,
    })
}
