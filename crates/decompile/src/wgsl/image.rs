//! Spells operations on textures and samplers.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::dim;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Constant, ConstantValue, Id, ImageType};

use super::Wgsl;
use crate::refusal::Reason;
use crate::text::{ANY, Extras, POSTFIX, Scalar, Sign, UNARY, Writer, compares};
use crate::tree::{Kind, Node, Var};

const LETTERS: &str = "xyzw";

impl Writer<'_, '_, Wgsl> {
    /// Writes an image instruction; false if it is none.
    pub(super) fn image(&mut self, node: Node, opcode: u16, operands: &[Node], needed: u8) -> bool {
        let ty = self.tree.node(node).ty;
        match opcode {
            op::SAMPLED_IMAGE => {
                self.refuse(Reason::Interface, "a texture with its sampler is no value in WGSL");
            }
            op::IMAGE => self.texture(operands[0]),
            op::IMAGE_SAMPLE_IMPLICIT_LOD..=op::IMAGE_SAMPLE_PROJ_DREF_EXPLICIT_LOD => {
                self.sample(node, opcode, operands);
            }
            op::IMAGE_FETCH => self.load(node, operands, needed),
            op::IMAGE_READ => self.load(node, operands, needed),
            op::IMAGE_GATHER | op::IMAGE_DREF_GATHER => self.gather(node, opcode, operands),
            op::IMAGE_WRITE => self.store(operands),
            op::IMAGE_QUERY_SIZE_LOD
            | op::IMAGE_QUERY_SIZE
            | op::IMAGE_QUERY_LEVELS
            | op::IMAGE_QUERY_SAMPLES => self.query(ty, opcode, operands, needed),
            op::IMAGE_QUERY_LOD => {
                self.refuse(Reason::Instruction, "WGSL does not tell which level of detail a sampler takes");
            }
            op::IMAGE_TEXEL_POINTER => {
                self.refuse(Reason::Instruction, "WGSL has no atomics on textures; use a storage buffer");
            }
            _ => return false,
        }
        true
    }

    /// Writes a texture.
    pub(super) fn texture(&mut self, node: Node) {
        match self.tree.kind(node) {
            Kind::Operation(op::SAMPLED_IMAGE | op::IMAGE, span) => {
                let image = self.tree.operands(span)[0];
                self.texture(image);
            }
            _ => self.expr(node, POSTFIX),
        }
    }

    /// Writes the sampler that belongs to a texture.
    pub(super) fn sampler(&mut self, node: Node) {
        match self.tree.kind(node) {
            Kind::Operation(op::SAMPLED_IMAGE, span) => {
                if let Some(&sampler) = self.tree.operands(span).get(1) {
                    self.expr(sampler, ANY);
                }
            }
            _ => {
                let found = self.variable_of_image(node).and_then(|var| self.language.samplers.get(&var));
                match found.map(|sampler| sampler.name.clone()) {
                    Some(name) => self.out.push_str(&name),
                    None => {
                        self.refuse(Reason::Interface, "a texture with its sampler is chosen among several")
                    }
                }
            }
        }
    }

    fn variable_of_image(&self, node: Node) -> Option<Var> {
        self.image_variables(node).first().copied()
    }

    /// True for textures that are sampled to compare.
    fn is_depth(&self, node: Node) -> bool {
        let texture = match self.tree.kind(node) {
            Kind::Operation(op::SAMPLED_IMAGE | op::IMAGE, span) => self.tree.operands(span)[0],
            _ => node,
        };
        let var = self.variable_of_image(texture);
        var.is_some_and(|var| self.language.usage.compared.contains(&var))
    }

    fn own_dimensions(image: &ImageType) -> u32 {
        Self::dimensions(image) - image.arrayed.min(1)
    }

    fn image_operands(&mut self, node: Node, operands: &[Node], first: usize) -> Extras {
        let extras = self.extras(node, operands, first);
        if extras.min_lod.is_some() {
            self.refuse(Reason::Instruction, "WGSL takes no smallest level of detail");
        }
        extras
    }

    fn sample(&mut self, node: Node, opcode: u16, operands: &[Node]) {
        let compares = compares(opcode);
        let projects =
            matches!(opcode, op::IMAGE_SAMPLE_PROJ_IMPLICIT_LOD..=op::IMAGE_SAMPLE_PROJ_DREF_EXPLICIT_LOD);
        let extras = self.image_operands(node, operands, if compares { 3 } else { 2 });
        let Some(image) = self.image_type(operands[0]) else { return };
        if !matches!(self.scalar(image.sampled), Some(Scalar::Float(_))) {
            let what = "WGSL samples textures of floating-point numbers alone; load texels of others";
            self.refuse(Reason::Instruction, what);
        }
        if image.dim == dim::DIM_1D && (extras.bias.is_some() || extras.grad.is_some()) {
            let what = "WGSL samples textures of one dimension without a bias and gradients";
            self.refuse(Reason::Instruction, what);
        }
        let is_depth = self.is_depth(operands[0]);
        if is_depth && !compares {
            self.out.push_str("vec4f(");
        }
        let implicit = extras.lod.is_none() && extras.grad.is_none();
        let outside = implicit && self.stage != Stage::Fragment;
        let is_zero = |writer: &Self, lod: Node| writer.is_constant(lod, 0);
        let name = match () {
            () if compares && (extras.grad.is_some() || extras.bias.is_some()) => {
                self.refuse(Reason::Instruction, "WGSL compares without gradients and bias");
                "textureSampleCompare"
            }
            () if compares && extras.lod.is_some() => {
                if !extras.lod.is_some_and(|lod| is_zero(self, lod)) {
                    self.refuse(
                        Reason::Instruction,
                        "WGSL compares at the level 0 or at the level it computes",
                    );
                }
                "textureSampleCompareLevel"
            }
            () if compares && outside => "textureSampleCompareLevel",
            () if compares => "textureSampleCompare",
            () if extras.grad.is_some() => "textureSampleGrad",
            () if extras.lod.is_some() || outside => "textureSampleLevel",
            () if extras.bias.is_some() => "textureSampleBias",
            () => "textureSample",
        };
        self.out.push_str(name);
        self.out.push('(');
        self.texture(operands[0]);
        self.out.push_str(", ");
        self.sampler(operands[0]);
        self.out.push_str(", ");
        self.coordinate(&image, operands[1], projects);
        if compares {
            self.out.push_str(", ");
            self.expr(operands[2], if projects { UNARY } else { ANY });
            if projects {
                self.out.push_str(" / ");
                self.component(operands[1], Self::own_dimensions(&image));
            }
        }
        match (extras.lod, extras.grad, extras.bias) {
            _ if compares => {}
            (Some(lod), ..) if is_depth => self.level_number(lod),
            (Some(lod), ..) => self.argument(lod),
            (_, Some((x, y)), _) => {
                self.argument(x);
                self.argument(y);
            }
            _ if outside => self.out.push_str(if is_depth { ", 0" } else { ", 0.0" }),
            (.., Some(bias)) => self.argument(bias),
            _ => {}
        }
        self.offset(&extras);
        self.out.push(')');
        if is_depth && !compares {
            self.out.push_str(", 0.0, 0.0, 1.0)");
        }
    }

    /// Depth textures take whole levels.
    fn level_number(&mut self, lod: Node) {
        match self.tree.kind(lod) {
            Kind::Constant(id) if self.tree.variable_of(lod).is_none() => {
                let bits = match self.module.constant(id).map(|constant| constant.value) {
                    Some(ConstantValue::Number(bits)) => bits as u32,
                    _ => 0,
                };
                let value = f32::from_bits(bits);
                if value.fract() != 0.0 {
                    self.refuse(Reason::Instruction, "WGSL samples depth textures at whole levels alone");
                }
                self.out.push_str(&format!(", {}", value as i32));
            }
            _ => self.refuse(Reason::Instruction, "WGSL samples depth textures at whole levels alone"),
        }
    }

    fn offset(&mut self, extras: &Extras) {
        if extras.offsets.is_some() {
            self.refuse(Reason::Instruction, "WGSL gathers with one offset, not with four");
        }
        let Some(offset) = extras.offset else { return };
        let is_fixed = match self.tree.kind(offset) {
            Kind::Constant(id) => {
                self.module.constant(id).is_some_and(|constant| !self.is_specialized(constant))
            }
            _ => false,
        };
        if !is_fixed || self.tree.variable_of(offset).is_some() {
            self.refuse(Reason::Instruction, "offsets of texels are constants in WGSL");
        }
        self.out.push_str(", ");
        self.integer(offset, Sign::Signed, ANY);
    }

    /// True if a part of a constant can be given later.
    fn is_specialized(&self, constant: Constant<'_>) -> bool {
        let is_open = |id: &Id| self.module.constant(*id).is_some_and(|part| part.specialized);
        constant.specialized
            || matches!(constant.value, ConstantValue::Composite(parts) if parts.iter().any(is_open))
    }

    fn argument(&mut self, node: Node) {
        self.out.push_str(", ");
        self.expr(node, ANY);
    }

    /// Writes the coordinate of a sampled texture, and the layer of an array.
    fn coordinate(&mut self, image: &ImageType, coordinate: Node, projects: bool) {
        let own = Self::own_dimensions(image);
        let size = self.tree.size(coordinate);
        if projects {
            self.components(coordinate, own, size);
            let start = self.out.len();
            self.component(coordinate, own);
            let last = self.out.split_off(start);
            self.out.push_str(&format!(" / {last}"));
            return;
        }
        if image.arrayed != 1 {
            return self.components(coordinate, own, size);
        }
        match self.layer_of(coordinate, own) {
            Some((place, layer)) => {
                self.components(place, own, self.tree.size(place));
                self.out.push_str(", ");
                self.layer(layer);
            }
            None => {
                self.components(coordinate, own, size);
                self.out.push_str(", i32(round(");
                self.component(coordinate, own);
                self.out.push_str("))");
            }
        }
    }

    /// A coordinate that is made of a vector and a layer.
    fn layer_of(&self, coordinate: Node, own: u32) -> Option<(Node, Node)> {
        if self.tree.variable_of(coordinate).is_some() {
            return None;
        }
        let Kind::Construct(parts) = self.tree.kind(coordinate) else { return None };
        match *self.tree.operands(parts) {
            [place, layer, ..] if self.tree.size(place) == own && self.tree.size(layer) == 1 => {
                Some((place, layer))
            }
            _ => None,
        }
    }

    /// Writes a layer, which is a number with a fraction in the module.
    fn layer(&mut self, layer: Node) {
        if self.tree.variable_of(layer).is_none() {
            match self.tree.kind(layer) {
                Kind::Operation(op::CONVERT_S_TO_F, span) => {
                    let number = self.tree.operands(span)[0];
                    return self.integer(number, Sign::Signed, ANY);
                }
                Kind::Operation(op::CONVERT_U_TO_F, span) => {
                    let number = self.tree.operands(span)[0];
                    return self.integer(number, Sign::Unsigned, ANY);
                }
                Kind::Constant(id) => {
                    if let Some(ConstantValue::Number(bits)) =
                        self.module.constant(id).map(|constant| constant.value)
                    {
                        let value = f32::from_bits(bits as u32).round_ties_even().max(0.0);
                        return self.out.push_str(&format!("{}", value as u32));
                    }
                }
                _ => {}
            }
        }
        self.out.push_str("i32(round(");
        self.expr(layer, ANY);
        self.out.push_str("))");
    }

    /// Writes the coordinate of a texel with an offset, and the layer of an array.
    fn texel(&mut self, image: &ImageType, coordinate: Node, offset: Option<Node>) {
        let own = Self::own_dimensions(image);
        let size = self.tree.size(coordinate);
        let sign = self.sign(self.tree.node(coordinate).ty);
        let layer = if image.arrayed == 1 { self.layer_of(coordinate, own) } else { None };
        match layer {
            Some((place, _)) => self.components(place, own, self.tree.size(place)),
            None => self.components(coordinate, own, size),
        }
        if let Some(offset) = offset {
            self.out.push_str(" + ");
            self.integer(offset, sign, UNARY);
        }
        match layer {
            _ if image.arrayed != 1 => {}
            Some((_, layer)) => self.argument(layer),
            None => {
                self.out.push_str(", ");
                self.component(coordinate, own);
            }
        }
    }

    fn load(&mut self, node: Node, operands: &[Node], _needed: u8) {
        let extras = self.image_operands(node, operands, 2);
        let Some(image) = self.image_type(operands[0]) else { return };
        if image.dim == dim::SUBPASS_DATA {
            return self.refuse(
                Reason::Instruction,
                "WGSL has no attachments as inputs; read a texture of the same size",
            );
        }
        let is_depth = self.is_depth(operands[0]);
        if is_depth {
            self.out.push_str("vec4f(");
        }
        self.out.push_str("textureLoad(");
        self.texture(operands[0]);
        self.out.push_str(", ");
        self.texel(&image, operands[1], extras.offset);
        if image.multisampled == 1 {
            match extras.sample {
                Some(sample) => self.argument(sample),
                None => self.out.push_str(", 0"),
            }
        } else if image.usage != 2 {
            match extras.lod {
                Some(lod) => self.argument(lod),
                None => self.out.push_str(", 0"),
            }
        }
        self.out.push(')');
        if is_depth {
            self.out.push_str(", 0.0, 0.0, 1.0)");
        }
        let size = self.tree.size(node);
        if size < 4 && size > 0 {
            self.out.push('.');
            self.out.push_str(&LETTERS[..size as usize]);
        }
    }

    fn gather(&mut self, node: Node, opcode: u16, operands: &[Node]) {
        let compares = opcode == op::IMAGE_DREF_GATHER;
        let extras = self.image_operands(node, operands, 3);
        let Some(image) = self.image_type(operands[0]) else { return };
        if extras.bias.is_some() || extras.lod.is_some() {
            self.refuse(Reason::Instruction, "WGSL gathers at the level 0 alone");
        }
        self.out.push_str(if compares { "textureGatherCompare(" } else { "textureGather(" });
        if !compares && !self.is_depth(operands[0]) {
            if self.constant_of(operands[2]).is_none() {
                self.refuse(Reason::Instruction, "WGSL gathers a component that is a constant");
            }
            self.expr(operands[2], ANY);
            self.out.push_str(", ");
        }
        self.texture(operands[0]);
        self.out.push_str(", ");
        self.sampler(operands[0]);
        self.out.push_str(", ");
        self.coordinate(&image, operands[1], false);
        if compares {
            self.argument(operands[2]);
        }
        self.offset(&extras);
        self.out.push(')');
    }

    fn store(&mut self, operands: &[Node]) {
        let Some(image) = self.image_type(operands[0]) else { return };
        self.out.push_str("textureStore(");
        self.texture(operands[0]);
        self.out.push_str(", ");
        self.texel(&image, operands[1], None);
        self.out.push_str(", ");
        let texel = operands[2];
        let sampled = self.sign(image.sampled);
        match self.tree.size(texel) {
            4 => self.integer(texel, sampled, ANY),
            size => {
                let scalar = self.scalar(image.sampled).unwrap_or(Scalar::Float(32));
                let name = self.vector_text(scalar, 4);
                let zero = self.number(scalar, 0);
                self.out.push_str(&format!("{name}("));
                self.integer(texel, sampled, ANY);
                for _ in size.max(1)..4 {
                    self.out.push_str(&format!(", {zero}"));
                }
                self.out.push(')');
            }
        }
        self.out.push(')');
    }

    fn query(&mut self, ty: Id, opcode: u16, operands: &[Node], needed: u8) {
        let Some(image) = self.image_type(operands[0]) else { return };
        let name = match opcode {
            op::IMAGE_QUERY_LEVELS => "textureNumLevels(",
            op::IMAGE_QUERY_SAMPLES => "textureNumSamples(",
            _ => "textureDimensions(",
        };
        let layers = image.arrayed == 1 && name == "textureDimensions(";
        self.as_type(ty, Sign::Unsigned, needed, POSTFIX, |writer| {
            if layers {
                writer.out.push_str("vec3u(");
            }
            writer.out.push_str(name);
            writer.texture(operands[0]);
            if let Some(lod) = operands.get(1).filter(|lod| !writer.is_constant(**lod, 0)) {
                writer.argument(*lod);
            }
            writer.out.push(')');
            if layers {
                writer.out.push_str(", textureNumLayers(");
                writer.texture(operands[0]);
                writer.out.push_str("))");
            }
        });
    }
}
