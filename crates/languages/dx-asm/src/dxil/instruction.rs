//! Writes instructions, one per line.

use glassbox_dxil::ir::{
    Attachment, Call, Instruction, InstructionId, LabelId, List, Op, Slot, Tail, ValueId,
};

use super::out::Hole;
use super::spelling;
use super::value::{Writer, assumptions, fast};

impl Writer<'_, '_> {
    /// Writes an instruction with its attachments and comment, without the line feed.
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
            self.attachment(attachment, ", !");
        }
        self.comment(instruction, operands, location);
    }

    /// Writes an attached node; `before` separates it from its owner.
    pub(super) fn attachment(&mut self, attachment: &Attachment, before: &str) {
        self.out.text(before);
        match self.context.kind(attachment.kind) {
            Some(name) => spelling::metadata_name(self.out, name),
            None => self.out.text("<unknown kind #").number(attachment.kind.0.into()).byte(b'>').end(),
        }
        self.out.byte(b' ');
        self.metadata(attachment.node);
    }

    /// Writes an instruction without its result.
    pub(super) fn operation(&mut self, instruction: &Instruction, operands: &[ValueId], labels: &[LabelId]) {
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
                self.out.text(if inbounds { "getelementptr inbounds " } else { "getelementptr " });
                self.ty(source);
                self.out.text(", ");
                self.list(operands);
            }
            Op::ExtractValue { indices } => {
                self.listed("extractvalue ", operands);
                self.indices(body.map(|body| body.indices(indices)).unwrap_or_default());
            }
            Op::InsertValue { indices } => {
                self.listed("insertvalue ", operands);
                self.indices(body.map(|body| body.indices(indices)).unwrap_or_default());
            }
            Op::Select => self.listed("select ", operands),
            Op::ExtractElement => self.listed("extractelement ", operands),
            Op::InsertElement => self.listed("insertelement ", operands),
            Op::ShuffleVector => self.listed("shufflevector ", operands),
            Op::Compare { predicate, flags } => {
                self.out.text(if predicate.is_float() { "fcmp" } else { "icmp" });
                if predicate.is_float() {
                    fast(self.out, flags);
                }
                self.out.byte(b' ').text(predicate.name());
                self.same(operands);
            }
            Op::Return if operands.is_empty() => self.out.text("ret void").end(),
            Op::Return => self.listed("ret ", operands),
            Op::Branch => {
                self.listed("br ", operands);
                self.out.text(if operands.is_empty() { "" } else { ", " });
                self.labels(labels);
            }
            Op::Switch => self.switch(operands, labels),
            Op::IndirectBranch => {
                self.listed("indirectbr ", operands);
                self.out.text(", [");
                self.labels(labels);
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
            Op::Resume => self.listed("resume ", operands),
            Op::LandingPad { cleanup, clauses } => {
                self.out.text("landingpad ");
                self.ty(instruction.ty);
                self.out.text(if cleanup { "\n          cleanup" } else { "" });
                let kinds = body.map(|body| body.indices(clauses)).unwrap_or_default();
                for (&kind, &operand) in kinds.iter().zip(operands) {
                    self.out.text("\n          ").text(if kind == 0 { "catch " } else { "filter " });
                    self.typed(operand);
                }
            }
            Op::Unreachable => self.out.text("unreachable").end(),
            Op::Phi => {
                self.out.text("phi ");
                self.ty(instruction.ty);
                for (place, (&value, &label)) in operands.iter().zip(labels).enumerate() {
                    if self.is_full() {
                        self.out.text("...");
                        break;
                    }
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

    /// Writes values with their types.
    pub(super) fn list(&mut self, operands: &[ValueId]) {
        for (place, &operand) in operands.iter().enumerate() {
            self.out.text(if place > 0 { ", " } else { "" });
            if self.is_full() {
                self.out.text("...");
                return;
            }
            self.typed(operand);
        }
    }

    /// Writes a keyword and values with their types.
    fn listed(&mut self, keyword: &str, operands: &[ValueId]) {
        self.out.text(keyword);
        self.list(operands);
    }

    /// Writes values of one type, stated before the first.
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
            if self.is_full() {
                self.out.text("...");
                break;
            }
            self.typed(case);
            self.out.text(", ");
            self.label(target);
        }
        self.out.text("\n  ]");
    }

    /// Writes a block, preceded by its type.
    fn label(&mut self, label: LabelId) {
        self.out.text("label ");
        self.place(label);
    }

    fn labels(&mut self, labels: &[LabelId]) {
        for (place, &label) in labels.iter().enumerate() {
            self.out.text(if place > 0 { ", " } else { "" });
            self.label(label);
        }
    }

    fn place(&mut self, label: LabelId) {
        if let Some(locals) = self.locals {
            locals.label(self.out, label);
        }
    }

    fn call(&mut self, call: &Call, operands: &[ValueId]) {
        let module = self.context.module;
        convention(self.out, call.calling_convention);
        self.context.attributes(self.out, call.attributes, Slot::RESULT);
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
            if self.is_full() {
                self.out.text("...");
                break;
            }
            if plain || matches!(argument.list(), List::Metadata(_)) {
                self.typed(argument);
            } else {
                match self.scope().type_of(argument) {
                    Some(ty) => self.ty(ty),
                    None => self.out.text("<unknown type>").end(),
                }
                self.context.attributes(self.out, call.attributes, Slot::parameter(index));
                self.out.byte(b' ');
                self.value(argument);
            }
        }
        self.out.byte(b')');
        self.context.group(self.out, call.attributes);
    }
}

/// Calling conventions with a word of their own; others are `cc` and their number. Source: LLVM 3.7.
pub(super) const CONVENTIONS: [(u32, &str); 23] = [
    (0, "ccc"),
    (8, "fastcc"),
    (9, "coldcc"),
    (10, "ghccc"),
    (12, "webkit_jscc"),
    (13, "anyregcc"),
    (14, "preserve_mostcc"),
    (15, "preserve_allcc"),
    (64, "x86_stdcallcc"),
    (65, "x86_fastcallcc"),
    (66, "arm_apcscc"),
    (67, "arm_aapcscc"),
    (68, "arm_aapcs_vfpcc"),
    (69, "msp430_intrcc"),
    (70, "x86_thiscallcc"),
    (71, "ptx_kernel"),
    (72, "ptx_device"),
    (75, "spir_func"),
    (76, "spir_kernel"),
    (77, "intel_ocl_bicc"),
    (78, "x86_64_sysvcc"),
    (79, "x86_64_win64cc"),
    (80, "x86_vectorcallcc"),
];

/// Writes a calling convention with a leading space; nothing for C.
pub(super) fn convention(out: &mut super::out::Out, number: u32) {
    if number == 0 {
        return;
    }
    match CONVENTIONS.iter().find(|convention| convention.0 == number) {
        Some((_, name)) => out.byte(b' ').text(name).end(),
        None => out.text(" cc").number(number.into()).end(),
    }
}
