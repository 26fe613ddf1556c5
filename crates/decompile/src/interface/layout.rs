//! Compares the offsets of a block with those of the layouts of GLSL.

use foldhash::HashMap;
use glassbox_spirv::build::value::decoration;
use glassbox_spirv::module::{Annotations, Id, Module, Type};
use smallvec::SmallVec;

use super::defaults::default_of;

/// Deepest nesting of types.
const MAX_DEPTH: u32 = 32;

/// Bytes of a pointer to a buffer.
const POINTER: u32 = 8;

/// A layout of GLSL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Packing {
    Std140,
    Std430,
    Scalar,
}

impl Packing {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Packing::Std140 => "std140",
            Packing::Std430 => "std430",
            Packing::Scalar => "scalar",
        }
    }
}

/// Whether members follow from the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    /// All offsets follow from the layout.
    Exact,
    /// Members must state their offsets.
    Offsets,
}

/// Members of a block as index and type, in the order that they have in memory.
pub(crate) fn members_by_offset(module: &Module, annotations: &Annotations<'_>, block: Id) -> Vec<(u32, Id)> {
    members(module, annotations, block).into_iter().map(|member| (member.index, member.ty)).collect()
}

/// A member of a block.
struct Member {
    index: u32,
    ty: Id,
    /// The offset that it states.
    offset: Option<u32>,
}

/// Members of a block in the order that they have in memory.
fn members(module: &Module, annotations: &Annotations<'_>, block: Id) -> SmallVec<[Member; 8]> {
    let Some(Type::Struct { members }) = module.ty(block) else { return SmallVec::new() };
    let offset = |index| annotations.member_value(block, index, decoration::OFFSET);
    let member = |(index, ty): (u32, &Id)| Member { index, ty: *ty, offset: offset(index) };
    let mut members: SmallVec<[Member; 8]> = (0..).zip(members).map(member).collect();
    let is_ordered = members.is_sorted_by_key(|member| member.offset);
    if !is_ordered && members.iter().all(|member| member.offset.is_some()) {
        members.sort_by_key(|member| member.offset);
    }
    members
}

/// Checks the layouts of blocks.
pub(crate) struct Layouts<'m> {
    module: &'m Module,
    annotations: &'m Annotations<'m>,
    /// Structures may share theirs at every level, so each is measured once.
    structures: HashMap<(Id, Packing), Option<Size>>,
}

#[derive(Clone, Copy)]
struct Size {
    align: u32,
    size: u32,
}

impl<'m> Layouts<'m> {
    pub(crate) fn of(module: &'m Module, annotations: &'m Annotations<'m>) -> Layouts<'m> {
        Layouts { module, annotations, structures: HashMap::default() }
    }

    /// Alignment of the largest scalar in a type, in bytes.
    pub(crate) fn alignment(&mut self, ty: Id) -> Option<u32> {
        let mut members = vec![ty];
        let mut largest = 1;
        let mut seen = foldhash::HashSet::default();
        while let Some(ty) = members.pop() {
            match self.module.ty(ty)? {
                Type::Struct { members: inner } => {
                    members.extend(inner.iter().copied().filter(|inner| seen.insert(*inner)));
                }
                Type::Array { element, .. } | Type::RuntimeArray { element } => members.push(element),
                Type::Pointer { .. } => largest = largest.max(POINTER),
                _ => match self.module.scalar(ty)? {
                    Type::Int { width, .. } | Type::Float { width, .. } => largest = largest.max(width / 8),
                    _ => return None,
                },
            }
        }
        Some(largest)
    }

    /// How a block whose members are written in the order of memory fits a layout; `None` if it cannot be written with it.
    pub(crate) fn fit(&mut self, block: Id, packing: Packing) -> Option<Fit> {
        let Type::Struct { .. } = self.module.ty(block)? else { return None };
        let mut fit = Fit::Exact;
        let mut next = 0u32;
        for Member { index, ty, offset } in members(self.module, self.annotations, block) {
            let size = self.measure(ty, packing, Some((block, index)), 0)?;
            let natural = next.checked_next_multiple_of(size.align)?;
            let stated = offset.unwrap_or(natural);
            if stated != natural {
                fit = Fit::Offsets;
                if stated < next || !stated.is_multiple_of(size.align) {
                    return None;
                }
            }
            next = stated.checked_add(size.size)?;
        }
        Some(fit)
    }

    fn measure(&mut self, ty: Id, packing: Packing, member: Option<(Id, u32)>, depth: u32) -> Option<Size> {
        if depth > MAX_DEPTH {
            return None;
        }
        match self.module.ty(ty)? {
            Type::Int { width, .. } | Type::Float { width, .. } => {
                Some(Size { align: (width / 8).max(1), size: width / 8 })
            }
            Type::Pointer { .. } => Some(Size { align: POINTER, size: POINTER }),
            Type::Vector { component, count } => {
                let inner = self.measure(component, packing, None, depth + 1)?;
                Some(self.vector(inner, count, packing))
            }
            Type::Matrix { column, count } => self.matrix((column, count), packing, member, depth),
            Type::Array { element, length } => {
                // Offsets follow from the defaults of specialization constants.
                let count = default_of(self.module, length)?;
                let stride = self.stride(ty, element, packing, member, depth)?;
                Some(Size { align: stride.align, size: stride.size.checked_mul(count)? })
            }
            Type::RuntimeArray { element } => {
                let stride = self.stride(ty, element, packing, member, depth)?;
                Some(Size { align: stride.align, size: 0 })
            }
            Type::Struct { .. } => {
                if let Some(known) = self.structures.get(&(ty, packing)) {
                    return *known;
                }
                let size = self.structure(ty, packing, depth);
                self.structures.insert((ty, packing), size);
                size
            }
            _ => None,
        }
    }

    fn structure(&mut self, ty: Id, packing: Packing, depth: u32) -> Option<Size> {
        let Type::Struct { members } = self.module.ty(ty)? else { return None };
        let mut next = 0u32;
        let mut align = if packing == Packing::Std140 { 16 } else { 1 };
        for (index, &inner) in (0..).zip(members) {
            let size = self.measure(inner, packing, Some((ty, index)), depth + 1)?;
            let natural = next.checked_next_multiple_of(size.align)?;
            if self
                .annotations
                .member_value(ty, index, decoration::OFFSET)
                .is_some_and(|stated| stated != natural)
            {
                return None;
            }
            align = align.max(size.align);
            next = natural.checked_add(size.size)?;
        }
        let size = if packing == Packing::Scalar { next } else { next.checked_next_multiple_of(align)? };
        Some(Size { align, size })
    }

    fn vector(&self, inner: Size, count: u32, packing: Packing) -> Size {
        let size = inner.size.saturating_mul(count);
        let align = match (packing, count) {
            (Packing::Scalar, _) => inner.align,
            (_, 2) => inner.align * 2,
            _ => inner.align * 4,
        };
        Size { align, size }
    }

    fn matrix(
        &mut self,
        (column, count): (Id, u32),
        packing: Packing,
        member: Option<(Id, u32)>,
        depth: u32,
    ) -> Option<Size> {
        let Type::Vector { component, count: rows } = self.module.ty(column)? else { return None };
        let inner = self.measure(component, packing, None, depth + 1)?;
        let row_major = member.is_some_and(|(ty, index)| {
            self.annotations.member_decoration(ty, index, decoration::ROW_MAJOR).is_some()
        });
        let (vectors, length) = if row_major { (rows, count) } else { (count, rows) };
        let vector = self.vector(inner, length, packing);
        let align = if packing == Packing::Std140 { vector.align.max(16) } else { vector.align };
        let stride = vector.size.checked_next_multiple_of(align)?;
        let stated = member
            .and_then(|(ty, index)| self.annotations.member_value(ty, index, decoration::MATRIX_STRIDE));
        if stated.is_some_and(|stated| stated != stride) {
            return None;
        }
        Some(Size { align, size: stride.checked_mul(vectors)? })
    }

    fn stride(
        &mut self,
        ty: Id,
        element: Id,
        packing: Packing,
        member: Option<(Id, u32)>,
        depth: u32,
    ) -> Option<Size> {
        let inner = self.measure(element, packing, member, depth + 1)?;
        let align = if packing == Packing::Std140 { inner.align.max(16) } else { inner.align };
        let stride = inner.size.checked_next_multiple_of(align)?;
        if self.annotations.value(ty, decoration::ARRAY_STRIDE).is_some_and(|stated| stated != stride) {
            return None;
        }
        Some(Size { align, size: stride })
    }
}
