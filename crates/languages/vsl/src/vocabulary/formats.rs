//! Texel formats: the parameters of `Image…<F>` and `RWTexels<F>`.
//!
//! Facts: VSL brief, section 4.2; VBC brief, section 3.4.

use glassbox_vbc::raw::TexelType;

use crate::types::TexelFormat;

/// A row of the table of texel formats.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Name in the language.
    pub name: &'static str,
    /// Storage of a texel.
    pub format: TexelFormat,
    /// SPIR-V `ImageFormat`.
    pub image_format: u32,
    /// True if SPIR-V requires the capability StorageImageExtendedFormats.
    pub is_extended: bool,
}

const fn row(
    name: &'static str,
    class: TexelType,
    component_size: u8,
    components: u8,
    image_format: u32,
    is_extended: bool,
) -> Row {
    Row { name, format: TexelFormat { class, component_size, components }, image_format, is_extended }
}

/// All texel formats.
pub const FORMATS: [Row; 21] = [
    row("int", TexelType::SIGNED, 4, 1, 24, false),
    row("int2", TexelType::SIGNED, 4, 2, 25, true),
    row("int4", TexelType::SIGNED, 4, 4, 21, false),
    row("uint", TexelType::UNSIGNED, 4, 1, 33, false),
    row("uint2", TexelType::UNSIGNED, 4, 2, 35, true),
    row("uint4", TexelType::UNSIGNED, 4, 4, 30, false),
    row("float", TexelType::FLOAT, 4, 1, 3, false),
    row("float2", TexelType::FLOAT, 4, 2, 6, true),
    row("float4", TexelType::FLOAT, 4, 4, 1, false),
    row("u8norm", TexelType::UNORM, 1, 1, 15, true),
    row("u8norm2", TexelType::UNORM, 1, 2, 13, true),
    row("u8norm4", TexelType::UNORM, 1, 4, 4, false),
    row("u16norm", TexelType::UNORM, 2, 1, 14, true),
    row("u16norm2", TexelType::UNORM, 2, 2, 12, true),
    row("u16norm4", TexelType::UNORM, 2, 4, 10, true),
    row("s8norm", TexelType::SNORM, 1, 1, 20, true),
    row("s8norm2", TexelType::SNORM, 1, 2, 18, true),
    row("s8norm4", TexelType::SNORM, 1, 4, 5, false),
    row("s16norm", TexelType::SNORM, 2, 1, 19, true),
    row("s16norm2", TexelType::SNORM, 2, 2, 17, true),
    row("s16norm4", TexelType::SNORM, 2, 4, 16, true),
];

/// The format with this name.
pub fn named(name: &str) -> Option<&'static Row> {
    FORMATS.iter().find(|row| row.name == name)
}

/// The row of a format; `None` if the language has no name for it.
pub(crate) fn row_of(format: TexelFormat) -> Option<&'static Row> {
    FORMATS.iter().find(|row| row.format == format)
}

#[cfg(test)]
mod tests {
    use glassbox_spirv::grammar::enumeration_named;

    /// The names in the VBC brief's table of formats.
    #[test]
    fn image_formats_are_those_of_spirv() {
        let names = "R32i Rg32i Rgba32i R32ui Rg32ui Rgba32ui R32f Rg32f Rgba32f R8 Rg8 Rgba8 R16 Rg16 Rgba16 R8Snorm \
                     Rg8Snorm Rgba8Snorm R16Snorm Rg16Snorm Rgba16Snorm";
        let formats = enumeration_named("ImageFormat").expect("the grammar has the enumeration");
        for (row, name) in super::FORMATS.iter().zip(names.split(' ')) {
            let format = formats.named(name).expect("the grammar has the format");
            assert_eq!(format.value, row.image_format, "{}", row.name);
        }
    }
}
