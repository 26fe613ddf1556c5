//! Removes functions that nothing calls.

use crate::analysis::Usage;
use crate::build::Builder;
use crate::ir::program::{Element, Program};
use crate::ir::symbol::SymbolKind;

impl Builder<'_> {
    /// Removes the functions, of the source first and then builtin ones, that nothing calls when their turn comes. Whether
    /// there were any.
    pub(super) fn remove_dead_functions(&mut self, usage: &mut Usage) -> bool {
        let program = &mut self.program;
        let mut own = std::mem::take(&mut program.elements);
        let mut shared = std::mem::take(&mut program.shared);
        let before = own.len() + shared.len();
        remove_dead(program, &mut own, usage);
        remove_dead(program, &mut shared, usage);
        let after = own.len() + shared.len();
        program.elements = own;
        program.shared = shared;
        after != before
    }
}

/// Removes functions from a list, the last ones first: a function stands behind those that it calls, so that a chain of them
/// goes at once.
fn remove_dead(program: &Program, elements: &mut Vec<Element>, usage: &mut Usage) {
    let last_first = elements.iter().rev();
    let mut alive: Vec<bool> = last_first
        .map(|element| !is_dead(program, element, usage))
        .collect();
    elements.retain(|_| alive.pop().unwrap_or(true));
}

/// Whether nothing calls a function; then what it uses itself is no longer used.
fn is_dead(program: &Program, element: &Element, usage: &mut Usage) -> bool {
    let Element::Function { declaration, .. } = *element else {
        return false;
    };
    let is_main = matches!(&program.symbols[declaration].kind, SymbolKind::Function(data) if data.is_main);
    if is_main || usage.calls_of(declaration) > 0 {
        return false;
    }
    usage.add_element(program, element, -1);
    true
}
