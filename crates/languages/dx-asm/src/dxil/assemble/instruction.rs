//! Reads instructions: one at a time, with what is attached to them.

use std::collections::HashSet;
use std::ops::Range;

use glassbox_dxil::ir::{BinaryOp, CastOp, Constant, LabelId, Op, Type, TypeId, ValueId};

use super::check::Operand;
use super::lexer::Token;
use super::parser::{Key, Parsed, Parser};
use super::rules;

/// Words that begin an instruction, besides operators and conversions.
const WORDS: [&str; 28] = [
    "ret",
    "br",
    "switch",
    "indirectbr",
    "invoke",
    "resume",
    "unreachable",
    "icmp",
    "fcmp",
    "select",
    "phi",
    "call",
    "tail",
    "musttail",
    "notail",
    "alloca",
    "load",
    "store",
    "getelementptr",
    "extractvalue",
    "insertvalue",
    "extractelement",
    "insertelement",
    "shufflevector",
    "atomicrmw",
    "cmpxchg",
    "fence",
    "landingpad",
];

/// Words of instructions that end a block.
const TERMINATORS: [&str; 7] = ["ret", "br", "switch", "indirectbr", "invoke", "resume", "unreachable"];

/// An instruction that is read but not yet in a block.
pub(super) struct Made {
    pub(super) op: Op,
    pub(super) ty: TypeId,
    pub(super) operands: Vec<ValueId>,
    pub(super) labels: Vec<LabelId>,
}

impl Made {
    pub(super) fn new(op: Op, ty: TypeId, operands: impl Into<Vec<ValueId>>) -> Made {
        Made { op, ty, operands: operands.into(), labels: Vec::new() }
    }

    fn to(mut self, labels: impl Into<Vec<LabelId>>) -> Made {
        self.labels = labels.into();
        self
    }
}

fn is_word(word: &str) -> bool {
    WORDS.contains(&word)
        || word == "va_arg"
        || BinaryOp::ALL.iter().any(|op| op.name() == word)
        || CastOp::ALL.iter().any(|op| op.name() == word)
}

impl Parser<'_> {
    /// An instruction with its result and attachments, appended to the open block.
    pub(super) fn instruction_line(&mut self) -> Parsed<()> {
        let span = self.span.clone();
        let name = match self.token {
            Token::Local(name) => Some((Key::Name(self.name(name, &span)?), span)),
            Token::LocalNumber(number) => Some((Key::Number(number), span)),
            _ => None,
        };
        if name.is_some() {
            self.advance();
            if !self.eat(b'=') {
                let failed = self.unexpected("`=` after the name of a result");
                self.poison(name);
                return Err(failed);
            }
        }
        let is_end = matches!(self.token, Token::Word(word) if TERMINATORS.contains(&word));
        let made = match self.instruction() {
            Ok(made) => made,
            Err(failed) => {
                self.poison(name);
                if let Some(function) = self.function.as_mut().filter(|_| is_end) {
                    function.is_open = false;
                }
                return Err(failed);
            }
        };
        let result = match self.define(name.clone(), made.ty) {
            Ok(result) => result,
            Err(failed) => {
                self.poison(name);
                return Err(failed);
            }
        };
        let Some(function) = &mut self.function else { return Ok(()) };
        let id = function.body.push(made.op, made.ty, result, &made.operands, &made.labels);
        if function.body.instruction(id).is_some_and(|instruction| instruction.is_terminator()) {
            function.is_open = false;
        }
        self.attachments(id)
    }

    /// Skips to the start of something that can stand in a body.
    pub(super) fn skip_to_instruction(&mut self) {
        loop {
            self.skip_line();
            let is_start = match self.token {
                Token::End | Token::Label(_) => true,
                Token::Mark(b'}') => self.is_at_margin(),
                Token::Local(_) | Token::LocalNumber(_) => self.second() == Token::Mark(b'='),
                Token::Word("define" | "declare" | "attributes" | "target") => self.is_at_margin(),
                Token::Global(_) | Token::GlobalNumber(_) => self.is_at_margin(),
                Token::Mark(b'!') | Token::Metadata(_) => self.is_at_margin(),
                Token::Word(word) => is_word(word),
                _ => false,
            };
            if is_start {
                return;
            }
            // The line is skipped as a whole next time.
            self.end = self.span.start;
        }
    }

    fn instruction(&mut self) -> Parsed<Made> {
        let start = self.span.start;
        let Token::Word(word) = self.token else {
            return Err(self.unexpected("an instruction"));
        };
        if let Some(op) = BinaryOp::ALL.iter().find(|op| op.name() == word) {
            self.advance();
            return self.operator(*op);
        }
        if let Some(op) = CastOp::ALL.iter().find(|op| op.name() == word) {
            self.advance();
            return self.cast(*op, start);
        }
        let later = match word {
            "fneg" => Some("write fsub and the constant -0.000000e+00 in front of the operand"),
            "freeze" => Some("use the operand itself"),
            "callbr" | "catchswitch" | "catchret" | "cleanupret" => {
                Some("use br: shaders have no exceptions")
            }
            _ => None,
        };
        if let Some(help) = later {
            let message = format!(
                "found `{word}`, which LLVM has since later versions, expected an instruction of LLVM 3.7"
            );
            return Err(self.fail(&rules::WORD, self.span.clone(), message, help));
        }
        if !is_word(word) {
            let names =
                BinaryOp::ALL.iter().map(|op| op.name()).chain(CastOp::ALL.iter().map(|op| op.name()));
            let names: Vec<&str> = WORDS.into_iter().chain(names).collect();
            return Err(self.unknown("an instruction", names));
        }
        self.advance();
        match word {
            "ret" => self.returned(),
            "br" => self.branch(),
            "switch" => self.switch(),
            "indirectbr" => self.indirect_branch(),
            "invoke" => self.invoke(start),
            "resume" => {
                let (value, _, _) = self.typed()?;
                let void = self.intern(Type::Void);
                Ok(Made::new(Op::Resume, void, [value]))
            }
            "unreachable" => {
                let void = self.intern(Type::Void);
                Ok(Made::new(Op::Unreachable, void, []))
            }
            "icmp" | "fcmp" => self.compare(word == "fcmp"),
            "select" => {
                let [a, b, c] = self.three()?;
                let ty = self.selection(&a, &b, &c)?;
                Ok(Made::new(Op::Select, ty, [a.0, b.0, c.0]))
            }
            "insertelement" => {
                let [a, b, c] = self.three()?;
                let ty = self.insertion(&a, &b, &c)?;
                Ok(Made::new(Op::InsertElement, ty, [a.0, b.0, c.0]))
            }
            "shufflevector" => {
                let [a, b, c] = self.three()?;
                let ty = self.shuffle(&a, &b, &c)?;
                Ok(Made::new(Op::ShuffleVector, ty, [a.0, b.0, c.0]))
            }
            "extractelement" => {
                let a = self.typed()?;
                self.expect(b',')?;
                let b = self.typed()?;
                let ty = self.extraction(&a, &b)?;
                Ok(Made::new(Op::ExtractElement, ty, [a.0, b.0]))
            }
            "extractvalue" | "insertvalue" => self.part_of(word == "insertvalue"),
            "phi" => self.phi(),
            "landingpad" => self.landing_pad(),
            "va_arg" => {
                let list = self.typed()?;
                self.expect(b',')?;
                let ty = self.ty()?;
                Ok(Made::new(Op::VaArg, ty, [list.0]))
            }
            "call" | "tail" | "musttail" | "notail" => self.call(word, start),
            _ => self.memory(word, start),
        }
    }

    /// Consumes a comma unless an attachment follows it.
    pub(super) fn more(&mut self) -> bool {
        self.token == Token::Mark(b',') && !matches!(self.second(), Token::Metadata(_)) && self.eat(b',')
    }

    fn three(&mut self) -> Parsed<[Operand; 3]> {
        let a = self.typed()?;
        self.expect(b',')?;
        let b = self.typed()?;
        self.expect(b',')?;
        let c = self.typed()?;
        Ok([a, b, c])
    }

    /// Two values of one type, stated before the first.
    fn two(&mut self) -> Parsed<([ValueId; 2], TypeId, Range<usize>)> {
        let (left, ty, span) = self.typed()?;
        self.expect(b',')?;
        let right = self.value(ty)?;
        Ok(([left, right], ty, span))
    }

    fn operator(&mut self, op: BinaryOp) -> Parsed<Made> {
        let flags = self.operator_flags(op);
        let (operands, ty, span) = self.two()?;
        self.operator_type(op, ty, span)?;
        Ok(Made::new(Op::Binary { op, flags }, ty, operands))
    }

    fn compare(&mut self, is_float: bool) -> Parsed<Made> {
        let flags = if is_float { self.fast_flags() } else { glassbox_dxil::ir::Flags::NONE };
        let predicate = self.predicate(is_float)?;
        let (operands, ty, span) = self.two()?;
        let ty = self.comparison(is_float, ty, span)?;
        Ok(Made::new(Op::Compare { predicate, flags }, ty, operands))
    }

    fn cast(&mut self, op: CastOp, start: usize) -> Parsed<Made> {
        let (value, from, _) = self.typed()?;
        self.expect_word("to")?;
        let to = self.ty()?;
        self.conversion(op, from, to, start..self.end)?;
        Ok(Made::new(Op::Cast(op), to, [value]))
    }

    fn returned(&mut self) -> Parsed<Made> {
        let start = self.span.start;
        let ty = self.ty_or_void()?;
        let void = self.intern(Type::Void);
        let operands = if ty == void { Vec::new() } else { vec![self.value(ty)?] };
        let result = self.function.as_ref().map_or(ty, |function| function.result);
        if ty != result {
            let (found, expected) = (self.spelled(ty), self.spelled(result));
            let message =
                format!("found a result of type {found}, expected {expected}, that of the function");
            let help = format!("return {expected}");
            return Err(self.fail(&rules::MISMATCH, start..self.end, message, help));
        }
        Ok(Made::new(Op::Return, void, operands))
    }

    fn branch(&mut self) -> Parsed<Made> {
        let void = self.intern(Type::Void);
        if self.token == Token::Word("label") {
            let label = self.label()?;
            return Ok(Made::new(Op::Branch, void, []).to([label]));
        }
        let (condition, ty, span) = self.typed()?;
        if self.width(ty) != Some(1) {
            let message = format!("found a condition of type {}, expected i1", self.spelled(ty));
            return self.refuse(span, message, "compare with icmp ne ..., 0 first");
        }
        self.expect(b',')?;
        let yes = self.label()?;
        self.expect(b',')?;
        let no = self.label()?;
        Ok(Made::new(Op::Branch, void, [condition]).to([yes, no]))
    }

    fn switch(&mut self) -> Parsed<Made> {
        let (value, ty, span) = self.typed()?;
        if self.width(ty).is_none() {
            let message = format!("found a value of type {}, expected an integer", self.spelled(ty));
            return self.refuse(span, message, "switch on an integer");
        }
        self.expect(b',')?;
        let mut labels = vec![self.label()?];
        let mut operands = vec![value];
        let mut seen = HashSet::new();
        self.expect(b'[')?;
        while self.token != Token::Mark(b']') {
            let (case, case_type, span) = self.typed_constant()?;
            if case_type != ty {
                return Err(self.mismatch(span, case_type, ty));
            }
            let constant = self.builder.module.constant(case);
            if !matches!(constant, Some(Constant::Null | Constant::Integer(_) | Constant::Wide(_))) {
                let message = format!("found the case `{}`, expected an integer", self.shown(&span));
                return self.refuse(span, message, "write the digits of the integer");
            }
            if !seen.insert(case) {
                let message = format!("found a second case `{}`, expected each once", self.shown(&span));
                return Err(self.fail(&rules::REPEATED, span, message, "remove one of them"));
            }
            operands.push(case);
            self.expect(b',')?;
            labels.push(self.label()?);
        }
        self.advance();
        let void = self.intern(Type::Void);
        Ok(Made::new(Op::Switch, void, operands).to(labels))
    }

    fn indirect_branch(&mut self) -> Parsed<Made> {
        let (address, ty, span) = self.typed()?;
        if self.table().pointee(ty).is_none() {
            let message = format!("found an address of type {}, expected a pointer", self.spelled(ty));
            return self.refuse(span, message, "use blockaddress(@function, %block)");
        }
        self.expect(b',')?;
        self.expect(b'[')?;
        let mut labels = Vec::new();
        if self.token != Token::Mark(b']') {
            loop {
                labels.push(self.label()?);
                if !self.eat(b',') {
                    break;
                }
            }
        }
        self.expect(b']')?;
        let void = self.intern(Type::Void);
        Ok(Made::new(Op::IndirectBranch, void, [address]).to(labels))
    }

    fn phi(&mut self) -> Parsed<Made> {
        let ty = self.ty()?;
        let (mut operands, mut labels) = (Vec::new(), Vec::new());
        loop {
            self.expect(b'[')?;
            operands.push(self.value(ty)?);
            self.expect(b',')?;
            labels.push(self.block_name()?);
            self.expect(b']')?;
            if !self.more() {
                break;
            }
        }
        Ok(Made::new(Op::Phi, ty, operands).to(labels))
    }

    /// `extractvalue` or `insertvalue`.
    fn part_of(&mut self, is_insertion: bool) -> Parsed<Made> {
        let (aggregate, ty, span) = self.typed()?;
        let element = if is_insertion {
            self.expect(b',')?;
            Some(self.typed()?)
        } else {
            None
        };
        if !matches!(
            self.table().get(ty),
            Some(Type::Array { .. } | Type::Struct { .. } | Type::Named { .. })
        ) {
            let message =
                format!("found a value of type {}, expected a structure or an array", self.spelled(ty));
            return self.refuse(span, message, "use extractelement and insertelement for vectors");
        }
        let mut places = Vec::new();
        while self.more() {
            let span = self.span.clone();
            places.push((self.word32("an index")?, span));
        }
        if places.is_empty() {
            return Err(self.unexpected("`,` and an index"));
        }
        let part = self.path(ty, &places)?;
        let indices: Vec<u32> = places.iter().map(|place| place.0).collect();
        let Some(function) = &mut self.function else { return Err(super::parser::Failed) };
        let indices = function.body.add_indices(&indices);
        match element {
            None => Ok(Made::new(Op::ExtractValue { indices }, part, [aggregate])),
            Some((element, own, span)) => {
                if own != part {
                    return Err(self.mismatch(span, own, part));
                }
                Ok(Made::new(Op::InsertValue { indices }, ty, [aggregate, element]))
            }
        }
    }

    fn landing_pad(&mut self) -> Parsed<Made> {
        let ty = self.ty()?;
        let cleanup = self.eat_word("cleanup");
        let (mut kinds, mut operands) = (Vec::new(), Vec::new());
        loop {
            let kind = match self.token {
                Token::Word("catch") => 0,
                Token::Word("filter") => 1,
                _ => break,
            };
            self.advance();
            let (value, own, span) = self.typed_constant()?;
            let is_array = matches!(self.table().get(own), Some(Type::Array { .. }));
            if is_array != (kind == 1) {
                let message = format!(
                    "found a clause of type {}, expected an array for filter and nothing else",
                    self.spelled(own)
                );
                return self.refuse(span, message, "use catch for a pointer and filter for an array");
            }
            kinds.push(kind);
            operands.push(value);
        }
        let Some(function) = &mut self.function else { return Err(super::parser::Failed) };
        let clauses = function.body.add_indices(&kinds);
        Ok(Made::new(Op::LandingPad { cleanup, clauses }, ty, operands))
    }
}
