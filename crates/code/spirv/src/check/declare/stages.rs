//! Checks that instructions and storage classes are used in stages that have them.

use super::entries::Models;
use super::values::integer;
use super::{Checker, rules};
use crate::grammar::instruction::glsl_std_450 as glsl;
use crate::grammar::value::{
    capability as cap, dim, execution_mode as mode, execution_model as model, storage_class as class,
};
use crate::grammar::{self, OpcodeSet, op};
use crate::module::{At, Id, Type};

/// Checks every instruction of a function.
pub(super) fn check(checker: &mut Checker<'_>) {
    let module = checker.module;
    let classes = Classes::of(checker);
    let has_restricted = checker.facts.order.has_any(&RESTRICTED);
    for (function, instructions) in module.functions.iter().zip(checker.facts.order.functions()) {
        let at = function.declaration();
        let models = checker.facts.models(at);
        if models.is_empty() {
            continue;
        }
        let is_stored = classes.is_restricted(models);
        if !is_stored && !has_restricted {
            continue;
        }
        for &at in instructions {
            if RESTRICTED.contains(module.opcode(at)) {
                opcode(checker, at, models);
            }
            if is_stored {
                storage(checker, at, models);
            }
        }
    }
}

/// What the storage classes of a module say about models.
struct Classes {
    /// Models that have all storage classes of the module.
    models: Models,
    /// True if a class may be read or written by some of its models only.
    has_access: bool,
}

impl Classes {
    fn of(checker: &Checker<'_>) -> Classes {
        let (module, order) = (checker.module, &checker.facts.order);
        let mut classes = Classes { models: Models::all(), has_access: false };
        let holders = [op::TYPE_POINTER, op::VARIABLE];
        for &at in
            order.types.iter().chain(&order.variables).filter(|at| holders.contains(&module.opcode(**at)))
        {
            let storage = module.word(at, 0);
            classes.models =
                classes.models.intersect(models_of_class(storage, checker.environment.is_vulkan()));
            classes.has_access |= storage == class::HIT_ATTRIBUTE_KHR
                || storage == class::OUTPUT && checker.has(cap::MESH_SHADING_EXT);
        }
        classes
    }

    /// True if an instruction of these models may be wrong because of a storage class.
    fn is_restricted(&self, models: Models) -> bool {
        self.has_access || !models.without(self.models).is_empty()
    }
}

/// Instructions that only some models have, or only with some modes.
static RESTRICTED: OpcodeSet = {
    let mut set = OpcodeSet::of(&[
        op::KILL,
        op::TERMINATE_INVOCATION,
        op::DEMOTE_TO_HELPER_INVOCATION,
        op::IS_HELPER_INVOCATION_EXT,
        op::BEGIN_INVOCATION_INTERLOCK_EXT,
        op::END_INVOCATION_INTERLOCK_EXT,
        op::COLOR_ATTACHMENT_READ_EXT,
        op::DEPTH_ATTACHMENT_READ_EXT,
        op::STENCIL_ATTACHMENT_READ_EXT,
        op::EMIT_VERTEX,
        op::END_PRIMITIVE,
        op::EMIT_STREAM_VERTEX,
        op::END_STREAM_PRIMITIVE,
        op::IGNORE_INTERSECTION_KHR,
        op::TERMINATE_RAY_KHR,
        op::EMIT_MESH_TASKS_EXT,
        op::SET_MESH_OUTPUTS_EXT,
        op::TRACE_RAY_KHR,
        op::REPORT_INTERSECTION_KHR,
        op::EXECUTE_CALLABLE_KHR,
        op::CONTROL_BARRIER,
        op::CONTROL_BARRIER_ARRIVE_EXT,
        op::CONTROL_BARRIER_WAIT_EXT,
        op::IMAGE_READ,
        op::EXT_INST,
        op::IMAGE_QUERY_LOD,
    ]);
    let mut row = 0;
    while row < grammar::OPCODES.len() {
        let number = grammar::OPCODES[row].number;
        let name = grammar::OPCODES[row].name.as_bytes();
        if is_derivative(number)
            || has_implicit_lod(number)
            || matches!(name, [b'O', b'p', b'H', b'i', b't', b'O', b'b', b'j', b'e', b'c', b't', ..])
            || matches!(
                name,
                [
                    b'O',
                    b'p',
                    b'R',
                    b'e',
                    b'o',
                    b'r',
                    b'd',
                    b'e',
                    b'r',
                    b'T',
                    b'h',
                    b'r',
                    b'e',
                    b'a',
                    b'd',
                    ..
                ]
            )
        {
            set.insert(number);
        }
        row += 1;
    }
    set
};

const FRAGMENT: Models = Models::of(&[model::FRAGMENT]);
const GEOMETRY: Models = Models::of(&[model::GEOMETRY]);
const MESH: Models = Models::of(&[model::MESH_EXT]);
const ANY_HIT: Models = Models::of(&[model::ANY_HIT_KHR]);
const GENERATION: Models = Models::of(&[model::RAY_GENERATION_KHR]);
const TASK: Models = Models::of(&[model::TASK_EXT]);
/// Models whose invocations form quads if a mode says so.
const GROUPED: Models = Models::of(&[model::GL_COMPUTE, model::MESH_EXT, model::TASK_EXT]);
const DERIVATIVES: Models = FRAGMENT.union(GROUPED);
const TRACING: Models = Models::of(&[model::RAY_GENERATION_KHR, model::CLOSEST_HIT_KHR, model::MISS_KHR]);
const CALLING: Models = TRACING.union(Models::of(&[model::CALLABLE_KHR]));
const RAYS: Models = CALLING.union(Models::of(&[model::INTERSECTION_KHR, model::ANY_HIT_KHR]));

const fn is_derivative(opcode: u16) -> bool {
    matches!(opcode, op::DPDX..=op::FWIDTH_COARSE)
}

const fn has_implicit_lod(opcode: u16) -> bool {
    matches!(
        opcode,
        op::IMAGE_SAMPLE_IMPLICIT_LOD
            | op::IMAGE_SAMPLE_DREF_IMPLICIT_LOD
            | op::IMAGE_SAMPLE_PROJ_IMPLICIT_LOD
            | op::IMAGE_SAMPLE_PROJ_DREF_IMPLICIT_LOD
            | op::IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD
            | op::IMAGE_SPARSE_SAMPLE_DREF_IMPLICIT_LOD
    )
}

/// Models that have an instruction.
fn models_with(checker: &Checker<'_>, at: At) -> Models {
    let module = checker.module;
    match module.opcode(at) {
        op::KILL
        | op::TERMINATE_INVOCATION
        | op::DEMOTE_TO_HELPER_INVOCATION
        | op::IS_HELPER_INVOCATION_EXT
        | op::BEGIN_INVOCATION_INTERLOCK_EXT
        | op::END_INVOCATION_INTERLOCK_EXT
        | op::COLOR_ATTACHMENT_READ_EXT
        | op::DEPTH_ATTACHMENT_READ_EXT
        | op::STENCIL_ATTACHMENT_READ_EXT => FRAGMENT,
        op::EMIT_VERTEX | op::END_PRIMITIVE | op::EMIT_STREAM_VERTEX | op::END_STREAM_PRIMITIVE => GEOMETRY,
        op::IGNORE_INTERSECTION_KHR | op::TERMINATE_RAY_KHR => ANY_HIT,
        op::EMIT_MESH_TASKS_EXT => TASK,
        op::SET_MESH_OUTPUTS_EXT => MESH,
        op::TRACE_RAY_KHR => TRACING,
        op::REPORT_INTERSECTION_KHR => Models::of(&[model::INTERSECTION_KHR]),
        op::EXECUTE_CALLABLE_KHR => CALLING,
        op::CONTROL_BARRIER if checker.minor() < 3 => Models::of(&[
            model::TESSELLATION_CONTROL,
            model::GL_COMPUTE,
            model::KERNEL,
            model::TASK_NV,
            model::MESH_NV,
        ]),
        op::CONTROL_BARRIER_ARRIVE_EXT | op::CONTROL_BARRIER_WAIT_EXT => {
            Models::of(&[model::GL_COMPUTE, model::KERNEL])
        }
        op::IMAGE_READ if reads_subpass(checker, at) => FRAGMENT,
        op::EXT_INST if interpolates(checker, at) => FRAGMENT,
        op::IMAGE_QUERY_LOD => DERIVATIVES,
        opcode if is_derivative(opcode) || has_implicit_lod(opcode) => DERIVATIVES,
        opcode => grammar::opcode(opcode).map_or(Models::all(), |row| hit_objects(row.name)),
    }
}

/// Models that have an instruction on hit objects, by its name.
fn hit_objects(name: &str) -> Models {
    let is_on_objects = name.starts_with("OpHitObject");
    if name.starts_with("OpReorderThread") || is_on_objects && name.contains("Reorder") {
        GENERATION
    } else if is_on_objects {
        TRACING
    } else {
        Models::all()
    }
}

fn reads_subpass(checker: &Checker<'_>, at: At) -> bool {
    let module = checker.module;
    let ty = module.ty(module.type_of(module.word(at, 0)));
    matches!(ty, Some(Type::Image(image)) if image.dim == dim::SUBPASS_DATA)
}

fn interpolates(checker: &Checker<'_>, at: At) -> bool {
    let functions = [glsl::INTERPOLATE_AT_CENTROID, glsl::INTERPOLATE_AT_SAMPLE, glsl::INTERPOLATE_AT_OFFSET];
    checker.module.glsl(at).is_some_and(|function| functions.contains(&function))
}

fn model_name(models: Models) -> &'static str {
    let name = |model| grammar::value_name("ExecutionModel", model);
    models.iter().next().and_then(name).unwrap_or("?")
}

fn opcode(checker: &mut Checker<'_>, at: At, models: Models) {
    let others = models.without(models_with(checker, at));
    if !others.is_empty() {
        let name = grammar::opcode(checker.module.opcode(at)).map_or("it", |row| row.name);
        let message = format!("{} shaders have no {name}", model_name(others));
        checker.report(&rules::STAGE_INSTRUCTION, at, message);
        return;
    }
    let opcode = checker.module.opcode(at);
    let is_loose = opcode == op::IMAGE_QUERY_LOD || has_implicit_lod(opcode);
    let is_strict = is_derivative(opcode) && checker.has_extension("SPV_KHR_compute_shader_derivatives");
    let entries = &checker.facts.entries;
    let has = |function: Id, modes: &[u32]| modes.iter().any(|mode| entries.mode(function, *mode).is_some());
    let problem = checker.facts.callers(at).find_map(|function| {
        let is_grouped = !entries.models_of(function).intersect(GROUPED).is_empty();
        let groups = [mode::DERIVATIVE_GROUP_LINEAR_KHR, mode::DERIVATIVE_GROUP_QUADS_KHR];
        match opcode {
            _ if (is_loose || is_strict) && is_grouped && !has(function, &groups) => {
                Some("derivatives require DerivativeGroupQuadsKHR or DerivativeGroupLinearKHR".to_string())
            }
            op::BEGIN_INVOCATION_INTERLOCK_EXT | op::END_INVOCATION_INTERLOCK_EXT
                if !has(function, INTERLOCKS) =>
            {
                Some("an interlock requires a mode that orders invocations".to_string())
            }
            op::SET_MESH_OUTPUTS_EXT => mesh_outputs(checker, at, function),
            _ => None,
        }
    });
    if let Some(problem) = problem {
        checker.report(&rules::STAGE_MODE, at, problem);
    }
}

const INTERLOCKS: &[u32] = &[
    mode::PIXEL_INTERLOCK_ORDERED_EXT,
    mode::PIXEL_INTERLOCK_UNORDERED_EXT,
    mode::SAMPLE_INTERLOCK_ORDERED_EXT,
    mode::SAMPLE_INTERLOCK_UNORDERED_EXT,
    mode::SHADING_RATE_INTERLOCK_ORDERED_EXT,
    mode::SHADING_RATE_INTERLOCK_UNORDERED_EXT,
];

/// What is wrong with the numbers of vertices and primitives that a mesh shader sets.
fn mesh_outputs(checker: &Checker<'_>, at: At, function: Id) -> Option<String> {
    let module = checker.module;
    let most = |mode| {
        let at = checker.facts.entries.mode(function, mode);
        at.map_or(0, |at| u64::from(module.word(at, 2)))
    };
    let pairs = [(0, mode::OUTPUT_VERTICES), (1, mode::OUTPUT_PRIMITIVES_EXT)];
    pairs.into_iter().find_map(|(index, mode)| {
        let count = integer(module, module.word(at, index))?;
        let name = grammar::value_name("ExecutionMode", mode).unwrap_or("?");
        (count > most(mode)).then(|| format!("it sets {count}, but {name} states {}", most(mode)))
    })
}

/// Checks the storage classes of the variables and pointer types that an instruction names.
fn storage(checker: &mut Checker<'_>, at: At, models: Models) {
    let module = checker.module;
    let instruction = module.get(at);
    for id in module.used_ids(at).chain((instruction.ty != 0).then_some(instruction.ty)) {
        let Some(definition) = module.definition(id) else { continue };
        if !matches!(module.opcode(definition), op::TYPE_POINTER | op::VARIABLE) {
            continue;
        }
        let storage = module.word(definition, 0);
        let others = models.without(models_of_class(storage, checker.environment.is_vulkan()));
        if !others.is_empty() {
            let class = grammar::value_name("StorageClass", storage).unwrap_or("?");
            let message = format!("{} shaders have no storage class {class}", model_name(others));
            checker.report(&rules::STAGE_STORAGE, at, message);
            return;
        }
    }
    access(checker, at, models);
}

/// Models that have a storage class.
fn models_of_class(storage: u32, is_vulkan: bool) -> Models {
    match storage {
        class::OUTPUT if is_vulkan => Models::all().without(RAYS.union(Models::of(&[model::GL_COMPUTE]))),
        class::WORKGROUP if is_vulkan => {
            Models::of(&[model::GL_COMPUTE, model::TASK_NV, model::MESH_NV, model::TASK_EXT, model::MESH_EXT])
        }
        class::TILE_IMAGE_EXT if is_vulkan => FRAGMENT,
        class::CALLABLE_DATA_KHR => CALLING,
        class::INCOMING_CALLABLE_DATA_KHR => Models::of(&[model::CALLABLE_KHR]),
        class::RAY_PAYLOAD_KHR | class::HIT_OBJECT_ATTRIBUTE_NV | class::HIT_OBJECT_ATTRIBUTE_EXT => TRACING,
        class::HIT_ATTRIBUTE_KHR => {
            Models::of(&[model::INTERSECTION_KHR, model::ANY_HIT_KHR, model::CLOSEST_HIT_KHR])
        }
        class::INCOMING_RAY_PAYLOAD_KHR => {
            Models::of(&[model::ANY_HIT_KHR, model::CLOSEST_HIT_KHR, model::MISS_KHR])
        }
        class::SHADER_RECORD_BUFFER_KHR => RAYS,
        class::TASK_PAYLOAD_WORKGROUP_EXT => TASK.union(MESH),
        _ => Models::all(),
    }
}

/// Checks reads and writes that only some models may do.
fn access(checker: &mut Checker<'_>, at: At, models: Models) {
    let module = checker.module;
    let opcode = module.opcode(at);
    if !matches!(opcode, op::LOAD | op::STORE) {
        return;
    }
    let pointer = module.pointer(module.type_of(module.word(at, 0)));
    let problem = match (opcode, pointer) {
        (op::LOAD, Some((_, class::OUTPUT)))
            if models.has(model::MESH_EXT) && checker.has(cap::MESH_SHADING_EXT) =>
        {
            "a mesh shader does not read its outputs"
        }
        (op::STORE, Some((_, class::HIT_ATTRIBUTE_KHR)))
            if models.has(model::ANY_HIT_KHR) || models.has(model::CLOSEST_HIT_KHR) =>
        {
            "hit attributes are written by intersection shaders only"
        }
        _ => return,
    };
    checker.report(&rules::STAGE_STORAGE, at, problem.into());
}
