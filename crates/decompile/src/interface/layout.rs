//! Compares the offsets of a block with those of the layouts of GLSL.

use foldhash::HashMap;
use glassbox_spirv::build::value::decoration;
use glassbox_spirv::layout::{Extent, Structure, aligned};
use glassbox_spirv::module::{Annotations, Id, Module, Type};
use smallvec::SmallVec;

use super::defaults::default_of;

pub(crate) use glassbox_spirv::layout::Packing;

/// Deepest nesting of types.
const MAX_DEPTH: u32 = 32;

/// A pointer to a buffer.
const POINTER: Extent = Extent { align: 8, size: 8 };

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
    structures: HashMap<(Id, Packing), Option<Extent>>,
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
                Type::Pointer { .. } => largest = largest.max(POINTER.align as u32),
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
        let mut whole = Structure::new(packing);
        for Member { index, ty, offset } in members(self.module, self.annotations, block) {
            let extent = self.measure(ty, packing, Some((block, index)), 0)?;
            let natural = whole.offset(extent);
            let stated = offset.map_or(natural, u64::from);
            if stated != natural {
                fit = Fit::Offsets;
                if stated < whole.next() || aligned(stated, extent.align) != stated {
                    return None;
                }
            }
            whole.add_at(stated, extent);
        }
        Some(fit)
    }

    /// Size and alignment of a type whose parts lie where the layout has them.
    fn measure(&mut self, ty: Id, packing: Packing, member: Option<(Id, u32)>, depth: u32) -> Option<Extent> {
        if depth > MAX_DEPTH {
            return None;
        }
        match self.module.ty(ty)? {
            Type::Int { width, .. } | Type::Float { width, .. } => Some(packing.vector(bytes(width), 1)),
            Type::Pointer { .. } => Some(POINTER),
            Type::Vector { component, count } => {
                Some(packing.vector(self.scalar_size(component)?, u64::from(count)))
            }
            Type::Matrix { column, count } => self.matrix((column, count), packing, member),
            Type::Array { element, length } => {
                // Offsets follow from the defaults of specialization constants.
                let count = default_of(self.module, length)?;
                let element = self.element((ty, element), packing, member, depth)?;
                Some(packing.array(element, u64::from(count)))
            }
            Type::RuntimeArray { element } => {
                let element = self.element((ty, element), packing, member, depth)?;
                Some(packing.array(element, 0))
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

    fn structure(&mut self, ty: Id, packing: Packing, depth: u32) -> Option<Extent> {
        let Type::Struct { members } = self.module.ty(ty)? else { return None };
        let mut whole = Structure::new(packing);
        for (index, &inner) in (0..).zip(members) {
            let extent = self.measure(inner, packing, Some((ty, index)), depth + 1)?;
            let offset = whole.add(extent);
            let stated = self.annotations.member_value(ty, index, decoration::OFFSET);
            if stated.is_some_and(|stated| u64::from(stated) != offset) {
                return None;
            }
        }
        Some(whole.extent())
    }

    fn scalar_size(&self, ty: Id) -> Option<u64> {
        match self.module.ty(ty)? {
            Type::Int { width, .. } | Type::Float { width, .. } => Some(bytes(width)),
            _ => None,
        }
    }

    fn matrix(
        &self,
        (column, count): (Id, u32),
        packing: Packing,
        member: Option<(Id, u32)>,
    ) -> Option<Extent> {
        let Type::Vector { component, count: rows } = self.module.ty(column)? else { return None };
        let scalar = self.scalar_size(component)?;
        let row_major = member.is_some_and(|(ty, index)| {
            self.annotations.member_decoration(ty, index, decoration::ROW_MAJOR).is_some()
        });
        let counts = if row_major { [rows, count] } else { [count, rows] }.map(u64::from);
        let stated = member
            .and_then(|(ty, index)| self.annotations.member_value(ty, index, decoration::MATRIX_STRIDE));
        let stride = packing.matrix_stride(scalar, counts[1]);
        stated.is_none_or(|stated| u64::from(stated) == stride).then(|| packing.matrix(scalar, counts))
    }

    /// The element of an array, whose distance to the next is that of the layout.
    fn element(
        &mut self,
        (array, element): (Id, Id),
        packing: Packing,
        member: Option<(Id, u32)>,
        depth: u32,
    ) -> Option<Extent> {
        let element = self.measure(element, packing, member, depth + 1)?;
        let stated = self.annotations.value(array, decoration::ARRAY_STRIDE);
        let stride = packing.array_stride(element);
        stated.is_none_or(|stated| u64::from(stated) == stride).then_some(element)
    }
}

/// Bytes of a number of a width in bits.
fn bytes(width: u32) -> u64 {
    u64::from(width / 8).max(1)
}
