//! Runs a group of vertices through the blocks of a program.

use glassbox_pica::control::Test;
use glassbox_pica::register::{Combine, Condition, Index};

use super::Ended;
use super::decode::{Block, Code, Gather, Micro};
use super::file::{self, File, LANES, PARTS, WIDTH};
use super::kernel::{self, LaneMask};
use super::number::{Normal24, Number};
use crate::machine::uniform_address;
use crate::number::{Float24, Float32, Precision, truncate};
use crate::plan::{BlockId, End};
use crate::stop::{Limits, Stop};
use crate::trap::TrapKind;
use crate::uniforms::{Inputs, Outputs, Uniforms};

/// Set of lanes, bit n for lane n.
type Lanes = u32;

/// One number per lane.
type Numbers = [i32; LANES];

/// Group of vertices with the state of each.
pub(super) struct Group<'a> {
    code: &'a Code,
    uniforms: &'a Uniforms,
    precision: Precision,
    limit: u64,
    /// True if any uniform is subnormal.
    subnormal: bool,
    file: File,
    address: [Numbers; 2],
    /// `cmp.x` and `cmp.y`.
    flags: [Lanes; 2],
    /// `aL`.
    index: Numbers,
    counters: [Numbers; 4],
    increments: [Numbers; 4],
    saved: [Numbers; 4],
    steps: [u64; LANES],
    /// Upper bound on the steps of every lane.
    most: u64,
    stops: [Option<Stop>; LANES],
    /// Blocks to run, without duplicates, with the lanes waiting there.
    pending: Vec<(BlockId, Lanes)>,
}

impl<'a> Group<'a> {
    /// Creates a group with these uniforms in register format; `subnormal` means that some of them
    /// may be subnormal.
    pub(super) fn new(
        code: &'a Code,
        uniforms: &'a Uniforms,
        subnormal: bool,
        precision: Precision,
        limits: &Limits,
    ) -> Group<'a> {
        let mut file = File::new();
        for &register in &code.uniforms {
            let Some(values) = uniforms.float.get(usize::from(register)) else {
                continue;
            };
            for (component, &value) in (0..).zip(values) {
                file.row(file::uniform(register, component)).fill(value);
            }
        }
        Group {
            code,
            uniforms,
            precision,
            limit: limits.steps,
            subnormal,
            file,
            address: [[0; LANES]; 2],
            flags: [0; 2],
            index: [0; LANES],
            counters: [[0; LANES]; 4],
            increments: [[0; LANES]; 4],
            saved: [[0; LANES]; 4],
            steps: [0; LANES],
            most: 0,
            stops: [None; LANES],
            pending: Vec::new(),
        }
    }

    /// Runs at most [`LANES`] vertices until they stop or have to continue in the interpreter.
    pub(super) fn run(&mut self, inputs: &[Inputs]) {
        let subnormal = self.start(inputs);
        match self.precision {
            Precision::Float24 if subnormal => self.run_as::<Float24>(inputs.len()),
            Precision::Float24 => self.run_as::<Normal24>(inputs.len()),
            Precision::Float32 => self.run_as::<Float32>(inputs.len()),
        }
    }

    fn run_as<N: Number>(&mut self, vertices: usize) {
        let all = Lanes::MAX >> (LANES - vertices.clamp(1, LANES));
        self.pending.push((0, all));
        while let Some((id, lanes)) = self.next() {
            let Some(block) = self.code.blocks.get(id) else {
                continue;
            };
            let lanes = self.count(block, lanes);
            if lanes != 0 {
                // Lanes without a vertex may be written too; they are never read.
                let mask = (lanes != all).then(|| lane_mask(lanes));
                self.block::<N>(block, lanes, mask.as_ref());
            }
        }
    }

    /// Result of a lane; `None` if the interpreter has to run it.
    pub(super) fn result(&self, lane: usize) -> Option<(Outputs, Ended)> {
        let stop = (*self.stops.get(lane)?)?;
        let mut outputs: Outputs = [[0.0; 4]; 16];
        for &register in &self.code.outputs {
            for (component, value) in (0..).zip(&mut outputs[usize::from(register & 15)]) {
                let found = self.file.lane(file::output(register, component), lane);
                *value = if found.is_nan() { f32::NAN } else { found };
            }
        }
        let steps = self.steps[lane];
        Some((outputs, Ended { stop, steps }))
    }

    /// Loads the inputs; true if an operand may be subnormal.
    fn start(&mut self, inputs: &[Inputs]) -> bool {
        let mut subnormal = self.subnormal;
        for &register in &self.code.inputs {
            for component in 0..4 {
                let row = self.file.row(file::input(register, component));
                for (place, inputs) in row.iter_mut().zip(inputs) {
                    *place = inputs[usize::from(register & 15)][usize::from(component)];
                }
                // Lanes left over from earlier vertices are already loaded.
                subnormal |= self.precision.load_all(row);
            }
        }
        for component in 0..4 {
            for &register in &self.code.temporaries {
                self.file.row(file::temporary(register, component)).fill(0.0);
            }
            for &register in &self.code.outputs {
                self.file.row(file::output(register, component)).fill(0.0);
            }
        }
        self.address = [[0; LANES]; 2];
        self.flags = [0; 2];
        self.index = [0; LANES];
        self.steps = [0; LANES];
        self.most = 0;
        self.stops = [None; LANES];
        self.pending.clear();
        subnormal
    }

    /// Next block to run: the first in order that has waiting lanes.
    fn next(&mut self) -> Option<(BlockId, Lanes)> {
        let order = |&(id, _): &(BlockId, Lanes)| (self.code.blocks.get(id).map(|block| block.order), id);
        let first = (0..self.pending.len()).min_by_key(|&at| order(&self.pending[at]))?;
        Some(self.pending.swap_remove(first))
    }

    fn go(&mut self, block: BlockId, lanes: Lanes) {
        if lanes == 0 {
            return;
        }
        match self.pending.iter_mut().find(|(id, _)| *id == block) {
            Some((_, waiting)) => *waiting |= lanes,
            None => self.pending.push((block, lanes)),
        }
    }

    /// Counts a block's instructions for its lanes. Lanes that would exceed the limit are dropped
    /// and run by the interpreter.
    fn count(&mut self, block: &Block, lanes: Lanes) -> Lanes {
        let mut kept = lanes;
        let length = u64::from(block.length);
        // An exhausted limit takes precedence over a missing word.
        let past_end = matches!(block.end, End::Stop(Stop::Trap(trap)) if trap.kind == TrapKind::PastEnd);
        let needed = length + u64::from(past_end);
        if self.most.saturating_add(needed) > self.limit {
            for lane in each(lanes) {
                if self.steps[lane].saturating_add(needed) > self.limit {
                    kept &= !(1 << lane);
                }
            }
        }
        for lane in 0..LANES {
            self.steps[lane] += length * u64::from(kept >> lane & 1);
        }
        self.most += length;
        kept
    }

    fn block<N: Number>(&mut self, block: &Block, lanes: Lanes, mask: Option<&LaneMask>) {
        for micro in &block.steps {
            self.micro::<N>(micro, lanes, mask);
        }
        match block.end {
            End::Goto(next) => self.go(next, lanes),
            End::Branch { test, holds, fails } => {
                let held = match test {
                    Test::Boolean { register, value } if self.uniforms.bool(register) == value => lanes,
                    Test::Boolean { .. } => 0,
                    Test::Flags(condition) => self.condition(condition) & lanes,
                };
                self.go(holds, held);
                self.go(fails, lanes & !held);
            }
            End::Iterate { slot, again, done, restore } => {
                let slot = usize::from(slot & 3);
                let mut repeat = 0;
                for lane in each(lanes) {
                    self.advance(slot, lane);
                    if self.counters[slot][lane] > 0 {
                        self.counters[slot][lane] -= 1;
                        repeat |= 1 << lane;
                    } else if restore {
                        self.index[lane] = self.saved[slot][lane];
                    }
                }
                self.go(again, repeat);
                self.go(done, lanes & !repeat);
            }
            End::Stop(stop) => {
                for lane in each(lanes) {
                    self.stops[lane] = Some(stop);
                }
            }
        }
    }

    fn advance(&mut self, slot: usize, lane: usize) {
        self.index[lane] = self.index[lane].wrapping_add(self.increments[slot][lane]);
    }

    fn condition(&self, condition: Condition) -> Lanes {
        let [x, y] = self.flags;
        let x = if condition.x { x } else { !x };
        let y = if condition.y { y } else { !y };
        match condition.combine {
            Combine::Or => x | y,
            Combine::And => x & y,
            Combine::X => x,
            Combine::Y => y,
        }
    }

    fn set_flags(&mut self, flags: [Lanes; 2], lanes: Lanes) {
        for (flag, new) in self.flags.iter_mut().zip(flags) {
            *flag = *flag & !lanes | new & lanes;
        }
    }

    fn micro<N: Number>(&mut self, micro: &Micro, lanes: Lanes, mask: Option<&LaneMask>) {
        match micro {
            Micro::Compute { compute, gather, sources, lanes: writes } => {
                self.gather(gather.as_ref());
                if *compute == crate::operation::Compute::Litp {
                    let flags = kernel::litp_flags::<N>(&self.file, &sources[0]);
                    self.set_flags(flags, lanes);
                }
                kernel::run::<N>(&mut self.file, *compute, sources, writes, mask);
            }
            Micro::Address { gather, mask, source } => {
                self.gather(gather.as_ref());
                // Read both before writing one: the operand may be indexed.
                let values = [0, 1].map(|component| kernel::values::<N>(&self.file, source, component));
                for (register, values) in values.iter().enumerate().filter(|(register, _)| mask[*register]) {
                    for lane in each(lanes) {
                        self.address[register][lane] = truncate(values[lane / WIDTH % PARTS][lane % WIDTH]);
                    }
                }
            }
            Micro::Compare { gather, operators, sources } => {
                self.gather(gather.as_ref());
                let flags = kernel::compare_flags::<N>(&self.file, *operators, sources);
                self.set_flags(flags, lanes);
            }
            Micro::Enter { slot, register } => {
                let [count, start, increment, _] = self.uniforms.int[usize::from(register & 3)];
                for lane in each(lanes) {
                    self.saved[*slot & 3][lane] = self.index[lane];
                    self.counters[*slot & 3][lane] = count.into();
                    self.increments[*slot & 3][lane] = increment.into();
                    self.index[lane] = start.into();
                }
            }
            Micro::Leave { slot, restore } => {
                for lane in each(lanes) {
                    self.advance(*slot & 3, lane);
                    if *restore {
                        self.index[lane] = self.saved[*slot & 3][lane];
                    }
                }
            }
        }
    }

    /// Gathers an indexed operand into its rows, for inactive lanes too.
    fn gather(&mut self, gather: Option<&Gather>) {
        let Some(gather) = gather else { return };
        let numbers = match gather.index {
            Index::AddressX => &self.address[0],
            Index::AddressY => &self.address[1],
            Index::Loop | Index::None => &self.index,
        };
        let registers = numbers.map(|number| {
            let register = uniform_address(gather.base, number);
            self.uniforms.float.get(register).unwrap_or(&[1.0; 4])
        });
        for (row, component) in (file::GATHERED..).zip(gather.swizzle) {
            for (place, register) in self.file.row(row).iter_mut().zip(registers) {
                *place = register[usize::from(component & 3)];
            }
        }
    }
}

/// Lanes of a set.
fn each(mut lanes: Lanes) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = lanes.trailing_zeros() as usize;
        (lane < LANES).then(|| {
            lanes &= lanes - 1;
            lane
        })
    })
}

fn lane_mask(lanes: Lanes) -> LaneMask {
    std::array::from_fn(|part| {
        std::array::from_fn(|lane| 0u32.wrapping_sub(lanes >> (part * WIDTH + lane) & 1))
    })
}
