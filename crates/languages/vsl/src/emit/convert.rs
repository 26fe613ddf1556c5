//! Emits constructors, swizzles and conversions between scalar types.

use glassbox_spirv::build::{Id, op};

use super::Emitter;
use crate::model::Swizzle;
use crate::types::{Scalar, ValueType};

/// The bits of 1.0.
pub(super) const ONE: u32 = 1.0_f32.to_bits();

impl Emitter<'_, '_> {
    /// Builds a composite; a constant if all parts are constants and none is a vector that fills several
    /// components.
    pub(super) fn construct(&mut self, ty: ValueType, parts: &[Id]) -> Id {
        if let [only] = parts {
            return *only;
        }
        let id = self.ty(ty);
        let top = if ty.is_matrix() { ty.columns } else { ty.rows };
        if parts.len() == usize::from(top) && parts.iter().all(|&part| self.module.is_constant(part)) {
            return self.module.constant_composite(id, parts);
        }
        self.module.value(op::COMPOSITE_CONSTRUCT, id, parts)
    }

    /// Repeats a scalar in every component of a vector; returns it unchanged for a scalar type.
    pub(super) fn splat(&mut self, scalar: Id, ty: ValueType) -> Id {
        self.construct(ty, &vec![scalar; ty.rows.into()])
    }

    /// Extracts a column of a matrix or a component of a vector.
    pub(super) fn extract(&mut self, value: Id, ty: ValueType, number: u32) -> Id {
        if ty.is_scalar() {
            return value;
        }
        let element = self.ty(ty.element());
        self.module.value_with(op::COMPOSITE_EXTRACT, element, &[value], &[number])
    }

    /// Components of a vector or scalar, reordered or repeated.
    pub(super) fn swizzle(&mut self, value: Id, ty: ValueType, swizzle: Swizzle) -> Id {
        let components = swizzle.components();
        if ty.is_scalar() {
            return self.splat(value, ValueType::vector(ty.scalar, components.len() as u8));
        }
        if let [only] = components {
            return self.extract(value, ty, u32::from((*only).min(ty.rows - 1)));
        }
        let numbers: Vec<u32> =
            components.iter().map(|&component| component.min(ty.rows - 1).into()).collect();
        if numbers.len() == usize::from(ty.rows) && numbers.iter().copied().eq(0..ty.rows.into()) {
            return value;
        }
        let result = self.ty(ValueType::vector(ty.scalar, components.len() as u8));
        self.module.value_with(op::VECTOR_SHUFFLE, result, &[value, value], &numbers)
    }

    /// Converts every component, keeping the shape.
    pub(super) fn convert(&mut self, value: Id, from: ValueType, to: Scalar) -> Id {
        let ty = from.of(to);
        let opcode = match (from.scalar, to) {
            (from, to) if from == to => return value,
            (Scalar::Bool, _) => {
                let one = if to == Scalar::Float { ONE } else { 1 };
                let operands = [value, self.filled(ty, one), self.filled(ty, 0)];
                let ty = self.ty(ty);
                return self.module.value(op::SELECT, ty, &operands);
            }
            (number, Scalar::Bool) => {
                let zero = self.filled(from, 0);
                let ty = self.ty(ty);
                let opcode = match number {
                    Scalar::Float => op::F_UNORD_NOT_EQUAL,
                    _ => op::I_NOT_EQUAL,
                };
                return self.module.value(opcode, ty, &[value, zero]);
            }
            (Scalar::Float, Scalar::Int) => op::CONVERT_F_TO_S,
            (Scalar::Float, _) => op::CONVERT_F_TO_U,
            (Scalar::Int, Scalar::Float) => op::CONVERT_S_TO_F,
            (_, Scalar::Float) => op::CONVERT_U_TO_F,
            _ => op::BITCAST,
        };
        let ty = self.ty(ty);
        self.module.value(opcode, ty, &[value])
    }

    /// Builds a vector or matrix from the components of its arguments, in order.
    pub(super) fn assemble(&mut self, ty: ValueType, arguments: &[(Id, ValueType)]) -> Id {
        if !ty.is_matrix() {
            let parts: Vec<Id> = arguments.iter().map(|&(value, _)| value).collect();
            return self.construct(ty, &parts);
        }
        let column = ty.element();
        if arguments.iter().all(|&(_, argument)| argument == column) {
            let parts: Vec<Id> = arguments.iter().map(|&(value, _)| value).collect();
            return self.construct(ty, &parts);
        }
        let mut components = Vec::with_capacity(ty.components() as usize);
        for &(value, argument) in arguments {
            for number in 0..argument.rows.into() {
                components.push(self.extract(value, argument, number));
            }
        }
        let columns: Vec<Id> =
            components.chunks(ty.rows.into()).map(|chunk| self.construct(column, chunk)).collect();
        self.construct(ty, &columns)
    }

    /// A column of zeros with `value` at index `place`, if in range.
    fn unit(&mut self, column: ValueType, place: u8, value: Id) -> Id {
        let zero = self.scalar(Scalar::Float, 0);
        let parts: Vec<Id> = (0..column.rows).map(|row| if row == place { value } else { zero }).collect();
        self.construct(column, &parts)
    }

    /// A matrix with a scalar on its diagonal.
    pub(super) fn diagonal(&mut self, ty: ValueType, scalar: Id) -> Id {
        let columns: Vec<Id> = (0..ty.columns).map(|place| self.unit(ty.element(), place, scalar)).collect();
        self.construct(ty, &columns)
    }

    /// Resizes a matrix; components outside the source come from the identity.
    pub(super) fn resize(&mut self, ty: ValueType, matrix: Id, from: ValueType) -> Id {
        let column = ty.element();
        let one = self.scalar(Scalar::Float, ONE);
        let zero = self.scalar(Scalar::Float, 0);
        let mut columns = Vec::with_capacity(ty.columns.into());
        for place in 0..ty.columns {
            if place >= from.columns {
                columns.push(self.unit(column, place, one));
                continue;
            }
            let given = self.extract(matrix, from, place.into());
            let keep: Vec<u8> = (0..ty.rows.min(from.rows)).collect();
            let kept = match Swizzle::new(&keep) {
                Some(keep) => self.swizzle(given, from.element(), keep),
                None => given,
            };
            let mut parts = vec![kept];
            parts.extend((from.rows..ty.rows).map(|row| if row == place { one } else { zero }));
            columns.push(self.construct(column, &parts));
        }
        self.construct(ty, &columns)
    }
}
