//! Intrinsics that look at whole vectors, matrices or words.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::Type;

use super::intrinsic::Argument;
use super::{Lowering, Outcome, Slots, malformed};
use crate::graph::Node;
use crate::number::bits;
use crate::op::Op;

impl Lowering<'_> {
    pub(super) fn geometric(
        &mut self,
        name: &str,
        arguments: &[Argument],
        result: Type,
        span: Span,
    ) -> Outcome<Option<Slots>> {
        let [first, rest @ ..] = arguments else {
            return Ok(None);
        };
        let a = &first.value[..];
        let b = rest.first().map_or(&[][..], |argument| &argument.value);
        let c = rest.get(1).map_or(&[][..], |argument| &argument.value);
        Ok(Some(match name {
            "length" => vec![self.length(a, span)?],
            "distance" => {
                let way = self.differences(a, b);
                vec![self.length(&way, span)?]
            }
            "dot" => vec![self.sum_of_products(a, b, span)?],
            "cross" => self.cross(a, b, span)?,
            "normalize" => {
                let length = self.length(a, span)?;
                self.map(a, |this, x| this.graph.binary(Op::Divide, x, length))
            }
            "faceforward" => {
                let side = self.sum_of_products(c, b, span)?;
                let zero = self.graph.float(0.0);
                let faces = self.graph.binary(Op::Less, side, zero);
                self.map(a, |this, x| {
                    let turned = this.graph.unary(Op::Negate, x);
                    this.graph.op(Op::Select, [faces, x, turned])
                })
            }
            "reflect" => {
                let along = self.sum_of_products(b, a, span)?;
                let two = self.graph.float(2.0);
                let twice = self.graph.binary(Op::Multiply, along, two);
                let way = self.map(b, |this, x| this.graph.binary(Op::Multiply, x, twice));
                self.differences(a, &way)
            }
            "refract" => {
                let [eta] = c else {
                    return Err(malformed(span, "expected one ratio"));
                };
                self.refract(a, b, *eta, span)?
            }
            "any" => vec![self.folded(Op::Or, a, span)?],
            "all" => vec![self.folded(Op::And, a, span)?],
            "transpose" => self.transpose(first.ty, a, span)?,
            "determinant" => vec![self.determinant(first.ty, a, span)?],
            "inverse" => self.inverse(first.ty, a, span)?,
            "outerProduct" => self.outer_product(a, b),
            "unpremul" => self.unpremultiplied(a, span)?,
            "packUnorm2x16" => vec![self.pack(a, 16, 0.0, 65535.0)],
            "packSnorm2x16" => vec![self.pack(a, 16, -1.0, 32767.0)],
            "packUnorm4x8" => vec![self.pack(a, 8, 0.0, 255.0)],
            "packSnorm4x8" => vec![self.pack(a, 8, -1.0, 127.0)],
            "packHalf2x16" => {
                let halves = self.map(a, |this, x| this.graph.unary(Op::ToHalf, x));
                vec![self.joined(&halves, 16)]
            }
            "unpackUnorm2x16" => self.unpack(a, result, Op::ShiftRightUint, 65535.0, span)?,
            "unpackSnorm2x16" => self.unpack(a, result, Op::ShiftRightInt, 32767.0, span)?,
            "unpackUnorm4x8" => self.unpack(a, result, Op::ShiftRightUint, 255.0, span)?,
            "unpackSnorm4x8" => self.unpack(a, result, Op::ShiftRightInt, 127.0, span)?,
            "unpackHalf2x16" => {
                let parts = self.parted(a, 2, Op::ShiftRightUint, span)?;
                self.map(&parts, |this, x| this.graph.unary(Op::FromHalf, x))
            }
            _ => return Ok(None),
        }))
    }

    fn map(&mut self, nodes: &[Node], mut function: impl FnMut(&mut Self, Node) -> Node) -> Slots {
        nodes.iter().map(|&node| function(self, node)).collect()
    }

    fn differences(&mut self, a: &[Node], b: &[Node]) -> Slots {
        let pairs = a.iter().zip(b);
        pairs.map(|(&x, &y)| self.graph.binary(Op::Subtract, x, y)).collect()
    }

    fn length(&mut self, a: &[Node], span: Span) -> Outcome<Node> {
        if let [only] = a {
            return Ok(self.graph.unary(Op::Absolute, *only));
        }
        let square = self.sum_of_products(a, a, span)?;
        Ok(self.graph.unary(Op::SquareRoot, square))
    }

    fn cross(&mut self, a: &[Node], b: &[Node], span: Span) -> Outcome<Slots> {
        let (&[ax, ay, az], &[bx, by, bz]) = (a, b) else {
            return Err(malformed(span, "expected two vectors of three components"));
        };
        let mut part = |p, q, r, s| {
            let left = self.graph.binary(Op::Multiply, p, q);
            let right = self.graph.binary(Op::Multiply, r, s);
            self.graph.binary(Op::Subtract, left, right)
        };
        Ok(vec![part(ay, bz, az, by), part(az, bx, ax, bz), part(ax, by, ay, bx)])
    }

    fn refract(&mut self, a: &[Node], b: &[Node], eta: Node, span: Span) -> Outcome<Slots> {
        let along = self.sum_of_products(b, a, span)?;
        let graph = &mut self.graph;
        let (zero, one) = (graph.float(0.0), graph.float(1.0));
        let square = graph.binary(Op::Multiply, along, along);
        let across = graph.binary(Op::Subtract, one, square);
        let eta_square = graph.binary(Op::Multiply, eta, eta);
        let bent = graph.binary(Op::Multiply, eta_square, across);
        let rest = graph.binary(Op::Subtract, one, bent);
        let is_total = graph.binary(Op::Less, rest, zero);
        let root = graph.unary(Op::SquareRoot, rest);
        let share = graph.binary(Op::Multiply, eta, along);
        let share = graph.binary(Op::Add, share, root);
        let pairs = a.iter().zip(b);
        Ok(pairs
            .map(|(&x, &y)| {
                let kept = graph.binary(Op::Multiply, eta, x);
                let turned = graph.binary(Op::Multiply, share, y);
                let through = graph.binary(Op::Subtract, kept, turned);
                graph.op(Op::Select, [is_total, zero, through])
            })
            .collect())
    }

    fn folded(&mut self, op: Op, nodes: &[Node], span: Span) -> Outcome<Node> {
        let folded = nodes.iter().copied().reduce(|a, b| self.graph.binary(op, a, b));
        folded.ok_or_else(|| malformed(span, "expected a vector"))
    }

    /// A colour whose alpha is no longer multiplied into it.
    fn unpremultiplied(&mut self, a: &[Node], span: Span) -> Outcome<Slots> {
        let &[red, green, blue, alpha] = a else {
            return Err(malformed(span, "expected a colour of four components"));
        };
        let least = self.graph.float(0.0001);
        let divisor = self.graph.binary(Op::Max, alpha, least);
        let mut color = self.map(&[red, green, blue], |this, x| this.graph.binary(Op::Divide, x, divisor));
        color.push(alpha);
        Ok(color)
    }

    /// Numbers of `low` to 1 as integers of some bits in one word, the first lowest.
    fn pack(&mut self, nodes: &[Node], width: u32, low: f32, scale: f32) -> Node {
        let (low, high, scale) = (self.graph.float(low), self.graph.float(1.0), self.graph.float(scale));
        let mask = self.graph.constant((1 << width) - 1);
        let parts = self.map(nodes, |this, x| {
            let limited = this.graph.op(Op::Clamp, [x, low, high]);
            let scaled = this.graph.binary(Op::Multiply, limited, scale);
            let rounded = this.graph.unary(Op::RoundEven, scaled);
            let whole = this.graph.unary(Op::ToInt, rounded);
            this.graph.binary(Op::And, whole, mask)
        });
        self.joined(&parts, width)
    }

    fn joined(&mut self, parts: &[Node], width: u32) -> Node {
        let mut word = self.graph.constant(0);
        for (place, &part) in (0u32..).zip(parts) {
            let shift = self.graph.constant(place * width);
            let part = self.graph.binary(Op::ShiftLeft, part, shift);
            word = self.graph.binary(Op::Or, word, part);
        }
        word
    }

    /// The parts of a word, the lowest first, each moved to the lowest bits with or without its sign.
    fn parted(&mut self, a: &[Node], count: u32, shift_right: Op, span: Span) -> Outcome<Slots> {
        let &[word] = a else {
            return Err(malformed(span, "expected one word"));
        };
        let width = 32 / count;
        Ok((0..count)
            .map(|place| {
                let up = self.graph.constant(32 - width * (place + 1));
                let down = self.graph.constant(32 - width);
                let high = self.graph.binary(Op::ShiftLeft, word, up);
                self.graph.binary(shift_right, high, down)
            })
            .collect())
    }

    fn unpack(
        &mut self,
        a: &[Node],
        result: Type,
        shift_right: Op,
        scale: f32,
        span: Span,
    ) -> Outcome<Slots> {
        let count = u32::from(result.width());
        if !matches!(count, 2 | 4) {
            return Err(malformed(span, "expected a vector of two or four components"));
        }
        let parts = self.parted(a, count, shift_right, span)?;
        let (scale, low, high) =
            (self.graph.float(scale), self.graph.float(-1.0), self.graph.constant(bits(1.0)));
        Ok(self.map(&parts, |this, x| {
            let number = this.graph.unary(Op::FromInt, x);
            let part = this.graph.binary(Op::Divide, number, scale);
            this.graph.op(Op::Clamp, [part, low, high])
        }))
    }
}
