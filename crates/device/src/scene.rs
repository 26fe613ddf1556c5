//! A scene: everything that a draw needs besides its program, and what the draw leaves behind.
//!
//! What follows from the program (types of vertex inputs, formats, kinds of descriptors, words of push constants) is not
//! said again: it comes from the reflection of the file.

use std::collections::BTreeMap;

/// One draw of one program.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Width and height of the attachments, pixels.
    pub size: [u32; 2],
    /// What the vertices form.
    pub topology: Topology,
    /// Number of vertices, number of instances.
    pub counts: [u32; 2],
    /// First vertex, first instance.
    pub firsts: [u32; 2],
    /// Vertex inputs by location: 32-bit words, vertex after vertex, each with all components, columns and array elements of
    /// the declared type. The list covers the first vertex and those before it as well.
    pub inputs: BTreeMap<u8, Vec<u32>>,
    /// The uniform block.
    pub uniform: Vec<u8>,
    /// Resources by slot.
    pub slots: BTreeMap<u8, Slot>,
    /// Pixels of the subpass inputs, four words each, row by row.
    pub subpass_inputs: Vec<Vec<u32>>,
    /// What the colour attachments hold before the draw, by location: four words; zero where nothing is said.
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

/// What vertices form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topology {
    /// Every three a triangle.
    Triangles,
    /// Every one a point.
    Points,
}

/// A resource and its place in the descriptor table of its kind.
#[derive(Clone, Debug)]
pub struct Slot {
    /// Place in the table; the push constants carry it.
    pub index: u16,
    /// What lies there.
    pub resource: Resource,
}

/// A resource. Its texel format is that of the binding.
#[derive(Clone, Debug)]
pub enum Resource {
    /// Bytes of a structured buffer.
    Buffer(Vec<u8>),
    /// Texels of a texel buffer.
    Texels(Vec<u8>),
    /// A storage image; one level.
    Image(Texture),
    /// An image to sample.
    Sampler(Texture, Sampling),
}

/// The contents of an image.
#[derive(Clone, Debug, Default)]
pub struct Texture {
    /// Width, height and depth, texels; 1 where the rank has none.
    pub extent: [u32; 3],
    /// Number of array layers; 6 for a cube.
    pub layers: u32,
    /// Levels from the largest: layer after layer, each row by row.
    pub levels: Vec<Vec<u8>>,
}

impl Texture {
    /// Width, height and depth of a level, texels.
    pub fn level_extent(&self, level: u32) -> [u32; 3] {
        self.extent
            .map(|size| size.checked_shr(level).unwrap_or(0).max(1))
    }

    /// Texels of all layers of a level.
    pub fn texels(&self, level: u32) -> usize {
        let [width, height, depth] = self.level_extent(level).map(|size| size as usize);
        width * height * depth * self.layers as usize
    }
}

/// How an image is sampled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sampling {
    /// Interpolate between texels and between levels; otherwise the nearest.
    pub linear: bool,
    /// Repeat outside of 0 to 1; otherwise the texel at the edge.
    pub repeat: bool,
}

/// What a draw leaves behind.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    /// Colour attachments by location: 32-bit words, row by row, as many for each pixel as the output has components.
    pub attachments: BTreeMap<u8, Vec<u32>>,
    /// Contents of buffers, texel buffers and storage images by slot.
    pub slots: BTreeMap<u8, Vec<u8>>,
    /// What validation layers have to say, where they are installed.
    pub messages: Vec<String>,
}
