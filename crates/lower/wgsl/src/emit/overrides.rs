//! Constants that a pipeline overrides.
//!
//! One that begins with a constant of its own is a specialization constant. One that begins with what others are is computed from them,
//! and cannot be specialized itself: a constant of SPIR-V is either. What constants cannot compute, such as products of floats, is computed where it is used.

use std::collections::{HashMap, HashSet};

use glassbox_spirv::build::{Id, op};
use naga::{Expression, Handle, Module, Override, ScalarKind, TypeInner};

use super::expression::operands;
use super::{Said, Writer, refuse};

/// The number of each constant that can be specialized: that of `@id`, or the lowest that is free.
pub(super) fn numbers(module: &Module) -> HashMap<Handle<Override>, u32> {
    let computed = computed(module);
    let can_be = |one: &Override| one.name.is_some() && one.init.is_none_or(|init| !computed.contains(&init));
    let mut taken: HashSet<u32> =
        module.overrides.iter().filter_map(|(_, one)| one.id.map(u32::from)).collect();
    let mut next = 0;
    let mut numbers = HashMap::new();
    for (handle, one) in module.overrides.iter().filter(|(_, one)| can_be(one)) {
        let number = one.id.map(u32::from).unwrap_or_else(|| {
            while !taken.insert(next) {
                next += 1;
            }
            next
        });
        numbers.insert(handle, number);
    }
    numbers
}

/// The expressions outside of functions that depend on a constant of the pipeline.
fn computed(module: &Module) -> HashSet<Handle<Expression>> {
    let mut computed = HashSet::new();
    // Expressions follow their operands.
    for (handle, expression) in module.global_expressions.iter() {
        let is_one = matches!(expression, Expression::Override(_));
        if is_one || operands(expression).iter().any(|operand| computed.contains(operand)) {
            computed.insert(handle);
        }
    }
    computed
}

/// The constants of a module with their numbers, in the order of the text.
pub(crate) fn overrides(module: &Module) -> Vec<crate::Override> {
    let numbers = numbers(module);
    let named = module.overrides.iter().filter_map(|(handle, one)| {
        let id = *numbers.get(&handle)?;
        Some(crate::Override { name: one.name.clone()?, id })
    });
    named.collect()
}

/// True for instructions that a specialization constant can be the result of in a shader.
pub(super) const fn is_possible(opcode: u16) -> bool {
    matches!(
        opcode,
        op::S_CONVERT
            | op::F_CONVERT
            | op::S_NEGATE
            | op::NOT
            | op::I_ADD
            | op::I_SUB
            | op::I_MUL
            | op::U_DIV
            | op::S_DIV
            | op::U_MOD
            | op::S_REM
            | op::S_MOD
            | op::SHIFT_RIGHT_LOGICAL
            | op::SHIFT_RIGHT_ARITHMETIC
            | op::SHIFT_LEFT_LOGICAL
            | op::BITWISE_OR
            | op::BITWISE_XOR
            | op::BITWISE_AND
            | op::VECTOR_SHUFFLE
            | op::COMPOSITE_EXTRACT
            | op::LOGICAL_OR
            | op::LOGICAL_AND
            | op::LOGICAL_NOT
            | op::LOGICAL_EQUAL
            | op::LOGICAL_NOT_EQUAL
            | op::SELECT
            | op::I_EQUAL
            | op::I_NOT_EQUAL
            | op::U_LESS_THAN
            | op::S_LESS_THAN
            | op::U_GREATER_THAN
            | op::S_GREATER_THAN
            | op::U_LESS_THAN_EQUAL
            | op::S_LESS_THAN_EQUAL
            | op::U_GREATER_THAN_EQUAL
            | op::S_GREATER_THAN_EQUAL
            | op::QUANTIZE_TO_F16
    )
}

impl Writer<'_> {
    /// A constant of the pipeline; `None` if no constant of SPIR-V can be it.
    pub(super) fn override_value(&mut self, handle: Handle<Override>) -> Said<Option<Id>> {
        if let Some(known) = self.overrides.get(&handle) {
            return Ok(*known);
        }
        let one = &self.module.overrides[handle];
        let init = match one.init {
            Some(init) => Some(self.constant(init)?),
            None => None,
        };
        self.at(self.module.overrides.get_span(handle));
        let number = self.numbers.get(&handle).copied();
        let id = match (init, number) {
            // What others are, and what has no name, cannot be specialized.
            (Some(None), _) => None,
            (Some(Some(id)), None) => Some(id),
            (Some(Some(id)), Some(_)) if !self.is_fixed(id) => Some(id),
            (None, None) => None,
            (init, Some(number)) => {
                let bits = init.flatten().map_or(0, |id| self.bits_of(id));
                let id = self.specialization(handle, bits, number);
                self.specialized.insert(id);
                Some(id)
            }
        };
        if let (Some(id), Some(name)) = (id, &one.name)
            && !self.is_fixed(id)
            && self.named.insert(id)
        {
            self.builder.name(id, name);
        }
        self.overrides.insert(handle, id);
        Ok(id)
    }

    fn specialization(&mut self, handle: Handle<Override>, bits: u64, number: u32) -> Id {
        let inner = &self.module.types[self.module.overrides[handle].ty].inner;
        match *inner {
            TypeInner::Scalar(scalar) if scalar.kind == ScalarKind::Bool => {
                self.builder.spec_constant_bool(bits != 0, Some(number))
            }
            _ => {
                let ty = self.inner(inner);
                self.builder.spec_constant(ty, bits, Some(number))
            }
        }
    }

    /// A constant of the pipeline where only a constant can stand: the length of an array, the size of a workgroup.
    pub(super) fn override_constant(&mut self, handle: Handle<Override>) -> Id {
        match self.override_value(handle) {
            Ok(Some(id)) => id,
            // The entry point refuses these before it is written.
            _ => self.builder.constant_uint(1),
        }
    }

    /// Refuses lengths of arrays that no constant can be.
    pub(super) fn check_lengths(&mut self) -> Said {
        let types = &self.module.types;
        let pending = types.iter().filter_map(|(_, ty)| match ty.inner {
            TypeInner::Array { size: naga::ArraySize::Pending(handle), .. } => Some(handle),
            _ => None,
        });
        for handle in pending.collect::<Vec<_>>() {
            if self.override_value(handle)?.is_none() {
                let span = self.module.overrides.get_span(handle);
                return refuse(
                    span,
                    "found a length that is computed with floats or functions from a constant of the pipeline, expected whole numbers and operators",
                    "override the length itself, or compute it with `+`, `-`, `*`, `/` and `%`",
                );
            }
        }
        Ok(())
    }

    /// The bits of a scalar constant that no pipeline changes.
    fn bits_of(&self, id: Id) -> u64 {
        self.builder.bits(id).unwrap_or(0)
    }

    /// The value of an override in a function: the constant, or instructions at the top of the function.
    pub(super) fn override_in_function(&mut self, handle: Handle<Override>) -> Said<Option<Id>> {
        if let Some(id) = self.override_value(handle)? {
            return Ok(Some(id));
        }
        match self.module.overrides[handle].init {
            Some(init) => {
                let outer = std::mem::replace(&mut self.mode, super::Mode::Top);
                let id = self.global_value(init);
                self.mode = outer;
                id
            }
            None => Ok(None),
        }
    }
}
