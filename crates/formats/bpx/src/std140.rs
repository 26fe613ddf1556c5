//! Computes GLSL std140 layouts, as used by drivers for constant buffers.
//!
//! Source: the OpenGL 4.6 core specification, section 7.6.2.2, standard uniform block layout.

use crate::extended::{MemberType, Plain, Structure};

/// Alignment and size of a value, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// Base alignment, in bytes.
    pub align: u64,
    /// Size in bytes, with internal padding and trailing padding that nothing else may use.
    pub size: u64,
}

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

const fn round_up(value: u64, unit: u64) -> u64 {
    value.div_ceil(unit).saturating_mul(unit)
}

/// Extent of a scalar, vector or matrix. Impossible sizes are clamped to the nearest valid one.
pub fn plain(ty: Plain) -> Extent {
    let unit = u64::from(ty.base().size());
    let vector = |size: u8| {
        let size = u64::from(size.clamp(1, 4));
        let align = unit * if size == 3 { 4 } else { size };
        Extent { align, size: unit * size }
    };
    match ty {
        Plain::Scalar(_) => Extent { align: unit, size: unit },
        Plain::Vector(ty) => vector(ty.size),
        Plain::Matrix(ty) => {
            let stride = round_up(vector(ty.size).align, 16);
            Extent { align: stride, size: stride * u64::from(ty.size.clamp(1, 4)) }
        }
    }
}

fn array(element: Extent, count: u32) -> Extent {
    let align = round_up(element.align, 16);
    Extent { align, size: round_up(element.size, align).saturating_mul(u64::from(count)) }
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
    let mut layout =
        Layout { offsets: Vec::new(), extents: Vec::new(), whole: Extent { align: 16, size: 0 } };
    let mut at = 0;
    for prop in &of.props {
        let extent = member(prop.ty, &mut structure)?;
        let offset = round_up(at, extent.align.max(1));
        layout.offsets.push(offset);
        layout.extents.push(extent);
        layout.whole.align = layout.whole.align.max(extent.align);
        at = offset.checked_add(extent.size)?;
    }
    layout.whole.size = round_up(at, layout.whole.align);
    Some(layout)
}
