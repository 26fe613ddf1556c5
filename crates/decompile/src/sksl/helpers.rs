//! Helper functions for what SkSL has no word for; each is written once, if it is used.

use glassbox_spirv::module::{Id, Type};

use super::Sksl;
use super::functions::Helper;
use crate::text::{Scalar, Writer};

const LETTERS: [&str; 4] = ["x", "y", "z", "w"];
const PARAMETERS: [&str; 3] = ["a", "b", "c"];

impl Writer<'_, '_, Sksl> {
    /// Name of a helper function, which is written if no function of its name has these parameters.
    pub(super) fn helper(
        &mut self,
        wanted: &str,
        signature: &str,
        text: impl FnOnce(&str) -> String,
    ) -> String {
        let name = match self.language.helper_names.get(wanted) {
            Some(name) => name.clone(),
            None => {
                let name = self.names.take(wanted);
                self.language.helper_names.insert(wanted.to_owned(), name.clone());
                name
            }
        };
        if self.language.helpers.insert(format!("{wanted} {signature}")) {
            let text = text(&name);
            self.language.helper_text.push_str(&format!("\n{text}"));
        }
        name.to_string()
    }

    /// Name of a helper function that computes each component: of these types of parameters, and with this one of its
    /// result.
    pub(super) fn componentwise(
        &mut self,
        helper: Helper,
        result: Scalar,
        operands: &[Scalar],
        count: u32,
    ) -> String {
        let types: Vec<&str> = operands.iter().map(|scalar| self.vector_text(*scalar, count)).collect();
        let result_type = self.vector_text(result, count);
        let parameters: Vec<String> =
            types.iter().zip(PARAMETERS).map(|(ty, name)| format!("{ty} {name}")).collect();
        let signature = parameters.join(", ");
        let body = if count == 1 {
            helper.gives.to_owned()
        } else {
            let inner = self.componentwise(helper, result, operands, 1);
            let part = |letter: &&str| {
                let arguments = PARAMETERS[..operands.len()].iter().map(|name| format!("{name}.{letter}"));
                format!("{inner}({})", arguments.collect::<Vec<_>>().join(", "))
            };
            let parts: Vec<String> = LETTERS[..count.min(4) as usize].iter().map(part).collect();
            format!("{result_type}({})", parts.join(", "))
        };
        self.helper(helper.name, &signature, |name| {
            format!("{result_type} {name}({signature}) {{\n    return {body};\n}}\n")
        })
    }

    /// Name of the function that gives the whole part through its second parameter.
    pub(super) fn split_number(&mut self, ty: Id) -> String {
        let name = self.type_text(ty);
        let count = self.module.vector_size(ty).unwrap_or(1);
        let float = Scalar::Float(32);
        let whole = self.componentwise(super::functions::TRUNCATE, float, &[float], count);
        self.helper("split", &name, |own| {
            format!("{name} {own}({name} a, out {name} whole) {{\n    whole = {whole}(a);\n    return a - whole;\n}}\n")
        })
    }

    /// Name of the function that exchanges rows and columns.
    pub(super) fn transposed(&mut self, ty: Id) -> Option<String> {
        let Some(Type::Matrix { column, count }) = self.module.ty(ty) else { return None };
        let rows = self.module.vector_size(column)?;
        let name = self.type_text(ty);
        let columns: Vec<String> = (0..count as usize)
            .map(|row| {
                let parts: Vec<String> =
                    (0..rows).map(|column| format!("m[{column}].{}", LETTERS[row.min(3)])).collect();
                parts.join(", ")
            })
            .collect();
        Some(self.helper("transposed", &name, |own| {
            format!("{name} {own}({name} m) {{\n    return {name}({});\n}}\n", columns.join(", "))
        }))
    }

    /// Name of the function that multiplies each component of a vector with each of another.
    pub(super) fn outer(&mut self, ty: Id) -> Option<String> {
        let Some(Type::Matrix { column, count }) = self.module.ty(ty) else { return None };
        let (name, column) = (self.type_text(ty), self.type_text(column));
        let parts: Vec<String> =
            LETTERS[..count.min(4) as usize].iter().map(|letter| format!("a * b.{letter}")).collect();
        Some(self.helper("outer", &name, |own| {
            format!("{name} {own}({column} a, {column} b) {{\n    return {name}({});\n}}\n", parts.join(", "))
        }))
    }

    /// Name of the function that computes a determinant.
    pub(super) fn determinant_of(&mut self, ty: Id) -> Option<String> {
        let Some(Type::Matrix { count, .. }) = self.module.ty(ty) else { return None };
        let name = self.type_text(ty);
        let body = match count {
            2 => "    return m[0].x * m[1].y - m[1].x * m[0].y;\n".to_owned(),
            3 => "    return dot(m[0], cross(m[1], m[2]));\n".to_owned(),
            _ => four(),
        };
        Some(self.helper("volume", &name, |own| format!("float {own}({name} m) {{\n{body}}}\n")))
    }
}

/// The determinant of four columns by the minors of the first two and the last two rows.
fn four() -> String {
    let mut text = String::new();
    let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    for (index, (a, b)) in pairs.iter().enumerate() {
        text.push_str(&format!("    float s{index} = m[{a}].x * m[{b}].y - m[{b}].x * m[{a}].y;\n"));
        text.push_str(&format!("    float c{index} = m[{a}].z * m[{b}].w - m[{b}].z * m[{a}].w;\n"));
    }
    text + "    return s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0;\n"
}
