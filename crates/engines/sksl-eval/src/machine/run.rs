//! The loop over instructions, and the scalars that are known before it.

use super::file::File;
use super::{Exhausted, Lanes, Runner};
use crate::emit::{Assembly, Derived, Instruction, Operand};
use crate::number::{curve, float, integer, pack};
use crate::op::{Op, operations};

/// The scalars of a program, from the values of its uniforms.
pub(super) fn scalars(assembly: &Assembly, uniforms: &[u32]) -> Vec<u32> {
    let mut scalars = assembly.constants.clone();
    for &derived in &assembly.derived {
        let scalar = |place: u32| scalars.get(place as usize).copied().unwrap_or(0);
        let value = match derived {
            Derived::Uniform(place) => uniforms.get(place as usize).copied().unwrap_or(0),
            Derived::Op(op, operands) => op.of(operands.map(scalar)),
            Derived::Gather(index, list) => {
                let list = assembly.lists.get(list as usize).map_or(&[][..], |list| list);
                let last = list.len().saturating_sub(1);
                match list.get((scalar(index) as usize).min(last)) {
                    Some(&Operand::Scalar(place)) => scalar(place),
                    _ => 0,
                }
            }
        };
        scalars.push(value);
    }
    scalars
}

macro_rules! dispatch {
    (
        unary { $($unary:ident $unary_cost:literal $unary_function:path;)* }
        plain binary { $($plain:ident $plain_cost:literal $plain_function:path;)* }
        binary { $($binary:ident $binary_cost:literal $binary_function:path;)* }
        plain ternary { $($ternary:ident $ternary_cost:literal $ternary_function:path;)* }
    ) => {
        fn operate(file: &mut File<'_>, op: Op, to: u32, operands: [Operand; 3]) {
            let [a, b, _] = operands;
            match op {
                $(Op::$unary => file.unary(to, a, |a| $unary_function(a)),)*
                $(Op::$plain => file.plain_binary(to, a, b, |a, b| $plain_function(a, b)),)*
                $(Op::$binary => file.binary(to, a, b, |a, b| $binary_function(a, b)),)*
                $(Op::$ternary => file.plain_ternary(to, operands, |a, b, c| $ternary_function(a, b, c)),)*
            }
        }
    };
}
operations!(dispatch);

impl Runner<'_> {
    /// Runs all instructions.
    pub(super) fn execute(&mut self, lanes: &Lanes) -> Result<(), Exhausted> {
        let code = self.code;
        let instructions = &code.assembly.instructions[..];
        let mut next = 0;
        while let Some(instruction) = instructions.get(next) {
            next += 1;
            let mut file = File { rows: &mut self.file, scalars: &self.scalars };
            match *instruction {
                Instruction::Op { op, to, operands } => operate(&mut file, op, to, operands),
                Instruction::Move { to, from } => file.copy(to, from),
                Instruction::Update { to, mask, is_inverted, from } => {
                    file.update(to, mask, is_inverted, from)
                }
                Instruction::Gather { to, index, list } => {
                    if let Some(list) = code.assembly.lists.get(list as usize) {
                        file.gather(to, index, list);
                    }
                }
                Instruction::Difference { to, axis, of } => file.difference(to, axis, of),
                Instruction::Call { to, call } => self.call(to, call, lanes)?,
                Instruction::Skip { condition, is_inverted, mask, target } => {
                    if !file.any(condition, is_inverted, mask) {
                        next = target as usize;
                    }
                }
                Instruction::Repeat { target } => {
                    self.steps += 1;
                    if self.steps > code.step_limit {
                        return Err(Exhausted);
                    }
                    next = target as usize;
                }
            }
        }
        Ok(())
    }
}
