//! Built-in functions and their signatures.
//!
//! Facts: VSL brief, section 10. A generic signature covers every number of components, matrix size or
//! resource rank: [`Signature::instances`] expands it.

use std::fmt;

use glassbox_vbc::raw::Rank;

use crate::types::{Resource, Scalar, ValueType, coordinate_components};

/// A built-in function.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[allow(missing_docs)]
pub enum Function {
    Acos,
    Asin,
    Atan,
    Acosh,
    Asinh,
    Atanh,
    Atan2,
    Cos,
    Sin,
    Tan,
    Cosh,
    Sinh,
    Tanh,
    Deg2Rad,
    Rad2Deg,
    Abs,
    Ceil,
    Floor,
    Fract,
    Trunc,
    Round,
    RoundEven,
    Clamp,
    Exp,
    Exp2,
    Log,
    Log2,
    Sqrt,
    InverseSqrt,
    Fma,
    IsInf,
    IsNan,
    Max,
    Min,
    Mix,
    Mod,
    Modf,
    Pow,
    Sign,
    SmoothStep,
    Step,
    BitCastInt,
    BitCastUint,
    BitCastFloat,
    Frexp,
    Ldexp,
    Cross,
    Distance,
    Dot,
    Length,
    FaceForward,
    Normalize,
    Reflect,
    Refract,
    All,
    Any,
    BitCount,
    FindLsb,
    FindMsb,
    Determinant,
    Inverse,
    MatCompMul,
    OuterProd,
    Transpose,
    TexelFetch,
    LevelsOf,
    SizeOf,
}

/// Type of a parameter or result, possibly generic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A scalar or vector of this scalar type with as many components as the call: `G`, `GI`, `GU`, `GB`.
    Generic(Scalar),
    /// A variable of such a type, written by the function.
    Written(Scalar),
    /// A concrete type.
    Fixed(ValueType),
    /// `floatNxN`.
    Square,
    /// `floatCxR`.
    Matrix,
    /// `floatRxC`.
    Transposed,
    /// `floatC`: as long as a row of `floatCxR`.
    Row,
    /// `floatR`: as long as a column of `floatCxR`.
    Column,
    /// A sampler of any texel type and of the signature's ranks.
    Sampler,
    /// An image of any format and of the signature's ranks.
    Image,
    /// Four components of the sampler's texel type.
    Texel,
    /// An int per component of the resource's coordinate.
    Coordinate,
    /// An int per dimension of the resource: as many as a coordinate has components, two for a cube.
    Extent,
}

/// Parameter and result types of a function.
#[derive(Clone, Copy, Debug)]
pub struct Signature {
    /// Result type.
    pub result: Shape,
    /// Parameter types.
    pub parameters: &'static [Shape],
    /// Ranks of its resource parameter.
    ranks: &'static [Rank],
}

/// A row of the table of functions.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Function described.
    pub function: Function,
    /// Name in the language.
    pub name: &'static str,
    /// Overloads. The first of equally good matches wins.
    pub signatures: &'static [Signature],
}

/// A signature with concrete types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Instance {
    /// Result type.
    pub result: ValueType,
    parameters: [Parameter; MOST_PARAMETERS],
    count: usize,
}

/// Concrete type of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parameter {
    /// A value that converts to this type.
    Value(ValueType),
    /// A variable of exactly this type, written by the function.
    Written(ValueType),
    /// A sampler of this rank and scalar type.
    Sampler(Rank, Scalar),
    /// An image of this rank.
    Image(Rank),
}

/// Most parameters of any function.
const MOST_PARAMETERS: usize = 3;

const G: Shape = Shape::Generic(Scalar::Float);
const GI: Shape = Shape::Generic(Scalar::Int);
const GU: Shape = Shape::Generic(Scalar::Uint);
const GB: Shape = Shape::Generic(Scalar::Bool);
const FLOAT: Shape = Shape::Fixed(ValueType::FLOAT);
const INT: Shape = Shape::Fixed(ValueType::INT);
const UINT: Shape = Shape::Fixed(ValueType::UINT);
const BOOL: Shape = Shape::Fixed(ValueType::BOOL);
const FLOAT3: Shape = Shape::Fixed(ValueType::vector(Scalar::Float, 3));

const FLAT_RANKS: &[Rank] = &[Rank::D1, Rank::D2, Rank::D3, Rank::D1_ARRAY, Rank::D2_ARRAY];
const ALL_RANKS: &[Rank] = &[Rank::D1, Rank::D2, Rank::D3, Rank::D1_ARRAY, Rank::D2_ARRAY, Rank::CUBE];

const fn of(result: Shape, parameters: &'static [Shape]) -> Signature {
    about(&[], result, parameters)
}

const fn about(ranks: &'static [Rank], result: Shape, parameters: &'static [Shape]) -> Signature {
    Signature { result, parameters, ranks }
}

const fn row(function: Function, name: &'static str, signatures: &'static [Signature]) -> Row {
    Row { function, name, signatures }
}

const ONE: &[Signature] = &[of(G, &[G])];
const TWO: &[Signature] = &[of(G, &[G, G])];
const THREE: &[Signature] = &[of(G, &[G, G, G])];
const EXTREME: &[Signature] = &[
    of(GI, &[GI, INT]),
    of(GI, &[GI, GI]),
    of(GU, &[GU, UINT]),
    of(GU, &[GU, GU]),
    of(G, &[G, FLOAT]),
    of(G, &[G, G]),
];
const COUNT: &[Signature] = &[of(GI, &[GI]), of(GI, &[GU])];

/// All functions, in the order of [`Function`].
pub const FUNCTIONS: [Row; 67] = {
    use Function::*;
    [
        row(Acos, "acos", ONE),
        row(Asin, "asin", ONE),
        row(Atan, "atan", ONE),
        row(Acosh, "acosh", ONE),
        row(Asinh, "asinh", ONE),
        row(Atanh, "atanh", ONE),
        row(Atan2, "atan2", TWO),
        row(Cos, "cos", ONE),
        row(Sin, "sin", ONE),
        row(Tan, "tan", ONE),
        row(Cosh, "cosh", ONE),
        row(Sinh, "sinh", ONE),
        row(Tanh, "tanh", ONE),
        row(Deg2Rad, "deg2rad", ONE),
        row(Rad2Deg, "rad2deg", ONE),
        row(Abs, "abs", &[of(GI, &[GI]), of(G, &[G])]),
        row(Ceil, "ceil", ONE),
        row(Floor, "floor", ONE),
        row(Fract, "fract", ONE),
        row(Trunc, "trunc", ONE),
        row(Round, "round", ONE),
        row(RoundEven, "roundEven", ONE),
        row(
            Clamp,
            "clamp",
            &[
                of(GI, &[GI, INT, INT]),
                of(GI, &[GI, GI, GI]),
                of(GU, &[GU, UINT, UINT]),
                of(GU, &[GU, GU, GU]),
                of(G, &[G, FLOAT, FLOAT]),
                of(G, &[G, G, G]),
            ],
        ),
        row(Exp, "exp", ONE),
        row(Exp2, "exp2", ONE),
        row(Log, "log", ONE),
        row(Log2, "log2", ONE),
        row(Sqrt, "sqrt", ONE),
        row(InverseSqrt, "isqrt", ONE),
        row(Fma, "fma", THREE),
        row(IsInf, "isinf", &[of(GB, &[G])]),
        row(IsNan, "isnan", &[of(GB, &[G])]),
        row(Max, "max", EXTREME),
        row(Min, "min", EXTREME),
        row(
            Mix,
            "mix",
            &[
                of(GB, &[GB, GB, GB]),
                of(GI, &[GI, GI, GB]),
                of(GU, &[GU, GU, GB]),
                of(G, &[G, G, GB]),
                of(G, &[G, G, FLOAT]),
                of(G, &[G, G, G]),
            ],
        ),
        row(Mod, "mod", &[of(G, &[G, FLOAT]), of(G, &[G, G])]),
        row(Modf, "modf", &[of(G, &[G, Shape::Written(Scalar::Float)])]),
        row(Pow, "pow", TWO),
        row(Sign, "sign", &[of(GI, &[GI]), of(G, &[G])]),
        row(SmoothStep, "smoothStep", &[of(G, &[FLOAT, FLOAT, G]), of(G, &[G, G, G])]),
        row(Step, "step", &[of(G, &[FLOAT, G]), of(G, &[G, G])]),
        row(BitCastInt, "bitCastInt", &[of(GI, &[G])]),
        row(BitCastUint, "bitCastUint", &[of(GU, &[G])]),
        row(BitCastFloat, "bitCastFloat", &[of(G, &[GI]), of(G, &[GU])]),
        row(Frexp, "frexp", &[of(G, &[G, Shape::Written(Scalar::Int)])]),
        row(Ldexp, "ldexp", &[of(G, &[G, GI])]),
        row(Cross, "cross", &[of(FLOAT3, &[FLOAT3, FLOAT3])]),
        row(Distance, "distance", &[of(FLOAT, &[G, G])]),
        row(Dot, "dot", &[of(FLOAT, &[G, G])]),
        row(Length, "length", &[of(FLOAT, &[G])]),
        row(FaceForward, "faceForward", THREE),
        row(Normalize, "normalize", ONE),
        row(Reflect, "reflect", TWO),
        row(Refract, "refract", &[of(G, &[G, G, FLOAT])]),
        row(All, "all", &[of(BOOL, &[GB])]),
        row(Any, "any", &[of(BOOL, &[GB])]),
        row(BitCount, "bitCount", COUNT),
        row(FindLsb, "findLSB", COUNT),
        row(FindMsb, "findMSB", COUNT),
        row(Determinant, "determinant", &[of(FLOAT, &[Shape::Square])]),
        row(Inverse, "inverse", &[of(Shape::Square, &[Shape::Square])]),
        row(MatCompMul, "matCompMul", &[of(Shape::Matrix, &[Shape::Matrix, Shape::Matrix])]),
        row(OuterProd, "outerProd", &[of(Shape::Matrix, &[Shape::Column, Shape::Row])]),
        row(Transpose, "transpose", &[of(Shape::Matrix, &[Shape::Transposed])]),
        row(
            TexelFetch,
            "texelFetch",
            &[about(FLAT_RANKS, Shape::Texel, &[Shape::Sampler, Shape::Coordinate, INT])],
        ),
        row(LevelsOf, "levelsOf", &[about(ALL_RANKS, INT, &[Shape::Sampler])]),
        row(
            SizeOf,
            "sizeOf",
            &[
                about(ALL_RANKS, Shape::Extent, &[Shape::Sampler, INT]),
                about(FLAT_RANKS, Shape::Extent, &[Shape::Image]),
            ],
        ),
    ]
};

impl Function {
    /// Its row.
    pub fn row(self) -> &'static Row {
        &FUNCTIONS[self as usize]
    }

    /// The function with this name.
    pub fn named(name: &str) -> Option<Function> {
        let row = FUNCTIONS.iter().find(|row| row.name == name)?;
        Some(row.function)
    }
}

impl Row {
    /// True if the function writes this argument.
    pub fn writes(&self, argument: usize) -> bool {
        let writes =
            |signature: &Signature| matches!(signature.parameters.get(argument), Some(Shape::Written(_)));
        self.signatures.iter().any(writes)
    }

    /// All overloads with concrete types, in order, without duplicates.
    pub fn instances(&self) -> Vec<Instance> {
        let mut all: Vec<Instance> = Vec::new();
        for signature in self.signatures {
            for instance in signature.instances() {
                if !all.contains(&instance) {
                    all.push(instance);
                }
            }
        }
        all
    }
}

/// Values of a signature's type variables.
#[derive(Clone, Copy)]
struct Size {
    components: u8,
    columns: u8,
    rows: u8,
    rank: Rank,
    texel: Scalar,
}

impl Signature {
    /// Declaration: `G clamp(G, float, float)`.
    pub fn text(&self, name: &str) -> String {
        listed(self.result, name, self.parameters)
    }

    /// Expands it: one instance per number of components, matrix size or resource kind.
    pub fn instances(&self) -> Vec<Instance> {
        let size = Size { components: 1, columns: 2, rows: 2, rank: Rank::D1, texel: Scalar::Float };
        let shapes = || self.parameters.iter().chain([&self.result]);
        let sizes: Vec<Size> = if shapes().any(|shape| matches!(shape, Shape::Generic(_) | Shape::Written(_)))
        {
            (1..=4).map(|components| Size { components, ..size }).collect()
        } else if shapes().any(|shape| *shape == Shape::Square) {
            (2..=4).map(|side| Size { columns: side, rows: side, ..size }).collect()
        } else if shapes().any(|shape| *shape == Shape::Matrix) {
            (2..=4).flat_map(|columns| (2..=4).map(move |rows| Size { columns, rows, ..size })).collect()
        } else if shapes().any(|shape| *shape == Shape::Sampler) {
            [Scalar::Float, Scalar::Int, Scalar::Uint]
                .into_iter()
                .flat_map(|texel| self.ranks.iter().map(move |&rank| Size { rank, texel, ..size }))
                .collect()
        } else if shapes().any(|shape| *shape == Shape::Image) {
            self.ranks.iter().map(|&rank| Size { rank, ..size }).collect()
        } else {
            vec![size]
        };
        sizes.into_iter().map(|size| self.instance(size)).collect()
    }

    fn instance(&self, size: Size) -> Instance {
        let mut parameters = [Parameter::Value(ValueType::BOOL); MOST_PARAMETERS];
        for (parameter, shape) in parameters.iter_mut().zip(self.parameters) {
            *parameter = match shape {
                Shape::Written(_) => Parameter::Written(shape.value(size)),
                Shape::Sampler => Parameter::Sampler(size.rank, size.texel),
                Shape::Image => Parameter::Image(size.rank),
                _ => Parameter::Value(shape.value(size)),
            };
        }
        Instance { result: self.result.value(size), parameters, count: self.parameters.len() }
    }
}

impl Shape {
    fn value(self, size: Size) -> ValueType {
        let floats = |components| ValueType::vector(Scalar::Float, components);
        match self {
            Shape::Generic(scalar) | Shape::Written(scalar) => ValueType::vector(scalar, size.components),
            Shape::Fixed(ty) => ty,
            Shape::Square | Shape::Matrix => ValueType::matrix(size.columns, size.rows),
            Shape::Transposed => ValueType::matrix(size.rows, size.columns),
            Shape::Row => floats(size.columns),
            Shape::Column => floats(size.rows),
            Shape::Sampler | Shape::Image | Shape::Texel => ValueType::vector(size.texel, 4),
            Shape::Coordinate => ValueType::vector(Scalar::Int, coordinate_components(size.rank)),
            Shape::Extent if size.rank == Rank::CUBE => ValueType::vector(Scalar::Int, 2),
            Shape::Extent => ValueType::vector(Scalar::Int, coordinate_components(size.rank)),
        }
    }
}

impl Instance {
    /// Declaration: `float3 clamp(float3, float, float)`.
    pub fn text(&self, name: &str) -> String {
        listed(self.result, name, self.parameters())
    }

    /// Parameter types.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters[..self.count]
    }
}

impl Parameter {
    /// True if the resource matches.
    pub fn takes(self, resource: Resource) -> bool {
        match (self, resource) {
            (Parameter::Sampler(rank, scalar), Resource::Sampler(found, texel)) => {
                rank == found && scalar == texel
            }
            (Parameter::Image(rank), Resource::Image(found, _)) => rank == found,
            _ => false,
        }
    }
}

/// Suffix of a sampler or image type's name: `2DArray`.
pub fn rank_name(rank: Rank) -> &'static str {
    match rank {
        Rank::D1 => "1D",
        Rank::D2 => "2D",
        Rank::D3 => "3D",
        Rank::D1_ARRAY => "1DArray",
        Rank::D2_ARRAY => "2DArray",
        _ => "Cube",
    }
}

/// Prefix letter of a sampler type's name.
pub(crate) fn texel_letter(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Int => "I",
        Scalar::Uint => "U",
        Scalar::Bool | Scalar::Float => "",
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Parameter::Value(ty) => ty.fmt(f),
            Parameter::Written(ty) => write!(f, "out {ty}"),
            Parameter::Sampler(rank, scalar) => {
                write!(f, "{}Sampler{}", texel_letter(scalar), rank_name(rank))
            }
            Parameter::Image(rank) => write!(f, "Image{}", rank_name(rank)),
        }
    }
}

/// Formats a shape as the language reference does.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let generic = |scalar| match scalar {
            Scalar::Float => "G",
            Scalar::Int => "GI",
            Scalar::Uint => "GU",
            Scalar::Bool => "GB",
        };
        match *self {
            Shape::Generic(scalar) => f.write_str(generic(scalar)),
            Shape::Written(scalar) => write!(f, "out {}", generic(scalar)),
            Shape::Fixed(ty) => ty.fmt(f),
            Shape::Square => f.write_str("floatNxN"),
            Shape::Matrix => f.write_str("floatCxR"),
            Shape::Transposed => f.write_str("floatRxC"),
            Shape::Row => f.write_str("floatC"),
            Shape::Column => f.write_str("floatR"),
            Shape::Sampler => f.write_str("sampler"),
            Shape::Image => f.write_str("image"),
            Shape::Texel => f.write_str("texel"),
            Shape::Coordinate => f.write_str("coordinate"),
            Shape::Extent => f.write_str("size"),
        }
    }
}

fn listed(result: impl fmt::Display, name: &str, parameters: &[impl fmt::Display]) -> String {
    let parameters: Vec<String> = parameters.iter().map(|parameter| parameter.to_string()).collect();
    format!("{result} {name}({})", parameters.join(", "))
}

#[cfg(test)]
mod tests {
    use super::{FUNCTIONS, MOST_PARAMETERS};

    #[test]
    fn rows_stand_at_their_functions() {
        for (at, row) in FUNCTIONS.iter().enumerate() {
            assert_eq!(row.function as usize, at, "{}", row.name);
            for signature in row.signatures {
                assert!(signature.parameters.len() <= MOST_PARAMETERS, "{}", row.name);
            }
        }
    }
}
