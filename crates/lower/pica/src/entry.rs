//! Entry points of vertex programs: inputs and outputs of the stage, or arrays of them for a batch.

use glassbox_core::register_map::Input;
use glassbox_spirv::build::value::{built_in, decoration, execution_mode, execution_model, storage_class};
use glassbox_spirv::build::{Id, op};

use crate::code::Code;
use crate::float24::ONE;
use crate::machine::Machine;
use crate::options::PositionSpace;
use crate::ports::Mapped;
use crate::registers::{Cell, Lane, assemble, lane_value};
use crate::uniforms::Slot;

/// Invocations of a work group.
pub(crate) const GROUP: u32 = 64;

/// Registers of an element of a batch.
const FILE: u32 = 16;

/// The interface of a vertex program.
pub(crate) struct Vertex<'v> {
    /// The inputs with their variables.
    pub(crate) inputs: Vec<(&'v Input, Id)>,
    /// The outputs with theirs.
    pub(crate) outputs: Vec<(&'v Mapped, Id)>,
    pub(crate) space: PositionSpace,
}

/// The buffers of a batch.
pub(crate) struct Batch {
    given: Id,
    results: Id,
    /// Number of the element; known in `main`.
    index: Id,
}

/// Declares a storage buffer whose one member is an array of any length.
pub(crate) fn buffer(
    code: &mut Code,
    [block, member, variable]: [&str; 3],
    array: Id,
    (slot, after): (Slot, u32),
    is_read_only: bool,
) -> Id {
    let structure = code.b.new_structure(&[array]);
    code.b.name(structure, block);
    code.b.name_member(structure, 0, member);
    code.b.decorate(structure, decoration::BLOCK, &[]);
    code.b.decorate_member(structure, 0, decoration::OFFSET, &[0]);
    if is_read_only {
        code.b.decorate_member(structure, 0, decoration::NON_WRITABLE, &[]);
    }
    let class = storage_class::STORAGE_BUFFER;
    let pointer = code.b.pointer(class, structure);
    let buffer = code.b.global(pointer, class);
    code.b.name(buffer, variable);
    slot.bind(code, buffer, after);
    buffer
}

impl Machine<'_> {
    /// Declares the inputs and outputs of the vertex stage.
    pub(crate) fn declare_vertex<'v>(
        &mut self,
        inputs: &'v [Input],
        outputs: &'v [Mapped],
        space: PositionSpace,
    ) -> Vertex<'v> {
        let named = |mapped: &&Mapped| mapped.output.location.is_some();
        let taken = |name: &str| outputs.iter().filter(named).any(|mapped| mapped.output.name == name);
        let inputs = inputs.iter().map(|input| {
            // The next stage may find an output by its name, so that has it.
            let name = if taken(&input.name) { format!("{}_in", input.name) } else { input.name.clone() };
            let variable = self.port(storage_class::INPUT, self.code.types.float4, &name);
            self.code.b.decorate(variable, decoration::LOCATION, &[input.location]);
            if self.reads_in_place() {
                self.registers.set_input((input.location & 15) as u8, variable);
            }
            (input, variable)
        });
        let inputs = inputs.collect();
        let outputs = outputs.iter().map(|mapped| {
            let float = self.code.types.float;
            let ty = self.code.vector_type(float, mapped.parts.len());
            let variable = self.port(storage_class::OUTPUT, ty, &mapped.output.name);
            match mapped.output.location {
                Some(location) => self.code.b.decorate(variable, decoration::LOCATION, &[location]),
                None => self.code.b.decorate(variable, decoration::BUILT_IN, &[built_in::POSITION]),
            }
            (mapped, variable)
        });
        Vertex { outputs: outputs.collect(), inputs, space }
    }

    fn port(&mut self, class: u32, ty: Id, name: &str) -> Id {
        let pointer = self.code.b.pointer(class, ty);
        let variable = self.code.b.global(pointer, class);
        self.code.b.name(variable, name);
        self.ports.push(variable);
        variable
    }

    /// True if functions read inputs from the variables of the interface.
    fn reads_in_place(&self) -> bool {
        !self.is_local() && self.float24.is_none()
    }

    /// Reads the inputs, at the beginning of `main`.
    pub(crate) fn read_inputs(&mut self, vertex: &Vertex<'_>) {
        if self.reads_in_place() {
            return;
        }
        for (input, variable) in &vertex.inputs {
            let number = (input.location & 15) as u8;
            if self.usage.inputs >> number & 1 == 0 {
                continue;
            }
            let value = self.code.load(self.code.types.float4, *variable);
            let value = self.loaded(value);
            self.give_input(number, value);
        }
    }

    /// Sets an input register.
    fn give_input(&mut self, number: u8, value: Id) {
        if self.is_local() {
            self.registers.given[usize::from(number)] = Some(value);
        } else {
            let variable = self.registers.variable(&mut self.code, Cell::input(number));
            self.code.store(variable, value);
        }
    }

    /// Writes the outputs, at the end of `main`.
    pub(crate) fn write_outputs(&mut self, vertex: &Vertex<'_>) {
        for (mapped, variable) in &vertex.outputs {
            let lanes: Vec<Lane> = mapped.parts.iter().map(|part| self.output_part(*part)).collect();
            let float = self.code.types.float;
            let value = if mapped.output.location.is_none() && vertex.space != PositionSpace::Raw {
                let parts = lanes.iter().map(|lane| {
                    let part = lane_value(&mut self.code, *lane);
                    self.code.bits(part, float)
                });
                let parts: Vec<Id> = parts.collect();
                let parts = self.moved(&parts, vertex.space);
                self.code.construct(self.code.types.float4, &parts)
            } else {
                let value = assemble(&mut self.code, &lanes);
                let ty = self.code.vector_type(float, lanes.len());
                self.code.bits(value, ty)
            };
            self.code.store(*variable, value);
        }
    }

    /// A component of an output register; those that nothing is mapped to are 1.
    fn output_part(&mut self, part: Option<(u8, u8)>) -> Lane {
        match (part, self.float24.is_some()) {
            (Some((register, component)), _) => {
                self.registers.read(&mut self.code, Cell::output(register), &[component])[0]
            }
            (None, true) => Lane::scalar(self.code.uint(ONE)),
            (None, false) => Lane::scalar(self.code.float(1.0)),
        }
    }

    /// The position for a clip space.
    fn moved(&mut self, parts: &[Id], space: PositionSpace) -> Vec<Id> {
        let [x, y, z, w] = *parts else { return parts.to_vec() };
        let negated = self.code.same(op::F_NEGATE, &[z]);
        let depth = if space == PositionSpace::OpenGl {
            let two = self.code.float(2.0);
            let twice = self.code.same(op::F_MUL, &[negated, two]);
            self.code.same(op::F_SUB, &[twice, w])
        } else {
            negated
        };
        let y = if space == PositionSpace::Vulkan { self.code.same(op::F_NEGATE, &[y]) } else { y };
        vec![x, y, depth, w]
    }

    /// Declares the buffers of a batch: sixteen registers for each element.
    pub(crate) fn declare_batch(&mut self, slot: Slot) -> Batch {
        let file = self.code.b.array(self.code.types.uint4, FILE, Some(16));
        let list = self.code.b.runtime_array(file, FILE * 16);
        let names = ["Vertices", "registers", "vertices"];
        let given = buffer(&mut self.code, names, list, (slot, 1), true);
        let names = ["Results", "registers", "results"];
        let results = buffer(&mut self.code, names, list, (slot, 2), false);
        Batch { given, results, index: given }
    }

    /// The number of this invocation, a value of `main`.
    pub(crate) fn invocation(&mut self) -> Id {
        let uint3 = self.code.vector_type(self.code.types.uint, 3);
        let id = self.port(storage_class::INPUT, uint3, "id");
        self.code.b.decorate(id, decoration::BUILT_IN, &[built_in::GLOBAL_INVOCATION_ID]);
        let id = self.code.load(uint3, id);
        self.code.part(id, 0)
    }

    /// Leaves `main` where the number is not one of an element of a buffer, the last member of its block.
    pub(crate) fn leave_outside(&mut self, buffer: Id, index: Id) {
        let count = self.code.b.value_with(op::ARRAY_LENGTH, self.code.types.uint, &[buffer], &[0]);
        let outside = self.code.at_least(index, count);
        self.code.when(outside, |code| code.b.end(op::RETURN));
    }

    /// Reads the registers of an element, at the beginning of `main`.
    pub(crate) fn read_element(&mut self, batch: &mut Batch) {
        batch.index = self.invocation();
        self.leave_outside(batch.results, batch.index);
        let used = self.usage.inputs;
        for number in (0..16u8).filter(|number| used >> number & 1 != 0) {
            let place = self.element(batch.given, batch.index, number);
            let value = self.code.load(self.code.types.uint4, place);
            let value = self.loaded(value);
            self.give_input(number, value);
        }
    }

    /// Writes the registers of an element, at the end of `main`.
    pub(crate) fn write_element(&mut self, batch: &Batch) {
        for number in 0..16u8 {
            let value = if self.usage.outputs >> number & 1 == 0 {
                self.code.b.constant_null(self.code.types.uint4)
            } else {
                let lanes = self.registers.read(&mut self.code, Cell::output(number), &[0, 1, 2, 3]);
                let value = assemble(&mut self.code, &lanes);
                self.code.bits(value, self.code.types.uint4)
            };
            let place = self.element(batch.results, batch.index, number);
            self.code.store(place, value);
        }
    }

    fn element(&mut self, buffer: Id, index: Id, register: u8) -> Id {
        let (zero, register) = (self.code.uint(0), self.code.uint(u32::from(register)));
        self.code.place(
            storage_class::STORAGE_BUFFER,
            self.code.types.uint4,
            buffer,
            &[zero, index, register],
        )
    }

    /// Declares `main` an entry point of the vertex stage, or of compute programs.
    pub(crate) fn declare_entry(&mut self, main: Id, is_compute: bool) {
        let model = if is_compute { execution_model::GL_COMPUTE } else { execution_model::VERTEX };
        let ports = std::mem::take(&mut self.ports);
        self.code.b.entry_point(model, main, "main", &ports);
        if is_compute {
            self.code.b.execution_mode_with(main, execution_mode::LOCAL_SIZE, &[GROUP, 1, 1]);
        }
    }
}
