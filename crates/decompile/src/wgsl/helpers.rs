//! Helper functions for what WGSL has no word for; each is written once, if it is used.

use glassbox_spirv::module::{Id, Type};

use super::Wgsl;
use crate::text::Writer;

impl Writer<'_, '_, Wgsl> {
    /// Name of a helper function; its text is made of the name when it is first used.
    pub(super) fn helper(&mut self, wanted: &str, text: impl FnOnce(&str) -> String) -> String {
        if let Some(name) = self.language.helpers.get(wanted) {
            return name.to_string();
        }
        let name = self.names.take(wanted);
        self.language.helpers.insert(wanted.to_owned(), name.clone());
        let text = text(&name);
        self.language.helper_text.push('\n');
        self.language.helper_text.push_str(&text);
        name.to_string()
    }

    /// The remainder with the sign of the divisor.
    pub(super) fn floor_mod(&mut self, ty: Id) -> String {
        let name = self.type_text(ty);
        let is_float = name.ends_with('f') || name.ends_with("f32") || name.ends_with('h');
        let body = if is_float {
            "    return x - y * floor(x / y);\n".to_owned()
        } else {
            let zero = literal(&name, "0");
            format!(
                "    let remainder = x % y;\n    let differs = ((remainder ^ y) < {zero}) & (remainder != {zero});\n    \
                 return select(remainder, remainder + y, differs);\n"
            )
        };
        self.helper(&format!("floor_mod_{name}"), |own| {
            format!("fn {own}(x: {name}, y: {name}) -> {name} {{\n{body}}}\n")
        })
    }

    /// A choice between values that `select` does not take.
    pub(super) fn choose(&mut self, ty: Id) -> String {
        let name = self.type_text(ty);
        let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        self.helper(&format!("choose_{letters}"), |own| {
            format!(
                "fn {own}(no: {name}, yes: {name}, condition: bool) -> {name} {{\n    if (condition) {{\n        \
                 return yes;\n    }}\n    return no;\n}}\n"
            )
        })
    }

    /// `modf` or `frexp` with a second result through a pointer.
    pub(super) fn split_number(&mut self, function: &str, ty: Id, second: Id) -> String {
        let (name, second) = (self.type_text(ty), self.type_text(second));
        let (first_part, second_part) =
            if function == "modf" { ("fract", "whole") } else { ("fract", "exp") };
        self.helper(&format!("{function}_{name}"), |own| {
            format!(
                "fn {own}(x: {name}, {second_part}: ptr<function, {second}>) -> {name} {{\n    let parts = \
                 {function}(x);\n    *{second_part} = parts.{second_part};\n    return parts.{first_part};\n}}\n"
            )
        })
    }

    /// Sum or difference with the carry through a pointer.
    pub(super) fn carry(&mut self, adds: bool, ty: Id) -> String {
        let name = self.type_text(ty);
        let (function, operator, condition, second) = if adds {
            ("add_carry", '+', "result < x", "carry")
        } else {
            ("subtract_borrow", '-', "x < y", "borrow")
        };
        let (no, yes) = (literal(&name, "0u"), literal(&name, "1u"));
        self.helper(&format!("{function}_{name}"), |own| {
            format!(
                "fn {own}(x: {name}, y: {name}, {second}: ptr<function, {name}>) -> {name} {{\n    let result = x \
                 {operator} y;\n    *{second} = select({no}, {yes}, {condition});\n    return result;\n}}\n"
            )
        })
    }

    /// The product of twice the width: the low half, and the high one through a pointer.
    pub(super) fn extended_product(&mut self, signed: bool, ty: Id) -> String {
        let count = self.module.vector_size(ty).unwrap_or(1);
        let name = self.vector_text(crate::text::Scalar::Uint(32), count);
        let own_type = self.type_text(ty);
        let fix = if signed {
            format!(
                "    high -= select({name}(0u), b, x < {own_type}(0)) + select({name}(0u), a, y < {own_type}(0));\n"
            )
        } else {
            String::new()
        };
        let word_of_high = if signed { "var" } else { "let" };
        let word = if signed { "multiply_signed" } else { "multiply" };
        let back =
            |value: &str| if *own_type == *name { value.to_owned() } else { format!("{own_type}({value})") };
        let (high, low) = (back("high"), back("a * b"));
        let cast =
            |value: &str| if *own_type == *name { value.to_owned() } else { format!("{name}({value})") };
        let (a, b) = (cast("x"), cast("y"));
        self.helper(&format!("{word}_{own_type}"), |own| {
            let mask = literal(name, "0xffffu");
            let shift = literal(name, "16u");
            format!(
                "fn {own}(x: {own_type}, y: {own_type}, high_part: ptr<function, {own_type}>) -> {own_type} {{\n    \
                 let a = {a};\n    let b = {b};\n    let low = (a & {mask}) * (b & {mask});\n    \
                 let middle = (a >> {shift}) * (b & {mask}) + (low >> {shift});\n    \
                 let other = (a & {mask}) * (b >> {shift}) + (middle & {mask});\n    \
                 {word_of_high} high = (a >> {shift}) * (b >> {shift}) + (middle >> {shift}) + (other >> {shift});\n{fix}    \
                 *high_part = {high};\n    return {low};\n}}\n"
            )
        })
    }

    /// The inverse of a matrix.
    pub(super) fn inverse(&mut self, ty: Id) -> Option<String> {
        let Some(Type::Matrix { count, .. }) = self.module.ty(ty) else { return None };
        let name = self.type_text(ty);
        let letter = name.chars().last()?;
        Some(self.helper(&format!("inverse_{name}"), |own| inverse_text(own, &name, count, letter)))
    }
}

/// A number, or the vector of it.
fn literal(ty: &str, number: &str) -> String {
    if ty.starts_with("vec") { format!("{ty}({number})") } else { number.to_owned() }
}

fn inverse_text(own: &str, name: &str, count: u32, letter: char) -> String {
    let body = match count {
        2 => format!("    let adjugate = {name}(m[1][1], -m[0][1], -m[1][0], m[0][0]);\n"),
        3 => format!(
            "    let adjugate = transpose({name}(\n        cross(m[1], m[2]),\n        cross(m[2], m[0]),\n        \
             cross(m[0], m[1]),\n    ));\n"
        ),
        _ => four_text(name, letter),
    };
    format!("fn {own}(m: {name}) -> {name} {{\n{body}    return adjugate * (1.0 / determinant(m));\n}}\n")
}

/// The adjugate of a matrix of four columns: cofactors, which are determinants of what is left without a row and a
/// column.
fn four_text(name: &str, letter: char) -> String {
    let mut columns = String::new();
    for row in 0..4 {
        let mut cofactors = Vec::new();
        for column in 0..4 {
            let rows: Vec<usize> = (0..4).filter(|other| *other != row).collect();
            let sign = if (row + column) % 2 == 0 { "" } else { "-" };
            let left: Vec<String> = (0..4)
                .filter(|other| *other != column)
                .map(|other| {
                    let parts: String = rows.iter().map(|row| ["x", "y", "z", "w"][*row]).collect();
                    format!("m[{other}].{parts}")
                })
                .collect();
            cofactors.push(format!("{sign}determinant(mat3x3{letter}({}))", left.join(", ")));
        }
        let all = cofactors.join(",\n            ");
        columns.push_str(&format!("        vec4{letter}(\n            {all},\n        ),\n"));
    }
    format!("    let adjugate = {name}(\n{columns}    );\n")
}
