//! `&&`, `||` and `?:`.

use glassbox_spirv::build::{Id, op};

use super::Emitter;
use crate::model::{BinaryOperator, ExpressionId, ExpressionKind, Storage, UnaryOperator};
use crate::types::{Scalar, Type};

impl Emitter<'_> {
    /// The value of `left && right`, or of `left || right`; the right side is not evaluated where the left one decides.
    pub(super) fn short_circuit(&mut self, left: Id, right: ExpressionId, is_and: bool) -> Id {
        let bool_type = self.module.bool();
        if self.is_trivial(right) {
            let right = self.value(right);
            let opcode = if is_and { op::LOGICAL_AND } else { op::LOGICAL_OR };
            return self.module.value(opcode, bool_type, &[left, right]);
        }
        let Some(before) = self.module.block() else { return left };
        let (other, end) = (self.module.id(), self.module.id());
        if is_and {
            self.module.select_block(left, other, end, end);
        } else {
            self.module.select_block(left, end, other, end);
        }
        self.module.open(other);
        let value = self.value(right);
        let after = self.module.block();
        self.module.open(end);
        let mut incoming = vec![(left, before)];
        incoming.extend(after.map(|block| (value, block)));
        self.module.phi(bool_type, &incoming)
    }

    /// `condition ? yes : no`
    pub(super) fn conditional(
        &mut self,
        condition: ExpressionId,
        yes: ExpressionId,
        no: ExpressionId,
        ty: Type,
    ) -> Id {
        let mut chosen = self.value(condition);
        if ty != Type::Void && self.is_selectable(ty) && self.is_simple(yes) && self.is_simple(no) {
            let (yes, no) = (self.value(yes), self.value(no));
            if let (Type::Vector(_, count), true) = (ty, self.minor < 4) {
                chosen = self.splat(Type::Vector(Scalar::Bool, count), chosen);
            }
            let ty = self.ty(ty);
            return self.module.value(op::SELECT, ty, &[chosen, yes, no]);
        }
        let labels = [0; 3].map(|_| self.module.id());
        let [first, second, end] = labels;
        self.module.select_block(chosen, first, second, end);
        let mut incoming = Vec::new();
        let mut last = None;
        for (label, side) in [(first, yes), (second, no)] {
            self.module.open(label);
            let value = self.value(side);
            last = Some(value);
            incoming.extend(self.module.block().map(|block| (value, block)));
            self.module.branch(end);
        }
        self.module.open(end);
        match (ty, last) {
            (Type::Void, Some(last)) => last,
            _ => {
                let ty = self.ty(ty);
                self.module.phi(ty, &incoming)
            }
        }
    }

    /// Whether `OpSelect` takes values of a type.
    fn is_selectable(&self, ty: Type) -> bool {
        match ty {
            Type::Scalar(_) | Type::Vector(..) => true,
            Type::Matrix(..) | Type::Struct(_) | Type::Array(_) => self.minor >= 4,
            _ => false,
        }
    }

    /// Whether a value costs nothing: a variable or a constant.
    fn is_simple(&self, id: ExpressionId) -> bool {
        match self.program.expression(id).kind {
            ExpressionKind::Constant(_) | ExpressionKind::Local(_) | ExpressionKind::Global(_) => true,
            _ => self.program.expression(id).is_specialized,
        }
    }

    /// Whether evaluating a condition costs no more than to branch around it, and has no effects.
    fn is_trivial(&self, id: ExpressionId) -> bool {
        let is_leaf = |id: ExpressionId| self.is_trivial_leaf(id);
        match &self.program.expression(id).kind {
            ExpressionKind::Unary(UnaryOperator::Not, operand) | ExpressionKind::Convert(operand) => {
                is_leaf(*operand)
            }
            ExpressionKind::Binary(operator, left, right) => {
                let is_cheap = matches!(
                    operator,
                    BinaryOperator::Equal
                        | BinaryOperator::NotEqual
                        | BinaryOperator::Less
                        | BinaryOperator::LessEqual
                        | BinaryOperator::Greater
                        | BinaryOperator::GreaterEqual
                        | BinaryOperator::LogicalXor
                );
                is_cheap && is_leaf(*left) && is_leaf(*right)
            }
            ExpressionKind::Field(base, _) => is_leaf(*base) && !self.is_reference(*base),
            _ => is_leaf(id),
        }
    }

    fn is_reference(&self, id: ExpressionId) -> bool {
        matches!(self.program.expression(id).ty, Type::Reference(_))
    }

    fn is_trivial_leaf(&self, id: ExpressionId) -> bool {
        match self.program.expression(id).kind {
            ExpressionKind::Constant(_) | ExpressionKind::Local(_) => true,
            ExpressionKind::Global(global) => matches!(
                self.program.global(global).storage,
                Storage::Private | Storage::Const | Storage::Uniform
            ),
            _ => false,
        }
    }
}
