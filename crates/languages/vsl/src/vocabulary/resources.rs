//! Names of resource types.
//!
//! Facts: VSL brief, section 4.2.

use glassbox_vbc::raw::Rank;

use crate::types::Scalar;

/// Kind of resource type, without the parameter in angle brackets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Image and sampler.
    Sampler(Rank, Scalar),
    /// Storage image; its texel format follows.
    Image(Rank),
    /// Read-only texel buffer.
    RoTexels(Scalar),
    /// Read-write texel buffer; its texel format follows.
    RwTexels,
    /// Read-only structured buffer; its structure follows.
    RoBuffer,
    /// Read-write structured buffer; its structure follows.
    RwBuffer,
}

/// A row of the table of resource types.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Name in the language.
    pub name: &'static str,
    /// Kind of resource.
    pub kind: Kind,
}

const fn row(name: &'static str, kind: Kind) -> Row {
    Row { name, kind }
}

/// All names.
pub const RESOURCES: [Row; 30] = {
    use Kind::*;
    use Scalar::{Float, Int, Uint};
    [
        row("Sampler1D", Sampler(Rank::D1, Float)),
        row("Sampler2D", Sampler(Rank::D2, Float)),
        row("Sampler3D", Sampler(Rank::D3, Float)),
        row("Sampler1DArray", Sampler(Rank::D1_ARRAY, Float)),
        row("Sampler2DArray", Sampler(Rank::D2_ARRAY, Float)),
        row("SamplerCube", Sampler(Rank::CUBE, Float)),
        row("ISampler1D", Sampler(Rank::D1, Int)),
        row("ISampler2D", Sampler(Rank::D2, Int)),
        row("ISampler3D", Sampler(Rank::D3, Int)),
        row("ISampler1DArray", Sampler(Rank::D1_ARRAY, Int)),
        row("ISampler2DArray", Sampler(Rank::D2_ARRAY, Int)),
        row("ISamplerCube", Sampler(Rank::CUBE, Int)),
        row("USampler1D", Sampler(Rank::D1, Uint)),
        row("USampler2D", Sampler(Rank::D2, Uint)),
        row("USampler3D", Sampler(Rank::D3, Uint)),
        row("USampler1DArray", Sampler(Rank::D1_ARRAY, Uint)),
        row("USampler2DArray", Sampler(Rank::D2_ARRAY, Uint)),
        row("USamplerCube", Sampler(Rank::CUBE, Uint)),
        row("Image1D", Image(Rank::D1)),
        row("Image2D", Image(Rank::D2)),
        row("Image3D", Image(Rank::D3)),
        row("Image1DArray", Image(Rank::D1_ARRAY)),
        row("Image2DArray", Image(Rank::D2_ARRAY)),
        row("ImageCube", Image(Rank::CUBE)),
        row("ROTexels", RoTexels(Float)),
        row("ROITexels", RoTexels(Int)),
        row("ROUTexels", RoTexels(Uint)),
        row("RWTexels", RwTexels),
        row("ROBuffer", RoBuffer),
        row("RWBuffer", RwBuffer),
    ]
};

/// The kind of a resource type's name.
///
/// ```
/// use glassbox_vsl::vocabulary::resources::{Kind, named};
///
/// assert_eq!(named("RWBuffer"), Some(Kind::RwBuffer));
/// assert_eq!(named("Buffer"), None);
/// ```
pub fn named(name: &str) -> Option<Kind> {
    let row = RESOURCES.iter().find(|row| row.name == name)?;
    Some(row.kind)
}

/// True if this is the name of a resource type.
pub fn is_resource(name: &str) -> bool {
    named(name).is_some()
}
