//! Expressions.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{BOOL, Binary, CAPABILITIES, Narrowing, Type, Unary};
use glassbox_sksl::command::Command;
use glassbox_sksl::model::{At, Reference};
use glassbox_sksl::raw::Operator;
use glassbox_sksl::view::Expression as View;

use super::{Lifted, Lifter};
use crate::ir::arena::List;
use crate::ir::expression::{Components, Constructor, Expr, ExpressionKind};
use crate::ir::ty::Ty;

impl Lifter<'_> {
    /// An expression, or `None` where the file has none.
    pub(super) fn optional_expression(&mut self, at: At) -> Lifted<Option<Expr>> {
        match self.model.command(at) {
            Command::Void => Ok(None),
            _ => self.expression(at).map(Some),
        }
    }

    fn add(&mut self, kind: ExpressionKind, ty: Ty) -> Expr {
        self.program.expression(kind, ty, Span::default())
    }

    pub(super) fn expression(&mut self, at: At) -> Lifted<Expr> {
        let model = self.model;
        let (kind, ty) = match model.expression(at) {
            View::Binary {
                left,
                operator,
                right,
            } => {
                let (left, right) = (self.expression(left)?, self.expression(right)?);
                let ty = self.binary_type(left, operator, right, at)?;
                let kind = ExpressionKind::Binary {
                    left,
                    operator,
                    right,
                };
                (kind, ty)
            }
            View::BoolLiteral(value) => {
                let value = f64::from(u8::from(value != 0));
                (ExpressionKind::Literal(value), Ty::own(BOOL))
            }
            View::Constructor { kind, ty } => {
                let Some(kind) = constructor(kind) else {
                    return self.fault(at, "found no constructor where one is due");
                };
                let ty = self.ty(ty)?;
                let (arguments, _) = self.arguments(at)?;
                (ExpressionKind::Constructor { kind, arguments }, ty)
            }
            View::FieldAccess { base, index, owner } => {
                let base = self.expression(base)?;
                let Some(field) = self.field_of(self.program.ty_of(base), usize::from(index)) else {
                    return self.fault(at, format!("found field {index} of what has no such field"));
                };
                let kind = ExpressionKind::FieldAccess {
                    base,
                    index: index.into(),
                    owner,
                };
                (kind, field.ty)
            }
            View::FloatLiteral { ty, bits } => {
                let ty = self.ty(ty)?;
                (ExpressionKind::Literal(f32::from_bits(bits).into()), ty)
            }
            View::FunctionCall { ty, function } => {
                let ty = self.ty(ty)?;
                let (arguments, types) = self.arguments(at)?;
                let function = match function {
                    Reference::Id(id) => self.function_of(id, at)?,
                    Reference::Builtin(name) => self.called(name, &types, ty.meaning, at)?,
                };
                (ExpressionKind::FunctionCall { function, arguments }, ty)
            }
            View::Index { base, index } => {
                let (base, index) = (self.expression(base)?, self.expression(index)?);
                let ty = self.program.ty_of(base);
                let ty = match ty.meaning {
                    Type::Array(_) => self.program.component(ty),
                    meaning => match self.program.types.indexed(meaning) {
                        Some(meaning) => Ty::own(meaning),
                        None => return self.fault(at, "found an index of what has no elements"),
                    },
                };
                (ExpressionKind::Index { base, index }, ty)
            }
            View::IntLiteral { ty, bits } => {
                let ty = self.ty(ty)?;
                let signed = ty
                    .meaning
                    .scalar()
                    .is_some_and(|scalar| scalar.range().is_some_and(|(least, _)| least < 0));
                let value = match signed {
                    true => f64::from(bits as i32),
                    false => f64::from(bits),
                };
                (ExpressionKind::Literal(value), ty)
            }
            View::Postfix { operator, operand } => {
                let operand = self.expression(operand)?;
                let ty = self.program.ty_of(operand);
                (ExpressionKind::Postfix { operator, operand }, ty)
            }
            View::Prefix { operator, operand } => {
                let operand = self.expression(operand)?;
                let ty = self.program.ty_of(operand);
                let result =
                    Unary::of(operator).and_then(|unary| self.program.types.unary(unary, ty.meaning));
                let Some(result) = result else {
                    return self.fault(at, "found an operator that does not take its operand");
                };
                let ty = match result == ty.meaning {
                    true => ty,
                    false => Ty::own(result),
                };
                (ExpressionKind::Prefix { operator, operand }, ty)
            }
            View::Setting(name) => {
                let name = model.name(name);
                let Some(index) = CAPABILITIES.iter().position(|known| **known == *name) else {
                    return self.fault(at, format!("found `{name}`, expected the name of a capability"));
                };
                (ExpressionKind::Setting(index as u8), Ty::own(BOOL))
            }
            View::Swizzle { base } => {
                let base = self.expression(base)?;
                let components = Components::new(model.components(at));
                let scalar = self.program.ty_of(base).meaning.scalar();
                let ty = scalar.and_then(|scalar| Type::compound(scalar, components.get().len() as u8, 1));
                let Some(ty) = ty else {
                    return self.fault(at, "found a swizzle of what has no components");
                };
                (ExpressionKind::Swizzle { base, components }, Ty::own(ty))
            }
            View::Ternary {
                test,
                if_true,
                if_false,
            } => {
                let test = self.expression(test)?;
                let (if_true, if_false) = (self.expression(if_true)?, self.expression(if_false)?);
                let ty = self.program.ty_of(if_true);
                let kind = ExpressionKind::Ternary {
                    test,
                    if_true,
                    if_false,
                };
                (kind, ty)
            }
            View::VariableReference { variable, kind } => {
                let variable = match variable {
                    Reference::Id(id) => self.variable_of(id, at)?,
                    Reference::Builtin(name) => self.builtin_variable(name, at)?,
                };
                let Some(ty) = self.variable_type(variable) else {
                    return self.fault(at, "found no variable where one is due");
                };
                (ExpressionKind::VariableReference { variable, kind }, ty)
            }
            View::Void | View::Missing => return self.fault(at, "found no expression where one is due"),
        };
        Ok(self.add(kind, ty))
    }

    /// The arguments of a call or constructor, and their types.
    fn arguments(&mut self, at: At) -> Lifted<(List<Expr>, Vec<Type>)> {
        let model = self.model;
        let mut arguments = Vec::new();
        for argument in model.arguments(at) {
            arguments.push(self.expression(argument)?);
        }
        let types = arguments
            .iter()
            .map(|&argument| self.program.ty_of(argument).meaning);
        let types = types.collect();
        Ok((self.program.expression_lists.add(&arguments), types))
    }

    fn binary_type(&self, left: Expr, operator: Operator, right: Expr, at: At) -> Lifted<Ty> {
        let (left, right) = (self.program.ty_of(left), self.program.ty_of(right));
        let types = &self.program.types;
        let result = match Binary::of(operator) {
            Some(Binary::Logical | Binary::Equality | Binary::Comparison) => Some(BOOL),
            Some(operator) => {
                let (a, b) = types.settle_literals(left.meaning, right.meaning);
                let operation = types.binary(a, operator, b, Narrowing::Allowed);
                operation.map(|operation| operation.result)
            }
            None => None,
        };
        match result {
            Some(result) if result == left.meaning => Ok(left),
            Some(result) if result == right.meaning => Ok(right),
            Some(result) => Ok(Ty::own(result)),
            None => self.fault(at, "found an operator that does not take its operands"),
        }
    }
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
