//! What a version of SPIR-V has to have for a module.

use glassbox_spirv::build::{op, value::capability};
use glassbox_spirv::module::Module;

/// Extensions that need SPIR-V 1.4, with what they are for.
const NEED_1_4: [(&str, &str); 5] = [
    ("SPV_EXT_descriptor_heap", "a heap of descriptors"),
    ("SPV_EXT_mesh_shader", "a mesh or task shader"),
    ("SPV_NV_shader_invocation_reorder", "an object of a hit"),
    ("SPV_EXT_shader_invocation_reorder", "an object of a hit"),
    ("SPV_KHR_workgroup_memory_explicit_layout", "a block of shared variables"),
];

/// What a module uses that its version of SPIR-V cannot have, and the name of the oldest environment that can.
pub(super) fn missing(module: &Module, minor: u8) -> Option<(&'static str, &'static str)> {
    if minor >= 4 {
        return None;
    }
    for at in &module.globals {
        match module.opcode(*at) {
            op::EXTENSION => {
                let name = module.string(*at, 0);
                let known = NEED_1_4.iter().find(|(extension, _)| *extension == name);
                if let Some((_, what)) = known {
                    return Some((what, "vulkan1.2"));
                }
            }
            op::CAPABILITY if minor < 3 => {
                let number = module.word(*at, 0);
                let is_of_subgroups =
                    (capability::GROUP_NON_UNIFORM..=capability::GROUP_NON_UNIFORM_QUAD).contains(&number);
                // Older versions have operations on groups in kernels alone.
                if is_of_subgroups || number == capability::KERNEL {
                    return Some(("a function of subgroups", "vulkan1.1"));
                }
            }
            _ => {}
        }
    }
    None
}
