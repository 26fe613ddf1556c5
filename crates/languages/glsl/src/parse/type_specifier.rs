//! Types: names with brackets and parameters, as declarations and constructors have them.

use std::fmt::Display;

use glassbox_core::stage::Stage;
use glassbox_syntax::report::shown;
use glassbox_syntax::token::{Kind, Word};
use glassbox_syntax::uses::UseKind;

use super::require::{ALWAYS, Since};
use crate::language::Api;
use crate::model::At;
use crate::parse::{Entity, Parser};
use crate::rules::{DECLARATION, RESERVED, UNDECLARED};
use crate::types::{Length, Scalar, Type};
use crate::vocabulary::type_names::{self, Named};
use crate::vocabulary::variables;
use crate::vocabulary::words::Standing;

/// A dimension of an array, with its bracket.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dimension {
    pub(crate) length: Length,
    pub(crate) at: At,
}

/// A type as it stands before a name.
#[derive(Clone, Debug)]
pub(crate) struct Specified {
    /// Without the brackets.
    pub(crate) base: Type,
    /// The name of the type, or `struct`.
    pub(crate) at: At,
    /// The brackets behind the name of the type.
    pub(crate) dimensions: Vec<Dimension>,
}

impl Parser<'_> {
    /// Whether the next token begins a type: the name of one, `struct`, or the name of a structure in scope.
    pub(crate) fn is_type_ahead(&self) -> bool {
        self.is_type_at(0)
    }

    fn is_type_at(&self, ahead: usize) -> bool {
        let Some(token) = self.peek(ahead).filter(|token| token.kind == Kind::Word) else {
            return false;
        };
        if &*token.text == "struct" {
            return true;
        }
        if let Some((entity, _)) = self.scopes.find(&token.text) {
            return matches!(entity, Entity::Type(_) | Entity::Subroutine(_));
        }
        if token.text.starts_with("gl_") {
            return variables::structure(&token.text, &self.program.environment).is_some();
        }
        if &*token.text == "spirv_type" {
            return self.program.environment.has("GL_EXT_spirv_intrinsics");
        }
        let Some((_, standing)) = type_names::find(&token.text, &self.program.environment) else {
            return false;
        };
        if standing == Standing::Free || self.is_opengl_name(&token.text, ahead) {
            return false;
        }
        true
    }

    /// Whether a name that is a type of Vulkan is one of OpenGL here: such as the function `texture2D`.
    fn is_opengl_name(&self, name: &Word, ahead: usize) -> bool {
        self.program.environment.api == Api::Any
            && type_names::is_of_vulkan(name)
            && (!self.program.environment.is_since(140, 310)
                || !self.peek(ahead + 1).is_some_and(|next| next.kind == Kind::Word || next.is("[")))
    }

    /// Reads the type of a constructor: a name with brackets. `None` and nothing passed where there is none.
    pub(crate) fn constructor_type(&mut self) -> Option<Type> {
        if !self.is_type_ahead() {
            return None;
        }
        let specified = self.type_specifier()?;
        Some(self.array_type(specified.base, &specified.dimensions))
    }

    /// Reads a type with its brackets.
    pub(crate) fn type_specifier(&mut self) -> Option<Specified> {
        let at = self.here();
        let base = self.base_type()?;
        let dimensions = self.dimensions();
        if dimensions.len() > 1 {
            self.check_arrays_of_arrays(dimensions.first().map_or(at, |dimension| dimension.at));
        }
        Some(Specified { base, at, dimensions })
    }

    /// Reads a type without brackets. A name that is none is reported.
    fn base_type(&mut self) -> Option<Type> {
        if self.is("struct") {
            return Some(self.structure());
        }
        let Some(name) =
            self.peek(0).filter(|token| token.kind == Kind::Word).map(|token| token.text.clone())
        else {
            self.misplaced("a type", "begin the declaration with a type");
            return None;
        };
        if let Some((entity, symbol)) =
            self.scopes.find(&name).map(|(entity, symbol)| (entity.clone(), symbol))
            && let Some(ty) = match entity {
                Entity::Type(ty) => Some(ty),
                // What a uniform of the type holds is the number of a function.
                Entity::Subroutine(_) => Some(Type::UINT),
                _ => None,
            }
        {
            let at = self.advance();
            let from = self.from(at);
            self.uses.push(from, symbol, UseKind::Read);
            return Some(ty);
        }
        if name.starts_with("gl_")
            && let Some(ty) = self.built_in_structure(&name)
        {
            self.advance();
            return Some(ty);
        }
        if &*name == "spirv_type" && self.program.environment.has("GL_EXT_spirv_intrinsics") {
            return Some(self.spirv_type());
        }
        if let Some((named, standing)) = type_names::find(&name, &self.program.environment)
            && standing != Standing::Free
        {
            let at = self.advance();
            return Some(self.named_type(&name, named, standing, at));
        }
        self.report_unknown_type(&name);
        None
    }

    /// A built-in type whose name has been passed.
    fn named_type(&mut self, name: &Word, named: Named, standing: Standing, at: At) -> Type {
        if standing == Standing::Reserved {
            let message = format!("found `{name}`, which this version reserves");
            let finding = self.finding(&RESERVED, at, message);
            self.add(finding.help("choose another type, or a version that has it"));
            return Type::Error;
        }
        match named {
            Named::Parametric(kind, component) => self.parametric_type(kind, component, at),
            Named::Type(ty) => {
                self.check_named_type(name, ty, at);
                ty
            }
        }
    }

    /// What single types need beside their name being one.
    fn check_named_type(&mut self, name: &str, ty: Type, at: At) {
        match ty {
            Type::AtomicUint => {
                self.removed_by_vulkan(at, "`atomic_uint`", "count with `atomicAdd` in a buffer");
            }
            Type::Subpass(_) | Type::Attachment(_) => {
                self.needs_stage(at, format_args!("`{name}`"), &[Stage::Fragment]);
            }
            Type::Scalar(Scalar::Uint) | Type::Vector(Scalar::Uint, _) if !name.contains("32") => {
                self.needs(at, format_args!("`{name}`"), Since(130, 300), &["GL_EXT_gpu_shader4"]);
            }
            _ => {}
        }
    }

    fn report_unknown_type(&mut self, name: &Word) {
        let here = self.here();
        let is_name = self.scopes.find(name).is_some();
        let message = if is_name {
            format!("found `{}`, which is no type, expected a type", shown(name))
        } else {
            format!("found `{}`, expected the name of a type", shown(name))
        };
        let finding = self.finding(&UNDECLARED, here, message);
        let help = match self.similar_type(name) {
            Some(similar) => format!("did you mean `{similar}`?"),
            None => "declare the structure before its use, or fix the spelling".to_owned(),
        };
        self.add(finding.help(help));
    }

    fn similar_type(&self, name: &str) -> Option<String> {
        const PLAIN: [&str; 26] = [
            "void",
            "bool",
            "int",
            "uint",
            "float",
            "double",
            "vec2",
            "vec3",
            "vec4",
            "ivec2",
            "ivec3",
            "ivec4",
            "uvec2",
            "uvec3",
            "uvec4",
            "bvec2",
            "bvec3",
            "bvec4",
            "mat2",
            "mat3",
            "mat4",
            "sampler2D",
            "samplerCube",
            "sampler3D",
            "image2D",
            "struct",
        ];
        let structures =
            self.program.types.structures.iter().skip(self.text.structures).map(|structure| &*structure.name);
        let known = PLAIN.into_iter().chain(structures.filter(|name| !name.is_empty()));
        glassbox_core::suggest::similar(name, known).map(str::to_owned)
    }

    /// Reads brackets.
    pub(crate) fn dimensions(&mut self) -> Vec<Dimension> {
        let mut dimensions = Vec::new();
        // Types nest as deep as statements may.
        while self.is("[") && dimensions.len() < 200 {
            let at = self.advance();
            let length = if self.is("]") {
                Some(Length::Unsized)
            } else {
                // An error has been reported: some size stands for the one that is not known.
                Some(self.array_length().unwrap_or(Length::Fixed(1)))
            };
            if let Some(length) = length {
                dimensions.push(Dimension { length, at });
            }
            if self.expect("]").is_none() {
                break;
            }
        }
        dimensions
    }

    /// Arrays of a type: the first dimension is the outermost.
    pub(crate) fn array_type(&mut self, base: Type, dimensions: &[Dimension]) -> Type {
        if base == Type::Error {
            return base;
        }
        let mut ty = base;
        for dimension in dimensions.iter().rev() {
            ty = self.program.types.array(ty, dimension.length);
        }
        ty
    }

    /// The type of a name with brackets: those of the name are outside of those of the type.
    pub(crate) fn declared_type(&mut self, specified: &Specified, of_name: &[Dimension]) -> Type {
        if !of_name.is_empty() && !specified.dimensions.is_empty() {
            self.check_arrays_of_arrays(of_name.first().map_or(specified.at, |dimension| dimension.at));
        }
        let inner = self.array_type(specified.base, &specified.dimensions);
        self.array_type(inner, of_name)
    }

    /// Arrays of arrays need newer versions.
    pub(crate) fn check_arrays_of_arrays(&mut self, at: At) {
        self.needs(at, "an array of arrays", Since(430, 310), &["GL_ARB_arrays_of_arrays"]);
    }

    /// Brackets behind the name of a type need newer versions than those behind the name of a variable.
    pub(crate) fn check_arrayed_type(&mut self, specified: &Specified) {
        if let Some(first) = specified.dimensions.first() {
            self.needs(first.at, "brackets behind a type", Since(120, 300), &["GL_3DL_array_objects"]);
        }
    }

    /// Reports a dimension without a size.
    pub(crate) fn require_sizes(&mut self, dimensions: &[Dimension]) {
        if let Some(missing) = dimensions.iter().find(|dimension| dimension.length == Length::Unsized) {
            let finding =
                self.finding(&DECLARATION, missing.at, "found `[]`, expected the size of the array");
            self.add(finding.help("write the number of elements between the brackets"));
        }
    }

    /// Whether a declaration begins here, and no expression: a qualifier, or a type that no parenthesis follows.
    pub(crate) fn is_declaration_ahead(&self) -> bool {
        if self.qualifier_ahead().is_some() || self.is("precision") || self.is("struct") {
            return true;
        }
        if !self.is_type_ahead() {
            return false;
        }
        let mut ahead = if self.is("spirv_type") { self.behind_parentheses(1) } else { 1 };
        let mut depth = 0_usize;
        let mut angles = 0_usize;
        if self.peek(1).is_some_and(|next| next.is("<")) {
            while let Some(token) = self.peek(ahead).filter(|token| !token.is(";")) {
                ahead += 1;
                if token.is("<") {
                    angles += 1;
                } else if token.is(">") {
                    angles -= 1;
                    if angles == 0 {
                        break;
                    }
                }
            }
        }
        while let Some(token) = self.peek(ahead) {
            if token.is("[") {
                depth += 1;
            } else if token.is("]") {
                depth = depth.saturating_sub(1);
            } else if depth == 0 || token.is(";") {
                return !token.is("(");
            }
            ahead += 1;
        }
        true
    }

    /// How far ahead the token behind a pair of parentheses is that stands so far ahead.
    fn behind_parentheses(&self, from: usize) -> usize {
        let (mut ahead, mut depth) = (from, 0_usize);
        while let Some(token) = self.peek(ahead).filter(|token| !token.is(";")) {
            ahead += 1;
            if token.is("(") {
                depth += 1;
            } else if token.is(")") {
                depth = depth.saturating_sub(1);
            }
            if depth == 0 {
                break;
            }
        }
        ahead
    }

    /// `ALWAYS` for embedded versions, in calls that only concern the desktop.
    pub(crate) fn needs_desktop(
        &mut self,
        at: At,
        what: impl Display,
        desktop: u16,
        extensions: &[&'static str],
    ) {
        self.needs(at, what, Since(desktop, ALWAYS), extensions);
    }
}
