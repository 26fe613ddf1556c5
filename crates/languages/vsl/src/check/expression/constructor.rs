//! Checks constructors: scalars, vectors and matrices built from other values.
//!
//! Facts: VSL brief, section 8.4.

use glassbox_core::diagnostic::Rule;

use super::{Operand, Table};
use crate::check::stage::StageChecker;
use crate::model::{ExpressionId, ExpressionKind};
use crate::rules::expression as rules;
use crate::syntax::tree::{self, Name};
use crate::types::{Scalar, ValueType};
use glassbox_core::span::Span;

impl StageChecker<'_, '_> {
    /// `TYPE(ARGUMENTS)`
    pub(super) fn construct(
        &mut self,
        ty: ValueType,
        span: Span,
        name: Name<'_>,
        arguments: &[tree::ExpressionId],
        table: &mut Table,
    ) -> Option<ExpressionId> {
        let mut operands = Vec::with_capacity(arguments.len());
        let mut is_fine = true;
        for &argument in arguments {
            let found = table.take(argument);
            match self.operand(found, argument, &rules::ARGUMENT) {
                Some(operand) => operands.push(operand),
                None => is_fine = false,
            }
        }
        if !is_fine {
            return None;
        }
        match operands[..] {
            [] => self.refuse_construction(
                &rules::TOO_FEW,
                name.span,
                format!("{ty} is constructed from nothing"),
                "add an argument",
            ),
            [one] if ty.is_scalar() => self.scalar_of(ty, one),
            [one] if ty.is_vector() => self.vector_of(ty, one),
            [one] => self.matrix_of(ty, one),
            _ => self.compose(ty, span, &operands),
        }
    }

    fn scalar_of(&mut self, ty: ValueType, one: Operand) -> Option<ExpressionId> {
        let found = self.type_of(one.value);
        if found.is_scalar() {
            return Some(self.cast(one.value, ty.scalar));
        }
        let text = self.tight_excerpt(one.span);
        let help = if found.is_matrix() {
            format!("choose a component: `{ty}({text}[0][0])`")
        } else {
            format!("choose a component: `{ty}({text}.x)`")
        };
        let message = format!("{ty} is constructed from one scalar, this is {found}");
        self.refuse_construction(&rules::NOT_CONSTRUCTIBLE, one.span, message, help)
    }

    fn vector_of(&mut self, ty: ValueType, one: Operand) -> Option<ExpressionId> {
        let found = self.type_of(one.value);
        let text = self.excerpt(one.span).to_owned();
        if found.is_matrix() {
            let message = format!("{ty} is constructed from scalars and vectors, this is {found}");
            let columns = self.tight_excerpt(one.span);
            let columns: Vec<String> = (0..found.columns).map(|at| format!("{columns}[{at}]")).collect();
            let help = if found.components() == ty.components() {
                format!("take columns: `{ty}({})`", columns.join(", "))
            } else {
                format!("take one of its columns: `{}`", columns.join("`, `"))
            };
            return self.refuse_construction(&rules::VECTOR_OF_MATRIX, one.span, message, help);
        }
        if found.is_scalar() {
            let Some(scalar) = self.convert(one.value, ty.element()) else {
                let message = format!("{found} does not convert to the components of {ty} implicitly");
                let help = format!("convert it explicitly: `{ty}({}({text}))`", ty.element());
                return self.refuse_construction(&rules::NOT_CONSTRUCTIBLE, one.span, message, help);
            };
            return Some(self.add(ExpressionKind::Splat(scalar), ty));
        }
        if found.rows == ty.rows {
            return Some(self.cast(one.value, ty.scalar));
        }
        let message = format!("{ty} has {} components, this {found} has {}", ty.rows, found.rows);
        let help = if found.rows > ty.rows {
            let letters = &"xyzw"[..usize::from(ty.rows)];
            format!("choose components: `{}.{letters}`", self.tight_excerpt(one.span))
        } else {
            let missing = ty.rows - found.rows;
            let zero = if ty.scalar == Scalar::Bool { ", false" } else { ", 0" };
            format!("add what is missing: `{ty}({text}{})`", zero.repeat(usize::from(missing)))
        };
        self.refuse_construction(&rules::VECTOR_SIZE, one.span, message, help)
    }

    fn matrix_of(&mut self, ty: ValueType, one: Operand) -> Option<ExpressionId> {
        let found = self.type_of(one.value);
        if found == ty {
            return Some(one.value);
        }
        if found.is_matrix() {
            return Some(self.add(ExpressionKind::Resize(one.value), ty));
        }
        if found.is_vector() {
            let message = format!(
                "{ty} is constructed from a scalar, a matrix or {} components, this is one {found}",
                ty.components()
            );
            let help = format!("give {} vectors of {} components, one for each column", ty.columns, ty.rows);
            return self.refuse_construction(&rules::MATRIX_OF_VECTOR, one.span, message, help);
        }
        let Some(scalar) = self.convert(one.value, ValueType::FLOAT) else {
            let message = format!("{found} does not convert to the components of {ty} implicitly");
            let help = format!("convert it explicitly: `{ty}(float({}))`", self.excerpt(one.span));
            return self.refuse_construction(&rules::NOT_CONSTRUCTIBLE, one.span, message, help);
        };
        Some(self.add(ExpressionKind::Diagonal(scalar), ty))
    }

    /// A value built from several arguments.
    fn compose(&mut self, ty: ValueType, span: Span, operands: &[Operand]) -> Option<ExpressionId> {
        let mut parts = Vec::with_capacity(operands.len());
        let mut components = 0;
        for operand in operands {
            let found = self.type_of(operand.value);
            if found.is_matrix() {
                let rule: &'static Rule =
                    if ty.is_matrix() { &rules::ARGUMENT } else { &rules::VECTOR_OF_MATRIX };
                let message = format!(
                    "{ty} of several arguments is constructed from scalars and vectors, this is {found}"
                );
                let help = format!("take columns: `{}[0]`", self.tight_excerpt(operand.span));
                return self.refuse_construction(rule, operand.span, message, help);
            }
            components += found.components();
            let Some(part) = self.convert(operand.value, found.of(ty.scalar)) else {
                let wanted = found.of(ty.scalar);
                let message = format!("{found} does not convert to {wanted} implicitly");
                let help = format!("convert it explicitly: `{wanted}({})`", self.excerpt(operand.span));
                return self.refuse_construction(&rules::ARGUMENT, operand.span, message, help);
            };
            parts.push(part);
        }
        let wanted = ty.components();
        if components == wanted {
            return Some(self.add(ExpressionKind::Construct(parts), ty));
        }
        let message = match wanted {
            1 => format!("{ty} is constructed from one scalar, these are {components} components"),
            _ => format!("{ty} has {wanted} components, these are {components}"),
        };
        if components < wanted {
            let missing = wanted - components;
            let help = format!("add {missing} more");
            self.refuse_construction(&rules::TOO_FEW, span, message, help)
        } else {
            let surplus = components - wanted;
            let help = format!("leave {surplus} out; a swizzle chooses components: `v.xy`");
            self.refuse_construction(&rules::TOO_MANY, span, message, help)
        }
    }

    fn refuse_construction(
        &mut self,
        rule: &'static Rule,
        span: Span,
        message: String,
        help: impl Into<String>,
    ) -> Option<ExpressionId> {
        self.report(rule, span, message).help(help);
        None
    }
}
