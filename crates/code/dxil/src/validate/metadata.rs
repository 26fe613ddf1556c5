//! Checks versions, named metadata and what is attached to functions and instructions.

use super::context::{Validator, kind, shown};
use super::place::{integer, operand};
use super::{Subject, rules};
use crate::analysis::compatibility;
use crate::analysis::flags::Choices;
use crate::facts::Version;
use crate::features::flag;
use crate::ir::{Attachment, Body, FunctionId, Instruction, InstructionId, Metadata, MetadataId, Op};

/// Newest validator version, and newest minor version of shader model 6, that are released or in preview.
const NEWEST_VALIDATOR: Version = Version { major: 1, minor: 10 };
const NEWEST_MODEL: u32 = 10;
/// Nesting of nodes followed.
const MAX_DEPTH: u32 = 32;

/// Named metadata that DXIL has.
const NAMED: [&[u8]; 11] = [
    b"dx.version",
    b"dx.shaderModel",
    b"dx.entryPoints",
    b"dx.resources",
    b"dx.typeAnnotations",
    b"dx.valver",
    b"dx.viewIdState",
    b"dx.dxrPayloadAnnotations",
    b"dx.targetTypes",
    b"llvm.ident",
    b"llvm.module.flags",
];

/// Checks versions and named metadata.
pub(super) fn check(validator: &mut Validator<'_>) {
    versions(validator);
    let module = validator.program.module;
    if module.triple != b"dxil-ms-dx" {
        let message = format!("found target \"{}\", expected \"dxil-ms-dx\"", shown(&module.triple));
        validator.report(&rules::TARGET, Subject::Module, message);
    }
    for named in &module.metadata.named {
        let name = module.metadata.text(named.name);
        if !NAMED.contains(&name) {
            let subject = Subject::Named(String::from_utf8_lossy(name).into_owned());
            let message = format!("found named metadata {}, which DXIL does not have", shown(name));
            validator.report(&rules::NAMED_METADATA, subject, message);
        }
    }
    annotations(validator);
    let shader = validator.shader;
    if !shader.is_library() {
        let entry = shader.entries.first().and_then(|entry| entry.function);
        let hull_passes = shader.entries.first().is_some_and(|entry| entry.properties.hull.is_some());
        let is_defined = entry.is_some_and(|entry| validator.program.body(FunctionId::at(entry)).is_some());
        if !is_defined && !hull_passes {
            let message = "found no defined function in dx.entryPoints, expected the entry point";
            validator.report(&rules::NO_ENTRY, Subject::Named("dx.entryPoints".to_owned()), message);
        }
    }
}

fn versions(validator: &mut Validator<'_>) {
    let shader = validator.shader;
    let (model, dxil, own) = (shader.model, shader.dxil, shader.validator);
    let unvalidated = Version { major: 0, minor: 0 };
    if own != unvalidated && (own.major != 1 || own > NEWEST_VALIDATOR) {
        let message = format!("found validator version {own}, expected 1.0 to {NEWEST_VALIDATOR}");
        validator.report(&rules::VALIDATOR_VERSION, Subject::Named("dx.valver".to_owned()), message);
    }
    let least = match u32::from(shader.kind) {
        kind::LIBRARY => 1,
        kind::MESH | kind::AMPLIFICATION => 5,
        _ => 0,
    };
    let subject = || Subject::Named("dx.shaderModel".to_owned());
    if model.major != 6 || !(least..=NEWEST_MODEL).contains(&model.minor) {
        let message = format!("found shader model {model}, expected 6.{least} to 6.{NEWEST_MODEL}");
        validator.report(&rules::MODEL, subject(), message);
    } else if dxil != (Version { major: 1, minor: model.minor }) {
        let message =
            format!("found DXIL version {dxil} of shader model {model}, expected 1.{}", model.minor);
        validator.report(&rules::DXIL_VERSION, Subject::Named("dx.version".to_owned()), message);
    }
}

/// Checks the kinds of type annotations.
fn annotations(validator: &mut Validator<'_>) {
    let module = validator.program.module;
    let Some(nodes) = module.metadata.named("dx.typeAnnotations") else { return };
    if validator.shader.dxil < (Version { major: 1, minor: 2 }) {
        return;
    }
    for &node in nodes {
        let is_long = module.metadata.node(node).is_some_and(|operands| operands.len() >= 3);
        let tag = operand(module, node, 0).and_then(|tag| integer(module, tag));
        if !is_long || !matches!(tag, Some(0 | 1)) {
            let message = "found another node in dx.typeAnnotations, expected 0 or 1 and annotations";
            validator.report(&rules::METADATA, Subject::Metadata(node), message);
        }
    }
}

/// Compares the shader flags with the code.
pub(super) fn flags(validator: &mut Validator<'_>) {
    let shader = validator.shader;
    // The flags of a library are compared function by function with its runtime data.
    if shader.is_library() || shader.entries.is_empty() {
        return;
    }
    let choices = Choices::of(shader);
    let found = validator.flags();
    let derived = compatibility::module_flags(shader, choices, validator.compatibility());
    // What the validator does not derive.
    let chosen = flag::DISABLE_OPTIMIZATIONS
        | flag::DISABLE_MATH_REFACTORING
        | flag::EARLY_DEPTH_STENCIL
        | flag::ALL_RESOURCES_BOUND
        | flag::NATIVE_LOW_PRECISION
        | flag::RESOURCES_DO_NOT_ALIAS;
    if (found ^ derived) & !chosen != 0 {
        let message = format!("found shader flags {found:#x}, expected {derived:#x}");
        let tag = crate::shader::entry::tag::FLAGS;
        let finding = validator.report(&rules::FLAGS, Subject::Property(0, tag), message);
        finding.help(format!("set them to {derived:#x}"));
    }
}

/// Checks what is attached to a function and to its instructions.
pub(super) fn attached(validator: &mut Validator<'_>, function: FunctionId, body: &Body) {
    for &(to, attachment) in &body.attachments {
        match to {
            None => unknown(validator, Subject::Function(function), attachment),
            Some(id) => {
                if let Some(instruction) = body.instruction(id) {
                    on_instruction(validator, (function, id), instruction, attachment);
                }
            }
        }
    }
}

fn unknown(validator: &mut Validator<'_>, subject: Subject, attachment: Attachment) {
    let kind = validator.program.module.kind(attachment.kind).unwrap_or_default();
    let message = format!("found attached metadata {}, which DXIL does not have there", shown(kind));
    validator.report(&rules::ATTACHED_METADATA, subject, message);
}

fn on_instruction(
    validator: &mut Validator<'_>,
    (function, id): (FunctionId, InstructionId),
    instruction: &Instruction,
    attachment: Attachment,
) {
    let subject = Subject::Instruction(function, id);
    let module = validator.program.module;
    match module.kind(attachment.kind).unwrap_or_default() {
        b"dx.controlflow.hints" if instruction.is_terminator() => {
            hints(validator, subject, instruction, attachment)
        }
        b"dx.controlflow.hints" => {
            let message =
                "found a hint of control flow on another instruction, expected it on a branch or switch";
            validator.report(&rules::HINT, subject, message);
        }
        b"llvm.loop" => {
            if !is_loop(validator, attachment.node, MAX_DEPTH) {
                malformed(validator, subject, "a loop node");
            }
        }
        b"tbaa" => {
            if !is_alias(validator, attachment.node, MAX_DEPTH) {
                malformed(validator, subject, "an access type");
            }
        }
        b"dx.precise" => {
            let value = operand(module, attachment.node, 0).and_then(|value| integer(module, value));
            let is_single = module.metadata.node(attachment.node).is_some_and(|operands| operands.len() == 1);
            if !is_single || !matches!(value, Some(0 | 1)) {
                malformed(validator, subject, "0 or 1 for dx.precise");
            }
        }
        b"range" | b"noalias" | b"alias.scope" | b"dbg" => {}
        b"dx.nonuniform" if validator.shader.is_library() => {
            let value = operand(module, attachment.node, 0).and_then(|value| integer(module, value));
            if !matches!(instruction.op, Op::GetElementPtr { .. }) || value != Some(1) {
                malformed(validator, subject, "1 for dx.nonuniform on an address");
            }
        }
        _ => unknown(validator, subject, attachment),
    }
}

fn malformed(validator: &mut Validator<'_>, subject: Subject, expected: &str) {
    let message = format!("found another attached node, expected {expected}");
    validator.report(&rules::METADATA, subject, message);
}

/// Checks the hints of a branch or switch.
fn hints(validator: &mut Validator<'_>, subject: Subject, instruction: &Instruction, attachment: Attachment) {
    const BRANCH: i64 = 1;
    const FLATTEN: i64 = 2;
    const FORCE_CASE: i64 = 5;
    let module = validator.program.module;
    let operands = module.metadata.node(attachment.node).unwrap_or_default();
    let values = operands.iter().skip(2).map(|&value| value.and_then(|value| integer(module, value)));
    let values: Vec<Option<i64>> = values.take(16).collect();
    let has = |hint| values.contains(&Some(hint));
    if values.contains(&None) {
        malformed(validator, subject.clone(), "numbers as hints");
    }
    let known = [BRANCH, FLATTEN, FORCE_CASE];
    let message = if values.iter().flatten().any(|hint| !known.contains(hint)) {
        "found an unknown hint of control flow, expected 1, 2 or 5"
    } else if has(BRANCH) && has(FLATTEN) {
        "found both `branch` and `flatten`, expected one of them"
    } else if has(FORCE_CASE) && instruction.op != Op::Switch {
        "found `forcecase` on a branch, expected it on a switch"
    } else {
        return;
    };
    validator.report(&rules::HINT, subject, message);
}

/// True for a well-formed loop node.
fn is_loop(validator: &Validator<'_>, node: MetadataId, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let module = validator.program.module;
    let Some(operands) = module.metadata.node(node) else { return false };
    let &[Some(own), ..] = operands else { return false };
    if own != node || operands.len() > 2 {
        return false;
    }
    let Some(&inner) = operands.get(1) else { return true };
    let Some(inner) = inner.filter(|&inner| module.metadata.node(inner).is_some()) else { return false };
    if operand(module, inner, 0) == Some(inner) {
        return is_loop(validator, inner, depth);
    }
    let count = module.metadata.node(inner).map_or(0, <[_]>::len);
    let name = operand(module, inner, 0).and_then(|name| module.metadata.string(name));
    match name {
        Some(b"llvm.loop.unroll.full" | b"llvm.loop.unroll.disable") => count <= 2,
        Some(b"llvm.loop.unroll.count") => {
            count == 2 && operand(module, inner, 1).and_then(|count| integer(module, count)).is_some()
        }
        _ => false,
    }
}

/// True for a well-formed access type.
fn is_alias(validator: &Validator<'_>, node: MetadataId, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let module = validator.program.module;
    let Some(operands) = module.metadata.node(node) else { return false };
    let root = |validator: &Validator<'_>| {
        operand(module, node, 1)
            .filter(|&root| matches!(module.metadata.get(root), Some(Metadata::Node { .. })))
            .is_some_and(|root| is_alias(validator, root, depth))
    };
    match operands.len() {
        1 => operand(module, node, 0).is_some_and(|name| module.metadata.string(name).is_some()),
        2 => root(validator),
        3 => {
            let flag = operand(module, node, 2).and_then(|flag| integer(module, flag));
            matches!(flag, Some(0 | 1)) && root(validator)
        }
        _ => false,
    }
}
