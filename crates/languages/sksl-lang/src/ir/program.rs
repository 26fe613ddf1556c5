//! A program.

use std::borrow::Cow;

use glassbox_core::span::Span;
use glassbox_sksl::builtin::Types;
use glassbox_sksl::raw::ProgramKind;

use super::arena::{Arena, Lists};
use super::expression::{Expr, ExpressionKind, ExpressionNode};
use super::modifiers::Modifiers;
use super::names::{Name, Names};
use super::statement::{StatementKind, StatementNode, Stmt};
use super::symbol::{Symbol, SymbolData, SymbolKind, Table, TableData};
use super::ty::{Spelling, Ty};

/// An element of a program.
#[derive(Clone, Copy, Debug)]
pub enum Element {
    /// A function with its body, a scoped block.
    Function {
        /// The function.
        declaration: Symbol,
        /// Its body, which has the name in the definition for its place.
        body: Stmt,
    },
    /// A function that is declared here and defined elsewhere.
    Prototype(Symbol),
    /// A global variable: its [`StatementKind::VarDeclaration`].
    GlobalVar(Stmt),
    /// An interface block.
    InterfaceBlock {
        /// Its variable.
        variable: Symbol,
        /// Name of the block.
        type_name: Name,
        /// Name of the instance; empty for an anonymous block.
        instance_name: Name,
        /// Number of elements, 0 when it is no array.
        array_size: u32,
    },
    /// A struct.
    StructDefinition(Ty),
    /// `#extension`, which a binary does not hold.
    Extension {
        /// What is asked for.
        name: Name,
        /// Where the line stands.
        span: Span,
    },
    /// Modifiers without a declaration, such as `layout(…) in;`, which a binary does not hold.
    Modifiers {
        /// What they say.
        modifiers: Modifiers,
        /// Where they stand.
        span: Span,
    },
}

/// A program, or a module.
#[derive(Clone, Debug)]
pub struct Program {
    /// What it is for.
    pub kind: ProgramKind,
    /// Whether it is a module: builtin code, which may hold what programs may not, settings and builtin functions of its own.
    pub is_module: bool,
    /// Whether it is held to what OpenGL ES 2 can run.
    pub is_es2: bool,
    /// The source that the spans point into; empty for a program that was read from a binary.
    pub source: Box<str>,
    /// Arrays and structs by what they are.
    pub types: Types,
    /// Names.
    pub names: Names,
    /// Symbols.
    pub symbols: Arena<Symbol, SymbolData>,
    /// Symbol tables.
    pub tables: Arena<Table, TableData>,
    /// Expressions.
    pub expressions: Arena<Expr, ExpressionNode>,
    /// Statements.
    pub statements: Arena<Stmt, StatementNode>,
    /// Arguments of calls and constructors.
    pub expression_lists: Lists<Expr>,
    /// Statements of blocks and cases of switches.
    pub statement_lists: Lists<Stmt>,
    /// Builtin elements that the program takes along, in the order of first use; they come before its own.
    pub shared: Vec<Element>,
    /// The elements of the source, in order.
    pub elements: Vec<Element>,
    /// The table of the globals.
    pub table: Table,
    /// Whether the program needs to know which way up the target is.
    pub uses_flip: bool,
}

impl Program {
    /// A program without anything in it.
    pub fn new(kind: ProgramKind) -> Program {
        Program::of_text(kind, 0)
    }

    /// As [`Program::new`], with room for what a text of this length usually becomes: lists that grow are copied.
    pub(crate) fn of_text(kind: ProgramKind, bytes: usize) -> Program {
        let mut tables = Arena::new();
        let table = tables.add(TableData::default());
        Program {
            kind,
            is_module: false,
            is_es2: false,
            source: Box::default(),
            types: Types::new(),
            names: Names::with_capacity(bytes / 24, bytes / 8),
            symbols: Arena::with_capacity(bytes / 10),
            tables,
            expressions: Arena::with_capacity(bytes / 5),
            statements: Arena::with_capacity(bytes / 32),
            expression_lists: Lists::with_capacity(bytes / 16),
            statement_lists: Lists::with_capacity(bytes / 32),
            shared: Vec::new(),
            elements: Vec::with_capacity(bytes / 128),
            table,
            uses_flip: false,
        }
    }

    /// Adds an expression.
    pub fn expression(&mut self, kind: ExpressionKind, ty: Ty, span: Span) -> Expr {
        self.expressions.add(ExpressionNode { kind, ty, span })
    }

    /// Adds a statement.
    pub fn statement(&mut self, kind: StatementKind, span: Span) -> Stmt {
        self.statements.add(StatementNode { kind, span })
    }

    /// What an expression is.
    pub fn kind_of(&self, expression: Expr) -> ExpressionKind {
        self.expressions[expression].kind
    }

    /// Type of an expression.
    pub fn ty_of(&self, expression: Expr) -> Ty {
        self.expressions[expression].ty
    }

    /// Where an expression stands.
    pub fn span_of(&self, expression: Expr) -> Span {
        self.expressions[expression].span
    }

    /// The name of a symbol.
    pub fn symbol_name(&self, symbol: Symbol) -> &str {
        self.names.text(self.symbols[symbol].name)
    }

    /// The type as it was spelt: `vec2`, `float[3]`, `S`.
    pub fn type_name(&self, ty: Ty) -> String {
        self.type_text(ty).into_owned()
    }

    /// The same without a copy, where there is a text to point at.
    pub(crate) fn type_text(&self, ty: Ty) -> Cow<'_, str> {
        match ty.spelling {
            Spelling::Own => self.types.name(ty.meaning),
            Spelling::Alias(alias) => alias.name().into(),
            Spelling::Symbol(symbol) => self.symbol_name(symbol).into(),
        }
    }

    /// What an array is made of, as it was spelt; of a vector or matrix the scalar; of any other type itself.
    pub fn component(&self, ty: Ty) -> Ty {
        if let Spelling::Symbol(symbol) = ty.spelling
            && let SymbolKind::Array(array) = &self.symbols[symbol].kind
        {
            return array.element;
        }
        match ty.meaning.scalar() {
            Some(scalar) => Ty::own(glassbox_sksl::builtin::Type::Scalar(scalar)),
            None => ty,
        }
    }

    /// Whether a symbol is a function or a set of functions.
    pub fn is_function(&self, symbol: Symbol) -> bool {
        matches!(
            self.symbols[symbol].kind,
            SymbolKind::Function(_) | SymbolKind::Functions(_) | SymbolKind::Overloads(_)
        )
    }

    /// The types of a function's parameters, in order; none for other symbols.
    pub fn parameter_types(&self, function: Symbol) -> impl Iterator<Item = Ty> {
        let parameters = match &self.symbols[function].kind {
            SymbolKind::Function(function) => &function.parameters[..],
            _ => &[],
        };
        parameters
            .iter()
            .filter_map(|&parameter| match &self.symbols[parameter].kind {
                SymbolKind::Variable(variable) => Some(variable.ty),
                _ => None,
            })
    }
}
