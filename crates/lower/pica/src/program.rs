//! An executable as lowering sees it: code whose words can all run, and what that code uses.

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_pica::control::{ControlGraph, Halt, Next, Target};
use glassbox_pica::descriptor::Descriptor;
use glassbox_pica::instruction::Instruction;
use glassbox_pica::opcode::{Class, Flow, Opcode};
use glassbox_pica::register::{Index, Source};
use glassbox_shbin::model::{Binary, Executable};
use glassbox_shbin::raw::Stage;

use crate::registers::Cell;
use crate::rules;

/// A word that ends the program.
const END: u32 = 0x8800_0000;

/// An executable.
pub(crate) struct Program<'a> {
    /// The executable's tables.
    pub(crate) executable: &'a Executable<'a>,
    /// Its number, for the paths of findings.
    number: usize,
    /// The words; those that cannot run are END.
    pub(crate) code: Vec<u32>,
    /// Where the words stand in the file, bytes.
    code_start: u64,
    /// The operand descriptors.
    descriptors: Vec<Descriptor>,
    /// Every state of the control machine.
    pub(crate) graph: ControlGraph,
    /// Which words can run.
    pub(crate) reachable: Vec<bool>,
    /// Where it can stop without END, with the reason, by word.
    stops: Vec<(u16, &'static str)>,
}

impl<'a> Program<'a> {
    /// Reads the executable and follows its control flow, up to `limit` states.
    pub(crate) fn new(
        binary: &'a Binary<'a>,
        number: usize,
        limit: usize,
    ) -> Result<Program<'a>, Box<Diagnostic>> {
        let executable = binary.executables.get(number).ok_or_else(|| {
            Box::new(
                Diagnostic::new(
                    &rules::NO_EXECUTABLE,
                    Location::default(),
                    format!(
                        "executable {number} was asked for, but the file has {}",
                        binary.executables.len()
                    ),
                )
                .help("executables count from 0; `glassbox info` lists them"),
            )
        })?;
        if !matches!(executable.stage, Stage::VERTEX | Stage::GEOMETRY) {
            return Err(Box::new(
                Diagnostic::new(
                    &rules::STAGE,
                    Location::new(0, 0, format!("dvle[{number}]")),
                    format!(
                        "executable {number} is of the stage {}, expected vertex or geometry",
                        executable.stage
                    ),
                )
                .help("choose another executable with --entry, or fix its stage"),
            ));
        }
        let is_geometry = executable.stage == Stage::GEOMETRY;
        let descriptors: Vec<Descriptor> = binary
            .program
            .descriptors
            .iter()
            .map(|descriptor| Descriptor::decode(descriptor.operands.0))
            .collect();
        let mut odd = Vec::new();
        let code_start = binary.program.code.start();
        let mut code: Vec<u32> = binary.program.code.iter().collect();
        for (at, word) in code.iter_mut().enumerate() {
            if let Some(reason) = stop_reason(*word, descriptors.len(), is_geometry) {
                odd.push((at, reason));
                *word = END;
            }
        }
        let entry = executable.main as usize;
        let graph = ControlGraph::new(&code, entry, limit).map_err(|error| {
            Box::new(Diagnostic::new(&rules::TOO_LARGE, place(code_start, entry), error.to_string()).help(
                "calls of one procedure from many places, and jumps out of blocks, multiply the states",
            ))
        })?;
        let mut reachable = vec![false; code.len()];
        let mut stops = Vec::new();
        for node in graph.nodes() {
            reachable[usize::from(node.word)] = true;
            for target in node.exits.transitions().flat_map(|exit| exit.next.targets().collect::<Vec<_>>()) {
                match target {
                    Target::Halt(Halt::PastEnd { .. }) => {
                        stops.push((node.word, "the code ends here without `end`"))
                    }
                    Target::Halt(Halt::BreakOutsideLoop) => {
                        stops.push((node.word, "`break` outside of a loop"))
                    }
                    Target::Halt(Halt::End) | Target::Node(_) => {}
                }
            }
        }
        if let Target::Halt(Halt::PastEnd { target }) = graph.entry() {
            stops.push((target, "the entry point lies outside of the code"));
        }
        for (at, reason) in odd {
            if reachable.get(at) == Some(&true) {
                stops.push((at as u16, reason));
            }
        }
        stops.sort_unstable();
        stops.dedup();
        let program = Program { executable, number, code, code_start, descriptors, graph, reachable, stops };
        if let Some((word, _)) = program.stops.iter().find(|(_, reason)| *reason == GEOMETRY) {
            return Err(Box::new(
                Diagnostic::new(
                    &rules::GEOMETRY,
                    program.place(usize::from(*word)),
                    format!("word {word} is `emit` or `setemit`, expected a geometry program"),
                )
                .help("make it an executable of the geometry stage"),
            ));
        }
        Ok(program)
    }

    /// True for the geometry stage.
    pub(crate) fn is_geometry(&self) -> bool {
        self.executable.stage == Stage::GEOMETRY
    }

    /// The output registers that make a vertex of a geometry program, bit i for o*i*: those of the file's mask, else of its table, else those
    /// that the code of the file writes.
    pub(crate) fn output_mask(&self) -> u16 {
        if self.executable.output_mask != 0 {
            return self.executable.output_mask;
        }
        let table = self.executable.tables.outputs.iter().filter(|output| output.register < 16);
        let mask = table.fold(0, |mask, output| mask | 1 << output.register);
        if mask != 0 {
            return mask;
        }
        let mut usage = Usage::default();
        for word in 0..self.code.len().min(4096) {
            usage.add(&self.instruction(word as u16));
        }
        usage.outputs
    }

    /// The bytes of a word, for findings.
    pub(crate) fn place(&self, word: usize) -> Location {
        place(self.code_start, word)
    }

    /// The bytes of the output table, for findings.
    pub(crate) fn outputs(&self) -> Location {
        let table = &self.executable.tables.outputs;
        let path = format!("dvle[{}].outputs", self.number);
        Location::new(table.start(), table.start() + 8 * table.len() as u64, path)
    }

    /// The instruction at a word.
    pub(crate) fn instruction(&self, word: u16) -> Instruction {
        Instruction::decode(self.code.get(usize::from(word)).copied().unwrap_or(END))
    }

    /// The descriptor of a number; words that name a missing one do not run.
    pub(crate) fn descriptor(&self, number: u8) -> Descriptor {
        self.descriptors.get(usize::from(number)).copied().unwrap_or(Descriptor::IDENTITY)
    }

    /// Whether some path ends.
    pub(crate) fn can_end(&self) -> bool {
        let halts = |target: Target| matches!(target, Target::Halt(_));
        halts(self.graph.entry())
            || self
                .graph
                .nodes()
                .iter()
                .any(|node| node.exits.transitions().any(|exit| exit.next.targets().any(halts)))
    }

    /// What is to be said about where the program may stop.
    pub(crate) fn stops(&self) -> impl Iterator<Item = Diagnostic> + '_ {
        // A listing of hostile code must not be longer than the code.
        self.stops.iter().take(16).map(|&(word, reason)| {
            Diagnostic::new(
                &rules::STOPS,
                self.place(usize::from(word)),
                format!("the program may stop at word {word}: {reason}"),
            )
            .help("write `end` at the end of every path")
        })
    }

    /// What the words that can run use.
    pub(crate) fn usage(&self) -> Usage {
        let mut usage = Usage::default();
        let words = self.reachable.iter().enumerate().filter(|(_, can)| **can);
        for (at, _) in words {
            usage.add(&self.instruction(at as u16));
        }
        usage
    }

    /// Registers that a word reads.
    pub(crate) fn read(&self, word: u16) -> u64 {
        let instruction = self.instruction(word);
        let opcode = instruction.opcode();
        let (sources, index): (&[Source], Index) = match &instruction {
            Instruction::Unary { source, index, .. } => (std::slice::from_ref(source), *index),
            Instruction::Binary { sources, index, .. } | Instruction::Compare { sources, index, .. } => {
                (sources, *index)
            }
            Instruction::Ternary { sources, index, .. } => (sources, *index),
            Instruction::Flagged { .. } => return Cell::FLAGS[0].bit() | Cell::FLAGS[1].bit(),
            Instruction::Selected { .. } if opcode.info().flow == Flow::Loop => return Cell::COUNTER.bit(),
            _ => return 0,
        };
        sources.iter().enumerate().fold(0, |set, (position, source)| {
            let read = match (source.as_temporary(), indexed(opcode, position, *source, index)) {
                (Some(number), _) => Cell::temporary(number).bit(),
                (None, Index::AddressX) => Cell::ADDRESS[0].bit(),
                (None, Index::AddressY) => Cell::ADDRESS[1].bit(),
                (None, Index::Loop) => Cell::COUNTER.bit(),
                (None, Index::None) => 0,
            };
            set | read
        })
    }

    /// Registers that a word writes, the counter of loops aside.
    pub(crate) fn written(&self, word: u16) -> u64 {
        let flags = Cell::FLAGS[0].bit() | Cell::FLAGS[1].bit();
        match self.instruction(word) {
            Instruction::Unary { opcode: Opcode::MOVA, .. } => {
                Cell::ADDRESS[0].bit() | Cell::ADDRESS[1].bit()
            }
            Instruction::Compare { .. } => flags,
            Instruction::Unary { opcode, destination, .. }
            | Instruction::Binary { opcode, destination, .. }
            | Instruction::Ternary { opcode, destination, .. } => {
                let cell = match destination.as_output() {
                    Some(number) => Cell::output(number),
                    None => Cell::temporary(destination.0 & 15),
                };
                cell.bit() | if opcode == Opcode::LITP { flags } else { 0 }
            }
            _ => 0,
        }
    }

    /// Whether a word is the last of a loop somewhere; used to tell what blocks hold.
    pub(crate) fn ends_loop(&self) -> bool {
        self.graph
            .nodes()
            .iter()
            .any(|node| node.exits.transitions().any(|exit| !matches!(exit.next, Next::Go(_))))
    }
}

const GEOMETRY: &str = "`emit` or `setemit` in a vertex program";

/// Why a word cannot run.
fn stop_reason(word: u32, descriptors: usize, is_geometry: bool) -> Option<&'static str> {
    let opcode = Opcode::of(word);
    let number = match Instruction::decode(word) {
        Instruction::Unary { descriptor, .. }
        | Instruction::Binary { descriptor, .. }
        | Instruction::Ternary { descriptor, .. }
        | Instruction::Compare { descriptor, .. } => Some(usize::from(descriptor)),
        _ => None,
    };
    match opcode.info().class {
        Class::Unknown => Some("an opcode that nobody has described"),
        Class::Geometry if !is_geometry => Some(GEOMETRY),
        _ if number.is_some_and(|number| number >= descriptors) => {
            Some("an operand descriptor that the table does not have")
        }
        _ => None,
    }
}

/// The bytes of a word, where the code begins at `start`.
fn place(start: u64, word: usize) -> Location {
    let start = start + 4 * word as u64;
    Location::new(start, start + 4, format!("code[{word}]"))
}

/// Registers in use.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Usage {
    /// v registers that are read, bit i for v*i*.
    pub(crate) inputs: u16,
    /// r registers.
    pub(crate) temporaries: u16,
    /// o registers that are written.
    pub(crate) outputs: u16,
    /// c registers that are read by their number.
    pub(crate) floats: u128,
    /// Some c register is read through an index.
    pub(crate) relative: bool,
    /// Some c register is read with the counter of a loop.
    pub(crate) counter: bool,
    /// i registers.
    pub(crate) ints: u8,
    /// b registers.
    pub(crate) bools: u16,
}

impl Usage {
    fn add(&mut self, instruction: &Instruction) {
        let opcode = instruction.opcode();
        match *instruction {
            Instruction::Unary { destination, source, index, .. } => {
                self.sources(opcode, &[source], index);
                if opcode.has_destination() {
                    self.destination(destination.0);
                }
            }
            Instruction::Binary { destination, sources, index, .. } => {
                self.sources(opcode, &sources, index);
                self.destination(destination.0);
            }
            Instruction::Ternary { destination, sources, index, .. } => {
                self.sources(opcode, &sources, index);
                self.destination(destination.0);
            }
            Instruction::Compare { sources, index, .. } => self.sources(opcode, &sources, index),
            Instruction::Selected { register, .. } if opcode.info().flow == Flow::Loop => {
                self.ints |= 1 << (register & 3);
            }
            Instruction::Selected { register, .. } => self.bools |= 1 << (register & 15),
            _ => {}
        }
    }

    fn destination(&mut self, register: u8) {
        if register < 16 {
            self.outputs |= 1 << register;
        } else {
            self.temporaries |= 1 << (register & 15);
        }
    }

    fn sources(&mut self, opcode: Opcode, sources: &[Source], index: Index) {
        for (position, source) in sources.iter().enumerate() {
            if let Some(number) = source.as_input() {
                self.inputs |= 1 << number;
            } else if let Some(number) = source.as_temporary() {
                self.temporaries |= 1 << number;
            } else if let Some(number) = source.as_uniform() {
                match indexed(opcode, position, *source, index) {
                    Index::None => self.floats |= 1 << number,
                    index => {
                        self.relative = true;
                        self.counter |= index == Index::Loop;
                    }
                }
            }
        }
    }
}

/// The index that a source is read with: only the wide one has one, and only when it is a c register.
pub(crate) fn indexed(opcode: Opcode, position: usize, source: Source, index: Index) -> Index {
    use glassbox_pica::format::Field;
    let field = [Field::Source1, Field::Source2, Field::Source3].get(position).copied();
    if source.as_uniform().is_some() && opcode.format().wide_source() == field { index } else { Index::None }
}
