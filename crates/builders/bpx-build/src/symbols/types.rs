//! Converts module types to package types with their layout.

use std::collections::HashMap;

use glassbox_bpx::extended::{Plain, VectorType};
use glassbox_bpx::kinds::BaseType;
use glassbox_bpx::std140::{self, Extent};
use glassbox_spirv::layout::{self, Packing};
use glassbox_spirv::reflect::{Length, Member as WordMember, Reflection, TypeId, TypeKind};

use super::model::{Member, MemberType, Structure};

/// Reason why a type cannot be described.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TypeError {
    /// Unsupported: member path, type, and alternative.
    Type(String, String, &'static str),
    /// Incompatible layout: member path and difference.
    Layout(String, String),
    /// Too many members: name of the structure and their number.
    Members(String, usize),
    /// Missing name, and its owner.
    Name(String),
}

/// Converts a scalar, vector or square matrix of a module; matrices need float columns.
pub(super) fn plain(reflection: &Reflection, ty: TypeId) -> Option<Plain> {
    let scalar = |ty| match reflection.ty(ty) {
        TypeKind::Int { width: 32, signed: true } => Some(BaseType::INT),
        TypeKind::Int { width: 32, signed: false } => Some(BaseType::UINT),
        TypeKind::Float { width: 32 } => Some(BaseType::FLOAT),
        TypeKind::Float { width: 64 } => Some(BaseType::DOUBLE),
        _ => None,
    };
    let vector = |component: TypeId, count: u32| {
        let item = scalar(component)?;
        let size = u8::try_from(count).ok().filter(|size| (2..=4).contains(size))?;
        Some(VectorType { item, size })
    };
    match reflection.ty(ty) {
        TypeKind::Vector { component, count } => vector(*component, *count).map(Plain::Vector),
        TypeKind::Matrix { column, count } => match reflection.ty(*column) {
            TypeKind::Vector { component, count: rows } if rows == count => {
                vector(*component, *rows).map(Plain::Matrix)
            }
            _ => None,
        },
        _ => scalar(ty).map(Plain::Scalar),
    }
}

/// Short name of a type, for messages.
pub(super) fn word(reflection: &Reflection, ty: TypeId) -> String {
    if let Some(plain) = plain(reflection, ty) {
        return super::difference::plain(plain);
    }
    match reflection.ty(ty) {
        TypeKind::Bool => "bool".to_owned(),
        TypeKind::Int { width, .. } => format!("an integer of {width} bits"),
        TypeKind::Float { width } => format!("a float of {width} bits"),
        TypeKind::Vector { .. } => "a vector of unusual components".to_owned(),
        TypeKind::Matrix { column, count } => match reflection.ty(*column) {
            TypeKind::Vector { count: rows, .. } => {
                format!("a matrix of {count} columns and {rows} rows")
            }
            _ => "a matrix".to_owned(),
        },
        TypeKind::Array { element, .. } => match reflection.ty(*element) {
            TypeKind::Array { .. } => "an array of arrays".to_owned(),
            _ => match plain(reflection, *element) {
                Some(Plain::Scalar(_)) => "an array of scalars".to_owned(),
                _ => "an array".to_owned(),
            },
        },
        TypeKind::RuntimeArray { .. } => "an array without a length".to_owned(),
        TypeKind::Struct { .. } => "a structure".to_owned(),
        _ => "an unusual type".to_owned(),
    }
}

/// Structures of a module, each converted once.
pub(super) struct Structures<'r> {
    reflection: &'r Reflection,
    /// Converted structures in order of completion.
    pub(super) made: Vec<Structure>,
    known: HashMap<TypeId, usize>,
    /// Members replaced by another type of the same layout.
    pub(super) likes: Vec<Like>,
}

/// Member replaced by another type of the same layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Like {
    /// Member path.
    pub(super) path: String,
    /// Original type.
    pub(super) found: String,
    /// Type in the package.
    pub(super) said: String,
}

const OTHER: &str =
    "use int, uint, float, double, their vectors and matrices, structures, or arrays of those with a length";

impl<'r> Structures<'r> {
    pub(super) fn new(reflection: &'r Reflection) -> Structures<'r> {
        Structures { reflection, made: Vec::new(), known: HashMap::new(), likes: Vec::new() }
    }

    /// Converts a top-level structure: the members of a block. `fallback` names a sole unnamed
    /// member.
    pub(super) fn block(&mut self, name: &str, ty: TypeId, fallback: &str) -> Result<Structure, TypeError> {
        let members = match self.reflection.ty(ty) {
            TypeKind::Struct { members, .. } => members.clone(),
            _ => return Err(self.no_words(name, ty)),
        };
        self.structure(name, &members, Some(fallback))
    }

    /// Converts a top-level value, such as a root constant, with its extent.
    pub(super) fn value(
        &mut self,
        name: &str,
        ty: TypeId,
        member: &WordMember,
    ) -> Result<(MemberType, Extent), TypeError> {
        self.member(name, ty, member)
    }

    fn no_words(&self, path: &str, ty: TypeId) -> TypeError {
        TypeError::Type(path.to_owned(), word(self.reflection, ty), OTHER)
    }

    /// Types refer only to earlier ones, so this terminates; a chain of structures is at most as
    /// deep as the module has types.
    fn nested(&mut self, path: &str, ty: TypeId) -> Result<usize, TypeError> {
        if let Some(known) = self.known.get(&ty) {
            return Ok(*known);
        }
        // Bounds nesting, which packages limit as well.
        if path.matches('.').count() > 32 {
            return Err(self.no_words(path, ty));
        }
        let TypeKind::Struct { members, .. } = self.reflection.ty(ty) else {
            return Err(self.no_words(path, ty));
        };
        let name = self.reflection.types.get(ty.0 as usize);
        let Some(name) = name.and_then(|ty| ty.name.clone()).filter(|name| !name.is_empty()) else {
            return Err(TypeError::Name(format!("the structure of {path}")));
        };
        let structure = self.structure_at(path, &name, &members.clone(), None)?;
        let at = self.made.len();
        self.made.push(structure);
        self.known.insert(ty, at);
        Ok(at)
    }

    fn structure(
        &mut self,
        name: &str,
        members: &[WordMember],
        fallback: Option<&str>,
    ) -> Result<Structure, TypeError> {
        self.structure_at(name, name, members, fallback)
    }

    fn structure_at(
        &mut self,
        path: &str,
        name: &str,
        members: &[WordMember],
        fallback: Option<&str>,
    ) -> Result<Structure, TypeError> {
        if members.len() > super::MAX_MEMBERS {
            return Err(TypeError::Members(path.to_owned(), members.len()));
        }
        let mut layout = Layout::default();
        let mut made = Vec::new();
        for member in members {
            let named = member.name.as_deref().filter(|name| !name.is_empty());
            let only = fallback.filter(|_| members.len() == 1);
            let Some(member_name) = named.or(only) else {
                return Err(TypeError::Name(format!("a member of {path}")));
            };
            let inner = format!("{path}.{member_name}");
            let (ty, extent) = self.member(&inner, member.ty, member)?;
            let expected = layout.add(extent);
            let found = member.offset.unwrap_or(expected);
            if found != expected {
                let what = format!("offset {found}, where std140 has {expected}");
                return Err(TypeError::Layout(inner, what));
            }
            made.push(Member { name: member_name.to_owned(), offset: found, ty });
        }
        let (size, align) = layout.end();
        Ok(Structure { name: name.to_owned(), size, align, members: made })
    }

    fn member(
        &mut self,
        path: &str,
        ty: TypeId,
        member: &WordMember,
    ) -> Result<(MemberType, Extent), TypeError> {
        if let Some(plain) = plain(self.reflection, ty) {
            matrix(path, plain, member)?;
            return Ok((MemberType::Plain(plain), std140::plain(plain)));
        }
        match self.reflection.ty(ty) {
            TypeKind::Struct { .. } => {
                let at = self.nested(path, ty)?;
                let (name, extent) = self.extent(at);
                Ok((MemberType::Structure(name), extent))
            }
            TypeKind::Array { .. } | TypeKind::Matrix { .. } => {
                let (element, length) = self.flat(path, ty, member)?;
                let (member_type, extent) = match element {
                    Element::Plain(plain) => (MemberType::Array(length, plain), std140::plain(plain)),
                    Element::Structure(ty) => {
                        let at = self.nested(path, ty)?;
                        let (name, extent) = self.extent(at);
                        (MemberType::StructureArray(length, name), extent)
                    }
                };
                self.strides(path, ty, extent)?;
                if let Some(said) = self.said(ty, &member_type) {
                    self.likes.push(Like { path: path.to_owned(), found: word(self.reflection, ty), said });
                }
                Ok((member_type, array(extent, length)))
            }
            _ => Err(self.no_words(path, ty)),
        }
    }

    /// Flattens an array: nested arrays and the columns of non-square matrices are counted
    /// together. Types refer only to earlier ones, so this terminates.
    fn flat(&self, path: &str, ty: TypeId, member: &WordMember) -> Result<(Element, u32), TypeError> {
        let (mut at, mut length) = (ty, 1u32);
        loop {
            if let Some(plain) = plain(self.reflection, at) {
                matrix(path, plain, member)?;
                return Ok((Element::Plain(plain), length));
            }
            let (inner, count) = match self.reflection.ty(at) {
                TypeKind::Struct { .. } => return Ok((Element::Structure(at), length)),
                TypeKind::Array { element, length: Length::Fixed(count), .. } => {
                    (*element, u32::try_from(*count).ok())
                }
                TypeKind::Matrix { column, count } => {
                    if let Some(plain) = plain(self.reflection, *column) {
                        columns(path, plain, member)?;
                    }
                    (*column, Some(*count))
                }
                _ => return Err(self.no_words(path, ty)),
            };
            let product = count.and_then(|count| length.checked_mul(count));
            length = product.ok_or_else(|| self.no_words(path, ty))?;
            at = inner;
        }
    }

    /// Checks each array's stride against std140; `extent` is that of the innermost element.
    fn strides(&self, path: &str, ty: TypeId, extent: Extent) -> Result<(), TypeError> {
        let (mut at, mut counts) = (ty, Vec::new());
        while let TypeKind::Array { element, length, stride } = self.reflection.ty(at) {
            let count = match length {
                Length::Fixed(count) => *count,
                _ => 0,
            };
            counts.push((count, *stride));
            at = *element;
        }
        let mut each = match self.reflection.ty(at) {
            TypeKind::Matrix { count, .. } if plain(self.reflection, at).is_none() => {
                array(extent, *count).size
            }
            _ => array(extent, 1).size,
        };
        for (count, stride) in counts.into_iter().rev() {
            if let Some(stride) = stride
                && u64::from(stride) != each
            {
                let what = format!("elements of {stride} bytes, where std140 has {each}");
                return Err(TypeError::Layout(path.to_owned(), what));
            }
            each = each.saturating_mul(count);
        }
        Ok(())
    }

    /// The package's description of an array, if it differs from the source.
    fn said(&self, ty: TypeId, member: &MemberType) -> Option<String> {
        let is_plain = match self.reflection.ty(ty) {
            TypeKind::Array { element, .. } => {
                matches!(plain(self.reflection, *element), Some(Plain::Vector(_) | Plain::Matrix(_)))
                    || matches!(self.reflection.ty(*element), TypeKind::Struct { .. })
            }
            _ => false,
        };
        (!is_plain).then(|| super::difference::member(&described(member)))
    }

    fn extent(&self, at: usize) -> (String, Extent) {
        let structure = self.made.get(at);
        let extent = structure.map_or((0, 16), |structure| (structure.size, structure.align));
        let name = structure.map_or_else(String::new, |structure| structure.name.clone());
        let (size, align) = extent;
        (name, Extent { size: u64::from(size), align: u64::from(align) })
    }
}

/// Innermost element of an array.
enum Element {
    Plain(Plain),
    Structure(TypeId),
}

/// Package type for a member: the same layout, but array elements that are scalars become vectors.
pub(super) fn described(member: &MemberType) -> MemberType {
    match member {
        MemberType::Array(length, Plain::Scalar(item)) => MemberType::Array(*length, stretched(*item)),
        other => other.clone(),
    }
}

/// Vector that fills the 16 bytes of an array element in std140.
pub(super) fn stretched(item: BaseType) -> Plain {
    let size = if item == BaseType::DOUBLE { 2 } else { 4 };
    Plain::Vector(VectorType { item, size })
}

fn matrix(path: &str, plain: Plain, member: &WordMember) -> Result<(), TypeError> {
    let Plain::Matrix(vector) = plain else {
        return Ok(());
    };
    columns(path, Plain::Vector(vector), member)
}

/// Checks the column stride of a matrix against std140.
fn columns(path: &str, column: Plain, member: &WordMember) -> Result<(), TypeError> {
    if member.row_major {
        let what = "a matrix stored by rows, where columns are expected".to_owned();
        return Err(TypeError::Layout(path.to_owned(), what));
    }
    let each = array(std140::plain(column), 1).size;
    match member.matrix_stride {
        Some(stride) if u64::from(stride) != each => {
            let what = format!("columns of {stride} bytes, where std140 has {each}");
            Err(TypeError::Layout(path.to_owned(), what))
        }
        _ => Ok(()),
    }
}

/// Extent of an array.
pub(super) fn array(element: Extent, length: u32) -> Extent {
    Packing::Std140.array(element, u64::from(length))
}

/// Lays out members one after the other, in numbers that packages have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout(layout::Structure);

impl Default for Layout {
    fn default() -> Layout {
        Layout(layout::Structure::new(Packing::Std140))
    }
}

impl Layout {
    /// Adds a member and returns its offset.
    pub(super) fn add(&mut self, extent: Extent) -> u32 {
        u32::try_from(self.0.add(extent)).unwrap_or(u32::MAX)
    }

    /// Size and alignment of the whole.
    pub(super) fn end(self) -> (u32, u32) {
        let Extent { size, align } = self.0.extent();
        let word = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        (word(size), word(align))
    }
}
