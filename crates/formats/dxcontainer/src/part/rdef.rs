//! Parses `RDEF`, the legacy compiler's reflection: constant buffers with variables and types, and bindings.
//!
//! All structures are reached by offsets in any order; types may be shared and, in damaged files, recursive. The model
//! keeps the bytes and the header, and resolves offsets on demand.

mod graph;
pub mod raw;

use glassbox_core::reader::{Reader, Recorder};
use glassbox_core::record::{Record, Values};

use super::PartData;
use super::area::{Rows, Text};
use raw::{Binding, Binding40, Buffer, Header, Magic, Member, Sizes, Type, Type36, Variable, Variable40};

/// Parsed `RDEF`.
#[derive(Clone, PartialEq, Debug)]
pub struct Rdef<'a> {
    /// Bytes of the part.
    pub area: &'a [u8],
    /// Start of the part; file offset.
    pub start: u64,
    /// Part header.
    pub header: Header,
    /// Stated record sizes, since shader model 5.
    pub sizes: Option<Sizes>,
}

/// Content type under the name common to all parts.
pub type Model<'a> = Rdef<'a>;

impl<'a> Rdef<'a> {
    /// True if the shader model is at least 5.0.
    fn is_model5(&self) -> bool {
        self.sizes.is_some()
    }

    /// True if bindings have a register space.
    pub fn has_spaces(&self) -> bool {
        self.sizes.is_some_and(|sizes| sizes.magic == Magic::SM51)
    }

    /// Stored size of a binding record, bytes.
    pub(crate) fn binding_stride(&self) -> u64 {
        let known = if self.has_spaces() { Binding40::SIZE } else { Binding::SIZE };
        self.stride(known, |sizes| sizes.binding)
    }

    /// Stored size of a constant buffer record, bytes.
    pub(crate) fn buffer_stride(&self) -> u64 {
        self.stride(Buffer::SIZE, |sizes| sizes.buffer)
    }

    /// Stored size of a variable record, bytes.
    pub(crate) fn variable_stride(&self) -> u64 {
        let known = if self.is_model5() { Variable40::SIZE } else { Variable::SIZE };
        self.stride(known, |sizes| sizes.variable)
    }

    /// Stored size of a type record, bytes.
    pub(crate) fn type_stride(&self) -> u64 {
        let known = if self.is_model5() { Type36::SIZE } else { Type::SIZE };
        self.stride(known, |sizes| sizes.type_size)
    }

    /// Stored size of a member record, bytes.
    pub(crate) fn member_stride(&self) -> u64 {
        self.stride(Member::SIZE, |sizes| sizes.member)
    }

    /// Record size: the larger of the known and the stated size.
    fn stride(&self, known: usize, stated: impl Fn(&Sizes) -> u32) -> u64 {
        let stated = self.sizes.as_ref().map_or(0, stated);
        (known as u64).max(stated.into())
    }

    /// Complete rows at an offset of the part.
    fn rows<T: Record>(&self, offset: u32, count: u64, stride: u64) -> Rows<'a, T> {
        let tail = self.area.get(offset as usize..).unwrap_or_default();
        let fits = (tail.len() as u64).checked_div(stride).unwrap_or(0);
        let size = count.min(fits) * stride;
        let bytes = tail.get(..size as usize).unwrap_or_default();
        Rows::new(bytes, self.start + u64::from(offset), stride)
    }

    /// Complete constant buffers.
    pub fn buffers(&self) -> Rows<'a, Buffer> {
        self.rows(self.header.buffers, self.header.buffer_count.into(), self.buffer_stride())
    }

    /// Complete bindings.
    pub fn bindings(&self) -> Rows<'a, Binding> {
        self.rows(self.header.bindings, self.header.binding_count.into(), self.binding_stride())
    }

    /// Register space and id of a binding, in shader model 5.1.
    pub fn space(&self, index: usize) -> Option<(u32, u32)> {
        let wide = self.bindings().bytes(index).filter(|_| self.has_spaces())?;
        let binding = Binding40::decode(wide)?;
        Some((binding.space, binding.id))
    }

    /// Complete variables of a constant buffer.
    pub fn variables(&self, buffer: &Buffer) -> Rows<'a, Variable> {
        self.rows(buffer.variables, buffer.variable_count.into(), self.variable_stride())
    }

    /// Variables of a buffer with their textures and samplers; empty before shader model 5, whose records lack these
    /// fields.
    pub fn variables_with_objects(&self, buffer: &Buffer) -> Rows<'a, Variable40> {
        let count = match self.variable_stride() {
            stride if stride >= Variable40::SIZE as u64 => buffer.variable_count.into(),
            _ => 0,
        };
        self.rows(buffer.variables, count, self.variable_stride())
    }

    /// Type at an offset. Shader model 4 types have no name, base class or interfaces.
    pub fn ty(&self, offset: u32) -> Option<Type36> {
        let bytes = self.area.get(offset as usize..)?;
        if self.is_model5() {
            return Type36::decode(bytes);
        }
        let ty = Type::decode(bytes)?;
        Some(Type36 {
            class: ty.class,
            base: ty.base,
            rows: ty.rows,
            columns: ty.columns,
            elements: ty.elements,
            member_count: ty.member_count,
            members: ty.members,
            sub_type: 0,
            base_class: 0,
            interface_count: 0,
            interfaces: 0,
            name: 0,
        })
    }

    /// Complete members of a type.
    pub fn members(&self, ty: &Type36) -> Rows<'a, Member> {
        self.rows(ty.members, ty.member_count.into(), self.member_stride())
    }

    /// Type offsets of a type's interfaces.
    pub fn interfaces(&self, ty: &Type36) -> Values<'a, u32> {
        let tail = self.area.get(ty.interfaces as usize..).unwrap_or_default();
        let size = (u64::from(ty.interface_count) * 4).min(tail.len() as u64 / 4 * 4);
        let bytes = tail.get(..size as usize).unwrap_or_default();
        Values::new(bytes, self.start + u64::from(ty.interfaces))
    }

    /// Default value of a variable.
    pub fn default(&self, variable: &Variable) -> Option<&'a [u8]> {
        let tail = self.area.get(variable.default as usize..)?;
        tail.get(..variable.size as usize).filter(|_| variable.default != 0)
    }

    /// Name at an offset, truncated to the maximum name length.
    pub fn name(&self, offset: u32) -> Text<'a> {
        Text::name(self.area, offset.into())
    }

    /// Compiler name.
    pub fn creator(&self) -> Text<'a> {
        self.name(self.header.creator)
    }
}

/// Parses the part. `None` if it is too small for the header.
pub fn read<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Option<Model<'a>> {
    graph::read(reader, part)
}
