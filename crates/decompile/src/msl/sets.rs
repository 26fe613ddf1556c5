//! Groups the resources of each descriptor set in a structure that is an argument buffer.

use std::collections::BTreeMap;

use foldhash::HashMap;
use glassbox_spirv::module::Type;

use super::bind::{Kind, Wanted};
use super::{Msl, Need};
use crate::interface::{Role, element};
use crate::names::Name;
use crate::refusal::Reason;
use crate::text::{Writer, append, joined};
use crate::tree::Var;
use crate::{ArgumentBuffers, Mapped, Mapping};

/// The first version with argument buffers.
const SINCE: u16 = 20;

/// The argument buffers of an entry point.
#[derive(Default)]
pub(super) struct Sets {
    all: BTreeMap<u32, Set>,
    /// Sets by resource.
    of: HashMap<Var, u32>,
    /// Names and ids of the sizes of buffers whose arrays have no length.
    sizes: BTreeMap<Var, (Name, u32)>,
}

/// An argument buffer.
#[derive(Clone, Default)]
struct Set {
    name: Name,
    ty: Name,
    /// Index of the buffer.
    index: u32,
    /// Resources in the order of their ids.
    members: Vec<(u32, Var, Kind)>,
    /// The first id that is free.
    next: u32,
}

impl Writer<'_, '_, Msl> {
    /// True if the text has argument buffers.
    pub(super) fn has_sets(&self) -> bool {
        self.options.argument_buffers == ArgumentBuffers::PerSet
    }

    /// Numbers the members of argument buffers, and these; the first index of buffers that is free.
    pub(super) fn bind_sets(&mut self, wanted: BTreeMap<u32, Vec<Wanted>>) -> u32 {
        if !wanted.is_empty() {
            self.since(SINCE, Reason::Interface, "argument buffers");
        }
        let keeps = wanted.keys().all(|set| *set < Kind::Buffer.limit());
        let mut next = 0;
        for (rank, (set, mut all)) in (0..).zip(wanted) {
            all.sort_by_key(|one| (one.place, one.var, one.kind));
            let end = self.number_all(&all, u32::MAX);
            let name = self.names.take(&joined!("set", set));
            let ty = self.names.take(&joined!("Set", set));
            let index = if keeps { set } else { rank };
            next = index + 1;
            let mut members: Vec<(u32, Var, Kind)> =
                all.iter().map(|one| (self.index_of(one.var, one.kind), one.var, one.kind)).collect();
            members.sort_unstable();
            self.check_ids(&all);
            self.language.sets.of.extend(all.iter().map(|one| (one.var, set)));
            self.language.sets.all.insert(set, Set { name, ty, index, members, next: end });
        }
        next
    }

    /// Refuses stated bindings that are the same in a set.
    fn check_ids(&mut self, all: &[Wanted]) {
        let mut ranges: Vec<(u32, u32)> = all
            .iter()
            .map(|one| {
                let start = self.index_of(one.var, one.kind);
                (start, start.saturating_add(one.count))
            })
            .collect();
        ranges.sort_unstable();
        if ranges.windows(2).any(|pair| pair[0].1 > pair[1].0) {
            self.refuse(
                Reason::Interface,
                "two members of an argument buffer have the same id; state others, or none",
            );
        }
    }

    /// What the argument buffer is called that a resource is in.
    fn set_name(&mut self, var: Var) -> Option<Name> {
        let set = *self.language.sets.of.get(&var)?;
        self.language.needs.insert(Need::Set(set));
        self.language.sets.all.get(&set).map(|set| set.name.clone())
    }

    /// A resource of an argument buffer as its member; a block is a pointer there.
    pub(super) fn set_member(&mut self, var: Var) -> Option<String> {
        let set = self.set_name(var)?;
        Some(joined!(set, ".", self.globals.get(&var).cloned().unwrap_or_default()))
    }

    /// True for a block that is in an argument buffer, and so a pointer.
    pub(super) fn is_set_block(&self, var: Var) -> bool {
        self.language.sets.of.contains_key(&var)
            && matches!(self.roles.get(&var), Some(Role::UniformBlock | Role::StorageBlock | Role::Plain))
            && !self.is_block_array(var)
            && !self.is_bare_array(var)
    }

    /// The sampler of a combined one as a member of an argument buffer.
    pub(super) fn set_sampler(&mut self, var: Var) -> Option<String> {
        let set = self.set_name(var)?;
        Some(joined!(set, ".", self.sampler_name(var)))
    }

    /// The size in bytes of a buffer in an argument buffer, which has it beside the buffer; for an array of buffers, the array of theirs.
    pub(super) fn set_size(&mut self, var: Var) -> Option<String> {
        let name = self.set_name(var)?;
        let set = self.language.sets.of.get(&var).copied()?;
        if !self.language.sets.sizes.contains_key(&var) {
            let buffer = self.globals.get(&var).cloned().unwrap_or_default();
            let size = self.names.take(&joined!(buffer, "_size"));
            let count = self.count_of(var);
            let id = self.language.sets.all.get_mut(&set).map_or(0, |set| {
                let id = set.next;
                set.next = id.saturating_add(count);
                id
            });
            self.language.sets.sizes.insert(var, (size, id));
        }
        self.language.sets.sizes.get(&var).map(|(size, _)| joined!(name, ".", size))
    }

    /// Name and index of an argument buffer.
    pub(super) fn set_place(&self, set: u32) -> (Name, u32) {
        let found = self.language.sets.all.get(&set);
        found.map_or_else(Default::default, |set| (set.name.clone(), set.index))
    }

    /// A declaration of an argument buffer that a function takes.
    pub(super) fn set_declarator(&self, set: u32) -> String {
        let found = self.language.sets.all.get(&set);
        found.map_or_else(String::new, |set| joined!("constant ", set.ty, "& ", set.name))
    }

    /// Declarations of the argument buffers; adds their members to the map.
    pub(super) fn set_structures(&mut self) -> String {
        let mut text = String::new();
        for set in self.language.sets.all.clone().into_values() {
            let mut lines = String::new();
            for &(id, var, kind) in &set.members {
                let declared = self.set_line(var, kind);
                let order = self.roles.get(&var).map_or("", |role| self.raster_order(var, *role));
                let mark = if self.is_split(var, kind) {
                    self.mark_sampler(var)
                } else {
                    // The set is the index of the buffer.
                    self.mark_resource(var, Some([set.index, id]))
                };
                append!(lines, "    ", declared, " [[id(", id, ")", order, "]];", mark, "\n");
                self.map_member(var, kind, joined!("[[buffer(", set.index, ")]] [[id(", id, ")]]"));
            }
            let mut sizes: Vec<(u32, Name, Var)> = Vec::new();
            for (&var, (name, id)) in &self.language.sets.sizes {
                if set.members.iter().any(|member| member.1 == var) {
                    sizes.push((*id, name.clone(), var));
                }
            }
            sizes.sort_unstable();
            for (id, name, var) in sizes {
                let ty = if self.is_block_array(var) {
                    joined!("array<uint, ", self.count_of(var), ">")
                } else {
                    "uint".to_owned()
                };
                append!(lines, "    ", ty, " ", name, " [[id(", id, ")]];\n");
                let [group, binding] = self.binding_of(var).unwrap_or_default();
                let stated = self.annotations.name(self.tree.variable(var).id).unwrap_or_default();
                let kind = Mapping::BufferSize([group, binding]);
                self.map.push(Mapped::new(joined!(stated, ".size"), &name, kind));
                self.map_bound(joined!("[[buffer(", set.index, ")]] [[id(", id, ")]]"));
            }
            append!(text, "\nstruct ", set.ty, " {\n", lines, "};\n");
        }
        text
    }

    /// True for the sampler of a combined texture and sampler.
    pub(super) fn is_split(&self, var: Var, kind: Kind) -> bool {
        let ty = element(self.module, self.tree.variable(var).ty);
        kind == Kind::Sampler && !matches!(self.module.ty(ty), Some(Type::Sampler))
    }

    fn map_member(&mut self, var: Var, kind: Kind, bound: String) {
        let place @ [set, binding] = self.binding_of(var).unwrap_or_default();
        if self.is_split(var, kind) {
            let name = self.sampler_name(var);
            let id = self.index_of(var, kind);
            self.map_variable(var, &name, Mapping::SplitSampler(place, [set, id]));
        } else {
            let name = self.globals.get(&var).cloned().unwrap_or_default();
            self.map_variable(var, &name, Mapping::Resource(set, binding));
        }
        self.map_bound(bound);
    }

    /// A member of an argument buffer.
    fn set_line(&mut self, var: Var, kind: Kind) -> String {
        let name = self.globals.get(&var).cloned().unwrap_or_default();
        let ty = self.tree.variable(var).ty;
        let Some(role) = self.roles.get(&var).copied() else { return String::new() };
        self.at = self.module.definition(self.tree.variable(var).id).unwrap_or(self.at);
        match (role, kind) {
            (Role::Opaque, Kind::Sampler)
                if matches!(self.module.ty(element(self.module, ty)), Some(Type::SampledImage { .. })) =>
            {
                let name = self.sampler_name(var);
                self.sampler_declarator(ty, &name)
            }
            (Role::Opaque, _) => self.opaque_declarator(var, ty, &name),
            _ if self.is_set_block(var) => {
                let space = self.space(var, role);
                joined!(space, " ", self.type_name(ty), "* ", name)
            }
            _ => self.buffer_declarator(var, role, &name),
        }
    }
}
