//! What shaders become that only glslang reads, and the rules that they break.

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::error::ErrorList;
use glassbox_translate::back::{WriteOptions, own_slots, write};
use glassbox_translate::output::{GlslVersion, Target};
use glassbox_translate::shader::{Shader, Slots, Stage};

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
        let mut words = super::compile(stage, text);
        if self.option("broken").is_some() {
            words.pop();
        }
        super::shader(stage, words)
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
            pack: true,
            next: shaders.iter().find(|other| other.stage > shader.stage),
            program: shaders.iter().collect(),
            ..WriteOptions::default()
        };
        write(shader, &slots, target, &options).err().map(ErrorList::into_vec).unwrap_or_default()
    }
}

#[test]
fn rules_of_every_stage_fire_for_these() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/khronos/stages.case");
    for case in cases(&std::fs::read_to_string(file).unwrap()) {
        let findings = case.findings();
        let found = findings.first().map(|finding| finding.rule.id);
        assert_eq!(found, case.option("rule"), "{}: {findings:?}", case.title);
        for finding in &findings {
            assert!(finding.help.is_some(), "{} says no more", finding.message);
        }
    }
}
