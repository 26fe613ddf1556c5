//! Measures types as WGSL lays them out, and finds the attributes that move members to where the module has them.

use foldhash::HashMap;
use glassbox_spirv::build::value::decoration;
use glassbox_spirv::module::{Annotations, Id, Module, Type};

/// Deepest nesting of types.
const MAX_DEPTH: u32 = 32;

/// Alignment and size in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) align: u32,
    pub(super) size: u32,
}

/// How a structure with offsets is written.
#[derive(Clone, Debug, Default)]
pub(super) struct Placed {
    /// By member, the size that it states.
    pub(super) sizes: Vec<Option<u32>>,
    size: Option<Size>,
    /// True if its offsets fit the address space of uniform buffers.
    pub(super) uniform: bool,
}

/// Elements of an array and the distance between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stride {
    pub(super) element: Size,
    pub(super) stride: u32,
    /// True if elements are wrapped to be that far apart.
    pub(super) padded: bool,
}

/// Measures types; structures may share theirs at every level, so each is measured once.
#[derive(Debug, Default)]
pub(super) struct Layouts {
    structures: HashMap<Id, Option<Placed>>,
}

fn round_up(value: u32, align: u32) -> Option<u32> {
    value.checked_next_multiple_of(align.max(1))
}

impl Layouts {
    /// Measures a type; `row_major` matrices are written transposed. `None` if WGSL cannot lay it out as the module does.
    pub(super) fn measure(
        &mut self,
        (module, annotations): (&Module, &Annotations<'_>),
        ty: Id,
        member: Option<(Id, u32)>,
        depth: u32,
    ) -> Option<Size> {
        if depth > MAX_DEPTH {
            return None;
        }
        let context = (module, annotations);
        Some(match module.ty(ty)? {
            Type::Bool => Size { align: 4, size: 4 },
            Type::Int { width, .. } | Type::Float { width, .. } => Size { align: width / 8, size: width / 8 },
            Type::Vector { component, count } => {
                let inner = self.measure(context, component, None, depth + 1)?;
                vector(inner, count)
            }
            Type::Matrix { column, count } => {
                let Type::Vector { component, count: rows } = module.ty(column)? else { return None };
                let inner = self.measure(context, component, None, depth + 1)?;
                let row_major = member.is_some_and(|(ty, index)| is_row_major(annotations, ty, index));
                let (vectors, length) = if row_major { (rows, count) } else { (count, rows) };
                let column = vector(inner, length);
                let stride = round_up(column.size, column.align)?;
                let stated = member
                    .and_then(|(ty, index)| annotations.member_value(ty, index, decoration::MATRIX_STRIDE));
                if stated.is_some_and(|stated| stated != stride) {
                    return None;
                }
                Size { align: column.align, size: stride.checked_mul(vectors)? }
            }
            Type::Array { length, .. } => {
                let stride = self.stride(context, ty, member, depth)?;
                let count = module.constant_u32(length)?;
                Size { align: stride.element.align, size: stride.stride.checked_mul(count)? }
            }
            Type::RuntimeArray { .. } => {
                let stride = self.stride(context, ty, member, depth)?;
                Size { align: stride.element.align, size: 0 }
            }
            Type::Struct { .. } => self.placed(context, ty, depth)?.size?,
            _ => return None,
        })
    }

    /// Distance between the elements of an array.
    pub(super) fn stride(
        &mut self,
        (module, annotations): (&Module, &Annotations<'_>),
        ty: Id,
        member: Option<(Id, u32)>,
        depth: u32,
    ) -> Option<Stride> {
        let (Type::Array { element, .. } | Type::RuntimeArray { element }) = module.ty(ty)? else {
            return None;
        };
        let inner = self.measure((module, annotations), element, member, depth + 1)?;
        let natural = round_up(inner.size, inner.align)?;
        let stride = annotations.value(ty, decoration::ARRAY_STRIDE).unwrap_or(natural);
        let fits = stride >= natural && stride.is_multiple_of(inner.align.max(1));
        fits.then_some(Stride { element: inner, stride, padded: stride != natural })
    }

    /// How a structure is written.
    pub(super) fn placed(
        &mut self,
        context: (&Module, &Annotations<'_>),
        ty: Id,
        depth: u32,
    ) -> Option<Placed> {
        if let Some(known) = self.structures.get(&ty) {
            return known.clone();
        }
        let placed = self.place(context, ty, depth);
        self.structures.insert(ty, placed.clone());
        placed
    }

    fn place(&mut self, context: (&Module, &Annotations<'_>), ty: Id, depth: u32) -> Option<Placed> {
        let (module, annotations) = context;
        let Type::Struct { members } = module.ty(ty)? else { return None };
        let mut placed = Placed { sizes: vec![None; members.len()], size: None, uniform: true };
        let (mut offset, mut size, mut align) = (0u32, 0u32, 1u32);
        let mut last_struct_end = 0;
        for (index, &member) in (0u32..).zip(members) {
            let own = self.measure(context, member, Some((ty, index)), depth + 1)?;
            let natural = round_up(offset.checked_add(size)?, own.align)?;
            let stated = annotations.member_value(ty, index, decoration::OFFSET).unwrap_or(natural);
            if stated != natural {
                let is_lower = stated < natural && stated < offset.checked_add(size)?;
                if is_lower || index == 0 || !stated.is_multiple_of(own.align.max(1)) {
                    return None;
                }
                placed.sizes[index as usize - 1] = Some(stated - offset);
            }
            let is_block = matches!(module.ty(member), Some(Type::Struct { .. } | Type::Array { .. }));
            if stated < last_struct_end || is_block && !stated.is_multiple_of(16) {
                placed.uniform = false;
            }
            placed.uniform &= self.fits_uniform(context, member, depth + 1);
            if matches!(module.ty(member), Some(Type::Struct { .. })) {
                last_struct_end = stated.checked_add(round_up(own.size, 16)?)?;
            }
            align = align.max(own.align);
            offset = stated;
            size = own.size;
        }
        let end = offset.checked_add(size)?;
        placed.size = Some(Size { align, size: round_up(end, align)? });
        Some(placed)
    }

    /// True if elements of arrays are as far apart as uniform buffers need.
    fn fits_uniform(&mut self, context: (&Module, &Annotations<'_>), ty: Id, depth: u32) -> bool {
        if depth > MAX_DEPTH {
            return false;
        }
        match context.0.ty(ty) {
            Some(Type::Array { element, .. }) => {
                // A matrix as element has the same stride under both orders.
                let stride = self.stride(context, ty, None, depth).map(|stride| stride.stride);
                let stated = context.1.value(ty, decoration::ARRAY_STRIDE).or(stride);
                stated.is_some_and(|stride| stride.is_multiple_of(16))
                    && self.fits_uniform(context, element, depth + 1)
            }
            Some(Type::Struct { .. }) => self.placed(context, ty, depth).is_some_and(|placed| placed.uniform),
            Some(Type::RuntimeArray { .. }) => false,
            _ => true,
        }
    }
}

fn vector(inner: Size, count: u32) -> Size {
    let align = inner.align * if count == 2 { 2 } else { 4 };
    Size { align, size: inner.size.saturating_mul(count) }
}

/// True if the matrices of a member are stored by rows.
pub(super) fn is_row_major(annotations: &Annotations<'_>, ty: Id, index: u32) -> bool {
    annotations.member_decoration(ty, index, decoration::ROW_MAJOR).is_some()
}
