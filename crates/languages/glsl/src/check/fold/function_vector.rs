//! Built-in functions on constants that look at whole vectors and matrices.

use smallvec::smallvec;

use super::scalar::{from_float, to_float};
use crate::model::Scalars;
use crate::types::Type;

/// The result; `None` where the function is none of these.
pub(super) fn on_vectors(name: &str, result: Type, arguments: &[(Type, &[u64])]) -> Option<Scalars> {
    let (first, scalars) = *arguments.first()?;
    match name {
        "any" => return Some(smallvec![u64::from(scalars.iter().any(|bits| *bits != 0))]),
        "all" => return Some(smallvec![u64::from(scalars.iter().all(|bits| *bits != 0))]),
        "packUnorm2x16" | "packSnorm2x16" | "packUnorm4x8" | "packSnorm4x8" => {
            return Some(smallvec![pack(name, scalars)]);
        }
        "unpackUnorm2x16" | "unpackSnorm2x16" | "unpackUnorm4x8" | "unpackSnorm4x8" => {
            return Some(unpack(name, *scalars.first()?));
        }
        _ => {}
    }
    if !first.scalar()?.is_float() {
        return None;
    }
    let second = arguments.get(1).map_or(&[][..], |(_, scalars)| *scalars);
    match name {
        "length" => Some(smallvec![from_float(dot(scalars, scalars).sqrt())]),
        "distance" => {
            let sum: f64 = pairs(scalars, second).map(|(x, y)| (y - x) * (y - x)).sum();
            Some(smallvec![from_float(sum.sqrt())])
        }
        "dot" => Some(smallvec![from_float(dot(scalars, second))]),
        "normalize" => {
            let length = dot(scalars, scalars).sqrt();
            Some(scalars.iter().map(|bits| from_float(to_float(*bits) / length)).collect())
        }
        "cross" => cross(scalars, second),
        "faceforward" => {
            let (_, reference) = arguments.get(2)?;
            let sign = if dot(second, reference) < 0.0 { 1.0 } else { -1.0 };
            Some(scalars.iter().map(|bits| from_float(sign * to_float(*bits))).collect())
        }
        "reflect" => {
            let twice = 2.0 * dot(scalars, second);
            Some(pairs(scalars, second).map(|(x, y)| from_float(x - twice * y)).collect())
        }
        "refract" => Some(refract(scalars, second, to_float(*arguments.get(2)?.1.first()?))),
        "matrixCompMult" => Some(pairs(scalars, second).map(|(x, y)| from_float(x * y)).collect()),
        "outerProduct" => Some(
            second
                .iter()
                .flat_map(|y| scalars.iter().map(|x| from_float(to_float(*x) * to_float(*y))))
                .collect(),
        ),
        "transpose" => transpose(first, scalars),
        "determinant" => Some(smallvec![from_float(determinant(&floats(scalars)))]),
        "inverse" if result.is_matrix() => inverse(&floats(scalars)),
        _ => None,
    }
}

fn pairs<'s>(left: &'s [u64], right: &'s [u64]) -> impl Iterator<Item = (f64, f64)> + 's {
    left.iter().zip(right).map(|(x, y)| (to_float(*x), to_float(*y)))
}

fn dot(left: &[u64], right: &[u64]) -> f64 {
    pairs(left, right).map(|(x, y)| x * y).sum()
}

fn floats(scalars: &[u64]) -> Vec<f64> {
    scalars.iter().map(|bits| to_float(*bits)).collect()
}

fn cross(left: &[u64], right: &[u64]) -> Option<Scalars> {
    let (a, b) = (floats(left), floats(right));
    let ([a, b, c], [x, y, z]) = (a[..].try_into().ok()?, b[..].try_into().ok()?);
    let (a, b, c, x, y, z): (f64, f64, f64, f64, f64, f64) = (a, b, c, x, y, z);
    Some(smallvec![from_float(b * z - c * y), from_float(c * x - a * z), from_float(a * y - b * x)])
}

fn refract(incident: &[u64], normal: &[u64], eta: f64) -> Scalars {
    let dot = dot(incident, normal);
    let k = 1.0 - eta * eta * (1.0 - dot * dot);
    pairs(incident, normal)
        .map(|(x, n)| from_float(if k < 0.0 { 0.0 } else { eta * x - (eta * dot + k.sqrt()) * n }))
        .collect()
}

fn transpose(ty: Type, scalars: &[u64]) -> Option<Scalars> {
    let Type::Matrix(_, columns, rows) = ty else {
        return None;
    };
    let (columns, rows) = (usize::from(columns), usize::from(rows));
    (0..rows)
        .flat_map(|row| (0..columns).map(move |column| scalars.get(column * rows + row).copied()))
        .collect()
}

/// The matrix without one column and one row; square matrices by columns.
fn minor(matrix: &[f64], size: usize, column: usize, row: usize) -> Vec<f64> {
    let keeps = |at: &usize| at / size != column && at % size != row;
    (0..matrix.len()).filter(keeps).filter_map(|at| matrix.get(at).copied()).collect()
}

fn sign(column: usize, row: usize) -> f64 {
    if (column + row).is_multiple_of(2) { 1.0 } else { -1.0 }
}

/// Four columns at most.
fn determinant(matrix: &[f64]) -> f64 {
    match *matrix {
        [only] => only,
        [a, b, c, d] => a * d - b * c,
        _ => {
            let size = matrix.len().isqrt();
            (0..size)
                .map(|column| {
                    let factor = matrix.get(column * size).copied().unwrap_or(0.0);
                    sign(column, 0) * factor * determinant(&minor(matrix, size, column, 0))
                })
                .sum()
        }
    }
}

/// `None` of a matrix that has no inverse.
fn inverse(matrix: &[f64]) -> Option<Scalars> {
    let size = matrix.len().isqrt();
    let determinant_of_all = determinant(matrix);
    if determinant_of_all == 0.0 {
        return None;
    }
    let mut scalars = Scalars::new();
    for column in 0..size {
        for row in 0..size {
            let cofactor = sign(column, row) * determinant(&minor(matrix, size, row, column));
            scalars.push(from_float(cofactor / determinant_of_all));
        }
    }
    Some(scalars)
}

/// Bits of a component and the factor that it is scaled by.
fn packing(name: &str) -> (u32, f64, bool) {
    let is_signed = name.contains("Snorm");
    let bits = if name.ends_with("2x16") { 16 } else { 8 };
    let largest = if is_signed { (1u32 << (bits - 1)) - 1 } else { (1u32 << bits) - 1 };
    (bits, f64::from(largest), is_signed)
}

fn pack(name: &str, scalars: &[u64]) -> u64 {
    let (bits, scale, is_signed) = packing(name);
    let low = if is_signed { -1.0 } else { 0.0 };
    scalars.iter().enumerate().fold(0, |packed, (at, value)| {
        let whole = (to_float(*value).clamp(low, 1.0) * scale).round_ties_even() as i64 as u64;
        packed | (whole & ((1 << bits) - 1)) << (bits * at as u32)
    })
}

fn unpack(name: &str, packed: u64) -> Scalars {
    let (bits, scale, is_signed) = packing(name);
    let count = 32 / bits;
    let component = |at| {
        let part = packed >> (bits * at);
        let whole = match (is_signed, bits) {
            (true, 16) => f64::from(part as i16),
            (true, _) => f64::from(part as i8),
            (false, 16) => f64::from(part as u16),
            (false, _) => f64::from(part as u8),
        };
        from_float((whole / scale).max(-1.0))
    };
    (0..count).map(component).collect()
}
