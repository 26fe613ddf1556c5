//! The typed program to the graph.
//!
//! Calls are put in place, variables become the nodes that they hold, branches become choices. A lane has an effect only while
//! its bit in the mask is set: `break`, `continue`, `return` and `discard` clear it up to where the lane goes on.
//!
//! The depth of recursion is bounded by [`DEPTH`], all work by the limit of operations.

mod call;
mod constructor;
mod entry;
mod expression;
mod function;
mod geometric;
mod intrinsic;
mod loops;
mod matrix;
mod operator;
mod place;
mod scan;
mod shape;
mod state;
mod statement;
mod switch;

use std::collections::HashMap;

use glassbox_core::diagnostic::{Diagnostic, Location, Rule};
use glassbox_core::span::Span;
use glassbox_sksl_lang::Program;
use glassbox_sksl_lang::ir::statement::Stmt;
use glassbox_sksl_lang::ir::symbol::Symbol;

use crate::graph::{Graph, Node};
use crate::inputs::{ChildSlot, Uniform};
use crate::rules;
use crate::settings::Settings;
use state::{Function, Loop, Mask, Variable};

pub(crate) use entry::lower;

/// The scalars of a value, in the order in which the type declares them.
pub(crate) type Slots = Vec<Node>;

/// Something, or why the program cannot be run.
pub(crate) type Outcome<T> = Result<T, Box<Diagnostic>>;

/// How deeply statements, expressions and calls may stand inside each other, all together.
const DEPTH: u32 = 1400;

/// How many statements and expressions may be visited for each operation that the program may have.
const VISITS: usize = 16;

/// A program on its way into a graph.
pub(crate) struct Lowering<'p> {
    program: &'p Program,
    settings: &'p Settings,
    pub(crate) graph: Graph,
    pub(crate) uniforms: Vec<Uniform>,
    pub(crate) children: Vec<ChildSlot>,
    /// How many scalars the uniforms take.
    uniform_slots: u32,
    /// Whether derivatives are taken.
    pub(crate) uses_quads: bool,
    child_of: HashMap<Symbol, u32>,
    bodies: HashMap<Symbol, Stmt>,
    /// What is known of the functions that were looked through.
    effects: HashMap<Symbol, Option<scan::Effects>>,
    variables: HashMap<Symbol, Variable>,
    /// Variables of a switch, which are declared before all of its cases.
    hoisted: Vec<Symbol>,
    /// The scalars of all variables.
    slots: Vec<Node>,
    /// The lanes that were awake when each of them was declared; it matters to no others.
    declared: Vec<Mask>,
    /// What slots held before they were assigned, since the program began.
    log: Vec<(u32, Node)>,
    mask: Mask,
    /// The mask with which the innermost branch or loop began: what is assigned under it needs no choice.
    entry: Mask,
    functions: Vec<Function>,
    loops: Vec<Loop>,
    /// Slot of the lanes that were discarded.
    discarded: u32,
    visits: usize,
    depth: u32,
}

impl Lowering<'_> {
    /// Counts a visit of a statement or expression, and how deep it is.
    fn enter(&mut self, span: Span) -> Outcome<()> {
        self.visits += 1;
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(finding(
                &rules::TOO_DEEP,
                span,
                format!("statements, expressions and calls are nested more than {DEPTH} deep"),
            )
            .help("split the expression, or let functions call less deeply")
            .into());
        }
        let limit = self.settings.operation_limit;
        if self.visits > limit.saturating_mul(VISITS) || self.graph.len() > limit {
            return Err(finding(
                &rules::TOO_LARGE,
                span,
                format!("with every call in place and short loops written out the program has more than {limit} operations"),
            )
            .help("raise the limit of operations, or make loops and repeated calls smaller")
            .into());
        }
        Ok(())
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }
}

/// A finding at a place of the program.
pub(crate) fn finding(rule: &'static Rule, span: Span, message: impl Into<String>) -> Diagnostic {
    let location = Location::new(u64::from(span.start), u64::from(span.end), "");
    Diagnostic::new(rule, location, message)
}

/// A part that no compiler makes.
fn malformed(span: Span, message: impl Into<String>) -> Box<Diagnostic> {
    finding(&rules::MALFORMED, span, message)
        .help("check the file with `glassbox validate`, and compile it again from its source")
        .into()
}
