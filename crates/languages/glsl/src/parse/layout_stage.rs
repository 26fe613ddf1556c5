//! Words of `layout(…)` that single stages have, without a value.

use glassbox_core::stage::Stage;

use super::layout::{BuiltInWord, StageWord, mode};
use super::qualifier::Specifiers;
use super::require::Since;
use crate::model::{At, Primitive, Spacing};
use crate::parse::Parser;
use crate::rules::LAYOUT;

/// Equations of `blend_support_…`.
const BLEND_EQUATIONS: [&str; 16] = [
    "blend_support_multiply",
    "blend_support_screen",
    "blend_support_overlay",
    "blend_support_darken",
    "blend_support_lighten",
    "blend_support_colordodge",
    "blend_support_colorburn",
    "blend_support_hardlight",
    "blend_support_softlight",
    "blend_support_difference",
    "blend_support_exclusion",
    "blend_support_hsl_hue",
    "blend_support_hsl_saturation",
    "blend_support_hsl_color",
    "blend_support_hsl_luminosity",
    "blend_support_all_equations",
];

impl Parser<'_> {
    /// A word that the stage has; `false` where it has no such word.
    pub(crate) fn stage_word(&mut self, into: &mut Specifiers, name: &str, at: At) -> bool {
        match self.program.stage() {
            Stage::Geometry | Stage::Mesh | Stage::TessellationEvaluation
                if self.primitive_word(into, name, at) =>
            {
                return true;
            }
            Stage::Fragment if self.fragment_word(into, name, at) => return true,
            Stage::Compute | Stage::Task | Stage::Mesh if self.derivative_word(into, name, at) => {
                return true;
            }
            _ => {}
        }
        let what = format!("`{name}`");
        let has_viewports = matches!(
            self.program.stage(),
            Stage::Vertex | Stage::TessellationControl | Stage::TessellationEvaluation | Stage::Geometry
        );
        match name {
            "viewport_relative" if has_viewports => {
                self.needs_extension(at, &what, &["GL_NV_viewport_array2"]);
                into.qualifiers.layout_mut().other.push("viewport_relative");
            }
            "tile_attachmentqcom" if matches!(self.program.stage(), Stage::Fragment | Stage::Compute) => {
                self.needs_extension(at, &what, &["GL_QCOM_tile_shading"]);
                into.qualifiers.layout_mut().other.push("tile_attachmentqcom");
            }
            "primitive_culling" => {
                self.needs_extension(at, &what, &["GL_EXT_ray_flags_primitive_culling"]);
                into.words.stage.push((StageWord::PrimitiveCulling, at));
            }
            "quad_derivatives" => {
                self.needs(at, &what, Since(0, 0), &["GL_EXT_shader_quad_control"]);
                into.words.quads.push((mode::QUAD_DERIVATIVES, at));
            }
            _ => return false,
        }
        true
    }

    /// Primitives, spacing and order.
    fn primitive_word(&mut self, into: &mut Specifiers, name: &str, at: At) -> bool {
        let stage = self.program.stage();
        let is_geometry = stage == Stage::Geometry;
        let is_tessellation = stage == Stage::TessellationEvaluation;
        let word = match name {
            "triangles" => StageWord::Primitive(Primitive::Triangles),
            "points" if !is_tessellation => StageWord::Primitive(Primitive::Points),
            "lines" if !is_tessellation => StageWord::Primitive(Primitive::Lines),
            "line_strip" if is_geometry => StageWord::Primitive(Primitive::LineStrip),
            "lines_adjacency" if is_geometry => StageWord::Primitive(Primitive::LinesAdjacency),
            "triangles_adjacency" if is_geometry => StageWord::Primitive(Primitive::TrianglesAdjacency),
            "triangle_strip" if is_geometry => StageWord::Primitive(Primitive::TriangleStrip),
            "passthrough" if is_geometry => {
                self.needs_extension(at, "`passthrough`", &["GL_NV_geometry_shader_passthrough"]);
                into.qualifiers.layout_mut().other.push("passthrough");
                return true;
            }
            "quads" if is_tessellation => StageWord::Primitive(Primitive::Quads),
            "isolines" if is_tessellation => StageWord::Primitive(Primitive::Isolines),
            "equal_spacing" if is_tessellation => StageWord::Spacing(Spacing::Equal),
            "fractional_even_spacing" if is_tessellation => StageWord::Spacing(Spacing::FractionalEven),
            "fractional_odd_spacing" if is_tessellation => StageWord::Spacing(Spacing::FractionalOdd),
            "cw" if is_tessellation => StageWord::Clockwise(true),
            "ccw" if is_tessellation => StageWord::Clockwise(false),
            "point_mode" if is_tessellation => StageWord::PointMode,
            _ => return false,
        };
        into.words.stage.push((word, at));
        true
    }

    fn fragment_word(&mut self, into: &mut Specifiers, name: &str, at: At) -> bool {
        self.fragment_test_word(into, name, at)
            || self.depth_word(into, name, at)
            || self.fragment_extension_word(into, name, at)
    }

    /// Tests, and `gl_FragCoord`.
    fn fragment_test_word(&mut self, into: &mut Specifiers, name: &str, at: At) -> bool {
        let what = format!("`{name}`");
        match name {
            "origin_upper_left" | "pixel_center_integer" => {
                self.needs(at, &what, Since(140, 0), &["GL_ARB_fragment_coord_conventions"]);
                let word = if name == "origin_upper_left" {
                    BuiltInWord::OriginUpperLeft
                } else {
                    BuiltInWord::PixelCenterInteger
                };
                into.words.built_in.push((word, at));
            }
            "early_fragment_tests" => {
                self.needs(at, &what, Since(420, 310), &["GL_ARB_shader_image_load_store"]);
                into.words.stage.push((StageWord::EarlyFragmentTests, at));
            }
            "early_and_late_fragment_tests_amd" => {
                let extensions = ["GL_AMD_shader_early_and_late_fragment_tests"];
                self.needs(at, &what, Since(420, 310), &extensions);
                into.words.stage.push((StageWord::Mode(mode::EARLY_AND_LATE_FRAGMENT_TESTS), at));
            }
            "post_depth_coverage" => {
                let extensions = ["GL_ARB_post_depth_coverage", "GL_EXT_post_depth_coverage"];
                self.needs_extension(at, &what, &extensions);
                if self.program.environment.has("GL_ARB_post_depth_coverage") {
                    into.words.stage.push((StageWord::EarlyFragmentTests, at));
                }
                into.words.stage.push((StageWord::PostDepthCoverage, at));
            }
            _ => return false,
        }
        true
    }

    /// How the shader changes the depth, or the reference of the stencil test.
    fn depth_word(&mut self, into: &mut Specifiers, name: &str, at: At) -> bool {
        let what = format!("`{name}`");
        let depth = match name {
            "depth_any" => Some(0),
            "depth_greater" => Some(mode::DEPTH_GREATER),
            "depth_less" => Some(mode::DEPTH_LESS),
            "depth_unchanged" => Some(mode::DEPTH_UNCHANGED),
            _ => None,
        };
        if let Some(depth) = depth {
            let extensions = ["GL_ARB_conservative_depth", "GL_EXT_conservative_depth"];
            self.needs(at, &what, Since(420, 0), &extensions);
            into.words.built_in.push((BuiltInWord::Depth(depth), at));
            return true;
        }
        let stencil = match name {
            "stencil_ref_unchanged_front_amd" => mode::STENCIL_UNCHANGED_FRONT,
            "stencil_ref_greater_front_amd" => mode::STENCIL_GREATER_FRONT,
            "stencil_ref_less_front_amd" => mode::STENCIL_LESS_FRONT,
            "stencil_ref_unchanged_back_amd" => mode::STENCIL_UNCHANGED_BACK,
            "stencil_ref_greater_back_amd" => mode::STENCIL_GREATER_BACK,
            "stencil_ref_less_back_amd" => mode::STENCIL_LESS_BACK,
            _ => return false,
        };
        self.needs(at, &what, Since(420, 0), &[]);
        into.words.built_in.push((BuiltInWord::Stencil(stencil), at));
        true
    }

    fn fragment_extension_word(&mut self, into: &mut Specifiers, name: &str, at: At) -> bool {
        let what = format!("`{name}`");
        let tile = match name {
            "non_coherent_color_attachment_readext" => Some(mode::NON_COHERENT_COLOR),
            "non_coherent_depth_attachment_readext" => Some(mode::NON_COHERENT_DEPTH),
            "non_coherent_stencil_attachment_readext" => Some(mode::NON_COHERENT_STENCIL),
            _ => None,
        };
        if let Some(tile) = tile {
            self.needs_extension(at, &what, &["GL_EXT_shader_tile_image"]);
            into.words.stage.push((StageWord::Mode(tile), at));
            return true;
        }
        let interlock = match name {
            "pixel_interlock_ordered" => Some(mode::PIXEL_INTERLOCK_ORDERED),
            "pixel_interlock_unordered" => Some(mode::PIXEL_INTERLOCK_UNORDERED),
            "sample_interlock_ordered" => Some(mode::SAMPLE_INTERLOCK_ORDERED),
            "sample_interlock_unordered" => Some(mode::SAMPLE_INTERLOCK_UNORDERED),
            "shading_rate_interlock_ordered" => Some(mode::SHADING_RATE_INTERLOCK_ORDERED),
            "shading_rate_interlock_unordered" => Some(mode::SHADING_RATE_INTERLOCK_UNORDERED),
            _ => None,
        };
        if let Some(interlock) = interlock {
            if self.needs(at, &what, Since(450, 0), &[]) {
                self.needs_extension(at, &what, &["GL_ARB_fragment_shader_interlock"]);
            }
            if name.starts_with("shading_rate") {
                self.needs_extension(at, &what, &["GL_NV_shading_rate_image"]);
            }
            into.words.stage.push((StageWord::Interlock(interlock), at));
            return true;
        }
        match name {
            "override_coverage" => {
                self.needs_extension(at, &what, &["GL_NV_sample_mask_override_coverage"]);
                into.words.built_in.push((BuiltInWord::OverrideCoverage, at));
            }
            "full_quads" => {
                self.needs_extension(at, &what, &["GL_EXT_shader_quad_control"]);
                into.words.quads.push((mode::REQUIRE_FULL_QUADS, at));
            }
            "non_coherent_attachment_readqcom" => {
                self.needs_extension(at, &what, &["GL_QCOM_tile_shading"]);
                into.words.stage.push((StageWord::Mode(mode::NON_COHERENT_TILE), at));
            }
            _ if name.starts_with("blend_support") => self.blend_word(into, name, at),
            _ => return false,
        }
        true
    }

    fn blend_word(&mut self, into: &mut Specifiers, name: &str, at: At) {
        let Some(equation) = BLEND_EQUATIONS.into_iter().find(|known| *known == name) else {
            let message = format!("found `{name}`, expected an equation of KHR_blend_equation_advanced");
            let finding = self.finding(&LAYOUT, at, message);
            let similar = glassbox_core::suggest::similar(name, BLEND_EQUATIONS);
            let similar = similar.unwrap_or("blend_support_all_equations");
            self.add(finding.help(format!("did you mean `{similar}`?")));
            return;
        };
        let what = format!("`{name}`");
        self.needs(at, &what, Since(0, 320), &["GL_KHR_blend_equation_advanced"]);
        into.words.stage.push((StageWord::BlendEquation(equation), at));
    }

    /// Derivatives outside of fragment shaders.
    fn derivative_word(&mut self, into: &mut Specifiers, name: &str, at: At) -> bool {
        let (is_quads, is_nv) = match name {
            "derivative_group_quadsnv" => (true, true),
            "derivative_group_linearnv" => (false, true),
            "derivative_group_quadskhr" => (true, false),
            "derivative_group_linearkhr" => (false, false),
            _ => return false,
        };
        let what = format!("`{name}`");
        if is_nv {
            self.needs_extension(at, &what, &["GL_NV_compute_shader_derivatives"]);
            self.needs_stage(at, &what, &[Stage::Compute]);
        } else {
            self.needs_extension(at, &what, &["GL_KHR_compute_shader_derivatives"]);
        }
        into.words.stage.push((StageWord::DerivativeGroup(is_quads), at));
        true
    }
}
