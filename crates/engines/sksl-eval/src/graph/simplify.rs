//! What operations are without computing them for every lane: constants, identities, cheaper operations.
//!
//! Every step is exact, down to the signs of zeros.

use super::{Graph, Kind, Node};
use crate::number::{FALSE, TRUE, float};
use crate::op::Op;

impl Graph {
    /// The operands with constants behind the others, where order does not count.
    pub(super) fn ordered(&self, op: Op, [a, b, c]: [Node; 3]) -> [Node; 3] {
        if !op.is_commutative() {
            return [a, b, c];
        }
        // The lesser number first, so that both orders are one node; a constant always last.
        match (self.constant_of(a).is_some(), self.constant_of(b).is_some()) {
            (true, false) => [b, a, b],
            (false, false) if b < a => [b, a, b],
            _ => [a, b, a],
        }
    }

    /// A node that an operation is equal to, if there is a simpler one.
    pub(super) fn simplify(&mut self, op: Op, operands: [Node; 3]) -> Option<Node> {
        let [a, b, _] = operands;
        let constants = operands.map(|operand| self.constant_of(operand));
        if let [Some(a), Some(b), Some(c)] = constants {
            return Some(self.constant(op.of([a, b, c])));
        }
        match op {
            Op::Not | Op::Negate | Op::NegateInt => match self.kind(a) {
                Kind::Op(inner, [x, ..]) if inner == op => Some(x),
                Kind::Op(inner, operands) if op == Op::Not => self.negated(inner, operands),
                _ => None,
            },
            Op::Select => self.simplify_select(operands),
            _ if op.arity() == 2 => self.simplify_binary(op, a, b, constants[1]),
            _ => None,
        }
    }

    /// A comparison of integers the other way round; floats that are not numbers forbid it for all but equality.
    fn negated(&mut self, op: Op, operands: [Node; 3]) -> Option<Node> {
        let opposite = match op {
            Op::EqualInt => Op::NotEqualInt,
            Op::NotEqualInt => Op::EqualInt,
            Op::Equal => Op::NotEqual,
            Op::NotEqual => Op::Equal,
            _ => return None,
        };
        Some(self.op(opposite, operands))
    }

    fn simplify_binary(&mut self, op: Op, a: Node, b: Node, constant: Option<u32>) -> Option<Node> {
        if a == b {
            return match op {
                Op::And | Op::Or => Some(a),
                Op::ExclusiveOr | Op::SubtractInt => Some(self.constant(0)),
                Op::EqualInt => Some(self.constant(TRUE)),
                Op::NotEqualInt => Some(self.constant(FALSE)),
                _ => None,
            };
        }
        if matches!(op, Op::And | Op::Or) && self.are_opposites(a, b) {
            return Some(self.constant(if op == Op::And { FALSE } else { TRUE }));
        }
        if op == Op::Subtract && self.constant_of(a) == Some(NEGATIVE_ZERO) {
            return Some(self.unary(Op::Negate, b));
        }
        let constant = constant?;
        let number = float(constant);
        match op {
            Op::Add if constant == NEGATIVE_ZERO => Some(a),
            Op::Subtract if constant == 0 => Some(a),
            Op::Multiply | Op::Divide if number == 1.0 => Some(a),
            Op::Multiply if number == -1.0 => Some(self.unary(Op::Negate, a)),
            Op::Divide if is_power_of_two(number) => {
                let inverse = self.float(1.0 / number);
                Some(self.binary(Op::Multiply, a, inverse))
            }
            Op::AddInt | Op::SubtractInt | Op::ShiftLeft | Op::ShiftRightInt | Op::ShiftRightUint
                if constant == 0 =>
            {
                Some(a)
            }
            Op::MultiplyInt | Op::DivideInt | Op::DivideUint if constant == 1 => Some(a),
            Op::And if constant == TRUE => Some(a),
            Op::And if constant == FALSE => Some(b),
            Op::Or | Op::ExclusiveOr if constant == FALSE => Some(a),
            Op::Or if constant == TRUE => Some(b),
            Op::ExclusiveOr if constant == TRUE => Some(self.unary(Op::Not, a)),
            _ => None,
        }
    }

    fn simplify_select(&mut self, [condition, then, otherwise]: [Node; 3]) -> Option<Node> {
        if then == otherwise {
            return Some(then);
        }
        match self.constant_of(condition) {
            Some(TRUE) => return Some(then),
            Some(FALSE) => return Some(otherwise),
            _ => {}
        }
        if let Kind::Op(Op::Not, [inner, ..]) = self.kind(condition) {
            return Some(self.op(Op::Select, [inner, otherwise, then]));
        }
        if self.constant_of(otherwise) == Some(0) {
            return Some(self.binary(Op::And, condition, then));
        }
        if self.constant_of(then) == Some(TRUE) {
            return Some(self.binary(Op::Or, condition, otherwise));
        }
        if self.constant_of(then) == Some(0) {
            let inverse = self.unary(Op::Not, condition);
            return Some(self.binary(Op::And, inverse, otherwise));
        }
        None
    }

    fn are_opposites(&self, a: Node, b: Node) -> bool {
        let inner = |node| match self.kind(node) {
            Kind::Op(Op::Not, [inner, ..]) => Some(inner),
            _ => None,
        };
        inner(a) == Some(b) || inner(b) == Some(a)
    }
}

/// The zero that changes nothing when it is added.
const NEGATIVE_ZERO: u32 = 0x8000_0000;

/// Whether dividing by a number is multiplying by its inverse, exactly.
fn is_power_of_two(number: f32) -> bool {
    let bits = number.to_bits();
    let exponent = (bits >> 23) & 0xff;
    bits & 0x007f_ffff == 0 && (1..=252).contains(&exponent)
}
