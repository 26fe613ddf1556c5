//! Writes the subobjects of a library, from its runtime data.

use glassbox_core::record::Record as _;
use glassbox_dxcontainer::part::rdat::Rdat;
use glassbox_dxcontainer::part::rdat::raw::{
    Association, HitGroup, PipelineConfig, PipelineConfig1, RootSignatureSubobject, ShaderConfig,
    StateObjectConfig, Subobject, SubobjectKind, TableType,
};

use crate::dxil::out::Out;

/// Text length at which subobjects are omitted, bytes; rows may share names and export lists.
const MAX_TEXT: usize = 1 << 20;

/// Writes the subobjects; nothing if there are none.
pub(super) fn write(out: &mut Out, rdat: &Rdat<'_>) {
    let rows = rdat.rows::<Subobject>(TableType::SUBOBJECTS);
    if rows.is_empty() {
        return;
    }
    let limit = out.len() + MAX_TEXT;
    out.text(";\n; Subobjects:\n;\n");
    for index in 0..rows.len() {
        if out.len() > limit {
            out.text(";  more subobjects are left out: the text has grown out of proportion to the file\n");
            break;
        }
        let (Some(row), Some(bytes)) = (rows.get(index), rows.bytes(index)) else {
            continue;
        };
        let kind = row.kind.name().unwrap_or("<invalid kind>");
        out.text(";  ").text(kind).byte(b' ');
        out.name(rdat.name(row.name).bytes()).text(" = { ");
        content(out, rdat, row.kind, bytes, limit);
        out.text(" };\n");
    }
    out.text(";\n");
}

fn content(out: &mut Out, rdat: &Rdat<'_>, kind: SubobjectKind, row: &[u8], limit: usize) {
    let quoted = |out: &mut Out, name: u32| {
        out.byte(b'"').name(rdat.name(name).bytes()).byte(b'"');
    };
    match kind {
        SubobjectKind::STATE_OBJECT_CONFIG => {
            if let Some(row) = StateObjectConfig::decode(row) {
                flags(out, row.flags.0, "<invalid StateObjectFlag>", &STATE_FLAGS);
            }
        }
        SubobjectKind::GLOBAL_ROOT_SIGNATURE | SubobjectKind::LOCAL_ROOT_SIGNATURE => {
            if let Some(row) = RootSignatureSubobject::decode(row) {
                out.byte(b'<').number(row.size.into()).text(" bytes>");
            }
        }
        SubobjectKind::ASSOCIATION => {
            if let Some(row) = Association::decode(row) {
                quoted(out, row.subobject);
                out.text(", { ");
                for (place, export) in rdat.array(row.exports).enumerate() {
                    if out.len() > limit {
                        break;
                    }
                    out.text(if place > 0 { ", " } else { "" });
                    quoted(out, export);
                }
                out.text(" } ");
            }
        }
        SubobjectKind::SHADER_CONFIG => {
            if let Some(row) = ShaderConfig::decode(row) {
                out.text("MaxPayloadSizeInBytes = ").number(row.max_payload.into());
                out.text(", MaxAttributeSizeInBytes = ").number(row.max_attributes.into());
            }
        }
        SubobjectKind::PIPELINE_CONFIG => {
            if let Some(row) = PipelineConfig::decode(row) {
                out.text("MaxTraceRecursionDepth = ").number(row.depth.into());
            }
        }
        SubobjectKind::PIPELINE_CONFIG1 => {
            if let Some(row) = PipelineConfig1::decode(row) {
                out.text("MaxTraceRecursionDepth = ").number(row.depth.into()).text(", Flags = ");
                flags(out, row.flags.0, "<invalid RaytracingPipelineFlags>", &PIPELINE_FLAGS);
            }
        }
        SubobjectKind::HIT_GROUP => {
            if let Some(row) = HitGroup::decode(row) {
                out.text("HitGroupType = ").text(match row.hit_type.0 {
                    0 => "Triangle",
                    1 => "ProceduralPrimitive",
                    _ => "<invalid HitGroupType>",
                });
                let shaders = [
                    (", Anyhit = ", row.any_hit),
                    (", Closesthit = ", row.closest_hit),
                    (", Intersection = ", row.intersection),
                ];
                for (title, name) in shaders {
                    quoted(out.text(title), name);
                }
            }
        }
        _ => {}
    }
}

const STATE_FLAGS: [(u32, &str); 3] = [
    (1, "STATE_OBJECT_FLAG_ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITIONS"),
    (2, "STATE_OBJECT_FLAG_ALLOW_EXTERNAL_DEPENDENCIES_ON_LOCAL_DEFINITIONS"),
    (4, "STATE_OBJECT_FLAG_ALLOW_STATE_OBJECT_ADDITIONS"),
];

const PIPELINE_FLAGS: [(u32, &str); 3] = [
    (0x100, "RAYTRACING_PIPELINE_FLAG_SKIP_TRIANGLES"),
    (0x200, "RAYTRACING_PIPELINE_FLAG_SKIP_PROCEDURAL_PRIMITIVES"),
    (0x400, "RAYTRACING_PIPELINE_FLAG_ALLOW_OPACITY_MICROMAPS"),
];

/// Names of the set bits, lowest first.
fn flags(out: &mut Out, flags: u32, unknown: &str, names: &[(u32, &str)]) {
    if flags == 0 {
        out.byte(b'0');
    }
    let bits = (0..u32::BITS).map(|bit| 1 << bit).filter(|bit| flags & bit != 0);
    for (place, bit) in bits.enumerate() {
        out.text(if place > 0 { " | " } else { "" });
        let name = names.iter().find(|(known, _)| *known == bit);
        out.text(name.map_or(unknown, |(_, name)| name));
    }
}
