//! Types in declarations: lookup, precision qualifiers and array sizes.

use glassbox_core::diagnostic::Rule;
use glassbox_core::span::Span;
use glassbox_core::suggest::similar;
use glassbox_sksl::builtin::{NumberKind, Scalar, Type, is_runtime_effect};
use glassbox_sksl::raw::ModifierFlags;

use super::super::Builder;
use super::body::MAX_SLOTS;
use super::modifiers::{ModifierSyntax, spell};
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::names::Name;
use crate::ir::symbol::SymbolKind;
use crate::ir::ty::{Spelling, Ty};
use crate::rules::declaration::{
    ARRAY_OF_ARRAYS, ARRAY_OF_OPAQUE, ARRAY_OF_VOID, ARRAY_SIZE, ARRAY_SIZE_RANGE, ES2_TYPE, MISSING_SIZE,
    PRECISION_HERE, PRECISION_TYPE, PRECISIONS, PRIVATE_TYPE, TYPE_SIZE, UNKNOWN_TYPE,
};

/// Expressions longer than this, in bytes, are not quoted in messages.
const MAX_SHOWN: usize = 40;

/// Precision qualifiers.
const PRECISION: ModifierFlags =
    ModifierFlags(ModifierFlags::HIGHP.0 | ModifierFlags::MEDIUMP.0 | ModifierFlags::LOWP.0);

impl Builder<'_> {
    /// Type of erroneous expressions and declarations. Suppresses further findings.
    pub(crate) fn poison_type() -> Ty {
        Ty::own(Type::Invalid)
    }

    /// Returns whether a type results from a reported error. GPU types in runtime effects have the invalid type too,
    /// but are not reported yet.
    pub(crate) fn is_poison(&self, ty: Ty) -> bool {
        matches!(ty.meaning, Type::Invalid) && matches!(ty.spelling, Spelling::Own)
    }

    /// Looks up a type by name in the current scope.
    pub(crate) fn named_type(&mut self, name: Name) -> Option<Ty> {
        let symbol = self.find(name)?;
        match &self.program.symbols[symbol].kind {
            SymbolKind::BuiltinType(ty) => Some(*ty),
            SymbolKind::Struct(structure) => Some(structure.ty),
            _ => None,
        }
    }

    /// Returns whether a name is that of a builtin type, which cannot be redeclared.
    pub(crate) fn is_builtin_type(&mut self, name: Name) -> bool {
        // Modules declare nothing but types under such names, so only types are searched.
        self.scope.type_named(self.program.names.text(name)).is_some()
    }

    /// Type of a declaration after its precision qualifiers, which are removed from `modifiers`.
    pub(crate) fn used_type(&mut self, ty: Ty, span: Span, modifiers: &mut ModifierSyntax) -> Ty {
        let ty = self.verify_type(ty, span);
        self.type_with_precision(modifiers, ty, span)
    }

    /// Reports an unknown type name.
    pub(crate) fn unknown_type(&mut self, name: Name, span: Span) {
        let text = self.program.names.text(name).to_owned();
        let help = match self.similar_type(&text) {
            Some(like) => format!("did you mean `{like}`?"),
            None => "use a builtin type, or declare a struct of this name above".to_owned(),
        };
        let message = format!("found `{text}`, expected the name of a type");
        self.report(&UNKNOWN_TYPE, span, message).help(help);
    }

    /// Known type with the most similar name.
    fn similar_type(&self, text: &str) -> Option<String> {
        if !self.suggests() {
            return None;
        }
        let symbols = self.program.symbols.iter().map(|(_, symbol)| symbol);
        let structs = symbols.filter(|symbol| matches!(symbol.kind, SymbolKind::Struct(_)));
        let structs = structs.map(|symbol| self.program.names.text(symbol.name));
        let builtin = type_names();
        let known = builtin.iter().map(String::as_str).chain(structs);
        similar(text, known).map(str::to_owned)
    }

    /// Returns the type, or the invalid type if the program may not use it.
    pub(crate) fn verify_type(&mut self, ty: Ty, span: Span) -> Ty {
        if self.is_builtin || self.is_poison(ty) {
            return ty;
        }
        if self.is_private(ty) {
            let name = self.program.type_name(ty);
            let message = format!("found the type `{name}`, which is for builtin code only");
            self.report(&PRIVATE_TYPE, span, message)
                .help("use the intended type, such as `float` or `half3`");
            return Builder::poison_type();
        }
        if self.program.is_es2 && !is_allowed_in_es2(ty.meaning) {
            let name = self.program.type_name(ty);
            let help = if ty.meaning.is_matrix() {
                "use a square matrix, or compile without the restriction to ES 2"
            } else {
                "use a signed type, or compile without the restriction to ES 2"
            };
            let message = format!("found the type `{name}`, which OpenGL ES 2 does not have");
            self.report(&ES2_TYPE, span, message).help(help);
            return Builder::poison_type();
        }
        ty
    }

    /// Returns whether a type is reserved for builtin code: its name begins with `$`.
    fn is_private(&self, ty: Ty) -> bool {
        match ty.meaning {
            Type::Generic(_) => true,
            Type::Struct(_) => {
                let structure = self.program.types.structure(ty.meaning);
                structure.is_some_and(|structure| structure.name.starts_with('$'))
            }
            meaning => meaning.scalar().is_some_and(Scalar::is_literal),
        }
    }

    /// Applies precision qualifiers to the type and removes them from `modifiers`.
    pub(crate) fn type_with_precision(&mut self, modifiers: &mut ModifierSyntax, ty: Ty, span: Span) -> Ty {
        let words = ModifierFlags(modifiers.modifiers.flags.0 & PRECISION.0);
        if words.0 == 0 {
            return ty;
        }
        let place = modifiers.place(words, span);
        let place = self.near(place, span);
        modifiers.clear(PRECISION);
        let spelt = spell(words);
        if !is_runtime_effect(self.options.kind) {
            let message = format!("found `{spelt}`, which only runtime effects may use");
            self.report(&PRECISION_HERE, place, message)
            .help("use `half` or `short` types for medium precision and `float` or `int` types for high precision");
            return Builder::poison_type();
        }
        if words.0.count_ones() != 1 {
            let message = format!("found `{spelt}`, expected one precision word");
            self.report(&PRECISIONS, place, message).help("keep one of them");
            return Builder::poison_type();
        }
        if self.is_poison(ty) {
            return ty;
        }
        let medium = match ty.meaning.scalar() {
            Some(scalar) if scalar.bits() == Some(32) => match scalar.kind() {
                NumberKind::Float => Some(Scalar::Half),
                NumberKind::Signed => Some(Scalar::Short),
                NumberKind::Unsigned => Some(Scalar::Ushort),
                NumberKind::Boolean => None,
            },
            _ => None,
        };
        match medium {
            Some(_) if words.0 == ModifierFlags::HIGHP.0 => ty,
            Some(scalar) => Ty::own(ty.meaning.with_scalar(scalar)),
            None => {
                let name = self.program.type_name(ty);
                let message = format!("found `{spelt}` in front of `{name}`, which takes no precision");
                self.report(&PRECISION_TYPE, place, message).help(format!("remove `{spelt}`"));
                Builder::poison_type()
            }
        }
    }

    /// Evaluates an array size. `None` if it is wrong, which is reported.
    pub(crate) fn array_size(&mut self, size: Expr) -> Option<u32> {
        if let ExpressionKind::Poison = self.program.kind_of(size) {
            return None;
        }
        let span = self.program.span_of(size);
        let Some(value) = self.constant_int(size) else {
            let found = match span.of(self.text) {
                text if text.is_empty() || text.len() > MAX_SHOWN => String::new(),
                text => format!("found `{text}`, "),
            };
            let message = format!("{found}expected a constant integer as the size of the array");
            self.report(&ARRAY_SIZE, span, message).help("use an integer literal or a `const int`");
            return None;
        };
        if !(1..=i64::from(i32::MAX)).contains(&value) {
            let help = if value > 0 {
                "no target has room for so many elements"
            } else {
                "an array has at least one element"
            };
            let message = format!("found the size {value}, expected 1 to {}", i32::MAX);
            self.report(&ARRAY_SIZE_RANGE, span, message).help(help);
            return None;
        }
        u32::try_from(value).ok()
    }

    /// Reports brackets without a size.
    pub(crate) fn missing_size(&mut self, span: Span) {
        let message = "expected the size of the array between the brackets";
        self.report(&MISSING_SIZE, span, message).help("write the number of elements");
    }

    /// Array type of an element type and size, with the spelling of the source; the invalid type if no such type exists.
    pub(crate) fn dimension(&mut self, element: Ty, size: Option<u32>, span: Span) -> Ty {
        let Some(count) = size.filter(|_| !self.is_poison(element)) else {
            return Builder::poison_type();
        };
        let (rule, help): (&'static Rule, _) = match element.meaning {
            Type::Array(_) => {
                (&ARRAY_OF_ARRAYS, "use one array for all elements, or an array of structs that hold arrays")
            }
            Type::Void => (&ARRAY_OF_VOID, "name the type of the elements"),
            Type::Opaque(_) => (&ARRAY_OF_OPAQUE, "declare a variable for each of them"),
            _ => {
                let slots = self.program.types.slots(element.meaning).saturating_mul(u64::from(count));
                if self.is_current() && slots > MAX_SLOTS {
                    let message = format!("found an array of {slots} numbers, expected at most {MAX_SLOTS}");
                    self.report(&TYPE_SIZE, span, message).help("use fewer elements");
                    return Builder::poison_type();
                }
                return self.array_type(element, count);
            }
        };
        let name = self.program.type_name(element);
        let message = format!("found elements of type `{name}`, which no array can hold");
        self.report(rule, span, message).help(help);
        Builder::poison_type()
    }

    /// Element type of an array, with its spelling; any other type unchanged.
    pub(crate) fn element_type(&self, ty: Ty) -> Ty {
        match ty.meaning {
            Type::Array(_) => self.program.component(ty),
            _ => ty,
        }
    }
}

/// Returns whether OpenGL ES 2 has a type. Fields of structs were checked at their declaration.
fn is_allowed_in_es2(ty: Type) -> bool {
    match ty {
        Type::Matrix(_, columns, rows) => columns == rows,
        Type::Scalar(scalar) | Type::Vector(scalar, _) => scalar.kind() != NumberKind::Unsigned,
        _ => true,
    }
}

/// Type names available to programs, for help.
pub(crate) fn type_names() -> Vec<String> {
    let mut names = vec!["void".to_owned(), "shader".into(), "colorFilter".into(), "blender".into()];
    for scalar in Scalar::ALL {
        if scalar.is_literal() {
            continue;
        }
        names.push(scalar.name().to_owned());
        for width in 2..=4 {
            names.push(format!("{}{width}", scalar.name()));
            if matches!(scalar, Scalar::Float | Scalar::Half) {
                names.extend((2..=4).map(|rows| format!("{}{width}x{rows}", scalar.name())));
            }
        }
    }
    names
}
