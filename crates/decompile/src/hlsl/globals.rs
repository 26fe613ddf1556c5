//! Names and declares resources.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{decoration, dim};
use glassbox_spirv::module::{Id, Type};

use super::Hlsl;
use super::layout::Placed;
use crate::interface::{Role, element};
use crate::names::{Name, says_nothing};
use crate::refusal::Reason;
use crate::text::{Groups, Mark, Writer, append, from_compiler, joined};
use crate::tree::{Kind, Node, Step, Var};
use crate::{Mapping, Register, Slot};

impl Writer<'_, '_, Hlsl> {
    /// Names resources, and the members of blocks.
    pub(super) fn name_resources(&mut self, used: &[Var]) {
        self.find_same(used);
        self.find_buffer_counters(used);
        for &var in used {
            let variable = self.tree.variable(var);
            let Some(role) = self.roles.get(&var).copied() else { continue };
            self.at = self.module.definition(variable.id).unwrap_or(self.at);
            let inner = element(self.module, variable.ty);
            match role {
                Role::UniformBlock | Role::PushConstants | Role::ShaderRecord if inner == variable.ty => {
                    self.name_members(var, inner);
                }
                Role::StorageBlock => self.name_storage(var, inner),
                Role::Opaque if matches!(self.module.ty(inner), Some(Type::SampledImage { .. })) => {
                    let name = self.globals.get(&var).cloned().unwrap_or_default();
                    let sampler = self.names.take(&joined!(name, "_sampler"));
                    self.language.samplers.insert(var, sampler);
                }
                _ => {}
            }
        }
        self.keep_counters_of_structures();
    }

    fn name_members(&mut self, var: Var, block: Id) {
        let count = self.module.component_count(block).unwrap_or(0);
        let is_open = self.open_blocks.contains(&var);
        let instance = self.globals.get(&var).cloned().unwrap_or_default();
        let mut names = Vec::with_capacity(count as usize);
        for index in 0..count {
            let own = self.member_name(block, index);
            let name = if is_open {
                own
            } else {
                let name = self.names.take(&own);
                if name == own {
                    name
                } else {
                    self.names.release(&[name]);
                    self.names.take(&joined!(instance, "_", own))
                }
            };
            names.push(name);
        }
        self.language.members.insert(var, names);
        if is_open {
            return;
        }
        self.names.release(&[instance]);
    }

    /// Writes the name of a variable outside of functions.
    pub(super) fn global_name(&mut self, var: Var) {
        if self.mesh_path(var, &[]).or_else(|| self.element_path(var, &[])).is_some()
            || self.port((var, u32::MAX), &[])
        {
            return;
        }
        if let Some(Role::Passed(_)) = self.roles.get(&var) {
            return self.passed_value(var);
        }
        if matches!(self.roles.get(&var), Some(Role::UniformBlock | Role::PushConstants | Role::ShaderRecord))
            && element(self.module, self.tree.variable(var).ty) == self.tree.variable(var).ty
        {
            self.refuse(Reason::Interface, "a block of uniforms is used as a whole");
        }
        match self.globals.get(&var).cloned() {
            Some(name) if !name.is_empty() => self.out.push_str(&name),
            _ => self.refuse(Reason::Interface, "a block without a name is used as a whole"),
        }
    }

    /// Writes the start of a path; the number of steps that it took.
    pub(super) fn path_in(&mut self, var: Var, steps: &[Step]) -> usize {
        if self.roles.contains_key(&var) {
            if let Some(taken) = self.port_path(var, steps) {
                return taken;
            }
            if let Some(Step::Part(index)) = steps.first()
                && let Some(name) = self.language.member(var, *index)
            {
                self.out.push_str(name);
                return 1;
            }
            if self.language.structured.contains_key(&var) {
                return self.structured_path(var, steps);
            }
        }
        self.variable(var);
        0
    }

    /// Writes an index; one that differs between neighbours is marked. DXC crashes on a mark of what it knows.
    pub(super) fn write_index(&mut self, index: Node) {
        let result = self.module.get(self.tree.node(index).at).result;
        let differs = self.annotations.has(result, decoration::NON_UNIFORM) && !self.is_fixed(index);
        if differs && self.language.version >= 51 && self.tree.value(result) == Some(index) {
            return self.call("NonUniformResourceIndex", &[index]);
        }
        self.expr(index, crate::text::ANY);
    }

    /// True for a constant, and for a variable or a part of it that is one all the time.
    fn is_fixed(&self, mut node: Node) -> bool {
        loop {
            if let Some(var) = self.tree.variable_of(node) {
                return self.language.fixed.contains_key(&self.tree.actual(var));
            }
            node = match self.tree.kind(node) {
                Kind::Constant(_) => return true,
                Kind::Load(inner) | Kind::Swizzle(inner, _) => inner,
                Kind::Path(base, steps) => {
                    if self.tree.steps(steps).iter().any(|step| matches!(step, Step::Index(_))) {
                        return false;
                    }
                    base
                }
                _ => return false,
            };
        }
    }

    /// Text of everything outside of functions.
    pub(super) fn interface_text(&mut self) -> String {
        self.check_indices();
        self.reserve_registers();
        self.reserve_spaces();
        let mut groups = Groups::new();
        for &(var, role) in self.globals_in_order().iter() {
            let start = groups.text.len();
            self.write_global(var, role, &mut groups.text);
            groups.close(Some(role.order()), start);
        }
        groups.add(None, &self.host_values_text());
        self.write_ports(&mut groups);
        groups.add(None, &self.table_text);
        let start = groups.text.len();
        self.language.helpers.values().for_each(|helper| append!(groups.text, "\n", helper));
        groups.close(None, start);
        groups.add(None, &self.language.made);
        if self.constants_text.is_empty() && self.struct_text.is_empty() {
            return groups.text;
        }
        // All the others may name these.
        let mut all = Groups::new();
        [&self.constants_text, &self.struct_text, &groups.text].iter().for_each(|group| all.add(None, group));
        all.text
    }

    /// Writes the declaration of a variable outside of functions; nothing for inputs and outputs.
    fn write_global(&mut self, var: Var, role: Role, text: &mut String) {
        let variable = self.tree.variable(var);
        self.at = self.module.definition(variable.id).unwrap_or(self.at);
        let name = self.globals.get(&var).cloned().unwrap_or_default();
        match role {
            Role::Input | Role::Output | Role::AtomicCounter => {}
            Role::Passed(passed) => text.push_str(&self.passed_text(var, passed, &name)),
            Role::UniformBlock | Role::PushConstants | Role::ShaderRecord => {
                self.uniform_block(var, role, &name, text);
            }
            Role::StorageBlock => self.storage_block(var, &name, text),
            Role::Opaque => self.opaque(var, &name, text),
            Role::Plain => {
                let inner = element(self.module, variable.ty);
                let is_matrix = matches!(self.module.ty(inner), Some(Type::Matrix { .. }));
                let order = if is_matrix { self.order_word(true) } else { "" };
                let mark = self.mark(variable.id, "");
                append!(*text, "uniform ", order, self.declarator(variable.ty, &name), ";", mark, "\n");
            }
            Role::Shared if !self.stage.has_workgroups() => {
                self.refuse(Reason::Interface, "only compute, task and mesh shaders share variables in HLSL");
            }
            Role::Shared => {
                let mark = self.mark(variable.id, "");
                append!(*text, "groupshared ", self.declarator(variable.ty, &name), ";", mark, "\n");
            }
            Role::Private => {
                let declared = self.declarator(variable.ty, &name);
                let mark = self.mark(variable.id, "");
                append!(*text, "static ", declared);
                if let Some(value) = self.initial_value(var) {
                    append!(*text, " = ", self.constant_text(value));
                }
                append!(*text, ";", mark, "\n");
            }
        }
    }

    pub(super) fn block_name(&mut self, ty: Id, instance: &str) -> Name {
        let stated = self.annotations.name(ty).filter(|name| !says_nothing(name));
        let wanted = stated.map(from_compiler).unwrap_or_else(|| {
            let mut letters = instance.chars();
            match letters.next() {
                Some(first) => (first.to_ascii_uppercase().to_string() + letters.as_str()).into(),
                None => "Block".into(),
            }
        });
        self.names.take(&wanted)
    }

    /// Registers that this shader model has of a class.
    fn limit(&self, class: Register) -> u32 {
        match class {
            _ if self.language.version >= 51 => u32::MAX,
            Register::ConstantBuffer => 14,
            Register::Sampler => 16,
            Register::UnorderedAccess => 8,
            Register::ShaderResource => 128,
        }
    }

    /// Space and number; there are no spaces before 5.1.
    fn in_space(&self, [space, number]: [u32; 2]) -> [u32; 2] {
        [if self.language.version < 51 { 0 } else { space }, number]
    }

    /// Refuses what indexes textures by other than constants before 5.1.
    fn check_indices(&mut self) {
        if self.language.version > 50 {
            return;
        }
        for node in self.tree.nodes() {
            let Kind::Path(base, steps) = self.tree.kind(node) else { continue };
            let Some(&Step::Index(index)) = self.tree.steps(steps).first() else { continue };
            let Some(var) = self.tree.variable_of(base) else { continue };
            let is_array = element(self.module, self.tree.variable(var).ty) != self.tree.variable(var).ty;
            if !is_array || !matches!(self.roles.get(&var), Some(Role::Opaque | Role::StorageBlock)) {
                continue;
            }
            if !matches!(self.tree.kind(index), Kind::Constant(_)) {
                self.at = self.tree.node(node).at;
                let what = "shader models up to 5.0 index arrays of textures and buffers by constants alone; 5.1 by any number";
                self.refuse_before(51, Reason::Interface, what);
            }
        }
    }

    /// Gives arrays without a length spaces of their own, where other registers would follow: they take all.
    fn reserve_spaces(&mut self) {
        if self.language.version < 51 {
            return;
        }
        let mut all = Vec::new();
        for &(var, role) in self.globals_in_order().iter() {
            if !matches!(role, Role::UniformBlock | Role::StorageBlock | Role::Opaque) {
                continue;
            }
            let Some([space, number]) = self.binding_of(var) else { continue };
            let ty = self.tree.variable(var).ty;
            let own = self.register_class(var, Slot::Any);
            let inner = element(self.module, ty);
            let is_combined = matches!(self.module.ty(inner), Some(Type::SampledImage { .. }));
            let sampler = Some(Register::Sampler).filter(|_| is_combined && self.has_sampler(inner));
            let is_endless = matches!(self.module.ty(ty), Some(Type::RuntimeArray { .. }));
            for class in [Some(own), sampler].into_iter().flatten() {
                let place = self.language.given.get(&(var, class)).copied().unwrap_or([space, number]);
                all.push((var, class, place, is_endless));
            }
        }
        let mut next = all.iter().map(|found| found.2[0]).max().unwrap_or(0).saturating_add(1);
        for &(var, class, [space, number], is_endless) in &all {
            let follows = |other: &(Var, Register, [u32; 2], bool)| {
                (other.0, other.1) != (var, class)
                    && other.1 == class
                    && other.2[0] == space
                    && (other.2[1] >= number || other.3)
            };
            if !is_endless || self.language.given.contains_key(&(var, class)) || !all.iter().any(follows) {
                continue;
            }
            self.language.registers.take((class, next), 0, 1, var);
            self.language.given.insert((var, class), [next, 0]);
            next = next.saturating_add(1);
        }
    }

    /// Takes the numbers of render targets, which unordered access views have none of before 5.1.
    fn reserve_targets(&mut self) {
        if self.language.version > 50 || self.stage != Stage::Fragment {
            return;
        }
        let targets: Vec<(Var, u32)> = self.language.ports.targets().collect();
        let Some(&(var, last)) = targets.iter().max_by_key(|target| target.1) else { return };
        self.language.registers.take((Register::UnorderedAccess, 0), 0, last + 1, var);
    }

    /// Takes the registers that the options give resources, so that no other has them.
    fn reserve_registers(&mut self) {
        self.reserve_targets();
        if self.options.bindings.is_empty() {
            return;
        }
        for &(var, role) in self.globals_in_order().iter() {
            let ty = element(self.module, self.tree.variable(var).ty);
            let has_sampler =
                matches!(self.module.ty(ty), Some(Type::SampledImage { .. })) && self.has_sampler(ty);
            let slots = match role {
                Role::UniformBlock | Role::PushConstants | Role::StorageBlock | Role::Opaque => {
                    let own = self.register_class(var, Slot::Any);
                    [Some(own), Some(Register::Sampler).filter(|_| has_sampler)]
                }
                _ => continue,
            };
            for class in slots.into_iter().flatten() {
                let Some(given) = self.given(var, Slot::Register(class)) else { continue };
                let [space, number] = self.in_space(given);
                let count = self.length_of(self.tree.variable(var).ty);
                let limit = self.limit(class);
                let text = register_text(class, [space, number]);
                if number.saturating_add(count) > limit {
                    self.at = self.module.definition(self.tree.variable(var).id).unwrap_or(self.at);
                    let name = self.name_in_module(var);
                    let letter = class.letter();
                    let what = format!(
                        "{name} is given {text}, and this shader model has {letter} registers up to {}",
                        limit - 1
                    );
                    self.refuse_before(51, Reason::Binding, &what);
                }
                let mut registers = std::mem::take(&mut self.language.registers);
                if self.take_given(&mut registers, (class, space, number), (var, count), &text) {
                    self.language.given.insert((var, class), [space, number]);
                }
                self.language.registers = registers;
            }
        }
    }

    /// `register(b0, space1)`, the mark that the declaration ends with, and the numbers.
    pub(super) fn register(&mut self, class: Register, var: Var) -> (String, Mark, [u32; 2]) {
        let place = match self.language.given.get(&(var, class)) {
            Some(place) => *place,
            None => {
                let wanted = self.binding_of(var).unwrap_or_default();
                let [space, number] = self.in_space(wanted);
                let count = self.length_of(self.tree.variable(var).ty);
                let limit = self.limit(class);
                let wanted = if number < limit { number } else { 0 };
                let number = self.language.registers.take_free((class, space), wanted, count, var);
                if number.saturating_add(count) > limit {
                    let what = "the shader has more resources than this shader model has registers";
                    self.refuse_before(51, Reason::Interface, what);
                }
                [space, number]
            }
        };
        let is_split = class == Register::Sampler && self.register_class(var, Slot::Any) != class;
        let mark = if is_split { self.mark_sampler(var) } else { self.mark_resource(var, Some(place)) };
        (register_text(class, place), mark, place)
    }

    pub(super) fn map_resource(&mut self, var: Var, name: &str, register: &str) {
        let [set, binding] = self.binding_of(var).unwrap_or_default();
        self.map_variable(var, name, Mapping::Resource(set, binding));
        self.map_bound(register.to_owned());
    }

    fn uniform_block(&mut self, var: Var, role: Role, name: &str, text: &mut String) {
        let variable = self.tree.variable(var);
        let (inner, sizes) = self.array(variable.ty);
        let Some(Type::Struct { members }) = self.module.ty(inner) else { return };
        let (register, mark, _) = self.register(Register::ConstantBuffer, var);
        if !sizes.is_empty() {
            return self.block_array(var, (inner, &sizes), (name, &register, &mark), text);
        }
        let Some(placed) = self.place_members(inner) else {
            let what = "HLSL cannot place the members of a uniform block where they are";
            return self.refuse(Reason::Layout, what);
        };
        let bound = self.bound.get(&variable.id).cloned();
        let block = bound.unwrap_or_else(|| self.block_name(inner, name));
        match role {
            // The program finds it by the table of shaders.
            Role::ShaderRecord => {}
            Role::PushConstants => {
                self.map_variable(var, &block, Mapping::PushConstants);
                self.map_bound(register.clone());
            }
            _ => self.map_resource(var, &block, &register),
        }
        let mapped = self.map.last_mut().filter(|_| role != Role::ShaderRecord);
        if let Some(mapped) = mapped.filter(|mapped| mapped.members.len() == members.len()) {
            // Members of a cbuffer are variables of their own.
            for (index, member) in (0..).zip(&mut mapped.members) {
                let name = self.language.member(var, index);
                member.written = name.cloned().unwrap_or_default().to_string();
            }
        }
        let is_stated = placed.iter().any(|placed| !placed.is_natural);
        append!(*text, "\ncbuffer ", block, " : ", register, " {", mark, "\n");
        let mut members: Vec<(u32, Id)> = (0..).zip(members.iter().copied()).collect();
        if is_stated {
            // DXC takes places in ascending order alone when it writes SPIR-V.
            members.sort_by_key(|(index, _)| placed.get(*index as usize).map(|placed| placed.offset));
        }
        for (index, member) in members {
            let name = self.language.member(var, index).cloned().unwrap_or_default();
            let order = self.order_of_matrix(inner, index, member);
            let declared = self.declarator(member, &name);
            if declared.sizes.contains("[]") {
                self.refuse(Reason::Type, "a uniform block has an array without a length");
            }
            append!(*text, "    ", order, declared);
            if let Some(Placed { offset, .. }) = placed.get(index as usize).filter(|_| is_stated) {
                let lane = ["", ".y", ".z", ".w"][(*offset / 4 % 4) as usize];
                append!(*text, " : packoffset(c", offset / 16, lane, ")");
            }
            append!(*text, ";", self.mark_member(inner, index, is_stated), "\n");
        }
        text.push_str("};\n");
    }

    fn block_array(
        &mut self,
        var: Var,
        (block, sizes): (Id, &str),
        (name, register, mark): (&str, &str, &Mark),
        text: &mut String,
    ) {
        self.since(51, Reason::Interface, "arrays of uniform blocks");
        let natural = self.place_members(block).is_some_and(|placed| placed.iter().all(|one| one.is_natural));
        if !natural {
            self.refuse(Reason::Layout, "HLSL cannot place the members of an array of uniform blocks");
        }
        self.map_resource(var, name, register);
        let ty = self.struct_name(block);
        append!(*text, "ConstantBuffer<", ty, "> ", name, sizes, " : ", register, ";", mark, "\n");
    }

    fn opaque(&mut self, var: Var, name: &str, text: &mut String) {
        let variable = self.tree.variable(var);
        let (inner, sizes) = self.array(variable.ty);
        if sizes.contains("[]") {
            self.since(51, Reason::Interface, "arrays of resources without a length");
        }
        let compares = self.language.compared.contains(&var);
        let state = if compares { "SamplerComparisonState" } else { "SamplerState" };
        match self.module.ty(inner) {
            Some(Type::Sampler) => {
                let (register, mark, _) = self.register(Register::Sampler, var);
                self.map_resource(var, name, &register);
                append!(*text, state, " ", name, sizes, " : ", register, ";", mark, "\n");
            }
            Some(Type::Image(image)) if image.usage == 2 && image.dim != dim::SUBPASS_DATA => {
                let ty = self.image_name(&image);
                let (register, mark, _) = self.register(Register::UnorderedAccess, var);
                self.map_resource(var, name, &register);
                let coherent = if self.is_coherent(var) { "globallycoherent " } else { "" };
                append!(*text, coherent, ty, " ", name, sizes, " : ", register, ";", mark, "\n");
            }
            Some(Type::SampledImage { image }) => {
                let Some(Type::Image(ty)) = self.module.ty(image) else { return };
                let (register, mark, _) = self.register(Register::ShaderResource, var);
                self.map_resource(var, name, &register);
                let ty = self.image_name(&ty);
                append!(*text, ty, " ", name, sizes, " : ", register, ";", mark, "\n");
                if self.has_sampler(inner) {
                    let sampler = self.language.samplers.get(&var).cloned().unwrap_or_default();
                    let (register, mark, own) = self.register(Register::Sampler, var);
                    let place = self.binding_of(var).unwrap_or_default();
                    self.map_variable(var, &sampler, Mapping::SplitSampler(place, own));
                    append!(*text, state, " ", sampler, sizes, " : ", register, ";", mark, "\n");
                    self.map_bound(register);
                }
            }
            _ => {
                let (register, mark, _) = self.register(Register::ShaderResource, var);
                self.map_resource(var, name, &register);
                let ty = self.type_name(inner);
                append!(*text, ty, " ", name, sizes, " : ", register, ";", mark, "\n");
            }
        }
    }
}

/// `register(t3, space1)`.
pub(super) fn register_text(class: Register, [space, number]: [u32; 2]) -> String {
    match space {
        0 => joined!("register(", class.letter(), number, ")"),
        _ => joined!("register(", class.letter(), number, ", space", space, ")"),
    }
}
