//! A shader of one stage, read from whatever it was written in: what every target is written from.

use std::collections::BTreeMap;
use std::fmt;

/// Descriptor set and binding under which a shader read from GLSL holds its loose uniforms, as members of one block with the
/// layout std140. No source can take it: fronts refuse a resource of its own there.
pub const ROOT: Place = Place { set: 3, binding: 0 };

/// Stage of a shader.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// Vertex.
    Vertex,
    /// Tessellation control, or hull.
    TessellationControl,
    /// Tessellation evaluation, or domain.
    TessellationEvaluation,
    /// Geometry.
    Geometry,
    /// Fragment, or pixel.
    Fragment,
    /// Compute.
    Compute,
}

/// Writes the name that OpenGL and Vulkan have for it.
impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stage::Vertex => "vertex",
            Stage::TessellationControl => "tessellation control",
            Stage::TessellationEvaluation => "tessellation evaluation",
            Stage::Geometry => "geometry",
            Stage::Fragment => "fragment",
            Stage::Compute => "compute",
        })
    }
}

/// Where a module keeps a resource: descriptor set and binding, or group and binding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// Descriptor set or bind group.
    pub set: u32,
    /// Binding in it.
    pub binding: u32,
}

/// A sampler of GLSL that is texture and sampler in one; the module has the two apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CombinedSampler {
    /// Name in the source; the texture of the module has it too.
    pub name: String,
    /// Name of the sampler of the module.
    pub sampler: String,
    /// Where the module has the texture.
    pub texture_place: Place,
    /// Where the module has the sampler.
    pub sampler_place: Place,
}

/// A shader of one stage.
#[derive(Clone, Debug)]
pub struct Shader {
    /// Stage.
    pub stage: Stage,
    /// Name of the entry point in the module.
    pub entry: String,
    /// The module as SPIR-V, with names: what reflection reads.
    pub words: Vec<u32>,
    /// The module as the writers take it; `None` where the stage is one that they do not have.
    pub module: Option<Box<naga::Module>>,
    /// Texture and sampler pairs that were one in the source.
    pub combined: Vec<CombinedSampler>,
    /// Places of resources that the source gave a binding itself; other places were numbered on reading.
    pub explicit: Vec<Place>,
}

/// Kinds of registers. Each counts on its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// Uniform blocks; register 0 is the block of root constants.
    ConstantBuffer,
    /// Textures.
    Texture,
    /// Samplers.
    Sampler,
}

/// What a resource becomes in every target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Kind of register.
    pub class: Class,
    /// Register.
    pub register: u8,
    /// Name of the symbol, by which targets without registers bind it.
    pub name: String,
}

/// The registers of a shader's resources, by their places in the module.
pub type Slots = BTreeMap<Place, Slot>;
