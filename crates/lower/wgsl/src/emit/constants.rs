//! Constants: literals, and expressions outside of functions.

use glassbox_spirv::build::{Id, op};
use naga::{Expression, Handle, Literal, Scalar, ScalarKind};

use super::expression::{Argument, operands};
use super::types::Shape;
use super::{Mode, Said, Writer};

impl Writer<'_> {
    pub(super) fn literal(&mut self, literal: Literal) -> Id {
        let (kind, width, bits) = match literal {
            Literal::Bool(value) => return self.builder.constant_bool(value),
            Literal::F64(value) | Literal::AbstractFloat(value) => (ScalarKind::Float, 8, value.to_bits()),
            Literal::F32(value) => (ScalarKind::Float, 4, u64::from(value.to_bits())),
            Literal::F16(value) => (ScalarKind::Float, 2, u64::from(value.to_bits())),
            Literal::U16(value) => (ScalarKind::Uint, 2, u64::from(value)),
            Literal::I16(value) => (ScalarKind::Sint, 2, value as u64),
            Literal::U32(value) => (ScalarKind::Uint, 4, u64::from(value)),
            Literal::I32(value) => (ScalarKind::Sint, 4, value as u64),
            Literal::U64(value) => (ScalarKind::Uint, 8, value),
            Literal::I64(value) | Literal::AbstractInt(value) => (ScalarKind::Sint, 8, value as u64),
        };
        let ty = self.scalar(Scalar { kind, width });
        self.builder.constant_bits(ty, bits)
    }

    /// A small whole number of a type; 0 is false.
    pub(super) fn whole(&mut self, scalar: Scalar, value: i32) -> Id {
        let bits = match (scalar.kind, scalar.width) {
            (ScalarKind::Bool, _) => return self.builder.constant_bool(value != 0),
            (ScalarKind::Float, 8) => f64::from(value).to_bits(),
            (ScalarKind::Float, 2) => u64::from(half_bits(value)),
            (ScalarKind::Float, _) => u64::from((value as f32).to_bits()),
            _ => i64::from(value) as u64,
        };
        let ty = self.scalar(scalar);
        self.builder.constant_bits(ty, bits)
    }

    /// The same in every component.
    pub(super) fn wholes(&mut self, shape: Shape, value: i32) -> Id {
        let part = self.whole(shape.scalar, value);
        self.splat_constant(shape, part)
    }

    /// A constant in every component.
    pub(super) fn splat_constant(&mut self, shape: Shape, part: Id) -> Id {
        match shape.size {
            None => part,
            Some(size) => {
                let ty = self.shape(shape);
                self.builder.constant_composite(ty, &vec![part; size as usize])
            }
        }
    }

    /// A value in every component.
    pub(super) fn splat(&mut self, shape: Shape, part: Id) -> Id {
        match shape.size {
            None => part,
            Some(size) => {
                let ty = self.shape(shape);
                self.compose(ty, &vec![part; size as usize])
            }
        }
    }

    /// A composite; a constant if all its parts are.
    pub(super) fn compose(&mut self, ty: Id, parts: &[Id]) -> Id {
        if let Some(count) = self.builder.components(ty)
            && parts.len() < count as usize
            && parts.iter().all(|part| self.builder.is_constant(*part))
        {
            // Instructions take vectors as parts of vectors, constants do not.
            let parts = self.scalars(parts);
            return self.compose_parts(ty, &parts);
        }
        self.compose_parts(ty, parts)
    }

    /// The components of constants.
    fn scalars(&mut self, parts: &[Id]) -> Vec<Id> {
        let mut scalars = Vec::new();
        for part in parts {
            let ty = self.builder.type_of(*part);
            let Some((ty, component)) = ty.and_then(|ty| Some((ty, self.builder.component_type(ty)?))) else {
                scalars.push(*part);
                continue;
            };
            let count = self.builder.components(ty).unwrap_or(0);
            let known = self.builder.parts(*part);
            for index in 0..count {
                scalars.push(match known.get(index as usize) {
                    Some(scalar) => *scalar,
                    None if self.is_fixed(*part) => self.builder.constant_null(component),
                    None => self.emit(op::COMPOSITE_EXTRACT, component, &[*part], &[index]),
                });
            }
        }
        scalars
    }

    fn compose_parts(&mut self, ty: Id, parts: &[Id]) -> Id {
        if parts.iter().all(|part| self.is_fixed(*part)) {
            return self.builder.constant_composite(ty, parts);
        }
        if self.mode == Mode::Constant && parts.iter().all(|part| self.builder.is_constant(*part)) {
            let id = self.builder.spec_constant_composite(ty, parts);
            self.specialized.insert(id);
            return id;
        }
        self.emit(op::COMPOSITE_CONSTRUCT, ty, parts, &[])
    }

    /// The value of an expression outside of functions as a constant; `None` if it depends on a constant of the pipeline in a way that no constant
    /// can.
    pub(super) fn constant(&mut self, handle: Handle<Expression>) -> Said<Option<Id>> {
        if let Some(known) = self.constants.get(&handle) {
            return Ok(*known);
        }
        let outer = std::mem::replace(&mut self.mode, Mode::Constant);
        let was_stuck = std::mem::replace(&mut self.is_stuck, false);
        let id = self.global_value(handle)?;
        let id = id.filter(|_| !self.is_stuck);
        self.mode = outer;
        self.is_stuck = was_stuck;
        self.constants.insert(handle, id);
        Ok(id)
    }

    /// Writes an expression outside of functions where the mode says.
    pub(super) fn global_value(&mut self, handle: Handle<Expression>) -> Said<Option<Id>> {
        let expression = &self.module.global_expressions[handle];
        self.at(self.module.global_expressions.get_span(handle));
        let info = self.info;
        let resolution = &info[handle];
        Ok(Some(match *expression {
            Expression::Literal(literal) => self.literal(literal),
            Expression::ZeroValue(ty) => {
                let ty = self.ty(ty);
                self.builder.constant_null(ty)
            }
            Expression::Constant(constant) => {
                return self.nested(self.module.constants[constant].init);
            }
            Expression::Override(handle) => match self.override_value(handle)? {
                Some(id) => id,
                None if self.mode == Mode::Constant => return Ok(None),
                None => match self.module.overrides[handle].init {
                    Some(init) => return self.global_value(init),
                    None => return Ok(None),
                },
            },
            _ => {
                let mut arguments = Vec::new();
                for operand in operands(expression) {
                    let Some(id) = self.nested(operand)? else { return Ok(None) };
                    let inner = info[operand].inner_with(&self.module.types);
                    arguments.push(Argument { id, inner });
                }
                let inner = resolution.inner_with(&self.module.types);
                let ty = self.of(resolution);
                let span = self.module.global_expressions.get_span(handle);
                self.pure(expression, &arguments, (inner, ty), span)?
            }
        }))
    }

    /// A part of an expression outside of functions.
    fn nested(&mut self, handle: Handle<Expression>) -> Said<Option<Id>> {
        if self.mode == Mode::Constant {
            return self.constant(handle);
        }
        match self.constant(handle)? {
            Some(id) => Ok(Some(id)),
            None => self.global_value(handle),
        }
    }
}

/// A small whole number as a 16-bit float.
fn half_bits(value: i32) -> u16 {
    let magnitude = value.unsigned_abs().min(2048);
    let sign = if value < 0 { 0x8000 } else { 0 };
    let Some(log) = magnitude.checked_ilog2() else { return 0 };
    let fraction = (magnitude << 10 >> log) & 0x3ff;
    sign | ((log + 15) << 10 | fraction) as u16
}

#[cfg(test)]
mod tests {
    use super::half_bits;

    #[test]
    fn whole_numbers_are_halves() {
        for (value, bits) in
            [(0, 0), (1, 0x3c00), (-1, 0xbc00), (2, 0x4000), (3, 0x4200), (128, 0x5800), (255, 0x5bf8)]
        {
            assert_eq!(half_bits(value), bits, "{value}");
        }
    }
}
