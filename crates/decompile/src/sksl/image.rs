//! Spells textures as children of the effect: shaders that are evaluated at pixels of the texture.

use glassbox_spirv::build::value::dim;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, ImageType, Type};

use super::Sksl;
use crate::Mapping;
use crate::interface::Role;
use crate::names::Name;
use crate::refusal::Reason;
use crate::text::{ANY, Extras, POSTFIX, PRODUCT, Scalar, Writer, compares};
use crate::tree::{Node, Var};

/// A texture with a sampler as a child of the effect.
#[derive(Clone, Debug)]
pub(super) struct Child {
    pub(super) texture: Var,
    pub(super) sampler: Option<Var>,
    name: Name,
    /// Name of the uniform that holds its size.
    size: Name,
    is_sized: bool,
    /// What the size is read as: the uniform, or the element of a uniform of sizes.
    read: Name,
}

impl Writer<'_, '_, Sksl> {
    /// Names the children that textures become, and the uniforms of their sizes.
    pub(super) fn find_children(&mut self, used: &[Var]) {
        // Samplers have no names in the text.
        let is_sampler = |var: &&Var| {
            let ty = self.tree.variable(**var).ty;
            self.roles.get(var) == Some(&Role::Opaque) && matches!(self.module.ty(ty), Some(Type::Sampler))
        };
        let samplers = used.iter().filter(is_sampler);
        let names: Vec<Name> = samplers.filter_map(|var| self.globals.get(var).cloned()).collect();
        self.names.release(&names);
        // A texture that is read without a sampler is the child that it is with one.
        let mut samples: Vec<(Var, Option<Var>)> = self.language.usage.samples.iter().copied().collect();
        samples.sort_by_key(|(texture, sampler)| (*texture, sampler.is_none(), *sampler));
        for (texture, sampler) in samples {
            let known = self.language.child_of.contains_key(&(texture, None));
            if known && sampler.is_none() {
                continue;
            }
            let own = self.globals.get(&texture).cloned().unwrap_or_default();
            let other = sampler.and_then(|sampler| self.globals.get(&sampler)).cloned().unwrap_or_default();
            let name = if known { self.names.take(&format!("{own}_{other}")) } else { own };
            let known = self.known_size(&name);
            let size =
                if known.is_some() { Name::default() } else { self.names.take(&format!("{name}_size")) };
            let read = known.unwrap_or_else(|| size.clone());
            let index = self.language.children.len();
            self.language.child_of.insert((texture, sampler), index);
            self.language.child_of.entry((texture, None)).or_insert(index);
            self.language.children.push(Child { texture, sampler, name, size, is_sized: false, read });
        }
    }

    /// Where the size of a channel of Shadertoy is: in the uniform `iChannelResolution`, if the module has one.
    fn known_size(&mut self, name: &str) -> Option<Name> {
        let number =
            name.strip_prefix("iChannel").filter(|number| matches!(*number, "0" | "1" | "2" | "3"))?;
        let sizes = self.require_uniform("iChannelResolution")?;
        Some(format!("{sizes}[{number}].xy").into())
    }

    /// Index of the child of an image or combined sampler; refuses what is no child.
    fn child(&mut self, node: Node) -> Option<usize> {
        let Some((texture, sampler)) = self.sampled_pair(node) else {
            let what = "a texture of an array, or one that a function takes; sample a variable of its own";
            self.refuse(Reason::Interface, what);
            return None;
        };
        self.language.child_of.get(&(texture, sampler)).copied()
    }

    /// Refuses images that are no plain textures of two dimensions.
    fn check_image(&mut self, node: Node) -> Option<ImageType> {
        let image = self.image_type(node)?;
        let is_plain = image.dim == dim::DIM_2D && image.arrayed != 1 && image.multisampled != 1;
        let is_float = self.scalar(image.sampled) == Some(Scalar::Float(32));
        if !is_plain || !is_float || image.usage == 2 {
            let what = "an effect has textures of two dimensions and floating-point numbers alone, and does not write them";
            self.refuse(Reason::Type, what);
            return None;
        }
        Some(image)
    }

    /// Writes an image instruction; false if it is none.
    pub(super) fn image(&mut self, node: Node, opcode: u16, operands: &[Node]) -> bool {
        match opcode {
            op::IMAGE_SAMPLE_IMPLICIT_LOD..=op::IMAGE_SAMPLE_PROJ_DREF_EXPLICIT_LOD => {
                self.sample(node, opcode, operands);
            }
            op::IMAGE_FETCH => self.fetch(node, operands),
            op::IMAGE_QUERY_SIZE_LOD => self.size_of(self.tree.node(node).ty, operands),
            op::IMAGE_GATHER | op::IMAGE_DREF_GATHER => {
                self.refuse(Reason::Instruction, "an effect does not gather texels; fetch the four of them");
            }
            op::IMAGE_READ | op::IMAGE_WRITE | op::IMAGE_TEXEL_POINTER => {
                self.refuse(Reason::Interface, "an effect has no storage images; use a texture");
            }
            op::IMAGE_QUERY_SIZE | op::IMAGE_QUERY_LEVELS | op::IMAGE_QUERY_SAMPLES | op::IMAGE_QUERY_LOD => {
                self.refuse(Reason::Instruction, "an effect does not know levels and samples of a texture");
            }
            _ => return false,
        }
        true
    }

    /// True where an instruction reads what the child is: the level 0, without a comparison.
    fn check_extras(&mut self, opcode: u16, extras: &Extras) -> bool {
        let is_first_level = extras.lod.is_none_or(|lod| self.is_constant(lod, 0));
        let what = match () {
            () if compares(opcode) => {
                "an effect does not compare texels with a reference; compare what is sampled"
            }
            () if !is_first_level => "an effect samples the level 0 of a texture alone",
            () if extras.bias.is_some() || extras.min_lod.is_some() || extras.grad.is_some() => {
                "an effect chooses no level of detail; leave out the bias or gradient"
            }
            () => return true,
        };
        self.refuse(Reason::Instruction, what);
        false
    }

    fn sample(&mut self, node: Node, opcode: u16, operands: &[Node]) {
        let extras = self.extras(node, operands, if compares(opcode) { 3 } else { 2 });
        if self.check_image(operands[0]).is_none() || !self.check_extras(opcode, &extras) {
            return;
        }
        let Some(child) = self.child(operands[0]) else { return };
        self.language.children[child].is_sized = true;
        let Child { name, read: size, .. } = self.language.children[child].clone();
        let projects =
            matches!(opcode, op::IMAGE_SAMPLE_PROJ_IMPLICIT_LOD..=op::IMAGE_SAMPLE_PROJ_DREF_EXPLICIT_LOD);
        self.out.push_str(&format!("{name}.eval("));
        let count = self.tree.size(operands[1]);
        let is_whole = count == 2 && !projects;
        if is_whole {
            self.expr(operands[1], PRODUCT);
        } else {
            self.expr(operands[1], POSTFIX);
            self.out.push_str(".xy");
        }
        if projects {
            self.out.push_str(" / ");
            self.expr(operands[1], POSTFIX);
            self.out.push_str(".z");
        }
        self.out.push_str(&format!(" * {size}"));
        if let Some(offset) = extras.offset {
            self.out.push_str(" + ");
            self.as_floats(offset);
        }
        self.out.push(')');
    }

    fn fetch(&mut self, node: Node, operands: &[Node]) {
        let extras = self.extras(node, operands, 2);
        if self.check_image(operands[0]).is_none() || !self.check_extras(op::IMAGE_FETCH, &extras) {
            return;
        }
        let Some(child) = self.child(operands[0]) else { return };
        let name = self.language.children[child].name.clone();
        self.out.push_str(&format!("{name}.eval("));
        self.as_floats(operands[1]);
        if let Some(offset) = extras.offset {
            self.out.push_str(" + ");
            self.as_floats(offset);
        }
        self.out.push_str(" + 0.5)");
    }

    /// Writes two integers as floating-point numbers.
    fn as_floats(&mut self, node: Node) {
        if let Some([x, y]) = self.numbers_of(node).as_deref() {
            return self.out.push_str(&format!("float2({x:?}, {y:?})"));
        }
        self.out.push_str("float2(");
        let size = self.tree.size(node);
        self.components(node, 2, size.max(1));
        self.out.push(')');
    }

    fn size_of(&mut self, ty: Id, operands: &[Node]) {
        if self.check_image(operands[0]).is_none() {
            return;
        }
        if !operands.get(1).is_none_or(|lod| self.is_constant(*lod, 0)) {
            return self
                .refuse(Reason::Instruction, "an effect knows the size of the level 0 of a texture alone");
        }
        let Some(child) = self.child(operands[0]) else { return };
        self.language.children[child].is_sized = true;
        let name = self.type_text(ty);
        let text = format!("{name}({})", self.language.children[child].read);
        self.out.push_str(&text);
    }

    /// Writes a call of an imported function that a child of the effect is.
    pub(super) fn evaluate(&mut self, function: Id, name: &str, arguments: &[Node]) {
        let is_color =
            |ty: Id| self.module.vector_size(ty) == Some(4) && self.scalar(ty) == Some(Scalar::Float(32));
        let declared = self.module.functions.iter().find(|other| other.id == function);
        let gives_color = declared.is_some_and(|other| is_color(self.module.get(other.declaration()).ty));
        let is_float = |argument: &Node| self.scalar_of(*argument) == Some(Scalar::Float(32));
        let sizes: Vec<u32> = arguments.iter().map(|argument| self.tree.size(*argument)).collect();
        let kind = match sizes[..] {
            [2] => "shader",
            [4] => "colorFilter",
            [4, 4] => "blender",
            _ => "",
        };
        if !gives_color || kind.is_empty() || !arguments.iter().all(is_float) {
            let what = "a child of an effect is a function of two floats, of four, or of twice four, that gives four";
            return self.refuse(Reason::Interface, what);
        }
        let name = match self.language.imports.get(&function) {
            Some((name, _)) => name.clone(),
            None => {
                let name = self.names.take(name);
                self.language.imports.insert(function, (name.clone(), kind));
                name
            }
        };
        self.out.push_str(&format!("{name}.eval("));
        for (index, argument) in arguments.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.expr(*argument, ANY);
        }
        self.out.push(')');
    }

    /// Declarations of children and of the sizes of those that are textures.
    pub(super) fn children_text(&mut self) -> String {
        let mut text = String::new();
        for child in std::mem::take(&mut self.language.children) {
            let Child { texture, sampler, name, size, is_sized, .. } = child;
            let mark = self.mark_combined(texture, sampler, None);
            text.push_str(&format!("uniform shader {name};{mark}\n"));
            let [texture_place, sampler_place] =
                [Some(texture), sampler].map(|var| var.and_then(|var| self.binding_of(var)));
            let [set, binding] = texture_place.unwrap_or_default();
            let kind = match sampler_place {
                Some(sampler) => Mapping::Combined([set, binding], sampler),
                None => Mapping::Resource(set, binding),
            };
            self.map_variable(texture, &name, kind);
            self.map_bound("by name".to_owned());
            if is_sized && !size.is_empty() {
                let mark = self.mark(self.tree.variable(texture).id, "");
                text.push_str(&format!("uniform float2 {size};{mark}\n"));
                self.map_variable(texture, &size, Mapping::TextureSize([set, binding]));
                self.map_bound("by name".to_owned());
            }
        }
        for (name, kind) in self.language.imports.values() {
            text.push_str(&format!("uniform {kind} {name};\n"));
        }
        text
    }
}
