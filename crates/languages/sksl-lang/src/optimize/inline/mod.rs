//! Puts the bodies of functions in place of their calls.
//!
//! Statements cannot stand in an expression, so the statements of a function go in front of the statement that calls it, in a
//! block without braces, and the call becomes the function's value. A function that returns in several branches gets a
//! variable for its value; one that returns early stays a call.
//!
//! Which calls are put in place is settled before the first one is: [`candidates`] collects them all. They are then worked off in
//! the order of the text, each with what the ones before it made of the function that it calls. So a candidate names
//! places, and whatever stands there when its turn comes is meant; a statement that moved is looked up by where it went.

mod candidates;
mod complexity;
mod copy;
mod height;
mod names;
mod room;

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

/// After so many statements nothing more is put in place, however small.
const MOST_STATEMENTS: u32 = 2500;

/// The threshold from which on size does not matter.
const UNLIMITED: u32 = i32::MAX as u32;

impl Builder<'_> {
    /// Puts the functions that the options' threshold lets through in place of their calls.
    pub(super) fn inline_calls(&mut self, usage: &mut Usage) {
        let threshold = self.options.inline_threshold;
        if threshold == 0 {
            return;
        }
        let elements = self.program.elements.clone();
        Inliner::new(self, usage, threshold).run(&elements);
    }

    /// Puts functions of builtin code in place of their calls in each other, as Skia does when it loads a module: with its own
    /// threshold, until nothing changes.
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
    /// How many names were given out.
    names: u32,
    /// How many statements were made.
    statements: u32,
    /// The first symbol that was made here.
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

    /// Works off the calls in the functions among the elements. Whether anything was put in place.
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

    /// Puts one function in place of its call, if it can be.
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
        program.statements[place].kind = StatementKind::Block {
            statements,
            table: None,
            is_scope,
        };
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

    /// Gives a statement another number, so that something else can stand in its place.
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

    /// What stands for a call: statements and a value. `None` for what cannot be put in place after all.
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
        let mut statements = vec![
            self.builder
                .program
                .statement(StatementKind::InlineMarker(function), span),
        ];
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
                && match counts.read > 1 {
                    true => self.builder.is_trivial(argument),
                    false => !self.builder.has_side_effects(argument),
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
        let mut copier = copy::Copier {
            inliner: self,
            known,
            table: candidate.table,
            span,
            returns,
            value,
        };
        for index in 0..body.len() {
            let statement = copier.inliner.builder.program.statement_lists.get(body)[index];
            let copy = copier.statement(statement)?;
            statements.push(copy);
        }
        let value = copier.value;
        let value = match value {
            Some(value) => value,
            None if result.meaning.is_void() => {
                // Nothing takes the value of such a call, and something has to stand there.
                self.builder.literal(0.0, Ty::own(BOOL), span)
            }
            None => return None,
        };
        Some(Inlined {
            statements,
            value,
            unused,
        })
    }

    /// A new local variable named after a symbol, with its declaration.
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
        let declaration = program.statement(
            StatementKind::VarDeclaration {
                variable,
                base,
                array_size,
                value,
            },
            span,
        );
        if let SymbolKind::Variable(data) = &mut program.symbols[variable].kind {
            data.declaration = Some(declaration);
        }
        declaration
    }

    /// Whether the statements need braces: those of a branch or loop are one statement only to us. What the parent is counts
    /// as it is now, so where the parent itself has been wrapped in a block there are none, as in Skia.
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
                StatementKind::Block {
                    statements: inner, ..
                } => statements = program.statement_lists.get(inner),
                _ => return false,
            }
        }
    }
}

/// What stands for a call.
struct Inlined {
    /// What goes in front of the statement with the call.
    statements: Vec<Stmt>,
    /// The function's value.
    value: Expr,
    /// The arguments that were copied to where they are used and stand nowhere by themselves any more.
    unused: Vec<Expr>,
}

/// The type without the array, and the number of elements.
fn base_type(program: &Program, ty: Ty) -> (Ty, u32) {
    match program.types.array(ty.meaning) {
        Some(array) => (program.component(ty), array.count),
        None => (ty, 0),
    }
}
