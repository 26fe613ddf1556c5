//! Calls of functions of the text.

use glassbox_spirv::build::{Builder, Id, op, value::storage_class};
use glassbox_spirv::module::Operand;

use super::function::{Binding, InstanceKey, Passed};
use super::heap::HeapPlace;
use super::survey::compatible;
use super::{Chain, Emitter};
use crate::model::{
    At, Direction, Expression, ExpressionId, ExpressionKind, Function, FunctionId, SpirvInstruction,
};
use crate::types::Type;

/// Arguments that have been evaluated.
struct Arguments {
    passed: Vec<Passed>,
    ids: Vec<Id>,
    /// Places that are written after the call, with the variables that the function wrote.
    copies: Vec<(Chain, Chain)>,
}

impl Emitter<'_> {
    /// The result of a call; of one without a result, an id that nothing may use.
    pub(super) fn call(&mut self, id: FunctionId, arguments: &[ExpressionId], at: At) -> Id {
        let function = self.program.function(id);
        if let Some(instruction) = &function.spirv {
            return self.call_instruction(function, instruction, arguments, at);
        }
        let arguments = self.arguments(function, arguments);
        self.at(at);
        let result = self.call_with(id, &arguments, at);
        self.copy_back(&arguments);
        result
    }

    /// The function of the module that an instruction calls with values.
    pub(super) fn named_function(&mut self, id: FunctionId, at: At) -> Id {
        let function = self.program.function(id);
        let parameters = function.locals.iter().take(function.parameters as usize);
        let passed = parameters.map(|local| self.passed(local.direction)).collect();
        self.instance(InstanceKey { function: id, passed }, at)
    }

    fn arguments(&mut self, function: &Function, arguments: &[ExpressionId]) -> Arguments {
        let mut all = Arguments { passed: Vec::new(), ids: Vec::new(), copies: Vec::new() };
        for (argument, local) in arguments.iter().zip(&function.locals) {
            if self.is_by_reference(local.ty) {
                let passed = self.pass_resource(*argument, &mut all.ids);
                all.passed.push(passed);
                continue;
            }
            all.passed.push(self.passed(local.direction));
            if local.direction == Direction::In {
                let value = self.value(*argument);
                all.ids.push(value);
                continue;
            }
            let place = self.place(*argument);
            let variable = self.temporary(local.ty, "param");
            if local.direction == Direction::InOut {
                let value = self.load(&place);
                self.module.effect(op::STORE, &[variable, value]);
            }
            all.ids.push(variable);
            all.copies.push((place, Chain::variable(variable, storage_class::FUNCTION, local.ty)));
        }
        all
    }

    fn call_with(&mut self, id: FunctionId, arguments: &Arguments, at: At) -> Id {
        let key = InstanceKey { function: id, passed: arguments.passed.clone() };
        let callee = self.instance(key, at);
        let ty = self.ty(self.program.function(id).result);
        let mut operands = vec![callee];
        operands.extend(&arguments.ids);
        self.module.value(op::FUNCTION_CALL, ty, &operands)
    }

    fn copy_back(&mut self, arguments: &Arguments) {
        for (place, variable) in &arguments.copies {
            let value = self.load(variable);
            self.store(place, value);
        }
    }

    /// Whether parameters of a type are pointers to the arguments: resources, and what cannot be copied.
    pub(super) fn is_by_reference(&self, ty: Type) -> bool {
        self.program.types.contains(ty, &|ty| ty.is_opaque() || self.program.types.is_tensor(ty))
    }

    fn pass_resource(&mut self, argument: ExpressionId, ids: &mut Vec<Id>) -> Passed {
        let program = self.program;
        match &program.expression(argument).kind {
            ExpressionKind::Construct(parts) => {
                if let [texture, sampler] = parts[..] {
                    let places = [self.place(texture), self.place(sampler)];
                    return self.pass_both(&places, ids);
                }
            }
            ExpressionKind::Local(local) => {
                if let Some(Binding::Combined(texture, sampler)) = self.frame.binding(*local).cloned() {
                    return self.pass_both(&[texture, sampler], ids);
                }
            }
            _ => {}
        }
        if !self.is_place(argument) {
            let value = self.value(argument);
            ids.push(value);
            return Passed::Value;
        }
        let place = self.place(argument);
        self.pass_place(&place, ids)
    }

    fn pass_both(&mut self, places: &[Chain; 2], ids: &mut Vec<Id>) -> Passed {
        let [texture, sampler] = places;
        let both = [self.pass_place(texture, ids), self.pass_place(sampler, ids)];
        Passed::Combined(Box::new(both))
    }

    fn pass_place(&mut self, place: &Chain, ids: &mut Vec<Id>) -> Passed {
        // No parameter is a pointer to a descriptor: the function finds it by its index again.
        match place.heap {
            Some(HeapPlace::Descriptor(heap, index)) => {
                ids.push(index);
                let ty = self.module.type_of(index).unwrap_or_else(|| self.module.uint());
                return Passed::Descriptor { heap, index: ty, is_nonuniform: place.is_nonuniform };
            }
            Some(HeapPlace::Block(heap)) => return self.pass_member(heap, place, ids),
            Some(HeapPlace::Array(_)) | None => {}
        }
        let pointer = self.pointer(place);
        ids.push(pointer);
        Passed::Resource {
            class: place.class,
            ty: place.ty,
            pointee: self.pointee_type(place),
            format: place.format,
            is_nonuniform: place.is_nonuniform,
        }
    }

    /// A call of the function that a subroutine uniform stands for, by its index.
    pub(super) fn call_subroutine(
        &mut self,
        uniform: ExpressionId,
        arguments: &[ExpressionId],
        expression: &Expression,
    ) -> Id {
        let program = self.program;
        let functions = compatible(program, uniform);
        let Some(first) = functions.first().copied() else { return self.null(expression.ty) };
        let selector = self.value(uniform);
        let arguments = self.arguments(program.function(first), arguments);
        self.at(expression.at);
        let end = self.module.id();
        let labels: Vec<Id> = functions.iter().map(|_| self.module.id()).collect();
        let numbers = functions
            .iter()
            .enumerate()
            .map(|(place, id)| u64::from(program.function(*id).subroutine_index.unwrap_or(place as u32)));
        let cases: Vec<(u64, Id)> = numbers.zip(labels.iter().copied()).collect();
        let default = labels.first().copied().unwrap_or(end);
        self.module.switch(selector, default, &cases, end);
        let mut incoming = Vec::new();
        for (function, label) in functions.iter().zip(&labels) {
            self.module.open(*label);
            let result = self.call_with(*function, &arguments, expression.at);
            incoming.extend(self.module.block().map(|block| (result, block)));
            self.module.branch(end);
        }
        self.module.open(end);
        let result = if expression.ty == Type::Void {
            selector
        } else {
            let ty = self.ty(expression.ty);
            self.module.phi(ty, &incoming)
        };
        self.copy_back(&arguments);
        result
    }

    /// An instruction in place of a call, as `spirv_instruction` states it.
    fn call_instruction(
        &mut self,
        function: &Function,
        instruction: &SpirvInstruction,
        arguments: &[ExpressionId],
        at: At,
    ) -> Id {
        self.declare_stated(instruction);
        let mut operands = Vec::new();
        let mut copies = Vec::new();
        for (argument, local) in arguments.iter().zip(&function.locals) {
            let words = &local.qualifiers.layout().other;
            if words.contains(&"spirv_literal") {
                self.literal_operands(*argument, &mut operands);
            } else if words.contains(&"spirv_by_reference") || local.direction != Direction::In {
                let place = self.place(*argument);
                let is_whole = place.swizzle.is_none() && place.memory.is_none();
                if words.contains(&"spirv_by_reference") || is_whole {
                    operands.push(self.pointer(&place).operand());
                } else {
                    let variable = self.temporary(local.ty, "param");
                    operands.push(variable.operand());
                    copies.push((place, Chain::variable(variable, storage_class::FUNCTION, local.ty)));
                }
            } else {
                operands.push(self.value(*argument).operand());
            }
        }
        self.at(at);
        let ty = self.ty(function.result);
        let result = match &instruction.set {
            Some(set) => {
                let set = self.module.import(set);
                let head = [set.operand(), Operand::Literal(instruction.number)];
                self.module.value_of(op::EXT_INST, ty, head.into_iter().chain(operands))
            }
            None if function.result == Type::Void => {
                self.module.effect_of(instruction.number as u16, operands);
                self.module.id()
            }
            None => self.module.value_of(instruction.number as u16, ty, operands),
        };
        for (place, variable) in &copies {
            let value = self.load(variable);
            self.store(place, value);
        }
        result
    }

    fn literal_operands(&mut self, argument: ExpressionId, operands: &mut Vec<Operand>) {
        let program = self.program;
        if let ExpressionKind::Text(text) = &program.expression(argument).kind {
            operands.extend(Builder::text_operands(text.trim_matches('"')));
            return;
        }
        let scalar = program.expression(argument).ty.scalar();
        for bits in program.constant(argument).unwrap_or_default() {
            let bits = scalar.map_or(*bits, |scalar| super::constant::bits_of(scalar, *bits));
            operands.push(Operand::Literal(bits as u32));
            if scalar.is_some_and(|scalar| scalar.width() == 64) {
                operands.push(Operand::Literal((bits >> 32) as u32));
            }
        }
    }
}
