//! Resources: what a module reads and writes besides its signatures.
//!
//! Source: the description of DXIL in the DirectX shader compiler's documentation, section on resources.

use super::view::{MetadataResult, Node};

/// Numbers of resource kinds that decide something here.
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
}

/// Tags of the extended properties of a resource.
mod tag {
    pub(super) const ELEMENT_TYPE: u32 = 0;
    pub(super) const STRIDE: u32 = 1;
    pub(super) const ATOMIC64: u32 = 3;
    pub(super) const REORDER_COHERENT: u32 = 4;
}

/// Class of a resource, in the numbering of the module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// View to read.
    Srv,
    /// View to read and write.
    Uav,
    /// Constant buffer.
    Cbv,
    /// Sampler.
    Sampler,
}

impl Class {
    /// The classes in the order of `dx.resources`.
    pub const ALL: [Class; 4] = [Class::Srv, Class::Uav, Class::Cbv, Class::Sampler];

    fn name(self) -> &'static str {
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
    /// Class.
    pub class: Class,
    /// Number within its class, by which instructions refer to it.
    pub id: u32,
    /// Number of the value that stands for it in the module; `undef` in shaders.
    pub symbol: Option<u64>,
    /// Number of the type of that value, a pointer.
    pub symbol_type: Option<u64>,
    /// Name; empty where it was taken out.
    pub name: Vec<u8>,
    /// Register space.
    pub space: u32,
    /// First register.
    pub lower: u32,
    /// Number of registers; 0xFFFFFFFF when there is no end.
    pub count: u32,
    /// Kind.
    pub kind: u32,
    /// Type of an element in the numbering of DXIL, for typed views.
    pub element_type: Option<u32>,
    /// Size of an element, for structured buffers, bytes.
    pub stride: Option<u32>,
    /// Whether writes are seen by all groups.
    pub is_globally_coherent: bool,
    /// Whether it has a counter.
    pub has_counter: bool,
    /// Whether it is written in the order of rasterization.
    pub is_rasterizer_ordered: bool,
    /// Whether writes are seen after reordering.
    pub is_reorder_coherent: bool,
    /// Whether 64-bit atomics are used on it.
    pub has_atomic64: bool,
}

impl Resource {
    /// The last register, inclusive; 0xFFFFFFFF when there is no end.
    pub fn upper(&self) -> u32 {
        match self.count {
            u32::MAX => u32::MAX,
            count => self.lower.wrapping_add(count).wrapping_sub(1),
        }
    }

    fn read(class: Class, node: &Node<'_, '_, '_>) -> MetadataResult<Resource> {
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
            for (tag, place) in properties.tags()? {
                match tag {
                    tag::ELEMENT_TYPE => resource.element_type = Some(properties.word(place, "elementType")?),
                    tag::STRIDE => resource.stride = Some(properties.word(place, "stride")?),
                    tag::ATOMIC64 => resource.has_atomic64 = properties.flag(place, "atomic64")?,
                    tag::REORDER_COHERENT => {
                        resource.is_reorder_coherent = properties.flag(place, "reorderCoherent")?;
                    }
                    _ => {}
                }
            }
        }
        Ok(resource)
    }

    /// The resources that a list of four lists tells of, class by class.
    pub(super) fn list(node: &Node<'_, '_, '_>) -> MetadataResult<Vec<Resource>> {
        let mut out = Vec::new();
        for (place, class) in Class::ALL.into_iter().enumerate() {
            if let Some(list) = node.child(place, class.name())? {
                for entry in list.children()? {
                    out.push(Resource::read(class, &entry)?);
                }
            }
        }
        Ok(out)
    }
}
