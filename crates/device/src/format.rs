//! Converts between texels and numbers in software, independently of any driver.

use glassbox_spirv::reflect::ScalarClass;
use glassbox_vbc::program::Detail;
use glassbox_vbc::raw::{BaseType, Binding, Rank, SubpassInput, TexelType};

/// Arrays of cubes, a rank that programs of VBC do not have.
pub const CUBE_ARRAY: Rank = Rank(u8::MAX);

/// Texel format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Texel {
    /// Numeric class.
    pub class: TexelType,
    /// Size of a component in bytes: 1, 2 or 4.
    pub size: u8,
    /// Number of components: 1, 2 or 4.
    pub components: u8,
}

impl Texel {
    /// Rank and texel format of a binding with texels.
    pub fn of_binding(binding: &Binding) -> Option<(Rank, Texel)> {
        match binding.shape() {
            Detail::Texel { rank, texel_type, component_size, components } => {
                Some((rank, Texel { class: texel_type, size: component_size, components }))
            }
            _ => None,
        }
    }

    /// Format of a colour attachment.
    pub fn of_output(base: BaseType, components: u8) -> Option<Texel> {
        let class = match base {
            BaseType::SIGNED => TexelType::SIGNED,
            BaseType::UNSIGNED => TexelType::UNSIGNED,
            BaseType::FLOAT => TexelType::FLOAT,
            _ => return None,
        };
        Some(Texel { class, size: 4, components })
    }

    /// Format of a subpass input.
    pub fn of_subpass(input: &SubpassInput) -> Texel {
        Texel { class: input.texel_type, size: 4, components: input.components }
    }

    /// Four numbers of 32 bits of this class: the format of attachments and vertex attributes.
    ///
    /// # Errors
    /// Says that it is no number.
    pub fn of_class(class: ScalarClass) -> Result<Texel, String> {
        let class = match class {
            ScalarClass::Float => TexelType::FLOAT,
            ScalarClass::Int => TexelType::SIGNED,
            ScalarClass::Uint => TexelType::UNSIGNED,
            _ => return Err("an input or output that is no number".to_owned()),
        };
        Ok(Texel { class, size: 4, components: 4 })
    }

    /// Size of a texel in bytes.
    pub fn bytes(self) -> usize {
        usize::from(self.size) * usize::from(self.components)
    }

    /// True if shaders see integers.
    pub fn is_integer(self) -> bool {
        matches!(self.class, TexelType::SIGNED | TexelType::UNSIGNED)
    }

    /// Bytes of one component. Integer components take the low 32 bits of the number.
    pub fn encode(self, value: f64) -> Vec<u8> {
        let normalized = |bits: u32, low: f64| {
            let most = f64::from((1u32 << bits) - 1);
            (value.clamp(low, 1.0) * most).round() as i64
        };
        let word = match (self.class, self.size) {
            (TexelType::FLOAT, 2) => i64::from(half::of(value as f32)),
            (TexelType::FLOAT, _) => i64::from((value as f32).to_bits()),
            (TexelType::UNORM, size) => normalized(8 * u32::from(size), 0.0),
            (TexelType::SNORM, size) => normalized(8 * u32::from(size) - 1, -1.0),
            _ => value as i64,
        };
        word.to_le_bytes()[..usize::from(self.size)].to_vec()
    }

    /// Number that a shader reads from a component; `None` if there are too few bytes.
    pub fn decode(self, bytes: &[u8]) -> Option<f64> {
        Some(match (self.class, self.size) {
            (TexelType::FLOAT, 2) => f64::from(half::to(u16::from_le_bytes(first(bytes)?))),
            (TexelType::FLOAT, 4) => f64::from(f32::from_le_bytes(first(bytes)?)),
            (TexelType::SIGNED, 4) => f64::from(i32::from_le_bytes(first(bytes)?)),
            (TexelType::UNSIGNED, 4) => f64::from(u32::from_le_bytes(first(bytes)?)),
            (TexelType::UNORM, 1) => f64::from(*bytes.first()?) / 255.0,
            (TexelType::UNORM, 2) => f64::from(u16::from_le_bytes(first(bytes)?)) / 65535.0,
            (TexelType::SNORM, 1) => (f64::from(i8::from_le_bytes(first(bytes)?)) / 127.0).max(-1.0),
            (TexelType::SNORM, 2) => (f64::from(i16::from_le_bytes(first(bytes)?)) / 32767.0).max(-1.0),
            _ => return None,
        })
    }

    /// Numbers of the texel at an index.
    pub fn texel(self, bytes: &[u8], index: usize) -> Option<Vec<f64>> {
        let start = index.checked_mul(self.bytes())?;
        let texel = bytes.get(start..start.checked_add(self.bytes())?)?;
        texel.chunks(usize::from(self.size.max(1))).map(|component| self.decode(component)).collect()
    }
}

/// Texel format of an `ImageFormat` of SPIR-V; `None` for none, and for those that pack components into a word.
#[must_use]
pub fn image_format(format: u32) -> Option<Texel> {
    use TexelType as T;
    let (class, size, components) = match format {
        1 => (T::FLOAT, 4, 4),
        2 => (T::FLOAT, 2, 4),
        3 => (T::FLOAT, 4, 1),
        4 => (T::UNORM, 1, 4),
        5 => (T::SNORM, 1, 4),
        6 => (T::FLOAT, 4, 2),
        7 => (T::FLOAT, 2, 2),
        9 => (T::FLOAT, 2, 1),
        10 => (T::UNORM, 2, 4),
        12 => (T::UNORM, 2, 2),
        13 => (T::UNORM, 1, 2),
        14 => (T::UNORM, 2, 1),
        15 => (T::UNORM, 1, 1),
        16 => (T::SNORM, 2, 4),
        17 => (T::SNORM, 2, 2),
        18 => (T::SNORM, 1, 2),
        19 => (T::SNORM, 2, 1),
        20 => (T::SNORM, 1, 1),
        21 => (T::SIGNED, 4, 4),
        22 => (T::SIGNED, 2, 4),
        23 => (T::SIGNED, 1, 4),
        24 => (T::SIGNED, 4, 1),
        25 => (T::SIGNED, 4, 2),
        26 => (T::SIGNED, 2, 2),
        27 => (T::SIGNED, 1, 2),
        28 => (T::SIGNED, 2, 1),
        29 => (T::SIGNED, 1, 1),
        30 => (T::UNSIGNED, 4, 4),
        31 => (T::UNSIGNED, 2, 4),
        32 => (T::UNSIGNED, 1, 4),
        33 => (T::UNSIGNED, 4, 1),
        35 => (T::UNSIGNED, 4, 2),
        36 => (T::UNSIGNED, 2, 2),
        37 => (T::UNSIGNED, 1, 2),
        38 => (T::UNSIGNED, 2, 1),
        39 => (T::UNSIGNED, 1, 1),
        _ => return None,
    };
    Some(Texel { class, size, components })
}

/// Floats of 16 bits.
pub mod half {
    /// The nearest half to a number.
    #[must_use]
    pub fn of(value: f32) -> u16 {
        let bits = value.to_bits();
        let sign = (bits >> 16 & 0x8000) as u16;
        let size = value.abs();
        if size.is_nan() {
            return sign | 0x7e00;
        }
        // Halves have ten bits behind the first one, and none below 2^-24.
        let exponent = (size.to_bits() >> 23) as i32 - 127;
        let step = 2f32.powi(exponent.max(-14) - 10);
        let steps = (size / step).round_ties_even();
        if steps * step > 65504.0 {
            return sign | 0x7c00;
        }
        let base = (exponent.max(-14) + 14) as u16;
        sign | (base * 1024 + steps as u16)
    }

    /// The number that a half is.
    #[must_use]
    pub fn to(half: u16) -> f32 {
        let (exponent, fraction) = (i32::from(half >> 10 & 31), f32::from(half & 0x3ff));
        let size = match exponent {
            0 => fraction * 2f32.powi(-24),
            31 if fraction == 0.0 => f32::INFINITY,
            31 => f32::NAN,
            _ => (fraction + 1024.0) * 2f32.powi(exponent - 25),
        };
        if half & 0x8000 == 0 { size } else { -size }
    }
}

fn first<const N: usize>(bytes: &[u8]) -> Option<[u8; N]> {
    bytes.first_chunk().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_come_back() {
        for (number, bits) in
            [(0.0, 0), (1.0, 0x3c00), (-2.0, 0xc000), (65504.0, 0x7bff), (5.960_464_5e-8, 1), (0.1, 0x2e66)]
        {
            assert_eq!(half::of(number), bits, "{number}");
        }
        for bits in (0..0x7c01).chain(0x8000..0xfc01) {
            assert_eq!(half::of(half::to(bits)), bits, "{bits:#x}");
        }
        assert!(half::to(half::of(f32::NAN)).is_nan());
    }

    #[test]
    fn components_come_back() {
        let cases = [
            (TexelType::UNORM, 1, 0.5, vec![128], 128.0 / 255.0),
            (TexelType::SNORM, 1, -1.0, vec![0x81], -1.0),
            (TexelType::SNORM, 2, 1.0, vec![0xff, 0x7f], 1.0),
            (TexelType::UNORM, 2, 1.0, vec![0xff, 0xff], 1.0),
            (TexelType::SIGNED, 4, -2.0, vec![0xfe, 0xff, 0xff, 0xff], -2.0),
            (TexelType::UNSIGNED, 4, 4294967295.0, vec![0xff; 4], 4294967295.0),
            (TexelType::FLOAT, 4, 1.0, vec![0, 0, 0x80, 0x3f], 1.0),
        ];
        for (class, size, value, bytes, back) in cases {
            let texel = Texel { class, size, components: 1 };
            assert_eq!(texel.encode(value), bytes, "{texel:?}");
            assert_eq!(texel.decode(&bytes), Some(back), "{texel:?}");
        }
    }
}
