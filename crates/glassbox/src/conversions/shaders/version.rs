//! Converts modules to another version of SPIR-V.

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::name_map::{Class, Member, Place, Port, Resource, ShaderNames};
use glassbox_spirv::build::value::storage_class;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::Module;
use glassbox_spirv::reflect::{DescriptorKind, Reflection, TypeKind, Variable, reflect};
use glassbox_spirv::version::convert;

use super::entries::{Entry, module};
use super::rules;
use super::source::Code;

/// The bytes of a module in version `1.minor`, or in its own, with one entry point, or with all of them.
pub(super) fn module_in(
    code: &Code,
    entry: Option<&Entry<'_>>,
    minor: Option<u8>,
) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let mut module = module(code, code.words.as_deref().unwrap_or_default())?;
    if let Some(entry) = entry {
        keep(&mut module, entry);
    }
    if let Some(minor) = minor {
        convert(&mut module, minor).map_err(|error| {
            let range = error.range.start as u64..error.range.end as u64;
            vec![Diagnostic::new(&rules::VERSION, code.place_of(Some(range)), error.to_string())]
        })?;
    }
    module.bytes().ok_or_else(|| {
        vec![Diagnostic::new(&rules::VERSION, code.at.clone(), "the module has too many words")]
    })
}

/// Removes the other entry points.
fn keep(module: &mut Module, entry: &Entry<'_>) {
    let is_entry = |at: &u32| module.opcode(*at) == op::ENTRY_POINT;
    let mut stated = glassbox_decompile::entry_points(module).into_iter();
    let kept = stated.find(|one| one.stage == Some(entry.stage) && one.name == entry.name);
    let Some(kept) = kept.map(|kept| kept.at) else { return };
    let function = module.word(kept, 1);
    let is_kept = |at: &u32| match module.opcode(*at) {
        op::ENTRY_POINT => *at == kept,
        op::EXECUTION_MODE | op::EXECUTION_MODE_ID => module.word(*at, 0) == function,
        _ => true,
    };
    if module.globals.iter().filter(|at| is_entry(at)).count() > 1 {
        module.globals = module.globals.iter().copied().filter(is_kept).collect();
    }
}

/// What an entry point calls its interface.
pub(super) fn names(entry: &Entry<'_>, bytes: &[u8]) -> ShaderNames {
    // The second and third bytes of the version, which is the second word.
    let (minor, major) = (bytes.get(5).copied().unwrap_or(0), bytes.get(6).copied().unwrap_or(0));
    let mut names = ShaderNames {
        target: format!("SPIR-V {major}.{minor}"),
        stage: entry.stage,
        entry: entry.name.clone(),
        inputs: Vec::new(),
        outputs: Vec::new(),
        resources: Vec::new(),
    };
    let Ok(reflection) = reflect(bytes) else { return names };
    let own = reflection.entry_points.iter().find(|point| point.name == entry.name);
    for used in own.iter().flat_map(|point| &point.uses) {
        let Some(variable) = reflection.variable(used.variable) else { continue };
        match (variable.class, variable.location) {
            (storage_class::INPUT, Some(location)) => names.inputs.push(port(variable, location)),
            (storage_class::OUTPUT, Some(location)) => names.outputs.push(port(variable, location)),
            (storage_class::PUSH_CONSTANT, _) => names.resources.push(push_constants(&reflection, variable)),
            _ => names.resources.extend(resource(&reflection, variable)),
        }
    }
    names.inputs.sort_by_key(|port| (port.location, port.index));
    names.outputs.sort_by_key(|port| (port.location, port.index));
    names.resources.sort_by_key(|resource| resource.place);
    names
}

fn port(variable: &Variable, location: u32) -> Port {
    let name = variable.name.clone().unwrap_or_default();
    Port { written: name.clone(), name, location, index: variable.index.unwrap_or(0) }
}

fn push_constants(reflection: &Reflection, variable: &Variable) -> Resource {
    let name = variable.name.clone().unwrap_or_default();
    let root = glassbox_translate::shader::ROOT;
    Resource {
        symbol: name.clone(),
        place: root,
        class: Some(Class::ConstantBuffer),
        written: name,
        bound: "push constants".to_owned(),
        members: members(reflection, variable.ty.0),
    }
}

fn resource(reflection: &Reflection, variable: &Variable) -> Option<Resource> {
    let descriptor = reflection.descriptors.iter().find(|found| found.variable == variable.id)?;
    let class = match descriptor.kind {
        DescriptorKind::UniformBuffer => Some(Class::ConstantBuffer),
        DescriptorKind::SampledImage => Some(Class::Texture),
        DescriptorKind::Sampler => Some(Class::Sampler),
        _ => None,
    };
    let own = variable.name.clone().filter(|name| !name.is_empty());
    let of_type = || reflection.types.get(descriptor.element.0 as usize)?.name.clone();
    let name = own.or_else(of_type).unwrap_or_default();
    let (set, binding) = (descriptor.set?, descriptor.binding?);
    Some(Resource {
        symbol: name.clone(),
        place: Place { set, binding },
        class,
        written: name,
        bound: format!("set {set} binding {binding}"),
        members: members(reflection, descriptor.element.0),
    })
}

fn members(reflection: &Reflection, ty: u32) -> Vec<Member> {
    let Some(TypeKind::Struct { members, .. }) = reflection.types.get(ty as usize).map(|ty| &ty.kind) else {
        return Vec::new();
    };
    let member = |member: &glassbox_spirv::reflect::Member| {
        let name = member.name.clone().unwrap_or_default();
        Some(Member { written: name.clone(), name, offset: member.offset? })
    };
    members.iter().filter_map(member).collect()
}
