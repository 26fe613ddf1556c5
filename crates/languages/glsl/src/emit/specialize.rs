//! Specialization constants, and constants that are computed from them.

use glassbox_spirv::build::{Id, op};

use super::Emitter;
use super::global::Variable;
use crate::model::{
    BinaryOperator, Expression, ExpressionId, ExpressionKind, GlobalId, Storage, Swizzle, UnaryOperator,
};
use crate::types::{Scalar, Type};

impl Emitter<'_> {
    /// Makes constants of the globals that are constant. The others are variables, which `main` sets first.
    pub(super) fn specialize_globals(&mut self) {
        for number in 0..self.program.globals.len() {
            let id = GlobalId(number as u32);
            if self.program.global(id).storage == Storage::Const && self.survey.globals.contains(&id) {
                self.global_constant(id);
            }
        }
    }

    /// The constant that a `const` is; `None` where it has to be computed by code.
    pub(super) fn global_constant(&mut self, id: GlobalId) -> Option<Id> {
        if self.is_workgroup_size(id) {
            return Some(self.workgroup_size());
        }
        let global = self.program.global(id);
        if global.storage != Storage::Const {
            return None;
        }
        if let Some(Some(Variable::Constant(known))) = self.globals.get(id.0 as usize) {
            return Some(*known);
        }
        let value = global.initializer?;
        let constant = match global.qualifiers.layout().constant_id {
            Some(number) => self.named_constant(global.ty, value, number),
            None => self.specialized(value)?,
        };
        if self.special.contains(&constant) && !global.name.is_empty() && !self.is_named.contains(&constant) {
            self.is_named.insert(constant);
            self.module.name(constant, &global.name);
        }
        self.globals[id.0 as usize] = Some(Variable::Constant(constant));
        Some(constant)
    }

    /// A scalar with `layout(constant_id = …)`.
    fn named_constant(&mut self, ty: Type, value: ExpressionId, number: u32) -> Id {
        let bits = self.program.constant(value).and_then(|scalars| scalars.first().copied()).unwrap_or(0);
        let id = match ty.scalar() {
            Some(Scalar::Bool) => self.module.spec_constant_bool(bits != 0, Some(number)),
            scalar => {
                let scalar = scalar.unwrap_or(Scalar::Int);
                let ty = self.scalar_type(scalar);
                let bits = super::constant::bits_of(scalar, bits);
                self.module.spec_constant(ty, bits, Some(number))
            }
        };
        self.special.insert(id);
        id
    }

    /// A constant of the module for an expression made of constants; `None` where SPIR-V computes it in functions only.
    pub(super) fn specialized(&mut self, id: ExpressionId) -> Option<Id> {
        if let Some(known) = self.specialized.get(&id) {
            return *known;
        }
        // The left sides of operators, which may be many.
        let (mut first, mut waiting) = (id, Vec::new());
        while let ExpressionKind::Binary(_, left, _)
        | ExpressionKind::And(left, _)
        | ExpressionKind::Or(left, _) = self.program.expression(first).kind
            && !self.specialized.contains_key(&left)
        {
            waiting.push(first);
            first = left;
        }
        let mut result = match self.specialized.get(&first) {
            Some(known) => *known,
            None => self.specialized_one(first),
        };
        self.specialized.insert(first, result);
        while let Some(next) = waiting.pop() {
            result = self.specialized_one(next);
            self.specialized.insert(next, result);
        }
        result
    }

    fn specialized_one(&mut self, id: ExpressionId) -> Option<Id> {
        let program = self.program;
        let expression = program.expression(id);
        match &expression.kind {
            ExpressionKind::Constant(constant) => {
                let scalars = program.constants.get(constant.0 as usize)?;
                Some(self.constant(expression.ty, scalars))
            }
            ExpressionKind::Global(global) => self.global_constant(*global),
            ExpressionKind::Local(local) => {
                if let Some(super::function::Binding::Value(value)) = self.frame.binding(*local)
                    && self.module.is_constant(*value)
                {
                    return Some(*value);
                }
                let function = program.function(self.frame.function?);
                let value = function.locals.get(local.0 as usize)?.constant?;
                self.specialized(value)
            }
            ExpressionKind::Convert(operand) => {
                let value = self.specialized(*operand)?;
                self.specialized_conversion(value, program.expression(*operand).ty, expression.ty)
            }
            ExpressionKind::Unary(operator, operand) => {
                let value = self.specialized(*operand)?;
                let opcode = match operator {
                    UnaryOperator::Negate => op::S_NEGATE,
                    UnaryOperator::Not => op::LOGICAL_NOT,
                    UnaryOperator::Complement => op::NOT,
                };
                if expression.ty.scalar()?.is_float() {
                    return None;
                }
                Some(self.special_op(opcode, expression.ty, &[value], &[]))
            }
            ExpressionKind::Binary(operator, left, right) => {
                let (left, right) = ((*left, self.specialized(*left)?), (*right, self.specialized(*right)?));
                self.specialized_binary(*operator, left, right, expression)
            }
            ExpressionKind::And(left, right) => {
                let (left, right) = (self.specialized(*left)?, self.specialized(*right)?);
                Some(self.special_op(op::LOGICAL_AND, Type::BOOL, &[left, right], &[]))
            }
            ExpressionKind::Or(left, right) => {
                let (left, right) = (self.specialized(*left)?, self.specialized(*right)?);
                Some(self.special_op(op::LOGICAL_OR, Type::BOOL, &[left, right], &[]))
            }
            ExpressionKind::Conditional(condition, yes, no) => {
                let operands =
                    [self.specialized(*condition)?, self.specialized(*yes)?, self.specialized(*no)?];
                let mut operands = operands;
                match expression.ty {
                    Type::Scalar(_) => {}
                    Type::Vector(_, count) => {
                        let ty = Type::Vector(Scalar::Bool, count);
                        operands[0] = self.splat(ty, operands[0]);
                    }
                    _ => return None,
                }
                Some(self.special_op(op::SELECT, expression.ty, &operands, &[]))
            }
            ExpressionKind::Construct(parts) => {
                let mut values = Vec::new();
                for part in parts {
                    values.push((self.specialized(*part)?, program.expression(*part).ty));
                }
                if expression.ty.is_numeric_or_bool() {
                    return Some(self.construct_of(expression.ty, &values));
                }
                let ids: Vec<Id> = values.iter().map(|(id, _)| *id).collect();
                Some(self.composite(expression.ty, &ids))
            }
            ExpressionKind::Splat(operand) => {
                let value = self.specialized(*operand)?;
                Some(self.splat(expression.ty, value))
            }
            ExpressionKind::Diagonal(operand) => {
                let value = self.specialized(*operand)?;
                Some(self.diagonal(expression.ty, value))
            }
            ExpressionKind::Field(base, member) => {
                let value = self.specialized(*base)?;
                Some(self.special_op(op::COMPOSITE_EXTRACT, expression.ty, &[value], &[*member]))
            }
            ExpressionKind::Index(base, index) => {
                let index = *program.constant(*index)?.first()?;
                let value = self.specialized(*base)?;
                Some(self.special_op(op::COMPOSITE_EXTRACT, expression.ty, &[value], &[index as u32]))
            }
            ExpressionKind::Swizzle(base, swizzle) => {
                let value = self.specialized(*base)?;
                Some(self.specialized_swizzle(value, program.expression(*base).ty, *swizzle, expression.ty))
            }
            _ => None,
        }
    }

    fn specialized_swizzle(&mut self, value: Id, from: Type, swizzle: Swizzle, to: Type) -> Id {
        match (from, swizzle.components()) {
            (Type::Scalar(_), _) => self.splat(to, value),
            (_, [component]) => {
                self.special_op(op::COMPOSITE_EXTRACT, to, &[value], &[u32::from(*component)])
            }
            (_, components) => {
                let numbers: Vec<u32> = components.iter().map(|component| u32::from(*component)).collect();
                self.special_op(op::VECTOR_SHUFFLE, to, &[value, value], &numbers)
            }
        }
    }

    fn special_op(&mut self, opcode: u16, ty: Type, ids: &[Id], numbers: &[u32]) -> Id {
        let ty = self.ty(ty);
        let id = self.module.spec_constant_op(opcode, ty, ids, numbers);
        self.special.insert(id);
        id
    }

    /// Conversions that SPIR-V has for constants.
    fn specialized_conversion(&mut self, value: Id, from: Type, to: Type) -> Option<Id> {
        let (before, after) = (from.scalar()?, to.scalar()?);
        if !matches!(from, Type::Scalar(_) | Type::Vector(..)) {
            return None;
        }
        if before == after {
            return Some(value);
        }
        if before == Scalar::Bool {
            let (one, zero) = (self.number(to, 1), self.number(to, 0));
            return Some(self.special_op(op::SELECT, to, &[value, one, zero], &[]));
        }
        if before.is_float() || after.is_float() {
            let is_wider = before.is_float() && after.is_float();
            return is_wider.then(|| self.special_op(op::F_CONVERT, to, &[value], &[]));
        }
        if after == Scalar::Bool {
            let zero = self.number(from, 0);
            return Some(self.special_op(op::I_NOT_EQUAL, to, &[value, zero], &[]));
        }
        let mut value = value;
        if before.width() != after.width() {
            let opcode = if before.is_signed() { op::S_CONVERT } else { op::U_CONVERT };
            value = self.special_op(opcode, to, &[value], &[]);
            return Some(value);
        }
        // There is no bitcast of constants: a sum with 0 has the type that is asked for.
        let zero = self.number(to, 0);
        Some(self.special_op(op::I_ADD, to, &[value, zero], &[]))
    }

    fn specialized_binary(
        &mut self,
        operator: BinaryOperator,
        (left, left_value): (ExpressionId, Id),
        (right, right_value): (ExpressionId, Id),
        expression: &Expression,
    ) -> Option<Id> {
        let (left, right) = (self.program.expression(left).ty, self.program.expression(right).ty);
        let scalar = left.scalar()?;
        if scalar.is_float() || left.is_matrix() || right.is_matrix() {
            return None;
        }
        let is_equality = matches!(operator, BinaryOperator::Equal | BinaryOperator::NotEqual);
        if is_equality && left.is_vector() {
            return None;
        }
        let widened = |emitter: &mut Self, value: Id, ty: Type, other: Type| match (ty, other) {
            (Type::Scalar(scalar), Type::Vector(_, count)) => {
                emitter.splat(Type::Vector(scalar, count), value)
            }
            _ => value,
        };
        let first = widened(self, left_value, left, right);
        let second = widened(self, right_value, right, left);
        let opcode = super::arithmetic::opcode_of(operator, scalar);
        Some(self.special_op(opcode, expression.ty, &[first, second], &[]))
    }
}
