//! Reads integers and floats of any width.

use glassbox_dxil::ir::Type;

/// Words of 64 bits, lowest first, of a decimal or hexadecimal integer in two's complement; as many as its digits
/// need, with a word for the sign.
pub(super) fn words(digits: &str) -> Vec<u64> {
    let digits_are_signed_hex = digits.starts_with("s0x");
    let (radix, digits, is_negative) = match (digits.strip_prefix("u0x"), digits.strip_prefix("s0x")) {
        (Some(hex), _) => (16, hex, false),
        (_, Some(hex)) => (16, hex, false),
        _ => match digits.strip_prefix('-') {
            Some(rest) => (10, rest, true),
            None => (10, digits, false),
        },
    };
    let mut words: Vec<u64> = vec![0];
    for digit in digits.bytes().filter_map(|byte| (byte as char).to_digit(radix)) {
        let mut carry = u128::from(digit);
        for word in &mut words {
            let product = u128::from(*word) * u128::from(radix) + carry;
            (*word, carry) = (product as u64, product >> 64);
        }
        if carry > 0 {
            words.push(carry as u64);
        }
    }
    words.push(0);
    if digits_are_signed_hex {
        // The highest digit that is not zero begins with the sign.
        let top = words.iter().rposition(|word| *word != 0);
        if let Some(top) = top {
            for word in words.iter_mut().skip(top + 1) {
                *word = u64::MAX;
            }
            if let Some(word) = words.get_mut(top) {
                *word |= u64::MAX.checked_shl(64 - word.leading_zeros()).unwrap_or(0);
            }
        }
    }
    if is_negative {
        let mut carry = true;
        for word in &mut words {
            let (sum, over) = (!*word).overflowing_add(u64::from(carry));
            (*word, carry) = (sum, over);
        }
    }
    words
}

/// An integer of at most 64 bits: the lowest bits, with the highest of them as sign.
pub(super) fn narrow(digits: &str, width: u32) -> i64 {
    let low = match digits.parse::<i64>() {
        Ok(number) => number as u64,
        Err(_) => words(digits).first().copied().unwrap_or(0),
    };
    let unused = 64 - width.clamp(1, 64);
    (low << unused) as i64 >> unused
}

/// An integer of more than 64 bits: words, lowest first, without those that are zero at the top.
pub(super) fn wide(digits: &str, width: u32) -> Vec<u64> {
    let mut words = words(digits);
    let sign = if words.last().is_some_and(|word| word >> 63 != 0) { u64::MAX } else { 0 };
    words.resize(width.div_ceil(64) as usize, sign);
    if let (Some(last), used @ 1..) = (words.last_mut(), width % 64) {
        *last &= (1 << used) - 1;
    }
    while words.len() > 1 && words.last() == Some(&0) {
        words.pop();
    }
    words
}

/// Most digits of an integer that are read: those of the widest integer that has a use.
pub(super) const MAX_DIGITS: usize = 5000;

/// Bits of a `half`, `float` or `double` that equals a double; `None` if there is none. NaNs keep their payload.
pub(super) fn exact(bits: u64, ty: Type) -> Option<u64> {
    match ty {
        Type::Double => Some(bits),
        Type::Float => shrunk(bits, 8, 23),
        Type::Half => shrunk(bits, 5, 10),
        _ => None,
    }
}

/// Bits of the float with these numbers of exponent and fraction bits that equals a double.
fn shrunk(bits: u64, exponent_bits: u32, fraction_bits: u32) -> Option<u64> {
    let sign = bits >> 63 << (exponent_bits + fraction_bits);
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i64, bits & ((1 << 52) - 1));
    let drop = 52 - fraction_bits;
    let largest = (1u64 << exponent_bits) - 1;
    if exponent == 0x7ff {
        let kept = fraction >> drop;
        return (kept << drop == fraction).then_some(sign | largest << fraction_bits | kept);
    }
    if exponent == 0 {
        // Denormal doubles are below the smallest float.
        return (fraction == 0).then_some(sign);
    }
    let bias = (1i64 << (exponent_bits - 1)) - 1;
    let rebased = exponent - 1023 + bias;
    if rebased >= largest as i64 {
        return None;
    }
    if rebased > 0 {
        let kept = fraction >> drop;
        return (kept << drop == fraction).then_some(sign | (rebased as u64) << fraction_bits | kept);
    }
    // A denormal: the leading one becomes part of the fraction.
    let shift = u32::try_from(1 - rebased).ok()?.checked_add(drop).filter(|shift| *shift < 53)?;
    let whole = fraction | 1 << 52;
    let kept = whole >> shift;
    (kept << shift == whole).then_some(sign | kept)
}

/// Words of a float of 80 or 128 bits from its hexadecimal digits, as in records.
pub(super) fn long_float(kind: u8, digits: &str) -> Option<[u64; 2]> {
    let value = u128::from_str_radix(digits, 16).ok()?;
    Some(match kind {
        // Sign and exponent, then the fraction: the digits are written in this order, and the record too.
        b'K' if digits.len() <= 20 => [(value >> 16) as u64, (value & 0xffff) as u64],
        b'L' | b'M' if digits.len() <= 32 => {
            // The first sixteen digits are the low word.
            let (first, second) = digits.split_at(digits.len().min(16));
            let word = |digits: &str| u64::from_str_radix(if digits.is_empty() { "0" } else { digits }, 16);
            [word(first).ok()?, word(second).ok()?]
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_wrap_to_their_width() {
        let cases = [
            ("1", 1, -1),
            ("255", 8, -1),
            ("-128", 8, -128),
            ("4294967295", 32, -1),
            ("u0xFF", 16, 255),
            ("s0xFF", 16, -1),
        ];
        for (digits, width, number) in cases {
            assert_eq!(narrow(digits, width), number, "{digits}");
        }
        assert_eq!(narrow("18446744073709551615", 64), -1);
        assert_eq!(wide("-1", 96), [u64::MAX, 0xFFFF_FFFF]);
        assert_eq!(wide("18446744073709551616", 128), [0, 1]);
    }

    #[test]
    fn floats_are_exact_or_refused() {
        let float = |value: f64| exact(value.to_bits(), Type::Float);
        assert_eq!(float(1.0), Some(0x3F80_0000));
        assert_eq!(float(0.1), None);
        assert_eq!(float(f64::from(0.1f32)), Some(u64::from(0.1f32.to_bits())));
        assert_eq!(float(f64::from(f32::from_bits(1))), Some(1));
        assert_eq!(float(-f64::from(f32::from_bits(0x7F_FFFF))), Some(0x807F_FFFF));
        assert_eq!(float(f64::from(f32::from_bits(1)) / 2.0), None);
        assert_eq!(float(f64::INFINITY), Some(0x7F80_0000));
        assert_eq!(float(1e39), None);
        assert_eq!(exact(0x7FF0_0000_2000_0000, Type::Float), Some(0x7F80_0001));
        assert_eq!(exact(0.5f64.to_bits(), Type::Half), Some(0x3800));
        assert_eq!(exact(65504f64.to_bits(), Type::Half), Some(0x7BFF));
        assert_eq!(exact(65520f64.to_bits(), Type::Half), None);
    }
}
