//! Has WGSL compute at run time what it rejects as a constant expression.
//!
//! What is made of constants alone is computed when WGSL is compiled, in numbers of any size as long as no operand has a type, and a result
//! that is not finite, or does not fit, is an error (WGSL, section 8, and 15.7). In SPIR-V it is a value. What a function of the text gives
//! back is no constant expression.

use glassbox_spirv::build::glsl;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{ConstantValue, Id, Type};
use smallvec::SmallVec;

use super::Wgsl;
use super::constants::{Numbers, extended, operation};
use super::functions::function;
use crate::text::{ANY, Operation, Scalar, UNARY, Writer};
use crate::tree::{Kind, Node, Step};

/// How an operand is written that must not be as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// With a suffix, once: then it has a type.
    Typed,
    /// Given back by a function, once.
    Once,
    /// Given back by a function, wherever it is in the operation.
    Always,
}

/// Whether a value is a constant expression of the text.
#[derive(Clone, Debug)]
pub(super) enum Constancy {
    /// It is none.
    Runtime,
    /// It is one of this value.
    Value(Numbers),
    /// It is one of a value that is not followed.
    Unknown,
}

impl Writer<'_, '_, Wgsl> {
    /// Writes an operation, of which an operand may be held; `write` spells it.
    pub(super) fn with_held(&mut self, operation: &Operation<'_>, write: impl FnOnce(&mut Self)) {
        let Some((operand, held)) = self.operand_to_hold(operation) else { return write(self) };
        // An operator with a vector takes the scalar of which the other one is made.
        let inner = self.splat(operand).unwrap_or(operand);
        self.language.held.insert(operand, held);
        self.language.held.insert(inner, held);
        write(self);
        self.language.held.remove(&operand);
        self.language.held.remove(&inner);
    }

    /// Writes an operand that is held.
    pub(super) fn held_operand(&mut self, node: Node, needed: u8) {
        let held = self.language.held.get(&node).copied();
        if held != Some(Held::Always) {
            self.language.held.remove(&node);
        }
        if held == Some(Held::Typed) {
            let mut text = self.capture(|writer| writer.fresh(node, ANY));
            if text.ends_with(|last: char| last.is_ascii_digit()) {
                text.push(if matches!(self.scalar_of(node), Some(Scalar::Float(_))) { 'f' } else { 'i' });
            }
            let is_open = needed > UNARY && text.starts_with('-');
            let [open, close] = if is_open { ["(", ")"] } else { [""; 2] };
            return self.out.extend([open, &text, close]);
        }
        let ty = match self.tree.node(node).ty {
            0 => "bool".into(),
            ty => self.type_text(ty),
        };
        let letters: String = ty.chars().filter(char::is_ascii_alphanumeric).collect();
        let name = self.helper(&format!("runtime_{letters}"), |own| {
            format!("fn {own}(x: {ty}) -> {ty} {{\n    return x;\n}}\n")
        });
        self.out.extend([&name, "("]);
        self.fresh(node, ANY);
        self.out.push(')');
    }

    /// The operand of an operation that WGSL does not take as it is.
    fn operand_to_hold(&mut self, operation: &Operation<'_>) -> Option<(Node, Held)> {
        let &Operation { opcode, operands, .. } = operation;
        let &[first, ..] = operands else { return None };
        if self.language.held.contains_key(&first) {
            return None;
        }
        let kind = self.tree.kind(operation.node);
        let of_first = self.constancy(first);
        if matches!(of_first, Constancy::Runtime) || operands.len() > 1 {
            if let Some(node) = self.wrong_argument(kind, operands) {
                return Some((node, Held::Always));
            }
            if matches!(of_first, Constancy::Runtime) {
                return None;
            }
        }
        match self.result(kind, operation.ty) {
            Err(()) => Some((first, Held::Once)),
            Ok(Constancy::Runtime) => None,
            Ok(_) if compares(opcode) => None,
            Ok(_) => operands.iter().all(|node| self.is_untyped(*node)).then_some((first, Held::Typed)),
        }
    }

    /// True if an operand is a number without a type.
    fn is_untyped(&self, node: Node) -> bool {
        let is_plain = matches!(self.scalar_of(node), Some(Scalar::Float(32) | Scalar::Int(32)));
        is_plain
            && self.tree.size(node) == 1
            && self.tree.variable_of(node).is_none()
            && matches!(self.tree.kind(node), Kind::Constant(_))
    }

    /// A constant argument that WGSL rejects, whatever the others are.
    fn wrong_argument(&mut self, kind: Kind, operands: &[Node]) -> Option<Node> {
        let number = |writer: &mut Self, at: usize| match writer.constancy(*operands.get(at)?) {
            Constancy::Value(numbers) => Some(numbers),
            _ => None,
        };
        let wrong = match kind {
            Kind::Operation(op::S_DIV | op::U_DIV | op::S_REM | op::U_MOD, _) => {
                number(self, 1)?.has_zero().then_some(1)
            }
            Kind::Operation(
                op::SHIFT_LEFT_LOGICAL | op::SHIFT_RIGHT_LOGICAL | op::SHIFT_RIGHT_ARITHMETIC,
                _,
            ) => number(self, 1)?.any_from(32).then_some(1),
            Kind::Operation(op::BIT_FIELD_S_EXTRACT | op::BIT_FIELD_U_EXTRACT, _) => {
                number(self, 1)?.sums_past(&number(self, 2)?, 32).then_some(1)
            }
            Kind::Operation(op::BIT_FIELD_INSERT, _) => {
                number(self, 2)?.sums_past(&number(self, 3)?, 32).then_some(2)
            }
            Kind::Extended(glsl::LDEXP, _) => number(self, 1)?.is_above(128).then_some(1),
            Kind::Extended(glsl::F_CLAMP | glsl::N_CLAMP | glsl::S_CLAMP | glsl::U_CLAMP, _) => {
                number(self, 1)?.exceeds(&number(self, 2)?, true).then_some(1)
            }
            Kind::Extended(glsl::SMOOTH_STEP, _) => {
                number(self, 0)?.exceeds(&number(self, 1)?, false).then_some(0)
            }
            _ => None,
        };
        wrong.map(|at| operands[at])
    }

    /// Whether a value is a constant expression as it is written.
    fn constancy(&mut self, node: Node) -> Constancy {
        if self.tree.variable_of(node).is_some() {
            return Constancy::Runtime;
        }
        if let Some(known) = self.language.constancy.get(&node) {
            return known.clone();
        }
        let found = self.constancy_of(node);
        self.language.constancy.insert(node, found.clone());
        found
    }

    fn constancy_of(&mut self, node: Node) -> Constancy {
        let data = self.tree.node(node);
        match data.kind {
            Kind::Constant(id) => self.constant_constancy(id, data.ty),
            Kind::Construct(span) => {
                let parts = self.tree.operands(span);
                let wide = self.module.vector_size(data.ty).filter(|_| parts.len() == 1);
                let mut all = Numbers::default();
                let mut is_known = true;
                for &part in parts {
                    match self.constancy(part) {
                        Constancy::Runtime => return Constancy::Runtime,
                        Constancy::Unknown => is_known = false,
                        Constancy::Value(numbers) => all.append(numbers),
                    }
                }
                let is_flat =
                    !matches!(self.module.ty(data.ty), Some(Type::Array { .. } | Type::Struct { .. }) | None);
                match wide {
                    _ if !is_known || !is_flat => Constancy::Unknown,
                    Some(count) if all.count() == 1 => Constancy::Value(all.spread(count as usize)),
                    _ => Constancy::Value(all),
                }
            }
            Kind::Swizzle(base, lanes) => match self.constancy(base) {
                Constancy::Value(numbers) => {
                    numbers.picked(lanes.as_slice()).map_or(Constancy::Unknown, Constancy::Value)
                }
                other => other,
            },
            Kind::Path(base, span) => {
                let steps: SmallVec<[Step; 8]> = self.tree.steps(span).into();
                let is_vector = self.module.opcode_of(self.tree.node(base).ty) == op::TYPE_VECTOR;
                match (self.constancy(base), steps.as_slice()) {
                    (Constancy::Runtime, _) => return Constancy::Runtime,
                    (Constancy::Value(numbers), &[Step::Part(index)]) if is_vector => {
                        let picked = u8::try_from(index).ok().and_then(|index| numbers.picked(&[index]));
                        return picked.map_or(Constancy::Unknown, Constancy::Value);
                    }
                    _ => {}
                }
                let is_constant = |writer: &mut Self, step: Step| match step {
                    Step::Part(_) => true,
                    Step::Index(node) => !matches!(writer.constancy(node), Constancy::Runtime),
                };
                if steps.into_iter().all(|step| is_constant(self, step)) {
                    Constancy::Unknown
                } else {
                    Constancy::Runtime
                }
            }
            Kind::Operation(..) | Kind::Extended(..) => {
                self.result(data.kind, data.ty).unwrap_or(Constancy::Runtime)
            }
            _ => Constancy::Runtime,
        }
    }

    fn constant_constancy(&mut self, id: Id, ty: Id) -> Constancy {
        let count = self.module.vector_size(ty);
        let kind = self.scalar(ty).and_then(Numbers::kind);
        let zero = || match (kind, count) {
            (Some(kind), Some(count)) => Constancy::Value(Numbers::zero(kind, count as usize)),
            _ => Constancy::Unknown,
        };
        if id == 0 {
            return zero();
        }
        let Some(constant) = self.module.constant(id) else { return Constancy::Runtime };
        if constant.specialized {
            return Constancy::Runtime;
        }
        match constant.value {
            ConstantValue::Bool(value) => Constancy::Value(Numbers::of(Scalar::Bool, u32::from(value))),
            ConstantValue::Number(bits) => match kind {
                // Infinities and NaN are read from variables.
                Some(Scalar::Float(32)) if !f32::from_bits(bits as u32).is_finite() => Constancy::Runtime,
                Some(kind) => Constancy::Value(Numbers::of(kind, bits as u32)),
                None => Constancy::Unknown,
            },
            ConstantValue::Null | ConstantValue::Undef => zero(),
            ConstantValue::Composite(parts) => {
                let mut all = Numbers::default();
                let mut is_known = count.is_some();
                for &part in parts {
                    let Some(node) = self.tree.value(part) else { return Constancy::Unknown };
                    match self.constancy(node) {
                        Constancy::Runtime => return Constancy::Runtime,
                        Constancy::Unknown => is_known = false,
                        Constancy::Value(numbers) => {
                            if count.is_some() {
                                all.append(numbers);
                            }
                        }
                    }
                }
                if is_known { Constancy::Value(all) } else { Constancy::Unknown }
            }
            _ => Constancy::Runtime,
        }
    }

    /// What an operation on constants gives; an error if WGSL may reject it.
    fn result(&mut self, kind: Kind, ty: Id) -> Result<Constancy, ()> {
        let (Kind::Operation(_, span) | Kind::Extended(_, span)) = kind else {
            return Ok(Constancy::Runtime);
        };
        let operands: SmallVec<[Node; 4]> = self.tree.operands(span).into();
        let mut values = SmallVec::<[Numbers; 4]>::new();
        for &operand in &operands {
            match self.constancy(operand) {
                Constancy::Runtime => return Ok(Constancy::Runtime),
                Constancy::Unknown => {}
                Constancy::Value(numbers) => values.push(numbers),
            }
        }
        let to = self.scalar(ty).and_then(Numbers::kind);
        let is_known = values.len() == operands.len();
        let computed = match kind {
            Kind::Operation(opcode, _) if !is_function(opcode) => return Ok(Constancy::Runtime),
            // Others are functions of the text.
            Kind::Extended(number, _) if function(number).is_none() => return Ok(Constancy::Runtime),
            Kind::Operation(opcode, _) if is_known => operation(opcode, to, &values),
            Kind::Extended(number, _) if is_known => extended(number, &values),
            _ => None,
        };
        computed.map(Constancy::Value).ok_or(())
    }
}

/// True for comparisons and what else gives the same of numbers of any size.
fn compares(opcode: u16) -> bool {
    matches!(
        opcode,
        op::LOGICAL_EQUAL
            ..=op::F_UNORD_GREATER_THAN_EQUAL | op::ANY | op::ALL | op::BITCAST | op::NOT | op::F_NEGATE
    )
}

/// True for instructions that are constant expressions of constants.
fn is_function(opcode: u16) -> bool {
    let is_written_as_call = opcode == op::S_MOD;
    !is_written_as_call
        && matches!(
            opcode,
            op::CONVERT_F_TO_U..=op::F_CONVERT
                | op::BITCAST
                | op::TRANSPOSE
                | op::S_NEGATE..=op::DOT
                | op::ANY
                | op::ALL
                | op::LOGICAL_EQUAL..=op::F_UNORD_GREATER_THAN_EQUAL
                | op::SHIFT_RIGHT_LOGICAL..=op::BIT_COUNT
        )
}
