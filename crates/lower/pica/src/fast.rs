//! Operations with the device's own floats.

use glassbox_pica::opcode::Opcode;
use glassbox_spirv::build::{Id, glsl, op};

use crate::machine::Machine;
use crate::registers::{Cell, Lane};
use crate::words::{Computed, Operand};

/// LITP clamps its second component to this magnitude.
const LITP_LIMIT: f32 = 127.996_09;

impl Machine<'_> {
    pub(crate) fn fast(&mut self, opcode: Opcode, components: &[u8], operands: &[Operand]) -> Computed {
        let at = |position: usize| operands.get(position).copied().unwrap_or(operands[0]);
        match opcode {
            Opcode::ADD => Computed::Vector(self.operation(op::F_ADD, components, operands)),
            Opcode::MUL => Computed::Vector(self.operation(op::F_MUL, components, operands)),
            Opcode::MAD | Opcode::MADI => {
                let product = self.operation(op::F_MUL, components, operands);
                let term = self.vector_of(&at(2), components);
                Computed::Vector(self.code.same(op::F_ADD, &[product, term]))
            }
            Opcode::SGE | Opcode::SGEI => self.set(op::F_ORD_GREATER_THAN_EQUAL, components, operands),
            Opcode::SLT | Opcode::SLTI => self.set(op::F_ORD_LESS_THAN, components, operands),
            Opcode::MAX => Computed::Vector(self.function(glsl::N_MAX, components, &operands[..2])),
            Opcode::MIN => Computed::Vector(self.function(glsl::N_MIN, components, &operands[..2])),
            Opcode::FLR => Computed::Vector(self.function(glsl::FLOOR, components, &operands[..1])),
            Opcode::DP3 => Computed::Scalar(self.dot(&[0, 1, 2], operands)),
            Opcode::DP4 => Computed::Scalar(self.dot(&[0, 1, 2, 3], operands)),
            Opcode::DPH | Opcode::DPHI => {
                let sum = self.dot(&[0, 1, 2], operands);
                let last = self.vector_of(&at(1), &[3]);
                Computed::Scalar(self.code.same(op::F_ADD, &[sum, last]))
            }
            Opcode::EX2 => Computed::Scalar(self.function(glsl::EXP2, &[0], &operands[..1])),
            Opcode::LG2 => Computed::Scalar(self.function(glsl::LOG2, &[0], &operands[..1])),
            Opcode::RSQ => Computed::Scalar(self.function(glsl::INVERSE_SQRT, &[0], &operands[..1])),
            Opcode::RCP => {
                let mut value = [self.vector_of(&at(0), &[0])];
                self.varied(&mut value);
                let one = self.code.float(1.0);
                Computed::Scalar(self.code.same(op::F_DIV, &[one, value[0]]))
            }
            Opcode::DST | Opcode::DSTI => self.distance(components, operands),
            Opcode::LITP => self.light(components, &at(0)),
            _ => {
                let lanes = self.lanes(&at(0), components);
                if at(0).selection.negate {
                    Computed::Vector(self.vector_of(&at(0), components))
                } else {
                    Computed::Parts(lanes)
                }
            }
        }
    }

    /// The first two operands, which are not both constants.
    fn pair(&mut self, components: &[u8], operands: &[Operand]) -> [Id; 2] {
        let mut values = [0, 1].map(|position: usize| {
            let operand = operands.get(position).copied().unwrap_or(operands[0]);
            self.vector_of(&operand, components)
        });
        self.varied(&mut values);
        values
    }

    fn operation(&mut self, opcode: u16, components: &[u8], operands: &[Operand]) -> Id {
        let values = self.pair(components, operands);
        self.code.same(opcode, &values)
    }

    /// 1 where a comparison holds, else 0.
    fn set(&mut self, opcode: u16, components: &[u8], operands: &[Operand]) -> Computed {
        let [a, b] = self.pair(components, operands);
        let condition = self.code.compare(opcode, a, b);
        let [one, zero] = [1.0, 0.0].map(|number| {
            let number = self.code.float(number);
            self.code.splat(number, components.len())
        });
        Computed::Vector(self.code.select(condition, one, zero))
    }

    /// A function of GLSL.std.450.
    fn function(&mut self, number: u32, components: &[u8], operands: &[Operand]) -> Id {
        let mut values: Vec<Id> =
            operands.iter().map(|operand| self.vector_of(operand, components)).collect();
        self.varied(&mut values);
        self.code.math(number, &values)
    }

    fn dot(&mut self, components: &[u8], operands: &[Operand]) -> Id {
        let values = self.pair(components, operands);
        self.code.b.value(op::DOT, self.code.types.float, &values)
    }

    /// DST.
    fn distance(&mut self, components: &[u8], operands: &[Operand]) -> Computed {
        let second = operands.get(1).copied().unwrap_or(operands[0]);
        let parts = components.iter().map(|component| {
            Lane::scalar(match component {
                0 => self.code.float(1.0),
                1 => self.operation(op::F_MUL, &[1], operands),
                2 => self.vector_of(&operands[0], &[2]),
                _ => self.vector_of(&second, &[3]),
            })
        });
        Computed::Parts(parts.collect())
    }

    /// LITP.
    fn light(&mut self, components: &[u8], operand: &Operand) -> Computed {
        let zero = self.code.float(0.0);
        let [x, y, w] = [0, 1, 3].map(|component| self.vector_of(operand, &[component]));
        let parts: Vec<Lane> = components
            .iter()
            .map(|component| {
                Lane::scalar(match component {
                    0 => self.code.math(glsl::N_MAX, &[x, zero]),
                    1 => self.code.clamp(y, -LITP_LIMIT, LITP_LIMIT),
                    2 => zero,
                    _ => self.code.math(glsl::N_MAX, &[w, zero]),
                })
            })
            .collect();
        for (cell, value) in Cell::FLAGS.into_iter().zip([x, w]) {
            let holds = self.code.compare(op::F_ORD_GREATER_THAN_EQUAL, value, zero);
            self.registers.write(cell, &[0], &[Lane::scalar(holds)]);
        }
        Computed::Parts(parts)
    }
}
