//! OpenGL ES 2: checks that indices are constant expressions or variables of unrolled loops.

use glassbox_core::diagnostic::{Diagnostic, Reporter};

use super::visit::{Flow, STOP, Visitor, walk_expression, walk_statement};
use crate::build::Builder;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::program::{Element, Program};
use crate::ir::statement::{StatementKind, Stmt};
use crate::ir::symbol::Symbol;
use crate::rules::program;

impl Builder<'_> {
    /// Returns a finding for the first index in each function that is not constant.
    pub(super) fn check_indices(&self) -> Vec<Diagnostic> {
        let mut indices = Indices { builder: self, loops: Vec::new(), found: Vec::new() };
        for element in &self.program.elements {
            let statement = match *element {
                Element::Function { body, .. } => body,
                Element::GlobalVar(declaration) => declaration,
                _ => continue,
            };
            let _ = indices.statement(&self.program, statement);
            indices.loops.clear();
        }
        indices.found
    }
}

struct Indices<'b, 's> {
    builder: &'b Builder<'s>,
    /// Variables of the enclosing loops.
    loops: Vec<Symbol>,
    found: Vec<Diagnostic>,
}

impl Visitor for Indices<'_, '_> {
    fn statement(&mut self, program: &Program, statement: Stmt) -> Flow {
        let StatementKind::For { init: Some(init), body, .. } = program.statements[statement].kind else {
            return walk_statement(self, program, statement);
        };
        let StatementKind::VarDeclaration { variable, .. } = program.statements[init].kind else {
            return walk_statement(self, program, statement);
        };
        // The loop header cannot contain an index: it consists of the variable and constants.
        self.loops.push(variable);
        let flow = self.statement(program, body);
        self.loops.pop();
        flow
    }

    fn expression(&mut self, program: &Program, expression: Expr) -> Flow {
        if let ExpressionKind::Index { index, .. } = program.kind_of(expression)
            && !self.builder.is_constant_index(index, &self.loops)
        {
            let message = "the index is not constant, expected literals, constants and variables of the loops around it";
            let span = program.span_of(expression);
            self.found
                .report(&program::INDEX_CONSTANT, span, message)
                .label(program.span_of(index), "this index")
                .help("loop over all elements and select the wanted one");
            return STOP;
        }
        walk_expression(self, program, expression)
    }
}
