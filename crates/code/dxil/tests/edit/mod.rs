//! Edits typed modules by statements of text, for tests of what a module may state.
//!
//! | statement | effect |
//! | --- | --- |
//! | `set PATH = METADATA` | replaces an operand of a node |
//! | `append PATH = METADATA` | adds an operand to a node |
//! | `name NAME = METADATA`, `drop NAME` | adds or removes named metadata |
//! | `argument OPERATION NAME = VALUE` | replaces an argument of a call |
//! | `operand INSTRUCTION INDEX = VALUE` | replaces an operand |
//! | `callee OPERATION = FUNCTION` | calls another function |
//! | `function NAME = NAME` | renames a function |
//! | `declare NAME TYPE (TYPES)`, `variable NAME TYPE SPACE` | adds a function, a variable in an address space |
//! | `in FUNCTION` | is about another function than the first from here on |
//! | `insert INSTRUCTION` | adds an instruction at the end of the first block |
//! | `delete OPERATION`, `repeat OPERATION` | removes a call, makes it again before the function returns |
//! | `jump BLOCK = BLOCKS` | changes the targets of a block's last instruction |
//! | `attach INSTRUCTION KIND = METADATA` | attaches metadata |
//! | `attribute INDEX = TEXT` | adds an attribute to a group |
//! | `triple TEXT` | changes the target |
//! | `type NAME {TYPES}` | adds a named structure |
//!
//! An operation or instruction is its name, with `#1` for the second of that name.

mod code;
mod metadata;
mod text;

use glassbox_dxil::Linkage;
use glassbox_dxil::ir::{Attribute, Body, Definition, Function, Named, Op, Typed, ValueId, Variable, encode};
use text::Text;

/// A name as listings write it, in which `\\01` begins mangled names.
fn bytes(name: &str) -> Vec<u8> {
    name.replace("\\01", "\u{1}").into_bytes()
}

/// A module that is edited.
pub(crate) struct Editor {
    module: Typed<'static>,
    /// Position of the function that statements are about.
    function: usize,
}

impl Editor {
    pub(crate) fn new(bitcode: &[u8]) -> Editor {
        let module = Typed::read(bitcode).expect("it is a module").load().expect("its bodies are sound");
        let is_defined = |function: &Function| matches!(function.definition, Definition::Body(_));
        let is_main =
            |function: &Function| is_defined(function) && module.name(function.value) == Some(b"main");
        let main = module.functions.iter().position(is_main);
        let function = main.or_else(|| module.functions.iter().position(is_defined)).unwrap_or(0);
        Editor { module, function }
    }

    pub(crate) fn bitcode(&self) -> Vec<u8> {
        encode(&self.module).expect("it can be written")
    }

    /// Applies a statement.
    pub(crate) fn apply(&mut self, statement: &str) {
        let (verb, rest) = statement.split_once(' ').unwrap_or((statement, ""));
        let (target, value) = rest.split_once(" = ").unwrap_or((rest, ""));
        let mut value = Text::new(value);
        match verb {
            "set" => self.set(target, &mut value, false),
            "append" => self.set(target, &mut value, true),
            "name" => self.add_named(target, &mut value),
            "drop" => self.drop_named(target),
            "argument" => self.argument(target, &mut value),
            "operand" => self.operand(target, &mut value),
            "callee" => self.callee(target, value.rest()),
            "function" => self.rename(target, value.rest()),
            "declare" => self.declare(&mut Text::new(rest)),
            "variable" => self.variable(&mut Text::new(rest)),
            "in" => self.function = self.function_named(rest),
            "insert" => self.insert(&mut Text::new(rest)),
            "delete" => self.delete(target),
            "repeat" => self.repeat(target),
            "jump" => self.jump(target, value.rest()),
            "attach" => self.attach(target, &mut value),
            "attribute" => self.attribute(target, value.rest()),
            "triple" => self.module.triple = rest.into(),
            "type" => self.add_type(&mut Text::new(rest)),
            _ => panic!("{statement} is no statement"),
        }
    }

    fn global(&self, name: &str) -> ValueId {
        let symbols = &self.module.symbols;
        let name: &[u8] = &bytes(name);
        let found = symbols.entries().iter().find_map(|symbol| match symbol.named {
            Named::Value(value) => (symbols.text(symbol.name) == name).then_some(value),
            Named::Block(_) => None,
        });
        found.unwrap_or_else(|| panic!("{} is no symbol", name.escape_ascii()))
    }

    fn function_named(&self, name: &str) -> usize {
        let value = self.global(name);
        let found = self.module.functions.iter().position(|function| function.value == value);
        found.unwrap_or_else(|| panic!("{name} is no function"))
    }

    fn body(&mut self) -> &mut Body {
        let function = &mut self.module.functions[self.function];
        match &mut function.definition {
            Definition::Body(body) => body,
            _ => panic!("the function has no body"),
        }
    }

    fn rename(&mut self, from: &str, to: &str) {
        let value = self.global(from);
        self.module.symbols.set(Named::Value(value), to.bytes());
    }

    fn declare(&mut self, text: &mut Text<'_>) {
        let name = text.word().to_owned();
        let result = self.ty(text);
        text.expect("(");
        let mut parameters = Vec::new();
        while !text.accept(")") {
            parameters.push(self.ty(text));
        }
        let ty = self.module.types.intern_function(result, &parameters, false);
        let function =
            Function { definition: Definition::Declaration, ..Function::new(ValueId::module(0), ty) };
        let value = self.module.add_function(function);
        self.module.symbols.set(Named::Value(value), name.bytes());
    }

    fn add_type(&mut self, text: &mut Text<'_>) {
        let name = text.word();
        text.expect("{");
        let mut fields = Vec::new();
        while !text.accept("}") {
            fields.push(self.ty(text));
        }
        self.module.types.add_named(name.as_bytes(), Some(&fields), false);
    }

    fn variable(&mut self, text: &mut Text<'_>) {
        let name = text.word().to_owned();
        let ty = self.ty(text);
        let space = text.number() as u32;
        let linkage = if text.accept("external") { Linkage::EXTERNAL } else { Linkage::INTERNAL };
        self.module.types.pointer(ty, space);
        let initializer = self.undefined(ty);
        let initializer = (linkage == Linkage::INTERNAL).then_some(initializer);
        let variable = Variable { initializer, linkage, ..Variable::new(ValueId::module(0), ty, space) };
        let value = self.module.add_variable(variable);
        self.module.symbols.set(Named::Value(value), name.bytes());
    }

    fn attribute(&mut self, index: &str, name: &str) {
        let index: usize = index.parse().expect("the attribute has an index");
        let text = self.module.attributes.add_text(name.as_bytes());
        let group = &mut self.module.attributes.groups[index];
        group.attributes.push(Attribute::String(text));
    }

    /// Position of an instruction by its name: that of an operation, of a called function, or of the instruction.
    fn find(&mut self, name: &str) -> usize {
        let (name, count) = match name.split_once('#') {
            Some((name, count)) => (name, count.parse().expect("the number of a call")),
            None => (name, 0usize),
        };
        let function = self.function;
        let module = &self.module;
        let Definition::Body(body) = &module.functions[function].definition else { panic!("it has a body") };
        let mut found = body.instructions.iter().enumerate().filter(|(_, instruction)| {
            let called = match instruction.op {
                Op::Call(_) => body.operands(instruction).first().copied(),
                _ => return instruction.op.name() == name,
            };
            let callee = called.and_then(|value| module.name(value)).unwrap_or_default();
            let number =
                body.operands(instruction).get(1).and_then(|&value| module.scope(Some(body)).integer(value));
            let operation = number.and_then(|number| glassbox_dxil::operation::Operation::of(number as u64));
            callee == name.as_bytes()
                || callee.starts_with(b"dx.op.") && operation.is_some_and(|operation| operation.name == name)
        });
        let found = found.nth(count).map(|(index, _)| index);
        found.unwrap_or_else(|| panic!("there is no {name} number {count}"))
    }
}
