//! Recognizes what compilers take apart into columns because SPIR-V has no instruction for it: sums of matrices, and
//! matrices that are a part of a larger one or continue a smaller one.

use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Type};

use super::patterns::{is_precise, numbers};
use super::{Kind, Node, Step, Tree};

/// Most sums that are nested in each other.
const MAX_SUMS: u32 = 16;

/// From which matrices a language makes others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Resizes {
    #[default]
    None,
    /// From larger ones.
    Larger,
    /// From smaller ones too, with ones on the diagonal.
    All,
}

/// A sum of matrices.
enum Sum {
    Matrix(Node),
    Of(u16, Box<Sum>, Box<Sum>),
}

/// The node as a sum or other size of matrices, if it is one.
pub(super) fn recognize(tree: &mut Tree<'_>, node: Node) -> Option<Node> {
    let Kind::Construct(parts) = tree.kind(node) else { return None };
    let data = tree.node(node);
    let Some(Type::Matrix { column, count }) = tree.module.ty(data.ty) else { return None };
    let parts = tree.operands(parts).to_vec();
    if parts.len() != count as usize {
        return None;
    }
    if let Some(matrix) = resized(tree, (data.ty, column), &parts) {
        let span = tree.add_operands(&[matrix]);
        return Some(tree.add_node(Kind::Construct(span), data.ty, data.at));
    }
    let sum = sum(tree, data.ty, &parts, 0).filter(|sum| matches!(sum, Sum::Of(..)))?;
    (!is_precise(tree, node)).then(|| write(tree, node, &sum))
}

fn write(tree: &mut Tree<'_>, like: Node, sum: &Sum) -> Node {
    match sum {
        Sum::Matrix(node) => *node,
        Sum::Of(opcode, a, b) => {
            let operands = [write(tree, like, a), write(tree, like, b)];
            let span = tree.add_operands(&operands);
            let data = tree.node(like);
            tree.add_node(Kind::Operation(*opcode, span), data.ty, data.at)
        }
    }
}

/// The sum of which these are the columns.
fn sum(tree: &Tree<'_>, ty: Id, parts: &[Node], depth: u32) -> Option<Sum> {
    if let Some(matrix) = matrix(tree, parts).filter(|matrix| tree.node(*matrix).ty == ty) {
        return Some(Sum::Matrix(matrix));
    }
    let Kind::Operation(opcode @ (op::F_ADD | op::F_SUB), _) = tree.kind(*parts.first()?) else {
        return None;
    };
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for part in parts {
        match tree.kind(*part) {
            Kind::Operation(own, span) if own == opcode => {
                let &[a, b] = tree.operands(span) else { return None };
                left.push(a);
                right.push(b);
            }
            _ => return None,
        }
    }
    if depth > MAX_SUMS {
        return None;
    }
    let (left, right) = (sum(tree, ty, &left, depth + 1)?, sum(tree, ty, &right, depth + 1)?);
    Some(Sum::Of(opcode, Box::new(left), Box::new(right)))
}

/// The matrix whose columns nodes are, from the first on.
fn matrix(tree: &Tree<'_>, parts: &[Node]) -> Option<Node> {
    let (first, _) = column(tree, *parts.first()?)?;
    let in_order = (0..).zip(parts).all(|(index, part)| column(tree, *part) == Some((first, index)));
    in_order.then_some(first)
}

/// The matrix and the column that a node is of it.
fn column(tree: &Tree<'_>, node: Node) -> Option<(Node, u32)> {
    let Kind::Path(base, steps) = tree.kind(node) else { return None };
    let is_matrix = matches!(tree.module.ty(tree.node(base).ty), Some(Type::Matrix { .. }));
    match tree.steps(steps) {
        [Step::Part(index)] if is_matrix => Some((base, *index)),
        _ => None,
    }
}

/// The matrix of another size that the language makes a matrix with these columns of.
fn resized(tree: &Tree<'_>, (ty, column_ty): (Id, Id), parts: &[Node]) -> Option<Node> {
    if tree.resizes == Resizes::None {
        return None;
    }
    let rows = tree.module.component_count(column_ty)?;
    let (source, _) = column(tree, head(tree, *parts.first()?)?)?;
    let Type::Matrix { column: from_column, count: from_count } = tree.module.ty(tree.node(source).ty)?
    else {
        return None;
    };
    let from_rows = tree.module.component_count(from_column)?;
    let count = parts.len() as u32;
    let is_part = count <= from_count && rows <= from_rows;
    let same_scalar = tree.module.component_type(from_column, 0) == tree.module.component_type(column_ty, 0);
    let fits =
        if is_part { true } else { count >= from_count && rows >= from_rows && tree.resizes == Resizes::All };
    if tree.node(source).ty == ty || !fits || !same_scalar {
        return None;
    }
    let is_right = |(index, part): (u32, &Node)| {
        if is_part {
            return match tree.kind(*part) {
                Kind::Swizzle(base, lanes) => {
                    let first = lanes.as_slice().iter().zip(0u8..).all(|(lane, index)| *lane == index);
                    first && column(tree, base) == Some((source, index))
                }
                _ => rows == from_rows && column(tree, *part) == Some((source, index)),
            };
        }
        let one = |lane: u32| if lane == index { 1.0 } else { 0.0 };
        if index >= from_count {
            let expected: Vec<f64> = (0..rows).map(one).collect();
            return components(tree, *part) == Some(expected);
        }
        if rows == from_rows {
            return column(tree, *part) == Some((source, index));
        }
        let Kind::Construct(span) = tree.kind(*part) else { return false };
        let Some((first, rest)) = tree.operands(span).split_first() else { return false };
        let rest: Option<Vec<f64>> = rest
            .iter()
            .map(|part| numbers(tree, *part).filter(|found| found.len() == 1).map(|found| found[0]))
            .collect();
        let expected: Vec<f64> = (from_rows..rows).map(one).collect();
        column(tree, *first) == Some((source, index)) && rest == Some(expected)
    };
    (0..).zip(parts).all(is_right).then_some(source)
}

/// Numbers of the components of a vector that is constant, or made of constants.
fn components(tree: &Tree<'_>, node: Node) -> Option<Vec<f64>> {
    match tree.kind(node) {
        Kind::Construct(span) => {
            let parts = tree.operands(span).iter().map(|part| numbers(tree, *part));
            Some(parts.collect::<Option<Vec<_>>>()?.concat())
        }
        _ => numbers(tree, node),
    }
}

/// The vector that a column begins with.
fn head(tree: &Tree<'_>, part: Node) -> Option<Node> {
    match tree.kind(part) {
        Kind::Swizzle(base, _) => Some(base),
        Kind::Construct(span) => tree.operands(span).first().copied(),
        _ => Some(part),
    }
}
