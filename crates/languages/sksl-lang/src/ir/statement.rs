//! Statements of a typed program.

use glassbox_core::span::Span;

use super::arena::{List, number};
use super::expression::Expr;
use super::symbol::{Symbol, Table};
use super::ty::Ty;

number! {
    /// Index of a statement.
    Stmt
}

/// Statement with its range.
#[derive(Clone, Copy, Debug)]
pub struct StatementNode {
    /// Kind and operands.
    pub kind: StatementKind,
    /// Range in the source.
    pub span: Span,
}

/// Loop with an iteration count known at compile time.
#[derive(Clone, Copy, Debug)]
pub struct Unroll {
    /// Loop variable.
    pub variable: Symbol,
    /// Initial value.
    pub start: f64,
    /// Increment per iteration.
    pub delta: f64,
    /// Number of iterations.
    pub count: u32,
}

/// Kinds of statements.
#[derive(Clone, Copy, Debug)]
pub enum StatementKind {
    /// `{ … }`, or several statements in place of one.
    Block {
        /// Statements, in order.
        statements: List<Stmt>,
        /// Symbol table of the block.
        table: Option<Table>,
        /// Set for a block in braces, which is a scope.
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
    /// Expression statement.
    Expression(Expr),
    /// `for (init; test; next) body`, and `while (test) body`
    For {
        /// Symbol table of the loop.
        table: Option<Table>,
        /// Initialiser.
        init: Option<Stmt>,
        /// Condition.
        test: Option<Expr>,
        /// Step.
        next: Option<Expr>,
        /// Body.
        body: Stmt,
        /// Iteration count, if known.
        unroll: Option<Unroll>,
    },
    /// `if (test) if_true else if_false`
    If {
        /// Set for `@if`.
        is_static: bool,
        /// Condition.
        test: Expr,
        /// Statement if true.
        if_true: Stmt,
        /// Statement if false.
        if_false: Option<Stmt>,
    },
    /// Marks the start of inlined code.
    InlineMarker(Symbol),
    /// `;`
    Nop,
    /// `return value;`
    Return(Option<Expr>),
    /// `switch (value) { … }`
    Switch {
        /// Set for `@switch`.
        is_static: bool,
        /// Symbol table of the switch.
        table: Option<Table>,
        /// Selector.
        value: Expr,
        /// Cases, each a [`StatementKind::SwitchCase`], in order.
        cases: List<Stmt>,
    },
    /// `case value:` or `default:`, with what follows.
    SwitchCase {
        /// Case value; `None` for the default.
        value: Option<i64>,
        /// Statement of the case.
        statement: Stmt,
    },
    /// Declaration of a global or local variable.
    VarDeclaration {
        /// Declared variable.
        variable: Symbol,
        /// Type without array dimensions.
        base: Ty,
        /// Number of elements, 0 if it is not an array.
        array_size: u32,
        /// Initial value.
        value: Option<Expr>,
    },
}
