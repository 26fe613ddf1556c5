//! Checks each stage's inputs against the outputs of the previous stage.

use crate::shader::Stage;
use glassbox_core::diagnostic::Diagnostics;

use super::model::{Port, StageSymbols};
use super::reflect::port_word;
use crate::rules;

/// Checks interfaces between consecutive stages, given in pipeline order.
pub fn check(stages: &[StageSymbols], findings: &mut Diagnostics) {
    for pair in stages.windows(2) {
        let [before, stage] = pair else { continue };
        for input in &stage.inputs {
            check_one(before, stage, input, findings);
        }
    }
}

fn check_one(before: &StageSymbols, stage: &StageSymbols, input: &Port, findings: &mut Diagnostics) {
    let name = match input.name.as_str() {
        "" => format!("location {}", input.slot),
        name => format!("`{name}` at location {}", input.slot),
    };
    let same_place = |output: &&Port| output.slot == input.slot && output.component == input.component;
    let covered =
        |output: &&Port| (output.slot..output.slot.saturating_add(output.slots.max(1))).contains(&input.slot);
    let output = before.outputs.iter().find(same_place);
    let Some(output) = output.or_else(|| before.outputs.iter().find(covered)) else {
        let message = format!(
            "found the input {name} of the {} stage, which the {} stage does not write",
            stage.stage, before.stage
        );
        let like = before.outputs.iter().find(|output| output.name == input.name);
        let mut finding = findings.report(&rules::VARYINGS, input.location.clone(), message);
        if let Some(like) = like.filter(|like| !like.name.is_empty()) {
            let label = format!("the output of this name has location {}", like.slot);
            finding.label(like.location.clone(), label);
        }
        let help = format!("write it in the {} stage, or do not read it", before.stage);
        finding.help(help);
        return;
    };
    // Per-vertex arrays and blocks are compared by location only; each stage has its own spelling
    // of their types.
    let is_per_vertex = before.stage == Stage::TessellationControl;
    if let (Some(a), Some(b), false) = (output.ty, input.ty, is_per_vertex)
        && same_place(&output)
        && (a.base() != b.base() || a.shape() < b.shape())
    {
        let message = format!(
            "found the input {name} of the {} stage as {}, expected {} as the {} stage writes it",
            stage.stage,
            port_word(input),
            port_word(output),
            before.stage
        );
        findings
            .report(&rules::VARYINGS, input.location.clone(), message)
            .label(output.location.clone(), "written here")
            .help("declare both with one type");
    }
}
