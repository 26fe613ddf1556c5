//! Prints HLSL-specific forms.

use super::Printer;
use crate::tree::{Argument, Builtin, Name, Piece, Pointer, Qualifiers, Shape, Type};

impl Printer {
    /// Prints a named type; vectors and matrices have short names.
    pub(super) fn hlsl_named(&mut self, name: &Name) {
        if let [Piece::Template { name, arguments }] = name.pieces.as_slice()
            && let Piece::Plain(text) = &**name
            && let Some(short) = short(text, arguments)
        {
            return self.put(&short);
        }
        self.name(name);
    }

    /// Prints a pointer or reference parameter.
    pub(super) fn hlsl_parameter(&mut self, ty: &Type, pointer: &Pointer) {
        if !pointer.is_inout(ty.qualifiers) {
            return self.ty(ty);
        }
        if !pointer.target.qualifiers.has(Qualifiers::CONST) {
            self.put("inout ");
        }
        self.ty(&pointer.target);
    }
}

/// Short name of a vector or matrix of a scalar type.
fn short(template: &str, arguments: &[Argument]) -> Option<String> {
    let [Argument::Type(element), sizes @ ..] = arguments else {
        return None;
    };
    let scalar = scalar(element)?;
    let size = |argument: &Argument| match argument {
        Argument::Integer { value: value @ 1..=4, is_negative: false } => Some(*value),
        _ => None,
    };
    match (template, sizes) {
        ("vector", [columns]) => Some(format!("{scalar}{}", size(columns)?)),
        ("matrix", [rows, columns]) => Some(format!("{scalar}{}x{}", size(rows)?, size(columns)?)),
        _ => None,
    }
}

/// Scalar name used as a prefix of vector names.
fn scalar(ty: &Type) -> Option<&'static str> {
    match ty.shape {
        Shape::Builtin(Builtin::Void | Builtin::Packed8x4 | Builtin::UnsignedPacked8x4) => None,
        Shape::Builtin(builtin) if ty.qualifiers == Qualifiers::NONE => {
            Some(builtin.hlsl()).filter(|name| !name.contains(' '))
        }
        _ => None,
    }
}
