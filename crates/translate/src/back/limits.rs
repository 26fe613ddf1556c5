//! Checks registers and locations against the limits of the target, and warns of what differs between targets.

use glassbox_core::diagnostic::{Diagnostic, Location};

use super::prepare::Prepared;
use super::{ClipSpace, WriteOptions, language, position, rules, window};
use crate::output::{GlslVersion, Target};
use crate::shader::{Class, Stage};

/// Finds numbers that are too large, and warns of values that depend on the direction of y in the window.
pub(super) fn check(prepared: &Prepared, target: Target, options: &WriteOptions<'_>) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    locations(prepared, target, &mut findings);
    registers(prepared, target, &mut findings);
    // Whether y of the window grows in the other direction than in the source.
    let turns = (position::of(target) == ClipSpace::OpenGl) != (options.clip == ClipSpace::OpenGl);
    if turns && prepared.stage == Stage::Fragment {
        findings.extend(look(prepared, target));
    }
    findings
}

fn look(prepared: &Prepared, target: Target) -> Option<Diagnostic> {
    // GLSL can be told to count from above, GLSL ES cannot.
    let is_told = matches!(target, Target::Glsl(GlslVersion::Core(_)));
    let what = if !is_told && window::reads_y(&prepared.module) {
        "the position in the window"
    } else if window::derives_y(&prepared.module) {
        "the derivative along y"
    } else {
        return None;
    };
    let message =
        format!("{what} is not converted: y grows in the other direction in the window of the target");
    let help =
        "do not let the result depend on the direction of y, or compute it from what the vertex shader gives";
    Some(Diagnostic::new(&rules::WINDOW, Location::default(), message).help(help))
}

/// Refuses locations that the target cannot bind: 16 vertex attributes and 8 outputs are what OpenGL promises; Direct3D has 32
/// and 8, Metal 31 and 8, and between two stages all have 30 or more.
fn locations(prepared: &Prepared, target: Target, findings: &mut Vec<Diagnostic>) {
    let Some(entry) = prepared.reflection.entry_points.first() else { return };
    let inputs = prepared.reflection.input_locations(entry).into_iter().map(|one| (one, true));
    let outputs = prepared.reflection.output_locations(entry).into_iter().map(|one| (one, false));
    for (one, is_input) in inputs.chain(outputs) {
        let (what, limit) = match (prepared.stage, is_input, target) {
            (Stage::Vertex, true, Target::Hlsl(..)) => ("vertex inputs", 32),
            (Stage::Vertex, true, Target::Msl(..)) => ("vertex inputs", 31),
            (Stage::Vertex, true, _) => ("vertex inputs", 16),
            (Stage::Fragment, false, _) => ("outputs of fragment shaders", 8),
            _ => ("values between stages", 31),
        };
        if one.location >= limit {
            let name = one.name.unwrap_or_default();
            let target = language(target);
            let message =
                format!("{name:?} has location {}, and {target} promises {limit} {what}", one.location);
            findings.push(out_of_range(message));
        }
    }
}

fn registers(prepared: &Prepared, target: Target, findings: &mut Vec<Diagnostic>) {
    for resource in &prepared.resources {
        let limit = match (target, resource.class) {
            (Target::Hlsl(..), Some(Class::ConstantBuffer)) => 14,
            (Target::Hlsl(..), Some(Class::Texture)) => 128,
            (Target::Hlsl(..) | Target::Msl(..), Some(Class::Sampler)) => 16,
            // Buffers above are those of vertices.
            (Target::Msl(..), Some(Class::ConstantBuffer)) => 30,
            (Target::Msl(..), Some(Class::Texture)) => 128,
            _ => continue,
        };
        if resource.register >= limit {
            let message = format!(
                "{:?} has register {}, and {} has {limit} of its kind",
                resource.name,
                resource.register,
                language(target)
            );
            findings.push(out_of_range(message));
        }
    }
}

fn out_of_range(message: String) -> Diagnostic {
    Diagnostic::new(&rules::OUT_OF_RANGE, Location::default(), message)
        .help("use lower numbers, or fewer of them")
}
