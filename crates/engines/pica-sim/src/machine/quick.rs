//! Vector instructions as programs mostly have them, for runs that nobody watches.
//!
//! What is not done here is left to [`vector::execute`](super::vector::execute), with nothing changed. Each result is written
//! where it is computed: one common place would have to pass it through memory, component by component.

use glassbox_pica::register::Index;

use super::vector::{MASKS, uniform};
use crate::number::Quick;
use crate::operation::{Action, Compute, Form, Operand};
use crate::state::{REGISTERS, State};

/// Runs an instruction; false when it has to be run elsewhere.
#[inline(always)]
pub(super) fn execute<A: Quick>(state: &mut State, action: &Action) -> bool {
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
    let a = read::<A>(state, &sources[0]);
    let b = read::<A>(state, &sources[1]);
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
    let term = |lane: usize| A::term(A::widen(a[lane]), A::widen(b[lane]));
    let three = || A::partial(A::partial(A::first(term(0)), term(1)), term(2));
    match compute {
        Compute::Add => each(state, |a, b| A::narrow(A::sum(A::widen(a), A::widen(b)))),
        Compute::Mul => each(state, |a, b| A::narrow(A::product(A::widen(a), A::widen(b)))),
        Compute::Max => each(state, |a, b| if a > b { a } else { b }),
        Compute::Min => each(state, |a, b| if a < b { a } else { b }),
        Compute::Sge => each(state, A::sge),
        Compute::Slt => each(state, A::slt),
        Compute::Mov => write(state, a),
        Compute::Mad => {
            let c = read::<A>(state, &sources[2]);
            write(
                state,
                std::array::from_fn(|lane| A::narrow(A::sum(product(lane), A::widen(c[lane])))),
            )
        }
        Compute::Dp3 => same(state, three()),
        Compute::Dp4 => same(state, A::partial(three(), term(3))),
        Compute::Dph => same(state, A::sum(three(), A::widen(b[3]))),
        Compute::Ex2 => write(state, [A::ex2(a[0]); 4]),
        Compute::Lg2 => write(state, [A::lg2(a[0]); 4]),
        Compute::Rcp => same(state, A::reciprocal(A::widen(a[0]))),
        Compute::Rsq => same(state, A::reciprocal_root(A::widen(a[0]))),
        _ => false,
    }
}

/// The value of an operand.
#[inline(always)]
fn read<A: Quick>(state: &State, operand: &Operand) -> [f32; 4] {
    let number = usize::from(operand.register.0) % REGISTERS;
    let register = &state.registers[number];
    let negated = |value: [f32; 4]| {
        if operand.negate {
            value.map(A::negate)
        } else {
            value
        }
    };
    match operand.form {
        Form::Plain => *register,
        Form::Splat => negated([register[usize::from(operand.swizzle[0] & 3)]; 4]),
        Form::Other => {
            let value = match operand.index {
                Index::None => register,
                index => indexed(state, index, operand.register.as_uniform().unwrap_or(0)),
            };
            negated(operand.swizzle.map(|component| value[usize::from(component & 3)]))
        }
    }
}

#[inline(never)]
fn indexed(state: &State, index: Index, base: u8) -> &[f32; 4] {
    let index = match index {
        Index::None => 0,
        Index::AddressX => state.address[0],
        Index::AddressY => state.address[1],
        Index::Loop => state.control.counter,
    };
    uniform(state, base, index)
}
