//! Checks expressions without type information; see [`types`](super::types) for the rest.

use super::Checker;
use super::finding::Finding;
use crate::builtin::{CAPABILITIES, Type};
use crate::model::ModelNode;
use crate::raw::{Operator, OwnerKind, RefKind};
use crate::rules;
use crate::view::Expression;

impl Checker<'_, '_> {
    pub(super) fn expressions(&mut self) {
        for at in self.nodes() {
            if crate::stream::is_cut(self.model, at) {
                continue;
            }
            match self.model.expression(at) {
                Expression::Binary { operator, .. } => {
                    let is_unary = matches!(
                        operator,
                        Operator::INCREMENT
                            | Operator::DECREMENT
                            | Operator::LOGICAL_NOT
                            | Operator::BITWISE_NOT
                    );
                    self.operator(at, operator, !is_unary, "a binary operator");
                }
                Expression::Prefix { operator, .. } => {
                    let is_prefix = matches!(
                        operator,
                        Operator::PLUS
                            | Operator::MINUS
                            | Operator::LOGICAL_NOT
                            | Operator::BITWISE_NOT
                            | Operator::INCREMENT
                            | Operator::DECREMENT
                    );
                    self.operator(at, operator, is_prefix, "a prefix operator: + - ! ~ ++ --");
                }
                Expression::Postfix { operator, .. } => {
                    let is_postfix = matches!(operator, Operator::INCREMENT | Operator::DECREMENT);
                    self.operator(at, operator, is_postfix, "a postfix operator: ++ --");
                }
                Expression::BoolLiteral(value) if value > 1 => {
                    let message = format!("found a bool literal of {value}, expected 0 or 1");
                    self.report(Finding::new(&rules::BOOL_LITERAL, at, message).field("value"));
                }
                Expression::Swizzle { base } => self.swizzle(at, base),
                Expression::FieldAccess { base, index, owner } => self.field(at, base, index, owner),
                Expression::VariableReference { kind, .. } if kind > RefKind::POINTER => {
                    let message = format!("found refKind {}, expected 0 to 3", kind.0);
                    self.report(Finding::new(&rules::REF_KIND, at, message).field("refKind"));
                }
                Expression::Setting(name) => {
                    let text = String::from_utf8_lossy(self.model.text(name));
                    if !CAPABILITIES.contains(&&*text) && self.model.text_of(name).is_some() {
                        let message = format!("found the capability `{text}`, expected a field of sk_Caps");
                        self.report(Finding::new(&rules::UNKNOWN_CAPABILITY, at, message).field("name"));
                    }
                }
                _ => {}
            }
        }
    }

    fn operator(&mut self, at: ModelNode, operator: Operator, fits: bool, expected: &str) {
        let number = self.model.node(at).a;
        if fits && operator != Operator::NONE {
            return;
        }
        let found = match operator {
            Operator::NONE => format!("{number}, which is not an operator"),
            operator => format!("{operator} ({number})"),
        };
        let finding = Finding::new(&rules::OPERATOR, at, format!("found {found}, expected {expected}"));
        self.report(finding.field("operator"));
    }

    fn swizzle(&mut self, at: ModelNode, base: ModelNode) {
        let model = self.model;
        let components = model.components(at);
        if components.is_empty() || components.len() > 4 {
            let message = format!("found {} components, expected 1 to 4", components.len());
            self.report(Finding::new(&rules::SWIZZLE, at, message).field("componentCount"));
            return;
        }
        let (width, name) = match self.typing.of(base) {
            Type::Scalar(_) => (1, self.typing.types.name(self.typing.of(base))),
            Type::Vector(_, width) => (width, self.typing.types.name(self.typing.of(base))),
            _ => (4, "".into()),
        };
        let Some(&component) = components.iter().find(|&&component| component >= width.min(4)) else {
            return;
        };
        let message = if component > 3 {
            format!("found component {component}, expected 0 to 3")
        } else {
            format!("found component {component} of {name}, which has {width}")
        };
        let mut finding = Finding::new(&rules::SWIZZLE, at, message).field("components");
        if component > 3 {
            finding =
                finding.note("the letters rgba and stpq are stored as xyzw, and 0 and 1 as constructors");
        }
        self.report(finding);
    }

    fn field(&mut self, at: ModelNode, base: ModelNode, index: u32, owner: OwnerKind) {
        if owner > OwnerKind::ANONYMOUS_BLOCK {
            let message = format!("found ownerKind {}, expected 0 or 1", owner.0);
            self.report(Finding::new(&rules::OWNER_KIND, at, message).field("ownerKind"));
        }
        let ty = self.typing.of(base);
        let message = match self.typing.types.structure(ty) {
            Some(structure) if (index as usize) < structure.fields.len() => return,
            Some(structure) => format!(
                "found field {index} of struct `{}`, which has {}",
                structure.name,
                structure.fields.len()
            ),
            None if ty == Type::Invalid => return,
            None => format!("found a field of {}, expected one of a struct", self.typing.types.name(ty)),
        };
        self.report(Finding::new(&rules::UNKNOWN_FIELD, at, message).field("index"));
    }
}
