//! Checks entry points and their execution modes: signatures, models, values, conflicts.

use super::applied::Applied;
use super::entries::{Entry, Models};
use super::values::{integer, integer32, is_constant};
use super::{Checker, Environment, Relaxation, Vulkan, rules};
use crate::grammar::value::{
    built_in, capability as cap, decoration, execution_mode as mode, execution_model as model,
    fp_fast_math_mode as fast,
};
use crate::grammar::{self, OpcodeSet, op};
use crate::module::{At, Id, Type};

/// Checks every entry point and execution mode.
pub(super) fn check(checker: &mut Checker<'_>) {
    let stated = StatedSize::of(checker);
    let module = checker.module;
    let has_graph = || module.globals.iter().any(|&at| module.opcode(at) == op::GRAPH_ENTRY_POINT_ARM);
    if checker.facts.entries.list.is_empty() && !checker.has(cap::LINKAGE) && !has_graph() {
        let message = "found no OpEntryPoint, expected one in a module without the capability Linkage";
        checker.report_module(&rules::NO_ENTRY_POINT, 0..20, message.into());
    }
    for entry in &checker.facts.entries.list {
        if signature(checker, *entry) {
            groups(checker, *entry);
            environment(checker, *entry, stated);
            if stated != StatedSize::Object {
                local_size(checker, *entry);
            }
        }
    }
    const MODES: &OpcodeSet = &OpcodeSet::of(&[op::EXECUTION_MODE, op::EXECUTION_MODE_ID]);
    if !checker.facts.order.has_any(MODES) {
        return;
    }
    for &at in &checker.module.globals {
        if matches!(checker.module.opcode(at), op::EXECUTION_MODE | op::EXECUTION_MODE_ID) {
            execution_mode(checker, at);
        }
    }
    duplicates(checker);
}

/// Checks the function of an entry point. True if it can be one.
fn signature(checker: &mut Checker<'_>, entry: Entry) -> bool {
    let module = checker.module;
    let Some(function) = module.definition(entry.function).filter(|at| module.opcode(*at) == op::FUNCTION)
    else {
        let message =
            format!("found {} as function, expected a function of the module", checker.id(entry.function));
        checker.report_operand(&rules::MISSING_FUNCTION, entry.at, 1, message);
        return false;
    };
    let Some(Type::Function { parameters, .. }) = module.ty(module.word(function, 1)) else { return false };
    if entry.model != model::KERNEL && !parameters.is_empty() {
        let message = "the function of an entry point has parameters";
        checker.report(&rules::ENTRY_FUNCTION, entry.at, message.into());
    } else if module.ty(module.get(function).ty) != Some(Type::Void) {
        let message = "the function of an entry point returns a value";
        checker.report(&rules::ENTRY_FUNCTION, entry.at, message.into());
    } else {
        return true;
    }
    false
}

/// Number of modes of a group that entry points of a model may have.
struct Group {
    models: Models,
    least: usize,
    most: usize,
    modes: &'static [u32],
}

const TESSELLATION: Models = Models::of(&[model::TESSELLATION_CONTROL, model::TESSELLATION_EVALUATION]);
const FRAGMENT: Models = Models::of(&[model::FRAGMENT]);
const GEOMETRY: Models = Models::of(&[model::GEOMETRY]);
const MESH_EXT: Models = Models::of(&[model::MESH_EXT]);

/// Modes that exclude or require each other; SPIR-V specification, section 2.16.2 "Validation Rules for Shader
/// Capabilities", and those of the extensions.
const GROUPS: &[Group] = &[
    Group { models: FRAGMENT, least: 1, most: 1, modes: &[mode::ORIGIN_UPPER_LEFT, mode::ORIGIN_LOWER_LEFT] },
    Group {
        models: FRAGMENT,
        least: 0,
        most: 1,
        modes: &[mode::DEPTH_GREATER, mode::DEPTH_LESS, mode::DEPTH_UNCHANGED],
    },
    Group {
        models: FRAGMENT,
        least: 0,
        most: 1,
        modes: &[
            mode::PIXEL_INTERLOCK_ORDERED_EXT,
            mode::PIXEL_INTERLOCK_UNORDERED_EXT,
            mode::SAMPLE_INTERLOCK_ORDERED_EXT,
            mode::SAMPLE_INTERLOCK_UNORDERED_EXT,
            mode::SHADING_RATE_INTERLOCK_ORDERED_EXT,
            mode::SHADING_RATE_INTERLOCK_UNORDERED_EXT,
        ],
    },
    Group {
        models: FRAGMENT,
        least: 0,
        most: 1,
        modes: &[
            mode::STENCIL_REF_UNCHANGED_FRONT_AMD,
            mode::STENCIL_REF_LESS_FRONT_AMD,
            mode::STENCIL_REF_GREATER_FRONT_AMD,
        ],
    },
    Group {
        models: FRAGMENT,
        least: 0,
        most: 1,
        modes: &[
            mode::STENCIL_REF_UNCHANGED_BACK_AMD,
            mode::STENCIL_REF_LESS_BACK_AMD,
            mode::STENCIL_REF_GREATER_BACK_AMD,
        ],
    },
    Group {
        models: TESSELLATION,
        least: 0,
        most: 1,
        modes: &[mode::SPACING_EQUAL, mode::SPACING_FRACTIONAL_EVEN, mode::SPACING_FRACTIONAL_ODD],
    },
    Group { models: TESSELLATION, least: 0, most: 1, modes: &[mode::TRIANGLES, mode::QUADS, mode::ISOLINES] },
    Group {
        models: TESSELLATION,
        least: 0,
        most: 1,
        modes: &[mode::VERTEX_ORDER_CW, mode::VERTEX_ORDER_CCW],
    },
    Group {
        models: GEOMETRY,
        least: 1,
        most: 1,
        modes: &[
            mode::INPUT_POINTS,
            mode::INPUT_LINES,
            mode::INPUT_LINES_ADJACENCY,
            mode::TRIANGLES,
            mode::INPUT_TRIANGLES_ADJACENCY,
        ],
    },
    Group {
        models: GEOMETRY,
        least: 1,
        most: 1,
        modes: &[mode::OUTPUT_POINTS, mode::OUTPUT_LINE_STRIP, mode::OUTPUT_TRIANGLE_STRIP],
    },
    Group {
        models: MESH_EXT,
        least: 1,
        most: 1,
        modes: &[mode::OUTPUT_POINTS, mode::OUTPUT_LINES_EXT, mode::OUTPUT_TRIANGLES_EXT],
    },
    Group { models: MESH_EXT, least: 1, most: 1, modes: &[mode::OUTPUT_PRIMITIVES_EXT] },
    Group { models: MESH_EXT, least: 1, most: 1, modes: &[mode::OUTPUT_VERTICES] },
];

fn groups(checker: &mut Checker<'_>, entry: Entry) {
    if !checker.has(cap::SHADER) {
        return;
    }
    for group in GROUPS.iter().filter(|group| group.models.has(entry.model)) {
        let has = |mode: &&u32| checker.facts.entries.mode(entry.function, **mode).is_some();
        let found = group.modes.iter().filter(has).count();
        let verb = match (found < group.least, found > group.most) {
            (true, _) => "state",
            (_, true) => "state only one of",
            _ => continue,
        };
        let message = format!("{} entry points {verb} {}", model_name(entry.model), mode_names(group.modes));
        checker.report(&rules::MODE_GROUP, entry.at, message);
    }
}

fn mode_names(modes: &[u32]) -> String {
    let names: Vec<&str> = modes.iter().map(|mode| mode_name(*mode)).collect();
    names.join(" or ")
}

fn mode_name(mode: u32) -> &'static str {
    grammar::value_name("ExecutionMode", mode).unwrap_or("?")
}

fn model_name(model: u32) -> &'static str {
    grammar::value_name("ExecutionModel", model).unwrap_or("?")
}

/// Checks what Vulkan requires of the modes of an entry point.
fn environment(checker: &mut Checker<'_>, entry: Entry, stated: StatedSize) {
    if !checker.environment.is_vulkan() {
        return;
    }
    if let Some(message) = tile_shading(checker, entry) {
        checker.report(&rules::MODE_ENVIRONMENT, entry.at, message.into());
        return;
    }
    let is_stated = |mode| checker.facts.entries.mode(entry.function, mode).is_some();
    let has_size = is_stated(mode::LOCAL_SIZE)
        || is_stated(mode::TILE_SHADING_RATE_QCOM)
        || stated != StatedSize::Nowhere;
    if WORKGROUPS.has(entry.model) && !has_size {
        let message = format!("{} entry points state the size of a workgroup", model_name(entry.model));
        checker.report(&rules::MODE_ENVIRONMENT, entry.at, message);
    }
}

/// Models that run in workgroups.
const WORKGROUPS: Models =
    Models::of(&[model::GL_COMPUTE, model::MESH_EXT, model::MESH_NV, model::TASK_EXT, model::TASK_NV]);

/// What is wrong with the modes of `SPV_QCOM_tile_shading`.
fn tile_shading(checker: &Checker<'_>, entry: Entry) -> Option<&'static str> {
    let is_stated = |mode| checker.facts.entries.mode(entry.function, mode).is_some();
    let rate = is_stated(mode::TILE_SHADING_RATE_QCOM);
    let reads = is_stated(mode::NON_COHERENT_TILE_ATTACHMENT_READ_QCOM);
    let capability = checker.has(cap::TILE_SHADING_QCOM);
    let size = is_stated(mode::LOCAL_SIZE) || is_stated(mode::LOCAL_SIZE_ID);
    match entry.model {
        model::GL_COMPUTE if capability && rate && size => {
            Some("TileShadingRateQCOM excludes LocalSize and LocalSizeId")
        }
        model::GL_COMPUTE if capability && reads => {
            Some("NonCoherentTileAttachmentReadQCOM applies to the model Fragment only")
        }
        model::GL_COMPUTE if !capability && rate => {
            Some("TileShadingRateQCOM requires the capability TileShadingQCOM")
        }
        model::GL_COMPUTE => None,
        _ if rate => Some("TileShadingRateQCOM applies to the model GLCompute only"),
        model::FRAGMENT if reads && !capability => {
            Some("NonCoherentTileAttachmentReadQCOM requires the capability TileShadingQCOM")
        }
        model::FRAGMENT => None,
        _ if reads => Some("NonCoherentTileAttachmentReadQCOM applies to the model Fragment only"),
        _ if capability => Some("TileShadingQCOM applies to the models GLCompute and Fragment only"),
        _ => None,
    }
}

/// What gives the size of workgroups for all entry points.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StatedSize {
    /// An object decorated as `WorkgroupSize`, which overrules the modes.
    Object,
    /// The mode `LocalSizeId` of some entry point.
    Mode,
    /// Nothing.
    Nowhere,
}

impl StatedSize {
    fn of(checker: &Checker<'_>) -> StatedSize {
        let module = checker.module;
        let is_size = |applied: &Applied| {
            applied.kind == decoration::BUILT_IN && applied.value == built_in::WORKGROUP_SIZE
        };
        let has_ids = checker.facts.order.has(op::EXECUTION_MODE_ID);
        if !has_ids && !checker.facts.decorations.all().iter().any(is_size) {
            return StatedSize::Nowhere;
        }
        let operands = |at: &At| (module.opcode(*at), module.operands(*at));
        let mut globals = module.globals.iter().map(operands);
        let is_object = |(opcode, operands): (u16, &[u32])| {
            opcode == op::DECORATE
                && matches!(operands, [_, decoration::BUILT_IN, built_in::WORKGROUP_SIZE, ..])
        };
        if globals.clone().any(is_object) {
            StatedSize::Object
        } else if globals.any(|(opcode, operands)| {
            opcode == op::EXECUTION_MODE_ID && matches!(operands, [_, mode::LOCAL_SIZE_ID, ..])
        }) {
            StatedSize::Mode
        } else {
            StatedSize::Nowhere
        }
    }
}

/// Checks the size of workgroups.
fn local_size(checker: &mut Checker<'_>, entry: Entry) {
    // The last one counts where there are several.
    let sizes = checker.facts.entries.modes(entry.function);
    let is_size = |mode: u32| matches!(mode, mode::LOCAL_SIZE | mode::LOCAL_SIZE_ID);
    let Some(at) = sizes.iter().filter(|mode| is_size(mode.mode)).map(|mode| mode.at).max() else { return };
    let module = checker.module;
    let size = [2, 3, 4].map(|index| match module.word(at, 1) {
        mode::LOCAL_SIZE => Some(u64::from(module.word(at, index))),
        _ => integer(module, module.word(at, index)),
    });
    let [Some(x), Some(y), Some(z)] = &size else { return };
    let is_stated = |mode| checker.facts.entries.mode(entry.function, mode).is_some();
    let product = match module.word(at, 1) {
        mode::LOCAL_SIZE => u64::from((*x as u32).wrapping_mul(*y as u32).wrapping_mul(*z as u32)),
        _ => x.wrapping_mul(*y).wrapping_mul(*z),
    };
    if product == 0 {
        let message = format!("a workgroup of {x} x {y} x {z} is empty");
        checker.report(&rules::LOCAL_SIZE, at, message);
    } else if is_stated(mode::DERIVATIVE_GROUP_QUADS_KHR) && (x % 2 != 0 || y % 2 != 0) {
        let message = format!("DerivativeGroupQuadsKHR requires even width and height, not {x} x {y}");
        checker.report(&rules::LOCAL_SIZE, at, message);
    } else if is_stated(mode::DERIVATIVE_GROUP_LINEAR_KHR) && product % 4 != 0 {
        let message = format!("DerivativeGroupLinearKHR requires a multiple of 4 invocations, not {product}");
        checker.report(&rules::LOCAL_SIZE, at, message);
    }
}

/// Checks one execution mode.
fn execution_mode(checker: &mut Checker<'_>, at: At) {
    let (function, mode) = (checker.module.word(at, 0), checker.module.word(at, 1));
    if !checker.facts.entries.is_entry(function) {
        checker.report_operand(&rules::MODE_TARGET, at, 0, "a mode of what is not an entry point".into());
        return;
    }
    if !form(checker, at, mode) {
        return;
    }
    models(checker, at, function, mode);
    values(checker, at, function, mode);
}

/// Modes whose operands are ids.
const WITH_IDS: &[u32] = &[
    mode::SUBGROUPS_PER_WORKGROUP_ID,
    mode::LOCAL_SIZE_HINT_ID,
    mode::LOCAL_SIZE_ID,
    mode::FP_FAST_MATH_DEFAULT,
    mode::IS_API_ENTRY_AMDX,
    mode::MAX_NODE_RECURSION_AMDX,
    mode::MAX_NUM_WORKGROUPS_AMDX,
    mode::SHADER_INDEX_AMDX,
    mode::SHARES_INPUT_WITH_AMDX,
    mode::STATIC_NUM_WORKGROUPS_AMDX,
];

/// Checks that the instruction suits the operands of the mode.
fn form(checker: &mut Checker<'_>, at: At, mode: u32) -> bool {
    let has_ids = WITH_IDS.contains(&mode);
    let is_id_form = checker.module.opcode(at) == op::EXECUTION_MODE_ID;
    let takes_ids =
        has_ids || matches!(mode, mode::OPACITY_MICROMAP_ID_KHR | mode::MAXIMUM_REGISTERS_ID_INTEL);
    if is_id_form && !takes_ids {
        let message = format!("{} has no ids as operands", mode_name(mode));
        checker.report_operand(&rules::MODE_FORM, at, 1, message);
    } else if !is_id_form && has_ids {
        let message = format!("{} has ids as operands and requires OpExecutionModeId", mode_name(mode));
        checker.report_operand(&rules::MODE_FORM, at, 1, message);
    } else {
        return !is_id_form || id_operands(checker, at, mode);
    }
    false
}

/// Checks the ids of an `OpExecutionModeId`.
fn id_operands(checker: &mut Checker<'_>, at: At, mode: u32) -> bool {
    let module = checker.module;
    for (index, &id) in module.operands(at).iter().enumerate().skip(2) {
        let is_constant = is_constant(module.opcode_of(id));
        let problem = match mode {
            mode::FP_FAST_MATH_DEFAULT if index == 2 => {
                let is_float = matches!(module.ty(id), Some(Type::Float { .. }));
                (!is_float).then_some("the target type is not a floating-point type")
            }
            mode::FP_FAST_MATH_DEFAULT => fast_math(checker, id),
            mode::OPACITY_MICROMAP_ID_KHR => {
                let is_bool = module.ty(module.type_of(id)) == Some(Type::Bool);
                (!is_constant || !is_bool).then_some("the operand is not a constant of boolean type")
            }
            mode::MAXIMUM_REGISTERS_ID_INTEL => None,
            _ => (!is_constant).then_some("the operand is not a constant"),
        };
        if let Some(problem) = problem {
            checker.report_operand(&rules::MODE_OPERAND, at, index, problem.into());
            return false;
        }
    }
    true
}

/// What is wrong with the default of the fast-math modes.
fn fast_math(checker: &Checker<'_>, id: Id) -> Option<&'static str> {
    let Some(value) = integer32(checker.module, id) else {
        return Some("the default of the fast-math modes is not a constant of 32 bits");
    };
    let known = fast::NOT_NAN
        | fast::NOT_INF
        | fast::NSZ
        | fast::ALLOW_RECIP
        | fast::FAST
        | fast::ALLOW_CONTRACT
        | fast::ALLOW_REASSOC
        | fast::ALLOW_TRANSFORM;
    let transform = fast::ALLOW_CONTRACT | fast::ALLOW_REASSOC;
    if value & !known & 0xfff8_0000 != 0 {
        Some("the default of the fast-math modes has unknown bits")
    } else if value & fast::FAST != 0 {
        Some("the default of the fast-math modes has the bit Fast")
    } else if value & fast::ALLOW_TRANSFORM != 0 && value & transform != transform {
        Some("AllowTransform requires AllowContract and AllowReassoc")
    } else {
        None
    }
}

/// Models that a mode applies to.
fn models_with(checker: &Checker<'_>, mode: u32) -> Models {
    let nv = if checker.has(cap::MESH_SHADING_NV) { Models::of(&[model::MESH_NV]) } else { Models::NONE };
    let ext = if checker.has(cap::MESH_SHADING_EXT) { MESH_EXT } else { Models::NONE };
    let mesh = nv.union(ext);
    match mode {
        mode::INVOCATIONS
        | mode::INPUT_POINTS
        | mode::INPUT_LINES
        | mode::INPUT_LINES_ADJACENCY
        | mode::INPUT_TRIANGLES_ADJACENCY
        | mode::OUTPUT_LINE_STRIP
        | mode::OUTPUT_TRIANGLE_STRIP => GEOMETRY,
        mode::OUTPUT_POINTS => GEOMETRY.union(mesh),
        mode::SPACING_EQUAL
        | mode::SPACING_FRACTIONAL_EVEN
        | mode::SPACING_FRACTIONAL_ODD
        | mode::VERTEX_ORDER_CW
        | mode::VERTEX_ORDER_CCW
        | mode::POINT_MODE
        | mode::QUADS
        | mode::ISOLINES => TESSELLATION,
        mode::TRIANGLES => TESSELLATION.union(GEOMETRY),
        mode::OUTPUT_VERTICES => TESSELLATION.union(GEOMETRY).union(mesh),
        mode::OUTPUT_LINES_EXT | mode::OUTPUT_TRIANGLES_EXT | mode::OUTPUT_PRIMITIVES_EXT => {
            Models::of(&[model::MESH_EXT, model::MESH_NV])
        }
        mode::QUAD_DERIVATIVES_KHR => Models::of(&[model::FRAGMENT, model::GL_COMPUTE]),
        mode::LOCAL_SIZE_HINT | mode::VEC_TYPE_HINT | mode::CONTRACTION_OFF | mode::LOCAL_SIZE_HINT_ID => {
            Models::of(&[model::KERNEL])
        }
        mode::LOCAL_SIZE | mode::LOCAL_SIZE_ID => workgroups(checker),
        _ if OF_FRAGMENTS.contains(&mode) => FRAGMENT,
        _ => Models::all(),
    }
}

/// Models whose workgroups have a size that a mode states.
fn workgroups(checker: &Checker<'_>) -> Models {
    let mut models = Models::of(&[model::KERNEL, model::GL_COMPUTE]);
    if checker.has(cap::MESH_SHADING_NV) {
        models = models.union(Models::of(&[model::TASK_NV, model::MESH_NV]));
    }
    if checker.has(cap::MESH_SHADING_EXT) {
        models = models.union(Models::of(&[model::TASK_EXT, model::MESH_EXT]));
    }
    models
}

/// Modes of fragment shaders.
const OF_FRAGMENTS: &[u32] = &[
    mode::PIXEL_CENTER_INTEGER,
    mode::ORIGIN_UPPER_LEFT,
    mode::ORIGIN_LOWER_LEFT,
    mode::EARLY_FRAGMENT_TESTS,
    mode::DEPTH_REPLACING,
    mode::DEPTH_GREATER,
    mode::DEPTH_LESS,
    mode::DEPTH_UNCHANGED,
    mode::STENCIL_REF_REPLACING_EXT,
    mode::NON_COHERENT_COLOR_ATTACHMENT_READ_EXT,
    mode::NON_COHERENT_DEPTH_ATTACHMENT_READ_EXT,
    mode::NON_COHERENT_STENCIL_ATTACHMENT_READ_EXT,
    mode::PIXEL_INTERLOCK_ORDERED_EXT,
    mode::PIXEL_INTERLOCK_UNORDERED_EXT,
    mode::SAMPLE_INTERLOCK_ORDERED_EXT,
    mode::SAMPLE_INTERLOCK_UNORDERED_EXT,
    mode::SHADING_RATE_INTERLOCK_ORDERED_EXT,
    mode::SHADING_RATE_INTERLOCK_UNORDERED_EXT,
    mode::POST_DEPTH_COVERAGE,
    mode::EARLY_AND_LATE_FRAGMENT_TESTS_AMD,
    mode::STENCIL_REF_UNCHANGED_FRONT_AMD,
    mode::STENCIL_REF_GREATER_FRONT_AMD,
    mode::STENCIL_REF_LESS_FRONT_AMD,
    mode::STENCIL_REF_UNCHANGED_BACK_AMD,
    mode::STENCIL_REF_GREATER_BACK_AMD,
    mode::STENCIL_REF_LESS_BACK_AMD,
    mode::REQUIRE_FULL_QUADS_KHR,
];

/// Checks that all entry points of the function have models that the mode applies to.
fn models(checker: &mut Checker<'_>, at: At, function: Id, mode: u32) {
    let others = checker.facts.entries.models_of(function).without(models_with(checker, mode));
    if let Some(other) = others.iter().next() {
        let message = format!("{} does not apply to the model {}", mode_name(mode), model_name(other));
        checker.report_operand(&rules::MODE_MODEL, at, 1, message);
    }
}

/// Checks a mode against its values, the other modes of the entry point and the environment.
fn values(checker: &mut Checker<'_>, at: At, function: Id, mode: u32) {
    let module = checker.module;
    let is_vulkan = checker.environment.is_vulkan();
    let is_stated = |mode| checker.facts.entries.mode(function, mode).is_some();
    let problem = match mode {
        mode::LOCAL_SIZE_ID if !allows_local_size_id(checker) => {
            Some("LocalSizeId requires Vulkan 1.3 or the feature maintenance4")
        }
        mode::OUTPUT_VERTICES | mode::OUTPUT_PRIMITIVES_EXT
            if is_vulkan && checker.has(cap::MESH_SHADING_EXT) && module.word(at, 2) == 0 =>
        {
            Some("a mesh shader has at least one output vertex and primitive")
        }
        mode::FP_FAST_MATH_DEFAULT if is_stated(mode::CONTRACTION_OFF) => {
            Some("FPFastMathDefault excludes ContractionOff")
        }
        mode::FP_FAST_MATH_DEFAULT if is_stated(mode::SIGNED_ZERO_INF_NAN_PRESERVE) => {
            Some("FPFastMathDefault excludes SignedZeroInfNanPreserve")
        }
        mode::ORIGIN_LOWER_LEFT if is_vulkan => Some("Vulkan has no OriginLowerLeft"),
        mode::PIXEL_CENTER_INTEGER if is_vulkan => Some("Vulkan has no PixelCenterInteger"),
        mode::TILE_SHADING_RATE_QCOM if is_vulkan && !(2..4).all(|index| is_rate(module.word(at, index))) => {
            Some("width and height of TileShadingRateQCOM are powers of 2")
        }
        _ => None,
    };
    if let Some(problem) = problem {
        checker.report(&rules::MODE_OPERAND, at, problem.into());
    }
}

/// True if the environment has `LocalSizeId`.
fn allows_local_size_id(checker: &Checker<'_>) -> bool {
    match checker.environment {
        Environment::Vulkan(version) => {
            version >= Vulkan::V1_3 || checker.relaxes(Relaxation::AllowLocalSizeId)
        }
        _ => true,
    }
}

fn is_rate(value: u32) -> bool {
    value & value.wrapping_sub(1) == 0
}

/// Modes that an entry point may have several times, with different operands.
const REPEATED: &[u32] = &[
    mode::DENORM_PRESERVE,
    mode::DENORM_FLUSH_TO_ZERO,
    mode::SIGNED_ZERO_INF_NAN_PRESERVE,
    mode::ROUNDING_MODE_RTE,
    mode::ROUNDING_MODE_RTZ,
    mode::FP_FAST_MATH_DEFAULT,
    mode::ROUNDING_MODE_RTP_INTEL,
    mode::ROUNDING_MODE_RTN_INTEL,
    mode::FLOATING_POINT_MODE_ALT_INTEL,
    mode::FLOATING_POINT_MODE_IEEE_INTEL,
];

fn duplicates(checker: &mut Checker<'_>) {
    let module = checker.module;
    let key = |at: At| {
        let mode = module.word(at, 1);
        let operand = if REPEATED.contains(&mode) { module.word(at, 2) } else { 0 };
        (module.word(at, 0), mode, operand)
    };
    let is_mode = |at: &At| matches!(module.opcode(*at), op::EXECUTION_MODE | op::EXECUTION_MODE_ID);
    let mut modes: Vec<At> = module.globals.iter().copied().filter(is_mode).collect();
    modes.sort_by_key(|at| key(*at));
    for pair in modes.windows(2) {
        if key(pair[0]) == key(pair[1]) {
            let message = format!("{} is stated twice", mode_name(module.word(pair[1], 1)));
            checker.report(&rules::MODE_DUPLICATE, pair[1], message);
        }
    }
}
