//! Conversions.

use glassbox_spirv::build::{Id, op};

use super::Emitter;
use crate::types::{Parametric, Scalar, Type};

impl Emitter<'_> {
    /// A value with components of another type, converted by value; also between references and their addresses.
    pub(crate) fn convert(&mut self, value: Id, from: Type, to: Type) -> Id {
        if from == to {
            return value;
        }
        if let (Type::Matrix(before, columns, rows), Type::Matrix(after, ..)) = (from, to) {
            let parts: Vec<Id> = (0..columns)
                .map(|column| {
                    let part = Type::Vector(before, rows);
                    let extracted = self.extract(value, part, u32::from(column));
                    self.convert(extracted, part, Type::Vector(after, rows))
                })
                .collect();
            return self.composite(to, &parts);
        }
        match (self.component_of(from), self.component_of(to)) {
            (Some(before), Some(after)) => self.convert_components(value, (before, from), (after, to)),
            _ => self.convert_handle(value, from, to),
        }
    }

    /// Component type of what is computed with: numbers, vectors, cooperative matrices and vectors.
    pub(crate) fn component_of(&self, ty: Type) -> Option<Scalar> {
        match ty {
            Type::Parametric(id) => {
                self.program.types.parametric.get(id.0 as usize).and_then(|parametric| parametric.component)
            }
            ty => ty.scalar(),
        }
    }

    fn convert_components(
        &mut self,
        value: Id,
        (before, from): (Scalar, Type),
        (after, to): (Scalar, Type),
    ) -> Id {
        let result = self.ty(to);
        if before == after && self.module.type_of(value) == Some(result) {
            return value;
        }
        if before == after {
            // Cooperative matrices for another use.
            return self.module.value(op::COOPERATIVE_MATRIX_CONVERT_USE_EXT, result, &[value]);
        }
        if before == Scalar::Bool {
            let (one, zero) = (self.number(to, 1), self.number(to, 0));
            return self.module.value(op::SELECT, result, &[value, one, zero]);
        }
        if after == Scalar::Bool {
            let zero = self.number(from, 0);
            let opcode = if before.is_float() { op::F_UNORD_NOT_EQUAL } else { op::I_NOT_EQUAL };
            return self.module.value(opcode, result, &[value, zero]);
        }
        let opcode = match (before.is_float(), after.is_float()) {
            (true, true) => op::F_CONVERT,
            (true, false) if after.is_signed() => op::CONVERT_F_TO_S,
            (true, false) => op::CONVERT_F_TO_U,
            (false, true) if before.is_signed() => op::CONVERT_S_TO_F,
            (false, true) => op::CONVERT_U_TO_F,
            (false, false) => return self.convert_integer(value, before, (after, to)),
        };
        self.module.value(opcode, result, &[value])
    }

    /// The type of the module with other components: of the same size and use.
    pub(super) fn type_with_component(&mut self, ty: Type, component: Scalar) -> Id {
        if let Type::Parametric(id) = ty
            && let Some(parametric) = self.program.types.parametric.get(id.0 as usize)
        {
            let changed = Parametric { component: Some(component), ..parametric.clone() };
            return self.parametric_type(&changed);
        }
        self.ty(ty.with_scalar(component))
    }

    /// Width first, as the sign of the operand asks, then the sign.
    fn convert_integer(&mut self, value: Id, before: Scalar, (after, to): (Scalar, Type)) -> Id {
        let result = self.ty(to);
        if before.width() == after.width() {
            return self.module.value(op::BITCAST, result, &[value]);
        }
        let opcode = if before.is_signed() { op::S_CONVERT } else { op::U_CONVERT };
        if before.is_signed() == after.is_signed() {
            return self.module.value(opcode, result, &[value]);
        }
        let middle = self.type_with_component(to, with_sign(after, before.is_signed()));
        let widened = self.module.value(opcode, middle, &[value]);
        self.module.value(op::BITCAST, result, &[widened])
    }

    fn convert_handle(&mut self, value: Id, from: Type, to: Type) -> Id {
        let result = self.ty(to);
        let opcode = match (from, to) {
            (Type::Reference(_), Type::Scalar(_)) => op::CONVERT_PTR_TO_U,
            (Type::Scalar(Scalar::Uint64), Type::Reference(_)) => op::CONVERT_U_TO_PTR,
            (Type::Scalar(scalar), Type::Reference(_)) => {
                let wide = self.convert(value, Type::Scalar(scalar), Type::Scalar(Scalar::Uint64));
                return self.module.value(op::CONVERT_U_TO_PTR, result, &[wide]);
            }
            (_, Type::AccelerationStructure) => op::CONVERT_U_TO_ACCELERATION_STRUCTURE_KHR,
            (_, Type::Sampled(_)) => op::CONVERT_U_TO_SAMPLED_IMAGE_NV,
            (_, Type::Image(_) | Type::Texture(_)) => op::CONVERT_U_TO_IMAGE_NV,
            (_, Type::Sampler(_)) => op::CONVERT_U_TO_SAMPLER_NV,
            (Type::Sampled(_), _) => op::CONVERT_SAMPLED_IMAGE_TO_U_NV,
            (Type::Image(_) | Type::Texture(_), _) => op::CONVERT_IMAGE_TO_U_NV,
            (Type::Sampler(_), _) => op::CONVERT_SAMPLER_TO_U_NV,
            _ => op::BITCAST,
        };
        self.uses_handles |=
            (op::CONVERT_U_TO_IMAGE_NV..=op::CONVERT_SAMPLED_IMAGE_TO_U_NV).contains(&opcode);
        self.module.value(opcode, result, &[value])
    }
}

/// An integer type of the same width with or without sign.
fn with_sign(scalar: Scalar, is_signed: bool) -> Scalar {
    match (scalar.width(), is_signed) {
        (8, true) => Scalar::Int8,
        (8, false) => Scalar::Uint8,
        (16, true) => Scalar::Int16,
        (16, false) => Scalar::Uint16,
        (64, true) => Scalar::Int64,
        (64, false) => Scalar::Uint64,
        (_, true) => Scalar::Int,
        (_, false) => Scalar::Uint,
    }
}
