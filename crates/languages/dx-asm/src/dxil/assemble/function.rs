//! Reads functions: heads and blocks.

use std::collections::HashMap;
use std::ops::Range;

use glassbox_dxil::Linkage;
use glassbox_dxil::ir::{Alignment, Body, Function, FunctionId, Named, Slot, Type, TypeId, Value, ValueId};

use super::attributes::{PendingAttributes, Place, Set, Stated, Target};
use super::lexer::Token;
use super::local::{FunctionState, Known};
use super::parser::{Key, Parsed, Parser};
use super::rules;
use crate::dxil::instruction::CONVENTIONS;

/// A parameter of a function.
struct Parameter {
    ty: TypeId,
    attributes: Set,
    /// Name and its place.
    name: Option<(Key, Range<usize>)>,
}

impl Parser<'_> {
    /// `declare` or `define`, after the word.
    pub(super) fn function(&mut self, is_definition: bool) -> Parsed<()> {
        let start = self.span.start;
        let head = self.global_head()?;
        self.function_linkage(head.linkage, is_definition)?;
        let convention = self.convention()?;
        let mut stated = Stated::default();
        let set = self.attributes_at(Place::Result)?;
        stated.slots.push((Slot::RESULT, set));
        let place = self.span.clone();
        let result = self.ty_or_void()?;
        self.result_type(result, place)?;
        let span = self.span.clone();
        let key = match self.token {
            Token::Global(name) => Key::Name(self.name(name, &span)?),
            Token::GlobalNumber(number) => {
                if number != self.next_global {
                    let expected = self.next_global;
                    let message = format!("found @{number}, expected @{expected}, the next number");
                    self.fail(
                        &rules::NUMBERING,
                        span.clone(),
                        message,
                        format!("write @{expected}, or a name"),
                    );
                }
                Key::Number(self.next_global)
            }
            _ => return Err(self.unexpected("the name of a function, such as @main")),
        };
        self.advance();
        let result =
            self.function_rest(start, key.clone(), span, (head, convention, result), stated, is_definition);
        if result.is_err() {
            self.poison_global(key);
        }
        result
    }

    fn function_linkage(
        &mut self,
        (linkage, place): (Linkage, Option<(usize, usize)>),
        is_definition: bool,
    ) -> Parsed<()> {
        let is_allowed = match linkage {
            Linkage::EXTERNAL => true,
            Linkage::EXTERN_WEAK => !is_definition,
            Linkage::APPENDING | Linkage::COMMON => false,
            _ => is_definition,
        };
        if is_allowed {
            return Ok(());
        }
        let what = if is_definition { "a definition" } else { "a declaration" };
        let message =
            format!("found {what} of a function with the linkage {linkage}, expected another linkage");
        let help = if is_definition {
            "use internal, or leave the linkage out"
        } else {
            "leave the linkage out: a declaration is external"
        };
        let span = place.map_or(self.span.clone(), |(start, end)| start..end);
        Err(self.fail(&rules::GLOBAL, span, message, help))
    }

    /// A calling convention, if one comes next.
    pub(super) fn convention(&mut self) -> Parsed<u32> {
        let Token::Word(word) = self.token else { return Ok(0) };
        if let Some((number, _)) = CONVENTIONS.iter().find(|convention| convention.1 == word) {
            self.advance();
            return Ok(*number);
        }
        let Some(digits) = word.strip_prefix("cc") else { return Ok(0) };
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(0);
        }
        let span = self.span.clone();
        self.advance();
        let number = if digits.is_empty() {
            self.unsigned(1023, "the number of a calling convention")?
        } else {
            digits.parse().unwrap_or(u64::MAX)
        };
        if number > 1023 {
            let message = format!("found the calling convention {number}, expected 0 to 1023");
            return Err(self.fail(
                &rules::NUMBER,
                span,
                message,
                "leave it out: DXIL has the convention of C",
            ));
        }
        Ok(number as u32)
    }

    fn function_rest(
        &mut self,
        start: usize,
        key: Key,
        span: Range<usize>,
        (head, convention, result): (super::global::Head, u32, TypeId),
        mut stated: Stated,
        is_definition: bool,
    ) -> Parsed<()> {
        let (parameters, variadic) = self.parameters()?;
        for (index, parameter) in (0..).zip(&parameters) {
            stated.slots.push((Slot::parameter(index), parameter.attributes.clone()));
        }
        let types: Vec<TypeId> = parameters.iter().map(|parameter| parameter.ty).collect();
        let ty = self.function_of(result, &types, variadic)?;
        let pointer = self.intern(Type::Pointer { pointee: ty, address_space: 0 });
        let id = FunctionId::at(self.builder.module.functions.len());
        if matches!(key, Key::Number(_)) {
            self.next_global += 1;
        }
        let value = self.define_global(key.clone(), pointer, span, Value::Function(id))?;
        let mut function = Function {
            calling_convention: convention,
            linkage: head.linkage.0,
            visibility: head.visibility,
            dll_storage: head.storage,
            ..Function::new(value, ty)
        };
        self.builder.module.functions.push(function.clone());
        let properties = self.function_properties(&key, &mut function, &mut stated);
        if let Some(slot) = self.builder.module.functions.get_mut(id.index()) {
            *slot = function;
        }
        self.pending_attributes.push(PendingAttributes { target: Target::Function(id), stated });
        let mut state = FunctionState {
            id,
            body: Body::new(id, &types),
            result,
            known: HashMap::new(),
            blocks: Vec::new(),
            next: 0,
            is_open: false,
            wrapped: HashMap::new(),
        };
        for (index, parameter) in (0..).zip(parameters) {
            let value = ValueId::local(index);
            match parameter.name {
                Some((Key::Name(name), place)) => {
                    state.body.symbols.set(Named::Value(value), name.iter().copied());
                    let known = Known::Value { value, used: None };
                    if state.known.insert(Key::Name(name), known).is_some() {
                        let message = format!(
                            "found a second parameter `{}`, expected another name",
                            self.shown(&place)
                        );
                        self.fail(&rules::REPEATED, place, message, "rename one of them");
                    }
                }
                Some((Key::Number(number), place)) if number != state.next => {
                    let expected = state.next;
                    let message = format!("found %{number}, expected %{expected}, the next number");
                    self.fail(&rules::NUMBERING, place, message, format!("write %{expected}, or a name"));
                    state.number(Known::Value { value, used: None });
                }
                _ => state.number(Known::Value { value, used: None }),
            }
        }
        if !is_definition {
            return properties;
        }
        self.function = Some(state);
        let attached = properties.and_then(|()| self.function_attachments());
        if attached.is_ok() && self.token != Token::Mark(b'{') {
            self.function = None;
            return Err(self.unexpected("`{` and the blocks of the function"));
        }
        if attached.is_err() {
            // The body is read all the same, if it is where it is expected.
            while self.token != Token::Mark(b'{') && !self.is_at_margin() && self.token != Token::End {
                self.advance();
            }
        }
        if self.eat(b'{') {
            self.body(start);
        }
        if let Some(state) = self.function.take() {
            self.finish_function(state);
        }
        Ok(())
    }

    fn parameters(&mut self) -> Parsed<(Vec<Parameter>, bool)> {
        self.expect(b'(')?;
        let mut parameters = Vec::new();
        if self.eat(b')') {
            return Ok((parameters, false));
        }
        let mut variadic = false;
        loop {
            if self.token == Token::Dots {
                self.advance();
                variadic = true;
                break;
            }
            let place = self.span.clone();
            let ty = self.ty()?;
            self.parameter_type(ty, place)?;
            let attributes = self.attributes_at(Place::Parameter)?;
            let span = self.span.clone();
            let name = match self.token {
                Token::Local(name) => Some((Key::Name(self.name(name, &span)?), span)),
                Token::LocalNumber(number) => Some((Key::Number(number), span)),
                _ => None,
            };
            if name.is_some() {
                self.advance();
            }
            parameters.push(Parameter { ty, attributes, name });
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok((parameters, variadic))
    }

    fn function_properties(&mut self, key: &Key, function: &mut Function, stated: &mut Stated) -> Parsed<()> {
        function.unnamed_addr = self.eat_word("unnamed_addr");
        self.function_attributes(stated)?;
        if self.eat_word("section") {
            function.section = Some(self.section()?);
        }
        function.comdat = self.comdat_use(key)?;
        if self.eat_word("align") {
            function.alignment = Alignment::of(self.alignment()? as u32);
        }
        if self.eat_word("gc") {
            function.collector = Some(self.collector()?);
        }
        for (word, slot) in [
            ("prefix", &mut function.prefix),
            ("prologue", &mut function.prologue),
            ("personality", &mut function.personality),
        ] {
            if self.eat_word(word) {
                *slot = Some(self.typed_constant()?.0);
            }
        }
        Ok(())
    }

    /// Blocks up to the closing brace.
    fn body(&mut self, start: usize) {
        if self.token == Token::Mark(b'}') {
            let message = "found a body without blocks, expected one at least";
            self.fail(
                &rules::BODY,
                self.span.clone(),
                message,
                "write `ret void`, or use `declare` without a body",
            );
            self.advance();
            return;
        }
        loop {
            match self.token {
                Token::Mark(b'}') => {
                    self.close_block();
                    self.advance();
                    return;
                }
                Token::End => {
                    let message = "found the end of the text in a body, expected `}`";
                    self.fail(
                        &rules::BODY,
                        start..start,
                        message,
                        "close the body with `}` on a line of its own",
                    );
                    return;
                }
                // A definition at the margin: the closing brace is missing.
                Token::Word("define" | "declare" | "attributes" | "target")
                | Token::Global(_)
                | Token::GlobalNumber(_)
                | Token::Mark(b'!') => {
                    let message = format!(
                        "found `{}` in a body, expected an instruction or `}}`",
                        self.shown(&self.span.clone())
                    );
                    self.fail(
                        &rules::BODY,
                        self.span.clone(),
                        message,
                        "close the body with `}` on a line of its own",
                    );
                    return;
                }
                Token::Word("uselistorder") => {
                    self.advance();
                    if self.use_list_order().is_err() {
                        self.skip_line();
                    }
                }
                _ => {
                    if self.is_full() {
                        self.skip_body();
                        return;
                    }
                    if self.block_or_instruction().is_err() {
                        self.skip_to_instruction();
                    }
                }
            }
        }
    }

    /// Skips to the closing brace at the margin.
    fn skip_body(&mut self) {
        while self.token != Token::End && !(self.token == Token::Mark(b'}') && self.is_at_margin()) {
            self.advance();
        }
        self.eat(b'}');
    }

    /// Reports a block without a terminator.
    fn close_block(&mut self) {
        let is_open = self.function.as_ref().is_some_and(|function| function.is_open);
        if is_open {
            let message = "found a block that does not end with a terminator, expected one before this";
            let help = "end the block with ret, br, switch or unreachable";
            self.fail(&rules::BODY, self.span.clone(), message, help);
            if let Some(function) = &mut self.function {
                function.is_open = false;
            }
        }
    }

    fn block_or_instruction(&mut self) -> Parsed<()> {
        let span = self.span.clone();
        if let Token::Label(name) = self.token {
            let key = Key::Name(self.name(name, &span)?);
            self.close_block();
            self.advance();
            return self.begin_block(key, span);
        }
        let is_open = self.function.as_ref().is_some_and(|function| function.is_open);
        if !is_open {
            let next = self.function.as_ref().map_or(0, |function| function.next);
            self.begin_block(Key::Number(next), span.start..span.start)?;
        }
        self.instruction_line()
    }
}
