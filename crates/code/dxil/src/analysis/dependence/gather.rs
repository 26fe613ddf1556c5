//! Instructions that contribute to a value.

use std::collections::{HashMap, HashSet};

use super::memory::Memory;
use super::{DependenceError, Place, Store};
use crate::analysis::control::{ControlDependence, Dominators, Graph};
use crate::analysis::program::{Kind, Program};
use crate::ir::{Body, FunctionId, Instruction, InstructionId, List, Op, ValueId};

/// What is known of the blocks of a function.
struct Flow {
    dominators: Dominators,
    control: ControlDependence,
    /// The block of each instruction.
    blocks: Vec<u32>,
    /// The instructions that return.
    returns: Vec<InstructionId>,
}

impl Flow {
    fn of(body: &Body) -> Option<Flow> {
        let graph = Graph::of(body);
        let mut blocks = vec![0; body.instructions.len()];
        for (block, range) in (0u32..).zip(&body.blocks) {
            for index in range.clone() {
                if let Some(slot) = blocks.get_mut(index as usize) {
                    *slot = block;
                }
            }
        }
        let returns = body.instructions.iter().enumerate();
        let returns = returns.filter(|(_, instruction)| matches!(instruction.op, Op::Return));
        Some(Flow {
            dominators: Dominators::forward(&graph)?,
            control: ControlDependence::of(&graph)?,
            blocks,
            returns: returns.map(|(index, _)| InstructionId::at(index)).collect(),
        })
    }
}

/// Gathers contributing instructions, over the functions that were entered.
pub(super) struct Gather<'p, 'm> {
    program: &'p Program<'m>,
    flows: HashMap<FunctionId, Flow>,
    memory: Memory<'p, 'm>,
    /// The functions that the present entry reaches.
    entered: HashSet<FunctionId>,
    /// Steps that are left.
    work: u64,
}

/// Steps for each instruction of the module, for each scalar of a full signature some.
const STEPS: u64 = 1024;
/// Steps that even the smallest module may take.
const LEAST_WORK: u64 = 1 << 20;

impl<'p, 'm> Gather<'p, 'm> {
    pub(super) fn new(program: &'p Program<'m>) -> Self {
        let instructions = program.defined().map(|(_, body)| body.instructions.len() as u64);
        Gather {
            work: instructions
                .sum::<u64>()
                .saturating_mul(STEPS)
                .saturating_add(LEAST_WORK),
            program,
            flows: HashMap::new(),
            memory: Memory::new(program),
            entered: HashSet::new(),
        }
    }

    /// Takes steps from those that are left.
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), DependenceError> {
        self.work = self.work.checked_sub(steps).ok_or(DependenceError)?;
        Ok(())
    }

    /// Turns to an entry that reaches these functions.
    pub(super) fn enter(&mut self, functions: &[FunctionId]) -> Result<(), DependenceError> {
        self.entered = functions.iter().copied().collect();
        for &function in functions {
            if let Some(body) = self.program.body(function)
                && !self.flows.contains_key(&function)
            {
                self.flows
                    .insert(function, Flow::of(body).ok_or(DependenceError)?);
            }
        }
        Ok(())
    }

    /// The instructions that contribute to what is written by any of these.
    pub(super) fn contributing(&mut self, stores: &[Store]) -> Result<HashSet<Place>, DependenceError> {
        let mut out = HashSet::new();
        let mut open = Vec::new();
        self.memory.forget();
        for store in stores {
            self.push(store.function, store.value, &mut open);
            self.deciders(store.function, store.block, &mut open);
            while let Some(place) = open.pop() {
                self.spend(1)?;
                // What is there already has brought everything that contributes to it.
                if self.flows.contains_key(&place.0) && out.insert(place) {
                    self.step(place, &mut open)?;
                }
            }
        }
        Ok(out)
    }

    fn push(&self, function: FunctionId, value: ValueId, open: &mut Vec<Place>) {
        let body = self.program.body(function);
        if let Some(id) = body.and_then(|body| self.program.maker(body, value)) {
            open.push((function, id));
        }
    }

    /// The ends of the blocks that decide whether a block runs.
    fn deciders(&self, function: FunctionId, block: u32, open: &mut Vec<Place>) {
        let (Some(flow), Some(body)) = (self.flows.get(&function), self.program.body(function)) else {
            return;
        };
        for &decider in flow.control.deciders(block) {
            if let Some(range) = body.blocks.get(decider as usize)
                && let Some(last) = range.end.checked_sub(1)
            {
                open.push((function, InstructionId(last)));
            }
        }
    }

    fn step(&mut self, (function, id): Place, open: &mut Vec<Place>) -> Result<(), DependenceError> {
        let Some(body) = self.program.body(function) else {
            return Ok(());
        };
        let Some(instruction) = body.instruction(id) else {
            return Ok(());
        };
        match instruction.op {
            Op::Phi => self.ways(function, body, instruction, open)?,
            Op::Load(_) | Op::CompareExchange { .. } | Op::AtomicRmw { .. } => {
                if let Some(&pointer) = body.operands(instruction).first() {
                    let (writers, steps) = self.memory.new_writers(function, pointer);
                    self.spend(steps)?;
                    open.extend(writers);
                }
            }
            Op::Call(_) | Op::Invoke(_) => {
                let callee = self.program.callee(body, instruction);
                let callee = callee.filter(|&callee| self.program.kind(callee) == Kind::Defined);
                if let Some(callee) = callee.filter(|callee| self.entered.contains(callee))
                    && let Some(flow) = self.flows.get(&callee)
                {
                    open.extend(flow.returns.iter().map(|&id| (callee, id)));
                }
            }
            _ => {}
        }
        for &operand in body.operands(instruction) {
            self.push(function, operand, open);
        }
        let block = self
            .flows
            .get(&function)
            .and_then(|flow| flow.blocks.get(id.index()).copied());
        if let Some(block) = block {
            self.deciders(function, block, open);
        }
        Ok(())
    }

    /// What decides by which way a value came in, for constants: nothing else tells. The way is decided no earlier than
    /// where it first is the only one, which may be higher up than the block it comes from.
    fn ways(
        &mut self,
        function: FunctionId,
        body: &Body,
        phi: &Instruction,
        open: &mut Vec<Place>,
    ) -> Result<(), DependenceError> {
        let mut work = self.work;
        let Some(flow) = self.flows.get(&function) else {
            return Ok(());
        };
        let (values, blocks) = (body.operands(phi), body.labels(phi));
        let ways = || values.iter().copied().zip(blocks.iter().map(|label| label.0));
        let is_constant = |value| self.program.is_constant(body, value);
        // For each block the value that leaves it towards here; `None` where several do.
        let mut leaves: HashMap<u32, Option<ValueId>> = HashMap::new();
        for (value, from) in ways() {
            leaves.entry(from).or_insert(Some(value));
        }
        for (value, from) in ways() {
            let made = match (value.list(), self.program.maker(body, value)) {
                (List::Local(_), Some(id)) => flow.blocks.get(id.index()).copied().unwrap_or(0),
                _ => 0,
            };
            if from == made {
                continue;
            }
            let mut at = flow.dominators.parent(from);
            while let Some(block) = at {
                work = work.checked_sub(1).ok_or(DependenceError)?;
                if let Some(other) = leaves.get_mut(&block) {
                    let different = other.is_some_and(|other| other != value);
                    // Of different constants the first one stays.
                    if different && !(other.is_some_and(is_constant) && is_constant(value)) {
                        *other = None;
                    }
                    break;
                }
                leaves.insert(block, Some(value));
                if block == made {
                    break;
                }
                at = flow.dominators.parent(block);
            }
        }
        for (value, from) in ways() {
            if !is_constant(value) {
                continue;
            }
            let mut highest = from;
            let mut at = Some(from);
            while let Some(block) = at {
                work = work.checked_sub(1).ok_or(DependenceError)?;
                if leaves.get(&block) != Some(&Some(value)) {
                    break;
                }
                highest = block;
                at = flow.dominators.parent(block);
            }
            self.deciders(function, highest, open);
        }
        self.work = work;
        Ok(())
    }
}
