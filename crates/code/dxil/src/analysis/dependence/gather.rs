//! Gathers the instructions that contribute to a value.

use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};

use super::memory::Memory;
use super::{DependenceError, Place, Store};
use crate::analysis::control::{ControlDependence, Dominators, Graph};
use crate::analysis::program::{Kind, Program};
use crate::ir::{Body, FunctionId, Instruction, InstructionId, List, Op, ValueId};

/// Control-flow facts of a function.
struct ControlFlow {
    dominators: Dominators,
    control: ControlDependence,
    /// Block of each instruction.
    blocks: Vec<u32>,
    /// Return instructions.
    returns: Vec<InstructionId>,
}

impl ControlFlow {
    fn of(body: &Body) -> Option<ControlFlow> {
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
        Some(ControlFlow {
            dominators: Dominators::forward(&graph)?,
            control: ControlDependence::of(&graph)?,
            blocks,
            returns: returns.map(|(index, _)| InstructionId::at(index)).collect(),
        })
    }
}

/// Gathers contributing instructions across the functions reachable from an entry.
pub(super) struct Gather<'p, 'm> {
    program: &'p Program<'m>,
    flows: HashMap<FunctionId, ControlFlow>,
    memory: Memory<'p, 'm>,
    /// Functions reachable from the current entry.
    reachable: HashSet<FunctionId>,
    /// Work left.
    work: u64,
}

/// Work limit per instruction of the module: several steps for each scalar of a full signature.
const STEPS: u64 = 1024;
/// Minimum work limit, for the smallest modules.
const LEAST_WORK: u64 = 1 << 20;

impl<'p, 'm> Gather<'p, 'm> {
    pub(super) fn new(program: &'p Program<'m>) -> Self {
        let instructions = program.defined().map(|(_, body)| body.instructions.len() as u64);
        Gather {
            work: instructions.sum::<u64>().saturating_mul(STEPS).saturating_add(LEAST_WORK),
            program,
            flows: HashMap::new(),
            memory: Memory::new(program),
            reachable: HashSet::new(),
        }
    }

    /// Spends work.
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), DependenceError> {
        self.work = self.work.checked_sub(steps).ok_or(DependenceError)?;
        Ok(())
    }

    /// Starts on an entry that reaches these functions.
    pub(super) fn enter(&mut self, functions: &[FunctionId]) -> Result<(), DependenceError> {
        self.reachable = functions.iter().copied().collect();
        for &function in functions {
            if let Some(body) = self.program.body(function)
                && !self.flows.contains_key(&function)
            {
                self.flows.insert(function, ControlFlow::of(body).ok_or(DependenceError)?);
            }
        }
        Ok(())
    }

    /// Instructions that contribute to any of these stores.
    pub(super) fn contributing(&mut self, stores: &[Store]) -> Result<HashSet<Place>, DependenceError> {
        let mut out = HashSet::new();
        let mut worklist = Vec::new();
        self.memory.reset();
        for store in stores {
            self.push(store.function, store.value, &mut worklist);
            self.push_controlling_branches(store.function, store.block, &mut worklist);
            while let Some(place) = worklist.pop() {
                self.spend(1)?;
                // Instructions already gathered have brought their own contributors.
                if self.flows.contains_key(&place.0) && out.insert(place) {
                    self.step(place, &mut worklist)?;
                }
            }
        }
        Ok(out)
    }

    fn push(&self, function: FunctionId, value: ValueId, worklist: &mut Vec<Place>) {
        let body = self.program.body(function);
        if let Some(id) = body.and_then(|body| self.program.maker(body, value)) {
            worklist.push((function, id));
        }
    }

    /// Adds the terminators that a block is control-dependent on.
    fn push_controlling_branches(&self, function: FunctionId, block: u32, worklist: &mut Vec<Place>) {
        let (Some(flow), Some(body)) = (self.flows.get(&function), self.program.body(function)) else {
            return;
        };
        for &controlling_block in flow.control.controlling_blocks(block) {
            if let Some(range) = body.blocks.get(controlling_block as usize)
                && let Some(last) = range.end.checked_sub(1)
            {
                worklist.push((function, InstructionId(last)));
            }
        }
    }

    fn step(&mut self, (function, id): Place, worklist: &mut Vec<Place>) -> Result<(), DependenceError> {
        let Some(body) = self.program.body(function) else {
            return Ok(());
        };
        let Some(instruction) = body.instruction(id) else {
            return Ok(());
        };
        match instruction.op {
            Op::Phi => self.push_edge_selectors(function, body, instruction, worklist)?,
            Op::Load(_) | Op::CompareExchange { .. } | Op::AtomicRmw { .. } => {
                if let Some(&pointer) = body.operands(instruction).first() {
                    let (writers, steps) = self.memory.new_writers(function, pointer);
                    self.spend(steps)?;
                    worklist.extend(writers);
                }
            }
            Op::Call(_) | Op::Invoke(_) => {
                let callee = self.program.callee(body, instruction);
                let callee = callee.filter(|&callee| self.program.kind(callee) == Kind::Defined);
                if let Some(callee) = callee.filter(|callee| self.reachable.contains(callee))
                    && let Some(flow) = self.flows.get(&callee)
                {
                    worklist.extend(flow.returns.iter().map(|&id| (callee, id)));
                }
            }
            _ => {}
        }
        for &operand in body.operands(instruction) {
            self.push(function, operand, worklist);
        }
        let block = self.flows.get(&function).and_then(|flow| flow.blocks.get(id.index()).copied());
        if let Some(block) = block {
            self.push_controlling_branches(function, block, worklist);
        }
        Ok(())
    }

    /// Adds the branches that select the incoming edge of a phi of constants; nothing else distinguishes the
    /// values. The edge is fixed no later than at the first branch after which it is the only one possible,
    /// which may be above the predecessor block.
    fn push_edge_selectors(
        &mut self,
        function: FunctionId,
        body: &Body,
        phi: &Instruction,
        worklist: &mut Vec<Place>,
    ) -> Result<(), DependenceError> {
        let mut work = self.work;
        let Some(flow) = self.flows.get(&function) else {
            return Ok(());
        };
        let (values, blocks) = (body.operands(phi), body.labels(phi));
        let incoming = || values.iter().copied().zip(blocks.iter().map(|label| label.0));
        let is_constant = |value| self.program.is_constant(body, value);
        // By block, the value reaching the phi from there; `None` if several do.
        let mut reaching: HashMap<u32, Option<ValueId>> = HashMap::new();
        for (value, from) in incoming() {
            reaching.entry(from).or_insert(Some(value));
        }
        for (value, from) in incoming() {
            let definition_block = match (value.list(), self.program.maker(body, value)) {
                (List::Local(_), Some(id)) => flow.blocks.get(id.index()).copied().unwrap_or(0),
                _ => 0,
            };
            if from == definition_block {
                continue;
            }
            let mut at = flow.dominators.parent(from);
            while let Some(block) = at {
                work = work.checked_sub(1).ok_or(DependenceError)?;
                if let Some(other) = reaching.get_mut(&block) {
                    let different = other.is_some_and(|other| other != value);
                    // Of different constants the first one stays.
                    if different && !(other.is_some_and(is_constant) && is_constant(value)) {
                        *other = None;
                    }
                    break;
                }
                reaching.insert(block, Some(value));
                if block == definition_block {
                    break;
                }
                at = flow.dominators.parent(block);
            }
        }
        for (value, from) in incoming() {
            if !is_constant(value) {
                continue;
            }
            let mut highest = from;
            let mut at = Some(from);
            while let Some(block) = at {
                work = work.checked_sub(1).ok_or(DependenceError)?;
                if reaching.get(&block) != Some(&Some(value)) {
                    break;
                }
                highest = block;
                at = flow.dominators.parent(block);
            }
            self.push_controlling_branches(function, highest, worklist);
        }
        self.work = work;
        Ok(())
    }
}
