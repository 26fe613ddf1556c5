//! Expressions.

use glassbox_sksl::builtin::CAPABILITIES;
use glassbox_sksl::raw::Operator;
use glassbox_sksl_lang::ir::expression::{Expr, ExpressionKind};
use glassbox_spirv::build::value::storage_class;
use glassbox_spirv::build::{Id, op};

use crate::lowering::{Binding, Lowering, Storage};
use crate::place::Place;
use crate::session::Outcome;
use crate::types::Form;

impl Lowering<'_, '_> {
    /// The value of an expression.
    pub(crate) fn value(&mut self, expression: Expr) -> Outcome<Id> {
        let span = self.program.span_of(expression);
        self.enter(span)?;
        let value = self.value_inside(expression)?;
        self.leave();
        Ok(value)
    }

    fn value_inside(&mut self, expression: Expr) -> Outcome<Id> {
        let node = self.program.expressions[expression];
        let (span, ty) = (node.span, node.ty.meaning);
        match node.kind {
            ExpressionKind::Binary { left, operator, right } => self.binary(left, operator, right, ty, span),
            ExpressionKind::ChildCall { child, arguments } => self.child_call(child, arguments, ty, span),
            ExpressionKind::Constructor { kind, arguments } => self.constructor(kind, arguments, ty, span),
            ExpressionKind::FunctionCall { function, arguments } => self.call(function, arguments, ty, span),
            ExpressionKind::VariableReference { variable, .. } => {
                if let Some(Binding::Value(value)) = self.bindings.get(&variable) {
                    return Ok(*value);
                }
                match self.place(expression)? {
                    Some(place) => self.read(&place, span),
                    None => self.malformed(span, "the variable has no value"),
                }
            }
            ExpressionKind::FieldAccess { base, index, .. } => {
                if let Some(place) = self.place(expression)? {
                    return self.read(&place, span);
                }
                if self.program.types.field(self.meaning(base), index as usize).is_none() {
                    return self.malformed(span, "the field does not exist");
                }
                let whole = self.value(base)?;
                self.extract(ty, whole, index, span)
            }
            ExpressionKind::Swizzle { base, components } => {
                let from = self.meaning(base);
                let whole = self.value(base)?;
                self.shuffled(whole, from, components.get(), span)
            }
            ExpressionKind::Index { base, index } => self.index(expression, base, index),
            ExpressionKind::Literal(value) => self.number(ty, value, span),
            ExpressionKind::Prefix { operator, operand } => self.prefix(operator, operand, ty, span),
            ExpressionKind::Postfix { operator, operand } => {
                let delta = if operator == Operator::INCREMENT { 1.0 } else { -1.0 };
                Ok(self.step(operand, delta, span)?.0)
            }
            ExpressionKind::Setting(number) => {
                let name = CAPABILITIES.get(usize::from(number)).copied().unwrap_or_default();
                let is_set = self.s.options.capabilities.get(name).unwrap_or(false);
                Ok(self.s.b.constant_bool(is_set))
            }
            ExpressionKind::Ternary { test, if_true, if_false } => {
                self.ternary(test, if_true, if_false, ty, span)
            }
            ExpressionKind::FunctionReference(_)
            | ExpressionKind::MethodReference(_)
            | ExpressionKind::Poison
            | ExpressionKind::TypeReference(_) => {
                self.malformed(span, "expected a value, found a name without one")
            }
        }
    }

    fn index(&mut self, expression: Expr, base: Expr, index: Expr) -> Outcome<Id> {
        let node = self.program.expressions[expression];
        let (span, ty) = (node.span, node.ty.meaning);
        let from = self.meaning(base);
        let Some(count) = self.program.types.index_count(from).filter(|count| *count > 0) else {
            return self.malformed(span, "the value has no elements");
        };
        if let Some(place) = self.place(expression)? {
            return self.read(&place, span);
        }
        let whole = self.value(base)?;
        if let Some(index) = self.constant_index(index, count) {
            return self.extract(ty, whole, index, span);
        }
        let index = self.clamped_index(index, count)?;
        if from.is_vector() {
            return self.op(op::VECTOR_EXTRACT_DYNAMIC, ty, &[whole, index], span);
        }
        let storage = self.table(whole, from, span)?;
        let element = self.ty(ty, span)?;
        let pointer = self.s.b.pointer(storage.class, element);
        let pointer = self.s.b.value(op::ACCESS_CHAIN, pointer, &[storage.pointer, index]);
        self.op(op::LOAD, ty, &[pointer], span)
    }

    /// A variable with a value, so that it can be indexed by a computed number.
    fn table(
        &mut self,
        value: Id,
        ty: glassbox_sksl::builtin::Type,
        span: glassbox_core::span::Span,
    ) -> Outcome<Storage> {
        if !self.s.b.is_constant(value) {
            let storage = self.local(ty, "", span)?;
            self.write(&Place::whole(storage, ty), value, span)?;
            return Ok(storage);
        }
        let class = storage_class::PRIVATE;
        let pointer = match self.tables.get(&value) {
            Some(known) => *known,
            None => {
                let id = self.ty(ty, span)?;
                let pointer = self.s.b.pointer(class, id);
                let pointer = self.s.b.global_with(pointer, class, value);
                self.s.globals.push(pointer);
                self.relax_variable(pointer, ty);
                let name = self.table_name(value);
                if !name.is_empty() {
                    self.s.b.name(pointer, &name);
                }
                self.tables.insert(value, pointer);
                pointer
            }
        };
        Ok(Storage { pointer, class, form: Form::Logical })
    }

    /// The name of the constant that a table is.
    fn table_name(&self, value: Id) -> String {
        let mut names = self.bindings.iter().filter_map(|(symbol, binding)| match binding {
            Binding::Value(known) if *known == value => Some(*symbol),
            _ => None,
        });
        let first = names.next();
        names.chain(first).min().map_or(String::new(), |symbol| self.name_of(symbol))
    }
}
