//! What the passes need to know of opcodes: which instructions only compute, which end a block, which choose a way.

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

/// Storage class `Input`, and the others whose memory no shader writes, besides the uniform one.
pub(super) const READ_ONLY: [u32; 3] = [
    crate::raw::storage::UNIFORM_CONSTANT,
    crate::raw::storage::INPUT,
    crate::raw::storage::PUSH_CONSTANT,
];

/// The decoration that allows less precision: nothing is lost with it.
pub(super) const RELAXED_PRECISION: u32 = 0;

/// The decoration of memory that changes by itself.
pub(super) const VOLATILE: u32 = 21;

/// The bit of a memory-access mask that says the same.
pub(super) const VOLATILE_ACCESS: u32 = 1;

/// The bit of image operands that says it of a texel.
pub(super) const VOLATILE_TEXEL: u32 = 0x800;

/// Whether an instruction ends a block.
pub(super) fn ends_block(opcode: u16) -> bool {
    matches!(opcode, BRANCH..=255 | 4416 | 4448 | 4449 | 5294)
}

/// Whether an instruction may stand before the first function.
pub(super) fn is_global(opcode: u16) -> bool {
    matches!(opcode, UNDEF..=53 | VARIABLE | DECORATE..=75 | NO_LINE | 330..=DECORATE_ID)
        || matches!(
            opcode,
            TYPE_RAY_QUERY | TYPE_ACCELERATION_STRUCTURE | DECORATE_STRING | MEMBER_DECORATE_STRING
        )
}

/// Whether an instruction has no effect but its result. Loads and what reads images are among them, extended
/// instructions are not.
pub(super) fn only_computes(opcode: u16) -> bool {
    is_arithmetic(opcode)
        || matches!(
            opcode,
            UNDEF | IMAGE_TEXEL_POINTER | LOAD | PTR_ACCESS_CHAIN | IN_BOUNDS_PTR_ACCESS_CHAIN
        )
        || matches!(opcode, 87..=IMAGE_READ | 207..=215 | PHI)
}

/// Whether an instruction of these operands always gives this result within one block.
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

/// Whether an extended instruction of `GLSL.std.450` has no effect but its result: all but those that write through a
/// pointer, `Modf` and `Frexp`.
pub(super) fn extended_only_computes(number: u32) -> bool {
    !matches!(number, 35 | 51)
}

/// Whether it reads through a pointer: the three that interpolate.
pub(super) fn extended_reads(number: u32) -> bool {
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
    fn constants_are_what_their_names_say() {
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
    fn nothing_with_an_effect_only_computes() {
        for name in names(super::only_computes) {
            for effect in [
                "Store", "Write", "Atomic", "Barrier", "Call", "Kill", "Emit", "Branch", "Return", "Copy",
            ] {
                let fine = ["OpCopyObject", "OpCopyLogical"].contains(&name);
                assert!(fine || !name.contains(effect), "{name}");
            }
        }
    }

    #[test]
    fn arithmetic_reads_no_memory_and_no_neighbour() {
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
    fn what_ends_a_block() {
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
