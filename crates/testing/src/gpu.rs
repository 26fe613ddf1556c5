//! Runs shaders on a Vulkan device, such as Mesa's software driver.
//!
//! `VK_ICD_FILENAMES` chooses the driver; without it a software driver is preferred, because its results are the same on
//! every machine.

use wgpu::util::DeviceExt as _;

/// A device.
pub struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    name: String,
}

/// Code for a device.
#[derive(Clone, Copy, Debug)]
pub enum Code<'a> {
    /// WGSL text.
    Wgsl(&'a str),
    /// SPIR-V words.
    Spirv(&'a [u32]),
}

/// A compute program, ready to run.
pub struct Prepared {
    layout: wgpu::BindGroupLayout,
    pipeline: wgpu::ComputePipeline,
}

/// A buffer of a compute program; its binding in group 0 is its place in the list.
#[derive(Clone, Debug)]
pub enum Buffer {
    /// A uniform block. An empty one is not bound.
    Uniform(Vec<u8>),
    /// Storage that is read only.
    Input(Vec<u8>),
    /// Storage of so many bytes, zero at first, that is read back.
    Output(usize),
}

impl Gpu {
    /// Opens a device.
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    pub fn open() -> Gpu {
        let gpu = pollster::block_on(request()).unwrap_or_else(|error| {
            panic!("there is no Vulkan device, install mesa-vulkan-drivers: {error}")
        });
        eprintln!("device: {}", gpu.name);
        gpu
    }

    /// Name and driver of the device.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Compiles the one entry point of a compute program for buffers of these kinds; their contents do not matter yet.
    ///
    /// # Errors
    /// What the device has against the program.
    pub fn prepare(&self, code: Code<'_>, buffers: &[Buffer]) -> Result<Prepared, String> {
        let scope = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let source = match code {
            Code::Wgsl(text) => wgpu::ShaderSource::Wgsl(text.into()),
            Code::Spirv(words) => wgpu::ShaderSource::SpirV(words.into()),
        };
        let module = self
            .device
            .create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
        let entries: Vec<wgpu::BindGroupLayoutEntry> = buffers
            .iter()
            .enumerate()
            .filter_map(|(binding, buffer)| {
                let ty = match buffer {
                    Buffer::Uniform(bytes) if bytes.is_empty() => return None,
                    Buffer::Uniform(_) => wgpu::BufferBindingType::Uniform,
                    Buffer::Input(_) => wgpu::BufferBindingType::Storage { read_only: true },
                    Buffer::Output(_) => wgpu::BufferBindingType::Storage { read_only: false },
                };
                Some(wgpu::BindGroupLayoutEntry {
                    binding: binding as u32,
                    visibility: wgpu::ShaderStages::COMPUTE,
                    ty: wgpu::BindingType::Buffer {
                        ty,
                        has_dynamic_offset: false,
                        min_binding_size: None,
                    },
                    count: None,
                })
            })
            .collect();
        let layout = self
            .device
            .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: None,
                entries: &entries,
            });
        let layouts = self
            .device
            .create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                bind_group_layouts: &[Some(&layout)],
                ..wgpu::PipelineLayoutDescriptor::default()
            });
        let pipeline = self
            .device
            .create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: None,
                layout: Some(&layouts),
                module: &module,
                entry_point: None,
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                cache: None,
            });
        match pollster::block_on(scope.pop()) {
            Some(error) => Err(error.to_string()),
            None => Ok(Prepared { layout, pipeline }),
        }
    }

    /// Runs a program with so many work groups, and gives the contents of the [`Output`](Buffer::Output) buffers in order.
    ///
    /// # Errors
    /// What the device has against the buffers.
    pub fn run(&self, program: &Prepared, buffers: &[Buffer], groups: u32) -> Result<Vec<Vec<u8>>, String> {
        let scope = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let results = self.submit(program, buffers, groups);
        match pollster::block_on(scope.pop()) {
            Some(error) => Err(error.to_string()),
            None => results,
        }
    }

    fn submit(&self, program: &Prepared, buffers: &[Buffer], groups: u32) -> Result<Vec<Vec<u8>>, String> {
        let made: Vec<(u32, wgpu::Buffer)> = buffers
            .iter()
            .enumerate()
            .filter_map(|(binding, buffer)| Some((binding as u32, self.make(buffer)?)))
            .collect();
        let entries: Vec<wgpu::BindGroupEntry<'_>> = made
            .iter()
            .map(|(binding, buffer)| wgpu::BindGroupEntry {
                binding: *binding,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        let group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &program.layout,
            entries: &entries,
        });
        let mut encoder = self
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            pass.set_pipeline(&program.pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.dispatch_workgroups(groups, 1, 1);
        }
        let mut copies = Vec::new();
        for (binding, buffer) in &made {
            if let Some(Buffer::Output(size)) = buffers.get(*binding as usize) {
                let copy = self.device.create_buffer(&wgpu::BufferDescriptor {
                    label: None,
                    size: *size as u64,
                    usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
                    mapped_at_creation: false,
                });
                encoder.copy_buffer_to_buffer(buffer, 0, &copy, 0, *size as u64);
                copies.push(copy);
            }
        }
        self.queue.submit([encoder.finish()]);
        for copy in &copies {
            copy.map_async(wgpu::MapMode::Read, .., |_| {});
        }
        self.device
            .poll(wgpu::PollType::wait_indefinitely())
            .map_err(|error| error.to_string())?;
        copies
            .iter()
            .map(|copy| {
                copy.get_mapped_range(..)
                    .map(|range| range.to_vec())
                    .map_err(|error| error.to_string())
            })
            .collect()
    }

    fn make(&self, buffer: &Buffer) -> Option<wgpu::Buffer> {
        let (contents, usage) = match buffer {
            Buffer::Uniform(bytes) if bytes.is_empty() => return None,
            Buffer::Uniform(bytes) => (bytes.clone(), wgpu::BufferUsages::UNIFORM),
            Buffer::Input(bytes) => (bytes.clone(), wgpu::BufferUsages::STORAGE),
            Buffer::Output(size) => (
                vec![0; *size],
                wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC,
            ),
        };
        Some(self.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: None,
            contents: &contents,
            usage,
        }))
    }
}

async fn request() -> Result<Gpu, String> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends: wgpu::Backends::VULKAN,
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    });
    let mut found = Err("no adapter".to_owned());
    // A software driver first.
    for force_fallback_adapter in [true, false] {
        let options = wgpu::RequestAdapterOptions {
            force_fallback_adapter,
            ..wgpu::RequestAdapterOptions::default()
        };
        found = instance
            .request_adapter(&options)
            .await
            .map_err(|error| error.to_string());
        if found.is_ok() {
            break;
        }
    }
    let adapter = found?;
    let info = adapter.get_info();
    let (device, queue) = adapter
        .request_device(&wgpu::DeviceDescriptor {
            required_limits: adapter.limits(),
            ..wgpu::DeviceDescriptor::default()
        })
        .await
        .map_err(|error| error.to_string())?;
    Ok(Gpu {
        device,
        queue,
        name: format!("{} ({})", info.name, info.driver_info),
    })
}
