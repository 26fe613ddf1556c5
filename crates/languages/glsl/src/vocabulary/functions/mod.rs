//! Built-in functions: which forms an environment declares, from tables of text.
//!
//! # The tables
//!
//! A table is one of the `.txt` files of this folder, listed in `TABLES` of `table.rs`. A line is empty, a comment behind
//! `#`, a condition, or a row:
//!
//! ```text
//! @gpu_shader5 400 150&GL_ARB_gpu_shader5 150&GL_NV_gpu_shader5 es320 es310&GL_EXT_gpu_shader5
//! when @gpu_shader5; in fragment compute; for opengl
//! genF fma(genF, genF, genF)
//! vec4 texture2D(sampler2D, vec2, [float]) = Texture
//! ```
//!
//! A condition holds for the rows below it, up to the next one. Its first part is a condition of
//! [`crate::vocabulary::condition`]; a line that begins with `@` gives one a name. `in` lists the stages, all of them where it
//! is missing: `vertex control evaluation geometry task mesh fragment compute raygen intersection anyhit closesthit miss
//! callable`. `for` is `opengl` or `vulkan`: the function is declared where the API may be that one.
//!
//! A row is a declaration with patterns in place of types. Names of parameters are left out. Optional parameters stand in
//! brackets at the end. `= Intrinsic` names the meaning where it is not the name of the function with an upper-case first
//! letter; a new meaning is a new line in `intrinsic.rs`. `= OpInstruction` is that instruction of SPIR-V with the arguments as
//! operands, `= SET Instruction` one of an extended set; see `emit/intrinsic/instruction.rs` for what becomes of arguments. `lowp`, `mediump` and `highp` before the result fix its precision.
//! Before the type of a parameter stand
//!
//! * `const` if the argument must be a constant expression; `offset`, `gather` and `gather_offset` if it must where no
//!   extension allows other offsets of texels;
//! * `out` or `inout`, or `place` if it is a place in memory that is only read;
//! * for images and places `readonly` and `writeonly` if arguments with these qualifiers may be passed.
//!
//! | pattern | stands for |
//! | --- | --- |
//! | `float`, `uvec3`, `f16vec2`, `mat2x3`, `isampler2D`, `image2DMS`, `utexture3D`, `subpassInput`, `sampler`, `atomic_uint`, `accelerationStructureEXT`, `rayQueryEXT`, `hitObjectNV`, `hitObjectEXT`, `text`, `function`, `ivec2[4]` | that type |
//! | `genFI` | a scalar or vector of one of the kinds listed |
//! | `vecFI` | a vector of one of the kinds listed |
//! | `oneFI` | the scalar of it |
//! | `genF_r`, `vecF_c` | the same with as many components as the matrices of the row have rows, or columns |
//! | `matF_cr`, `matD_rc`, `matF_cc` | a matrix by columns and rows; the last is square |
//! | `gsampler[2D 3D Cube]`, `gtexture[…]`, `gimage[…]`, `gsubpass[Input InputMS]` | one of these, with texels of `float`, `int`, `uint`, `float16_t`, and of images `int64_t` and `uint64_t` |
//! | `isampler[…]`, `uimage[…]`, `image[…]`, … | one of these, with the texels of the prefix |
//! | `gvec4`, `gone` | a vector or scalar of the texels of the row |
//! | `P`, `P+1` | coordinate of the image: with the layer, and with the reference of a shadow; with one component more |
//! | `L` | coordinate with the layer, without the reference of a shadow |
//! | `iP` | the same of integers, without a level or sample |
//! | `D`, `iD` | a vector of the image's dimensions without the layer, of floats or integers |
//! | `S` | integers for its size |
//! | `hP`, `hP+1`, `hD` | as `L` and `D`, of `float16_t` |
//! | `long8E2M1` | a long vector of 8 components |
//! | `any` | any type: that of the argument |
//! | `array`, `reference`, `parametric` | any array, buffer reference, or type with parameters: that of the argument |
//! | `same` | the type that the first `any`, `array`, `reference` or `parametric` of the row stands for |
//! | `third` | the type of the third argument |
//! | `...` | further arguments of any type |
//!
//! The kinds are `B I U F D F16 I8 U8 I16 U16 I64 U64 BF16 E5M2 E4M3 E2M1 E3M2 E2M3 UE8M0 MXINT8`, of `bool`, `int`, `uint`, `float`, `double` and so on, without
//! blanks: `genFIUD`. `Num` is all of them but `B`, `All` all of them but `BF16`. In a row, the same list of kinds is the
//! same kind, and all `gen` and `vec` have the same number of components. A form is left out where a type in it needs an
//! extension that is off.

mod condition;
mod expand;
mod intrinsic;
mod pattern;
mod shared;
mod table;
#[cfg(test)]
mod tests;

use smallvec::SmallVec;

use crate::language::Environment;
use crate::model::{Direction, Precision};
use crate::types::{Type, Types};

pub(crate) use intrinsic::Intrinsic;
pub(crate) use shared::{Call, Forms, Found};

/// A form of a built-in function, with concrete types.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    pub(crate) intrinsic: Intrinsic,
    pub(crate) result: Type,
    /// Precision of the result; [`Precision::None`] where the arguments decide it.
    pub(crate) precision: Precision,
    pub(crate) parameters: SmallVec<[Parameter; 4]>,
}

/// A parameter of a built-in function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Parameter {
    pub(crate) ty: Type,
    pub(crate) direction: Direction,
    /// Whether the argument is a place in memory, though it is only read: it is not converted.
    pub(crate) is_place: bool,
    /// Whether the argument must be a constant expression.
    pub(crate) is_constant: bool,
    /// Of images and places in memory: which of [`crate::model::flag::READ_ONLY`] and [`crate::model::flag::WRITE_ONLY`] the
    /// argument may have.
    pub(crate) allowed: u32,
}

/// Which forms of a function are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Wanted {
    /// All of them.
    All,
    /// Those that may take the arguments after conversions, which change the scalars of numbers alone; perhaps others.
    Fitting,
    /// Those that may take the arguments as they are; perhaps others.
    Exact,
}

/// The forms of a function that are declared where an environment holds, in the order of the tables; none if there is no such
/// function. Parameters of any type take the types of the arguments. A form whose first parameter is an image or another
/// handle is left out where the first argument has another type, since nothing converts to one; without arguments, all are
/// given.
pub(crate) fn signatures(
    name: &str,
    environment: &Environment,
    types: &mut Types,
    arguments: &[Type],
    wanted: Wanted,
) -> Vec<Signature> {
    let mut signatures = Vec::new();
    for row in table::rows(name) {
        if expand::may_take(row, arguments, wanted) && row.condition.holds(environment) {
            expand::expand(row, environment, types, (arguments, wanted), &mut signatures);
        }
    }
    signatures
}

/// Whether a version or extension of the language declares a function of this name, this environment's or another: for the
/// message about one that is not there.
pub(crate) fn is_known(name: &str) -> bool {
    table::is_known(name)
}

/// The arguments, a bit for each, that a form of a function writes, or takes as a place in memory; all of an unknown function.
pub(crate) fn places(name: &str) -> u32 {
    if !table::is_known(name) {
        return u32::MAX;
    }
    let parameters = table::rows(name).iter().flat_map(|row| row.parameters.iter().enumerate());
    let taken = parameters
        .filter(|(_, parameter)| parameter.is_place || parameter.direction != Direction::In)
        .map(|(number, _)| 1_u32.checked_shl(number as u32).unwrap_or(0));
    taken.fold(0, |all, one| all | one)
}

/// Extensions that would declare forms of a function where an environment holds, if they were on.
pub(crate) fn missing_extensions(name: &str, environment: &Environment) -> Vec<&'static str> {
    let mut missing = Vec::new();
    for row in table::rows(name).iter().filter(|row| row.condition.has_place(environment)) {
        for extension in row.condition.cases.missing(environment) {
            if !missing.contains(&extension) {
                missing.push(extension);
            }
        }
    }
    missing
}

/// Names of all functions, of any environment.
pub(crate) fn all_names() -> impl Iterator<Item = &'static str> {
    table::names()
}

/// Names of the functions that an environment declares, for suggestions.
pub(crate) fn names(environment: &Environment) -> Vec<&'static str> {
    table::names()
        .filter(|name| table::rows(name).iter().any(|row| row.condition.holds(environment)))
        .collect()
}
