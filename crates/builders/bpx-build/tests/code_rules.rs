//! Every rule of the writers has a file in `tests/code/rules` with shaders for which it fires, and some for which it nearly does.
//!
//! A line `== fires: TEXT` or `== near: TEXT` begins a shader in WGSL; `target=GL33`, `stage=fragment`, `clip=opengl`, `pack=no`, `slots=none`, `broken=yes`, `entry=NAME`, `register=N` (of everything) and `program=yes` (both entry points are a program) on it are options. The entry point is called as its stage.

use std::sync::Arc;

use glassbox_bpx_build::code::rules::RULES;
use glassbox_bpx_build::code::{ClipSpace, PLATFORMS, WriteOptions, own_slots};
use glassbox_bpx_build::read;
use glassbox_bpx_build::shader::{Slots, Stage};
use glassbox_core::diagnostic::Diagnostic;
use glassbox_spirv::build::op;
use glassbox_testing::examples::{self, Examples};

use crate::support::shaders::{shader, write};

struct Case {
    fires: bool,
    title: String,
    source: String,
}

fn cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("== ") {
            cases.push(Case {
                fires: title.starts_with("fires"),
                title: title.to_owned(),
                source: String::new(),
            });
        } else if let Some(case) = cases.last_mut() {
            case.source.push_str(line);
            case.source.push('\n');
        }
    }
    cases
}

impl Case {
    fn findings(&self) -> Vec<Diagnostic> {
        let mut options = WriteOptions::default();
        let mut is_pack = true;
        let (mut platform, mut stage, mut entry, mut no_slots, mut register) =
            ("GL46", "fragment", None, false, None);
        let (mut is_broken, mut is_program) = (false, false);
        for word in self.title.split_whitespace() {
            match word.split_once('=') {
                Some(("target", name)) => platform = name,
                Some(("stage", name)) => stage = name,
                Some(("entry", name)) => entry = Some(name),
                Some(("clip", "opengl")) => options.clip = ClipSpace::OpenGl,
                Some(("clip", "vulkan")) => options.clip = ClipSpace::Vulkan,
                Some(("pack", "no")) => is_pack = false,
                Some(("broken", "yes")) => is_broken = true,
                Some(("program", "yes")) => is_program = true,
                Some(("slots", "none")) => no_slots = true,
                Some(("register", number)) => register = Some(number.parse().unwrap()),
                Some(_) => panic!("{word} is no option"),
                None => {}
            }
        }
        let kind = match stage {
            "vertex" => Stage::Vertex,
            "compute" => Stage::Compute,
            "geometry" => Stage::Geometry,
            _ => Stage::Fragment,
        };
        let (_, target) = PLATFORMS.into_iter().find(|(known, _)| known.to_string() == platform).unwrap();
        let mut one = shader(&self.source, kind, entry.unwrap_or(stage));
        let mut slots = if no_slots { Slots::new() } else { own_slots(&one) };
        if is_broken {
            // A store to an id that nothing defines.
            let module = Arc::make_mut(&mut one.module);
            let id = module.new_id();
            let store = module.add_ids(op::STORE, 0, 0, &[id, id]);
            module.functions[0].blocks[0].body.insert(0, store);
        }
        if let Some(register) = register {
            slots.values_mut().for_each(|slot| slot.register = register);
        }
        let before = is_program.then(|| shader(&self.source, Stage::Vertex, "vertex"));
        options.program = before.iter().collect();
        match write(&one, &slots, target, &options, is_pack) {
            Ok(written) => written.notes,
            Err(findings) => findings.into_vec(),
        }
    }
}

#[test]
fn every_rule_fires_and_nearly_fires() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/code/rules");
    let mut failures = Vec::new();
    for rule in RULES {
        let Ok(text) = std::fs::read_to_string(format!("{folder}/{}.case", rule.id)) else {
            failures.push(format!("{} has no file", rule.id));
            continue;
        };
        let cases = cases(&text);
        for fires in [true, false] {
            if !cases.iter().any(|case| case.fires == fires) {
                failures.push(format!("{}: no block with fires = {fires}", rule.id));
            }
        }
        for case in cases {
            let findings = case.findings();
            if findings.iter().any(|finding| finding.rule.id == rule.id) != case.fires {
                failures.push(format!("{}: {}: {findings:?}", rule.id, case.title));
            }
            for finding in &findings {
                assert!(finding.help.is_some(), "{} says no more", finding.message);
            }
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
    let files = std::fs::read_dir(folder).unwrap().count();
    assert_eq!(files, RULES.len(), "files of rules that are not there");
}

#[test]
fn rules_are_explained() {
    glassbox_testing::case::assert_explained(RULES);
}

#[test]
fn every_rule_has_an_example() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/code/examples.txt");
    let tables = [read::rules::RULES, RULES];
    examples::assert_current(path, &Examples::default().and_written(path), &tables.concat());
}
