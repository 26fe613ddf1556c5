//! `base[index]`: elements, columns and components, and array types.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{INT, Type};

use crate::build::Builder;
use crate::ir::expression::{Components, Constructor, Expr, ExpressionKind};
use crate::ir::ty::Ty;
use crate::rules::expression as rules;

impl Builder<'_> {
    /// Builds `base[index]`: an element of a value, or an array type if the base is a type.
    pub(crate) fn index(&mut self, base: Expr, index: Expr, span: Span) -> Option<Expr> {
        if let ExpressionKind::TypeReference(element) = self.program.kind_of(base)
            && element.meaning != Type::Invalid
        {
            return self.array_of(element, index, span);
        }
        let span = self.anchored(base, span);
        let ty = self.program.ty_of(base);
        if !matches!(ty.meaning, Type::Array(_) | Type::Matrix(..) | Type::Vector(..)) {
            let place = self.program.span_of(base);
            if !self.is_hopeless(place, &[base]) {
                let message = format!("`{}` has no elements", self.shown(ty));
                let help = "index an array, a matrix or a vector";
                self.wrong(&rules::NOT_INDEXABLE, place, message, help);
            }
            return None;
        }
        let index = if self.program.ty_of(index).meaning.is_integer() {
            index
        } else {
            self.coerce(index, Ty::own(INT))?
        };
        if let Some(number) = self.constant_int(index)
            && !self.is_in_range(number, base, index)
        {
            return None;
        }
        Some(self.make_index(base, index, span))
    }

    /// Builds the type `element[count]`.
    fn array_of(&mut self, element: Ty, count: Expr, span: Span) -> Option<Expr> {
        let count = self.coerce(count, Ty::own(INT))?;
        let place = self.program.span_of(count);
        let size = self.array_size(count)?;
        let ty = self.dimension(element, Some(size), place);
        (!self.is_poison(ty)).then(|| self.type_reference(ty, span))
    }

    fn is_in_range(&mut self, number: i64, base: Expr, index: Expr) -> bool {
        let ty = self.program.ty_of(base);
        let count = self.index_count(ty);
        if (0..i64::from(count)).contains(&number) {
            return true;
        }
        let span = self.on_line(self.program.span_of(base), self.program.span_of(index));
        let name = self.shown(ty);
        let message = format!("the index {number} is out of range: `{name}` has {count} elements");
        let help = format!("use an index from 0 to {}", count.saturating_sub(1));
        self.wrong(&rules::INDEX_RANGE, span, message, help);
        false
    }

    /// Builds `base[index]` for a base with elements. A constant index into a vector becomes a swizzle; into a
    /// constant array or matrix it yields the element or column.
    pub(crate) fn make_index(&mut self, base: Expr, index: Expr, span: Span) -> Expr {
        let ty = self.program.ty_of(base);
        if let Some(number) = self.constant_int(index)
            && self.is_in_range(number, base, index)
        {
            let number = number as usize;
            let found = match ty.meaning {
                Type::Vector(..) => {
                    return self.make_swizzle(base, Components::new(&[number as u8]), span);
                }
                Type::Array(_) if !self.has_side_effects(base) => self.constant_element(base, number),
                Type::Matrix(..) if !self.has_side_effects(base) => self.constant_column(base, number),
                _ => None,
            };
            if let Some(found) = found {
                return found;
            }
        }
        let result = match ty.meaning {
            Type::Matrix(_, _, rows) => self.compound_type(self.component(ty), rows, 1),
            _ => self.component(ty),
        };
        self.program.expression(ExpressionKind::Index { base, index }, result, span)
    }

    fn constant_element(&mut self, base: Expr, number: usize) -> Option<Expr> {
        let value = self.constant_value(base);
        let ExpressionKind::Constructor { kind: Constructor::Array, arguments } = self.program.kind_of(value)
        else {
            return None;
        };
        let &element = self.program.expression_lists.get(arguments).get(number)?;
        Some(if value == base { element } else { self.copy_expression(element) })
    }

    /// Column of a constant matrix, whose arguments need not be columns.
    fn constant_column(&mut self, base: Expr, number: usize) -> Option<Expr> {
        let ty = self.program.ty_of(base);
        let rows = ty.meaning.rows();
        let value = self.constant_value(base);
        let span = self.program.span_of(value);
        let scalar = self.component(ty);
        let mut column = Vec::with_capacity(usize::from(rows));
        for row in 0..usize::from(rows) {
            let number = self.slot_value(value, number * usize::from(rows) + row)?;
            column.push(self.literal(number, scalar, span));
        }
        let ty = self.compound_type(scalar, rows, 1);
        Some(self.make_compound(ty, &column, span))
    }
}
