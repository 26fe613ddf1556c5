//! Computes sizes and offsets of types from a module's data layout.

use glassbox_dxil::ir::{Type, TypeId, Typed};

/// Deepest nesting followed.
const MAX_DEPTH: u32 = 32;

/// Size and alignment of a type, bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Extent {
    /// Stride of the type in arrays, bytes.
    pub(super) size: u64,
    align: u64,
}

/// Sizes of a module's types.
pub(super) struct Layout<'m> {
    module: &'m Typed<'m>,
    /// Explicit alignments: letter of the type, size in bits, alignment in bits.
    stated: Vec<(u8, u64, u64)>,
    known: Vec<Option<Extent>>,
}

impl<'m> Layout<'m> {
    pub(super) fn new(module: &'m Typed<'m>) -> Layout<'m> {
        let stated = module.data_layout.split(|&byte| byte == b'-').filter_map(|word| {
            let (letter, rest) = word.split_first()?;
            let rest = std::str::from_utf8(rest).ok()?;
            let mut parts = rest.split(':');
            let size = parts.next()?;
            let align = match letter {
                // Pointers state address space, size, then alignment.
                b'p' => parts.nth(1)?,
                _ => parts.next()?,
            };
            Some((*letter, size.parse().unwrap_or(0), align.parse().ok()?))
        });
        Layout { module, stated: stated.collect(), known: vec![None; module.types.len()] }
    }

    /// Offset of each field of a structure, and the structure's size.
    pub(super) fn fields(&mut self, structure: TypeId) -> (Vec<u64>, u64) {
        let fields = self.module.types.fields(structure).unwrap_or_default();
        let mut offsets = Vec::with_capacity(fields.len());
        let extent = self.structure(structure, 0, |offset| offsets.push(offset));
        (offsets, extent.size)
    }

    /// Size of a type.
    pub(super) fn size(&mut self, ty: TypeId) -> u64 {
        self.extent(ty, 0).size
    }

    fn structure(&mut self, structure: TypeId, depth: u32, mut each: impl FnMut(u64)) -> Extent {
        let types = &self.module.types;
        let packed = match types.get(structure) {
            Some(Type::Struct { packed, .. } | Type::Named { packed, .. }) => packed,
            _ => false,
        };
        let mut whole = Extent { size: 0, align: 1 };
        for &field in types.fields(structure).unwrap_or_default() {
            let field = self.extent(field, depth);
            if !packed {
                whole.size = up(whole.size, field.align);
                whole.align = whole.align.max(field.align);
            }
            each(whole.size);
            whole.size = whole.size.saturating_add(field.size);
        }
        whole.size = up(whole.size, whole.align);
        whole
    }

    /// Recursion stops at [`MAX_DEPTH`]; each type is visited once.
    fn extent(&mut self, ty: TypeId, depth: u32) -> Extent {
        if let Some(known) = self.known.get(ty.index()).copied().flatten() {
            return known;
        }
        if depth > MAX_DEPTH {
            return Extent { size: 0, align: 1 };
        }
        let extent = match self.module.types.get(ty) {
            Some(Type::Half) => self.scalar(b'f', 16),
            Some(Type::Float) => self.scalar(b'f', 32),
            Some(Type::Double) => self.scalar(b'f', 64),
            Some(Type::Integer(width)) => self.scalar(b'i', width.into()),
            Some(Type::Pointer { .. }) => self.scalar(b'p', 32),
            Some(Type::Array { element, count }) => {
                let element = self.extent(element, depth + 1);
                Extent { size: element.size.saturating_mul(count), align: element.align }
            }
            // Elements of a vector are packed, and so are vectors.
            Some(Type::Vector { element, count }) => {
                let element = self.extent(element, depth + 1);
                Extent { size: element.size.saturating_mul(count.into()), align: element.align }
            }
            Some(Type::Struct { .. } | Type::Named { .. }) => self.structure(ty, depth + 1, |_| {}),
            _ => Extent { size: 0, align: 1 },
        };
        if let Some(slot) = self.known.get_mut(ty.index()) {
            *slot = Some(extent);
        }
        extent
    }

    fn scalar(&self, letter: u8, bits: u64) -> Extent {
        let of_letter = self.stated.iter().filter(|stated| stated.0 == letter);
        let stated =
            of_letter.filter(|stated| stated.1 >= bits || letter == b'p').min_by_key(|stated| stated.1);
        let size = bits.div_ceil(8);
        let align = match stated {
            Some(&(_, _, align)) => (align / 8).max(1),
            None => size.checked_next_power_of_two().unwrap_or(1).max(1),
        };
        Extent { size: up(size, align), align }
    }
}

/// Rounds up to a multiple of an alignment.
fn up(offset: u64, align: u64) -> u64 {
    offset.checked_next_multiple_of(align.max(1)).unwrap_or(u64::MAX)
}
