//! Resolves parsed declarations: types, registers, settings.

use glassbox_bpx::extended::{Plain, Texture, VectorType};
use glassbox_bpx::kinds::{BaseType, BlendFactor, BlendOperator, CullingMode, RenderMode, TextureType};
use glassbox_core::diagnostic::Rule;
use glassbox_core::suggest::similar;

use super::declared::{Declared, Member, Object, Output, Place, Structure};
use super::tree::{self, Declaration, Property, Setting, Word};
use super::{Report, rules};
use crate::project::{DEFAULT_BLEND, DEFAULT_PIPELINE};
use crate::symbols::MAX_REGISTER;
use crate::symbols::MemberType;

const SCALARS: [(&str, BaseType); 5] = [
    ("float", BaseType::FLOAT),
    ("int", BaseType::INT),
    ("uint", BaseType::UINT),
    ("bool", BaseType::BOOL),
    ("double", BaseType::DOUBLE),
];

const LETTERS: [(&str, BaseType); 5] = [
    ("f", BaseType::FLOAT),
    ("i", BaseType::INT),
    ("u", BaseType::UINT),
    ("b", BaseType::BOOL),
    ("d", BaseType::DOUBLE),
];

const TEXTURES: [(&str, TextureType); 4] = [
    ("Texture2D", TextureType::T2D),
    ("Texture3D", TextureType::T3D),
    ("Texture2DArray", TextureType::T2D_ARRAY),
    ("TextureCube", TextureType::T_CUBE),
];

/// Blend operators as spelled in SAL, which abbreviates the subtractions.
const OPERATORS: [(&str, u8); 5] = [
    ("Add", BlendOperator::ADD.0),
    ("Sub", BlendOperator::SUBTRACT.0),
    ("InvSub", BlendOperator::INVERSE_SUBTRACT.0),
    ("Min", BlendOperator::MIN.0),
    ("Max", BlendOperator::MAX.0),
];

/// Attribute after the colon.
enum Attribute {
    None,
    Register(u8),
    Pack,
    Name(String),
}

/// Meaning of a type word with its suffixes.
enum Type {
    Member(MemberType),
    Texture(Texture),
    Sampler,
}

/// Adds a declaration to those of a stage.
pub(super) fn add(declared: &mut Declared, declaration: &Declaration, report: &mut Report<'_>) {
    let mut resolver = Resolver { declared, report };
    match declaration {
        Declaration::Use(..) => {}
        Declaration::Output(property) => resolver.output(property),
        Declaration::Constant(property) => resolver.constant(property),
        Declaration::Structure(structure) => resolver.structure(structure),
        Declaration::VertexFormat(structure) => resolver.vertex_format(structure),
        Declaration::Pipeline(settings) => resolver.pipeline(settings),
        Declaration::Blend(settings) => resolver.blend(settings),
    }
}

struct Resolver<'d, 'r, 'f> {
    declared: &'d mut Declared,
    report: &'r mut Report<'f>,
}

impl Resolver<'_, '_, '_> {
    fn place(&self, word: &Word) -> Place {
        Place { file: self.report.file, span: word.span }
    }

    fn wrong(&mut self, rule: &'static Rule, word: &Word, message: String, help: impl Into<String>) {
        self.report.report(rule, word.span, message).help(help);
    }

    /// True if no symbol has this name yet; otherwise reports it.
    fn is_free(&mut self, name: &Word) -> bool {
        let declared = &self.declared;
        let structures = declared.structures.iter().chain(&declared.buffers);
        let mut known = structures
            .map(|structure| &structure.name)
            .chain(declared.objects.iter().map(|object| &object.name))
            .chain(declared.outputs.iter().map(|output| &output.name))
            .chain(declared.constants.iter().map(|constant| &constant.name));
        if !known.any(|known| *known == name.text) {
            return true;
        }
        let message = format!("found a second declaration of `{}`, expected one", name.text);
        self.wrong(&rules::DUPLICATE, name, message, "rename one of them, or remove the duplicate");
        false
    }

    fn attribute(&mut self, word: Option<&Word>) -> Attribute {
        let Some(word) = word else {
            return Attribute::None;
        };
        if word.text == "Pack" {
            return Attribute::Pack;
        }
        let Some(number) = word.text.strip_prefix("ORDER_") else {
            return Attribute::Name(word.text.clone());
        };
        match number.parse() {
            Ok(register) if register <= MAX_REGISTER => Attribute::Register(register),
            _ => {
                let message = format!("found `{}`, expected a register from 0 to 32", word.text);
                self.wrong(&rules::ATTRIBUTE, word, message, "write ORDER_0 to ORDER_32");
                Attribute::None
            }
        }
    }

    /// Rejects an attribute that has no meaning here.
    fn meaningless(&mut self, word: Option<&Word>, expected: &str) {
        if let Some(word) = word {
            let message = format!("found the attribute `{}`, expected {expected}", word.text);
            self.wrong(&rules::ATTRIBUTE, word, message, format!("write {expected}, or nothing"));
        }
    }

    fn ty(&mut self, property: &Property) -> Option<Type> {
        let word = &property.ty;
        if let Some((_, shape)) = TEXTURES.iter().find(|(name, _)| *name == word.text) {
            let Some(texel) = &property.texel else {
                let message = format!("found `{}` without texels, expected their type", word.text);
                let help = format!("write {}:vec4f", word.text);
                self.wrong(&rules::TYPE, word, message, help);
                return None;
            };
            return match plain(&texel.text) {
                Some(value) if !matches!(value, Plain::Matrix(_)) && property.array.is_none() => {
                    Some(Type::Texture(Texture { ty: *shape, value }))
                }
                _ => {
                    let message = format!(
                        "found texels of `{}`, expected a scalar or vector, and no array",
                        texel.text
                    );
                    self.wrong(&rules::TYPE, texel, message, "write vec4f, float or the like");
                    None
                }
            };
        }
        if let Some(texel) = &property.texel {
            let message = format!("found texels for `{}`, expected them for textures only", word.text);
            self.wrong(&rules::TYPE, texel, message, "remove the colon and the type after it");
            return None;
        }
        if word.text == "Sampler" && property.array.is_none() {
            return Some(Type::Sampler);
        }
        let length = property.array.map(|(length, _)| length);
        let ty = match (plain(&word.text), length) {
            (Some(ty), None) => MemberType::Plain(ty),
            (Some(ty @ Plain::Scalar(base)), Some(length)) => {
                let letter = LETTERS.iter().find(|(_, known)| *known == base);
                let letter = letter.map_or("f", |(letter, _)| letter);
                let size = if base == BaseType::DOUBLE { 2 } else { 4 };
                let message = format!(
                    "found an array of `{}`, which is described as vec{size}{letter}[{length}]",
                    word.text
                );
                let help = "no action is needed: the layout is the same, and only the first components of each element count";
                self.wrong(&crate::rules::LIKE, word, message, help);
                MemberType::Array(length, ty)
            }
            (Some(ty), Some(length)) => MemberType::Array(length, ty),
            (None, length) => {
                let known = self.declared.structures.iter();
                if known.clone().any(|structure| structure.name == word.text) {
                    let name = word.text.clone();
                    match length {
                        None => MemberType::Structure(name),
                        Some(length) => MemberType::StructureArray(length, name),
                    }
                } else {
                    let names = known.map(|structure| structure.name.as_str());
                    let usual = ["float", "int", "uint", "bool", "Sampler", "vec2f", "vec3f", "vec4f"];
                    let more = ["mat2f", "mat3f", "mat4f"];
                    let textures = TEXTURES.iter().map(|(name, _)| *name);
                    let known = names.chain(usual).chain(more).chain(textures);
                    let help = match similar(&word.text, known) {
                        Some(like) => format!("did you mean `{like}`?"),
                        None => "declare a structure of this name with `: Pack` above it".to_owned(),
                    };
                    let message = format!("found the unknown type `{}`", word.text);
                    self.wrong(&rules::TYPE, word, message, help);
                    return None;
                }
            }
        };
        Some(Type::Member(ty))
    }

    /// Members of a structure, without invalid ones.
    fn members(&mut self, structure: &tree::Structure, is_allowed: fn(&MemberType) -> bool) -> Vec<Member> {
        let mut members: Vec<Member> = Vec::new();
        for property in &structure.members {
            let name = &property.name;
            if members.iter().any(|member| member.name == name.text) {
                let message = format!(
                    "found a second member `{}` of `{}`, expected one",
                    name.text, structure.name.text
                );
                self.wrong(&rules::DUPLICATE, name, message, "rename one of them");
                continue;
            }
            match self.ty(property) {
                Some(Type::Member(ty)) if is_allowed(&ty) => {
                    members.push(Member { name: name.text.clone(), ty, place: self.place(name) })
                }
                Some(_) => {
                    let message = format!(
                        "found a member of type `{}` in `{}`, expected a type that it can hold",
                        property.ty.text, structure.name.text
                    );
                    let help = "structures hold numbers, other structures and arrays; vertex formats and root constants \
                                numbers only";
                    self.wrong(&rules::PLACE, &property.ty, message, help);
                }
                None => {}
            }
        }
        members
    }

    fn structure(&mut self, structure: &tree::Structure) {
        let attribute = self.attribute(structure.attribute.as_ref());
        let is_root = matches!(attribute, Attribute::Register(0));
        let is_allowed: fn(&MemberType) -> bool =
            if is_root { |ty| matches!(ty, MemberType::Plain(_)) } else { |_| true };
        let members = self.members(structure, is_allowed);
        let mut made = Structure {
            name: structure.name.text.clone(),
            register: None,
            members,
            place: self.place(&structure.name),
        };
        if is_root {
            if self.declared.root.is_some() {
                self.second(&structure.name, "layout of root constants");
            } else {
                self.declared.root = Some(made);
            }
            return;
        }
        if !self.is_free(&structure.name) {
            return;
        }
        match attribute {
            Attribute::Pack => self.declared.structures.push(made),
            Attribute::Register(register) => {
                made.register = Some(register);
                self.declared.buffers.push(made);
            }
            Attribute::None => self.declared.buffers.push(made),
            Attribute::Name(_) => {
                self.meaningless(structure.attribute.as_ref(), "Pack or ORDER_ with a number");
            }
        }
    }

    fn second(&mut self, name: &Word, what: &str) {
        let message = format!("found `{}` as a second {what}, expected one", name.text);
        self.wrong(&rules::SECOND, name, message, "keep the intended one");
    }

    fn vertex_format(&mut self, structure: &tree::Structure) {
        let members = self.members(structure, |ty| matches!(ty, MemberType::Plain(_)));
        self.meaningless(structure.attribute.as_ref(), "no attribute");
        if self.declared.vertex_format.is_some() {
            return self.second(&structure.name, "vertex format");
        }
        self.declared.vertex_format = Some(Structure {
            name: structure.name.text.clone(),
            register: None,
            members,
            place: self.place(&structure.name),
        });
    }

    fn constant(&mut self, property: &Property) {
        let Some(ty) = self.ty(property) else { return };
        if !self.is_free(&property.name) {
            return;
        }
        let attribute = self.attribute(property.attribute.as_ref());
        let name = property.name.text.clone();
        let place = self.place(&property.name);
        let mut object = Object { name: name.clone(), texture: None, register: None, sampler: None, place };
        match ty {
            Type::Member(ty @ MemberType::Plain(_)) => {
                if !matches!(attribute, Attribute::None) {
                    self.meaningless(property.attribute.as_ref(), "no attribute");
                }
                self.declared.constants.push(Member { name, ty, place });
                return;
            }
            Type::Member(_) => {
                let message = format!(
                    "found a constant of type `{}`, expected a number, texture or sampler",
                    property.ty.text
                );
                let help = "put it into a structure: const struct NAME { ... }";
                return self.wrong(&rules::PLACE, &property.ty, message, help);
            }
            Type::Texture(texture) => object.texture = Some(texture),
            Type::Sampler => {}
        }
        match attribute {
            Attribute::None => {}
            Attribute::Register(register) => object.register = Some(register),
            Attribute::Name(sampler) if object.texture.is_some() => {
                let samplers = self.declared.objects.iter();
                let mut samplers = samplers.filter(|object| object.texture.is_none());
                if samplers.clone().any(|object| object.name == sampler) {
                    object.sampler = Some(sampler);
                } else {
                    let like = samplers.clone().map(|object| object.name.as_str());
                    let help = match (similar(&sampler, like), samplers.next()) {
                        (Some(like), _) => format!("did you mean `{like}`?"),
                        (None, _) => format!("declare it above: const Sampler {sampler};"),
                    };
                    if let Some(word) = &property.attribute {
                        let message = format!(
                            "found `{sampler}`, which is not a sampler, expected a sampler or a register"
                        );
                        self.wrong(&rules::ATTRIBUTE, word, message, help);
                    }
                }
            }
            Attribute::Name(_) | Attribute::Pack => {
                self.meaningless(property.attribute.as_ref(), "ORDER_ with a number");
            }
        }
        self.declared.objects.push(object);
    }

    fn output(&mut self, property: &Property) {
        let Some(ty) = self.ty(property) else { return };
        if !self.is_free(&property.name) {
            return;
        }
        let Type::Member(MemberType::Plain(ty @ (Plain::Scalar(_) | Plain::Vector(_)))) = ty else {
            let message =
                format!("found an output of type `{}`, expected a scalar or vector", property.ty.text);
            return self.wrong(&rules::PLACE, &property.ty, message, "write vec4f or the like");
        };
        let target = match self.attribute(property.attribute.as_ref()) {
            Attribute::Register(target) => target,
            // In declaration order.
            Attribute::None => {
                let taken = |target: u8| self.declared.outputs.iter().any(|output| output.target == target);
                (0..=MAX_REGISTER).find(|target| !taken(*target)).unwrap_or(0)
            }
            Attribute::Pack | Attribute::Name(_) => {
                return self.meaningless(property.attribute.as_ref(), "ORDER_ with a number");
            }
        };
        if self.declared.outputs.iter().any(|output| output.target == target) {
            let message = format!(
                "found `{}` at render target {target}, which already has an output",
                property.name.text
            );
            let help = "give it another number with ORDER_";
            return self.wrong(&rules::DUPLICATE, &property.name, message, help);
        }
        self.declared.outputs.push(Output {
            name: property.name.text.clone(),
            ty,
            target,
            place: self.place(&property.name),
        });
    }

    fn unknown(&mut self, setting: &Setting, known: &[&str]) {
        let name = &setting.name;
        let help = match similar(&name.text, known.iter().copied()) {
            Some(like) => format!("did you mean `{like}`?"),
            None => format!("there is {}", known.join(", ")),
        };
        let message = format!("found the unknown setting `{}`", name.text);
        self.wrong(&rules::VARIABLE, name, message, help);
    }

    fn choice(&mut self, setting: &Setting, all: &[(&'static str, u8)]) -> Option<u8> {
        let value = &setting.value;
        if let Some((_, number)) = all.iter().find(|(name, _)| *name == value.text) {
            return Some(*number);
        }
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        let help = match similar(&value.text, names.iter().copied()) {
            Some(like) => format!("did you mean `{like}`?"),
            None => format!("there is {}", names.join(", ")),
        };
        let message =
            format!("found `{}` for `{}`, expected one of its values", value.text, setting.name.text);
        self.wrong(&rules::VALUE, value, message, help);
        None
    }

    fn pipeline(&mut self, settings: &tree::Settings) {
        let mut state = DEFAULT_PIPELINE;
        let truths = [("false", 0), ("true", 1)];
        for setting in &settings.items {
            match setting.name.text.as_str() {
                name @ ("DepthEnable" | "DepthWriteEnable" | "ScissorEnable") => {
                    let Some(truth) = self.choice(setting, &truths) else {
                        continue;
                    };
                    match name {
                        "DepthEnable" => state.depth_enable = truth != 0,
                        "DepthWriteEnable" => state.depth_write_enable = truth != 0,
                        _ => state.scissor_enable = truth != 0,
                    }
                }
                "RenderMode" => {
                    let all = crate::project::choices(RenderMode::NAMES);
                    state.render_mode = self.choice(setting, &all).map_or(state.render_mode, RenderMode);
                }
                "CullingMode" => {
                    let all = crate::project::choices(CullingMode::NAMES);
                    state.culling_mode = self.choice(setting, &all).map_or(state.culling_mode, CullingMode);
                }
                _ => {
                    let known =
                        ["DepthEnable", "DepthWriteEnable", "ScissorEnable", "RenderMode", "CullingMode"];
                    self.unknown(setting, &known);
                }
            }
        }
        if self.declared.pipeline.is_some() {
            return self.second(&settings.name, "pipeline");
        }
        let place = self.place(&settings.name);
        self.declared.pipeline = Some((settings.name.text.clone(), state, place));
    }

    fn blend(&mut self, settings: &tree::Settings) {
        let mut blend = DEFAULT_BLEND;
        let factors = crate::project::choices(BlendFactor::NAMES);
        for setting in &settings.items {
            let factor = match setting.name.text.as_str() {
                "SrcColor" => &mut blend.src_color,
                "DstColor" => &mut blend.dst_color,
                "SrcAlpha" => &mut blend.src_alpha,
                "DstAlpha" => &mut blend.dst_alpha,
                name @ ("ColorOp" | "AlphaOp") => {
                    let operator = match name {
                        "ColorOp" => &mut blend.color_op,
                        _ => &mut blend.alpha_op,
                    };
                    *operator = self.choice(setting, &OPERATORS).map_or(*operator, BlendOperator);
                    continue;
                }
                _ => {
                    let known = ["SrcColor", "DstColor", "SrcAlpha", "DstAlpha", "ColorOp", "AlphaOp"];
                    self.unknown(setting, &known);
                    continue;
                }
            };
            *factor = self.choice(setting, &factors).map_or(*factor, BlendFactor);
        }
        let name = &settings.name;
        if self.declared.blends.iter().any(|(known, ..)| *known == name.text) {
            let message = format!("found a second blend function of `{}`, expected one", name.text);
            return self.wrong(&rules::DUPLICATE, name, message, "remove the duplicate");
        }
        let place = self.place(name);
        self.declared.blends.push((name.text.clone(), blend, place));
    }
}

/// Scalar, vector or square matrix by its SAL name. Matrices have float components: GLSL has no
/// others except double ones.
fn plain(name: &str) -> Option<Plain> {
    if let Some((_, base)) = SCALARS.iter().find(|(scalar, _)| *scalar == name) {
        return Some(Plain::Scalar(*base));
    }
    let (is_matrix, rest) = match (name.strip_prefix("vec"), name.strip_prefix("mat")) {
        (Some(rest), _) => (false, rest),
        (_, Some(rest)) => (true, rest),
        _ => return None,
    };
    let (size, letter) = rest.split_at_checked(1)?;
    let size = size.parse().ok().filter(|size| (2..=4).contains(size))?;
    let (_, item) = LETTERS.iter().find(|(known, _)| *known == letter)?;
    let vector = VectorType { item: *item, size };
    match is_matrix {
        false => Some(Plain::Vector(vector)),
        true if matches!(*item, BaseType::FLOAT | BaseType::DOUBLE) => Some(Plain::Matrix(vector)),
        true => None,
    }
}
