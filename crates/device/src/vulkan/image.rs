//! Creates images and uploads their contents.
#![allow(unsafe_code)]

use ash::vk;
use glassbox_vbc::raw::{Rank, TexelType};

use super::objects::{HostBuffer, Object, Objects};
use crate::format::{CUBE_ARRAY, Texel};
use crate::scene::Texture;

/// Image with a view of all of it. It stays in the general layout between upload and read-back.
#[derive(Clone)]
pub(super) struct Image {
    pub(super) image: vk::Image,
    pub(super) view: vk::ImageView,
    pub(super) texel: Texel,
    texture: Texture,
    uploads: Vec<HostBuffer>,
}

/// Vulkan format of a texel format.
pub(super) fn format(texel: Texel) -> Result<vk::Format, String> {
    use TexelType as T;
    Ok(match (texel.class, texel.size, texel.components) {
        (T::SIGNED, 4, 1) => vk::Format::R32_SINT,
        (T::SIGNED, 4, 2) => vk::Format::R32G32_SINT,
        (T::SIGNED, 4, 4) => vk::Format::R32G32B32A32_SINT,
        (T::UNSIGNED, 4, 1) => vk::Format::R32_UINT,
        (T::UNSIGNED, 4, 2) => vk::Format::R32G32_UINT,
        (T::UNSIGNED, 4, 4) => vk::Format::R32G32B32A32_UINT,
        (T::FLOAT, 4, 1) => vk::Format::R32_SFLOAT,
        (T::FLOAT, 4, 2) => vk::Format::R32G32_SFLOAT,
        (T::FLOAT, 4, 4) => vk::Format::R32G32B32A32_SFLOAT,
        (T::UNORM, 1, 1) => vk::Format::R8_UNORM,
        (T::UNORM, 1, 2) => vk::Format::R8G8_UNORM,
        (T::UNORM, 1, 4) => vk::Format::R8G8B8A8_UNORM,
        (T::UNORM, 2, 1) => vk::Format::R16_UNORM,
        (T::UNORM, 2, 2) => vk::Format::R16G16_UNORM,
        (T::UNORM, 2, 4) => vk::Format::R16G16B16A16_UNORM,
        (T::SNORM, 1, 1) => vk::Format::R8_SNORM,
        (T::SNORM, 1, 2) => vk::Format::R8G8_SNORM,
        (T::SNORM, 1, 4) => vk::Format::R8G8B8A8_SNORM,
        (T::SNORM, 2, 1) => vk::Format::R16_SNORM,
        (T::SNORM, 2, 2) => vk::Format::R16G16_SNORM,
        (T::SNORM, 2, 4) => vk::Format::R16G16B16A16_SNORM,
        (T::FLOAT, 2, 1) => vk::Format::R16_SFLOAT,
        (T::FLOAT, 2, 2) => vk::Format::R16G16_SFLOAT,
        (T::FLOAT, 2, 4) => vk::Format::R16G16B16A16_SFLOAT,
        (T::SIGNED, 1, 1) => vk::Format::R8_SINT,
        (T::SIGNED, 1, 2) => vk::Format::R8G8_SINT,
        (T::SIGNED, 1, 4) => vk::Format::R8G8B8A8_SINT,
        (T::SIGNED, 2, 1) => vk::Format::R16_SINT,
        (T::SIGNED, 2, 2) => vk::Format::R16G16_SINT,
        (T::SIGNED, 2, 4) => vk::Format::R16G16B16A16_SINT,
        (T::UNSIGNED, 1, 1) => vk::Format::R8_UINT,
        (T::UNSIGNED, 1, 2) => vk::Format::R8G8_UINT,
        (T::UNSIGNED, 1, 4) => vk::Format::R8G8B8A8_UINT,
        (T::UNSIGNED, 2, 1) => vk::Format::R16_UINT,
        (T::UNSIGNED, 2, 2) => vk::Format::R16G16_UINT,
        (T::UNSIGNED, 2, 4) => vk::Format::R16G16B16A16_UINT,
        _ => return Err(format!("{texel:?} is not a format")),
    })
}

/// Image type, view type, and whether the layers are cube faces.
fn kinds(rank: Rank) -> Result<(vk::ImageType, vk::ImageViewType), String> {
    Ok(match rank {
        Rank::D1 => (vk::ImageType::TYPE_1D, vk::ImageViewType::TYPE_1D),
        Rank::D1_ARRAY => (vk::ImageType::TYPE_1D, vk::ImageViewType::TYPE_1D_ARRAY),
        Rank::D2 => (vk::ImageType::TYPE_2D, vk::ImageViewType::TYPE_2D),
        Rank::D2_ARRAY => (vk::ImageType::TYPE_2D, vk::ImageViewType::TYPE_2D_ARRAY),
        Rank::D3 => (vk::ImageType::TYPE_3D, vk::ImageViewType::TYPE_3D),
        Rank::CUBE => (vk::ImageType::TYPE_2D, vk::ImageViewType::CUBE),
        CUBE_ARRAY => (vk::ImageType::TYPE_2D, vk::ImageViewType::CUBE_ARRAY),
        other => return Err(format!("{other} is not a rank of images")),
    })
}

impl Image {
    /// Creates an image that has a texture's contents once the recorded upload has run.
    pub(super) fn new(
        objects: &mut Objects<'_>,
        rank: Rank,
        texel: Texel,
        texture: &Texture,
        usage: vk::ImageUsageFlags,
    ) -> Result<Image, String> {
        let (image_type, view_type) = kinds(rank)?;
        let format = format(texel)?;
        let needed = match usage {
            usage if usage.contains(vk::ImageUsageFlags::STORAGE) => vk::FormatFeatureFlags::STORAGE_IMAGE,
            usage if usage.contains(vk::ImageUsageFlags::COLOR_ATTACHMENT) => {
                vk::FormatFeatureFlags::COLOR_ATTACHMENT
            }
            _ => vk::FormatFeatureFlags::SAMPLED_IMAGE,
        };
        if !objects.gpu.supports(format, needed) {
            return Err(format!("the device has no {format:?} for {usage:?}"));
        }
        let flags = match rank {
            Rank::CUBE | CUBE_ARRAY => vk::ImageCreateFlags::CUBE_COMPATIBLE,
            _ => vk::ImageCreateFlags::empty(),
        };
        let [width, height, depth] = texture.extent;
        let levels = (texture.levels.len() as u32).max(1);
        let create = vk::ImageCreateInfo::default()
            .flags(flags)
            .image_type(image_type)
            .format(format)
            .extent(vk::Extent3D { width, height, depth })
            .mip_levels(levels)
            .array_layers(texture.layers)
            .samples(vk::SampleCountFlags::TYPE_1)
            .usage(usage | vk::ImageUsageFlags::TRANSFER_SRC | vk::ImageUsageFlags::TRANSFER_DST);
        let device = &objects.gpu.device;
        // SAFETY: see `mod.rs`.
        let image = unsafe { device.create_image(&create, None) };
        let image = objects.keep("image", image, Object::Image)?;
        // SAFETY: the image was just created on this device.
        let needs = unsafe { objects.gpu.device.get_image_memory_requirements(image) };
        let memory = objects.allocate(needs, vk::MemoryPropertyFlags::empty())?;
        let create = vk::ImageViewCreateInfo::default()
            .image(image)
            .view_type(view_type)
            .format(format)
            .subresource_range(everything());
        // SAFETY: the memory has the size and type that the image requires; the view is created
        // after the memory is bound.
        let view = unsafe {
            let device = &objects.gpu.device;
            device.bind_image_memory(image, memory, 0).and_then(|()| device.create_image_view(&create, None))
        };
        let view = objects.keep("image view", view, Object::ImageView)?;
        let mut uploads = Vec::new();
        for (level, bytes) in texture.levels.iter().enumerate() {
            let wanted = texture.texels(level as u32) * texel.bytes();
            if bytes.len() != wanted {
                return Err(format!("level {level} has {} bytes, not {wanted}", bytes.len()));
            }
            uploads.push(objects.buffer(bytes, vk::BufferUsageFlags::TRANSFER_SRC)?);
        }
        Ok(Image { image, view, texel, texture: texture.clone(), uploads })
    }

    /// Size of level 0 in bytes.
    pub(super) fn size(&self) -> usize {
        self.texture.texels(0) * self.texel.bytes()
    }

    fn region(&self, level: u32) -> vk::BufferImageCopy {
        let [width, height, depth] = self.texture.level_extent(level);
        vk::BufferImageCopy::default()
            .image_subresource(
                vk::ImageSubresourceLayers::default()
                    .aspect_mask(vk::ImageAspectFlags::COLOR)
                    .mip_level(level)
                    .layer_count(self.texture.layers),
            )
            .image_extent(vk::Extent3D { width, height, depth })
    }

    /// Records the upload, which leaves the image in the general layout.
    pub(super) fn upload(&self, objects: &Objects<'_>, commands: vk::CommandBuffer) {
        let barrier = vk::ImageMemoryBarrier::default()
            .image(self.image)
            .old_layout(vk::ImageLayout::UNDEFINED)
            .new_layout(vk::ImageLayout::GENERAL)
            .dst_access_mask(vk::AccessFlags::TRANSFER_WRITE)
            .src_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
            .dst_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
            .subresource_range(everything());
        // SAFETY: the command buffer is being recorded outside a render pass; the regions were
        // checked against the buffer sizes when the image was created.
        unsafe {
            let device = &objects.gpu.device;
            device.cmd_pipeline_barrier(
                commands,
                vk::PipelineStageFlags::TOP_OF_PIPE,
                vk::PipelineStageFlags::TRANSFER,
                vk::DependencyFlags::empty(),
                &[],
                &[],
                &[barrier],
            );
            for (level, upload) in self.uploads.iter().enumerate() {
                device.cmd_copy_buffer_to_image(
                    commands,
                    upload.buffer,
                    self.image,
                    vk::ImageLayout::GENERAL,
                    &[self.region(level as u32)],
                );
            }
        }
    }

    /// Records the copy of level 0 to a buffer of at least [`size`](Image::size) bytes.
    pub(super) fn download(
        &self,
        objects: &Objects<'_>,
        commands: vk::CommandBuffer,
        layout: vk::ImageLayout,
        target: HostBuffer,
    ) {
        // SAFETY: the command buffer is being recorded outside a render pass, and the caller
        // created the buffer with this size.
        unsafe {
            objects.gpu.device.cmd_copy_image_to_buffer(
                commands,
                self.image,
                layout,
                target.buffer,
                &[self.region(0)],
            );
        }
    }
}

pub(super) fn everything() -> vk::ImageSubresourceRange {
    vk::ImageSubresourceRange::default()
        .aspect_mask(vk::ImageAspectFlags::COLOR)
        .level_count(vk::REMAINING_MIP_LEVELS)
        .layer_count(vk::REMAINING_ARRAY_LAYERS)
}
