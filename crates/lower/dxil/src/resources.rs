//! Variables of resources, declared where they are first used.

use std::rc::Rc;

use glassbox_core::stage::Stage;
use glassbox_dxil::ir::{BinaryOp, Op, ValueId};
use glassbox_lower_directx::bindings::Bound;
use glassbox_lower_directx::members::{Layout, Scalar};
use glassbox_lower_directx::resource::{
    self, Access, Binding, Choice, Comparison, Image, Kind, Shape, Variable,
};
use glassbox_lower_directx::texture::Texture;
use glassbox_lower_directx::{Outcome, rules};
use glassbox_spirv::build::value::{capability, image_format};
use glassbox_spirv::build::{Id, Signedness, op};

use crate::survey::{Usage, Word};
use crate::views::{Handle, Index, Texel, View, ViewId};
use crate::writer::Writer;

/// Rows of a constant buffer whose size is not stated.
const MAX_ROWS: u32 = 4096;

/// A resource that an operation works on.
#[derive(Clone, Copy)]
pub(crate) struct Resource {
    pub(crate) view: ViewId,
    pub(crate) choice: Choice,
}

impl Writer<'_> {
    /// The resource of a handle.
    pub(crate) fn resource(&mut self, value: ValueId) -> Outcome<Resource> {
        let function = self.f.as_ref().map(|f| f.id);
        let known = function.and_then(|function| self.survey.handles.get(&(function, value)).copied());
        if let Some(view) = self.picked(value) {
            let (view, held) = (view as ViewId, self.held(value)?);
            let is_array = self.views.all.get(view).is_some_and(|view| view.range.count != 1);
            let index = if is_array { held.index } else { self.b.constant_uint(0) };
            return Ok(Resource { view, choice: Choice { index, non_uniform: true } });
        }
        let Some(handle) = known else {
            let message = "found a handle that comes from no resource".to_owned();
            return Err(self.refuse(&rules::RESOURCE, message));
        };
        let index = self.index(handle)?;
        Ok(Resource { view: handle.view, choice: Choice { index, non_uniform: handle.non_uniform } })
    }

    /// The index of a handle among the resources of its view.
    pub(crate) fn index(&mut self, handle: Handle) -> Outcome<Id> {
        let (lower, is_array) = {
            let range = &self.views.all[handle.view].range;
            (range.lower, range.count != 1)
        };
        let uint = self.b.uint();
        Ok(match handle.index {
            // There is nothing to choose from.
            _ if !is_array => self.b.constant(uint, 0),
            Index::First => self.b.constant(uint, 0),
            Index::Relative(value) => self.id(value)?,
            Index::Register(value) if let Some(from) = self.beyond_first(value, lower) => self.id(from)?,
            Index::Register(value) => {
                let register = self.id(value)?;
                let offset = self.b.constant(uint, lower.wrapping_neg());
                match (lower, self.b.bits(register)) {
                    (_, Some(bits)) => self.b.constant(uint, (bits as u32).wrapping_sub(lower)),
                    (0, _) => register,
                    _ => self.b.value(op::I_ADD, uint, &[register, offset]),
                }
            }
        })
    }

    /// What a register number adds to the first one.
    fn beyond_first(&self, register: ValueId, lower: u32) -> Option<ValueId> {
        let body = self.body();
        let made = body.instruction(self.source.program.maker(body, register)?)?;
        let Op::Binary { op: BinaryOp::Add, .. } = made.op else { return None };
        let [left, right] = *body.operands(made) else { return None };
        (self.fixed(right)? == lower).then_some(left)
    }

    pub(crate) fn view(&self, resource: Resource) -> &View {
        &self.views.all[resource.view]
    }

    fn usage(&self, view: ViewId) -> Usage {
        self.survey.views.get(&view).cloned().unwrap_or_default()
    }

    fn binding(&self, view: &View) -> Bound {
        if !view.in_heap {
            return self.options.bindings.place(&view.range);
        }
        let [set, binding] = self.options.bindings.heap(view.kind == Kind::SAMPLER);
        Bound::Descriptor { set, binding }
    }

    fn add(&mut self, variable: Variable) {
        self.globals.push(variable.id);
    }

    /// The image of a texture or of a buffer of texels.
    fn image(&mut self, id: ViewId) -> Image {
        let usage = self.usage(id);
        let view = self.views.all[id].clone();
        let is_wide = usage.has_atomics && usage.words.contains(&Word::Bits64);
        let texel = match is_wide {
            true if usage.signs.are_signed() => Texel::Int64,
            true => Texel::Uint64,
            false => view.texel,
        };
        let component = match texel {
            Texel::Float => self.b.float(),
            Texel::Int => self.b.int(),
            Texel::Uint => self.b.uint(),
            Texel::Uint64 => self.b.int_type(64, Signedness::Unsigned),
            Texel::Int64 => self.b.int_type(64, Signedness::Signed),
        };
        let is_unordered = view.range.class == glassbox_lower_directx::bindings::RegisterClass::Unordered;
        let format = match texel {
            Texel::Uint if usage.has_atomics => image_format::R32UI,
            Texel::Int if usage.has_atomics => image_format::R32I,
            Texel::Float if usage.has_atomics => image_format::R32F,
            Texel::Uint64 => image_format::R64UI,
            Texel::Int64 => image_format::R64I,
            _ => image_format::UNKNOWN,
        };
        let comparison = if is_unordered { Comparison::Never } else { usage.comparison() };
        Image { kind: view.kind, component, is_unordered, comparison, format }
    }

    /// The variable of an image, a sampler or an acceleration structure.
    fn opaque(&mut self, id: ViewId) -> Outcome<Variable> {
        if let Some(known) = self.variables.get(&(id, Word::Float)) {
            return Ok(*known);
        }
        let view = self.views.all[id].clone();
        let usage = self.usage(id);
        let mut access = Access::default();
        let ty = match view.kind {
            Kind::SAMPLER => self.b.sampler(),
            Kind::ACCELERATION_STRUCTURE => self.b.acceleration_structure(),
            kind if kind.is_image() => {
                let image = self.image(id);
                access.coherent = view.is_coherent;
                access.read_only = image.is_unordered && !usage.is_written;
                if matches!(image.format, image_format::R64UI | image_format::R64I) {
                    self.b.capability(capability::INT64_IMAGE_EXT);
                    self.b.extension("SPV_EXT_shader_image_int64");
                }
                image.declare_needs(&mut self.b, usage.is_read(), usage.is_written);
                image.ty(&mut self.b)
            }
            _ => {
                let message =
                    format!("found {} `{}` where an image was expected", article(view.kind), view.name);
                return Err(self.refuse(&rules::SHAPE, message));
            }
        };
        let bound = self.binding(&view);
        let binding = Binding { name: &view.name, bound, count: view.range.count };
        let variable = resource::declare_opaque(&mut self.b, ty, &binding, access);
        self.add(variable);
        self.variables.insert((id, Word::Float), variable);
        Ok(variable)
    }

    /// A sampler or an acceleration structure.
    pub(crate) fn load_opaque(&mut self, handle: ValueId) -> Outcome<Id> {
        let resource = self.resource(handle)?;
        let variable = self.opaque(resource.view)?;
        Ok(variable.load(&mut self.b, resource.choice))
    }

    /// A texture or a buffer of texels.
    pub(crate) fn texture(&mut self, resource: Resource) -> Outcome<Texture> {
        let variable = self.opaque(resource.view)?;
        let id = variable.load(&mut self.b, resource.choice);
        let image = self.image(resource.view);
        Ok(Texture { id, image, non_uniform: variable.is_array && resource.choice.non_uniform })
    }

    /// A pointer to a texel, for atomics.
    pub(crate) fn texel_pointer(&mut self, resource: Resource, coordinate: Id) -> Outcome<(Id, Id)> {
        let variable = self.opaque(resource.view)?;
        let image = self.image(resource.view);
        let place = variable.pointer(&mut self.b, resource.choice, &[], variable.ty);
        let pointer = self.b.pointer(glassbox_spirv::build::value::storage_class::IMAGE, image.component);
        let sample = self.b.constant_uint(0);
        let texel = self.b.value(op::IMAGE_TEXEL_POINTER, pointer, &[place, coordinate, sample]);
        variable.mark(&mut self.b, resource.choice, texel);
        Ok((texel, image.component))
    }

    /// The members of a constant buffer, if all that is read of it is in one, and its variable.
    pub(crate) fn members(&mut self, id: ViewId) -> Option<(Rc<Layout>, Variable)> {
        let view = self.views.all.get(id)?;
        let layout = view.layout.clone().filter(|_| !self.usage(id).has_rows)?;
        if let Some(known) = self.variables.get(&(id, Word::Bits32)) {
            return Some((layout, *known));
        }
        let view = view.clone();
        let bound = self.binding(&view);
        let binding = Binding { name: &view.name, bound, count: view.range.count };
        let variable = layout.declare(&mut self.b, &binding);
        self.add(variable);
        self.variables.insert((id, Word::Bits32), variable);
        Some((layout, variable))
    }

    /// Rows of a constant buffer: the variable, and whether they are floats.
    pub(crate) fn constants(&mut self, id: ViewId) -> Outcome<(Variable, bool)> {
        let view = self.views.all[id].clone();
        if view.kind != Kind::CBUFFER {
            let message =
                format!("found {} `{}` where a constant buffer was expected", article(view.kind), view.name);
            return Err(self.refuse(&rules::SHAPE, message));
        }
        let words = self.usage(id).words;
        let is_float = words.iter().all(|word| *word == Word::Float);
        if let Some(known) = self.variables.get(&(id, Word::Bits32)) {
            return Ok((*known, is_float));
        }
        let scalar = if is_float { self.b.float() } else { self.b.uint() };
        let row = self.b.vector(scalar, 4);
        let rows = match view.size.div_ceil(16) {
            0 => MAX_ROWS,
            rows => rows.min(1 << 24),
        };
        let bound = self.binding(&view);
        let binding = Binding { name: &view.name, bound, count: view.range.count };
        let variable = resource::declare_constants(&mut self.b, row, rows, &binding);
        self.add(variable);
        self.variables.insert((id, Word::Bits32), variable);
        Ok((variable, is_float))
    }

    /// The members of a buffer of structures, if all that is accessed is in one, and its variable.
    pub(crate) fn structures(&mut self, id: ViewId) -> Option<(Rc<Layout>, Variable)> {
        let view = self.views.all.get(id).filter(|view| view.kind == Kind::STRUCTURED_BUFFER)?;
        let layout = view.layout.clone().filter(|_| !self.usage(id).has_rows)?;
        if let Some(known) = self.variables.get(&(id, Word::Bits32)) {
            return Some((layout, *known));
        }
        let view = view.clone();
        let (bound, access) = (self.binding(&view), self.access(id, false));
        let binding = Binding { name: &view.name, bound, count: view.range.count };
        let variable = layout.declare_elements(&mut self.b, &binding, access);
        self.add(variable);
        self.variables.insert((id, Word::Bits32), variable);
        Some((layout, variable))
    }

    /// True if a buffer is an array of structures, of members or of words.
    pub(crate) fn has_structures(&self, id: ViewId) -> bool {
        let has_members = self.views.all.get(id).is_some_and(|view| {
            view.kind == Kind::STRUCTURED_BUFFER && view.layout.is_some() && !self.usage(id).has_rows
        });
        has_members || self.structure_of_words(id).is_some()
    }

    /// The structures of words that the buffer is an array of.
    fn structure_of_words(&self, id: ViewId) -> Option<Layout> {
        let view = self.views.all.get(id)?;
        if !self.options.structures || view.kind != Kind::STRUCTURED_BUFFER {
            return None;
        }
        let usage = self.usage(id);
        let sign = if usage.signs.are_signed() { Scalar::Int } else { Scalar::Uint };
        let has = |word: Word| usage.words.contains(&word);
        let is_wide = has(Word::Bits64) && usage.has_atomics;
        let word = match (has(Word::Bits16) && !self.has_halves(id), usage.words.len()) {
            (true, 1) => Scalar::Uint(16),
            (true, _) => return None,
            (false, 1) if is_wide => sign(64),
            (false, _) if is_wide => return None,
            (false, 1) if has(Word::Float) => Scalar::Float(32),
            _ => sign(32),
        };
        Layout::of_words(word, view.stride)
    }

    /// How the memory of a buffer is used.
    fn access(&self, id: ViewId, aliased: bool) -> Access {
        let (usage, view) = (self.usage(id), &self.views.all[id]);
        let is_texture = view.range.class == glassbox_lower_directx::bindings::RegisterClass::Texture;
        Access {
            read_only: is_texture || !usage.is_written && !usage.has_counter,
            coherent: view.is_coherent,
            aliased,
        }
    }

    /// Words of a buffer of bytes or structures, as wide as asked: the variable, and the type of a word.
    pub(crate) fn words(&mut self, id: ViewId, word: Word) -> Outcome<(Variable, Id)> {
        let view = self.views.all[id].clone();
        let is_words = matches!(view.kind, Kind::RAW_BUFFER | Kind::STRUCTURED_BUFFER | Kind::TBUFFER);
        if !is_words {
            let message = format!("found {} `{}` where a buffer was expected", article(view.kind), view.name);
            return Err(self.refuse(&rules::SHAPE, message));
        }
        let usage = self.usage(id);
        let has = |word: Word| usage.words.contains(&word);
        // Words of 32 bits are floats if nothing else is read or written.
        let is_float = has(Word::Float) && !has(Word::Bits32) && !has(Word::Bits64) && !self.has_halves(id);
        let word = match word {
            Word::Float | Word::Bits32 if is_float => Word::Float,
            Word::Float => Word::Bits32,
            word => word,
        };
        let sign = if usage.signs.are_signed() { Signedness::Signed } else { Signedness::Unsigned };
        let ty = match word {
            Word::Float => self.b.float(),
            Word::Bits16 => self.b.int_type(16, Signedness::Unsigned),
            Word::Bits32 => self.b.int_type(32, sign),
            Word::Bits64 => self.b.int_type(64, sign),
        };
        if let Some(known) = self.variables.get(&(id, word)) {
            return Ok((*known, ty));
        }
        let structure = self.structure_of_words(id);
        let is_aliased = structure.is_none()
            && usage.words.len() > 1
            && !self.has_halves(id)
            && (has(Word::Bits16) || has(Word::Bits64));
        let access = self.access(id, is_aliased);
        let bound = self.binding(&view);
        let binding = Binding { name: &view.name, bound, count: view.range.count };
        let stride = self.b.width(ty) / 8;
        let variable = match structure {
            Some(structure) => structure.declare_elements(&mut self.b, &binding, access),
            None => resource::declare_words(&mut self.b, ty, stride, &binding, access),
        };
        self.add(variable);
        self.variables.insert((id, word), variable);
        Ok((variable, ty))
    }

    /// Words of a buffer as it is accessed anyway: the variable, and the type of a word.
    pub(crate) fn any_words(&mut self, id: ViewId) -> Outcome<(Variable, Id)> {
        let word = self.usage(id).words.first().copied().unwrap_or(Word::Bits32);
        // Numbers of 64 bits are read as two words.
        let word = if word == Word::Bits64 && !self.usage(id).has_atomics { Word::Bits32 } else { word };
        self.words(id, word)
    }

    /// True if halves of words are taken out of whole ones: of a buffer that is only read, in numbers of several widths.
    pub(crate) fn has_halves(&self, id: ViewId) -> bool {
        let usage = self.usage(id);
        usage.words.contains(&Word::Bits16) && usage.words.len() > 1 && !usage.is_written
    }

    /// The counter of an unordered view.
    pub(crate) fn counter(&mut self, id: ViewId) -> Variable {
        if let Some(known) = self.counters.get(&id) {
            return *known;
        }
        let view = self.views.all[id].clone();
        let [set, binding] = self.options.bindings.counter(&view.range);
        let bound = Bound::Descriptor { set, binding };
        let name = match view.name.as_str() {
            "" => String::new(),
            name => format!("counter.var.{name}"),
        };
        let binding = Binding { name: &name, bound, count: view.range.count };
        let variable = resource::declare_counter(&mut self.b, &binding);
        self.add(variable);
        self.counters.insert(id, variable);
        variable
    }

    /// True if pixels are ordered by a view.
    pub(crate) fn is_ordered(&self) -> bool {
        let views = self.survey.views.keys();
        self.chosen.stage == Stage::Fragment
            && views.filter_map(|id| self.views.all.get(*id)).any(|view| view.is_ordered)
    }
}

/// A kind of resource in words.
pub(crate) fn article(kind: Kind) -> &'static str {
    match kind {
        Kind::SAMPLER => "the sampler",
        Kind::CBUFFER => "the constant buffer",
        Kind::RAW_BUFFER => "the buffer of bytes",
        Kind::STRUCTURED_BUFFER => "the buffer of structures",
        Kind::TYPED_BUFFER => "the buffer of texels",
        Kind::TBUFFER => "the texture buffer",
        Kind::ACCELERATION_STRUCTURE => "the acceleration structure",
        Kind::FEEDBACK_TEXTURE_2D | Kind::FEEDBACK_TEXTURE_2D_ARRAY => "the feedback texture",
        _ => "the texture",
    }
}
