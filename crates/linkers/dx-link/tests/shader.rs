//! Tests shader links: corpus cases against the output of DXC's linker, and our own cases.

use crate::corpus_inputs;
use crate::words;
use corpus_inputs::{read, with_inputs};
use glassbox_dx_link::merge::shader::{ShaderTarget, shader};
use glassbox_dxil::Version;
use glassbox_dxil::ir::{self, FunctionId, Typed};
use glassbox_testing::container::code;
use serde_json::Value as Json;

fn target(entry: &str, profile: &str) -> ShaderTarget {
    let mut words = profile.split('_');
    let kind = match words.next() {
        Some("ps") => 0,
        Some("vs") => 1,
        Some("gs") => 2,
        Some("hs") => 3,
        Some("ds") => 4,
        Some("cs") => 5,
        other => panic!("{other:?} is no stage"),
    };
    let [major, minor] = [(); 2].map(|()| words.next().and_then(|word| word.parse().ok()).expect("a number"));
    ShaderTarget { kind, model: Version { major, minor }, entry: entry.as_bytes().to_vec() }
}

/// Links libraries of the corpus; rule and message of each reason if rejected.
fn link(paths: &[String], target: &ShaderTarget) -> Result<Vec<u8>, Vec<String>> {
    match with_inputs(paths, |inputs| shader(inputs, target)) {
        Ok(linked) => Ok(ir::encode(&linked.program).expect("it can be written")),
        Err(found) => {
            Err(found.into_iter().map(|finding| format!("{} {}", finding.rule.id, finding.message)).collect())
        }
    }
}

/// Describes the differences between two modules.
fn differences(ours: &Typed<'_>, theirs: &Typed<'_>) -> Vec<String> {
    let mut out = Vec::new();
    let mut compare = |what: &str, ours: Vec<String>, theirs: Vec<String>| {
        if ours != theirs {
            let common = ours.iter().zip(&theirs).take_while(|pair| pair.0 == pair.1).count();
            out.push(format!(
                "{what}, line {common}:\n  ours   {:?}\n  theirs {:?}",
                ours.get(common),
                theirs.get(common)
            ));
        }
    };
    let (mine, other) = (words::functions(ours), words::functions(theirs));
    let spelled = |list: &[(String, String, bool)]| list.iter().map(|item| format!("{item:?}")).collect();
    compare("functions", spelled(&mine), spelled(&other));
    compare("variables", words::variables(ours), words::variables(theirs));
    for (place, (name, _, defined)) in mine.iter().enumerate() {
        let there = other.iter().position(|item| item.0 == *name && item.2 && *defined);
        if let Some(there) = there {
            let lines = |module: &Typed<'_>, place| words::lines(module, FunctionId::at(place));
            compare(name, lines(ours, place), lines(theirs, there));
        }
    }
    let spelled = |list: Vec<(String, Vec<String>)>| -> Vec<String> {
        let kept = list.iter().filter(|item| item.0 != "dx.valver");
        kept.map(|item| format!("{item:?}")).collect()
    };
    compare("metadata", spelled(words::named(ours)), spelled(words::named(theirs)));
    out
}

/// Validator version that a module states.
fn validator(module: &Typed<'_>) -> Option<Vec<String>> {
    let named = words::named(module).into_iter();
    named.filter(|item| item.0 == "dx.valver").map(|item| item.1).next()
}

/// Name, libraries, target, result.
type LinkCase = (String, Vec<String>, ShaderTarget, String);

/// Corpus cases that produce a program and that DXC links.
fn cases() -> Vec<LinkCase> {
    let cases: Json = serde_json::from_slice(&read("link/cases.json")).expect("it is JSON");
    let mut out = Vec::new();
    for case in cases.as_array().expect("it is a list") {
        let text = |name: &str| case[name].as_str().unwrap_or_default().to_owned();
        if text("profile").starts_with("lib_") || case["dxc_link_all"]["ok"] != true {
            continue;
        }
        let libraries = case["libraries"].as_array().into_iter().flatten();
        out.push((
            text("case"),
            libraries.filter_map(|path| path.as_str().map(str::to_owned)).collect(),
            target(&text("entry"), &text("profile")),
            case["dxc_link_all"]["output"].as_str().expect("it has a result").to_owned(),
        ));
    }
    out
}

#[test]
fn shaders_are_linked_as_dxc_links_them() {
    let cases = cases();
    assert!(cases.len() > 10, "{cases:?}");
    let (mut failures, mut linked) = (Vec::new(), 0);
    for (case, libraries, target, output) in cases {
        let ours = match link(&libraries, &target) {
            Ok(ours) => ours,
            Err(found) => {
                failures.push(format!("{case}: {found:?}"));
                continue;
            }
        };
        let ours = Typed::read(&ours).expect("it can be read");
        let theirs = read(&output);
        let theirs = Typed::read(code(&theirs).0).expect("it is read");
        for difference in differences(&ours, &theirs) {
            failures.push(format!("{case}: {difference}"));
        }
        // The linker states its own validator version, unknown to older compilers.
        let is_older = |path: &String| path.starts_with("dxc17/") || path.starts_with("dxc18/");
        if !libraries.iter().any(is_older) && validator(&ours) != validator(&theirs) {
            failures.push(format!("{case}: dx.valver is {:?}", validator(&ours)));
        }
        linked += 1;
    }
    assert!(linked >= 18, "only {linked} cases are linked");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
