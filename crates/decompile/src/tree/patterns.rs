//! Recognizes what compilers expand: `min(max(x, 0), 1)` is `clamp(x, 0, 1)` again.
//!
//! Each pattern looks at one node, after its operands were recognized. What it replaces remains where it is used
//! otherwise too.

use glassbox_spirv::build::{glsl, value::decoration};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{ConstantValue, Id, Type};

use super::{Kind, Node, Nodes, Span, Step, Tree};
use crate::Patterns;

/// How close the result of a function is to that of the instructions that it replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exactness {
    /// The same bits, where the instructions define them.
    Exact,
    /// The function is defined by the same formula, but may round otherwise.
    Rounds,
}

use Exactness::{Exact, Rounds};

/// What a pattern found.
enum Found {
    /// A function of `GLSL.std.450` and its arguments.
    Function(u32, Vec<Node>),
    /// An instruction and its operands.
    Instruction(u16, Vec<Node>),
}

type Pattern = fn(&Tree<'_>, Node) -> Option<Found>;

/// The patterns whose last step a node may be.
#[inline]
fn patterns(kind: Kind) -> &'static [(Exactness, Pattern)] {
    match kind {
        Kind::Extended(
            glsl::F_MIN | glsl::F_MAX | glsl::S_MIN | glsl::S_MAX | glsl::U_MIN | glsl::U_MAX,
            _,
        ) => &[(Exact, clamp)],
        Kind::Extended(glsl::SQRT, _) => &[(Rounds, length)],
        Kind::Operation(op::VECTOR_TIMES_SCALAR | op::F_MUL | op::F_DIV, _) => &[(Rounds, normalize)],
        Kind::Operation(op::F_ADD, _) => &[(Rounds, mix), (Rounds, dot)],
        Kind::Construct(_) => &[(Rounds, rows)],
        _ => &[],
    }
}

/// The function that a node computes in several steps, as a node; the node itself if there is none.
#[inline]
pub(super) fn recognize(tree: &mut Tree<'_>, node: Node) -> Node {
    match patterns(tree.kind(node)) {
        [] => node,
        patterns => recognize_as(tree, node, patterns),
    }
}

fn recognize_as(tree: &mut Tree<'_>, node: Node, patterns: &[(Exactness, Pattern)]) -> Node {
    if tree.patterns == Patterns::None {
        return node;
    }
    if let Some(found) = super::matrices::recognize(tree, node) {
        return found;
    }
    let allowed = |exactness: Exactness| match tree.patterns {
        Patterns::None => false,
        Patterns::Exact => exactness == Exact,
        Patterns::All => exactness == Exact || !is_precise(tree, node),
    };
    let mut patterns = patterns.iter().filter(|(exactness, _)| allowed(*exactness));
    let Some(found) = patterns.find_map(|(_, pattern)| pattern(tree, node)) else { return node };
    let data = tree.node(node);
    let kind = match found {
        Found::Function(number, arguments) => Kind::Extended(number, tree.add_operands(&arguments)),
        Found::Instruction(opcode, operands) => Kind::Operation(opcode, tree.add_operands(&operands)),
    };
    tree.add_node(kind, data.ty, data.at)
}

/// Operations of a pattern that are looked at; what has more is left as it is.
const MAX_OPERATIONS: usize = 256;

/// True if the module asks for exactly these operations.
pub(super) fn is_precise(tree: &Tree<'_>, node: Node) -> bool {
    if !tree.has_precise {
        return false;
    }
    let is_marked = |node: Node| {
        let result = tree.module.get(tree.node(node).at).result;
        tree.annotations.has(result, decoration::NO_CONTRACTION)
    };
    // The deepest pattern has fewer operations than this.
    let mut waiting = vec![node];
    for _ in 0..MAX_OPERATIONS {
        let Some(node) = waiting.pop() else { return false };
        if is_marked(node) {
            return true;
        }
        tree.each_child(node, |child| waiting.push(child));
    }
    !waiting.is_empty()
}

fn function<'t>(tree: &'t Tree<'_>, node: Node, number: u32) -> Option<&'t [Node]> {
    match tree.kind(node) {
        Kind::Extended(own, span) if own == number => Some(tree.operands(span)),
        _ => None,
    }
}

fn binary(tree: &Tree<'_>, node: Node, opcode: u16) -> Option<[Node; 2]> {
    match tree.kind(node) {
        Kind::Operation(own, span) if own == opcode => tree.operands(span).try_into().ok(),
        _ => None,
    }
}

/// True if two nodes are one value.
fn same(tree: &Tree<'_>, a: Node, b: Node) -> bool {
    let steps = |steps: Span| tree.steps(steps);
    match (tree.kind(a), tree.kind(b)) {
        _ if a == b => true,
        (Kind::Path(a, m), Kind::Path(b, n)) => a == b && steps(m) == steps(n),
        (Kind::Swizzle(a, m), Kind::Swizzle(b, n)) => a == b && m == n,
        _ => false,
    }
}

/// The scalar that all components of a vector are.
fn splat(tree: &Tree<'_>, node: Node) -> Option<Node> {
    match tree.kind(node) {
        Kind::Construct(parts) => match tree.operands(parts) {
            [only] if tree.size(*only) == 1 => Some(*only),
            _ => None,
        },
        _ => None,
    }
}

/// Numbers of the components of a constant of 32-bit numbers.
pub(super) fn numbers(tree: &Tree<'_>, node: Node) -> Option<Vec<f64>> {
    let Kind::Constant(id) = tree.kind(node) else { return None };
    let number = |id: Id| {
        let constant = tree.module.constant(id).filter(|constant| !constant.specialized)?;
        let bits = match constant.value {
            ConstantValue::Number(bits) => bits as u32,
            ConstantValue::Null => 0,
            _ => return None,
        };
        match tree.module.ty(constant.ty)? {
            Type::Float { width: 32, .. } => Some(f64::from(f32::from_bits(bits))),
            Type::Int { width: 32, signed: true } => Some(f64::from(bits as i32)),
            Type::Int { width: 32, .. } => Some(f64::from(bits)),
            _ => None,
        }
    };
    let constant = tree.module.constant(id).filter(|constant| !constant.specialized)?;
    match (tree.module.ty(constant.ty)?, constant.value) {
        (Type::Vector { .. }, ConstantValue::Composite(parts)) => {
            parts.iter().map(|part| number(*part)).collect()
        }
        (Type::Vector { count, .. }, ConstantValue::Replicate(part)) => {
            Some(vec![number(part)?; count as usize])
        }
        (Type::Vector { count, .. }, ConstantValue::Null) => Some(vec![0.0; count as usize]),
        _ => Some(vec![number(id)?]),
    }
}

fn is_one(tree: &Tree<'_>, node: Node) -> bool {
    numbers(tree, node).is_some_and(|numbers| numbers.iter().all(|number| *number == 1.0))
}

/// `min(max(x, low), high)`, and the other way round, with constants of which the first is not above the second.
fn clamp(tree: &Tree<'_>, node: Node) -> Option<Found> {
    const FAMILIES: [[u32; 3]; 3] = [
        [glsl::F_MIN, glsl::F_MAX, glsl::F_CLAMP],
        [glsl::S_MIN, glsl::S_MAX, glsl::S_CLAMP],
        [glsl::U_MIN, glsl::U_MAX, glsl::U_CLAMP],
    ];
    // The operand that is no constant, and the constant.
    let parts = |operands: &[Node]| -> Option<(Node, Node)> {
        let &[a, b] = operands else { return None };
        match (numbers(tree, a), numbers(tree, b)) {
            (None, Some(_)) => Some((a, b)),
            (Some(_), None) => Some((b, a)),
            _ => None,
        }
    };
    for [min, max, clamp] in FAMILIES {
        for (outer, inner) in [(min, max), (max, min)] {
            let Some((rest, limit)) = function(tree, node, outer).and_then(parts) else { continue };
            let Some((value, other)) = function(tree, rest, inner).and_then(parts) else { continue };
            let (low, high) = if outer == min { (other, limit) } else { (limit, other) };
            let (lows, highs) = (numbers(tree, low)?, numbers(tree, high)?);
            let in_order =
                lows.len() == highs.len() && lows.iter().zip(&highs).all(|(low, high)| low <= high);
            if in_order {
                return Some(Found::Function(clamp, vec![value, low, high]));
            }
        }
    }
    None
}

/// The vector whose product with itself a node is.
fn square(tree: &Tree<'_>, node: Node) -> Option<Node> {
    let [a, b] = binary(tree, node, op::DOT)?;
    same(tree, a, b).then_some(a)
}

/// `sqrt(dot(v, v))`.
fn length(tree: &Tree<'_>, node: Node) -> Option<Found> {
    let operands = function(tree, node, glsl::SQRT)?;
    Some(Found::Function(glsl::LENGTH, vec![square(tree, *operands.first()?)?]))
}

/// `v * inversesqrt(dot(v, v))` and `v / length(v)`.
fn normalize(tree: &Tree<'_>, node: Node) -> Option<Found> {
    let inverse = |factor: Node| -> Option<Node> {
        let operands = function(tree, splat(tree, factor).unwrap_or(factor), glsl::INVERSE_SQRT)?;
        square(tree, *operands.first()?)
    };
    let product = binary(tree, node, op::VECTOR_TIMES_SCALAR).or_else(|| binary(tree, node, op::F_MUL));
    let found = match (product, binary(tree, node, op::F_DIV)) {
        (Some([a, b]), _) => {
            let pair = [(a, inverse(b)), (b, inverse(a))];
            pair.into_iter().find_map(|(vector, of)| of.filter(|of| same(tree, *of, vector)))
        }
        (None, Some([vector, divisor])) => {
            let operands = function(tree, splat(tree, divisor)?, glsl::LENGTH)?;
            operands.first().copied().filter(|of| same(tree, *of, vector))
        }
        _ => None,
    };
    found.map(|vector| Found::Function(glsl::NORMALIZE, vec![vector]))
}

/// `x * (1 - t) + y * t` and `x + (y - x) * t`.
fn mix(tree: &Tree<'_>, node: Node) -> Option<Found> {
    let [a, b] = binary(tree, node, op::F_ADD)?;
    // A product with a vector or scalar, as the two factors of the type of the sum; a scalar factor does not fit `mix`
    // of vectors and is left to the multiplication.
    let product = |node: Node| binary(tree, node, op::F_MUL);
    let rest = |node: Node| {
        let [one, factor] = binary(tree, node, op::F_SUB)?;
        is_one(tree, one).then_some(factor)
    };
    let orders = |[a, b]: [Node; 2]| [[a, b], [b, a]];
    for [first, second] in orders([a, b]) {
        let (Some(first), Some(second)) = (product(first), product(second)) else { break };
        for [x, left] in orders(first) {
            for [y, factor] in orders(second) {
                if rest(left).is_some_and(|own| same(tree, own, factor)) {
                    return Some(Found::Function(glsl::F_MIX, vec![x, y, factor]));
                }
            }
        }
    }
    for [x, change] in orders([a, b]) {
        let Some(change) = product(change) else { continue };
        for [difference, factor] in orders(change) {
            if let Some([y, from]) = binary(tree, difference, op::F_SUB)
                && same(tree, from, x)
            {
                return Some(Found::Function(glsl::F_MIX, vec![x, y, factor]));
            }
        }
    }
    None
}

/// The vector and the component that a node is of it.
fn component(tree: &Tree<'_>, node: Node) -> Option<(Node, u32)> {
    let Kind::Path(base, steps) = tree.kind(node) else { return None };
    match tree.steps(steps) {
        [Step::Part(index)] if tree.size(base) > 1 => Some((base, *index)),
        _ => None,
    }
}

/// `a.x * b.x + a.y * b.y + …` over all components.
fn dot(tree: &Tree<'_>, node: Node) -> Option<Found> {
    let mut products = Nodes::new();
    let mut rest = node;
    while products.len() < 3
        && let Some([sum, last]) = binary(tree, rest, op::F_ADD)
    {
        products.push(last);
        rest = sum;
    }
    products.push(rest);
    products.reverse();
    let mut vectors: Option<(Node, Node)> = None;
    for (product, lane) in products.iter().zip(0..) {
        let [a, b] = binary(tree, *product, op::F_MUL)?;
        let ((a, m), (b, n)) = (component(tree, a)?, component(tree, b)?);
        let expected = *vectors.get_or_insert((a, b));
        if (m, n) != (lane, lane) || (a, b) != expected && (b, a) != expected {
            return None;
        }
    }
    let (a, b) = vectors?;
    let is_all =
        products.len() > 1 && [a, b].iter().all(|vector| tree.size(*vector) as usize == products.len());
    is_all.then(|| Found::Instruction(op::DOT, vec![a, b]))
}

/// `vec3(dot(v, m[0]), dot(v, m[1]), dot(v, m[2]))`: a vector times a matrix.
fn rows(tree: &Tree<'_>, node: Node) -> Option<Found> {
    let Kind::Construct(parts) = tree.kind(node) else { return None };
    let mut found: Option<(Node, Node)> = None;
    let parts = tree.operands(parts);
    for (part, index) in parts.iter().zip(0..) {
        let [a, b] = binary(tree, *part, op::DOT)?;
        let column = |node: Node| match tree.kind(node) {
            Kind::Path(base, steps) if tree.steps(steps) == [Step::Part(index)] => {
                let is_matrix = matches!(tree.module.ty(tree.node(base).ty), Some(Type::Matrix { .. }));
                is_matrix.then_some(base)
            }
            _ => None,
        };
        let (vector, matrix) = match (column(a), column(b)) {
            (_, Some(matrix)) => (a, matrix),
            (Some(matrix), None) => (b, matrix),
            _ => return None,
        };
        if *found.get_or_insert((vector, matrix)) != (vector, matrix) {
            return None;
        }
    }
    let (vector, matrix) = found?;
    let Type::Matrix { count, .. } = tree.module.ty(tree.node(matrix).ty)? else { return None };
    (count as usize == parts.len()).then(|| Found::Instruction(op::VECTOR_TIMES_MATRIX, vec![vector, matrix]))
}
