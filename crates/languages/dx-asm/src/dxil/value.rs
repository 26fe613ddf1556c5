//! Writes uses of values: names, numbers, constants, metadata.

use glassbox_dxil::ir::{
    Constant, Constants, Flags, List, Metadata, MetadataId, Scope, Type, TypeId, Value, ValueId,
};

use super::context::{Context, Locals};
use super::out::{Hole, Out};
use super::spelling;

/// Deepest nesting of constants written.
const MAX_DEPTH: u32 = 32;
/// Most words of a number written in decimal.
const MAX_DECIMAL: usize = 16;

/// Writes lines of one function, or of the module.
pub(super) struct Writer<'o, 'm> {
    /// Output buffer.
    pub(super) out: &'o mut Out,
    /// Shared state.
    pub(super) context: &'m Context<'m>,
    /// Numbers of the current body.
    pub(super) locals: Option<&'m Locals<'m>>,
    /// Text length at which lists are truncated, bytes.
    pub(super) limit: usize,
}

impl<'m> Writer<'_, 'm> {
    /// Values visible here.
    #[inline]
    pub(super) fn scope(&self) -> Scope<'m> {
        Scope { module: self.context.module, body: self.locals.map(|locals| locals.body) }
    }

    /// True past the limit.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.out.len() > self.limit
    }

    /// Writes the spelling of a type.
    #[inline]
    pub(super) fn ty(&mut self, ty: TypeId) {
        self.out.raw(self.context.types.get(ty));
    }

    /// Writes a value, preceded by its type.
    pub(super) fn typed(&mut self, value: ValueId) {
        if let List::Metadata(metadata) = value.list() {
            self.out.text("metadata ");
            self.metadata(metadata);
            return;
        }
        match self.scope().type_of(value) {
            Some(ty) => self.ty(ty),
            None => self.out.text("<unknown type>").end(),
        }
        self.out.byte(b' ');
        self.value(value);
    }

    /// Writes a value.
    #[inline]
    pub(super) fn value(&mut self, value: ValueId) {
        self.part(value, 0);
    }

    fn part(&mut self, value: ValueId, depth: u32) {
        let scope = self.scope();
        match scope.value(value) {
            Some(Value::Argument(_) | Value::Instruction(_)) => match self.locals {
                Some(locals) => locals.value(self.out, value),
                None => self.out.text("<badref>").end(),
            },
            Some(Value::Constant(_)) => match (scope.constant(value), scope.type_of(value)) {
                (Some((constant, constants)), Some(ty)) => self.constant(ty, constant, constants, depth),
                _ => self.out.text("<badref>").end(),
            },
            Some(Value::Variable(_) | Value::Function(_) | Value::Alias(_)) => {
                self.context.global(self.out, value);
            }
            Some(Value::Metadata(metadata)) => self.metadata(metadata),
            None => self.out.text("<badref>").end(),
        }
    }

    /// Writes a part of a constant, preceded by its type.
    fn typed_part(&mut self, value: ValueId, depth: u32) {
        match self.scope().type_of(value) {
            Some(ty) => self.ty(ty),
            None => self.out.text("<unknown type>").end(),
        }
        self.out.byte(b' ');
        // Bounded depth and length limit recursion and the size of nested constants.
        if depth < MAX_DEPTH && !self.is_full() {
            self.part(value, depth + 1);
        } else {
            self.out.text("...");
        }
    }

    fn typed_parts(&mut self, values: &[ValueId], depth: u32) {
        for (place, &value) in values.iter().enumerate() {
            self.out.text(if place > 0 { ", " } else { "" });
            if self.is_full() {
                self.out.text("...");
                return;
            }
            self.typed_part(value, depth);
        }
    }

    fn constant(&mut self, ty: TypeId, constant: Constant, constants: &Constants, depth: u32) {
        let types = &self.context.module.types;
        match constant {
            Constant::Null => match types.get(ty) {
                Some(Type::Integer(1)) => self.out.text("false").end(),
                Some(Type::Integer(_)) => self.out.byte(b'0').end(),
                Some(scalar) if scalar.is_float() => self.float(scalar, 0),
                Some(Type::Pointer { .. }) => self.out.text("null").end(),
                _ => self.out.text("zeroinitializer").end(),
            },
            Constant::Undef => self.out.text("undef").end(),
            Constant::Integer(number) => self.integer(types.get(ty), number),
            Constant::Float(bits) => match types.get(ty) {
                Some(scalar) => self.float(scalar, bits),
                None => self.out.text("<badref>").end(),
            },
            Constant::Wide(words) => wide(self.out, constants.words(words)),
            Constant::WideFloat(words) => {
                let kind = match types.get(ty) {
                    Some(Type::X86Fp80) => "0xK",
                    Some(Type::Fp128) => "0xL",
                    _ => "0xM",
                };
                self.out.text(kind);
                for &word in constants.words(words) {
                    self.out.hex(word);
                }
            }
            Constant::Aggregate(parts) => {
                let (open, close) = match types.get(ty) {
                    Some(Type::Array { .. }) => ("[", "]"),
                    Some(Type::Vector { .. }) => ("<", ">"),
                    Some(Type::Struct { packed: true, .. } | Type::Named { packed: true, .. }) => {
                        ("<{ ", " }>")
                    }
                    _ => ("{ ", " }"),
                };
                self.out.text(open);
                self.typed_parts(constants.operands(parts), depth);
                self.out.text(close);
            }
            Constant::String(text) => self.string(constants.text(text), false),
            Constant::CString(text) => self.string(constants.text(text), true),
            Constant::Data(words) => self.data(ty, constants.words(words)),
            other => self.expression(ty, other, constants, depth),
        }
    }

    fn integer(&mut self, ty: Option<Type>, number: i64) {
        match ty {
            Some(Type::Integer(1)) => self.out.text(if number == 0 { "false" } else { "true" }).end(),
            _ => self.out.signed(number).end(),
        }
    }

    fn float(&mut self, ty: Type, bits: u64) {
        match ty {
            Type::Half => spelling::half(self.out, bits as u16),
            Type::Float => spelling::float(self.out, bits as u32),
            Type::Double => spelling::double(self.out, f64::from_bits(bits)),
            Type::X86Fp80 => self.out.text("0xK").hex(bits).end(),
            Type::Fp128 => self.out.text("0xL").hex(bits).end(),
            _ => self.out.text("0xM").hex(bits).end(),
        }
    }

    fn string(&mut self, text: &[u8], terminated: bool) {
        self.out.text("c\"");
        spelling::escaped(self.out, text);
        self.out.text(if terminated { "\\00\"" } else { "\"" });
    }

    /// Writes an array or vector of numbers.
    fn data(&mut self, ty: TypeId, words: &[u64]) {
        let types = &self.context.module.types;
        let element = types.element(ty);
        let scalar = element.and_then(|element| types.get(element));
        let array = matches!(types.get(ty), Some(Type::Array { .. }));
        if array && scalar == Some(Type::Integer(8)) {
            let bytes: Vec<u8> = words.iter().map(|&word| word as u8).collect();
            self.string(&bytes, false);
            return;
        }
        let (Some(element), Some(scalar)) = (element, scalar) else {
            self.out.text("<badref>");
            return;
        };
        self.out.byte(if array { b'[' } else { b'<' });
        for (place, &word) in words.iter().enumerate() {
            self.out.text(if place > 0 { ", " } else { "" });
            self.ty(element);
            self.out.byte(b' ');
            match scalar {
                Type::Integer(width @ 1..=63) => {
                    let unused = 64 - width;
                    self.integer(Some(scalar), (word << unused) as i64 >> unused);
                }
                Type::Integer(_) => self.integer(Some(scalar), word as i64),
                scalar => self.float(scalar, word),
            }
        }
        self.out.byte(if array { b']' } else { b'>' });
    }

    fn expression(&mut self, ty: TypeId, constant: Constant, constants: &Constants, depth: u32) {
        match constant {
            Constant::Cast { op, value } => {
                self.out.text(op.name()).text(" (");
                self.typed_part(value, depth);
                self.out.text(" to ");
                self.ty(ty);
                self.out.byte(b')');
            }
            Constant::Binary { op, flags, operands } => {
                self.out.text(op.name());
                assumptions(self.out, op, flags);
                self.arguments(&operands, depth);
            }
            Constant::Compare { predicate, operands } => {
                self.out.text(if predicate.is_float() { "fcmp " } else { "icmp " });
                self.out.text(predicate.name());
                self.arguments(&operands, depth);
            }
            Constant::GetElementPtr { inbounds, source, operands } => {
                let inside = if inbounds { "getelementptr inbounds (" } else { "getelementptr (" };
                self.out.text(inside);
                self.ty(source);
                self.out.text(", ");
                self.typed_parts(constants.operands(operands), depth);
                self.out.byte(b')');
            }
            Constant::Select(operands) => {
                self.out.text("select");
                self.arguments(&operands, depth);
            }
            Constant::ExtractElement(operands) => {
                self.out.text("extractelement");
                self.arguments(&operands, depth);
            }
            Constant::InsertElement(operands) => {
                self.out.text("insertelement");
                self.arguments(&operands, depth);
            }
            Constant::ShuffleVector(operands) => {
                self.out.text("shufflevector");
                self.arguments(&operands, depth);
            }
            Constant::BlockAddress { function, label } => {
                self.out.text("blockaddress(");
                match self.context.module.functions.get(function.index()) {
                    Some(function) => self.context.global(self.out, function.value),
                    None => self.out.text("<badref>").end(),
                }
                self.out.text(", %").number(label.0.into()).byte(b')');
            }
            Constant::InlineAsm { assembly, constraints, side_effects, align_stack, intel } => {
                self.out.text(if side_effects { "asm sideeffect " } else { "asm " });
                self.out.text(if align_stack { "alignstack " } else { "" });
                self.out.text(if intel { "inteldialect \"" } else { "\"" });
                spelling::escaped(self.out, constants.text(assembly));
                self.out.text("\", \"");
                spelling::escaped(self.out, constants.text(constraints));
                self.out.byte(b'"');
            }
            _ => self.out.text("<badref>").end(),
        }
    }

    fn arguments(&mut self, values: &[ValueId], depth: u32) {
        self.out.text(" (");
        self.typed_parts(values, depth);
        self.out.byte(b')');
    }

    /// Writes a use of metadata: nodes by number, values and strings inline.
    pub(super) fn metadata(&mut self, metadata: MetadataId) {
        match self.context.module.metadata.get(metadata) {
            Some(Metadata::String(text)) => {
                self.out.text("!\"");
                spelling::escaped(self.out, self.context.module.metadata.text(text));
                self.out.byte(b'"');
            }
            Some(Metadata::Node { .. } | Metadata::Debug { .. }) => {
                self.out.byte(b'!').hole(Hole::Node(metadata));
            }
            Some(Metadata::Value(_)) | None => match self.scope().wrapped(metadata) {
                // Metadata cannot wrap metadata as a value, so this terminates.
                Some(value) if !matches!(value.list(), List::Metadata(_)) => self.typed(value),
                _ => self.out.text("<badref>").end(),
            },
        }
    }
}

/// Writes the flags of an operator, each with a leading space.
pub(super) fn assumptions(out: &mut Out, op: glassbox_dxil::ir::BinaryOp, flags: Flags) {
    use glassbox_dxil::ir::BinaryOp;
    if flags == Flags::NONE {
        return;
    }
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl => {
            out.text(if flags.has(Flags::NO_UNSIGNED_WRAP) { " nuw" } else { "" });
            out.text(if flags.has(Flags::NO_SIGNED_WRAP) { " nsw" } else { "" });
        }
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::LShr | BinaryOp::AShr => {
            out.text(if flags.has(Flags::EXACT) { " exact" } else { "" });
        }
        op if op.is_float() => fast(out, flags),
        _ => {}
    }
}

/// Writes fast-math flags.
pub(super) fn fast(out: &mut Out, flags: Flags) {
    if flags.has(Flags::FAST) {
        out.text(" fast");
        return;
    }
    let each = [
        (Flags::NO_NANS, " nnan"),
        (Flags::NO_INFINITIES, " ninf"),
        (Flags::NO_SIGNED_ZEROS, " nsz"),
        (Flags::ALLOW_RECIPROCAL, " arcp"),
    ];
    for (flag, name) in each {
        out.text(if flags.has(flag) { name } else { "" });
    }
}

/// Writes a number of more than 64 bits: in decimal, or in hexadecimal if very long.
fn wide(out: &mut Out, words: &[u64]) {
    let negative = words.last().is_some_and(|word| word >> 63 != 0);
    if words.len() > MAX_DECIMAL {
        out.text("u0x");
        for &word in words.iter().rev() {
            for place in (0..16).rev() {
                out.byte(super::out::hex_digit((word >> (4 * place)) as u8, b'A'));
            }
        }
        return;
    }
    let mut words = words.to_vec();
    if negative {
        out.byte(b'-');
        let mut carry = true;
        for word in &mut words {
            let (sum, over) = (!*word).overflowing_add(u64::from(carry));
            (*word, carry) = (sum, over);
        }
    }
    let mut digits = Vec::new();
    while words.iter().any(|word| *word != 0) {
        let mut rest = 0u128;
        for word in words.iter_mut().rev() {
            let whole = rest << 64 | u128::from(*word);
            (*word, rest) = ((whole / 10) as u64, whole % 10);
        }
        digits.push(b'0' + rest as u8);
    }
    digits.reverse();
    out.raw(if digits.is_empty() { b"0" } else { &digits });
}
