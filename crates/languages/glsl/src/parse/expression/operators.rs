//! Operators by precedence, the conditional one, and assignments.

use smallvec::SmallVec;

use crate::check::version::INTEGERS;
use crate::model::{At, BinaryOperator, ExpressionId, UnaryOperator};
use crate::parse::Parser;
use crate::rules::UNAVAILABLE;
use crate::types::Type;

/// A binary operator.
#[derive(Clone, Copy, Debug)]
enum Operator {
    And,
    Or,
    Other(BinaryOperator),
}

/// An operator whose right operand is being read.
#[derive(Clone, Copy, Debug)]
struct Pending {
    operator: Operator,
    precedence: u8,
    at: At,
}

/// An operator and how strongly it binds.
fn operator(sign: &[u8]) -> Option<(Operator, u8)> {
    let (operator, precedence) = match sign {
        b"||" => return Some((Operator::Or, 1)),
        b"^^" => (BinaryOperator::LogicalXor, 2),
        b"&&" => return Some((Operator::And, 3)),
        b"|" => (BinaryOperator::BitOr, 4),
        b"^" => (BinaryOperator::BitXor, 5),
        b"&" => (BinaryOperator::BitAnd, 6),
        b"==" => (BinaryOperator::Equal, 7),
        b"!=" => (BinaryOperator::NotEqual, 7),
        b"<" => (BinaryOperator::Less, 8),
        b">" => (BinaryOperator::Greater, 8),
        b"<=" => (BinaryOperator::LessEqual, 8),
        b">=" => (BinaryOperator::GreaterEqual, 8),
        b"<<" => (BinaryOperator::ShiftLeft, 9),
        b">>" => (BinaryOperator::ShiftRight, 9),
        b"+" => (BinaryOperator::Add, 10),
        b"-" => (BinaryOperator::Subtract, 10),
        b"*" => (BinaryOperator::Multiply, 11),
        b"/" => (BinaryOperator::Divide, 11),
        b"%" => (BinaryOperator::Modulo, 11),
        _ => return None,
    };
    Some((Operator::Other(operator), precedence))
}

/// The operator of a compound assignment.
fn compound(sign: &[u8]) -> Option<BinaryOperator> {
    Some(match sign {
        b"+=" => BinaryOperator::Add,
        b"-=" => BinaryOperator::Subtract,
        b"*=" => BinaryOperator::Multiply,
        b"/=" => BinaryOperator::Divide,
        b"%=" => BinaryOperator::Modulo,
        b"<<=" => BinaryOperator::ShiftLeft,
        b">>=" => BinaryOperator::ShiftRight,
        b"&=" => BinaryOperator::BitAnd,
        b"|=" => BinaryOperator::BitOr,
        b"^=" => BinaryOperator::BitXor,
        _ => return None,
    })
}

/// A prefix operator.
#[derive(Clone, Copy, Debug)]
enum Prefix {
    Plus,
    Operator(UnaryOperator),
    Step { is_decrement: bool },
}

fn prefix(sign: &[u8]) -> Option<Prefix> {
    Some(match sign {
        b"+" => Prefix::Plus,
        b"-" => Prefix::Operator(UnaryOperator::Negate),
        b"!" => Prefix::Operator(UnaryOperator::Not),
        b"~" => Prefix::Operator(UnaryOperator::Complement),
        b"++" => Prefix::Step { is_decrement: false },
        b"--" => Prefix::Step { is_decrement: true },
        _ => return None,
    })
}

impl Parser<'_> {
    /// An expression without commas.
    pub(super) fn single(&mut self) -> ExpressionId {
        // Conditions and values of `?` that wait for what stands behind their `:`.
        let mut waiting: SmallVec<[(ExpressionId, ExpressionId, At); 2]> = SmallVec::new();
        let mut last = self.operators();
        while let Some(at) = self.take("?") {
            self.state.flow += 1;
            let yes = self.nested(Self::sequence);
            let yes = yes.unwrap_or_else(|| self.push_error(at));
            if self.expect(":").is_none() {
                self.state.flow -= 1;
                return self.push_error(at);
            }
            waiting.push((last, yes, at));
            last = self.operators();
        }
        last = self.assigned(last);
        self.state.flow -= waiting.len() as u32;
        while let Some((condition, yes, at)) = waiting.pop() {
            last = self.conditional(condition, yes, last, at);
        }
        last
    }

    /// An assignment to a place that has been read, if one stands there.
    fn assigned(&mut self, place: ExpressionId) -> ExpressionId {
        let Some(sign) = self.peek(0).map(|token| token.text.as_bytes()) else {
            return place;
        };
        let operator = compound(sign);
        if operator.is_none() && sign != b"=" {
            return place;
        }
        let at = self.advance();
        let value = self.nested(Self::single);
        let Some(value) = value else {
            return self.push_error(at);
        };
        match operator {
            Some(operator) => self.assign_with(operator, place, value, at),
            None => self.assign(place, value, at),
        }
    }

    /// Binary operators and their operands. Operators wait in a list, not on the stack.
    fn operators(&mut self) -> ExpressionId {
        let mut operands: SmallVec<[ExpressionId; 4]> = SmallVec::new();
        let mut pending: SmallVec<[Pending; 4]> = SmallVec::new();
        let mut right = self.prefixed();
        while let Some((operator, precedence)) =
            self.peek(0).and_then(|token| operator(token.text.as_bytes()))
        {
            right = self.reduced(&mut operands, &mut pending, right, precedence);
            operands.push(right);
            let at = self.advance();
            pending.push(Pending { operator, precedence, at });
            right = self.prefixed();
        }
        self.reduced(&mut operands, &mut pending, right, 0)
    }

    /// Applies the operators that bind at least as strongly.
    fn reduced(
        &mut self,
        operands: &mut SmallVec<[ExpressionId; 4]>,
        pending: &mut SmallVec<[Pending; 4]>,
        right: ExpressionId,
        precedence: u8,
    ) -> ExpressionId {
        let mut right = right;
        while let Some(last) = pending.last().copied().filter(|last| last.precedence >= precedence) {
            pending.pop();
            let Some(left) = operands.pop() else {
                break;
            };
            right = match last.operator {
                Operator::And => self.logical(true, left, right, last.at),
                Operator::Or => self.logical(false, left, right, last.at),
                Operator::Other(operator) => self.binary(operator, left, right, last.at),
            };
        }
        right
    }

    /// An operand with its prefix operators.
    pub(super) fn prefixed(&mut self) -> ExpressionId {
        let mut signs: SmallVec<[(Prefix, At); 4]> = SmallVec::new();
        while let Some(sign) = self.peek(0).and_then(|token| prefix(token.text.as_bytes())) {
            let at = self.advance();
            signs.push((sign, at));
        }
        if self.is_cast_ahead() {
            let value = self.cast_expression();
            return self.with_prefixes(value, signs);
        }
        let value = self.postfix();
        self.with_prefixes(value, signs)
    }

    fn with_prefixes(&mut self, value: ExpressionId, signs: SmallVec<[(Prefix, At); 4]>) -> ExpressionId {
        let mut value = value;
        for (sign, at) in signs.into_iter().rev() {
            value = match sign {
                Prefix::Plus => self.plus(value, at),
                Prefix::Operator(operator) => self.unary(operator, value, at),
                Prefix::Step { is_decrement } => self.step(value, is_decrement, false, at),
            };
        }
        value
    }

    /// `+value`: the value, of any type.
    fn plus(&mut self, value: ExpressionId, at: At) -> ExpressionId {
        if self.is_error(value) || self.is_folded(value) {
            return value;
        }
        let mut same = self.program.expression(value).clone();
        same.at = at;
        self.program.add(same)
    }

    /// Whether `(type) value` of GL_NV_explicit_typecast stands there.
    fn is_cast_ahead(&self) -> bool {
        self.is("(")
            && self.peek(2).is_some_and(|token| token.is(")"))
            && self.program.environment.has("GL_NV_explicit_typecast")
            && self.peek(1).is_some_and(|token| self.is_type_name(&token.text))
    }

    fn cast_expression(&mut self) -> ExpressionId {
        let at = self.advance();
        let ty = self.constructor_type();
        if self.expect(")").is_none() {
            return self.push_error(at);
        }
        let value = self.nested(Self::prefixed).unwrap_or_else(|| self.push_error(at));
        match ty {
            Some(ty @ (Type::Scalar(_) | Type::Vector(..) | Type::Matrix(..) | Type::Reference(_))) => {
                self.construct(ty, vec![value], at)
            }
            _ => {
                let finding = self.finding(
                    &UNAVAILABLE,
                    at,
                    "found a cast to another type, expected a number, vector or matrix",
                );
                self.add(finding.help("write a constructor"));
                self.push_error(at)
            }
        }
    }

    /// Reports numbers with `u` where there are none.
    pub(super) fn require_unsigned(&mut self, at: At) -> bool {
        self.require(INTEGERS, at, "an unsigned number")
    }
}
