//! Checks control flow: branches, phis, dominance of uses, and constructs.

use std::collections::BTreeMap;

use super::order::Mark;
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
    let is_linear = module.functions.first().is_some_and(|first| is_linear(c, first));
    let places = if is_linear { Places::default() } else { Places::of(c) };
    let mut merges = vec![false; module.bound()];
    let facts = c.facts;
    let mut marks = &facts.order.marks[..];
    for (function, number) in module.functions.iter().zip(0..) {
        let own;
        (own, marks) = marks.split_at(marks.partition_point(|mark| mark.block.0 <= number));
        if function.blocks.is_empty() {
            continue;
        }
        let found = c.faults;
        let labels = Labels::of(function);
        branches(c, function, &labels, own, &mut merges);
        if is_linear {
            continue;
        }
        let graph = Graph::with_labels(module, function, &labels);
        let dominators = Dominators::of(&graph);
        let flow = Flow { function, labels, graph, dominators };
        uses(c, &flow, number, &places);
        if c.faults == found {
            order(c, &flow);
        }
        for mark in own.iter().filter(|mark| module.opcode(mark.at) == op::PHI) {
            phi(c, &flow, mark.block.1, mark.at);
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
fn branches(c: &mut Checker<'_>, function: &Function, labels: &Labels, marks: &[Mark], merges: &mut [bool]) {
    let module = c.module;
    let mut marks = marks.iter().peekable();
    let first = function.blocks[0].label;
    for (block, index) in function.blocks.iter().zip(0..) {
        while let Some(mark) = marks.next_if(|mark| mark.block.1 == index) {
            match module.opcode(mark.at) {
                op::LOOP_MERGE => {
                    loop_merge(c, mark.at, block.label);
                    merge(c, mark.at, 2, labels, merges);
                }
                op::SELECTION_MERGE => merge(c, mark.at, 1, labels, merges),
                op::LIFETIME_START | op::LIFETIME_STOP => lifetime(c, mark.at),
                _ => {}
            }
        }
        let at = block.terminator();
        terminator(c, function, at);
        let targets = match module.opcode(at) {
            op::BRANCH => 0..1,
            op::BRANCH_CONDITIONAL => 1..3,
            op::SWITCH => 1..usize::MAX,
            _ => continue,
        };
        for (index, operand) in module.tagged_operands(at).enumerate() {
            let Some(target) = operand.id().filter(|_| targets.contains(&index)) else { continue };
            if label(c, (at, index), labels) {
                let expected = "a block other than the first of the function";
                c.expect(target != first, &rules::BRANCH_ENTRY, (at, index), expected);
            }
        }
    }
}

/// Checks the labels that a merge instruction names: its first operands.
fn merge(c: &mut Checker<'_>, at: At, names: usize, labels: &Labels, merges: &mut [bool]) {
    let merge = c.module.word(at, 0);
    let holds = !std::mem::replace(&mut merges[merge as usize], true);
    c.expect(holds, &rules::MERGE_SHARED, (at, 0), "a block that is the merge block of one header");
    for index in 0..names {
        label(c, (at, index), labels);
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

/// Where instructions are, by instruction.
#[derive(Default)]
struct Places(Vec<u32>);

impl Places {
    /// Outside of functions.
    const GLOBAL: u32 = 0;
    /// In a function, but in the body of none of its blocks: a label can be named anywhere in the function.
    const HEAD: u32 = 1;
    /// Set for sampled images, which only the block that combines them may use.
    const SAMPLED: u32 = 1 << 31;

    /// Each block of the module has a number of its own.
    fn of(c: &Checker<'_>) -> Places {
        let module = c.module;
        let has_sampled = c.facts.order.has(op::SAMPLED_IMAGE);
        let mut places = vec![Self::GLOBAL; module.count()];
        let mut number = Self::HEAD;
        for (function, all) in module.functions.iter().zip(c.facts.order.functions()) {
            all.iter().for_each(|at| places[*at as usize] = Self::HEAD);
            for block in &function.blocks {
                number += 1;
                for &at in &block.body {
                    let is_sampled = has_sampled && module.opcode(at) == op::SAMPLED_IMAGE;
                    places[at as usize] = if is_sampled { number | Self::SAMPLED } else { number };
                }
            }
        }
        Places(places)
    }

    fn get(&self, at: At) -> u32 {
        self.0[at as usize]
    }
}

/// A use of an id in a body.
struct Use {
    at: At,
    /// Index of the operand.
    operand: usize,
    block: BlockIndex,
    definition: At,
}

/// Checks that definitions dominate their uses.
fn uses(c: &mut Checker<'_>, flow: &Flow<'_>, own: u32, places: &Places) {
    let module = c.module;
    for (block, index) in flow.function.blocks.iter().zip(0..) {
        for &at in &block.body {
            let here = places.get(at) & !Places::SAMPLED;
            let is_phi = module.opcode(at) == op::PHI;
            for (operand, id) in module.tagged_operands(at).enumerate() {
                let Some(definition) = id.id().and_then(|id| module.definition(id)) else { continue };
                let there = places.get(definition);
                // What this block defines is defined before: that was checked.
                if there != Places::GLOBAL && (there != here || is_phi) {
                    use_of(c, flow, (own, places), &Use { at, operand, block: index, definition });
                }
            }
        }
    }
}

/// Checks a use of what a function defines, in another block of it, or in another function.
fn use_of(c: &mut Checker<'_>, flow: &Flow<'_>, (own, places): (u32, &Places), found: &Use) {
    let module = c.module;
    let Use { at, operand, block: index, definition } = *found;
    if c.facts.order.owner(definition) != Some(own) {
        // Calls name functions; debug information names what it describes.
        let is_free = module.opcode(definition) == op::FUNCTION || module.is_debug(at);
        c.expect(is_free, &rules::OTHER_FUNCTION, (at, operand), "an id of this function");
        return;
    }
    let place = places.get(definition);
    if place == Places::HEAD {
        return;
    }
    let first = flow.function.blocks[0].body.first().map_or(0, |first| places.get(*first) & !Places::SAMPLED);
    let block = (place & !Places::SAMPLED) - first;
    let is_phi = module.opcode(at) == op::PHI;
    if place & Places::SAMPLED != 0 && !(is_phi && c.relaxes(Relaxation::BeforeHlslLegalization)) {
        let holds = block == index && super::images::takes_sampled(c, module.opcode(at));
        let expected = "a sampled image only in the block that combines it, and only to sample";
        c.expect(holds, &rules::SAMPLED_IMAGE, (at, operand), expected);
    }
    let operands = module.operands(at);
    let user = if is_phi && operand % 2 == 0 {
        operands.get(operand + 1).and_then(|label| flow.labels.find(*label)).unwrap_or(NO_BLOCK)
    } else {
        index
    };
    let reachable = flow.graph.is_reachable(index) && user != NO_BLOCK && flow.graph.is_reachable(user);
    if reachable && !flow.dominators.dominates(block, user) {
        let message = format!(
            "found {}, which is not defined on every path to here, expected a definition that dominates this use",
            c.id(operands[operand])
        );
        c.report_against(&rules::DOMINANCE, (at, operand), message, (Some(definition), "defines it"));
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
