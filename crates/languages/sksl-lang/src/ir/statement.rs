//! Statements.

use glassbox_core::span::Span;

use super::arena::{List, number};
use super::expression::Expr;
use super::symbol::{Symbol, Table};
use super::ty::Ty;

number! {
    /// A statement.
    Stmt
}

/// A statement.
#[derive(Clone, Copy, Debug)]
pub struct StatementNode {
    /// What it is.
    pub kind: StatementKind,
    /// Where it stands in the source.
    pub span: Span,
}

/// A loop whose passes are known before it runs.
#[derive(Clone, Copy, Debug)]
pub struct Unroll {
    /// The variable that counts.
    pub variable: Symbol,
    /// Its first value.
    pub start: f64,
    /// What each pass adds.
    pub delta: f64,
    /// How many passes there are.
    pub count: u32,
}

/// The kinds of statements.
#[derive(Clone, Copy, Debug)]
pub enum StatementKind {
    /// `{ … }`, or several statements that stand for one.
    Block {
        /// Statements, in order.
        statements: List<Stmt>,
        /// Its table.
        table: Option<Table>,
        /// Whether it is a scope in braces.
        is_scope: bool,
    },
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `discard;`
    Discard,
    /// `do body while (test);`
    Do {
        /// Body.
        body: Stmt,
        /// Condition.
        test: Expr,
    },
    /// An expression.
    Expression(Expr),
    /// `for (init; test; next) body`, and `while (test) body`
    For {
        /// Its table.
        table: Option<Table>,
        /// Initialiser.
        init: Option<Stmt>,
        /// Condition.
        test: Option<Expr>,
        /// Step.
        next: Option<Expr>,
        /// Body.
        body: Stmt,
        /// What is known of its passes.
        unroll: Option<Unroll>,
    },
    /// `if (test) if_true else if_false`
    If {
        /// Whether it is `@if`.
        is_static: bool,
        /// Condition.
        test: Expr,
        /// Statement when it holds.
        if_true: Stmt,
        /// Statement when it does not.
        if_false: Option<Stmt>,
    },
    /// Where inlined code begins.
    InlineMarker(Symbol),
    /// `;`
    Nop,
    /// `return value;`
    Return(Option<Expr>),
    /// `switch (value) { … }`
    Switch {
        /// Whether it is `@switch`.
        is_static: bool,
        /// Its table.
        table: Option<Table>,
        /// What is switched on.
        value: Expr,
        /// Cases, each a [`StatementKind::SwitchCase`], in order.
        cases: List<Stmt>,
    },
    /// `case value:` or `default:`, with what follows.
    SwitchCase {
        /// Value; none for the default.
        value: Option<i64>,
        /// Its statement.
        statement: Stmt,
    },
    /// The declaration of a variable, global or local.
    VarDeclaration {
        /// The variable.
        variable: Symbol,
        /// Type, without the array.
        base: Ty,
        /// Number of elements, 0 when it is no array.
        array_size: u32,
        /// Initial value.
        value: Option<Expr>,
    },
}
