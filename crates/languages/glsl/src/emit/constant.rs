//! Constants.

use glassbox_spirv::build::Id;

use super::Emitter;
use crate::types::{Length, Scalar, Type};

impl Emitter<'_> {
    /// A 32-bit signed constant.
    pub(crate) fn int(&mut self, value: i32) -> Id {
        let slot = usize::try_from(value).ok().filter(|slot| *slot < self.small_ints.len());
        if let Some(known) = slot.and_then(|slot| self.small_ints[slot]) {
            return known;
        }
        let ty = self.scalar_type(Scalar::Int);
        let constant = self.module.constant(ty, value as u32);
        if let Some(slot) = slot {
            self.small_ints[slot] = Some(constant);
        }
        constant
    }

    /// A 32-bit unsigned constant.
    pub(crate) fn uint(&mut self, value: u32) -> Id {
        self.module.constant_uint(value)
    }

    /// A truth value.
    pub(crate) fn bool(&mut self, value: bool) -> Id {
        self.module.constant_bool(value)
    }

    /// A small number as a constant of any type that is a scalar, vector or matrix, in every component.
    pub(crate) fn number(&mut self, ty: Type, value: i32) -> Id {
        let scalar = ty.scalar().unwrap_or(Scalar::Int);
        let bits = if scalar.is_float() { f64::from(value).to_bits() } else { i64::from(value) as u64 };
        let one = self.scalar_constant(scalar, bits);
        self.repeated_constant(ty, one)
    }

    /// A constant scalar in every component of a type.
    fn repeated_constant(&mut self, ty: Type, one: Id) -> Id {
        match ty {
            Type::Vector(_, count) => {
                let ty = self.ty(ty);
                self.module.constant_composite(ty, &vec![one; usize::from(count)])
            }
            Type::Matrix(scalar, columns, rows) => {
                let column = self.repeated_constant(Type::Vector(scalar, rows), one);
                let ty = self.ty(ty);
                self.module.constant_composite(ty, &vec![column; usize::from(columns)])
            }
            Type::Parametric(_) => self.splat(ty, one),
            _ => one,
        }
    }

    /// A scalar constant, its value as in [`crate::model::Scalars`].
    pub(crate) fn scalar_constant(&mut self, scalar: Scalar, bits: u64) -> Id {
        if scalar == Scalar::Bool {
            return self.module.constant_bool(bits != 0);
        }
        let ty = self.scalar_type(scalar);
        self.module.constant_bits(ty, bits_of(scalar, bits))
    }

    /// A constant of any type, from its components in order. Those that are missing are 0.
    pub(crate) fn constant(&mut self, ty: Type, scalars: &[u64]) -> Id {
        let mut next = scalars.iter().copied();
        self.constant_from(ty, &mut next)
    }

    fn constant_from(&mut self, ty: Type, next: &mut dyn Iterator<Item = u64>) -> Id {
        let program = self.program;
        let parts: Vec<Id> = match ty {
            Type::Scalar(scalar) => return self.scalar_constant(scalar, next.next().unwrap_or(0)),
            Type::Vector(scalar, count) => {
                (0..count).map(|_| self.scalar_constant(scalar, next.next().unwrap_or(0))).collect()
            }
            Type::Matrix(scalar, columns, rows) => {
                (0..columns).map(|_| self.constant_from(Type::Vector(scalar, rows), next)).collect()
            }
            Type::Array(id) => {
                let array = program.types.array_of(id);
                let Length::Fixed(length) = self.stated_length(id) else {
                    let ty = self.ty(ty);
                    return self.module.constant_null(ty);
                };
                (0..length).map(|_| self.constant_from(array.element, next)).collect()
            }
            Type::Struct(id) => {
                let members = &program.types.structure(id).members;
                members.iter().map(|member| self.constant_from(member.ty, next)).collect()
            }
            Type::Reference(_) => {
                let address = next.next().unwrap_or(0);
                return self.constant_reference(ty, address);
            }
            Type::Parametric(id) => {
                let parametric = program.types.parametric.get(id.0 as usize);
                let component = parametric.and_then(|ty| ty.component).unwrap_or(Scalar::Float);
                // A matrix has one value in all components, a vector one for each.
                let count = parametric.map_or(1, |ty| constant_length(program, ty));
                (0..count).map(|_| self.scalar_constant(component, next.next().unwrap_or(0))).collect()
            }
            _ => {
                let ty = self.ty(ty);
                return self.module.constant_null(ty);
            }
        };
        let ty = self.ty(ty);
        self.module.constant_composite(ty, &parts)
    }

    fn constant_reference(&mut self, ty: Type, address: u64) -> Id {
        let pointer = self.ty(ty);
        if address == 0 {
            return self.module.constant_null(pointer);
        }
        let value = self.scalar_constant(Scalar::Uint64, address);
        self.module.value(glassbox_spirv::build::op::CONVERT_U_TO_PTR, pointer, &[value])
    }

    /// Zeros and false in all components.
    pub(crate) fn null(&mut self, ty: Type) -> Id {
        let ty = self.ty(ty);
        self.module.constant_null(ty)
    }
}

/// Bits of a number as its type stores it.
pub(super) fn bits_of(scalar: Scalar, bits: u64) -> u64 {
    let value = f64::from_bits(bits);
    match scalar {
        Scalar::Float => u64::from((value as f32).to_bits()),
        Scalar::Float16 => small_float(value, 5, 10, true),
        Scalar::BFloat16 => small_float(value, 8, 7, true),
        Scalar::FloatE5M2 => small_float(value, 5, 2, true),
        Scalar::FloatE4M3 => small_float(value, 4, 3, false),
        Scalar::FloatE2M1 => small_float(value, 2, 1, false),
        Scalar::FloatE3M2 => small_float(value, 3, 2, false),
        Scalar::FloatE2M3 => small_float(value, 2, 3, false),
        Scalar::FloatUE8M0 => power_of_two(value),
        // 64ths, from -2 on.
        Scalar::FloatMXInt8 => u64::from(((value * 64.0).round_ties_even().clamp(-128.0, 127.0)) as i8 as u8),
        _ => bits,
    }
}

/// The exponent of a power of two with a bias of 127; of what is no number, all bits.
fn power_of_two(value: f64) -> u64 {
    if value.is_nan() {
        return 0xff;
    }
    let exponent = value.abs().max(f64::MIN_POSITIVE).log2().round() + 127.0;
    exponent.clamp(0.0, 254.0) as u64
}

/// A number in a binary format with few bits, to nearest, ties to even. A format without infinity has one pattern that is not
/// a number, with all bits set.
fn small_float(value: f64, exponent_bits: u32, mantissa_bits: u32, has_infinity: bool) -> u64 {
    let sign = u64::from(value.is_sign_negative()) << (exponent_bits + mantissa_bits);
    let bias = (1_i32 << (exponent_bits - 1)) - 1;
    let top = (1_u64 << exponent_bits) - 1;
    let (infinity, quiet) = if has_infinity {
        (top << mantissa_bits, top << mantissa_bits | 1 << (mantissa_bits - 1))
    } else {
        let all = (1 << (exponent_bits + mantissa_bits)) - 1;
        (all, all)
    };
    if value.is_nan() {
        return sign | quiet;
    }
    let magnitude = value.abs();
    if magnitude.is_infinite() {
        return sign | infinity;
    }
    // The exponent that the unit in the last place has: that of subnormal numbers at least.
    let exponent = if magnitude == 0.0 { i32::MIN } else { (magnitude.to_bits() >> 52) as i32 - 1023 };
    let exponent = exponent.max(1 - bias);
    let unit = 2_f64.powi(exponent - mantissa_bits as i32);
    let scaled = (magnitude / unit).round_ties_even() as u64;
    // What is rounded up to the next power of two carries into the exponent by itself.
    let bits = scaled + (((exponent + bias - 1) as u64) << mantissa_bits);
    sign | bits.min(infinity)
}

/// How many components a constant of a cooperative or long type has.
fn constant_length(program: &crate::model::Program, ty: &crate::types::Parametric) -> u64 {
    use crate::types::ParametricKind::{CooperativeVector, LongVector};
    let is_vector = matches!(ty.kind, CooperativeVector | LongVector);
    let length = ty.arguments.first().filter(|_| is_vector);
    length.and_then(|length| program.constant(*length)?.first().copied()).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::small_float;

    #[test]
    fn half_floats_are_rounded_to_nearest_even() {
        let cases = [
            (0.0, 0x0000),
            (-0.0, 0x8000),
            (1.0, 0x3c00),
            (-2.0, 0xc000),
            (65504.0, 0x7bff),
            (65520.0, 0x7c00),
            (0.1, 0x2e66),
            (5.960_464_477_539_063e-8, 0x0001),
            (2.980_232_238_769_531_3e-8, 0x0000),
            (6.097_555_160_522_461e-5, 0x03ff),
            (1.000_488_281_25, 0x3c00),
            (1.001_464_843_75, 0x3c02),
        ];
        for (value, expected) in cases {
            assert_eq!(small_float(value, 5, 10, true), expected, "{value}");
        }
    }

    #[test]
    fn floats_of_8_bits_saturate_where_they_have_no_infinity() {
        assert_eq!(small_float(448.0, 4, 3, false), 0x7e);
        assert_eq!(small_float(1e9, 4, 3, false), 0x7f);
        assert_eq!(small_float(57344.0, 5, 2, true), 0x7b);
        assert_eq!(small_float(1.5, 5, 2, true), 0x3e);
    }
}
