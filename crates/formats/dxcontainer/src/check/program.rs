//! Checks program parts: header against part, header against module, and the bitcode itself.

use glassbox_core::diagnostic::{Diagnostics, Severity};
use glassbox_core::record::Field;
use glassbox_dxil::analysis::Program as Code;
use glassbox_dxil::check::{FindingKind, Header, faults as faults_of, header, sound};
use glassbox_dxil::ir::Typed;
use glassbox_dxil::place::place as place_of;

use super::Context;
use crate::part::program::{BitcodeHeader, Model, ProgramHeader};
use crate::part::{self, Content, PartData};
use crate::program::{ShaderKind, Version};
use crate::raw;
use crate::rules::{module, program as rules};

/// Maximum number of bitcode errors reported individually.
const MAX_FAULTS: usize = 8;

/// Checks a program part.
pub(crate) fn check(
    model: &Model<'_>,
    part: &PartData,
    context: &Context<'_, '_>,
    findings: &mut Diagnostics,
) {
    words(model, part, context, findings);
    version(model, part, context, findings);
    let own = part.code.0 == *b"DXIL";
    bitcode(model, part, context, own, findings);
    if part.code.0 == *b"ILDB" {
        against_program(model, part, context, findings);
    }
}

fn program_field(
    part: &PartData,
    context: &Context<'_, '_>,
    field: Field,
) -> glassbox_core::diagnostic::Location {
    part.field(context.window, part.start, "program", field)
}

fn words(model: &Model<'_>, part: &PartData, context: &Context<'_, '_>, findings: &mut Diagnostics) {
    let (stated, size) = (4 * u64::from(model.program.words), part.size());
    if stated == size {
        return;
    }
    let location = program_field(part, context, ProgramHeader::words);
    let message = format!(
        "found {} words ({stated} bytes), expected {}, the size of the part",
        model.program.words,
        size / 4
    );
    let severity = if stated > size { Severity::Error } else { Severity::Warning };
    findings
        .report(&rules::WORDS, location, message)
        .severity(severity)
        .label(
            part.field(
                context.window,
                part.start - raw::PART_HEADER_SIZE,
                part::HEADER,
                raw::PartHeader::size,
            ),
            "the size of the part",
        )
        .help(format!("set it to {}", size / 4));
}

fn version(model: &Model<'_>, part: &PartData, context: &Context<'_, '_>, findings: &mut Diagnostics) {
    let version = model.program.version;
    let kind = version.shader_kind();
    let place = || program_field(part, context, ProgramHeader::version);
    if version.kind() > u32::from(ShaderKind::NODE.0) {
        let message = format!("found shader kind {}, expected 0 to 15", version.kind());
        findings.report(&rules::KIND, place(), message).help("set it to that of the module");
    } else if kind.prefix().is_none() {
        let message = format!("found shader kind {kind}, which only a function of a library has");
        findings
            .report(&rules::KIND, place(), message)
            .severity(Severity::Warning)
            .help("set it to 6, library");
    }
    if version.major() != 6 {
        let message = format!("found shader model {}, expected 6", version.shader_model());
        findings.report(&rules::KIND, place(), message).help("set it to that of the module");
    }
    if version.reserved() != 0 {
        let message = format!("found {:#x} in the reserved byte, expected 0", version.reserved());
        findings
            .report(&rules::KIND, place(), message)
            .severity(Severity::Warning)
            .help("clear the bits 8 to 15");
    }
    let dxil = model.head.version;
    let offline = version.minor() == 15;
    let same = dxil.major() == 1 && (offline || dxil.minor() == version.minor());
    if !same || dxil.reserved() != 0 {
        let message = format!(
            "found DXIL version {}.{}, expected 1.{} for shader model {}",
            dxil.major(),
            dxil.minor(),
            version.minor(),
            version.shader_model()
        );
        let place = part.field(context.window, part.start + 8, "head", BitcodeHeader::version);
        findings
            .report(&rules::KIND, place, message)
            .severity(Severity::Warning)
            .help("set it to that of the module");
    }
}

/// Checks that the bitcode is readable and that module and header agree.
fn bitcode(
    model: &Model<'_>,
    part: &PartData,
    context: &Context<'_, '_>,
    own: bool,
    findings: &mut Diagnostics,
) {
    if !model.whole {
        return;
    }
    let end = model.bitcode_start + model.bitcode.len() as u64;
    let read;
    // The container's module is that of its first program part.
    let is_same = |module: &&Typed<'_>| own && std::ptr::eq(module.bytes, model.bitcode);
    let module = match context.code().filter(is_same) {
        Some(module) => Some(module),
        None => {
            read = sound(model.bitcode);
            read.as_ref()
        }
    };
    let code = module.and_then(|module| Code::new(module).ok());
    // A module whose bodies were read has none.
    let faults = if code.is_some() { Vec::new() } else { faults_of(model.bitcode) };
    for fault in faults.iter().take(MAX_FAULTS) {
        let bytes = fault.bytes();
        let start = model.bitcode_start.saturating_add(bytes.start).min(end);
        let stop = model.bitcode_start.saturating_add(bytes.end).clamp(start, end);
        let location = part.location(context.window, start, stop, "bitcode");
        let mut diagnostic = findings.report(module::of(&fault.kind), location, fault.to_string());
        diagnostic.help("rebuild the shader");
        if let Some(record) = place_of(model.bitcode, &fault.bits) {
            let (first, last) = (fault.bits.start, fault.bits.end);
            diagnostic.note(format!("bits {first}..{last} of the bitcode, {record}"));
        }
        if faults.len() > MAX_FAULTS {
            diagnostic.note(format!("{} more places are wrong", faults.len() - MAX_FAULTS));
        }
    }
    let Some(code) = code else { return };
    let version = model.program.version;
    let stated = Header {
        kind: version.kind() as u16,
        shader_model: version.shader_model().into(),
        dxil: Version::new(model.head.version.major(), model.head.version.minor()).into(),
    };
    for finding in header(code.module, stated) {
        let location = match finding.kind {
            FindingKind::DxilVersion => {
                part.field(context.window, part.start + 8, "head", BitcodeHeader::version)
            }
            _ => program_field(part, context, ProgramHeader::version),
        };
        findings
            .report(&rules::MODEL, location, finding.message)
            .note("the validator refuses such a container")
            .help("set the header to the values of the module, or replace the program");
    }
    if own && let Some(shader) = super::code::check(model, part, context, &code, findings) {
        super::derived::check(context, &code, shader, findings);
    }
}

/// Checks `ILDB` against `DXIL`.
fn against_program(
    model: &Model<'_>,
    part: &PartData,
    context: &Context<'_, '_>,
    findings: &mut Diagnostics,
) {
    let Some((other, Content::Program(program))) = context.find(b"DXIL") else {
        return;
    };
    let (own, wanted) = (model.program.version, program.program.version);
    if own != wanted {
        let message = format!("found {}, expected {} as in DXIL", own.profile(), wanted.profile());
        findings
            .report(&rules::MODEL, program_field(part, context, ProgramHeader::version), message)
            .label(program_field(other, context, ProgramHeader::version), "the version of the program")
            .help("replace the debug information by that of this program");
    }
}
