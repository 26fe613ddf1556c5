//! Names that a text declares: which are free.

use glassbox_syntax::report::shown;
use glassbox_syntax::token::{Kind, Word};

use crate::language::Api;
use crate::model::At;
use crate::parse::Parser;
use crate::rules::{DEPRECATED, FUNCTION, RESERVED};
use crate::vocabulary::functions::{self, Wanted};
use crate::vocabulary::type_names;
use crate::vocabulary::words::{self, Standing};

impl Parser<'_> {
    /// Reads a name that is declared. `None`, and a finding, where there is none.
    pub(crate) fn new_name(&mut self, what: &str) -> Option<(Word, At)> {
        let Some(name) =
            self.peek(0).filter(|token| token.kind == Kind::Word).map(|token| token.text.clone())
        else {
            self.unexpected(what, format!("write {what} here"));
            return None;
        };
        let at = self.advance();
        Some((name, at))
    }

    /// Reports a word that no name can be.
    pub(crate) fn check_word(&mut self, name: &Word, at: At) -> bool {
        let environment = &self.program.environment;
        let is_of_vulkan = environment.api == Api::Any && type_names::is_of_vulkan(name);
        let type_standing = type_names::find(name, environment).map(|(_, standing)| standing);
        let standing = match type_standing {
            Some(_) if is_of_vulkan => Standing::Free,
            Some(Standing::Free) | None => words::standing(name, environment),
            Some(standing) => standing,
        };
        let what = match standing {
            Standing::Free => return true,
            Standing::Keyword => "a word of the language",
            Standing::Reserved => "a word that the language reserves",
        };
        let message = format!("found `{}` as a name, which is {what}", shown(name));
        let finding = self.finding(&RESERVED, at, message);
        self.add(finding.help("choose another name"));
        false
    }

    /// Reports a name that a text may not declare.
    pub(crate) fn check_name(&mut self, name: &Word, at: At) {
        self.check_local_name(name, at);
        if self.scopes.depth() > 0 {
            return;
        }
        if &**name == "main" {
            let message = "found `main` as the name of something else than the function";
            let finding = self.finding(&FUNCTION, at, message);
            self.add(finding.help("choose another name"));
        } else if self.is_built_in_function(name) {
            self.report_built_in_function(name, at);
        }
    }

    /// Reports names that no text may declare anywhere. Inside of functions, and as parameters, those of built-in functions are free.
    pub(crate) fn check_local_name(&mut self, name: &Word, at: At) {
        if self.check_word(name, at) {
            self.check_prefix(name, at);
        }
    }

    /// Whether a name is that of a built-in function, which GLSL ES since 300 lets no text declare.
    pub(crate) fn is_built_in_function(&mut self, name: &str) -> bool {
        let environment = &self.program.environment;
        if !environment.is_embedded() || environment.version.number < 300 {
            return false;
        }
        let program = &mut self.program;
        !functions::signatures(name, &program.environment, &mut program.types, &[], Wanted::All).is_empty()
    }

    pub(crate) fn report_built_in_function(&mut self, name: &str, at: At) {
        let message = format!("found `{}`, which is a built-in function", shown(name));
        let finding = self.finding(&RESERVED, at, message);
        self.add(finding.help("choose another name"));
    }

    /// Reports names that are kept for the language: those with `gl_` and with `__`.
    pub(crate) fn check_prefix(&mut self, name: &Word, at: At) {
        let environment = &self.program.environment;
        if environment.has("GL_EXT_spirv_intrinsics") {
            return;
        }
        if &**name == "gl_EnableOpacityMicromapEXT"
            && environment.has("GL_EXT_opacity_micromap_ray_query_mode")
        {
            return;
        }
        if name.starts_with("gl_") {
            if &**name == "gl_FragDepth" && environment.has("GL_EXT_conservative_depth") {
                return;
            }
            let message = format!("found `{}`, expected a name without `gl_` at its beginning", shown(name));
            let finding = self.finding(&RESERVED, at, message);
            self.add(finding.help("names with `gl_` are those of the language: choose another one"));
        } else if name.contains("__") {
            let is_error = environment.is_embedded() && environment.version.number < 300;
            let rule = if is_error { &RESERVED } else { &DEPRECATED };
            let message = format!("found `{}`, expected a name without `__`", shown(name));
            let finding = self.finding(rule, at, message);
            self.add(finding.help("names with `__` are reserved: choose another one"));
        }
    }
}
