//! Options: the entry point, where data comes from, what children are.

use std::collections::BTreeMap;

use glassbox_sksl_lang::Program;
use glassbox_sksl_lang::options::Capabilities;

/// Options of a module.
#[derive(Clone, Debug)]
pub struct Options {
    /// Name of the entry point. Without one, `main` becomes an exported function of its own parameters and result, and
    /// so do all functions of a generic program.
    pub entry: Option<String>,
    /// Offsets in the block of uniforms.
    pub layout: UniformLayout,
    /// Where the block of uniforms is.
    pub uniforms: UniformPlace,
    /// Descriptor set of textures and samplers whose place nothing states. Their bindings are the next free ones.
    pub set: u32,
    /// First binding of these.
    pub first_binding: u32,
    /// What the coordinates of a runtime shader are.
    pub coordinates: Coordinates,
    /// Location of the input color: of a color filter, of a blender's source, and of a shader that takes one.
    pub source: u32,
    /// Where the destination color comes from: of a blender, and `sk_LastFragColor`.
    pub destination: Destination,
    /// Location of the output with the local coordinates that a mesh's fragment program returns. Without one they are
    /// an output, at location 0, of programs alone that write no color.
    pub local_coordinates: Option<u32>,
    /// What `toLinearSrgb` and `fromLinearSrgb` do.
    pub color_space: ColorSpace,
    /// Children, by name.
    pub children: BTreeMap<String, Child>,
    /// What children are that are not listed.
    pub other_children: OtherChildren,
    /// Capabilities of the device: `sk_Caps`.
    pub capabilities: Capabilities,
    /// How much of the arithmetic is spelled out.
    pub numbers: Numbers,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            entry: Some("main".to_owned()),
            layout: UniformLayout::default(),
            uniforms: UniformPlace::Buffer { set: 0, binding: 0 },
            set: 0,
            first_binding: 1,
            coordinates: Coordinates::default(),
            source: 0,
            destination: Destination::Input(1),
            local_coordinates: None,
            color_space: ColorSpace::default(),
            children: BTreeMap::new(),
            other_children: OtherChildren::default(),
            capabilities: Capabilities::default(),
            numbers: Numbers::default(),
        }
    }
}

/// Offsets in the block of uniforms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UniformLayout {
    /// Those of `std140`, which every device takes.
    #[default]
    Std140,
    /// Those of the data that Skia takes: one value after the other. The device needs scalar block layout.
    Skia,
    /// Those of WGSL's uniform address space: `std140` with narrower matrices of two rows.
    Wgsl,
}

/// Where the block of uniforms is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UniformPlace {
    /// In a uniform buffer.
    Buffer {
        /// Descriptor set.
        set: u32,
        /// Binding.
        binding: u32,
    },
    /// In push constants.
    PushConstants,
}

/// What the coordinates of a runtime shader are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coordinates {
    /// The place of the pixel: x and y of `FragCoord`.
    #[default]
    Pixel,
    /// The input of two floats at this location.
    Input(u32),
}

/// Where the destination color comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// The input of four floats at this location.
    Input(u32),
    /// An input attachment.
    Attachment {
        /// Descriptor set.
        set: u32,
        /// Binding.
        binding: u32,
        /// Index among the input attachments of the subpass.
        index: u32,
    },
}

/// What `toLinearSrgb` and `fromLinearSrgb` do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorSpace {
    /// The curves of sRGB: the destination is in sRGB.
    #[default]
    Srgb,
    /// Nothing: the destination has no color space, or a linear one.
    Identity,
    /// They call the imported functions `skia.toLinearSrgb` and `skia.fromLinearSrgb`, of three floats each.
    Imported,
}

/// A child.
#[derive(Clone, Debug)]
pub enum Child {
    /// An imported function `skia.eval.NAME`: of two floats for a shader, of four for a color filter, of twice four for
    /// a blender. It gives four.
    Import,
    /// A shader that is a texture, sampled at its level 0; coordinates are in texels.
    Texture {
        /// Descriptor set and binding of the texture; the next free one if `None`.
        texture: Option<[u32; 2]>,
        /// The same of the sampler.
        sampler: Option<[u32; 2]>,
    },
    /// Another program, which becomes functions of this module. Its names begin with that of the child.
    Program(Box<ChildProgram>),
    /// A color, whatever is asked for.
    Color([f32; 4]),
}

/// A program that is a child of another one.
#[derive(Clone, Debug)]
pub struct ChildProgram {
    /// The program.
    pub program: Program,
    /// Its own children, by name.
    pub children: BTreeMap<String, Child>,
}

/// What children are that are not listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OtherChildren {
    /// Imported functions.
    #[default]
    Import,
    /// Textures, if they are shaders. Color filters and blenders are refused.
    Texture,
}

/// How much of the arithmetic is spelled out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    /// Everything that the evaluator (`docs/sksl/evaluator.md`) defines: also the least and greatest of what is not a
    /// number, and integers of floats that have none.
    #[default]
    Exact,
    /// What programs can rely on without these two: they are what the device makes of them.
    Device,
}
