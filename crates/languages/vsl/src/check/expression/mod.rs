//! Checks expressions: resolves names, computes types and appends typed expressions to the stage's model.
//!
//! Facts: VSL brief, sections 4.4 and 8 to 11.
//!
//! | file | holds |
//! | --- | --- |
//! | `literal` | numbers and booleans, conversions |
//! | `name` | variables |
//! | `index`, `member` | elements, texels, fields, swizzles |
//! | `operator` | operators and their hints |
//! | `constructor` | values made of others |
//! | `call` | calls, overload resolution |
//! | `words` | types and source excerpts for messages |
//!
//! Operands precede their operators, so one pass over an expression suffices; a table holds the result of
//! each operand.

mod call;
mod constructor;
mod index;
mod literal;
mod member;
mod name;
mod operator;
mod words;

use glassbox_core::diagnostic::Rule;

use crate::check::finding::is_hopeless;
use crate::check::stage::StageChecker;
use crate::model::{BindingId, ExpressionId, ExpressionKind, Place, Root};
use crate::rules::expression as rules;
use crate::rules::statement::NO_CONVERSION;
use crate::syntax::tree::{self, ExpressionKind as Written};
use crate::types::{StructId, ValueType};
use crate::vocabulary::functions::Function;
use glassbox_core::span::Span;

/// Result of checking an expression.
#[derive(Clone, Debug)]
pub(crate) enum Found {
    /// An error, already reported.
    Wrong,
    /// A value of a value type.
    Value(ExpressionId),
    /// Location of a value of a value type, not read yet.
    Place(Place),
    /// An array: the place of its elements without the last step, and its length.
    Array(Place, u8),
    /// A whole structure.
    Structure(Root, StructId),
    /// A resource.
    Resource(BindingId),
    /// A place that a function writes, checked with its call.
    Output,
}

/// Results of the operands of an expression, indexed by expression number from the first one on.
struct Table {
    first: u32,
    found: Vec<Found>,
}

impl Table {
    /// Takes the result of an operand, checked before.
    fn take(&mut self, id: tree::ExpressionId) -> Found {
        match self.found.get_mut((id.0 - self.first) as usize) {
            Some(found) => std::mem::replace(found, Found::Wrong),
            None => Found::Wrong,
        }
    }
}

/// An operand and its span.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand {
    /// Index of the value in the stage.
    pub value: ExpressionId,
    /// Its span; the operator's if unknown.
    pub span: Span,
}

impl StageChecker<'_, '_> {
    /// The value of an expression; `None` after a reported error.
    pub(crate) fn value(&mut self, root: tree::ExpressionId) -> Option<ExpressionId> {
        let found = self.found(root);
        self.value_of(found, root, &NO_CONVERSION)
    }

    /// Checks an expression. A place as the result is not read.
    pub(crate) fn found(&mut self, root: tree::ExpressionId) -> Found {
        let members = self.members(root);
        let first = members.first().map_or(root.0, |&(id, _)| id.0);
        let count = (root.0 - first) as usize + 1;
        let mut table = Table { first, found: vec![Found::Wrong; count] };
        for (id, role) in members {
            // Errors beyond the limit are dropped, yet each costs a scan of the text.
            if self.findings.is_full() && self.findings.has_errors() {
                return Found::Wrong;
            }
            let found = match role {
                Role::Output => Found::Output,
                _ if is_hopeless(self.findings) => Found::Wrong,
                _ => self.examine(id, &mut table),
            };
            // Operands are evaluated left to right: writes by a later one must not change an earlier one.
            let found = match (found, role) {
                (Found::Place(place), Role::Operand) => Found::Value(self.load(place)),
                (found, _) => found,
            };
            table.found[(id.0 - first) as usize] = found;
        }
        table.take(root)
    }

    /// The subexpressions of an expression in evaluation order, operands first.
    fn members(&self, root: tree::ExpressionId) -> Vec<(tree::ExpressionId, Role)> {
        let mut members = Vec::new();
        let mut open = vec![(root, Role::Base)];
        while let Some((id, role)) = open.pop() {
            members.push((id, role));
            if role == Role::Output {
                // The path is checked with the call; its indices are ordinary operands.
                for index in self.indices(id) {
                    open.push((index, Role::Operand));
                }
                continue;
            }
            let mut operand = |id| open.push((id, Role::Operand));
            match &self.source.expression(id).kind {
                Written::Wrong | Written::Literal(_) | Written::Name(_) => {}
                Written::Call { function, arguments } => {
                    let row = Function::named(function.text).map(Function::row);
                    for (at, &argument) in arguments.iter().enumerate() {
                        let is_written = row.is_some_and(|row| row.writes(at));
                        let role = if is_written { Role::Output } else { Role::Operand };
                        open.push((argument, role));
                    }
                }
                Written::Index { base, index, second } => {
                    operand(*index);
                    second.map(&mut operand);
                    open.push((*base, Role::Base));
                }
                Written::Member { base, .. } => open.push((*base, Role::Base)),
                Written::Unary { operand: inner, .. } => operand(*inner),
                Written::Binary { left, right, .. } => {
                    operand(*left);
                    operand(*right);
                }
                Written::Conditional { condition, yes, no } => {
                    operand(*condition);
                    operand(*yes);
                    operand(*no);
                }
            }
        }
        members.sort_unstable_by_key(|&(id, _)| id);
        members
    }

    /// The indices in a path of names, members and indices.
    fn indices(&self, mut id: tree::ExpressionId) -> Vec<tree::ExpressionId> {
        let mut indices = Vec::new();
        loop {
            match &self.source.expression(id).kind {
                Written::Index { base, index, .. } => {
                    indices.push(*index);
                    id = *base;
                }
                Written::Member { base, .. } => id = *base,
                _ => return indices,
            }
        }
    }

    /// Checks one expression whose operands have been checked.
    fn examine(&mut self, id: tree::ExpressionId, table: &mut Table) -> Found {
        let source = self.source;
        let expression = source.expression(id);
        let span = expression.span;
        let value = match &expression.kind {
            Written::Wrong => None,
            Written::Literal(literal) => self.literal(literal, self.is_negated(id)),
            Written::Name(name) => return self.read_name(name, span),
            Written::Call { function, arguments } => match ValueType::named(function.text) {
                Some(ty) => self.construct(ty, span, *function, arguments, table),
                None => self.call(span, *function, arguments, table),
            },
            Written::Index { base, index, second } => {
                let found = table.take(*base);
                let index = (*index, table.take(*index));
                let second = second.map(|second| (second, table.take(second)));
                return self.index(span, (*base, found), index, second);
            }
            Written::Member { base, name } => {
                let found = table.take(*base);
                return self.member(*base, found, *name);
            }
            Written::Unary { operator, operator_span, operand } => {
                let found = table.take(*operand);
                let found = self.operand(found, *operand, &rules::OPERANDS);
                found.and_then(|found| self.unary(*operator, *operator_span, found))
            }
            Written::Binary { operator, operator_span, left, right } => {
                let (a, b) = (table.take(*left), table.take(*right));
                let a = self.operand(a, *left, &rules::OPERANDS);
                let b = self.operand(b, *right, &rules::OPERANDS);
                match (a, b) {
                    (Some(a), Some(b)) => self.binary(*operator, *operator_span, a, b),
                    _ => None,
                }
            }
            Written::Conditional { condition, yes, no } => {
                let found = [*condition, *yes, *no].map(|id| (id, table.take(id)));
                let [condition, yes, no] = found.map(|(id, found)| self.operand(found, id, &rules::OPERANDS));
                match (condition, yes, no) {
                    (Some(condition), Some(yes), Some(no)) => self.conditional(span, condition, yes, no),
                    _ => None,
                }
            }
        };
        value.map_or(Found::Wrong, Found::Value)
    }

    /// True if the expression after a literal negates it: operators directly follow their operands.
    fn is_negated(&self, id: tree::ExpressionId) -> bool {
        let next = self.source.expressions.get(id.0 as usize + 1);
        next.is_some_and(|next| {
            matches!(next.kind, Written::Unary { operator: tree::UnaryOperator::Negate, operand, .. } if operand == id)
        })
    }

    /// Reads a place.
    fn load(&mut self, place: Place) -> ExpressionId {
        let ty = place.ty;
        self.add(ExpressionKind::Load(place), ty)
    }

    /// The value of an operand, with its span.
    fn operand(&mut self, found: Found, id: tree::ExpressionId, rule: &'static Rule) -> Option<Operand> {
        let value = self.value_of(found, id, rule)?;
        let span = self.source.expression(id).span;
        Some(Operand { value, span })
    }

    /// The value of a result; one without a value breaks `rule`.
    pub(crate) fn value_of(
        &mut self,
        found: Found,
        id: tree::ExpressionId,
        rule: &'static Rule,
    ) -> Option<ExpressionId> {
        match found {
            Found::Wrong | Found::Output => None,
            Found::Value(value) => Some(value),
            Found::Place(place) => Some(self.load(place)),
            Found::Array(..) | Found::Structure(..) | Found::Resource(_) => {
                let span = self.source.expression(id).span;
                let found = self.describe(&found);
                let message = format!("{found} is not a value");
                let help = self.how_to_read(id);
                self.report(rule, span, message).help(help);
                None
            }
        }
    }
}

/// Use of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// Read as a value.
    Operand,
    /// Base of a path: not read as a whole.
    Base,
    /// Variable written by a function.
    Output,
}
