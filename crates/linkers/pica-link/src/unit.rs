//! Normalises inputs for joining: code, procedure names, executables.

use std::borrow::Cow;

use glassbox_core::diagnostic::{Diagnostic, Location, Reporter};
use glassbox_core::record::Records;
use glassbox_pica::format::Field;
use glassbox_pica::opcode::{Flow, Opcode};
use glassbox_pica::sharing;
use glassbox_shbin::model::{Binary, Geometry, Object, References, Shbin, Symbols, Tables};
use glassbox_shbin::raw::{Export, GeometryMode, Import, NONE, ReferencesHeader, SourceLine, Stage};

use crate::input::Input;
use crate::rules;

/// Normalised input.
pub(crate) struct Unit<'u> {
    /// Input number.
    pub(crate) input: u32,
    /// File name for messages.
    pub(crate) name: &'u str,
    /// File offset of the code, in bytes.
    code_start: u64,
    /// The code words.
    pub(crate) code: Vec<u32>,
    /// Both words of each operand descriptor.
    pub(crate) descriptors: Vec<[u32; 2]>,
    /// Exported procedures.
    pub(crate) procedures: Vec<Procedure<'u>>,
    /// Open calls.
    pub(crate) calls: Vec<Call<'u>>,
    /// Executables defined by the input.
    pub(crate) entries: Vec<Entry<'u>>,
    /// Tables of an object; `None` for a linked file, which has tables per executable.
    pub(crate) object: Option<&'u Tables<'u>>,
    /// Source lines, one per word.
    lines: Option<(&'u Records<'u, SourceLine>, &'u Symbols<'u>)>,
    /// Source file names stored in a linked file.
    pub(crate) file_names: &'u [u8],
    /// Version word of a linked file's program.
    pub(crate) version: u32,
}

/// Exported procedure.
pub(crate) struct Procedure<'u> {
    pub(crate) name: Cow<'u, str>,
    pub(crate) start: u32,
    pub(crate) size: u32,
    /// True if an executable begins here; every source may name this one `main`.
    pub(crate) is_entry: bool,
    pub(crate) location: Location,
}

/// Call to a procedure in another input.
pub(crate) struct Call<'u> {
    pub(crate) word: u32,
    pub(crate) name: Cow<'u, str>,
    pub(crate) location: Location,
}

/// An executable.
pub(crate) struct Entry<'u> {
    pub(crate) main: Main<'u>,
    pub(crate) version: u16,
    pub(crate) stage: Stage,
    pub(crate) merge: u8,
    pub(crate) input_mask: u16,
    pub(crate) output_mask: u16,
    pub(crate) geometry: Geometry,
    pub(crate) tables: &'u Tables<'u>,
    /// Path prefix of the tables, including its dot; empty for an object.
    pub(crate) path: String,
}

/// Entry point of an executable.
pub(crate) enum Main<'u> {
    /// Word range in the input; `end` is zero if unknown.
    At { start: u32, end: u32 },
    /// Procedure of another input.
    Named { name: Cow<'u, str>, location: Location },
}

impl<'u> Unit<'u> {
    /// Normalises an input; `None` if it cannot be linked, with the reasons in `found`. Nothing
    /// follows the last input, so a branch to its end is as valid as one past the end of any file.
    pub(crate) fn new(
        number: usize,
        is_last: bool,
        input: &Input<'u>,
        found: &mut Vec<Diagnostic>,
    ) -> Option<Unit<'u>> {
        let missing = match input.model {
            Shbin::Binary(binary) => binary.missing.first(),
            Shbin::Object(object) => object.missing.first(),
        };
        if let Some(path) = missing {
            let location = Location::new(0, 0, path.as_str()).input(number as u32);
            let message =
                format!("found `{}` without a readable `{path}`, expected a whole file", input.name);
            found
                .report(&rules::UNFIT, location, message)
                .help("get a complete copy of the file, or rebuild it");
            return None;
        }
        let unit = match input.model {
            Shbin::Binary(binary) => Unit::of_binary(number as u32, input.name, binary),
            Shbin::Object(object) => Unit::of_object(number as u32, input, object, found)?,
        };
        let before = found.len();
        unit.check_words(is_last, found);
        (found.len() == before).then_some(unit)
    }

    fn of_binary(input: u32, name: &'u str, binary: &'u Binary<'u>) -> Unit<'u> {
        let program = &binary.program;
        let entries = binary.executables.iter().enumerate().map(|(index, executable)| Entry {
            main: Main::At { start: executable.main, end: executable.end_main },
            version: executable.version,
            stage: executable.stage,
            merge: executable.merge,
            input_mask: executable.input_mask,
            output_mask: executable.output_mask,
            geometry: executable.geometry,
            tables: &executable.tables,
            path: format!("dvle[{index}]."),
        });
        Unit {
            input,
            name,
            code_start: program.code.start(),
            code: program.code.iter().collect(),
            descriptors: pairs(&program.descriptors),
            procedures: Vec::new(),
            calls: Vec::new(),
            entries: entries.collect(),
            object: None,
            lines: None,
            file_names: &program.file_names,
            version: program.version,
        }
    }

    fn of_object(
        number: u32,
        input: &Input<'u>,
        object: &'u Object<'u>,
        found: &mut Vec<Diagnostic>,
    ) -> Option<Unit<'u>> {
        let tables = &object.tables;
        let words = object.code.len() as u32;
        let mut unit = Unit {
            input: number,
            name: input.name,
            code_start: object.code.start(),
            code: object.code.iter().collect(),
            descriptors: pairs(&object.descriptors),
            procedures: Vec::new(),
            calls: Vec::new(),
            entries: Vec::new(),
            object: Some(tables),
            lines: Some((&object.lines, &tables.symbols)),
            file_names: &[],
            version: 0,
        };
        let main = match &object.references {
            // Published: the entry point is the first instruction. That the label `endmain` marks
            // its end is an inference.
            None => {
                let labels = tables.labels.iter();
                let end = labels
                    .filter(|label| tables.symbols.name(label.name) == Some(b"endmain"))
                    .map(|label| label.position)
                    .find(|&position| position <= words);
                Some(Main::At { start: 0, end: end.unwrap_or(words) })
            }
            Some(references) => {
                let faults = found.len();
                unit.procedures(object, references, found);
                unit.calls(object, references, found);
                let main = unit.main(input, object, references, found);
                if found.len() != faults {
                    return None;
                }
                main
            }
        };
        unit.entries.extend(main.map(|main| Entry {
            main,
            version: object.version,
            stage: object.stage,
            merge: object.merge,
            input_mask: object.input_mask,
            output_mask: object.output_mask,
            geometry: geometry(object.stage, object.geometry),
            tables,
            path: String::new(),
        }));
        Some(unit)
    }

    /// Collects the object's exports.
    fn procedures(
        &mut self,
        object: &'u Object<'u>,
        references: &'u References<'u>,
        found: &mut Vec<Diagnostic>,
    ) {
        let exports = &references.exports;
        for (index, export) in exports.iter().enumerate() {
            let at = |field| exports.location("references.exports", index, field).input(self.input);
            let Some(name) = object.tables.symbols.name(export.name) else {
                found.push(self.unfit(at(Export::name), "a procedure has no name"));
                continue;
            };
            if u64::from(export.start) + u64::from(export.size) > self.code.len() as u64 {
                found.push(self.unfit(at(Export::start), "a procedure ends outside the code"));
                continue;
            }
            let is_entry = references.has_executable() && references.entry_start == export.start;
            self.procedures.push(Procedure {
                name: String::from_utf8_lossy(name),
                start: export.start,
                size: export.size,
                is_entry,
                location: at(Export::name),
            });
        }
    }

    /// Collects the object's imports.
    fn calls(&mut self, object: &'u Object<'u>, references: &'u References<'u>, found: &mut Vec<Diagnostic>) {
        let imports = &references.imports;
        for (index, import) in imports.iter().enumerate() {
            let at = |field| imports.location("references.imports", index, field).input(self.input);
            let Some(name) = object.tables.symbols.name(import.name) else {
                found.push(self.unfit(at(Import::name), "a call has no name"));
                continue;
            };
            let word = self.code.get(import.word as usize).copied();
            if !word.is_some_and(|word| Opcode::of(word).info().flow == Flow::Call) {
                found.push(
                    self.unfit(at(Import::word), "an unresolved call does not refer to a call instruction"),
                );
                continue;
            }
            self.calls.push(Call {
                word: import.word,
                name: String::from_utf8_lossy(name),
                location: at(Import::name),
            });
        }
    }

    /// Entry point of the object's executable; `None` if it has none.
    fn main(
        &self,
        input: &Input<'u>,
        object: &'u Object<'u>,
        references: &'u References<'u>,
        found: &mut Vec<Diagnostic>,
    ) -> Option<Main<'u>> {
        if !references.has_executable() {
            return None;
        }
        let (start, size) = (references.entry_start, references.entry_size);
        if start == NONE {
            let location = input.reference(ReferencesHeader::entry_name).input(self.input);
            let Some(name) = object.tables.symbols.name(references.entry_name) else {
                found.push(self.unfit(location, "the entry procedure has neither an address nor a name"));
                return None;
            };
            let name = String::from_utf8_lossy(name);
            return Some(Main::Named { name, location });
        }
        let end = u64::from(start) + u64::from(size);
        if end > self.code.len() as u64 {
            let location = input.reference(ReferencesHeader::entry_start).input(self.input);
            found.push(self.unfit(location, "the entry procedure ends outside the code"));
            return None;
        }
        Some(Main::At { start, end: end as u32 })
    }

    fn unfit(&self, location: Location, what: &str) -> Diagnostic {
        Diagnostic::new(&rules::UNFIT, location, format!("found that {what}, in `{}`", self.name))
            .help("run `validate` on the object, or reassemble its source")
    }

    /// Checks that branches stay inside and descriptors exist.
    fn check_words(&self, is_last: bool, found: &mut Vec<Diagnostic>) {
        let mut open = vec![false; self.code.len()];
        for call in &self.calls {
            if let Some(open) = open.get_mut(call.word as usize) {
                *open = true;
            }
        }
        for (index, (&word, open)) in self.code.iter().zip(open).enumerate() {
            if let Some(target) = target(word)
                && !open
                && let Some(problem) = leaves(word, target, self.code.len(), is_last)
            {
                let message = format!(
                    "found {problem}, expected one of the {} words of `{}`",
                    self.code.len(),
                    self.name
                );
                let finding = Diagnostic::new(&rules::LEAVES, self.word(index), message)
                    .help("reassemble the source with `asm -c`, which records references to other objects");
                found.push(self.with_line(finding, index));
            }
            if let Some(entry) = sharing::index(word)
                && usize::from(entry) >= self.descriptors.len()
            {
                let count = self.descriptors.len();
                let message =
                    format!("found descriptor {entry}, expected one of the {count} of `{}`", self.name);
                let finding = Diagnostic::new(&rules::DESCRIPTOR_INDEX, self.word(index), message);
                found.push(self.with_line(finding, index));
            }
        }
    }

    /// Names of entry procedures defined in other inputs.
    pub(crate) fn entry_names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().filter_map(|entry| match &entry.main {
            Main::Named { name, .. } => Some(&**name),
            Main::At { .. } => None,
        })
    }

    /// Location of a word.
    pub(crate) fn word(&self, index: usize) -> Location {
        let start = self.code_start + 4 * index as u64;
        Location::new(start, start + 4, format!("code[{index}]")).input(self.input)
    }

    /// Location of the whole code.
    pub(crate) fn whole_code(&self) -> Location {
        let end = self.code_start + 4 * self.code.len() as u64;
        Location::new(self.code_start, end, "code").input(self.input)
    }

    /// Source file and line of a word.
    pub(crate) fn line(&self, word: usize) -> Option<(Cow<'u, str>, u32)> {
        let (lines, symbols) = self.lines?;
        let line = lines.get(word)?;
        let file = symbols.name(line.file)?;
        Some((String::from_utf8_lossy(file), line.line))
    }

    /// Adds the source line of a word to a finding.
    pub(crate) fn with_line(&self, finding: Diagnostic, word: usize) -> Diagnostic {
        match self.line(word) {
            Some((file, line)) => finding.note(format!("the instruction comes from {file}:{line}")),
            None => finding,
        }
    }
}

fn pairs(descriptors: &Records<'_, glassbox_shbin::raw::Descriptor>) -> Vec<[u32; 2]> {
    let pairs = descriptors.iter();
    pairs.map(|entry| [entry.operands.0, entry.second.0]).collect()
}

/// The four geometry bytes of an executable, from an object's geometry word (an inference); all
/// ones means none.
fn geometry(stage: Stage, word: u32) -> Geometry {
    if stage != Stage::GEOMETRY || word == NONE {
        return Geometry::default();
    }
    let [mode, fixed_start, full_vertices, fixed_vertices] = word.to_le_bytes();
    Geometry { mode: GeometryMode(mode), fixed_start, full_vertices, fixed_vertices }
}

/// DST of a control-flow instruction.
pub(crate) fn target(word: u32) -> Option<u32> {
    let info = Opcode::of(word).info();
    let targeted = matches!(info.flow, Flow::Call | Flow::If | Flow::Loop | Flow::Jump);
    targeted.then(|| info.format.get(word, Field::Target))
}

/// Describes how a branch leaves a program of `words` words.
fn leaves(word: u32, target: u32, words: usize, is_last: bool) -> Option<String> {
    let info = Opcode::of(word).info();
    let end = match info.flow {
        Flow::Call | Flow::If => target + info.format.get(word, Field::Count),
        Flow::Jump if is_last => target,
        _ => target + 1,
    };
    let name = info.mnemonic;
    (end as usize > words || (info.flow == Flow::Call && target as usize >= words)).then(|| match info.flow {
        Flow::Call | Flow::If => format!("`{name}` of the words {target} to {end}"),
        _ => format!("`{name}` to word {target}"),
    })
}
