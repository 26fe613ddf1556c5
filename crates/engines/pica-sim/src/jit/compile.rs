//! Compiles a plan to native code.
//!
//! Four vertices run at once, one per lane. Components of temporaries are values of the code
//! generator, so that swizzles are free and unused components are never computed; outputs are in
//! memory. Branches on uniforms are branches; if the vertices disagree on a branch on the compare
//! flags, the run is abandoned ([`DIVERGED`]) and the caller runs each vertex alone, in all four
//! lanes.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{F32X4, I32, I32X4, I64};
use cranelift_codegen::ir::{Block as CodeBlock, InstBuilder, Value};
use cranelift_frontend::{FunctionBuilder, Variable};
use glassbox_pica::control::Test;
use glassbox_pica::register::{Combine, Condition};

use super::arithmetic::{Arithmetic, Imports};
use super::context::offset;
use super::operand::{constant_memory, own_memory};
use crate::number::Precision;
use crate::plan::{Block, BlockId, End, Plan, Step};
use crate::stop::Stop;
use crate::trap::{Trap, TrapKind};

/// Status of compiled code when vertices diverge; smaller numbers are those of the block that
/// stopped.
pub(super) const DIVERGED: u32 = u32::MAX;
/// Status of compiled code when the next block would exceed the step limit.
pub(super) const LIMITED: u32 = u32::MAX - 1;

/// Machine state, as variables of the code generator.
pub(super) struct State {
    pub(super) temporaries: [[Variable; 4]; 16],
    /// `a0.x` and `a0.y`, one number per lane.
    pub(super) address: [Variable; 2],
    /// `cmp.x` and `cmp.y`, one mask per lane.
    flags: [Variable; 2],
    steps: Variable,
    /// `aL`; like the loop state, uniform across lanes.
    pub(super) loop_index: Variable,
    counters: [Variable; 4],
    increments: [Variable; 4],
    saved: [Variable; 4],
}

/// Builds the body of a function that takes the address of a context and returns a status.
pub(super) struct Compiler<'f, 'b> {
    pub(super) arithmetic: Arithmetic<'f, 'b>,
    pub(super) context: Value,
    limit: Value,
    pub(super) state: State,
    blocks: Vec<CodeBlock>,
    diverged: CodeBlock,
    limited: CodeBlock,
}

impl<'f, 'b> Compiler<'f, 'b> {
    /// Emits the function's code.
    pub(super) fn compile(
        builder: &'f mut FunctionBuilder<'b>,
        plan: &Plan,
        precision: Precision,
        imports: Imports,
    ) {
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        let context = builder.block_params(entry)[0];
        let state = State::new(builder);
        let limit = builder.ins().load(I64, constant_memory(), context, offset::LIMIT);
        let blocks = plan.blocks.iter().map(|_| builder.create_block()).collect();
        let diverged = builder.create_block();
        let limited = builder.create_block();
        builder.set_cold_block(diverged);
        builder.set_cold_block(limited);
        let mut compiler = Compiler {
            arithmetic: Arithmetic::new(builder, precision, Some(imports)),
            context,
            limit,
            state,
            blocks,
            diverged,
            limited,
        };
        compiler.goto(0);
        for (id, block) in plan.blocks.iter().enumerate() {
            compiler.block(id, block);
        }
        compiler.give_up(diverged, DIVERGED);
        compiler.give_up(limited, LIMITED);
        compiler.arithmetic.builder.seal_all_blocks();
    }

    pub(super) fn builder(&mut self) -> &mut FunctionBuilder<'b> {
        self.arithmetic.builder
    }

    fn code_of(&self, block: BlockId) -> CodeBlock {
        self.blocks[block]
    }

    fn goto(&mut self, block: BlockId) {
        let target = self.code_of(block);
        self.builder().ins().jump(target, &[]);
    }

    fn branch(&mut self, condition: Value, yes: CodeBlock, no: CodeBlock) {
        self.builder().ins().brif(condition, yes, &[], no, &[]);
    }

    fn give_up(&mut self, block: CodeBlock, status: u32) {
        self.builder().switch_to_block(block);
        let status = self.builder().ins().iconst(I32, i64::from(status));
        self.builder().ins().return_(&[status]);
    }

    fn block(&mut self, id: BlockId, block: &Block) {
        let code = self.code_of(id);
        self.builder().switch_to_block(code);
        self.count(block.length);
        for step in &block.steps {
            self.step(step);
        }
        match block.end {
            End::Goto(next) => self.goto(next),
            End::Branch { test, holds, fails } => self.decide(test, holds, fails),
            End::Iterate { slot, again, done, restore } => {
                self.iterate(usize::from(slot & 3), again, done, restore)
            }
            End::Stop(stop) => {
                if matches!(stop, Stop::Trap(Trap { kind: TrapKind::PastEnd, .. })) {
                    self.leave_one();
                }
                let (context, steps) = (self.context, self.state.steps);
                let steps = self.builder().use_var(steps);
                self.builder().ins().store(own_memory(), steps, context, offset::STEPS);
                let status = self.builder().ins().iconst(I32, id as i64);
                self.builder().ins().return_(&[status]);
            }
        }
    }

    /// Counts a block's instructions before it runs, and exits if they exceed the limit.
    fn count(&mut self, length: u32) {
        if length == 0 {
            return;
        }
        let (limit, limited, variable) = (self.limit, self.limited, self.state.steps);
        let steps = self.builder().use_var(variable);
        let steps = self.builder().ins().iadd_imm_u(steps, i64::from(length));
        self.builder().def_var(variable, steps);
        let within = self.builder().create_block();
        let over = self.builder().ins().icmp(IntCC::UnsignedGreaterThan, steps, limit);
        self.branch(over, limited, within);
        self.builder().switch_to_block(within);
    }

    /// Exits if the limit allows no further instruction: an exhausted limit takes precedence over a
    /// missing word.
    fn leave_one(&mut self) {
        let (limit, limited, variable) = (self.limit, self.limited, self.state.steps);
        let steps = self.builder().use_var(variable);
        let within = self.builder().create_block();
        let full = self.builder().ins().icmp(IntCC::UnsignedGreaterThanOrEqual, steps, limit);
        self.branch(full, limited, within);
        self.builder().switch_to_block(within);
    }

    fn decide(&mut self, test: Test, holds: BlockId, fails: BlockId) {
        let (holds, fails) = (self.code_of(holds), self.code_of(fails));
        match test {
            Test::Boolean { register, value } => {
                let context = self.context;
                let builder = self.builder();
                let all = builder.ins().load(I32, constant_memory(), context, offset::BOOLEANS);
                let bit = builder.ins().band_imm_u(all, 1 << (register & 15));
                let (yes, no) = if value { (holds, fails) } else { (fails, holds) };
                self.branch(bit, yes, no);
            }
            Test::Flags(condition) => {
                let mask = self.condition(condition);
                let diverged = self.diverged;
                let builder = self.builder();
                let bits = builder.ins().vhigh_bits(I32, mask);
                let all = builder.ins().icmp_imm_u(IntCC::Equal, bits, 0xF);
                let rest = builder.create_block();
                self.branch(all, holds, rest);
                self.builder().switch_to_block(rest);
                self.branch(bits, diverged, fails);
            }
        }
    }

    /// Mask of the lanes where a condition holds.
    fn condition(&mut self, condition: Condition) -> Value {
        let flags = self.state.flags;
        let builder = self.builder();
        let mut side = |at: usize, reference: bool| {
            let flag = builder.use_var(flags[at]);
            if reference { flag } else { builder.ins().bnot(flag) }
        };
        match condition.combine {
            Combine::X => side(0, condition.x),
            Combine::Y => side(1, condition.y),
            Combine::Or | Combine::And => {
                let (x, y) = (side(0, condition.x), side(1, condition.y));
                if condition.combine == Combine::Or {
                    builder.ins().bor(x, y)
                } else {
                    builder.ins().band(x, y)
                }
            }
        }
    }

    /// `aL` after another iteration.
    fn advance(&mut self, slot: usize) {
        let (index, increment) = (self.state.loop_index, self.state.increments[slot]);
        let builder = self.builder();
        let (now, by) = (builder.use_var(index), builder.use_var(increment));
        let next = builder.ins().iadd(now, by);
        builder.def_var(index, next);
    }

    fn restore(&mut self, slot: usize) {
        let (index, saved) = (self.state.loop_index, self.state.saved[slot]);
        let builder = self.builder();
        let saved = builder.use_var(saved);
        builder.def_var(index, saved);
    }

    fn iterate(&mut self, slot: usize, again: BlockId, done: BlockId, restore: bool) {
        self.advance(slot);
        let (again, done) = (self.code_of(again), self.code_of(done));
        let variable = self.state.counters[slot];
        let repeat = self.builder().create_block();
        let leave = self.builder().create_block();
        let counter = self.builder().use_var(variable);
        self.branch(counter, repeat, leave);
        self.builder().switch_to_block(repeat);
        let left = self.builder().ins().iadd_imm_s(counter, -1);
        self.builder().def_var(variable, left);
        self.builder().ins().jump(again, &[]);
        self.builder().switch_to_block(leave);
        if restore {
            self.restore(slot);
        }
        self.builder().ins().jump(done, &[]);
    }

    fn step(&mut self, step: &Step) {
        match *step {
            Step::Compute { compute, destination, mask, ref sources } => {
                self.compute(compute, destination, mask, sources)
            }
            Step::Address { mask, ref source } => self.move_address(mask, source),
            Step::Compare { operators, ref sources } => self.compare(operators, sources),
            Step::Enter { slot, register } => self.enter(usize::from(slot & 3), register),
            Step::Leave { slot, restore } => {
                let slot = usize::from(slot & 3);
                self.advance(slot);
                if restore {
                    self.restore(slot);
                }
            }
        }
    }

    fn enter(&mut self, slot: usize, register: u8) {
        let context = self.context;
        let (index, saved) = (self.state.loop_index, self.state.saved[slot]);
        let (counter, increment) = (self.state.counters[slot], self.state.increments[slot]);
        let builder = self.builder();
        let old = builder.use_var(index);
        builder.def_var(saved, old);
        for (component, variable) in [counter, index, increment].into_iter().enumerate() {
            let place = offset::integer(register, component as u8);
            let value = builder.ins().load(I32, constant_memory(), context, place);
            builder.def_var(variable, value);
        }
    }

    pub(super) fn set_flag(&mut self, flag: usize, mask: Value) {
        let variable = self.state.flags[flag & 1];
        self.builder().def_var(variable, mask);
    }

    pub(super) fn set_address(&mut self, register: usize, value: Value) {
        let variable = self.state.address[register & 1];
        self.builder().def_var(variable, value);
    }
}

impl State {
    fn new(builder: &mut FunctionBuilder<'_>) -> State {
        let zero = builder.ins().f32const(0.0);
        let zeros = builder.ins().splat(F32X4, zero);
        let none = builder.ins().iconst(I32, 0);
        let nones = builder.ins().splat(I32X4, none);
        let start = builder.ins().iconst(I64, 0);
        let mut variable = |kind, value| {
            let variable = builder.declare_var(kind);
            builder.def_var(variable, value);
            variable
        };
        State {
            temporaries: [(); 16].map(|()| [(); 4].map(|()| variable(F32X4, zeros))),
            address: [(); 2].map(|()| variable(I32X4, nones)),
            flags: [(); 2].map(|()| variable(I32X4, nones)),
            steps: variable(I64, start),
            loop_index: variable(I32, none),
            counters: [(); 4].map(|()| variable(I32, none)),
            increments: [(); 4].map(|()| variable(I32, none)),
            saved: [(); 4].map(|()| variable(I32, none)),
        }
    }
}
