//! Draws once with the pipeline of a shader package: descriptor sets by class, registers as
//! bindings, root constants as push constants.
#![allow(unsafe_code)]

use ash::vk;

use super::draw::{barrier, commands, submit};
use super::gpu::Gpu;
use super::image::Image;
use super::objects::{HostBuffer, Object, Objects};
use super::package_pipeline::{Depth, pipeline, render_pass, stage_flags};
use super::package_resources::Bindings;
use crate::package::Pipeline;
use crate::package::model::{INSTANCES, VERTICES};
use crate::package::picture::{Picture, SIZE};
use crate::scene::Texture;

impl Gpu {
    /// Draws with the pipeline of a package for Vulkan.
    ///
    /// # Errors
    ///
    /// The error of the driver or, if installed, the validation layers.
    pub fn draw_package(&self, of: &Pipeline) -> Result<Vec<Picture>, String> {
        self.take_messages();
        let mut objects = Objects::new(self);
        let objects = &mut objects;
        let bindings = Bindings::new(objects, of)?;
        let colors = targets(objects, of)?;
        let depth = Depth::new(objects)?;
        let pass = render_pass(objects, &colors, &[])?;
        let pipeline = pipeline(objects, of, bindings.layout, pass)?;
        let framebuffer = framebuffer(objects, pass, &colors, &depth, &[])?;
        let vertices = objects.buffer(&of.vertices, vk::BufferUsageFlags::VERTEX_BUFFER)?;
        let commands = commands(objects)?;
        for image in &bindings.images {
            image.upload(objects, commands);
        }
        let mut values: Vec<vk::ClearValue> = colors.iter().map(clear).collect();
        values.push(vk::ClearValue { depth_stencil: vk::ClearDepthStencilValue { depth: 1.0, stencil: 0 } });
        let begin = vk::RenderPassBeginInfo::default()
            .render_pass(pass)
            .framebuffer(framebuffer)
            .render_area(area())
            .clear_values(&values);
        let flags = stage_flags(of)?;
        // SAFETY: see `mod.rs`; everything used by the commands lives as long as
        // `objects`.
        unsafe {
            let device = &self.device;
            barrier(
                device,
                commands,
                vk::PipelineStageFlags::TRANSFER,
                vk::AccessFlags::TRANSFER_WRITE,
                vk::PipelineStageFlags::ALL_GRAPHICS,
                vk::AccessFlags::SHADER_READ,
            );
            device.cmd_begin_render_pass(commands, &begin, vk::SubpassContents::INLINE);
            let graphics = vk::PipelineBindPoint::GRAPHICS;
            device.cmd_bind_pipeline(commands, graphics, pipeline);
            device.cmd_bind_descriptor_sets(commands, graphics, bindings.layout, 0, &bindings.sets, &[]);
            if !of.root.is_empty() {
                device.cmd_push_constants(commands, bindings.layout, flags, 0, &of.root);
            }
            if !of.attributes.is_empty() {
                device.cmd_bind_vertex_buffers(commands, 0, &[vertices.buffer], &[0]);
            }
            device.cmd_draw(commands, VERTICES, INSTANCES, 0, 0);
            device.cmd_end_render_pass(commands);
            barrier(
                device,
                commands,
                vk::PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT,
                vk::AccessFlags::COLOR_ATTACHMENT_WRITE,
                vk::PipelineStageFlags::TRANSFER,
                vk::AccessFlags::TRANSFER_READ,
            );
        }
        let mut downloads = Vec::new();
        for color in &colors {
            let target = objects.empty_buffer(color.size() as u64, vk::BufferUsageFlags::TRANSFER_DST)?;
            let layout = vk::ImageLayout::TRANSFER_SRC_OPTIMAL;
            color.download(objects, commands, layout, target);
            downloads.push(target);
        }
        submit(objects, commands)?;
        let pictures = pictures(objects, of, &colors, &downloads)?;
        match self.take_messages() {
            messages if messages.is_empty() => Ok(pictures),
            messages => Err(messages.join("\n")),
        }
    }
}

pub(super) fn area() -> vk::Rect2D {
    vk::Rect2D::default().extent(vk::Extent2D { width: SIZE, height: SIZE })
}

/// Clear value of a target.
fn clear(color: &Image) -> vk::ClearValue {
    let color = if color.texel.is_integer() {
        vk::ClearColorValue { uint32: [0; 4] }
    } else {
        vk::ClearColorValue { float32: Picture::CLEAR }
    };
    vk::ClearValue { color }
}

fn targets(objects: &mut Objects<'_>, of: &Pipeline) -> Result<Vec<Image>, String> {
    let texture = Texture { extent: [SIZE, SIZE, 1], layers: 1, levels: Vec::new() };
    let usage = vk::ImageUsageFlags::COLOR_ATTACHMENT;
    let rank = glassbox_vbc::raw::Rank::D2;
    of.outputs
        .iter()
        .enumerate()
        .map(|(place, output)| {
            if output.register as usize != place {
                return Err("the render targets have gaps".to_owned());
            }
            Image::new(objects, rank, output.texel, &texture, usage)
        })
        .collect()
}

pub(super) fn framebuffer(
    objects: &mut Objects<'_>,
    pass: vk::RenderPass,
    colors: &[Image],
    depth: &Depth,
    inputs: &[(u32, Image)],
) -> Result<vk::Framebuffer, String> {
    let mut views: Vec<vk::ImageView> = colors.iter().map(|image| image.view).collect();
    views.push(depth.view);
    views.extend(inputs.iter().map(|(_, input)| input.view));
    let create = vk::FramebufferCreateInfo::default()
        .render_pass(pass)
        .attachments(&views)
        .width(SIZE)
        .height(SIZE)
        .layers(1);
    // SAFETY: see `mod.rs`.
    let framebuffer = unsafe { objects.gpu.device.create_framebuffer(&create, None) };
    objects.keep("framebuffer", framebuffer, Object::Framebuffer)
}

fn pictures(
    objects: &Objects<'_>,
    of: &Pipeline,
    colors: &[Image],
    downloads: &[HostBuffer],
) -> Result<Vec<Picture>, String> {
    let targets = of.outputs.iter().zip(colors).zip(downloads);
    targets
        .map(|((output, color), buffer)| {
            Ok(Picture {
                register: output.register,
                texel: output.texel,
                bytes: objects.read(*buffer, color.size())?,
            })
        })
        .collect()
}
