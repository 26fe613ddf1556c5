//! The functions of code that nests.

use std::collections::HashMap;

use glassbox_pica::control::Test;
use glassbox_pica::instruction::Instruction;
use glassbox_pica::opcode::{Class, Opcode};
use glassbox_spirv::build::{Id, op};

use crate::machine::Machine;
use crate::nest::{Nest, Step};

use crate::registers::{Cell, EVERYTHING, Known, Lane};

/// What happens where the program stops in a function.
pub(crate) enum Stop<'s, 'a> {
    /// The function gives nothing, and what is here is done before.
    Entry(&'s mut dyn FnMut(&mut Machine<'a>)),
    /// The function gives nothing: it is the program.
    Program,
    /// The function gives whether the program stopped in it.
    Procedure,
    /// The program cannot stop in the function.
    Never,
}

/// A block that is being written.
enum Open {
    /// IF and jumps ahead.
    If { other: Id, merge: Id, before: Known, first: Option<Option<Known>> },
    /// LOOP and jumps back.
    Loop { header: Id, next: Id, merge: Id, known: Known, counters: Option<Counters>, restores: bool },
}

/// The variables of a loop.
#[derive(Clone, Copy)]
pub(crate) struct Counters {
    left: Id,
    step: Option<Id>,
    saved: Option<Id>,
}

/// A function of nested blocks while it is written.
struct Writing<'w> {
    nest: &'w Nest,
    procedure: usize,
    functions: &'w [Option<Id>],
    ends: &'w [bool],
    open: Vec<Open>,
    loops: usize,
    /// The registers that are read after each step.
    live: Vec<u64>,
}

impl<'a> Machine<'a> {
    /// The procedures in which the program may stop, by number.
    pub(crate) fn stopping(&self, nest: &Nest) -> Vec<bool> {
        let mut ends = vec![false; nest.procedures.len()];
        for &procedure in &nest.order {
            ends[procedure] = nest.procedures[procedure].steps.iter().any(|step| self.may_stop(*step, &ends));
        }
        ends
    }

    /// True if the program may stop at a step.
    fn may_stop(&self, step: Step, ends: &[bool]) -> bool {
        match step {
            Step::Word(word) => matches!(self.program.instruction(word).opcode(), Opcode::END | Opcode::EMIT),
            Step::Call { procedure, .. } => ends[procedure],
            _ => false,
        }
    }

    /// Writes the procedures but the entry, and gives the functions.
    pub(crate) fn procedures(
        &mut self,
        nest: &Nest,
        names: &HashMap<usize, String>,
        ends: &[bool],
    ) -> Vec<Option<Id>> {
        let mut functions: Vec<Option<Id>> = vec![None; nest.procedures.len()];
        for &procedure in nest.order.iter().filter(|procedure| **procedure != 0) {
            let start = nest.procedures[procedure].start;
            let name = match names.get(&start) {
                Some(name) => format!("proc_{name}"),
                None => format!("proc_{start}"),
            };
            let may_stop = ends[procedure];
            let result = if may_stop { self.code.types.bool } else { self.code.types.void };
            let (function, _) = self.code.function(&name, result, &[]);
            self.registers.begin();
            let mut stop = if may_stop { Stop::Procedure } else { Stop::Never };
            self.steps(nest, procedure, &functions, ends, &mut stop);
            self.code.b.end_function();
            functions[procedure] = Some(function);
        }
        functions
    }

    /// Writes the steps of a procedure into the open function, and what follows them.
    pub(crate) fn steps(
        &mut self,
        nest: &Nest,
        procedure: usize,
        functions: &[Option<Id>],
        ends: &[bool],
        stop: &mut Stop<'_, 'a>,
    ) {
        let steps = &nest.procedures[procedure].steps;
        let live = if self.is_local() { self.live(steps) } else { vec![EVERYTHING; steps.len()] };
        let mut writing = Writing { nest, procedure, functions, ends, open: Vec::new(), loops: 0, live };
        for (at, step) in steps.iter().enumerate() {
            if let Some(word) = step.word() {
                self.at(word);
            }
            self.step(&mut writing, at, *step, stop);
        }
        if !self.code.b.is_open() {
            return;
        }
        match stop {
            Stop::Procedure => {
                self.registers.flush(&mut self.code, EVERYTHING);
                let no = self.code.bool(false);
                self.code.b.return_value(no);
            }
            Stop::Never => {
                self.registers.flush(&mut self.code, EVERYTHING);
                self.code.b.end(op::RETURN);
            }
            _ => self.stop(stop),
        }
    }

    /// The program stops here.
    fn stop(&mut self, stop: &mut Stop<'_, 'a>) {
        match stop {
            Stop::Entry(end) => {
                end(self);
                self.code.b.end(op::RETURN);
            }
            Stop::Program | Stop::Never => {
                self.registers.flush(&mut self.code, EVERYTHING);
                self.code.b.end(op::RETURN);
            }
            Stop::Procedure => {
                self.registers.flush(&mut self.code, EVERYTHING);
                let yes = self.code.bool(true);
                self.code.b.return_value(yes);
            }
        }
    }

    fn step(&mut self, writing: &mut Writing<'_>, at: usize, step: Step, stop: &mut Stop<'_, 'a>) {
        let live = writing.live[at];
        match step {
            Step::Word(word) => self.word_step(word, live, stop),
            Step::If { word, other } => {
                let condition = self.test(word);
                let steps = &writing.nest.procedures[writing.procedure].steps;
                let has_other = matches!(steps.get(other), Some(Step::Else { .. }));
                self.open_if(writing, condition, has_other, live);
            }
            Step::Skip { word, .. } => {
                let condition = self.test(word);
                let condition = self.code.not(condition);
                self.open_if(writing, condition, false, live);
            }
            Step::Else { .. } => {
                let end = self.end_of_path(live);
                if let Some(Open::If { other, merge, before, first }) = writing.open.last_mut() {
                    *first = Some(end);
                    self.code.b.branch(*merge);
                    self.code.b.open(*other);
                    self.registers.known.clone_from(before);
                }
            }
            Step::EndIf | Step::EndSkip => self.close_if(writing, live),
            Step::Loop { word, close } => {
                let number = writing.loops;
                writing.loops += 1;
                let counters = self.counters(number);
                self.enter_loop(word, counters);
                let restores = writing.nest.restores.get(&(writing.procedure, at)) == Some(&true);
                self.open_loop(writing, at..close, Some(counters), restores, live);
            }
            Step::Repeat => {
                let close = closing(&writing.nest.procedures[writing.procedure].steps, at);
                self.open_loop(writing, at..close, None, false, live);
            }
            Step::EndLoop { .. } => self.close_loop(writing, None, live),
            Step::EndRepeat { word, .. } => self.close_loop(writing, Some(word), live),
            Step::Break { word, .. } => self.leave_loop(writing, word, live),
            Step::Call { word, procedure } => self.call_step(writing, word, procedure, stop),
        }
    }

    /// A word that is no block: it computes, ends the program or emits a vertex.
    fn word_step(&mut self, word: u16, live: u64, stop: &mut Stop<'_, 'a>) {
        if !self.code.b.is_open() {
            return;
        }
        let instruction = self.program.instruction(word);
        match (instruction, self.emit) {
            _ if instruction.opcode() == Opcode::END => self.stop(stop),
            (Instruction::SetEmit { vertex, primitive, invert, .. }, Some([_, set])) => {
                self.set_emit(set, vertex, primitive, invert);
            }
            (_, Some([emit, _])) if instruction.opcode() == Opcode::EMIT => {
                self.registers.flush(&mut self.code, live);
                let stopped = self.code.call(emit, self.code.types.bool, &[]);
                self.registers.known.forget(EVERYTHING);
                self.when_stopped(stopped, stop);
            }
            _ if instruction.opcode().info().class == Class::Geometry => {}
            _ => self.word(word),
        }
    }

    /// Stops the program if a function says so.
    fn when_stopped(&mut self, stopped: Id, stop: &mut Stop<'_, 'a>) {
        let known = self.registers.known.clone();
        let (body, after) = (self.code.b.id(), self.code.b.id());
        self.code.b.select_block(stopped, body, after, after);
        self.code.b.open(body);
        self.stop(stop);
        self.code.b.open(after);
        self.registers.known = known;
    }

    /// The end of a path of blocks: what is known there, if it is reached.
    fn end_of_path(&mut self, live: u64) -> Option<Known> {
        if !self.code.b.is_open() {
            return None;
        }
        self.registers.flush(&mut self.code, live);
        Some(self.registers.known.clone())
    }

    fn open_if(&mut self, writing: &mut Writing<'_>, condition: Id, has_other: bool, live: u64) {
        self.registers.flush(&mut self.code, live);
        let [yes, merge] = [self.code.b.id(), self.code.b.id()];
        let other = if has_other { self.code.b.id() } else { merge };
        let before = self.registers.known.clone();
        self.code.b.select_block(condition, yes, other, merge);
        self.code.b.open(yes);
        writing.open.push(Open::If { other, merge, before, first: None });
    }

    fn close_if(&mut self, writing: &mut Writing<'_>, live: u64) {
        let end = self.end_of_path(live);
        let Some(Open::If { merge, before, first, .. }) = writing.open.pop() else { return };
        self.code.b.open(merge);
        let other = match first {
            Some(end) => end,
            None => Some(before.clone()),
        };
        self.registers.known = Known::meet(other.into_iter().chain(end).collect(), &before);
    }

    fn open_loop(
        &mut self,
        writing: &mut Writing<'_>,
        range: std::ops::Range<usize>,
        counters: Option<Counters>,
        restores: bool,
        live: u64,
    ) {
        self.registers.flush(&mut self.code, live);
        let steps = &writing.nest.procedures[writing.procedure].steps[range];
        let written = steps.iter().fold(0, |set, step| set | self.written(*step));
        self.registers.known.forget(written);
        let [header, body, next, merge] = std::array::from_fn(|_| self.code.b.id());
        self.code.b.open_loop(header, body, next, merge);
        self.code.b.open(body);
        let known = self.registers.known.clone();
        writing.open.push(Open::Loop { header, next, merge, known, counters, restores });
    }

    /// The end of a loop, which is left unless the test of a word holds, or the counter goes on.
    fn close_loop(&mut self, writing: &mut Writing<'_>, again: Option<u16>, live: u64) {
        let Some(Open::Loop { header, next, merge, known, counters, restores }) = writing.open.pop() else {
            return;
        };
        if self.code.b.is_open() {
            if let Some(counters) = counters {
                self.advance(counters);
            }
            let again = match (again, counters) {
                (Some(word), _) => self.test(word),
                (None, Some(counters)) => self.more(counters),
                (None, None) => self.code.bool(false),
            };
            let (leave, stay) = (self.code.b.id(), self.code.b.id());
            self.registers.flush(&mut self.code, live);
            match counters.filter(|_| restores) {
                Some(counters) => {
                    self.code.b.select_block(again, stay, leave, stay);
                    self.code.b.open(leave);
                    self.restore(counters);
                    self.registers.flush(&mut self.code, live);
                    self.code.b.branch(merge);
                }
                None => self.code.b.select_block(again, stay, merge, stay),
            }
            self.code.b.open(stay);
            if let Some(counters) = counters {
                self.count_down(counters);
            }
        }
        self.code.b.open(next);
        self.code.b.branch(header);
        self.code.b.open(merge);
        self.registers.known = known;
    }

    /// BREAK and BREAKC.
    fn leave_loop(&mut self, writing: &Writing<'_>, word: u16, live: u64) {
        let innermost = writing.open.iter().rev().find_map(|open| match open {
            Open::Loop { merge, counters, restores, .. } => Some((*merge, *counters, *restores)),
            Open::If { .. } => None,
        });
        let Some((merge, counters, restores)) = innermost else { return };
        let conditional = self.program.instruction(word).opcode() == Opcode::BREAKC;
        let condition = conditional.then(|| self.test(word));
        self.registers.flush(&mut self.code, live);
        let known = self.registers.known.clone();
        let after = condition.map(|condition| {
            let (body, after) = (self.code.b.id(), self.code.b.id());
            self.code.b.select_block(condition, body, after, after);
            self.code.b.open(body);
            after
        });
        if let Some(counters) = counters {
            if restores {
                self.restore(counters);
            } else {
                self.advance(counters);
            }
        }
        self.registers.flush(&mut self.code, live);
        self.code.b.branch(merge);
        if let Some(after) = after {
            self.code.b.open(after);
            self.registers.known = known;
        }
    }

    fn call_step(&mut self, writing: &Writing<'_>, word: u16, procedure: usize, stop: &mut Stop<'_, 'a>) {
        let Some(function) = writing.functions[procedure] else { return };
        let conditional = self.program.instruction(word).opcode() != Opcode::CALL;
        let condition = conditional.then(|| self.test(word));
        self.registers.flush(&mut self.code, EVERYTHING);
        let after = condition.map(|condition| {
            let (body, after) = (self.code.b.id(), self.code.b.id());
            self.code.b.select_block(condition, body, after, after);
            self.code.b.open(body);
            after
        });
        self.registers.known.forget(EVERYTHING);
        if writing.ends[procedure] {
            let ended = self.code.call(function, self.code.types.bool, &[]);
            self.when_stopped(ended, stop);
        } else {
            self.code.call(function, self.code.types.void, &[]);
        }
        if let Some(after) = after {
            self.code.b.open(after);
        }
    }

    /// The registers that a step writes.
    fn written(&self, step: Step) -> u64 {
        match step {
            Step::Word(word) if self.program.instruction(word).opcode() == Opcode::EMIT => EVERYTHING,
            Step::Word(word) => self.program.written(word),
            Step::Loop { .. } | Step::EndLoop { .. } | Step::Break { .. } => Cell::COUNTER.bit(),
            Step::Call { .. } => EVERYTHING,
            _ => 0,
        }
    }

    /// The registers that are read at each step or after it.
    fn live(&self, steps: &[Step]) -> Vec<u64> {
        let mut live = vec![0; steps.len()];
        let mut after = self.outputs_of_program();
        for (at, step) in steps.iter().enumerate().rev() {
            after |= match *step {
                Step::Call { .. } => EVERYTHING,
                step => step.word().map_or(0, |word| self.program.read(word)),
            };
            live[at] = after;
        }
        // What a loop reads is read again after its end.
        for (at, step) in steps.iter().enumerate() {
            if let Step::EndLoop { open } | Step::EndRepeat { open, .. } = *step {
                let first = live[open];
                live[open..=at].iter_mut().for_each(|live| *live |= first);
            }
        }
        live
    }

    fn outputs_of_program(&self) -> u64 {
        (0..16).fold(0, |set, number| set | Cell::output(number).bit())
    }

    /// What decides at a word.
    pub(crate) fn test(&mut self, word: u16) -> Id {
        let test = match self.program.instruction(word) {
            Instruction::Flagged { condition, .. } => Test::Flags(condition),
            Instruction::Selected { opcode, register, count, .. } => {
                Test::Boolean { register, value: opcode != Opcode::JMPU || count & 1 == 0 }
            }
            _ => return self.code.bool(true),
        };
        match test {
            Test::Flags(condition) => self.condition(condition),
            Test::Boolean { register, value } => {
                let set = self.boolean(register);
                if value { set } else { self.code.not(set) }
            }
        }
    }

    /// Variables for a loop.
    pub(crate) fn counters(&mut self, number: usize) -> Counters {
        let int = self.code.types.int;
        let has_counter = self.usage.counter;
        let mut variable = |what: &str| self.code.local(&format!("loop{number}_{what}"), int);
        Counters {
            left: variable("left"),
            step: has_counter.then(|| variable("step")),
            saved: has_counter.then(|| variable("saved")),
        }
    }

    /// LOOP: sets the counters.
    pub(crate) fn enter_loop(&mut self, word: u16, counters: Counters) {
        let register = match self.program.instruction(word) {
            Instruction::Selected { register, .. } => register & 3,
            _ => 0,
        };
        let [left, start, step] = self.integers(register);
        if let (Some(step_variable), Some(saved)) = (counters.step, counters.saved) {
            let before = self.registers.scalar(&mut self.code, Cell::COUNTER);
            self.code.store(saved, before);
            self.code.store(step_variable, step);
            self.registers.write(Cell::COUNTER, &[0], &[Lane::scalar(start)]);
        }
        self.code.store(counters.left, left);
    }

    /// The end of an iteration: the counter goes on.
    pub(crate) fn advance(&mut self, counters: Counters) {
        if let Some(step) = counters.step {
            let now = self.registers.scalar(&mut self.code, Cell::COUNTER);
            let step = self.code.load(self.code.types.int, step);
            let next = self.code.add(now, step);
            self.registers.write(Cell::COUNTER, &[0], &[Lane::scalar(next)]);
        }
    }

    /// Whether there is another iteration.
    pub(crate) fn more(&mut self, counters: Counters) -> Id {
        let left = self.code.load(self.code.types.int, counters.left);
        self.code.differs(left, 0i32)
    }

    pub(crate) fn count_down(&mut self, counters: Counters) {
        let left = self.code.load(self.code.types.int, counters.left);
        let next = self.code.sub(left, 1i32);
        self.code.store(counters.left, next);
    }

    /// The counter of the loop around comes back.
    pub(crate) fn restore(&mut self, counters: Counters) {
        if let Some(saved) = counters.saved {
            let saved = self.code.load(self.code.types.int, saved);
            self.registers.write(Cell::COUNTER, &[0], &[Lane::scalar(saved)]);
        }
    }
}

/// The step that ends a repetition.
fn closing(steps: &[Step], head: usize) -> usize {
    let mut after = steps.iter().enumerate().skip(head);
    after
        .find(|(_, step)| matches!(step, Step::EndRepeat { open, .. } if *open == head))
        .map_or(steps.len(), |(at, _)| at)
}
