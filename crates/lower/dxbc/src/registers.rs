//! Registers: the values that they have in a block, and variables for what other blocks read.

use std::collections::BTreeMap;

use foldhash::HashMap;
use glassbox_spirv::build::value::storage_class;
use glassbox_spirv::build::{Id, op};

use crate::part::{Part, Ty};
use crate::uses::{Register, Slot};
use crate::writer::Writer;

/// Values that are handed to inner blocks; more are not worth their copies.
const MAX_KNOWN: usize = 512;

/// What a component holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    part: Part,
    /// True if its variable does not have it yet.
    is_new: bool,
}

/// What components hold.
pub(crate) type Known = BTreeMap<(Register, u8), Cell>;

/// A variable of components that have one type.
#[derive(Clone, Debug)]
struct Variable {
    id: Id,
    components: Vec<u8>,
    ty: Ty,
}

/// The registers of a function.
#[derive(Default, Debug)]
pub(crate) struct File {
    pub(crate) known: Known,
    variables: HashMap<(Register, Ty), Variable>,
}

impl Writer<'_> {
    /// Forgets the registers of the function before.
    pub(crate) fn new_file(&mut self) {
        self.file.known.clear();
        if !self.has_functions() {
            self.file.variables.clear();
        }
    }

    fn is_exposed(&self, key: (Register, u8)) -> bool {
        self.prior.is_none_or(|prior| prior.exposed.contains(&key))
    }

    /// True if something in the phase writes a component.
    pub(crate) fn is_written(&self, register: Register, component: u8) -> bool {
        self.prior.is_none_or(|prior| prior.written.contains(&(self.phase, register, component)))
    }

    /// Type of the variable of a component.
    fn type_of_component(&self, register: Register, component: u8) -> Ty {
        self.prior.map_or(Ty::Uint, |prior| prior.ty(Slot::Register(register, component)))
    }

    /// The variable that a component is in.
    fn variable(&mut self, register: Register, component: u8) -> Variable {
        let ty = self.type_of_component(register, component);
        if let Some(known) = self.file.variables.get(&(register, ty)) {
            return known.clone();
        }
        let is_in = |component: &u8| {
            self.is_exposed((register, *component)) && self.type_of_component(register, *component) == ty
        };
        let mut components: Vec<u8> = (0..4).filter(is_in).collect();
        if components.is_empty() {
            components.push(component);
        }
        let vector = ty.vector(&mut self.b, components.len());
        let id = if self.has_functions() {
            let pointer = self.b.pointer(storage_class::PRIVATE, vector);
            let id = self.b.global(pointer, storage_class::PRIVATE);
            self.globals.push(id);
            id
        } else {
            let pointer = self.b.pointer(storage_class::FUNCTION, vector);
            self.b.variable(pointer)
        };
        let name = name_of(register, ty, &components);
        self.b.name(id, &name);
        let variable = Variable { id, components, ty };
        self.file.variables.insert((register, ty), variable.clone());
        variable
    }

    /// What a component holds.
    pub(crate) fn read_component(&mut self, register: Register, component: u8) -> Part {
        let key = (register, component);
        if let Some(cell) = self.file.known.get(&key) {
            return cell.part;
        }
        self.uses.exposed.insert(key);
        // What nothing writes has no value; zero is as good as any.
        if !self.is_written(register, component) {
            return Part::Bits(0);
        }
        let variable = self.variable(register, component);
        let count = variable.components.len();
        let vector = variable.ty.vector(&mut self.b, count);
        let value = self.b.value(op::LOAD, vector, &[variable.id]);
        let mut found = Part::Bits(0);
        for (place, own) in variable.components.iter().enumerate() {
            let from = Some(Slot::Register(register, *own));
            let index = (count > 1).then_some(place as u32);
            let part = Part::Value { id: value, index, ty: variable.ty, from };
            if *own == component {
                found = part;
            } else if self.prior.is_none() {
                // The first time each component is looked up, so that each that is read is known.
                continue;
            }
            self.file.known.entry((register, *own)).or_insert(Cell { part, is_new: false });
        }
        found
    }

    /// Writes a component.
    pub(crate) fn write_component(&mut self, register: Register, component: u8, part: Part) {
        let key = (register, component);
        self.uses.written.insert((self.phase, register, component));
        if let Some(scope) = self.scopes.last_mut() {
            scope.written.insert(key);
        }
        self.file.known.insert(key, Cell { part, is_new: true });
    }

    /// Puts into variables what other blocks read.
    pub(crate) fn flush(&mut self) {
        if !self.b.is_open() {
            return;
        }
        let new: Vec<((Register, u8), Part)> = self
            .file
            .known
            .iter()
            .filter(|(key, cell)| cell.is_new && self.is_exposed(**key))
            .map(|(key, cell)| (*key, cell.part))
            .collect();
        let mut rest = new.as_slice();
        while let Some(((register, _), _)) = rest.first() {
            let end = rest.partition_point(|((other, _), _)| other <= register);
            let (own, next) = rest.split_at(end.max(1));
            self.store(*register, own);
            rest = next;
        }
        for cell in self.file.known.values_mut() {
            cell.is_new = false;
        }
    }

    /// Stores components of a register.
    fn store(&mut self, register: Register, new: &[((Register, u8), Part)]) {
        for ty in [Ty::Float, Ty::Uint] {
            let mut own = Vec::new();
            for ((_, component), part) in new {
                if self.type_of_component(register, *component) == ty {
                    self.note_copy(*part, Slot::Register(register, *component));
                    own.push((*component, *part));
                }
            }
            let Some((first, _)) = own.first() else { continue };
            let variable = self.variable(register, *first);
            if own.len() == variable.components.len() {
                let parts: Vec<Part> = own.iter().map(|(_, part)| untraced(*part)).collect();
                let value = self.gather(&parts, ty);
                self.b.effect(op::STORE, &[variable.id, value]);
                continue;
            }
            for (component, part) in own {
                let Some(place) = variable.components.iter().position(|own| *own == component) else {
                    continue;
                };
                let scalar = ty.scalar(&mut self.b);
                let class =
                    if self.has_functions() { storage_class::PRIVATE } else { storage_class::FUNCTION };
                let pointer = self.b.pointer(class, scalar);
                let place = self.b.constant_uint(place as u32);
                let target = self.b.value(op::ACCESS_CHAIN, pointer, &[variable.id, place]);
                let value = self.scalar(untraced(part), ty);
                self.b.effect(op::STORE, &[target, value]);
            }
        }
    }

    /// States what is stored somewhere: a type, or a copy of something whose type is found out.
    pub(crate) fn note_copy(&mut self, part: Part, to: Slot) {
        match part {
            Part::Value { from: Some(from), .. } => self.uses.copy(from, to),
            Part::Value { ty, .. } => self.uses.vote(to, ty),
            Part::Bits(_) => {}
        }
    }

    /// What is known here, for blocks that this one dominates.
    pub(crate) fn snapshot(&self) -> Known {
        if self.has_functions() || self.file.known.len() > MAX_KNOWN {
            return Known::new();
        }
        self.file.known.clone()
    }
}

/// A copy into a variable is no use of a type.
pub(crate) fn untraced(part: Part) -> Part {
    match part {
        Part::Value { id, index, ty, .. } => Part::Value { id, index, ty, from: None },
        bits => bits,
    }
}

fn name_of(register: Register, ty: Ty, components: &[u8]) -> String {
    let letters: String =
        components.iter().filter_map(|component| "xyzw".chars().nth(usize::from(*component))).collect();
    let base = match register {
        Register::Temp(number) => format!("r{number}"),
        Register::Output(number) => format!("o{number}"),
        Register::Special(kind) => glassbox_dxbc::names::OperandType(kind).to_string(),
    };
    match (components.len(), ty) {
        (4, _) => base,
        _ => format!("{base}_{letters}"),
    }
}
