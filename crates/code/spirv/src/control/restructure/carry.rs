//! Carries values that do not dominate their uses in variables, and makes phis fit their blocks.

use std::collections::{HashMap, HashSet};

use super::RestructureError;
use super::emit::Emitted;
use super::work::Work;
use crate::control::dominators::Dominators;
use crate::control::graph::{BlockIndex, Graph, Labels, NO_BLOCK};
use crate::grammar::{op, value};
use crate::module::{At, Id};

/// Makes phis and values consistent after the blocks were written anew.
pub(super) fn repair(work: &mut Work<'_>, emitted: &Emitted) -> Result<(), RestructureError> {
    let graph = Graph::of(work.module, &work.function);
    let dominators = Dominators::of(&graph);
    let labels = Labels::of(&work.function);
    for block in 0..graph.len() as u32 {
        carry_phis(work, &labels, &graph, emitted, block)?;
    }
    carry(work, |from, to| !dominators.dominates(from, to))
}

/// Makes the phis of a block fit its predecessors.
fn carry_phis(
    work: &mut Work<'_>,
    labels: &Labels,
    graph: &Graph,
    emitted: &Emitted,
    block: BlockIndex,
) -> Result<(), RestructureError> {
    change_phis(work, labels, block, |work, at| {
        let mut pairs = pairs(work, at);
        for pair in &mut pairs {
            pair[1] = emitted.tails.get(&pair[1]).copied().unwrap_or(pair[1]);
        }
        let fitting = fit(work, graph, emitted, block, &pairs);
        Some(fitting.map_or_else(|| Change::Demoted(pairs), Change::Fits))
    })
}

/// Values and parents of a phi.
pub(super) fn pairs(work: &Work<'_>, phi: At) -> Vec<[Id; 2]> {
    work.module.operands(phi).as_chunks().0.to_vec()
}

/// The operands of a phi for the predecessors that its block has now; `None` if several of the old ones come through
/// one of the new.
fn fit(
    work: &Work<'_>,
    graph: &Graph,
    emitted: &Emitted,
    block: BlockIndex,
    pairs: &[[Id; 2]],
) -> Option<Vec<Id>> {
    /// New blocks in a row that an edge was replaced with, at most.
    const STEPS: usize = 16;
    let known: HashMap<Id, Id> = pairs.iter().map(|[value, parent]| (*parent, *value)).collect();
    let mut operands = Vec::new();
    for &parent in graph.predecessors(block) {
        let mut origin = parent;
        for _ in 0..STEPS {
            match graph.predecessors(origin) {
                &[before] if emitted.fresh[origin as usize] => origin = before,
                _ => break,
            }
        }
        let label = |block: BlockIndex| work.function.blocks[block as usize].label;
        operands.extend([*known.get(&label(origin))?, label(parent)]);
    }
    Some(operands)
}

/// A phi of a block, and what becomes of it.
pub(super) enum Change {
    /// It gets other operands.
    Fits(Vec<Id>),
    /// It becomes a variable that its parents store to: values and parents.
    Demoted(Vec<[Id; 2]>),
}

/// Changes the phis of a block; `None` lets one stay.
pub(super) fn change_phis(
    work: &mut Work<'_>,
    labels: &Labels,
    block: BlockIndex,
    mut change: impl FnMut(&Work<'_>, At) -> Option<Change>,
) -> Result<(), RestructureError> {
    let first = work.first_index(block);
    let mut rest = work.function.blocks[block as usize].body.split_off(first);
    let head = std::mem::take(&mut work.function.blocks[block as usize].body);
    let mut kept = Vec::with_capacity(head.len());
    let mut loads = Vec::new();
    let mut stores = Vec::new();
    for at in head {
        let changed = if work.module.opcode(at) == op::PHI { change(work, at) } else { None };
        match changed {
            None => kept.push(at),
            Some(Change::Fits(operands)) => kept.push(work.replace(at, op::PHI, &operands)),
            Some(Change::Demoted(pairs)) => {
                let ty = work.module.get(at).ty;
                if !work.is_storable(ty) {
                    return Err(RestructureError::Value);
                }
                let variable = work.variable(ty);
                stores.extend(pairs.iter().map(|[value, parent]| (*parent, variable, *value)));
                loads.push(work.replace(at, op::LOAD, &[variable]));
            }
        }
    }
    kept.append(&mut loads);
    kept.append(&mut rest);
    work.function.blocks[block as usize].body = kept;
    for (parent, variable, value) in stores {
        if let Some(parent) = labels.find(parent) {
            let store = work.store(variable, value);
            work.push_last(parent, store);
        }
    }
    Ok(())
}

/// True for instructions that give the same result anywhere, if variables cannot hold it: paths, handles.
fn is_repeatable(work: &Work<'_>, at: At) -> bool {
    match work.module.opcode(at) {
        op::ACCESS_CHAIN
        | op::IN_BOUNDS_ACCESS_CHAIN
        | op::PTR_ACCESS_CHAIN
        | op::IN_BOUNDS_PTR_ACCESS_CHAIN
        | op::UNTYPED_ACCESS_CHAIN_KHR
        | op::UNTYPED_IN_BOUNDS_ACCESS_CHAIN_KHR
        | op::IMAGE_TEXEL_POINTER
        | op::COPY_OBJECT
        | op::SAMPLED_IMAGE
        | op::IMAGE => true,
        // Handles are constant.
        op::LOAD => {
            let pointer = work.module.type_of(work.module.word(at, 0));
            let class = work.module.definition(pointer).map(|at| work.module.word(at, 0));
            class == Some(value::storage_class::UNIFORM_CONSTANT)
        }
        _ => false,
    }
}

/// Makes values local to the blocks that use them where `crosses` is true of the defining and the using block.
pub(super) fn carry(
    work: &mut Work<'_>,
    crosses: impl Fn(BlockIndex, BlockIndex) -> bool,
) -> Result<(), RestructureError> {
    let mut blocks = vec![NO_BLOCK; work.module.bound()];
    for (block, index) in work.function.blocks.iter().zip(0..) {
        for at in &block.body {
            blocks[work.module.get(*at).result as usize] = index;
        }
    }
    blocks[0] = NO_BLOCK;
    let count = work.function.blocks.len();
    let budget = 4096 + work.size().saturating_mul(32);
    let mut carrier = Carrier {
        labels: Labels::of(&work.function),
        work,
        blocks,
        crosses,
        local: HashMap::new(),
        variables: HashMap::new(),
        stored: Vec::new(),
        first: vec![Vec::new(); count],
        budget,
    };
    for block in 0..count as u32 {
        carrier.uses(block)?;
    }
    carrier.write();
    Ok(())
}

struct Carrier<'w, 'm, F> {
    work: &'w mut Work<'m>,
    labels: Labels,
    /// By id, the block that defines it.
    blocks: Vec<BlockIndex>,
    crosses: F,
    /// By block and id, the id to use instead.
    local: HashMap<(BlockIndex, Id), Id>,
    variables: HashMap<Id, Id>,
    /// Ids that variables hold.
    stored: Vec<Id>,
    /// By block, instructions to add after its phis.
    first: Vec<Vec<At>>,
    /// Instructions that may be added.
    budget: usize,
}

impl<F: Fn(BlockIndex, BlockIndex) -> bool> Carrier<'_, '_, F> {
    fn crosses(&self, id: Id, to: BlockIndex) -> bool {
        let from = self.blocks.get(id as usize).copied().unwrap_or(NO_BLOCK);
        from != NO_BLOCK && from != to && (self.crosses)(from, to)
    }

    /// Replaces what a block uses.
    fn uses(&mut self, block: BlockIndex) -> Result<(), RestructureError> {
        for index in 0..self.work.function.blocks[block as usize].body.len() {
            let at = self.work.function.blocks[block as usize].body[index];
            let is_phi = self.work.module.opcode(at) == op::PHI;
            let mut operands: Vec<Id> = self.work.module.used_ids(at).collect();
            let mut changed = false;
            for slot in 0..operands.len() {
                let user = match (is_phi, operands.get(slot + 1)) {
                    (true, Some(parent)) if slot % 2 == 0 => self.labels.find(*parent).unwrap_or(block),
                    (true, _) => continue,
                    (false, _) => block,
                };
                if self.crosses(operands[slot], user) {
                    operands[slot] = self.provide(user, operands[slot])?;
                    changed = true;
                }
            }
            if changed {
                let mut next = operands.into_iter();
                let result = self.work.module.get(at).result;
                let new = self.work.copy(at, result, |id| next.next().unwrap_or(id));
                self.work.function.blocks[block as usize].body[index] = new;
            }
        }
        Ok(())
    }

    /// The id that has a value in a block.
    fn provide(&mut self, block: BlockIndex, id: Id) -> Result<Id, RestructureError> {
        let mut waiting = vec![id];
        while let Some(&next) = waiting.last() {
            if self.local.contains_key(&(block, next)) {
                waiting.pop();
                continue;
            }
            self.budget = self.budget.checked_sub(1).ok_or(RestructureError::Size)?;
            let Some(at) = self.work.module.definition(next) else {
                return Err(RestructureError::Value);
            };
            let ty = self.work.module.get(at).ty;
            if self.work.is_storable(ty) {
                waiting.pop();
                self.load(block, next, ty);
                continue;
            }
            if !is_repeatable(self.work, at) {
                return Err(RestructureError::Value);
            }
            let needed = self.work.module.used_ids(at);
            let missing = needed
                .filter(|id| self.crosses(*id, block) && !self.local.contains_key(&(block, *id)))
                .collect::<Vec<Id>>();
            if missing.is_empty() {
                waiting.pop();
                self.repeat(block, next, at);
            } else if waiting.len() > self.budget {
                return Err(RestructureError::Size);
            }
            waiting.extend(missing);
        }
        self.local.get(&(block, id)).copied().ok_or(RestructureError::Value)
    }

    fn load(&mut self, block: BlockIndex, id: Id, ty: Id) {
        let variable = match self.variables.get(&id) {
            Some(variable) => *variable,
            None => {
                let variable = self.work.variable(ty);
                self.variables.insert(id, variable);
                self.stored.push(id);
                variable
            }
        };
        let new = self.work.value(&mut self.first[block as usize], op::LOAD, ty, &[variable]);
        self.work.copies.push((id, new));
        self.local.insert((block, id), new);
    }

    fn repeat(&mut self, block: BlockIndex, id: Id, at: At) {
        let new = self.work.module.new_id();
        let local = &self.local;
        let copy = self.work.copy(at, new, |id| local.get(&(block, id)).copied().unwrap_or(id));
        self.first[block as usize].push(copy);
        self.work.copies.push((id, new));
        self.local.insert((block, id), new);
    }

    /// Adds the loads and stores.
    fn write(mut self) {
        let stored: HashSet<Id> = self.stored.iter().copied().collect();
        for block in 0..self.first.len() {
            let first = self.work.first_index(block as u32);
            let body = std::mem::take(&mut self.work.function.blocks[block].body);
            let mut out = Vec::with_capacity(body.len());
            let mut late = Vec::new();
            for (index, at) in body.into_iter().enumerate() {
                if index == first {
                    out.append(&mut late);
                    out.append(&mut self.first[block]);
                }
                out.push(at);
                let result = self.work.module.get(at).result;
                if stored.contains(&result) {
                    let store = self.work.store(self.variables[&result], result);
                    if index < first { late.push(store) } else { out.push(store) }
                }
            }
            self.work.function.blocks[block].body = out;
        }
    }
}
