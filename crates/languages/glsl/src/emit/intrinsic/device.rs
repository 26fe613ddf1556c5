//! Functions of extensions that are more than an instruction: clocks, mesh tasks, messages, products of whole numbers.

use glassbox_spirv::build::value::{capability, decoration, memory_semantics as semantics, scope};
use glassbox_spirv::build::{Builder, Id, Signedness, op};
use glassbox_spirv::module::Operand;

use super::super::Emitter;
use super::super::layout::{Memory, Rules};
use super::Call;
use crate::model::{ExpressionKind, GlobalId, Storage};
use crate::types::{Scalar, Type};
use crate::vocabulary::functions::Intrinsic;

/// `PackedVectorFormat4x8Bit`
const PACKED_4X8: u32 = 0;

impl Emitter<'_> {
    pub(super) fn device(&mut self, call: Call<'_>) -> Option<Id> {
        Some(match call.intrinsic {
            Intrinsic::ClockSubgroup => self.clock(call, scope::SUBGROUP),
            Intrinsic::ClockDevice => self.clock(call, scope::DEVICE),
            Intrinsic::EmitMeshTasksEXT => self.mesh_tasks(call),
            Intrinsic::DebugPrintfEXT => self.message(call),
            Intrinsic::AbortEXT => self.abort(call),
            Intrinsic::ControlBarrierArrive => self.split_barrier(call, op::CONTROL_BARRIER_ARRIVE_EXT),
            Intrinsic::ControlBarrierWait => self.split_barrier(call, op::CONTROL_BARRIER_WAIT_EXT),
            Intrinsic::DotEXT | Intrinsic::DotAccSatEXT => self.integer_dot(call, false),
            Intrinsic::DotPackedEXT | Intrinsic::DotPackedAccSatEXT => self.integer_dot(call, true),
            _ => return None,
        })
    }

    fn clock(&mut self, call: Call<'_>, scope: u32) -> Id {
        let scope = self.uint(scope);
        self.operation(call, op::READ_CLOCK_KHR, &[scope])
    }

    /// Begins mesh shaders and ends the task: the instruction is the last of its block.
    fn mesh_tasks(&mut self, call: Call<'_>) -> Id {
        let mut operands = self.argument_values(call);
        let payload = self.program.globals.iter().position(|global| global.storage == Storage::TaskPayload);
        if let Some(payload) = payload {
            let place = self.global_place(GlobalId(payload as u32));
            operands.push(place.base);
        }
        self.module.end_with(op::EMIT_MESH_TASKS_EXT, operands.into_iter().map(Id::operand));
        self.module.id()
    }

    /// A text with values in it, for who debugs.
    fn message(&mut self, call: Call<'_>) -> Id {
        let Some((text, values)) = call.arguments.split_first() else { return self.module.id() };
        let format = match &self.program.expression(*text).kind {
            ExpressionKind::Text(text) => unescaped(text),
            _ => None,
        };
        let Some(format) = format else {
            let message = "found a `\\` in a text that begins no escape, expected one such as `\\n`";
            self.fail(call.at, message, "write `\\\\` for the letter itself");
            return self.module.id();
        };
        self.module.extension("SPV_KHR_non_semantic_info");
        let set = self.module.import("NonSemantic.DebugPrintf");
        let mut operands = vec![self.module.string(&format)];
        operands.extend(values.iter().map(|value| self.value(*value)));
        let void = self.module.void();
        self.module.extended(void, set, 1, &operands)
    }

    /// Ends the whole dispatch with a message: a text, and values behind it. The instruction is the last of its block.
    fn abort(&mut self, call: Call<'_>) -> Id {
        let format = match call.arguments.first().map(|text| &self.program.expression(*text).kind) {
            None => Some(String::new()),
            Some(ExpressionKind::Text(text)) => unescaped(text),
            Some(_) => None,
        };
        let Some(format) = format else {
            let message = "found a `\\` in a text that begins no escape, expected one such as `\\n`";
            self.fail(call.at, message, "write `\\\\` for the letter itself");
            return self.module.id();
        };
        let memory = Memory { rules: Rules::Scalar, is_row_major: false, is_heap: false };
        let (text_type, text) = self.text_constant(&format);
        let mut types = vec![text_type];
        let mut parts = vec![text];
        let mut offsets = vec![0];
        let mut next = (format.len() as u64 / 4 + 1) * 4;
        for value in call.arguments.get(1..).unwrap_or_default() {
            let ty = self.program.expression(*value).ty;
            let extent = self.layouts.extent(self.program, ty, memory);
            let offset = next.next_multiple_of(extent.align.max(1));
            let value = self.value(*value);
            parts.push(self.stored_value(ty, Some(memory), None, value));
            types.push(self.type_in(ty, Some(memory)));
            offsets.push(offset as u32);
            next = offset + extent.size;
        }
        let message = self.module.new_structure(&types);
        for (number, offset) in offsets.into_iter().enumerate() {
            self.module.decorate_member(message, number as u32, decoration::OFFSET, &[offset]);
        }
        let value = self.module.value(op::COMPOSITE_CONSTRUCT, message, &parts);
        self.module.end_with(op::ABORT_KHR, [message.operand(), value.operand()]);
        self.module.id()
    }

    /// A text in memory with its type: bytes of UTF-8 with a zero behind, and more up to whole words.
    fn text_constant(&mut self, text: &str) -> (Id, Id) {
        let byte = self.module.int_type(8, Signedness::Unsigned);
        let length = self.module.constant_uint((text.len() as u32 / 4 + 1) * 4);
        // A type of its own: its decoration is not one of other arrays.
        let array = self.module.declaration_of(op::TYPE_ARRAY, None, [byte.operand(), length.operand()]);
        self.module.decorate(array, decoration::ARRAY_STRIDE, &[1]);
        self.module.decorate(array, decoration::UTF_ENCODED_KHR, &[]);
        (array, self.module.declaration_of(op::CONSTANT_DATA_KHR, Some(array), Builder::text_operands(text)))
    }

    /// Half a barrier. Without arguments it is that of a workgroup over what it shares.
    fn split_barrier(&mut self, call: Call<'_>, opcode: u16) -> Id {
        let [execution, memory, storage, order] =
            [0, 1, 2, 3].map(|index| self.constant_argument(call, index));
        let stated = storage.zip(order).map(|(storage, order)| storage | order);
        let implied =
            if opcode == op::CONTROL_BARRIER_ARRIVE_EXT { semantics::RELEASE } else { semantics::ACQUIRE };
        let semantics = stated.unwrap_or(semantics::WORKGROUP_MEMORY | implied);
        let operands = [
            self.uint(execution.unwrap_or(scope::WORKGROUP)),
            self.uint(memory.unwrap_or(scope::WORKGROUP)),
            self.uint(semantics),
        ];
        self.declare_order_needs(memory.unwrap_or(scope::WORKGROUP), semantics);
        self.module.effect(opcode, &operands);
        self.module.id()
    }

    /// The product of two vectors of whole numbers, added to a third argument where there is one.
    fn integer_dot(&mut self, call: Call<'_>, is_packed: bool) -> Id {
        let (first, second) = (self.argument_type(call, 0), self.argument_type(call, 1));
        let mut operands = self.argument_values(call);
        let is_signed = |ty: Type| ty.scalar().is_some_and(Scalar::is_signed);
        let is_added = operands.len() > 2;
        let [plain, added] = match (is_signed(first), is_signed(second)) {
            (true, true) => [op::S_DOT, op::S_DOT_ACC_SAT],
            (false, false) => [op::U_DOT, op::U_DOT_ACC_SAT],
            _ => [op::SU_DOT, op::SU_DOT_ACC_SAT],
        };
        // SPIR-V has the signed one first.
        if !is_signed(first) && is_signed(second) {
            operands.swap(0, 1);
        }
        self.declare_dot_needs(first, is_packed);
        let opcode = if is_added { added } else { plain };
        let ty = self.ty(call.ty);
        let mut all: Vec<Operand> = operands.into_iter().map(Id::operand).collect();
        if is_packed {
            all.push(Operand::Literal(PACKED_4X8));
        }
        self.module.value_of(opcode, ty, all)
    }

    fn declare_dot_needs(&mut self, ty: Type, is_packed: bool) {
        let is_bytes = ty.scalar().is_some_and(|scalar| scalar.width() == 8) && ty.components() == 4;
        let input = if is_packed {
            capability::DOT_PRODUCT_INPUT4X8_BIT_PACKED
        } else if is_bytes {
            capability::DOT_PRODUCT_INPUT4X8_BIT
        } else {
            capability::DOT_PRODUCT_INPUT_ALL
        };
        self.module.capability(input);
    }
}

/// The letters that a text between quotation marks stands for; `None` where a `\` begins nothing that there is.
fn unescaped(text: &str) -> Option<String> {
    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    let mut out = String::new();
    let mut letters = inner.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            out.push(letter);
            continue;
        }
        let escaped = letters.next()?;
        out.push(match escaped {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'a' => '\x07',
            'b' => '\x08',
            'v' => '\x0B',
            'f' => '\x0C',
            '\\' | '\'' | '"' | '?' => escaped,
            'x' => number(&mut letters, 16, None)?,
            '0'..='7' => number(&mut letters, 8, Some(escaped))?,
            _ => return None,
        });
    }
    Some(out)
}

/// The letter of a number: at most three digits of base 8, or any of base 16.
fn number(
    letters: &mut std::iter::Peekable<std::str::Chars<'_>>,
    base: u32,
    first: Option<char>,
) -> Option<char> {
    let mut value = first.and_then(|digit| digit.to_digit(base));
    let mut left = if base == 8 { 2 } else { usize::MAX };
    while left > 0
        && let Some(digit) = letters.peek().and_then(|letter| letter.to_digit(base))
    {
        letters.next();
        left -= 1;
        value = Some(value.unwrap_or(0).wrapping_mul(base).wrapping_add(digit));
    }
    char::from_u32(value? & 0xFF)
}
