//! Holds the type table in file order.

use std::sync::OnceLock;

use foldhash::HashMap;

use super::handle::TypeId;
use super::pool::{Pool, Span, Text};

/// A type. Source: LLVM 3.7 bitcode, type block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// Void.
    Void,
    /// 16-bit float.
    Half,
    /// 32-bit float.
    Float,
    /// 64-bit float.
    Double,
    /// 80-bit x87 float; not in DXIL.
    X86Fp80,
    /// 128-bit float; not in DXIL.
    Fp128,
    /// Pair of doubles; not in DXIL.
    PpcFp128,
    /// A basic block.
    Label,
    /// Metadata as an operand.
    Metadata,
    /// MMX register; not in DXIL.
    X86Mmx,
    /// An integer; width in bits, 1 to 2^23.
    Integer(u32),
    /// A pointer.
    Pointer {
        /// Type of the target.
        pointee: TypeId,
        /// 0 default, 2 constant buffers, 3 group-shared.
        address_space: u32,
    },
    /// A function.
    Function {
        /// Return type.
        result: TypeId,
        /// Parameter types, in [`Types::list`].
        parameters: Span<TypeId>,
        /// True if variadic.
        variadic: bool,
    },
    /// An array.
    Array {
        /// Element type.
        element: TypeId,
        /// Number of elements.
        count: u64,
    },
    /// A vector.
    Vector {
        /// Element type.
        element: TypeId,
        /// Number of elements.
        count: u32,
    },
    /// A literal structure, equal to any other with the same fields.
    Struct {
        /// Field types, in [`Types::list`].
        fields: Span<TypeId>,
        /// True if there is no padding.
        packed: bool,
    },
    /// An identified structure, possibly with an empty name; equal to no other.
    Named {
        /// Name, in [`Types::text`].
        name: Text,
        /// Field types; `None` if opaque.
        fields: Option<Span<TypeId>>,
        /// True if there is no padding.
        packed: bool,
    },
}

impl Type {
    /// True for floats.
    pub fn is_float(self) -> bool {
        matches!(self, Type::Half | Type::Float | Type::Double | Type::X86Fp80 | Type::Fp128 | Type::PpcFp128)
    }
}

/// Type of each structural key.
type Index = HashMap<Key, TypeId>;

/// Structural key of a type; equal keys are one type.
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
    /// First type of each structure, once it is asked for.
    unique: OnceLock<Index>,
    /// Common types, indexed by [`frequent`].
    frequent: [Option<TypeId>; 3],
    /// First pointer in address space 0 to each earlier type, by index.
    pointers: Vec<Option<TypeId>>,
}

/// Slot of a common type.
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

    /// True if empty.
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

    /// Parameters of a function or fields of a structure.
    #[inline]
    pub fn list(&self, span: Span<TypeId>) -> &[TypeId] {
        self.lists.get(span)
    }

    /// The name of a structure, bytes.
    pub fn text(&self, span: Text) -> &[u8] {
        self.texts.get(span)
    }

    /// Fields of a structure; `None` for other types and opaque structures.
    pub fn fields(&self, id: TypeId) -> Option<&[TypeId]> {
        match self.get(id)? {
            Type::Struct { fields, .. } => Some(self.list(fields)),
            Type::Named { fields, .. } => fields.map(|fields| self.list(fields)),
            _ => None,
        }
    }

    /// Result, parameters and variadic flag of a function type.
    pub fn function(&self, id: TypeId) -> Option<(TypeId, &[TypeId], bool)> {
        match self.get(id)? {
            Type::Function { result, parameters, variadic } => {
                Some((result, self.list(parameters), variadic))
            }
            _ => None,
        }
    }

    /// Pointee of a pointer.
    pub fn pointee(&self, id: TypeId) -> Option<TypeId> {
        match self.get(id)? {
            Type::Pointer { pointee, .. } => Some(pointee),
            _ => None,
        }
    }

    /// Element of an array or vector.
    pub fn element(&self, id: TypeId) -> Option<TypeId> {
        match self.get(id)? {
            Type::Array { element, .. } | Type::Vector { element, .. } => Some(element),
            _ => None,
        }
    }

    /// Element type of a vector; other types unchanged.
    pub fn scalar(&self, id: TypeId) -> TypeId {
        match self.get(id) {
            Some(Type::Vector { element, .. }) => element,
            _ => id,
        }
    }

    /// True for floats and vectors of them.
    pub fn is_float(&self, id: TypeId) -> bool {
        self.get(self.scalar(id)).is_some_and(Type::is_float)
    }

    /// Structure with this name.
    pub fn named(&self, name: &[u8]) -> Option<TypeId> {
        self.iter().find_map(|(id, ty)| match ty {
            Type::Named { name: found, .. } if self.text(found) == name => Some(id),
            _ => None,
        })
    }

    /// Looks up a type without lists: a number, pointer, array or vector.
    pub fn find(&self, ty: Type) -> Option<TypeId> {
        if let Type::Pointer { pointee, address_space: 0 } = ty
            && let Some(&Some(found)) = self.pointers.get(pointee.index())
        {
            return Some(found);
        }
        match frequent(ty) {
            Some(place) => self.frequent.get(place).copied().flatten(),
            None => self.unique().get(&Key::Plain(ty)).copied(),
        }
    }

    fn unique(&self) -> &Index {
        self.unique.get_or_init(|| {
            let mut index = Index::default();
            index.reserve(self.items.len());
            for (id, ty) in self.iter() {
                if let Some(key) = self.key(ty) {
                    index.entry(key).or_insert(id);
                }
            }
            index
        })
    }

    /// Reserves memory for the types of a table of the given number of bits.
    pub(crate) fn reserve(&mut self, bits: u64) {
        // A type takes about thirty bits, a character of a name eight.
        let types = (bits / 30) as usize;
        self.items.reserve(types);
        self.pointers.reserve(types);
        self.lists.reserve(types * 2);
        self.texts.reserve((bits / 16) as usize);
    }

    /// Number of types that there is memory for.
    pub(crate) fn capacity(&self) -> usize {
        self.items.capacity()
    }

    /// Appends a type without deduplication. Its lists must be from this table.
    pub fn push(&mut self, ty: Type) -> TypeId {
        let id = TypeId::at(self.items.len());
        self.items.push(ty);
        self.index_key(id);
        id
    }

    /// Replaces a type, for instance once the fields of a structure are known.
    pub fn replace(&mut self, id: TypeId, ty: Type) {
        if let Some(slot) = self.items.get_mut(id.index()) {
            *slot = ty;
            self.index_key(id);
        }
    }

    /// Adds a list for a new type.
    pub fn add_list(&mut self, items: impl IntoIterator<Item = TypeId>) -> Span<TypeId> {
        self.lists.add(items)
    }

    /// Adds a name for a new type.
    pub fn add_text(&mut self, name: &[u8]) -> Text {
        self.texts.add(name.iter().copied())
    }

    /// Finds or adds a type without lists.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        match self.find(ty) {
            Some(id) => id,
            None => self.push(ty),
        }
    }

    /// Finds or adds a pointer type.
    pub fn pointer(&mut self, pointee: TypeId, address_space: u32) -> TypeId {
        self.intern(Type::Pointer { pointee, address_space })
    }

    /// Finds or adds a function type.
    pub fn intern_function(&mut self, result: TypeId, parameters: &[TypeId], variadic: bool) -> TypeId {
        let bare = Type::Function { result, parameters: Span::EMPTY, variadic };
        if let Some(id) = self.unique().get(&Key::List(bare, parameters.to_vec())) {
            return *id;
        }
        let parameters = self.add_list(parameters.iter().copied());
        self.push(Type::Function { result, parameters, variadic })
    }

    /// Finds or adds a literal structure.
    pub fn intern_struct(&mut self, fields: &[TypeId], packed: bool) -> TypeId {
        if let Some(id) = self.find_struct(fields, packed) {
            return id;
        }
        let fields = self.add_list(fields.iter().copied());
        self.push(Type::Struct { fields, packed })
    }

    /// Finds a literal structure.
    pub(crate) fn find_struct(&self, fields: &[TypeId], packed: bool) -> Option<TypeId> {
        let bare = Type::Struct { fields: Span::EMPTY, packed };
        self.unique().get(&Key::List(bare, fields.to_vec())).copied()
    }

    /// A type that contains itself, so that its values have no size; `None` if there is none.
    pub fn endless(&self) -> Option<TypeId> {
        // 0 unvisited, 1 waiting for its parts, 2 finite.
        let mut states = vec![0u8; self.len()];
        for (first, _) in self.iter() {
            let mut path = vec![(first, false)];
            while let Some((id, is_complete)) = path.pop() {
                let Some(state) = states.get_mut(id.index()) else { continue };
                match (*state, is_complete) {
                    (_, true) => *state = 2,
                    (1, false) => return Some(id),
                    (0, false) => {
                        *state = 1;
                        path.push((id, true));
                        if let Some(ty) = self.get(id) {
                            super::read::types::parts(self, ty, |part, is_inside| {
                                if is_inside {
                                    path.push((part, false));
                                }
                            });
                        }
                    }
                    _ => {}
                }
            }
        }
        None
    }

    /// Adds an identified structure. Its fields may be set later with [`replace`](Self::replace), so that
    /// they can refer to it.
    pub fn add_named(&mut self, name: &[u8], fields: Option<&[TypeId]>, packed: bool) -> TypeId {
        let name = self.add_text(name);
        let fields = fields.map(|fields| self.add_list(fields.iter().copied()));
        self.push(Type::Named { name, fields, packed })
    }

    /// Indexes a type; the first of equal ones wins.
    fn index_key(&mut self, id: TypeId) {
        let Some(ty) = self.get(id) else { return };
        if let Type::Pointer { pointee, address_space: 0 } = ty {
            self.index_pointer(id, pointee);
        } else if let Some(slot) = frequent(ty).and_then(|place| self.frequent.get_mut(place)) {
            slot.get_or_insert(id);
        }
        if self.unique.get().is_some()
            && let Some(key) = self.key(ty)
            && let Some(unique) = self.unique.get_mut()
        {
            unique.entry(key).or_insert(id);
        }
    }

    fn index_pointer(&mut self, id: TypeId, pointee: TypeId) {
        // A pointer may precede its target; then it is only in the other index.
        if pointee.index() < self.items.len() && pointee.index() >= self.pointers.len() {
            self.pointers.resize(pointee.index() + 1, None);
        }
        if let Some(slot) = self.pointers.get_mut(pointee.index()) {
            slot.get_or_insert(id);
        }
    }

    /// Structural key; `None` for a type equal to no other.
    fn key(&self, ty: Type) -> Option<Key> {
        Some(match ty {
            Type::Named { .. } => return None,
            Type::Function { result, parameters, variadic } => Key::List(
                Type::Function { result, parameters: Span::EMPTY, variadic },
                self.list(parameters).to_vec(),
            ),
            Type::Struct { fields, packed } => {
                Key::List(Type::Struct { fields: Span::EMPTY, packed }, self.list(fields).to_vec())
            }
            plain => Key::Plain(plain),
        })
    }
}
