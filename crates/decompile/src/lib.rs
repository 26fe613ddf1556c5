#![doc = include_str!("../README.md")]
//!
//! [`decompile`] makes a tree of statements and nested expressions of an entry point, once for all targets, decides
//! names and interface, and spells both in the target's language. A module that a target cannot express is refused:
//! every [`Obstacle`] names its [`Reason`] and the instruction.

mod bindings;
mod copy;
mod glsl;
mod hlsl;
mod inline;
mod interface;
mod msl;
mod name_map;
mod names;
mod opaque;
mod refusal;
pub mod rules;
mod sksl;
mod structured;
mod target;
mod text;
mod tree;
mod undo;
mod wgsl;
mod whole;

use std::collections::{BTreeMap, BTreeSet};

use glassbox_core::stage::Stage;
use glassbox_spirv::module::{At, Id, Module};

pub use bindings::{Bindings, Register, Slot};
pub use glassbox_spirv::adapt::{DepthRange, YAxis};
pub use interface::{
    Domain, EntryPoint, Spacing, SpecializationConstant, Tessellation, Topology, entry_points,
    specialization_constants,
};
pub use refusal::{Obstacle, Reason, Refusal};
pub use target::{Api, Target};
use whole::Wholes;

/// Options of a text.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Name of the entry point; the first one if there is none.
    pub entry: Option<String>,
    /// Stage of the entry point, where several have its name.
    pub stage: Option<Stage>,
    /// Bits of specialization constants by `SpecId`; they become plain constants.
    pub constants: BTreeMap<u32, u64>,
    /// Where the text binds resources. What is not listed follows the convention of the target.
    pub bindings: Bindings,
    /// Names by which programs find variables, by the ids of these. They are spelled as here where the language allows it, and
    /// whatever else has such a name gets another one. For a block it is the name of the block, where the target has those.
    pub names: BTreeMap<Id, String>,
    /// Whether a text in GLSL may need extensions.
    pub extensions: Extensions,
    /// Change of positions that a vertex stage gives.
    pub y_axis: YAxis,
    /// Change of the depth of these positions.
    pub depth_range: DepthRange,
    /// Location of the fragment input of two floats that is the coordinate of an effect in SkSL; `gl_FragCoord` is if there
    /// is none.
    pub coordinate: Option<u32>,
    /// How resources are given to a text in MSL.
    pub argument_buffers: ArgumentBuffers,
    /// What is known of the patches of a tessellation besides what the module states: MSL and HLSL need what only one of
    /// the two stages has.
    pub tessellation: Tessellation,
    /// Which expressions are written as the functions that compilers expand to them.
    pub patterns: Patterns,
    /// What the stage shares with the stages beside it, where these are joined by order.
    pub linked: Linked,
    /// What a program of Direct3D declares that the module is made of: HLSL declares it alike.
    pub signature: Signature,
    /// How a text in GLSL for Vulkan has textures and samplers.
    pub samplers: Samplers,
    /// Which order of matrices in memory a text in HLSL leaves unsaid.
    pub matrix_order: MatrixOrder,
    /// Whether comments state what the text does not: bindings, locations and offsets of the module, and lines of the source that it
    /// was compiled from.
    pub comments: bool,
}

/// Inputs and outputs that a stage shares with the stages beside it.
///
/// Direct3D joins stages by registers, and compilers assign these in the order of declaration. So HLSL declares what is listed
/// here in front of all else, in the order of the set, whether or not the module uses it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linked {
    /// Inputs that the stage before gives, with the number of components that it gives of a vector.
    pub inputs: BTreeMap<Link, u32>,
    /// Outputs that the next stage takes. A position that the module does not give is zero.
    pub outputs: BTreeSet<Link>,
}

/// What a stage of Direct3D declares: inputs and outputs in order, and kinds of buffers. Compilers assign registers by the order, and stages are
/// joined by these, so that a text in HLSL has all inputs and outputs of registers, used or not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// Inputs of a vertex, or of the one invocation.
    pub inputs: Vec<SignatureElement>,
    /// Outputs.
    pub outputs: Vec<SignatureElement>,
    /// Buffers of bytes and of structures.
    pub buffers: Vec<Buffer>,
}

/// A buffer of a program of Direct3D.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// Descriptor set and binding in the module.
    pub place: [u32; 2],
    /// What it is made of.
    pub kind: BufferKind,
    /// Descriptor set and binding of its counter.
    pub counter: Option<[u32; 2]>,
}

/// What a buffer of Direct3D is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BufferKind {
    /// Bytes.
    Bytes,
    /// Structures.
    Structures,
}

/// An element of a signature.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SignatureElement {
    /// Semantic without its number.
    pub semantic: String,
    /// Number of the semantic.
    pub index: u32,
    /// True if it has registers.
    pub has_registers: bool,
    /// Type in HLSL, such as `float3`; empty if it is not known.
    pub ty: String,
    /// Registers of an array; 1 if it is none.
    pub rows: u32,
    /// Interpolation in HLSL, such as `nointerpolation`; empty for what is usual.
    pub interpolation: String,
}

/// An input or output that is joined to that of another stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Link {
    /// The variable that begins at this location and component.
    Location(u32, u32),
    /// The built-in variable with this number in the stage that gives it.
    BuiltIn(u32),
}

/// How a text in GLSL for Vulkan has textures and samplers. Other targets have one way alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Samplers {
    /// As the module has them.
    #[default]
    AsModule,
    /// Each texture is one variable with the sampler that it is read with, at the binding of the texture. Where it is read with
    /// several samplers, those after the first have the next free bindings of the set.
    Combined,
    /// A texture that the module combines with its sampler becomes two variables. The samplers follow the bindings of their set,
    /// above all of them.
    Separate,
}

/// Which order of matrices in memory a text in HLSL leaves unsaid, as its compiler is told it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MatrixOrder {
    /// None: each declaration states its own.
    #[default]
    Stated,
    /// By rows: `-Zpr`.
    Rows,
    /// By columns, as compilers have it unless they are told otherwise: `-Zpc`.
    Columns,
}

/// How resources are given to a text in MSL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ArgumentBuffers {
    /// Each has an index of its own.
    #[default]
    None,
    /// Those of each descriptor set are members of a structure, an argument buffer at the index that is the number of the
    /// set. Their ids are their bindings where these are enough, else they are numbered in the order of the bindings.
    PerSet,
}

/// Expressions that are written as functions: `min(max(x, 0.0), 1.0)` as `clamp(x, 0.0, 1.0)`, and `normalize`, `length`,
/// `mix`, `dot` and products with matrices likewise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Patterns {
    /// Those that compute the same, and those that may round otherwise, except where the module says `NoContraction`.
    #[default]
    All,
    /// Those that compute the same bits.
    Exact,
    /// None: each instruction is written as it is.
    None,
}

/// Whether a text may need extensions of its language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Extensions {
    /// It may; it states those that it needs.
    #[default]
    Allowed,
    /// It may not: what an extension has is refused.
    Refused,
}

/// Text of an entry point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The text.
    pub text: String,
    /// Stage of the entry point.
    pub stage: Stage,
    /// Name of the entry point in the text.
    pub entry: String,
    /// What the text calls the parts of the interface.
    pub map: Vec<Mapped>,
    /// Instructions of the lines that have one: line, counted from 1, and instruction, in the order of the lines. Every statement
    /// and every declaration of something in the module has one.
    pub lines: Vec<(u32, At)>,
}

/// A part of the interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapped {
    /// Name in the module, of the variable or else of its block; may be empty.
    pub name: String,
    /// Name in the text.
    pub written: String,
    /// What it is.
    pub kind: Mapping,
    /// Where the text binds it, in words of the target: `binding 2`, `register(t0)`, `[[buffer(1)]]`, `group 0 binding 1`;
    /// `by name` where names bind. Empty for what has no place of its own.
    pub bound: String,
    /// Index among the sources of the blend function; 0 but for outputs that are the second one.
    pub index: u32,
    /// Bytes from one element to the next in a buffer between stages; 0 for everything else.
    pub stride: u32,
    /// Members of a block, in order.
    pub members: Vec<MappedMember>,
}

impl Mapped {
    fn new(name: String, written: &str, kind: Mapping) -> Mapped {
        let written = written.to_owned();
        Mapped { name, written, kind, bound: String::new(), index: 0, stride: 0, members: Vec::new() }
    }
}

/// A member of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappedMember {
    /// Name in the module; may be empty.
    pub name: String,
    /// Name in the text.
    pub written: String,
    /// Offset in the block, bytes.
    pub offset: u32,
    /// Location of an input or output that is in a buffer between stages.
    pub location: Option<u32>,
}

/// What a part of the interface is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mapping {
    /// Input with this location.
    Input(u32),
    /// Output with this location.
    Output(u32),
    /// Resource with this descriptor set and binding.
    Resource(u32, u32),
    /// Texture and sampler of these bindings, each set and binding, that became one combined sampler.
    Combined([u32; 2], [u32; 2]),
    /// Size in texels of the texture with this descriptor set and binding, which the text takes as a uniform.
    TextureSize([u32; 2]),
    /// Push constants.
    PushConstants,
    /// Push constants that are a uniform buffer of this group and binding.
    BoundPushConstants(u32, u32),
    /// Sampler of the combined image and sampler with this descriptor set and binding, and the group and binding that it
    /// has in the text.
    SplitSampler([u32; 2], [u32; 2]),
    /// Specialization constant with this id.
    Specialization(u32),
    /// Sizes in bytes of buffers whose arrays have no length, each at the index that the text binds the buffer to.
    BufferSizes,
    /// Size in bytes of the buffer with this descriptor set and binding, whose array has no length.
    BufferSize([u32; 2]),
    /// Buffer that the module does not have: between the stages of tessellation, or from the host.
    StageBuffer(StageBuffer),
    /// Input that is this built-in variable of the stage before.
    BuiltInInput(u32),
}

/// What a buffer holds that the module does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StageBuffer {
    /// Control points from the vertex stage, patch after patch.
    PointsIn,
    /// Control points from the control stage.
    PointsOut,
    /// Outputs of the control stage for each patch.
    Patches,
    /// Tessellation factors of each patch.
    Factors,
    /// How many control points each patch has at the start, a number of 32 bits.
    PointCount,
    /// Built-in variables that the language has not and that the host gives.
    HostValues,
}

/// Writes an entry point of a module as source.
///
/// # Errors
///
/// Everything found that the target cannot say, at most a few dozen.
pub fn decompile(module: &Module, target: &Target, options: &Options) -> Result<Source, Refusal> {
    if let Some(at) = module.misordered_type() {
        let message = "a type is made of types that are not declared before it".to_owned();
        return Err(Refusal {
            obstacles: vec![Obstacle { reason: Reason::Malformed, at: Some(at), message, since: None }],
        });
    }
    // HLSL has no arrays of these values, so that there is no need to try.
    if matches!(target, Target::Hlsl(_))
        && let Some(parts) = whole::taken_apart(module, Wholes::BuiltInArrays)
        && let Ok(source) = parts.restore(write_plain(&parts.module, target, options))
    {
        return Ok(source);
    }
    write_plain(module, target, options)
}

/// The text of a module, with what compilers made of its source undone where that can be.
fn write_plain(module: &Module, target: &Target, options: &Options) -> Result<Source, Refusal> {
    // What is refused is refused of the module as it is.
    let plain = undo::undo(module, target, options);
    let written = plain.map(|plain| plain.restore(write_structured(&plain.module, target, options)));
    let refusal = match written {
        Some(Ok(source)) => return Ok(source),
        _ => match write_structured(module, target, options) {
            Err(refusal) => refusal,
            written => return written,
        },
    };
    let has_ports = refusal.obstacles.iter().any(|f| matches!(f.reason, Reason::Interface | Reason::BuiltIn));
    let parts = if has_ports { whole::taken_apart(module, Wholes::All) } else { None };
    // Where that does not help either, the first refusal is closer to the module.
    let written =
        parts.and_then(|parts| parts.restore(write_structured(&parts.module, target, options)).ok());
    written.ok_or(refusal)
}

/// The text of a module, with structure where it has none.
fn write_structured(module: &Module, target: &Target, options: &Options) -> Result<Source, Refusal> {
    if matches!(target, Target::Hlsl(_) | Target::Msl(_))
        && let Some(inlined) = inline::with_tasks_in_entry(module, options)
    {
        return inlined.restore(write_structured(&inlined.module, target, options));
    }
    let refusal = match write(module, target, options) {
        Err(refusal) if refusal.obstacles.iter().any(|found| found.reason == Reason::Control) => refusal,
        done => return done,
    };
    let Some(structured) = structured::Derived::with_structure(module) else { return Err(refusal) };
    structured.restore(write(&structured.module, target, options))
}

/// The text of a module as it is.
fn write(module: &Module, target: &Target, options: &Options) -> Result<Source, Refusal> {
    match *target {
        Target::Glsl(..) | Target::Essl(_) => glsl::write(module, *target, options),
        Target::Msl(version) => msl::write(module, version, options),
        Target::Hlsl(version) => hlsl::write(module, version, options),
        Target::Sksl(version) => sksl::write(module, version, options),
        Target::Wgsl => wgsl::write(module, options),
    }
}
