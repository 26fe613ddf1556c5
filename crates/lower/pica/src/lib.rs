#![doc = include_str!("../README.md")]
//!
//! | module | holds |
//! | --- | --- |
//! | `program` | the executable: code, states of the control machine, registers in use |
//! | `layout`, `uniforms` | uniforms as members of a block, constants, reads through an index |
//! | `code`, `integer` | short names for the instructions that programs are made of |
//! | `machine`, `registers` | the module while it is written; registers as values and as variables |
//! | `words`, `fast`, `exact` | words that compute, with the device's floats and on bits |
//! | `float24` | exact arithmetic |
//! | `nest` | code as nested blocks, checked against the states of the control machine |
//! | `flow`, `dispatch` | functions out of nested blocks, or out of states |
//! | `ports`, `entry` | inputs and outputs of vertex programs |
//! | `geometry` | geometry programs: vertex slots and triangles in buffers |
//! | [`rules`] | reasons for which a program does not become a module, and what is to be said of one that does |
//!
//! Every instruction states the bytes of the file that it was made from
//! ([`Module::origin`](glassbox_spirv::module::Module::origin)).

mod code;
mod dispatch;
mod entry;
mod exact;
mod fast;
mod float24;
mod flow;
mod geometry;
mod integer;
mod layout;
mod machine;
mod nest;
mod options;
mod ports;
mod program;
mod registers;
pub mod rules;
mod uniforms;
mod words;

use std::collections::HashMap;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::error::ErrorList;
use glassbox_core::register_map::{Constant, RegisterMap, UniformBlock, UniformMember};
use glassbox_shbin::model::Binary;
use glassbox_shbin::register::{Class, Register};
use glassbox_spirv::build::Id;
use glassbox_spirv::check::{CheckOptions, Environment, Vulkan, check_module};
use glassbox_spirv::module::Module;
use glassbox_spirv::optimize::remove_dead;

pub use options::{Options, PositionSpace};

use flow::Stop;
use layout::{Layout, REGISTER};
use machine::{Keeping, Machine};
use nest::Nest;
use program::Program;
use registers::EVERYTHING;
use uniforms::Slot;

/// More places than this at which the program stops are written in a function of their own, so that the outputs are written once.
const ENDS: usize = 3;

/// A program as a module.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The module, with one entry point `main`.
    pub module: Module,
    /// What it is given and gives. Names that a text has are left open.
    pub map: RegisterMap,
    /// Whether the program is nested blocks; else it is a loop over states, and a note says why.
    pub nested: bool,
    /// Notes and warnings.
    pub notes: Vec<Diagnostic>,
}

/// Makes a module of an executable, given by its number in the file.
///
/// # Errors
///
/// The findings that make it impossible, each of a rule in [`rules`].
pub fn lower(
    binary: &Binary<'_>,
    executable: usize,
    options: &Options,
) -> Result<Lowered, ErrorList<Diagnostic>> {
    lower_checked(binary, executable, options).map_err(|error| (*error).into())
}

/// The number of the executable that a name or number means: the number itself, or the one whose entry has a label of that
/// name.
#[must_use]
pub fn find_executable(binary: &Binary<'_>, name: &str) -> Option<usize> {
    if let Ok(number) = name.parse() {
        return Some(number);
    }
    binary.executables.iter().position(|executable| {
        let tables = &executable.tables;
        tables
            .labels
            .iter()
            .any(|label| label.position == executable.main && tables.symbols.text(label.name) == name)
    })
}

/// Something, or why the program does not become a module.
type Outcome<T> = Result<T, Box<Diagnostic>>;

fn lower_checked(binary: &Binary<'_>, executable: usize, options: &Options) -> Outcome<Lowered> {
    let program = Program::new(binary, executable, glassbox_pica::control::ControlGraph::LIMIT)?;
    let entry = program.executable.main as usize;
    if options.step_limit.is_none() && !program.can_end() {
        return Err(Box::new(
            Diagnostic::new(
                &rules::ENDLESS,
                program.place(entry),
                format!("the program that begins at word {entry} never ends: no path reaches `end`"),
            )
            .help("fix the jumps or the depth of calls, or set a step limit"),
        ));
    }
    let mut notes: Vec<Diagnostic> = program.stops().collect();
    let nest = nest(&program, options, &mut notes);
    if nest.is_none() {
        let states = program.graph.blocks().len();
        if states > dispatch::STATES {
            return Err(Box::new(
                Diagnostic::new(
                    &rules::TOO_LARGE,
                    program.place(entry),
                    format!("the program has {states} states, expected at most {}", dispatch::STATES),
                )
                .help("call procedures from fewer places, or replace jumps by blocks"),
            ));
        }
    }
    let usage = program.usage();
    let layout = Layout::new(program.executable, &usage);
    let inputs = ports::inputs(&program, &usage);
    let (outputs, left_out) = ports::outputs(&program);
    let slot = Slot { group: options.group, binding: options.binding };
    let is_compute = options.batch || program.is_geometry();
    let mut map = RegisterMap {
        target: "spirv".to_owned(),
        stage: if is_compute { "compute" } else { "vertex" }.to_owned(),
        entry: "main".to_owned(),
        uniforms: block(&layout, slot),
        constants: constants(&layout),
        ..RegisterMap::default()
    };
    let mut taken: Vec<String> = layout.fields.iter().map(|field| field.name.clone()).collect();
    if !is_compute {
        notes.extend(left_out.into_iter().map(|message| {
            Diagnostic::new(&rules::OUTPUT, program.outputs(), message)
                .help("fix the output table; the output is left out")
        }));
        notes.extend(about_position(program.outputs(), &outputs, options));
        taken.extend(inputs.iter().map(|input| input.name.clone()));
        taken.extend(outputs.iter().map(|mapped| mapped.output.name.clone()));
    }
    let writing = Writing { program: &program, layout: &layout, options, slot, nest: nest.as_ref(), taken };
    let module = writing.write(&inputs, &outputs)?;
    if !is_compute {
        map.outputs = outputs.into_iter().map(|mapped| mapped.output).collect();
        map.inputs = inputs;
    }
    Ok(Lowered { module, map, nested: nest.is_some(), notes })
}

/// The code as nested blocks, unless there is a limit or it does not nest.
fn nest(program: &Program<'_>, options: &Options, notes: &mut Vec<Diagnostic>) -> Option<Nest> {
    if options.step_limit.is_some() {
        return None;
    }
    match Nest::new(&program.code, &program.reachable, &program.graph) {
        Ok(nest) => Some(nest),
        Err(crossing) => {
            notes.push(
                Diagnostic::new(
                    &rules::UNNESTED,
                    program.place(crossing.word),
                    format!("the control flow does not nest at word {}: {}", crossing.word, crossing.reason),
                )
                .note(
                    "the program is written as a loop over numbered states, which does exactly what the code does",
                ),
            );
            None
        }
    }
}

/// What a module is made of.
struct Writing<'w> {
    program: &'w Program<'w>,
    layout: &'w Layout,
    options: &'w Options,
    slot: Slot,
    nest: Option<&'w Nest>,
    /// Names of the interface.
    taken: Vec<String>,
}

impl Writing<'_> {
    /// Writes the module, and checks it.
    fn write(
        self,
        inputs: &[glassbox_core::register_map::Input],
        outputs: &[ports::Mapped],
    ) -> Outcome<Module> {
        let Writing { program, layout, options, slot, nest, .. } = self;
        let keeping = self.keeping();
        let mut machine = Machine::new(program, layout, options, keeping, self.taken);
        if program.is_geometry() {
            let geometry = machine.declare_geometry(slot);
            machine.prepare();
            machine.write_emit(&geometry);
            let function = machine.program_function(nest, options.step_limit);
            machine.geometry_entry(function, &geometry);
        } else if options.batch {
            let mut batch = machine.declare_batch(slot);
            machine.prepare();
            machine.write_main(
                nest.filter(|_| keeping == Keeping::Local),
                |machine| match keeping {
                    Keeping::Local => None,
                    Keeping::Shared => Some(machine.program_function(nest, options.step_limit)),
                },
                |machine, ends| {
                    if ends { machine.write_element(&batch) } else { machine.read_element(&mut batch) }
                },
                true,
            );
        } else {
            let vertex = machine.declare_vertex(inputs, outputs, options.position);
            machine.prepare();
            machine.write_main(
                nest.filter(|_| keeping == Keeping::Local),
                |machine| match keeping {
                    Keeping::Local => None,
                    Keeping::Shared => Some(machine.program_function(nest, options.step_limit)),
                },
                |machine, ends| {
                    if ends { machine.write_outputs(&vertex) } else { machine.read_inputs(&vertex) }
                },
                false,
            );
        }
        finished(machine, program)
    }

    /// Registers are in one function if there is one procedure, which stops in few places.
    fn keeping(&self) -> Keeping {
        let Some(nest) = self.nest.filter(|nest| nest.procedures.len() == 1) else { return Keeping::Shared };
        let stops = nest.procedures[0].steps.iter().filter(|step| {
            let word = step.word().map(|word| self.program.instruction(word).opcode());
            word == Some(glassbox_pica::opcode::Opcode::END)
        });
        if self.program.is_geometry() || stops.count() > ENDS { Keeping::Shared } else { Keeping::Local }
    }
}

impl<'a> Machine<'a> {
    /// Writes functions that others call.
    fn prepare(&mut self) {
        if self.usage.relative {
            self.write_indexed();
        }
    }

    /// Writes the program as a function of its own.
    fn program_function(&mut self, nest: Option<&Nest>, step_limit: Option<u32>) -> Id {
        let Some(nest) = nest else { return self.dispatched(step_limit) };
        let ends = self.stopping(nest);
        let functions = self.procedures(nest, &names(self.program), &ends);
        let void = self.code.types.void;
        let (function, _) = self.code.function("program", void, &[]);
        self.registers.begin();
        self.registers.reset(&mut self.code);
        self.steps(nest, 0, &functions, &ends, &mut Stop::Program);
        self.code.b.end_function();
        function
    }

    /// Writes `main`: the program itself if it is given as blocks, else a call of it. `ports` reads the inputs and, when told that the
    /// program ends, writes the outputs.
    fn write_main(
        &mut self,
        nest: Option<&Nest>,
        program: impl FnOnce(&mut Machine<'a>) -> Option<Id>,
        mut ports: impl FnMut(&mut Machine<'a>, bool),
        is_compute: bool,
    ) {
        let function = program(self);
        let void = self.code.types.void;
        let (main, _) = self.code.function("main", void, &[]);
        self.registers.begin();
        ports(self, false);
        match (nest, function) {
            (Some(nest), None) => {
                self.registers.reset(&mut self.code);
                let ends = self.stopping(nest);
                self.steps(nest, 0, &[None], &ends, &mut Stop::Entry(&mut |machine| ports(machine, true)));
            }
            (_, function) => {
                if let Some(function) = function {
                    self.code.call(function, void, &[]);
                }
                self.registers.known.forget(EVERYTHING);
                ports(self, true);
                self.code.b.end(glassbox_spirv::build::op::RETURN);
            }
        }
        self.code.b.end_function();
        self.declare_entry(main, is_compute);
    }
}

/// The module without what is not used, if the validator has nothing against it.
fn finished(machine: Machine<'_>, program: &Program<'_>) -> Outcome<Module> {
    let place = program.place(program.executable.main as usize);
    let has_buffers = machine.code.b.version() > 0x0001_0000;
    let module = machine.code.b.finish_module().map_err(|error| {
        invalid(place.clone(), "an instruction is too long for SPIR-V".to_owned(), error.to_string())
    })?;
    valid(remove_dead(module), if has_buffers { Vulkan::V1_1 } else { Vulkan::V1_0 }, place)
}

/// A module that the validator has nothing against.
fn valid(module: Module, version: Vulkan, place: Location) -> Outcome<Module> {
    let options = CheckOptions::new(Environment::Vulkan(version));
    match check_module(&module, &options).into_iter().next() {
        Some(found) => {
            Err(invalid(place, format!("the module breaks the rule {}", found.rule.id), found.message))
        }
        None => Ok(module),
    }
}

fn invalid(place: Location, message: String, note: String) -> Box<Diagnostic> {
    let finding = Diagnostic::new(&rules::INVALID, place, message).note(note);
    finding.help("check the file with `glassbox validate`, and report the defect").into()
}

fn about_position(location: Location, outputs: &[ports::Mapped], options: &Options) -> Option<Diagnostic> {
    let whole = outputs.first().is_some_and(ports::is_whole);
    if !whole {
        let message = "no output has all four components of the position; those that are missing are 1";
        return Some(
            Diagnostic::new(&rules::POSITION, location, message).help("map an output register to `position`"),
        );
    }
    (options.position == PositionSpace::Raw).then(|| {
        Diagnostic::new(
            &rules::CLIP_SPACE,
            location,
            "the position is in the clip space of the PICA200, where visible depth goes from -w to 0",
        )
        .help("--position target gives it in the clip space of the target")
    })
}

/// The names that labels give to words.
fn names(program: &Program<'_>) -> HashMap<usize, String> {
    let tables = &program.executable.tables;
    let labels = tables.labels.iter().take(4096);
    labels
        .map(|label| (label.position as usize, tables.symbols.text(label.name)))
        .filter(|(_, name)| !name.is_empty())
        .collect()
}

fn block(layout: &Layout, slot: Slot) -> Option<UniformBlock> {
    let members = layout.fields.iter().map(|field| {
        let first = Register::new(field.class, u16::from(field.first)).unwrap_or_default();
        let last = Register(first.0 + u16::from(field.count.saturating_sub(1)));
        UniformMember {
            name: field.name.clone(),
            written: field.name.clone(),
            register: first.range(last),
            ty: match field.class {
                Class::Int => "vec4<u32>",
                Class::Bool => "u32",
                _ => "vec4<f32>",
            },
            count: u32::from(field.count),
            offset: field.offset,
        }
    });
    (!layout.fields.is_empty()).then(|| UniformBlock {
        written: None,
        group: slot.group,
        binding: slot.binding,
        size: layout.size.next_multiple_of(REGISTER),
        members: members.collect(),
    })
}

fn constants(layout: &Layout) -> Vec<Constant> {
    let floats = layout.floats.iter().enumerate().filter_map(|(register, value)| {
        let [x, y, z, w] = (*value)?.map(f32::from_bits);
        Some((format!("c{register}"), format!("({x}, {y}, {z}, {w})")))
    });
    let ints = layout.ints.iter().enumerate().filter_map(|(register, value)| {
        let [x, y, z, w] = (*value)?;
        Some((format!("i{register}"), format!("({x}, {y}, {z}, {w})")))
    });
    let bools = layout.bools.iter().enumerate();
    let bools = bools.filter_map(|(register, value)| Some((format!("b{register}"), (*value)?.to_string())));
    floats.chain(ints).chain(bools).map(|(register, value)| Constant { register, value }).collect()
}

#[cfg(test)]
mod tests {
    use glassbox_spirv::build::{Builder, op, value};

    use super::*;

    #[test]
    fn modules_that_break_a_rule_are_refused() {
        let made = |capability| {
            let mut builder = Builder::new(0x0001_0000);
            builder.capability(capability);
            builder.memory_model(value::addressing_model::LOGICAL, value::memory_model::GLSL450);
            let void = builder.void();
            let signature = builder.function_type(void, &[]);
            let main = builder.begin_function(void, signature);
            builder.end(op::RETURN);
            builder.end_function();
            builder.entry_point(value::execution_model::GL_COMPUTE, main, "main", &[]);
            builder.execution_mode_with(main, value::execution_mode::LOCAL_SIZE, &[1, 1, 1]);
            valid(builder.finish_module().unwrap(), Vulkan::V1_0, Location::default())
        };
        assert!(made(value::capability::SHADER).is_ok());
        let finding = made(value::capability::KERNEL).unwrap_err();
        assert_eq!(finding.rule.id, rules::INVALID.id);
        assert!(finding.message.starts_with("the module breaks the rule SPIRV-"), "{}", finding.message);
        assert!(!finding.notes.is_empty() && finding.help.is_some());
    }
}
