//! Runs a function of integer operations, over its blocks and over its structure.

use std::collections::HashMap;

use glassbox_spirv::build::op;
use glassbox_spirv::control::{BlockIndex, Fall, Jump, Labels, List, Node, NodeId, Structure};
use glassbox_spirv::module::{At, ConstantValue, Function, Id, Module};

/// What a run did: the values stored to the global `%out`, then how it ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    pub stored: Vec<u32>,
    pub end: End,
    /// Blocks in the order of their execution.
    pub blocks: Vec<BlockIndex>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum End {
    /// It was stopped after [`EVENTS`] stores.
    #[default]
    Stopped,
    Returned,
    Unreachable,
    /// It took more steps than any function of these tests needs between two stores.
    Stuck,
}

/// Stores after which a run is stopped.
const EVENTS: usize = 150;
const STEPS: usize = 100_000;

/// A run in progress.
pub struct Run<'m> {
    module: &'m Module,
    function: &'m Function,
    labels: Labels,
    values: HashMap<Id, u32>,
    memory: HashMap<Id, u32>,
    trace: Trace,
    seed: u32,
    steps: usize,
}

/// Where control goes after a node.
enum Flow {
    Next,
    Jump(Jump),
    End(End),
}

impl<'m> Run<'m> {
    fn new(module: &'m Module, function: &'m Function, seed: u32) -> Run<'m> {
        Run {
            module,
            function,
            labels: Labels::of(function),
            values: HashMap::new(),
            memory: HashMap::new(),
            trace: Trace::default(),
            seed,
            steps: 0,
        }
    }

    fn value(&self, id: Id) -> u32 {
        match self.module.constant(id).map(|constant| constant.value) {
            Some(ConstantValue::Number(bits)) => bits as u32,
            Some(ConstantValue::Bool(value)) => u32::from(value),
            _ => *self.values.get(&id).unwrap_or_else(|| panic!("%{id} has no value")),
        }
    }

    fn is_global(&self, variable: Id) -> bool {
        self.module.globals.contains(&self.module.definition(variable).expect("a variable"))
    }

    /// Runs an instruction; phis are run by [`Run::enter`].
    fn instruction(&mut self, at: At) {
        let word = |index| self.module.word(at, index);
        let value = |index| self.value(word(index));
        let result = match self.module.opcode(at) {
            op::LOAD if self.is_global(word(0)) => {
                // The global `%in` gives another number each time.
                self.seed = self.seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                self.seed >> 16
            }
            op::LOAD => *self.memory.get(&word(0)).expect("the variable is initialized"),
            op::STORE => {
                let stored = value(1);
                if self.is_global(word(0)) {
                    self.trace.stored.push(stored);
                } else {
                    self.memory.insert(word(0), stored);
                }
                return;
            }
            op::I_ADD => value(0).wrapping_add(value(1)),
            op::I_SUB => value(0).wrapping_sub(value(1)),
            op::I_EQUAL => u32::from(value(0) == value(1)),
            op::U_LESS_THAN => u32::from(value(0) < value(1)),
            op::SELECT => value(if value(0) != 0 { 1 } else { 2 }),
            op::PHI
            | op::VARIABLE
            | op::BRANCH
            | op::BRANCH_CONDITIONAL
            | op::SWITCH
            | op::RETURN
            | op::UNREACHABLE
            | op::SELECTION_MERGE
            | op::LOOP_MERGE => return,
            opcode => panic!("opcode {opcode} is not run"),
        };
        self.values.insert(self.module.get(at).result, result);
    }

    fn block(&self, block: BlockIndex) -> &'m glassbox_spirv::module::Block {
        &self.function.blocks[block as usize]
    }

    /// Runs the instructions of a block; `None` if the run is over.
    fn body(&mut self, block: BlockIndex) -> Result<(), End> {
        self.trace.blocks.push(block);
        self.steps += 1;
        for &at in &self.block(block).body {
            self.instruction(at);
        }
        match () {
            () if self.trace.stored.len() >= EVENTS => Err(End::Stopped),
            () if self.steps > STEPS => Err(End::Stuck),
            () => Ok(()),
        }
    }

    /// Gives phis their values along an edge.
    fn enter(&mut self, from: BlockIndex, to: BlockIndex) {
        let parent = self.block(from).label;
        let mut values = Vec::new();
        for &at in self.block(to).body.iter().filter(|at| self.module.opcode(**at) == op::PHI) {
            let pairs = self.module.operands(at).as_chunks::<2>().0;
            let pair = pairs.iter().find(|pair| pair[1] == parent).expect("the phi has its parent");
            values.push((self.module.get(at).result, self.value(pair[0])));
        }
        self.values.extend(values);
    }

    /// The block that a terminator selects.
    fn next(&self, block: BlockIndex) -> Result<BlockIndex, End> {
        let at = self.block(block).terminator();
        let operands = self.module.operands(at);
        let label = match self.module.opcode(at) {
            op::BRANCH => operands[0],
            op::BRANCH_CONDITIONAL => operands[if self.value(operands[0]) != 0 { 1 } else { 2 }],
            op::SWITCH => {
                let value = self.value(operands[0]);
                let mut cases = operands[2..].as_chunks::<2>().0.iter();
                cases.find(|case| case[0] == value).map_or(operands[1], |case| case[1])
            }
            op::RETURN => return Err(End::Returned),
            op::UNREACHABLE => return Err(End::Unreachable),
            opcode => panic!("opcode {opcode} is no terminator here"),
        };
        Ok(self.labels.find(label).expect("the label exists"))
    }

    fn list(&mut self, structure: &Structure, list: List) -> Flow {
        for node in structure.list(list) {
            match self.node(structure, node) {
                Flow::Next => {}
                other => return other,
            }
        }
        Flow::Next
    }

    fn node(&mut self, structure: &Structure, id: NodeId) -> Flow {
        match structure.node(id) {
            Node::Block(block) => self.body(*block).map_or_else(Flow::End, |()| Flow::Next),
            Node::End(block) => Flow::End(self.next(*block).expect_err("it leaves the function")),
            Node::Edge { from, to, jump } => {
                assert_eq!(self.next(*from), Ok(*to), "the edge is the one that the terminator selects");
                self.enter(*from, *to);
                match jump {
                    Jump::Next => Flow::Next,
                    jump => Flow::Jump(*jump),
                }
            }
            Node::If { block, then, otherwise } => {
                let condition = self.module.word(self.block(*block).terminator(), 0);
                let list = if self.value(condition) != 0 { then } else { otherwise };
                self.list(structure, *list)
            }
            Node::Switch { block, cases } => {
                let value = u64::from(self.value(self.module.word(self.block(*block).terminator(), 0)));
                let stated = cases.iter().position(|case| case.literals.contains(&value));
                let default = || {
                    let is_default = |case: &glassbox_spirv::control::Case| {
                        case.default == glassbox_spirv::control::Default::Yes
                    };
                    cases.iter().position(is_default).expect("a switch has a default")
                };
                let start = stated.unwrap_or_else(default);
                for (index, case) in cases.iter().enumerate().skip(start) {
                    // An edge into a case stands for the branch of the switch, not for falling into it.
                    for node in structure.list(case.body).skip(usize::from(index > start)) {
                        match self.node(structure, node) {
                            Flow::Next => {}
                            Flow::Jump(Jump::Break(to)) if to == id => return Flow::Next,
                            other => return other,
                        }
                    }
                    if case.fall == Fall::Leaves {
                        break;
                    }
                }
                Flow::Next
            }
            Node::Loop { body, continuing, .. } => loop {
                match self.list(structure, *body) {
                    Flow::Next => {}
                    Flow::Jump(Jump::Continue(to)) if to == id => {}
                    Flow::Jump(Jump::Break(to)) if to == id => return Flow::Next,
                    other => return other,
                }
                match self.list(structure, *continuing) {
                    Flow::Next => {}
                    Flow::Jump(Jump::Break(to)) if to == id => return Flow::Next,
                    other => return other,
                }
            },
        }
    }
}

/// Runs the blocks of a function.
pub fn run_blocks(module: &Module, function: &Function, seed: u32) -> Trace {
    let mut run = Run::new(module, function, seed);
    let mut block = 0;
    run.trace.end = loop {
        if let Err(end) = run.body(block) {
            break end;
        }
        match run.next(block) {
            Ok(next) => {
                run.enter(block, next);
                block = next;
            }
            Err(end) => break end,
        }
    };
    run.trace
}

/// Runs the structure of a function.
pub fn run_structure(module: &Module, function: &Function, structure: &Structure, seed: u32) -> Trace {
    let mut run = Run::new(module, function, seed);
    run.trace.end = match run.list(structure, structure.root()) {
        Flow::End(end) => end,
        Flow::Next | Flow::Jump(_) => panic!("control leaves the structure"),
    };
    run.trace
}
