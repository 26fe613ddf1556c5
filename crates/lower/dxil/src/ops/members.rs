//! Loads and stores of members of buffers.

use glassbox_dxil::ir::{TypeId, ValueId};
use glassbox_lower_directx::members::{Layout, Place, Scalar};
use glassbox_lower_directx::resource::Variable;
use glassbox_lower_directx::{Outcome, arithmetic};
use glassbox_spirv::build::{Id, op};

use crate::resources::Resource;
use crate::writer::{Part, Value, Writer};

/// The members that numbers of an element are in, by number; `None` if one of them is in none.
pub(super) fn element_places(
    w: &Writer<'_>,
    layout: &Layout,
    (resource, address, columns): (Resource, [ValueId; 2], u32),
    member: TypeId,
) -> Option<Vec<Option<Place<ValueId>>>> {
    let stride = w.view(resource).stride;
    crate::rows::element_places(w.source, w.body(), layout, (address, stride), (member, columns))
}

/// The result of a load: what says whether all was there is its fifth member.
pub(super) fn with_residency(value: Value) -> Value {
    let Value::Parts(parts) = value else { return value };
    let mut parts = parts.to_vec();
    parts.resize(5, Part::Resident(None));
    Value::Parts(parts.into())
}

/// Numbers as members of their buffer: a vector for those that are in one, or the number alone.
pub(super) fn load_members(
    w: &mut Writer<'_>,
    found: &[Option<Place<ValueId>>],
    variable: &Variable,
    (resource, member): (Resource, TypeId),
) -> Outcome<Value> {
    let wanted = w.ty(member)?;
    let mut vectors: Vec<(Place<ValueId>, Id, Id)> = Vec::new();
    let mut parts = Vec::with_capacity(found.len());
    for place in found {
        let Some(place) = place else {
            parts.push(Part::Resident(None));
            continue;
        };
        let beside = found.iter().flatten().filter(|other| other.is_beside(place)).count();
        let (is_alone, count) = (beside == 1, place.count);
        let known = vectors.iter().find(|(other, ..)| other.is_beside(place));
        let (value, ty) = match known {
            Some((_, value, ty)) => (*value, *ty),
            None => {
                let ids = place.map(|value| w.id(value))?;
                let value = ids.load(&mut w.b, variable, resource.choice, is_alone);
                let of = ids.scalar.ty(&mut w.b);
                // Values of the program have no sign.
                let ty = if matches!(ids.scalar, Scalar::Float(_)) {
                    of
                } else {
                    arithmetic::unsigned(&mut w.b, of)
                };
                let whole = if is_alone || count == 1 { ty } else { w.b.vector(ty, count) };
                let value = arithmetic::bits_as(&mut w.b, whole, value);
                vectors.push((place.clone(), value, ty));
                (value, ty)
            }
        };
        let is_number = is_alone || count == 1;
        parts.push(match (is_number, ty == wanted) {
            (true, true) => Part::Id(value),
            (false, true) => Part::Component(value, place.component, ty),
            (true, false) => Part::Id(arithmetic::bits_as(&mut w.b, wanted, value)),
            (false, false) => {
                let one = w.b.value_with(op::COMPOSITE_EXTRACT, ty, &[value], &[place.component]);
                Part::Id(arithmetic::bits_as(&mut w.b, wanted, one))
            }
        });
    }
    Ok(Value::Parts(parts.into()))
}

/// Writes numbers to members of their buffer: a vector where all of it is written, else each number alone.
pub(super) fn store_members(
    w: &mut Writer<'_>,
    found: &[Option<Place<ValueId>>],
    values: &[ValueId],
    variable: &Variable,
    resource: Resource,
) -> Outcome<Value> {
    let mut is_done = vec![false; found.len()];
    for (column, place) in found.iter().enumerate() {
        let Some(place) = place.as_ref().filter(|_| !is_done[column]) else { continue };
        let component =
            |at: usize| found[at].as_ref().filter(|one| one.is_beside(place)).map(|one| one.component);
        let beside: Vec<usize> = (0..found.len()).filter(|at| component(*at).is_some()).collect();
        let is_whole = place.count > 1
            && beside.len() == place.count as usize
            && beside.iter().zip(0..).all(|(at, index)| component(*at) == Some(index));
        let written = if is_whole { beside } else { vec![column] };
        let scalar = place.scalar.ty(&mut w.b);
        let mut ids: Vec<Id> = Vec::with_capacity(written.len());
        for at in written {
            is_done[at] = true;
            let Some(value) = values.get(at) else { continue };
            let value = w.id(*value)?;
            ids.push(arithmetic::bits_as(&mut w.b, scalar, value));
        }
        let place = place.map(|value| w.id(value))?;
        let (pointer, ty) = place.pointer(&mut w.b, variable, resource.choice, !is_whole);
        let value = match ids.as_slice() {
            [one] => *one,
            all => w.b.value(op::COMPOSITE_CONSTRUCT, ty, all),
        };
        w.b.effect(op::STORE, &[pointer, value]);
    }
    Ok(Value::None)
}
