//! Makes uniforms of the members of blocks: effects have no blocks, and no uniforms of structures.

use std::collections::BTreeMap;

use glassbox_spirv::build::value::decoration;
use glassbox_spirv::module::{Id, Type};

use super::Sksl;
use super::types::half_of;
use crate::interface::{Role, element};
use crate::names::{Name, says_nothing};
use crate::refusal::Reason;
use crate::text::{ANY, Mark, Scalar, Writer};
use crate::tree::{Kind, Node, Step, Var};
use crate::{Mapped, MappedMember, Mapping};

/// Most members of a structure that is read as a whole.
const MAX_MEMBERS: usize = 256;

/// A uniform that a member of a block became.
#[derive(Clone, Debug)]
pub(super) struct Uniform {
    name: Name,
    /// Type of the member, without arrays.
    ty: Id,
    /// Length of the array, or 0.
    length: u32,
    is_half: bool,
}

/// Uniforms by variable and the indices of the members on the way.
pub(super) type Uniforms = BTreeMap<(Var, Vec<u32>), Uniform>;

impl Writer<'_, '_, Sksl> {
    /// Names the uniforms that are read.
    pub(super) fn find_uniforms(&mut self, used: &[Var]) {
        let is_block = |role: Option<&Role>| matches!(role, Some(Role::UniformBlock | Role::PushConstants));
        // Blocks have no names in the text.
        let blocks = used.iter().filter(|var| is_block(self.roles.get(var)));
        let names: Vec<Name> = blocks.filter_map(|var| self.globals.get(var).cloned()).collect();
        self.names.release(&names);
        for (var, members) in self.language.usage.members.clone() {
            self.at = self.module.definition(self.tree.variable(var).id).unwrap_or(self.at);
            self.add_uniforms(var, members);
        }
    }

    /// Adds the uniform of a member, or those of a structure.
    fn add_uniforms(&mut self, var: Var, members: Vec<u32>) {
        let mut work = vec![members];
        let mut count = 0;
        while let Some(members) = work.pop() {
            let key = (var, members);
            if self.language.uniforms.contains_key(&key) {
                continue;
            }
            let Some((ty, length)) = self.member_type(var, &key.1) else {
                self.refuse(Reason::Type, "SkSL has no arrays of arrays; use one array");
                return;
            };
            count += 1;
            if count > MAX_MEMBERS {
                self.refuse(
                    Reason::Depth,
                    "a structure of very many members is read as a whole; read its members",
                );
                return;
            }
            if let Some(Type::Struct { members }) = self.module.ty(ty) {
                let inner = (0..members.len() as u32).rev().take(MAX_MEMBERS + 1);
                work.extend(inner.map(|index| [key.1.as_slice(), &[index]].concat()));
                continue;
            }
            let uniform = self.uniform(var, &key.1, (ty, length));
            self.language.uniforms.insert(key, uniform);
        }
    }

    /// Type of a member without arrays, and the length of the array, or 0; nothing where there are several.
    fn member_type(&self, var: Var, members: &[u32]) -> Option<(Id, u32)> {
        let mut ty = self.tree.variable(var).ty;
        let mut length = 0;
        let mut rest = members.iter();
        loop {
            match self.module.ty(ty) {
                Some(Type::Array { element, length: count }) if length == 0 => {
                    length = self.module.constant_u32(count)?;
                    ty = element;
                }
                Some(Type::Array { .. } | Type::RuntimeArray { .. }) => return None,
                Some(Type::Struct { members }) => match rest.next() {
                    Some(index) => ty = *members.get(*index as usize)?,
                    None => return Some((ty, length)),
                },
                _ => return Some((ty, length)),
            }
        }
    }

    fn uniform(&mut self, var: Var, members: &[u32], (ty, length): (Id, u32)) -> Uniform {
        let variable = self.tree.variable(var);
        let mut names = Vec::new();
        let mut outer = element(self.module, variable.ty);
        let mut is_half = self.is_relaxed(variable.id, ty);
        for &index in members {
            // Members that wrap others say nothing.
            names.extend(self.annotations.member_name(outer, index).filter(|name| !says_nothing(name)));
            let relaxed = self.annotations.member_decoration(outer, index, decoration::RELAXED_PRECISION);
            is_half = relaxed.is_some();
            let inner = self.module.component_type(outer, index).unwrap_or(0);
            outer = element(self.module, inner);
        }
        let is_float = self.scalar(ty) == Some(Scalar::Float(32));
        let name = match self.globals.get(&var).filter(|_| members.is_empty()) {
            Some(name) => name.clone(),
            None if names.is_empty() => self.names.take("parameter"),
            None => self.names.take(&names.join("_")),
        };
        self.check_uniform(ty);
        Uniform { name, ty, length, is_half: is_half && is_float }
    }

    /// Refuses uniforms of types that effects do not have.
    fn check_uniform(&mut self, ty: Id) {
        if let Some(Type::Matrix { column, count }) = self.module.ty(ty)
            && self.module.vector_size(column) != Some(count)
        {
            self.refuse(Reason::Type, "an effect has no uniform matrices that are not square; use vectors");
        }
        if self.scalar(ty) == Some(Scalar::Bool) {
            self.refuse(Reason::Type, "an effect has no uniforms of truth values; use integers");
        }
    }

    /// Writes the start of a path in a uniform variable; the number of steps that it took.
    pub(super) fn uniform_path(&mut self, var: Var, steps: &[Step]) -> usize {
        let var = self.tree.actual(var);
        let members = self.members_of(var, steps);
        let mut index = String::new();
        let mut ty = self.tree.variable(var).ty;
        let mut taken = 0;
        for step in steps {
            match (self.module.ty(ty), *step) {
                (Some(Type::Struct { .. }), _) => {}
                (Some(Type::Array { .. } | Type::RuntimeArray { .. }), Step::Part(part)) => {
                    index = format!("[{part}]");
                }
                (Some(Type::Array { .. } | Type::RuntimeArray { .. }), Step::Index(node)) => {
                    index = format!("[{}]", self.capture(|writer| writer.index_text(node)));
                }
                _ => break,
            }
            ty = self.step_type(ty, *step);
            taken += 1;
        }
        let text = self.uniform_text(var, members, &index);
        self.out.push_str(&text);
        taken
    }

    /// Writes a part of what is loaded from a uniform variable at once; false for other paths.
    pub(super) fn uniform_part(&mut self, node: Node) -> bool {
        let Some((var, steps)) = self.uniform_steps(node) else { return false };
        let taken = self.uniform_path(var, &steps);
        let mut ty = self.tree.variable(var).ty;
        for (index, step) in steps.into_iter().enumerate() {
            if index >= taken {
                self.write_step(ty, step);
            }
            ty = self.step_type(ty, step);
        }
        true
    }

    /// Name of the uniform that a member of a block of this name is, read or not; nothing if no block has such a member.
    pub(super) fn require_uniform(&mut self, name: &str) -> Option<Name> {
        let globals = self.globals_in_order();
        let found = globals.iter().find_map(|&(var, role)| {
            if role != Role::UniformBlock {
                return None;
            }
            let block = element(self.module, self.tree.variable(var).ty);
            let Some(Type::Struct { members }) = self.module.ty(block) else { return None };
            let mut indices = 0..members.len() as u32;
            let index = indices.find(|index| self.annotations.member_name(block, *index) == Some(name))?;
            Some((var, vec![index]))
        })?;
        self.add_uniforms(found.0, found.1.clone());
        self.language.uniforms.get(&found).map(|uniform| uniform.name.clone())
    }

    /// True for the uniform of a member that has a name.
    pub(super) fn uniform_is_named(&self, key: (Var, Vec<u32>), name: &str) -> bool {
        self.language.uniforms.get(&key).is_some_and(|uniform| &*uniform.name == name)
    }

    /// What a uniform is read as; a structure is made of its members.
    fn uniform_text(&mut self, var: Var, members: Vec<u32>, index: &str) -> String {
        if !self.spend() {
            return String::new();
        }
        let key = (var, members);
        if let Some(uniform) = self.language.uniforms.get(&key).cloned() {
            let is_whole = uniform.length > 0 && index.is_empty();
            let text = format!("{}{index}", uniform.name);
            // Effects have no uniforms of unsigned integers; the bits are the same.
            return match self.scalar(uniform.ty) {
                Some(scalar @ Scalar::Uint(32)) => {
                    if is_whole {
                        self.refuse(
                            Reason::Type,
                            "an array of unsigned integers is read as a whole; read its elements",
                        );
                    }
                    let count = self.module.vector_size(uniform.ty).unwrap_or(1);
                    format!("{}({text})", self.vector_text(scalar, count))
                }
                _ => text,
            };
        }
        let Some((ty, length)) = self.member_type(var, &key.1) else { return String::new() };
        let Some(Type::Struct { members }) = self.module.ty(ty) else { return String::new() };
        if length > 0 && index.is_empty() {
            self.refuse(Reason::Type, "an array of structures is read as a whole; read its elements");
            return String::new();
        }
        let count = members.len().min(MAX_MEMBERS) as u32;
        let parts: Vec<String> = (0..count)
            .map(|part| self.uniform_text(var, [key.1.as_slice(), &[part]].concat(), index))
            .collect();
        if self.has_array(ty) && !self.is_300() {
            self.refuse_version(Reason::Type, "constructors of structures with arrays");
        }
        let name = self.struct_name(ty);
        format!("{name}({})", parts.join(", "))
    }

    /// True for structures with a member that is an array.
    pub(super) fn has_array(&self, ty: Id) -> bool {
        let mut work = vec![ty];
        let mut left = MAX_MEMBERS;
        while let Some(ty) = work.pop() {
            let Some(rest) = left.checked_sub(1) else { return true };
            left = rest;
            match self.module.ty(ty) {
                Some(Type::Array { .. }) => return true,
                Some(Type::Struct { members }) => work.extend(members),
                _ => {}
            }
        }
        false
    }

    /// Refuses constant indices outside of an array, which Skia refuses too.
    pub(super) fn check_path(&mut self, node: Node) {
        let Kind::Path(base, steps) = self.tree.kind(node) else { return };
        let mut ty = self.tree.node(base).ty;
        for index in 0..self.tree.steps(steps).len() {
            let step = self.tree.steps(steps)[index];
            let part = match step {
                Step::Part(part) => Some(part),
                Step::Index(index) => self.constant_of(index),
            };
            let count = match self.module.ty(ty) {
                Some(Type::Array { length, .. }) => self.module.constant_u32(length),
                Some(Type::Vector { count, .. } | Type::Matrix { count, .. }) => Some(count),
                _ => None,
            };
            if part.zip(count).is_some_and(|(part, count)| part >= count) {
                self.refuse(
                    Reason::Instruction,
                    "an index is outside of its array; the program has no meaning",
                );
            }
            ty = self.step_type(ty, step);
        }
    }

    /// Writes an index. Version 100 has those that are known when the program is compiled.
    pub(super) fn index_text(&mut self, index: Node) {
        if !self.is_300() && !self.is_fixed(index) {
            let what = "indices other than constants, counters of loops and sums of these";
            self.refuse_version(Reason::Instruction, what);
        }
        self.expr(index, ANY);
    }

    /// Declarations of uniforms.
    pub(super) fn uniforms_text(&mut self) -> String {
        let mut text = String::new();
        let mut blocks: BTreeMap<Var, Vec<MappedMember>> = BTreeMap::new();
        for ((var, members), uniform) in std::mem::take(&mut self.language.uniforms) {
            let scalar = match self.scalar(uniform.ty) {
                // Read as unsigned where it is used.
                Some(Scalar::Uint(32))
                    if !matches!(self.module.ty(uniform.ty), Some(Type::Matrix { .. })) =>
                {
                    let count = self.module.vector_size(uniform.ty).unwrap_or(1);
                    self.vector_text(Scalar::Int(32), count).to_owned()
                }
                _ => self.type_text(uniform.ty).to_string(),
            };
            let ty = if uniform.is_half { half_of(scalar) } else { scalar };
            let length = if uniform.length > 0 { format!("[{}]", uniform.length) } else { String::new() };
            let member = self.mapped_member(var, &members, uniform.name.to_string());
            let mark = self.mark_uniform(var, &member);
            text.push_str(&format!("uniform {ty} {}{length};{mark}\n", member.written));
            blocks.entry(var).or_default().push(member);
        }
        for (var, members) in blocks {
            self.map_block(var, members);
        }
        text
    }

    /// The mark of a uniform. The comment is the block and the offset of the member that it was.
    fn mark_uniform(&self, var: Var, member: &MappedMember) -> Mark {
        let id = self.tree.variable(var).id;
        if !self.options.comments || self.roles.get(&var) == Some(&Role::Plain) {
            return self.mark(id, "");
        }
        let block = match self.binding_of(var) {
            Some([set, binding]) => format!("set {set}, binding {binding}"),
            None => "push constants".to_owned(),
        };
        self.mark(id, &format!("{block}, offset {}", member.offset))
    }

    fn mapped_member(&self, var: Var, members: &[u32], written: String) -> MappedMember {
        let mut ty = element(self.module, self.tree.variable(var).ty);
        let mut names = Vec::new();
        let mut offset = 0u32;
        for &index in members {
            names.push(self.annotations.member_name(ty, index).unwrap_or_default());
            let own = self.annotations.member_value(ty, index, decoration::OFFSET).unwrap_or(0);
            offset = offset.saturating_add(own);
            ty = element(self.module, self.module.component_type(ty, index).unwrap_or(0));
        }
        names.retain(|name| !name.is_empty());
        MappedMember { name: names.join("."), written, offset, location: None }
    }

    fn map_block(&mut self, var: Var, members: Vec<MappedMember>) {
        let variable = self.tree.variable(var);
        let is_plain = self.roles.get(&var) == Some(&Role::Plain);
        let own = self.annotations.name(variable.id).filter(|name| !name.is_empty());
        let name = own.or_else(|| self.annotations.name(element(self.module, variable.ty)));
        let kind = match self.roles.get(&var) {
            Some(Role::PushConstants) => Mapping::PushConstants,
            _ => {
                let [set, binding] = self.binding_of(var).unwrap_or_default();
                Mapping::Resource(set, binding)
            }
        };
        let written = members.first().filter(|_| is_plain).map_or("", |member| member.written.as_str());
        let mut mapped = Mapped::new(name.unwrap_or_default().to_owned(), written, kind);
        mapped.bound = "by name".to_owned();
        mapped.members = if is_plain { Vec::new() } else { members };
        self.map.push(mapped);
    }
}
