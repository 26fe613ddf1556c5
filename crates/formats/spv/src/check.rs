//! The rules: what the SPIR-V crate finds, and what the header says.

use std::ops::Range;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location, Rule};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_spirv::grammar::{extended_set_named, value_name};
use glassbox_spirv::reflect::FindingKind;
use glassbox_spirv::{Endian, Reflection};

use crate::rules;

/// The latest version that the tables describe: 1.6.
const LATEST: u32 = 0x0001_0600;
/// Unknown capabilities and sets that are listed.
const MAX_UNKNOWN: usize = 32;

/// Everything that is wrong with a module.
pub fn check(window: Window<'_>, reflection: &Reflection, limits: &Limits) -> Diagnostics {
    let mut findings = Diagnostics::new(limits.diagnostics);
    let at = |range: &Range<usize>| {
        let base = window.base;
        Location::new(base + range.start as u64, base + range.end as u64, "module")
    };
    let header = reflection.header;
    if reflection.endian == Endian::Big {
        let message = "found words most significant byte first, expected least significant first";
        findings.push(
            Diagnostic::new(&rules::HDR_04, at(&(0..4)), message)
                .help("repair `byte-order` turns them around"),
        );
    }
    let known = header.version & 0xff00_00ff == 0 && (0x0001_0000..=LATEST).contains(&header.version);
    if header.words > 1 && !known {
        let message = format!("found version word {:#010x}, expected 1.0 to 1.6", header.version);
        findings.push(Diagnostic::new(&rules::HDR_05, at(&(4..8)), message));
    }
    if header.words > 4 && header.schema != 0 {
        let message = format!("found instruction schema {}, expected 0", header.schema);
        findings.push(Diagnostic::new(&rules::HDR_06, at(&(16..20)), message));
    }
    for found in &reflection.findings {
        let mut finding = Diagnostic::new(rule(found.kind), at(&found.range), found.message.clone());
        if matches!(found.kind, FindingKind::ZeroBound | FindingKind::IdPastBound) {
            finding = finding.help("repair `bound` sets it to the highest id plus one");
        }
        findings.push(finding);
    }
    let capabilities = reflection.capabilities.iter();
    let unknown = capabilities.filter(|capability| value_name("Capability", capability.value).is_none());
    for capability in unknown.take(MAX_UNKNOWN) {
        let message = format!("found the unknown capability {}", capability.value);
        findings.push(Diagnostic::new(&rules::CODE_13, at(&capability.range), message));
    }
    let sets = reflection
        .imports
        .iter()
        .filter(|import| extended_set_named(&import.value.1).is_none());
    for import in sets.take(MAX_UNKNOWN) {
        let message = format!(
            "found the unknown instruction set \"{}\"",
            import.value.1.escape_debug()
        );
        findings.push(Diagnostic::new(&rules::CODE_14, at(&import.range), message));
    }
    findings
}

fn rule(kind: FindingKind) -> &'static Rule {
    match kind {
        FindingKind::ShortHeader => &rules::HDR_02,
        FindingKind::ZeroBound => &rules::HDR_03,
        FindingKind::ZeroWordCount => &rules::CODE_01,
        FindingKind::PastEnd => &rules::CODE_02,
        FindingKind::PartialWord => &rules::CODE_03,
        FindingKind::UnknownOpcode => &rules::CODE_04,
        FindingKind::BadOperands => &rules::CODE_05,
        FindingKind::ZeroId => &rules::CODE_06,
        FindingKind::IdPastBound => &rules::CODE_07,
        FindingKind::DuplicateId => &rules::CODE_08,
        FindingKind::NoEntryPoint => &rules::CODE_09,
        FindingKind::NoMemoryModel => &rules::CODE_10,
        FindingKind::NoFunction => &rules::CODE_11,
        FindingKind::DeepType => &rules::CODE_12,
    }
}
