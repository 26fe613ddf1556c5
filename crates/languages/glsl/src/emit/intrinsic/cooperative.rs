//! Matrices and vectors that the invocations of a group hold together.

use glassbox_spirv::build::{Id, op, value};
use glassbox_spirv::module::Operand;

use super::super::Emitter;
use super::super::chain::{Chain, Step};
use super::Call;
use crate::model::ExpressionId;
use crate::types::{ParametricKind, Scalar, Type};
use crate::vocabulary::functions::Intrinsic;

/// Bits of `CooperativeMatrixOperands`: whose components are signed.
const SIGNED: [u32; 4] = [1, 2, 4, 8];

impl Emitter<'_> {
    pub(super) fn cooperative(&mut self, call: Call<'_>) -> Option<Id> {
        match call.intrinsic {
            Intrinsic::CoopMatLoad => self.load_matrix(call, op::COOPERATIVE_MATRIX_LOAD_KHR),
            Intrinsic::CoopMatLoadNV => self.load_matrix(call, op::COOPERATIVE_MATRIX_LOAD_NV),
            Intrinsic::CoopMatStore => self.store_matrix(call, op::COOPERATIVE_MATRIX_STORE_KHR),
            Intrinsic::CoopMatStoreNV => self.store_matrix(call, op::COOPERATIVE_MATRIX_STORE_NV),
            Intrinsic::CoopMatMulAdd => Some(self.multiply_matrices(call)),
            Intrinsic::CoopMatTransposeNV => {
                let operands = vec![self.argument(call, 1).operand()];
                self.give_first(call, op::COOPERATIVE_MATRIX_TRANSPOSE_NV, operands)
            }
            Intrinsic::CoopMatReduceNV => {
                let [matrix, function] = [1, 3].map(|index| self.argument(call, index).operand());
                let mask = Operand::Literal(self.constant_argument(call, 2).unwrap_or(0));
                self.give_first(call, op::COOPERATIVE_MATRIX_REDUCE_EXT, vec![matrix, mask, function])
            }
            Intrinsic::CoopMatPerElementNV => {
                let operands =
                    (1..call.arguments.len()).map(|index| self.argument(call, index).operand()).collect();
                self.give_first(call, op::COOPERATIVE_MATRIX_PER_ELEMENT_OP_EXT, operands)
            }
            Intrinsic::CoopMatLoadTensorNV => self.load_tensor(call),
            Intrinsic::CoopMatStoreTensorNV => self.store_tensor(call),
            Intrinsic::CreateTensorNV => {
                let is_view = self.is_view(call.ty);
                let opcode = if is_view { op::CREATE_TENSOR_VIEW_NV } else { op::CREATE_TENSOR_LAYOUT_NV };
                Some(self.operation(call, opcode, &[]))
            }
            Intrinsic::CoopVecLoadNV => self.load_vector(call),
            Intrinsic::CoopVecStoreNV => self.store_vector(call),
            Intrinsic::CoopVecMatMulNV | Intrinsic::CoopVecMatMulAddNV => self.multiply_vector(call),
            Intrinsic::CoopVecOuterProductAccumulateNV => self.accumulate_product(call),
            Intrinsic::CoopVecReduceSumAccumulateNV => {
                let buffer = self.buffer(*call.arguments.get(1)?);
                let operands = [buffer, self.argument(call, 2), self.argument(call, 0)];
                self.module.effect(op::COOPERATIVE_VECTOR_REDUCE_SUM_ACCUMULATE_NV, &operands);
                Some(self.module.id())
            }
            _ => None,
        }
    }

    /// An element of an array in memory: where a matrix begins.
    fn element(&mut self, array: ExpressionId, index: ExpressionId) -> Chain {
        let mut place = self.place(array);
        self.extend(&mut place, Step::Element(index));
        place
    }

    /// A pointer to an array in memory.
    fn buffer(&mut self, array: ExpressionId) -> Id {
        let place = self.place(array);
        self.pointer(&place)
    }

    /// Stores the result of an instruction to the place of the first argument.
    fn give_first(&mut self, call: Call<'_>, opcode: u16, operands: Vec<Operand>) -> Option<Id> {
        let place = self.place(*call.arguments.first()?);
        let ty = self.ty(place.ty);
        let result = self.module.value_of(opcode, ty, operands);
        self.store(&place, result);
        Some(self.module.id())
    }

    /// Declares what a layout needs that is none of the plain ones.
    fn declare_layout(&mut self, call: Call<'_>) {
        use value::cooperative_matrix_layout as layout;
        let blocked = [layout::ROW_BLOCKED_INTERLEAVED_ARM, layout::COLUMN_BLOCKED_INTERLEAVED_ARM];
        if self.constant_argument(call, 4).is_some_and(|stated| blocked.contains(&stated)) {
            self.module.capability(value::capability::COOPERATIVE_MATRIX_LAYOUTS_ARM);
        }
    }

    fn load_matrix(&mut self, call: Call<'_>, opcode: u16) -> Option<Id> {
        self.declare_layout(call);
        let [_, array, index, ..] = *call.arguments else { return None };
        let place = self.element(array, index);
        let (stride, layout) = (self.argument(call, 3), self.argument(call, 4));
        let pointer = self.pointer(&place);
        let mut operands = self.matrix_operands(opcode, pointer, (stride, layout));
        operands.extend(self.memory_operands(&place, false));
        self.give_first(call, opcode, operands)
    }

    fn store_matrix(&mut self, call: Call<'_>, opcode: u16) -> Option<Id> {
        self.declare_layout(call);
        let [_, array, index, ..] = *call.arguments else { return None };
        let place = self.element(array, index);
        let matrix = self.argument(call, 0);
        let (stride, layout) = (self.argument(call, 3), self.argument(call, 4));
        let pointer = self.pointer(&place);
        let mut operands = self.matrix_operands(opcode, pointer, (stride, layout));
        operands.insert(1, matrix.operand());
        operands.extend(self.memory_operands(&place, true));
        self.module.effect_of(opcode, operands);
        Some(self.module.id())
    }

    fn is_view(&self, ty: Type) -> bool {
        let Type::Parametric(id) = ty else { return false };
        let found = self.program.types.parametric.get(id.0 as usize);
        found.is_some_and(|found| found.kind == ParametricKind::TensorView)
    }

    fn load_tensor(&mut self, call: Call<'_>) -> Option<Id> {
        let [_, array, index, ..] = *call.arguments else { return None };
        let place = self.element(array, index);
        let pointer = self.pointer(&place);
        let (before, layout) = (self.argument(call, 0), self.argument(call, 3));
        let mut operands: Vec<Operand> = [pointer, before, layout].map(Id::operand).to_vec();
        operands.extend(self.stated_access(&place, false));
        operands.extend(self.tensor_operands(call));
        self.give_first(call, op::COOPERATIVE_MATRIX_LOAD_TENSOR_NV, operands)
    }

    fn store_tensor(&mut self, call: Call<'_>) -> Option<Id> {
        let [_, array, index, ..] = *call.arguments else { return None };
        let place = self.element(array, index);
        let pointer = self.pointer(&place);
        let (matrix, layout) = (self.argument(call, 0), self.argument(call, 3));
        let mut operands: Vec<Operand> = [pointer, matrix, layout].map(Id::operand).to_vec();
        operands.extend(self.stated_access(&place, true));
        operands.extend(self.tensor_operands(call));
        self.module.effect_of(op::COOPERATIVE_MATRIX_STORE_TENSOR_NV, operands);
        Some(self.module.id())
    }

    /// Operands of an access, a mask at least.
    fn stated_access(&mut self, place: &Chain, is_write: bool) -> Vec<Operand> {
        let operands = self.memory_operands(place, is_write);
        if operands.is_empty() { vec![Operand::Literal(0)] } else { operands }
    }

    /// A mask, then the view and the functions that decode, as far as there are any behind the layout.
    fn tensor_operands(&mut self, call: Call<'_>) -> Vec<Operand> {
        use value::tensor_addressing_operands as mask;
        let mut bits = 0;
        let mut ids = Vec::new();
        for argument in call.arguments.get(4..).unwrap_or_default() {
            bits |= match self.program.expression(*argument).ty {
                Type::Function if bits & mask::DECODE_FUNC == 0 => mask::DECODE_FUNC,
                Type::Function => mask::DECODE_VECTOR_FUNC,
                _ => mask::TENSOR_VIEW,
            };
            ids.push(self.value(*argument).operand());
        }
        [Operand::Literal(bits)].into_iter().chain(ids).collect()
    }

    /// The later form has the layout before the stride.
    fn matrix_operands(&self, opcode: u16, pointer: Id, (stride, layout): (Id, Id)) -> Vec<Operand> {
        let is_later = matches!(opcode, op::COOPERATIVE_MATRIX_LOAD_KHR | op::COOPERATIVE_MATRIX_STORE_KHR);
        let pair = if is_later { [layout, stride] } else { [stride, layout] };
        [pointer, pair[0], pair[1]].into_iter().map(Id::operand).collect()
    }

    fn multiply_matrices(&mut self, call: Call<'_>) -> Id {
        let types = [0, 1, 2].map(|index| self.argument_type(call, index));
        let mut mask = self.constant_argument(call, 3).unwrap_or(0);
        for (ty, bit) in types.into_iter().chain([call.ty]).zip(SIGNED) {
            if self.is_signed(ty) {
                mask |= bit;
            }
        }
        let ids = [self.argument(call, 0), self.argument(call, 1), self.argument(call, 2)];
        let mut operands: Vec<Operand> = ids.into_iter().map(Id::operand).collect();
        if mask != 0 {
            operands.push(Operand::Literal(mask));
        }
        let ty = self.ty(call.ty);
        self.module.value_of(op::COOPERATIVE_MATRIX_MUL_ADD_KHR, ty, operands)
    }

    /// Whether the components of a type with parameters are signed integers.
    fn is_signed(&self, ty: Type) -> bool {
        let Type::Parametric(id) = ty else { return false };
        let component = self.program.types.parametric.get(id.0 as usize).and_then(|one| one.component);
        component.is_some_and(Scalar::is_signed)
    }

    fn load_vector(&mut self, call: Call<'_>) -> Option<Id> {
        let place = self.place(*call.arguments.get(1)?);
        let mut operands = vec![self.pointer(&place).operand(), self.argument(call, 2).operand()];
        operands.extend(self.memory_operands(&place, false));
        self.give_first(call, op::COOPERATIVE_VECTOR_LOAD_NV, operands)
    }

    fn store_vector(&mut self, call: Call<'_>) -> Option<Id> {
        let place = self.place(*call.arguments.get(1)?);
        let vector = self.argument(call, 0);
        let pointer = self.pointer(&place);
        let mut operands = vec![pointer.operand(), self.argument(call, 2).operand(), vector.operand()];
        operands.extend(self.memory_operands(&place, true));
        self.module.effect_of(op::COOPERATIVE_VECTOR_STORE_NV, operands);
        Some(self.module.id())
    }

    /// A vector by a matrix in memory, with or without a bias.
    fn multiply_vector(&mut self, call: Call<'_>) -> Option<Id> {
        let is_added = call.intrinsic == Intrinsic::CoopVecMatMulAddNV;
        let mut operands = Vec::new();
        for (index, argument) in call.arguments.iter().enumerate().skip(1) {
            let is_buffer = index == 3 || is_added && index == 6;
            let id = if is_buffer { self.buffer(*argument) } else { self.value(*argument) };
            operands.push(id.operand());
        }
        let result = call.arguments.first().map(|first| self.program.expression(*first).ty)?;
        let [_, input_bit, _, result_bit] = SIGNED;
        let mut mask = if self.is_signed(result) { result_bit } else { 0 };
        if self.is_signed(self.argument_type(call, 1)) {
            mask |= input_bit;
        }
        if mask != 0 {
            operands.push(Operand::Literal(mask));
        }
        let opcode = if is_added {
            op::COOPERATIVE_VECTOR_MATRIX_MUL_ADD_NV
        } else {
            op::COOPERATIVE_VECTOR_MATRIX_MUL_NV
        };
        self.give_first(call, opcode, operands)
    }

    fn accumulate_product(&mut self, call: Call<'_>) -> Option<Id> {
        let buffer = self.buffer(*call.arguments.get(2)?);
        let [first, second, offset, stride, layout, interpretation] =
            [0, 1, 3, 4, 5, 6].map(|index| self.argument(call, index));
        let operands = [buffer, offset, first, second, layout, interpretation, stride];
        self.module.effect(op::COOPERATIVE_VECTOR_OUTER_PRODUCT_ACCUMULATE_NV, &operands);
        Some(self.module.id())
    }
}
