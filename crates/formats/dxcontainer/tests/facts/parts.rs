//! Compares signatures, state validation, runtime data, root signatures and sources, field by field.

use glassbox_core::record::Record as _;
use glassbox_dxcontainer::container::Container;
use glassbox_dxcontainer::part::Content;
use glassbox_dxcontainer::part::psv::Psv;
use glassbox_dxcontainer::part::psv::raw::{ResourceKind, ResourceType};
use glassbox_dxcontainer::part::rdat::Rdat;
use glassbox_dxcontainer::part::rdat::raw as rdat;
use glassbox_dxcontainer::part::rts::raw::{Count, ParameterType, TableOffset};
use glassbox_dxcontainer::part::rts::{Payload, RootSignature};
use glassbox_dxcontainer::part::signature::Signature;
use glassbox_dxcontainer::part::{signature, srci};
use serde_json::Value;

use super::compare::{Compare, hex, list, unless};

pub(crate) fn compare(container: &Container<'_>, compare: &mut Compare<'_>) {
    let facts = compare.facts;
    let codes: [(&str, &[&[u8; 4]]); 3] = [
        ("inputs", &[b"ISG1", b"ISGN"]),
        ("outputs", &[b"OSG1", b"OSG5", b"OSGN"]),
        ("patch_or_primitive", &[b"PSG1", b"PCSG"]),
    ];
    for (name, codes) in codes {
        let found = codes.iter().find_map(|code| container.content(code));
        if let Some(Content::Signature(signature)) = found {
            elements(name, signature, &facts[name], compare);
        } else if !facts[name].is_null() {
            compare.count(name, 0, list(&facts[name]));
        }
    }
    if let Some(Content::Psv(psv)) = container.content(b"PSV0") {
        validation(psv, &facts["psv0"], compare);
    } else {
        compare.is("psv0", Value::Null, &facts["psv0"]);
    }
    if let Some(Content::Rdat(rdat)) = container.content(b"RDAT") {
        runtime(rdat, &facts["rdat"], compare);
    } else {
        compare.is("rdat", Value::Null, &facts["rdat"]);
    }
    if let Some(Content::Rts(signature)) = container.content(b"RTS0") {
        root(signature, &facts["root_signature"], compare);
    } else {
        compare.is("root_signature", Value::Null, &facts["root_signature"]);
    }
    if let Some(Content::Srci(model)) = container.content(b"SRCI")
        && !facts["source_info"].is_null()
    {
        sources(model, &facts["source_info"], compare);
    }
}

fn elements(name: &str, signature: &Signature<'_>, facts: &Value, compare: &mut Compare<'_>) {
    let facts = list(facts);
    if !compare.count(name, signature.elements.len(), facts) {
        return;
    }
    for (element, fact) in signature.elements.iter().zip(facts) {
        let mut is = |key: &str, ours: Value| compare.is(&format!("{name}.{key}"), ours, &fact[key]);
        is("semantic", element.name.lossy().into());
        is("index", element.index.into());
        is("register", unless(element.register.0, signature::raw::Register::NONE.0));
        is("mask", element.mask.0.into());
        is("usage_mask_raw", element.usage.0.into());
        is("system_value", element.system_value.0.into());
        is("component_type", element.component_type.0.into());
        is("stream", element.stream.into());
        is("min_precision", element.min_precision.0.into());
    }
}

/// Name of a resource type in the facts.
fn resource_type(value: ResourceType) -> String {
    let name = value.name().unwrap_or_default();
    name.replace('-', "_")
}

/// Name of a resource kind in the facts.
fn kind(value: ResourceKind) -> String {
    let name = value.name().unwrap_or_default();
    name.replace("Texture", "Tex")
}

fn validation(psv: &Psv<'_>, fact: &Value, compare: &mut Compare<'_>) {
    let info = &psv.info;
    let mut is = |key: &str, ours: Value| compare.is(&format!("psv0.{key}"), ours, &fact[key]);
    is("version", info.version().into());
    is("min_wave", info.waves.min_lanes.into());
    is("max_wave", info.waves.max_lanes.into());
    let counts = info.counts;
    is("stage", counts.and_then(|counts| counts.stage.name()).map(str::to_owned).into());
    is("uses_view_id", counts.map(|counts| counts.uses_view_id).into());
    is("sig_in", counts.map(|counts| counts.inputs).into());
    is("sig_out", counts.map(|counts| counts.outputs).into());
    is("sig_patch_prim", counts.map(|counts| counts.patches).into());
    is("vectors_in", counts.map(|counts| counts.input_vectors).into());
    is("vectors_out", counts.map(|counts| counts.output_vectors.to_vec()).into());
    is("entry", psv.entry_name().map(|name| name.lossy()).into());
    let threads = info.threads.filter(|_| !fact["numthreads"].is_null());
    is("numthreads", threads.map(|threads| vec![threads.x, threads.y, threads.z]).into());
    let facts = list(&fact["resources"]);
    if !compare.count("psv0.resources", psv.resources.len(), facts) {
        return;
    }
    for (index, fact) in facts.iter().enumerate() {
        let Some(bound) = psv.resource(index) else {
            continue;
        };
        let mut is = |key: &str, ours: Value| compare.is(&format!("psv0.resources.{key}"), ours, &fact[key]);
        is("type", resource_type(bound.base.resource_type).into());
        is("space", bound.base.space.into());
        is("lower", bound.base.lower.into());
        is("upper", bound.base.upper.into());
        is("kind", bound.kind.map(|(found, _)| kind(found)).into());
        is("flags", bound.kind.map(|(_, flags)| flags.0).into());
    }
}

fn runtime(rdat: &Rdat<'_>, fact: &Value, compare: &mut Compare<'_>) {
    for table in &rdat.tables {
        let key = table.table.0.to_string();
        let size = table.range.1 - table.range.0;
        compare.is(&format!("rdat.tables.{key}"), size, &fact["tables"][&key]);
    }
    let facts = list(&fact["resources"]);
    let resources = rdat.resources();
    compare.count("rdat.resources", resources.len(), facts);
    for (row, fact) in resources.iter().zip(facts) {
        let mut is = |key: &str, ours: Value| compare.is(&format!("rdat.resources.{key}"), ours, &fact[key]);
        is("name", rdat.name(row.name).lossy().into());
        is("cls", row.class.to_string().into());
        is("kind", kind(row.kind).into());
        is("id", row.id.into());
        is("space", unless(row.space, rdat::NONE));
        is("lower", unless(row.lower, rdat::NONE));
        is("upper", unless(row.upper, rdat::NONE));
        is("flags", row.flags.0.into());
    }
    let facts = list(&fact["functions"]);
    compare.count("rdat.functions", rdat.functions().count(), facts);
    for (function, fact) in rdat.functions().zip(facts) {
        let texts = |array: u32, text: &dyn Fn(u32) -> String| -> Vec<String> {
            rdat.array(array).map(text).collect()
        };
        let mut is = |key: &str, ours: Value| compare.is(&format!("rdat.functions.{key}"), ours, &fact[key]);
        let raw = &function.raw;
        is("name", function.name.lossy().into());
        is("unmangled", function.unmangled.lossy().into());
        is("kind", raw.kind.to_string().into());
        let name = |row: u32| {
            let resource = resources.get(row as usize);
            resource.map_or_else(String::new, |resource| rdat.name(resource.name).lossy())
        };
        is("resources", texts(raw.resources, &name).into());
        is("dependencies", texts(raw.dependencies, &|offset| rdat.name(offset).lossy()).into());
        is("payload_bytes", raw.payload.into());
        is("attribute_bytes", raw.attributes.into());
        is("feature_flags", hex(function.features()).into());
        is("stage_mask", hex(raw.stage_mask.0.into()).into());
        is("min_target", hex(raw.min_target.0.into()).into());
        is("min_wave", function.newer.map(|newer| newer.0).into());
        is("max_wave", function.newer.map(|newer| newer.1).into());
        is("shader_flags", function.newer.map(|newer| newer.2.0).into());
    }
    subobjects(rdat, list(&fact["subobjects"]), compare);
}

fn subobjects(model: &Rdat<'_>, facts: &[Value], compare: &mut Compare<'_>) {
    let table = model.table(rdat::TableType::SUBOBJECTS);
    let count = table.map_or(0, |table| table.len());
    compare.count("rdat.subobjects", count, facts);
    for (index, fact) in facts.iter().enumerate().take(count) {
        let bytes = table.and_then(|table| table.row(index)).unwrap_or_default();
        let Some(any) = rdat::Subobject::decode(bytes) else {
            continue;
        };
        let mut is = |key: &str, ours: Value| compare.is(&format!("rdat.subobjects.{key}"), ours, &fact[key]);
        is("kind", any.kind.0.into());
        is("name", model.name(any.name).lossy().into());
        let text = |offset: u32| Value::from(model.name(offset).lossy());
        match any.kind {
            rdat::SubobjectKind::STATE_OBJECT_CONFIG => {
                let row = rdat::StateObjectConfig::decode(bytes);
                is("flags", row.map(|row| row.flags.0).into());
            }
            rdat::SubobjectKind::GLOBAL_ROOT_SIGNATURE | rdat::SubobjectKind::LOCAL_ROOT_SIGNATURE => {
                let Some(row) = rdat::RootSignatureSubobject::decode(bytes) else {
                    continue;
                };
                let (start, size) = (row.offset as usize, row.size as usize);
                let content = model.bytes.get(start..start + size).unwrap_or_default();
                let hex: String = content.iter().map(|byte| format!("{byte:02x}")).collect();
                is("root_signature", hex.into());
                let read = model.root_signatures.iter().any(|entry| entry.0 as usize == index);
                assert!(read, "the root signature of subobject {index} is read");
            }
            rdat::SubobjectKind::ASSOCIATION => {
                let Some(row) = rdat::Association::decode(bytes) else {
                    continue;
                };
                is("subobject", text(row.subobject));
                let exports: Vec<Value> = model.array(row.exports).map(text).collect();
                is("exports", exports.into());
            }
            rdat::SubobjectKind::SHADER_CONFIG => {
                let Some(row) = rdat::ShaderConfig::decode(bytes) else {
                    continue;
                };
                is("max_payload", row.max_payload.into());
                is("max_attribute", row.max_attributes.into());
            }
            rdat::SubobjectKind::PIPELINE_CONFIG => {
                let row = rdat::PipelineConfig::decode(bytes);
                is("depth", row.map(|row| row.depth).into());
            }
            rdat::SubobjectKind::PIPELINE_CONFIG1 => {
                let Some(row) = rdat::PipelineConfig1::decode(bytes) else {
                    continue;
                };
                is("depth", row.depth.into());
                is("flags", row.flags.0.into());
            }
            rdat::SubobjectKind::HIT_GROUP => {
                let Some(row) = rdat::HitGroup::decode(bytes) else {
                    continue;
                };
                is("type", row.hit_type.0.into());
                is("anyhit", text(row.any_hit));
                is("closesthit", text(row.closest_hit));
                is("intersection", text(row.intersection));
            }
            _ => is("content", Value::Null),
        }
    }
}

fn root(signature: &RootSignature<'_>, fact: &Value, compare: &mut Compare<'_>) {
    compare.is("root_signature.version", signature.header.version.to_string(), &fact["version"]);
    compare.is("root_signature.flags", hex(signature.header.flags.0.into()), &fact["flags"]);
    let facts = list(&fact["parameters"]);
    compare.count("root_signature.parameters", signature.parameters.len(), facts);
    let parameters = signature.parameters.iter().zip(&signature.payloads);
    for ((parameter, payload), fact) in parameters.zip(facts) {
        let path = "root_signature.parameters";
        compare.is(path, parameter.parameter_type.to_string(), &fact["type"]);
        compare.is(path, parameter.visibility.0, &fact["visibility"]);
        match payload {
            Payload::Constants(constants) => {
                compare.is(path, constants.register, &fact["register"]);
                compare.is(path, constants.space, &fact["space"]);
                compare.is(path, constants.count, &fact["count"]);
            }
            Payload::Descriptor(descriptor, flags) => {
                assert_ne!(parameter.parameter_type, ParameterType::TABLE);
                compare.is(path, descriptor.register, &fact["register"]);
                compare.is(path, descriptor.space, &fact["space"]);
                compare.is(path, flags.map(|flags| flags.0), &fact["flags"]);
            }
            Payload::Table(_, ranges) => {
                let facts = list(&fact["ranges"]);
                compare.count(path, ranges.len(), facts);
                for (range, fact) in ranges.iter().zip(facts) {
                    let word = |value: u32, all: u32, word: &str| {
                        if value == all { Value::from(word) } else { Value::from(value) }
                    };
                    compare.is(path, range.range_type.to_string(), &fact["type"]);
                    compare.is(path, word(range.count.0, Count::UNBOUNDED.0, "unbounded"), &fact["count"]);
                    compare.is(path, range.base, &fact["base"]);
                    compare.is(path, range.space, &fact["space"]);
                    compare.is(path, word(range.offset.0, TableOffset::APPEND.0, "append"), &fact["offset"]);
                    if !fact["flags"].is_null() {
                        compare.is(path, range.flags.0, &fact["flags"]);
                    }
                }
            }
            Payload::Missing => compare.is(path, "a content", &Value::Null),
        }
    }
    let facts = list(&fact["static_samplers"]);
    compare.count("root_signature.static_samplers", signature.samplers.len(), facts);
    for (sampler, fact) in signature.samplers.iter().zip(facts) {
        let mut is = |key: &str, ours: Value| {
            compare.is(&format!("root_signature.static_samplers.{key}"), ours, &fact[key])
        };
        is("filter", sampler.filter.0.into());
        is("address_u", sampler.address_u.0.into());
        is("address_v", sampler.address_v.0.into());
        is("address_w", sampler.address_w.0.into());
        is("mip_bias", float(sampler.mip_bias, &fact["mip_bias"]));
        is("max_anisotropy", sampler.max_anisotropy.into());
        is("comparison", sampler.comparison.0.into());
        is("border", sampler.border.0.into());
        is("min_lod", float(sampler.min_lod, &fact["min_lod"]));
        is("max_lod", float(sampler.max_lod, &fact["max_lod"]));
        is("register", sampler.register.into());
        is("space", sampler.space.into());
        is("visibility", sampler.visibility.0.into());
    }
}

/// Float in the facts' decimal notation, if both denote the same float.
fn float(value: f32, fact: &Value) -> Value {
    match fact.as_f64().map(|fact| fact as f32) {
        Some(same) if same.to_bits() == value.to_bits() => fact.clone(),
        _ => Value::from(value),
    }
}

fn sources(model: &srci::Model<'_>, fact: &Value, compare: &mut Compare<'_>) {
    let sources = srci::sources(model);
    let (names, contents) = (list(&fact["names"]), list(&fact["contents"]));
    compare.count("source_info.names", sources.len(), names);
    compare.count("source_info.contents", sources.len(), contents);
    for ((name, content), (named, stored)) in sources.iter().zip(names.iter().zip(contents)) {
        compare.is("source_info.names", name.clone(), &named["name"]);
        // The facts count the terminator, which is not part of the file.
        compare.is("source_info.contents", content.len() + 1, &stored["bytes"]);
    }
    let arguments: Vec<Value> =
        srci::arguments(model).into_iter().map(|(name, value)| Value::from(vec![name, value])).collect();
    compare.is("source_info.arguments", arguments, &fact["arguments"]);
}
