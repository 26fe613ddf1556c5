//! Constant expressions are computed where they are read. Floats keep the precision of a `double`.

mod function;
mod function_vector;
pub(crate) mod scalar;

pub(crate) use function::function;

use smallvec::smallvec;

use crate::model::{BinaryOperator, Scalars, UnaryOperator};
use crate::types::{Scalar, Type};

/// The result of a prefix operator.
pub(crate) fn unary(operator: UnaryOperator, scalar: Scalar, operand: &[u64]) -> Scalars {
    operand
        .iter()
        .map(|bits| match operator {
            UnaryOperator::Negate if scalar.is_float() => scalar::from_float(-scalar::to_float(*bits)),
            UnaryOperator::Negate => scalar::wrap(scalar, bits.wrapping_neg()),
            UnaryOperator::Not => u64::from(*bits == 0),
            UnaryOperator::Complement => scalar::wrap(scalar, !bits),
        })
        .collect()
}

/// The result of a binary operator on scalars, vectors and matrices of one component type, whose shapes fit.
pub(crate) fn binary(
    operator: BinaryOperator,
    (left_type, left): (Type, &[u64]),
    (right_type, right): (Type, &[u64]),
) -> Scalars {
    let component = left_type.scalar().unwrap_or(Scalar::Float);
    if operator == BinaryOperator::Multiply
        && let Some(product) = linear((left_type, left), (right_type, right))
    {
        return product;
    }
    let count = left.len().max(right.len());
    (0..count).map(|at| scalar::binary(operator, component, smeared(left, at), smeared(right, at))).collect()
}

/// A component, or the only one.
pub(crate) fn smeared(scalars: &[u64], at: usize) -> u64 {
    scalars.get(at).or(scalars.first()).copied().unwrap_or(0)
}

/// The product of matrices, and of matrices with vectors.
fn linear((left_type, left): (Type, &[u64]), (right_type, right): (Type, &[u64])) -> Option<Scalars> {
    // A vector on the left is a row, one on the right a column.
    let (shared, rows) = match left_type {
        Type::Matrix(_, columns, rows) => (usize::from(columns), usize::from(rows)),
        Type::Vector(_, count) => (usize::from(count), 1),
        _ => return None,
    };
    let columns = match right_type {
        Type::Matrix(_, columns, _) => usize::from(columns),
        Type::Vector(..) if left_type.is_matrix() => 1,
        _ => return None,
    };
    let mut product = Scalars::with_capacity(rows * columns);
    for column in 0..columns {
        for row in 0..rows {
            let mut sum = 0.0;
            for at in 0..shared {
                let factor =
                    |scalars: &[u64], at: usize| scalar::to_float(scalars.get(at).copied().unwrap_or(0));
                sum += factor(left, at * rows + row) * factor(right, column * shared + at);
            }
            product.push(scalar::from_float(sum));
        }
    }
    Some(product)
}

/// Whether two values of one type are equal, component by component. `types` are those of the components, in order; the last
/// one stands for all that follow.
pub(crate) fn equal(left: &[u64], right: &[u64], types: &[Scalar]) -> bool {
    left.iter().zip(right).enumerate().all(|(at, (left, right))| {
        let component = types.get(at).or(types.last()).copied().unwrap_or(Scalar::Uint);
        scalar::binary(BinaryOperator::Equal, component, *left, *right) == 1
    })
}

/// Components as another type.
pub(crate) fn convert(from: Scalar, to: Scalar, scalars: &[u64]) -> Scalars {
    scalars.iter().map(|bits| scalar::convert(from, to, *bits)).collect()
}

/// `mat3(x)`: a scalar on the diagonal.
pub(crate) fn diagonal(value: u64, columns: u8, rows: u8) -> Scalars {
    let mut scalars: Scalars = smallvec![scalar::from_float(0.0); usize::from(columns) * usize::from(rows)];
    for at in 0..usize::from(columns.min(rows)) {
        if let Some(place) = scalars.get_mut(at * usize::from(rows) + at) {
            *place = value;
        }
    }
    scalars
}

/// `mat3(m)`: a matrix cut, or extended from the identity.
pub(crate) fn resize(
    matrix: &[u64],
    (from_columns, from_rows): (u8, u8),
    (columns, rows): (u8, u8),
) -> Scalars {
    let mut scalars = diagonal(scalar::from_float(1.0), columns, rows);
    for column in 0..usize::from(columns.min(from_columns)) {
        for row in 0..usize::from(rows.min(from_rows)) {
            let value = matrix.get(column * usize::from(from_rows) + row).copied();
            if let (Some(place), Some(value)) = (scalars.get_mut(column * usize::from(rows) + row), value) {
                *place = value;
            }
        }
    }
    scalars
}
