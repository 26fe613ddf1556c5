//! Words of `layout(…)` with a value.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::decoration;

use super::layout::{DESKTOP, StageWord};
use super::qualifier::Specifiers;
use super::require::{ALWAYS, LOCATIONS, MESH, Since};
use crate::language::Api;
use crate::model::At;
use crate::parse::Parser;
use crate::rules::LAYOUT;

/// Words that stand with a value.
pub(crate) const VALUED: [&str; 31] = [
    "location",
    "component",
    "index",
    "binding",
    "set",
    "offset",
    "align",
    "constant_id",
    "input_attachment_index",
    "xfb_buffer",
    "xfb_offset",
    "xfb_stride",
    "stream",
    "vertices",
    "max_vertices",
    "max_primitives",
    "invocations",
    "local_size_x",
    "local_size_y",
    "local_size_z",
    "local_size_x_id",
    "local_size_y_id",
    "local_size_z_id",
    "num_views",
    "buffer_reference_align",
    "secondary_view_offset",
    "bank",
    "member_offset",
    "descriptor_stride",
    "descriptor_size",
    "heap_offset",
];

/// Largest location, set and binding plus one; limits of this implementation.
const LOCATION_END: u32 = 0xFFF;
const SET_END: u32 = 0x3F;
const BINDING_END: u32 = 0xFFFF;

impl Parser<'_> {
    /// A word with a value: the value stands next.
    pub(crate) fn layout_value(&mut self, into: &mut Specifiers, name: &str, at: At) {
        if name == "heap_offset" {
            self.heap_offset(into, at);
            return;
        }
        let Some(value) = self.layout_number(name, at) else {
            return;
        };
        let is_known = self.place_value(into, name, value, at)
            || self.capture_value(into, name, value, at)
            || self.vulkan_value(into, name, value, at)
            || self.stage_value(into, name, value, at);
        if !is_known {
            let message = format!("found `{name} = {value}`, which `layout(…)` does not have in this stage");
            let similar = glassbox_core::suggest::similar(name, VALUED);
            let finding = self.finding(&LAYOUT, at, message);
            let help = match similar {
                Some(similar) if similar != name => format!("did you mean `{similar}`?"),
                _ => "remove it".to_owned(),
            };
            self.add(finding.help(help));
        }
    }

    /// The value, unless it is not below a limit.
    fn below(&mut self, name: &str, value: u32, end: u32, at: At) -> Option<u32> {
        if value < end {
            return Some(value);
        }
        let message = format!("found {value} as the value of `{name}`, expected less than {end}");
        let finding = self.finding(&LAYOUT, at, message);
        self.add(finding.help("write a smaller number"));
        None
    }

    fn power_of_two(&mut self, name: &str, value: u32, at: At) -> Option<u32> {
        if value.is_power_of_two() {
            return Some(value);
        }
        let message = format!("found {value} as the value of `{name}`, expected a power of two");
        let finding = self.finding(&LAYOUT, at, message);
        self.add(finding.help("write 4, 8, 16 and so on"));
        None
    }

    fn at_least_one(&mut self, name: &str, value: u32, at: At) -> Option<u32> {
        if value > 0 {
            return Some(value);
        }
        let finding = self.finding(&LAYOUT, at, format!("found `{name} = 0`, expected 1 or more"));
        self.add(finding.help("write at least 1"));
        None
    }

    /// Where a variable or member is kept.
    fn place_value(&mut self, into: &mut Specifiers, name: &str, value: u32, at: At) -> bool {
        let what = format_args!("`{name}`");
        let is_opengl = self.program.environment.api == Api::OpenGl;
        match name {
            "offset" => {
                if is_opengl {
                    let extensions = ["GL_ARB_enhanced_layouts", "GL_ARB_shader_atomic_counters"];
                    self.needs(at, what, Since(420, 310), &extensions);
                }
                into.qualifiers.layout_mut().offset = Some(value);
            }
            "align" => {
                if is_opengl {
                    self.needs(at, what, Since(440, 0), &["GL_ARB_enhanced_layouts"]);
                }
                into.qualifiers.layout_mut().align = self.power_of_two(name, value, at);
            }
            "location" => {
                self.needs(at, what, Since(330, 300), &LOCATIONS);
                into.qualifiers.layout_mut().location = self.below(name, value, LOCATION_END, at);
            }
            "set" => {
                if value != 0 {
                    self.needs_vulkan(at, "a descriptor set");
                }
                into.qualifiers.layout_mut().set = self.below(name, value, SET_END, at);
            }
            "binding" => {
                self.needs(at, what, Since(420, 310), &["GL_ARB_shading_language_420pack"]);
                into.qualifiers.layout_mut().binding = self.below(name, value, BINDING_END, at);
            }
            "component" => {
                self.needs(at, what, Since(440, 0), &["GL_ARB_enhanced_layouts"]);
                into.qualifiers.layout_mut().component = self.below(name, value, 4, at);
            }
            "constant_id" => {
                self.use_constant_id(value, at);
                into.qualifiers.layout_mut().constant_id = Some(value);
            }
            _ => return false,
        }
        true
    }

    /// Takes the identifier of a specialization constant.
    fn use_constant_id(&mut self, value: u32, at: At) {
        let first = *self.declared.constant_ids.entry(value).or_insert(at);
        // Another text may declare the same constant.
        if first != at && !self.is_of_other_text(first) {
            self.report_constant_id(value, at, first);
        }
    }

    pub(super) fn report_constant_id(&mut self, value: u32, at: At, first: At) {
        let message = format!("found `constant_id = {value}` a second time, expected another number");
        let finding = self.finding_with(&LAYOUT, at, message, (first, "the first one"));
        self.add(finding.help("give each constant a number of its own"));
    }

    /// Transform feedback.
    fn capture_value(&mut self, into: &mut Specifiers, name: &str, value: u32, at: At) -> bool {
        if !name.starts_with("xfb_") {
            return false;
        }
        let what = format_args!("`{name}`");
        self.needs_stage(
            at,
            what,
            &[Stage::Vertex, Stage::Geometry, Stage::TessellationControl, Stage::TessellationEvaluation],
        );
        self.needs(at, what, Since(440, 0), &["GL_ARB_enhanced_layouts"]);
        self.program.modes.is_captured = true;
        match name {
            "xfb_buffer" => into.qualifiers.layout_mut().xfb_buffer = self.below(name, value, 4, at),
            "xfb_offset" => into.qualifiers.layout_mut().xfb_offset = self.below(name, value, 0x1FFF, at),
            "xfb_stride" => into.qualifiers.layout_mut().xfb_stride = self.below(name, value, 257, at),
            _ => return false,
        }
        true
    }

    /// What Vulkan and its extensions have.
    fn vulkan_value(&mut self, into: &mut Specifiers, name: &str, value: u32, at: At) -> bool {
        let what = format_args!("`{name}`");
        let is_before_rasterization = matches!(
            self.program.stage(),
            Stage::Vertex | Stage::TessellationControl | Stage::TessellationEvaluation | Stage::Geometry
        );
        match name {
            "input_attachment_index" => {
                self.needs_vulkan(at, what);
                into.qualifiers.layout_mut().input_attachment_index = self.below(name, value, 0xFF, at);
            }
            "num_views" => {
                self.needs_extension(at, what, &["GL_OVR_multiview", "GL_OVR_multiview2"]);
                into.words.stage.push((StageWord::Views(value), at));
            }
            "secondary_view_offset" if is_before_rasterization => {
                self.needs_extension(at, what, &["GL_NV_stereo_view_rendering"]);
                let offset = value;
                into.qualifiers.layout_mut().secondary_view_offset = Some(offset);
            }
            "buffer_reference_align" => {
                self.needs_extension(at, what, &["GL_EXT_buffer_reference"]);
                let align = self.power_of_two(name, value, at);
                into.qualifiers.layout_mut().buffer_reference_align = align;
            }
            "bank" | "member_offset" => {
                self.needs_extension(at, what, &["GL_NV_push_constant_bank"]);
                let number = if name == "bank" { decoration::BANK_NV } else { decoration::MEMBER_OFFSET_NV };
                into.words.bank = into.words.bank.or(Some(at));
                into.qualifiers.layout_mut().decorations.push((number, vec![value]));
            }
            "descriptor_stride" => {
                self.needs_extension(at, what, &["GL_EXT_descriptor_heap"]);
                into.qualifiers.layout_mut().descriptor_stride = self.power_of_two(name, value, at);
            }
            "descriptor_size" => {
                self.needs_vulkan(at, what);
                self.needs_heap_blocks(at, name);
                into.qualifiers.layout_mut().descriptor_size = self.at_least_one(name, value, at);
            }
            _ => return false,
        }
        true
    }

    /// What single stages have.
    fn stage_value(&mut self, into: &mut Specifiers, name: &str, value: u32, at: At) -> bool {
        let what = format_args!("`{name}`");
        let word = match (self.program.stage(), name) {
            (Stage::TessellationControl, "vertices") => {
                self.at_least_one(name, value, at).map(StageWord::Vertices)
            }
            (Stage::Geometry, "invocations") => {
                let extensions = ["GL_ARB_gpu_shader5", "GL_NV_gpu_shader5"];
                if !self.program.environment.is_embedded() {
                    self.needs(at, what, Since(400, ALWAYS), &extensions);
                }
                self.at_least_one(name, value, at).map(StageWord::Invocations)
            }
            (Stage::Geometry, "max_vertices") => self.below(name, value, 257, at).map(StageWord::Vertices),
            (Stage::Geometry, "stream") => {
                self.needs(at, what, DESKTOP, &[]);
                into.qualifiers.layout_mut().stream = Some(value);
                return true;
            }
            (Stage::Fragment, "index") => {
                if self.program.environment.is_embedded() {
                    self.needs(at, what, Since(0, 310), &["GL_EXT_blend_func_extended"]);
                } else {
                    self.needs(at, what, Since(330, 0), &LOCATIONS);
                }
                into.qualifiers.layout_mut().index = Some(value);
                return true;
            }
            (Stage::Mesh, "max_vertices") => {
                self.needs_extension(at, what, &MESH);
                self.below(name, value, 257, at).map(StageWord::Vertices)
            }
            (Stage::Mesh, "max_primitives") => {
                self.needs_extension(at, what, &MESH);
                let end = if self.program.environment.has("GL_EXT_mesh_shader") { 257 } else { 513 };
                self.below(name, value, end, at).map(StageWord::Primitives)
            }
            (_, "shading_rate_xqcom" | "shading_rate_yqcom" | "shading_rate_zqcom")
                if self.has_workgroup() =>
            {
                self.needs_extension(at, what, &["GL_QCOM_tile_shading"]);
                let axis = usize::from(name.as_bytes().get(13).map_or(0, |axis| axis - b'x').min(2));
                let value = self.at_least_one(name, value, at);
                let value =
                    if axis < 2 { value.and_then(|value| self.power_of_two(name, value, at)) } else { value };
                value.map(|value| StageWord::ShadingRate(axis, value))
            }
            (Stage::Mesh | Stage::Task | Stage::Compute, _) => return self.local_size(into, name, value, at),
            _ => {
                // Functions that are subroutines have it in every stage.
                if name == "index" && self.program.environment.is_since(400, 0) {
                    into.qualifiers.layout_mut().index = Some(value);
                    return true;
                }
                return false;
            }
        };
        into.words.stage.extend(word.map(|word| (word, at)));
        true
    }

    /// `local_size_x` and its kin.
    fn local_size(&mut self, into: &mut Specifiers, name: &str, value: u32, at: At) -> bool {
        let Some(rest) = name.strip_prefix("local_size_") else {
            return false;
        };
        let (axis, is_id) = match rest {
            "x" | "x_id" => (0, rest.ends_with("id")),
            "y" | "y_id" => (1, rest.ends_with("id")),
            "z" | "z_id" => (2, rest.ends_with("id")),
            _ => return false,
        };
        if self.program.stage() == Stage::Compute {
            self.needs(at, "the size of a workgroup", Since(430, 310), &["GL_ARB_compute_shader"]);
        } else {
            self.needs_extension(at, "the size of a workgroup", &MESH);
        }
        if is_id {
            into.words.stage.push((StageWord::LocalSizeId(axis, value), at));
        } else if let Some(value) = self.at_least_one(name, value, at) {
            into.words.stage.push((StageWord::LocalSize(axis, value), at));
        }
        true
    }
}
