//! Constructors with arguments that are known to fit: simplifies and creates the nodes.

use glassbox_core::span::Span;

use crate::build::Builder;
use crate::ir::expression::{Constructor, Expr, ExpressionKind};
use crate::ir::ty::Ty;
use smallvec::SmallVec;

/// Constructors with up to this many arguments need no allocation.
const SLOTS: usize = 4;

impl Builder<'_> {
    /// Creates a constructor without simplifying.
    pub(super) fn constructor(&mut self, kind: Constructor, arguments: &[Expr], ty: Ty, span: Span) -> Expr {
        let arguments = self.program.expression_lists.add(arguments);
        let kind = ExpressionKind::Constructor { kind, arguments };
        self.program.expression(kind, ty, span)
    }

    /// Builds a vector or matrix from scalars and vectors with its component type. A scalar built from one scalar is
    /// that scalar. With optimisation, nested compounds are flattened.
    pub(crate) fn make_compound(&mut self, ty: Ty, arguments: &[Expr], span: Span) -> Expr {
        if let &[only] = arguments
            && ty.meaning.is_scalar()
            && self.same_type(ty, self.program.ty_of(only))
        {
            return only;
        }
        let flat = if self.optimizes() {
            self.flattened(arguments)
        } else {
            SmallVec::from_iter(arguments.iter().copied())
        };
        let mut values: SmallVec<[Expr; SLOTS]> = SmallVec::new();
        for &argument in flat.iter() {
            values.push(self.with_value(argument));
        }
        self.constructor(Constructor::Compound, &values, ty, span)
    }

    /// Arguments with nested compounds replaced by their arguments. Unchanged if that adds no arguments, as for a
    /// vector built from one matrix.
    fn flattened(&self, arguments: &[Expr]) -> SmallVec<[Expr; SLOTS]> {
        let mut flat = SmallVec::new();
        for &argument in arguments {
            match self.program.kind_of(argument) {
                ExpressionKind::Constructor { kind: Constructor::Compound, arguments } => {
                    for &argument in self.program.expression_lists.get(arguments) {
                        flat.push(argument);
                    }
                }
                _ => flat.push(argument),
            }
        }
        if flat.len() > arguments.len() { flat } else { SmallVec::from_iter(arguments.iter().copied()) }
    }

    /// Builds a vector from one scalar; returns the scalar itself for a scalar type.
    pub(crate) fn make_splat(&mut self, ty: Ty, argument: Expr, span: Span) -> Expr {
        if ty.meaning.is_scalar() {
            return argument;
        }
        let argument = self.with_value(argument);
        self.constructor(Constructor::Splat, &[argument], ty, span)
    }

    /// Builds a matrix with a scalar on its diagonal.
    pub(crate) fn make_diagonal(&mut self, ty: Ty, argument: Expr, span: Span) -> Expr {
        let argument = self.with_value(argument);
        self.constructor(Constructor::DiagonalMatrix, &[argument], ty, span)
    }

    /// Builds a matrix of another shape from a matrix with the same component type.
    pub(crate) fn make_resize(&mut self, ty: Ty, argument: Expr, span: Span) -> Expr {
        let found = self.program.ty_of(argument).meaning;
        if (found.columns(), found.rows()) == (ty.meaning.columns(), ty.meaning.rows()) {
            argument
        } else {
            self.constructor(Constructor::MatrixResize, &[argument], ty, span)
        }
    }

    /// Builds an array from its elements.
    pub(crate) fn make_array(&mut self, ty: Ty, arguments: &[Expr], span: Span) -> Expr {
        self.constructor(Constructor::Array, arguments, ty, span)
    }

    /// Builds a struct from its fields.
    pub(crate) fn make_struct(&mut self, ty: Ty, arguments: &[Expr], span: Span) -> Expr {
        self.constructor(Constructor::Struct, arguments, ty, span)
    }

    /// Returns whether expressions are simplified beyond constant folding. Always true for builtin code, which Skia
    /// stores optimised.
    pub(crate) fn optimizes(&self) -> bool {
        self.options.optimize || self.is_builtin
    }
}
