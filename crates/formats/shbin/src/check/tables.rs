//! Checks constants, labels, outputs, uniforms and symbols, alike for executables and objects.

use std::collections::HashMap;

use glassbox_core::diagnostic::{Location, Severity};
use glassbox_core::record::Records;
use glassbox_pica::float24;

use super::Check;
use crate::file::join;
use crate::model::{Symbols, Tables};
use crate::raw::{Constant, ConstantKind, Label, NO_SIZE, Output, Semantic, Uniform};
use crate::register::{Class, Register};
use crate::rules;

/// Size of the unified register space, including the gap.
const REGISTERS: usize = Register::LIMIT as usize;

impl Check<'_, '_> {
    /// Checks all tables under a path. Looks up names only if the symbols were read.
    pub(super) fn tables(&mut self, path: &str, tables: &Tables<'_>, has_symbols: bool) {
        let size = tables.constants.bytes().len()
            + tables.labels.bytes().len()
            + tables.outputs.bytes().len()
            + tables.uniforms.bytes().len()
            + tables.symbols.bytes.len();
        if !self.spend(size as u64, path) {
            return;
        }
        let words = self.stated_words();
        self.constants(&join(path, "constants"), tables);
        self.labels(path, tables, words, has_symbols);
        self.outputs(&join(path, "outputs"), &tables.outputs);
        self.uniforms(path, tables, has_symbols);
        self.symbols(&join(path, "symbols"), &tables.symbols);
    }

    fn constants(&mut self, path: &str, tables: &Tables<'_>) {
        let constants = &tables.constants;
        let mut first_at = [None::<usize>; REGISTERS];
        let owners = uniform_owners(&tables.uniforms);
        for (index, constant) in constants.iter().enumerate() {
            if self.found.is_full() {
                return;
            }
            let at = |field| constants.location(path, index, field);
            let Some((limit, letter)) = class_of(constant.kind) else {
                let message = format!("found constant type {}, expected 0 to 2", constant.kind.0);
                self.report(&rules::CONSTANT_KIND, at(Constant::kind), message)
                    .help("set 0 for bool, 1 for int or 2 for float");
                continue;
            };
            self.constant_data(path, index, &constant, constants);
            let Some(register) = constant.unified() else {
                let message = format!(
                    "found register {}, expected {letter}0 to {letter}{}",
                    constant.register,
                    limit - 1
                );
                self.report(&rules::CONSTANT_REGISTER, at(Constant::register), message)
                    .label(at(Constant::kind), "the type decides the class")
                    .help("constants number registers within their class");
                continue;
            };
            let slot = usize::from(register.0);
            if let Some(first) = first_at[slot] {
                let message = format!("found {register} again, expected each register once");
                self.report(&rules::CONSTANT_TWICE, at(Constant::register), message)
                    .label(constants.location(path, first, Constant::register), "it is set here first")
                    .help("keep one of the two");
            }
            first_at[slot].get_or_insert(index);
            if let Some(uniform) = owners[slot] {
                let message = format!("found {register}, which a uniform names too");
                let uniforms = path.replace("constants", "uniforms");
                self.report(&rules::CONSTANT_UNIFORM, at(Constant::register), message)
                    .label(tables.uniforms.record_location(&uniforms, uniform), "this uniform");
            }
        }
    }

    /// Checks the words of one constant.
    fn constant_data(
        &mut self,
        path: &str,
        index: usize,
        constant: &Constant,
        constants: &Records<'_, Constant>,
    ) {
        let location = constants.location(path, index, Constant::data);
        let words = constant.data.map(|word| word.0);
        let is_float = constant.kind == ConstantKind::FLOAT;
        let stray = if is_float {
            words.iter().any(|word| word >> 24 != 0)
        } else {
            words[1..].iter().any(|&word| word != 0)
        };
        if stray {
            let message = if is_float {
                "found bits above the 24 of a float, expected zero"
            } else {
                "found data in the padding, expected zero"
            };
            self.report(&rules::CONSTANT_BITS, location.clone(), message)
                .help("store float24 values, and zero in unused bytes");
        }
        if constant.kind == ConstantKind::BOOL && words[0] > 1 {
            let message = format!("found bool value {:#x}, expected 0 or 1", words[0]);
            self.report(&rules::CONSTANT_BOOL, location.clone(), message)
                .note(format!("libctru reads it as {}", words[0] & 1 != 0));
        }
        if is_float && let Some(bad) = words.iter().position(|&word| float24::pattern_band(word).is_some()) {
            let word = words[bad] & float24::MASK;
            let component = ['x', 'y', 'z', 'w'][bad];
            let message = format!(
                "found float24 {word:#08x} in {component}, expected a normal number, zero or infinity"
            );
            self.report(&rules::CONSTANT_BAND, location, message)
                .note(format!("it decodes to {:e}", float24::decode(word)));
        }
    }

    fn labels(&mut self, path: &str, tables: &Tables<'_>, words: u64, has_symbols: bool) {
        let labels = &tables.labels;
        let path_labels = join(path, "labels");
        let size = tables.symbols.bytes.len();
        let mut ids: HashMap<u16, usize> = HashMap::new();
        for (index, label) in labels.iter().enumerate() {
            if self.found.is_full() {
                return;
            }
            let at = |field| labels.location(&path_labels, index, field);
            if let Some(&first) = ids.get(&label.id) {
                let message = format!("found label id {} again, expected each id once", label.id);
                self.report(&rules::LABEL_TWICE, at(Label::id), message)
                    .label(labels.location(&path_labels, first, Label::id), "it is first used here");
            }
            ids.entry(label.id).or_insert(index);
            if has_symbols && label.name as usize >= size {
                let message = format!("found name offset {:#x}, expected one below {size:#x}", label.name);
                self.report(&rules::LABEL_NAME, at(Label::name), message)
                    .help("point it at a name in the symbol table");
            }
            let position = u64::from(label.position);
            if position > words {
                let message = format!("found position {position:#x}, expected at most {words:#x}");
                self.report(&rules::LABEL_POSITION, at(Label::position), message)
                    .note(format!("the code has {words:#x} words"));
            } else if label.size != NO_SIZE && position + u64::from(label.size) > words {
                let message =
                    format!("found size {:#x}, expected at most {:#x}", label.size, words - position);
                self.report(&rules::LABEL_SIZE, at(Label::size), message)
                    .label(at(Label::position), "the label starts here")
                    .note(format!("the code has {words:#x} words"));
            }
        }
    }

    fn outputs(&mut self, path: &str, outputs: &Records<'_, Output>) {
        let mut taken = [(0u16, 0usize); 16];
        let mut registers = 0u32;
        for (index, output) in outputs.iter().enumerate() {
            if self.found.is_full() {
                return;
            }
            let at = |field| outputs.location(path, index, field);
            let (register, mask) = (output.register, output.mask.0);
            if register > 15 {
                let message = format!("found output register {register}, expected at most 15");
                self.report(&rules::OUTPUT_REGISTER, at(Output::register), message);
            } else {
                registers |= 1 << register;
            }
            if output.semantic.0 > Semantic::GENERIC.0 || output.semantic.0 == 7 {
                let severity = if output.semantic.0 == 7 { Severity::Warning } else { Severity::Error };
                let message = format!("found semantic {}, expected 0 to 6, 8 or 9", output.semantic.0);
                self.report(&rules::OUTPUT_SEMANTIC, at(Output::semantic), message).severity(severity);
            }
            if mask == 0 || mask > 15 {
                let message = format!("found component mask {mask:#x}, expected 0x1 to 0xf");
                self.report(&rules::OUTPUT_COMPONENTS, at(Output::mask), message)
                    .help("bit 0 is x, bit 3 is w");
            }
            if let Some((before, first)) = taken.get_mut(usize::from(register)) {
                let shared = *before & mask;
                if shared != 0 {
                    let message =
                        format!("found components {shared:#x} of o{register} again, expected each once");
                    let label = outputs.location(path, *first, Output::mask);
                    self.report(&rules::OUTPUT_TWICE, at(Output::mask), message)
                        .label(label, "the register is mapped here first");
                }
                if *before == 0 {
                    *first = index;
                }
                *before |= mask;
            }
            if (7..=15).contains(&register) && output.semantic != Semantic::GENERIC {
                let message =
                    format!("found {} on o{register}, expected a generic output above o6", output.semantic);
                self.report(&rules::OUTPUT_SLOT, at(Output::register), message)
                    .label(at(Output::semantic), "the semantic is here")
                    .help("use o0 to o6");
            }
        }
        if registers != 0 && registers & (registers + 1) != 0 {
            let highest = 31 - registers.leading_zeros();
            let hole = registers.trailing_ones();
            let index = outputs.iter().position(|output| u32::from(output.register) == highest).unwrap_or(0);
            let message = format!("found o{highest} without o{hole}, expected registers without holes");
            self.report(&rules::OUTPUT_HOLES, outputs.location(path, index, Output::register), message)
                .help(format!("use o{hole} for the next output"));
        }
    }

    fn uniforms(&mut self, path: &str, tables: &Tables<'_>, has_symbols: bool) {
        let uniforms = &tables.uniforms;
        let path_uniforms = join(path, "uniforms");
        let size = tables.symbols.bytes.len();
        let mut owners = [None::<usize>; REGISTERS];
        let mut names: HashMap<&[u8], usize> = HashMap::new();
        for (index, uniform) in uniforms.iter().enumerate() {
            if self.found.is_full() {
                return;
            }
            let at = |field| uniforms.location(&path_uniforms, index, field);
            let (first, last) = (uniform.first, uniform.last);
            if first > last {
                let message = format!(
                    "found registers {:#x} to {:#x}, expected the first not above the last",
                    first.0, last.0
                );
                self.report(&rules::UNIFORM_REVERSED, at(Uniform::first), message)
                    .label(at(Uniform::last), "the last register is here")
                    .help("swap the two");
            }
            let bad = [(Uniform::first, first), (Uniform::last, last)]
                .into_iter()
                .find(|(_, register)| register.split().is_none());
            if let Some((field, register)) = bad {
                let message =
                    format!("found register {:#x}, expected 0x00 to 0x73 or 0x78 to 0x87", register.0);
                self.report(&rules::UNIFORM_REGISTER, at(field), message);
            } else if first.class() != last.class() {
                let message =
                    format!("found a range from {first} to {last}, expected one class of registers");
                self.report(&rules::UNIFORM_CLASS, at(Uniform::last), message)
                    .label(at(Uniform::first), "the first register is here");
            }
            if has_symbols && uniform.name as usize >= size {
                let message = format!("found name offset {:#x}, expected one below {size:#x}", uniform.name);
                self.report(&rules::UNIFORM_NAME, at(Uniform::name), message)
                    .help("point it at a name in the symbol table");
            } else if let Some(name) = tables.symbols.name(uniform.name) {
                if !self.spend(name.len() as u64, &path_uniforms) {
                    return;
                }
                let other = names.get(name).copied();
                if name.is_empty() {
                    let message = "found an empty name, expected one that can be looked up";
                    self.report(&rules::UNIFORM_TWICE, at(Uniform::name), message);
                } else if let Some(other) = other {
                    let message =
                        format!("found name \"{}\" again, expected each name once", name.escape_ascii());
                    self.report(&rules::UNIFORM_TWICE, at(Uniform::name), message).label(
                        uniforms.location(&path_uniforms, other, Uniform::name),
                        "lookup finds this one",
                    );
                }
                names.entry(name).or_insert(index);
            }
            if first > last {
                continue;
            }
            let range = usize::from(first.0).min(REGISTERS)..(usize::from(last.0) + 1).min(REGISTERS);
            if let Some(other) = owners[range.clone()].iter().flatten().next().copied() {
                let is_input = first.class() == Some(Class::Input);
                let message = format!("found {}, which another uniform names too", first.range(last));
                self.report(&rules::UNIFORM_OVERLAP, at(Uniform::first), message)
                    .severity(if is_input { Severity::Info } else { Severity::Warning })
                    .label(uniforms.record_location(&path_uniforms, other), "the other uniform");
            }
            for owner in &mut owners[range] {
                owner.get_or_insert(index);
            }
        }
    }

    fn symbols(&mut self, path: &str, symbols: &Symbols<'_>) {
        let end = symbols.start + symbols.bytes.len() as u64;
        if let Some(&last) = symbols.bytes.last().filter(|&&last| last != 0) {
            let message = format!("found byte {last:#04x} at the end, expected a zero byte");
            self.report(&rules::SYMBOLS_END, Location::new(end - 1, end, path), message)
                .help("append a zero byte and raise the size by one");
        }
        let odd = |byte: &u8| *byte >= 0x7F || (*byte != 0 && *byte < 0x20);
        let mut at = symbols.start;
        for string in symbols.bytes.split_inclusive(|&byte| byte == 0) {
            if self.found.is_full() {
                return;
            }
            let end = at + string.len() as u64;
            if let Some(byte) = string.iter().find(|byte| odd(byte)) {
                let message = format!("found byte {byte:#04x} in a name, expected printable ASCII");
                self.report(&rules::SYMBOLS_TEXT, Location::new(at, end, path), message);
            }
            at = end;
        }
    }
}

/// Number of registers and letter of a constant's class.
fn class_of(kind: ConstantKind) -> Option<(u16, char)> {
    let class = match kind {
        ConstantKind::BOOL => Class::Bool,
        ConstantKind::INT => Class::Int,
        ConstantKind::FLOAT => Class::Float,
        _ => return None,
    };
    Some((class.count(), class.letter()))
}

/// First uniform that names each register.
fn uniform_owners(uniforms: &Records<'_, Uniform>) -> [Option<usize>; REGISTERS] {
    let mut owners = [None; REGISTERS];
    for (index, uniform) in uniforms.iter().enumerate() {
        let range = usize::from(uniform.first.0)..(usize::from(uniform.last.0) + 1).min(REGISTERS);
        for owner in owners.get_mut(range).unwrap_or_default() {
            owner.get_or_insert(index);
        }
    }
    owners
}
