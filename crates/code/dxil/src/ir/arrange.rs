//! Orders the type table: all types except named structures must follow their component types, since readers
//! allow forward references to structures only.

use std::convert::Infallible;

use super::constant::Constant;
use super::global::Definition;
use super::handle::{AttributesId, FunctionId, KindId, MetadataId, TypeId, ValueId};
use super::module::Typed;
use super::pool::Span;
use super::read::types::parts;
use super::remap::Remap;
use super::types::{Type, Types};

/// True if a type may precede a type that contains it.
fn allows_forward_reference(types: &Types, id: TypeId) -> bool {
    matches!(types.get(id), Some(Type::Named { .. }))
}

/// True if readers accept the table as is.
fn is_in_order(types: &Types) -> bool {
    let mut good = true;
    for (id, ty) in types.iter() {
        parts(types, ty, |part, _| good &= part < id || allows_forward_reference(types, part));
    }
    good
}

/// An order that readers accept, or the current one if there is none.
fn order(types: &Types) -> Vec<TypeId> {
    let mut out = Vec::with_capacity(types.len());
    // 0 unvisited, 1 waiting for components, 2 placed.
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
                    if waiting && !allows_forward_reference(types, part) {
                        path.push(part);
                    }
                });
                // The first component is placed first.
                if let Some(added) = path.get_mut(at..) {
                    added.reverse();
                }
            }
        }
    }
    out
}

/// Remaps types; all else is unchanged.
struct TypeRemap {
    numbers: Vec<TypeId>,
}

impl TypeRemap {
    fn get(&self, id: TypeId) -> TypeId {
        self.numbers.get(id.index()).copied().unwrap_or(id)
    }
}

/// Translates a type of one table to another, with the components that `map` gives.
pub(super) fn translated<E>(
    from: &Types,
    ty: Type,
    to: &mut Types,
    mut map: impl FnMut(TypeId) -> Result<TypeId, E>,
) -> Result<Type, E> {
    let mut list = |span, to: &mut Types| -> Result<Span<TypeId>, E> {
        let mapped: Vec<TypeId> = from.list(span).iter().map(|id| map(*id)).collect::<Result<_, E>>()?;
        Ok(to.add_list(mapped))
    };
    Ok(match ty {
        Type::Function { result, parameters, variadic } => {
            let parameters = list(parameters, to)?;
            Type::Function { result: map(result)?, parameters, variadic }
        }
        Type::Struct { fields, packed } => Type::Struct { fields: list(fields, to)?, packed },
        Type::Named { name, fields, packed } => {
            let name = to.add_text(from.text(name));
            Type::Named { name, fields: fields.map(|fields| list(fields, to)).transpose()?, packed }
        }
        Type::Pointer { pointee, address_space } => Type::Pointer { pointee: map(pointee)?, address_space },
        Type::Array { element, count } => Type::Array { element: map(element)?, count },
        Type::Vector { element, count } => Type::Vector { element: map(element)?, count },
        plain => plain,
    })
}

impl Remap for TypeRemap {
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

/// Reorders the types of a constructed module. Unread bodies would keep their old numbers, so there must be
/// none.
pub(super) fn types(module: &mut Typed<'static>) {
    if is_in_order(&module.types) {
        return;
    }
    let order = order(&module.types);
    let mut remap = TypeRemap { numbers: vec![TypeId(0); module.types.len()] };
    for (index, id) in order.iter().enumerate() {
        if let Some(slot) = remap.numbers.get_mut(id.index()) {
            *slot = TypeId::at(index);
        }
    }
    let mut table = Types::default();
    for id in order {
        if let Some(ty) = module.types.get(id) {
            let Ok(ty) = translated(&module.types, ty, &mut table, |part| remap.ty(part));
            table.push(ty);
        }
    }
    module.types = table;
    for (_, ty) in &mut module.values {
        *ty = remap.get(*ty);
    }
    for variable in &mut module.variables {
        variable.ty = remap.get(variable.ty);
    }
    for alias in &mut module.aliases {
        alias.ty = remap.get(alias.ty);
    }
    for (_, constant) in &mut module.constants.items {
        if let Constant::GetElementPtr { source, .. } = constant {
            *source = remap.get(*source);
        }
    }
    for function in &mut module.functions {
        function.ty = remap.get(function.ty);
        if let Definition::Body(body) = &mut function.definition {
            let Ok(moved) = body.remap(body.function, &mut remap);
            **body = moved;
        }
    }
}
