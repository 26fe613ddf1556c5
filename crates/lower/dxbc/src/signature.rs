//! Elements of the signatures of a container in the terms of interfaces.

use foldhash::HashSet;
use glassbox_core::stage::Stage;
use glassbox_dxcontainer::part::signature::raw::{ComponentType, MinPrecision, SystemValue};
use glassbox_dxcontainer::part::signature::{Element as Given, Signature};
use glassbox_lower_directx::interface::{Element, Interpolation, Scalar, System};

use crate::source::{Declarations, by_register};

/// The system value of an element. Outputs of pixel shaders have theirs by name in older containers.
fn system(stage: Stage, is_output: bool, given: &Given<'_>) -> System {
    use SystemValue as V;
    match given.system_value {
        V::POSITION => System::Position,
        V::CLIP_DISTANCE => System::ClipDistance,
        V::CULL_DISTANCE => System::CullDistance,
        V::RENDER_TARGET_ARRAY_INDEX => System::RenderTargetArrayIndex,
        V::VIEWPORT_ARRAY_INDEX => System::ViewportArrayIndex,
        V::VERTEX_ID => System::VertexId,
        V::PRIMITIVE_ID => System::PrimitiveId,
        V::INSTANCE_ID => System::InstanceId,
        V::IS_FRONT_FACE => System::IsFrontFace,
        V::SAMPLE_INDEX => System::SampleIndex,
        V::FINAL_QUAD_EDGE_TESS_FACTOR
        | V::FINAL_TRI_EDGE_TESS_FACTOR
        | V::FINAL_LINE_DETAIL_TESS_FACTOR
        | V::FINAL_LINE_DENSITY_TESS_FACTOR => System::TessFactor,
        V::FINAL_QUAD_INSIDE_TESS_FACTOR | V::FINAL_TRI_INSIDE_TESS_FACTOR => System::InsideTessFactor,
        V::BARYCENTRICS => System::Barycentrics,
        V::SHADING_RATE => System::ShadingRate,
        V::CULL_PRIMITIVE => System::CullPrimitive,
        V::TARGET => System::Target,
        V::DEPTH => System::Depth,
        V::COVERAGE => System::Coverage,
        V::DEPTH_GREATER_EQUAL => System::DepthGreaterEqual,
        V::DEPTH_LESS_EQUAL => System::DepthLessEqual,
        V::STENCIL_REF => System::StencilRef,
        V::INNER_COVERAGE => System::InnerCoverage,
        _ if is_output && stage == Stage::Fragment => by_name(&name(given)),
        _ => System::Arbitrary,
    }
}

/// The system value of an output of a pixel shader.
fn by_name(name: &str) -> System {
    match name.to_ascii_lowercase().as_str() {
        "sv_depth" | "depth" => System::Depth,
        "sv_depthgreaterequal" => System::DepthGreaterEqual,
        "sv_depthlessequal" => System::DepthLessEqual,
        "sv_coverage" => System::Coverage,
        "sv_stencilref" => System::StencilRef,
        _ => System::Target,
    }
}

fn name(given: &Given<'_>) -> String {
    String::from_utf8_lossy(given.name.bytes()).into_owned()
}

fn element(stage: Stage, is_output: bool, given: &Given<'_>) -> Element {
    let scalar = match given.component_type {
        ComponentType::I32 | ComponentType::I16 => Scalar::Int,
        ComponentType::U32 | ComponentType::U16 => Scalar::Uint,
        _ => Scalar::Float,
    };
    let mask = given.mask.0 & 15;
    let first = mask.trailing_zeros().min(3) as u8;
    Element {
        name: name(given),
        indices: vec![given.index],
        system: system(stage, is_output, given),
        scalar,
        is_relaxed: given.min_precision != MinPrecision::DEFAULT,
        interpolation: Interpolation::Undefined,
        rows: 1,
        columns: (8 - mask.leading_zeros().min(8) as u8).saturating_sub(first).clamp(1, 4),
        place: given.register.number().map(|register| (register.min(1 << 16), first)),
        stream: given.stream.min(3),
        per_vertex: false,
    }
}

/// Elements of outputs.
pub(crate) fn elements(stage: Stage, signature: Option<&Signature<'_>>) -> Vec<Element> {
    let given = signature.iter().flat_map(|signature| &signature.elements);
    given.map(|given| element(stage, true, given)).collect()
}

/// Elements of inputs that the program declares, with their interpolation.
pub(crate) fn inputs(
    stage: Stage,
    signature: Option<&Signature<'_>>,
    declared: &Declarations,
) -> Vec<Element> {
    let interpolations = by_register(declared);
    let known: HashSet<(u32, u8)> = interpolations.keys().copied().collect();
    let mut all = Vec::new();
    for given in signature.iter().flat_map(|signature| &signature.elements) {
        let mut element = element(stage, false, given);
        let Some((register, column)) = element.place else { continue };
        let columns = column..column + element.columns;
        let Some(used) = columns.into_iter().find(|column| known.contains(&(register, *column))) else {
            continue;
        };
        element.interpolation = interpolations.get(&(register, used)).copied().unwrap_or_default();
        all.push(element);
    }
    all
}

/// Elements of patch constants. Factors of edges are rows of one element, and so are those of the inside.
pub(crate) fn patches(signature: Option<&Signature<'_>>) -> Vec<Element> {
    let mut all: Vec<Element> = Vec::new();
    for mut element in elements(Stage::TessellationControl, signature) {
        if matches!(element.system, System::TessFactor | System::InsideTessFactor) {
            element.columns = 1;
            if let Some(known) = all.iter_mut().find(|known| known.system == element.system) {
                known.rows += 1;
                known.indices.extend(element.indices);
                continue;
            }
        }
        all.push(element);
    }
    all
}
