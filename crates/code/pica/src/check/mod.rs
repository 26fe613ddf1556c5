//! Checks the code of one entry point and returns findings as plain data.
//!
//! [`check_entry`] checks what is reachable from an entry, [`check_program`] what belongs to no entry. Both
//! return [`Finding`]s, which containers map to rule ids and byte ranges.
//!
//! Facts: SHBIN container brief, section 9 ("Code" and DVLE-14); PICA200 instruction set notes, sections 6
//! and 8.

mod finding;
mod flow_rules;
mod jumps;
mod outputs;
mod words;

use finding::Findings;
pub use finding::{Finding, FindingKind, MAX_PER_KIND, Severity};

use crate::flow::{Budget, FlowGraph, WordSet};
use crate::opcode::Opcode;

/// Shader stage of an entry point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Vertex shader.
    Vertex,
    /// Geometry shader.
    Geometry,
}

/// An entry of the output table: maps components of an output register to a semantic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OutputMapping {
    /// Register number; entries above 15 are ignored.
    pub register: u16,
    /// Component mask, bit 0 for x up to bit 3 for w, as in the table.
    pub mask: u16,
    /// Semantic number, as in the table.
    pub semantic: u16,
}

impl OutputMapping {
    /// Mapped components that the rasterizer consumes, bit 0 for x: tables often map all four components of a
    /// register whose semantic uses only the first few. `None` if the semantic is not the rasterizer's.
    #[must_use]
    pub fn taken(&self) -> Option<u8> {
        let used = match self.semantic {
            0..=2 => 4,
            3 | 5 | 6 => 2,
            4 => 1,
            8 => 3,
            _ => return None,
        };
        let mapped = (0..4).map(|component| 1u16 << component);
        let taken = mapped.filter(|bit| self.mask & bit != 0).take(used);
        Some(taken.fold(0, |taken, bit| taken | bit as u8))
    }
}

/// Input of [`check_entry`].
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The code words of the program.
    pub code: &'a [u32],
    /// Both words of every descriptor table entry.
    pub descriptors: &'a [[u32; 2]],
    /// Word index of the entry point.
    pub main: usize,
    /// Vertex or geometry.
    pub stage: Stage,
    /// Output table.
    pub outputs: &'a [OutputMapping],
    /// Mask of enabled output registers; 0 means unknown.
    pub output_mask: u16,
    /// Mask of input registers in use; 0 means unknown.
    pub input_mask: u16,
    /// Input registers named in the uniform table.
    pub declared_inputs: u16,
    /// Integer registers that are constant or in the uniform table, bit 0 for `i0`.
    pub known_integers: u8,
}

impl<'a> Entry<'a> {
    /// An entry without tables: no outputs, unknown masks.
    #[must_use]
    pub const fn new(code: &'a [u32], descriptors: &'a [[u32; 2]], main: usize, stage: Stage) -> Entry<'a> {
        Entry {
            code,
            descriptors,
            main,
            stage,
            outputs: &[],
            output_mask: 0,
            input_mask: 0,
            declared_inputs: 0,
            known_integers: 0,
        }
    }
}

/// Result of [`check_entry`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Findings by word, then by rule.
    pub findings: Vec<Finding>,
    /// Number of findings beyond [`MAX_PER_KIND`] of each kind.
    pub suppressed: usize,
    /// Control flow of the entry.
    pub flow: FlowGraph,
    /// Input registers read by reachable code, bit 0 for `v0`.
    pub inputs_read: u16,
    /// True if the budget was spent; findings may be missing.
    pub truncated: bool,
}

/// Checks all code reachable from an entry point.
#[must_use]
pub fn check_entry(entry: &Entry<'_>, budget: &mut Budget) -> Report {
    let flow = FlowGraph::new(entry.code, entry.main, budget);
    let mut findings = Findings::default();
    let mut complete = !flow.truncated;
    complete &= flow_rules::check(entry, &flow, budget, &mut findings);
    let inputs_read = words::check(entry, &flow, &mut findings);
    complete &= jumps::check(&flow, budget, &mut findings);
    if complete {
        complete &= outputs::check(entry, &flow, budget, &mut findings);
    }
    let (findings, suppressed) = findings.finish();
    Report { findings, suppressed, flow, inputs_read, truncated: !complete }
}

/// Checks what belongs to no entry: the descriptor table and unreachable words.
///
/// `reachable` is the union over the entries. Findings about descriptors hold a descriptor index in place of
/// the word index ([`FindingKind::DescriptorReservedBits`]).
#[must_use]
pub fn check_program(code: &[u32], descriptors: &[[u32; 2]], reachable: &WordSet) -> Vec<Finding> {
    let mut findings = Findings::default();
    for (at, &[word, second]) in descriptors.iter().enumerate() {
        if word >> 31 != 0 {
            let message = format!("bit 31 of descriptor {at} is set, but has no meaning");
            findings.add(FindingKind::DescriptorReservedBits, at, message, Some(31..32));
        } else if second != 0 {
            let message = format!("second word of descriptor {at} is {second:#x}, expected 0");
            findings.add(FindingKind::DescriptorReservedBits, at, message, None);
        }
    }
    for (at, &word) in code.iter().enumerate() {
        let opcode = Opcode::of(word);
        if !opcode.is_known() && !reachable.contains(at) {
            let message = format!("unreachable word has the unknown opcode {:#04x}", opcode.slot());
            findings.add(FindingKind::UnreachableUnknownOpcode, at, message, Some(26..32));
        }
    }
    findings.finish().0
}
