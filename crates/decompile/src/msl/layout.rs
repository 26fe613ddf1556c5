//! Decides how members of blocks are declared, so that MSL puts them where the module has them.

use foldhash::HashMap;
use glassbox_spirv::build::value::{decoration, storage_class};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Annotations, At, Id, Module, Type};

use crate::interface::element;
use crate::interface::layout::members_by_offset;
use crate::text::append;

/// Deepest nesting of types.
const MAX_DEPTH: u32 = 32;

/// Bytes of a pointer.
const POINTER: u32 = 8;

/// How what is inside of a member's arrays is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Store {
    /// As its type.
    Plain,
    /// As a packed vector.
    Packed,
    /// As the first components of a vector of so many; a pointer as the first element of an array.
    Wide(u32),
    /// As a matrix whose columns have so many components.
    Columns(u32),
    /// As the transposed matrix, whose columns have so many components.
    Rows(u32),
    /// As an array of packed vectors, the columns of a matrix.
    PackedColumns,
    /// As an array of packed vectors, the rows of a matrix.
    PackedRows,
}

impl Store {
    /// True for a matrix whose rows are stored.
    pub(super) fn has_rows(self) -> bool {
        matches!(self, Store::Rows(_) | Store::PackedRows)
    }
}

/// A member of a structure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub(super) store: Store,
    /// Unused bytes before it.
    pub(super) padding: u32,
}

impl Member {
    /// True for a member that elements of a pointer can be.
    pub(super) fn is_bare(&self) -> bool {
        self.padding == 0 && !matches!(self.store, Store::PackedColumns | Store::PackedRows)
    }
}

/// The declaration of a structure.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub(super) members: Vec<Member>,
    /// Indices of the members in the order of their offsets.
    pub(super) order: Vec<u32>,
    /// Unused bytes at the end.
    pub(super) tail: u32,
    pub(super) size: u32,
    align: u32,
}

/// Forms of structures that are in memory; `None` for those that MSL cannot place.
#[derive(Default)]
pub(super) struct Forms {
    forms: HashMap<Id, Option<Form>>,
    /// Bytes between elements of arrays of a structure.
    strides: HashMap<Id, u32>,
}

#[derive(Clone, Copy)]
struct Size {
    align: u32,
    size: u32,
}

struct Measure<'a, 'm> {
    module: &'m Module,
    annotations: &'a Annotations<'m>,
    /// Values of specialized lengths of arrays.
    lengths: &'a HashMap<Id, u32>,
    forms: &'a mut Forms,
}

impl Forms {
    /// Measures all structures whose members have offsets.
    pub(super) fn of(
        (module, types): (&Module, &[At]),
        annotations: &Annotations<'_>,
        lengths: &HashMap<Id, u32>,
    ) -> Forms {
        let mut forms = Forms::default();
        for &at in types {
            let id = module.get(at).result;
            if let (op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY, &[element, ..]) =
                (module.opcode(at), module.operands(at))
                && let Some(stride) = annotations.value(id, decoration::ARRAY_STRIDE)
            {
                forms.strides.entry(element).or_insert(stride);
            }
        }
        let mut measure = Measure { module, annotations, lengths, forms: &mut forms };
        for &at in types {
            let id = module.get(at).result;
            if module.opcode(at) == op::TYPE_STRUCT
                && annotations.member_value(id, 0, decoration::OFFSET).is_some()
            {
                measure.structure(id, 0);
            }
        }
        forms
    }

    /// The form of a structure; `None` if its members have no places, `Some(None)` if MSL has none for it.
    pub(super) fn get(&self, ty: Id) -> Option<Option<&Form>> {
        self.forms.get(&ty).map(Option::as_ref)
    }
}

/// What tells apart structures that are written alike but for their layouts; `None` if the members have no places.
pub(super) fn key(module: &Module, annotations: &Annotations<'_>, ty: Id) -> Option<String> {
    let Type::Struct { members } = module.ty(ty)? else { return None };
    let mut text = String::new();
    for (index, &member) in (0..).zip(members) {
        let offset = annotations.member_value(ty, index, decoration::OFFSET)?;
        let rows = annotations.member_decoration(ty, index, decoration::ROW_MAJOR).map_or("", |_| "r");
        let stride = annotations.member_value(ty, index, decoration::MATRIX_STRIDE).unwrap_or(0);
        append!(text, offset, rows, stride);
        let mut inner = member;
        for _ in 0..MAX_DEPTH {
            let Some(Type::Array { element, .. } | Type::RuntimeArray { element }) = module.ty(inner) else {
                break;
            };
            append!(text, "/", annotations.value(inner, decoration::ARRAY_STRIDE).unwrap_or(0));
            inner = element;
        }
        text.push(' ');
    }
    Some(text)
}

impl Form {
    /// True if values of both are declared alike.
    pub(super) fn is_like(&self, other: &Form) -> bool {
        let same = |(a, b): (&Member, &Member)| a.store == b.store && a.padding == b.padding;
        self.tail == other.tail && self.members.iter().zip(&other.members).all(same)
    }
}

impl Measure<'_, '_> {
    fn structure(&mut self, ty: Id, depth: u32) -> Option<Size> {
        if let Some(known) = self.forms.forms.get(&ty) {
            return known.as_ref().map(|form| Size { align: form.align, size: form.size });
        }
        let form = if depth > MAX_DEPTH { None } else { self.form(ty, depth) };
        let size = form.as_ref().map(|form| Size { align: form.align, size: form.size });
        self.forms.forms.insert(ty, form);
        size
    }

    fn form(&mut self, ty: Id, depth: u32) -> Option<Form> {
        let Type::Struct { members } = self.module.ty(ty)? else { return None };
        let stride = self.forms.strides.get(&ty).copied();
        let (mut next, mut align) = (0u32, 1u32);
        let mut found = vec![Member { store: Store::Plain, padding: 0 }; members.len()];
        let offsets: Option<Vec<u32>> = (0..members.len() as u32)
            .map(|index| self.annotations.member_value(ty, index, decoration::OFFSET))
            .collect();
        let offsets = offsets?;
        let ordered = members_by_offset(self.module, self.annotations, ty);
        let order: Vec<u32> = ordered.into_iter().map(|(index, _)| index).collect();
        for (place, &index) in order.iter().enumerate() {
            let (member, offset) = (members[index as usize], offsets[index as usize]);
            let after = order.get(place + 1).map(|index| offsets[*index as usize]);
            let limit = after.or(stride).unwrap_or(u32::MAX);
            let room = limit.checked_sub(offset)?;
            let (store, size) = self.member((ty, index), member, (offset, room), depth)?;
            let natural = next.checked_next_multiple_of(size.align)?;
            let padding = if natural == offset { 0 } else { offset.checked_sub(next)? };
            if !offset.is_multiple_of(size.align) {
                return None;
            }
            found[index as usize] = Member { store, padding };
            align = align.max(size.align);
            next = offset.checked_add(size.size)?;
        }
        let natural = next.checked_next_multiple_of(align)?;
        let (tail, size) = match stride {
            Some(stride) if stride > natural => (stride - next, stride),
            _ => (0, natural),
        };
        size.is_multiple_of(align).then_some(Form { members: found, order, tail, size, align })
    }

    /// How a member is stored, and its size; `room` is what is free from its offset on.
    fn member(
        &mut self,
        (block, index): (Id, u32),
        ty: Id,
        (offset, room): (u32, u32),
        depth: u32,
    ) -> Option<(Store, Size)> {
        let core = element(self.module, ty);
        let stride = self.inner_stride(ty);
        for store in self.stores((block, index), core)? {
            let Some(size) = self.core(core, store, depth) else { continue };
            let fits =
                stride.is_none_or(|stride| Some(stride) == size.size.checked_next_multiple_of(size.align));
            let Some(whole) = self.arrays(ty, size, 0) else { continue };
            // Nothing else is in the padding of the last vector.
            if fits && offset.is_multiple_of(size.align) && whole.size <= room {
                return Some((store, whole));
            }
        }
        None
    }

    fn inner_stride(&self, mut ty: Id) -> Option<u32> {
        let mut stride = None;
        for _ in 0..MAX_DEPTH {
            let (Type::Array { element, .. } | Type::RuntimeArray { element }) = self.module.ty(ty)? else {
                break;
            };
            stride = self.annotations.value(ty, decoration::ARRAY_STRIDE);
            ty = element;
        }
        stride
    }

    /// The ways to store a type, the plainest first.
    fn stores(&self, (block, index): (Id, u32), core: Id) -> Option<Vec<Store>> {
        Some(match self.module.ty(core)? {
            Type::Int { .. } | Type::Float { .. } => vec![Store::Plain, Store::Wide(2), Store::Wide(4)],
            Type::Vector { count, .. } if count < 4 => vec![Store::Plain, Store::Packed, Store::Wide(4)],
            Type::Vector { .. } => vec![Store::Plain, Store::Packed],
            Type::Matrix { column, .. } => {
                let width = self.module.scalar(column).and_then(|ty| match ty {
                    Type::Float { width, .. } => Some(width / 8),
                    _ => None,
                })?;
                let stride = self.annotations.member_value(block, index, decoration::MATRIX_STRIDE)?;
                let has_rows =
                    self.annotations.member_decoration(block, index, decoration::ROW_MAJOR).is_some();
                let Type::Matrix { count, .. } = self.module.ty(core)? else { return None };
                let rows = self.module.vector_size(column)?;
                let length = if has_rows { count } else { rows };
                let columns = if stride.checked_div(width)? == 2 { 2 } else { 4 };
                let stored = if length == 3 && columns == 4 { 3 } else { columns };
                let bytes = if stored == 3 { 4 * width } else { stored * width };
                let natural =
                    (bytes == stride && stored >= length).then_some(match (has_rows, stored == length) {
                        (true, _) => Store::Rows(stored),
                        (false, true) => Store::Plain,
                        (false, false) => Store::Columns(stored),
                    });
                let packed = if has_rows { Store::PackedRows } else { Store::PackedColumns };
                let packed = (stride == length * width).then_some(packed);
                natural.into_iter().chain(packed).collect()
            }
            Type::Pointer { .. } => vec![Store::Plain, Store::Wide(2)],
            _ => vec![Store::Plain],
        })
    }

    fn core(&mut self, core: Id, store: Store, depth: u32) -> Option<Size> {
        let scalar = |ty| match self.module.scalar(ty) {
            Some(Type::Int { width, .. } | Type::Float { width, .. }) if width >= 8 => Some(width / 8),
            _ => None,
        };
        let vector = |bytes: u32, count: u32| {
            let padded = if count == 3 { 4 } else { count };
            let size = bytes.checked_mul(padded)?;
            Some(Size { align: size, size })
        };
        match (self.module.ty(core)?, store) {
            (Type::Struct { .. }, _) => self.structure(core, depth + 1),
            (Type::Matrix { column, count }, store) => {
                let rows = self.module.vector_size(column)?;
                let (vectors, length) = match store {
                    Store::Rows(length) => (rows, length),
                    Store::Columns(length) => (count, length),
                    Store::PackedRows => (rows, count),
                    _ => (count, rows),
                };
                if matches!(store, Store::PackedRows | Store::PackedColumns) {
                    let bytes = scalar(column)?;
                    return Some(Size {
                        align: bytes,
                        size: bytes.checked_mul(length)?.checked_mul(vectors)?,
                    });
                }
                let one = vector(scalar(column)?, length)?;
                Some(Size { align: one.align, size: one.size.checked_mul(vectors)? })
            }
            _ if matches!(self.module.pointer(core), Some((_, storage_class::PHYSICAL_STORAGE_BUFFER))) => {
                let count = if let Store::Wide(count) = store { count } else { 1 };
                Some(Size { align: POINTER, size: POINTER * count })
            }
            (_, Store::Packed) => {
                let bytes = scalar(core)?;
                Some(Size { align: bytes, size: bytes.checked_mul(self.module.vector_size(core)?)? })
            }
            (_, Store::Wide(count)) => vector(scalar(core)?, count),
            (Type::Int { .. } | Type::Float { .. }, _) => vector(scalar(core)?, 1),
            (Type::Vector { count, .. }, _) => vector(scalar(core)?, count),
            _ => None,
        }
    }

    /// Size of arrays around what has a size.
    fn arrays(&self, ty: Id, inner: Size, depth: u32) -> Option<Size> {
        if depth > MAX_DEPTH {
            return None;
        }
        let (element, count) = match self.module.ty(ty)? {
            Type::Array { element, length } => {
                let specialized = || self.lengths.get(&length).copied();
                (element, self.module.constant_u32(length).or_else(specialized)?)
            }
            Type::RuntimeArray { element } => (element, 0),
            _ => return Some(inner),
        };
        let one = self.arrays(element, inner, depth + 1)?;
        let stride = one.size.checked_next_multiple_of(one.align)?;
        let stated = self.annotations.value(ty, decoration::ARRAY_STRIDE)?;
        (stated == stride).then_some(Size { align: one.align, size: stride.checked_mul(count)? })
    }
}
