//! Checks a module against the rules of SPIR-V and of the environment that executes it.
//!
//! [`check()`] reports every broken rule it finds. A finding that only follows from another one, because its
//! instruction uses the result of an instruction with a finding, is left out.

mod declare;
mod options;
pub mod rules;

use std::ops::Range;

use glassbox_core::diagnostic::Rule;

pub use options::{
    CheckOptions, DescriptorLayouts, Environment, Limits, OpenCl, Profile, Relaxation, Relaxations, Vulkan,
};

use crate::disassemble::{Options, each_instruction};
use crate::grammar::{self, enums, op};
use crate::module::{Annotations, At, Id, Module, ReadErrorKind};
use crate::walk::Binary;

/// Findings listed of each rule.
const MAX_PER_RULE: usize = 32;
/// Characters of an instruction in a finding.
const LONGEST_TEXT: usize = 160;

/// A broken rule.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// The instruction; `None` if the finding is about the module, or if it could not be read.
    pub at: Option<At>,
    /// Bytes of the instruction or of its operand.
    pub range: Range<usize>,
    /// Name of the operand in the specification; empty if the finding is about the instruction.
    pub operand: &'static str,
    /// What was found and what was expected.
    pub message: String,
    /// The instruction that the finding contradicts, and what it says.
    pub note: Option<(At, &'static str)>,
    /// The instruction as text; empty if it is not known.
    pub text: String,
}

/// Checks the module in `bytes`. The findings are in the order of the file.
pub fn check(bytes: &[u8], options: &CheckOptions) -> Vec<Finding> {
    let mut findings = match Module::read(bytes) {
        Ok(module) => check_module(&module, options),
        Err(error) => {
            let rule = match error.kind {
                ReadErrorKind::Header => &rules::HEADER,
                ReadErrorKind::WordCount => &rules::WORD_COUNT,
                ReadErrorKind::Opcode => &rules::OPCODE,
                ReadErrorKind::Operands => &rules::OPERANDS,
                ReadErrorKind::Id => &rules::ID_RANGE,
                ReadErrorKind::Duplicate => &rules::ID_REPEATED,
                ReadErrorKind::Misplaced => &rules::PLACE,
                ReadErrorKind::Unfinished => &rules::FUNCTION_END,
            };
            let message = error.to_string();
            let (range, operand, text) = (error.range, "", String::new());
            vec![Finding { rule, at: None, range, operand, message, note: None, text }]
        }
    };
    add_text(bytes, &mut findings);
    findings
}

/// Checks a module that was read. The findings have no text.
pub fn check_module(module: &Module, options: &CheckOptions) -> Vec<Finding> {
    let facts = declare::Facts::of(module);
    let mut checker = Checker::new(module, options, &facts);
    run(&mut checker);
    declare::check(&mut checker);
    checker.findings.sort_by_key(|finding| finding.range.start);
    checker.findings
}

/// Every pass, causes before effects.
fn run(_checker: &mut Checker<'_>) {}

/// Adds the text of the instructions.
fn add_text(bytes: &[u8], findings: &mut [Finding]) {
    let Ok(binary) = Binary::read(bytes) else { return };
    if findings.is_empty() {
        return;
    }
    let options = Options { indent: 0, header: false, ..Options::default() };
    let mut next = 0;
    each_instruction(&binary, &options, |instruction, text| {
        let range = instruction.range();
        while let Some(finding) = findings.get_mut(next).filter(|finding| finding.range.start < range.end) {
            if finding.range.start >= range.start && finding.range.end <= range.end {
                let line = text.lines().next().unwrap_or_default();
                finding.text = line.chars().take(LONGEST_TEXT).collect();
                if finding.text.len() < text.len() {
                    finding.text.push('…');
                }
            }
            next += 1;
        }
    });
}

/// A module, what is known about it, and what was found.
#[derive(Debug)]
pub(crate) struct Checker<'m> {
    pub(crate) module: &'m Module,
    pub(crate) options: &'m CheckOptions,
    pub(crate) environment: Environment,
    pub(crate) annotations: Annotations<'m>,
    facts: &'m declare::Facts,
    /// Sorted; those that are implied included.
    capabilities: Vec<u32>,
    extensions: Vec<String>,
    findings: Vec<Finding>,
    /// Findings by rule.
    counts: Vec<(&'static str, usize)>,
    /// By id, true if its instruction has a finding.
    suspect: Vec<bool>,
}

impl<'m> Checker<'m> {
    fn new(module: &'m Module, options: &'m CheckOptions, facts: &'m declare::Facts) -> Checker<'m> {
        let mut checker = Checker {
            module,
            options,
            environment: options.environment,
            annotations: Annotations::of(module),
            facts,
            capabilities: Vec::new(),
            extensions: Vec::new(),
            findings: Vec::new(),
            counts: Vec::new(),
            suspect: vec![false; module.bound()],
        };
        for &at in &module.globals {
            match module.opcode(at) {
                op::CAPABILITY => checker.add_capability(module.word(at, 0)),
                op::CONDITIONAL_CAPABILITY_INTEL => checker.add_capability(module.word(at, 1)),
                op::EXTENSION => checker.extensions.push(module.string(at, 0)),
                op::CONDITIONAL_EXTENSION_INTEL => checker.extensions.push(module.string(at, 1)),
                _ => {}
            }
        }
        checker
    }

    /// Adds a capability and those that it implies.
    fn add_capability(&mut self, capability: u32) {
        let kind = grammar::enumeration(enums::CAPABILITY);
        let mut stack = vec![capability];
        while let Some(capability) = stack.pop() {
            if let Err(place) = self.capabilities.binary_search(&capability) {
                self.capabilities.insert(place, capability);
                let row = kind.and_then(|kind| kind.enumerant(capability));
                stack.extend(row.map_or(&[][..], |row| row.needs.capabilities));
            }
        }
    }

    /// True if a capability is declared or implied.
    pub(crate) fn has(&self, capability: u32) -> bool {
        self.capabilities.binary_search(&capability).is_ok()
    }

    /// True if an extension is declared.
    pub(crate) fn has_extension(&self, name: &str) -> bool {
        self.extensions.iter().any(|known| known == name)
    }

    /// Minor version of the module.
    pub(crate) fn minor(&self) -> u8 {
        (self.module.version >> 8) as u8
    }

    /// True if a rule is relaxed.
    pub(crate) fn relaxes(&self, one: Relaxation) -> bool {
        self.options.relaxations.has(one)
    }

    /// Reports an instruction.
    pub(crate) fn report(&mut self, rule: &'static Rule, at: At, message: String) {
        let range = self.module.origin(at);
        self.add(Finding {
            rule,
            at: Some(at),
            range,
            operand: "",
            message,
            note: None,
            text: String::new(),
        });
    }

    /// Reports an operand, by its word after type and result.
    pub(crate) fn report_operand(&mut self, rule: &'static Rule, at: At, index: usize, message: String) {
        self.add(self.operand_finding(rule, at, index, message));
    }

    /// Reports an operand that contradicts another instruction; `says` completes "the instruction …".
    pub(crate) fn report_against(
        &mut self,
        rule: &'static Rule,
        (at, index): (At, usize),
        message: String,
        (other, says): (Option<At>, &'static str),
    ) {
        let note = other.map(|other| (other, says));
        self.add(Finding { note, ..self.operand_finding(rule, at, index, message) });
    }

    /// Reports something that is about the module as a whole.
    pub(crate) fn report_module(&mut self, rule: &'static Rule, range: Range<usize>, message: String) {
        self.add(Finding { rule, at: None, range, operand: "", message, note: None, text: String::new() });
    }

    fn operand_finding(&self, rule: &'static Rule, at: At, index: usize, message: String) -> Finding {
        let module = self.module;
        let instruction = module.get(at);
        let origin = module.origin(at);
        let named = module.named_operands(at).into_iter().find(|operand| operand.range.contains(&index));
        let skipped = 1 + usize::from(instruction.ty != 0) + usize::from(instruction.result != 0);
        let words = named.as_ref().map_or(index..index + 1, |operand| operand.range.clone());
        let place = |word: usize| (origin.start + 4 * (skipped + word)).min(origin.end);
        let range = place(words.start)..place(words.end);
        let operand = named.map_or("", |operand| operand.name);
        Finding { rule, at: Some(at), range, operand, message, note: None, text: String::new() }
    }

    fn add(&mut self, finding: Finding) {
        let module = self.module;
        if let Some(at) = finding.at {
            let instruction = module.get(at);
            let follows = self.suspect[instruction.ty as usize]
                || module.used_ids(at).any(|id| self.suspect[id as usize]);
            if instruction.result != 0 {
                self.suspect[instruction.result as usize] = true;
            }
            if follows {
                return;
            }
        }
        let count = match self.counts.iter_mut().find(|entry| entry.0 == finding.rule.id) {
            Some(entry) => &mut entry.1,
            None => {
                self.counts.push((finding.rule.id, 0));
                &mut self.counts.last_mut().expect("it was pushed").1
            }
        };
        *count += 1;
        if *count <= MAX_PER_RULE {
            self.findings.push(finding);
        }
    }

    /// An id as text, for messages: its name or its number.
    pub(crate) fn id(&self, id: Id) -> String {
        match self.annotations.name(id) {
            Some(name) if name.len() <= 100 => format!("%{}", name.escape_debug()),
            _ => format!("%{}", self.module.number(id)),
        }
    }

    /// Name of an instruction.
    pub(crate) fn op_name(&self, at: At) -> &'static str {
        grammar::opcode(self.module.opcode(at)).map_or("the instruction", |row| row.name)
    }
}
