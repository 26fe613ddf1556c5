//! Operations on the bits of numbers, as the hardware does them.

use glassbox_pica::opcode::Opcode;
use glassbox_pica::register::Comparison;
use glassbox_spirv::build::Id;

use crate::float24::{Float24, ONE};
use crate::machine::Machine;
use crate::registers::{Cell, Lane, lane_value};
use crate::words::{Computed, Operand};

impl Machine<'_> {
    pub(crate) fn exact(&mut self, opcode: Opcode, components: &[u8], operands: &[Operand]) -> Computed {
        let Some(library) = self.float24 else { return Computed::Parts(Vec::new()) };
        match opcode {
            Opcode::ADD => self.each(library.add, components, operands),
            Opcode::MUL => self.each(library.mul, components, operands),
            Opcode::MAD | Opcode::MADI => self.each(library.mad, components, operands),
            Opcode::SGE | Opcode::SGEI => self.each(library.sge, components, operands),
            Opcode::SLT | Opcode::SLTI => self.each(library.slt, components, operands),
            Opcode::MAX => self.each(library.max, components, operands),
            Opcode::MIN => self.each(library.min, components, operands),
            Opcode::FLR => self.each(library.floor, components, operands),
            Opcode::DP3 => self.of_vectors(library.dp3, operands),
            Opcode::DP4 => self.of_vectors(library.dp4, operands),
            Opcode::DPH | Opcode::DPHI => self.of_vectors(library.dph, operands),
            Opcode::EX2 => self.of_first(library.ex2, operands),
            Opcode::LG2 => self.of_first(library.lg2, operands),
            Opcode::RCP => self.of_first(library.rcp, operands),
            Opcode::RSQ => self.of_first(library.rsq, operands),
            Opcode::DST | Opcode::DSTI => self.exact_distance(library, components, operands),
            Opcode::LITP => self.exact_light(library, components, &operands[0]),
            // A register never holds another NaN than the one that MOV makes of all.
            _ if !operands[0].selection.negate => Computed::Parts(self.lanes(&operands[0], components)),
            _ => self.each(library.copy, components, &operands[..1]),
        }
    }

    /// Some components of an operand, each by itself.
    fn parts_of(&mut self, operand: &Operand, components: &[u8]) -> Vec<Id> {
        let lanes = self.lanes(operand, components);
        lanes
            .into_iter()
            .map(|lane| {
                let value = lane_value(&mut self.code, lane);
                match self.float24 {
                    Some(library) if operand.selection.negate => {
                        self.code.call(library.negate, self.code.types.uint, &[value])
                    }
                    _ => value,
                }
            })
            .collect()
    }

    /// A component of an operand.
    pub(crate) fn part_of(&mut self, operand: &Operand, component: u8) -> Id {
        self.parts_of(operand, &[component])[0]
    }

    /// All components of an operand as a vector.
    fn whole(&mut self, operand: &Operand) -> Id {
        let lanes = self.lanes(operand, &[0, 1, 2, 3]);
        if !operand.selection.negate {
            return crate::registers::assemble(&mut self.code, &lanes);
        }
        let parts = self.parts_of(operand, &[0, 1, 2, 3]);
        self.code.construct(self.code.types.uint4, &parts)
    }

    fn call(&mut self, function: Id, arguments: &[Id]) -> Id {
        self.code.call(function, self.code.types.uint, arguments)
    }

    /// A function of the same component of each operand.
    fn each(&mut self, function: Id, components: &[u8], operands: &[Operand]) -> Computed {
        let columns: Vec<Vec<Id>> =
            operands.iter().map(|operand| self.parts_of(operand, components)).collect();
        let parts = (0..components.len()).map(|lane| {
            let arguments: Vec<Id> = columns.iter().map(|column| column[lane]).collect();
            Lane::scalar(self.call(function, &arguments))
        });
        Computed::Parts(parts.collect())
    }

    /// A function of the first component.
    fn of_first(&mut self, function: Id, operands: &[Operand]) -> Computed {
        let value = self.part_of(&operands[0], 0);
        Computed::Scalar(self.call(function, &[value]))
    }

    /// A function of two vectors.
    fn of_vectors(&mut self, function: Id, operands: &[Operand]) -> Computed {
        let second = operands.get(1).copied().unwrap_or(operands[0]);
        let arguments = [self.whole(&operands[0]), self.whole(&second)];
        Computed::Scalar(self.call(function, &arguments))
    }

    /// DST.
    fn exact_distance(&mut self, library: Float24, components: &[u8], operands: &[Operand]) -> Computed {
        let (first, second) = (operands[0], operands.get(1).copied().unwrap_or(operands[0]));
        let parts = components.iter().map(|component| {
            Lane::scalar(match component {
                0 => self.code.uint(ONE),
                1 => {
                    let factors = [self.part_of(&first, 1), self.part_of(&second, 1)];
                    self.call(library.mul, &factors)
                }
                2 => self.flushed(library, &first, 2),
                _ => self.flushed(library, &second, 3),
            })
        });
        Computed::Parts(parts.collect())
    }

    fn flushed(&mut self, library: Float24, operand: &Operand, component: u8) -> Id {
        let value = self.part_of(operand, component);
        let value = self.call(library.operand, &[value]);
        self.call(library.copy, &[value])
    }

    /// LITP.
    fn exact_light(&mut self, library: Float24, components: &[u8], operand: &Operand) -> Computed {
        let value = self.whole(operand);
        let (bool, uint4) = (self.code.types.bool, self.code.types.uint4);
        let result = self.code.call(library.litp, uint4, &[value]);
        for (cell, component) in Cell::FLAGS.into_iter().zip([0, 3]) {
            let number = self.code.part(value, component);
            let number = self.call(library.operand, &[number]);
            let zero = self.code.uint(0);
            let holds = self.code.call(library.less_equal, bool, &[zero, number]);
            self.registers.write(cell, &[0], &[Lane::scalar(holds)]);
        }
        let lanes =
            components.iter().map(|&component| Lane { value: result, component: Some(u32::from(component)) });
        Computed::Parts(lanes.collect())
    }

    pub(crate) fn exact_comparison(&mut self, operator: Comparison, a: Id, b: Id) -> Id {
        let Some(library) = self.float24 else { return a };
        let (function, arguments) = match operator {
            Comparison::EQ | Comparison::NE => (library.equal, [a, b]),
            Comparison::LT => (library.less, [a, b]),
            Comparison::LE => (library.less_equal, [a, b]),
            Comparison::GT => (library.less, [b, a]),
            _ => (library.less_equal, [b, a]),
        };
        let value = self.code.call(function, self.code.types.bool, &arguments);
        if operator == Comparison::NE { self.code.not(value) } else { value }
    }
}
