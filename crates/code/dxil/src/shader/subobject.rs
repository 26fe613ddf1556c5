//! Subobjects of libraries, `dx.subobjects`: state of ray tracing pipelines that stands in source.
//!
//! Source: `DxilMetadataHelper.h` and `DxilSubobject.h` of the DirectX shader compiler.

use super::view::{MetadataResult, Node};

/// What a subobject holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// Flags of a state object.
    StateObjectConfig(u32),
    /// A root signature, as the part `RTS0` holds it.
    RootSignature {
        /// Whether it is local.
        is_local: bool,
        /// Its bytes.
        bytes: Vec<u8>,
    },
    /// Which exports a subobject belongs to.
    Association {
        /// Name of the subobject.
        subobject: Vec<u8>,
        /// Names of the exports.
        exports: Vec<Vec<u8>>,
    },
    /// Sizes of ray tracing shaders.
    ShaderConfig {
        /// Largest payload, bytes.
        max_payload: u32,
        /// Largest attributes, bytes.
        max_attributes: u32,
    },
    /// Depth of a ray tracing pipeline.
    PipelineConfig(u32),
    /// Shaders of a hit group.
    HitGroup {
        /// What is hit: 0 triangles, 1 procedural primitives.
        hit_type: u32,
        /// Name of the any-hit shader; empty for none.
        any_hit: Vec<u8>,
        /// Name of the closest-hit shader; empty for none.
        closest_hit: Vec<u8>,
        /// Name of the intersection shader; empty for none.
        intersection: Vec<u8>,
    },
    /// Depth and flags of a ray tracing pipeline.
    PipelineConfig1 {
        /// Deepest recursion.
        depth: u32,
        /// Flags.
        flags: u32,
    },
}

impl Content {
    /// The number of its kind.
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
    /// Name.
    pub name: Vec<u8>,
    /// What it holds.
    pub content: Content,
}

impl Subobject {
    pub(super) fn read(node: &Node<'_, '_, '_>) -> MetadataResult<Subobject> {
        let kind = node.word(1, "kind")?;
        let content = match kind {
            0 => Content::StateObjectConfig(node.word(2, "flags")?),
            1 | 2 => Content::RootSignature {
                is_local: kind == 2,
                bytes: node
                    .array(2, "bytes")?
                    .into_iter()
                    .map(|byte| byte as u8)
                    .collect(),
            },
            8 => {
                let exports = node.expect(3, "exports")?;
                Content::Association {
                    subobject: node.text(2, "subobject")?,
                    exports: (0..exports.len())
                        .map(|place| exports.text(place, &place.to_string()))
                        .collect::<MetadataResult<_>>()?,
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
            12 => Content::PipelineConfig1 {
                depth: node.word(2, "depth")?,
                flags: node.word(3, "flags")?,
            },
            _ => return Err(node.misfit(1, "kind", "a kind of subobject: 0, 1, 2, 8, 9, 10, 11 or 12")),
        };
        Ok(Subobject {
            name: node.text(0, "name")?,
            content,
        })
    }
}
