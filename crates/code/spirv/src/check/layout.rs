//! Checks the order of instructions: sections of the module, and what begins and ends blocks.

use super::{Checker, rules};
use crate::grammar::value::storage_class;
use crate::grammar::{self, Section, op};
use crate::module::{At, Function};

/// Checks the whole module.
pub(super) fn check(checker: &mut Checker<'_>) {
    sections(checker);
    let module = checker.module;
    let mut defined = false;
    for function in &module.functions {
        if function.blocks.is_empty() && defined {
            let message = "found a function without a body after functions with one, expected it before them";
            checker.report(&rules::DECLARATION_ORDER, function.declaration(), message.into());
        }
        defined |= !function.blocks.is_empty();
        let heads = function.blocks.iter().flat_map(|block| &block.head);
        for &at in function.head.iter().chain(heads) {
            let opcode = module.opcode(at);
            if matches!(opcode, op::EXT_INST | op::EXT_INST_WITH_FORWARD_REFS_KHR)
                && !is_debug_set(checker, at)
            {
                let message = "found a non-semantic instruction between blocks, expected it in a block";
                checker.report(&rules::SECTION, at, message.into());
            }
        }
        blocks(checker, function);
    }
}

fn sections(checker: &mut Checker<'_>) {
    let module = checker.module;
    let mut current = Section::Capabilities;
    let mut models = 0;
    for &at in &module.globals {
        let opcode = module.opcode(at);
        if opcode == op::NOP {
            continue;
        }
        // Decorations with ids may follow the constants that they name.
        let is_late = opcode == op::DECORATE_ID && current == Section::Types;
        let own = Section::only(opcode).filter(|_| !is_late).unwrap_or(Section::Types);
        if matches!(opcode, op::EXT_INST | op::EXT_INST_WITH_FORWARD_REFS_KHR) && current < Section::Types {
            let message = "found debug information before the types, expected it among or after them";
            checker.report(&rules::SECTION, at, message.into());
        } else if own < current {
            let message = format!(
                "found {} after the section of {}, expected it in that of {}",
                checker.op_name(at),
                current.name(),
                own.name()
            );
            checker.report(&rules::SECTION, at, message);
        } else if own > Section::MemoryModel && models == 0 {
            models = 1;
            let message = format!("found {} before OpMemoryModel, expected it after", checker.op_name(at));
            checker.report(&rules::NO_MEMORY_MODEL, at, message);
        }
        if opcode == op::MEMORY_MODEL {
            models += 1;
            if models > 1 {
                let message = "found a second OpMemoryModel, expected one";
                checker.report(&rules::SECTION, at, message.into());
            }
        }
        current = current.max(own);
    }
    if models == 0 {
        checker.report_module(&rules::NO_MEMORY_MODEL, 0..20, "found no OpMemoryModel, expected one".into());
    }
}

/// Where a block has got to.
#[derive(Clone, Copy, PartialEq)]
enum Stage {
    Variables,
    Phis,
    Rest,
}

fn blocks(checker: &mut Checker<'_>, function: &Function) {
    let module = checker.module;
    for (index, block) in function.blocks.iter().enumerate() {
        let mut stage = if index == 0 { Stage::Variables } else { Stage::Phis };
        for (place, &at) in block.body.iter().enumerate() {
            let opcode = module.opcode(at);
            match opcode {
                op::LINE | op::NO_LINE => {}
                op::EXT_INST | op::EXT_INST_WITH_FORWARD_REFS_KHR => {
                    if !is_opencl_debug(checker, at) {
                        stage = Stage::Rest;
                    }
                }
                op::PHI => {
                    if stage != Stage::Phis {
                        let message = "found OpPhi after another instruction or in the first block, expected it at the beginning of a later block";
                        checker.report(&rules::PHI_PLACE, at, message.into());
                    }
                }
                op::VARIABLE | op::UNTYPED_VARIABLE_KHR => {
                    if module.word(at, 0) == storage_class::FUNCTION && stage != Stage::Variables {
                        let message = "found a variable after another instruction, expected it at the beginning of the first block";
                        checker.report(&rules::VARIABLE_PLACE, at, message.into());
                    }
                }
                op::LOOP_MERGE | op::SELECTION_MERGE => {
                    stage = Stage::Rest;
                    merge(checker, at, block.body.get(place + 1).copied());
                }
                _ => {
                    stage = Stage::Rest;
                    if Section::only(opcode).is_some() && opcode != op::CONSTANT_PIPE_STORAGE {
                        let message = format!(
                            "found {} in a block, expected it before the functions",
                            checker.op_name(at)
                        );
                        checker.report(&rules::SECTION, at, message);
                    }
                }
            }
        }
    }
}

fn merge(checker: &mut Checker<'_>, at: At, next: Option<At>) {
    let module = checker.module;
    let next = next.map_or(op::NOP, |next| module.opcode(next));
    let (fits, expected) = match module.opcode(at) {
        op::LOOP_MERGE => {
            (matches!(next, op::BRANCH | op::BRANCH_CONDITIONAL), "OpBranch or OpBranchConditional")
        }
        _ => (matches!(next, op::BRANCH_CONDITIONAL | op::SWITCH), "OpBranchConditional or OpSwitch"),
    };
    if !fits {
        let found = grammar::opcode(next).map_or("nothing", |row| row.name);
        checker.report(
            &rules::MERGE_PLACE,
            at,
            format!("found {found} after the merge, expected {expected}"),
        );
    }
}

/// True for debug information that may stand before the variables of a function.
fn is_opencl_debug(checker: &Checker<'_>, at: At) -> bool {
    checker
        .module
        .extended(at)
        .is_some_and(|(set, _)| matches!(set.name, "OpenCL.DebugInfo.100" | "DebugInfo"))
}

/// True for instructions of the sets that describe sources.
fn is_debug_set(checker: &Checker<'_>, at: At) -> bool {
    let name = checker.module.extended(at).map_or("", |(set, _)| set.name);
    matches!(name, "OpenCL.DebugInfo.100" | "DebugInfo") || name.starts_with("NonSemantic.Shader.DebugInfo")
}
