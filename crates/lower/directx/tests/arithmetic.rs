//! What is guarded, and what need not be.

use glassbox_lower_directx::arithmetic as a;
use glassbox_spirv::build::value::storage_class;
use glassbox_spirv::build::{Builder, Id, Signedness, op};

use crate::support::compute;

/// A value that is no constant.
fn unknown(b: &mut Builder, ty: Id) -> Id {
    let pointer = b.pointer(storage_class::FUNCTION, ty);
    let variable = b.variable(pointer);
    b.value(op::LOAD, ty, &[variable])
}

/// Opcodes of a function in order, without loads and variables.
fn opcodes(write: impl FnOnce(&mut Builder)) -> Vec<String> {
    let listing = compute(|b, _| write(b));
    let body = listing.split("OpLabel").nth(1).unwrap_or_default();
    let words = body.lines().filter_map(|line| line.split_whitespace().find(|word| word.starts_with("Op")));
    let kept = words.filter(|word| !["OpVariable", "OpLoad", "OpReturn", "OpFunctionEnd"].contains(word));
    kept.map(str::to_owned).collect()
}

type Write = fn(&mut Builder);

#[test]
fn guards_are_written_where_something_can_go_wrong() {
    let cases: &[(&str, Write, &[&str])] = &[
        (
            "an unsigned division",
            |b| {
                let uint = b.uint();
                let (x, y) = (unknown(b, uint), unknown(b, uint));
                a::quotient(b, Signedness::Unsigned, x, y);
            },
            &["OpIEqual", "OpSelect", "OpUDiv", "OpSelect"],
        ),
        (
            "one by a number",
            |b| {
                let uint = b.uint();
                let (x, y) = (unknown(b, uint), b.constant(uint, 3));
                a::quotient(b, Signedness::Unsigned, x, y);
            },
            &["OpUDiv"],
        ),
        (
            "a signed division by -1",
            |b| {
                let int = b.int();
                let (x, y) = (unknown(b, int), b.constant(int, u32::MAX));
                a::quotient(b, Signedness::Signed, x, y);
            },
            &[
                "OpIEqual",
                "OpIEqual",
                "OpIEqual",
                "OpLogicalAnd",
                "OpLogicalOr",
                "OpSelect",
                "OpSDiv",
                "OpSelect",
            ],
        ),
        (
            "a shift",
            |b| {
                let uint = b.uint();
                let (x, y) = (unknown(b, uint), unknown(b, uint));
                a::shift(b, op::SHIFT_LEFT_LOGICAL, x, y);
            },
            &["OpBitwiseAnd", "OpShiftLeftLogical"],
        ),
        (
            "a shift by less than the width",
            |b| {
                let uint = b.uint();
                let (x, y) = (unknown(b, uint), b.constant(uint, 31));
                a::shift(b, op::SHIFT_LEFT_LOGICAL, x, y);
            },
            &["OpShiftLeftLogical"],
        ),
        (
            "a float as an unsigned integer",
            |b| {
                let (float, uint) = (b.float(), b.uint());
                let x = unknown(b, float);
                a::float_to_int(b, x, uint, Signedness::Unsigned);
            },
            &[
                "OpFOrdLessThan",
                "OpFOrdGreaterThanEqual",
                "OpIsNan",
                "OpLogicalOr",
                "OpLogicalOr",
                "OpSelect",
                "OpConvertFToU",
                "OpSelect",
            ],
        ),
        (
            "a vector of them as signed ones",
            |b| {
                let (float, int) = (b.float(), b.int());
                let (floats, ints) = (b.vector(float, 3), b.vector(int, 3));
                let x = unknown(b, floats);
                a::float_to_int(b, x, ints, Signedness::Signed);
            },
            &[
                "OpFOrdLessThan",
                "OpFOrdGreaterThanEqual",
                "OpIsNan",
                "OpLogicalOr",
                "OpLogicalOr",
                "OpSelect",
                "OpConvertFToS",
                "OpSelect",
                "OpSelect",
            ],
        ),
        (
            "bits from an unknown place",
            |b| {
                let uint = b.uint();
                let [x, y, z] = [(); 3].map(|()| unknown(b, uint));
                a::extract_bits(b, x, y, z, Signedness::Unsigned);
            },
            &["OpBitwiseAnd", "OpBitwiseAnd", "OpISub", "OpExtInst", "OpBitFieldUExtract"],
        ),
        (
            "bits from a known place",
            |b| {
                let uint = b.uint();
                let (x, y, z) = (unknown(b, uint), b.constant(uint, 24), b.constant(uint, 16));
                a::extract_bits(b, x, y, z, Signedness::Signed);
            },
            &["OpBitFieldSExtract"],
        ),
        (
            "a sum of numbers",
            |b| {
                let uint = b.uint();
                let (x, y) = (b.constant(uint, 3), b.constant(uint, 4));
                let sum = a::add(b, x, y);
                assert_eq!(b.bits(sum), Some(7));
                let product = a::times(b, sum, 3);
                let elements = a::in_elements(b, product, 2);
                assert_eq!(b.bits(elements), Some(5));
            },
            &[],
        ),
    ];
    for (what, write, expected) in cases {
        assert_eq!(opcodes(write), *expected, "{what}");
    }
}

#[test]
fn limits_of_conversions_are_floats_of_the_type() {
    // 2^31 and 2^32 are floats: from there on, the largest integer is the result, and below -2^31 the least one.
    let listing = compute(|b, _| {
        let (float, int, uint) = (b.float(), b.int(), b.uint());
        let x = unknown(b, float);
        a::float_to_int(b, x, int, Signedness::Signed);
        a::float_to_int(b, x, uint, Signedness::Unsigned);
    });
    for constant in ["2.14748365e+09", "-2.14748365e+09", "4.2949673e+09", "2147483647", "4294967295"] {
        assert!(listing.contains(constant), "{constant}\n{listing}");
    }
}
