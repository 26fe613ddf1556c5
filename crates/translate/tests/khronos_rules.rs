//! Every rule of geometry and tessellation stages has a file in `tests/khronos/rules` with shaders for which it fires, and some for which
//! it nearly does.
//!
//! A line `== fires: TEXT, target=TARGET` or `== near: ...` begins a case; `-- STAGE` begins a shader, which the version line is put
//! in front of. The first shader is written, the others are the rest of its program. `rule=ID` in
//! `shared.case` is a rule that these stages share with all others.
#![cfg(feature = "khronos")]

use std::sync::Arc;

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::error::ErrorList;
use glassbox_translate::back::{WriteOptions, write};
use glassbox_translate::khronos::rules::RULES;
use glassbox_translate::output::{GlslVersion, Target};
use glassbox_translate::shader::{Shader, Slots, Stage};

#[path = "khronos/support.rs"]
mod support;

#[derive(Default)]
struct Case {
    fires: bool,
    title: String,
    shaders: Vec<(String, String)>,
}

fn cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("== ") {
            cases.push(Case {
                fires: title.starts_with("fires"),
                title: title.to_owned(),
                shaders: Vec::new(),
            });
        } else if let (Some(stage), Some(case)) = (line.strip_prefix("-- "), cases.last_mut()) {
            case.shaders.push((stage.to_owned(), "#version 450\n".to_owned()));
        } else if let Some((_, text)) = cases.last_mut().and_then(|case| case.shaders.last_mut()) {
            text.push_str(line);
            text.push('\n');
        }
    }
    cases
}

fn target(name: &str) -> Target {
    let version = |text: &str| {
        let (major, minor) = text.split_once('.').unwrap();
        (major.parse().unwrap(), minor.parse().unwrap())
    };
    if let Some(text) = name.strip_prefix("glsl") {
        Target::Glsl(GlslVersion::Core(text.parse().unwrap()))
    } else if let Some(text) = name.strip_prefix("es") {
        Target::Glsl(GlslVersion::Es(text.parse().unwrap()))
    } else if let Some(text) = name.strip_prefix("hlsl") {
        let (major, minor) = version(text);
        Target::Hlsl(major, minor)
    } else if let Some(text) = name.strip_prefix("spirv") {
        let (major, minor) = version(text);
        Target::Spirv(major, minor)
    } else {
        Target::named(name).unwrap_or_else(|| panic!("{name} is no target"))
    }
}

impl Case {
    fn option(&self, name: &str) -> Option<&str> {
        self.title.split_whitespace().find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
    }

    fn shader(&self, stage: &str, text: &str) -> Shader {
        let stages = [
            Stage::Vertex,
            Stage::TessellationControl,
            Stage::TessellationEvaluation,
            Stage::Geometry,
            Stage::Fragment,
        ];
        let stage = stages.into_iter().find(|one| one.to_string() == stage).unwrap();
        let mut words = support::compile(stage, text);
        if self.option("broken").is_some() {
            words.pop();
        }
        Shader {
            stage,
            entry: "main".to_owned(),
            words: words.into(),
            combined: Arc::default(),
            explicit: Arc::default(),
        }
    }

    fn findings(&self) -> Vec<Diagnostic> {
        let shaders: Vec<Shader> =
            self.shaders.iter().map(|(stage, text)| self.shader(stage, text)).collect();
        let shader = shaders.first().unwrap();
        let slots = match self.option("slots") {
            Some(_) => Slots::new(),
            None => support::slots(shader),
        };
        let target = target(self.option("target").unwrap());
        let options = WriteOptions {
            pack: true,
            next: shaders.iter().find(|other| other.stage > shader.stage),
            program: shaders.iter().collect(),
            ..WriteOptions::default()
        };
        write(shader, &slots, target, &options).err().map(ErrorList::into_vec).unwrap_or_default()
    }
}

#[test]
fn every_rule_fires_and_nearly_fires() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/khronos/rules");
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
            if !case.fires && !findings.is_empty() {
                failures.push(format!("{}: {}: fires another: {findings:?}", rule.id, case.title));
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
fn rules_of_every_stage_fire_for_these() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/khronos/shared.case");
    for case in cases(&std::fs::read_to_string(file).unwrap()) {
        let findings = case.findings();
        let found: Vec<&str> = findings.iter().map(|finding| finding.rule.id).collect();
        let expected: Vec<&str> = case.option("rule").into_iter().collect();
        assert_eq!(found, expected, "{}: {findings:?}", case.title);
    }
}

#[test]
fn rules_are_explained() {
    glassbox_testing::case::assert_explained(RULES);
}
