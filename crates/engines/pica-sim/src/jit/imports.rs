//! Host functions called by compiled code.
//!
//! They take and return numbers, access no memory, and do not unwind: they call the interpreter's
//! code.

use crate::number::{Arithmetic, Float24, Float32, Precision};

/// Function of one number.
pub(super) type Function = extern "C" fn(f32) -> f32;

/// EX2 in a precision.
pub(super) fn ex2(precision: Precision) -> Function {
    match precision {
        Precision::Float24 => of_ex2::<Float24>,
        Precision::Float32 => of_ex2::<Float32>,
    }
}

/// LG2 in a precision.
pub(super) fn lg2(precision: Precision) -> Function {
    match precision {
        Precision::Float24 => of_lg2::<Float24>,
        Precision::Float32 => of_lg2::<Float32>,
    }
}

extern "C" fn of_ex2<A: Arithmetic>(value: f32) -> f32 {
    A::ex2(value)
}

extern "C" fn of_lg2<A: Arithmetic>(value: f32) -> f32 {
    A::lg2(value)
}
