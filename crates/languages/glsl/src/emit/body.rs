//! Runs of tokens: what functions do.

use glassbox_syntax::token::Kind;

use super::names::texture_function;
use super::{Call, Emitter, Scope};
use crate::syntax::{Declarator, Parser, Qualifiers, Tokens, TypeUse, is_precision};
use crate::types::is_builtin;

/// Words before a parenthesis that is not one of a call.
const KEYWORDS: [&str; 6] = ["if", "for", "while", "switch", "return", "else"];

impl Emitter<'_> {
    /// Writes what a function does.
    pub(super) fn run_body(&mut self, tokens: Tokens) {
        self.calls.clear();
        self.order(tokens.clone());
        self.run(tokens);
    }

    /// Writes tokens, with names that mean something else here put into Vulkan's words.
    ///
    /// This calls itself for values of variables and indexes of samplers, each time with tokens between brackets or behind a
    /// `=`; the nesting of brackets is bounded.
    pub(super) fn run(&mut self, tokens: Tokens) {
        let mut at = tokens.start;
        while at < tokens.end && !self.writer.is_full {
            let Some(token) = self.stage.unit.tokens.get(at) else {
                return;
            };
            if let Some(added) = self.edits.before(at) {
                self.writer.blank(token.from);
                self.writer.add(&added, token.from);
            }
            let next = match token.kind {
                Kind::Sign if self.edits.instead(at).is_some() => {
                    let instead = self.edits.instead(at).unwrap_or_default();
                    self.writer.token_as(token, instead);
                    Some(at + 1)
                }
                Kind::Word => self.run_word(at, tokens.start),
                Kind::Sign => self.run_sign(at),
                _ => None,
            };
            at = match next {
                Some(next) => next.max(at + 1),
                None => {
                    self.writer.token(token);
                    at + 1
                }
            };
        }
        // What ends with the run, before whoever called goes on behind it.
        if let Some(added) = self.edits.before(at) {
            self.writer.add(&added, self.from(at));
        }
    }

    fn run_sign(&mut self, at: usize) -> Option<usize> {
        let token = self.stage.unit.tokens.get(at)?;
        match &*token.text {
            "(" => {
                let before = at.checked_sub(1).map_or("", |before| self.stage.word(before));
                let is_word = at
                    .checked_sub(1)
                    .and_then(|before| self.stage.unit.tokens.get(before))
                    .is_some_and(|token| token.kind == Kind::Word);
                self.calls.push(Call {
                    close: self.stage.pairs.partner(at),
                    is_own: self.stage.functions.contains(before),
                    is_call: is_word && !KEYWORDS.contains(&before),
                    suffix: "",
                });
            }
            ")" => {
                if self.calls.last().is_some_and(|call| call.close == at)
                    && let Some(call) = self.calls.pop()
                    && !call.suffix.is_empty()
                {
                    self.writer.token(token);
                    self.writer.add(call.suffix, token.from);
                    return Some(at + 1);
                }
            }
            "{" => self.scopes.push(Scope::new()),
            "}" => {
                self.scopes.pop();
            }
            _ => {}
        }
        None
    }

    /// Writes what begins with a word, if it is not written as it is, and says where it ends.
    fn run_word(&mut self, at: usize, first: usize) -> Option<usize> {
        let token = self.stage.unit.tokens.get(at)?;
        let before = at.checked_sub(1);
        if before.is_some_and(|before| self.stage.is(before, ".")) {
            let other = self.renamed_member(at)?;
            self.writer.token_as(token, &other);
            return Some(at + 1);
        }
        if is_precision(&token.text) {
            return Some(at + 1);
        }
        if token.is("do") {
            return self.do_loop(at);
        }
        if token.is("precision") {
            let mut end = at + 1;
            while end < self.stage.unit.tokens.len() && !self.stage.is(end, ";") {
                end += 1;
            }
            return Some(end + 1);
        }
        let begins = at == first
            || before.is_some_and(|before| {
                ["{", "}", ";", ")", ":"].iter().any(|sign| self.stage.is(before, sign))
            })
            || before.is_some_and(|before| {
                self.stage.is(before, "(") && before.checked_sub(1).is_some_and(|at| self.stage.is(at, "for"))
            });
        if begins
            && !self.scopes.is_empty()
            && let Some(end) = self.local(at)
        {
            return Some(end);
        }
        if let Some(sampler) = self.sampler(&token.text) {
            return Some(self.sampler_use(at, sampler));
        }
        if let Some(end) = self.texture_call(at) {
            return Some(end);
        }
        if let Some(end) = self.member_use(at) {
            return Some(end);
        }
        if token.text.starts_with("gl_") || token.is("ftransform") {
            return self.builtin(at);
        }
        if self.stage.is(at + 1, "(")
            && !self.stage.functions.contains(&token.text)
            && let Some((name, suffix)) = texture_function(&token.text)
        {
            self.writer.token_as(token, &name);
            let open = self.stage.unit.tokens.get(at + 1)?;
            self.writer.token(open);
            self.calls.push(Call {
                close: self.stage.pairs.partner(at + 1),
                is_own: false,
                is_call: true,
                suffix,
            });
            return Some(at + 2);
        }
        if self.is_type(&token.text) && self.stage.is(at + 1, "[") {
            return self.array_type(at);
        }
        None
    }

    /// Writes a type with more than one pair of brackets; `None` for one with fewer.
    fn array_type(&mut self, at: usize) -> Option<usize> {
        let token = self.stage.unit.tokens.get(at)?;
        let mut sizes: Vec<Tokens> = Vec::new();
        let mut end = at + 1;
        while self.stage.is(end, "[") {
            let close = self.stage.pairs.partner(end);
            sizes.push(end + 1..close);
            end = close + 1;
        }
        if sizes.len() < 2 {
            return None;
        }
        self.writer.token(token);
        self.dimensions(&[], &sizes, None);
        Some(end)
    }

    /// Whether a name stands for something of the function.
    pub(super) fn is_local(&self, name: &str) -> bool {
        self.scopes.iter().any(|scope| scope.contains_key(name)) || self.parameters.contains_key(name)
    }

    fn is_type(&self, word: &str) -> bool {
        is_builtin(word) || self.stage.structures.contains_key(word)
    }

    /// Writes a declaration in a function, up to its `;` or whatever ends it; `None` where there is none.
    fn local(&mut self, at: usize) -> Option<usize> {
        let stage = self.stage;
        let mut parser =
            Parser { tokens: &stage.unit.tokens, pairs: &stage.pairs, at, end: stage.unit.tokens.len() };
        let qualifiers = parser.qualifiers()?;
        if parser.sees("struct") || !self.is_type(stage.word(parser.at)) {
            return None;
        }
        let ty = parser.type_use()?;
        let declarators = parser.declarators()?;
        let in_head = at.checked_sub(1).is_some_and(|before| stage.is(before, "("));
        let has_end = parser.sees(";");
        if !has_end && !in_head {
            return None;
        }
        let end = parser.at;
        // In the head of a loop several names stay one declaration, which naga reads right without arrays.
        let splits = !in_head
            && declarators.len() > 1
            && declarators.iter().any(|declarator| !declarator.dimensions.is_empty());
        for (number, declarator) in declarators.iter().enumerate() {
            self.local_name(at, number, splits, &qualifiers, &ty, declarator);
        }
        Some(end)
    }

    fn local_name(
        &mut self,
        at: usize,
        number: usize,
        splits: bool,
        qualifiers: &Qualifiers,
        ty: &TypeUse,
        declarator: &Declarator,
    ) {
        let from = self.from(declarator.name);
        if number == 0 || splits {
            if number > 0 {
                self.writer.add(";", from);
                self.writer.line(from);
            } else if let Some(token) = self.stage.unit.tokens.get(at) {
                self.writer.token_as(token, "");
            }
            self.qualifier_words(qualifiers, &["precise"]);
            self.declare(ty, declarator, declarator.value.clone());
        } else {
            self.writer.add(", ", from);
            self.writer.add(self.stage.word(declarator.name), from);
            self.dimensions(&declarator.dimensions, &[], declarator.value.clone());
        }
        let mut known = None;
        if let Some(value) = declarator.value.clone() {
            if self.stage.has(qualifiers, "const") {
                known = self.number(value.clone());
            }
            self.writer.add(" = ", from);
            self.run(value);
        }
        let name = self.stage.text(declarator.name);
        self.declared(name, known);
    }
}
