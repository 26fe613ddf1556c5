//! Checks a module: the header, plus the findings of the SPIR-V crate.

use std::ops::Range;

use glassbox_core::diagnostic::{Diagnostics, Location, Rule};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_spirv::grammar::{extended_set_named, value_name};
use glassbox_spirv::reflect::FindingKind;
use glassbox_spirv::{Binary, Endian, Reflection};

use crate::repair::{highest_id, repaired_bound};
use crate::rules;

/// Latest supported version: 1.6.
const LATEST: u32 = 0x0001_0600;
/// Number of defined ids past the bound from which the bound itself is reported.
const MANY: usize = 2;
/// Maximum number of unknown capabilities and instruction sets reported.
const MAX_UNKNOWN: usize = 32;

/// Help text for a wrong bound.
const REPAIR: &str = "repair `bound` sets it to the highest id plus one";

/// Reports every finding of a module.
pub fn check(window: Window<'_>, reflection: &Reflection, limits: &Limits) -> Diagnostics {
    let mut findings = Diagnostics::new(limits.diagnostics);
    let at = |range: &Range<usize>| {
        let base = window.base;
        Location::new(base + range.start as u64, base + range.end as u64, "module")
    };
    let header = reflection.header;
    if reflection.endian == Endian::Big {
        let message = "found words most significant byte first, expected least significant first";
        findings.report(&rules::BIG_ENDIAN, at(&(0..4)), message).help("repair `byte-order` swaps them");
    }
    let known = header.version & 0xff00_00ff == 0 && (0x0001_0000..=LATEST).contains(&header.version);
    if header.words > 1 && !known {
        let message = format!("found version word {:#010x}, expected 1.0 to 1.6", header.version);
        findings.report(&rules::VERSION, at(&(4..8)), message);
    }
    if header.words > 4 && header.schema != 0 {
        let message = format!("found instruction schema {}, expected 0", header.schema);
        findings.report(&rules::SCHEMA, at(&(16..20)), message);
    }
    for found in &reflection.findings {
        let mut finding = findings.report(rule(found.kind), at(&found.range), found.message.clone());
        if let Some(text) = &found.instruction {
            finding.note(format!("the instruction is `{text}`"));
        }
        // The repair raises the bound to cover all ids, except an id above the universal limit.
        let repaired = || Binary::read(window.bytes).ok().and_then(|module| repaired_bound(&module));
        let id = || {
            let word = window.bytes.get(found.range.clone())?.first_chunk()?;
            Some(reflection.endian.word(*word))
        };
        let help = match found.kind {
            FindingKind::ZeroBound => repaired().map(|_| REPAIR),
            FindingKind::IdPastBound if repaired().is_some_and(|bound| id().is_some_and(|id| id < bound)) => {
                Some(REPAIR)
            }
            FindingKind::IdPastBound => Some("correct the operand: no instruction defines such an id"),
            _ => None,
        };
        if let Some(help) = help {
            finding.help(help);
        }
    }
    let past = reflection.findings.iter();
    let past = past.filter(|found| found.kind == FindingKind::IdPastBound).count();
    // These ids are defined, not only used: the bound is wrong rather than each of them.
    if past >= MANY
        && let Ok(module) = Binary::read(window.bytes)
        && let highest = highest_id(&module)
        && highest >= header.bound
    {
        let message = format!(
            "found a bound of {}, expected {}: ids go up to {highest}",
            header.bound,
            u64::from(highest) + 1
        );
        findings
            .report(&rules::ID_PAST_BOUND, at(&(12..16)), message)
            .help("repair `bound` sets it to the highest id plus one")
            .affects_rule(&rules::ID_PAST_BOUND, "");
    }
    let capabilities = reflection.capabilities.iter();
    let unknown = capabilities.filter(|capability| value_name("Capability", capability.value).is_none());
    for capability in unknown.take(MAX_UNKNOWN) {
        let message = format!("found the unknown capability {}", capability.value);
        findings.report(&rules::UNKNOWN_CAPABILITY, at(&capability.range), message);
    }
    let sets = reflection.imports.iter().filter(|import| extended_set_named(&import.value.1).is_none());
    for import in sets.take(MAX_UNKNOWN) {
        let message = format!("found the unknown instruction set \"{}\"", import.value.1.escape_debug());
        findings.report(&rules::UNKNOWN_INSTRUCTION_SET, at(&import.range), message);
    }
    findings
}

fn rule(kind: FindingKind) -> &'static Rule {
    match kind {
        FindingKind::ShortHeader => &rules::HEADER_CUT,
        FindingKind::ZeroBound => &rules::ZERO_BOUND,
        FindingKind::ZeroWordCount => &rules::EMPTY_INSTRUCTION,
        FindingKind::PastEnd => &rules::INSTRUCTION_PAST_END,
        FindingKind::PartialWord => &rules::PARTIAL_WORD,
        FindingKind::UnknownOpcode => &rules::UNKNOWN_OPCODE,
        FindingKind::BadOperands => &rules::OPERANDS,
        FindingKind::ZeroId => &rules::ZERO_ID,
        FindingKind::IdPastBound => &rules::ID_PAST_BOUND,
        FindingKind::DuplicateId => &rules::REPEATED_ID,
        FindingKind::NoEntryPoint => &rules::NO_ENTRY_POINT,
        FindingKind::NoMemoryModel => &rules::NO_MEMORY_MODEL,
        FindingKind::NoFunction => &rules::MISSING_FUNCTION,
        FindingKind::DeepType => &rules::TYPE_DEPTH,
    }
}
