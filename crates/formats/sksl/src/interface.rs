//! Converts the model to reflection: uniforms, children, inputs and outputs of `main`, varyings, interface
//! blocks.

use std::collections::BTreeSet;

use glassbox_core::interface::{
    ArraySize, Block, EntryPoint, Interface, Member, Resource, Type, Variable, stage,
};

use crate::builtin::{Opaque, Scalar, Type as SkType};
use crate::check::{Places, Spot};
use crate::command::Command;
use crate::model::{Layout, Model, ModelNode, Reference};
use crate::raw::{ModifierFlags, ProgramKind, builtin};
use crate::typing::Typing;
use crate::view::{Element, Expression, Statement, Symbol};

/// Maximum nesting of structs listed.
const MAX_DEPTH: usize = 16;
/// Maximum members listed in total, to bound nested structs.
const MAX_MEMBERS: usize = 10_000;

/// Reflection of an in-memory program. Its entry points have no path.
pub fn of_model(model: &Model<'_>) -> Interface {
    reflect(model, None)
}

/// Reflection of a file.
pub(crate) fn interface(model: &Model<'_>, places: &Places) -> Interface {
    reflect(model, Some(places))
}

fn reflect(model: &Model<'_>, places: Option<&Places>) -> Interface {
    let typing = Typing::of_model(model);
    let mut reflection = Reflection {
        model,
        typing: &typing,
        places,
        members: 0,
        out: Interface::default(),
        inputs: Vec::new(),
        outputs: Vec::new(),
        loose: Vec::new(),
    };
    reflection.run();
    reflection.out
}

struct Reflection<'r, 'm> {
    model: &'r Model<'m>,
    typing: &'r Typing,
    places: Option<&'r Places>,
    members: usize,
    out: Interface,
    inputs: Vec<Variable>,
    outputs: Vec<Variable>,
    loose: Vec<Member>,
}

impl Reflection<'_, '_> {
    fn run(&mut self) {
        let model = self.model;
        for element in model.children(model.elements()) {
            match model.element(element) {
                Element::GlobalVar(declaration) => {
                    if let Statement::VarDeclaration { variable, .. } = model.statement(declaration) {
                        self.global(model.definition(variable));
                    }
                }
                Element::InterfaceBlock { variable, type_name, instance_name, .. } => {
                    let instance = model.name(instance_name).into_owned();
                    let name =
                        if instance.is_empty() { model.name(type_name).into_owned() } else { instance };
                    self.block(model.resolve(variable), name);
                }
                _ => {}
            }
        }
        if !self.loose.is_empty() {
            let members = std::mem::take(&mut self.loose);
            self.out
                .blocks
                .insert(0, Block { stages: self.stage().into_iter().collect(), members, ..Block::default() });
        }
        self.entry_points();
        self.names();
        if !model.is_whole {
            self.out.notes.push("the file is cut short or damaged; what follows is not reflected".to_owned());
        }
    }

    fn stage(&self) -> Option<String> {
        self.model.kind().map(|kind| stage_of(kind).to_owned())
    }

    fn global(&mut self, at: ModelNode) {
        let model = self.model;
        let Symbol::Variable { modifiers, name, .. } = model.symbol(at) else {
            return;
        };
        let modifiers = model.modifiers(modifiers);
        let name = model.name(name).into_owned();
        let ty = self.typing.of(at);
        let has = |flag: ModifierFlags| modifiers.flags.0 & flag.0 != 0;
        let inner = match self.typing.types.array(ty) {
            Some(array) => array.element,
            None => ty,
        };
        if let SkType::Opaque(opaque) = inner {
            self.resource(name, opaque, ty, modifiers.layout);
        } else if has(ModifierFlags::UNIFORM) {
            if has_color(modifiers.layout) {
                self.out.notes.push(format!("the uniform {name} is a color: layout(color)"));
            }
            let ty = self.ty(ty);
            self.loose.push(Member {
                name,
                offset: given(modifiers.layout.offset),
                ty: Some(ty),
                ..Member::default()
            });
        } else if has(ModifierFlags::IN) || has(ModifierFlags::OUT) {
            let variable = self.variable(name, ty, modifiers.layout);
            if has(ModifierFlags::IN) {
                self.inputs.push(variable.clone());
            }
            if has(ModifierFlags::OUT) {
                self.outputs.push(variable);
            }
        }
    }

    fn variable(&mut self, name: String, ty: SkType, layout: Layout) -> Variable {
        Variable {
            name,
            location: given(layout.location),
            semantic: (layout.builtin >= 0).then(|| {
                let known = i16::try_from(layout.builtin).ok().and_then(builtin::name);
                known.map_or_else(|| format!("builtin {}", layout.builtin), str::to_owned)
            }),
            ty: Some(self.ty(ty)),
            ..Variable::default()
        }
    }

    fn resource(&mut self, name: String, opaque: Opaque, ty: SkType, layout: Layout) {
        let kind = match opaque {
            Opaque::Shader => "shader",
            Opaque::ColorFilter => "color-filter",
            Opaque::Blender => "blender",
            Opaque::Sampler => "sampler",
            Opaque::Texture2D => "sampled-image",
            Opaque::SubpassInput | Opaque::SubpassInputMS => "input-attachment",
            _ => "combined-image-sampler",
        };
        let dimension = match opaque {
            Opaque::Sampler1D => Some("1D"),
            Opaque::Sampler2D | Opaque::IntSampler2D | Opaque::Texture2D | Opaque::SamplerExternal => {
                Some("2D")
            }
            Opaque::Sampler2DRect => Some("rect"),
            Opaque::Sampler3D => Some("3D"),
            _ => None,
        };
        let array = self.typing.types.array(ty);
        self.out.resources.push(Resource {
            name,
            kind: kind.to_owned(),
            set: given(layout.set),
            binding: given(layout.binding),
            array: array.map(|array| ArraySize::Fixed(array.count)).into_iter().collect(),
            stages: self.stage().into_iter().collect(),
            dimension: dimension.map(str::to_owned),
            ..Resource::default()
        });
    }

    fn block(&mut self, at: ModelNode, name: String) {
        let model = self.model;
        let Symbol::Variable { modifiers, .. } = model.symbol(at) else {
            return;
        };
        let modifiers = model.modifiers(modifiers);
        let ty = model.block_type(at);
        if modifiers.flags.0 & ModifierFlags::UNIFORM.0 == 0 {
            let variable = self.variable(name, self.typing.of(at), modifiers.layout);
            if modifiers.flags.0 & ModifierFlags::OUT.0 != 0 {
                self.outputs.push(variable);
            } else {
                self.inputs.push(variable);
            }
            return;
        }
        let mut members = Vec::new();
        for (index, field) in model.fields(ty).enumerate() {
            let layout = model.modifiers(field.modifiers).layout;
            let inner = self.typing.types.field(self.typing.of(ty), index).map(|field| field.ty);
            members.push(Member {
                name: model.name(field.name).into_owned(),
                offset: given(layout.offset),
                ty: Some(self.ty(inner.unwrap_or(SkType::Invalid))),
                ..Member::default()
            });
        }
        self.out.blocks.push(Block {
            name,
            set: given(modifiers.layout.set),
            binding: given(modifiers.layout.binding),
            size: None,
            stages: self.stage().into_iter().collect(),
            members,
            ..Block::default()
        });
    }

    fn entry_points(&mut self) {
        let model = self.model;
        let Some(kind) = model.kind() else { return };
        for element in model.children(model.elements()) {
            let Element::FunctionDefinition { declaration, .. } = model.element(element) else {
                continue;
            };
            let function = model.definition(declaration);
            if model.symbol_name(function) != b"main" {
                continue;
            }
            let mut inputs = std::mem::take(&mut self.inputs);
            let mut outputs = std::mem::take(&mut self.outputs);
            for id in model.parameters(function) {
                let at = model.definition(id);
                let Symbol::Variable { modifiers, name, .. } = model.symbol(at) else {
                    continue;
                };
                let modifiers = model.modifiers(modifiers);
                let name = model.name(name).into_owned();
                let variable = self.variable(name, self.typing.of(at), modifiers.layout);
                if modifiers.flags.0 & ModifierFlags::OUT.0 != 0 {
                    outputs.push(variable);
                } else {
                    inputs.push(variable);
                }
            }
            let result = self.typing.of(function);
            if result != SkType::Void {
                let ty = Some(self.ty(result));
                outputs.push(Variable {
                    semantic: Some("result of main".to_owned()),
                    ty,
                    ..Variable::default()
                });
            }
            let mut modes = vec![
                ("program kind".to_owned(), kind.to_string()),
                ("signature".to_owned(), signature(model, self.typing, function)),
            ];
            if model.use_flip() != 0 {
                modes.push((
                    "flip".to_owned(),
                    "reads coordinates or derivatives whose direction depends on the surface".to_owned(),
                ));
            }
            self.out.entry_points.push(EntryPoint {
                name: "main".to_owned(),
                stage: stage_of(kind).to_owned(),
                path: self
                    .places
                    .map_or_else(String::new, |places| places.location(Spot::Field(element, "", None)).path),
                inputs,
                outputs,
                modes,
                ..EntryPoint::default()
            });
        }
    }

    /// Adds the functions exported by a module and the builtin functions called by a file.
    fn names(&mut self) {
        let model = self.model;
        let mut imports = BTreeSet::new();
        let mut exports = BTreeSet::new();
        for (index, node) in model.nodes().iter().enumerate() {
            let at = ModelNode(index as u32);
            if let Expression::FunctionCall { function: Reference::Builtin(name), .. } = model.expression(at)
            {
                imports.insert(model.name(name).into_owned());
            }
            if model.is_module() && node.command == Command::FunctionDeclaration {
                exports.insert(String::from_utf8_lossy(model.symbol_name(at)).into_owned());
            }
        }
        self.out.imports.extend(imports);
        self.out.exports.extend(exports);
    }

    /// Converts a type to reflection, with struct members up to the limits.
    fn ty(&mut self, ty: SkType) -> Type {
        let types = &self.typing.types;
        let fields = |ty| types.structure(ty).map_or(&[][..], |declaration| &declaration.fields);
        // Stack of open structs: the type so far, its fields, and the number of fields done.
        let (mut done, inner) = self.outside(ty);
        let mut open = vec![(std::mem::take(&mut done), fields(inner), 0)];
        loop {
            let depth = open.len();
            let Some((top, members, next)) = open.last_mut() else {
                return done;
            };
            let field = members.get(*next).filter(|_| depth <= MAX_DEPTH && self.members < MAX_MEMBERS);
            if let Some(field) = field {
                self.members += 1;
                *next += 1;
                top.members.push(Member { name: field.name.clone(), ..Member::default() });
                let (ty, inner) = self.outside(field.ty);
                open.push((ty, fields(inner), 0));
                continue;
            }
            if let Some((ty, ..)) = open.pop() {
                match open.last_mut().and_then(|(outer, ..)| outer.members.last_mut()) {
                    Some(member) => member.ty = Some(ty),
                    None => done = ty,
                }
            }
        }
    }

    /// A type without its members, and its element type.
    fn outside(&self, ty: SkType) -> (Type, SkType) {
        let mut array = Vec::new();
        let mut inner = ty;
        while let Some(found) = self.typing.types.array(inner) {
            array.push(ArraySize::Fixed(found.count));
            inner = found.element;
        }
        let (scalar, rows, columns) = match inner {
            SkType::Scalar(scalar) => (scalar_name(scalar), 1, 1),
            SkType::Vector(scalar, width) => (scalar_name(scalar), u32::from(width), 1),
            SkType::Matrix(scalar, columns, rows) => {
                (scalar_name(scalar), u32::from(rows), u32::from(columns))
            }
            SkType::Struct(_) => ("struct".to_owned(), 1, 1),
            other => (self.typing.types.name(other).into_owned(), 1, 1),
        };
        let ty = Type { scalar, rows, columns, array, members: Vec::new() };
        (ty, inner)
    }
}

fn scalar_name(scalar: Scalar) -> String {
    scalar.name().to_owned()
}

fn given(value: i32) -> Option<u32> {
    u32::try_from(value).ok()
}

fn has_color(layout: Layout) -> bool {
    layout.flags.0 & crate::raw::LayoutFlags::COLOR.0 != 0
}

/// Stage of a program.
pub(crate) fn stage_of(kind: ProgramKind) -> &'static str {
    match kind {
        ProgramKind::FRAGMENT | ProgramKind::GRAPHITE_FRAGMENT | ProgramKind::MESH_FRAGMENT => {
            stage::FRAGMENT
        }
        ProgramKind::VERTEX | ProgramKind::GRAPHITE_VERTEX | ProgramKind::MESH_VERTEX => stage::VERTEX,
        ProgramKind::COMPUTE => stage::COMPUTE,
        _ => stage::OTHER,
    }
}

/// A function in declaration syntax, such as `half4 main(float2 p)`.
pub(crate) fn signature(model: &Model<'_>, typing: &Typing, function: ModelNode) -> String {
    let name = String::from_utf8_lossy(model.symbol_name(function)).into_owned();
    let parameters: Vec<String> = model
        .parameters(function)
        .map(|id| {
            let at = model.definition(id);
            let ty = typing.types.name(typing.of(at)).into_owned();
            let name = String::from_utf8_lossy(model.symbol_name(at)).into_owned();
            let flags = match model.symbol(at) {
                Symbol::Variable { modifiers, .. } => model.modifiers(modifiers).flags.0,
                _ => 0,
            };
            let way = match (flags & ModifierFlags::IN.0 != 0, flags & ModifierFlags::OUT.0 != 0) {
                (true, true) => "inout ",
                (false, true) => "out ",
                _ => "",
            };
            format!("{way}{ty} {name}").trim_end().to_owned()
        })
        .collect();
    let result = typing.types.name(typing.of(function));
    format!("{result} {name}({})", parameters.join(", "))
}
