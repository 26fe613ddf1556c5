//! Writes the pipeline validation data of `PSV0`.

use glassbox_core::record::Record as _;
use glassbox_dxcontainer::part::psv::raw::{
    AmplificationStage, Domain, DomainStage, GeometryStage, HullStage, MeshStage, MeshTopology, PixelStage,
    Primitive, TessellatorPrimitive, Threads, Topology, VertexStage,
};
use glassbox_dxcontainer::part::psv::{Info, Psv, StageInfo};
use glassbox_dxcontainer::program::ShaderKind;

use crate::dxil::out::Out;

/// Writes the runtime information. `kind` comes from the program; the oldest version lacks it.
pub(super) fn write(out: &mut Out, psv: &Psv<'_>, kind: Option<ShaderKind>) {
    let info = &Info { stage: stage_of_kind(psv.info.stage, kind), ..psv.info };
    let kind = info.kind().map(|stage| ShaderKind(stage.0.into())).or(kind);
    out.text(";\n; Pipeline Runtime Information: \n;\n;PSVRuntimeInfo:\n");
    stage(out, info, kind);
    let waves = info.waves;
    if waves.min_lanes == waves.max_lanes {
        field(out, "WaveSize=", waves.min_lanes);
    } else {
        field(out, "MinimumExpectedWaveLaneCount: ", waves.min_lanes);
        field(out, "MaximumExpectedWaveLaneCount: ", waves.max_lanes);
    }
    if let Some(counts) = &info.counts {
        word(out, "UsesViewID: ", if counts.uses_view_id != 0 { "true" } else { "false" });
        field(out, "SigInputElements: ", counts.inputs);
        field(out, "SigOutputElements: ", counts.outputs);
        field(out, "SigPatchConstOrPrimElements: ", counts.patches);
        field(out, "SigInputVectors: ", counts.input_vectors);
        for (stream, &vectors) in counts.output_vectors.iter().enumerate() {
            out.text("; SigOutputVectors[").number(stream as u64).text("]: ");
            out.number(vectors.into()).byte(b'\n');
        }
    }
    if let Some(name) = psv.entry_name() {
        out.text("; EntryFunctionName: ").name(name.bytes()).byte(b'\n');
    }
    out.text(";\n");
}

fn stage(out: &mut Out, info: &Info, kind: Option<ShaderKind>) {
    match &info.stage {
        StageInfo::Vertex(vertex) => {
            out.text("; Vertex Shader\n");
            field(out, "OutputPositionPresent=", u8::from(vertex.position_present != 0));
        }
        StageInfo::Hull(hull) => {
            out.text("; Hull Shader\n");
            field(out, "InputControlPointCount=", hull.input_control_points);
            field(out, "OutputControlPointCount=", hull.output_control_points);
            word(out, "Domain=", domain(hull.domain));
            word(out, "OutputPrimitive=", tessellated(hull.output_primitive));
        }
        StageInfo::Domain(domain) => {
            out.text("; Domain Shader\n");
            field(out, "InputControlPointCount=", domain.input_control_points);
            field(out, "OutputPositionPresent=", u8::from(domain.position_present != 0));
        }
        StageInfo::Geometry(geometry) => {
            out.text("; Geometry Shader\n; InputPrimitive=");
            primitive(out, geometry.input_primitive);
            word(out, "OutputTopology=", topology(geometry.output_topology));
            field(out, "OutputStreamMask=", geometry.stream_mask);
            field(out, "OutputPositionPresent=", u8::from(geometry.position_present != 0));
        }
        StageInfo::Pixel(pixel) => {
            out.text("; Pixel Shader\n");
            field(out, "DepthOutput=", u8::from(pixel.depth_output != 0));
            field(out, "SampleFrequency=", u8::from(pixel.sample_frequency != 0));
        }
        StageInfo::Mesh(_) => {
            out.text("; Mesh Shader\n");
            if let Some(counts) = &info.counts {
                word(out, "MeshOutputTopology=", mesh(counts.output_topology));
            }
            group(out, info);
        }
        StageInfo::Amplification(_) => {
            out.text("; Amplification Shader\n");
            group(out, info);
        }
        StageInfo::Other(_) if kind == Some(ShaderKind::COMPUTE) => {
            out.text("; Compute Shader\n");
            group(out, info);
        }
        StageInfo::Other(_) => {}
    }
}

/// Stage information, interpreted as the program's stage if the part does not state one.
fn stage_of_kind(stage: StageInfo, kind: Option<ShaderKind>) -> StageInfo {
    let StageInfo::Other(bytes) = stage else {
        return stage;
    };
    let decoded = match kind {
        Some(ShaderKind::VERTEX) => VertexStage::decode(&bytes).map(StageInfo::Vertex),
        Some(ShaderKind::HULL) => HullStage::decode(&bytes).map(StageInfo::Hull),
        Some(ShaderKind::DOMAIN) => DomainStage::decode(&bytes).map(StageInfo::Domain),
        Some(ShaderKind::GEOMETRY) => GeometryStage::decode(&bytes).map(StageInfo::Geometry),
        Some(ShaderKind::PIXEL) => PixelStage::decode(&bytes).map(StageInfo::Pixel),
        Some(ShaderKind::MESH) => MeshStage::decode(&bytes).map(StageInfo::Mesh),
        Some(ShaderKind::AMPLIFICATION) => AmplificationStage::decode(&bytes).map(StageInfo::Amplification),
        _ => None,
    };
    decoded.unwrap_or(stage)
}

/// Thread group size and group-shared memory.
fn group(out: &mut Out, info: &Info) {
    if let Some(Threads { x, y, z }) = info.threads {
        out.text("; NumThreads=(").number(x.into()).byte(b',');
        out.number(y.into()).byte(b',').number(z.into()).text(")\n");
    }
    if let Some(shared) = info.shared {
        field(out, "NumBytesGroupSharedMemory: ", shared.bytes);
    }
}

fn field(out: &mut Out, name: &str, value: impl Into<u64>) {
    out.text("; ").text(name).number(value.into()).byte(b'\n');
}

fn word(out: &mut Out, name: &str, value: &str) {
    out.text("; ").text(name).text(value).byte(b'\n');
}

fn domain(domain: Domain) -> &'static str {
    match domain.0 {
        1 => "isoline",
        2 => "tri",
        3 => "quad",
        _ => "invalid",
    }
}

fn tessellated(primitive: TessellatorPrimitive) -> &'static str {
    match primitive.0 {
        1 => "point",
        2 => "line",
        3 => "triangle_cw",
        4 => "triangle_ccw",
        _ => "invalid",
    }
}

fn topology(topology: Topology) -> &'static str {
    match topology.0 {
        1 => "point",
        3 => "line",
        5 => "triangle",
        _ => "invalid",
    }
}

fn mesh(topology: MeshTopology) -> &'static str {
    match topology.0 {
        0 => "undefined",
        1 => "line",
        2 => "triangle",
        _ => "invalid",
    }
}

fn primitive(out: &mut Out, primitive: Primitive) {
    match primitive.0 {
        1 => out.text("point"),
        2 => out.text("line"),
        3 => out.text("triangle"),
        6 => out.text("lineadj"),
        7 => out.text("triangleadj"),
        points @ 8..=39 => out.text("patch").number(u64::from(points) - 7),
        _ => out.text("invalid"),
    };
    out.byte(b'\n');
}
