//! Statements: what they mean, and whether they may.
//!
//! Each has two forms. The checked one is the parser's: it converts conditions, refuses what is wrong, and says so. The other
//! one, `make_…`, takes parts that are known to be right and folds what can be folded; the inliner uses it as well. Both are in
//! one file, named after the statement.

pub(crate) mod block;
pub(crate) mod branch;
pub(crate) mod expression;
pub(crate) mod jump;
pub(crate) mod loops;
pub(crate) mod switch;

pub(crate) use switch::CaseSyntax;
