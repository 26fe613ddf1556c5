//! Classifies opcodes for the passes: pure computations, terminators, global instructions.

use crate::grammar::instruction::glsl_std_450 as glsl;
pub(super) use crate::grammar::op::*;
use crate::grammar::value::storage_class;

/// Storage classes, besides `Uniform`, whose memory no shader writes.
pub(super) const READ_ONLY: [u32; 3] =
    [storage_class::UNIFORM_CONSTANT, storage_class::INPUT, storage_class::PUSH_CONSTANT];

/// True if an instruction terminates a block.
pub(super) fn ends_block(opcode: u16) -> bool {
    matches!(
        opcode,
        BRANCH
            ..=UNREACHABLE
                | TERMINATE_INVOCATION
                | IGNORE_INTERSECTION_KHR
                | TERMINATE_RAY_KHR
                | EMIT_MESH_TASKS_EXT
    )
}

/// True if an instruction is allowed before the first function.
pub(super) fn is_global(opcode: u16) -> bool {
    matches!(opcode, UNDEF..FUNCTION | VARIABLE | DECORATE..=GROUP_MEMBER_DECORATE | NO_LINE | MODULE_PROCESSED..=DECORATE_ID)
        || matches!(
            opcode,
            TYPE_RAY_QUERY_KHR | TYPE_ACCELERATION_STRUCTURE_KHR | DECORATE_STRING | MEMBER_DECORATE_STRING
        )
}

/// True if an instruction has no effect besides its result. Includes loads and image reads, excludes extended
/// instructions.
pub(super) fn is_pure(opcode: u16) -> bool {
    is_arithmetic(opcode)
        || matches!(
            opcode,
            UNDEF | IMAGE_TEXEL_POINTER | LOAD | PTR_ACCESS_CHAIN | IN_BOUNDS_PTR_ACCESS_CHAIN
        )
        || matches!(opcode, IMAGE_SAMPLE_IMPLICIT_LOD..=IMAGE_READ | DPDX..=FWIDTH_COARSE | PHI)
}

/// True if an instruction yields the same result for the same operands within a block.
pub(super) fn is_arithmetic(opcode: u16) -> bool {
    matches!(
        opcode,
        ACCESS_CHAIN
            | IN_BOUNDS_ACCESS_CHAIN
            | ARRAY_LENGTH
            | VECTOR_EXTRACT_DYNAMIC..=TRANSPOSE
            | SAMPLED_IMAGE
            | IMAGE..=IMAGE_QUERY_SAMPLES
            | CONVERT_F_TO_U..=QUANTIZE_TO_F16
            | BITCAST
            | S_NEGATE..=S_MUL_EXTENDED
            | ANY..=F_UNORD_GREATER_THAN_EQUAL
            | SHIFT_RIGHT_LOGICAL..=BIT_COUNT
            | COPY_LOGICAL
    )
}

/// True if a `GLSL.std.450` instruction has no effect besides its result: all but `Modf` and `Frexp`, which
/// write through a pointer.
pub(super) fn extended_is_pure(number: u32) -> bool {
    !matches!(number, glsl::MODF | glsl::FREXP)
}

/// True if it reads through a pointer: the three interpolation functions.
pub(super) fn extended_reads_memory(number: u32) -> bool {
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
            "OpEmitMeshTasksEXT",
        ];
        assert_eq!(names(super::ends_block), expected);
    }
}
