//! Classifies instructions: terminators, types, constants.

use super::instruction::glsl_std_450 as glsl;
use super::{Count, Kind, OpcodeSet, Operand, op};

/// True if an instruction ends a block.
pub const fn ends_block(opcode: u16) -> bool {
    matches!(
        opcode,
        op::BRANCH
            ..=op::UNREACHABLE
                | op::TERMINATE_INVOCATION
                | op::IGNORE_INTERSECTION_KHR
                | op::TERMINATE_RAY_KHR
                | op::EMIT_MESH_TASKS_EXT
                | op::ABORT_KHR
    )
}

/// True for instructions that take the result of `OpSampledImage` in every module, names and debug information included.
pub(crate) fn takes_sampled_image(opcode: u16) -> bool {
    match opcode {
        op::SAMPLED_IMAGE
        | op::IMAGE_SAMPLE_IMPLICIT_LOD..=op::IMAGE_SAMPLE_PROJ_DREF_EXPLICIT_LOD
        | op::IMAGE_GATHER
        | op::IMAGE_DREF_GATHER
        | op::IMAGE
        | op::IMAGE_QUERY_LOD
        | op::IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD..=op::IMAGE_SPARSE_SAMPLE_DREF_EXPLICIT_LOD
        | op::IMAGE_SPARSE_GATHER
        | op::IMAGE_SPARSE_DREF_GATHER
        | op::COPY_OBJECT
        | op::IMAGE_SAMPLE_FOOTPRINT_NV => true,
        // Names, decorations and debug information are no uses; the instructions of image processing are.
        op::NAME | op::DECORATE | op::DECORATE_ID | op::GROUP_DECORATE | op::EXT_INST => true,
        opcode => super::opcode(opcode).is_some_and(|row| row.name.ends_with("QCOM")),
    }
}

/// True if an instruction declares a type.
#[inline]
pub const fn is_type(opcode: u16) -> bool {
    TYPES.contains(opcode)
}

/// The instructions whose name begins with `OpType`.
static TYPES: OpcodeSet = {
    let mut types = OpcodeSet::NONE;
    let mut row = 0;
    while row < super::core::OPCODES.len() {
        let opcode = &super::core::OPCODES[row];
        let name = opcode.name.as_bytes();
        let is_named =
            name.len() > 6 && matches!((name[2], name[3], name[4], name[5]), (b'T', b'y', b'p', b'e'));
        if is_named && !matches!(opcode.number, op::TYPE_FORWARD_POINTER | op::TYPE_STRUCT_CONTINUED_INTEL) {
            types.insert(opcode.number);
        }
        row += 1;
    }
    types
};

/// True if an instruction has operands of enumerations, or the operands of another instruction, which can have some.
pub(crate) fn has_enumerants(opcode: u16) -> bool {
    ENUMERATED.contains(opcode)
}

/// True if one of these operands is always there.
pub(crate) fn has_required_enumerants(opcode: u16) -> bool {
    REQUIRED.contains(opcode)
}

/// The only operand of an instruction that is of an enumeration, if it is always there and operands of one word come
/// before it: the enumeration, and the word after type and result.
#[inline]
pub(crate) fn only_enumeration(opcode: u16) -> Option<(u8, usize)> {
    let (kind, place) = *ONLY.get(usize::from(opcode))?;
    (place != NO_PLACE).then_some((kind, usize::from(place)))
}

const NO_PLACE: u8 = u8::MAX;

/// By opcode, what [`only_enumeration`] gives.
static ONLY: [(u8, u8); super::LAST + 1] = {
    let mut places = [(0, NO_PLACE); super::LAST + 1];
    let mut row = 0;
    while row < super::core::OPCODES.len() {
        let opcode = &super::core::OPCODES[row];
        places[opcode.number as usize] = only(opcode.operands);
        row += 1;
    }
    places
};

const fn only(operands: &[Operand]) -> (u8, u8) {
    let (mut found, mut place, mut index) = ((0, NO_PLACE), 0, 0);
    while index < operands.len() {
        let is_one = matches!(operands[index].count, Count::One);
        match operands[index].kind {
            Kind::ResultType | Kind::Result => {}
            Kind::Enum(kind) if is_one && found.1 == NO_PLACE && place != NO_PLACE => found = (kind, place),
            Kind::Enum(_) | Kind::SpecConstantOp | Kind::ExtendedInstruction => return (0, NO_PLACE),
            Kind::Id | Kind::Scope | Kind::Semantics | Kind::Integer | Kind::Float if is_one => {
                place = if place == NO_PLACE { place } else { place + 1 };
            }
            _ => place = NO_PLACE,
        }
        index += 1;
    }
    found
}

/// Values for which [`plain_parameters`] has an answer.
const PLAIN_VALUES: usize = 64;
const NOT_PLAIN: u8 = u8::MAX;

/// Number of operands that follow a value of an enumeration, if they are integers; nothing for values that are large, unknown,
/// several bits, or followed by anything else.
#[inline]
pub(crate) fn plain_parameters(enumeration: u8, value: u32) -> Option<usize> {
    let count = *PLAIN.get(usize::from(enumeration))?.get(value as usize)?;
    (count != NOT_PLAIN).then_some(usize::from(count))
}

/// By enumeration and value, what [`plain_parameters`] gives.
static PLAIN: [[u8; PLAIN_VALUES]; super::ENUMERATION_COUNT] = {
    let mut plain = [[NOT_PLAIN; PLAIN_VALUES]; super::ENUMERATION_COUNT];
    let mut index = 0;
    while index < super::ENUMERATION_COUNT {
        let enumeration = &super::enums::ENUMERATIONS[index];
        if enumeration.bits {
            plain[index][0] = 0;
        }
        let mut row = 0;
        while row < enumeration.enumerants.len() {
            let enumerant = &enumeration.enumerants[row];
            if (enumerant.value as usize) < PLAIN_VALUES {
                plain[index][enumerant.value as usize] = integers(enumerant.parameters);
            }
            row += 1;
        }
        index += 1;
    }
    plain
};

/// Number of operands that are all integers.
const fn integers(operands: &[Operand]) -> u8 {
    let mut index = 0;
    while index < operands.len() {
        if !matches!((operands[index].kind, operands[index].count), (Kind::Integer, Count::One)) {
            return NOT_PLAIN;
        }
        index += 1;
    }
    index as u8
}

static ENUMERATED: OpcodeSet = enumerated(Count::Optional);
static REQUIRED: OpcodeSet = enumerated(Count::One);

/// Instructions with enumerants among their operands, the optional ones too or not.
const fn enumerated(count: Count) -> OpcodeSet {
    let mut set = OpcodeSet::NONE;
    let mut row = 0;
    while row < super::core::OPCODES.len() {
        let opcode = &super::core::OPCODES[row];
        let mut index = 0;
        while index < opcode.operands.len() {
            let operand = &opcode.operands[index];
            let counts = matches!(count, Count::Optional) || matches!(operand.count, Count::One);
            if counts && matches!(operand.kind, Kind::Enum(_) | Kind::SpecConstantOp) {
                set.insert(opcode.number);
            }
            index += 1;
        }
        row += 1;
    }
    set
}

/// True if an instruction declares a constant.
pub const fn is_constant(opcode: u16) -> bool {
    matches!(
        opcode,
        op::CONSTANT_TRUE
            ..=op::SPEC_CONSTANT_OP
                | op::CONSTANT_COMPOSITE_REPLICATE_EXT
                | op::SPEC_CONSTANT_COMPOSITE_REPLICATE_EXT
                | op::CONSTANT_FUNCTION_POINTER_INTEL
                | op::CONSTANT_PIPE_STORAGE
                | op::CONSTANT_SIZE_OF_EXT
                | op::CONSTANT_DATA_KHR
                | op::SPEC_CONSTANT_DATA_KHR
    )
}

/// True if an instruction has no effect besides its result. Includes loads and image reads, excludes extended
/// instructions.
pub fn is_pure(opcode: u16) -> bool {
    is_arithmetic(opcode)
        || matches!(
            opcode,
            op::UNDEF
                | op::IMAGE_TEXEL_POINTER
                | op::LOAD
                | op::PTR_ACCESS_CHAIN
                | op::IN_BOUNDS_PTR_ACCESS_CHAIN
        )
        || matches!(opcode, op::IMAGE_SAMPLE_IMPLICIT_LOD..=op::IMAGE_READ | op::DPDX..=op::FWIDTH_COARSE | op::PHI)
}

/// True if an instruction yields the same result for the same operands within a block.
pub fn is_arithmetic(opcode: u16) -> bool {
    matches!(
        opcode,
        op::ACCESS_CHAIN
            | op::IN_BOUNDS_ACCESS_CHAIN
            | op::ARRAY_LENGTH
            | op::VECTOR_EXTRACT_DYNAMIC..=op::TRANSPOSE
            | op::SAMPLED_IMAGE
            | op::IMAGE..=op::IMAGE_QUERY_SAMPLES
            | op::CONVERT_F_TO_U..=op::QUANTIZE_TO_F16
            | op::BITCAST
            | op::S_NEGATE..=op::S_MUL_EXTENDED
            | op::ANY..=op::F_UNORD_GREATER_THAN_EQUAL
            | op::SHIFT_RIGHT_LOGICAL..=op::BIT_COUNT
            | op::COPY_LOGICAL
    )
}

/// True if a `GLSL.std.450` instruction has no effect besides its result: all but `Modf` and `Frexp`, which
/// write through a pointer.
pub fn glsl_is_pure(number: u32) -> bool {
    !matches!(number, glsl::MODF | glsl::FREXP)
}

/// True if it reads through a pointer: the three interpolation functions.
pub fn glsl_reads_memory(number: u32) -> bool {
    matches!(number, glsl::INTERPOLATE_AT_CENTROID..=glsl::INTERPOLATE_AT_OFFSET)
}

#[cfg(test)]
mod tests {
    use crate::grammar;

    fn names(class: fn(u16) -> bool) -> Vec<&'static str> {
        (0..=u16::MAX)
            .filter(|number| class(*number))
            .filter_map(|number| Some(grammar::opcode(number)?.name))
            .collect()
    }

    #[test]
    fn instructions_with_effects_are_not_pure() {
        for name in names(super::is_pure) {
            for effect in
                ["Store", "Write", "Atomic", "Barrier", "Call", "Kill", "Emit", "Branch", "Return", "Copy"]
            {
                let fine = ["OpCopyObject", "OpCopyLogical"].contains(&name);
                assert!(fine || !name.contains(effect), "{name}");
            }
        }
    }

    #[test]
    fn arithmetic_depends_on_operands_only() {
        for name in names(super::is_arithmetic) {
            for other in ["Load", "Sample", "Fetch", "Gather", "Read", "DPd", "Fwidth", "Phi", "Undef"] {
                assert!(
                    name == "OpSampledImage" || name == "OpImageQuerySamples" || !name.contains(other),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn terminators_end_a_block() {
        let expected = [
            "OpBranch",
            "OpBranchConditional",
            "OpSwitch",
            "OpKill",
            "OpReturn",
            "OpReturnValue",
            "OpUnreachable",
            "OpTerminateInvocation",
            "OpIgnoreIntersectionKHR",
            "OpTerminateRayKHR",
            "OpAbortKHR",
            "OpEmitMeshTasksEXT",
        ];
        assert_eq!(names(super::ends_block), expected);
    }
}
