//! Edits instructions, and finds or adds the types and values that they use.

use glassbox_dxil::ir::{
    Access, Alignment, Attachment, BinaryOp, Body, Call, CastOp, Constant, Definition, InstructionId, KindId,
    LabelId, Op, Ordering, RmwOp, Type, TypeId, Value, ValueId,
};
use glassbox_dxil::operation::Operation;

use super::Editor;
use super::text::Text;

/// Operation of a call that is named in a statement, and the rest.
fn operation(text: &str) -> (&str, &str) {
    text.split_once(' ').unwrap_or((text, ""))
}

/// Inserts an instruction and shifts what refers to those after it.
fn insert(body: &mut Body, at: usize, op: Op, ty: TypeId, has_result: bool, operands: &[ValueId]) -> ValueId {
    let result = has_result.then(|| body.reserve(ty));
    body.push(op, ty, result, operands, &[]);
    let instruction = body.instructions.pop().expect("it was pushed");
    body.blocks.last_mut().expect("there is a block").end -= 1;
    body.instructions.insert(at, instruction);
    let at = at as u32;
    for (index, local) in body.locals.iter_mut().enumerate() {
        if let Value::Instruction(id) = &mut local.value {
            if result.is_some_and(|result| result.index() == index) {
                *id = InstructionId(at);
            } else if id.0 >= at {
                id.0 += 1;
            }
        }
    }
    for block in &mut body.blocks {
        block.start += u32::from(block.start > at);
        block.end += u32::from(block.end > at);
    }
    for (to, _) in &mut body.attachments {
        if let Some(id) = to {
            id.0 += u32::from(id.0 >= at);
        }
    }
    result.unwrap_or(ValueId::local(u32::MAX))
}

impl Editor {
    pub(super) fn ty(&mut self, text: &mut Text<'_>) -> TypeId {
        let word = text.word();
        let mut ty = match word {
            "void" => self.module.types.intern(Type::Void),
            "half" => self.module.types.intern(Type::Half),
            "float" => self.module.types.intern(Type::Float),
            "double" => self.module.types.intern(Type::Double),
            "[" | "<" => {
                let count = text.number();
                text.expect("x");
                let element = self.ty(text);
                text.word();
                self.module.types.intern(match word {
                    "[" => Type::Array { element, count: count as u64 },
                    _ => Type::Vector { element, count: count as u32 },
                })
            }
            "{" => {
                let mut fields = Vec::new();
                while !text.accept("}") {
                    fields.push(self.ty(text));
                }
                self.module.types.intern_struct(&fields, false)
            }
            _ => match (word.strip_prefix('%'), word.strip_prefix('i')) {
                (Some(name), _) => {
                    let found = self.module.types.named(name.as_bytes());
                    let i32 = self.module.types.intern(Type::Integer(32));
                    found.unwrap_or_else(|| self.module.types.add_named(name.as_bytes(), Some(&[i32]), false))
                }
                (_, Some(bits)) => {
                    let bits = bits.parse().unwrap_or_else(|_| panic!("{word} is no type"));
                    self.module.types.intern(Type::Integer(bits))
                }
                _ => panic!("{word} is no type"),
            },
        };
        loop {
            let address_space = if text.accept("shared") { 3 } else { 0 };
            if !text.accept("*") {
                return ty;
            }
            ty = self.module.types.pointer(ty, address_space);
        }
    }

    pub(super) fn undefined(&mut self, ty: TypeId) -> ValueId {
        self.module.add_constant(ty, Constant::Undef)
    }

    /// A constant with its type, `undef`, `@GLOBAL`, `%INSTRUCTION`, or `parameter#0`. `undef` and `zero` are of the type `expected`,
    /// else of the type after them.
    pub(super) fn value(&mut self, text: &mut Text<'_>, expected: Option<TypeId>) -> ValueId {
        let word = text.peek();
        if let Some(name) = word.strip_prefix('@') {
            text.word();
            return self.global(name);
        }
        if let Some(index) = word.strip_prefix("parameter#") {
            text.word();
            return ValueId::local(index.parse().expect("the number of a parameter"));
        }
        if let Some(name) = word.strip_prefix("%").filter(|name| name.starts_with(char::is_alphabetic)) {
            text.word();
            let found = self.find(name);
            return self.body().instructions[found].result.expect("it has a result");
        }
        if word == "undef" || word == "zero" {
            text.word();
            let ty =
                if text.is_empty() || expected.is_some() { expected.expect("a type") } else { self.ty(text) };
            let constant = if word == "undef" { Constant::Undef } else { Constant::Null };
            return self.module.add_constant(ty, constant);
        }
        let ty = self.ty(text);
        let word = text.word();
        let number = || word.parse::<f64>().unwrap_or_else(|_| panic!("{word} is no number"));
        let constant = match self.module.types.get(ty) {
            _ if word == "undef" => Constant::Undef,
            _ if word == "zero" || word == "0" => Constant::Null,
            Some(Type::Float) => Constant::Float(u64::from((number() as f32).to_bits())),
            Some(Type::Double) => Constant::Float(number().to_bits()),
            _ => Constant::Integer(word.parse().unwrap_or_else(|_| panic!("{word} is no integer"))),
        };
        self.module.add_constant(ty, constant)
    }

    fn type_of(&mut self, value: ValueId) -> TypeId {
        let Definition::Body(body) = &self.module.functions[self.function].definition else {
            panic!("it has a body")
        };
        self.module.scope(Some(body)).type_of(value).expect("it has a type")
    }

    pub(super) fn argument(&mut self, target: &str, text: &mut Text<'_>) {
        let (name, argument) = operation(target);
        let index = match argument {
            "operation" => 1,
            _ => {
                let name = name.split('#').next().unwrap_or_default();
                let operation = Operation::named(name).unwrap_or_else(|| panic!("{name} is no operation"));
                let found = operation.arguments().position(|name| name == argument);
                2 + found
                    .unwrap_or_else(|| panic!("{name} has no argument {argument}: {}", operation.parameters))
            }
        };
        self.replace(name, index, text);
    }

    pub(super) fn operand(&mut self, target: &str, text: &mut Text<'_>) {
        let (name, index) = operation(target);
        self.replace(name, index.parse().expect("the index of an operand"), text);
    }

    fn replace(&mut self, name: &str, index: usize, text: &mut Text<'_>) {
        let at = self.find(name);
        let body = self.body();
        let old = body.operands(&body.instructions[at])[index];
        let ty = self.type_of(old);
        let value = self.value(text, Some(ty));
        self.body().operands_mut(InstructionId(at as u32))[index] = value;
    }

    pub(super) fn callee(&mut self, target: &str, function: &str) {
        let value = self.global(function);
        let at = self.find(target);
        let operands = self.body().operands_mut(InstructionId(at as u32));
        operands[0] = value;
    }

    /// The place before the last instruction of the first block.
    fn place(&mut self) -> usize {
        self.body().blocks[0].end as usize - 1
    }

    pub(super) fn insert(&mut self, text: &mut Text<'_>) {
        let name = text.word().to_owned();
        let void = self.module.types.intern(Type::Void);
        let mut target = None;
        let rmw = (name == "atomicrmw").then(|| {
            let name = text.word();
            *RmwOp::ALL.iter().find(|op| op.name() == name).expect("an atomic operator")
        });
        let callee = (name == "call").then(|| self.global(text.word()));
        let allocated = (name == "alloca").then(|| self.ty(text));
        let mut operands = Vec::new();
        let mut indices = Vec::new();
        while !text.is_empty() {
            if text.accept("to") {
                target = Some(self.ty(text));
            } else if text.peek().starts_with(|character: char| character.is_ascii_digit()) {
                indices.push(text.number() as u32);
            } else {
                operands.push(self.value(text, None));
            }
        }
        let first = operands.first().map(|&value| self.type_of(value));
        let pointee = first.and_then(|ty| self.module.types.pointee(ty));
        let access = Access::plain(Alignment::of(4));
        let (op, ty) = match name.as_str() {
            "alloca" => {
                let allocated = allocated.expect("a type");
                let count = self.value(&mut Text::new("i32 1"), None);
                operands.push(count);
                let ty = self.module.types.pointer(allocated, 0);
                (Op::Alloca { allocated, alignment: Alignment::of(4), in_alloca: false }, ty)
            }
            "load" => (Op::Load(access), pointee.expect("a pointer")),
            "store" => {
                operands.reverse();
                (Op::Store(access), void)
            }
            "fence" => (Op::Fence { ordering: Ordering::SeqCst, scope: 1 }, void),
            "atomicrmw" => {
                let op = rmw.expect("an operator");
                let op = Op::AtomicRmw { op, volatile: false, ordering: Ordering::Monotonic, scope: 1 };
                (op, pointee.expect("a pointer"))
            }
            "call" => {
                let value = callee.expect("a function");
                let function_type = self.module.function(value).expect("a function").1.ty;
                let (result, _, _) = self.module.types.function(function_type).expect("a function type");
                operands.insert(0, value);
                (Op::Call(Call::new(function_type)), result)
            }
            "getelementptr" => {
                let source = pointee.expect("a pointer");
                let last = operands.len().saturating_sub(2);
                let element = (0..last).fold(source, |ty, _| {
                    let types = &self.module.types;
                    types.element(ty).or_else(|| types.fields(ty)?.first().copied()).expect("it has elements")
                });
                let space = match self.module.types.get(first.expect("a pointer")) {
                    Some(Type::Pointer { address_space, .. }) => address_space,
                    _ => 0,
                };
                let ty = self.module.types.pointer(element, space);
                (Op::GetElementPtr { inbounds: false, source }, ty)
            }
            "extractvalue" => {
                let ty = self.module.types.fields(first.expect("a value")).expect("a structure")
                    [indices[0] as usize];
                (Op::ExtractValue { indices: self.body().add_indices(&indices) }, ty)
            }
            "insertvalue" => {
                (Op::InsertValue { indices: self.body().add_indices(&indices) }, first.expect("a value"))
            }
            "select" => (Op::Select, self.type_of(operands[1])),
            name => {
                let cast = CastOp::ALL.iter().find(|op| op.name() == name);
                let binary = BinaryOp::ALL.iter().find(|op| op.name() == name);
                match (cast, binary) {
                    (Some(&op), _) => (Op::Cast(op), target.expect("the type after `to`")),
                    (_, Some(&op)) => {
                        (Op::Binary { op, flags: glassbox_dxil::ir::Flags::NONE }, first.expect("an operand"))
                    }
                    _ => panic!("{name} is no instruction"),
                }
            }
        };
        let at = self.place();
        insert(self.body(), at, op, ty, ty != void, &operands);
    }

    pub(super) fn delete(&mut self, target: &str) {
        let at = self.find(target);
        let body = self.body();
        assert!(body.instructions[at].result.is_none(), "{target} has a result");
        body.instructions.remove(at);
        let at = at as u32;
        for local in &mut body.locals {
            if let Value::Instruction(id) = &mut local.value {
                id.0 -= u32::from(id.0 > at);
            }
        }
        for block in &mut body.blocks {
            block.start -= u32::from(block.start > at);
            block.end -= u32::from(block.end > at);
        }
        body.attachments.retain(|(to, _)| *to != Some(InstructionId(at)));
        for (to, _) in &mut body.attachments {
            if let Some(id) = to {
                id.0 -= u32::from(id.0 > at);
            }
        }
    }

    pub(super) fn repeat(&mut self, target: &str) {
        let at = self.find(target);
        let body = self.body();
        let instruction = body.instructions[at];
        let operands = body.operands(&instruction).to_vec();
        let has_result = instruction.result.is_some();
        let end = body.instructions.len() - 1;
        insert(body, end, instruction.op, instruction.ty, has_result, &operands);
    }

    pub(super) fn jump(&mut self, block: &str, targets: &str) {
        let block: usize = block.parse().expect("the number of a block");
        let labels: Vec<LabelId> = targets
            .split_whitespace()
            .map(|label| LabelId(label.parse().expect("the number of a block")))
            .collect();
        let body = self.body();
        let at = body.blocks[block].end as usize - 1;
        let old = body.instructions[at];
        let operands = body.operands(&old).to_vec();
        body.push(Op::Branch, old.ty, None, &operands, &labels);
        let new = body.instructions.pop().expect("it was pushed");
        body.blocks.last_mut().expect("there is a block").end -= 1;
        body.instructions[at] = new;
    }

    pub(super) fn attach(&mut self, target: &str, text: &mut Text<'_>) {
        let (name, kind) = operation(target);
        let at = InstructionId(self.find(name) as u32);
        let known = self.module.kinds.iter().find(|known| self.module.text(known.1) == kind.as_bytes());
        let kind = match known {
            Some(known) => known.0,
            None => {
                let text = self.module.add_text(kind.as_bytes());
                let id = KindId(1 + self.module.kinds.iter().map(|known| known.0.0).max().unwrap_or(0));
                self.module.kinds.push((id, text));
                id
            }
        };
        let node = self.metadata(text).expect("it is a node");
        self.body().attachments.push((Some(at), Attachment { kind, node }));
    }
}
