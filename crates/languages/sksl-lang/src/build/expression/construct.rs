//! Constructors in the source, `type(arguments)`: checks and conversions.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{Narrowing, Type};

use crate::build::Builder;
use crate::ir::expression::Expr;
use crate::ir::ty::Ty;
use crate::rules::expression as rules;
use smallvec::SmallVec;

impl Builder<'_> {
    /// Builds `type(arguments)`.
    pub(crate) fn construct(&mut self, ty: Ty, arguments: &[Expr], span: Span) -> Option<Expr> {
        if let &[only] = arguments
            && self.same_type(self.program.ty_of(only), ty)
            && !self.program.kind_of(only).is_incomplete()
            && !self.component(ty).meaning.is_opaque()
        {
            return Some(only);
        }
        match ty.meaning {
            Type::Scalar(_) => self.construct_scalar(ty, arguments, span),
            Type::Vector(..) | Type::Matrix(..) => self.construct_compound(ty, arguments, span),
            Type::Array(_) => self.construct_array(ty, arguments, span),
            Type::Struct(_) => self.construct_struct(ty, arguments, span),
            Type::Invalid => None,
            _ => {
                let name = self.shown(ty);
                let message = format!("there is no constructor of `{name}`");
                let help = if ty.meaning.is_void() {
                    "`void` is not a value: remove this"
                } else {
                    "declare it as a uniform; the program that runs this supplies it"
                };
                self.wrong(&rules::NOT_CONSTRUCTIBLE, span, message, help);
                None
            }
        }
    }

    /// Builds a scalar from exactly one argument.
    fn construct_scalar(&mut self, ty: Ty, arguments: &[Expr], span: Span) -> Option<Expr> {
        let ty = Ty { meaning: ty.meaning.settled(), ..ty };
        let &[argument] = arguments else {
            let name = self.shown(ty);
            let message = format!(
                "`{name}` is constructed from one scalar, found {}",
                counted(arguments.len(), "argument")
            );
            self.wrong(&rules::CONSTRUCTOR_COUNT, span, message, format!("write `{name}(value)`"));
            return None;
        };
        let found = self.program.ty_of(argument).meaning;
        if !found.is_scalar() {
            let part = match found {
                Type::Vector(..) => ".x",
                Type::Matrix(..) => "[0][0]",
                _ => "",
            };
            return self.refuse_argument(ty, argument, span, part);
        }
        if self.has_out_of_range(argument, ty) {
            return None;
        }
        Some(self.make_scalar_cast(ty, argument, span))
    }

    fn construct_compound(&mut self, ty: Ty, arguments: &[Expr], span: Span) -> Option<Expr> {
        let scalar = self.component(ty);
        if let &[only] = arguments {
            let found = self.program.ty_of(only);
            match (ty.meaning, found.meaning) {
                // Truncating a vector is a swizzle and has to be written as one.
                (Type::Vector(a, width), Type::Vector(b, wider)) if a == b && wider > width => {
                    let part = if width == 2 { ".xy" } else { ".xyz" };
                    return self.refuse_argument(ty, only, span, part);
                }
                (_, Type::Scalar(_)) => {
                    let value = self.construct_scalar(scalar, arguments, span)?;
                    return Some(if ty.meaning.is_matrix() {
                        self.make_diagonal(ty, value, span)
                    } else {
                        self.make_splat(ty, value, span)
                    });
                }
                (Type::Vector(_, width), Type::Vector(_, same)) if width == same => {
                    return Some(self.make_compound_cast(ty, only, span));
                }
                (Type::Matrix(..), Type::Matrix(_, columns, rows)) => {
                    let between = self.compound_type(scalar, columns, rows);
                    let value = self.make_compound_cast(between, only, span);
                    return Some(self.make_resize(ty, value, span));
                }
                (Type::Vector(_, 4), Type::Matrix(_, 2, 2)) => {
                    let between = self.compound_type(self.component(found), 4, 1);
                    let value = self.make_compound(between, arguments, span);
                    return Some(self.make_compound_cast(ty, value, span));
                }
                _ => {}
            }
        }
        let mut parts: SmallVec<[Expr; 4]> = SmallVec::new();
        let mut count = 0;
        for &argument in arguments {
            let found = self.program.ty_of(argument).meaning;
            if !found.is_scalar() && !found.is_vector() {
                return self.refuse_argument(ty, argument, span, "");
            }
            let part = self.compound_type(scalar, found.columns(), 1);
            let place = self.program.span_of(argument);
            parts.push(self.construct(part, &[argument], place)?);
            count += usize::from(found.columns());
        }
        let expected = usize::from(ty.meaning.width());
        if count != expected {
            let name = self.shown(ty);
            let message =
                format!("`{name}` is constructed from {}, found {count}", counted(expected, "scalar"));
            let help = if count < expected {
                format!("add {}, or give a single scalar", expected - count)
            } else {
                format!("leave {} out, for example with a swizzle", count - expected)
            };
            self.wrong(&rules::CONSTRUCTOR_COUNT, span, message, help);
            return None;
        }
        Some(self.make_compound(ty, &parts, span))
    }

    fn construct_array(&mut self, ty: Ty, arguments: &[Expr], span: Span) -> Option<Expr> {
        if self.is_es2() {
            let message =
                format!("`{}` constructs an array, which OpenGL ES 2 does not allow", self.shown(ty));
            let help = "declare an array variable and write its elements one by one";
            self.wrong(&rules::ES2_ARRAY, span, message, help);
            return None;
        }
        if let &[only] = arguments {
            let found = self.program.ty_of(only).meaning;
            let coerces = self.program.types.coerces(found, ty.meaning, Narrowing::Allowed);
            if found.is_array() && coerces {
                return Some(self.make_array_cast(ty, only, span));
            }
        }
        let expected = self.index_count(ty) as usize;
        if arguments.len() != expected {
            self.refuse_count(ty, "element", expected, arguments.len(), span);
            return None;
        }
        let element = self.component(ty);
        let mut elements = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            elements.push(self.coerce(argument, element)?);
        }
        Some(self.make_array(ty, &elements, span))
    }

    fn construct_struct(&mut self, ty: Ty, arguments: &[Expr], span: Span) -> Option<Expr> {
        let types: Vec<Ty> = self.fields(ty).iter().map(|field| field.ty).collect();
        if arguments.len() != types.len() {
            self.refuse_count(ty, "field", types.len(), arguments.len(), span);
            return None;
        }
        let mut values: SmallVec<[Expr; 4]> = SmallVec::new();
        for (&argument, field) in arguments.iter().zip(types) {
            values.push(self.coerce(argument, field)?);
        }
        Some(self.make_struct(ty, &values, span))
    }

    fn refuse_count(&mut self, ty: Ty, what: &str, expected: usize, found: usize, span: Span) {
        let name = self.shown(ty);
        let message =
            format!("`{name}` has {}, found {}", counted(expected, what), counted(found, "argument"));
        let help = format!("give one argument for each {what}");
        self.wrong(&rules::CONSTRUCTOR_COUNT, span, message, help);
    }

    fn refuse_argument(&mut self, ty: Ty, argument: Expr, span: Span, part: &str) -> Option<Expr> {
        if self.is_hopeless(span, &[argument]) {
            return None;
        }
        let (name, found) = (self.shown(ty), self.shown_of(argument));
        let at = self.program.span_of(argument);
        let place = self.on_line(span, at);
        let message = format!("`{name}` cannot be constructed from this `{found}`");
        let same = self.component(self.program.ty_of(argument)).meaning == self.component(ty).meaning;
        let text = self.short_text(at).unwrap_or("…");
        let help = match part {
            "" => format!("give scalars and vectors, {} scalars in all", ty.meaning.width()),
            _ if same => format!("select the intended part: `{text}{part}`"),
            _ => format!("select the intended part and convert it: `{name}({text}{part})`"),
        };
        self.wrong(&rules::CONSTRUCTOR_ARGUMENT, place, message, help);
        None
    }
}

/// Count and noun, with the plural.
pub(super) fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}
