//! Variables: checks of modifiers and types, and declaration.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{FLOAT4, Scalar, Type, is_runtime_effect};
use glassbox_sksl::raw::{LayoutFlags, ModifierFlags, ProgramKind, Storage};

use super::super::Builder;
use super::super::scope::Taken;
use super::modifiers::{ModifierSyntax, Permitted};
use super::vertex::RtAdjust;
use crate::ir::expression::Expr;
use crate::ir::names::Name;
use crate::ir::program::Element;
use crate::ir::statement::{StatementKind, Stmt};
use crate::ir::symbol::{Symbol, SymbolKind, VariableSymbol};
use crate::ir::ty::Ty;
use crate::rules::declaration::{
    CHILD_NOT_UNIFORM, COLOR_PROGRAM, COLOR_TYPE, COLOR_VARIABLE, IN_EFFECT, IN_MATRIX, IN_UNIFORM,
    INVALID_TYPE, MESH_UNIFORM, NAME_TAKEN, OPAQUE_NOT_GLOBAL, RESERVED_LOCATION, RESERVED_NAME,
    UNIFORM_TYPE, VOID_VARIABLE,
};

/// Output of every fragment program.
pub(super) const FRAG_COLOR: &str = "sk_FragColor";

/// Modifiers allowed for any variable.
const EVERYWHERE: u32 =
    ModifierFlags::CONST.0 | ModifierFlags::HIGHP.0 | ModifierFlags::MEDIUMP.0 | ModifierFlags::LOWP.0;

/// Modifiers allowed for globals.
const GLOBAL: u32 = ModifierFlags::IN.0
    | ModifierFlags::OUT.0
    | ModifierFlags::UNIFORM.0
    | ModifierFlags::FLAT.0
    | ModifierFlags::NO_PERSPECTIVE.0;

impl Builder<'_> {
    /// Creates a variable after checking its modifiers and type. It has no owner and is not visible until
    /// [`Builder::declare_variable`] is called with its initial value.
    pub(crate) fn variable(
        &mut self,
        modifiers: &ModifierSyntax,
        ty: Ty,
        name: Name,
        span: Span,
        storage: Storage,
    ) -> Symbol {
        self.check_name(modifiers, name, span);
        let base = self.element_type(ty);
        self.check_variable(modifiers, base, span, storage);
        // A type that variables cannot have is reported once.
        let ty = match base.meaning {
            Type::Invalid | Type::Void => Builder::poison_type(),
            _ => ty,
        };
        self.variable_symbol(modifiers, ty, name, span, storage)
    }

    /// Creates the symbol of a variable without checks.
    pub(super) fn variable_symbol(
        &mut self,
        modifiers: &ModifierSyntax,
        ty: Ty,
        name: Name,
        span: Span,
        storage: Storage,
    ) -> Symbol {
        let kind = SymbolKind::Variable(VariableSymbol {
            modifiers: modifiers.modifiers,
            ty,
            storage,
            declaration: None,
            builtin: None,
        });
        self.symbol(name, span, kind)
    }

    /// Reports a reserved name or layout.
    pub(super) fn check_name(&mut self, modifiers: &ModifierSyntax, name: Name, span: Span) {
        let layout = &modifiers.modifiers.layout;
        let is_reserved = layout.location == 0
            && layout.index == 0
            && modifiers.modifiers.has(ModifierFlags::OUT)
            && self.options.kind == ProgramKind::FRAGMENT;
        let text = self.program.names.text(name);
        if is_reserved && text != FRAG_COLOR {
            let place = modifiers.qualifier_place(LayoutFlags::LOCATION, span);
            let message =
                format!("found location 0 with index 0 for `{text}`, which is that of `{FRAG_COLOR}`");
            self.report(&RESERVED_LOCATION, self.near(place, span), message)
                .help(format!("assign to `{FRAG_COLOR}`, or use another location or index"));
        }
        let text = self.program.names.text(name);
        if text.starts_with('$') && !self.is_builtin {
            let message = format!("found the name `{text}`, expected one without `$`");
            self.report(&RESERVED_NAME, span, message).help("leave the `$` out");
        }
    }

    /// Checks modifiers and type of a variable or block member; `base` is the type without array dimensions.
    pub(super) fn check_variable(&mut self, syntax: &ModifierSyntax, base: Ty, span: Span, storage: Storage) {
        if self.is_poison(base) {
            return;
        }
        let modifiers = syntax.modifiers;
        match base.meaning {
            Type::Invalid => {
                let name = self.program.type_name(base);
                let message = format!("found the type `{name}`, which this kind of program does not have");
                self.report(&INVALID_TYPE, span, message)
                .help("samplers and textures are for fragment and vertex programs; effects use a `uniform shader`");
                return;
            }
            Type::Void => {
                let message = "found a variable of type `void`, expected a type with values";
                self.report(&VOID_VARIABLE, span, message).help("name the type of the variable");
                return;
            }
            _ => {}
        }
        let is_misplaced = base.meaning.is_opaque() && storage != Storage::GLOBAL;
        if is_misplaced {
            let name = self.program.type_name(base);
            let message = format!("found a variable of the opaque type `{name}`, which has to be global");
            self.report(&OPAQUE_NOT_GLOBAL, span, message)
                .help("declare it outside of functions, structs and blocks");
        }
        self.check_input(syntax, base, span);
        if Builder::is_child(base) && !is_misplaced && !modifiers.has(ModifierFlags::UNIFORM) {
            let name = self.program.type_name(base);
            let message = format!("found a `{name}` that is not a uniform, expected `uniform {name}`");
            self.report(&CHILD_NOT_UNIFORM, span, message).help("write `uniform` in front of it");
        }
        let is_mesh = matches!(self.options.kind, ProgramKind::MESH_VERTEX | ProgramKind::MESH_FRAGMENT);
        if self.is_current() {
            self.check_uniform(syntax, base, span);
        } else if modifiers.has(ModifierFlags::UNIFORM) && is_mesh {
            let place = syntax.place(ModifierFlags::UNIFORM, span);
            let message = "found a uniform, which custom mesh programs do not have";
            self.report(&MESH_UNIFORM, self.near(place, span), message)
                .help("make it an attribute or a varying");
        }
        if modifiers.layout.flags.0 & LayoutFlags::COLOR.0 != 0 {
            self.check_color(syntax, base, span);
        }
        let mut words = EVERYWHERE;
        let mut qualifiers = u32::MAX;
        let has_binding = match base.meaning {
            Type::Opaque(opaque) => !opaque.is_child(),
            Type::Struct(_) => self
                .program
                .types
                .structure(base.meaning)
                .is_some_and(|structure| structure.is_interface_block),
            _ => false,
        };
        let is_effect = self.is_current() && is_runtime_effect(self.options.kind);
        if storage == Storage::GLOBAL {
            words |= if is_effect { ModifierFlags::UNIFORM.0 } else { GLOBAL };
        }
        if storage != Storage::GLOBAL || modifiers.has(ModifierFlags::UNIFORM) && !has_binding {
            qualifiers &= !(LayoutFlags::BINDING.0 | LayoutFlags::SET.0);
        }
        if is_effect {
            qualifiers &= LayoutFlags::COLOR.0;
        }
        let what = match storage {
            Storage::GLOBAL => "a global variable",
            Storage::INTERFACE_BLOCK => "a member of an interface block",
            _ => "a local variable",
        };
        let permitted = Permitted { words: ModifierFlags(words), qualifiers: LayoutFlags(qualifiers), what };
        self.check_permitted(syntax, permitted, span);
    }

    /// Checks the type of a uniform: today effects have only those that every backend can set.
    fn check_uniform(&mut self, syntax: &ModifierSyntax, base: Ty, span: Span) {
        if Builder::is_child(base) && self.options.kind == ProgramKind::MESH_VERTEX {
            let name = self.program.type_name(base);
            let message = format!("found a `{name}`, which programs for the vertices of meshes do not have");
            self.report(&MESH_UNIFORM, span, message).help("evaluate it in the fragment program of the mesh");
        }
        let is_uniform = syntax.modifiers.has(ModifierFlags::UNIFORM);
        if !is_uniform || !is_runtime_effect(self.options.kind) || Builder::is_child(base) {
            return;
        }
        let is_fit = match base.meaning {
            Type::Scalar(Scalar::Int) | Type::Vector(Scalar::Int, _) => true,
            Type::Scalar(scalar) | Type::Vector(scalar, _) => scalar.is_float(),
            Type::Matrix(scalar, columns, rows) => scalar.is_float() && columns == rows,
            _ => false,
        };
        if !is_fit {
            let name = self.program.type_name(base);
            let message =
                format!("found a uniform of type `{name}`, expected numbers that every backend can set");
            self.report(&UNIFORM_TYPE, span, message)
                .help("use `float`, `half`, `int`, vectors of them or square matrices, and arrays of these");
        }
    }

    /// Checks the declaration of an `in` variable.
    fn check_input(&mut self, syntax: &ModifierSyntax, base: Ty, span: Span) {
        let modifiers = syntax.modifiers;
        if !modifiers.has(ModifierFlags::IN) {
            return;
        }
        let location = self.near(syntax.place(ModifierFlags::IN, span), span);
        if base.meaning.is_matrix() {
            let name = self.program.type_name(base);
            let message = format!("found an `in` variable of type `{name}`, expected a scalar or vector");
            self.report(&IN_MATRIX, location, message).help("pass the columns as vectors");
        }
        if modifiers.has(ModifierFlags::UNIFORM) {
            let message = "found `in` and `uniform`, expected one of them";
            self.report(&IN_UNIFORM, location, message).help(
                "keep `uniform` for values that are set from outside, `in` for those of the stage before",
            );
        }
        if is_runtime_effect(self.options.kind) && !self.is_current() {
            let message = "found an `in` variable, which runtime effects do not have";
            self.report(&IN_EFFECT, location, message).help("make it a uniform, or a parameter");
        }
    }

    /// Checks the declaration of a variable with `layout(color)`.
    fn check_color(&mut self, syntax: &ModifierSyntax, base: Ty, span: Span) {
        let location = self.near(syntax.qualifier_place(LayoutFlags::COLOR, span), span);
        if !is_runtime_effect(self.options.kind) {
            let message = "found `layout(color)`, which is for runtime effects only";
            self.report(&COLOR_PROGRAM, location, message)
                .help("remove it and convert the colour before it is set");
        }
        if !syntax.modifiers.has(ModifierFlags::UNIFORM) {
            let message = "found `layout(color)` on a variable that is not a uniform";
            self.report(&COLOR_VARIABLE, location, message).help("write `uniform`, or remove the qualifier");
        }
        let is_color = matches!(base.meaning, Type::Vector(scalar, 3 | 4) if scalar.is_float());
        if !is_color {
            let name = self.program.type_name(base);
            let message = format!("found `layout(color)` on the type `{name}`, expected a colour");
            self.report(&COLOR_TYPE, location, message)
                .help("use `half4`, `half3`, `float4` or `float3`, or arrays of them");
        }
    }

    /// Declares a variable: checks its initial value, adds it to the innermost table and makes it visible. Globals also
    /// become elements. `None` after a reported error, and for a second declaration of `sk_FragColor`, which is ignored.
    pub(crate) fn declare_variable(&mut self, variable: Symbol, value: Option<Expr>) -> Option<Stmt> {
        let checked = self.initial_value(variable, value);
        let symbol = &self.program.symbols[variable];
        let (name, span) = (symbol.name, symbol.span);
        let SymbolKind::Variable(data) = &symbol.kind else {
            return None;
        };
        let (ty, storage) = (data.ty, data.storage);
        let Ok(value) = checked else {
            // Declared although it is wrong: its errors have been reported.
            self.declarations.failed.insert(variable);
            self.list_or_report(variable);
            return None;
        };
        if storage == Storage::GLOBAL {
            if self.program.names.text(name) == FRAG_COLOR && self.find(name).is_some() {
                return None;
            }
            if self.program.names.text(name) == super::vertex::RT_ADJUST && !self.is_builtin {
                self.set_rt_adjust(RtAdjust::Variable(variable), ty.meaning == FLOAT4, span)?;
            }
        }
        let (base, array_size) = match self.program.types.array(ty.meaning) {
            Some(array) => (self.program.component(ty), array.count),
            None => (ty, 0),
        };
        let kind = StatementKind::VarDeclaration { variable, base, array_size, value };
        let statement = self.program.statement(kind, span);
        if let SymbolKind::Variable(data) = &mut self.program.symbols[variable].kind {
            data.declaration = Some(statement);
        }
        self.own(variable);
        if storage == Storage::GLOBAL {
            self.program.elements.push(Element::GlobalVar(statement));
        }
        self.list_or_report(variable);
        Some(statement)
    }

    /// Makes a symbol visible in the innermost table, or reports that its name is taken.
    pub(super) fn list_or_report(&mut self, symbol: Symbol) {
        let Err(Taken(before)) = self.list(symbol) else {
            return;
        };
        let failed = &self.declarations.failed;
        if failed.contains(&before) {
            let name = self.program.symbols[symbol].name;
            self.enlist(self.table, name, symbol);
        } else if !failed.contains(&symbol) {
            self.name_taken(symbol, before);
        }
    }

    /// Reports that the name of `symbol` is already declared by `before`.
    pub(super) fn name_taken(&mut self, symbol: Symbol, before: Symbol) {
        let data = &self.program.symbols[symbol];
        let (name, span) = (self.program.names.text(data.name).to_owned(), data.span);
        self.taken(&name, span, before);
    }

    /// Reports a name that is already declared.
    pub(super) fn taken(&mut self, name: &str, span: Span, before: Symbol) {
        let first = self.program.symbols[before].span;
        let mut finding =
            self.report(&NAME_TAKEN, span, format!("found `{name}`, a name that is already in use"));
        finding.help("choose another name");
        // Builtin symbols have no declaration in the source.
        if first != Span::default() {
            finding.label(first, "declared first here");
        }
    }

    /// Returns whether a type is that of a colour: `half4` or `float4`.
    pub(super) fn is_color(ty: Ty) -> bool {
        matches!(ty.meaning, Type::Vector(Scalar::Half | Scalar::Float, 4))
    }

    /// Returns whether a type is a child of an effect.
    pub(super) fn is_child(ty: Ty) -> bool {
        matches!(ty.meaning, Type::Opaque(opaque) if opaque.is_child())
    }
}
