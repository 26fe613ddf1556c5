//! Names and declares storage blocks: buffers of bytes and of structures.

use std::collections::BTreeMap;

use glassbox_spirv::build::value::decoration;
use glassbox_spirv::module::{Id, Type};

use super::Hlsl;
use crate::Register;
use crate::interface::layout::{Fit, Layouts, Packing};
use crate::interface::{Role, element};
use crate::refusal::Reason;
use crate::text::{Writer, append};
use crate::tree::{Step, Var};

impl Writer<'_, '_, Hlsl> {
    /// Finds storage blocks of one place. Arrays of them are heaps, of which some elements are read and others written: those have a
    /// register of each class.
    pub(super) fn find_same(&mut self, used: &[Var]) {
        let mut first: BTreeMap<([u32; 2], bool), Var> = BTreeMap::new();
        for &var in used {
            if self.roles.get(&var) != Some(&Role::StorageBlock) {
                continue;
            }
            let Some(place) = self.binding_of(var) else {
                if !self.is_read_only(var) {
                    self.language.written.insert(var, ());
                }
                continue;
            };
            let ty = self.tree.variable(var).ty;
            let is_heap_to_read = element(self.module, ty) != ty && self.is_read_only(var);
            let first = *first.entry((place, is_heap_to_read)).or_insert(var);
            if first != var {
                self.language.same.insert(first, first);
                self.language.same.insert(var, first);
            }
            if !self.is_read_only(var) {
                self.language.written.insert(first, ());
            }
        }
    }

    /// True if nothing is written to a buffer, through whichever variable of its place.
    pub(super) fn is_read_buffer(&self, var: Var) -> bool {
        let first = self.language.same.get(&var).copied().unwrap_or(var);
        !self.language.written.contains_key(&first)
    }

    pub(super) fn name_storage(&mut self, var: Var, block: Id) {
        let is_open = self.open_blocks.contains(&var);
        if let Some(name) = self.bound.get(&self.tree.variable(var).id).cloned() {
            self.globals.insert(var, name);
        }
        let first = self.language.same.get(&var).copied();
        if let Some(first) = first.filter(|first| *first != var) {
            let name = self.globals.get(&first).cloned().unwrap_or_default();
            self.globals.insert(var, name);
        } else if first.is_none() && self.is_structured(block) && !self.is_stated_as_bytes(var) {
            self.language.structured.insert(var, ());
            if is_open {
                let name = self.member_name(block, 0);
                self.globals.insert(var, name);
            }
        } else if is_open {
            let name = self.block_name(block, "");
            self.globals.insert(var, name);
        }
        self.open_blocks.remove(&var);
    }

    /// True if a storage block is one array whose elements lie as those of a structured buffer.
    fn is_structured(&mut self, block: Id) -> bool {
        let Some(Type::Struct { members: [array] }) = self.module.ty(block) else { return false };
        let Some(Type::RuntimeArray { element }) = self.module.ty(*array) else { return false };
        let is_plain = !matches!(
            self.module.ty(element),
            Some(Type::Matrix { .. } | Type::Array { .. } | Type::RuntimeArray { .. })
        );
        let mut layouts = Layouts::of(self.module, self.annotations);
        is_plain
            && self.annotations.member_value(block, 0, decoration::OFFSET).unwrap_or(0) == 0
            && layouts.fit(block, Packing::Scalar) == Some(Fit::Exact)
            && self.agrees(element, 0)
    }

    pub(super) fn structured_path(&mut self, var: Var, steps: &[Step]) -> usize {
        self.variable(var);
        let mut ty = self.tree.variable(var).ty;
        for (index, step) in steps.iter().enumerate() {
            if matches!(self.module.ty(ty), Some(Type::Struct { .. })) {
                return index + 1;
            }
            self.out.push('[');
            match *step {
                Step::Part(part) => self.out.push_str(&part.to_string()),
                Step::Index(node) => self.write_index(node),
            }
            self.out.push(']');
            ty = self.step_type(ty, *step);
        }
        steps.len()
    }

    pub(super) fn is_coherent(&self, var: Var) -> bool {
        let variable = self.tree.variable(var);
        let block = element(self.module, variable.ty);
        self.is_stated(var, decoration::COHERENT)
            || self.annotations.member_decoration(block, 0, decoration::COHERENT).is_some()
    }

    pub(super) fn storage_block(&mut self, var: Var, name: &str, text: &mut String) {
        let variable = self.tree.variable(var);
        let (inner, sizes) = self.array(variable.ty);
        if self.language.same.get(&var).is_some_and(|first| *first != var)
            || self.language.buffer_counters.contains_key(&var)
        {
            return;
        }
        let read_only = self.is_read_buffer(var);
        if !read_only || self.language.version < 50 {
            self.since(50, Reason::Interface, "storage blocks");
        }
        let class = if read_only { Register::ShaderResource } else { Register::UnorderedAccess };
        let (register, mark, _) = self.register(class, var);
        if sizes.contains("[]") {
            self.since(51, Reason::Interface, "arrays of buffers without a length");
        }
        self.map_resource(var, name, &register);
        let writable = if read_only { "" } else { self.writable_prefix() };
        let coherent = if !read_only && self.is_coherent(var) { "globallycoherent " } else { "" };
        append!(*text, coherent, writable);
        if self.language.structured.contains_key(&var) {
            let element = self.tree.part_type(inner, 0).and_then(|array| self.tree.part_type(array, 0));
            append!(*text, "StructuredBuffer<", self.type_name(element.unwrap_or(0)), ">");
        } else {
            text.push_str("ByteAddressBuffer");
        }
        append!(*text, " ", name, sizes, " : ", register, ";", mark, "\n");
    }
}
