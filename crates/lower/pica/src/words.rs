//! Words that compute: operands, operations, destinations.
//!
//! An operation is done on the components that its mask names and no others. With the device's floats they are one vector; with
//! exact arithmetic each is a value of its own, for the functions work on single numbers.

use glassbox_pica::descriptor::{Descriptor, Mask, Selection};
use glassbox_pica::instruction::Instruction;
use glassbox_pica::opcode::Opcode;
use glassbox_pica::register::{Combine, Comparison, Condition, Destination, Index, Source};
use glassbox_spirv::build::{Id, op};

use crate::machine::Machine;
use crate::program::indexed;
use crate::registers::{Cell, Lane, assemble};

/// What an operation gives, for the components of the mask in order.
pub(crate) enum Computed {
    /// A vector with as many components as the mask, or a scalar for one.
    Vector(Id),
    /// One value for all.
    Scalar(Id),
    /// A value each.
    Parts(Vec<Lane>),
}

/// A source as it is encoded.
#[derive(Clone, Copy)]
pub(crate) struct Operand {
    register: Source,
    index: Index,
    pub(crate) selection: Selection,
}

impl Machine<'_> {
    /// Writes what a word does, but for the flow of control.
    pub(crate) fn word(&mut self, word: u16) {
        self.at(word);
        match self.program.instruction(word) {
            Instruction::Unary { opcode, destination, source, index, descriptor, .. } => {
                let descriptor = self.program.descriptor(descriptor);
                let operands = operands(opcode, &[source], index, &descriptor);
                if opcode == Opcode::MOVA {
                    self.set_address(descriptor.mask, &operands[0]);
                } else {
                    self.compute(opcode, destination, descriptor.mask, &operands);
                }
            }
            Instruction::Binary { opcode, destination, sources, index, descriptor } => {
                let descriptor = self.program.descriptor(descriptor);
                let operands = operands(opcode, &sources, index, &descriptor);
                self.compute(opcode, destination, descriptor.mask, &operands);
            }
            Instruction::Ternary { opcode, destination, sources, index, descriptor } => {
                let descriptor = self.program.descriptor(descriptor);
                let operands = operands(opcode, &sources, index, &descriptor);
                self.compute(opcode, destination, descriptor.mask, &operands);
            }
            Instruction::Compare { operators, sources, index, descriptor } => {
                let descriptor = self.program.descriptor(descriptor);
                let operands = operands(Opcode::CMP, &sources, index, &descriptor);
                self.compare(operators, [operands[0], operands[1]]);
            }
            _ => {}
        }
    }

    fn compute(&mut self, opcode: Opcode, destination: Destination, mask: Mask, operands: &[Operand]) {
        let components: Vec<u8> = (0..4).filter(|&component| mask.contains(component)).collect();
        if components.is_empty() && opcode != Opcode::LITP {
            return;
        }
        let computed = if self.float24.is_some() {
            self.exact(opcode, &components, operands)
        } else {
            self.fast(opcode, &components, operands)
        };
        let cell = match destination.as_output() {
            Some(number) => Cell::output(number),
            None => Cell::temporary(destination.0 & 15),
        };
        let lanes: Vec<Lane> = match computed {
            Computed::Vector(value) if components.len() == 1 => vec![Lane::scalar(value)],
            Computed::Vector(value) => {
                (0..components.len() as u32).map(|lane| Lane { value, component: Some(lane) }).collect()
            }
            Computed::Scalar(value) => vec![Lane::scalar(value); components.len()],
            Computed::Parts(lanes) => lanes,
        };
        self.registers.write(cell, &components, &lanes);
    }

    /// Some components of an operand as its register has them.
    pub(crate) fn lanes(&mut self, operand: &Operand, components: &[u8]) -> Vec<Lane> {
        let components: Vec<u8> =
            components.iter().map(|&component| operand.selection.swizzle.component(component)).collect();
        let of_vector =
            |value: Id| components.iter().map(|&at| Lane { value, component: Some(u32::from(at)) }).collect();
        if let Some(number) = operand.register.as_input() {
            return self.registers.read(&mut self.code, Cell::input(number), &components);
        }
        if let Some(number) = operand.register.as_temporary() {
            return self.registers.read(&mut self.code, Cell::temporary(number), &components);
        }
        let number = operand.register.as_uniform().unwrap_or(0);
        let offset = match operand.index {
            Index::None => return of_vector(self.uniform(number)),
            Index::AddressX => Cell::ADDRESS[0],
            Index::AddressY => Cell::ADDRESS[1],
            Index::Loop => Cell::COUNTER,
        };
        let offset = self.registers.scalar(&mut self.code, offset);
        of_vector(self.relative(number, offset))
    }

    /// Some components of an operand, as a vector or a scalar (the device's floats).
    pub(crate) fn vector_of(&mut self, operand: &Operand, components: &[u8]) -> Id {
        let lanes = self.lanes(operand, components);
        let value = assemble(&mut self.code, &lanes);
        if operand.selection.negate { self.code.same(op::F_NEGATE, &[value]) } else { value }
    }

    /// MOVA. The operand may be read through the registers that are written, so both values come first.
    fn set_address(&mut self, mask: Mask, operand: &Operand) {
        let int = self.code.types.int;
        let written = [0u8, 1].map(|component| {
            mask.contains(component).then(|| match self.float24 {
                Some(library) => {
                    let value = self.part_of(operand, component);
                    self.code.call(library.truncate, int, &[value])
                }
                None => {
                    // Beyond -128 and 127 no index has a meaning, and beyond the integers no conversion.
                    let value = self.vector_of(operand, &[component]);
                    let value = self.code.clamp(value, -256.0, 256.0);
                    self.code.b.value(op::CONVERT_F_TO_S, int, &[value])
                }
            })
        });
        for (cell, value) in Cell::ADDRESS.into_iter().zip(written) {
            if let Some(value) = value {
                self.registers.write(cell, &[0], &[Lane::scalar(value)]);
            }
        }
    }

    /// CMP.
    fn compare(&mut self, operators: [Comparison; 2], operands: [Operand; 2]) {
        let mut flags = Vec::new();
        for (component, operator) in (0..2u8).zip(operators) {
            let [a, b] = operands.map(|operand| match self.float24 {
                Some(_) => self.part_of(&operand, component),
                None => self.vector_of(&operand, &[component]),
            });
            let flag = match (self.float24.is_some(), fast_operator(operator)) {
                (_, None) => self.code.bool(true),
                (true, _) => self.exact_comparison(operator, a, b),
                (false, Some(opcode)) => self.code.compare(opcode, a, b),
            };
            flags.push(flag);
        }
        for (cell, flag) in Cell::FLAGS.into_iter().zip(flags) {
            self.registers.write(cell, &[0], &[Lane::scalar(flag)]);
        }
    }

    /// A condition on the flags.
    pub(crate) fn condition(&mut self, condition: Condition) -> Id {
        let mut side = |flag: usize, reference: bool| {
            let value = self.registers.scalar(&mut self.code, Cell::FLAGS[flag]);
            if reference { value } else { self.code.not(value) }
        };
        match condition.combine {
            Combine::X => side(0, condition.x),
            Combine::Y => side(1, condition.y),
            Combine::Or | Combine::And => {
                let (x, y) = (side(0, condition.x), side(1, condition.y));
                if condition.combine == Combine::Or { self.code.either(x, y) } else { self.code.both(x, y) }
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

fn fast_operator(operator: Comparison) -> Option<u16> {
    Some(match operator {
        Comparison::EQ => op::F_ORD_EQUAL,
        Comparison::NE => op::F_UNORD_NOT_EQUAL,
        Comparison::LT => op::F_ORD_LESS_THAN,
        Comparison::LE => op::F_ORD_LESS_THAN_EQUAL,
        Comparison::GT => op::F_ORD_GREATER_THAN,
        Comparison::GE => op::F_ORD_GREATER_THAN_EQUAL,
        _ => return None,
    })
}
