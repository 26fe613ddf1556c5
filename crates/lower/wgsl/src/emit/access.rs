//! Pointers, loads, and parts of values.

use glassbox_spirv::build::{Id, Memory, op, value};
use naga::{AddressSpace, Expression, Handle, Span, Type, TypeInner};

use super::body::{Body, Parameter, is_handle};
use super::expression::Argument;
use super::std140::{Columns, columns};
use super::types::{Shape, shape};
use super::{Said, globals, unexpected};

/// The way from a variable to a part of it.
#[derive(Clone, Debug)]
pub(super) struct Path {
    root: Id,
    pub(super) class: u32,
    pub(super) indexes: Vec<Id>,
    /// True where an array of descriptors is indexed with what differs between invocations.
    is_non_uniform: bool,
    is_uniform: bool,
    split: Option<Split>,
}

/// A matrix that is kept as its columns.
#[derive(Clone, Copy, Debug)]
struct Split {
    columns: Columns,
    /// The member that is its first column.
    first: u32,
    /// The column, where it is computed.
    column: Option<Id>,
    /// The component of the column.
    component: Option<Id>,
}

/// An index on the way.
#[derive(Clone, Copy, Debug)]
enum Step {
    Known(u32),
    Computed(Handle<Expression>),
}

impl<'m> Body<'_, 'm> {
    /// The way to what a pointer points to, or to a descriptor.
    pub(super) fn path(&mut self, pointer: Handle<Expression>) -> Said<Path> {
        let mut steps = Vec::new();
        let mut at = pointer;
        loop {
            let (base, step) = match self.function.expressions[at] {
                Expression::Access { base, index } => (base, Step::Computed(index)),
                Expression::AccessIndex { base, index } => (base, Step::Known(index)),
                _ => break,
            };
            steps.push(step);
            at = base;
        }
        let (mut path, mut ty) = self.root(at)?;
        if path.is_uniform {
            path.split = ty.and_then(|ty| self.split_of(ty, 0));
        }
        for step in steps.into_iter().rev() {
            ty = self.step(&mut path, ty, step)?;
        }
        Ok(path)
    }

    /// A variable, and the type of what it holds.
    fn root(&mut self, handle: Handle<Expression>) -> Said<(Path, Option<Handle<Type>>)> {
        let module = self.writer.module;
        let path = |root, class| Path {
            root,
            class,
            indexes: Vec::new(),
            is_non_uniform: false,
            is_uniform: false,
            split: None,
        };
        match self.function.expressions[handle] {
            Expression::GlobalVariable(variable) => {
                let Some(global) = self.writer.globals.get(&variable).copied() else {
                    return unexpected("a variable that is not declared");
                };
                let mut path = Path { is_uniform: global.is_uniform, ..path(global.id, global.class) };
                if global.is_wrapped {
                    path.indexes.push(self.writer.builder.constant_uint(0));
                }
                Ok((path, Some(module.global_variables[variable].ty)))
            }
            Expression::LocalVariable(variable) => {
                let id = self.value(handle)?;
                Ok((
                    path(id, value::storage_class::FUNCTION),
                    Some(self.function.local_variables[variable].ty),
                ))
            }
            Expression::FunctionArgument(index) => {
                let Some(Parameter::Value(id)) = self.parameters.get(index as usize).cloned() else {
                    return unexpected("a pointer to an input");
                };
                let ty = self.function.arguments.get(index as usize).map(|argument| argument.ty);
                match ty.map(|ty| (ty, &module.types[ty].inner)) {
                    Some((_, TypeInner::Pointer { base, space })) => {
                        Ok((path(id, globals::class_of(*space)), Some(*base)))
                    }
                    Some((_, TypeInner::ValuePointer { space, .. })) => {
                        Ok((path(id, globals::class_of(*space)), None))
                    }
                    Some((ty, inner)) if is_handle(inner) => {
                        Ok((path(id, value::storage_class::UNIFORM_CONSTANT), Some(ty)))
                    }
                    _ => unexpected("a value that is no pointer"),
                }
            }
            _ => unexpected("a pointer that leads to no variable"),
        }
    }

    fn split_of(&self, ty: Handle<Type>, first: u32) -> Option<Split> {
        let columns = columns(&self.writer.module.types[ty].inner)?;
        Some(Split { columns, first, column: None, component: None })
    }

    /// Follows an index; the type of the part, if it has a name of its own.
    fn step(&mut self, path: &mut Path, ty: Option<Handle<Type>>, step: Step) -> Said<Option<Handle<Type>>> {
        let index = match step {
            Step::Known(index) => self.writer.builder.constant_uint(index),
            Step::Computed(index) => self.value(index)?,
        };
        if let Some(split) = &mut path.split {
            match (split.column, step) {
                (None, Step::Known(index)) => {
                    let member = self.writer.builder.constant_uint(split.first + index);
                    path.indexes.push(member);
                    path.split = None;
                }
                (None, Step::Computed(_)) => split.column = Some(index),
                (Some(_), _) => split.component = Some(index),
            }
            return Ok(None);
        }
        let module = self.writer.module;
        match (ty.map(|ty| (ty, &module.types[ty].inner)), step) {
            (Some((ty, TypeInner::Struct { members, .. })), Step::Known(number)) => {
                let Some(member) = members.get(number as usize) else {
                    return unexpected("a member that the structure does not have");
                };
                let layout = path.is_uniform.then(|| self.writer.std140(ty)).flatten();
                let Some(first) = layout.and_then(|layout| layout.members.get(number as usize).copied())
                else {
                    path.indexes.push(index);
                    return Ok(Some(member.ty));
                };
                path.split = self.split_of(member.ty, first);
                if path.split.is_none() {
                    path.indexes.push(self.writer.builder.constant_uint(first));
                }
                Ok(Some(member.ty))
            }
            (
                Some((_, inner @ (TypeInner::Array { base, .. } | TypeInner::BindingArray { base, .. }))),
                step,
            ) => {
                path.indexes.push(index);
                if let (TypeInner::BindingArray { .. }, Step::Computed(index)) = (inner, step) {
                    path.is_non_uniform |= self.info[index].uniformity.non_uniform_result.is_some();
                }
                if path.is_uniform {
                    path.split = self.split_of(*base, 0);
                }
                Ok(Some(*base))
            }
            _ => {
                path.indexes.push(index);
                Ok(None)
            }
        }
    }

    /// The pointer at the end of a way; `pointee` is the type that it points to.
    pub(super) fn follow(&mut self, path: &Path, pointee: Id) -> Id {
        if path.indexes.is_empty() {
            return path.root;
        }
        let ty = self.writer.builder.pointer(path.class, pointee);
        let operands: Vec<Id> = [path.root].into_iter().chain(path.indexes.iter().copied()).collect();
        let id = self.writer.builder.value(op::ACCESS_CHAIN, ty, &operands);
        self.mark(path, id);
        id
    }

    /// Marks what is reached through a descriptor that differs between invocations.
    fn mark(&mut self, path: &Path, id: Id) {
        if path.is_non_uniform && self.writer.builder.block().is_some() {
            self.writer.builder.extension("SPV_EXT_descriptor_indexing");
            self.writer.builder.decorate(id, value::decoration::NON_UNIFORM, &[]);
        }
    }

    /// The type that a pointer points to, as its memory has it.
    fn pointee(&mut self, pointer: Handle<Expression>, path: &Path) -> Said<Id> {
        match *self.inner(pointer) {
            TypeInner::Pointer { base, .. } if path.is_uniform => Ok(self.writer.uniform_type(base)),
            TypeInner::Pointer { base, .. } => Ok(self.writer.memory_type(base, path.class)),
            TypeInner::ValuePointer { size, scalar, .. } => Ok(self.writer.shape(Shape { size, scalar })),
            ref inner if is_handle(inner) => Ok(self.type_of(pointer)),
            _ => unexpected("a value that is no pointer"),
        }
    }

    /// A pointer.
    pub(super) fn pointer(&mut self, handle: Handle<Expression>) -> Said<Id> {
        let path = self.path(handle)?;
        let pointee = self.pointee(handle, &path)?;
        Ok(self.follow(&path, pointee))
    }

    /// A texture, a sampler or an acceleration structure.
    pub(super) fn descriptor(&mut self, handle: Handle<Expression>) -> Said<Id> {
        let path = self.path(handle)?;
        let ty = self.type_of(handle);
        let pointer = self.follow(&path, ty);
        let id = self.writer.builder.value(op::LOAD, ty, &[pointer]);
        self.mark(&path, id);
        Ok(id)
    }

    /// What a pointer points to.
    pub(super) fn load(&mut self, pointer: Handle<Expression>, span: Span) -> Said<Id> {
        let path = self.path(pointer)?;
        self.writer.at(span);
        if let Some(split) = path.split {
            return self.load_split(&path, split);
        }
        let pointee = self.pointee(pointer, &path)?;
        let from = self.follow(&path, pointee);
        if let Some(memory) = self.atomic_memory(pointer, from) {
            return Ok(self.writer.builder.atomic(op::ATOMIC_LOAD, pointee, memory, &[]));
        }
        let id = self.writer.builder.value(op::LOAD, pointee, &[from]);
        self.mark(&path, id);
        match *self.inner(pointer) {
            TypeInner::Pointer { base, .. } if path.is_uniform => self.writer.whole_value(id, base, span),
            TypeInner::Pointer { base, .. } => {
                let places = [self.writer.is_laid_out(path.class), self.writer.are_values_laid_out];
                self.writer.placed(id, base, places, span)
            }
            _ => Ok(id),
        }
    }

    /// A matrix that is kept as its columns, or a part of it.
    fn load_split(&mut self, path: &Path, split: Split) -> Said<Id> {
        let Columns { count, rows, scalar } = split.columns;
        let column = self.writer.shape(Shape::vector(rows, scalar));
        let mut parts = Vec::new();
        for index in 0..u32::from(count) {
            let mut to_column = path.clone();
            to_column.indexes.push(self.writer.builder.constant_uint(split.first + index));
            let pointer = self.follow(&to_column, column);
            parts.push(self.writer.builder.value(op::LOAD, column, &[pointer]));
        }
        let matrix = self.writer.matrix(count, rows, scalar);
        let whole = self.writer.compose(matrix, &parts);
        let Some(index) = split.column else { return Ok(whole) };
        let chosen = self.spilled_element(whole, matrix, index, column);
        let Some(component) = split.component else { return Ok(chosen) };
        let ty = self.writer.scalar(scalar);
        Ok(self.writer.builder.value(op::VECTOR_EXTRACT_DYNAMIC, ty, &[chosen, component]))
    }

    /// The memory of an atomic variable, and how its operations are seen.
    pub(super) fn atomic_memory(&self, pointer: Handle<Expression>, id: Id) -> Option<Memory> {
        let TypeInner::Pointer { base, space } = *self.inner(pointer) else { return None };
        let TypeInner::Atomic(_) = self.writer.module.types[base].inner else { return None };
        let scope = match space {
            AddressSpace::WorkGroup => value::scope::WORKGROUP,
            AddressSpace::Storage { .. } => value::scope::DEVICE,
            _ => value::scope::INVOCATION,
        };
        Some(Memory { pointer: id, scope, semantics: value::memory_semantics::RELAXED })
    }

    /// An element of a value, or a descriptor.
    pub(super) fn element(
        &mut self,
        handle: Handle<Expression>,
        base: Handle<Expression>,
        index: Handle<Expression>,
    ) -> Said<Id> {
        let inner = self.inner(base);
        if matches!(inner, TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. }) {
            return self.pointer(handle);
        }
        if is_handle(inner) {
            return self.descriptor(handle);
        }
        let whole = self.value(base)?;
        let at = self.value(index)?;
        let ty = self.type_of(handle);
        let count = match inner {
            TypeInner::Vector { size, .. } => Some(*size as u64),
            TypeInner::Matrix { columns, .. } => Some(*columns as u64),
            TypeInner::Array { size: naga::ArraySize::Constant(count), .. } => Some(u64::from(count.get())),
            _ => None,
        };
        let known = self.writer.builder.bits(at).filter(|_| self.writer.is_fixed(at));
        if let Some(known) = known.filter(|known| count.is_some_and(|count| *known < count)) {
            return Ok(self.writer.emit(op::COMPOSITE_EXTRACT, ty, &[whole], &[known as u32]));
        }
        if matches!(inner, TypeInner::Vector { .. }) {
            let arguments = [Argument { id: whole, inner }, Argument { id: at, inner: self.inner(index) }];
            let expression = &self.function.expressions[handle];
            let wanted = (self.inner(handle), ty);
            let span = self.span(handle);
            return self.writer.pure(expression, &arguments, wanted, span);
        }
        let composite = self.type_of(base);
        Ok(self.spilled_element(whole, composite, at, ty))
    }

    /// An element of a value by a computed index, through a variable: only these can be indexed so.
    fn spilled_element(&mut self, whole: Id, composite: Id, index: Id, ty: Id) -> Id {
        let class = value::storage_class::FUNCTION;
        let pointer = self.writer.builder.pointer(class, composite);
        let variable = match self.spilled.get(&whole) {
            Some(known) => *known,
            None if self.writer.builder.is_constant(whole) => {
                let variable = self.writer.builder.variable_with(pointer, Some(whole));
                self.spilled.insert(whole, variable);
                variable
            }
            None => {
                let variable = self.writer.builder.variable(pointer);
                self.writer.builder.effect(op::STORE, &[variable, whole]);
                variable
            }
        };
        let to_element = self.writer.builder.pointer(class, ty);
        let element = self.writer.builder.value(op::ACCESS_CHAIN, to_element, &[variable, index]);
        self.writer.builder.value(op::LOAD, ty, &[element])
    }

    /// A part of a value, or a descriptor.
    pub(super) fn member(
        &mut self,
        handle: Handle<Expression>,
        base: Handle<Expression>,
        index: u32,
    ) -> Said<Id> {
        let inner = self.inner(base);
        if matches!(inner, TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. }) {
            return self.pointer(handle);
        }
        if is_handle(inner) {
            return self.descriptor(handle);
        }
        if let Expression::FunctionArgument(argument) = self.function.expressions[base]
            && let Some(Parameter::Members(_)) = self.parameters.get(argument as usize)
        {
            return self.input(argument, index);
        }
        let whole = self.value(base)?;
        let ty = self.type_of(handle);
        self.writer.at(self.span(handle));
        Ok(self.writer.emit(op::COMPOSITE_EXTRACT, ty, &[whole], &[index]))
    }

    /// The length of an array that is as long as its buffer.
    pub(super) fn array_length(&mut self, array: Handle<Expression>) -> Said<Id> {
        let mut path = self.path(array)?;
        let uint = self.writer.builder.uint();
        let Some(last) = path.indexes.pop() else {
            return unexpected("the length of what is no array in a block");
        };
        let member = self.writer.builder.bits(last).unwrap_or(0) as u32;
        let pointer = if path.indexes.is_empty() {
            path.root
        } else {
            let Some(block) = self.block_of(array) else {
                return unexpected("an array in no block");
            };
            let block = self.writer.memory_type(block, path.class);
            self.follow(&path, block)
        };
        Ok(self.writer.builder.value_with(op::ARRAY_LENGTH, uint, &[pointer], &[member]))
    }

    /// The structure whose last member an array is.
    fn block_of(&self, array: Handle<Expression>) -> Option<Handle<Type>> {
        let Expression::AccessIndex { base, .. } = self.function.expressions[array] else { return None };
        match *self.inner(base) {
            TypeInner::Pointer { base, .. } => Some(base),
            _ => None,
        }
    }

    /// Puts a value where a pointer points to.
    pub(super) fn store(
        &mut self,
        pointer: Handle<Expression>,
        stored: Handle<Expression>,
        span: Span,
    ) -> Said {
        let id = self.value(stored)?;
        self.writer.at(span);
        let path = self.path(pointer)?;
        let pointee = self.pointee(pointer, &path)?;
        let id = match *self.inner(pointer) {
            TypeInner::Pointer { base, .. } => {
                let places = [self.writer.are_values_laid_out, self.writer.is_laid_out(path.class)];
                self.writer.placed(id, base, places, span)?
            }
            _ => id,
        };
        let to = self.follow(&path, pointee);
        match self.atomic_memory(pointer, to) {
            Some(memory) => {
                let scope = self.writer.builder.constant_uint(memory.scope);
                let semantics = self.writer.builder.constant_uint(memory.semantics);
                self.writer.builder.effect(op::ATOMIC_STORE, &[to, scope, semantics, id]);
            }
            None => self.writer.builder.effect(op::STORE, &[to, id]),
        }
        Ok(())
    }

    /// The shape of an expression's value.
    pub(super) fn shape_of(&self, handle: Handle<Expression>) -> Said<Shape> {
        match shape(self.inner(handle)) {
            Some(shape) => Ok(shape),
            None => unexpected("a value that is no number and no vector"),
        }
    }
}
