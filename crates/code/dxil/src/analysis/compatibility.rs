//! Computes flags, allowed stages and minimum shader model of each function including its callees, and the
//! module flags.

use super::flags::{self, Choices, DERIVED};
use super::handles::Handles;
use super::program::Program;
use super::requirements::{self, stage};
use super::uses;
use crate::features::flag;
use crate::ir::FunctionId;
use crate::shader::Shader;
use crate::shader::entry::Entry;
use crate::shader::resource::{Class, kind};
use crate::shader::subobject::{Content, Subobject};

/// Requirements of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Compatibility {
    /// Shader flags.
    pub flags: u64,
    /// Allowed stages, one bit per kind.
    pub stages: u32,
    /// Minimum minor version of shader model 6.
    pub minor: u32,
}

impl Compatibility {
    /// Merges a callee's requirements; returns true if anything changed.
    fn merge(&mut self, other: Compatibility) -> bool {
        let merged = Compatibility {
            flags: self.flags | other.flags,
            stages: self.stages & other.stages,
            minor: self.minor.max(other.minor),
        };
        std::mem::replace(self, merged) != merged
    }

    fn at_least(&mut self, minor: u32) {
        self.minor = self.minor.max(minor);
    }
}

/// Requirements of each function, by index in the module; declarations have none. `subobjects` are those of
/// the library, possibly removed from the module.
pub fn functions(
    program: &Program<'_>,
    shader: &Shader,
    choices: Choices,
    subobjects: &[Subobject],
) -> Vec<Compatibility> {
    let is_at_least = |minor| choices.validator.validates(minor);
    let tier = is_at_least(5) && !is_at_least(8) && subobjects.iter().any(needs_tier_1_1);
    let nothing = Compatibility { flags: 0, stages: stage::ALL, minor: 0 };
    let mut found: Vec<Compatibility> = program.functions().map(|_| nothing).collect();
    let handles = Handles::new(program, shader);
    for (function, body) in program.defined() {
        let Some(slot) = found.get_mut(function.index()) else {
            continue;
        };
        slot.flags = flags::of(program, shader, &handles, choices, function);
        if tier {
            slot.flags |= flag::RAYTRACING_1_1;
        }
        for instruction in &body.instructions {
            let Some(operation) = program.operation(body, instruction) else {
                continue;
            };
            let library = shader.is_library();
            let version = choices.validator;
            let requirement = requirements::of(program, body, instruction, operation, library, version);
            slot.at_least(requirement.minor);
            slot.stages &= requirement.stages;
        }
    }
    if is_at_least(8) {
        propagate(program, &mut found);
    }
    // Older validators support fewer shader kinds.
    let known = match () {
        () if !is_at_least(5) => 0x1FFF,
        () if !is_at_least(8) => 0x7FFF,
        () => stage::ALL,
    };
    for (function, _) in program.defined() {
        let entry = shader.entry_of(function.index());
        let kind = entry.and_then(|entry| entry.properties.kind);
        let Some(slot) = found.get_mut(function.index()) else {
            continue;
        };
        slot.stages &= match kind {
            Some(kind) if kind != u32::from(crate::shader::LIBRARY) => 1u32.checked_shl(kind).unwrap_or(0),
            _ => known,
        };
        if is_at_least(8) {
            let kind = kind.or(entry.map(|_| u32::from(shader.kind)));
            adjust(slot, entry, kind);
        } else {
            adjust_old(slot);
        }
    }
    found
}

fn needs_tier_1_1(subobject: &Subobject) -> bool {
    /// State object flag: additions allowed.
    const ALLOW_ADDITIONS: u32 = 4;
    match subobject.content {
        Content::PipelineConfig1 { .. } => true,
        Content::StateObjectConfig(flags) => flags & ALLOW_ADDITIONS != 0,
        _ => false,
    }
}

/// Propagates requirements from callees to callers.
fn propagate(program: &Program<'_>, found: &mut [Compatibility]) {
    let callers = uses::callers(program);
    let mut worklist: Vec<FunctionId> = program.defined().map(|(function, _)| function).collect();
    while let Some(callee) = worklist.pop() {
        let Some(&requirement) = found.get(callee.index()) else {
            continue;
        };
        for &caller in callers.get(callee.index()).into_iter().flatten() {
            // Flags only grow and stages only shrink, so this terminates.
            if let Some(slot) = found.get_mut(caller.index())
                && slot.merge(requirement)
            {
                worklist.push(caller);
            }
        }
    }
}

fn adjust(slot: &mut Compatibility, entry: Option<&Entry>, kind: Option<u32>) {
    const COMPUTE: u32 = 5;
    const MESH: [u32; 2] = [13, 14];
    const NODE: u32 = 15;
    if let (Some(entry), Some(kind)) = (entry, kind) {
        if slot.flags & flag::USES_DERIVATIVES != 0 {
            if MESH.contains(&kind) {
                slot.flags |= flag::MESH_DERIVATIVES;
                slot.at_least(6);
            } else if kind == COMPUTE {
                slot.at_least(6);
            }
        }
        if entry.properties.wave.is_some() {
            slot.at_least(if entry.properties.wave_is_range { 8 } else { 6 });
        }
        if MESH.contains(&kind) {
            slot.at_least(5);
        } else if (7..=12).contains(&kind) {
            slot.at_least(3);
        } else if kind == NODE {
            slot.at_least(8);
        }
    }
    let has = |flags| slot.flags & flags != 0;
    let native = slot.flags & flag::NATIVE_LOW_PRECISION != 0 && has(flag::LOW_PRECISION);
    let minor = if has(flag::COMPARE_GRADIENT | flag::EXTENDED_COMMAND) {
        8
    } else if has(flag::TEXTURE_OPS | flag::WRITEABLE_MSAA) {
        7
    } else if has(flag::ATOMIC64_TYPED
        | flag::ATOMIC64_SHARED
        | flag::ATOMIC64_HEAP
        | flag::RESOURCE_HEAP
        | flag::SAMPLER_HEAP)
    {
        6
    } else if has(flag::RAYTRACING_1_1 | flag::SAMPLER_FEEDBACK) {
        5
    } else if has(flag::SHADING_RATE) {
        4
    } else if native {
        2
    } else {
        u32::from(has(flag::VIEW_ID | flag::BARYCENTRICS))
    };
    slot.at_least(minor);
}

/// Removes flags that validators before 1.8 ignored.
fn adjust_old(slot: &mut Compatibility) {
    let native = flag::NATIVE_LOW_PRECISION | flag::LOW_PRECISION;
    if slot.flags & native == native {
        slot.at_least(2);
    } else if slot.flags & (flag::BARYCENTRICS | flag::VIEW_ID) != 0 {
        slot.at_least(1);
    }
}

/// Module flags: those of a shader's only entry point, or those in the first entry of a library.
pub fn module_flags(shader: &Shader, choices: Choices, functions: &[Compatibility]) -> u64 {
    const VERTEX_TO_DOMAIN: [u16; 4] = [1, 2, 3, 4];
    const MESH: [u16; 2] = [13, 14];
    const PIXEL_AND_COMPUTE: [u16; 2] = [0, 5];
    let is_before = |minor| !choices.validator.validates(minor);
    let mut flags = functions.iter().fold(0, |flags, function| flags | function.flags);
    if flags & flag::USES_DERIVATIVES != 0 && MESH.contains(&shader.kind) {
        flags |= flag::MESH_DERIVATIVES;
    }
    flags &= !(flag::USES_DERIVATIVES | flag::REQUIRES_GROUP);
    let of = |class| shader.resources.iter().filter(move |resource| resource.class == class);
    let mut registers = 0u32;
    for uav in of(Class::Uav) {
        // Nine already exceeds the limit.
        registers = registers.saturating_add(uav.count.min(9));
        if uav.is_rasterizer_ordered {
            flags |= flag::ROVS;
        }
    }
    let many = if is_before(6) { of(Class::Uav).count() > 8 } else { registers > 8 };
    let everywhere = if is_before(8) {
        !PIXEL_AND_COMPUTE.contains(&shader.kind)
    } else {
        VERTEX_TO_DOMAIN.contains(&shader.kind)
    };
    let buffers = [kind::RAW_BUFFER, kind::STRUCTURED_BUFFER];
    let has_buffers = of(Class::Uav).chain(of(Class::Srv)).any(|resource| buffers.contains(&resource.kind));
    for (flag, condition) in [
        (flag::UAVS_64, many),
        (flag::UAVS_EVERYWHERE, registers > 0 && everywhere),
        (flag::RAW_AND_STRUCTURED_BUFFERS, has_buffers),
    ] {
        if condition {
            flags |= flag;
        }
    }
    flags & DERIVED | choices.flags & !DERIVED
}
