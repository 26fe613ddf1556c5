//! Instructions, a line each.

use glassbox_dxil::ir::{
    Access, Alignment, Attachment, Call, Constant, Instruction, InstructionId, LabelId, List, Location,
    Metadata, Op, Ordering, Slot, Tail, Type, ValueId,
};
use glassbox_dxil::operation::PREFIX;

use super::operation::{self, Properties};
use super::out::Hole;
use super::value::{Writer, assumptions, fast};
use super::{attributes, debug, spelling};

impl Writer<'_, '_> {
    /// Writes an instruction with the nodes attached to it and a comment, without the line feed.
    pub(super) fn instruction(
        &mut self,
        instruction: &Instruction,
        attached: &[(InstructionId, Attachment)],
    ) {
        let Some(locals) = self.locals else { return };
        let body = locals.body;
        self.out.text("  ");
        if let Some(result) = instruction.result {
            locals.value(self.out, result);
            self.out.text(" = ");
        }
        let operands = body.operands(instruction);
        let labels = body.labels(instruction);
        self.operation(instruction, operands, labels);
        let location = body.location(instruction);
        if let Some(location) = location {
            self.out.text(", !dbg !").hole(Hole::Location(location));
        }
        for (_, attachment) in attached {
            self.attachment(attachment);
        }
        self.comment(instruction, operands, location);
    }

    fn attachment(&mut self, attachment: &Attachment) {
        self.out.text(", !");
        match self.context.module.kind(attachment.kind) {
            Some(name) => spelling::metadata_name(self.out, name),
            None => self
                .out
                .text("<unknown kind #")
                .number(attachment.kind.0.into())
                .byte(b'>')
                .end(),
        }
        self.out.byte(b' ');
        self.metadata(attachment.node);
    }

    fn operation(&mut self, instruction: &Instruction, operands: &[ValueId], labels: &[LabelId]) {
        let body = self.locals.map(|locals| locals.body);
        match instruction.op {
            Op::Binary { op, flags } => {
                self.out.text(op.name());
                assumptions(self.out, op, flags);
                self.same(operands);
            }
            Op::Cast(op) => {
                self.out.text(op.name()).byte(b' ');
                self.list(operands);
                self.out.text(" to ");
                self.ty(instruction.ty);
            }
            Op::GetElementPtr { inbounds, source } => {
                self.out.text(if inbounds {
                    "getelementptr inbounds "
                } else {
                    "getelementptr "
                });
                self.ty(source);
                self.out.text(", ");
                self.list(operands);
            }
            Op::ExtractValue { indices } => {
                self.out.text("extractvalue ");
                self.list(operands);
                self.indices(body.map(|body| body.indices(indices)).unwrap_or_default());
            }
            Op::InsertValue { indices } => {
                self.out.text("insertvalue ");
                self.list(operands);
                self.indices(body.map(|body| body.indices(indices)).unwrap_or_default());
            }
            Op::Select => {
                self.out.text("select ");
                self.list(operands);
            }
            Op::ExtractElement => {
                self.out.text("extractelement ");
                self.list(operands);
            }
            Op::InsertElement => {
                self.out.text("insertelement ");
                self.list(operands);
            }
            Op::ShuffleVector => {
                self.out.text("shufflevector ");
                self.list(operands);
            }
            Op::Compare { predicate, flags } => {
                self.out.text(if predicate.is_float() { "fcmp" } else { "icmp" });
                if predicate.is_float() {
                    fast(self.out, flags);
                }
                self.out.byte(b' ').text(predicate.name());
                self.same(operands);
            }
            Op::Return if operands.is_empty() => self.out.text("ret void").end(),
            Op::Return => {
                self.out.text("ret ");
                self.list(operands);
            }
            Op::Branch => {
                self.out.text("br ");
                self.list(operands);
                for (place, &label) in labels.iter().enumerate() {
                    self.out.text(if place > 0 || !operands.is_empty() {
                        ", "
                    } else {
                        ""
                    });
                    self.label(label);
                }
            }
            Op::Switch => self.switch(operands, labels),
            Op::IndirectBranch => {
                self.out.text("indirectbr ");
                self.list(operands);
                self.out.text(", [");
                for (place, &label) in labels.iter().enumerate() {
                    self.out.text(if place > 0 { ", " } else { "" });
                    self.label(label);
                }
                self.out.byte(b']');
            }
            Op::Call(call) => {
                self.out.text(match call.tail {
                    Tail::TAIL => "tail call",
                    Tail::MUST_TAIL => "musttail call",
                    Tail::NO_TAIL => "notail call",
                    _ => "call",
                });
                fast(self.out, call.flags);
                self.call(&call, operands);
            }
            Op::Invoke(call) => {
                self.out.text("invoke");
                self.call(&call, operands);
                self.out.text("\n          to ");
                if let [normal, exception] = *labels {
                    self.label(normal);
                    self.out.text(" unwind ");
                    self.label(exception);
                }
            }
            Op::Resume => {
                self.out.text("resume ");
                self.list(operands);
            }
            Op::LandingPad { cleanup, clauses } => {
                self.out.text("landingpad ");
                self.ty(instruction.ty);
                self.out.text(if cleanup { "\n          cleanup" } else { "" });
                let kinds = body.map(|body| body.indices(clauses)).unwrap_or_default();
                for (&kind, &operand) in kinds.iter().zip(operands) {
                    self.out
                        .text("\n          ")
                        .text(if kind == 0 { "catch " } else { "filter " });
                    self.typed(operand);
                }
            }
            Op::Unreachable => self.out.text("unreachable").end(),
            Op::Phi => {
                self.out.text("phi ");
                self.ty(instruction.ty);
                for (place, (&value, &label)) in operands.iter().zip(labels).enumerate() {
                    self.out.text(if place > 0 { ", [ " } else { " [ " });
                    self.value(value);
                    self.out.text(", ");
                    self.place(label);
                    self.out.text(" ]");
                }
            }
            _ => self.memory(instruction, operands),
        }
    }

    fn memory(&mut self, instruction: &Instruction, operands: &[ValueId]) {
        match instruction.op {
            Op::Alloca {
                allocated,
                alignment,
                in_alloca,
            } => {
                self.out
                    .text(if in_alloca { "alloca inalloca " } else { "alloca " });
                self.ty(allocated);
                if let Some(&count) = operands.first()
                    && !self.is_one(count)
                {
                    self.out.text(", ");
                    self.typed(count);
                }
                self.align(alignment);
            }
            Op::Load(access) => {
                self.out.text("load ");
                self.access(access);
                self.ty(instruction.ty);
                self.out.text(", ");
                self.list(operands);
                self.order(access);
            }
            Op::Store(access) => {
                self.out.text("store ");
                self.access(access);
                if let [pointer, value] = *operands {
                    self.list(&[value, pointer]);
                }
                self.order(access);
            }
            Op::CompareExchange {
                volatile,
                weak,
                success,
                failure,
                scope,
            } => {
                self.out.text(if weak { "cmpxchg weak " } else { "cmpxchg " });
                self.out.text(if volatile { "volatile " } else { "" });
                self.list(operands);
                self.ordering(success, scope);
                self.out.byte(b' ').text(failure.name());
            }
            Op::AtomicRmw {
                op,
                volatile,
                ordering,
                scope,
            } => {
                self.out.text(if volatile {
                    "atomicrmw volatile "
                } else {
                    "atomicrmw "
                });
                self.out.text(op.name()).byte(b' ');
                self.list(operands);
                self.ordering(ordering, scope);
            }
            Op::Fence { ordering, scope } => {
                self.out.text("fence");
                self.ordering(ordering, scope);
            }
            Op::VaArg => {
                self.out.text("va_arg ");
                self.list(operands);
                self.out.text(", ");
                self.ty(instruction.ty);
            }
            _ => {}
        }
    }

    /// Values with their types.
    fn list(&mut self, operands: &[ValueId]) {
        for (place, &operand) in operands.iter().enumerate() {
            self.out.text(if place > 0 { ", " } else { "" });
            self.typed(operand);
        }
    }

    /// Values of one type, which stands before the first.
    fn same(&mut self, operands: &[ValueId]) {
        self.out.byte(b' ');
        for (place, &operand) in operands.iter().enumerate() {
            if place == 0 {
                self.typed(operand);
            } else {
                self.out.text(", ");
                self.value(operand);
            }
        }
    }

    fn indices(&mut self, indices: &[u32]) {
        for &index in indices {
            self.out.text(", ").number(index.into());
        }
    }

    fn switch(&mut self, operands: &[ValueId], labels: &[LabelId]) {
        self.out.text("switch ");
        let (Some((&value, cases)), Some((&default, targets))) =
            (operands.split_first(), labels.split_first())
        else {
            return;
        };
        self.typed(value);
        self.out.text(", ");
        self.label(default);
        self.out.text(" [");
        for (&case, &target) in cases.iter().zip(targets) {
            self.out.text("\n    ");
            self.typed(case);
            self.out.text(", ");
            self.label(target);
        }
        self.out.text("\n  ]");
    }

    /// A block with its type before it.
    fn label(&mut self, label: LabelId) {
        self.out.text("label ");
        self.place(label);
    }

    fn place(&mut self, label: LabelId) {
        if let Some(locals) = self.locals {
            locals.label(self.out, label);
        }
    }

    fn call(&mut self, call: &Call, operands: &[ValueId]) {
        let module = self.context.module;
        convention(self.out, call.calling_convention);
        attributes::inline(self.out, &module.attributes, call.attributes, Slot::RESULT);
        self.out.byte(b' ');
        match module.types.function(call.function_type) {
            Some((result, _, false)) => self.ty(result),
            _ => self.ty(call.function_type),
        }
        self.out.byte(b' ');
        let Some((&callee, arguments)) = operands.split_first() else {
            return;
        };
        self.value(callee);
        self.out.byte(b'(');
        let plain = call.attributes.is_none();
        for (index, &argument) in (0..).zip(arguments) {
            self.out.text(if index > 0 { ", " } else { "" });
            if plain || matches!(argument.list(), List::Metadata(_)) {
                self.typed(argument);
            } else {
                match self.scope().type_of(argument) {
                    Some(ty) => self.ty(ty),
                    None => self.out.text("<unknown type>").end(),
                }
                attributes::inline(
                    self.out,
                    &module.attributes,
                    call.attributes,
                    Slot::parameter(index),
                );
                self.out.byte(b' ');
                self.value(argument);
            }
        }
        self.out.byte(b')');
        self.context.group(self.out, call.attributes);
    }

    /// Whether a value is the 32-bit number 1, the count of elements that is not written.
    fn is_one(&self, value: ValueId) -> bool {
        let scope = self.scope();
        let word = scope
            .type_of(value)
            .and_then(|ty| self.context.module.types.get(ty));
        word == Some(Type::Integer(32)) && scope.integer(value) == Some(1)
    }

    fn align(&mut self, alignment: Alignment) {
        match alignment.bytes() {
            0 => {}
            bytes => self.out.text(", align ").number(bytes.into()).end(),
        }
    }

    fn access(&mut self, access: Access) {
        self.out.text(if access.is_atomic() { "atomic " } else { "" });
        self.out.text(if access.volatile { "volatile " } else { "" });
    }

    fn order(&mut self, access: Access) {
        if access.is_atomic() {
            self.ordering(access.ordering, access.scope);
        }
        self.align(access.alignment);
    }

    fn ordering(&mut self, ordering: Ordering, scope: u32) {
        self.out.text(if scope == 0 { " singlethread" } else { "" });
        self.out.byte(b' ').text(ordering.name());
    }

    /// What the line says beyond the instruction: a variable, a place in the source, the operation of DXIL.
    fn comment(&mut self, instruction: &Instruction, operands: &[ValueId], location: Option<Location>) {
        let module = self.context.module;
        let callee = instruction.call().and(operands.first().copied());
        let name = callee.and_then(|callee| module.name(callee));
        match name {
            Some(b"llvm.dbg.declare" | b"llvm.dbg.value") => self.variable(operands),
            _ => {
                if let Some(location) = location.filter(|location| location.line != 0) {
                    self.out.text(" ; line:").number(location.line.into());
                    self.out.text(" col:").number(location.column.into());
                }
            }
        }
        let (true, Some(&number)) = (name.is_some_and(|name| name.starts_with(PREFIX)), operands.get(1))
        else {
            return;
        };
        // What is called by a number that only running it tells has no name.
        let Some(number) = self.scope().integer(number) else {
            return;
        };
        let number = u64::from(number as u32);
        operation::comment(self.out, number);
        if number == operation::ANNOTATE_HANDLE
            && let Some(properties) = operands.get(3).and_then(|&value| self.properties(value))
        {
            properties.write(self.out);
        }
    }

    /// The properties of a handle, when they are a constant.
    fn properties(&self, value: ValueId) -> Option<Properties> {
        let scope = self.scope();
        match scope.constant(value)? {
            (Constant::Null | Constant::Undef, _) => Some(Properties(0, 0)),
            (Constant::Aggregate(parts), constants) => match *constants.operands(parts) {
                [first, second] => Some(Properties(
                    scope.integer(first)? as u32,
                    scope.integer(second)? as u32,
                )),
                _ => None,
            },
            _ => None,
        }
    }

    /// The variable that a call describes, its expression and its function.
    fn variable(&mut self, operands: &[ValueId]) {
        let module = self.context.module;
        let node = |value: Option<&ValueId>| match value?.list() {
            List::Metadata(id) => match module.metadata.get(id)? {
                found @ Metadata::Debug { .. } => Some(found),
                _ => None,
            },
            _ => None,
        };
        let (Some(variable), Some(expression)) = (node(operands.iter().nth_back(1)), node(operands.last()))
        else {
            return;
        };
        self.out.text(" ; var:\"");
        self.out.name(debug::name(module, variable).unwrap_or_default());
        self.out.text("\" ");
        self.debug(expression);
        if let Some(function) = debug::function_of(module, variable) {
            self.out.text(" func:\"");
            self.out.name(debug::name(module, function).unwrap_or_default());
            self.out.byte(b'"');
        }
    }
}

/// Writes a calling convention with a space before it; nothing for that of C.
pub(super) fn convention(out: &mut super::out::Out, number: u32) {
    let name = match number {
        0 => return,
        8 => "fastcc",
        9 => "coldcc",
        12 => "webkit_jscc",
        13 => "anyregcc",
        14 => "preserve_mostcc",
        15 => "preserve_allcc",
        16 => "ghccc",
        other => {
            out.text(" cc").number(other.into());
            return;
        }
    };
    out.byte(b' ').text(name);
}
