//! What it costs to use a value of one type where another is wanted, and what operators make of their operands.
//!
//! Source: the coercion rule and the operator table of the language.

use crate::raw::Operator;

use super::scalar::Scalar;
use super::store::Types;
use super::types::{BOOL, Type};

/// What a conversion costs. Costs add up, and compare by what is worse: impossible, then narrowing, then normal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Cost {
    /// There is no such conversion.
    pub impossible: bool,
    /// Steps that lose precision.
    pub narrowing: u32,
    /// Steps that lose nothing.
    pub normal: u32,
}

impl Cost {
    /// The types are the same.
    pub const FREE: Cost = Cost {
        impossible: false,
        narrowing: 0,
        normal: 0,
    };

    /// There is no such conversion.
    pub const IMPOSSIBLE: Cost = Cost {
        impossible: true,
        narrowing: 0,
        normal: 0,
    };

    /// Whether the conversion happens without being asked for.
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

/// Whether a value may lose precision without being asked, as `float` to `half` does. Runtime effects allow it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Narrowing {
    /// It may.
    Allowed,
    /// It takes a constructor.
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
    /// What kind of operator this is; `None` for those that take one operand and for unknown numbers.
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

    /// Whether the left operand is written.
    pub const fn is_assignment(self) -> bool {
        matches!(
            self,
            Binary::Assign | Binary::Multiply(true) | Binary::Arithmetic(true) | Binary::Integer(true)
        )
    }

    /// Whether vectors and matrices are taken part by part.
    const fn takes_shapes(self) -> bool {
        matches!(
            self,
            Binary::Multiply(_) | Binary::Arithmetic(_) | Binary::Integer(_)
        )
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
    /// What kind of prefix operator this is; `None` for those that take two operands and for unknown numbers.
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

/// What a binary operator makes of its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operation {
    /// What the left operand is converted to.
    pub left: Type,
    /// What the right operand is converted to.
    pub right: Type,
    /// What comes out.
    pub result: Type,
}

impl Operation {
    const fn uniform(operands: Type, result: Type) -> Operation {
        Operation {
            left: operands,
            right: operands,
            result,
        }
    }
}

impl Types {
    /// What it costs to use a value of type `from` where `to` is wanted.
    #[inline]
    pub fn cost(&self, from: Type, to: Type) -> Cost {
        match (from, to) {
            (Type::Scalar(a), Type::Scalar(b)) => scalar_cost(a, b),
            (Type::Vector(a, m), Type::Vector(b, n)) if m == n => scalar_cost(a, b),
            (Type::Scalar(_) | Type::Vector(..), Type::Scalar(_) | Type::Vector(..)) => Cost::IMPOSSIBLE,
            _ => self.other_cost(from, to),
        }
    }

    /// The same where one of the types is neither scalar nor vector.
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
                Some(index) => Cost {
                    normal: index as u32 + 1,
                    ..Cost::FREE
                },
                None => Cost::IMPOSSIBLE,
            },
            _ => Cost::IMPOSSIBLE,
        }
    }

    /// Whether a value of type `from` may stand where `to` is wanted.
    pub fn coerces(&self, from: Type, to: Type, narrowing: Narrowing) -> bool {
        self.cost(from, to).is_possible(narrowing)
    }

    /// What a binary operator makes of operands of these types; `None` when it takes none such. An operand that is an int
    /// literal next to an integer is given the integer's type before this is asked: see
    /// [`settle_literals`](Types::settle_literals).
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
                return cost
                    .is_possible(narrowing)
                    .then_some(Operation::uniform(ty, BOOL));
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

    /// The operators that work number by number.
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
            let left_to_right = if one_sided {
                Cost::IMPOSSIBLE
            } else {
                self.cost(left, right)
            };
            let (cost, ty) = if right_to_left < left_to_right {
                (right_to_left, left)
            } else {
                (left_to_right, right)
            };
            let result = if operator == Binary::Comparison { BOOL } else { ty };
            return cost
                .is_possible(narrowing)
                .then_some(Operation::uniform(ty, result));
        }
        if !operator.takes_shapes() || (one_sided && left.is_scalar()) {
            return None;
        }
        let scalars = self.by_scalar(a, operator, b, narrowing)?;
        let (left, right) = (left.with_scalar(scalars), right.with_scalar(scalars));
        let result = if left.is_scalar() { right } else { left };
        Some(Operation { left, right, result })
    }

    /// The scalar in which two scalars meet, for operators that take any shapes.
    fn by_scalar(&self, a: Scalar, operator: Binary, b: Scalar, narrowing: Narrowing) -> Option<Scalar> {
        if a == b {
            return Some(a);
        }
        let (left, right) = (Type::Scalar(a), Type::Scalar(b));
        self.by_component(left, operator, right, narrowing)?
            .result
            .scalar()
    }

    /// A product of matrices, or of a matrix and a vector.
    fn product(&self, left: Type, operator: Binary, right: Type, narrowing: Narrowing) -> Option<Operation> {
        let scalar = self.by_scalar(left.scalar()?, operator, right.scalar()?, narrowing)?;
        // A vector is a row on the left, as its shape says, and a column on the right.
        let (columns, rows) = if right.is_vector() {
            (1, right.columns())
        } else {
            (right.columns(), right.rows())
        };
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
        Some(Operation {
            left,
            right: right.with_scalar(scalar),
            result,
        })
    }

    /// The operand types after an int literal next to an integer has taken that integer's type.
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

    /// What a prefix or postfix operator makes of an operand; `None` when it takes none such. Whether the operand can be
    /// written, as [`Unary::Step`] needs, is another question.
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
        Cost {
            normal: want - have,
            ..Cost::FREE
        }
    } else {
        Cost {
            narrowing: have - want,
            ..Cost::FREE
        }
    }
}

fn is_product(left: Type, right: Type) -> bool {
    (left.is_matrix() && (right.is_matrix() || right.is_vector())) || (left.is_vector() && right.is_matrix())
}
