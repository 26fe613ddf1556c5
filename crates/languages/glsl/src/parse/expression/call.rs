//! Names, constructors and calls, as they are read.

use glassbox_syntax::token::Word;

use crate::model::{At, ExpressionId};
use crate::parse::{Entity, Parser};
use crate::vocabulary::type_names;

impl Parser<'_> {
    /// An expression that begins with a word.
    pub(super) fn word_expression(&mut self) -> ExpressionId {
        let at = self.here();
        let Some(word) = self.word(at) else {
            return self.push_error(at);
        };
        match &*word {
            "true" | "false" => {
                self.advance();
                return self.bool_constant(&*word == "true", at);
            }
            "nonuniformEXT" if self.peek(1).is_some_and(|token| token.is("(")) => {
                return self.nonuniform();
            }
            _ => {}
        }
        // A variable may hide the name of a structure.
        if self.is_type_ahead()
            && let Some(ty) = self.constructor_type()
        {
            if !self.is("(") {
                self.unexpected("`(` behind the type", "write the arguments of a constructor");
                return self.push_error(at);
            }
            let arguments = self.arguments();
            return self.construct(ty, arguments, at);
        }
        self.advance();
        if self.is("(") {
            return self.called(&word, at);
        }
        self.variable(&word, at)
    }

    fn called(&mut self, word: &Word, at: At) -> ExpressionId {
        if let Some(function) = self.subroutine_of(word) {
            let uniform = self.variable(word, at);
            let arguments = self.arguments();
            return self.subroutine_call(uniform, function, arguments, at);
        }
        let arguments = self.arguments();
        self.call(word, at, arguments)
    }

    /// Arguments between parentheses. What is not closed is reported, and reads as an error.
    pub(super) fn arguments(&mut self) -> Vec<ExpressionId> {
        let mut arguments = Vec::new();
        if self.expect("(").is_none() {
            return arguments;
        }
        if self.is("void") && self.peek(1).is_some_and(|token| token.is(")")) {
            self.advance();
        }
        if self.take(")").is_some() {
            return arguments;
        }
        loop {
            let at = self.here();
            let argument = self.nested(Self::single).unwrap_or_else(|| self.push_error(at));
            arguments.push(argument);
            if self.take(",").is_some() {
                continue;
            }
            if self.take(")").is_none() {
                if !self.is_error(argument) {
                    self.unexpected("`,` or `)`", "close the parenthesis of the call");
                }
                let error = self.push_error(at);
                arguments.push(error);
            }
            return arguments;
        }
    }

    /// `nonuniformEXT(value)`: the same value, marked.
    fn nonuniform(&mut self) -> ExpressionId {
        let at = self.advance();
        if !self.require_extension(&["GL_EXT_nonuniform_qualifier"], at, "`nonuniformEXT`") {
            self.arguments();
            return self.push_error(at);
        }
        let arguments = self.arguments();
        let [value] = arguments[..] else {
            let message = format!("found {} arguments of `nonuniformEXT`, expected one", arguments.len());
            return self.constructor_error(at, message, "give one value");
        };
        if self.is_error(value) || !self.check_read(value) {
            return self.push_error(at);
        }
        let mut marked = self.program.expression(value).clone();
        marked.is_nonuniform = true;
        marked.is_specialized = false;
        marked.at = at;
        self.program.add(marked)
    }

    /// Whether a word is the name of a type here.
    pub(super) fn is_type_name(&self, word: &Word) -> bool {
        let is_declared = matches!(self.scopes.find(word), Some((Entity::Type(_), _)));
        is_declared || type_names::find(word, &self.program.environment).is_some()
    }
}
