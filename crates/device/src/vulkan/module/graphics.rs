//! Draws with one stage of a module.
#![allow(unsafe_code)]

use std::ffi::CString;

use ash::vk;
use glassbox_spirv::reflect::ScalarClass;
use glassbox_vbc::raw::Rank;

use super::resources::Bindings;
use super::{Run, shader};
use crate::format::Texel;
use crate::module::capture::Captured;
use crate::module::stages::{INSTANCES, attribute, vertices};
use crate::module::{CLEAR_FLOAT, CLEAR_INTEGER, Subject};
use crate::package::picture::SIZE;
use crate::scene::Texture;
use crate::vulkan::image::{Image, format};
use crate::vulkan::objects::{HostBuffer, Objects};
use crate::vulkan::package::{area, framebuffer};
use crate::vulkan::package_pipeline::{Depth, render_pass};

/// An attachment.
pub(super) struct Target {
    pub(super) location: u32,
    /// Components that the original module writes; none of an attachment that only fills a gap.
    pub(super) components: u32,
    pub(super) image: Image,
}

/// The bytes of a cleared attachment.
pub(super) fn cleared(texel: Texel, length: usize) -> Vec<u8> {
    let word = if texel.is_integer() { CLEAR_INTEGER } else { CLEAR_FLOAT.to_bits() };
    word.to_le_bytes().into_iter().cycle().take(length).collect()
}

/// Draws with a fragment stage over the whole target.
pub(super) fn fragment(
    objects: &mut Objects<'_>,
    run: &Run<'_>,
    bindings: &Bindings,
    commands: vk::CommandBuffer,
) -> Result<Vec<Target>, String> {
    let (vertex, entry) = match run.front {
        Some(front) => (&front.words[..], front.entry().name.as_str()),
        None => (run.vertex.ok_or("no vertex stage")?, "main"),
    };
    let fed = run.front.map(|front| Fed::of(objects, front, run.nudge)).transpose()?.unwrap_or_default();
    let targets = targets(objects, run)?;
    let colors: Vec<Image> = targets.iter().map(|target| target.image.clone()).collect();
    let depth = Depth::new(objects)?;
    let inputs = bindings.attachments(run.given);
    let pass = render_pass(objects, &colors, &inputs)?;
    let framebuffer = framebuffer(objects, pass, &colors, &depth, &inputs)?;
    let modules = [
        (vk::ShaderStageFlags::VERTEX, shader(objects, vertex)?, entry),
        (vk::ShaderStageFlags::FRAGMENT, shader(objects, &run.subject.words)?, &run.subject.entry().name),
    ];
    let made = Made { stages: &modules, attributes: &fed.attributes, colors: colors.len(), captures: false };
    let pipeline = pipeline(objects, &made, bindings.layout, pass)?;
    let values: Vec<vk::ClearValue> = colors.iter().map(clear).chain([far()]).collect();
    bindings.bind(objects, commands, vk::PipelineBindPoint::GRAPHICS, run.given);
    begin(objects, commands, (pass, framebuffer, pipeline), &values);
    // SAFETY: see `mod.rs` of `vulkan`.
    unsafe {
        let device = &objects.gpu.device;
        fed.bind(objects, commands);
        device.cmd_draw(commands, fed.count, fed.instances, 0, 0);
        device.cmd_end_render_pass(commands);
    }
    Ok(targets)
}

/// Draws points with a vertex stage and captures its outputs.
pub(super) fn vertex(
    objects: &mut Objects<'_>,
    run: &Run<'_>,
    captured: &Captured,
    bindings: &Bindings,
    commands: vk::CommandBuffer,
) -> Result<HostBuffer, String> {
    let feedback = objects.gpu.feedback.clone().ok_or("no transform feedback")?;
    let fed = Fed::of(objects, run.subject, run.nudge)?;
    let size = u64::from(captured.stride * fed.count * fed.instances);
    let buffer =
        objects.buffer(&vec![0; size as usize], vk::BufferUsageFlags::TRANSFORM_FEEDBACK_BUFFER_EXT)?;
    let depth = Depth::new(objects)?;
    let pass = render_pass(objects, &[], &[])?;
    let framebuffer = framebuffer(objects, pass, &[], &depth, &[])?;
    let module = shader(objects, &captured.words)?;
    let modules = [(vk::ShaderStageFlags::VERTEX, module, run.subject.entry().name.as_str())];
    let made = Made { stages: &modules, attributes: &fed.attributes, colors: 0, captures: true };
    let pipeline = pipeline(objects, &made, bindings.layout, pass)?;
    let values = [far()];
    bindings.bind(objects, commands, vk::PipelineBindPoint::GRAPHICS, run.given);
    begin(objects, commands, (pass, framebuffer, pipeline), &values);
    // SAFETY: see `mod.rs` of `vulkan`; the device was opened with transform feedback, and the buffer holds all vertices.
    unsafe {
        let device = &objects.gpu.device;
        fed.bind(objects, commands);
        let functions = feedback.fp();
        (functions.cmd_bind_transform_feedback_buffers_ext)(commands, 0, 1, &buffer.buffer, &0, &size);
        (functions.cmd_begin_transform_feedback_ext)(commands, 0, 0, std::ptr::null(), std::ptr::null());
        device.cmd_draw(commands, fed.count, fed.instances, 0, 0);
        (functions.cmd_end_transform_feedback_ext)(commands, 0, 0, std::ptr::null(), std::ptr::null());
        device.cmd_end_render_pass(commands);
    }
    Ok(buffer)
}

/// What a vertex stage is fed with.
struct Fed {
    attributes: Vec<(u32, Texel)>,
    buffers: Vec<vk::Buffer>,
    count: u32,
    instances: u32,
}

/// A triangle of a stage that needs nothing.
impl Default for Fed {
    fn default() -> Fed {
        Fed { attributes: Vec::new(), buffers: Vec::new(), count: 3, instances: 1 }
    }
}

impl Fed {
    fn of(objects: &mut Objects<'_>, subject: &Subject, nudge: u64) -> Result<Fed, String> {
        let mut fed = Fed { count: vertices(subject), instances: INSTANCES, ..Fed::default() };
        for (location, (class, _)) in subject.inputs()? {
            let texel = Texel::of_class(class)?;
            fed.attributes.push((location, texel));
            let bytes = attribute(location, texel, nudge);
            fed.buffers.push(objects.buffer(&bytes, vk::BufferUsageFlags::VERTEX_BUFFER)?.buffer);
        }
        Ok(fed)
    }

    fn bind(&self, objects: &Objects<'_>, commands: vk::CommandBuffer) {
        if !self.buffers.is_empty() {
            let offsets = vec![0; self.buffers.len()];
            // SAFETY: see `mod.rs` of `vulkan`; the buffers hold the attributes of all vertices.
            unsafe { objects.gpu.device.cmd_bind_vertex_buffers(commands, 0, &self.buffers, &offsets) };
        }
    }
}

/// Begins a pass with its attachments cleared, and binds the pipeline.
fn begin(
    objects: &Objects<'_>,
    commands: vk::CommandBuffer,
    (pass, framebuffer, pipeline): (vk::RenderPass, vk::Framebuffer, vk::Pipeline),
    values: &[vk::ClearValue],
) {
    let begin = vk::RenderPassBeginInfo::default()
        .render_pass(pass)
        .framebuffer(framebuffer)
        .render_area(area())
        .clear_values(values);
    // SAFETY: see `mod.rs` of `vulkan`.
    unsafe {
        let device = &objects.gpu.device;
        device.cmd_begin_render_pass(commands, &begin, vk::SubpassContents::INLINE);
        device.cmd_bind_pipeline(commands, vk::PipelineBindPoint::GRAPHICS, pipeline);
    }
}

fn targets(objects: &mut Objects<'_>, run: &Run<'_>) -> Result<Vec<Target>, String> {
    let last = run.targets.keys().max().map_or(0, |last| last + 1);
    if last > 8 {
        return Err(format!("{last} attachments"));
    }
    let texture = Texture { extent: [SIZE, SIZE, 1], layers: 1, levels: Vec::new() };
    (0..last)
        .map(|location| {
            let (texel, components) = match run.targets.get(&location) {
                Some((class, components)) => (Texel::of_class(*class)?, *components),
                None => (Texel::of_class(ScalarClass::Float)?, 0),
            };
            let usage = vk::ImageUsageFlags::COLOR_ATTACHMENT;
            let image = Image::new(objects, Rank::D2, texel, &texture, usage)?;
            Ok(Target { location, components, image })
        })
        .collect()
}

fn clear(color: &Image) -> vk::ClearValue {
    let color = if color.texel.is_integer() {
        vk::ClearColorValue { uint32: [CLEAR_INTEGER; 4] }
    } else {
        vk::ClearColorValue { float32: [CLEAR_FLOAT; 4] }
    };
    vk::ClearValue { color }
}

fn far() -> vk::ClearValue {
    vk::ClearValue { depth_stencil: vk::ClearDepthStencilValue { depth: 1.0, stencil: 0 } }
}

/// What a pipeline is made of.
struct Made<'a> {
    stages: &'a [(vk::ShaderStageFlags, vk::ShaderModule, &'a str)],
    /// Vertex attributes, each in a buffer of its own.
    attributes: &'a [(u32, Texel)],
    colors: usize,
    /// Outputs are captured and nothing is drawn.
    captures: bool,
}

fn pipeline(
    objects: &mut Objects<'_>,
    of: &Made<'_>,
    layout: vk::PipelineLayout,
    pass: vk::RenderPass,
) -> Result<vk::Pipeline, String> {
    let names = of.stages.iter().map(|(.., name)| CString::new(*name).map_err(|error| error.to_string()));
    let names = names.collect::<Result<Vec<_>, _>>()?;
    let stages: Vec<vk::PipelineShaderStageCreateInfo<'_>> = of
        .stages
        .iter()
        .zip(&names)
        .map(|((stage, module, _), name)| {
            vk::PipelineShaderStageCreateInfo::default().stage(*stage).module(*module).name(name)
        })
        .collect();
    let (mut buffers, mut attributes) = (Vec::new(), Vec::new());
    for (index, (location, texel)) in (0..).zip(of.attributes) {
        buffers.push(vk::VertexInputBindingDescription::default().binding(index).stride(16));
        attributes.push(
            vk::VertexInputAttributeDescription::default()
                .location(*location)
                .binding(index)
                .format(format(*texel)?),
        );
    }
    let vertices = vk::PipelineVertexInputStateCreateInfo::default()
        .vertex_binding_descriptions(&buffers)
        .vertex_attribute_descriptions(&attributes);
    let topology =
        if of.captures { vk::PrimitiveTopology::POINT_LIST } else { vk::PrimitiveTopology::TRIANGLE_LIST };
    let assembly = vk::PipelineInputAssemblyStateCreateInfo::default().topology(topology);
    let viewports = [vk::Viewport::default().width(SIZE as f32).height(SIZE as f32).max_depth(1.0)];
    let scissors = [area()];
    let viewport = vk::PipelineViewportStateCreateInfo::default().viewports(&viewports).scissors(&scissors);
    let raster = vk::PipelineRasterizationStateCreateInfo::default()
        .rasterizer_discard_enable(of.captures)
        .line_width(1.0);
    let samples =
        vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(vk::SampleCountFlags::TYPE_1);
    let depth = vk::PipelineDepthStencilStateCreateInfo::default();
    let blends = vec![
        vk::PipelineColorBlendAttachmentState::default()
            .color_write_mask(vk::ColorComponentFlags::RGBA);
        of.colors
    ];
    let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&blends);
    let create = vk::GraphicsPipelineCreateInfo::default()
        .stages(&stages)
        .vertex_input_state(&vertices)
        .input_assembly_state(&assembly)
        .viewport_state(&viewport)
        .rasterization_state(&raster)
        .multisample_state(&samples)
        .depth_stencil_state(&depth)
        .color_blend_state(&blend)
        .layout(layout)
        .render_pass(pass);
    objects.graphics_pipeline(create)
}
