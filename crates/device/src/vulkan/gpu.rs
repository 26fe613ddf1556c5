//! Opens the driver and a device, and determines its features.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::ffi::{CStr, c_void};
use std::marker::PhantomData;
use std::sync::Mutex;

use ash::vk;

/// Khronos' validation layer.
const VALIDATION: &CStr = c"VK_LAYER_KHRONOS_validation";

/// What a device is opened for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// What the runtime uses.
    Runtime,
    /// All features, and transform feedback.
    Everything,
}

/// Device with one queue.
pub struct Gpu {
    pub(super) device: ash::Device,
    pub(super) queue: vk::Queue,
    pub(super) family: u32,
    pub(super) memory: vk::PhysicalDeviceMemoryProperties,
    /// True if descriptor table entries may be left empty.
    pub(super) partially_bound: bool,
    /// Maximum number of table entries, in binding order of set 0.
    pub(super) table_limits: [u32; 5],
    /// True if sampler indices need not be constant.
    pub(super) dynamic_samplers: bool,
    /// Captures outputs of vertex stages; only where everything is enabled.
    pub(super) feedback: Option<ash::ext::transform_feedback::Device>,
    name: String,
    physical: vk::PhysicalDevice,
    instance: ash::Instance,
    messenger: Option<(ash::ext::debug_utils::Instance, vk::DebugUtilsMessengerEXT)>,
    messages: Box<Mutex<Vec<String>>>,
    // The library must outlive everything created from it.
    _entry: ash::Entry,
    _one_thread: PhantomData<RefCell<()>>,
}

impl Gpu {
    /// Opens a device; prefers a software driver, because its results are the same on every
    /// machine.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn open() -> Gpu {
        Gpu::open_with(Scope::Runtime)
    }

    /// Opens a device with everything that it offers, without validation layers: modules of others use what they like, and rely
    /// on more than the layers accept.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn open_whole() -> Gpu {
        Gpu::open_with(Scope::Everything)
    }

    fn open_with(scope: Scope) -> Gpu {
        let gpu = Gpu::request(scope).unwrap_or_else(|error| {
            panic!("there is no Vulkan 1.2 device, install mesa-vulkan-drivers: {error}")
        });
        eprintln!("device: {}", gpu.name);
        if gpu.messenger.is_none() && scope == Scope::Runtime {
            eprintln!("validation layers: not installed (Debian: vulkan-validationlayers)");
        }
        gpu
    }

    /// Name and driver of the device.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Messages from the validation layers since the last call.
    pub(super) fn take_messages(&self) -> Vec<String> {
        self.messages.lock().map(|mut messages| std::mem::take(&mut *messages)).unwrap_or_default()
    }

    /// True if images may have this format and these uses.
    pub(super) fn supports(&self, format: vk::Format, features: vk::FormatFeatureFlags) -> bool {
        // SAFETY: the physical device belongs to this instance, which lives as long as `self`.
        let properties =
            unsafe { self.instance.get_physical_device_format_properties(self.physical, format) };
        properties.optimal_tiling_features.contains(features)
    }

    fn request(scope: Scope) -> Result<Gpu, String> {
        // SAFETY: the library is the system's Vulkan loader; nothing else in these tests loads or
        // unloads it.
        let entry = unsafe { ash::Entry::load() }.map_err(|error| error.to_string())?;
        // SAFETY: the layer names are plain data of the loader.
        let layers =
            unsafe { entry.enumerate_instance_layer_properties() }.map_err(|error| error.to_string())?;
        let validated = scope == Scope::Runtime
            && layers.iter().any(|layer| layer.layer_name_as_c_str() == Ok(VALIDATION));
        let messages = Box::new(Mutex::new(Vec::new()));
        let instance = instance(&entry, scope, validated)?;
        let messenger = if validated { Some(messenger(&entry, &instance, &messages)?) } else { None };

        let (physical, family) = choose(&instance)?;
        let mut v12 = vk::PhysicalDeviceVulkan12Features::default();
        let mut v11 = vk::PhysicalDeviceVulkan11Features::default();
        let mut offered = vk::PhysicalDeviceFeatures2::default().push_next(&mut v11).push_next(&mut v12);
        // SAFETY: the chain consists of structures that outlive the call, and the device supports
        // Vulkan 1.2.
        unsafe { instance.get_physical_device_features2(physical, &mut offered) };
        let core = wanted(&offered.features);
        if v12.scalar_block_layout == vk::FALSE {
            return Err("the device has no scalar block layout".to_owned());
        }
        let mut v12 = wanted_v12(&v12);
        let mut v11 = vk::PhysicalDeviceVulkan11Features::default()
            .shader_draw_parameters(v11.shader_draw_parameters != vk::FALSE);
        let partially_bound = v12.descriptor_binding_partially_bound != vk::FALSE;

        let priorities = [1.0];
        let queues =
            [vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&priorities)];
        let mut enabled =
            vk::PhysicalDeviceFeatures2::default().features(core).push_next(&mut v11).push_next(&mut v12);
        let mut feedback = vk::PhysicalDeviceTransformFeedbackFeaturesEXT::default();
        let mut all13 = vk::PhysicalDeviceVulkan13Features::default();
        let mut all12 = vk::PhysicalDeviceVulkan12Features::default();
        let mut all11 = vk::PhysicalDeviceVulkan11Features::default();
        let mut all = vk::PhysicalDeviceFeatures2::default()
            .push_next(&mut feedback)
            .push_next(&mut all13)
            .push_next(&mut all12)
            .push_next(&mut all11);
        // SAFETY: as above.
        unsafe { instance.get_physical_device_features2(physical, &mut all) };
        let names = [ash::ext::transform_feedback::NAME.as_ptr()];
        let create = vk::DeviceCreateInfo::default().queue_create_infos(&queues);
        let create = match scope {
            Scope::Runtime => create.push_next(&mut enabled),
            Scope::Everything => create.push_next(&mut all).enabled_extension_names(&names),
        };
        // SAFETY: only features that the device supports are requested, and the family exists.
        let (device, queue, memory) = unsafe {
            let device =
                instance.create_device(physical, &create, None).map_err(|error| error.to_string())?;
            let queue = device.get_device_queue(family, 0);
            (device, queue, instance.get_physical_device_memory_properties(physical))
        };
        let feedback = (scope == Scope::Everything)
            .then(|| ash::ext::transform_feedback::Device::new(&instance, &device));
        Ok(Gpu {
            feedback,
            device,
            queue,
            family,
            memory,
            partially_bound,
            table_limits: table_limits(&instance, physical),
            dynamic_samplers: core.shader_sampled_image_array_dynamic_indexing != vk::FALSE,
            name: name(&instance, physical),
            physical,
            instance,
            messenger,
            messages,
            _entry: entry,
            _one_thread: PhantomData,
        })
    }
}

impl Drop for Gpu {
    fn drop(&mut self) {
        // SAFETY: objects of draws are gone, because they borrow `self`; children are destroyed
        // before their parents.
        unsafe {
            self.device.destroy_device(None);
            if let Some((functions, messenger)) = self.messenger.take() {
                functions.destroy_debug_utils_messenger(messenger, None);
            }
            self.instance.destroy_instance(None);
        }
    }
}

fn instance(entry: &ash::Entry, scope: Scope, validated: bool) -> Result<ash::Instance, String> {
    let version = match scope {
        Scope::Runtime => vk::API_VERSION_1_2,
        Scope::Everything => vk::API_VERSION_1_3,
    };
    let application = vk::ApplicationInfo::default().api_version(version);
    let layers = [VALIDATION.as_ptr()];
    let extensions = [ash::ext::debug_utils::NAME.as_ptr()];
    let mut create = vk::InstanceCreateInfo::default().application_info(&application);
    if validated {
        create = create.enabled_layer_names(&layers).enabled_extension_names(&extensions);
    }
    // SAFETY: the names are static and null-terminated; the requested layer is available.
    unsafe { entry.create_instance(&create, None) }.map_err(|error| error.to_string())
}

fn messenger(
    entry: &ash::Entry,
    instance: &ash::Instance,
    messages: &Mutex<Vec<String>>,
) -> Result<(ash::ext::debug_utils::Instance, vk::DebugUtilsMessengerEXT), String> {
    let functions = ash::ext::debug_utils::Instance::new(entry, instance);
    let create = vk::DebugUtilsMessengerCreateInfoEXT::default()
        .message_severity(vk::DebugUtilsMessageSeverityFlagsEXT::ERROR)
        .message_type(
            vk::DebugUtilsMessageTypeFlagsEXT::GENERAL | vk::DebugUtilsMessageTypeFlagsEXT::VALIDATION,
        )
        .pfn_user_callback(Some(note))
        .user_data(std::ptr::from_ref(messages).cast_mut().cast());
    // SAFETY: the message list is boxed, and the messenger is destroyed before the box.
    let messenger = unsafe { functions.create_debug_utils_messenger(&create, None) };
    Ok((functions, messenger.map_err(|error| error.to_string())?))
}

unsafe extern "system" fn note(
    _: vk::DebugUtilsMessageSeverityFlagsEXT,
    _: vk::DebugUtilsMessageTypeFlagsEXT,
    data: *const vk::DebugUtilsMessengerCallbackDataEXT<'_>,
    messages: *mut c_void,
) -> vk::Bool32 {
    // SAFETY: `messages` was registered with `messenger`; the layer passes a valid structure with a
    // null-terminated text.
    let (messages, text) = unsafe {
        let messages = &*messages.cast::<Mutex<Vec<String>>>();
        let text = (*data).p_message;
        (messages, (!text.is_null()).then(|| CStr::from_ptr(text)))
    };
    if let (Ok(mut messages), Some(text)) = (messages.lock(), text) {
        let text = text.to_string_lossy().into_owned();
        // The runtime does the same: it relies on drivers that index tables without advertising it,
        // and it keeps images of all ranks and formats in one table, where the layer cannot see
        // which entry is read. Points without a size are drawn with one.
        let accepted = [
            "ArrayDynamicIndexing) was declared",
            "requires an image view of type",
            "component type, but bound descriptor format is",
            "POINT_LIST, but PointSize is not written",
        ];
        if accepted.iter().any(|known| text.contains(known)) {
            return vk::FALSE;
        }
        // Print at once too, since an error may crash the process in the driver.
        eprintln!("validation: {text}");
        messages.push(text);
    }
    vk::FALSE
}

/// Selects the device and its graphics queue family.
fn choose(instance: &ash::Instance) -> Result<(vk::PhysicalDevice, u32), String> {
    // SAFETY: the devices belong to this instance; the calls read plain data.
    let mut found: Vec<(bool, vk::PhysicalDevice, u32)> = unsafe {
        let devices = instance.enumerate_physical_devices().map_err(|error| error.to_string())?;
        devices
            .into_iter()
            .filter_map(|device| {
                let properties = instance.get_physical_device_properties(device);
                let families = instance.get_physical_device_queue_family_properties(device);
                let family = families
                    .iter()
                    .position(|family| family.queue_flags.contains(vk::QueueFlags::GRAPHICS))?;
                let software = properties.device_type == vk::PhysicalDeviceType::CPU;
                (properties.api_version >= vk::API_VERSION_1_2).then_some((!software, device, family as u32))
            })
            .collect()
    };
    found.sort_by_key(|(hardware, ..)| *hardware);
    match found.first() {
        Some((_, device, family)) => Ok((*device, *family)),
        None => Err("no device draws with Vulkan 1.2".to_owned()),
    }
}

fn table_limits(instance: &ash::Instance, physical: vk::PhysicalDevice) -> [u32; 5] {
    // SAFETY: the device belongs to this instance; the call reads plain data.
    let limits = unsafe { instance.get_physical_device_properties(physical) }.limits;
    [
        limits.max_per_stage_descriptor_samplers,
        limits.max_per_stage_descriptor_storage_images,
        limits.max_per_stage_descriptor_storage_buffers,
        limits.max_per_stage_descriptor_sampled_images,
        limits.max_per_stage_descriptor_storage_images,
    ]
}

fn name(instance: &ash::Instance, physical: vk::PhysicalDevice) -> String {
    let mut driver = vk::PhysicalDeviceDriverProperties::default();
    let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut driver);
    // SAFETY: the chain outlives the call, and the device supports Vulkan 1.2, where driver
    // properties are in the core.
    unsafe { instance.get_physical_device_properties2(physical, &mut properties) };
    let device = properties.properties;
    let text = |name: Result<&CStr, _>| {
        name.map_or_else(|_| "?".to_owned(), |name| name.to_string_lossy().into_owned())
    };
    format!("{} ({})", text(device.device_name_as_c_str()), text(driver.driver_info_as_c_str()))
}

/// Supported features among those that the runtime enables and those that only strict modules
/// require.
fn wanted(offered: &vk::PhysicalDeviceFeatures) -> vk::PhysicalDeviceFeatures {
    let has = |flag: vk::Bool32| flag != vk::FALSE;
    vk::PhysicalDeviceFeatures::default()
        .robust_buffer_access(has(offered.robust_buffer_access))
        .independent_blend(has(offered.independent_blend))
        .geometry_shader(has(offered.geometry_shader))
        .tessellation_shader(has(offered.tessellation_shader))
        .fill_mode_non_solid(has(offered.fill_mode_non_solid))
        .large_points(has(offered.large_points))
        .vertex_pipeline_stores_and_atomics(has(offered.vertex_pipeline_stores_and_atomics))
        .fragment_stores_and_atomics(has(offered.fragment_stores_and_atomics))
        .shader_storage_image_extended_formats(has(offered.shader_storage_image_extended_formats))
        .shader_sampled_image_array_dynamic_indexing(has(offered.shader_sampled_image_array_dynamic_indexing))
        .shader_storage_image_array_dynamic_indexing(has(offered.shader_storage_image_array_dynamic_indexing))
        .shader_storage_buffer_array_dynamic_indexing(has(
            offered.shader_storage_buffer_array_dynamic_indexing
        ))
}

fn wanted_v12(
    offered: &vk::PhysicalDeviceVulkan12Features<'_>,
) -> vk::PhysicalDeviceVulkan12Features<'static> {
    let has = |flag: vk::Bool32| flag != vk::FALSE;
    vk::PhysicalDeviceVulkan12Features::default()
        .scalar_block_layout(true)
        .descriptor_binding_partially_bound(has(offered.descriptor_binding_partially_bound))
        .shader_uniform_texel_buffer_array_dynamic_indexing(has(
            offered.shader_uniform_texel_buffer_array_dynamic_indexing
        ))
        .shader_storage_texel_buffer_array_dynamic_indexing(has(
            offered.shader_storage_texel_buffer_array_dynamic_indexing
        ))
}
