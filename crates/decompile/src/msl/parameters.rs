//! Spells what functions take from outside of them: parameters, and those of the entry point with attributes.

use glassbox_core::stage::Stage;
use glassbox_spirv::module::Type;

use super::bind::Kind as Resource;
use super::layout::Store;
use super::{Msl, Need};
use crate::interface::{Role, element};
use crate::names::Name;
use crate::refusal::Reason;
use crate::text::{Writer, joined, unmarked_length};
use crate::tree::{Body, Var};
use crate::{Domain, Mapped, Mapping};

/// Longest line of parameters.
const MAX_LINE: usize = 110;

impl Writer<'_, '_, Msl> {
    /// Parameters for what a function uses from outside.
    pub(super) fn hidden_text(&mut self, body: &Body) -> String {
        let function = self.module.functions[body.index].id;
        let mut needs: Vec<Need> = self.language.needs.iter().copied().collect();
        // Nothing calls the entry point.
        if !self.language.is_entry {
            self.language.needs_of.insert(function, self.language.needs.clone());
        }
        needs.sort_by_cached_key(|need| self.order(*need));
        let mut all = Vec::new();
        for need in needs {
            let declared = if self.language.is_entry {
                self.entry_need(need)
            } else {
                self.need(need).into_iter().collect()
            };
            all.extend(declared);
        }
        if all.is_empty() {
            return String::new();
        }
        let text = all.join(", ");
        if !self.language.is_entry {
            let separator = if body.parameters.is_empty() { "" } else { ", " };
            return joined!(separator, text);
        }
        // A comment ends its line.
        let is_short = unmarked_length(&text) <= MAX_LINE && (!self.options.comments || all.len() == 1);
        if is_short { text } else { joined!("\n    ", all.join(",\n    ")) }
    }

    /// Order of parameters: inputs and outputs, buffers, textures, samplers, built-in variables, then the rest.
    pub(super) fn order(&self, need: Need) -> (u8, u32, Var) {
        match need {
            Need::Inputs | Need::Outputs => (0, 0, 0),
            Need::Set(set) => (2, self.set_place(set).1, 0),
            Need::Sizes => (2, u32::MAX, 0),
            Need::Place | Need::Sample | Need::PatchId => (5, 0, 0),
            Need::Group(of) => (2, u32::MAX, of as Var),
            Need::Levels => (2, u32::MAX, 10),
            Need::PatchPoints => (2, u32::MAX, 11),
            Need::Mesh => (0, 0, 1),
            Need::Thread => (5, 0, 0),
            Need::Counts => (7, 0, 0),
            Need::Var(var) if self.language.mesh.payload == Some(var) => (1, 0, 0),
            Need::Sampler(var) => (4, self.index_of(var, Resource::Sampler), var),
            Need::Var(var) if self.language.built_ins.contains_key(&var) => (5, 0, var),
            Need::Var(var) => {
                let kind = self.roles.get(&var).and_then(|role| self.kinds(var, *role).first().copied());
                let class = match kind {
                    Some(Resource::Buffer) => 2,
                    Some(Resource::Texture) => 3,
                    Some(Resource::Sampler) => 4,
                    None if self.roles.get(&var) == Some(&Role::Input) => 1,
                    None => 6,
                };
                (class, kind.map_or(0, |kind| self.index_of(var, kind)), var)
            }
        }
    }

    /// The parameter of a function that is not the entry point.
    fn need(&mut self, need: Need) -> Option<String> {
        let ports = &self.language.ports;
        Some(match need {
            Need::Inputs if self.stage == Stage::TessellationEvaluation => {
                joined!("const thread ", ports.input_type, "& ", ports.input)
            }
            Need::Inputs => joined!(ports.input_type, " ", ports.input),
            Need::Group(_) | Need::Levels | Need::PatchPoints | Need::PatchId => {
                return self.patch_parameter(need);
            }
            Need::Outputs => joined!("thread ", ports.output_type, "& ", ports.output),
            Need::Counts => self.counts_parameter(),
            Need::Mesh | Need::Thread => return None,
            Need::Sampler(var) => {
                let name = self.sampler_name(var);
                self.sampler_declarator(self.tree.variable(var).ty, &name)
            }
            Need::Set(set) => self.set_declarator(set),
            Need::Sizes => joined!("constant uint* ", self.language.sizes),
            Need::Place => joined!("float4 ", self.language.fragment_place),
            Need::Sample => joined!("uint ", self.language.sample_id),
            Need::Var(var) => {
                let name = self.globals.get(&var).cloned().unwrap_or_default();
                self.need_of_variable(var, &name)?
            }
        })
    }

    fn need_of_variable(&mut self, var: Var, name: &str) -> Option<String> {
        let ty = self.tree.variable(var).ty;
        let role = self.roles.get(&var).copied()?;
        if let Some(row) = self.language.built_ins.get(&var).copied() {
            return Some(joined!(self.vector_name(row.scalar, row.count), " ", name));
        }
        Some(match role {
            Role::Input => joined!(self.declarator(ty, name)),
            Role::Output | Role::Private => self.reference("thread", ty, name),
            Role::Shared => self.reference(self.shared_space(var), ty, name),
            Role::Opaque => self.opaque_declarator(var, ty, name),
            _ => self.buffer_declarator(var, role, name),
        })
    }

    /// The space of a buffer.
    pub(super) fn space(&self, var: Var, role: Role) -> &'static str {
        if role != Role::StorageBlock {
            return "constant";
        }
        // Functions take references to what they may write.
        let is_const = self.is_read_only(var) && !self.language.referenced.contains(&var);
        if is_const { "const device" } else { "device" }
    }

    pub(super) fn buffer_declarator(&mut self, var: Var, role: Role, name: &str) -> String {
        let ty = self.tree.variable(var).ty;
        let space = self.space(var, role);
        match self.module.ty(ty) {
            _ if role == Role::Plain => {}
            Some(Type::Array { element, length })
                if matches!(self.module.ty(element), Some(Type::Struct { .. })) =>
            {
                let block = self.type_name(element);
                return joined!("array<", space, " ", block, "*, ", self.length(length), "> ", name);
            }
            Some(Type::Array { .. } | Type::RuntimeArray { .. }) => {
                self.refuse(
                    Reason::Interface,
                    "an array of blocks without a length, or of arrays, needs an argument buffer; give it a length",
                );
                return String::new();
            }
            _ => {}
        }
        if self.is_bare_array(var) {
            let store = self
                .form(ty)
                .and_then(|form| form.members.first())
                .map_or(Store::Plain, |member| member.store);
            let member = self.module.component_type(ty, 0).unwrap_or(0);
            let core = self.stored_name(element(self.module, member), store);
            return joined!(space, " ", core, "* ", name);
        }
        self.reference(space, ty, name)
    }

    /// Parameters of the entry point.
    fn entry_need(&mut self, need: Need) -> Vec<String> {
        if let Some(parameter) = self.mesh_parameter(need) {
            return vec![parameter];
        }
        match need {
            Need::Inputs => {
                let ports = &self.language.ports;
                vec![joined!(ports.input_type, " ", ports.input, " [[stage_in]]")]
            }
            Need::Outputs | Need::Counts | Need::Mesh | Need::Thread => Vec::new(),
            Need::Group(_) | Need::Levels | Need::PatchPoints | Need::PatchId => self.control_parameter(need),
            Need::Set(set) => {
                let index = self.set_place(set).1;
                vec![joined!(self.set_declarator(set), " [[buffer(", index, ")]]")]
            }
            Need::Sizes => {
                let index = self.sizes_index();
                let name = self.language.sizes.clone();
                self.map.push(Mapped::new(String::new(), &name, Mapping::BufferSizes));
                self.map_bound(joined!("[[buffer(", index, ")]]"));
                vec![joined!("constant uint* ", name, " [[buffer(", index, ")]]")]
            }
            Need::Place => vec![joined!("float4 ", self.language.fragment_place, " [[position]]")],
            Need::Sample => vec![joined!("uint ", self.language.sample_id, " [[sample_id]]")],
            Need::Sampler(var) => {
                let name = self.sampler_name(var);
                let index = self.index_of(var, Resource::Sampler);
                let place = self.binding_of(var).unwrap_or_default();
                self.map_variable(var, &name, Mapping::SplitSampler(place, [0, index]));
                self.map_bound(joined!("[[sampler(", index, ")]]"));
                let declared = self.sampler_declarator(self.tree.variable(var).ty, &name);
                let mark = self.mark_sampler(var);
                vec![joined!(declared, " [[sampler(", index, ")]]", mark)]
            }
            Need::Var(var) if self.is_block_array(var) => self.entry_blocks(var),
            Need::Var(var) => self.entry_variable(var).into_iter().collect(),
        }
    }

    fn entry_blocks(&mut self, var: Var) -> Vec<String> {
        let Some(role) = self.roles.get(&var).copied() else { return Vec::new() };
        let name = self.globals.get(&var).cloned().unwrap_or_default();
        let first = self.index_of(var, Resource::Buffer);
        let [set, binding] = self.binding_of(var).unwrap_or_default();
        self.map_variable(var, &name, Mapping::Resource(set, binding));
        self.map_bound(joined!("[[buffer(", first, ")]]"));
        let Some(Type::Array { element, .. }) = self.module.ty(self.tree.variable(var).ty) else {
            return Vec::new();
        };
        let block = self.type_name(element);
        let space = self.space(var, role);
        let names = self.block_names(var);
        let declared = (first..).zip(&names);
        let order = self.raster_order(var, role);
        let mark = self.mark_resource(var, None);
        let parameter =
            |(index, one)| joined!(space, " ", block, "& ", one, " [[buffer(", index, ")", order, "]]", mark);
        declared.map(parameter).collect()
    }

    /// Names of the blocks of an array.
    pub(super) fn block_names(&mut self, var: Var) -> Vec<Name> {
        if let Some(names) = self.language.block_arrays.get(&var) {
            return names.clone();
        }
        let name = self.globals.get(&var).cloned().unwrap_or_default();
        let count = match self.module.ty(self.tree.variable(var).ty) {
            // More have no index.
            Some(Type::Array { length, .. }) => self.length(length).min(32),
            _ => 0,
        };
        let names: Vec<Name> = (0..count).map(|index| self.names.take(&joined!(name, "_", index))).collect();
        self.language.block_arrays.insert(var, names.clone());
        names
    }

    fn entry_variable(&mut self, var: Var) -> Option<String> {
        let role = self.roles.get(&var).copied()?;
        let name = self.globals.get(&var).cloned().unwrap_or_default();
        self.at = self.module.definition(self.tree.variable(var).id).unwrap_or(self.at);
        if let Some(row) = self.language.built_ins.get(&var).copied() {
            if row.name == "tess_coord" && self.language.domain == Domain::Quads {
                let place = self.language.patches.place.clone();
                return Some(joined!("float2 ", place, " [[", row.attribute, "]]"));
            }
            let ty = self.vector_name(row.scalar, row.count);
            return Some(joined!(ty, " ", name, " [[", row.attribute, "]]"));
        }
        let kind = *self.kinds(var, role).first()?;
        let index = self.index_of(var, kind);
        let mapping = match self.binding_of(var) {
            _ if role == Role::PushConstants => Mapping::PushConstants,
            Some([set, binding]) => Mapping::Resource(set, binding),
            None => Mapping::Resource(0, 0),
        };
        self.map_variable(var, &name, mapping);
        self.map_bound(joined!("[[", kind.word(), "(", index, ")]]"));
        let declared = self.need_of_variable(var, &name)?;
        let order = self.raster_order(var, role);
        let mark = self.mark_resource(var, Some([0, index]));
        Some(joined!(declared, " [[", kind.word(), "(", index, ")", order, "]]", mark))
    }

    /// What makes fragments of one place access a resource one after the other, where the module asks for that.
    pub(super) fn raster_order(&self, var: Var, role: Role) -> &'static str {
        let is_written = match role {
            Role::StorageBlock => self.space(var, role) == "device",
            Role::Opaque => self.usage(var).writes,
            _ => false,
        };
        if is_written && self.is_interlocked() { ", raster_order_group(0)" } else { "" }
    }
}
