//! Checks a module's structure and returns findings as plain data.

use std::ops::Range;

use super::Reflection;
use crate::context::Context;
use crate::disassemble::{Names, Options, each_instruction};
use crate::grammar;
use crate::grammar::{op, value};
use crate::idmap::IdMap;
use crate::ids::{self, Role};
use crate::walk::{Binary, HEADER_BYTES, Stop};

/// Maximum number of findings listed per kind.
const MAX_PER_KIND: usize = 32;

/// Kind of a structural error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FindingKind {
    /// The bytes end inside the header.
    ShortHeader,
    /// The bound is 0, which leaves no valid id.
    ZeroBound,
    /// An instruction has a word count of zero.
    ZeroWordCount,
    /// An instruction extends past the end of the module.
    PastEnd,
    /// One to three bytes follow the last whole word.
    PartialWord,
    /// The grammar has no instruction with this opcode.
    UnknownOpcode,
    /// An instruction's operands do not match the grammar.
    BadOperands,
    /// An id is 0.
    ZeroId,
    /// An id is not smaller than the bound.
    IdPastBound,
    /// An id is defined twice.
    DuplicateId,
    /// The module has neither an entry point nor the `Linkage` capability.
    NoEntryPoint,
    /// The module has no `OpMemoryModel`.
    NoMemoryModel,
    /// An entry point's function is missing.
    NoFunction,
    /// Types are nested deeper than any device accepts.
    DeepType,
}

impl FindingKind {
    /// Every kind.
    pub const ALL: [FindingKind; 14] = [
        FindingKind::ShortHeader,
        FindingKind::ZeroBound,
        FindingKind::ZeroWordCount,
        FindingKind::PastEnd,
        FindingKind::PartialWord,
        FindingKind::UnknownOpcode,
        FindingKind::BadOperands,
        FindingKind::ZeroId,
        FindingKind::IdPastBound,
        FindingKind::DuplicateId,
        FindingKind::NoEntryPoint,
        FindingKind::NoMemoryModel,
        FindingKind::NoFunction,
        FindingKind::DeepType,
    ];

    /// True if the module may be valid but newer than this crate's tables.
    pub fn is_doubt(self) -> bool {
        matches!(self, FindingKind::UnknownOpcode | FindingKind::BadOperands)
    }
}

/// An error in the structure of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Kind of error.
    pub kind: FindingKind,
    /// Byte range in the module.
    pub range: Range<usize>,
    /// One sentence: found and expected.
    pub message: String,
    /// The instruction concerned, disassembled with numeric ids; cut if long.
    pub instruction: Option<String>,
}

struct Findings {
    list: Vec<Finding>,
    counts: [usize; FindingKind::ALL.len()],
}

impl Findings {
    fn add(&mut self, kind: FindingKind, range: Range<usize>, message: impl FnOnce() -> String) {
        let count = &mut self.counts[kind as usize];
        *count += 1;
        if *count <= MAX_PER_KIND {
            self.list.push(Finding { kind, range, message: message(), instruction: None });
        }
    }
}

pub(super) fn check(module: &Binary<'_>, out: &Reflection) -> Vec<Finding> {
    let mut found = Findings { list: Vec::new(), counts: [0; FindingKind::ALL.len()] };
    let length = module.bytes().len();
    let header = 0..length.min(HEADER_BYTES);
    let complete = module.header().words == 5;
    if complete && module.header().bound == 0 {
        found.add(FindingKind::ZeroBound, 12..16, || "the id bound is 0".into());
    }
    let functions = instructions(module, &mut found);
    // A truncated module lacks more than these.
    if complete {
        let linked = out.capabilities.iter().any(|capability| capability.value == value::capability::LINKAGE);
        if out.entry_points.is_empty() && !linked {
            found.add(FindingKind::NoEntryPoint, header.clone(), || "the module has no OpEntryPoint".into());
        }
        if out.memory_model.is_none() {
            found.add(FindingKind::NoMemoryModel, header, || "the module has no OpMemoryModel".into());
        }
    }
    for entry in &out.entry_points {
        if !functions.get(entry.function) {
            let (id, range) = (entry.function, entry.range.clone());
            found.add(FindingKind::NoFunction, range, || {
                format!("entry point %{id} is no function of the module")
            });
        }
    }
    depths(out, &mut found);
    found.list.sort_by_key(|finding| finding.range.start);
    name_instructions(module, &mut found.list);
    found.list
}

/// Adds the disassembled instructions to findings sorted by offset.
fn name_instructions(module: &Binary<'_>, found: &mut [Finding]) {
    const LONGEST: usize = 160;
    if found.iter().all(|finding| finding.range.end <= HEADER_BYTES) {
        return;
    }
    let options = Options { names: Names::Numeric, indent: 0, header: false, offsets: false };
    let mut at = 0;
    each_instruction(module, &options, |instruction, text| {
        let range = instruction.range();
        while let Some(finding) = found.get_mut(at).filter(|finding| finding.range.start < range.end) {
            if finding.range.start >= range.start && finding.range.end <= range.end {
                let line = text.lines().next().unwrap_or_default();
                let mut short: String = line.chars().take(LONGEST).collect();
                if short.len() < text.len() {
                    short.push('…');
                }
                finding.instruction = Some(short);
            }
            at += 1;
        }
    });
}

/// Checks each instruction on its own. Returns the ids of functions.
fn instructions(module: &Binary<'_>, found: &mut Findings) -> IdMap<bool> {
    let limit = module.bytes().len() / 4 + 1;
    let bound = module.header().bound;
    let mut context = Context::new(limit);
    let mut defined: IdMap<bool> = IdMap::new(limit);
    let mut functions: IdMap<bool> = IdMap::new(limit);
    let mut walk = module.walk();
    for instruction in &mut walk {
        let Some(opcode) = grammar::opcode(instruction.opcode) else {
            let number = instruction.opcode;
            found.add(FindingKind::UnknownOpcode, instruction.range(), || format!("unknown opcode {number}"));
            continue;
        };
        let mut typed = false;
        let fits = ids::visit(&instruction, &context, |index, id, role| {
            let start = instruction.offset + 4 + index * 4;
            let range = start..start + 4;
            typed |= role == Role::Type;
            if id == 0 {
                found.add(FindingKind::ZeroId, range, || format!("{} has the id 0", opcode.name));
            } else if id >= bound {
                found.add(FindingKind::IdPastBound, range, || {
                    format!("id {id} is not below the bound {bound}")
                });
            } else if role == Role::Result {
                if defined.get(id) {
                    found
                        .add(FindingKind::DuplicateId, range, || format!("id {id} is defined a second time"));
                }
                defined.set(id, true);
            }
        });
        if !fits {
            let message = || format!("the operands of {} are not what the grammar says", opcode.name);
            found.add(FindingKind::BadOperands, instruction.range(), message);
        }
        if instruction.opcode == op::FUNCTION
            && let Some(id) = instruction.word(1)
        {
            functions.set(id, true);
        }
        context.observe(instruction.opcode, typed, instruction.operands());
    }
    if let Some(rest) = walk.rest() {
        let (kind, message) = match rest.reason {
            Stop::ShortHeader => (FindingKind::ShortHeader, "the file ends inside the header of 20 bytes"),
            Stop::ZeroWordCount => (FindingKind::ZeroWordCount, "the instruction has a word count of 0"),
            Stop::PastEnd => (FindingKind::PastEnd, "the instruction has more words than are left"),
            Stop::PartialWord => (FindingKind::PartialWord, "the file ends inside a word"),
        };
        found.add(kind, rest.range, || message.into());
    }
    functions
}

/// Checks nesting depth. Types only refer to earlier ones, so one pass suffices.
fn depths(out: &Reflection, found: &mut Findings) {
    const DEEPEST: u32 = 255;
    use super::TypeKind::{Array, Matrix, Pointer, RuntimeArray, SampledImage, Struct, Vector};
    let mut depths = vec![0u32; out.types.len()];
    for (index, ty) in out.types.iter().enumerate() {
        let depth = |id: super::TypeId| depths.get(id.0 as usize).copied().unwrap_or(0);
        let inner = match &ty.kind {
            Vector { component: id, .. }
            | Matrix { column: id, .. }
            | Array { element: id, .. }
            | RuntimeArray { element: id, .. }
            | Pointer { target: id, .. }
            | SampledImage { image: id } => depth(*id),
            Struct { members, .. } => members.iter().map(|member| depth(member.ty)).max().unwrap_or(0),
            _ => 0,
        };
        depths[index] = inner + 1;
        if inner == DEEPEST {
            found.add(FindingKind::DeepType, ty.range.clone(), || {
                format!("type %{} is nested deeper than {DEEPEST} types", ty.id)
            });
        }
    }
}
