//! Creates the descriptor sets of a package: constant buffers in set 0, textures in set 1, samplers
//! in set 2, each at its register.
#![allow(unsafe_code)]

use ash::vk;
use glassbox_bpx::kinds::TextureType;
use glassbox_vbc::raw::Rank;

use super::image::Image;
use super::objects::{Object, Objects};
use super::package_pipeline::stage_flags;
use crate::package::{Pipeline, SampledTexture};
use crate::scene::Texture;

/// Number of descriptor sets.
const SETS: usize = 3;

/// Contents of the sets, and their layout.
pub(super) struct Bindings {
    pub(super) layout: vk::PipelineLayout,
    pub(super) sets: Vec<vk::DescriptorSet>,
    /// Images whose uploads are still to be recorded.
    pub(super) images: Vec<Image>,
}

/// Descriptor to be written.
enum Bound {
    Buffer(vk::Buffer),
    Image(vk::ImageView),
    Sampler(vk::Sampler),
}

impl Bound {
    fn kind(&self) -> vk::DescriptorType {
        match self {
            Bound::Buffer(_) => vk::DescriptorType::UNIFORM_BUFFER,
            Bound::Image(_) => vk::DescriptorType::SAMPLED_IMAGE,
            Bound::Sampler(_) => vk::DescriptorType::SAMPLER,
        }
    }
}

impl Bindings {
    pub(super) fn new(objects: &mut Objects<'_>, of: &Pipeline) -> Result<Bindings, String> {
        let flags = stage_flags(of)?;
        let mut images = Vec::new();
        let mut bound: [Vec<(u32, Bound)>; SETS] = Default::default();
        for block in &of.blocks {
            let buffer = objects.buffer(&block.bytes, vk::BufferUsageFlags::UNIFORM_BUFFER)?;
            bound[0].push((block.register, Bound::Buffer(buffer.buffer)));
        }
        for texture in &of.textures {
            let image = image(objects, texture)?;
            bound[1].push((texture.register, Bound::Image(image.view)));
            images.push(image);
        }
        for slot in &of.samplers {
            let sampler = sampler(objects, slot.linear)?;
            bound[2].push((slot.register, Bound::Sampler(sampler)));
        }
        let mut layouts = Vec::new();
        for set in &bound {
            layouts.push(set_layout(objects, set, flags)?);
        }
        let layout = objects.pipeline_layout(&layouts, (flags, of.root.len() as u32))?;
        let sets = allocate(objects, &layouts, &bound)?;
        for (set, bound) in sets.iter().zip(&bound) {
            for (binding, bound) in bound {
                write(objects, *set, *binding, bound);
            }
        }
        Ok(Bindings { layout, sets, images })
    }
}

fn image(objects: &mut Objects<'_>, of: &SampledTexture) -> Result<Image, String> {
    let rank = match of.shape {
        TextureType::T3D => Rank::D3,
        TextureType::T2D_ARRAY => Rank::D2_ARRAY,
        TextureType::T_CUBE => Rank::CUBE,
        _ => Rank::D2,
    };
    let [width, height, depth, layers] = of.extent;
    let texture = Texture { extent: [width, height, depth], layers, levels: vec![of.bytes.clone()] };
    Image::new(objects, rank, of.texel, &texture, vk::ImageUsageFlags::SAMPLED)
}

fn sampler(objects: &mut Objects<'_>, linear: bool) -> Result<vk::Sampler, String> {
    let filter = if linear { vk::Filter::LINEAR } else { vk::Filter::NEAREST };
    let address = vk::SamplerAddressMode::REPEAT;
    let create = vk::SamplerCreateInfo::default()
        .mag_filter(filter)
        .min_filter(filter)
        .address_mode_u(address)
        .address_mode_v(address)
        .address_mode_w(address);
    // SAFETY: see `mod.rs`.
    let sampler = unsafe { objects.gpu.device.create_sampler(&create, None) };
    objects.keep("sampler", sampler, Object::Sampler)
}

fn set_layout(
    objects: &mut Objects<'_>,
    bound: &[(u32, Bound)],
    flags: vk::ShaderStageFlags,
) -> Result<vk::DescriptorSetLayout, String> {
    let bindings: Vec<vk::DescriptorSetLayoutBinding<'_>> = bound
        .iter()
        .map(|(binding, bound)| {
            vk::DescriptorSetLayoutBinding::default()
                .binding(*binding)
                .descriptor_type(bound.kind())
                .descriptor_count(1)
                .stage_flags(flags)
        })
        .collect();
    objects.set_layout(&bindings)
}

fn allocate(
    objects: &mut Objects<'_>,
    layouts: &[vk::DescriptorSetLayout],
    bound: &[Vec<(u32, Bound)>; SETS],
) -> Result<Vec<vk::DescriptorSet>, String> {
    let kinds =
        [vk::DescriptorType::UNIFORM_BUFFER, vk::DescriptorType::SAMPLED_IMAGE, vk::DescriptorType::SAMPLER];
    let sizes: Vec<vk::DescriptorPoolSize> = kinds
        .into_iter()
        .zip(bound)
        .map(|(kind, bound)| {
            vk::DescriptorPoolSize::default().ty(kind).descriptor_count(bound.len().max(1) as u32)
        })
        .collect();
    let create = vk::DescriptorPoolCreateInfo::default().max_sets(SETS as u32).pool_sizes(&sizes);
    // SAFETY: see `mod.rs`.
    let pool = unsafe { objects.gpu.device.create_descriptor_pool(&create, None) };
    let pool = objects.keep("descriptor pool", pool, Object::DescriptorPool)?;
    let allocate = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(layouts);
    // SAFETY: the pool has room for exactly these sets, which are destroyed with it.
    unsafe { objects.gpu.device.allocate_descriptor_sets(&allocate) }
        .map_err(|error| format!("descriptor sets: {error}"))
}

fn write(objects: &Objects<'_>, set: vk::DescriptorSet, binding: u32, bound: &Bound) {
    let write =
        vk::WriteDescriptorSet::default().dst_set(set).dst_binding(binding).descriptor_type(bound.kind());
    let mut buffer = [vk::DescriptorBufferInfo::default().range(vk::WHOLE_SIZE)];
    let mut image = [vk::DescriptorImageInfo::default()];
    let write = match bound {
        Bound::Buffer(of) => {
            buffer[0].buffer = *of;
            write.buffer_info(&buffer)
        }
        Bound::Image(view) => {
            image[0].image_view = *view;
            image[0].image_layout = vk::ImageLayout::GENERAL;
            write.image_info(&image)
        }
        Bound::Sampler(sampler) => {
            image[0].sampler = *sampler;
            write.image_info(&image)
        }
    };
    // SAFETY: see `mod.rs`; the set is not in use yet, and it has the binding.
    unsafe { objects.gpu.device.update_descriptor_sets(&[write], &[]) };
}
