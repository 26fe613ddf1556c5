//! The entry points of a hull shader.
//!
//! GLSL runs one invocation for each point, and any of them may write what belongs to the patch. HLSL has one function for a point and one for
//! the patch. Both run the body: the first once, the second for every point in turn, so that what any invocation says of the patch is
//! said. Invocations that wait for each other are refused before.

use glassbox_spirv::build::value::storage_class as storage;

use super::Parts;
use super::patch::Facts;
use super::ports::Port;
use crate::back::refusal::Refusal;
use crate::khronos::rules;
use crate::shader::Shader;
use glassbox_spirv::build::value::built_in as builtin;

pub(super) fn write(parts: &Parts<'_>, partners: &[&Shader]) -> Result<String, Refusal> {
    let facts = Facts::read(parts, partners)?;
    if !facts.complete(parts) {
        return Err(Refusal::new(
            &rules::CONSTRUCT,
            "the tessellation control shader writes no levels, expected gl_TessLevelOuter and gl_TessLevelInner",
        ));
    }
    let points = facts.points;
    let (of_patch, of_point): (Vec<Port>, Vec<Port>) =
        parts.outputs.iter().cloned().partition(|port| port.patch);
    if of_point.is_empty() || parts.inputs.is_empty() {
        return Err(Refusal::new(
            &rules::CONSTRUCT,
            "the tessellation control shader passes no points on, expected inputs and outputs at each point",
        ));
    }
    let inputs: Vec<&Port> = parts.inputs.iter().collect();
    let mut text = parts.body.clone();
    text.push_str(&format!("\nstruct StageInput\n{{\n{}}};\n\n", Port::declare(&parts.inputs)));
    text.push_str(&format!("struct StagePoint\n{{\n{}}};\n\n", Port::declare(&of_point)));
    text.push_str(&facts.declare(&of_patch));

    let mut copies = format!(
        "    [unroll]\n    for (int i = 0; i < {points}; i++)\n    {{\n{}    }}\n",
        parts.copy_in(&inputs, "points[i]", "i", "        ")
    );
    if let Some(name) = parts.built_in(builtin::PATCH_VERTICES, storage::INPUT) {
        copies.push_str(&format!("    {name} = {points};\n"));
    }
    if let Some(name) = parts.built_in(builtin::PRIMITIVE_ID, storage::INPUT) {
        copies.push_str(&format!("    {name} = int(primitive);\n"));
    }
    text.push_str(&format!(
        "void load_patch(InputPatch<StageInput, {points}> points, uint primitive)\n{{\n{copies}}}\n\n"
    ));

    let choose = |value: &str, indent: &str| match parts.built_in(builtin::INVOCATION_ID, storage::INPUT) {
        Some(name) => format!("{indent}{name} = {value};\n"),
        None => String::new(),
    };
    let patch: Vec<&Port> = of_patch.iter().collect();
    let levels: String = facts
        .levels(parts, storage::OUTPUT)
        .iter()
        .map(|(field, place)| format!("    result.{field} = {place};\n"))
        .collect();
    text.push_str(&format!(
        "StagePatch patch_main(InputPatch<StageInput, {points}> points, uint primitive : SV_PrimitiveID)\n{{\n\
         \x20   load_patch(points, primitive);\n    [unroll]\n    for (int i = 0; i < {points}; i++)\n    {{\n{}        vert_main();\n    }}\n\
         \x20   StagePatch result;\n{levels}{}    return result;\n}}\n\n",
        choose("i", "        "),
        parts.copy_out(&patch, "result", "0")
    ));

    let point: Vec<&Port> = of_point.iter().collect();
    text.push_str(&format!(
        "[domain(\"{}\")]\n[partitioning(\"{}\")]\n[outputtopology(\"{}\")]\n[outputcontrolpoints({points})]\n\
         [patchconstantfunc(\"patch_main\")]\n",
        facts.domain, facts.partitioning, facts.topology
    ));
    text.push_str(&format!(
        "StagePoint main(InputPatch<StageInput, {points}> points, uint point_id : SV_OutputControlPointID, uint primitive : \
         SV_PrimitiveID)\n{{\n    load_patch(points, primitive);\n{}    vert_main();\n    StagePoint result;\n{}    return result;\n}}\n",
        choose("int(point_id)", "    "),
        parts.copy_out(&point, "result", "point_id")
    ));
    Ok(text)
}
