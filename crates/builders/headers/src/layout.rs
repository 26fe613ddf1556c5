//! Lays out the structures of a module as C++ and Rust have them.

use std::collections::HashMap;

use glassbox_spirv::Reflection;
use glassbox_spirv::grammar::value::storage_class;
use glassbox_spirv::reflect::{Length, Member, TypeId, TypeKind};

use crate::model::{Field, FieldType, Scalar, Structure};
use crate::names::Names;

/// Deepest nesting of types; what is below becomes bytes.
const DEPTH: u32 = 16;
/// How many structures are laid out at most, counting those that do not fit: types that share structures would otherwise expand
/// exponentially.
const BUDGET: usize = 1 << 14;
/// Size of a block that nothing limits.
pub(crate) const UNLIMITED: u64 = 1 << 40;
/// Largest alignment of a number.
pub(crate) const LARGEST: u64 = 8;

/// Where a value stands: how many bytes it may take, and of what its offset is a multiple.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Room {
    pub(crate) size: u64,
    pub(crate) align: u64,
    /// True if all of the room is to be taken, as by elements of an array.
    pub(crate) is_exact: bool,
}

/// Structures so far.
pub(crate) struct Layouts<'n> {
    pub(crate) structures: Vec<Structure>,
    known: HashMap<(u32, Room), Option<usize>>,
    /// Structures under the names that their modules have for them.
    equal: HashMap<Structure, usize>,
    /// How often a name was used.
    used: HashMap<String, usize>,
    budget: usize,
    names: &'n Names,
}

/// The types of one module, laid out among those of others.
struct Types<'l, 'n, 'r> {
    layouts: &'l mut Layouts<'n>,
    reflection: &'r Reflection,
}

impl<'n> Layouts<'n> {
    pub(crate) fn new(names: &'n Names) -> Layouts<'n> {
        Layouts {
            structures: Vec::new(),
            known: HashMap::new(),
            equal: HashMap::new(),
            used: HashMap::new(),
            budget: BUDGET,
            names,
        }
    }

    /// Lays out a structure; `None` if its members overlap or have no offsets.
    pub(crate) fn structure(&mut self, reflection: &Reflection, ty: TypeId, room: Room) -> Option<usize> {
        self.known.clear();
        Types { layouts: self, reflection }.structure(ty, room, 0)
    }

    /// Lays out the element of an array at the end of a block.
    pub(crate) fn element(
        &mut self,
        reflection: &Reflection,
        ty: TypeId,
        last: &Member,
        room: Room,
    ) -> FieldType {
        self.known.clear();
        Types { layouts: self, reflection }.place(ty, last, room, 0).0
    }

    /// Size of a type, bytes.
    pub(crate) fn size(&self, ty: &FieldType) -> u64 {
        match ty {
            FieldType::Scalar(scalar) => scalar.size(),
            FieldType::Array(element, count) => self.size(element) * count,
            FieldType::Padded(value, padding) => self.size(value) + padding,
            FieldType::Structure(number) => self.structures[*number].size,
            FieldType::Bytes(count) => *count,
        }
    }

    fn align(&self, ty: &FieldType) -> u64 {
        match ty {
            FieldType::Scalar(scalar) => scalar.size(),
            FieldType::Array(inner, _) | FieldType::Padded(inner, _) => self.align(inner),
            FieldType::Structure(number) => self.structures[*number].align,
            FieldType::Bytes(_) => 1,
        }
    }

    /// The structure of a name and fields, which is known already if another is equal. Names are unique.
    fn add(&mut self, structure: Structure) -> usize {
        if let Some(known) = self.equal.get(&structure) {
            return *known;
        }
        let at = self.structures.len();
        self.equal.insert(structure.clone(), at);
        let wanted = structure.name.clone();
        let mut name = wanted.clone();
        loop {
            let number = self.used.entry(name.clone()).or_insert(0);
            *number += 1;
            if *number == 1 {
                break;
            }
            name = format!("{wanted}_{number}");
        }
        self.structures.push(Structure { name, ..structure });
        at
    }
}

/// The largest power of two up to the largest alignment that divides an offset.
fn divisor(offset: u64) -> u64 {
    if offset == 0 { LARGEST } else { (1 << offset.trailing_zeros()).min(LARGEST) }
}

pub(crate) fn length(length: Length) -> Option<u64> {
    match length {
        Length::Fixed(count) => Some(count),
        Length::Specialized { default, .. } => default,
        Length::Unknown(_) => None,
    }
}

impl Types<'_, '_, '_> {
    fn structure(&mut self, ty: TypeId, room: Room, depth: u32) -> Option<usize> {
        if let Some(known) = self.layouts.known.get(&(ty.0, room)) {
            return *known;
        }
        // Numbers of eight bytes may stand where C++ and Rust would not have them: then they are bytes.
        let limits = [8, 4, 2, 1].into_iter().filter(|limit| *limit <= room.align);
        let found = limits.into_iter().find_map(|limit| self.limited(ty, room, limit, depth));
        let found = found.map(|structure| self.layouts.add(structure));
        self.layouts.known.insert((ty.0, room), found);
        found
    }

    /// A structure whose fields have alignments up to a limit.
    fn limited(&mut self, ty: TypeId, room: Room, limit: u64, depth: u32) -> Option<Structure> {
        let TypeKind::Struct { members, .. } = self.reflection.ty(ty) else { return None };
        self.layouts.budget = self.layouts.budget.checked_sub(1)?;
        let mut order: Vec<(u64, usize, &Member)> = Vec::new();
        for (index, member) in members.iter().enumerate() {
            if !matches!(self.reflection.ty(member.ty), TypeKind::RuntimeArray { .. }) {
                order.push((u64::from(member.offset?), index, member));
            }
        }
        order.sort_by_key(|(offset, ..)| *offset);
        let mut taken = self.layouts.names.scope();
        let names: Vec<String> = order
            .iter()
            .map(|(_, index, member)| {
                taken.add(member.name.as_deref().unwrap_or_default(), &format!("member{index}"))
            })
            .collect();
        let (mut fields, mut end, mut align, mut paddings) = (Vec::new(), 0, 1, 0);
        let mut pad = |fields: &mut Vec<Field>, from: u64, to: u64| {
            if to > from {
                let name = taken.add(&format!("padding{paddings}"), "padding");
                paddings += 1;
                let ty = FieldType::Bytes(to - from);
                fields.push(Field { name, ty, offset: from, size: to - from, is_padding: true, note: None });
            }
        };
        for (at, ((offset, _, member), name)) in order.iter().zip(names).enumerate() {
            let next = order.get(at + 1).map_or(room.size, |(next, ..)| *next).min(room.size);
            let offset = *offset;
            if offset < end || next <= offset {
                return None;
            }
            let place = Room { size: next - offset, align: divisor(offset).min(limit), is_exact: false };
            let (ty, note) = self.place(member.ty, member, place, depth + 1);
            let size = self.layouts.size(&ty);
            if size == 0 {
                continue;
            }
            pad(&mut fields, end, offset);
            align = align.max(self.layouts.align(&ty));
            fields.push(Field { name, ty, offset, size, is_padding: false, note });
            end = offset + size;
        }
        let size = if room.is_exact { room.size } else { end.next_multiple_of(align) };
        if size < end || size > room.size || !size.is_multiple_of(align) {
            return None;
        }
        pad(&mut fields, end, size);
        let name = self.reflection.types.get(ty.0 as usize).and_then(|ty| ty.name.as_deref());
        let name = self.layouts.names.of(name.unwrap_or_default(), "Structure");
        Some(Structure { name, fields, size, align })
    }

    /// The type of a value in its room, and what that type does not say.
    fn place(&mut self, ty: TypeId, member: &Member, room: Room, depth: u32) -> (FieldType, Option<String>) {
        let bytes = |size: u64| (FieldType::Bytes(size.min(room.size)), None);
        if depth > DEPTH {
            return bytes(if room.size == UNLIMITED { 0 } else { room.size });
        }
        match self.reflection.ty(ty) {
            TypeKind::Vector { component, count } => match self.scalar(*component) {
                Some(scalar) => {
                    self.sequence(FieldType::Scalar(scalar), u64::from(*count), scalar.size(), room)
                }
                None => bytes(0),
            },
            TypeKind::Matrix { column, count } => self.matrix(*column, *count, member, room),
            TypeKind::Array { element, length: count, stride } => {
                let (Some(count), Some(stride)) = (length(*count), *stride) else { return bytes(0) };
                let stride = u64::from(stride);
                if stride == 0 || count == 0 {
                    return bytes(0);
                }
                let align = divisor(stride).min(room.align);
                // The last element may be followed by something that stands in its padding.
                let is_exact = stride.saturating_mul(count) <= room.size;
                let size = stride.min(room.size);
                let (element, note) = self.place(*element, member, Room { size, align, is_exact }, depth + 1);
                let (ty, own) = self.sequence(element, count, stride, room);
                (ty, own.or(note))
            }
            TypeKind::Struct { .. } => match self.structure(ty, room, depth) {
                Some(number) => (FieldType::Structure(number), None),
                None => bytes(self.reflection.sizes().get(ty.0 as usize).copied().flatten().unwrap_or(0)),
            },
            _ => match self.scalar(ty) {
                Some(scalar) if scalar.size() <= room.size && scalar.size() <= room.align => {
                    let is_half = matches!(self.reflection.ty(ty), TypeKind::Float { width: 16 });
                    (FieldType::Scalar(scalar), is_half.then(|| "bits of a half-precision float".to_owned()))
                }
                Some(scalar) => bytes(scalar.size()),
                None => bytes(0),
            },
        }
    }

    fn scalar(&self, ty: TypeId) -> Option<Scalar> {
        Some(match self.reflection.ty(ty) {
            TypeKind::Int { width: width @ (8 | 16 | 32 | 64), signed: true } => {
                Scalar::Int((width / 8) as u8)
            }
            TypeKind::Int { width: width @ (8 | 16 | 32 | 64), .. } => Scalar::Uint((width / 8) as u8),
            TypeKind::Float { width: 16 } => Scalar::Uint(2),
            TypeKind::Float { width: 32 } => Scalar::Float,
            TypeKind::Float { width: 64 } => Scalar::Double,
            TypeKind::Pointer { class: storage_class::PHYSICAL_STORAGE_BUFFER, .. } => Scalar::Uint(8),
            _ => return None,
        })
    }

    fn matrix(
        &self,
        column: TypeId,
        columns: u32,
        member: &Member,
        room: Room,
    ) -> (FieldType, Option<String>) {
        let TypeKind::Vector { component, count: rows } = self.reflection.ty(column) else {
            return (FieldType::Bytes(0), None);
        };
        let (Some(scalar), Some(stride)) = (self.scalar(*component), member.matrix_stride) else {
            return (FieldType::Bytes(0), None);
        };
        let (rows, columns) = (u64::from(*rows), u64::from(columns));
        let (count, lanes, what) =
            if member.row_major { (rows, columns, "rows") } else { (columns, rows, "columns") };
        let vector = FieldType::Array(Box::new(FieldType::Scalar(scalar)), lanes);
        let (ty, note) = self.sequence(vector, count, u64::from(stride), room);
        let own = format!("{what} of a matrix of {columns} columns and {rows} rows");
        (ty, Some(note.map_or(own.clone(), |note| format!("{own}; {note}"))))
    }

    /// Values at a distance from each other.
    fn sequence(
        &self,
        element: FieldType,
        count: u64,
        stride: u64,
        room: Room,
    ) -> (FieldType, Option<String>) {
        let (size, align) = (self.layouts.size(&element), self.layouts.align(&element));
        if count == 0 || size == 0 {
            return (FieldType::Bytes(0), None);
        }
        let whole = stride.saturating_mul(count);
        let has_room = whole <= room.size && align <= room.align && stride.is_multiple_of(align);
        if has_room && stride == size {
            return (FieldType::Array(Box::new(element), count), None);
        }
        if has_room && stride > size {
            let padded = FieldType::Padded(Box::new(element), stride - size);
            return (FieldType::Array(Box::new(padded), count), None);
        }
        let last = stride.saturating_mul(count - 1).saturating_add(size);
        let note = Some(format!("element i begins at byte i * {stride}"));
        // Numbers stay numbers where something stands in the padding of the last element.
        if let Some(scalar) = scalar_in(&element)
            && last <= room.size
            && align <= room.align
            && stride.is_multiple_of(scalar.size())
        {
            return (FieldType::Array(Box::new(FieldType::Scalar(scalar)), last / scalar.size()), note);
        }
        (FieldType::Bytes(last.min(room.size)), note)
    }
}

/// The number that a type consists of, if there is nothing else in it.
fn scalar_in(ty: &FieldType) -> Option<Scalar> {
    match ty {
        FieldType::Scalar(scalar) => Some(*scalar),
        FieldType::Array(inner, _) => scalar_in(inner),
        _ => None,
    }
}
