//! Compares bindings and constant buffers with the reflection interface of the graphics library.

use glassbox_core::format::OpenedFile as _;
use glassbox_core::interface::{ArraySize, Block, Interface, Resource, Variable};
use glassbox_dxcontainer::container::Container;
use glassbox_dxcontainer::part::Content;
use glassbox_dxcontainer::part::rdef::Rdef;
use glassbox_dxcontainer::part::rdef::raw::Type36;
use serde_json::Value;

use super::compare::{Compare, list, stage};

pub(crate) fn compare(container: &Container<'_>, compare: &mut Compare<'_>) {
    let facts = compare.facts;
    let interface = container.interface();
    if facts["program"]["kind"] != "library"
        && let [entry] = interface.entry_points.as_slice()
    {
        let is_domain = facts["program"]["kind"] == "domain";
        let lists = [
            ("inputs", &entry.inputs, true),
            ("outputs", &entry.outputs, false),
            ("patch_or_primitive", &entry.patches, is_domain),
        ];
        for (key, variables, is_input) in lists {
            signature(key, variables, is_input, list(&facts[key]), compare);
        }
    }
    if let Some(Content::Rdef(rdef)) = container.content(b"RDEF") {
        definitions(rdef, facts, compare);
        resources(&interface.resources, list(&facts["resources"]), compare);
        blocks(&interface.blocks, list(&facts["cbuffers"]), compare);
        compare.is("creator", rdef.creator().lossy(), &facts["creator"]);
    } else if facts["program"]["encoding"] == "dxil" {
        module(&interface, facts, compare);
        let stages: Vec<&str> = stage(&facts["program"]["kind"]).into_iter().collect();
        for block in &interface.blocks {
            compare.is("cbuffers.stages", block.stages.clone(), &stages.clone().into());
        }
        if facts["program"]["kind"] != "library" {
            let is_bound = |resource: &&Resource| resource.kind != "static-sampler";
            for resource in interface.resources.iter().filter(is_bound) {
                compare.is("resources.stages", resource.stages.clone(), &stages.clone().into());
            }
        }
    }
}

/// Compares inputs and outputs of the format-independent interface.
fn signature(key: &str, variables: &[Variable], is_input: bool, facts: &[Value], compare: &mut Compare<'_>) {
    compare.count(&format!("interface {key}"), variables.len(), facts);
    let letters = |mask: u64| -> String {
        let names = "xyzw".chars().enumerate();
        names.filter(|(bit, _)| mask >> bit & 1 != 0).map(|(_, name)| name).collect()
    };
    for (variable, fact) in variables.iter().zip(facts) {
        let mut is = |what: &str, ours: Value, fact: &Value| {
            compare.is(&format!("interface {key}.{what}"), ours, fact)
        };
        is("semantic", variable.semantic.clone().into(), &fact["semantic"]);
        is("index", variable.semantic_index.into(), &fact["index"]);
        is("stream", variable.stream.unwrap_or(0).into(), &fact["stream"]);
        let mask = fact["mask"].as_u64().unwrap_or(0);
        let usage = fact["usage_mask_raw"].as_u64().unwrap_or(0);
        let used = if is_input { usage & mask } else { mask & !usage };
        is("used", variable.used.clone().into(), &Value::from(letters(used)));
        let parts = variable.register.as_deref().and_then(|register| register.get(1..)?.split_once('.'));
        let number = parts.and_then(|(number, _)| number.parse::<u32>().ok());
        is("register", number.into(), &fact["register"]);
        if let Some((_, components)) = parts {
            is("mask", components.into(), &Value::from(letters(mask)));
        }
        let scalar = match fact["component_type"].as_u64() {
            Some(1) => "uint",
            Some(2) => "int",
            Some(3) => "float",
            Some(4) => "uint16",
            Some(5) => "int16",
            Some(6) => "half",
            Some(7) => "uint64",
            Some(8) => "int64",
            Some(9) => "double",
            _ => "unknown",
        };
        let ty = variable.ty.as_ref();
        is("component_type", ty.map(|ty| ty.scalar.clone()).into(), &Value::from(scalar));
        is("components", ty.map(|ty| ty.rows).into(), &Value::from(mask.count_ones()));
        is("system_value", variable.system_value.is_some().into(), &Value::Bool(fact["system_value"] != 0));
        is("min_precision", variable.precision.is_some().into(), &Value::Bool(fact["min_precision"] != 0));
    }
}

/// Compares the reflection of a DXIL module. In libraries it has no bindings and sorts buffers by name.
fn module(interface: &Interface, facts: &Value, compare: &mut Compare<'_>) {
    let mut buffers: Vec<Value> = list(&facts["cbuffers"]).to_vec();
    let mut reflected = interface.blocks.clone();
    // The facts have structured buffers among the constant buffers.
    buffers.sort_by_key(|fact| fact["name"].to_string());
    reflected.sort_by(|one, other| one.name.cmp(&other.name));
    if facts["program"]["kind"] != "library" && facts["resources"].is_array() {
        resources(&interface.resources, list(&facts["resources"]), compare);
    }
    if facts["cbuffers"].is_array() {
        blocks(&reflected, &buffers, compare);
    }
}

/// Compares every number of the definitions.
fn definitions(rdef: &Rdef<'_>, facts: &Value, compare: &mut Compare<'_>) {
    let bindings = rdef.bindings();
    let list_ = list(&facts["resources"]);
    compare.count("resources", bindings.len(), list_);
    for ((index, binding), fact) in bindings.iter().enumerate().zip(list_) {
        let mut is = |key: &str, ours: Value| compare.is(&format!("resources.{key}"), ours, &fact[key]);
        is("name", rdef.name(binding.name).lossy().into());
        is("kind", binding.input_type.to_string().into());
        is("lower", binding.bind_point.into());
        is("count", binding.bind_count.into());
        is("dimension", binding.dimension.to_string().into());
        is("return_type", binding.return_type.to_string().into());
        is("samples_or_stride", binding.samples.into());
        is("flags", binding.flags.0.into());
        if let Some((space, id)) = rdef.space(index) {
            is("space", space.into());
            is("id", id.into());
        }
    }
    let buffers = rdef.buffers();
    let facts = list(&facts["cbuffers"]);
    compare.count("cbuffers", buffers.len(), facts);
    for (buffer, fact) in buffers.iter().zip(facts) {
        compare.is("cbuffers.name", rdef.name(buffer.name).lossy(), &fact["name"]);
        compare.is("cbuffers.kind", buffer.buffer_type.to_string(), &fact["kind"]);
        compare.is("cbuffers.size", buffer.size, &fact["size"]);
        let variables = rdef.variables(&buffer);
        let facts = list(&fact["variables"]);
        compare.count("cbuffers.variables", variables.len(), facts);
        for (variable, fact) in variables.iter().zip(facts) {
            let mut is =
                |key: &str, ours: Value| compare.is(&format!("cbuffers.variables.{key}"), ours, &fact[key]);
            is("name", rdef.name(variable.name).lossy().into());
            is("offset", variable.start.into());
            is("size", variable.size.into());
            is("used", (variable.flags.0 & 2 != 0).into());
            let hex = |bytes: &[u8]| -> String { bytes.iter().map(|byte| format!("{byte:02x}")).collect() };
            is("default", rdef.default(&variable).map(hex).into());
            match rdef.ty(variable.type_offset) {
                Some(ty) => type_of(rdef, &ty, &fact["type"], compare),
                None => compare.is("cbuffers.variables.type", Value::Null, &fact["type"]),
            }
        }
    }
}

fn type_of(rdef: &Rdef<'_>, ty: &Type36, fact: &Value, compare: &mut Compare<'_>) {
    let mut is =
        |key: &str, ours: Value| compare.is(&format!("cbuffers.variables.type.{key}"), ours, &fact[key]);
    let name = (ty.name != 0).then(|| rdef.name(ty.name).lossy());
    is("name", name.into());
    is("cls", ty.class.0.into());
    is("base", ty.base.0.into());
    is("rows", ty.rows.into());
    is("columns", ty.columns.into());
    is("elements", ty.elements.into());
    let members = rdef.members(ty);
    let facts = list(&fact["members"]);
    compare.count("cbuffers.variables.type.members", members.len(), facts);
    for (member, fact) in members.iter().zip(facts) {
        compare.is("cbuffers.variables.type.members.name", rdef.name(member.name).lossy(), &fact["name"]);
        compare.is("cbuffers.variables.type.members.offset", member.offset, &fact["offset"]);
        if let Some(ty) = rdef.ty(member.type_offset) {
            type_of(rdef, &ty, &fact["type"], compare);
        }
    }
}

/// Register letter of a resource class.
pub(crate) fn letter(class: &Value) -> &'static str {
    match class.as_str() {
        Some("cbv") => "b",
        Some("sampler") => "s",
        Some("uav") => "u",
        _ => "t",
    }
}

/// Dimension names in reflection.
fn dimension(fact: &Value) -> Value {
    let word = fact.as_str().unwrap_or_default();
    let texture = word.strip_prefix("texture").map(|rest| match rest {
        "cube" => "cube".to_owned(),
        "cubearray" => "cube array".to_owned(),
        rest => match rest.strip_suffix("array") {
            Some(rest) => format!("{} array", rest.to_uppercase()),
            None => rest.to_uppercase(),
        },
    });
    match word {
        "unknown" => Value::Null,
        "buffer" | "bufferex" => Value::from("buffer"),
        _ => texture.into(),
    }
}

/// Compares resources of the format-independent interface.
fn resources(resources: &[Resource], facts: &[Value], compare: &mut Compare<'_>) {
    let bound: Vec<&Resource> =
        resources.iter().filter(|resource| resource.kind != "static-sampler").collect();
    compare.count("resources", bound.len(), facts);
    for (resource, fact) in bound.into_iter().zip(facts) {
        let mut is = |key: &str, ours: Value, fact: &Value| {
            compare.is(&format!("interface resources.{key}"), ours, fact)
        };
        is("name", resource.name.clone().into(), &fact["name"]);
        is("lower", resource.binding.into(), &fact["lower"]);
        let register = resource.register.clone().unwrap_or_default();
        is("cls", register.get(..1).into(), &Value::from(letter(&fact["cls"])));
        let count = match resource.array.first() {
            None => 1,
            Some(ArraySize::Fixed(count)) => *count,
            Some(_) => 0,
        };
        is("count", count.into(), &fact["count"]);
        is("dimension", resource.dimension.clone().into(), &dimension(&fact["dimension"]));
        if let Some(space) = resource.set {
            is("space", space.into(), &fact["space"]);
        }
        if let Some(size) = resource.element_size {
            is("samples_or_stride", size.into(), &fact["samples_or_stride"]);
        }
    }
}

/// Compares constant buffers of the format-independent interface.
fn blocks(blocks: &[Block], facts: &[Value], compare: &mut Compare<'_>) {
    compare.count("cbuffers", blocks.len(), facts);
    for (block, fact) in blocks.iter().zip(facts) {
        compare.is("interface cbuffers.name", block.name.clone(), &fact["name"]);
        compare.is("interface cbuffers.size", block.size, &fact["size"]);
        compare.is("interface cbuffers.kind", block.kind.clone(), &fact["kind"]);
        let facts = list(&fact["variables"]);
        compare.count("interface cbuffers.variables", block.members.len(), facts);
        for (member, fact) in block.members.iter().zip(facts) {
            compare.is("interface cbuffers.variables.name", member.name.clone(), &fact["name"]);
            compare.is("interface cbuffers.variables.offset", member.offset, &fact["offset"]);
            let Some(ty) = &member.ty else { continue };
            let elements = match ty.array.first() {
                Some(ArraySize::Fixed(count)) => *count,
                _ => 0,
            };
            let fact = &fact["type"];
            compare.is("interface cbuffers.variables.type.elements", elements, &fact["elements"]);
            if fact["cls"] == 2 || fact["cls"] == 3 {
                compare.is("interface cbuffers.variables.type.rows", ty.rows, &fact["rows"]);
                compare.is("interface cbuffers.variables.type.columns", ty.columns, &fact["columns"]);
                compare.is(
                    "interface cbuffers.variables.type.cls",
                    member.row_major,
                    &Value::Bool(fact["cls"] == 2),
                );
            } else if fact["cls"] == 1 {
                compare.is("interface cbuffers.variables.type.columns", ty.rows, &fact["columns"]);
            }
            compare.count(
                "interface cbuffers.variables.type.members",
                ty.members.len(),
                list(&fact["members"]),
            );
        }
    }
}
