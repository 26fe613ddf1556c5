//! Expressions.

use glassbox_sksl::builtin::{CAPABILITIES, NumberKind};
use glassbox_sksl::raw::Operator;
use glassbox_sksl_lang::ir::expression::{Expr, ExpressionKind};

use super::{Lowering, Outcome, Slots, malformed};
use crate::graph::Node;
use crate::number::{bits, truth};

impl Lowering<'_> {
    /// The value of an expression, scalar by scalar.
    pub(super) fn value(&mut self, expression: Expr) -> Outcome<Slots> {
        let node = self.program.expressions[expression];
        self.enter(node.span)?;
        let value = self.value_inside(expression)?;
        self.leave();
        let width = self.width(node.ty.meaning, node.span)?;
        if value.len() != width && !node.ty.meaning.is_void() {
            return Err(malformed(
                node.span,
                format!(
                    "an expression of type `{}` has {} components",
                    self.program.type_name(node.ty),
                    value.len()
                ),
            ));
        }
        Ok(value)
    }

    /// The value of an expression that has to be one scalar.
    pub(super) fn scalar(&mut self, expression: Expr) -> Outcome<Node> {
        match self.value(expression)?[..] {
            [node] => Ok(node),
            _ => Err(malformed(
                self.program.span_of(expression),
                format!(
                    "expected a scalar, found a value of type `{}`",
                    self.program.type_name(self.program.ty_of(expression))
                ),
            )),
        }
    }

    fn value_inside(&mut self, expression: Expr) -> Outcome<Slots> {
        let node = self.program.expressions[expression];
        let span = node.span;
        match node.kind {
            ExpressionKind::Binary { left, operator, right } => {
                self.binary(left, operator, right, node.ty.meaning, span)
            }
            ExpressionKind::ChildCall { child, arguments } => self.child_call(child, arguments, span),
            ExpressionKind::Constructor { kind, arguments } => {
                self.constructor(kind, arguments, node.ty.meaning, span)
            }
            ExpressionKind::FunctionCall { function, arguments } => {
                self.call(function, arguments, node.ty.meaning, span)
            }
            ExpressionKind::VariableReference { variable, .. } => {
                let variable = self.variable(variable, span)?;
                self.read(variable)
                    .ok_or_else(|| malformed(span, "the variable is used outside of its scope"))
            }
            ExpressionKind::FieldAccess { base, index, .. } => {
                if let Some(place) = self.place(expression)? {
                    return Ok(self.read_place(&place));
                }
                let ty = self.program.ty_of(base).meaning;
                let place = self.field_place(ty, index as usize);
                let (start, field) = place.ok_or_else(|| malformed(span, "the field does not exist"))?;
                let width = self.width(field, span)?;
                let whole = self.value(base)?;
                let part = whole.get(start..start + width);
                Ok(part.ok_or_else(|| malformed(span, "the field does not exist"))?.to_vec())
            }
            ExpressionKind::Swizzle { base, components } => {
                let whole = self.value(base)?;
                components
                    .get()
                    .iter()
                    .map(|&component| whole.get(usize::from(component)).copied())
                    .collect::<Option<_>>()
                    .ok_or_else(|| malformed(span, "the component does not exist"))
            }
            ExpressionKind::Index { base, index } => {
                if let Some(place) = self.place(expression)? {
                    return Ok(self.read_place(&place));
                }
                let whole = self.value(base)?;
                let index = self.scalar(index)?;
                let (count, width) = self.elements(self.program.ty_of(base).meaning, span)?;
                if whole.len() != count * width {
                    return Err(malformed(span, "the element does not exist"));
                }
                Ok((0..width)
                    .map(|component| {
                        let nodes: Vec<Node> = whole.iter().skip(component).step_by(width).copied().collect();
                        self.graph.gather(index, &nodes)
                    })
                    .collect())
            }
            ExpressionKind::Literal(value) => {
                let bits = match self.number_kind(node.ty.meaning, span)? {
                    NumberKind::Float => bits(value as f32),
                    NumberKind::Signed | NumberKind::Unsigned => value as i64 as u32,
                    NumberKind::Boolean => truth(value != 0.0),
                };
                Ok(vec![self.graph.constant(bits)])
            }
            ExpressionKind::Prefix { operator, operand } => self.prefix(operator, operand, span),
            ExpressionKind::Postfix { operator, operand } => {
                let delta = if operator == Operator::INCREMENT { 1 } else { -1 };
                Ok(self.step(operand, delta, span)?.0)
            }
            ExpressionKind::Setting(number) => {
                let name = CAPABILITIES.get(usize::from(number)).copied().unwrap_or_default();
                let is_set = self.settings.capabilities.get(name).unwrap_or(false);
                Ok(vec![self.graph.truth(is_set)])
            }
            ExpressionKind::Ternary { test, if_true, if_false } => {
                let condition = self.scalar(test)?;
                self.branch(condition, |this| this.value(if_true), |this| this.value(if_false))
            }
            ExpressionKind::FunctionReference(_)
            | ExpressionKind::MethodReference(_)
            | ExpressionKind::Poison
            | ExpressionKind::TypeReference(_) => {
                Err(malformed(span, "expected a value, found a name without one"))
            }
        }
    }
}
