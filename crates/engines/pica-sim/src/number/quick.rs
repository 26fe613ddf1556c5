//! Fast paths for most results: branch-free, so that loops over lanes are vectorised, and NaN
//! wherever only the rules of [`Arithmetic`] determine the result.

use super::float24::{MIN_NORMAL, OVERFLOW};
use super::{Arithmetic, Float24, Float32};

/// Register operations, in a type for intermediate values. A NaN result means unknown: recompute it
/// with [`Arithmetic`].
pub(crate) trait Quick: Arithmetic {
    /// Intermediate value between operands and result.
    type Wide: Copy + Default;

    fn widen(value: f32) -> Self::Wide;
    fn narrow(value: Self::Wide) -> f32;
    fn sum(a: Self::Wide, b: Self::Wide) -> Self::Wide;
    /// Product used only as an argument of [`partial`](Quick::partial).
    fn term(a: Self::Wide, b: Self::Wide) -> Self::Wide;
    /// Adds a term to the sum of the preceding ones.
    fn partial(sum: Self::Wide, term: Self::Wide) -> Self::Wide;
    fn product(a: Self::Wide, b: Self::Wide) -> Self::Wide;
    fn reciprocal(a: Self::Wide) -> Self::Wide;
    fn reciprocal_root(a: Self::Wide) -> Self::Wide;

    /// Zero plus the first term.
    fn first(term: Self::Wide) -> Self::Wide;
}

/// The rules differ from IEEE only where an IEEE result is NaN.
impl Quick for Float32 {
    type Wide = f32;

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
        a * b
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
    fn first(term: f32) -> f32 {
        0.0 + term
    }

    #[inline(always)]
    fn term(a: f32, b: f32) -> f32 {
        a * b
    }

    #[inline(always)]
    fn partial(sum: f32, term: f32) -> f32 {
        sum + term
    }
}

/// Intermediate values are float24 numbers held as `f64`.
impl Quick for Float24 {
    type Wide = f64;

    #[inline(always)]
    fn widen(value: f32) -> f64 {
        f64::from(Self::operand(value))
    }

    #[inline(always)]
    fn narrow(value: f64) -> f32 {
        value as f32
    }

    #[inline(always)]
    fn sum(a: f64, b: f64) -> f64 {
        round(a + b)
    }

    #[inline(always)]
    fn product(a: f64, b: f64) -> f64 {
        round(a * b)
    }

    #[inline(always)]
    fn reciprocal(a: f64) -> f64 {
        round(1.0 / a)
    }

    #[inline(always)]
    fn reciprocal_root(a: f64) -> f64 {
        round(1.0 / a.sqrt())
    }

    #[inline(always)]
    fn first(term: f64) -> f64 {
        below(term, SAFE)
    }

    #[inline(always)]
    fn term(a: f64, b: f64) -> f64 {
        flushed(a * b)
    }

    #[inline(always)]
    fn partial(sum: f64, term: f64) -> f64 {
        below(flushed(sum + term), SAFE)
    }
}

/// 2^36 + 1. A float24 lacks 36 of the mantissa bits of an `f64`, so the last bit of a product with
/// this is where the mantissa of a float24 ends.
const SPLIT: f64 = ((1u64 << 36) + 1) as f64;

/// Limit for sums of unchecked terms: if a term exceeds the float24 range (2^64 and up), a sum
/// below this limit cannot result.
const SAFE: f64 = OVERFLOW / 4.0;

/// Nearest float24, ties to even; zero below 2^-62, NaN if not finite.
#[inline(always)]
fn round(exact: f64) -> f64 {
    below(flushed(exact), OVERFLOW)
}

/// Nearest float24 without an upper limit. Infinities become NaN.
///
/// Rounds by Veltkamp's splitting: `split` is too large to keep more than 17 bits of `exact`. This
/// takes three operations, where rounding the bits as integers takes five.
#[inline(always)]
fn flushed(exact: f64) -> f64 {
    let split = exact * SPLIT;
    let rounded = split - (split - exact);
    if rounded.abs() < f64::from(MIN_NORMAL) { 0.0 } else { rounded }
}

#[inline(always)]
fn below(value: f64, limit: f64) -> f64 {
    if value.abs() < limit { value } else { f64::NAN }
}

#[cfg(test)]
mod tests {
    use glassbox_pica::float24;
    use glassbox_testing::random::Random;

    use super::{Float24, Quick};
    use crate::number::Arithmetic;

    type Triple = [f32; 3];

    /// Result of the fast path, result of the rules, and whether the fast path must know it.
    type Row = (&'static str, fn(Triple) -> f64, fn(Triple) -> f32, fn(Triple) -> bool);

    fn wide<const N: usize>(values: [f32; N]) -> [f64; N] {
        values.map(<Float24 as Quick>::widen)
    }

    fn is_small(values: Triple) -> bool {
        values.iter().all(|value| value.abs() < 1e9)
    }

    const ROWS: [Row; 6] = [
        (
            "sum",
            |v| <Float24 as Quick>::sum(wide(v)[0], wide(v)[1]),
            |[a, b, _]| Float24::add(a, b),
            is_small,
        ),
        (
            "product",
            |v| <Float24 as Quick>::product(wide(v)[0], wide(v)[1]),
            |[a, b, _]| Float24::mul(a, b),
            is_small,
        ),
        (
            "product and sum",
            |v| {
                let [a, b, c] = wide(v);
                <Float24 as Quick>::sum(<Float24 as Quick>::product(a, b), c)
            },
            |[a, b, c]| Float24::mad(a, b, c),
            |v| v.iter().all(|value| value.abs() < 1e8),
        ),
        (
            "terms",
            |v| {
                let [a, b, c] = wide(v);
                let first = <Float24 as Quick>::first(<Float24 as Quick>::term(a, b));
                let second = <Float24 as Quick>::partial(first, <Float24 as Quick>::term(b, c));
                <Float24 as Quick>::partial(second, <Float24 as Quick>::term(a, c))
            },
            |[a, b, c]| Float24::dp3([a, b, a, 0.0], [b, c, c, 0.0]),
            |v| v.iter().all(|value| value.abs() < 1e8),
        ),
        (
            "reciprocal",
            |v| <Float24 as Quick>::reciprocal(wide(v)[0]),
            |[a, ..]| Float24::rcp(a),
            |[a, ..]| a.abs() > 1e-9 && a.abs() < 1e9,
        ),
        (
            "reciprocal root",
            |v| <Float24 as Quick>::reciprocal_root(wide(v)[0]),
            |[a, ..]| Float24::rsq(a),
            |[a, ..]| a > 1e-9 && a < 1e9,
        ),
    ];

    /// Numbers with any exponent, with close exponents, with few mantissa bits, and at the limits
    /// of the format.
    fn triple(random: &mut Random) -> Triple {
        let near = random.below(112);
        let kind = random.below(8);
        std::array::from_fn(|_| {
            let mantissa = random.below(1 << 16);
            let exponent = match kind {
                0 | 1 => random.below(0x80),
                2 => random.below(3),
                3 => 0x7F - random.below(3),
                _ => (near + random.below(20)) & 0x7F,
            };
            let mantissa = if kind == 4 { mantissa & 0xE003 } else { mantissa };
            let pattern = random.below(2) << 23 | exponent << 16 | mantissa;
            Float24::load(float24::decode(pattern as u32))
        })
    }

    #[test]
    fn short_ways_give_the_bits_of_the_rules() {
        let count =
            std::env::var("GLASSBOX_TRIPLES").map_or(200_000, |count| count.parse().expect("a number"));
        let mut random = Random::new(24);
        for _ in 0..count {
            let values = triple(&mut random);
            for (name, short, rules, must_know) in ROWS {
                let found = short(values);
                if found.is_nan() {
                    assert!(!must_know(values), "{name} of {values:?} is not known");
                    continue;
                }
                let wanted = rules(values);
                let found = <Float24 as Quick>::narrow(found);
                assert_eq!(found.to_bits(), wanted.to_bits(), "{name} of {values:?}");
            }
        }
    }

    #[test]
    fn short_reciprocals_of_every_number_give_the_bits_of_the_rules() {
        for pattern in 0..1 << 24 {
            let value = Float24::load(float24::decode(pattern));
            let short = [
                <Float24 as Quick>::reciprocal(f64::from(Float24::operand(value))),
                <Float24 as Quick>::reciprocal_root(f64::from(Float24::operand(value))),
            ];
            for (found, wanted) in short.into_iter().zip([Float24::rcp(value), Float24::rsq(value)]) {
                let found = <Float24 as Quick>::narrow(found);
                assert!(found.is_nan() || found.to_bits() == wanted.to_bits(), "{pattern:06x}");
            }
        }
    }
}
