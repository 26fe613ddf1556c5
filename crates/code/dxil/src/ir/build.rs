//! Builds modules, deduplicating types, constants, metadata and attributes.

use foldhash::HashMap;

use super::attributes::{Attribute, AttributeGroup, AttributeKind, Slot};
use super::body::Body;
use super::constant::{Constant, Constants};
use super::debug::DebugKind;
use super::handle::{AttributesId, ConstantId, KindId, MetadataId, TypeId, ValueId};
use super::module::{Typed, Value};
use super::remap::Detached;
use super::types::{Type, Types};

/// An attribute that owns its strings.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OwnedAttribute {
    /// Without a value.
    Flag(AttributeKind),
    /// With a number.
    Number(AttributeKind, u64),
    /// Named by a string.
    String(Vec<u8>),
    /// Named by a string, with a string value.
    Pair(Vec<u8>, Vec<u8>),
}

/// Attributes of one slot.
pub type OwnedGroup = (Slot, Vec<OwnedAttribute>);

/// Structural key of a metadata item; equal keys are one item.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Key {
    String(Vec<u8>),
    Value(ValueId),
    Node(Vec<Option<MetadataId>>),
    Debug(DebugKind, Vec<u64>),
}

/// Builds a module. Add types through the `intern` functions of [`Types`], functions and variables through [`Typed`],
/// everything else through this builder.
///
/// ```
/// use glassbox_dxil::ir::{self, Body, Builder, Call, Definition, Function, FunctionId, Op, Type, Typed, BinaryOp, Flags};
///
/// // float Twice(float x) { return x + x; }
/// let mut builder = Builder::new();
/// let float = builder.module.types.intern(Type::Float);
/// let ty = builder.module.types.intern_function(float, &[float], false);
/// let mut body = Body::new(FunctionId(0), &[float]);
/// let x = body.arguments().next().unwrap();
/// body.begin_block();
/// let sum = body.reserve(float);
/// let add = Op::Binary { op: BinaryOp::FAdd, flags: Flags::FAST };
/// body.push(add, float, Some(sum), &[x, x], &[]);
/// let void = builder.module.types.intern(Type::Void);
/// body.push(Op::Return, void, None, &[sum], &[]);
/// let definition = Definition::Body(Box::new(body));
/// let value = builder.module.add_function(Function { definition, ..Function::new(ir::ValueId::module(0), ty) });
/// builder.name(value, b"\x01?Twice@@YAMM@Z");
/// let bitcode = ir::encode(&builder.finish())?;
///
/// let module = Typed::read(&bitcode)?;
/// let body = module.body(FunctionId(0))?.unwrap();
/// assert_eq!(body.instructions.len(), 2);
/// # Ok::<(), glassbox_dxil::BitcodeError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Builder {
    /// The module so far.
    pub module: Typed<'static>,
    constants: HashMap<(TypeId, Detached), ValueId>,
    metadata: HashMap<Key, MetadataId>,
    groups: HashMap<OwnedGroup, u32>,
    lists: HashMap<Vec<u32>, AttributesId>,
    kinds: HashMap<Vec<u8>, KindId>,
    /// Number of the next attribute group.
    next_group: u32,
    /// Number of the next attachment kind.
    next_kind: u32,
}

impl Builder {
    /// An empty builder.
    pub fn new() -> Builder {
        let mut builder = Builder::default();
        builder.module.version = 1;
        builder.next_group = 1;
        builder
    }

    /// Names a value of the module.
    pub fn name(&mut self, value: ValueId, name: &[u8]) {
        let named = super::Named::Value(value);
        self.module.symbols.set(named, name.iter().copied());
    }

    /// Finds or adds a constant of the module. A zero is always [`Constant::Null`].
    pub fn constant(&mut self, ty: TypeId, constant: Detached) -> ValueId {
        let constant = match constant.constant() {
            Constant::Integer(0) | Constant::Float(0) => Detached::plain(Constant::Null),
            _ => constant,
        };
        let key = (ty, constant);
        if let Some(value) = self.constants.get(&key) {
            return *value;
        }
        let constant = self.module.constants.attach(&key.1);
        let value = self.module.add_constant(ty, constant);
        self.constants.insert(key, value);
        value
    }

    /// An integer of `width` bits, at most 64.
    pub fn integer(&mut self, width: u32, number: i64) -> ValueId {
        let ty = self.module.types.intern(Type::Integer(width));
        self.constant(ty, Detached::plain(Constant::Integer(number)))
    }

    fn item(&mut self, key: Key, add: impl FnOnce(&mut Typed<'static>) -> MetadataId) -> MetadataId {
        if let Some(id) = self.metadata.get(&key) {
            return *id;
        }
        let id = add(&mut self.module);
        self.metadata.insert(key, id);
        id
    }

    /// Metadata string.
    pub fn string(&mut self, text: &[u8]) -> MetadataId {
        self.item(Key::String(text.to_vec()), |module| module.metadata.add_string(text))
    }

    /// Metadata that wraps a value of the module.
    pub fn value(&mut self, value: ValueId) -> MetadataId {
        self.item(Key::Value(value), |module| module.metadata.add_value(value))
    }

    /// Metadata that wraps a 32-bit integer.
    pub fn number(&mut self, number: i64) -> MetadataId {
        let value = self.integer(32, number);
        self.value(value)
    }

    /// Uniqued metadata node: nodes of the same operands are one.
    pub fn node(&mut self, operands: &[Option<MetadataId>]) -> MetadataId {
        self.item(Key::Node(operands.to_vec()), |module| module.metadata.add_node(operands, false))
    }

    /// Distinct metadata node, which is never merged.
    pub fn distinct_node(&mut self, operands: &[Option<MetadataId>]) -> MetadataId {
        self.module.metadata.add_node(operands, true)
    }

    /// A distinct node that may refer to itself, as loop ids do.
    pub fn own_node(&mut self, operands: impl FnOnce(MetadataId) -> Vec<Option<MetadataId>>) -> MetadataId {
        let metadata = &mut self.module.metadata;
        let own = metadata.add_node(&[], true);
        let operands = operands(own);
        self.module.metadata.set_node(own, &operands, true);
        own
    }

    /// Distinct debug-info node, which is never merged.
    pub fn distinct_debug(&mut self, kind: DebugKind, fields: &[u64]) -> MetadataId {
        self.module.metadata.add_debug(kind, true, fields)
    }

    /// Uniqued debug-info node: nodes of the same kind and fields are one.
    pub fn debug(&mut self, kind: DebugKind, fields: &[u64]) -> MetadataId {
        self.item(Key::Debug(kind, fields.to_vec()), |module| module.metadata.add_debug(kind, false, fields))
    }

    /// Attachment kind by name; new ones get the next number.
    pub fn kind(&mut self, name: &[u8]) -> KindId {
        if let Some(kind) = self.kinds.get(name) {
            return *kind;
        }
        let kind = KindId(self.next_kind);
        self.next_kind = self.next_kind.saturating_add(1);
        let text = self.module.add_text(name);
        self.module.kinds.push((kind, text));
        self.kinds.insert(name.to_vec(), kind);
        kind
    }

    /// Attribute list; `None` if empty.
    pub fn attributes(&mut self, groups: &[OwnedGroup]) -> Option<AttributesId> {
        if groups.is_empty() {
            return None;
        }
        let places: Vec<u32> = groups.iter().map(|group| self.group(group)).collect();
        if let Some(list) = self.lists.get(&places) {
            return Some(*list);
        }
        let list = AttributesId::at(self.module.attributes.lists.len());
        self.module.attributes.lists.push(places.clone());
        self.lists.insert(places, list);
        Some(list)
    }

    fn group(&mut self, group: &OwnedGroup) -> u32 {
        if let Some(place) = self.groups.get(group) {
            return *place;
        }
        let table = &mut self.module.attributes;
        let place = table.groups.len() as u32;
        let attribute = |attribute: &OwnedAttribute| match attribute {
            OwnedAttribute::Flag(kind) => Attribute::Flag(*kind),
            OwnedAttribute::Number(kind, number) => Attribute::Number(*kind, *number),
            OwnedAttribute::String(key) => Attribute::String(table.add_text(key)),
            OwnedAttribute::Pair(key, value) => Attribute::Pair(table.add_text(key), table.add_text(value)),
        };
        let attributes = group.1.iter().map(attribute).collect();
        let number = self.next_group;
        self.next_group = self.next_group.saturating_add(1);
        table.groups.push(AttributeGroup { number, slot: group.0, attributes });
        self.groups.insert(group.clone(), place);
        place
    }

    /// Returns the module in the order that compilers use: types after their components, constants by type
    /// with integers first, names by bytes.
    pub fn finish(self) -> Typed<'static> {
        let mut module = self.module;
        super::arrange::types(&mut module);
        let mut constants = std::mem::take(&mut module.constants);
        arrange(&mut constants, &module.types, |value| module.type_of(value));
        for (index, (value, _)) in constants.items.iter().enumerate() {
            if let Some(slot) = module.values.get_mut(value.index()) {
                slot.0 = Value::Constant(ConstantId::at(index));
            }
        }
        module.constants = constants;
        module.symbols.sort();
        module
    }
}

/// A group of attributes with its strings.
pub fn owned(module: &Typed<'_>, group: &AttributeGroup) -> OwnedGroup {
    let text = |text| module.attributes.text(text).to_vec();
    let attribute = |attribute: &Attribute| match *attribute {
        Attribute::Flag(kind) => OwnedAttribute::Flag(kind),
        Attribute::Number(kind, number) => OwnedAttribute::Number(kind, number),
        Attribute::String(key) => OwnedAttribute::String(text(key)),
        Attribute::Pair(key, value) => OwnedAttribute::Pair(text(key), text(value)),
    };
    (group.slot, group.attributes.iter().map(attribute).collect())
}

fn arrange(constants: &mut Constants, types: &Types, type_of: impl Fn(ValueId) -> Option<TypeId>) {
    constants.items.sort_by_key(|(value, _)| {
        let ty = type_of(*value);
        let scalar = ty.and_then(|ty| types.get(types.scalar(ty)));
        (!matches!(scalar, Some(Type::Integer(_))), ty)
    });
}

impl Body {
    /// Sorts constants as compilers do: by type, integers first. Values keep their handles.
    pub fn arrange(&mut self, types: &Types) {
        let mut constants = std::mem::take(&mut self.constants);
        arrange(&mut constants, types, |value| self.local(value).map(|local| local.ty));
        for (index, (value, _)) in constants.items.iter().enumerate() {
            if let Some(local) = self.locals.get_mut(value.index()) {
                local.value = Value::Constant(ConstantId::at(index));
            }
        }
        self.constants = constants;
    }
}
