//! Collects names and decorations by id.

use std::ops::Range;
use std::sync::OnceLock;

use super::operands::append_string;
use super::{At, Id, Module};
use crate::grammar::op;

/// Member of decorations that apply to a whole id.
const WHOLE: u32 = u32::MAX;

/// Names and decorations of a module, by the id and member that they apply to.
#[derive(Clone, Debug)]
pub struct Annotations<'m> {
    module: &'m Module,
    /// Sorted by target and member; the order of the file among equals.
    entries: Vec<Entry>,
    /// By id, the end of its part of `entries`; it begins where the one before ends.
    ends: Vec<u32>,
    /// Made when the first name is asked for.
    names: OnceLock<Names>,
}

/// Names of a module.
#[derive(Clone, Debug, Default)]
struct Names {
    /// All of them.
    text: String,
    /// By id, its name in the text.
    ids: Vec<Range<u32>>,
    /// Names of members by type and member, sorted.
    members: Vec<(Id, u32, Range<u32>)>,
}

impl Names {
    fn of(module: &Module) -> Names {
        let mut bytes = Vec::with_capacity(1 << 10);
        let mut names = Names { ids: vec![0..0; module.bound()], ..Names::default() };
        for &at in &module.globals {
            match module.opcode(at) {
                op::NAME => {
                    if let [target, name @ ..] = module.operands(at) {
                        // The first that is not empty counts.
                        let known = &mut names.ids[*target as usize];
                        if known.start == known.end {
                            *known = append_string(name, &mut bytes);
                        }
                    }
                }
                op::MEMBER_NAME => {
                    if let [ty, member, name @ ..] = module.operands(at) {
                        names.members.push((*ty, *member, append_string(name, &mut bytes)));
                    }
                }
                _ => {}
            }
        }
        names.members.sort_by_key(|name| (name.0, name.1));
        match String::from_utf8(bytes) {
            Ok(text) if text.is_ascii() || names.all().all(|name| text.get(as_usize(name)).is_some()) => {
                names.text = text;
            }
            Ok(text) => names.replace(text.as_bytes()),
            Err(error) => names.replace(error.as_bytes()),
        }
        names
    }

    /// Places of all names.
    fn all(&mut self) -> impl Iterator<Item = &mut Range<u32>> {
        self.ids.iter_mut().chain(self.members.iter_mut().map(|(_, _, name)| name))
    }

    /// Takes the names from bytes, with a replacement for what is no UTF-8.
    fn replace(&mut self, bytes: &[u8]) {
        let mut text = String::new();
        for name in self.all() {
            let start = text.len() as u32;
            text.push_str(&String::from_utf8_lossy(&bytes[as_usize(name)]));
            *name = start..text.len() as u32;
        }
        self.text = text;
    }

    fn get(&self, name: &Range<u32>) -> Option<&str> {
        Some(&self.text[as_usize(name)]).filter(|name| !name.is_empty())
    }
}

fn as_usize(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    target: Id,
    member: u32,
    at: At,
    /// The group whose decorations apply, or 0.
    group: Id,
    /// `Decoration`, where it is the entry's own.
    kind: u32,
}

impl Entry {
    /// Words before the operands of the decoration.
    fn skipped(&self) -> usize {
        if self.member == WHOLE { 2 } else { 3 }
    }
}

/// A decoration of an id or a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoration<'m> {
    /// `Decoration`.
    pub kind: u32,
    /// Words after the decoration; ids for `OpDecorateId`.
    pub operands: &'m [u32],
    /// The instruction.
    pub at: At,
}

/// Entries of an id that are looked at one by one.
const FEW: usize = 8;

/// The part of a member in the entries of an id.
fn of_member(entries: &[Entry], member: u32) -> &[Entry] {
    if entries.len() <= FEW {
        let mut start = 0;
        while start < entries.len() && entries[start].member < member {
            start += 1;
        }
        let mut end = start;
        while end < entries.len() && entries[end].member == member {
            end += 1;
        }
        return &entries[start..end];
    }
    let start = entries.partition_point(|entry| entry.member < member);
    let length = entries[start..].partition_point(|entry| entry.member == member);
    &entries[start..start + length]
}

/// For each id, where its part of a list ends that is sorted by these ids.
pub(crate) fn row_ends(bound: usize, sorted: impl Iterator<Item = Id>) -> Vec<u32> {
    let mut ends = vec![0; bound];
    sorted.for_each(|id| ends[id as usize] += 1);
    let mut total = 0;
    for end in &mut ends {
        total += *end;
        *end = total;
    }
    ends
}

/// The part of an id in a list with these [ends](row_ends); empty for ids that it does not have.
#[inline]
pub(crate) fn row(ends: &[u32], id: Id) -> Range<usize> {
    let index = id as usize;
    let Some(&end) = ends.get(index) else { return 0..0 };
    let start = index.checked_sub(1).map_or(0, |before| ends[before]);
    start as usize..end as usize
}

impl<'m> Annotations<'m> {
    /// Collects the annotations of a module.
    pub fn of(module: &'m Module) -> Annotations<'m> {
        let mut entries = Vec::new();
        let mut add = |target, member, at, group, kind| {
            if entries.is_empty() {
                entries.reserve(module.globals.len() / 2);
            }
            entries.push(Entry { target, member, at, group, kind });
        };
        for &at in &module.globals {
            match module.opcode(at) {
                op::DECORATE | op::DECORATE_ID | op::DECORATE_STRING => {
                    if let &[target, kind, ..] = module.operands(at) {
                        add(target, WHOLE, at, 0, kind);
                    }
                }
                op::MEMBER_DECORATE | op::MEMBER_DECORATE_STRING => {
                    if let &[target, member, kind, ..] = module.operands(at) {
                        add(target, member, at, 0, kind);
                    }
                }
                op::GROUP_DECORATE => {
                    if let [group, targets @ ..] = module.operands(at) {
                        targets.iter().for_each(|target| add(*target, WHOLE, at, *group, 0));
                    }
                }
                op::GROUP_MEMBER_DECORATE => {
                    if let [group, pairs @ ..] = module.operands(at) {
                        let pairs = pairs.as_chunks().0;
                        pairs.iter().for_each(|[target, member]| add(*target, *member, at, *group, 0));
                    }
                }
                _ => {}
            }
        }
        entries.sort_by_key(|entry| (entry.target, entry.member));
        let ends = row_ends(module.bound(), entries.iter().map(|entry| entry.target));
        Annotations { module, entries, ends, names: OnceLock::new() }
    }

    fn names(&self) -> &Names {
        self.names.get_or_init(|| Names::of(self.module))
    }

    /// Name of an id (`OpName`), if it is not empty.
    pub fn name(&self, id: Id) -> Option<&str> {
        let names = self.names();
        names.get(names.ids.get(id as usize)?)
    }

    /// Name of a member (`OpMemberName`), if it is not empty.
    pub fn member_name(&self, ty: Id, member: u32) -> Option<&str> {
        let names = self.names();
        let index = names.members.partition_point(|name| (name.0, name.1) < (ty, member));
        let found = names.members.get(index).filter(|name| (name.0, name.1) == (ty, member))?;
        names.get(&found.2)
    }

    /// Decorations of an id, those of its groups included.
    pub fn decorations(&self, id: Id) -> impl Iterator<Item = Decoration<'m>> + '_ {
        self.applied(id, WHOLE)
    }

    /// Decorations of a member of a structure.
    pub fn member_decorations(&self, ty: Id, member: u32) -> impl Iterator<Item = Decoration<'m>> + '_ {
        self.applied(ty, member)
    }

    /// The first decoration of this kind of an id.
    #[inline]
    pub fn decoration(&self, id: Id, kind: u32) -> Option<Decoration<'m>> {
        self.first(id, WHOLE, kind).map(|entry| self.decode(entry))
    }

    /// True if anything has a decoration of this kind.
    pub fn is_anywhere(&self, kind: u32) -> bool {
        self.entries.iter().any(|entry| entry.group == 0 && entry.kind == kind)
    }

    /// True if an id or one of its members has a decoration.
    #[inline]
    pub(crate) fn is_decorated(&self, id: Id) -> bool {
        !row(&self.ends, id).is_empty()
    }

    /// True if an id has a decoration of this kind.
    #[inline]
    pub fn has(&self, id: Id, kind: u32) -> bool {
        self.first(id, WHOLE, kind).is_some()
    }

    /// First operand of the first decoration of this kind of an id.
    #[inline]
    pub fn value(&self, id: Id, kind: u32) -> Option<u32> {
        self.first(id, WHOLE, kind).and_then(|entry| self.operand(entry))
    }

    /// The first decoration of this kind of a member.
    pub fn member_decoration(&self, ty: Id, member: u32, kind: u32) -> Option<Decoration<'m>> {
        self.first(ty, member, kind).map(|entry| self.decode(entry))
    }

    /// First operand of the first decoration of this kind of a member.
    pub fn member_value(&self, ty: Id, member: u32, kind: u32) -> Option<u32> {
        self.first(ty, member, kind).and_then(|entry| self.operand(entry))
    }

    #[inline]
    fn first(&self, target: Id, member: u32, kind: u32) -> Option<&Entry> {
        let row = row(&self.ends, target);
        if row.is_empty() { None } else { self.first_of(&self.entries[row], member, kind) }
    }

    fn first_of<'a>(&'a self, row: &'a [Entry], member: u32, kind: u32) -> Option<&'a Entry> {
        let own = if row.len() <= FEW { row } else { of_member(row, member) };
        own.iter().filter(|entry| entry.member == member).find_map(|entry| match entry.group {
            0 => (entry.kind == kind).then_some(entry),
            group => {
                let mut own = self.entries_of(group, WHOLE).iter();
                own.find(|entry| entry.group == 0 && entry.kind == kind)
            }
        })
    }

    #[inline]
    fn applied(&self, target: Id, member: u32) -> impl Iterator<Item = Decoration<'m>> + '_ {
        self.entries_of(target, member).iter().flat_map(move |entry| {
            let own = (entry.group == 0).then_some(entry);
            let group = match entry.group {
                0 => &[][..],
                group => self.entries_of(group, WHOLE),
            };
            // A group of groups is not valid and has no further decorations.
            own.into_iter()
                .chain(group.iter().filter(|entry| entry.group == 0))
                .map(|entry| self.decode(entry))
        })
    }

    #[inline]
    fn entries_of(&self, target: Id, member: u32) -> &[Entry] {
        match &self.entries[row(&self.ends, target)] {
            [] => &[],
            entries => of_member(entries, member),
        }
    }

    fn decode(&self, entry: &Entry) -> Decoration<'m> {
        let operands = self.module.operands(entry.at).get(entry.skipped()..).unwrap_or_default();
        Decoration { kind: entry.kind, operands, at: entry.at }
    }

    /// First operand of a decoration.
    fn operand(&self, entry: &Entry) -> Option<u32> {
        self.module.operands(entry.at).get(entry.skipped()).copied()
    }
}
