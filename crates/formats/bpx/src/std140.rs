//! Computes GLSL std140 layouts, as used by drivers for constant buffers.
//!
//! Source: the OpenGL 4.6 core specification, section 7.6.2.2, standard uniform block layout.

use glassbox_spirv::layout::Packing;

use crate::extended::{MemberType, Plain, Structure};

pub use glassbox_spirv::layout::Extent;

/// The layout of a structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Offset of each member, in bytes.
    pub offsets: Vec<u64>,
    /// Extent of each member.
    pub extents: Vec<Extent>,
    /// Extent of the whole structure.
    pub whole: Extent,
}

/// Extent of a scalar, vector or matrix. Impossible sizes are clamped to the nearest valid one.
pub fn plain(ty: Plain) -> Extent {
    let unit = u64::from(ty.base().size());
    let valid = |size: u8| u64::from(size.clamp(1, 4));
    match ty {
        Plain::Scalar(_) => Packing::Std140.vector(unit, 1),
        Plain::Vector(ty) => Packing::Std140.vector(unit, valid(ty.size)),
        Plain::Matrix(ty) => Packing::Std140.matrix(unit, [valid(ty.size); 2]),
    }
}

fn array(element: Extent, count: u32) -> Extent {
    Packing::Std140.array(element, u64::from(count))
}

/// Extent of a member; `structure` looks up a symbol's structure. `None` if the lookup fails.
pub fn member(ty: MemberType, structure: impl FnOnce(u16) -> Option<Extent>) -> Option<Extent> {
    Some(match ty {
        MemberType::Plain(ty) => plain(ty),
        MemberType::Array(count, ty) => array(plain(ty), count),
        MemberType::StructRef(index) => structure(index)?,
        MemberType::StructArray(count, index) => array(structure(index)?, count),
    })
}

/// Layout of a structure; `structure` looks up the extents of nested structures.
pub fn layout(of: &Structure<'_>, mut structure: impl FnMut(u16) -> Option<Extent>) -> Option<Layout> {
    let mut members = glassbox_spirv::layout::Structure::new(Packing::Std140);
    let (mut offsets, mut extents) = (Vec::new(), Vec::new());
    for prop in &of.props {
        let extent = member(prop.ty, &mut structure)?;
        let offset = members.add(extent);
        offset.checked_add(extent.size)?;
        offsets.push(offset);
        extents.push(extent);
    }
    Some(Layout { offsets, extents, whole: members.extent() })
}
