//! Semantic actions of the parser: they check constructs and build the typed program.
//!
//! The parser calls them as it reads, so that symbols are created in source order, the order in which a binary lists
//! them. An action for a wrong construct reports it and returns `None`, or [`Poison`](ExpressionKind::Poison) where
//! an expression is required; neither causes further findings.

mod builtin;
pub(crate) mod declaration;
mod expression;
mod scope;
pub(crate) mod statement;

use std::cell::RefCell;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Report, Rule};
use glassbox_core::span::Span;
use glassbox_sksl::builtin::{Module, Narrowing, Scope, Type};
use glassbox_sksl::raw::ProgramKind;

use crate::analysis::Usage;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::names::ByNumber;
use crate::ir::program::Program;
use crate::ir::symbol::{Symbol, Table};
use crate::ir::ty::Ty;
use crate::options::{Dialect, Options};
use crate::syntax;
use declaration::Declarations;

/// Returns whether there is a line break between two offsets of a text.
pub(crate) fn has_line(text: &str, start: u32, end: u32) -> bool {
    let between = text.as_bytes().get(start as usize..end as usize);
    between.unwrap_or_default().contains(&b'\n')
}

/// Lookup state of a name.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// Table of the program that listed the name last, and its symbol there. Most names of types and builtin
    /// functions are never listed.
    listed: Option<(Table, Symbol)>,
    /// Cached builtin symbol; the outer `None` before the first lookup.
    builtin: Option<Option<Symbol>>,
}

/// Program under construction.
pub(crate) struct Builder<'s> {
    /// Source text.
    pub text: &'s str,
    /// Options; builtin code is compiled with its own.
    pub options: Options,
    /// Builtin names visible to the program.
    pub scope: Scope,
    /// Program so far.
    pub program: Program,
    /// Innermost open table.
    pub table: Table,
    /// Set while builtin code is parsed, which has fewer restrictions.
    pub is_builtin: bool,
    pub findings: Diagnostics,
    pub declarations: Declarations,
    /// Some `@if` or `@switch` was not resolved.
    pub has_static_branches: bool,
    /// The body of a function may contain unreachable statements.
    pub may_be_unreachable: bool,
    /// Number of nodes copied by substituting constants for variables.
    pub copied_nodes: usize,
    /// Cache: whether a constructor that initialises a variable is constant.
    pub constant_initializers: RefCell<ByNumber<Expr, bool>>,
    /// Use counts of the functions and variables parsed so far.
    pub usage: Usage,
    /// Lookup state, by name.
    known: Vec<Known>,
    /// One shared parameter for each type and direction of functions without bodies.
    parameters: Vec<(Type, bool, Symbol)>,
}

impl<'s> Builder<'s> {
    /// Creates an empty program. `None` for kinds of programs that version 8 does not support.
    pub(crate) fn new(text: &'s str, options: &Options) -> Option<Builder<'s>> {
        let scope = match options.dialect {
            Dialect::V8 => Scope::of(options.kind)?,
            Dialect::Current => Scope::today(options.kind)?,
        };
        let mut program = Program::of_text(options.kind, text.len());
        program.is_es2 = options.is_es2();
        let mut usage = Usage::default();
        usage.reserve(program.symbols.room() / 2);
        let table = program.table;
        Some(Builder {
            text,
            options: options.clone(),
            scope,
            program,
            table,
            is_builtin: false,
            findings: Diagnostics::default(),
            declarations: Declarations::default(),
            has_static_branches: false,
            may_be_unreachable: false,
            copied_nodes: 0,
            constant_initializers: RefCell::default(),
            usage,
            known: Vec::with_capacity(text.len() / 24),
            parameters: Vec::new(),
        })
    }

    /// Creates an empty module: builtin code of the kind in which Skia compiles modules.
    pub(crate) fn of_module(text: &'s str) -> Builder<'s> {
        let options = Options::new(ProgramKind::FRAGMENT);
        let mut program = Program::new(options.kind);
        program.is_module = true;
        let table = program.table;
        program.tables[table].is_builtin = true;
        Builder {
            text,
            options,
            scope: Scope::inside(Module::Gpu),
            program,
            table,
            is_builtin: true,
            findings: Diagnostics::default(),
            declarations: Declarations::default(),
            has_static_branches: false,
            may_be_unreachable: false,
            copied_nodes: 0,
            constant_initializers: RefCell::default(),
            usage: Usage::default(),
            known: Vec::new(),
            parameters: Vec::new(),
        }
    }

    /// Parses the declarations of a base of the module. All bases share a table, so later ones see earlier ones.
    pub(crate) fn base(&mut self, text: &'s str) {
        self.text = text;
        syntax::parse(self);
        self.program.elements.clear();
        self.usage = Usage::default();
        if !self.findings.has_errors() {
            self.forget_places(0, 0, 0);
            self.findings = Diagnostics::default();
        }
    }

    /// Begins the module itself, in a table within that of the bases.
    pub(crate) fn begin_module(&mut self, text: &'s str) {
        self.text = text;
        self.program.table = self.open_table();
    }

    /// Creates a finding at a range of the source, not yet reported.
    pub(crate) fn finding(&self, rule: &'static Rule, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(rule, span.unplaced(), message)
    }

    /// Returns whether unknown names get suggestions. Only the first findings do: a source may have thousands of
    /// errors and any number of names.
    pub(crate) fn suggests(&self) -> bool {
        const MOST: usize = 20;
        self.findings.items().len() < MOST
    }

    /// Returns whether the limit of findings is reached and one of them is an error. Each finding costs a scan of the
    /// text before it.
    pub(crate) fn is_full(&self) -> bool {
        self.findings.is_full() && self.findings.has_errors()
    }

    /// Reports a finding at a range of the source.
    pub(crate) fn report(
        &mut self,
        rule: &'static Rule,
        span: Span,
        message: impl Into<String>,
    ) -> Report<'_> {
        self.findings.report(rule, span, message)
    }

    /// Returns whether implicit conversions may lose precision.
    pub(crate) fn narrowing(&self) -> Narrowing {
        if self.options.narrows() && !self.is_builtin { Narrowing::Allowed } else { Narrowing::Forbidden }
    }

    /// Returns whether the restrictions of OpenGL ES 2 apply. Never for builtin code.
    pub(crate) fn is_es2(&self) -> bool {
        self.program.is_es2 && !self.is_builtin
    }

    /// Returns whether the program is in today's language. Never for builtin code.
    pub(crate) fn is_current(&self) -> bool {
        self.options.dialect == Dialect::Current && !self.is_builtin
    }

    /// Creates the placeholder for an erroneous expression.
    pub(crate) fn poison(&mut self, span: Span) -> Expr {
        self.program.expression(ExpressionKind::Poison, Ty::own(Type::Invalid), span)
    }
}
