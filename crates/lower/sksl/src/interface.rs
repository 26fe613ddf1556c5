//! What a module takes and gives, in the words of the program.

use glassbox_sksl::builtin::Opaque;

use crate::options::UniformPlace;

/// Interface of a module.
#[derive(Clone, Debug, Default)]
pub struct Interface {
    /// Block of uniforms, if there are any.
    pub block: Option<UniformBlock>,
    /// Uniforms in this block: those of the program in the order of their declaration, then those of its children.
    pub uniforms: Vec<Uniform>,
    /// Children, those of children included.
    pub children: Vec<ChildUse>,
    /// Textures, samplers and blocks of fragment and vertex programs.
    pub resources: Vec<Resource>,
    /// Inputs with a location.
    pub inputs: Vec<Port>,
    /// Outputs with a location.
    pub outputs: Vec<Port>,
    /// Names of imported functions.
    pub imports: Vec<String>,
}

/// The block of uniforms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UniformBlock {
    /// Where it is.
    pub place: UniformPlace,
    /// Size in bytes.
    pub size: u32,
}

/// A uniform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uniform {
    /// Name; for a child's uniform it begins with the name of the child and a dot.
    pub name: String,
    /// Name of its type: `half4`, `float[3]`.
    pub type_name: String,
    /// Offset in the block, bytes.
    pub offset: u32,
    /// Size in the block, bytes.
    pub size: u32,
    /// Offset in the data that Skia takes for its program, bytes.
    pub skia_offset: u32,
    /// Size in this data, bytes.
    pub skia_size: u32,
    /// True if it is `layout(color)`: Skia converts the value to the destination's color space.
    pub is_color: bool,
}

/// A child and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ChildUse {
    /// Name, as for uniforms.
    pub name: String,
    /// Shader, color filter or blender.
    pub kind: Opaque,
    /// What became of it.
    pub bound: BoundChild,
}

/// What became of a child.
#[derive(Clone, Debug, PartialEq)]
pub enum BoundChild {
    /// The imported function of this name.
    Import(String),
    /// Texture and sampler at these places: descriptor set and binding.
    Texture {
        /// The texture.
        texture: [u32; 2],
        /// The sampler.
        sampler: [u32; 2],
    },
    /// Functions of the module.
    Program,
    /// A color.
    Color([f32; 4]),
}

/// A resource of a fragment or vertex program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// Name in the program.
    pub name: String,
    /// Name of its type.
    pub type_name: String,
    /// Descriptor set and binding; `None` for push constants.
    pub place: Option<[u32; 2]>,
}

/// An input or output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Name in the module.
    pub name: String,
    /// Name of its type.
    pub type_name: String,
    /// Location.
    pub location: u32,
}
