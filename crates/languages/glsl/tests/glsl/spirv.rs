//! Modules of texts: `tests/spirv/NAME.glsl` has the texts of parts, `NAME.out` their modules. The name of a part ends with the
//! environment that it is compiled for, as in `loops@vulkan1.0`, and with `+debug` where lines and variables are stated.
//! `GLASSBOX_BLESS=1` writes the results anew.

use std::fmt::Write as _;

use glassbox_glsl::{Compiled, Options};
use glassbox_spirv::check::{CheckOptions, Environment, Relaxation, check};
use glassbox_spirv::disassemble;
use glassbox_testing::tool::{Tool, is_asked};

use crate::support;

/// A part, compiled.
struct Case {
    name: String,
    environment: Environment,
    compiled: Compiled,
}

/// The parts of a file, compiled.
fn cases(path: &std::path::Path) -> Vec<Case> {
    let text = std::fs::read_to_string(path).expect("the case is read");
    let parts = support::parts(&text).into_iter();
    let compile = |(name, part): (String, support::Part)| {
        let target = name.rsplit_once('@').map_or("vulkan1.3", |(_, target)| target);
        let (target, debug) =
            target.split_once("+debug").map_or((target, false), |(target, _)| (target, true));
        let environment = Environment::named(target).expect("the environment is known");
        let options = Options { environment, debug, ..Options::default() };
        Case { name, environment, compiled: part.compile(&options) }
    };
    parts.map(compile).collect()
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn modules_are_as_expected() {
    let mut wrong = Vec::new();
    for path in support::files("spirv", "glsl") {
        let mut found = String::new();
        for case in cases(&path) {
            let name = format!("{} {}", path.display(), case.name);
            let _ = writeln!(found, "==== {}", case.name);
            for finding in case.compiled.findings.items() {
                found.push_str(&support::shown(finding, &case.compiled.sources));
            }
            for stage in &case.compiled.stages {
                let words = stage.module.words().expect("the module has words");
                let text = disassemble(&bytes(&words), &Default::default()).expect("the module is read");
                found.push_str(&text);
                wrong.extend(errors(&name, &words, case.environment));
            }
        }
        support::compare(&path.with_extension("out"), &found);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the validators say of a module.
fn errors(name: &str, words: &[u32], environment: Environment) -> Vec<String> {
    let mut options = CheckOptions::new(environment);
    options.relaxations = options.relaxations.with(Relaxation::ScalarBlockLayout);
    let mut errors: Vec<String> = check(&bytes(words), &options)
        .iter()
        .map(|finding| format!("{name}: {}: {}", finding.message, finding.text))
        .collect();
    if is_asked(Tool::SpirvVal)
        && let Err(error) = glassbox_testing::spirv::validate_for(words, environment.name())
    {
        errors.push(format!("{name}: {error}"));
    }
    errors
}

#[test]
fn modules_are_as_expected_and_valid() {
    modules_are_as_expected();
}

glassbox_testing::asking!(spirv_val: modules_are_as_expected);
