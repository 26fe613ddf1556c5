//! Fast paths for common vector instructions, in runs without an observer.
//!
//! Everything else is left to [`vector::execute`](super::vector::execute), with the state
//! unchanged. Each result is written where it is computed: a common exit would pass it through
//! memory, component by component. Operands are also read there, so that no instruction reads
//! unused ones.

use glassbox_pica::descriptor::Mask;
use glassbox_pica::register::{Destination, Index};

use super::vector::{MASKS, uniform};
use crate::number::Quick;
use crate::operation::{Action, Compute, Form, Operand};
use crate::state::{REGISTERS, State, WRITABLE};

/// Runs an instruction; false if it has to be run elsewhere.
#[inline(always)]
pub(super) fn execute<A: Quick>(state: &mut State, action: &Action) -> bool {
    let Action::Compute { compute, destination, mask, sources, .. } = action else {
        return false;
    };
    let run = Run { state, destination: *destination, mask: *mask, sources };
    match compute {
        Compute::Add => run.each::<A>(|a, b| A::narrow(A::sum(A::widen(a), A::widen(b)))),
        Compute::Mul => run.each::<A>(|a, b| A::narrow(A::product(A::widen(a), A::widen(b)))),
        Compute::Max => run.each::<A>(|a, b| if a > b { a } else { b }),
        Compute::Min => run.each::<A>(|a, b| if a < b { a } else { b }),
        Compute::Sge => run.each::<A>(A::sge),
        Compute::Slt => run.each::<A>(A::slt),
        Compute::Mad => {
            let c = run.operand::<A>(2);
            run.indexed_each::<A>(|lane, a, b| {
                let product = A::product(A::widen(a), A::widen(b));
                A::narrow(A::sum(product, A::widen(c[lane])))
            })
        }
        Compute::Mov => {
            let a = run.operand::<A>(0);
            run.write(a)
        }
        Compute::Dp3 => {
            let (three, ..) = run.three::<A>();
            run.same::<A>(three)
        }
        Compute::Dp4 => {
            let (three, a, b) = run.three::<A>();
            run.same::<A>(A::partial(three, A::term(A::widen(a), A::widen(b))))
        }
        Compute::Dph => {
            let (three, _, b) = run.three::<A>();
            run.same::<A>(A::sum(three, A::widen(b)))
        }
        Compute::Ex2 => {
            let a = run.scalar::<A>();
            run.same_value(A::ex2(a))
        }
        Compute::Lg2 => {
            let a = run.scalar::<A>();
            run.same_value(A::lg2(a))
        }
        Compute::Rcp => {
            let a = run.scalar::<A>();
            run.same::<A>(A::reciprocal(A::widen(a)))
        }
        Compute::Rsq => {
            let a = run.scalar::<A>();
            run.same::<A>(A::reciprocal_root(A::widen(a)))
        }
        Compute::Dst | Compute::Floor | Compute::Litp => false,
    }
}

/// Instruction being run. Functions that write return whether the result was known.
struct Run<'s> {
    state: &'s mut State,
    destination: Destination,
    mask: Mask,
    sources: &'s [Operand; 3],
}

impl Run<'_> {
    #[inline(always)]
    fn operand<A: Quick>(&self, number: usize) -> [f32; 4] {
        read::<A>(self.state, &self.sources[number])
    }

    /// First component of the first operand.
    #[inline(always)]
    fn scalar<A: Quick>(&self) -> f32 {
        self.operand::<A>(0)[0]
    }

    /// Sum of the first three products, and the factors of the fourth.
    #[inline(always)]
    fn three<A: Quick>(&self) -> (A::Wide, f32, f32) {
        let (a, b) = (self.operand::<A>(0), self.operand::<A>(1));
        let term = |lane: usize| A::term(A::widen(a[lane]), A::widen(b[lane]));
        let three = A::partial(A::partial(A::first(term(0)), term(1)), term(2));
        (three, a[3], b[3])
    }

    #[inline(always)]
    fn each<A: Quick>(self, function: impl Fn(f32, f32) -> f32) -> bool {
        self.indexed_each::<A>(|_, a, b| function(a, b))
    }

    #[inline(always)]
    fn indexed_each<A: Quick>(self, function: impl Fn(usize, f32, f32) -> f32) -> bool {
        let (a, b) = (self.operand::<A>(0), self.operand::<A>(1));
        self.write(std::array::from_fn(|lane| function(lane, a[lane], b[lane])))
    }

    #[inline(always)]
    fn write(self, result: [f32; 4]) -> bool {
        // `is_nan` would become a chain of scalar comparisons.
        let nan = |value: f32| (value.to_bits() & 0x7FFF_FFFF) as i32 > 0x7F80_0000;
        let known = !result.iter().fold(false, |any, &value| any | nan(value));
        if known {
            self.place(result);
        }
        known
    }

    #[inline(always)]
    fn same<A: Quick>(self, result: A::Wide) -> bool {
        self.same_value(A::narrow(result))
    }

    #[inline(always)]
    fn same_value(self, result: f32) -> bool {
        let known = !result.is_nan();
        if known {
            self.place([result; 4]);
        }
        known
    }

    #[inline(always)]
    fn place(self, result: [f32; 4]) {
        let register = &mut self.state.registers.0[usize::from(self.destination.0) % WRITABLE];
        let mask = MASKS[usize::from(self.mask.0 % 16)];
        *register = std::array::from_fn(|lane| {
            let (new, old) = (result[lane].to_bits(), register[lane].to_bits());
            f32::from_bits(new & mask[lane] | old & !mask[lane])
        });
    }
}

/// Value of an operand.
#[inline(always)]
fn read<A: Quick>(state: &State, operand: &Operand) -> [f32; 4] {
    let form = usize::from(operand.form.0);
    if let Some(register) = state.registers.0.get(form) {
        return *register;
    }
    if let Some(component) = state.registers.0.as_flattened().get(form - REGISTERS) {
        return [*component; 4];
    }
    let value = match operand.index {
        Index::None => state.source(operand.register),
        index => indexed(state, index, operand.register.as_uniform().unwrap_or(0)),
    };
    if operand.form == Form::NEGATED {
        return value.map(A::negate);
    }
    let selected = operand.swizzle.map(|component| value[usize::from(component & 3)]);
    if operand.negate { selected.map(A::negate) } else { selected }
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
