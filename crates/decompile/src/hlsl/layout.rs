//! Compares the offsets of uniform blocks with the packing of HLSL.

use std::collections::BTreeMap;
use std::rc::Rc;

use glassbox_spirv::build::value::decoration;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Type};

use super::Hlsl;
use crate::MatrixOrder;
use crate::interface::layout::members_by_offset;
use crate::interface::{Role, element};
use crate::refusal::Reason;
use crate::text::{Writer, joined};
use crate::tree::Var;

/// Deepest nesting of types.
const MAX_DEPTH: u32 = 32;

/// Most numbers in a gap.
const MAX_PADS: u32 = 64;

/// Bytes of a register.
const REGISTER: u32 = 16;

/// Where a member lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) offset: u32,
    /// True if it lies there without a word about it.
    pub(super) is_natural: bool,
}

/// Most bytes of a constant buffer.
const MAX_BLOCK: u32 = 1 << 16;

/// Size of a type in a uniform block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    size: u32,
    /// True if it begins with a register.
    aligned: bool,
    /// Bytes to which it is aligned otherwise.
    unit: u32,
}

impl Extent {
    /// The first offset from `next` on that it may have.
    fn fit(&self, next: u32) -> Option<u32> {
        let start = next.checked_next_multiple_of(self.unit)?;
        let crosses = start % REGISTER + self.size > REGISTER;
        if self.aligned || crosses { start.checked_next_multiple_of(REGISTER) } else { Some(start) }
    }
}

impl Writer<'_, '_, Hlsl> {
    /// Where the members of a uniform block lie; `None` if HLSL cannot say it.
    pub(super) fn place_members(&mut self, block: Id) -> Option<Rc<[Placed]>> {
        if let Some(known) = self.language.placed.get(&block) {
            return known.clone();
        }
        let placed = self.find_places(block).map(Rc::from);
        self.language.placed.insert(block, placed.clone());
        placed
    }

    fn find_places(&mut self, block: Id) -> Option<Vec<Placed>> {
        let Type::Struct { members } = self.module.ty(block)? else { return None };
        let mut next = 0u32;
        let mut placed = vec![Placed::default(); members.len()];
        let ordered = members_by_offset(self.module, self.annotations, block);
        let in_order = ordered.iter().zip(0..).all(|(member, index)| member.0 == index);
        for (index, member) in ordered {
            let extent = self.extent(member, Some((block, index)), 0)?;
            let natural = extent.fit(next)?;
            let offset = self.annotations.member_value(block, index, decoration::OFFSET).unwrap_or(natural);
            if offset < next || extent.fit(offset)? != offset || !offset.is_multiple_of(4) {
                return None;
            }
            placed[index as usize] = Placed { offset, is_natural: in_order && offset == natural };
            next = offset.checked_add(extent.size)?;
        }
        if next > MAX_BLOCK {
            self.refuse(Reason::Layout, "a uniform block has more than 65536 bytes; use a storage buffer");
        }
        Some(placed)
    }

    fn extent(&mut self, ty: Id, member: Option<(Id, u32)>, depth: u32) -> Option<Extent> {
        if depth > MAX_DEPTH {
            return None;
        }
        match self.module.ty(ty)? {
            Type::Int { width, .. } | Type::Float { width, .. } => {
                Some(Extent { size: width / 8, aligned: false, unit: (width / 8).max(1) })
            }
            Type::Vector { component, count } => {
                let inner = self.extent(component, None, depth + 1)?;
                Some(Extent { size: inner.size.checked_mul(count)?, aligned: false, unit: inner.unit })
            }
            Type::Matrix { column, count } => {
                let Type::Vector { component, count: rows } = self.module.ty(column)? else { return None };
                let inner = self.extent(component, None, depth + 1)?;
                let by_rows = member.is_some_and(|(ty, index)| {
                    self.annotations.member_decoration(ty, index, decoration::ROW_MAJOR).is_some()
                });
                let (vectors, length) = if by_rows { (rows, count) } else { (count, rows) };
                let stride = member.and_then(|(ty, index)| {
                    self.annotations.member_value(ty, index, decoration::MATRIX_STRIDE)
                });
                if inner.size != 4 || stride.is_some_and(|stride| stride != REGISTER) {
                    return None;
                }
                let size = (vectors - 1).checked_mul(REGISTER)?.checked_add(length * 4)?;
                Some(Extent { size, aligned: true, unit: 4 })
            }
            Type::Array { element, length } => {
                let count = self.module.constant_u32(length)?;
                let inner = self.extent(element, member, depth + 1)?;
                let stride = inner.size.checked_next_multiple_of(REGISTER)?;
                let stated = self.annotations.value(ty, decoration::ARRAY_STRIDE);
                if stated.is_some_and(|stated| stated != stride) || count == 0 {
                    return None;
                }
                let size = stride.checked_mul(count - 1)?.checked_add(inner.size)?;
                Some(Extent { size, aligned: true, unit: 4 })
            }
            Type::Struct { .. } => {
                // Structures may share theirs at every level, so each is measured once.
                if let Some(known) = self.language.extents.get(&ty) {
                    return *known;
                }
                let extent = self.extent_of_structure(ty, depth);
                self.language.extents.insert(ty, extent);
                extent
            }
            _ => None,
        }
    }

    fn extent_of_structure(&mut self, ty: Id, depth: u32) -> Option<Extent> {
        let Type::Struct { members } = self.module.ty(ty)? else { return None };
        if !self.agrees(ty, 0) {
            return None;
        }
        let mut next = 0u32;
        let mut pads = Vec::new();
        for (index, &inner) in (0..).zip(members) {
            let extent = self.extent(inner, Some((ty, index)), depth + 1)?;
            let natural = extent.fit(next)?;
            let stated = self.annotations.member_value(ty, index, decoration::OFFSET).unwrap_or(natural);
            if stated != natural {
                let gap = stated.checked_sub(next)?;
                let is_filled = next.is_multiple_of(4) && gap.is_multiple_of(4) && gap / 4 <= MAX_PADS;
                if stated < natural || !is_filled || extent.fit(stated)? != stated {
                    return None;
                }
                pads.push((index, gap / 4));
            }
            next = stated.checked_add(extent.size)?;
        }
        // Structures that are written as one have the same gaps.
        let canonical = self.canonical(ty);
        let known = self.language.pads.entry(canonical).or_insert_with(|| pads.clone());
        (*known == pads).then_some(Extent { size: next, aligned: true, unit: 4 })
    }

    /// Finds the gaps of the structures in uniform blocks, before any of them is written.
    pub(super) fn find_pads(&mut self, used: &[Var]) {
        for &var in used {
            if matches!(self.roles.get(&var), Some(Role::UniformBlock | Role::PushConstants)) {
                let block = element(self.module, self.tree.variable(var).ty);
                // A block that cannot be placed is refused where it is written.
                let _ = self.place_members(block);
            }
        }
    }

    /// How many numbers fill the gap in front of each member of a structure.
    pub(super) fn pads_of(&self, ty: Id) -> BTreeMap<u32, u32> {
        let pads = self.language.pads.get(&self.canonical(ty));
        pads.into_iter().flatten().copied().collect()
    }

    /// The name of a number in a gap, which no member has.
    pub(super) fn pad_name(&mut self, ty: Id, (member, pad): (u32, u32)) -> String {
        let count = self.module.component_count(ty).unwrap_or(0);
        let mut name = joined!("pad", member, "_", pad);
        while (0..count).any(|index| *self.member_name(ty, index) == *name) {
            name.push('_');
        }
        name
    }

    /// The parts of a composite with zeros in the gaps, if it is a structure that has some.
    pub(super) fn with_pads(&self, ty: Id, parts: &[String]) -> Option<Vec<String>> {
        if self.language.pads.is_empty() {
            return None;
        }
        let pads = self.pads_of(ty);
        let zeros = |index: u32| pads.get(&index).copied().unwrap_or(0) as usize;
        let filled = (0..).zip(parts).flat_map(|(index, part)| {
            std::iter::repeat_n("0.0".to_owned(), zeros(index)).chain(std::iter::once(part.clone()))
        });
        Some(filled.collect())
    }

    /// Finds the members of structures that are stored by rows.
    pub(super) fn find_row_major(&mut self) {
        for &at in self.tree.types() {
            if self.module.opcode(at) != op::TYPE_STRUCT {
                continue;
            }
            let id = self.module.get(at).result;
            for index in 0..self.module.operands(at).len().min(1024) as u32 {
                if self.annotations.member_decoration(id, index, decoration::ROW_MAJOR).is_some() {
                    let canonical = self.canonical(id);
                    self.language.row_major.insert((canonical, index));
                }
            }
        }
    }

    /// True if matrices of a structure lie as its declaration in the text says.
    pub(super) fn agrees(&self, ty: Id, depth: u32) -> bool {
        let Some(Type::Struct { members }) = self.module.ty(ty) else { return true };
        depth < MAX_DEPTH
            && (0..).zip(members).all(|(index, member)| {
                let inner = element(self.module, *member);
                let is_matrix = matches!(self.module.ty(inner), Some(Type::Matrix { .. }));
                let by_rows = self.annotations.member_decoration(ty, index, decoration::ROW_MAJOR).is_some();
                !is_matrix || by_rows == self.language.row_major.contains(&(self.canonical(ty), index))
            })
    }

    /// The word for the order of a matrix in memory: its columns are rows in HLSL.
    pub(super) fn order_of_matrix(&self, ty: Id, index: u32, member: Id) -> &'static str {
        let inner = element(self.module, member);
        let is_matrix = matches!(self.module.ty(inner), Some(Type::Matrix { .. }));
        let by_rows = self.language.row_major.contains(&(self.canonical(ty), index));
        if is_matrix { self.order_word(!by_rows) } else { "" }
    }

    /// The word for a matrix that is stored by rows or columns of HLSL.
    pub(super) fn order_word(&self, by_rows: bool) -> &'static str {
        match (self.options.matrix_order, by_rows) {
            (MatrixOrder::Rows, true) | (MatrixOrder::Columns, false) => "",
            (_, true) => "row_major ",
            (_, false) => "column_major ",
        }
    }
}
