//! Spells operations on textures and samplers.

use glassbox_spirv::build::value::dim;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, ImageType};

use super::Msl;
use crate::refusal::Reason;
use crate::text::{ANY, Extras, Operation, POSTFIX, Scalar, Sign, Writer, call_text, compares, joined};
use crate::tree::{Kind, Node};

/// Longest coordinate that is written twice.
const MAX_TEXT: usize = 2000;

impl Writer<'_, '_, Msl> {
    /// Writes an image instruction; false if it is none.
    pub(super) fn image(&mut self, node: Node, opcode: u16, operands: &[Node], needed: u8) -> bool {
        let ty = self.tree.node(node).ty;
        match opcode {
            op::SAMPLED_IMAGE => {
                self.refuse(Reason::Interface, "a combined sampler is made where it is not used");
            }
            op::IMAGE => self.expr(operands[0], needed),
            op::IMAGE_SAMPLE_IMPLICIT_LOD..=op::IMAGE_SAMPLE_PROJ_DREF_EXPLICIT_LOD => {
                self.sample(node, opcode, operands);
            }
            op::IMAGE_FETCH => self.fetch(node, operands),
            op::IMAGE_GATHER | op::IMAGE_DREF_GATHER => self.gather(node, opcode, operands),
            op::IMAGE_READ => self.fetch(node, operands),
            op::IMAGE_WRITE => self.write_image(node, operands),
            op::IMAGE_QUERY_SIZE_LOD | op::IMAGE_QUERY_SIZE => self.size(ty, operands),
            op::IMAGE_QUERY_LEVELS | op::IMAGE_QUERY_SAMPLES => {
                let name =
                    if opcode == op::IMAGE_QUERY_LEVELS { "get_num_mip_levels" } else { "get_num_samples" };
                self.as_type(ty, Sign::Unsigned, needed, POSTFIX, |writer| {
                    writer.expr(operands[0], POSTFIX);
                    writer.out.push_str(&joined!(".", name, "()"));
                });
            }
            op::IMAGE_QUERY_LOD => self.lod(operands),
            _ => return false,
        }
        true
    }

    fn image_operands(&mut self, node: Node, operands: &[Node], first: usize) -> Extras {
        let extras = self.extras(node, operands, first);
        if extras.min_lod.is_some() {
            self.since(22, Reason::Instruction, "smallest level of detail");
        }
        extras
    }

    /// A coordinate, and the layer of an array.
    fn coordinate(&mut self, image: &ImageType, node: Node) -> (String, Option<String>) {
        let own = Self::dimensions(image) - image.arrayed.min(1);
        let size = self.tree.size(node);
        if size <= own {
            return (self.capture(|writer| writer.expr(node, ANY)), None);
        }
        if let Some((coordinate, rest)) = self.constructed(node, (own, Scalar::Float(32))) {
            let layer = (image.arrayed == 1)
                .then(|| joined!("uint(rint(", self.capture(|writer| writer.expr(rest[0], ANY)), "))"));
            return (coordinate, layer);
        }
        let text = self.twice(node);
        let coordinate = joined!(text, ".", &"xyzw"[..own as usize]);
        let layer = (image.arrayed == 1).then(|| {
            let letter = ['x', 'y', 'z', 'w'][own as usize & 3];
            joined!("uint(rint(", text, ".", letter, "))")
        });
        (coordinate, layer)
    }

    /// The first components of a vector that is made of its parts, and the parts after these.
    fn constructed(&mut self, node: Node, (own, scalar): (u32, Scalar)) -> Option<(String, Vec<Node>)> {
        let Kind::Construct(parts) = self.tree.kind(node) else { return None };
        if self.tree.variable_of(node).is_some() {
            return None;
        }
        let parts = self.tree.operands(parts).to_vec();
        let mut size = 0;
        let count = parts.iter().take_while(|part| {
            let takes = size < own;
            size += if takes { self.tree.size(**part) } else { 0 };
            takes
        });
        let count = count.count();
        let (first, rest) = parts.split_at_checked(count)?;
        if size != own || rest.is_empty() || self.tree.size(rest[0]) != 1 {
            return None;
        }
        let coordinate = match first {
            [only] => self.capture(|writer| writer.expr(*only, ANY)),
            _ => {
                let name = self.vector_name(scalar, own);
                self.capture(|writer| writer.call(name, first))
            }
        };
        Some((coordinate, rest.to_vec()))
    }

    /// Text of an expression that is written twice.
    fn twice(&mut self, node: Node) -> String {
        let text = self.capture(|writer| writer.expr(node, POSTFIX));
        if text.len() > MAX_TEXT {
            self.refuse(Reason::Depth, "a coordinate is too long to be taken apart");
            return String::new();
        }
        text
    }

    /// A coordinate that is divided by its last component, and that component.
    fn projected(&mut self, image: &ImageType, node: Node) -> (String, String) {
        let own = Self::dimensions(image);
        let text = self.twice(node);
        let letter = ['x', 'y', 'z', 'w'][own.min(3) as usize];
        let first = &"xyzw"[..own.min(3) as usize];
        (joined!(text, ".", first, " / ", text, ".", letter), joined!(text, ".", letter))
    }

    fn sample(&mut self, node: Node, opcode: u16, operands: &[Node]) {
        let is_compared = compares(opcode);
        let projects =
            matches!(opcode, op::IMAGE_SAMPLE_PROJ_IMPLICIT_LOD..=op::IMAGE_SAMPLE_PROJ_DREF_EXPLICIT_LOD);
        let extras = self.image_operands(node, operands, if is_compared { 3 } else { 2 });
        let Some(image) = self.image_type(operands[0]) else { return };
        let (texture, sampler) = self.split(operands[0]);
        let mut all = vec![sampler];
        let mut divisor = None;
        if projects {
            let (coordinate, last) = self.projected(&image, operands[1]);
            all.push(coordinate);
            divisor = Some(last);
        } else {
            let (coordinate, layer) = self.coordinate(&image, operands[1]);
            all.push(coordinate);
            all.extend(layer);
        }
        if is_compared {
            let reference = self.capture(|writer| writer.expr(operands[2], POSTFIX));
            all.push(divisor.map_or(reference.clone(), |divisor| joined!(reference, " / ", divisor)));
        }
        all.extend(self.level(&image, &extras));
        if let Some(offset) = extras.offset {
            all.push(self.capture(|writer| writer.integer(offset, Sign::Signed, ANY)));
        }
        let name = if is_compared { "sample_compare" } else { "sample" };
        let text = joined!(texture, ".", name, "(", all.join(", "), ")");
        self.push_texel(operands[0], is_compared, text, 4);
        let _ = node;
    }

    /// Appends what a texture gives: four components, or the depth alone.
    fn push_texel(&mut self, image: Node, is_scalar: bool, text: String, size: u32) {
        let is_depth = self.usage_of(image).compares;
        let text = if is_depth && !is_scalar && size == 4 { joined!("float4(", text, ")") } else { text };
        self.out.push_str(&text);
        if !is_scalar && !is_depth && (1..4).contains(&size) {
            self.out.push('.');
            self.out.push_str(&"xyzw"[..size as usize]);
        }
    }

    /// The option that says which level is sampled.
    fn level(&mut self, image: &ImageType, extras: &Extras) -> Vec<String> {
        let mut all = Vec::new();
        // A one-dimensional texture has one level.
        if image.dim == dim::DIM_1D {
            return all;
        }
        if let Some(bias) = extras.bias {
            all.push(joined!("bias(", self.capture(|writer| writer.expr(bias, ANY)), ")"));
        }
        if let Some(lod) = extras.lod {
            all.push(joined!("level(", self.capture(|writer| writer.expr(lod, ANY)), ")"));
        }
        if let Some((x, y)) = extras.grad {
            let name = match image.dim {
                dim::DIM_3D => "gradient3d",
                dim::CUBE => "gradientcube",
                _ => "gradient2d",
            };
            all.push(self.capture(|writer| writer.call(name, &[x, y])));
        }
        if let Some(lod) = extras.min_lod {
            all.push(joined!("min_lod_clamp(", self.capture(|writer| writer.expr(lod, ANY)), ")"));
        }
        all
    }

    /// Integers as unsigned ones.
    fn unsigned(&mut self, node: Node, name: &str) -> String {
        let parts = match self.tree.kind(node) {
            Kind::Construct(span) if self.tree.variable_of(node).is_none() => self.tree.operands(span),
            _ => return self.capture(|writer| writer.integer(node, Sign::Unsigned, ANY)),
        };
        let parts: Vec<String> = parts
            .iter()
            .map(|part| {
                let inner = self.uncast(*part, Scalar::Uint(32)).unwrap_or(*part);
                self.capture(|writer| writer.expr(inner, ANY))
            })
            .collect();
        call_text(name, &parts)
    }

    /// Unsigned coordinates of a texel, and the layer of an array.
    fn texel(&mut self, image: &ImageType, node: Node, offset: Option<Node>) -> Vec<String> {
        let own = Self::dimensions(image) - image.arrayed.min(1);
        let own = if image.dim == dim::CUBE { 2 } else { own };
        let size = self.tree.size(node);
        let name = self.vector_name(Scalar::Uint(32), own);
        let offset =
            offset.map(|offset| self.capture(|writer| writer.integer(offset, Sign::Signed, POSTFIX)));
        if size <= own {
            let text = match offset {
                Some(offset) => {
                    let text = self.capture(|writer| writer.integer(node, Sign::Signed, crate::text::SUM));
                    joined!(name, "(", text, " + ", offset, ")")
                }
                None => self.unsigned(node, name),
            };
            return vec![text];
        }
        let scalar = self.scalar_of(node).unwrap_or(Scalar::Int(32));
        if image.dim != dim::CUBE
            && offset.is_none()
            && let Some((coordinate, rest)) = self.constructed(node, (own, scalar))
        {
            let is_unsigned = scalar == Scalar::Uint(32);
            let mut all = vec![if is_unsigned { coordinate } else { joined!(name, "(", coordinate, ")") }];
            if image.arrayed == 1 {
                all.push(self.capture(|writer| writer.integer(rest[0], Sign::Unsigned, ANY)));
            }
            return all;
        }
        let text = self.twice(node);
        let offset = offset.map_or(String::new(), |offset| joined!(" + ", offset));
        let letter = ['x', 'y', 'z', 'w'][own as usize & 3];
        let is_unsigned = self.scalar_of(node) == Some(Scalar::Uint(32)) && offset.is_empty();
        let first = joined!(text, ".", &"xyzw"[..own as usize]);
        let coordinate = if is_unsigned { first } else { joined!(name, "(", first, offset, ")") };
        let layer = if self.scalar_of(node) == Some(Scalar::Uint(32)) {
            joined!(text, ".", letter)
        } else {
            joined!("uint(", text, ".", letter, ")")
        };
        match (image.dim, image.arrayed) {
            (dim::CUBE, 1) => vec![coordinate, joined!(layer, " % 6u"), joined!(layer, " / 6u")],
            (dim::CUBE, _) => vec![coordinate, layer],
            (_, 1) => vec![coordinate, layer],
            _ => vec![coordinate],
        }
    }

    fn fetch(&mut self, node: Node, operands: &[Node]) {
        let extras = self.image_operands(node, operands, 2);
        let Some(image) = self.image_type(operands[0]) else { return };
        if image.dim == dim::SUBPASS_DATA {
            return self.subpass(node, operands, extras.sample);
        }
        let texture = self.capture(|writer| writer.expr(operands[0], POSTFIX));
        let mut all = self.texel(&image, operands[1], extras.offset);
        if let Some(sample) = extras.sample {
            all.push(self.capture(|writer| writer.integer(sample, Sign::Unsigned, ANY)));
        } else if let Some(lod) = extras.lod.filter(|lod| !self.is_constant(*lod, 0))
            && !matches!(image.dim, dim::BUFFER | dim::RECT | dim::DIM_1D)
        {
            all.push(self.capture(|writer| writer.integer(lod, Sign::Unsigned, ANY)));
        }
        let text = joined!(texture, ".read(", all.join(", "), ")");
        let size = self.tree.size(node);
        self.push_texel(operands[0], false, text, size);
    }

    /// Reads a subpass input, which is a texture here, at the place of the fragment.
    fn subpass(&mut self, node: Node, operands: &[Node], sample: Option<Node>) {
        let place = self.fragment_place();
        let offset = self.capture(|writer| writer.integer(operands[1], Sign::Signed, POSTFIX));
        let coordinate = match offset.as_str() {
            "int2(0)" => joined!("uint2(", place, ".xy)"),
            _ => joined!("uint2(int2(", place, ".xy) + ", offset, ")"),
        };
        let texture = self.capture(|writer| writer.expr(operands[0], POSTFIX));
        let mut all = vec![coordinate];
        all.extend(sample.map(|sample| self.capture(|writer| writer.integer(sample, Sign::Unsigned, ANY))));
        let text = joined!(texture, ".read(", all.join(", "), ")");
        let size = self.tree.size(node);
        self.push_texel(operands[0], false, text, size);
    }

    fn gather(&mut self, node: Node, opcode: u16, operands: &[Node]) {
        let is_compared = opcode == op::IMAGE_DREF_GATHER;
        let extras = self.image_operands(node, operands, 3);
        let Some(image) = self.image_type(operands[0]) else { return };
        if extras.offsets.is_some() {
            self.lacks(Reason::Instruction, "a gather with four offsets");
        }
        let (texture, sampler) = self.split(operands[0]);
        let (coordinate, layer) = self.coordinate(&image, operands[1]);
        let mut all = vec![sampler, coordinate];
        all.extend(layer);
        if is_compared {
            all.push(self.capture(|writer| writer.expr(operands[2], ANY)));
        }
        let component = if is_compared { Some(0) } else { self.constant_of(operands[2]) };
        let Some(component @ 0..4) = component else {
            self.lacks(Reason::Instruction, "a gather of a component that is no constant");
            return;
        };
        let is_depth = self.usage_of(operands[0]).compares;
        match extras.offset {
            Some(offset) => all.push(self.capture(|writer| writer.integer(offset, Sign::Signed, ANY))),
            None if component > 0 && image.dim != dim::CUBE => all.push("int2(0)".to_owned()),
            None => {}
        }
        if component > 0 {
            if is_depth {
                self.lacks(Reason::Instruction, "a gather of a component of a depth texture");
            }
            all.push(joined!("component::", ['x', 'y', 'z', 'w'][component as usize]));
        }
        let name = if is_compared { "gather_compare" } else { "gather" };
        self.out.push_str(&joined!(texture, ".", name, "(", all.join(", "), ")"));
    }

    fn write_image(&mut self, node: Node, operands: &[Node]) {
        let extras = self.image_operands(node, operands, 3);
        let Some(image) = self.image_type(operands[0]) else { return };
        if extras.sample.is_some() {
            self.lacks(Reason::Instruction, "writing a sample of an image");
        }
        self.expr(operands[0], POSTFIX);
        self.out.push_str(".write(");
        let texel = operands[2];
        let sampled = self.sign(image.sampled);
        match self.tree.size(texel) {
            4 => self.integer(texel, sampled, ANY),
            size => {
                let scalar = self.scalar(image.sampled).unwrap_or(Scalar::Float(32));
                let name = self.vector_name(scalar, 4);
                self.out.push_str(&joined!(name, "("));
                self.expr(texel, ANY);
                for _ in size.max(1)..4 {
                    self.out.push_str(", 0");
                }
                self.out.push(')');
            }
        }
        let all = self.texel(&image, operands[1], None);
        self.out.push_str(&joined!(", ", all.join(", "), ")"));
    }

    fn size(&mut self, ty: Id, operands: &[Node]) {
        let Some(image) = self.image_type(operands[0]) else { return };
        let texture = self.twice(operands[0]);
        let lod = operands.get(1).copied().filter(|lod| !self.is_constant(*lod, 0));
        let has_levels =
            image.multisampled != 1 && !matches!(image.dim, dim::BUFFER | dim::DIM_1D | dim::RECT);
        let lod = match lod.filter(|_| has_levels) {
            Some(lod) => self.capture(|writer| writer.integer(lod, Sign::Unsigned, ANY)),
            None => String::new(),
        };
        let mut parts = vec![joined!(texture, ".get_width(", lod, ")")];
        if !matches!(image.dim, dim::DIM_1D | dim::BUFFER) {
            parts.push(joined!(texture, ".get_height(", lod, ")"));
        }
        if image.dim == dim::DIM_3D {
            parts.push(joined!(texture, ".get_depth(", lod, ")"));
        }
        if image.arrayed == 1 {
            parts.push(joined!(texture, ".get_array_size()"));
        }
        let name = self.type_name(ty);
        if let [only] = &parts[..]
            && self.sign(ty) == Sign::Unsigned
        {
            return self.out.push_str(only);
        }
        self.out.push_str(&call_text(&name, &parts));
    }

    fn lod(&mut self, operands: &[Node]) {
        self.since(22, Reason::Instruction, "query of the level of detail");
        let Some(image) = self.image_type(operands[0]) else { return };
        let (texture, sampler) = self.split(operands[0]);
        let single = ImageType { arrayed: 0, ..image };
        let (coordinate, _) = self.coordinate(&single, operands[1]);
        self.out.push_str(&format!(
            "float2({texture}.calculate_clamped_lod({sampler}, {coordinate}), \
             {texture}.calculate_unclamped_lod({sampler}, {coordinate}))"
        ));
    }

    /// Writes an atomic operation on a texel.
    pub(super) fn texel_atomic(&mut self, name: &str, operation: &Operation<'_>, value: &str) {
        self.since(31, Reason::Instruction, "atomic operations on textures");
        let &Operation { operands, .. } = operation;
        let Kind::Operation(_, span) = self.tree.kind(operands[0]) else { return };
        let parts = self.tree.operands(span).to_vec();
        let Some(image) = self.image_type(parts[0]) else { return };
        let texture = self.capture(|writer| writer.expr(parts[0], POSTFIX));
        let all = self.texel(&image, parts[1], None).join(", ");
        match name {
            "store" => self.out.push_str(&joined!(texture, ".atomic_store(", value, ", ", all, ")")),
            "compare" => {
                let helper =
                    if image.arrayed == 1 { "compare_exchange_layer" } else { "compare_exchange_texel" };
                self.require_helper(helper);
                self.out.push_str(&joined!(helper, "(", texture, ", ", all, ", ", value, ")"));
            }
            _ => {
                // Nothing uses what a statement gives.
                let component = if self.is_alone() { "" } else { ".x" };
                let comma = if value.is_empty() { "" } else { ", " };
                self.out
                    .push_str(&joined!(texture, ".atomic_", name, "(", all, comma, value, ")", component));
            }
        }
    }
}
