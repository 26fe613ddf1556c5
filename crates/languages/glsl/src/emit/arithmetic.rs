//! Operators on numbers: arithmetic, bits, comparisons component by component.

use glassbox_spirv::build::{Id, op};

use super::Emitter;
use crate::model::{BinaryOperator, UnaryOperator};
use crate::types::{Scalar, Type};

/// A value with its type.
pub(super) type Typed = (Id, Type);

impl Emitter<'_> {
    /// The result of a binary operator, of the given type.
    pub(crate) fn binary(&mut self, operator: BinaryOperator, left: Typed, right: Typed, result: Type) -> Id {
        use BinaryOperator as B;
        if let (Type::Reference(_), _) | (_, Type::Reference(_)) = (left.1, right.1) {
            return self.reference_binary(operator, left, right, result);
        }
        match operator {
            B::Equal | B::NotEqual => self.equality(left.1, left.0, right.0, operator == B::NotEqual),
            B::Multiply if self.is_linear(left.1, right.1) => self.product(left, right, result),
            _ if left.1.is_matrix() || right.1.is_matrix() => self.by_columns(operator, left, right, result),
            _ => self.componentwise(operator, left, right, result),
        }
    }

    /// An instruction of arithmetic, which may not be contracted where `precise` says so.
    pub(crate) fn arithmetic(&mut self, opcode: u16, ty: Id, operands: &[Id]) -> Id {
        let id = self.module.value(opcode, ty, operands);
        if self.is_precise && self.module.is_open() && self.contracted.insert(id) {
            self.module.decorate(id, glassbox_spirv::build::value::decoration::NO_CONTRACTION, &[]);
        }
        id
    }

    /// An operator on scalars and vectors, or on cooperative matrices and vectors, component by component.
    fn componentwise(&mut self, operator: BinaryOperator, left: Typed, right: Typed, result: Type) -> Id {
        let scalar = self.component_of(left.1).unwrap_or(Scalar::Float);
        let ty = self.ty(result);
        let opcode = opcode_of(operator, scalar);
        let is_scalar = |ty: Type| ty.is_scalar();
        if opcode == op::F_MUL && left.1.is_vector() && is_scalar(right.1) {
            return self.arithmetic(op::VECTOR_TIMES_SCALAR, ty, &[left.0, right.0]);
        }
        if opcode == op::F_MUL && is_scalar(left.1) && right.1.is_vector() {
            return self.arithmetic(op::VECTOR_TIMES_SCALAR, ty, &[right.0, left.0]);
        }
        // Operands have one shape.
        let shape = if is_scalar(left.1) { right.1 } else { left.1 };
        let widened = |emitter: &mut Self, operand: Typed| match operand.1 {
            Type::Scalar(scalar) if !is_scalar(shape) => {
                let ty = if let Type::Parametric(_) = shape { shape } else { shape.with_scalar(scalar) };
                emitter.splat(ty, operand.0)
            }
            _ => operand.0,
        };
        let left = widened(self, left);
        let right = widened(self, right);
        self.arithmetic(opcode, ty, &[left, right])
    }

    /// An operator on matrices, component by component: column by column.
    fn by_columns(&mut self, operator: BinaryOperator, left: Typed, right: Typed, result: Type) -> Id {
        let Type::Matrix(scalar, columns, rows) = result else { return left.0 };
        let column = Type::Vector(scalar, rows);
        let parts: Vec<Id> = (0..u32::from(columns))
            .map(|number| {
                let of = |emitter: &mut Self, operand: Typed| match operand.1 {
                    Type::Matrix(..) => (emitter.extract(operand.0, column, number), column),
                    _ => operand,
                };
                let (left, right) = (of(self, left), of(self, right));
                self.componentwise(operator, left, right, column)
            })
            .collect();
        self.composite(result, &parts)
    }

    /// The result of a prefix operator.
    pub(super) fn unary(&mut self, operator: UnaryOperator, value: Id, ty: Type) -> Id {
        let result = self.ty(ty);
        let scalar = self.component_of(ty).unwrap_or(Scalar::Float);
        if let (Type::Matrix(scalar, columns, rows), UnaryOperator::Negate) = (ty, operator) {
            let column = Type::Vector(scalar, rows);
            let parts: Vec<Id> = (0..u32::from(columns))
                .map(|number| {
                    let part = self.extract(value, column, number);
                    self.unary(operator, part, column)
                })
                .collect();
            return self.composite(ty, &parts);
        }
        let opcode = match operator {
            UnaryOperator::Negate if scalar.is_float() => op::F_NEGATE,
            UnaryOperator::Negate => op::S_NEGATE,
            UnaryOperator::Not => op::LOGICAL_NOT,
            UnaryOperator::Complement => op::NOT,
        };
        self.arithmetic(opcode, result, &[value])
    }

    /// Arithmetic on addresses: elements are as far apart as the block is long.
    fn reference_binary(&mut self, operator: BinaryOperator, left: Typed, right: Typed, result: Type) -> Id {
        use BinaryOperator as B;
        let wide = Type::Scalar(Scalar::Int64);
        let of = |emitter: &mut Self, operand: Typed| match operand.1 {
            Type::Reference(_) => {
                let address = emitter.convert(operand.0, operand.1, Type::Scalar(Scalar::Uint64));
                emitter.convert(address, Type::Scalar(Scalar::Uint64), wide)
            }
            ty => emitter.convert(operand.0, ty, wide),
        };
        let is_reference = |ty: Type| matches!(ty, Type::Reference(_));
        let (first, second) = (of(self, left), of(self, right));
        if let B::Equal | B::NotEqual = operator {
            return self.equality(wide, first, second, operator == B::NotEqual);
        }
        let ty = self.ty(wide);
        let size = self.reference_stride(if is_reference(left.1) { left.1 } else { right.1 });
        let size = self.scalar_constant(Scalar::Int64, size);
        if is_reference(left.1) && is_reference(right.1) {
            let distance = self.module.value(op::I_SUB, ty, &[first, second]);
            let count = self.module.value(op::S_DIV, ty, &[distance, size]);
            return self.convert(count, wide, result);
        }
        let scaled = |emitter: &mut Self, (id, ty_of): (Id, Type)| {
            if is_reference(ty_of) { id } else { emitter.module.value(op::I_MUL, ty, &[id, size]) }
        };
        let (first, second) = (scaled(self, (first, left.1)), scaled(self, (second, right.1)));
        let opcode = if operator == B::Subtract { op::I_SUB } else { op::I_ADD };
        let moved = self.module.value(opcode, ty, &[first, second]);
        let address = self.convert(moved, wide, Type::Scalar(Scalar::Uint64));
        self.convert(address, Type::Scalar(Scalar::Uint64), result)
    }

    /// Bytes from a block that a reference refers to, to the next.
    fn reference_stride(&mut self, ty: Type) -> u64 {
        let Type::Reference(id) = ty else { return 1 };
        let memory = self.memory_of_reference(id);
        let extent = self.layouts.of(self.program, id, memory).extent;
        let layout = self.program.types.reference_layout(id);
        let stated = layout.and_then(|layout| layout.buffer_reference_align).unwrap_or(16);
        extent.size.next_multiple_of(u64::from(stated).max(1))
    }

    /// Elements of what a reference points to: `reference[index]`.
    pub(super) fn extend_reference(&mut self, chain: &mut super::Chain, index: crate::model::ExpressionId) {
        let ty = chain.pointee;
        let Type::Reference(id) = ty else { return };
        let pointer = self.load(chain);
        let value = self.value(index);
        let index_type = self.program.expression(index).ty;
        let moved = self.reference_binary(BinaryOperator::Add, (pointer, ty), (value, index_type), ty);
        *chain = self.reference_place(moved, id);
    }
}

/// The instruction for an operator on components of a type.
pub(super) fn opcode_of(operator: BinaryOperator, scalar: Scalar) -> u16 {
    use BinaryOperator as B;
    let (is_float, is_signed) = (scalar.is_float(), scalar.is_signed());
    let by_kind = |float: u16, signed: u16, unsigned: u16| match (is_float, is_signed) {
        (true, _) => float,
        (false, true) => signed,
        (false, false) => unsigned,
    };
    let is_bool = scalar == Scalar::Bool;
    match operator {
        B::Add => by_kind(op::F_ADD, op::I_ADD, op::I_ADD),
        B::Subtract => by_kind(op::F_SUB, op::I_SUB, op::I_SUB),
        B::Multiply => by_kind(op::F_MUL, op::I_MUL, op::I_MUL),
        B::Divide => by_kind(op::F_DIV, op::S_DIV, op::U_DIV),
        B::Modulo => by_kind(op::F_MOD, op::S_MOD, op::U_MOD),
        B::ShiftLeft => op::SHIFT_LEFT_LOGICAL,
        B::ShiftRight if is_signed => op::SHIFT_RIGHT_ARITHMETIC,
        B::ShiftRight => op::SHIFT_RIGHT_LOGICAL,
        B::BitAnd if is_bool => op::LOGICAL_AND,
        B::BitAnd => op::BITWISE_AND,
        B::BitOr if is_bool => op::LOGICAL_OR,
        B::BitOr => op::BITWISE_OR,
        B::BitXor if is_bool => op::LOGICAL_NOT_EQUAL,
        B::BitXor => op::BITWISE_XOR,
        B::Less => by_kind(op::F_ORD_LESS_THAN, op::S_LESS_THAN, op::U_LESS_THAN),
        B::Greater => by_kind(op::F_ORD_GREATER_THAN, op::S_GREATER_THAN, op::U_GREATER_THAN),
        B::LessEqual => by_kind(op::F_ORD_LESS_THAN_EQUAL, op::S_LESS_THAN_EQUAL, op::U_LESS_THAN_EQUAL),
        B::GreaterEqual => {
            by_kind(op::F_ORD_GREATER_THAN_EQUAL, op::S_GREATER_THAN_EQUAL, op::U_GREATER_THAN_EQUAL)
        }
        B::LogicalXor => op::LOGICAL_NOT_EQUAL,
        B::Equal if is_bool => op::LOGICAL_EQUAL,
        B::Equal => by_kind(op::F_ORD_EQUAL, op::I_EQUAL, op::I_EQUAL),
        B::NotEqual if is_bool => op::LOGICAL_NOT_EQUAL,
        B::NotEqual => by_kind(op::F_UNORD_NOT_EQUAL, op::I_NOT_EQUAL, op::I_NOT_EQUAL),
    }
}
