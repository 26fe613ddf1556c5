//! Compares float24 arithmetic with an integer model: a number is a sign, an integer mantissa and a
//! power of two, sums and products are exact, and rounding inspects the excess bits.

use glassbox_pica::float24;
use glassbox_pica_sim::number::{Arithmetic, Float24, Precision};
use glassbox_testing::random::Random;

/// Exact value of a 24-bit pattern, in integers.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Exact {
    NaN,
    Infinity {
        negative: bool,
    },
    /// `mantissa * 2^exponent`, with a sign.
    Number {
        negative: bool,
        mantissa: u128,
        exponent: i32,
    },
}

const ZERO: Exact = Exact::Number { negative: false, mantissa: 0, exponent: 0 };

/// Operand of an arithmetic instruction: subnormal patterns are zero.
fn operand(pattern: u32) -> Exact {
    let negative = pattern >> 23 & 1 == 1;
    let exponent = (pattern >> 16 & 0x7F) as i32;
    let mantissa = u128::from(pattern & 0xFFFF);
    match exponent {
        0 => ZERO,
        0x7F if mantissa != 0 => Exact::NaN,
        0x7F => Exact::Infinity { negative },
        _ => Exact::Number { negative, mantissa: mantissa | 0x1_0000, exponent: exponent - 63 - 16 },
    }
}

/// Nearest float24 pattern, ties to even; `sticky` means that the exact value is slightly above the
/// mantissa.
fn round(negative: bool, mantissa: u128, exponent: i32, sticky: bool) -> u32 {
    let sign = u32::from(negative) << 23;
    if mantissa == 0 {
        assert!(!sticky);
        return 0;
    }
    let width = 128 - mantissa.leading_zeros() as i32;
    let (mut kept, mut exponent) = if width <= 17 {
        assert!(!sticky, "the mantissa must be long enough");
        (mantissa << (17 - width), exponent - (17 - width))
    } else {
        let drop = width - 17;
        let rest = mantissa & ((1 << drop) - 1);
        let half = 1 << (drop - 1);
        let kept = mantissa >> drop;
        let up = rest > half || rest == half && (sticky || kept & 1 == 1);
        (kept + u128::from(up), exponent + drop)
    };
    if kept == 1 << 17 {
        kept >>= 1;
        exponent += 1;
    }
    // kept is 1.m with 16 bits after the binary point.
    match exponent + 16 + 63 {
        ..=0 => 0,
        0x7F.. => sign | 0x7F_0000,
        biased => sign | (biased as u32) << 16 | (kept as u32 & 0xFFFF),
    }
}

const NAN: u32 = 0x7F_8000;

fn add(a: u32, b: u32) -> u32 {
    let (a, b) = (operand(a), operand(b));
    match (a, b) {
        (Exact::NaN, _) | (_, Exact::NaN) => NAN,
        (Exact::Infinity { negative: x }, Exact::Infinity { negative: y }) if x != y => NAN,
        (Exact::Infinity { negative }, _) | (_, Exact::Infinity { negative }) => {
            u32::from(negative) << 23 | 0x7F_0000
        }
        (
            Exact::Number { negative: an, mantissa: am, exponent: ae },
            Exact::Number { negative: bn, mantissa: bm, exponent: be },
        ) => {
            if am == 0 {
                return round(bn, bm, be, false);
            }
            if bm == 0 {
                return round(an, am, ae, false);
            }
            // 17 bits and an exponent difference of up to 125 do not fit into 128; beyond 100 the
            // smaller number only determines on which side of the larger one the sum is.
            let (an, am, ae, bn, bm, be) =
                if ae >= be { (an, am, ae, bn, bm, be) } else { (bn, bm, be, an, am, ae) };
            let (distance, bm) = match ae - be {
                distance @ 0..=100 => (distance, bm),
                _ => (100, 1),
            };
            let (large, small) = ((am as i128) << distance, bm as i128);
            let sum = if an { -large } else { large } + if bn { -small } else { small };
            round(sum < 0, sum.unsigned_abs(), ae - distance, false)
        }
    }
}

fn mul(a: u32, b: u32) -> u32 {
    let (a, b) = (operand(a), operand(b));
    match (a, b) {
        (Exact::NaN, _) | (_, Exact::NaN) => NAN,
        (Exact::Number { mantissa: 0, .. }, _) | (_, Exact::Number { mantissa: 0, .. }) => 0,
        (
            Exact::Number { negative: an, mantissa: am, exponent: ae },
            Exact::Number { negative: bn, mantissa: bm, exponent: be },
        ) => round(an != bn, am * bm, ae + be, false),
        _ => u32::from(sign(a) != sign(b)) << 23 | 0x7F_0000,
    }
}

fn sign(value: Exact) -> bool {
    match value {
        Exact::NaN => false,
        Exact::Infinity { negative } | Exact::Number { negative, .. } => negative,
    }
}

fn rcp(a: u32) -> u32 {
    match operand(a) {
        Exact::NaN => NAN,
        Exact::Infinity { .. } => 0,
        Exact::Number { mantissa: 0, .. } => 0x7F_0000,
        Exact::Number { negative, mantissa, exponent } => {
            let one = 1_u128 << 100;
            round(negative, one / mantissa, -100 - exponent, !one.is_multiple_of(mantissa))
        }
    }
}

fn rsq(a: u32) -> u32 {
    match operand(a) {
        Exact::NaN | Exact::Infinity { negative: true } => NAN,
        Exact::Infinity { negative: false } => 0,
        Exact::Number { mantissa: 0, .. } => 0x7F_0000,
        Exact::Number { negative: true, .. } => NAN,
        Exact::Number { mantissa, exponent, .. } => {
            // 1/sqrt(m * 2^e) = sqrt(2^(2k - o) / m) * 2^(-k - (e - o)/2) with o making e - o even.
            let odd = exponent.rem_euclid(2);
            let square = (1_u128 << (100 - odd)) / mantissa;
            let root = square.isqrt();
            let exact = root * root * mantissa == 1 << (100 - odd);
            round(false, root, -50 - (exponent - odd) / 2, !exact)
        }
    }
}

fn pattern(value: f32) -> u32 {
    let bits = value.to_bits();
    if bits == 0x7FC0_0000 {
        return NAN;
    }
    assert!(!value.is_nan(), "a NaN must be canonical");
    assert!(bits != 0x8000_0000, "there is no negative zero");
    assert_eq!(bits & 0x7F, 0, "{bits:08x} is no float24");
    let pattern = float24::encode(value, float24::Rounding::NearestEven);
    assert_eq!(float24::decode(pattern).to_bits(), bits);
    pattern
}

const EDGES: [u32; 34] = [
    0x00_0000, 0x80_0000, 0x00_0001, 0x80_0001, 0x00_8000, 0x00_FFFF, 0x80_FFFF, 0x01_0000, 0x81_0000,
    0x01_0001, 0x01_FFFF, 0x02_0000, 0x1F_0000, 0x20_0000, 0x1F_FFFF, 0x2F_0000, 0x3E_0000, 0x3E_FFFF,
    0x3F_0000, 0xBF_0000, 0x3F_0001, 0x3F_FFFF, 0x40_0000, 0x40_8000, 0x4F_0000, 0x50_0000, 0x50_0001,
    0x7D_FFFF, 0x7E_0000, 0x7E_FFFF, 0xFE_FFFF, 0x7F_0000, 0xFF_0000, 0x7F_8000,
];

/// Pairs of all edge values, pairs of close numbers (where sums cancel and tie), and arbitrary
/// pairs.
fn pairs() -> Vec<(u32, u32)> {
    let mut pairs: Vec<(u32, u32)> = EDGES.iter().flat_map(|&a| EDGES.map(|b| (a, b))).collect();
    let mut random = Random::new(24);
    for _ in 0..200_000 {
        let a = random.below(1 << 24) as u32;
        let b = match random.below(4) {
            0 => random.below(1 << 24) as u32,
            1 => EDGES[random.index(EDGES.len())],
            2 => a ^ 0x80_0000 ^ random.below(1 << 4) as u32,
            _ => {
                // Exponents at most 20 apart, and few bits set, to make ties common.
                let exponent = (a >> 16 & 0x7F) as i32 + random.below(41) as i32 - 20;
                let bits = 1_u32 << random.below(17) | 1 << random.below(17);
                (random.below(2) as u32) << 23 | (exponent.clamp(0, 0x7F) as u32) << 16 | bits & 0xFFFF
            }
        };
        pairs.push((a, b));
    }
    pairs
}

fn check2(name: &str, exact: fn(u32, u32) -> u32, found: fn(f32, f32) -> f32) {
    for (a, b) in pairs() {
        let [x, y] = [a, b].map(|pattern| Float24::load(float24::decode(pattern)));
        let (expected, found) = (exact(a, b), pattern(found(x, y)));
        assert_eq!(found, expected, "{name} {a:06x} {b:06x}: {found:06x}, expected {expected:06x}");
    }
}

#[test]
fn sums_are_the_nearest() {
    check2("add", add, Float24::add);
}

#[test]
fn products_are_the_nearest() {
    check2("mul", mul, Float24::mul);
}

#[test]
fn mad_rounds_twice() {
    let pairs = pairs();
    for (&(a, b), &(c, _)) in pairs.iter().zip(pairs.iter().rev()) {
        let [x, y, z] = [a, b, c].map(|pattern| Float24::load(float24::decode(pattern)));
        assert_eq!(pattern(Float24::mad(x, y, z)), add(mul(a, b), c), "mad {a:06x} {b:06x} {c:06x}");
    }
}

#[test]
fn dot_products_round_after_each_step() {
    let pairs = pairs();
    for chunk in pairs.chunks_exact(4) {
        let (a, b): (Vec<u32>, Vec<u32>) = chunk.iter().copied().unzip();
        let load = |patterns: &[u32]| -> [f32; 4] {
            std::array::from_fn(|at| Float24::load(float24::decode(patterns[at])))
        };
        let sum3 = (0..3).fold(0, |sum, at| add(sum, mul(a[at], b[at])));
        assert_eq!(pattern(Float24::dp3(load(&a), load(&b))), sum3, "{a:06x?} {b:06x?}");
        let sum4 = add(sum3, mul(a[3], b[3]));
        assert_eq!(pattern(Float24::dp4(load(&a), load(&b))), sum4, "{a:06x?} {b:06x?}");
        let sumh = add(sum3, mul(0x3F_0000, b[3]));
        assert_eq!(pattern(Float24::dph(load(&a), load(&b))), sumh, "{a:06x?} {b:06x?}");
    }
}

#[test]
fn reciprocals_of_every_pattern_are_the_nearest() {
    for a in 0..1 << 24 {
        // Every mantissa with a few exponents covers all rounding; the edge values cover the rest.
        let exponent = a >> 16 & 0x7F;
        if !matches!(exponent, 0 | 1 | 2 | 0x3F | 0x40 | 0x7C..=0x7F) && a & 0x3FF != 0 {
            continue;
        }
        let value = Float24::load(float24::decode(a));
        assert_eq!(pattern(Float24::rcp(value)), rcp(a), "rcp {a:06x}");
        assert_eq!(pattern(Float24::rsq(value)), rsq(a), "rsq {a:06x}");
    }
}

/// Maps patterns to integers with the same order as the values.
fn rank(pattern: u32) -> i64 {
    let magnitude = i64::from(pattern & 0x7F_FFFF);
    if pattern >> 23 == 1 { -magnitude } else { magnitude }
}

#[test]
fn comparing_operations_order_as_the_patterns_do() {
    let is_nan = |pattern: u32| pattern & 0x7F_FFFF > 0x7F_0000;
    let canonical = |pattern: u32| {
        if is_nan(pattern) {
            NAN
        } else if pattern == 0x80_0000 {
            0
        } else {
            pattern
        }
    };
    let flushed = |pattern: u32| if pattern & 0x7F_0000 == 0 { 0 } else { pattern };
    for (a, b) in pairs() {
        let [x, y] = [a, b].map(|pattern| Float24::load(float24::decode(pattern)));
        let ordered = !is_nan(a) && !is_nan(b);
        let max = if ordered && rank(a) > rank(b) { a } else { b };
        let min = if ordered && rank(a) < rank(b) { a } else { b };
        assert_eq!(pattern(Float24::max(x, y)), canonical(max), "max {a:06x} {b:06x}");
        assert_eq!(pattern(Float24::min(x, y)), canonical(min), "min {a:06x} {b:06x}");
        let (fa, fb) = (rank(flushed(a)), rank(flushed(b)));
        let one = |holds: bool| if ordered && holds { 0x3F_0000 } else { 0 };
        assert_eq!(pattern(Float24::sge(x, y)), one(fa >= fb), "sge {a:06x} {b:06x}");
        assert_eq!(pattern(Float24::slt(x, y)), one(fa < fb), "slt {a:06x} {b:06x}");
    }
}

#[test]
fn floors_are_whole_and_just_below() {
    for (a, _) in pairs() {
        let value = Float24::load(float24::decode(a));
        let found = Float24::floor(value);
        let expected = match operand(a) {
            Exact::NaN => NAN,
            Exact::Infinity { negative } => u32::from(negative) << 23 | 0x7F_0000,
            Exact::Number { negative, mantissa, exponent } if exponent < 0 => {
                let shift = exponent.unsigned_abs();
                let whole = if shift > 127 { 0 } else { mantissa >> shift };
                let cut = shift > 127 && mantissa != 0 || shift <= 127 && whole << shift != mantissa;
                round(negative, whole + u128::from(negative && cut), 0, false)
            }
            Exact::Number { negative, mantissa, exponent } => round(negative, mantissa, exponent, false),
        };
        assert_eq!(pattern(found), expected, "flr {a:06x}");
    }
}

/// Powers of two and their logarithms are the only exact values; between them both functions
/// increase.
#[test]
fn powers_and_logarithms_are_exact_where_they_can_be_and_grow() {
    for exponent in -62..=63 {
        let power = float24::decode(((exponent + 63) as u32) << 16);
        assert_eq!(Float24::ex2(exponent as f32), power);
        assert_eq!(Float24::lg2(power), exponent as f32);
    }
    assert_eq!(Float24::ex2(64.0), f32::INFINITY);
    assert_eq!(Float24::ex2(-63.0), 0.0);
    // The platform's functions differ from ours; they nearly always round to the same pattern.
    let near = |found: f32, expected: f64| {
        let step = expected.abs() * (1.0 / 65_536.0);
        f64::from(found) == expected || (f64::from(found) - expected).abs() <= step
    };
    let mut random = Random::new(2);
    for _ in 0..50_000 {
        let x = random.below(1 << 24) as f32 / (1 << 17) as f32 - 62.0;
        let x = Float24::load(x);
        assert!(near(Float24::ex2(x), f64::from(x).exp2()) || !(-61.9..63.9).contains(&x), "ex2 {x}");
        assert!(x < 0.0 || near(Float24::lg2(x), f64::from(x).log2()), "lg2 {x}");
        let low = random.below(0x7F_0000) as u32;
        let [a, b] = [low, low + 1].map(|pattern| Float24::load(float24::decode(pattern)));
        assert!(Float24::ex2(a) <= Float24::ex2(b), "{low:06x}");
        assert!(Float24::lg2(a) <= Float24::lg2(b), "{low:06x}");
        // The functions are inverses: a rounded logarithm below 64 is off by at most 2^-12, a power
        // by 2^-11.4.
        if a >= f32::from_bits(0x2080_0000) {
            let back = Float24::ex2(Float24::lg2(a));
            assert!((back / a - 1.0).abs() < 1.0 / 1024.0 || b.is_infinite(), "{low:06x}");
        }
    }
}

#[test]
fn many_values_are_loaded_as_each_is() {
    let mut random = Random::new(8);
    for round in 0..200_000u32 {
        // Exponents around both ends of the format, and arbitrary ones.
        let values: Vec<f32> = (0..19)
            .map(|_| {
                let bits = random.below(1 << 32) as u32;
                let exponent = match round % 4 {
                    0 => 60 + bits % 8,
                    1 => 187 + bits % 8,
                    2 => 100 + bits % 50,
                    _ => bits >> 23 & 0xFF,
                };
                let mantissa = random.below(1 << 23) as u32 & (u32::MAX << (bits >> 8 & 15));
                f32::from_bits(bits & 1 << 31 | exponent << 23 | mantissa)
            })
            .collect();
        let mut loaded = values.clone();
        let subnormal = Precision::Float24.load_all(&mut loaded);
        let each: Vec<f32> = values.iter().map(|&value| Float24::load(value)).collect();
        for ((value, loaded), each) in values.iter().zip(&loaded).zip(&each) {
            assert_eq!(loaded.to_bits(), each.to_bits(), "{:08x}", value.to_bits());
        }
        let flushed = |&value: &f32| value != 0.0 && Float24::operand(value) == 0.0;
        assert_eq!(subnormal, each.iter().any(flushed), "{values:?}");
    }
}
