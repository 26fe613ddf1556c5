//! Intrinsics: functions that the device supplies, by name. Those that look at whole vectors stand in `geometric.rs`.

use std::f32::consts::{LN_2, LOG2_E, PI};

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{NumberKind, Type};
use glassbox_sksl::raw::Operator;

use super::operator::operation;
use super::{Lowering, Outcome, Slots, finding, malformed};
use crate::graph::{Axis, Node};
use crate::number::bits;
use crate::op::Op;
use crate::rules;

/// An argument: its type and its value.
pub(super) struct Argument {
    pub(super) ty: Type,
    pub(super) value: Slots,
}

impl Lowering<'_> {
    /// The value of an intrinsic's call; parameters that it writes to are not among these.
    pub(super) fn intrinsic(
        &mut self,
        name: &str,
        arguments: &[Argument],
        result: Type,
        span: Span,
    ) -> Outcome<Slots> {
        let kind = match arguments.first().and_then(|argument| argument.ty.scalar()) {
            Some(scalar) => scalar.kind(),
            None => NumberKind::Float,
        };
        if let Some(op) = simple(name, kind, arguments.len()) {
            return self.each(arguments, span, |this, nodes| match op.arity() {
                1 => this.graph.unary(op, nodes[0]),
                _ => this.graph.binary(op, nodes[0], nodes[1]),
            });
        }
        if let Some(operator) = comparison(name) {
            let (op, is_swapped) =
                operation(operator, kind).ok_or_else(|| malformed(span, "the values cannot be compared"))?;
            return self.each(arguments, span, |this, nodes| {
                let (a, b) = if is_swapped { (nodes[1], nodes[0]) } else { (nodes[0], nodes[1]) };
                this.graph.binary(op, a, b)
            });
        }
        match self.componentwise(name, kind, arguments, span)? {
            Some(value) => Ok(value),
            None => match self.geometric(name, arguments, result, span)? {
                Some(value) => Ok(value),
                None => Err(finding(
                    &rules::DEVICE,
                    span,
                    format!("the function `{name}` needs a device: textures, samplers or a rasterizer"),
                )
                .help("make what it reads a child of type `shader`, and call its `eval`")
                .into()),
            },
        }
    }

    /// Applies a function to the components of the arguments, scalars to every component.
    pub(super) fn each(
        &mut self,
        arguments: &[Argument],
        span: Span,
        mut function: impl FnMut(&mut Self, [Node; 3]) -> Node,
    ) -> Outcome<Slots> {
        let width = arguments.iter().map(|argument| argument.value.len()).max().unwrap_or(0);
        let mut result = Slots::with_capacity(width);
        for index in 0..width {
            let mut nodes = [Node(0); 3];
            for (node, argument) in nodes.iter_mut().zip(arguments) {
                let found = match argument.value[..] {
                    [only] => Some(only),
                    _ => argument.value.get(index).copied(),
                };
                *node = found.ok_or_else(|| malformed(span, "the arguments differ in size"))?;
            }
            result.push(function(self, nodes));
        }
        Ok(result)
    }

    fn componentwise(
        &mut self,
        name: &str,
        kind: NumberKind,
        arguments: &[Argument],
        span: Span,
    ) -> Outcome<Option<Slots>> {
        let result = match name {
            "radians" => self.scaled(arguments, PI / 180.0, span),
            "degrees" => self.scaled(arguments, 180.0 / PI, span),
            "exp" => self.each(arguments, span, |this, [x, ..]| {
                let factor = this.graph.float(LOG2_E);
                let scaled = this.graph.binary(Op::Multiply, x, factor);
                this.graph.unary(Op::PowerOfTwo, scaled)
            }),
            "log" => self.each(arguments, span, |this, [x, ..]| {
                let factor = this.graph.float(LN_2);
                let logarithm = this.graph.unary(Op::Logarithm, x);
                this.graph.binary(Op::Multiply, logarithm, factor)
            }),
            "inversesqrt" => self.each(arguments, span, |this, [x, ..]| {
                let one = this.graph.float(1.0);
                let root = this.graph.unary(Op::SquareRoot, x);
                this.graph.binary(Op::Divide, one, root)
            }),
            "fract" => self.each(arguments, span, |this, [x, ..]| {
                let floor = this.graph.unary(Op::Floor, x);
                this.graph.binary(Op::Subtract, x, floor)
            }),
            "mod" => self.each(arguments, span, |this, [x, y, _]| {
                let quotient = this.graph.binary(Op::Divide, x, y);
                let floor = this.graph.unary(Op::Floor, quotient);
                let product = this.graph.binary(Op::Multiply, y, floor);
                this.graph.binary(Op::Subtract, x, product)
            }),
            "sign" if kind == NumberKind::Float => self.each(arguments, span, |this, [x, ..]| {
                let (large, low, high) =
                    (this.graph.float(f32::MAX), this.graph.float(-1.0), this.graph.float(1.0));
                let scaled = this.graph.binary(Op::Multiply, x, large);
                this.graph.op(Op::Clamp, [scaled, low, high])
            }),
            "sign" => self.each(arguments, span, |this, [x, ..]| {
                let (low, high) = (this.graph.constant(u32::MAX), this.graph.constant(1));
                let low = this.graph.binary(Op::MaxInt, x, low);
                this.graph.binary(Op::MinInt, low, high)
            }),
            "clamp" => self.each(arguments, span, |this, [x, low, high]| match kind {
                NumberKind::Float => this.graph.op(Op::Clamp, [x, low, high]),
                NumberKind::Unsigned => {
                    let low = this.graph.binary(Op::MaxUint, x, low);
                    this.graph.binary(Op::MinUint, low, high)
                }
                _ => {
                    let low = this.graph.binary(Op::MaxInt, x, low);
                    this.graph.binary(Op::MinInt, low, high)
                }
            }),
            "saturate" => self.each(arguments, span, |this, [x, ..]| this.saturated(x)),
            "mix" => {
                let chooses = arguments.get(2).is_some_and(|argument| {
                    argument.ty.scalar().map(|scalar| scalar.kind()) == Some(NumberKind::Boolean)
                });
                self.each(arguments, span, |this, [x, y, t]| {
                    if chooses {
                        return this.graph.op(Op::Select, [t, y, x]);
                    }
                    let distance = this.graph.binary(Op::Subtract, y, x);
                    let part = this.graph.binary(Op::Multiply, distance, t);
                    this.graph.binary(Op::Add, part, x)
                })
            }
            "step" => self.each(arguments, span, |this, [edge, x, _]| {
                let one = this.graph.constant(bits(1.0));
                let is_behind = this.graph.binary(Op::LessEqual, edge, x);
                this.graph.binary(Op::And, is_behind, one)
            }),
            "smoothstep" => self.each(arguments, span, Self::smooth_step),
            "fma" => self.each(arguments, span, |this, [a, b, c]| {
                let product = this.graph.binary(Op::Multiply, a, b);
                this.graph.binary(Op::Add, product, c)
            }),
            "isnan" => self.each(arguments, span, |this, [x, ..]| this.graph.binary(Op::NotEqual, x, x)),
            "isinf" => self.each(arguments, span, |this, [x, ..]| {
                let infinity = this.graph.float(f32::INFINITY);
                let size = this.graph.unary(Op::Absolute, x);
                this.graph.binary(Op::Equal, size, infinity)
            }),
            "floatBitsToInt" | "floatBitsToUint" | "intBitsToFloat" | "uintBitsToFloat" => {
                self.each(arguments, span, |_, [x, ..]| x)
            }
            "dFdx" | "dFdy" | "fwidth" => {
                self.uses_quads = true;
                self.each(arguments, span, |this, [x, ..]| match name {
                    "dFdx" => this.graph.difference(Axis::X, x),
                    "dFdy" => this.graph.difference(Axis::Y, x),
                    _ => {
                        let sides = [Axis::X, Axis::Y].map(|axis| {
                            let difference = this.graph.difference(axis, x);
                            this.graph.unary(Op::Absolute, difference)
                        });
                        this.graph.binary(Op::Add, sides[0], sides[1])
                    }
                })
            }
            "toLinearSrgb" => self.each(arguments, span, |this, [x, ..]| this.as_light(x)),
            "fromLinearSrgb" => self.each(arguments, span, |this, [x, ..]| this.as_srgb(x)),
            _ => return Ok(None),
        };
        result.map(Some)
    }

    fn scaled(&mut self, arguments: &[Argument], factor: f32, span: Span) -> Outcome<Slots> {
        let factor = self.graph.float(factor);
        self.each(arguments, span, |this, [x, ..]| this.graph.binary(Op::Multiply, x, factor))
    }

    /// A number limited to 0 to 1.
    pub(super) fn saturated(&mut self, x: Node) -> Node {
        let (zero, one) = (self.graph.float(0.0), self.graph.float(1.0));
        self.graph.op(Op::Clamp, [x, zero, one])
    }

    /// The limits take their operands in the order that makes 1 of 0 / 0, a step between two edges that are one.
    fn smooth_step(&mut self, [low, high, x]: [Node; 3]) -> Node {
        let graph = &mut self.graph;
        let (zero, one, two, three) =
            (graph.float(0.0), graph.float(1.0), graph.float(2.0), graph.float(3.0));
        let way = graph.binary(Op::Subtract, x, low);
        let length = graph.binary(Op::Subtract, high, low);
        let part = graph.binary(Op::Divide, way, length);
        let part = graph.binary(Op::Max, zero, part);
        let part = graph.binary(Op::Min, part, one);
        let square = graph.binary(Op::Multiply, part, part);
        let double = graph.binary(Op::Multiply, part, two);
        let rest = graph.binary(Op::Subtract, three, double);
        graph.binary(Op::Multiply, square, rest)
    }

    /// A component of an sRGB colour as an amount of light.
    fn as_light(&mut self, x: Node) -> Node {
        let graph = &mut self.graph;
        let limit = graph.float(0.040_45);
        let (slope, offset, scale, power) =
            (graph.float(1.0 / 12.92), graph.float(0.055), graph.float(1.0 / 1.055), graph.float(2.4));
        let is_dark = graph.binary(Op::LessEqual, x, limit);
        let straight = graph.binary(Op::Multiply, x, slope);
        let base = graph.binary(Op::Add, x, offset);
        let base = graph.binary(Op::Multiply, base, scale);
        let curve = graph.binary(Op::Power, base, power);
        graph.op(Op::Select, [is_dark, straight, curve])
    }

    /// An amount of light as a component of an sRGB colour.
    fn as_srgb(&mut self, x: Node) -> Node {
        let graph = &mut self.graph;
        let limit = graph.float(0.003_130_8);
        let (slope, offset, scale, power) =
            (graph.float(12.92), graph.float(0.055), graph.float(1.055), graph.float(1.0 / 2.4));
        let is_dark = graph.binary(Op::LessEqual, x, limit);
        let straight = graph.binary(Op::Multiply, x, slope);
        let curve = graph.binary(Op::Power, x, power);
        let curve = graph.binary(Op::Multiply, curve, scale);
        let curve = graph.binary(Op::Subtract, curve, offset);
        graph.op(Op::Select, [is_dark, straight, curve])
    }
}

/// The operation that a function applies to every component.
fn simple(name: &str, kind: NumberKind, arguments: usize) -> Option<Op> {
    use NumberKind::{Float, Signed, Unsigned};
    Some(match (name, kind) {
        ("sin", Float) => Op::Sine,
        ("cos", Float) => Op::Cosine,
        ("tan", Float) => Op::Tangent,
        ("asin", Float) => Op::ArcSine,
        ("acos", Float) => Op::ArcCosine,
        ("atan", Float) if arguments == 1 => Op::ArcTangent,
        ("atan", Float) => Op::ArcTangentOfTwo,
        ("sinh", Float) => Op::HyperbolicSine,
        ("cosh", Float) => Op::HyperbolicCosine,
        ("tanh", Float) => Op::HyperbolicTangent,
        ("asinh", Float) => Op::AreaSine,
        ("acosh", Float) => Op::AreaCosine,
        ("atanh", Float) => Op::AreaTangent,
        ("pow", Float) => Op::Power,
        ("exp2", Float) => Op::PowerOfTwo,
        ("log2", Float) => Op::Logarithm,
        ("sqrt", Float) => Op::SquareRoot,
        ("abs", Float) => Op::Absolute,
        ("abs", _) => Op::AbsoluteInt,
        ("floor", Float) => Op::Floor,
        ("ceil", Float) => Op::Ceil,
        ("trunc", Float) => Op::Truncate,
        ("round" | "roundEven", Float) => Op::RoundEven,
        ("min", Float) => Op::Min,
        ("min", Signed) => Op::MinInt,
        ("min", Unsigned) => Op::MinUint,
        ("max", Float) => Op::Max,
        ("max", Signed) => Op::MaxInt,
        ("max", Unsigned) => Op::MaxUint,
        ("matrixCompMult", Float) => Op::Multiply,
        ("ldexp", Float) => Op::Scale,
        ("bitCount", _) => Op::CountBits,
        ("findLSB", _) => Op::LowestBit,
        ("findMSB", Unsigned) => Op::HighestBit,
        ("findMSB", _) => Op::HighestBitSigned,
        ("not", _) => Op::Not,
        ("equal", Float) => Op::Equal,
        ("equal", _) => Op::EqualInt,
        ("notEqual", Float) => Op::NotEqual,
        ("notEqual", _) => Op::NotEqualInt,
        _ => return None,
    })
}

/// The operator of a function that compares component by component.
fn comparison(name: &str) -> Option<Operator> {
    Some(match name {
        "lessThan" => Operator::LESS,
        "lessThanEqual" => Operator::LESS_EQUAL,
        "greaterThan" => Operator::GREATER,
        "greaterThanEqual" => Operator::GREATER_EQUAL,
        _ => return None,
    })
}
