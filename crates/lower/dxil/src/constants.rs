//! Constants of modules and bodies.

use glassbox_dxil::ir::{Constant, Constants, Type, TypeId, ValueId};
use glassbox_lower_directx::{Outcome, rules};
use glassbox_spirv::build::{Id, op};

use crate::writer::Writer;

impl<'p> Writer<'p> {
    /// A constant as a value.
    pub(crate) fn constant(&mut self, value: ValueId) -> Outcome<Id> {
        let ty = self.type_of(value)?;
        self.constant_as(value, ty)
    }

    /// A constant as a value of a type: compilers give tables of truth values numbers as elements.
    pub(crate) fn constant_as(&mut self, value: ValueId, ty: TypeId) -> Outcome<Id> {
        match self.scope().constant(value) {
            Some((constant, pool)) => self.constant_of(constant, pool, ty),
            None => Err(self.refuse(&rules::SHAPE, "found a constant that is not there".to_owned())),
        }
    }

    fn constant_of(&mut self, constant: Constant, pool: &'p Constants, ty: TypeId) -> Outcome<Id> {
        let id = self.ty(ty)?;
        match constant {
            Constant::Null => Ok(self.zero(id)),
            Constant::Undef => Ok(self.undefined(id)),
            Constant::Integer(number) => Ok(self.number(id, ty, number as u64)),
            Constant::Float(bits) => Ok(self.number(id, ty, bits)),
            Constant::Aggregate(parts) => {
                let parts = pool.operands(parts);
                let element = self.source.program.module.types.element(ty);
                let part = |part: &ValueId| match element {
                    Some(element) => self.constant_as(*part, element),
                    None => self.constant(*part),
                };
                let parts = parts.iter().map(part).collect::<Outcome<Vec<Id>>>()?;
                Ok(self.composite(id, parts))
            }
            Constant::Data(words) => {
                let Some(element) = self.source.program.module.types.element(ty) else {
                    return Err(self.refuse(&rules::SHAPE, "found numbers that are no array".to_owned()));
                };
                let of = self.ty(element)?;
                let words = pool.words(words).to_vec();
                let parts = words.into_iter().map(|word| self.number(of, element, word)).collect();
                Ok(self.composite(id, parts))
            }
            Constant::String(text) | Constant::CString(text) => {
                let Some(element) = self.source.program.module.types.element(ty) else {
                    return Err(self.refuse(&rules::SHAPE, "found a text that is no array".to_owned()));
                };
                let of = self.ty(element)?;
                let ends = matches!(constant, Constant::CString(_)).then_some(0);
                let bytes: Vec<u8> = pool.text(text).iter().copied().chain(ends).collect();
                let parts = bytes.into_iter().map(|byte| self.number(of, element, u64::from(byte)));
                let parts = parts.collect();
                Ok(self.composite(id, parts))
            }
            Constant::Cast { value, .. } => {
                let inner = self.constant(value)?;
                match self.b.bits(inner) {
                    Some(bits) => Ok(self.number(id, ty, bits)),
                    None => Err(self.computed()),
                }
            }
            _ => Err(self.computed()),
        }
    }

    /// What an expression of constants is, computed where it is used; `None` for constants that are none.
    pub(crate) fn expression(&mut self, value: ValueId) -> Outcome<Option<Id>> {
        let Some((constant, _)) = self.scope().constant(value) else { return Ok(None) };
        let operands: &[ValueId] = match &constant {
            Constant::Binary { operands, .. } | Constant::Compare { operands, .. } => operands,
            Constant::Select(operands) => operands,
            _ => return Ok(None),
        };
        let ty = self.type_of(value)?;
        if operands.iter().any(|operand| self.is_undefined(*operand)) {
            let ty = self.ty(ty)?;
            return Ok(Some(self.undefined(ty)));
        }
        // Phis take values of the blocks before, which are complete.
        if !self.b.is_open() {
            return Ok(None);
        }
        Ok(Some(match constant {
            Constant::Binary { op, flags, operands: [left, right] } => {
                self.binary(op, flags, left, right, ty)?
            }
            Constant::Compare { predicate, operands: [left, right] } => {
                self.compare(predicate, left, right, ty)?
            }
            Constant::Select([condition, yes, no]) => {
                let truth = self.id(condition)?;
                let (yes, no, ty) = (self.id(yes)?, self.id(no)?, self.ty(ty)?);
                self.b.value(op::SELECT, ty, &[truth, yes, no])
            }
            _ => return Ok(None),
        }))
    }

    fn computed(&self) -> Box<glassbox_lower_directx::Refusal> {
        self.refuse(&rules::OPERATION, "found an expression of constants, expected an instruction".to_owned())
    }

    fn composite(&mut self, ty: Id, parts: Vec<Id>) -> Id {
        match parts.as_slice() {
            // A vector of one element is its element.
            [one] if self.b.type_of(*one) == Some(ty) => *one,
            parts => self.b.constant_composite(ty, parts),
        }
    }

    /// Any value of a type.
    pub(crate) fn undefined(&mut self, ty: Id) -> Id {
        if let Some(known) = self.undefined.get(&ty) {
            return *known;
        }
        let id = self.b.declaration_of(op::UNDEF, Some(ty), []);
        self.undefined.insert(ty, id);
        id
    }

    /// Zero of a type.
    pub(crate) fn zero(&mut self, ty: Id) -> Id {
        use glassbox_spirv::module::Type as Shape;
        match self.b.what(ty) {
            Some(Shape::Bool) => self.b.constant_bool(false),
            Some(Shape::Int { .. } | Shape::Float { .. }) => self.b.constant_bits(ty, 0),
            _ => self.b.constant_null(ty),
        }
    }

    /// A number of a type of the program.
    fn number(&mut self, id: Id, ty: TypeId, bits: u64) -> Id {
        match self.llvm(ty) {
            Some(Type::Integer(1)) => self.b.constant_bool(bits & 1 != 0),
            // Minimum precision: the number as a wider one.
            Some(Type::Half) if !self.native => {
                let bits = half_as_float(bits as u16);
                self.b.constant(id, bits)
            }
            Some(Type::Integer(16)) if !self.native => {
                let wide = i32::from(bits as u16 as i16) as u32;
                self.b.constant(id, wide)
            }
            Some(Type::Integer(8)) => self.b.constant_bits(id, bits & 0xFF),
            Some(Type::Integer(16)) => self.b.constant_bits(id, bits & 0xFFFF),
            _ => self.b.constant_bits(id, bits),
        }
    }
}

/// Bits of a half as those of a float.
fn half_as_float(half: u16) -> u32 {
    let sign = u32::from(half & 0x8000) << 16;
    let (exponent, fraction) = (u32::from(half >> 10 & 0x1F), u32::from(half & 0x3FF));
    match exponent {
        0 => {
            let value = fraction as f32 / (1 << 24) as f32;
            sign | value.to_bits()
        }
        31 => sign | 0x7F80_0000 | fraction << 13,
        _ => sign | (exponent + 112) << 23 | fraction << 13,
    }
}

#[cfg(test)]
mod tests {
    use super::half_as_float;

    #[test]
    fn halves_are_floats() {
        for (half, float) in [
            (0x3C00, 1.0_f32),
            (0xC000, -2.0),
            (0x7BFF, 65504.0),
            (0x0001, 5.960_464_5e-8),
            (0x03FF, 6.097_555e-5),
            (0x7C00, f32::INFINITY),
            (0x8000, -0.0),
        ] {
            assert_eq!(half_as_float(half), float.to_bits(), "{half:#x}");
        }
        assert!(f32::from_bits(half_as_float(0x7E00)).is_nan());
    }
}
