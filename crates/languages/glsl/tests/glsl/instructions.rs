//! Functions of extensions: `tests/instructions/TOPIC.glsl` is a list of programs. A line `//== STAGE INSTRUCTION…` begins one, which
//! compiles to a module that is sound and has these instructions, as the extensions of SPIR-V map the functions.

use std::collections::BTreeSet;

use crate::support;

use glassbox_core::diagnostic::Severity;
use glassbox_glsl::language::Api;
use glassbox_glsl::source::IncludeList;
use glassbox_glsl::stage::Stage;
use glassbox_glsl::{Options, StageSource, compile_program};
use glassbox_spirv::check::{CheckOptions, Relaxation, check_module};
use glassbox_spirv::grammar;

#[test]
fn functions_of_extensions_become_instructions() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in support::files("instructions", "glsl") {
        let text = std::fs::read_to_string(&path).expect("the cases are read");
        for section in text.split("//== ").skip(1) {
            let (title, body) = section.split_once('\n').expect("a case has a title");
            let mut words = title.split_whitespace();
            let stage = words.next().and_then(Stage::named).expect("the stage is known");
            count += 1;
            let options = Options { api: Api::Vulkan, ..Options::default() };
            let source = StageSource::new(stage, "case", body);
            let compiled = compile_program(&[source], &IncludeList::default(), &options);
            let Some(stage) = compiled.stages.first() else {
                let messages: Vec<String> =
                    compiled.findings.items().iter().map(|finding| finding.message.clone()).collect();
                wrong.push(format!("{title}: {messages:#?}"));
                continue;
            };
            let has: BTreeSet<&str> = stage
                .module
                .walk()
                .filter_map(|at| grammar::opcode(stage.module.opcode(at)))
                .map(|opcode| opcode.name)
                .collect();
            wrong.extend(words.filter(|name| !has.contains(name)).map(|name| format!("{title}: no {name}")));
            let mut rules = CheckOptions::new(options.environment);
            rules.relaxations = rules.relaxations.with(Relaxation::ScalarBlockLayout);
            let findings = check_module(&stage.module, &rules);
            let messages: Vec<String> = findings
                .iter()
                .filter(|finding| finding.rule.severity == Severity::Error)
                .map(|finding| finding.message.clone())
                .collect();
            if !messages.is_empty() {
                wrong.push(format!("{title}: the module is not sound: {messages:#?}"));
            }
        }
    }
    assert!(count >= 13, "{count} cases are read");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
