//! Chooses the indices of buffers, textures and samplers.
//!
//! An index is what the options say; else the binding, where no two resources of a kind have the same; else resources
//! are numbered in the order of set and binding. Push constants, plain uniforms and the sizes of buffers take the next
//! free indices of buffers.

use std::collections::BTreeMap;

use foldhash::HashMap;
use glassbox_spirv::module::Type;

use super::Msl;
use crate::Slot;
use crate::interface::{Role, element};
use crate::refusal::Reason;
use crate::text::{Numbers, Writer, joined};
use crate::tree::Var;

/// A kind of resource, with its own indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Kind {
    Buffer,
    Texture,
    Sampler,
}

impl Kind {
    pub(super) fn word(self) -> &'static str {
        match self {
            Kind::Buffer => "buffer",
            Kind::Texture => "texture",
            Kind::Sampler => "sampler",
        }
    }

    /// Indices that every device has.
    pub(super) fn limit(self) -> u32 {
        match self {
            Kind::Buffer => 31,
            Kind::Texture => 128,
            Kind::Sampler => 16,
        }
    }
}

/// Indices of resources.
#[derive(Default)]
pub(super) struct Places {
    indices: HashMap<(Var, Kind), u32>,
    /// First index of buffers that is free.
    next_buffer: u32,
    pub(super) sizes: Option<u32>,
}

/// A resource that needs an index.
pub(super) struct Wanted {
    pub(super) var: Var,
    pub(super) kind: Kind,
    pub(super) place: [u32; 2],
    pub(super) count: u32,
}

impl Writer<'_, '_, Msl> {
    /// Chooses the indices of variables.
    pub(super) fn bind(&mut self, used: &[Var]) {
        let mut wanted: BTreeMap<Kind, Vec<Wanted>> = BTreeMap::new();
        let mut grouped: BTreeMap<u32, Vec<Wanted>> = BTreeMap::new();
        let mut unplaced = Vec::new();
        for &var in used {
            let Some(&role) = self.roles.get(&var) else { continue };
            let count = self.count_of(var);
            let place = self.binding_of(var);
            for &kind in self.kinds(var, role) {
                match place {
                    Some(place) if self.has_sets() => {
                        grouped.entry(place[0]).or_default().push(Wanted { var, kind, place, count });
                    }
                    Some(place) => wanted.entry(kind).or_default().push(Wanted { var, kind, place, count }),
                    None => unplaced.push(var),
                }
            }
        }
        if self.has_sets() {
            self.group_plain(&mut unplaced, &mut grouped);
        }
        let mut next = self.bind_sets(grouped);
        // Push constants have no place in a set.
        for &var in &unplaced {
            if let Some([_, index]) = self.given(var, Slot::Buffer) {
                let count = self.count_of(var);
                wanted.entry(Kind::Buffer).or_default().push(Wanted {
                    var,
                    kind: Kind::Buffer,
                    place: [0, index],
                    count,
                });
            }
        }
        for (kind, mut all) in wanted {
            all.sort_by_key(|one| (one.place, one.var));
            let end = self.number_all(&all, kind.limit());
            if end > kind.limit() {
                let (word, limit) = (kind.word(), kind.limit());
                let what = format!(
                    "the entry point uses more than {limit} indices of {word}s; state bindings below"
                );
                self.refuse(Reason::Interface, &what);
            }
            if kind == Kind::Buffer {
                next = next.max(end);
            }
        }
        for var in unplaced {
            self.language.places.indices.entry((var, Kind::Buffer)).or_insert_with(|| {
                next += 1;
                next - 1
            });
        }
        self.language.places.next_buffer = next;
    }

    /// Puts uniforms outside of blocks into the first set, after its resources.
    fn group_plain(&mut self, unplaced: &mut Vec<Var>, grouped: &mut BTreeMap<u32, Vec<Wanted>>) {
        let is_plain = |var: &Var| self.roles.get(var) == Some(&Role::Plain);
        let plain: Vec<Var> = unplaced.iter().copied().filter(is_plain).collect();
        unplaced.retain(|var| !is_plain(var));
        if plain.is_empty() {
            return;
        }
        let first = grouped.entry(0).or_default();
        let end = first.iter().map(|one| one.place[1].saturating_add(one.count)).max().unwrap_or(0);
        let places = plain.into_iter().zip(end..);
        first.extend(places.map(|(var, id)| Wanted { var, kind: Kind::Buffer, place: [0, id], count: 1 }));
    }

    /// Numbers resources below a limit where they fit; the end of the numbers.
    pub(super) fn number_all(&mut self, all: &[Wanted], limit: u32) -> u32 {
        let given: Vec<Option<u32>> = all.iter().map(|one| self.given_index(one, limit)).collect();
        let mut wanted: Vec<(u32, u32)> = Vec::new();
        let mut taken = Numbers::default();
        for (one, given) in all.iter().zip(&given) {
            if let Some(index) = *given {
                let written = joined!("[[", one.kind.word(), "(", index, ")]]");
                self.take_given(&mut taken, ((), 0, index), (one.var, one.count), &written);
            }
            let start = given.unwrap_or(one.place[1]);
            wanted.push((start, start.saturating_add(one.count)));
        }
        wanted.sort_unstable();
        let fits = wanted.windows(2).all(|pair| pair[0].1 <= pair[1].0)
            && wanted.iter().all(|range| range.1 <= limit);
        let mut end = 0;
        for (one, given) in all.iter().zip(given) {
            let index = match given {
                Some(index) => index,
                None if fits => one.place[1],
                None => taken.take_free(((), 0), 0, one.count, one.var),
            };
            end = end.max(index.saturating_add(one.count));
            self.language.places.indices.insert((one.var, one.kind), index);
        }
        end
    }

    /// The index that the options give a resource.
    fn given_index(&mut self, one: &Wanted, limit: u32) -> Option<u32> {
        let slot = match one.kind {
            Kind::Buffer => Slot::Buffer,
            Kind::Texture => Slot::Texture,
            Kind::Sampler => Slot::SAMPLER,
        };
        let [_, index] = self.given(one.var, slot)?;
        if index.saturating_add(one.count) > limit {
            self.at = self.module.definition(self.tree.variable(one.var).id).unwrap_or(self.at);
            let (name, word) = (self.name_in_module(one.var), one.kind.word());
            let what = format!("{name} is given [[{word}({index})]], and MSL has {limit} indices of {word}s");
            self.refuse(Reason::Binding, &what);
            return None;
        }
        Some(index)
    }

    /// What a variable needs indices of.
    pub(super) fn kinds(&self, var: Var, role: Role) -> &'static [Kind] {
        match role {
            Role::UniformBlock | Role::StorageBlock | Role::PushConstants | Role::Plain => &[Kind::Buffer],
            Role::Opaque => match self.module.ty(element(self.module, self.tree.variable(var).ty)) {
                Some(Type::Sampler) => &[Kind::Sampler],
                Some(Type::AccelerationStructure) => &[Kind::Buffer],
                Some(Type::SampledImage { .. }) => &[Kind::Texture, Kind::Sampler],
                _ => &[Kind::Texture],
            },
            _ => &[],
        }
    }

    /// Resources in an array.
    pub(super) fn count_of(&mut self, var: Var) -> u32 {
        let mut ty = self.tree.variable(var).ty;
        let mut count = 1u32;
        for _ in 0..8 {
            let Some(Type::Array { element, length }) = self.module.ty(ty) else { break };
            count = count.saturating_mul(self.length(length));
            ty = element;
        }
        count.min(1 << 16)
    }

    pub(super) fn index_of(&self, var: Var, kind: Kind) -> u32 {
        self.language.places.indices.get(&(var, kind)).copied().unwrap_or(0)
    }

    /// The next index of buffers that is free.
    pub(super) fn take_buffer(&mut self) -> u32 {
        let next = self.language.places.next_buffer;
        if next >= Kind::Buffer.limit() {
            let what = "the entry point has no indices left for the buffers between its stages";
            self.refuse(Reason::Interface, what);
        }
        self.language.places.next_buffer = next + 1;
        next
    }

    /// Index of the buffer of sizes.
    pub(super) fn sizes_index(&mut self) -> u32 {
        let next = self.language.places.next_buffer;
        *self.language.places.sizes.get_or_insert(next)
    }
}
