//! Runs the checks of `glassbox-pica` on the code and maps their findings from words to bytes.
//!
//! An entry is checked once for each combination of stage and tables. All entries of a file share one budget;
//! skipped work is reported. An object is checked from its single entry.

mod owner;

use std::collections::HashSet;

use glassbox_core::diagnostic::{Location, Rule, Severity};
use glassbox_core::record::Records;
use glassbox_pica::Opcode;
use glassbox_pica::check::{
    Entry, Finding, FindingKind, OutputMapping, Severity as CodeSeverity, Stage as CodeStage, check_entry,
    check_program,
};
use glassbox_pica::flow::{Budget, WordSet};
use glassbox_pica::format::Field;

use self::owner::Owner;
use super::Check;
use crate::bare;
use crate::model::{Binary, Object, Tables};
use crate::raw::{self, ConstantKind, Descriptor, NONE, ObjectHeader, PICASSO_VERSION, Stage};
use crate::register::Class;
use crate::rules;

/// Number of instructions exceeding a count from which the count is suspected.
const MANY: usize = 3;

/// Total budget of all entries, as a multiple of one entry's.
const BUDGETS: u64 = 1;

impl Check<'_, '_> {
    /// Checks every entry point, then the code outside all entries.
    pub(super) fn code(&mut self, binary: &Binary<'_>) {
        let program = &binary.program;
        let Some(head) = self.file.heads.program.map(|placed| placed.head) else {
            return;
        };
        // A truncated program would only yield findings about its missing part.
        let whole = program.code.len() as u64 == u64::from(head.code_words)
            && program.descriptors.len() as u64 == u64::from(head.descriptor_count);
        if !whole || program.code.is_empty() {
            return;
        }
        let code: Vec<u32> = program.code.iter().collect();
        let descriptors = pairs(&program.descriptors);
        let mut budget = Budget::new(BUDGETS.saturating_mul(Budget::for_code(code.len()).left()));
        let mut seen = HashSet::new();
        let mut reported = HashSet::new();
        let mut reachable = WordSet::default();
        for (slot, executable) in self.file.heads.executables.iter().zip(&binary.executables) {
            let head = slot.placed.head;
            let tables = &executable.tables;
            let whole = tables.uniforms.len() == head.uniforms_count as usize
                && tables.constants.len() == head.constants_count as usize;
            let facts = Facts::of(executable.stage, tables, whole).map(|facts| Facts {
                main: executable.main as usize,
                output_mask: executable.output_mask,
                input_mask: executable.input_mask,
                ..facts
            });
            let Some(facts) = facts.filter(|facts| facts.main < code.len()) else {
                continue;
            };
            let owner = Owner::Executable(*slot);
            if !seen.insert(facts.clone()) {
                continue;
            }
            let report = check_entry(&facts.entry(&code, &descriptors), &mut budget);
            reachable.extend(&report.flow.reachable);
            for finding in &report.findings {
                // Several entries run the same words; report a finding with the first of them.
                if reported.insert((finding.kind, finding.word, finding.severity)) {
                    self.finding(finding, Some(&owner), program.code.start());
                }
            }
            if report.suppressed != 0 || report.truncated {
                self.incomplete(&owner, report.suppressed, report.truncated);
            }
            if self.found.is_full() || budget.left() == 0 {
                break;
            }
        }
        if budget.left() != 0 {
            for finding in check_program(&code, &descriptors, &reachable) {
                match finding.kind {
                    FindingKind::DescriptorReservedBits => self.descriptor(&finding, &program.descriptors),
                    _ => self.finding(&finding, None, program.code.start()),
                }
            }
        }
        self.counts(&code, descriptors.len());
    }

    /// Reports a count exceeded by many instructions: it is more likely to be wrong than all of them.
    fn counts(&mut self, code: &[u32], descriptors: usize) {
        for kind in [FindingKind::DescriptorOutOfRange, FindingKind::TargetOutside] {
            let rule = rule(kind);
            let past = self.found.items().iter().filter(|found| found.rule == rule);
            let (past, limit) = (past.count(), owner::limit(self.file, kind));
            let Some(limit) = limit.filter(|_| past >= MANY) else {
                continue;
            };
            let (message, help) = match kind {
                FindingKind::TargetOutside => (
                    format!(
                        "found {} words of code, but {past} instructions refer to words past them",
                        code.len()
                    ),
                    "state how many words the code has".to_owned(),
                ),
                _ => {
                    let most = code.iter().filter_map(|&word| descriptor_of(word)).max();
                    let wanted = most.unwrap_or(0) + 1;
                    (
                        format!(
                            "found {descriptors} operand descriptors, expected {wanted}: {past} instructions name others"
                        ),
                        format!("state {wanted}, if the table has as many entries"),
                    )
                }
            };
            self.report(rule, limit, message).help(help).affects_rule(rule, "code");
        }
    }

    /// Checks bare code from its entry word. Its tables are unknown.
    pub(super) fn bare_code(&mut self, binary: &Binary<'_>, entry: u32) {
        let program = &binary.program;
        let code: Vec<u32> = program.code.iter().collect();
        if code.len() as u64 > raw::CODE_WORDS {
            let at = self.file.window.base + 4 * raw::CODE_WORDS;
            let location = Location::new(at, at + 4, format!("code[{}]", raw::CODE_WORDS));
            let message = format!("found {} code words, expected at most {}", code.len(), raw::CODE_WORDS);
            self.report(&rules::CODE_SIZE, location, message)
                .help("cut the code where the program ends; a unit has no more words");
        }
        if entry as usize >= code.len() {
            let end = self.file.window.base + self.file.size();
            let message = format!("found entry {entry}, expected a word of the {} of the code", code.len());
            self.report(&rules::MAIN_RANGE, Location::new(end, end, "code"), message)
                .help("count words of 4 bytes from 0 with --entry");
            return;
        }
        let descriptors = pairs(&program.descriptors);
        let Some(executable) = binary.executables.first() else {
            return;
        };
        let owner = Owner::Bare(entry);
        let mut budget = Budget::for_code(code.len());
        let report = check_entry(&bare::entry(&code, &descriptors, executable), &mut budget);
        for finding in &report.findings {
            self.finding(finding, Some(&owner), program.code.start());
        }
        if report.suppressed != 0 || report.truncated {
            self.incomplete(&owner, report.suppressed, report.truncated);
        }
    }

    /// Checks the entry of an object, then the remaining code.
    pub(super) fn object_code(&mut self, object: &Object<'_>) {
        let Some(head) = self.file.heads.object else {
            return;
        };
        let whole = object.code.len() as u64 == u64::from(head.code_words)
            && object.descriptors.len() as u64 == u64::from(head.descriptor_count);
        if !whole || object.code.is_empty() {
            return;
        }
        let code: Vec<u32> = object.code.iter().collect();
        let descriptors = pairs(&object.descriptors);
        let mut budget = Budget::for_code(code.len());
        let mut reachable = WordSet::default();
        let mut is_library = false;
        if let Some(facts) = Facts::of_object(object, &head).filter(|facts| facts.main < code.len()) {
            let owner = Owner::Object(head);
            let report = check_entry(&facts.entry(&code, &descriptors), &mut budget);
            reachable.extend(&report.flow.reachable);
            let has_imports =
                object.references.as_ref().is_some_and(|references| !references.imports.is_empty());
            for finding in &report.findings {
                let needs_all =
                    matches!(finding.kind, FindingKind::MissingEmit | FindingKind::EmitBeforeSetEmit);
                if !(needs_all && has_imports) {
                    self.finding(finding, Some(&owner), object.code.start());
                }
            }
            if report.suppressed != 0 || report.truncated {
                self.incomplete(&owner, report.suppressed, report.truncated);
            }
        } else {
            is_library = true;
        }
        if budget.left() != 0 {
            for finding in check_program(&code, &descriptors, &reachable) {
                match finding.kind {
                    FindingKind::DescriptorReservedBits => self.descriptor(&finding, &object.descriptors),
                    // Other objects may call into it.
                    _ if is_library => {}
                    _ => self.finding(&finding, None, object.code.start()),
                }
            }
        }
        self.counts(&code, descriptors.len());
    }

    /// Reports a finding about a word.
    fn finding(&mut self, finding: &Finding, owner: Option<&Owner>, start: u64) {
        let word = |index: usize| {
            let at = start + 4 * index as u64;
            Location::new(at, at + 4, format!("code[{index}]"))
        };
        let rule = rule(finding.kind);
        let mut diagnostic = self.found.report(rule, word(finding.word), finding.message.clone());
        diagnostic.severity(severity(finding.severity)).help(help(rule));
        if finding.kind == FindingKind::InputNotInMask
            && owner.is_some_and(|owner| owner.version() == PICASSO_VERSION)
        {
            diagnostic.severity(Severity::Info).note(
                "picasso's mask holds declared inputs only, not those that the source names by register",
            );
        }
        for (index, remark) in &finding.related {
            diagnostic.label(word(*index), remark.clone());
        }
        if let Some(owner) = owner {
            let label = owner.fact(self.file, finding.kind);
            diagnostic.label(label, owner.words());
        }
        if let Some(limit) = owner::limit(self.file, finding.kind) {
            diagnostic.label(limit, "the limit is here");
        }
        if let Some(bits) = &finding.bits {
            diagnostic.note(format!("bits {} to {} of the word", bits.start, bits.end - 1));
        }
    }

    /// Reports a finding about a descriptor table entry.
    fn descriptor(&mut self, finding: &Finding, descriptors: &Records<'_, Descriptor>) {
        let field = if finding.bits.is_some() { Descriptor::operands } else { Descriptor::second };
        let location = descriptors.location("descriptors", finding.word, field);
        self.report(rule(finding.kind), location, finding.message.clone())
            .severity(severity(finding.severity));
    }

    /// Reports an entry that could not be checked completely.
    fn incomplete(&mut self, owner: &Owner, suppressed: usize, truncated: bool) {
        let location = owner.entry(self.file);
        let message = if truncated {
            "found more paths through the code than the limit allows, left some unchecked".to_owned()
        } else {
            format!("found {suppressed} more findings of kinds that are already listed")
        };
        let severity = if truncated { Severity::Warning } else { Severity::Info };
        self.report(&rules::LIMIT, location, message).severity(severity);
    }
}

/// Both words of each descriptor.
fn pairs(descriptors: &Records<'_, Descriptor>) -> Vec<[u32; 2]> {
    let entries = descriptors.iter();
    entries.map(|entry| [entry.operands.0, entry.second.0]).collect()
}

/// Descriptor used by an instruction, if any.
fn descriptor_of(word: u32) -> Option<u32> {
    let format = Opcode::of(word).info().format;
    format.position(Field::Descriptor).map(|_| format.get(word, Field::Descriptor))
}

/// Inputs to the checks of an entry.
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
    /// Facts from stage and tables; `None` for an unknown stage, whose rules are unknown too. Incomplete
    /// tables may name any register.
    fn of(stage: Stage, tables: &Tables<'_>, whole: bool) -> Option<Facts> {
        if !matches!(stage, Stage::VERTEX | Stage::GEOMETRY) {
            return None;
        }
        let (declared_inputs, known_integers) = declared(tables);
        let mut outputs: Vec<OutputMapping> = tables
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
            main: 0,
            stage,
            output_mask: 0,
            input_mask: 0,
            declared_inputs,
            known_integers: if whole { known_integers } else { u8::MAX },
            outputs,
        })
    }

    /// Entry of an object: its first instruction, unless overridden by a reference section. `None` if the
    /// object has no entry itself.
    fn of_object(object: &Object<'_>, head: &ObjectHeader) -> Option<Facts> {
        let tables = &object.tables;
        let whole = tables.uniforms.len() == head.uniforms_count as usize
            && tables.constants.len() == head.constants_count as usize;
        let facts = Facts::of(object.stage, tables, whole)?;
        let Some(references) = &object.references else {
            return Some(Facts { output_mask: object.output_mask, input_mask: object.input_mask, ..facts });
        };
        if !references.has_executable() || references.entry_start == NONE {
            return None;
        }
        let main = references.entry_start as usize;
        // External procedures may read inputs, write outputs and emit vertices.
        Some(if references.imports.is_empty() {
            Facts { main, output_mask: object.output_mask, input_mask: object.input_mask, ..facts }
        } else {
            Facts { main, outputs: Vec::new(), ..facts }
        })
    }

    fn entry<'e>(&'e self, code: &'e [u32], descriptors: &'e [[u32; 2]]) -> Entry<'e> {
        let stage = if self.stage == Stage::GEOMETRY { CodeStage::Geometry } else { CodeStage::Vertex };
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

/// Input registers named in the uniform table, and integer registers set by constants or uniforms.
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
    for constant in tables.constants.iter().filter(|constant| constant.kind == ConstantKind::INT) {
        integers |= 1u8.checked_shl(u32::from(constant.register)).unwrap_or(0);
    }
    (inputs, integers)
}

/// Formats a rule's fix as a help text: lower case, no full stop.
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

/// Rule of a kind of finding.
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
    number.and_then(|number| CODE.get(number).copied()).unwrap_or(&rules::INPUT_MASK)
}
