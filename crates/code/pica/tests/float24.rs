//! Tests float24: reference values, tool tables, and all patterns.

use glassbox_pica::float24::{
    Rounding, WrongValueBand, decode, decode_bits, encode, encode_bits, pack, pattern_band, unpack,
    wrong_value_band,
};

#[test]
fn anchors() {
    for (value, bits) in [
        (1.0, 0x3F0000),
        (-1.0, 0xBF0000),
        (0.5, 0x3E0000),
        (0.25, 0x3D0000),
        (3.0, 0x408000),
        (2.0, 0x400000),
        (0.0, 0),
        (-0.0, 0x800000),
        (f32::INFINITY, 0x7F0000),
        (f32::NEG_INFINITY, 0xFF0000),
        (f32::from_bits(0x2080_0000), 0x010000),
        (f32::from_bits(0x5F7F_FF80), 0x7EFFFF),
    ] {
        assert_eq!(decode_bits(bits), value.to_bits(), "{bits:06X}");
        assert_eq!(encode(value, Rounding::TruncatePicasso), bits, "{value}");
        assert_eq!(encode(value, Rounding::NearestEven), bits, "{value}");
    }
    for (bits, expected) in [(0x7F8000, 0x7FC0_0000), (0x000001, 0x1880_0000), (0x00FFFF, 0x207F_FF00)] {
        assert_eq!(decode_bits(bits), expected, "{bits:06X}");
    }
    assert_eq!(decode(0xFF_3F0000), 1.0);
}

#[test]
fn picasso_bands() {
    for (value, bits) in [
        (1e-20, 0x000000),
        (2f32.powi(64), 0x7F0000),
        (1.5 * 2f32.powi(64), 0x7F8000),
        (3.6e19, 0x7FF399),
        (1e38, 0x7F0000),
        (-1e38, 0xFF0000),
        (f32::NAN, 0x7F0000),
        (1.5 * 2f32.powi(-63), 0x008000),
    ] {
        assert_eq!(encode(value, Rounding::TruncatePicasso), bits, "{value}");
    }
    assert_eq!(wrong_value_band(1.5 * 2f32.powi(-63)), Some(WrongValueBand::Subnormal));
    assert_eq!(wrong_value_band(3.6e19), Some(WrongValueBand::NotANumber));
    assert_eq!(wrong_value_band(1.0), None);
    assert_eq!(wrong_value_band(f32::NAN), None);
    assert_eq!(pattern_band(0x7F8000), Some(WrongValueBand::NotANumber));
}

#[test]
fn nearest_even() {
    let step = 2f32.powi(-16);
    for (value, bits) in [
        (1.0 + step / 2.0, 0x3F0000),
        (1.0 + 1.5 * step, 0x3F0002),
        (1.0 + 0.75 * step, 0x3F0001),
        (1.5 * 2f32.powi(-63), 0x00C000),
        (2f32.powi(-78), 0x000001),
        (2f32.powi(-79), 0x000000),
        (1.5 * 2f32.powi(-79), 0x000001),
        (f32::from_bits(0x207F_FFFF), 0x010000),
        (f32::from_bits(0x5F7F_FFBF), 0x7EFFFF),
        (f32::from_bits(0x5F7F_FFC0), 0x7F0000),
        (-3.6e19, 0xFF0000),
        (f32::MIN_POSITIVE / 4.0, 0),
    ] {
        assert_eq!(encode(value, Rounding::NearestEven), bits, "{value:e}");
    }
    assert_eq!(encode_bits(0x7F80_0001, Rounding::NearestEven), 0x7F8000);
}

#[test]
fn every_pattern_round_trips() {
    for bits in 0..1u32 << 24 {
        assert_eq!(encode_bits(decode_bits(bits), Rounding::NearestEven), bits, "{bits:06X}");
    }
}

#[test]
fn picasso_keeps_normal_patterns() {
    for bits in (0..1u32 << 24).filter(|bits| !matches!(bits >> 16 & 0x7F, 0 | 0x7F)) {
        assert_eq!(encode_bits(decode_bits(bits), Rounding::TruncatePicasso), bits, "{bits:06X}");
    }
}

#[test]
fn upload_packing() {
    let vector = [0x11_2233, 0x44_5566, 0x77_8899, 0xAA_BBCC];
    assert_eq!(pack(vector), [0x99AA_BBCC, 0x5566_7788, 0x1122_3344]);
    assert_eq!(unpack(pack(vector)), vector);
    let words = [0x0123_4567, 0x89AB_CDEF, 0xFEDC_BA98];
    assert_eq!(pack(unpack(words)), words);
}
