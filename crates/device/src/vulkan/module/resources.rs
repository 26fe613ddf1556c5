//! Creates the resources of a module, its descriptor sets and its pipeline layout.
#![allow(unsafe_code)]

use std::collections::BTreeMap;

use ash::vk;
use glassbox_spirv::reflect::DescriptorKind;

use super::samples::Multisampled;
use super::{Download, download};
use crate::module::compare::{Part, of_block, of_texels, of_words};
use crate::module::resources::{Content, Given, Sampling};
use crate::vulkan::image::{Image, format};
use crate::vulkan::objects::{HostBuffer, Object, Objects};

/// Push constants may be this long.
const PUSH: usize = 128;

/// What a descriptor refers to.
enum Bound {
    Buffer(HostBuffer),
    Texels(HostBuffer, vk::BufferView),
    Image(Image, vk::Sampler),
    Multisampled(Multisampled, vk::Sampler),
    Sampler(vk::Sampler),
}

/// Resources with their sets and the layout.
pub(super) struct Bindings {
    pub(super) layout: vk::PipelineLayout,
    sets: Vec<vk::DescriptorSet>,
    /// Of each resource, one for each descriptor.
    bound: Vec<Vec<Bound>>,
}

fn kind(kind: DescriptorKind) -> vk::DescriptorType {
    match kind {
        DescriptorKind::Sampler => vk::DescriptorType::SAMPLER,
        DescriptorKind::SampledImage => vk::DescriptorType::SAMPLED_IMAGE,
        DescriptorKind::CombinedImageSampler => vk::DescriptorType::COMBINED_IMAGE_SAMPLER,
        DescriptorKind::StorageImage => vk::DescriptorType::STORAGE_IMAGE,
        DescriptorKind::UniformTexelBuffer => vk::DescriptorType::UNIFORM_TEXEL_BUFFER,
        DescriptorKind::StorageTexelBuffer => vk::DescriptorType::STORAGE_TEXEL_BUFFER,
        DescriptorKind::UniformBuffer => vk::DescriptorType::UNIFORM_BUFFER,
        DescriptorKind::StorageBuffer => vk::DescriptorType::STORAGE_BUFFER,
        DescriptorKind::InputAttachment => vk::DescriptorType::INPUT_ATTACHMENT,
        DescriptorKind::AccelerationStructure => vk::DescriptorType::ACCELERATION_STRUCTURE_KHR,
    }
}

impl Bindings {
    pub(super) fn new(objects: &mut Objects<'_>, given: &Given) -> Result<Bindings, String> {
        let mut bound = Vec::new();
        for resource in &given.resources {
            let contents = resource.contents.iter().map(|content| bind(objects, resource.kind, content));
            let contents = contents.collect::<Result<Vec<_>, _>>();
            bound.push(contents.map_err(|error| format!("{}: {error}", resource.name))?);
        }
        let last = given.resources.iter().map(|resource| resource.place[0]).max();
        let mut layouts = Vec::new();
        for set in 0..last.map_or(0, |last| last + 1) {
            layouts.push(set_layout(objects, given, set)?);
        }
        let layout = pipeline_layout(objects, &layouts, given)?;
        let sets = allocate(objects, &layouts, given)?;
        for (resource, bound) in given.resources.iter().zip(&bound) {
            let set = sets[resource.place[0] as usize];
            for (index, bound) in (0..).zip(bound) {
                write(objects, set, (resource.place[1], index), kind(resource.kind), bound);
            }
        }
        Ok(Bindings { layout, sets, bound })
    }

    fn images(&self) -> impl Iterator<Item = &Image> {
        self.bound.iter().flatten().filter_map(|bound| match bound {
            Bound::Image(image, _) => Some(image),
            _ => None,
        })
    }

    fn multisampled(&self) -> impl Iterator<Item = &Multisampled> {
        self.bound.iter().flatten().filter_map(|bound| match bound {
            Bound::Multisampled(image, _) => Some(image),
            _ => None,
        })
    }

    /// Records the upload of all images.
    pub(super) fn upload(
        &self,
        objects: &mut Objects<'_>,
        commands: vk::CommandBuffer,
    ) -> Result<(), String> {
        self.images().for_each(|image| image.upload(objects, commands));
        self.multisampled().try_for_each(|image| image.upload(objects, commands))
    }

    /// The input attachments, with their indices.
    pub(super) fn attachments(&self, given: &Given) -> Vec<(u32, Image)> {
        let mut found = Vec::new();
        for (resource, bound) in given.resources.iter().zip(&self.bound) {
            let Some(first) = resource.attachment else { continue };
            for (index, bound) in (first..).zip(bound) {
                if let Bound::Image(image, _) = bound {
                    found.push((index, image.clone()));
                }
            }
        }
        found
    }

    pub(super) fn bind(
        &self,
        objects: &Objects<'_>,
        commands: vk::CommandBuffer,
        point: vk::PipelineBindPoint,
        given: &Given,
    ) {
        let device = &objects.gpu.device;
        // SAFETY: see `mod.rs` of `vulkan`.
        unsafe {
            if !self.sets.is_empty() {
                device.cmd_bind_descriptor_sets(commands, point, self.layout, 0, &self.sets, &[]);
            }
            if !given.push.is_empty() {
                device.cmd_push_constants(commands, self.layout, vk::ShaderStageFlags::ALL, 0, &given.push);
            }
        }
    }

    /// Records copies of the images that may be written; those of other resources are read as they are.
    pub(super) fn copies(
        &self,
        objects: &mut Objects<'_>,
        commands: vk::CommandBuffer,
    ) -> Result<BTreeMap<(usize, usize), Download>, String> {
        self.multisampled().try_for_each(|image| image.download(objects, commands))?;
        let mut copies = BTreeMap::new();
        for (index, bound) in self.bound.iter().enumerate() {
            for (element, bound) in bound.iter().enumerate() {
                if let Bound::Image(image, _) = bound {
                    let copy = download(objects, commands, image, vk::ImageLayout::GENERAL)?;
                    copies.insert((index, element), copy);
                }
            }
        }
        Ok(copies)
    }

    /// What the resources that may be written hold.
    pub(super) fn parts(
        &self,
        objects: &Objects<'_>,
        given: &Given,
        copies: &BTreeMap<(usize, usize), Download>,
    ) -> Result<Vec<Part>, String> {
        let mut parts = Vec::new();
        for (index, resource) in given.resources.iter().enumerate().filter(|(_, one)| one.written) {
            let block = |bytes: &[u8]| match resource.untyped {
                true => of_words(bytes),
                false => of_block(bytes, &resource.leaves),
            };
            let shown = |bytes: &[u8], texel| of_texels(bytes, texel, resource.components);
            for (element, (content, bound)) in resource.contents.iter().zip(&self.bound[index]).enumerate() {
                let name = format!("{}, element {element}", resource.name);
                let (before, after) = match (content, bound) {
                    (Content::Bytes(bytes), Bound::Buffer(buffer)) => {
                        let after = objects.read(*buffer, bytes.len())?;
                        (block(bytes), block(&after))
                    }
                    (Content::Texels(_, bytes), Bound::Texels(buffer, _)) if !resource.leaves.is_empty() => {
                        let after = objects.read(*buffer, bytes.len())?;
                        (block(bytes), block(&after))
                    }
                    (Content::Texels(texel, bytes), Bound::Texels(buffer, _)) => {
                        let after = objects.read(*buffer, bytes.len())?;
                        (shown(bytes, *texel), shown(&after, *texel))
                    }
                    (Content::Multisampled(_, texel, texture), Bound::Multisampled(image, _)) => {
                        (shown(&texture.levels[0], *texel), shown(&image.read(objects)?, *texel))
                    }
                    (Content::Image(_, texel, texture), Bound::Image(..)) => {
                        let Some(copy) = copies.get(&(index, element)) else { continue };
                        let after = objects.read(copy.buffer, copy.size)?;
                        (shown(&texture.levels[0], *texel), shown(&after, *texel))
                    }
                    _ => continue,
                };
                parts.push(Part { name, before, after });
            }
        }
        Ok(parts)
    }
}

fn bind(objects: &mut Objects<'_>, kind: DescriptorKind, content: &Content) -> Result<Bound, String> {
    Ok(match content {
        Content::Bytes(bytes) => {
            let usage = match kind {
                DescriptorKind::UniformBuffer => vk::BufferUsageFlags::UNIFORM_BUFFER,
                _ => vk::BufferUsageFlags::STORAGE_BUFFER,
            };
            Bound::Buffer(objects.buffer(bytes, usage)?)
        }
        Content::Texels(texel, bytes) => {
            let usage = match kind {
                DescriptorKind::UniformTexelBuffer => vk::BufferUsageFlags::UNIFORM_TEXEL_BUFFER,
                _ => vk::BufferUsageFlags::STORAGE_TEXEL_BUFFER,
            };
            let buffer = objects.buffer(bytes, usage)?;
            let create = vk::BufferViewCreateInfo::default()
                .buffer(buffer.buffer)
                .format(format(*texel)?)
                .range(vk::WHOLE_SIZE);
            // SAFETY: see `mod.rs` of `vulkan`; the buffer was created for this use.
            let view = unsafe { objects.gpu.device.create_buffer_view(&create, None) };
            Bound::Texels(buffer, objects.keep("texel buffer", view, Object::BufferView)?)
        }
        Content::Image(rank, texel, texture) => {
            let usage = match kind {
                DescriptorKind::StorageImage => vk::ImageUsageFlags::STORAGE,
                DescriptorKind::InputAttachment => {
                    vk::ImageUsageFlags::INPUT_ATTACHMENT | vk::ImageUsageFlags::COLOR_ATTACHMENT
                }
                _ => vk::ImageUsageFlags::SAMPLED,
            };
            Bound::Image(Image::new(objects, *rank, *texel, texture, usage)?, vk::Sampler::null())
        }
        Content::Combined(rank, texel, texture, sampling) => {
            let image = Image::new(objects, *rank, *texel, texture, vk::ImageUsageFlags::SAMPLED)?;
            Bound::Image(image, sampler(objects, *sampling)?)
        }
        Content::Multisampled(rank, texel, texture) => {
            let image = Multisampled::new(objects, *rank, *texel, texture)?;
            Bound::Multisampled(image, sampler(objects, Sampling::default())?)
        }
        Content::Sampler(sampling) => Bound::Sampler(sampler(objects, *sampling)?),
    })
}

fn sampler(objects: &mut Objects<'_>, sampling: Sampling) -> Result<vk::Sampler, String> {
    let filter = if sampling.nearest { vk::Filter::NEAREST } else { vk::Filter::LINEAR };
    let create = vk::SamplerCreateInfo::default()
        .mag_filter(filter)
        .min_filter(filter)
        .address_mode_u(vk::SamplerAddressMode::REPEAT)
        .address_mode_v(vk::SamplerAddressMode::REPEAT)
        .address_mode_w(vk::SamplerAddressMode::REPEAT)
        .compare_enable(sampling.compares)
        .compare_op(vk::CompareOp::LESS_OR_EQUAL)
        .max_lod(vk::LOD_CLAMP_NONE);
    // SAFETY: see `mod.rs` of `vulkan`.
    let sampler = unsafe { objects.gpu.device.create_sampler(&create, None) };
    objects.keep("sampler", sampler, Object::Sampler)
}

fn set_layout(objects: &mut Objects<'_>, given: &Given, set: u32) -> Result<vk::DescriptorSetLayout, String> {
    let of_set = given.resources.iter().filter(|resource| resource.place[0] == set);
    let bindings: Vec<vk::DescriptorSetLayoutBinding<'_>> = of_set
        .map(|resource| {
            vk::DescriptorSetLayoutBinding::default()
                .binding(resource.place[1])
                .descriptor_type(kind(resource.kind))
                .descriptor_count(resource.contents.len() as u32)
                .stage_flags(vk::ShaderStageFlags::ALL)
        })
        .collect();
    objects.set_layout(&bindings)
}

fn pipeline_layout(
    objects: &mut Objects<'_>,
    layouts: &[vk::DescriptorSetLayout],
    given: &Given,
) -> Result<vk::PipelineLayout, String> {
    if given.push.len() > PUSH {
        return Err(format!("{} bytes of push constants", given.push.len()));
    }
    objects.pipeline_layout(layouts, (vk::ShaderStageFlags::ALL, given.push.len() as u32))
}

fn allocate(
    objects: &mut Objects<'_>,
    layouts: &[vk::DescriptorSetLayout],
    given: &Given,
) -> Result<Vec<vk::DescriptorSet>, String> {
    if layouts.is_empty() {
        return Ok(Vec::new());
    }
    let sizes: Vec<vk::DescriptorPoolSize> = given
        .resources
        .iter()
        .map(|resource| {
            let count = resource.contents.len() as u32;
            vk::DescriptorPoolSize::default().ty(kind(resource.kind)).descriptor_count(count)
        })
        .collect();
    let create = vk::DescriptorPoolCreateInfo::default().max_sets(layouts.len() as u32).pool_sizes(&sizes);
    // SAFETY: see `mod.rs` of `vulkan`.
    let pool = unsafe { objects.gpu.device.create_descriptor_pool(&create, None) };
    let pool = objects.keep("descriptor pool", pool, Object::DescriptorPool)?;
    let allocate = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(layouts);
    // SAFETY: as above; the sets are destroyed with their pool.
    unsafe { objects.gpu.device.allocate_descriptor_sets(&allocate) }.map_err(|error| error.to_string())
}

fn write(
    objects: &Objects<'_>,
    set: vk::DescriptorSet,
    (binding, element): (u32, u32),
    kind: vk::DescriptorType,
    bound: &Bound,
) {
    let image_info = |view, sampler| {
        [vk::DescriptorImageInfo::default()
            .image_view(view)
            .sampler(sampler)
            .image_layout(vk::ImageLayout::GENERAL)]
    };
    let (images, buffers, views) = match bound {
        Bound::Buffer(buffer) => {
            let info = vk::DescriptorBufferInfo::default().buffer(buffer.buffer).range(vk::WHOLE_SIZE);
            (image_info(vk::ImageView::null(), vk::Sampler::null()), [info], [vk::BufferView::null()])
        }
        Bound::Texels(_, view) => {
            let info = vk::DescriptorBufferInfo::default();
            (image_info(vk::ImageView::null(), vk::Sampler::null()), [info], [*view])
        }
        Bound::Image(image, sampler) => {
            let info = vk::DescriptorBufferInfo::default();
            (image_info(image.view, *sampler), [info], [vk::BufferView::null()])
        }
        Bound::Multisampled(image, sampler) => {
            let info = vk::DescriptorBufferInfo::default();
            (image_info(image.view, *sampler), [info], [vk::BufferView::null()])
        }
        Bound::Sampler(sampler) => {
            let info = vk::DescriptorBufferInfo::default();
            (image_info(vk::ImageView::null(), *sampler), [info], [vk::BufferView::null()])
        }
    };
    let write = vk::WriteDescriptorSet::default()
        .dst_set(set)
        .dst_binding(binding)
        .dst_array_element(element)
        .descriptor_type(kind);
    let write = match bound {
        Bound::Buffer(_) => write.buffer_info(&buffers),
        Bound::Texels(..) => write.texel_buffer_view(&views),
        _ => write.image_info(&images),
    };
    // SAFETY: see `mod.rs` of `vulkan`; the set has this binding, of this kind.
    unsafe { objects.gpu.device.update_descriptor_sets(&[write], &[]) };
}
