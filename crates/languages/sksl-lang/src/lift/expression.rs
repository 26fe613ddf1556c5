//! Lifts expressions.

use glassbox_sksl::builtin::{BOOL, Binary, CAPABILITIES, Narrowing, Type, Unary};
use glassbox_sksl::command::Command;
use glassbox_sksl::model::{ModelNode, Name, Reference};
use glassbox_sksl::raw::{Operator, OwnerKind};
use glassbox_sksl::view::Expression as View;

use super::{Lifter, Result};
use crate::ir::arena::List;
use crate::ir::expression::{Components, Constructor, Expr, ExpressionKind};
use crate::ir::ty::Ty;

impl Lifter<'_> {
    /// Lifts an expression; `None` if the file has none.
    pub(super) fn optional_expression(&mut self, at: ModelNode) -> Result<Option<Expr>> {
        match self.model.command(at) {
            Command::Void => Ok(None),
            _ => self.expression(at).map(Some),
        }
    }

    pub(super) fn expression(&mut self, at: ModelNode) -> Result<Expr> {
        let model = self.model;
        let (kind, ty) = match model.expression(at) {
            View::Binary { left, operator, right } => {
                let (left, right) = (self.expression(left)?, self.expression(right)?);
                let ty = self.binary_type(left, operator, right, at)?;
                let kind = ExpressionKind::Binary { left, operator, right };
                (kind, ty)
            }
            View::BoolLiteral(value) => {
                self.require(value <= 1);
                let value = f64::from(u8::from(value != 0));
                (ExpressionKind::Literal(value), Ty::own(BOOL))
            }
            View::Constructor { kind, ty } => {
                let Some(kind) = constructor(kind) else {
                    return self.fault(at, "found no constructor where one is expected");
                };
                let ty = self.ty(ty)?;
                let arguments = self.arguments(at)?;
                self.vouch_for_constructor(kind, ty.meaning, arguments);
                (ExpressionKind::Constructor { kind, arguments }, ty)
            }
            View::FieldAccess { base, index, owner } => {
                let base = self.expression(base)?;
                self.require(owner <= OwnerKind::ANONYMOUS_BLOCK);
                let ty = self.field_type(base, index, at)?;
                (ExpressionKind::FieldAccess { base, index, owner }, ty)
            }
            View::FloatLiteral { ty, bits } => {
                let ty = self.ty(ty)?;
                self.require(matches!(ty.meaning, Type::Scalar(scalar) if scalar.is_float()));
                (ExpressionKind::Literal(f32::from_bits(bits).into()), ty)
            }
            View::FunctionCall { ty, function } => {
                let ty = self.ty(ty)?;
                let arguments = self.arguments(at)?;
                let function = match function {
                    Reference::Id(id) => self.function_of(id, at)?,
                    Reference::Builtin(name) => self.called(name, arguments, ty.meaning, at)?,
                };
                self.vouch_for_call(function, ty.meaning, arguments);
                (ExpressionKind::FunctionCall { function, arguments }, ty)
            }
            View::Index { base, index } => {
                let (base, index) = (self.expression(base)?, self.expression(index)?);
                self.vouch_for_index(base, index);
                let ty = self.index_type(base, at)?;
                (ExpressionKind::Index { base, index }, ty)
            }
            View::IntLiteral { ty, bits } => {
                let ty = self.ty(ty)?;
                self.require(ty.meaning.is_integer());
                (ExpressionKind::Literal(integer(ty, bits)), ty)
            }
            View::Postfix { operator, operand } => {
                let operand = self.expression(operand)?;
                let ty = self.program.ty_of(operand);
                let is_step = matches!(operator, Operator::INCREMENT | Operator::DECREMENT);
                self.require(is_step && self.program.types.unary(Unary::Step, ty.meaning).is_some());
                self.vouch_for_writing(operand);
                (ExpressionKind::Postfix { operator, operand }, ty)
            }
            View::Prefix { operator, operand } => {
                let operand = self.expression(operand)?;
                let ty = self.prefix_type(operator, operand, at)?;
                if matches!(operator, Operator::INCREMENT | Operator::DECREMENT) {
                    self.vouch_for_writing(operand);
                }
                (ExpressionKind::Prefix { operator, operand }, ty)
            }
            View::Setting(name) => (self.setting(name, at)?, Ty::own(BOOL)),
            View::Swizzle { base } => {
                let base = self.expression(base)?;
                self.swizzle(base, at)?
            }
            View::Ternary { test, if_true, if_false } => {
                let test = self.expression(test)?;
                let (if_true, if_false) = (self.expression(if_true)?, self.expression(if_false)?);
                self.vouch_for_ternary(test, if_true, if_false);
                let ty = self.program.ty_of(if_true);
                let kind = ExpressionKind::Ternary { test, if_true, if_false };
                (kind, ty)
            }
            View::VariableReference { variable, kind } => {
                self.vouch_for_reference(kind);
                let variable = match variable {
                    Reference::Id(id) => self.variable_of(id, at)?,
                    Reference::Builtin(name) => self.builtin_variable(name, at)?,
                };
                let Some(ty) = self.variable_type(variable) else {
                    return self.fault(at, "found no variable where one is expected");
                };
                (ExpressionKind::VariableReference { variable, kind }, ty)
            }
            View::Void | View::Missing => return self.fault(at, "found no expression where one is expected"),
        };
        let place = self.place(at);
        Ok(self.program.expression(kind, ty, place))
    }

    /// Lifts the arguments of a call or constructor.
    fn arguments(&mut self, at: ModelNode) -> Result<List<Expr>> {
        let model = self.model;
        let start = self.expressions.len();
        for argument in model.arguments(at) {
            let argument = self.expression(argument)?;
            self.expressions.push(argument);
        }
        let list = self.program.expression_lists.add(&self.expressions[start..]);
        self.expressions.truncate(start);
        Ok(list)
    }

    fn field_type(&mut self, base: Expr, index: u32, at: ModelNode) -> Result<Ty> {
        let ty = self.program.ty_of(base);
        self.require(ty.meaning.is_struct());
        match self.field_of(ty, index as usize) {
            Some(field) => Ok(field.ty),
            None => self.fault(at, format!("found field {index} of what has no such field")),
        }
    }

    fn index_type(&mut self, base: Expr, at: ModelNode) -> Result<Ty> {
        let ty = self.program.ty_of(base);
        match ty.meaning {
            Type::Array(_) => Ok(self.program.component(ty)),
            meaning => match self.program.types.indexed(meaning) {
                Some(meaning) => Ok(Ty::own(meaning)),
                None => self.fault(at, "found an index of what has no elements"),
            },
        }
    }

    fn prefix_type(&mut self, operator: Operator, operand: Expr, at: ModelNode) -> Result<Ty> {
        let ty = self.program.ty_of(operand);
        let result = Unary::of(operator).and_then(|unary| self.program.types.unary(unary, ty.meaning));
        match result {
            Some(result) if result == ty.meaning => Ok(ty),
            Some(result) => Ok(Ty::own(result)),
            None => self.fault(at, "found an operator that does not take its operand"),
        }
    }

    fn setting(&mut self, name: Name, at: ModelNode) -> Result<ExpressionKind> {
        let model = self.model;
        self.require(model.text_of(name).is_some());
        let name = model.name(name);
        match CAPABILITIES.iter().position(|known| **known == *name) {
            Some(index) => Ok(ExpressionKind::Setting(index as u8)),
            None => self.fault(at, format!("found `{name}`, expected the name of a capability")),
        }
    }

    fn swizzle(&mut self, base: Expr, at: ModelNode) -> Result<(ExpressionKind, Ty)> {
        let model = self.model;
        self.vouch_for_swizzle(base, model.components(at));
        let components = Components::new(model.components(at));
        let scalar = self.program.ty_of(base).meaning.scalar();
        let ty = scalar.and_then(|scalar| Type::compound(scalar, components.get().len() as u8, 1));
        match ty {
            Some(ty) => Ok((ExpressionKind::Swizzle { base, components }, Ty::own(ty))),
            None => self.fault(at, "found a swizzle of what has no components"),
        }
    }

    fn binary_type(&mut self, left: Expr, operator: Operator, right: Expr, at: ModelNode) -> Result<Ty> {
        let (a, b) = (self.program.ty_of(left), self.program.ty_of(right));
        let kind = Binary::of(operator);
        let operation = kind.and_then(|kind| {
            let types = &self.program.types;
            let (a, b) = types.settle_literals(a.meaning, b.meaning);
            types.binary(a, kind, b, Narrowing::Allowed)
        });
        self.vouch_for_binary(left, kind, operation.is_some());
        let result = match kind {
            // The result type of these does not depend on the operands.
            Some(Binary::Logical | Binary::Equality | Binary::Comparison) => Some(BOOL),
            _ => operation.map(|operation| operation.result),
        };
        match result {
            Some(result) if result == a.meaning => Ok(a),
            Some(result) if result == b.meaning => Ok(b),
            Some(result) => Ok(Ty::own(result)),
            None => self.fault(at, "found an operator that does not take its operands"),
        }
    }
}

/// Value of an integer literal; the bits are two's complement if its type is signed.
fn integer(ty: Ty, bits: u32) -> f64 {
    let range = ty.meaning.scalar().and_then(|scalar| scalar.range());
    if range.is_some_and(|(least, _)| least < 0) { f64::from(bits as i32) } else { f64::from(bits) }
}

const fn constructor(command: Command) -> Option<Constructor> {
    Some(match command {
        Command::ConstructorArray => Constructor::Array,
        Command::ConstructorArrayCast => Constructor::ArrayCast,
        Command::ConstructorCompound => Constructor::Compound,
        Command::ConstructorCompoundCast => Constructor::CompoundCast,
        Command::ConstructorDiagonalMatrix => Constructor::DiagonalMatrix,
        Command::ConstructorMatrixResize => Constructor::MatrixResize,
        Command::ConstructorScalarCast => Constructor::ScalarCast,
        Command::ConstructorSplat => Constructor::Splat,
        Command::ConstructorStruct => Constructor::Struct,
        _ => return None,
    })
}
