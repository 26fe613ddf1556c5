//! Stages of a program, and the places at which their modules keep resources.

use std::fmt;

use glassbox_core::interface::stage;

/// Descriptor set and binding of the block that holds the loose uniforms of a program, with the layout std140. No source can
/// take it: the adapter refuses a resource of its own there.
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

impl Stage {
    /// Every stage, in the order in which a program runs them.
    pub const ALL: [Stage; 6] = [
        Stage::Vertex,
        Stage::TessellationControl,
        Stage::TessellationEvaluation,
        Stage::Geometry,
        Stage::Fragment,
        Stage::Compute,
    ];

    /// The stage of a name, by any of the names that languages and tools have for it: `vert` and `vs` are vertex shaders too.
    #[must_use]
    pub fn named(name: &str) -> Option<Stage> {
        let name = glassbox_core::stage::named(name)?;
        Stage::ALL.into_iter().find(|stage| stage.name() == name)
    }

    /// The name that reflection and reports have for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Vertex => stage::VERTEX,
            Stage::TessellationControl => stage::TESSELLATION_CONTROL,
            Stage::TessellationEvaluation => stage::TESSELLATION_EVALUATION,
            Stage::Geometry => stage::GEOMETRY,
            Stage::Fragment => stage::FRAGMENT,
            Stage::Compute => stage::COMPUTE,
        }
    }
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
