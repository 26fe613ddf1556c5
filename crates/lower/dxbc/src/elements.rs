//! Elements of buffers of structures, as members that are known.

use glassbox_dxbc::declaration::ResourceKind;
use glassbox_dxbc::names::OperandType;
use glassbox_lower_directx::Outcome;
use glassbox_lower_directx::members::{Address, Place, Scalar};
use glassbox_lower_directx::resource::{Choice, Variable};
use glassbox_spirv::build::{Id, op};

use crate::part::{Part, Ty};
use crate::resources::Resource;
use crate::source::{Holds, ViewId};
use crate::writer::Writer;

/// Type of a member.
fn ty_of(scalar: Scalar) -> Ty {
    match scalar {
        Scalar::Float(_) => Ty::Float,
        Scalar::Int(_) => Ty::Int,
        Scalar::Uint(_) => Ty::Uint,
    }
}

impl Writer<'_> {
    /// True if the memory of an operand is addressed by elements and bytes in them.
    pub(crate) fn is_structured(&mut self, place: usize) -> Outcome<bool> {
        let operand = self.operand(place)?;
        if operand.operand_type() == OperandType::GROUP_SHARED {
            let number = self.number(&operand, 0)?;
            let shared = self.source.declared.shared.get(&number);
            return Ok(shared.is_some_and(|shared| shared.stride != 1));
        }
        let id = self.resource(place)?.id;
        let content = self.view(id).map(|view| view.content);
        Ok(matches!(content, Some(Holds::View(ResourceKind::Structured { .. }, _))))
    }

    /// Components of members: a vector for those that are in one, or the number alone.
    pub(crate) fn load_places(
        &mut self,
        places: &[Place<Id>],
        variable: &Variable,
        choice: Choice,
    ) -> Vec<Part> {
        let mut vectors: Vec<(Place<Id>, Id)> = Vec::new();
        let mut parts = Vec::with_capacity(places.len());
        for place in places {
            let is_same = |other: &&Place<Id>| other.is_beside(place);
            let is_alone = places.iter().filter(is_same).all(|other| other.component == place.component);
            let value = match vectors.iter().find(|(other, _)| other.is_beside(place)) {
                Some((_, value)) => *value,
                None => {
                    let value = place.load(&mut self.b, variable, choice, is_alone);
                    vectors.push((place.clone(), value));
                    value
                }
            };
            let index = (!is_alone && place.count > 1).then_some(place.component);
            parts.push(Part::Value { id: value, index, ty: ty_of(place.scalar), from: None });
        }
        parts
    }

    /// The members that words of an element of a buffer of structures are in; `None` if one of them is in none, or if they are not known.
    fn element_places(
        &mut self,
        resource: Resource,
        (element, byte): (Id, Id),
        components: &[u8],
        fits: impl Fn(Scalar) -> bool,
    ) -> Option<Vec<Place<Id>>> {
        let id = resource.id;
        let layout = self.layouts.get(&id)?.clone();
        let stride = match self.view(id).map(|view| view.content) {
            Some(Holds::View(ResourceKind::Structured { stride }, _)) => stride,
            _ => return None,
        };
        let start = self.b.bits(byte).map(|byte| byte as u32);
        let known = self.b.bits(element).map(|element| element as u32);
        let terms = if known.is_some() { Vec::new() } else { vec![(element, stride)] };
        let place = |component: &u8| {
            let first = known.unwrap_or(0).checked_mul(stride)?.checked_add(start?)?;
            let bytes = first.checked_add(u32::from(*component) * 4)?;
            layout.find(&Address { bytes, terms: terms.clone() }, 4).filter(|place| fits(place.scalar))
        };
        let Some(places) = components.iter().map(place).collect::<Option<Vec<Place<Id>>>>() else {
            self.uses.rows.insert(id);
            return None;
        };
        self.has_members(id).then_some(places)
    }

    /// True if all that is accessed of a buffer is in members that are known.
    pub(crate) fn has_members(&self, id: ViewId) -> bool {
        self.layouts.contains_key(&id) && self.prior.is_some_and(|prior| !prior.rows.contains(&id))
    }

    /// Components of members of an element; `None` if they are to be read as words.
    pub(crate) fn load_element(
        &mut self,
        resource: Resource,
        address: (Id, Id),
        components: &[u8],
    ) -> Outcome<Option<Vec<Part>>> {
        let Some(places) = self.element_places(resource, address, components, |_| true) else {
            return Ok(None);
        };
        let variable = self.buffer(resource)?.0;
        Ok(Some(self.load_places(&places, &variable, resource.choice)))
    }

    /// Writes members of an element: a vector where all of it is written, else each number alone. False if they are to be written as words.
    pub(crate) fn store_element(
        &mut self,
        resource: Resource,
        address: (Id, Id),
        (mask, parts): (&[u8], &[Part]),
    ) -> Outcome<bool> {
        let Some(places) = self.element_places(resource, address, mask, |_| true) else { return Ok(false) };
        let variable = self.buffer(resource)?.0;
        let mut next = 0;
        while let Some(place) = places.get(next) {
            let count = place.count as usize;
            let together = places.get(next..next + count).unwrap_or_default();
            let is_whole = count > 1
                && !together.is_empty()
                && together
                    .iter()
                    .zip(0..)
                    .all(|(one, index)| one.is_beside(place) && one.component == index);
            let end = if is_whole { next + count } else { next + 1 };
            let written = parts.get(next..end).unwrap_or_default();
            let (pointer, _) = place.pointer(&mut self.b, &variable, resource.choice, !is_whole);
            let value = self.gather(written, ty_of(place.scalar));
            self.b.effect(op::STORE, &[pointer, value]);
            next = end;
        }
        Ok(true)
    }

    /// A pointer to a member of an element that an atomic operation works on, and its type; `None` if it is to work on a word.
    pub(crate) fn element_pointer(
        &mut self,
        resource: Resource,
        address: (Id, Id),
        opcode: u16,
    ) -> Outcome<Option<(Id, Ty)>> {
        let fits = |scalar: Scalar| match scalar {
            Scalar::Float(_) => false,
            Scalar::Int(_) => !matches!(opcode, op::ATOMIC_U_MIN | op::ATOMIC_U_MAX),
            Scalar::Uint(_) => !matches!(opcode, op::ATOMIC_S_MIN | op::ATOMIC_S_MAX),
        };
        let places = self.element_places(resource, address, &[0], fits);
        let Some(place) = places.and_then(|mut places| places.pop()) else { return Ok(None) };
        let variable = self.buffer(resource)?.0;
        let (pointer, _) = place.pointer(&mut self.b, &variable, resource.choice, true);
        Ok(Some((pointer, ty_of(place.scalar))))
    }
}
