//! The machine: instructions on groups of pixels.
//!
//! A register holds one 32-bit lane for each pixel of a group, and an instruction is a loop over lanes that the compiler turns
//! into vector code. Nothing in it is `unsafe`; registers that an instruction reads and writes at once are told apart when it
//! runs ([`file`]).

mod children;
mod control;
mod file;
mod run;

use crate::code::Code;
use crate::emit::Operand;
use crate::graph::Input;

pub(crate) use children::ChildRunner;
pub(crate) use file::Row;

/// How many pixels are a group.
pub(crate) const LANES: usize = 64;

/// A group of pixels one row high has all lanes side by side; where derivatives are taken it has two rows of these.
pub(crate) const HALF: usize = LANES / 2;

/// Registers at the end of the file, for operands that have to be spread or told apart.
const SCRATCH: usize = 3;

/// Registers between those of the code and these, for components of the color that are scalars.
const OUTPUTS: usize = 4;

/// What a register holds that is not there.
static NOTHING: Row = [0; LANES];

/// What registers hold at first. Nothing may depend on it, so where assertions are checked it is something that would show.
const FILL: u32 = if cfg!(debug_assertions) { 0xa5a5_a5a5 } else { 0 };

/// Why a group could not be finished: its loops went over the limit of steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Exhausted;

/// What the renderer supplies for a group.
#[derive(Clone, Debug)]
pub(crate) struct Lanes {
    rows: [Row; Input::COUNT],
}

impl Lanes {
    /// All zeros.
    pub(crate) fn new() -> Lanes {
        Lanes { rows: [[0; LANES]; Input::COUNT] }
    }

    /// The lanes of an input.
    pub(crate) fn row(&self, input: Input) -> &Row {
        &self.rows[input.number()]
    }

    /// The lanes of an input, to be filled.
    pub(crate) fn row_mut(&mut self, input: Input) -> &mut Row {
        &mut self.rows[input.number()]
    }
}

/// A program that runs, with the values of its uniforms.
#[derive(Clone, Debug)]
pub(crate) struct Runner<'e> {
    code: &'e Code,
    file: Vec<Row>,
    /// The registers of the color's components.
    output: [usize; OUTPUTS],
    scalars: Vec<u32>,
    children: Vec<ChildRunner<'e>>,
    steps: u64,
}

impl<'e> Runner<'e> {
    /// A program with the values of its uniforms, and what it calls.
    pub(crate) fn new(code: &'e Code, uniforms: &[u32], children: Vec<ChildRunner<'e>>) -> Runner<'e> {
        let scalars = run::scalars(&code.assembly, uniforms);
        let registers = code.assembly.registers as usize;
        let mut file = vec![[FILL; LANES]; registers + OUTPUTS + SCRATCH];
        let mut output = [0; OUTPUTS];
        let constants = registers..registers + OUTPUTS;
        for ((place, &operand), constant) in output.iter_mut().zip(&code.assembly.output).zip(constants) {
            *place = match operand {
                Operand::Register(register) => register as usize,
                Operand::Scalar(scalar) => {
                    file[constant] = [scalars.get(scalar as usize).copied().unwrap_or(0); LANES];
                    constant
                }
            };
        }
        Runner { code, file, output, scalars, children, steps: 0 }
    }

    /// Runs the program for a group; the lanes of the color's components.
    pub(crate) fn run(&mut self, lanes: &Lanes) -> Result<[&Row; 4], Exhausted> {
        for &(input, register) in &self.code.assembly.inputs {
            if let Some(row) = self.file.get_mut(register as usize) {
                *row = *lanes.row(input);
            }
        }
        self.steps = 0;
        self.execute(lanes)?;
        Ok(self.output.map(|place| self.file.get(place).unwrap_or(&NOTHING)))
    }

    /// The lanes of an operand.
    fn lanes_of(&self, operand: Operand) -> Row {
        match operand {
            Operand::Register(register) => self.file.get(register as usize).copied().unwrap_or([0; LANES]),
            Operand::Scalar(place) => [self.scalar(place); LANES],
        }
    }

    fn scalar(&self, place: u32) -> u32 {
        self.scalars.get(place as usize).copied().unwrap_or(0)
    }
}
