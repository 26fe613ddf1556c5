//! Lists what a program binds to registers, with the names that it may have, and the name map of a module.

use glassbox_core::name_map::{self, Class, Place, Port, ROOT, ShaderNames};
use glassbox_core::stage::Stage;

use super::{
    Descriptor, DescriptorCount, DescriptorKind, EntryPoint, Reflection, TypeId, TypeKind, Variable,
};
use crate::grammar::value::storage_class as storage;

/// A block, texture or sampler that a module uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bound {
    /// Where the module has it.
    pub place: Place,
    /// Kind of register.
    pub class: Class,
    /// What it may be called: the name of the variable, then that of a block's type.
    pub names: Vec<String>,
}

impl Descriptor {
    /// Kind of register; `None` for what is no uniform block, texture or sampler.
    pub fn class(&self) -> Option<Class> {
        match self.kind {
            DescriptorKind::UniformBuffer => Some(Class::ConstantBuffer),
            DescriptorKind::SampledImage => Some(Class::Texture),
            DescriptorKind::Sampler => Some(Class::Sampler),
            _ => None,
        }
    }

    /// The same, of what is no array: a kind of register takes one of these.
    pub fn single_class(&self) -> Option<Class> {
        self.class().filter(|_| self.count == DescriptorCount::One)
    }

    /// Set and binding, if both are stated.
    pub fn place(&self) -> Option<Place> {
        Some(Place { set: self.set?, binding: self.binding? })
    }
}

impl Reflection {
    /// The blocks, textures and samplers that have places, by these; those that an entry point uses, if one is given.
    pub fn bound(&self, entry: Option<&EntryPoint>) -> Vec<Bound> {
        let is_used = |id: u32| entry.is_none_or(|entry| entry.use_of(id).is_some());
        let used = self.descriptors.iter().filter(|descriptor| is_used(descriptor.variable));
        let bound = used.filter_map(|descriptor| {
            let name = self.variable(descriptor.variable).and_then(|variable| variable.name.clone());
            let names = [name, self.block_name(descriptor.element)].into_iter().flatten();
            Some(Bound {
                place: descriptor.place()?,
                class: descriptor.class()?,
                names: names.filter(|name| !name.is_empty()).collect(),
            })
        });
        let mut found: Vec<Bound> = bound.collect();
        found.sort_by_key(|one| one.place);
        found
    }

    /// The name of a block's type. A block without one that holds nothing but a structure has the name of that.
    fn block_name(&self, block: TypeId) -> Option<String> {
        let ty = self.types.get(block.0 as usize)?;
        match &ty.kind {
            TypeKind::Struct { members, .. } if ty.name.as_deref().unwrap_or_default().is_empty() => {
                let [member] = members.as_slice() else { return None };
                self.types.get(member.ty.0 as usize)?.name.clone()
            }
            _ => ty.name.clone(),
        }
    }

    /// What the module calls the interface of an entry point.
    pub fn names(&self, entry: &EntryPoint, stage: Stage) -> ShaderNames {
        let [_, major, minor, _] = self.header.version.to_be_bytes();
        let mut names = ShaderNames {
            target: format!("SPIR-V {major}.{minor}"),
            stage,
            entry: entry.name.clone(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            resources: Vec::new(),
            stage_buffers: Vec::new(),
            module: None,
            lines: Vec::new(),
        };
        for used in &entry.uses {
            let Some(variable) = self.variable(used.variable) else { continue };
            match (variable.class, variable.location) {
                (storage::INPUT, Some(location)) => names.inputs.push(port(variable, location)),
                (storage::OUTPUT, Some(location)) => names.outputs.push(port(variable, location)),
                (storage::PUSH_CONSTANT, _) => names.resources.push(self.push_constant_names(variable)),
                _ => names.resources.extend(self.resource_names(variable)),
            }
        }
        names.sort();
        names
    }

    fn push_constant_names(&self, variable: &Variable) -> name_map::Resource {
        let name = variable.name.clone().unwrap_or_default();
        name_map::Resource {
            symbol: name.clone(),
            place: ROOT,
            class: Some(Class::ConstantBuffer),
            written: name,
            bound: "push constants".to_owned(),
            members: self.member_names(variable.ty),
        }
    }

    fn resource_names(&self, variable: &Variable) -> Option<name_map::Resource> {
        let descriptor = self.descriptors.iter().find(|found| found.variable == variable.id)?;
        let own = variable.name.clone().filter(|name| !name.is_empty());
        let of_type = || self.types.get(descriptor.element.0 as usize)?.name.clone();
        let name = own.or_else(of_type).unwrap_or_default();
        let place = descriptor.place()?;
        Some(name_map::Resource {
            symbol: name.clone(),
            place,
            class: descriptor.single_class(),
            written: name,
            bound: format!("set {} binding {}", place.set, place.binding),
            members: self.member_names(descriptor.element),
        })
    }

    fn member_names(&self, ty: TypeId) -> Vec<name_map::Member> {
        let members = self.members(ty).iter().filter_map(|member| {
            let name = member.name.clone().unwrap_or_default();
            Some(name_map::Member { written: name.clone(), name, offset: member.offset? })
        });
        members.collect()
    }
}

fn port(variable: &Variable, location: u32) -> Port {
    let name = variable.name.clone().unwrap_or_default();
    Port { written: name.clone(), name, location, index: variable.index.unwrap_or(0) }
}
