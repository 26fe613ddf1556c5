//! Checks extended instructions: `GLSL.std.450` and the mathematics of `OpenCL.std`.

use super::shapes::Shape;
use super::{Checker, Relaxation, TYPE, rules};
use crate::grammar::instruction::glsl_std_450 as glsl;
use crate::grammar::op;
use crate::grammar::value::{capability as cap, storage_class};
use crate::module::{At, Id, Type};

/// Words before the operands of the instruction: set and number.
const FIRST: usize = 2;

/// Checks an extended instruction.
pub(super) fn check(c: &mut Checker<'_>, at: At) {
    // What is not defined is reported with the other ids.
    let set = c.module.definition(c.module.word(at, 0));
    let is_other = set.is_some_and(|set| c.module.opcode(set) != op::EXT_INST_IMPORT);
    if !c.expect(!is_other, &rules::EXTENDED_SET, (at, 0), "an OpExtInstImport") {
        return;
    }
    if let Some(number) = c.module.glsl(at) {
        check_glsl(c, at, number);
    } else if let Some((set, number)) = c.module.extended(at)
        && set.name == "OpenCL.std"
        && let Some(row) = set.instruction(number)
    {
        open_cl(c, at, row.name);
    }
}

fn own(c: &Checker<'_>, at: At, index: usize) -> Id {
    c.module.type_of(c.module.word(at, FIRST + index))
}

fn result(c: &mut Checker<'_>, at: At, holds: bool, expected: &str) -> bool {
    c.expect(holds, &rules::EXTENDED_RESULT, (at, TYPE), expected)
}

fn operand(c: &mut Checker<'_>, at: At, index: usize, (holds, expected): (bool, &str)) -> bool {
    c.expect(holds, &rules::EXTENDED_OPERAND, (at, FIRST + index), expected)
}

/// Checks that all operands have the result type.
fn same(c: &mut Checker<'_>, at: At) {
    for index in 0..c.module.operands(at).len().saturating_sub(FIRST) {
        let holds = own(c, at, index) == c.module.get(at).ty;
        operand(c, at, index, (holds, "the result type"));
    }
}

fn check_glsl(c: &mut Checker<'_>, at: At, number: u32) {
    let ty = c.module.get(at).ty;
    let shape = c.shape(ty).filter(Shape::is_plain);
    let float = shape.filter(Shape::is_float);
    match number {
        glsl::ROUND
        | glsl::ROUND_EVEN
        | glsl::TRUNC
        | glsl::F_ABS
        | glsl::F_SIGN
        | glsl::FLOOR
        | glsl::CEIL
        | glsl::FRACT
        | glsl::SQRT
        | glsl::INVERSE_SQRT
        | glsl::F_MIN
        | glsl::F_MAX
        | glsl::F_CLAMP
        | glsl::F_MIX
        | glsl::STEP
        | glsl::SMOOTH_STEP
        | glsl::FMA
        | glsl::NORMALIZE
        | glsl::FACE_FORWARD
        | glsl::REFLECT
        | glsl::N_MIN
        | glsl::N_MAX
        | glsl::N_CLAMP => float_function(c, at, float),
        glsl::RADIANS..=glsl::LOG2 => {
            let holds = float.is_some_and(|shape| matches!(shape.width, 16 | 32));
            if result(c, at, holds, "a scalar or vector of floats of 16 or 32 bits") {
                same(c, at);
            }
        }
        glsl::S_ABS
        | glsl::S_SIGN
        | glsl::U_MIN
        | glsl::U_MAX
        | glsl::U_CLAMP
        | glsl::S_MIN
        | glsl::S_MAX
        | glsl::S_CLAMP
        | glsl::FIND_I_LSB
        | glsl::FIND_U_MSB
        | glsl::FIND_S_MSB => integers(c, at, number),
        glsl::DETERMINANT | glsl::MATRIX_INVERSE => matrices(c, at, number),
        glsl::MODF..=glsl::MODF_STRUCT | glsl::FREXP..=glsl::LDEXP => parts(c, at, number),
        glsl::PACK_SNORM4X8..=glsl::UNPACK_DOUBLE2X32 => pack(c, at, number),
        glsl::LENGTH..=glsl::CROSS | glsl::REFRACT => geometry(c, at, number),
        glsl::INTERPOLATE_AT_CENTROID..=glsl::INTERPOLATE_AT_OFFSET => interpolate(c, at, number),
        _ => {}
    }
}

fn float_function(c: &mut Checker<'_>, at: At, float: Option<Shape>) {
    if result(c, at, float.is_some(), "a float scalar or vector") {
        same(c, at);
    }
}

fn integers(c: &mut Checker<'_>, at: At, number: u32) {
    let shape = c.shape(c.module.get(at).ty).filter(|shape| shape.is_plain() && shape.is_int());
    let Some(shape) = shape else {
        result(c, at, false, "an integer scalar or vector");
        return;
    };
    let msb = matches!(number, glsl::FIND_U_MSB | glsl::FIND_S_MSB);
    result(c, at, !msb || shape.width == 32, "integers of 32 bits");
    for index in 0..c.module.operands(at).len().saturating_sub(FIRST) {
        let holds = c.shape(own(c, at, index)).is_some_and(|other| {
            let width = other.width == shape.width || number == glsl::FIND_I_LSB;
            other.is_plain() && other.is_int() && other.count == shape.count && width
        });
        operand(c, at, index, (holds, "integers as many and as wide as in the result"));
    }
}

fn matrices(c: &mut Checker<'_>, at: At, number: u32) {
    let ty = c.module.get(at).ty;
    let own = own(c, at, 0);
    let square = match c.module.ty(own) {
        Some(Type::Matrix { count, .. }) => c.shape(own).filter(|shape| shape.count == count),
        _ => None,
    };
    let holds = match number {
        glsl::DETERMINANT => square.is_some_and(|shape| shape.component == ty),
        _ => square.is_some() && own == ty,
    };
    operand(c, at, 0, (holds, "a square matrix that fits the result"));
}

/// True for integers of an exponent: one for each float.
fn is_exponent(c: &Checker<'_>, ty: Id, float: &Shape) -> bool {
    let half = c.has_extension("SPV_AMD_gpu_shader_int16");
    c.shape(ty).is_some_and(|shape| {
        let width = shape.width == 32 || half && shape.width == 16;
        shape.is_plain() && shape.is_int() && shape.count == float.count && width
    })
}

/// Checks the instructions that take a float apart.
fn parts(c: &mut Checker<'_>, at: At, number: u32) {
    let ty = c.module.get(at).ty;
    let plain =
        |c: &Checker<'_>, ty| c.shape(ty).filter(|shape: &Shape| shape.is_plain() && shape.is_float());
    if matches!(number, glsl::MODF_STRUCT | glsl::FREXP_STRUCT) {
        let members = match c.module.ty(ty) {
            Some(Type::Struct { members: &[first, second] }) => Some((first, second)),
            _ => None,
        };
        let holds = members.is_some_and(|(first, second)| {
            plain(c, first).is_some_and(|float| match number {
                glsl::MODF_STRUCT => first == second,
                _ => is_exponent(c, second, &float),
            })
        });
        if result(c, at, holds, "a structure of a float and its other part") {
            let holds = members.is_some_and(|members| members.0 == own(c, at, 0));
            operand(c, at, 0, (holds, "the type of the first member of the result"));
        }
        return;
    }
    let Some(float) = plain(c, ty) else {
        result(c, at, false, "a float scalar or vector");
        return;
    };
    if !operand(c, at, 0, (own(c, at, 0) == ty, "the result type")) {
        return;
    }
    let second = own(c, at, 1);
    if number == glsl::LDEXP {
        let holds = c
            .shape(second)
            .is_some_and(|shape| shape.is_plain() && shape.is_int() && shape.count == float.count);
        operand(c, at, 1, (holds, "an integer for each float"));
        return;
    }
    let pointee = c.module.pointer(second).map(|pointer| pointer.0);
    let untyped = c.module.opcode_of(second) == op::TYPE_UNTYPED_POINTER_KHR;
    let holds = untyped
        || pointee.is_some_and(|pointee| match number {
            glsl::MODF => pointee == ty,
            _ => is_exponent(c, pointee, &float),
        });
    operand(c, at, 1, (holds, "a pointer to the other part"));
}

fn pack(c: &mut Checker<'_>, at: At, number: u32) {
    let is = |c: &Checker<'_>, ty: Id, (float, width, count): (bool, u32, u32)| {
        c.shape(ty).is_some_and(|shape| {
            let kind = if float { shape.is_float() } else { shape.is_int() };
            shape.is_plain() && kind && shape.width == width && shape.count == count
        })
    };
    let (packed, parts) = match number {
        glsl::PACK_SNORM4X8 | glsl::PACK_UNORM4X8 | glsl::UNPACK_SNORM4X8 | glsl::UNPACK_UNORM4X8 => {
            ((false, 32, 1), (true, 32, 4))
        }
        glsl::PACK_DOUBLE2X32 | glsl::UNPACK_DOUBLE2X32 => ((true, 64, 1), (false, 32, 2)),
        _ => ((false, 32, 1), (true, 32, 2)),
    };
    let is_pack = number <= glsl::PACK_DOUBLE2X32;
    let (to, from) = if is_pack { (packed, parts) } else { (parts, packed) };
    let ty = c.module.get(at).ty;
    let text = |(float, width, count): (bool, u32, u32)| {
        format!("{count} {} of {width} bits", if float { "floats" } else { "integers" })
    };
    let expected = text(to);
    if result(c, at, is(c, ty, to), &expected) {
        let expected = text(from);
        let holds = is(c, own(c, at, 0), from);
        operand(c, at, 0, (holds, &expected));
    }
}

fn geometry(c: &mut Checker<'_>, at: At, number: u32) {
    let ty = c.module.get(at).ty;
    match number {
        glsl::CROSS => {
            let holds = c.shape(ty).is_some_and(|s| s.is_vector() && s.is_float() && s.count == 3);
            if result(c, at, holds, "a vector of three floats") {
                same(c, at);
            }
        }
        glsl::REFRACT => {
            let holds = c.shape(ty).is_some_and(|s| s.is_plain() && s.is_float());
            if result(c, at, holds, "a float scalar or vector") {
                for index in 0..2 {
                    let holds = own(c, at, index) == ty;
                    operand(c, at, index, (holds, "the result type"));
                }
                let holds = c.is_float_scalar(own(c, at, 2));
                operand(c, at, 2, (holds, "a float scalar"));
            }
        }
        _ => {
            if !result(c, at, c.is_float_scalar(ty), "a float scalar") {
                return;
            }
            let count = c.shape(own(c, at, 0)).map(|shape| shape.count);
            for index in 0..c.module.operands(at).len().saturating_sub(FIRST) {
                let shape = c.shape(own(c, at, index));
                let holds =
                    shape.is_some_and(|s| s.is_plain() && s.component == ty && Some(s.count) == count);
                operand(c, at, index, (holds, "a scalar or vector of the result type, as long as the other"));
            }
        }
    }
}

fn interpolate(c: &mut Checker<'_>, at: At, number: u32) {
    let module = c.module;
    let ty = module.get(at).ty;
    let declared = c.has(cap::INTERPOLATION_FUNCTION);
    c.expect(declared, &rules::EXTENDED_SET, (at, 1), "the capability InterpolationFunction");
    let half = c.has_extension("SPV_AMD_gpu_shader_half_float");
    let holds =
        c.shape(ty).is_some_and(|s| s.is_plain() && s.is_float() && (s.width == 32 || half && s.width == 16));
    if !result(c, at, holds, "a scalar or vector of floats of 32 bits") {
        return;
    }
    let mut interpolant = module.word(at, FIRST);
    let loaded = module.definition(interpolant).filter(|at| module.opcode(*at) == op::LOAD);
    if let Some(load) = loaded.filter(|_| c.relaxes(Relaxation::BeforeHlslLegalization)) {
        interpolant = module.word(load, 0);
    }
    let holds = module.pointer(module.type_of(interpolant)) == Some((ty, storage_class::INPUT));
    if !operand(c, at, 0, (holds, "a pointer in Input to the result type")) {
        return;
    }
    let second = c.shape(own(c, at, 1));
    match number {
        glsl::INTERPOLATE_AT_SAMPLE => {
            let holds = c.is_int32(own(c, at, 1));
            operand(c, at, 1, (holds, "an integer of 32 bits"));
        }
        glsl::INTERPOLATE_AT_OFFSET => {
            let holds = second.is_some_and(|s| {
                s.is_vector() && s.is_float() && s.count == 2 && (s.width == 32 || half && s.width == 16)
            });
            operand(c, at, 1, (holds, "a vector of two floats of 32 bits"));
        }
        _ => {}
    }
}

/// Checks the functions of OpenCL whose operands have the result type.
fn open_cl(c: &mut Checker<'_>, at: At, name: &str) {
    let shape = c.shape(c.module.get(at).ty).filter(Shape::is_plain);
    let sized = shape.is_some_and(|shape| shape.count <= 4 || matches!(shape.count, 8 | 16));
    let (holds, expected) =
        if FLOATS.contains(&name) || name.starts_with("native_") || name.starts_with("half_") {
            (shape.is_some_and(|shape| shape.is_float()), "a scalar or vector of floats")
        } else if INTEGERS.contains(&name) {
            (shape.is_some_and(|shape| shape.is_int()), "a scalar or vector of integers")
        } else if matches!(name, "s_mad24" | "u_mad24" | "s_mul24" | "u_mul24") {
            (
                shape.is_some_and(|shape| shape.is_int() && shape.width == 32),
                "a scalar or vector of integers of 32 bits",
            )
        } else {
            return half_memory(c, at, name);
        };
    if result(c, at, holds && sized, expected) {
        same(c, at);
    }
}

/// Checks that the functions that load and store halves get a pointer to them.
fn half_memory(c: &mut Checker<'_>, at: At, name: &str) {
    let index = match name {
        "vload_half" | "vload_halfn" | "vloada_halfn" => 1,
        name if name.starts_with("vstore_half") || name.starts_with("vstorea_half") => 2,
        _ => return,
    };
    let ty = own(c, at, index);
    if c.module.opcode_of(ty) == op::TYPE_UNTYPED_POINTER_KHR {
        return;
    }
    let pointee = c.module.pointer(ty).map(|(pointee, _)| pointee);
    let holds = pointee
        .and_then(|ty| c.shape(ty))
        .is_some_and(|shape| shape.is_scalar() && shape.is_float() && shape.width == 16);
    operand(c, at, index, (holds, "a pointer to a float of 16 bits"));
}

const FLOATS: &[&str] = &[
    "acos",
    "acosh",
    "acospi",
    "asin",
    "asinh",
    "asinpi",
    "atan",
    "atan2",
    "atanh",
    "atanpi",
    "atan2pi",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "cospi",
    "erfc",
    "erf",
    "exp",
    "exp2",
    "exp10",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "hypot",
    "lgamma",
    "log",
    "log2",
    "log10",
    "log1p",
    "logb",
    "mad",
    "maxmag",
    "minmag",
    "nextafter",
    "pow",
    "powr",
    "remainder",
    "rint",
    "round",
    "rsqrt",
    "sin",
    "sinh",
    "sinpi",
    "sqrt",
    "tan",
    "tanh",
    "tanpi",
    "tgamma",
    "trunc",
    "fclamp",
    "degrees",
    "fmax_common",
    "fmin_common",
    "mix",
    "radians",
    "step",
    "smoothstep",
    "sign",
];

const INTEGERS: &[&str] = &[
    "s_abs",
    "s_abs_diff",
    "s_add_sat",
    "u_add_sat",
    "s_hadd",
    "u_hadd",
    "s_rhadd",
    "u_rhadd",
    "s_clamp",
    "u_clamp",
    "clz",
    "ctz",
    "s_mad_hi",
    "u_mad_sat",
    "s_mad_sat",
    "s_max",
    "u_max",
    "s_min",
    "u_min",
    "s_mul_hi",
    "rotate",
    "s_sub_sat",
    "u_sub_sat",
    "popcount",
    "u_abs",
    "u_abs_diff",
    "u_mul_hi",
    "u_mad_hi",
];
