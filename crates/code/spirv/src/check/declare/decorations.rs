//! Checks decorations: their targets, operands and conflicts.

use super::applied::{Applied, WHOLE};
use super::traits::Trait;
use super::values::{integer, is_constant};
use super::{Checker, rules};
use crate::grammar::value::{
    built_in, capability as cap, decoration as dec, fp_fast_math_mode as fast, fp_rounding_mode as rounding,
    linkage_type, memory_model, storage_class as class,
};
use crate::grammar::{self, op};
use crate::module::{At, Id, Module, Type};

/// Checks every decoration.
pub(super) fn check(checker: &mut Checker<'_>) {
    let module = checker.module;
    for &at in &module.globals {
        match module.opcode(at) {
            op::DECORATE => whole(checker, at),
            op::DECORATE_ID => with_ids(checker, at),
            op::MEMBER_DECORATE | op::MEMBER_DECORATE_ID_EXT => member(checker, at),
            op::DECORATION_GROUP => group(checker, at),
            op::GROUP_DECORATE => group_targets(checker, at),
            op::GROUP_MEMBER_DECORATE => group_members(checker, at),
            _ => {}
        }
    }
    conflicts(checker);
    linkage(checker);
    memory_model(checker);
    for applied in checker.facts.decorations.all() {
        if module.opcode_of(applied.target) != op::DECORATION_GROUP {
            target(checker, *applied);
        }
    }
}

/// Name of a decoration.
pub(super) fn name(kind: u32) -> &'static str {
    grammar::value_name("Decoration", kind).unwrap_or("?")
}

/// True if the operands of a decoration are ids.
fn takes_ids(kind: u32) -> bool {
    matches!(
        kind,
        dec::UNIFORM_ID
            | dec::ALIGNMENT_ID
            | dec::MAX_BYTE_OFFSET_ID
            | dec::COUNTER_BUFFER
            | dec::NODE_MAX_PAYLOADS_AMDX
            | dec::NODE_SHARES_PAYLOAD_LIMITS_WITH_AMDX
            | dec::PAYLOAD_NODE_ARRAY_SIZE_AMDX
            | dec::PAYLOAD_NODE_NAME_AMDX
            | dec::PAYLOAD_NODE_BASE_INDEX_AMDX
            | dec::ARRAY_STRIDE_ID_EXT
            | dec::OFFSET_ID_EXT
            | dec::ALIAS_SCOPE_INTEL
            | dec::NO_ALIAS_INTEL
    )
}

/// True if only members can have a decoration. `Offset` is not among them: it is in use on other targets.
fn is_of_members(kind: u32) -> bool {
    matches!(kind, dec::ROW_MAJOR | dec::COL_MAJOR | dec::MATRIX_STRIDE | dec::OFFSET_ID_EXT)
}

/// True if members cannot have a decoration. `Restrict` is not among them: compilers put it on members.
fn is_not_of_members(kind: u32) -> bool {
    matches!(
        kind,
        dec::SPEC_ID
            | dec::BLOCK
            | dec::BUFFER_BLOCK
            | dec::ARRAY_STRIDE
            | dec::ARRAY_STRIDE_ID_EXT
            | dec::GLSL_SHARED
            | dec::GLSL_PACKED
            | dec::C_PACKED
            | dec::ALIASED
            | dec::CONSTANT
            | dec::UNIFORM
            | dec::UNIFORM_ID
            | dec::SATURATED_CONVERSION
            | dec::INDEX
            | dec::BINDING
            | dec::DESCRIPTOR_SET
            | dec::FUNC_PARAM_ATTR
            | dec::FP_ROUNDING_MODE
            | dec::FP_FAST_MATH_MODE
            | dec::LINKAGE_ATTRIBUTES
            | dec::NO_CONTRACTION
            | dec::INPUT_ATTACHMENT_INDEX
            | dec::ALIGNMENT
            | dec::MAX_BYTE_OFFSET
            | dec::ALIGNMENT_ID
            | dec::MAX_BYTE_OFFSET_ID
            | dec::NO_SIGNED_WRAP
            | dec::NO_UNSIGNED_WRAP
            | dec::NON_UNIFORM
            | dec::RESTRICT_POINTER
            | dec::ALIASED_POINTER
            | dec::COUNTER_BUFFER
    )
}

fn whole(checker: &mut Checker<'_>, at: At) {
    let module = checker.module;
    let (id, kind) = (module.word(at, 0), module.word(at, 1));
    let Some(definition) = module.definition(id) else { return };
    if checker.environment.is_vulkan() && matches!(kind, dec::GLSL_SHARED | dec::GLSL_PACKED) {
        let message = format!("Vulkan has no {}", name(kind));
        checker.report_operand(&rules::DECORATION_ENVIRONMENT, at, 1, message);
    } else if let Some(problem) = fast_math(checker, at) {
        checker.report_operand(&rules::DECORATION_OPERAND, at, 1, problem.into());
    } else if takes_ids(kind) {
        let message = format!("{} has ids as operands and requires OpDecorateId", name(kind));
        checker.report_operand(&rules::DECORATION_FORM, at, 1, message);
    } else if module.opcode(definition) != op::DECORATION_GROUP {
        if is_of_members(kind) {
            let message = format!("{} applies to members", name(kind));
            checker.report_operand(&rules::DECORATION_TARGET, at, 0, message);
        } else if let Some(wanted) = wrong_target(checker, at, definition) {
            let message = format!("{} applies to {wanted}", name(kind));
            checker.report_operand(&rules::DECORATION_TARGET, at, 0, message);
        } else if checker.environment.is_vulkan() {
            storage(checker, at, definition);
        }
    }
}

/// What is wrong with fast-math modes and contraction.
fn fast_math(checker: &Checker<'_>, at: At) -> Option<&'static str> {
    let module = checker.module;
    let (id, kind) = (module.word(at, 0), module.word(at, 1));
    if kind != dec::FP_FAST_MATH_MODE {
        return None;
    }
    let mask = module.word(at, 2);
    let transform = fast::ALLOW_CONTRACT | fast::ALLOW_REASSOC;
    if checker.facts.decorations.any(id, dec::NO_CONTRACTION) {
        Some("FPFastMathMode and NoContraction exclude each other")
    } else if mask & fast::ALLOW_TRANSFORM != 0 && mask & transform != transform {
        Some("AllowTransform requires AllowContract and AllowReassoc")
    } else {
        None
    }
}

/// True for variables with or without a type.
pub(super) fn is_variable(opcode: u16) -> bool {
    matches!(opcode, op::VARIABLE | op::UNTYPED_VARIABLE_KHR)
}

fn is_pointer(module: &Module, ty: Id) -> bool {
    matches!(module.opcode_of(ty), op::TYPE_POINTER | op::TYPE_UNTYPED_POINTER_KHR)
}

/// What a decoration applies to, if it is not the target.
fn wrong_target(checker: &Checker<'_>, at: At, definition: At) -> Option<&'static str> {
    let module = checker.module;
    let target = module.get(definition);
    let (wanted, fits) = match module.word(at, 1) {
        dec::SPEC_ID => {
            let constants = [
                op::SPEC_CONSTANT_TRUE,
                op::SPEC_CONSTANT_FALSE,
                op::SPEC_CONSTANT,
                op::SPEC_CONSTANT_DATA_KHR,
            ];
            ("scalar specialization constants", constants.contains(&target.opcode))
        }
        dec::BLOCK | dec::BUFFER_BLOCK | dec::GLSL_SHARED | dec::GLSL_PACKED | dec::C_PACKED => {
            ("structures", target.opcode == op::TYPE_STRUCT)
        }
        dec::ARRAY_STRIDE => {
            let arrays = [op::TYPE_ARRAY, op::TYPE_RUNTIME_ARRAY];
            let fits = arrays.contains(&target.opcode) || is_pointer(module, target.result);
            ("array and pointer types", fits)
        }
        dec::BUILT_IN if module.word(at, 2) == built_in::WORKGROUP_SIZE && checker.has(cap::SHADER) => {
            ("a constant, if it is WorkgroupSize", is_constant(target.opcode))
        }
        dec::BUILT_IN => ("variables and members", is_variable(target.opcode)),
        kind if is_of_memory(kind) => {
            let objects = [op::FUNCTION_PARAMETER, op::RAW_ACCESS_CHAIN_NV, op::BUFFER_POINTER_EXT];
            let fits = is_variable(target.opcode) || objects.contains(&target.opcode);
            ("variables and parameters that are pointers", fits && is_pointer(module, target.ty))
        }
        dec::INVARIANT
        | dec::CONSTANT
        | dec::LOCATION
        | dec::INDEX
        | dec::BINDING
        | dec::DESCRIPTOR_SET
        | dec::INPUT_ATTACHMENT_INDEX => ("variables", is_variable(target.opcode)),
        dec::COOPERATIVE_MATRIX_TRANSPOSE_EXT => {
            ("conversions between cooperative matrices", is_matrix_conversion(module, definition))
        }
        _ => return None,
    };
    (!fits).then_some(wanted)
}

/// True if a decoration applies to objects in memory.
fn is_of_memory(kind: u32) -> bool {
    matches!(
        kind,
        dec::NO_PERSPECTIVE
            | dec::FLAT
            | dec::PATCH
            | dec::CENTROID
            | dec::SAMPLE
            | dec::RESTRICT
            | dec::ALIASED
            | dec::VOLATILE
            | dec::COHERENT
            | dec::NON_WRITABLE
            | dec::NON_READABLE
            | dec::XFB_BUFFER
            | dec::XFB_STRIDE
            | dec::COMPONENT
            | dec::STREAM
            | dec::RESTRICT_POINTER
            | dec::ALIASED_POINTER
            | dec::PER_PRIMITIVE_EXT
    )
}

fn is_matrix_conversion(module: &Module, at: At) -> bool {
    let conversions = [
        op::CONVERT_F_TO_U,
        op::CONVERT_F_TO_S,
        op::CONVERT_S_TO_F,
        op::CONVERT_U_TO_F,
        op::U_CONVERT,
        op::S_CONVERT,
        op::F_CONVERT,
        op::COOPERATIVE_MATRIX_CONVERT_USE_EXT,
    ];
    let is_matrix = |ty: Id| module.opcode_of(ty) == op::TYPE_COOPERATIVE_MATRIX_KHR;
    conversions.contains(&module.opcode(at))
        && is_matrix(module.get(at).ty)
        && is_matrix(module.type_of(module.word(at, 0)))
}

/// Checks the storage class of a variable that Vulkan requires for a decoration.
fn storage(checker: &mut Checker<'_>, at: At, definition: At) {
    let module = checker.module;
    let kind = module.word(at, 1);
    let storage = module.pointer(module.get(definition).ty).map_or(class::UNIFORM, |(_, class)| class);
    let allowed: &[u32] = match kind {
        dec::LOCATION | dec::COMPONENT => &[
            class::INPUT,
            class::OUTPUT,
            class::RAY_PAYLOAD_KHR,
            class::INCOMING_RAY_PAYLOAD_KHR,
            class::HIT_ATTRIBUTE_KHR,
            class::CALLABLE_DATA_KHR,
            class::INCOMING_CALLABLE_DATA_KHR,
            class::SHADER_RECORD_BUFFER_KHR,
            class::HIT_OBJECT_ATTRIBUTE_NV,
            class::HIT_OBJECT_ATTRIBUTE_EXT,
            class::TILE_IMAGE_EXT,
        ],
        dec::INDEX => &[class::OUTPUT],
        dec::BINDING | dec::DESCRIPTOR_SET => {
            &[class::STORAGE_BUFFER, class::UNIFORM, class::UNIFORM_CONSTANT, class::TILE_ATTACHMENT_QCOM]
        }
        dec::INPUT_ATTACHMENT_INDEX => &[class::UNIFORM_CONSTANT],
        dec::FLAT | dec::NO_PERSPECTIVE | dec::CENTROID | dec::SAMPLE => &[class::INPUT, class::OUTPUT],
        dec::PER_VERTEX_KHR => &[class::INPUT],
        _ => return,
    };
    if !allowed.contains(&storage) {
        let class = grammar::value_name("StorageClass", storage).unwrap_or("?");
        let message = format!("Vulkan has no {} in the storage class {class}", name(kind));
        checker.report_operand(&rules::DECORATION_ENVIRONMENT, at, 1, message);
    }
}

fn with_ids(checker: &mut Checker<'_>, at: At) {
    let module = checker.module;
    let (id, kind) = (module.word(at, 0), module.word(at, 1));
    let Some(definition) = module.definition(id) else { return };
    let problem = if module.opcode(definition) == op::DECORATION_GROUP {
        Some("OpDecorateId does not apply to groups")
    } else if !takes_ids(kind) {
        Some("the decoration has no ids as operands and requires OpDecorate")
    } else if kind == dec::ARRAY_STRIDE_ID_EXT {
        stride_id(checker, at, definition)
    } else {
        None
    };
    let is_late = |id: &Id| module.definition(*id).is_some_and(|at| at >= definition);
    if let Some(problem) = problem {
        checker.report_operand(&rules::DECORATION_FORM, at, 1, problem.into());
    } else if module.operands(at)[2..].iter().any(is_late) {
        let message = "an operand of the decoration is defined after its target";
        checker.report_operand(&rules::DECORATION_OPERAND, at, 2, message.into());
    } else if is_of_members(kind) {
        let message = format!("{} applies to members", name(kind));
        checker.report_operand(&rules::DECORATION_TARGET, at, 0, message);
    }
}

/// What is wrong with an array stride that is an id.
fn stride_id(checker: &Checker<'_>, at: At, definition: At) -> Option<&'static str> {
    let module = checker.module;
    let stride = module.word(at, 2);
    if !matches!(module.opcode(definition), op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY) {
        Some("ArrayStrideIdEXT applies to arrays")
    } else if !is_int32(module, stride) {
        Some("ArrayStrideIdEXT is an integer of 32 bits")
    } else if integer(module, stride) == Some(0) {
        Some("ArrayStrideIdEXT is 0")
    } else if !checker.facts.traits.has(module.word(definition, 0), Trait::Descriptor) {
        Some("ArrayStrideIdEXT applies to arrays of descriptors")
    } else {
        None
    }
}

fn is_int32(module: &Module, id: Id) -> bool {
    matches!(module.ty(module.type_of(id)), Some(Type::Int { width: 32, .. }))
}

fn member(checker: &mut Checker<'_>, at: At) {
    let module = checker.module;
    let (id, index, kind) = (module.word(at, 0), module.word(at, 1), module.word(at, 2));
    let Some(definition) = module.definition(id).filter(|at| module.opcode(*at) == op::TYPE_STRUCT) else {
        checker.report_operand(&rules::DECORATION_TARGET, at, 0, "the target is not a structure".into());
        return;
    };
    let count = module.operands(definition).len();
    let problem = if index as usize >= count {
        Some(format!("the structure has {count} members, none with the index {index}"))
    } else if module.opcode(at) == op::MEMBER_DECORATE_ID_EXT {
        member_id(checker, at, definition).map(str::to_string)
    } else {
        None
    };
    if let Some(problem) = problem {
        checker.report_operand(&rules::DECORATION_TARGET, at, 1, problem);
    } else if is_not_of_members(kind) {
        let message = format!("{} does not apply to members", name(kind));
        checker.report_operand(&rules::DECORATION_TARGET, at, 2, message);
    }
}

/// What is wrong with an `OpMemberDecorateIdEXT`.
fn member_id(checker: &Checker<'_>, at: At, definition: At) -> Option<&'static str> {
    let module = checker.module;
    let is_late = |id: &Id| module.definition(*id).is_some_and(|at| at > definition);
    if module.word(at, 2) != dec::OFFSET_ID_EXT {
        Some("OpMemberDecorateIdEXT states OffsetIdEXT only")
    } else if !is_int32(module, module.word(at, 3)) {
        Some("OffsetIdEXT is an integer of 32 bits")
    } else if !checker.facts.traits.has(module.get(definition).result, Trait::Descriptor) {
        Some("OffsetIdEXT applies to structures that contain descriptors")
    } else if module.operands(at)[3..].iter().any(is_late) {
        Some("an operand of the decoration is defined after the structure")
    } else {
        None
    }
}

fn group(checker: &mut Checker<'_>, at: At) {
    let module = checker.module;
    let allowed = [op::DECORATE, op::GROUP_DECORATE, op::GROUP_MEMBER_DECORATE, op::NAME];
    let users = checker.facts.users.get(module.get(at).result);
    let stranger =
        users.iter().find(|user| !allowed.contains(&module.opcode(**user)) && !module.is_debug(**user));
    if let Some(&stranger) = stranger {
        let message = "only decorations and names refer to a group of decorations";
        checker.report(&rules::DECORATION_GROUP, stranger, message.into());
    }
}

fn is_group(module: &Module, id: Id) -> bool {
    module.opcode_of(id) == op::DECORATION_GROUP
}

fn group_targets(checker: &mut Checker<'_>, at: At) {
    let module = checker.module;
    let Some((&group, targets)) = module.operands(at).split_first() else { return };
    let mut sorted = targets.to_vec();
    sorted.sort_unstable();
    if !is_group(module, group) {
        checker.report_operand(&rules::DECORATION_GROUP, at, 0, "this is not a group of decorations".into());
    } else if let Some(index) = targets.iter().position(|target| is_group(module, *target)) {
        let message = "a group of decorations does not apply to groups";
        checker.report_operand(&rules::DECORATION_GROUP, at, 1 + index, message.into());
    } else if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        checker.report(&rules::DECORATION_GROUP, at, "a target is listed twice".into());
    }
}

fn group_members(checker: &mut Checker<'_>, at: At) {
    let module = checker.module;
    let Some((&group, pairs)) = module.operands(at).split_first() else { return };
    if !is_group(module, group) {
        checker.report_operand(&rules::DECORATION_GROUP, at, 0, "this is not a group of decorations".into());
        return;
    }
    for (index, [target, member]) in pairs.as_chunks().0.iter().enumerate() {
        let problem = match module.ty(*target) {
            Some(Type::Struct { members }) if (*member as usize) < members.len() => continue,
            Some(Type::Struct { members }) => {
                format!("the structure has {} members, none with the index {member}", members.len())
            }
            _ => "the target is not a structure".to_string(),
        };
        checker.report_operand(&rules::DECORATION_TARGET, at, 1 + 2 * index, problem);
        return;
    }
}

/// Decorations that exclude each other on an id.
const EXCLUSIVE: &[(u32, u32)] = &[
    (dec::BLOCK, dec::BUFFER_BLOCK),
    (dec::RESTRICT, dec::ALIASED),
    (dec::RESTRICT_POINTER, dec::ALIASED_POINTER),
];

/// Decorations that exclude each other on a member.
const EXCLUSIVE_ON_MEMBERS: &[(u32, u32)] =
    &[(dec::ROW_MAJOR, dec::COL_MAJOR), (dec::OFFSET, dec::OFFSET_ID_EXT)];

/// Checks that no decoration is stated twice or beside one that excludes it.
fn conflicts(checker: &mut Checker<'_>) {
    let module = checker.module;
    let mut lists =
        checker.facts.decorations.all().chunk_by(|a, b| (a.target, a.member) == (b.target, b.member));
    if !lists.any(may_conflict) {
        return;
    }
    let forms = [op::DECORATE, op::MEMBER_DECORATE, op::MEMBER_DECORATE_ID_EXT];
    let own = |applied: &&Applied| {
        let at = applied.at;
        forms.contains(&module.opcode(at)) && module.word(at, 0) == applied.target
    };
    let mut stated: Vec<Applied> = checker.facts.decorations.all().iter().filter(own).copied().collect();
    let key = |applied: &Applied| (applied.target, applied.member, applied.kind);
    stated.sort_by_key(|applied| (key(applied), applied.at));
    for pair in stated.windows(2) {
        let kind = pair[1].kind;
        let repeats = kind == dec::USER_SEMANTIC || kind == dec::FUNC_PARAM_ATTR && pair[1].member == WHOLE;
        if key(&pair[0]) == key(&pair[1]) && !repeats {
            let message = format!("{} is stated twice", name(kind));
            checker.report(&rules::DECORATION_DUPLICATE, pair[1].at, message);
        }
    }
    for applied in &stated {
        let pairs = if applied.member == WHOLE { EXCLUSIVE } else { EXCLUSIVE_ON_MEMBERS };
        for (first, second) in pairs.iter().filter(|pair| pair.0 == applied.kind) {
            let other = (applied.target, applied.member, *second);
            if stated.binary_search_by_key(&other, key).is_ok() {
                let message = format!("{} and {} exclude each other", name(*first), name(*second));
                checker.report(&rules::DECORATION_CONFLICT, applied.at, message);
            }
        }
    }
}

/// True if one of the decorations of an id or member is stated twice or beside one that excludes it. It may be true for
/// others, of extensions.
fn may_conflict(list: &[Applied]) -> bool {
    let bit = |kind: u32| 1u64.checked_shl(kind).unwrap_or(0);
    let (mut stated, mut repeats, mut others) = (0, false, 0);
    for applied in list {
        let own = bit(applied.kind);
        repeats |= stated & own != 0;
        stated |= own;
        others += u32::from(own == 0);
    }
    let excludes = |pair: &(u32, u32)| stated & bit(pair.0) != 0 && stated & bit(pair.1) != 0;
    let has_pair = EXCLUSIVE.iter().chain(EXCLUSIVE_ON_MEMBERS).any(excludes);
    repeats || has_pair || others > 0 && list.len() > 1
}

/// The decoration that imports an id.
fn import(checker: &Checker<'_>, id: Id) -> Option<At> {
    let module = checker.module;
    let is_import = |applied: &&Applied| {
        applied.kind == dec::LINKAGE_ATTRIBUTES
            && module.operands(applied.at).len() >= 4
            && module.operands(applied.at).last() == Some(&linkage_type::IMPORT)
    };
    checker.facts.decorations.of_id(id).iter().find(is_import).map(|applied| applied.at)
}

/// Checks what is imported and exported.
fn linkage(checker: &mut Checker<'_>) {
    let module = checker.module;
    for function in &module.functions {
        let at = function.declaration();
        let imported = import(checker, function.id).is_some();
        if function.blocks.is_empty() && !imported {
            let message = "a function without a body is imported by LinkageAttributes";
            checker.report(&rules::LINKAGE, at, message.into());
        } else if !function.blocks.is_empty() && imported {
            checker.report(&rules::LINKAGE, at, "an imported function has no body".into());
        }
    }
    let facts = checker.facts;
    for at in facts.order.global_variables() {
        let has_value = module.opcode(at) == op::VARIABLE && module.operands(at).len() > 1;
        if has_value && import(checker, module.get(at).result).is_some() {
            checker.report(&rules::LINKAGE, at, "an imported variable has no initial value".into());
        }
    }
    for &function in &checker.facts.entries.functions {
        if let Some(applied) = checker.facts.decorations.find(function, dec::LINKAGE_ATTRIBUTES) {
            let message = "the function of an entry point has no linkage";
            checker.report(&rules::LINKAGE, applied.at, message.into());
        }
    }
}

/// Checks that decorations that the Vulkan memory model replaces are absent.
fn memory_model(checker: &mut Checker<'_>) {
    let module = checker.module;
    let is_replaced = |applied: &Applied| matches!(applied.kind, dec::COHERENT | dec::VOLATILE);
    if !checker.facts.decorations.all().iter().any(is_replaced) {
        return;
    }
    let is_vulkan =
        |at: &&At| module.opcode(**at) == op::MEMORY_MODEL && module.word(**at, 1) == memory_model::VULKAN;
    if !module.globals.iter().any(|at| is_vulkan(&at)) {
        return;
    }
    for applied in checker.facts.decorations.all().iter().filter(|applied| is_replaced(applied)) {
        let message = format!("the memory model Vulkan has no {}", name(applied.kind));
        checker.report(&rules::DECORATION_ENVIRONMENT, applied.at, message);
    }
}

/// Checks a decoration against what it is applied to.
fn target(checker: &mut Checker<'_>, applied: Applied) {
    let Some(definition) = checker.module.definition(applied.target) else { return };
    let problem = match applied.kind {
        dec::COMPONENT => component(checker, applied, definition),
        dec::FP_ROUNDING_MODE => rounding_mode(checker, applied, definition),
        dec::NON_READABLE | dec::NON_WRITABLE if applied.member == WHOLE => {
            access(checker, applied, definition)
        }
        dec::UNIFORM | dec::UNIFORM_ID => uniform(checker.module, definition),
        dec::NO_SIGNED_WRAP | dec::NO_UNSIGNED_WRAP => wrap(checker.module.opcode(definition)),
        dec::BLOCK | dec::BUFFER_BLOCK => {
            let is_struct = checker.module.opcode(definition) == op::TYPE_STRUCT;
            (!is_struct).then(|| "it applies to structures".to_string())
        }
        dec::LOCATION => {
            let opcode = checker.module.opcode(definition);
            let fits = opcode == op::VARIABLE || opcode == op::TYPE_STRUCT && applied.member != WHOLE;
            (!fits).then(|| "it applies to variables and members".to_string())
        }
        dec::RELAXED_PRECISION => {
            let opcode = checker.module.opcode(definition);
            let is_type = grammar::is_type(opcode) && (opcode != op::TYPE_STRUCT || applied.member == WHOLE);
            is_type.then(|| "it does not apply to types".to_string())
        }
        _ => None,
    };
    if let Some(problem) = problem {
        let message = format!("{}: {problem}", name(applied.kind));
        checker.report(&rules::DECORATION_TARGET, applied.at, message);
    }
}

/// What is wrong with a component.
fn component(checker: &Checker<'_>, applied: Applied, definition: At) -> Option<String> {
    let module = checker.module;
    let mut ty = if applied.member == WHOLE {
        let opcode = module.opcode(definition);
        let storage = module.word(definition, 0);
        if opcode == op::VARIABLE && !matches!(storage, class::INPUT | class::OUTPUT) {
            return Some("it applies to inputs and outputs".into());
        }
        if !matches!(opcode, op::VARIABLE | op::FUNCTION_PARAMETER) {
            return Some("it applies to variables and parameters".into());
        }
        let ty = module.get(definition).ty;
        module.pointer(ty).map_or(ty, |(pointee, _)| pointee)
    } else {
        let Some(Type::Struct { members }) = module.type_at(definition) else {
            return Some("it applies to members of structures".into());
        };
        *members.get(applied.member as usize)?
    };
    if !checker.environment.is_vulkan() {
        return None;
    }
    while module.opcode_of(ty) == op::TYPE_ARRAY
        && let Some(element) = module.array_element(ty)
    {
        ty = element;
    }
    let (width, count) = match (module.scalar(ty), module.vector_size(ty)) {
        (Some(Type::Int { width, .. } | Type::Float { width, .. }), Some(count)) => (width, count),
        _ => return Some("it applies to scalars and vectors of numbers".into()),
    };
    components(applied.value, width, count)
}

/// What is wrong with the first component of a vector of `count` numbers of `width` bits.
fn components(first: u32, width: u32, count: u32) -> Option<String> {
    if first > 3 {
        return Some(format!("a location has 4 components, not {first}"));
    }
    let used = match width {
        16 | 32 => count,
        64 if count > 2 => return Some("it applies to at most 2 numbers of 64 bits".into()),
        64 if first % 2 == 1 => return Some("numbers of 64 bits begin at component 0 or 2".into()),
        64 => 2 * count,
        _ => return None,
    };
    let end = first.saturating_add(used);
    (end > 4).then(|| format!("components {first} to {} leave the location", end - 1))
}

/// What is wrong with a rounding mode.
fn rounding_mode(checker: &Checker<'_>, applied: Applied, definition: At) -> Option<String> {
    let opcode = checker.module.opcode(definition);
    if checker.has(cap::SHADER) {
        if opcode != op::F_CONVERT {
            return Some("it applies to OpFConvert".into());
        }
        let modes = [rounding::RTE, rounding::RTZ];
        if checker.environment.is_vulkan() && !modes.contains(&applied.value) {
            return Some("Vulkan has RTE and RTZ only".into());
        }
        let stored = rounded_values_are_stored(checker, definition);
        if !stored {
            return Some("the result is stored as a 16-bit number in an interface or buffer".into());
        }
    }
    if checker.has(cap::KERNEL) {
        let conversions =
            [op::CONVERT_F_TO_U, op::CONVERT_F_TO_S, op::CONVERT_S_TO_F, op::CONVERT_U_TO_F, op::F_CONVERT];
        let rounded = opcode == op::F_DIV || is_opencl_sqrt(checker, definition);
        if rounded && !checker.has(cap::ROUNDED_DIVIDE_SQRT_INTEL) {
            return Some("on divisions and square roots it requires RoundedDivideSqrtINTEL".into());
        }
        if !rounded && !conversions.contains(&opcode) {
            return Some("it applies to conversions from or to floating-point numbers".into());
        }
    }
    None
}

fn is_opencl_sqrt(checker: &Checker<'_>, at: At) -> bool {
    use crate::grammar::instruction::open_cl_std;
    let found = checker.module.extended(at);
    found.is_some_and(|(set, number)| set.name == open_cl_std::SET && number == open_cl_std::SQRT)
}

/// True if all that is done with a value is to store it as numbers of 16 bits.
fn rounded_values_are_stored(checker: &Checker<'_>, definition: At) -> bool {
    let module = checker.module;
    let value = module.get(definition).result;
    let classes = [
        class::STORAGE_BUFFER,
        class::UNIFORM,
        class::PUSH_CONSTANT,
        class::INPUT,
        class::OUTPUT,
        class::PHYSICAL_STORAGE_BUFFER,
    ];
    checker.facts.users.get(value).iter().all(|&user| match module.opcode(user) {
        op::STORE => {
            let pointer = module.pointer(module.type_of(module.word(user, 0)));
            let fits = |(pointee, class): (Id, u32)| {
                matches!(module.scalar(pointee), Some(Type::Float { width: 16, .. }))
                    && classes.contains(&class)
            };
            module.word(user, 1) == value && module.word(user, 0) != value && pointer.is_some_and(fits)
        }
        op::F_CONVERT => true,
        opcode => is_annotation(opcode) || module.is_debug(user),
    })
}

/// True for names and decorations.
fn is_annotation(opcode: u16) -> bool {
    matches!(
        opcode,
        op::NAME
            | op::DECORATE
            | op::DECORATE_ID
            | op::DECORATE_STRING
            | op::GROUP_DECORATE
            | op::MEMBER_DECORATE
            | op::GROUP_MEMBER_DECORATE
            | op::MEMBER_DECORATE_ID_EXT
            | op::MEMBER_DECORATE_STRING
    )
}

/// What is wrong with an object that cannot be read or written.
fn access(checker: &Checker<'_>, applied: Applied, definition: At) -> Option<String> {
    let module = checker.module;
    let target = module.get(definition);
    let is_write = applied.kind == dec::NON_WRITABLE;
    let objects = [op::FUNCTION_PARAMETER, op::RAW_ACCESS_CHAIN_NV, op::BUFFER_POINTER_EXT];
    if !is_variable(target.opcode) && !objects.contains(&target.opcode) {
        return Some("it applies to variables and parameters".into());
    }
    if target.opcode == op::RAW_ACCESS_CHAIN_NV {
        return None;
    }
    let storage = module.word(definition, 0);
    if target.opcode == op::BUFFER_POINTER_EXT {
        let is_uniform = module.pointer(target.ty).is_some_and(|(_, class)| class == class::UNIFORM);
        return (is_uniform && is_write).then(|| "a uniform buffer is read only".into());
    }
    if target.opcode == op::VARIABLE {
        let is_private = matches!(storage, class::FUNCTION | class::PRIVATE);
        if is_private && is_write && checker.minor() >= 4 || storage == class::TILE_ATTACHMENT_QCOM {
            return None;
        }
    }
    let fits = points_to_buffer(checker, target.ty) || points_to_image(module, target.ty);
    (!fits).then(|| "it applies to blocks of buffers, storage images and tensors".into())
}

/// True if a pointer type is that of a variable that is a buffer.
fn points_to_buffer(checker: &Checker<'_>, pointer: Id) -> bool {
    checker.facts.buffers.get(pointer as usize).copied().unwrap_or(false)
}

/// True if a pointer type points to storage images or tensors.
fn points_to_image(module: &Module, pointer: Id) -> bool {
    let Some((mut pointee, class::UNIFORM_CONSTANT)) = module.pointer(pointer) else { return false };
    if let Some(Type::Array { element, .. } | Type::RuntimeArray { element }) = module.ty(pointee) {
        pointee = element;
    }
    match module.ty(pointee) {
        Some(Type::Image(image)) => image.usage == 2,
        Some(Type::Other { opcode }) => opcode == op::TYPE_TENSOR_ARM,
        _ => false,
    }
}

/// What is wrong with a uniform object.
fn uniform(module: &Module, definition: At) -> Option<String> {
    let ty = module.get(definition).ty;
    if ty == 0 {
        Some("it applies to objects".into())
    } else if module.ty(ty) == Some(Type::Void) {
        Some("a void result is no object".into())
    } else {
        None
    }
}

/// What is wrong with an operation that does not wrap.
fn wrap(opcode: u16) -> Option<String> {
    let fits = matches!(
        opcode,
        op::I_ADD
            | op::I_SUB
            | op::I_MUL
            | op::SHIFT_LEFT_LOGICAL
            | op::S_NEGATE
            | op::EXT_INST
            | op::EXT_INST_WITH_FORWARD_REFS_KHR
    );
    (!fits)
        .then(|| "it applies to additions, subtractions, products, negations and shifts to the left".into())
}
