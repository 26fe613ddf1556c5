//! Atomic counters become members of a storage block for each binding.

use std::collections::BTreeMap;

use foldhash::HashMap;
use glassbox_syntax::token::Word;

use super::Linker;
use super::access::{expression, global};
use super::extract::{array_of, dimensions};
use super::walk;
use crate::model::{At, ExpressionKind, GlobalId, Packing, Program, Qualifiers, Storage, flag};
use crate::types::{Length, Member, Structure, Type};

/// A counter, or an array of them.
#[derive(Clone)]
struct Counter {
    name: Word,
    offset: u32,
    lengths: Vec<Length>,
}

impl Linker<'_> {
    /// Replaces the atomic counters of all stages. A block holds those of all stages that have its binding.
    pub(super) fn replace_counters(&mut self) {
        let mut bindings: BTreeMap<u32, BTreeMap<u32, Counter>> = BTreeMap::new();
        let mut used: Vec<HashMap<GlobalId, (u32, u32)>> = Vec::new();
        for stage in 0..self.programs.len() {
            let found = counters(&self.programs[stage]);
            let mut places = HashMap::default();
            for (id, binding, counter) in found {
                places.insert(id, (binding, counter.offset));
                let known = bindings.entry(binding).or_default().entry(counter.offset);
                let known = known.or_insert_with(|| counter.clone());
                if known.lengths.is_empty() && !counter.lengths.is_empty() {
                    *known = counter;
                }
            }
            used.push(places);
        }
        for (binding, all) in bindings {
            let name = self.names.shared(&format!("gl_AtomicCounterBlock_{binding}"));
            self.counters.insert(name.clone());
            for (stage, used) in used.iter().enumerate() {
                if used.values().any(|(own, _)| *own == binding) {
                    self.declare_counters(stage, &name, (binding, &all), used);
                }
            }
        }
        for (stage, used) in used.iter().enumerate() {
            used.keys().for_each(|id| self.programs[stage].drop_global(*id));
        }
    }

    fn declare_counters(
        &mut self,
        stage: usize,
        name: &Word,
        (binding, all): (u32, &BTreeMap<u32, Counter>),
        used: &HashMap<GlobalId, (u32, u32)>,
    ) {
        let program = &mut self.programs[stage];
        let mut members = Vec::new();
        let mut numbers: HashMap<u32, (u32, Type)> = HashMap::default();
        for (offset, counter) in all {
            let ty = array_of(&mut program.types, Type::UINT, &counter.lengths);
            let mut qualifiers = Qualifiers::default();
            qualifiers.layout_mut().offset = Some(*offset);
            numbers.insert(*offset, (members.len() as u32, ty));
            let at = At::NONE;
            members.push(Member { name: counter.name.clone(), at, ty, qualifiers, built_in: None });
        }
        let own =
            used.iter().filter(|(_, (own, _))| *own == binding).map(|(id, _)| *id).min_by_key(|id| id.0);
        let at = own.map_or(At::NONE, |id| program.global(id).at);
        let structure = Structure { name: name.clone(), at, members, is_block: true, is_built_in: false };
        let ty = Type::Struct(program.types.new_structure(structure));
        let mut qualifiers = Qualifiers { flags: flag::COHERENT, ..Qualifiers::default() };
        qualifiers.layout_mut().binding = Some(binding);
        qualifiers.layout_mut().packing = Some(Packing::Std430);
        let mut block = global(name.clone(), at, ty, Storage::Buffer, qualifiers);
        block.is_anonymous_block = true;
        let block = program.add_global(block);
        for id in walk::all_expressions(program) {
            let ExpressionKind::Global(counter) = program.expression(id).kind else {
                continue;
            };
            let place = used.get(&counter).filter(|(own, _)| *own == binding);
            let Some((number, member)) = place.and_then(|(_, offset)| numbers.get(offset).copied()) else {
                continue;
            };
            let at = program.expression(id).at;
            let base = program.add(expression(ExpressionKind::Global(block), ty, at));
            let own = &mut program.expressions[id.0 as usize];
            own.kind = ExpressionKind::Field(base, number);
            own.ty = member;
        }
        for expression in &mut program.expressions {
            if expression.ty == Type::AtomicUint {
                expression.ty = Type::UINT;
            }
        }
    }
}

/// The counters of a stage with their bindings and offsets: stated ones, or those behind the last one of the binding.
fn counters(program: &Program) -> Vec<(GlobalId, u32, Counter)> {
    let mut next: HashMap<u32, u32> = HashMap::default();
    let mut found = Vec::new();
    for (number, own) in program.globals.iter().enumerate() {
        if own.storage != Storage::Uniform || program.types.innermost(own.ty) != Type::AtomicUint {
            continue;
        }
        let layout = own.qualifiers.layout();
        let binding = layout.binding.unwrap_or(0);
        let offset = layout.offset.unwrap_or_else(|| next.get(&binding).copied().unwrap_or(0));
        let lengths = dimensions(&program.types, own.ty);
        let count = lengths.iter().fold(4_u32, |size, length| match length {
            Length::Fixed(count) => size.saturating_mul(*count),
            _ => size,
        });
        next.insert(binding, offset.saturating_add(count));
        let counter = Counter { name: own.name.clone(), offset, lengths };
        found.push((GlobalId(number as u32), binding, counter));
    }
    found
}
