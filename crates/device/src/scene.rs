//! Defines scenes (everything that a draw needs besides its program) and outcomes.
//!
//! Properties of the program (types of vertex inputs, formats, descriptor kinds, push constant
//! words) are not repeated: they come from the reflection of the file.

use std::collections::BTreeMap;

/// One draw of one program.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Width and height of the attachments in pixels.
    pub size: [u32; 2],
    /// Primitive topology.
    pub topology: Topology,
    /// Number of vertices, number of instances.
    pub counts: [u32; 2],
    /// First vertex, first instance.
    pub firsts: [u32; 2],
    /// Vertex inputs by location: 32-bit words by vertex, each with all components, columns and
    /// array elements of the declared type. The list starts at vertex 0 even if the draw
    /// does not.
    pub inputs: BTreeMap<u8, Vec<u32>>,
    /// Contents of the uniform block.
    pub uniform: Vec<u8>,
    /// Resources by slot.
    pub slots: BTreeMap<u8, Slot>,
    /// Pixels of the subpass inputs by row, four words each.
    pub subpass_inputs: Vec<Vec<u32>>,
    /// Contents of the colour attachments before the draw, by location: four words; zero by
    /// default.
    pub clear: BTreeMap<u8, [u32; 4]>,
}

impl Default for Scene {
    fn default() -> Self {
        Scene {
            size: [1, 1],
            topology: Topology::Triangles,
            counts: [3, 1],
            firsts: [0, 0],
            inputs: BTreeMap::new(),
            uniform: Vec::new(),
            slots: BTreeMap::new(),
            subpass_inputs: Vec::new(),
            clear: BTreeMap::new(),
        }
    }
}

/// Primitive topology.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topology {
    /// One triangle per three vertices.
    Triangles,
    /// One point per vertex.
    Points,
}

/// Resource and its index in the descriptor table of its kind.
#[derive(Clone, Debug)]
pub struct Slot {
    /// Index in the table; the push constants contain it.
    pub index: u16,
    /// Resource at this index.
    pub resource: Resource,
}

/// Resource. Its texel format is that of the binding.
#[derive(Clone, Debug)]
pub enum Resource {
    /// Contents of a structured buffer.
    Buffer(Vec<u8>),
    /// Contents of a texel buffer.
    Texels(Vec<u8>),
    /// A storage image; one level.
    Image(Texture),
    /// Image to sample.
    Sampler(Texture, Sampling),
}

/// Contents of an image.
#[derive(Clone, Debug, Default)]
pub struct Texture {
    /// Width, height and depth in texels; 1 for dimensions that the rank lacks.
    pub extent: [u32; 3],
    /// Number of array layers; 6 for a cube.
    pub layers: u32,
    /// Levels from the largest, by layer, then row.
    pub levels: Vec<Vec<u8>>,
}

impl Texture {
    /// Width, height and depth of a level in texels.
    pub fn level_extent(&self, level: u32) -> [u32; 3] {
        self.extent.map(|size| size.checked_shr(level).unwrap_or(0).max(1))
    }

    /// Number of texels in all layers of a level.
    pub fn texels(&self, level: u32) -> usize {
        let [width, height, depth] = self.level_extent(level).map(|size| size as usize);
        width * height * depth * self.layers as usize
    }
}

/// Sampler settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sampling {
    /// Interpolate between texels and between levels; otherwise use the nearest.
    pub linear: bool,
    /// Repeat outside 0 to 1; otherwise clamp to the edge.
    pub repeat: bool,
}

/// Result of a draw.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    /// Colour attachments by location: 32-bit words by row, as many per pixel as the output has
    /// components.
    pub attachments: BTreeMap<u8, Vec<u32>>,
    /// Contents of buffers, texel buffers and storage images by slot.
    pub slots: BTreeMap<u8, Vec<u8>>,
    /// Messages from the validation layers, if installed.
    pub messages: Vec<String>,
}
