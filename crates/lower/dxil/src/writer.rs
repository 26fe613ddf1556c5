//! The module while it is written, and the values of the function that is written.

use std::ops::Range;
use std::rc::Rc;

use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};
use glassbox_core::stage::Stage;
use glassbox_dxil::ir::{Body, FunctionId, InstructionId, Scope, TypeId, Value as Definition, ValueId};
use glassbox_lower_directx::interface::{BuiltIns, Port};
use glassbox_lower_directx::resource::Variable;
use glassbox_lower_directx::{Outcome, rules};
use glassbox_spirv::build::value::{addressing_model, capability, memory_model};
use glassbox_spirv::build::{Builder, Guarded, Id, op};

use crate::debug::Debug;
use crate::memory::Pointer;
use crate::merge::Held;
use crate::source::{Chosen, Source};
use crate::survey::{Survey, Word};
use crate::views::{ViewId, Views};
use crate::{Lowered, Options};

/// What a value of the program is in the module.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// Nothing: what it is made of is looked up where it is used.
    None,
    /// A value.
    Id(Id),
    /// A structure whose members are known.
    Parts(Rc<[Part]>),
    /// An address.
    Pointer(Pointer),
    /// Whether texels were there: the code that says so, or that they were.
    Resident(Option<Id>),
    /// A ray query, by its variable.
    Query(Id),
    /// One of several handles or queries.
    Held(Held),
}

/// A member of a structure.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// A value.
    Id(Id),
    /// A component of a vector, taken out where it is used: the vector, the component, its type.
    Component(Id, u32, Id),
    /// See [`Value::Resident`].
    Resident(Option<Id>),
}

/// The function that is written.
pub(crate) struct State<'p> {
    pub(crate) id: FunctionId,
    pub(crate) body: &'p Body,
    pub(crate) values: Vec<Option<Value>>,
    /// Values that are one of several handles.
    pub(crate) held: HashMap<ValueId, Held>,
    pub(crate) at: InstructionId,
    /// Members of results that are used, see [`crate::debug::used_members`].
    pub(crate) used: Vec<u32>,
}

/// Ports of the signatures of an entry point.
#[derive(Default)]
pub(crate) struct Ports {
    pub(crate) inputs: Vec<Option<Port>>,
    pub(crate) outputs: Vec<Option<Port>>,
    pub(crate) patches: Vec<Option<Port>>,
}

/// Writes a module.
pub(crate) struct Writer<'p> {
    pub(crate) b: Builder,
    pub(crate) source: &'p Source<'p>,
    pub(crate) chosen: Chosen<'p>,
    pub(crate) options: &'p Options,
    pub(crate) native: bool,
    pub(crate) views: Views<'p>,
    pub(crate) survey: Survey,
    /// By type of the program.
    pub(crate) types: Vec<Option<Id>>,
    pub(crate) named: HashSet<Id>,
    pub(crate) undefined: HashMap<Id, Id>,
    /// Variables of the interface; from SPIR-V 1.4 on all global ones.
    pub(crate) interface: Vec<Id>,
    pub(crate) globals: Vec<Id>,
    pub(crate) built_ins: BuiltIns,
    pub(crate) ports: Ports,
    pub(crate) variables: HashMap<(ViewId, Word), Variable>,
    pub(crate) counters: HashMap<ViewId, Variable>,
    pub(crate) memory: HashMap<ValueId, Pointer>,
    /// Variables that payloads are passed in: by storage class and type.
    pub(crate) payloads: HashMap<(u32, Id), Id>,
    pub(crate) functions: HashMap<FunctionId, Id>,
    /// What values that are one of several are taken for.
    pub(crate) picked: HashMap<ValueId, u32>,
    pub(crate) debug: Debug,
    pub(crate) f: Option<State<'p>>,
}

impl<'p> Writer<'p> {
    pub(crate) fn new(
        source: &'p Source<'p>,
        chosen: Chosen<'p>,
        options: &'p Options,
    ) -> Outcome<Writer<'p>> {
        let mut views = Views::new(source, options);
        let survey = Survey::new(source, &chosen, &mut views)?;
        let needs_1_4 = chosen.stage.is_ray_tracing() || matches!(chosen.stage, Stage::Mesh | Stage::Task);
        let mut b = Builder::new(if needs_1_4 { 0x0001_0400 } else { 0x0001_0300 });
        b.capability(capability::SHADER);
        b.memory_model(addressing_model::LOGICAL, memory_model::GLSL450);
        let mut writer = Writer {
            b,
            source,
            chosen,
            options,
            native: source.is_native(),
            views,
            survey,
            types: vec![None; source.program.module.types.len()],
            named: HashSet::new(),
            undefined: HashMap::new(),
            interface: Vec::new(),
            globals: Vec::new(),
            built_ins: BuiltIns::of(chosen.stage),
            ports: Ports::default(),
            variables: HashMap::new(),
            counters: HashMap::new(),
            memory: HashMap::new(),
            payloads: HashMap::new(),
            functions: HashMap::new(),
            picked: HashMap::new(),
            debug: Debug::default(),
            f: None,
        };
        for function in writer.survey.functions.clone() {
            let id = writer.b.id();
            writer.functions.insert(function, id);
        }
        Ok(writer)
    }

    /// Writes everything.
    pub(crate) fn write(mut self) -> Outcome<Lowered> {
        self.declare_interface()?;
        for function in self.survey.functions.clone() {
            self.function(function)?;
        }
        self.entry()?;
        self.finish()
    }

    /// The function that is written.
    pub(crate) fn body(&self) -> &'p Body {
        self.f.as_ref().map(|f| f.body).expect("values are looked up while a function is written")
    }

    pub(crate) fn scope(&self) -> Scope<'p> {
        self.source.program.module.scope(self.f.as_ref().map(|f| f.body))
    }

    /// Bytes of the instruction that is written.
    pub(crate) fn place(&self) -> Range<usize> {
        self.f.as_ref().map_or(0..0, |f| self.source.place(f.body, f.at))
    }

    /// Type of a value.
    pub(crate) fn type_of(&self, value: ValueId) -> Outcome<TypeId> {
        self.scope()
            .type_of(value)
            .ok_or_else(|| self.refuse(&rules::SHAPE, "found an operand without a type".to_owned()))
    }

    /// The type of a value in the module.
    pub(crate) fn type_id(&mut self, value: ValueId) -> Outcome<Id> {
        let ty = self.type_of(value)?;
        self.ty(ty)
    }

    /// A value of the program.
    pub(crate) fn value(&mut self, value: ValueId) -> Outcome<Value> {
        match self.scope().value(value) {
            Some(Definition::Constant(_)) => match self.address_of_constant(value)? {
                Some(pointer) => Ok(Value::Pointer(pointer)),
                None => match self.expression(value)? {
                    Some(computed) => Ok(Value::Id(computed)),
                    None => Ok(Value::Id(self.constant(value)?)),
                },
            },
            Some(Definition::Instruction(_) | Definition::Argument(_)) => {
                let known = self.f.as_ref().and_then(|f| f.values.get(value.index())?.clone());
                known.ok_or_else(|| {
                    let message = "found a value that is used before it is made".to_owned();
                    self.refuse(&rules::SHAPE, message)
                })
            }
            Some(Definition::Variable(_)) => Ok(Value::Pointer(self.global(value)?)),
            _ => Err(self.refuse(&rules::OPERATION, "found an operand that is no value".to_owned())),
        }
    }

    /// A value as one id.
    pub(crate) fn id(&mut self, value: ValueId) -> Outcome<Id> {
        match self.value(value)? {
            Value::Id(id) => Ok(id),
            Value::Pointer(pointer) => Ok(pointer.id),
            Value::Resident(code) => Ok(self.residency(code)),
            Value::Parts(parts) => {
                let ty = self.type_id(value)?;
                let parts: Vec<Id> = parts.iter().map(|part| self.part(part)).collect();
                Ok(self.b.value(op::COMPOSITE_CONSTRUCT, ty, &parts))
            }
            Value::None | Value::Query(_) | Value::Held(_) => {
                let message = "found a handle where a number or a vector was expected".to_owned();
                Err(self.refuse(&rules::RESOURCE, message))
            }
        }
    }

    /// All of some values as ids.
    pub(crate) fn ids(&mut self, values: &[ValueId]) -> Outcome<Vec<Id>> {
        values.iter().map(|value| self.id(*value)).collect()
    }

    fn residency(&mut self, code: Option<Id>) -> Id {
        let uint = self.b.uint();
        match code {
            Some(code) => glassbox_lower_directx::arithmetic::bits_as(&mut self.b, uint, code),
            None => self.b.constant(uint, 1),
        }
    }

    /// A member of a structure as one id.
    pub(crate) fn part(&mut self, part: &Part) -> Id {
        match *part {
            Part::Id(id) => id,
            Part::Component(vector, index, ty) => {
                self.b.value_with(op::COMPOSITE_EXTRACT, ty, &[vector], &[index])
            }
            Part::Resident(code) => self.residency(code),
        }
    }

    /// Integer constant that a value is.
    pub(crate) fn fixed(&self, value: ValueId) -> Option<u32> {
        self.scope().integer(value).map(|number| number as u32)
    }

    /// An integer constant that an operand must be.
    pub(crate) fn expect_fixed(&self, value: ValueId, what: &str) -> Outcome<u32> {
        self.fixed(value).ok_or_else(|| {
            let message = format!("found a computed {what}, expected a constant");
            self.refuse(&rules::SHAPE, message)
        })
    }

    /// True for operands without a value.
    pub(crate) fn is_undefined(&self, value: ValueId) -> bool {
        matches!(self.scope().constant(value), Some((glassbox_dxil::ir::Constant::Undef, _)))
    }

    /// States what the instruction that is written is in the module.
    pub(crate) fn set(&mut self, value: ValueId, is: Value) {
        if let (Value::Held(held), Some(f)) = (&is, self.f.as_mut()) {
            f.held.insert(value, *held);
        }
        if let Some(slot) = self.f.as_mut().and_then(|f| f.values.get_mut(value.index())) {
            *slot = Some(is);
        }
    }

    /// An instruction of `GLSL.std.450`.
    pub(crate) fn extended(&mut self, ty: Id, instruction: u32, operands: &[Id]) -> Id {
        self.b.extended_instruction(instruction, ty, operands)
    }
}
