//! Folds functions of matrices, whose components are in column order.

use super::Constants;
use crate::build::Builder;
use crate::ir::expression::Expr;

impl Builder<'_> {
    /// Folds `transpose`.
    pub(super) fn transposed(&mut self, constants: Constants<'_>) -> Option<Expr> {
        let &[matrix] = constants.values else {
            return None;
        };
        let values = self.constant_slots(matrix)?;
        let rows = usize::from(self.type_of(matrix).rows());
        let turned: Vec<f64> =
            (0..rows).flat_map(|row| values.iter().copied().skip(row).step_by(rows)).collect();
        self.answer(constants.ty, &turned, constants)
    }

    /// Folds `outerProduct`: a column vector times a row vector, in single precision.
    pub(super) fn outer_product(&mut self, constants: Constants<'_>) -> Option<Expr> {
        let &[column, row] = constants.values else {
            return None;
        };
        let (column, row) = (self.constant_slots(column)?, self.constant_slots(row)?);
        let values: Vec<f64> =
            row.iter().flat_map(|&b| column.iter().map(move |&a| f64::from(a as f32 * b as f32))).collect();
        self.answer(constants.ty, &values, constants)
    }

    /// Folds `determinant`, in double precision.
    pub(super) fn determinant(&mut self, constants: Constants<'_>) -> Option<Expr> {
        let &[matrix] = constants.values else {
            return None;
        };
        let values = self.constant_slots(matrix)?;
        let determinant = Adjugate::of(&values)?.determinant;
        self.answer(constants.ty, &[determinant], constants)
    }

    /// Folds `inverse`, in double precision. `None` if the matrix is singular or a component of the inverse is infinite.
    pub(super) fn inverse(&mut self, constants: Constants<'_>) -> Option<Expr> {
        let &[matrix] = constants.values else {
            return None;
        };
        let values = self.constant_slots(matrix)?;
        let adjugate = Adjugate::of(&values)?;
        let inverse: Vec<f64> = adjugate
            .scaled(1.0 / adjugate.determinant)
            .into_iter()
            .map(|value| f64::from(value as f32))
            .collect();
        if adjugate.determinant as f32 == 0.0 || !inverse.iter().all(|value| value.is_finite()) {
            return None;
        }
        self.answer(constants.ty, &inverse, constants)
    }
}

/// Parts of the adjugate of a square matrix, and its determinant. The inverse is the adjugate divided by the determinant.
struct Adjugate {
    determinant: f64,
    parts: Parts,
}

enum Parts {
    Two([f64; 4]),
    Three([f64; 9]),
    Four {
        matrix: [f64; 16],
        /// 2×2 determinants of the first two columns, by pair of rows.
        first: [f64; 6],
        /// 2×2 determinants of the last two columns, by pair of rows.
        last: [f64; 6],
    },
}

/// Pairs of row numbers, in order.
const PAIRS: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];

/// Index of a pair in [`PAIRS`].
const fn pair(low: usize, high: usize) -> usize {
    match low {
        0 => high - 1,
        1 => high + 1,
        _ => 5,
    }
}

impl Adjugate {
    fn of(values: &[f64]) -> Option<Adjugate> {
        if let Ok(m) = <[f64; 4]>::try_from(values) {
            let [a, b, c, d] = m;
            return Some(Adjugate { determinant: a * d - b * c, parts: Parts::Two([d, -b, -c, a]) });
        }
        if let Ok(m) = <[f64; 9]>::try_from(values) {
            let at = |column: usize, row: usize| m[column % 3 * 3 + row % 3];
            let mut parts = [0.0; 9];
            for (place, part) in parts.iter_mut().enumerate() {
                let (row, column) = (place / 3, place % 3);
                *part = at(column + 1, row + 1) * at(column + 2, row + 2)
                    - at(column + 1, row + 2) * at(column + 2, row + 1);
            }
            let determinant = m[0] * parts[0] + m[1] * parts[3] + m[2] * parts[6];
            return Some(Adjugate { determinant, parts: Parts::Three(parts) });
        }
        let matrix = <[f64; 16]>::try_from(values).ok()?;
        let minors = |one: usize, other: usize| {
            PAIRS.map(|(low, high)| {
                let at = |column: usize, row: usize| matrix[column * 4 + row];
                at(one, low) * at(other, high) - at(one, high) * at(other, low)
            })
        };
        let (first, last) = (minors(0, 1), minors(2, 3));
        // Laplace expansion along two columns: each minor times the complementary one.
        let determinant = first[0] * last[5] - first[1] * last[4] + first[2] * last[3] + first[3] * last[2]
            - first[4] * last[1]
            + first[5] * last[0];
        Some(Adjugate { determinant, parts: Parts::Four { matrix, first, last } })
    }

    /// Returns the adjugate times a factor.
    fn scaled(&self, factor: f64) -> Vec<f64> {
        match &self.parts {
            Parts::Two(parts) => parts.iter().map(|part| part * factor).collect(),
            Parts::Three(parts) => parts.iter().map(|part| part * factor).collect(),
            Parts::Four { matrix, first, last } => {
                let (first, last) = (first.map(|minor| minor * factor), last.map(|minor| minor * factor));
                (0..16).map(|place| cofactor(matrix, &first, &last, place % 4, place / 4)).collect()
            }
        }
    }
}

/// Entry of a 4×4 adjugate for a column and row of the matrix: the determinant of the remaining rows and columns,
/// expanded along the column paired with this one.
fn cofactor(matrix: &[f64; 16], first: &[f64; 6], last: &[f64; 6], column: usize, row: usize) -> f64 {
    const OTHERS: [[usize; 3]; 4] = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]];
    let minors = if column < 2 { last } else { first };
    let [i, j, k] = OTHERS[row];
    let at = |row: usize| matrix[(column ^ 1) * 4 + row];
    let [a, b, c] = [at(i) * minors[pair(j, k)], at(j) * minors[pair(i, k)], at(k) * minors[pair(i, j)]];
    // This order gives zeros the same sign as Skia's compiler.
    match (column + row) % 2 {
        0 => a - b + c,
        _ => b - a - c,
    }
}
