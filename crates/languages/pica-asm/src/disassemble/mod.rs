//! Disassembles SHBIN and DVOJ files to source.
//!
//! There are three styles. [`Style::Source`] is for people: names from the symbol table, only significant
//! components, and extension directives only where the language has no other way. [`Style::Picasso`]
//! restricts itself to picasso's language and spells out every component, so that `picasso -n` shares
//! descriptors in the same order and reproduces code and descriptors. [`Style::Exact`] writes every table and
//! header field verbatim; assembling it yields an equal [model](glassbox_shbin::model), whichever tool made
//! the file.
//!
//! | file | holds |
//! | --- | --- |
//! | `program.rs`, `plan.rs` | input; division into files, procedures, blocks and labels |
//! | `instruction.rs`, `body.rs` | one instruction; the code of a file |
//! | `declare.rs`, `registers.rs`, `name.rs`, `number.rs` | declarations and names |
//! | `exact.rs` | tables and headers verbatim |

pub(crate) mod body;
pub(crate) mod declare;
mod exact;
pub(crate) mod instruction;
pub(crate) mod name;
mod number;
pub(crate) mod plan;
pub(crate) mod program;
pub(crate) mod registers;

use std::fmt::Write as _;

use glassbox_pica::structure::Sizes;
use glassbox_shbin::model::Shbin;
use glassbox_shbin::raw::Stage;

use body::Manner;
use declare::{Allocated, declare};
use instruction::Letters;
use plan::Plan;
use program::Program;
use registers::{Named, Numbered};

/// Most problems kept.
const MAX_PROBLEMS: usize = 256;

/// Style of the source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// For reading and editing.
    Source,
    /// For picasso: reproduces code and descriptors, as far as picasso can express them.
    Picasso,
    /// Reproduces the file, including unused bits.
    Exact,
}

/// A source file of a disassembly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// Name, after its executable.
    pub name: String,
    /// Source text.
    pub text: String,
}

/// Something the style cannot express.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Index of the code word concerned, if any.
    pub word: Option<usize>,
    /// One sentence: lower case, no full stop.
    pub message: String,
}

/// A disassembled file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disassembly {
    /// Style used.
    pub style: Style,
    /// Source files in the order required by the assembler. Files with several executables yield several,
    /// except in [`Style::Exact`].
    pub files: Vec<SourceFile>,
    /// Omissions from the text, also noted there in comments.
    pub problems: Vec<Finding>,
}

impl Disassembly {
    /// Everything in one text. If there are several source files, each starts with a line `.file "name"`,
    /// which the assembler understands; for picasso, which needs separate files, it is a comment.
    #[must_use]
    pub fn text(&self) -> String {
        if let [only] = self.files.as_slice() {
            return only.text.clone();
        }
        let mut text = String::new();
        for file in &self.files {
            if !text.is_empty() {
                text.push('\n');
            }
            let begin = match self.style {
                Style::Picasso => "; file",
                Style::Source | Style::Exact => ".file",
            };
            let _ = write!(text, "{begin} \"{}\"\n{}", file.name, file.text.trim_start_matches('\n'));
        }
        text
    }
}

/// A bounded list of problems.
#[derive(Default)]
pub(crate) struct Problems {
    items: Vec<Finding>,
}

impl Problems {
    pub(crate) fn push(&mut self, problem: Finding) {
        if self.items.len() < MAX_PROBLEMS {
            self.items.push(problem);
        }
    }
}

/// Disassembles a file. Time and memory are linear in its size.
#[must_use]
pub fn disassemble(model: &Shbin<'_>, style: Style) -> Disassembly {
    let program = Program::new(model);
    let mut problems = Problems::default();
    let files = match style {
        Style::Source => source(&program, &mut problems),
        Style::Picasso => picasso(&program, &mut problems),
        Style::Exact => exact::files(model, &program, &mut problems),
    };
    Disassembly { style, files, problems: problems.items }
}

fn source(program: &Program<'_>, problems: &mut Problems) -> Vec<SourceFile> {
    let plan = Plan::new(program, Sizes::Machine, true);
    let (files, names_descriptors) = source_files(program, &plan, false, problems);
    if !names_descriptors {
        return files;
    }
    // Words written as numbers require the original descriptor table, and so does anything that shares it.
    let (mut files, _) = source_files(program, &plan, true, &mut Problems::default());
    if let Some(first) = files.first_mut() {
        let rows = program.descriptors.iter().enumerate();
        let rows = rows.map(|(at, bits)| format!(".descriptor {at}, {bits:#010x}\n"));
        first.text.insert_str(0, &rows.collect::<String>());
    }
    files
}

/// The source files; true if a word written as a number refers to a descriptor. With `pins`, every
/// instruction states its descriptor.
fn source_files(
    program: &Program<'_>,
    plan: &Plan,
    pins: bool,
    problems: &mut Problems,
) -> (Vec<SourceFile>, bool) {
    let mut names_descriptors = false;
    let mut shared = Allocated::new(&program.units);
    let mut files = Vec::new();
    for part in &plan.parts {
        let unit = part.unit.and_then(|unit| program.units.get(unit));
        let entry = part.unit.and_then(|unit| plan.entries.get(unit)?.as_deref());
        let declared = unit.map(|unit| declare(unit, entry, &mut shared, problems));
        let declared = declared.unwrap_or_default();
        let registers = Named {
            declared: &declared,
            numbered: Numbered::new(unit.is_some_and(|unit| unit.stage == Stage::GEOMETRY)),
        };
        let manner = Manner { letters: Letters::Used, pins, raw_words: true, registers: &registers };
        let body = body::write(program, plan, part, &manner, problems);
        names_descriptors |= body.names_descriptors;
        let mut text = String::new();
        if body.would_pad {
            text.push_str(".nonop\n");
        }
        if unit.is_none() {
            text.push_str(".nodvle\n");
        }
        for line in declared.lines.iter().chain(&registers.numbered.aliases()) {
            text.push_str(line);
            text.push('\n');
        }
        body::append(&mut text, &body.text);
        files.push(SourceFile { name: file_name(program, part.unit), text });
    }
    (files, names_descriptors)
}

fn picasso(program: &Program<'_>, problems: &mut Problems) -> Vec<SourceFile> {
    let plan = Plan::new(program, Sizes::Written, true);
    let mut shared = Allocated::new(&program.units);
    let mut files = Vec::new();
    for part in &plan.parts {
        let unit = part.unit.and_then(|unit| program.units.get(unit));
        let entry = part.unit.and_then(|unit| plan.entries.get(unit)?.as_deref());
        let declared = unit.map(|unit| declare(unit, entry, &mut shared, problems));
        let registers = Numbered::new(unit.is_none_or(|unit| unit.stage == Stage::GEOMETRY));
        let manner = Manner { letters: Letters::All, pins: false, raw_words: false, registers: &registers };
        let body = body::write(program, &plan, part, &manner, problems);
        let mut text = "; for picasso -n\n".to_owned();
        match &declared {
            Some(declared) => {
                for line in &declared.lines {
                    text.push_str(line);
                    text.push('\n');
                }
            }
            // Code shared by several executables may be of either stage; this one holds more words.
            None => text.push_str(".gsh\n.nodvle\n"),
        }
        for line in registers.aliases() {
            text.push_str(&line);
            text.push('\n');
        }
        body::append(&mut text, &body.text);
        files.push(SourceFile { name: file_name(program, part.unit), text });
    }
    files
}

fn file_name(program: &Program<'_>, unit: Option<usize>) -> String {
    match unit {
        None if program.units.is_empty() => "code.v.pica".to_owned(),
        None => "shared.v.pica".to_owned(),
        Some(unit) => {
            let is_geometry = program.units.get(unit).is_some_and(|unit| unit.stage == Stage::GEOMETRY);
            format!("dvle{unit}.{}.pica", if is_geometry { 'g' } else { 'v' })
        }
    }
}
