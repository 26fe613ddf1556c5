//! Checks the rules of DXIL modules: edits of the corpus that break one, with edits that nearly do.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use glassbox_dxil::analysis::Program;
use glassbox_dxil::ir::Typed;
use glassbox_dxil::shader::Shader;
use glassbox_dxil::validate::rules::RULES;
use glassbox_dxil::validate::{Finding, MAX_PER_RULE, MODELS, Options, Places, model_named, validate};
use glassbox_testing::container::{containers, parts, program};
use glassbox_testing::corpus;
use glassbox_testing::random::{Random, mutate};

use crate::edit::Editor;

const CASES: &str = include_str!("validate/cases.txt");

/// Modules that are edited.
const BASES: &[(&str, &str)] = &[
    ("amplification", "dxc19/as_pass_6_5"),
    ("calls", "dxc19/ps_noinline_6_0"),
    ("compute", "dxc17/cs_uav_6_6"),
    ("counters", "dxc19/cs_uav_6_0"),
    ("domain", "dxc19/ds_tri_6_0"),
    ("features", "dxc19/ps_features_6_2"),
    ("geometry", "dxc19/gs_streams_6_0"),
    ("hull", "dxc17/hs_tri_6_0"),
    ("library", "dxc17/lib_rt_6_3"),
    ("mesh", "dxc17/ms_quad_6_5"),
    ("minimum", "dxc19/ps_features_min_6_1"),
    ("nodes", "dxc19/lib_nodes_6_8"),
    ("pixel", "dxc17/ps_tex_6_0"),
    ("vertex", "dxc17/vs_min_6_0"),
    ("view", "dxc19/vs_viewid_6_1"),
    ("wave", "dxc19/cs_wave_6_6"),
];

/// Edits of a base that break a rule, and edits that do not.
struct Case {
    rule: &'static str,
    base: &'static str,
    fires: Vec<&'static str>,
    near: Vec<&'static str>,
}

fn cases() -> Vec<Case> {
    let paragraphs = CASES.split("\n\n").map(|paragraph| {
        paragraph.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect::<Vec<_>>()
    });
    let cases = paragraphs.filter(|lines| !lines.is_empty()).map(|lines| {
        let (rule, base) = lines[0].split_once(' ').unwrap_or_else(|| panic!("{} has no base", lines[0]));
        let with =
            |mark: &str| lines[1..].iter().filter_map(|line| line.strip_prefix(mark)).collect::<Vec<_>>();
        let (fires, near) = (with("- "), with("+ "));
        assert_eq!(lines.len(), 1 + fires.len() + near.len(), "each line of {rule} is marked");
        Case { rule, base, fires, near }
    });
    cases.collect()
}

fn base(name: &str) -> Vec<u8> {
    let found = BASES.iter().find(|base| base.0 == name).unwrap_or_else(|| panic!("{name} is no base"));
    let bytes = corpus::bytes(&format!("dxcontainer/{}.dxil", found.1));
    let parts = parts(&bytes);
    let part = parts.iter().find(|part| &part.0 == b"DXIL").expect("it has a program");
    program(part.1).expect("it has bitcode").1.to_vec()
}

/// Findings on bitcode and their places.
fn findings(bitcode: &[u8], options: &Options) -> Vec<(Finding, String)> {
    let Ok(typed) = Typed::read(bitcode) else { return Vec::new() };
    let shader = Shader::read(&typed);
    let Ok(program) = Program::new(&typed) else { return Vec::new() };
    let found = validate(&program, shader.as_ref().map_err(|error| &**error), options);
    let places = Places::new(&program, shader.as_ref().ok(), None);
    found
        .into_iter()
        .map(|finding| {
            let place = places.of(&finding.subject);
            assert!(
                place.bits.start <= place.bits.end && place.bits.end <= 8 * bitcode.len() as u64,
                "{place:?}"
            );
            (finding, format!("{} {:?}", place.path, place.instruction))
        })
        .collect()
}

/// Findings after edits; `for sm6.5` is about the environment.
fn edited(base_name: &str, statements: &[&str]) -> Vec<(Finding, String)> {
    let mut editor = Editor::new(&base(base_name));
    let mut options = Options::default();
    for statement in statements {
        match statement.strip_prefix("for ") {
            Some(model) => options.model = Some(model_named(model).expect("a shader model")),
            None => editor.apply(statement),
        }
    }
    findings(&editor.bitcode(), &options)
}

#[test]
fn bases_break_no_rule() {
    for (name, _) in BASES {
        let found = findings(&base(name), &Options::default());
        assert!(found.is_empty(), "{name}: {found:#?}");
        let found = edited(name, &[]);
        assert!(found.is_empty(), "{name}, written again: {found:#?}");
    }
}

#[test]
fn each_case_breaks_its_rule() {
    let mut wrong = Vec::new();
    for case in &cases() {
        for (statements, fires) in [(&case.fires, true), (&case.near, false)] {
            let found = match std::panic::catch_unwind(|| edited(case.base, statements)) {
                Ok(found) => found,
                Err(_) => {
                    wrong.push(format!("{} {}: {statements:?} cannot be applied", case.rule, case.base));
                    continue;
                }
            };
            if found.iter().any(|(finding, _)| finding.rule.id == case.rule) != fires {
                let found: Vec<_> = found
                    .iter()
                    .map(|(found, place)| format!("{} {place}: {}", found.rule.id, found.message))
                    .collect();
                let what = if fires { "does not fire" } else { "fires" };
                wrong.push(format!("{} {}: {what} under {statements:?}: {found:#?}", case.rule, case.base));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is stated about each broken rule.
#[test]
fn findings_are_those_of_the_table() {
    let mut text = String::new();
    for case in cases() {
        text.push_str(&format!("{} {}: {}\n", case.rule, case.base, case.fires.join("; ")));
        for (finding, place) in edited(case.base, &case.fires) {
            text.push_str(&format!("  {} {place}: {}\n", finding.rule.id, finding.message));
            for note in finding.notes {
                text.push_str(&format!("    {note}\n"));
            }
        }
    }
    glassbox_testing::golden(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/validate/findings.txt"), text);
}

/// The examples of `glassbox explain` are the first case of each rule.
#[test]
fn examples_are_current() {
    let mut examples: BTreeMap<&str, String> = BTreeMap::new();
    for case in cases() {
        let lines = |mark: char, lines: &[&str]| -> String {
            lines.iter().map(|line| format!("{mark} {line}\n")).collect()
        };
        examples.entry(case.rule).or_insert_with(|| lines('-', &case.fires) + &lines('+', &case.near));
    }
    let text: String = examples.iter().map(|(rule, lines)| format!("{rule}\n{lines}")).collect();
    glassbox_testing::golden(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src/validate/rules/examples.txt"),
        text,
    );
}

#[test]
fn every_rule_has_a_case() {
    let tested: BTreeSet<&str> = cases().iter().map(|case| case.rule).collect();
    let missing: Vec<&str> = RULES.iter().map(|rule| rule.id).filter(|id| !tested.contains(id)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let known: BTreeSet<&str> = RULES.iter().map(|rule| rule.id).collect();
    assert!(tested.is_subset(&known), "{:?}", tested.difference(&known));
}

/// Every program that the compiler wrote is valid, for its own shader model and for newer ones.
#[test]
fn what_the_compiler_wrote_is_valid() {
    let folders = ["dxc17", "dxc18", "dxc19", "big"];
    let mut count = 0;
    for (name, bytes) in containers() {
        if !folders.iter().any(|folder| name.contains(&format!("/{folder}/"))) {
            continue;
        }
        for (code, data) in parts(&bytes) {
            let Some((_, bitcode)) = program(data).filter(|_| &code == b"DXIL") else { continue };
            let model = MODELS.last().map(|model| model.1);
            let found = findings(bitcode, &Options { model });
            assert!(found.is_empty(), "{name}: {found:#?}");
            count += 1;
        }
    }
    assert!(count > 50, "{count} programs");
}

/// Damaged modules are reported or valid; there are no more findings of a rule than are kept.
#[test]
fn damaged_modules_are_only_reported() {
    let mut random = Random::new(0x5EED);
    for (name, _) in BASES {
        let bitcode = base(name);
        for _ in 0..150 {
            let mut bytes = bitcode.clone();
            bytes = mutate(&bytes, &mut random);
            let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
            for (finding, _) in findings(&bytes, &Options { model: model_named("sm6.0") }) {
                *counts.entry(finding.rule.id).or_default() += 1;
            }
            assert!(counts.values().all(|&count| count <= MAX_PER_RULE), "{name}: {counts:?}");
        }
    }
}

/// Kinds beyond those that a mask of stages has bits for.
#[test]
fn kinds_without_a_name_are_found() {
    for kind in [16, 31, 32, 0x4000_0001] {
        let found = edited("library", &[&format!("set property@1 8 = i32 {kind}")]);
        assert!(!found.is_empty(), "{kind}");
    }
}

#[test]
fn rules_are_explained() {
    let parts = ["DXC-SFI-01", "DXC-RDT-07"];
    for rule in RULES {
        let known = |id: &&str| parts.contains(id) || RULES.iter().any(|rule| rule.id == *id);
        assert!(rule.affects.iter().all(known), "{} affects {:?}", rule.id, rule.affects);
        for text in [rule.cause, rule.effect, rule.cure] {
            assert!(text.ends_with('.') && text.len() > 4, "{}: {text}", rule.id);
        }
    }
}
