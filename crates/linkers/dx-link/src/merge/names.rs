//! Resolves externally visible functions by name.

use std::collections::HashMap;

use glassbox_dxil::ir::{Function, FunctionId, Typed};
use glassbox_dxil::{Linkage, is_intrinsic};

use super::Input;
use super::finding::{Findings, spoken};
use crate::rules;

/// Library number and function.
pub(super) type Place = (usize, FunctionId);

/// Externally visible definitions by name.
pub(super) type Definitions<'a> = HashMap<&'a [u8], Place>;

/// Name of a function; empty if it has none.
pub(super) fn name<'m>(module: &'m Typed<'_>, function: &Function) -> &'m [u8] {
    module.name(function.value).unwrap_or_default()
}

/// True if a function is externally visible.
pub(super) fn is_visible(function: &Function) -> bool {
    function.linkage.is_external()
}

/// Collects the definitions of all libraries. Like DXC, rejects duplicate definitions even if
/// unused.
pub(super) fn definitions<'a>(inputs: &[Input<'a>], findings: &mut Findings<'_>) -> Definitions<'a> {
    let mut out: Definitions<'a> = HashMap::new();
    for (index, input) in inputs.iter().enumerate() {
        for (place, function) in input.module.functions.iter().enumerate() {
            let name = name(input.module, function);
            let known = is_visible(function) || function.linkage == Linkage::INTERNAL;
            if !known {
                let message = format!(
                    "{} of {} has linkage {}, which is neither external nor internal",
                    spoken(name),
                    input.name,
                    function.linkage
                );
                let help = "link with DXC's own linker (`--linker dxc`)";
                findings.add(&rules::UNSUPPORTED, index, name.escape_ascii().to_string(), message, help);
            }
            if function.is_declaration() || !is_visible(function) || is_intrinsic(name) {
                continue;
            }
            if let Some((first, _)) = out.insert(name, (index, FunctionId::at(place))) {
                let message = format!(
                    "found {} in {} and in {}, expected one definition",
                    spoken(name),
                    findings.name(first),
                    input.name
                );
                let help = "make it static in one of them, or leave that library out";
                let path = name.escape_ascii().to_string();
                findings.add(&rules::DEFINED_TWICE, index, path, message, help);
            }
        }
    }
    out
}
