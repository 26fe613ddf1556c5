//! Links of the corpus by our own merge, planned, merged and wrapped in containers, compared with the results of DXC's
//! linker.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use glassbox::LinkInput;
use glassbox::core::limits::Limits;
use glassbox::core::reader::Window;
use glassbox::dx_link::link;
use glassbox::plan::{Export, Held, Library, Profile, Request, plan};
use glassbox_dxcontainer::build::{Options, container, subobjects};
use glassbox_dxcontainer::part::Content;
use glassbox_dxcontainer::read::open;
use glassbox_dxcontainer::symbols::LibrarySymbols;
use glassbox_dxcontainer::write::{Draft, DraftPart, Signing, contiguous};
use glassbox_dxil::Linkage;
use glassbox_dxil::shader::subobject::{Content as SubobjectContent, Subobject};
use glassbox_dxil::write::Outline;
use glassbox_testing::container::parts;
use glassbox_testing::corpus;
use serde_json::Value;

/// Parts derived from the program alone, and so equal to DXC's if the program is.
const EQUAL: [&[u8; 4]; 5] = [b"SFI0", b"ISG1", b"OSG1", b"PSG1", b"PSV0"];

fn symbols(folder: &Path, name: &str) -> Library {
    let bytes = std::fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let limits = Limits::default();
    let container = open(Window::whole(&bytes), &limits).expect("a container");
    let code = LibrarySymbols::from_code(&container).expect("readable code");
    match LibrarySymbols::from_tables(&container) {
        Ok(tables) => Library::new(name, tables).with_code(code),
        Err(_) => Library::new(name, code),
    }
}

fn strings(value: &Value) -> Vec<String> {
    let items = value.as_array().into_iter().flatten();
    items.filter_map(|item| item.as_str().map(str::to_owned)).collect()
}

fn request(case: &Value) -> Request {
    let profile = Profile::parse(case["profile"].as_str().expect("a profile")).expect("it is known");
    if let Some(entry) = case["entry"].as_str().filter(|entry| !entry.is_empty()) {
        return Request::program(entry, profile);
    }
    let options = strings(&case["options"]);
    let exports = options.iter().skip_while(|option| *option != "-exports").nth(1);
    let exports = exports.map_or_else(Vec::new, |names| names.split(';').map(Export::of).collect());
    Request::library(exports, profile)
}

/// The output of DXC's linker for a case: of all libraries, or only of the needed ones.
fn theirs(folder: &Path, case: &Value) -> Option<Vec<u8>> {
    let outcomes = ["dxc_link_all", "dxc_link_needed_only"];
    let linked = outcomes.iter().map(|outcome| &case[outcome]);
    let linked = linked.filter(|outcome| outcome["ok"] == true);
    let output = linked.filter_map(|outcome| outcome["output"].as_str()).next()?;
    Some(std::fs::read(folder.join(output)).expect("it is in the corpus"))
}

/// The parts that should be equal and are not.
fn different(ours: &[u8], theirs: &[u8]) -> Vec<String> {
    let (ours, theirs) = (parts(ours), parts(theirs));
    let find = |parts: &[([u8; 4], &[u8])], code: &[u8; 4]| {
        let found = parts.iter().find(|part| part.0 == *code);
        found.map(|part| part.1.to_vec())
    };
    EQUAL
        .iter()
        .filter(|code| find(&ours, code) != find(&theirs, code))
        .map(|code| code.escape_ascii().to_string())
        .collect()
}

/// Reflection of each visible function of a linked library, as text: from its runtime data, including what its callees
/// use and need, because that linker inlines calls. Empty for programs.
fn reflected(bytes: &[u8]) -> BTreeMap<String, String> {
    let limits = Limits::default();
    let container = open(Window::whole(bytes), &limits).expect("a container");
    if container.data(b"RDAT").is_none() {
        return BTreeMap::new();
    }
    let mut symbols = LibrarySymbols::from_code(&container).expect("readable code");
    symbols.read_calls(&container).expect("readable code");
    let mut out = BTreeMap::new();
    for (place, function) in symbols.exports() {
        let (mut seen, mut open) = (BTreeSet::new(), vec![place]);
        let (mut resources, mut needs, mut features) = (BTreeSet::new(), BTreeSet::new(), 0);
        while let Some(place) = open.pop() {
            if !seen.insert(place) {
                continue;
            }
            let function = &symbols.functions[place as usize];
            open.extend(function.calls.iter().flatten());
            features |= function.features.map_or(0, |features| features.0);
            let used = function.resources.iter().flatten();
            resources.extend(used.map(|&place| {
                let resource = &symbols.resources[place as usize];
                let name = String::from_utf8_lossy(&resource.name);
                format!(
                    "{name} {:?} {:?} {}..{}",
                    resource.class, resource.kind, resource.lower, resource.upper
                )
            }));
            let wanted = function.needs.iter().flatten();
            needs.extend(wanted.map(|&place| &symbols.imports[place as usize].name));
        }
        let (kind, target, stages) = (function.kind, function.min_target, function.stages);
        out.insert(
            function.name.escape_ascii().to_string(),
            format!("{kind:?} {target:?} {stages:?} {features} {resources:?} {needs:?}"),
        );
    }
    out
}

#[test]
fn what_dxc_links_is_linked() {
    let folder = corpus::file("dxcontainer");
    let text = std::fs::read(folder.join("link/cases.json")).expect("it is in the corpus");
    let cases: Value = serde_json::from_slice(&text).expect("it is JSON");
    let limits = Limits::default();
    let (mut linked, mut wrong) = (0, Vec::new());
    for case in cases.as_array().expect("it is a list") {
        let name = case["case"].as_str().expect("it has a name");
        let libraries = strings(&case["libraries"]);
        let mut held = Held::new(libraries.iter().map(|name| symbols(&folder, name)).collect());
        let planned = plan(&request(case), &mut held).expect("symbols in memory");
        let Some(theirs) = theirs(&folder, case) else {
            if planned.can_link() {
                wrong.push(format!("{name}: DXC does not link it, and the plan does"));
            }
            continue;
        };
        let needed: Vec<&String> =
            planned.needed.iter().map(|needed| &libraries[needed.library as usize]).collect();
        let files: Vec<Vec<u8>> = needed
            .iter()
            .map(|path| std::fs::read(folder.join(path)).expect("it is in the corpus"))
            .collect();
        let inputs: Vec<LinkInput<'_>> =
            needed.iter().zip(&files).map(|(name, bytes)| LinkInput { name, bytes }).collect();
        let ours = match link(&planned, &inputs, &limits) {
            Ok(ours) => ours.bytes,
            Err(found) => {
                wrong.push(format!("{name}: refused: {found:?}"));
                continue;
            }
        };
        let file = glassbox::open_as(&ours, None, &limits);
        for found in file.check().items() {
            wrong.push(format!("{name}: {}: {}", found.rule.id, found.message));
        }
        let (mine, other) = (reflected(&ours), reflected(&theirs));
        for (function, facts) in &other {
            // A function inlined away is invisible to others.
            if mine.get(function) != Some(facts) {
                let found = mine.get(function);
                wrong.push(format!("{name}: {function}: found {found:?}, expected {facts:?}"));
            }
        }
        if planned.request.profile.is_library() && other.is_empty() {
            wrong.push(format!("{name}: nothing is compared"));
        }
        // That linker states the version of its own validator, and compilers of older libraries an older one.
        let is_older = |path: &&String| path.starts_with("dxc17/") || path.starts_with("dxc18/");
        if !needed.iter().any(is_older) {
            let parts = different(&ours, &theirs);
            if !parts.is_empty() {
                wrong.push(format!("{name}: other than DXC's: {parts:?}"));
            }
        }
        linked += 1;
    }
    println!("{linked} linked");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(linked >= 24, "only {linked} cases are linked");
}

/// A library of one function whose container, and not its module, has a subobject.
fn with_subobject(function: &str, depth: u32) -> Vec<u8> {
    let name = [b"\x01?", function.as_bytes(), b"@@YAXXZ"].concat();
    let bitcode = Outline::new("lib", 6, 3).define(&name, Linkage::EXTERNAL).bitcode();
    let options = Options {
        subobjects: vec![Subobject {
            name: b"Pipeline".to_vec(),
            content: SubobjectContent::PipelineConfig(depth),
        }],
        ..Options::default()
    };
    container(&bitcode, &options).expect("it can be made")
}

#[test]
fn subobjects_of_runtime_data_are_joined_or_contradict_each_other() {
    let limits = Limits::default();
    let linked = |first: u32, second: u32| {
        let files = [with_subobject("A", first), with_subobject("B", second)];
        let inputs = ["a.dxil", "b.dxil"].into_iter().zip(&files);
        let inputs: Vec<LinkInput<'_>> = inputs.map(|(name, bytes)| LinkInput { name, bytes }).collect();
        let held = inputs.iter().map(|input| {
            let container = open(Window::whole(input.bytes), &limits).expect("a container");
            Library::new(input.name, LibrarySymbols::from_code(&container).expect("code"))
        });
        let profile = Profile::parse("lib_6_3").expect("it is known");
        let mut held = Held::new(held.collect());
        let planned = plan(&Request::library(Vec::new(), profile), &mut held).expect("symbols in memory");
        link(&planned, &inputs, &limits)
    };
    let found = linked(1, 2).expect_err("they contradict each other");
    assert!(found.iter().all(|found| found.rule.id == "DX-LINK-08" && found.location.input == 1));
    assert!(!found.is_empty());
    let made = linked(3, 3).expect("they are equal").bytes;
    let container = open(Window::whole(&made), &limits).expect("a container");
    let Some(Content::Rdat(rdat)) = container.content(b"RDAT") else {
        panic!("the library has runtime data");
    };
    let held = subobjects(rdat);
    let depths: Vec<_> = held.iter().map(|subobject| &subobject.content).collect();
    assert_eq!(depths, [&SubobjectContent::PipelineConfig(3)]);
}

/// A root signature without parameters, version 1.0.
const EMPTY_SIGNATURE: [u8; 24] = [1, 0, 0, 0, 0, 0, 0, 0, 24, 0, 0, 0, 0, 0, 0, 0, 24, 0, 0, 0, 0, 0, 0, 0];

/// Puts a part into a container.
fn with_part(bytes: &[u8], code: [u8; 4], data: &[u8]) -> Vec<u8> {
    let mut draft = Draft::default();
    for (code, data) in parts(bytes) {
        draft.parts.push(DraftPart { code, data: data.into() });
    }
    draft.parts.push(DraftPart { code, data: data.into() });
    contiguous(&draft, Signing::Retail).expect("it can be written")
}

#[test]
fn root_signatures_come_from_the_library_of_the_entry_point() {
    let folder = corpus::file("dxcontainer");
    let limits = Limits::default();
    let names = ["dxc19/lib_main_6_3.dxil", "dxc19/lib_shade_6_3.dxil"];
    let plain: Vec<Vec<u8>> =
        names.iter().map(|name| std::fs::read(folder.join(name)).expect("it is in the corpus")).collect();
    let signed: Vec<Vec<u8>> =
        plain.iter().map(|bytes| with_part(bytes, *b"RTS0", &EMPTY_SIGNATURE)).collect();
    let profile = Profile::parse("vs_6_0").expect("it is known");
    let mut held = Held::new(names.iter().map(|name| symbols(&folder, name)).collect());
    let program = plan(&Request::program("VSMain", profile), &mut held).expect("symbols in memory");
    let inputs =
        |files: &[&Vec<u8>]| link(&program, &[LinkInput { name: "main.dxil", bytes: files[0] }], &limits);
    let made = inputs(&[&signed[0]]).expect("it is the library of the entry point").bytes;
    let carried = parts(&made).into_iter().find(|part| part.0 == *b"RTS0");
    assert_eq!(carried.map(|part| part.1), Some(&EMPTY_SIGNATURE[..]));
    let library = Request::library(Vec::new(), Profile::parse("lib_6_3").expect("it is known"));
    let whole = plan(&library, &mut held).expect("symbols in memory");
    let two = |first: &Vec<u8>, second: &Vec<u8>| {
        let (first, second) =
            (LinkInput { name: names[0], bytes: first }, LinkInput { name: names[1], bytes: second });
        link(&whole, &[first, second], &limits)
    };
    let found = two(&plain[0], &signed[1]).expect_err("a library has none");
    assert!(found.iter().all(|found| found.rule.id == "DX-LINK-12" && found.location.input == 1));
    assert!(two(&plain[0], &plain[1]).is_ok());
}
