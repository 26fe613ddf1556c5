//! Compares exports, imports and entry points with the facts.

use glassbox_core::format::OpenedFile as _;
use glassbox_dxcontainer::container::Container;
use serde_json::Value;

use super::compare::{Compare, hex, list};
use super::reflection::letter;

pub(crate) fn compare(container: &Container<'_>, compare: &mut Compare<'_>) {
    let facts = compare.facts;
    let interface = container.interface();
    let names = &facts["functions"];
    if !names.is_null()
        && let Some(module) = container.module()
    {
        let text = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
        let exported: Vec<String> = module.exported().map(|one| text(&one.name)).collect();
        let undefined: Vec<String> = module.imported().map(|one| text(&one.name)).collect();
        compare.count(
            "functions.exported of the interface",
            interface.exports.len(),
            list(&names["exported"]),
        );
        compare.count(
            "functions.undefined of the interface",
            interface.imports.len(),
            list(&names["undefined"]),
        );
        compare.is("functions.exported", exported, &names["exported"]);
        compare.is("functions.undefined", undefined, &names["undefined"]);
        let mut all: Vec<&Value> =
            ["exported", "internal", "undefined"].iter().flat_map(|list_| list(&names[list_])).collect();
        let in_code = container.strings_in_code();
        let own = |name: &String| !name.starts_with("dx.op.") && !name.starts_with("llvm.");
        let mut found: Vec<String> = in_code
            .iter()
            .filter(|(path, _)| {
                path == "dxil.bitcode" || path == "ildb.bitcode" && container.data(b"DXIL").is_none()
            })
            .map(|(_, name)| text(name))
            .filter(own)
            .collect();
        found.sort_unstable();
        all.sort_unstable_by_key(|name| name.as_str());
        compare.is("functions in the code", found, &all.into_iter().cloned().collect());
        let symbols = container.symbols();
        for (kind, list) in [("export", list(&names["exported"])), ("import", list(&names["undefined"]))] {
            for name in list {
                let shown = name.as_str().unwrap_or_default().replace('\u{1}', "\\x01");
                let found = symbols.iter().find(|symbol| symbol.name == shown);
                let is_kind = found.is_some_and(|symbol| {
                    symbol.kind == kind || kind == "export" && symbol.kind == "entry point"
                });
                compare.is(&format!("functions.symbol {shown} as {kind}"), is_kind, &Value::Bool(true));
            }
        }
    }
    tables(container, compare);
    // Only DXIL libraries have a function table; in legacy ones each function is a separate container.
    if facts["program"]["encoding"] == "dxil" {
        functions(&interface, list(&facts["library_functions"]), compare);
    }
    if facts["program"]["kind"] != "library" && !facts["numthreads"].is_null() {
        let entry = interface.entry_points.first();
        let threads = entry.and_then(|entry| entry.modes.iter().find(|mode| mode.0 == "threads"));
        let fact: Vec<String> = list(&facts["numthreads"]).iter().map(Value::to_string).collect();
        compare.is("numthreads", threads.map(|mode| mode.1.clone()), &Value::from(fact.join(", ")));
    }
}

/// Compares the names in tables: resources, subobjects, bindings and variables, in the order of the tables.
fn tables(container: &Container<'_>, compare: &mut Compare<'_>) {
    let facts = compare.facts;
    let text = |fact: &Value| fact.as_str().unwrap_or_default().to_owned();
    let mut expected: Vec<[String; 3]> = Vec::new();
    for fact in list(&facts["rdat"]["resources"]) {
        let place = match fact["lower"].as_u64() {
            Some(lower) => format!("{lower} space {}", fact["space"]),
            None => String::new(),
        };
        expected.push([text(&fact["name"]), format!("{} resource", text(&fact["cls"])), place]);
    }
    for fact in list(&facts["rdat"]["subobjects"]) {
        expected.push([text(&fact["name"]), "subobject".to_owned(), String::new()]);
    }
    if container.data(b"RDEF").is_some() {
        for fact in list(&facts["resources"]) {
            let (class, lower) = (letter(&fact["cls"]), fact["lower"].as_u64().unwrap_or_default());
            let registers = match fact["count"].as_u64() {
                Some(0) => format!("{class}{lower}-"),
                Some(count) if count > 1 => format!("{class}{lower}-{class}{}", lower + count - 1),
                _ => format!("{class}{lower}"),
            };
            expected.push([text(&fact["name"]), format!("{} binding", text(&fact["kind"])), registers]);
        }
        for fact in list(&facts["cbuffers"]).iter().flat_map(|buffer| list(&buffer["variables"])) {
            let start = fact["offset"].as_u64().unwrap_or_default();
            let end = start + fact["size"].as_u64().unwrap_or_default();
            expected.push([text(&fact["name"]), "uniform".to_owned(), format!("bytes {start}..{end}")]);
        }
    }
    if let Some(name) = facts["debug_name"].as_str() {
        expected.push([name.to_owned(), "file".to_owned(), "debug information".to_owned()]);
    }
    let is_listed = |kind: &str| {
        let last = kind.rsplit(' ').next().unwrap_or_default();
        ["resource", "subobject", "binding", "uniform", "file"].contains(&last)
    };
    let found: Vec<[String; 3]> = container
        .symbols()
        .into_iter()
        .filter(|symbol| is_listed(&symbol.kind))
        .map(|symbol| {
            // The kind of a resource or subobject is compared with the row.
            let value = match symbol.kind.rsplit(' ').next() {
                Some("resource") => symbol.value.split_once(' ').map_or("", |(_, place)| place).to_owned(),
                Some("subobject") => String::new(),
                _ => symbol.value,
            };
            [symbol.name, symbol.kind, value]
        })
        .collect();
    compare.is("symbols of tables", found.len(), &expected.len().into());
    for (ours, fact) in found.into_iter().zip(expected) {
        compare.is("symbols of tables", ours.to_vec(), &fact.to_vec().into());
    }
}

/// Compares the functions of a library with reflection, which sorts functions and resources by name.
fn functions(interface: &glassbox_core::interface::Interface, facts: &[Value], compare: &mut Compare<'_>) {
    if facts.is_empty() {
        return;
    }
    compare.count("library_functions", interface.entry_points.len(), facts);
    for fact in facts {
        let name = fact["name"].as_str().unwrap_or_default();
        let plain = name.strip_prefix('\u{1}').unwrap_or(name);
        let found = interface.entry_points.iter().find(|entry| {
            let decorated = entry.modes.iter().find(|mode| mode.0 == "decorated name");
            decorated.map_or(entry.name.as_str(), |mode| &mode.1) == plain
        });
        let Some(entry) = found else {
            compare.is("library_functions.name", Value::Null, &fact["name"]);
            continue;
        };
        let mut resources = entry.resources.clone();
        resources.sort();
        compare.is("library_functions.resources", resources, &fact["resources"]);
        let features = entry.modes.iter().find(|mode| mode.0 == "features");
        let features = features.map_or_else(|| hex(0), |mode| mode.1.clone());
        compare.is("library_functions.required_flags", features, &fact["required_flags"]);
    }
}
