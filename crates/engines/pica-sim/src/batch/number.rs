//! Arithmetic for loops over lanes: like the interpreter's, except that NaN bits are canonicalised
//! only when values leave.

use super::file::{Part, WIDTH};
use crate::number::{Arithmetic, Float24, Float32, Quick};

/// Intermediate type between operands and result.
pub(super) type Wide<N> = <<N as Number>::Rules as Quick>::Wide;

/// Differences from [`Quick`] in loops over lanes.
pub(super) trait Number: Sized {
    /// Arithmetic that this implements.
    type Rules: Quick;
    /// True if a NaN result has to be recomputed by the rules.
    const ASKS: bool;

    #[inline(always)]
    fn widen(value: f32) -> Wide<Self> {
        Self::Rules::widen(value)
    }

    #[inline(always)]
    fn product(a: Wide<Self>, b: Wide<Self>) -> Wide<Self> {
        Self::Rules::product(a, b)
    }

    /// Product used only as an argument of [`partial`](Quick::partial).
    #[inline(always)]
    fn term(a: Wide<Self>, b: Wide<Self>) -> Wide<Self> {
        Self::Rules::term(a, b)
    }

    #[inline(always)]
    fn sums(a: Part, b: Part) -> Part {
        let sum = |a, b| Self::Rules::narrow(Self::Rules::sum(Self::widen(a), Self::widen(b)));
        let sums = std::array::from_fn(|lane| sum(a[lane], b[lane]));
        if unknown::<Self>(&sums) {
            return two([a, b], Self::Rules::add);
        }
        sums
    }

    #[inline(always)]
    fn products(a: Part, b: Part) -> Part {
        let product = |a, b| Self::Rules::narrow(Self::product(Self::widen(a), Self::widen(b)));
        let products = std::array::from_fn(|lane| product(a[lane], b[lane]));
        if unknown::<Self>(&products) {
            return two([a, b], Self::Rules::mul);
        }
        products
    }

    #[inline(always)]
    fn products_and_sums(a: Part, b: Part, c: Part) -> Part {
        let results = std::array::from_fn(|lane| {
            let product = Self::product(Self::widen(a[lane]), Self::widen(b[lane]));
            Self::Rules::narrow(Self::Rules::sum(product, Self::widen(c[lane])))
        });
        if unknown::<Self>(&results) {
            return two([two([a, b], Self::Rules::mul), c], Self::Rules::add);
        }
        results
    }

    #[inline(always)]
    fn reciprocals(a: Part) -> Part {
        let results = a.map(|a| Self::Rules::narrow(Self::Rules::reciprocal(Self::widen(a))));
        if unknown::<Self>(&results) {
            return one(a, Self::Rules::rcp);
        }
        results
    }

    #[inline(always)]
    fn reciprocal_roots(a: Part) -> Part {
        let results = a.map(|a| Self::Rules::narrow(Self::Rules::reciprocal_root(Self::widen(a))));
        if unknown::<Self>(&results) {
            return one(a, Self::Rules::rsq);
        }
        results
    }
}

/// True if a part has to be recomputed by the rules.
#[inline(always)]
pub(super) fn unknown<N: Number>(results: &Part) -> bool {
    N::ASKS && results.iter().fold(false, |nan, value| nan | value.is_nan())
}

#[cold]
#[inline(never)]
fn one(a: Part, function: fn(f32) -> f32) -> Part {
    a.map(function)
}

#[cold]
#[inline(never)]
fn two([a, b]: [Part; 2], function: fn(f32, f32) -> f32) -> Part {
    let mut results = [0.0; WIDTH];
    for lane in 0..WIDTH {
        results[lane] = function(a[lane], b[lane]);
    }
    results
}

/// NaN results are correct except for products, where the fix-up is cheaper than recomputing.
impl Number for Float32 {
    type Rules = Float32;
    const ASKS: bool = false;

    #[inline(always)]
    fn product(a: f32, b: f32) -> f32 {
        let product = a * b;
        // No short circuit, to keep the surrounding loop free of branches.
        let fresh = product.is_nan() & !(a.is_nan() | b.is_nan());
        if fresh { 0.0 } else { product }
    }

    #[inline(always)]
    fn term(a: f32, b: f32) -> f32 {
        <Self as Number>::product(a, b)
    }
}

impl Number for Float24 {
    type Rules = Float24;
    const ASKS: bool = true;
}

/// [`Float24`] for operands without subnormals. Results are never subnormal, so checking loaded
/// values suffices.
pub(super) struct Normal24;

impl Number for Normal24 {
    type Rules = Float24;
    const ASKS: bool = true;

    #[inline(always)]
    fn widen(value: f32) -> f64 {
        f64::from(value)
    }
}
