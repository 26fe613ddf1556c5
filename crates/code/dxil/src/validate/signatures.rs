//! Lists the types of the DXIL operations: overloads, result and parameters.
//!
//! Overloads are letters: `h`, `f`, `d` for floats of 16, 32 and 64 bits, `1`, `8`, `w`, `i`, `l` for integers of 1, 8, 16, 32 and
//! 64 bits, `v` for none, `u` for a pointer to any structure, `o` for any object. After `<` come the elements of vectors.
//!
//! Results and parameters use the same letters and:
//!
//! | letter | type |
//! | --- | --- |
//! | `o`, `e` | the overload; its element |
//! | `J`, `j` | `i1`, `i32`, or vectors of them as long as the overload |
//! | `r`, `c` | result of a resource load, of a constant buffer load |
//! | `u`, `Z` | the structure pointer, the object of the overload |
//! | `H`, `n`, `N`, `X` | handle, node handle, node record handle, hit object |
//! | `R`, `B`, `k`, `K` | properties of a resource, binding, properties of a node, of a record |
//! | `D`, `P`, `S`, `C`, `t`, `q`, `V` | `Dimensions`, `SamplePos`, `splitdouble`, `i32c`, `twoi32`, `fouri32`, four integers of the overload |
//! | `p`, `2` | pointer to `float`, `<2 x i32>` |
//!
//! Source: the DXIL documentation of the DirectX shader compiler, as is [`operation`](crate::operation).

use super::builtins::{Builtin, Builtins};
use crate::ir::{Type, TypeId, Types};

/// Types of an operation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signature {
    overloads: &'static str,
    result: &'static str,
    parameters: &'static str,
}

/// Difference between a function and its operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mismatch {
    /// The overload is not one of the operation.
    Overload(TypeId),
    /// The result has another type.
    Result(TypeId),
    /// A parameter, counted from 0 without the number, has another type.
    Parameter(usize, TypeId),
    /// Another number of parameters than this one.
    Count(usize),
}

impl Signature {
    /// Types of an operation by number.
    pub(super) fn of(code: u32) -> Option<Signature> {
        let (_, overloads, result, parameters) = *SIGNATURES.get(code as usize)?;
        Some(Signature { overloads, result, parameters })
    }

    /// Position of the overload among parameters, counted from 0 without the number; `None` for the result.
    fn overload(self) -> Option<Option<usize>> {
        let in_parameters = self.parameters.bytes().position(|letter| matches!(letter, b'o' | b'u' | b'Z'));
        match (in_parameters, self.result) {
            (Some(index), _) => Some(Some(index)),
            (None, "o" | "r" | "c" | "u" | "V") => Some(None),
            _ => None,
        }
    }

    /// Compares a function type without the leading number.
    pub(super) fn compare(
        self,
        types: &Types,
        builtins: &Builtins,
        result: TypeId,
        parameters: &[TypeId],
    ) -> Result<(), Mismatch> {
        if parameters.len() != self.parameters.len() {
            return Err(Mismatch::Count(self.parameters.len()));
        }
        let overload = match self.overload() {
            None => None,
            Some(Some(index)) => parameters.get(index).copied(),
            Some(None) => match (self.result, builtins.get(result)) {
                ("r", Some(Builtin::ResourceResult(element)))
                | ("c", Some(Builtin::BufferResult(element)))
                | ("V", Some(Builtin::Four(element))) => Some(element),
                ("r" | "c" | "V", _) => return Err(Mismatch::Result(result)),
                _ => Some(result),
            },
        };
        let test = Test { types, builtins, overload };
        if let Some(overload) = overload
            && !self.is_legal(types, overload)
        {
            return Err(Mismatch::Overload(overload));
        }
        let letter = self.result.as_bytes().first().copied().unwrap_or(b'v');
        if !test.matches(letter, result) {
            return Err(Mismatch::Result(result));
        }
        for (index, (letter, &ty)) in self.parameters.bytes().zip(parameters).enumerate() {
            if !test.matches(letter, ty) {
                return Err(Mismatch::Parameter(index, ty));
            }
        }
        Ok(())
    }

    fn is_legal(self, types: &Types, overload: TypeId) -> bool {
        let (scalars, elements) = self.overloads.split_once('<').unwrap_or((self.overloads, ""));
        match types.get(overload) {
            Some(Type::Vector { element, .. }) => {
                letter_of(types, element).is_some_and(|letter| elements.contains(letter))
            }
            Some(Type::Pointer { .. }) if scalars.contains('u') => true,
            Some(_) if scalars.contains(['u', 'o']) => true,
            _ => letter_of(types, overload).is_some_and(|letter| scalars.contains(letter)),
        }
    }
}

fn letter_of(types: &Types, ty: TypeId) -> Option<char> {
    Some(match types.get(ty)? {
        Type::Half => 'h',
        Type::Float => 'f',
        Type::Double => 'd',
        Type::Integer(1) => '1',
        Type::Integer(8) => '8',
        Type::Integer(16) => 'w',
        Type::Integer(32) => 'i',
        Type::Integer(64) => 'l',
        _ => return None,
    })
}

/// Compares types with letters for one overload.
struct Test<'t> {
    types: &'t Types,
    builtins: &'t Builtins,
    overload: Option<TypeId>,
}

impl Test<'_> {
    fn matches(&self, letter: u8, ty: TypeId) -> bool {
        let builtin = self.builtins.get(ty);
        let is_vector_of = |bits| {
            let count = match self.overload.and_then(|overload| self.types.get(overload)) {
                Some(Type::Vector { count, .. }) => count,
                _ => return self.types.get(ty) == Some(Type::Integer(bits)),
            };
            matches!(self.types.get(ty), Some(Type::Vector { element, count: found })
                if found == count && self.types.get(element) == Some(Type::Integer(bits)))
        };
        match letter {
            b'o' | b'u' | b'Z' => Some(ty) == self.overload,
            b'e' => self.overload.is_some_and(|overload| self.types.scalar(overload) == ty),
            b'J' => is_vector_of(1),
            b'j' => is_vector_of(32),
            b'v' => self.types.get(ty) == Some(Type::Void),
            b'r' => matches!((builtin, self.overload), (Some(Builtin::ResourceResult(a)), Some(b)) if a == b),
            b'c' => matches!((builtin, self.overload), (Some(Builtin::BufferResult(a)), Some(b)) if a == b),
            b'V' => matches!((builtin, self.overload), (Some(Builtin::Four(a)), Some(b)) if a == b),
            b'q' => matches!(builtin, Some(Builtin::Four(element))
                if self.types.get(element) == Some(Type::Integer(32))),
            b'H' => builtin == Some(Builtin::Handle),
            b'n' => builtin == Some(Builtin::NodeHandle),
            b'N' => builtin == Some(Builtin::NodeRecordHandle),
            b'X' => builtin == Some(Builtin::HitObject),
            b'R' => builtin == Some(Builtin::ResourceProperties),
            b'B' => builtin == Some(Builtin::ResourceBinding),
            b'k' => builtin == Some(Builtin::NodeInfo),
            b'K' => builtin == Some(Builtin::NodeRecordInfo),
            b'D' => builtin == Some(Builtin::Dimensions),
            b'P' => builtin == Some(Builtin::SamplePosition),
            b'S' => builtin == Some(Builtin::SplitDouble),
            b'C' => builtin == Some(Builtin::Carry),
            b't' => builtin == Some(Builtin::Two),
            b'p' => self.types.pointee(ty).is_some_and(|ty| self.types.get(ty) == Some(Type::Float)),
            b'2' => matches!(self.types.get(ty), Some(Type::Vector { element, count: 2 })
                if self.types.get(element) == Some(Type::Integer(32))),
            letter => letter_of(self.types, ty) == Some(char::from(letter)),
        }
    }
}

/// Name, overloads, result and parameters after the number, by operation number.
#[rustfmt::skip]
static SIGNATURES: [(&str, &str, &str, &str); 312] = [
    ("TempRegLoad", "hfwi", "o", "i"),
    ("TempRegStore", "hfwi", "v", "io"),
    ("MinPrecXRegLoad", "hw", "o", "pi8"),
    ("MinPrecXRegStore", "hw", "v", "pi8o"),
    ("LoadInput", "hfwi", "o", "ii8i"),
    ("StoreOutput", "hfwi", "v", "ii8o"),
    ("FAbs", "hfd<hfd", "o", "o"),
    ("Saturate", "hfd<hfd", "o", "o"),
    ("IsNaN", "hf<hf", "J", "o"),
    ("IsInf", "hf<hf", "J", "o"),
    ("IsFinite", "hf<hf", "J", "o"),
    ("IsNormal", "hf<hf", "J", "o"),
    ("Cos", "hf<hf", "o", "o"),
    ("Sin", "hf<hf", "o", "o"),
    ("Tan", "hf<hf", "o", "o"),
    ("Acos", "hf<hf", "o", "o"),
    ("Asin", "hf<hf", "o", "o"),
    ("Atan", "hf<hf", "o", "o"),
    ("Hcos", "hf<hf", "o", "o"),
    ("Hsin", "hf<hf", "o", "o"),
    ("Htan", "hf<hf", "o", "o"),
    ("Exp", "hf<hf", "o", "o"),
    ("Frc", "hf<hf", "o", "o"),
    ("Log", "hf<hf", "o", "o"),
    ("Sqrt", "hf<hf", "o", "o"),
    ("Rsqrt", "hf<hf", "o", "o"),
    ("Round_ne", "hf<hf", "o", "o"),
    ("Round_ni", "hf<hf", "o", "o"),
    ("Round_pi", "hf<hf", "o", "o"),
    ("Round_z", "hf<hf", "o", "o"),
    ("Bfrev", "wil<wil", "o", "o"),
    ("Countbits", "wil<wil", "j", "o"),
    ("FirstbitLo", "wil<wil", "j", "o"),
    ("FirstbitHi", "wil<wil", "j", "o"),
    ("FirstbitSHi", "wil<wil", "j", "o"),
    ("FMax", "hfd<hfd", "o", "oo"),
    ("FMin", "hfd<hfd", "o", "oo"),
    ("IMax", "wil<wil", "o", "oo"),
    ("IMin", "wil<wil", "o", "oo"),
    ("UMax", "wil<wil", "o", "oo"),
    ("UMin", "wil<wil", "o", "oo"),
    ("IMul", "i", "t", "oo"),
    ("UMul", "i", "t", "oo"),
    ("UDiv", "i", "t", "oo"),
    ("UAddc", "i", "C", "oo"),
    ("USubb", "i", "C", "oo"),
    ("FMad", "hfd<hfd", "o", "ooo"),
    ("Fma", "d<d", "o", "ooo"),
    ("IMad", "wil<wil", "o", "ooo"),
    ("UMad", "wil<wil", "o", "ooo"),
    ("Msad", "i", "o", "ooo"),
    ("Ibfe", "i", "o", "ooo"),
    ("Ubfe", "i", "o", "ooo"),
    ("Bfi", "i", "o", "oooo"),
    ("Dot2", "hf", "o", "oooo"),
    ("Dot3", "hf", "o", "oooooo"),
    ("Dot4", "hf", "o", "oooooooo"),
    ("CreateHandle", "v", "H", "8ii1"),
    ("CBufferLoad", "hfd8wil", "o", "Hii"),
    ("CBufferLoadLegacy", "hfdwil", "c", "Hi"),
    ("Sample", "hfwi", "r", "HHffffiiif"),
    ("SampleBias", "hfwi", "r", "HHffffiiiff"),
    ("SampleLevel", "hfwi", "r", "HHffffiiif"),
    ("SampleGrad", "hfwi", "r", "HHffffiiifffffff"),
    ("SampleCmp", "hf", "r", "HHffffiiiff"),
    ("SampleCmpLevelZero", "hf", "r", "HHffffiiif"),
    ("TextureLoad", "hfwi", "r", "Hiiiiiii"),
    ("TextureStore", "hfwi", "v", "Hiiioooo8"),
    ("BufferLoad", "hfwi", "r", "Hii"),
    ("BufferStore", "hfwi", "v", "Hiioooo8"),
    ("BufferUpdateCounter", "v", "i", "H8"),
    ("CheckAccessFullyMapped", "i", "1", "o"),
    ("GetDimensions", "v", "D", "Hi"),
    ("TextureGather", "hfwi", "r", "HHffffiii"),
    ("TextureGatherCmp", "hfwi", "r", "HHffffiiif"),
    ("Texture2DMSGetSamplePosition", "v", "P", "Hi"),
    ("RenderTargetGetSamplePosition", "v", "P", "i"),
    ("RenderTargetGetSampleCount", "v", "i", ""),
    ("AtomicBinOp", "li", "o", "Hiiiio"),
    ("AtomicCompareExchange", "li", "o", "Hiiioo"),
    ("Barrier", "v", "v", "i"),
    ("CalculateLOD", "f", "f", "HHooo1"),
    ("Discard", "v", "v", "1"),
    ("DerivCoarseX", "hf<hf", "o", "o"),
    ("DerivCoarseY", "hf<hf", "o", "o"),
    ("DerivFineX", "hf<hf", "o", "o"),
    ("DerivFineY", "hf<hf", "o", "o"),
    ("EvalSnapped", "hf", "o", "ii8ii"),
    ("EvalSampleIndex", "hf", "o", "ii8i"),
    ("EvalCentroid", "hf", "o", "ii8"),
    ("SampleIndex", "i", "o", ""),
    ("Coverage", "i", "o", ""),
    ("InnerCoverage", "i", "o", ""),
    ("ThreadId", "i", "o", "i"),
    ("GroupId", "i", "o", "i"),
    ("ThreadIdInGroup", "i", "o", "i"),
    ("FlattenedThreadIdInGroup", "i", "o", ""),
    ("EmitStream", "v", "v", "8"),
    ("CutStream", "v", "v", "8"),
    ("EmitThenCutStream", "v", "v", "8"),
    ("GSInstanceID", "i", "o", ""),
    ("MakeDouble", "d", "o", "ii"),
    ("SplitDouble", "d", "S", "o"),
    ("LoadOutputControlPoint", "hfwi", "o", "ii8i"),
    ("LoadPatchConstant", "hfwi", "o", "ii8"),
    ("DomainLocation", "f", "o", "8"),
    ("StorePatchConstant", "hfwi", "v", "ii8o"),
    ("OutputControlPointID", "i", "o", ""),
    ("PrimitiveID", "i", "o", ""),
    ("CycleCounterLegacy", "v", "t", ""),
    ("WaveIsFirstLane", "v", "1", ""),
    ("WaveGetLaneIndex", "v", "i", ""),
    ("WaveGetLaneCount", "v", "i", ""),
    ("WaveAnyTrue", "v", "1", "1"),
    ("WaveAllTrue", "v", "1", "1"),
    ("WaveActiveAllEqual", "hfd18wil<hfd18wil", "J", "o"),
    ("WaveActiveBallot", "v", "q", "1"),
    ("WaveReadLaneAt", "hfd18wil<hfd18wil", "o", "oi"),
    ("WaveReadLaneFirst", "hfd18wil<hfd18wil", "o", "o"),
    ("WaveActiveOp", "hfd18wil<hfd18wil", "o", "o88"),
    ("WaveActiveBit", "8wil<8wil", "o", "o8"),
    ("WavePrefixOp", "hfd8wil<hfd8wil", "o", "o88"),
    ("QuadReadLaneAt", "hfd18wil<hfd18wil", "o", "oi"),
    ("QuadOp", "hfd8wil<hfd8wil", "o", "o8"),
    ("BitcastI16toF16", "v", "h", "w"),
    ("BitcastF16toI16", "v", "w", "h"),
    ("BitcastI32toF32", "v", "f", "i"),
    ("BitcastF32toI32", "v", "i", "f"),
    ("BitcastI64toF64", "v", "d", "l"),
    ("BitcastF64toI64", "v", "l", "d"),
    ("LegacyF32ToF16", "v", "i", "f"),
    ("LegacyF16ToF32", "v", "f", "i"),
    ("LegacyDoubleToFloat", "v", "f", "d"),
    ("LegacyDoubleToSInt32", "v", "i", "d"),
    ("LegacyDoubleToUInt32", "v", "i", "d"),
    ("WaveAllBitCount", "v", "i", "1"),
    ("WavePrefixBitCount", "v", "i", "1"),
    ("AttributeAtVertex", "hfiw", "o", "ii88"),
    ("ViewID", "i", "o", ""),
    ("RawBufferLoad", "hfwidl", "r", "Hii8i"),
    ("RawBufferStore", "hfwidl", "v", "Hiioooo8i"),
    ("InstanceID", "i", "o", ""),
    ("InstanceIndex", "i", "o", ""),
    ("HitKind", "i", "o", ""),
    ("RayFlags", "i", "o", ""),
    ("DispatchRaysIndex", "i", "o", "8"),
    ("DispatchRaysDimensions", "i", "o", "8"),
    ("WorldRayOrigin", "f", "o", "8"),
    ("WorldRayDirection", "f", "o", "8"),
    ("ObjectRayOrigin", "f", "o", "8"),
    ("ObjectRayDirection", "f", "o", "8"),
    ("ObjectToWorld", "f", "o", "i8"),
    ("WorldToObject", "f", "o", "i8"),
    ("RayTMin", "f", "o", ""),
    ("RayTCurrent", "f", "o", ""),
    ("IgnoreHit", "v", "v", ""),
    ("AcceptHitAndEndSearch", "v", "v", ""),
    ("TraceRay", "u", "v", "Hiiiiiffffffffu"),
    ("ReportHit", "u", "1", "fiu"),
    ("CallShader", "u", "v", "iu"),
    ("CreateHandleForLib", "o", "H", "Z"),
    ("PrimitiveIndex", "i", "o", ""),
    ("Dot2AddHalf", "f", "o", "ohhhh"),
    ("Dot4AddI8Packed", "i", "o", "oii"),
    ("Dot4AddU8Packed", "i", "o", "oii"),
    ("WaveMatch", "hfd8wil<hfd8wil", "q", "o"),
    ("WaveMultiPrefixOp", "hfd8wil<hfd8wil", "o", "oiiii88"),
    ("WaveMultiPrefixBitCount", "v", "i", "1iiii"),
    ("SetMeshOutputCounts", "v", "v", "ii"),
    ("EmitIndices", "v", "v", "iiii"),
    ("GetMeshPayload", "u", "o", ""),
    ("StoreVertexOutput", "hfwi", "v", "ii8oi"),
    ("StorePrimitiveOutput", "hfwi", "v", "ii8oi"),
    ("DispatchMesh", "u", "v", "iiio"),
    ("WriteSamplerFeedback", "v", "v", "HHHfffff"),
    ("WriteSamplerFeedbackBias", "v", "v", "HHHffffff"),
    ("WriteSamplerFeedbackLevel", "v", "v", "HHHfffff"),
    ("WriteSamplerFeedbackGrad", "v", "v", "HHHfffffffffff"),
    ("AllocateRayQuery", "v", "i", "i"),
    ("RayQuery_TraceRayInline", "v", "v", "iHiiffffffff"),
    ("RayQuery_Proceed", "1", "o", "i"),
    ("RayQuery_Abort", "v", "v", "i"),
    ("RayQuery_CommitNonOpaqueTriangleHit", "v", "v", "i"),
    ("RayQuery_CommitProceduralPrimitiveHit", "v", "v", "if"),
    ("RayQuery_CommittedStatus", "i", "o", "i"),
    ("RayQuery_CandidateType", "i", "o", "i"),
    ("RayQuery_CandidateObjectToWorld3x4", "f", "o", "ii8"),
    ("RayQuery_CandidateWorldToObject3x4", "f", "o", "ii8"),
    ("RayQuery_CommittedObjectToWorld3x4", "f", "o", "ii8"),
    ("RayQuery_CommittedWorldToObject3x4", "f", "o", "ii8"),
    ("RayQuery_CandidateProceduralPrimitiveNonOpaque", "1", "o", "i"),
    ("RayQuery_CandidateTriangleFrontFace", "1", "o", "i"),
    ("RayQuery_CommittedTriangleFrontFace", "1", "o", "i"),
    ("RayQuery_CandidateTriangleBarycentrics", "f", "o", "i8"),
    ("RayQuery_CommittedTriangleBarycentrics", "f", "o", "i8"),
    ("RayQuery_RayFlags", "i", "o", "i"),
    ("RayQuery_WorldRayOrigin", "f", "o", "i8"),
    ("RayQuery_WorldRayDirection", "f", "o", "i8"),
    ("RayQuery_RayTMin", "f", "o", "i"),
    ("RayQuery_CandidateTriangleRayT", "f", "o", "i"),
    ("RayQuery_CommittedRayT", "f", "o", "i"),
    ("RayQuery_CandidateInstanceIndex", "i", "o", "i"),
    ("RayQuery_CandidateInstanceID", "i", "o", "i"),
    ("RayQuery_CandidateGeometryIndex", "i", "o", "i"),
    ("RayQuery_CandidatePrimitiveIndex", "i", "o", "i"),
    ("RayQuery_CandidateObjectRayOrigin", "f", "o", "i8"),
    ("RayQuery_CandidateObjectRayDirection", "f", "o", "i8"),
    ("RayQuery_CommittedInstanceIndex", "i", "o", "i"),
    ("RayQuery_CommittedInstanceID", "i", "o", "i"),
    ("RayQuery_CommittedGeometryIndex", "i", "o", "i"),
    ("RayQuery_CommittedPrimitiveIndex", "i", "o", "i"),
    ("RayQuery_CommittedObjectRayOrigin", "f", "o", "i8"),
    ("RayQuery_CommittedObjectRayDirection", "f", "o", "i8"),
    ("GeometryIndex", "i", "o", ""),
    ("RayQuery_CandidateInstanceContributionToHitGroupIndex", "i", "o", "i"),
    ("RayQuery_CommittedInstanceContributionToHitGroupIndex", "i", "o", "i"),
    ("AnnotateHandle", "v", "H", "HR"),
    ("CreateHandleFromBinding", "v", "H", "Bi1"),
    ("CreateHandleFromHeap", "v", "H", "i11"),
    ("Unpack4x8", "iw", "V", "8i"),
    ("Pack4x8", "iw", "i", "8oooo"),
    ("IsHelperLane", "1", "o", ""),
    ("QuadVote", "1", "o", "18"),
    ("TextureGatherRaw", "wil", "r", "HHffffii"),
    ("SampleCmpLevel", "hf", "r", "HHffffiiiff"),
    ("TextureStoreSample", "hfwi", "v", "Hiiioooo8i"),
    ("Reserved0", "v", "v", ""),
    ("Reserved1", "v", "v", ""),
    ("Reserved2", "v", "v", ""),
    ("Reserved3", "v", "v", ""),
    ("Reserved4", "v", "v", ""),
    ("Reserved5", "v", "v", ""),
    ("Reserved6", "v", "v", ""),
    ("Reserved7", "v", "v", ""),
    ("Reserved8", "v", "v", ""),
    ("Reserved9", "v", "v", ""),
    ("Reserved10", "v", "v", ""),
    ("Reserved11", "v", "v", ""),
    ("AllocateNodeOutputRecords", "v", "N", "ni1"),
    ("GetNodeRecordPtr", "u", "o", "Ni"),
    ("IncrementOutputCount", "v", "v", "ni1"),
    ("OutputComplete", "v", "v", "N"),
    ("GetInputRecordCount", "v", "i", "N"),
    ("FinishedCrossGroupSharing", "v", "1", "N"),
    ("BarrierByMemoryType", "v", "v", "ii"),
    ("BarrierByMemoryHandle", "v", "v", "Hi"),
    ("BarrierByNodeRecordHandle", "v", "v", "Ni"),
    ("CreateNodeOutputHandle", "v", "n", "i"),
    ("IndexNodeHandle", "v", "n", "ni"),
    ("AnnotateNodeHandle", "v", "n", "nk"),
    ("CreateNodeInputRecordHandle", "v", "N", "i"),
    ("AnnotateNodeRecordHandle", "v", "N", "NK"),
    ("NodeOutputIsValid", "v", "1", "n"),
    ("GetRemainingRecursionLevels", "v", "i", ""),
    ("SampleCmpGrad", "hf", "r", "HHffffiiiffffffff"),
    ("SampleCmpBias", "hf", "r", "HHffffiiifff"),
    ("StartVertexLocation", "i", "o", ""),
    ("StartInstanceLocation", "i", "o", ""),
    ("AllocateRayQuery2", "v", "i", "ii"),
    ("ReservedA0", "v", "v", ""),
    ("ReservedA1", "v", "v", ""),
    ("ReservedA2", "v", "v", ""),
    ("HitObject_TraceRay", "u", "X", "Hiiiiiffffffffu"),
    ("HitObject_FromRayQuery", "v", "X", "i"),
    ("HitObject_FromRayQueryWithAttrs", "u", "X", "iiu"),
    ("HitObject_MakeMiss", "v", "X", "iiffffffff"),
    ("HitObject_MakeNop", "v", "X", ""),
    ("HitObject_Invoke", "u", "v", "Xu"),
    ("MaybeReorderThread", "v", "v", "Xii"),
    ("HitObject_IsMiss", "1", "o", "X"),
    ("HitObject_IsHit", "1", "o", "X"),
    ("HitObject_IsNop", "1", "o", "X"),
    ("HitObject_RayFlags", "i", "o", "X"),
    ("HitObject_RayTMin", "f", "o", "X"),
    ("HitObject_RayTCurrent", "f", "o", "X"),
    ("HitObject_WorldRayOrigin", "f", "o", "Xi"),
    ("HitObject_WorldRayDirection", "f", "o", "Xi"),
    ("HitObject_ObjectRayOrigin", "f", "o", "Xi"),
    ("HitObject_ObjectRayDirection", "f", "o", "Xi"),
    ("HitObject_ObjectToWorld3x4", "f", "o", "Xii"),
    ("HitObject_WorldToObject3x4", "f", "o", "Xii"),
    ("HitObject_GeometryIndex", "i", "o", "X"),
    ("HitObject_InstanceIndex", "i", "o", "X"),
    ("HitObject_InstanceID", "i", "o", "X"),
    ("HitObject_PrimitiveIndex", "i", "o", "X"),
    ("HitObject_HitKind", "i", "o", "X"),
    ("HitObject_ShaderTableIndex", "i", "o", "X"),
    ("HitObject_SetShaderTableIndex", "v", "X", "Xi"),
    ("HitObject_LoadLocalRootTableConstant", "v", "i", "Xi"),
    ("HitObject_Attributes", "u", "v", "Xu"),
    ("ReservedB28", "v", "v", ""),
    ("ReservedB29", "v", "v", ""),
    ("ReservedB30", "v", "v", ""),
    ("ReservedC0", "v", "v", ""),
    ("ReservedC1", "v", "v", ""),
    ("ReservedC2", "v", "v", ""),
    ("ReservedC3", "v", "v", ""),
    ("ReservedC4", "v", "v", ""),
    ("ReservedC5", "v", "v", ""),
    ("ReservedC6", "v", "v", ""),
    ("ReservedC7", "v", "v", ""),
    ("ReservedC8", "v", "v", ""),
    ("ReservedC9", "v", "v", ""),
    ("RawBufferVectorLoad", "hfwidl<hfwidl", "r", "Hiii"),
    ("RawBufferVectorStore", "hfwidl<hfwidl", "v", "Hiioi"),
    ("ReservedD0", "v", "v", ""),
    ("ReservedD1", "v", "v", ""),
    ("ReservedD2", "v", "v", ""),
    ("ReservedD3", "v", "v", ""),
    ("VectorReduceAnd", "<18wil", "e", "o"),
    ("VectorReduceOr", "<18wil", "e", "o"),
    ("FDot", "<hf", "e", "oo"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operation::OPERATIONS;

    #[test]
    fn every_operation_has_its_types() {
        assert_eq!(SIGNATURES.len(), OPERATIONS.len());
        for (operation, (name, overloads, result, parameters)) in OPERATIONS.iter().zip(SIGNATURES) {
            assert_eq!(operation.name, name);
            assert_eq!(operation.arguments().count(), parameters.len(), "{name}");
            assert_eq!(result.len(), 1, "{name}");
            let has_overload = Signature { overloads, result, parameters }.overload().is_some();
            assert_eq!(has_overload, overloads != "v", "{name}");
        }
    }
}
