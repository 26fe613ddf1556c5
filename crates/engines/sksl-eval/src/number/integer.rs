//! Integers and truth values. What overflows wraps around.

use super::truth;

/// Declares functions of two lanes.
macro_rules! binary {
    ($($(#[$meta:meta])* $name:ident($x:ident, $y:ident) = $value:expr;)*) => {
        $($(#[$meta])*
        #[inline(always)]
        pub(crate) fn $name($x: u32, $y: u32) -> u32 {
            $value
        })*
    };
}

binary! {
    /// `x + y`
    add(x, y) = x.wrapping_add(y);
    /// `x - y`
    subtract(x, y) = x.wrapping_sub(y);
    /// `x * y`
    multiply(x, y) = x.wrapping_mul(y);
    /// `x / y`, signed; a divisor of 0 counts as −1.
    divide_signed(x, y) = (x as i32).wrapping_div(if y == 0 { -1 } else { y as i32 }) as u32;
    /// `x / y`, unsigned; a divisor of 0 counts as the greatest number.
    divide_unsigned(x, y) = x / (if y == 0 { u32::MAX } else { y });
    /// `x % y`, signed, with the sign of `x`; `x` for a divisor of 0.
    remainder_signed(x, y) = if y == 0 { x } else { (x as i32).wrapping_rem(y as i32) as u32 };
    /// `x % y`, unsigned; `x` for a divisor of 0.
    remainder_unsigned(x, y) = if y == 0 { x } else { x % y };
    /// The lesser of two signed numbers.
    min_signed(x, y) = (x as i32).min(y as i32) as u32;
    /// The greater of two signed numbers.
    max_signed(x, y) = (x as i32).max(y as i32) as u32;
    /// The lesser of two unsigned numbers.
    min_unsigned(x, y) = x.min(y);
    /// The greater of two unsigned numbers.
    max_unsigned(x, y) = x.max(y);
    /// `x & y`
    and(x, y) = x & y;
    /// `x | y`
    or(x, y) = x | y;
    /// `x ^ y`
    exclusive_or(x, y) = x ^ y;
    /// `x << y`; of the count the lowest five bits.
    shift_left(x, y) = x.wrapping_shl(y);
    /// `x >> y`, signed; of the count the lowest five bits.
    shift_right_signed(x, y) = (x as i32).wrapping_shr(y) as u32;
    /// `x >> y`, unsigned; of the count the lowest five bits.
    shift_right_unsigned(x, y) = x.wrapping_shr(y);
    /// `x == y`
    equal(x, y) = truth(x == y);
    /// `x != y`
    not_equal(x, y) = truth(x != y);
    /// `x < y`, signed.
    less_signed(x, y) = truth((x as i32) < (y as i32));
    /// `x <= y`, signed.
    less_equal_signed(x, y) = truth((x as i32) <= (y as i32));
    /// `x < y`, unsigned.
    less_unsigned(x, y) = truth(x < y);
    /// `x <= y`, unsigned.
    less_equal_unsigned(x, y) = truth(x <= y);
}

/// `-x`
#[inline(always)]
pub(crate) fn negate(x: u32) -> u32 {
    x.wrapping_neg()
}

/// `~x`, and `!x` of a truth value.
#[inline(always)]
pub(crate) fn not(x: u32) -> u32 {
    !x
}

/// Where `mask` is true `x`, elsewhere `y`.
#[inline(always)]
pub(crate) fn select(mask: u32, x: u32, y: u32) -> u32 {
    (x & mask) | (y & !mask)
}

/// The absolute value of a signed number; the least one stays.
#[inline(always)]
pub(crate) fn absolute(x: u32) -> u32 {
    (x as i32).wrapping_abs() as u32
}

/// How many bits are set.
#[inline(always)]
pub(crate) fn count_bits(x: u32) -> u32 {
    x.count_ones()
}

/// The number of the lowest bit that is set; −1 for none.
#[inline(always)]
pub(crate) fn lowest_bit(x: u32) -> u32 {
    if x == 0 { u32::MAX } else { x.trailing_zeros() }
}

/// The number of the highest bit that is set; −1 for none.
#[inline(always)]
pub(crate) fn highest_bit(x: u32) -> u32 {
    31u32.wrapping_sub(x.leading_zeros())
}

/// The number of the highest bit that differs from the sign; −1 for none.
#[inline(always)]
pub(crate) fn highest_bit_signed(x: u32) -> u32 {
    highest_bit(if (x as i32) < 0 { !x } else { x })
}
