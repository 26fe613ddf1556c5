//! Spells operations on images, textures and samplers.

use glassbox_spirv::build::value::dim;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, ImageType, Type};

use super::Glsl;
use super::features::NEVER;
use super::types::Opaque;
use crate::refusal::Reason;
use crate::text::Scalar;
use crate::text::Writer;
use crate::text::{ANY, POSTFIX, SUM, Sign, joined};
use crate::text::{Extras, compares, without_residency};
use crate::tree::{Kind, Node, has_two_results};

/// Extension of functions that say whether texels are resident.
const SPARSE: &str = "GL_ARB_sparse_texture2";
/// Extension of functions with a smallest level of detail.
const CLAMP: &str = "GL_ARB_sparse_texture_clamp";

impl Writer<'_, '_, Glsl> {
    /// Writes an image instruction; false if it is none.
    pub(super) fn image(&mut self, node: Node, opcode: u16, operands: &[Node], needed: u8) -> bool {
        let ty = self.tree.node(node).ty;
        match without_residency(opcode) {
            op::SAMPLED_IMAGE => self.sampled_image(node, operands, Opaque::Combined),
            op::IMAGE => self.expr(operands[0], needed),
            op::IMAGE_SAMPLE_IMPLICIT_LOD..=op::IMAGE_SAMPLE_PROJ_DREF_EXPLICIT_LOD => {
                self.sample(node, opcode, operands);
            }
            op::IMAGE_FETCH => self.fetch(node, operands, has_two_results(opcode)),
            op::IMAGE_GATHER | op::IMAGE_DREF_GATHER => self.gather(node, opcode, operands),
            op::IMAGE_READ => self.read(node, operands, has_two_results(opcode)),
            op::IMAGE_WRITE => self.write_image(node, operands),
            op::IMAGE_QUERY_SIZE_LOD
            | op::IMAGE_QUERY_SIZE
            | op::IMAGE_QUERY_LEVELS
            | op::IMAGE_QUERY_SAMPLES => {
                self.query(ty, opcode, operands, needed);
            }
            op::IMAGE_QUERY_LOD => {
                if !self.language.features.has(400, NEVER) {
                    self.refuse_version(Reason::Instruction, "textureQueryLod");
                }
                self.out.push_str("textureQueryLod(");
                self.sampler(operands[0], false);
                self.out.push_str(", ");
                self.coordinate(operands[0], operands[1], Extra::None);
                self.out.push(')');
            }
            op::IMAGE_SPARSE_TEXELS_RESIDENT => {
                self.require_sparse(SPARSE);
                self.out.push_str("sparseTexelsResidentARB(");
                self.integer(operands[0], Sign::Signed, ANY);
                self.out.push(')');
            }
            _ => return false,
        }
        true
    }

    fn require_sparse(&mut self, extension: &'static str) {
        if self.language.features.has(450, NEVER) {
            self.language.features.require(extension);
        } else {
            let what =
                "textures whose texels may not be resident, and smallest levels of detail, need GLSL 450";
            self.refuse(Reason::Instruction, what);
        }
    }

    /// Writes the name of a function. Sparse functions return whether the texels are resident.
    fn texel_function(&mut self, name: &str, residency: bool, extras: &Extras) {
        let suffix = match (extras.min_lod, residency) {
            (Some(_), _) => "ClampARB",
            (None, true) => "ARB",
            (None, false) => "",
        };
        if extras.min_lod.is_some() {
            self.require_sparse(CLAMP);
        }
        if residency {
            self.require_sparse(SPARSE);
            let (first, rest) = name.split_at(1);
            self.out.push_str(&joined!("sparse", first.to_uppercase(), rest, suffix, "("));
        } else {
            self.out.push_str(&joined!(name, suffix, "("));
        }
    }

    /// Writes the variable that a sparse function puts its texel into.
    fn sparse_texel(&mut self, residency: bool, operands: &[Node]) {
        if let Some(texel) = operands.last().filter(|_| residency) {
            self.argument(*texel);
        }
    }

    /// Writes a sampler with its texture.
    fn sampler(&mut self, node: Node, compares: bool) {
        let opaque = if compares { Opaque::Shadow } else { Opaque::Combined };
        match self.tree.kind(node) {
            Kind::Operation(op::SAMPLED_IMAGE, span) => {
                let operands = self.tree.operands(span).to_vec();
                self.sampled_image(node, &operands, opaque);
            }
            _ if self.splits() => self.split(node, opaque),
            _ => self.expr(node, ANY),
        }
    }

    fn sampled_image(&mut self, node: Node, operands: &[Node], opaque: Opaque) {
        let &[image, sampler] = operands else { return };
        if !self.combines() {
            let Some(ty) = self.image_type(node) else { return };
            let name = self.image_name(&ty, opaque);
            self.call(&name, &[image, sampler]);
            return;
        }
        self.combined(image, sampler, opaque);
    }

    fn sample(&mut self, node: Node, opcode: u16, operands: &[Node]) {
        let compares = compares(opcode);
        let projects =
            matches!(opcode, op::IMAGE_SAMPLE_PROJ_IMPLICIT_LOD..=op::IMAGE_SAMPLE_PROJ_DREF_EXPLICIT_LOD);
        let residency = has_two_results(opcode);
        let extras = self.extras(node, operands, if compares { 3 } else { 2 });
        let Some(image) = self.image_type(operands[0]) else { return };
        if !self.language.features.has(130, 300) {
            return self.old_sample((operands, &image), extras, (compares, projects));
        }
        let is_cube_array = image.dim == dim::CUBE && image.arrayed == 1;
        let lacks = compares && (image.arrayed == 1 || image.dim == dim::CUBE);
        // The first level is that of gradients of zero, for which there is a function.
        let is_first = extras.lod.is_some_and(|lod| self.is_constant(lod, 0));
        let at_first = lacks && is_first && !is_cube_array && !projects;
        let mut name = "texture".to_owned();
        name.push_str(if projects { "Proj" } else { "" });
        name.push_str(if extras.lod.is_some() && !at_first {
            "Lod"
        } else if extras.grad.is_some() || at_first {
            "Grad"
        } else {
            ""
        });
        name.push_str(if extras.offset.is_some() { "Offset" } else { "" });
        let is_array = compares && image.arrayed == 1;
        if is_array && name == "textureOffset" && self.language.features.is_es() {
            let what = "GLSL ES has no offsets where arrays are compared, but with gradients";
            self.refuse(Reason::Instruction, what);
        } else if is_array
            && image.dim == dim::DIM_2D
            && name == "textureOffset"
            && !self.language.features.has(430, NEVER)
        {
            self.refuse_version(Reason::Instruction, "offsets where arrays are compared");
        }
        if projects && extras.min_lod.is_some() {
            self.refuse(Reason::Instruction, "GLSL has no projections with a smallest level of detail");
        }
        self.texel_function(&name, residency, &extras);
        self.sampler(operands[0], compares);
        self.out.push_str(", ");
        let extra = Extra::of(compares, projects, operands);
        self.coordinate(operands[0], operands[1], extra);
        if compares && is_cube_array {
            self.argument(operands[2]);
        }
        if let Some(lod) = extras.lod {
            if lacks && !at_first {
                return self.compared_lod(lod, residency);
            }
            match (at_first, image.dim) {
                (false, _) => self.argument(lod),
                (true, dim::CUBE) => self.out.push_str(", vec3(0.0), vec3(0.0)"),
                (true, dim::DIM_1D) if !self.is_row(&image) => self.out.push_str(", 0.0, 0.0"),
                (true, _) => self.out.push_str(", vec2(0.0), vec2(0.0)"),
            }
        }
        if let Some((x, y)) = extras.grad {
            for gradient in [x, y] {
                self.out.push_str(", ");
                self.difference(&image, gradient, "vec2", "0.0");
            }
        }
        if let Some(offset) = extras.offset {
            self.out.push_str(", ");
            self.difference(&image, offset, "ivec2", "0");
        }
        if let Some(level) = extras.min_lod {
            self.argument(level);
        }
        self.sparse_texel(residency, operands);
        if let Some(bias) = extras.bias {
            self.argument(bias);
        }
        self.out.push(')');
    }

    /// GLSL has no such function for arrays and cubes that are compared; the extension has.
    fn compared_lod(&mut self, lod: Node, residency: bool) {
        if residency {
            let what = "GLSL has no sparse comparisons of arrays and cubes at a level of detail";
            self.refuse(Reason::Instruction, what);
        }
        if self.language.features.is_es() || !self.language.features.has(130, NEVER) {
            self.refuse(
                Reason::Instruction,
                "an array or cube cannot be compared at a level of detail in GLSL ES",
            );
        }
        self.language.features.require("GL_EXT_texture_shadow_lod");
        self.argument(lod);
        self.out.push(')');
    }

    fn argument(&mut self, node: Node) {
        self.out.push_str(", ");
        self.expr(node, ANY);
    }

    /// Samples in the words of GLSL before 130 and GLSL ES 100.
    fn old_sample(
        &mut self,
        (operands, image): (&[Node], &ImageType),
        extras: Extras,
        (compares, projects): (bool, bool),
    ) {
        let shape = match image.dim {
            dim::DIM_1D => "1D",
            dim::DIM_3D => "3D",
            dim::CUBE => "Cube",
            _ => "2D",
        };
        if extras.offset.is_some()
            || extras.grad.is_some()
            || compares && (self.language.features.is_es() || image.dim == dim::CUBE)
        {
            self.refuse_version(Reason::Instruction, "offsets, gradients or comparisons of textures");
        }
        let mut name = joined!(if compares { "shadow" } else { "texture" }, shape);
        name.push_str(if projects { "Proj" } else { "" });
        if extras.lod.is_some() {
            name.push_str("Lod");
            if self.stage == glassbox_core::stage::Stage::Fragment {
                let extension = if self.language.features.is_es() {
                    "GL_EXT_shader_texture_lod"
                } else {
                    "GL_ARB_shader_texture_lod"
                };
                self.language.features.require(extension);
                name.push_str(if self.language.features.is_es() { "EXT" } else { "" });
            }
        }
        self.out.push_str(&name);
        self.out.push('(');
        self.sampler(operands[0], compares);
        self.out.push_str(", ");
        let extra = Extra::of(compares, projects, operands);
        self.coordinate(operands[0], operands[1], extra);
        for extra in [extras.lod, extras.bias].into_iter().flatten() {
            self.argument(extra);
        }
        self.out.push_str(if compares { ").x" } else { ")" });
    }

    /// True for textures of one dimension where there are none: they are those of two with one row.
    pub(super) fn is_row(&self, image: &ImageType) -> bool {
        image.dim == dim::DIM_1D && self.language.features.is_es()
    }

    /// The coordinate of a row, as one of two dimensions and the layer.
    pub(super) fn row_coordinate(&mut self, image: &ImageType, coordinate: Node, y: &str) -> String {
        let size = self.tree.size(coordinate);
        if image.arrayed != 1 {
            let x = self.capture(|writer| writer.components(coordinate, 1, size));
            return joined!(x, ", ", y);
        }
        let [x, layer] = [0, 1].map(|index| self.capture(|writer| writer.component(coordinate, index)));
        joined!(x, ", ", y, ", ", layer)
    }

    /// Writes a difference of coordinates.
    fn difference(&mut self, image: &ImageType, node: Node, name: &str, zero: &str) {
        if !self.is_row(image) {
            return self.integer(node, Sign::Signed, ANY);
        }
        self.out.push_str(&joined!(name, "("));
        self.integer(node, Sign::Signed, ANY);
        self.out.push_str(&joined!(", ", zero, ")"));
    }

    /// Writes a coordinate with what GLSL puts into the same vector.
    fn coordinate(&mut self, sampler: Node, coordinate: Node, extra: Extra) {
        let Some(image) = self.image_type(sampler) else { return };
        let count = Self::dimensions(&image);
        let size = self.tree.size(coordinate);
        if self.is_row(&image) {
            return self.sampled_row(&image, coordinate, extra);
        }
        match extra {
            Extra::Compare(reference) if !(image.dim == dim::CUBE && image.arrayed == 1) => {
                if size > count && self.is_part(reference, coordinate, count) {
                    return self.components(coordinate, count + 1, size);
                }
                let has_gap = image.dim == dim::DIM_1D && image.arrayed != 1;
                self.out.push_str(&joined!("vec", (count + 1).max(3), "("));
                self.components(coordinate, count, size);
                self.out.push_str(if has_gap { ", 0.0, " } else { ", " });
                self.expr(reference, ANY);
                self.out.push(')');
            }
            Extra::CompareAndProject(reference) => {
                self.out.push_str("vec4(");
                self.components(coordinate, count, size);
                self.out.push_str(if count == 1 { ", 0.0, " } else { ", " });
                self.expr(reference, ANY);
                self.out.push_str(", ");
                self.expr(coordinate, POSTFIX);
                self.out.push('.');
                self.out.push(['x', 'y', 'z', 'w'][count.min(3) as usize]);
                self.out.push(')');
            }
            Extra::Project => self.components(coordinate, count + 1, size),
            _ => self.components(coordinate, count, size),
        }
    }

    /// Writes the coordinate of a texture of one row, in its middle.
    fn sampled_row(&mut self, image: &ImageType, coordinate: Node, extra: Extra) {
        let reference = match extra {
            Extra::Compare(reference) | Extra::CompareAndProject(reference) => {
                format!(", {}", self.capture(|writer| writer.expr(reference, ANY)))
            }
            Extra::None | Extra::Project => String::new(),
        };
        let parts = match extra {
            Extra::None | Extra::Compare(_) => {
                format!("{}{reference}", self.row_coordinate(image, coordinate, "0.5"))
            }
            Extra::Project | Extra::CompareAndProject(_) => {
                let [x, q] = [0, 1].map(|index| self.capture(|writer| writer.component(coordinate, index)));
                format!("{x}, 0.5 * {q}{reference}, {q}")
            }
        };
        let count = Self::dimensions(image)
            + match extra {
                Extra::None => 1,
                Extra::Compare(_) | Extra::Project => 2,
                Extra::CompareAndProject(_) => 3,
            };
        self.out.push_str(&format!("vec{count}({parts})"));
    }

    /// The first components as signed integers.
    fn texel(&mut self, image: &ImageType, coordinate: Node) {
        let count = Self::dimensions(image);
        let size = self.tree.size(coordinate);
        if self.is_row(image) {
            let parts = self.row_coordinate(image, coordinate, "0");
            return self.out.push_str(&joined!("ivec", count + 1, "(", parts, ")"));
        }
        let is_unsigned = matches!(self.scalar_of(coordinate), Some(Scalar::Uint(_)));
        if !is_unsigned {
            return self.components(coordinate, count, size);
        }
        if size <= count {
            return self.integer(coordinate, Sign::Signed, ANY);
        }
        let name = self.vector_name(Scalar::Int(32), count);
        self.out.push_str(name);
        self.out.push('(');
        self.components(coordinate, count, size);
        self.out.push(')');
    }

    /// Writes a texture without its sampler, for functions that need none.
    fn texture(&mut self, node: Node) {
        let is_image = matches!(self.module.ty(self.tree.node(node).ty), Some(Type::Image(_)));
        let is_own = self.splits() || !matches!(self.tree.kind(node), Kind::Operation(op::IMAGE, _));
        if is_image && is_own && self.language.features.is_vulkan() {
            self.language.features.require("GL_EXT_samplerless_texture_functions");
        }
        self.expr(node, ANY);
    }

    fn fetch(&mut self, node: Node, operands: &[Node], residency: bool) {
        let extras = self.extras(node, operands, 2);
        let Some(image) = self.image_type(operands[0]) else { return };
        if !self.language.features.has(130, 300) {
            self.refuse_version(Reason::Instruction, "texelFetch");
        }
        let name = if extras.offset.is_some() { "texelFetchOffset" } else { "texelFetch" };
        self.texel_function(name, residency, &extras);
        self.texture(operands[0]);
        self.out.push_str(", ");
        self.texel(&image, operands[1]);
        if image.multisampled == 1 {
            self.out.push_str(", ");
            match extras.sample {
                Some(sample) => self.integer(sample, Sign::Signed, ANY),
                None => self.out.push('0'),
            }
        } else if !matches!(image.dim, dim::BUFFER | dim::RECT) {
            self.out.push_str(", ");
            match extras.lod {
                Some(lod) => self.integer(lod, Sign::Signed, ANY),
                None => self.out.push('0'),
            }
        }
        if let Some(offset) = extras.offset {
            self.out.push_str(", ");
            self.difference(&image, offset, "ivec2", "0");
        }
        self.sparse_texel(residency, operands);
        self.out.push(')');
        self.shorten(node, if residency { 1 } else { 4 });
    }

    /// Picks the components that an instruction gives from the four of the function.
    fn shorten(&mut self, node: Node, from: u32) {
        let size = self.tree.size(node);
        if size < from && size > 0 {
            self.out.push('.');
            self.out.push_str(&"xyzw"[..size as usize]);
        }
    }

    fn gather(&mut self, node: Node, opcode: u16, operands: &[Node]) {
        let (compares, residency) = (compares(opcode), has_two_results(opcode));
        let extras = self.extras(node, operands, 3);
        if !self.language.features.has(400, 310) {
            self.refuse_version(Reason::Instruction, "textureGather");
        }
        let offsets = extras.offsets.is_some();
        if offsets && !self.language.features.has_or_in_310(400, 320, "GL_EXT_gpu_shader5") {
            self.refuse_version(Reason::Instruction, "textureGatherOffsets");
        }
        let name = match (extras.offset, offsets) {
            (Some(_), _) => "textureGatherOffset",
            (None, true) => "textureGatherOffsets",
            (None, false) => "textureGather",
        };
        self.texel_function(name, residency, &extras);
        self.sampler(operands[0], compares);
        self.out.push_str(", ");
        self.coordinate(operands[0], operands[1], Extra::None);
        if compares {
            self.argument(operands[2]);
        }
        if let Some(offset) = extras.offset {
            self.out.push_str(", ");
            self.integer(offset, Sign::Signed, ANY);
        }
        if let Some(offsets) = extras.offsets {
            self.argument(offsets);
        }
        self.sparse_texel(residency, operands);
        if !compares && !self.is_constant(operands[2], 0) {
            self.out.push_str(", ");
            self.integer(operands[2], Sign::Signed, ANY);
        }
        self.out.push(')');
    }

    fn read(&mut self, node: Node, operands: &[Node], residency: bool) {
        let extras = self.extras(node, operands, 2);
        let Some(image) = self.image_type(operands[0]) else { return };
        if image.dim == dim::SUBPASS_DATA && !self.language.features.is_vulkan() {
            return self.attachment(node, operands, extras.sample);
        }
        if image.dim == dim::SUBPASS_DATA {
            self.out.push_str("subpassLoad(");
            self.expr(operands[0], ANY);
        } else {
            self.texel_function("imageLoad", residency, &extras);
            self.expr(operands[0], ANY);
            self.out.push_str(", ");
            self.texel(&image, operands[1]);
        }
        if let Some(sample) = extras.sample {
            self.out.push_str(", ");
            self.integer(sample, Sign::Signed, ANY);
        }
        self.sparse_texel(residency, operands);
        self.out.push(')');
        self.shorten(node, if residency { 1 } else { 4 });
    }

    /// Reads an attachment, which is a texture in OpenGL, at the place of the fragment.
    fn attachment(&mut self, node: Node, operands: &[Node], sample: Option<Node>) {
        if !self.language.features.has(130, 300) {
            self.refuse_version(Reason::Instruction, "texelFetch");
        }
        self.out.push_str("texelFetch(");
        self.expr(operands[0], ANY);
        self.out.push_str(", ivec2(gl_FragCoord.xy)");
        let offset = self.capture(|writer| writer.integer(operands[1], Sign::Signed, SUM + 1));
        if offset != "ivec2(0)" {
            self.out.push_str(&joined!(" + ", offset));
        }
        self.out.push_str(", ");
        match sample {
            Some(sample) => self.integer(sample, Sign::Signed, ANY),
            None => self.out.push('0'),
        }
        self.out.push(')');
        self.shorten(node, 4);
    }

    fn write_image(&mut self, node: Node, operands: &[Node]) {
        let extras = self.extras(node, operands, 3);
        let Some(image) = self.image_type(operands[0]) else { return };
        self.out.push_str("imageStore(");
        self.expr(operands[0], ANY);
        self.out.push_str(", ");
        self.texel(&image, operands[1]);
        if let Some(sample) = extras.sample {
            self.out.push_str(", ");
            self.integer(sample, Sign::Signed, ANY);
        }
        self.out.push_str(", ");
        let texel = operands[2];
        let sampled = self.sign(image.sampled);
        match self.tree.size(texel) {
            4 => self.integer(texel, sampled, ANY),
            size => {
                let scalar = self.scalar(image.sampled).unwrap_or(Scalar::Float(32));
                let name = self.vector_name(scalar, 4);
                self.out.push_str(name);
                self.out.push('(');
                self.expr(texel, ANY);
                for _ in size.max(1)..4 {
                    self.out.push_str(", 0");
                }
                self.out.push(')');
            }
        }
        self.out.push(')');
    }

    fn query(&mut self, ty: Id, opcode: u16, operands: &[Node], needed: u8) {
        let Some(image) = self.image_type(operands[0]) else { return };
        let is_image = image.usage == 2;
        let is_size = matches!(opcode, op::IMAGE_QUERY_SIZE_LOD | op::IMAGE_QUERY_SIZE);
        let (name, desktop, es) = match (opcode, is_image) {
            (op::IMAGE_QUERY_LEVELS, _) => ("textureQueryLevels", 430, NEVER),
            (op::IMAGE_QUERY_SAMPLES, true) => ("imageSamples", 450, NEVER),
            (op::IMAGE_QUERY_SAMPLES, false) => ("textureSamples", 450, NEVER),
            (_, true) => ("imageSize", 430, 310),
            (_, false) => ("textureSize", 130, 300),
        };
        if !self.language.features.has(desktop, es) {
            self.refuse_version(Reason::Instruction, name);
        }
        self.as_type(ty, Sign::Signed, needed, POSTFIX, |writer| {
            writer.out.push_str(name);
            writer.out.push('(');
            writer.texture(operands[0]);
            if let Some(lod) = operands.get(1) {
                writer.out.push_str(", ");
                writer.integer(*lod, Sign::Signed, ANY);
            }
            writer.out.push(')');
            if is_size && writer.is_row(&image) {
                writer.out.push_str(if image.arrayed == 1 { ".xz" } else { ".x" });
            }
        });
    }
}

/// What the vector of a coordinate also holds.
#[derive(Clone, Copy, Debug)]
enum Extra {
    None,
    Compare(Node),
    Project,
    CompareAndProject(Node),
}

impl Extra {
    /// What a sampling instruction has; the reference is its third operand.
    fn of(compares: bool, projects: bool, operands: &[Node]) -> Extra {
        match (compares, projects) {
            (true, true) => Extra::CompareAndProject(operands[2]),
            (true, false) => Extra::Compare(operands[2]),
            (false, true) => Extra::Project,
            (false, false) => Extra::None,
        }
    }
}
