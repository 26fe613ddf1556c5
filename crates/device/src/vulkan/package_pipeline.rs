//! Creates the render pass, depth buffer and pipeline of a package.
#![allow(unsafe_code)]

use std::ffi::CString;

use ash::vk;
use glassbox_bpx::kinds::{BaseType, BlendFactor, BlendOperator, CullingMode, RenderMode};
use glassbox_bpx::raw::Stage;
use glassbox_spirv::walk::Binary;

use super::image::{Image, everything, format};
use super::objects::{Object, Objects};
use super::pipeline::reference;
use crate::package::model::PATCH;
use crate::package::picture::SIZE;
use crate::package::{Attribute, Pipeline, RenderTarget};

/// Format of the depth buffer.
const DEPTH: vk::Format = vk::Format::D32_SFLOAT;

/// A depth buffer.
pub(super) struct Depth {
    pub(super) view: vk::ImageView,
}

impl Depth {
    pub(super) fn new(objects: &mut Objects<'_>) -> Result<Depth, String> {
        let create = vk::ImageCreateInfo::default()
            .image_type(vk::ImageType::TYPE_2D)
            .format(DEPTH)
            .extent(vk::Extent3D { width: SIZE, height: SIZE, depth: 1 })
            .mip_levels(1)
            .array_layers(1)
            .samples(vk::SampleCountFlags::TYPE_1)
            .usage(vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT);
        // SAFETY: see `mod.rs`.
        let image = unsafe { objects.gpu.device.create_image(&create, None) };
        let image = objects.keep("depth buffer", image, Object::Image)?;
        // SAFETY: the image was just created on this device.
        let needs = unsafe { objects.gpu.device.get_image_memory_requirements(image) };
        let memory = objects.allocate(needs, vk::MemoryPropertyFlags::empty())?;
        let range = everything().aspect_mask(vk::ImageAspectFlags::DEPTH);
        let create = vk::ImageViewCreateInfo::default()
            .image(image)
            .view_type(vk::ImageViewType::TYPE_2D)
            .format(DEPTH)
            .subresource_range(range);
        // SAFETY: the memory has the size and type that the image requires; the view is created
        // after the memory is bound.
        let view = unsafe {
            let device = &objects.gpu.device;
            device.bind_image_memory(image, memory, 0).and_then(|()| device.create_image_view(&create, None))
        };
        let view = objects.keep("view of the depth buffer", view, Object::ImageView)?;
        Ok(Depth { view })
    }
}

/// Render pass with one subpass: render targets, the depth buffer, then input attachments with their indices.
pub(super) fn render_pass(
    objects: &mut Objects<'_>,
    colors: &[Image],
    inputs: &[(u32, Image)],
) -> Result<vk::RenderPass, String> {
    let attachment = |format, last| {
        vk::AttachmentDescription::default()
            .format(format)
            .samples(vk::SampleCountFlags::TYPE_1)
            .load_op(vk::AttachmentLoadOp::CLEAR)
            .store_op(vk::AttachmentStoreOp::STORE)
            .initial_layout(vk::ImageLayout::UNDEFINED)
            .final_layout(last)
    };
    let mut attachments = Vec::new();
    let mut references = Vec::new();
    for (place, color) in colors.iter().enumerate() {
        references.push(reference(place, vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL));
        let last = vk::ImageLayout::TRANSFER_SRC_OPTIMAL;
        attachments.push(attachment(format(color.texel)?, last));
    }
    let depth = reference(colors.len(), vk::ImageLayout::DEPTH_STENCIL_ATTACHMENT_OPTIMAL);
    attachments.push(attachment(DEPTH, vk::ImageLayout::DEPTH_STENCIL_ATTACHMENT_OPTIMAL));
    let unused = vk::AttachmentReference::default().attachment(vk::ATTACHMENT_UNUSED);
    let count = inputs.iter().map(|(index, _)| *index as usize + 1).max().unwrap_or(0);
    let mut input_references = vec![unused; count];
    for (index, input) in inputs {
        input_references[*index as usize] = reference(attachments.len(), vk::ImageLayout::GENERAL);
        let input = attachment(format(input.texel)?, vk::ImageLayout::GENERAL);
        let input = input.load_op(vk::AttachmentLoadOp::LOAD).initial_layout(vk::ImageLayout::GENERAL);
        attachments.push(input);
    }
    let subpasses = [vk::SubpassDescription::default()
        .pipeline_bind_point(vk::PipelineBindPoint::GRAPHICS)
        .color_attachments(&references)
        .input_attachments(&input_references)
        .depth_stencil_attachment(&depth)];
    let create = vk::RenderPassCreateInfo::default().attachments(&attachments).subpasses(&subpasses);
    // SAFETY: see `mod.rs`.
    let pass = unsafe { objects.gpu.device.create_render_pass(&create, None) };
    objects.keep("render pass", pass, Object::RenderPass)
}

fn attribute(of: &Attribute) -> Result<vk::VertexInputAttributeDescription, String> {
    let format = match (of.base, of.components) {
        (BaseType::FLOAT, 1) => vk::Format::R32_SFLOAT,
        (BaseType::FLOAT, 2) => vk::Format::R32G32_SFLOAT,
        (BaseType::FLOAT, 3) => vk::Format::R32G32B32_SFLOAT,
        (BaseType::FLOAT, 4) => vk::Format::R32G32B32A32_SFLOAT,
        (BaseType::INT, 1) => vk::Format::R32_SINT,
        (BaseType::INT, 2) => vk::Format::R32G32_SINT,
        (BaseType::INT, 3) => vk::Format::R32G32B32_SINT,
        (BaseType::INT, 4) => vk::Format::R32G32B32A32_SINT,
        (BaseType::UINT, 1) => vk::Format::R32_UINT,
        (BaseType::UINT, 2) => vk::Format::R32G32_UINT,
        (BaseType::UINT, 3) => vk::Format::R32G32B32_UINT,
        (BaseType::UINT, 4) => vk::Format::R32G32B32A32_UINT,
        (base, components) => return Err(format!("no vertex input is {components} x {base}")),
    };
    Ok(vk::VertexInputAttributeDescription::default().location(of.location).format(format).offset(of.offset))
}

fn factor(of: BlendFactor) -> vk::BlendFactor {
    match of {
        BlendFactor::ZERO => vk::BlendFactor::ZERO,
        BlendFactor::SRC_COLOR => vk::BlendFactor::SRC_COLOR,
        BlendFactor::ONE_MINUS_SRC_COLOR => vk::BlendFactor::ONE_MINUS_SRC_COLOR,
        BlendFactor::SRC_ALPHA => vk::BlendFactor::SRC_ALPHA,
        BlendFactor::ONE_MINUS_SRC_ALPHA => vk::BlendFactor::ONE_MINUS_SRC_ALPHA,
        BlendFactor::DST_COLOR => vk::BlendFactor::DST_COLOR,
        BlendFactor::ONE_MINUS_DST_COLOR => vk::BlendFactor::ONE_MINUS_DST_COLOR,
        BlendFactor::DST_ALPHA => vk::BlendFactor::DST_ALPHA,
        BlendFactor::ONE_MINUS_DST_ALPHA => vk::BlendFactor::ONE_MINUS_DST_ALPHA,
        BlendFactor::SRC_ALPHA_SATURATE => vk::BlendFactor::SRC_ALPHA_SATURATE,
        _ => vk::BlendFactor::ONE,
    }
}

fn operator(of: BlendOperator) -> vk::BlendOp {
    match of {
        BlendOperator::SUBTRACT => vk::BlendOp::SUBTRACT,
        BlendOperator::INVERSE_SUBTRACT => vk::BlendOp::REVERSE_SUBTRACT,
        BlendOperator::MIN => vk::BlendOp::MIN,
        BlendOperator::MAX => vk::BlendOp::MAX,
        _ => vk::BlendOp::ADD,
    }
}

fn blend(of: &RenderTarget) -> vk::PipelineColorBlendAttachmentState {
    let state =
        vk::PipelineColorBlendAttachmentState::default().color_write_mask(vk::ColorComponentFlags::RGBA);
    let Some(blend) = of.blend else { return state };
    state
        .blend_enable(true)
        .src_color_blend_factor(factor(blend.src_color))
        .dst_color_blend_factor(factor(blend.dst_color))
        .color_blend_op(operator(blend.color_op))
        .src_alpha_blend_factor(factor(blend.src_alpha))
        .dst_alpha_blend_factor(factor(blend.dst_alpha))
        .alpha_blend_op(operator(blend.alpha_op))
}

/// First entry point of a module, and its words.
fn module(code: &[u8]) -> Result<(CString, Vec<u32>), String> {
    const ENTRY_POINT: u32 = 15;
    let module = Binary::read(code).map_err(|_| "the code is not SPIR-V".to_owned())?;
    let entry = module
        .walk()
        .find(|instruction| instruction.first_word() & 0xffff == ENTRY_POINT)
        .and_then(|instruction| instruction.string(2))
        .ok_or("the module has no entry point")?;
    let name = CString::new(entry.0).map_err(|error| error.to_string())?;
    let words = code.chunks_exact(4);
    let words = words.map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
    Ok((name, words.collect()))
}

/// Creates the pipeline of a package.
pub(super) fn pipeline(
    objects: &mut Objects<'_>,
    of: &Pipeline,
    layout: vk::PipelineLayout,
    pass: vk::RenderPass,
) -> Result<vk::Pipeline, String> {
    let mut modules = Vec::new();
    for (stage, code) in &of.stages {
        let (name, words) = module(code).map_err(|error| format!("{stage}: {error}"))?;
        let create = vk::ShaderModuleCreateInfo::default().code(&words);
        // SAFETY: see `mod.rs`. An invalid SPIR-V module may crash the driver: the
        // packages are those of this project's tests, whose modules `.ci/oracles` has validated.
        let made = unsafe { objects.gpu.device.create_shader_module(&create, None) };
        let made = objects.keep("shader module", made, Object::ShaderModule)?;
        modules.push((stage_flag(*stage)?, made, name));
    }
    let stages: Vec<vk::PipelineShaderStageCreateInfo<'_>> = modules
        .iter()
        .map(|(stage, module, name)| {
            vk::PipelineShaderStageCreateInfo::default().stage(*stage).module(*module).name(name)
        })
        .collect();
    let attributes = of.attributes.iter().map(attribute).collect::<Result<Vec<_>, _>>()?;
    let buffers = [vk::VertexInputBindingDescription::default().stride(of.stride)];
    let mut vertices = vk::PipelineVertexInputStateCreateInfo::default();
    if !attributes.is_empty() {
        vertices = vertices.vertex_binding_descriptions(&buffers).vertex_attribute_descriptions(&attributes);
    }
    let patches = of.state.render_mode == RenderMode::PATCHES;
    let assembly = vk::PipelineInputAssemblyStateCreateInfo::default().topology(if patches {
        vk::PrimitiveTopology::PATCH_LIST
    } else {
        vk::PrimitiveTopology::TRIANGLE_LIST
    });
    let tessellation = vk::PipelineTessellationStateCreateInfo::default().patch_control_points(PATCH);
    let area = vk::Extent2D { width: SIZE, height: SIZE };
    let viewports = [vk::Viewport::default().width(SIZE as f32).height(SIZE as f32).max_depth(1.0)];
    let scissors = [vk::Rect2D::default().extent(area)];
    let viewport = vk::PipelineViewportStateCreateInfo::default().viewports(&viewports).scissors(&scissors);
    let raster = vk::PipelineRasterizationStateCreateInfo::default()
        .polygon_mode(match of.state.render_mode {
            RenderMode::WIREFRAME => vk::PolygonMode::LINE,
            _ => vk::PolygonMode::FILL,
        })
        .cull_mode(match of.state.culling_mode {
            CullingMode::BACK_FACE => vk::CullModeFlags::BACK,
            CullingMode::FRONT_FACE => vk::CullModeFlags::FRONT,
            _ => vk::CullModeFlags::NONE,
        })
        .front_face(vk::FrontFace::COUNTER_CLOCKWISE)
        .line_width(1.0);
    let samples =
        vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(vk::SampleCountFlags::TYPE_1);
    let depth = vk::PipelineDepthStencilStateCreateInfo::default()
        .depth_test_enable(of.state.depth_enable)
        .depth_write_enable(of.state.depth_enable && of.state.depth_write_enable)
        .depth_compare_op(vk::CompareOp::LESS);
    let blends: Vec<vk::PipelineColorBlendAttachmentState> = of.outputs.iter().map(blend).collect();
    let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&blends);
    let mut create = vk::GraphicsPipelineCreateInfo::default()
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
    if patches {
        create = create.tessellation_state(&tessellation);
    }
    objects.graphics_pipeline(create)
}

/// Flag of a stage.
pub(super) fn stage_flag(stage: Stage) -> Result<vk::ShaderStageFlags, String> {
    Ok(match stage {
        Stage::VERTEX => vk::ShaderStageFlags::VERTEX,
        Stage::HULL => vk::ShaderStageFlags::TESSELLATION_CONTROL,
        Stage::DOMAIN => vk::ShaderStageFlags::TESSELLATION_EVALUATION,
        Stage::GEOMETRY => vk::ShaderStageFlags::GEOMETRY,
        Stage::PIXEL => vk::ShaderStageFlags::FRAGMENT,
        other => return Err(format!("no stage is {other}")),
    })
}

/// Flags of all stages of a pipeline.
pub(super) fn stage_flags(of: &Pipeline) -> Result<vk::ShaderStageFlags, String> {
    of.stages
        .iter()
        .try_fold(vk::ShaderStageFlags::empty(), |flags, (stage, _)| Ok(flags | stage_flag(*stage)?))
}
