//! The order of types in a table: other types than structures with names stand behind what they are made of, for readers know
//! only a structure before it is there.

use std::convert::Infallible;

use super::constant::Constant;
use super::global::Definition;
use super::handle::{AttributesId, FunctionId, KindId, MetadataId, TypeId, ValueId};
use super::module::Typed;
use super::read::types::parts;
use super::remap::Remap;
use super::types::{Type, Types};

/// Whether a type may stand before a type that is made of it.
fn may_come_later(types: &Types, id: TypeId) -> bool {
    matches!(types.get(id), Some(Type::Named { .. }))
}

/// Whether readers take the table as it is.
fn is_in_order(types: &Types) -> bool {
    let mut good = true;
    for (id, ty) in types.iter() {
        parts(types, ty, |part, _| {
            good &= part < id || may_come_later(types, part)
        });
    }
    good
}

/// The types in an order that readers take, else as they are.
fn order(types: &Types) -> Vec<TypeId> {
    let mut out = Vec::with_capacity(types.len());
    // 0 for what was not seen, 1 for what waits for its parts, 2 for what is in its place.
    let mut state = vec![0u8; types.len()];
    for (first, _) in types.iter() {
        let mut path = vec![first];
        while let Some(id) = path.last().copied() {
            let seen = state.get(id.index()).copied().unwrap_or(2);
            if seen != 0 {
                path.pop();
                if seen == 1 {
                    out.push(id);
                }
                if let Some(slot) = state.get_mut(id.index()) {
                    *slot = 2;
                }
                continue;
            }
            if let Some(slot) = state.get_mut(id.index()) {
                *slot = 1;
            }
            if let Some(ty) = types.get(id) {
                let at = path.len();
                parts(types, ty, |part, _| {
                    let waiting = state.get(part.index()) == Some(&0);
                    if waiting && !may_come_later(types, part) {
                        path.push(part);
                    }
                });
                // The first part is to come first.
                if let Some(added) = path.get_mut(at..) {
                    added.reverse();
                }
            }
        }
    }
    out
}

/// Exchanges types, and nothing else.
struct Exchange {
    numbers: Vec<TypeId>,
}

impl Exchange {
    fn get(&self, id: TypeId) -> TypeId {
        self.numbers.get(id.index()).copied().unwrap_or(id)
    }

    /// A type of the old table as one of the new.
    fn moved(&self, from: &Types, ty: Type, to: &mut Types) -> Type {
        let list = |span, to: &mut Types| {
            let mapped: Vec<TypeId> = from.list(span).iter().map(|id| self.get(*id)).collect();
            to.add_list(mapped)
        };
        match ty {
            Type::Pointer {
                pointee,
                address_space,
            } => Type::Pointer {
                pointee: self.get(pointee),
                address_space,
            },
            Type::Array { element, count } => Type::Array {
                element: self.get(element),
                count,
            },
            Type::Vector { element, count } => Type::Vector {
                element: self.get(element),
                count,
            },
            Type::Function {
                result,
                parameters,
                variadic,
            } => Type::Function {
                result: self.get(result),
                parameters: list(parameters, to),
                variadic,
            },
            Type::Struct { fields, packed } => Type::Struct {
                fields: list(fields, to),
                packed,
            },
            Type::Named { name, fields, packed } => {
                let name = from.text(name);
                Type::Named {
                    name: to.add_text(name),
                    fields: fields.map(|fields| list(fields, to)),
                    packed,
                }
            }
            plain => plain,
        }
    }
}

impl Remap for Exchange {
    type Error = Infallible;

    fn ty(&mut self, ty: TypeId) -> Result<TypeId, Infallible> {
        Ok(self.get(ty))
    }

    fn value(&mut self, value: ValueId) -> Result<ValueId, Infallible> {
        Ok(value)
    }

    fn function(&mut self, function: FunctionId) -> Result<FunctionId, Infallible> {
        Ok(function)
    }

    fn metadata(&mut self, metadata: MetadataId) -> Result<MetadataId, Infallible> {
        Ok(metadata)
    }

    fn attributes(&mut self, list: AttributesId) -> Result<AttributesId, Infallible> {
        Ok(list)
    }

    fn kind(&mut self, kind: KindId) -> Result<KindId, Infallible> {
        Ok(kind)
    }
}

/// Puts the types of a module that was made in an order that readers take. Bodies that were not read stay as they are, so there
/// may be none.
pub(super) fn types(module: &mut Typed<'static>) {
    if is_in_order(&module.types) {
        return;
    }
    let order = order(&module.types);
    let mut exchange = Exchange {
        numbers: vec![TypeId(0); module.types.len()],
    };
    for (place, id) in order.iter().enumerate() {
        if let Some(slot) = exchange.numbers.get_mut(id.index()) {
            *slot = TypeId::at(place);
        }
    }
    let mut table = Types::default();
    for id in order {
        if let Some(ty) = module.types.get(id) {
            let ty = exchange.moved(&module.types, ty, &mut table);
            table.push(ty);
        }
    }
    module.types = table;
    for (_, ty) in &mut module.values {
        *ty = exchange.get(*ty);
    }
    for variable in &mut module.variables {
        variable.ty = exchange.get(variable.ty);
    }
    for alias in &mut module.aliases {
        alias.ty = exchange.get(alias.ty);
    }
    for (_, constant) in &mut module.constants.items {
        if let Constant::GetElementPtr { source, .. } = constant {
            *source = exchange.get(*source);
        }
    }
    for function in &mut module.functions {
        function.ty = exchange.get(function.ty);
        if let Definition::Body(body) = &mut function.definition {
            let Ok(moved) = body.remap(body.function, &mut exchange);
            **body = moved;
        }
    }
}
