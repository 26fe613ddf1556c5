//! Operators.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{NumberKind, Type};
use glassbox_sksl::raw::{ModifierFlags, Operator};
use glassbox_sksl_lang::ir::expression::{Expr, ExpressionKind};
use glassbox_sksl_lang::ir::statement::StatementKind;
use glassbox_sksl_lang::ir::symbol::SymbolKind;

use super::{Lowering, Outcome, Slots, malformed};
use crate::graph::Node;
use crate::number::float;
use crate::op::Op;

/// How many expressions are looked at to see whether a divisor is constant.
const CONSTANT: u32 = 64;

impl Lowering<'_> {
    pub(super) fn binary(
        &mut self,
        left: Expr,
        operator: Operator,
        right: Expr,
        result: Type,
        span: Span,
    ) -> Outcome<Slots> {
        if operator.assigns() {
            return self.assignment(left, operator, right, span);
        }
        match operator {
            Operator::COMMA => {
                self.value(left)?;
                self.value(right)
            }
            Operator::LOGICAL_AND | Operator::LOGICAL_OR => self.logical(left, operator, right),
            _ => {
                let a = self.value(left)?;
                let b = self.value(right)?;
                let inverts = operator == Operator::SLASH && self.is_constant(right, &mut { CONSTANT });
                let (left, right) = (self.program.ty_of(left).meaning, self.program.ty_of(right).meaning);
                self.operate(operator, (left, &a), (right, &b), result, inverts, span)
            }
        }
    }

    fn logical(&mut self, left: Expr, operator: Operator, right: Expr) -> Outcome<Slots> {
        let a = self.scalar(left)?;
        let is_and = operator == Operator::LOGICAL_AND;
        if !self.has_effects(right)? {
            let b = self.scalar(right)?;
            let op = if is_and { Op::And } else { Op::Or };
            return Ok(vec![self.graph.binary(op, a, b)]);
        }
        let short = self.graph.truth(!is_and);
        if is_and {
            self.branch(a, |this| this.value(right), |_| Ok(vec![short]))
        } else {
            self.branch(a, |_| Ok(vec![short]), |this| this.value(right))
        }
    }

    fn assignment(&mut self, left: Expr, operator: Operator, right: Expr, span: Span) -> Outcome<Slots> {
        let Some(place) = self.place(left)? else {
            return Err(malformed(span, "the left side of an assignment is no variable"));
        };
        let mut value = self.value(right)?;
        if let Some(first) = operator.before_assignment() {
            let held = self.read_place(&place);
            let inverts = operator == Operator::SLASH_ASSIGN && self.is_constant(right, &mut { CONSTANT });
            let (left, right) = (self.program.ty_of(left).meaning, self.program.ty_of(right).meaning);
            value = self.operate(first, (left, &held), (right, &value), left, inverts, span)?;
        }
        if value.len() != place.len() {
            return Err(malformed(span, "the sides of an assignment differ in size"));
        }
        self.write_place(&place, &value);
        Ok(value)
    }

    /// `++` and `--`: the value before and the one after.
    pub(super) fn step(&mut self, operand: Expr, delta: i32, span: Span) -> Outcome<(Slots, Slots)> {
        let Some(place) = self.place(operand)? else {
            return Err(malformed(span, "what is counted up or down is no variable"));
        };
        let before = self.read_place(&place);
        let (op, one) = match self.number_kind(self.program.ty_of(operand).meaning, span)? {
            NumberKind::Float => (Op::Add, self.graph.float(delta as f32)),
            _ => (Op::AddInt, self.graph.constant(delta as u32)),
        };
        let after: Slots = before.iter().map(|&node| self.graph.binary(op, node, one)).collect();
        self.write_place(&place, &after);
        Ok((before, after))
    }

    pub(super) fn prefix(&mut self, operator: Operator, operand: Expr, span: Span) -> Outcome<Slots> {
        match operator {
            Operator::INCREMENT => return Ok(self.step(operand, 1, span)?.1),
            Operator::DECREMENT => return Ok(self.step(operand, -1, span)?.1),
            _ => {}
        }
        let value = self.value(operand)?;
        let kind = self.number_kind(self.program.ty_of(operand).meaning, span)?;
        let op = match operator {
            Operator::PLUS => return Ok(value),
            Operator::MINUS if kind == NumberKind::Float => Op::Negate,
            Operator::MINUS => Op::NegateInt,
            Operator::LOGICAL_NOT | Operator::BITWISE_NOT => Op::Not,
            _ => return Err(malformed(span, "the prefix operator does not exist")),
        };
        Ok(value.iter().map(|&node| self.graph.unary(op, node)).collect())
    }

    /// Whether a value is known from the text alone: numbers, what is constructed of them, constants that hold such values.
    fn is_constant(&self, expression: Expr, budget: &mut u32) -> bool {
        let Some(left) = budget.checked_sub(1) else {
            return false;
        };
        *budget = left;
        match self.program.kind_of(expression) {
            ExpressionKind::Literal(_) => true,
            ExpressionKind::Constructor { arguments, .. } => {
                let mut arguments = self.program.expression_lists.get(arguments).iter();
                arguments.all(|&argument| self.is_constant(argument, budget))
            }
            ExpressionKind::VariableReference { variable, .. } => {
                match &self.program.symbols[variable].kind {
                    SymbolKind::Variable(symbol) if symbol.modifiers.has(ModifierFlags::CONST) => {
                        let declaration =
                            symbol.declaration.map(|declaration| self.program.statements[declaration].kind);
                        match declaration {
                            Some(StatementKind::VarDeclaration { value: Some(value), .. }) => {
                                self.is_constant(value, budget)
                            }
                            _ => false,
                        }
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// What an operator without effects makes of two values. A division may be a product with the inverse.
    pub(super) fn operate(
        &mut self,
        operator: Operator,
        (left, a): (Type, &[Node]),
        (right, b): (Type, &[Node]),
        result: Type,
        inverts: bool,
        span: Span,
    ) -> Outcome<Slots> {
        match operator {
            Operator::EQUAL => return Ok(vec![self.equal(left, a, b, span)?]),
            Operator::NOT_EQUAL => {
                let equal = self.equal(left, a, b, span)?;
                return Ok(vec![self.graph.unary(Op::Not, equal)]);
            }
            Operator::STAR if left.is_matrix() && right.is_matrix() => {
                return self.matrix_by_matrix((left, a), (right, b), result, span);
            }
            Operator::STAR if left.is_matrix() && right.is_vector() => {
                return self.matrix_by_vector((left, a), b, span);
            }
            Operator::STAR if left.is_vector() && right.is_matrix() => {
                return self.vector_by_matrix(a, (right, b), span);
            }
            _ => {}
        }
        let kind = self.number_kind(left, span)?;
        let (op, is_swapped) = operation(operator, kind)
            .ok_or_else(|| malformed(span, "the operator does not take such values"))?;
        let width = a.len().max(b.len());
        let at = |nodes: &[Node], index: usize| match nodes {
            [only] => Some(*only),
            _ => nodes.get(index).copied(),
        };
        (0..width)
            .map(|index| {
                let (Some(x), Some(y)) = (at(a, index), at(b, index)) else {
                    return Err(malformed(span, "the operands differ in size"));
                };
                let (x, y) = if is_swapped { (y, x) } else { (x, y) };
                Ok(match op {
                    Op::Divide if inverts => self.multiply_by_inverse(x, y),
                    _ => self.graph.binary(op, x, y),
                })
            })
            .collect()
    }

    /// A quotient of a constant divisor, as Skia has it: the product with the divisor's inverse, if it has one.
    fn multiply_by_inverse(&mut self, x: Node, y: Node) -> Node {
        let inverse = self.graph.constant_of(y).map_or(0.0, |divisor| 1.0 / float(divisor));
        if inverse.is_normal() {
            let inverse = self.graph.float(inverse);
            return self.graph.binary(Op::Multiply, x, inverse);
        }
        self.graph.binary(Op::Divide, x, y)
    }

    /// Whether two values are the same, part by part.
    pub(super) fn equal(&mut self, ty: Type, a: &[Node], b: &[Node], span: Span) -> Outcome<Node> {
        let kinds = self.scalar_kinds(ty, span)?;
        if kinds.len() != a.len() || a.len() != b.len() {
            return Err(malformed(span, "the operands differ in size"));
        }
        let mut all = self.graph.truth(true);
        for ((&x, &y), kind) in a.iter().zip(b).zip(kinds) {
            let op = match kind {
                NumberKind::Float => Op::Equal,
                _ => Op::EqualInt,
            };
            let same = self.graph.binary(op, x, y);
            all = self.graph.binary(Op::And, all, same);
        }
        Ok(all)
    }
}

/// The operation of an operator on a kind of numbers, and whether it takes its operands the other way round.
pub(super) fn operation(operator: Operator, kind: NumberKind) -> Option<(Op, bool)> {
    use NumberKind::{Boolean, Float, Signed, Unsigned};
    let op = match (operator, kind) {
        (Operator::PLUS, Float) => Op::Add,
        (Operator::PLUS, _) => Op::AddInt,
        (Operator::MINUS, Float) => Op::Subtract,
        (Operator::MINUS, _) => Op::SubtractInt,
        (Operator::STAR, Float) => Op::Multiply,
        (Operator::STAR, _) => Op::MultiplyInt,
        (Operator::SLASH, Float) => Op::Divide,
        (Operator::SLASH, Signed) => Op::DivideInt,
        (Operator::SLASH, Unsigned) => Op::DivideUint,
        (Operator::PERCENT, Signed) => Op::RemainderInt,
        (Operator::PERCENT, Unsigned) => Op::RemainderUint,
        (Operator::SHL, Signed | Unsigned) => Op::ShiftLeft,
        (Operator::SHR, Signed) => Op::ShiftRightInt,
        (Operator::SHR, Unsigned) => Op::ShiftRightUint,
        (Operator::BITWISE_AND, Signed | Unsigned) => Op::And,
        (Operator::BITWISE_OR, Signed | Unsigned) => Op::Or,
        (Operator::BITWISE_XOR, Signed | Unsigned) | (Operator::LOGICAL_XOR, Boolean) => Op::ExclusiveOr,
        (Operator::LOGICAL_AND, Boolean) => Op::And,
        (Operator::LOGICAL_OR, Boolean) => Op::Or,
        (Operator::LESS, Float) => Op::Less,
        (Operator::LESS, Signed) => Op::LessInt,
        (Operator::LESS, Unsigned) => Op::LessUint,
        (Operator::LESS_EQUAL, Float) => Op::LessEqual,
        (Operator::LESS_EQUAL, Signed) => Op::LessEqualInt,
        (Operator::LESS_EQUAL, Unsigned) => Op::LessEqualUint,
        (Operator::GREATER, _) => return operation(Operator::LESS, kind).map(|(op, _)| (op, true)),
        (Operator::GREATER_EQUAL, _) => {
            return operation(Operator::LESS_EQUAL, kind).map(|(op, _)| (op, true));
        }
        _ => return None,
    };
    Some((op, false))
}
