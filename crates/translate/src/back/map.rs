//! Under which names and registers the parts of a shader are written.
//!
//! [`InterfaceMap`](crate::interface::InterfaceMap) says the same of PICA200 programs, whose inputs are numbered registers of four floats
//! and whose uniforms are one block; a shader here has any number of blocks, textures and samplers, so the two are apart.

use crate::shader::{Class, Place, Stage};

/// The names of a written shader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names {
    /// Target language with its version, such as `GLSL 330`.
    pub target: String,
    /// Stage.
    pub stage: Stage,
    /// Entry point as it is written.
    pub entry: String,
    /// Inputs that have locations, by these.
    pub inputs: Vec<Port>,
    /// Outputs that have locations, by these.
    pub outputs: Vec<Port>,
    /// Blocks, textures and samplers, by their places in the source.
    pub resources: Vec<Resource>,
}

/// An input or output with a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Port {
    /// Name in the source; empty where it has none.
    pub name: String,
    /// Location.
    pub location: u32,
    /// Second source of a blend function: its index. 0 for everything else.
    pub index: u32,
    /// What it is written as: the variable in GLSL, the semantic in HLSL, the attribute in MSL; what the source calls it elsewhere.
    pub written: String,
}

/// A block, texture or sampler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resource {
    /// Name of the symbol.
    pub symbol: String,
    /// Where the source has it.
    pub place: Place,
    /// Kind of register; `None` for what no shader pack has a symbol for.
    pub class: Option<Class>,
    /// Name as it is written; empty where the target has nothing of the kind, as OpenGL has no samplers.
    pub written: String,
    /// What binds it in the target, such as `register(t0)`, `set 1 binding 0`, `binding 2` or `by name`; empty with an empty name.
    pub bound: String,
    /// Members of a block, in order; empty for everything else and for blocks without a structure.
    pub members: Vec<Member>,
}

/// A member of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Name in the source.
    pub name: String,
    /// Name as it is written.
    pub written: String,
    /// Offset in the block, bytes.
    pub offset: u32,
}
