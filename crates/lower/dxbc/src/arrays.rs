//! Registers that are indexed: arrays of temporary registers, ranges of inputs and outputs, the immediate constant buffer.

use glassbox_dxbc::Operand;
use glassbox_dxbc::operand::Index;
use glassbox_lower_directx::{Outcome, rules};
use glassbox_spirv::build::value::storage_class;
use glassbox_spirv::build::{Guarded, Id, op};

use crate::part::{Part, Ty};
use crate::ports::Way;
use crate::registers::untraced;
use crate::uses::Slot;
use crate::writer::Writer;

/// Registers of an array; more do not fit into any device.
const MAX_REGISTERS: u32 = 4096;

/// A variable of rows of four components.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Array {
    id: Id,
    class: u32,
    ty: Ty,
    count: u32,
    slot: Option<Slot>,
}

/// Registers from one on that are indexed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    pub(crate) is_input: bool,
    pub(crate) first: u32,
    pub(crate) count: u32,
}

impl Writer<'_> {
    fn local_array(&mut self, name: &str, ty: Ty, count: u32, slot: Option<Slot>) -> Array {
        let count = count.clamp(1, MAX_REGISTERS);
        let row = ty.vector(&mut self.b, 4);
        let array = self.b.array(row, count, None);
        let class = if self.has_functions() { storage_class::PRIVATE } else { storage_class::FUNCTION };
        let pointer = self.b.pointer(class, array);
        let id = match class {
            storage_class::PRIVATE => {
                let id = self.b.global(pointer, class);
                self.globals.push(id);
                id
            }
            _ => self.b.variable(pointer),
        };
        self.b.name(id, name);
        Array { id, class, ty, count, slot }
    }

    fn type_of_slot(&self, slot: Slot) -> Ty {
        self.prior.map_or(Ty::Uint, |prior| prior.ty(slot))
    }

    /// `dcl_indexableTemp`.
    pub(crate) fn declare_array(&mut self, number: u32, count: u32) {
        let slot = Slot::Array(self.phase, number);
        let ty = self.type_of_slot(slot);
        let array = self.local_array(&format!("x{number}"), ty, count, Some(slot));
        self.arrays.insert(number, array);
    }

    /// A pointer to a row, or to a component of it.
    fn row_place(&mut self, array: Array, row: Id, component: Option<u8>) -> (Id, Id) {
        let ty = array.ty.vector(&mut self.b, if component.is_some() { 1 } else { 4 });
        let pointer = self.b.pointer(array.class, ty);
        // A constant past the end is no index.
        let row = match self.b.bits(row) {
            Some(bits) if bits >= u64::from(array.count) => self.b.constant_uint(array.count - 1),
            _ => row,
        };
        let mut path = vec![array.id, row];
        if let Some(component) = component {
            path.push(self.b.constant_uint(u32::from(component)));
        }
        (self.b.value(op::ACCESS_CHAIN, pointer, &path), ty)
    }

    fn load_row(&mut self, array: Array, row: Id, picked: &[u8]) -> Vec<Part> {
        let (place, ty) = self.row_place(array, row, None);
        let value = self.b.value(op::LOAD, ty, &[place]);
        let part = |component: &u8| Part::Value {
            id: value,
            index: Some(u32::from(*component)),
            ty: array.ty,
            from: array.slot,
        };
        picked.iter().map(part).collect()
    }

    fn store_row_of(&mut self, array: Array, row: Id, components: &[u8], parts: &[Part]) {
        if let Some(slot) = array.slot {
            for part in parts {
                self.note_copy(*part, slot);
            }
        }
        let parts: Vec<Part> = parts.iter().map(|part| untraced(*part)).collect();
        let parts = parts.as_slice();
        if components == [0, 1, 2, 3] && parts.len() == 4 {
            let (place, _) = self.row_place(array, row, None);
            let value = self.gather(parts, array.ty);
            self.b.effect(op::STORE, &[place, value]);
            return;
        }
        for (component, part) in components.iter().zip(parts) {
            let (place, _) = self.row_place(array, row, Some(*component));
            let value = self.scalar(*part, array.ty);
            self.b.effect(op::STORE, &[place, value]);
        }
    }

    fn array(&self, operand: &Operand<'_>) -> Outcome<Array> {
        let number = self.number(operand, 0)?;
        self.arrays.get(&number).copied().ok_or_else(|| {
            self.refuse(&rules::SHAPE, format!("found the array `x{number}`, which is not declared"))
        })
    }

    pub(crate) fn read_array(&mut self, operand: &Operand<'_>, picked: &[u8]) -> Outcome<Vec<Part>> {
        let array = self.array(operand)?;
        let index = self.index_of(operand, 1)?;
        let row = self.index_value(&index)?;
        Ok(self.load_row(array, row, picked))
    }

    pub(crate) fn write_array(
        &mut self,
        operand: &Operand<'_>,
        components: &[u8],
        parts: &[Part],
    ) -> Outcome<()> {
        let array = self.array(operand)?;
        let index = self.index_of(operand, 1)?;
        let row = self.index_value(&index)?;
        self.store_row_of(array, row, components, parts);
        Ok(())
    }

    /// The immediate constant buffer, an array that nothing writes.
    pub(crate) fn read_immediate(&mut self, operand: &Operand<'_>, picked: &[u8]) -> Outcome<Vec<Part>> {
        let ty = self.type_of_slot(Slot::Immediate);
        let index = self.index_of(operand, 0)?;
        let words = &self.source.declared.immediate;
        let count = (words.len() / 4).min(MAX_REGISTERS as usize) as u32;
        if count == 0 {
            return Err(self.refuse(&rules::SHAPE, "found no immediate constant buffer".to_owned()));
        }
        if index.relative.is_none() {
            let at =
                |one: &u8| words.get(index.number as usize * 4 + usize::from(*one)).copied().unwrap_or(0);
            return Ok(picked.iter().map(|one| Part::Bits(at(one))).collect());
        }
        let array = match self.immediate {
            Some(array) => array,
            None => {
                let array = self.constant_array(ty, count);
                self.immediate = Some(array);
                array
            }
        };
        let row = self.index_value(&index)?;
        // Past the end it holds zeros, and a variable nothing.
        let last = self.b.constant_uint(count - 1);
        let uint = self.b.uint();
        let least = self.b.extended_instruction(glassbox_spirv::build::glsl::U_MIN, uint, &[row, last]);
        Ok(self.load_row(array, least, picked))
    }

    fn constant_array(&mut self, ty: Ty, count: u32) -> Array {
        let row = ty.vector(&mut self.b, 4);
        let scalar = ty.scalar(&mut self.b);
        let mut rows = Vec::new();
        let words = &self.source.declared.immediate;
        for four in words.as_chunks::<4>().0.iter().take(count as usize) {
            let parts = four.map(|word| self.b.constant(scalar, word));
            rows.push(self.b.constant_composite(row, &parts));
        }
        let array = self.b.array(row, count, None);
        let initial = self.b.constant_composite(array, &rows);
        let pointer = self.b.pointer(storage_class::PRIVATE, array);
        let id = self.b.global_with(pointer, storage_class::PRIVATE, initial);
        self.globals.push(id);
        self.b.name(id, "icb");
        Array { id, class: storage_class::PRIVATE, ty, count, slot: Some(Slot::Immediate) }
    }

    /// `dcl_indexrange`.
    pub(crate) fn declare_range(&mut self, range: Range) -> Outcome<()> {
        if self.ranges.contains(&range) {
            return Ok(());
        }
        self.ranges.push(range);
        if !range.is_input && !self.is_patch_phase() {
            let slot = Slot::Range(range.first);
            let ty = self.type_of_slot(slot);
            let array = self.local_array(&format!("o{}", range.first), ty, range.count, Some(slot));
            self.outputs.push((range, array));
        }
        Ok(())
    }

    /// True if an output is in an array.
    pub(crate) fn is_in_range(&self, register: u32) -> bool {
        self.output_range(register).is_some()
    }

    fn output_range(&self, register: u32) -> Option<(Range, Array)> {
        let holds = |range: &Range| register >= range.first && register - range.first < range.count;
        self.outputs.iter().copied().find(|(range, _)| holds(range))
    }

    fn output_row(&mut self, index: &Index<'_>) -> Outcome<(Array, Id)> {
        let Some((range, array)) = self.output_range(index.number as u32) else {
            let message = "found an index of outputs that no range declares".to_owned();
            return Err(self.refuse(&rules::SHAPE, message));
        };
        let relative = Index { number: index.number - u64::from(range.first), relative: index.relative };
        Ok((array, self.index_value(&relative)?))
    }

    pub(crate) fn read_outputs(&mut self, index: &Index<'_>, picked: &[u8]) -> Outcome<Vec<Part>> {
        let (array, row) = self.output_row(index)?;
        Ok(self.load_row(array, row, picked))
    }

    pub(crate) fn write_outputs(
        &mut self,
        index: &Index<'_>,
        components: &[u8],
        parts: &[Part],
    ) -> Outcome<()> {
        if self.is_patch_phase() {
            return self.write_patch(index, components, parts);
        }
        let (array, row) = self.output_row(index)?;
        self.store_row_of(array, row, components, parts);
        Ok(())
    }

    fn write_patch(&mut self, index: &Index<'_>, components: &[u8], parts: &[Part]) -> Outcome<()> {
        let register = index.number as u32;
        let holds = |range: &&Range| {
            !range.is_input && register >= range.first && register - range.first < range.count
        };
        let count = self.ranges.iter().find(holds).map_or(1, |range| range.count - (register - range.first));
        let row = self.index_value(&Index { number: 0, relative: index.relative })?;
        for (component, part) in components.iter().zip(parts) {
            self.store_patch(register, count, row, *component, *part)?;
        }
        Ok(())
    }

    /// A component of an output that is in an array.
    pub(crate) fn read_range(&mut self, register: u32, component: u8) -> Outcome<Part> {
        let index = Index { number: u64::from(register), relative: None };
        let parts = self.read_outputs(&index, &[component])?;
        Ok(parts.first().copied().unwrap_or(Part::Bits(0)))
    }

    /// Components of an input whose register is computed: out of a copy of the range.
    pub(crate) fn read_inputs(
        &mut self,
        way: Way,
        index: &Index<'_>,
        picked: &[u8],
        vertex: Option<Id>,
    ) -> Outcome<Vec<Part>> {
        let register = index.number as u32;
        let holds = |range: &&Range| {
            range.is_input && register >= range.first && register - range.first < range.count
        };
        let Some(range) = self.ranges.iter().find(holds).copied() else {
            let message = "found an index of inputs that no range declares".to_owned();
            return Err(self.refuse(&rules::SHAPE, message));
        };
        let ty = Ty::Float;
        let array = self.local_array(&format!("v{}", range.first), ty, range.count, None);
        for row in 0..range.count.min(64) {
            for component in 0..4 {
                if !self.has_port(way, range.first + row, component) {
                    continue;
                }
                let part = self.read_port(way, range.first + row, component, vertex)?;
                let at = self.b.constant_uint(row);
                self.store_row_of(array, at, &[component], &[part]);
            }
        }
        let relative = Index { number: index.number - u64::from(range.first), relative: index.relative };
        let row = self.index_value(&relative)?;
        Ok(self.load_row(array, row, picked))
    }
}
