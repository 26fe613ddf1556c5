//! Converts float24, the number format of PICA200 registers.
//!
//! Bit 23 is the sign, bits 22-16 the exponent (bias 63), bits 15-0 the mantissa with a hidden 1. Exponent
//! 0x7F is infinity or NaN, exponent 0 zero or subnormal. Every pattern is exactly an `f32`; the other
//! direction needs a [`Rounding`].
//!
//! Facts: SHBIN container brief, section 3.

/// Bits of a word used by a float24.
pub const MASK: u32 = 0x00FF_FFFF;

/// Rounding of an `f32` to float24.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rounding {
    /// As picasso 2.x and libctru: truncates the mantissa. Two ranges of values come out wrong (see
    /// [`wrong_value_band`]); values too small or too large, and NaN, become signed zero or infinity.
    TruncatePicasso,
    /// To nearest, ties to even, subnormals included. Values from the largest finite one plus half a step
    /// upwards become infinity; NaN stays NaN.
    NearestEven,
}

/// A range of values that [`Rounding::TruncatePicasso`] encodes wrongly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WrongValueBand {
    /// Exponent 0 with a nonzero mantissa: a subnormal of another value.
    Subnormal,
    /// Exponent 0x7F with a nonzero mantissa: a NaN.
    NotANumber,
}

/// Decodes the low 24 bits of a word to the bits of the equal `f32`. NaN payloads are preserved.
#[must_use]
pub const fn decode_bits(bits: u32) -> u32 {
    let sign = (bits & 0x80_0000) << 8;
    let exponent = bits >> 16 & 0x7F;
    let mantissa = bits & 0xFFFF;
    match exponent {
        0 if mantissa == 0 => sign,
        0 => {
            // m * 2^-78 is a normal f32, so the leading one moves to the hidden bit.
            let top = 31 - mantissa.leading_zeros();
            let fraction = (mantissa << (23 - top)) & 0x7F_FFFF;
            sign | (top + 127 - 78) << 23 | fraction
        }
        0x7F => sign | 0xFF << 23 | mantissa << 7,
        _ => sign | (exponent + 64) << 23 | mantissa << 7,
    }
}

/// Decodes the low 24 bits of a word, exactly.
#[must_use]
pub const fn decode(bits: u32) -> f32 {
    f32::from_bits(decode_bits(bits))
}

/// Encodes a value.
#[must_use]
pub const fn encode(value: f32, rounding: Rounding) -> u32 {
    encode_bits(value.to_bits(), rounding)
}

/// Encodes a value given as `f32` bits.
#[must_use]
pub const fn encode_bits(bits: u32, rounding: Rounding) -> u32 {
    match rounding {
        Rounding::TruncatePicasso => truncate(bits),
        Rounding::NearestEven => nearest(bits),
    }
}

const fn truncate(bits: u32) -> u32 {
    let sign = bits >> 8 & 0x80_0000;
    let exponent = (bits >> 23 & 0xFF) as i32 - 64;
    let mantissa = bits >> 7 & 0xFFFF;
    match exponent {
        ..0 => sign,
        0..=0x7F => sign | (exponent as u32) << 16 | mantissa,
        _ => sign | 0x7F_0000,
    }
}

const fn nearest(bits: u32) -> u32 {
    let sign = bits >> 8 & 0x80_0000;
    let exponent = bits >> 23 & 0xFF;
    let mantissa = bits & 0x7F_FFFF;
    if exponent == 0xFF {
        let payload = mantissa >> 7;
        // A NaN whose payload is cut off must not turn into infinity.
        let payload = if mantissa != 0 && payload == 0 { 0x8000 } else { payload };
        return sign | 0x7F_0000 | payload;
    }
    if exponent == 0 {
        return sign;
    }
    let (shift, base) = if exponent > 64 { (7, (exponent - 64) << 16) } else { (72 - exponent, 0) };
    // Subnormal results keep the hidden bit in the mantissa; normal ones add it through the exponent.
    let whole = if base == 0 { mantissa | 0x80_0000 } else { mantissa };
    if shift > 24 {
        return sign;
    }
    let kept = whole >> shift;
    let rest = whole & ((1 << shift) - 1);
    let half = 1 << (shift - 1);
    let up = rest > half || (rest == half && kept & 1 == 1);
    let rounded = base + kept + up as u32;
    if rounded >= 0x7F_0000 { sign | 0x7F_0000 } else { sign | rounded }
}

/// Wrong-value band of a pattern, as reported for a stored constant.
#[must_use]
pub const fn pattern_band(bits: u32) -> Option<WrongValueBand> {
    if bits & 0xFFFF == 0 {
        return None;
    }
    match bits >> 16 & 0x7F {
        0 => Some(WrongValueBand::Subnormal),
        0x7F => Some(WrongValueBand::NotANumber),
        _ => None,
    }
}

/// Wrong-value band of a value under [`Rounding::TruncatePicasso`].
#[must_use]
pub const fn wrong_value_band(value: f32) -> Option<WrongValueBand> {
    pattern_band(truncate(value.to_bits()))
}

/// Packs x, y, z, w into the three words of a GPU upload, w first (section 3.3). High bytes are dropped.
#[must_use]
pub const fn pack(vector: [u32; 4]) -> [u32; 3] {
    let [x, y, z, w] = [vector[0] & MASK, vector[1] & MASK, vector[2] & MASK, vector[3] & MASK];
    [(z & 0xFF) << 24 | w, (y & 0xFFFF) << 16 | z >> 8, x << 8 | y >> 16]
}

/// Unpacks the three words of a GPU upload into x, y, z, w; inverse of [`pack`].
#[must_use]
pub const fn unpack(words: [u32; 3]) -> [u32; 4] {
    let [low, middle, high] = words;
    [high >> 8, (high & 0xFF) << 16 | middle >> 16, (middle & 0xFFFF) << 8 | low >> 24, low & MASK]
}
