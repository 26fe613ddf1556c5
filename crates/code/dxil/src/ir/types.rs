//! Types: the table in the order of the file.

use foldhash::HashMap;

use super::handle::TypeId;
use super::pool::{Pool, Span, Text};

/// A type. Source: LLVM 3.7 bitcode, type block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// No value.
    Void,
    /// Floating point, 16 bits.
    Half,
    /// Floating point, 32 bits.
    Float,
    /// Floating point, 64 bits.
    Double,
    /// Floating point of x87, 80 bits; not in DXIL.
    X86Fp80,
    /// Floating point, 128 bits; not in DXIL.
    Fp128,
    /// A pair of doubles; not in DXIL.
    PpcFp128,
    /// A basic block.
    Label,
    /// Metadata as an operand.
    Metadata,
    /// A register of MMX; not in DXIL.
    X86Mmx,
    /// An integer of so many bits, 1 to 2^23.
    Integer(u32),
    /// A pointer.
    Pointer {
        /// What it points to.
        pointee: TypeId,
        /// 0 for local memory, 2 for constant buffers, 3 for memory of the thread group.
        address_space: u32,
    },
    /// A function.
    Function {
        /// What it returns.
        result: TypeId,
        /// Types of the parameters, see [`Types::list`].
        parameters: Span<TypeId>,
        /// Whether more arguments may follow.
        variadic: bool,
    },
    /// So many elements in a row.
    Array {
        /// Type of an element.
        element: TypeId,
        /// Number of elements.
        count: u64,
    },
    /// A vector.
    Vector {
        /// Type of an element.
        element: TypeId,
        /// Number of elements.
        count: u32,
    },
    /// A structure that is its fields: two of the same fields are the same type.
    Struct {
        /// Types of the fields, see [`Types::list`].
        fields: Span<TypeId>,
        /// Whether there is no padding.
        packed: bool,
    },
    /// A structure with a name, or with an empty one: equal to no other.
    Named {
        /// The name, see [`Types::text`].
        name: Text,
        /// Types of the fields; `None` when they are not known.
        fields: Option<Span<TypeId>>,
        /// Whether there is no padding.
        packed: bool,
    },
}

impl Type {
    /// Whether it is a number of floating point.
    pub fn is_float(self) -> bool {
        matches!(
            self,
            Type::Half | Type::Float | Type::Double | Type::X86Fp80 | Type::Fp128 | Type::PpcFp128
        )
    }
}

/// What a type is, with its lists spelled out; two types of one key are one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Key {
    Plain(Type),
    List(Type, Vec<TypeId>),
}

/// The types of a module.
#[derive(Clone, Debug, Default)]
pub struct Types {
    items: Vec<Type>,
    lists: Pool<TypeId>,
    pub(crate) texts: Pool<u8>,
    unique: HashMap<Key, TypeId>,
    /// What every function asks for, see [`frequent`].
    frequent: [Option<TypeId>; 3],
}

/// The place of a type that is asked for again and again.
fn frequent(ty: Type) -> Option<usize> {
    match ty {
        Type::Void => Some(0),
        Type::Metadata => Some(1),
        Type::Integer(32) => Some(2),
        _ => None,
    }
}

impl PartialEq for Types {
    fn eq(&self, other: &Types) -> bool {
        (&self.items, &self.lists, &self.texts) == (&other.items, &other.lists, &other.texts)
    }
}

impl Types {
    /// Number of types.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The types in order.
    pub fn iter(&self) -> impl Iterator<Item = (TypeId, Type)> + '_ {
        let numbered = self.items.iter().enumerate();
        numbered.map(|(index, ty)| (TypeId::at(index), *ty))
    }

    /// A type.
    #[inline]
    pub fn get(&self, id: TypeId) -> Option<Type> {
        self.items.get(id.index()).copied()
    }

    /// Parameters of a function, fields of a structure.
    #[inline]
    pub fn list(&self, span: Span<TypeId>) -> &[TypeId] {
        self.lists.get(span)
    }

    /// The name of a structure, bytes.
    pub fn text(&self, span: Text) -> &[u8] {
        self.texts.get(span)
    }

    /// The fields of a structure, named or not; `None` for other types and unknown fields.
    pub fn fields(&self, id: TypeId) -> Option<&[TypeId]> {
        match self.get(id)? {
            Type::Struct { fields, .. } => Some(self.list(fields)),
            Type::Named { fields, .. } => fields.map(|fields| self.list(fields)),
            _ => None,
        }
    }

    /// Result, parameters and whether more may follow, for a function type.
    pub fn function(&self, id: TypeId) -> Option<(TypeId, &[TypeId], bool)> {
        match self.get(id)? {
            Type::Function {
                result,
                parameters,
                variadic,
            } => Some((result, self.list(parameters), variadic)),
            _ => None,
        }
    }

    /// What a pointer points to.
    pub fn pointee(&self, id: TypeId) -> Option<TypeId> {
        match self.get(id)? {
            Type::Pointer { pointee, .. } => Some(pointee),
            _ => None,
        }
    }

    /// The element of an array or vector.
    pub fn element(&self, id: TypeId) -> Option<TypeId> {
        match self.get(id)? {
            Type::Array { element, .. } | Type::Vector { element, .. } => Some(element),
            _ => None,
        }
    }

    /// The type of a vector's elements, another type as it is.
    pub fn scalar(&self, id: TypeId) -> TypeId {
        match self.get(id) {
            Some(Type::Vector { element, .. }) => element,
            _ => id,
        }
    }

    /// Whether it is a number of floating point, or a vector of them.
    pub fn is_float(&self, id: TypeId) -> bool {
        self.get(self.scalar(id)).is_some_and(Type::is_float)
    }

    /// The structure of a name.
    pub fn named(&self, name: &[u8]) -> Option<TypeId> {
        self.iter().find_map(|(id, ty)| match ty {
            Type::Named { name: found, .. } if self.text(found) == name => Some(id),
            _ => None,
        })
    }

    /// The number of a type that has no lists: a number, a pointer, an array, a vector.
    pub fn find(&self, ty: Type) -> Option<TypeId> {
        match frequent(ty) {
            Some(place) => self.frequent.get(place).copied().flatten(),
            None => self.unique.get(&Key::Plain(ty)).copied(),
        }
    }

    /// Makes room for the types of a table of so many bits.
    pub(crate) fn reserve(&mut self, bits: u64) {
        // A type takes fifty bits or so.
        let types = (bits / 50) as usize;
        self.items.reserve(types);
        self.unique.reserve(types);
        self.lists.reserve(types * 2);
    }

    /// Adds a type at the end, whether there is an equal one or not. The lists must be of this table.
    pub fn push(&mut self, ty: Type) -> TypeId {
        let id = TypeId::at(self.items.len());
        self.items.push(ty);
        self.settle(id);
        id
    }

    /// Gives a number another type, as when the fields of a structure become known.
    pub fn replace(&mut self, id: TypeId, ty: Type) {
        if let Some(slot) = self.items.get_mut(id.index()) {
            *slot = ty;
            self.settle(id);
        }
    }

    /// Adds a list for a type that is to be added.
    pub fn add_list(&mut self, items: impl IntoIterator<Item = TypeId>) -> Span<TypeId> {
        self.lists.add(items)
    }

    /// Adds a name for a type that is to be added.
    pub fn add_text(&mut self, name: &[u8]) -> Text {
        self.texts.add(name.iter().copied())
    }

    /// The number of a type without lists, which is added unless it is there.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        match self.find(ty) {
            Some(id) => id,
            None => self.push(ty),
        }
    }

    /// The number of a pointer type.
    pub fn pointer(&mut self, pointee: TypeId, address_space: u32) -> TypeId {
        self.intern(Type::Pointer {
            pointee,
            address_space,
        })
    }

    /// The number of a function type.
    pub fn intern_function(&mut self, result: TypeId, parameters: &[TypeId], variadic: bool) -> TypeId {
        let bare = Type::Function {
            result,
            parameters: Span::EMPTY,
            variadic,
        };
        if let Some(id) = self.unique.get(&Key::List(bare, parameters.to_vec())) {
            return *id;
        }
        let parameters = self.add_list(parameters.iter().copied());
        self.push(Type::Function {
            result,
            parameters,
            variadic,
        })
    }

    /// The number of a structure without a name.
    pub fn intern_struct(&mut self, fields: &[TypeId], packed: bool) -> TypeId {
        if let Some(id) = self.find_struct(fields, packed) {
            return id;
        }
        let fields = self.add_list(fields.iter().copied());
        self.push(Type::Struct { fields, packed })
    }

    /// The number of a structure without a name, if there is one.
    pub fn find_struct(&self, fields: &[TypeId], packed: bool) -> Option<TypeId> {
        let bare = Type::Struct {
            fields: Span::EMPTY,
            packed,
        };
        self.unique.get(&Key::List(bare, fields.to_vec())).copied()
    }

    /// Adds a structure with a name. Its fields may be given later, with [`replace`](Self::replace), so that they can refer
    /// to it.
    pub fn add_named(&mut self, name: &[u8], fields: Option<&[TypeId]>, packed: bool) -> TypeId {
        let name = self.add_text(name);
        let fields = fields.map(|fields| self.add_list(fields.iter().copied()));
        self.push(Type::Named { name, fields, packed })
    }

    /// Remembers a type by what it is; the first of equal ones is the one that is found.
    fn settle(&mut self, id: TypeId) {
        let Some(ty) = self.get(id) else { return };
        let key = match ty {
            Type::Named { .. } => return,
            Type::Function {
                result,
                parameters,
                variadic,
            } => Key::List(
                Type::Function {
                    result,
                    parameters: Span::EMPTY,
                    variadic,
                },
                self.list(parameters).to_vec(),
            ),
            Type::Struct { fields, packed } => Key::List(
                Type::Struct {
                    fields: Span::EMPTY,
                    packed,
                },
                self.list(fields).to_vec(),
            ),
            plain => Key::Plain(plain),
        };
        let first = *self.unique.entry(key).or_insert(id);
        if let Some(slot) = frequent(ty).and_then(|place| self.frequent.get_mut(place)) {
            *slot = Some(first);
        }
    }
}
