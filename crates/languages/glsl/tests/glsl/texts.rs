//! Stages in several texts: those of `tests/texts/accepted.glsl` become modules, those of `refused.glsl` do not; the file beside has what
//! is said of each. glslang links the same texts as one stage; where its verdict is another one, `LENIENT` and `STRICT` say why.

use std::fmt::Write as _;

use glassbox_glsl::Options;
use glassbox_testing::glslang;
use glassbox_testing::tool::{Tool, is_asked};

use crate::{link, support};

/// What glslang accepts: locations that two texts give to different variables, functions that differ in the result or in how arguments
/// are passed, and `gl_WorkGroupSize` in a text that states no size.
const LENIENT: [&str; 3] = ["overlapping", "results", "workgroup_unstated"];
/// What glslang refuses: inputs without a size in a text that does not state the primitive, built-in blocks of two versions,
/// `gl_FragCoord` redeclared in one text beside others that do not use it, and what it knows in modules for Vulkan alone, or not at all.
const STRICT: [&str; 5] =
    ["geometry_open", "versions_newer", "coordinates_unused", "constants", "subroutines"];

fn texts_of_a_stage_go_together() {
    let options = Options::default();
    let mut wrong = Vec::new();
    for path in support::files("texts", "glsl") {
        let is_accepted = path.ends_with("accepted.glsl");
        let text = std::fs::read_to_string(&path).expect("the case is read");
        let mut found = String::new();
        for (name, part) in support::parts(&text) {
            let compiled = part.compile(&options);
            let _ = writeln!(found, "==== {name}");
            compiled.stages.iter().for_each(|stage| found.push_str(&link::shown(stage)));
            for finding in compiled.findings.items() {
                found.push_str(&support::shown(finding, &compiled.sources));
            }
            if compiled.findings.has_errors() == is_accepted {
                wrong.push(format!("{name} has another verdict than expected"));
            }
            wrong.extend(link::errors(&name, &compiled));
            if is_asked(Tool::Glslang) {
                let is_accepted = is_accepted && !STRICT.contains(&&*name) || LENIENT.contains(&&*name);
                match glslang::link(&part.texts()) {
                    Ok(()) if !is_accepted => wrong.push(format!("glslang accepts {name}")),
                    Err(message) if is_accepted => wrong.push(format!("glslang refuses {name}: {message}")),
                    _ => {}
                }
            }
            if is_asked(Tool::SpirvVal) {
                for stage in &compiled.stages {
                    let words = stage.module.words().expect("the module has words");
                    let checked = glassbox_testing::spirv::validate_for(&words, options.environment.name());
                    wrong.extend(checked.err().map(|error| format!("{name}: {error}")));
                }
            }
        }
        support::compare(&path.with_extension("out"), &found);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn texts_of_a_stage_go_together_as_stated() {
    texts_of_a_stage_go_together();
}

glassbox_testing::asking!(spirv_val: texts_of_a_stage_go_together);
glassbox_testing::asking!(glslang: texts_of_a_stage_go_together);
