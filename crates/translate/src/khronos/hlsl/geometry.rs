//! The entry point of a geometry shader.

use glassbox_spirv::build::value::storage_class as storage;

use super::Parts;
use super::ports::Port;
use crate::back::refusal::Refusal;
use crate::back::rules as back;
use crate::khronos::rules;
use glassbox_spirv::build::value::built_in as builtin;

/// Execution modes, as SPIR-V numbers them.
mod mode {
    pub(super) const INVOCATIONS: u32 = 0;
    pub(super) const INPUT_POINTS: u32 = 19;
    pub(super) const INPUT_LINES: u32 = 20;
    pub(super) const INPUT_LINES_ADJACENCY: u32 = 21;
    pub(super) const TRIANGLES: u32 = 22;
    pub(super) const INPUT_TRIANGLES_ADJACENCY: u32 = 23;
    pub(super) const OUTPUT_VERTICES: u32 = 26;
    pub(super) const OUTPUT_POINTS: u32 = 27;
    pub(super) const OUTPUT_LINE_STRIP: u32 = 28;
    pub(super) const OUTPUT_TRIANGLE_STRIP: u32 = 29;
}

/// What SPIRV-Cross writes where a vertex is emitted, and what it has to be.
const EMITTED: &str = "SPIRV_Cross_Output stage_output;";
const GATHERED: &str = "StageOutput stage_output = gather_output();";

pub(super) fn write(parts: &Parts<'_>) -> Result<String, Refusal> {
    let missing =
        |what: &str| Refusal::new(&back::UNWRITABLE, format!("the geometry shader does not say {what}"));
    let inputs = [
        (mode::INPUT_POINTS, "point", 1),
        (mode::INPUT_LINES, "line", 2),
        (mode::INPUT_LINES_ADJACENCY, "lineadj", 4),
        (mode::TRIANGLES, "triangle", 3),
        (mode::INPUT_TRIANGLES_ADJACENCY, "triangleadj", 6),
    ];
    let (_, primitive, count) = inputs
        .into_iter()
        .find(|&(mode, ..)| parts.mode(mode).is_some())
        .ok_or_else(|| missing("what primitives it takes"))?;
    let streams = [
        (mode::OUTPUT_POINTS, "PointStream"),
        (mode::OUTPUT_LINE_STRIP, "LineStream"),
        (mode::OUTPUT_TRIANGLE_STRIP, "TriangleStream"),
    ];
    let (_, stream) = streams
        .into_iter()
        .find(|&(mode, _)| parts.mode(mode).is_some())
        .ok_or_else(|| missing("what primitives it makes"))?;
    let vertices = parts
        .mode(mode::OUTPUT_VERTICES)
        .and_then(<[u32]>::first)
        .ok_or_else(|| missing("how many vertices it makes at most"))?;
    let invocations = parts.mode(mode::INVOCATIONS).and_then(<[u32]>::first).copied().unwrap_or(1);

    let outputs: Vec<&Port> = parts.outputs.iter().collect();
    let inputs: Vec<&Port> = parts.inputs.iter().collect();
    if outputs.is_empty() {
        return Err(Refusal::new(
            &rules::CONSTRUCT,
            "the geometry shader writes no output, expected at least a position",
        ));
    }
    let mut text = format!(
        "struct StageOutput\n{{\n{}}};\n\nStageOutput gather_output();\n\n",
        Port::declare(&parts.outputs)
    );
    let body = parts
        .body
        .replace(EMITTED, GATHERED)
        .replace(&format!("{primitive} SPIRV_Cross_Input stage_input[{count}], "), "")
        .replace("SPIRV_Cross_Output", "StageOutput");
    text.push_str(&body);
    text.push_str(&format!(
        "\nStageOutput gather_output()\n{{\n    StageOutput result;\n{}    return result;\n}}\n\n",
        parts.copy_out(&outputs, "result", "0")
    ));
    let mut parameters = Vec::new();
    let mut lines = String::new();
    // Without a field there is no structure, and the primitive is empty.
    if !parts.inputs.is_empty() {
        text.push_str(&format!("struct StageInput\n{{\n{}}};\n\n", Port::declare(&parts.inputs)));
        parameters.push(format!("{primitive} StageInput vertices[{count}]"));
        lines.push_str(&format!(
            "    [unroll]\n    for (int i = 0; i < {count}; i++)\n    {{\n{}    }}\n",
            parts.copy_in(&inputs, "vertices[i]", "i", "        ")
        ));
    } else {
        text.push_str("struct StageInput\n{\n    float4 position : SV_Position;\n};\n\n");
        parameters.push(format!("{primitive} StageInput vertices[{count}]"));
    }
    if let Some(name) = parts.built_in(builtin::PRIMITIVE_ID, storage::INPUT) {
        parameters.push("uint primitive : SV_PrimitiveID".to_owned());
        lines.push_str(&format!("    {name} = int(primitive);\n"));
    }
    let mut attributes = format!("[maxvertexcount({vertices})]\n");
    if invocations > 1 {
        attributes.push_str(&format!("[instance({invocations})]\n"));
    }
    if let Some(name) = parts.built_in(builtin::INVOCATION_ID, storage::INPUT) {
        parameters.push("uint invocation : SV_GSInstanceID".to_owned());
        lines.push_str(&format!("    {name} = int(invocation);\n"));
    }
    parameters.push(format!("inout {stream}<StageOutput> geometry_stream"));
    text.push_str(&format!(
        "{attributes}void main({})\n{{\n{lines}    geom_main(geometry_stream);\n}}\n",
        parameters.join(", ")
    ));
    Ok(text)
}
