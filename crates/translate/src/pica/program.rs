//! A vertex executable as translation sees it: code whose words can all run, and what that code uses.

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_pica::control::{ControlGraph, Halt, Next, Target};
use glassbox_pica::descriptor::Descriptor;
use glassbox_pica::instruction::Instruction;
use glassbox_pica::opcode::{Class, Flow, Opcode};
use glassbox_pica::register::{Index, Source};
use glassbox_shbin::model::{Binary, Executable};
use glassbox_shbin::raw::Stage;

use crate::rules;

/// A word that ends the program.
const END: u32 = 0x8800_0000;

/// A vertex executable.
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
        if executable.stage != Stage::VERTEX {
            return Err(Box::new(
                Diagnostic::new(
                    &rules::GEOMETRY,
                    Location::new(0, 0, format!("dvle[{number}]")),
                    format!(
                        "executable {number} is of the {} stage, expected a vertex program",
                        executable.stage
                    ),
                )
                .help("choose a vertex executable with --entry, or run the program with `glassbox run`"),
            ));
        }
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
            if let Some(reason) = stop_reason(*word, descriptors.len()) {
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
                    format!("word {word} is `emit` or `setemit`, expected a vertex program"),
                )
                .help("run the program with `glassbox run`"),
            ));
        }
        Ok(program)
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
fn stop_reason(word: u32, descriptors: usize) -> Option<&'static str> {
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
        Class::Geometry => Some(GEOMETRY),
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
                if indexed(opcode, position, *source, index) == Index::None {
                    self.floats |= 1 << number;
                } else {
                    self.relative = true;
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
