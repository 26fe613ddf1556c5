//! Reads constant expressions: operations in parentheses.

use std::ops::Range;

use glassbox_dxil::ir::{BinaryOp, CastOp, Constant, Predicate, Type, TypeId, ValueId};

use super::constant::BlockAddress;
use super::lexer::Token;
use super::parser::{Key, Parsed, Parser};
use super::rules;
use super::value::Bare;

/// Words that begin a constant expression besides operators and conversions.
const WORDS: [&str; 10] = [
    "getelementptr",
    "select",
    "extractelement",
    "insertelement",
    "shufflevector",
    "icmp",
    "fcmp",
    "blockaddress",
    "extractvalue",
    "insertvalue",
];

/// Words that are constants.
const CONSTANTS: [&str; 5] = ["true", "false", "null", "undef", "zeroinitializer"];

impl Parser<'_> {
    /// A constant expression, which begins with a word.
    pub(super) fn expression(&mut self) -> Parsed<ValueId> {
        let Token::Word(word) = self.token else { return Err(self.unexpected("a value")) };
        if let Some(op) = CastOp::ALL.iter().find(|op| op.name() == word) {
            return self.conversion_of(*op);
        }
        if let Some(op) = BinaryOp::ALL.iter().find(|op| op.name() == word) {
            return self.operator_of(*op);
        }
        match word {
            "getelementptr" => self.address_of(),
            "icmp" | "fcmp" => self.comparison_of(word == "fcmp"),
            "select" | "extractelement" | "insertelement" | "shufflevector" => self.operation_of(word),
            "blockaddress" => self.block_address_of(),
            "extractvalue" | "insertvalue" => {
                let message = format!("found `{word}` of constants, expected its result");
                let help = "write the element itself: a part of a constant is a constant";
                Err(self.fail(&rules::CONSTANT, self.span.clone(), message, help))
            }
            _ => {
                let names = CastOp::ALL.iter().map(|op| op.name());
                let operators = BinaryOp::ALL.iter().map(|op| op.name());
                let known = CONSTANTS.into_iter().chain(WORDS).chain(names).chain(operators);
                let known: Vec<&str> = known.collect();
                Err(self.unknown("a value", known))
            }
        }
    }

    fn conversion_of(&mut self, op: CastOp) -> Parsed<ValueId> {
        let start = self.span.start;
        self.advance();
        self.expect(b'(')?;
        let (value, from, _) = self.typed_constant()?;
        self.expect_word("to")?;
        let to = self.ty()?;
        self.expect(b')')?;
        self.conversion(op, from, to, start..self.end)?;
        Ok(self.made(to, |_| Constant::Cast { op, value }))
    }

    /// Two constants of one type, in parentheses.
    fn pair(&mut self) -> Parsed<([ValueId; 2], TypeId)> {
        self.expect(b'(')?;
        let (left, ty, _) = self.typed_constant()?;
        self.expect(b',')?;
        let (right, other, span) = self.typed_constant()?;
        self.expect(b')')?;
        if ty != other {
            return Err(self.mismatch(span, other, ty));
        }
        Ok(([left, right], ty))
    }

    fn operator_of(&mut self, op: BinaryOp) -> Parsed<ValueId> {
        let start = self.span.start;
        self.advance();
        let flags = self.operator_flags(op);
        let (operands, ty) = self.pair()?;
        self.operator_type(op, ty, start..self.end)?;
        Ok(self.made(ty, |_| Constant::Binary { op, flags, operands }))
    }

    fn comparison_of(&mut self, is_float: bool) -> Parsed<ValueId> {
        let start = self.span.start;
        self.advance();
        let predicate: Predicate = self.predicate(is_float)?;
        let (operands, ty) = self.pair()?;
        let result = self.comparison(is_float, ty, start..self.end)?;
        Ok(self.made(result, |_| Constant::Compare { predicate, operands }))
    }

    fn address_of(&mut self) -> Parsed<ValueId> {
        let start = self.span.start;
        self.advance();
        let inbounds = self.eat_word("inbounds");
        self.expect(b'(')?;
        let place = self.span.clone();
        let source = self.ty()?;
        self.expect(b',')?;
        let operands = self.constants(b')')?;
        let Some(((_, pointer, span), indices)) = operands.split_first() else {
            let span = start..self.end;
            let message = "found no pointer, expected one and its indices";
            return Err(self.fail(
                &rules::OPERAND,
                span,
                message,
                "write the pointer with its type after the comma",
            ));
        };
        let pointer = (*pointer, span.clone());
        let ty = self.address((source, place), pointer, indices)?;
        let values: Vec<ValueId> = operands.iter().map(|operand| operand.0).collect();
        Ok(self.made(ty, |list| Constant::GetElementPtr {
            inbounds,
            source,
            operands: list.add_operands(values),
        }))
    }

    /// `select`, `extractelement`, `insertelement` or `shufflevector`.
    fn operation_of(&mut self, word: &str) -> Parsed<ValueId> {
        let start = self.span.start;
        self.advance();
        self.expect(b'(')?;
        let operands = self.constants(b')')?;
        let span = start..self.end;
        let values: Vec<ValueId> = operands.iter().map(|operand| operand.0).collect();
        let ty = match (word, operands.as_slice()) {
            ("select", [a, b, c]) => self.selection(a, b, c)?,
            ("extractelement", [a, b]) => self.extraction(a, b)?,
            ("insertelement", [a, b, c]) => self.insertion(a, b, c)?,
            ("shufflevector", [a, b, c]) => self.shuffle(a, b, c)?,
            _ => {
                let expected = if word == "extractelement" { "two" } else { "three" };
                let message = format!("found {} operands, expected {expected}", operands.len());
                let help = "separate the operands by commas";
                return Err(self.fail(&rules::OPERAND, span, message, help));
            }
        };
        let constant = match (word, values.as_slice()) {
            ("select", &[a, b, c]) => Constant::Select([a, b, c]),
            ("extractelement", &[a, b]) => Constant::ExtractElement([a, b]),
            ("insertelement", &[a, b, c]) => Constant::InsertElement([a, b, c]),
            (_, &[a, b, c]) => Constant::ShuffleVector([a, b, c]),
            _ => Constant::Undef,
        };
        Ok(self.made(ty, |_| constant))
    }

    fn block_address_of(&mut self) -> Parsed<ValueId> {
        self.advance();
        self.expect(b'(')?;
        let function_span = self.span.clone();
        let function = self.key("the name of a function", |bare| match bare {
            Bare::Global(key) => Some(key),
            _ => None,
        })?;
        self.expect(b',')?;
        let block_span = self.span.clone();
        let block = self.key("the name of a block", |bare| match bare {
            Bare::Local(key) => Some(key),
            _ => None,
        })?;
        self.expect(b')')?;
        Ok(self.block_address(BlockAddress { function, function_span, block, block_span }))
    }

    fn key(&mut self, what: &str, key: impl FnOnce(Bare<'_>) -> Option<Key>) -> Parsed<Key> {
        let span = self.span.clone();
        let bare = self.bare()?;
        match key(bare) {
            Some(key) => Ok(key),
            None => {
                let message = format!("found `{}`, expected {what}", self.shown(&span));
                Err(self.fail(&rules::SYNTAX, span, message, format!("write {what}")))
            }
        }
    }

    /// Type of the address that indices lead to.
    pub(super) fn address(
        &mut self,
        (source, place): (TypeId, Range<usize>),
        (pointer, span): (TypeId, Range<usize>),
        indices: &[(ValueId, TypeId, Range<usize>)],
    ) -> Parsed<TypeId> {
        let scalar = self.table().scalar(pointer);
        let Some(Type::Pointer { pointee, address_space }) = self.table().get(scalar) else {
            let message = format!("found a base of type {}, expected a pointer", self.spelled(pointer));
            return Err(self.fail(&rules::OPERAND, span, message, "take the address of memory"));
        };
        if pointee != source {
            let (found, expected) = (self.spelled(source), self.spelled(pointee));
            let message = format!("found the type {found}, expected {expected}, to which the pointer points");
            return Err(self.fail(&rules::MISMATCH, place, message, format!("write {expected}")));
        }
        let mut at = source;
        let mut lanes = self.lanes(pointer);
        for (number, (value, ty, span)) in indices.iter().enumerate() {
            let span = span.clone();
            if !self.is_integer(*ty) {
                let message = format!("found an index of type {}, expected an integer", self.spelled(*ty));
                return Err(self.fail(&rules::OPERAND, span, message, "use i32 for indices"));
            }
            if let Some(own) = self.lanes(*ty) {
                if lanes.is_some_and(|lanes| lanes != own) {
                    let message = format!("found {own} indices in a vector, expected {}", lanes.unwrap_or(0));
                    return Err(self.fail(&rules::OPERAND, span, message, "use one index for each pointer"));
                }
                lanes = Some(own);
            }
            if number == 0 {
                continue;
            }
            at = self.step(at, *value, span)?;
        }
        let result = self.intern(Type::Pointer { pointee: at, address_space });
        Ok(match lanes {
            Some(count) => self.intern(Type::Vector { element: result, count }),
            None => result,
        })
    }

    /// Type of an element of a type in memory.
    fn step(&mut self, ty: TypeId, index: ValueId, span: Range<usize>) -> Parsed<TypeId> {
        if let Some(element) = self.table().element(ty) {
            return Ok(element);
        }
        let count = self.table().fields(ty).map(<[TypeId]>::len);
        let Some(count) = count else {
            let message =
                format!("found an index into {}, expected a structure, array or vector", self.spelled(ty));
            return Err(self.fail(&rules::OPERAND, span, message, "remove the index"));
        };
        let scope = self.builder.module.scope(None);
        let number = if index.is_local() { None } else { scope.integer(index) };
        let field = number.and_then(|number| usize::try_from(number).ok());
        match field.and_then(|field| self.table().fields(ty)?.get(field).copied()) {
            Some(field) => Ok(field),
            None => {
                let found =
                    number.map_or_else(|| "a variable index".to_owned(), |number| format!("field {number}"));
                let message =
                    format!("found {found} of {}, expected a constant below {count}", self.spelled(ty));
                Err(self.fail(&rules::OPERAND, span, message, "write the number of a field as i32"))
            }
        }
    }
}
