//! Rules that single stages of a program break, and what sources become beside the modules that another compiler made of them.
//!
//! `tests/code/stages/rules.case`: a line `== TEXT, target=TARGET` begins a case; `-- STAGE` begins a shader, which the version line is put in
//! front of. The first shader is written, the others are the rest of its program. `rule=ID` is the first rule that it breaks; without one
//! it breaks none.

use glassbox_bpx_build::code::{Language, WriteOptions, own_slots};
use glassbox_bpx_build::read::glsl;
use glassbox_bpx_build::shader::{Shader, Slots, Stage};
use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::error::ErrorList;
use glassbox_decompile::{Api, Target};
use glassbox_glsl::source::IncludeList;
use glassbox_glsl::{Options, StageSource};

use crate::support::shaders::write;

/// The shader of a text that has to be right.
fn compile(stage: Stage, text: &str) -> Shader {
    let source = StageSource::new(stage, "case", text);
    let reading = glsl::read(&[source], &IncludeList::default(), &Options::default());
    assert!(!reading.has_errors(), "{:?}\n{text}", reading.findings);
    reading.shaders.into_iter().next().expect("the stage is compiled")
}

#[derive(Default)]
struct Case {
    title: String,
    shaders: Vec<(String, String)>,
}

fn cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("== ") {
            cases.push(Case { title: title.to_owned(), shaders: Vec::new() });
        } else if let (Some(stage), Some(case)) = (line.strip_prefix("-- "), cases.last_mut()) {
            case.shaders.push((stage.to_owned(), "#version 450\n".to_owned()));
        } else if let Some((_, text)) = cases.last_mut().and_then(|case| case.shaders.last_mut()) {
            text.push_str(line);
            text.push('\n');
        }
    }
    cases
}

fn target(name: &str) -> Language {
    let number = |text: &str| text.replace('.', "").parse().unwrap();
    Language::Text(match name {
        "wgsl" => Target::Wgsl,
        "msl" => Target::Msl(20),
        _ => match (name.strip_prefix("glsl"), name.strip_prefix("es"), name.strip_prefix("hlsl")) {
            (Some(version), ..) => Target::Glsl(number(version), Api::OpenGl),
            (_, Some(version), _) => Target::Essl(number(version)),
            (.., Some(version)) => Target::Hlsl(number(version)),
            _ => return Language::Spirv(name.strip_prefix("spirv1.").unwrap().parse().unwrap()),
        },
    })
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
        compile(stage, text)
    }

    fn findings(&self) -> Vec<Diagnostic> {
        let shaders: Vec<Shader> =
            self.shaders.iter().map(|(stage, text)| self.shader(stage, text)).collect();
        let shader = shaders.first().unwrap();
        let slots = match self.option("slots") {
            Some(_) => Slots::new(),
            None => own_slots(shader),
        };
        let target = target(self.option("target").unwrap());
        let options = WriteOptions {
            next: shaders.iter().find(|other| other.stage > shader.stage),
            program: shaders.iter().collect(),
            ..WriteOptions::default()
        };
        write(shader, &slots, target, &options, true).err().map(ErrorList::into_vec).unwrap_or_default()
    }
}

#[test]
fn rules_of_every_stage_fire_for_these() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/code/stages/rules.case");
    for case in cases(&std::fs::read_to_string(file).unwrap()) {
        let findings = case.findings();
        let found = findings.first().map(|finding| finding.rule.id);
        assert_eq!(found, case.option("rule"), "{}: {findings:?}", case.title);
        for finding in &findings {
            assert!(finding.help.is_some(), "{} says no more", finding.message);
        }
    }
}
