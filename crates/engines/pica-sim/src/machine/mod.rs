//! Interpreter: one shader unit that runs one program, one instruction at a time.
//!
//! This is the reference for all other engines, so it is written for readability: one function
//! fetches, one executes, and the control machine selects the next word. Without an observer, the
//! instructions up to the next one that concerns the control machine run in a tight loop.

mod quick;
mod vector;

use glassbox_pica::check::Stage;
use glassbox_pica::register::{Combine, Condition};

use crate::control::Flow;
use crate::geometry::{EmitError, Emitter, Latch};
use crate::number::{Float24, Float32, Precision, Quick};
use crate::observe::{Event, Observer};
use crate::operation::{Action, Operation, When};
use crate::program::Program;
use crate::state::State;
use crate::stop::{Limits, Stop};
use crate::trap::{Trap, TrapKind};
use crate::uniforms::{Inputs, Uniforms};

use vector::Vector;
pub use vector::uniform_address;

/// Number of executed words recorded.
pub const HISTORY: usize = 16;

/// Shader unit with a program.
#[derive(Clone, Debug)]
pub struct Machine<'p> {
    program: &'p Program,
    precision: Precision,
    uniforms: Uniforms,
    state: State,
    emitter: Emitter,
    limits: Limits,
    steps: u64,
    /// Most recently executed words, as consecutive ranges: first and end.
    recent: [(u32, u32); HISTORY],
    /// Number of ranges so far.
    stretches: usize,
    stopped: Option<Stop>,
}

/// Effect of one instruction.
#[derive(Default)]
struct Executed {
    vector: Vector,
    flow: Flow,
    broke: bool,
    stop: Option<Stop>,
}

impl<'p> Machine<'p> {
    /// Creates a unit at the start of a program, with zero inputs. The uniforms are used as given:
    /// [`Program::uniforms`] returns those with the program's constants.
    #[must_use]
    pub fn new(program: &'p Program, uniforms: &Uniforms, precision: Precision) -> Machine<'p> {
        let uniforms = uniforms.loaded(precision);
        let mut state = State::new(program.entry());
        *state.uniforms_mut() = uniforms.float;
        Machine {
            program,
            precision,
            uniforms,
            state,
            emitter: Emitter::default(),
            limits: Limits::default(),
            steps: 0,
            recent: [(0, 0); HISTORY],
            stretches: 0,
            stopped: None,
        }
    }

    /// Returns to the start of the program, with these inputs and all other registers zero. Drops
    /// emitted triangles and the vertex buffer.
    pub fn start(&mut self, inputs: &Inputs) {
        // Vertex programs do not use the emitter.
        if self.program.stage() == Stage::Geometry {
            self.emitter = Emitter::default();
        }
        self.restart(inputs);
    }

    /// Like [`start`](Machine::start), but keeps the vertex buffer, the SETEMIT latch and the
    /// triangles, as between two invocations of a geometry program.
    pub fn restart(&mut self, inputs: &Inputs) {
        self.state.restart(self.program.entry());
        let registers = self.state.inputs_mut();
        self.precision.load_from(inputs.as_flattened(), registers.as_flattened_mut());
        if self.program.stage() == Stage::Geometry {
            self.emitter.bank = [[0.0; 4]; 16];
        }
        self.steps = 0;
        self.stopped = None;
    }

    /// Program being run.
    #[must_use]
    pub const fn program(&self) -> &'p Program {
        self.program
    }

    /// Arithmetic in use.
    #[must_use]
    pub const fn precision(&self) -> Precision {
        self.precision
    }

    /// Uniforms in register format.
    #[must_use]
    pub const fn uniforms(&self) -> &Uniforms {
        &self.uniforms
    }

    /// Sets all uniforms.
    pub fn set_uniforms(&mut self, uniforms: &Uniforms) {
        self.uniforms = uniforms.loaded(self.precision);
        *self.state.uniforms_mut() = self.uniforms.float;
    }

    /// Sets one float uniform; ignored from 96 on.
    pub fn set_float(&mut self, register: usize, value: [f32; 4]) {
        if let Some(float) = self.uniforms.float.get_mut(register) {
            *float = value.map(|value| self.precision.load(value));
            self.state.uniforms_mut()[register] = *float;
        }
    }

    /// Sets a bool uniform; the number is taken modulo 16.
    pub const fn set_bool(&mut self, register: u8, value: bool) {
        self.uniforms.set_bool(register, value);
    }

    /// Registers and control state.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Registers and control state, to change between steps. Float values must be representable in
    /// a register ([`Precision::load`]).
    pub const fn state_mut(&mut self) -> &mut State {
        &mut self.state
    }

    /// Vertex buffer of the geometry unit, with the triangles submitted so far.
    #[must_use]
    pub const fn emitter(&self) -> &Emitter {
        &self.emitter
    }

    /// Vertex buffer, to take triangles out of it.
    pub const fn emitter_mut(&mut self) -> &mut Emitter {
        &mut self.emitter
    }

    /// Number of instructions started, including END and one that traps.
    #[must_use]
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// Stop reason, once the run has ended.
    #[must_use]
    pub const fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    /// Most recently executed words, oldest first, at most [`HISTORY`].
    #[must_use]
    pub fn history(&self) -> Vec<u32> {
        let kept = self.steps.min(HISTORY as u64) as usize;
        let newest_first = (1..=HISTORY).flat_map(|back| {
            let (first, end) = self.recent[self.stretches.wrapping_sub(back) % HISTORY];
            (first..end).rev()
        });
        let mut words: Vec<u32> = newest_first.take(kept).collect();
        words.reverse();
        words
    }

    /// Records words executed consecutively.
    #[inline]
    fn remember(&mut self, first: u32, count: u32) {
        self.recent[self.stretches % HISTORY] = (first, first + count);
        self.stretches = self.stretches.wrapping_add(1);
        self.steps += u64::from(count);
    }

    /// Runs to the end.
    pub fn run(&mut self, limits: &Limits) -> Stop {
        self.run_observed(limits, &mut ())
    }

    /// Runs to the end with an observer.
    pub fn run_observed<O: Observer>(&mut self, limits: &Limits, observer: &mut O) -> Stop {
        self.limits = *limits;
        match self.precision {
            Precision::Float24 => self.run_as::<Float24, O>(observer),
            Precision::Float32 => self.run_as::<Float32, O>(observer),
        }
    }

    /// Runs one instruction, under the limits of the last [`run`](Machine::run). `None` if the run
    /// has not ended.
    pub fn step(&mut self) -> Option<Stop> {
        self.step_observed(&mut ())
    }

    /// Runs one instruction with an observer.
    pub fn step_observed<O: Observer>(&mut self, observer: &mut O) -> Option<Stop> {
        match self.precision {
            Precision::Float24 => self.step_as::<Float24, O>(observer),
            Precision::Float32 => self.step_as::<Float32, O>(observer),
        }
    }

    fn run_as<A: Quick, O: Observer>(&mut self, observer: &mut O) -> Stop {
        loop {
            if !O::WATCHES && self.stopped.is_none() {
                self.straight::<A>();
            }
            if let Some(stop) = self.step_as::<A, O>(observer) {
                return stop;
            }
        }
    }

    /// Runs vector instructions from here on, up to the first that is of another kind, after which
    /// a block may close, or that exceeds the limit.
    #[inline]
    fn straight<A: Quick>(&mut self) {
        let word = self.state.control.next;
        let straight = self.program.straight(word);
        let left = usize::try_from(self.limits.steps.saturating_sub(self.steps)).unwrap_or(usize::MAX);
        let count = straight.len().min(left).min(self.state.control.undisturbed(word));
        let Some(operations) = straight.get(..count) else {
            return;
        };
        for operation in operations {
            if !quick::execute::<A>(&mut self.state, &operation.action) {
                vector::execute::<A>(&mut self.state, &operation.action);
            }
        }
        let end = word + count as u32;
        if count > 0 {
            self.remember(word, count as u32);
        }
        self.state.control.next = end;
    }

    #[inline]
    fn step_as<A: Quick, O: Observer>(&mut self, observer: &mut O) -> Option<Stop> {
        if self.stopped.is_some() {
            return self.stopped;
        }
        if self.steps >= self.limits.steps {
            return self.stop(Stop::StepLimit, observer);
        }
        let program = self.program;
        let word = self.state.control.next;
        let Some(operation) = program.operations().get(word as usize) else {
            let kind = TrapKind::PastEnd;
            return self.stop(Stop::Trap(Trap { kind, word }), observer);
        };
        self.remember(word, 1);
        let mut executed = self.execute::<A>(word, operation);
        if executed.stop.is_none() {
            self.state.control.advance(word, executed.broke, &mut executed.flow);
        }
        if O::WATCHES {
            observer.executed(&Event {
                word,
                operation,
                sources: executed.vector.sources,
                index: executed.vector.index,
                result: executed.vector.result,
                flow: executed.flow,
                latch: self.emitter.latch,
                state: &self.state,
                stop: executed.stop,
            });
        }
        let stop = executed.stop?;
        self.stop(stop, observer)
    }

    fn stop<O: Observer>(&mut self, stop: Stop, observer: &mut O) -> Option<Stop> {
        self.stopped = Some(stop);
        observer.stopped(stop, &self.state);
        self.stopped
    }

    /// Executes an instruction, without closing blocks after it.
    #[inline]
    fn execute<A: Quick>(&mut self, word: u32, operation: &Operation) -> Executed {
        let mut executed = Executed::default();
        match operation.action {
            Action::Compute { .. } | Action::Address { .. } | Action::Compare { .. } | Action::Nop => {
                executed.vector = vector::execute::<A>(&mut self.state, &operation.action);
            }
            Action::End => executed.stop = Some(Stop::End),
            Action::Break { when } => {
                executed.broke = self.holds(when);
                executed.flow.taken = Some(executed.broke);
                if executed.broke && self.state.control.loops.is_empty() {
                    executed.stop = trap(TrapKind::BreakOutsideLoop, word);
                }
            }
            Action::Call { when, target, end } => {
                executed.flow =
                    if self.holds(when) { self.state.control.call(word, target, end) } else { not_taken() };
            }
            Action::If { when, target, end } => {
                executed.flow = if self.holds(when) {
                    self.state.control.if_true(target, end)
                } else {
                    Flow { target: Some(target), ..not_taken() }
                };
            }
            Action::Jump { when, target } => {
                let taken = self.holds(when);
                executed.flow =
                    Flow { taken: Some(taken), target: taken.then_some(target), ..Flow::default() };
            }
            Action::Loop { register, last } => {
                let [count, start, increment, _] = self.uniforms.int[usize::from(register & 3)];
                executed.flow = self.state.control.enter_loop(word, last, [count, start, increment]);
            }
            Action::SetEmit { vertex, primitive, invert } => {
                self.emitter.latch = Latch { vertex, primitive, invert };
            }
            Action::Emit => {
                let limit = self.limits.triangles;
                executed.stop = match self.emitter.emit(self.program, self.state.outputs_mut(), limit) {
                    Ok(()) => None,
                    Err(EmitError::Slot) => trap(TrapKind::VertexSlot, word),
                    Err(EmitError::Limit) => Some(Stop::TriangleLimit),
                };
            }
            Action::Trap(kind) => executed.stop = trap(kind, word),
        }
        executed
    }

    #[inline]
    fn holds(&self, when: When) -> bool {
        match when {
            When::Always => true,
            When::Bool { register, is } => self.uniforms.bool(register) == is,
            When::Flags(condition) => holds(condition, self.state.flags),
        }
    }
}

/// True if a condition holds for `cmp.x` and `cmp.y`.
#[inline]
#[must_use]
pub const fn holds(condition: Condition, flags: [bool; 2]) -> bool {
    let x = flags[0] == condition.x;
    let y = flags[1] == condition.y;
    match condition.combine {
        Combine::Or => x || y,
        Combine::And => x && y,
        Combine::X => x,
        Combine::Y => y,
    }
}

const fn trap(kind: TrapKind, word: u32) -> Option<Stop> {
    Some(Stop::Trap(Trap { kind, word }))
}

fn not_taken() -> Flow {
    Flow { taken: Some(false), ..Flow::default() }
}
