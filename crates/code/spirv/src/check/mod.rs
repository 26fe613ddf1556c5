//! Checks a module against the rules of SPIR-V and of the environment that executes it.
//!
//! [`check()`] reports every broken rule it finds. A finding that only follows from another one, because its
//! instruction uses the result of an instruction with a finding, is left out.

mod cases;
mod checked;
mod composites;
mod constants;
mod constructs;
mod contents;
mod conversions;
mod declare;
mod extended;
mod flow;
mod functions;
mod groups;
mod ids;
mod images;
mod layout;
mod memory;
mod options;
mod order;
mod rays;
pub mod rules;
mod scopes;
mod shapes;
mod small;
mod storage;
mod structure;
mod tensors;
mod text;
mod types;
mod values;

use std::collections::BTreeMap;
use std::ops::Range;

use glassbox_core::diagnostic::{Diagnostic, Location, Rule, Severity};

pub use checked::Checked;
pub use options::{
    CheckOptions, DescriptorLayouts, Environment, Limits, OpenCl, Profile, Relaxation, Relaxations, Vulkan,
};
pub use structure::check_structure;

use crate::disassemble::{Lines, Options};
use crate::grammar::value::capability;
use crate::grammar::{self, enums, op};
use crate::module::{Annotations, At, Id, Module, ReadError, ReadErrorKind};
use crate::names::FriendlyNames;
use crate::walk::Binary;
use contents::{Contents, Parts};

/// Findings listed of each rule.
const MAX_PER_RULE: usize = 32;
/// The place of the result type in [`Checker::expect`].
const TYPE: usize = usize::MAX;
/// Characters of an instruction in a finding.
const LONGEST_TEXT: usize = 160;

/// A broken rule.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// Severity of this finding: that of the rule, or milder if the module may only be newer than the tables.
    pub severity: Severity,
    /// The instruction; `None` if the finding is about the module, or if it could not be read.
    pub at: Option<At>,
    /// Bytes of the instruction or of its operand.
    pub range: Range<usize>,
    /// Name of the operand in the specification; empty if the finding is about the instruction.
    pub operand: &'static str,
    /// What was found and what was expected.
    pub message: String,
    /// The instruction that the finding contradicts.
    pub note: Option<Note>,
    /// The instruction as text; empty if it is not known.
    pub text: String,
}

/// Another instruction, which a finding contradicts.
#[derive(Clone, Debug)]
pub struct Note {
    /// The instruction.
    pub at: At,
    /// Bytes of the instruction.
    pub range: Range<usize>,
    /// What it does, such as "defines it".
    pub says: &'static str,
    /// The instruction as text; empty if it is not known.
    pub text: String,
}

impl Finding {
    /// The finding for a reader of files; `locate` gives the location of a byte range of the module.
    pub fn diagnostic(&self, locate: impl Fn(&Range<usize>) -> Location) -> Diagnostic {
        let mut shown =
            Diagnostic::new(self.rule, locate(&self.range), self.message.clone()).severity(self.severity);
        if let Some(note) = &self.note {
            let message = match note.text.as_str() {
                "" => note.says.to_owned(),
                text => format!("`{text}` {}", note.says),
            };
            shown = shown.label(locate(&note.range), message);
        }
        if !self.text.is_empty() {
            let operand = match self.operand {
                "" => String::new(),
                name => format!(", its operand {name}"),
            };
            shown = shown.note(format!("the instruction is `{}`{operand}", self.text));
        }
        shown
    }
}

/// Checks the module in `bytes`. The findings are in the order of the file.
///
/// A module that cannot be [read](Module::read) is checked for that alone.
pub fn check(bytes: &[u8], options: &CheckOptions) -> Vec<Finding> {
    let mut findings = match Module::read(bytes) {
        Ok(module) => check_module(&module, options),
        Err(error) => unread(bytes, &error),
    };
    if let Ok(binary) = Binary::read(bytes) {
        findings.extend(structure::unknown(&binary));
    }
    findings.sort_by_key(|finding| finding.range.start);
    if let (false, Ok(binary)) = (findings.is_empty(), Binary::read(bytes)) {
        let names = FriendlyNames::of(&binary);
        add_text(&binary, &names, &mut findings);
        name_ids(&names, &mut findings);
    }
    findings
}

/// Findings on a module that cannot be read.
fn unread(bytes: &[u8], error: &ReadError) -> Vec<Finding> {
    let mut findings = check_structure(bytes);
    let rule = match error.kind {
        ReadErrorKind::Misplaced => &rules::PLACE,
        ReadErrorKind::Unfinished => &rules::FUNCTION_END,
        _ => return findings,
    };
    let (range, operand, text) = (error.range.clone(), "", String::new());
    let (severity, message) = (rule.severity, error.to_string());
    findings.push(Finding { rule, severity, at: None, range, operand, message, note: None, text });
    findings
}

/// Checks a module that was read. The findings have no text.
pub fn check_module(module: &Module, options: &CheckOptions) -> Vec<Finding> {
    let facts = declare::Facts::of(module);
    let mut checker = Checker::new(module, options, &facts);
    run(&mut checker);
    checker.findings.sort_by_key(|finding| finding.range.start);
    checker.findings
}

/// Every pass, causes before effects.
fn run(checker: &mut Checker<'_>) {
    let version = checker.module.version;
    if !structure::is_known(version) {
        return;
    }
    if u32::from(checker.environment.minor()) < version >> 8 & 0xff {
        let message = format!(
            "found SPIR-V 1.{}, expected at most 1.{} for {}",
            checker.minor(),
            checker.environment.minor(),
            checker.environment.name()
        );
        checker.report_module(&rules::VERSION_ENVIRONMENT, 4..8, message);
        return;
    }
    ids::check(checker);
    layout::check(checker);
    let module = checker.module;
    functions::check(checker);
    let facts = checker.facts;
    for &at in module.globals.iter().chain(facts.order.functions().flatten()) {
        instruction(checker, at);
    }
    small::check(checker);
    flow::check(checker);
    declare::check(checker);
}

/// The rules of a single instruction.
fn instruction(checker: &mut Checker<'_>, at: At) {
    let opcode = checker.module.opcode(at);
    match opcode {
        _ if grammar::is_type(opcode) || opcode == op::TYPE_FORWARD_POINTER => types::check(checker, at),
        op::VARIABLE | op::UNTYPED_VARIABLE_KHR => storage::check(checker, at),
        op::BUFFER_POINTER_EXT => storage::buffer_pointer(checker, at),
        op::UNDEF | op::POISON_KHR => constants::check(checker, at),
        _ if grammar::is_constant(opcode) => {
            constants::check(checker, at);
            if opcode == op::SPEC_CONSTANT_OP {
                values::check(checker, at);
                composites::check(checker, at);
                conversions::check(checker, at);
            }
        }
        op::VECTOR_EXTRACT_DYNAMIC..=op::TRANSPOSE
        | op::COPY_LOGICAL
        | op::COMPOSITE_CONSTRUCT_REPLICATE_EXT => {
            composites::check(checker, at);
        }
        op::CONVERT_F_TO_U..=op::BITCAST | op::CONVERT_U_TO_ACCELERATION_STRUCTURE_KHR => {
            conversions::check(checker, at)
        }
        op::LOAD..=op::IN_BOUNDS_PTR_ACCESS_CHAIN
        | op::UNTYPED_ACCESS_CHAIN_KHR..=op::UNTYPED_IN_BOUNDS_PTR_ACCESS_CHAIN_KHR
        | op::PTR_EQUAL..=op::PTR_DIFF
        | op::COOPERATIVE_MATRIX_LOAD_KHR..=op::COOPERATIVE_MATRIX_STORE_KHR
        | op::COOPERATIVE_MATRIX_LENGTH_KHR
        | op::COOPERATIVE_MATRIX_LOAD_NV..=op::COOPERATIVE_MATRIX_STORE_NV
        | op::COOPERATIVE_MATRIX_LENGTH_NV
        | op::RAW_ACCESS_CHAIN_NV => memory::check(checker, at),
        op::RAY_QUERY_INITIALIZE_KHR..=op::RAY_QUERY_GET_INTERSECTION_TYPE_KHR
        | op::RAY_QUERY_GET_RAY_T_MIN_KHR..=op::RAY_QUERY_GET_INTERSECTION_WORLD_TO_OBJECT_KHR => {
            rays::query(checker, at)
        }
        op::TRACE_RAY_KHR
        | op::REPORT_INTERSECTION_KHR
        | op::EXECUTE_CALLABLE_KHR
        | op::EMIT_MESH_TASKS_EXT
        | op::SET_MESH_OUTPUTS_EXT => rays::trace(checker, at),
        op::EXT_INST => extended::check(checker, at),
        op::SAMPLED_IMAGE..=op::IMAGE_QUERY_SAMPLES
        | op::IMAGE_TEXEL_POINTER
        | op::IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD..=op::IMAGE_SPARSE_TEXELS_RESIDENT
        | op::IMAGE_SPARSE_READ => images::check(checker, at),
        op::FUNCTION_CALL => functions::call(checker, at),
        op::COOPERATIVE_MATRIX_PER_ELEMENT_OP_EXT => functions::per_element(checker, at),
        op::S_NEGATE..=op::FWIDTH_COARSE
        | op::FMA_KHR
        | op::COOPERATIVE_MATRIX_MUL_ADD_KHR
        | op::COOPERATIVE_MATRIX_MUL_ADD_NV
        | op::COOPERATIVE_MATRIX_REDUCE_EXT => values::check(checker, at),
        op::CONTROL_BARRIER
        | op::MEMORY_BARRIER
        | op::CONTROL_BARRIER_ARRIVE_EXT
        | op::CONTROL_BARRIER_WAIT_EXT
        | op::NAMED_BARRIER_INITIALIZE
        | op::MEMORY_NAMED_BARRIER => scopes::barrier(checker, at),
        op::ATOMIC_LOAD..=op::ATOMIC_XOR
        | op::ATOMIC_FLAG_TEST_AND_SET
        | op::ATOMIC_FLAG_CLEAR
        | op::ATOMIC_F_MIN_EXT
        | op::ATOMIC_F_MAX_EXT
        | op::ATOMIC_F_ADD_EXT => scopes::atomic(checker, at),
        op::GROUP_NON_UNIFORM_ELECT..=op::GROUP_NON_UNIFORM_QUAD_SWAP
        | op::GROUP_NON_UNIFORM_ROTATE_KHR
        | op::GROUP_NON_UNIFORM_PARTITION_EXT => groups::non_uniform(checker, at),
        op::GROUP_ASYNC_COPY..=op::GROUP_S_MAX => groups::group(checker, at),
        op::TENSOR_READ_ARM..=op::TENSOR_QUERY_SIZE_ARM
        | op::CREATE_TENSOR_LAYOUT_NV..=op::TENSOR_VIEW_SET_STRIDE_NV
        | op::TENSOR_VIEW_SET_CLIP_NV
        | op::TENSOR_LAYOUT_SET_BLOCK_SIZE_NV => tensors::check(checker, at),
        _ => {}
    }
}

/// Replaces the numbers of ids in messages by their names.
fn name_ids(names: &FriendlyNames, findings: &mut [Finding]) {
    for finding in findings {
        let mut parts = finding.message.split('%');
        let mut message = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let name = part[..digits].parse().ok().and_then(|id| names.get(id));
            message.push('%');
            message.push_str(name.unwrap_or(&part[..digits]));
            message.push_str(&part[digits..]);
        }
        finding.message = message;
    }
}

/// Adds the text of the instructions.
fn add_text(binary: &Binary<'_>, names: &FriendlyNames, findings: &mut [Finding]) {
    let mut texts: Vec<(Range<usize>, &mut String)> = Vec::new();
    for Finding { range, text, note, .. } in findings {
        texts.push((range.clone(), text));
        texts.extend(note.as_mut().map(|note| (note.range.clone(), &mut note.text)));
    }
    texts.sort_by_key(|(range, _)| range.start);
    let options = Options { indent: 0, header: false, ..Options::default() };
    let mut next = texts.into_iter().peekable();
    let mut lines = Lines::new(binary, Some(names), &options).cut_raw(LONGEST_TEXT);
    for instruction in binary.walk() {
        let range = instruction.range();
        let Some((place, _)) = next.peek() else { return };
        if place.start >= range.end {
            lines.pass(&instruction);
            continue;
        }
        let text = lines.print(&instruction);
        while let Some((place, out)) = next.next_if(|(place, _)| place.start < range.end) {
            if place.start >= range.start && place.end <= range.end {
                let line = text.lines().next().unwrap_or_default();
                *out = line.chars().take(LONGEST_TEXT).collect();
                if out.len() < text.len() {
                    out.push('…');
                }
            }
        }
    }
}

/// A module, what is known about it, and what was found.
#[derive(Debug)]
pub(crate) struct Checker<'m> {
    pub(crate) module: &'m Module,
    pub(crate) options: &'m CheckOptions,
    pub(crate) environment: Environment,
    pub(crate) annotations: Annotations<'m>,
    facts: &'m declare::Facts,
    contents: Contents,
    /// Small numbers that can only be stored.
    storage_only: Parts,
    /// Those that are implied included; a bit for each of the first numbers.
    first_capabilities: u128,
    /// The others, sorted.
    capabilities: Vec<u32>,
    extensions: Vec<String>,
    findings: Vec<Finding>,
    /// Findings, with those that are left out: what follows from others, and more than [`MAX_PER_RULE`].
    faults: usize,
    /// Findings by rule.
    counts: Vec<(&'static str, usize)>,
    /// By id, true if its instruction has a finding.
    suspect: Vec<bool>,
    /// The first declaration of each type, by opcode and operands.
    types: BTreeMap<(u16, &'m [u32]), At>,
    /// By id, the number of structures in each other.
    depths: Vec<u32>,
    /// True if an instruction names a function, or the type of one, that is none of those that do.
    names_functions: bool,
    /// True if the module may have pointers into physical memory.
    has_physical_pointers: bool,
    /// Addressing model and memory model.
    models: (u32, u32),
}

impl<'m> Checker<'m> {
    fn new(module: &'m Module, options: &'m CheckOptions, facts: &'m declare::Facts) -> Checker<'m> {
        let annotations = Annotations::of(module);
        let contents = Contents::of(module, &facts.order, &annotations);
        let mut checker = Checker {
            module,
            options,
            environment: options.environment,
            annotations,
            facts,
            contents,
            storage_only: Parts::NONE,
            first_capabilities: 0,
            capabilities: Vec::new(),
            extensions: Vec::new(),
            findings: Vec::new(),
            faults: 0,
            counts: Vec::new(),
            suspect: vec![false; module.bound()],
            types: BTreeMap::new(),
            depths: vec![0; module.bound()],
            names_functions: false,
            has_physical_pointers: facts.order.has_physical_pointers(module),
            models: (0, 0),
        };
        for &at in &module.globals {
            match module.opcode(at) {
                op::CAPABILITY => checker.add_capability(module.word(at, 0)),
                op::CONDITIONAL_CAPABILITY_INTEL => checker.add_capability(module.word(at, 1)),
                op::EXTENSION => checker.extensions.push(module.string(at, 0)),
                op::MEMORY_MODEL => checker.models = (module.word(at, 0), module.word(at, 1)),
                op::CONDITIONAL_EXTENSION_INTEL => checker.extensions.push(module.string(at, 1)),
                _ => {}
            }
        }
        checker.storage_only = checker.storage_only();
        checker
    }

    /// Small numbers that the declared capabilities do not compute with.
    fn storage_only(&self) -> Parts {
        let kinds = [
            (capability::INT8, Parts::INT8),
            (capability::INT16, Parts::INT16),
            (capability::FLOAT16, Parts::FLOAT16),
        ];
        let missing = kinds.iter().filter(|(capability, _)| !self.has(*capability));
        missing.fold(Parts::NONE, |parts, (_, part)| parts.union(*part))
    }

    /// Adds a capability and those that it implies.
    fn add_capability(&mut self, capability: u32) {
        let kind = grammar::enumeration(enums::CAPABILITY);
        let mut stack = vec![capability];
        while let Some(capability) = stack.pop() {
            if !self.has(capability) {
                match 1u128.checked_shl(capability) {
                    Some(bit) => self.first_capabilities |= bit,
                    None => {
                        let place = self.capabilities.partition_point(|known| *known < capability);
                        self.capabilities.insert(place, capability);
                    }
                }
                let row = kind.and_then(|kind| kind.enumerant(capability));
                stack.extend(row.map_or(&[][..], |row| row.needs.capabilities));
            }
        }
    }

    /// True if a capability is declared or implied.
    #[inline]
    pub(crate) fn has(&self, capability: u32) -> bool {
        match 1u128.checked_shl(capability) {
            Some(bit) => self.first_capabilities & bit != 0,
            None => self.capabilities.binary_search(&capability).is_ok(),
        }
    }

    /// True if an extension is declared.
    pub(crate) fn has_extension(&self, name: &str) -> bool {
        self.extensions.iter().any(|known| known == name)
    }

    /// Minor version of the module.
    pub(crate) fn minor(&self) -> u8 {
        (self.module.version >> 8) as u8
    }

    /// The addressing model.
    pub(crate) fn addressing_model(&self) -> u32 {
        self.models.0
    }

    /// The memory model.
    pub(crate) fn memory_model(&self) -> u32 {
        self.models.1
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
            severity: rule.severity,
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
        let module = self.module;
        let operand = module.tagged_operands(at).nth(index).and_then(|operand| operand.id());
        let other = operand.and_then(|id| module.definition(id)).filter(|other| *other != at);
        self.report_against(rule, (at, index), message, (other, "defines the operand"));
    }

    /// Reports an operand that contradicts another instruction; `says` completes "the instruction …".
    pub(crate) fn report_against(
        &mut self,
        rule: &'static Rule,
        (at, index): (At, usize),
        message: String,
        (other, says): (Option<At>, &'static str),
    ) {
        let range = |at| self.module.origin(at);
        let note = other.map(|at| Note { at, range: range(at), says, text: String::new() });
        self.add(Finding { note, ..self.operand_finding(rule, at, index, message) });
    }

    /// Reports something that is about the module as a whole.
    pub(crate) fn report_module(&mut self, rule: &'static Rule, range: Range<usize>, message: String) {
        let (severity, text) = (rule.severity, String::new());
        self.add(Finding { rule, severity, at: None, range, operand: "", message, note: None, text });
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
        let (severity, text) = (rule.severity, String::new());
        Finding { rule, severity, at: Some(at), range, operand, message, note: None, text }
    }

    fn add(&mut self, finding: Finding) {
        self.faults += 1;
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

    /// Reports an operand that is not what was expected. Returns `holds`.
    #[inline]
    pub(crate) fn expect(
        &mut self,
        holds: bool,
        rule: &'static Rule,
        place: (At, usize),
        expected: &str,
    ) -> bool {
        if !holds {
            self.unexpected(rule, place, expected);
        }
        holds
    }

    #[cold]
    fn unexpected(&mut self, rule: &'static Rule, (at, place): (At, usize), expected: &str) {
        let message = format!("found {}, expected {expected}", self.found(at, place));
        match place {
            TYPE => self.report(rule, at, message),
            _ => self.report_operand(rule, at, place, message),
        }
    }

    /// As [`Self::expect`], with a text that is only made for the finding.
    pub(crate) fn expect_that(
        &mut self,
        holds: bool,
        rule: &'static Rule,
        place: (At, usize),
        expected: impl FnOnce(&Self) -> String,
    ) -> bool {
        if !holds {
            let expected = expected(self);
            self.unexpected(rule, place, &expected);
        }
        holds
    }

    /// As [`Self::expect`], where a type is expected.
    pub(crate) fn expect_type(
        &mut self,
        holds: bool,
        rule: &'static Rule,
        place: (At, usize),
        ty: Id,
    ) -> bool {
        self.expect_that(holds, rule, place, |checker| checker.type_text(ty))
    }
}
