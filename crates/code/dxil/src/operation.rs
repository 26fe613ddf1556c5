//! Lists the DXIL operations: calls of `dx.op.*` functions whose first argument is the operation number.
//!
//! Numbers, names and parameters are from the DXIL documentation of the DirectX shader compiler, for shader
//! models 6.0 to 6.9. Operations of the same signature share a function: all unary ones call `dx.op.unary`.

use crate::facts::Version;

/// An operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operation {
    /// Operation number, the first call argument.
    pub number: u32,
    /// Name, such as `LoadInput`.
    pub name: &'static str,
    /// Function name between `dx.op.` and the overload, such as `loadInput`.
    pub function: &'static str,
    /// First shader model that supports it.
    pub since: Version,
    /// Comma-separated names of the arguments after the number.
    pub parameters: &'static str,
}

impl Operation {
    /// Looks up an operation by number.
    ///
    /// ```
    /// use glassbox_dxil::operation::Operation;
    ///
    /// let load = Operation::of(4).unwrap();
    /// assert_eq!((load.name, load.function), ("LoadInput", "loadInput"));
    /// assert_eq!(load.arguments().nth(1), Some("rowIndex"));
    /// assert_eq!(Operation::of(4000), None);
    /// ```
    pub fn of(number: u64) -> Option<&'static Operation> {
        OPERATIONS.get(usize::try_from(number).ok()?)
    }

    /// Looks up an operation by name.
    pub fn named(name: &str) -> Option<&'static Operation> {
        OPERATIONS.iter().find(|operation| operation.name == name)
    }

    /// Names of the arguments after the number.
    pub fn arguments(&self) -> impl Iterator<Item = &'static str> {
        self.parameters.split(',').filter(|name| !name.is_empty())
    }
}

/// Prefix of operation functions.
pub const PREFIX: &[u8] = b"dx.op.";

macro_rules! operations {
    ($($constant:ident = $number:literal $name:literal $function:literal $major:literal $minor:literal $parameters:literal,)*) => {
        /// All operations, indexed by number.
        pub static OPERATIONS: &[Operation] = &[$(Operation {
            number: $number,
            name: $name,
            function: $function,
            since: Version { major: $major, minor: $minor },
            parameters: $parameters,
        }),*];

        /// Operation numbers.
        pub mod opcode {
            $(
                #[doc = concat!("`", $name, "`")]
                pub const $constant: u32 = $number;
            )*
        }
    };
}

operations! {
    TEMP_REG_LOAD = 0 "TempRegLoad" "tempRegLoad" 6 0 "index",
    TEMP_REG_STORE = 1 "TempRegStore" "tempRegStore" 6 0 "index,value",
    MIN_PREC_X_REG_LOAD = 2 "MinPrecXRegLoad" "minPrecXRegLoad" 6 0 "regIndex,index,component",
    MIN_PREC_X_REG_STORE = 3 "MinPrecXRegStore" "minPrecXRegStore" 6 0 "regIndex,index,component,value",
    LOAD_INPUT = 4 "LoadInput" "loadInput" 6 0 "inputSigId,rowIndex,colIndex,gsVertexAxis",
    STORE_OUTPUT = 5 "StoreOutput" "storeOutput" 6 0 "outputSigId,rowIndex,colIndex,value",
    F_ABS = 6 "FAbs" "unary" 6 0 "value",
    SATURATE = 7 "Saturate" "unary" 6 0 "value",
    IS_NAN = 8 "IsNaN" "isSpecialFloat" 6 0 "value",
    IS_INF = 9 "IsInf" "isSpecialFloat" 6 0 "value",
    IS_FINITE = 10 "IsFinite" "isSpecialFloat" 6 0 "value",
    IS_NORMAL = 11 "IsNormal" "isSpecialFloat" 6 0 "value",
    COS = 12 "Cos" "unary" 6 0 "value",
    SIN = 13 "Sin" "unary" 6 0 "value",
    TAN = 14 "Tan" "unary" 6 0 "value",
    ACOS = 15 "Acos" "unary" 6 0 "value",
    ASIN = 16 "Asin" "unary" 6 0 "value",
    ATAN = 17 "Atan" "unary" 6 0 "value",
    HCOS = 18 "Hcos" "unary" 6 0 "value",
    HSIN = 19 "Hsin" "unary" 6 0 "value",
    HTAN = 20 "Htan" "unary" 6 0 "value",
    EXP = 21 "Exp" "unary" 6 0 "value",
    FRC = 22 "Frc" "unary" 6 0 "value",
    LOG = 23 "Log" "unary" 6 0 "value",
    SQRT = 24 "Sqrt" "unary" 6 0 "value",
    RSQRT = 25 "Rsqrt" "unary" 6 0 "value",
    ROUND_NE = 26 "Round_ne" "unary" 6 0 "value",
    ROUND_NI = 27 "Round_ni" "unary" 6 0 "value",
    ROUND_PI = 28 "Round_pi" "unary" 6 0 "value",
    ROUND_Z = 29 "Round_z" "unary" 6 0 "value",
    BFREV = 30 "Bfrev" "unary" 6 0 "value",
    COUNTBITS = 31 "Countbits" "unaryBits" 6 0 "value",
    FIRSTBIT_LO = 32 "FirstbitLo" "unaryBits" 6 0 "value",
    FIRSTBIT_HI = 33 "FirstbitHi" "unaryBits" 6 0 "value",
    FIRSTBIT_S_HI = 34 "FirstbitSHi" "unaryBits" 6 0 "value",
    F_MAX = 35 "FMax" "binary" 6 0 "a,b",
    F_MIN = 36 "FMin" "binary" 6 0 "a,b",
    I_MAX = 37 "IMax" "binary" 6 0 "a,b",
    I_MIN = 38 "IMin" "binary" 6 0 "a,b",
    U_MAX = 39 "UMax" "binary" 6 0 "a,b",
    U_MIN = 40 "UMin" "binary" 6 0 "a,b",
    I_MUL = 41 "IMul" "binaryWithTwoOuts" 6 0 "a,b",
    U_MUL = 42 "UMul" "binaryWithTwoOuts" 6 0 "a,b",
    U_DIV = 43 "UDiv" "binaryWithTwoOuts" 6 0 "a,b",
    U_ADDC = 44 "UAddc" "binaryWithCarryOrBorrow" 6 0 "a,b",
    U_SUBB = 45 "USubb" "binaryWithCarryOrBorrow" 6 0 "a,b",
    F_MAD = 46 "FMad" "tertiary" 6 0 "a,b,c",
    FMA = 47 "Fma" "tertiary" 6 0 "a,b,c",
    I_MAD = 48 "IMad" "tertiary" 6 0 "a,b,c",
    U_MAD = 49 "UMad" "tertiary" 6 0 "a,b,c",
    MSAD = 50 "Msad" "tertiary" 6 0 "a,b,c",
    IBFE = 51 "Ibfe" "tertiary" 6 0 "a,b,c",
    UBFE = 52 "Ubfe" "tertiary" 6 0 "a,b,c",
    BFI = 53 "Bfi" "quaternary" 6 0 "width,offset,value,replacedValue",
    DOT2 = 54 "Dot2" "dot2" 6 0 "ax,ay,bx,by",
    DOT3 = 55 "Dot3" "dot3" 6 0 "ax,ay,az,bx,by,bz",
    DOT4 = 56 "Dot4" "dot4" 6 0 "ax,ay,az,aw,bx,by,bz,bw",
    CREATE_HANDLE = 57 "CreateHandle" "createHandle" 6 0 "resourceClass,rangeId,index,nonUniformIndex",
    C_BUFFER_LOAD = 58 "CBufferLoad" "cbufferLoad" 6 0 "handle,byteOffset,alignment",
    C_BUFFER_LOAD_LEGACY = 59 "CBufferLoadLegacy" "cbufferLoadLegacy" 6 0 "handle,regIndex",
    SAMPLE = 60 "Sample" "sample" 6 0 "srv,sampler,coord0,coord1,coord2,coord3,offset0,offset1,offset2,clamp",
    SAMPLE_BIAS = 61 "SampleBias" "sampleBias" 6 0 "srv,sampler,coord0,coord1,coord2,coord3,offset0,offset1,offset2,bias,clamp",
    SAMPLE_LEVEL = 62 "SampleLevel" "sampleLevel" 6 0 "srv,sampler,coord0,coord1,coord2,coord3,offset0,offset1,offset2,LOD",
    SAMPLE_GRAD = 63 "SampleGrad" "sampleGrad" 6 0 "srv,sampler,coord0,coord1,coord2,coord3,offset0,offset1,offset2,ddx0,ddx1,ddx2,ddy0,ddy1,ddy2,clamp",
    SAMPLE_CMP = 64 "SampleCmp" "sampleCmp" 6 0 "srv,sampler,coord0,coord1,coord2,coord3,offset0,offset1,offset2,compareValue,clamp",
    SAMPLE_CMP_LEVEL_ZERO = 65 "SampleCmpLevelZero" "sampleCmpLevelZero" 6 0 "srv,sampler,coord0,coord1,coord2,coord3,offset0,offset1,offset2,compareValue",
    TEXTURE_LOAD = 66 "TextureLoad" "textureLoad" 6 0 "srv,mipLevelOrSampleCount,coord0,coord1,coord2,offset0,offset1,offset2",
    TEXTURE_STORE = 67 "TextureStore" "textureStore" 6 0 "srv,coord0,coord1,coord2,value0,value1,value2,value3,mask",
    BUFFER_LOAD = 68 "BufferLoad" "bufferLoad" 6 0 "srv,index,wot",
    BUFFER_STORE = 69 "BufferStore" "bufferStore" 6 0 "uav,coord0,coord1,value0,value1,value2,value3,mask",
    BUFFER_UPDATE_COUNTER = 70 "BufferUpdateCounter" "bufferUpdateCounter" 6 0 "uav,inc",
    CHECK_ACCESS_FULLY_MAPPED = 71 "CheckAccessFullyMapped" "checkAccessFullyMapped" 6 0 "status",
    GET_DIMENSIONS = 72 "GetDimensions" "getDimensions" 6 0 "handle,mipLevel",
    TEXTURE_GATHER = 73 "TextureGather" "textureGather" 6 0 "srv,sampler,coord0,coord1,coord2,coord3,offset0,offset1,channel",
    TEXTURE_GATHER_CMP = 74 "TextureGatherCmp" "textureGatherCmp" 6 0 "srv,sampler,coord0,coord1,coord2,coord3,offset0,offset1,channel,compareValue",
    TEXTURE_2DMS_GET_SAMPLE_POSITION = 75 "Texture2DMSGetSamplePosition" "texture2DMSGetSamplePosition" 6 0 "srv,index",
    RENDER_TARGET_GET_SAMPLE_POSITION = 76 "RenderTargetGetSamplePosition" "renderTargetGetSamplePosition" 6 0 "index",
    RENDER_TARGET_GET_SAMPLE_COUNT = 77 "RenderTargetGetSampleCount" "renderTargetGetSampleCount" 6 0 "",
    ATOMIC_BIN_OP = 78 "AtomicBinOp" "atomicBinOp" 6 0 "handle,atomicOp,offset0,offset1,offset2,newValue",
    ATOMIC_COMPARE_EXCHANGE = 79 "AtomicCompareExchange" "atomicCompareExchange" 6 0 "handle,offset0,offset1,offset2,compareValue,newValue",
    BARRIER = 80 "Barrier" "barrier" 6 0 "barrierMode",
    CALCULATE_LOD = 81 "CalculateLOD" "calculateLOD" 6 0 "handle,sampler,coord0,coord1,coord2,clamped",
    DISCARD = 82 "Discard" "discard" 6 0 "condition",
    DERIV_COARSE_X = 83 "DerivCoarseX" "unary" 6 0 "value",
    DERIV_COARSE_Y = 84 "DerivCoarseY" "unary" 6 0 "value",
    DERIV_FINE_X = 85 "DerivFineX" "unary" 6 0 "value",
    DERIV_FINE_Y = 86 "DerivFineY" "unary" 6 0 "value",
    EVAL_SNAPPED = 87 "EvalSnapped" "evalSnapped" 6 0 "inputSigId,inputRowIndex,inputColIndex,offsetX,offsetY",
    EVAL_SAMPLE_INDEX = 88 "EvalSampleIndex" "evalSampleIndex" 6 0 "inputSigId,inputRowIndex,inputColIndex,sampleIndex",
    EVAL_CENTROID = 89 "EvalCentroid" "evalCentroid" 6 0 "inputSigId,inputRowIndex,inputColIndex",
    SAMPLE_INDEX = 90 "SampleIndex" "sampleIndex" 6 0 "",
    COVERAGE = 91 "Coverage" "coverage" 6 0 "",
    INNER_COVERAGE = 92 "InnerCoverage" "innerCoverage" 6 0 "",
    THREAD_ID = 93 "ThreadId" "threadId" 6 0 "component",
    GROUP_ID = 94 "GroupId" "groupId" 6 0 "component",
    THREAD_ID_IN_GROUP = 95 "ThreadIdInGroup" "threadIdInGroup" 6 0 "component",
    FLATTENED_THREAD_ID_IN_GROUP = 96 "FlattenedThreadIdInGroup" "flattenedThreadIdInGroup" 6 0 "",
    EMIT_STREAM = 97 "EmitStream" "emitStream" 6 0 "streamId",
    CUT_STREAM = 98 "CutStream" "cutStream" 6 0 "streamId",
    EMIT_THEN_CUT_STREAM = 99 "EmitThenCutStream" "emitThenCutStream" 6 0 "streamId",
    GS_INSTANCE_ID = 100 "GSInstanceID" "gsInstanceID" 6 0 "",
    MAKE_DOUBLE = 101 "MakeDouble" "makeDouble" 6 0 "lo,hi",
    SPLIT_DOUBLE = 102 "SplitDouble" "splitDouble" 6 0 "value",
    LOAD_OUTPUT_CONTROL_POINT = 103 "LoadOutputControlPoint" "loadOutputControlPoint" 6 0 "inputSigId,row,col,index",
    LOAD_PATCH_CONSTANT = 104 "LoadPatchConstant" "loadPatchConstant" 6 0 "inputSigId,row,col",
    DOMAIN_LOCATION = 105 "DomainLocation" "domainLocation" 6 0 "component",
    STORE_PATCH_CONSTANT = 106 "StorePatchConstant" "storePatchConstant" 6 0 "outputSigID,row,col,value",
    OUTPUT_CONTROL_POINT_ID = 107 "OutputControlPointID" "outputControlPointID" 6 0 "",
    PRIMITIVE_ID = 108 "PrimitiveID" "primitiveID" 6 0 "",
    CYCLE_COUNTER_LEGACY = 109 "CycleCounterLegacy" "cycleCounterLegacy" 6 0 "",
    WAVE_IS_FIRST_LANE = 110 "WaveIsFirstLane" "waveIsFirstLane" 6 0 "",
    WAVE_GET_LANE_INDEX = 111 "WaveGetLaneIndex" "waveGetLaneIndex" 6 0 "",
    WAVE_GET_LANE_COUNT = 112 "WaveGetLaneCount" "waveGetLaneCount" 6 0 "",
    WAVE_ANY_TRUE = 113 "WaveAnyTrue" "waveAnyTrue" 6 0 "cond",
    WAVE_ALL_TRUE = 114 "WaveAllTrue" "waveAllTrue" 6 0 "cond",
    WAVE_ACTIVE_ALL_EQUAL = 115 "WaveActiveAllEqual" "waveActiveAllEqual" 6 0 "value",
    WAVE_ACTIVE_BALLOT = 116 "WaveActiveBallot" "waveActiveBallot" 6 0 "cond",
    WAVE_READ_LANE_AT = 117 "WaveReadLaneAt" "waveReadLaneAt" 6 0 "value,lane",
    WAVE_READ_LANE_FIRST = 118 "WaveReadLaneFirst" "waveReadLaneFirst" 6 0 "value",
    WAVE_ACTIVE_OP = 119 "WaveActiveOp" "waveActiveOp" 6 0 "value,op,sop",
    WAVE_ACTIVE_BIT = 120 "WaveActiveBit" "waveActiveBit" 6 0 "value,op",
    WAVE_PREFIX_OP = 121 "WavePrefixOp" "wavePrefixOp" 6 0 "value,op,sop",
    QUAD_READ_LANE_AT = 122 "QuadReadLaneAt" "quadReadLaneAt" 6 0 "value,quadLane",
    QUAD_OP = 123 "QuadOp" "quadOp" 6 0 "value,op",
    BITCAST_I16_TO_F16 = 124 "BitcastI16toF16" "bitcastI16toF16" 6 0 "value",
    BITCAST_F16_TO_I16 = 125 "BitcastF16toI16" "bitcastF16toI16" 6 0 "value",
    BITCAST_I32_TO_F32 = 126 "BitcastI32toF32" "bitcastI32toF32" 6 0 "value",
    BITCAST_F32_TO_I32 = 127 "BitcastF32toI32" "bitcastF32toI32" 6 0 "value",
    BITCAST_I64_TO_F64 = 128 "BitcastI64toF64" "bitcastI64toF64" 6 0 "value",
    BITCAST_F64_TO_I64 = 129 "BitcastF64toI64" "bitcastF64toI64" 6 0 "value",
    LEGACY_F32_TO_F16 = 130 "LegacyF32ToF16" "legacyF32ToF16" 6 0 "value",
    LEGACY_F16_TO_F32 = 131 "LegacyF16ToF32" "legacyF16ToF32" 6 0 "value",
    LEGACY_DOUBLE_TO_FLOAT = 132 "LegacyDoubleToFloat" "legacyDoubleToFloat" 6 0 "value",
    LEGACY_DOUBLE_TO_S_INT32 = 133 "LegacyDoubleToSInt32" "legacyDoubleToSInt32" 6 0 "value",
    LEGACY_DOUBLE_TO_U_INT32 = 134 "LegacyDoubleToUInt32" "legacyDoubleToUInt32" 6 0 "value",
    WAVE_ALL_BIT_COUNT = 135 "WaveAllBitCount" "waveAllOp" 6 0 "value",
    WAVE_PREFIX_BIT_COUNT = 136 "WavePrefixBitCount" "wavePrefixOp" 6 0 "value",
    ATTRIBUTE_AT_VERTEX = 137 "AttributeAtVertex" "attributeAtVertex" 6 1 "inputSigId,inputRowIndex,inputColIndex,VertexID",
    VIEW_ID = 138 "ViewID" "viewID" 6 1 "",
    RAW_BUFFER_LOAD = 139 "RawBufferLoad" "rawBufferLoad" 6 2 "srv,index,elementOffset,mask,alignment",
    RAW_BUFFER_STORE = 140 "RawBufferStore" "rawBufferStore" 6 2 "uav,index,elementOffset,value0,value1,value2,value3,mask,alignment",
    INSTANCE_ID = 141 "InstanceID" "instanceID" 6 3 "",
    INSTANCE_INDEX = 142 "InstanceIndex" "instanceIndex" 6 3 "",
    HIT_KIND = 143 "HitKind" "hitKind" 6 3 "",
    RAY_FLAGS = 144 "RayFlags" "rayFlags" 6 3 "",
    DISPATCH_RAYS_INDEX = 145 "DispatchRaysIndex" "dispatchRaysIndex" 6 3 "col",
    DISPATCH_RAYS_DIMENSIONS = 146 "DispatchRaysDimensions" "dispatchRaysDimensions" 6 3 "col",
    WORLD_RAY_ORIGIN = 147 "WorldRayOrigin" "worldRayOrigin" 6 3 "col",
    WORLD_RAY_DIRECTION = 148 "WorldRayDirection" "worldRayDirection" 6 3 "col",
    OBJECT_RAY_ORIGIN = 149 "ObjectRayOrigin" "objectRayOrigin" 6 3 "col",
    OBJECT_RAY_DIRECTION = 150 "ObjectRayDirection" "objectRayDirection" 6 3 "col",
    OBJECT_TO_WORLD = 151 "ObjectToWorld" "objectToWorld" 6 3 "row,col",
    WORLD_TO_OBJECT = 152 "WorldToObject" "worldToObject" 6 3 "row,col",
    RAY_T_MIN = 153 "RayTMin" "rayTMin" 6 3 "",
    RAY_T_CURRENT = 154 "RayTCurrent" "rayTCurrent" 6 3 "",
    IGNORE_HIT = 155 "IgnoreHit" "ignoreHit" 6 3 "",
    ACCEPT_HIT_AND_END_SEARCH = 156 "AcceptHitAndEndSearch" "acceptHitAndEndSearch" 6 3 "",
    TRACE_RAY = 157 "TraceRay" "traceRay" 6 3 "AccelerationStructure,RayFlags,InstanceInclusionMask,RayContributionToHitGroupIndex,MultiplierForGeometryContributionToShaderIndex,MissShaderIndex,Origin_X,Origin_Y,Origin_Z,TMin,Direction_X,Direction_Y,Direction_Z,TMax,payload",
    REPORT_HIT = 158 "ReportHit" "reportHit" 6 3 "THit,HitKind,Attributes",
    CALL_SHADER = 159 "CallShader" "callShader" 6 3 "ShaderIndex,Parameter",
    CREATE_HANDLE_FOR_LIB = 160 "CreateHandleForLib" "createHandleForLib" 6 3 "Resource",
    PRIMITIVE_INDEX = 161 "PrimitiveIndex" "primitiveIndex" 6 3 "",
    DOT2_ADD_HALF = 162 "Dot2AddHalf" "dot2AddHalf" 6 4 "acc,ax,ay,bx,by",
    DOT4_ADD_I8_PACKED = 163 "Dot4AddI8Packed" "dot4AddPacked" 6 4 "acc,a,b",
    DOT4_ADD_U8_PACKED = 164 "Dot4AddU8Packed" "dot4AddPacked" 6 4 "acc,a,b",
    WAVE_MATCH = 165 "WaveMatch" "waveMatch" 6 5 "value",
    WAVE_MULTI_PREFIX_OP = 166 "WaveMultiPrefixOp" "waveMultiPrefixOp" 6 5 "value,mask0,mask1,mask2,mask3,op,sop",
    WAVE_MULTI_PREFIX_BIT_COUNT = 167 "WaveMultiPrefixBitCount" "waveMultiPrefixBitCount" 6 5 "value,mask0,mask1,mask2,mask3",
    SET_MESH_OUTPUT_COUNTS = 168 "SetMeshOutputCounts" "setMeshOutputCounts" 6 5 "numVertices,numPrimitives",
    EMIT_INDICES = 169 "EmitIndices" "emitIndices" 6 5 "PrimitiveIndex,VertexIndex0,VertexIndex1,VertexIndex2",
    GET_MESH_PAYLOAD = 170 "GetMeshPayload" "getMeshPayload" 6 5 "",
    STORE_VERTEX_OUTPUT = 171 "StoreVertexOutput" "storeVertexOutput" 6 5 "outputSigId,rowIndex,colIndex,value,vertexIndex",
    STORE_PRIMITIVE_OUTPUT = 172 "StorePrimitiveOutput" "storePrimitiveOutput" 6 5 "outputSigId,rowIndex,colIndex,value,primitiveIndex",
    DISPATCH_MESH = 173 "DispatchMesh" "dispatchMesh" 6 5 "threadGroupCountX,threadGroupCountY,threadGroupCountZ,payload",
    WRITE_SAMPLER_FEEDBACK = 174 "WriteSamplerFeedback" "writeSamplerFeedback" 6 5 "feedbackTex,sampledTex,sampler,c0,c1,c2,c3,clamp",
    WRITE_SAMPLER_FEEDBACK_BIAS = 175 "WriteSamplerFeedbackBias" "writeSamplerFeedbackBias" 6 5 "feedbackTex,sampledTex,sampler,c0,c1,c2,c3,bias,clamp",
    WRITE_SAMPLER_FEEDBACK_LEVEL = 176 "WriteSamplerFeedbackLevel" "writeSamplerFeedbackLevel" 6 5 "feedbackTex,sampledTex,sampler,c0,c1,c2,c3,lod",
    WRITE_SAMPLER_FEEDBACK_GRAD = 177 "WriteSamplerFeedbackGrad" "writeSamplerFeedbackGrad" 6 5 "feedbackTex,sampledTex,sampler,c0,c1,c2,c3,ddx0,ddx1,ddx2,ddy0,ddy1,ddy2,clamp",
    ALLOCATE_RAY_QUERY = 178 "AllocateRayQuery" "allocateRayQuery" 6 5 "constRayFlags",
    RAY_QUERY_TRACE_RAY_INLINE = 179 "RayQuery_TraceRayInline" "rayQuery_TraceRayInline" 6 5 "rayQueryHandle,accelerationStructure,rayFlags,instanceInclusionMask,origin_X,origin_Y,origin_Z,tMin,direction_X,direction_Y,direction_Z,tMax",
    RAY_QUERY_PROCEED = 180 "RayQuery_Proceed" "rayQuery_Proceed" 6 5 "rayQueryHandle",
    RAY_QUERY_ABORT = 181 "RayQuery_Abort" "rayQuery_Abort" 6 5 "rayQueryHandle",
    RAY_QUERY_COMMIT_NON_OPAQUE_TRIANGLE_HIT = 182 "RayQuery_CommitNonOpaqueTriangleHit" "rayQuery_CommitNonOpaqueTriangleHit" 6 5 "rayQueryHandle",
    RAY_QUERY_COMMIT_PROCEDURAL_PRIMITIVE_HIT = 183 "RayQuery_CommitProceduralPrimitiveHit" "rayQuery_CommitProceduralPrimitiveHit" 6 5 "rayQueryHandle,t",
    RAY_QUERY_COMMITTED_STATUS = 184 "RayQuery_CommittedStatus" "rayQuery_StateScalar" 6 5 "rayQueryHandle",
    RAY_QUERY_CANDIDATE_TYPE = 185 "RayQuery_CandidateType" "rayQuery_StateScalar" 6 5 "rayQueryHandle",
    RAY_QUERY_CANDIDATE_OBJECT_TO_WORLD3X4 = 186 "RayQuery_CandidateObjectToWorld3x4" "rayQuery_StateMatrix" 6 5 "rayQueryHandle,row,col",
    RAY_QUERY_CANDIDATE_WORLD_TO_OBJECT3X4 = 187 "RayQuery_CandidateWorldToObject3x4" "rayQuery_StateMatrix" 6 5 "rayQueryHandle,row,col",
    RAY_QUERY_COMMITTED_OBJECT_TO_WORLD3X4 = 188 "RayQuery_CommittedObjectToWorld3x4" "rayQuery_StateMatrix" 6 5 "rayQueryHandle,row,col",
    RAY_QUERY_COMMITTED_WORLD_TO_OBJECT3X4 = 189 "RayQuery_CommittedWorldToObject3x4" "rayQuery_StateMatrix" 6 5 "rayQueryHandle,row,col",
    RAY_QUERY_CANDIDATE_PROCEDURAL_PRIMITIVE_NON_OPAQUE = 190 "RayQuery_CandidateProceduralPrimitiveNonOpaque" "rayQuery_StateScalar" 6 5 "rayQueryHandle",
    RAY_QUERY_CANDIDATE_TRIANGLE_FRONT_FACE = 191 "RayQuery_CandidateTriangleFrontFace" "rayQuery_StateScalar" 6 5 "rayQueryHandle",
    RAY_QUERY_COMMITTED_TRIANGLE_FRONT_FACE = 192 "RayQuery_CommittedTriangleFrontFace" "rayQuery_StateScalar" 6 5 "rayQueryHandle",
    RAY_QUERY_CANDIDATE_TRIANGLE_BARYCENTRICS = 193 "RayQuery_CandidateTriangleBarycentrics" "rayQuery_StateVector" 6 5 "rayQueryHandle,component",
    RAY_QUERY_COMMITTED_TRIANGLE_BARYCENTRICS = 194 "RayQuery_CommittedTriangleBarycentrics" "rayQuery_StateVector" 6 5 "rayQueryHandle,component",
    RAY_QUERY_RAY_FLAGS = 195 "RayQuery_RayFlags" "rayQuery_StateScalar" 6 5 "rayQueryHandle",
    RAY_QUERY_WORLD_RAY_ORIGIN = 196 "RayQuery_WorldRayOrigin" "rayQuery_StateVector" 6 5 "rayQueryHandle,component",
    RAY_QUERY_WORLD_RAY_DIRECTION = 197 "RayQuery_WorldRayDirection" "rayQuery_StateVector" 6 5 "rayQueryHandle,component",
    RAY_QUERY_RAY_T_MIN = 198 "RayQuery_RayTMin" "rayQuery_StateScalar" 6 5 "rayQueryHandle",
    RAY_QUERY_CANDIDATE_TRIANGLE_RAY_T = 199 "RayQuery_CandidateTriangleRayT" "rayQuery_StateScalar" 6 5 "rayQueryHandle",
    RAY_QUERY_COMMITTED_RAY_T = 200 "RayQuery_CommittedRayT" "rayQuery_StateScalar" 6 5 "rayQueryHandle",
    RAY_QUERY_CANDIDATE_INSTANCE_INDEX = 201 "RayQuery_CandidateInstanceIndex" "rayQuery_StateScalar" 6 5 "rayQueryHandle",
    RAY_QUERY_CANDIDATE_INSTANCE_ID = 202 "RayQuery_CandidateInstanceID" "rayQuery_StateScalar" 6 5 "rayQueryHandle",
    RAY_QUERY_CANDIDATE_GEOMETRY_INDEX = 203 "RayQuery_CandidateGeometryIndex" "rayQuery_StateScalar" 6 5 "rayQueryHandle",
    RAY_QUERY_CANDIDATE_PRIMITIVE_INDEX = 204 "RayQuery_CandidatePrimitiveIndex" "rayQuery_StateScalar" 6 5 "rayQueryHandle",
    RAY_QUERY_CANDIDATE_OBJECT_RAY_ORIGIN = 205 "RayQuery_CandidateObjectRayOrigin" "rayQuery_StateVector" 6 5 "rayQueryHandle,component",
    RAY_QUERY_CANDIDATE_OBJECT_RAY_DIRECTION = 206 "RayQuery_CandidateObjectRayDirection" "rayQuery_StateVector" 6 5 "rayQueryHandle,component",
    RAY_QUERY_COMMITTED_INSTANCE_INDEX = 207 "RayQuery_CommittedInstanceIndex" "rayQuery_StateScalar" 6 5 "rayQueryHandle",
    RAY_QUERY_COMMITTED_INSTANCE_ID = 208 "RayQuery_CommittedInstanceID" "rayQuery_StateScalar" 6 5 "rayQueryHandle",
    RAY_QUERY_COMMITTED_GEOMETRY_INDEX = 209 "RayQuery_CommittedGeometryIndex" "rayQuery_StateScalar" 6 5 "rayQueryHandle",
    RAY_QUERY_COMMITTED_PRIMITIVE_INDEX = 210 "RayQuery_CommittedPrimitiveIndex" "rayQuery_StateScalar" 6 5 "rayQueryHandle",
    RAY_QUERY_COMMITTED_OBJECT_RAY_ORIGIN = 211 "RayQuery_CommittedObjectRayOrigin" "rayQuery_StateVector" 6 5 "rayQueryHandle,component",
    RAY_QUERY_COMMITTED_OBJECT_RAY_DIRECTION = 212 "RayQuery_CommittedObjectRayDirection" "rayQuery_StateVector" 6 5 "rayQueryHandle,component",
    GEOMETRY_INDEX = 213 "GeometryIndex" "geometryIndex" 6 5 "",
    RAY_QUERY_CANDIDATE_INSTANCE_CONTRIBUTION_TO_HIT_GROUP_INDEX = 214 "RayQuery_CandidateInstanceContributionToHitGroupIndex" "rayQuery_StateScalar" 6 5 "rayQueryHandle",
    RAY_QUERY_COMMITTED_INSTANCE_CONTRIBUTION_TO_HIT_GROUP_INDEX = 215 "RayQuery_CommittedInstanceContributionToHitGroupIndex" "rayQuery_StateScalar" 6 5 "rayQueryHandle",
    ANNOTATE_HANDLE = 216 "AnnotateHandle" "annotateHandle" 6 6 "res,props",
    CREATE_HANDLE_FROM_BINDING = 217 "CreateHandleFromBinding" "createHandleFromBinding" 6 6 "bind,index,nonUniformIndex",
    CREATE_HANDLE_FROM_HEAP = 218 "CreateHandleFromHeap" "createHandleFromHeap" 6 6 "index,samplerHeap,nonUniformIndex",
    UNPACK4X8 = 219 "Unpack4x8" "unpack4x8" 6 6 "unpackMode,pk",
    PACK4X8 = 220 "Pack4x8" "pack4x8" 6 6 "packMode,x,y,z,w",
    IS_HELPER_LANE = 221 "IsHelperLane" "isHelperLane" 6 6 "",
    QUAD_VOTE = 222 "QuadVote" "quadVote" 6 7 "cond,op",
    TEXTURE_GATHER_RAW = 223 "TextureGatherRaw" "textureGatherRaw" 6 7 "srv,sampler,coord0,coord1,coord2,coord3,offset0,offset1",
    SAMPLE_CMP_LEVEL = 224 "SampleCmpLevel" "sampleCmpLevel" 6 7 "srv,sampler,coord0,coord1,coord2,coord3,offset0,offset1,offset2,compareValue,lod",
    TEXTURE_STORE_SAMPLE = 225 "TextureStoreSample" "textureStoreSample" 6 7 "srv,coord0,coord1,coord2,value0,value1,value2,value3,mask,sampleIdx",
    RESERVED0 = 226 "Reserved0" "reserved" 6 0 "",
    RESERVED1 = 227 "Reserved1" "reserved" 6 0 "",
    RESERVED2 = 228 "Reserved2" "reserved" 6 0 "",
    RESERVED3 = 229 "Reserved3" "reserved" 6 0 "",
    RESERVED4 = 230 "Reserved4" "reserved" 6 0 "",
    RESERVED5 = 231 "Reserved5" "reserved" 6 0 "",
    RESERVED6 = 232 "Reserved6" "reserved" 6 0 "",
    RESERVED7 = 233 "Reserved7" "reserved" 6 0 "",
    RESERVED8 = 234 "Reserved8" "reserved" 6 0 "",
    RESERVED9 = 235 "Reserved9" "reserved" 6 0 "",
    RESERVED10 = 236 "Reserved10" "reserved" 6 0 "",
    RESERVED11 = 237 "Reserved11" "reserved" 6 0 "",
    ALLOCATE_NODE_OUTPUT_RECORDS = 238 "AllocateNodeOutputRecords" "allocateNodeOutputRecords" 6 8 "output,numRecords,perThread",
    GET_NODE_RECORD_PTR = 239 "GetNodeRecordPtr" "getNodeRecordPtr" 6 8 "recordhandle,arrayIndex",
    INCREMENT_OUTPUT_COUNT = 240 "IncrementOutputCount" "incrementOutputCount" 6 8 "output,count,perThread",
    OUTPUT_COMPLETE = 241 "OutputComplete" "outputComplete" 6 8 "output",
    GET_INPUT_RECORD_COUNT = 242 "GetInputRecordCount" "getInputRecordCount" 6 8 "input",
    FINISHED_CROSS_GROUP_SHARING = 243 "FinishedCrossGroupSharing" "finishedCrossGroupSharing" 6 8 "input",
    BARRIER_BY_MEMORY_TYPE = 244 "BarrierByMemoryType" "barrierByMemoryType" 6 8 "MemoryTypeFlags,SemanticFlags",
    BARRIER_BY_MEMORY_HANDLE = 245 "BarrierByMemoryHandle" "barrierByMemoryHandle" 6 8 "object,SemanticFlags",
    BARRIER_BY_NODE_RECORD_HANDLE = 246 "BarrierByNodeRecordHandle" "barrierByNodeRecordHandle" 6 8 "object,SemanticFlags",
    CREATE_NODE_OUTPUT_HANDLE = 247 "CreateNodeOutputHandle" "createNodeOutputHandle" 6 8 "MetadataIdx",
    INDEX_NODE_HANDLE = 248 "IndexNodeHandle" "indexNodeHandle" 6 8 "NodeOutputHandle,ArrayIndex",
    ANNOTATE_NODE_HANDLE = 249 "AnnotateNodeHandle" "annotateNodeHandle" 6 8 "node,props",
    CREATE_NODE_INPUT_RECORD_HANDLE = 250 "CreateNodeInputRecordHandle" "createNodeInputRecordHandle" 6 8 "MetadataIdx",
    ANNOTATE_NODE_RECORD_HANDLE = 251 "AnnotateNodeRecordHandle" "annotateNodeRecordHandle" 6 8 "noderecord,props",
    NODE_OUTPUT_IS_VALID = 252 "NodeOutputIsValid" "nodeOutputIsValid" 6 8 "output",
    GET_REMAINING_RECURSION_LEVELS = 253 "GetRemainingRecursionLevels" "getRemainingRecursionLevels" 6 8 "",
    SAMPLE_CMP_GRAD = 254 "SampleCmpGrad" "sampleCmpGrad" 6 8 "srv,sampler,coord0,coord1,coord2,coord3,offset0,offset1,offset2,compareValue,ddx0,ddx1,ddx2,ddy0,ddy1,ddy2,clamp",
    SAMPLE_CMP_BIAS = 255 "SampleCmpBias" "sampleCmpBias" 6 8 "srv,sampler,coord0,coord1,coord2,coord3,offset0,offset1,offset2,compareValue,bias,clamp",
    START_VERTEX_LOCATION = 256 "StartVertexLocation" "startVertexLocation" 6 8 "",
    START_INSTANCE_LOCATION = 257 "StartInstanceLocation" "startInstanceLocation" 6 8 "",
    ALLOCATE_RAY_QUERY2 = 258 "AllocateRayQuery2" "allocateRayQuery2" 6 9 "constRayFlags,constRayQueryFlags",
    RESERVED_A0 = 259 "ReservedA0" "reserved" 6 0 "",
    RESERVED_A1 = 260 "ReservedA1" "reserved" 6 0 "",
    RESERVED_A2 = 261 "ReservedA2" "reserved" 6 0 "",
    HIT_OBJECT_TRACE_RAY = 262 "HitObject_TraceRay" "hitObject_TraceRay" 6 9 "accelerationStructure,rayFlags,instanceInclusionMask,rayContributionToHitGroupIndex,multiplierForGeometryContributionToHitGroupIndex,missShaderIndex,Origin_X,Origin_Y,Origin_Z,TMin,Direction_X,Direction_Y,Direction_Z,TMax,payload",
    HIT_OBJECT_FROM_RAY_QUERY = 263 "HitObject_FromRayQuery" "hitObject_FromRayQuery" 6 9 "rayQueryHandle",
    HIT_OBJECT_FROM_RAY_QUERY_WITH_ATTRS = 264 "HitObject_FromRayQueryWithAttrs" "hitObject_FromRayQueryWithAttrs" 6 9 "rayQueryHandle,HitKind,CommittedAttribs",
    HIT_OBJECT_MAKE_MISS = 265 "HitObject_MakeMiss" "hitObject_MakeMiss" 6 9 "RayFlags,MissShaderIndex,Origin_X,Origin_Y,Origin_Z,TMin,Direction_X,Direction_Y,Direction_Z,TMax",
    HIT_OBJECT_MAKE_NOP = 266 "HitObject_MakeNop" "hitObject_MakeNop" 6 9 "",
    HIT_OBJECT_INVOKE = 267 "HitObject_Invoke" "hitObject_Invoke" 6 9 "hitObject,payload",
    MAYBE_REORDER_THREAD = 268 "MaybeReorderThread" "maybeReorderThread" 6 9 "hitObject,coherenceHint,numCoherenceHintBitsFromLSB",
    HIT_OBJECT_IS_MISS = 269 "HitObject_IsMiss" "hitObject_StateScalar" 6 9 "hitObject",
    HIT_OBJECT_IS_HIT = 270 "HitObject_IsHit" "hitObject_StateScalar" 6 9 "hitObject",
    HIT_OBJECT_IS_NOP = 271 "HitObject_IsNop" "hitObject_StateScalar" 6 9 "hitObject",
    HIT_OBJECT_RAY_FLAGS = 272 "HitObject_RayFlags" "hitObject_StateScalar" 6 9 "hitObject",
    HIT_OBJECT_RAY_T_MIN = 273 "HitObject_RayTMin" "hitObject_StateScalar" 6 9 "hitObject",
    HIT_OBJECT_RAY_T_CURRENT = 274 "HitObject_RayTCurrent" "hitObject_StateScalar" 6 9 "hitObject",
    HIT_OBJECT_WORLD_RAY_ORIGIN = 275 "HitObject_WorldRayOrigin" "hitObject_StateVector" 6 9 "hitObject,component",
    HIT_OBJECT_WORLD_RAY_DIRECTION = 276 "HitObject_WorldRayDirection" "hitObject_StateVector" 6 9 "hitObject,component",
    HIT_OBJECT_OBJECT_RAY_ORIGIN = 277 "HitObject_ObjectRayOrigin" "hitObject_StateVector" 6 9 "hitObject,component",
    HIT_OBJECT_OBJECT_RAY_DIRECTION = 278 "HitObject_ObjectRayDirection" "hitObject_StateVector" 6 9 "hitObject,component",
    HIT_OBJECT_OBJECT_TO_WORLD3X4 = 279 "HitObject_ObjectToWorld3x4" "hitObject_StateMatrix" 6 9 "hitObject,row,col",
    HIT_OBJECT_WORLD_TO_OBJECT3X4 = 280 "HitObject_WorldToObject3x4" "hitObject_StateMatrix" 6 9 "hitObject,row,col",
    HIT_OBJECT_GEOMETRY_INDEX = 281 "HitObject_GeometryIndex" "hitObject_StateScalar" 6 9 "hitObject",
    HIT_OBJECT_INSTANCE_INDEX = 282 "HitObject_InstanceIndex" "hitObject_StateScalar" 6 9 "hitObject",
    HIT_OBJECT_INSTANCE_ID = 283 "HitObject_InstanceID" "hitObject_StateScalar" 6 9 "hitObject",
    HIT_OBJECT_PRIMITIVE_INDEX = 284 "HitObject_PrimitiveIndex" "hitObject_StateScalar" 6 9 "hitObject",
    HIT_OBJECT_HIT_KIND = 285 "HitObject_HitKind" "hitObject_StateScalar" 6 9 "hitObject",
    HIT_OBJECT_SHADER_TABLE_INDEX = 286 "HitObject_ShaderTableIndex" "hitObject_StateScalar" 6 9 "hitObject",
    HIT_OBJECT_SET_SHADER_TABLE_INDEX = 287 "HitObject_SetShaderTableIndex" "hitObject_SetShaderTableIndex" 6 9 "hitObject,shaderTableIndex",
    HIT_OBJECT_LOAD_LOCAL_ROOT_TABLE_CONSTANT = 288 "HitObject_LoadLocalRootTableConstant" "hitObject_LoadLocalRootTableConstant" 6 9 "hitObject,offset",
    HIT_OBJECT_ATTRIBUTES = 289 "HitObject_Attributes" "hitObject_Attributes" 6 9 "hitObject,attributes",
    RESERVED_B28 = 290 "ReservedB28" "reserved" 6 0 "",
    RESERVED_B29 = 291 "ReservedB29" "reserved" 6 0 "",
    RESERVED_B30 = 292 "ReservedB30" "reserved" 6 0 "",
    RESERVED_C0 = 293 "ReservedC0" "reserved" 6 0 "",
    RESERVED_C1 = 294 "ReservedC1" "reserved" 6 0 "",
    RESERVED_C2 = 295 "ReservedC2" "reserved" 6 0 "",
    RESERVED_C3 = 296 "ReservedC3" "reserved" 6 0 "",
    RESERVED_C4 = 297 "ReservedC4" "reserved" 6 0 "",
    RESERVED_C5 = 298 "ReservedC5" "reserved" 6 0 "",
    RESERVED_C6 = 299 "ReservedC6" "reserved" 6 0 "",
    RESERVED_C7 = 300 "ReservedC7" "reserved" 6 0 "",
    RESERVED_C8 = 301 "ReservedC8" "reserved" 6 0 "",
    RESERVED_C9 = 302 "ReservedC9" "reserved" 6 0 "",
    RAW_BUFFER_VECTOR_LOAD = 303 "RawBufferVectorLoad" "rawBufferVectorLoad" 6 9 "buf,index,elementOffset,alignment",
    RAW_BUFFER_VECTOR_STORE = 304 "RawBufferVectorStore" "rawBufferVectorStore" 6 9 "uav,index,elementOffset,value0,alignment",
    RESERVED_D0 = 305 "ReservedD0" "reserved" 6 0 "",
    RESERVED_D1 = 306 "ReservedD1" "reserved" 6 0 "",
    RESERVED_D2 = 307 "ReservedD2" "reserved" 6 0 "",
    RESERVED_D3 = 308 "ReservedD3" "reserved" 6 0 "",
    VECTOR_REDUCE_AND = 309 "VectorReduceAnd" "vectorReduce" 6 0 "a",
    VECTOR_REDUCE_OR = 310 "VectorReduceOr" "vectorReduce" 6 0 "a",
    F_DOT = 311 "FDot" "dot" 6 0 "a,b",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_indexed_by_number() {
        assert_eq!(OPERATIONS.len(), 312);
        for (index, operation) in OPERATIONS.iter().enumerate() {
            assert_eq!(operation.number as usize, index);
            assert!(!operation.name.is_empty() && !operation.function.is_empty());
            assert!(operation.arguments().all(|name| !name.contains(' ')));
            let named = Operation::named(operation.name);
            assert_eq!(named, Some(operation), "{}", operation.name);
        }
    }
}
