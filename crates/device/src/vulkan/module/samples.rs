//! Multisampled images: Vulkan copies to and from none, so compute stages write and read their samples.
#![allow(unsafe_code)]

use ash::vk;
use glassbox_vbc::raw::{Rank, TexelType};

use super::shader;
use crate::format::Texel;
use crate::module::resources::SAMPLES;
use crate::scene::Texture;
use crate::vulkan::image::{everything, format};
use crate::vulkan::objects::{HostBuffer, Object, Objects};

/// Bytes of a texel in the buffer: four numbers of 32 bits.
const BYTES: usize = 16;

/// A compute stage for one sample: it copies between a buffer and the image. NUMBER, WIDTH and so on are replaced.
const STAGE: &str = "
    OpCapability Shader
    OpCapability ImageMSArray
    OpCapability StorageImageMultisample
    OpCapability StorageImageWriteWithoutFormat
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main \"main\" %group
    OpExecutionMode %main LocalSize 1 1 1
    OpDecorate %group BuiltIn WorkgroupId
    OpDecorate %image DescriptorSet 0
    OpDecorate %image Binding 0
    OpDecorate %data DescriptorSet 0
    OpDecorate %data Binding 1
    OpDecorate %texels ArrayStride 16
    OpDecorate %block BufferBlock
    OpMemberDecorate %block 0 Offset 0
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    %float = OpTypeFloat 32
    %int = OpTypeInt 32 1
    %uint = OpTypeInt 32 0
    %place = OpTypeVector %uint 3
    %texel = OpTypeVector %NUMBER 4
    %texels = OpTypeRuntimeArray %texel
    %block = OpTypeStruct %texels
    %to_block = OpTypePointer Uniform %block
    %to_texel = OpTypePointer Uniform %texel
    %to_place = OpTypePointer Input %place
    %type = OpTypeImage %NUMBER 2D 0 1 1 ACCESS Unknown
    %to_image = OpTypePointer UniformConstant %type
    %zero = OpConstant %uint 0
    %width = OpConstant %uint WIDTH
    %height = OpConstant %uint HEIGHT
    %samples = OpConstant %uint SAMPLES
    %group = OpVariable %to_place Input
    %image = OpVariable %to_image UniformConstant
    %data = OpVariable %to_block Uniform
    %main = OpFunction %void None %function
    %start = OpLabel
    %at = OpLoad %place %group
    %x = OpCompositeExtract %uint %at 0
    %y = OpCompositeExtract %uint %at 1
    %z = OpCompositeExtract %uint %at 2
    %layer = OpUDiv %uint %z %samples
    %sample = OpUMod %uint %z %samples
    %rows_before = OpIMul %uint %layer %height
    %row = OpIAdd %uint %rows_before %y
    %before = OpIMul %uint %row %width
    %number = OpIAdd %uint %before %x
    %first = OpIMul %uint %number %samples
    %index = OpIAdd %uint %first %sample
    %pointer = OpAccessChain %to_texel %data %zero %index
    %coordinate = OpCompositeConstruct %place %x %y %layer
    %loaded = OpLoad %type %image
    COPY
    OpReturn
    OpFunctionEnd
";
const WRITE: &str = "
    %value = OpLoad %texel %pointer
    OpImageWrite %loaded %coordinate %value Sample %sample";
const READ: &str = "
    %value = OpImageFetch %texel %loaded %coordinate Sample %sample
    OpStore %pointer %value";

/// A multisampled image with the numbers of its samples in a buffer.
pub(super) struct Multisampled {
    pub(super) view: vk::ImageView,
    image: vk::Image,
    layers: vk::ImageView,
    texel: Texel,
    texture: Texture,
    buffer: HostBuffer,
}

impl Multisampled {
    /// Creates an image that has a texture's samples once the recorded upload has run.
    pub(super) fn new(
        objects: &mut Objects<'_>,
        rank: Rank,
        texel: Texel,
        texture: &Texture,
    ) -> Result<Multisampled, String> {
        let format = format(texel)?;
        let needed = vk::FormatFeatureFlags::STORAGE_IMAGE | vk::FormatFeatureFlags::SAMPLED_IMAGE;
        if !objects.gpu.supports(format, needed) {
            return Err(format!("the device has no {format:?} for {needed:?}"));
        }
        let [width, height, depth] = texture.extent;
        let create = vk::ImageCreateInfo::default()
            .image_type(vk::ImageType::TYPE_2D)
            .format(format)
            .extent(vk::Extent3D { width, height, depth })
            .mip_levels(1)
            .array_layers(texture.layers)
            .samples(vk::SampleCountFlags::from_raw(SAMPLES))
            .usage(vk::ImageUsageFlags::STORAGE | vk::ImageUsageFlags::SAMPLED);
        // SAFETY: see `mod.rs` of `vulkan`.
        let image = unsafe { objects.gpu.device.create_image(&create, None) };
        let image = objects.keep("image", image, Object::Image)?;
        // SAFETY: the image was just created on this device.
        let needs = unsafe { objects.gpu.device.get_image_memory_requirements(image) };
        let memory = objects.allocate(needs, vk::MemoryPropertyFlags::empty())?;
        // SAFETY: the memory has the size and type that the image requires.
        unsafe { objects.gpu.device.bind_image_memory(image, memory, 0) }
            .map_err(|error| error.to_string())?;
        let mut view = |kind| {
            let create = vk::ImageViewCreateInfo::default()
                .image(image)
                .view_type(kind)
                .format(format)
                .subresource_range(everything());
            // SAFETY: as above; memory is bound.
            let view = unsafe { objects.gpu.device.create_image_view(&create, None) };
            objects.keep("image view", view, Object::ImageView)
        };
        let layers = view(vk::ImageViewType::TYPE_2D_ARRAY)?;
        let view = if rank == Rank::D2 { view(vk::ImageViewType::TYPE_2D)? } else { layers };
        let numbers = numbers_of(texel, &texture.levels[0]);
        let buffer = objects.buffer(&numbers, vk::BufferUsageFlags::STORAGE_BUFFER)?;
        Ok(Multisampled { view, image, layers, texel, texture: texture.clone(), buffer })
    }

    /// Records the upload, which leaves the image in the general layout.
    pub(super) fn upload(
        &self,
        objects: &mut Objects<'_>,
        commands: vk::CommandBuffer,
    ) -> Result<(), String> {
        let barrier = vk::ImageMemoryBarrier::default()
            .image(self.image)
            .old_layout(vk::ImageLayout::UNDEFINED)
            .new_layout(vk::ImageLayout::GENERAL)
            .dst_access_mask(vk::AccessFlags::SHADER_WRITE)
            .src_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
            .dst_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
            .subresource_range(everything());
        // SAFETY: the command buffer is being recorded outside of render passes.
        unsafe {
            objects.gpu.device.cmd_pipeline_barrier(
                commands,
                vk::PipelineStageFlags::TOP_OF_PIPE,
                vk::PipelineStageFlags::COMPUTE_SHADER,
                vk::DependencyFlags::empty(),
                &[],
                &[],
                &[barrier],
            );
        }
        self.copy(objects, commands, (vk::DescriptorType::STORAGE_IMAGE, "2", WRITE))
    }

    /// Records the copy of all samples to the buffer.
    pub(super) fn download(
        &self,
        objects: &mut Objects<'_>,
        commands: vk::CommandBuffer,
    ) -> Result<(), String> {
        self.copy(objects, commands, (vk::DescriptorType::SAMPLED_IMAGE, "1", READ))
    }

    /// The samples in the buffer, in the format of the image.
    pub(super) fn read(&self, objects: &Objects<'_>) -> Result<Vec<u8>, String> {
        let bytes = objects.read(self.buffer, self.buffer.size as usize)?;
        let numbers = Texel { size: 4, components: 4, class: class(self.texel) };
        let texels = bytes.chunks_exact(BYTES).flat_map(|texel| {
            let parts = texel.chunks_exact(4).take(usize::from(self.texel.components));
            parts.flat_map(|part| self.texel.encode(numbers.decode(part).unwrap_or_default()))
        });
        Ok(texels.collect())
    }

    fn copy(
        &self,
        objects: &mut Objects<'_>,
        commands: vk::CommandBuffer,
        (kind, access, copy): (vk::DescriptorType, &str, &str),
    ) -> Result<(), String> {
        let [width, height, _] = self.texture.extent;
        let number = match class(self.texel) {
            TexelType::SIGNED => "%int",
            TexelType::UNSIGNED => "%uint",
            _ => "%float",
        };
        let text = STAGE
            .replace("%NUMBER", number)
            .replace("ACCESS", access)
            .replace("WIDTH", &width.to_string())
            .replace("HEIGHT", &height.to_string())
            .replace("SAMPLES", &SAMPLES.to_string())
            .replace("COPY", copy);
        let bytes = glassbox_spirv::assemble(&text).map_err(|errors| errors[0].to_string())?;
        let mut words: Vec<u32> = bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
        words[1] = VERSION;
        let module = shader(objects, &words)?;
        let stage = vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::COMPUTE)
            .module(module)
            .name(c"main");
        let binding = |number: u32, kind| {
            vk::DescriptorSetLayoutBinding::default()
                .binding(number)
                .descriptor_type(kind)
                .descriptor_count(1)
                .stage_flags(vk::ShaderStageFlags::COMPUTE)
        };
        let bindings = [binding(0, kind), binding(1, vk::DescriptorType::STORAGE_BUFFER)];
        let set_layout = objects.set_layout(&bindings)?;
        let layout = objects.pipeline_layout(&[set_layout], (vk::ShaderStageFlags::COMPUTE, 0))?;
        let pipeline = objects.compute_pipeline(stage, layout)?;
        let set = self.set(objects, set_layout, kind)?;
        // SAFETY: see `mod.rs` of `vulkan`; the command buffer is being recorded outside of render passes.
        unsafe {
            let device = &objects.gpu.device;
            let point = vk::PipelineBindPoint::COMPUTE;
            device.cmd_bind_pipeline(commands, point, pipeline);
            device.cmd_bind_descriptor_sets(commands, point, layout, 0, &[set], &[]);
            device.cmd_dispatch(commands, width, height, self.texture.layers * SAMPLES);
        }
        Ok(())
    }

    fn set(
        &self,
        objects: &mut Objects<'_>,
        layout: vk::DescriptorSetLayout,
        kind: vk::DescriptorType,
    ) -> Result<vk::DescriptorSet, String> {
        let sizes = [kind, vk::DescriptorType::STORAGE_BUFFER]
            .map(|kind| vk::DescriptorPoolSize::default().ty(kind).descriptor_count(1));
        let create = vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(&sizes);
        // SAFETY: see `mod.rs` of `vulkan`.
        let pool = unsafe { objects.gpu.device.create_descriptor_pool(&create, None) };
        let pool = objects.keep("descriptor pool", pool, Object::DescriptorPool)?;
        let layouts = [layout];
        let allocate = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(&layouts);
        // SAFETY: as above; the set is destroyed with its pool.
        let sets = unsafe { objects.gpu.device.allocate_descriptor_sets(&allocate) };
        let set = *sets.map_err(|error| error.to_string())?.first().ok_or("no descriptor set")?;
        let images = [vk::DescriptorImageInfo::default()
            .image_view(self.layers)
            .image_layout(vk::ImageLayout::GENERAL)];
        let buffers = [vk::DescriptorBufferInfo::default().buffer(self.buffer.buffer).range(vk::WHOLE_SIZE)];
        let write = |number, kind| {
            vk::WriteDescriptorSet::default().dst_set(set).dst_binding(number).descriptor_type(kind)
        };
        let writes = [
            write(0, kind).image_info(&images),
            write(1, vk::DescriptorType::STORAGE_BUFFER).buffer_info(&buffers),
        ];
        // SAFETY: as above; the set has these bindings.
        unsafe { objects.gpu.device.update_descriptor_sets(&writes, &[]) };
        Ok(set)
    }
}

/// The version of the stages, whose buffers are blocks of the class of uniforms.
const VERSION: u32 = 0x0001_0000;

/// The class of numbers that shaders see.
fn class(texel: Texel) -> TexelType {
    if texel.is_integer() { texel.class } else { TexelType::FLOAT }
}

/// Texels as four numbers of 32 bits each.
fn numbers_of(texel: Texel, bytes: &[u8]) -> Vec<u8> {
    let numbers = Texel { size: 4, components: 4, class: class(texel) };
    let texels = bytes.chunks_exact(texel.bytes()).flat_map(|own| {
        let mut all = [0.0; 4];
        for (all, part) in all.iter_mut().zip(own.chunks_exact(usize::from(texel.size))) {
            *all = texel.decode(part).unwrap_or_default();
        }
        all.into_iter().flat_map(|number| numbers.encode(number))
    });
    texels.collect()
}
