//! Writes instructions that access memory.

use glassbox_dxil::ir::{Access, Alignment, Instruction, Op, Ordering, Type, ValueId};

use super::value::Writer;

impl Writer<'_, '_> {
    /// Writes the part of a memory instruction after its result.
    pub(super) fn memory(&mut self, instruction: &Instruction, operands: &[ValueId]) {
        match instruction.op {
            Op::Alloca { allocated, alignment, in_alloca } => {
                self.out.text(if in_alloca { "alloca inalloca " } else { "alloca " });
                self.ty(allocated);
                if let Some(&count) = operands.first()
                    && !self.is_one(count)
                {
                    self.out.text(", ");
                    self.typed(count);
                }
                self.align(alignment);
            }
            Op::Load(access) => {
                self.out.text("load ");
                self.access(access);
                self.ty(instruction.ty);
                self.out.text(", ");
                self.list(operands);
                self.order(access);
            }
            Op::Store(access) => {
                self.out.text("store ");
                self.access(access);
                if let [pointer, value] = *operands {
                    self.list(&[value, pointer]);
                }
                self.order(access);
            }
            Op::CompareExchange { volatile, weak, success, failure, scope } => {
                self.out.text(if weak { "cmpxchg weak " } else { "cmpxchg " });
                self.out.text(if volatile { "volatile " } else { "" });
                self.list(operands);
                self.ordering(success, scope);
                self.out.byte(b' ').text(failure.name());
            }
            Op::AtomicRmw { op, volatile, ordering, scope } => {
                self.out.text(if volatile { "atomicrmw volatile " } else { "atomicrmw " });
                self.out.text(op.name()).byte(b' ');
                self.list(operands);
                self.ordering(ordering, scope);
            }
            Op::Fence { ordering, scope } => {
                self.out.text("fence");
                self.ordering(ordering, scope);
            }
            Op::VaArg => {
                self.out.text("va_arg ");
                self.list(operands);
                self.out.text(", ");
                self.ty(instruction.ty);
            }
            _ => {}
        }
    }

    /// True for the 32-bit constant 1, the default element count, which is omitted.
    fn is_one(&self, value: ValueId) -> bool {
        let scope = self.scope();
        let word = scope.type_of(value).and_then(|ty| self.context.module.types.get(ty));
        word == Some(Type::Integer(32)) && scope.integer(value) == Some(1)
    }

    fn align(&mut self, alignment: Alignment) {
        match alignment.bytes() {
            0 => {}
            bytes => self.out.text(", align ").number(bytes.into()).end(),
        }
    }

    fn access(&mut self, access: Access) {
        self.out.text(if access.is_atomic() { "atomic " } else { "" });
        self.out.text(if access.volatile { "volatile " } else { "" });
    }

    fn order(&mut self, access: Access) {
        if access.is_atomic() {
            self.ordering(access.ordering, access.scope);
        }
        self.align(access.alignment);
    }

    fn ordering(&mut self, ordering: Ordering, scope: u32) {
        self.out.text(if scope == 0 { " singlethread" } else { "" });
        self.out.byte(b' ').text(ordering.name());
    }
}
