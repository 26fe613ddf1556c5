//! Meanings of built-in functions.

use std::sync::LazyLock;

use foldhash::HashMap;
use glassbox_spirv::grammar;

macro_rules! intrinsics {
    ($($name:ident)*) => {
        /// What a built-in function does. Overloads of one meaning are one: the types of the arguments tell them apart.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub(crate) enum Intrinsic {
            $($name,)*
            /// An instruction of SPIR-V by its number, with the arguments as its operands.
            Instruction(u16),
            /// An instruction with the values of a subgroup, by its number, and its `GroupOperation`.
            Group(u16, u32),
            /// An instruction of an extended set, by the numbers of the set and of the instruction.
            Extended(u8, u32),
        }

        const ALL: &[(&str, Intrinsic)] = &[$((stringify!($name), Intrinsic::$name),)*];
    };
}

intrinsics! {
    // Angles and exponents
    Radians Degrees Sin Cos Tan Asin Acos Atan Sinh Cosh Tanh Asinh Acosh Atanh
    Pow Exp Log Exp2 Log2 Sqrt Inversesqrt
    // Common
    Abs Sign Floor Ceil Fract Trunc Round RoundEven Mod Modf Min Max Clamp Mix Step Smoothstep
    Isnan Isinf Fma Frexp Ldexp
    FloatBitsToInt FloatBitsToUint IntBitsToFloat UintBitsToFloat
    DoubleBitsToInt64 DoubleBitsToUint64 Int64BitsToDouble Uint64BitsToDouble
    Noise1 Noise2 Noise3 Noise4
    // Packing
    PackUnorm2x16 PackSnorm2x16 PackUnorm4x8 PackSnorm4x8 PackHalf2x16 PackDouble2x32
    UnpackUnorm2x16 UnpackSnorm2x16 UnpackUnorm4x8 UnpackSnorm4x8 UnpackHalf2x16 UnpackDouble2x32
    PackInt2x32 PackUint2x32 UnpackInt2x32 UnpackUint2x32 PackFloat2x16 UnpackFloat2x16
    // The same bits as another type
    Bitcast SaturatedConvertEXT
    // Geometry and matrices
    Length Distance Dot Cross Normalize Faceforward Reflect Refract Ftransform
    MatrixCompMult OuterProduct Transpose Determinant Inverse
    // Comparisons of vectors
    LessThan LessThanEqual GreaterThan GreaterThanEqual Equal NotEqual Any All Not
    // Integers
    UaddCarry UsubBorrow UmulExtended ImulExtended
    BitfieldExtract BitfieldInsert BitfieldReverse BitCount FindLSB FindMSB
    // Textures
    TextureSize TextureQueryLod TextureQueryLevels TextureSamples
    Texture TextureProj TextureLod TextureOffset TextureProjOffset TextureLodOffset TextureProjLod TextureProjLodOffset
    TextureGrad TextureGradOffset TextureProjGrad TextureProjGradOffset TexelFetch TexelFetchOffset
    TextureGather TextureGatherOffset TextureGatherOffsets
    TextureClamp TextureOffsetClamp TextureGradClamp TextureGradOffsetClamp
    SparseTexture SparseTextureLod SparseTextureOffset SparseTextureLodOffset SparseTextureGrad SparseTextureGradOffset
    SparseTexelFetch SparseTexelFetchOffset SparseTextureGather SparseTextureGatherOffset SparseTextureGatherOffsets
    SparseTextureClamp SparseTextureOffsetClamp SparseTextureGradClamp SparseTextureGradOffsetClamp
    SparseTexelsResident
    // Textures, by vendors
    TextureGatherLodAMD TextureGatherLodOffsetAMD TextureGatherLodOffsetsAMD SparseTextureGatherLodAMD
    SparseTextureGatherLodOffsetAMD SparseTextureGatherLodOffsetsAMD ImageLoadLodAMD ImageStoreLodAMD
    SparseImageLoadLodAMD FragmentMaskFetchAMD FragmentFetchAMD TextureFootprintNV TextureFootprintClampNV
    TextureFootprintLodNV TextureFootprintGradNV TextureFootprintGradClampNV TextureWeightedQCOM
    TextureBoxFilterQCOM TextureBlockMatchSADQCOM TextureBlockMatchSSDQCOM TextureBlockMatchWindowSSDQCOM
    TextureBlockMatchWindowSADQCOM TextureBlockMatchGatherSSDQCOM TextureBlockMatchGatherSADQCOM
    TextureGather4x1QCOM TextureGatherV2QCOM TextureGatherH2QCOM TextureGatherDQCOM
    TextureGather4x1OffsetQCOM TextureGatherV2OffsetQCOM TextureGatherH2OffsetQCOM TextureGatherDOffsetQCOM
    // Images
    ImageSize ImageSamples ImageLoad ImageStore SparseImageLoad SubpassLoad
    ImageAtomicAdd ImageAtomicMin ImageAtomicMax ImageAtomicAnd ImageAtomicOr ImageAtomicXor ImageAtomicExchange
    ImageAtomicCompSwap ImageAtomicLoad ImageAtomicStore
    // Atomics
    AtomicAdd AtomicMin AtomicMax AtomicAnd AtomicOr AtomicXor AtomicExchange AtomicCompSwap AtomicLoad AtomicStore
    AtomicCounter AtomicCounterIncrement AtomicCounterDecrement AtomicCounterAdd AtomicCounterSubtract AtomicCounterMin
    AtomicCounterMax AtomicCounterAnd AtomicCounterOr AtomicCounterXor AtomicCounterExchange AtomicCounterCompSwap
    // Stages
    EmitVertex EndPrimitive EmitStreamVertex EndStreamPrimitive
    DFdx DFdy Fwidth DFdxFine DFdyFine FwidthFine DFdxCoarse DFdyCoarse FwidthCoarse
    InterpolateAtCentroid InterpolateAtSample InterpolateAtOffset
    HelperInvocationEXT
    // Control
    Barrier ControlBarrier MemoryBarrier MemoryBarrierAtomicCounter MemoryBarrierBuffer MemoryBarrierShared
    MemoryBarrierImage GroupMemoryBarrier
    AnyInvocation AllInvocations AllInvocationsEqual
    BeginInvocationInterlockARB EndInvocationInterlockARB
    // Subgroups
    SubgroupBarrier SubgroupMemoryBarrier SubgroupMemoryBarrierBuffer SubgroupMemoryBarrierShared
    SubgroupMemoryBarrierImage SubgroupElect SubgroupAll SubgroupAny SubgroupAllEqual SubgroupQuadAll SubgroupQuadAny
    SubgroupBroadcast SubgroupBroadcastFirst SubgroupBallot SubgroupInverseBallot SubgroupBallotBitExtract
    SubgroupBallotBitCount SubgroupBallotInclusiveBitCount SubgroupBallotExclusiveBitCount
    SubgroupBallotFindLSB SubgroupBallotFindMSB
    SubgroupShuffle SubgroupShuffleXor SubgroupShuffleUp SubgroupShuffleDown SubgroupRotate SubgroupClusteredRotate
    SubgroupQuadBroadcast SubgroupQuadSwapHorizontal SubgroupQuadSwapVertical SubgroupQuadSwapDiagonal
    SubgroupPartitionNV
    SubgroupAdd SubgroupMul SubgroupMin SubgroupMax SubgroupAnd SubgroupOr SubgroupXor
    SubgroupInclusiveAdd SubgroupInclusiveMul SubgroupInclusiveMin SubgroupInclusiveMax SubgroupInclusiveAnd SubgroupInclusiveOr SubgroupInclusiveXor
    SubgroupExclusiveAdd SubgroupExclusiveMul SubgroupExclusiveMin SubgroupExclusiveMax SubgroupExclusiveAnd SubgroupExclusiveOr SubgroupExclusiveXor
    SubgroupClusteredAdd SubgroupClusteredMul SubgroupClusteredMin SubgroupClusteredMax SubgroupClusteredAnd SubgroupClusteredOr SubgroupClusteredXor
    SubgroupPartitionedAddNV SubgroupPartitionedMulNV SubgroupPartitionedMinNV SubgroupPartitionedMaxNV SubgroupPartitionedAndNV SubgroupPartitionedOrNV SubgroupPartitionedXorNV
    SubgroupPartitionedInclusiveAddNV SubgroupPartitionedInclusiveMulNV SubgroupPartitionedInclusiveMinNV SubgroupPartitionedInclusiveMaxNV SubgroupPartitionedInclusiveAndNV SubgroupPartitionedInclusiveOrNV SubgroupPartitionedInclusiveXorNV
    SubgroupPartitionedExclusiveAddNV SubgroupPartitionedExclusiveMulNV SubgroupPartitionedExclusiveMinNV SubgroupPartitionedExclusiveMaxNV SubgroupPartitionedExclusiveAndNV SubgroupPartitionedExclusiveOrNV SubgroupPartitionedExclusiveXorNV
    // Matrices and vectors that invocations share
    CoopMatLoad CoopMatStore CoopMatMulAdd CoopMatLoadNV CoopMatStoreNV CoopMatTransposeNV CoopMatReduceNV CoopMatPerElementNV CoopMatLoadTensorNV CoopMatStoreTensorNV CreateTensorNV
    CoopVecLoadNV CoopVecStoreNV CoopVecMatMulNV CoopVecMatMulAddNV CoopVecOuterProductAccumulateNV
    CoopVecReduceSumAccumulateNV TensorReadARM TensorWriteARM
    // What a device has
    ClockSubgroup ClockDevice EmitMeshTasksEXT DebugPrintfEXT AbortEXT ControlBarrierArrive ControlBarrierWait
    DotEXT DotAccSatEXT DotPackedEXT DotPackedAccSatEXT
    BallotARB ReadInvocationARB ReadFirstInvocationARB
}

static BY_NAME: LazyLock<HashMap<&'static str, Intrinsic>> = LazyLock::new(|| ALL.iter().copied().collect());

impl Intrinsic {
    /// The meaning of a name in the tables.
    pub(super) fn named(name: &str) -> Option<Intrinsic> {
        if let Some((opcode, operation)) = name.split_once(' ').filter(|_| name.starts_with("Op")) {
            let operation = grammar::enumeration_named("GroupOperation")?.named(operation)?;
            return Some(Intrinsic::Group(grammar::opcode_named(opcode)?.number, operation.value));
        }
        if let Some((set, instruction)) = name.split_once(' ') {
            let number = grammar::extended_set_named(set)?;
            let instruction = grammar::extended_set(number)?.named(instruction)?;
            return Some(Intrinsic::Extended(number, instruction.number));
        }
        if name.starts_with("Op") {
            return Some(Intrinsic::Instruction(grammar::opcode_named(name)?.number));
        }
        BY_NAME.get(name).copied()
    }

    /// The meaning of a function that has its own: its name, with an upper-case first letter.
    pub(super) fn of_function(name: &str) -> Option<Intrinsic> {
        let mut letters = name.chars();
        let first = letters.next()?.to_ascii_uppercase();
        Intrinsic::named(&format!("{first}{}", letters.as_str()))
    }
}
