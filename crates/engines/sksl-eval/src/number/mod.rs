//! The arithmetic: what each operation makes of one lane.
//!
//! Every value is 32 bits wide: a single-precision float, an integer, or a truth value, of which all bits are set or none is.
//! The compiler's constants, the values of uniforms and the lanes of pixels all go through these functions, so they cannot
//! disagree. Nothing here depends on the processor: there is no fused multiplication, and no function of the C library.

pub(crate) mod curve;
pub(crate) mod float;
pub(crate) mod integer;
pub(crate) mod pack;

/// A float in a lane.
#[inline(always)]
pub(crate) const fn float(bits: u32) -> f32 {
    f32::from_bits(bits)
}

/// A lane with a float.
#[inline(always)]
pub(crate) const fn bits(value: f32) -> u32 {
    value.to_bits()
}

/// A lane with a truth value.
#[inline(always)]
pub(crate) const fn truth(value: bool) -> u32 {
    if value { TRUE } else { FALSE }
}

/// What `true` is.
pub(crate) const TRUE: u32 = u32::MAX;

/// What `false` is.
pub(crate) const FALSE: u32 = 0;
