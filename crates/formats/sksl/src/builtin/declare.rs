//! Defines the table notation for builtin functions.
//!
//! A row is a name and its overloads: result, parameters in parentheses, preceded by `@es3`, `@side` or
//! `@body`; `@out` may precede a parameter. Types are the constants below, named after the language's types;
//! the generic ones are `GEN` for `$genType`, `HGEN` for `$genHType`, `SQUARE` for `$squareMat` and so on.

use super::scalar::Scalar;
use super::types::{Generic, Opaque, Type};

pub(super) use super::types::{BOOL, FLOAT, FLOAT2, FLOAT4, HALF4, INT};

/// A builtin function: a name with its overloads.
#[derive(Debug)]
pub struct Function {
    /// Name; a leading `$` marks it as private to builtin code.
    pub name: &'static str,
    /// Overloads, in the module's declaration order.
    pub overloads: &'static [Overload],
}

/// One declaration of a builtin function.
#[derive(Debug)]
pub struct Overload {
    /// Return type, possibly generic.
    pub result: Type,
    /// Parameters, in order.
    pub parameters: &'static [Parameter],
    /// Mark of the declaration.
    pub mark: Mark,
}

impl Overload {
    /// True if marked `$es3`: not callable in ES2 mode.
    pub const fn is_es3(&self) -> bool {
        matches!(self.mark, Mark::Es3)
    }

    /// True if marked `sk_has_side_effects`.
    pub const fn has_side_effects(&self) -> bool {
        matches!(self.mark, Mark::SideEffects)
    }

    /// True if the module defines it in SkSL; otherwise it is a device intrinsic.
    pub const fn has_body(&self) -> bool {
        matches!(self.mark, Mark::Body)
    }
}

/// Mark of a declaration; at most one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// Unmarked.
    None,
    /// `$es3`: unavailable in ES2 mode.
    Es3,
    /// `sk_has_side_effects`.
    SideEffects,
    /// Has a body.
    Body,
}

/// A parameter of a builtin function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Type, possibly generic.
    pub ty: Type,
    /// True if the function writes to it; other parameters are only read.
    pub is_out: bool,
}

/// Declares the functions of a module; see the notation above.
macro_rules! functions {
    ($vis:vis static $table:ident; $($name:literal: $($(@$mark:ident)? $result:ident ($($(@$way:ident)? $ty:ident),*)),+;)*) => {
        $vis static $table: &[Function] = &[$(Function {
            name: $name,
            overloads: &[$(Overload {
                result: $result,
                parameters: &[$(Parameter { ty: $ty, is_out: functions!(@way $($way)?) }),*],
                mark: functions!(@mark $($mark)?),
            }),+],
        }),*];
    };
    (@way) => { false };
    (@way out) => { true };
    (@mark) => { Mark::None };
    (@mark es3) => { Mark::Es3 };
    (@mark side) => { Mark::SideEffects };
    (@mark body) => { Mark::Body };
}

macro_rules! scalars {
    ($($name:ident $scalar:ident)*) => { $(pub(super) const $name: Type = Type::Scalar(Scalar::$scalar);)* };
}

macro_rules! vectors {
    ($($name:ident $scalar:ident $width:literal)*) => {
        $(pub(super) const $name: Type = Type::Vector(Scalar::$scalar, $width);)*
    };
}

macro_rules! matrices {
    ($($name:ident $scalar:ident $columns:literal $rows:literal)*) => {
        $(pub(super) const $name: Type = Type::Matrix(Scalar::$scalar, $columns, $rows);)*
    };
}

macro_rules! opaques {
    ($($name:ident $opaque:ident)*) => { $(pub(super) const $name: Type = Type::Opaque(Opaque::$opaque);)* };
}

macro_rules! generics {
    ($($name:ident $generic:ident)*) => { $(pub(super) const $name: Type = Type::Generic(Generic::$generic);)* };
}

scalars! { HALF Half UINT Uint }

vectors! {
    FLOAT3 Float 3 HALF2 Half 2 HALF3 Half 3
    INT2 Int 2 INT4 Int 4
}

matrices! {
    FLOAT2X3 Float 2 3 FLOAT2X4 Float 2 4 FLOAT3X2 Float 3 2
    FLOAT3X4 Float 3 4 FLOAT4X2 Float 4 2 FLOAT4X3 Float 4 3
    HALF2X3 Half 2 3 HALF2X4 Half 2 4 HALF3X2 Half 3 2
    HALF3X4 Half 3 4 HALF4X2 Half 4 2 HALF4X3 Half 4 3
}

opaques! {
    SAMPLER1D Sampler1D SAMPLER2D Sampler2D SAMPLER2DRECT Sampler2DRect SAMPLEREXTERNALOES SamplerExternal
    ISAMPLER2D IntSampler2D SAMPLER Sampler TEXTURE2D Texture2D
    SUBPASSINPUT SubpassInput SUBPASSINPUTMS SubpassInputMS
    COLORFILTER ColorFilter SHADER Shader BLENDER Blender
}

generics! {
    GEN GenType HGEN GenHType IGEN GenIType UGEN GenUType BGEN GenBType
    VEC Vec HVEC HVec IVEC IVec UVEC UVec SVEC SVec USVEC UsVec BVEC BVec
    SQUARE SquareMat HSQUARE SquareHMat MAT Mat HMAT HMat
}
