//! Creates the render pass, vertex inputs and pipeline of a program.
#![allow(unsafe_code)]

use ash::vk;
use glassbox_vbc::program::Program;
use glassbox_vbc::raw::BaseType;

use super::image::{Image, format};
use super::objects::{Object, Objects};
use crate::format::Texel;
use crate::scene::{Scene, Topology};

/// A colour attachment.
pub(super) struct Attachment {
    pub(super) location: u8,
    pub(super) image: Image,
    pub(super) clear: [u32; 4],
}

/// Render pass with one subpass: subpass inputs first, then the colour attachments.
pub(super) fn render_pass(
    objects: &mut Objects<'_>,
    inputs: &[Image],
    colors: &[Attachment],
) -> Result<vk::RenderPass, String> {
    let mut attachments = Vec::new();
    let mut input_references = Vec::new();
    for input in inputs {
        input_references.push(reference(attachments.len(), vk::ImageLayout::GENERAL));
        attachments.push(
            vk::AttachmentDescription::default()
                .format(format(input.texel)?)
                .samples(vk::SampleCountFlags::TYPE_1)
                .load_op(vk::AttachmentLoadOp::LOAD)
                .store_op(vk::AttachmentStoreOp::STORE)
                .initial_layout(vk::ImageLayout::GENERAL)
                .final_layout(vk::ImageLayout::GENERAL),
        );
    }
    let count = colors.iter().map(|color| usize::from(color.location) + 1).max().unwrap_or(0);
    let unused = vk::AttachmentReference::default().attachment(vk::ATTACHMENT_UNUSED);
    let mut color_references = vec![unused; count];
    for color in colors {
        color_references[usize::from(color.location)] =
            reference(attachments.len(), vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL);
        attachments.push(
            vk::AttachmentDescription::default()
                .format(format(color.image.texel)?)
                .samples(vk::SampleCountFlags::TYPE_1)
                .load_op(vk::AttachmentLoadOp::CLEAR)
                .store_op(vk::AttachmentStoreOp::STORE)
                .initial_layout(vk::ImageLayout::UNDEFINED)
                .final_layout(vk::ImageLayout::TRANSFER_SRC_OPTIMAL),
        );
    }
    let subpasses = [vk::SubpassDescription::default()
        .pipeline_bind_point(vk::PipelineBindPoint::GRAPHICS)
        .input_attachments(&input_references)
        .color_attachments(&color_references)];
    let create = vk::RenderPassCreateInfo::default().attachments(&attachments).subpasses(&subpasses);
    // SAFETY: see `mod.rs`.
    let pass = unsafe { objects.gpu.device.create_render_pass(&create, None) };
    objects.keep("render pass", pass, Object::RenderPass)
}

pub(super) fn reference(index: usize, layout: vk::ImageLayout) -> vk::AttachmentReference {
    vk::AttachmentReference::default().attachment(index as u32).layout(layout)
}

/// Vertex attributes of a program, and the size of a vertex in bytes.
fn attributes(program: &Program<'_>) -> Result<(Vec<vk::VertexInputAttributeDescription>, u32), String> {
    let (mut attributes, mut offset) = (Vec::new(), 0);
    for input in program.inputs.iter() {
        let format = match (input.base_type, input.rows) {
            (BaseType::SIGNED, 1) => vk::Format::R32_SINT,
            (BaseType::SIGNED, 2) => vk::Format::R32G32_SINT,
            (BaseType::SIGNED, 3) => vk::Format::R32G32B32_SINT,
            (BaseType::SIGNED, 4) => vk::Format::R32G32B32A32_SINT,
            (BaseType::UNSIGNED, 1) => vk::Format::R32_UINT,
            (BaseType::UNSIGNED, 2) => vk::Format::R32G32_UINT,
            (BaseType::UNSIGNED, 3) => vk::Format::R32G32B32_UINT,
            (BaseType::UNSIGNED, 4) => vk::Format::R32G32B32A32_UINT,
            (BaseType::FLOAT, 1) => vk::Format::R32_SFLOAT,
            (BaseType::FLOAT, 2) => vk::Format::R32G32_SFLOAT,
            (BaseType::FLOAT, 3) => vk::Format::R32G32B32_SFLOAT,
            (BaseType::FLOAT, 4) => vk::Format::R32G32B32A32_SFLOAT,
            (base, rows) => return Err(format!("no vertex attribute is {rows} x {base}")),
        };
        for column in 0..input.locations() {
            attributes.push(
                vk::VertexInputAttributeDescription::default()
                    .location(u32::from(input.location) + column)
                    .format(format)
                    .offset(offset),
            );
            offset += 4 * u32::from(input.rows);
        }
    }
    Ok((attributes, offset))
}

/// Contents of the vertex buffer: interleaved inputs.
pub(super) fn vertex_bytes(program: &Program<'_>, scene: &Scene) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    for vertex in 0..(scene.firsts[0] + scene.counts[0]) as usize {
        for input in program.inputs.iter() {
            let words = input.locations() as usize * usize::from(input.rows);
            let values = scene
                .inputs
                .get(&input.location)
                .and_then(|values| values.get(vertex * words..(vertex + 1) * words))
                .ok_or_else(|| format!("the scene has no vertex {vertex} for input {}", input.location))?;
            bytes.extend(values.iter().flat_map(|word| word.to_le_bytes()));
        }
    }
    Ok(bytes)
}

/// Creates the pipeline of a program from its modules.
pub(super) fn pipeline(
    objects: &mut Objects<'_>,
    program: &Program<'_>,
    scene: &Scene,
    modules: [&[u32]; 2],
    layout: vk::PipelineLayout,
    pass: vk::RenderPass,
    colors: usize,
) -> Result<vk::Pipeline, String> {
    let mut stages = Vec::new();
    for (words, stage) in
        modules.into_iter().zip([vk::ShaderStageFlags::VERTEX, vk::ShaderStageFlags::FRAGMENT])
    {
        let create = vk::ShaderModuleCreateInfo::default().code(words);
        // SAFETY: see `mod.rs`. An invalid SPIR-V module may crash the driver: the
        // programs are those of this project's tests, whose modules are validated beforehand if the
        // validator is installed.
        let module = unsafe { objects.gpu.device.create_shader_module(&create, None) };
        let module = objects.keep("shader module", module, Object::ShaderModule)?;
        stages.push(vk::PipelineShaderStageCreateInfo::default().stage(stage).module(module).name(c"main"));
    }
    let (attributes, stride) = attributes(program)?;
    let buffers = [vk::VertexInputBindingDescription::default().stride(stride)];
    let mut vertices = vk::PipelineVertexInputStateCreateInfo::default();
    if !attributes.is_empty() {
        vertices = vertices.vertex_binding_descriptions(&buffers).vertex_attribute_descriptions(&attributes);
    }
    let assembly = vk::PipelineInputAssemblyStateCreateInfo::default().topology(match scene.topology {
        Topology::Triangles => vk::PrimitiveTopology::TRIANGLE_LIST,
        Topology::Points => vk::PrimitiveTopology::POINT_LIST,
    });
    let area = vk::Extent2D { width: scene.size[0], height: scene.size[1] };
    let viewports =
        [vk::Viewport::default().width(area.width as f32).height(area.height as f32).max_depth(1.0)];
    let scissors = [vk::Rect2D::default().extent(area)];
    let viewport = vk::PipelineViewportStateCreateInfo::default().viewports(&viewports).scissors(&scissors);
    let raster = vk::PipelineRasterizationStateCreateInfo::default()
        .cull_mode(vk::CullModeFlags::NONE)
        .front_face(vk::FrontFace::COUNTER_CLOCKWISE)
        .line_width(1.0);
    let samples =
        vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(vk::SampleCountFlags::TYPE_1);
    let all = vk::ColorComponentFlags::RGBA;
    let blends = vec![vk::PipelineColorBlendAttachmentState::default().color_write_mask(all); colors];
    let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&blends);
    let create = vk::GraphicsPipelineCreateInfo::default()
        .stages(&stages)
        .vertex_input_state(&vertices)
        .input_assembly_state(&assembly)
        .viewport_state(&viewport)
        .rasterization_state(&raster)
        .multisample_state(&samples)
        .color_blend_state(&blend)
        .layout(layout)
        .render_pass(pass);
    objects.graphics_pipeline(create)
}

/// Colour attachments for a program's outputs.
pub(super) fn attachments(
    objects: &mut Objects<'_>,
    program: &Program<'_>,
    scene: &Scene,
) -> Result<Vec<Attachment>, String> {
    let texture =
        crate::scene::Texture { extent: [scene.size[0], scene.size[1], 1], layers: 1, levels: Vec::new() };
    let mut attachments = Vec::new();
    for output in program.outputs.iter() {
        let texel = Texel::of_output(output.base_type, output.rows).ok_or("an output of an unknown type")?;
        let usage = vk::ImageUsageFlags::COLOR_ATTACHMENT;
        attachments.push(Attachment {
            location: output.location,
            image: Image::new(objects, glassbox_vbc::raw::Rank::D2, texel, &texture, usage)?,
            clear: scene.clear.get(&output.location).copied().unwrap_or_default(),
        });
    }
    Ok(attachments)
}
