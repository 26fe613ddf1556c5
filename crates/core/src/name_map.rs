//! Names, registers and bindings of a translated shader in its target language.
//!
//! [`RegisterMap`](crate::register_map::RegisterMap) does the same for PICA200 programs, which have numbered
//! input registers and a single block of uniforms.

use std::ops::Range;

use crate::stage::Stage;

/// The names of a translated shader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShaderNames {
    /// Target language with its version, such as `GLSL 330`.
    pub target: String,
    /// Shader stage.
    pub stage: Stage,
    /// Entry point as it is written.
    pub entry: String,
    /// Inputs that have locations, by these.
    pub inputs: Vec<Port>,
    /// Outputs that have locations, by these.
    pub outputs: Vec<Port>,
    /// Blocks, textures and samplers, by their source bindings.
    pub resources: Vec<Resource>,
    /// Buffers between the stages of tessellation in MSL, and the built-in variables that come as attributes.
    pub stage_buffers: Vec<StageBuffer>,
    /// The module in the file: first byte and one past the last, packed if the file has it packed. `None` for other code.
    pub module: Option<Range<u64>>,
    /// Lines of the text that come from instructions of the module, in their order.
    pub lines: Vec<Line>,
}

impl ShaderNames {
    /// Sorts inputs and outputs by location, resources by place.
    pub fn sort(&mut self) {
        self.inputs.sort_by_key(|port| (port.location, port.index));
        self.outputs.sort_by_key(|port| (port.location, port.index));
        self.resources.sort_by_key(|resource| resource.place);
    }
}

/// A line of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its number, from 1.
    pub line: u32,
    /// First byte of the instruction, from the start of the module.
    pub start: u64,
    /// One past its last byte.
    pub end: u64,
    /// Where the instruction was in the source of the module, if the module says so.
    pub source: Option<SourceLine>,
}

/// A line of the source that a module was compiled from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceLine {
    /// Name of the file, as the module has it.
    pub file: String,
    /// Line, as the compiler counted.
    pub line: u32,
    /// Column; 0 if not stated.
    pub column: u32,
}

/// A buffer that the shader does not have and its translation does: between stages, or from the host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StageBuffer {
    /// What it holds: `control-points-in`, `control-points-out`, `patches`, `factors` or `patch-size` of
    /// tessellation, `host-values` for built-in variables that the host gives; `attributes` for those that are attributes.
    pub holds: &'static str,
    /// Name in the target; empty for attributes.
    pub written: String,
    /// Binding in the target.
    pub bound: String,
    /// Bytes from one element to the next; 0 for attributes.
    pub stride: u32,
    /// Members of an element, in order.
    pub members: Vec<StageMember>,
}

/// A value in a buffer between stages, or an attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StageMember {
    /// Name in the source.
    pub name: String,
    /// Location; `None` for built-in variables.
    pub location: Option<u32>,
    /// Name as it is written; of an attribute, the attribute.
    pub written: String,
    /// Offset in the element, bytes.
    pub offset: u32,
}

/// An input or output with a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Port {
    /// Name in the source; may be empty.
    pub name: String,
    /// Location number.
    pub location: u32,
    /// Index of a blend function's second source. 0 for everything else.
    pub index: u32,
    /// Name in the target: the variable in GLSL, the semantic in HLSL, the attribute in MSL; elsewhere the
    /// source name.
    pub written: String,
}

/// A block, texture or sampler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resource {
    /// Name of the symbol.
    pub symbol: String,
    /// Binding in the source.
    pub place: Place,
    /// Kind of register; `None` if shader packs have no symbol for it.
    pub class: Option<Class>,
    /// Name in the target; empty if the target has no such object, as OpenGL has no samplers.
    pub written: String,
    /// Binding in the target, such as `register(t0)`, `set 1 binding 0`, `binding 2` or `by name`; empty with
    /// an empty name.
    pub bound: String,
    /// Members of a block, in order; empty for other resources and for blocks without a structure.
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

/// Binding of a resource in a module: descriptor set and binding, or group and binding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// Descriptor set or bind group.
    pub set: u32,
    /// Binding in the set or group.
    pub binding: u32,
}

/// Place of the block that holds the loose uniforms of a program, or its push constants. No shader can state it: it keeps such a place for
/// nothing else.
pub const ROOT: Place = Place { set: 3, binding: 0 };

/// Kinds of registers. Each counts on its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// Uniform blocks; register 0 is the block of root constants.
    ConstantBuffer,
    /// Texture registers.
    Texture,
    /// Sampler registers.
    Sampler,
}
