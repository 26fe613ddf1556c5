//! Choices within expressions: short circuits, ternaries, and equality of whole values.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{BOOL, Scalar, Type};
use glassbox_sksl::raw::Operator;
use glassbox_sksl_lang::ir::expression::{Expr, ExpressionKind};
use glassbox_sksl_lang::ir::symbol::SymbolKind;
use glassbox_spirv::build::value::storage_class;
use glassbox_spirv::build::{Id, op};

use crate::lowering::Lowering;
use crate::operator::comparison;
use crate::place::Place;
use crate::session::Outcome;

/// Expressions that are computed without need rather than jumped over.
const CHEAP: u32 = 12;

/// Elements of arrays that are compared one after the other; those of longer ones in a loop.
const WRITTEN_OUT: u32 = 16;

impl Lowering<'_, '_> {
    pub(crate) fn short_circuit(
        &mut self,
        left: Expr,
        operator: Operator,
        right: Expr,
        span: Span,
    ) -> Outcome<Id> {
        let a = self.value(left)?;
        let is_and = operator == Operator::LOGICAL_AND;
        if self.is_cheap(right) {
            let b = self.value(right)?;
            let opcode = if is_and { op::LOGICAL_AND } else { op::LOGICAL_OR };
            return self.op(opcode, BOOL, &[a, b], span);
        }
        let short = self.s.b.constant_bool(!is_and);
        if is_and {
            self.choose(a, BOOL, span, |this| this.value(right), |_| Ok(short))
        } else {
            self.choose(a, BOOL, span, |_| Ok(short), |this| this.value(right))
        }
    }

    pub(crate) fn ternary(
        &mut self,
        test: Expr,
        if_true: Expr,
        if_false: Expr,
        ty: Type,
        span: Span,
    ) -> Outcome<Id> {
        if let Some(value) = self.literal(test) {
            return self.value(if value != 0.0 { if_true } else { if_false });
        }
        let condition = self.value(test)?;
        if !ty.is_void() && self.is_cheap(if_true) && self.is_cheap(if_false) {
            let a = self.value(if_true)?;
            let b = self.value(if_false)?;
            return self.op(op::SELECT, ty, &[condition, a, b], span);
        }
        self.choose(condition, ty, span, |this| this.value(if_true), |this| this.value(if_false))
    }

    /// A value that is computed on one of two ways.
    fn choose(
        &mut self,
        condition: Id,
        ty: Type,
        span: Span,
        if_true: impl FnOnce(&mut Self) -> Outcome<Id>,
        if_false: impl FnOnce(&mut Self) -> Outcome<Id>,
    ) -> Outcome<Id> {
        let (yes, no, merge) = (self.s.b.id(), self.s.b.id(), self.s.b.id());
        self.s.b.select_block(condition, yes, no, merge);
        self.s.b.open(yes);
        let first = if_true(self)?;
        let from_first = self.s.b.block();
        self.s.b.branch(merge);
        self.s.b.open(no);
        let second = if_false(self)?;
        let from_second = self.s.b.block();
        self.s.b.open(merge);
        if ty.is_void() {
            return Ok(first);
        }
        let id = self.ty(ty, span)?;
        let incoming = [from_first.map(|block| (first, block)), from_second.map(|block| (second, block))];
        let incoming: Vec<(Id, Id)> = incoming.into_iter().flatten().collect();
        let value = self.s.b.phi(id, &incoming);
        self.s.relax(value, ty);
        Ok(value)
    }

    /// True if computing a value changes nothing and costs little.
    fn is_cheap(&self, expression: Expr) -> bool {
        self.is_pure(expression, &mut { CHEAP })
    }

    /// True if computing a value changes nothing, as far as the budget of expressions shows it.
    pub(crate) fn is_pure(&self, expression: Expr, budget: &mut u32) -> bool {
        let Some(left) = budget.checked_sub(1) else { return false };
        *budget = left;
        let list = |list, budget: &mut u32| {
            let mut items = self.program.expression_lists.get(list).iter();
            items.all(|&item| self.is_pure(item, budget))
        };
        match self.program.kind_of(expression) {
            ExpressionKind::Literal(_)
            | ExpressionKind::Setting(_)
            | ExpressionKind::VariableReference { .. } => true,
            ExpressionKind::Binary { left, operator, right } => {
                !operator.assigns() && self.is_pure(left, budget) && self.is_pure(right, budget)
            }
            ExpressionKind::Constructor { arguments, .. } => list(arguments, budget),
            ExpressionKind::FunctionCall { function, arguments } => {
                let is_plain = match &self.program.symbols[function].kind {
                    SymbolKind::Function(declaration) => {
                        declaration.is_intrinsic()
                            && declaration.builtin.is_some_and(|(builtin, _)| {
                                !matches!(builtin.name, "modf" | "frexp" | "sample" | "subpassLoad")
                            })
                    }
                    _ => false,
                };
                is_plain && !self.bodies.contains_key(&function) && list(arguments, budget)
            }
            ExpressionKind::FieldAccess { base, .. } | ExpressionKind::Swizzle { base, .. } => {
                self.is_pure(base, budget)
            }
            ExpressionKind::Index { base, index } => {
                self.is_pure(base, budget) && self.is_pure(index, budget)
            }
            ExpressionKind::Prefix { operator, operand } => {
                !matches!(operator, Operator::INCREMENT | Operator::DECREMENT)
                    && self.is_pure(operand, budget)
            }
            ExpressionKind::Ternary { test, if_true, if_false } => {
                self.is_pure(test, budget) && self.is_pure(if_true, budget) && self.is_pure(if_false, budget)
            }
            _ => false,
        }
    }

    /// Whether two values are the same, part by part.
    pub(crate) fn equal(&mut self, ty: Type, a: Id, b: Id, span: Span) -> Outcome<Id> {
        match ty {
            Type::Scalar(_) | Type::Vector(..) => {
                let kind = self.kind(ty, span)?;
                let Some(opcode) = comparison(Operator::EQUAL, kind) else {
                    return self.malformed(span, "the values cannot be compared");
                };
                let truth = ty.with_scalar(Scalar::Bool);
                let same = self.op(opcode, truth, &[a, b], span)?;
                if ty.is_vector() { self.op(op::ALL, BOOL, &[same], span) } else { Ok(same) }
            }
            Type::Array(_) if self.program.types.index_count(ty).is_some_and(|count| count > WRITTEN_OUT) => {
                self.equal_arrays(ty, a, b, span)
            }
            Type::Matrix(..) | Type::Array(_) | Type::Struct(_) => {
                let left = self.parts(ty, a, span)?;
                let right = self.parts(ty, b, span)?;
                let mut all = None;
                for ((part, a), (_, b)) in left.into_iter().zip(right) {
                    let same = self.equal(part, a, b, span)?;
                    all = Some(match all {
                        None => same,
                        Some(all) => self.op(op::LOGICAL_AND, BOOL, &[all, same], span)?,
                    });
                }
                Ok(match all {
                    Some(all) => all,
                    None => self.s.b.constant_bool(true),
                })
            }
            _ => self.malformed(span, "the values cannot be compared"),
        }
    }

    pub(crate) fn not_equal(&mut self, ty: Type, a: Id, b: Id, span: Span) -> Outcome<Id> {
        if ty.is_scalar() || ty.is_vector() {
            let kind = self.kind(ty, span)?;
            if let Some(opcode) = comparison(Operator::NOT_EQUAL, kind) {
                let other = self.op(opcode, ty.with_scalar(Scalar::Bool), &[a, b], span)?;
                return if ty.is_vector() { self.op(op::ANY, BOOL, &[other], span) } else { Ok(other) };
            }
        }
        let same = self.equal(ty, a, b, span)?;
        self.op(op::LOGICAL_NOT, BOOL, &[same], span)
    }

    /// Compares the elements of long arrays in a loop.
    fn equal_arrays(&mut self, ty: Type, a: Id, b: Id, span: Span) -> Outcome<Id> {
        let types = &self.program.types;
        let (Some(count), Some(element)) = (types.index_count(ty), types.indexed(ty)) else {
            return self.malformed(span, "the array has no type");
        };
        let (left, right) = (self.local(ty, "", span)?, self.local(ty, "", span)?);
        self.write(&Place::whole(left, ty), a, span)?;
        self.write(&Place::whole(right, ty), b, span)?;
        let uint = Type::Scalar(Scalar::Uint);
        let (index, same) = (self.local(uint, "", span)?, self.local(BOOL, "", span)?);
        let (index, same) = (Place::whole(index, uint), Place::whole(same, BOOL));
        let zero = self.number(uint, 0.0, span)?;
        self.write(&index, zero, span)?;
        let truth = self.s.b.constant_bool(true);
        self.write(&same, truth, span)?;

        let [header, test, body, next, after] = std::array::from_fn(|_| self.s.b.id());
        self.s.b.open_loop(header, test, next, after);
        self.s.b.open(test);
        let at = self.read(&index, span)?;
        let limit = self.number(uint, f64::from(count), span)?;
        let is_inside = self.op(op::U_LESS_THAN, BOOL, &[at, limit], span)?;
        let so_far = self.read(&same, span)?;
        let goes_on = self.op(op::LOGICAL_AND, BOOL, &[is_inside, so_far], span)?;
        self.s.b.branch_conditional(goes_on, body, after);
        self.s.b.open(body);
        let id = self.ty(element, span)?;
        let pointer = self.s.b.pointer(storage_class::FUNCTION, id);
        let [x, y] = [left.pointer, right.pointer].map(|variable| {
            let part = self.s.b.value(op::ACCESS_CHAIN, pointer, &[variable, at]);
            self.s.b.value(op::LOAD, id, &[part])
        });
        let equal = self.equal(element, x, y, span)?;
        self.write(&same, equal, span)?;
        self.s.b.open(next);
        let at = self.read(&index, span)?;
        let one = self.number(uint, 1.0, span)?;
        let following = self.op(op::I_ADD, uint, &[at, one], span)?;
        self.write(&index, following, span)?;
        self.s.b.branch(header);
        self.s.b.open(after);
        self.read(&same, span)
    }
}
