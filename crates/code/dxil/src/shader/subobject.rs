//! Reads library subobjects, `dx.subobjects`: ray-tracing pipeline state declared in source.
//!
//! Source: `DxilMetadataHelper.h` and `DxilSubobject.h` of the DirectX shader compiler.

use super::view::{MetadataError, Node};

/// Content of a subobject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// State object flags.
    StateObjectConfig(u32),
    /// A root signature in the format of the part `RTS0`.
    RootSignature {
        /// True for a local root signature.
        is_local: bool,
        /// Serialized root signature.
        bytes: Vec<u8>,
    },
    /// Associates a subobject with exports.
    Association {
        /// Name of the subobject.
        subobject: Vec<u8>,
        /// Names of the exports.
        exports: Vec<Vec<u8>>,
    },
    /// Sizes used by ray-tracing shaders.
    ShaderConfig {
        /// Maximum payload size in bytes.
        max_payload: u32,
        /// Maximum attribute size in bytes.
        max_attributes: u32,
    },
    /// Maximum recursion depth of a ray-tracing pipeline.
    PipelineConfig(u32),
    /// Shaders of a hit group.
    HitGroup {
        /// 0 triangles, 1 procedural primitives.
        hit_type: u32,
        /// Any-hit shader; empty for none.
        any_hit: Vec<u8>,
        /// Closest-hit shader; empty for none.
        closest_hit: Vec<u8>,
        /// Intersection shader; empty for none.
        intersection: Vec<u8>,
    },
    /// Recursion depth and flags of a ray-tracing pipeline.
    PipelineConfig1 {
        /// Maximum recursion depth.
        depth: u32,
        /// Pipeline flags.
        flags: u32,
    },
}

impl Content {
    /// Number of the content kind.
    pub fn kind(&self) -> u32 {
        match self {
            Content::StateObjectConfig(_) => 0,
            Content::RootSignature { is_local: false, .. } => 1,
            Content::RootSignature { is_local: true, .. } => 2,
            Content::Association { .. } => 8,
            Content::ShaderConfig { .. } => 9,
            Content::PipelineConfig(_) => 10,
            Content::HitGroup { .. } => 11,
            Content::PipelineConfig1 { .. } => 12,
        }
    }
}

/// A subobject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subobject {
    /// Name, as bytes.
    pub name: Vec<u8>,
    /// Typed content.
    pub content: Content,
}

impl Subobject {
    pub(super) fn read(node: &Node<'_>) -> Result<Subobject, Box<MetadataError>> {
        let kind = node.word(1, "kind")?;
        let content = match kind {
            0 => Content::StateObjectConfig(node.word(2, "flags")?),
            1 | 2 => Content::RootSignature {
                is_local: kind == 2,
                bytes: node.array(2, "bytes")?.into_iter().map(|byte| byte as u8).collect(),
            },
            8 => {
                let exports = node.expect(3, "exports")?;
                Content::Association {
                    subobject: node.text(2, "subobject")?,
                    exports: (0..exports.len())
                        .map(|index| exports.text(index, &index.to_string()))
                        .collect::<Result<_, Box<MetadataError>>>()?,
                }
            }
            9 => Content::ShaderConfig {
                max_payload: node.word(2, "maxPayload")?,
                max_attributes: node.word(3, "maxAttributes")?,
            },
            10 => Content::PipelineConfig(node.word(2, "depth")?),
            11 => Content::HitGroup {
                intersection: node.text(2, "intersection")?,
                any_hit: node.text(3, "anyHit")?,
                closest_hit: node.text(4, "closestHit")?,
                hit_type: node.word(5, "hitType")?,
            },
            12 => Content::PipelineConfig1 { depth: node.word(2, "depth")?, flags: node.word(3, "flags")? },
            _ => return Err(node.error(1, "kind", "a kind of subobject: 0, 1, 2, 8, 9, 10, 11 or 12")),
        };
        Ok(Subobject { name: node.text(0, "name")?, content })
    }
}
