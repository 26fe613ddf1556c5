//! Checks `SFI0` and `HASH`.

use glassbox_core::diagnostic::{Diagnostics, Severity};

use super::Context;
use crate::digest::md5;
use crate::part::hash::ShaderHash;
use crate::part::{Content, PartData, feature, hash};
use crate::rules::small as rules;

/// Checks the feature flags.
pub(crate) fn features(
    model: &feature::Model,
    part: &PartData,
    context: &Context<'_, '_>,
    findings: &mut Diagnostics,
) {
    let undefined = model.features.0 & feature::Features::UNDEFINED;
    if undefined == 0 {
        return;
    }
    let location = part.location(context.window, part.start, part.start + 8, "flags");
    let message = format!("found bits {undefined:#x}, expected defined ones only");
    let mut diagnostic = findings.report(&rules::FEATURES_BITS, location, message);
    let row_only = feature::Features::USES_DERIVATIVES.0 | feature::Features::REQUIRES_GROUP.0;
    if undefined & row_only != 0 {
        diagnostic.note("bits 40 and 41 belong to the function rows of RDAT");
    }
    diagnostic.help(format!("clear them: {:#x}", model.features.0 & !undefined));
}

/// Checks the shader hash.
pub(crate) fn hash(
    model: &hash::Model,
    part: &PartData,
    context: &Context<'_, '_>,
    findings: &mut Diagnostics,
) {
    let hash = &model.hash;
    let place = |field| part.field(context.window, part.start, "hash", field);
    if hash.flags.0 > 1 {
        let message = format!("found flags {:#x}, expected 0 or 1", hash.flags.0);
        findings
            .report(&rules::HASH_SIZE, place(ShaderHash::flags), message)
            .severity(Severity::Warning)
            .help("set them to 0; 1 means that the hash covers the source too");
    }
    let source = hash.flags.0 & 1 != 0;
    let code = if source { b"ILDB" } else { b"DXIL" };
    // In a debug file, the hash is that of a program in another file.
    if context.find(b"DXIL").is_none() {
        return;
    }
    let Some((_, Content::Program(program))) = context.find(code) else {
        return;
    };
    if !program.has_bitcode() {
        return;
    }
    let wanted = md5(program.bitcode);
    if wanted == hash.md5 {
        return;
    }
    let (severity, note) = if source {
        (
            Severity::Info,
            "a root signature is taken out of the debug information after hashing, so that they may differ",
        )
    } else {
        (Severity::Warning, "the hash is the MD5 of the bitcode, without the program header")
    };
    let message = format!("found {}, expected {}", hex(&hash.md5), hex(&wanted));
    findings
        .report(&rules::HASH_VALUE, place(ShaderHash::md5), message)
        .severity(severity)
        .note(note)
        .help("recompute the hash");
}

fn hex(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(2 * bytes.len());
    for &byte in bytes {
        glassbox_core::text::push_hex(byte, &mut out);
    }
    out
}
