//! Parameters of functions.

use glassbox_syntax::token::Kind;

use super::qualifier::{Specifiers, StorageWord};
use crate::model::{At, Direction, Local, Qualifiers, flag};
use crate::parse::Parser;
use crate::rules::{DECLARATION, DEPRECATED};
use crate::types::Type;

impl Parser<'_> {
    /// Reads parameters up to the closing parenthesis.
    pub(super) fn parameters(&mut self) -> Vec<Local> {
        let mut parameters = Vec::new();
        if self.is(")") {
            return parameters;
        }
        if self.is("void") && self.peek(1).is_some_and(|next| next.is(")")) {
            self.advance();
            return parameters;
        }
        loop {
            self.apply_extensions();
            if self.is(".") {
                let at = self.here();
                while self.take(".").is_some() {}
                if self.declared.instruction.is_none() {
                    let message = "found `...`, which only functions of the language have";
                    let finding = self.finding(&crate::rules::SYNTAX, at, message);
                    self.add(finding.help("declare each parameter"));
                }
                break;
            }
            match self.parameter() {
                Some(parameter) => parameters.push(parameter),
                None => break,
            }
            if self.take(",").is_none() {
                break;
            }
        }
        parameters
    }

    pub(super) fn parameter(&mut self) -> Option<Local> {
        let specifiers = self.specifiers();
        let specified = self.type_specifier()?;
        self.check_arrayed_type(&specified);
        let named = self.peek(0).filter(|token| token.kind == Kind::Word).map(|token| token.text.clone());
        let (name, at) = match named {
            Some(name) => {
                let at = self.advance();
                self.check_local_name(&name, at);
                (name, at)
            }
            None => (self.words.get(""), specified.at),
        };
        let dimensions = self.dimensions();
        let ty = self.declared_type(&specified, &dimensions);
        let mut all = dimensions;
        all.extend(specified.dimensions.iter().copied());
        if all.len() > 1 {
            self.check_arrays_of_arrays(at);
        }
        self.require_sizes(&all);
        if specified.base == Type::Void {
            let finding = self.finding(
                &DECLARATION,
                specified.at,
                "found a parameter of type `void`, expected a value",
            );
            self.add(finding.help("write `(void)`, or nothing, for a function without parameters"));
        }
        let mut qualifiers: Qualifiers = specifiers.qualifiers.clone();
        qualifiers.precision = self.declared_precision(&specifiers, specified.base, specified.at);
        self.check_parameter(&specifiers, ty, at);
        let (direction, is_const) = self.direction(&specifiers);
        qualifiers.layout = None;
        if specifiers.is_by_reference {
            qualifiers.layout_mut().other.push("spirv_by_reference");
        }
        if specifiers.is_literal {
            qualifiers.layout_mut().other.push("spirv_literal");
        }
        Some(Local {
            name,
            at,
            ty,
            direction,
            is_const,
            constant: None,
            qualifiers,
            is_read: false,
            is_written: direction != Direction::Out,
        })
    }

    pub(super) fn direction(&mut self, specifiers: &Specifiers) -> (Direction, bool) {
        match specifiers.storage {
            StorageWord::None | StorageWord::In => (Direction::In, false),
            StorageWord::Out => (Direction::Out, false),
            StorageWord::InOut => (Direction::InOut, false),
            StorageWord::Const | StorageWord::ConstIn => (Direction::In, true),
            StorageWord::Is(crate::model::Storage::TileImage) => (Direction::In, false),
            StorageWord::Is(_) | StorageWord::Class(_) => {
                let message = "found a storage on a parameter, expected `in`, `out` or `inout`".to_owned();
                self.report_qualifier(specifiers.storage_at, message, At::NONE, "remove it");
                (Direction::In, false)
            }
        }
    }

    /// What no parameter may have.
    pub(super) fn check_parameter(&mut self, specifiers: &Specifiers, ty: Type, at: At) {
        let problem = if specifiers.is_auxiliary() || specifiers.qualifiers.interpolation.is_some() {
            Some("an interpolation")
        } else if specifiers.has_layout() && specifiers.qualifiers.layout().decorations.is_empty() {
            Some("a layout")
        } else if specifiers.has(flag::INVARIANT) {
            Some("`invariant`")
        } else {
            None
        };
        if let Some(problem) = problem {
            let message = format!("found {problem} on a parameter, expected none");
            self.report_qualifier(specifiers.at, message, At::NONE, "remove it");
        }
        let is_output = matches!(specifiers.storage, StorageWord::Out | StorageWord::InOut);
        if specifiers.has(flag::PRECISE) && !is_output {
            let finding = self.finding(
                &DEPRECATED,
                specifiers.flags_at,
                "found `precise` on an input, which has no effect",
            );
            self.add(finding.help("remove it, or put it on an output"));
        }
        let innermost = self.program.types.innermost(ty);
        let is_bindless = self.program.environment.has("GL_ARB_bindless_texture");
        if is_output && innermost.is_opaque() && !is_bindless && !matches!(innermost, Type::HitObject(_)) {
            let message = format!("found an output of type `{}`, expected an input", self.type_name(ty));
            let finding = self.finding(&DECLARATION, at, message);
            self.add(finding.help("pass it without `out`"));
        }
        self.check_holds_no_buffer(ty, at, "a parameter");
        self.check_small_numbers(crate::model::Storage::Private, ty, at);
    }
}
