//! Values of expressions.

use glassbox_spirv::build::{Id, op};
use smallvec::SmallVec;

use super::chain::Step;
use super::function::Binding;
use super::{Chain, Emitter};
use crate::model::{BinaryOperator, Expression, ExpressionId, ExpressionKind, GlobalId, LocalId, Precision};
use crate::types::{ParametricKind, Scalar, Type};

impl Emitter<'_> {
    /// The value of an expression, computed now.
    pub(crate) fn value(&mut self, id: ExpressionId) -> Id {
        let is_precise = std::mem::take(&mut self.is_precise);
        let result = self.value_inside(id);
        self.is_precise = is_precise;
        result
    }

    fn value_inside(&mut self, id: ExpressionId) -> Id {
        let program = self.program;
        let expression = program.expression(id);
        if expression.is_specialized
            && let Some(constant) = self.specialized(id)
        {
            return constant;
        }
        match &expression.kind {
            ExpressionKind::Binary(..) | ExpressionKind::And(..) | ExpressionKind::Or(..) => {
                return self.spine(id);
            }
            ExpressionKind::Sequence(..) => return self.sequence(id),
            ExpressionKind::Assign(place, value) => return self.assign(*place, *value, expression),
            _ => {}
        }
        let result = self.value_of(id, expression);
        self.finish_value(expression, result);
        result
    }

    fn value_of(&mut self, id: ExpressionId, expression: &Expression) -> Id {
        let program = self.program;
        let ty = expression.ty;
        match &expression.kind {
            ExpressionKind::Constant(constant) => {
                let scalars = program.constants.get(constant.0 as usize);
                self.constant(ty, scalars.map_or(&[], |scalars| scalars))
            }
            ExpressionKind::Text(text) => {
                let text = text.trim_matches('"');
                self.module.string(text)
            }
            ExpressionKind::Function(function) => self.named_function(*function, expression.at),
            ExpressionKind::Global(global) => self.global_value(id, *global),
            ExpressionKind::Local(local) => self.local_value(id, *local),
            ExpressionKind::Field(..) | ExpressionKind::Index(..) | ExpressionKind::Swizzle(..) => {
                self.selection(id)
            }
            ExpressionKind::Length(array) => self.length(*array),
            ExpressionKind::Unary(operator, operand) => {
                let value = self.value(*operand);
                self.begin_operation(id, expression);
                self.unary(*operator, value, ty)
            }
            ExpressionKind::Conditional(condition, yes, no) => self.conditional(*condition, *yes, *no, ty),
            ExpressionKind::AssignWith(operator, place, value) => {
                self.assign_with(id, *operator, *place, *value)
            }
            ExpressionKind::Step { place, is_decrement, is_postfix } => {
                self.step(id, *place, *is_decrement, *is_postfix)
            }
            ExpressionKind::Convert(operand) => {
                let value = self.value(*operand);
                self.at(expression.at);
                self.convert(value, program.expression(*operand).ty, ty)
            }
            ExpressionKind::Splat(operand) => {
                let value = self.value(*operand);
                self.splat(ty, value)
            }
            ExpressionKind::Diagonal(operand) => {
                let value = self.value(*operand);
                self.diagonal(ty, value)
            }
            ExpressionKind::Resize(operand) => {
                let value = self.value(*operand);
                self.resize(ty, program.expression(*operand).ty, value)
            }
            ExpressionKind::Construct(parts) => self.construct(ty, parts),
            ExpressionKind::Call(function, arguments) => self.call(*function, arguments, expression.at),
            ExpressionKind::CallSubroutine(uniform, arguments) => {
                self.call_subroutine(*uniform, arguments, expression)
            }
            ExpressionKind::Intrinsic(intrinsic, arguments) => {
                self.begin_operation(id, expression);
                self.intrinsic(id, *intrinsic, arguments)
            }
            ExpressionKind::Error
            | ExpressionKind::Binary(..)
            | ExpressionKind::And(..)
            | ExpressionKind::Or(..)
            | ExpressionKind::Sequence(..)
            | ExpressionKind::Assign(..) => self.null(ty),
        }
    }

    /// States the place of an operation and whether it may be contracted; operands have been computed.
    pub(super) fn begin_operation(&mut self, id: ExpressionId, expression: &Expression) {
        self.at(expression.at);
        self.is_precise = expression.is_precise || self.precise.contains(&id);
    }

    /// Decorates a result.
    fn finish_value(&mut self, expression: &Expression, result: Id) {
        if !self.module.is_open() {
            return;
        }
        if matches!(expression.precision, Precision::Low | Precision::Medium)
            && matches!(expression.ty.scalar(), Some(Scalar::Float | Scalar::Int | Scalar::Uint))
        {
            self.relax(result);
        }
        if expression.is_nonuniform && expression.ty != Type::Void {
            self.decorate_nonuniform(result);
        }
    }

    fn global_value(&mut self, id: ExpressionId, global: GlobalId) -> Id {
        if let Some(constant) = self.global_constant(global) {
            return constant;
        }
        let place = self.place(id);
        self.load(&place)
    }

    fn local_value(&mut self, id: ExpressionId, local: LocalId) -> Id {
        match self.frame.binding(local).cloned() {
            Some(Binding::Value(value)) => value,
            Some(Binding::Combined(texture, sampler)) => self.joined(&texture, &sampler),
            Some(Binding::Place(mut place)) => {
                place.is_nonuniform |= self.program.expression(id).is_nonuniform;
                self.load(&place)
            }
            None => {
                let place = self.place(id);
                self.load(&place)
            }
        }
    }

    /// The value of operators that stand in a row, the first innermost.
    fn spine(&mut self, id: ExpressionId) -> Id {
        let program = self.program;
        let (mut first, mut waiting) = (id, SmallVec::<[ExpressionId; 8]>::new());
        while let ExpressionKind::Binary(_, left, _)
        | ExpressionKind::And(left, _)
        | ExpressionKind::Or(left, _) = program.expression(first).kind
        {
            waiting.push(first);
            first = left;
            if program.expression(first).is_specialized {
                break;
            }
        }
        let mut result = self.value(first);
        while let Some(next) = waiting.pop() {
            let expression = program.expression(next);
            result = match expression.kind {
                ExpressionKind::Binary(operator, left, right) => {
                    let value = self.value(right);
                    self.begin_operation(next, expression);
                    let left = (result, program.expression(left).ty);
                    let right = (value, program.expression(right).ty);
                    self.binary(operator, left, right, expression.ty)
                }
                ExpressionKind::And(_, right) => self.short_circuit(result, right, true),
                ExpressionKind::Or(_, right) => self.short_circuit(result, right, false),
                _ => result,
            };
            self.finish_value(expression, result);
        }
        result
    }

    fn sequence(&mut self, id: ExpressionId) -> Id {
        let (mut first, mut waiting) = (id, Vec::new());
        while let ExpressionKind::Sequence(left, right) = self.program.expression(first).kind {
            waiting.push(right);
            first = left;
        }
        let mut result = self.value(first);
        while let Some(next) = waiting.pop() {
            result = self.value(next);
        }
        result
    }

    /// The value of a part of something.
    fn selection(&mut self, id: ExpressionId) -> Id {
        if self.is_place(id) {
            let place = self.place(id);
            return self.load(&place);
        }
        let (root, steps) = self.path(id);
        if !self.is_direct(root, &steps) {
            let place = self.place(id);
            return self.load(&place);
        }
        let mut value = self.value(root);
        let mut ty = self.program.expression(root).ty;
        let mut path = Vec::new();
        for step in steps {
            match step {
                Step::Member(member) => {
                    path.push(member);
                    ty = self.member_of(ty, member);
                }
                Step::Element(index) => {
                    let constant = self.program.constant(index).and_then(|scalars| scalars.first().copied());
                    match constant {
                        // A swizzle of a scalar has a component that can be named by number too.
                        Some(_) if ty.is_scalar() => {}
                        Some(constant) => {
                            path.push(constant as u32);
                            ty = self.element_type(ty);
                        }
                        None => {
                            let vector = self.extract_path(value, ty, &mut path);
                            let index = self.index_value(index);
                            ty = self.element_type(ty);
                            let result = self.ty(ty);
                            value = self.module.value(op::VECTOR_EXTRACT_DYNAMIC, result, &[vector, index]);
                        }
                    }
                }
                Step::Components(swizzle) => {
                    value = self.extract_path(value, ty, &mut path);
                    value = self.shuffled(ty, value, swizzle);
                    ty = Type::vector(ty.scalar().unwrap_or(Scalar::Float), swizzle.components().len() as u8);
                }
            }
        }
        self.extract_path(value, ty, &mut path)
    }

    /// A part of a value, of a type; the path is empty afterwards.
    fn extract_path(&mut self, value: Id, ty: Type, path: &mut Vec<u32>) -> Id {
        if path.is_empty() {
            return value;
        }
        let path = std::mem::take(path);
        let ty = self.ty(ty);
        self.module.value_with(op::COMPOSITE_EXTRACT, ty, &[value], &path)
    }

    /// Whether a part of a value can be taken without memory: all indices are constant but for those of vectors.
    fn is_direct(&self, root: ExpressionId, steps: &[Step]) -> bool {
        let mut ty = self.program.expression(root).ty;
        for step in steps {
            match step {
                Step::Member(_) if matches!(ty, Type::Reference(_)) => return false,
                Step::Member(member) => ty = self.member_of(ty, *member),
                Step::Element(index) => {
                    let is_constant = self.program.constant(*index).is_some();
                    if matches!(ty, Type::Reference(_)) || !is_constant && !ty.is_vector() {
                        return false;
                    }
                    ty = self.element_type(ty);
                }
                Step::Components(swizzle) => {
                    let scalar = ty.scalar().unwrap_or(Scalar::Float);
                    ty = Type::vector(scalar, swizzle.components().len() as u8);
                }
            }
        }
        true
    }

    /// Type of a member.
    fn member_of(&self, ty: Type, number: u32) -> Type {
        let structure = self.program.types.as_structure(ty);
        structure
            .and_then(|structure| structure.members.get(number as usize))
            .map_or(Type::Error, |member| member.ty)
    }

    /// `.length()` of an array that is sized at run time, or of a cooperative matrix.
    fn length(&mut self, array: ExpressionId) -> Id {
        let uint = self.module.uint();
        let int = self.module.int();
        let ty = self.program.expression(array).ty;
        if let Type::Parametric(id) = ty {
            let parametric = self.program.types.parametric.get(id.0 as usize);
            let kind = parametric.map(|parametric| parametric.kind);
            if let (Some(ParametricKind::LongVector | ParametricKind::CooperativeVector), Some(length)) =
                (kind, parametric.and_then(|parametric| parametric.arguments.first().copied()))
            {
                let value = self.value(length);
                return self.convert(value, self.program.expression(length).ty, Type::INT);
            }
            let opcode = match kind {
                Some(ParametricKind::CooperativeMatrixNv) => op::COOPERATIVE_MATRIX_LENGTH_NV,
                _ => op::COOPERATIVE_MATRIX_LENGTH_KHR,
            };
            let ty = self.ty(ty);
            let length = self.module.value(opcode, uint, &[ty]);
            return self.module.value(op::BITCAST, int, &[length]);
        }
        let ExpressionKind::Field(base, member) = self.program.expression(array).kind else {
            return self.stated_array_length(ty);
        };
        let place = self.place_of_block(base);
        let pointer = self.pointer(&place);
        let length = self.module.value_with(op::ARRAY_LENGTH, uint, &[pointer], &[member]);
        self.module.value(op::BITCAST, int, &[length])
    }

    /// Length of an array whose size is stated, or a specialization constant.
    fn stated_array_length(&mut self, ty: Type) -> Id {
        let Type::Array(id) = ty else { return self.int(0) };
        match self.stated_length(id) {
            crate::types::Length::Specialized(length) => {
                let value = self.value(length);
                self.convert(value, self.program.expression(length).ty, Type::INT)
            }
            crate::types::Length::Fixed(count) => self.int(count as i32),
            crate::types::Length::Unsized => self.int(0),
        }
    }

    /// The block that has a member: itself, or what a reference refers to.
    pub(super) fn place_of_block(&mut self, base: ExpressionId) -> Chain {
        if let Type::Reference(id) = self.program.expression(base).ty {
            let pointer = self.value(base);
            return self.reference_place(pointer, id);
        }
        let mut place = self.place(base);
        self.enter_buffer(&mut place);
        place
    }

    /// An operation on a value that is in a variable, and its place.
    fn assign_with(
        &mut self,
        id: ExpressionId,
        operator: BinaryOperator,
        place: ExpressionId,
        value: ExpressionId,
    ) -> Id {
        let program = self.program;
        let chain = self.place(place);
        let right = (self.value(value), program.expression(value).ty);
        let old = self.load(&chain);
        self.begin_operation(id, program.expression(id));
        let result = self.combined_with(operator, (old, chain.ty), right);
        self.store(&chain, result);
        result
    }

    fn step(&mut self, id: ExpressionId, place: ExpressionId, is_decrement: bool, is_postfix: bool) -> Id {
        let program = self.program;
        let chain = self.place(place);
        let old = self.load(&chain);
        self.begin_operation(id, program.expression(id));
        let operator = if is_decrement { BinaryOperator::Subtract } else { BinaryOperator::Add };
        let one_type = match self.component_of(chain.ty) {
            Some(scalar) => Type::Scalar(scalar),
            None => Type::INT,
        };
        let one = self.number(one_type, 1);
        let new = self.combined_with(operator, (old, chain.ty), (one, one_type));
        self.store(&chain, new);
        if is_postfix { old } else { new }
    }
}
