//! Matrices in uniform blocks whose columns lie closer than 16 bytes: they are kept as their columns.
//!
//! Vulkan wants the columns of a matrix in a uniform block 16 bytes apart, and WGSL does not. So such a matrix is not a matrix there: as a member of a
//! structure it is one member for each column, elsewhere a structure of them.

use glassbox_spirv::build::{Id, op, value};
use naga::proc::Alignment;
use naga::{ArraySize, Handle, Scalar, Span, Type, TypeInner, VectorSize};

use super::types::Shape;
use super::{Said, Writer, refuse};

/// A type as uniform blocks have it, where it is another.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) ty: Id,
    /// For each member of a structure the first of those that it became.
    pub(super) members: Vec<u32>,
}

/// A matrix that is kept as its columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    pub(super) count: VectorSize,
    pub(super) rows: VectorSize,
    pub(super) scalar: Scalar,
}

impl Columns {
    /// Bytes from one column to the next.
    fn stride(self) -> u32 {
        Alignment::from(self.rows) * u32::from(self.scalar.width)
    }
}

/// The columns of a type that is such a matrix.
pub(super) fn columns(inner: &TypeInner) -> Option<Columns> {
    match *inner {
        TypeInner::Matrix { columns: count, rows, scalar } => {
            let columns = Columns { count, rows, scalar };
            (!columns.stride().is_multiple_of(16)).then_some(columns)
        }
        _ => None,
    }
}

impl Writer<'_> {
    /// The type as uniform blocks have it; `None` where it is the same.
    pub(super) fn std140(&mut self, handle: Handle<Type>) -> Option<Layout> {
        if let Some(known) = self.std140.get(&handle) {
            return known.clone();
        }
        let ty = &self.module.types[handle];
        let layout = match &ty.inner {
            TypeInner::Matrix { .. } => columns(&ty.inner).map(|columns| self.split(columns)),
            TypeInner::Array { base, size, stride } => self.std140(*base).map(|base| Layout {
                ty: self.array_type(base.ty, *size, Some(*stride)),
                members: Vec::new(),
            }),
            TypeInner::Struct { members, .. } => {
                let layouts: Vec<Option<Layout>> =
                    members.iter().map(|member| self.std140(member.ty)).collect();
                layouts.iter().any(Option::is_some).then(|| self.split_members(handle, members, &layouts))
            }
            _ => None,
        };
        self.std140.insert(handle, layout.clone());
        layout
    }

    /// The type of what uniform blocks hold.
    pub(super) fn uniform_type(&mut self, handle: Handle<Type>) -> Id {
        match self.std140(handle) {
            Some(layout) => layout.ty,
            None => self.memory_type(handle, value::storage_class::UNIFORM),
        }
    }

    /// A structure of the columns of a matrix.
    fn split(&mut self, columns: Columns) -> Layout {
        let column = self.shape(Shape::vector(columns.rows, columns.scalar));
        let count = u32::from(columns.count);
        let ty = self.builder.new_structure(&vec![column; count as usize]);
        for index in 0..count {
            self.builder.decorate_member(ty, index, value::decoration::OFFSET, &[index * columns.stride()]);
        }
        Layout { ty, members: Vec::new() }
    }

    fn split_members(
        &mut self,
        handle: Handle<Type>,
        members: &[naga::StructMember],
        layouts: &[Option<Layout>],
    ) -> Layout {
        let mut types = Vec::new();
        let mut firsts = Vec::new();
        for (member, layout) in members.iter().zip(layouts) {
            firsts.push(types.len() as u32);
            match (columns(&self.module.types[member.ty].inner), layout) {
                (Some(columns), _) => {
                    let column = self.shape(Shape::vector(columns.rows, columns.scalar));
                    types.extend(vec![column; columns.count as usize]);
                }
                (None, Some(layout)) => types.push(layout.ty),
                (None, None) => types.push(self.memory_type(member.ty, value::storage_class::UNIFORM)),
            }
        }
        let ty = self.builder.new_structure(&types);
        let name = self.module.types[handle].name.clone();
        self.name(ty, name.as_deref());
        for ((member, layout), first) in members.iter().zip(layouts).zip(&firsts) {
            let name = member.name.as_deref().unwrap_or_default();
            match (columns(&self.module.types[member.ty].inner), layout) {
                (Some(columns), _) => {
                    for index in 0..u32::from(columns.count) {
                        let offset = member.offset + index * columns.stride();
                        self.builder.name_member(ty, first + index, &format!("{name}_col{index}"));
                        self.builder.decorate_member(ty, first + index, value::decoration::OFFSET, &[offset]);
                    }
                }
                (None, Some(_)) => {
                    self.builder.name_member(ty, *first, name);
                    self.builder.decorate_member(ty, *first, value::decoration::OFFSET, &[member.offset]);
                }
                (None, None) => {
                    self.builder.name_member(ty, *first, name);
                    self.place_member(ty, *first, member.offset, member.ty);
                }
            }
        }
        Layout { ty, members: firsts }
    }

    /// The value of what was loaded as uniform blocks have it.
    pub(super) fn whole_value(&mut self, id: Id, handle: Handle<Type>, span: Span) -> Said<Id> {
        let Some(layout) = self.std140(handle) else {
            return self.placed(id, handle, [true, self.are_values_laid_out], span);
        };
        let whole = self.ty(handle);
        let mut ids = Vec::new();
        match &self.module.types[handle].inner {
            TypeInner::Array { base, size: ArraySize::Constant(length), .. } => {
                self.take_parts(length.get(), span)?;
                let element = self.uniform_type(*base);
                for index in 0..length.get() {
                    let part = self.emit(op::COMPOSITE_EXTRACT, element, &[id], &[index]);
                    ids.push(self.whole_value(part, *base, span)?);
                }
            }
            TypeInner::Struct { members, .. } => {
                self.take_parts(members.len() as u32, span)?;
                for (member, first) in members.iter().zip(&layout.members) {
                    if let Some(columns) = columns(&self.module.types[member.ty].inner) {
                        let matrix = self.ty(member.ty);
                        ids.push(self.columns_of(id, *first, columns, matrix));
                        continue;
                    }
                    let ty = self.uniform_type(member.ty);
                    let part = self.emit(op::COMPOSITE_EXTRACT, ty, &[id], &[*first]);
                    ids.push(self.whole_value(part, member.ty, span)?);
                }
            }
            inner => match columns(inner) {
                Some(columns) => return Ok(self.columns_of(id, 0, columns, whole)),
                None => {
                    return refuse(
                        span,
                        "found an array of matrices whose length a pipeline states as a value, expected a known length",
                        "index the array where it is used",
                    );
                }
            },
        }
        Ok(self.compose(whole, &ids))
    }

    /// A matrix out of members.
    fn columns_of(&mut self, id: Id, first: u32, columns: Columns, matrix: Id) -> Id {
        let column = self.shape(Shape::vector(columns.rows, columns.scalar));
        let ids: Vec<Id> = (0..u32::from(columns.count))
            .map(|index| self.emit(op::COMPOSITE_EXTRACT, column, &[id], &[first + index]))
            .collect();
        self.compose(matrix, &ids)
    }
}
