//! Folds functions that reduce vectors to a number, one component after the other, in double precision.

use super::Constants;
use crate::build::Builder;
use crate::ir::expression::Expr;

/// Reduction of a vector to a number.
#[derive(Clone, Copy)]
pub(super) struct Reduction {
    start: f64,
    /// Combines the number so far with a component of each argument.
    step: fn(f64, f64, f64) -> f64,
    finish: fn(f64) -> f64,
}

/// Reduction of a function.
pub(super) fn of(name: &str) -> Option<Reduction> {
    let reduction = |start, step, finish| Reduction { start, step, finish };
    Some(match name {
        "length" => reduction(0.0, |sum, a, _| sum + a * a, f64::sqrt),
        "distance" => reduction(0.0, |sum, a, b| sum + (a - b) * (a - b), f64::sqrt),
        "dot" => reduction(0.0, |sum, a, b| sum + a * b, |sum| sum),
        "any" => reduction(0.0, |so_far, a, _| f64::from(so_far != 0.0 || a != 0.0), |any| any),
        "all" => reduction(1.0, |so_far, a, _| f64::from(so_far != 0.0 && a != 0.0), |all| all),
        _ => return None,
    })
}

impl Builder<'_> {
    /// Reduces the arguments to a number.
    pub(super) fn reduced(&mut self, reduction: Reduction, constants: Constants<'_>) -> Option<Expr> {
        let width = constants.values.iter().map(|&value| self.type_of(value).columns()).max()?;
        let mut number = reduction.start;
        for slot in 0..usize::from(width) {
            let [a, b, _] = self.at(constants, slot)?;
            number = (reduction.step)(number, a, b);
            if !number.is_finite() {
                return None;
            }
        }
        self.answer(constants.ty, &[(reduction.finish)(number)], constants)
    }
}
