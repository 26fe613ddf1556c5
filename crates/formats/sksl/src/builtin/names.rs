//! Looks up builtin type names.

use super::scalar::Scalar;
use super::types::{Generic, Opaque, Type, shape_names};

/// Keys that occur among the names of types.
static KEYS: [bool; KEY_COUNT] = {
    let mut keys = [false; KEY_COUNT];
    keys[key(b"void")] = true;
    let mut at = 0;
    while at < Generic::ALL.len() {
        keys[key(Generic::ALL[at].name().as_bytes())] = true;
        at += 1;
    }
    at = 0;
    while at < Opaque::ALL.len() {
        keys[key(Opaque::ALL[at].name().as_bytes())] = true;
        at += 1;
    }
    at = 0;
    while at < ALIASES.len() {
        keys[key(ALIASES[at].as_bytes())] = true;
        at += 1;
    }
    at = 0;
    while at < LATER_NAMES.len() {
        keys[key(LATER_NAMES[at].as_bytes())] = true;
        at += 1;
    }
    at = 0;
    while at < Scalar::ALL.len() {
        let names = shape_names(Scalar::ALL[at]);
        let mut shape = 0;
        while shape < names.len() {
            keys[key(names[shape].as_bytes())] = true;
            shape += 1;
        }
        at += 1;
    }
    keys
};

const KEY_COUNT: usize = 1024;

/// A number that few names share. `name` is not empty.
const fn key(name: &[u8]) -> usize {
    let [first, last] = [name[0] as usize, name[name.len() - 1] as usize];
    (first * 37 + last * 171 + name.len() * 131) % KEY_COUNT
}

/// Cheap pre-check: false if no type has the name. Most lookups end here.
#[inline]
pub(super) fn may_be_type(name: &str) -> bool {
    !name.is_empty() && KEYS[key(name.as_bytes())]
}

/// Root types, known in every program.
pub fn root_type(name: &str) -> Option<Type> {
    // Fast path: most names looked up are not types.
    match name.as_bytes().first()? {
        b'v' => return (name == "void").then_some(Type::Void),
        b'$' => {
            let mut generics = Generic::ALL.iter();
            if let Some(generic) = generics.find(|generic| generic.name() == name) {
                return Some(Type::Generic(*generic));
            }
        }
        b'b' | b'c' | b'f' | b'h' | b'i' | b's' | b't' | b'u' => {}
        _ => return None,
    }
    if let Some(opaque) = Opaque::ALL.iter().find(|opaque| opaque.name() == name) {
        return opaque.is_child().then_some(Type::Opaque(*opaque));
    }
    Scalar::ALL.iter().find_map(|&scalar| shaped(scalar, name.strip_prefix(scalar.name())?))
}

/// Private types, additionally known in GPU programs and modules.
pub fn private_type(name: &str) -> Option<Type> {
    let opaque = Opaque::ALL.iter().find(|opaque| opaque.name() == name)?;
    (!opaque.is_child()).then_some(Type::Opaque(*opaque))
}

/// GLSL type names, additionally known in runtime effects and generic programs. Files keep the spelling.
pub fn alias(name: &str) -> Option<Type> {
    if let Some(shape) = name.strip_prefix("mat") {
        return match shape {
            "2" => Some(Type::Matrix(Scalar::Float, 2, 2)),
            "3" => Some(Type::Matrix(Scalar::Float, 3, 3)),
            "4" => Some(Type::Matrix(Scalar::Float, 4, 4)),
            _ if shape.len() == 3 => shaped(Scalar::Float, shape),
            _ => None,
        };
    }
    let vectors = [("vec", Scalar::Float), ("ivec", Scalar::Int), ("bvec", Scalar::Bool)];
    vectors.into_iter().find_map(|(prefix, scalar)| {
        let width = name.strip_prefix(prefix)?;
        (width.len() == 1).then(|| shaped(scalar, width))?
    })
}

/// All GLSL type names.
pub const ALIASES: [&str; 21] = [
    "vec2", "vec3", "vec4", "ivec2", "ivec3", "ivec4", "bvec2", "bvec3", "bvec4", "mat2", "mat3", "mat4",
    "mat2x2", "mat2x3", "mat2x4", "mat3x2", "mat3x3", "mat3x4", "mat4x2", "mat4x3", "mat4x4",
];

/// Names that became those of types after version 8.
const LATER_NAMES: [&str; 7] =
    ["uvec2", "uvec3", "uvec4", "atomicUint", "atomic_uint", "readonlyTexture2D", "writeonlyTexture2D"];

/// GLSL type names that runtime effects have known since after version 8.
pub(super) fn later_alias(name: &str) -> Option<Type> {
    let width = name.strip_prefix("uvec")?;
    (width.len() == 1).then(|| shaped(Scalar::Uint, width))?
}

/// True for the types that are for compute programs, whose names are taken in runtime effects.
pub(super) fn later_type(name: &str) -> bool {
    matches!(name, "atomicUint" | "atomic_uint" | "readonlyTexture2D" | "writeonlyTexture2D")
}

/// Parses the suffix of a scalar's name: empty, a width, or columns `x` rows.
fn shaped(scalar: Scalar, suffix: &str) -> Option<Type> {
    let digit = |byte: u8| (b'2'..=b'4').contains(&byte).then(|| byte - b'0');
    match *suffix.as_bytes() {
        [] => Some(Type::Scalar(scalar)),
        [width] if !scalar.is_literal() => Some(Type::Vector(scalar, digit(width)?)),
        [columns, b'x', rows] if matches!(scalar, Scalar::Float | Scalar::Half) => {
            Some(Type::Matrix(scalar, digit(columns)?, digit(rows)?))
        }
        _ => None,
    }
}
