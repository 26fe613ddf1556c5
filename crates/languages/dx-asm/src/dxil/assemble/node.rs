//! Reads nodes of debug information: a kind, and fields by name.

use std::ops::Range;

use glassbox_dxil::ir::{DebugKind, FieldKind};

use super::lexer::{Token, unescaped};
use super::parser::{Failed, Parsed, Parser};
use super::rules;
use crate::dxil::debug::{self, When};
use crate::dxil::dwarf;

/// Fields that are strings, among those that refer to metadata.
const TEXTS: [&str; 11] = [
    "name",
    "linkageName",
    "filename",
    "directory",
    "producer",
    "splitDebugFilename",
    "identifier",
    "configMacros",
    "includePath",
    "isysroot",
    "header",
];

fn is_text(kind: DebugKind, name: &str) -> bool {
    TEXTS.contains(&name)
        || kind == DebugKind::CompileUnit && name == "flags"
        || kind == DebugKind::ObjcProperty && matches!(name, "getter" | "setter")
}

/// Largest value of a field with a number. Source: LLVM 3.7.
fn limit(kind: FieldKind, name: &str) -> u64 {
    match (kind, name) {
        (FieldKind::Tag | FieldKind::Language, _) => 0xffff,
        (FieldKind::Encoding, _) => 0xff,
        (FieldKind::Virtuality, _) => 2,
        (FieldKind::Flags, _) => u64::from(u32::MAX),
        (_, "column" | "arg") => u64::from(u16::MAX),
        (
            _,
            "line" | "scopeLine" | "runtimeVersion" | "emissionKind" | "virtualIndex" | "attributes"
            | "discriminator",
        ) => u64::from(u32::MAX),
        _ => u64::MAX,
    }
}

impl Parser<'_> {
    /// Kind and fields of a node, whose kind is the next token.
    pub(super) fn debug_node(&mut self, name: &str) -> Parsed<(DebugKind, Vec<u64>)> {
        let span = self.span.clone();
        let Some(kind) = DebugKind::ALL.iter().copied().find(|kind| kind.name() == name) else {
            let names = DebugKind::ALL.iter().map(|kind| kind.name());
            let help = match glassbox_core::suggest::similar(name, names) {
                Some(name) => format!("did you mean `!{name}`?"),
                None => "use one of those that LLVM 3.7 has, such as !DIFile".to_owned(),
            };
            let message = format!("found `!{name}`, expected a kind of debug information");
            return Err(self.fail(&rules::WORD, span, message, help));
        };
        self.advance();
        self.expect(b'(')?;
        let fields = match kind {
            DebugKind::Expression => self.operations()?,
            _ => self.fields_of(kind)?,
        };
        Ok((kind, fields))
    }

    /// Operations of an expression up to the parenthesis.
    fn operations(&mut self) -> Parsed<Vec<u64>> {
        let mut fields = Vec::new();
        if self.eat(b')') {
            return Ok(fields);
        }
        loop {
            fields.push(match self.token {
                Token::Word(_) => self.dwarf(dwarf::OPERATIONS, "an operation, such as DW_OP_deref")?,
                _ => self.unsigned(u64::MAX, "an operation or a number")?,
            });
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok(fields)
    }

    /// Fields up to the parenthesis, in the order of the record.
    fn fields_of(&mut self, kind: DebugKind) -> Parsed<Vec<u64>> {
        let order = debug::order(kind);
        let count = order.iter().map(|(place, _)| place + 1).max().unwrap_or(2);
        let mut fields = vec![0u64; count];
        if let (Some(tag), Some(slot)) = (debug::usual_tag(kind), fields.first_mut()) {
            *slot = tag;
        }
        let is_definition = kind.fields().iter().position(|field| field.name == "isDefinition");
        if let Some(slot) = is_definition.and_then(|place| fields.get_mut(place)) {
            *slot = 1;
        }
        let mut seen: Vec<&str> = Vec::new();
        let mut rest = Vec::new();
        while self.token != Token::Mark(b')') {
            let Token::Label(name) = self.token else {
                return Err(self.unexpected("a field, such as `name:`, or `)`"));
            };
            let span = self.span.clone();
            if seen.contains(&name) {
                let message = format!("found the field `{name}` twice, expected it once");
                return Err(self.fail(&rules::REPEATED, span, message, "remove one of them"));
            }
            if kind == DebugKind::Generic && matches!(name, "header" | "operands") {
                seen.push(name);
                self.advance();
                self.generic(name, &mut rest)?;
            } else {
                let place = kind.fields().iter().position(|field| field.name == name);
                let is_known = |place: &usize| {
                    kind == DebugKind::Generic && *place == 0 || order.iter().any(|known| known.0 == *place)
                };
                let Some(place) = place.filter(is_known) else {
                    return Err(self.unknown_field(kind, name, span));
                };
                seen.push(name);
                self.advance();
                let field = kind.fields().get(place).map_or(FieldKind::Number, |field| field.kind);
                let when = order.iter().find(|known| known.0 == place).map_or(When::Set, |known| known.1);
                let number = self.field(kind, field, name, when)?;
                if let Some(slot) = fields.get_mut(place) {
                    *slot = number;
                }
            }
            if !self.eat(b',') {
                break;
            }
        }
        let close = self.span.clone();
        self.expect(b')')?;
        for (place, when) in order {
            let name = kind.fields().get(*place).map_or("", |field| field.name);
            if matches!(when, When::Needed | When::NotNull) && !seen.contains(&name) {
                let message = format!("found no field `{name}` in {}, which needs it", kind.name());
                return Err(self.fail(&rules::METADATA, close, message, format!("add `{name}:`")));
            }
        }
        if kind == DebugKind::Generic {
            if !seen.contains(&"tag") {
                let message = "found no field `tag` in GenericDINode, which needs it";
                return Err(self.fail(&rules::METADATA, close, message, "add `tag:`"));
            }
            if rest.is_empty() {
                rest.push(0);
            }
        }
        fields.extend(rest);
        Ok(fields)
    }

    fn unknown_field(&mut self, kind: DebugKind, name: &str, span: Range<usize>) -> Failed {
        let known = debug::order(kind).iter().filter_map(|(place, _)| kind.fields().get(*place));
        let known: Vec<&str> = known.map(|field| field.name).collect();
        let help = match glassbox_core::suggest::similar(name, known.iter().copied()) {
            Some(name) => format!("did you mean `{name}:`?"),
            None => format!("it has {}", known.join(", ")),
        };
        let message = format!("found the field `{name}`, which {} does not have", kind.name());
        self.fail(&rules::METADATA, span, message, help)
    }

    /// Header or operands of a node with any tag.
    fn generic(&mut self, name: &str, rest: &mut Vec<u64>) -> Parsed<()> {
        if rest.is_empty() {
            rest.push(0);
        }
        if name == "header" {
            let header = self.text_field()?;
            if let Some(slot) = rest.first_mut() {
                *slot = header;
            }
            return Ok(());
        }
        let operands = self.nested(Self::operands)?;
        rest.extend(operands.into_iter().map(|operand| FieldKind::Reference.field(operand)));
        Ok(())
    }

    /// A string as a reference; null if empty.
    fn text_field(&mut self) -> Parsed<u64> {
        let Token::Text(text) = self.token else { return Err(self.unexpected("a string")) };
        self.advance();
        let text = unescaped(text);
        let id = (!text.is_empty()).then(|| self.builder.string(&text));
        Ok(FieldKind::Reference.field(id))
    }

    fn field(&mut self, node: DebugKind, kind: FieldKind, name: &str, when: When) -> Parsed<u64> {
        let span = self.span.clone();
        let missing = |parser: &mut Self| {
            let message =
                format!("found nothing in the field `{name}` of {}, expected something", node.name());
            Err(parser.fail(&rules::METADATA, span.clone(), message, "refer to a node, or give it a name"))
        };
        match kind {
            FieldKind::Reference | FieldKind::Required if is_text(node, name) => {
                let number = self.text_field()?;
                if number == 0 && when == When::NotNull {
                    return missing(self);
                }
                Ok(number)
            }
            FieldKind::Reference | FieldKind::Required => {
                if self.eat_word("null") {
                    if when == When::NotNull {
                        return missing(self);
                    }
                    return Ok(0);
                }
                let function = self.function.take();
                let found = self.nested(Self::metadata);
                self.function = function;
                Ok(kind.field(Some(found?)))
            }
            FieldKind::Signed => {
                let Token::Integer(digits) = self.token else { return Err(self.unexpected("an integer")) };
                let Ok(number) = digits.parse::<i64>() else {
                    let message = format!("found {digits}, expected a number of 64 bits");
                    return Err(self.fail(&rules::NUMBER, span, message, "use a smaller number"));
                };
                self.advance();
                Ok((number << 1 ^ number >> 63) as u64)
            }
            FieldKind::Number if node == DebugKind::Subrange && self.token == Token::Integer("-1") => {
                self.advance();
                Ok(u64::MAX)
            }
            FieldKind::Number => self.unsigned(limit(kind, name), "a number"),
            FieldKind::Flag => match self.token {
                Token::Word("true") => {
                    self.advance();
                    Ok(1)
                }
                Token::Word("false") => {
                    self.advance();
                    Ok(0)
                }
                _ => Err(self.unexpected("`true` or `false`")),
            },
            FieldKind::Flags => self.flags(),
            FieldKind::Tag | FieldKind::Encoding | FieldKind::Language | FieldKind::Virtuality => {
                let words = debug::words(kind).unwrap_or(dwarf::TAGS);
                match self.token {
                    Token::Word(_) => self.dwarf(words, &format!("a word that begins with {}", words.prefix)),
                    _ => {
                        self.unsigned(limit(kind, name), &format!("a word that begins with {}", words.prefix))
                    }
                }
            }
        }
    }

    /// A word of the DWARF standard.
    fn dwarf(&mut self, words: dwarf::Words, expected: &str) -> Parsed<u64> {
        let Token::Word(word) = self.token else { return Err(self.unexpected(expected)) };
        match word.strip_prefix(words.prefix).and_then(|name| words.number(name)) {
            Some(number) => {
                self.advance();
                Ok(number)
            }
            None => {
                let names: Vec<String> =
                    words.names().map(|name| format!("{}{name}", words.prefix)).collect();
                Err(self.unknown(expected, names.iter().map(String::as_str).collect::<Vec<_>>()))
            }
        }
    }

    fn flags(&mut self) -> Parsed<u64> {
        let mut flags = 0;
        loop {
            match self.token {
                Token::Word(word) => {
                    let all = || dwarf::FLAGS.iter().chain(&dwarf::ACCESSIBILITY);
                    match all().find(|flag| flag.1 == word) {
                        Some((bits, _)) => flags |= bits,
                        None => {
                            let names: Vec<&str> = all().map(|flag| flag.1).collect();
                            return Err(self.unknown("a flag, such as DIFlagPrototyped", names));
                        }
                    }
                    self.advance();
                }
                _ => flags |= self.unsigned(u64::from(u32::MAX), "a flag")?,
            }
            if !self.eat(b'|') {
                return Ok(flags);
            }
        }
    }
}
