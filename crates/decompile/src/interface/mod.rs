//! Decides what the interface of an entry point consists of: stage, modes, the roles of global variables.

pub(crate) mod defaults;
pub(crate) mod layout;
mod tessellation;

use foldhash::HashMap;
use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{decoration, execution_model, storage_class};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Annotations, At, Id, Module, Type};

pub use tessellation::{Domain, Spacing, Tessellation, Topology};
pub(crate) use tessellation::{Level, is_of_patch};

use crate::Options;
use crate::refusal::{Reason, Refusal};

/// An entry point.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) at: At,
    pub(crate) function: Id,
    pub(crate) stage: Stage,
    pub(crate) modes: Modes,
}

/// Literal or id operands of an entry point's execution modes, which are few.
#[derive(Clone, Debug, Default)]
pub(crate) struct Modes(Vec<(u32, Vec<u32>)>);

impl Modes {
    /// Operands of a mode; the last counts.
    pub(crate) fn get(&self, mode: &u32) -> Option<&Vec<u32>> {
        self.0.iter().rev().find(|entry| entry.0 == *mode).map(|entry| &entry.1)
    }

    pub(crate) fn contains_key(&self, mode: &u32) -> bool {
        self.get(mode).is_some()
    }
}

/// Function and stage of the entry point that the options name, if a text can have the stage.
pub(crate) fn entry_function(module: &Module, options: &Options) -> Option<(Id, Stage)> {
    let at = named(module, options)?;
    Some((module.word(at, 1), stage_of(module, at)?))
}

/// The entry point that the options name.
fn named(module: &Module, options: &Options) -> Option<At> {
    let fits = |at: &At| {
        options.entry.as_ref().is_none_or(|name| module.string_is(*at, 2, name))
            && options.stage.is_none_or(|stage| stage_of(module, *at) == Some(stage))
    };
    let mut entries = module.globals.iter().copied().filter(|at| module.opcode(*at) == op::ENTRY_POINT);
    entries.find(fits)
}

fn stage_of(module: &Module, at: At) -> Option<Stage> {
    glassbox_spirv::stage_of(module.word(at, 0))
}

/// Reads the entry point that the options name.
pub(crate) fn entry(module: &Module, options: &Options) -> Result<Entry, Refusal> {
    let Some(at) = named(module, options) else {
        return Err(Refusal::of(Reason::EntryPoint, None, "the module has no such entry point"));
    };
    let Some(stage) = stage_of(module, at) else {
        let what = match module.word(at, 0) {
            execution_model::TASK_NV | execution_model::MESH_NV => {
                "no text has the mesh shaders of NV_mesh_shader; use those of EXT_mesh_shader"
            }
            execution_model::KERNEL => "no text has kernels",
            _ => "the stage of the entry point cannot be written",
        };
        return Err(Refusal::of(Reason::Stage, Some(at), what));
    };
    let function = module.word(at, 1);
    let mut modes = Modes::default();
    for &at in &module.globals {
        if matches!(module.opcode(at), op::EXECUTION_MODE | op::EXECUTION_MODE_ID)
            && let &[of, mode, ref operands @ ..] = module.operands(at)
            && of == function
        {
            modes.0.push((mode, operands.to_vec()));
        }
    }
    Ok(Entry { at, function, stage, modes })
}

/// An entry point of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryPoint {
    /// Its name.
    pub name: String,
    /// Its stage; `None` for stages that no text has.
    pub stage: Option<Stage>,
    /// `OpEntryPoint`.
    pub at: At,
}

/// Entry points of a module in their order.
pub fn entry_points(module: &Module) -> Vec<EntryPoint> {
    let entries = module.globals.iter().copied().filter(|at| module.opcode(*at) == op::ENTRY_POINT);
    let read = |at| EntryPoint {
        name: module.string(at, 2),
        stage: glassbox_spirv::stage_of(module.word(at, 0)),
        at,
    };
    entries.map(read).collect()
}

/// A specialization constant of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecializationConstant {
    /// Its `SpecId`.
    pub number: u32,
    /// Its name; may be empty.
    pub name: String,
    /// Its type: `OpTypeBool`, `OpTypeInt` or `OpTypeFloat`.
    pub ty: Type<'static>,
}

/// Specialization constants of a module that have a `SpecId`, by these.
pub fn specialization_constants(module: &Module) -> Vec<SpecializationConstant> {
    let annotations = Annotations::of(module);
    let mut found = Vec::new();
    for &at in &module.globals {
        let is_one =
            matches!(module.opcode(at), op::SPEC_CONSTANT | op::SPEC_CONSTANT_TRUE | op::SPEC_CONSTANT_FALSE);
        let id = module.get(at).result;
        let Some(number) = annotations.value(id, decoration::SPEC_ID).filter(|_| is_one) else { continue };
        let ty = match module.ty(module.get(at).ty) {
            Some(Type::Bool) => Type::Bool,
            Some(Type::Int { width, signed }) => Type::Int { width, signed },
            Some(Type::Float { width, encoding }) => Type::Float { width, encoding },
            _ => continue,
        };
        let name = annotations.name(id).unwrap_or_default();
        found.push(SpecializationConstant { number, name: name.to_owned(), ty });
    }
    found.sort_by_key(|constant| constant.number);
    found
}

/// What a global variable is to the outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// An input or output, or a block of these.
    Input,
    /// See `Input`.
    Output,
    /// A uniform block.
    UniformBlock,
    /// A storage block.
    StorageBlock,
    /// The block of push constants.
    PushConstants,
    /// The block that a record of a table of ray tracing shaders holds.
    ShaderRecord,
    /// Passed to or from another shader of the pipeline.
    Passed(Passed),
    /// Texture, sampler, image, acceleration structure: an opaque value, or an array of them.
    Opaque,
    /// An atomic counter, as OpenGL has them.
    AtomicCounter,
    /// A plain uniform value, as OpenGL has them.
    Plain,
    /// Shared by a workgroup.
    Shared,
    /// A variable of the invocation.
    Private,
}

/// What a shader passes to another one, or gets from it, besides inputs and outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passed {
    /// From a task shader to its mesh shaders.
    TaskPayload,
    /// To and from the shaders that a ray runs.
    RayPayload,
    /// From and to the shader that traced the ray.
    IncomingRayPayload,
    /// From an intersection shader to the shaders of the hit.
    HitAttribute,
    /// To and from a callable shader.
    CallableData,
    /// From and to the shader that called this one.
    IncomingCallableData,
}

impl Role {
    /// False for what shaders of the stage cannot pass.
    pub(crate) fn is_of_stage(self, stage: Stage) -> bool {
        match self {
            Role::Passed(Passed::TaskPayload) => matches!(stage, Stage::Task | Stage::Mesh),
            Role::Passed(_) | Role::ShaderRecord => stage.is_ray_tracing(),
            _ => true,
        }
    }

    /// Order of declarations.
    pub(crate) fn order(self) -> u8 {
        match self {
            Role::Input => 0,
            Role::Output => 1,
            Role::Passed(_) => 1,
            Role::UniformBlock | Role::StorageBlock | Role::PushConstants | Role::ShaderRecord => 2,
            Role::Opaque | Role::AtomicCounter | Role::Plain => 3,
            Role::Shared => 4,
            Role::Private => 5,
        }
    }
}

/// Role of a variable; `None` if no text has one.
pub(crate) fn role(module: &Module, annotations: &Annotations<'_>, ty: Id, class: u32) -> Option<Role> {
    let inner = element(module, ty);
    Some(match class {
        storage_class::INPUT => Role::Input,
        storage_class::OUTPUT => Role::Output,
        storage_class::UNIFORM if annotations.has(inner, decoration::BUFFER_BLOCK) => Role::StorageBlock,
        storage_class::UNIFORM => Role::UniformBlock,
        storage_class::STORAGE_BUFFER => Role::StorageBlock,
        storage_class::PUSH_CONSTANT => Role::PushConstants,
        storage_class::UNIFORM_CONSTANT => match module.ty(inner) {
            Some(
                Type::Image(_) | Type::Sampler | Type::SampledImage { .. } | Type::AccelerationStructure,
            ) => Role::Opaque,
            Some(Type::Other { .. }) => return None,
            _ => Role::Plain,
        },
        storage_class::ATOMIC_COUNTER => Role::AtomicCounter,
        storage_class::WORKGROUP => Role::Shared,
        storage_class::PRIVATE => Role::Private,
        storage_class::SHADER_RECORD_BUFFER_KHR => Role::ShaderRecord,
        storage_class::TASK_PAYLOAD_WORKGROUP_EXT => Role::Passed(Passed::TaskPayload),
        storage_class::RAY_PAYLOAD_KHR => Role::Passed(Passed::RayPayload),
        storage_class::INCOMING_RAY_PAYLOAD_KHR => Role::Passed(Passed::IncomingRayPayload),
        storage_class::HIT_ATTRIBUTE_KHR => Role::Passed(Passed::HitAttribute),
        storage_class::CALLABLE_DATA_KHR => Role::Passed(Passed::CallableData),
        storage_class::INCOMING_CALLABLE_DATA_KHR => Role::Passed(Passed::IncomingCallableData),
        _ => return None,
    })
}

/// Deepest nesting of types.
const MAX_DEPTH: u32 = 32;

/// The type inside of arrays.
pub(crate) fn element(module: &Module, mut ty: Id) -> Id {
    for _ in 0..32 {
        let Some(at) = module.definition(ty) else { break };
        match module.opcode(at) {
            op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY => ty = module.word(at, 0),
            _ => break,
        }
    }
    ty
}

/// Locations that an input or output of a type takes.
pub(crate) fn locations(module: &Module, ty: Id) -> u32 {
    locations_of(module, ty, 0, &mut HashMap::default())
}

/// Structures may share theirs at every level, so each is counted once.
fn locations_of(module: &Module, ty: Id, depth: u32, known: &mut HashMap<Id, u32>) -> u32 {
    if depth > MAX_DEPTH {
        return 1;
    }
    match module.ty(ty) {
        Some(Type::Matrix { column, count }) => {
            count.saturating_mul(locations_of(module, column, depth + 1, known))
        }
        Some(Type::Array { element, length }) => {
            let length = module.constant_u32(length).unwrap_or(1);
            locations_of(module, element, depth + 1, known).saturating_mul(length)
        }
        Some(Type::Struct { members }) => {
            if let Some(count) = known.get(&ty) {
                return *count;
            }
            let counts = members.iter().map(|member| locations_of(module, *member, depth + 1, known));
            let count = counts.fold(0, u32::saturating_add);
            known.insert(ty, count);
            count
        }
        Some(Type::Vector { component, count: 3.. })
            if matches!(
                module.ty(component),
                Some(Type::Float { width: 64, .. } | Type::Int { width: 64, .. })
            ) =>
        {
            2
        }
        _ => 1,
    }
}
