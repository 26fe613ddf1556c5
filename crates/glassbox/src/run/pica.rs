//! Runs PICA200 programs in SHBIN files with the simulator.

mod rows;
mod watch;

use std::collections::BTreeSet;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::interface::stage;
use glassbox_core::limits::Limits as ReadLimits;
use glassbox_core::reader::Window;
use glassbox_pica::assembly::{Swizzles, pretty};
use glassbox_pica::check;
use glassbox_pica::flow::Budget;
use glassbox_pica_sim::geometry;
use glassbox_pica_sim::names::{Name, NameError};
use glassbox_pica_sim::{Inputs, Limits, Machine, Outputs, Precision, Program, Stop, Uniforms};
use glassbox_shbin::model::{Binary, Executable, Shbin};
use glassbox_shbin::raw::Stage as FileStage;
use glassbox_shbin::register::{Class, Register};

use self::watch::{Shared, Watch};
use super::rules::ENTRY;
use super::{Engine, Entry, Observer, Options, Role, Run, Runnable, Runner, Scalar, Slot, Triangle, Value};

/// First id of output registers; below it are the numbers of uniform tables.
const OUTPUTS: u32 = 0x100;

/// A file with its executables.
struct File<'a> {
    binary: Binary<'a>,
    entries: Vec<Entry>,
}

/// Loads a file.
pub(super) fn load<'a>(bytes: &'a [u8]) -> Result<Box<dyn Runnable + 'a>, Box<Diagnostic>> {
    let file = glassbox_shbin::read::read(Window::whole(bytes), &ReadLimits::default())?;
    let binary = match file.model {
        Shbin::Binary(binary) => binary,
        Shbin::Object(_) => {
            let finding = Diagnostic::new(
                &ENTRY,
                Location::default(),
                "found an unlinked object, expected executables",
            );
            return Err(Box::new(finding.help("link it first: glassbox link FILE -o x.shbin")));
        }
    };
    let entries = binary.executables.iter().enumerate().map(|(number, executable)| Entry {
        name: label_at(executable, executable.main).unwrap_or_else(|| "main".to_owned()),
        stage: match executable.stage {
            FileStage::VERTEX => stage::VERTEX,
            FileStage::GEOMETRY => stage::GEOMETRY,
            _ => stage::OTHER,
        },
        path: format!("dvle[{number}]"),
    });
    let entries = entries.collect();
    Ok(Box::new(File { binary, entries }))
}

/// The name of a label at a word.
fn label_at(executable: &Executable<'_>, word: u32) -> Option<String> {
    let tables = &executable.tables;
    let label = tables.labels.iter().find(|label| label.position == word)?;
    Some(tables.symbols.text(label.name))
}

impl Runnable for File<'_> {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn start(&self, entry: usize, options: &Options) -> Result<Box<dyn Runner + '_>, Box<Diagnostic>> {
        let program =
            Program::from_shbin(&self.binary, entry).map_err(|error| Box::new(error.diagnostic()))?;
        let Some(executable) = self.binary.executables.get(entry) else {
            let finding =
                Diagnostic::new(&ENTRY, Location::default(), format!("found no executable {entry}"));
            return Err(Box::new(finding.help("count executables from 0")));
        };
        Ok(Box::new(Shader::new(program, executable, options)))
    }
}

/// An executable that is ready to run.
struct Shader {
    program: Program,
    options: Options,
    inputs: Vec<Slot>,
    uniforms: Vec<Slot>,
    outputs: Vec<Slot>,
    labels: Vec<(u32, String)>,
    input_values: Inputs,
    uniform_values: Uniforms,
    /// Registers that have a value, by the numbers of uniform tables.
    set: BTreeSet<u32>,
}

impl Shader {
    fn new(program: Program, executable: &Executable<'_>, options: &Options) -> Shader {
        let declared = |role: Role| -> Vec<Slot> {
            let names = program.names().list().iter();
            let of_role = names.filter(|name| role_of(name.class) == role);
            of_role.map(|name| slot(name, true)).collect()
        };
        let mut inputs = declared(Role::Input);
        if inputs.is_empty() {
            inputs = inputs_read(&program).map(register_slot).collect();
        }
        let labels = executable.tables.labels.iter().map(|label| {
            let name = executable.tables.symbols.text(label.name);
            (label.position, name)
        });
        Shader {
            inputs,
            uniforms: declared(Role::Uniform),
            outputs: outputs(&program, executable),
            labels: labels.take(glassbox_pica_sim::program::MAX_WORDS).collect(),
            input_values: [[0.0, 0.0, 0.0, 1.0]; 16],
            uniform_values: program.uniforms(),
            set: executable
                .tables
                .constants
                .iter()
                .filter_map(|constant| constant.unified())
                .map(|register| u32::from(register.0))
                .collect(),
            options: options.clone(),
            program,
        }
    }

    fn precision(&self) -> Precision {
        if self.options.float32 { Precision::Float32 } else { Precision::Float24 }
    }

    fn limits(&self) -> Limits {
        Limits::steps(self.options.steps)
    }

    /// Runs once and collects the result.
    fn once(&self, machine: &mut Machine<'_>, inputs: &Inputs, watch: &mut Watch<'_, '_, '_>) -> Run {
        watch.begin();
        machine.start(inputs);
        let stop = match &mut watch.observer {
            Some(observer) => machine.run_observed(&self.limits(), observer),
            None => machine.run(&self.limits()),
        };
        let triangles = std::mem::take(&mut machine.emitter_mut().triangles);
        self.result(machine, &triangles, stop)
    }

    /// The values of the outputs among those of all output registers.
    fn picked(&self, registers: &Outputs) -> Vec<[f32; 4]> {
        let picked = self.outputs.iter().map(|slot| {
            let register = slot.id.saturating_sub(OUTPUTS) as usize;
            registers.get(register).copied().unwrap_or_default()
        });
        picked.collect()
    }

    /// Results of a stopped machine.
    fn result(&self, machine: &Machine<'_>, triangles: &[geometry::Triangle], stop: Stop) -> Run {
        // A vertex holds the enabled registers without gaps.
        let enabled: Vec<usize> = self.program.enabled_outputs().collect();
        let triangles = triangles.iter().map(|triangle| Triangle {
            corners: triangle.vertices().map(|vertex| {
                let value = |slot: &Slot| {
                    let register = slot.id.saturating_sub(OUTPUTS) as usize;
                    let at = enabled.iter().position(|&enabled| enabled == register)?;
                    vertex.attributes().get(at).copied()
                };
                let values = self.outputs.iter().map(value);
                values.map(Option::unwrap_or_default).collect()
            }),
        });
        let history = machine.history();
        Run {
            outputs: self.picked(machine.state().outputs()),
            triangles: triangles.collect(),
            steps: machine.steps(),
            failure: stop
                .diagnostic(&self.program, &history)
                .map(|finding| Box::new(self.explained(finding, stop, &history))),
        }
    }

    /// The finding on a run that did not end, with the position of the backward jump.
    fn explained(&self, finding: Diagnostic, stop: Stop, history: &[u32]) -> Diagnostic {
        if stop != Stop::StepLimit {
            return finding;
        }
        let back = history.windows(2).rev().find_map(|pair| match pair {
            [from, to] if to <= from => Some((*from, *to)),
            _ => None,
        });
        let finding = match back {
            Some((from, to)) => {
                finding.note(format!("`{}` at word {from} goes back to word {to}", self.text(from)))
            }
            None => finding,
        };
        finding.note(format!("{} instructions ran, as many as --max-steps allows", self.options.steps))
    }
}

const fn role_of(class: Class) -> Role {
    match class {
        Class::Input => Role::Input,
        _ => Role::Uniform,
    }
}

/// The slot of a named range of registers.
fn slot(name: &Name, declared: bool) -> Slot {
    let first = Register(name.class.base() + name.first as u16);
    let last = Register(first.0 + (name.count.max(1) - 1) as u16);
    Slot {
        role: role_of(name.class),
        name: if declared { name.text.clone() } else { String::new() },
        register: if declared { first.range(last) } else { first.to_string() },
        semantic: String::new(),
        scalar: match name.class {
            Class::Input | Class::Float => Scalar::Float,
            Class::Int => Scalar::Int { most: 255 },
            Class::Bool => Scalar::Bool,
        },
        mask: if name.class == Class::Bool { 1 } else { 0xF },
        count: name.count,
        whole: declared,
        id: u32::from(first.0),
    }
}

fn register_slot(register: usize) -> Slot {
    let name = Name { text: String::new(), class: Class::Input, first: register, count: 1 };
    slot(&name, false)
}

/// The input registers read by reachable code, ascending.
fn inputs_read(program: &Program) -> impl Iterator<Item = usize> + use<> {
    let code: Vec<u32> = program.operations().iter().map(|operation| operation.word).collect();
    let descriptors: Vec<[u32; 2]> = program.descriptors().iter().map(|&word| [word, 0]).collect();
    let entry = check::Entry::new(&code, &descriptors, program.entry() as usize, program.stage());
    let mask = check::check_entry(&entry, &mut Budget::for_code(code.len())).inputs_read;
    (0..16).filter(move |register| mask >> register & 1 != 0)
}

/// The outputs a file declares, or else the enabled registers.
fn outputs(program: &Program, executable: &Executable<'_>) -> Vec<Slot> {
    let one = |register: u16, mask: u16, register_name: String, semantic: String| Slot {
        role: Role::Output,
        name: semantic.clone(),
        register: register_name,
        semantic,
        scalar: Scalar::Float,
        mask: (mask & 0xF) as u8,
        count: 1,
        whole: true,
        id: OUTPUTS + u32::from(register),
    };
    let table = executable.tables.outputs.iter().filter(|output| output.register < 16);
    let mut outputs: Vec<Slot> = table
        .take(64)
        .map(|output| one(output.register, output.mask.0, output.place(), output.semantic.to_string()))
        .collect();
    if outputs.is_empty() {
        outputs = program
            .enabled_outputs()
            .map(|register| one(register as u16, 0xF, format!("o{register}"), String::new()))
            .collect();
    }
    outputs
}

impl Runner for Shader {
    fn inputs(&self) -> &[Slot] {
        &self.inputs
    }

    fn uniforms(&self) -> &[Slot] {
        &self.uniforms
    }

    fn outputs(&self) -> &[Slot] {
        &self.outputs
    }

    fn find(&self, name: &str) -> Result<Slot, Box<Diagnostic>> {
        let names = self.program.names();
        let found = names.find(name).map_err(|error: NameError| Box::new(error.diagnostic()))?;
        let declared = names.list().contains(&found);
        let mut slot = slot(&found, declared);
        if !declared && found.text.ends_with(']') {
            slot.name = found.text;
            slot.whole = true;
        }
        Ok(slot)
    }

    fn set(&mut self, slot: &Slot, values: &[Value]) {
        for (register, value) in (slot.id..).zip(values) {
            self.set.insert(register);
            let place = u16::try_from(register).ok().and_then(|register| Register(register).split());
            let Some((class, register)) = place else {
                continue;
            };
            let at = usize::from(register);
            match (class, *value) {
                (Class::Input, Value::Float(value)) => {
                    if let Some(input) = self.input_values.get_mut(at) {
                        *input = value;
                    }
                }
                (Class::Float, Value::Float(value)) => {
                    if let Some(uniform) = self.uniform_values.float.get_mut(at) {
                        *uniform = value;
                    }
                }
                (Class::Int, Value::Int(value)) => {
                    if let Some(uniform) = self.uniform_values.int.get_mut(at) {
                        *uniform = value.map(|component| component as u8);
                    }
                }
                (Class::Bool, Value::Bool(value)) => self.uniform_values.set_bool(register as u8, value),
                _ => {}
            }
        }
    }

    fn engine(&self) -> Engine {
        self.options.engine
    }

    fn unset(&self) -> Vec<&Slot> {
        let declared = self.inputs.iter().chain(&self.uniforms);
        declared
            .filter(|slot| !(slot.id..slot.id + slot.count as u32).any(|id| self.set.contains(&id)))
            .collect()
    }

    fn run(&mut self, watcher: &mut dyn Observer) -> Run {
        let shared = Shared::new(watcher);
        let mut watch = Watch::new(&self.program, &shared);
        let mut machine = Machine::new(&self.program, &self.uniform_values, self.precision());
        let run = self.once(&mut machine, &self.input_values, &mut watch);
        watch.finish();
        run
    }

    fn run_rows(
        &mut self,
        slots: &[Slot],
        rows: &[[f32; 4]],
        watcher: &mut dyn Observer,
    ) -> Result<Vec<Run>, Box<Diagnostic>> {
        let shared = Shared::new(watcher);
        let mut watch = Watch::new(&self.program, &shared);
        let runs = match self.program.stage() {
            check::Stage::Vertex => self.vertices(slots, rows, &mut watch)?,
            check::Stage::Geometry => self.primitives(slots, rows, &mut watch)?,
        };
        watch.finish();
        Ok(runs)
    }

    fn places(&self) -> u32 {
        self.program.operations().len() as u32
    }

    fn text(&self, place: u32) -> String {
        let word = self.program.word(place).unwrap_or_default();
        pretty(word, self.program.descriptors(), Swizzles::Used)
    }

    fn label(&self, place: u32) -> Option<&str> {
        let label = self.labels.iter().find(|(position, _)| *position == place)?;
        Some(&label.1)
    }
}
