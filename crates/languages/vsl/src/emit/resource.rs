//! Declares descriptor tables and computes table indices.
//!
//! Facts: VSL brief, sections 13.1 and 13.2. A binding is an entry of a table shared by all programs; the
//! application passes its index in half a push-constant word. The index is uniform for a draw, so
//! `NonUniform` is not needed.

use glassbox_spirv::build::value::{capability, decoration, dim, image_format, storage_class};
use glassbox_spirv::build::{Id, Image, op};
use glassbox_vbc::raw::Rank;

use super::{EmitError, Emitter};
use crate::model::{BindingId, Shader};
use crate::types::{Resource, Scalar, StructId, ValueType};
use crate::vocabulary::formats;
use crate::vocabulary::functions::{rank_name, texel_letter};

/// Declarations so far.
pub(super) struct Resources {
    /// Tables of samplers, images and texel buffers, shared by bindings of one type.
    tables: Vec<Table>,
    /// Tables of structured buffers, by binding.
    buffers: Vec<Option<Id>>,
    /// The push-constant block.
    push_constants: Option<Id>,
    /// Its words, once read.
    words: [Option<Id>; 16],
    /// Table indices, by slot.
    indices: [Option<Id>; 32],
}

/// A table of samplers, images or texel buffers.
#[derive(Clone, Copy)]
pub(super) struct Table {
    /// Type of its entries, as in the language.
    pub(super) resource: Resource,
    /// Array variable.
    pub(super) variable: Id,
    /// SPIR-V type of an entry.
    pub(super) entry: Id,
    /// SPIR-V type of its image.
    pub(super) image: Id,
}

impl Resources {
    pub(super) fn new(shader: &Shader<'_>) -> Resources {
        Resources {
            tables: Vec::new(),
            buffers: vec![None; shader.bindings.len()],
            push_constants: None,
            words: [None; 16],
            indices: [None; 32],
        }
    }
}

/// The binding in set 0 of a resource kind's table.
const fn table_number(resource: Resource) -> u32 {
    match resource {
        Resource::Sampler(..) => 0,
        Resource::Image(..) => 1,
        Resource::RoBuffer(_) | Resource::RwBuffer(_) => 2,
        Resource::RoTexels(_) => 3,
        Resource::RwTexels(_) => 4,
    }
}

/// SPIR-V dimension; true if arrayed.
const fn shape(rank: Rank) -> (u32, bool) {
    match rank {
        Rank::D1 => (dim::DIM_1D, false),
        Rank::D3 => (dim::DIM_3D, false),
        Rank::D1_ARRAY => (dim::DIM_1D, true),
        Rank::D2_ARRAY => (dim::DIM_2D, true),
        Rank::CUBE => (dim::CUBE, false),
        _ => (dim::DIM_2D, false),
    }
}

fn table_name(resource: Resource) -> String {
    let format = |format| formats::row_of(format).map_or("", |row| row.name);
    match resource {
        Resource::Sampler(rank, scalar) => {
            format!("{}Sampler{}_table", texel_letter(scalar), rank_name(rank))
        }
        Resource::Image(rank, texel) => format!("Image{}_{}_table", rank_name(rank), format(texel)),
        Resource::RoTexels(scalar) => format!("RO{}Texels_table", texel_letter(scalar)),
        Resource::RwTexels(texel) => format!("RWTexels_{}_table", format(texel)),
        Resource::RoBuffer(_) | Resource::RwBuffer(_) => "buffer_table".to_owned(),
    }
}

impl Emitter<'_, '_> {
    /// The table index of a binding, computed once at the top of the function.
    pub(super) fn slot(&mut self, slot: u8) -> Id {
        let place = usize::from(slot) % 32;
        if let Some(known) = self.resources.indices[place] {
            return known;
        }
        let uint = self.ty(ValueType::UINT);
        let word = self.push_constant(place / 2);
        let index = if place.is_multiple_of(2) {
            let mask = self.scalar(Scalar::Uint, 0xffff);
            self.module.entry_value(op::BITWISE_AND, uint, &[word, mask])
        } else {
            let by = self.scalar(Scalar::Uint, 16);
            self.module.entry_value(op::SHIFT_RIGHT_LOGICAL, uint, &[word, by])
        };
        self.name(index, &format!("slot{slot}"));
        self.resources.indices[place] = Some(index);
        index
    }

    /// A word of the push constants.
    fn push_constant(&mut self, word: usize) -> Id {
        if let Some(known) = self.resources.words[word] {
            return known;
        }
        let block = self.push_constants();
        let member = self.int(word as i32);
        let uint = self.ty(ValueType::UINT);
        let pointer = self.module.pointer(storage_class::PUSH_CONSTANT, uint);
        let pointer = self.module.entry_value(op::ACCESS_CHAIN, pointer, &[block, member]);
        let value = self.module.entry_value(op::LOAD, uint, &[pointer]);
        self.resources.words[word] = Some(value);
        value
    }

    /// The push-constant block: a word per two slots up to the highest declared slot, used or not.
    fn push_constants(&mut self) -> Id {
        if let Some(known) = self.resources.push_constants {
            return known;
        }
        let slots = self.shader.bindings.iter().map(|binding| binding.slot);
        let words = slots.max().map_or(1, |slot| (usize::from(slot % 32) + 2) / 2);
        let uint = self.ty(ValueType::UINT);
        let block = self.module.new_structure(&vec![uint; words]);
        self.name(block, "BindingIndices");
        self.module.decorate(block, decoration::BLOCK, &[]);
        for word in 0..words {
            self.name_member(block, word, &format!("slots{}and{}", word * 2, word * 2 + 1));
            let offset = word as u32 * 4;
            self.module.decorate_member(block, word as u32, decoration::OFFSET, &[offset]);
        }
        let id = self.global(storage_class::PUSH_CONSTANT, block, "binding_indices");
        self.resources.push_constants = Some(id);
        id
    }

    /// Rejects used bindings whose table has no entries: SPIR-V has no zero-length arrays.
    pub(super) fn check_tables(&self) -> Result<(), EmitError> {
        let mut bindings = self.shader.bindings.iter();
        let is_wrong = |binding: &crate::model::Binding<'_>| {
            let size = self.options.tables[table_number(binding.resource) as usize];
            size == 0 && binding.stages.0 != 0
        };
        match bindings.position(is_wrong) {
            Some(place) => Err(EmitError::EmptyTable(BindingId(place as u8))),
            None => Ok(()),
        }
    }

    /// A table of entries of a type.
    fn table_type(&mut self, entry: Id, number: u32) -> Id {
        let size = self.options.tables[number as usize].max(1);
        self.module.array(entry, size.into(), None)
    }

    /// The table of a structured buffer, the index into it, and its element structure.
    pub(super) fn buffer(&mut self, binding: BindingId) -> (Id, Id, StructId) {
        let place = usize::from(binding.0);
        let declared = &self.shader.bindings[place];
        let (structure, read_only) = match declared.resource {
            Resource::RwBuffer(structure) => (structure, false),
            Resource::RoBuffer(structure) => (structure, true),
            _ => (StructId(0), true),
        };
        let (name, slot) = (declared.name, declared.slot);
        let index = self.slot(slot);
        if let Some(known) = self.resources.buffers[place] {
            return (known, index, structure);
        }
        let element = self.structure(structure);
        let stride = self.shader.structures[usize::from(structure.0)].size;
        let elements = self.module.runtime_array(element, stride);
        let block = self.module.new_structure(&[elements]);
        self.name(block, "Buffer");
        self.name_member(block, 0, "elements");
        self.module.decorate(block, decoration::BLOCK, &[]);
        self.module.decorate_member(block, 0, decoration::OFFSET, &[0]);
        if read_only {
            self.module.decorate_member(block, 0, decoration::NON_WRITABLE, &[]);
        }
        if self.options.dynamic_indexing {
            self.module.capability(capability::STORAGE_BUFFER_ARRAY_DYNAMIC_INDEXING);
        }
        let table = self.table_type(block, 2);
        let id = self.global(storage_class::STORAGE_BUFFER, table, name);
        self.descriptor(id, 0, 2);
        self.resources.buffers[place] = Some(id);
        (id, index, structure)
    }

    /// The table that contains a binding's sampler, image or texel buffer.
    pub(super) fn table(&mut self, binding: BindingId) -> Table {
        let resource = self.shader.bindings[usize::from(binding.0)].resource;
        if let Some(&known) = self.resources.tables.iter().find(|table| table.resource == resource) {
            return known;
        }
        let (scalar, image) = self.image_type(resource);
        self.capabilities(resource);
        let scalar = self.ty(ValueType::scalar(scalar));
        let image = self.module.image(scalar, image);
        let entry = match resource {
            Resource::Sampler(..) => self.module.sampled_image(image),
            _ => image,
        };
        let array = self.table_type(entry, table_number(resource));
        let name = table_name(resource);
        let variable = self.global(storage_class::UNIFORM_CONSTANT, array, &name);
        self.descriptor(variable, 0, table_number(resource));
        let table = Table { resource, variable, entry, image };
        self.resources.tables.push(table);
        table
    }

    fn image_type(&self, resource: Resource) -> (Scalar, Image) {
        match resource {
            Resource::Sampler(rank, scalar) => {
                let (dim, arrayed) = shape(rank);
                (scalar, Image::sampled(dim, arrayed))
            }
            Resource::RoTexels(scalar) => (scalar, Image::sampled(dim::BUFFER, false)),
            Resource::Image(rank, format) => {
                let (dim, arrayed) = shape(rank);
                let stored = formats::row_of(format).map_or(image_format::UNKNOWN, |row| row.image_format);
                (format.value().scalar, Image::storage(dim, arrayed, stored))
            }
            Resource::RwTexels(format) => {
                let stored = formats::row_of(format).map_or(image_format::UNKNOWN, |row| row.image_format);
                (format.value().scalar, Image::storage(dim::BUFFER, false, stored))
            }
            Resource::RoBuffer(_) | Resource::RwBuffer(_) => {
                (Scalar::Float, Image::sampled(dim::DIM_2D, false))
            }
        }
    }

    fn capabilities(&mut self, resource: Resource) {
        let is_line = |rank| shape(rank).0 == dim::DIM_1D;
        let module = &mut self.module;
        match resource {
            Resource::Sampler(rank, _) if is_line(rank) => module.capability(capability::SAMPLED_1D),
            Resource::Image(rank, _) if is_line(rank) => module.capability(capability::IMAGE_1D),
            Resource::RoTexels(_) => {
                module.capability(capability::SAMPLED_BUFFER);
                module.capability(capability::UNIFORM_TEXEL_BUFFER_ARRAY_DYNAMIC_INDEXING);
            }
            Resource::RwTexels(_) => {
                module.capability(capability::IMAGE_BUFFER);
                module.capability(capability::STORAGE_TEXEL_BUFFER_ARRAY_DYNAMIC_INDEXING);
            }
            _ => {}
        }
        if let Resource::Image(_, format) | Resource::RwTexels(format) = resource
            && formats::row_of(format).is_some_and(|row| row.is_extended)
        {
            module.capability(capability::STORAGE_IMAGE_EXTENDED_FORMATS);
        }
        if self.options.dynamic_indexing {
            match resource {
                Resource::Sampler(..) => module.capability(capability::SAMPLED_IMAGE_ARRAY_DYNAMIC_INDEXING),
                Resource::Image(..) => module.capability(capability::STORAGE_IMAGE_ARRAY_DYNAMIC_INDEXING),
                _ => {}
            }
        }
    }

    /// Marks tables at the same binding as aliased if any of them may be written: consumers may assume
    /// otherwise (SPIR-V, 2.18.2).
    pub(super) fn decorate_aliases(&mut self) {
        let resources = &self.resources;
        let tables = resources.tables.iter();
        let tables = tables.map(|table| (table.resource, table.variable));
        let buffers = self.shader.bindings.iter().zip(&resources.buffers);
        let buffers = buffers.filter_map(|(binding, variable)| Some((binding.resource, (*variable)?)));
        let all: Vec<(Resource, Id)> = tables.chain(buffers).collect();
        for number in [1, 2, 4] {
            let there: Vec<&(Resource, Id)> =
                all.iter().filter(|(resource, _)| table_number(*resource) == number).collect();
            let written = there.iter().any(|(resource, _)| !matches!(resource, Resource::RoBuffer(_)));
            if there.len() > 1 && written {
                for (_, variable) in there {
                    self.module.decorate(*variable, decoration::ALIASED, &[]);
                }
            }
        }
    }
}
