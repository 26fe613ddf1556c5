//! Vector instructions as programs mostly have them, for runs that nobody watches.
//!
//! What is not done here is left to [`vector::execute`](super::vector::execute), with nothing changed. Each result is written
//! where it is computed: one common place would have to pass it through memory, component by component.

use glassbox_pica::register::Index;

use super::vector::{MASKS, uniform_address};
use crate::number::Quick;
use crate::operation::{Action, Compute, Operand};
use crate::state::{REGISTERS, State};
use crate::uniforms::Uniforms;

/// Runs an instruction; false when it has to be run elsewhere.
#[inline(always)]
pub(super) fn execute<A: Quick>(state: &mut State, uniforms: &Uniforms, action: &Action) -> bool {
    let Action::Compute {
        compute,
        destination,
        mask,
        sources,
        ..
    } = action
    else {
        return false;
    };
    let a = read::<A>(state, uniforms, &sources[0]);
    let b = read::<A>(state, uniforms, &sources[1]);
    let number = usize::from(destination.0 % 16);
    let place = |state: &mut State, result: [f32; 4]| {
        let register = match destination.as_output() {
            Some(_) => &mut state.outputs[number],
            None => &mut state.registers[16 + number],
        };
        let mask = MASKS[usize::from(mask.0 % 16)];
        *register = std::array::from_fn(|lane| {
            let (new, old) = (result[lane].to_bits(), register[lane].to_bits());
            f32::from_bits(new & mask[lane] | old & !mask[lane])
        });
    };
    let write = |state: &mut State, result: [f32; 4]| {
        let known = !result.iter().fold(false, |nan, value| nan | value.is_nan());
        if known {
            place(state, result);
        }
        known
    };
    let same = |state: &mut State, result: A::Wide| {
        let result = A::narrow(result);
        let known = !result.is_nan();
        if known {
            place(state, [result; 4]);
        }
        known
    };
    let each = |state: &mut State, function: fn(f32, f32) -> f32| {
        write(state, std::array::from_fn(|lane| function(a[lane], b[lane])))
    };
    let product = |lane: usize| A::product(A::widen(a[lane]), A::widen(b[lane]));
    match compute {
        Compute::Add => each(state, |a, b| A::narrow(A::sum(A::widen(a), A::widen(b)))),
        Compute::Mul => each(state, |a, b| A::narrow(A::product(A::widen(a), A::widen(b)))),
        Compute::Max => each(state, |a, b| if a > b { a } else { b }),
        Compute::Min => each(state, |a, b| if a < b { a } else { b }),
        Compute::Sge => each(state, A::sge),
        Compute::Slt => each(state, A::slt),
        Compute::Mov => write(state, a),
        Compute::Mad => {
            let c = read::<A>(state, uniforms, &sources[2]);
            write(
                state,
                std::array::from_fn(|lane| A::narrow(A::sum(product(lane), A::widen(c[lane])))),
            )
        }
        Compute::Dp3 => {
            let sum = A::sum(A::first(product(0)), product(1));
            same(state, A::sum(sum, product(2)))
        }
        Compute::Dp4 | Compute::Dph => {
            let sum = A::sum(A::first(product(0)), product(1));
            let sum = A::sum(sum, product(2));
            let fourth = match compute {
                Compute::Dp4 => product(3),
                _ => A::widen(b[3]),
            };
            same(state, A::sum(sum, fourth))
        }
        Compute::Rcp => same(state, A::reciprocal(A::widen(a[0]))),
        Compute::Rsq => same(state, A::reciprocal_root(A::widen(a[0]))),
        _ => false,
    }
}

/// The value of an operand.
#[inline(always)]
fn read<A: Quick>(state: &State, uniforms: &Uniforms, operand: &Operand) -> [f32; 4] {
    let value = match operand.register.as_uniform() {
        None => &state.registers[usize::from(operand.register.0) % REGISTERS],
        Some(base) if operand.index == Index::None => {
            uniforms.float.get(usize::from(base)).unwrap_or(&[1.0; 4])
        }
        Some(base) => indexed(state, uniforms, operand.index, base),
    };
    // Most operands are taken as they are.
    let selected = if operand.swizzle == [0, 1, 2, 3] {
        *value
    } else {
        operand.swizzle.map(|component| value[usize::from(component & 3)])
    };
    if operand.negate {
        selected.map(A::negate)
    } else {
        selected
    }
}

#[inline(never)]
fn indexed<'u>(state: &State, uniforms: &'u Uniforms, index: Index, base: u8) -> &'u [f32; 4] {
    let index = match index {
        Index::None => 0,
        Index::AddressX => state.address[0],
        Index::AddressY => state.address[1],
        Index::Loop => state.control.counter,
    };
    uniforms
        .float
        .get(uniform_address(base, index))
        .unwrap_or(&[1.0; 4])
}
