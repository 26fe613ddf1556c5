//! Rows of the tables, with patterns in place of types.

use smallvec::SmallVec;

use super::condition::Condition;
use super::intrinsic::Intrinsic;
use crate::model::{Direction, Precision, flag};
use crate::types::{Dim, HitObject, ImageKind, Scalar, Type};

/// A row of a table.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) condition: &'static Condition,
    pub(super) intrinsic: Intrinsic,
    pub(super) precision: Precision,
    pub(super) result: Pattern,
    pub(super) parameters: SmallVec<[RowParameter; 4]>,
    /// How many parameters every form has.
    pub(super) required: usize,
    /// Whether further arguments of any type follow.
    pub(super) is_variadic: bool,
    /// Whether it is of subgroups, which need an extension more for some types.
    pub(super) is_of_subgroups: bool,
}

/// A parameter with a pattern in place of its type.
#[derive(Clone, Debug)]
pub(super) struct RowParameter {
    pub(super) pattern: Pattern,
    pub(super) direction: Direction,
    pub(super) is_place: bool,
    pub(super) constant: Constant,
    pub(super) allowed: u32,
}

/// Whether an argument must be a constant expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Constant {
    Never,
    Always,
    /// Unless one of these extensions is on.
    Unless(&'static [&'static str]),
}

/// What stands in a row in place of a type.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Pattern {
    Type(Type),
    Array(Type, u32),
    /// A scalar or vector of one of some kinds.
    Shape(Shape, Kinds),
    Matrix(Kinds, Dimension, Dimension),
    /// One of some images.
    Image(Handle, Texels, Vec<ImageKind>),
    /// A vector of the texels of the row, or the scalar.
    Texel {
        is_vector: bool,
    },
    Coordinate(Coordinate),
    /// The type of the argument, of a certain class.
    Argument(Class),
    /// The type of the first argument of a class.
    Same,
    /// The type of the third argument.
    Third,
    /// A vector of GL_EXT_long_vector with a number of components.
    Long(Scalar, u64),
}

/// Number of components.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Scalar,
    ScalarOrVector,
    Vector,
    /// As many as matrices have columns or rows.
    Of(Dimension),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dimension {
    Columns,
    Rows,
}

pub(super) type Kinds = SmallVec<[Scalar; 4]>;

/// What images are used as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Handle {
    Sampled,
    Texture,
    Image,
    Subpass,
}

/// Texels of the images of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Texels {
    Each,
    One(Scalar),
}

/// A vector whose size depends on the image of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Coordinate {
    pub(super) scalar: Scalar,
    pub(super) kind: CoordinateKind,
    pub(super) more: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CoordinateKind {
    /// With the layer, and with the reference of a shadow.
    Whole,
    /// With the layer, without a reference.
    WithLayer,
    /// Of an image: the layer and the face of a cube are one.
    Texel,
    /// Without the layer.
    Dimensions,
    Size,
}

/// Which types an argument may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    Any,
    Array,
    Reference,
    Parametric,
}

impl Row {
    pub(super) fn parse(line: &'static str, condition: &'static Condition) -> Option<Row> {
        let (head, rest) = line.split_once('(')?;
        let (list, tail) = rest.rsplit_once(')')?;
        let mut words = head.split_whitespace();
        let mut result = words.next()?;
        let precision = match result {
            "lowp" => Precision::Low,
            "mediump" => Precision::Medium,
            "highp" => Precision::High,
            _ => Precision::None,
        };
        if precision != Precision::None {
            result = words.next()?;
        }
        let name = words.next()?;
        let intrinsic = match tail.trim().strip_prefix('=') {
            Some(meaning) => Intrinsic::named(meaning.trim())?,
            None => Intrinsic::of_function(name)?,
        };
        let mut row = Row {
            condition,
            intrinsic,
            precision,
            result: Pattern::parse(result)?,
            parameters: SmallVec::new(),
            required: 0,
            is_variadic: false,
            is_of_subgroups: name.starts_with("subgroup"),
        };
        for text in parameters(list) {
            if text == "..." {
                row.is_variadic = true;
                continue;
            }
            let optional = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
            row.parameters.push(RowParameter::parse(optional.unwrap_or(text))?);
            if optional.is_none() {
                row.required = row.parameters.len();
            }
        }
        Some(row)
    }
}

/// The parameters in a list; commas in brackets do not separate them.
fn parameters(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split(',').map(str::trim).filter(|text| !text.is_empty())
}

impl RowParameter {
    fn parse(text: &'static str) -> Option<RowParameter> {
        let mut parameter = RowParameter {
            pattern: Pattern::Same,
            direction: Direction::In,
            is_place: false,
            constant: Constant::Never,
            allowed: 0,
        };
        let mut rest = text;
        while let Some((word, more)) = rest.split_once(' ') {
            match word {
                "const" => parameter.constant = Constant::Always,
                "offset" => {
                    parameter.constant =
                        Constant::Unless(&["GL_EXT_texture_offset_non_const", "GL_NV_gpu_shader5"]);
                }
                "gather" => parameter.constant = Constant::Unless(&["GL_NV_gpu_shader5"]),
                "gather_offset" => {
                    parameter.constant = Constant::Unless(&["GL_EXT_gpu_shader5", "GL_OES_gpu_shader5"]);
                }
                "place" => parameter.is_place = true,
                "out" => parameter.direction = Direction::Out,
                "inout" => parameter.direction = Direction::InOut,
                "readonly" => parameter.allowed |= flag::READ_ONLY,
                "writeonly" => parameter.allowed |= flag::WRITE_ONLY,
                _ => break,
            }
            rest = more.trim_start();
        }
        parameter.pattern = Pattern::parse(rest)?;
        Some(parameter)
    }
}

impl Pattern {
    fn parse(text: &'static str) -> Option<Pattern> {
        Some(match text {
            "gvec4" => Pattern::Texel { is_vector: true },
            "gone" => Pattern::Texel { is_vector: false },
            "any" => Pattern::Argument(Class::Any),
            "array" => Pattern::Argument(Class::Array),
            "reference" => Pattern::Argument(Class::Reference),
            "parametric" => Pattern::Argument(Class::Parametric),
            "same" => Pattern::Same,
            "third" => Pattern::Third,
            _ => {
                return coordinate(text)
                    .map(Pattern::Coordinate)
                    .or_else(|| shape(text))
                    .or_else(|| images(text))
                    .or_else(|| fixed_array(text))
                    .or_else(|| long(text))
                    .or_else(|| named_type(text).map(Pattern::Type));
            }
        })
    }
}

fn coordinate(text: &str) -> Option<Coordinate> {
    let (base, more) = match text.split_once('+') {
        Some((base, more)) => (base, more.parse().ok()?),
        None => (text, 0),
    };
    let (scalar, kind) = match base {
        "P" => (Scalar::Float, CoordinateKind::Whole),
        "L" => (Scalar::Float, CoordinateKind::WithLayer),
        "hP" => (Scalar::Float16, CoordinateKind::WithLayer),
        "iP" => (Scalar::Int, CoordinateKind::Texel),
        "D" => (Scalar::Float, CoordinateKind::Dimensions),
        "hD" => (Scalar::Float16, CoordinateKind::Dimensions),
        "iD" => (Scalar::Int, CoordinateKind::Dimensions),
        "S" => (Scalar::Int, CoordinateKind::Size),
        _ => return None,
    };
    Some(Coordinate { scalar, kind, more })
}

/// `genF`, `vecFI_r`, `oneU`, `matF_cr`.
fn shape(text: &str) -> Option<Pattern> {
    let prefix = text.get(..3)?;
    let (list, suffix) = match text.get(3..)?.split_once('_') {
        Some((list, suffix)) => (list, Some(suffix)),
        None => (text.get(3..)?, None),
    };
    // Types such as `vec4` begin like patterns.
    if !matches!(prefix, "gen" | "vec" | "one" | "mat") || !list.starts_with(|c: char| c.is_ascii_uppercase())
    {
        return None;
    }
    let kinds = kinds(list)?;
    if prefix == "mat" {
        let mut dimensions = suffix?.chars().map(dimension);
        return Some(Pattern::Matrix(kinds, dimensions.next()??, dimensions.next()??));
    }
    let shape = match (prefix, suffix) {
        ("one", None) => Shape::Scalar,
        ("gen", None) => Shape::ScalarOrVector,
        ("vec", None) => Shape::Vector,
        (_, Some(suffix)) => Shape::Of(dimension(suffix.chars().next()?)?),
        _ => return None,
    };
    Some(Pattern::Shape(shape, kinds))
}

fn dimension(letter: char) -> Option<Dimension> {
    match letter {
        'c' => Some(Dimension::Columns),
        'r' => Some(Dimension::Rows),
        _ => None,
    }
}

/// Kinds of floats that only extensions have.
const SMALL_FLOATS: [(&str, Scalar); 8] = [
    ("BF16", Scalar::BFloat16),
    ("E5M2", Scalar::FloatE5M2),
    ("E4M3", Scalar::FloatE4M3),
    ("E2M1", Scalar::FloatE2M1),
    ("E3M2", Scalar::FloatE3M2),
    ("E2M3", Scalar::FloatE2M3),
    ("UE8M0", Scalar::FloatUE8M0),
    ("MXINT8", Scalar::FloatMXInt8),
];

fn kinds(list: &str) -> Option<Kinds> {
    let list = match list {
        "Num" => "FIUDF16I8U8I16U16I64U64",
        "All" => "FIUBDF16I8U8I16U16I64U64",
        list => list,
    };
    let mut kinds = Kinds::new();
    let mut rest = list;
    while !rest.is_empty() {
        // Names of small floats have digits inside.
        let special = SMALL_FLOATS.iter().find(|(name, _)| rest.starts_with(name));
        if let Some((name, scalar)) = special {
            kinds.push(*scalar);
            rest = &rest[name.len()..];
            continue;
        }
        let end = rest
            .char_indices()
            .skip(1)
            .find(|(_, c)| !c.is_ascii_digit())
            .map_or(rest.len(), |(index, _)| index);
        kinds.push(match &rest[..end] {
            "B" => Scalar::Bool,
            "I" => Scalar::Int,
            "U" => Scalar::Uint,
            "F" => Scalar::Float,
            "D" => Scalar::Double,
            "F16" => Scalar::Float16,
            "I8" => Scalar::Int8,
            "U8" => Scalar::Uint8,
            "I16" => Scalar::Int16,
            "U16" => Scalar::Uint16,
            "I64" => Scalar::Int64,
            "U64" => Scalar::Uint64,
            _ => return None,
        });
        rest = &rest[end..];
    }
    Some(kinds)
}

/// `gsampler[2D 3D]`, `uimage[2DMS]`
fn images(text: &str) -> Option<Pattern> {
    let (head, list) = text.strip_suffix(']')?.split_once('[')?;
    let (texels, handle) = handle(head)?;
    let kinds = list.split_whitespace().map(image_kind).collect::<Option<Vec<_>>>()?;
    Some(Pattern::Image(handle, texels, kinds))
}

/// `long8E2M1`
fn long(text: &str) -> Option<Pattern> {
    let text = text.strip_prefix("long")?;
    let end = text.find(|c: char| !c.is_ascii_digit())?;
    let (count, kind) = (text.get(..end)?.parse().ok()?, kinds(text.get(end..)?)?);
    Some(Pattern::Long(*kind.first()?, count))
}

/// `ivec2[4]`
fn fixed_array(text: &str) -> Option<Pattern> {
    let (element, length) = text.strip_suffix(']')?.split_once('[')?;
    Some(Pattern::Array(named_type(element)?, length.parse().ok()?))
}

fn handle(word: &str) -> Option<(Texels, Handle)> {
    const HANDLES: [(&str, Handle); 4] = [
        ("sampler", Handle::Sampled),
        ("texture", Handle::Texture),
        ("image", Handle::Image),
        ("subpass", Handle::Subpass),
    ];
    let (prefix, handle) =
        HANDLES.iter().find_map(|(name, handle)| Some((word.strip_suffix(name)?, *handle)))?;
    let texels = match prefix {
        "g" => Texels::Each,
        "" => Texels::One(Scalar::Float),
        "i" => Texels::One(Scalar::Int),
        "u" => Texels::One(Scalar::Uint),
        "f16" => Texels::One(Scalar::Float16),
        "i64" => Texels::One(Scalar::Int64),
        "u64" => Texels::One(Scalar::Uint64),
        _ => return None,
    };
    Some((texels, handle))
}

/// What stands behind `sampler` or `image`: `2DArrayShadow`, `2DMS`. The texels are those of `float`.
fn image_kind(text: &str) -> Option<ImageKind> {
    let (text, is_shadow) = text.strip_suffix("Shadow").map_or((text, false), |text| (text, true));
    let (text, is_array) = text.strip_suffix("Array").map_or((text, false), |text| (text, true));
    let (text, is_multisampled) = text.strip_suffix("MS").map_or((text, false), |text| (text, true));
    let dim = match text {
        "1D" => Dim::One,
        "2D" | "Input" => Dim::Two,
        "3D" => Dim::Three,
        "Cube" => Dim::Cube,
        "2DRect" => Dim::Rect,
        "Buffer" => Dim::Buffer,
        "ExternalOES" => Dim::External,
        _ => return None,
    };
    Some(ImageKind { component: Scalar::Float, dim, is_array, is_multisampled, is_shadow })
}

impl Handle {
    pub(super) fn ty(self, kind: ImageKind) -> Type {
        match self {
            Handle::Sampled => Type::Sampled(kind),
            Handle::Texture => Type::Texture(kind),
            Handle::Image => Type::Image(kind),
            Handle::Subpass => Type::Subpass(kind),
        }
    }
}

/// The type of a name.
fn named_type(name: &str) -> Option<Type> {
    Some(match name {
        "void" => Type::Void,
        "sampler" => Type::Sampler(false),
        "samplerShadow" => Type::Sampler(true),
        "atomic_uint" => Type::AtomicUint,
        "accelerationStructureEXT" => Type::AccelerationStructure,
        "rayQueryEXT" => Type::RayQuery,
        "hitObjectNV" => Type::HitObject(HitObject::Nv),
        "hitObjectEXT" => Type::HitObject(HitObject::Ext),
        "text" => Type::Text,
        "function" => Type::Function,
        _ => {
            return number_type(name)
                .or_else(|| image_type(name))
                .or_else(|| crate::vocabulary::type_names::type_named(name));
        }
    })
}

fn image_type(name: &str) -> Option<Type> {
    let ends = [7, 8, 5, 6, 10].into_iter();
    let mut parts = ends.filter_map(|end| Some((name.get(..end)?, name.get(end..)?)));
    parts.find_map(|(head, tail)| {
        let (texels, handle) = handle(head)?;
        let Texels::One(component) = texels else { return None };
        let is_subpass = tail.starts_with("Input");
        (is_subpass == (handle == Handle::Subpass)).then_some(())?;
        Some(handle.ty(ImageKind { component, ..image_kind(tail)? }))
    })
}

/// A scalar, vector or matrix.
fn number_type(name: &str) -> Option<Type> {
    let scalar = match name {
        "bool" => Some(Scalar::Bool),
        "int" => Some(Scalar::Int),
        "uint" => Some(Scalar::Uint),
        "float" => Some(Scalar::Float),
        "double" => Some(Scalar::Double),
        "int8_t" => Some(Scalar::Int8),
        "uint8_t" => Some(Scalar::Uint8),
        "int16_t" => Some(Scalar::Int16),
        "uint16_t" => Some(Scalar::Uint16),
        "int64_t" => Some(Scalar::Int64),
        "uint64_t" => Some(Scalar::Uint64),
        "float16_t" => Some(Scalar::Float16),
        "bfloat16_t" => Some(Scalar::BFloat16),
        _ => None,
    };
    if let Some(scalar) = scalar {
        return Some(Type::Scalar(scalar));
    }
    if let Some((prefix, count)) = name.split_once("vec") {
        return Some(Type::Vector(prefixed(prefix)?, count.parse().ok()?));
    }
    let (prefix, size) = name.split_once("mat")?;
    let (columns, rows) = size.split_once('x').unwrap_or((size, size));
    Some(Type::Matrix(prefixed(prefix)?, columns.parse().ok()?, rows.parse().ok()?))
}

/// Component type of vectors and matrices by the prefix of their name.
fn prefixed(prefix: &str) -> Option<Scalar> {
    Some(match prefix {
        "" => Scalar::Float,
        "b" => Scalar::Bool,
        "i" => Scalar::Int,
        "u" => Scalar::Uint,
        "d" => Scalar::Double,
        "f16" => Scalar::Float16,
        "i8" => Scalar::Int8,
        "u8" => Scalar::Uint8,
        "i16" => Scalar::Int16,
        "u16" => Scalar::Uint16,
        "i64" => Scalar::Int64,
        "u64" => Scalar::Uint64,
        _ => return None,
    })
}
