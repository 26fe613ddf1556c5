//! Finishes a run: resolves calls and entry points, then builds the file.

use std::borrow::Cow;
use std::ops::ControlFlow;

use glassbox_core::record::{Records, Values};
use glassbox_pica::float24::{Rounding, encode};
use glassbox_shbin::model::{Binary, Executable as BuiltExecutable, Geometry, Program, Symbols, Tables};
use glassbox_shbin::raw::{
    self, Constant as ConstantRecord, Descriptor, GeometryMode, Hex16, Hex32, Label as LabelRecord,
    Output as OutputRecord, Register, Semantic, Stage, Uniform as UniformRecord,
};

use super::EntryPoint;
use super::sort::sort_by_register;
use super::state::{Assembler, Constant, Executable};
use crate::rules;

/// Longest call that NUM can express, words.
const MAX_CALL: usize = 0xFF;

impl<'a> Assembler<'a> {
    /// Resolves forward references. `Break` ends the run.
    pub(crate) fn resolve(&mut self) -> ControlFlow<()> {
        self.resolve_calls()?;
        if self.exact.is_on {
            return ControlFlow::Continue(());
        }
        let made = self.executables.iter().filter(|executable| !executable.is_omitted);
        if made.count() == 0 && !self.options.object {
            self.no_executable();
            return ControlFlow::Break(());
        }
        for index in 0..self.executables.len() {
            self.resolve_entry(index)?;
        }
        ControlFlow::Continue(())
    }

    fn resolve_calls(&mut self) -> ControlFlow<()> {
        let mut unknown = std::collections::HashSet::new();
        let mut too_long = std::collections::HashSet::new();
        for index in 0..self.calls.len() {
            let Some(&call) = self.calls.get(index) else { break };
            if let Some(&procedure) = self.procedures.get(call.name) {
                if let Some(word) = self.code.get_mut(call.word) {
                    // A longer procedure overflows the field, as in picasso.
                    *word = *word & !0x3F_FFFF | procedure.size as u32 | (procedure.start as u32) << 10;
                }
                if procedure.size > MAX_CALL && too_long.insert(call.name) {
                    self.long_call(call.input, call.name, procedure.size);
                }
                continue;
            }
            if self.options.object {
                continue;
            }
            if !self.is_compatible() && !unknown.insert(call.name) {
                self.failed = true;
                continue;
            }
            let mut fault = self.fault(
                &rules::UNDEFINED_PROCEDURE,
                call.name,
                format!("procedure '{}' is undefined", call.name),
                format!("there is no procedure `{}` in the program", call.name),
            );
            fault.finding.location = self.place_in(call.input, call.name);
            let close = self.like(call.name, self.procedure_order.iter().copied());
            let fault = match close {
                Some(known) => fault.help(format!("did you mean `{known}`?")),
                None => fault
                    .help("define it with `.proc`, or pass the file that defines it to the assembler too"),
            };
            self.scope.is_marked = false;
            self.report(*fault);
            if self.is_compatible() {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    fn long_call(&mut self, input: u32, name: &'a str, size: usize) {
        let message = format!("procedure `{name}` has {size} words, a call counts {MAX_CALL} at most");
        let place = self.place_in(input, name);
        let procedure = self.procedures.get(name);
        let procedure = procedure.map(|procedure| self.place_in(procedure.input, procedure.name));
        self.scope.is_marked = false;
        let mut finding = self.remark_at(&rules::PART_SIZE, place, message);
        if let Some(place) = procedure {
            finding.label(place, "the procedure");
        }
        finding
            .note("picasso lets the count spill into the bits beside it")
            .help("split it into procedures that it calls one after the other");
    }

    fn no_executable(&mut self) {
        let omitted = self.executables.iter().find(|executable| executable.is_omitted);
        let (place, help) = match omitted {
            Some(executable) => {
                (self.place_in(executable.input, executable.part), "remove `.nodvle` from one of the files")
            }
            None => (
                self.place(&self.text[..0]),
                "a file becomes an executable by its first instruction or declaration other than `.alias`",
            ),
        };
        let mut fault = self.fault(
            &rules::NO_EXECUTABLE,
            self.text,
            "no DVLEs can be generated from the given input file(s)",
            "no file makes an executable",
        );
        fault.finding.location = place;
        self.scope.is_marked = false;
        self.report(*fault.help(help));
    }

    fn resolve_entry(&mut self, index: usize) -> ControlFlow<()> {
        let Some(executable) = self.executables.get(index) else {
            return ControlFlow::Continue(());
        };
        if executable.is_omitted || self.procedures.contains_key(executable.entry) {
            return ControlFlow::Continue(());
        }
        // An object without the procedure is a library, or the procedure is in another object.
        if self.options.object {
            return ControlFlow::Continue(());
        }
        let name = executable.entry;
        let place = self.place_in(executable.input, executable.entry_part.unwrap_or(executable.part));
        let (file, input) = (executable.file, executable.input);
        let is_named = executable.entry_part.is_some();
        let message = if is_named {
            format!("there is no procedure `{name}` to start with")
        } else {
            "this file has no procedure `main` to start with".to_owned()
        };
        let mut fault =
            self.fault(&rules::UNDEFINED_ENTRY, name, format!("entrypoint '{name}' is undefined"), message);
        fault.finding.location = place;
        let close = self.like(name, self.procedure_order.iter().copied());
        let own: Vec<&str> = self
            .procedure_order
            .iter()
            .copied()
            .filter(|name| self.procedures.get(name).is_some_and(|known| known.input == input))
            .collect();
        let fault = match (close, own.as_slice()) {
            (Some(known), _) => fault.help(format!("did you mean `.entry {known}`?")),
            (None, [one]) => fault.help(format!("name the existing procedure: `.entry {one}`")),
            (None, _) if is_named => fault.help("define it with `.proc`, or name another one"),
            (None, _) => fault.help(
                "name another procedure with `.entry`, or write `.nodvle` when the file only holds procedures for others",
            ),
        };
        (self.scope.file, self.scope.line, self.scope.is_marked) = (file, 1, false);
        self.report(*fault);
        if self.is_compatible() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// The file, and the entry point of each of its executables.
    pub(crate) fn build(&self) -> (Binary<'static>, Vec<Option<EntryPoint>>) {
        let descriptors = self.descriptors.values().iter().enumerate();
        let descriptors = descriptors.map(|(index, &value)| Descriptor {
            second: Hex32(self.exact.second_word(index)),
            ..Descriptor::new(value)
        });
        let (version, lines_count, file_names) = self.exact.program();
        let program = Program {
            version,
            code: Values::from_iter(self.code.iter().copied()),
            descriptors: Records::from_iter(descriptors),
            file_names: Cow::Owned(file_names.to_vec()),
            lines_count,
        };
        if self.exact.is_on {
            let executables = self.exact.executables();
            let entries = executables.iter().map(|_| None).collect();
            let binary = Binary { program, executables, ..Binary::default() };
            return (binary, entries);
        }
        let made = || self.made();
        let entries = made().map(|executable| self.entry_of(executable));
        let binary = Binary {
            program,
            executables: made().map(|executable| self.build_executable(executable)).collect(),
            ..Binary::default()
        };
        (binary, entries.collect())
    }

    /// Executables of the file. An object keeps a library's tables, too: its callers need the constants and
    /// the registers of its uniforms.
    pub(crate) fn made(&self) -> impl Iterator<Item = &Executable<'a>> {
        let is_object = self.options.object;
        let all = self.executables.iter();
        all.filter(move |executable| is_object || !executable.is_omitted)
    }

    fn entry_of(&self, executable: &Executable<'a>) -> Option<EntryPoint> {
        if executable.is_omitted {
            return None;
        }
        let Some(procedure) = self.procedures.get(executable.entry) else {
            let is_elsewhere = self.options.object && executable.entry_part.is_some();
            return is_elsewhere.then(|| EntryPoint {
                procedure: executable.entry.to_owned(),
                start: 0,
                size: 0,
            });
        };
        Some(EntryPoint {
            procedure: executable.entry.to_owned(),
            start: procedure.start as u32,
            size: procedure.size as u32,
        })
    }

    fn build_executable(&self, executable: &Executable<'a>) -> BuiltExecutable<'static> {
        let (main, end_main) =
            self.entry_of(executable).map_or((0, 0), |entry| (entry.start, entry.start + entry.size));
        BuiltExecutable {
            version: raw::PICASSO_VERSION,
            stage: if executable.is_geometry { Stage::GEOMETRY } else { Stage::VERTEX },
            merge: u8::from(executable.merge),
            main,
            end_main,
            input_mask: executable.input_mask,
            output_mask: executable.output_mask,
            geometry: Geometry {
                mode: GeometryMode(executable.mode),
                fixed_start: executable.fixed_start,
                full_vertices: executable.full_vertices,
                fixed_vertices: executable.fixed_vertices,
            },
            tables: tables(executable),
        }
    }
}

fn tables(executable: &Executable<'_>) -> Tables<'static> {
    let mut uniforms = executable.uniforms.clone();
    sort_by_register(&mut uniforms, |uniform| uniform.register);
    let mut symbols = Vec::new();
    let uniforms: Vec<UniformRecord> = uniforms
        .iter()
        .map(|uniform| {
            let name = symbols.len() as u32;
            // Names in the language cannot contain dots; dollars replace them.
            symbols.extend(uniform.name.bytes().map(|byte| if byte == b'$' { b'.' } else { byte }));
            symbols.push(0);
            let first = match uniform.register {
                input @ ..0x20 => input,
                register => register - 0x10,
            };
            UniformRecord {
                name,
                first: Register(first as u16),
                last: Register((first + uniform.size - 1) as u16),
            }
        })
        .collect();
    let mut labels = Vec::new();
    for (number, (name, position)) in executable.labels.iter().enumerate() {
        labels.push(LabelRecord {
            id: number as u16,
            unknown: 0,
            position: *position as u32,
            size: raw::NO_SIZE,
            name: symbols.len() as u32,
        });
        symbols.extend(name.bytes());
        symbols.push(0);
    }
    Tables {
        labels: Records::from_iter(labels),
        constants: Records::from_iter(executable.constants.iter().map(constant)),
        outputs: Records::from_iter(executable.outputs.iter().map(|output| OutputRecord {
            semantic: Semantic(output.semantic),
            register: output.register as u16,
            mask: Hex16(u16::from(output.mask)),
            unknown: Hex16(0),
        })),
        uniforms: Records::from_iter(uniforms),
        symbols: Symbols { bytes: Cow::Owned(symbols), start: 0 },
    }
}

fn constant(constant: &Constant) -> ConstantRecord {
    match *constant {
        Constant::Float(register, value) => {
            let words = value.map(|value| encode(value, Rounding::TruncatePicasso));
            ConstantRecord::float((register - 0x20) as u16, words)
        }
        Constant::Integer(register, value) => ConstantRecord::int((register - 0x80) as u16, value),
        Constant::Bool(register, value) => ConstantRecord::bool((register - 0x88) as u16, value),
    }
}
