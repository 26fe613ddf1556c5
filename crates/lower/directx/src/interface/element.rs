//! Elements of signatures, and the built-in variables that system values are.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{built_in, decoration};
use glassbox_spirv::build::{Builder, Id};

use super::port::PortForm;
use super::{Direction, Signature, no_counterpart};
use crate::Outcome;

/// Type of a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// A float.
    Float,
    /// A signed integer.
    Int,
    /// An unsigned integer.
    Uint,
}

impl Scalar {
    /// Its type of 32 bits.
    pub fn ty(self, b: &mut Builder) -> Id {
        match self {
            Scalar::Float => b.float(),
            Scalar::Int => b.int(),
            Scalar::Uint => b.uint(),
        }
    }
}

/// How an input of a pixel shader comes from the vertices.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Interpolation {
    /// Not stated.
    #[default]
    Undefined,
    /// That of one vertex.
    Constant,
    /// Linear, in perspective.
    Linear,
    /// Linear, in perspective, at the centroid.
    LinearCentroid,
    /// Linear on the screen.
    LinearNoPerspective,
    /// Linear on the screen, at the centroid.
    LinearNoPerspectiveCentroid,
    /// Linear, in perspective, at the sample.
    LinearSample,
    /// Linear on the screen, at the sample.
    LinearNoPerspectiveSample,
}

impl Interpolation {
    /// In the numbers that DXBC and DXIL have.
    pub fn from_number(number: u32) -> Interpolation {
        use Interpolation as I;
        match number {
            1 => I::Constant,
            2 => I::Linear,
            3 => I::LinearCentroid,
            4 => I::LinearNoPerspective,
            5 => I::LinearNoPerspectiveCentroid,
            6 => I::LinearSample,
            7 => I::LinearNoPerspectiveSample,
            _ => I::Undefined,
        }
    }

    /// Decorations of an input of a pixel shader.
    pub(super) fn decorations(self, scalar: Scalar) -> &'static [u32] {
        use Interpolation as I;
        use decoration::{CENTROID, FLAT, NO_PERSPECTIVE, SAMPLE};
        if scalar != Scalar::Float {
            return &[FLAT];
        }
        match self {
            I::Constant => &[FLAT],
            I::Undefined | I::Linear => &[],
            I::LinearCentroid => &[CENTROID],
            I::LinearNoPerspective => &[NO_PERSPECTIVE],
            I::LinearNoPerspectiveCentroid => &[NO_PERSPECTIVE, CENTROID],
            I::LinearSample => &[SAMPLE],
            I::LinearNoPerspectiveSample => &[NO_PERSPECTIVE, SAMPLE],
        }
    }
}

macro_rules! systems {
    ($($(#[$meta:meta])* $name:ident = $number:literal,)*) => {
        /// System value, in the numbers of DXIL.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub enum System {
            $($(#[$meta])* $name,)*
        }

        impl System {
            /// The one of a number.
            pub fn from_number(number: u32) -> Option<System> {
                match number {
                    $($number => Some(System::$name),)*
                    _ => None,
                }
            }
        }
    };
}

systems! {
    /// None: what the application calls it.
    #[default]
    Arbitrary = 0,
    /// Number of the vertex.
    VertexId = 1,
    /// Number of the instance.
    InstanceId = 2,
    /// Position.
    Position = 3,
    /// Layer of the target.
    RenderTargetArrayIndex = 4,
    /// Viewport.
    ViewportArrayIndex = 5,
    /// Distances to clip planes.
    ClipDistance = 6,
    /// Distances to cull planes.
    CullDistance = 7,
    /// Number of the control point.
    OutputControlPointId = 8,
    /// Place in the domain.
    DomainLocation = 9,
    /// Number of the primitive.
    PrimitiveId = 10,
    /// Number of the instance of a geometry shader.
    GsInstanceId = 11,
    /// Number of the sample.
    SampleIndex = 12,
    /// Whether the front is seen.
    IsFrontFace = 13,
    /// Samples that are covered.
    Coverage = 14,
    /// Whether the pixel is covered as a whole.
    InnerCoverage = 15,
    /// Color of a target.
    Target = 16,
    /// Depth.
    Depth = 17,
    /// Depth, less than or equal to that of the primitive.
    DepthLessEqual = 18,
    /// Depth, greater than or equal to that of the primitive.
    DepthGreaterEqual = 19,
    /// Stencil reference.
    StencilRef = 20,
    /// Number of the thread in the dispatch.
    DispatchThreadId = 21,
    /// Number of the group.
    GroupId = 22,
    /// Number of the thread in the group, flat.
    GroupIndex = 23,
    /// Number of the thread in the group.
    GroupThreadId = 24,
    /// Factors of the edges.
    TessFactor = 25,
    /// Factors of the inside.
    InsideTessFactor = 26,
    /// Number of the view.
    ViewId = 27,
    /// Barycentric coordinates.
    Barycentrics = 28,
    /// Shading rate.
    ShadingRate = 29,
    /// Whether a primitive is dropped.
    CullPrimitive = 30,
    /// First vertex of a draw.
    StartVertexLocation = 31,
    /// First instance of a draw.
    StartInstanceLocation = 32,
}

/// An element of a signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element {
    /// Semantic name.
    pub name: String,
    /// Semantic index of each row.
    pub indices: Vec<u32>,
    /// System value.
    pub system: System,
    /// Type of the components.
    pub scalar: Scalar,
    /// True for what needs fewer than 32 bits.
    pub is_relaxed: bool,
    /// Interpolation, of inputs of pixel shaders.
    pub interpolation: Interpolation,
    /// Number of rows.
    pub rows: u32,
    /// Number of columns, 1 to 4.
    pub columns: u8,
    /// First row and column; `None` if it has no register.
    pub place: Option<(u32, u8)>,
    /// Stream of a geometry shader.
    pub stream: u32,
    /// True for inputs of pixel shaders whose values at each vertex are asked for.
    pub per_vertex: bool,
}

impl Element {
    /// Name and index as HLSL writes them.
    pub fn semantic(&self) -> String {
        format!("{}{}", self.name, self.indices.first().copied().unwrap_or(0))
    }
}

/// A built-in variable.
pub(super) struct BuiltIn {
    pub(super) built_in: u32,
    pub(super) form: PortForm,
    pub(super) columns: u8,
    pub(super) name: String,
}

/// The built-in variable that a system value is in a stage; `None` if it is at a location there.
pub(super) fn built_in_of(signature: &Signature<'_>, element: &Element) -> Outcome<Option<BuiltIn>> {
    use Stage as S;
    use System as V;

    let stage = signature.stage;
    let is_input = signature.direction == Direction::Input;
    let first_stage = is_input && stage == S::Vertex;
    let plain = |built_in, columns| {
        let name = format!("gl_{}", name_of(built_in));
        Ok(Some(BuiltIn { built_in, form: PortForm::Plain, columns, name }))
    };
    let formed = |built_in, columns, form| {
        let name = format!("gl_{}", name_of(built_in));
        Ok(Some(BuiltIn { built_in, form, columns, name }))
    };
    match element.system {
        V::Arbitrary | V::Target => Ok(None),
        V::VertexId if first_stage => plain(built_in::VERTEX_INDEX, 1),
        V::InstanceId if first_stage => plain(built_in::INSTANCE_INDEX, 1),
        // Elsewhere they are numbers like others, which the stage before hands on.
        V::VertexId | V::InstanceId => Ok(None),
        V::Position if first_stage => Ok(None),
        V::Position if is_input && stage == S::Fragment => {
            formed(built_in::FRAG_COORD, 4, PortForm::FragCoord)
        }
        V::Position => formed(built_in::POSITION, 4, PortForm::Whole),
        // Between other stages they are numbers like others.
        V::RenderTargetArrayIndex | V::ViewportArrayIndex
            if is_input && stage != S::Fragment || stage == S::TessellationControl =>
        {
            Ok(None)
        }
        V::RenderTargetArrayIndex => plain(built_in::LAYER, 1),
        V::ViewportArrayIndex => plain(built_in::VIEWPORT_INDEX, 1),
        V::PrimitiveId if first_stage || !is_input && !matches!(stage, S::Geometry | S::Mesh) => Ok(None),
        V::PrimitiveId => plain(built_in::PRIMITIVE_ID, 1),
        V::SampleIndex if is_input => plain(built_in::SAMPLE_ID, 1),
        V::IsFrontFace if is_input && stage == S::Fragment => {
            formed(built_in::FRONT_FACING, 1, PortForm::Truth)
        }
        V::IsFrontFace => Ok(None),
        V::Coverage if stage == S::Fragment => formed(built_in::SAMPLE_MASK, 1, PortForm::Mask),
        V::InnerCoverage if is_input && stage == S::Fragment => {
            formed(built_in::FULLY_COVERED_EXT, 1, PortForm::Truth)
        }
        V::Depth | V::DepthLessEqual | V::DepthGreaterEqual if !is_input && stage == S::Fragment => {
            plain(built_in::FRAG_DEPTH, 1)
        }
        V::StencilRef if !is_input && stage == S::Fragment => plain(built_in::FRAG_STENCIL_REF_EXT, 1),
        V::TessFactor => formed(built_in::TESS_LEVEL_OUTER, 4, PortForm::List { count: 4 }),
        V::InsideTessFactor => formed(built_in::TESS_LEVEL_INNER, 2, PortForm::List { count: 2 }),
        V::DomainLocation => plain(built_in::TESS_COORD, 3),
        V::GsInstanceId | V::OutputControlPointId => plain(built_in::INVOCATION_ID, 1),
        V::ViewId if is_input => plain(built_in::VIEW_INDEX, 1),
        V::Barycentrics if is_input && stage == S::Fragment => {
            use Interpolation as I;
            let flat = matches!(
                element.interpolation,
                I::LinearNoPerspective | I::LinearNoPerspectiveCentroid | I::LinearNoPerspectiveSample
            );
            let number = if flat { built_in::BARY_COORD_NO_PERSP_KHR } else { built_in::BARY_COORD_KHR };
            plain(number, 3)
        }
        V::ShadingRate if is_input => plain(built_in::SHADING_RATE_KHR, 1),
        V::ShadingRate => plain(built_in::PRIMITIVE_SHADING_RATE_KHR, 1),
        V::CullPrimitive if !is_input => formed(built_in::CULL_PRIMITIVE_EXT, 1, PortForm::Truth),
        V::DispatchThreadId => plain(built_in::GLOBAL_INVOCATION_ID, 3),
        V::GroupId => plain(built_in::WORKGROUP_ID, 3),
        V::GroupIndex => plain(built_in::LOCAL_INVOCATION_INDEX, 1),
        V::GroupThreadId => plain(built_in::LOCAL_INVOCATION_ID, 3),
        V::StartVertexLocation if first_stage => plain(built_in::BASE_VERTEX, 1),
        V::StartInstanceLocation if first_stage => plain(built_in::BASE_INSTANCE, 1),
        _ => Err(no_counterpart(signature, element)),
    }
}

/// What GLSL calls it, for names in the module.
fn name_of(number: u32) -> &'static str {
    match number {
        built_in::VERTEX_INDEX => "VertexIndex",
        built_in::INSTANCE_INDEX => "InstanceIndex",
        built_in::FRAG_COORD => "FragCoord",
        built_in::POSITION => "Position",
        built_in::LAYER => "Layer",
        built_in::VIEWPORT_INDEX => "ViewportIndex",
        built_in::PRIMITIVE_ID => "PrimitiveID",
        built_in::SAMPLE_ID => "SampleID",
        built_in::FRONT_FACING => "FrontFacing",
        built_in::SAMPLE_MASK => "SampleMask",
        built_in::FULLY_COVERED_EXT => "FullyCovered",
        built_in::FRAG_DEPTH => "FragDepth",
        built_in::FRAG_STENCIL_REF_EXT => "FragStencilRef",
        built_in::TESS_LEVEL_OUTER => "TessLevelOuter",
        built_in::TESS_LEVEL_INNER => "TessLevelInner",
        built_in::TESS_COORD => "TessCoord",
        built_in::INVOCATION_ID => "InvocationID",
        built_in::VIEW_INDEX => "ViewIndex",
        built_in::BARY_COORD_KHR | built_in::BARY_COORD_NO_PERSP_KHR => "BaryCoord",
        built_in::SHADING_RATE_KHR => "ShadingRate",
        built_in::PRIMITIVE_SHADING_RATE_KHR => "PrimitiveShadingRate",
        built_in::CULL_PRIMITIVE_EXT => "CullPrimitive",
        built_in::GLOBAL_INVOCATION_ID => "GlobalInvocationID",
        built_in::WORKGROUP_ID => "WorkGroupID",
        built_in::LOCAL_INVOCATION_INDEX => "LocalInvocationIndex",
        built_in::LOCAL_INVOCATION_ID => "LocalInvocationID",
        built_in::BASE_VERTEX => "BaseVertex",
        _ => "BaseInstance",
    }
}
