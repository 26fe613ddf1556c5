//! Functions that are one instruction each, named in the tables.
//!
//! Operands are the arguments in their order. Of handles they are pointers. What an operand is called decides where more has to
//! be done: a payload is the variable at a location that the argument states, an intersection is a number where the language
//! has a truth value. A function without a result stores that of the instruction to its last argument.

use glassbox_spirv::build::value::scope;
use glassbox_spirv::build::{Group, Id};
use glassbox_spirv::grammar::{self, Opcode, Operand};

use super::super::Emitter;
use super::Call;
use crate::model::{ExpressionId, GlobalId, Storage};
use crate::types::Type;
use crate::vocabulary::functions::Intrinsic;

/// Variables that a location chooses: those that this stage reads from another too.
const PAYLOADS: &[Storage] = &[Storage::RayPayload, Storage::RayPayloadIn];
const CALLABLE_DATA: &[Storage] = &[Storage::CallableData, Storage::CallableDataIn];
const ATTRIBUTES: &[Storage] = &[Storage::HitObjectAttribute];

impl Emitter<'_> {
    pub(super) fn instruction(&mut self, call: Call<'_>) -> Option<Id> {
        match call.intrinsic {
            Intrinsic::Instruction(number) => Some(self.plain_instruction(call, grammar::opcode(number)?)),
            Intrinsic::Group(opcode, operation) => {
                let operands = self.argument_values(call);
                let ty = self.ty(call.ty);
                let group = Group { scope: scope::SUBGROUP, operation: Some(operation) };
                Some(self.module.group(opcode, ty, group, &operands))
            }
            Intrinsic::Extended(set, number) => {
                let name = grammar::extended_set(set)?.name;
                let operands = match name {
                    "SPV_AMD_shader_explicit_vertex_parameter" => self.interpolant(call)?,
                    _ => self.argument_values(call),
                };
                if name.starts_with("SPV_") {
                    self.module.extension(name);
                }
                let (set, ty) = (self.module.import(name), self.ty(call.ty));
                Some(self.module.extended(ty, set, number, &operands))
            }
            _ => None,
        }
    }

    /// Operands of what reads an input as it is at a vertex: the input itself, and the rest.
    fn interpolant(&mut self, call: Call<'_>) -> Option<Vec<Id>> {
        let place = self.place(*call.arguments.first()?);
        let mut operands = vec![self.pointer(&place)];
        operands.extend((1..call.arguments.len()).map(|index| self.argument(call, index)));
        Some(operands)
    }

    fn plain_instruction(&mut self, call: Call<'_>, opcode: &'static Opcode) -> Id {
        let has_result =
            opcode.operands.first().is_some_and(|operand| operand.kind == grammar::Kind::ResultType);
        let named = opcode.operands.get(if has_result { 2 } else { 0 }..).unwrap_or_default();
        let stores = has_result && call.ty == Type::Void;
        let mut arguments = call.arguments.to_vec();
        let target = if stores { arguments.pop() } else { None };
        // The language has hints before the payload, SPIR-V behind it.
        let payload = named.iter().position(|operand| operand.name == "Payload");
        if let Some(payload) = payload.filter(|payload| payload + 1 < arguments.len())
            && let Some(last) = arguments.pop()
        {
            arguments.insert(payload, last);
        }
        let operands: Vec<Id> = arguments
            .iter()
            .enumerate()
            .map(|(index, argument)| self.operand(call, *argument, named.get(index)))
            .collect();
        let Some(target) = target else {
            if has_result {
                return self.operation(call, opcode.number, &operands);
            }
            self.module.effect(opcode.number, &operands);
            return self.module.id();
        };
        let place = self.place(target);
        let ty = self.ty(place.ty);
        let result = self.module.value(opcode.number, ty, &operands);
        self.store(&place, result);
        self.module.id()
    }

    fn operand(&mut self, call: Call<'_>, argument: ExpressionId, operand: Option<&Operand>) -> Id {
        let storages = match operand.map_or("", |operand| operand.name) {
            "Payload" => PAYLOADS,
            "Callable Data" => CALLABLE_DATA,
            "HitObject Attributes" | "Hit Object Attributes" | "Hit Object Attribute" => ATTRIBUTES,
            "Intersection" => {
                let is_committed = self.program.constant(argument).is_some_and(|bits| bits == [1]);
                return self.uint(u32::from(is_committed));
            }
            _ => &[],
        };
        if !storages.is_empty() {
            return self.located(call, argument, storages);
        }
        match self.program.expression(argument).ty {
            Type::RayQuery | Type::HitObject(_) => {
                let place = self.place(argument);
                self.pointer(&place)
            }
            _ => self.value(argument),
        }
    }

    /// The variable at the location that an argument states.
    fn located(&mut self, call: Call<'_>, argument: ExpressionId, storages: &[Storage]) -> Id {
        let program = self.program;
        let location = program.constant(argument).and_then(|bits| bits.first()).map(|bits| *bits as u32);
        let found = program.globals.iter().position(|global| {
            storages.contains(&global.storage) && global.qualifiers.layout().location == location
        });
        if let (Some(found), Some(_)) = (found, location) {
            let place = self.global_place(GlobalId(found as u32));
            return self.pointer(&place);
        }
        let location = location.map_or_else(|| "that is no constant".to_owned(), |number| number.to_string());
        self.fail(
            call.at,
            format!("found the location {location}, expected that of a variable that is declared"),
            "declare the variable with `layout(location = N)`, and pass N",
        );
        self.module.id()
    }
}
