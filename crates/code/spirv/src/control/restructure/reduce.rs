//! Gives every cycle one entry: by copying blocks while that is cheap, else by a block that switches to the entries.

use std::collections::{HashMap, HashSet};

use super::RestructureError;
use super::carry;
use super::work::Work;
use crate::control::dominators::Dominators;
use crate::control::graph::{BlockIndex, Graph, Labels};
use crate::control::loops::Loops;
use crate::grammar::op;
use crate::module::{At, Id, Operand};

/// Rounds after which every block of a cycle is an entry of its switch, so that no cycle remains inside.
const ROUNDS: u32 = 8;

/// Cycles whose blocks are tried as the one that stays the entry, by number of entries.
const MOST_ENTRIES: usize = 4;

/// Makes the flow of a function reducible.
pub(super) fn reduce(work: &mut Work<'_>) -> Result<(), RestructureError> {
    let mut budget = work.size() + 64;
    let most = 4096 + work.size().saturating_mul(16);
    for round in 0.. {
        let graph = Graph::of(work.module, &work.function);
        let dominators = Dominators::of(&graph);
        let loops = Loops::of(&graph, &dominators);
        if loops.irreducible().is_empty() {
            break;
        }
        if work.size() > most {
            return Err(RestructureError::Size);
        }
        let flow = Flow { graph: &graph, dominators: &dominators, loops: &loops };
        let cycles = flow.cycles(work, round, &mut budget);
        demote_phis(work, &graph, &cycles)?;
        carry_copied(work, &graph, &cycles)?;
        for cycle in &cycles {
            match &cycle.copied {
                Some(copied) => split(work, &graph, cycle, copied),
                None => dispatch(work, &flow, cycle),
            }
        }
        work.remove_unreachable();
    }
    Ok(())
}

/// A cycle with several entries.
struct Cycle {
    entries: Vec<BlockIndex>,
    /// Blocks of the cycle and of loops in it.
    blocks: Vec<BlockIndex>,
    /// Blocks to copy for the entries other than the first.
    copied: Option<Vec<BlockIndex>>,
}

struct Flow<'g> {
    graph: &'g Graph,
    dominators: &'g Dominators,
    loops: &'g Loops,
}

impl Flow<'_> {
    /// True if an edge does not close a natural loop.
    fn is_forward(&self, from: BlockIndex, to: BlockIndex) -> bool {
        self.graph.is_reachable(from) && !self.dominators.dominates(to, from)
    }

    /// Cycles that have no block in common; others are left to the next round.
    fn cycles(&self, work: &Work<'_>, round: u32, budget: &mut usize) -> Vec<Cycle> {
        let mut owners = vec![0u32; self.graph.len()];
        let mut number = 0;
        let mut cycles = Vec::new();
        let mut extended = self.extended();
        for (core, index) in self.loops.irreducible().iter().zip(1u32..) {
            let blocks = std::mem::take(&mut extended[index as usize - 1]);
            if blocks.is_empty() {
                continue;
            }
            number += 1;
            blocks.iter().for_each(|block| owners[*block as usize] = number);
            let is_core = |block: BlockIndex| core.binary_search(&block).is_ok();
            let is_entry = |block: &BlockIndex| {
                let mut before = self.graph.predecessors(*block).iter();
                *block == 0
                    || before
                        .any(|from| self.is_forward(*from, *block) && (round >= ROUNDS || !is_core(*from)))
            };
            let entries: Vec<BlockIndex> = core.iter().copied().filter(is_entry).collect();
            let mut cycle = Cycle { entries, blocks, copied: None };
            if round < ROUNDS {
                self.choose_copy(work, &mut cycle, &owners, number, budget);
            }
            cycles.push(cycle);
        }
        cycles
    }

    /// By cycle, its blocks with those of the natural loops whose headers are among them.
    fn extended(&self) -> Vec<Vec<BlockIndex>> {
        let mut owner = vec![0u32; self.graph.len()];
        for (core, number) in self.loops.irreducible().iter().zip(1..) {
            core.iter().for_each(|block| owner[*block as usize] = number);
        }
        let mut by_loop = vec![0u32; self.loops.loops().len()];
        for (index, found) in self.loops.loops().iter().enumerate() {
            let around = found.parent.map_or(0, |parent| by_loop[parent as usize]);
            by_loop[index] = if around == 0 { owner[found.header as usize] } else { around };
        }
        let mut extended = vec![Vec::new(); self.loops.irreducible().len()];
        for &block in self.graph.reverse_postorder() {
            let inside = self.loops.innermost(block).map_or(0, |index| by_loop[index as usize]);
            let number = if inside == 0 { owner[block as usize] } else { inside };
            if number != 0 {
                extended[number as usize - 1].push(block);
            }
        }
        // A cycle in a loop of another is in the list of that one, and waits.
        extended
    }

    /// Decides which entry stays, if copying what the others reach is within the budget.
    fn choose_copy(
        &self,
        work: &Work<'_>,
        cycle: &mut Cycle,
        owners: &[u32],
        number: u32,
        budget: &mut usize,
    ) {
        if cycle.entries.len() > MOST_ENTRIES {
            return;
        }
        let mut best: Option<(usize, usize, Vec<BlockIndex>)> = None;
        for stays in 0..cycle.entries.len() {
            let copied = self.reached(cycle, stays, owners, number);
            let size = |block: &BlockIndex| work.function.blocks[*block as usize].body.len() + 1;
            let cost = copied.iter().map(size).sum();
            if best.as_ref().is_none_or(|best| cost < best.0) {
                best = Some((cost, stays, copied));
            }
        }
        if let Some((cost, stays, copied)) = best.filter(|best| best.0 <= *budget) {
            *budget -= cost;
            cycle.entries.swap(0, stays);
            cycle.copied = Some(copied);
        }
    }

    /// Blocks of a cycle that its entries other than one reach without it.
    fn reached(&self, cycle: &Cycle, stays: usize, owners: &[u32], number: u32) -> Vec<BlockIndex> {
        let mut seen = HashSet::from([cycle.entries[stays]]);
        let mut work: Vec<BlockIndex> = cycle.entries.clone();
        let mut reached = Vec::new();
        while let Some(block) = work.pop() {
            if owners[block as usize] == number && seen.insert(block) {
                reached.push(block);
                work.extend(self.graph.successors(block));
            }
        }
        reached.sort_unstable();
        reached
    }
}

/// Demotes the phis of blocks whose predecessors change.
fn demote_phis(work: &mut Work<'_>, graph: &Graph, cycles: &[Cycle]) -> Result<(), RestructureError> {
    let mut changes = vec![false; graph.len()];
    for cycle in cycles {
        for &block in &cycle.blocks {
            changes[block as usize] = true;
            graph.successors(block).iter().for_each(|next| changes[*next as usize] = true);
        }
    }
    let labels = Labels::of(&work.function);
    for block in (0..graph.len() as u32).filter(|block| changes[*block as usize]) {
        carry::change_phis(work, &labels, block, |work, phi| {
            Some(carry::Change::Demoted(carry::pairs(work, phi)))
        })?;
    }
    Ok(())
}

/// Makes the values of blocks that are copied local to their blocks.
fn carry_copied(work: &mut Work<'_>, graph: &Graph, cycles: &[Cycle]) -> Result<(), RestructureError> {
    let mut copied = vec![false; graph.len()];
    for block in cycles.iter().filter_map(|cycle| cycle.copied.as_ref()).flatten() {
        copied[*block as usize] = true;
    }
    if copied.contains(&true) {
        carry::carry(work, |from, _| copied[from as usize])?;
    }
    Ok(())
}

/// Copies blocks, for all entries of a cycle but the first.
fn split(work: &mut Work<'_>, graph: &Graph, cycle: &Cycle, copied: &[BlockIndex]) {
    let mut map: HashMap<Id, Id> = HashMap::new();
    for &block in copied {
        let label = work.function.blocks[block as usize].label;
        map.insert(label, work.module.new_id());
        for index in 0..work.function.blocks[block as usize].body.len() {
            let at = work.function.blocks[block as usize].body[index];
            let result = work.module.get(at).result;
            if result != 0 {
                let new = work.module.new_id();
                map.insert(result, new);
                work.copies.push((result, new));
            }
        }
    }
    let mapped = |id: Id| map.get(&id).copied().unwrap_or(id);
    for &block in copied {
        let mut copy = work.block(mapped(work.function.blocks[block as usize].label));
        for index in 0..work.function.blocks[block as usize].body.len() {
            let at = work.function.blocks[block as usize].body[index];
            let result = work.module.get(at).result;
            copy.body.push(work.copy(at, if result == 0 { 0 } else { mapped(result) }, mapped));
        }
        work.function.blocks.push(copy);
    }
    let inside: HashSet<BlockIndex> = cycle.blocks.iter().copied().collect();
    for &entry in &cycle.entries[1..] {
        let label = work.function.blocks[entry as usize].label;
        for &from in graph.predecessors(entry).iter().filter(|from| !inside.contains(from)) {
            let body = &work.function.blocks[from as usize].body;
            let Some((&terminator, last)) = body.last().zip(body.len().checked_sub(1)) else { continue };
            let new = work.copy(terminator, 0, |id| if id == label { mapped(label) } else { id });
            work.function.blocks[from as usize].body[last] = new;
        }
    }
}

/// Leads all edges to the entries of a cycle through one block that switches to them.
fn dispatch(work: &mut Work<'_>, flow: &Flow<'_>, cycle: &Cycle) {
    let uint = work.uint();
    let variable = work.variable(uint);
    let label = work.module.new_id();
    let mut block = work.block(label);
    let entry = work.value(&mut block.body, op::LOAD, uint, &[variable]);
    let labels: Vec<Id> =
        cycle.entries.iter().map(|entry| work.function.blocks[*entry as usize].label).collect();
    let mut operands = vec![Operand::Id(entry), Operand::Id(labels[0])];
    for (number, label) in (1..).zip(&labels[1..]) {
        operands.extend([Operand::Literal(number), Operand::Id(*label)]);
    }
    block.body.push(work.module.add(op::SWITCH, 0, 0, operands));
    work.function.blocks.push(block);
    let mut numbers: HashMap<BlockIndex, HashMap<Id, u32>> = HashMap::new();
    for ((&entry, label), number) in cycle.entries.iter().zip(&labels).zip(0..) {
        for &from in flow.graph.predecessors(entry) {
            if flow.is_forward(from, entry) {
                numbers.entry(from).or_default().insert(*label, number);
            }
        }
    }
    let mut sources: Vec<(BlockIndex, HashMap<Id, u32>)> = numbers.into_iter().collect();
    sources.sort_unstable_by_key(|source| source.0);
    let through = Through { variable, label };
    for (from, numbers) in sources {
        through.redirect(work, from, &numbers);
    }
}

/// The variable and the block of a dispatch.
struct Through {
    variable: Id,
    label: Id,
}

impl Through {
    /// Leads the branches of a block to entries through the dispatch.
    fn redirect(&self, work: &mut Work<'_>, from: BlockIndex, numbers: &HashMap<Id, u32>) {
        let Some(terminator) = work.function.blocks[from as usize].body.pop() else { return };
        let mut body = Vec::new();
        let number = |index| numbers.get(&work.module.word(terminator, index)).copied();
        let new = match work.module.opcode(terminator) {
            op::BRANCH_CONDITIONAL => match [number(1), number(2)] {
                [Some(a), Some(b)] => {
                    let condition = work.module.word(terminator, 0);
                    let operands = [condition, work.constant(a), work.constant(b)];
                    let uint = work.uint();
                    let entry = work.value(&mut body, op::SELECT, uint, &operands);
                    body.push(work.store(self.variable, entry));
                    work.branch(self.label)
                }
                [a, b] => {
                    let entry = a.or(b).unwrap_or(0);
                    body.push(self.store(work, entry));
                    work.copy(terminator, 0, |id| if numbers.contains_key(&id) { self.label } else { id })
                }
            },
            op::SWITCH => {
                let mut steps: HashMap<Id, Id> = HashMap::new();
                let mut targets: Vec<(u32, Id)> =
                    numbers.iter().map(|(label, number)| (*number, *label)).collect();
                targets.sort_unstable();
                for (number, target) in targets {
                    let step = work.module.new_id();
                    let mut block = work.block(step);
                    block.body = vec![self.store(work, number), work.branch(self.label)];
                    work.function.blocks.push(block);
                    steps.insert(target, step);
                }
                work.copy(terminator, 0, |id| steps.get(&id).copied().unwrap_or(id))
            }
            _ => {
                let entry = number(0).unwrap_or(0);
                body.push(self.store(work, entry));
                work.branch(self.label)
            }
        };
        body.push(new);
        work.function.blocks[from as usize].body.extend(body);
    }

    fn store(&self, work: &mut Work<'_>, number: u32) -> At {
        let number = work.constant(number);
        work.store(self.variable, number)
    }
}
