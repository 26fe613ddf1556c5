//! Operators.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{NumberKind, Scalar, Type};
use glassbox_sksl::raw::Operator;
use glassbox_sksl_lang::ir::expression::Expr;
use glassbox_spirv::build::{Id, op};

use crate::lowering::Lowering;
use crate::session::Outcome;

/// An operand: type, value, and the expression that it is, if it is one.
#[derive(Clone, Copy)]
pub(crate) struct Operand {
    pub(crate) ty: Type,
    pub(crate) value: Id,
    pub(crate) expression: Option<Expr>,
}

impl Lowering<'_, '_> {
    pub(crate) fn binary(
        &mut self,
        left: Expr,
        operator: Operator,
        right: Expr,
        result: Type,
        span: Span,
    ) -> Outcome<Id> {
        if operator.assigns() {
            return self.assignment(left, operator, right, span);
        }
        match operator {
            Operator::COMMA => {
                self.value(left)?;
                self.value(right)
            }
            Operator::LOGICAL_AND | Operator::LOGICAL_OR => self.short_circuit(left, operator, right, span),
            _ => {
                let left = self.operand(left)?;
                let right = self.operand(right)?;
                self.operate(operator, left, right, result, span)
            }
        }
    }

    pub(crate) fn operand(&mut self, expression: Expr) -> Outcome<Operand> {
        let value = self.value(expression)?;
        Ok(Operand { ty: self.meaning(expression), value, expression: Some(expression) })
    }

    fn assignment(&mut self, left: Expr, operator: Operator, right: Expr, span: Span) -> Outcome<Id> {
        let Some(place) = self.place(left)? else {
            return self.malformed(span, "the left side of an assignment is no variable");
        };
        let right = self.operand(right)?;
        let mut value = right.value;
        if let Some(first) = operator.before_assignment() {
            let ty = place.ty();
            let held = Operand { ty, value: self.read(&place, span)?, expression: None };
            value = self.operate(first, held, right, ty, span)?;
        }
        self.at(span);
        self.write(&place, value, span)?;
        Ok(value)
    }

    /// `++` and `--`: the value before and the one after.
    pub(crate) fn step(&mut self, operand: Expr, delta: f64, span: Span) -> Outcome<(Id, Id)> {
        let Some(place) = self.place(operand)? else {
            return self.malformed(span, "what is counted up or down is no variable");
        };
        let ty = place.ty();
        let scalar = Type::Scalar(ty.scalar().unwrap_or(Scalar::Int));
        let before = Operand { ty, value: self.read(&place, span)?, expression: None };
        let one = Operand { ty: scalar, value: self.number(scalar, 1.0, span)?, expression: None };
        let operator = if delta > 0.0 { Operator::PLUS } else { Operator::MINUS };
        let after = self.operate(operator, before, one, ty, span)?;
        self.write(&place, after, span)?;
        Ok((before.value, after))
    }

    pub(crate) fn prefix(&mut self, operator: Operator, operand: Expr, ty: Type, span: Span) -> Outcome<Id> {
        match operator {
            Operator::INCREMENT => return Ok(self.step(operand, 1.0, span)?.1),
            Operator::DECREMENT => return Ok(self.step(operand, -1.0, span)?.1),
            _ => {}
        }
        let value = self.value(operand)?;
        let kind = self.kind(ty, span)?;
        let opcode = match operator {
            Operator::PLUS => return Ok(value),
            Operator::MINUS if kind == NumberKind::Float => op::F_NEGATE,
            Operator::MINUS => op::S_NEGATE,
            Operator::LOGICAL_NOT => op::LOGICAL_NOT,
            Operator::BITWISE_NOT => op::NOT,
            _ => return self.malformed(span, "the prefix operator does not exist"),
        };
        if ty.is_matrix() {
            return self.by_column(ty, &[(ty, value)], span, |this, column, parts| {
                this.op(opcode, column, parts, span)
            });
        }
        self.op(opcode, ty, &[value], span)
    }

    /// What an operator without effects makes of two values.
    pub(crate) fn operate(
        &mut self,
        operator: Operator,
        left: Operand,
        right: Operand,
        result: Type,
        span: Span,
    ) -> Outcome<Id> {
        match operator {
            Operator::EQUAL => return self.equal(left.ty, left.value, right.value, span),
            Operator::NOT_EQUAL => return self.not_equal(left.ty, left.value, right.value, span),
            Operator::STAR => {
                if let Some(product) = self.product(left, right, result, span)? {
                    return Ok(product);
                }
            }
            _ => {}
        }
        if left.ty.is_matrix() || right.ty.is_matrix() {
            let whole = if left.ty.is_matrix() { left.ty } else { right.ty };
            let parts = [(left.ty, left.value), (right.ty, right.value)];
            return self.by_column(whole, &parts, span, |this, column, parts| match *parts {
                [a, b] => this.operate_plain(operator, column, (a, b), None, column, span),
                _ => this.malformed(span, "an operator has no operands"),
            });
        }
        let ty = if left.ty.is_vector() {
            left.ty
        } else {
            right.ty.with_scalar(left.ty.scalar().unwrap_or(Scalar::Float))
        };
        let a = self.widened(left, ty, span)?;
        let b = self.widened(right, ty, span)?;
        self.operate_plain(operator, ty, (a, b), right.expression, result, span)
    }

    /// A scalar as a vector of the width of a type.
    pub(crate) fn widened(&mut self, operand: Operand, ty: Type, span: Span) -> Outcome<Id> {
        if operand.ty.is_scalar() && ty.is_vector() {
            let scalar = operand.ty.scalar().unwrap_or(Scalar::Float);
            return self.splat(ty.with_scalar(scalar), operand.value, span);
        }
        Ok(operand.value)
    }

    /// Products that are one instruction.
    fn product(&mut self, left: Operand, right: Operand, result: Type, span: Span) -> Outcome<Option<Id>> {
        let (a, b) = (left.value, right.value);
        let is_float = left.ty.scalar().is_some_and(Scalar::is_float);
        let (opcode, operands) = match (left.ty, right.ty) {
            (Type::Matrix(..), Type::Matrix(..)) => (op::MATRIX_TIMES_MATRIX, [a, b]),
            (Type::Matrix(..), Type::Vector(..)) => (op::MATRIX_TIMES_VECTOR, [a, b]),
            (Type::Vector(..), Type::Matrix(..)) => (op::VECTOR_TIMES_MATRIX, [a, b]),
            (Type::Matrix(..), Type::Scalar(_)) => (op::MATRIX_TIMES_SCALAR, [a, b]),
            (Type::Scalar(_), Type::Matrix(..)) => (op::MATRIX_TIMES_SCALAR, [b, a]),
            (Type::Vector(..), Type::Scalar(_)) if is_float => (op::VECTOR_TIMES_SCALAR, [a, b]),
            (Type::Scalar(_), Type::Vector(..)) if is_float => (op::VECTOR_TIMES_SCALAR, [b, a]),
            _ => return Ok(None),
        };
        self.op(opcode, result, &operands, span).map(Some)
    }

    /// Applies a function to the columns of matrices; scalars are spread over each column.
    pub(crate) fn by_column(
        &mut self,
        matrix: Type,
        operands: &[(Type, Id)],
        span: Span,
        mut function: impl FnMut(&mut Self, Type, &[Id]) -> Outcome<Id>,
    ) -> Outcome<Id> {
        let (Some(column), Some(count)) =
            (self.program.types.indexed(matrix), self.program.types.index_count(matrix))
        else {
            return self.malformed(span, "expected a matrix");
        };
        let mut columns = Vec::with_capacity(count as usize);
        for index in 0..count {
            let mut parts = Vec::with_capacity(operands.len());
            for &(ty, value) in operands {
                parts.push(match ty {
                    Type::Matrix(..) => self.extract(column, value, index, span)?,
                    _ => self.splat(column, value, span)?,
                });
            }
            columns.push(function(self, column, &parts)?);
        }
        self.compose(matrix, &columns, span)
    }

    /// An operator on two scalars or two vectors of one type. The expression of the right one, if there is one, tells what is
    /// known of it.
    fn operate_plain(
        &mut self,
        operator: Operator,
        ty: Type,
        (a, b): (Id, Id),
        right: Option<Expr>,
        result: Type,
        span: Span,
    ) -> Outcome<Id> {
        use NumberKind::{Boolean, Float, Signed, Unsigned};
        let kind = self.kind(ty, span)?;
        let opcode = match (operator, kind) {
            (Operator::SLASH, Signed | Unsigned) => return self.quotient(ty, [a, b], span),
            (Operator::PERCENT, Signed | Unsigned) => return self.remainder(ty, [a, b], span),
            (Operator::SHL | Operator::SHR, Signed | Unsigned) => {
                return self.shift(operator, ty, (a, b), right, span);
            }
            (Operator::PLUS, Float) => op::F_ADD,
            (Operator::PLUS, Signed | Unsigned) => op::I_ADD,
            (Operator::MINUS, Float) => op::F_SUB,
            (Operator::MINUS, Signed | Unsigned) => op::I_SUB,
            (Operator::STAR, Float) => op::F_MUL,
            (Operator::STAR, Signed | Unsigned) => op::I_MUL,
            (Operator::SLASH, Float) => op::F_DIV,
            (Operator::BITWISE_AND, Signed | Unsigned) => op::BITWISE_AND,
            (Operator::BITWISE_OR, Signed | Unsigned) => op::BITWISE_OR,
            (Operator::BITWISE_XOR, Signed | Unsigned) => op::BITWISE_XOR,
            (Operator::LOGICAL_XOR, Boolean) => op::LOGICAL_NOT_EQUAL,
            _ => match comparison(operator, kind) {
                Some(opcode) => opcode,
                None => return self.malformed(span, "the operator does not take such values"),
            },
        };
        self.op(opcode, result, &[a, b], span)
    }
}

/// The instruction of a comparison.
pub(crate) fn comparison(operator: Operator, kind: NumberKind) -> Option<u16> {
    use NumberKind::{Boolean, Float, Signed, Unsigned};
    Some(match (operator, kind) {
        (Operator::LESS, Float) => op::F_ORD_LESS_THAN,
        (Operator::LESS, Signed) => op::S_LESS_THAN,
        (Operator::LESS, Unsigned) => op::U_LESS_THAN,
        (Operator::LESS_EQUAL, Float) => op::F_ORD_LESS_THAN_EQUAL,
        (Operator::LESS_EQUAL, Signed) => op::S_LESS_THAN_EQUAL,
        (Operator::LESS_EQUAL, Unsigned) => op::U_LESS_THAN_EQUAL,
        (Operator::GREATER, Float) => op::F_ORD_GREATER_THAN,
        (Operator::GREATER, Signed) => op::S_GREATER_THAN,
        (Operator::GREATER, Unsigned) => op::U_GREATER_THAN,
        (Operator::GREATER_EQUAL, Float) => op::F_ORD_GREATER_THAN_EQUAL,
        (Operator::GREATER_EQUAL, Signed) => op::S_GREATER_THAN_EQUAL,
        (Operator::GREATER_EQUAL, Unsigned) => op::U_GREATER_THAN_EQUAL,
        (Operator::EQUAL, Float) => op::F_ORD_EQUAL,
        (Operator::EQUAL, Boolean) => op::LOGICAL_EQUAL,
        (Operator::EQUAL, _) => op::I_EQUAL,
        (Operator::NOT_EQUAL, Float) => op::F_UNORD_NOT_EQUAL,
        (Operator::NOT_EQUAL, Boolean) => op::LOGICAL_NOT_EQUAL,
        (Operator::NOT_EQUAL, _) => op::I_NOT_EQUAL,
        _ => return None,
    })
}
