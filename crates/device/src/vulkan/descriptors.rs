//! Lays out descriptor sets 0 to 2 and the push constants like the runtime.
#![allow(unsafe_code)]

use ash::vk;
use glassbox_vbc::program::Program;

use super::image::Image;
use super::objects::{HostBuffer, Object, Objects};
use super::resources::{Bound, Resources};

/// Descriptor types of set 0.
const TABLES: [vk::DescriptorType; 5] = [
    vk::DescriptorType::COMBINED_IMAGE_SAMPLER,
    vk::DescriptorType::STORAGE_IMAGE,
    vk::DescriptorType::STORAGE_BUFFER,
    vk::DescriptorType::UNIFORM_TEXEL_BUFFER,
    vk::DescriptorType::STORAGE_TEXEL_BUFFER,
];

/// Stages with access to the tables and the uniform block.
const BOTH: vk::ShaderStageFlags = vk::ShaderStageFlags::from_raw(
    vk::ShaderStageFlags::VERTEX.as_raw() | vk::ShaderStageFlags::FRAGMENT.as_raw(),
);

/// Bytes of other data before the uniform block, to detect programs that ignore the dynamic offset.
pub(super) const UNIFORM_OFFSET: u32 = 256;

/// Pipeline layout with the sets and constants to bind.
pub(super) struct Interface {
    pub(super) layout: vk::PipelineLayout,
    pub(super) sets: Vec<vk::DescriptorSet>,
    /// Words of the push constants; empty without bindings.
    pub(super) constants: Vec<u8>,
}

/// Words of the push constants: half a word per slot, even slots in the low half.
pub(super) fn push_constants(program: &Program<'_>, resources: &Resources) -> Vec<u8> {
    let Some(last) = program.bindings.iter().map(|binding| binding.slot).max() else {
        return Vec::new();
    };
    let mut halves = vec![0u16; 2 * ((usize::from(last) + 2) / 2)];
    for placed in &resources.placed {
        if let Some(half) = halves.get_mut(usize::from(placed.slot)) {
            *half = placed.index;
        }
    }
    halves.iter().flat_map(|half| half.to_le_bytes()).collect()
}

impl Interface {
    pub(super) fn new(
        objects: &mut Objects<'_>,
        program: &Program<'_>,
        resources: &Resources,
        uniform: Option<HostBuffer>,
        inputs: &[Image],
    ) -> Result<Interface, String> {
        let layouts = [
            table_layout(objects, resources)?,
            uniform_layout(objects, uniform.is_some())?,
            input_layout(objects, inputs.len())?,
        ];
        let constants = push_constants(program, resources);
        let layout = objects.pipeline_layout(&layouts, (BOTH, constants.len() as u32))?;

        let lengths = resources.lengths();
        let mut sizes: Vec<vk::DescriptorPoolSize> = TABLES
            .iter()
            .zip(lengths)
            .map(|(kind, length)| pool_size(*kind, u32::from(length.max(1))))
            .collect();
        sizes.push(pool_size(vk::DescriptorType::UNIFORM_BUFFER_DYNAMIC, 1));
        sizes.push(pool_size(vk::DescriptorType::INPUT_ATTACHMENT, inputs.len().max(1) as u32));
        let create = vk::DescriptorPoolCreateInfo::default().max_sets(3).pool_sizes(&sizes);
        // SAFETY: see `mod.rs`.
        let pool = unsafe { objects.gpu.device.create_descriptor_pool(&create, None) };
        let pool = objects.keep("descriptor pool", pool, Object::DescriptorPool)?;
        let allocate = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(&layouts);
        // SAFETY: the pool has room for exactly these sets, which are destroyed with it.
        let sets = unsafe { objects.gpu.device.allocate_descriptor_sets(&allocate) }
            .map_err(|error| format!("descriptor sets: {error}"))?;

        if let [tables, block, attachments] = sets[..] {
            write_tables(objects, tables, resources);
            if let Some(uniform) = uniform {
                let range = uniform.size - u64::from(UNIFORM_OFFSET);
                let info = [vk::DescriptorBufferInfo::default().buffer(uniform.buffer).range(range)];
                let write = write(block, 0, 0, vk::DescriptorType::UNIFORM_BUFFER_DYNAMIC).buffer_info(&info);
                update(objects, write);
            }
            for (index, input) in inputs.iter().enumerate() {
                let info = [image_info(input)];
                let write = write(attachments, index as u32, 0, vk::DescriptorType::INPUT_ATTACHMENT)
                    .image_info(&info);
                update(objects, write);
            }
        }
        Ok(Interface { layout, sets, constants })
    }
}

fn pool_size(kind: vk::DescriptorType, count: u32) -> vk::DescriptorPoolSize {
    vk::DescriptorPoolSize::default().ty(kind).descriptor_count(count)
}

fn set_layout(
    objects: &mut Objects<'_>,
    bindings: &[vk::DescriptorSetLayoutBinding<'_>],
    flags: &[vk::DescriptorBindingFlags],
) -> Result<vk::DescriptorSetLayout, String> {
    let mut flags = vk::DescriptorSetLayoutBindingFlagsCreateInfo::default().binding_flags(flags);
    let create = vk::DescriptorSetLayoutCreateInfo::default().bindings(bindings).push_next(&mut flags);
    // SAFETY: see `mod.rs`.
    let layout = unsafe { objects.gpu.device.create_descriptor_set_layout(&create, None) };
    objects.keep("set layout", layout, Object::SetLayout)
}

fn table_layout(objects: &mut Objects<'_>, resources: &Resources) -> Result<vk::DescriptorSetLayout, String> {
    let flag = if objects.gpu.partially_bound {
        vk::DescriptorBindingFlags::PARTIALLY_BOUND
    } else {
        vk::DescriptorBindingFlags::empty()
    };
    let bindings: Vec<vk::DescriptorSetLayoutBinding<'_>> = TABLES
        .iter()
        .zip(resources.lengths())
        .enumerate()
        .map(|(binding, (kind, length))| {
            vk::DescriptorSetLayoutBinding::default()
                .binding(binding as u32)
                .descriptor_type(*kind)
                .descriptor_count(u32::from(length))
                .stage_flags(BOTH)
        })
        .collect();
    set_layout(objects, &bindings, &[flag; 5])
}

fn uniform_layout(objects: &mut Objects<'_>, present: bool) -> Result<vk::DescriptorSetLayout, String> {
    let binding = [vk::DescriptorSetLayoutBinding::default()
        .descriptor_type(vk::DescriptorType::UNIFORM_BUFFER_DYNAMIC)
        .descriptor_count(1)
        .stage_flags(BOTH)];
    if present {
        set_layout(objects, &binding, &[vk::DescriptorBindingFlags::empty()])
    } else {
        set_layout(objects, &[], &[])
    }
}

fn input_layout(objects: &mut Objects<'_>, count: usize) -> Result<vk::DescriptorSetLayout, String> {
    let bindings: Vec<vk::DescriptorSetLayoutBinding<'_>> = (0..count as u32)
        .map(|binding| {
            vk::DescriptorSetLayoutBinding::default()
                .binding(binding)
                .descriptor_type(vk::DescriptorType::INPUT_ATTACHMENT)
                .descriptor_count(1)
                .stage_flags(vk::ShaderStageFlags::FRAGMENT)
        })
        .collect();
    set_layout(objects, &bindings, &vec![vk::DescriptorBindingFlags::empty(); count])
}

fn write(
    set: vk::DescriptorSet,
    binding: u32,
    element: u32,
    kind: vk::DescriptorType,
) -> vk::WriteDescriptorSet<'static> {
    vk::WriteDescriptorSet::default()
        .dst_set(set)
        .dst_binding(binding)
        .dst_array_element(element)
        .descriptor_type(kind)
}

fn update(objects: &Objects<'_>, write: vk::WriteDescriptorSet<'_>) {
    // SAFETY: see `mod.rs`; the set is not in use yet, and it has the binding and the
    // element.
    unsafe { objects.gpu.device.update_descriptor_sets(&[write], &[]) };
}

fn image_info(image: &Image) -> vk::DescriptorImageInfo {
    vk::DescriptorImageInfo::default().image_view(image.view).image_layout(vk::ImageLayout::GENERAL)
}

fn write_tables(objects: &Objects<'_>, set: vk::DescriptorSet, resources: &Resources) {
    for (table, (kind, length)) in TABLES.iter().zip(resources.lengths()).enumerate() {
        for element in 0..length {
            let placed = resources
                .placed
                .iter()
                .find(|placed| placed.table == table && placed.index == element)
                .map(|placed| &placed.bound);
            let Some(bound) = placed.or_else(|| resources.decoys.get(&table)) else {
                continue;
            };
            let write = write(set, table as u32, u32::from(element), *kind);
            match bound {
                Bound::Sampler(image, sampler) => {
                    let info = [image_info(image).sampler(*sampler)];
                    update(objects, write.image_info(&info));
                }
                Bound::Image(image) => update(objects, write.image_info(&[image_info(image)])),
                Bound::Buffer(buffer, _) => {
                    let info =
                        [vk::DescriptorBufferInfo::default().buffer(buffer.buffer).range(vk::WHOLE_SIZE)];
                    update(objects, write.buffer_info(&info));
                }
                Bound::Texels(_, _, view) => update(objects, write.texel_buffer_view(&[*view])),
            }
        }
    }
}
