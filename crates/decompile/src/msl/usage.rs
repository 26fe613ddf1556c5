//! Finds out how structures and images are used.

use foldhash::HashMap;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Type};

use super::types::Usage;
use super::{Msl, layout};
use crate::interface::Role;
use crate::text::{Writer, append, compares};
use crate::tree::{Kind, Node, Var};

/// Most rounds through nested calls.
const MAX_ROUNDS: usize = 64;

impl Writer<'_, '_, Msl> {
    /// What tells apart structures that are written alike. Those without a layout are written as the first that has one.
    pub(super) fn layout_text(&self, ty: Id) -> String {
        if let Some(stated) = self.stated_layout(ty) {
            return stated;
        }
        let layouts = self.language.layouts.get_or_init(|| {
            let mut layouts = HashMap::default();
            for &at in &self.module.globals {
                let id = self.module.get(at).result;
                if let (Some(stated), Some(names)) = (self.stated_layout(id), self.stated_names(id)) {
                    layouts.entry(names).or_insert(stated);
                }
            }
            layouts
        });
        self.stated_names(ty).and_then(|names| layouts.get(&names)).cloned().unwrap_or_default()
    }

    /// Where the members of a structure are, and what follows them in an array.
    fn stated_layout(&self, ty: Id) -> Option<String> {
        let mut stated = layout::key(self.module, self.annotations, ty)?;
        if let Some(Some(form)) = self.language.forms.get(ty)
            && form.tail > 0
        {
            append!(stated, "+", form.tail);
        }
        Some(stated)
    }

    /// The names of a structure and its members.
    fn stated_names(&self, ty: Id) -> Option<Vec<String>> {
        let Some(Type::Struct { members }) = self.module.ty(ty) else { return None };
        let members = (0..members.len() as u32)
            .map(|index| self.annotations.member_name(ty, index).unwrap_or_default());
        Some(members.chain(self.annotations.name(ty)).map(str::to_owned).collect())
    }

    /// Finds the structures whose members have offsets. Where two that are written alike differ, there is none.
    pub(super) fn find_stated(&mut self) {
        for &at in self.tree.types() {
            let id = self.module.get(at).result;
            if self.module.opcode(at) != op::TYPE_STRUCT {
                continue;
            }
            let Some(form) = self.language.forms.get(id) else { continue };
            let known = self.language.stated.get(&self.canonical(id)).copied();
            let agrees = match known.and_then(|known| self.language.forms.get(known)).flatten() {
                Some(other) => form.is_some_and(|form| form.is_like(other)),
                None => known.is_none(),
            };
            let canonical = self.canonical(id);
            self.language.stated.insert(canonical, if agrees { id } else { 0 });
        }
    }

    /// Finds how images are used, through calls too.
    pub(super) fn find_usages(&mut self) {
        let mut calls = Vec::new();
        let has_images = self.has_types(|opcode| opcode == op::TYPE_IMAGE);
        if !has_images && self.tree.bodies.len() < 2 {
            return;
        }
        for node in self.tree.nodes() {
            let Kind::Operation(opcode, span) = self.tree.kind(node) else { continue };
            let operands = self.tree.operands(span);
            if opcode != op::FUNCTION_CALL && !has_images {
                continue;
            }
            let usage = match opcode {
                op::FUNCTION_CALL => {
                    let buffers = operands.iter().filter_map(|operand| self.tree.root(*operand));
                    let buffers = buffers.filter(|var| self.roles.get(var) == Some(&Role::StorageBlock));
                    self.language.referenced.extend(buffers);
                    calls.push((self.module.word(self.tree.node(node).at, 0), operands.to_vec()));
                    continue;
                }
                op::IMAGE_READ | op::IMAGE_SPARSE_READ => Usage { reads: true, ..Usage::default() },
                op::IMAGE_WRITE => Usage { writes: true, ..Usage::default() },
                op::IMAGE_TEXEL_POINTER => Usage { reads: true, writes: true, compares: false },
                _ if compares(opcode) => Usage { compares: true, ..Usage::default() },
                _ => continue,
            };
            if let Some(var) = operands.first().and_then(|image| self.image_root(*image)) {
                self.merge_usage(var, usage);
            }
        }
        let mut pairs = Vec::new();
        for (callee, arguments) in calls {
            let body = self.tree.body_of(callee);
            let Some(body) = body else { continue };
            for (argument, parameter) in arguments.iter().zip(&body.parameters) {
                pairs.extend(self.image_root(*argument).map(|var| (var, self.tree.actual(*parameter))));
            }
        }
        for _ in 0..MAX_ROUNDS {
            let mut changed = false;
            for &(a, b) in &pairs {
                let (left, right) = (self.usage(a), self.usage(b));
                changed |= self.merge_usage(a, right) | self.merge_usage(b, left);
            }
            if !changed {
                break;
            }
        }
    }

    /// How an image is used.
    pub(super) fn usage(&self, var: Var) -> Usage {
        self.language.usages.get(&var).copied().unwrap_or_default()
    }

    /// How the image is used that a node reads.
    pub(super) fn usage_of(&self, node: Node) -> Usage {
        self.image_root(node).map(|var| self.usage(var)).unwrap_or_default()
    }

    fn merge_usage(&mut self, var: Var, usage: Usage) -> bool {
        let found = self.language.usages.entry(var).or_default();
        let before = *found;
        found.reads |= usage.reads;
        found.writes |= usage.writes;
        found.compares |= usage.compares;
        *found != before
    }

    /// The variable that an image, sampler or place of one is from.
    pub(super) fn image_root(&self, mut node: Node) -> Option<Var> {
        for _ in 0..16 {
            if let Some(var) = self.tree.variable_of(node) {
                return Some(var);
            }
            node = match self.tree.kind(node) {
                Kind::Load(place) => place,
                Kind::Path(base, _) => base,
                Kind::Operation(op::SAMPLED_IMAGE | op::IMAGE, span) => *self.tree.operands(span).first()?,
                _ => return None,
            };
        }
        None
    }
}
