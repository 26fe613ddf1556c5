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
        own.retain(|element| !is_dead(program, element, usage));
        shared.retain(|element| !is_dead(program, element, usage));
        let after = own.len() + shared.len();
        program.elements = own;
        program.shared = shared;
        after != before
    }
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
