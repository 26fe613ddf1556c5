//! Checks control flow: recursion, loops, and that values are computed before they are used.

use super::context::{Validator, kind};
use super::mesh::block_of;
use super::{Subject, rules};
use crate::analysis::control::{Dominators, Graph, Order};
use crate::analysis::opcode;
use crate::ir::{Body, FunctionId, InstructionId, LabelId, Op, Value, ValueId};

/// Control flow of a function.
#[derive(Debug, Default)]
pub(super) struct Flow {
    graph: Graph,
    /// Order of the dominator tree; `None` if there is one block or too many.
    order: Option<Order>,
}

impl Flow {
    fn of(body: &Body) -> Flow {
        if body.blocks.len() < 2 {
            return Flow::default();
        }
        let graph = Graph::of(body);
        let order = Dominators::forward(&graph).map(|dominators| dominators.order());
        Flow { graph, order }
    }

    /// True if every path to block `to` passes block `from`.
    fn dominates(&self, from: LabelId, to: LabelId) -> bool {
        self.order.as_ref().is_none_or(|order| order.contains(from.0, to.0))
    }

    /// True if every path to instruction `after` passes instruction `before`.
    pub(super) fn precedes(&self, body: &Body, before: InstructionId, after: InstructionId) -> bool {
        let (Some(from), Some(to)) = (block_of(body, before), block_of(body, after)) else { return true };
        if from == to { before.0 < after.0 } else { self.dominates(from, to) }
    }

    /// True if every path to the block of instruction `after` passes that of `before`.
    pub(super) fn passes_block_of(&self, body: &Body, before: InstructionId, after: InstructionId) -> bool {
        let (Some(from), Some(to)) = (block_of(body, before), block_of(body, after)) else { return true };
        self.dominates(from, to)
    }

    /// True if every path from the entry to an exit passes a block.
    pub(super) fn is_on_every_path(&self, body: &Body, block: LabelId) -> bool {
        if body.blocks.len() < 2 || block.0 == 0 {
            return true;
        }
        let Some(after) = Dominators::backward(&self.graph) else { return true };
        let mut at = 0;
        for _ in 0..body.blocks.len() {
            match after.parent(at) {
                Some(parent) if parent == block.0 => return true,
                Some(parent) => at = parent,
                None => return false,
            }
        }
        false
    }
}

/// Control flow of all functions.
pub(super) struct Flows(Vec<Flow>);

impl Flows {
    pub(super) fn of(&self, function: FunctionId) -> &Flow {
        static NONE: Flow =
            Flow { graph: Graph { successors: Vec::new(), predecessors: Vec::new() }, order: None };
        self.0.get(function.index()).unwrap_or(&NONE)
    }
}

/// Checks the control flow of all functions.
pub(super) fn check(validator: &mut Validator<'_>) -> Flows {
    let program = validator.program;
    let flows = program.functions().map(|function| program.body(function).map(Flow::of).unwrap_or_default());
    let flows = Flows(flows.collect());
    recursion(validator);
    for (function, body) in program.defined() {
        let flow = flows.of(function);
        if body.blocks.len() > 1 {
            loops(validator, function, flow);
        }
        order(validator, function, body, flow);
        phis(validator, function, body);
        if validator.role(function).kind == kind::NODE {
            completed(validator, function, body, flow);
        }
    }
    flows
}

/// Reports functions that reach themselves by calls.
fn recursion(validator: &mut Validator<'_>) {
    let program = validator.program;
    let count = program.functions().count();
    let calls: Vec<Vec<u32>> = program
        .functions()
        .map(|function| {
            let body = program.body(function);
            let instructions =
                body.iter().flat_map(|body| body.instructions.iter().map(move |one| (body, one)));
            let callees = instructions.filter_map(|(body, one)| program.callee(body, one));
            let mut callees: Vec<u32> =
                callees.filter(|&callee| program.body(callee).is_some()).map(|callee| callee.0).collect();
            callees.sort_unstable();
            callees.dedup();
            callees
        })
        .collect();
    if calls.iter().all(Vec::is_empty) {
        return;
    }
    for component in components(count, &calls) {
        let is_circle = match component.as_slice() {
            [one] => calls.get(*one as usize).is_some_and(|calls| calls.contains(one)),
            _ => true,
        };
        if let Some(&first) = component.iter().min().filter(|_| is_circle) {
            let function = FunctionId(first);
            let message = format!(
                "found {} reaching itself by calls, expected none",
                validator.function_name(function)
            );
            validator.report(&rules::RECURSION, Subject::Function(function), message);
        }
    }
}

/// Strongly connected components of a graph. Source: Tarjan, "Depth-first search and linear graph algorithms".
fn components(count: usize, edges: &[Vec<u32>]) -> Vec<Vec<u32>> {
    const NEW: u32 = u32::MAX;
    let mut numbers = vec![NEW; count];
    let mut lowest = vec![0u32; count];
    let mut is_open = vec![false; count];
    let (mut open, mut found): (Vec<u32>, Vec<Vec<u32>>) = (Vec::new(), Vec::new());
    let mut next = 0;
    for root in 0..count as u32 {
        let mut stack = vec![(root, 0usize)];
        while let Some((node, edge)) = stack.pop() {
            let index = node as usize;
            if edge == 0 {
                if numbers.get(index).is_none_or(|&number| number != NEW) {
                    continue;
                }
                (numbers[index], lowest[index], is_open[index]) = (next, next, true);
                next += 1;
                open.push(node);
            } else if let Some(&child) = edges.get(index).and_then(|edges| edges.get(edge - 1)) {
                lowest[index] = lowest[index].min(lowest[child as usize]);
            }
            let mut at = edge;
            let mut descended = false;
            while let Some(&child) = edges.get(index).and_then(|edges| edges.get(at)) {
                at += 1;
                let child_index = child as usize;
                match numbers.get(child_index) {
                    Some(&NEW) => {
                        stack.push((node, at));
                        stack.push((child, 0));
                        descended = true;
                        break;
                    }
                    Some(&number) if is_open[child_index] => lowest[index] = lowest[index].min(number),
                    _ => {}
                }
            }
            if descended || lowest[index] != numbers[index] {
                continue;
            }
            let mut component = Vec::new();
            while let Some(member) = open.pop() {
                is_open[member as usize] = false;
                component.push(member);
                if member == node {
                    break;
                }
            }
            found.push(component);
        }
    }
    found
}

/// Reports loops with two entries, and loops without exits.
fn loops(validator: &mut Validator<'_>, function: FunctionId, flow: &Flow) {
    let Some(order) = &flow.order else { return };
    let successors = &flow.graph.successors;
    let count = successors.len();
    if order.retreating(successors).any(|(from, to)| !order.contains(to, from)) {
        let message =
            format!("found a loop with two entries in {}, expected one", validator.function_name(function));
        validator.report(&rules::IRREDUCIBLE, Subject::Function(function), message);
        return;
    }
    for component in components(count, successors) {
        let is_reached = component.iter().any(|&block| order.reaches(block));
        let mut members: Vec<u32> = component.clone();
        members.sort_unstable();
        let is_loop = members.len() > 1
            || members
                .first()
                .is_some_and(|&one| successors.get(one as usize).is_some_and(|next| next.contains(&one)));
        let leaves = component.iter().any(|&block| {
            let next = successors.get(block as usize);
            next.is_some_and(|next| next.iter().any(|to| members.binary_search(to).is_err()))
        });
        if is_reached && is_loop && !leaves {
            let message =
                format!("found a loop without exit in {}, expected one", validator.function_name(function));
            validator.report(&rules::ENDLESS, Subject::Function(function), message);
        }
    }
}

/// Reports uses of values that may not have been computed.
fn order(validator: &mut Validator<'_>, function: FunctionId, body: &Body, flow: &Flow) {
    for (block, range) in body.blocks.iter().enumerate() {
        let label = LabelId::at(block);
        let is_reached = flow.order.as_ref().is_none_or(|order| order.reaches(label.0));
        if !is_reached {
            continue;
        }
        for index in range.clone() {
            let id = InstructionId(index);
            let Some(instruction) = body.instruction(id) else { continue };
            let is_phi = instruction.op == Op::Phi;
            let sources = body.labels(instruction);
            for (place, &operand) in body.operands(instruction).iter().enumerate() {
                let Some(defined) = definition(body, operand) else { continue };
                if is_phi {
                    let (Some(&from), Some(own)) = (sources.get(place), block_of(body, defined)) else {
                        continue;
                    };
                    let is_reached = flow.order.as_ref().is_none_or(|order| order.reaches(from.0));
                    if !is_reached || own == from || flow.dominates(own, from) {
                        continue;
                    }
                } else if range.contains(&defined.0) {
                    if defined.0 < index {
                        continue;
                    }
                } else if block_of(body, defined).is_some_and(|own| flow.dominates(own, label)) {
                    continue;
                }
                let message = "found a use of a value before its definition on some path, expected it after";
                validator.report(&rules::DOMINANCE, Subject::Instruction(function, id), message);
                break;
            }
        }
    }
}

/// Reports phis that do not have one value for each branch into their block.
fn phis(validator: &mut Validator<'_>, function: FunctionId, body: &Body) {
    if !body.instructions.iter().any(|instruction| instruction.op == Op::Phi) {
        return;
    }
    // Pairs of block and predecessor; a switch with two cases for a block is there twice.
    let mut edges: Vec<(LabelId, LabelId)> = Vec::new();
    for (block, range) in body.blocks.iter().enumerate() {
        let last = range.end.checked_sub(1).and_then(|last| body.instruction(InstructionId(last)));
        let targets = last.map_or(&[][..], |last| body.labels(last));
        edges.extend(targets.iter().map(|&to| (to, LabelId::at(block))));
    }
    edges.sort_unstable();
    let mut sources: Vec<LabelId> = Vec::new();
    for (block, range) in body.blocks.iter().enumerate() {
        let own = LabelId::at(block);
        let first = edges.partition_point(|&(to, _)| to < own);
        let count = edges.partition_point(|&(to, _)| to <= own) - first;
        for index in range.clone() {
            let id = InstructionId(index);
            let Some(phi) = body.instruction(id).filter(|instruction| instruction.op == Op::Phi) else {
                break;
            };
            sources.clear();
            sources.extend_from_slice(body.labels(phi));
            sources.sort_unstable();
            let branches = edges.iter().skip(first).take(count).map(|&(_, from)| from);
            if !sources.iter().copied().eq(branches) {
                let message = format!(
                    "found {} values, expected one for each of the {count} branches into the block",
                    sources.len()
                );
                validator.report(&rules::PHI, Subject::Instruction(function, id), message);
            }
        }
    }
}

fn definition(body: &Body, value: ValueId) -> Option<InstructionId> {
    match body.local(value)?.value {
        Value::Instruction(id) => Some(id),
        _ => None,
    }
}

/// Reports uses of node records after they were completed.
fn completed(validator: &mut Validator<'_>, function: FunctionId, body: &Body, flow: &Flow) {
    let program = validator.program;
    let mut completions: Vec<(ValueId, InstructionId)> = Vec::new();
    for (index, instruction) in body.instructions.iter().enumerate() {
        let operation = program.operation(body, instruction);
        if let Some(operation) = operation.filter(|operation| operation.code == opcode::OUTPUT_COMPLETE)
            && let Some(record) = operation.argument(1)
        {
            completions.push((record, InstructionId::at(index)));
        }
    }
    if completions.is_empty() {
        return;
    }
    completions.sort_unstable();
    for (index, instruction) in body.instructions.iter().enumerate() {
        let id = InstructionId::at(index);
        for &operand in body.operands(instruction) {
            let first = completions.partition_point(|&(record, _)| record < operand);
            let own = completions.iter().skip(first).take_while(|&&(record, _)| record == operand);
            // One completion that precedes the use is enough.
            if own.take(8).any(|&(_, completion)| completion != id && flow.precedes(body, completion, id)) {
                let message = "found a use of a node record after OutputComplete, expected it before";
                validator.report(&rules::COMPLETED, Subject::Instruction(function, id), message);
            }
        }
    }
}
