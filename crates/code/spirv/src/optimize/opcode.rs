//! Classifies opcodes for the passes: pure computations, terminators, global instructions.

pub(super) use crate::raw::op::*;

pub(super) const NOP: u16 = 0;
pub(super) const UNDEF: u16 = 1;
pub(super) const CONSTANT_COMPOSITE: u16 = 44;
pub(super) const SPEC_CONSTANT_COMPOSITE: u16 = 51;
pub(super) const VECTOR_SHUFFLE: u16 = 79;
pub(super) const COMPOSITE_CONSTRUCT: u16 = 80;
pub(super) const COMPOSITE_INSERT: u16 = 82;
pub(super) const TRANSPOSE: u16 = 84;
pub(super) const SAMPLED_IMAGE: u16 = 86;
pub(super) const IMAGE_FETCH: u16 = 95;
pub(super) const IMAGE_READ: u16 = 98;
pub(super) const IMAGE: u16 = 100;
pub(super) const SELECT: u16 = 169;
pub(super) const PHI: u16 = 245;
pub(super) const LOOP_MERGE: u16 = 246;
pub(super) const SELECTION_MERGE: u16 = 247;
pub(super) const LABEL: u16 = 248;
pub(super) const BRANCH: u16 = 249;
pub(super) const BRANCH_CONDITIONAL: u16 = 250;
pub(super) const SWITCH: u16 = 251;
pub(super) const COPY_LOGICAL: u16 = 400;

/// Storage classes, besides `Uniform`, whose memory no shader writes.
pub(super) const READ_ONLY: [u32; 3] = [
    crate::raw::storage::UNIFORM_CONSTANT,
    crate::raw::storage::INPUT,
    crate::raw::storage::PUSH_CONSTANT,
];

/// The `RelaxedPrecision` decoration, which is safe to drop.
pub(super) const RELAXED_PRECISION: u32 = 0;

/// The `Volatile` decoration.
pub(super) const VOLATILE: u32 = 21;

/// The `Volatile` bit of a memory-access mask.
pub(super) const VOLATILE_ACCESS: u32 = 1;

/// The `VolatileTexel` bit of image operands.
pub(super) const VOLATILE_TEXEL: u32 = 0x800;

/// True if an instruction terminates a block.
pub(super) fn ends_block(opcode: u16) -> bool {
    matches!(opcode, BRANCH..=255 | 4416 | 4448 | 4449 | 5294)
}

/// True if an instruction is allowed before the first function.
pub(super) fn is_global(opcode: u16) -> bool {
    matches!(opcode, UNDEF..=53 | VARIABLE | DECORATE..=75 | NO_LINE | 330..=DECORATE_ID)
        || matches!(
            opcode,
            TYPE_RAY_QUERY | TYPE_ACCELERATION_STRUCTURE | DECORATE_STRING | MEMBER_DECORATE_STRING
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
        || matches!(opcode, 87..=IMAGE_READ | 207..=215 | PHI)
}

/// True if an instruction yields the same result for the same operands within a block.
pub(super) fn is_arithmetic(opcode: u16) -> bool {
    matches!(
        opcode,
        ACCESS_CHAIN
            | IN_BOUNDS_ACCESS_CHAIN
            | ARRAY_LENGTH
            | 77..=TRANSPOSE
            | SAMPLED_IMAGE
            | IMAGE..=107
            | 109..=116
            | BITCAST
            | 126..=152
            | 154..=191
            | SHIFT_RIGHT_LOGICAL..=205
            | COPY_LOGICAL
    )
}

/// True if a `GLSL.std.450` instruction has no effect besides its result: all but `Modf` and `Frexp`, which
/// write through a pointer.
pub(super) fn extended_is_pure(number: u32) -> bool {
    !matches!(number, 35 | 51)
}

/// True if it reads through a pointer: the three interpolation functions.
pub(super) fn extended_reads_memory(number: u32) -> bool {
    matches!(number, 76..=78)
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
    fn constants_match_their_names() {
        for (number, name) in [
            (super::NOP, "OpNop"),
            (super::UNDEF, "OpUndef"),
            (super::CONSTANT_COMPOSITE, "OpConstantComposite"),
            (super::SPEC_CONSTANT_COMPOSITE, "OpSpecConstantComposite"),
            (super::VECTOR_SHUFFLE, "OpVectorShuffle"),
            (super::COMPOSITE_CONSTRUCT, "OpCompositeConstruct"),
            (super::COMPOSITE_INSERT, "OpCompositeInsert"),
            (super::TRANSPOSE, "OpTranspose"),
            (super::SAMPLED_IMAGE, "OpSampledImage"),
            (super::IMAGE_FETCH, "OpImageFetch"),
            (super::IMAGE_READ, "OpImageRead"),
            (super::IMAGE, "OpImage"),
            (super::SELECT, "OpSelect"),
            (super::PHI, "OpPhi"),
            (super::LOOP_MERGE, "OpLoopMerge"),
            (super::SELECTION_MERGE, "OpSelectionMerge"),
            (super::LABEL, "OpLabel"),
            (super::BRANCH, "OpBranch"),
            (super::BRANCH_CONDITIONAL, "OpBranchConditional"),
            (super::SWITCH, "OpSwitch"),
            (super::COPY_LOGICAL, "OpCopyLogical"),
        ] {
            assert_eq!(grammar::opcode(number).map(|opcode| opcode.name), Some(name));
        }
    }

    #[test]
    fn instructions_with_effects_are_not_pure() {
        for name in names(super::is_pure) {
            for effect in [
                "Store", "Write", "Atomic", "Barrier", "Call", "Kill", "Emit", "Branch", "Return", "Copy",
            ] {
                let fine = ["OpCopyObject", "OpCopyLogical"].contains(&name);
                assert!(fine || !name.contains(effect), "{name}");
            }
        }
    }

    #[test]
    fn arithmetic_depends_on_operands_only() {
        for name in names(super::is_arithmetic) {
            for other in [
                "Load", "Sample", "Fetch", "Gather", "Read", "DPd", "Fwidth", "Phi", "Undef",
            ] {
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
