//! Operands, and what stands behind them: `.name`, `[index]`, `++`.

use glassbox_syntax::token::Kind;

use crate::model::{ExpressionId, ExpressionKind};
use crate::parse::Parser;
use crate::rules::{SYNTAX, UNAVAILABLE};
use crate::types::Type;

impl Parser<'_> {
    /// An operand with members, indices and steps.
    pub(super) fn postfix(&mut self) -> ExpressionId {
        let mut value = self.primary();
        loop {
            match self.peek(0).map(|token| token.text.as_bytes()) {
                Some(b".") => {
                    let at = self.advance();
                    value = self.selected(value);
                    if self.is_error(value) && self.here() == crate::model::At(at.0 + 1) {
                        return value;
                    }
                }
                Some(b"[") => {
                    let at = self.advance();
                    let index = self.nested(Self::sequence);
                    let index = index.unwrap_or_else(|| self.push_error(at));
                    if self.expect("]").is_none() {
                        return self.push_error(at);
                    }
                    value = self.index(value, index, at);
                }
                Some(sign @ (b"++" | b"--")) => {
                    let is_decrement = sign == b"--";
                    let at = self.advance();
                    value = self.step(value, is_decrement, true, at);
                }
                Some(b"(") => return self.called_value(value),
                _ => return value,
            }
        }
    }

    /// What stands behind a dot.
    fn selected(&mut self, value: ExpressionId) -> ExpressionId {
        let at = self.here();
        let Some(name) =
            self.peek(0).filter(|token| token.kind == Kind::Word).map(|token| token.text.clone())
        else {
            self.unexpected("the name of a member", "name a member or components");
            return self.push_error(at);
        };
        self.advance();
        if !matches!(&*name, "length" | "length64") {
            return self.member(value, &name, at);
        }
        let is_member = matches!(self.ty(value), Type::Struct(_) | Type::Reference(_));
        if is_member && !self.is("(") {
            return self.member(value, &name, at);
        }
        if self.expect("(").is_none() {
            return self.push_error(at);
        }
        self.take("void");
        if !self.is(")") {
            let finding =
                self.finding(&SYNTAX, at, format!("found an argument of `.{name}()`, expected none"));
            self.add(finding.help("remove the argument"));
            self.nested(Self::sequence);
            self.take(")");
            return self.push_error(at);
        }
        self.advance();
        if &*name == "length64" {
            if !self.require_extension(&["GL_EXT_shader_64bit_indexing"], at, "`.length64()`") {
                return self.push_error(at);
            }
            let length = self.length(value, at);
            return self.cast(length, crate::types::Scalar::Int64, at);
        }
        self.length(value, at)
    }

    /// Something other than a name before `(`: an element of an array of subroutines, or an error.
    fn called_value(&mut self, value: ExpressionId) -> ExpressionId {
        let at = self.here();
        let arguments = self.arguments();
        if self.is_error(value) {
            return self.push_error(at);
        }
        if let ExpressionKind::Index(base, _) = *self.kind(value)
            && let ExpressionKind::Global(global) = *self.kind(base)
        {
            let name = self.program.global(global).name.clone();
            if let Some(function) = self.subroutine_of(&name) {
                return self.subroutine_call(value, function, arguments, at);
            }
        }
        let finding = self.finding(&SYNTAX, at, "found `(` behind a value, expected an operator");
        self.add(finding.help("write a function's name before the arguments"));
        self.push_error(at)
    }

    /// A number, a name, a call, or an expression in parentheses.
    fn primary(&mut self) -> ExpressionId {
        let at = self.here();
        let Some(token) = self.peek(0) else {
            self.unexpected("an expression", "write a value here");
            return self.push_error(at);
        };
        match token.kind {
            Kind::Number => self.number(),
            Kind::Word => self.word_expression(),
            Kind::Quoted => self.quoted(),
            Kind::Sign if token.is("(") => {
                self.advance();
                let value = self.nested(Self::sequence);
                let value = value.unwrap_or_else(|| self.push_error(at));
                if self.expect(")").is_none() {
                    return self.push_error(at);
                }
                value
            }
            Kind::Sign | Kind::Stray => {
                self.unexpected("an expression", "write a value here");
                self.push_error(at)
            }
        }
    }

    /// A text between quotation marks.
    fn quoted(&mut self) -> ExpressionId {
        let word = self.peek(0).map(|token| token.text.clone());
        let at = self.advance();
        let Some(word) = word else {
            return self.push_error(at);
        };
        let extensions = &[
            "GL_EXT_debug_printf",
            "GL_EXT_abort",
            "GL_EXT_spirv_intrinsics",
            "GL_GOOGLE_include_directive",
        ];
        if !self.program.environment.has_any(extensions) {
            let finding =
                self.finding(&UNAVAILABLE, at, "found a text, which needs an extension that prints");
            self.add(finding.help("write `#extension GL_EXT_debug_printf : require`"));
            return self.push_error(at);
        }
        let letters =
            word.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(&word).to_owned();
        let text = self.words.get(&letters);
        self.push(ExpressionKind::Text(text), Type::Text, at)
    }
}
