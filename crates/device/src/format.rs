//! Converts between texels and numbers in software, independently of any driver.

use glassbox_vbc::program::Detail;
use glassbox_vbc::raw::{BaseType, Binding, Rank, SubpassInput, TexelType};

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

fn first<const N: usize>(bytes: &[u8]) -> Option<[u8; N]> {
    bytes.first_chunk().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

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
