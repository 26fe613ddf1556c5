//! Lists the decorations of ids and members, those of groups included.

use crate::grammar::{Section, op};
use crate::module::{At, Id, Module, row, row_ends};

/// Member of decorations that apply to a whole id.
pub(super) const WHOLE: u32 = u32::MAX;

/// A decoration of an id or a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Applied {
    /// What it applies to.
    pub(super) target: Id,
    /// The member, or [`WHOLE`].
    pub(super) member: u32,
    /// `Decoration`.
    pub(super) kind: u32,
    /// First operand; 0 if there is none.
    pub(super) value: u32,
    /// The instruction that states it.
    pub(super) at: At,
}

/// All decorations, sorted by target and member.
#[derive(Debug)]
pub(super) struct Decorations {
    list: Vec<Applied>,
    /// By id, the end of its part of `list`.
    ends: Vec<u32>,
}

impl Decorations {
    pub(super) fn of(module: &Module) -> Decorations {
        let mut list = Vec::with_capacity(module.globals.len());
        let is_decoration = |at: &&At| Section::only(module.opcode(**at)) == Some(Section::Decorations);
        list.extend(module.globals.iter().filter(is_decoration).filter_map(|at| own(module, *at)));
        list.sort_by_key(|applied| (applied.target, applied.member));
        let decorations = Decorations::sorted(module, list);
        let grouped = decorations.grouped(module);
        if grouped.is_empty() {
            return decorations;
        }
        let mut list = decorations.list;
        list.extend(grouped);
        list.sort_by_key(|applied| (applied.target, applied.member));
        Decorations::sorted(module, list)
    }

    fn sorted(module: &Module, list: Vec<Applied>) -> Decorations {
        let ends = row_ends(module.bound(), list.iter().map(|applied| applied.target));
        Decorations { list, ends }
    }

    /// Decorations that groups apply. The number is bounded: what a module states in a few words for many ids by
    /// many decorations is cut.
    fn grouped(&self, module: &Module) -> Vec<Applied> {
        let mut grouped = Vec::new();
        let most = module.count() * 8 + (1 << 16);
        let mut add = |group: Id, target: Id, member: u32| {
            for applied in self.of_id(group) {
                if grouped.len() < most {
                    grouped.push(Applied { target, member, ..*applied });
                }
            }
        };
        for &at in &module.globals {
            match (module.opcode(at), module.operands(at)) {
                (op::GROUP_DECORATE, [group, targets @ ..]) => {
                    targets.iter().for_each(|target| add(*group, *target, WHOLE));
                }
                (op::GROUP_MEMBER_DECORATE, [group, pairs @ ..]) => {
                    for [target, member] in pairs.as_chunks().0 {
                        add(*group, *target, *member);
                    }
                }
                _ => {}
            }
        }
        grouped
    }

    /// Every decoration, sorted by target and member.
    pub(super) fn all(&self) -> &[Applied] {
        &self.list
    }

    /// Decorations of an id and of its members.
    pub(super) fn of_id(&self, id: Id) -> &[Applied] {
        &self.list[row(&self.ends, id)]
    }

    /// Decorations of a member.
    pub(super) fn of_member(&self, id: Id, member: u32) -> &[Applied] {
        let list = self.of_id(id);
        let start = list.partition_point(|applied| applied.member < member);
        let length = list[start..].partition_point(|applied| applied.member == member);
        &list[start..start + length]
    }

    /// The first decoration of a kind of an id or one of its members.
    pub(super) fn find(&self, id: Id, kind: u32) -> Option<&Applied> {
        self.of_id(id).iter().find(|applied| applied.kind == kind)
    }

    /// True if an id or one of its members has a decoration of this kind.
    pub(super) fn any(&self, id: Id, kind: u32) -> bool {
        self.find(id, kind).is_some()
    }
}

/// The decoration that an instruction states itself.
fn own(module: &Module, at: At) -> Option<Applied> {
    let operands = module.operands(at);
    let (target, member, kind, value) = match (module.opcode(at), operands) {
        (op::DECORATE | op::DECORATE_ID, &[target, kind, ..]) => (target, WHOLE, kind, operands.get(2)),
        (op::MEMBER_DECORATE | op::MEMBER_DECORATE_ID_EXT, &[target, member, kind, ..]) => {
            (target, member, kind, operands.get(3))
        }
        _ => return None,
    };
    Some(Applied { target, member, kind, value: value.copied().unwrap_or(0), at })
}
