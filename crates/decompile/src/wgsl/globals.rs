//! Spells what stands outside of functions: resources, variables, the header.

use foldhash::HashSet;
use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{built_in, decoration, execution_mode};
use glassbox_spirv::module::{ConstantValue, Id, Type};

use super::Wgsl;
use super::layout::is_row_major;
use crate::interface::{Role, element};
use crate::names::{Name, says_nothing};
use crate::refusal::Reason;
use crate::text::{Numbers, Scalar, Writer};
use crate::tree::{Step, Var};
use crate::{Mapping, Slot};

/// A sampler that a texture of the module is combined with.
#[derive(Clone, Debug)]
pub(super) struct Sampler {
    pub(super) name: Name,
    place: [u32; 2],
}

impl Writer<'_, '_, Wgsl> {
    /// Finds the samplers that are split from textures. They follow the bindings of their group: above all of them, in the
    /// order of the textures.
    pub(super) fn find_samplers(&mut self, used: &[Var]) {
        let resources: Vec<Var> = used
            .iter()
            .copied()
            .filter(|var| !matches!(self.roles.get(var), Some(Role::Input | Role::Output) | None))
            .collect();
        let mut numbers = Numbers::default();
        for &var in &resources {
            let is_combined = self.is_combined(var);
            let own = self.given(var, Slot::Any).map(|place| (false, place));
            let sampler = if is_combined { self.given(var, Slot::SAMPLER) } else { None };
            // What is given to all parts of a texture is its own.
            let sampler =
                sampler.map(|place| (true, place)).filter(|given| Some(given.1) != own.map(|own| own.1));
            for (is_sampler, place @ [group, binding]) in own.into_iter().chain(sampler) {
                let written = format!("group {group} binding {binding}");
                self.take_given(&mut numbers, ((), group, binding), (var, 1), &written);
                self.language.given.insert((var, is_sampler), place);
            }
        }
        let mut places: HashSet<[u32; 2]> = self.language.given.values().copied().collect();
        for &var in &resources {
            let Some(place) =
                self.binding_of(var).filter(|_| !self.language.given.contains_key(&(var, false)))
            else {
                continue;
            };
            if !places.insert(place) {
                self.at = self.module.definition(self.tree.variable(var).id).unwrap_or(self.at);
                let what = "two variables have one binding, which WGSL does not allow; bind them apart";
                self.refuse(Reason::Interface, what);
            }
        }
        self.language.taken = places;
        let combined = used.iter().filter(|var| self.is_combined(**var));
        let mut combined: Vec<(Option<[u32; 2]>, Var)> =
            combined.map(|var| (self.binding_of(*var), *var)).collect();
        combined.sort_unstable();
        for (_, var) in combined {
            let group = self.place_of(var).map_or(0, |place| place[0]);
            let given = self.language.given.get(&(var, true)).copied();
            let place = given.unwrap_or_else(|| self.free_place(group));
            let name = self.globals.get(&var).cloned().unwrap_or_default();
            let name = self.names.take(&format!("{name}_sampler"));
            self.language.samplers.insert(var, Sampler { name, place });
        }
        for index in 0..self.tree.bodies.len() {
            let parameters = self.tree.bodies[index].parameters.clone();
            for var in parameters {
                let ty = self.tree.variable(var).ty;
                if matches!(self.module.ty(ty), Some(Type::SampledImage { .. })) {
                    let sampler = Sampler { name: Name::default(), place: [0, 0] };
                    self.language.samplers.insert(var, sampler);
                }
            }
        }
    }

    /// True for a texture with its sampler.
    fn is_combined(&self, var: Var) -> bool {
        let ty = element(self.module, self.tree.variable(var).ty);
        matches!(self.module.ty(ty), Some(Type::SampledImage { .. }))
    }

    /// Group and binding of a variable, as the options have them.
    fn place_of(&self, var: Var) -> Option<[u32; 2]> {
        self.language.given.get(&(var, false)).copied().or_else(|| self.binding_of(var))
    }

    /// The first binding above all that a group has.
    fn free_place(&mut self, group: u32) -> [u32; 2] {
        let last = self.language.taken.iter().filter(|place| place[0] == group).map(|place| place[1]).max();
        let place = [group, last.map_or(0, |last| last.saturating_add(1))];
        self.language.taken.insert(place);
        place
    }

    /// Writes the name of a variable outside of functions.
    pub(super) fn global_name(&mut self, var: Var) {
        if matches!(self.roles.get(&var), Some(Role::Input | Role::Output)) {
            if self.port_start(var, &[]).is_none() {
                self.refuse(
                    Reason::Interface,
                    "a block of inputs or outputs is used as a whole; use its members",
                );
            }
            return;
        }
        if self.language.built_ins.contains_key(&var) {
            return self.refuse(Reason::BuiltIn, "a built-in variable is neither input nor output");
        }
        let name = self.globals.get(&var).cloned().unwrap_or_default();
        self.out.push_str(&name);
    }

    /// Writes the start of a path in a variable; the number of steps that it took.
    pub(super) fn path_in(&mut self, var: Var, steps: &[Step]) -> usize {
        if matches!(self.roles.get(&var), Some(Role::Input | Role::Output))
            && let Some(taken) = self.port_start(var, steps)
        {
            return taken;
        }
        self.variable(var);
        usize::from(self.bare(var).is_some() && steps.first() == Some(&Step::Part(0)))
    }

    /// Type of the only member of a block, if the block is that member: modules need a structure there, and its member has no
    /// name if the source had none.
    fn bare(&self, var: Var) -> Option<Id> {
        let is_block = matches!(
            self.roles.get(&var),
            Some(Role::UniformBlock | Role::StorageBlock | Role::PushConstants)
        );
        let ty = self.tree.variable(var).ty;
        let &[member] = self.module.ty(ty).filter(|_| is_block).and_then(|ty| match ty {
            Type::Struct { members } => Some(members),
            _ => None,
        })?
        else {
            return None;
        };
        let is_named = self.annotations.member_name(ty, 0).is_some_and(|name| !says_nothing(name));
        let is_plain = !is_named
            && !is_row_major(self.annotations, ty, 0)
            && self.annotations.member_value(ty, 0, decoration::OFFSET).unwrap_or(0) == 0
            && !self.language.usage.whole.contains(&var);
        is_plain.then_some(member)
    }

    /// Text of everything outside of functions but the header.
    pub(super) fn interface_text(&mut self) -> String {
        let mut groups: Vec<(u8, String)> = Vec::new();
        for &(var, role) in self.globals_in_order().iter() {
            let text = self.global_text(var, role);
            if text.is_empty() {
                continue;
            }
            // Resources of all kinds are one list.
            let order = if role.order() == 3 { 2 } else { role.order() };
            match groups.last_mut() {
                Some((last, all)) if *last == order => all.push_str(&text),
                _ => groups.push((order, text)),
            }
        }
        let shared = self.shared_ports();
        let bits: String = self
            .language
            .bits
            .iter()
            .map(|(bits, name)| format!("var<private> {name}: u32 = 0x{bits:x}u;\n"))
            .collect();
        let mut text = String::new();
        if !self.constants_text.is_empty() {
            text.push('\n');
            text.push_str(&self.constants_text);
        }
        text.push_str(&self.struct_text);
        let tables = self.table_text.clone();
        for group in groups.into_iter().map(|group| group.1).chain([shared, bits, tables]) {
            if !group.is_empty() {
                text.push('\n');
                text.push_str(&group);
            }
        }
        text.push_str(&self.language.helper_text);
        text
    }

    /// Declaration of a variable; empty if it needs none.
    fn global_text(&mut self, var: Var, role: Role) -> String {
        let variable = self.tree.variable(var);
        self.at = self.module.definition(variable.id).unwrap_or(self.at);
        let name = self.globals.get(&var).cloned().unwrap_or_default();
        match role {
            // No stage of WGSL has records, or passes anything else.
            Role::Input | Role::Output | Role::ShaderRecord | Role::Passed(_) | Role::AtomicCounter => {
                String::new()
            }
            Role::UniformBlock | Role::StorageBlock | Role::PushConstants | Role::Plain => {
                self.buffer(var, role, &name)
            }
            Role::Opaque => self.opaque(var, &name),
            Role::Shared => {
                let ty = self.variable_type(var);
                let mark = self.mark(variable.id, "");
                format!("var<workgroup> {name}: {ty};{mark}\n")
            }
            Role::Private => {
                self.check_length(variable.ty);
                let ty = self.variable_type(var);
                let start = self.initial_value(var);
                let mark = self.mark(variable.id, "");
                match start {
                    Some(value) => {
                        let value = self.constant_text(value);
                        if value.contains("_bits)") {
                            self.refuse(
                                Reason::Instruction,
                                "WGSL has no infinities or NaN in initial values",
                            );
                        }
                        format!("var<private> {name}: {ty} = {value};{mark}\n")
                    }
                    None => format!("var<private> {name}: {ty};{mark}\n"),
                }
            }
        }
    }

    fn variable_type(&mut self, var: Var) -> String {
        let ty = self.tree.variable(var).ty;
        if let Some(member) = self.bare(var) {
            let name = self.type_text(member);
            let is_atomic = self.language.usage.atomic_members.contains(&(self.canonical(ty), 0));
            return if is_atomic { self.atomic_name(member, &name) } else { name.to_string() };
        }
        let name = self.type_text(ty);
        if self.language.usage.atomic_variables.contains(&var) {
            self.atomic_name(ty, &name)
        } else {
            name.to_string()
        }
    }

    /// Refuses arrays whose length can be given later, outside of workgroups.
    pub(super) fn check_length(&mut self, ty: Id) {
        let Some(Type::Array { length, element }) = self.module.ty(ty) else { return };
        let is_open = self.module.constant(length).is_some_and(|constant| {
            let is_number = matches!(constant.value, ConstantValue::Number(_));
            constant.specialized && (!is_number || self.is_overridable(length))
        });
        if is_open {
            let what = "WGSL has lengths that are specialization constants in workgroup memory alone; give their values";
            self.refuse(Reason::Specialization, what);
        }
        if matches!(self.module.ty(element), Some(Type::Array { .. })) {
            self.check_length(element);
        }
    }

    fn is_overridable(&self, id: Id) -> bool {
        let number = self.annotations.value(id, decoration::SPEC_ID);
        number.is_none_or(|number| !self.options.constants.contains_key(&number))
    }

    fn buffer(&mut self, var: Var, role: Role, name: &str) -> String {
        let variable = self.tree.variable(var);
        let place = self.place_of(var).unwrap_or_else(|| self.free_place(0));
        let kind = match (role, self.binding_of(var)) {
            (Role::PushConstants, _) => Mapping::BoundPushConstants(place[0], place[1]),
            (_, binding) => {
                let [set, binding] = binding.unwrap_or(place);
                Mapping::Resource(set, binding)
            }
        };
        self.map_variable(var, name, kind);
        self.map_place(place);
        let is_array =
            matches!(self.module.ty(variable.ty), Some(Type::Array { .. } | Type::RuntimeArray { .. }));
        if is_array && role != Role::Plain {
            self.refuse(Reason::Interface, "WGSL has no arrays of buffers; declare each of them");
        }
        let ty = self.variable_type(var);
        let space = match role {
            Role::StorageBlock => {
                let usage = &self.language.usage;
                let has_atomics = self.has_atomics(variable.ty);
                let is_written = usage.assigned.contains(&var) || has_atomics;
                if is_written && self.stage == Stage::Vertex {
                    let what = "WGSL has buffers that are written in fragment and compute shaders alone";
                    self.refuse(Reason::Interface, what);
                }
                if is_written { "storage, read_write" } else { "storage, read" }
            }
            _ => {
                self.check_uniform(variable.ty);
                if self.scalar(element(self.module, variable.ty)) == Some(Scalar::Bool) {
                    self.refuse(Reason::Type, "WGSL has no booleans in buffers; give an integer");
                }
                "uniform"
            }
        };
        let mark = self.mark_resource(var, Some(place));
        format!("@group({}) @binding({}) var<{space}> {name}: {ty};{mark}\n", place[0], place[1])
    }

    /// States where what was mapped last is bound.
    fn map_place(&mut self, [group, binding]: [u32; 2]) {
        self.map_bound(format!("group {group} binding {binding}"));
    }

    /// True if atomics use a member of a block.
    fn has_atomics(&self, block: Id) -> bool {
        let mut work = vec![element(self.module, block)];
        let mut seen = HashSet::default();
        while let Some(ty) = work.pop() {
            if !seen.insert(ty) {
                continue;
            }
            let Some(Type::Struct { members }) = self.module.ty(ty) else { continue };
            let own = self.canonical(ty);
            for (index, member) in (0..).zip(members) {
                if self.language.usage.atomic_members.contains(&(own, index)) {
                    return true;
                }
                work.push(element(self.module, *member));
            }
        }
        false
    }

    /// Refuses what uniform buffers cannot have.
    fn check_uniform(&mut self, ty: Id) {
        let context = (self.module, self.annotations);
        let fits = match self.module.ty(ty) {
            Some(Type::Struct { .. }) => {
                self.language.layouts.placed(context, ty, 0).is_none_or(|placed| placed.uniform)
            }
            Some(Type::Array { .. }) => self
                .language
                .layouts
                .stride(context, ty, None, 0)
                .is_some_and(|stride| stride.stride.is_multiple_of(16)),
            _ => true,
        };
        if !fits {
            let what = "uniform buffers of WGSL have elements of arrays and structures at multiples of 16 bytes; \
                        place them so, or use a storage buffer";
            self.refuse(Reason::Layout, what);
        }
    }

    fn opaque(&mut self, var: Var, name: &str) -> String {
        let variable = self.tree.variable(var);
        if matches!(self.module.ty(variable.ty), Some(Type::Array { .. } | Type::RuntimeArray { .. })) {
            let what =
                "WGSL has no arrays of textures or samplers; use an array texture, or declare each of them";
            self.refuse(Reason::Interface, what);
            return String::new();
        }
        let place = self.place_of(var).unwrap_or_else(|| self.free_place(0));
        let [set, binding] = self.binding_of(var).unwrap_or(place);
        self.map_variable(var, name, Mapping::Resource(set, binding));
        self.map_place(place);
        let ty = self.opaque_type(var);
        let mark = self.mark_resource(var, Some(place));
        let mut text = format!("@group({}) @binding({}) var {name}: {ty};{mark}\n", place[0], place[1]);
        if let Some(sampler) = self.language.samplers.get(&var).cloned() {
            let usage = &self.language.usage;
            let is_given = usage.given.values().any(|given| given.contains(&var));
            if !usage.compared.contains(&var) && !usage.sampled.contains(&var) && !is_given {
                return text;
            }
            let [group, number] = sampler.place;
            let ty = self.sampler_type(var);
            self.map_variable(var, &sampler.name, Mapping::SplitSampler([set, binding], sampler.place));
            self.map_place(sampler.place);
            let mark = self.mark_sampler(var);
            text.push_str(&format!("@group({group}) @binding({number}) var {}: {ty};{mark}\n", sampler.name));
        }
        text
    }

    /// Name of the type of a texture or sampler; that of the texture where the module combines them.
    pub(super) fn opaque_type(&mut self, var: Var) -> String {
        let ty = self.tree.variable(var).ty;
        match self.module.ty(ty) {
            Some(Type::Image(image)) => self.image_name(&image, Some(var)),
            Some(Type::SampledImage { image }) => match self.module.ty(image) {
                Some(Type::Image(image)) => self.image_name(&image, Some(var)),
                _ => String::new(),
            },
            Some(Type::Sampler) => self.sampler_type(var).to_owned(),
            _ => self.type_text(ty).to_string(),
        }
    }

    pub(super) fn sampler_type(&mut self, var: Var) -> &'static str {
        let usage = &self.language.usage;
        if !usage.compared.contains(&var) {
            return "sampler";
        }
        if usage.sampled.contains(&var) {
            let what = "a sampler is used to compare and not to compare, which WGSL does not allow; use two";
            self.refuse(Reason::Interface, what);
        }
        "sampler_comparison"
    }

    /// Sizes of a workgroup.
    pub(super) fn workgroup_parts(&mut self) -> Vec<String> {
        let constant = self.module.globals.iter().map(|at| self.module.get(*at).result).find(|id| {
            *id != 0 && self.annotations.value(*id, decoration::BUILT_IN) == Some(built_in::WORKGROUP_SIZE)
        });
        let ids = match constant.and_then(|id| self.module.constant(id)).map(|constant| constant.value) {
            Some(ConstantValue::Composite(parts)) => Some(parts.to_vec()),
            _ => self.entry.modes.get(&execution_mode::LOCAL_SIZE_ID).cloned(),
        };
        let mut parts: Vec<String> = match ids {
            Some(ids) => ids
                .into_iter()
                .take(3)
                .map(|id| {
                    let text = self.constant_text(id);
                    text.strip_suffix('u').map_or_else(|| text.clone(), str::to_owned)
                })
                .collect(),
            None => match self.entry.modes.get(&execution_mode::LOCAL_SIZE) {
                Some(sizes) => sizes.iter().take(3).map(u32::to_string).collect(),
                None => vec!["1".to_owned()],
            },
        };
        while parts.len() > 1 && parts.last().is_some_and(|part| part == "1") {
            parts.pop();
        }
        parts
    }

    /// Extensions and diagnostics.
    pub(super) fn header_text(&mut self) -> String {
        let mut text: String = self.language.enabled.iter().map(|what| format!("enable {what};\n")).collect();
        if self.language.usage.loose_derivatives && self.stage == Stage::Fragment {
            text.push_str("diagnostic(off, derivative_uniformity);\n");
        }
        text
    }
}
