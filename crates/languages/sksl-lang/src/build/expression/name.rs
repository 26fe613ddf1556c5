//! Names: variables, functions and types.

use glassbox_core::span::Span;
use glassbox_core::suggest::similar;
use glassbox_sksl::builtin::{self, Type};
use glassbox_sksl::raw::{OwnerKind, RefKind};

use crate::build::Builder;
use crate::build::declaration::types::type_names;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::names::Name;
use crate::ir::symbol::{Symbol, SymbolKind};
use crate::ir::ty::Ty;
use crate::rules::expression as rules;

/// Numbers of the builtin variables that depend on the orientation of the target: coordinates and winding.
const FLIPPED: [i32; 2] = [15, 17];

impl Builder<'_> {
    /// Resolves a name in an expression to a value, function or type.
    pub(crate) fn identifier(&mut self, name: Name, span: Span) -> Expr {
        let Some(symbol) = self.find(name) else {
            if self.is_caps_name(name) {
                return self.caps(span);
            }
            self.report_unknown(name, span);
            return self.poison(span);
        };
        match &self.program.symbols[symbol].kind {
            SymbolKind::Variable(variable) => {
                if let Some((_, member)) = variable.builtin.and_then(|builtin| builtin.field) {
                    let block = self.per_vertex();
                    let base = self.reference(block, span);
                    return self.make_field(base, u32::from(member), OwnerKind::ANONYMOUS_BLOCK, span);
                }
                self.program.uses_flip |= FLIPPED.contains(&variable.modifiers.layout.builtin);
                let kind = ExpressionKind::VariableReference { variable: symbol, kind: RefKind::READ };
                let ty = variable.ty;
                self.program.expression(kind, ty, span)
            }
            &SymbolKind::Field { owner, index } => {
                let base = self.reference(owner, span);
                self.make_field(base, index, OwnerKind::ANONYMOUS_BLOCK, span)
            }
            SymbolKind::Function(_) | SymbolKind::Functions(_) | SymbolKind::Overloads(_) => {
                let kind = ExpressionKind::FunctionReference(symbol);
                self.program.expression(kind, Ty::own(Type::Invalid), span)
            }
            &SymbolKind::BuiltinType(ty) => self.builtin_type_reference(name, ty, span),
            SymbolKind::Array(array) => {
                let ty = array.ty;
                self.type_reference(ty, span)
            }
            SymbolKind::Struct(declaration) => {
                let ty = declaration.ty;
                self.type_reference(ty, span)
            }
        }
    }

    /// Creates a reference to a variable, marked as read.
    pub(crate) fn reference(&mut self, variable: Symbol, span: Span) -> Expr {
        let ty = match &self.program.symbols[variable].kind {
            SymbolKind::Variable(data) => data.ty,
            _ => Ty::own(Type::Invalid),
        };
        let kind = ExpressionKind::VariableReference { variable, kind: RefKind::READ };
        self.program.expression(kind, ty, span)
    }

    fn builtin_type_reference(&mut self, name: Name, ty: Ty, span: Span) -> Expr {
        if ty.meaning == Type::Invalid {
            let message = format!("there is no `{}` in this kind of program", self.program.names.text(name));
            let help = "declare a child instead, `uniform shader image;`, and call `image.eval(…)`";
            self.wrong(&rules::GPU_TYPE, span, message, help);
            return self.poison(span);
        }
        self.type_reference(ty, span)
    }

    /// Creates a reference to a type, to be called, if the program may use it.
    pub(crate) fn type_reference(&mut self, ty: Ty, span: Span) -> Expr {
        let ty = self.verify_type(ty, span);
        if self.is_poison(ty) {
            return self.poison(span);
        }
        let kind = ExpressionKind::TypeReference(ty);
        self.program.expression(kind, Ty::own(Type::Invalid), span)
    }

    #[cold]
    fn report_unknown(&mut self, name: Name, span: Span) {
        let text = self.program.names.text(name);
        let names = if self.suggests() { self.visible_names() } else { Vec::new() };
        let help = match (builtin::alias(&text.to_ascii_lowercase()), self.foreign_name(text)) {
            (Some(ty), _) => format!("write `{}`", self.program.types.name(ty)),
            (None, Some(help)) => help,
            (None, None) => match similar(text, names.iter().map(String::as_str)) {
                Some(known) => format!("did you mean `{known}`?"),
                None => format!("declare `{text}` before it is used"),
            },
        };
        let message = format!("`{text}` is not declared");
        self.wrong(&rules::UNKNOWN_NAME, span, message, help);
    }

    /// SkSL counterpart of a name from another shading language.
    fn foreign_name(&self, text: &str) -> Option<String> {
        let is_effect = builtin::is_runtime_effect(self.options.kind);
        Some(match text {
            "sample" | "texture" | "texture2D" | "textureLod" | "tex2D" if is_effect => {
                "declare a child, `uniform shader image;`, and read it with `image.eval(coords)`".to_owned()
            }
            "texture" | "texture2D" | "tex2D" => "samplers are read with `sample(image, coords)`".to_owned(),
            "lerp" => "write `mix`".to_owned(),
            "frac" => "write `fract`".to_owned(),
            "fmod" => "write `mod`".to_owned(),
            "rsqrt" => "write `inversesqrt`".to_owned(),
            "atan2" => "write `atan`, which takes two values too".to_owned(),
            "ddx" => "write `dFdx`".to_owned(),
            "ddy" => "write `dFdy`".to_owned(),
            "mul" => "matrices and vectors are multiplied with `*`".to_owned(),
            "fragCoord" | "FragCoord" if is_effect => {
                "the position of the pixel is the parameter of `main`".to_owned()
            }
            "PI" | "M_PI" => format!("declare it: `const float {text} = 3.14159265;`"),
            "iTime" => "nothing sets it by itself: declare `uniform float iTime;`".to_owned(),
            "iResolution" => "nothing sets it by itself: declare `uniform float2 iResolution;`".to_owned(),
            _ => return None,
        })
    }

    /// All visible names, including builtins and types.
    fn visible_names(&self) -> Vec<String> {
        let tables = std::iter::successors(Some(self.table), |&table| self.program.tables[table].parent);
        let own = tables.flat_map(|table| self.program.tables[table].names.iter());
        let builtin = self.scope.names().filter(|name| !name.starts_with('$'));
        let mut names = type_names();
        names.extend(own.map(|(name, _)| self.program.names.text(name).to_owned()));
        names.extend(builtin.map(str::to_owned));
        names
    }
}
