//! `layout(…)`: the words of it, and what each says.

use super::qualifier::Specifiers;
use super::require::{ALWAYS, Since};
use crate::model::{At, MatrixLayout, Packing, Primitive, Spacing};
use crate::parse::Parser;
use crate::rules::LAYOUT;

/// Words of `layout(…)` that [`crate::model::Layout`] does not keep: what they make of the declaration, and what they say of the
/// stage.
#[derive(Clone, Debug, Default)]
pub(crate) struct LayoutWords {
    pub(crate) push_constant: Option<At>,
    pub(crate) buffer_reference: Option<At>,
    pub(crate) shader_record: Option<At>,
    pub(crate) buffer_type: Option<At>,
    pub(crate) heap_offset: Option<At>,
    /// `bank`, `member_offset`: they are decorations, of push constants alone.
    pub(crate) bank: Option<At>,
    /// Words that a declaration without a name alone can have.
    pub(crate) stage: Vec<(StageWord, At)>,
    /// `full_quads`, `quad_derivatives`: SPIR-V execution modes.
    pub(crate) quads: Vec<(u32, At)>,
    /// A word about the redeclaration of a built-in variable.
    pub(crate) built_in: Vec<(BuiltInWord, At)>,
}

/// What a word says of a built-in variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BuiltInWord {
    OriginUpperLeft,
    PixelCenterInteger,
    /// SPIR-V execution mode; 0 for `depth_any`.
    Depth(u32),
    /// SPIR-V execution mode.
    Stencil(u32),
    OverrideCoverage,
}

/// What a word says of the stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StageWord {
    Primitive(Primitive),
    Spacing(Spacing),
    Clockwise(bool),
    PointMode,
    Invocations(u32),
    /// `max_vertices`, `vertices`
    Vertices(u32),
    Primitives(u32),
    LocalSize(usize, u32),
    LocalSizeId(usize, u32),
    EarlyFragmentTests,
    PostDepthCoverage,
    /// A SPIR-V execution mode without operands.
    Mode(u32),
    /// One of the orders of GL_ARB_fragment_shader_interlock, as a SPIR-V execution mode.
    Interlock(u32),
    /// Whether derivatives are of quads, and of a row otherwise.
    DerivativeGroup(bool),
    BlendEquation(&'static str),
    /// `shading_rate_xQCOM` and its kin.
    ShadingRate(usize, u32),
    Views(u32),
    PrimitiveCulling,
}

impl StageWord {
    /// Whether it stands with `out`; with `in` otherwise. Primitives stand with both.
    pub(crate) fn is_of_output(self) -> bool {
        matches!(self, StageWord::Vertices(_) | StageWord::Primitives(_) | StageWord::BlendEquation(_))
    }
}

/// SPIR-V execution modes.
pub(crate) mod mode {
    pub(crate) const DEPTH_GREATER: u32 = 14;
    pub(crate) const DEPTH_LESS: u32 = 15;
    pub(crate) const DEPTH_UNCHANGED: u32 = 16;
    pub(crate) const NON_COHERENT_COLOR: u32 = 4169;
    pub(crate) const NON_COHERENT_DEPTH: u32 = 4170;
    pub(crate) const NON_COHERENT_STENCIL: u32 = 4171;
    pub(crate) const NON_COHERENT_TILE: u32 = 4489;
    pub(crate) const TILE_SHADING_RATE: u32 = 4490;
    pub(crate) const POST_DEPTH_COVERAGE: u32 = 4446;
    pub(crate) const SUBGROUP_UNIFORM_CONTROL_FLOW: u32 = 4421;
    pub(crate) const EARLY_AND_LATE_FRAGMENT_TESTS: u32 = 5017;
    pub(crate) const STENCIL_UNCHANGED_FRONT: u32 = 5079;
    pub(crate) const STENCIL_GREATER_FRONT: u32 = 5080;
    pub(crate) const STENCIL_LESS_FRONT: u32 = 5081;
    pub(crate) const STENCIL_UNCHANGED_BACK: u32 = 5082;
    pub(crate) const STENCIL_GREATER_BACK: u32 = 5083;
    pub(crate) const STENCIL_LESS_BACK: u32 = 5084;
    pub(crate) const QUAD_DERIVATIVES: u32 = 5088;
    pub(crate) const REQUIRE_FULL_QUADS: u32 = 5089;
    pub(crate) const DERIVATIVE_GROUP_QUADS: u32 = 5289;
    pub(crate) const DERIVATIVE_GROUP_LINEAR: u32 = 5290;
    pub(crate) const PIXEL_INTERLOCK_ORDERED: u32 = 5366;
    pub(crate) const PIXEL_INTERLOCK_UNORDERED: u32 = 5367;
    pub(crate) const SAMPLE_INTERLOCK_ORDERED: u32 = 5368;
    pub(crate) const SAMPLE_INTERLOCK_UNORDERED: u32 = 5369;
    pub(crate) const SHADING_RATE_INTERLOCK_ORDERED: u32 = 5370;
    pub(crate) const SHADING_RATE_INTERLOCK_UNORDERED: u32 = 5371;
    pub(crate) const MAXIMALLY_RECONVERGES: u32 = 6023;
}

/// Names of image formats, with the number of SPIR-V's `ImageFormat`.
const FORMATS: [(&str, u32); 41] = [
    ("rgba32f", 1),
    ("rgba16f", 2),
    ("r32f", 3),
    ("rgba8", 4),
    ("rgba8_snorm", 5),
    ("rg32f", 6),
    ("rg16f", 7),
    ("r11f_g11f_b10f", 8),
    ("r16f", 9),
    ("rgba16", 10),
    ("rgb10_a2", 11),
    ("rg16", 12),
    ("rg8", 13),
    ("r16", 14),
    ("r8", 15),
    ("rgba16_snorm", 16),
    ("rg16_snorm", 17),
    ("rg8_snorm", 18),
    ("r16_snorm", 19),
    ("r8_snorm", 20),
    ("rgba32i", 21),
    ("rgba16i", 22),
    ("rgba8i", 23),
    ("r32i", 24),
    ("rg32i", 25),
    ("rg16i", 26),
    ("rg8i", 27),
    ("r16i", 28),
    ("r8i", 29),
    ("rgba32ui", 30),
    ("rgba16ui", 31),
    ("rgba8ui", 32),
    ("r32ui", 33),
    ("rgb10_a2ui", 34),
    ("rg32ui", 35),
    ("rg16ui", 36),
    ("rg8ui", 37),
    ("r16ui", 38),
    ("r8ui", 39),
    ("r64ui", 40),
    ("r64i", 41),
];

/// Formats that GLSL ES has too.
const EMBEDDED_FORMATS: [u32; 13] = [1, 2, 3, 4, 5, 21, 22, 23, 24, 30, 31, 32, 33];

/// The name of an image format.
pub(crate) fn format_name(number: u32) -> &'static str {
    FORMATS.iter().find(|(_, known)| *known == number).map_or("", |(name, _)| name)
}

impl Parser<'_> {
    /// Reads what stands behind `layout`.
    pub(crate) fn layout_qualifier(&mut self, into: &mut Specifiers, at: At) {
        into.layout_at = at;
        into.qualifiers.layout_mut();
        if self.expect("(").is_none() {
            return;
        }
        loop {
            let Some(name) =
                self.peek(0).filter(|token| token.word().is_some()).map(|token| token.text.clone())
            else {
                self.unexpected("a word of `layout(…)`", "write one, such as `location = 0`");
                break;
            };
            let word_at = self.advance();
            let lower = name.to_ascii_lowercase();
            if self.take("=").is_some() {
                self.layout_value(into, &lower, word_at);
            } else {
                self.layout_word(into, &lower, word_at);
            }
            if self.take(",").is_none() {
                break;
            }
        }
        if self.expect(")").is_none() {
            self.skip_to_closing();
        }
    }

    /// A word without a value.
    fn layout_word(&mut self, into: &mut Specifiers, name: &str, at: At) {
        let is_known = self.layout_word_of_blocks(into, name, at)
            || self.layout_word_of_images(into, name, at)
            || self.stage_word(into, name, at);
        if is_known {
            return;
        }
        let message = if super::layout_value::VALUED.contains(&name) {
            format!("found `{name}` without a value, expected `{name} = N`")
        } else {
            format!("found `{name}`, which `layout(…)` does not have in this stage")
        };
        let similar = glassbox_core::suggest::similar(name, known_words());
        let finding = self.finding(&LAYOUT, at, message);
        let help = match similar {
            Some(similar) if similar != name => format!("did you mean `{similar}`?"),
            _ => "remove the word".to_owned(),
        };
        self.add(finding.help(help));
    }

    /// Words about how blocks are laid out and where they are kept.
    fn layout_word_of_blocks(&mut self, into: &mut Specifiers, name: &str, at: At) -> bool {
        let what = format_args!("`{name}`");
        match name {
            "column_major" => into.qualifiers.layout_mut().matrix = Some(MatrixLayout::ColumnMajor),
            "row_major" => into.qualifiers.layout_mut().matrix = Some(MatrixLayout::RowMajor),
            "packed" | "shared" => {
                self.removed_by_vulkan(at, what, "write `std140` or `std430`");
                let packing = if name == "packed" { Packing::Packed } else { Packing::Shared };
                into.qualifiers.layout_mut().packing = Some(packing);
            }
            "std140" => into.qualifiers.layout_mut().packing = Some(Packing::Std140),
            "std430" => {
                self.needs(at, what, Since(430, 310), &["GL_ARB_shader_storage_buffer_object"]);
                into.qualifiers.layout_mut().packing = Some(Packing::Std430);
            }
            "scalar" => {
                self.needs_vulkan(at, what);
                self.needs_extension(at, what, &["GL_EXT_scalar_block_layout"]);
                into.qualifiers.layout_mut().packing = Some(Packing::Scalar);
            }
            "push_constant" => {
                self.needs_vulkan(at, what);
                into.words.push_constant = Some(at);
            }
            "buffer_reference" => {
                self.needs_vulkan(at, what);
                self.needs_extension(at, what, &["GL_EXT_buffer_reference"]);
                into.words.buffer_reference = Some(at);
            }
            "descriptor_heap" => {
                self.needs_vulkan(at, what);
                self.needs_extension(at, what, &["GL_EXT_descriptor_heap"]);
                into.qualifiers.layout_mut().is_heap = true;
            }
            "buffer_type" => {
                self.needs_vulkan(at, what);
                self.needs_extension(at, what, &["GL_EXT_structured_descriptor_heap"]);
                into.words.buffer_type = Some(at);
            }
            "shaderrecordnv" | "shaderrecordext" if self.is_ray_stage() => {
                let is_ext = name.ends_with("ext");
                let extension = if is_ext { "GL_EXT_ray_tracing" } else { "GL_NV_ray_tracing" };
                self.needs_extension(at, what, &[extension]);
                into.words.shader_record = Some(at);
            }
            "hitobjectshaderrecordnv" if self.is_ray_stage() => {
                self.needs_extension(at, what, &["GL_NV_shader_invocation_reorder"]);
                into.qualifiers.layout_mut().other.push("hitobjectshaderrecordnv");
            }
            "hitobjectshaderrecordext" if self.is_ray_stage() => {
                self.needs_extension(at, what, &["GL_EXT_shader_invocation_reorder"]);
                into.qualifiers.layout_mut().other.push("hitobjectshaderrecordext");
            }
            _ => return false,
        }
        true
    }

    /// Words about images and samplers.
    fn layout_word_of_images(&mut self, into: &mut Specifiers, name: &str, at: At) -> bool {
        let what = format_args!("`{name}`");
        if let Some((_, number)) = FORMATS.iter().find(|(known, _)| *known == name) {
            let embedded = if EMBEDDED_FORMATS.contains(number) { 310 } else { 0 };
            self.needs(at, what, Since(420, embedded), &["GL_ARB_shader_image_load_store"]);
            into.qualifiers.layout_mut().format = Some(*number);
            return true;
        }
        let bindless = ["bindless_sampler", "bindless_image", "bound_sampler", "bound_image"];
        if let Some(word) = bindless.into_iter().find(|word| *word == name) {
            self.needs_extension(at, what, &["GL_ARB_bindless_texture"]);
            into.qualifiers.layout_mut().other.push(word);
            return true;
        }
        false
    }

    fn is_ray_stage(&self) -> bool {
        use glassbox_core::stage::Stage;
        matches!(
            self.program.stage(),
            Stage::RayGeneration
                | Stage::Intersection
                | Stage::AnyHit
                | Stage::ClosestHit
                | Stage::Miss
                | Stage::Callable
        )
    }

    /// Passes everything up to and with the `)` that closes the parenthesis that is open.
    pub(crate) fn skip_to_closing(&mut self) {
        let mut depth = 0_usize;
        while let Some(token) = self.peek(0) {
            if token.is(";") || token.is("{") || token.is("}") {
                return;
            }
            let (opens, closes) = (token.is("("), token.is(")"));
            self.advance();
            if opens {
                depth += 1;
            } else if closes {
                match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => return,
                }
            }
        }
    }

    /// A number in `layout(…)` that is written out: others need a newer version.
    pub(crate) fn layout_number(&mut self, name: &str, at: At) -> Option<u32> {
        let is_literal = self.peek(0).is_some_and(|token| token.kind == glassbox_syntax::token::Kind::Number)
            && self.peek(1).is_some_and(|next| next.is(",") || next.is(")"));
        let (value, _) = self.constant_integer(&format!("the value of `{name}`"))?;
        if !is_literal {
            let what = format_args!("an expression as the value of `{name}`");
            self.needs(at, what, Since(440, 0), &["GL_ARB_enhanced_layouts"]);
        }
        u32::try_from(value).ok().filter(|value| *value <= i32::MAX as u32).or_else(|| {
            let message = format!("found {value} as the value of `{name}`, expected 0 or more");
            let finding = self.finding(&LAYOUT, at, message);
            self.add(finding.help("write a number that is not negative"));
            None
        })
    }
}

/// Words that a misspelt one may have been meant to be.
fn known_words() -> impl Iterator<Item = &'static str> {
    const PLAIN: [&str; 26] = [
        "row_major",
        "column_major",
        "std140",
        "std430",
        "scalar",
        "push_constant",
        "buffer_reference",
        "buffer_type",
        "descriptor_heap",
        "points",
        "lines",
        "lines_adjacency",
        "triangles",
        "triangles_adjacency",
        "line_strip",
        "triangle_strip",
        "quads",
        "isolines",
        "equal_spacing",
        "fractional_even_spacing",
        "fractional_odd_spacing",
        "point_mode",
        "early_fragment_tests",
        "origin_upper_left",
        "pixel_center_integer",
        "depth_unchanged",
    ];
    PLAIN.into_iter().chain(super::layout_value::VALUED).chain(FORMATS.iter().map(|(name, _)| *name))
}

/// A version that all of the desktop are since.
pub(crate) const DESKTOP: Since = Since(ALWAYS, 0);
