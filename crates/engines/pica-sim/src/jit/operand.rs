//! Reads operands and writes results: all register accesses of compiled code.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{F32, F32X4, I32, I64};
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value};
use glassbox_pica::descriptor::Mask;
use glassbox_pica::register::{Destination, Index};

use super::compile::Compiler;
use super::context::{REGISTER, offset};
use crate::operation::Operand;

/// Offsets of the rows of a relative operand within its table.
pub(super) enum Row {
    /// All vertices read the same row.
    Same(Value),
    /// Each vertex reads its own row.
    Each([Value; 4]),
}

impl Compiler<'_, '_> {
    /// Component of an operand, after selection and negation.
    pub(super) fn read(&mut self, operand: &Operand, place: usize, row: Option<&Row>) -> Value {
        let component = operand.swizzle[place & 3];
        let context = self.context;
        let value = if let Some(number) = operand.register.as_input() {
            let place = offset::input(number, component);
            self.builder().ins().load(F32X4, constant_memory(), context, place)
        } else if let Some(number) = operand.register.as_temporary() {
            let variable = self.state.temporaries[usize::from(number & 15)][usize::from(component & 3)];
            self.builder().use_var(variable)
        } else {
            match row {
                None => {
                    let number = operand.register.as_uniform().unwrap_or(0);
                    let place = offset::uniform(number, component);
                    self.builder().ins().load(F32X4, constant_memory(), context, place)
                }
                Some(row) => self.read_row(row, component),
            }
        };
        if operand.negate { self.arithmetic.negate(value) } else { value }
    }

    fn read_row(&mut self, row: &Row, component: u8) -> Value {
        let place = offset::uniform(0, component);
        match *row {
            Row::Same(row) => self.builder().ins().load(F32X4, constant_memory(), row, place),
            Row::Each(rows) => {
                let mut all = None;
                for (lane, row) in rows.into_iter().enumerate() {
                    let builder = self.builder();
                    let value = builder.ins().load(F32, constant_memory(), row, place);
                    all = Some(match all {
                        None => builder.ins().splat(F32X4, value),
                        Some(all) => builder.ins().insertlane(all, value, lane as u8),
                    });
                }
                all.unwrap_or(self.context)
            }
        }
    }

    /// Rows of a relative operand; `None` for operands without an index.
    pub(super) fn row(&mut self, operand: &Operand) -> Option<Row> {
        let base = operand.register.as_uniform()?;
        let address = match operand.index {
            Index::None => return None,
            Index::Loop => {
                let variable = self.state.loop_index;
                let number = self.builder().use_var(variable);
                let byte = self.row_offset(number, base);
                return Some(Row::Same(byte));
            }
            Index::AddressX => self.state.address[0],
            Index::AddressY => self.state.address[1],
        };
        let numbers = self.builder().use_var(address);
        Some(Row::Each([0, 1, 2, 3].map(|lane| {
            let number = self.builder().ins().extractlane(numbers, lane);
            self.row_offset(number, base)
        })))
    }

    /// Offset of a row of the uniform table: the base plus the index, or the base alone if the
    /// index does not fit a signed byte, modulo 128. This is rule 5.4, and keeps the access within
    /// the table.
    fn row_offset(&mut self, number: Value, base: u8) -> Value {
        let context = self.context;
        let builder = self.builder();
        let shifted = builder.ins().iadd_imm_s(number, 128);
        let far = builder.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, shifted, 255);
        let none = builder.ins().iconst(I32, 0);
        let number = builder.ins().select(far, none, number);
        let row = builder.ins().iadd_imm_s(number, i64::from(base));
        let row = builder.ins().band_imm_u(row, 0x7F);
        let row = builder.ins().uextend(I64, row);
        let byte = builder.ins().imul_imm_s(row, i64::from(REGISTER));
        builder.ins().iadd(context, byte)
    }

    /// Writes a component of the destination if the mask includes it.
    pub(super) fn write(&mut self, destination: Destination, mask: Mask, component: usize, value: Value) {
        if !mask.contains(component as u8) {
            return;
        }
        match destination.as_output() {
            Some(number) => {
                let context = self.context;
                let place = offset::output(number, component as u8);
                self.builder().ins().store(own_memory(), value, context, place);
            }
            None => {
                let number = usize::from(destination.0 & 15);
                let variable = self.state.temporaries[number][component & 3];
                self.builder().def_var(variable, value);
            }
        }
    }
}

/// Flags for context memory that is constant during a run.
pub(super) fn constant_memory() -> MemFlagsData {
    MemFlagsData::trusted().with_readonly().with_can_move()
}

/// Flags for context memory that the code writes.
pub(super) fn own_memory() -> MemFlagsData {
    MemFlagsData::trusted()
}
