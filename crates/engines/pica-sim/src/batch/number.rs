//! Arithmetic for loops over lanes: as the interpreter's, but the bits of a NaN are not canonical until values leave.

use super::file::{Part, WIDTH};
use crate::number::{Arithmetic, Float24, Float32, Quick};

/// The operations whose form matters for speed.
pub(super) trait Number {
    /// The arithmetic that this is a form of.
    type Rules: Arithmetic;
    /// What an instruction has between its operands and its result.
    type Wide: Copy + Default;
    /// A result of NaN says nothing, and the rules have to be asked.
    const ASKS: bool;

    fn widen(value: f32) -> Self::Wide;
    fn narrow(value: Self::Wide) -> f32;
    fn sum(a: Self::Wide, b: Self::Wide) -> Self::Wide;
    fn product(a: Self::Wide, b: Self::Wide) -> Self::Wide;
    fn reciprocal(a: Self::Wide) -> Self::Wide;
    fn reciprocal_root(a: Self::Wide) -> Self::Wide;
    /// See [`Quick`].
    fn term(a: Self::Wide, b: Self::Wide) -> Self::Wide;
    fn first(term: Self::Wide) -> Self::Wide;
    fn partial(sum: Self::Wide, term: Self::Wide) -> Self::Wide;

    #[inline(always)]
    fn sums(a: Part, b: Part) -> Part {
        let sum = |a, b| Self::narrow(Self::sum(Self::widen(a), Self::widen(b)));
        let sums = std::array::from_fn(|lane| sum(a[lane], b[lane]));
        if unknown::<Self>(&sums) {
            return two([a, b], Self::Rules::add);
        }
        sums
    }

    #[inline(always)]
    fn products(a: Part, b: Part) -> Part {
        let product = |a, b| Self::narrow(Self::product(Self::widen(a), Self::widen(b)));
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
            Self::narrow(Self::sum(product, Self::widen(c[lane])))
        });
        if unknown::<Self>(&results) {
            return two([two([a, b], Self::Rules::mul), c], Self::Rules::add);
        }
        results
    }

    #[inline(always)]
    fn reciprocals(a: Part) -> Part {
        let results = a.map(|a| Self::narrow(Self::reciprocal(Self::widen(a))));
        if unknown::<Self>(&results) {
            return one(a, Self::Rules::rcp);
        }
        results
    }

    #[inline(always)]
    fn reciprocal_roots(a: Part) -> Part {
        let results = a.map(|a| Self::narrow(Self::reciprocal_root(Self::widen(a))));
        if unknown::<Self>(&results) {
            return one(a, Self::Rules::rsq);
        }
        results
    }
}

/// Whether the rules have to be asked for a part.
#[inline(always)]
pub(super) fn unknown<N: Number + ?Sized>(results: &Part) -> bool {
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

impl Number for Float32 {
    type Rules = Float32;
    type Wide = f32;
    const ASKS: bool = false;

    #[inline(always)]
    fn widen(value: f32) -> f32 {
        value
    }

    #[inline(always)]
    fn narrow(value: f32) -> f32 {
        value
    }

    #[inline(always)]
    fn sum(a: f32, b: f32) -> f32 {
        a + b
    }

    #[inline(always)]
    fn product(a: f32, b: f32) -> f32 {
        let product = a * b;
        // Without short circuits the loop around this has no branches.
        let fresh = product.is_nan() & !(a.is_nan() | b.is_nan());
        if fresh { 0.0 } else { product }
    }

    #[inline(always)]
    fn reciprocal(a: f32) -> f32 {
        1.0 / a
    }

    #[inline(always)]
    fn reciprocal_root(a: f32) -> f32 {
        1.0 / a.sqrt()
    }

    #[inline(always)]
    fn term(a: f32, b: f32) -> f32 {
        <Self as Number>::product(a, b)
    }

    #[inline(always)]
    fn first(term: f32) -> f32 {
        0.0 + term
    }

    #[inline(always)]
    fn partial(sum: f32, term: f32) -> f32 {
        sum + term
    }
}

/// [`Float24`] with operands of which none is subnormal. No result is, so it is enough to look at what is loaded.
pub(super) struct Normal24;

/// A form of [`Float24`] that takes its operations from [`Quick`].
macro_rules! quick {
    ($name:ident, $widen:expr) => {
        impl Number for $name {
            type Rules = Float24;
            type Wide = f64;
            const ASKS: bool = true;

            #[inline(always)]
            fn widen(value: f32) -> f64 {
                $widen(value)
            }

            #[inline(always)]
            fn narrow(value: f64) -> f32 {
                <Float24 as Quick>::narrow(value)
            }

            #[inline(always)]
            fn sum(a: f64, b: f64) -> f64 {
                <Float24 as Quick>::sum(a, b)
            }

            #[inline(always)]
            fn product(a: f64, b: f64) -> f64 {
                <Float24 as Quick>::product(a, b)
            }

            #[inline(always)]
            fn reciprocal(a: f64) -> f64 {
                <Float24 as Quick>::reciprocal(a)
            }

            #[inline(always)]
            fn reciprocal_root(a: f64) -> f64 {
                <Float24 as Quick>::reciprocal_root(a)
            }

            #[inline(always)]
            fn term(a: f64, b: f64) -> f64 {
                <Float24 as Quick>::term(a, b)
            }

            #[inline(always)]
            fn first(term: f64) -> f64 {
                <Float24 as Quick>::first(term)
            }

            #[inline(always)]
            fn partial(sum: f64, term: f64) -> f64 {
                <Float24 as Quick>::partial(sum, term)
            }
        }
    };
}

quick!(Float24, <Float24 as Quick>::widen);
quick!(Normal24, f64::from);
