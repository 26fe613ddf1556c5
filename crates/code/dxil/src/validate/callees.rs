//! Checks that what an entry point calls fits its stage, model and thread group.

use super::context::{Validator, a_shader, kind};
use super::{Subject, rules};
use crate::analysis::compatibility::Compatibility;
use crate::features::flag;
use crate::ir::FunctionId;
use crate::shader::entry::Properties;

/// Launch mode of nodes without thread groups.
const THREAD_LAUNCH: u32 = 3;

/// Checks all entry points. Validators before 1.8 look at the entry points alone.
pub(super) fn check(validator: &mut Validator<'_>) {
    if !validator.shader.validates(8) {
        return;
    }
    for (_, entry, shader) in validator.entry_points() {
        let Some(function) = entry.function.map(FunctionId::at) else { continue };
        let Some(&needs) = validator.compatibility().get(function.index()) else { continue };
        let model = validator.shader.model;
        let stage = |needs: &Compatibility| needs.stages & 1 << shader == 0;
        let newer = |needs: &Compatibility| needs.minor > model.minor;
        if stage(&needs)
            && let Some(callee) = culprit(validator, function, stage)
        {
            let message = format!("found a call of code that {} does not have", a_shader(shader));
            report(validator, &rules::STAGE, function, callee, message);
        }
        if newer(&needs)
            && let Some(callee) = culprit(validator, function, newer)
        {
            let message = format!(
                "found a call of code that needs shader model 6.{}, expected at most {model}",
                needs.minor
            );
            report(validator, &rules::TOO_NEW, function, callee, message);
        }
        let is_thread = entry.properties.node.as_ref().is_some_and(|node| node.launch == THREAD_LAUNCH);
        let has_group =
            !is_thread && matches!(shader, kind::COMPUTE | kind::MESH | kind::AMPLIFICATION | kind::NODE);
        if needs.flags & flag::REQUIRES_GROUP != 0 && !has_group && shader != kind::LIBRARY {
            let groups = |needs: &Compatibility| needs.flags & flag::REQUIRES_GROUP != 0;
            if let Some(callee) = culprit(validator, function, groups) {
                let message =
                    format!("found a call of code that needs a thread group in {}", a_shader(shader));
                report(validator, &rules::STAGE, function, callee, message);
            }
        }
        if needs.flags & flag::USES_DERIVATIVES != 0 {
            derivatives(validator, function, shader, &entry.properties, is_thread);
        }
    }
}

/// Checks the thread group of code with derivatives.
fn derivatives(
    validator: &mut Validator<'_>,
    function: FunctionId,
    shader: u32,
    properties: &Properties,
    is_thread: bool,
) {
    if !matches!(shader, kind::COMPUTE | kind::MESH | kind::AMPLIFICATION | kind::NODE) {
        return;
    }
    if is_thread {
        let message = "found derivatives in a node without a thread group, expected another launch mode";
        validator.report(&rules::NODE, Subject::Function(function), message);
        return;
    }
    let [x, y, z] = properties.group().unwrap_or_default();
    let fits = if (y, z) == (1, 1) { x % 4 == 0 } else { x % 2 == 0 && y % 2 == 0 };
    if !fits {
        let message = format!(
            "found derivatives in a group of {x}, {y} and {z} threads, expected x in fours, or x and y in twos"
        );
        validator.report(&rules::THREADS, Subject::Function(function), message);
    }
}

/// A called function with a need that none of its own callees has; `None` if that is the entry point itself, whose
/// instructions are checked one by one.
fn culprit(
    validator: &Validator<'_>,
    entry: FunctionId,
    has: impl Fn(&Compatibility) -> bool,
) -> Option<FunctionId> {
    let needs = validator.compatibility();
    let reached = validator.program.reachable(entry);
    let with = |function: &FunctionId| needs.get(function.index()).is_some_and(&has);
    reached.into_iter().rev().find(with).filter(|&function| function != entry)
}

fn report(
    validator: &mut Validator<'_>,
    rule: &'static glassbox_core::diagnostic::Rule,
    entry: FunctionId,
    callee: FunctionId,
    message: String,
) {
    let note = format!("{} calls it", validator.function_name(entry));
    validator.report(rule, Subject::Function(callee), message).note(note);
}
