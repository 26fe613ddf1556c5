#![doc = include_str!("../README.md")]
//!
//! [`link()`] joins code, operand descriptors, source files and executables. [`split()`] gives each executable a file of its own.
//! [`object_from_assembly`] makes an object from what an assembler knows.
//!
//! What linking means is not published for objects of the console maker; `docs/dvoj.md` says which parts of it are published,
//! which follow from the layout of the files, and which are ours.
//!
//! Registers of uniforms and constants are given out when a source is assembled and do not move. Sources that are to be linked declare
//! the uniforms that they share first and in the same order; what does not fit together is reported with both places.

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

use glassbox_core::diagnostic::{Diagnostic, Location, Severity};
use glassbox_core::error::ErrorList;
use glassbox_core::record::{Records, Values};
use glassbox_pica::flow::Budget;
use glassbox_shbin::model::{Binary, Program};
use glassbox_shbin::raw::{Descriptor, Hex32, Operands};

pub use self::input::Input;
pub use self::object::{ObjectParts, object_from_assembly};
pub use self::split::{SplitPart, part_object, split};

use self::unit::Unit;

/// What may be asked of the linker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Executables need not agree on the registers of the uniforms that they name.
    pub independent: bool,
}

/// A linked file.
#[derive(Clone, Debug)]
pub struct Linked {
    /// What the file means.
    pub binary: Binary<'static>,
    /// Where each input lies in the code, in the order of the inputs.
    pub places: Vec<Place>,
    /// Where each code word comes from.
    pub lines: Vec<WordLine>,
    /// Names of source files that `lines` refers to.
    pub files: Vec<String>,
    /// Warnings.
    pub findings: Vec<Diagnostic>,
}

/// Where an input lies in the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// First word.
    pub start: u32,
    /// Number of words.
    pub words: u32,
}

/// Where a code word comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordLine {
    /// Number of the input.
    pub input: u32,
    /// Word index in the input.
    pub word: u32,
    /// Source file, an index of [`Linked::files`], and line; `None` when the input does not say.
    pub line: Option<(u32, u32)>,
}

/// Joins inputs to one file. `Err` holds everything that is in the way, and the warnings.
///
/// Code lies in the order of the inputs, and so do the executables: one for each object with an entry, and those of linked files.
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
        found.push(
            Diagnostic::new(&rules::NO_EXECUTABLE, Location::default(), message)
                .help("give the object of a source without `.nodvle`"),
        );
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
    let places = units.iter().zip(&joined.bases).map(|(unit, &start)| Place {
        start,
        words: unit.code.len() as u32,
    });
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
                    Descriptor {
                        operands: Operands(operands),
                        second: Hex32(second),
                    }
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
            lines.push(WordLine {
                input: unit.input,
                word: word as u32,
                line,
            });
        }
    }
    (lines, files)
}

/// The names of all source files, each once: those of linked files, then those of the lines.
fn file_names(units: &[Unit<'_>], files: &[String]) -> Vec<u8> {
    let mut seen: HashSet<&[u8]> = HashSet::new();
    let mut bytes = Vec::new();
    let held = units
        .iter()
        .flat_map(|unit| unit.file_names.split(|&byte| byte == 0));
    for name in held.chain(files.iter().map(String::as_bytes)) {
        if !name.is_empty() && seen.insert(name) {
            bytes.extend_from_slice(name);
            bytes.push(0);
        }
    }
    bytes
}
