//! The code, through the checks of `glassbox-pica`: findings at words become findings at bytes.
//!
//! An entry is checked once for each stage and set of tables that it runs with. All entries of a file share one budget; what
//! it does not reach is reported.

use std::collections::HashSet;

use glassbox_core::diagnostic::{Diagnostic, Location, Rule, Severity};
use glassbox_pica::check::{
    Entry, Finding, FindingKind, OutputMapping, Severity as CodeSeverity, Stage as CodeStage, check_entry,
    check_program,
};
use glassbox_pica::flow::{Budget, WordSet};

use super::Check;
use crate::file::Slot;
use crate::model::{Binary, Executable, Tables};
use crate::raw::{ConstantKind, Descriptor, ExecutableHead, PICASSO_VERSION, ProgramHead, Stage};
use crate::register::Class;
use crate::rules;

/// How often the budget of one entry is granted to all of them together.
const BUDGETS: u64 = 1;

impl Check<'_, '_> {
    /// Every entry point, then what belongs to none.
    pub(super) fn code(&mut self, binary: &Binary<'_>) {
        let program = &binary.program;
        let Some(head) = self.file.heads.program.map(|placed| placed.head) else {
            return;
        };
        // Half a program gives findings that are only about the half that is missing.
        let whole = program.code.len() as u64 == u64::from(head.code_words)
            && program.descriptors.len() as u64 == u64::from(head.descriptor_count);
        if !whole || program.code.is_empty() {
            return;
        }
        let code: Vec<u32> = program.code.iter().collect();
        let descriptors: Vec<[u32; 2]> = program
            .descriptors
            .iter()
            .map(|entry| [entry.operands.0, entry.second.0])
            .collect();
        let mut budget = Budget::new(BUDGETS.saturating_mul(Budget::for_code(code.len()).left()));
        let mut seen = HashSet::new();
        let mut reported = HashSet::new();
        let mut reachable = WordSet::default();
        for (slot, executable) in self.file.heads.executables.iter().zip(&binary.executables) {
            let Some(facts) = Facts::of(slot, executable).filter(|facts| facts.main < code.len()) else {
                continue;
            };
            if !seen.insert(facts.clone()) {
                continue;
            }
            let report = check_entry(&facts.entry(&code, &descriptors), &mut budget);
            reachable.extend(&report.flow.reachable);
            for finding in &report.findings {
                // Several entries run the same words; a finding about words is reported with the first of them.
                if reported.insert((finding.kind, finding.word, finding.severity)) {
                    self.finding(finding, Some(slot), program.code.start());
                }
            }
            if report.suppressed != 0 || report.truncated {
                self.incomplete(slot, report.suppressed, report.truncated);
            }
            if self.found.is_full() || budget.left() == 0 {
                break;
            }
        }
        if budget.left() != 0 {
            for finding in check_program(&code, &descriptors, &reachable) {
                match finding.kind {
                    FindingKind::DescriptorReservedBits => self.descriptor(&finding, binary),
                    _ => self.finding(&finding, None, program.code.start()),
                }
            }
        }
    }

    /// A finding about a word.
    fn finding(&mut self, finding: &Finding, slot: Option<&Slot>, start: u64) {
        let word = |index: usize| {
            let at = start + 4 * index as u64;
            Location::new(at, at + 4, format!("code[{index}]"))
        };
        let rule = rule(finding.kind);
        let mut diagnostic = Diagnostic::new(rule, word(finding.word), finding.message.clone())
            .severity(severity(finding.severity))
            .help(help(rule));
        if let Some(slot) = slot
            && finding.kind == FindingKind::InputNotInMask
            && slot.placed.head.version.0 == PICASSO_VERSION
        {
            diagnostic = diagnostic.severity(Severity::Info).note(
                "picasso's mask holds declared inputs only, not those that the source names by register",
            );
        }
        for (index, remark) in &finding.related {
            diagnostic = diagnostic.label(word(*index), remark.clone());
        }
        if let Some(slot) = slot {
            let path = format!("dvle[{}]", slot.index);
            let field = match finding.kind {
                FindingKind::InputNotInMask => ExecutableHead::input_mask,
                FindingKind::EmitInVertex | FindingKind::MissingEmit | FindingKind::EmitBeforeSetEmit => {
                    ExecutableHead::stage
                }
                FindingKind::OutputNotOnEveryPath
                | FindingKind::OutputNeverWritten
                | FindingKind::OutputRewritten => ExecutableHead::outputs_offset,
                _ => ExecutableHead::main,
            };
            let label = self.file.field(&slot.placed, &path, field);
            diagnostic = diagnostic.label(label, "for this executable");
        }
        if matches!(
            finding.kind,
            FindingKind::DescriptorOutOfRange | FindingKind::TargetOutside
        ) && let Some(placed) = &self.file.heads.program
        {
            let field = if finding.kind == FindingKind::TargetOutside {
                ProgramHead::code_words
            } else {
                ProgramHead::descriptor_count
            };
            diagnostic = diagnostic.label(self.file.field(placed, "dvlp", field), "the limit stands here");
        }
        if let Some(bits) = &finding.bits {
            diagnostic = diagnostic.note(format!("bits {} to {} of the word", bits.start, bits.end - 1));
        }
        self.report(diagnostic);
    }

    /// A finding about an entry of the descriptor table.
    fn descriptor(&mut self, finding: &Finding, binary: &Binary<'_>) {
        let field = if finding.bits.is_some() {
            Descriptor::operands
        } else {
            Descriptor::second
        };
        let location = binary
            .program
            .descriptors
            .location("descriptors", finding.word, field);
        self.report(
            Diagnostic::new(rule(finding.kind), location, finding.message.clone())
                .severity(severity(finding.severity)),
        );
    }

    /// An entry that could not be checked to the end.
    fn incomplete(&mut self, slot: &Slot, suppressed: usize, truncated: bool) {
        let path = format!("dvle[{}]", slot.index);
        let location = self.file.field(&slot.placed, &path, ExecutableHead::main);
        let message = if truncated {
            "found more paths through the code than the limit allows, left some unchecked".to_owned()
        } else {
            format!("found {suppressed} findings more of kinds that are listed already")
        };
        let severity = if truncated {
            Severity::Warning
        } else {
            Severity::Info
        };
        self.report(Diagnostic::new(&rules::LIMIT, location, message).severity(severity));
    }
}

/// What the checks of an entry depend on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Facts {
    main: usize,
    stage: Stage,
    output_mask: u16,
    input_mask: u16,
    declared_inputs: u16,
    known_integers: u8,
    outputs: Vec<OutputMapping>,
}

impl Facts {
    /// `None` when the stage is unknown: its rules are, too.
    fn of(slot: &Slot, executable: &Executable<'_>) -> Option<Facts> {
        if !matches!(executable.stage, Stage::VERTEX | Stage::GEOMETRY) {
            return None;
        }
        let (declared_inputs, mut known_integers) = declared(&executable.tables);
        let head = slot.placed.head;
        let tables = &executable.tables;
        if tables.uniforms.len() != head.uniforms_count as usize
            || tables.constants.len() != head.constants_count as usize
        {
            // A table that could not be read may name any of them.
            known_integers = u8::MAX;
        }
        let mut outputs: Vec<OutputMapping> = executable
            .tables
            .outputs
            .iter()
            .take(256)
            .map(|output| OutputMapping {
                register: output.register,
                mask: output.mask.0,
                semantic: output.semantic.0,
            })
            .collect();
        outputs.dedup();
        Some(Facts {
            main: executable.main as usize,
            stage: executable.stage,
            output_mask: executable.output_mask,
            input_mask: executable.input_mask,
            declared_inputs,
            known_integers,
            outputs,
        })
    }

    fn entry<'e>(&'e self, code: &'e [u32], descriptors: &'e [[u32; 2]]) -> Entry<'e> {
        let stage = if self.stage == Stage::GEOMETRY {
            CodeStage::Geometry
        } else {
            CodeStage::Vertex
        };
        Entry {
            outputs: &self.outputs,
            output_mask: self.output_mask,
            input_mask: self.input_mask,
            declared_inputs: self.declared_inputs,
            known_integers: self.known_integers,
            ..Entry::new(code, descriptors, self.main, stage)
        }
    }
}

/// Input registers that the uniform table names, and integer registers that constants or uniforms set.
fn declared(tables: &Tables<'_>) -> (u16, u8) {
    let (mut inputs, mut integers) = (0u16, 0u8);
    for uniform in tables.uniforms.iter() {
        let (Some((class, first)), Some((last_class, last))) = (uniform.first.split(), uniform.last.split())
        else {
            continue;
        };
        for index in first..=last {
            match class {
                _ if class != last_class => break,
                Class::Input => inputs |= 1 << index,
                Class::Int => integers |= 1 << index,
                _ => break,
            }
        }
    }
    for constant in tables
        .constants
        .iter()
        .filter(|constant| constant.kind == ConstantKind::INT)
    {
        integers |= 1u8.checked_shl(u32::from(constant.register)).unwrap_or(0);
    }
    (inputs, integers)
}

/// The cure of a rule in the form of a help: lower case, no full stop.
fn help(rule: &Rule) -> String {
    let cure = rule.cure.trim_end_matches('.');
    let mut letters = cure.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

fn severity(severity: CodeSeverity) -> Severity {
    match severity {
        CodeSeverity::Info => Severity::Info,
        CodeSeverity::Warning => Severity::Warning,
        CodeSeverity::Error => Severity::Error,
    }
}

/// The rule of a kind of finding.
fn rule(kind: FindingKind) -> &'static Rule {
    const CODE: [&Rule; 20] = [
        &rules::CODE_OPCODE,
        &rules::CODE_DESCRIPTOR,
        &rules::CODE_TARGET,
        &rules::CODE_BACKWARDS,
        &rules::CODE_DEPTH,
        &rules::CODE_FALL,
        &rules::CODE_MOVA,
        &rules::CODE_INPUTS,
        &rules::CODE_COMPARE,
        &rules::CODE_LOOP_REGISTER,
        &rules::CODE_BREAK,
        &rules::CODE_EMIT,
        &rules::CODE_COUNT,
        &rules::CODE_BLOCK_END,
        &rules::CODE_OUTPUT,
        &rules::CODE_RESERVED,
        &rules::CODE_INDEX,
        &rules::CODE_MASK,
        &rules::CODE_JUMP,
        &rules::CODE_LOOP_COUNT,
    ];
    let number = kind.code().and_then(|code| usize::from(code).checked_sub(1));
    number
        .and_then(|number| CODE.get(number).copied())
        .unwrap_or(&rules::INPUT_MASK)
}
