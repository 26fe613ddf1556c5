//! Owns the objects of one draw and destroys them together.
#![allow(unsafe_code)]

use ash::vk;

use super::gpu::Gpu;

/// Objects in creation order.
pub(super) struct Objects<'g> {
    pub(super) gpu: &'g Gpu,
    made: Vec<Object>,
}

/// Handle to destroy.
#[derive(Clone, Copy)]
pub(super) enum Object {
    Buffer(vk::Buffer),
    BufferView(vk::BufferView),
    CommandPool(vk::CommandPool),
    DescriptorPool(vk::DescriptorPool),
    Fence(vk::Fence),
    Framebuffer(vk::Framebuffer),
    Image(vk::Image),
    ImageView(vk::ImageView),
    Memory(vk::DeviceMemory),
    Pipeline(vk::Pipeline),
    PipelineLayout(vk::PipelineLayout),
    RenderPass(vk::RenderPass),
    Sampler(vk::Sampler),
    SetLayout(vk::DescriptorSetLayout),
    ShaderModule(vk::ShaderModule),
}

/// Buffer that the host can map.
#[derive(Clone, Copy)]
pub(super) struct HostBuffer {
    pub(super) buffer: vk::Buffer,
    memory: vk::DeviceMemory,
    pub(super) size: u64,
}

impl<'g> Objects<'g> {
    pub(super) fn new(gpu: &'g Gpu) -> Self {
        Objects { gpu, made: Vec::new() }
    }

    /// Takes ownership of the result of a driver call; `what` names it in the error.
    pub(super) fn keep<T: Copy>(
        &mut self,
        what: &str,
        made: Result<T, vk::Result>,
        object: impl FnOnce(T) -> Object,
    ) -> Result<T, String> {
        let handle = made.map_err(|error| format!("{what}: {error}"))?;
        self.made.push(object(handle));
        Ok(handle)
    }

    /// Creates a buffer with these contents, at least four bytes long.
    pub(super) fn buffer(
        &mut self,
        contents: &[u8],
        usage: vk::BufferUsageFlags,
    ) -> Result<HostBuffer, String> {
        let made = self.empty_buffer(contents.len() as u64, usage)?;
        self.write(made, contents)?;
        Ok(made)
    }

    /// Creates a buffer of this size, at least four bytes long.
    pub(super) fn empty_buffer(
        &mut self,
        size: u64,
        usage: vk::BufferUsageFlags,
    ) -> Result<HostBuffer, String> {
        let size = size.max(4);
        let device = &self.gpu.device;
        let create = vk::BufferCreateInfo::default().size(size).usage(usage);
        // SAFETY: see `mod.rs`; the size is not zero.
        let buffer = unsafe { device.create_buffer(&create, None) };
        let buffer = self.keep("buffer", buffer, Object::Buffer)?;
        // SAFETY: the buffer was just created on this device.
        let needs = unsafe { self.gpu.device.get_buffer_memory_requirements(buffer) };
        let flags = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        let memory = self.allocate(needs, flags)?;
        // SAFETY: the memory has the size and type that the buffer requires, and neither is bound
        // yet.
        unsafe { self.gpu.device.bind_buffer_memory(buffer, memory, 0) }
            .map_err(|error| error.to_string())?;
        Ok(HostBuffer { buffer, memory, size })
    }

    pub(super) fn allocate(
        &mut self,
        needs: vk::MemoryRequirements,
        flags: vk::MemoryPropertyFlags,
    ) -> Result<vk::DeviceMemory, String> {
        let types = &self.gpu.memory.memory_types[..self.gpu.memory.memory_type_count as usize];
        let kind = types
            .iter()
            .enumerate()
            .position(|(index, kind)| {
                needs.memory_type_bits & (1 << index) != 0 && kind.property_flags.contains(flags)
            })
            .ok_or("no memory of the kind that is needed")?;
        let create =
            vk::MemoryAllocateInfo::default().allocation_size(needs.size).memory_type_index(kind as u32);
        // SAFETY: see `mod.rs`.
        let memory = unsafe { self.gpu.device.allocate_memory(&create, None) };
        self.keep("memory", memory, Object::Memory)
    }

    fn write(&self, target: HostBuffer, contents: &[u8]) -> Result<(), String> {
        if contents.is_empty() {
            return Ok(());
        }
        let length = contents.len().min(target.size as usize);
        // SAFETY: the memory is host-visible, not mapped, and at least as large as the buffer; the
        // copy stays within it.
        unsafe {
            let device = &self.gpu.device;
            let place = device
                .map_memory(target.memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty())
                .map_err(|error| error.to_string())?;
            std::ptr::copy_nonoverlapping(contents.as_ptr(), place.cast::<u8>(), length);
            device.unmap_memory(target.memory);
        }
        Ok(())
    }

    pub(super) fn set_layout(
        &mut self,
        bindings: &[vk::DescriptorSetLayoutBinding<'_>],
    ) -> Result<vk::DescriptorSetLayout, String> {
        let create = vk::DescriptorSetLayoutCreateInfo::default().bindings(bindings);
        // SAFETY: see `mod.rs`.
        let made = unsafe { self.gpu.device.create_descriptor_set_layout(&create, None) };
        self.keep("set layout", made, Object::SetLayout)
    }

    /// Layout of sets and of push constants, which may have no bytes.
    pub(super) fn pipeline_layout(
        &mut self,
        sets: &[vk::DescriptorSetLayout],
        (stages, bytes): (vk::ShaderStageFlags, u32),
    ) -> Result<vk::PipelineLayout, String> {
        let ranges = [vk::PushConstantRange::default().stage_flags(stages).size(bytes)];
        let mut create = vk::PipelineLayoutCreateInfo::default().set_layouts(sets);
        if bytes > 0 {
            create = create.push_constant_ranges(&ranges);
        }
        // SAFETY: see `mod.rs`.
        let made = unsafe { self.gpu.device.create_pipeline_layout(&create, None) };
        self.keep("pipeline layout", made, Object::PipelineLayout)
    }

    pub(super) fn graphics_pipeline(
        &mut self,
        create: vk::GraphicsPipelineCreateInfo<'_>,
    ) -> Result<vk::Pipeline, String> {
        // SAFETY: see `mod.rs`.
        let made =
            unsafe { self.gpu.device.create_graphics_pipelines(vk::PipelineCache::null(), &[create], None) };
        self.keep("pipeline", first(made), Object::Pipeline)
    }

    pub(super) fn compute_pipeline(
        &mut self,
        stage: vk::PipelineShaderStageCreateInfo<'_>,
        layout: vk::PipelineLayout,
    ) -> Result<vk::Pipeline, String> {
        let create = [vk::ComputePipelineCreateInfo::default().stage(stage).layout(layout)];
        // SAFETY: see `mod.rs`.
        let made =
            unsafe { self.gpu.device.create_compute_pipelines(vk::PipelineCache::null(), &create, None) };
        self.keep("pipeline", first(made), Object::Pipeline)
    }

    /// First bytes of a buffer; the device must be idle.
    pub(super) fn read(&self, source: HostBuffer, length: usize) -> Result<Vec<u8>, String> {
        let mut out = vec![0; length.min(source.size as usize)];
        // SAFETY: as in `write`, in the opposite direction.
        unsafe {
            let device = &self.gpu.device;
            let place = device
                .map_memory(source.memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty())
                .map_err(|error| error.to_string())?;
            std::ptr::copy_nonoverlapping(place.cast::<u8>(), out.as_mut_ptr(), out.len());
            device.unmap_memory(source.memory);
        }
        Ok(out)
    }
}

fn first(
    made: Result<Vec<vk::Pipeline>, (Vec<vk::Pipeline>, vk::Result)>,
) -> Result<vk::Pipeline, vk::Result> {
    let made = made.map_err(|(_, error)| error)?;
    made.first().copied().ok_or(vk::Result::ERROR_UNKNOWN)
}

impl Drop for Objects<'_> {
    fn drop(&mut self) {
        let device = &self.gpu.device;
        // SAFETY: nothing is executing any more, every handle occurs once, and destruction is in
        // reverse order. A lost device executes nothing either.
        unsafe {
            let _ = device.device_wait_idle();
            for object in self.made.drain(..).rev() {
                match object {
                    Object::Buffer(handle) => device.destroy_buffer(handle, None),
                    Object::BufferView(handle) => device.destroy_buffer_view(handle, None),
                    Object::CommandPool(handle) => device.destroy_command_pool(handle, None),
                    Object::DescriptorPool(handle) => device.destroy_descriptor_pool(handle, None),
                    Object::Fence(handle) => device.destroy_fence(handle, None),
                    Object::Framebuffer(handle) => device.destroy_framebuffer(handle, None),
                    Object::Image(handle) => device.destroy_image(handle, None),
                    Object::ImageView(handle) => device.destroy_image_view(handle, None),
                    Object::Memory(handle) => device.free_memory(handle, None),
                    Object::Pipeline(handle) => device.destroy_pipeline(handle, None),
                    Object::PipelineLayout(handle) => device.destroy_pipeline_layout(handle, None),
                    Object::RenderPass(handle) => device.destroy_render_pass(handle, None),
                    Object::Sampler(handle) => device.destroy_sampler(handle, None),
                    Object::SetLayout(handle) => device.destroy_descriptor_set_layout(handle, None),
                    Object::ShaderModule(handle) => device.destroy_shader_module(handle, None),
                }
            }
        }
    }
}
