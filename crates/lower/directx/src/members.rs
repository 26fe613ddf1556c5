//! Buffers with the members that compilers record: their types, and the member that a byte belongs to.
//!
//! A matrix has a column for each of its registers, so that it is the same memory whatever its order in the source.

use glassbox_core::interface::{ArraySize, Block, Interface, Member as Given};
use glassbox_spirv::build::value::{capability, decoration, storage_class};
use glassbox_spirv::build::{Builder, Id, Signedness, op};

use crate::arithmetic;
use crate::bindings::{Bound, Range};
use crate::resource::{Binding, Choice, Variable, declare};

/// Bytes of a register.
const REGISTER: u32 = 16;
/// Most structures in each other.
const MAX_DEPTH: u32 = 16;
/// Most elements of an array.
const MAX_ELEMENTS: u32 = 1 << 20;

/// How members follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Packing {
    /// As in constant buffers, by registers.
    Registers,
    /// As in buffers of structures: each at the next multiple of the size of its largest number.
    Scalars,
}

/// Type of a component.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    /// A float of so many bits.
    Float(u32),
    /// A signed integer of so many bits.
    Int(u32),
    /// An unsigned integer of so many bits.
    Uint(u32),
}

impl Scalar {
    /// The type of a word in reflection; those of minimum precision are as wide as others.
    fn of(word: &str, is_native: bool) -> Option<Scalar> {
        let short = if is_native { 16 } else { 32 };
        Some(match word {
            "float" => Scalar::Float(32),
            "int" => Scalar::Int(32),
            "uint" | "dword" | "bool" => Scalar::Uint(32),
            "double" => Scalar::Float(64),
            "int64" => Scalar::Int(64),
            "uint64" => Scalar::Uint(64),
            "half" => Scalar::Float(short),
            "int16" => Scalar::Int(short),
            "uint16" => Scalar::Uint(short),
            "min16float" | "min10float" | "min8float" => Scalar::Float(32),
            "min16int" | "min12int" => Scalar::Int(32),
            "min16uint" => Scalar::Uint(32),
            _ => return None,
        })
    }

    /// Bytes.
    pub(crate) const fn size(self) -> u32 {
        match self {
            Scalar::Float(bits) | Scalar::Int(bits) | Scalar::Uint(bits) => bits / 8,
        }
    }

    /// The type.
    pub fn ty(self, b: &mut Builder) -> Id {
        match self {
            Scalar::Float(bits) => b.float_type(bits),
            Scalar::Int(bits) => b.int_type(bits, Signedness::Signed),
            Scalar::Uint(bits) => b.int_type(bits, Signedness::Unsigned),
        }
    }
}

/// What a member is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// A number or a vector.
    Vector(Scalar, u32),
    /// Registers of so many components.
    Matrix {
        scalar: Scalar,
        registers: u32,
        components: u32,
        stride: u32,
    },
    Array {
        element: Box<Shape>,
        count: u32,
        stride: u32,
    },
    Structure(Vec<Member>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) offset: u32,
    pub(crate) shape: Shape,
}

impl Shape {
    /// First byte after it.
    pub(crate) fn end(&self) -> u32 {
        match self {
            Shape::Vector(scalar, count) => scalar.size() * count,
            Shape::Matrix { scalar, registers, components, stride } => {
                (registers - 1) * stride + scalar.size() * components
            }
            Shape::Array { element, count, stride } => {
                (count - 1).saturating_mul(*stride).saturating_add(element.end())
            }
            Shape::Structure(members) => {
                members.last().map_or(0, |last| last.offset.saturating_add(last.shape.end()))
            }
        }
    }

    /// Bytes of its largest number.
    pub(crate) fn alignment(&self) -> u32 {
        match self {
            Shape::Vector(scalar, _) | Shape::Matrix { scalar, .. } => scalar.size(),
            Shape::Array { element, .. } => element.alignment(),
            Shape::Structure(members) => {
                members.iter().map(|member| member.shape.alignment()).max().unwrap_or(1)
            }
        }
    }

    /// True for what takes whole registers.
    const fn is_aligned(&self) -> bool {
        !matches!(self, Shape::Vector(..))
    }
}

/// Members in the order of their offsets, if blocks can have them there: nothing begins in the last register of a structure, matrix or array.
fn members_of(given: &[Given], is_native: bool, depth: u32) -> Option<Vec<Member>> {
    let mut members = Vec::with_capacity(given.len());
    let mut free = 0;
    for (index, member) in given.iter().enumerate() {
        let shape = shape_of(member, Packing::Registers, is_native, depth)?;
        let offset = member.offset?;
        let next = given.get(index + 1).and_then(|next| next.offset);
        let whole = offset.checked_add(shape.end())?.checked_next_multiple_of(REGISTER)?;
        // What follows in the last register of a structure may only follow its members.
        if let Shape::Structure(inner) = &shape
            && next.is_some_and(|next| next < whole)
            && offset >= free
        {
            for part in inner {
                let name = format!("{}_{}", member.name, part.name);
                members.push(Member {
                    name,
                    offset: offset.checked_add(part.offset)?,
                    shape: part.shape.clone(),
                });
            }
            free = offset.checked_add(shape.end())?;
            if inner.last().is_some_and(|last| last.shape.is_aligned()) {
                free = free.checked_next_multiple_of(REGISTER)?;
            }
            continue;
        }
        let end = offset.checked_add(shape.end())?;
        let is_placed = match &shape {
            Shape::Vector(scalar, count) => {
                let size = scalar.size() * count;
                let is_inside = offset / REGISTER == (end - 1) / REGISTER;
                offset.is_multiple_of(scalar.size())
                    && (is_inside || size > REGISTER && offset.is_multiple_of(REGISTER))
            }
            _ => offset.is_multiple_of(REGISTER),
        };
        if !is_placed || offset < free || member.name.is_empty() {
            return None;
        }
        free = if shape.is_aligned() { end.checked_next_multiple_of(REGISTER)? } else { end };
        members.push(Member { name: member.name.clone(), offset, shape });
    }
    (!members.is_empty()).then_some(members)
}

pub(crate) fn shape_of(member: &Given, packing: Packing, is_native: bool, depth: u32) -> Option<Shape> {
    let depth = depth.checked_sub(1)?;
    let ty = member.ty.as_ref()?;
    let mut shape = if ty.members.is_empty() {
        let scalar = Scalar::of(&ty.scalar, is_native)?;
        let is_dimension = |count: u32| (1..=4).contains(&count);
        if !is_dimension(ty.rows) || !is_dimension(ty.columns) {
            return None;
        }
        let (registers, components) = match (member.matrix_stride, member.row_major) {
            (None, _) if ty.columns == 1 => (1, ty.rows),
            (None, _) if packing == Packing::Registers => return None,
            (None | Some(REGISTER), true) => (ty.rows, ty.columns),
            (None | Some(REGISTER), false) => (ty.columns, ty.rows),
            _ => return None,
        };
        let stride = if packing == Packing::Registers { REGISTER } else { scalar.size() * components };
        match (registers, components) {
            // Columns of four numbers of 64 bits take two registers.
            _ if registers > 1 && scalar.size() * components > stride => return None,
            (1, components) => Shape::Vector(scalar, components),
            (registers, 1) => {
                Shape::Array { element: Box::new(Shape::Vector(scalar, 1)), count: registers, stride }
            }
            (registers, components) if matches!(scalar, Scalar::Float(_)) => {
                Shape::Matrix { scalar, registers, components, stride }
            }
            // Matrices of SPIR-V are of floats.
            (registers, components) => Shape::Array {
                element: Box::new(Shape::Vector(scalar, components)),
                count: registers,
                stride,
            },
        }
    } else if packing == Packing::Registers {
        Shape::Structure(members_of(&ty.members, is_native, depth)?)
    } else {
        Shape::Structure(crate::structures::members_of(&ty.members, is_native, depth)?)
    };
    for size in ty.array.iter().rev() {
        let ArraySize::Fixed(count) = *size else { return None };
        if !(1..=MAX_ELEMENTS).contains(&count) {
            return None;
        }
        let alignment = if packing == Packing::Registers { REGISTER } else { shape.alignment() };
        let stride = shape.end().checked_next_multiple_of(alignment)?;
        shape = Shape::Array { element: Box::new(shape), count, stride };
    }
    Some(shape)
}

/// A byte of a buffer: a number and products of values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address<V> {
    /// The number.
    pub bytes: u32,
    /// Values, and how many bytes one of each is.
    pub terms: Vec<(V, u32)>,
}

/// A step from a structure, array or matrix to what is in it.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Step<V> {
    Member(u32),
    Element(u32, Vec<(V, u32)>),
}

/// A component of a member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place<V> {
    path: Vec<Step<V>>,
    /// Type of the component.
    pub scalar: Scalar,
    /// Components of the vector that it is in; 1 for a number.
    pub count: u32,
    /// Which of them it is.
    pub component: u32,
}

impl<V: PartialEq> Place<V> {
    /// True if both are in one vector.
    pub fn is_beside(&self, other: &Place<V>) -> bool {
        self.path == other.path
    }
}

/// The members of a constant buffer, or the one of a buffer of structures: the array of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    pub(crate) members: Vec<Member>,
    pub(crate) packing: Packing,
}

impl Layout {
    /// The layout of a block; `None` if types or offsets are not known or blocks cannot have them.
    pub fn of(block: &Block, is_native: bool) -> Option<Layout> {
        let members = match block.members.as_slice() {
            // `ConstantBuffer<T>` has one member of its name.
            [only] if only.name == block.name && only.offset == Some(0) => match &only.ty {
                Some(ty) if ty.array.is_empty() && !ty.members.is_empty() => &ty.members,
                _ => &block.members,
            },
            _ => &block.members,
        };
        Some(Layout { members: members_of(members, is_native, MAX_DEPTH)?, packing: Packing::Registers })
    }

    /// The layout of the constant buffer that reflection has for some registers.
    pub fn of_registers(interface: &Interface, range: &Range, is_native: bool) -> Option<Layout> {
        let is_it = |block: &&Block| {
            let is_constant = block.register.as_ref().is_some_and(|register| register.starts_with('b'));
            is_constant && block.set.unwrap_or(0) == range.space && block.binding == Some(range.lower)
        };
        Layout::of(interface.blocks.iter().find(is_it)?, is_native)
    }

    /// The component of `size` bytes at an address; `None` if the address is no component, or may be one of several members.
    pub fn find<V: Copy>(&self, address: &Address<V>, size: u32) -> Option<Place<V>> {
        let mut path = Vec::new();
        let mut rest = address.clone();
        let mut members = Some(self.members.as_slice());
        let mut shape = None;
        loop {
            if let Some(all) = members.take() {
                let index = all.partition_point(|member| member.offset <= rest.bytes).checked_sub(1)?;
                let member = all.get(index)?;
                rest.bytes -= member.offset;
                path.push(Step::Member(index as u32));
                // An index that a compiler counts from the member before would be found in that one.
                let has_next = all
                    .get(index + 1)
                    .is_some_and(|next| self.packing == Packing::Scalars || next.shape.is_aligned());
                if has_next && !rest.terms.is_empty() && !is_in_first(&member.shape, rest.bytes) {
                    return None;
                }
                shape = Some(&member.shape);
            }
            match shape? {
                Shape::Structure(inner) => members = Some(inner.as_slice()),
                Shape::Array { element, count, stride } => {
                    path.push(take(&mut rest, *stride, *count)?);
                    shape = Some(element);
                }
                Shape::Matrix { scalar, registers, components, stride } => {
                    path.push(take(&mut rest, *stride, *registers)?);
                    return component(path, &rest, size, *scalar, *components);
                }
                Shape::Vector(scalar, count) => return component(path, &rest, size, *scalar, *count),
            }
        }
    }

    /// Declares a buffer of these members.
    pub fn declare(&self, b: &mut Builder, binding: &Binding<'_>) -> Variable {
        let (class, first) = match binding.bound {
            Bound::PushConstants { offset, .. } => (storage_class::PUSH_CONSTANT, offset),
            Bound::Descriptor { .. } => (storage_class::UNIFORM, 0),
        };
        if has_halves(&self.members) {
            b.capability(match class {
                storage_class::PUSH_CONSTANT => capability::STORAGE_PUSH_CONSTANT16,
                _ => capability::UNIFORM_AND_STORAGE_BUFFER16_BIT_ACCESS,
            });
        }
        let block = structure(b, &self.members, first);
        b.decorate(block, decoration::BLOCK, &[]);
        if !binding.name.is_empty() {
            b.name(block, &format!("type.{}", binding.name));
        }
        declare(b, class, block, binding, crate::resource::Access::default())
    }
}

/// True if a number is of 16 bits.
pub(crate) fn has_halves(members: &[Member]) -> bool {
    members.iter().any(|member| {
        let mut shape = &member.shape;
        while let Shape::Array { element, .. } = shape {
            shape = element;
        }
        match shape {
            Shape::Vector(scalar, _) | Shape::Matrix { scalar, .. } => scalar.size() == 2,
            Shape::Structure(members) => has_halves(members),
            Shape::Array { .. } => false,
        }
    })
}

/// True for bytes of the first element of an array.
fn is_in_first(shape: &Shape, bytes: u32) -> bool {
    match shape {
        Shape::Array { stride, .. } | Shape::Matrix { stride, .. } => bytes < *stride,
        Shape::Vector(..) => bytes < REGISTER,
        Shape::Structure(_) => true,
    }
}

/// The element of an array of `count` that an address is in, which keeps what is left of it.
fn take<V: Copy>(rest: &mut Address<V>, stride: u32, count: u32) -> Option<Step<V>> {
    let index = rest.bytes / stride;
    rest.bytes %= stride;
    let mut terms = Vec::new();
    rest.terms.retain(|&(value, factor)| {
        let is_own = factor.is_multiple_of(stride);
        if is_own {
            terms.push((value, factor / stride));
        }
        !is_own
    });
    (index < count).then_some(Step::Element(index, terms))
}

fn component<V>(
    path: Vec<Step<V>>,
    rest: &Address<V>,
    size: u32,
    scalar: Scalar,
    count: u32,
) -> Option<Place<V>> {
    let component = rest.bytes / scalar.size();
    let is_whole = rest.bytes.is_multiple_of(scalar.size()) && size == scalar.size();
    (rest.terms.is_empty() && is_whole && component < count).then_some(Place {
        path,
        scalar,
        count,
        component,
    })
}

/// The type of a structure whose first byte is at an offset.
pub(crate) fn structure(b: &mut Builder, members: &[Member], first: u32) -> Id {
    let types: Vec<Id> = members.iter().map(|member| ty(b, &member.shape, &member.name)).collect();
    let made = b.new_structure(&types);
    for (index, member) in (0..).zip(members) {
        b.name_member(made, index, &member.name);
        b.decorate_member(made, index, decoration::OFFSET, &[first + member.offset]);
        let mut inner = &member.shape;
        while let Shape::Array { element, .. } = inner {
            inner = element;
        }
        if let Shape::Matrix { stride, .. } = inner {
            b.decorate_member(made, index, decoration::COL_MAJOR, &[]);
            b.decorate_member(made, index, decoration::MATRIX_STRIDE, &[*stride]);
        }
    }
    made
}

pub(crate) fn ty(b: &mut Builder, shape: &Shape, name: &str) -> Id {
    match shape {
        Shape::Vector(scalar, count) => vector(b, *scalar, *count),
        Shape::Matrix { scalar, registers, components, .. } => {
            let column = vector(b, *scalar, *components);
            b.matrix(column, *registers)
        }
        Shape::Array { element, count, stride } => {
            let element = ty(b, element, name);
            b.array(element, *count, Some(*stride))
        }
        Shape::Structure(members) => {
            let made = structure(b, members, 0);
            b.name(made, &type_name(name));
            made
        }
    }
}

/// `Lights` for the elements of `lights`.
fn type_name(member: &str) -> String {
    let mut letters = member.chars();
    letters.next().map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

fn vector(b: &mut Builder, scalar: Scalar, count: u32) -> Id {
    let scalar = scalar.ty(b);
    if count > 1 { b.vector(scalar, count) } else { scalar }
}

impl<V: Copy> Place<V> {
    /// The same with other values.
    ///
    /// # Errors
    ///
    /// The first one of `to`.
    pub fn map<W, E>(&self, mut to: impl FnMut(V) -> Result<W, E>) -> Result<Place<W>, E> {
        let mut path = Vec::with_capacity(self.path.len());
        for step in &self.path {
            path.push(match step {
                Step::Member(index) => Step::Member(*index),
                Step::Element(index, terms) => {
                    let terms = terms.iter().map(|(value, factor)| Ok((to(*value)?, *factor)));
                    Step::Element(*index, terms.collect::<Result<Vec<(W, u32)>, E>>()?)
                }
            });
        }
        let Place { scalar, count, component, .. } = *self;
        Ok(Place { path, scalar, count, component })
    }
}

impl Place<Id> {
    /// Type of the vector, or of the number.
    pub fn ty(&self, b: &mut Builder) -> Id {
        vector(b, self.scalar, self.count)
    }

    /// Loads the vector from a buffer, or the component alone.
    pub fn load(&self, b: &mut Builder, variable: &Variable, choice: Choice, is_alone: bool) -> Id {
        let (place, to) = self.pointer(b, variable, choice, is_alone);
        b.value(op::LOAD, to, &[place])
    }

    /// A pointer to the vector in a buffer, or to the component alone, and the type of what is there.
    pub fn pointer(&self, b: &mut Builder, variable: &Variable, choice: Choice, is_alone: bool) -> (Id, Id) {
        let mut path = Vec::with_capacity(self.path.len() + 1);
        for step in &self.path {
            let index = match step {
                Step::Member(index) => b.constant_uint(*index),
                Step::Element(index, terms) => {
                    let mut sum = b.constant_uint(*index);
                    for &(value, factor) in terms {
                        let product = arithmetic::times(b, value, factor);
                        sum = arithmetic::add(b, product, sum);
                    }
                    sum
                }
            };
            path.push(index);
        }
        let to = if is_alone { self.scalar.ty(b) } else { self.ty(b) };
        if is_alone && self.count > 1 {
            path.push(b.constant_uint(self.component));
        }
        (variable.pointer(b, choice, &path, to), to)
    }
}
