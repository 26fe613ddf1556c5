//! Root signatures: the bindings of a pipeline to its shaders.

/// A root signature.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RootSignature {
    /// Name in the file, if any.
    pub name: String,
    /// Path of the node that holds it.
    pub path: String,
    /// Version, such as `1.1`.
    pub version: String,
    /// Flags, in the words of the format.
    pub flags: Vec<String>,
    /// Root parameters, in the order of their numbers.
    pub parameters: Vec<RootParameter>,
    /// Static samplers of the signature.
    pub samplers: Vec<StaticSampler>,
    /// All of it in the source language: one clause of the attribute `RootSignature` each, without the commas between them.
    pub text: Vec<String>,
}

/// A root parameter.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RootParameter {
    /// `table`, `constants`, `cbv`, `srv` or `uav`, or an undefined number.
    pub kind: String,
    /// The stage that sees it, or `all`.
    pub visibility: String,
    /// Register; none for tables.
    pub register: Option<String>,
    /// Register space; none for tables.
    pub space: Option<u32>,
    /// Number of 32-bit constants.
    pub constants: Option<u32>,
    /// Flags of root descriptors.
    pub flags: Vec<String>,
    /// Ranges of tables.
    pub ranges: Vec<DescriptorRange>,
}

/// A range of a descriptor table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DescriptorRange {
    /// `srv`, `uav`, `cbv` or `sampler`, or an undefined number.
    pub kind: String,
    /// First register of the range.
    pub register: String,
    /// Register space number.
    pub space: u32,
    /// Number of descriptors; `None` if unbounded.
    pub count: Option<u32>,
    /// Index of the first descriptor in the table, computed if the file only states that it follows the
    /// previous range. `None` if nothing can follow that range.
    pub offset: Option<u64>,
    /// Flags of the range.
    pub flags: Vec<String>,
}

/// A static sampler.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StaticSampler {
    /// Shader register.
    pub register: String,
    /// Register space number.
    pub space: u32,
    /// The stage that sees it, or `all`.
    pub visibility: String,
    /// Filter mode.
    pub filter: String,
    /// Addressing along u, v and w.
    pub address: [String; 3],
    /// Bias of the mip level.
    pub mip_bias: f32,
    /// Most samples of anisotropic filtering.
    pub max_anisotropy: u32,
    /// Comparison function.
    pub comparison: String,
    /// Colour of the border.
    pub border: String,
    /// Smallest mip level.
    pub min_lod: f32,
    /// Largest mip level.
    pub max_lod: f32,
    /// Flags of the sampler.
    pub flags: Vec<String>,
}
