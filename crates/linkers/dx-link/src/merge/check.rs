//! Checks that libraries are compatible with each other and with the target.

use glassbox_dxil::Version;
use glassbox_dxil::ir::{Metadata, Typed};

use super::finding::Findings;
use super::{Input, Target};
use crate::rules;

/// Minor version of libraries without a specific shader model (`lib_6_x`).
pub(super) const OFFLINE: u32 = 15;

/// Supported named metadata.
const KNOWN: &[&str] = &[
    "llvm.ident",
    "dx.version",
    "dx.valver",
    "dx.shaderModel",
    "dx.resources",
    "dx.typeAnnotations",
    "dx.entryPoints",
    "dx.subobjects",
];

/// Checks every library individually and against the first.
pub(super) fn inputs(inputs: &[Input<'_>], target: &Target, findings: &mut Findings<'_>) {
    if target.model.major != 6 || target.model.minor < 3 || target.model.minor >= OFFLINE {
        let message = format!("found shader model {}, expected 6.3 or later for a library", target.model);
        let help = "request a profile such as lib_6_3";
        findings.add(&rules::NOT_LIBRARY, 0, "target", message, help);
    }
    let stated = inputs.iter().find_map(|input| Some((input.name, input.compiler?)));
    for (index, input) in inputs.iter().enumerate() {
        module(index, input, target, findings);
        // A library without a compiler version is compatible with all others.
        if let Some((first, known)) = stated
            && input.compiler.is_some_and(|own| build(own) != build(known))
        {
            let message = format!("{first} and {} state different compilers in their parts VERS", input.name);
            let help = "compile both with the same build of the compiler";
            findings.add(&rules::OTHER_COMPILER, index, "VERS", message, help);
        }
        if let Some(first) = inputs.first()
            && (&first.module.data_layout, &first.module.triple)
                != (&input.module.data_layout, &input.module.triple)
        {
            let message = format!(
                "{} and {} are for different targets: {:?} and {:?}",
                first.name,
                input.name,
                String::from_utf8_lossy(&first.module.data_layout),
                String::from_utf8_lossy(&input.module.data_layout)
            );
            let help = "compile both for the same target with the same build of the compiler";
            findings.add(&rules::UNSUPPORTED, index, "datalayout", message, help);
        }
    }
}

/// The fields of part `VERS` that identify a build: all but the flags, which are build options.
fn build(part: &[u8]) -> (&[u8], &[u8]) {
    const FLAGS: std::ops::Range<usize> = 4..8;
    let version = part.get(..FLAGS.start).unwrap_or(part);
    (version, part.get(FLAGS.end..).unwrap_or_default())
}

fn module(index: usize, input: &Input<'_>, target: &Target, findings: &mut Findings<'_>) {
    let module = input.module;
    match model(module) {
        Some((kind, found)) if kind == b"lib" => {
            if found.minor != OFFLINE && (found.major, found.minor) > (target.model.major, target.model.minor)
            {
                let message = format!(
                    "{} is a library of shader model {found}, expected at most {}",
                    input.name, target.model
                );
                let help = format!("request lib_{}_{} or later", found.major, found.minor);
                findings.add(&rules::NEWER_MODEL, index, "dx.shaderModel", message, help);
            }
        }
        Some((kind, found)) => {
            let message = format!(
                "{} is a program {}_{}_{}, expected a library",
                input.name,
                kind.escape_ascii(),
                found.major,
                found.minor
            );
            let help = "compile the source for a library profile, such as lib_6_3";
            findings.add(&rules::NOT_LIBRARY, index, "dx.shaderModel", message, help);
        }
        None => {
            let message = format!("{} states no shader model", input.name);
            let help = "give a library that a DXIL compiler made";
            findings.add(&rules::NOT_LIBRARY, index, "dx.shaderModel", message, help);
        }
    }
    for node in &module.metadata.named {
        let name = module.metadata.text(node.name);
        if KNOWN.iter().any(|known| known.as_bytes() == name) {
            continue;
        }
        let spelled = name.escape_ascii().to_string();
        if name == b"llvm.dbg.cu" || name.starts_with(b"dx.source.") {
            let message = format!("{} holds debug information ({spelled})", input.name);
            let help = "take the part DXIL instead of ILDB, or compile without -Zi";
            findings.add(&rules::DEBUG, index, spelled, message, help);
        } else if name != b"llvm.module.flags" || !module.metadata.nodes(node.operands).is_empty() {
            let message = format!("{} has metadata {spelled}, which is not supported", input.name);
            let help = "link with DXC's own linker (`--linker dxc`)";
            findings.add(&rules::UNSUPPORTED, index, spelled, message, help);
        }
    }
    let things = [
        (module.aliases.is_empty(), "aliases"),
        (module.comdats.is_empty(), "comdats"),
        (module.assembly.is_empty(), "assembly"),
        (module.libraries.is_empty(), "lists of libraries"),
        (module.sections.is_empty(), "sections"),
        (module.collectors.is_empty(), "garbage collectors"),
        (module.use_lists.is_empty(), "orders of uses"),
    ];
    for (_, thing) in things.into_iter().filter(|(absent, _)| !absent) {
        let message = format!("{} has {thing}, which DXIL has no use for", input.name);
        let help = "link with DXC's own linker (`--linker dxc`)";
        findings.add(&rules::UNSUPPORTED, index, thing, message, help);
    }
}

/// Kind and version of the shader model.
pub(super) fn model<'m>(module: &'m Typed<'_>) -> Option<(&'m [u8], Version)> {
    let node = module.metadata.named("dx.shaderModel")?.first()?;
    let [kind, major, minor] = module.metadata.node(*node)? else {
        return None;
    };
    let version = Version { major: number(module, (*major)?)?, minor: number(module, (*minor)?)? };
    Some((module.metadata.string((*kind)?)?, version))
}

/// Reads a version from named metadata.
pub(super) fn version(module: &Typed<'_>, name: &str) -> Option<Version> {
    let node = module.metadata.named(name)?.first()?;
    let [major, minor] = module.metadata.node(*node)? else {
        return None;
    };
    Some(Version { major: number(module, (*major)?)?, minor: number(module, (*minor)?)? })
}

/// Reads an integer from metadata.
pub(super) fn number(module: &Typed<'_>, id: glassbox_dxil::ir::MetadataId) -> Option<u32> {
    match module.metadata.get(id)? {
        Metadata::Value(value) => u32::try_from(module.integer(value)?).ok(),
        _ => None,
    }
}
