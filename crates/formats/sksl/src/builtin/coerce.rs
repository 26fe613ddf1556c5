//! Computes conversion costs and the operand and result types of operators.
//!
//! Source: the coercion rule and the operator table of the language.

use crate::raw::Operator;

use super::scalar::Scalar;
use super::store::Types;
use super::types::{BOOL, Type};

/// Cost of a conversion. Costs add up; they compare by impossible, then narrowing, then normal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Cost {
    /// True if there is no such conversion.
    pub impossible: bool,
    /// Number of steps that lose precision.
    pub narrowing: u32,
    /// Number of lossless steps.
    pub normal: u32,
}

impl Cost {
    /// Identity conversion.
    pub const FREE: Cost = Cost { impossible: false, narrowing: 0, normal: 0 };

    /// No such conversion.
    pub const IMPOSSIBLE: Cost = Cost { impossible: true, narrowing: 0, normal: 0 };

    /// True if the conversion is implicit.
    pub const fn is_possible(self, narrowing: Narrowing) -> bool {
        !self.impossible && (self.narrowing == 0 || matches!(narrowing, Narrowing::Allowed))
    }
}

impl std::ops::Add for Cost {
    type Output = Cost;

    fn add(self, other: Cost) -> Cost {
        Cost {
            impossible: self.impossible || other.impossible,
            narrowing: self.narrowing.saturating_add(other.narrowing),
            normal: self.normal.saturating_add(other.normal),
        }
    }
}

/// Policy for implicit loss of precision, as from `float` to `half`. Runtime effects allow it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Narrowing {
    /// Narrowing is implicit.
    Allowed,
    /// Narrowing requires a constructor.
    Forbidden,
}

/// A binary operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Binary {
    /// `,`.
    Comma,
    /// `=`.
    Assign,
    /// `==` and `!=`.
    Equality,
    /// `<`, `>`, `<=` and `>=`.
    Comparison,
    /// `&&`, `||` and `^^`.
    Logical,
    /// `*`; `true` for `*=`.
    Multiply(bool),
    /// `+`, `-` and `/`; `true` for their assignments.
    Arithmetic(bool),
    /// `%`, `<<`, `>>`, `&`, `|` and `^`; `true` for their assignments.
    Integer(bool),
}

impl Binary {
    /// Class of a binary operator; `None` for unary operators and unknown numbers.
    pub const fn of(operator: Operator) -> Option<Binary> {
        Some(match operator {
            Operator::COMMA => Binary::Comma,
            Operator::ASSIGN => Binary::Assign,
            Operator::EQUAL | Operator::NOT_EQUAL => Binary::Equality,
            Operator::LESS | Operator::GREATER | Operator::LESS_EQUAL | Operator::GREATER_EQUAL => {
                Binary::Comparison
            }
            Operator::LOGICAL_AND | Operator::LOGICAL_OR | Operator::LOGICAL_XOR => Binary::Logical,
            Operator::STAR => Binary::Multiply(false),
            Operator::STAR_ASSIGN => Binary::Multiply(true),
            Operator::PLUS | Operator::MINUS | Operator::SLASH => Binary::Arithmetic(false),
            Operator::PLUS_ASSIGN | Operator::MINUS_ASSIGN | Operator::SLASH_ASSIGN => {
                Binary::Arithmetic(true)
            }
            Operator::PERCENT
            | Operator::SHL
            | Operator::SHR
            | Operator::BITWISE_AND
            | Operator::BITWISE_OR
            | Operator::BITWISE_XOR => Binary::Integer(false),
            Operator::PERCENT_ASSIGN
            | Operator::SHL_ASSIGN
            | Operator::SHR_ASSIGN
            | Operator::AND_ASSIGN
            | Operator::OR_ASSIGN
            | Operator::XOR_ASSIGN => Binary::Integer(true),
            _ => return None,
        })
    }

    /// True if the left operand is written.
    pub const fn is_assignment(self) -> bool {
        matches!(
            self,
            Binary::Assign | Binary::Multiply(true) | Binary::Arithmetic(true) | Binary::Integer(true)
        )
    }

    /// True if vectors and matrices are processed component by component.
    const fn takes_shapes(self) -> bool {
        matches!(self, Binary::Multiply(_) | Binary::Arithmetic(_) | Binary::Integer(_))
    }
}

/// A prefix or postfix operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unary {
    /// `+` and `-`.
    Sign,
    /// `!`.
    Not,
    /// `~`.
    Complement,
    /// `++` and `--`, before or after.
    Step,
}

impl Unary {
    /// Class of a prefix operator; `None` for binary operators and unknown numbers.
    pub const fn of(operator: Operator) -> Option<Unary> {
        Some(match operator {
            Operator::PLUS | Operator::MINUS => Unary::Sign,
            Operator::LOGICAL_NOT => Unary::Not,
            Operator::BITWISE_NOT => Unary::Complement,
            Operator::INCREMENT | Operator::DECREMENT => Unary::Step,
            _ => return None,
        })
    }
}

/// Operand and result types of a binary operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operation {
    /// Type the left operand is converted to.
    pub left: Type,
    /// Type the right operand is converted to.
    pub right: Type,
    /// Type of the result.
    pub result: Type,
}

impl Operation {
    const fn uniform(operands: Type, result: Type) -> Operation {
        Operation { left: operands, right: operands, result }
    }
}

impl Types {
    /// Cost of converting a value from `from` to `to`.
    #[inline]
    pub fn cost(&self, from: Type, to: Type) -> Cost {
        match (from, to) {
            (Type::Scalar(a), Type::Scalar(b)) => scalar_cost(a, b),
            (Type::Vector(a, m), Type::Vector(b, n)) if m == n => scalar_cost(a, b),
            (Type::Scalar(_) | Type::Vector(..), Type::Scalar(_) | Type::Vector(..)) => Cost::IMPOSSIBLE,
            _ => self.other_cost(from, to),
        }
    }

    /// As [`cost`](Types::cost), if one of the types is neither scalar nor vector.
    fn other_cost(&self, from: Type, to: Type) -> Cost {
        let (mut from, mut to) = (from, to);
        loop {
            if from == to {
                return Cost::FREE;
            }
            match (self.array(from), self.array(to)) {
                (Some(a), Some(b)) if a.count == b.count => (from, to) = (a.element, b.element),
                (None, None) => break,
                _ => return Cost::IMPOSSIBLE,
            }
        }
        match (from, to) {
            (Type::Scalar(a), Type::Scalar(b)) => scalar_cost(a, b),
            (Type::Vector(a, m), Type::Vector(b, n)) if m == n => scalar_cost(a, b),
            (Type::Matrix(a, c, r), Type::Matrix(b, d, s)) if (c, r) == (d, s) => scalar_cost(a, b),
            (Type::Generic(generic), _) => match generic.members().iter().position(|&member| member == to) {
                Some(index) => Cost { normal: index as u32 + 1, ..Cost::FREE },
                None => Cost::IMPOSSIBLE,
            },
            _ => Cost::IMPOSSIBLE,
        }
    }

    /// True if a value of type `from` converts implicitly to `to`.
    pub fn coerces(&self, from: Type, to: Type, narrowing: Narrowing) -> bool {
        self.cost(from, to).is_possible(narrowing)
    }

    /// Resolves a binary operator; `None` if it does not accept the operands. Int literals next to an integer
    /// must have its type already: see [`settle_literals`](Types::settle_literals).
    pub fn binary(
        &self,
        left: Type,
        operator: Binary,
        right: Type,
        narrowing: Narrowing,
    ) -> Option<Operation> {
        match operator {
            Binary::Assign => {
                let legal = !left.is_void() && self.coerces(right, left, narrowing);
                return legal.then_some(Operation::uniform(left, left));
            }
            Binary::Equality => {
                if left.is_void() || left.is_opaque() || right.is_opaque() {
                    return None;
                }
                let right_to_left = self.cost(right, left);
                let left_to_right = self.cost(left, right);
                let (cost, ty) = if right_to_left < left_to_right {
                    (right_to_left, left)
                } else {
                    (left_to_right, right)
                };
                return cost.is_possible(narrowing).then_some(Operation::uniform(ty, BOOL));
            }
            Binary::Logical => {
                let legal = self.coerces(left, BOOL, narrowing) && self.coerces(right, BOOL, narrowing);
                return legal.then_some(Operation::uniform(BOOL, BOOL));
            }
            Binary::Comma => {
                let legal = !left.is_opaque() && !right.is_opaque();
                let result = right;
                return legal.then_some(Operation { left, right, result });
            }
            _ => {}
        }
        let is_bool = |ty| self.component(ty) == BOOL;
        if is_bool(left) || is_bool(right) {
            return None;
        }
        if matches!(operator, Binary::Multiply(_)) && is_product(left, right) {
            return self.product(left, operator, right, narrowing);
        }
        self.by_component(left, operator, right, narrowing)
    }

    /// Resolves a componentwise operator.
    fn by_component(
        &self,
        left: Type,
        operator: Binary,
        right: Type,
        narrowing: Narrowing,
    ) -> Option<Operation> {
        let (a, b) = (left.scalar()?, right.scalar()?);
        if matches!(operator, Binary::Integer(_)) && !(a.is_integer() && b.is_integer()) {
            return None;
        }
        let one_sided = operator.is_assignment();
        if left.is_scalar() == right.is_scalar() {
            if !left.is_scalar() && !operator.takes_shapes() {
                return None;
            }
            let right_to_left = self.cost(right, left);
            let left_to_right = if one_sided { Cost::IMPOSSIBLE } else { self.cost(left, right) };
            let (cost, ty) =
                if right_to_left < left_to_right { (right_to_left, left) } else { (left_to_right, right) };
            let result = if operator == Binary::Comparison { BOOL } else { ty };
            return cost.is_possible(narrowing).then_some(Operation::uniform(ty, result));
        }
        if !operator.takes_shapes() || (one_sided && left.is_scalar()) {
            return None;
        }
        let scalars = self.by_scalar(a, operator, b, narrowing)?;
        let (left, right) = (left.with_scalar(scalars), right.with_scalar(scalars));
        let result = if left.is_scalar() { right } else { left };
        Some(Operation { left, right, result })
    }

    /// Common scalar of two operands, for operators on any shapes.
    fn by_scalar(&self, a: Scalar, operator: Binary, b: Scalar, narrowing: Narrowing) -> Option<Scalar> {
        if a == b {
            return Some(a);
        }
        let (left, right) = (Type::Scalar(a), Type::Scalar(b));
        self.by_component(left, operator, right, narrowing)?.result.scalar()
    }

    /// Resolves a product of matrices, or of a matrix and a vector.
    fn product(&self, left: Type, operator: Binary, right: Type, narrowing: Narrowing) -> Option<Operation> {
        let scalar = self.by_scalar(left.scalar()?, operator, right.scalar()?, narrowing)?;
        // A vector is a row on the left, as its shape implies, and a column on the right.
        let (columns, rows) =
            if right.is_vector() { (1, right.columns()) } else { (right.columns(), right.rows()) };
        if left.columns() != rows {
            return None;
        }
        let result = if columns > 1 {
            Type::compound(scalar, columns, left.rows())?
        } else {
            Type::compound(scalar, left.rows(), 1)?
        };
        let left = left.with_scalar(scalar);
        if operator.is_assignment() && result != left {
            return None;
        }
        Some(Operation { left, right: right.with_scalar(scalar), result })
    }

    /// Operand types after an int literal has taken the type of the integer next to it.
    pub fn settle_literals(&self, left: Type, right: Type) -> (Type, Type) {
        const LITERAL: Type = Type::Scalar(Scalar::IntLiteral);
        if left == LITERAL && right.is_integer() {
            (right, right)
        } else if right == LITERAL && left.is_integer() {
            (left, left)
        } else {
            (left, right)
        }
    }

    /// Result type of a prefix or postfix operator; `None` if it does not accept the operand. Does not check
    /// that the operand is writable, as [`Unary::Step`] requires.
    pub fn unary(&self, operator: Unary, operand: Type) -> Option<Type> {
        let scalar = operand.scalar()?;
        let legal = match operator {
            Unary::Sign => scalar.is_number(),
            Unary::Not => return operand.is_bool().then_some(operand),
            Unary::Complement => scalar.is_integer(),
            Unary::Step => scalar.is_number() && operand.is_scalar(),
        };
        if operator == Unary::Complement && scalar == Scalar::IntLiteral {
            return Some(Type::Scalar(Scalar::Int));
        }
        legal.then_some(operand)
    }
}

fn scalar_cost(from: Scalar, to: Scalar) -> Cost {
    if from == to {
        return Cost::FREE;
    }
    if !from.is_number() || !to.is_number() {
        return Cost::IMPOSSIBLE;
    }
    if from == Scalar::IntLiteral {
        return Cost::FREE;
    }
    if from.kind() != to.kind() {
        return Cost::IMPOSSIBLE;
    }
    let (have, want) = (from.priority(), to.priority());
    if want >= have {
        Cost { normal: want - have, ..Cost::FREE }
    } else {
        Cost { narrowing: have - want, ..Cost::FREE }
    }
}

fn is_product(left: Type, right: Type) -> bool {
    (left.is_matrix() && (right.is_matrix() || right.is_vector())) || (left.is_vector() && right.is_matrix())
}
