//! The entry point: interface, execution modes, and what stages have of their own.

use glassbox_core::stage::Stage;
use glassbox_dxil::features::flag;
use glassbox_dxil::ir::{FunctionId, Type, TypeId};
use glassbox_dxil::operation::opcode;
use glassbox_dxil::shader::signature::Element as Given;
use glassbox_lower_directx::interface::{
    self, Direction, Element, Interpolation, Scalar, Signature, System, declare,
};
use glassbox_lower_directx::{Outcome, rules};
use glassbox_spirv::build::op;
use glassbox_spirv::build::value::{
    built_in, capability, execution_mode as mode, execution_model as model, scope, storage_class,
};

use crate::writer::{Value, Writer};

/// Element of a signature in the terms of interfaces.
fn element(given: &Given, per_vertex: bool) -> Element {
    // Signed and unsigned integers, then floats; those of 16 bits may be narrower.
    let (scalar, is_relaxed) = match given.component_type {
        2 => (Scalar::Int, true),
        4 | 6 => (Scalar::Int, false),
        3 => (Scalar::Uint, true),
        1 | 5 | 7 => (Scalar::Uint, false),
        8 | 11 | 12 => (Scalar::Float, true),
        _ => (Scalar::Float, false),
    };
    Element {
        name: String::from_utf8_lossy(&given.name).into_owned(),
        indices: given.indices.clone(),
        system: System::from_number(u32::from(given.semantic)).unwrap_or_default(),
        scalar,
        is_relaxed,
        interpolation: Interpolation::from_number(u32::from(given.interpolation)),
        rows: given.rows,
        columns: given.columns,
        place: given.place,
        stream: given.stream,
        per_vertex,
    }
}

/// Vertices of an input primitive of a geometry shader.
fn vertices_of(primitive: u32) -> u32 {
    match primitive {
        1 => 1,
        2 => 2,
        6 => 4,
        7 => 6,
        // Patches of 1 to 32 control points.
        8..=39 => primitive - 7,
        _ => 3,
    }
}

impl Writer<'_> {
    /// Declares the variables of the signatures.
    pub(crate) fn declare_interface(&mut self) -> Outcome<()> {
        let stage = self.chosen.stage;
        let entry = self.chosen.entry;
        let (signatures, properties) = (&entry.signatures, &entry.properties);
        let per_vertex = self.survey.per_vertex.clone();
        let inputs: Vec<Element> =
            signatures.inputs.iter().map(|given| element(given, per_vertex.contains(&given.id))).collect();
        let outputs: Vec<Element> = signatures.outputs.iter().map(|given| element(given, false)).collect();
        let patches: Vec<Element> = signatures.patches.iter().map(|given| element(given, false)).collect();
        let input_vertices = match stage {
            Stage::Geometry => properties.geometry.map(|geometry| vertices_of(geometry.input_primitive)),
            Stage::TessellationControl => properties.hull.map(|hull| hull.input_control_points),
            Stage::TessellationEvaluation => properties.domain.map(|domain| domain.control_points.max(1)),
            _ => None,
        };
        let output_vertices = match stage {
            Stage::TessellationControl => properties.hull.map(|hull| hull.output_control_points),
            Stage::Mesh => properties.mesh.map(|mesh| mesh.max_vertices),
            _ => None,
        };
        let plain = Signature {
            stage,
            direction: Direction::Input,
            elements: &inputs,
            vertices: input_vertices,
            is_patch: false,
            per_primitive: false,
            first_location: 0,
        };
        self.ports.inputs = declare(&mut self.b, &plain, &mut self.interface)?;
        let output = Signature {
            direction: Direction::Output,
            elements: &outputs,
            vertices: output_vertices,
            ..plain
        };
        self.ports.outputs = declare(&mut self.b, &output, &mut self.interface)?;
        let is_mesh = stage == Stage::Mesh;
        let patch = Signature {
            direction: match stage {
                Stage::TessellationEvaluation => Direction::Input,
                _ => Direction::Output,
            },
            elements: &patches,
            vertices: properties.mesh.filter(|_| is_mesh).map(|mesh| mesh.max_primitives),
            is_patch: !is_mesh,
            per_primitive: is_mesh,
            // They share locations with vertices and control points.
            first_location: match stage {
                Stage::TessellationEvaluation => interface::locations(&inputs),
                _ => interface::locations(&outputs),
            },
            ..plain
        };
        self.ports.patches = declare(&mut self.b, &patch, &mut self.interface)?;
        self.adopt(&inputs);
        Ok(())
    }

    /// Makes variables of the signature those of operations that read the same.
    fn adopt(&mut self, inputs: &[Element]) {
        for (element, port) in inputs.iter().zip(self.ports.inputs.clone()) {
            let Some(port) = port else { continue };
            let uint = self.b.uint();
            let number = match element.system {
                System::SampleIndex => built_in::SAMPLE_ID,
                System::PrimitiveId if self.chosen.stage != Stage::Vertex => built_in::PRIMITIVE_ID,
                System::ViewId => built_in::VIEW_INDEX,
                _ => continue,
            };
            self.built_ins.adopt(number, uint, port.variable);
        }
    }

    /// True if vertices are emitted to more than the first stream.
    pub(crate) fn has_streams(&self) -> bool {
        self.survey.streams.iter().any(|stream| *stream > 0)
    }

    /// A parameter of an entry point: payload or attributes of ray tracing.
    pub(crate) fn entry_parameter(&mut self, index: usize, ty: TypeId) -> Outcome<Value> {
        let stage = self.chosen.stage;
        let class = match (stage, index) {
            (Stage::AnyHit | Stage::ClosestHit | Stage::Miss, 0) => storage_class::INCOMING_RAY_PAYLOAD_KHR,
            (Stage::AnyHit | Stage::ClosestHit, 1) => storage_class::HIT_ATTRIBUTE_KHR,
            (Stage::Callable, 0) => storage_class::INCOMING_CALLABLE_DATA_KHR,
            _ => {
                let message = format!("found a parameter of a {stage} shader, which it does not have");
                return Err(self.refuse(&rules::SHAPE, message));
            }
        };
        match self.llvm(ty) {
            Some(Type::Pointer { pointee, .. }) => Ok(Value::Pointer(self.passed(class, pointee)?)),
            _ => {
                let message = "found a parameter of an entry point that is no address".to_owned();
                Err(self.refuse(&rules::SHAPE, message))
            }
        }
    }

    /// Declares the entry point and its modes, and what calls both phases of a hull shader.
    pub(crate) fn entry(&mut self) -> Outcome<()> {
        let function = self.functions.get(&self.chosen.function).copied();
        let Some(mut main) = function else { return Ok(()) };
        if self.chosen.stage == Stage::TessellationControl {
            main = self.hull(main)?;
        }
        let mut interface = self.interface.clone();
        // From SPIR-V 1.4 on all variables are of the interface.
        if self.b.version() >= 0x0001_0400 {
            interface.extend(self.globals.iter().copied());
        }
        let number = match self.chosen.stage {
            Stage::Vertex => model::VERTEX,
            Stage::TessellationControl => model::TESSELLATION_CONTROL,
            Stage::TessellationEvaluation => model::TESSELLATION_EVALUATION,
            Stage::Geometry => model::GEOMETRY,
            Stage::Fragment => model::FRAGMENT,
            Stage::Compute => model::GL_COMPUTE,
            Stage::Task => model::TASK_EXT,
            Stage::Mesh => model::MESH_EXT,
            Stage::RayGeneration => model::RAY_GENERATION_KHR,
            Stage::Intersection => model::INTERSECTION_KHR,
            Stage::AnyHit => model::ANY_HIT_KHR,
            Stage::ClosestHit => model::CLOSEST_HIT_KHR,
            Stage::Miss => model::MISS_KHR,
            Stage::Callable => model::CALLABLE_KHR,
        };
        self.b.entry_point(number, main, "main", &interface);
        for (kind, operands) in self.modes()? {
            self.b.execution_mode_with(main, kind, &operands);
        }
        Ok(())
    }

    /// The entry point of a hull shader: each control point, then the patch once.
    fn hull(&mut self, control: glassbox_spirv::build::Id) -> Outcome<glassbox_spirv::build::Id> {
        let patch = self.chosen.entry.properties.hull.and_then(|hull| hull.patch_function);
        let patch = patch.and_then(|patch| self.functions.get(&FunctionId::at(patch)).copied());
        let Some(patch) = patch else {
            let message = "found a hull shader without a function for its patch".to_owned();
            return Err(self.refuse(&rules::SHAPE, message));
        };
        let (void, uint, truth) = (self.b.void(), self.b.uint(), self.b.bool());
        let signature = self.b.function_type(void, &[]);
        self.b.at(0..0);
        let main = self.b.begin_function(void, signature);
        self.b.name(main, "main");
        let number = self.built_in(built_in::INVOCATION_ID, uint);
        self.b.value(op::FUNCTION_CALL, void, &[control]);
        self.b.control_barrier(scope::WORKGROUP, scope::INVOCATION, 0);
        let zero = self.b.constant(uint, 0);
        let is_first = self.b.value(op::I_EQUAL, truth, &[number, zero]);
        let (then, merge) = (self.b.id(), self.b.id());
        self.b.select_block(is_first, then, merge, merge);
        self.b.open(then);
        self.b.value(op::FUNCTION_CALL, void, &[patch]);
        self.b.open(merge);
        self.b.end(op::RETURN);
        self.b.end_function();
        Ok(main)
    }

    /// Execution modes with their operands.
    fn modes(&mut self) -> Outcome<Vec<(u32, Vec<u32>)>> {
        let properties = &self.chosen.entry.properties;
        let mut modes: Vec<(u32, Vec<u32>)> = Vec::new();
        if let Some(threads) = properties.group() {
            if threads.contains(&0) {
                let message = format!("found a group of {threads:?} threads, expected at least one");
                return Err(self.refuse(&rules::SHAPE, message));
            }
            modes.push((mode::LOCAL_SIZE, threads.to_vec()));
            modes.extend(self.derivative_mode(threads)?);
        }
        match self.chosen.stage {
            Stage::Fragment => modes.extend(self.pixel_modes()),
            Stage::Geometry => modes.extend(self.geometry_modes()),
            Stage::TessellationControl => {
                if let Some(hull) = properties.hull {
                    modes.push((mode::OUTPUT_VERTICES, vec![hull.output_control_points]));
                    modes.push((domain_mode(hull.domain), vec![]));
                    modes.push((
                        match hull.partitioning {
                            3 => mode::SPACING_FRACTIONAL_ODD,
                            4 => mode::SPACING_FRACTIONAL_EVEN,
                            _ => mode::SPACING_EQUAL,
                        },
                        vec![],
                    ));
                    modes.extend(
                        match hull.output_primitive {
                            1 => Some(mode::POINT_MODE),
                            3 => Some(mode::VERTEX_ORDER_CW),
                            4 => Some(mode::VERTEX_ORDER_CCW),
                            _ => None,
                        }
                        .map(|kind| (kind, vec![])),
                    );
                }
            }
            Stage::TessellationEvaluation => {
                modes.extend(properties.domain.map(|domain| (domain_mode(domain.domain), vec![])));
            }
            Stage::Mesh => {
                if let Some(mesh) = properties.mesh {
                    modes.push((mode::OUTPUT_VERTICES, vec![mesh.max_vertices.max(1)]));
                    modes.push((mode::OUTPUT_PRIMITIVES_EXT, vec![mesh.max_primitives.max(1)]));
                    let kind = match mesh.topology {
                        1 => mode::OUTPUT_LINES_EXT,
                        _ => mode::OUTPUT_TRIANGLES_EXT,
                    };
                    modes.push((kind, vec![]));
                }
            }
            _ => {}
        }
        Ok(modes)
    }

    /// How threads make quads, where derivatives are taken between them.
    fn derivative_mode(&mut self, [x, y, z]: [u32; 3]) -> Outcome<Option<(u32, Vec<u32>)>> {
        const IMPLICIT: &[u32] = &[
            opcode::SAMPLE,
            opcode::SAMPLE_BIAS,
            opcode::SAMPLE_CMP,
            opcode::SAMPLE_CMP_BIAS,
            opcode::CALCULATE_LOD,
            opcode::DERIV_COARSE_X,
            opcode::DERIV_COARSE_Y,
            opcode::DERIV_FINE_X,
            opcode::DERIV_FINE_Y,
        ];
        if !IMPLICIT.iter().any(|one| self.survey.operations.contains(one)) {
            return Ok(None);
        }
        let threads = x.saturating_mul(y).saturating_mul(z);
        if !threads.is_multiple_of(4) {
            let message = format!("found derivatives in groups of {threads} threads, expected whole quads");
            return Err(self.refuse(&rules::OPERATION, message));
        }
        self.b.extension("SPV_KHR_compute_shader_derivatives");
        let is_square = x.is_multiple_of(2) && y.is_multiple_of(2);
        let (needed, kind) = if is_square {
            (capability::COMPUTE_DERIVATIVE_GROUP_QUADS_KHR, mode::DERIVATIVE_GROUP_QUADS_KHR)
        } else {
            (capability::COMPUTE_DERIVATIVE_GROUP_LINEAR_KHR, mode::DERIVATIVE_GROUP_LINEAR_KHR)
        };
        self.b.capability(needed);
        Ok(Some((kind, vec![])))
    }

    fn pixel_modes(&self) -> Vec<(u32, Vec<u32>)> {
        let mut kinds = vec![mode::ORIGIN_UPPER_LEFT];
        if self.chosen.entry.properties.flags & flag::EARLY_DEPTH_STENCIL != 0 {
            kinds.push(mode::EARLY_FRAGMENT_TESTS);
        }
        for element in &self.chosen.entry.signatures.outputs {
            match System::from_number(u32::from(element.semantic)) {
                Some(System::Depth) => kinds.push(mode::DEPTH_REPLACING),
                Some(System::DepthLessEqual) => kinds.extend([mode::DEPTH_REPLACING, mode::DEPTH_LESS]),
                Some(System::DepthGreaterEqual) => kinds.extend([mode::DEPTH_REPLACING, mode::DEPTH_GREATER]),
                Some(System::StencilRef) => kinds.push(mode::STENCIL_REF_REPLACING_EXT),
                _ => {}
            }
        }
        if self.is_ordered() {
            let samples = self.chosen.entry.signatures.inputs.iter();
            let per_sample = samples.map(|element| System::from_number(u32::from(element.semantic)));
            let per_sample = per_sample.into_iter().any(|system| system == Some(System::SampleIndex));
            kinds.push(if per_sample {
                mode::SAMPLE_INTERLOCK_ORDERED_EXT
            } else {
                mode::PIXEL_INTERLOCK_ORDERED_EXT
            });
        }
        kinds.into_iter().map(|kind| (kind, vec![])).collect()
    }

    fn geometry_modes(&self) -> Vec<(u32, Vec<u32>)> {
        let Some(geometry) = self.chosen.entry.properties.geometry else { return Vec::new() };
        let input = match geometry.input_primitive {
            1 => mode::INPUT_POINTS,
            2 => mode::INPUT_LINES,
            6 => mode::INPUT_LINES_ADJACENCY,
            7 => mode::INPUT_TRIANGLES_ADJACENCY,
            _ => mode::TRIANGLES,
        };
        let output = match geometry.topology {
            1 => mode::OUTPUT_POINTS,
            2 | 3 => mode::OUTPUT_LINE_STRIP,
            _ => mode::OUTPUT_TRIANGLE_STRIP,
        };
        vec![
            (input, vec![]),
            (mode::INVOCATIONS, vec![geometry.instances.max(1)]),
            (output, vec![]),
            (mode::OUTPUT_VERTICES, vec![geometry.max_vertices]),
        ]
    }
}

fn domain_mode(domain: u32) -> u32 {
    match domain {
        1 => mode::ISOLINES,
        3 => mode::QUADS,
        _ => mode::TRIANGLES,
    }
}
