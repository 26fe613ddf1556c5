//! Structured control flow, and the check: nothing invalid leaves.

use std::ops::Range;

use glassbox_core::diagnostic::Severity;
use glassbox_lower_directx::{Outcome, Refusal, rules};
use glassbox_spirv::check::{CheckOptions, Environment, Finding, Relaxation, Vulkan, check};
use glassbox_spirv::control::restructure;
use glassbox_spirv::module::Module;
use glassbox_spirv::optimize::remove_dead;

use crate::Lowered;
use crate::writer::Writer;

impl Writer<'_> {
    pub(crate) fn finish(mut self) -> Outcome<Lowered> {
        self.b.declare_needs();
        let (stage, entry) = (self.chosen.stage, self.chosen.name());
        let mut module = self.b.finish_module().map_err(|error| {
            Refusal::new(&rules::INVALID, "found an instruction too long for SPIR-V").help(error.to_string())
        })?;
        for function in 0..module.functions.len() {
            restructure(&mut module, function).map_err(|error| {
                let head = module.functions.get(function).map(|function| function.declaration());
                let at = head.map_or(0..0, |at| module.origin(at));
                Refusal::new(&rules::FLOW, format!("found a function whose flow is not structured: {error}"))
                    .at(at)
            })?;
        }
        let module = remove_dead(module);
        match fault(&module, self.options.structures) {
            Some((finding, at)) => {
                let message = format!(
                    "the module breaks {}: {} (`{}`)",
                    finding.rule.id, finding.message, finding.text
                );
                Err(Refusal::new(&rules::INVALID, message).at(at))
            }
            None => Ok(Lowered { module, stage, entry }),
        }
    }
}

/// What the validator has against a module, and where that comes from. Instructions that were written again are not in the order of their indices, so
/// the module is checked as it is written.
fn fault(module: &Module, is_scalar_layout: bool) -> Option<(Finding, Range<usize>)> {
    let vulkan = if module.version >= 0x0001_0400 { Vulkan::V1_3 } else { Vulkan::V1_1 };
    let mut options = CheckOptions::new(Environment::Vulkan(vulkan));
    if is_scalar_layout {
        options.relaxations = options.relaxations.with(Relaxation::ScalarBlockLayout);
    }
    let findings = check(&module.bytes().unwrap_or_default(), &options);
    let finding = findings.into_iter().find(|finding| finding.severity == Severity::Error)?;
    let mut start = HEADER;
    for at in module.walk() {
        let parts = module.get(at);
        let words = 1 + usize::from(parts.ty != 0) + usize::from(parts.result != 0);
        start += 4 * (words + module.operands(at).len());
        if finding.range.start < start {
            return Some((finding, module.origin(at)));
        }
    }
    Some((finding, 0..0))
}

/// Bytes before the first instruction.
const HEADER: usize = 20;
