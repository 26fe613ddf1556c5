//! Types as rows of scalars.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{NumberKind, Scalar, Type};

use super::{Lowering, Outcome, finding, malformed};
use crate::rules;

impl Lowering<'_> {
    /// How many scalars a value of a type takes.
    pub(super) fn width(&self, ty: Type, span: Span) -> Outcome<usize> {
        let slots = self.program.types.slots(ty);
        let limit = self.settings.slot_limit;
        match usize::try_from(slots) {
            Ok(slots) if slots <= limit => Ok(slots),
            _ => Err(finding(
                &rules::TOO_LARGE,
                span,
                format!(
                    "a value of type `{}` takes {slots} scalars, more than the limit of {limit}",
                    self.program.types.name(ty)
                ),
            )
            .help("raise the limit of scalars, or make the array smaller")
            .into()),
        }
    }

    /// The kind of number that a scalar, vector or matrix is made of.
    pub(super) fn number_kind(&self, ty: Type, span: Span) -> Outcome<NumberKind> {
        ty.scalar().map(Scalar::kind).ok_or_else(|| {
            malformed(
                span,
                format!(
                    "expected a number or vector, found a value of type `{}`",
                    self.program.types.name(ty)
                ),
            )
        })
    }

    /// The kind of each scalar of a value, in order.
    pub(super) fn scalar_kinds(&self, ty: Type, span: Span) -> Outcome<Vec<NumberKind>> {
        let mut kinds = Vec::with_capacity(self.width(ty, span)?);
        self.collect_kinds(ty, &mut kinds);
        Ok(kinds)
    }

    /// Types nest no deeper than they were built, each from types that were there before, and the width is limited.
    fn collect_kinds(&self, ty: Type, kinds: &mut Vec<NumberKind>) {
        let types = &self.program.types;
        if let Some(array) = types.array(ty) {
            let start = kinds.len();
            self.collect_kinds(array.element, kinds);
            let element = kinds[start..].to_vec();
            for _ in 1..array.count {
                kinds.extend_from_slice(&element);
            }
        } else if let Some(declaration) = types.structure(ty) {
            for field in &declaration.fields {
                self.collect_kinds(field.ty, kinds);
            }
        } else if let Some(scalar) = ty.scalar() {
            kinds.resize(kinds.len() + usize::from(ty.width()), scalar.kind());
        }
    }

    /// Where a field of a struct begins among its scalars, and its type.
    pub(super) fn field_place(&self, ty: Type, index: usize) -> Option<(usize, Type)> {
        let types = &self.program.types;
        let fields = &types.structure(ty)?.fields;
        let field = fields.get(index)?;
        let before: u64 = fields[..index].iter().map(|field| types.slots(field.ty)).sum();
        Some((usize::try_from(before).ok()?, field.ty))
    }
}
