//! Uniforms: the block, the constants of the file, reads through an index.

use glassbox_shbin::register::Class;
use glassbox_spirv::build::value::{decoration, storage_class};
use glassbox_spirv::build::{Id, op};

use crate::code::Code;
use crate::float24::ONE;
use crate::layout::{Field, Layout, REGISTER};
use crate::machine::Machine;

/// Where the uniform block is bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slot {
    pub(crate) group: u32,
    pub(crate) binding: u32,
}

impl Slot {
    /// States the place of a variable, so many bindings behind that of the block.
    pub(crate) fn bind(self, code: &mut Code, variable: Id, after: u32) {
        code.b.decorate(variable, decoration::DESCRIPTOR_SET, &[self.group]);
        code.b.decorate(variable, decoration::BINDING, &[self.binding.wrapping_add(after)]);
    }
}

/// Declares the block, if there are uniforms.
pub(crate) fn block(code: &mut Code, layout: &Layout, slot: Slot) -> Option<Id> {
    if layout.fields.is_empty() {
        return None;
    }
    let types: Vec<Id> = layout
        .fields
        .iter()
        .map(|field| {
            let element = element(code, field);
            match field.count {
                0 | 1 => element,
                count => code.b.array(element, u32::from(count), Some(REGISTER)),
            }
        })
        .collect();
    let structure = code.b.new_structure(&types);
    code.b.name(structure, "Uniforms");
    code.b.decorate(structure, decoration::BLOCK, &[]);
    for (member, field) in (0..).zip(&layout.fields) {
        code.b.name_member(structure, member, &field.name);
        code.b.decorate_member(structure, member, decoration::OFFSET, &[field.offset]);
    }
    let pointer = code.b.pointer(storage_class::UNIFORM, structure);
    let variable = code.b.global(pointer, storage_class::UNIFORM);
    code.b.name(variable, "uniforms");
    slot.bind(code, variable, 0);
    Some(variable)
}

fn element(code: &Code, field: &Field) -> Id {
    match field.class {
        Class::Int => code.types.uint4,
        Class::Bool => code.types.uint,
        _ => code.types.float4,
    }
}

/// The c registers that vertices are stored in before a geometry program runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stored {
    /// The first of them; they go up to c95.
    pub(crate) first: u8,
    /// The variable that holds them, an array.
    pub(crate) variable: Id,
}

impl Machine<'_> {
    /// A vector from outside as a register holds it.
    pub(crate) fn loaded(&mut self, value: Id) -> Id {
        match self.float24 {
            Some(library) => {
                let bits = self.code.bits(value, self.code.types.uint4);
                self.code.call(library.load4, self.code.types.uint4, &[bits])
            }
            None => self.code.bits(value, self.code.types.float4),
        }
    }

    /// A place in the block.
    pub(crate) fn member(&mut self, member: u32, ty: Id, index: Option<Id>) -> Option<Id> {
        let block = self.block?;
        let member = self.code.uint(member);
        let indexes: Vec<Id> = [member].into_iter().chain(index).collect();
        let place = self.code.place(storage_class::UNIFORM, ty, block, &indexes);
        Some(self.code.load(ty, place))
    }

    /// The value of a c register.
    pub(crate) fn uniform(&mut self, register: u8) -> Id {
        if let Some(&known) = self.registers.known.uniforms.get(&register) {
            return known;
        }
        let value = match self.stored {
            Some(stored) if register >= stored.first => {
                let index = self.code.uint(u32::from(register - stored.first));
                self.stored_register(stored, index)
            }
            _ => self.uniform_of_file(register),
        };
        self.registers.known.uniforms.insert(register, value);
        value
    }

    fn stored_register(&mut self, stored: Stored, index: Id) -> Id {
        let vector = self.vector();
        let place = self.code.place(storage_class::PRIVATE, vector, stored.variable, &[index]);
        self.code.load(vector, place)
    }

    /// The value that the file or the application gives a c register.
    pub(crate) fn uniform_of_file(&mut self, register: u8) -> Id {
        if let Some(Some(bits)) = self.layout.floats.get(usize::from(register)) {
            return self.constant(*bits);
        }
        let vector = self.vector();
        let Some((member, field)) = self.layout.find(Class::Float, register) else {
            return self.code.b.constant_null(vector);
        };
        let (first, is_array) = (field.first, field.count > 1);
        let index = is_array.then(|| self.code.uint(u32::from(register - first)));
        match self.member(member, self.code.types.float4, index) {
            Some(value) => self.loaded(value),
            None => self.code.b.constant_null(vector),
        }
    }

    /// A constant of the file, given as bits of `f32`.
    fn constant(&mut self, bits: [u32; 4]) -> Id {
        let vector = self.vector();
        let parts = bits.map(|bits| match self.float24 {
            Some(_) => self.code.uint(loaded(bits)),
            None => self.code.float(f32::from_bits(bits)),
        });
        self.code.b.constant_composite(vector, &parts)
    }

    /// The value of the c register at `base` plus an offset (PICA200 brief, section 5.4).
    pub(crate) fn relative(&mut self, base: u8, offset: Id) -> Id {
        let base = self.code.int(i32::from(base));
        let vector = self.vector();
        match self.indexed {
            Some(function) => self.code.call(function, vector, &[base, offset]),
            None => self.code.b.constant_null(vector),
        }
    }

    /// Writes the function that reads c registers by their address.
    pub(crate) fn write_indexed(&mut self) {
        let (int, vector) = (self.code.types.int, self.vector());
        let (function, values) = self.code.function("c_register", vector, &[("base", int), ("offset", int)]);
        self.registers.begin();
        let [base, offset] = values[..] else { return };
        let code = &mut self.code;
        let (below, above) = (code.s_below(offset, -128i32), code.s_above(offset, 127i32));
        let outside = code.either(below, above);
        let used = code.choose(outside, 0i32, offset);
        let sum = code.add(base, used);
        let address = code.and(sum, 127i32);
        let mut end = 96;
        if let Some(stored) = self.stored {
            end = stored.first;
            self.give_stored(stored, address);
        }
        // Constants first: a name may cover the register of a constant.
        for register in 0..end {
            if self.layout.floats[usize::from(register)].is_some() {
                let here = self.code.equal(address, i32::from(register));
                let value = self.uniform_of_file(register);
                self.code.guard(here, value);
            }
        }
        let fields: Vec<(u32, Field)> = (0..).zip(self.layout.fields.iter().cloned()).collect();
        for (member, field) in fields.iter().filter(|(_, field)| field.class == Class::Float) {
            let here = self.code.s_below(address, i32::from(field.first) + i32::from(field.count));
            let (body, after) = (self.code.b.id(), self.code.b.id());
            self.code.b.select_block(here, body, after, after);
            self.code.b.open(body);
            let index = (field.count > 1).then(|| self.code.counted_from(address, field.first));
            if let Some(value) = self.member(*member, self.code.types.float4, index) {
                let value = self.loaded(value);
                self.code.give(value);
            }
            self.code.b.open(after);
        }
        let one = if self.float24.is_some() { self.code.uint(ONE) } else { self.code.float(1.0) };
        let ones = self.code.splat(one, 4);
        self.code.give(ones);
        self.code.b.end_function();
        self.indexed = Some(function);
    }

    /// Gives a register that vertices are stored in, if the address is that of one.
    fn give_stored(&mut self, stored: Stored, address: Id) {
        let mut here = self.code.s_below(address, 96i32);
        if stored.first > 0 {
            let reached = self.code.s_at_least(address, i32::from(stored.first));
            here = self.code.both(reached, here);
        }
        let (body, after) = (self.code.b.id(), self.code.b.id());
        self.code.b.select_block(here, body, after, after);
        self.code.b.open(body);
        let index = self.code.counted_from(address, stored.first);
        let index = self.code.unsigned(index);
        let value = self.stored_register(stored, index);
        self.code.give(value);
        self.code.b.open(after);
    }

    /// The value of a b register.
    pub(crate) fn boolean(&mut self, register: u8) -> Id {
        let value = self.boolean_of_file(register);
        match self.ran {
            // The hardware sets b15 after the first run of a geometry program.
            Some(ran) if register == 15 => {
                let ran = self.code.load(self.code.types.bool, ran);
                self.code.either(value, ran)
            }
            _ => value,
        }
    }

    fn boolean_of_file(&mut self, register: u8) -> Id {
        if let Some(Some(value)) = self.layout.bools.get(usize::from(register)) {
            return self.code.bool(*value);
        }
        let member = self.layout.find(Class::Bool, register).map(|(member, _)| member);
        match member.and_then(|member| self.member(member, self.code.types.uint, None)) {
            Some(value) => self.code.differs(value, 0u32),
            None => self.code.bool(false),
        }
    }

    /// Components x, y and z of an i register: iterations less one, start and step of the counter.
    pub(crate) fn integers(&mut self, register: u8) -> [Id; 3] {
        if let Some(Some([x, y, z, _])) = self.layout.ints.get(usize::from(register)) {
            return [*x, *y, *z].map(|value| self.code.int(i32::from(value)));
        }
        let member = self.layout.find(Class::Int, register).map(|(member, _)| member);
        match member.and_then(|member| self.member(member, self.code.types.uint4, None)) {
            Some(value) => [0, 1, 2].map(|component| {
                let part = self.code.part(value, component);
                let byte = self.code.and(part, 0xFFu32);
                self.code.signed(byte)
            }),
            None => [0, 0, 0].map(|value| self.code.int(value)),
        }
    }

    /// Operands of an operation whose values are not all constants: one of them is read from a variable that nothing writes, because a
    /// constant expression must not overflow or have a pole in some languages, and instructions on constants may.
    pub(crate) fn varied(&mut self, values: &mut [Id]) {
        if !values.iter().all(|value| self.code.b.is_constant(*value)) {
            return;
        }
        let Some(first) = values.first_mut() else { return };
        let ty = self.code.type_of(*first);
        let variable = match self.varied.get(first) {
            Some(&variable) => variable,
            None => self.code.private("constant", ty, Some(*first)),
        };
        self.varied.insert(*first, variable);
        *first = self.code.b.value(op::LOAD, ty, &[variable]);
    }
}

/// A constant's component as a register of the hardware holds it: no negative zero, one NaN.
fn loaded(bits: u32) -> u32 {
    let value = f32::from_bits(bits);
    if value == 0.0 {
        0
    } else if value.is_nan() {
        0x7FC0_0000
    } else {
        bits
    }
}
