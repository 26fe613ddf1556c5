//! Removes unused global variables.

use crate::analysis::Usage;
use crate::build::Builder;
use crate::ir::program::{Element, Program};
use crate::ir::statement::StatementKind;

impl Builder<'_> {
    /// Removes unused global variables. Uses in their initial values still count.
    pub(super) fn remove_dead_globals(&mut self, usage: &Usage) {
        let program = &mut self.program;
        let mut own = std::mem::take(&mut program.elements);
        let mut shared = std::mem::take(&mut program.shared);
        own.retain(|element| !is_dead(program, element, usage));
        shared.retain(|element| !is_dead(program, element, usage));
        program.elements = own;
        program.shared = shared;
    }
}

fn is_dead(program: &Program, element: &Element, usage: &Usage) -> bool {
    let Element::GlobalVar(declaration) = *element else {
        return false;
    };
    match program.statements[declaration].kind {
        StatementKind::VarDeclaration { variable, .. } => usage.is_dead_global(program, variable),
        _ => false,
    }
}
