//! LLVM instructions.

use glassbox_dxil::ir::{BinaryOp, Call, CastOp, Flags, Instruction, Op, Predicate, Type, TypeId, ValueId};
use glassbox_lower_directx::{Outcome, arithmetic, rules};
use glassbox_spirv::build::value::decoration;
use glassbox_spirv::build::{Id, Signedness, op};

use crate::merge::Merge;
use crate::writer::{Part, Value, Writer};

impl Writer<'_> {
    /// Writes an instruction that is neither a phi nor ends its block.
    pub(crate) fn instruction(&mut self, instruction: &Instruction) -> Outcome<()> {
        if let Some((merge, result)) = self.merge_of(instruction.result).zip(instruction.result) {
            let held = self.merge(instruction, merge)?;
            // A query that goes on is a variable too.
            if let Merge::Query(_) = merge {
                self.call_operation(instruction)?;
                if let (Value::Held(held), Some(f)) = (held, self.f.as_mut()) {
                    f.held.insert(result, held);
                }
            } else {
                self.set(result, held);
            }
            return Ok(());
        }
        if crate::survey::is_handle_load(self.source, instruction) || self.is_resource(instruction) {
            if let Some(result) = instruction.result {
                self.set(result, Value::None);
            }
            return Ok(());
        }
        let operands = self.body().operands(instruction);
        let value = match (instruction.op, operands) {
            (Op::Binary { op, flags }, [left, right]) => {
                Value::Id(self.binary(op, flags, *left, *right, instruction.ty)?)
            }
            (Op::Cast(_), [value]) if crate::memory::is_address(instruction, self.llvm(instruction.ty)) => {
                Value::Pointer(self.pointer(*value)?)
            }
            (Op::Cast(cast), [value]) => Value::Id(self.cast(cast, *value, instruction.ty)?),
            (Op::GetElementPtr { .. }, operands) => {
                let operands = operands.to_vec();
                Value::Pointer(self.element(&operands)?)
            }
            (Op::ExtractValue { indices }, [aggregate]) => self.extract(*aggregate, indices, instruction)?,
            (Op::InsertValue { indices }, [aggregate, element]) => {
                let indices = self.body().indices(indices).to_vec();
                let ty = self.ty(instruction.ty)?;
                let (aggregate, element) = (self.id(*aggregate)?, self.id(*element)?);
                Value::Id(self.b.value_with(op::COMPOSITE_INSERT, ty, &[element, aggregate], &indices))
            }
            (Op::Select, [condition, yes, no]) => self.select([*condition, *yes, *no], instruction.ty)?,
            (Op::ExtractElement, [vector, index]) => self.component(*vector, *index, instruction.ty)?,
            (Op::InsertElement, [vector, element, index]) => {
                let ty = self.ty(instruction.ty)?;
                let (from, element) = (self.id(*vector)?, self.id(*element)?);
                Value::Id(match self.fixed(*index) {
                    _ if self.b.components(ty).is_none() => element,
                    Some(index) => self.b.value_with(op::COMPOSITE_INSERT, ty, &[element, from], &[index]),
                    None => {
                        let index = self.id(*index)?;
                        self.b.value(op::VECTOR_INSERT_DYNAMIC, ty, &[from, element, index])
                    }
                })
            }
            (Op::ShuffleVector, [first, second, mask]) => {
                Value::Id(self.shuffle([*first, *second, *mask], instruction.ty)?)
            }
            (Op::Compare { predicate, .. }, [left, right]) => {
                Value::Id(self.compare(predicate, *left, *right, instruction.ty)?)
            }
            (Op::Alloca { allocated, .. }, _) => self.allocate(instruction, allocated)?,
            (Op::Load(access), _) => self.load(instruction, access)?,
            (Op::Store(access), _) => {
                self.store(instruction, access)?;
                Value::None
            }
            (Op::AtomicRmw { op, .. }, _) => self.read_modify_write(instruction, op)?,
            (Op::CompareExchange { .. }, _) => self.compare_exchange(instruction)?,
            (Op::Fence { .. }, _) => Value::None,
            (Op::Call(call), _) => self.call(instruction, call)?,
            _ => {
                let message = "found an instruction that no compiler of shaders writes".to_owned();
                return Err(self.refuse(&rules::OPERATION, message));
            }
        };
        if let Some(result) = instruction.result {
            if let Value::Id(id) = value
                && !matches!(instruction.op, Op::Cast(_))
            {
                self.relax(id, instruction.ty);
                self.name_value(result, id);
            }
            self.set(result, value);
        }
        Ok(())
    }

    /// True for the addresses of variables of resources in libraries, and for loads of them.
    fn is_resource(&self, instruction: &Instruction) -> bool {
        let body = self.body();
        let address = match (instruction.op, body.operands(instruction)) {
            (Op::GetElementPtr { .. }, [base, ..]) => *base,
            (Op::Load(_), [pointer, ..]) => *pointer,
            _ => return false,
        };
        self.views.has_symbols() && self.views.of_pointer(body, address).is_some()
    }

    /// Marks a value of minimum precision.
    pub(crate) fn relax(&mut self, id: Id, ty: TypeId) {
        if self.is_relaxed(ty) && !self.b.is_constant(id) {
            self.b.decorate(id, decoration::RELAXED_PRECISION, &[]);
        }
    }

    /// Marks a value that must be computed as it is written.
    pub(crate) fn precise(&mut self, id: Id) {
        self.b.decorate(id, decoration::NO_CONTRACTION, &[]);
    }

    fn is_truth(&self, ty: TypeId) -> bool {
        let types = &self.source.program.module.types;
        matches!(types.get(types.scalar(ty)), Some(Type::Integer(1)))
    }

    pub(crate) fn binary(
        &mut self,
        kind: BinaryOp,
        flags: Flags,
        left: ValueId,
        right: ValueId,
        ty: TypeId,
    ) -> Outcome<Id> {
        let is_truth = self.is_truth(ty);
        let id = self.ty(ty)?;
        let amount = right;
        let (left, right) = (self.id(left)?, self.id(right)?);
        let plain = |writer: &mut Self, opcode| writer.b.value(opcode, id, &[left, right]);
        Ok(match kind {
            BinaryOp::And if is_truth => plain(self, op::LOGICAL_AND),
            BinaryOp::Or if is_truth => plain(self, op::LOGICAL_OR),
            // One bit: sums, differences and exclusive or are alike.
            BinaryOp::Xor | BinaryOp::Add | BinaryOp::Sub if is_truth => match self.b.bits(right) {
                Some(bits) if bits & 1 == 1 => self.b.value(op::LOGICAL_NOT, id, &[left]),
                _ => plain(self, op::LOGICAL_NOT_EQUAL),
            },
            BinaryOp::Mul if is_truth => plain(self, op::LOGICAL_AND),
            BinaryOp::Add => plain(self, op::I_ADD),
            BinaryOp::Sub if self.b.bits(left) == Some(0) => self.b.value(op::S_NEGATE, id, &[right]),
            BinaryOp::Sub => plain(self, op::I_SUB),
            BinaryOp::Mul => plain(self, op::I_MUL),
            BinaryOp::Xor if self.is_all(right, id) => self.b.value(op::NOT, id, &[left]),
            BinaryOp::And => plain(self, op::BITWISE_AND),
            BinaryOp::Or => plain(self, op::BITWISE_OR),
            BinaryOp::Xor => plain(self, op::BITWISE_XOR),
            BinaryOp::UDiv => arithmetic::quotient(&mut self.b, Signedness::Unsigned, left, right),
            BinaryOp::URem => arithmetic::remainder(&mut self.b, Signedness::Unsigned, left, right),
            BinaryOp::SDiv => arithmetic::quotient(&mut self.b, Signedness::Signed, left, right),
            BinaryOp::SRem => arithmetic::remainder(&mut self.b, Signedness::Signed, left, right),
            BinaryOp::Shl => self.shift(op::SHIFT_LEFT_LOGICAL, [left, right], amount, id),
            BinaryOp::LShr => self.shift(op::SHIFT_RIGHT_LOGICAL, [left, right], amount, id),
            BinaryOp::AShr => self.shift(op::SHIFT_RIGHT_ARITHMETIC, [left, right], amount, id),
            BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => {
                let result = match kind {
                    // Compilers write a negation as a difference to -0.
                    BinaryOp::FSub if self.is_minus_zero(left, id) => {
                        return Ok(self.b.value(op::F_NEGATE, id, &[right]));
                    }
                    BinaryOp::FAdd => plain(self, op::F_ADD),
                    BinaryOp::FSub => plain(self, op::F_SUB),
                    BinaryOp::FMul => plain(self, op::F_MUL),
                    BinaryOp::FDiv => plain(self, op::F_DIV),
                    _ => plain(self, op::F_REM),
                };
                if !flags.has(Flags::FAST) {
                    self.precise(result);
                }
                result
            }
        })
    }

    /// A shift whose amount is masked, unless the program does that.
    fn shift(&mut self, opcode: u16, [left, right]: [Id; 2], amount: ValueId, ty: Id) -> Id {
        if self.is_masked(amount, u64::from(self.b.width(ty))) {
            return self.b.value(opcode, ty, &[left, right]);
        }
        arithmetic::shift(&mut self.b, opcode, left, right)
    }

    /// True for a conjunction with a number below the width of what is shifted.
    fn is_masked(&self, amount: ValueId, width: u64) -> bool {
        let body = self.body();
        let made = self.source.program.maker(body, amount).and_then(|id| body.instruction(id));
        let Some(made) = made.filter(|made| matches!(made.op, Op::Binary { op: BinaryOp::And, .. })) else {
            return false;
        };
        let is_small = |operand: &ValueId| {
            self.scope().integer(*operand).is_some_and(|number| (0..width as i64).contains(&number))
        };
        body.operands(made).iter().any(is_small)
    }

    fn is_all(&self, id: Id, ty: Id) -> bool {
        let mask = u64::MAX >> (64 - self.b.width(ty));
        let is_all = |id| self.b.bits(id).is_some_and(|bits| bits & mask == mask);
        let parts = self.b.parts(id);
        is_all(id) || !parts.is_empty() && parts.into_iter().all(is_all)
    }

    fn is_minus_zero(&self, id: Id, ty: Id) -> bool {
        let sign = 1 << (self.b.width(ty) - 1);
        let parts = self.b.parts(id);
        let is_it = |id| self.b.bits(id) == Some(sign);
        is_it(id) || !parts.is_empty() && parts.into_iter().all(is_it)
    }

    fn cast(&mut self, cast: CastOp, value: ValueId, ty: TypeId) -> Outcome<Id> {
        let from = self.type_of(value)?;
        let (was_truth, is_truth) = (self.is_truth(from), self.is_truth(ty));
        let (id, operand) = (self.ty(ty)?, self.id(value)?);
        let source = self.ty(from)?;
        let is_same = source == id;
        let number = |writer: &mut Self, bits| writer.b.constant_splat(id, bits);
        Ok(match cast {
            CastOp::Trunc if is_truth => {
                let (one, zero) = (self.b.constant_splat(source, 1), self.b.constant_splat(source, 0));
                let low = self.b.value(op::BITWISE_AND, source, &[operand, one]);
                self.b.value(op::I_NOT_EQUAL, id, &[low, zero])
            }
            CastOp::ZExt | CastOp::SExt if was_truth => {
                let yes = if cast == CastOp::SExt { u64::MAX } else { 1 };
                let (yes, no) = (number(self, yes), number(self, 0));
                self.b.value(op::SELECT, id, &[operand, yes, no])
            }
            CastOp::UiToFp | CastOp::SiToFp if was_truth => {
                let yes = if cast == CastOp::UiToFp { 1.0 } else { -1.0 };
                let (yes, no) =
                    (arithmetic::float(&mut self.b, id, yes), arithmetic::float(&mut self.b, id, 0.0));
                self.b.value(op::SELECT, id, &[operand, yes, no])
            }
            CastOp::FpToUi | CastOp::FpToSi if is_truth => {
                let zero = arithmetic::float(&mut self.b, source, 0.0);
                self.b.value(op::F_UNORD_NOT_EQUAL, id, &[operand, zero])
            }
            // Types of minimum precision are what they are converted to.
            CastOp::Trunc | CastOp::ZExt | CastOp::SExt | CastOp::FpTrunc | CastOp::FpExt if is_same => {
                operand
            }
            CastOp::Trunc | CastOp::ZExt => self.b.value(op::U_CONVERT, id, &[operand]),
            CastOp::SExt => self.b.value(op::S_CONVERT, id, &[operand]),
            CastOp::FpToUi => arithmetic::float_to_int(&mut self.b, operand, id, Signedness::Unsigned),
            CastOp::FpToSi => arithmetic::float_to_int(&mut self.b, operand, id, Signedness::Signed),
            CastOp::UiToFp => self.b.value(op::CONVERT_U_TO_F, id, &[operand]),
            CastOp::SiToFp => self.b.value(op::CONVERT_S_TO_F, id, &[operand]),
            CastOp::FpTrunc | CastOp::FpExt => self.b.value(op::F_CONVERT, id, &[operand]),
            CastOp::BitCast => arithmetic::bits_as(&mut self.b, id, operand),
            CastOp::PtrToInt | CastOp::IntToPtr | CastOp::AddrSpaceCast => {
                return Err(self.refuse(&rules::OPERATION, format!("found `{}`", cast.name())));
            }
        })
    }

    fn extract(
        &mut self,
        aggregate: ValueId,
        indices: glassbox_dxil::ir::pool::Span<u32>,
        instruction: &Instruction,
    ) -> Outcome<Value> {
        let indices = self.body().indices(indices);
        let ty = self.ty(instruction.ty)?;
        match (self.value(aggregate)?, indices) {
            (Value::Parts(parts), [index]) => match parts.get(*index as usize) {
                Some(Part::Resident(code)) => Ok(Value::Resident(*code)),
                Some(part) => Ok(Value::Id(self.part(part))),
                None => Err(self.refuse(&rules::SHAPE, "found a member that is not there".to_owned())),
            },
            (_, indices) => {
                let indices = indices.to_vec();
                let aggregate = self.id(aggregate)?;
                Ok(Value::Id(self.b.value_with(op::COMPOSITE_EXTRACT, ty, &[aggregate], &indices)))
            }
        }
    }

    fn select(&mut self, [condition, yes, no]: [ValueId; 3], ty: TypeId) -> Outcome<Value> {
        let id = self.ty(ty)?;
        let truth = self.type_id(condition)?;
        let [mut condition, yes, no] = [self.id(condition)?, self.id(yes)?, self.id(no)?];
        // Before SPIR-V 1.4 the condition of a vector is a vector.
        if let (Some(count), None) = (self.b.components(id), self.b.components(truth)) {
            let wide = self.b.vector(truth, count);
            condition = self.b.value(op::COMPOSITE_CONSTRUCT, wide, &vec![condition; count as usize]);
        }
        Ok(Value::Id(self.b.value(op::SELECT, id, &[condition, yes, no])))
    }

    fn component(&mut self, vector: ValueId, index: ValueId, ty: TypeId) -> Outcome<Value> {
        let ty = self.ty(ty)?;
        let from = self.id(vector)?;
        Ok(Value::Id(match self.fixed(index) {
            _ if self.b.type_of(from) == Some(ty) => from,
            Some(index) => self.b.value_with(op::COMPOSITE_EXTRACT, ty, &[from], &[index]),
            None => {
                let index = self.id(index)?;
                self.b.value(op::VECTOR_EXTRACT_DYNAMIC, ty, &[from, index])
            }
        }))
    }

    fn shuffle(&mut self, [first, second, mask]: [ValueId; 3], ty: TypeId) -> Outcome<Id> {
        let columns = self.columns(self.type_of(first)?);
        let numbers = crate::views::words::<4>(self.source, self.body(), mask);
        let count = self.columns(ty);
        let (Some(numbers), true) = (numbers, columns > 1 && (2..=4).contains(&count)) else {
            return Err(self.refuse(&rules::OPERATION, "found a permutation of a long vector".to_owned()));
        };
        let ty = self.ty(ty)?;
        let (first, second) = (self.id(first)?, self.id(second)?);
        let numbers = numbers.get(..count as usize).unwrap_or_default();
        Ok(self.b.value_with(op::VECTOR_SHUFFLE, ty, &[first, second], numbers))
    }

    pub(crate) fn compare(
        &mut self,
        predicate: Predicate,
        left: ValueId,
        right: ValueId,
        ty: TypeId,
    ) -> Outcome<Id> {
        use Predicate as P;
        let is_truth = self.is_truth(self.type_of(left)?);
        let ty = self.ty(ty)?;
        let (left, right) = (self.id(left)?, self.id(right)?);
        let opcode = match predicate {
            P::False | P::True => {
                let bits = u64::from(predicate == P::True);
                return Ok(match self.b.components(ty) {
                    None => self.b.constant_bool(bits != 0),
                    Some(count) => {
                        let one = self.b.constant_bool(bits != 0);
                        self.b.constant_composite(ty, &vec![one; count as usize])
                    }
                });
            }
            P::Ord | P::Uno => {
                let nans = [left, right].map(|value| self.b.value(op::IS_NAN, ty, &[value]));
                let any = self.b.value(op::LOGICAL_OR, ty, &nans);
                return Ok(match predicate {
                    P::Uno => any,
                    _ => self.b.value(op::LOGICAL_NOT, ty, &[any]),
                });
            }
            P::Oeq => op::F_ORD_EQUAL,
            P::Ogt => op::F_ORD_GREATER_THAN,
            P::Oge => op::F_ORD_GREATER_THAN_EQUAL,
            P::Olt => op::F_ORD_LESS_THAN,
            P::Ole => op::F_ORD_LESS_THAN_EQUAL,
            P::One => op::F_ORD_NOT_EQUAL,
            P::Ueq => op::F_UNORD_EQUAL,
            P::Ugt => op::F_UNORD_GREATER_THAN,
            P::Uge => op::F_UNORD_GREATER_THAN_EQUAL,
            P::Ult => op::F_UNORD_LESS_THAN,
            P::Ule => op::F_UNORD_LESS_THAN_EQUAL,
            P::Une => op::F_UNORD_NOT_EQUAL,
            P::IntEq if is_truth => op::LOGICAL_EQUAL,
            P::IntNe if is_truth => op::LOGICAL_NOT_EQUAL,
            P::IntEq => op::I_EQUAL,
            P::IntNe => op::I_NOT_EQUAL,
            P::IntUgt => op::U_GREATER_THAN,
            P::IntUge => op::U_GREATER_THAN_EQUAL,
            P::IntUlt => op::U_LESS_THAN,
            P::IntUle => op::U_LESS_THAN_EQUAL,
            P::IntSgt => op::S_GREATER_THAN,
            P::IntSge => op::S_GREATER_THAN_EQUAL,
            P::IntSlt => op::S_LESS_THAN,
            P::IntSle => op::S_LESS_THAN_EQUAL,
        };
        Ok(self.b.value(opcode, ty, &[left, right]))
    }

    /// The low word of a product, and whether the high one is not 0.
    fn product_and_overflow(&mut self, factors: &[ValueId]) -> Outcome<Value> {
        let factors = self.ids(factors)?;
        let (uint, truth) = (self.b.uint(), self.b.bool());
        let words = self.b.structure(&[uint, uint]);
        let product = self.b.value(op::U_MUL_EXTENDED, words, &factors);
        let [low, high] =
            [0, 1].map(|word| self.b.value_with(op::COMPOSITE_EXTRACT, uint, &[product], &[word]));
        let zero = self.b.constant_uint(0);
        let overflows = self.b.value(op::I_NOT_EQUAL, truth, &[high, zero]);
        Ok(Value::Parts([Part::Id(low), Part::Id(overflows)].into()))
    }

    /// Writes a call of an operation that is known to be one.
    fn call_operation(&mut self, instruction: &Instruction) -> Outcome<()> {
        let found = self.source.program.operation(self.body(), instruction);
        let (Some(call), Some(result)) = (found, instruction.result) else { return Ok(()) };
        let arguments = call.arguments.get(1..).unwrap_or_default();
        let value = self.operation(instruction, call.code, arguments)?;
        self.set(result, value);
        Ok(())
    }

    /// A call: of a DXIL operation, an intrinsic or a function of the program.
    fn call(&mut self, instruction: &Instruction, _call: Call) -> Outcome<Value> {
        let body = self.body();
        let program = &self.source.program;
        if let Some(operation) = program.operation(body, instruction) {
            return self.operation(
                instruction,
                operation.code,
                operation.arguments.get(1..).unwrap_or_default(),
            );
        }
        let Some(callee) = program.callee(body, instruction) else {
            return Err(self.refuse(&rules::OPERATION, "found a call of an address".to_owned()));
        };
        let name =
            program.module.functions.get(callee.index()).and_then(|found| program.module.name(found.value));
        let name = String::from_utf8_lossy(name.unwrap_or_default()).into_owned();
        if name.starts_with("llvm.dbg.") || name.starts_with("llvm.lifetime.") {
            return Ok(Value::None);
        }
        if name == "llvm.umul.with.overflow.i32" {
            return self.product_and_overflow(body.operands(instruction).get(1..).unwrap_or_default());
        }
        let Some(function) = self.functions.get(&callee).copied() else {
            let name = name.trim_start_matches('\u{1}');
            let message = format!("found a call of `{name}`, which the program does not define");
            return Err(self.refuse(&rules::OPERATION, message));
        };
        let arguments = body.operands(instruction).get(1..).unwrap_or_default();
        let (mut ids, mut lent) = (vec![function], Vec::new());
        for argument in arguments {
            ids.push(match self.value(*argument)? {
                Value::Pointer(pointer) => match self.lend(pointer)? {
                    Some(own) => {
                        lent.push((own, pointer));
                        own.id
                    }
                    None => pointer.id,
                },
                _ => self.id(*argument)?,
            });
        }
        let ty = self.ty(instruction.ty)?;
        let result = self.b.value(op::FUNCTION_CALL, ty, &ids);
        for (own, pointer) in lent {
            self.copy(own, pointer)?;
        }
        Ok(Value::Id(result))
    }
}
