//! The actions of the parser: what a construct means, and whether it may.
//!
//! The parser calls these as it reads, so symbols are made in the order of the text, which is the order in which a binary
//! lists them. An action whose construct is wrong reports it and gives `None`, or [`Poison`](ExpressionKind::Poison) where an
//! expression has to go on; nothing is reported about either again.

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
use crate::options::Options;
use crate::syntax;
use declaration::Declarations;

/// Whether a line ends between two places of a text.
pub(crate) fn has_line(text: &str, start: u32, end: u32) -> bool {
    let between = text.as_bytes().get(start as usize..end as usize);
    between.unwrap_or_default().contains(&b'\n')
}

/// What is known of a name.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// The table of the program that listed it last, and the symbol that is listed there. Most names of types and builtin
    /// functions are never listed.
    listed: Option<(Table, Symbol)>,
    /// What it means among the builtin ones, if somebody has asked.
    builtin: Option<Option<Symbol>>,
}

/// A program in the making.
pub(crate) struct Builder<'s> {
    /// The source.
    pub text: &'s str,
    /// How it is compiled; builtin code is compiled with settings of its own.
    pub options: Options,
    /// What the program finds without declaring it.
    pub scope: Scope,
    /// The program so far.
    pub program: Program,
    /// The innermost open table.
    pub table: Table,
    /// Whether builtin code is being read, which may do what programs may not.
    pub is_builtin: bool,
    /// What was found.
    pub findings: Diagnostics,
    /// What is remembered of the declarations.
    pub declarations: Declarations,
    /// Whether an `@if` or `@switch` has stayed one.
    pub has_static_branches: bool,
    /// Whether the body of a function may hold statements that nothing reaches.
    pub may_be_unreachable: bool,
    /// How many nodes were copied because constants stand for variables.
    pub copied_nodes: usize,
    /// Which constructors that initialise variables are constants, as far as somebody has asked.
    pub constant_initializers: RefCell<ByNumber<Expr, bool>>,
    /// What the functions and variables of the source use, as far as they have been read.
    pub usage: Usage,
    /// What is known of each name.
    known: Vec<Known>,
    /// A variable for each kind of parameter of the functions that the device supplies.
    parameters: Vec<(Type, bool, Symbol)>,
}

impl<'s> Builder<'s> {
    /// A program with nothing in it yet. `None` for kinds of programs that version 8 does not know.
    pub(crate) fn new(text: &'s str, options: &Options) -> Option<Builder<'s>> {
        let scope = Scope::of(options.kind)?;
        let mut program = Program::new(options.kind);
        program.is_es2 = options.is_es2();
        program.reserve_for(text.len());
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

    /// A module with nothing in it yet: builtin code of the kind that Skia's compiler takes modules for.
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

    /// Reads what a base of the module declares. All bases share a table: a later one sees the earlier ones.
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

    /// Begins the module itself, in a table of its own within that of the bases.
    pub(crate) fn begin_module(&mut self, text: &'s str) {
        self.text = text;
        self.program.table = self.open_table();
    }

    /// A finding at a part of the source, not reported yet.
    pub(crate) fn finding(&self, rule: &'static Rule, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(rule, span.unplaced(), message)
    }

    /// Whether a name that is not known is compared with those that are. Only the first findings are worth it: a text may be
    /// wrong in a thousand places and declare any number of names.
    pub(crate) fn suggests(&self) -> bool {
        const MOST: usize = 20;
        self.findings.items().len() < MOST
    }

    /// Whether there are so many findings, errors among them, that looking for more is in vain. Each costs a look at the text
    /// before it, so their number has to end.
    pub(crate) fn is_full(&self) -> bool {
        self.findings.is_full() && self.findings.has_errors()
    }

    /// Reports a finding.
    pub(crate) fn report(
        &mut self,
        rule: &'static Rule,
        span: Span,
        message: impl Into<String>,
    ) -> Report<'_> {
        self.findings.report(rule, span, message)
    }

    /// Whether values may lose precision without being asked.
    pub(crate) fn narrowing(&self) -> Narrowing {
        match self.options.narrows() && !self.is_builtin {
            true => Narrowing::Allowed,
            false => Narrowing::Forbidden,
        }
    }

    /// Whether the program is held to what OpenGL ES 2 can run. Builtin code never is.
    pub(crate) fn is_es2(&self) -> bool {
        self.program.is_es2 && !self.is_builtin
    }

    /// What an error leaves behind.
    pub(crate) fn poison(&mut self, span: Span) -> Expr {
        self.program
            .expression(ExpressionKind::Poison, Ty::own(Type::Invalid), span)
    }
}
