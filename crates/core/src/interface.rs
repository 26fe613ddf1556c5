//! Reflection: one schema for all formats, independent of any translator.

mod root;

use std::fmt;

pub use root::{DescriptorRange, RootParameter, RootSignature, StaticSampler};

/// Names of shader stages, as in the text and JSON forms.
pub mod stage {
    /// Vertex shader.
    pub const VERTEX: &str = "vertex";
    /// Tessellation control (hull).
    pub const TESSELLATION_CONTROL: &str = "tessellation-control";
    /// Tessellation evaluation (domain).
    pub const TESSELLATION_EVALUATION: &str = "tessellation-evaluation";
    /// Geometry shader.
    pub const GEOMETRY: &str = "geometry";
    /// Fragment (pixel) shader.
    pub const FRAGMENT: &str = "fragment";
    /// Compute shader.
    pub const COMPUTE: &str = "compute";
    /// Task (amplification) shader.
    pub const TASK: &str = "task";
    /// Mesh shader.
    pub const MESH: &str = "mesh";
    /// Ray generation shader.
    pub const RAY_GENERATION: &str = "ray-generation";
    /// Intersection of rays with procedural geometry.
    pub const INTERSECTION: &str = "intersection";
    /// Any hit of a ray.
    pub const ANY_HIT: &str = "any-hit";
    /// The closest hit of a ray.
    pub const CLOSEST_HIT: &str = "closest-hit";
    /// Miss: rays that hit nothing.
    pub const MISS: &str = "miss";
    /// Callable from ray tracing stages.
    pub const CALLABLE: &str = "callable";
    /// Node of a work graph.
    pub const NODE: &str = "node";
    /// Any other, such as a library function that is not an entry point.
    pub const OTHER: &str = "other";
}

/// Interface of a file: what it provides to and expects from the outside.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Interface {
    /// Entry points of the file.
    pub entry_points: Vec<EntryPoint>,
    /// Resources: buffers, textures, samplers and the like.
    pub resources: Vec<Resource>,
    /// Uniform blocks, and loose uniforms as blocks without a name.
    pub blocks: Vec<Block>,
    /// Blocks of push constants.
    pub push_constants: Vec<Block>,
    /// Root signatures of D3D12.
    pub root_signatures: Vec<RootSignature>,
    /// Constants set at specialisation.
    pub specialization_constants: Vec<SpecializationConstant>,
    /// Constants that the file sets itself.
    pub constants: Vec<Constant>,
    /// Names of exported symbols.
    pub exports: Vec<String>,
    /// Names of imported symbols.
    pub imports: Vec<String>,
    /// Notes on what could not be reflected, one sentence each.
    pub notes: Vec<String>,
}

/// One entry point.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct EntryPoint {
    /// Name, if the format stores one.
    pub name: String,
    /// Stage, one of [`stage`].
    pub stage: String,
    /// Path of the node that defines it.
    pub path: String,
    /// Input variables.
    pub inputs: Vec<Variable>,
    /// Output variables.
    pub outputs: Vec<Variable>,
    /// Patch constants of tessellation stages, outputs of the primitives of mesh shaders.
    pub patches: Vec<Variable>,
    /// Names of the resources it uses, if the format records them per entry point.
    pub resources: Vec<String>,
    /// Labelled facts, such as the primitive mode or the local size.
    pub modes: Vec<(String, String)>,
}

/// An input or output.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Variable {
    /// Name, if the file keeps it.
    pub name: String,
    /// Location, if the format numbers locations.
    pub location: Option<u32>,
    /// Register, if the format names registers, with its components such as `o0.xy`.
    pub register: Option<String>,
    /// Semantic or built-in, in the words of the format.
    pub semantic: Option<String>,
    /// Semantic index, if the format numbers semantics of one name.
    pub semantic_index: Option<u32>,
    /// System value, if it need not follow from the semantic.
    pub system_value: Option<String>,
    /// Interpolation mode.
    pub interpolation: Option<String>,
    /// Output stream the variable belongs to.
    pub stream: Option<u32>,
    /// Components that are read of an input or written of an output, such as `xy`.
    pub used: Option<String>,
    /// Minimum precision requested by the source.
    pub precision: Option<String>,
    /// Type, such as `float4`, `float3x3` or `uint[4]`.
    pub ty: Option<Type>,
}

/// Type, as far as reflection can tell.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Type {
    /// Scalar: `bool`, `int`, `uint`, `float`, `double`, `half`, `struct`, or the format's own word.
    pub scalar: String,
    /// Rows, 1 for scalars; for vectors the number of components.
    pub rows: u32,
    /// Columns, 1 for scalars and vectors.
    pub columns: u32,
    /// Array sizes, outermost first.
    pub array: Vec<ArraySize>,
    /// Members of a structure.
    pub members: Vec<Member>,
}

/// The size of an array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArraySize {
    /// So many elements.
    Fixed(u32),
    /// Sized when the program runs.
    Runtime,
    /// Sized by a specialization constant, with its default.
    Specialization {
        /// Id of the specialization constant that gives the size.
        id: u32,
        /// Value unless specialised.
        default: u32,
    },
}

/// Array suffix, such as `[4]`; an unsized array is `[]`.
impl fmt::Display for ArraySize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArraySize::Fixed(count) => write!(f, "[{count}]"),
            ArraySize::Runtime => f.write_str("[]"),
            ArraySize::Specialization { id, default } => write!(f, "[specialization {id} = {default}]"),
        }
    }
}

/// A bound resource.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Resource {
    /// Name, if the file keeps it.
    pub name: String,
    /// Kind: `sampler`, `sampled-image`, `combined-image-sampler`, `storage-image`, `uniform-texel-buffer`,
    /// `storage-texel-buffer`, `uniform-buffer`, `storage-buffer`, `input-attachment`, `acceleration-structure`, …
    pub kind: String,
    /// Descriptor set or register space.
    pub set: Option<u32>,
    /// Binding number, if the format has bindings.
    pub binding: Option<u32>,
    /// Slot, if the format numbers slots.
    pub slot: Option<u32>,
    /// Register, if the format names registers.
    pub register: Option<String>,
    /// Array sizes, outermost first.
    pub array: Vec<ArraySize>,
    /// Stages that use it.
    pub stages: Vec<String>,
    /// Dimension, such as `2D`, `cube` or `buffer`.
    pub dimension: Option<String>,
    /// Texel or image format, such as `Rgba8` or `float4`.
    pub format: Option<String>,
    /// `read`, `write` or `read-write`.
    pub access: Option<String>,
    /// Size of one element of a structured buffer, bytes.
    pub element_size: Option<u32>,
}

/// A block of members at offsets.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Block {
    /// Name, if the file keeps it.
    pub name: String,
    /// Kind of block, if the format has several.
    pub kind: Option<String>,
    /// Register, if the format names registers, such as `b0`.
    pub register: Option<String>,
    /// Descriptor set number.
    pub set: Option<u32>,
    /// Binding number in the set.
    pub binding: Option<u32>,
    /// Size, bytes, if known.
    pub size: Option<u32>,
    /// Stages that use it.
    pub stages: Vec<String>,
    /// Members of the block.
    pub members: Vec<Member>,
}

/// A member of a block or structure.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Member {
    /// Name, if the file keeps it.
    pub name: String,
    /// Offset in the block, bytes.
    pub offset: Option<u32>,
    /// Register or register range, if the format names registers, such as `c0-c3`.
    pub register: Option<String>,
    /// Type of the member.
    pub ty: Option<Type>,
    /// Distance of array elements, bytes.
    pub array_stride: Option<u32>,
    /// Distance of matrix columns (or rows), bytes.
    pub matrix_stride: Option<u32>,
    /// True if matrices are stored row by row.
    pub row_major: bool,
}

/// A specialization constant.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SpecializationConstant {
    /// Id of the constant, for specialisation.
    pub id: u32,
    /// Name, if the file keeps it.
    pub name: String,
    /// Scalar type of the constant.
    pub scalar: String,
    /// Value unless specialised.
    pub default: String,
}

/// A constant that the file itself sets.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Constant {
    /// Entry point it belongs to, by path.
    pub path: String,
    /// Register it is bound to.
    pub register: String,
    /// Value in words.
    pub value: String,
}

/// A name in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Symbol {
    /// Name as stored.
    pub name: String,
    /// Kind of entity, such as `uniform`, `input`, `label`, `entry point`, `file`.
    pub kind: String,
    /// Value, such as a register range, an offset or a location.
    pub value: String,
    /// Path of the node that defines it.
    pub path: String,
    /// Paths of the nodes that use it.
    pub used_by: Vec<String>,
    /// Its part in linking, where files of the format are linked by such names.
    pub link: Option<Link>,
    /// Declaration encoded in a decorated name.
    pub declaration: Option<Declaration>,
}

/// The part of a name in linking.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Link {
    /// Definition and visibility.
    pub binding: Binding,
    /// True if it is an entry point.
    pub is_entry: bool,
    /// Stage of an entry point in the words of the format; empty for others.
    pub stage: String,
    /// Least version of the language or machine that can run it, such as `6.3`; empty when it is not known.
    pub model: String,
    /// Features that it needs, in the words of the format.
    pub features: Vec<String>,
    /// Names of the resources that it uses.
    pub resources: Vec<String>,
    /// Names that it needs others to define.
    pub needs: Vec<String>,
}

/// Definition and visibility of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Binding {
    /// The file defines it, for others too.
    #[default]
    Exported,
    /// Defined for use within the file.
    Internal,
    /// Must be defined by another file.
    Undefined,
    /// Defined in the file; visibility unknown.
    Unknown,
}

impl Binding {
    /// The word for it, as in the JSON form.
    pub fn word(self) -> &'static str {
        match self {
            Binding::Exported => "exported",
            Binding::Internal => "internal",
            Binding::Undefined => "undefined",
            Binding::Unknown => "unknown",
        }
    }
}

impl fmt::Display for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Link {
    /// Letter for lists: `E` entry point, `T` other visible function, `t` function that is not visible, `U`
    /// undefined, `?` unknown.
    pub fn letter(&self) -> char {
        match self.binding {
            Binding::Exported if self.is_entry => 'E',
            Binding::Exported => 'T',
            Binding::Internal => 't',
            Binding::Undefined => 'U',
            Binding::Unknown => '?',
        }
    }
}

/// Declaration encoded in a decorated name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Declaration {
    /// As authors of the source write it, such as `float3 Shade(float3)`.
    pub source: String,
    /// With everything the name encodes, such as calling conventions.
    pub full: String,
}
