//! The function of code that does not nest, or that has a limit: a loop over the states of the control machine.

use std::collections::HashMap;

use glassbox_pica::control::{Exits, LoopSlot, Next, NodeId, Target, Transition};
use glassbox_pica::instruction::Instruction;
use glassbox_pica::opcode::Opcode;
use glassbox_spirv::build::{Id, op};

use crate::flow::Counters;
use crate::machine::Machine;
use crate::registers::EVERYTHING;

/// More blocks than this make a function that no driver compiles in reasonable time.
pub(crate) const STATES: usize = 8192;

/// How a state is left.
struct Go<'g> {
    /// The variable for the next state.
    state: Id,
    numbers: &'g HashMap<NodeId, u32>,
    counters: &'g [Counters],
    word: u16,
    /// The end of the switch.
    merge: Id,
}

impl Machine<'_> {
    /// Writes one function that goes through the states of the control machine, at most `limit` of them when there is a
    /// limit.
    pub(crate) fn dispatched(&mut self, limit: Option<u32>) -> Id {
        let program = self.program;
        let (uint, void) = (self.code.types.uint, self.code.types.void);
        let (function, _) = self.code.function("program", void, &[]);
        self.registers.begin();
        let blocks = program.graph.blocks();
        let first_nodes = (0..).zip(&blocks).filter_map(|(number, block)| Some((*block.first()?, number)));
        let numbers: HashMap<NodeId, u32> = first_nodes.collect();
        let state = self.code.local("state", uint);
        let steps = limit.map(|limit| (limit, self.code.local("steps", uint)));
        let counters: Vec<Counters> =
            if program.ends_loop() { (0..4).map(|slot| self.counters(slot)).collect() } else { Vec::new() };
        match program.graph.entry() {
            Target::Node(entry) => {
                let first = self.code.uint(numbers.get(&entry).copied().unwrap_or(0));
                self.code.store(state, first);
            }
            Target::Halt(_) => self.code.b.end(op::RETURN),
        }
        let [header, body, next, merge, after] = std::array::from_fn(|_| self.code.b.id());
        self.code.b.open_loop(header, body, next, merge);
        self.code.b.open(body);
        if let Some((limit, steps)) = steps {
            let count = self.code.load(uint, steps);
            let over = self.code.at_least(count, limit);
            self.code.when(over, |code| code.b.end(op::RETURN));
            let count = self.code.add(count, 1u32);
            self.code.store(steps, count);
        }
        let selector = self.code.load(uint, state);
        let labels: Vec<(u64, Id)> =
            (0..blocks.len() as u64).map(|number| (number, self.code.b.id())).collect();
        let default = self.code.b.id();
        self.code.b.switch(selector, default, &labels, after);
        self.code.b.open(default);
        self.code.b.end(op::RETURN);
        for (block, (_, label)) in blocks.iter().zip(&labels) {
            self.code.b.open(*label);
            self.registers.known.forget(EVERYTHING);
            self.registers.known.uniforms.clear();
            for node in block {
                self.state_word(program.graph.node(*node).word);
            }
            let Some(last) = block.last() else { continue };
            let node = program.graph.node(*last);
            let go = Go { state, numbers: &numbers, counters: &counters, word: node.word, merge: after };
            match node.exits {
                Exits::Always(transition) => self.transition(&go, transition),
                Exits::Branch { holds, fails, .. } => {
                    let condition = self.test(node.word);
                    self.registers.flush(&mut self.code, EVERYTHING);
                    let known = self.registers.known.clone();
                    let [yes, no, merge] = std::array::from_fn(|_| self.code.b.id());
                    self.code.b.select_block(condition, yes, no, merge);
                    self.code.b.open(yes);
                    self.transition(&go, holds);
                    self.code.b.open(no);
                    self.registers.known = known;
                    self.transition(&go, fails);
                    self.code.b.open(merge);
                    self.code.b.end(op::UNREACHABLE);
                }
            }
        }
        self.code.b.open(after);
        self.code.b.open(next);
        self.code.b.branch(header);
        self.code.b.open(merge);
        self.code.b.end(op::UNREACHABLE);
        self.code.b.end_function();
        function
    }

    /// What a word of a state does.
    fn state_word(&mut self, word: u16) {
        let instruction = self.program.instruction(word);
        match (instruction, self.emit) {
            (Instruction::SetEmit { vertex, primitive, invert, .. }, Some([_, set])) => {
                self.set_emit(set, vertex, primitive, invert);
            }
            (_, Some([emit, _])) if instruction.opcode() == Opcode::EMIT => {
                self.registers.flush(&mut self.code, EVERYTHING);
                let stopped = self.code.call(emit, self.code.types.bool, &[]);
                self.code.when(stopped, |code| code.b.end(op::RETURN));
                self.registers.known.forget(EVERYTHING);
            }
            _ => self.word(word),
        }
    }

    /// The program stops, or goes on at a state.
    fn target(&mut self, go: &Go<'_>, target: Target) {
        self.registers.flush(&mut self.code, EVERYTHING);
        match target {
            Target::Halt(_) => self.code.b.end(op::RETURN),
            Target::Node(node) => {
                let number = self.code.uint(go.numbers.get(&node).copied().unwrap_or(u32::MAX));
                self.code.store(go.state, number);
                self.code.b.branch(go.merge);
            }
        }
    }

    fn transition(&mut self, go: &Go<'_>, transition: Transition) {
        let counters = |slot: LoopSlot| go.counters.get(usize::from(slot)).copied();
        if let Some(counters) = transition.push.and_then(counters) {
            self.enter_loop(go.word, counters);
        }
        match transition.next {
            Next::Go(target) => self.target(go, target),
            Next::LoopEnd { slot, again, done, restore } => {
                let Some(counters) = counters(slot) else { return };
                self.advance(counters);
                let more = self.more(counters);
                self.registers.flush(&mut self.code, EVERYTHING);
                let known = self.registers.known.clone();
                let [yes, no, merge] = std::array::from_fn(|_| self.code.b.id());
                self.code.b.select_block(more, yes, no, merge);
                self.code.b.open(yes);
                self.count_down(counters);
                self.target(go, again);
                self.code.b.open(no);
                self.registers.known = known;
                if restore {
                    self.restore(counters);
                }
                self.target(go, done);
                self.code.b.open(merge);
                self.code.b.end(op::UNREACHABLE);
            }
            Next::LoopBreak { slot, done, restore } => {
                let Some(counters) = counters(slot) else { return };
                if restore {
                    self.restore(counters);
                } else {
                    self.advance(counters);
                }
                self.target(go, done);
            }
        }
    }
}
