//! Task and mesh stages. Their functions are called by the entry point, which hands on what they leave: the number of workgroups, or vertices and
//! primitives out of memory of the workgroup.

use glassbox_spirv::build::{Id, glsl, op, value};
use naga::{
    AddressSpace, ArraySize, Barrier, Binding, BuiltIn, Handle, MeshStageInfo, ShaderStage, Type, TypeInner,
};

use super::interface::decorations;
use super::{Said, Writer, unexpected};

/// Vertices or primitives: where they are, and what they become.
struct Elements {
    /// The array in memory of the workgroup.
    array: Id,
    count: Id,
    /// Each member: its index, its type, and where it goes.
    parts: Vec<(u32, Id, Goal)>,
}

/// A variable of the interface that a member goes to.
#[derive(Clone, Copy)]
enum Goal {
    /// An array with an element for each vertex or primitive.
    Array(Id),
    /// A member of the elements of an array of blocks.
    Block(Id, u32),
}

impl Writer<'_> {
    /// The entry point of a task stage.
    pub(super) fn task_wrapper(&mut self, entry: &naga::EntryPoint, inner: Id, size: Id) -> Id {
        let void = self.builder.void();
        let uint = self.builder.uint();
        let signature = self.builder.function_type(void, &[]);
        let id = self.builder.begin_function(void, signature);
        let count = self.builder.value(op::FUNCTION_CALL, size, &[inner]);
        self.control_barrier(Barrier::WORK_GROUP);
        let payload = entry.task_payload.and_then(|handle| self.globals.get(&handle)).map(|global| global.id);
        let parts = [0, 1, 2].map(|index| self.emit(op::COMPOSITE_EXTRACT, uint, &[count], &[index]));
        let operands: Vec<Id> = parts.into_iter().chain(payload).collect();
        self.builder.end_with(op::EMIT_MESH_TASKS_EXT, operands.into_iter().map(Id::operand));
        self.builder.end_function();
        id
    }

    /// The entry point of a mesh stage.
    pub(super) fn mesh_wrapper(
        &mut self,
        entry: &naga::EntryPoint,
        mesh: &MeshStageInfo,
        inner: Id,
        index: Option<Id>,
    ) -> Said<Id> {
        let output = mesh.output_variable;
        let Some(global) = self.globals.get(&output).copied() else {
            return unexpected("a mesh stage without its variable");
        };
        let TypeInner::Struct { members, .. } =
            &self.module.types[self.module.global_variables[output].ty].inner
        else {
            return unexpected("a mesh stage whose variable is no structure");
        };
        let place = |wanted: BuiltIn| {
            let is_it =
                |member: &&(u32, &naga::StructMember)| member.1.binding == Some(Binding::BuiltIn(wanted));
            let numbered: Vec<(u32, &naga::StructMember)> = (0..).zip(members).collect();
            numbered.iter().find(is_it).map(|(index, member)| (*index, member.ty))
        };
        let (Some(vertices), Some(primitives), Some(vertex_count), Some(primitive_count)) = (
            place(BuiltIn::Vertices),
            place(BuiltIn::Primitives),
            place(BuiltIn::VertexCount),
            place(BuiltIn::PrimitiveCount),
        ) else {
            return unexpected("a mesh stage without all parts of its variable");
        };
        let vertex_goals = self.goals(mesh.vertex_output_type, mesh.max_vertices, false);
        let primitive_goals = self.goals(mesh.primitive_output_type, mesh.max_primitives, true);
        let void = self.builder.void();
        let signature = self.builder.function_type(void, &[]);
        let id = self.builder.begin_function(void, signature);
        self.builder.value(op::FUNCTION_CALL, void, &[inner]);
        self.control_barrier(Barrier::WORK_GROUP);
        let vertex_count = self.clamped_count(global.id, vertex_count.0, mesh.max_vertices);
        let primitive_count = self.clamped_count(global.id, primitive_count.0, mesh.max_primitives);
        self.builder.effect(op::SET_MESH_OUTPUTS_EXT, &[vertex_count, primitive_count]);
        let index = self.invocation_index(index);
        let step =
            entry.workgroup_size.iter().fold(1_u32, |product, part| product.saturating_mul((*part).max(1)));
        for (array, count, parts) in
            [(vertices, vertex_count, vertex_goals), (primitives, primitive_count, primitive_goals)]
        {
            let array = self.workgroup_member(global.id, array);
            self.copy(&Elements { array, count, parts }, index, step);
        }
        self.builder.end(op::RETURN);
        self.builder.end_function();
        Ok(id)
    }

    fn workgroup_member(&mut self, variable: Id, (index, ty): (u32, Handle<Type>)) -> Id {
        let ty = self.memory_type(ty, value::storage_class::WORKGROUP);
        let pointer = self.builder.pointer(value::storage_class::WORKGROUP, ty);
        let index = self.builder.constant_uint(index);
        self.builder.value(op::ACCESS_CHAIN, pointer, &[variable, index])
    }

    /// A number of vertices or primitives, no greater than the stage declares.
    fn clamped_count(&mut self, variable: Id, index: u32, most: u32) -> Id {
        let uint = self.builder.uint();
        let pointer = self.builder.pointer(value::storage_class::WORKGROUP, uint);
        let index = self.builder.constant_uint(index);
        let from = self.builder.value(op::ACCESS_CHAIN, pointer, &[variable, index]);
        let count = self.builder.value(op::LOAD, uint, &[from]);
        let most = self.builder.constant_uint(most);
        self.extended(glsl::U_MIN, uint, &[count, most])
    }

    /// The variables of the interface for the members of a vertex or primitive: built-in ones share a block, except for indices.
    fn goals(&mut self, ty: Handle<Type>, most: u32, is_primitive: bool) -> Vec<(u32, Id, Goal)> {
        let TypeInner::Struct { members, .. } = &self.module.types[ty].inner else { return Vec::new() };
        let is_blocked = |binding: &Option<Binding>| match binding {
            Some(Binding::BuiltIn(built_in)) => {
                !matches!(built_in, BuiltIn::PointIndex | BuiltIn::LineIndices | BuiltIn::TriangleIndices)
            }
            _ => false,
        };
        let blocked: Vec<&naga::StructMember> =
            members.iter().filter(|member| is_blocked(&member.binding)).collect();
        let block = (!blocked.is_empty()).then(|| {
            let types: Vec<Id> = blocked.iter().map(|member| self.ty(member.ty)).collect();
            let block = self.builder.new_structure(&types);
            self.builder.decorate(block, value::decoration::BLOCK, &[]);
            for (index, member) in (0..).zip(&blocked) {
                let Some(binding) = &member.binding else { continue };
                let inner = &self.module.types[member.ty].inner;
                for (decoration, operand) in decorations(binding, inner, ShaderStage::Mesh, true) {
                    let operands: Vec<u32> = operand.into_iter().collect();
                    self.builder.decorate_member(block, index, decoration, &operands);
                }
                if is_primitive {
                    self.builder.decorate_member(block, index, value::decoration::PER_PRIMITIVE_EXT, &[]);
                }
            }
            self.output_array(block, most)
        });
        let mut next = 0;
        let mut goals = Vec::new();
        for (index, member) in (0..).zip(members) {
            let ty = self.ty(member.ty);
            let goal = match (&member.binding, block) {
                (binding, Some(block)) if is_blocked(binding) => {
                    next += 1;
                    Goal::Block(block, next - 1)
                }
                (Some(binding), _) => {
                    let variable = self.output_array(ty, most);
                    self.name(variable, member.name.as_deref());
                    let inner = &self.module.types[member.ty].inner;
                    for (decoration, operand) in decorations(binding, inner, ShaderStage::Mesh, true) {
                        let operands: Vec<u32> = operand.into_iter().collect();
                        self.builder.decorate(variable, decoration, &operands);
                    }
                    if is_primitive && matches!(binding, Binding::Location { .. }) {
                        self.builder.decorate(variable, value::decoration::PER_PRIMITIVE_EXT, &[]);
                    }
                    Goal::Array(variable)
                }
                (None, _) => continue,
            };
            goals.push((index, ty, goal));
        }
        goals
    }

    fn output_array(&mut self, element: Id, most: u32) -> Id {
        let array = match std::num::NonZeroU32::new(most) {
            Some(most) => self.array_type(element, ArraySize::Constant(most), None),
            None => self.builder.array(element, 1, None),
        };
        let class = value::storage_class::OUTPUT;
        let pointer = self.builder.pointer(class, array);
        let id = self.builder.global(pointer, class);
        self.interface.push(id);
        id
    }

    /// Copies elements to the interface, those of one invocation a workgroup apart.
    fn copy(&mut self, elements: &Elements, index: Id, step: u32) {
        let (uint, truth) = (self.builder.uint(), self.builder.bool());
        let pointer = self.builder.pointer(super::globals::class_of(AddressSpace::Function), uint);
        let counter = self.builder.variable(pointer);
        let first = self.builder.value(op::LOAD, uint, &[index]);
        self.builder.effect(op::STORE, &[counter, first]);
        let [header, test, body, next, merge] = [(); 5].map(|()| self.builder.id());
        self.builder.open_loop(header, test, next, merge);
        self.builder.open(test);
        let at = self.builder.value(op::LOAD, uint, &[counter]);
        let is_more = self.builder.value(op::U_LESS_THAN, truth, &[at, elements.count]);
        self.builder.branch_conditional(is_more, body, merge);
        self.builder.open(body);
        for (member, ty, goal) in &elements.parts {
            let from = self.builder.pointer(value::storage_class::WORKGROUP, *ty);
            let member = self.builder.constant_uint(*member);
            let from = self.builder.value(op::ACCESS_CHAIN, from, &[elements.array, at, member]);
            let part = self.builder.value(op::LOAD, *ty, &[from]);
            let to = self.builder.pointer(value::storage_class::OUTPUT, *ty);
            let to = match goal {
                Goal::Array(variable) => self.builder.value(op::ACCESS_CHAIN, to, &[*variable, at]),
                Goal::Block(variable, member) => {
                    let member = self.builder.constant_uint(*member);
                    self.builder.value(op::ACCESS_CHAIN, to, &[*variable, at, member])
                }
            };
            self.builder.effect(op::STORE, &[to, part]);
        }
        self.builder.open(next);
        let step = self.builder.constant_uint(step);
        let now = self.builder.value(op::LOAD, uint, &[counter]);
        let then = self.builder.value(op::I_ADD, uint, &[now, step]);
        self.builder.effect(op::STORE, &[counter, then]);
        self.builder.branch(header);
        self.builder.open(merge);
    }
}
