//! Removes functions that are never called.

use crate::analysis::{Flow, Usage, Visitor, walk_expression};
use crate::build::Builder;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::names::ByNumber;
use crate::ir::program::{Element, Program};
use crate::ir::statement::Stmt;
use crate::ir::symbol::{Symbol, SymbolKind};

impl Builder<'_> {
    /// Removes functions that are never called, builtin ones included. Functions called only by removed ones are
    /// removed too.
    pub(super) fn remove_dead_functions(&mut self, usage: &mut Usage) {
        let program = &mut self.program;
        let all = program.elements.iter().chain(&program.shared);
        let is_dead = |element: &Element| match *element {
            Element::Function { declaration, .. } => {
                usage.calls_of(declaration) <= 0 && !is_main(program, declaration)
            }
            _ => false,
        };
        if !all.clone().any(is_dead) {
            return;
        }
        let mut bodies: ByNumber<Symbol, Stmt> = all
            .filter_map(|element| match *element {
                Element::Function { declaration, body } => Some((declaration, body)),
                _ => None,
            })
            .collect();
        let before = bodies.len();
        let mut due: Vec<Symbol> = bodies.keys().copied().collect();
        while let Some(function) = due.pop() {
            if usage.calls_of(function) > 0 || is_main(program, function) {
                continue;
            }
            let Some(body) = bodies.remove(&function) else {
                continue;
            };
            usage.add_statement(program, body, -1);
            let mut calls = Calls(Vec::new());
            let _: Flow = calls.statement(program, body);
            due.extend(calls.0);
        }
        if bodies.len() < before {
            let is_alive = |element: &Element| match element {
                Element::Function { declaration, .. } => bodies.contains_key(declaration),
                _ => true,
            };
            program.elements.retain(is_alive);
            program.shared.retain(is_alive);
        }
    }
}

fn is_main(program: &Program, function: Symbol) -> bool {
    matches!(&program.symbols[function].kind, SymbolKind::Function(data) if data.is_main)
}

/// Functions called in a body.
struct Calls(Vec<Symbol>);

impl Visitor for Calls {
    fn expression(&mut self, program: &Program, expression: Expr) -> Flow {
        if let ExpressionKind::FunctionCall { function, .. } = program.kind_of(expression) {
            self.0.push(function);
        }
        walk_expression(self, program, expression)
    }
}
