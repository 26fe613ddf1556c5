#![doc = include_str!("../README.md")]
//!
//! [`link()`] joins code, operand descriptors, source files and executables. [`split()`] writes
//! each executable to a file of its own. [`object_from_assembly`] builds an object from assembler
//! output.
//!
//! The console maker has not published how its objects are linked; `docs/dvoj.md` lists which parts
//! are published, which follow from the file layout, and which are our own.
//!
//! Uniform and constant registers are assigned during assembly and do not move. Sources to be
//! linked declare their shared uniforms first and in the same order; conflicts are reported with
//! both locations.

mod agree;
mod code;
mod executable;
mod input;
mod object;
mod registers;
pub mod rules;
mod split;
mod unit;

use std::borrow::Cow;
use std::collections::HashSet;

use glassbox_core::diagnostic::{Diagnostic, Location, Reporter, Severity};
use glassbox_core::error::ErrorList;
use glassbox_core::record::{Records, Values};
use glassbox_pica::flow::Budget;
use glassbox_shbin::model::{Binary, Program};
use glassbox_shbin::raw::{Descriptor, Hex32, Operands};

pub use self::input::Input;
pub use self::object::{ObjectParts, object_from_assembly};
pub use self::split::{SplitPart, part_object, split};

use self::unit::Unit;

/// Linker options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Allow executables to disagree on the registers of the uniforms they name.
    pub independent: bool,
}

/// Result of linking.
#[derive(Clone, Debug)]
pub struct Linked {
    /// Decoded contents.
    pub binary: Binary<'static>,
    /// Code range of each input, in input order.
    pub places: Vec<Place>,
    /// Origin of each code word.
    pub lines: Vec<WordLine>,
    /// Source file names, indexed by `lines`.
    pub files: Vec<String>,
    /// Warnings.
    pub findings: Vec<Diagnostic>,
}

/// Code range of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// First word.
    pub start: u32,
    /// Number of words.
    pub words: u32,
}

/// Origin of a code word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordLine {
    /// Input number.
    pub input: u32,
    /// Word index within the input.
    pub word: u32,
    /// Source file (index into [`Linked::files`]) and line; `None` if the input has no line
    /// information.
    pub line: Option<(u32, u32)>,
}

/// Joins inputs to one file. `Err` holds all errors and warnings.
///
/// Code follows input order, and so do the executables: one for each object with an entry, plus
/// those of linked files.
pub fn link(inputs: &[Input<'_>], options: &Options) -> Result<Linked, ErrorList<Diagnostic>> {
    let mut found = Vec::new();
    let units: Vec<Unit<'_>> = inputs
        .iter()
        .enumerate()
        .filter_map(|(number, input)| Unit::new(number, number + 1 == inputs.len(), input, &mut found))
        .collect();
    if units.len() != inputs.len() {
        return Err(found.into());
    }
    if units.iter().all(|unit| unit.entries.is_empty()) {
        let message = "found no entry procedure in the inputs, expected one at least";
        found
            .report(&rules::NO_EXECUTABLE, Location::default(), message)
            .help("supply the object of a source without `.nodvle`");
    }
    let names = code::Names::new(&units, &mut found);
    let Some(bases) = code::bases(&units, &mut found) else {
        return Err(found.into());
    };
    let joined = code::join(&units, &names, bases, &mut found);
    let mut budget = Budget::for_code(joined.words.len());
    let mut executables = Vec::new();
    for (number, unit) in units.iter().enumerate() {
        for entry in &unit.entries {
            executables.extend(executable::executable(
                &units,
                number,
                entry,
                &names,
                &joined,
                &mut budget,
                &mut found,
            ));
        }
    }
    if !options.independent {
        agree::check(&units, &mut found);
    }
    if found.iter().any(|finding| finding.severity == Severity::Error) {
        return Err(found.into());
    }
    let (lines, files) = lines(&units);
    let versions: HashSet<u32> = units.iter().map(|unit| unit.version).collect();
    let places =
        units.iter().zip(&joined.bases).map(|(unit, &start)| Place { start, words: unit.code.len() as u32 });
    Ok(Linked {
        places: places.collect(),
        binary: Binary {
            program: Program {
                version: match (versions.len(), versions.iter().next()) {
                    (1, Some(&version)) => version,
                    _ => 0,
                },
                code: Values::from_iter(joined.words),
                descriptors: Records::from_iter(joined.descriptors.into_iter().map(|[operands, second]| {
                    Descriptor { operands: Operands(operands), second: Hex32(second) }
                })),
                file_names: Cow::Owned(file_names(&units, &files)),
                lines_count: 0,
            },
            executables,
            missing: Vec::new(),
        },
        lines,
        files,
        findings: found,
    })
}

/// Source file and line of every word.
fn lines(units: &[Unit<'_>]) -> (Vec<WordLine>, Vec<String>) {
    let mut files: Vec<String> = Vec::new();
    let mut places = std::collections::HashMap::new();
    let mut lines = Vec::new();
    for unit in units {
        for word in 0..unit.code.len() {
            let line = unit.line(word).map(|(file, line)| {
                let place = *places.entry(file).or_insert_with_key(|file| {
                    files.push(file.clone().into_owned());
                    files.len() as u32 - 1
                });
                (place, line)
            });
            lines.push(WordLine { input: unit.input, word: word as u32, line });
        }
    }
    (lines, files)
}

/// Names of all source files without duplicates: those of linked files, then those of the lines.
fn file_names(units: &[Unit<'_>], files: &[String]) -> Vec<u8> {
    let mut seen: HashSet<&[u8]> = HashSet::new();
    let mut bytes = Vec::new();
    let held = units.iter().flat_map(|unit| unit.file_names.split(|&byte| byte == 0));
    for name in held.chain(files.iter().map(String::as_bytes)) {
        if !name.is_empty() && seen.insert(name) {
            bytes.extend_from_slice(name);
            bytes.push(0);
        }
    }
    bytes
}
