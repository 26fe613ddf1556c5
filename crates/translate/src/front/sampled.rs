//! Combined image samplers of SPIR-V modules, taken apart: most targets know textures and samplers only apart.
//!
//! Source: the SPIR-V specification, version 1.6, section 3.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_spirv::build::op::{
    DECORATE, ENTRY_POINT, FUNCTION, LOAD, NAME, TYPE_POINTER, TYPE_SAMPLED_IMAGE, TYPE_SAMPLER, VARIABLE,
};
use glassbox_spirv::build::value::decoration::{BINDING, DESCRIPTOR_SET};
use glassbox_spirv::build::value::storage_class::UNIFORM_CONSTANT;

use crate::shader::{CombinedSampler, Place};

const SAMPLED_IMAGE: u16 = 86;
/// Words before the first instruction.
const HEADER: usize = 5;
/// Set in which samplers get their places.
const SAMPLER_SET: u32 = 2;

/// A module with its textures and samplers apart.
#[derive(Debug)]
pub(super) struct Apart {
    /// Its words.
    pub(super) words: Vec<u32>,
    /// What was one.
    pub(super) combined: Vec<CombinedSampler>,
}

/// The instructions of a module: numbers, and all words of each. A module that is cut short ends early.
pub(super) fn instructions(words: &[u32]) -> impl Iterator<Item = (u16, &[u32])> {
    let mut rest = words.get(HEADER..).unwrap_or_default();
    std::iter::from_fn(move || {
        let first = *rest.first()?;
        let (instruction, behind) = rest.split_at_checked((first >> 16).max(1) as usize)?;
        rest = behind;
        Some((first as u16, instruction))
    })
}

/// The text in some words, up to its zero.
pub(super) fn text(words: &[u32]) -> String {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    let letters: Vec<u8> = bytes.take_while(|byte| *byte != 0).collect();
    String::from_utf8_lossy(&letters).into_owned()
}

/// What a module says of its combined image samplers.
#[derive(Default)]
struct Survey {
    /// Types of them, with the types of their images.
    types: BTreeMap<u32, u32>,
    /// Pointers to them, with the types that they point to.
    pointers: BTreeMap<u32, u32>,
    /// Variables of them, with the types of their pointers.
    variables: BTreeMap<u32, u32>,
    /// The type of samplers, if there is one.
    sampler: Option<u32>,
    names: BTreeMap<u32, String>,
    sets: BTreeMap<u32, u32>,
    bindings: BTreeMap<u32, u32>,
}

impl Survey {
    fn of(words: &[u32]) -> Survey {
        let mut survey = Survey::default();
        for (operation, words) in instructions(words) {
            match (operation, words) {
                (NAME, [_, id, name @ ..]) => {
                    survey.names.insert(*id, text(name));
                }
                (DECORATE, [_, id, BINDING, value]) => {
                    survey.bindings.insert(*id, *value);
                }
                (DECORATE, [_, id, DESCRIPTOR_SET, value]) => {
                    survey.sets.insert(*id, *value);
                }
                (TYPE_SAMPLER, [_, id]) => survey.sampler = Some(*id),
                (TYPE_SAMPLED_IMAGE, [_, id, image]) => {
                    survey.types.insert(*id, *image);
                }
                (TYPE_POINTER, [_, id, UNIFORM_CONSTANT, to]) if survey.types.contains_key(to) => {
                    survey.pointers.insert(*id, *to);
                }
                (VARIABLE, [_, ty, id, UNIFORM_CONSTANT, ..]) if survey.pointers.contains_key(ty) => {
                    survey.variables.insert(*id, *ty);
                }
                _ => {}
            }
        }
        survey
    }

    fn name(&self, id: u32) -> String {
        let known = self.names.get(&id).filter(|name| !name.is_empty());
        known.cloned().unwrap_or_else(|| format!("texture_{id}"))
    }
}

/// Where a module keeps its resources, each place once, ascending.
pub(super) fn bound_places(words: &[u32]) -> Vec<Place> {
    let survey = Survey::of(words);
    let places = survey
        .bindings
        .iter()
        .map(|(id, binding)| Place { set: survey.sets.get(id).copied().unwrap_or(0), binding: *binding });
    let places: BTreeSet<Place> = places.collect();
    places.into_iter().collect()
}

/// Takes the combined image samplers of a module apart; `None` where it has none.
///
/// # Errors
/// What was found that has no form apart.
pub(super) fn take_apart(words: &[u32]) -> Result<Option<Apart>, String> {
    let survey = Survey::of(words);
    if survey.variables.is_empty() {
        return Ok(None);
    }
    let bound = words.get(3).copied().unwrap_or(0);
    let mut next = bound;
    let mut fresh = || {
        let id = next;
        next = next.saturating_add(1);
        id
    };
    let sampler_type = survey.sampler.unwrap_or_else(&mut fresh);
    let sampler_pointer = fresh();
    let image_pointers: BTreeMap<u32, u32> = survey.types.keys().map(|ty| (*ty, fresh())).collect();
    let mut samplers: BTreeMap<u32, u32> = BTreeMap::new();
    let mut combined = Vec::new();
    let mut taken: BTreeSet<(u32, u32)> = survey
        .bindings
        .iter()
        .map(|(id, binding)| (survey.sets.get(id).copied().unwrap_or(0), *binding))
        .collect();
    for variable in survey.variables.keys() {
        samplers.insert(*variable, fresh());
        let texture_place = Place {
            set: survey.sets.get(variable).copied().unwrap_or(0),
            binding: survey.bindings.get(variable).copied().unwrap_or(0),
        };
        let mut binding = texture_place.binding;
        while !taken.insert((SAMPLER_SET, binding)) {
            binding = binding.wrapping_add(1);
        }
        let name = survey.name(*variable);
        combined.push(CombinedSampler {
            sampler: format!("{name}_sampler"),
            name,
            texture_place,
            sampler_place: Place { set: SAMPLER_SET, binding },
        });
    }
    let mut out: Vec<u32> = words.get(..HEADER).unwrap_or_default().to_vec();
    let has_interface = words.get(1).is_some_and(|version| *version >= 0x0001_0400);
    let mut has_decorated = false;
    let mut has_types = false;
    let mut in_code = false;
    for (operation, words) in instructions(words) {
        let uses = words.iter().skip(1).any(|word| survey.variables.contains_key(word));
        in_code |= operation == FUNCTION;
        match (operation, words) {
            (ENTRY_POINT, _) if has_interface => {
                let more: Vec<u32> =
                    words.iter().skip(2).filter_map(|id| samplers.get(id).copied()).collect();
                push(&mut out, operation, words.iter().skip(1).copied().chain(more));
            }
            (DECORATE, _) if !has_decorated => {
                has_decorated = true;
                for (sampler, one) in samplers.values().zip(&combined) {
                    let place = one.sampler_place;
                    push(&mut out, DECORATE, [*sampler, DESCRIPTOR_SET, place.set]);
                    push(&mut out, DECORATE, [*sampler, BINDING, place.binding]);
                }
                out.extend_from_slice(words);
            }
            // It moves before the first type that needs it.
            (TYPE_SAMPLER, _) => {}
            (TYPE_SAMPLED_IMAGE, [_, id, image]) => {
                if !has_types {
                    has_types = true;
                    push(&mut out, TYPE_SAMPLER, [sampler_type]);
                    push(&mut out, TYPE_POINTER, [sampler_pointer, UNIFORM_CONSTANT, sampler_type]);
                }
                out.extend_from_slice(words);
                if let Some(pointer) = image_pointers.get(id) {
                    push(&mut out, TYPE_POINTER, [*pointer, UNIFORM_CONSTANT, *image]);
                }
            }
            (VARIABLE, [_, ty, id, ..]) if survey.variables.contains_key(id) => {
                let image_pointer = survey.pointers.get(ty).and_then(|ty| image_pointers.get(ty));
                if let (Some(image_pointer), Some(sampler)) = (image_pointer, samplers.get(id)) {
                    push(&mut out, VARIABLE, [*image_pointer, *id, UNIFORM_CONSTANT]);
                    push(&mut out, VARIABLE, [sampler_pointer, *sampler, UNIFORM_CONSTANT]);
                }
            }
            (LOAD, [_, ty, result, from, ..]) if samplers.contains_key(from) => {
                let (Some(image), Some(sampler)) = (survey.types.get(ty), samplers.get(from)) else {
                    return Err(format!("found a load of `{}` as another type", survey.name(*from)));
                };
                let (image_value, sampler_value) = (fresh(), fresh());
                push(&mut out, LOAD, [*image, image_value, *from]);
                push(&mut out, LOAD, [sampler_type, sampler_value, *sampler]);
                push(&mut out, SAMPLED_IMAGE, [*ty, *result, image_value, sampler_value]);
            }
            // Numbers that are no ids may look like them in other instructions: only calls and chains can use a variable.
            (57 | 65 | 66, _) if in_code && uses => {
                let name = words.iter().skip(1).find(|id| survey.variables.contains_key(id));
                return Err(format!(
                    "found `{}` given to a function or indexed, expected it to be sampled where it stands",
                    name.map_or_else(String::new, |id| survey.name(*id))
                ));
            }
            _ => out.extend_from_slice(words),
        }
    }
    if let Some(slot) = out.get_mut(3) {
        *slot = next;
    }
    let named = named(&out, &samplers, &combined);
    Ok(Some(Apart { words: named, combined }))
}

/// The words with the names of samplers, before the first name that is there.
fn named(words: &[u32], samplers: &BTreeMap<u32, u32>, combined: &[CombinedSampler]) -> Vec<u32> {
    let mut out: Vec<u32> = words.get(..HEADER).unwrap_or_default().to_vec();
    let mut is_named = false;
    for (operation, words) in instructions(words) {
        // Names stand before decorations, and those before types; a module without names gets them there.
        if !is_named && (operation == NAME || operation == DECORATE) {
            is_named = true;
            for (sampler, one) in samplers.values().zip(combined) {
                let mut bytes = one.sampler.clone().into_bytes();
                bytes.push(0);
                while bytes.len() % 4 != 0 {
                    bytes.push(0);
                }
                let letters = bytes
                    .chunks_exact(4)
                    .map(|four| four.iter().rev().fold(0, |word, byte| (word << 8) | u32::from(*byte)));
                push(&mut out, NAME, std::iter::once(*sampler).chain(letters));
            }
        }
        out.extend_from_slice(words);
    }
    out
}

/// Adds an instruction.
fn push(out: &mut Vec<u32>, operation: u16, operands: impl IntoIterator<Item = u32>) {
    let start = out.len();
    out.push(0);
    out.extend(operands);
    let length = (out.len() - start) as u32;
    if let Some(first) = out.get_mut(start) {
        *first = (length << 16) | u32::from(operation);
    }
}
