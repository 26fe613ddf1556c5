//! Builds a plan from a control graph.

use glassbox_pica::control::{ControlGraph, Exits, Next, NodeId, Target, Transition};

use super::{Block, BlockId, End, Plan, Step};
use crate::operation::{Action, Operand, Operation};
use crate::program::Program;
use crate::stop::Stop;
use crate::trap::{Trap, TrapKind};

impl Plan {
    /// Plan of a program; `None` if its control graph has more than `limit` nodes.
    pub(crate) fn new(program: &Program, limit: usize) -> Option<Plan> {
        let operations = program.operations();
        let words: Vec<u32> = operations.iter().map(|operation| operation.word).collect();
        let graph = ControlGraph::new(&words, program.entry() as usize, limit).ok()?;
        Some(Plan::of_graph(&graph, program))
    }

    fn of_graph(graph: &ControlGraph, program: &Program) -> Plan {
        let operations = program.operations();
        let runs = graph.blocks();
        let mut builder = Builder {
            operations,
            graph,
            blocks: Vec::with_capacity(runs.len()),
            of_node: vec![0; graph.nodes().len()],
        };
        // The entry is the first node of the first run. A program that stops before its first word
        // has no run.
        for (id, run) in runs.iter().enumerate() {
            if let Some(first) = run.first() {
                builder.of_node[first.index()] = id;
            }
        }
        builder.blocks.resize_with(runs.len(), || Block::new(0, End::Stop(Stop::End)));
        for (id, run) in runs.iter().enumerate() {
            builder.blocks[id] = builder.block(id, run);
        }
        if builder.blocks.is_empty() {
            let end = End::Stop(Stop::Trap(Trap { kind: TrapKind::PastEnd, word: program.entry() }));
            builder.blocks.push(Block::new(0, end));
        }
        let (inputs, outputs) = registers(&builder.blocks);
        Plan { blocks: builder.blocks, inputs, outputs }
    }
}

impl Block {
    fn new(order: u32, end: End) -> Block {
        Block { steps: Vec::new(), length: 0, order, end }
    }
}

/// Instruction of an outcome.
#[derive(Clone, Copy)]
struct From {
    word: u16,
    /// Integer register of a LOOP.
    register: u8,
    /// Order of its block.
    order: u32,
}

struct Builder<'a> {
    operations: &'a [Operation],
    graph: &'a ControlGraph,
    blocks: Vec<Block>,
    of_node: Vec<BlockId>,
}

impl Builder<'_> {
    fn block(&mut self, id: BlockId, run: &[NodeId]) -> Block {
        let order = id as u32;
        let mut block = Block::new(order, End::Stop(Stop::End));
        for &node in run {
            let node = self.graph.node(node);
            let action = self.operations.get(usize::from(node.word)).map(|operation| operation.action);
            block.length += 1;
            if let Some(Action::Trap(kind)) = action {
                block.end = End::Stop(Stop::Trap(Trap { kind, word: node.word.into() }));
                return block;
            }
            block.steps.extend(action.and_then(Step::of));
            let register = match action {
                Some(Action::Loop { register, .. }) => register,
                _ => 0,
            };
            let from = From { word: node.word, register, order };
            block.end = match node.exits {
                Exits::Always(transition) => self.follow(&mut block.steps, from, transition),
                Exits::Branch { test, holds, fails } => {
                    End::Branch { test, holds: self.edge(from, holds), fails: self.edge(from, fails) }
                }
            };
        }
        block
    }

    /// Appends the effects of an outcome and returns the block's end.
    fn follow(&mut self, steps: &mut Vec<Step>, from: From, transition: Transition) -> End {
        if let Some(slot) = transition.push {
            steps.push(Step::Enter { slot, register: from.register });
        }
        match transition.next {
            Next::Go(target) => self.end(from, target),
            Next::LoopBreak { slot, done, restore } => {
                steps.push(Step::Leave { slot, restore });
                self.end(from, done)
            }
            Next::LoopEnd { slot, again, done, restore } => {
                End::Iterate { slot, again: self.target(from, again), done: self.target(from, done), restore }
            }
        }
    }

    /// Target block of an outcome; a new block if the outcome has effects.
    fn edge(&mut self, from: From, transition: Transition) -> BlockId {
        if let Transition { push: None, next: Next::Go(target) } = transition {
            return self.target(from, target);
        }
        let mut steps = Vec::new();
        let end = self.follow(&mut steps, from, transition);
        let block = Block::new(from.order, end);
        self.blocks.push(Block { steps, ..block });
        self.blocks.len() - 1
    }

    fn end(&self, from: From, target: Target) -> End {
        match target {
            Target::Node(node) => End::Goto(self.of_node[node.index()]),
            Target::Halt(halt) => End::halt(from.word, halt),
        }
    }

    fn target(&mut self, from: From, target: Target) -> BlockId {
        match target {
            Target::Node(node) => self.of_node[node.index()],
            Target::Halt(halt) => {
                self.blocks.push(Block::new(from.order, End::halt(from.word, halt)));
                self.blocks.len() - 1
            }
        }
    }
}

impl Step {
    fn of(action: Action) -> Option<Step> {
        Some(match action {
            Action::Compute { compute, destination, mask, sources, .. } => {
                Step::Compute { compute, destination, mask, sources }
            }
            Action::Address { mask, source } => Step::Address { mask, source },
            Action::Compare { operators, sources } => Step::Compare { operators, sources },
            _ => return None,
        })
    }
}

/// Input registers read and output registers written.
fn registers(blocks: &[Block]) -> (Vec<u8>, Vec<u8>) {
    let (mut inputs, mut outputs) = ([false; 16], [false; 16]);
    for step in blocks.iter().flat_map(|block| &block.steps) {
        let sources: &[Operand] = match step {
            Step::Compute { sources, destination, .. } => {
                if let Some(number) = destination.as_output() {
                    outputs[usize::from(number & 15)] = true;
                }
                sources
            }
            Step::Address { source, .. } => std::slice::from_ref(source),
            Step::Compare { sources, .. } => sources,
            Step::Enter { .. } | Step::Leave { .. } => &[],
        };
        for number in sources.iter().filter_map(|source| source.register.as_input()) {
            inputs[usize::from(number & 15)] = true;
        }
    }
    let numbers = |set: [bool; 16]| (0..16).filter(|&number| set[usize::from(number)]).collect();
    (numbers(inputs), numbers(outputs))
}
