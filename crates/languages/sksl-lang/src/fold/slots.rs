//! Components ("slots") of constants, and comparison by slot.
//!
//! A scalar has one slot, a vector one per component, a matrix one per component in column order, an array or struct
//! those of its elements or fields in order. An expression that is not constant may have constant slots: `mat2(x)`
//! has zeros off its diagonal. Casts have the slots of their operand.

use glassbox_sksl::builtin::Scalar;
use smallvec::SmallVec;

use crate::build::Builder;
use crate::ir::expression::{Constructor, Expr, ExpressionKind};

/// Run of slots with the same value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    /// Constant value; `None` if it is only known at run time.
    pub value: Option<f64>,
    /// Number of slots.
    pub count: u64,
}

/// Runs of an expression. Few constants are longer than a vector.
pub(crate) type Runs = SmallVec<[Run; 4]>;

impl Builder<'_> {
    /// Constant value of a slot.
    pub(crate) fn slot_value(&self, expression: Expr, slot: usize) -> Option<f64> {
        let (kind, arguments) = match self.program.kind_of(expression) {
            ExpressionKind::Literal(value) => return Some(value),
            ExpressionKind::Constructor { kind, arguments } => (kind, arguments),
            _ => return None,
        };
        let arguments = self.program.expression_lists.get(arguments);
        let &first = arguments.first()?;
        match kind {
            Constructor::Splat => self.slot_value(first, 0),
            Constructor::DiagonalMatrix | Constructor::MatrixResize => {
                let rows = usize::from(self.type_of(expression).rows());
                let (column, row) = (slot.checked_div(rows)?, slot.checked_rem(rows)?);
                let is_diagonal = column == row;
                let inner = self.type_of(first);
                let (columns, rows) = (usize::from(inner.columns()), usize::from(inner.rows()));
                match kind {
                    Constructor::DiagonalMatrix if is_diagonal => self.slot_value(first, 0),
                    Constructor::MatrixResize if column < columns && row < rows => {
                        self.slot_value(first, column * rows + row)
                    }
                    Constructor::MatrixResize if is_diagonal => Some(1.0),
                    _ => Some(0.0),
                }
            }
            _ => {
                let mut slot = slot as u64;
                for &argument in arguments {
                    let count = self.program.types.slots(self.type_of(argument));
                    if slot < count {
                        return self.slot_value(argument, slot as usize);
                    }
                    slot -= count;
                }
                None
            }
        }
    }

    /// All slots of an expression, in order. The number of runs is bounded by the number of nodes, however many slots
    /// the type has.
    pub(crate) fn slot_runs(&self, expression: Expr) -> Runs {
        let mut runs = Runs::new();
        self.add_runs(expression, &mut runs);
        runs
    }

    fn add_runs(&self, expression: Expr, runs: &mut Runs) {
        let count = self.program.types.slots(self.type_of(expression));
        match self.program.kind_of(expression) {
            ExpressionKind::Literal(value) => runs.push(Run { value: Some(value), count }),
            ExpressionKind::Constructor { kind: Constructor::Splat, .. } => {
                runs.push(Run { value: self.slot_value(expression, 0), count })
            }
            ExpressionKind::Constructor {
                kind: Constructor::DiagonalMatrix | Constructor::MatrixResize,
                ..
            } => {
                for slot in 0..usize::from(self.type_of(expression).width()) {
                    let value = self.slot_value(expression, slot);
                    runs.push(Run { value, count: 1 });
                }
            }
            ExpressionKind::Constructor { arguments, .. } => {
                for &argument in self.program.expression_lists.get(arguments) {
                    self.add_runs(argument, runs);
                }
            }
            _ => runs.push(Run { value: None, count }),
        }
    }

    /// Returns whether some slot is known to be zero.
    pub(super) fn contains_zero(&self, expression: Expr) -> bool {
        match self.program.kind_of(expression) {
            ExpressionKind::Literal(value) => value == 0.0,
            ExpressionKind::Constructor { .. } => {
                self.slot_runs(expression).iter().any(|run| run.count > 0 && run.value == Some(0.0))
            }
            _ => false,
        }
    }

    /// Value that all slots are known to have.
    #[inline]
    pub(super) fn number_of_all(&self, expression: Expr) -> Option<f64> {
        match self.program.kind_of(expression) {
            ExpressionKind::Literal(value) => Some(value),
            ExpressionKind::Constructor { .. } => self.number_of_runs(expression),
            _ => None,
        }
    }

    fn number_of_runs(&self, expression: Expr) -> Option<f64> {
        let runs = self.slot_runs(expression);
        let mut values = runs.iter().filter(|run| run.count > 0).map(|run| run.value);
        let first = values.next()??;
        values.all(|value| value == Some(first)).then_some(first)
    }

    /// Slots of a constant vector, matrix or scalar. `None` if a slot is unknown.
    pub(super) fn constant_slots(&self, expression: Expr) -> Option<Vec<f64>> {
        let width = usize::from(self.type_of(expression).width());
        (0..width).map(|slot| self.slot_value(expression, slot)).collect()
    }

    /// Compares two constants by slot. `None` if a slot is unknown before the first difference. The constructors may
    /// differ: `float2(1)` equals `float2(1, 1)`.
    pub(crate) fn compare_constants(&self, a: Expr, b: Expr) -> Option<bool> {
        let kind = |expression| {
            let scalar = self.type_of(expression).scalar();
            scalar.map(Scalar::kind)
        };
        match (self.program.kind_of(a), self.program.kind_of(b)) {
            (ExpressionKind::Literal(left), ExpressionKind::Literal(right)) => {
                (kind(a) == kind(b)).then_some(left == right)
            }
            (
                ExpressionKind::Constructor { .. },
                ExpressionKind::Constructor { .. } | ExpressionKind::Literal(_),
            ) => self.compare_runs(a, b),
            _ => None,
        }
    }

    fn compare_runs(&self, a: Expr, b: Expr) -> Option<bool> {
        let runs = |expression| {
            let runs = self.slot_runs(expression).into_iter();
            runs.filter(|run| run.count > 0)
        };
        let (mut left, mut right) = (runs(a), runs(b));
        let (mut one, mut other) = (left.next(), right.next());
        while let (Some(mut l), Some(mut r)) = (one, other) {
            if l.value? != r.value? {
                return Some(false);
            }
            let step = l.count.min(r.count);
            l.count -= step;
            r.count -= step;
            one = if l.count == 0 { left.next() } else { Some(l) };
            other = if r.count == 0 { right.next() } else { Some(r) };
        }
        Some(true)
    }
}
