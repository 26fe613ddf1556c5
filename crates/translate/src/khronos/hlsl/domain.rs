//! The entry point of a domain shader.

use glassbox_spirv::build::value::storage_class as storage;

use super::Parts;
use super::patch::Facts;
use super::ports::Port;
use crate::back::refusal::Refusal;
use crate::shader::Shader;
use glassbox_spirv::build::value::built_in as builtin;

pub(super) fn write(parts: &Parts<'_>, partners: &[&Shader]) -> Result<String, Refusal> {
    let facts = Facts::read(parts, partners)?;
    let points = facts.points;
    let (of_patch, of_point): (Vec<Port>, Vec<Port>) =
        parts.inputs.iter().cloned().partition(|port| port.patch);
    let mut text = parts.body.clone();
    text.push_str(&format!("\nstruct StagePoint\n{{\n{}}};\n\n", Port::declare(&of_point)));
    text.push_str(&facts.declare(&of_patch));
    text.push_str(&format!("struct StageOutput\n{{\n{}}};\n\n", Port::declare(&parts.outputs)));

    let mut lines = String::new();
    let point: Vec<&Port> = of_point.iter().collect();
    lines.push_str(&format!(
        "    [unroll]\n    for (int i = 0; i < {points}; i++)\n    {{\n{}    }}\n",
        parts.copy_in(&point, "points[i]", "i", "        ")
    ));
    let patch: Vec<&Port> = of_patch.iter().collect();
    lines.push_str(&parts.copy_in(&patch, "whole", "0", "    "));
    for (field, place) in facts.levels(parts, storage::INPUT) {
        lines.push_str(&format!("    {place} = whole.{field};\n"));
    }
    if let Some(name) = parts.built_in(builtin::PATCH_VERTICES, storage::INPUT) {
        lines.push_str(&format!("    {name} = {points};\n"));
    }
    let mut parameters = vec!["StagePatch whole".to_owned()];
    let coordinate = if facts.domain == "tri" { "float3" } else { "float2" };
    parameters.push(format!("{coordinate} coordinate : SV_DomainLocation"));
    if let Some(name) = parts.built_in(builtin::TESS_COORD, storage::INPUT) {
        let value = if facts.domain == "tri" { "coordinate" } else { "float3(coordinate, 0.0f)" };
        lines.push_str(&format!("    {name} = {value};\n"));
    }
    parameters.push(format!("const OutputPatch<StagePoint, {points}> points"));
    if let Some(name) = parts.built_in(builtin::PRIMITIVE_ID, storage::INPUT) {
        parameters.push("uint primitive : SV_PrimitiveID".to_owned());
        lines.push_str(&format!("    {name} = int(primitive);\n"));
    }
    let outputs: Vec<&Port> = parts.outputs.iter().collect();
    text.push_str(&format!(
        "[domain(\"{}\")]\nStageOutput main({})\n{{\n{lines}    vert_main();\n    StageOutput result;\n{}    return result;\n}}\n",
        facts.domain,
        parameters.join(", "),
        parts.copy_out(&outputs, "result", "0")
    ));
    Ok(text)
}
