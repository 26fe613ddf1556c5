//! Checks the instructions of a function.

use glassbox_core::diagnostic::Severity;

use super::builtins::Builtin;
use super::context::{Validator, is_undefined, kind};
use super::declarations::is_variable;
use super::flow::Flow;
use super::handles::{Handles, Resources};
use super::mesh::MeshCalls;
use super::{Subject, calls, metadata, rules, types};
use crate::analysis::program::Kind;
use crate::analysis::sizes::GROUP_SHARED;
use crate::features::flag;
use crate::ir::{
    Attribute, AttributeKind, BinaryOp, Body, CastOp, Constant, FunctionId, Instruction, InstructionId, Op,
    Scope, Slot, Type, TypeId, ValueId,
};

/// Address spaces: any, and of node records.
const GENERIC: u32 = 4;
const NODE_RECORDS: u32 = 6;
/// Steps between an address and its variable.
const MAX_STEPS: u32 = 64;

/// Checks the body of a function.
pub(super) fn body(validator: &mut Validator<'_>, function: FunctionId, body: &'_ Body, flow: &Flow) {
    let program = validator.program;
    // The body of the program lives as long as the program does.
    let Some(own) = program.body(function) else { return };
    debug_assert!(std::ptr::eq(own, body));
    let resources = validator.resources.take().unwrap_or_else(|| Resources::of(validator));
    let mut handles = Handles::of(validator, &resources, function, own);
    validator.resources = Some(resources);
    metadata::attached(validator, function, own);
    let mut mesh = MeshCalls::default();
    for (index, instruction) in own.instructions.iter().enumerate() {
        let id = InstructionId::at(index);
        let mut at = At { function, id, body: own, scope: program.scope(own), instruction };
        if !is_allowed(validator, &at) {
            let message = format!("found `{}`, which DXIL does not have here", instruction.op.name());
            validator.report(&rules::INSTRUCTION, at.subject(), message);
            continue;
        }
        if let Op::Call(_) = instruction.op {
            let callee = program.callee(own, instruction);
            match callee.map(|callee| (callee, program.kind(callee))) {
                None => {
                    let message = "found a call of a computed address, expected a function";
                    validator.report(&rules::INSTRUCTION, at.subject(), message);
                }
                Some((callee, Kind::Operation)) => {
                    if let Some(call) = calls::read(validator, function, own, id, instruction, callee) {
                        mesh.add(call.code, id);
                        calls::check(validator, &call, callee, &mut handles);
                    }
                }
                Some(_) => {}
            }
            continue;
        }
        at.check(validator);
    }
    precise(validator, function, own);
    mesh.check(validator, function, own, flow);
}

/// An instruction.
#[derive(Clone, Copy)]
struct At<'v> {
    function: FunctionId,
    id: InstructionId,
    body: &'v Body,
    scope: Scope<'v>,
    instruction: &'v Instruction,
}

/// True for instructions that DXIL has at this place.
fn is_allowed(validator: &Validator<'_>, at: &At<'_>) -> bool {
    let is_loose = validator.shader.is_library()
        || matches!(u32::from(validator.shader.kind), kind::MESH | kind::AMPLIFICATION);
    match at.instruction.op {
        Op::IndirectBranch
        | Op::Invoke(_)
        | Op::Resume
        | Op::Fence { .. }
        | Op::VaArg
        | Op::LandingPad { .. }
        | Op::InsertValue { .. }
        | Op::Cast(CastOp::PtrToInt | CastOp::IntToPtr) => false,
        Op::Unreachable => is_loose && follows_no_return(validator, at),
        Op::ExtractElement | Op::InsertElement | Op::ShuffleVector => is_loose || validator.model_is(9),
        _ => true,
    }
}

/// True if the instruction before is an operation that does not return.
fn follows_no_return(validator: &Validator<'_>, at: &At<'_>) -> bool {
    let Some(before) = at.id.0.checked_sub(1).and_then(|id| at.body.instruction(InstructionId(id))) else {
        return false;
    };
    let program = validator.program;
    let Some(callee) =
        program.callee(at.body, before).filter(|&callee| program.kind(callee) == Kind::Operation)
    else {
        return false;
    };
    let module = program.module;
    let list = module.functions.get(callee.index()).and_then(|function| function.attributes);
    list.is_some_and(|list| {
        let groups = module.attributes.groups_of(list).filter(|group| group.slot == Slot::FUNCTION);
        groups
            .flat_map(|group| &group.attributes)
            .any(|attribute| *attribute == Attribute::Flag(AttributeKind::NO_RETURN))
    })
}

impl<'v> At<'v> {
    fn subject(&self) -> Subject {
        Subject::Instruction(self.function, self.id)
    }

    fn operands(&self) -> &'v [ValueId] {
        self.body.operands(self.instruction)
    }

    fn operand(&self, index: usize) -> Option<ValueId> {
        self.operands().get(index).copied()
    }

    fn type_of(&self, index: usize) -> Option<TypeId> {
        self.scope.type_of(self.operand(index)?)
    }

    /// Checks an instruction that is not a call.
    fn check(&mut self, validator: &mut Validator<'v>) {
        self.uses(validator);
        self.width(validator);
        if let Op::Cast(op) = self.instruction.op
            && let Some(from) = self.type_of(0)
            && let Err(expected) = validator.types.conversion(op, from, self.instruction.ty)
        {
            let (from, to) = (validator.type_name(from), validator.type_name(self.instruction.ty));
            let message = format!("found `{}` from {from} to {to}, expected {expected}", op.name());
            validator.report(&rules::OPERAND_TYPE, self.subject(), message);
            return;
        }
        match self.instruction.op {
            Op::Alloca { allocated, .. } => {
                types::check(validator, allocated, &self.subject());
            }
            Op::ExtractValue { .. } => self.extract(validator),
            Op::Load(_) => {
                types::check(validator, self.instruction.ty, &self.subject());
                self.pointee(validator, self.instruction.ty);
            }
            Op::Store(_) => {
                if let Some(ty) = self.type_of(1) {
                    types::check(validator, ty, &self.subject());
                    self.pointee(validator, ty);
                }
            }
            Op::GetElementPtr { source, .. } => self.address(validator, source),
            Op::Binary { op: BinaryOp::SDiv | BinaryOp::UDiv, .. }
                if self.operand(1).and_then(|value| self.scope.integer(value)) == Some(0) =>
            {
                validator.report(&rules::DIVISION, self.subject(), "found a division by 0");
            }
            Op::Cast(CastOp::AddrSpaceCast) => self.space_cast(validator),
            Op::Cast(CastOp::BitCast) => self.bitcast(validator),
            Op::CompareExchange { .. } | Op::AtomicRmw { .. } => self.atomic(validator),
            _ => {}
        }
        self.shared(validator);
    }

    /// Reports operands that are undefined or integers of widths that shaders lack.
    fn uses(&self, validator: &mut Validator<'v>) {
        let op = self.instruction.op;
        let mut reported = (false, false);
        for (place, &operand) in self.operands().iter().enumerate() {
            let is_legal = match op {
                Op::Phi => true,
                Op::InsertElement => place == 0,
                // The stored value is the second operand.
                Op::ShuffleVector | Op::Store(_) => place == 1,
                _ => false,
            };
            let found = self.scope.constant(operand);
            let undefined = match found {
                Some((Constant::Undef, _)) => !is_legal,
                Some((constant, constants)) => {
                    let mut inner = false;
                    if !matches!(constant, Constant::Aggregate(_)) {
                        constants.references(constant, |value| inner |= is_undefined(self.scope, value));
                    }
                    inner
                }
                None => false,
            };
            if undefined && !reported.0 {
                reported.0 = true;
                let message = format!("found an undefined operand of `{}`, expected a value", op.name());
                validator.report(&rules::UNDEFINED, self.subject(), message);
            }
            if let Some(Type::Integer(bits)) =
                self.scope.type_of(operand).and_then(|ty| validator.types.get(ty))
                && !matches!(bits, 1 | 16 | 32 | 64)
                && !reported.1
            {
                reported.1 = true;
                integer(validator, self.subject(), bits);
            }
        }
    }

    /// Reports results of widths that shaders lack.
    fn width(&self, validator: &mut Validator<'v>) {
        let mut ty = self.instruction.ty;
        if let Some(pointee) = validator.types.pointee(ty) {
            ty = pointee;
        }
        while let Some(Type::Array { element, .. }) = validator.types.get(ty) {
            ty = element;
        }
        let Some(Type::Integer(bits)) = validator.types.get(ty) else { return };
        let is_lifetime =
            bits == 8 && validator.model_is(6) && self.instruction.op == Op::Cast(CastOp::BitCast);
        if !matches!(bits, 1 | 16 | 32 | 64) && !is_lifetime {
            integer(validator, self.subject(), bits);
        }
    }

    fn extract(&self, validator: &mut Validator<'v>) {
        let Some(ty) = self.type_of(0) else { return };
        let is_result = validator.builtins.get(ty).is_some_and(Builtin::is_result);
        let maker = self.operand(0).and_then(|value| validator.program.maker(self.body, value));
        let is_exchange = maker
            .and_then(|maker| self.body.instruction(maker))
            .is_some_and(|maker| matches!(maker.op, Op::CompareExchange { .. }));
        if !is_result && !is_exchange {
            let message = format!(
                "found `extractvalue` of {}, expected a result of an operation",
                validator.type_name(ty)
            );
            validator.report(&rules::EXTRACT, self.subject(), message);
        }
    }

    /// Compares a pointer with what is read or written through it.
    fn pointee(&self, validator: &mut Validator<'v>, ty: TypeId) {
        let found = self.type_of(0).and_then(|pointer| validator.types.pointee(pointer));
        if let Some(found) = found.filter(|&found| found != ty) {
            let message = format!(
                "found {} through a pointer to {}, expected the same type",
                validator.type_name(ty),
                validator.type_name(found)
            );
            validator.report(&rules::OPERAND_TYPE, self.subject(), message);
        }
    }

    fn address(&self, validator: &mut Validator<'v>, source: TypeId) {
        let types = validator.types;
        if let Some(pointee) = types.pointee(self.instruction.ty) {
            types::check(validator, pointee, &self.subject());
        }
        if let Some(found) = self.type_of(0).and_then(|ty| types.pointee(ty)).filter(|&found| found != source)
        {
            let message = format!(
                "found an address into {} of a pointer to {}, expected the same type",
                validator.type_name(source),
                validator.type_name(found)
            );
            validator.report(&rules::OPERAND_TYPE, self.subject(), message);
            return;
        }
        let indices = self.operands().get(1..).unwrap_or_default();
        let constant: Option<Vec<i64>> = indices.iter().map(|&index| self.scope.integer(index)).collect();
        let (Some(constant), Some(pointee)) = (constant, types.pointee(self.instruction.ty)) else { return };
        let module = validator.program.module;
        let size = validator.layout.allocation(module, source);
        let value = validator.layout.allocation(module, pointee);
        let Some(offset) = offset(validator, source, &constant) else { return };
        // The validator compares 32 bits, so an element just before the variable passes.
        let end = (offset as u32).wrapping_add(value as u32);
        if u64::from(end) > size {
            let message = format!(
                "found {value} bytes at {offset} of a variable of {size} bytes, expected them inside"
            );
            validator.report(&rules::OUT_OF_BOUNDS, self.subject(), message);
        }
    }

    fn space_cast(&self, validator: &mut Validator<'v>) {
        let space = |ty: Option<TypeId>| match ty.and_then(|ty| validator.types.get(ty)) {
            Some(Type::Pointer { address_space, .. }) => Some(address_space),
            _ => None,
        };
        if let (Some(to), Some(from)) = (space(Some(self.instruction.ty)), space(self.type_of(0)))
            && to != GENERIC
            && from != GENERIC
        {
            let message =
                format!("found a conversion from address space {from} to {to}, expected 4 on one side");
            validator.report(&rules::POINTER_CAST, self.subject(), message);
        }
    }

    fn bitcast(&self, validator: &mut Validator<'v>) {
        let types = validator.types;
        let (Some(mut from), mut to) = (self.type_of(0), self.instruction.ty) else { return };
        let module = validator.program.module;
        if let (Some(source), Some(target)) = (types.pointee(from), types.pointee(to)) {
            // Bytes are for the markers of lifetimes.
            if validator.model_is(6) && types.get(target) == Some(Type::Integer(8)) {
                return;
            }
            let [first, second] = [source, target].map(|ty| validator.layout.allocation(module, ty));
            if first != second {
                let message =
                    format!("found a pointer to {first} bytes as one to {second}, expected the same size");
                validator.report(&rules::BITCAST, self.subject(), message);
                return;
            }
            (from, to) = (source, target);
            for side in [&mut from, &mut to] {
                while let Some(Type::Array { element, .. }) = types.get(*side) {
                    *side = element;
                }
            }
        }
        let is_structure = |ty| matches!(types.get(ty), Some(Type::Named { .. } | Type::Struct { .. }));
        if (is_structure(from) || is_structure(to)) && !validator.shader.is_library() {
            let message = "found a bitcast of a structure, expected its members";
            validator.report(&rules::BITCAST, self.subject(), message);
            return;
        }
        let is_small = |ty| validator.layout.measure(module, ty).0 < 4;
        let has_minimum = validator.flags() & flag::NATIVE_LOW_PRECISION == 0;
        if (is_small(from) || is_small(to)) && has_minimum {
            let message = "found a bitcast of minimum precision, expected 32 or 64 bits";
            validator.report(&rules::BITCAST, self.subject(), message);
        }
    }

    fn atomic(&self, validator: &mut Validator<'v>) {
        let Some(Type::Pointer { pointee, address_space }) =
            self.type_of(0).and_then(|ty| validator.types.get(ty))
        else {
            return;
        };
        if validator.types.get(pointee) == Some(Type::Integer(64)) && !validator.model_is(6) {
            let message = format!(
                "found an atomic instruction of 64 bits in shader model {}, expected 6.6 or later",
                validator.shader.model
            );
            validator.report(&rules::TOO_NEW, self.subject(), message);
        }
        if !matches!(address_space, GROUP_SHARED | NODE_RECORDS) {
            let message = format!(
                "found an atomic instruction in address space {address_space}, expected group-shared memory, 3"
            );
            validator.report(&rules::ATOMIC, self.subject(), message);
        }
        let is_constant = self.variable(validator).is_some_and(|variable| variable.is_constant);
        if is_constant {
            let message = "found an atomic instruction on a constant variable, expected one that is written";
            validator.report(&rules::ATOMIC, self.subject(), message);
        }
    }

    /// Variable that the address operand leads to.
    fn variable(&self, validator: &Validator<'v>) -> Option<&'v crate::ir::Variable> {
        let module = validator.program.module;
        let mut at = self.operand(0)?;
        for _ in 0..MAX_STEPS {
            if let Some(crate::ir::Value::Variable(id)) = self.scope.value(at) {
                return module.variables.get(id.index());
            }
            at = match (self.scope.constant(at), validator.program.maker(self.body, at)) {
                (Some((Constant::GetElementPtr { operands, .. }, constants)), _) => {
                    *constants.operands(operands).first()?
                }
                (Some((Constant::Cast { value, .. }, _)), _) => value,
                (None, Some(maker)) => {
                    let maker = self.body.instruction(maker)?;
                    match maker.op {
                        Op::GetElementPtr { .. } | Op::Cast(_) => *self.body.operands(maker).first()?,
                        _ => return None,
                    }
                }
                _ => return None,
            };
        }
        None
    }

    /// Checks that a group-shared address leads to one variable.
    fn shared(&self, validator: &mut Validator<'v>) {
        let is_shared = matches!(
            validator.types.get(self.instruction.ty),
            Some(Type::Pointer { address_space: GROUP_SHARED, .. })
        );
        if !is_shared {
            return;
        }
        let is_address = matches!(self.instruction.op, Op::GetElementPtr { .. } | Op::Cast(CastOp::BitCast));
        let leads = is_address
            && self.operand(0).is_some_and(|base| {
                is_variable(self.scope, base)
                    || validator.model_is(9) && self.variable(validator).is_some()
                    || self.is_chain(validator, base)
            });
        if !leads {
            let message = format!(
                "found a group-shared address made by `{}`, expected one of a variable",
                self.instruction.op.name()
            );
            validator.report(&rules::SHARED_POINTER, self.subject(), message);
        }
    }

    /// True for a bitcast of an address of a variable.
    fn is_chain(&self, validator: &Validator<'v>, base: ValueId) -> bool {
        let maker = validator.program.maker(self.body, base).and_then(|maker| self.body.instruction(maker));
        self.instruction.op == Op::Cast(CastOp::BitCast)
            && maker.is_some_and(|maker| matches!(maker.op, Op::GetElementPtr { .. }))
    }
}

fn integer(validator: &mut Validator<'_>, subject: Subject, bits: u32) {
    let message = format!("found an integer of {bits} bits, expected 1, 16, 32 or 64");
    // Validators before 1.9 look at bytes and at memory only.
    let passes = bits != 8 && !validator.shader.validates(9);
    let finding = validator.report(&rules::INTEGER, subject, message);
    if passes {
        finding.severity(Severity::Warning);
    }
}

/// Distance in bytes from a pointer to what constant indices select.
fn offset(validator: &Validator<'_>, source: TypeId, indices: &[i64]) -> Option<i64> {
    let (types, module) = (validator.types, validator.program.module);
    let (&first, rest) = indices.split_first()?;
    let size = |ty| i64::try_from(validator.layout.allocation(module, ty)).ok();
    let mut total = first.checked_mul(size(source)?)?;
    let mut at = source;
    for &index in rest {
        match types.get(at)? {
            Type::Array { element, .. } | Type::Vector { element, .. } => {
                total = total.checked_add(index.checked_mul(size(element)?)?)?;
                at = element;
            }
            Type::Struct { .. } | Type::Named { .. } => {
                let fields = types.fields(at)?;
                let index = usize::try_from(index).ok()?;
                let mut end = 0u64;
                for &field in fields.get(..index)? {
                    let (bytes, align) = validator.layout.measure(module, field);
                    end = end
                        .checked_next_multiple_of(align.max(1))?
                        .checked_add(bytes.checked_next_multiple_of(align.max(1))?)?;
                }
                let field = *fields.get(index)?;
                let align = validator.layout.measure(module, field).1.max(1);
                total = total.checked_add(i64::try_from(end.checked_next_multiple_of(align)?).ok()?)?;
                at = field;
            }
            _ => return None,
        }
    }
    Some(total)
}

/// Reports precise instructions with operands of minimum precision.
fn precise(validator: &mut Validator<'_>, function: FunctionId, body: &Body) {
    if validator.flags() & flag::LOW_PRECISION == 0 || !validator.has_minimum_precision() {
        return;
    }
    let module = validator.program.module;
    let scope = validator.program.scope(body);
    for &(to, attachment) in &body.attachments {
        let Some(id) = to.filter(|_| module.kind(attachment.kind) == Some(b"dx.precise")) else { continue };
        let Some(instruction) = body.instruction(id) else { continue };
        let is_small = |&operand: &ValueId| {
            let ty = scope.type_of(operand).and_then(|ty| validator.types.get(ty));
            matches!(ty, Some(Type::Half | Type::Integer(16)))
        };
        if body.operands(instruction).iter().any(is_small) {
            let message = format!(
                "found precise `{}` of minimum precision, expected full precision",
                instruction.op.name()
            );
            validator.report(&rules::PRECISE, Subject::Instruction(function, id), message);
        }
    }
}
