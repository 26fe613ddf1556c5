//! Computes sizes of types and of group-shared memory.

use crate::ir::{Type, TypeId, Typed, Variable};

/// Address space of group-shared memory.
pub const GROUP_SHARED: u32 = 3;
/// Maximum nesting depth of types followed.
const MAX_DEPTH: u32 = 64;
/// Maximum number of alignment rules kept.
const MAX_RULES: usize = 64;

/// Alignments from a data layout string.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Kind (`i`, `f`), width in bits, alignment in bytes.
    rules: Vec<(u8, u32, u64)>,
    /// Pointer size in bytes.
    pointer: u64,
}

/// A decimal number.
fn number(digits: &[u8]) -> Option<u32> {
    let step = |number: u32, &digit: &u8| {
        let digit = digit.is_ascii_digit().then(|| digit - b'0')?;
        number.checked_mul(10)?.checked_add(u32::from(digit))
    };
    if digits.is_empty() { None } else { digits.iter().try_fold(0, step) }
}

impl Layout {
    /// Parses a data layout such as `e-p:32:32-i64:64`. Unreadable parts are ignored.
    pub fn of(text: &[u8]) -> Layout {
        let defaults = [
            (b'i', 1, 1),
            (b'i', 8, 1),
            (b'i', 16, 2),
            (b'i', 32, 4),
            (b'i', 64, 4),
            (b'f', 16, 2),
            (b'f', 32, 4),
            (b'f', 64, 8),
        ];
        let mut layout = Layout { rules: defaults.to_vec(), pointer: 8 };
        for item in text.split(|&byte| byte == b'-') {
            let mut fields = item.split(|&byte| byte == b':');
            let Some((&kind, width)) = fields.next().and_then(<[u8]>::split_first) else {
                continue;
            };
            let second = fields.next().and_then(number);
            match (kind, number(width), second) {
                (b'p', None, Some(bits)) => layout.pointer = u64::from(bits) / 8,
                (b'i' | b'f', Some(width), Some(bits)) => {
                    let bytes = u64::from(bits / 8).max(1);
                    let is_same = |rule: &&mut (u8, u32, u64)| (rule.0, rule.1) == (kind, width);
                    if let Some(rule) = layout.rules.iter_mut().find(is_same) {
                        rule.2 = bytes;
                    } else if layout.rules.len() < MAX_RULES {
                        layout.rules.push((kind, width, bytes));
                    }
                }
                _ => {}
            }
        }
        layout
    }

    fn rule(&self, kind: u8, width: u32) -> Option<u64> {
        let found = self.rules.iter().find(|rule| (rule.0, rule.1) == (kind, width));
        found.map(|rule| rule.2)
    }

    /// Size and alignment of a type in bytes; 0 and 1 if it has none.
    pub fn measure(&self, module: &Typed<'_>, ty: TypeId) -> (u64, u64) {
        let mut work = module.types.len() as u64 * 16 + 1024;
        self.step(module, ty, MAX_DEPTH, &mut work)
    }

    /// Distance in bytes between consecutive elements of a type.
    pub fn allocation(&self, module: &Typed<'_>, ty: TypeId) -> u64 {
        let (size, align) = self.measure(module, ty);
        size.checked_next_multiple_of(align.max(1)).unwrap_or(u64::MAX)
    }

    /// Recursive step; stops when `depth` is used up.
    fn step(&self, module: &Typed<'_>, ty: TypeId, depth: u32, work: &mut u64) -> (u64, u64) {
        let (Some(depth), Some(left)) = (depth.checked_sub(1), work.checked_sub(1)) else {
            return (0, 1);
        };
        *work = left;
        let scalar = |kind, bits: u32| {
            let size = u64::from(bits.div_ceil(8));
            let align = self.rule(kind, bits);
            (size, align.unwrap_or(size.next_power_of_two().min(16)))
        };
        let spaced = |(size, align): (u64, u64)| {
            let align = align.max(1);
            (size.checked_next_multiple_of(align).unwrap_or(u64::MAX), align)
        };
        match module.types.get(ty) {
            Some(Type::Integer(bits)) => scalar(b'i', bits),
            Some(Type::Half) => scalar(b'f', 16),
            Some(Type::Float) => scalar(b'f', 32),
            Some(Type::Double) => scalar(b'f', 64),
            Some(Type::Pointer { .. }) => (self.pointer, self.pointer.max(1)),
            Some(Type::Array { element, count }) => {
                let (size, align) = spaced(self.step(module, element, depth, work));
                (size.saturating_mul(count), align)
            }
            Some(Type::Vector { element, count }) => {
                let bits = match module.types.get(element) {
                    Some(Type::Integer(bits)) => bits,
                    Some(Type::Half) => 16,
                    Some(Type::Double) => 64,
                    _ => 32,
                };
                let size = u64::from(bits.saturating_mul(count).div_ceil(8));
                // Vectors are aligned as their elements; DXC changed LLVM in this.
                let (_, align) = self.step(module, element, depth, work);
                (size, align)
            }
            Some(Type::Struct { packed, .. } | Type::Named { packed, .. }) => {
                let fields = module.types.fields(ty).unwrap_or_default();
                let (mut end, mut widest) = (0u64, 1u64);
                for &field in fields {
                    let (size, align) = spaced(self.step(module, field, depth, work));
                    let align = if packed { 1 } else { align };
                    widest = widest.max(align);
                    end = end
                        .checked_next_multiple_of(align)
                        .and_then(|start| start.checked_add(size))
                        .unwrap_or(u64::MAX);
                }
                (end.checked_next_multiple_of(widest).unwrap_or(u64::MAX), widest)
            }
            _ => (0, 1),
        }
    }
}

/// Size in bytes of each group-shared variable, with its index in [`Typed::variables`].
pub fn group_shared<'m>(module: &'m Typed<'_>) -> impl Iterator<Item = (usize, u32)> + 'm {
    let is_shared = |variable: &Variable| variable.address_space == GROUP_SHARED;
    let layout = module.variables.iter().any(is_shared).then(|| Layout::of(&module.data_layout));
    let variables = module.variables.iter().enumerate();
    variables.filter_map(move |(index, variable)| {
        let size = layout.as_ref().filter(|_| is_shared(variable))?.allocation(module, variable.ty);
        Some((index, u32::try_from(size).unwrap_or(u32::MAX)))
    })
}

/// Total size of group-shared memory in bytes.
pub fn group_shared_total(module: &Typed<'_>) -> u32 {
    group_shared(module).fold(0, |sum, (_, size)| sum.saturating_add(size))
}
