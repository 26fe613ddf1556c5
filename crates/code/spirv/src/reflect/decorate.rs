//! Gathers debug names and decorations, which precede what they describe.

use crate::grammar::op;
use crate::walk::{Binary, Instruction};

/// Target of a decoration: an id, and the member index plus one, or 0 for the id itself.
type Target = (u32, u32);

#[derive(Debug, Default)]
pub(super) struct Decorations {
    /// Target, decoration, first literal if any.
    list: Vec<(Target, u32, Option<u32>)>,
    /// Target and the decoration group applied to it.
    groups: Vec<(Target, u32)>,
    names: Vec<(Target, String)>,
}

fn target(id: u32, member: Option<u32>) -> Target {
    (id, member.map_or(0, |member| member.saturating_add(1)))
}

/// The entries of a sorted list for one target.
fn entries<T>(list: &[T], key: Target, of: impl Fn(&T) -> Target) -> &[T] {
    let start = list.partition_point(|entry| of(entry) < key);
    let length = list[start..].partition_point(|entry| of(entry) == key);
    &list[start..start + length]
}

impl Decorations {
    pub(super) fn of(module: &Binary<'_>) -> Self {
        let mut found = Decorations::default();
        for instruction in module.walk() {
            found.read(&instruction);
        }
        // Stable, so that the first of several entries for a target stays first.
        found.list.sort_by_key(|entry| entry.0);
        found.groups.sort_by_key(|entry| entry.0);
        found.names.sort_by_key(|entry| entry.0);
        found
    }

    fn read(&mut self, instruction: &Instruction<'_>) {
        let word = |index| instruction.word(index);
        let Some(first) = word(0) else { return };
        match instruction.opcode {
            op::NAME => {
                if let Some((name, _)) = instruction.string(1) {
                    self.names.push((target(first, None), name));
                }
            }
            op::MEMBER_NAME => {
                if let (Some(member), Some((name, _))) = (word(1), instruction.string(2)) {
                    self.names.push((target(first, Some(member)), name));
                }
            }
            op::DECORATE | op::DECORATE_ID | op::DECORATE_STRING => {
                if let Some(kind) = word(1) {
                    self.list.push((target(first, None), kind, word(2)));
                }
            }
            op::MEMBER_DECORATE | op::MEMBER_DECORATE_STRING => {
                if let (Some(member), Some(kind)) = (word(1), word(2)) {
                    self.list.push((target(first, Some(member)), kind, word(3)));
                }
            }
            op::GROUP_DECORATE => {
                self.groups.extend(instruction.operands().skip(1).map(|id| (target(id, None), first)));
            }
            op::GROUP_MEMBER_DECORATE => {
                let mut words = instruction.operands().skip(1);
                while let (Some(id), Some(member)) = (words.next(), words.next()) {
                    self.groups.push((target(id, Some(member)), first));
                }
            }
            _ => {}
        }
    }

    /// First literal of a decoration, zero if it has none.
    fn find(&self, key: Target, kind: u32) -> Option<Option<u32>> {
        let own = entries(&self.list, key, |entry| entry.0).iter();
        let own = own.into_iter().find(|entry| entry.1 == kind);
        if let Some(found) = own {
            return Some(found.2);
        }
        if self.groups.is_empty() {
            return None;
        }
        // Groups do not nest, and few are ever needed; the limit keeps a hostile module from making this
        // quadratic.
        let groups = entries(&self.groups, key, |entry| entry.0).iter().take(16);
        groups.into_iter().find_map(|(_, group)| {
            let list = entries(&self.list, (*group, 0), |entry| entry.0).iter().take(64);
            list.into_iter().find(|entry| entry.1 == kind).map(|entry| entry.2)
        })
    }

    pub(super) fn value(&self, id: u32, member: Option<u32>, kind: u32) -> Option<u32> {
        self.find(target(id, member), kind).flatten()
    }

    pub(super) fn has(&self, id: u32, member: Option<u32>, kind: u32) -> bool {
        self.find(target(id, member), kind).is_some()
    }

    fn named(&self, key: Target) -> Option<&str> {
        let name = entries(&self.names, key, |entry| entry.0).first()?;
        (!name.1.is_empty()).then_some(&name.1)
    }

    pub(super) fn name(&self, id: u32) -> Option<&str> {
        self.named(target(id, None))
    }

    pub(super) fn member_name(&self, id: u32, member: u32) -> Option<&str> {
        self.named(target(id, Some(member)))
    }

    pub(super) fn names(&self) -> usize {
        self.names.len()
    }
}
