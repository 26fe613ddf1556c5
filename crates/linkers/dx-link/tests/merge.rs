//! Tests merges of corpus libraries against the output of DXC's linker.

use std::collections::BTreeMap;

use crate::corpus_inputs;
use corpus_inputs::{read, with_inputs};
use glassbox_dx_link::Export;
use glassbox_dx_link::merge::{Target, merge};
use glassbox_dxil::Version;
use glassbox_dxil::ir::{
    self, Body, Constant, FunctionId, Instruction, Metadata, MetadataId, Op, Scope, Type, TypeId, Typed,
    Value, ValueId,
};
use glassbox_testing::container::code;
use serde_json::Value as Json;

fn spell(module: &Typed<'_>, id: TypeId) -> String {
    let types = &module.types;
    let list = |ids: &[TypeId]| -> Vec<String> { ids.iter().map(|id| spell(module, *id)).collect() };
    match types.get(id) {
        Some(Type::Pointer { pointee, address_space }) => {
            format!("{}*{address_space}", spell(module, pointee))
        }
        Some(Type::Array { element, count }) => format!("[{count} x {}]", spell(module, element)),
        Some(Type::Vector { element, count }) => format!("<{count} x {}>", spell(module, element)),
        Some(Type::Struct { fields, packed }) => format!("{{{:?} {packed}}}", list(types.list(fields))),
        Some(Type::Named { name, .. }) => format!("%{}", types.text(name).escape_ascii()),
        Some(Type::Function { result, parameters, variadic }) => {
            format!("{}({:?} {variadic})", spell(module, result), list(types.list(parameters)))
        }
        other => format!("{other:?}"),
    }
}

/// Numbering-independent value: results by order, constants by contents, globals by name.
fn value(scope: Scope<'_>, results: &BTreeMap<ValueId, usize>, id: ValueId) -> String {
    let module = scope.module;
    let ty = || scope.type_of(id).map_or(String::new(), |ty| spell(module, ty));
    match scope.value(id) {
        Some(Value::Instruction(_)) => format!("%{}", results[&id]),
        Some(Value::Argument(number)) => format!("a{number}"),
        Some(Value::Metadata(node)) => metadata(scope, results, node),
        Some(Value::Constant(_)) => {
            let (constant, list) = scope.constant(id).expect("it is a constant");
            let all = |ids: &[ValueId]| -> Vec<String> {
                ids.iter().map(|id| value(scope, results, *id)).collect()
            };
            let body = match constant {
                Constant::Aggregate(parts) => format!("{:?}", all(list.operands(parts))),
                Constant::GetElementPtr { operands, source, .. } => {
                    format!("gep {} {:?}", spell(module, source), all(list.operands(operands)))
                }
                Constant::Cast { op, value: inner } => format!("{op:?} {}", value(scope, results, inner)),
                Constant::Data(words) => format!("{:?}", list.words(words)),
                Constant::String(text) | Constant::CString(text) => format!("{:?}", list.text(text)),
                other => format!("{other:?}"),
            };
            format!("{} {body}", ty())
        }
        Some(_) => format!("@{}", module.name(id).expect("globals have names").escape_ascii()),
        None => panic!("{id:?} is no value"),
    }
}

fn metadata(scope: Scope<'_>, results: &BTreeMap<ValueId, usize>, id: MetadataId) -> String {
    let table = &scope.module.metadata;
    match table.get(id) {
        Some(Metadata::String(text)) => format!("{:?}", table.text(text).escape_ascii().to_string()),
        Some(Metadata::Value(inner)) => value(scope, results, inner),
        Some(Metadata::Node { operands, .. }) => {
            let part = |part: &Option<MetadataId>| match part {
                Some(part) => metadata(scope, results, *part),
                None => "null".to_owned(),
            };
            let parts: Vec<String> = table.operands(operands).iter().map(part).collect();
            format!("!{{{}}}", parts.join(", "))
        }
        other => panic!("{other:?} is not expected"),
    }
}

fn attributes(module: &Typed<'_>, list: Option<ir::AttributesId>) -> String {
    let Some(list) = list else { return String::new() };
    let groups = module.attributes.groups_of(list);
    let groups: Vec<String> =
        groups.map(|group| format!("{:?} {:?}", group.slot, group.attributes)).collect();
    groups.join(" ")
}

fn op(module: &Typed<'_>, body: &Body, instruction: &Instruction) -> String {
    match instruction.op {
        Op::GetElementPtr { inbounds, source } => format!("gep {inbounds} {}", spell(module, source)),
        Op::Alloca { allocated, alignment, .. } => {
            format!("alloca {} {alignment:?}", spell(module, allocated))
        }
        Op::Call(call) => format!(
            "call {} {} {:?} {}",
            spell(module, call.function_type),
            call.calling_convention,
            call.tail,
            attributes(module, call.attributes)
        ),
        Op::ExtractValue { indices } | Op::InsertValue { indices } => {
            format!("value {:?}", body.indices(indices))
        }
        other => format!("{other:?}"),
    }
}

/// A function, one line per instruction.
fn lines(module: &Typed<'_>, id: FunctionId) -> Vec<String> {
    let body = module.body(id).expect("it is read").expect("it is defined");
    let scope = module.scope(Some(&body));
    let results = body.instructions.iter().filter_map(|instruction| instruction.result);
    let results: BTreeMap<ValueId, usize> =
        results.enumerate().map(|(place, value)| (value, place)).collect();
    let line = |(place, instruction): (usize, &Instruction)| {
        let operands: Vec<String> =
            body.operands(instruction).iter().map(|operand| value(scope, &results, *operand)).collect();
        let attached: Vec<String> = body
            .attachments(Some(ir::InstructionId::at(place)))
            .map(|item| {
                let kind = module.kind(item.kind).expect("it has a name").escape_ascii();
                format!("{kind} {}", metadata(scope, &results, item.node))
            })
            .collect();
        format!(
            "{} {} ({}) {:?} {attached:?}",
            spell(module, instruction.ty),
            op(module, &body, instruction),
            operands.join(", "),
            body.labels(instruction)
        )
    };
    body.instructions.iter().enumerate().map(line).collect()
}

/// Definitions by name.
fn defined(module: &Typed<'_>) -> BTreeMap<String, FunctionId> {
    let named = |(place, function): (usize, &ir::Function)| {
        let name = module.name(function.value).expect("it has a name").escape_ascii().to_string();
        (name, FunctionId::at(place))
    };
    let functions = module.functions.iter().enumerate();
    functions.filter(|(_, function)| !function.is_declaration()).map(named).collect()
}

/// Merges libraries of the corpus.
fn merged(paths: &[&str], exports: Option<&[&str]>) -> Result<Typed<'static>, Vec<String>> {
    let target = Target {
        model: Version { major: 6, minor: 3 },
        exports: exports.map(|names| names.iter().map(|name| Export::of(*name)).collect()),
    };
    let merged = with_inputs(paths, |inputs| merge(inputs, &target));
    merged.map_err(|findings| {
        findings.into_iter().map(|finding| format!("{} {}", finding.rule.id, finding.message)).collect()
    })
}

/// Named metadata as text; `None` if absent.
fn named(module: &Typed<'_>, name: &str) -> Option<Vec<String>> {
    let nodes = module.metadata.named(name)?;
    let results = BTreeMap::new();
    Some(nodes.iter().map(|node| metadata(module.scope(None), &results, *node)).collect())
}

/// Compares a merge with the output of DXC's linker.
fn compare(case: &str, ours: &Typed<'_>, theirs: &Typed<'_>) -> usize {
    let (mine, other) = (defined(ours), defined(theirs));
    assert_eq!(
        mine.keys().collect::<Vec<_>>(),
        other.keys().collect::<Vec<_>>(),
        "{case}: the same functions are defined"
    );
    for (name, id) in &mine {
        let (here, there) = (lines(ours, *id), lines(theirs, other[name]));
        for (here, there) in here.iter().zip(&there) {
            assert_eq!(here, there, "{case}: {name}");
        }
        assert_eq!(here.len(), there.len(), "{case}: {name}");
    }
    for name in ["dx.version", "dx.valver", "dx.shaderModel", "dx.resources", "llvm.ident"] {
        assert_eq!(named(ours, name), named(theirs, name), "{case}: {name}");
    }
    assert_eq!(named(ours, "dx.entryPoints"), named(theirs, "dx.entryPoints"), "{case}");
    mine.len()
}

#[test]
fn libraries_are_merged_as_dxc_links_them() {
    let cases: Json = serde_json::from_slice(&read("link/cases.json")).expect("it is JSON");
    let mut work = Vec::new();
    for case in cases.as_array().expect("it is a list") {
        let profile = case["profile"].as_str().unwrap_or_default();
        if !profile.starts_with("lib_") || case["dxc_link_all"]["ok"] != true {
            continue;
        }
        let strings = |list: &Json| -> Vec<String> {
            let list = list.as_array().into_iter().flatten();
            list.map(|text| text.as_str().expect("it is text").to_owned()).collect()
        };
        let options = strings(&case["options"]);
        let exports = options
            .iter()
            .position(|option| option == "-exports")
            .map(|place| options[place + 1].split(';').map(str::to_owned).collect::<Vec<_>>());
        work.push((
            case["case"].as_str().expect("it has a name").to_owned(),
            strings(&case["libraries"]),
            exports,
            case["dxc_link_all"]["output"].as_str().expect("it has a result").to_owned(),
        ));
    }
    work.push((
        "linked_lib".to_owned(),
        vec!["dxc19/lib_main_6_3.dxil".to_owned(), "dxc19/lib_shade_6_3.dxil".to_owned()],
        None,
        "dxc19/linked_lib_6_3.dxil".to_owned(),
    ));
    assert!(work.len() >= 4, "{work:?}");
    for (case, libraries, exports, output) in work {
        let paths: Vec<&str> = libraries.iter().map(String::as_str).collect();
        let exports: Option<Vec<&str>> =
            exports.as_ref().map(|names| names.iter().map(String::as_str).collect());
        let ours = merged(&paths, exports.as_deref()).unwrap_or_else(|found| panic!("{case}: {found:?}"));
        let written = ir::encode(&ours).expect("it can be written");
        let ours = Typed::read(&written).expect("it can be read");
        let theirs = read(&output);
        let theirs = Typed::read(code(&theirs).0).expect("it is read");
        let equal = compare(&case, &ours, &theirs);
        println!("{case}: {equal} functions are equal");
    }
}
