//! Declares textures, images and samplers.

use glassbox_spirv::build::value::{decoration, image_format};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{At, Type};

use super::Glsl;
use super::bindings::{Bound, Class};
use super::blocks::MEMORY_WORDS;
use super::types::Opaque;
use crate::Mapping;
use crate::refusal::Reason;
use crate::text::{Writer, append, without_residency};
use crate::tree::{Kind, Origin, Var};

impl Writer<'_, '_, Glsl> {
    /// Writes the declaration of a texture, an image or a sampler.
    pub(super) fn opaque(&mut self, var: Var, name: &str, text: &mut String) {
        let variable = self.tree.variable(var);
        let (inner, sizes) = self.array(variable.ty);
        let place = self.binding_of(var);
        let image = match self.module.ty(inner) {
            Some(Type::Image(_)) if self.is_combinable(var) => return,
            Some(Type::Sampler) if self.combines() => return,
            Some(Type::SampledImage { .. }) if self.splits() => {
                return text.push_str(&self.split_text(var, name));
            }
            Some(Type::Image(image)) => Some((image, Opaque::Image)),
            Some(Type::SampledImage { image }) => match self.module.ty(image) {
                Some(Type::Image(image)) => Some((image, self.combined_kind(var, image.depth))),
                _ => None,
            },
            _ => None,
        };
        if sizes.contains("[]") {
            self.unsized_array();
        }
        let type_name = match image {
            Some((image, opaque)) => self.image_name(&image, opaque),
            None => self.type_name(inner).to_string(),
        };
        let is_image =
            matches!(image, Some((image, Opaque::Image)) if image.usage == 2) && type_name.contains("image");
        let class = if is_image { Class::Image } else { Class::Texture };
        let bound = place.map(|_| Bound { class, var, sampler: None });
        let layout = bound.map(|bound| self.binding_layout(bound)).unwrap_or_default();
        let attachment = self.annotations.value(variable.id, decoration::INPUT_ATTACHMENT_INDEX);
        let attachment = attachment.filter(|_| self.language.features.is_vulkan());
        let mut format = None;
        let mut access = String::new();
        if let Some((image, Opaque::Image)) = image
            && image.usage == 2
            && type_name.contains("image")
        {
            let is_exact =
                matches!(image.format, image_format::R32F | image_format::R32I | image_format::R32UI);
            let is_es = self.language.features.is_es();
            access = self.image_access(var, is_es && !is_exact || image.format == image_format::UNKNOWN);
            if self.language.features.is_es() && !is_exact && !access.contains("only") {
                let what = "GLSL ES reads and writes only images of one component of 32 bits";
                self.refuse(Reason::Interface, what);
            }
            if self.language.features.is_es() && !is_es_format(image.format) {
                self.refuse(Reason::Interface, "GLSL ES has no images of this format");
            }
            format = format_name(image.format);
            match format {
                Some(_) => {}
                None if access.contains("writeonly") && !self.language.features.is_es() => {}
                None if self.language.features.is_es() => {}
                None => self.language.features.require("GL_EXT_shader_image_load_formatted"),
            }
        }
        let [set, binding] = place.unwrap_or_default();
        self.map_variable(var, name, Mapping::Resource(set, binding));
        self.map_place(&layout.qualifiers);
        let mark = self.mark_resource(var, layout.stated);
        let mut separator = "layout(";
        if let Some(index) = attachment {
            append!(*text, separator, "input_attachment_index = ", index);
            separator = ", ";
        }
        for qualifier in layout.qualifiers.iter().map(String::as_str).chain(format) {
            append!(*text, separator, qualifier);
            separator = ", ";
        }
        if separator == ", " {
            text.push_str(") ");
        }
        let precision = self.opaque_precision(var);
        append!(*text, access, "uniform ", precision, type_name, " ", name, sizes, ";", mark, "\n");
    }

    /// An array of resources without a length.
    pub(super) fn unsized_array(&mut self) {
        if !self.language.features.is_vulkan() {
            let what = "OpenGL has no arrays of resources without a length; write GLSL for Vulkan";
            self.refuse(Reason::Interface, what);
        }
        self.language.features.require("GL_EXT_nonuniform_qualifier");
    }

    /// True for textures whose sampler compares: their type says so, or an instruction does.
    pub(super) fn compared(&self, var: Var, depth: u32) -> bool {
        depth == 1 || self.language.compared.contains(&var)
    }

    /// How a combined sampler is declared.
    pub(super) fn combined_kind(&self, var: Var, depth: u32) -> Opaque {
        if self.compared(var, depth) { Opaque::Shadow } else { Opaque::Combined }
    }

    /// Finds how images are accessed.
    pub(super) fn find_image_uses(&mut self) {
        let tree = self.tree;
        let has_access =
            |at: &At| matches!(self.module.type_at(*at), Some(Type::Image(image)) if image.usage != 1);
        if !tree.types().iter().any(has_access) {
            return;
        }
        let [read, written] = &mut self.language.accessed;
        for node in tree.nodes() {
            let Kind::Operation(opcode, span) = tree.kind(node) else { continue };
            let Some(&image) = tree.operands(span).first() else { continue };
            let var = match tree.kind(image) {
                Kind::Load(place) => tree.root(place),
                _ => tree.root(image),
            };
            match without_residency(opcode) {
                op::IMAGE_READ => read.extend(var),
                op::IMAGE_WRITE => written.extend(var),
                op::IMAGE_TEXEL_POINTER => {
                    read.extend(var);
                    written.extend(var);
                }
                _ => {}
            }
        }
    }

    /// The default precision of GLSL ES is `lowp` for the simplest samplers, and what they give has the precision of the sampler. Others
    /// have no default.
    pub(super) fn opaque_precision(&self, var: Var) -> &'static str {
        if !self.language.features.is_es() {
            return "";
        }
        let relaxed = self.annotations.has(self.tree.variable(var).id, decoration::RELAXED_PRECISION);
        if relaxed { "mediump " } else { "highp " }
    }

    /// Qualifiers of memory of an image. Where the format alone is not enough, its access is that of the instructions.
    fn image_access(&self, var: Var, needs_access: bool) -> String {
        let id = self.tree.variable(var).id;
        let accessed = &self.language.accessed;
        let [is_read, is_written] = accessed.each_ref().map(|set| set.contains(&var));
        let is_parameter = |var: &Var| self.tree.variable(*var).origin == Origin::Parameter;
        let needs_access = needs_access && !accessed.iter().flatten().any(is_parameter);
        MEMORY_WORDS
            .into_iter()
            .filter(|(kind, _)| {
                let is_found = match *kind {
                    decoration::NON_WRITABLE => needs_access && !is_written,
                    decoration::NON_READABLE => needs_access && is_written && !is_read,
                    _ => false,
                };
                is_found || self.annotations.has(id, *kind)
            })
            .map(|(_, word)| word)
            .collect()
    }
}

/// True for the formats of images in GLSL ES: OpenGL ES Shading Language 3.20, Format Layout Qualifiers.
fn is_es_format(format: u32) -> bool {
    use image_format as f;
    [f::RGBA32F, f::RGBA16F, f::R32F, f::RGBA8, f::RGBA8_SNORM, f::RGBA32I, f::RGBA16I, f::RGBA8I, f::R32I]
        .iter()
        .chain(&[f::RGBA32UI, f::RGBA16UI, f::RGBA8UI, f::R32UI])
        .any(|known| *known == format)
}

/// Name of an image format.
fn format_name(format: u32) -> Option<&'static str> {
    Some(match format {
        image_format::RGBA32F => "rgba32f",
        image_format::RGBA16F => "rgba16f",
        image_format::R32F => "r32f",
        image_format::RGBA8 => "rgba8",
        image_format::RGBA8_SNORM => "rgba8_snorm",
        image_format::RG32F => "rg32f",
        image_format::RG16F => "rg16f",
        image_format::R11F_G11F_B10F => "r11f_g11f_b10f",
        image_format::R16F => "r16f",
        image_format::RGBA16 => "rgba16",
        image_format::RGB10_A2 => "rgb10_a2",
        image_format::RG16 => "rg16",
        image_format::RG8 => "rg8",
        image_format::R16 => "r16",
        image_format::R8 => "r8",
        image_format::RGBA16_SNORM => "rgba16_snorm",
        image_format::RG16_SNORM => "rg16_snorm",
        image_format::RG8_SNORM => "rg8_snorm",
        image_format::R16_SNORM => "r16_snorm",
        image_format::R8_SNORM => "r8_snorm",
        image_format::RGBA32I => "rgba32i",
        image_format::RGBA16I => "rgba16i",
        image_format::RGBA8I => "rgba8i",
        image_format::R32I => "r32i",
        image_format::RG32I => "rg32i",
        image_format::RG16I => "rg16i",
        image_format::RG8I => "rg8i",
        image_format::R16I => "r16i",
        image_format::R8I => "r8i",
        image_format::RGBA32UI => "rgba32ui",
        image_format::RGBA16UI => "rgba16ui",
        image_format::RGBA8UI => "rgba8ui",
        image_format::R32UI => "r32ui",
        image_format::RGB10A2UI => "rgb10_a2ui",
        image_format::RG32UI => "rg32ui",
        image_format::RG16UI => "rg16ui",
        image_format::RG8UI => "rg8ui",
        image_format::R16UI => "r16ui",
        image_format::R8UI => "r8ui",
        image_format::R64UI => "r64ui",
        image_format::R64I => "r64i",
        _ => return None,
    })
}
