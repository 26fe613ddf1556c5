//! Constructors and casts.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{Scalar, Type};
use glassbox_sksl_lang::ir::arena::List;
use glassbox_sksl_lang::ir::expression::{Constructor, Expr};
use glassbox_spirv::build::Id;

use crate::lowering::Lowering;
use crate::session::Outcome;

impl Lowering<'_, '_> {
    pub(crate) fn constructor(
        &mut self,
        kind: Constructor,
        arguments: List<Expr>,
        ty: Type,
        span: Span,
    ) -> Outcome<Id> {
        let arguments = self.program.expression_lists.get(arguments);
        let mut values = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            values.push((self.meaning(argument), self.value(argument)?));
        }
        let first = values.first().copied();
        match (kind, first) {
            (Constructor::Array | Constructor::Struct, _) => {
                let parts: Vec<Id> = values.iter().map(|(_, value)| *value).collect();
                if parts.len() != self.part_types(ty).len() {
                    return self.malformed(span, "a constructor has the wrong number of values");
                }
                self.compose(ty, &parts, span)
            }
            (Constructor::Compound, _) => self.compound(ty, &values, span),
            (Constructor::Splat, Some((_, value))) => self.splat(ty, value, span),
            (Constructor::DiagonalMatrix, Some((_, value))) => {
                let zero = self.number(Type::Scalar(Scalar::Float), 0.0, span)?;
                self.matrix(ty, span, |_, column, row| Ok(if column == row { value } else { zero }))
            }
            (Constructor::MatrixResize, Some((from, value))) => self.resized(ty, from, value, span),
            (
                Constructor::ScalarCast | Constructor::CompoundCast | Constructor::ArrayCast,
                Some((from, value)),
            ) => self.cast(value, from, ty, span),
            (_, None) => self.malformed(span, "a constructor has no values"),
        }
    }

    /// A vector or matrix of scalars, vectors and matrices, component by component.
    fn compound(&mut self, ty: Type, values: &[(Type, Id)], span: Span) -> Outcome<Id> {
        if let [(from, value)] = values
            && *from == ty
        {
            return Ok(*value);
        }
        let total: u32 = values.iter().map(|(from, _)| u32::from(from.width())).sum();
        if total != u32::from(ty.width()) || values.iter().any(|(from, _)| from.width() == 0) {
            return self.malformed(span, "a constructor has the wrong number of components");
        }
        let is_simple = values.iter().all(|(from, _)| !from.is_matrix());
        if ty.is_vector() && is_simple {
            let parts: Vec<Id> = values.iter().map(|(_, value)| *value).collect();
            if parts.iter().all(|part| self.s.b.is_constant(*part))
                && values.iter().all(|(from, _)| from.is_scalar())
            {
                return self.compose(ty, &parts, span);
            }
            return self.op(glassbox_spirv::build::op::COMPOSITE_CONSTRUCT, ty, &parts, span);
        }
        // Columns that are given as a whole stay so.
        if let Some(column) = self.program.types.indexed(ty).filter(|_| ty.is_matrix())
            && values.iter().all(|(from, _)| from.is_vector() && from.width() == column.width())
        {
            let columns: Vec<Id> = values.iter().map(|(_, value)| *value).collect();
            return self.compose(ty, &columns, span);
        }
        let mut scalars = Vec::with_capacity(total as usize);
        for &(from, value) in values {
            self.scalars(from, value, span, &mut scalars)?;
        }
        if ty.is_vector() {
            return self.compose(ty, &scalars, span);
        }
        let rows = usize::from(ty.rows());
        self.matrix(ty, span, |this, column, row| match scalars.get(column * rows + row) {
            Some(scalar) => Ok(*scalar),
            None => this.malformed(span, "a constructor has too few components"),
        })
    }

    /// All scalars of a scalar, vector or matrix.
    pub(crate) fn scalars(&mut self, ty: Type, value: Id, span: Span, into: &mut Vec<Id>) -> Outcome<()> {
        if ty.is_scalar() {
            into.push(value);
            return Ok(());
        }
        for (part, value) in self.parts(ty, value, span)? {
            self.scalars(part, value, span, into)?;
        }
        Ok(())
    }

    /// A matrix whose components a function gives by column and row.
    fn matrix(
        &mut self,
        ty: Type,
        span: Span,
        mut component: impl FnMut(&mut Self, usize, usize) -> Outcome<Id>,
    ) -> Outcome<Id> {
        let Some(column) = self.program.types.indexed(ty).filter(|_| ty.is_matrix()) else {
            return self.malformed(span, "expected the type of a matrix");
        };
        let mut columns = Vec::with_capacity(usize::from(ty.columns()));
        for number in 0..usize::from(ty.columns()) {
            let mut parts = Vec::with_capacity(usize::from(ty.rows()));
            for row in 0..usize::from(ty.rows()) {
                parts.push(component(self, number, row)?);
            }
            columns.push(self.compose(column, &parts, span)?);
        }
        self.compose(ty, &columns, span)
    }

    /// A matrix of another size: what is added is from the identity matrix.
    fn resized(&mut self, ty: Type, from: Type, value: Id, span: Span) -> Outcome<Id> {
        let scalar = Type::Scalar(Scalar::Float);
        let zero = self.number(scalar, 0.0, span)?;
        let one = self.number(scalar, 1.0, span)?;
        let (columns, rows) = (usize::from(from.columns()), usize::from(from.rows()));
        let part = Type::Scalar(from.scalar().unwrap_or(Scalar::Float));
        self.matrix(ty, span, |this, column, row| {
            if column < columns && row < rows {
                return this.op_with(
                    glassbox_spirv::build::op::COMPOSITE_EXTRACT,
                    part,
                    (&[value], &[column as u32, row as u32]),
                    span,
                );
            }
            Ok(if column == row { one } else { zero })
        })
    }

    /// A value with other scalars.
    pub(crate) fn cast(&mut self, value: Id, from: Type, to: Type, span: Span) -> Outcome<Id> {
        if !to.is_array() {
            return self.cast_scalar(value, from.scalar(), to, span);
        }
        let kinds = |ty: Type| self.program.types.component(ty).scalar().map(Scalar::kind);
        if kinds(from) == kinds(to) {
            return Ok(value);
        }
        let Some(element) = self.program.types.indexed(to) else {
            return self.malformed(span, "the cast is of no array");
        };
        let mut parts = Vec::new();
        for (part, value) in self.parts(from, value, span)? {
            parts.push(self.cast(value, part, element, span)?);
        }
        self.compose(to, &parts, span)
    }
}
