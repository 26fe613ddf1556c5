//! What stands outside of functions, and declarations anywhere.

use glassbox_syntax::token::Kind;

use super::attribute::Attributes;
use super::qualifier::Specifiers;
use super::require::Since;
use super::type_specifier::Specified;
use crate::model::Statement;
use crate::parse::Parser;
use crate::types::Type;

impl Parser<'_> {
    /// Reads a text.
    pub(super) fn translation_unit(&mut self) {
        let precisions = self.initial_precisions();
        self.declared.precisions.push(precisions);
        while !self.is_at_end() {
            let before = self.here();
            self.external_declaration();
            if self.here() == before {
                self.advance();
            }
        }
        self.apply_extensions();
    }

    fn external_declaration(&mut self) {
        self.apply_extensions();
        if let Some(at) = self.take(";") {
            self.needs(at, "a `;` that ends nothing", Since(460, 0), &[]);
            return;
        }
        if self.is("}") {
            self.misplaced("a declaration", "remove the brace, or open one before");
            self.advance();
            return;
        }
        let attributes = self.attributes();
        let has_intrinsics = self.program.environment.has("GL_EXT_spirv_intrinsics");
        if has_intrinsics && (self.is("spirv_execution_mode") || self.is("spirv_execution_mode_id")) {
            self.spirv_execution_mode();
            return;
        }
        let instruction = (has_intrinsics && self.is("spirv_instruction")).then(|| self.spirv_instruction());
        self.declared.instruction = instruction;
        self.declaration(&attributes);
        self.declared.instruction = None;
    }

    /// Reads a declaration. Statements come of those in functions.
    pub(crate) fn declaration(&mut self, attributes: &Attributes) -> Vec<Statement> {
        if self.is_precision_statement() {
            self.precision_statement();
            return Vec::new();
        }
        let mut specifiers = self.specifiers();
        if !specifiers.is_empty(self.here()) {
            if self.take(";").is_some() {
                self.standalone(specifiers);
                return Vec::new();
            }
            if self.is_word_before("{") && !self.is("struct") {
                self.block(specifiers);
                return Vec::new();
            }
            let is_type = self.is_type_ahead() && specifiers.words.buffer_reference.is_none();
            if !is_type && (self.is_word_before(",") || self.is_word_before(";")) {
                self.requalify(&specifiers);
                return Vec::new();
            }
        }
        if self.peek(0).is_none_or(|token| token.kind != Kind::Word) {
            self.misplaced("a declaration", "begin with a type or a qualifier");
            self.recover_declaration();
            return Vec::new();
        }
        let Some(specified) = self.type_specifier() else {
            self.recover_declaration();
            return Vec::new();
        };
        if self.take(";").is_some() {
            self.type_alone(&specifiers, &specified);
            return Vec::new();
        }
        let is_function = self.is_word_before("(");
        if is_function {
            self.function(&specifiers, &specified, attributes);
            return Vec::new();
        }
        self.check_declaration(&mut specifiers, &specified);
        self.variables(&specifiers, &specified)
    }

    /// What is checked of a declaration of variables before their names.
    pub(crate) fn check_declaration(&mut self, specifiers: &mut Specifiers, specified: &Specified) {
        let is_global = self.scopes.depth() == 0;
        self.check_arrayed_type(specified);
        if is_global {
            self.check_global_qualifiers(specifiers);
            self.check_global_type(specifiers, specified);
        }
        self.check_stage_words(specifiers);
        let precision = self.declared_precision(specifiers, specified.base, specified.at);
        specifiers.qualifiers.precision = precision;
    }

    /// A type before `;`: a structure is declared, or a default for counters.
    fn type_alone(&mut self, specifiers: &Specifiers, specified: &Specified) {
        let layout = specifiers.qualifiers.layout();
        if specified.base == Type::AtomicUint {
            if let (Some(binding), Some(offset)) = (layout.binding, layout.offset) {
                self.declared.counters.next.insert(binding, offset);
            }
            return;
        }
        if let Some(dimension) = specified.dimensions.first() {
            let finding =
                self.finding(&crate::rules::SYNTAX, dimension.at, "found brackets, expected a name");
            self.add(finding.help("name the array"));
        }
    }

    /// Whether the next token is a word, and the one behind it this sign.
    pub(crate) fn is_word_before(&self, sign: &str) -> bool {
        self.peek(0).is_some_and(|token| token.kind == Kind::Word)
            && self.peek(1).is_some_and(|token| token.is(sign))
    }

    pub(crate) fn is_precision_statement(&self) -> bool {
        self.is("precision")
            && self.peek(1).is_some_and(|token| matches!(&*token.text, "lowp" | "mediump" | "highp"))
    }
}
