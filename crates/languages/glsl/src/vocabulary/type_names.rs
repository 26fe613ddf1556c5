//! Names of built-in types: `i16vec3`, `usampler2DArray`. Which versions and extensions have them, `words.txt` says.

use glassbox_syntax::token::Word;

use super::words::{self, Standing};
use crate::language::Environment;
use crate::types::{Dim, HitObject, ImageKind, ParametricKind, Scalar, Type};

/// What the name of a built-in type stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Named {
    Type(Type),
    /// A type with parameters between `<` and `>`; the component type where the name says it.
    Parametric(ParametricKind, Option<Scalar>),
}

/// The built-in type of a name, and what the name is where an environment holds. `None` if no version has such a type.
pub(crate) fn find(name: &Word, environment: &Environment) -> Option<(Named, Standing)> {
    let row = words::row_of(name)?;
    Some((row.named?, row.standing(environment)))
}

/// Names that only Vulkan has: OpenGL has functions and programs have variables of the same names.
pub(crate) fn is_of_vulkan(name: &Word) -> bool {
    words::row_of(name).is_some_and(|row| row.is_of_vulkan)
}

/// What the name of a type of any version or extension stands for.
pub(super) fn named(name: &str) -> Option<Named> {
    parametric(name).or_else(|| type_named(name).map(Named::Type))
}

/// The type with parameters of a name.
fn parametric(name: &str) -> Option<Named> {
    use ParametricKind as Kind;
    let (kind, component) = match name {
        "coopmat" => (Kind::CooperativeMatrix, None),
        "fcoopmatNV" => (Kind::CooperativeMatrixNv, Some(Scalar::Float)),
        "icoopmatNV" => (Kind::CooperativeMatrixNv, Some(Scalar::Int)),
        "ucoopmatNV" => (Kind::CooperativeMatrixNv, Some(Scalar::Uint)),
        "coopvecNV" => (Kind::CooperativeVector, None),
        "tensorLayoutNV" => (Kind::TensorLayout, None),
        "tensorViewNV" => (Kind::TensorView, None),
        "tensorARM" => (Kind::Tensor, None),
        "vector" => (Kind::LongVector, None),
        _ => return None,
    };
    Some(Named::Parametric(kind, component))
}

/// The type of a name, of any version or extension.
pub(crate) fn type_named(name: &str) -> Option<Type> {
    if let Some(scalar) = scalar_named(name) {
        return Some(Type::Scalar(scalar));
    }
    if let Some((prefix, size)) = name.split_once("vec") {
        let count = size.parse().ok().filter(|count| (2..=4).contains(count))?;
        return Some(Type::Vector(component(prefix)?, count));
    }
    if let Some((prefix, size)) = name.split_once("mat") {
        return matrix(prefix, size);
    }
    Some(match name {
        "void" => Type::Void,
        "sampler" => Type::Sampler(false),
        "samplerShadow" => Type::Sampler(true),
        "atomic_uint" => Type::AtomicUint,
        "accelerationStructureNV" | "accelerationStructureEXT" => Type::AccelerationStructure,
        "rayQueryEXT" => Type::RayQuery,
        "hitObjectNV" => Type::HitObject(HitObject::Nv),
        "hitObjectEXT" => Type::HitObject(HitObject::Ext),
        "samplerExternalOES" | "__samplerExternal2DY2YEXT" => Type::Sampled(ImageKind {
            component: Scalar::Float,
            dim: Dim::External,
            is_array: false,
            is_multisampled: false,
            is_shadow: false,
        }),
        _ => return image(name),
    })
}

/// The scalar type of a name.
pub(crate) fn scalar_named(name: &str) -> Option<Scalar> {
    Some(match name {
        "bool" => Scalar::Bool,
        "int8_t" => Scalar::Int8,
        "uint8_t" => Scalar::Uint8,
        "int16_t" => Scalar::Int16,
        "uint16_t" => Scalar::Uint16,
        "int" | "int32_t" => Scalar::Int,
        "uint" | "uint32_t" => Scalar::Uint,
        "int64_t" => Scalar::Int64,
        "uint64_t" => Scalar::Uint64,
        "float16_t" => Scalar::Float16,
        "float" | "float32_t" => Scalar::Float,
        "double" | "float64_t" => Scalar::Double,
        "bfloat16_t" => Scalar::BFloat16,
        "floate5m2_t" => Scalar::FloatE5M2,
        "floate4m3_t" => Scalar::FloatE4M3,
        "floate2m1_t" => Scalar::FloatE2M1,
        "floate3m2_t" => Scalar::FloatE3M2,
        "floate2m3_t" => Scalar::FloatE2M3,
        "floatue8m0_t" => Scalar::FloatUE8M0,
        "floatmxint8_t" => Scalar::FloatMXInt8,
        _ => return None,
    })
}

/// The component type that the letters before `vec` say.
fn component(prefix: &str) -> Option<Scalar> {
    Some(match prefix {
        "" | "f32" => Scalar::Float,
        "b" => Scalar::Bool,
        "i" | "i32" => Scalar::Int,
        "u" | "u32" => Scalar::Uint,
        "d" | "f64" => Scalar::Double,
        "i8" => Scalar::Int8,
        "u8" => Scalar::Uint8,
        "i16" => Scalar::Int16,
        "u16" => Scalar::Uint16,
        "i64" => Scalar::Int64,
        "u64" => Scalar::Uint64,
        "f16" => Scalar::Float16,
        "bf16" => Scalar::BFloat16,
        "fe5m2" => Scalar::FloatE5M2,
        "fe4m3" => Scalar::FloatE4M3,
        "fe2m1" => Scalar::FloatE2M1,
        "fe3m2" => Scalar::FloatE3M2,
        "fe2m3" => Scalar::FloatE2M3,
        "fue8m0" => Scalar::FloatUE8M0,
        "fmxint8" => Scalar::FloatMXInt8,
        _ => return None,
    })
}

fn matrix(prefix: &str, size: &str) -> Option<Type> {
    let component = component(prefix)
        .filter(|component| matches!(component, Scalar::Float | Scalar::Double | Scalar::Float16))?;
    let (columns, rows) = size.split_once('x').unwrap_or((size, size));
    let side = |text: &str| text.parse().ok().filter(|side| (2..=4).contains(side));
    Some(Type::Matrix(component, side(columns)?, side(rows)?))
}

/// Image types: what a texel is, what the image is used for, its shape.
fn image(name: &str) -> Option<Type> {
    const PREFIXES: [(&str, Scalar); 6] = [
        ("i64", Scalar::Int64),
        ("u64", Scalar::Uint64),
        ("f16", Scalar::Float16),
        ("i", Scalar::Int),
        ("u", Scalar::Uint),
        ("", Scalar::Float),
    ];
    type Make = fn(ImageKind) -> Type;
    const USES: [(&str, Make); 5] = [
        ("sampler", Type::Sampled),
        ("texture", Type::Texture),
        ("image", Type::Image),
        ("subpassInput", Type::Subpass),
        ("attachmentEXT", |kind| Type::Attachment(kind.component)),
    ];
    for (prefix, component) in PREFIXES {
        let Some(rest) = name.strip_prefix(prefix) else { continue };
        for (word, of) in USES {
            let Some(shape) = rest.strip_prefix(word) else { continue };
            let mut kind = match word {
                "subpassInput" | "attachmentEXT" => subpass(shape)?,
                _ => shaped(shape)?,
            };
            kind.component = component;
            return Some(of(kind));
        }
    }
    None
}

fn subpass(shape: &str) -> Option<ImageKind> {
    let is_multisampled = match shape {
        "" => false,
        "MS" => true,
        _ => return None,
    };
    Some(ImageKind {
        component: Scalar::Float,
        dim: Dim::Two,
        is_array: false,
        is_multisampled,
        is_shadow: false,
    })
}

/// `2DArrayShadow`
fn shaped(shape: &str) -> Option<ImageKind> {
    const DIMS: [(&str, Dim); 6] = [
        ("2DRect", Dim::Rect),
        ("1D", Dim::One),
        ("2D", Dim::Two),
        ("3D", Dim::Three),
        ("Cube", Dim::Cube),
        ("Buffer", Dim::Buffer),
    ];
    let (rest, dim) = DIMS.iter().find_map(|(text, dim)| Some((shape.strip_prefix(text)?, *dim)))?;
    let (rest, is_multisampled) = after(rest, "MS");
    let (rest, is_array) = after(rest, "Array");
    let (rest, is_shadow) = after(rest, "Shadow");
    rest.is_empty().then_some(ImageKind {
        component: Scalar::Float,
        dim,
        is_array,
        is_multisampled,
        is_shadow,
    })
}

fn after<'t>(text: &'t str, word: &str) -> (&'t str, bool) {
    text.strip_prefix(word).map_or((text, false), |rest| (rest, true))
}
