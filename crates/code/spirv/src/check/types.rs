//! Checks type declarations.

use super::contents::Parts;
use super::{Checker, Relaxation, rules};
use crate::grammar::value::{capability as cap, decoration, scope, storage_class as class};
use crate::grammar::{self, op};
use crate::module::{At, Id};

/// Checks a type.
pub(super) fn check(c: &mut Checker<'_>, at: At) {
    let opcode = c.module.opcode(at);
    let is_shared = matches!(
        opcode,
        op::TYPE_ARRAY
            | op::TYPE_RUNTIME_ARRAY
            | op::TYPE_NODE_PAYLOAD_ARRAY_AMDX
            | op::TYPE_STRUCT
            | op::TYPE_POINTER
            | op::TYPE_UNTYPED_POINTER_KHR
            | op::TYPE_FORWARD_POINTER
    );
    if !is_shared && !c.has_extension("SPV_VALIDATOR_ignore_type_decl_unique") {
        let key = (opcode, c.module.operands(at));
        if let Some(first) = c.types.insert(key, at) {
            let message = "found the declaration of a type that exists, expected one declaration";
            c.report_against(&rules::TYPE_REPEATED, (at, 0), message.into(), (Some(first), "declares it"));
        }
    }
    match opcode {
        op::TYPE_INT => int(c, at),
        op::TYPE_FLOAT => float(c, at),
        op::TYPE_VECTOR => vector(c, at),
        op::TYPE_VECTOR_ID_EXT => long_vector(c, at),
        op::TYPE_MATRIX => matrix(c, at),
        op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY => array(c, at),
        op::TYPE_STRUCT => structure(c, at),
        op::TYPE_IMAGE | op::TYPE_SAMPLED_IMAGE => super::images::check_type(c, at),
        op::TYPE_POINTER => pointer(c, at),
        op::TYPE_UNTYPED_POINTER_KHR => untyped_pointer(c, at),
        op::TYPE_FUNCTION => function(c, at),
        op::TYPE_FORWARD_POINTER => forward_pointer(c, at),
        op::TYPE_COOPERATIVE_MATRIX_KHR | op::TYPE_COOPERATIVE_MATRIX_NV => cooperative_matrix(c, at),
        op::TYPE_TENSOR_ARM | op::TYPE_TENSOR_LAYOUT_NV | op::TYPE_TENSOR_VIEW_NV => {
            super::tensors::check_type(c, at)
        }
        op::TYPE_BUFFER_EXT => {
            let fits = matches!(c.module.word(at, 0), class::UNIFORM | class::STORAGE_BUFFER);
            c.expect(fits, &rules::POINTER_CLASS, (at, 0), "Uniform or StorageBuffer");
        }
        _ => {}
    }
}

fn int(c: &mut Checker<'_>, at: At) {
    let (width, signed) = (c.module.word(at, 0), c.module.word(at, 1));
    let any = c.has(cap::ARBITRARY_PRECISION_INTEGERS_ALTERA);
    let (holds, expected) = match width {
        32 => (true, ""),
        4 => (any || c.has(cap::INT4_TYPE_INTEL), "the capability Int4TypeINTEL for 4 bits"),
        8 => (declares_int8(c), "the capability Int8, or one for the storage of 8 bits"),
        16 => {
            (declares_16(c) || c.has(cap::INT16), "the capability Int16, or one for the storage of 16 bits")
        }
        64 => (c.has(cap::INT64), "the capability Int64"),
        0 => (false, "a width of 8, 16, 32 or 64"),
        _ => (any, "a width of 8, 16, 32 or 64"),
    };
    c.expect(holds, &rules::TYPE_WIDTH, (at, 0), expected);
    if width == 32 {
        c.expect(signed <= 1, &rules::TYPE_SIGN, (at, 1), "0 or 1");
        if signed == 1 {
            let kernel = c.has(cap::KERNEL);
            c.expect(!kernel, &rules::TYPE_SIGN, (at, 1), "0, as kernels have no signed types");
        }
    }
}

fn declares_int8(c: &Checker<'_>) -> bool {
    [
        cap::INT8,
        cap::STORAGE_BUFFER8_BIT_ACCESS,
        cap::UNIFORM_AND_STORAGE_BUFFER8_BIT_ACCESS,
        cap::STORAGE_PUSH_CONSTANT8,
        cap::WORKGROUP_MEMORY_EXPLICIT_LAYOUT8_BIT_ACCESS_KHR,
    ]
    .iter()
    .any(|capability| c.has(*capability))
}

fn declares_16(c: &Checker<'_>) -> bool {
    [
        cap::STORAGE_BUFFER16_BIT_ACCESS,
        cap::UNIFORM_AND_STORAGE_BUFFER16_BIT_ACCESS,
        cap::STORAGE_PUSH_CONSTANT16,
        cap::STORAGE_INPUT_OUTPUT16,
        cap::WORKGROUP_MEMORY_EXPLICIT_LAYOUT16_BIT_ACCESS_KHR,
    ]
    .iter()
    .any(|capability| c.has(*capability))
}

fn float(c: &mut Checker<'_>, at: At) {
    let width = c.module.word(at, 0);
    let encoding = c
        .module
        .operands(at)
        .get(1)
        .map(|value| grammar::value_name("FPEncoding", *value).unwrap_or_default());
    let half = c.has(cap::FLOAT16)
        || c.has(cap::FLOAT16_BUFFER)
        || declares_16(c)
        || c.has_extension("SPV_AMD_gpu_shader_half_float")
        || c.has_extension("SPV_AMD_gpu_shader_half_float_fetch");
    let (holds, expected) = match (width, encoding) {
        (32, None) => (true, ""),
        (64, None) => (c.has(cap::FLOAT64), "the capability Float64"),
        (16, None) => (half, "the capability Float16, or one for the storage of 16 bits"),
        (16, Some(name)) => (name == "BFloat16KHR", "the encoding BFloat16KHR"),
        (8, _) if !has_float8(c) => (false, "the capability Float8EXT"),
        (8, Some(name)) => (
            matches!(name, "Float8E4M3EXT" | "Float8E5M2EXT" | "Float8UnsignedE8M0EXT" | "MXInt8EXT"),
            "an encoding of 8 bits",
        ),
        (6, Some(name)) => (matches!(name, "Float6E2M3EXT" | "Float6E3M2EXT"), "an encoding of 6 bits"),
        (4, Some(name)) => (name == "Float4E2M1EXT", "an encoding of 4 bits"),
        (4 | 6 | 8, None) => (false, "an encoding, as there is no IEEE 754 format of this width"),
        (32 | 64, Some(_)) => (false, "no encoding, as this width is IEEE 754"),
        _ => (false, "a width of 16, 32 or 64"),
    };
    c.expect(holds, &rules::TYPE_WIDTH, (at, 0), expected);
}

fn has_float8(c: &Checker<'_>) -> bool {
    c.has(cap::FLOAT8_EXT) || c.has(cap::FLOAT8_UNSIGNED_E8_M0_EXT) || c.has(cap::MX_INT8_EXT)
}

fn vector(c: &mut Checker<'_>, at: At) {
    let (component, count) = (c.module.word(at, 0), c.module.word(at, 1));
    let is_scalar = matches!(c.module.opcode_of(component), op::TYPE_INT | op::TYPE_FLOAT | op::TYPE_BOOL);
    let is_pointer =
        c.module.opcode_of(component) == op::TYPE_POINTER && c.has(cap::MASKED_GATHER_SCATTER_INTEL);
    c.expect(is_scalar || is_pointer, &rules::TYPE_COMPONENT, (at, 0), "a scalar type");
    let long = c.has(cap::LONG_VECTOR_EXT);
    let fits = match count {
        2..=4 => true,
        8 | 16 => long || c.has(cap::VECTOR16),
        0 => false,
        _ => long,
    };
    c.expect(fits, &rules::TYPE_COUNT, (at, 1), "2, 3 or 4 components; 8 or 16 with the capability Vector16");
}

fn long_vector(c: &mut Checker<'_>, at: At) {
    let (component, count) = (c.module.word(at, 0), c.module.word(at, 1));
    let fits = match c.module.opcode_of(component) {
        op::TYPE_INT | op::TYPE_FLOAT => true,
        op::TYPE_BOOL => c.has(cap::LONG_VECTOR_EXT),
        _ => false,
    };
    c.expect(fits, &rules::TYPE_COMPONENT, (at, 0), "a scalar type");
    let fits =
        c.is_constant(count) && c.is_int32(c.module.type_of(count)) && c.constant_i64(count) != Some(0);
    c.expect(fits, &rules::TYPE_COUNT, (at, 1), "a constant of 32 bits that is at least 1");
}

fn matrix(c: &mut Checker<'_>, at: At) {
    let (column, count) = (c.module.word(at, 0), c.module.word(at, 1));
    let is_vector = c.module.opcode_of(column) == op::TYPE_VECTOR;
    let is_float = is_vector && c.shape(column).is_some_and(|shape| shape.is_float());
    c.expect(is_float, &rules::TYPE_COMPONENT, (at, 0), "a vector of floats");
    c.expect((2..=4).contains(&count), &rules::TYPE_COUNT, (at, 1), "2, 3 or 4 columns");
}

fn array(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let element = module.word(at, 0);
    let kind = module.opcode_of(element);
    let is_type = grammar::is_type(kind) && kind != op::TYPE_VOID;
    c.expect(is_type, &rules::TYPE_COMPONENT, (at, 0), "a type that is not void");
    let result = module.get(at).result;
    let is_block = kind == op::TYPE_STRUCT && is_block(c, element);
    if c.has(cap::SHADER) && is_block && c.annotations.has(result, decoration::ARRAY_STRIDE) {
        let message = "found ArrayStride on an array of blocks, expected none".to_string();
        c.report_operand(&rules::TYPE_BLOCK, at, 0, message);
    }
    if c.environment.is_vulkan() && kind == op::TYPE_RUNTIME_ARRAY {
        c.expect(false, &rules::TYPE_RUNTIME_ARRAY, (at, 0), "a type other than a runtime array");
    }
    if module.opcode(at) == op::TYPE_ARRAY {
        let length = module.word(at, 1);
        let fits = c.is_constant(length) && c.is_int_scalar(module.type_of(length));
        if c.expect(fits, &rules::TYPE_LENGTH, (at, 1), "an integer constant") {
            let fits = match c.constant_i64(length) {
                Some(value) => value > 0 || value < 0 && c.shape_of(length).is_some_and(|s| s.is_unsigned()),
                None => true,
            };
            c.expect(fits, &rules::TYPE_LENGTH, (at, 1), "a length of at least 1");
        }
    }
}

fn is_block(c: &Checker<'_>, ty: Id) -> bool {
    c.annotations.has(ty, decoration::BLOCK) || c.annotations.has(ty, decoration::BUFFER_BLOCK)
}

fn structure(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let members = module.operands(at);
    let result = module.get(at).result;
    let limit = c.options.limits.struct_members as usize;
    if members.len() > limit {
        let message = format!("found {} members, expected at most {limit}", members.len());
        c.report(&rules::LIMIT, at, message);
    }
    let mut depth = 1;
    for (index, &member) in members.iter().enumerate() {
        let kind = module.opcode_of(member);
        let fits = grammar::is_type(kind) && kind != op::TYPE_VOID && member != result;
        if !c.expect(
            fits,
            &rules::TYPE_COMPONENT,
            (at, index),
            "a type that is not void or the structure itself",
        ) {
            continue;
        }
        depth = depth.max(1 + c.depths[member as usize]);
        if kind == op::TYPE_STRUCT && built_in_members(c, member) > 0 {
            c.expect(
                false,
                &rules::TYPE_BUILT_IN,
                (at, index),
                "a structure without built-ins as its members",
            );
        }
        if c.environment.is_vulkan() && kind == op::TYPE_RUNTIME_ARRAY {
            let fits = index + 1 == members.len() && is_block(c, result);
            let expected = "a runtime array only as the last member of a block";
            c.expect(fits, &rules::TYPE_RUNTIME_ARRAY, (at, index), expected);
        }
        if is_block(c, result) && c.contains(member, Parts::BLOCK) {
            c.expect(false, &rules::TYPE_BLOCK, (at, index), "a type that contains no block, as this is one");
        }
    }
    c.depths[result as usize] = depth;
    if depth > c.options.limits.struct_depth {
        let limit = c.options.limits.struct_depth;
        c.report(
            &rules::TYPE_DEPTH,
            at,
            format!("found {depth} nested structures, expected at most {limit}"),
        );
    }
    let built_ins = built_in_members(c, result);
    if built_ins > 0 && built_ins != members.len() {
        let message = format!(
            "found {built_ins} of {} members that are built-ins, expected all or none",
            members.len()
        );
        c.report(&rules::TYPE_BUILT_IN, at, message);
    }
    if c.environment.is_vulkan() && !c.relaxes(Relaxation::BeforeHlslLegalization) {
        opaque_members(c, at);
    }
}

fn built_in_members(c: &Checker<'_>, ty: Id) -> usize {
    if !c.annotations.is_decorated(ty) {
        return 0;
    }
    let count = c.module.definition(ty).map_or(0, |at| c.module.operands(at).len());
    let is_built_in = |member: &u32| {
        c.annotations
            .member_decorations(ty, *member)
            .any(|found| found.kind == decoration::BUILT_IN && !is_heap(found.operands))
    };
    (0..count as u32).filter(is_built_in).count()
}

fn is_heap(operands: &[u32]) -> bool {
    use grammar::value::built_in;
    matches!(operands, [built_in::RESOURCE_HEAP_EXT | built_in::SAMPLER_HEAP_EXT, ..])
}

fn opaque_members(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let heap = c.has(cap::DESCRIPTOR_HEAP_EXT);
    let mut handles = Parts::OPAQUE;
    if !heap {
        handles = handles.union(Parts::ACCELERATION_STRUCTURE).union(Parts::DESCRIPTOR);
    }
    if !heap && !c.has(cap::BINDLESS_TEXTURE_NV) {
        handles = handles.union(Parts::IMAGE);
    }
    let result = module.get(at).result;
    for (index, &member) in module.operands(at).iter().enumerate() {
        if member != result && c.contains(member, handles) {
            c.expect(
                false,
                &rules::TYPE_OPAQUE,
                (at, index),
                "a type that contains no image, sampler or other handle",
            );
        }
    }
}

fn pointer(c: &mut Checker<'_>, at: At) {
    let pointee = c.module.word(at, 1);
    let is_type = grammar::is_type(c.module.opcode_of(pointee));
    c.expect(is_type, &rules::TYPE_COMPONENT, (at, 1), "a type");
    let fits = !c.environment.is_vulkan() || vulkan_has_class(c.module.word(at, 0));
    c.expect(fits, &rules::POINTER_CLASS, (at, 0), "a storage class of Vulkan");
}

fn vulkan_has_class(storage: u32) -> bool {
    matches!(
        storage,
        class::UNIFORM_CONSTANT
            | class::UNIFORM
            | class::STORAGE_BUFFER
            | class::INPUT
            | class::OUTPUT
            | class::IMAGE
            | class::WORKGROUP
            | class::PRIVATE
            | class::FUNCTION
            | class::PUSH_CONSTANT
            | class::PHYSICAL_STORAGE_BUFFER
            | class::RAY_PAYLOAD_KHR
            | class::INCOMING_RAY_PAYLOAD_KHR
            | class::HIT_ATTRIBUTE_KHR
            | class::CALLABLE_DATA_KHR
            | class::INCOMING_CALLABLE_DATA_KHR
            | class::SHADER_RECORD_BUFFER_KHR
            | class::TASK_PAYLOAD_WORKGROUP_EXT
            | class::HIT_OBJECT_ATTRIBUTE_NV
            | class::HIT_OBJECT_ATTRIBUTE_EXT
            | class::TILE_IMAGE_EXT
            | class::NODE_PAYLOAD_AMDX
            | class::TILE_ATTACHMENT_QCOM
    )
}

fn untyped_pointer(c: &mut Checker<'_>, at: At) {
    if !c.environment.is_vulkan() {
        return;
    }
    let (holds, expected) = match c.module.word(at, 0) {
        class::WORKGROUP => (
            c.has(cap::WORKGROUP_MEMORY_EXPLICIT_LAYOUT_KHR),
            "the capability WorkgroupMemoryExplicitLayoutKHR",
        ),
        class::STORAGE_BUFFER | class::PHYSICAL_STORAGE_BUFFER | class::UNIFORM | class::PUSH_CONSTANT => {
            (true, "")
        }
        class::UNIFORM_CONSTANT | class::IMAGE => {
            (c.has(cap::DESCRIPTOR_HEAP_EXT), "the capability DescriptorHeapEXT")
        }
        _ => (false, "a storage class whose layout is explicit"),
    };
    c.expect(holds, &rules::POINTER_CLASS, (at, 0), expected);
}

fn function(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    for (index, &ty) in module.operands(at).iter().enumerate() {
        let kind = module.opcode_of(ty);
        let fits = grammar::is_type(kind) && (index == 0 || kind != op::TYPE_VOID);
        c.expect(fits, &rules::TYPE_COMPONENT, (at, index), "a type, which for parameters is not void");
    }
    let (count, limit) = (module.operands(at).len().saturating_sub(1), c.options.limits.function_arguments);
    if count > limit as usize {
        c.report(&rules::LIMIT, at, format!("found {count} parameters, expected at most {limit}"));
    }
}

fn forward_pointer(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let (pointer, storage) = (module.word(at, 0), module.word(at, 1));
    let is_pointer = module.opcode_of(pointer) == op::TYPE_POINTER;
    if !c.expect(is_pointer, &rules::FORWARD_POINTER, (at, 0), "a pointer type") {
        return;
    }
    let (pointee, own) = module.pointer(pointer).unwrap_or((0, 0));
    c.expect(storage == own, &rules::FORWARD_POINTER, (at, 1), "the storage class of the pointer type");
    let is_struct = module.opcode_of(pointee) == op::TYPE_STRUCT;
    c.expect(is_struct, &rules::FORWARD_POINTER, (at, 0), "a pointer to a structure");
    if c.environment.is_vulkan() {
        let fits = storage == class::PHYSICAL_STORAGE_BUFFER;
        c.expect(fits, &rules::FORWARD_POINTER, (at, 1), "PhysicalStorageBuffer");
    }
}

fn cooperative_matrix(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let component = c.shape(module.word(at, 0));
    let component = component.filter(|shape| shape.is_scalar() && !shape.is_bool());
    if c.expect(component.is_some(), &rules::TYPE_COMPONENT, (at, 0), "a number type") {
        let encoding = component.and_then(|shape| shape.encoding);
        let name = encoding.and_then(|value| grammar::value_name("FPEncoding", value));
        let (holds, expected) = match name {
            Some("BFloat16KHR") => {
                (c.has(cap::B_FLOAT16_COOPERATIVE_MATRIX_KHR), "the capability BFloat16CooperativeMatrixKHR")
            }
            Some("Float8E4M3EXT" | "Float8E5M2EXT") => {
                (c.has(cap::FLOAT8_COOPERATIVE_MATRIX_EXT), "the capability Float8CooperativeMatrixEXT")
            }
            _ => (true, ""),
        };
        c.expect(holds, &rules::TYPE_COMPONENT, (at, 0), expected);
    }
    for (index, &id) in module.operands(at).iter().enumerate().skip(1) {
        let fits = c.is_constant(id) && c.is_int_scalar(module.type_of(id));
        c.expect(fits, &rules::MATRIX_SHAPE, (at, index), "an integer constant");
    }
    if let Some(value) = c.constant_i64(module.word(at, 1)) {
        let fits = [scope::WORKGROUP, scope::SUBGROUP].map(i64::from).contains(&value);
        c.expect(fits, &rules::MATRIX_SHAPE, (at, 1), "the scope Workgroup or Subgroup");
    }
}
