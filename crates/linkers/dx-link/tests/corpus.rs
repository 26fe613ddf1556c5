//! Tests the corpus's link cases, whose plans were verified with a real linker.

use std::collections::BTreeMap;
use std::path::Path;

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dx_link::Export;
use glassbox_dx_link::plan::{Held, Level, Library, Plan, Profile, Request, plan};
use glassbox_dxcontainer::read::open;
use glassbox_dxcontainer::symbols::LibrarySymbols;
use serde_json::Value;

fn library(folder: &Path, name: &str) -> Library {
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
    items.map(|item| item.as_str().unwrap_or_default().to_owned()).collect()
}

fn text(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}

/// Required libraries, unresolved names, duplicates, unused libraries.
type PlanLists = (Vec<String>, Vec<String>, BTreeMap<String, Vec<String>>, Vec<String>);

fn plan_lists(plan: &Plan, libraries: &[String]) -> PlanLists {
    let name = |library: &u32| libraries[*library as usize].clone();
    let unmarked = |name: &[u8]| text(name).trim_start_matches('\u{1}').to_owned();
    let unresolved = plan.unresolved.iter().map(|unresolved| unmarked(&unresolved.name));
    let missing = plan.missing.iter().map(|name| unmarked(name));
    (
        plan.needed.iter().map(|needed| name(&needed.library)).collect(),
        missing.chain(unresolved).collect(),
        plan.duplicates
            .iter()
            .map(|duplicate| (unmarked(&duplicate.name), duplicate.libraries.iter().map(name).collect()))
            .collect(),
        plan.unused.iter().map(name).collect(),
    )
}

fn unmarked(names: Vec<String>) -> Vec<String> {
    names.iter().map(|name| name.trim_start_matches('\u{1}').to_owned()).collect()
}

#[test]
fn plans_are_those_of_the_corpus() {
    let folder = glassbox_testing::corpus::file("dxcontainer");
    let cases = std::fs::read_to_string(folder.join("link/cases.json")).expect("the cases are there");
    let cases: Vec<Value> = serde_json::from_str(&cases).expect("the cases are JSON");
    assert!(cases.len() > 30);
    let mut failures = Vec::new();
    for case in &cases {
        let id = case["case"].as_str().unwrap_or_default();
        let libraries = strings(&case["libraries"]);
        let profile = Profile::parse(case["profile"].as_str().unwrap_or_default()).expect("a profile");
        let mut options = strings(&case["options"]).into_iter();
        let mut exports = Vec::new();
        while let Some(option) = options.next() {
            assert_eq!(option, "-exports", "{id}");
            exports.extend(options.next().map(Export::of));
        }
        let request = match case["entry"].as_str().unwrap_or_default() {
            "" => Request::library(exports, profile),
            entry => Request::program(entry, profile),
        };
        let mut held = Held::new(libraries.iter().map(|name| library(&folder, name)).collect());
        let made = plan(&request, &mut held).expect("a plan");
        let expected = &case["expected"];
        let duplicates = expected["duplicates"].as_object().into_iter().flatten();
        let wanted: PlanLists = (
            strings(&expected["needed"]),
            unmarked(strings(&expected["unresolved"])),
            duplicates
                .map(|(name, libraries)| (name.trim_start_matches('\u{1}').to_owned(), strings(libraries)))
                .collect(),
            strings(&expected["unused"]),
        );
        if plan_lists(&made, &libraries) != wanted {
            failures.push(format!("{id}: {:#?}\nexpected {wanted:#?}", plan_lists(&made, &libraries)));
        }
        // Linker result for the libraries selected by the plan.
        let linked = case.get("dxc_link_needed_only").unwrap_or(&case["dxc_link_all"]);
        let linked = linked["ok"].as_bool();
        let verdict = Some(made.can_link());
        if linked != verdict {
            failures.push(format!("{id}: the linker says {linked:?}, the plan {:#?}", made.findings));
        }
        let level = &case["library_level"];
        if level.is_object() {
            let made = plan(&request.level(Level::Libraries), &mut held).expect("a plan");
            let (needed, mut unresolved, ..) = plan_lists(&made, &libraries);
            unresolved.drain(..made.missing.len());
            let wanted = (strings(&level["needed"]), unmarked(strings(&level["unresolved"])));
            if (&needed, &unresolved) != (&wanted.0, &wanted.1) {
                failures
                    .push(format!("{id}, whole libraries: {needed:?} {unresolved:?}, expected {wanted:?}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    println!("{} cases", cases.len());
}
