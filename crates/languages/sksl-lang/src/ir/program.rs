//! Typed program: symbols, types, expressions, statements and top-level elements.

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

/// Top-level element of a program.
#[derive(Clone, Copy, Debug)]
pub enum Element {
    /// Function definition.
    Function {
        /// Symbol of the function.
        declaration: Symbol,
        /// Body, a scoped block. Its range is that of the name in the definition.
        body: Stmt,
    },
    /// Function declaration without a body.
    Prototype(Symbol),
    /// Global variable: its [`StatementKind::VarDeclaration`].
    GlobalVar(Stmt),
    /// Interface block.
    InterfaceBlock {
        /// Variable of the block.
        variable: Symbol,
        /// Name of the block.
        type_name: Name,
        /// Name of the instance; empty for an anonymous block.
        instance_name: Name,
        /// Number of elements, 0 if it is not an array.
        array_size: u32,
    },
    /// Struct definition.
    StructDefinition(Ty),
    /// `#extension`, which a binary cannot represent.
    Extension {
        /// Name of the extension.
        name: Name,
        /// Range of the directive.
        span: Span,
    },
    /// Modifiers without a declaration, such as `layout(…) in;`, which a binary cannot represent.
    Modifiers {
        /// Modifiers and layout.
        modifiers: Modifiers,
        /// Range of the modifiers.
        span: Span,
    },
}

/// Program or module.
#[derive(Clone, Debug)]
pub struct Program {
    /// Kind of program.
    pub kind: ProgramKind,
    /// Set for a module: builtin code, which may contain capabilities and builtin functions of its own.
    pub is_module: bool,
    /// Set if the restrictions of OpenGL ES 2 apply.
    pub is_es2: bool,
    /// Source that the spans refer to; empty for a program read from a binary.
    pub source: Box<str>,
    /// Array and struct types.
    pub types: Types,
    /// Interned names.
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
    /// Imported builtin elements, in order of first use; they precede the program's own.
    pub shared: Vec<Element>,
    /// Elements of the source, in order.
    pub elements: Vec<Element>,
    /// Table of the globals.
    pub table: Table,
    /// Set if the program depends on the orientation of the target.
    pub uses_flip: bool,
}

impl Program {
    /// Creates an empty program.
    pub fn new(kind: ProgramKind) -> Program {
        Program::of_text(kind, 0)
    }

    /// As [`Program::new`], with capacity for a source of this length, to avoid copying growing lists.
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

    /// Kind of an expression.
    pub fn kind_of(&self, expression: Expr) -> ExpressionKind {
        self.expressions[expression].kind
    }

    /// Type of an expression.
    pub fn ty_of(&self, expression: Expr) -> Ty {
        self.expressions[expression].ty
    }

    /// Range of an expression in the source.
    pub fn span_of(&self, expression: Expr) -> Span {
        self.expressions[expression].span
    }

    /// Name of a symbol.
    pub fn symbol_name(&self, symbol: Symbol) -> &str {
        self.names.text(self.symbols[symbol].name)
    }

    /// Name of a type as spelt: `vec2`, `float[3]`, `S`.
    pub fn type_name(&self, ty: Ty) -> String {
        self.type_text(ty).into_owned()
    }

    /// Name of a type as spelt, borrowed where possible.
    pub(crate) fn type_text(&self, ty: Ty) -> Cow<'_, str> {
        match ty.spelling {
            Spelling::Own => self.types.name(ty.meaning),
            Spelling::Alias(alias) => alias.name().into(),
            Spelling::Symbol(symbol) => self.symbol_name(symbol).into(),
        }
    }

    /// Element type of an array, with its spelling; component type of a vector or matrix; any other type unchanged.
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

    /// Returns whether a symbol is a function or an overload set.
    pub fn is_function(&self, symbol: Symbol) -> bool {
        matches!(
            self.symbols[symbol].kind,
            SymbolKind::Function(_) | SymbolKind::Functions(_) | SymbolKind::Overloads(_)
        )
    }

    /// Parameter types of a function, in order; empty for other symbols.
    pub fn parameter_types(&self, function: Symbol) -> impl Iterator<Item = Ty> {
        let parameters = match &self.symbols[function].kind {
            SymbolKind::Function(function) => &function.parameters[..],
            _ => &[],
        };
        parameters.iter().filter_map(|&parameter| match &self.symbols[parameter].kind {
            SymbolKind::Variable(variable) => Some(variable.ty),
            _ => None,
        })
    }
}
