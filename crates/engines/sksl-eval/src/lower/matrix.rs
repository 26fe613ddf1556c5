//! Matrices: products, transposes, determinants, inverses. Components stand column by column.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::Type;

use super::{Lowering, Outcome, Slots, malformed};
use crate::graph::Node;
use crate::op::Op;

/// A matrix as nodes.
#[derive(Clone, Copy)]
struct Matrix<'n> {
    nodes: &'n [Node],
    columns: usize,
    rows: usize,
}

impl<'n> Matrix<'n> {
    fn new(ty: Type, nodes: &'n [Node], span: Span) -> Outcome<Matrix<'n>> {
        let (columns, rows) = (usize::from(ty.columns()), usize::from(ty.rows()));
        if columns * rows != nodes.len() || nodes.is_empty() {
            return Err(malformed(span, "the matrix has the wrong number of components"));
        }
        Ok(Matrix { nodes, columns, rows })
    }

    fn at(&self, column: usize, row: usize) -> Node {
        self.nodes[column * self.rows + row]
    }

    fn column(&self, column: usize) -> &'n [Node] {
        &self.nodes[column * self.rows..(column + 1) * self.rows]
    }

    fn row(&self, row: usize) -> Slots {
        (0..self.columns).map(|column| self.at(column, row)).collect()
    }
}

impl Lowering<'_> {
    /// The sum of products; at least one product.
    pub(super) fn sum_of_products(&mut self, a: &[Node], b: &[Node], span: Span) -> Outcome<Node> {
        if a.len() != b.len() {
            return Err(malformed(span, "the operands differ in size"));
        }
        let mut sum = None;
        for (&x, &y) in a.iter().zip(b).rev() {
            let product = self.graph.binary(Op::Multiply, x, y);
            sum = Some(match sum {
                None => product,
                Some(sum) => self.graph.binary(Op::Add, product, sum),
            });
        }
        sum.ok_or_else(|| malformed(span, "expected a vector"))
    }

    pub(super) fn matrix_by_matrix(
        &mut self,
        (left, a): (Type, &[Node]),
        (right, b): (Type, &[Node]),
        result: Type,
        span: Span,
    ) -> Outcome<Slots> {
        let (a, b) = (Matrix::new(left, a, span)?, Matrix::new(right, b, span)?);
        if usize::from(result.columns()) != b.columns || usize::from(result.rows()) != a.rows {
            return Err(malformed(span, "the matrices do not fit each other"));
        }
        let mut product = Slots::with_capacity(b.columns * a.rows);
        for column in 0..b.columns {
            for row in 0..a.rows {
                product.push(self.sum_of_products(&a.row(row), b.column(column), span)?);
            }
        }
        Ok(product)
    }

    pub(super) fn matrix_by_vector(
        &mut self,
        (left, a): (Type, &[Node]),
        vector: &[Node],
        span: Span,
    ) -> Outcome<Slots> {
        let a = Matrix::new(left, a, span)?;
        (0..a.rows).map(|row| self.sum_of_products(&a.row(row), vector, span)).collect()
    }

    pub(super) fn vector_by_matrix(
        &mut self,
        vector: &[Node],
        (right, b): (Type, &[Node]),
        span: Span,
    ) -> Outcome<Slots> {
        let b = Matrix::new(right, b, span)?;
        (0..b.columns).map(|column| self.sum_of_products(vector, b.column(column), span)).collect()
    }

    pub(super) fn transpose(&self, ty: Type, nodes: &[Node], span: Span) -> Outcome<Slots> {
        let matrix = Matrix::new(ty, nodes, span)?;
        Ok((0..matrix.rows).flat_map(|row| matrix.row(row)).collect())
    }

    /// The columns are the first vector, times each component of the second.
    pub(super) fn outer_product(&mut self, column: &[Node], row: &[Node]) -> Slots {
        let mut product = Slots::with_capacity(column.len() * row.len());
        for &factor in row {
            for &component in column {
                product.push(self.graph.binary(Op::Multiply, component, factor));
            }
        }
        product
    }

    pub(super) fn determinant(&mut self, ty: Type, nodes: &[Node], span: Span) -> Outcome<Node> {
        let matrix = Matrix::new(ty, nodes, span)?;
        if matrix.columns != matrix.rows {
            return Err(malformed(span, "the matrix is not square"));
        }
        let all: Vec<usize> = (0..matrix.columns).collect();
        Ok(self.minor(matrix, &all, &all))
    }

    /// The inverse: the transposed matrix of cofactors, divided by the determinant.
    pub(super) fn inverse(&mut self, ty: Type, nodes: &[Node], span: Span) -> Outcome<Slots> {
        let determinant = self.determinant(ty, nodes, span)?;
        let matrix = Matrix::new(ty, nodes, span)?;
        let one = self.graph.float(1.0);
        let scale = self.graph.binary(Op::Divide, one, determinant);
        let size = matrix.columns;
        let others = |left_out: usize| (0..size).filter(|&index| index != left_out).collect::<Vec<_>>();
        let mut inverse = Slots::with_capacity(size * size);
        for column in 0..size {
            for row in 0..size {
                let minor = self.minor(matrix, &others(row), &others(column));
                let signed =
                    if (column + row) % 2 == 1 { self.graph.unary(Op::Negate, minor) } else { minor };
                inverse.push(self.graph.binary(Op::Multiply, signed, scale));
            }
        }
        Ok(inverse)
    }

    /// The determinant of some columns and rows, along the first of the rows. Parts that several determinants share are
    /// computed once, for the graph holds every node once.
    fn minor(&mut self, matrix: Matrix<'_>, columns: &[usize], rows: &[usize]) -> Node {
        let [row, below @ ..] = rows else {
            return self.graph.float(1.0);
        };
        let mut sum = None;
        for (place, &column) in columns.iter().enumerate() {
            let rest: Vec<usize> = columns.iter().copied().filter(|&other| other != column).collect();
            let minor = self.minor(matrix, &rest, below);
            let product = self.graph.binary(Op::Multiply, matrix.at(column, *row), minor);
            sum = Some(match sum {
                None => product,
                Some(sum) if place % 2 == 1 => self.graph.binary(Op::Subtract, sum, product),
                Some(sum) => self.graph.binary(Op::Add, sum, product),
            });
        }
        sum.unwrap_or_else(|| self.graph.float(1.0))
    }
}
