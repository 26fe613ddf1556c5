//! Executes the instructions that read and write vectors without affecting control flow.

use glassbox_pica::register::Index;

use crate::number::{Arithmetic, compare, evaluate, litp, truncate};
use crate::operation::{Action, Compute, Operand};
use crate::state::{State, WRITABLE};

/// Operands and result of a vector instruction.
#[derive(Default)]
pub(super) struct Vector {
    pub(super) sources: [[f32; 4]; 3],
    /// Value of the index register used, if any.
    pub(super) index: Option<i32>,
    pub(super) result: Option<[f32; 4]>,
}

/// All bits set in the components of each mask.
pub(super) const MASKS: [[u32; 4]; 16] = {
    let mut masks = [[0; 4]; 16];
    let mut mask = 0;
    while mask < 16 {
        let mut component = 0;
        while component < 4 {
            if mask & (8 >> component) != 0 {
                masks[mask][component] = u32::MAX;
            }
            component += 1;
        }
        mask += 1;
    }
    masks
};

/// Runs a vector instruction; others have no effect.
#[inline(never)]
pub(super) fn execute<A: Arithmetic>(state: &mut State, action: &Action) -> Vector {
    let mut done = Vector::default();
    match action {
        Action::Compute { compute, destination, mask, sources, count } => {
            let [a, b, c] = sources;
            done.sources[0] = read::<A>(state, a, &mut done.index);
            if *count > 1 {
                done.sources[1] = read::<A>(state, b, &mut done.index);
            }
            if *count > 2 {
                done.sources[2] = read::<A>(state, c, &mut done.index);
            }
            let result = evaluate::<A>(*compute, &done.sources);
            if *compute == Compute::Litp {
                state.flags = litp::<A>(done.sources[0]).1;
            }
            let register = &mut state.registers.0[usize::from(destination.0) % WRITABLE];
            let mask = MASKS[usize::from(mask.0 % 16)];
            for ((place, value), mask) in register.iter_mut().zip(result).zip(mask) {
                *place = f32::from_bits(value.to_bits() & mask | place.to_bits() & !mask);
            }
            done.result = Some(result);
        }
        Action::Address { mask, source } => {
            let value = read::<A>(state, source, &mut done.index);
            for (component, address) in state.address.iter_mut().enumerate() {
                if mask.contains(component as u8) {
                    *address = truncate(value[component]);
                }
            }
            done.sources[0] = value;
        }
        Action::Compare { operators: [x, y], sources: [a, b] } => {
            let a = read::<A>(state, a, &mut done.index);
            let b = read::<A>(state, b, &mut done.index);
            done.sources = [a, b, [0.0; 4]];
            state.flags = [compare(*x, a[0], b[0]), compare(*y, a[1], b[1])];
        }
        _ => {}
    }
    done
}

/// Value of an operand, and of its index register.
#[inline(always)]
fn read<A: Arithmetic>(state: &State, operand: &Operand, index: &mut Option<i32>) -> [f32; 4] {
    let value = match operand.register.as_uniform() {
        None => state.source(operand.register),
        Some(base) => {
            let offset = match operand.index {
                Index::None => None,
                Index::AddressX => Some(state.address[0]),
                Index::AddressY => Some(state.address[1]),
                Index::Loop => Some(state.control.counter),
            };
            *index = offset.or(*index);
            uniform(state, base, offset.unwrap_or(0))
        }
    };
    let selected = operand.swizzle.map(|component| value[usize::from(component & 3)]);
    if operand.negate { selected.map(A::negate) } else { selected }
}

/// Value of the uniform at register `base` plus an index.
#[inline]
pub(super) fn uniform(state: &State, base: u8, index: i32) -> &[f32; 4] {
    state.uniforms().get(uniform_address(base, index)).unwrap_or(&[1.0; 4])
}

/// Uniform at register `base` plus an index; from 96 on there is no register, and the operand is
/// (1, 1, 1, 1).
///
/// Source: PICA200 brief, section 5.4.
#[inline]
#[must_use]
pub fn uniform_address(base: u8, index: i32) -> usize {
    let offset = if (-128..=127).contains(&index) { index } else { 0 };
    ((i32::from(base) + offset) & 0x7F) as usize
}
