//! The program's functions: nested blocks where the code nests, else a loop over the states of the control machine.

use std::collections::HashMap;

use glassbox_pica::control::{Exits, LoopSlot, Next, Target, Test, Transition};
use glassbox_pica::instruction::Instruction;
use glassbox_pica::opcode::Opcode;
use naga::{
    BinaryOperator, Block, Function, Handle, Span, Statement, SwitchCase, SwitchValue, UnaryOperator,
};

use super::machine::Machine;
use super::nest::{Nest, Step};
use crate::build::{Body, Value};

/// More blocks than this make a function that no driver compiles in reasonable time.
pub(crate) const STATES: usize = 8192;

/// A block that is being written.
enum Open {
    If { condition: Value, accept: Option<Block> },
    Skip { condition: Value },
    Loop,
}

/// The variables of a loop.
#[derive(Clone, Copy)]
struct Counters {
    left: Value,
    step: Value,
    saved: Value,
}

impl Counters {
    fn new(machine: &Machine<'_>, body: &mut Body, number: usize) -> Counters {
        let i32 = machine.types.i32;
        Counters {
            left: body.local(&format!("loop{number}_left"), i32),
            step: body.local(&format!("loop{number}_step"), i32),
            saved: body.local(&format!("loop{number}_saved"), i32),
        }
    }
}

impl Machine<'_> {
    /// Adds the functions of nested code and gives that of the entry. `names` are those of procedures, by first word.
    pub(crate) fn nested(&mut self, nest: &Nest, names: &HashMap<usize, String>) -> Option<Handle<Function>> {
        let mut functions: Vec<Option<Handle<Function>>> = vec![None; nest.procedures.len()];
        let mut ends = vec![false; nest.procedures.len()];
        for &procedure in &nest.order {
            let may_end = procedure != 0
                && nest.procedures[procedure].steps.iter().any(|step| match *step {
                    Step::Word(word) => self.program.instruction(word).opcode() == Opcode::END,
                    Step::Call { procedure, .. } => ends[procedure],
                    _ => false,
                });
            ends[procedure] = may_end;
            let start = nest.procedures[procedure].start;
            let name = match names.get(&start) {
                _ if procedure == 0 => "program".to_owned(),
                Some(name) => format!("proc_{name}"),
                None => format!("proc_{start}"),
            };
            let function = self.procedure(nest, procedure, &name, &functions, &ends);
            functions[procedure] = Some(self.module.functions.append(function, Span::UNDEFINED));
        }
        functions.first().copied().flatten()
    }

    fn procedure(
        &self,
        nest: &Nest,
        procedure: usize,
        name: &str,
        functions: &[Option<Handle<Function>>],
        ends: &[bool],
    ) -> Function {
        let mut body = Body::new(name);
        let may_end = ends[procedure];
        if may_end {
            body.returns(self.types.bool);
        }
        let stop = |body: &mut Body| {
            let value = may_end.then(|| body.bool(true));
            body.give(value);
        };
        let mut open: Vec<Open> = Vec::new();
        let mut counters: HashMap<usize, Counters> = HashMap::new();
        for (at, step) in nest.procedures[procedure].steps.iter().enumerate() {
            match *step {
                Step::Word(word) if self.program.instruction(word).opcode() == Opcode::END => stop(&mut body),
                Step::Word(word) => self.word(&mut body, word),
                Step::If { word, .. } => {
                    let condition = self.test(&mut body, word);
                    open.push(Open::If { condition, accept: None });
                    body.open();
                }
                Step::Else { .. } => {
                    let block = body.close();
                    if let Some(Open::If { accept, .. }) = open.last_mut() {
                        *accept = Some(block);
                    }
                    body.open();
                }
                Step::Skip { word, .. } => {
                    let condition = self.test(&mut body, word);
                    let condition = body.unary(UnaryOperator::LogicalNot, condition);
                    open.push(Open::Skip { condition });
                    body.open();
                }
                Step::EndIf | Step::EndSkip => {
                    let block = body.close();
                    match open.pop() {
                        Some(Open::If { condition, accept: Some(accept) }) => {
                            body.when(condition, accept, block)
                        }
                        Some(Open::If { condition, .. } | Open::Skip { condition }) => {
                            body.when(condition, block, Block::new());
                        }
                        _ => {}
                    }
                }
                Step::Loop { word, .. } => {
                    let variables = Counters::new(self, &mut body, counters.len());
                    counters.insert(at, variables);
                    self.enter_loop(&mut body, word, variables);
                    open.push(Open::Loop);
                    body.open();
                }
                Step::EndLoop { open: head } => {
                    if let Some(&variables) = counters.get(&head) {
                        let restore = nest.restores.get(&(procedure, head)) == Some(&true);
                        self.advance(&mut body, variables);
                        let again = self.more(&mut body, variables);
                        let done = body.unary(UnaryOperator::LogicalNot, again);
                        body.open();
                        if restore {
                            self.restore(&mut body, variables);
                        }
                        body.statement(Statement::Break);
                        let leave = body.close();
                        body.when(done, leave, Block::new());
                        self.count_down(&mut body, variables);
                    }
                    self.end_repetition(&mut body, &mut open);
                }
                Step::Repeat => {
                    open.push(Open::Loop);
                    body.open();
                }
                Step::EndRepeat { word, .. } => {
                    let again = self.test(&mut body, word);
                    let done = body.unary(UnaryOperator::LogicalNot, again);
                    body.open();
                    body.statement(Statement::Break);
                    let leave = body.close();
                    body.when(done, leave, Block::new());
                    self.end_repetition(&mut body, &mut open);
                }
                Step::Break { word, open: head, .. } => {
                    let conditional = self.program.instruction(word).opcode() == Opcode::BREAKC;
                    let condition = conditional.then(|| self.test(&mut body, word));
                    if conditional {
                        body.open();
                    }
                    if let Some(&variables) = counters.get(&head) {
                        self.advance(&mut body, variables);
                        if nest.restores.get(&(procedure, head)) == Some(&true) {
                            self.restore(&mut body, variables);
                        }
                    }
                    body.statement(Statement::Break);
                    if let Some(condition) = condition {
                        let leave = body.close();
                        body.when(condition, leave, Block::new());
                    }
                }
                Step::Call { word, procedure: callee } => {
                    let conditional = self.program.instruction(word).opcode() != Opcode::CALL;
                    let condition = conditional.then(|| self.test(&mut body, word));
                    if conditional {
                        body.open();
                    }
                    if let Some(function) = functions[callee] {
                        if ends[callee] {
                            let ended = body.call(function, Vec::new());
                            body.open();
                            stop(&mut body);
                            let leave = body.close();
                            body.when(ended, leave, Block::new());
                        } else {
                            body.invoke(function);
                        }
                    }
                    if let Some(condition) = condition {
                        let taken = body.close();
                        body.when(condition, taken, Block::new());
                    }
                }
            }
        }
        if may_end {
            let value = body.bool(false);
            body.give(Some(value));
        }
        body.finish()
    }

    fn end_repetition(&self, body: &mut Body, open: &mut Vec<Open>) {
        let block = body.close();
        open.pop();
        body.statement(Statement::Loop { body: block, continuing: Block::new(), break_if: None });
    }

    /// Adds one function that goes through the states of the control machine, at most `limit` of them when there is a
    /// limit.
    pub(crate) fn dispatched(&mut self, limit: Option<u32>) -> Handle<Function> {
        let mut body = Body::new("program");
        let graph = &self.program.graph;
        let blocks = graph.blocks();
        let mut numbers = HashMap::new();
        for (number, block) in blocks.iter().enumerate() {
            if let Some(first) = block.first() {
                numbers.insert(*first, number as u32);
            }
        }
        let state = body.local("state", self.types.u32);
        let steps = limit.map(|limit| (limit, body.local("steps", self.types.u32)));
        let counters: Vec<Counters> = if self.program.ends_loop() {
            (0..4).map(|slot| Counters::new(self, &mut body, slot)).collect()
        } else {
            Vec::new()
        };
        match graph.entry() {
            Target::Node(entry) => {
                let first = body.uint(numbers.get(&entry).copied().unwrap_or(0));
                body.store(state, first);
            }
            Target::Halt(_) => body.give(None),
        }
        body.open();
        if let Some((limit, steps)) = steps {
            let count = body.load(steps);
            let most = body.uint(limit);
            let over = body.binary(BinaryOperator::GreaterEqual, count, most);
            body.open();
            body.give(None);
            let leave = body.close();
            body.when(over, leave, Block::new());
            let one = body.uint(1);
            let next = body.binary(BinaryOperator::Add, count, one);
            body.store(steps, next);
        }
        let selector = body.load(state);
        let mut cases = Vec::with_capacity(blocks.len() + 1);
        for (number, block) in blocks.iter().enumerate() {
            body.open();
            for node in block {
                self.word(&mut body, graph.node(*node).word);
            }
            if let Some(last) = block.last() {
                let go = Go {
                    machine: self,
                    state,
                    numbers: &numbers,
                    counters: &counters,
                    word: graph.node(*last).word,
                };
                match graph.node(*last).exits {
                    Exits::Always(transition) => go.transition(&mut body, transition),
                    Exits::Branch { holds, fails, .. } => {
                        let condition = self.test(&mut body, graph.node(*last).word);
                        body.open();
                        go.transition(&mut body, holds);
                        let accept = body.close();
                        body.open();
                        go.transition(&mut body, fails);
                        let reject = body.close();
                        body.when(condition, accept, reject);
                    }
                }
            }
            cases.push(SwitchCase {
                value: SwitchValue::U32(number as u32),
                body: body.close(),
                fall_through: false,
            });
        }
        body.open();
        body.give(None);
        cases.push(SwitchCase { value: SwitchValue::Default, body: body.close(), fall_through: false });
        body.statement(Statement::Switch { selector, cases });
        let inner = body.close();
        body.statement(Statement::Loop { body: inner, continuing: Block::new(), break_if: None });
        let function = body.finish();
        self.module.functions.append(function, Span::UNDEFINED)
    }

    /// What decides at a word.
    fn test(&self, body: &mut Body, word: u16) -> Value {
        let test = match self.program.instruction(word) {
            Instruction::Flagged { condition, .. } => Test::Flags(condition),
            Instruction::Selected { opcode, register, count, .. } => {
                Test::Boolean { register, value: opcode != Opcode::JMPU || count & 1 == 0 }
            }
            _ => return body.bool(true),
        };
        match test {
            Test::Flags(condition) => self.condition(body, condition),
            Test::Boolean { register, value } => {
                let set = self.boolean(body, register);
                if value { set } else { body.unary(UnaryOperator::LogicalNot, set) }
            }
        }
    }

    /// LOOP: sets the counters.
    fn enter_loop(&self, body: &mut Body, word: u16, counters: Counters) {
        let register = match self.program.instruction(word) {
            Instruction::Selected { register, .. } => register & 3,
            _ => 0,
        };
        let [left, start, step] = self.integers(body, register);
        if let Some(counter) = self.counter {
            let before = body.read(counter);
            body.store(counters.saved, before);
            body.write(counter, start);
        }
        body.store(counters.left, left);
        body.store(counters.step, step);
    }

    /// The end of an iteration: the counter goes on.
    fn advance(&self, body: &mut Body, counters: Counters) {
        if let Some(counter) = self.counter {
            let (now, step) = (body.read(counter), body.load(counters.step));
            let next = body.binary(BinaryOperator::Add, now, step);
            body.write(counter, next);
        }
    }

    fn more(&self, body: &mut Body, counters: Counters) -> Value {
        let left = body.load(counters.left);
        let zero = body.int(0);
        body.binary(BinaryOperator::NotEqual, left, zero)
    }

    fn count_down(&self, body: &mut Body, counters: Counters) {
        let left = body.load(counters.left);
        let one = body.int(1);
        let next = body.binary(BinaryOperator::Subtract, left, one);
        body.store(counters.left, next);
    }

    fn restore(&self, body: &mut Body, counters: Counters) {
        if let Some(counter) = self.counter {
            let saved = body.load(counters.saved);
            body.write(counter, saved);
        }
    }
}

/// How a state of the dispatcher is left.
struct Go<'a, 'm> {
    machine: &'a Machine<'m>,
    state: Value,
    numbers: &'a HashMap<glassbox_pica::control::NodeId, u32>,
    counters: &'a [Counters],
    word: u16,
}

impl Go<'_, '_> {
    fn counters(&self, slot: LoopSlot) -> Option<Counters> {
        self.counters.get(usize::from(slot)).copied()
    }

    fn target(&self, body: &mut Body, target: Target) {
        match target {
            Target::Halt(_) => body.give(None),
            Target::Node(node) => {
                let number = body.uint(self.numbers.get(&node).copied().unwrap_or(u32::MAX));
                body.store(self.state, number);
            }
        }
    }

    fn transition(&self, body: &mut Body, transition: Transition) {
        if let Some(counters) = transition.push.and_then(|slot| self.counters(slot)) {
            self.machine.enter_loop(body, self.word, counters);
        }
        match transition.next {
            Next::Go(target) => self.target(body, target),
            Next::LoopEnd { slot, again, done, restore } => {
                let Some(counters) = self.counters(slot) else {
                    return;
                };
                self.machine.advance(body, counters);
                let more = self.machine.more(body, counters);
                body.open();
                self.machine.count_down(body, counters);
                self.target(body, again);
                let accept = body.close();
                body.open();
                if restore {
                    self.machine.restore(body, counters);
                }
                self.target(body, done);
                let reject = body.close();
                body.when(more, accept, reject);
            }
            Next::LoopBreak { slot, done, restore } => {
                let Some(counters) = self.counters(slot) else {
                    return;
                };
                self.machine.advance(body, counters);
                if restore {
                    self.machine.restore(body, counters);
                }
                self.target(body, done);
            }
        }
    }
}
