//! Compares the summary and the list of parts with the facts.

use glassbox_core::format::OpenedFile;
use glassbox_core::value::Tag;
use glassbox_dxcontainer::code;
use glassbox_dxcontainer::container::Container;
use serde_json::Value;

use super::compare::{Compare, list};

pub(crate) fn compare(container: &Container<'_>, compare: &mut Compare<'_>) {
    let facts = compare.facts;
    let summary = container.summary();
    let mut is = |label: &str, fact: Value| {
        let shown = summary.facts.iter().find(|(known, _)| known == label);
        compare.is(&format!("summary {label}"), shown.map(|(_, value)| value.as_str()), &fact);
    };
    let program = &facts["program"];
    let model = &program["shader_model"];
    // Libraries that are only linked have the profile `lib_6_x`.
    let profile = model.as_str().map(|model| {
        let version = model.replace('.', "_").replace("6_15", "6_x");
        format!("{}_{version}", prefix(&program["kind"]))
    });
    is("profile", profile.into());
    is("shader model", model.clone());
    is("DXIL version", program["dxil_version"].clone());
    is("container version", Value::Null);
    let digest = match facts["container"]["digest_state"].as_str() {
        Some("retail") => "signed",
        Some("debug") => "signed (debug)",
        Some("preview") => "preview bypass",
        other => other.expect("the facts have a state"),
    };
    is("digest", digest.into());
    let version = &facts["compiler_version"]["strings"];
    let version = match (version[0].as_str(), version[1].as_str()) {
        (Some(commit), Some(custom)) => Value::from(format!("{custom} ({commit})")),
        _ => Value::Null,
    };
    is("compiler version", version);
    is("debug file", facts["debug_name"].clone());
    let hash = facts["hash"]["digest"].as_str().map(|digest| {
        let is_of_source = facts["hash"]["flags"] == 1;
        format!("{digest}{}", if is_of_source { " (with the source)" } else { "" })
    });
    is("shader hash", hash.into());
    let names: Vec<&str> = list(&facts["feature_flags"]["names"]).iter().filter_map(Value::as_str).collect();
    is("features", (!names.is_empty()).then(|| names.join(" | ")).into());
    let count = |facts: &Value| (!list(facts).is_empty()).then(|| list(facts).len().to_string());
    let is_legacy = program["encoding"] == "tpf";
    let functions = if is_legacy { count(&facts["library_functions"]) } else { None };
    is("functions", functions.into());
    is("exported functions", count(&facts["functions"]["exported"]).into());
    let codes: Vec<&str> =
        list(&facts["container"]["parts"]).iter().filter_map(|part| part["code"].as_str()).collect();
    let kind = match program["kind"].as_str() {
        Some(_) if codes.contains(&"DXIL") => "DXIL container",
        Some("library") if is_legacy => "DXBC library",
        Some(_) if is_legacy => "DXBC container",
        Some(_) => panic!("it has no program"),
        None if codes == ["RTS0"] => "root signature",
        None => "container without a program",
    };
    compare.is("summary kind", summary.kind.clone(), &kind.into());
    if !facts["creator"].is_null() {
        compare.is("summary producer", summary.producer.clone(), &facts["creator"]);
    }
    parts(container, compare);
}

/// Compares the rows of both lists of parts.
fn parts(container: &Container<'_>, compare: &mut Compare<'_>) {
    let facts = list(&compare.facts["container"]["parts"]);
    let (rows, listed) = (container.summary().parts, OpenedFile::parts(container));
    compare.count("summary parts", rows.len(), facts);
    compare.count("parts", listed.len(), facts);
    for (index, ((row, part), fact)) in rows.iter().zip(&listed).zip(facts).enumerate() {
        let is_same = |other: &&Value| other["code"] == fact["code"];
        let code = fact["code"].as_str().expect("a part has a code");
        let what = code::lookup(Tag(*code.as_bytes().first_chunk().expect("four bytes")));
        let is_known = what.is_some();
        let what = what.map_or("unknown", |known| known.what);
        let (name, path) = if !is_known {
            (code.to_owned(), format!("part[{index}]"))
        } else if facts.iter().filter(is_same).count() == 1 {
            (code.to_owned(), code.to_lowercase())
        } else {
            let number = facts[..index].iter().filter(is_same).count();
            (format!("{code}[{number}]"), format!("{}[{number}]", code.to_lowercase()))
        };
        let (start, size) = (fact["offset"].as_u64(), fact["size"].as_u64());
        let data = start.expect("a part has an offset") + 8;
        let end = data + size.expect("a part has a size");
        compare.is("summary parts.path", row.path.clone(), &path.into());
        compare.is("summary parts.description", row.description.clone(), &format!("{code} {what}").into());
        compare.is("summary parts.range", vec![row.range.start, row.range.end], &vec![data - 8, end].into());
        compare.is("parts.name", part.name.clone(), &name.into());
        compare.is("parts.description", part.description.clone(), &what.into());
        compare.is("parts.data", vec![part.data.start, part.data.end], &vec![data, end].into());
    }
}

/// Prefix of the profiles of a kind of program.
fn prefix(kind: &Value) -> &'static str {
    match kind.as_str().expect("a program has a kind") {
        "pixel" => "ps",
        "vertex" => "vs",
        "geometry" => "gs",
        "hull" => "hs",
        "domain" => "ds",
        "compute" => "cs",
        "mesh" => "ms",
        "amplification" => "as",
        "library" => "lib",
        other => panic!("no profile has {other}"),
    }
}
