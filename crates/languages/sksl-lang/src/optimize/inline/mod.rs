//! Inliner.
//!
//! Expressions cannot contain statements, so the statements of a function are inserted before the statement with the
//! call, in a block without braces, and the call is replaced by the function's value. A function that returns in
//! several branches gets a variable for its value; one that returns early is not inlined.
//!
//! [`candidates`] selects all calls before the first is inlined. They are then processed in source order, each with
//! the current state of the called function. A candidate therefore refers to nodes by index and uses their current
//! contents; moved statements are looked up by their new index.

mod budget;
mod candidates;
mod complexity;
mod copy;
mod height;
mod names;

use std::collections::HashMap;

use glassbox_core::span::Span;
use glassbox_sksl::builtin::BOOL;
use glassbox_sksl::raw::Storage;

use crate::analysis::Usage;
use crate::build::Builder;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::modifiers::Modifiers;
use crate::ir::program::{Element, Program};
use crate::ir::statement::{StatementKind, Stmt};
use crate::ir::symbol::{Symbol, SymbolData, SymbolKind, Table, VariableSymbol};
use crate::ir::ty::Ty;

use candidates::Candidate;
use complexity::Returns;
use height::Heights;

/// Inlining stops after creating this many statements.
const MOST_STATEMENTS: u32 = 2500;

/// Threshold that disables the size limit.
const UNLIMITED: u32 = i32::MAX as u32;

impl Builder<'_> {
    /// Inlines the functions below the threshold in the options.
    pub(super) fn inline_calls(&mut self, usage: &mut Usage) {
        let threshold = self.options.inline_threshold;
        if threshold == 0 {
            return;
        }
        let elements = self.program.elements.clone();
        Inliner::new(self, usage, threshold).run(&elements);
    }

    /// Inlines calls between functions of builtin code as Skia does when it loads a module: with its own threshold,
    /// until nothing changes.
    pub(crate) fn inline_module(&mut self, elements: &[Element]) {
        const MODULE_THRESHOLD: u32 = 50;
        let mut usage = Usage::of_elements(&self.program, elements);
        let mut inliner = Inliner::new(self, &mut usage, MODULE_THRESHOLD);
        while inliner.run(elements) {}
    }
}

struct Inliner<'i, 's> {
    builder: &'i mut Builder<'s>,
    usage: &'i mut Usage,
    threshold: u32,
    /// Number of names generated.
    names: u32,
    /// Number of statements created.
    statements: u32,
    /// First symbol created by the inliner.
    first_made: Symbol,
    heights: Heights,
}

impl<'i, 's> Inliner<'i, 's> {
    fn new(builder: &'i mut Builder<'s>, usage: &'i mut Usage, threshold: u32) -> Inliner<'i, 's> {
        let first_made = Symbol(builder.program.symbols.len() as u32);
        Inliner {
            builder,
            usage,
            threshold,
            names: 0,
            statements: 0,
            first_made,
            heights: Heights::default(),
        }
    }

    /// Inlines the calls in the functions among the elements. Returns whether anything changed.
    fn run(&mut self, elements: &[Element]) -> bool {
        if self.statements >= MOST_STATEMENTS {
            return false;
        }
        let mut changed = false;
        let mut moved = HashMap::new();
        for candidate in self.candidates(elements) {
            if !self.has_room(&candidate) || !self.heights.allow(&self.builder.program, &candidate) {
                continue;
            }
            changed |= self.inline(&candidate, &mut moved);
            if self.statements >= MOST_STATEMENTS {
                break;
            }
        }
        changed
    }

    /// Inlines one call if possible.
    fn inline(&mut self, candidate: &Candidate, moved: &mut HashMap<Stmt, Stmt>) -> bool {
        let Some(inlined) = self.replacement(candidate) else {
            return false;
        };
        let is_scope = self.needs_scope(&inlined.statements, candidate.parent);
        for &statement in &inlined.statements {
            self.usage.add_statement(&self.builder.program, statement, 1);
        }
        let mut place = candidate.enclosing;
        while let Some(&went) = moved.get(&place) {
            place = went;
        }
        let went = self.move_statement(place);
        let mut statements = inlined.statements;
        statements.push(went);
        let program = &mut self.builder.program;
        let statements = program.statement_lists.add(&statements);
        program.statements[place].kind = StatementKind::Block { statements, table: None, is_scope };
        moved.insert(place, went);
        self.usage.add_calls(candidate.function, -1);
        for argument in inlined.unused {
            self.usage.add_expression(&self.builder.program, argument, -1);
        }
        self.usage.add_expression(&self.builder.program, inlined.value, 1);
        let program = &mut self.builder.program;
        program.expressions[candidate.call] = program.expressions[inlined.value];
        true
    }

    /// Moves a statement to a new index, so that its old index can be reused.
    fn move_statement(&mut self, place: Stmt) -> Stmt {
        let program = &mut self.builder.program;
        let went = program.statements.add(program.statements[place]);
        if let StatementKind::VarDeclaration { variable, .. } = program.statements[went].kind
            && let SymbolKind::Variable(data) = &mut program.symbols[variable].kind
        {
            data.declaration = Some(went);
        }
        went
    }

    /// Statements and value that replace a call. `None` if it cannot be inlined.
    fn replacement(&mut self, candidate: &Candidate) -> Option<Inlined> {
        let program = &self.builder.program;
        let span = program.span_of(candidate.call);
        let ExpressionKind::FunctionCall { function, arguments } = program.kind_of(candidate.call) else {
            return None;
        };
        let SymbolKind::Function(data) = &program.symbols[function].kind else {
            return None;
        };
        let StatementKind::Block { statements: body, .. } = program.statements[data.body?].kind else {
            return None;
        };
        let (result, parameters) = (data.result, data.parameters.clone());
        let returns = complexity::returns_of(program, data.body?);
        let arguments = program.expression_lists.get(arguments).to_vec();
        let mut statements =
            vec![self.builder.program.statement(StatementKind::InlineMarker(function), span)];
        let mut value = None;
        if returns > Returns::Once && !result.meaning.is_void() {
            let (variable, declaration) = self.temporary(function, result, candidate.table, None);
            statements.push(declaration);
            value = Some(self.builder.reference(variable, Span::default()));
        }
        let mut known = HashMap::new();
        let mut unused = Vec::new();
        for (&parameter, &argument) in parameters.iter().zip(&arguments) {
            let counts = self.usage.of_variable(parameter);
            let is_direct = counts.written == 0
                && if counts.read > 1 {
                    self.builder.is_trivial(argument)
                } else {
                    !self.builder.has_side_effects(argument)
                };
            if is_direct {
                known.insert(parameter, self.builder.program.copy_expression(argument));
                unused.push(argument);
                continue;
            }
            let ty = self.builder.program.ty_of(argument);
            let (variable, declaration) = self.temporary(parameter, ty, candidate.table, Some(argument));
            statements.push(declaration);
            known.insert(parameter, self.builder.reference(variable, Span::default()));
        }
        let mut copier = copy::Copier { inliner: self, known, table: candidate.table, span, returns, value };
        for index in 0..body.len() {
            let statement = copier.inliner.builder.program.statement_lists.get(body)[index];
            let copy = copier.statement(statement)?;
            statements.push(copy);
        }
        let value = copier.value;
        let value = match value {
            Some(value) => value,
            None if result.meaning.is_void() => {
                // The value of such a call is unused, but the expression needs a replacement.
                self.builder.literal(0.0, Ty::own(BOOL), span)
            }
            None => return None,
        };
        Some(Inlined { statements, value, unused })
    }

    /// Creates a local variable named after a symbol, with its declaration.
    fn temporary(&mut self, after: Symbol, ty: Ty, table: Table, value: Option<Expr>) -> (Symbol, Stmt) {
        let name = self.unique_name(after, table);
        let program = &mut self.builder.program;
        let span = value.map_or(Span::default(), |value| program.span_of(value));
        let kind = SymbolKind::Variable(VariableSymbol {
            modifiers: Modifiers::default(),
            ty,
            storage: Storage::LOCAL,
            declaration: None,
            builtin: None,
        });
        let variable = program.symbols.add(SymbolData { name, span, kind });
        let (base, array_size) = base_type(program, ty);
        let declaration = self.declare(variable, base, array_size, value, span);
        self.builder.enlist(table, name, variable);
        self.builder.program.tables[table].owned.push(variable);
        (variable, declaration)
    }

    fn declare(
        &mut self,
        variable: Symbol,
        base: Ty,
        array_size: u32,
        value: Option<Expr>,
        span: Span,
    ) -> Stmt {
        let program = &mut self.builder.program;
        let declaration =
            program.statement(StatementKind::VarDeclaration { variable, base, array_size, value }, span);
        if let SymbolKind::Variable(data) = &mut program.symbols[variable].kind {
            data.declaration = Some(declaration);
        }
        declaration
    }

    /// Returns whether the statements need braces, as in a branch or loop, whose body is a single statement. The
    /// current parent decides: as in Skia, there are none if the parent has been wrapped in a block.
    fn needs_scope(&self, statements: &[Stmt], parent: Stmt) -> bool {
        let program = &self.builder.program;
        if !matches!(
            program.statements[parent].kind,
            StatementKind::If { .. } | StatementKind::For { .. } | StatementKind::Do { .. }
        ) {
            return false;
        }
        let mut statements = statements;
        loop {
            let [only] = statements else {
                return true;
            };
            match program.statements[*only].kind {
                StatementKind::Block { is_scope: true, .. } => return false,
                StatementKind::Block { statements: inner, .. } => {
                    statements = program.statement_lists.get(inner)
                }
                _ => return false,
            }
        }
    }
}

/// Replacement of a call.
struct Inlined {
    /// Statements to insert before the statement with the call.
    statements: Vec<Stmt>,
    /// Value of the call.
    value: Expr,
    /// Arguments that were copied to their uses and no longer occur themselves.
    unused: Vec<Expr>,
}

/// Type without array dimensions, and number of elements.
fn base_type(program: &Program, ty: Ty) -> (Ty, u32) {
    match program.types.array(ty.meaning) {
        Some(array) => (program.component(ty), array.count),
        None => (ty, 0),
    }
}
