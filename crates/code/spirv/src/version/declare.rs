//! Declares the capabilities and extensions of a version, and refuses what it lacks.

use super::error::{VersionError, VersionErrorKind};
use crate::disassemble::set_bits;
use crate::grammar::value::{capability, dim};
use crate::grammar::{self, Kind, NEVER, Needs, enums, op};
use crate::module::{At, Declared, Module, Operand, Type};

/// Extensions that a minor version made part of SPIR-V, instruction for instruction.
const CORE: [(&str, u8); 16] = [
    ("SPV_KHR_16bit_storage", 3),
    ("SPV_KHR_device_group", 3),
    ("SPV_KHR_multiview", 3),
    ("SPV_KHR_shader_draw_parameters", 3),
    ("SPV_KHR_storage_buffer_storage_class", 3),
    ("SPV_KHR_variable_pointers", 3),
    ("SPV_GOOGLE_decorate_string", 4),
    ("SPV_KHR_float_controls", 4),
    ("SPV_KHR_no_integer_wrap_decoration", 4),
    ("SPV_EXT_descriptor_indexing", 5),
    ("SPV_KHR_8bit_storage", 5),
    ("SPV_KHR_physical_storage_buffer", 5),
    ("SPV_KHR_vulkan_memory_model", 5),
    ("SPV_KHR_integer_dot_product", 6),
    ("SPV_KHR_non_semantic_info", 6),
    ("SPV_KHR_terminate_invocation", 6),
];

/// Extensions that are written against a later version than 1.0.
const WRITTEN_AGAINST: [(&str, u8); 5] = [
    ("SPV_KHR_vulkan_memory_model", 3),
    ("SPV_EXT_mesh_shader", 4),
    ("SPV_KHR_ray_query", 4),
    ("SPV_KHR_ray_tracing", 4),
    ("SPV_KHR_workgroup_memory_explicit_layout", 4),
];

pub(super) fn convert(module: &mut Module, minor: u8) -> Result<(), VersionError> {
    let mut capabilities = module.globals.iter().filter(|at| module.opcode(**at) == op::CAPABILITY);
    let kernel = capabilities.find(|at| module.word(**at, 0) == capability::KERNEL);
    let target = Target { minor, kernel: kernel.map(|_| capability::KERNEL) };
    for at in module.walk() {
        check(module, at, target)?;
    }
    let is_core = |name: &str| CORE.iter().any(|(core, since)| *core == name && *since <= minor);
    let mut globals = std::mem::take(&mut module.globals);
    globals.retain(|at| module.opcode(*at) != op::EXTENSION || !is_core(&module.string(*at, 0)));
    module.globals = globals;
    let mut declared = Declared::of(module);
    for at in module.walk() {
        declared.instruction(module, at);
        if module.opcode(at) == op::EXT_INST_IMPORT
            && minor < 6
            && module.string(at, 0).starts_with("NonSemantic.")
        {
            declared.extension(&["SPV_KHR_non_semantic_info"]);
        }
    }
    let (capabilities, extensions) = declared.added();
    for capability in capabilities {
        let at = module.add(op::CAPABILITY, 0, 0, [Operand::Literal(capability)]);
        module.place_global(at);
    }
    for name in extensions {
        let at =
            module.add(op::EXTENSION, 0, 0, crate::build::string(name).into_iter().map(Operand::Literal));
        module.place_global(at);
    }
    Ok(())
}

fn needs_later(name: &str, minor: u8) -> bool {
    WRITTEN_AGAINST.iter().any(|(known, since)| *known == name && minor < *since)
}

/// Refuses an instruction or operand that neither the version nor an extension has.
fn check(module: &Module, at: At, target: Target) -> Result<(), VersionError> {
    let minor = target.minor;
    let opcode = module.opcode(at);
    let fail = |kind| Err(VersionError::at(module, at, kind));
    if opcode == op::EXTENSION {
        let name = module.string(at, 0);
        if needs_later(&name, minor) {
            return fail(VersionErrorKind::Extension);
        }
    }
    if grammar::opcode(opcode).is_some_and(|row| !is_available(row.needs, target)) {
        return fail(VersionErrorKind::Instruction);
    }
    if minor >= 6 && is_sampled_buffer(module, at) {
        return fail(VersionErrorKind::Operand);
    }
    for operand in module.named_operands(at) {
        let Kind::Enum(index) = operand.kind else { continue };
        let Some(enumeration) = grammar::enumeration(index) else { continue };
        let word = module.word(at, operand.range.start);
        let is_missing = |value: u32| {
            enumeration.enumerant(value).is_some_and(|found| {
                let extension = found.needs.extensions.first().filter(|_| found.needs.version > minor);
                !is_available(found.needs, target) || extension.is_some_and(|name| needs_later(name, minor))
            })
        };
        let is_lacking = if enumeration.bits { set_bits(word).any(is_missing) } else { is_missing(word) };
        if is_lacking {
            return fail(VersionErrorKind::Operand);
        }
    }
    Ok(())
}

/// What a capability may be declared in.
#[derive(Clone, Copy)]
struct Target {
    minor: u8,
    /// `Kernel`, if the module declares it.
    kernel: Option<u32>,
}

/// True if a version has something, or an extension adds it or a capability that it needs, and one of the capabilities
/// that it needs can be declared.
fn is_available(needs: Needs, target: Target) -> bool {
    let row = |one: &u32| grammar::enumeration(enums::CAPABILITY).and_then(|all| all.enumerant(*one));
    let is_extended = |one: &u32| row(one).is_some_and(|row| !row.needs.extensions.is_empty());
    let is_possible = |one: &u32| {
        let version = row(one).map_or(NEVER, |row| row.needs.version);
        let is_foreign = *one == capability::KERNEL && target.kernel.is_none();
        !is_foreign && (version <= target.minor || version == NEVER || is_extended(one))
    };
    let is_known = needs.version <= target.minor
        || needs.version == NEVER
        || !needs.extensions.is_empty()
        || needs.capabilities.iter().any(is_extended);
    is_known && (needs.capabilities.is_empty() || needs.capabilities.iter().any(is_possible))
}

/// True for the combination of a sampler and a texel buffer, which 1.6 excludes.
fn is_sampled_buffer(module: &Module, at: At) -> bool {
    let Some(Type::SampledImage { image }) = module.type_at(at) else { return false };
    matches!(module.ty(image), Some(Type::Image(image)) if image.dim == dim::BUFFER)
}
