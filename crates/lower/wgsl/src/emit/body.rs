//! Functions: parameters, variables, and the values of expressions.

use std::collections::HashMap;

use glassbox_spirv::build::{Id, op};
use naga::valid::FunctionInfo;
use naga::{Expression, Function, Handle, LocalVariable, Span, TypeInner};

use super::entry::{Input, Output};
use super::expression::{Argument, operands};
use super::{AddressSpace, Said, Writer, globals, unexpected};

/// What an argument is in the function.
#[derive(Clone, Debug)]
pub(super) enum Parameter {
    /// A value, or a pointer.
    Value(Id),
    /// A variable of the interface.
    Input(Input),
    /// Variables of the interface, which are the members of a structure.
    Members(Vec<Input>),
}

/// Where `break` and `continue` go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub(super) leave: Id,
    /// `None` in a `switch` outside of loops.
    pub(super) next: Option<Id>,
    pub(super) is_left: bool,
}

/// The function being written.
pub(super) struct Body<'w, 'm> {
    pub(super) writer: &'w mut Writer<'m>,
    pub(super) function: &'m Function,
    pub(super) info: &'m FunctionInfo,
    pub(super) parameters: Vec<Parameter>,
    pub(super) locals: HashMap<Handle<LocalVariable>, Id>,
    /// Values by expression.
    pub(super) values: Vec<Option<Id>>,
    /// Variables that hold constants which are indexed.
    pub(super) spilled: HashMap<Id, Id>,
    pub(super) targets: Vec<Target>,
    /// Variables that the result goes to, in entry points.
    pub(super) outputs: Option<Vec<Output>>,
}

impl<'m> Writer<'m> {
    /// Writes a function that is called.
    pub(super) fn function(&mut self, handle: Handle<Function>) -> Said {
        let function = &self.module.functions[handle];
        let span = self.module.functions.get_span(handle);
        let info = &self.info[handle];
        let result = match &function.result {
            Some(result) => self.ty(result.ty),
            None => self.builder.void(),
        };
        let types: Vec<Id> =
            function.arguments.iter().map(|argument| self.parameter_type(argument.ty)).collect();
        let signature = self.builder.function_type(result, &types);
        self.at(span);
        let id = self.builder.begin_function(result, signature);
        self.name(id, function.name.as_deref());
        self.functions.insert(handle, id);
        let mut parameters = Vec::new();
        for (argument, ty) in function.arguments.iter().zip(types) {
            let parameter = self.builder.parameter(ty);
            self.name(parameter, argument.name.as_deref());
            parameters.push(Parameter::Value(parameter));
        }
        Body::new(self, function, info, parameters, None).write()?;
        self.builder.end_function();
        Ok(())
    }

    /// The type of a parameter: textures and samplers come as pointers.
    pub(super) fn parameter_type(&mut self, handle: Handle<naga::Type>) -> Id {
        let ty = self.ty(handle);
        if is_handle(&self.module.types[handle].inner) {
            self.builder.pointer(globals::class_of(AddressSpace::Handle), ty)
        } else {
            ty
        }
    }
}

/// True for types whose values are in descriptors.
pub(super) const fn is_handle(inner: &TypeInner) -> bool {
    matches!(
        inner,
        TypeInner::Image { .. }
            | TypeInner::Sampler { .. }
            | TypeInner::AccelerationStructure { .. }
            | TypeInner::BindingArray { .. }
    )
}

impl<'w, 'm> Body<'w, 'm> {
    pub(super) fn new(
        writer: &'w mut Writer<'m>,
        function: &'m Function,
        info: &'m FunctionInfo,
        parameters: Vec<Parameter>,
        outputs: Option<Vec<Output>>,
    ) -> Body<'w, 'm> {
        let values = vec![None; function.expressions.len()];
        Body {
            writer,
            function,
            info,
            parameters,
            locals: HashMap::new(),
            values,
            spilled: HashMap::new(),
            targets: Vec::new(),
            outputs,
        }
    }

    /// Writes variables and statements, and what ends the function.
    pub(super) fn write(mut self) -> Said {
        self.variables()?;
        let function = self.function;
        let is_open = self.block(&function.body)?;
        if !is_open {
            return Ok(());
        }
        match &function.result {
            Some(result) if self.outputs.is_none() => {
                // The reader lets a function end without a value where it cannot be reached.
                let ty = self.writer.ty(result.ty);
                let null = self.writer.builder.constant_null(ty);
                self.writer.builder.return_value(null);
            }
            _ => self.writer.builder.end(op::RETURN),
        }
        Ok(())
    }

    fn variables(&mut self) -> Said {
        let function = self.function;
        for (handle, variable) in function.local_variables.iter() {
            let ty = self.writer.ty(variable.ty);
            let init = match (variable.init, &self.writer.module.types[variable.ty].inner) {
                (Some(init), _) => Some(self.value(init)?),
                (None, TypeInner::RayQuery { .. }) => None,
                (None, _) => Some(self.writer.builder.constant_null(ty)),
            };
            self.writer.at(function.local_variables.get_span(handle));
            let pointer = self.writer.builder.pointer(globals::class_of(AddressSpace::Function), ty);
            let constant = init.filter(|id| self.writer.builder.is_constant(*id));
            let id = self.writer.builder.variable_with(pointer, constant);
            if let (Some(value), None) = (init, constant) {
                self.writer.builder.effect(op::STORE, &[id, value]);
            }
            self.writer.name(id, variable.name.as_deref());
            self.locals.insert(handle, id);
        }
        Ok(())
    }

    /// The type of an expression.
    pub(super) fn inner(&self, handle: Handle<Expression>) -> &'m TypeInner {
        self.info[handle].ty.inner_with(&self.writer.module.types)
    }

    /// The type of an expression, declared.
    pub(super) fn type_of(&mut self, handle: Handle<Expression>) -> Id {
        let info = self.info;
        self.writer.of(&info[handle].ty)
    }

    pub(super) fn span(&self, handle: Handle<Expression>) -> Span {
        self.function.expressions.get_span(handle)
    }

    /// Writes expressions where the text has them.
    pub(super) fn emit(&mut self, range: naga::Range<Expression>) -> Said {
        for handle in range {
            let name = self.function.named_expressions.get(&handle);
            let is_used = self.info[handle].ref_count > 0 || name.is_some();
            if !is_used || self.is_delayed(handle) {
                continue;
            }
            let id = self.compute(handle)?;
            self.keep(handle, id);
        }
        Ok(())
    }

    /// Notes the value of an expression, with its name.
    pub(super) fn keep(&mut self, handle: Handle<Expression>, id: Id) {
        if self.writer.builder.block().is_some() {
            let name = self.function.named_expressions.get(&handle);
            self.writer.name(id, name.map(String::as_str));
        }
        if let Some(value) = self.values.get_mut(handle.index()) {
            *value = Some(id);
        }
    }

    /// True for expressions that are written where they are used: pointers and descriptors.
    fn is_delayed(&self, handle: Handle<Expression>) -> bool {
        let inner = self.inner(handle);
        matches!(inner, TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. }) || is_handle(inner)
    }

    /// The value of an expression.
    pub(super) fn value(&mut self, handle: Handle<Expression>) -> Said<Id> {
        if let Some(id) = self.values.get(handle.index()).copied().flatten() {
            return Ok(id);
        }
        let id = self.compute(handle)?;
        // What is not written at its place may be needed where an earlier use is not seen.
        if self.writer.builder.is_constant(id)
            && let Some(value) = self.values.get_mut(handle.index())
        {
            *value = Some(id);
        }
        Ok(id)
    }

    pub(super) fn optional(&mut self, handle: Option<Handle<Expression>>) -> Said<Option<Id>> {
        handle.map(|handle| self.value(handle)).transpose()
    }

    fn compute(&mut self, handle: Handle<Expression>) -> Said<Id> {
        let expression = &self.function.expressions[handle];
        let span = self.span(handle);
        self.writer.at(span);
        match *expression {
            Expression::Literal(literal) => Ok(self.writer.literal(literal)),
            Expression::ZeroValue(ty) => {
                let ty = self.writer.ty(ty);
                Ok(self.writer.builder.constant_null(ty))
            }
            Expression::Constant(constant) => {
                let init = self.writer.module.constants[constant].init;
                match self.writer.constant(init)? {
                    Some(id) => Ok(id),
                    None => unexpected("a constant that is none"),
                }
            }
            Expression::Override(one) => match self.writer.override_in_function(one)? {
                Some(id) => Ok(id),
                None => unexpected("a constant of the pipeline without a value"),
            },
            Expression::FunctionArgument(index) => self.parameter(index, handle),
            Expression::LocalVariable(variable) => match self.locals.get(&variable) {
                Some(id) => Ok(*id),
                None => unexpected("a variable that is not declared"),
            },
            Expression::GlobalVariable(_) => self.pointer(handle),
            Expression::Load { pointer } => self.load(pointer, span),
            Expression::Access { base, index } => self.element(handle, base, index),
            Expression::AccessIndex { base, index } => self.member(handle, base, index),
            Expression::ImageSample { .. } => self.sample(handle),
            Expression::ImageLoad { .. } => self.texel(handle),
            Expression::ImageQuery { image, query } => self.query(handle, image, query),
            Expression::ArrayLength(array) => self.array_length(array),
            Expression::RayQueryGetIntersection { query, committed } => {
                self.intersection(handle, query, committed)
            }
            Expression::RayQueryVertexPositions { query, committed } => {
                self.vertex_positions(handle, query, committed)
            }
            Expression::CooperativeLoad { ref data, .. } => self.cooperative_load(handle, data),
            Expression::CallResult(_)
            | Expression::AtomicResult { .. }
            | Expression::WorkGroupUniformLoadResult { .. }
            | Expression::RayQueryProceedResult
            | Expression::SubgroupBallotResult
            | Expression::SubgroupOperationResult { .. } => unexpected("a result before its statement"),
            _ => {
                let arguments = self.arguments(expression)?;
                let ty = self.type_of(handle);
                let inner = self.inner(handle);
                self.writer.pure(expression, &arguments, (inner, ty), span)
            }
        }
    }

    /// The operands of an expression that only computes.
    pub(super) fn arguments(&mut self, expression: &Expression) -> Said<Vec<Argument<'m>>> {
        let operands = operands(expression);
        operands
            .into_iter()
            .map(|handle| Ok(Argument { id: self.value(handle)?, inner: self.inner(handle) }))
            .collect()
    }

    /// The value of an argument.
    fn parameter(&mut self, index: u32, handle: Handle<Expression>) -> Said<Id> {
        match self.parameters.get(index as usize).cloned() {
            Some(Parameter::Value(id)) => Ok(id),
            Some(Parameter::Input(_)) => self.input(index, 0),
            Some(Parameter::Members(members)) => {
                let mut parts = Vec::new();
                for member in 0..members.len() as u32 {
                    parts.push(self.input(index, member)?);
                }
                let ty = self.type_of(handle);
                Ok(self.writer.compose(ty, &parts))
            }
            None => unexpected("an argument that the function does not have"),
        }
    }

    /// The value of an input of the entry point, read at its beginning.
    pub(super) fn input(&mut self, index: u32, member: u32) -> Said<Id> {
        let input = match self.parameters.get_mut(index as usize) {
            Some(Parameter::Input(input)) => Some(input),
            Some(Parameter::Members(members)) => members.get_mut(member as usize),
            _ => None,
        };
        match input {
            Some(input) => Ok(self.writer.read_input(input)),
            None => unexpected("an input that the entry point does not have"),
        }
    }
}
