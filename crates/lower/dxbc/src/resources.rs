//! Resources: variables declared where they are first used, and memory in them.

use std::rc::Rc;

use glassbox_dxbc::declaration::ResourceKind;
use glassbox_dxbc::names::{Dimension, OperandType, ReturnType};
use glassbox_dxbc::{Operand, Selection};
use glassbox_lower_directx::bindings::{Range, RegisterClass};
use glassbox_lower_directx::members::{Address, Layout, Place, Scalar};
use glassbox_lower_directx::resource::{self, Access, Binding, Choice, Comparison, Image, Kind, Variable};
use glassbox_lower_directx::texture::Texture;
use glassbox_lower_directx::{Outcome, arithmetic, rules, structures};
use glassbox_spirv::build::value::{image_format, storage_class};
use glassbox_spirv::build::{Id, op};

use crate::classes::chosen;
use crate::part::{Part, Ty};
use crate::source::{Holds, View, ViewId};
use crate::uses::Slot;
use crate::writer::Writer;

/// Bytes of a row.
const ROW: u32 = 16;
/// Rows of a constant buffer at most.
const MAX_ROWS: u32 = 4096;

/// A resource that an instruction names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Resource {
    pub(crate) id: ViewId,
    pub(crate) choice: Choice,
}

/// Words of a buffer or of shared memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words {
    pub(crate) ty: Ty,
    pub(crate) slot: Slot,
    pub(crate) stride: Option<u32>,
    /// True for an array of structures of words, or of members.
    pub(crate) has_structures: bool,
    target: Target,
}

/// A word of a buffer or of shared memory, or of an element if it is an array of structures.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) element: Option<Id>,
    pub(crate) word: Id,
}

#[derive(Clone, Copy, Debug)]
enum Target {
    Buffer(Variable, Choice),
    Shared(Id),
}

/// Kind of a typed resource.
fn kind_of(dimension: Dimension) -> Option<Kind> {
    Some(match dimension {
        Dimension::BUFFER => Kind::TYPED_BUFFER,
        Dimension::TEXTURE_1D => Kind::TEXTURE_1D,
        Dimension::TEXTURE_2D => Kind::TEXTURE_2D,
        Dimension::TEXTURE_2DMS => Kind::TEXTURE_2D_MS,
        Dimension::TEXTURE_3D => Kind::TEXTURE_3D,
        Dimension::TEXTURE_CUBE => Kind::TEXTURE_CUBE,
        Dimension::TEXTURE_1D_ARRAY => Kind::TEXTURE_1D_ARRAY,
        Dimension::TEXTURE_2D_ARRAY => Kind::TEXTURE_2D_ARRAY,
        Dimension::TEXTURE_2DMS_ARRAY => Kind::TEXTURE_2D_MS_ARRAY,
        Dimension::TEXTURE_CUBE_ARRAY => Kind::TEXTURE_CUBE_ARRAY,
        _ => return None,
    })
}

fn texel(returns: [ReturnType; 4]) -> Ty {
    match returns[0] {
        ReturnType::SINT => Ty::Int,
        ReturnType::UINT => Ty::Uint,
        _ => Ty::Float,
    }
}

/// Class of the registers of an operand.
pub(crate) fn class_of(kind: OperandType) -> Option<RegisterClass> {
    Some(match kind {
        OperandType::CONSTANT_BUFFER => RegisterClass::Constants,
        OperandType::RESOURCE => RegisterClass::Texture,
        OperandType::SAMPLER => RegisterClass::Sampler,
        OperandType::UNORDERED_ACCESS_VIEW => RegisterClass::Unordered,
        _ => return None,
    })
}

impl Writer<'_> {
    /// The resource of an operand.
    pub(crate) fn resource_of(&mut self, operand: &Operand<'_>) -> Outcome<Resource> {
        let kind = operand.operand_type();
        let Some(class) = class_of(kind) else {
            return Err(self.refuse(&rules::SHAPE, format!("found `{kind}` where a resource was expected")));
        };
        if !self.source.program.has_spaces()
            && let Some(class) = chosen(operand)
        {
            let (id, index) = self.chosen_resource(operand, class)?;
            return Ok(Resource { id, choice: Choice { index, non_uniform: false } });
        }
        let number = self.number(operand, 0)?;
        let id = (class, number);
        let Some(view) = self.source.declared.views.get(&id) else {
            let message = format!("found the resource `{kind}{number}`, which is not declared");
            return Err(self.refuse(&rules::RESOURCE, message));
        };
        let lower = view.binding.lower;
        let is_array = view.binding.upper != lower;
        let uint = self.b.uint();
        let mut index = self.b.constant(uint, 0);
        if self.source.program.has_spaces() && is_array {
            let found = self.index_of(operand, 1)?;
            let register = self.index_value(&found)?;
            let offset = self.b.constant(uint, lower.wrapping_neg());
            index = arithmetic::add(&mut self.b, register, offset);
        }
        let non_uniform = operand.modifier.is_some_and(|modifier| modifier.non_uniform() == 1);
        Ok(Resource { id, choice: Choice { index, non_uniform } })
    }

    pub(crate) fn resource(&mut self, place: usize) -> Outcome<Resource> {
        let operand =
            self.source.instructions.get(self.index).and_then(|instruction| instruction.operand(place));
        match operand {
            Some(operand) => self.resource_of(&operand),
            None => Err(self.refuse(&rules::SHAPE, format!("found no operand {}", place + 1))),
        }
    }

    pub(crate) fn view(&self, id: ViewId) -> Option<&View> {
        self.source.declared.views.get(&id)
    }

    pub(crate) fn range_of(id: ViewId, view: &View) -> Range {
        let count = match view.binding.upper {
            u32::MAX => u32::MAX,
            upper => upper.saturating_sub(view.binding.lower).saturating_add(1),
        };
        Range { class: id.0, space: view.binding.space, lower: view.binding.lower, count }
    }

    /// Declares a variable of a resource, once.
    pub(crate) fn declared(
        &mut self,
        id: ViewId,
        make: impl FnOnce(&mut Self, &View, &Binding<'_>) -> Outcome<Variable>,
    ) -> Outcome<Variable> {
        if let Some(known) = self.variables.get(&id) {
            return Ok(*known);
        }
        let Some(view) = self.view(id).cloned() else {
            return Err(self.refuse(&rules::RESOURCE, "found a resource that is not declared".to_owned()));
        };
        let range = Writer::range_of(id, &view);
        let bound = self.options.bindings.place(&range);
        let binding = Binding { name: &view.name, bound, count: range.count };
        let variable = make(self, &view, &binding)?;
        self.globals.push(variable.id);
        self.variables.insert(id, variable);
        Ok(variable)
    }

    /// Components of a row of a constant buffer.
    pub(crate) fn read_constants(&mut self, operand: &Operand<'_>, picked: &[u8]) -> Outcome<Vec<Part>> {
        let resource = self.resource_of(operand)?;
        let slot = Slot::View(resource.id);
        if let Some(parts) = self.read_members(operand, resource, picked)? {
            return Ok(parts);
        }
        let ty = self.prior.map_or(Ty::Uint, |prior| prior.ty(slot));
        let row = ty.vector(&mut self.b, 4);
        let mut rows = 0;
        let variable = self.declared(resource.id, |w, view, binding| {
            let count = match view.content {
                Holds::Rows(rows) => rows,
                _ => 0,
            };
            let count = if count == 0 { MAX_ROWS } else { count.min(MAX_ROWS) };
            Ok(resource::declare_constants(&mut w.b, row, count, binding))
        })?;
        if let Some(Holds::Rows(count)) = self.view(resource.id).map(|view| view.content) {
            rows = if count == 0 { MAX_ROWS } else { count.min(MAX_ROWS) };
        }
        let dimension = if self.source.program.has_spaces() { 2 } else { 1 };
        let index = self.index_of(operand, dimension)?;
        let at = self.index_value(&index)?;
        if self.b.bits(at).is_some_and(|at| at >= u64::from(rows)) {
            // Rows past the end are zero.
            return Ok(vec![Part::Bits(0); picked.len()]);
        }
        let zero = self.b.constant_uint(0);
        if let [one] = picked {
            let scalar = ty.scalar(&mut self.b);
            let component = self.b.constant_uint(u32::from(*one));
            let place = variable.pointer(&mut self.b, resource.choice, &[zero, at, component], scalar);
            let id = self.b.value(op::LOAD, scalar, &[place]);
            return Ok(vec![Part::Value { id, index: None, ty, from: Some(slot) }]);
        }
        let place = variable.pointer(&mut self.b, resource.choice, &[zero, at], row);
        let id = self.b.value(op::LOAD, row, &[place]);
        let part = |one: &u8| Part::Value { id, index: Some(u32::from(*one)), ty, from: Some(slot) };
        Ok(picked.iter().map(part).collect())
    }

    /// Components of a row as members of their buffer; `None` if something is read of it that is in none.
    fn read_members(
        &mut self,
        operand: &Operand<'_>,
        resource: Resource,
        picked: &[u8],
    ) -> Outcome<Option<Vec<Part>>> {
        let id = resource.id;
        let Some(layout) = self.layouts.get(&id).cloned() else { return Ok(None) };
        let dimension = if self.source.program.has_spaces() { 2 } else { 1 };
        let index = self.index_of(operand, dimension)?;
        let terms: Vec<((), u32)> = index.relative.iter().map(|_| ((), ROW)).collect();
        let row = (index.number as u32).checked_mul(ROW);
        let place = |one: &u8| {
            let bytes = row?.checked_add(u32::from(*one) * 4)?;
            layout.find(&Address { bytes, terms: terms.clone() }, 4)
        };
        let Some(places) = picked.iter().map(place).collect::<Option<Vec<Place<()>>>>() else {
            self.uses.rows.insert(id);
            return Ok(None);
        };
        if self.prior.is_none_or(|prior| prior.rows.contains(&id)) {
            return Ok(None);
        }
        let variable = self.declared(id, |w, _, binding| Ok(layout.declare(&mut w.b, binding)))?;
        let relative = match &index.relative {
            Some(relative) => {
                let parts = self.read(relative, &[0])?;
                Some(self.gather(&parts, Ty::Uint))
            }
            None => None,
        };
        let zero = self.b.constant_uint(0);
        let mut known = Vec::with_capacity(places.len());
        for place in &places {
            known.push(place.map(|()| Outcome::Ok(relative.unwrap_or(zero)))?);
        }
        Ok(Some(self.load_places(&known, &variable, resource.choice)))
    }

    /// What a typed resource is as an image.
    fn image(&mut self, id: ViewId) -> Outcome<(Image, Ty)> {
        let found = match self.view(id).map(|view| view.content) {
            Some(Holds::View(ResourceKind::Typed { dimension, returns, .. }, _)) => {
                kind_of(dimension).map(|kind| (kind, texel(returns)))
            }
            _ => None,
        };
        let Some((kind, ty)) = found else {
            let message = "found a buffer where a texture was expected".to_owned();
            return Err(self.refuse(&rules::SHAPE, message));
        };
        let usage = self.prior.map(|prior| prior.usage(id)).unwrap_or_default();
        let is_unordered = id.0 == RegisterClass::Unordered;
        let format = match ty {
            Ty::Uint if usage.has_atomics => image_format::R32UI,
            Ty::Int if usage.has_atomics => image_format::R32I,
            _ if usage.has_atomics => image_format::R32F,
            _ => image_format::UNKNOWN,
        };
        let comparison = match (usage.is_compared, usage.is_sampled) {
            (false, _) => Comparison::Never,
            (true, false) => Comparison::Always,
            (true, true) => Comparison::Sometimes,
        };
        let component = ty.scalar(&mut self.b);
        Ok((Image { kind, component, is_unordered, comparison, format }, ty))
    }

    fn image_variable(&mut self, id: ViewId) -> Outcome<(Variable, Image, Ty)> {
        let (image, ty) = self.image(id)?;
        let usage = self.prior.map(|prior| prior.usage(id)).unwrap_or_default();
        let variable = self.declared(id, |w, view, binding| {
            let coherent = matches!(view.content, Holds::View(_, flags) if flags.globally_coherent);
            let access =
                Access { read_only: image.is_unordered && !usage.is_written, coherent, aliased: false };
            image.declare_needs(&mut w.b, usage.is_sampled, usage.is_written);
            let ty = image.ty(&mut w.b);
            Ok(resource::declare_opaque(&mut w.b, ty, binding, access))
        })?;
        Ok((variable, image, ty))
    }

    /// A texture or a buffer of texels, and the type of its texels.
    pub(crate) fn texture(&mut self, resource: Resource) -> Outcome<(Texture, Ty)> {
        let (variable, image, ty) = self.image_variable(resource.id)?;
        let id = variable.load(&mut self.b, resource.choice);
        let non_uniform = variable.is_array && resource.choice.non_uniform;
        Ok((Texture { id, image, non_uniform }, ty))
    }

    pub(crate) fn kind(&mut self, resource: Resource) -> Outcome<Kind> {
        Ok(self.image(resource.id)?.0.kind)
    }

    /// True for resources of texels.
    pub(crate) fn is_typed(&self, resource: Resource) -> bool {
        let content = self.view(resource.id).map(|view| view.content);
        matches!(content, Some(Holds::View(ResourceKind::Typed { .. }, _)))
    }

    pub(crate) fn sampler(&mut self, place: usize) -> Outcome<Id> {
        let resource = self.resource(place)?;
        let variable = self.declared(resource.id, |w, _, binding| {
            let ty = w.b.sampler();
            Ok(resource::declare_opaque(&mut w.b, ty, binding, Access::default()))
        })?;
        Ok(variable.load(&mut self.b, resource.choice))
    }

    /// A pointer to a texel, for atomics, and the type of a component.
    pub(crate) fn texel_pointer(&mut self, resource: Resource, coordinate: Id) -> Outcome<(Id, Ty)> {
        let (variable, image, ty) = self.image_variable(resource.id)?;
        let place = variable.pointer(&mut self.b, resource.choice, &[], variable.ty);
        let pointer = self.b.pointer(storage_class::IMAGE, image.component);
        let sample = self.b.constant_uint(0);
        let texel = self.b.value(op::IMAGE_TEXEL_POINTER, pointer, &[place, coordinate, sample]);
        variable.mark(&mut self.b, resource.choice, texel);
        Ok((texel, ty))
    }

    /// Words of the buffer or the shared memory of an operand.
    pub(crate) fn words(&mut self, place: usize) -> Outcome<Words> {
        let operand =
            self.source.instructions.get(self.index).and_then(|instruction| instruction.operand(place));
        let Some(operand) = operand else {
            return Err(self.refuse(&rules::SHAPE, format!("found no operand {}", place + 1)));
        };
        if operand.operand_type() == OperandType::GROUP_SHARED {
            let number = self.number(&operand, 0)?;
            return self.shared(number);
        }
        let resource = self.resource_of(&operand)?;
        self.words_of(resource)
    }

    pub(crate) fn words_of(&mut self, resource: Resource) -> Outcome<Words> {
        let slot = Slot::View(resource.id);
        let ty = self.prior.map_or(Ty::Uint, |prior| prior.ty(slot));
        let (variable, stride, has_structures) = self.buffer(resource)?;
        Ok(Words { ty, slot, stride, has_structures, target: Target::Buffer(variable, resource.choice) })
    }

    /// The variable of a buffer, the size of its structures, and whether it is an array of these.
    pub(crate) fn buffer(&mut self, resource: Resource) -> Outcome<(Variable, Option<u32>, bool)> {
        let id = resource.id;
        let usage = self.prior.map(|prior| prior.usage(id)).unwrap_or_default();
        let ty = self.prior.map_or(Ty::Uint, |prior| prior.ty(Slot::View(id)));
        let stride = match self.view(id).map(|view| view.content) {
            Some(Holds::View(ResourceKind::Structured { stride }, _)) => Some(stride),
            Some(Holds::View(ResourceKind::Raw, _)) => None,
            _ => {
                let message = "found a texture where a buffer was expected".to_owned();
                return Err(self.refuse(&rules::SHAPE, message));
            }
        };
        let word = match ty {
            Ty::Float => Scalar::Float(32),
            Ty::Int => Scalar::Int(32),
            Ty::Uint | Ty::Bool => Scalar::Uint(32),
        };
        let of_words = || Layout::of_words(word, stride.filter(|_| self.options.structures)?).map(Rc::new);
        let layout = if self.has_members(id) { self.layouts.get(&id).cloned() } else { of_words() };
        let has_structures = layout.is_some();
        let is_texture = id.0 == RegisterClass::Texture;
        let variable = self.declared(id, |w, view, binding| {
            let coherent = matches!(view.content, Holds::View(_, flags) if flags.globally_coherent);
            let access = Access { read_only: is_texture || !usage.is_written, coherent, aliased: false };
            Ok(match layout {
                Some(layout) => layout.declare_elements(&mut w.b, binding, access),
                None => {
                    let word = ty.scalar(&mut w.b);
                    resource::declare_words(&mut w.b, word, 4, binding, access)
                }
            })
        })?;
        Ok((variable, stride, has_structures))
    }

    fn shared(&mut self, number: u32) -> Outcome<Words> {
        let slot = Slot::Shared(number);
        let Some(shared) = self.source.declared.shared.get(&number).copied() else {
            let message = format!("found the memory `g{number}`, which is not declared");
            return Err(self.refuse(&rules::SHAPE, message));
        };
        let ty = self.prior.map_or(Ty::Uint, |prior| prior.ty(slot));
        let id = match self.shared.get(&number) {
            Some(id) => *id,
            None => {
                let word = ty.scalar(&mut self.b);
                let array = self.b.array(word, (shared.size / 4).clamp(1, 1 << 16), None);
                let pointer = self.b.pointer(storage_class::WORKGROUP, array);
                let id = self.b.global(pointer, storage_class::WORKGROUP);
                self.b.name(id, &format!("g{number}"));
                self.globals.push(id);
                self.shared.insert(number, id);
                id
            }
        };
        let stride = (shared.stride != 1).then_some(shared.stride);
        Ok(Words { ty, slot, stride, has_structures: false, target: Target::Shared(id) })
    }

    /// A pointer to a word.
    pub(crate) fn word(&mut self, words: &Words, spot: Spot) -> Id {
        let ty = words.ty.scalar(&mut self.b);
        match (words.target, spot.element) {
            (Target::Buffer(variable, choice), Some(element)) => {
                let word = structures::Word { element, index: spot.word };
                word.pointer(&mut self.b, &variable, choice, ty, words.stride.unwrap_or(4))
            }
            (Target::Buffer(variable, choice), None) => {
                let zero = self.b.constant_uint(0);
                variable.pointer(&mut self.b, choice, &[zero, spot.word], ty)
            }
            (Target::Shared(id), _) => {
                let pointer = self.b.pointer(storage_class::WORKGROUP, ty);
                self.b.value(op::ACCESS_CHAIN, pointer, &[id, spot.word])
            }
        }
    }

    /// Number of words of a buffer, or of its structures if it is an array of these.
    pub(crate) fn length(&mut self, words: &Words) -> Outcome<Id> {
        let Target::Buffer(variable, choice) = words.target else {
            return Err(self.refuse(&rules::SHAPE, "found the size of shared memory asked for".to_owned()));
        };
        let uint = self.b.uint();
        let block = variable.pointer(&mut self.b, choice, &[], variable.ty);
        Ok(self.b.value_with(op::ARRAY_LENGTH, uint, &[block], &[0]))
    }

    /// A pointer to the counter of an unordered view.
    pub(crate) fn counter(&mut self, resource: Resource) -> Outcome<Id> {
        let Some(view) = self.view(resource.id).cloned() else {
            return Err(self.refuse(&rules::RESOURCE, "found a resource that is not declared".to_owned()));
        };
        let range = Writer::range_of(resource.id, &view);
        let variable = match self.counters.get(&resource.id) {
            Some(known) => *known,
            None => {
                let [set, binding] = self.options.bindings.counter(&range);
                let bound = glassbox_lower_directx::bindings::Bound::Descriptor { set, binding };
                let name = format!("counter.var.{}", view.name);
                let binding = Binding { name: &name, bound, count: range.count };
                let variable = resource::declare_counter(&mut self.b, &binding);
                self.globals.push(variable.id);
                self.counters.insert(resource.id, variable);
                variable
            }
        };
        let (uint, zero) = (self.b.uint(), self.b.constant_uint(0));
        Ok(variable.pointer(&mut self.b, resource.choice, &[zero], uint))
    }

    /// True if the pointer is to memory of the group.
    pub(crate) fn is_shared(words: &Words) -> bool {
        matches!(words.target, Target::Shared(_))
    }

    /// The component of a texel that each component of a result takes.
    pub(crate) fn picked(&self, place: usize, components: &[u8]) -> Outcome<Vec<u8>> {
        let operand = self.operand(place)?;
        Ok(match operand.selection() {
            Selection::Whole => components.to_vec(),
            _ => components.iter().map(|component| crate::operand::swizzled(&operand, *component)).collect(),
        })
    }
}
