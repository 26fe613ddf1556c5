//! Runs one compute program on buffers. A buffer's binding in set 0 is its index in the list.
#![allow(unsafe_code)]

use std::ffi::CString;

use ash::vk;

use super::draw::{barrier, commands, submit};
use super::gpu::Gpu;
use super::objects::{HostBuffer, Object, Objects};

/// Buffer of a compute program.
#[derive(Clone, Debug)]
pub enum Buffer {
    /// Uniform block. An empty one is not bound.
    Uniform(Vec<u8>),
    /// Storage read by the program.
    Input(Vec<u8>),
    /// Zero-initialised storage of this size, read back after the run.
    Output(usize),
    /// Storage with these contents, read back after the run.
    Changed(Vec<u8>),
}

impl Buffer {
    fn kind(&self) -> Option<vk::DescriptorType> {
        match self {
            Buffer::Uniform(bytes) if bytes.is_empty() => None,
            Buffer::Uniform(_) => Some(vk::DescriptorType::UNIFORM_BUFFER),
            Buffer::Input(_) | Buffer::Output(_) | Buffer::Changed(_) => {
                Some(vk::DescriptorType::STORAGE_BUFFER)
            }
        }
    }
}

/// Compiled compute program.
pub struct Compute<'g> {
    set_layout: vk::DescriptorSetLayout,
    layout: vk::PipelineLayout,
    pipeline: vk::Pipeline,
    objects: Objects<'g>,
}

impl Gpu {
    /// Compiles an entry point for buffers of these kinds; their contents are not used yet.
    ///
    /// # Errors
    /// The error of the driver or the validation layers.
    pub fn compute(&self, words: &[u32], entry: &str, buffers: &[Buffer]) -> Result<Compute<'_>, String> {
        let entry = CString::new(entry).map_err(|error| error.to_string())?;
        let mut objects = Objects::new(self);
        let bindings: Vec<vk::DescriptorSetLayoutBinding<'_>> = bound(buffers)
            .map(|(binding, kind, _)| {
                vk::DescriptorSetLayoutBinding::default()
                    .binding(binding)
                    .descriptor_type(kind)
                    .descriptor_count(1)
                    .stage_flags(vk::ShaderStageFlags::COMPUTE)
            })
            .collect();
        let set_layout = objects.set_layout(&bindings)?;
        let layout = objects.pipeline_layout(&[set_layout], (vk::ShaderStageFlags::COMPUTE, 0))?;
        let create = vk::ShaderModuleCreateInfo::default().code(words);
        // SAFETY: see `mod.rs`; the tests pass modules that are valid or checked by the
        // layers.
        let made = unsafe { self.device.create_shader_module(&create, None) };
        let module = objects.keep("shader module", made, Object::ShaderModule)?;
        let stage = vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::COMPUTE)
            .module(module)
            .name(&entry);
        let pipeline = objects.compute_pipeline(stage, layout)?;
        self.check_messages()?;
        Ok(Compute { set_layout, layout, pipeline, objects })
    }

    fn check_messages(&self) -> Result<(), String> {
        match self.take_messages() {
            messages if messages.is_empty() => Ok(()),
            messages => Err(messages.join("\n")),
        }
    }
}

impl Compute<'_> {
    /// Runs `groups` work groups and returns the contents of the [`Output`](Buffer::Output) and
    /// [`Changed`](Buffer::Changed) buffers in order.
    ///
    /// # Errors
    /// The error of the driver or the validation layers.
    pub fn run(&self, buffers: &[Buffer], groups: u32) -> Result<Vec<Vec<u8>>, String> {
        let mut objects = Objects::new(self.objects.gpu);
        let mut made = Vec::new();
        for (binding, kind, buffer) in bound(buffers) {
            let usage = match kind {
                vk::DescriptorType::UNIFORM_BUFFER => vk::BufferUsageFlags::UNIFORM_BUFFER,
                _ => vk::BufferUsageFlags::STORAGE_BUFFER,
            };
            let host = match buffer {
                Buffer::Uniform(bytes) | Buffer::Input(bytes) | Buffer::Changed(bytes) => {
                    objects.buffer(bytes, usage)?
                }
                Buffer::Output(size) => objects.buffer(&vec![0; *size], usage)?,
            };
            made.push((binding, kind, host));
        }
        let set = self.descriptor_set(&mut objects, &made)?;
        let commands = commands(&mut objects)?;
        let device = &objects.gpu.device;
        // SAFETY: see `mod.rs`; the pipeline and its layout live as long as `self`.
        unsafe {
            device.cmd_bind_pipeline(commands, vk::PipelineBindPoint::COMPUTE, self.pipeline);
            let sets = [set];
            device.cmd_bind_descriptor_sets(
                commands,
                vk::PipelineBindPoint::COMPUTE,
                self.layout,
                0,
                &sets,
                &[],
            );
            device.cmd_dispatch(commands, groups, 1, 1);
            barrier(
                device,
                commands,
                vk::PipelineStageFlags::COMPUTE_SHADER,
                vk::AccessFlags::SHADER_WRITE,
                vk::PipelineStageFlags::HOST,
                vk::AccessFlags::HOST_READ,
            );
        }
        submit(&mut objects, commands)?;
        objects.gpu.check_messages()?;
        let outputs = bound(buffers).zip(&made);
        outputs
            .filter_map(|((.., buffer), (.., host))| match buffer {
                Buffer::Output(size) => Some(objects.read(*host, *size)),
                Buffer::Changed(bytes) => Some(objects.read(*host, bytes.len())),
                _ => None,
            })
            .collect()
    }

    fn descriptor_set(
        &self,
        objects: &mut Objects<'_>,
        made: &[(u32, vk::DescriptorType, HostBuffer)],
    ) -> Result<vk::DescriptorSet, String> {
        let count = made.len().max(1) as u32;
        let sizes = [vk::DescriptorType::UNIFORM_BUFFER, vk::DescriptorType::STORAGE_BUFFER]
            .map(|kind| vk::DescriptorPoolSize::default().ty(kind).descriptor_count(count));
        let create = vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(&sizes);
        // SAFETY: see `mod.rs`.
        let pool = unsafe { objects.gpu.device.create_descriptor_pool(&create, None) };
        let pool = objects.keep("descriptor pool", pool, Object::DescriptorPool)?;
        let layouts = [self.set_layout];
        let allocate = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(&layouts);
        // SAFETY: see `mod.rs`; the set is destroyed with its pool.
        let sets = unsafe { objects.gpu.device.allocate_descriptor_sets(&allocate) };
        let sets = sets.map_err(|error| error.to_string())?;
        let set = *sets.first().ok_or("no descriptor set")?;
        for (binding, kind, host) in made {
            let info = [vk::DescriptorBufferInfo::default().buffer(host.buffer).range(vk::WHOLE_SIZE)];
            let write = vk::WriteDescriptorSet::default()
                .dst_set(set)
                .dst_binding(*binding)
                .descriptor_type(*kind)
                .buffer_info(&info);
            // SAFETY: see `mod.rs`; the set has this binding, of this kind.
            unsafe { objects.gpu.device.update_descriptor_sets(&[write], &[]) };
        }
        Ok(set)
    }
}

/// Bound buffers, each with its binding and kind.
fn bound(buffers: &[Buffer]) -> impl Iterator<Item = (u32, vk::DescriptorType, &Buffer)> {
    let numbered = buffers.iter().enumerate();
    numbered.filter_map(|(binding, buffer)| Some((binding as u32, buffer.kind()?, buffer)))
}
