//! Runs compiled code over many vertices.

use super::Jit;
use super::compile::{DIVERGED, LIMITED};
use super::context::{Context, LANES};
use crate::batch::{Ended, Results};
use crate::machine::Machine;
use crate::number::{Arithmetic, Float24, Float32, Precision};
use crate::plan::End;
use crate::stop::Limits;
use crate::uniforms::{Inputs, Uniforms};

impl Jit {
    /// Runs the program for each input; runs are independent.
    #[must_use]
    pub fn run(&self, uniforms: &Uniforms, inputs: &[Inputs], limits: &Limits) -> Results {
        let mut results = Results::default();
        self.run_into(uniforms, inputs, limits, &mut results);
        results
    }

    /// Like [`run`](Jit::run), but reuses the memory of existing results, replacing their contents.
    pub fn run_into(&self, uniforms: &Uniforms, inputs: &[Inputs], limits: &Limits, results: &mut Results) {
        results.start(inputs.len());
        let mut runner = Runner {
            jit: self,
            context: self.context(uniforms, limits),
            interpreter: None,
            uniforms,
            limits,
            results,
        };
        for group in inputs.chunks(LANES) {
            runner.group(group);
        }
    }

    fn context(&self, uniforms: &Uniforms, limits: &Limits) -> Box<Context> {
        let mut context = Context::new();
        context.limit = limits.steps;
        context.booleans = u32::from(uniforms.bool);
        for (row, values) in context.uniforms.iter_mut().zip(&uniforms.float) {
            *row = values.map(|value| [self.precision.load(value); LANES]);
        }
        for (row, values) in context.integers.iter_mut().zip(&uniforms.int) {
            *row = values.map(u32::from);
        }
        context
    }
}

struct Runner<'a> {
    jit: &'a Jit,
    context: Box<Context>,
    interpreter: Option<Machine<'a>>,
    uniforms: &'a Uniforms,
    limits: &'a Limits,
    results: &'a mut Results,
}

impl Runner<'_> {
    /// Runs up to four vertices at once.
    fn group(&mut self, group: &[Inputs]) {
        self.fill(group);
        match self.jit.code.run(&mut self.context) {
            DIVERGED => group.iter().for_each(|inputs| self.single(inputs)),
            LIMITED => group.iter().for_each(|inputs| self.interpret(inputs)),
            block => self.collect(block, group.len()),
        }
    }

    /// Runs one vertex in all lanes, which cannot diverge.
    fn single(&mut self, inputs: &Inputs) {
        self.fill(std::slice::from_ref(inputs));
        match self.jit.code.run(&mut self.context) {
            DIVERGED | LIMITED => self.interpret(inputs),
            block => self.collect(block, 1),
        }
    }

    fn interpret(&mut self, inputs: &Inputs) {
        let jit = self.jit;
        let uniforms = self.uniforms;
        let machine =
            self.interpreter.get_or_insert_with(|| Machine::new(&jit.program, uniforms, jit.precision));
        self.results.interpret(machine, inputs, self.limits);
    }

    /// Loads the inputs into the lanes; lanes without a vertex repeat the first.
    fn fill(&mut self, group: &[Inputs]) {
        match self.jit.precision {
            Precision::Float24 => self.fill_as::<Float24>(group),
            Precision::Float32 => self.fill_as::<Float32>(group),
        }
    }

    fn fill_as<A: Arithmetic>(&mut self, group: &[Inputs]) {
        let Some(first) = group.first() else { return };
        let vertices: [&Inputs; LANES] = std::array::from_fn(|lane| group.get(lane).unwrap_or(first));
        for register in self.jit.plan.inputs.iter().map(|&register| usize::from(register & 15)) {
            let lanes = &mut self.context.inputs[register];
            for (lane, vertex) in vertices.iter().enumerate() {
                for (component, &value) in lanes.iter_mut().zip(&vertex[register]) {
                    component[lane] = A::load(value);
                }
            }
        }
        for register in self.jit.plan.outputs.iter().map(|&register| usize::from(register & 15)) {
            self.context.outputs[register] = [[0.0; LANES]; 4];
        }
    }

    fn collect(&mut self, block: u32, count: usize) {
        let plan = &self.jit.plan;
        let Some(End::Stop(stop)) = plan.blocks.get(block as usize).map(|block| block.end) else {
            return;
        };
        let ended = Ended { stop, steps: self.context.steps };
        let made = self.results.outputs.len();
        let vertices = made + count.min(LANES);
        self.results.outputs.resize(vertices, [[0.0; 4]; 16]);
        self.results.ended.resize(vertices, ended);
        for register in plan.outputs.iter().map(|&register| usize::from(register & 15)) {
            let lanes = &self.context.outputs[register];
            for (lane, vertex) in self.results.outputs[made..].iter_mut().enumerate().take(LANES) {
                for (value, component) in vertex[register].iter_mut().zip(lanes) {
                    *value = canonical(component[lane]);
                }
            }
        }
    }
}

#[inline]
fn canonical(value: f32) -> f32 {
    if value.is_nan() { f32::NAN } else { value }
}
