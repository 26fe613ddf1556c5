//! Registers: as few as values that are needed at one time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Assembly, Instruction, Operand};

/// The instructions between which a register is needed, both included.
#[derive(Clone, Copy)]
struct Life {
    first: u32,
    last: u32,
}

/// Gives values that are never needed at the same time the same register. An instruction never writes to a register that
/// it reads from.
pub(super) fn allocate(mut assembly: Assembly) -> Assembly {
    let mut lives: Vec<Option<Life>> = vec![None; assembly.registers as usize];
    let mut touch = |register: u32, at: u32| {
        let Some(life) = lives.get_mut(register as usize) else {
            return;
        };
        match life {
            Some(life) => life.last = life.last.max(at),
            None => *life = Some(Life { first: at, last: at }),
        }
    };
    let end = assembly.instructions.len() as u32 + 1;
    for &(_, register) in &assembly.inputs {
        touch(register, 0);
    }
    let mut loops = Vec::new();
    for (index, instruction) in (1u32..).zip(&assembly.instructions) {
        each_register(instruction, &assembly, |register| touch(register, index));
        if let Instruction::Repeat { target } = instruction {
            loops.push((target + 1, index));
        }
    }
    for operand in assembly.output {
        if let Operand::Register(register) = operand {
            touch(register, end);
        }
    }
    // What is known before a loop and needed in it is needed until its last pass ends.
    let loops = Loops::new(loops, end);
    for life in lives.iter_mut().flatten() {
        life.last = loops.last(*life);
    }
    let (places, count) = settle(&lives);
    let place = |register: u32| places.get(register as usize).copied().unwrap_or(0);
    rename(&mut assembly, place);
    assembly.registers = count;
    assembly
}

/// The loops, each inside of the one around it or beside it.
struct Loops {
    /// Where each begins and ends, and the number of the one around it.
    items: Vec<(u32, u32, Option<usize>)>,
    /// The innermost loop of each instruction.
    innermost: Vec<Option<usize>>,
}

impl Loops {
    fn new(mut loops: Vec<(u32, u32)>, end: u32) -> Loops {
        // Those that begin first come first, and the outer one of two that begin together.
        loops.sort_by_key(|&(top, bottom)| (top, std::cmp::Reverse(bottom)));
        let mut innermost: Vec<Option<usize>> = vec![None; end as usize + 1];
        let mut items = Vec::with_capacity(loops.len());
        for (number, (top, bottom)) in loops.into_iter().enumerate() {
            let around = innermost.get(top as usize).copied().flatten();
            items.push((top, bottom, around));
            if let Some(inside) = innermost.get_mut(top as usize..=bottom as usize) {
                inside.fill(Some(number));
            }
        }
        Loops { items, innermost }
    }

    /// Where a life ends, the passes of loops counted.
    fn last(&self, life: Life) -> u32 {
        let mut last = life.last;
        let mut open = self.innermost.get(last as usize).copied().flatten();
        while let Some(&(top, bottom, around)) = open.and_then(|number| self.items.get(number)) {
            if life.first < top {
                last = bottom;
            }
            open = around;
        }
        last
    }
}

/// A place for each register that lives.
fn settle(lives: &[Option<Life>]) -> (Vec<u32>, u32) {
    let mut order: Vec<(Life, usize)> =
        lives.iter().enumerate().filter_map(|(register, life)| life.map(|life| (life, register))).collect();
    order.sort_by_key(|(life, register)| (life.first, *register));
    let mut places = vec![0; lives.len()];
    let mut free: Vec<u32> = Vec::new();
    let mut busy: BinaryHeap<Reverse<(u32, u32)>> = BinaryHeap::new();
    let mut count = 0;
    for (life, register) in order {
        while let Some(&Reverse((last, place))) = busy.peek()
            && last < life.first
        {
            busy.pop();
            free.push(place);
        }
        let place = free.pop().unwrap_or_else(|| {
            count += 1;
            count - 1
        });
        places[register] = place;
        busy.push(Reverse((life.last, place)));
    }
    (places, count)
}

/// Calls a function for every register that an instruction touches.
fn each_register(instruction: &Instruction, assembly: &Assembly, mut touch: impl FnMut(u32)) {
    let mut operand = |operand: &Operand| {
        if let Operand::Register(register) = operand {
            touch(*register);
        }
    };
    match instruction {
        Instruction::Op { op, operands, .. } => operands[..op.arity()].iter().for_each(&mut operand),
        Instruction::Move { from, .. } => operand(from),
        Instruction::Update { mask, from, .. } => [mask, from].into_iter().for_each(&mut operand),
        Instruction::Gather { index, list, .. } => {
            operand(index);
            assembly.lists[*list as usize].iter().for_each(&mut operand);
        }
        Instruction::Difference { of, .. } => operand(of),
        Instruction::Call { call, .. } => {
            assembly.calls[*call as usize].arguments.iter().for_each(&mut operand);
        }
        Instruction::Skip { condition, mask, .. } => {
            operand(condition);
            mask.iter().for_each(&mut operand);
        }
        Instruction::Repeat { .. } => {}
    }
    match instruction {
        Instruction::Op { to, .. }
        | Instruction::Move { to, .. }
        | Instruction::Update { to, .. }
        | Instruction::Gather { to, .. }
        | Instruction::Difference { to, .. } => touch(*to),
        Instruction::Call { to, .. } => to.iter().for_each(|&to| touch(to)),
        Instruction::Skip { .. } | Instruction::Repeat { .. } => {}
    }
}

fn rename(assembly: &mut Assembly, place: impl Fn(u32) -> u32) {
    let operand = |operand: &mut Operand| {
        if let Operand::Register(register) = operand {
            *register = place(*register);
        }
    };
    for instruction in &mut assembly.instructions {
        match instruction {
            Instruction::Op { to, operands, .. } => {
                *to = place(*to);
                operands.iter_mut().for_each(operand);
            }
            Instruction::Move { to, from } => {
                *to = place(*to);
                operand(from);
            }
            Instruction::Update { to, mask, from, .. } => {
                *to = place(*to);
                operand(mask);
                operand(from);
            }
            Instruction::Gather { to, index, .. } => {
                *to = place(*to);
                operand(index);
            }
            Instruction::Difference { to, of, .. } => {
                *to = place(*to);
                operand(of);
            }
            Instruction::Call { to, .. } => *to = to.map(&place),
            Instruction::Skip { condition, mask, .. } => {
                operand(condition);
                mask.iter_mut().for_each(operand);
            }
            Instruction::Repeat { .. } => {}
        }
    }
    let lists = assembly.lists.iter_mut().flatten();
    lists.for_each(operand);
    let arguments = assembly.calls.iter_mut().flat_map(|call| &mut call.arguments);
    arguments.for_each(operand);
    assembly.output.iter_mut().for_each(operand);
    for (_, register) in &mut assembly.inputs {
        *register = place(*register);
    }
}
