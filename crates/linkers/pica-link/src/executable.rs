//! Builds executables: entry point, tables, and the entries that procedures of other objects need.

use std::collections::HashMap;

use glassbox_core::diagnostic::{Diagnostic, Location, Reporter};
use glassbox_core::record::Records;
use glassbox_pica::flow::{Budget, FlowGraph};
use glassbox_shbin::model::{Executable, Symbols, Tables};
use glassbox_shbin::raw::{self, Constant, Hex16, Label, Output, Uniform};
use glassbox_shbin::register::Class;

use crate::code::{Code, Names};
use crate::object::own;
use crate::registers::Registers;
use crate::rules;
use crate::unit::{Entry, Main, Unit};

/// Uniform of a table under construction.
struct Named {
    name: Vec<u8>,
    uniform: Uniform,
    unit: usize,
    location: Location,
}

/// Builds the executable of an entry. Errors stop linking.
pub(crate) fn executable(
    units: &[Unit<'_>],
    number: usize,
    entry: &Entry<'_>,
    names: &Names<'_, '_>,
    code: &Code,
    budget: &mut Budget,
    found: &mut Vec<Diagnostic>,
) -> Option<Executable<'static>> {
    let unit = units.get(number)?;
    let base = |unit: usize| code.bases.get(unit).copied().unwrap_or_default();
    let (main, end_main) = match &entry.main {
        Main::At { start, end: 0 } => (start + base(number), 0),
        Main::At { start, end } => (start + base(number), end + base(number)),
        Main::Named { name, location } => {
            let Some((holder, start, size)) = names.get(name) else {
                let message = format!("found entry procedure `{name}`, which no input exports");
                found.report(&rules::ENTRY, location.clone(), message).help(names.help(name));
                return None;
            };
            let main = start + base(holder);
            (main, main + size)
        }
    };
    let mut executable = Executable {
        version: entry.version,
        stage: entry.stage,
        merge: entry.merge,
        main,
        end_main,
        input_mask: entry.input_mask,
        output_mask: entry.output_mask,
        geometry: entry.geometry,
        tables: Tables::default(),
    };
    let flow = FlowGraph::new(&code.words, main as usize, budget);
    if entry.stage == raw::Stage::VERTEX {
        too_long(units, code, &flow, found);
    }
    if unit.object.is_none() {
        executable.tables = own(entry.tables.clone());
        shift(&mut executable.tables.labels, base(number));
        return Some(executable);
    }
    // Registers read and written by each input's reachable words.
    let mut used: Vec<Option<Registers>> = vec![None; units.len()];
    for word in flow.reachable.iter() {
        let holder = code.bases.partition_point(|&base| base as usize <= word).saturating_sub(1);
        if let (Some(slot), Some(&word)) = (used.get_mut(holder), code.words.get(word)) {
            slot.get_or_insert_default().add(word);
        }
    }
    let mut join = Join {
        units,
        number,
        uniforms: Vec::new(),
        constants: Vec::new(),
        outputs: entry.tables.outputs.iter().collect(),
        found,
    };
    join.own(entry.tables);
    for (holder, registers) in used.iter().enumerate() {
        if let (Some(registers), true) = (registers, holder != number) {
            join.others(holder, registers, &mut executable);
        }
    }
    executable.tables = join.finish(entry.tables, base(number));
    Some(executable)
}

/// Reports vertex code beyond the unit's program memory.
fn too_long(units: &[Unit<'_>], code: &Code, flow: &FlowGraph, found: &mut Vec<Diagnostic>) {
    let limit = raw::VERTEX_CODE_WORDS as usize;
    let Some(word) = flow.reachable.iter().find(|&word| word >= limit) else {
        return;
    };
    let holder = code.bases.partition_point(|&base| base as usize <= word).saturating_sub(1);
    let (Some(unit), Some(&base)) = (units.get(holder), code.bases.get(holder)) else {
        return;
    };
    let index = word - base as usize;
    let location = unit.word(index);
    if found.iter().any(|item| item.rule.id == rules::TOO_LONG.id && item.location == location) {
        return;
    }
    let message =
        format!("found reachable vertex code at word {word}, expected all of it in the first {limit}");
    let mut finding = Diagnostic::new(&rules::TOO_LONG, location, message);
    for (unit, base) in units.iter().zip(&code.bases) {
        let words = unit.code.len();
        finding = finding.note(format!("`{}` takes {words} words from word {base} on", unit.name));
    }
    found.push(
        unit.with_line(finding, index)
            .help("list the objects with vertex code before those with geometry code, or shorten them"),
    );
}

fn shift(labels: &mut Records<'static, Label>, base: u32) {
    if base != 0 {
        *labels = labels
            .iter()
            .map(|label| Label { position: label.position.wrapping_add(base), ..label })
            .collect();
    }
}

/// Tables of an executable while objects add entries.
struct Join<'j, 'u> {
    units: &'j [Unit<'u>],
    number: usize,
    uniforms: Vec<Named>,
    constants: Vec<(Constant, usize, Location)>,
    outputs: Vec<Output>,
    found: &'j mut Vec<Diagnostic>,
}

impl Join<'_, '_> {
    /// Adds the declarations of the executable's own object.
    fn own(&mut self, tables: &Tables<'_>) {
        let input = self.number as u32;
        for (index, uniform) in tables.uniforms.iter().enumerate() {
            self.uniforms.push(Named {
                name: tables.symbols.name(uniform.name).unwrap_or_default().to_vec(),
                uniform,
                unit: self.number,
                location: tables.uniforms.record_location("uniforms", index).input(input),
            });
        }
        for (index, constant) in tables.constants.iter().enumerate() {
            let location = tables.constants.record_location("constants", index).input(input);
            self.constants.push((constant, self.number, location));
        }
    }

    /// Adds the entries needed by the reached words of another object.
    fn others(&mut self, holder: usize, registers: &Registers, executable: &mut Executable<'_>) {
        let Some(tables) = self.units.get(holder).and_then(|unit| unit.object) else {
            return;
        };
        let input = holder as u32;
        for (index, uniform) in tables.uniforms.iter().enumerate() {
            if registers.reads(uniform.first, uniform.last) {
                let name = tables.symbols.name(uniform.name).unwrap_or_default().to_vec();
                let location = tables.uniforms.record_location("uniforms", index).input(input);
                let added = self.uniform(Named { name, uniform, unit: holder, location });
                if added
                    && executable.input_mask != 0
                    && let Some((Class::Input, number)) = uniform.first.split()
                {
                    executable.input_mask |= 1 << (number & 15);
                }
            }
        }
        for (index, constant) in tables.constants.iter().enumerate() {
            let is_read = constant.unified().is_some_and(|register| registers.reads(register, register));
            if is_read {
                let location = tables.constants.record_location("constants", index).input(input);
                self.constant(constant, holder, location);
            }
        }
        for (index, output) in tables.outputs.iter().enumerate() {
            if registers.writes_output(output.register) {
                let location = tables.outputs.record_location("outputs", index).input(input);
                let added = self.output(output, location);
                if added && executable.output_mask != 0 {
                    executable.output_mask |= 1 << (output.register & 15);
                }
            }
        }
    }

    fn name(&self, unit: usize) -> &str {
        self.units.get(unit).map_or("", |unit| unit.name)
    }

    /// Adds a uniform; `false` if it is already present or conflicts.
    fn uniform(&mut self, new: Named) -> bool {
        let range = new.uniform.first.range(new.uniform.last);
        let shown = String::from_utf8_lossy(&new.name).into_owned();
        if let Some(other) = self.uniforms.iter().find(|other| other.name == new.name) {
            let same = (other.uniform.first, other.uniform.last) == (new.uniform.first, new.uniform.last);
            if !same {
                let theirs = other.uniform.first.range(other.uniform.last);
                let message = format!(
                    "found `{shown}` in {range} in `{}`, expected {theirs} as in `{}`",
                    self.name(new.unit),
                    self.name(other.unit)
                );
                self.found
                    .report(&rules::UNIFORM, new.location, message)
                    .label(other.location.clone(), "the executable has it here")
                    .help("declare the shared uniforms first, in the same order, in every source");
            }
            return false;
        }
        let clash = self.uniforms.iter().find(|other| {
            other.uniform.first.class() == new.uniform.first.class()
                && other.uniform.first <= new.uniform.last
                && new.uniform.first <= other.uniform.last
        });
        // Two names for one attribute are common.
        if let Some(other) = clash.filter(|_| new.uniform.first.class() != Some(Class::Input)) {
            let message = format!(
                "found `{shown}` of `{}` in {range}, where `{}` has `{}`",
                self.name(new.unit),
                self.name(other.unit),
                String::from_utf8_lossy(&other.name)
            );
            self.found
                .report(&rules::SHARED_REGISTER, new.location.clone(), message)
                .label(other.location.clone(), "the other one")
                .help("declare the uniforms of both sources in each of them, in the same order");
        }
        let constant = self.constants.iter().find(|(constant, ..)| {
            let register = constant.unified();
            register.is_some_and(|register| new.uniform.first <= register && register <= new.uniform.last)
        });
        if let Some((constant, unit, location)) = constant {
            let message = format!(
                "found `{shown}` of `{}` in {range}, where `{}` has the constant {}",
                self.name(new.unit),
                self.name(*unit),
                constant.value()
            );
            self.found
                .report(&rules::CONSTANT, new.location.clone(), message)
                .label(location.clone(), "the constant")
                .help("declare the uniform in the source with the constant as well, or use fewer constants");
        }
        self.uniforms.push(new);
        true
    }

    fn constant(&mut self, new: Constant, unit: usize, location: Location) {
        let same = self
            .constants
            .iter()
            .find(|(other, ..)| (other.kind, other.register) == (new.kind, new.register));
        if let Some((other, theirs, place)) = same {
            if other.data != new.data {
                let register = new.unified().map(|register| register.to_string()).unwrap_or_default();
                let message = format!(
                    "found {} for {register} in `{}`, expected {} as in `{}`",
                    new.value(),
                    self.name(unit),
                    other.value(),
                    self.name(*theirs)
                );
                self.found
                    .report(&rules::CONSTANT, location, message)
                    .label(place.clone(), "the executable has this constant there")
                    .help("assemble the two sources together, or make one of the constants a `.setf` of another register");
            }
            return;
        }
        let uniform = new.unified().and_then(|register| {
            self.uniforms
                .iter()
                .find(|other| other.uniform.first <= register && register <= other.uniform.last)
        });
        // An object may initialise its own uniforms.
        if let Some(other) = uniform.filter(|other| other.unit != unit) {
            let message = format!(
                "found the constant {} of `{}` in {}, where `{}` has `{}`",
                new.value(),
                self.name(unit),
                new.unified().map(|register| register.to_string()).unwrap_or_default(),
                self.name(other.unit),
                String::from_utf8_lossy(&other.name)
            );
            self.found
                .report(&rules::CONSTANT, location.clone(), message)
                .label(other.location.clone(), "the uniform")
                .help("use fewer uniforms or constants, or assemble the two sources together");
        }
        self.constants.push((new, unit, location));
    }

    /// Adds an output; `false` if it is already present or conflicts.
    fn output(&mut self, new: Output, location: Location) -> bool {
        let same: Vec<Output> = self
            .outputs
            .iter()
            .copied()
            .filter(|other| other.register == new.register && other.mask.0 & new.mask.0 != 0)
            .collect();
        if same.is_empty() {
            self.outputs.push(Output {
                unknown: self.outputs.first().map_or(Hex16(0), |first| first.unknown),
                ..new
            });
            return true;
        }
        if let Some(other) = same.iter().find(|other| other.semantic != new.semantic) {
            let message = format!(
                "found {} for {}, expected {} as in `{}`",
                new.semantic,
                new.place(),
                other.semantic,
                self.name(self.number)
            );
            self.found
                .report(&rules::OUTPUT, location, message)
                .help("declare the output in the same way in both sources");
        }
        false
    }

    /// Returns the tables, with names in entry order as assemblers write them.
    fn finish(mut self, tables: &Tables<'_>, base: u32) -> Tables<'static> {
        if self.uniforms.iter().any(|named| named.unit != self.number) {
            self.uniforms.sort_by_key(|named| named.uniform.first);
        }
        let mut bytes = Vec::new();
        let mut places: HashMap<Vec<u8>, u32> = HashMap::new();
        let mut name = |name: Vec<u8>, share: bool| -> u32 {
            let at = bytes.len() as u32;
            if let (Some(&at), true) = (places.get(&name), share) {
                return at;
            }
            bytes.extend_from_slice(&name);
            bytes.push(0);
            places.insert(name, at);
            at
        };
        let uniforms: Vec<Uniform> = self
            .uniforms
            .into_iter()
            .map(|named| Uniform { name: name(named.name, false), ..named.uniform })
            .collect();
        let labels: Vec<Label> = tables
            .labels
            .iter()
            .map(|label| Label {
                position: label.position.wrapping_add(base),
                name: name(tables.symbols.name(label.name).unwrap_or_default().to_vec(), true),
                ..label
            })
            .collect();
        Tables {
            constants: self.constants.into_iter().map(|(constant, ..)| constant).collect(),
            labels: Records::from_iter(labels),
            outputs: Records::from_iter(self.outputs),
            uniforms: Records::from_iter(uniforms),
            symbols: Symbols { bytes: bytes.into(), start: 0 },
        }
    }
}
