//! Lists what semantics mean in each signature.

use super::List;
use super::context::kind;

/// What a semantic is in a signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// Not available.
    None,
    /// A value of the program.
    Arbitrary,
    /// A system value.
    SystemValue,
    /// A system value that hardware generates; packed last.
    Generated,
    /// Clip or cull distances.
    ClipCull,
    /// Tessellation factors.
    TessFactor,
    /// A render target.
    Target,
    /// In the signature, in no register.
    NotPacked,
    /// In the signature for compatibility only.
    Shadow,
    /// Accessed by an operation.
    NotInSignature,
}

impl Meaning {
    /// True if elements of this meaning are in a signature.
    pub(super) fn is_in_signature(self) -> bool {
        !matches!(self, Meaning::None | Meaning::NotInSignature)
    }

    /// True if elements of this meaning have a row and column.
    pub(super) fn is_packed(self) -> bool {
        self.is_in_signature() && !matches!(self, Meaning::NotPacked | Meaning::Shadow)
    }
}

/// Meaning of a semantic in a signature of a kind of shader.
pub(super) fn meaning(semantic: u8, shader: u32, list: List) -> Meaning {
    let column = match (shader, list) {
        (kind::VERTEX, List::Inputs) => 0,
        (kind::VERTEX, List::Outputs) => 1,
        (kind::HULL, List::Inputs) => 2,
        (kind::HULL, List::Outputs) => 3,
        (kind::HULL, List::Patches) => 4,
        (kind::DOMAIN, List::Patches) => 5,
        (kind::DOMAIN, List::Inputs) => 6,
        (kind::DOMAIN, List::Outputs) => 7,
        (kind::GEOMETRY, List::Inputs) => 8,
        (kind::GEOMETRY, List::Outputs) => 9,
        (kind::PIXEL, List::Inputs) => 10,
        (kind::PIXEL, List::Outputs) => 11,
        (kind::MESH, List::Outputs) => 12,
        (kind::MESH, List::Patches) => 13,
        _ => return Meaning::None,
    };
    let letter = SEMANTICS.get(usize::from(semantic)).and_then(|row| row.1.as_bytes().get(column));
    match letter {
        Some(b'A') => Meaning::Arbitrary,
        Some(b'S') => Meaning::SystemValue,
        Some(b'G') => Meaning::Generated,
        Some(b'C') => Meaning::ClipCull,
        Some(b'T') => Meaning::TessFactor,
        Some(b'P') => Meaning::Target,
        Some(b'N') => Meaning::NotPacked,
        Some(b'H') => Meaning::Shadow,
        Some(b'X') => Meaning::NotInSignature,
        _ => Meaning::None,
    }
}

/// Name of a semantic; empty for those of the program, `None` if there is no such kind.
pub(super) fn name(semantic: u8) -> Option<&'static str> {
    SEMANTICS.get(usize::from(semantic)).map(|row| row.0)
}

/// Number of a semantic by its name, in any case.
pub(super) fn named(name: &[u8]) -> Option<u8> {
    let found =
        SEMANTICS.iter().position(|row| !row.0.is_empty() && name.eq_ignore_ascii_case(row.0.as_bytes()));
    found.and_then(|index| u8::try_from(index).ok())
}

/// Name and meanings by number: vertex in, out; hull in, out, patch; domain patch, in, out; geometry in, out; pixel in,
/// out; mesh vertex, primitive.
const SEMANTICS: [(&str, &str); 33] = [
    ("", "AAAAAAAAAAA-AA"),
    ("SV_VertexID", "S-------------"),
    ("SV_InstanceID", "SAAA--AAAAA---"),
    ("SV_Position", "ASSSAASSSSS-S-"),
    ("SV_RenderTargetArrayIndex", "ASSSAASSSSS--S"),
    ("SV_ViewportArrayIndex", "ASSSAASSSSS--S"),
    ("SV_ClipDistance", "ACCCAACCCCC-C-"),
    ("SV_CullDistance", "ACCCAACCCCC-C-"),
    ("SV_OutputControlPointID", "--------------"),
    ("SV_DomainLocation", "-----X--------"),
    ("SV_PrimitiveID", "-----X--HGG--S"),
    ("SV_GSInstanceID", "--------------"),
    ("SV_SampleIndex", "----------H---"),
    ("SV_IsFrontFace", "---------GG---"),
    ("SV_Coverage", "----------XN--"),
    ("SV_InnerCoverage", "----------X---"),
    ("SV_Target", "-----------P--"),
    ("SV_Depth", "-----------N--"),
    ("SV_DepthLessEqual", "-----------N--"),
    ("SV_DepthGreaterEqual", "-----------N--"),
    ("SV_StencilRef", "-----------N--"),
    ("SV_DispatchThreadID", "--------------"),
    ("SV_GroupID", "--------------"),
    ("SV_GroupIndex", "--------------"),
    ("SV_GroupThreadID", "--------------"),
    ("SV_TessFactor", "----TT--------"),
    ("SV_InsideTessFactor", "----TT--------"),
    ("SV_ViewID", "X----X----X---"),
    ("SV_Barycentrics", "----------N---"),
    ("SV_ShadingRate", "-SSS--SSSSS--S"),
    ("SV_CullPrimitive", "----------X--N"),
    ("SV_StartVertexLocation", "X-------------"),
    ("SV_StartInstanceLocation", "X-------------"),
];
