//! Constructors and casts.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{NumberKind, Type};
use glassbox_sksl_lang::ir::arena::List;
use glassbox_sksl_lang::ir::expression::{Constructor, Expr};

use super::{Lowering, Outcome, Slots, malformed};
use crate::graph::Node;
use crate::number::bits;
use crate::op::Op;

impl Lowering<'_> {
    pub(super) fn constructor(
        &mut self,
        kind: Constructor,
        arguments: List<Expr>,
        ty: Type,
        span: Span,
    ) -> Outcome<Slots> {
        let arguments = self.program.expression_lists.get(arguments);
        let mut values = Slots::new();
        for &argument in arguments {
            values.extend(self.value(argument)?);
        }
        match kind {
            Constructor::Array | Constructor::Compound | Constructor::Struct => Ok(values),
            Constructor::Splat => match values[..] {
                [only] => Ok(vec![only; self.width(ty, span)?]),
                _ => Err(malformed(span, "expected one scalar")),
            },
            Constructor::DiagonalMatrix => match values[..] {
                [only] => {
                    let zero = self.graph.float(0.0);
                    let (columns, rows) = (usize::from(ty.columns()), usize::from(ty.rows()));
                    Ok(each_component(columns, rows)
                        .map(|(column, row)| if column == row { only } else { zero })
                        .collect())
                }
                _ => Err(malformed(span, "expected one scalar")),
            },
            Constructor::MatrixResize => {
                let from = arguments.first().map(|&argument| self.program.ty_of(argument).meaning);
                let from = from.ok_or_else(|| malformed(span, "expected a matrix"))?;
                let (zero, one) = (self.graph.float(0.0), self.graph.float(1.0));
                let (columns, rows) = (usize::from(from.columns()), usize::from(from.rows()));
                Ok(each_component(usize::from(ty.columns()), usize::from(ty.rows()))
                    .map(|(column, row)| {
                        let inside = column < columns && row < rows;
                        let old = if inside { values.get(column * rows + row) } else { None };
                        old.copied().unwrap_or(if column == row { one } else { zero })
                    })
                    .collect())
            }
            Constructor::ScalarCast | Constructor::CompoundCast | Constructor::ArrayCast => {
                let from = arguments.first().map(|&argument| self.program.ty_of(argument).meaning);
                let from = from.ok_or_else(|| malformed(span, "expected a value"))?;
                let before = self.scalar_kinds(from, span)?;
                let after = self.scalar_kinds(ty, span)?;
                if before.len() != values.len() || after.len() != values.len() {
                    return Err(malformed(span, "the cast changes the size of a value"));
                }
                let kinds = before.into_iter().zip(after);
                Ok(values
                    .into_iter()
                    .zip(kinds)
                    .map(|(node, (before, after))| self.cast(node, before, after))
                    .collect())
            }
        }
    }

    /// A scalar as another kind of number.
    pub(super) fn cast(&mut self, node: Node, before: NumberKind, after: NumberKind) -> Node {
        use NumberKind::{Boolean, Float, Signed, Unsigned};
        let graph = &mut self.graph;
        match (before, after) {
            (Float, Signed) => graph.unary(Op::ToInt, node),
            (Float, Unsigned) => graph.unary(Op::ToUint, node),
            (Signed, Float) => graph.unary(Op::FromInt, node),
            (Unsigned, Float) => graph.unary(Op::FromUint, node),
            (Float, Boolean) => {
                let zero = graph.float(0.0);
                graph.binary(Op::NotEqual, node, zero)
            }
            (Signed | Unsigned, Boolean) => {
                let zero = graph.constant(0);
                graph.binary(Op::NotEqualInt, node, zero)
            }
            (Boolean, Float) => {
                let one = graph.constant(bits(1.0));
                graph.binary(Op::And, node, one)
            }
            (Boolean, Signed | Unsigned) => {
                let one = graph.constant(1);
                graph.binary(Op::And, node, one)
            }
            (Float, Float) | (Signed | Unsigned, Signed | Unsigned) | (Boolean, Boolean) => node,
        }
    }
}

/// The components of a matrix, column by column.
fn each_component(columns: usize, rows: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..columns).flat_map(move |column| (0..rows).map(move |row| (column, row)))
}
