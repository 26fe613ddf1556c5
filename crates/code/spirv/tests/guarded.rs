//! Tests the operations that have a result for all operands: values worked out by hand from what the languages define, computed by a
//! machine that stops where SPIR-V leaves a result open.

use std::collections::HashMap;

use glassbox_spirv::build::{
    Builder, ByZero, FieldRange, Guarded, Id, OfNan, Saturation, Signedness, VERSION_1_5, glsl, op, value,
};
use glassbox_spirv::module::{At, ConstantValue, Module, Type};
use glassbox_testing::spirv::validate_for;

use ByZero::{AllOnes, MinusOne, One};
use Signedness::{Signed, Unsigned};

glassbox_testing::asking!(
    spirv_val: quotients_and_remainders,
    shifts,
    floats_become_integers,
    extremes_of_what_is_no_number,
    fields_of_bits
);

/// A type, declared where it is missing.
type Declare = fn(&mut Builder) -> Id;

/// A module with one function, whose parameters and result have these types.
fn module(
    parameters: &[Declare],
    result: Declare,
    write: impl FnOnce(&mut Builder, &[Id], Id) -> Id,
) -> Module {
    let mut builder = Builder::new(VERSION_1_5);
    builder.memory_model(value::addressing_model::LOGICAL, value::memory_model::GLSL450);
    builder.capability(value::capability::SHADER);
    builder.capability(value::capability::LINKAGE);
    let types: Vec<Id> = parameters.iter().map(|ty| ty(&mut builder)).collect();
    let ty = result(&mut builder);
    let signature = builder.function_type(ty, &types);
    builder.begin_function(ty, signature);
    let ids: Vec<Id> = types.iter().map(|ty| builder.parameter(*ty)).collect();
    let value = write(&mut builder, &ids, ty);
    builder.return_value(value);
    builder.declare_needs();
    builder.finish_module().expect("a module")
}

/// The result of the only function of a module.
fn run(module: &Module, arguments: &[Vec<u64>]) -> Vec<u64> {
    let mut machine = Machine { module, values: HashMap::new() };
    let mut arguments = arguments.iter();
    for at in module.functions[0].walk() {
        let result = module.get(at).result;
        match module.opcode(at) {
            op::FUNCTION | op::LABEL => {}
            op::FUNCTION_PARAMETER => {
                machine.values.insert(result, arguments.next().expect("an argument").clone());
            }
            op::RETURN_VALUE => return machine.value(module.word(at, 0)),
            _ => {
                let value = machine.compute(at);
                machine.values.insert(result, value);
            }
        }
    }
    panic!("the function returns nothing")
}

struct Machine<'m> {
    module: &'m Module,
    values: HashMap<u32, Vec<u64>>,
}

impl Machine<'_> {
    fn value(&self, id: u32) -> Vec<u64> {
        match self.module.constant(id).map(|constant| constant.value) {
            Some(ConstantValue::Number(bits)) => vec![bits & mask(self.width(self.module.type_of(id)))],
            Some(ConstantValue::Composite(parts)) => {
                parts.iter().flat_map(|part| self.value(*part)).collect()
            }
            Some(other) => panic!("{other:?} is not computed"),
            None => self.values[&id].clone(),
        }
    }

    fn width(&self, ty: u32) -> u32 {
        match self.module.scalar(ty) {
            Some(Type::Int { width, .. } | Type::Float { width, .. }) => width,
            _ => 1,
        }
    }

    fn compute(&self, at: At) -> Vec<u64> {
        let (opcode, ids) = match self.module.opcode(at) {
            op::EXT_INST => (1 << 16 | self.module.word(at, 1), &self.module.operands(at)[2..]),
            opcode => (u32::from(opcode), self.module.operands(at)),
        };
        let operands: Vec<Vec<u64>> = ids.iter().map(|id| self.value(*id)).collect();
        let from = self.width(self.module.type_of(ids[0]));
        let to = self.width(self.module.get(at).ty);
        let lanes = operands.iter().map(Vec::len).max().unwrap_or(1);
        (0..lanes)
            .map(|lane| {
                let lane: Vec<u64> = operands.iter().map(|all| all[lane.min(all.len() - 1)]).collect();
                compute(opcode, &lane, (from, to)) & mask(to)
            })
            .collect()
    }
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

fn signed(bits: u64, width: u32) -> i128 {
    let bits = i128::from(bits & mask(width));
    if bits >> (width - 1) != 0 { bits - (1 << width) } else { bits }
}

/// A float of 16, 32 or 64 bits.
fn float(bits: u64, width: u32) -> f64 {
    match width {
        16 => {
            let (exponent, mantissa) = (bits >> 10 & 31, (bits & 1023) as f64);
            let size = match exponent {
                31 if mantissa == 0.0 => f64::INFINITY,
                31 => f64::NAN,
                0 => mantissa * 2.0f64.powi(-24),
                _ => (1024.0 + mantissa) * 2.0f64.powi(exponent as i32 - 25),
            };
            if bits >> 15 & 1 != 0 { -size } else { size }
        }
        32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}

const N_MIN: u32 = 1 << 16 | glsl::N_MIN;
const N_MAX: u32 = 1 << 16 | glsl::N_MAX;
const F_CLAMP: u32 = 1 << 16 | glsl::F_CLAMP;
const U_MIN: u32 = 1 << 16 | glsl::U_MIN;

/// One component of a result.
fn compute(opcode: u32, operands: &[u64], (from, to): (u32, u32)) -> u64 {
    let [a, b, c, d] = [0, 1, 2, 3].map(|index| operands.get(index).copied().unwrap_or_default());
    let (left, right) = (signed(a, from), signed(b, from));
    let [x, y] = [a, b].map(|bits| float(bits, from));
    let field = |offset: u64, count: u64| {
        assert!(offset + count <= u64::from(to), "a field of {count} bits at {offset} of {to}");
        if count == 0 { 0 } else { mask(count as u32) }
    };
    let choose = |is_first: bool| if is_first { a } else { b };
    if let Ok(opcode) = u16::try_from(opcode) {
        return match opcode {
            op::U_DIV | op::U_MOD => {
                assert_ne!(b, 0, "{a} is divided by zero");
                if opcode == op::U_DIV { a / b } else { a % b }
            }
            op::S_DIV => {
                assert_ne!(b, 0, "{left} is divided by zero");
                let is_open = left == -(1 << (from - 1)) && right == -1;
                assert!(!is_open, "the lowest number is divided by -1");
                (left / right) as u64
            }
            op::I_MUL => a.wrapping_mul(b),
            op::I_SUB => a.wrapping_sub(b),
            op::S_NEGATE => a.wrapping_neg(),
            op::BITWISE_AND => a & b,
            op::SHIFT_LEFT_LOGICAL | op::SHIFT_RIGHT_LOGICAL | op::SHIFT_RIGHT_ARITHMETIC => {
                assert!(b < u64::from(to), "a shift by {b} of {to} bits");
                match opcode {
                    op::SHIFT_LEFT_LOGICAL => a << b,
                    op::SHIFT_RIGHT_LOGICAL => a >> b,
                    _ => (left >> b) as u64,
                }
            }
            op::CONVERT_F_TO_S => {
                let limit = 2.0f64.powi(to as i32 - 1);
                assert!(x.trunc() >= -limit && x.trunc() < limit, "{x:e} as a signed number of {to} bits");
                x as i64 as u64
            }
            op::CONVERT_F_TO_U => {
                let limit = 2.0f64.powi(to as i32);
                assert!(x.trunc() >= 0.0 && x.trunc() < limit, "{x:e} as a number of {to} bits");
                x as u64
            }
            op::I_EQUAL => u64::from(a == b),
            op::F_ORD_LESS_THAN => u64::from(x < y),
            op::F_ORD_LESS_THAN_EQUAL => u64::from(x <= y),
            op::F_ORD_GREATER_THAN => u64::from(x > y),
            op::F_ORD_GREATER_THAN_EQUAL => u64::from(x >= y),
            op::IS_NAN => u64::from(x.is_nan()),
            op::LOGICAL_OR => a | b,
            op::LOGICAL_AND => a & b,
            op::SELECT => {
                if a != 0 {
                    b
                } else {
                    c
                }
            }
            op::BIT_FIELD_U_EXTRACT => a >> b & field(b, c),
            op::BIT_FIELD_S_EXTRACT if c == 0 => 0,
            op::BIT_FIELD_S_EXTRACT => signed(a >> b & field(b, c), c as u32) as u64,
            op::BIT_FIELD_INSERT => a & !(field(c, d) << c) | (b & field(c, d)) << c,
            _ => panic!("opcode {opcode} is not computed"),
        };
    }
    match opcode {
        N_MIN => choose(y.is_nan() || x < y),
        N_MAX => choose(y.is_nan() || x > y),
        // Whatever a device does.
        F_CLAMP if x.is_nan() => b,
        F_CLAMP if x < y => b,
        F_CLAMP => {
            if x > float(c, from) {
                c
            } else {
                a
            }
        }
        U_MIN => a.min(b),
        _ => panic!("extended instruction {} is not computed", opcode & 0xffff),
    }
}

fn check(module: &Module, what: &str) {
    let words = module.words().expect("words");
    validate_for(&words, "spv1.5").unwrap_or_else(|error| panic!("{what}: {error}"));
}

const fn int(width: u32, sign: Signedness) -> Declare {
    match (width, sign) {
        (8, Signed) => |builder| builder.int_type(8, Signed),
        (8, Unsigned) => |builder| builder.int_type(8, Unsigned),
        (16, Signed) => |builder| builder.int_type(16, Signed),
        (16, Unsigned) => |builder| builder.int_type(16, Unsigned),
        (64, Signed) => |builder| builder.int_type(64, Signed),
        (64, Unsigned) => |builder| builder.int_type(64, Unsigned),
        (_, Signed) => |builder| builder.int(),
        (_, Unsigned) => |builder| builder.uint(),
    }
}

#[test]
fn quotients_and_remainders() {
    const MIN: i128 = i32::MIN as i128;
    const MAX: i128 = u32::MAX as i128;
    // Width, sign, convention, dividend, divisor, quotient, remainder.
    let rows: &[(u32, Signedness, ByZero, i128, i128, i128, i128)] = &[
        (32, Unsigned, AllOnes, 7, 0, MAX, MAX),
        (32, Unsigned, AllOnes, 7, 2, 3, 1),
        (32, Unsigned, AllOnes, MAX, 1, MAX, 0),
        (32, Unsigned, One, 7, 0, 7, 0),
        (32, Unsigned, One, MAX, 2, MAX / 2, 1),
        (32, Unsigned, MinusOne, 7, 0, 0, 7),
        (32, Unsigned, MinusOne, MAX, 0, 1, MAX),
        (32, Signed, AllOnes, 7, 0, -1, -1),
        (32, Signed, AllOnes, -7, 2, -3, -1),
        (32, Signed, AllOnes, MIN, -1, MIN, 0),
        (32, Signed, One, 7, 0, 7, 0),
        (32, Signed, One, MIN, -1, MIN, 0),
        (32, Signed, One, -7, -1, 7, 0),
        (32, Signed, One, -7, -2, 3, -1),
        (32, Signed, MinusOne, 7, 0, -7, 7),
        (32, Signed, MinusOne, MIN, 0, MIN, MIN),
        (32, Signed, MinusOne, MIN, -1, MIN, 0),
        (32, Signed, MinusOne, -7, 3, -2, -1),
        (8, Signed, AllOnes, -128, -1, -128, 0),
        (16, Unsigned, AllOnes, 9, 0, 0xffff, 0xffff),
        (64, Signed, One, i64::MIN as i128, -1, i64::MIN as i128, 0),
        (64, Signed, AllOnes, 5, 0, -1, -1),
    ];
    for row @ &(width, sign, by_zero, a, b, quotient, remainder) in rows {
        let ty = int(width, sign);
        let arguments = [a, b].map(|number| vec![number as u64 & mask(width)]);
        for (is_quotient, expected) in [(true, quotient), (false, remainder)] {
            let made = module(&[ty, ty], ty, |builder, ids, ty| {
                let operation = if is_quotient { Builder::quotient } else { Builder::remainder };
                operation(builder, ty, sign, [ids[0], ids[1]], by_zero)
            });
            check(&made, &format!("{row:?}"));
            assert_eq!(run(&made, &arguments), [expected as u64 & mask(width)], "{row:?} {is_quotient}");
        }
    }
}

#[test]
fn quotients_by_constants_are_not_guarded() {
    // Divisor, the sign, instructions of the quotient.
    for (divisor, sign, expected) in
        [(3u64, Signed, 1), (u64::MAX, Unsigned, 1), (u64::MAX, Signed, 7), (0, Unsigned, 3)]
    {
        let ty = int(32, sign);
        let made = module(&[ty], ty, |builder, ids, ty| {
            let divisor = builder.constant_splat(ty, divisor);
            builder.quotient(ty, sign, [ids[0], divisor], One)
        });
        let count = made.functions[0].blocks[0].body.len() - 1;
        assert_eq!(count, expected, "by {divisor:#x}, {sign:?}");
    }
    let uint = int(32, Unsigned);
    let made = module(&[uint], uint, |builder, ids, uint| {
        let changes = builder.spec_constant(uint, 3, Some(1));
        builder.quotient(uint, Unsigned, [ids[0], changes], One)
    });
    assert_eq!(made.functions[0].blocks[0].body.len(), 4, "a constant that pipelines change is guarded");
}

#[test]
fn vectors_are_guarded_by_component() {
    let pair: Declare = |builder| {
        let int = builder.int();
        builder.vector(int, 2)
    };
    let made = module(&[pair, pair], pair, |builder, ids, pair| {
        builder.quotient(pair, Signed, [ids[0], ids[1]], AllOnes)
    });
    let lowest = u64::from(i32::MIN as u32);
    let found = run(&made, &[vec![7, lowest], vec![0, mask(32)]]);
    assert_eq!(found, [mask(32), lowest]);
}

#[test]
fn shifts() {
    // Opcode, width, value, count, result.
    let rows: &[(u16, u32, u64, u64, u64)] = &[
        (op::SHIFT_LEFT_LOGICAL, 32, 7, 33, 14),
        (op::SHIFT_LEFT_LOGICAL, 32, 7, 31, 1 << 31),
        (op::SHIFT_RIGHT_LOGICAL, 32, 0x8000_0000, 36, 0x0800_0000),
        (op::SHIFT_RIGHT_ARITHMETIC, 32, 0x8000_0000, 35, 0xf000_0000),
        (op::SHIFT_LEFT_LOGICAL, 16, 3, 17, 6),
        (op::SHIFT_RIGHT_LOGICAL, 64, 1 << 63, 127, 1),
    ];
    for row @ &(opcode, width, left, count, expected) in rows {
        let ty = int(width, Unsigned);
        let made = module(&[ty, int(32, Unsigned)], ty, |builder, ids, ty| {
            let uint = builder.uint();
            builder.shift(opcode, ty, ids[0], (ids[1], uint))
        });
        check(&made, &format!("{row:?}"));
        assert_eq!(run(&made, &[vec![left], vec![count]]), [expected], "{row:?}");
    }
    let uint = int(32, Unsigned);
    let made = module(&[uint], uint, |builder, ids, uint| {
        let count = builder.constant_uint(31);
        builder.shift(op::SHIFT_LEFT_LOGICAL, uint, ids[0], (count, uint))
    });
    assert_eq!(made.functions[0].blocks[0].body.len(), 2, "a small constant needs no mask");
}

#[test]
fn floats_become_integers() {
    use Saturation::{Both, Integer};
    let single = |number: f32| u64::from(number.to_bits());
    let (nan, infinity) = (single(f32::NAN), single(f32::INFINITY));
    const HALF_INFINITY: u64 = 0x7c00;
    // Width of the float, its bits; width and sign of the integer, convention, result.
    let rows: &[(u32, u64, u32, Signedness, Saturation, i128)] = &[
        (32, single(-3.7), 32, Signed, Integer, -3),
        (32, nan, 32, Signed, Integer, 0),
        (32, nan, 32, Unsigned, Integer, 0),
        (32, single(3e9), 32, Signed, Integer, i32::MAX as i128),
        (32, single(2_147_483_648.0), 32, Signed, Integer, i32::MAX as i128),
        (32, single(2_147_483_520.0), 32, Signed, Integer, 2_147_483_520),
        (32, single(-2_147_483_648.0), 32, Signed, Integer, i32::MIN as i128),
        (32, single(f32::NEG_INFINITY), 32, Signed, Integer, i32::MIN as i128),
        (32, single(-0.5), 32, Unsigned, Integer, 0),
        (32, single(-5.0), 32, Unsigned, Integer, 0),
        (32, infinity, 32, Unsigned, Integer, u32::MAX as i128),
        (32, single(3e9), 32, Unsigned, Integer, 3_000_000_000),
        (32, single(1e20), 64, Unsigned, Integer, u64::MAX as i128),
        (32, infinity, 64, Signed, Integer, i64::MAX as i128),
        (32, single(300.0), 8, Signed, Integer, 127),
        (32, single(-300.0), 8, Signed, Integer, -128),
        (64, 4_294_967_295.5f64.to_bits(), 32, Unsigned, Integer, u32::MAX as i128),
        (64, (-1e300f64).to_bits(), 64, Signed, Integer, i64::MIN as i128),
        // 65504 and infinities as halves.
        (16, 0x7bff, 32, Signed, Integer, 65504),
        (16, HALF_INFINITY, 32, Signed, Integer, i32::MAX as i128),
        (16, 0x8000 | HALF_INFINITY, 32, Signed, Integer, i32::MIN as i128),
        (16, HALF_INFINITY, 16, Unsigned, Integer, 65535),
        (16, 0x7bff, 16, Signed, Integer, 32767),
        (16, 0x7bff, 16, Unsigned, Integer, 65504),
        (32, single(3e9), 32, Signed, Both, 2_147_483_520),
        (32, infinity, 32, Unsigned, Both, 4_294_967_040),
        (32, single(-1e20), 32, Signed, Both, i32::MIN as i128),
        (32, single(-1.5), 32, Unsigned, Both, 0),
        (32, single(300.0), 8, Signed, Both, 127),
        (64, 1e300f64.to_bits(), 32, Signed, Both, i32::MAX as i128),
        (64, 1e300f64.to_bits(), 64, Signed, Both, 0x7fff_ffff_ffff_fc00),
        (16, HALF_INFINITY, 32, Signed, Both, 65504),
        (16, 0x8000 | HALF_INFINITY, 32, Signed, Both, -65504),
        (16, HALF_INFINITY, 16, Signed, Both, 32752),
    ];
    for row @ &(from, bits, width, sign, saturation, expected) in rows {
        let float: Declare = match from {
            16 => |builder| builder.float_type(16),
            32 => |builder| builder.float(),
            _ => |builder| builder.float_type(64),
        };
        let made = module(&[float], int(width, sign), |builder, ids, to| {
            let from = float(builder);
            builder.float_to_int([from, to], sign, ids[0], saturation)
        });
        check(&made, &format!("{row:?}"));
        assert_eq!(run(&made, &[vec![bits]]), [expected as u64 & mask(width)], "{row:?}");
    }
}

const FLOAT: Declare = |builder| builder.float();

#[test]
fn extremes_of_what_is_no_number() {
    let (nan, one, two) = (f32::NAN, 1.0f32, 2.0f32);
    // Operands, convention, the lesser, the greater.
    let rows = [
        (one, two, OfNan::Other, one, two),
        (nan, two, OfNan::Other, two, two),
        (one, nan, OfNan::Other, one, one),
        (one, two, OfNan::Second, one, two),
        (two, one, OfNan::Second, one, two),
        (nan, two, OfNan::Second, two, two),
        (one, nan, OfNan::Second, nan, nan),
    ];
    for (a, b, of_nan, lesser, greater) in rows {
        for (is_lesser, expected) in [(true, lesser), (false, greater)] {
            let made = module(&[FLOAT; 2], FLOAT, |builder, ids, float| {
                let operation = if is_lesser { Builder::lesser } else { Builder::greater };
                operation(builder, float, [ids[0], ids[1]], of_nan)
            });
            check(&made, "an extreme");
            let found = run(&made, &[a, b].map(|number| vec![u64::from(number.to_bits())]));
            assert_eq!(found, [u64::from(expected.to_bits())], "{a} {b} {of_nan:?} {is_lesser}");
        }
    }
    // With a constant that is a number, one instruction does; with NaN, it does not.
    for (number, expected) in [(1.0f32, 2), (f32::NAN, 3)] {
        let made = module(&[FLOAT], FLOAT, |builder, ids, float| {
            let constant = builder.constant(float, number.to_bits());
            builder.lesser(float, [ids[0], constant], OfNan::Second)
        });
        assert_eq!(made.functions[0].blocks[0].body.len(), expected, "{number}");
    }
}

#[test]
fn fields_of_bits() {
    use FieldRange::{Clamped, Masked};
    let (insert, extract) = (op::BIT_FIELD_INSERT, op::BIT_FIELD_U_EXTRACT);
    let signed = op::BIT_FIELD_S_EXTRACT;
    // Opcode, range, base, inserted bits, offset, count, result.
    let rows: &[(u16, FieldRange, u64, u64, u64, u64, u64)] = &[
        (extract, Masked, 0xabcd_1234, 0, 8, 8, 0x12),
        (extract, Masked, 0xabcd_1234, 0, 40, 8, 0x12),
        (extract, Masked, 0xabcd_1234, 0, 24, 16, 0xab),
        (extract, Masked, 0xabcd_1234, 0, 4, 32, 0),
        (extract, Clamped, 0xabcd_1234, 0, 4, 32, 0x0abc_d123),
        (extract, Clamped, 0xabcd_1234, 0, 40, 8, 0),
        (extract, Clamped, 0xabcd_1234, 0, 0, 99, 0xabcd_1234),
        (signed, Masked, 0xabcd_1234, 0, 24, 16, 0xffff_ffab),
        (signed, Clamped, 0xabcd_1234, 0, 28, 4, 0xffff_fffa),
        (insert, Masked, 0xffff_ffff, 0x12, 28, 16, 0x2fff_ffff),
        (insert, Masked, 0xffff_ffff, 0x12, 36, 8, 0xffff_f12f),
        (insert, Clamped, 0xffff_ffff, 0x12, 36, 8, 0xffff_ffff),
        (insert, Clamped, 0xffff_ffff, 0x12, 28, 16, 0x2fff_ffff),
    ];
    for row @ &(opcode, range, base, bits, offset, count, expected) in rows {
        let uint = int(32, Unsigned);
        let made = module(&[uint; 4], uint, |builder, ids, uint| {
            let values = if opcode == insert { &ids[..2] } else { &ids[..1] };
            builder.bit_field(opcode, uint, values, [ids[2], ids[3]], range)
        });
        check(&made, &format!("{row:?}"));
        let found = run(&made, &[base, bits, offset, count].map(|number| vec![number]));
        assert_eq!(found, [expected], "{row:x?}");
    }
}
