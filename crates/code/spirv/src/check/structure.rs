//! Checks what a module needs to be read: header, word counts, opcodes, operands and ids.

use std::cell::OnceCell;
use std::ops::Range;

use glassbox_core::diagnostic::{Rule, Severity};

use super::{Finding, MAX_PER_RULE, add_text, rules};
use crate::context::Context;
use crate::grammar::{self, enums, op};
use crate::idmap::IdMap;
use crate::ids::{self, Role};
use crate::names::FriendlyNames;
use crate::walk::{Binary, HEADER_BYTES, Stop};

/// Latest minor version of SPIR-V 1 that the tables know.
const LATEST: u32 = 6;

/// Checks what a module needs to be read. Unlike [`check`](super::check()) it goes on after a mistake: every
/// instruction is looked at on its own. The findings are in the order of the file.
pub fn check_structure(bytes: &[u8]) -> Vec<Finding> {
    let Ok(module) = Binary::read(bytes) else {
        let message = "found no magic number, expected that of SPIR-V";
        return vec![finding(&rules::MAGIC, 0..bytes.len().min(4), message.into())];
    };
    let mut found = Findings::new(&module);
    if module.header().words == 5 && module.header().bound == 0 {
        found.add(&rules::ZERO_BOUND, 12..16, || "found a bound of 0, expected one above every id".into());
    }
    instructions(&module, &mut found);
    found.list.sort_by_key(|finding| finding.range.start);
    if !found.list.is_empty() {
        add_text(&module, &FriendlyNames::of(&module), &mut found.list);
    }
    found.list
}

/// Findings on words of the header and on what is newer than the tables; they do not keep a module from being read.
pub(super) fn unknown(module: &Binary<'_>) -> Vec<Finding> {
    let mut found = Findings::new(module);
    let header = module.header();
    if header.words > 1 && !is_known(header.version) {
        let message = format!("found version word {:#010x}, expected 1.0 to 1.{LATEST}", header.version);
        found.add(&rules::VERSION, 4..8, || message);
    }
    if header.schema != 0 {
        found.add(&rules::SCHEMA, 16..20, || {
            format!("found instruction schema {}, expected 0", header.schema)
        });
    }
    for instruction in module.walk().take_while(|instruction| instruction.opcode != op::FUNCTION) {
        match instruction.opcode {
            op::CAPABILITY => {
                if let Some(number) = unknown_capability(&instruction) {
                    let message = || format!("found the unknown capability {number}");
                    found.add(&rules::UNKNOWN_CAPABILITY, instruction.range(), message);
                }
            }
            op::EXT_INST_IMPORT => {
                if let Some((name, _)) = instruction.string(1)
                    && grammar::extended_set_named(&name).is_none()
                {
                    let rule = &rules::UNKNOWN_INSTRUCTION_SET;
                    let message = || format!("found the unknown instruction set \"{}\"", name.escape_debug());
                    found.add(rule, instruction.range(), message);
                    if let Some(last) = found.list.last_mut().filter(|_| name.starts_with("NonSemantic.")) {
                        last.severity = Severity::Info;
                    }
                }
            }
            _ => {}
        }
    }
    found.list
}

/// True for the version words of 1.0 to 1.6.
pub(super) fn is_known(version: u32) -> bool {
    version & 0xffff_00ff == 0x0001_0000 && version >> 8 & 0xff <= LATEST
}

fn unknown_capability(instruction: &crate::walk::Instruction<'_>) -> Option<u32> {
    let capabilities = grammar::enumeration(enums::CAPABILITY);
    instruction.word(0).filter(|number| capabilities.and_then(|kind| kind.enumerant(*number)).is_none())
}

/// True if the module states a version, a capability or an extension that the tables do not have: then what else is
/// unknown in it may be valid.
fn is_newer(module: &Binary<'_>) -> bool {
    let mut declarations = module.walk().take_while(|instruction| instruction.opcode != op::FUNCTION);
    !is_known(module.header().version) && module.header().version >> 16 == 1
        || declarations.any(|instruction| match instruction.opcode {
            op::CAPABILITY => unknown_capability(&instruction).is_some(),
            op::EXTENSION => {
                // Every registered extension begins so: a name without it is damage.
                let name = instruction.string(0).filter(|(name, _)| name.starts_with("SPV_"));
                name.is_some_and(|(name, _)| !grammar::is_known_extension(&name))
            }
            _ => false,
        })
}

fn finding(rule: &'static Rule, range: Range<usize>, message: String) -> Finding {
    let (severity, text) = (rule.severity, String::new());
    Finding { rule, severity, at: None, range, operand: "", message, note: None, text }
}

struct Findings<'m> {
    module: &'m Binary<'m>,
    list: Vec<Finding>,
    counts: Vec<(&'static str, usize)>,
    /// True if what the grammar does not have may be valid nevertheless.
    doubtful: OnceCell<bool>,
}

impl<'m> Findings<'m> {
    fn new(module: &'m Binary<'m>) -> Findings<'m> {
        Findings { module, list: Vec::new(), counts: Vec::new(), doubtful: OnceCell::new() }
    }

    fn add(&mut self, rule: &'static Rule, range: Range<usize>, message: impl FnOnce() -> String) {
        let place = self.counts.iter().position(|count| count.0 == rule.id).unwrap_or_else(|| {
            self.counts.push((rule.id, 0));
            self.counts.len() - 1
        });
        self.counts[place].1 += 1;
        if self.counts[place].1 > MAX_PER_RULE {
            return;
        }
        let mut new = finding(rule, range, message());
        let depends = [&rules::UNKNOWN_OPCODE, &rules::OPERANDS, &rules::UNKNOWN_INSTRUCTION_SET];
        if depends.contains(&rule) && *self.doubtful.get_or_init(|| is_newer(self.module)) {
            new.severity = Severity::Info;
        }
        self.list.push(new);
    }
}

/// Checks each instruction on its own.
fn instructions(module: &Binary<'_>, found: &mut Findings<'_>) {
    let limit = module.bytes().len() / 4 + 1;
    let bound = module.header().bound;
    let mut context = Context::new(limit);
    let mut defined: IdMap<bool> = IdMap::new(limit);
    let mut walk = module.walk();
    for instruction in &mut walk {
        let Some(opcode) = grammar::opcode(instruction.opcode) else {
            let number = instruction.opcode;
            let message = || format!("found the unknown opcode {number}");
            found.add(&rules::UNKNOWN_OPCODE, instruction.range(), message);
            continue;
        };
        let mut typed = false;
        let fits = ids::visit(&instruction, &context, |index, id, role| {
            let start = instruction.offset + 4 + index * 4;
            let range = start..start + 4;
            typed |= role == Role::Type;
            if id == 0 {
                let message = || format!("found the id 0 in {}, expected an id of at least 1", opcode.name);
                found.add(&rules::ZERO_ID, range, message);
            } else if id >= bound {
                let message = || format!("found id {id}, expected one below the bound {bound}");
                found.add(&rules::ID_PAST_BOUND, range, message);
            } else if role == Role::Result {
                if defined.get(id) {
                    let message = || format!("found a second definition of id {id}, expected one");
                    found.add(&rules::REPEATED_ID, range, message);
                }
                defined.set(id, true);
            }
        });
        if !fits {
            let message = || format!("found operands of {} that the grammar does not allow", opcode.name);
            found.add(&rules::OPERANDS, instruction.range(), message);
        }
        context.observe(instruction.opcode, typed, instruction.operands());
    }
    if let Some(rest) = walk.rest() {
        let (rule, message) = match rest.reason {
            Stop::ShortHeader => (&rules::HEADER_CUT, short_header(rest.range.end)),
            Stop::ZeroWordCount => {
                (&rules::EMPTY_INSTRUCTION, "found a word count of 0, expected at least 1".into())
            }
            Stop::PastEnd => (&rules::INSTRUCTION_PAST_END, past_end(module, &rest.range)),
            Stop::PartialWord => {
                let message =
                    format!("found {} bytes after the last whole word, expected none", rest.range.len());
                (&rules::PARTIAL_WORD, message)
            }
        };
        found.add(rule, rest.range, || message);
    }
}

fn short_header(length: usize) -> String {
    format!("found a file of {length} bytes, expected a header of {HEADER_BYTES}")
}

fn past_end(module: &Binary<'_>, range: &Range<usize>) -> String {
    let left = range.len() / 4;
    let first = module.bytes().get(range.start..).and_then(|rest| rest.first_chunk::<4>());
    let stated = first.map_or(0, |word| module.endian().word(*word) >> 16);
    format!("found an instruction of {stated} words, expected at most the {left} that are left")
}
