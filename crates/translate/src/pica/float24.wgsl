// The arithmetic of the PICA200 on the bits of f32 numbers, each of which is exactly a float24: one sign bit, seven bits
// of exponent, sixteen of mantissa. Everything is done on integers, because compilers for GPUs may contract, reorder and
// flush floating-point operations and may take for granted that there is no NaN.
//
// Rounding is to nearest, ties to even; the hardware's is not known. Results below the smallest normal number, 2^-62, are
// +0, and there is no negative zero.

const NOT_A_NUMBER: u32 = 0x7fc00000u;
const INFINITE: u32 = 0x7f800000u;
const SIGN: u32 = 0x80000000u;
const SMALLEST: u32 = 0x20800000u;
const ONE: u32 = 0x3f800000u;
const LITP_LIMIT: u32 = 0x42fffe00u;

fn f24_is_nan(a: u32) -> bool {
    return (a & 0x7fffffffu) > INFINITE;
}

// MOV.
fn f24_copy(a: u32) -> u32 {
    return select(a, NOT_A_NUMBER, f24_is_nan(a));
}

fn f24_negate(a: u32) -> u32 {
    return select(a ^ SIGN, 0u, (a & 0x7fffffffu) == 0u);
}

// An operand as arithmetic instructions see it: subnormal numbers are zero.
fn f24_operand(a: u32) -> u32 {
    return select(a, 0u, (a & 0x7fffffffu) < SMALLEST);
}

// The highest bit of a number that is not zero: not every version of every language has a function for it. The exponent of a
// float is that bit, and without the bit behind it no rounding changes the exponent.
fn f24_top(a: u32) -> u32 {
    return (bitcast<u32>(f32(a & ~(a >> 1u))) >> 23u) - 127u;
}

// The float24 nearest to a number whose bit 30 stands for two to the power of `exponent` - 127. The last bit may stand for
// everything below it.
fn f24_round(sign: u32, exponent: i32, significand: u32) -> u32 {
    if significand == 0u {
        return 0u;
    }
    let shift = 30u - f24_top(significand);
    let whole = significand << shift;
    var kept = whole >> 14u;
    let rest = whole & 0x3fffu;
    if rest > 0x2000u || (rest == 0x2000u && (kept & 1u) == 1u) {
        kept = kept + 1u;
    }
    let carry = kept >> 17u;
    let power = exponent - i32(shift) + i32(carry);
    if power < 65 {
        return 0u;
    }
    if power > 190 {
        return sign | INFINITE;
    }
    // A carry leaves only zeros behind.
    return sign | (u32(power) << 23u) | ((kept & 0xffffu) << 7u);
}

// A finite or infinite f32 as the result of an operation.
fn f24_result(a: u32) -> u32 {
    if f24_is_nan(a) {
        return NOT_A_NUMBER;
    }
    if (a & 0x7fffffffu) == INFINITE {
        return a;
    }
    if (a & 0x7f800000u) == 0u {
        return 0u;
    }
    return f24_round(a & SIGN, i32((a >> 23u) & 0xffu), (0x800000u | (a & 0x7fffffu)) << 7u);
}

// A value from outside as a register holds it: the nearest pattern, subnormal ones included.
fn f24_load(a: u32) -> u32 {
    let exponent = (a >> 23u) & 0xffu;
    if exponent >= 65u {
        return f24_result(a);
    }
    if exponent == 0u {
        return 0u;
    }
    let shift = 72u - exponent;
    if shift > 24u {
        return 0u;
    }
    let whole = 0x800000u | (a & 0x7fffffu);
    var kept = whole >> shift;
    let rest = whole & ((1u << shift) - 1u);
    let half = 1u << (shift - 1u);
    if rest > half || (rest == half && (kept & 1u) == 1u) {
        kept = kept + 1u;
    }
    if kept == 0u {
        return 0u;
    }
    let top = f24_top(kept);
    return (a & SIGN) | ((top + 49u) << 23u) | ((kept << (23u - top)) & 0x7fffffu);
}

fn f24_load4(a: vec4<u32>) -> vec4<u32> {
    return vec4<u32>(f24_load(a.x), f24_load(a.y), f24_load(a.z), f24_load(a.w));
}

fn f24_add(left: u32, right: u32) -> u32 {
    let a = f24_operand(left);
    let b = f24_operand(right);
    if f24_is_nan(a) || f24_is_nan(b) {
        return NOT_A_NUMBER;
    }
    let a_infinite = (a & 0x7fffffffu) == INFINITE;
    let b_infinite = (b & 0x7fffffffu) == INFINITE;
    if a_infinite {
        return select(a, NOT_A_NUMBER, b_infinite && a != b);
    }
    if b_infinite || a == 0u {
        return b;
    }
    if b == 0u {
        return a;
    }
    let swapped = (a & 0x7fffffffu) < (b & 0x7fffffffu);
    let large = select(a, b, swapped);
    let small = select(b, a, swapped);
    let exponent = (large >> 23u) & 0xffu;
    let distance = min(exponent - ((small >> 23u) & 0xffu), 30u);
    let first = ((large & 0x7fffffu) | 0x800000u) << 6u;
    let second = ((small & 0x7fffffu) | 0x800000u) << 6u;
    let lost = select(0u, 1u, (second & ((1u << distance) - 1u)) != 0u);
    let shifted = (second >> distance) | lost;
    let sum = select(first + shifted, first - shifted, ((a ^ b) & SIGN) != 0u);
    return f24_round(large & SIGN, i32(exponent) + 1, sum);
}

fn f24_mul(left: u32, right: u32) -> u32 {
    let a = f24_operand(left);
    let b = f24_operand(right);
    if f24_is_nan(a) || f24_is_nan(b) {
        return NOT_A_NUMBER;
    }
    if a == 0u || b == 0u {
        return 0u;
    }
    let sign = (a ^ b) & SIGN;
    if (a & 0x7fffffffu) == INFINITE || (b & 0x7fffffffu) == INFINITE {
        return sign | INFINITE;
    }
    let exponent = i32((a >> 23u) & 0xffu) + i32((b >> 23u) & 0xffu) - 127;
    let m = (a >> 7u) & 0xffffu;
    let n = (b >> 7u) & 0xffffu;
    // (2^16 + m) * (2^16 + n) has up to 34 bits: the upper 18 and the lower 16.
    let low = m * n;
    let high = 65536u + m + n + (low >> 16u);
    let rest = low & 0xffffu;
    let lost = select(0u, 1u, (rest & 7u) != 0u);
    return f24_round(sign, exponent + 1, (high << 13u) | (rest >> 3u) | lost);
}

fn f24_mad(a: u32, b: u32, c: u32) -> u32 {
    return f24_add(f24_mul(a, b), c);
}

fn f24_dp3(a: vec4<u32>, b: vec4<u32>) -> u32 {
    let sum = f24_add(f24_mul(a.x, b.x), f24_mul(a.y, b.y));
    return f24_add(sum, f24_mul(a.z, b.z));
}

fn f24_dp4(a: vec4<u32>, b: vec4<u32>) -> u32 {
    return f24_add(f24_dp3(a, b), f24_mul(a.w, b.w));
}

fn f24_dph(a: vec4<u32>, b: vec4<u32>) -> u32 {
    return f24_add(f24_dp3(a, b), f24_mul(ONE, b.w));
}

// Numbers in the order of their values; both zeros are equal.
fn f24_order(a: u32) -> i32 {
    let magnitude = i32(a & 0x7fffffffu);
    return select(magnitude, -magnitude, (a & SIGN) != 0u);
}

fn f24_eq(a: u32, b: u32) -> bool {
    return !f24_is_nan(a) && !f24_is_nan(b) && f24_order(a) == f24_order(b);
}

fn f24_lt(a: u32, b: u32) -> bool {
    return !f24_is_nan(a) && !f24_is_nan(b) && f24_order(a) < f24_order(b);
}

fn f24_le(a: u32, b: u32) -> bool {
    return !f24_is_nan(a) && !f24_is_nan(b) && f24_order(a) <= f24_order(b);
}

fn f24_max(a: u32, b: u32) -> u32 {
    return f24_copy(select(b, a, f24_lt(b, a)));
}

fn f24_min(a: u32, b: u32) -> u32 {
    return f24_copy(select(b, a, f24_lt(a, b)));
}

fn f24_sge(a: u32, b: u32) -> u32 {
    return select(0u, ONE, f24_le(f24_operand(b), f24_operand(a)));
}

fn f24_slt(a: u32, b: u32) -> u32 {
    return select(0u, ONE, f24_lt(f24_operand(a), f24_operand(b)));
}

// FLR, on bits too: the fraction of a number below 2^23 is cut off, and a negative number with one goes down by one.
fn f24_flr(operand: u32) -> u32 {
    let a = f24_operand(operand);
    let exponent = (a >> 23u) & 0xffu;
    if f24_is_nan(a) {
        return NOT_A_NUMBER;
    }
    if exponent >= 150u {
        return a;
    }
    let negative = (a & SIGN) != 0u;
    if exponent < 127u {
        // Not a choice between 0 and -1: one driver in use (Mesa 22.3) makes a negated float of it, and the zero negative.
        return (0u - u32(negative && a != 0u)) & (SIGN | ONE);
    }
    let mask = 0x7fffffu >> (exponent - 127u);
    if (a & mask) == 0u {
        return a;
    }
    // Adding one in the last place of the integer part may carry into the exponent, as it should.
    return select(a & ~mask, (a & ~mask) + mask + 1u, negative);
}

fn f24_rcp(operand: u32) -> u32 {
    let a = f24_operand(operand);
    if f24_is_nan(a) {
        return NOT_A_NUMBER;
    }
    if a == 0u {
        return INFINITE;
    }
    if (a & 0x7fffffffu) == INFINITE {
        return 0u;
    }
    let divisor = 0x10000u | ((a >> 7u) & 0xffffu);
    // 2^45 divided in two steps.
    let first = 0x80000000u / divisor;
    let remainder = (0x80000000u % divisor) << 14u;
    let second = remainder / divisor;
    let lost = select(0u, 1u, (remainder % divisor) != 0u);
    return f24_round(a & SIGN, 255 - i32((a >> 23u) & 0xffu), (first << 14u) | second | lost);
}

// RSQ. The root is found bit by bit, so that it is the nearest float24 too.
fn f24_rsq(operand: u32) -> u32 {
    let a = f24_operand(operand);
    if f24_is_nan(a) {
        return NOT_A_NUMBER;
    }
    if a == 0u {
        return INFINITE;
    }
    if (a & SIGN) != 0u {
        return NOT_A_NUMBER;
    }
    if a == INFINITE {
        return 0u;
    }
    let exponent = i32((a >> 23u) & 0xffu) - 127;
    let odd = u32(exponent & 1);
    // The number is m / 2^16 * 4^half, with m from 2^16 up to below 2^18.
    let m = (0x10000u | ((a >> 7u) & 0xffffu)) << odd;
    let half = (exponent - i32(odd)) / 2;
    // The largest root with root^2 * m <= 2^52, so that root / 2^18 is at most 1 / sqrt(m / 2^16).
    var root = 0u;
    for (var bit = 0x40000u; bit != 0u; bit = bit >> 1u) {
        let trial = root | bit;
        if f24_fits(trial, m) {
            root = trial;
        }
    }
    // Only a power of four has an exact root; everything else lies strictly between two candidates.
    let lost = select(1u, 0u, m == 0x10000u);
    return f24_round(0u, 127 - half + 1, (root << 11u) | lost);
}

// Whether root^2 * m <= 2^52, for root up to below 2^19 and m below 2^18. 
fn f24_fits(root: u32, m: u32) -> bool {
    // root * m < 2^37, in parts of 16 bits, times root once more.
    let low = root & 0xffffu;
    let high = root >> 16u;
    let middle = m >> 16u;
    let tail = m & 0xffffu;
    // product = root * m = p2 * 2^32 + p1 * 2^16 + p0
    let t0 = low * tail;
    let t1 = low * middle + high * tail + (t0 >> 16u);
    let p0 = t0 & 0xffffu;
    let p1 = t1 & 0xffffu;
    let p2 = high * middle + (t1 >> 16u);
    // square = product * root
    let s0 = p0 * low;
    let s1 = p1 * low + (s0 >> 16u);
    let s1b = p0 * high + (s1 & 0xffffu);
    let s2 = p2 * low + (s1 >> 16u) + (s1b >> 16u) + p1 * high;
    let s3 = p2 * high + (s2 >> 16u);
    let word1 = s1b & 0xffffu;
    let word2 = s2 & 0xffffu;
    let rest = (s0 & 0xffffu) | word1 | (word2 & 0xfu);
    let top = (s3 << 12u) | (word2 >> 4u);
    return top < 0x10000u || (top == 0x10000u && rest == 0u);
}

// EX2 and LG2 are as exact as the device's own functions, then rounded.
fn f24_ex2(operand: u32) -> u32 {
    let a = f24_operand(operand);
    if f24_is_nan(a) {
        return NOT_A_NUMBER;
    }
    // From 64 on everything is infinite, and up to -63 zero.
    if f24_order(a) >= 0x42800000i {
        return INFINITE;
    }
    if f24_order(a) <= -0x427c0000i {
        return 0u;
    }
    return f24_result(bitcast<u32>(exp2(bitcast<f32>(a))));
}

fn f24_lg2(operand: u32) -> u32 {
    let a = f24_operand(operand);
    if f24_is_nan(a) {
        return NOT_A_NUMBER;
    }
    if a == 0u {
        return SIGN | INFINITE;
    }
    if (a & SIGN) != 0u {
        return NOT_A_NUMBER;
    }
    if a == INFINITE || a == ONE {
        return select(0u, INFINITE, a == INFINITE);
    }
    return f24_result(bitcast<u32>(log2(bitcast<f32>(a))));
}

// MOVA: toward zero. Beyond 2^16 no index has a meaning, so nothing is lost by stopping there.
fn f24_truncate(a: u32) -> i32 {
    if f24_is_nan(a) {
        return 0i;
    }
    if (a & 0x7fffffffu) >= 0x47800000u {
        return select(65536i, -65536i, (a & SIGN) != 0u);
    }
    return i32(bitcast<f32>(a));
}

fn f24_litp(operand: vec4<u32>) -> vec4<u32> {
    let clamped = f24_min(f24_max(f24_operand(operand.y), SIGN | LITP_LIMIT), LITP_LIMIT);
    return vec4<u32>(
        f24_max(f24_operand(operand.x), 0u),
        clamped,
        0u,
        f24_max(f24_operand(operand.w), 0u),
    );
}
