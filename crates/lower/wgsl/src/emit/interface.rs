//! Inputs and outputs: what their bindings say.

use glassbox_spirv::build::{Id, value};
use naga::{
    Binding, BuiltIn, EntryPoint, Handle, Interpolation, Module, Sampling, ScalarKind, ShaderStage, Type,
    TypeInner,
};

use super::Writer;
use super::types::shape;

/// The number of a built-in variable; `None` for those that are no variable.
pub(super) const fn number(built_in: BuiltIn, is_output: bool) -> Option<u32> {
    use value::built_in as number;

    Some(match built_in {
        BuiltIn::Position { .. } if is_output => number::POSITION,
        BuiltIn::Position { .. } => number::FRAG_COORD,
        BuiltIn::ViewIndex => number::VIEW_INDEX,
        BuiltIn::BaseInstance => number::BASE_INSTANCE,
        BuiltIn::BaseVertex => number::BASE_VERTEX,
        BuiltIn::ClipDistances => number::CLIP_DISTANCE,
        BuiltIn::CullDistance => number::CULL_DISTANCE,
        BuiltIn::InstanceIndex => number::INSTANCE_INDEX,
        BuiltIn::PointSize => number::POINT_SIZE,
        BuiltIn::VertexIndex => number::VERTEX_INDEX,
        BuiltIn::DrawIndex => number::DRAW_INDEX,
        BuiltIn::FragDepth => number::FRAG_DEPTH,
        BuiltIn::PointCoord => number::POINT_COORD,
        BuiltIn::FrontFacing => number::FRONT_FACING,
        BuiltIn::PrimitiveIndex => number::PRIMITIVE_ID,
        BuiltIn::Barycentric { perspective: true } => number::BARY_COORD_KHR,
        BuiltIn::Barycentric { perspective: false } => number::BARY_COORD_NO_PERSP_KHR,
        BuiltIn::SampleIndex => number::SAMPLE_ID,
        BuiltIn::SampleMask => number::SAMPLE_MASK,
        BuiltIn::GlobalInvocationId => number::GLOBAL_INVOCATION_ID,
        BuiltIn::LocalInvocationId => number::LOCAL_INVOCATION_ID,
        BuiltIn::LocalInvocationIndex => number::LOCAL_INVOCATION_INDEX,
        BuiltIn::WorkGroupId => number::WORKGROUP_ID,
        BuiltIn::NumWorkGroups => number::NUM_WORKGROUPS,
        BuiltIn::NumSubgroups => number::NUM_SUBGROUPS,
        BuiltIn::SubgroupId => number::SUBGROUP_ID,
        BuiltIn::SubgroupSize => number::SUBGROUP_SIZE,
        BuiltIn::SubgroupInvocationId => number::SUBGROUP_LOCAL_INVOCATION_ID,
        BuiltIn::CullPrimitive => number::CULL_PRIMITIVE_EXT,
        BuiltIn::PointIndex => number::PRIMITIVE_POINT_INDICES_EXT,
        BuiltIn::LineIndices => number::PRIMITIVE_LINE_INDICES_EXT,
        BuiltIn::TriangleIndices => number::PRIMITIVE_TRIANGLE_INDICES_EXT,
        BuiltIn::RayInvocationId => number::LAUNCH_ID_KHR,
        BuiltIn::NumRayInvocations => number::LAUNCH_SIZE_KHR,
        BuiltIn::InstanceCustomData => number::INSTANCE_CUSTOM_INDEX_KHR,
        BuiltIn::GeometryIndex => number::RAY_GEOMETRY_INDEX_KHR,
        BuiltIn::WorldRayOrigin => number::WORLD_RAY_ORIGIN_KHR,
        BuiltIn::WorldRayDirection => number::WORLD_RAY_DIRECTION_KHR,
        BuiltIn::ObjectRayOrigin => number::OBJECT_RAY_ORIGIN_KHR,
        BuiltIn::ObjectRayDirection => number::OBJECT_RAY_DIRECTION_KHR,
        BuiltIn::RayTmin => number::RAY_TMIN_KHR,
        BuiltIn::RayTCurrentMax => number::RAY_TMAX_KHR,
        BuiltIn::ObjectToWorld => number::OBJECT_TO_WORLD_KHR,
        BuiltIn::WorldToObject => number::WORLD_TO_OBJECT_KHR,
        BuiltIn::HitKind => number::HIT_KIND_KHR,
        BuiltIn::WorkGroupSize
        | BuiltIn::MeshTaskSize
        | BuiltIn::VertexCount
        | BuiltIn::Vertices
        | BuiltIn::PrimitiveCount
        | BuiltIn::Primitives => return None,
    })
}

/// The decorations of a binding: numbers with their operand.
pub(super) fn decorations(
    binding: &Binding,
    inner: &TypeInner,
    stage: ShaderStage,
    is_output: bool,
) -> Vec<(u32, Option<u32>)> {
    use value::decoration;

    let mut list = Vec::new();
    match *binding {
        Binding::BuiltIn(built_in) => {
            list.extend(number(built_in, is_output).map(|number| (decoration::BUILT_IN, Some(number))));
            if built_in == (BuiltIn::Position { invariant: true }) {
                list.push((decoration::INVARIANT, None));
            }
            let is_whole = shape(inner)
                .is_some_and(|shape| matches!(shape.scalar.kind, ScalarKind::Sint | ScalarKind::Uint));
            if stage == ShaderStage::Fragment && !is_output && is_whole {
                list.push((decoration::FLAT, None));
            }
        }
        Binding::Location { location, interpolation, sampling, blend_src, per_primitive } => {
            list.push((decoration::LOCATION, Some(location)));
            // Vulkan forbids these where nothing is interpolated.
            let is_interpolated = match stage {
                ShaderStage::Vertex => is_output,
                ShaderStage::Fragment => !is_output,
                _ => true,
            };
            if is_interpolated {
                list.extend(interpolated(interpolation, sampling).map(|decoration| (decoration, None)));
            }
            if let Some(index) = blend_src {
                list.push((decoration::INDEX, Some(index)));
            }
            if per_primitive && stage == ShaderStage::Fragment {
                list.push((decoration::PER_PRIMITIVE_EXT, None));
            }
        }
    }
    list
}

fn interpolated(
    interpolation: Option<Interpolation>,
    sampling: Option<Sampling>,
) -> impl Iterator<Item = u32> {
    use value::decoration;

    let how = match interpolation {
        None | Some(Interpolation::Perspective) => None,
        Some(Interpolation::Flat) => Some(decoration::FLAT),
        Some(Interpolation::Linear) => Some(decoration::NO_PERSPECTIVE),
        Some(Interpolation::PerVertex) => Some(decoration::PER_VERTEX_KHR),
    };
    let at = match sampling {
        None | Some(Sampling::Center | Sampling::First | Sampling::Either) => None,
        Some(Sampling::Centroid) => Some(decoration::CENTROID),
        Some(Sampling::Sample) => Some(decoration::SAMPLE),
    };
    [how, at].into_iter().flatten()
}

impl Writer<'_> {
    /// A variable of the interface.
    pub(super) fn port(
        &mut self,
        ty: Handle<Type>,
        binding: &Binding,
        name: Option<&str>,
        stage: ShaderStage,
        is_output: bool,
    ) -> Id {
        let class = if is_output { value::storage_class::OUTPUT } else { value::storage_class::INPUT };
        let own = self.ty(ty);
        let held = if is_mask(binding) { self.builder.array(own, 1, None) } else { own };
        let pointer = self.builder.pointer(class, held);
        let id = self.builder.global(pointer, class);
        self.name(id, name);
        let inner = &self.module.types[ty].inner;
        for (decoration, operand) in decorations(binding, inner, stage, is_output) {
            let operands: Vec<u32> = operand.into_iter().collect();
            self.builder.decorate(id, decoration, &operands);
        }
        self.needs_of_port(binding, inner);
        self.interface.push(id);
        id
    }

    /// Capabilities that the decorations leave open.
    fn needs_of_port(&mut self, binding: &Binding, inner: &TypeInner) {
        use value::capability;

        match binding {
            Binding::BuiltIn(BuiltIn::PrimitiveIndex) if !self.survey.has_meshes => {
                self.builder.capability(capability::GEOMETRY);
            }
            Binding::BuiltIn(BuiltIn::DrawIndex) => self.builder.capability(capability::DRAW_PARAMETERS),
            Binding::BuiltIn(BuiltIn::SubgroupSize | BuiltIn::SubgroupInvocationId) => {
                self.builder.capability(capability::GROUP_NON_UNIFORM);
            }
            Binding::Location { per_primitive: true, .. } => {
                self.builder.capability(capability::MESH_SHADING_EXT)
            }
            _ => {}
        }
        if shape(inner).is_some_and(|shape| shape.scalar.width == 2) {
            self.builder.capability(capability::STORAGE_INPUT_OUTPUT16);
            self.builder.extension("SPV_KHR_16bit_storage");
        }
    }
}

/// True for a stage that takes what a mesh stage gives its primitives.
pub(super) fn has_primitives(module: &Module, entry: &EntryPoint) -> bool {
    let is_it =
        |binding: &Option<Binding>| matches!(binding, Some(Binding::Location { per_primitive: true, .. }));
    entry.function.arguments.iter().any(|argument| {
        is_it(&argument.binding)
            || match &module.types[argument.ty].inner {
                TypeInner::Struct { members, .. } => members.iter().any(|member| is_it(&member.binding)),
                _ => false,
            }
    })
}

/// True for the mask of samples, which SPIR-V has as an array of words.
pub(super) const fn is_mask(binding: &Binding) -> bool {
    matches!(binding, Binding::BuiltIn(BuiltIn::SampleMask))
}
