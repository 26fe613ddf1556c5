//! Words of `layout(…)` that belong to one kind of type: formats, push constants, subpass inputs, constants.

use super::layout::format_name;
use super::layout_check::Placed;
use super::require::{ALWAYS, Since};
use crate::model::{Layout, Storage, flag};
use crate::parse::Parser;
use crate::rules::INTERFACE;
use crate::types::{Scalar, Type};

impl Parser<'_> {
    /// Formats of images.
    pub(super) fn check_format(&mut self, placed: Placed<'_>, layout: &Layout) {
        let innermost = self.program.types.innermost(placed.ty);
        let is_bindless = self.program.environment.has("GL_ARB_bindless_texture");
        let Type::Image(kind) = innermost else {
            if let Some(format) = layout.format
                && !is_bindless
                && innermost != Type::Error
            {
                let message = format!("found `{}` on what is no image", format_name(format));
                self.report_layout(placed.at, message, "remove it");
            }
            return;
        };
        let qualifiers = placed.qualifiers;
        match layout.format {
            Some(format) => {
                let is_float = format <= 20;
                let is_signed = matches!(format, 21..=29 | 41);
                let fits = match kind.component {
                    Scalar::Int | Scalar::Int64 => is_signed,
                    Scalar::Uint | Scalar::Uint64 => !is_float && !is_signed,
                    _ => is_float,
                };
                if !fits {
                    let name = self.type_name(innermost);
                    let message = format!(
                        "found `{}` on `{name}`, whose texels are of another type",
                        format_name(format)
                    );
                    self.report_layout(placed.at, message, "use a format of the image's component type");
                }
                let is_restricted = self.program.environment.is_embedded() && !matches!(format, 3 | 24 | 33);
                if is_restricted && !qualifiers.has(flag::READ_ONLY | flag::WRITE_ONLY) {
                    let message = format!(
                        "found `{}` without `readonly` or `writeonly`, expected one of them",
                        format_name(format)
                    );
                    self.report_layout(placed.at, message, "write `readonly` or `writeonly`");
                }
            }
            None if !qualifiers.has(flag::WRITE_ONLY) && !is_bindless => {
                if self.program.environment.is_embedded() {
                    let message = "found an image without a format that is not `writeonly`".to_owned();
                    self.report_layout(placed.at, message, "write a format, such as `layout(rgba8)`");
                    return;
                }
                let what = "an image without a format that is not `writeonly`";
                self.needs(placed.at, what, Since(0, ALWAYS), &["GL_EXT_shader_image_load_formatted"]);
            }
            None => {}
        }
    }

    /// Heaps of descriptors: arrays of blocks, textures, images, samplers, tensors or acceleration structures.
    fn check_heap(&mut self, placed: Placed<'_>, layout: &Layout) {
        if !layout.is_heap {
            if layout.descriptor_stride.is_some() {
                let message = "found `descriptor_stride` without `descriptor_heap`".to_owned();
                self.report_layout(placed.at, message, "write `descriptor_heap` too");
            }
            return;
        }
        let types = &self.program.types;
        let element = types.as_array(placed.ty).map(|array| array.element);
        let is_taken = |ty: Type| {
            placed.is_block
                || types.is_tensor(ty)
                || matches!(
                    ty,
                    Type::Texture(_) | Type::Image(_) | Type::Sampler(_) | Type::AccelerationStructure
                )
        };
        if !matches!(placed.storage, Storage::Uniform | Storage::Buffer) {
            let message = "found `descriptor_heap` on what is no uniform and no buffer".to_owned();
            self.report_layout(placed.at, message, "write `uniform` or `buffer`");
        } else if element.is_none_or(|element| types.as_array(element).is_some()) {
            let message =
                "found `descriptor_heap` on another type than an array, expected an array of one dimension";
            self.report_layout(placed.at, message.to_owned(), "write `[]` behind the name");
        } else if !element.is_some_and(is_taken) && !element.is_some_and(Type::is_error) {
            let message = format!(
                "found a heap of `{}`, expected blocks, textures, images or samplers",
                self.type_name(types.innermost(placed.ty))
            );
            self.report_layout(
                placed.at,
                message,
                "declare a heap of textures and one of samplers, and join elements",
            );
        }
    }

    /// Words that belong to one kind of type.
    pub(super) fn check_type_words(&mut self, placed: Placed<'_>, layout: &Layout) {
        let at = placed.at;
        let types = &self.program.types;
        let innermost = types.innermost(placed.ty);
        let is_array = matches!(placed.ty, Type::Array(_));
        if !placed.is_member {
            self.check_heap(placed, layout);
        }
        if let Some(word) = placed.words.push_constant {
            if !placed.is_block {
                let message = "found `push_constant` on a variable, expected a block".to_owned();
                self.report_layout(word, message, "write `uniform NAME { … };`");
            } else if is_array {
                let message = "found an array of push constants, expected a single block".to_owned();
                self.report_layout(at, message, "put the array into the block");
            }
        }
        for word in [placed.words.buffer_reference, placed.words.shader_record, placed.words.buffer_type] {
            if let Some(word) = word
                && !placed.is_block
            {
                let message = "found a word for blocks on a variable, expected a block".to_owned();
                self.report_layout(word, message, "write `buffer NAME { … };`");
            }
        }
        let is_interface = matches!(placed.storage, Storage::In | Storage::Out);
        if is_interface && matches!(innermost, Type::Reference(_)) {
            let finding =
                self.finding(&INTERFACE, at, "found a buffer reference between stages, expected a value");
            self.add(finding.help("pass it as `uvec2` or `uint64_t`"));
        }
        if let Type::Subpass(_) = innermost {
            let environment = &self.program.environment;
            let is_optional = !is_array && environment.has("GL_EXT_optional_input_attachment_index");
            if environment.has("GL_EXT_shader_tile_image") {
                let message = "found a subpass input beside GL_EXT_shader_tile_image".to_owned();
                self.report_layout(at, message, "use tile images alone");
            }
            if layout.input_attachment_index.is_none() && !is_optional {
                let message = "found a subpass input without `input_attachment_index`".to_owned();
                self.report_layout(at, message, "write `layout(input_attachment_index = N)`");
            }
        } else if layout.input_attachment_index.is_some() && innermost != Type::Error {
            let message = "found `input_attachment_index` on what is no subpass input".to_owned();
            self.report_layout(at, message, "remove it");
        }
        if layout.constant_id.is_some() && innermost != Type::Error {
            if placed.storage != Storage::Const {
                let message = "found `constant_id` without `const`, expected a constant".to_owned();
                self.report_layout(at, message, "write `const`");
            } else if !placed.ty.is_scalar() {
                let message =
                    format!("found `constant_id` on `{}`, expected a scalar", self.type_name(placed.ty));
                self.report_layout(at, message, "declare a constant for each component");
            }
        }
    }
}
