//! Links of the corpus made by our own merge: planned, merged and put into containers, beside what DXC's linker made of them.

use std::path::Path;

use glassbox::LinkInput;
use glassbox::core::format::Opened as _;
use glassbox::core::limits::Limits;
use glassbox::core::reader::Window;
use glassbox::dx_link::link;
use glassbox::plan::{Export, Held, Library, Profile, Request, plan};
use glassbox_dxcontainer::read::open;
use glassbox_dxcontainer::symbols::LibrarySymbols;
use glassbox_testing::container::parts;
use glassbox_testing::corpus;
use serde_json::Value;

/// Links that DXC makes and that are refused here, with the rule and the reason.
const REFUSED: [(&str, &str, &str); 1] = [(
    "main_cs_newer_model_69",
    "DX-LINK-20",
    "handles of a library of an older model lack what shader model 6.6 states of them",
)];

/// Parts that follow from the program alone, and so are those of DXC where the program is.
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
    items
        .filter_map(|item| item.as_str().map(str::to_owned))
        .collect()
}

fn request(case: &Value) -> Request {
    let profile = Profile::parse(case["profile"].as_str().expect("a profile")).expect("it is known");
    if let Some(entry) = case["entry"].as_str().filter(|entry| !entry.is_empty()) {
        return Request::program(entry, profile);
    }
    let options = strings(&case["options"]);
    let exports = options.iter().skip_while(|option| *option != "-exports").nth(1);
    let exports = exports.map_or_else(Vec::new, |names| {
        names.split(';').map(Export::of).collect()
    });
    Request::library(exports, profile)
}

/// What DXC's linker made of a case: of all libraries, or only of those that are needed.
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

#[test]
fn what_dxc_links_is_linked_or_refused_for_a_reason() {
    let Some(folder) = corpus::folder().map(|folder| folder.join("dxcontainer")) else {
        return;
    };
    let text = std::fs::read(folder.join("link/cases.json")).expect("it is in the corpus");
    let cases: Value = serde_json::from_slice(&text).expect("it is JSON");
    let limits = Limits::default();
    let (mut linked, mut refused, mut wrong) = (0, 0, Vec::new());
    for case in cases.as_array().expect("it is a list") {
        let name = case["case"].as_str().expect("it has a name");
        let libraries = strings(&case["libraries"]);
        let mut held = Held::new(libraries.iter().map(|name| symbols(&folder, name)).collect());
        let plan = plan(&request(case), &mut held).expect("symbols in memory");
        let Some(theirs) = theirs(&folder, case) else {
            if plan.can_link() {
                wrong.push(format!("{name}: DXC does not link it, and the plan does"));
            }
            continue;
        };
        let needed: Vec<&String> = plan
            .needed
            .iter()
            .map(|needed| &libraries[needed.library as usize])
            .collect();
        let files: Vec<Vec<u8>> = needed
            .iter()
            .map(|path| std::fs::read(folder.join(path)).expect("it is in the corpus"))
            .collect();
        let inputs: Vec<LinkInput<'_>> = needed
            .iter()
            .zip(&files)
            .map(|(name, bytes)| LinkInput { name, bytes })
            .collect();
        let ours = match link(&plan, &inputs, &limits) {
            Ok(ours) => ours.bytes,
            Err(found) => {
                let known = REFUSED.iter().find(|known| known.0 == name);
                if known.is_none_or(|known| found.iter().any(|found| found.rule.id != known.1)) {
                    wrong.push(format!("{name}: refused: {found:?}"));
                }
                refused += 1;
                continue;
            }
        };
        let file = glassbox::open(&ours, None, &limits);
        for found in file.check().items() {
            wrong.push(format!("{name}: {}: {}", found.rule.id, found.message));
        }
        let (a, b) = (parts(&ours), parts(&theirs));
        let mut line = format!("PARTS {name}:");
        for part in &a {
            let word = match b.iter().find(|other| other.0 == part.0) {
                Some(other) if other.1 == part.1 => "=",
                Some(_) => "!",
                None => "+",
            };
            line.push_str(&format!(" {}{word}", part.0.escape_ascii()));
        }
        for part in &b {
            if !a.iter().any(|other| other.0 == part.0) {
                line.push_str(&format!(" {}-", part.0.escape_ascii()));
            }
        }
        println!("{line}");
        std::fs::write(format!("/tmp/dxl/{name}.ours.dxil"), &ours).ok();
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
    println!("{linked} linked, {refused} refused");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(refused, REFUSED.len());
    assert!(linked >= 20, "only {linked} cases are linked");
}
