//! Holds finished modules to the rules of SPIR-V and of the environment: nothing that breaks one is handed out.

use std::collections::HashSet;

use glassbox_core::diagnostic::Severity;
use glassbox_spirv::check::{CheckOptions, Finding, Relaxation, check_module};
use glassbox_spirv::module::Module;
use glassbox_syntax::report::Reports;

use crate::compile::Options;
use crate::model::{At, Program};
use crate::rules::INVALID;

/// Findings about one module, at most.
const MOST: usize = 8;

/// What extensions of the language rely on that devices have as features.
const RELAXATIONS: [Relaxation; 5] = [
    Relaxation::ScalarBlockLayout,
    Relaxation::WorkgroupScalarBlockLayout,
    Relaxation::AllowLocalSizeId,
    Relaxation::AllowOffsetTextureOperand,
    Relaxation::AllowVulkan32BitBitwise,
];

/// Reports what is wrong with the module of a stage. Whether nothing is.
pub(crate) fn is_valid(program: &Program, module: &Module, options: &Options, reports: &mut Reports) -> bool {
    let mut rules = CheckOptions::new(options.environment);
    rules.relaxations = RELAXATIONS.into_iter().fold(rules.relaxations, |all, one| all.with(one));
    let findings = check_module(module, &rules);
    let mut errors = findings.iter().filter(|finding| finding.severity == Severity::Error).peekable();
    if errors.peek().is_none() {
        return true;
    }
    let mut seen = HashSet::new();
    for finding in errors.take(MOST) {
        let at = place(program, module, finding);
        if !seen.insert((at, finding.rule.id)) {
            continue;
        }
        let message = format!("found what makes no valid module: {}", finding.message);
        let found = reports.of(&INVALID, program.from(at), message);
        let found = found.note(format!("`{}`: {}", finding.rule.id, finding.rule.title));
        reports.add(found.help("write it in another way, or choose another environment"));
    }
    false
}

/// The token that an instruction was made from; `main` for those that no single one made.
fn place(program: &Program, module: &Module, finding: &Finding) -> At {
    let origin = finding.at.map(|at| module.origin(at)).filter(|origin| !origin.is_empty());
    match origin {
        Some(origin) => At(origin.start as u32),
        None => program.main.map_or(At::NONE, |main| program.function(main).at),
    }
}
