//! Evaluates whole vector instructions: operands after selection and negation in, result before the
//! mask out.

use glassbox_pica::register::Comparison;

use super::Arithmetic;
use crate::operation::Compute;

/// LITP clamps its second component to this magnitude: 128 minus 2^-8.
pub const LITP_LIMIT: f32 = 128.0 - 1.0 / 256.0;

/// Result of an arithmetic instruction, all four components. Extra sources are ignored.
#[inline]
#[must_use]
pub fn evaluate<A: Arithmetic>(compute: Compute, sources: &[[f32; 4]; 3]) -> [f32; 4] {
    let [a, b, c] = *sources;
    let each = |function: fn(f32, f32) -> f32| std::array::from_fn(|lane| function(a[lane], b[lane]));
    match compute {
        Compute::Add => each(A::add),
        Compute::Mul => each(A::mul),
        Compute::Mad => std::array::from_fn(|lane| A::mad(a[lane], b[lane], c[lane])),
        Compute::Max => each(A::max),
        Compute::Min => each(A::min),
        Compute::Sge => each(A::sge),
        Compute::Slt => each(A::slt),
        Compute::Mov => a.map(A::copy),
        Compute::Floor => a.map(A::floor),
        Compute::Dp3 => [A::dp3(a, b); 4],
        Compute::Dp4 => [A::dp4(a, b); 4],
        Compute::Dph => [A::dph(a, b); 4],
        Compute::Dst => [1.0, A::mul(a[1], b[1]), A::copy(A::operand(a[2])), A::copy(A::operand(b[3]))],
        Compute::Litp => litp::<A>(a).0,
        Compute::Ex2 => [A::ex2(a[0]); 4],
        Compute::Lg2 => [A::lg2(a[0]); 4],
        Compute::Rcp => [A::rcp(a[0]); 4],
        Compute::Rsq => [A::rsq(a[0]); 4],
    }
}

/// LITP: the vector, and the values of `cmp.x` and `cmp.y`.
#[inline]
#[must_use]
pub fn litp<A: Arithmetic>(a: [f32; 4]) -> ([f32; 4], [bool; 2]) {
    let a = a.map(A::operand);
    let clamped = A::min(A::max(a[1], -LITP_LIMIT), LITP_LIMIT);
    ([A::max(a[0], 0.0), clamped, 0.0, A::max(a[3], 0.0)], [a[0] >= 0.0, a[3] >= 0.0])
}

/// One flag of CMP. Subnormals count, and the two unnamed operators are always true.
#[inline]
#[must_use]
pub fn compare(operator: Comparison, a: f32, b: f32) -> bool {
    match operator {
        Comparison::EQ => a == b,
        Comparison::NE => a != b,
        Comparison::LT => a < b,
        Comparison::LE => a <= b,
        Comparison::GT => a > b,
        Comparison::GE => a >= b,
        _ => true,
    }
}

/// MOVA: truncates to an integer. Values outside `i32` become the nearest one, NaN becomes 0; as an
/// index, all of these mean no offset.
#[inline]
#[must_use]
pub fn truncate(value: f32) -> i32 {
    value as i32
}
