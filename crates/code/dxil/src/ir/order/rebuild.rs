//! Writes the tables of a module in a new order.

use super::body::body;
use super::pool::Pooled;
use super::visit::Order;
use crate::error::{BitcodeError, BitcodeErrorKind, Entity};
use crate::ir::attributes::{Attribute, AttributeGroup, Attributes};
use crate::ir::constant::Constants;
use crate::ir::global::{Alias, Comdat, Definition, Function, Variable};
use crate::ir::handle::{
    AliasId, AttributesId, ConstantId, FunctionId, KindId, MetadataId, TypeId, ValueId, VariableId,
};
use crate::ir::metadata::{Metadata, MetadataTable, NamedNode};
use crate::ir::module::{Typed, UseList, Value};
use crate::ir::remap::Remap;
use crate::ir::symbols::{Named, Symbols};
use crate::ir::types::Types;

/// Translates handles of a pooled module to those of the new one. Constants of a body are local.
pub(super) struct Renumbering<'o> {
    order: &'o Order,
    globals: usize,
    /// New value of each constant, by place in the pool.
    constants: Vec<Option<ValueId>>,
}

fn missing(of: Entity, found: usize) -> BitcodeError {
    BitcodeError::new(BitcodeErrorKind::Number { of, found: found as u64, count: 0 }, 0..0)
}

impl Renumbering<'_> {
    /// Sets the new value of a constant; `None` once its body is left.
    pub(super) fn set(&mut self, pooled: ValueId, value: Option<ValueId>) {
        let place = pooled.index().checked_sub(self.globals);
        if let Some(slot) = place.and_then(|place| self.constants.get_mut(place)) {
            *slot = value;
        }
    }
}

impl Remap for Renumbering<'_> {
    type Error = BitcodeError;

    fn ty(&mut self, ty: TypeId) -> Result<TypeId, BitcodeError> {
        let number = self.order.type_numbers.get(ty.index());
        number.map(TypeId).ok_or_else(|| missing(Entity::Type, ty.index()))
    }

    fn value(&mut self, value: ValueId) -> Result<ValueId, BitcodeError> {
        match value.index().checked_sub(self.globals) {
            None => Ok(value),
            Some(place) => {
                let found = self.constants.get(place).copied().flatten();
                found.ok_or_else(|| missing(Entity::Constant, value.index()))
            }
        }
    }

    fn function(&mut self, function: FunctionId) -> Result<FunctionId, BitcodeError> {
        Ok(function)
    }

    fn metadata(&mut self, metadata: MetadataId) -> Result<MetadataId, BitcodeError> {
        let number = self.order.metadata_numbers.get(metadata.index());
        number.map(MetadataId::module).ok_or_else(|| missing(Entity::Metadata, metadata.index()))
    }

    fn attributes(&mut self, list: AttributesId) -> Result<AttributesId, BitcodeError> {
        let number = self.order.list_numbers.get(list.index());
        number.map(AttributesId).ok_or_else(|| missing(Entity::AttributeList, list.index()))
    }

    fn kind(&mut self, kind: KindId) -> Result<KindId, BitcodeError> {
        Ok(kind)
    }
}

/// The module with its tables in a new order.
pub(super) fn rebuild(pooled: &Pooled, order: &Order) -> Result<Typed<'static>, BitcodeError> {
    let old = &pooled.module;
    let globals = pooled.globals.len();
    let mut map = Renumbering { order, globals, constants: vec![None; pooled.types.len()] };
    for (place, value) in order.constants.iter().enumerate() {
        map.set(*value, Some(ValueId::module((globals + place) as u32)));
    }
    let mut new = Typed {
        version: old.version,
        triple: old.triple.clone(),
        data_layout: old.data_layout.clone(),
        assembly: old.assembly.clone(),
        sections: old.sections.clone(),
        collectors: old.collectors.clone(),
        libraries: old.libraries.clone(),
        kinds: old.kinds.clone(),
        texts: old.texts.clone(),
        shared: old.shared.clone(),
        ..Typed::default()
    };
    new.comdats = order
        .comdats
        .iter()
        .filter_map(|place| old.comdats.get(*place as usize))
        .copied()
        .collect::<Vec<Comdat>>();
    new.types = types(&old.types, &mut map)?;
    new.attributes = attributes(&old.attributes, order);
    values(pooled, &mut map, &mut new)?;
    let (constants, items) = constants(pooled, &order.constants, &mut map)?;
    new.constants = constants;
    new.values.extend(items);
    new.metadata = metadata(&old.metadata, &mut map)?;
    for (number, global) in pooled.globals.iter().enumerate() {
        if let Some(name) = old.name(*global) {
            new.symbols.set(Named::Value(ValueId::module(number as u32)), name.iter().copied());
        }
    }
    new.symbols.sort();
    new.use_lists = use_lists(&old.use_lists, |value| {
        // Old numbers of globals are not pooled.
        let place = pooled.globals.iter().position(|global| *global == value);
        place.map(|place| ValueId::module(place as u32))
    });
    for (index, function) in old.functions.iter().enumerate() {
        if let (Some(old), Some((constants, metadata))) = (Pooled::body(function), order.bodies.get(index)) {
            let parameters = new.types.function(new.functions.get(index).map_or(TypeId(0), |new| new.ty));
            let parameters = parameters.map(|(_, list, _)| list.to_vec()).unwrap_or_default();
            let body = body(pooled, old, &parameters, constants, metadata, &mut map)?;
            if let Some(function) = new.functions.get_mut(index) {
                function.definition = Definition::Body(Box::new(body));
            }
        }
    }
    Ok(new)
}

/// Use-list orders with other values.
pub(super) fn use_lists(lists: &[UseList], value: impl Fn(ValueId) -> Option<ValueId>) -> Vec<UseList> {
    let list = |list: &UseList| {
        let of = match list.of {
            Named::Value(id) => Named::Value(value(id)?),
            block => block,
        };
        Some(UseList { of, order: list.order.clone() })
    };
    lists.iter().filter_map(list).collect()
}

fn types(old: &Types, map: &mut Renumbering<'_>) -> Result<Types, BitcodeError> {
    let mut new = Types::default();
    for id in &map.order.types {
        if let Some(ty) = old.get(*id) {
            let ty = crate::ir::arrange::translated(old, ty, &mut new, |part| map.ty(part))?;
            new.push(ty);
        }
    }
    Ok(new)
}

fn attributes(old: &Attributes, order: &Order) -> Attributes {
    let mut new = Attributes::default();
    for place in &order.groups {
        let Some(group) = old.groups.get(*place as usize) else { continue };
        let attribute = |attribute: &Attribute| match *attribute {
            Attribute::String(key) => Attribute::String(new.add_text(old.text(key))),
            Attribute::Pair(key, value) => {
                Attribute::Pair(new.add_text(old.text(key)), new.add_text(old.text(value)))
            }
            plain => plain,
        };
        let attributes = group.attributes.iter().map(attribute).collect();
        let number = new.groups.len() as u32 + 1;
        new.groups.push(AttributeGroup { number, slot: group.slot, attributes });
    }
    for list in &order.lists {
        let groups = old.lists.get(list.index()).into_iter().flatten();
        let groups = groups.filter_map(|group| order.group_numbers.get(*group as usize));
        new.lists.push(groups.collect());
    }
    new
}

/// Globals, with their values.
fn values(pooled: &Pooled, map: &mut Renumbering<'_>, new: &mut Typed<'static>) -> Result<(), BitcodeError> {
    let old = &pooled.module;
    let optional =
        |value: Option<ValueId>, map: &mut Renumbering<'_>| value.map(|value| map.value(value)).transpose();
    let comdat = |place: Option<u32>| place.and_then(|place| map.order.comdat_numbers.get(place as usize));
    let comdats: Vec<Option<u32>> = old
        .variables
        .iter()
        .map(|variable| variable.comdat)
        .chain(old.functions.iter().map(|function| function.comdat))
        .map(comdat)
        .collect();
    let mut comdats = comdats.into_iter();
    let mut next = 0u32;
    let mut number = |new: &mut Typed<'static>, value: Value, map: &mut Renumbering<'_>| {
        let id = ValueId::module(next);
        next += 1;
        let ty = pooled.type_of(id).ok_or_else(|| missing(Entity::Value, id.index()))?;
        new.values.push((value, map.ty(ty)?));
        Ok::<ValueId, BitcodeError>(id)
    };
    for (index, variable) in old.variables.iter().enumerate() {
        let value = number(new, Value::Variable(VariableId::at(index)), map)?;
        new.variables.push(Variable {
            value,
            ty: map.ty(variable.ty)?,
            initializer: optional(variable.initializer, map)?,
            comdat: comdats.next().flatten(),
            ..*variable
        });
    }
    for (index, function) in old.functions.iter().enumerate() {
        let value = number(new, Value::Function(FunctionId::at(index)), map)?;
        let function = Function {
            value,
            ty: map.ty(function.ty)?,
            attributes: function.attributes.map(|list| map.attributes(list)).transpose()?,
            prologue: optional(function.prologue, map)?,
            prefix: optional(function.prefix, map)?,
            personality: optional(function.personality, map)?,
            comdat: comdats.next().flatten(),
            definition: Definition::Declaration,
            calling_convention: function.calling_convention,
            linkage: function.linkage,
            alignment: function.alignment,
            section: function.section,
            visibility: function.visibility,
            collector: function.collector,
            unnamed_addr: function.unnamed_addr,
            dll_storage: function.dll_storage,
        };
        new.functions.push(function);
    }
    for (index, alias) in old.aliases.iter().enumerate() {
        let value = number(new, Value::Alias(AliasId::at(index)), map)?;
        new.aliases.push(Alias {
            value,
            ty: map.ty(alias.ty)?,
            aliasee: map.value(alias.aliasee)?,
            ..*alias
        });
    }
    Ok(())
}

/// Constants in an order, with their values.
type Listed = (Constants, Vec<(Value, TypeId)>);

/// Constants of the module or of a body, whose new values are known.
pub(super) fn constants(
    pooled: &Pooled,
    order: &[ValueId],
    map: &mut Renumbering<'_>,
) -> Result<Listed, BitcodeError> {
    let mut list = Constants::default();
    let mut values = Vec::with_capacity(order.len());
    for (place, value) in order.iter().enumerate() {
        let (Some((_, constant)), Some(ty)) = (pooled.constant(*value), pooled.type_of(*value)) else {
            return Err(missing(Entity::Constant, value.index()));
        };
        let detached = pooled.constants.detach(constant).remap(map)?;
        let constant = list.attach(&detached);
        list.items.push((map.value(*value)?, constant));
        values.push((Value::Constant(ConstantId::at(place)), map.ty(ty)?));
    }
    Ok((list, values))
}

fn metadata(old: &MetadataTable, map: &mut Renumbering<'_>) -> Result<MetadataTable, BitcodeError> {
    let mut new = MetadataTable::default();
    let order = map.order;
    for id in &order.metadata {
        match old.get(*id) {
            Some(Metadata::String(text)) => new.add_string(old.text(text)),
            Some(Metadata::Value(value)) => new.add_value(map.value(value)?),
            Some(Metadata::Node { distinct, operands }) => {
                let operands = old.operands(operands).iter();
                let operands: Vec<_> = operands
                    .map(|operand| operand.map(|id| map.metadata(id)).transpose())
                    .collect::<Result<_, _>>()?;
                new.add_node(&operands, distinct)
            }
            Some(Metadata::Debug { kind, distinct, fields }) => {
                let field = |(place, number): (usize, &u64)| {
                    let field = kind.field(place);
                    match field.and_then(|field| Some((field, field.reference(*number)?))) {
                        Some((field, id)) => Ok(field.field(Some(map.metadata(id)?))),
                        None => Ok(*number),
                    }
                };
                let fields: Vec<u64> =
                    old.fields(fields).iter().enumerate().map(field).collect::<Result<_, BitcodeError>>()?;
                new.add_debug(kind, distinct, &fields)
            }
            None => return Err(missing(Entity::Metadata, id.index())),
        };
    }
    for NamedNode { name, operands } in &old.named {
        let operands: Vec<_> =
            old.nodes(*operands).iter().map(|id| map.metadata(*id)).collect::<Result<_, _>>()?;
        new.add_named(old.text(*name), &operands);
    }
    Ok(new)
}

/// Names of a body's values and blocks, sorted.
pub(super) fn symbols(old: &Symbols, value: impl Fn(ValueId) -> Option<ValueId>) -> Symbols {
    let mut new = Symbols::default();
    for symbol in old.entries() {
        let named = match symbol.named {
            Named::Value(id) => match value(id) {
                Some(id) => Named::Value(id),
                None => continue,
            },
            block => block,
        };
        new.set(named, old.text(symbol.name).iter().copied());
    }
    new.sort();
    new
}
