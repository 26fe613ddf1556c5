//! Functions: one of the module for each way in which one of the text is called.

use foldhash::HashMap;
use glassbox_spirv::build::{Id, op, value::storage_class};

use super::heap::PassedMember;
use super::{Chain, Emitter, Tables};
use crate::model::{At, Direction, FunctionId, GlobalId, LocalId, Precision, flag};
use crate::types::Type;

/// Instances of a function, at most: those of a program are few, but for images of many formats.
const MAX_INSTANCES: usize = 256;

/// How an argument reaches a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Passed {
    /// A value.
    Value,
    /// A pointer to a variable of the caller that is read and written.
    Reference,
    /// The index of a descriptor in a heap: its type.
    Descriptor { heap: GlobalId, index: Id, is_nonuniform: bool },
    /// The indices of a member of a heap that are not constant.
    Member(Box<PassedMember>),
    /// A pointer to a resource: its storage class, type of the argument, the same in the module, and image format.
    Resource { class: u32, ty: Type, pointee: Id, format: u32, is_nonuniform: bool },
    /// A texture and a sampler that are joined where they are used.
    Combined(Box<[Passed; 2]>),
}

/// What a function is emitted for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct InstanceKey {
    pub(super) function: FunctionId,
    pub(super) passed: Vec<Passed>,
}

/// Functions of the module, and those that are still to be emitted.
#[derive(Debug, Default)]
pub(super) struct Instances {
    pub(super) known: HashMap<InstanceKey, Id>,
    pub(super) counts: HashMap<FunctionId, usize>,
    pub(super) waiting: Vec<(InstanceKey, Id)>,
}

/// What a variable or parameter of the function is in the module.
#[derive(Clone, Debug)]
pub(super) enum Binding {
    Place(Chain),
    Value(Id),
    Combined(Chain, Chain),
}

/// Where `break` and `continue` lead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub(super) end: Id,
    /// `None` of a switch.
    pub(super) next: Option<Id>,
}

/// The function that is being emitted.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub(super) function: Option<FunctionId>,
    pub(super) locals: Vec<Option<Binding>>,
    pub(super) targets: Vec<Target>,
    /// Labels of the ends that something branches to.
    pub(super) reached: std::collections::HashSet<Id>,
    /// Variables that hold constants which are indexed by numbers that are not.
    pub(super) tables: Tables,
}

impl Frame {
    /// The memory of a local, if it has one.
    pub(super) fn place(&self, local: LocalId) -> Option<&Chain> {
        match self.locals.get(local.0 as usize)? {
            Some(Binding::Place(place)) => Some(place),
            _ => None,
        }
    }

    /// Whether a local is in memory: all are but for parameters and constants that are values.
    pub(super) fn has_memory(&self, local: LocalId) -> bool {
        !matches!(self.binding(local), Some(Binding::Value(_) | Binding::Combined(..)))
    }

    pub(super) fn binding(&self, local: LocalId) -> Option<&Binding> {
        self.locals.get(local.0 as usize)?.as_ref()
    }

    pub(super) fn bind(&mut self, local: LocalId, binding: Binding) {
        if let Some(slot) = self.locals.get_mut(local.0 as usize) {
            *slot = Some(binding);
        }
    }
}

/// The parameters of a function that are still to be bound.
pub(super) type Parameters = std::iter::Peekable<std::vec::IntoIter<Id>>;

/// Whether an argument has a parameter of the module at all.
fn has_parameter(passed: &Passed) -> bool {
    match passed {
        Passed::Member(member) => member.given().next().is_some(),
        Passed::Combined(both) => both.iter().any(has_parameter),
        _ => true,
    }
}

impl Emitter<'_> {
    /// The function of the module for a call.
    pub(super) fn instance(&mut self, key: InstanceKey, at: At) -> Id {
        if let Some(known) = self.instances.known.get(&key) {
            return *known;
        }
        let count = self.instances.counts.entry(key.function).or_default();
        *count += 1;
        if *count == MAX_INSTANCES {
            self.fail(
                at,
                format!("found a function that is called with {MAX_INSTANCES} combinations of resources, expected fewer"),
                "give the function fewer parameters that are images",
            );
        }
        let id = self.module.id();
        if *self.instances.counts.get(&key.function).unwrap_or(&0) < MAX_INSTANCES {
            self.instances.known.insert(key.clone(), id);
            self.instances.waiting.push((key, id));
        }
        id
    }

    /// Emits the functions that have been called and not been emitted.
    pub(super) fn emit_waiting(&mut self) {
        while let Some((key, id)) = self.instances.waiting.pop() {
            self.emit_instance(&key, id);
        }
    }

    fn emit_instance(&mut self, key: &InstanceKey, id: Id) {
        let program = self.program;
        let function = program.function(key.function);
        self.at(function.at);
        let mut types = Vec::new();
        for (local, passed) in function.locals.iter().zip(&key.passed) {
            self.parameter_types(local.ty, passed, &mut types);
        }
        let result = self.ty(function.result);
        let signature = self.module.function_type(result, &types);
        self.module.begin_function_as(id, result, signature);
        self.module.name(id, &function.name);
        if matches!(function.result_precision, Precision::Low | Precision::Medium) {
            self.relax(id);
        }
        self.begin_frame(key.function);
        let ids: Vec<Id> = types.iter().map(|ty| self.module.parameter(*ty)).collect();
        self.debug_function(key.function, id);
        let mut ids = ids.into_iter().peekable();
        for (number, passed) in key.passed.iter().enumerate() {
            self.bind_parameter(LocalId(number as u32), passed, &mut ids);
        }
        if let Some(body) = &function.body {
            self.block(body);
        }
        self.end_body(function.result);
    }

    /// Ends a function whose body runs to its end.
    pub(super) fn end_body(&mut self, result: Type) {
        if self.module.is_open() {
            if result == Type::Void {
                self.module.end(op::RETURN);
            } else {
                // The language leaves the value open, not whether the function returns.
                let ty = self.ty(result);
                let value = self.module.value(op::UNDEF, ty, &[]);
                self.module.return_value(value);
            }
        }
        self.module.end_function();
    }

    /// Begins the variables of a function.
    pub(super) fn begin_frame(&mut self, id: FunctionId) {
        let count = self.program.function(id).locals.len();
        self.frame = Frame { function: Some(id), locals: vec![None; count], ..Frame::default() };
    }

    fn parameter_types(&mut self, ty: Type, passed: &Passed, types: &mut Vec<Id>) {
        match passed {
            Passed::Value => types.push(self.ty(ty)),
            Passed::Reference => types.push(self.pointer_type(storage_class::FUNCTION, ty)),
            Passed::Descriptor { index, .. } => types.push(*index),
            Passed::Member(member) => types.extend(member.given()),
            Passed::Resource { class, pointee, .. } => types.push(self.module.pointer(*class, *pointee)),
            Passed::Combined(both) => {
                for passed in both.iter() {
                    self.parameter_types(ty, passed, types);
                }
            }
        }
    }

    fn bind_parameter(&mut self, local: LocalId, passed: &Passed, ids: &mut Parameters) {
        let program = self.program;
        let Some(function) = self.frame.function else { return };
        let Some(row) = program.function(function).locals.get(local.0 as usize) else { return };
        let flags = row.qualifiers.flags;
        if let Some(first) = ids.peek().filter(|_| !row.name.is_empty() && has_parameter(passed)) {
            self.module.name(*first, &row.name);
        }
        match passed {
            Passed::Member(_) => {
                let place = self.resource(ids, flags, passed);
                return self.frame.bind(local, Binding::Place(place));
            }
            Passed::Combined(both) => {
                let texture = self.resource(ids, flags, &both[0]);
                let sampler = self.resource(ids, flags, &both[1]);
                return self.frame.bind(local, Binding::Combined(texture, sampler));
            }
            _ => {}
        }
        let Some(id) = ids.peek().copied() else { return };
        let is_relaxed = matches!(row.qualifiers.precision, Precision::Low | Precision::Medium);
        let binding = match passed {
            Passed::Value if self.survey.in_memory.contains(&(function, local)) => {
                let variable = self.local_variable(row.ty, &row.name, row.qualifiers.flags);
                self.module.effect(op::STORE, &[variable, id]);
                if is_relaxed {
                    self.relax(variable);
                }
                Binding::Place(Chain::variable(variable, storage_class::FUNCTION, row.ty))
            }
            Passed::Value => Binding::Value(id),
            Passed::Reference => Binding::Place(Chain::variable(id, storage_class::FUNCTION, row.ty)),
            _ => Binding::Place(self.resource(ids, flags, passed)),
        };
        if matches!(passed, Passed::Value | Passed::Reference) {
            ids.next();
            if is_relaxed {
                self.relax(id);
            }
        }
        if *passed == Passed::Value {
            self.decorate_pointer_parameter(id, row.ty, row.qualifiers.flags);
        }
        let argument = Some(local.0 + 1);
        match &binding {
            Binding::Value(id) => self.debug_local((&row.name, row.at, row.ty), argument, *id, true),
            Binding::Place(place) => {
                self.debug_local((&row.name, row.at, row.ty), argument, place.base, false)
            }
            Binding::Combined(..) => {}
        }
        self.frame.bind(local, binding);
    }

    /// The place that a resource is passed as. Takes the parameters that it has.
    fn resource(&mut self, ids: &mut Parameters, flags: u32, passed: &Passed) -> Chain {
        if let Passed::Member(member) = passed {
            return self.passed_member(member, flags, ids);
        }
        let id = ids.next().unwrap_or_else(|| self.module.id());
        if let Passed::Descriptor { heap, is_nonuniform, .. } = passed {
            let mut place = self.descriptor(*heap, id, *is_nonuniform);
            place.flags |= flags;
            return place;
        }
        let Passed::Resource { class, ty, format, is_nonuniform, .. } = passed else {
            return Chain::variable(id, storage_class::UNIFORM_CONSTANT, Type::Error);
        };
        let mut place = Chain::variable(id, *class, *ty);
        place.format = *format;
        place.flags = flags;
        place.is_nonuniform = *is_nonuniform || flags & flag::NON_UNIFORM != 0;
        place
    }

    /// How a parameter is passed that is no resource.
    pub(super) fn passed(&self, direction: Direction) -> Passed {
        if direction == Direction::In { Passed::Value } else { Passed::Reference }
    }
}
