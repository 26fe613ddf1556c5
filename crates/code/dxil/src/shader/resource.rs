//! Reads the resources of a module.
//!
//! Source: the description of DXIL in the DirectX shader compiler's documentation, section on resources.

use super::declare::{Operand, tags};
use super::view::{MetadataError, Node};

/// Resource kinds with special handling.
pub mod kind {
    /// Typed buffer.
    pub const TYPED_BUFFER: u32 = 10;
    /// Raw buffer.
    pub const RAW_BUFFER: u32 = 11;
    /// Structured buffer.
    pub const STRUCTURED_BUFFER: u32 = 12;
    /// Constant buffer.
    pub const CBUFFER: u32 = 13;
    /// Sampler.
    pub const SAMPLER: u32 = 14;
    /// Texture buffer.
    pub const TBUFFER: u32 = 15;
    /// Acceleration structure.
    pub const ACCELERATION_STRUCTURE: u32 = 16;
    /// Cube.
    pub const TEXTURE_CUBE: u32 = 5;
    /// Array of cubes.
    pub const TEXTURE_CUBE_ARRAY: u32 = 9;
    /// Sampler feedback of a two-dimensional texture.
    pub const FEEDBACK_TEXTURE_2D: u32 = 17;
    /// Sampler feedback of an array of them.
    pub const FEEDBACK_TEXTURE_2D_ARRAY: u32 = 18;
}

tags! {
    /// Tags of the extended properties of a resource.
    pub mod tag, Resource::property {
        ELEMENT_TYPE = 0 element_type "elementType",
        STRIDE = 1 stride "stride",
        FEEDBACK = 2 feedback "feedback",
        ATOMIC64 = 3 has_atomic64 "atomic64",
        REORDER_COHERENT = 4 is_reorder_coherent "reorderCoherent",
    }
}

/// Resource class, as numbered in the module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// Shader resource view, read-only.
    Srv,
    /// Unordered access view, read-write.
    Uav,
    /// Constant buffer.
    Cbv,
    /// Sampler.
    Sampler,
}

impl Class {
    /// Classes in the order of `dx.resources`.
    pub const ALL: [Class; 4] = [Class::Srv, Class::Uav, Class::Cbv, Class::Sampler];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Class::Srv => "srvs",
            Class::Uav => "uavs",
            Class::Cbv => "cbvs",
            Class::Sampler => "samplers",
        }
    }
}

/// A resource.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resource {
    /// Resource class.
    pub class: Class,
    /// Number within its class, used by instructions.
    pub id: u32,
    /// Value number of its global variable; `undef` in shaders.
    pub symbol: Option<u64>,
    /// Type number of that value, a pointer.
    pub symbol_type: Option<u64>,
    /// Name; empty if stripped.
    pub name: Vec<u8>,
    /// Register space.
    pub space: u32,
    /// First register in the space.
    pub lower: u32,
    /// Number of registers; 0xFFFFFFFF if unbounded.
    pub count: u32,
    /// Resource kind.
    pub kind: u32,
    /// Element type as numbered in DXIL, for typed views.
    pub element_type: Option<u32>,
    /// Element size in bytes, for structured buffers.
    pub stride: Option<u32>,
    /// Size in bytes, for constant buffers.
    pub size: Option<u32>,
    /// Mode, for samplers: 0 default, 1 comparison, 2 mono.
    pub sampler: Option<u32>,
    /// Number of samples, for SRVs; 0 if not stated.
    pub samples: Option<u32>,
    /// Type of sampler feedback, for such UAVs.
    pub feedback: Option<u32>,
    /// True if writes are visible to all groups.
    pub is_globally_coherent: bool,
    /// True if it has a counter.
    pub has_counter: bool,
    /// True for rasterizer ordered views.
    pub is_rasterizer_ordered: bool,
    /// True if writes are visible after reordering.
    pub is_reorder_coherent: bool,
    /// True if used by 64-bit atomics.
    pub has_atomic64: bool,
}

impl Resource {
    /// Last register, inclusive; 0xFFFFFFFF if unbounded.
    pub fn upper(&self) -> u32 {
        match self.count {
            u32::MAX => u32::MAX,
            count => self.lower.wrapping_add(count).wrapping_sub(1),
        }
    }

    fn read(class: Class, node: &Node<'_>) -> Result<Resource, Box<MetadataError>> {
        let mut resource = Resource {
            class,
            id: node.word(0, "id")?,
            symbol: node.value(1).map(|(_, value)| value),
            symbol_type: node.value(1).map(|(ty, _)| ty),
            name: node.text(2, "name")?,
            space: node.word(3, "space")?,
            lower: node.word(4, "lower")?,
            count: node.word(5, "count")?,
            kind: match class {
                Class::Cbv => kind::CBUFFER,
                Class::Sampler => kind::SAMPLER,
                Class::Srv | Class::Uav => node.word(6, "kind")?,
            },
            element_type: None,
            stride: None,
            size: match class {
                Class::Cbv if node.has(6) => Some(node.word(6, "size")?),
                _ => None,
            },
            sampler: match class {
                Class::Sampler if node.has(6) => Some(node.word(6, "mode")?),
                _ => None,
            },
            samples: match class {
                Class::Srv if node.has(7) => Some(node.word(7, "samples")?),
                _ => None,
            },
            feedback: None,
            is_globally_coherent: false,
            has_counter: false,
            is_rasterizer_ordered: false,
            is_reorder_coherent: false,
            has_atomic64: false,
        };
        let properties = match class {
            Class::Srv => node.child(8, "properties")?,
            Class::Uav => {
                resource.is_globally_coherent = node.flag(7, "globallyCoherent")?;
                resource.has_counter = node.flag(8, "counter")?;
                resource.is_rasterizer_ordered = node.flag(9, "rasterizerOrdered")?;
                node.child(10, "properties")?
            }
            Class::Cbv | Class::Sampler => None,
        };
        if let Some(properties) = properties {
            for (tag, index) in properties.tags()? {
                resource.property(&properties, tag, index)?;
            }
        }
        Ok(resource)
    }

    /// Reads the resources from the four class lists.
    pub(super) fn list(node: &Node<'_>) -> Result<Vec<Resource>, Box<MetadataError>> {
        let mut out = Vec::new();
        for (index, class) in Class::ALL.into_iter().enumerate() {
            if let Some(list) = node.child(index, class.name())? {
                for entry in list.children()? {
                    out.push(Resource::read(class, &entry)?);
                }
            }
        }
        Ok(out)
    }
}
