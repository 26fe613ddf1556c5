//! Creates a scene's resources on the device.
#![allow(unsafe_code)]

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use ash::vk;
use glassbox_vbc::program::Program;
use glassbox_vbc::raw::{BaseType, Binding, Rank};

use super::image::{Image, format};
use super::objects::{HostBuffer, Object, Objects};
use crate::format::Texel;
use crate::scene::{Resource, Sampling, Scene};

/// Fill byte of table entries without a slot, to reveal reads of them.
const DECOY: u8 = 0x5a;

/// Resource on the device.
#[derive(Clone)]
pub(super) enum Bound {
    Sampler(Image, vk::Sampler),
    Image(Image),
    /// Buffer and the number of bytes given by the scene.
    Buffer(HostBuffer, usize),
    Texels(HostBuffer, usize, vk::BufferView),
}

/// Resource of a slot.
pub(super) struct Placed {
    pub(super) slot: u8,
    pub(super) index: u16,
    /// Table number.
    pub(super) table: usize,
    pub(super) bound: Bound,
}

/// Contents of set 0.
pub(super) struct Resources {
    pub(super) placed: Vec<Placed>,
    /// Contents of the other entries, by table.
    pub(super) decoys: BTreeMap<usize, Bound>,
}

impl Resources {
    /// Creates the resources that a program's bindings need and the scene gives.
    pub(super) fn new(
        objects: &mut Objects<'_>,
        program: &Program<'_>,
        scene: &Scene,
    ) -> Result<Resources, String> {
        let mut resources = Resources { placed: Vec::new(), decoys: BTreeMap::new() };
        for binding in program.bindings.iter() {
            let Some(slot) = scene.slots.get(&binding.slot) else {
                if binding.stages.0 == 0 {
                    continue;
                }
                return Err(format!("the scene has nothing for slot {}", binding.slot));
            };
            let table = binding.base_type.table().ok_or("a binding of an unknown type")?;
            let bound = make(objects, &binding, &slot.resource)
                .map_err(|error| format!("slot {}: {error}", binding.slot))?;
            resources.placed.push(Placed { slot: binding.slot, index: slot.index, table, bound });
            if let Entry::Vacant(entry) = resources.decoys.entry(table) {
                entry.insert(make(objects, &binding, &decoy(&slot.resource))?);
            }
        }
        if let Some(slot) =
            scene.slots.keys().find(|slot| !resources.placed.iter().any(|placed| placed.slot == **slot))
        {
            return Err(format!("the program has no binding with slot {slot}"));
        }
        Ok(resources)
    }

    /// Required table lengths. An empty table has no entries, because drivers process all of them.
    pub(super) fn lengths(&self) -> [u16; 5] {
        let mut lengths = [0; 5];
        for placed in &self.placed {
            if let Some(length) = lengths.get_mut(placed.table) {
                *length = (*length).max(placed.index.saturating_add(1));
            }
        }
        lengths
    }

    /// All images, for their uploads.
    pub(super) fn images(&self) -> impl Iterator<Item = &Image> {
        self.placed.iter().map(|placed| &placed.bound).chain(self.decoys.values()).filter_map(|bound| {
            match bound {
                Bound::Sampler(image, _) | Bound::Image(image) => Some(image),
                _ => None,
            }
        })
    }
}

/// The same resource with other contents.
fn decoy(resource: &Resource) -> Resource {
    let mut decoy = resource.clone();
    match &mut decoy {
        Resource::Buffer(bytes) | Resource::Texels(bytes) => bytes.fill(DECOY),
        Resource::Image(texture) | Resource::Sampler(texture, _) => {
            for level in &mut texture.levels {
                level.fill(DECOY);
            }
        }
    }
    decoy
}

fn make(objects: &mut Objects<'_>, binding: &Binding, resource: &Resource) -> Result<Bound, String> {
    match (binding.base_type, resource, Texel::of_binding(binding)) {
        (BaseType::RO_BUFFER | BaseType::RW_BUFFER, Resource::Buffer(bytes), _) => {
            let buffer = objects.buffer(bytes, vk::BufferUsageFlags::STORAGE_BUFFER)?;
            Ok(Bound::Buffer(buffer, bytes.len()))
        }
        (BaseType::RO_TEXELS, Resource::Texels(bytes), Some((_, texel))) => {
            texels(objects, texel, bytes, vk::BufferUsageFlags::UNIFORM_TEXEL_BUFFER)
        }
        (BaseType::RW_TEXELS, Resource::Texels(bytes), Some((_, texel))) => {
            texels(objects, texel, bytes, vk::BufferUsageFlags::STORAGE_TEXEL_BUFFER)
        }
        (BaseType::IMAGE, Resource::Image(texture), Some((rank, texel))) => {
            let image = Image::new(objects, rank, texel, texture, vk::ImageUsageFlags::STORAGE)?;
            Ok(Bound::Image(image))
        }
        (BaseType::SAMPLER, Resource::Sampler(texture, sampling), Some((rank, texel))) => {
            let image = Image::new(objects, rank, texel, texture, vk::ImageUsageFlags::SAMPLED)?;
            let sampler = sampler(objects, *sampling, rank)?;
            Ok(Bound::Sampler(image, sampler))
        }
        (base, ..) => Err(format!("the program wants a {base}, the scene gives something else")),
    }
}

fn texels(
    objects: &mut Objects<'_>,
    texel: Texel,
    bytes: &[u8],
    usage: vk::BufferUsageFlags,
) -> Result<Bound, String> {
    let buffer = objects.buffer(bytes, usage)?;
    let create = vk::BufferViewCreateInfo::default()
        .buffer(buffer.buffer)
        .format(format(texel)?)
        .range(vk::WHOLE_SIZE);
    let device = &objects.gpu.device;
    // SAFETY: see `mod.rs`; the buffer was created for this use.
    let view = unsafe { device.create_buffer_view(&create, None) };
    let view = objects.keep("texel buffer", view, Object::BufferView)?;
    Ok(Bound::Texels(buffer, bytes.len(), view))
}

fn sampler(objects: &mut Objects<'_>, sampling: Sampling, rank: Rank) -> Result<vk::Sampler, String> {
    let (filter, mipmap) = if sampling.linear {
        (vk::Filter::LINEAR, vk::SamplerMipmapMode::LINEAR)
    } else {
        (vk::Filter::NEAREST, vk::SamplerMipmapMode::NEAREST)
    };
    let address = if sampling.repeat && rank != Rank::CUBE {
        vk::SamplerAddressMode::REPEAT
    } else {
        vk::SamplerAddressMode::CLAMP_TO_EDGE
    };
    let create = vk::SamplerCreateInfo::default()
        .mag_filter(filter)
        .min_filter(filter)
        .mipmap_mode(mipmap)
        .address_mode_u(address)
        .address_mode_v(address)
        .address_mode_w(address)
        .max_lod(vk::LOD_CLAMP_NONE);
    let device = &objects.gpu.device;
    // SAFETY: see `mod.rs`.
    let sampler = unsafe { device.create_sampler(&create, None) };
    objects.keep("sampler", sampler, Object::Sampler)
}
