//! OpenGL ES 2: rejects recursion, deep call chains, and programs that are too large once loops are unrolled and
//! calls are inlined.

use std::collections::HashMap;

use glassbox_core::diagnostic::{Diagnostic, Reporter};
use glassbox_core::span::Span;

use super::visit::{Flow, STOP, Visitor, walk_expression, walk_statement};
use crate::build::Builder;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::program::{Element, Program};
use crate::ir::statement::{StatementKind, Stmt};
use crate::ir::symbol::{FunctionSymbol, Symbol, SymbolKind};
use crate::rules::program;

/// Maximum size of `main`, in operations.
const MOST_OPERATIONS: u64 = 100_000;

/// Maximum depth of the call graph.
const MOST_CALLS: usize = 50;

impl Builder<'_> {
    /// Returns findings for recursion, deep call chains and a `main` that is too large.
    pub(super) fn check_size(&self) -> Vec<Diagnostic> {
        let mut measure = Measure { size: 0, sizes: HashMap::new(), open: Vec::new(), found: Vec::new() };
        for element in &self.program.elements {
            let Element::Function { declaration, body } = *element else {
                continue;
            };
            // Uncalled functions are measured too: recursion in them is an error.
            let _ = measure.function(&self.program, declaration, body);
            let is_main =
                matches!(&self.program.symbols[declaration].kind, SymbolKind::Function(data) if data.is_main);
            // Today Skia keeps loops and calls.
            if is_main && !self.is_current() && measure.size > MOST_OPERATIONS {
                let span = self.program.symbols[declaration].span;
                let message = format!(
                    "main has more than {MOST_OPERATIONS} operations when its loops are unrolled, expected fewer"
                );
                measure
                    .found
                    .report(&program::PROGRAM_SIZE, span, message)
                    .help("reduce the iterations, above all of nested loops");
            }
        }
        measure.found
    }
}

struct Measure {
    /// Operations counted so far in the current function.
    size: u64,
    /// Sizes of functions, in operations; `None` while a function is being measured.
    sizes: HashMap<Symbol, Option<u64>>,
    /// Call stack of the functions being measured, outermost first.
    open: Vec<Symbol>,
    found: Vec<Diagnostic>,
}

impl Measure {
    fn function(&mut self, program: &Program, function: Symbol, body: Stmt) -> Flow {
        match self.sizes.get(&function) {
            Some(&Some(size)) => {
                self.size = size;
                return Flow::Continue(());
            }
            Some(None) => {
                self.report_recursion(program, function);
                return self.give_up(function);
            }
            None => {}
        }
        if self.open.len() >= MOST_CALLS {
            self.report_depth(program, function);
            return self.give_up(function);
        }
        self.sizes.insert(function, None);
        self.open.push(function);
        self.size = 0;
        let flow = self.statement(program, body);
        self.sizes.insert(function, Some(self.size));
        self.open.pop();
        flow
    }

    fn give_up(&mut self, function: Symbol) -> Flow {
        self.size = 0;
        self.sizes.insert(function, Some(0));
        STOP
    }

    fn report_recursion(&mut self, program: &Program, function: Symbol) {
        let from = self.open.iter().rposition(|&open| open == function).unwrap_or(0);
        let name = program.symbol_name(function);
        let message = match self.open.len() - from {
            1 => format!("`{name}` calls itself, expected no recursion"),
            _ => format!("`{name}` calls itself through others, expected no recursion"),
        };
        let span = definition_span(program, function);
        let mut finding = self.found.report(&program::RECURSION, span, message);
        finding.help("write it as a loop");
        let callees = self.open.iter().skip(from + 1).chain([&function]);
        for (&caller, &callee) in self.open.iter().skip(from).zip(callees) {
            let place = definition_span(program, caller);
            finding.label(place, format!("calls `{}`", program.symbol_name(callee)));
        }
    }

    fn report_depth(&mut self, program: &Program, function: Symbol) {
        let message =
            format!("the call of `{}` is more than {MOST_CALLS} calls deep", program.symbol_name(function));
        let span = definition_span(program, function);
        let first = self.open.first().map_or("", |&first| program.symbol_name(first));
        self.found
            .report(&program::CALL_DEPTH, span, message)
            .note(format!("the calls begin in `{first}`"))
            .help("merge small functions into their callers");
    }
}
/// Name in the definition of a function; findings about its body refer to it.
fn definition_span(program: &Program, function: Symbol) -> Span {
    match &program.symbols[function].kind {
        SymbolKind::Function(FunctionSymbol { body: Some(body), .. }) => program.statements[*body].span,
        _ => program.symbols[function].span,
    }
}

impl Visitor for Measure {
    fn statement(&mut self, program: &Program, statement: Stmt) -> Flow {
        match program.statements[statement].kind {
            // The declaration remains, the test disappears, step and body are repeated for each iteration.
            StatementKind::For { init, next, body, unroll, .. } => {
                let mut stops = init.is_some_and(|init| self.statement(program, init).is_break());
                let before = std::mem::take(&mut self.size);
                stops |= next.is_some_and(|next| self.expression(program, next).is_break())
                    || self.statement(program, body).is_break();
                if let Some(unroll) = unroll {
                    self.size = self.size.saturating_mul(u64::from(unroll.count));
                }
                self.size = self.size.saturating_add(before);
                return if stops { STOP } else { Flow::Continue(()) };
            }
            StatementKind::Do { .. }
            | StatementKind::Expression(_)
            | StatementKind::InlineMarker(_)
            | StatementKind::Nop
            | StatementKind::VarDeclaration { .. } => {}
            _ => self.size = self.size.saturating_add(1),
        }
        if self.size > MOST_OPERATIONS {
            return STOP;
        }
        walk_statement(self, program, statement)
    }

    fn expression(&mut self, program: &Program, expression: Expr) -> Flow {
        let mut cost = 1;
        let mut stops = false;
        if let ExpressionKind::FunctionCall { function, .. } = program.kind_of(expression)
            && let SymbolKind::Function(data) = &program.symbols[function].kind
            && let Some(body) = data.body
        {
            let before = std::mem::take(&mut self.size);
            stops = self.function(program, function, body).is_break();
            cost = self.size;
            self.size = before;
        }
        self.size = self.size.saturating_add(cost);
        if stops { STOP } else { walk_expression(self, program, expression) }
    }
}
