//! Atomic operations on memory and texels.

use glassbox_spirv::build::{Id, Memory, op, value};
use naga::{AtomicFunction, Expression, Handle, ImageClass, Scalar, ScalarKind, TypeInner};

use super::body::Body;
use super::{Said, unexpected};

/// The instruction of an operation; `None` for those that compare.
const fn instruction(function: AtomicFunction, kind: ScalarKind) -> Option<u16> {
    use ScalarKind::{Float, Sint};

    Some(match (function, kind) {
        (AtomicFunction::Add, Float) => op::ATOMIC_F_ADD_EXT,
        (AtomicFunction::Add, _) => op::ATOMIC_I_ADD,
        // There is no such instruction: the negated value is added.
        (AtomicFunction::Subtract, Float) => op::ATOMIC_F_ADD_EXT,
        (AtomicFunction::Subtract, _) => op::ATOMIC_I_SUB,
        (AtomicFunction::And, _) => op::ATOMIC_AND,
        (AtomicFunction::ExclusiveOr, _) => op::ATOMIC_XOR,
        (AtomicFunction::InclusiveOr, _) => op::ATOMIC_OR,
        (AtomicFunction::Min, Float) => op::ATOMIC_F_MIN_EXT,
        (AtomicFunction::Min, Sint) => op::ATOMIC_S_MIN,
        (AtomicFunction::Min, _) => op::ATOMIC_U_MIN,
        (AtomicFunction::Max, Float) => op::ATOMIC_F_MAX_EXT,
        (AtomicFunction::Max, Sint) => op::ATOMIC_S_MAX,
        (AtomicFunction::Max, _) => op::ATOMIC_U_MAX,
        (AtomicFunction::Exchange { compare: None }, _) => op::ATOMIC_EXCHANGE,
        (AtomicFunction::Exchange { compare: Some(_) }, _) => return None,
    })
}

impl Body<'_, '_> {
    pub(super) fn atomic(
        &mut self,
        pointer: Handle<Expression>,
        function: &AtomicFunction,
        operand: Handle<Expression>,
        result: Option<Handle<Expression>>,
    ) -> Said {
        let operand_id = self.value(operand)?;
        let to = self.pointer(pointer)?;
        let Some(memory) = self.atomic_memory(pointer, to) else {
            return unexpected("an atomic operation on what is not atomic");
        };
        let scalar = self.shape_of(operand)?.scalar;
        self.needs_of_atomic(scalar, function);
        let id = match function {
            AtomicFunction::Exchange { compare: Some(compare) } => {
                let compare = self.value(*compare)?;
                let ty = result.map(|result| self.type_of(result));
                self.compare_exchange(memory, scalar, [operand_id, compare], ty)
            }
            _ => self.operate(*function, memory, operand_id, scalar)?,
        };
        if let Some(result) = result {
            self.keep(result, id);
        }
        Ok(())
    }

    fn needs_of_atomic(&mut self, scalar: Scalar, function: &AtomicFunction) {
        use value::capability;

        let capability = match (scalar.kind, scalar.width, function) {
            (ScalarKind::Float, 4, AtomicFunction::Min | AtomicFunction::Max) => {
                capability::ATOMIC_FLOAT32_MIN_MAX_EXT
            }
            (ScalarKind::Float, 4, AtomicFunction::Add | AtomicFunction::Subtract) => {
                capability::ATOMIC_FLOAT32_ADD_EXT
            }
            (ScalarKind::Sint | ScalarKind::Uint, 8, _) => capability::INT64_ATOMICS,
            _ => return,
        };
        self.writer.builder.capability(capability);
    }

    fn operate(&mut self, function: AtomicFunction, memory: Memory, operand: Id, scalar: Scalar) -> Said<Id> {
        let ty = self.writer.scalar(scalar);
        let operand = match (function, scalar.kind) {
            (AtomicFunction::Subtract, ScalarKind::Float) => {
                self.writer.emit(op::F_NEGATE, ty, &[operand], &[])
            }
            _ => operand,
        };
        match instruction(function, scalar.kind) {
            Some(opcode) => Ok(self.writer.builder.atomic(opcode, ty, memory, &[operand])),
            None => unexpected("an atomic operation that compares"),
        }
    }

    /// The value that was there, and whether it was the one compared with.
    fn compare_exchange(
        &mut self,
        memory: Memory,
        scalar: Scalar,
        [new, compare]: [Id; 2],
        ty: Option<Id>,
    ) -> Id {
        let number = self.writer.scalar(scalar);
        let scope = self.writer.builder.constant_uint(memory.scope);
        let semantics = self.writer.builder.constant_uint(memory.semantics);
        let operands = [memory.pointer, scope, semantics, semantics, new, compare];
        let old = self.writer.builder.value(op::ATOMIC_COMPARE_EXCHANGE, number, &operands);
        let Some(ty) = ty else { return old };
        let truth = self.writer.builder.bool();
        let is_exchanged = self.writer.emit(op::I_EQUAL, truth, &[old, compare], &[]);
        self.writer.compose(ty, &[old, is_exchanged])
    }

    /// An atomic operation on a texel.
    pub(super) fn texel_atomic(
        &mut self,
        image: Handle<Expression>,
        coordinate: Handle<Expression>,
        array_index: Option<Handle<Expression>>,
        function: AtomicFunction,
        operand: Handle<Expression>,
    ) -> Said {
        let TypeInner::Image { class: ImageClass::Storage { format, .. }, .. } = *self.inner(image) else {
            return unexpected("an atomic operation on what is no storage texture");
        };
        let scalar = Scalar::from(format);
        let operand = self.value(operand)?;
        let coordinates = self.coordinates(coordinate, array_index)?;
        let image = self.pointer(image)?;
        let ty = self.writer.scalar(scalar);
        let pointer = self.writer.builder.pointer(value::storage_class::IMAGE, ty);
        let sample = self.writer.builder.constant_uint(0);
        if scalar.width == 8 {
            self.writer.builder.capability(value::capability::INT64_ATOMICS);
        }
        let texel =
            self.writer.builder.value(op::IMAGE_TEXEL_POINTER, pointer, &[image, coordinates, sample]);
        let memory = Memory {
            pointer: texel,
            scope: value::scope::DEVICE,
            semantics: value::memory_semantics::RELAXED,
        };
        self.operate(function, memory, operand, scalar)?;
        Ok(())
    }
}
