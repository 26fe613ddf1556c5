//! Spells operations on images, textures and samplers.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{dim, image_format};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{ConstantValue, Id, ImageType, Type};

use super::Hlsl;
use crate::refusal::Reason;
use crate::text::{ANY, Access, Extras, POSTFIX, SUM, Scalar, Sign, Writer, compares, joined};
use crate::tree::{Kind, Node, Step};

/// Longest coordinate that is written twice.
const MAX_TEXT: usize = 2000;

/// Components of the texels of a format; four if it is unknown.
pub(super) fn components_of(format: u32) -> u32 {
    match format {
        image_format::R32F
        | image_format::R16F
        | image_format::R16
        | image_format::R8
        | image_format::R16_SNORM
        | image_format::R8_SNORM
        | image_format::R32I
        | image_format::R16I
        | image_format::R8I
        | image_format::R32UI
        | image_format::R16UI
        | image_format::R8UI
        | image_format::R64UI
        | image_format::R64I => 1,
        image_format::RG32F
        | image_format::RG16F
        | image_format::RG16
        | image_format::RG8
        | image_format::RG16_SNORM
        | image_format::RG8_SNORM
        | image_format::RG32I
        | image_format::RG16I
        | image_format::RG8I
        | image_format::RG32UI
        | image_format::RG16UI
        | image_format::RG8UI => 2,
        image_format::R11F_G11F_B10F => 3,
        _ => 4,
    }
}

impl Writer<'_, '_, Hlsl> {
    /// Writes an image instruction; false if it is none.
    pub(super) fn image(&mut self, node: Node, opcode: u16, operands: &[Node], needed: u8) -> bool {
        let ty = self.tree.node(node).ty;
        match opcode {
            _ if self.texels(node, opcode, operands, "") => {}
            op::SAMPLED_IMAGE => {
                self.refuse(Reason::Interface, "a combined sampler is made where it is not used");
            }
            op::IMAGE => {
                let texture = self.texture_of(operands[0]);
                self.out.push_str(&texture);
            }
            op::IMAGE_WRITE => self.write_image(operands),
            _ => return self.image_query((ty, opcode), operands, needed),
        }
        true
    }

    /// Writes what gives texels, and puts whether they are resident into the variable `status` if it has a name; false for others.
    pub(super) fn texels(&mut self, node: Node, opcode: u16, operands: &[Node], status: &str) -> bool {
        match opcode {
            op::IMAGE_SAMPLE_IMPLICIT_LOD..=op::IMAGE_SAMPLE_PROJ_DREF_EXPLICIT_LOD => {
                self.sample(node, opcode, operands, status);
            }
            op::IMAGE_FETCH => self.fetch(node, operands, status),
            op::IMAGE_GATHER | op::IMAGE_DREF_GATHER => self.gather(node, opcode, operands, status),
            op::IMAGE_READ => self.read(node, operands, status),
            _ => return false,
        }
        true
    }

    /// True for a combined sampler that has a sampler: texels of buffers and multisampled textures are only fetched.
    pub(super) fn has_sampler(&self, ty: Id) -> bool {
        let Some(Type::SampledImage { image }) = self.module.ty(ty) else { return false };
        let Some(Type::Image(image)) = self.module.ty(image) else { return false };
        image.dim != dim::BUFFER && image.multisampled == 0
    }

    /// Text of a texture, or of that of a combined sampler.
    pub(super) fn texture_of(&mut self, node: Node) -> String {
        let image = match self.tree.kind(node) {
            Kind::Operation(op::SAMPLED_IMAGE, span) if self.tree.variable_of(node).is_none() => {
                self.tree.operands(span).first().copied().unwrap_or(node)
            }
            _ => node,
        };
        self.capture(|writer| writer.expr(image, POSTFIX))
    }

    /// Texts of a texture and its sampler.
    pub(super) fn split(&mut self, node: Node) -> (String, String) {
        if self.tree.variable_of(node).is_none()
            && let Kind::Operation(op::SAMPLED_IMAGE, span) = self.tree.kind(node)
            && let &[image, sampler] = self.tree.operands(span)
        {
            let texture = self.capture(|writer| writer.expr(image, POSTFIX));
            return (texture, self.text_of(sampler));
        }
        let texture = self.capture(|writer| writer.expr(node, POSTFIX));
        let root = self.sampler_root(node);
        let sampler = root.and_then(|var| self.language.samplers.get(&var).cloned());
        let name = root.and_then(|var| self.locals.get(&var).or_else(|| self.globals.get(&var)).cloned());
        let rest = name.and_then(|name| texture.strip_prefix(name.as_str()).map(str::to_owned));
        let is_whole = rest.as_ref().is_some_and(|rest| rest.is_empty() || rest.starts_with('['));
        let Some(sampler) = sampler.filter(|_| is_whole) else {
            self.refuse(Reason::Interface, "a combined sampler is a member of a structure");
            return (texture, String::new());
        };
        (texture, joined!(sampler, rest.unwrap_or_default()))
    }

    fn sample(&mut self, node: Node, opcode: u16, operands: &[Node], status: &str) {
        let is_compared = compares(opcode);
        let projects =
            matches!(opcode, op::IMAGE_SAMPLE_PROJ_IMPLICIT_LOD..=op::IMAGE_SAMPLE_PROJ_DREF_EXPLICIT_LOD);
        let extras = self.extras(node, operands, if is_compared { 3 } else { 2 });
        let Some(image) = self.image_type(operands[0]) else { return };
        if matches!(self.scalar(image.sampled), Some(Scalar::Int(_) | Scalar::Uint(_))) {
            self.refuse(Reason::Instruction, "HLSL does not sample textures of integers; fetch their texels");
        }
        let (texture, sampler) = self.split(operands[0]);
        let (coordinate, divisor) = self.coordinate(&image, operands[1], projects);
        let mut all = vec![sampler, coordinate];
        if is_compared {
            let reference = match &divisor {
                Some(divisor) => {
                    let text = self.capture(|writer| writer.expr(operands[2], crate::text::PRODUCT));
                    joined!(text, " / ", divisor)
                }
                None => self.text_of(operands[2]),
            };
            all.push(reference);
        }
        let name = self.sample_name(is_compared, &extras);
        let is_flat = matches!(image.dim, dim::DIM_2D | dim::CUBE) && image.arrayed != 1;
        if name == "SampleCmpLevel" && !is_flat {
            let what = "DXC compares at a level of detail in textures of two dimensions and cubes alone, not in arrays of them";
            self.refuse(Reason::Instruction, what);
        }
        if let Some(level) = extras.lod.filter(|_| name != "SampleCmpLevelZero") {
            all.push(self.text_of(level));
        }
        if let Some((x, y)) = extras.grad.filter(|_| name != "SampleCmpLevelZero") {
            all.push(self.text_of(x));
            all.push(self.text_of(y));
        }
        if let Some(bias) = extras.bias {
            all.push(self.text_of(bias));
        }
        let takes_least = !matches!(name, "SampleLevel" | "SampleCmpLevel" | "SampleCmpLevelZero");
        self.last_arguments(&extras, &image, (takes_least, status), &mut all);
        self.out.push_str(&joined!(texture, ".", name, "(", all.join(", "), ")"));
    }

    fn sample_name(&mut self, is_compared: bool, extras: &Extras) -> &'static str {
        if extras.lod.is_none() && extras.grad.is_none() && self.stage != Stage::Fragment {
            self.since(
                66,
                Reason::Instruction,
                "levels of detail that are computed outside of pixel shaders",
            );
        }
        if !is_compared {
            return match (extras.lod, extras.grad, extras.bias) {
                (Some(_), ..) => "SampleLevel",
                (_, Some(_), _) => "SampleGrad",
                (.., Some(_)) => "SampleBias",
                _ => "Sample",
            };
        }
        if let Some(level) = extras.lod {
            if self.is_constant(level, 0) {
                return "SampleCmpLevelZero";
            }
            self.since(67, Reason::Instruction, "comparison at a level of detail");
            return "SampleCmpLevel";
        }
        if extras.grad.is_some_and(|(x, y)| self.is_zero(x) && self.is_zero(y)) {
            return "SampleCmpLevelZero";
        }
        if extras.grad.is_some() || extras.bias.is_some() {
            self.since(68, Reason::Instruction, "comparison with gradients or a bias");
        }
        match (extras.grad, extras.bias) {
            (Some(_), _) => "SampleCmpGrad",
            (_, Some(_)) => "SampleCmpBias",
            _ => "SampleCmp",
        }
    }

    /// True for a constant whose components are all zero.
    fn is_zero(&self, node: Node) -> bool {
        let Kind::Constant(id) = self.tree.kind(node) else { return false };
        match self.module.constant(id).map(|constant| constant.value) {
            Some(ConstantValue::Composite(parts)) => parts.iter().all(|part| self.is_zero_constant(*part)),
            _ => self.is_zero_constant(id),
        }
    }

    fn is_zero_constant(&self, id: Id) -> bool {
        let constant = self.module.constant(id).filter(|constant| !constant.specialized);
        matches!(
            constant.map(|constant| constant.value),
            Some(ConstantValue::Null | ConstantValue::Number(0))
        )
    }

    /// The offset, the smallest level of detail and the status. Each stands behind the one before, which is then there too.
    fn last_arguments(
        &mut self,
        extras: &Extras,
        image: &ImageType,
        (takes_least, status): (bool, &str),
        all: &mut Vec<String>,
    ) {
        let has_status = !status.is_empty();
        let has_least = takes_least && (extras.min_lod.is_some() || has_status);
        match extras.offset {
            Some(offset) => all.push(self.capture(|writer| writer.integer(offset, Sign::Signed, ANY))),
            None if image.dim != dim::CUBE && (has_least || has_status) => all.push(self.no_offset(image)),
            None => {}
        }
        if has_least {
            self.since(50, Reason::Instruction, "smallest level of detail");
            all.push(match extras.min_lod {
                Some(level) => self.text_of(level),
                None => "0.0".to_owned(),
            });
        }
        if has_status {
            self.since(50, Reason::Instruction, "word for whether texels are resident");
            all.push(status.to_owned());
        }
    }

    /// An offset in texels of zero.
    fn no_offset(&mut self, image: &ImageType) -> String {
        match Self::dimensions(image) - image.arrayed.min(1) {
            1 => "0".to_owned(),
            count => joined!("(", self.vector_name(Scalar::Int(32), count), ")0"),
        }
    }

    /// A coordinate, and by what it is divided.
    fn coordinate(&mut self, image: &ImageType, node: Node, projects: bool) -> (String, Option<String>) {
        let count = Self::dimensions(image);
        let size = self.tree.size(node);
        if !projects {
            return (self.capture(|writer| writer.components(node, count, size)), None);
        }
        let text = self.capture(|writer| writer.expr(node, POSTFIX));
        if text.len() > MAX_TEXT {
            self.refuse(Reason::Depth, "a coordinate is too long to be taken apart");
            return (String::new(), None);
        }
        let lane = ["x", "y", "z", "w"][count.min(3) as usize];
        let first = &"xyzw"[..count.min(3) as usize];
        (joined!(text, ".", first, " / ", text, ".", lane), Some(joined!(text, ".", lane)))
    }

    /// The first components as signed integers.
    fn texel(&mut self, image: &ImageType, coordinate: Node) -> String {
        let count = Self::dimensions(image);
        // A texel is found by signed and unsigned numbers alike.
        let coordinate = match self.tree.kind(coordinate) {
            Kind::Operation(op::BITCAST, span) if self.tree.variable_of(coordinate).is_none() => {
                self.tree.operands(span)[0]
            }
            _ => coordinate,
        };
        let size = self.tree.size(coordinate);
        self.capture(|writer| writer.components(coordinate, count, size))
    }

    fn fetch(&mut self, node: Node, operands: &[Node], status: &str) {
        let extras = self.extras(node, operands, 2);
        let Some(image) = self.image_type(operands[0]) else { return };
        let texture = self.texture_of(operands[0]);
        let coordinate = self.texel(&image, operands[1]);
        let count = Self::dimensions(&image);
        let mut all = Vec::new();
        if image.dim == dim::BUFFER {
            all.push(coordinate);
        } else if image.multisampled == 1 {
            all.push(coordinate);
            all.push(match extras.sample {
                Some(sample) => self.text_of(sample),
                None => "0".to_owned(),
            });
        } else {
            if self.language.version >= 50
                && status.is_empty()
                && extras.offset.is_none()
                && extras.lod.is_none_or(|level| self.is_constant(level, 0))
            {
                self.out.push_str(&joined!(texture, "[", coordinate, "]"));
                return self.first_components(node);
            }
            all.push(match extras.lod {
                Some(level) => match self.texel_and_level(operands[1], level) {
                    Some(whole) => self.text_of(whole),
                    None => {
                        let level = self.text_of(level);
                        joined!("int", count + 1, "(", coordinate, ", ", level, ")")
                    }
                },
                None => joined!("int", count + 1, "(", coordinate, ", 0)"),
            });
        }
        if let Some(offset) = extras.offset {
            all.push(self.text_of(offset));
        } else if !status.is_empty() && image.dim != dim::BUFFER {
            all.push(self.no_offset(&image));
        }
        all.extend(Some(status.to_owned()).filter(|status| !status.is_empty()));
        self.out.push_str(&joined!(texture, ".Load(", all.join(", "), ")"));
        self.first_components(node);
    }

    /// Picks the components that a value has of a texel.
    fn first_components(&mut self, node: Node) {
        let size = self.tree.size(node);
        if (1..4).contains(&size) {
            self.out.push_str(&joined!(".", &"xyzw"[..size as usize]));
        }
    }

    /// The vector whose first components are a coordinate and whose last one is a level.
    fn texel_and_level(&self, coordinate: Node, level: Node) -> Option<Node> {
        let (Kind::Swizzle(whole, lanes), Kind::Path(vector, steps)) =
            (self.tree.kind(coordinate), self.tree.kind(level))
        else {
            return None;
        };
        let count = self.tree.size(whole);
        let is_first = lanes.as_slice().iter().zip(0u8..).all(|(lane, index)| *lane == index);
        let is_last = self.tree.steps(steps) == [Step::Part(count.checked_sub(1)?)];
        let is_fresh = [coordinate, level].iter().all(|node| self.tree.variable_of(*node).is_none());
        let fits = lanes.as_slice().len() as u32 + 1 == count;
        let is_signed = matches!(self.scalar_of(whole), Some(Scalar::Int(32)));
        (whole == vector && is_first && is_last && is_fresh && fits && is_signed).then_some(whole)
    }

    fn gather(&mut self, node: Node, opcode: u16, operands: &[Node], status: &str) {
        let is_compared = opcode == op::IMAGE_DREF_GATHER;
        let extras = self.extras(node, operands, 3);
        let Some(image) = self.image_type(operands[0]) else { return };
        let (texture, sampler) = self.split(operands[0]);
        let (coordinate, _) = self.coordinate(&image, operands[1], false);
        let mut all = vec![sampler, coordinate];
        let mut name = "GatherCmp";
        if is_compared {
            all.push(self.text_of(operands[2]));
        } else {
            name = match self.constant_of(operands[2]) {
                Some(0) => "Gather",
                Some(1) => "GatherGreen",
                Some(2) => "GatherBlue",
                Some(3) => "GatherAlpha",
                _ => {
                    self.lacks(Reason::Instruction, "a gather of a component that is no constant");
                    "Gather"
                }
            };
        }
        if let Some(offsets) = extras.offsets {
            name = match name {
                "Gather" => "GatherRed",
                "GatherCmp" => "GatherCmpRed",
                other => other,
            };
            let table = self.capture(|writer| writer.expr(offsets, POSTFIX));
            // Each offset moves all four texels, of which the function takes the one of this number; SPIR-V takes the last of each.
            let steps = [" - int2(0, 1)", " - int2(1, 1)", " - int2(1, 0)", ""];
            all.extend((0..4).zip(steps).map(|(index, step)| joined!(table, "[", index, "]", step)));
        }
        self.since(if name == "Gather" { 41 } else { 50 }, Reason::Instruction, name);
        if extras.offsets.is_none() {
            self.last_arguments(&extras, &image, (false, status), &mut all);
        } else if !status.is_empty() {
            all.push(status.to_owned());
        }
        self.out.push_str(&joined!(texture, ".", name, "(", all.join(", "), ")"));
    }

    /// A texel of an image as a place, or what reads it and gives its status, and the number of its components.
    fn texel_place(&mut self, operands: &[Node], extras: &Extras, status: &str) -> Option<(String, u32)> {
        let image = self.image_type(operands[0])?;
        let texture = self.capture(|writer| writer.expr(operands[0], POSTFIX));
        let coordinate = self.texel(&image, operands[1]);
        let count = components_of(image.format);
        let sample = extras.sample.map(|sample| self.text_of(sample));
        let text = match (sample, status) {
            (Some(sample), "") => joined!(texture, ".sample[", sample, "][", coordinate, "]"),
            (None, "") => joined!(texture, "[", coordinate, "]"),
            (Some(sample), _) => joined!(texture, ".Load(", coordinate, ", ", sample, ", ", status, ")"),
            (None, _) => joined!(texture, ".Load(", coordinate, ", ", status, ")"),
        };
        Some((text, count))
    }

    /// Reads an attachment, which is a texture here, at the place of the fragment.
    fn attachment(&mut self, node: Node, operands: &[Node], sample: Option<Node>) {
        let place = self.fragment_place();
        let offset = self.capture(|writer| writer.integer(operands[1], Sign::Signed, SUM + 1));
        let coordinate = match offset.as_str() {
            "int2(0, 0)" => joined!("int2(", place, ".xy)"),
            _ => joined!("int2(", place, ".xy) + ", offset),
        };
        let texture = self.capture(|writer| writer.expr(operands[0], POSTFIX));
        let place = match sample {
            Some(sample) => joined!(coordinate, ", ", self.text_of(sample)),
            None => joined!("int3(", coordinate, ", 0)"),
        };
        self.out.push_str(&joined!(texture, ".Load(", place, ")"));
        let size = self.tree.size(node);
        if (1..4).contains(&size) {
            self.out.push_str(&joined!(".", &"xyzw"[..size as usize]));
        }
    }

    fn read(&mut self, node: Node, operands: &[Node], status: &str) {
        let extras = self.extras(node, operands, 2);
        if self.image_type(operands[0]).is_some_and(|image| image.dim == dim::SUBPASS_DATA) {
            return self.attachment(node, operands, extras.sample);
        }
        let Some((text, count)) = self.texel_place(operands, &extras, status) else { return };
        let size = self.tree.size(node);
        if count > 1 {
            self.since(51, Reason::Instruction, "reads of images of more than one component");
        }
        if count >= size {
            self.out.push_str(&text);
            if size < count {
                self.out.push_str(&joined!(".", &"xyzw"[..size.clamp(1, 4) as usize]));
            }
            return;
        }
        let scalar = self.scalar_of(node).unwrap_or(Scalar::Float(32));
        let name = self.vector_name(scalar, size);
        let rest: String = (count..size).map(|index| if index == 3 { ", 1" } else { ", 0" }).collect();
        self.out.push_str(&joined!(name, "(", text, rest, ")"));
    }

    /// Writes a component of a texel that has fewer than four; false for other paths.
    pub(super) fn texel_path(&mut self, node: Node, _access: Access) -> bool {
        let Kind::Path(base, steps) = self.tree.kind(node) else { return false };
        let &[Step::Part(index)] = self.tree.steps(steps) else { return false };
        if self.tree.variable_of(base).is_some() {
            return false;
        }
        let Kind::Operation(op::IMAGE_READ, span) = self.tree.kind(base) else { return false };
        let operands = self.tree.operands(span).to_vec();
        let Some(image) = self.image_type(operands[0]) else { return false };
        if components_of(image.format) != 1 || index != 0 || image.dim == dim::SUBPASS_DATA {
            return false;
        }
        let extras = self.extras(base, &operands, 2);
        if let Some((text, _)) = self.texel_place(&operands, &extras, "") {
            self.out.push_str(&text);
        }
        true
    }

    fn write_image(&mut self, operands: &[Node]) {
        let extras = Extras::default();
        let Some((text, count)) = self.texel_place(&operands[..2], &extras, "") else { return };
        let Some(image) = self.image_type(operands[0]) else { return };
        if image.multisampled == 1 {
            self.lacks(Reason::Instruction, "a write to a multisampled image");
        }
        let sign = self.sign(image.sampled);
        let value = operands[2];
        let size = self.tree.size(value);
        self.out.push_str(&joined!(text, " = "));
        if size < count && size > 1 {
            // The module leaves open what becomes of the other components.
            let scalar = self.scalar(image.sampled).unwrap_or(Scalar::Float(32));
            let name = self.vector_name(scalar, count);
            let rest = ", 0".repeat((count - size) as usize);
            self.out.push_str(&joined!(name, "("));
            self.integer(value, sign, ANY);
            self.out.push_str(&joined!(rest, ")"));
            return;
        }
        if size <= count {
            self.integer(value, sign, ANY);
            return;
        }
        // Components that the format does not have are not written.
        if let (None, Kind::Construct(parts)) = (self.tree.variable_of(value), self.tree.kind(value))
            && let Some(first) = self.tree.operands(parts).first().copied()
            && self.tree.size(first) == count
            && self.tree.operands(parts).len() > 1
        {
            return self.integer(first, sign, ANY);
        }
        self.integer(value, sign, POSTFIX);
        self.out.push_str(&joined!(".", &"xyzw"[..count as usize]));
    }

    /// The texel that an atomic operation is about.
    pub(super) fn atomic_texel(&mut self, place: Node) -> Option<String> {
        let Kind::Operation(op::IMAGE_TEXEL_POINTER, span) = self.tree.kind(place) else { return None };
        let operands = self.tree.operands(span).to_vec();
        let image = self.image_type(operands[0])?;
        if image.multisampled == 1 {
            self.lacks(Reason::Instruction, "an atomic operation on a multisampled image");
        }
        let texture = self.capture(|writer| writer.expr(operands[0], POSTFIX));
        let coordinate = self.texel(&image, operands[1]);
        Some(joined!(texture, "[", coordinate, "]"))
    }
}
