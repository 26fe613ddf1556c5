//! Checks the set of parts: one program, and the parts that its shader kind requires and allows.

use glassbox_core::diagnostic::Diagnostics;

use crate::check::directory::header_field;
use crate::code;
use crate::container::Container;
use crate::part::PartData;
use crate::program::{ShaderKind, Version};
use crate::raw::Header;
use crate::rules::container as rules;

/// Part codes found in a debug file.
const DEBUG_FILE: [&[u8; 4]; 8] = [b"ILDN", b"HASH", b"SRCI", b"PDBI", b"VERS", b"ILDB", b"STAT", b"PRIV"];
/// First validator version that writes runtime data.
const RUNTIME_DATA: Version = Version::new(1, 3);

/// Kind of container, derived from its parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// DXIL program.
    Dxil,
    /// Token stream of shader model 4 or 5, or shader model 2 code.
    Tokens,
    /// Both DXIL and a token stream.
    Both,
    /// Library of the legacy compiler.
    Library,
    /// Stand-alone root signature.
    RootSignature,
    /// Stand-alone debug information, as in a PDB.
    DebugFile,
    /// Anything else.
    Other,
}

impl Shape {
    /// Classifies a container by its parts.
    pub fn of(parts: &[PartData]) -> Shape {
        let has = |code: &[u8; 4]| parts.iter().any(|part| part.code.0 == *code);
        let only =
            |codes: &[&[u8; 4]]| parts.iter().all(|part| codes.iter().any(|code| part.code.0 == **code));
        let tokens = has(b"SHDR") || has(b"SHEX");
        match (has(b"DXIL"), tokens || has(b"Aon9")) {
            (true, _) if tokens => Shape::Both,
            (true, _) => Shape::Dxil,
            (false, true) => Shape::Tokens,
            (false, false) if has(b"LIBF") || has(b"LIBH") => Shape::Library,
            (false, false) if has(b"RTS0") && only(&[b"RTS0", b"PRIV"]) => Shape::RootSignature,
            (false, false)
                if only(&DEBUG_FILE) && (has(b"ILDB") || has(b"STAT") || has(b"PDBI") || has(b"SRCI")) =>
            {
                Shape::DebugFile
            }
            _ => Shape::Other,
        }
    }

    /// Description for messages.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Dxil => "DXIL container",
            Shape::Tokens => "DXBC container",
            Shape::Both => "container of two programs",
            Shape::Library => "DXBC library",
            Shape::RootSignature => "root signature",
            Shape::DebugFile => "debug information",
            Shape::Other => "container without a program",
        }
    }
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Checks the set of parts.
pub(crate) fn check(container: &Container<'_>, validator: Option<Version>, findings: &mut Diagnostics) {
    let parts = container.parts();
    let shape = Shape::of(parts);
    let counted = header_field(container, Header::part_count);
    match shape {
        Shape::Other if !parts.is_empty() => {
            let message = "found no program, expected DXIL, SHDR, SHEX or Aon9";
            findings
                .report(&rules::PROGRAM, counted, message)
                .note(
                    "containers of a root signature alone or of debug information need none; this is neither",
                )
                .help("add the program, or rebuild the file");
        }
        Shape::Both => {
            let tokens = parts.iter().find(|part| matches!(&part.code.0, b"SHDR" | b"SHEX"));
            let location = tokens.map_or(counted, |part| container.part_header(part));
            let message = "found both DXIL and a token stream, expected one program";
            findings.report(&rules::PROGRAM, location, message).help("remove the unintended program");
        }
        Shape::Dxil => dxil(container, validator, findings),
        _ => {}
    }
}

/// Checks the parts of a DXIL container against its shader kind.
fn dxil(container: &Container<'_>, validator: Option<Version>, findings: &mut Diagnostics) {
    let Some(kind) = container.program().and_then(|program| program.kind) else {
        return;
    };
    let library = kind == ShaderKind::LIBRARY;
    if !library && kind.prefix().is_none() {
        return;
    }
    for part in container.parts() {
        let Some(known) = code::lookup(part.code) else {
            continue;
        };
        // The proposed tables have a separate rule.
        if matches!(&part.code.0, b"SYM0" | b"STR0") {
            continue;
        }
        let primitive = part.code.0 != *b"PSG1"
            || matches!(kind, ShaderKind::HULL | ShaderKind::DOMAIN | ShaderKind::MESH);
        let allowed = if library { known.allowed.library } else { known.allowed.shader && primitive };
        if !allowed {
            let message = format!(
                "found {} ({}) in a {kind} {}, where the validator refuses it",
                part.code,
                known.what,
                if library { "container" } else { "shader" }
            );
            findings.report(&rules::PARTS, container.part_header(part), message).help("remove the part");
        }
    }
    let with_rows = validator.is_none_or(|version| version >= RUNTIME_DATA);
    let required: &[&[u8; 4]] = match library {
        true if with_rows => &[b"RDAT"],
        true => &[],
        false => &[b"SFI0", b"PSV0"],
    };
    for code in required {
        if container.directory.find(code).is_none() {
            let what = code::lookup(glassbox_core::value::Tag(**code)).map_or("", |code| code.what);
            let message = format!("found no part {} ({what}), expected one", code.escape_ascii());
            findings
                .report(&rules::PARTS, header_field(container, Header::part_count), message)
                .note(format!("the validator requires it in a {kind} container"))
                .help("rebuild the shader");
        }
    }
}
