//! Words that compute: operands, operations, destinations.
//!
//! An operation is done on the components that its mask names and no others. With fast arithmetic they are one vector; with
//! exact arithmetic each is a value of its own, for the library works on single numbers.

use glassbox_pica::descriptor::{Descriptor, Mask, Selection};
use glassbox_pica::instruction::Instruction;
use glassbox_pica::opcode::Opcode;
use glassbox_pica::register::{Combine, Comparison, Condition, Destination, Index, Source};
use naga::{BinaryOperator, MathFunction, ScalarKind, UnaryOperator, VectorSize};

use super::machine::Machine;
use super::program::indexed;
use crate::build::{Body, Value};

/// LITP clamps its second component to this magnitude.
const LITP_LIMIT: f32 = 127.996_09;

/// What an operation gives, for the components of the mask in order.
pub(crate) enum Computed {
    /// A vector with as many components as the mask, or a scalar for one.
    Vector(Value),
    /// One value for all.
    Scalar(Value),
    /// A value each.
    Parts(Vec<Value>),
}

/// A source as it is encoded.
#[derive(Clone, Copy)]
struct Operand {
    register: Source,
    index: Index,
    selection: Selection,
}

impl Machine<'_> {
    /// Adds what a word does, but for the flow of control.
    pub(crate) fn word(&self, body: &mut Body, word: u16) {
        match self.program.instruction(word) {
            Instruction::Unary { opcode, destination, source, index, descriptor, .. } => {
                let descriptor = self.program.descriptor(descriptor);
                let operands = operands(opcode, &[source], index, &descriptor);
                if opcode == Opcode::MOVA {
                    self.set_address(body, descriptor.mask, &operands);
                } else {
                    self.compute(body, opcode, destination, descriptor.mask, &operands);
                }
            }
            Instruction::Binary { opcode, destination, sources, index, descriptor } => {
                let descriptor = self.program.descriptor(descriptor);
                let operands = operands(opcode, &sources, index, &descriptor);
                self.compute(body, opcode, destination, descriptor.mask, &operands);
            }
            Instruction::Ternary { opcode, destination, sources, index, descriptor } => {
                let descriptor = self.program.descriptor(descriptor);
                let operands = operands(opcode, &sources, index, &descriptor);
                self.compute(body, opcode, destination, descriptor.mask, &operands);
            }
            Instruction::Compare { operators, sources, index, descriptor } => {
                let descriptor = self.program.descriptor(descriptor);
                let operands = operands(Opcode::CMP, &sources, index, &descriptor);
                self.compare(body, operators, &operands);
            }
            _ => {}
        }
    }

    fn compute(
        &self,
        body: &mut Body,
        opcode: Opcode,
        destination: Destination,
        mask: Mask,
        operands: &[Operand],
    ) {
        let components: Vec<u8> = (0..4).filter(|&component| mask.contains(component)).collect();
        if components.is_empty() && opcode != Opcode::LITP {
            return;
        }
        let computed = if self.precise {
            self.exact(body, opcode, &components, operands)
        } else {
            self.fast(body, opcode, &components, operands)
        };
        self.write(body, destination, &components, computed);
    }

    /// The whole register of an operand.
    fn register(&self, body: &mut Body, operand: &Operand) -> Value {
        let pointer = if let Some(number) = operand.register.as_input() {
            self.inputs[usize::from(number & 15)]
        } else if let Some(number) = operand.register.as_temporary() {
            self.temporaries[usize::from(number & 15)]
        } else {
            let number = operand.register.as_uniform().unwrap_or(0);
            let offset = match operand.index {
                Index::None => return self.uniform(body, number),
                Index::AddressX => self.address[0],
                Index::AddressY => self.address[1],
                Index::Loop => self.counter,
            };
            return match offset {
                Some(variable) => {
                    let offset = body.read(variable);
                    self.relative(body, number, offset)
                }
                None => self.uniform(body, number),
            };
        };
        match pointer {
            Some(variable) => body.read(variable),
            None => {
                let ty = self.vector();
                body.constant(naga::Expression::ZeroValue(ty))
            }
        }
    }

    /// Some components of an operand, as a vector or a scalar (fast arithmetic).
    fn vector_of(&self, body: &mut Body, operand: &Operand, components: &[u8]) -> Value {
        let register = self.register(body, operand);
        let selected: Vec<u8> =
            components.iter().map(|&component| operand.selection.swizzle.component(component)).collect();
        let value = body.swizzle(register, &selected);
        if operand.selection.negate { body.unary(UnaryOperator::Negate, value) } else { value }
    }

    /// Some components of an operand, each by itself (exact arithmetic).
    fn parts_of(&self, body: &mut Body, operand: &Operand, components: &[u8]) -> Vec<Value> {
        let register = self.register(body, operand);
        components
            .iter()
            .map(|&component| {
                let part = body.part(register, u32::from(operand.selection.swizzle.component(component)));
                if operand.selection.negate { self.apply(body, "f24_negate", vec![part]) } else { part }
            })
            .collect()
    }

    /// All components of an operand as a vector of bits (exact arithmetic).
    fn bits_of(&self, body: &mut Body, operand: &Operand) -> Value {
        let parts = self.parts_of(body, operand, &[0, 1, 2, 3]);
        body.compose(self.types.vec4u, parts)
    }

    fn fast(&self, body: &mut Body, opcode: Opcode, components: &[u8], operands: &[Operand]) -> Computed {
        let count = components.len();
        let at = |position: usize| operands.get(position).copied().unwrap_or(operands[0]);
        let binary = |body: &mut Body, op: BinaryOperator| {
            let (a, b) = (self.vector_of(body, &at(0), components), self.vector_of(body, &at(1), components));
            body.binary(op, a, b)
        };
        let chosen = |body: &mut Body, op: BinaryOperator| {
            let condition = binary(body, op);
            let (one, zero) = (wide(body, 1.0, count), wide(body, 0.0, count));
            Computed::Vector(body.select(condition, one, zero))
        };
        let math = |body: &mut Body, function: MathFunction, read: &[u8], arguments: usize| {
            let values: Vec<Value> =
                (0..arguments).map(|position| self.vector_of(body, &at(position), read)).collect();
            body.math(function, &values)
        };
        match opcode {
            Opcode::ADD => Computed::Vector(binary(body, BinaryOperator::Add)),
            Opcode::MUL => Computed::Vector(binary(body, BinaryOperator::Multiply)),
            Opcode::MAD | Opcode::MADI => {
                let product = binary(body, BinaryOperator::Multiply);
                let term = self.vector_of(body, &at(2), components);
                Computed::Vector(body.binary(BinaryOperator::Add, product, term))
            }
            Opcode::SGE | Opcode::SGEI => chosen(body, BinaryOperator::GreaterEqual),
            Opcode::SLT | Opcode::SLTI => chosen(body, BinaryOperator::Less),
            Opcode::MAX => Computed::Vector(math(body, MathFunction::Max, components, 2)),
            Opcode::MIN => Computed::Vector(math(body, MathFunction::Min, components, 2)),
            Opcode::FLR => Computed::Vector(math(body, MathFunction::Floor, components, 1)),
            Opcode::DP3 => Computed::Scalar(math(body, MathFunction::Dot, &[0, 1, 2], 2)),
            Opcode::DP4 => Computed::Scalar(math(body, MathFunction::Dot, &[0, 1, 2, 3], 2)),
            Opcode::DPH | Opcode::DPHI => {
                let sum = math(body, MathFunction::Dot, &[0, 1, 2], 2);
                let last = self.vector_of(body, &at(1), &[3]);
                Computed::Scalar(body.binary(BinaryOperator::Add, sum, last))
            }
            Opcode::EX2 => Computed::Scalar(math(body, MathFunction::Exp2, &[0], 1)),
            Opcode::LG2 => Computed::Scalar(math(body, MathFunction::Log2, &[0], 1)),
            Opcode::RCP => {
                let value = self.vector_of(body, &at(0), &[0]);
                let one = body.float(1.0);
                Computed::Scalar(body.binary(BinaryOperator::Divide, one, value))
            }
            Opcode::RSQ => Computed::Scalar(math(body, MathFunction::InverseSqrt, &[0], 1)),
            Opcode::DST | Opcode::DSTI => Computed::Parts(
                components
                    .iter()
                    .map(|component| match component {
                        0 => body.float(1.0),
                        1 => {
                            let (a, b) =
                                (self.vector_of(body, &at(0), &[1]), self.vector_of(body, &at(1), &[1]));
                            body.binary(BinaryOperator::Multiply, a, b)
                        }
                        2 => self.vector_of(body, &at(0), &[2]),
                        _ => self.vector_of(body, &at(1), &[3]),
                    })
                    .collect(),
            ),
            Opcode::LITP => self.fast_litp(body, components, &at(0)),
            _ => Computed::Vector(self.vector_of(body, &at(0), components)),
        }
    }

    fn fast_litp(&self, body: &mut Body, components: &[u8], operand: &Operand) -> Computed {
        let zero = body.float(0.0);
        let [x, y, w] = [0, 1, 3].map(|component| self.vector_of(body, operand, &[component]));
        let parts = components
            .iter()
            .map(|component| match component {
                0 => body.math(MathFunction::Max, &[x, zero]),
                1 => {
                    let (low, high) = (body.float(-LITP_LIMIT), body.float(LITP_LIMIT));
                    body.math(MathFunction::Clamp, &[y, low, high])
                }
                2 => zero,
                _ => body.math(MathFunction::Max, &[w, zero]),
            })
            .collect();
        for (flag, value) in self.flags.into_iter().zip([x, w]) {
            let holds = body.binary(BinaryOperator::GreaterEqual, value, zero);
            body.write(flag, holds);
        }
        Computed::Parts(parts)
    }

    fn exact(&self, body: &mut Body, opcode: Opcode, components: &[u8], operands: &[Operand]) -> Computed {
        let at = |position: usize| operands.get(position).copied().unwrap_or(operands[0]);
        let each = |body: &mut Body, name: &str| {
            let columns: Vec<Vec<Value>> =
                operands.iter().map(|operand| self.parts_of(body, operand, components)).collect();
            let parts = (0..components.len()).map(|lane| {
                let arguments = columns.iter().filter_map(|column| column.get(lane).copied()).collect();
                self.apply(body, name, arguments)
            });
            Computed::Parts(parts.collect())
        };
        let scalar = |body: &mut Body, name: &str| {
            let value = self.parts_of(body, &at(0), &[0]);
            Computed::Scalar(self.apply(body, name, value))
        };
        let dot = |body: &mut Body, name: &str| {
            let (a, b) = (self.bits_of(body, &at(0)), self.bits_of(body, &at(1)));
            Computed::Scalar(self.apply(body, name, vec![a, b]))
        };
        match opcode {
            Opcode::ADD => each(body, "f24_add"),
            Opcode::MUL => each(body, "f24_mul"),
            Opcode::MAD | Opcode::MADI => each(body, "f24_mad"),
            Opcode::SGE | Opcode::SGEI => each(body, "f24_sge"),
            Opcode::SLT | Opcode::SLTI => each(body, "f24_slt"),
            Opcode::MAX => each(body, "f24_max"),
            Opcode::MIN => each(body, "f24_min"),
            Opcode::FLR => each(body, "f24_flr"),
            Opcode::DP3 => dot(body, "f24_dp3"),
            Opcode::DP4 => dot(body, "f24_dp4"),
            Opcode::DPH | Opcode::DPHI => dot(body, "f24_dph"),
            Opcode::EX2 => scalar(body, "f24_ex2"),
            Opcode::LG2 => scalar(body, "f24_lg2"),
            Opcode::RCP => scalar(body, "f24_rcp"),
            Opcode::RSQ => scalar(body, "f24_rsq"),
            Opcode::DST | Opcode::DSTI => Computed::Parts(
                components
                    .iter()
                    .map(|component| match component {
                        0 => body.uint(1.0f32.to_bits()),
                        1 => {
                            let mut factors = self.parts_of(body, &at(0), &[1]);
                            factors.extend(self.parts_of(body, &at(1), &[1]));
                            self.apply(body, "f24_mul", factors)
                        }
                        2 => self.flushed(body, &at(0), 2),
                        _ => self.flushed(body, &at(1), 3),
                    })
                    .collect(),
            ),
            Opcode::LITP => {
                let value = self.bits_of(body, &at(0));
                let result = self.apply(body, "f24_litp", vec![value]);
                let parts =
                    components.iter().map(|&component| body.part(result, u32::from(component))).collect();
                for (flag, component) in self.flags.into_iter().zip([0, 3]) {
                    let number = body.part(value, component);
                    let number = self.apply(body, "f24_operand", vec![number]);
                    let zero = body.uint(0);
                    let holds = self.apply(body, "f24_le", vec![zero, number]);
                    body.write(flag, holds);
                }
                Computed::Parts(parts)
            }
            _ => each(body, "f24_copy"),
        }
    }

    fn flushed(&self, body: &mut Body, operand: &Operand, component: u8) -> Value {
        let value = self.parts_of(body, operand, &[component]);
        let value = self.apply(body, "f24_operand", value);
        self.apply(body, "f24_copy", vec![value])
    }

    fn write(&self, body: &mut Body, destination: Destination, components: &[u8], computed: Computed) {
        let variable = match destination.as_output() {
            Some(number) => self.outputs[usize::from(number & 15)],
            None => self.temporaries[usize::from((destination.0 - 16) & 15)],
        };
        let Some(variable) = variable else { return };
        let target = body.global(variable);
        if components.len() == 4 {
            let whole = match computed {
                Computed::Vector(value) => value,
                Computed::Scalar(value) => body.splat(value, VectorSize::Quad),
                Computed::Parts(parts) => body.compose(self.vector(), parts),
            };
            body.store(target, whole);
            return;
        }
        // All values come before the first store: the destination may be a source.
        let values: Vec<Value> = match computed {
            Computed::Vector(value) if components.len() == 1 => vec![value],
            Computed::Vector(value) => {
                (0..components.len()).map(|lane| body.part(value, lane as u32)).collect()
            }
            Computed::Scalar(value) => vec![value; components.len()],
            Computed::Parts(parts) => parts,
        };
        for (&component, value) in components.iter().zip(values) {
            let place = body.part(target, u32::from(component));
            body.store(place, value);
        }
    }

    /// MOVA.
    fn set_address(&self, body: &mut Body, mask: Mask, operands: &[Operand]) {
        for component in [0u8, 1] {
            let (true, Some(variable)) = (mask.contains(component), self.address[usize::from(component)])
            else {
                continue;
            };
            let value = if self.precise {
                let value = self.parts_of(body, &operands[0], &[component]);
                self.apply(body, "f24_truncate", value)
            } else {
                let value = self.vector_of(body, &operands[0], &[component]);
                body.convert(value, ScalarKind::Sint)
            };
            body.write(variable, value);
        }
    }

    /// CMP.
    fn compare(&self, body: &mut Body, operators: [Comparison; 2], operands: &[Operand]) {
        let flags: Vec<Value> = (0..2u8)
            .map(|component| {
                let operator = operators[usize::from(component)];
                let [a, b] = [0, 1].map(|position: usize| {
                    if self.precise {
                        self.parts_of(body, &operands[position], &[component])[0]
                    } else {
                        self.vector_of(body, &operands[position], &[component])
                    }
                });
                if self.precise {
                    self.exact_comparison(body, operator, a, b)
                } else {
                    match fast_operator(operator) {
                        Some(operator) => body.binary(operator, a, b),
                        None => body.bool(true),
                    }
                }
            })
            .collect();
        for (variable, value) in self.flags.into_iter().zip(flags) {
            body.write(variable, value);
        }
    }

    fn exact_comparison(&self, body: &mut Body, operator: Comparison, a: Value, b: Value) -> Value {
        let (name, arguments) = match operator {
            Comparison::EQ | Comparison::NE => ("f24_eq", vec![a, b]),
            Comparison::LT => ("f24_lt", vec![a, b]),
            Comparison::LE => ("f24_le", vec![a, b]),
            Comparison::GT => ("f24_lt", vec![b, a]),
            Comparison::GE => ("f24_le", vec![b, a]),
            _ => return body.bool(true),
        };
        let value = self.apply(body, name, arguments);
        if operator == Comparison::NE { body.unary(UnaryOperator::LogicalNot, value) } else { value }
    }

    /// A condition on the flags.
    pub(crate) fn condition(&self, body: &mut Body, condition: Condition) -> Value {
        let side = |body: &mut Body, flag: usize, reference: bool| {
            let value = body.read(self.flags[flag]);
            if reference { value } else { body.unary(UnaryOperator::LogicalNot, value) }
        };
        match condition.combine {
            Combine::X => side(body, 0, condition.x),
            Combine::Y => side(body, 1, condition.y),
            Combine::Or | Combine::And => {
                let (x, y) = (side(body, 0, condition.x), side(body, 1, condition.y));
                let operator = match condition.combine {
                    Combine::Or => BinaryOperator::LogicalOr,
                    _ => BinaryOperator::LogicalAnd,
                };
                body.binary(operator, x, y)
            }
        }
    }
}

/// The sources of an instruction; one at least.
fn operands(opcode: Opcode, sources: &[Source], index: Index, descriptor: &Descriptor) -> Vec<Operand> {
    sources
        .iter()
        .zip(&descriptor.sources)
        .enumerate()
        .map(|(position, (&register, &selection))| Operand {
            register,
            index: indexed(opcode, position, register, index),
            selection,
        })
        .collect()
}

fn fast_operator(operator: Comparison) -> Option<BinaryOperator> {
    Some(match operator {
        Comparison::EQ => BinaryOperator::Equal,
        Comparison::NE => BinaryOperator::NotEqual,
        Comparison::LT => BinaryOperator::Less,
        Comparison::LE => BinaryOperator::LessEqual,
        Comparison::GT => BinaryOperator::Greater,
        Comparison::GE => BinaryOperator::GreaterEqual,
        _ => return None,
    })
}

/// A number in every one of so many components.
fn wide(body: &mut Body, value: f32, components: usize) -> Value {
    let value = body.float(value);
    let size = match components {
        0 | 1 => return value,
        2 => VectorSize::Bi,
        3 => VectorSize::Tri,
        _ => VectorSize::Quad,
    };
    body.splat(value, size)
}
