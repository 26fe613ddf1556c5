//! Entry points: their inputs and outputs, and the modes of execution.

use glassbox_spirv::build::{Id, op, value};
use naga::valid::FunctionInfo;
use naga::{
    Binding, BuiltIn, ConservativeDepth, EarlyDepthTest, Expression, Handle, MeshOutputTopology, ShaderStage,
    Type, TypeInner,
};

use super::body::{Body, Parameter};
use super::interface::is_mask;
use super::{Mode, Said, Writer, refuse, unexpected};

/// An input of an entry point.
#[derive(Clone, Debug)]
pub(super) struct Input {
    source: Source,
    /// The type of its value.
    ty: Id,
    is_mask: bool,
    /// Its value, once it was read.
    value: Option<Id>,
}

#[derive(Clone, Copy, Debug)]
enum Source {
    Variable(Id),
    Constant(Id),
}

/// An output of an entry point.
#[derive(Clone, Debug)]
pub(super) struct Output {
    variable: Id,
    ty: Id,
    /// The member of the result that it is; `None` where it is the whole.
    member: Option<u32>,
    is_mask: bool,
}

impl<'m> Writer<'m> {
    /// Writes an entry point.
    pub(super) fn entry_point(
        &mut self,
        entry: &'m naga::EntryPoint,
        info: &'m FunctionInfo,
        version: u32,
    ) -> Said {
        let function = &entry.function;
        let size = self.workgroup_size(entry)?;
        let mut parameters = Vec::new();
        let mut index = None;
        for argument in &function.arguments {
            let name = argument.name.as_deref();
            parameters.push(match (&argument.binding, &self.module.types[argument.ty].inner) {
                (Some(binding), _) => {
                    Parameter::Input(self.input(argument.ty, binding, name, entry.stage, size))
                }
                (None, TypeInner::Struct { members, .. }) => {
                    let mut inputs = Vec::new();
                    for member in members {
                        let Some(binding) = &member.binding else {
                            return unexpected("a member of the interface without a binding");
                        };
                        inputs.push(self.input(
                            member.ty,
                            binding,
                            member.name.as_deref(),
                            entry.stage,
                            size,
                        ));
                        note_index(&mut index, binding, &inputs);
                    }
                    Parameter::Members(inputs)
                }
                _ => return unexpected("an input without a binding"),
            });
            if let (Some(binding), Some(Parameter::Input(input))) = (&argument.binding, parameters.last()) {
                note_index(&mut index, binding, std::slice::from_ref(input));
            }
        }
        let is_task = entry.stage == ShaderStage::Task;
        let (outputs, result) = match &function.result {
            Some(result) if is_task => (None, self.ty(result.ty)),
            Some(result) => (Some(self.outputs(result, entry.stage)?), self.builder.void()),
            None => (Some(Vec::new()), self.builder.void()),
        };
        let signature = self.builder.function_type(result, &[]);
        self.builder.at(0..0);
        let mut id = self.builder.begin_function(result, signature);
        self.name(id, function.name.as_deref().or(Some(&entry.name)));
        self.begin_private()?;
        if entry.stage.compute_like() {
            self.begin_workgroup(entry, info, index);
        }
        Body::new(self, function, info, parameters, outputs).write()?;
        self.builder.end_function();
        match (entry.stage, &entry.mesh_info) {
            (ShaderStage::Task, _) => id = self.task_wrapper(entry, id, result),
            (ShaderStage::Mesh, Some(mesh)) => id = self.mesh_wrapper(entry, mesh, id, index)?,
            _ => {}
        }
        self.modes(entry, id, size);
        let list: Vec<Id> = if version >= 0x0001_0400 {
            self.interface.clone()
        } else {
            self.interface.iter().copied().filter(|id| self.is_port(*id)).collect()
        };
        self.builder.entry_point(model(entry.stage), id, &entry.name, &list);
        Ok(())
    }

    fn is_port(&self, id: Id) -> bool {
        use value::storage_class::{INPUT, OUTPUT};
        matches!(self.builder.storage_class(id), Some(INPUT | OUTPUT))
    }

    fn input(
        &mut self,
        ty: Handle<Type>,
        binding: &Binding,
        name: Option<&str>,
        stage: ShaderStage,
        size: Option<Id>,
    ) -> Input {
        let own = self.ty(ty);
        let source = match (binding, size) {
            (Binding::BuiltIn(BuiltIn::WorkGroupSize), Some(size)) => Source::Constant(size),
            _ => Source::Variable(self.port(ty, binding, name, stage, false)),
        };
        Input { source, ty: own, is_mask: is_mask(binding), value: None }
    }

    fn outputs(&mut self, result: &naga::FunctionResult, stage: ShaderStage) -> Said<Vec<Output>> {
        if let Some(binding) = &result.binding {
            let variable = self.port(result.ty, binding, None, stage, true);
            let ty = self.ty(result.ty);
            return Ok(vec![Output { variable, ty, member: None, is_mask: is_mask(binding) }]);
        }
        let TypeInner::Struct { members, .. } = &self.module.types[result.ty].inner else {
            return unexpected("a result without a binding");
        };
        let mut outputs = Vec::new();
        for (index, member) in (0_u32..).zip(members) {
            let Some(binding) = &member.binding else {
                return unexpected("a member of the interface without a binding");
            };
            let variable = self.port(member.ty, binding, member.name.as_deref(), stage, true);
            let ty = self.ty(member.ty);
            outputs.push(Output { variable, ty, member: Some(index), is_mask: is_mask(binding) });
        }
        Ok(outputs)
    }

    /// The value of an input, read at the top of the entry point.
    pub(super) fn read_input(&mut self, input: &mut Input) -> Id {
        if let Some(value) = input.value {
            return value;
        }
        let id = match input.source {
            Source::Constant(id) => id,
            Source::Variable(variable) => {
                let from = if input.is_mask {
                    let pointer = self.builder.pointer(value::storage_class::INPUT, input.ty);
                    let first = self.builder.constant_uint(0);
                    self.builder.entry_value(op::ACCESS_CHAIN, pointer, &[variable, first])
                } else {
                    variable
                };
                self.builder.entry_value(op::LOAD, input.ty, &[from])
            }
        };
        input.value = Some(id);
        id
    }

    /// Gives an output its part of the result.
    pub(super) fn write_output(&mut self, output: &Output, result: Id) {
        let part = match output.member {
            Some(index) => self.emit(op::COMPOSITE_EXTRACT, output.ty, &[result], &[index]),
            None => result,
        };
        let to = if output.is_mask {
            let pointer = self.builder.pointer(value::storage_class::OUTPUT, output.ty);
            let first = self.builder.constant_uint(0);
            self.builder.value(op::ACCESS_CHAIN, pointer, &[output.variable, first])
        } else {
            output.variable
        };
        self.builder.effect(op::STORE, &[to, part]);
    }

    /// Private variables that begin with what is computed from constants of the pipeline.
    fn begin_private(&mut self) -> Said {
        for (variable, init) in std::mem::take(&mut self.computed) {
            let outer = std::mem::replace(&mut self.mode, Mode::Top);
            let begin = self.global_value(init)?;
            self.mode = outer;
            let Some(begin) = begin else { return unexpected("a variable that begins with nothing") };
            self.builder.effect(op::STORE, &[variable, begin]);
        }
        Ok(())
    }

    /// The size of the workgroup as a constant, for stages that have one.
    fn workgroup_size(&mut self, entry: &naga::EntryPoint) -> Said<Option<Id>> {
        if !entry.stage.compute_like() {
            return Ok(None);
        }
        let uint = self.builder.uint();
        let overrides: [Option<Handle<Expression>>; 3] = entry.workgroup_size_overrides.unwrap_or_default();
        let mut parts = Vec::new();
        for (number, part) in entry.workgroup_size.iter().zip(overrides) {
            let Some(part) = part else {
                parts.push(self.builder.constant_uint((*number).max(1)));
                continue;
            };
            let Some(id) = self.constant(part)? else {
                return refuse(
                    self.module.global_expressions.get_span(part),
                    "found a size of a workgroup that is computed with floats or functions, expected whole numbers and operators",
                    "override the size itself, or compute it with `+`, `-`, `*`, `/` and `%`",
                );
            };
            parts.push(self.as_uint(part, id));
        }
        let vector = self.builder.vector(uint, 3);
        if parts.iter().all(|part| self.is_fixed(*part)) {
            return Ok(Some(self.builder.constant_composite(vector, &parts)));
        }
        let id = self.builder.spec_constant_composite(vector, &parts);
        self.specialized.insert(id);
        self.builder.decorate(id, value::decoration::BUILT_IN, &[value::built_in::WORKGROUP_SIZE]);
        Ok(Some(id))
    }

    /// A constant as an unsigned one.
    fn as_uint(&mut self, handle: Handle<Expression>, id: Id) -> Id {
        let inner = self.info[handle].inner_with(&self.module.types);
        match super::types::shape(inner) {
            Some(shape) if shape.scalar.kind == naga::ScalarKind::Sint => {
                let uint = self.builder.uint();
                let zero = self.wholes(shape, 0);
                let outer = std::mem::replace(&mut self.mode, Mode::Constant);
                let id = self.emit(op::I_ADD, uint, &[id, zero], &[]);
                self.mode = outer;
                id
            }
            _ => id,
        }
    }

    /// The modes of execution of an entry point.
    fn modes(&mut self, entry: &naga::EntryPoint, id: Id, size: Option<Id>) {
        use value::execution_mode as mode;

        if let Some(size) = size {
            let parts = self.builder.parts(size);
            let numbers: Vec<u32> =
                parts.iter().map(|part| (self.builder.bits(*part).unwrap_or(1) as u32).max(1)).collect();
            self.builder.execution_mode_with(id, mode::LOCAL_SIZE, &numbers);
        }
        if entry.stage == ShaderStage::Fragment {
            self.builder.execution_mode(id, mode::ORIGIN_UPPER_LEFT);
            match entry.early_depth_test {
                Some(EarlyDepthTest::Force) => self.builder.execution_mode(id, mode::EARLY_FRAGMENT_TESTS),
                Some(EarlyDepthTest::Allow { conservative }) => self.builder.execution_mode(
                    id,
                    match conservative {
                        ConservativeDepth::GreaterEqual => mode::DEPTH_GREATER,
                        ConservativeDepth::LessEqual => mode::DEPTH_LESS,
                        ConservativeDepth::Unchanged => mode::DEPTH_UNCHANGED,
                    },
                ),
                None => {}
            }
            if self.gives_depth(entry) {
                self.builder.execution_mode(id, mode::DEPTH_REPLACING);
            }
        }
        if let Some(mesh) = &entry.mesh_info {
            self.builder.execution_mode(
                id,
                match mesh.topology {
                    MeshOutputTopology::Points => mode::OUTPUT_POINTS,
                    MeshOutputTopology::Lines => mode::OUTPUT_LINES_EXT,
                    MeshOutputTopology::Triangles => mode::OUTPUT_TRIANGLES_EXT,
                },
            );
            self.builder.execution_mode_with(id, mode::OUTPUT_VERTICES, &[mesh.max_vertices]);
            self.builder.execution_mode_with(id, mode::OUTPUT_PRIMITIVES_EXT, &[mesh.max_primitives]);
        }
    }

    fn gives_depth(&self, entry: &naga::EntryPoint) -> bool {
        let is_depth =
            |binding: &Option<Binding>| matches!(binding, Some(Binding::BuiltIn(BuiltIn::FragDepth)));
        entry.function.result.as_ref().is_some_and(|result| {
            is_depth(&result.binding)
                || match &self.module.types[result.ty].inner {
                    TypeInner::Struct { members, .. } => {
                        members.iter().any(|member| is_depth(&member.binding))
                    }
                    _ => false,
                }
        })
    }
}

/// Notes the variable of the invocation's index.
fn note_index(index: &mut Option<Id>, binding: &Binding, inputs: &[Input]) {
    if let (
        Binding::BuiltIn(BuiltIn::LocalInvocationIndex),
        Some(Input { source: Source::Variable(id), .. }),
    ) = (binding, inputs.last())
    {
        *index = Some(*id);
    }
}

/// The execution model of a stage.
const fn model(stage: ShaderStage) -> u32 {
    use value::execution_model as model;

    match stage {
        ShaderStage::Vertex => model::VERTEX,
        ShaderStage::Task => model::TASK_EXT,
        ShaderStage::Mesh => model::MESH_EXT,
        ShaderStage::Fragment => model::FRAGMENT,
        ShaderStage::Compute => model::GL_COMPUTE,
        ShaderStage::RayGeneration => model::RAY_GENERATION_KHR,
        ShaderStage::Miss => model::MISS_KHR,
        ShaderStage::AnyHit => model::ANY_HIT_KHR,
        ShaderStage::ClosestHit => model::CLOSEST_HIT_KHR,
    }
}
