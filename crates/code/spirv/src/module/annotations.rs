//! Collects names and decorations by id.

use std::ops::Range;
use std::sync::OnceLock;

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
        // Whole words: what fills the last one belongs to no name.
        let mut names = Names::collect(module, |at, index| {
            let start = bytes.len() as u32;
            let length = module.string_into(at, index, &mut bytes) as u32;
            start..start + length
        });
        let is_whole = |text: &String| {
            let members = names.members.iter().map(|(_, _, name)| name);
            let mut all = names.ids.iter().chain(members);
            text.is_ascii() || all.all(|name| text.get(name.start as usize..name.end as usize).is_some())
        };
        match String::from_utf8(bytes).ok().filter(is_whole) {
            Some(text) => names.text = text,
            None => return Names::replacing(module),
        }
        names
    }

    /// Names with a replacement for what is no UTF-8.
    fn replacing(module: &Module) -> Names {
        let mut text = String::new();
        let names = Names::collect(module, |at, index| {
            let start = text.len() as u32;
            text.push_str(&module.string(at, index));
            start..text.len() as u32
        });
        Names { text, ..names }
    }

    /// Collects names; `add` gives the place of one by its instruction and operand.
    fn collect(module: &Module, mut add: impl FnMut(At, usize) -> Range<u32>) -> Names {
        let mut names = Names { ids: vec![0..0; module.bound()], ..Names::default() };
        for &at in &module.globals {
            match module.opcode(at) {
                op::NAME => {
                    // The first that is not empty counts.
                    let name = &mut names.ids[module.word(at, 0) as usize];
                    if name.start == name.end {
                        *name = add(at, 1);
                    }
                }
                op::MEMBER_NAME => {
                    names.members.push((module.word(at, 0), module.word(at, 1), add(at, 2)));
                }
                _ => {}
            }
        }
        names.members.sort_by_key(|name| (name.0, name.1));
        names
    }

    fn get(&self, name: &Range<u32>) -> Option<&str> {
        Some(&self.text[name.start as usize..name.end as usize]).filter(|name| !name.is_empty())
    }
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
                entries.reserve(module.globals.len());
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
