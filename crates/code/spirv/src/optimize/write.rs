//! Writes [`Code`] as words, with ids renumbered in definition order.

use super::code::{Code, Id, InstructionIndex, Operand};
use super::opcode as op;

/// The module; `None` if a used id is no longer defined or an instruction has become too long.
pub(super) fn write(code: &Code) -> Option<Vec<u32>> {
    let mut numbers: Vec<Id> = vec![0; code.bound()];
    let mut count: Id = 0;
    let mut define = |id: Id| {
        if id != 0 {
            count += 1;
            numbers[id as usize] = count;
        }
    };
    for at in &code.globals {
        define(code.get(*at).result);
    }
    for function in &code.functions {
        for at in &function.head {
            define(code.get(*at).result);
        }
        for block in &function.blocks {
            define(block.label);
            for at in &block.body {
                define(code.get(*at).result);
            }
        }
    }
    let mut words = code.header.to_vec();
    words[3] = count + 1;
    for at in &code.globals {
        write_instruction(code, *at, &numbers, &mut words)?;
    }
    for function in &code.functions {
        for at in &function.head {
            write_instruction(code, *at, &numbers, &mut words)?;
        }
        for block in &function.blocks {
            words.extend([2 << 16 | u32::from(op::LABEL), numbers[block.label as usize]]);
            for at in &block.body {
                write_instruction(code, *at, &numbers, &mut words)?;
            }
        }
        words.push(1 << 16 | u32::from(op::FUNCTION_END));
    }
    Some(words)
}

fn write_instruction(code: &Code, at: InstructionIndex, numbers: &[Id], words: &mut Vec<u32>) -> Option<()> {
    let number = |id: Id| {
        let number = numbers.get(id as usize).copied().unwrap_or(0);
        (number != 0).then_some(number)
    };
    let instruction = code.get(at);
    let start = words.len();
    words.push(0);
    for id in [instruction.ty, instruction.result] {
        if id != 0 {
            words.push(number(id)?);
        }
    }
    for operand in code.tagged_operands(at) {
        words.push(match operand {
            Operand::Id(id) => number(id)?,
            Operand::Literal(word) => word,
        });
    }
    let length = u16::try_from(words.len() - start).ok()?;
    words[start] = u32::from(length) << 16 | u32::from(instruction.opcode);
    Some(())
}
