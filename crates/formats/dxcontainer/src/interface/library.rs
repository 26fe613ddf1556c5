//! Reflects the functions of a library and the names that a container exports and imports.

use glassbox_core::interface::{EntryPoint, Interface, Type, Variable};
use glassbox_msvc_names::is_decorated;

use super::budget::{Budget, without_marker};
use super::entry;
use super::parts::rdat;
use crate::context::Context;
use crate::part::Content;
use crate::part::psv::raw::{Interpolation, SemanticKind};
use crate::part::rdat::layout::info_table;
use crate::part::rdat::raw::{
    self, AmplificationInfo, ComputeInfo, DxilType, FunctionAttribute, FunctionAttributeKind, FunctionKind,
    MeshInfo, NodeInfo, NodeName, TableType,
};
use crate::part::rdat::{Function, Rdat};
use crate::part::signature::raw::Mask;
use crate::program::ShaderKind;

/// Maximum number of functions and names listed.
const MAX_LISTED: usize = 1 << 16;
/// Maximum number of resources, attributes or elements listed per function.
const MAX_ITEMS: usize = 1024;

/// One entry point per row of the function table. `path` is the path of the part.
pub(super) fn functions(
    context: &Context<'_, '_>,
    path: &str,
    rdat: &Rdat<'_>,
    budget: &mut Budget,
    out: &mut Interface,
) {
    let resources = rdat.resources();
    let table = rdat.table(TableType::FUNCTIONS).map_or("functions", |table| table.name.as_str());
    let mut left = context.limits.work(rdat.indices.len() as u64 * 4);
    for (index, function) in rdat.functions().enumerate().take(MAX_LISTED) {
        let used =
            rdat.array(function.raw.resources).take(MAX_ITEMS).filter_map(|row| resources.get(row as usize));
        let names: Vec<String> = used.map(|resource| budget.text(rdat.name(resource.name))).collect();
        left = left.saturating_sub(names.len() as u64);
        let mut entry = EntryPoint {
            name: name(&function, budget),
            stage: entry::stage_word(ShaderKind(function.raw.kind.0 as u16)).to_owned(),
            path: format!("{path}.{table}.rows[{index}]"),
            resources: names,
            modes: modes(rdat, &function, budget),
            ..EntryPoint::default()
        };
        signatures(rdat, &function, &mut entry, budget);
        out.entry_points.push(entry);
        if left == 0 || budget.is_spent() {
            out.notes.push("not all functions are listed: they share too much".to_owned());
            return;
        }
    }
}

/// Entry points from the module, for libraries whose function table was stripped.
pub(super) fn entries(context: &Context<'_, '_>, budget: &mut Budget, out: &mut Interface) {
    let Some(module) = context.module() else { return };
    let program = context.find(b"DXIL").map(|(part, _)| part.child("bitcode"));
    // The first entry of a library holds its resources and is not a function.
    let entries = module.facts().entry_points.into_iter();
    for entry in entries.filter(|entry| entry.function.is_some()).take(MAX_LISTED) {
        let kind = ShaderKind(entry.kind.map_or(ShaderKind::INVALID.0, |kind| kind as u16));
        let mut modes = vec![("kind".to_owned(), kind.to_string())];
        if is_decorated(&entry.name) {
            let stored = budget.string(without_marker(&entry.name));
            modes.insert(0, ("decorated name".to_owned(), stored));
        }
        out.entry_points.push(EntryPoint {
            name: budget.function_name(&entry.name),
            stage: entry::stage_word(kind).to_owned(),
            path: program.clone().unwrap_or_default(),
            modes,
            ..EntryPoint::default()
        });
    }
}

/// Name of a shader, or declaration of any other function, since those may be overloaded.
fn name(function: &Function<'_>, budget: &mut Budget) -> String {
    match function.is_entry() {
        true if !function.unmangled.bytes().is_empty() => budget.text(function.unmangled),
        true => budget.function_name(function.name.bytes()),
        false => budget.declaration(function.name.bytes()),
    }
}

fn modes(rdat: &Rdat<'_>, function: &Function<'_>, budget: &mut Budget) -> Vec<(String, String)> {
    let raw = &function.raw;
    let mut modes = Vec::new();
    let stored = function.name.bytes();
    if is_decorated(stored) {
        let stored = budget.string(without_marker(stored));
        modes.push(("decorated name".to_owned(), stored));
    }
    let mut add = |label: &str, value: String| modes.push((label.to_owned(), value));
    let kind = match raw.kind {
        FunctionKind::LIBRARY => "function".to_owned(),
        kind => kind.to_string(),
    };
    add("kind", kind);
    add("least shader model", format!("{}.{}", raw.min_target.major(), raw.min_target.minor()));
    if raw.payload > 0 {
        let label = if raw.kind == FunctionKind::CALLABLE { "parameters" } else { "payload" };
        add(label, format!("{} bytes", raw.payload));
    }
    if raw.attributes > 0 {
        add("attributes", format!("{} bytes", raw.attributes));
    }
    if function.features() != 0 {
        add("features", format!("{:#x}", function.features()));
    }
    if let Some((min, max, flags, info)) = function.newer {
        if max > 0 || min > 0 {
            add("wave lanes", format!("{min} to {max}"));
        }
        if flags.0 != 0 {
            add("flags", flags.to_string());
        }
        for (label, value) in details(rdat, raw.kind, info, budget) {
            add(label, value);
        }
    }
    modes
}

/// Properties of a function from the table of its kind.
fn details(
    rdat: &Rdat<'_>,
    kind: FunctionKind,
    info: u32,
    budget: &mut Budget,
) -> Vec<(&'static str, String)> {
    let mut out = Vec::new();
    let row = info as usize;
    match kind {
        FunctionKind::NODE => {
            let Some(node) = rdat.rows::<NodeInfo>(TableType::NODES).get(row) else {
                return out;
            };
            out.push(("launch", node.launch.to_string()));
            if node.group_shared > 0 {
                out.push(("group-shared memory", format!("{} bytes", node.group_shared)));
            }
            let attributes = rdat.rows::<FunctionAttribute>(TableType::FUNCTION_ATTRIBUTES);
            let list = rdat.array(node.attributes).take(MAX_ITEMS);
            for attribute in list.filter_map(|row| attributes.get(row as usize)) {
                out.extend(attribute_mode(rdat, &attribute, budget));
            }
        }
        FunctionKind::COMPUTE => {
            if let Some(compute) = rdat.rows::<ComputeInfo>(TableType::COMPUTE_INFOS).get(row) {
                out.push(("threads", numbers(rdat, compute.threads)));
                if compute.group_shared > 0 {
                    out.push(("group-shared memory", format!("{} bytes", compute.group_shared)));
                }
            }
        }
        FunctionKind::MESH => {
            if let Some(mesh) = rdat.rows::<MeshInfo>(TableType::MESH_INFOS).get(row) {
                out.push(("threads", numbers(rdat, mesh.threads)));
                out.push(("vertices", mesh.max_vertices.to_string()));
                out.push(("primitives", mesh.max_primitives.to_string()));
            }
        }
        FunctionKind::AMPLIFICATION => {
            let rows = rdat.rows::<AmplificationInfo>(TableType::AMPLIFICATION_INFOS);
            if let Some(amplification) = rows.get(row) {
                out.push(("threads", numbers(rdat, amplification.threads)));
                out.push(("payload", format!("{} bytes", amplification.payload)));
            }
        }
        _ => {}
    }
    out
}

fn attribute_mode(
    rdat: &Rdat<'_>,
    attribute: &FunctionAttribute,
    budget: &mut Budget,
) -> Option<(&'static str, String)> {
    let mut node = |row: u32| {
        let node = rdat.rows::<NodeName>(TableType::NODE_NAMES).get(row as usize)?;
        Some(format!("{}[{}]", budget.text(rdat.name(node.name)), node.index))
    };
    Some(match attribute.kind {
        FunctionAttributeKind::ID => ("node", node(attribute.value)?),
        FunctionAttributeKind::NUM_THREADS => ("threads", numbers(rdat, attribute.value)),
        FunctionAttributeKind::SHARE_INPUT_OF => ("shares the input of", node(attribute.value)?),
        FunctionAttributeKind::DISPATCH_GRID => ("dispatch grid", numbers(rdat, attribute.value)),
        FunctionAttributeKind::MAX_DISPATCH_GRID => ("largest dispatch grid", numbers(rdat, attribute.value)),
        FunctionAttributeKind::MAX_RECURSION_DEPTH => ("deepest recursion", attribute.value.to_string()),
        FunctionAttributeKind::LOCAL_ROOT_ARGUMENTS => ("local root arguments", attribute.value.to_string()),
        _ => return None,
    })
}

/// First three numbers of an index array.
fn numbers(rdat: &Rdat<'_>, array: u32) -> String {
    let list: Vec<String> = rdat.array(array).take(3).map(|number| number.to_string()).collect();
    list.join(", ")
}

/// Signatures of a function from the table of its kind: the first words of a row are index arrays of elements.
fn signatures(rdat: &Rdat<'_>, function: &Function<'_>, entry: &mut EntryPoint, budget: &mut Budget) {
    let Some((_, _, _, info)) = function.newer else {
        return;
    };
    let kind = function.raw.kind;
    let bytes = info_table(kind).and_then(|table| rdat.table(table)?.row(info as usize));
    let Some(bytes) = bytes else { return };
    let array = |place: usize| {
        let word = bytes.get(4 * place..).and_then(|tail| tail.first_chunk());
        word.map_or(raw::NONE, |word| u32::from_le_bytes(*word))
    };
    let (inputs, outputs, patches) = match kind {
        FunctionKind::VERTEX | FunctionKind::PIXEL | FunctionKind::GEOMETRY => {
            (array(0), array(1), raw::NONE)
        }
        FunctionKind::HULL | FunctionKind::DOMAIN => (array(0), array(1), array(2)),
        FunctionKind::MESH => (raw::NONE, array(0), array(1)),
        _ => return,
    };
    entry.inputs = elements(rdat, inputs, 'v', budget);
    entry.outputs = elements(rdat, outputs, 'o', budget);
    entry.patches = elements(rdat, patches, 'p', budget);
}

fn elements(rdat: &Rdat<'_>, array: u32, letter: char, budget: &mut Budget) -> Vec<Variable> {
    let rows = rdat.rows::<raw::SignatureElement>(TableType::SIGNATURE_ELEMENTS);
    let list = rdat.array(array).take(MAX_ITEMS);
    let mut out = Vec::new();
    for element in list.filter_map(|row| rows.get(row as usize)) {
        for (row, index) in (0u32..).zip(rdat.array(element.indices).take(MAX_ITEMS)) {
            if !budget.member() {
                return out;
            }
            let wide = element.columns.columns_less_one() + 1;
            let mask = Mask((((1u16 << wide) - 1) << element.columns.start()) as u8 & 0xF);
            let semantic = match element.semantic {
                SemanticKind::ARBITRARY => budget.text(rdat.name(element.name)),
                kind => format!("SV_{kind}"),
            };
            let used = Mask(element.usage.usage() & 0xF);
            out.push(Variable {
                register: (element.start_row != 0xFF)
                    .then(|| format!("{letter}{}.{}", u32::from(element.start_row) + row, mask.letters())),
                semantic: Some(semantic),
                semantic_index: Some(index),
                interpolation: (element.interpolation != Interpolation::UNDEFINED)
                    .then(|| element.interpolation.to_string()),
                stream: (element.columns.stream() != 0).then(|| element.columns.stream().into()),
                used: Some(used.letters()),
                ty: Some(Type {
                    scalar: scalar(element.component_type),
                    rows: wide.into(),
                    columns: 1,
                    ..Type::default()
                }),
                ..Variable::default()
            });
        }
    }
    out
}

/// Name of a component type in DXIL numbering.
pub(super) fn scalar(component: DxilType) -> String {
    match component {
        DxilType::I1 => "bool".to_owned(),
        DxilType::I16 => "int16".to_owned(),
        DxilType::U16 => "uint16".to_owned(),
        DxilType::I32 => "int".to_owned(),
        DxilType::U32 => "uint".to_owned(),
        DxilType::I64 => "int64".to_owned(),
        DxilType::U64 => "uint64".to_owned(),
        DxilType::F16 => "half".to_owned(),
        DxilType::F32 => "float".to_owned(),
        DxilType::F64 => "double".to_owned(),
        other => other.to_string(),
    }
}

/// Exports and imports: from the module, otherwise from the function table, which includes internal functions.
pub(super) fn names(context: &Context<'_, '_>, budget: &mut Budget, out: &mut Interface) {
    if let Some(module) = context.module() {
        out.exports = module.exported().take(MAX_LISTED).map(|one| budget.declaration(&one.name)).collect();
        out.imports = module.imported().take(MAX_LISTED).map(|one| budget.declaration(&one.name)).collect();
        return;
    }
    if let Some((_, rdat)) = rdat(context) {
        let mut imports = std::collections::BTreeSet::new();
        for function in rdat.functions().take(MAX_LISTED) {
            if !function.name.bytes().starts_with(b"_GLOBAL__sub_I_") {
                out.exports.push(budget.declaration(function.name.bytes()));
            }
            for offset in rdat.array(function.raw.dependencies).take(MAX_ITEMS) {
                if budget.is_spent() {
                    break;
                }
                imports.insert(budget.declaration(rdat.name(offset).bytes()));
            }
        }
        out.imports = imports.into_iter().collect();
        if !out.exports.is_empty() {
            out.notes.push(
                "the exports come from the function table, which lists internal functions too".to_owned(),
            );
        }
    }
    if let Some((_, Content::LibraryHeader(head))) = context.find(b"LIBH") {
        out.exports = head.names.iter().take(MAX_LISTED).map(|name| budget.string(name)).collect();
    }
}
