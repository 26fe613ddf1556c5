//! Addresses: local variables, variables of groups, tables of constants; loads, stores and atomics through them.

use glassbox_dxil::ir::{Access, Constant, Instruction, Op, RmwOp, Type, TypeId, ValueId};
use glassbox_lower_directx::{Outcome, arithmetic, rules};
use glassbox_spirv::build::value::{capability, scope, storage_class};
use glassbox_spirv::build::{Id, Memory, Signedness, op};

use crate::types::MAX_ELEMENTS;
use crate::writer::{Value, Writer};

/// Address space of variables that a group shares.
const GROUP: u32 = 3;

/// An address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pointer {
    /// The pointer.
    pub(crate) id: Id,
    /// Its storage class.
    pub(crate) class: u32,
    /// Type of what is there.
    pub(crate) ty: TypeId,
    /// True for a part of a variable.
    is_part: bool,
    held: Held,
}

/// What numbers of the program are in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Held {
    /// Themselves.
    #[default]
    Own,
    /// Integers of their bits.
    Bits,
    /// Integers with a sign.
    Signed,
}

impl Pointer {
    /// The address of a variable, or a parameter.
    pub(crate) fn whole(id: Id, class: u32, ty: TypeId) -> Pointer {
        Pointer { id, class, ty, is_part: false, held: Held::Own }
    }
}

impl Writer<'_> {
    /// The variable of a global one.
    pub(crate) fn global(&mut self, value: ValueId) -> Outcome<Pointer> {
        if let Some(known) = self.memory.get(&value) {
            return Ok(*known);
        }
        let module = self.source.program.module;
        let variable = module.variables.iter().find(|variable| variable.value == value).copied();
        let Some(variable) = variable else {
            return Err(self.refuse(&rules::SHAPE, "found a variable that is not there".to_owned()));
        };
        let class =
            if variable.address_space == GROUP { storage_class::WORKGROUP } else { storage_class::PRIVATE };
        let held = match self.survey.atomics.get(&value) {
            Some(signs) if class == storage_class::WORKGROUP && signs.are_signed() => Held::Signed,
            Some(_) if class == storage_class::WORKGROUP => Held::Bits,
            _ => Held::Own,
        };
        let ty = self.held_type(variable.ty, held)?;
        let pointer = self.b.pointer(class, ty);
        let initializer = match variable.initializer {
            Some(initializer) if class == storage_class::PRIVATE && !self.is_undefined(initializer) => {
                Some(self.constant_as(initializer, variable.ty)?)
            }
            _ => None,
        };
        let id = match initializer {
            Some(initializer) => self.b.global_with(pointer, class, initializer),
            None => self.b.global(pointer, class),
        };
        if let Some(name) = module.name(value) {
            let name = crate::debug::plain_name(name);
            self.b.name(id, &name);
        }
        self.globals.push(id);
        let made = Pointer { held, ..Pointer::whole(id, class, variable.ty) };
        self.memory.insert(value, made);
        Ok(made)
    }

    /// The address that an expression of constants is; `None` for other constants.
    pub(crate) fn address_of_constant(&mut self, value: ValueId) -> Outcome<Option<Pointer>> {
        let scope = self.scope();
        let Some((constant, pool)) = scope.constant(value) else { return Ok(None) };
        match constant {
            Constant::GetElementPtr { operands, .. } => {
                let operands = pool.operands(operands).to_vec();
                self.element(&operands).map(Some)
            }
            Constant::Cast { value: inner, .. }
                if matches!(self.llvm(self.type_of(inner)?), Some(Type::Pointer { .. })) =>
            {
                let inner = self.pointer(inner)?;
                Ok(Some(inner))
            }
            _ => Ok(None),
        }
    }

    /// A value that is an address.
    pub(crate) fn pointer(&mut self, value: ValueId) -> Outcome<Pointer> {
        match self.value(value)? {
            Value::Pointer(pointer) => Ok(pointer),
            _ => Err(self.refuse(&rules::OPERATION, "found an address that is computed".to_owned())),
        }
    }

    /// A local variable.
    pub(crate) fn allocate(&mut self, instruction: &Instruction, allocated: TypeId) -> Outcome<Value> {
        let count = self.body().operands(instruction).first().copied();
        let count = count.and_then(|count| self.fixed(count)).unwrap_or(1);
        if count != 1 {
            let message = format!("found an allocation of {count} variables, expected one");
            return Err(self.refuse(&rules::OPERATION, message));
        }
        let ty = self.ty(allocated)?;
        let pointer = self.b.pointer(storage_class::FUNCTION, ty);
        let id = self.b.variable(pointer);
        Ok(Value::Pointer(Pointer::whole(id, storage_class::FUNCTION, allocated)))
    }

    /// The address of an element: of a pointer and indices, of which the first counts what is pointed to.
    pub(crate) fn element(&mut self, operands: &[ValueId]) -> Outcome<Pointer> {
        let [base, first, path @ ..] = operands else {
            return Err(self.refuse(&rules::SHAPE, "found an address without a pointer".to_owned()));
        };
        let base = self.pointer(*base)?;
        if self.fixed(*first) != Some(0) {
            let message = "found an address counted from a pointer, expected an element of an array";
            return Err(self.refuse(&rules::OPERATION, message.to_owned()));
        }
        let types = &self.source.program.module.types;
        let mut ty = base.ty;
        let mut indices = vec![base.id];
        for index in path {
            let field = types.fields(ty).map(<[TypeId]>::to_vec);
            ty = match field {
                Some(fields) => {
                    let number = self.expect_fixed(*index, "number of a member")?;
                    indices.push(self.b.constant_uint(number));
                    fields.get(number as usize).copied()
                }
                None => {
                    indices.push(self.id(*index)?);
                    types.element(ty)
                }
            }
            .ok_or_else(|| {
                self.refuse(&rules::SHAPE, "found the address of an element of a number".to_owned())
            })?;
        }
        if indices.len() == 1 {
            return Ok(base);
        }
        let to = self.held_type(ty, base.held)?;
        let pointer = self.b.pointer(base.class, to);
        let id = self.b.value(op::ACCESS_CHAIN, pointer, &indices);
        Ok(Pointer { id, ty, is_part: true, ..base })
    }

    /// Type of memory: that of what it holds, or integers of its bits.
    fn held_type(&mut self, ty: TypeId, held: Held) -> Outcome<Id> {
        match (held, self.llvm(ty)) {
            (Held::Bits, Some(Type::Float)) => Ok(self.b.uint()),
            (Held::Signed, Some(Type::Float | Type::Integer(32))) => Ok(self.b.int()),
            (Held::Signed, Some(Type::Integer(64))) => Ok(self.b.int_type(64, Signedness::Signed)),
            (Held::Bits | Held::Signed, Some(Type::Array { element, count }))
                if count > 0 && count <= MAX_ELEMENTS =>
            {
                let element = self.held_type(element, held)?;
                Ok(self.b.array(element, count as u32, None))
            }
            _ => self.ty(ty),
        }
    }

    /// Gives a function a variable of its own for a part of one, or for one that others see: the parameter, and where it belongs.
    pub(crate) fn lend(&mut self, pointer: Pointer) -> Outcome<Option<Pointer>> {
        if !pointer.is_part && pointer.class == storage_class::FUNCTION {
            return Ok(None);
        }
        let ty = self.ty(pointer.ty)?;
        let to = self.b.pointer(storage_class::FUNCTION, ty);
        let own = Pointer::whole(self.b.variable(to), storage_class::FUNCTION, pointer.ty);
        self.copy(pointer, own)?;
        Ok(Some(own))
    }

    /// Copies what is at one address to another.
    pub(crate) fn copy(&mut self, from: Pointer, to: Pointer) -> Outcome<()> {
        let (held, wanted) = (self.held_type(from.ty, from.held)?, self.held_type(to.ty, to.held)?);
        let value = self.b.value(op::LOAD, held, &[from.id]);
        let value = self.recast(value, held, wanted)?;
        self.b.effect(op::STORE, &[to.id, value]);
        Ok(())
    }

    /// A value of one type as one of another of the same size.
    fn recast(&mut self, value: Id, from: Id, to: Id) -> Outcome<Id> {
        let sizes = (self.b.width(from), self.b.width(to));
        let is_plain = |id| {
            use glassbox_spirv::module::Type as Shape;
            matches!(self.b.what(id), Some(Shape::Int { .. } | Shape::Float { .. } | Shape::Vector { .. }))
        };
        if from == to {
            return Ok(value);
        }
        if sizes.0 != sizes.1 || !is_plain(from) || !is_plain(to) {
            let message = "found memory that is read as a type of another size".to_owned();
            return Err(self.refuse(&rules::OPERATION, message));
        }
        Ok(arithmetic::bits_as(&mut self.b, to, value))
    }

    /// What is at an address.
    pub(crate) fn load(&mut self, instruction: &Instruction, _access: Access) -> Outcome<Value> {
        let [pointer, ..] = *self.body().operands(instruction) else { return Ok(Value::None) };
        let pointer = self.pointer(pointer)?;
        let held = self.held_type(pointer.ty, pointer.held)?;
        let value = self.b.value(op::LOAD, held, &[pointer.id]);
        let wanted = self.ty(instruction.ty)?;
        Ok(Value::Id(self.recast(value, held, wanted)?))
    }

    /// Writes to an address.
    pub(crate) fn store(&mut self, instruction: &Instruction, _access: Access) -> Outcome<()> {
        let [pointer, value, ..] = *self.body().operands(instruction) else { return Ok(()) };
        let pointer = self.pointer(pointer)?;
        let (given, held) = (self.type_id(value)?, self.held_type(pointer.ty, pointer.held)?);
        let value = self.id(value)?;
        let value = self.recast(value, given, held)?;
        self.b.effect(op::STORE, &[pointer.id, value]);
        Ok(())
    }

    /// An atomic operation on a variable.
    pub(crate) fn read_modify_write(&mut self, instruction: &Instruction, kind: RmwOp) -> Outcome<Value> {
        let [pointer, value, ..] = *self.body().operands(instruction) else { return Ok(Value::None) };
        let opcode = match kind {
            RmwOp::Xchg => op::ATOMIC_EXCHANGE,
            RmwOp::Add => op::ATOMIC_I_ADD,
            RmwOp::Sub => op::ATOMIC_I_SUB,
            RmwOp::And => op::ATOMIC_AND,
            RmwOp::Or => op::ATOMIC_OR,
            RmwOp::Xor => op::ATOMIC_XOR,
            RmwOp::Max => op::ATOMIC_S_MAX,
            RmwOp::Min => op::ATOMIC_S_MIN,
            RmwOp::UMax => op::ATOMIC_U_MAX,
            RmwOp::UMin => op::ATOMIC_U_MIN,
            RmwOp::Nand => {
                return Err(self.refuse(&rules::OPERATION, "found `atomicrmw nand`".to_owned()));
            }
        };
        let pointer = self.pointer(pointer)?;
        let value = self.id(value)?;
        self.same_as_memory(pointer, instruction.ty)?;
        let ty = self.held_type(instruction.ty, pointer.held)?;
        let value = arithmetic::bits_as(&mut self.b, ty, value);
        let memory = Memory { pointer: pointer.id, scope: scope_of(pointer), semantics: 0 };
        let old = self.b.atomic(opcode, ty, memory, &[value]);
        let wanted = self.ty(instruction.ty)?;
        Ok(Value::Id(arithmetic::bits_as(&mut self.b, wanted, old)))
    }

    /// A compare-and-exchange of a variable: what was there, and whether it was as expected.
    pub(crate) fn compare_exchange(&mut self, instruction: &Instruction) -> Outcome<Value> {
        let [pointer, expected, new, ..] = *self.body().operands(instruction) else { return Ok(Value::None) };
        let pointer = self.pointer(pointer)?;
        let compared = self.type_of(expected)?;
        self.same_as_memory(pointer, compared)?;
        let ty = self.held_type(compared, pointer.held)?;
        let [expected, new] = [self.id(expected)?, self.id(new)?];
        let [held, new] = [expected, new].map(|value| arithmetic::bits_as(&mut self.b, ty, value));
        let scope = self.b.constant_uint(scope_of(pointer));
        let none = self.b.constant_uint(0);
        let operands = [pointer.id, scope, none, none, new, held];
        let old = self.b.value(op::ATOMIC_COMPARE_EXCHANGE, ty, &operands);
        let wanted = self.ty(compared)?;
        let old = arithmetic::bits_as(&mut self.b, wanted, old);
        let truth = self.b.bool();
        let same = self.b.value(op::I_EQUAL, truth, &[old, expected]);
        Ok(Value::Parts([crate::writer::Part::Id(old), crate::writer::Part::Id(same)].into()))
    }

    /// Atomic operations need integers of the type that the memory has.
    fn same_as_memory(&mut self, pointer: Pointer, ty: TypeId) -> Outcome<()> {
        let is_integer = matches!(self.llvm(ty), Some(Type::Integer(32 | 64)));
        let has_bits = pointer.held != Held::Own && matches!(self.llvm(pointer.ty), Some(Type::Float));
        if is_integer && (pointer.ty == ty || has_bits && matches!(self.llvm(ty), Some(Type::Integer(32)))) {
            if matches!(self.llvm(ty), Some(Type::Integer(64))) {
                self.b.capability(capability::INT64_ATOMICS);
            }
            return Ok(());
        }
        let message = "found an atomic operation on memory that holds no such integers".to_owned();
        Err(self.refuse(&rules::OPERATION, message))
    }
}

fn scope_of(pointer: Pointer) -> u32 {
    match pointer.class {
        storage_class::WORKGROUP => scope::WORKGROUP,
        _ => scope::DEVICE,
    }
}

/// True for conversions of addresses, which stay what they are.
pub(crate) fn is_address(instruction: &Instruction, ty: Option<Type>) -> bool {
    matches!(instruction.op, Op::Cast(_)) && matches!(ty, Some(Type::Pointer { .. }))
}
