//! Declares blocks: of uniforms, of storage, of push constants.

use foldhash::HashSet;
use glassbox_spirv::build::value::decoration;
use glassbox_spirv::module::{Id, Type};

use super::Glsl;
use super::bindings::{Bound, Class, Layout};
use super::features::NEVER;
use crate::Mapping;
use crate::interface::layout::{Fit, Layouts, Packing, members_by_offset};
use crate::interface::{Role, element};
use crate::names::{Name, says_nothing};
use crate::refusal::Reason;
use crate::text::{Scalar, Writer, append, from_compiler};
use crate::tree::Var;

/// Decorations of memory and the words for them.
pub(super) const MEMORY_WORDS: [(u32, &str); 5] = [
    (decoration::NON_WRITABLE, "readonly "),
    (decoration::NON_READABLE, "writeonly "),
    (decoration::COHERENT, "coherent "),
    (decoration::VOLATILE, "volatile "),
    (decoration::RESTRICT, "restrict "),
];

impl Writer<'_, '_, Glsl> {
    pub(super) fn block_name(&mut self, ty: Id, instance: &str) -> Name {
        let stated = self.annotations.name(ty).filter(|name| !says_nothing(name)).map(from_compiler);
        let wanted = stated.unwrap_or_else(|| {
            let mut letters = instance.chars();
            let first = letters
                .next()
                .map(|c| c.to_ascii_uppercase().to_string())
                .unwrap_or_else(|| "Block".to_owned());
            (first + letters.as_str()).into()
        });
        self.names.take(&wanted)
    }

    /// True if a block becomes a structure, because the version has no such blocks.
    pub(super) fn is_plain_block(&self, role: Role) -> bool {
        match role {
            Role::PushConstants => !self.language.features.is_vulkan(),
            Role::UniformBlock => !self.language.features.has(140, 300),
            _ => false,
        }
    }

    pub(super) fn memory_block(&mut self, var: Var, role: Role, name: &str, text: &mut String) {
        let variable = self.tree.variable(var);
        let place = self.binding_of(var);
        let kind = match (role, place) {
            (Role::ShaderRecord, _) => None,
            (Role::PushConstants, _) => Some(Mapping::PushConstants),
            (_, place) => {
                let [set, binding] = place.unwrap_or_default();
                Some(Mapping::Resource(set, binding))
            }
        };
        // A record is declared like a storage block.
        let is_storage = matches!(role, Role::StorageBlock | Role::ShaderRecord);
        let bound = self.bound.get(&variable.id).cloned();
        let (inner, sizes) = self.array(variable.ty);
        let is_plain = self.is_plain_block(role);
        // Programs find blocks by the names of these, not by those of their variables.
        let block = match bound {
            _ if is_plain => Name::default(),
            Some(block) => block,
            None => self.block_name(inner, name),
        };
        if let Some(kind) = kind {
            self.map_variable(var, if is_plain { name } else { &block }, kind);
        }
        let class = if is_storage { Class::StorageBlock } else { Class::UniformBlock };
        let layout = match place {
            Some(_) if role != Role::PushConstants && !is_plain => {
                self.binding_layout(Bound { class, var, sampler: None })
            }
            _ => Layout::default(),
        };
        if kind.is_some() && (role != Role::PushConstants || is_plain) {
            self.map_place(&layout.qualifiers);
        }
        let says_all = matches!(role, Role::PushConstants | Role::ShaderRecord) && !is_plain;
        let mark = if says_all { self.mark(variable.id, "") } else { self.mark_resource(var, layout.stated) };
        if sizes.contains("[]") {
            self.unsized_array();
        }
        if is_plain {
            let declared = self.declarator(variable.ty, name);
            return append!(*text, "uniform ", declared, ";", mark, "\n");
        }
        if role == Role::StorageBlock && !self.language.features.has(430, 310) {
            self.refuse_version(Reason::Interface, "storage blocks");
        }
        let Some((packing, fit)) = self.packing(inner, role) else {
            let what = "the offsets of a block's members follow from no layout of this version of GLSL";
            return self.refuse(Reason::Layout, what);
        };
        text.push_str("\nlayout(");
        layout.qualifiers.iter().for_each(|qualifier| append!(*text, qualifier, ", "));
        match role {
            Role::PushConstants => text.push_str("push_constant, "),
            Role::ShaderRecord => text.push_str("shaderRecordEXT, "),
            _ => {}
        }
        append!(*text, packing.name(), ") ");
        let word = if is_storage { "buffer" } else { "uniform" };
        if role == Role::StorageBlock {
            text.push_str(&self.access_of_block(var, inner));
        }
        append!(*text, word, " ", block, " {", mark, "\n");
        self.block_members(inner, fit, role, text);
        text.push('}');
        if !name.is_empty() {
            append!(*text, " ", name, sizes);
        }
        text.push_str(";\n");
    }

    /// States where what was mapped last is bound, by its layout qualifiers.
    pub(super) fn map_place(&mut self, layout: &[String]) {
        let mut bound = String::with_capacity(24);
        for part in layout {
            let (word, number) = part.split_once(" =").unwrap_or((part, ""));
            append!(bound, if bound.is_empty() { "" } else { " " }, word, number);
        }
        self.map_bound(if bound.is_empty() { "by name".to_owned() } else { bound });
    }

    pub(super) fn packing(&mut self, block: Id, role: Role) -> Option<(Packing, Fit)> {
        let mut layouts = Layouts::of(self.module, self.annotations);
        let first = if role == Role::UniformBlock {
            [Packing::Std140, Packing::Std430]
        } else {
            [Packing::Std430, Packing::Std140]
        };
        let extended = self.language.features.is_vulkan();
        let wanted = layouts.fit(block, first[0]);
        if wanted == Some(Fit::Exact) {
            return Some((first[0], Fit::Exact));
        }
        let mut fits: Vec<(Packing, Fit)> = wanted.map(|fit| (first[0], fit)).into_iter().collect();
        for packing in [first[1], Packing::Scalar] {
            fits.extend(layouts.fit(block, packing).map(|fit| (packing, fit)));
        }
        let is_allowed = |found: &(Packing, Fit)| {
            let free = found.0 == first[0] || found.0 == Packing::Std140;
            let offsets = found.1 == Fit::Exact || self.language.features.has(440, NEVER) || extended;
            (free || extended) && offsets
        };
        let found = fits.iter().find(|found| is_allowed(found)).copied()?;
        if found.0 == Packing::Scalar || found.0 == Packing::Std430 && role == Role::UniformBlock {
            self.language.features.require("GL_EXT_scalar_block_layout");
        }
        Some(found)
    }

    fn access_of_block(&self, var: Var, block: Id) -> String {
        let count = self.module.component_count(block).unwrap_or(0);
        let id = self.tree.variable(var).id;
        let all = |kind| {
            self.annotations.has(id, kind)
                || count > 0
                    && (0..count)
                        .all(|index| self.annotations.member_decoration(block, index, kind).is_some())
        };
        MEMORY_WORDS.into_iter().filter(|(kind, _)| all(*kind)).map(|(_, word)| word).collect()
    }

    /// Writes the members of a block.
    pub(super) fn block_members(&mut self, block: Id, fit: Fit, role: Role, text: &mut String) {
        let members = members_by_offset(self.module, self.annotations, block);
        let last = members.last().copied();
        for (index, member) in members {
            let name = self.member_name(block, index);
            let offset = self.annotations.member_value(block, index, decoration::OFFSET);
            let offset = offset.filter(|_| fit == Fit::Offsets);
            let has_rows = self.has_rows(block, index, member);
            text.push_str("    ");
            match offset {
                Some(offset) => {
                    append!(*text, "layout(offset = ", offset, if has_rows { ", row_major) " } else { ") " });
                }
                None if has_rows => text.push_str("layout(row_major) "),
                None => {}
            }
            let is_last = last == Some((index, member));
            let declared = self.declarator(member, &name);
            if declared.sizes.contains("[]")
                && (!is_last || !matches!(role, Role::StorageBlock | Role::ShaderRecord))
            {
                self.refuse(
                    Reason::Type,
                    "an array without a length is not the last member of a storage block",
                );
            }
            if matches!(self.scalar(element(self.module, member)), Some(Scalar::Bool)) {
                self.refuse(Reason::Type, "a block has a boolean");
            }
            self.require_storage(member);
            let mark = self.mark_member(block, index, fit == Fit::Offsets);
            append!(*text, declared, ";", mark, "\n");
        }
    }

    /// Whether the matrices of a member of a block, those in its structures too, are stored by rows. Members of structures have no
    /// layouts of their own.
    fn has_rows(&mut self, block: Id, index: u32, member: Id) -> bool {
        let inner = element(self.module, member);
        if !matches!(self.module.ty(inner), Some(Type::Struct { .. })) {
            return matches!(self.module.ty(inner), Some(Type::Matrix { .. }))
                && self.annotations.member_decoration(block, index, decoration::ROW_MAJOR).is_some();
        }
        let mut orders = HashSet::default();
        let mut work = vec![(block, index, member)];
        let mut seen = HashSet::default();
        while let Some((owner, index, ty)) = work.pop() {
            let inner = element(self.module, ty);
            match self.module.ty(inner) {
                Some(Type::Matrix { .. }) => {
                    let rows = self.annotations.member_decoration(owner, index, decoration::ROW_MAJOR);
                    orders.insert(rows.is_some());
                }
                Some(Type::Struct { members }) if seen.insert(inner) => {
                    work.extend((0..).zip(members).map(|(index, member)| (inner, index, *member)));
                }
                _ => {}
            }
        }
        if orders.len() > 1 {
            let what = "a member of a block has matrices by rows and matrices by columns in its structures";
            self.refuse(Reason::Layout, what);
        }
        orders.contains(&true)
    }

    /// Narrow members need an extension of their own.
    fn require_storage(&mut self, ty: Id) {
        match self.scalar(element(self.module, ty)) {
            Some(Scalar::Int(8) | Scalar::Uint(8)) => {
                self.language.features.require("GL_EXT_shader_8bit_storage")
            }
            Some(Scalar::Int(16) | Scalar::Uint(16) | Scalar::Float(16)) => {
                self.language.features.require("GL_EXT_shader_16bit_storage")
            }
            _ => {}
        }
    }
}
