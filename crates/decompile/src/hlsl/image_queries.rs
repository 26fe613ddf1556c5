//! Spells what is asked about textures: sizes, levels, samples, the level of detail of a place.

use glassbox_spirv::build::value::dim;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::Id;

use super::Hlsl;
use crate::refusal::Reason;
use crate::text::{ANY, POSTFIX, Sign, Writer, joined};
use crate::tree::Node;

impl Writer<'_, '_, Hlsl> {
    /// Writes a question about a texture; false if it is none.
    pub(super) fn image_query(&mut self, (ty, opcode): (Id, u16), operands: &[Node], needed: u8) -> bool {
        match opcode {
            op::IMAGE_QUERY_SIZE_LOD | op::IMAGE_QUERY_SIZE => {
                self.query("texture_size", (ty, operands), needed);
            }
            op::IMAGE_QUERY_LEVELS => self.query("texture_levels", (ty, operands), needed),
            op::IMAGE_QUERY_SAMPLES => self.query("texture_samples", (ty, operands), needed),
            op::IMAGE_QUERY_LOD => {
                self.since(41, Reason::Instruction, "CalculateLevelOfDetail");
                let Some(image) = self.image_type(operands[0]) else { return true };
                let (texture, sampler) = self.split(operands[0]);
                let count = Self::dimensions(&image) - image.arrayed.min(1);
                let size = self.tree.size(operands[1]);
                let coordinate = self.capture(|writer| writer.components(operands[1], count, size));
                self.out.push_str(&format!(
                    "float2({texture}.CalculateLevelOfDetail({sampler}, {coordinate}), \
                     {texture}.CalculateLevelOfDetailUnclamped({sampler}, {coordinate}))"
                ));
            }
            _ => return false,
        }
        true
    }

    fn query(&mut self, name: &str, (ty, operands): (Id, &[Node]), needed: u8) {
        let Some(image) = self.image_type(operands[0]) else { return };
        let texture = self.texture_of(operands[0]);
        let type_name = self.image_name(&image);
        let is_writable = image.usage == 2;
        let has_levels = !is_writable && image.multisampled == 0 && image.dim != dim::BUFFER;
        let is_samples = image.multisampled == 1 && !is_writable;
        let count = match image.dim {
            dim::CUBE => 2 + image.arrayed.min(1),
            _ => Self::dimensions(&image),
        };
        let lanes: Vec<String> = match count {
            1 => vec!["size".to_owned()],
            _ => "xyzw".chars().take(count as usize).map(|lane| joined!("size.", lane)).collect(),
        };
        let size = if count == 1 { "uint".to_owned() } else { joined!("uint", count) };
        let mut arguments = Vec::new();
        let mut locals = joined!("    ", size, " size;\n");
        if has_levels {
            arguments.push(if name == "texture_size" { "level" } else { "0" }.to_owned());
        }
        arguments.extend(lanes);
        if has_levels {
            arguments.push("levels".to_owned());
            locals.push_str("    uint levels;\n");
        } else if is_samples {
            arguments.push("samples".to_owned());
            locals.push_str("    uint samples;\n");
        }
        let (result, value) = match name {
            "texture_size" => (size, "size"),
            "texture_levels" => ("uint".to_owned(), "levels"),
            _ => ("uint".to_owned(), "samples"),
        };
        let is_size = name == "texture_size";
        let parameter = if is_size && has_levels { ", uint level" } else { "" };
        let text = joined!(
            result,
            " ",
            name,
            "(",
            type_name,
            " image",
            parameter,
            ")\n{\n",
            locals,
            "    image.GetDimensions(",
            arguments.join(", "),
            ");\n    return ",
            value,
            ";\n}\n"
        );
        self.language.helpers.insert(joined!(name, " ", type_name), text);
        self.as_type(ty, Sign::Unsigned, needed, POSTFIX, |writer| {
            writer.out.push_str(&joined!(name, "(", texture));
            if is_size && has_levels {
                writer.out.push_str(", ");
                match operands.get(1) {
                    Some(level) => writer.integer(*level, Sign::Unsigned, ANY),
                    None => writer.out.push('0'),
                }
            }
            writer.out.push(')');
        });
    }
}
