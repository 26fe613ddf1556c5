//! Checks registers and locations against the limits of the target, and warns of what differs between targets.

use glassbox_core::diagnostic::{Diagnostic, Location};

use glassbox_decompile::Target;

use super::prepare::Form;
use super::{ClipSpace, Language, rules, window};
use crate::shader::{Class, Stage};

/// Finds numbers that are too large, and warns of values that depend on the direction of y in the window.
pub(super) fn check(form: &Form, stage: Stage, language: Language, clip: ClipSpace) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    locations(form, stage, language, &mut findings);
    registers(form, language, &mut findings);
    // Whether y of the window grows in the other direction than in the source.
    let turns = (ClipSpace::of(language) == ClipSpace::OpenGl) != (clip == ClipSpace::OpenGl);
    if turns && stage == Stage::Fragment {
        findings.extend(look(form, language));
    }
    findings
}

fn look(form: &Form, language: Language) -> Option<Diagnostic> {
    // GLSL can be told to count from above, GLSL ES cannot.
    let is_told = matches!(language, Language::Text(Target::Glsl(..)));
    let what = if !is_told && window::reads_y(&form.module) {
        "the position in the window"
    } else if window::derives_y(&form.module) {
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
fn locations(form: &Form, stage: Stage, language: Language, findings: &mut Vec<Diagnostic>) {
    let Some(entry) = form.reflection.entry_points.first() else { return };
    let inputs = form.reflection.input_locations(entry).into_iter().map(|one| (one, true));
    let outputs = form.reflection.output_locations(entry).into_iter().map(|one| (one, false));
    for (one, is_input) in inputs.chain(outputs) {
        let (what, limit) = match (stage, is_input, language) {
            (Stage::Vertex, true, Language::Text(Target::Hlsl(_))) => ("vertex inputs", 32),
            (Stage::Vertex, true, Language::Text(Target::Msl(_))) => ("vertex inputs", 31),
            (Stage::Vertex, true, _) => ("vertex inputs", 16),
            (Stage::Fragment, false, _) => ("outputs of fragment shaders", 8),
            _ => ("values between stages", 31),
        };
        if one.location >= limit {
            let name = one.name.unwrap_or_default();
            let message =
                format!("{name:?} has location {}, and {language} promises {limit} {what}", one.location);
            findings.push(out_of_range(message));
        }
    }
}

fn registers(form: &Form, language: Language, findings: &mut Vec<Diagnostic>) {
    for resource in &form.resources {
        let Language::Text(target) = language else { continue };
        let limit = match (target, resource.class) {
            (Target::Hlsl(_), Some(Class::ConstantBuffer)) => 14,
            (Target::Hlsl(_) | Target::Msl(_), Some(Class::Texture)) => 128,
            (Target::Hlsl(_) | Target::Msl(_), Some(Class::Sampler)) => 16,
            // Buffers above are those of vertices.
            (Target::Msl(_), Some(Class::ConstantBuffer)) => 30,
            _ => continue,
        };
        if resource.register >= limit {
            let message = format!(
                "{:?} has register {}, and {language} has {limit} of its kind",
                resource.name, resource.register
            );
            findings.push(out_of_range(message));
        }
    }
}

fn out_of_range(message: String) -> Diagnostic {
    Diagnostic::new(&rules::OUT_OF_RANGE, Location::default(), message)
        .help("use lower numbers, or fewer of them")
}
