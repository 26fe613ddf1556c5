//! Geometry programs as compute programs: vertex slots, the state of SETEMIT, and triangles are in buffers.
//!
//! Each invocation is a geometry unit that runs the program for its primitives, one after the other, as the hardware's unit does: slots
//! and state stay from one run to the next, also over dispatches. `docs/pica/geometry.md` has the layout of the buffers.

use glassbox_shbin::raw::GeometryMode;
use glassbox_shbin::register::Class;
use glassbox_spirv::build::value::{decoration, storage_class};
use glassbox_spirv::build::{Id, op};

use crate::code::Code;
use crate::entry::buffer;
use crate::machine::Machine;
use crate::registers::{Cell, EVERYTHING, assemble};
use crate::uniforms::{Slot, Stored};

/// Vertex slots.
const SLOTS: u32 = 3;

/// Bits of `stops`.
const STOP_SLOT: u32 = 1;
const STOP_LIMIT: u32 = 2;

/// Bytes of a unit before its slots.
const UNIT: u32 = 48;

/// Words of a unit before its slots, in order.
const WORDS: [&str; 10] = [
    "first_primitive",
    "primitives",
    "first_triangle",
    "triangle_limit",
    "triangles",
    "stops",
    "ran",
    "vertex",
    "primitive",
    "invert",
];

/// Numbers of these words.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
enum Word {
    FirstPrimitive,
    Primitives,
    FirstTriangle,
    TriangleLimit,
    Triangles,
    Stops,
    Ran,
    Vertex,
    Primitive,
    Invert,
}

/// The number of the slots among the members of a unit.
const SLOTS_MEMBER: u32 = WORDS.len() as u32;

/// The buffers of geometry programs, and variables that all functions share.
#[derive(Clone, Debug)]
pub(crate) struct Geometry {
    primitives: Id,
    units: Id,
    triangles: Id,
    /// The number of the unit, a variable.
    unit: Id,
    /// Output registers that make a vertex.
    attributes: Vec<u8>,
    /// Outputs of the other bank, variables.
    bank: Vec<(u8, Id)>,
}

impl Geometry {
    /// Number of attributes of a vertex; one at least, for arrays have no length of zero.
    fn count(&self) -> u32 {
        self.attributes.len().max(1) as u32
    }
}

/// A structure with members at offsets.
fn structure(code: &mut Code, name: &str, members: &[(&str, Id, u32)]) -> Id {
    let types: Vec<Id> = members.iter().map(|(_, ty, _)| *ty).collect();
    let structure = code.b.new_structure(&types);
    code.b.name(structure, name);
    for (number, (name, _, offset)) in (0..).zip(members) {
        code.b.name_member(structure, number, name);
        code.b.decorate_member(structure, number, decoration::OFFSET, &[*offset]);
    }
    structure
}

impl Machine<'_> {
    /// Declares the buffers, and the registers that vertices are stored in.
    pub(crate) fn declare_geometry(&mut self, slot: Slot) -> Geometry {
        let mask = self.program.output_mask();
        let attributes: Vec<u8> = (0..16).filter(|register| mask >> register & 1 != 0).collect();
        let first = self.first_stored();
        let registers = first.map_or(16, |first| 96 - u32::from(first));
        let count = SLOTS * attributes.len().max(1) as u32;
        let code = &mut self.code;
        let (uint, uint4) = (code.types.uint, code.types.uint4);
        let file = code.b.array(uint4, registers, Some(16));
        let primitive = structure(code, "Primitive", &[("count", uint, 0), ("registers", file, 16)]);
        let list = code.b.runtime_array(primitive, 16 + 16 * registers);
        let primitives = buffer(code, ["Primitives", "list", "primitives"], list, (slot, 1), true);
        let slots = code.b.array(uint4, count, Some(16));
        let words = (0..).zip(WORDS).map(|(number, name)| (name, uint, 4 * number));
        let members: Vec<(&str, Id, u32)> = words.chain([("slots", slots, UNIT)]).collect();
        let unit = structure(code, "Unit", &members);
        let list = code.b.runtime_array(unit, UNIT + 16 * count);
        let units = buffer(code, ["Units", "list", "units"], list, (slot, 2), false);
        let triangle = structure(code, "Triangle", &[("inverted", uint, 0), ("vertices", slots, 16)]);
        let list = code.b.runtime_array(triangle, 16 + 16 * count);
        let triangles = buffer(code, ["Triangles", "list", "triangles"], list, (slot, 3), false);
        let unit = code.private("unit", uint, None);
        self.stored = first.map(|first| {
            let vector = self.vector();
            let array = self.code.b.array(vector, registers, None);
            // All that is read of it is written before.
            let pointer = self.code.b.pointer(storage_class::PRIVATE, array);
            let variable = self.code.b.global(pointer, storage_class::PRIVATE);
            self.code.b.name(variable, "c");
            Stored { first, variable }
        });
        self.ran = Some(self.code.private("ran", self.code.types.bool, None));
        let vector = self.vector();
        let swapped = (0..16u8).filter(|register| (mask | self.usage.outputs) >> register & 1 != 0);
        let bank =
            swapped.map(|register| (register, self.code.private(&format!("bank_o{register}"), vector, None)));
        Geometry { primitives, units, triangles, unit, attributes, bank: bank.collect() }
    }

    /// The first c register that vertices are stored in; none if they are in the inputs.
    fn first_stored(&self) -> Option<u8> {
        let geometry = &self.program.executable.geometry;
        match geometry.mode {
            GeometryMode::VARIABLE => Some(0),
            GeometryMode::FIXED => Some(geometry.fixed_start.min(95)),
            _ => None,
        }
    }

    /// A place in the unit of this invocation.
    fn unit_place(&mut self, geometry: &Geometry, member: u32, index: Option<Id>) -> Id {
        let (uint, uint4) = (self.code.types.uint, self.code.types.uint4);
        let unit = self.code.load(uint, geometry.unit);
        let (zero, member) = (self.code.uint(0), self.code.uint(member));
        let indexes: Vec<Id> = [zero, unit, member].into_iter().chain(index).collect();
        let ty = if index.is_some() { uint4 } else { uint };
        self.code.place(storage_class::STORAGE_BUFFER, ty, geometry.units, &indexes)
    }

    fn unit_word(&mut self, geometry: &Geometry, word: Word) -> Id {
        let place = self.unit_place(geometry, word as u32, None);
        self.code.load(self.code.types.uint, place)
    }

    fn set_unit_word(&mut self, geometry: &Geometry, word: Word, value: Id) {
        let place = self.unit_place(geometry, word as u32, None);
        self.code.store(place, value);
    }

    /// Writes the functions for EMIT, which gives whether the program stops, and SETEMIT.
    pub(crate) fn write_emit(&mut self, geometry: &Geometry) {
        let (void, bool, uint) = (self.code.types.void, self.code.types.bool, self.code.types.uint);
        let parameters = [("vertex", uint), ("primitive", uint), ("invert", uint)];
        let (set, values) = self.code.function("set_emit", void, &parameters);
        for (word, value) in [Word::Vertex, Word::Primitive, Word::Invert].into_iter().zip(values) {
            self.set_unit_word(geometry, word, value);
        }
        self.code.b.end(op::RETURN);
        self.code.b.end_function();

        let (emit, _) = self.code.function("emit", bool, &[]);
        self.registers.begin();
        let vertex = self.unit_word(geometry, Word::Vertex);
        let outside = self.code.at_least(vertex, SLOTS);
        self.stop_emit(geometry, outside, STOP_SLOT);
        let primitive = self.unit_word(geometry, Word::Primitive);
        let primitive = self.code.differs(primitive, 0u32);
        let (count, limit) =
            (self.unit_word(geometry, Word::Triangles), self.unit_word(geometry, Word::TriangleLimit));
        let full = self.code.at_least(count, limit);
        let over = self.code.both(primitive, full);
        self.stop_emit(geometry, over, STOP_LIMIT);
        let first = if geometry.count() == 1 { vertex } else { self.code.mul(vertex, geometry.count()) };
        for (number, &register) in (0u32..).zip(&geometry.attributes) {
            let lanes = self.registers.read(&mut self.code, Cell::output(register), &[0, 1, 2, 3]);
            let value = assemble(&mut self.code, &lanes);
            let value = self.code.bits(value, self.code.types.uint4);
            let index = self.code.plus(first, number);
            let place = self.unit_place(geometry, SLOTS_MEMBER, Some(index));
            self.code.store(place, value);
        }
        let (body, after) = (self.code.b.id(), self.code.b.id());
        self.code.b.select_block(primitive, body, after, after);
        self.code.b.open(body);
        self.give_triangle(geometry, count);
        self.code.b.open(after);
        self.registers.known.forget(EVERYTHING);
        for &(register, other) in &geometry.bank {
            let vector = self.vector();
            let variable = self.registers.variable(&mut self.code, Cell::output(register));
            let (now, before) = (self.code.load(vector, variable), self.code.load(vector, other));
            self.code.store(variable, before);
            self.code.store(other, now);
        }
        let no = self.code.bool(false);
        self.code.b.return_value(no);
        self.code.b.end_function();
        self.emit = Some([emit, set]);
    }

    /// Stops the program in EMIT if a condition holds.
    fn stop_emit(&mut self, geometry: &Geometry, condition: Id, reason: u32) {
        let (body, after) = (self.code.b.id(), self.code.b.id());
        self.code.b.select_block(condition, body, after, after);
        self.code.b.open(body);
        let stops = self.unit_word(geometry, Word::Stops);
        let stops = self.code.or(stops, reason);
        self.set_unit_word(geometry, Word::Stops, stops);
        let yes = self.code.bool(true);
        self.code.b.return_value(yes);
        self.code.b.open(after);
    }

    /// Copies the slots to the next triangle.
    fn give_triangle(&mut self, geometry: &Geometry, count: Id) {
        let (uint, uint4) = (self.code.types.uint, self.code.types.uint4);
        let first = self.unit_word(geometry, Word::FirstTriangle);
        let number = self.code.add(first, count);
        let invert = self.unit_word(geometry, Word::Invert);
        let class = storage_class::STORAGE_BUFFER;
        let zero = self.code.uint(0);
        let place = self.code.place(class, uint, geometry.triangles, &[zero, number, zero]);
        self.code.store(place, invert);
        let one = self.code.uint(1);
        let last = SLOTS * geometry.count();
        self.counted("i", last, |machine, index| {
            let place = machine.unit_place(geometry, SLOTS_MEMBER, Some(index));
            let value = machine.code.load(uint4, place);
            let place = machine.code.place(class, uint4, geometry.triangles, &[zero, number, one, index]);
            machine.code.store(place, value);
        });
        let count = self.code.add(count, 1u32);
        self.set_unit_word(geometry, Word::Triangles, count);
    }

    /// Runs code so many times, with the number of each.
    fn counted(
        &mut self,
        name: &str,
        count: impl crate::integer::Operand,
        inside: impl FnOnce(&mut Self, Id),
    ) {
        let uint = self.code.types.uint;
        let count = count.id(&mut self.code);
        let index = self.code.local(name, uint);
        let zero = self.code.uint(0);
        self.code.store(index, zero);
        let [header, test, body, next, merge] = std::array::from_fn(|_| self.code.b.id());
        self.code.b.open_loop(header, test, next, merge);
        self.code.b.open(test);
        let now = self.code.load(uint, index);
        let more = self.code.below(now, count);
        self.code.b.branch_conditional(more, body, merge);
        self.code.b.open(body);
        let now = self.code.load(uint, index);
        inside(self, now);
        self.code.b.open(next);
        let now = self.code.load(uint, index);
        let following = self.code.add(now, 1u32);
        self.code.store(index, following);
        self.code.b.branch(header);
        self.code.b.open(merge);
    }

    /// SETEMIT.
    pub(crate) fn set_emit(&mut self, function: Id, vertex: u8, primitive: bool, invert: bool) {
        let void = self.code.types.void;
        let arguments =
            [u32::from(vertex), u32::from(primitive), u32::from(invert)].map(|number| self.code.uint(number));
        self.code.call(function, void, &arguments);
    }

    /// Writes `main`, which runs the program for the primitives of a unit.
    pub(crate) fn geometry_entry(&mut self, program: Id, geometry: &Geometry) {
        let void = self.code.types.void;
        let (main, _) = self.code.function("main", void, &[]);
        self.registers.begin();
        let index = self.invocation();
        self.leave_outside(geometry.units, index);
        self.code.store(geometry.unit, index);
        if let Some(ran) = self.ran {
            let before = self.unit_word(geometry, Word::Ran);
            let before = self.code.differs(before, 0u32);
            self.code.store(ran, before);
        }
        self.fill_stored();
        let (first, count) =
            (self.unit_word(geometry, Word::FirstPrimitive), self.unit_word(geometry, Word::Primitives));
        let one = self.code.uint(1);
        self.counted("number", count, |machine, number| {
            let primitive = machine.code.add(first, number);
            machine.take_primitive(geometry, primitive);
            let vector = machine.vector();
            let banks = geometry.bank.iter().map(|(_, variable)| (*variable, vector));
            for (variable, ty) in machine.registers.variables(&machine.code).into_iter().chain(banks) {
                let zero = machine.code.b.constant_null(ty);
                machine.code.store(variable, zero);
            }
            machine.code.call(program, void, &[]);
            if let Some(ran) = machine.ran {
                let yes = machine.code.bool(true);
                machine.code.store(ran, yes);
                machine.set_unit_word(geometry, Word::Ran, one);
            }
        });
        self.code.b.end(op::RETURN);
        self.code.b.end_function();
        self.declare_entry(main, true);
    }

    /// Reads the registers that a primitive comes in.
    fn take_primitive(&mut self, geometry: &Geometry, primitive: Id) {
        let (uint, uint4) = (self.code.types.uint, self.code.types.uint4);
        let class = storage_class::STORAGE_BUFFER;
        let (zero, one) = (self.code.uint(0), self.code.uint(1));
        let Some(stored) = self.stored else {
            let used = self.usage.inputs;
            for number in (0..16u8).filter(|number| used >> number & 1 != 0) {
                let index = self.code.uint(u32::from(number));
                let place =
                    self.code.place(class, uint4, geometry.primitives, &[zero, primitive, one, index]);
                let value = self.code.load(uint4, place);
                let value = self.loaded(value);
                let variable = self.registers.variable(&mut self.code, Cell::input(number));
                self.code.store(variable, value);
            }
            return;
        };
        let place = self.code.place(class, uint, geometry.primitives, &[zero, primitive, zero]);
        let count = self.code.load(uint, place);
        let most = self.code.uint(96 - u32::from(stored.first));
        let is_over = self.code.above(count, most);
        let count = self.code.choose(is_over, most, count);
        self.counted("i", count, |machine, index| {
            let place = machine.code.place(class, uint4, geometry.primitives, &[zero, primitive, one, index]);
            let value = machine.code.load(uint4, place);
            let value = machine.loaded(value);
            machine.store_register(stored, index, value);
        });
    }

    fn store_register(&mut self, stored: Stored, index: Id, value: Id) {
        let vector = self.vector();
        let place = self.code.place(storage_class::PRIVATE, vector, stored.variable, &[index]);
        self.code.store(place, value);
    }

    /// Gives the registers that vertices are stored in what the block and the file have for them.
    fn fill_stored(&mut self) {
        let Some(stored) = self.stored else { return };
        let layout = self.layout;
        for (member, field) in (0..).zip(&layout.fields).filter(|(_, field)| field.class == Class::Float) {
            let skipped = stored.first.saturating_sub(field.first);
            if skipped >= field.count {
                continue;
            }
            let to = u32::from(field.first + skipped - stored.first);
            let copy = |machine: &mut Self, index: Option<Id>, to: Id| {
                if let Some(value) = machine.member(member, machine.code.types.float4, index) {
                    let value = machine.loaded(value);
                    machine.store_register(stored, to, value);
                }
            };
            if field.count == 1 {
                let to = self.code.uint(to);
                copy(self, None, to);
                continue;
            }
            self.counted("i", u32::from(field.count - skipped), |machine, index| {
                let from = machine.code.plus(index, u32::from(skipped));
                let to = machine.code.plus(index, to);
                copy(machine, Some(from), to);
            });
        }
        for register in stored.first..96 {
            if layout.floats[usize::from(register)].is_some() {
                let value = self.uniform_of_file(register);
                let index = self.code.uint(u32::from(register - stored.first));
                self.store_register(stored, index, value);
            }
        }
    }
}
