//! The entry point, and what stages have of their own.

use glassbox_core::stage::Stage;
use glassbox_dxbc::Opcode;
use glassbox_dxbc::names::GlobalFlags;
use glassbox_lower_directx::interface::System;
use glassbox_lower_directx::{Outcome, rules};
use glassbox_spirv::build::value::{built_in, execution_mode as mode, execution_model as model, scope};
use glassbox_spirv::build::{Id, op};

use crate::source::{Phase, PhaseKind};
use crate::writer::Writer;

/// Vertices of an input primitive of a geometry shader.
pub(crate) fn vertices_of(primitive: u32) -> u32 {
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
    /// Writes the functions and declares the entry point.
    pub(crate) fn entry(&mut self) -> Outcome<()> {
        let void = self.b.void();
        let signature = self.b.function_type(void, &[]);
        let main = match self.source.stage {
            Stage::TessellationControl => self.hull()?,
            _ => {
                let main = self.b.begin_function(void, signature);
                self.b.name(main, "main");
                let phase = self.source.phases.first().copied();
                if let Some(phase) = phase {
                    self.instructions(0, phase)?;
                }
                self.b.end_function();
                main
            }
        };
        let number = match self.source.stage {
            Stage::Vertex => model::VERTEX,
            Stage::TessellationControl => model::TESSELLATION_CONTROL,
            Stage::TessellationEvaluation => model::TESSELLATION_EVALUATION,
            Stage::Geometry => model::GEOMETRY,
            Stage::Fragment => model::FRAGMENT,
            _ => model::GL_COMPUTE,
        };
        let interface = self.interface.clone();
        self.b.entry_point(number, main, "main", &interface);
        for (kind, operands) in self.modes()? {
            self.b.execution_mode_with(main, kind, &operands);
        }
        Ok(())
    }

    /// The number of the control point or of the instance.
    pub(crate) fn invocation(&mut self) -> Id {
        let uint = self.b.uint();
        self.built_ins.load(&mut self.b, built_in::INVOCATION_ID, uint, &mut self.interface)
    }

    /// The phases of a hull shader as functions, and what calls them: control points, then the patch once.
    fn hull(&mut self) -> Outcome<Id> {
        let (void, uint) = (self.b.void(), self.b.uint());
        let plain = self.b.function_type(void, &[]);
        let counted = self.b.function_type(void, &[uint]);
        let mut control = None;
        let mut patch: Vec<(Id, u32)> = Vec::new();
        let phases: Vec<Phase> = self.source.phases.clone();
        for (number, phase) in phases.into_iter().enumerate() {
            match phase.kind {
                PhaseKind::Main => {}
                PhaseKind::ControlPoint => {
                    let id = self.b.begin_function(void, plain);
                    self.b.name(id, "control_point");
                    self.instance = None;
                    self.instructions(number, phase)?;
                    self.b.end_function();
                    control = Some(id);
                }
                PhaseKind::Fork | PhaseKind::Join => {
                    let id = self.b.begin_function(void, counted);
                    let name = if phase.kind == PhaseKind::Fork { "fork" } else { "join" };
                    self.b.name(id, &format!("{name}{}", patch.len()));
                    self.instance = Some(self.b.parameter(uint));
                    self.instructions(number, phase)?;
                    self.b.end_function();
                    patch.push((id, phase.instances));
                }
            }
        }
        self.begin();
        let main = self.b.begin_function(void, plain);
        self.b.name(main, "main");
        let invocation = self.invocation();
        match control {
            Some(control) => {
                self.b.value(op::FUNCTION_CALL, void, &[control]);
            }
            None => self.pass_through(invocation)?,
        }
        self.b.control_barrier(scope::WORKGROUP, scope::INVOCATION, 0);
        self.call_patch(invocation, &patch);
        self.b.end(op::RETURN);
        self.b.end_function();
        Ok(main)
    }

    /// Calls the phases of the patch in the first invocation, each as often as it has instances.
    fn call_patch(&mut self, invocation: Id, patch: &[(Id, u32)]) {
        if patch.is_empty() {
            return;
        }
        let (void, uint, truth) = (self.b.void(), self.b.uint(), self.b.bool());
        let zero = self.b.constant(uint, 0);
        let one = self.b.constant(uint, 1);
        let is_first = self.b.value(op::I_EQUAL, truth, &[invocation, zero]);
        let (then, merge) = (self.b.id(), self.b.id());
        self.b.select_block(is_first, then, merge, merge);
        self.b.open(then);
        for (id, instances) in patch {
            if *instances == 1 {
                self.b.value(op::FUNCTION_CALL, void, &[*id, zero]);
                continue;
            }
            let before = self.b.block();
            let (header, body, next, end) = (self.b.id(), self.b.id(), self.b.id(), self.b.id());
            self.b.open(header);
            let counter =
                self.b.phi(uint, &before.map(|before| (zero, before)).into_iter().collect::<Vec<_>>());
            let last = self.b.constant(uint, *instances);
            let goes_on = self.b.value(op::U_LESS_THAN, truth, &[counter, last]);
            self.b.loop_merge(next, end, 0, &[]);
            self.b.branch_conditional(goes_on, body, end);
            self.b.open(body);
            self.b.value(op::FUNCTION_CALL, void, &[*id, counter]);
            self.b.open(next);
            let following = self.b.value(op::I_ADD, uint, &[counter, one]);
            self.b.add_incoming(counter, following, next);
            self.b.branch(header);
            self.b.open(end);
        }
        self.b.open(merge);
    }

    /// Execution modes with their operands.
    fn modes(&mut self) -> Outcome<Vec<(u32, Vec<u32>)>> {
        let declared = &self.source.declared;
        let plain = |kind: u32| (kind, Vec::new());
        Ok(match self.source.stage {
            Stage::Fragment => self.pixel_modes().into_iter().map(plain).collect(),
            Stage::Compute => {
                let Some(group) = declared.group else {
                    self.index = 0;
                    let message = "found a compute shader without `dcl_thread_group`".to_owned();
                    return Err(self.refuse(&rules::SHAPE, message));
                };
                if group.contains(&0) {
                    let mut instructions = self.source.instructions.iter();
                    self.index =
                        instructions.position(|found| found.opcode == Opcode::DCL_THREAD_GROUP).unwrap_or(0);
                    let message = format!("found a group of {group:?} threads, expected at least one");
                    return Err(self.refuse(&rules::SHAPE, message));
                }
                vec![(mode::LOCAL_SIZE, group.to_vec())]
            }
            Stage::Geometry => {
                let input = match declared.primitive {
                    1 => mode::INPUT_POINTS,
                    2 => mode::INPUT_LINES,
                    6 => mode::INPUT_LINES_ADJACENCY,
                    7 => mode::INPUT_TRIANGLES_ADJACENCY,
                    _ => mode::TRIANGLES,
                };
                let output = match declared.topology {
                    1 => mode::OUTPUT_POINTS,
                    2 | 3 => mode::OUTPUT_LINE_STRIP,
                    _ => mode::OUTPUT_TRIANGLE_STRIP,
                };
                vec![
                    plain(input),
                    (mode::INVOCATIONS, vec![declared.gs_instances.max(1)]),
                    plain(output),
                    (mode::OUTPUT_VERTICES, vec![declared.max_vertices]),
                ]
            }
            Stage::TessellationControl => {
                let spacing = match declared.partitioning {
                    3 => mode::SPACING_FRACTIONAL_ODD,
                    4 => mode::SPACING_FRACTIONAL_EVEN,
                    _ => mode::SPACING_EQUAL,
                };
                let order = match declared.output_primitive {
                    1 => Some(mode::POINT_MODE),
                    3 => Some(mode::VERTEX_ORDER_CW),
                    4 => Some(mode::VERTEX_ORDER_CCW),
                    _ => None,
                };
                let points = declared.control_points[1].clamp(1, 32);
                let mut modes =
                    vec![(mode::OUTPUT_VERTICES, vec![points]), plain(self.domain()), plain(spacing)];
                modes.extend(order.map(plain));
                modes
            }
            Stage::TessellationEvaluation => vec![plain(self.domain())],
            _ => Vec::new(),
        })
    }

    fn domain(&self) -> u32 {
        match self.source.declared.domain {
            1 => mode::ISOLINES,
            3 => mode::QUADS,
            _ => mode::TRIANGLES,
        }
    }

    fn pixel_modes(&self) -> Vec<u32> {
        let mut kinds = vec![mode::ORIGIN_UPPER_LEFT];
        if self.source.declared.has_flag(GlobalFlags::EARLY_DEPTH_STENCIL) {
            kinds.push(mode::EARLY_FRAGMENT_TESTS);
        }
        for element in &self.source.outputs {
            match element.system {
                System::Depth => kinds.push(mode::DEPTH_REPLACING),
                System::DepthLessEqual => kinds.extend([mode::DEPTH_REPLACING, mode::DEPTH_LESS]),
                System::DepthGreaterEqual => kinds.extend([mode::DEPTH_REPLACING, mode::DEPTH_GREATER]),
                System::StencilRef => kinds.push(mode::STENCIL_REF_REPLACING_EXT),
                _ => {}
            }
        }
        kinds
    }
}
