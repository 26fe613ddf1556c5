//! Draws once, from a file and a scene to an outcome.
#![allow(unsafe_code)]

use ash::vk;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_vbc::program::Program;
use glassbox_vbc::raw::Rank;
use glassbox_vbc::read::{File, open};

use super::descriptors::{Interface, UNIFORM_OFFSET};
use super::gpu::Gpu;
use super::image::Image;
use super::objects::{HostBuffer, Object, Objects};
use super::pipeline::{Attachment, attachments, pipeline, render_pass, vertex_bytes};
use super::resources::{Bound, Resources};
use crate::format::Texel;
use crate::scene::{Outcome, Scene, Texture};
use crate::specialize::{Fit, specialize};

/// Timeout of a draw in nanoseconds. Software drivers compile at the first draw, which takes a while on a machine with other things to do.
const TIMEOUT: u64 = 600_000_000_000;

/// Stages that may access a resource.
const SHADERS: vk::PipelineStageFlags = vk::PipelineStageFlags::from_raw(
    vk::PipelineStageFlags::VERTEX_SHADER.as_raw() | vk::PipelineStageFlags::FRAGMENT_SHADER.as_raw(),
);

/// Copies read after the draw.
struct Downloads {
    colors: Vec<(u8, HostBuffer, usize)>,
    slots: Vec<(u8, HostBuffer, usize)>,
}

impl Gpu {
    /// Draws a scene with the program of a VBC file.
    ///
    /// # Errors
    /// If the file is invalid, the scene does not match the program, or the driver rejects them.
    pub fn draw(&self, vbc: &[u8], scene: &Scene) -> Result<Outcome, String> {
        let (file, _) =
            open(Window::whole(vbc), &Limits::default()).map_err(|error| error.message.clone())?;
        match file {
            File::Released(released) => self.draw_program(&released.program, scene),
            _ => Err("the file is not of the released layout".to_owned()),
        }
    }

    fn draw_program(&self, program: &Program<'_>, scene: &Scene) -> Result<Outcome, String> {
        self.take_messages();
        let mut objects = Objects::new(self);
        let objects = &mut objects;
        let resources = Resources::new(objects, program, scene)?;
        for (length, limit) in resources.lengths().into_iter().zip(self.table_limits) {
            if u32::from(length) > limit {
                return Err(format!("the device has tables of {limit} descriptors, the scene uses {length}"));
            }
        }
        let uniform = uniform(objects, program, scene)?;
        let inputs = subpass_inputs(objects, program, scene)?;
        let colors = attachments(objects, program, scene)?;
        let interface = Interface::new(objects, program, &resources, uniform, &inputs)?;
        let pass = render_pass(objects, &inputs, &colors)?;
        let [Some(vertex), .., Some(fragment)] = &program.modules else {
            return Err("the file has not both stages".to_owned());
        };
        let constants: Vec<u32> = interface
            .constants
            .chunks_exact(4)
            .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
            .collect();
        // Only if samplers are bound: otherwise the push constants are what is tested.
        let samples = resources.lengths()[0] > 0;
        let fit = Fit {
            lengths: resources.lengths(),
            constants: (samples && !self.dynamic_samplers).then_some(&constants),
        };
        let modules = [specialize(vertex, fit)?, specialize(fragment, fit)?];
        let count = colors.iter().map(|color| usize::from(color.location) + 1).max().unwrap_or(0);
        let modules = [&modules[0][..], &modules[1][..]];
        let pipeline = pipeline(objects, program, scene, modules, interface.layout, pass, count)?;
        let framebuffer = framebuffer(objects, scene, pass, &inputs, &colors)?;
        let vertices = objects.buffer(&vertex_bytes(program, scene)?, vk::BufferUsageFlags::VERTEX_BUFFER)?;

        let commands = commands(objects)?;
        for image in resources.images().chain(&inputs) {
            image.upload(objects, commands);
        }
        let mut values = vec![vk::ClearValue::default(); inputs.len()];
        values.extend(
            colors.iter().map(|color| vk::ClearValue { color: vk::ClearColorValue { uint32: color.clear } }),
        );
        let area = vk::Rect2D::default().extent(vk::Extent2D { width: scene.size[0], height: scene.size[1] });
        let begin = vk::RenderPassBeginInfo::default()
            .render_pass(pass)
            .framebuffer(framebuffer)
            .render_area(area)
            .clear_values(&values);
        let offsets: &[u32] = match uniform {
            Some(_) => &[UNIFORM_OFFSET],
            None => &[],
        };
        // SAFETY: see `mod.rs`; everything used by the commands lives as long as
        // `objects`.
        unsafe {
            let device = &self.device;
            barrier(
                device,
                commands,
                vk::PipelineStageFlags::TRANSFER,
                vk::AccessFlags::TRANSFER_WRITE,
                SHADERS,
                vk::AccessFlags::SHADER_READ
                    | vk::AccessFlags::SHADER_WRITE
                    | vk::AccessFlags::INPUT_ATTACHMENT_READ,
            );
            device.cmd_begin_render_pass(commands, &begin, vk::SubpassContents::INLINE);
            let graphics = vk::PipelineBindPoint::GRAPHICS;
            device.cmd_bind_pipeline(commands, graphics, pipeline);
            device.cmd_bind_descriptor_sets(
                commands,
                graphics,
                interface.layout,
                0,
                &interface.sets,
                offsets,
            );
            if !interface.constants.is_empty() {
                let stages = vk::ShaderStageFlags::VERTEX | vk::ShaderStageFlags::FRAGMENT;
                device.cmd_push_constants(commands, interface.layout, stages, 0, &interface.constants);
            }
            if program.inputs.iter().len() > 0 {
                device.cmd_bind_vertex_buffers(commands, 0, &[vertices.buffer], &[0]);
            }
            let ([count, instances], [first, first_instance]) = (scene.counts, scene.firsts);
            device.cmd_draw(commands, count, instances, first, first_instance);
            device.cmd_end_render_pass(commands);
            barrier(
                device,
                commands,
                SHADERS | vk::PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT,
                vk::AccessFlags::SHADER_WRITE | vk::AccessFlags::COLOR_ATTACHMENT_WRITE,
                vk::PipelineStageFlags::TRANSFER | vk::PipelineStageFlags::HOST,
                vk::AccessFlags::TRANSFER_READ | vk::AccessFlags::HOST_READ,
            );
        }
        let downloads = downloads(objects, commands, &resources, &colors)?;
        submit(objects, commands)?;
        outcome(objects, &downloads)
    }
}

pub(super) unsafe fn barrier(
    device: &ash::Device,
    commands: vk::CommandBuffer,
    before: vk::PipelineStageFlags,
    written: vk::AccessFlags,
    after: vk::PipelineStageFlags,
    read: vk::AccessFlags,
) {
    let memory = [vk::MemoryBarrier::default().src_access_mask(written).dst_access_mask(read)];
    // SAFETY: the caller records outside a render pass.
    unsafe {
        device.cmd_pipeline_barrier(commands, before, after, vk::DependencyFlags::empty(), &memory, &[], &[]);
    }
}

fn uniform(
    objects: &mut Objects<'_>,
    program: &Program<'_>,
    scene: &Scene,
) -> Result<Option<HostBuffer>, String> {
    let Some(uniform) = &program.uniform else {
        return if scene.uniform.is_empty() {
            Ok(None)
        } else {
            Err("the program has no uniform block".to_owned())
        };
    };
    if scene.uniform.len() != usize::from(uniform.size) {
        return Err(format!(
            "the uniform block has {} bytes, the scene gives {}",
            uniform.size,
            scene.uniform.len()
        ));
    }
    let mut bytes = vec![0x5a; UNIFORM_OFFSET as usize];
    bytes.extend(&scene.uniform);
    objects.buffer(&bytes, vk::BufferUsageFlags::UNIFORM_BUFFER).map(Some)
}

fn subpass_inputs(
    objects: &mut Objects<'_>,
    program: &Program<'_>,
    scene: &Scene,
) -> Result<Vec<Image>, String> {
    let count = program.subpass_inputs.iter().len();
    if count != scene.subpass_inputs.len() {
        return Err(format!(
            "the program has {count} subpass inputs, the scene gives {}",
            scene.subpass_inputs.len()
        ));
    }
    let usage = vk::ImageUsageFlags::INPUT_ATTACHMENT | vk::ImageUsageFlags::COLOR_ATTACHMENT;
    program
        .subpass_inputs
        .iter()
        .zip(&scene.subpass_inputs)
        .map(|(input, words)| {
            let texture = Texture {
                extent: [scene.size[0], scene.size[1], 1],
                layers: 1,
                levels: vec![words.iter().flat_map(|word| word.to_le_bytes()).collect()],
            };
            Image::new(objects, Rank::D2, Texel::of_subpass(&input), &texture, usage)
        })
        .collect()
}

fn framebuffer(
    objects: &mut Objects<'_>,
    scene: &Scene,
    pass: vk::RenderPass,
    inputs: &[Image],
    colors: &[Attachment],
) -> Result<vk::Framebuffer, String> {
    let views: Vec<vk::ImageView> =
        inputs.iter().chain(colors.iter().map(|color| &color.image)).map(|image| image.view).collect();
    let create = vk::FramebufferCreateInfo::default()
        .render_pass(pass)
        .attachments(&views)
        .width(scene.size[0])
        .height(scene.size[1])
        .layers(1);
    // SAFETY: see `mod.rs`.
    let framebuffer = unsafe { objects.gpu.device.create_framebuffer(&create, None) };
    objects.keep("framebuffer", framebuffer, Object::Framebuffer)
}

/// Command buffer in recording state.
pub(super) fn commands(objects: &mut Objects<'_>) -> Result<vk::CommandBuffer, String> {
    let create = vk::CommandPoolCreateInfo::default().queue_family_index(objects.gpu.family);
    // SAFETY: see `mod.rs`.
    let pool = unsafe { objects.gpu.device.create_command_pool(&create, None) };
    let pool = objects.keep("command pool", pool, Object::CommandPool)?;
    let allocate = vk::CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(1);
    let device = &objects.gpu.device;
    // SAFETY: see `mod.rs`; the buffer is destroyed with its pool.
    unsafe {
        let commands = device.allocate_command_buffers(&allocate).map_err(|error| error.to_string())?;
        let commands = *commands.first().ok_or("no command buffer")?;
        device
            .begin_command_buffer(commands, &vk::CommandBufferBeginInfo::default())
            .map_err(|error| error.to_string())?;
        Ok(commands)
    }
}

fn downloads(
    objects: &mut Objects<'_>,
    commands: vk::CommandBuffer,
    resources: &Resources,
    colors: &[Attachment],
) -> Result<Downloads, String> {
    let mut downloads = Downloads { colors: Vec::new(), slots: Vec::new() };
    let usage = vk::BufferUsageFlags::TRANSFER_DST;
    for color in colors {
        let size = color.image.size();
        let target = objects.empty_buffer(size as u64, usage)?;
        let layout = vk::ImageLayout::TRANSFER_SRC_OPTIMAL;
        color.image.download(objects, commands, layout, target);
        downloads.colors.push((color.location, target, size));
    }
    for placed in &resources.placed {
        let (buffer, size) = match &placed.bound {
            Bound::Sampler(..) => continue,
            Bound::Buffer(buffer, size) | Bound::Texels(buffer, size, _) => (*buffer, *size),
            Bound::Image(image) => {
                let target = objects.empty_buffer(image.size() as u64, usage)?;
                image.download(objects, commands, vk::ImageLayout::GENERAL, target);
                (target, image.size())
            }
        };
        downloads.slots.push((placed.slot, buffer, size));
    }
    Ok(downloads)
}

pub(super) fn submit(objects: &mut Objects<'_>, commands: vk::CommandBuffer) -> Result<(), String> {
    // SAFETY: see `mod.rs`.
    let fence = unsafe { objects.gpu.device.create_fence(&vk::FenceCreateInfo::default(), None) };
    let fence = objects.keep("fence", fence, Object::Fence)?;
    let buffers = [commands];
    let submit = vk::SubmitInfo::default().command_buffers(&buffers);
    let device = &objects.gpu.device;
    // SAFETY: the commands are now recorded outside any pass, and only this thread uses the queue.
    unsafe {
        barrier(
            device,
            commands,
            vk::PipelineStageFlags::TRANSFER,
            vk::AccessFlags::TRANSFER_WRITE,
            vk::PipelineStageFlags::HOST,
            vk::AccessFlags::HOST_READ,
        );
        device
            .end_command_buffer(commands)
            .and_then(|()| device.queue_submit(objects.gpu.queue, &[submit], fence))
            .and_then(|()| device.wait_for_fences(&[fence], true, TIMEOUT))
            .map_err(|error| format!("draw: {error}"))
    }
}

fn outcome(objects: &Objects<'_>, downloads: &Downloads) -> Result<Outcome, String> {
    let mut outcome = Outcome::default();
    for (location, buffer, size) in &downloads.colors {
        let words = objects.read(*buffer, *size)?;
        let words = words
            .chunks_exact(4)
            .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
            .collect();
        outcome.attachments.insert(*location, words);
    }
    for (slot, buffer, size) in &downloads.slots {
        outcome.slots.insert(*slot, objects.read(*buffer, *size)?);
    }
    outcome.messages = objects.gpu.take_messages();
    Ok(outcome)
}
