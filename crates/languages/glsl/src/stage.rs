//! Places that the modules of a program keep resources at.

pub use glassbox_core::name_map::{Place, ROOT};
pub use glassbox_core::stage::Stage;

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
