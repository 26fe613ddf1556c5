//! Constructors whose arguments are known to fit.

use glassbox_core::span::Span;

use crate::build::Builder;
use crate::ir::expression::{Constructor, Expr, ExpressionKind};
use crate::ir::ty::Ty;
use smallvec::SmallVec;

/// Constructors with as many arguments need no allocation: those of all vectors, and of matrices of few columns.
const SLOTS: usize = 4;

impl Builder<'_> {
    /// A constructor as it stands.
    pub(super) fn constructor(&mut self, kind: Constructor, arguments: &[Expr], ty: Ty, span: Span) -> Expr {
        let arguments = self.program.expression_lists.add(arguments);
        let kind = ExpressionKind::Constructor { kind, arguments };
        self.program.expression(kind, ty, span)
    }

    /// A vector or matrix made of scalars and vectors of its component type, slot by slot. A scalar made of one scalar is
    /// that one. The optimiser takes compounds inside apart.
    pub(crate) fn make_compound(&mut self, ty: Ty, arguments: &[Expr], span: Span) -> Expr {
        if let &[only] = arguments
            && ty.meaning.is_scalar()
            && self.same_type(ty, self.program.ty_of(only))
        {
            return only;
        }
        let flat = match self.optimizes() {
            true => self.flattened(arguments),
            false => SmallVec::from_iter(arguments.iter().copied()),
        };
        let mut values: SmallVec<[Expr; SLOTS]> = SmallVec::new();
        for &argument in flat.iter() {
            values.push(self.with_value(argument));
        }
        self.constructor(Constructor::Compound, &values, ty, span)
    }

    /// Arguments with those of compounds among them in place of these. Where that gives no more arguments than there were,
    /// as for a vector of one matrix, they stay what they are.
    fn flattened(&self, arguments: &[Expr]) -> SmallVec<[Expr; SLOTS]> {
        let mut flat = SmallVec::new();
        for &argument in arguments {
            match self.program.kind_of(argument) {
                ExpressionKind::Constructor {
                    kind: Constructor::Compound,
                    arguments,
                } => {
                    for &argument in self.program.expression_lists.get(arguments) {
                        flat.push(argument);
                    }
                }
                _ => flat.push(argument),
            }
        }
        match flat.len() > arguments.len() {
            true => flat,
            false => SmallVec::from_iter(arguments.iter().copied()),
        }
    }

    /// A vector of one scalar; the scalar itself where the type is one.
    pub(crate) fn make_splat(&mut self, ty: Ty, argument: Expr, span: Span) -> Expr {
        if ty.meaning.is_scalar() {
            return argument;
        }
        let argument = self.with_value(argument);
        self.constructor(Constructor::Splat, &[argument], ty, span)
    }

    /// A matrix with a scalar in its diagonal.
    pub(crate) fn make_diagonal(&mut self, ty: Ty, argument: Expr, span: Span) -> Expr {
        let argument = self.with_value(argument);
        self.constructor(Constructor::DiagonalMatrix, &[argument], ty, span)
    }

    /// A matrix of another shape, made of a matrix of the same component type.
    pub(crate) fn make_resize(&mut self, ty: Ty, argument: Expr, span: Span) -> Expr {
        let found = self.program.ty_of(argument).meaning;
        match (found.columns(), found.rows()) == (ty.meaning.columns(), ty.meaning.rows()) {
            true => argument,
            false => self.constructor(Constructor::MatrixResize, &[argument], ty, span),
        }
    }

    /// An array of as many elements.
    pub(crate) fn make_array(&mut self, ty: Ty, arguments: &[Expr], span: Span) -> Expr {
        self.constructor(Constructor::Array, arguments, ty, span)
    }

    /// A struct of its fields.
    pub(crate) fn make_struct(&mut self, ty: Ty, arguments: &[Expr], span: Span) -> Expr {
        self.constructor(Constructor::Struct, arguments, ty, span)
    }

    /// Whether the tree is simplified beyond what constants need. Builtin code always is, as it was when Skia stored it.
    pub(crate) fn optimizes(&self) -> bool {
        self.options.optimize || self.is_builtin
    }
}
