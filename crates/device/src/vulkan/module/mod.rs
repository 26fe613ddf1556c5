//! Runs one stage of any module: a fragment stage behind a vertex stage made for it, a vertex stage whose outputs are captured, or
//! a compute stage.
#![allow(unsafe_code)]

mod graphics;
pub mod peers;
mod resources;
mod samples;

use std::collections::BTreeMap;
use std::ffi::CString;

use ash::vk;
use glassbox_core::stage::Stage;
use glassbox_spirv::reflect::ScalarClass;

use super::draw::{barrier, commands, submit};
use super::gpu::Gpu;
use super::image::Image;
use super::objects::{HostBuffer, Object, Objects};
use crate::module::Subject;
use crate::module::capture::Captured;
use crate::module::compare::{Part, of_texels};
use crate::module::resources::Given;
use resources::Bindings;

/// Work groups in each direction of a compute stage.
const GROUPS: [u32; 3] = [2, 2, 1];

/// What is run.
pub struct Run<'a> {
    /// Module and entry point.
    pub subject: &'a Subject,
    /// What it is given.
    pub given: &'a Given,
    /// The stage in front of a fragment stage.
    pub vertex: Option<&'a [u32]>,
    /// The program's own stage in front of a fragment stage, which is drawn with in place of the other.
    pub front: Option<&'a Subject>,
    /// Attachments of a fragment stage: the outputs of the original module.
    pub targets: &'a BTreeMap<u32, (ScalarClass, u32)>,
    /// Moves the inputs of a vertex stage by their last bits; 0 leaves them.
    pub nudge: u64,
}

/// Copies of what a run writes.
struct Download {
    buffer: HostBuffer,
    size: usize,
}

impl Gpu {
    /// Runs a stage and returns what it gives: attachments or captured outputs, and the resources that it may write.
    ///
    /// # Errors
    /// What the driver refuses, and what cannot be given to a stage here.
    pub fn run_module(&self, run: &Run<'_>) -> Result<Vec<Part>, String> {
        let mut objects = Objects::new(self);
        let objects = &mut objects;
        let bindings = Bindings::new(objects, run.given)?;
        let commands = commands(objects)?;
        bindings.upload(objects, commands)?;
        // SAFETY: see `mod.rs` of `vulkan`.
        unsafe {
            barrier(
                &self.device,
                commands,
                vk::PipelineStageFlags::TRANSFER | vk::PipelineStageFlags::COMPUTE_SHADER,
                vk::AccessFlags::TRANSFER_WRITE | vk::AccessFlags::SHADER_WRITE,
                vk::PipelineStageFlags::ALL_COMMANDS,
                vk::AccessFlags::SHADER_READ | vk::AccessFlags::SHADER_WRITE,
            );
        }
        let shown = match run.subject.stage {
            Stage::Fragment => Shown::Colors(graphics::fragment(objects, run, &bindings, commands)?),
            Stage::Vertex => {
                let captured = Captured::of(run.subject)?;
                let buffer = graphics::vertex(objects, run, &captured, &bindings, commands)?;
                Shown::Captured(captured, buffer)
            }
            _ => {
                dispatch(objects, run, &bindings, commands)?;
                Shown::Nothing
            }
        };
        // SAFETY: as above; the commands are recorded outside of render passes.
        unsafe {
            barrier(
                &self.device,
                commands,
                vk::PipelineStageFlags::ALL_COMMANDS,
                vk::AccessFlags::MEMORY_WRITE,
                vk::PipelineStageFlags::TRANSFER
                    | vk::PipelineStageFlags::COMPUTE_SHADER
                    | vk::PipelineStageFlags::HOST,
                vk::AccessFlags::TRANSFER_READ | vk::AccessFlags::SHADER_READ | vk::AccessFlags::HOST_READ,
            );
        }
        let colors = match &shown {
            Shown::Colors(colors) => {
                let last = vk::ImageLayout::TRANSFER_SRC_OPTIMAL;
                let colors = colors.iter().map(|color| download(objects, commands, &color.image, last));
                colors.collect::<Result<Vec<_>, _>>()?
            }
            _ => Vec::new(),
        };
        let copies = bindings.copies(objects, commands)?;
        submit(objects, commands)?;
        let mut parts = bindings.parts(objects, run.given, &copies)?;
        match &shown {
            Shown::Colors(targets) => {
                for (target, download) in
                    targets.iter().zip(&colors).filter(|(target, _)| target.components > 0)
                {
                    let bytes = objects.read(download.buffer, download.size)?;
                    let texel = target.image.texel;
                    parts.push(Part {
                        name: format!("attachment {}", target.location),
                        before: of_texels(&graphics::cleared(texel, bytes.len()), texel, target.components),
                        after: of_texels(&bytes, texel, target.components),
                    });
                }
            }
            Shown::Captured(captured, buffer) => {
                let bytes = objects.read(*buffer, buffer.size as usize)?;
                parts.extend(captured.parts(&bytes));
            }
            Shown::Nothing => {}
        }
        Ok(parts)
    }
}

/// Where a stage shows what it computes, besides resources.
enum Shown {
    Colors(Vec<graphics::Target>),
    Captured(Captured, HostBuffer),
    Nothing,
}

fn download(
    objects: &mut Objects<'_>,
    commands: vk::CommandBuffer,
    image: &Image,
    layout: vk::ImageLayout,
) -> Result<Download, String> {
    let size = image.size();
    let buffer = objects.empty_buffer(size as u64, vk::BufferUsageFlags::TRANSFER_DST)?;
    image.download(objects, commands, layout, buffer);
    Ok(Download { buffer, size })
}

fn shader(objects: &mut Objects<'_>, words: &[u32]) -> Result<vk::ShaderModule, String> {
    let create = vk::ShaderModuleCreateInfo::default().code(words);
    // SAFETY: see `mod.rs` of `vulkan`. The driver may crash on a module: each is run in a process of its own.
    let made = unsafe { objects.gpu.device.create_shader_module(&create, None) };
    objects.keep("shader module", made, Object::ShaderModule)
}

fn dispatch(
    objects: &mut Objects<'_>,
    run: &Run<'_>,
    bindings: &Bindings,
    commands: vk::CommandBuffer,
) -> Result<(), String> {
    let module = shader(objects, &run.subject.words)?;
    let entry = CString::new(run.subject.entry().name.as_str()).map_err(|error| error.to_string())?;
    let stage = vk::PipelineShaderStageCreateInfo::default()
        .stage(vk::ShaderStageFlags::COMPUTE)
        .module(module)
        .name(&entry);
    let pipeline = objects.compute_pipeline(stage, bindings.layout)?;
    bindings.bind(objects, commands, vk::PipelineBindPoint::COMPUTE, run.given);
    // SAFETY: as above.
    unsafe {
        objects.gpu.device.cmd_bind_pipeline(commands, vk::PipelineBindPoint::COMPUTE, pipeline);
        objects.gpu.device.cmd_dispatch(commands, GROUPS[0], GROUPS[1], GROUPS[2]);
    }
    Ok(())
}
