//! Reflects the entry point of a single-shader container.

use glassbox_core::interface::{EntryPoint, stage};
use glassbox_dxbc::{Declaration, Program, declaration};

use super::budget::Budget;
use super::parts::psv;
use super::signature;
use crate::context::Context;
use crate::part::Content;
use crate::part::psv::{Psv, StageInfo};
use crate::program::ShaderKind;

/// Program part codes, in order of preference.
const PROGRAMS: [&[u8; 4]; 5] = [b"DXIL", b"ILDB", b"SHEX", b"SHDR", b"Aon9"];

/// Entry point; `None` for a library, or without both a program and `PSV0`.
pub(super) fn entry_point(context: &Context<'_, '_>, budget: &mut Budget) -> Option<EntryPoint> {
    let psv = psv(context);
    let stated = psv.and_then(|psv| psv.info.kind()).map(|stage| ShaderKind(stage.0.into()));
    let kind = context.kind.or(stated)?;
    if kind == ShaderKind::LIBRARY {
        return None;
    }
    let program = PROGRAMS.iter().find_map(|code| context.find(code));
    let path = program.or_else(|| context.find(b"PSV0")).map(|(part, _)| part.path.clone());
    let from_psv = psv.and_then(|psv| psv.entry_name()).map(|name| budget.function_name(name.bytes()));
    let name = from_psv.filter(|name| !name.is_empty()).or_else(|| {
        let entry = context.module()?.facts().entry_points.into_iter().next()?;
        Some(budget.function_name(&entry.name))
    });
    let mut modes = Vec::new();
    if let Some(model) = context.model {
        modes.push(("shader model".to_owned(), model.to_string()));
    }
    if let Some(psv) = psv {
        validated(psv, &mut modes);
    }
    declared(context, &mut modes);
    let variables = signature::variables(context, budget);
    Some(EntryPoint {
        name: name.unwrap_or_default(),
        stage: stage_word(kind).to_owned(),
        path: path.unwrap_or_default(),
        inputs: variables.inputs,
        outputs: variables.outputs,
        patches: variables.patches,
        modes,
        ..EntryPoint::default()
    })
}

/// Reflection name of a shader kind.
pub(crate) fn stage_word(kind: ShaderKind) -> &'static str {
    match kind {
        ShaderKind::PIXEL => stage::FRAGMENT,
        ShaderKind::VERTEX => stage::VERTEX,
        ShaderKind::GEOMETRY => stage::GEOMETRY,
        ShaderKind::HULL => stage::TESSELLATION_CONTROL,
        ShaderKind::DOMAIN => stage::TESSELLATION_EVALUATION,
        ShaderKind::COMPUTE => stage::COMPUTE,
        ShaderKind::MESH => stage::MESH,
        ShaderKind::AMPLIFICATION => stage::TASK,
        ShaderKind::RAY_GENERATION => stage::RAY_GENERATION,
        ShaderKind::INTERSECTION => stage::INTERSECTION,
        ShaderKind::ANY_HIT => stage::ANY_HIT,
        ShaderKind::CLOSEST_HIT => stage::CLOSEST_HIT,
        ShaderKind::MISS => stage::MISS,
        ShaderKind::CALLABLE => stage::CALLABLE,
        ShaderKind::NODE => stage::NODE,
        _ => stage::OTHER,
    }
}

/// Stage properties from `PSV0`.
fn validated(psv: &Psv<'_>, modes: &mut Vec<(String, String)>) {
    let mut add = |label: &str, value: String| modes.push((label.to_owned(), value));
    let info = &psv.info;
    if let Some(threads) = info.threads.filter(|threads| threads.x != 0) {
        add("threads", format!("{}, {}, {}", threads.x, threads.y, threads.z));
    }
    match (info.waves.min_lanes, info.waves.max_lanes) {
        (0, u32::MAX) | (0, 0) => {}
        (min, max) if min == max => add("wave lanes", min.to_string()),
        (min, max) => add("wave lanes", format!("{min} to {max}")),
    }
    match info.stage {
        StageInfo::Hull(hull) => {
            add("input control points", hull.input_control_points.to_string());
            add("output control points", hull.output_control_points.to_string());
            add("domain", hull.domain.to_string());
            add("output primitive", hull.output_primitive.to_string());
        }
        StageInfo::Domain(domain) => {
            add("input control points", domain.input_control_points.to_string());
            add("domain", domain.domain.to_string());
        }
        StageInfo::Geometry(geometry) => {
            add("input primitive", primitive(geometry.input_primitive.0));
            add("output topology", geometry.output_topology.to_string());
            let streams = geometry.stream_mask.count_ones();
            if streams > 1 {
                add("streams", streams.to_string());
            }
            if let Some(vertices) = info.max_vertices() {
                add("vertices", vertices.to_string());
            }
        }
        StageInfo::Pixel(pixel) => {
            if pixel.depth_output != 0 {
                add("depth", "written".to_owned());
            }
            if pixel.sample_frequency != 0 {
                add("frequency", "sample".to_owned());
            }
        }
        StageInfo::Mesh(mesh) => {
            add("vertices", mesh.max_vertices.to_string());
            add("primitives", mesh.max_primitives.to_string());
            if let Some(counts) = info.counts {
                add("output topology", counts.output_topology.to_string());
            }
            if mesh.payload > 0 {
                add("payload", format!("{} bytes", mesh.payload));
            }
            if mesh.group_shared > 0 {
                add("group-shared memory", format!("{} bytes", mesh.group_shared));
            }
        }
        StageInfo::Amplification(amplification) => add("payload", format!("{} bytes", amplification.payload)),
        StageInfo::Vertex(_) | StageInfo::Other(_) => {}
    }
    if let Some(shared) = info.shared.filter(|shared| shared.bytes > 0) {
        add("group-shared memory", format!("{} bytes", shared.bytes));
    }
    if info.counts.is_some_and(|counts| counts.uses_view_id != 0) {
        add("view id", "read".to_owned());
    }
}

/// Input primitive of a geometry shader, control point patches included.
fn primitive(value: u32) -> String {
    match value {
        8..=39 => format!("patch of {} control points", value - 7),
        _ => crate::part::psv::raw::Primitive(value).to_string(),
    }
}

/// Stage properties declared by a token stream.
fn declared(context: &Context<'_, '_>, modes: &mut Vec<(String, String)>) {
    let found = [b"SHEX", b"SHDR"].iter().find_map(|code| context.find(code));
    let Some((part, Content::Tokens(_))) = found else {
        return;
    };
    let Ok(program) = Program::read(part.data(context.window)) else {
        return;
    };
    // Code may precede declarations: without optimisation the legacy compiler emits the thread group after it. Hull
    // shader phases repeat declarations; each is listed once.
    let declarations = program.walk().filter(|one| one.opcode.is_declaration());
    let mut add = |label: &str, value: String| {
        if modes.len() < 32 && !modes.iter().any(|mode| mode.0 == label) {
            modes.push((label.to_owned(), value));
        }
    };
    for one in declarations.filter_map(|one| declaration(&one, program.has_spaces())) {
        match one {
            Declaration::ThreadGroup([x, y, z]) => add("threads", format!("{x}, {y}, {z}")),
            Declaration::InputPrimitive(value) => add("input primitive", value.to_string()),
            Declaration::OutputTopology(value) => add("output topology", value.to_string()),
            Declaration::MaxOutputVertices(value) => add("vertices", value.to_string()),
            Declaration::GsInstances(value) => add("instances", value.to_string()),
            Declaration::InputControlPoints(value) => add("input control points", value.to_string()),
            Declaration::OutputControlPoints(value) => add("output control points", value.to_string()),
            Declaration::TessellatorDomain(value) => add("domain", value.to_string()),
            Declaration::TessellatorPartitioning(value) => add("partitioning", value.to_string()),
            Declaration::TessellatorOutput(value) => add("output primitive", value.to_string()),
            _ => {}
        }
    }
}
