//! Reads values: names, numbers, constants. The type that a value must have precedes it in the text.

use std::ops::Range;

use glassbox_dxil::ir::{Constant, Type, TypeId, ValueId};

use super::lexer::{Token, unescaped};
use super::number;
use super::parser::{Key, Parsed, Parser, shown};
use super::rules;

/// A value whose type is not known yet.
pub(super) enum Bare<'t> {
    Global(Key),
    Local(Key),
    Integer(&'t str),
    Float(u8, &'t str),
    Bool(bool),
    Null,
    Undef,
    Zero,
    EmptyArray,
    /// A constant that states its type.
    Constant(ValueId),
    Structure {
        parts: Vec<ValueId>,
        packed: bool,
    },
    Assembly {
        text: Vec<u8>,
        constraints: Vec<u8>,
        flags: [bool; 3],
    },
}

impl<'t> Parser<'t> {
    /// A type and a value of it, with the place of both.
    pub(super) fn typed(&mut self) -> Parsed<(ValueId, TypeId, Range<usize>)> {
        let start = self.span.start;
        let ty = self.ty()?;
        let value = self.value(ty)?;
        Ok((value, ty, start..self.end))
    }

    /// A type and a constant of it.
    pub(super) fn typed_constant(&mut self) -> Parsed<(ValueId, TypeId, Range<usize>)> {
        let function = self.function.take();
        let result = self.typed();
        self.function = function;
        result
    }

    /// A value of a type.
    pub(super) fn value(&mut self, ty: TypeId) -> Parsed<ValueId> {
        let start = self.span.start;
        let bare = self.bare()?;
        self.converted(ty, bare, start..self.end)
    }

    /// A value whose type is not known yet.
    pub(super) fn bare(&mut self) -> Parsed<Bare<'t>> {
        let span = self.span.clone();
        let bare = match self.token {
            Token::Global(name) => Bare::Global(Key::Name(self.name(name, &span)?)),
            Token::GlobalNumber(number) => Bare::Global(Key::Number(number)),
            Token::Local(name) => Bare::Local(Key::Name(self.name(name, &span)?)),
            Token::LocalNumber(number) => Bare::Local(Key::Number(number)),
            Token::Integer(digits) => Bare::Integer(digits),
            Token::Decimal(digits) => Bare::Float(0, digits),
            Token::Hex(kind, digits) => Bare::Float(kind, digits),
            Token::Word("true") => Bare::Bool(true),
            Token::Word("false") => Bare::Bool(false),
            Token::Word("null") => Bare::Null,
            Token::Word("undef") => Bare::Undef,
            Token::Word("zeroinitializer") => Bare::Zero,
            Token::Mark(b'{') => return self.nested(|parser| parser.structure_constant(false)),
            Token::Mark(b'<') => {
                return self.nested(|parser| {
                    if parser.second() == Token::Mark(b'{') {
                        parser.advance();
                        let bare = parser.structure_constant(true)?;
                        parser.expect(b'>')?;
                        return Ok(bare);
                    }
                    parser.list_constant(b'>')
                });
            }
            Token::Mark(b'[') => return self.nested(|parser| parser.list_constant(b']')),
            Token::Word("c") => return self.text_constant(),
            Token::Word("asm") => return self.assembly(),
            Token::Word(_) => {
                return self.nested(|parser| parser.expression().map(Bare::Constant));
            }
            _ => return Err(self.unexpected("a value")),
        };
        self.advance();
        Ok(bare)
    }

    /// Constants with their types, separated by commas, up to a closing mark.
    pub(super) fn constants(&mut self, close: u8) -> Parsed<Vec<(ValueId, TypeId, Range<usize>)>> {
        let mut parts = Vec::new();
        if self.eat(close) {
            return Ok(parts);
        }
        loop {
            parts.push(self.typed_constant()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(close)?;
        Ok(parts)
    }

    fn structure_constant(&mut self, packed: bool) -> Parsed<Bare<'t>> {
        self.advance();
        let parts = self.constants(b'}')?;
        Ok(Bare::Structure { parts: parts.into_iter().map(|part| part.0).collect(), packed })
    }

    /// The elements of an array or vector, which state their type.
    fn list_constant(&mut self, close: u8) -> Parsed<Bare<'t>> {
        let start = self.span.start;
        self.advance();
        let parts = self.constants(close)?;
        let Some(&(_, element, ref first)) = parts.first() else {
            if close == b']' {
                return Ok(Bare::EmptyArray);
            }
            let message = "found a vector without elements, expected one at least";
            let span = start..self.end;
            return Err(self.fail(&rules::CONSTANT, span, message, "write the elements with their types"));
        };
        if let Some((_, other, span)) = parts.iter().find(|part| part.1 != element) {
            let (found, expected) = (self.spelled(*other), self.spelled(element));
            let message =
                format!("found an element of type {found}, expected {expected}, the type of the first");
            return Err(self.fail(
                &rules::MISMATCH,
                span.clone(),
                message,
                format!("write an element of type {expected}"),
            ));
        }
        let count = parts.len();
        let ty = if close == b']' {
            self.element(element, first.clone(), "an element")?;
            self.intern(Type::Array { element, count: count as u64 })
        } else {
            let is_scalar =
                matches!(self.table().get(element), Some(Type::Integer(_) | Type::Pointer { .. }))
                    || self.table().get(element).is_some_and(Type::is_float);
            if !is_scalar {
                let message =
                    format!("found elements of type {}, expected numbers or pointers", self.spelled(element));
                return Err(self.fail(&rules::TYPE, first.clone(), message, "use an array, in brackets"));
            }
            self.intern(Type::Vector { element, count: count as u32 })
        };
        let parts: Vec<ValueId> = parts.into_iter().map(|part| part.0).collect();
        Ok(Bare::Constant(self.aggregate(ty, &parts)))
    }

    /// `c"text"`.
    fn text_constant(&mut self) -> Parsed<Bare<'t>> {
        self.advance();
        let Token::Text(text) = self.token else {
            return Err(self.unexpected("a string after `c`"));
        };
        self.advance();
        let bytes = unescaped(text);
        let element = self.intern(Type::Integer(8));
        let ty = self.intern(Type::Array { element, count: bytes.len() as u64 });
        let words = bytes.iter().map(|byte| u64::from(*byte)).collect();
        Ok(Bare::Constant(self.data(ty, words)))
    }

    fn assembly(&mut self) -> Parsed<Bare<'t>> {
        self.advance();
        let flags = ["sideeffect", "alignstack", "inteldialect"].map(|word| self.eat_word(word));
        let text = self.text()?;
        self.expect(b',')?;
        let constraints = self.text()?;
        Ok(Bare::Assembly { text, constraints, flags })
    }

    /// A value as one of a type.
    pub(super) fn converted(&mut self, ty: TypeId, bare: Bare<'t>, span: Range<usize>) -> Parsed<ValueId> {
        let found = self.table().get(ty);
        match bare {
            _ if matches!(found, Some(Type::Function { .. })) => {
                let message = format!("found a value of type {}, expected a pointer to it", self.spelled(ty));
                Err(self.fail(
                    &rules::TYPE,
                    span,
                    message,
                    "add `*` to the type: functions are used by pointer",
                ))
            }
            Bare::Global(key) => self.global(key, ty, span),
            Bare::Local(key) => self.local(key, ty, span),
            Bare::Integer(digits) => match found {
                Some(Type::Integer(width)) => self.integer(ty, width, digits, span),
                _ => Err(self.not_of(ty, &span, "an integer")),
            },
            Bare::Bool(value) => match found {
                Some(Type::Integer(1)) => Ok(self.plain(ty, Constant::Integer(-i64::from(value)))),
                _ => Err(self.not_of(ty, &span, "a truth value, which has the type i1")),
            },
            Bare::Float(kind, digits) => self.float(ty, kind, digits, span),
            Bare::Null => match found {
                Some(Type::Pointer { .. }) => Ok(self.plain(ty, Constant::Null)),
                _ => Err(self.not_of(ty, &span, "a pointer")),
            },
            Bare::Undef | Bare::Zero => {
                if !self.is_first_class(ty) || matches!(found, Some(Type::Label | Type::Metadata)) {
                    return Err(self.not_of(ty, &span, "a constant"));
                }
                let constant = if matches!(bare, Bare::Zero) { Constant::Null } else { Constant::Undef };
                Ok(self.plain(ty, constant))
            }
            Bare::EmptyArray => match found {
                Some(Type::Array { count: 0, .. }) => Ok(self.plain(ty, Constant::Undef)),
                _ => Err(self.not_of(ty, &span, "an array without elements")),
            },
            Bare::Constant(value) => match self.type_of(value) {
                Some(own) if own == ty => Ok(value),
                Some(own) => {
                    let (own, expected) = (self.spelled(own), self.spelled(ty));
                    let message = format!("found a constant of type {own}, expected {expected}");
                    let help = "make the type in front of the constant its own";
                    Err(self.fail(&rules::MISMATCH, span, message, help))
                }
                None => Err(self.not_of(ty, &span, "a constant")),
            },
            Bare::Structure { parts, packed } => self.structure_of(ty, &parts, packed, span),
            Bare::Assembly { text, constraints, flags: [side_effects, align_stack, intel] } => {
                let pointee = self.table().pointee(ty);
                if pointee.is_none_or(|pointee| self.table().function(pointee).is_none()) {
                    return Err(self.not_of(
                        ty,
                        &span,
                        "inline assembly, which has the type of a function pointer",
                    ));
                }
                Ok(self.made(ty, |list| Constant::InlineAsm {
                    assembly: list.add_text(text),
                    constraints: list.add_text(constraints),
                    side_effects,
                    align_stack,
                    intel,
                }))
            }
        }
    }

    /// Reports a constant that its type does not have.
    fn not_of(&mut self, ty: TypeId, span: &Range<usize>, what: &str) -> super::parser::Failed {
        let expected = self.spelled(ty);
        let found = self.shown(span);
        let message = format!("found `{found}`, {what}, expected a value of type {expected}");
        let help = match self.table().get(ty) {
            Some(Type::Integer(1)) => "write true or false".to_owned(),
            Some(Type::Integer(_)) => "write digits, without a point".to_owned(),
            Some(ty) if ty.is_float() => {
                "write a point and an exponent, such as 1.000000e+00, or `0x` and the bits".to_owned()
            }
            Some(Type::Pointer { .. }) => "write null, or the name of a value".to_owned(),
            Some(Type::Label) => "write the name of a block, such as %4".to_owned(),
            _ => "write zeroinitializer, undef, or the elements with their types".to_owned(),
        };
        self.fail(&rules::CONSTANT, span.clone(), message, help)
    }

    fn integer(&mut self, ty: TypeId, width: u32, digits: &str, span: Range<usize>) -> Parsed<ValueId> {
        if digits.len() > number::MAX_DIGITS {
            let message = format!(
                "found an integer of {} digits, expected {} at most",
                digits.len(),
                number::MAX_DIGITS
            );
            return Err(self.fail(&rules::LIMIT, span, message, "use a smaller number"));
        }
        if width <= 64 {
            return Ok(self.plain(ty, Constant::Integer(number::narrow(digits, width))));
        }
        let words = number::wide(digits, width);
        if words == [0] {
            return Ok(self.plain(ty, Constant::Null));
        }
        Ok(self.made(ty, |list| Constant::Wide(list.add_words(words))))
    }

    /// A decimal float, or the bits of one: of a double, or of the type that a letter names.
    fn float(&mut self, ty: TypeId, kind: u8, digits: &str, span: Range<usize>) -> Parsed<ValueId> {
        let Some(found) = self.table().get(ty).filter(|ty| ty.is_float()) else {
            return Err(self.not_of(ty, &span, "a float"));
        };
        let double = match (kind, found) {
            (0, _) => digits.parse::<f64>().ok().map(f64::to_bits),
            (b'J', _) => u64::from_str_radix(digits, 16).ok(),
            (b'H', Type::Half) => {
                let bits = u64::from_str_radix(digits, 16).ok().filter(|bits| *bits < 1 << 16);
                return match bits {
                    Some(bits) => Ok(self.plain(ty, Constant::Float(bits))),
                    None => Err(self.wrong_float(ty, &span, None)),
                };
            }
            (b'K', Type::X86Fp80) | (b'L', Type::Fp128) | (b'M', Type::PpcFp128) => {
                return match number::long_float(kind, digits) {
                    Some(words) => Ok(self.made(ty, |list| Constant::WideFloat(list.add_words(words)))),
                    None => Err(self.wrong_float(ty, &span, None)),
                };
            }
            _ => None,
        };
        match double.and_then(|double| number::exact(double, found)) {
            Some(bits) => Ok(self.plain(ty, Constant::Float(bits))),
            None => Err(self.wrong_float(ty, &span, double.map(|bits| (bits, found)))),
        }
    }

    fn wrong_float(
        &mut self,
        ty: TypeId,
        span: &Range<usize>,
        double: Option<(u64, Type)>,
    ) -> super::parser::Failed {
        let message = format!("found `{}`, which no {} equals", self.shown(span), self.spelled(ty));
        let nearest = match double {
            Some((bits, Type::Float)) => {
                let nearest = f64::from_bits(bits) as f32;
                format!("the nearest is 0x{:X}", f64::from(nearest).to_bits())
            }
            Some((_, Type::Half)) => {
                "use a number with fewer digits, or `0xH` and the four digits of its bits".to_owned()
            }
            _ => "write the bits of the type: 0xH and 4 digits for half, 0x and 16 for float and double"
                .to_owned(),
        };
        self.fail(&rules::NUMBER, span.clone(), message, nearest)
    }

    fn structure_of(
        &mut self,
        ty: TypeId,
        parts: &[ValueId],
        packed: bool,
        span: Range<usize>,
    ) -> Parsed<ValueId> {
        let types = &self.builder.module.types;
        let is_packed = match types.get(ty) {
            Some(Type::Struct { packed, .. } | Type::Named { packed, fields: Some(_), .. }) => packed,
            _ => return Err(self.not_of(ty, &span, "a structure")),
        };
        let fields = types.fields(ty).unwrap_or_default().to_vec();
        if is_packed != packed {
            let (found, expected) = if packed { ("<{ }>", "{ }") } else { ("{ }", "<{ }>") };
            let message = format!(
                "found a structure in {found}, expected {expected} as in its type {}",
                self.spelled(ty)
            );
            return Err(self.fail(&rules::CONSTANT, span, message, format!("write it in {expected}")));
        }
        if fields.len() != parts.len() {
            let message =
                format!("found {} fields, expected {} as in {}", parts.len(), fields.len(), self.spelled(ty));
            return Err(self.fail(&rules::CONSTANT, span, message, "write one constant for each field"));
        }
        for (place, (field, part)) in fields.iter().zip(parts).enumerate() {
            let own = self.type_of(*part).unwrap_or(*field);
            if own != *field {
                let (found, expected) = (self.spelled(own), self.spelled(*field));
                let message = format!("found field {place} of type {found}, expected {expected}");
                let help = format!("write a constant of type {expected}");
                return Err(self.fail(&rules::MISMATCH, span, message, help));
            }
        }
        Ok(self.aggregate(ty, parts))
    }

    /// Reports a value of another type than its definition has.
    pub(super) fn mismatch(
        &mut self,
        span: Range<usize>,
        own: TypeId,
        wanted: TypeId,
    ) -> super::parser::Failed {
        let (own, wanted) = (self.spelled(own), self.spelled(wanted));
        let what = shown(&self.shown(&span));
        let message = format!("found `{what}`, which has the type {own}, expected {wanted}");
        let help = format!("state the type {own}, or convert the value");
        self.fail(&rules::MISMATCH, span, message, help)
    }
}
