//! Statements: checks, conversion and simplification.
//!
//! Each statement has two functions, in a file named after it. The checked one is called by the parser: it converts
//! conditions and reports mistakes. The unchecked one, `make_…`, assumes correct parts and folds constants; the
//! inliner calls it too.

pub(crate) mod block;
pub(crate) mod branch;
pub(crate) mod expression;
pub(crate) mod jump;
pub(crate) mod loops;
pub(crate) mod switch;

pub(crate) use switch::CaseSyntax;
