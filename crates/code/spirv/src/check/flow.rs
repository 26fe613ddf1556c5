//! Checks control flow: branches, phis, dominance of uses, and constructs.

use std::collections::{BTreeMap, BTreeSet};

use super::{Checker, Relaxation, TYPE, rules};
use crate::control::{BlockIndex, Dominators, Graph, Labels, NO_BLOCK, targets};
use crate::grammar::value::{addressing_model, capability as cap, loop_control};
use crate::grammar::{OpcodeSet, op};
use crate::module::{At, Function, Id};

/// A function with its graphs.
pub(super) struct Flow<'m> {
    pub(super) function: &'m Function,
    pub(super) labels: Labels,
    pub(super) graph: Graph,
    pub(super) dominators: Dominators,
}

/// Checks every function.
pub(super) fn check(c: &mut Checker<'_>) {
    let module = c.module;
    // By instruction, one more than its block in its function.
    let is_linear = module.functions.first().is_some_and(|first| is_linear(c, first));
    let mut blocks = if is_linear { Vec::new() } else { vec![0u32; module.count()] };
    for function in module.functions.iter().filter(|_| !is_linear) {
        for (block, index) in function.blocks.iter().zip(1..) {
            // The label itself can be named anywhere in the function.
            block.body.iter().for_each(|at| blocks[*at as usize] = index);
        }
    }
    let mut merges = BTreeSet::new();
    for (function, number) in module.functions.iter().zip(0..) {
        if function.blocks.is_empty() {
            continue;
        }
        let found = c.faults;
        let labels = Labels::of(function);
        branches(c, function, &labels, &mut merges);
        if is_linear {
            continue;
        }
        let graph = Graph::with_labels(module, function, &labels);
        let dominators = Dominators::of(&graph);
        let flow = Flow { function, labels, graph, dominators };
        uses(c, &flow, number, &blocks);
        if c.faults == found {
            order(c, &flow);
        }
        for block in 0..function.blocks.len() {
            for &at in &function.blocks[block].body {
                if module.opcode(at) == op::PHI {
                    phi(c, &flow, block as u32, at);
                }
            }
        }
        if c.has(cap::SHADER) && c.faults == found {
            super::constructs::check(c, &flow);
        }
    }
}

/// True for the only function of a module, if it has one block that leads nowhere and nothing in it depends on blocks:
/// all that it uses is defined before, and it has no constructs.
fn is_linear(c: &Checker<'_>, function: &Function) -> bool {
    const BRANCHES: &OpcodeSet = &OpcodeSet::of(&[op::BRANCH, op::BRANCH_CONDITIONAL, op::SWITCH]);
    const OF_BLOCKS: &OpcodeSet =
        &OpcodeSet::of(&[op::PHI, op::SAMPLED_IMAGE, op::SELECTION_MERGE, op::LOOP_MERGE]);
    let [block] = &function.blocks[..] else { return false };
    c.module.functions.len() == 1
        && !BRANCHES.contains(c.module.opcode(block.terminator()))
        && !c.facts.order.has_any(OF_BLOCKS)
}

/// Checks merges and terminators.
fn branches(c: &mut Checker<'_>, function: &Function, labels: &Labels, merges: &mut BTreeSet<Id>) {
    let module = c.module;
    for block in &function.blocks {
        for &at in &block.body {
            match module.opcode(at) {
                op::LOOP_MERGE => loop_merge(c, at, block.label),
                op::LIFETIME_START | op::LIFETIME_STOP => lifetime(c, at),
                _ => {}
            }
            if matches!(module.opcode(at), op::LOOP_MERGE | op::SELECTION_MERGE) {
                let merge = module.word(at, 0);
                let holds = merges.insert(merge);
                c.expect(
                    holds,
                    &rules::MERGE_SHARED,
                    (at, 0),
                    "a block that is the merge block of one header",
                );
                let names = if module.opcode(at) == op::LOOP_MERGE { 2 } else { 1 };
                for index in 0..names {
                    label(c, (at, index), labels);
                }
            }
        }
        let at = block.terminator();
        terminator(c, function, at);
        let first = function.blocks[0].label;
        for (index, operand) in module.tagged_operands(at).enumerate() {
            let is_target = match module.opcode(at) {
                op::BRANCH => true,
                op::BRANCH_CONDITIONAL => index == 1 || index == 2,
                op::SWITCH => index > 0,
                _ => false,
            };
            let Some(target) = operand.id().filter(|_| is_target) else { continue };
            if label(c, (at, index), labels) {
                c.expect(
                    target != first,
                    &rules::BRANCH_ENTRY,
                    (at, index),
                    "a block other than the first of the function",
                );
            }
        }
    }
}

/// Checks that an operand is a label of the function.
fn label(c: &mut Checker<'_>, place: (At, usize), labels: &Labels) -> bool {
    let id = c.module.word(place.0, place.1);
    let holds = labels.find(id).is_some();
    c.expect(holds, &rules::BRANCH_TARGET, place, "the label of a block of this function")
}

fn loop_merge(c: &mut Checker<'_>, at: At, own: Id) {
    let module = c.module;
    let (merge, next, control) = (module.word(at, 0), module.word(at, 1), module.word(at, 2));
    c.expect(merge != own, &rules::LOOP_MERGE, (at, 0), "a block other than the header");
    c.expect(merge != next, &rules::LOOP_MERGE, (at, 1), "a block other than the merge block");
    let has = |bit: u32| control & bit != 0;
    let unroll =
        has(loop_control::UNROLL) || has(loop_control::PEEL_COUNT) || has(loop_control::PARTIAL_COUNT);
    let holds = !has(loop_control::DONT_UNROLL) || !unroll;
    c.expect(holds, &rules::LOOP_CONTROL, (at, 2), "DontUnroll without controls that unroll");
    if has(loop_control::ITERATION_MULTIPLE) {
        let before = control
            & (loop_control::DEPENDENCY_LENGTH | loop_control::MIN_ITERATIONS | loop_control::MAX_ITERATIONS);
        let index = 3 + before.count_ones() as usize;
        let holds = module.word(at, index) != 0;
        c.expect(holds, &rules::LOOP_CONTROL, (at, index), "a multiple of at least 1");
    }
}

fn lifetime(c: &mut Checker<'_>, at: At) {
    use crate::grammar::value::storage_class;
    let module = c.module;
    let ty = module.type_of(module.word(at, 0));
    let holds = module.pointer(ty).is_some_and(|pointer| pointer.1 == storage_class::FUNCTION);
    c.expect(holds, &rules::OPERAND_TYPE, (at, 0), "a pointer in Function");
    let holds = module.word(at, 1) == 0 || c.has(cap::ADDRESSES);
    c.expect(holds, &rules::OPERAND_TYPE, (at, 1), "a size of 0 without the capability Addresses");
}

fn terminator(c: &mut Checker<'_>, function: &Function, at: At) {
    let module = c.module;
    let result = module.get(function.declaration()).ty;
    match module.opcode(at) {
        op::BRANCH_CONDITIONAL => {
            let count = module.operands(at).len();
            let holds = c.is_bool_scalar(module.type_of(module.word(at, 0)));
            c.expect(holds, &rules::BRANCH_CONDITION, (at, 0), "a boolean");
            c.expect(
                count == 3 || count == 5,
                &rules::BRANCH_CONDITION,
                (at, count - 1),
                "two weights or none",
            );
            let holds = c.minor() < 6 || module.word(at, 1) != module.word(at, 2);
            c.expect(holds, &rules::BRANCH_TARGET, (at, 2), "two different labels");
        }
        op::SWITCH => {
            let holds = c.is_int_scalar(module.type_of(module.word(at, 0)));
            c.expect(holds, &rules::BRANCH_CONDITION, (at, 0), "an integer");
        }
        op::RETURN => {
            let holds = module.opcode_of(result) == op::TYPE_VOID;
            if !holds {
                let expected = format!("OpReturnValue of type {}", c.type_text(result));
                c.expect(holds, &rules::RETURN_TYPE, (at, TYPE), &expected);
            }
        }
        op::RETURN_VALUE => {
            let ty = module.type_of(module.word(at, 0));
            let holds = ty == result && module.opcode_of(ty) != op::TYPE_VOID && ty != 0;
            c.expect_type(holds, &rules::RETURN_TYPE, (at, 0), result);
            let logical = c.addressing_model() == addressing_model::LOGICAL && c.is_pointer(ty);
            let holds = !logical
                || c.has(cap::VARIABLE_POINTERS_STORAGE_BUFFER)
                || c.relaxes(Relaxation::RelaxLogicalPointer);
            c.expect(holds, &rules::POINTER_LOGICAL, (at, 0), "a value other than a pointer");
        }
        _ => {}
    }
}

/// Checks that definitions dominate their uses.
fn uses(c: &mut Checker<'_>, flow: &Flow<'_>, own: u32, blocks: &[u32]) {
    let module = c.module;
    let function = flow.function;
    let parts = function
        .blocks
        .iter()
        .zip(0..)
        .flat_map(|(block, index)| block.body.iter().map(move |at| (*at, index)));
    for (at, index) in parts {
        let is_phi = module.opcode(at) == op::PHI;
        let operands = module.operands(at);
        for (place, operand) in module.tagged_operands(at).enumerate() {
            let Some(definition) = operand.id().and_then(|id| module.definition(id)) else { continue };
            let Some(owner) = c.facts.order.owner(definition) else { continue };
            if owner != own {
                // Calls name functions; debug information names what it describes.
                let is_free = module.opcode(definition) == op::FUNCTION || module.is_debug(at);
                c.expect(is_free, &rules::OTHER_FUNCTION, (at, place), "an id of this function");
                continue;
            }
            let Some(block) = blocks[definition as usize].checked_sub(1) else { continue };
            if module.opcode(definition) == op::SAMPLED_IMAGE
                && !(is_phi && c.relaxes(Relaxation::BeforeHlslLegalization))
            {
                let holds = block == index && super::images::takes_sampled(c, module.opcode(at));
                let expected = "a sampled image only in the block that combines it, and only to sample";
                c.expect(holds, &rules::SAMPLED_IMAGE, (at, place), expected);
            }
            let user = if is_phi && place % 2 == 0 {
                operands.get(place + 1).and_then(|label| flow.labels.find(*label)).unwrap_or(NO_BLOCK)
            } else {
                index
            };
            let reachable =
                flow.graph.is_reachable(index) && user != NO_BLOCK && flow.graph.is_reachable(user);
            if reachable && !flow.dominators.dominates(block, user) {
                let message = format!(
                    "found {}, which is not defined on every path to here, expected a definition that dominates this use",
                    c.id(operand.word())
                );
                c.report_against(&rules::DOMINANCE, (at, place), message, (Some(definition), "defines it"));
            }
        }
    }
}

/// Checks that blocks come after their dominators.
fn order(c: &mut Checker<'_>, flow: &Flow<'_>) {
    for (index, block) in flow.function.blocks.iter().enumerate().skip(1) {
        let Some(dominator) = flow.dominators.immediate(index as u32) else { continue };
        if dominator > index as u32 {
            let at = block.head[block.head.len() - 1];
            let label = flow.function.blocks[dominator as usize].label;
            let message =
                format!("found the block before {}, which dominates it, expected it after", c.id(label));
            c.report(&rules::BLOCK_ORDER, at, message);
        }
    }
}

fn phi(c: &mut Checker<'_>, flow: &Flow<'_>, block: BlockIndex, at: At) {
    let module = c.module;
    let ty = module.get(at).ty;
    let kind = module.opcode_of(ty);
    let logical = c.addressing_model() == addressing_model::LOGICAL;
    let (holds, expected) = match kind {
        op::TYPE_VOID => (false, "a type other than void"),
        op::TYPE_POINTER | op::TYPE_UNTYPED_POINTER_KHR => (
            !logical || c.has(cap::VARIABLE_POINTERS_STORAGE_BUFFER),
            "a type other than a pointer, or the capability VariablePointers",
        ),
        op::TYPE_SAMPLED_IMAGE | op::TYPE_IMAGE | op::TYPE_SAMPLER => {
            let free = c.relaxes(Relaxation::BeforeHlslLegalization) || c.has(cap::BINDLESS_TEXTURE_NV);
            (
                free || kind != op::TYPE_SAMPLED_IMAGE && !c.has(cap::SHADER),
                "a type other than an image or sampler",
            )
        }
        _ => (true, ""),
    };
    if !c.expect(holds, &rules::PHI_TYPE, (at, TYPE), expected) {
        return;
    }
    let (pairs, rest) = module.operands(at).as_chunks::<2>();
    let predecessors = flow.graph.predecessors(block);
    if !rest.is_empty() || pairs.len() != predecessors.len() {
        let message = format!(
            "found {} incoming blocks, expected the {} predecessors",
            pairs.len(),
            predecessors.len()
        );
        c.report(&rules::PHI_PREDECESSORS, at, message);
        return;
    }
    let mut seen = BTreeMap::new();
    for (index, [value, label]) in pairs.iter().enumerate() {
        c.expect_type(module.type_of(*value) == ty, &rules::PHI_TYPE, (at, index * 2), ty);
        let is_predecessor = flow.labels.find(*label).is_some_and(|label| predecessors.contains(&label));
        let place = (at, index * 2 + 1);
        if c.expect(is_predecessor, &rules::PHI_PREDECESSORS, place, "a predecessor of the block") {
            let holds = seen.insert(*label, index).is_none();
            c.expect(holds, &rules::PHI_PREDECESSORS, place, "each predecessor once");
        }
    }
}

/// Blocks that a terminator names, duplicates included.
pub(super) fn successors<'m>(c: &Checker<'m>, flow: &Flow<'m>, block: BlockIndex) -> Vec<BlockIndex> {
    let block = &flow.function.blocks[block as usize];
    targets(c.module, block).filter_map(|label| flow.labels.find(label)).collect()
}
