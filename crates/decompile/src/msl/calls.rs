//! Spells heads of functions, what they take, and calls.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{decoration, execution_mode, storage_class};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Type};

use super::layout::Store;
use super::{Msl, Need};
use crate::Mapping;
use crate::interface::element;
use crate::names::Name;
use crate::refusal::Reason;
use crate::text::{ANY, Operation, Writer, joined};
use crate::tree::{Body, Direction, Kind, Node, Step, Var};

impl Writer<'_, '_, Msl> {
    /// The line of a function's head, without what the function uses from outside.
    pub(super) fn head_text(&mut self, body: &Body) -> String {
        self.language.needs.clear();
        self.language.is_entry = self.is_entry(body) && !self.language.mesh.is_wrapped;
        if self.language.is_entry {
            return self.entry_head();
        }
        let function = &self.module.functions[body.index];
        self.language.result = self.module.get(function.declaration()).ty;
        let result = self.type_name(self.language.result);
        let name = self.function_name(function.id);
        let mut parameters = Vec::new();
        for (&var, direction) in body.parameters.iter().zip(&body.directions) {
            self.parameter(var, *direction, &mut parameters);
        }
        joined!(result, " ", name, "(", parameters.join(", "), ")")
    }

    pub(super) fn entry_head(&mut self) -> String {
        let name = self.language.entry_name.clone();
        let result = match self.language.ports.single {
            Some(var) => {
                let name = self.annotations.name(self.tree.variable(var).id).unwrap_or_default();
                self.map_variable(var, name, Mapping::Output(0));
                self.map_bound("[[color(0)]]".to_owned());
                self.type_name(self.tree.variable(var).ty)
            }
            None if self.language.ports.output_type.is_empty() => "void".into(),
            None => self.language.ports.output_type.clone(),
        };
        let stage = match self.stage {
            Stage::Vertex | Stage::TessellationEvaluation => "vertex",
            Stage::Fragment => "fragment",
            Stage::Task => "[[object]]",
            Stage::Mesh => "[[mesh]]",
            _ => "kernel",
        };
        let early = self.stage == Stage::Fragment
            && self.entry.modes.contains_key(&execution_mode::EARLY_FRAGMENT_TESTS);
        if self.stage == Stage::TessellationEvaluation {
            return joined!(self.patch_attribute(), "vertex ", result, " ", name, "()");
        }
        joined!(if early { "[[early_fragment_tests]] " } else { "" }, stage, " ", result, " ", name, "()")
    }

    fn parameter(&mut self, var: Var, direction: Direction, all: &mut Vec<String>) {
        let name = self.local_name(var);
        let ty = self.tree.variable(var).ty;
        if self.tree.is_opaque(element(self.module, ty)) {
            all.push(self.opaque_declarator(var, ty, &name));
            if matches!(self.module.ty(element(self.module, ty)), Some(Type::SampledImage { .. })) {
                let sampler = self.sampler_name(var);
                all.push(self.sampler_declarator(ty, &sampler));
            }
            return;
        }
        let Some(class) = self.pointer_class(var) else {
            return all.push(joined!(self.declarator(ty, &name)));
        };
        let space = match (class, direction) {
            (storage_class::FUNCTION | storage_class::PRIVATE | storage_class::INPUT, Direction::In) => {
                return all.push(joined!(self.declarator(ty, &name)));
            }
            (storage_class::UNIFORM, _)
                if self.annotations.has(element(self.module, ty), decoration::BUFFER_BLOCK) =>
            {
                "device"
            }
            (storage_class::UNIFORM | storage_class::PUSH_CONSTANT, _) => "constant",
            (storage_class::STORAGE_BUFFER, _) => "device",
            (storage_class::WORKGROUP, _) => "threadgroup",
            _ => "thread",
        };
        all.push(self.reference(space, ty, &name));
    }

    /// A declaration of a reference to memory.
    pub(super) fn reference(&mut self, space: &str, ty: Id, name: &str) -> String {
        if self.tree.is_reference(element(self.module, ty)) {
            let (core, sizes) = self.sizes(ty);
            let core = self.type_name(core);
            let name = if sizes.is_empty() { joined!("& ", name) } else { joined!(" (&", name, ")", sizes) };
            return joined!(core, " ", space, name);
        }
        if space == "thread" {
            return joined!("thread ", self.type_name(ty), "& ", name);
        }
        let (core, sizes) = self.sizes(ty);
        let core = self.stored_name(core, Store::Plain);
        if sizes.is_empty() {
            joined!(space, " ", core, "& ", name)
        } else {
            joined!(space, " ", core, " (&", name, ")", sizes)
        }
    }

    pub(super) fn opaque_declarator(&mut self, var: Var, ty: Id, name: &str) -> String {
        let usage = self.usage(self.tree.actual(var));
        let core = element(self.module, ty);
        let image = match self.module.ty(core) {
            Some(Type::SampledImage { image }) => image,
            _ => core,
        };
        let core_name = match self.module.ty(image) {
            Some(Type::Image(image)) => self.image_name(&image, usage),
            Some(Type::Sampler) => "sampler".to_owned(),
            _ => self.type_name(image).to_string(),
        };
        joined!(self.resource_array(ty, core_name), " ", name)
    }

    pub(super) fn sampler_declarator(&mut self, ty: Id, name: &str) -> String {
        joined!(self.resource_array(ty, "sampler".to_owned()), " ", name)
    }

    fn resource_array(&mut self, ty: Id, core: String) -> String {
        match self.module.ty(ty) {
            Some(Type::Array { element, .. })
                if matches!(
                    self.module.ty(element),
                    Some(Type::Array { .. } | Type::RuntimeArray { .. })
                ) =>
            {
                self.lacks(Reason::Interface, "an array of arrays of resources");
                core
            }
            Some(Type::Array { element, length }) => {
                let inner = self.resource_array(element, core);
                joined!("array<", inner, ", ", self.length(length), ">")
            }
            Some(Type::RuntimeArray { .. }) => {
                self.refuse(
                    Reason::Interface,
                    "an array of resources without a length needs an argument buffer; give it a length",
                );
                core
            }
            _ => core,
        }
    }

    /// Name of the sampler of a combined one.
    pub(super) fn sampler_name(&mut self, var: Var) -> String {
        let var = self.tree.actual(var);
        if let Some(name) = self.language.samplers.get(&var) {
            return name.to_string();
        }
        let texture = self.locals.get(&var).or_else(|| self.globals.get(&var)).cloned().unwrap_or_default();
        let name = self.names.take(&joined!(texture, "_sampler"));
        self.language.samplers.insert(var, name.clone());
        name.to_string()
    }

    /// Writes a call, with what the function uses from outside.
    pub(super) fn function_call(&mut self, operation: &Operation<'_>) {
        let callee = self.module.word(operation.at, 0);
        let name = self.function_name(callee);
        let mut all = Vec::new();
        for &argument in operation.operands {
            let ty = self.tree.node(argument).ty;
            self.check_reference(argument);
            if matches!(self.module.ty(element(self.module, ty)), Some(Type::SampledImage { .. })) {
                let (texture, sampler) = self.split(argument);
                all.extend([texture, sampler]);
            } else {
                all.push(self.capture(|writer| writer.expr(argument, ANY)));
            }
        }
        let mut needs: Vec<Need> =
            self.language.needs_of.get(&callee).into_iter().flatten().copied().collect();
        needs.sort_by_key(|need| self.order(*need));
        all.extend(needs.into_iter().map(|need| self.need_argument(need).to_string()).collect::<Vec<_>>());
        self.out.push_str(&joined!(name, "(", all.join(", "), ")"));
    }

    /// The argument for what a function uses from outside, which the function with the call then uses too.
    pub(super) fn need_argument(&mut self, need: Need) -> Name {
        if let Need::Var(var) = need
            && !self.language.built_ins.contains_key(&var)
        {
            return self.capture(|writer| writer.variable(var)).into();
        }
        self.language.needs.insert(need);
        match need {
            Need::Inputs => self.language.ports.input.clone(),
            Need::Outputs => self.language.ports.output.clone(),
            Need::Set(set) => self.set_place(set).0,
            Need::Sizes => self.language.sizes.clone(),
            Need::Group(_) | Need::Levels | Need::PatchPoints | Need::PatchId => {
                self.patch_argument(need).unwrap_or_default()
            }
            Need::Counts => self.counts_argument().into(),
            // Only entry points use them.
            Need::Mesh | Need::Thread => Name::default(),
            Need::Place => self.language.fragment_place.clone(),
            Need::Sample => self.language.sample_id.clone(),
            Need::Sampler(var) => self.sampler_name(var).into(),
            Need::Var(var) => self.globals.get(&var).cloned().unwrap_or_default(),
        }
    }

    /// Texture and sampler of a combined one.
    pub(super) fn split(&mut self, node: Node) -> (String, String) {
        if self.tree.variable_of(node).is_none()
            && let Kind::Operation(op::SAMPLED_IMAGE, span) = self.tree.kind(node)
            && let &[image, sampler] = self.tree.operands(span)
        {
            let image = self.capture(|writer| writer.expr(image, crate::text::POSTFIX));
            return (image, self.capture(|writer| writer.expr(sampler, ANY)));
        }
        let texture = self.capture(|writer| writer.expr(node, crate::text::POSTFIX));
        let Some(var) = self.image_root(node) else {
            self.refuse(Reason::Interface, "a combined sampler is no variable");
            return (texture, String::new());
        };
        let mut sampler = match self.set_sampler(self.tree.actual(var)) {
            Some(sampler) => sampler,
            None => {
                if self.roles.contains_key(&var) {
                    self.language.needs.insert(Need::Sampler(var));
                }
                self.sampler_name(var)
            }
        };
        let place = match self.tree.kind(node) {
            Kind::Load(place) => place,
            _ => node,
        };
        if let Kind::Path(_, steps) = self.tree.kind(place) {
            for step in self.tree.steps(steps).to_vec() {
                let index = match step {
                    Step::Part(index) => index.to_string(),
                    Step::Index(index) => self.capture(|writer| writer.expr(index, ANY)),
                };
                sampler.push_str(&joined!("[", index, "]"));
            }
        }
        (texture, sampler)
    }
}
