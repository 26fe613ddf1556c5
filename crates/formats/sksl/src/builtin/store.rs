//! Stores a program's arrays and structs and answers queries that depend on them.

use std::borrow::Cow;

use foldhash::HashMap;

use super::types::{ArrayId, StructId, Type};

/// A field of a struct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Name.
    pub name: String,
    /// Type.
    pub ty: Type,
}

/// A struct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Struct {
    /// Name.
    pub name: String,
    /// Fields, in order.
    pub fields: Vec<Field>,
    /// True if it represents the fields of an interface block.
    pub is_interface_block: bool,
}

/// An array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Array {
    /// Element type.
    pub element: Type,
    /// Number of elements.
    pub count: u32,
}

/// Properties of a type's contents. Computed when a type is added, from types already present, so no query
/// walks a nested declaration.
#[derive(Clone, Copy, Default, Debug)]
struct Content {
    slots: u64,
    struct_depth: u32,
    has_array: bool,
    has_opaque: bool,
}

/// The arrays and structs of a program.
#[derive(Clone, Debug, Default)]
pub struct Types {
    arrays: Vec<(Array, Content)>,
    known: HashMap<Array, ArrayId>,
    structs: Vec<(Struct, Content)>,
}

impl Types {
    /// Creates an empty store.
    pub fn new() -> Types {
        Types::default()
    }

    /// Array type of an element and a count; equal arguments return the same type.
    pub fn add_array(&mut self, element: Type, count: u32) -> Type {
        let array = Array { element, count };
        let inside = self.content(element);
        let arrays = &mut self.arrays;
        let id = *self.known.entry(array).or_insert_with(|| {
            let content =
                Content { slots: inside.slots.saturating_mul(u64::from(count)), has_array: true, ..inside };
            arrays.push((array, content));
            ArrayId(arrays.len() as u32 - 1)
        });
        Type::Array(id)
    }

    /// Adds a struct type, distinct from all others.
    pub fn add_struct(&mut self, declaration: Struct) -> Type {
        let mut content = Content::default();
        for field in &declaration.fields {
            let inside = self.content(field.ty);
            content.slots = content.slots.saturating_add(inside.slots);
            content.struct_depth = content.struct_depth.max(inside.struct_depth);
            content.has_array |= inside.has_array;
            content.has_opaque |= inside.has_opaque;
        }
        content.struct_depth = content.struct_depth.saturating_add(1);
        self.structs.push((declaration, content));
        Type::Struct(StructId(self.structs.len() as u32 - 1))
    }

    /// Array details of a type, if it is an array.
    pub fn array(&self, ty: Type) -> Option<Array> {
        match ty {
            Type::Array(ArrayId(id)) => self.arrays.get(id as usize).map(|(array, _)| *array),
            _ => None,
        }
    }

    /// Struct details of a type, if it is a struct.
    pub fn structure(&self, ty: Type) -> Option<&Struct> {
        match ty {
            Type::Struct(StructId(id)) => self.structs.get(id as usize).map(|(declaration, _)| declaration),
            _ => None,
        }
    }

    /// Element of an array, scalar of a vector or matrix; any other type unchanged.
    pub fn component(&self, ty: Type) -> Type {
        match ty {
            Type::Vector(scalar, _) | Type::Matrix(scalar, ..) => Type::Scalar(scalar),
            Type::Array(_) => self.array(ty).map_or(Type::Invalid, |array| array.element),
            other => other,
        }
    }

    /// Result type of indexing: scalar of a vector, column of a matrix, element of an array.
    pub fn indexed(&self, ty: Type) -> Option<Type> {
        match ty {
            Type::Vector(scalar, _) => Some(Type::Scalar(scalar)),
            Type::Matrix(scalar, _, rows) => Some(Type::Vector(scalar, rows)),
            Type::Array(_) => self.array(ty).map(|array| array.element),
            _ => None,
        }
    }

    /// Number of valid index values.
    pub fn index_count(&self, ty: Type) -> Option<u32> {
        match ty {
            Type::Vector(_, width) => Some(u32::from(width)),
            Type::Matrix(_, columns, _) => Some(u32::from(columns)),
            Type::Array(_) => self.array(ty).map(|array| array.count),
            _ => None,
        }
    }

    /// Field of a struct by index.
    pub fn field(&self, ty: Type, index: usize) -> Option<&Field> {
        self.structure(ty)?.fields.get(index)
    }

    /// Field of a struct by name, with its index.
    pub fn field_named(&self, ty: Type, name: &str) -> Option<(usize, &Field)> {
        let fields = self.structure(ty)?.fields.iter();
        fields.enumerate().find(|(_, field)| field.name == name)
    }

    /// Number of scalars in a value, saturating.
    pub fn slots(&self, ty: Type) -> u64 {
        self.content(ty).slots
    }

    /// True if a value is or contains an array.
    pub fn contains_array(&self, ty: Type) -> bool {
        self.content(ty).has_array
    }

    /// True if a value is or contains an opaque value.
    pub fn contains_opaque(&self, ty: Type) -> bool {
        self.content(ty).has_opaque
    }

    /// Nesting depth of structs; 0 for a type without structs.
    pub fn struct_depth(&self, ty: Type) -> u32 {
        self.content(ty).struct_depth
    }

    /// Name of the type in source syntax: `float2`, `Light`, `half[3]`.
    pub fn name(&self, ty: Type) -> Cow<'static, str> {
        let mut counts = Vec::new();
        let mut ty = ty;
        while let Some(array) = self.array(ty) {
            counts.push(array.count);
            ty = array.element;
        }
        let base: Cow<'static, str> = match ty {
            Type::Void => "void".into(),
            Type::Scalar(_) | Type::Vector(..) | Type::Matrix(..) => {
                ty.shape_name().unwrap_or("<invalid>").into()
            }
            Type::Opaque(opaque) => opaque.name().into(),
            Type::Generic(generic) => generic.name().into(),
            Type::Struct(_) => match self.structure(ty) {
                Some(declaration) => declaration.name.clone().into(),
                None => "<invalid>".into(),
            },
            Type::Array(_) | Type::Invalid => "<invalid>".into(),
        };
        if counts.is_empty() {
            return base;
        }
        let mut name = base.into_owned();
        for count in counts.iter().rev() {
            name.push_str(&format!("[{count}]"));
        }
        name.into()
    }

    fn content(&self, ty: Type) -> Content {
        let known = match ty {
            Type::Array(ArrayId(id)) => self.arrays.get(id as usize).map(|(_, content)| *content),
            Type::Struct(StructId(id)) => self.structs.get(id as usize).map(|(_, content)| *content),
            _ => None,
        };
        known.unwrap_or(Content {
            slots: u64::from(ty.width()),
            has_opaque: ty.is_opaque(),
            ..Content::default()
        })
    }
}
