//! What a caller chooses.

/// Where a vertex program gives the position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum PositionSpace {
    /// As the code computes it, in the clip space of the PICA200: visible depth goes from -w to 0.
    #[default]
    Raw,
    /// In the clip space of Vulkan: what the PICA200 has at -w is at w, what it has at 0 stays there, and y grows downwards.
    Vulkan,
    /// In the clip space of WebGPU, Direct3D and Metal: as Vulkan's, and y grows upwards.
    WebGpu,
    /// In the clip space of OpenGL: what the PICA200 has at -w is at w, what it has at 0 is at -w.
    OpenGl,
}

/// How a program becomes a module.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Compute as the hardware does, on bits: float24 after each operation, no subnormal numbers, no negative zero, zero
    /// times infinity is zero. Otherwise with the device's own floats.
    pub precise: bool,
    /// Where the position is given.
    pub position: PositionSpace,
    /// Stop after this many runs of straight code. The program is then always written as a loop over states.
    pub step_limit: Option<u32>,
    /// Descriptor set of the uniform block and the buffers.
    pub group: u32,
    /// Binding of the uniform block; buffers have those that follow.
    pub binding: u32,
    /// Make a compute program that runs a vertex program over an array of inputs: binding + 1 holds sixteen registers v0 to v15 for each
    /// element, binding + 2 takes sixteen registers o0 to o15, all as bits of `f32`. Geometry programs are compute programs in any case.
    pub batch: bool,
}
